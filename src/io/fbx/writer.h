// SPDX-License-Identifier: MIT
//
// What the parts of writing FBX share.

#pragma once

#include "base/arena.h"
#include "base/names.h"
#include "io/fbx/out.h"
#include "mien_io/fbx_write.h"

/// Kinds of objects that are written.
typedef enum MieniFbxWritten {
    MIENI_FBX_WRITES_ATTRIBUTE = 0,
    MIENI_FBX_WRITES_MODEL,
    MIENI_FBX_WRITES_STACK,
    MIENI_FBX_WRITES_LAYER,
    MIENI_FBX_WRITES_NODE,
    MIENI_FBX_WRITES_CURVE,
    MIENI_FBX_WRITTEN_KINDS,
} MieniFbxWritten;

/// An object that belongs to another one, or to a property of it.
typedef struct MieniFbxWrittenLink {
    struct MieniFbxWrittenLink *next;
    int64_t child, parent;
    const char *property; ///< NULL: to the object itself.
} MieniFbxWrittenLink;

typedef struct MieniFbxWriter {
    const MienIoFbxWriting *writing;
    MieniFbxOut out;
    MieniArena arena;
    int64_t id_count;
    int counts[MIENI_FBX_WRITTEN_KINDS];
    MieniFbxWrittenLink *links, **links_end;
    int bone_count;
    const MienAuthorBone *bones;
    int64_t *models;               ///< Per bone; curves are properties of the first root.
    MieniNameEntry *bones_by_name; ///< Sorted.
    MienError *error;
} MieniFbxWriter;

/// What records of a kind are called.
const char *mieni_fbx_kind_name(MieniFbxWritten kind);
int64_t mieni_fbx_new_id(MieniFbxWriter *writer);
/// Opens the record of an object; its id.
int64_t mieni_fbx_open_object(MieniFbxWriter *writer, MieniFbxWritten kind, const char *name, const char *of,
                              const char *type);
/// property must outlive the writer.
void mieni_fbx_connect(MieniFbxWriter *writer, int64_t child, int64_t parent, const char *property);

/// A property without its values: "P" stays open.
void mieni_fbx_begin_property(MieniFbxOut *out, const char *name, const char *type, const char *label,
                              const char *flags);
void mieni_fbx_number_property(MieniFbxOut *out, const char *name, const char *type, const char *flags,
                               double value);
void mieni_fbx_time_property(MieniFbxOut *out, const char *name, int64_t value);

/// Seconds in the units of the file.
int64_t mieni_fbx_ticks(double seconds);
/// The bones with their rest pose, and a property per curve of any clip.
void mieni_fbx_write_bones(MieniFbxWriter *writer);
/// A clip: its stack with one layer, and what drives bones and properties.
void mieni_fbx_write_stack(MieniFbxWriter *writer, const MienIoFbxAnimation *animation);
