// SPDX-License-Identifier: MIT
//
// Skeletons: loading, creating and reading. Everything is checked at first, so the
// readers only guard their index.

#include "core/float_rules.h"

#include "core/load.h"
#include "core/sha256.h"
#include "core/skeleton_format.h"
#include "core/utf8.h"
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

/// The parts of a created skeleton's block, as sections of a pack are.
typedef struct Parts {
    MienTransform *rest_pose;
    int32_t *parents;
    uint32_t *bone_offsets, *bone_order, *curve_offsets, *curve_order;
    uint8_t *bone_lods, *curve_lods;
    char *text;
    size_t size;
} Parts;

static void *part(uint8_t *block, size_t *size, size_t bytes)
{
    void *place = block != NULL ? block + *size : NULL;
    *size += (bytes + 15) / 16 * 16;
    return place;
}

/// Parts of a block, or with NULL only their size.
static Parts divide(uint8_t *block, size_t bones, size_t curves, size_t text_size)
{
    Parts p = {0};
    p.rest_pose = (MienTransform *)part(block, &p.size, bones * sizeof *p.rest_pose);
    p.parents = (int32_t *)part(block, &p.size, bones * sizeof *p.parents);
    p.bone_offsets = (uint32_t *)part(block, &p.size, bones * sizeof(uint32_t));
    p.bone_order = (uint32_t *)part(block, &p.size, bones * sizeof(uint32_t));
    p.curve_offsets = (uint32_t *)part(block, &p.size, curves * sizeof(uint32_t));
    p.curve_order = (uint32_t *)part(block, &p.size, curves * sizeof(uint32_t));
    p.bone_lods = (uint8_t *)part(block, &p.size, bones);
    p.curve_lods = (uint8_t *)part(block, &p.size, curves);
    p.text = (char *)part(block, &p.size, text_size);
    return p;
}

/// Checks names and adds their sizes, with a zero each.
static MienStatus measure_names(const char *list, const char *const *names, int count, size_t *size,
                                MienError *error)
{
    for (int i = 0; i < count; ++i) {
        const char *why = "The name is NULL.";
        const size_t length = names[i] != NULL ? strlen(names[i]) : 0;
        if (names[i] == NULL || !mieni_name_is_valid(names[i], length, &why))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s[%d]", list, i), "%s", why);
        *size += length + 1;
    }
    return MIEN_OK;
}

static bool comes_before(const MieniNames *names, uint32_t a, uint32_t b)
{
    return mieni_name_compare(mieni_names_get(names, (int)a), mieni_names_get(names, (int)b), false) < 0;
}

/// Lets the item at i sink in a heap of count items.
static void sink(const MieniNames *names, uint32_t *order, int i, int count)
{
    for (int child = 2 * i + 1; child < count; child = 2 * i + 1) {
        if (child + 1 < count && comes_before(names, order[child], order[child + 1]))
            ++child;
        if (!comes_before(names, order[i], order[child]))
            return;
        const uint32_t item = order[i];
        order[i] = order[child];
        order[child] = item;
        i = child;
    }
}

static void sort_names(const MieniNames *names, uint32_t *order)
{
    for (int i = names->count / 2 - 1; i >= 0; --i)
        sink(names, order, i, names->count);
    for (int last = names->count - 1; last > 0; --last) {
        const uint32_t item = order[0];
        order[0] = order[last];
        order[last] = item;
        sink(names, order, 0, last);
    }
}

/// Copies names behind each other and sorts them; two that are the same are an error.
static MienStatus copy_names(const char *list, const char *const *given, int count, char *text, size_t *used,
                             uint32_t *offsets, uint32_t *order, MieniNames *out_names, MienError *error)
{
    for (int i = 0; i < count; ++i) {
        const size_t size = strlen(given[i]) + 1;
        memcpy(text + *used, given[i], size);
        offsets[i] = (uint32_t)*used;
        order[i] = (uint32_t)i;
        *used += size;
    }
    const MieniNames names = {.text = text, .offsets = offsets, .sorted = order, .count = count};
    *out_names = names;
    sort_names(&names, order);
    for (int i = 1; i < count; ++i) {
        if (!comes_before(&names, order[i - 1], order[i]))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s[%d]", list, (int)order[i]),
                              "There are two named \"%.60s\": names must differ.", given[order[i]]);
    }
    return MIEN_OK;
}

