// SPDX-License-Identifier: MIT
//
// Reads BVH: the hierarchy, then the skeleton it makes, then the motion.

#include "core/float_rules.h"

#include "mien_io/bvh.h"

#include "base/names.h"
#include "base/owned.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "io/bvh.h"
#include "io/formats.h"
#include "io/source_memory.h"

#include <string.h>

MienStatus mieni_bvh_fail(const MieniBvh *bvh, MieniWord at, MienStatus status, const char *sentence)
{
    return mieni_fail(bvh->error, status, sentence, "line %d, column %d", at.line, at.column);
}

MienStatus mieni_bvh_fail_word(const MieniBvh *bvh, MieniWord word, const char *sentence)
{
    return mieni_bvh_fail(bvh, word, MIEN_ERROR_CORRUPT,
                          word.text.size > 0 ? sentence
                                             : "The text ends in the middle; perhaps it was cut short.");
}

MienStatus mieni_bvh_no_memory(const MieniBvh *bvh)
{
    return mieni_fail(bvh->error, MIEN_ERROR_MEMORY, "There is no memory for the motion.", "%s", "");
}

MienStatus mieni_bvh_expect(MieniBvh *bvh, const char *word, const char *sentence)
{
    const MieniWord found = mieni_words_next(&bvh->words);
    return mieni_span_is(found.text, word) ? MIEN_OK : mieni_bvh_fail_word(bvh, found, sentence);
}

MienStatus mieni_bvh_number(const MieniBvh *bvh, MieniWord word, double *out_number)
{
    if (mieni_span_number(word.text, out_number))
        return MIEN_OK;
    return mieni_bvh_fail_word(bvh, word, "A number belongs here: decimal, with a point, such as -12.5.");
}

bool mieni_bvh_is_sane(const MieniBvh *bvh, const double lengths[3])
{
    const double most = (double)MIEN_MAX_LENGTH;
    for (int i = 0; i < 3; ++i)
        if (!(lengths[i] * bvh->unit >= -most && lengths[i] * bvh->unit <= most))
            return false;
    return true;
}

MienVec3 mieni_bvh_translation(const MieniBvh *bvh, const double lengths[3])
{
    const float x = (float)(lengths[0] * bvh->unit), y = (float)(lengths[1] * bvh->unit),
                z = (float)(lengths[2] * bvh->unit);
    // Adding 0 makes -0 to 0, so that nothing depends on how a file writes it.
    const bool is_z_up = bvh->options->up == MIEN_IO_UP_Z;
    return (MienVec3){x + 0.0f, (is_z_up ? z : y) + 0.0f, (is_z_up ? -y : z) + 0.0f};
}

/// Of all joints whose name an earlier one has, the first in the file is named.
static MienStatus check_unique(const MieniBvh *bvh, MieniNameEntry *entries)
{
    const int count = bvh->report.joint_count;
    int first = count, other = -1;
    for (int i = 0; i < count; ++i)
        entries[i] = (MieniNameEntry){bvh->source->skeleton.bones[i].name, i};
    mieni_names_sort(entries, count);
    for (int i = 1; i < count; ++i)
        if (entries[i].index < first && strcmp(entries[i - 1].name, entries[i].name) == 0) {
            first = entries[i].index;
            other = entries[i - 1].index;
        }
    if (other < 0)
        return MIEN_OK;
    return mieni_fail(bvh->error, MIEN_ERROR_DATA, "Two joints have the same name; rename one of them.",
                      "line %d, and line %d", bvh->joints[first].name.line, bvh->joints[other].name.line);
}

static MienStatus make_skeleton(MieniBvh *bvh)
{
    MieniArena *arena = mieni_source_arena(bvh->source);
    const size_t count = (size_t)bvh->report.joint_count;
    size_t size = 0;
    for (size_t i = 0; i < count; ++i)
        size += bvh->joints[i].name.text.size + 1;
    char *names = mieni_arena_take(arena, size, 1);
    MienAuthorBone *bones = mieni_arena_take(arena, count, sizeof *bones);
    MieniNameEntry *entries = mieni_arena_take(&bvh->scratch, count, sizeof *entries);
    if (names == NULL || bones == NULL || entries == NULL)
        return mieni_bvh_no_memory(bvh);
    for (size_t i = 0; i < count; ++i) {
        const MieniBvhJoint *joint = &bvh->joints[i];
        memcpy(names, joint->name.text.at, joint->name.text.size); // zero follows: memory is zeroed
        bones[i] = (MienAuthorBone){.name = names,
                                    .parent = joint->parent,
                                    .reference = mien_transform_identity(),
                                    .last_level = MIEN_ALL_LEVELS};
        bones[i].reference.translation = mieni_bvh_translation(bvh, joint->offset);
        names += joint->name.text.size + 1;
    }
    bvh->source->skeleton = (MienAuthorSkeleton){.bone_count = (int)count, .bones = bones};
    return check_unique(bvh, entries);
}

