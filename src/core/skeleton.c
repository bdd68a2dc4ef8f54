// SPDX-License-Identifier: MIT
//
// Skeletons: loading and reading. Everything is checked on load, so the readers
// only guard their index.

#include "core/float_rules.h"

#include "core/load.h"
#include "core/sha256.h"
#include "core/skeleton_format.h"
#include "mien/skeleton.h"

#include <stddef.h>
#include <string.h>

struct MienSkeleton {
    MieniLoaded loaded;
    int bone_count, curve_count;
    MieniNames bones, curves;
    const int32_t *parents;
    const MienTransform *reference;
    const uint8_t *bone_levels, *curve_levels;
};

int mieni_levels_prefix(const uint8_t *max_lods, int count, int level)
{
    int low = 0, high = count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (max_lods[middle] >= level)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool mieni_levels_descend(const uint8_t *max_lods, int count)
{
    for (int i = 0; i < count; ++i) {
        if (!mieni_level_is_valid(max_lods[i]) || (i > 0 && max_lods[i] > max_lods[i - 1]))
            return false;
    }
    return true;
}

bool mieni_transform_is_sane(const MienTransform *transform)
{
    float f[sizeof *transform / sizeof(float)];
    memcpy(f, transform, sizeof f);
    static const float zero = 0.0f;
    return mieni_is_near_unit(f) && mieni_all_within(f + 4, 3, MIEN_MAX_LENGTH) &&
           mieni_all_within(f + 8, 3, MIEN_MAX_LENGTH) && memcmp(&f[7], &zero, sizeof zero) == 0 &&
           memcmp(&f[11], &zero, sizeof zero) == 0;
}

static MienStatus check_bones(MienSkeleton *skeleton, MieniReader *reader)
{
    for (int i = 0; i < skeleton->bone_count; ++i) {
        if (skeleton->parents[i] < -1 || skeleton->parents[i] >= i)
            return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "a parent must stand before its child",
                                     "BPAR", i);
        if (!mieni_transform_is_sane(&skeleton->reference[i]))
            return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "a reference transform is out of range",
                                     "BREF", i);
    }
    if (!mieni_levels_descend(skeleton->bone_levels, skeleton->bone_count))
        return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "bones are not in order of max LOD", "BLVL", 0);
    if (!mieni_levels_descend(skeleton->curve_levels, skeleton->curve_count))
        return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "curves are not in order of max LOD", "CLVL", 0);
    return MIEN_OK;
}

static MienStatus read_sections(void *asset, MieniReader *reader)
{
    MienSkeleton *skeleton = (MienSkeleton *)asset;
    const MieniSkeletonHeader *info =
        (const MieniSkeletonHeader *)mieni_reader_take(reader, MIENI_SKELETON_INFO, sizeof *info, 1, NULL);
    if (info == NULL)
        return reader->status;
    if (info->bone_count > MIEN_MAX_BONES || info->curve_count > MIEN_MAX_CURVES)
        return mieni_reader_fail(reader, MIEN_ERROR_LIMIT, "more bones or curves than a skeleton may have",
                                 "INFO", 0);
    const uint64_t bones = info->bone_count, curves = info->curve_count;
    skeleton->bone_count = (int)bones;
    skeleton->curve_count = (int)curves;
    uint64_t text_size = 0, cursor = 0;
    const char *text =
        (const char *)mieni_reader_take(reader, MIENI_SKELETON_TEXT, 1, MIENI_ANY_COUNT, &text_size);
    skeleton->bones = mieni_reader_take_names(reader, text, text_size, &cursor, MIENI_SKELETON_BONE_NAMES,
                                              MIENI_SKELETON_BONE_SORTED, (int)bones, false);
    skeleton->parents =
        (const int32_t *)mieni_reader_take(reader, MIENI_SKELETON_PARENTS, sizeof(int32_t), bones, NULL);
    skeleton->reference = (const MienTransform *)mieni_reader_take(reader, MIENI_SKELETON_REFERENCE,
                                                                   sizeof(MienTransform), bones, NULL);
    skeleton->bone_levels =
        (const uint8_t *)mieni_reader_take(reader, MIENI_SKELETON_BONE_LODS, 1, bones, NULL);
    skeleton->curves = mieni_reader_take_names(reader, text, text_size, &cursor, MIENI_SKELETON_CURVE_NAMES,
                                               MIENI_SKELETON_CURVE_SORTED, (int)curves, false);
    skeleton->curve_levels =
        (const uint8_t *)mieni_reader_take(reader, MIENI_SKELETON_CURVE_LODS, 1, curves, NULL);
    if (mieni_reader_close(reader) != MIEN_OK)
        return reader->status;
    if (cursor != text_size)
        return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, "text that no name uses", "TEXT", (int)cursor);
    return check_bones(skeleton, reader);
}