static MienStatus copy_bones(const MienSkeletonDesc *from, const Parts *p, MienError *error)
{
    for (int i = 0; i < from->bone_count; ++i) {
        const int parent = from->bone_parents != NULL ? from->bone_parents[i] : -1;
        if (parent < -1 || parent >= i)
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("bone_parents[%d]", i),
                              "A parent comes before its child: sort the bones.");
        if (!mieni_transform_is_sane(&from->rest_pose[i]))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("rest_pose[%d]", i),
                              "The transform of \"%.60s\" is not finite, or its rotation is not of length 1.",
                              from->bone_names[i]);
        p->parents[i] = parent;
        p->rest_pose[i] = from->rest_pose[i];
    }
    memset(p->bone_lods, MIEN_ALL_LODS, (size_t)from->bone_count);
    memset(p->curve_lods, MIEN_ALL_LODS, (size_t)from->curve_count);
    return MIEN_OK;
}

/// Fills a skeleton whose block is there.
static MienStatus fill(MienSkeleton *skeleton, const MienSkeletonDesc *from, size_t text_size,
                       MienError *error)
{
    const Parts p =
        divide(skeleton->loaded.bytes.owned, (size_t)from->bone_count, (size_t)from->curve_count, text_size);
    size_t used = 0;
    skeleton->bone_count = from->bone_count;
    skeleton->curve_count = from->curve_count;
    skeleton->parents = p.parents;
    skeleton->reference = p.rest_pose;
    skeleton->bone_levels = p.bone_lods;
    skeleton->curve_levels = p.curve_lods;
    MienStatus status = copy_bones(from, &p, error);
    if (status == MIEN_OK)
        status = copy_names("bone_names", from->bone_names, from->bone_count, p.text, &used, p.bone_offsets,
                            p.bone_order, &skeleton->bones, error);
    if (status == MIEN_OK)
        status = copy_names("curve_names", from->curve_names, from->curve_count, p.text, &used,
                            p.curve_offsets, p.curve_order, &skeleton->curves, error);
    return status;
}

static MienStatus check_description(const MienSkeletonDesc *from, size_t *out_text_size, MienError *error)
{
    if (from->bone_count < 0 || from->curve_count < 0 ||
        (from->bone_count > 0 && (from->bone_names == NULL || from->rest_pose == NULL)) ||
        (from->curve_count > 0 && from->curve_names == NULL))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "bone_names, rest_pose and curve_names must be given for their counts");
    if (from->bone_count > MIEN_MAX_BONES || from->curve_count > MIEN_MAX_CURVES)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(),
                          "more bones or curves than a skeleton may have");
    *out_text_size = 0;
    const MienStatus status =
        measure_names("bone_names", from->bone_names, from->bone_count, out_text_size, error);
    return status == MIEN_OK
               ? measure_names("curve_names", from->curve_names, from->curve_count, out_text_size, error)
               : status;
}

MienStatus mien_skeleton_create(const MienSkeletonDesc *desc, MienSkeleton **out_skeleton, MienError *error)
{
    if (out_skeleton != NULL)
        *out_skeleton = NULL;
    if (out_skeleton == NULL || desc == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "desc and out_skeleton must be given");
    size_t text_size;
    MienStatus status = check_description(desc, &text_size, error);
    if (status != MIEN_OK)
        return status;
    const MienAllocator *allocator = desc->allocator;
    const size_t size = divide(NULL, (size_t)desc->bone_count, (size_t)desc->curve_count, text_size).size;
    MienSkeleton *skeleton = (MienSkeleton *)mieni_allocate(allocator, sizeof *skeleton, 16);
    uint8_t *block =
        skeleton != NULL ? (uint8_t *)mieni_allocate(allocator, size, MIEN_PACK_ALIGNMENT) : NULL;
    if (block == NULL) {
        if (skeleton != NULL)
            mieni_free(allocator, skeleton, sizeof *skeleton, 16);
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    }
    memset(skeleton, 0, sizeof *skeleton);
    skeleton->loaded.allocator = allocator;
    skeleton->loaded.bytes.data = skeleton->loaded.bytes.owned = block;
    skeleton->loaded.bytes.size = size;
    status = fill(skeleton, desc, text_size, error);
    if (status == MIEN_OK)
        *out_skeleton = skeleton;
    else
        mien_skeleton_destroy(skeleton);
    return status;
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