static MIENI_APART MienStatus read_file(MieniBvh *bvh)
{
    MienStatus status = mieni_bvh_read_hierarchy(bvh);
    if (status == MIEN_OK)
        status = make_skeleton(bvh);
    return status == MIEN_OK ? mieni_bvh_read_motion(bvh) : status;
}

static MienStatus check_arguments(const MieniBvh *bvh, const void *bytes, size_t size)
{
    const MienIoBvhOptions *options = bvh->options;
    if (bytes == NULL && size > 0)
        return mieni_fail(bvh->error, MIEN_ERROR_ARGUMENT, "The bytes must be given.", "bytes");
    if (options->unit != 0.0 && !(options->unit >= 1e-9 && options->unit <= 1e9))
        return mieni_fail(bvh->error, MIEN_ERROR_ARGUMENT,
                          "A unit is 1e-9 to 1e9 metres, or 0 to keep the numbers.", "options.unit");
    if ((unsigned)options->up > MIEN_IO_UP_Z)
        return mieni_fail(bvh->error, MIEN_ERROR_ARGUMENT, "The way up is of no known kind.", "options.up");
    if (size > MIEN_IO_BVH_MAX_SIZE)
        return mieni_fail(bvh->error, MIEN_ERROR_LIMIT, "A file has at most 1 GiB; split it.", "byte %d",
                          MIEN_IO_BVH_MAX_SIZE);
    return MIEN_OK;
}

MienStatus mien_io_bvh_read(const void *bytes, size_t size, const MienIoBvhOptions *options,
                            const MienAllocator *allocator, MienIoSource **out_source,
                            MienIoBvhReport *out_report, MienError *error)
{
    static const MienIoBvhOptions defaults = {0};
    if (out_source == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "A place for the source must be given.", "out_source");
    *out_source = NULL;
    MieniBvh bvh = {.options = options != NULL ? options : &defaults, .error = error};
    MienStatus status = check_arguments(&bvh, bytes, size);
    if (status != MIEN_OK)
        return status;
    bvh.words = mieni_words_of(bytes, size);
    bvh.report.unit_is_kept = bvh.options->unit == 0.0;
    bvh.unit = bvh.report.unit_is_kept ? 1.0 : bvh.options->unit;
    MieniBudget budget;
    mieni_budget_begin(&budget, allocator, &bvh.options->limits, size);
    bvh.scratch.allocator = &budget.allocator;
    bvh.source = mieni_owned_create_within(sizeof *bvh.source, &budget);
    if (bvh.source == NULL)
        return mieni_budget_status(&budget, mieni_bvh_no_memory(&bvh), error);
    const MieniFloatEnv env = mieni_float_env_enter();
    status = read_file(&bvh);
    mieni_float_env_leave(env);
    mieni_arena_release(&bvh.scratch);
    mieni_owned_leave_budget(bvh.source);
    if (status != MIEN_OK) {
        mien_io_source_destroy(bvh.source);
        return mieni_budget_status(&budget, status, error);
    }
    *out_source = bvh.source;
    if (out_report != NULL)
        *out_report = bvh.report;
    return MIEN_OK;
}

static MienStatus read_format(const MieniReading *reading, MieniRead *out, MienError *error)
{
    MienIoBvhReport report = {0};
    const MienIoBvhOptions options = {.unit = reading->unit, .up = reading->up, .source = reading->file};
    const MienStatus status = mien_io_bvh_read(reading->bytes, reading->size, &options, reading->allocator,
                                               &out->source, &report, error);
    if (status == MIEN_OK && report.unit_is_kept)
        mieni_source_note(
            reading->notes,
            "BVH says no unit: its numbers are taken for metres. Give --unit if they are not (0.01 "
            "for centimetres).");
    return status;
}

const MieniFormat mieni_format_bvh = {.read = read_format};