static const MieniLoader loader = {
    .kind = MIEN_PACK_SKELETON,
    .version = MIENI_SKELETON_VERSION,
    .size = sizeof(MienSkeleton),
    .alignment = 16,
    .loaded = offsetof(MienSkeleton, loaded),
    .arguments = "data and out_skeleton must be given",
    .memory = "Out of memory.",
    .read = read_sections,
};

MienStatus mien_skeleton_load(const void *data, size_t size, const MienLoadOptions *options,
                              MienSkeleton **out_skeleton, MienError *error)
{
    return mieni_load(&loader, data, size, options, out_skeleton, error);
}

void mien_skeleton_destroy(MienSkeleton *skeleton) { mieni_unload(&loader, skeleton); }

int mien_skeleton_bone_count(const MienSkeleton *skeleton) { return skeleton->bone_count; }

int mien_skeleton_curve_count(const MienSkeleton *skeleton) { return skeleton->curve_count; }

int mien_skeleton_bone_count_at(const MienSkeleton *skeleton, int level)
{
    // A LOD beyond the largest one has only bones of all LODs.
    return mieni_levels_prefix(skeleton->bone_levels, skeleton->bone_count,
                               level < MIEN_MAX_LODS ? level : MIEN_MAX_LODS);
}

const char *mien_skeleton_bone_name(const MienSkeleton *skeleton, int bone)
{
    return mieni_names_get(&skeleton->bones, bone);
}

int mien_skeleton_bone_parent(const MienSkeleton *skeleton, int bone)
{
    return bone >= 0 && bone < skeleton->bone_count ? skeleton->parents[bone] : -1;
}

int mien_skeleton_bone_max_lod(const MienSkeleton *skeleton, int bone)
{
    return bone >= 0 && bone < skeleton->bone_count ? skeleton->bone_levels[bone] : 0;
}

const char *mien_skeleton_curve_name(const MienSkeleton *skeleton, int curve)
{
    return mieni_names_get(&skeleton->curves, curve);
}

int mien_skeleton_curve_max_lod(const MienSkeleton *skeleton, int curve)
{
    return curve >= 0 && curve < skeleton->curve_count ? skeleton->curve_levels[curve] : 0;
}

const int32_t *mieni_skeleton_parents(const MienSkeleton *skeleton) { return skeleton->parents; }

const MienTransform *mien_skeleton_rest_pose(const MienSkeleton *skeleton) { return skeleton->reference; }

int mien_skeleton_find_bone(const MienSkeleton *skeleton, const char *name)
{
    return mieni_names_find(&skeleton->bones, name);
}

int mien_skeleton_find_curve(const MienSkeleton *skeleton, const char *name)
{
    return mieni_names_find(&skeleton->curves, name);
}

void mien_skeleton_interface_hash(const MienSkeleton *skeleton, uint8_t out_hash[32])
{
    MieniSha256 sha;
    mieni_sha256_begin(&sha);
    for (int i = 0; i < skeleton->bone_count; ++i) {
        // Name with its closing zero, then the parent: no two lists read alike.
        const char *name = mieni_names_get(&skeleton->bones, i);
        mieni_sha256_update(&sha, name, strlen(name) + 1);
        mieni_sha256_update(&sha, &skeleton->parents[i], sizeof skeleton->parents[i]);
    }
    mieni_sha256_end(&sha, out_hash);
}
