// SPDX-License-Identifier: MIT
//
// Packs in tests: made from sample scenes, then changed through what every kind
// has in common (header and section table), and sealed again with a new hash.

#pragma once

#include "author/cook/pack_writer.h"
#include "core/internal.h"
#include "core/pack_format.h"
#include "mien/mien.h"
#include "sample/scenes.h"

#include <stdlib.h>
#include <string.h>

/// Bytes of our own, 64-byte aligned and not a byte longer, so that address
/// sanitizers see their end.
typedef struct Pack {
    uint8_t *data;
    size_t size;
} Pack;

static inline void *aligned_take(size_t size)
{
    void *memory = mieni_allocate(NULL, size, 64);
    if (memory == NULL)
        abort();
    return memory;
}

static inline void aligned_free(void *memory) { mieni_free(NULL, memory, 0, 64); }

static inline Pack pack_copy(const void *data, size_t size)
{
    const Pack pack = {aligned_take(size), size};
    if (size > 0)
        memcpy(pack.data, data, size);
    return pack;
}

static inline void pack_free(Pack *pack)
{
    aligned_free(pack->data);
    *pack = (Pack){0};
}

/// Makes the hash right again.
static inline void pack_seal(const Pack *pack)
{
    if (pack->size >= sizeof(MieniPackHeader))
        mien_sha256(pack->data + MIENI_HASHED_FROM, pack->size - MIENI_HASHED_FROM, pack->data + 8);
}

static inline MieniPackHeader pack_header(const Pack *pack)
{
    MieniPackHeader header;
    memcpy(&header, pack->data, sizeof header);
    return header;
}

static inline MieniSection pack_section(const Pack *pack, int index)
{
    MieniSection section;
    memcpy(&section, pack->data + sizeof(MieniPackHeader) + (size_t)index * sizeof section, sizeof section);
    return section;
}

/// The section with a tag of four letters; -1 if there is none.
static inline int pack_find(const Pack *pack, const char *tag)
{
    const int count = (int)pack_header(pack).section_count;
    for (int i = 0; i < count; ++i) {
        const MieniSection section = pack_section(pack, i);
        if (memcmp(&section.tag, tag, 4) == 0)
            return i;
    }
    return -1;
}

/// Elements of a section; 0 if there is no such section.
static inline int pack_count(const Pack *pack, const char *tag)
{
    const int section = pack_find(pack, tag);
    return section < 0 ? 0 : (int)pack_section(pack, section).count;
}

/// Where an element begins, or NULL if there is none.
static inline uint8_t *pack_at(const Pack *pack, const char *tag, int index)
{
    const int found = pack_find(pack, tag);
    if (found < 0)
        return NULL;
    const MieniSection section = pack_section(pack, found);
    return index >= 0 && (uint64_t)index < section.count
               ? pack->data + section.offset + (uint64_t)index * section.stride
               : NULL;
}

/// The same pack with count elements in one section; new elements are zero. A count below 0
/// leaves the section out; a section that was not there is added at the end, of bytes. Sealed.
static inline Pack pack_recount(const Pack *pack, const char *tag, int64_t count)
{
    const MieniPackHeader header = pack_header(pack);
    MieniPackWriter writer = {.kind = (MienPackKind)header.kind, .version = header.version};
    void *longer = NULL;
    for (int i = 0; i < (int)header.section_count; ++i) {
        MieniSection section = pack_section(pack, i);
        const void *data = pack->data + section.offset;
        if (memcmp(&section.tag, tag, 4) == 0 && longer == NULL) {
            if (count < 0)
                continue;
            longer = calloc((size_t)(section.count + (uint64_t)count) + 1, section.stride);
            if (longer == NULL)
                abort();
            memcpy(longer, data, (size_t)section.count * section.stride);
            data = longer;
            section.count = (uint64_t)count;
        }
        mieni_writer_add(&writer, section.tag, section.stride, (size_t)section.count, data);
    }
    if (longer == NULL && count >= 0) {
        longer = calloc((size_t)count + 1, 1);
        mieni_writer_add(&writer, MIENI_TAG(tag[0], tag[1], tag[2], tag[3]), 1, (size_t)count, longer);
    }
    MienAuthorPack laid_out = {0};
    if (mieni_writer_finish(&writer, NULL, &laid_out, NULL) != MIEN_OK)
        abort();
    free(longer);
    return (Pack){laid_out.data, laid_out.size};
}

/// A scene's two packs.
typedef struct ScenePacks {
    Pack skeleton, poses;
} ScenePacks;

static inline ScenePacks scene_packs(const MienSampleOptions *options)
{
    MienSample *sample = mien_sample_create(options);
    MienAuthorPack skeleton = {0}, poses = {0};
    if (sample == NULL ||
        mien_author_skeleton_cook(mien_sample_asset(sample)->skeleton, NULL, &skeleton, NULL) != MIEN_OK ||
        mien_author_pose_asset_cook(mien_sample_asset(sample), NULL, &poses, NULL, NULL) != MIEN_OK)
        abort();
    mien_sample_destroy(sample);
    return (ScenePacks){{skeleton.data, skeleton.size}, {poses.data, poses.size}};
}

static inline void scene_packs_free(ScenePacks *packs)
{
    pack_free(&packs->skeleton);
    pack_free(&packs->poses);
}

/// Small scenes that between them have everything a pose asset can hold.
static const struct SmallScene {
    const char *name;
    MienSampleOptions options;
} small_scenes[] = {
    {"rules",
     {.seed = 21,
      .bone_count = 7,
      .pose_count = 14,
      .bones_per_pose = 3,
      .curve_count = 5,
      .has_scale = true,
      .has_rules = true,
      .has_jumps = true,
      .has_levels = true}},
    {"absolute",
     {.seed = 22,
      .bone_count = 6,
      .pose_count = 10,
      .bones_per_pose = 3,
      .curve_count = 4,
      .has_scale = true,
      .is_absolute = true,
      .has_rules = true,
      .has_jumps = true,
      .has_levels = true}},
    {"unreal additive",
     {.seed = 23,
      .bone_count = 6,
      .pose_count = 6,
      .bones_per_pose = 3,
      .curve_count = 3,
      .has_scale = true,
      .is_unreal = true}},
    {"unreal absolute",
     {.seed = 24,
      .bone_count = 6,
      .pose_count = 6,
      .bones_per_pose = 3,
      .curve_count = 3,
      .is_absolute = true,
      .is_unreal = true}},
    {"no scale", {.seed = 25, .bone_count = 8, .pose_count = 5, .bones_per_pose = 4}},
};

enum { SMALL_SCENES = (int)(sizeof small_scenes / sizeof *small_scenes) };
