// SPDX-License-Identifier: MIT
//
// The source formats: one list, from which the schema, the command line, the editor
// and the readers (io/formats.c) take ids, titles and file endings.

#pragma once

#include <stdbool.h>
#include <stddef.h>

/// A row per format: its id, which is the value of "format" in a source; its title; and
/// its endings, in lower case, between blanks. CURVES formats hold curves alone, MOTION
/// formats a skeleton and its motion, SCENE formats meshes too. Formats may share an
/// ending: io/formats.h says which one a file is.
// clang-format off
#define MIENI_SOURCE_FORMATS(CURVES, MOTION, SCENE)                       \
    MOTION(bvh, "BVH", ".bvh")                                            \
    SCENE(gltf, "glTF, VRM and VRMA", ".glb .gltf .vrm .vrma")            \
    SCENE(fbx, "FBX", ".fbx")                                             \
    CURVES(livelink, "Live Link Face", ".csv")                            \
    CURVES(ovr, "OVR viseme frames", ".csv .json")                        \
    CURVES(polly, "Amazon Polly speech marks", ".marks .json .jsonl")     \
    CURVES(azure, "Azure viseme events", ".json .jsonl")                  \
    CURVES(pocketsphinx, "CMU Sphinx phones", ".phseg .json .jsonl")      \
    CURVES(csv, "Tables of curves", ".csv .tsv")                          \
    CURVES(json, "Curves in JSON", ".json")                               \
    CURVES(rhubarb, "Rhubarb Lip Sync", ".tsv .xml .json")                \
    CURVES(capture, "Captures of live faces", ".mienlive")                \
    CURVES(textgrid, "Praat TextGrid", ".textgrid")                       \
    CURVES(captions, "WebVTT and SubRip captions", ".vtt .srt")           \
    CURVES(wav, "Recorded speech", ".wav")                                \
    /* A new format goes above this line. */
// clang-format on

/// Ids of the phone sets under data/phones that files may be in, the likeliest first. Other sets are codes
/// of one program.
#define MIENI_PHONE_SETS "arpabet|ipa|sampa|xsampa|espeak"

/// Ids of the styles of speech under data/styles, from the least to the most motion.
#define MIENI_SPEECH_STYLES "mumbled|normal|clear|shouted"

typedef enum MieniSourceKind {
    MIENI_SOURCE_CURVES = 1, ///< Curves alone: the file has no bones. It may have takes.
    MIENI_SOURCE_MOTION,     ///< A skeleton and its motion.
    MIENI_SOURCE_SCENE,      ///< A skeleton, meshes and any number of takes.
} MieniSourceKind;

typedef struct MieniSourceFormat {
    const char *id, *title, *endings;
    MieniSourceKind kind;
} MieniSourceFormat;

#define MIENI_FORMAT_ONE(id, title, endings)  +1
#define MIENI_FORMAT_WORD(id, title, endings) "|" #id
#define MIENI_FORMAT_NONE(id, title, endings)
enum { MIENI_FORMAT_COUNT = MIENI_SOURCE_FORMATS(MIENI_FORMAT_ONE, MIENI_FORMAT_ONE, MIENI_FORMAT_ONE) };

/// "bvh|gltf|…": the ids of all formats, and of those with bones. Constants.
#define MIENI_FORMAT_IDS                                                                                     \
    (&("" MIENI_SOURCE_FORMATS(MIENI_FORMAT_WORD, MIENI_FORMAT_WORD, MIENI_FORMAT_WORD))[1])
#define MIENI_BONE_FORMAT_IDS                                                                                \
    (&("" MIENI_SOURCE_FORMATS(MIENI_FORMAT_NONE, MIENI_FORMAT_WORD, MIENI_FORMAT_WORD))[1])

/// MIENI_FORMAT_COUNT rows, in the order of the list.
extern const MieniSourceFormat mieni_source_formats[];

/// The format of an id; NULL if unknown.
const MieniSourceFormat *mieni_source_format_find(const char *id);
/// The first format that has the ending of a path, in any case; NULL: none.
const MieniSourceFormat *mieni_source_format_of_path(const char *path);
/// Whether a take is a tier, which must be known when the file is read, by the id of its format, or without
/// one by its ending.
bool mieni_source_has_tiers(const char *id, const char *path);
/// Whether a path has one of the endings of a format, in any case.
bool mieni_source_format_fits(const MieniSourceFormat *format, const char *path);

enum { MIENI_ENDING_ROOM = 16 };
/// The index-th ending, ".glb"; false after the last.
bool mieni_source_format_ending(const MieniSourceFormat *format, int index, char out[MIENI_ENDING_ROOM]);
