// SPDX-License-Identifier: MIT
//
// Writing packs: sections are noted in order, then laid out at once.

#pragma once

#include "base/arena.h"
#include "core/pack_format.h"
#include "mien_author/pack.h"

enum { MIENI_MAX_SECTIONS = 64 };

typedef struct MieniPackWriter {
    MienPackKind kind;
    uint32_t version;
    int count;
    MieniSection sections[MIENI_MAX_SECTIONS];
    const void *data[MIENI_MAX_SECTIONS];
} MieniPackWriter;

/// Notes a section. data is read when the pack is finished.
void mieni_writer_add(MieniPackWriter *writer, uint32_t tag, size_t stride, size_t count, const void *data);
/// Lays out header, table and sections. A section noted without data is zero, for the
/// caller to fill; then mieni_writer_seal makes the pack whole.
MienStatus mieni_writer_lay_out(const MieniPackWriter *writer, const MienAllocator *allocator,
                                MienAuthorPack *out_pack, MienError *error);
/// Where a section of a pack that was laid out begins.
uint8_t *mieni_writer_section(const MienAuthorPack *pack, int index);
void mieni_writer_seal(const MienAuthorPack *pack);
/// Both, where all sections have their data.
MienStatus mieni_writer_finish(const MieniPackWriter *writer, const MienAllocator *allocator,
                               MienAuthorPack *out_pack, MienError *error);

/// Names on their way into a pack.
typedef struct MieniNameList {
    int count;
    uint32_t *offsets;
    uint32_t *sorted;
} MieniNameList;

/// One text for all lists of a pack.
typedef struct MieniText {
    char *bytes;
    size_t size;
} MieniText;

/// Room for the text of count names.
void mieni_text_begin(MieniText *text, MieniArena *arena, size_t count);
/// Names that go into one list.
typedef struct MieniNameSource {
    const char *const *names;
    int count;
    bool ignore_case;
    const char *place; ///< What errors call the list: "bones".
    const int *order;  ///< Where each name stood in what the caller gave, for errors; NULL: as here.
    const char *field; ///< What errors call the name within an item; NULL: "name".
} MieniNameSource;

/// Adds a list: checks every name, and that there are no duplicates.
MienStatus mieni_text_add_list(MieniText *text, MieniArena *arena, const MieniNameSource *source,
                               MieniNameList *out_list, MienError *error);
