// SPDX-License-Identifier: MIT
//
// What curves drive, in one pose asset or in all pose assets of a skeleton: a clip that plays on
// a thousand faces is compared with their union.

#include "core/float_rules.h"

#include "project/lint/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Building {
    MieniLint *lint;
    MieniLintDrive *drive;
    size_t words;
    int product_room;
} Building;

static void fold(const char *name, char *out)
{
    for (; *name != '\0'; ++name)
        *out++ = (char)(*name >= 'A' && *name <= 'Z' ? *name - 'A' + 'a' : *name);
    *out = '\0';
}

static int compare_drivers(const void *a, const void *b)
{
    const MieniLintDriver *one = a, *other = b;
    if (one->is_folded != other->is_folded)
        return one->is_folded ? 1 : -1;
    return strcmp(one->name, other->name);
}

static void add_bones(uint64_t *bones, const uint64_t *more, size_t words)
{
    for (size_t i = 0; i < words; ++i)
        bones[i] |= more[i];
}

/// Which values of a curve its control does not cut off.
static void set_range(const MienAuthorDrivenPose *settings, MieniLintDriver *driver)
{
    const double gain = settings->has_remap ? (double)settings->gain : 1.0,
                 offset = settings->has_remap ? (double)settings->offset : 0.0;
    driver->min = settings->has_range ? (double)settings->min : 0.0;
    driver->max = settings->has_range ? (double)settings->max : 1.0;
    driver->is_unlimited = settings->is_binary || gain == 0.0;
    if (settings->is_smooth) { // saturated before anything else
        driver->min = 0.0;
        driver->max = 1.0;
    } else if (!driver->is_unlimited) {
        const double a = (driver->min - offset) / gain, b = (driver->max - offset) / gain;
        driver->min = a < b ? a : b;
        driver->max = a < b ? b : a;
    }
}

/// The drivers of one asset, behind those that are there.
static void add_asset(Building *building, const MieniLintPoses *poses)
{
    MieniLintDriver *drivers = building->drive->drivers + building->drive->driver_count;
    for (int p = 0; p < poses->pose_count; ++p) {
        const MieniLintPose *pose = &poses->poses[p];
        char folded[MIEN_MAX_NAME + 1];
        MieniLintDriver *driver = &drivers[p];
        *driver = (MieniLintDriver){.name = pose->name,
                                    .is_folded = poses->is_unreal,
                                    .is_base = p == poses->base,
                                    .is_dependent = pose->role != MIEN_AUTHOR_CURVE_DRIVEN,
                                    .asset = poses->path};
        driver->bones = mieni_arena_take(&building->lint->arena, building->words, sizeof *driver->bones);
        if (driver->bones == NULL)
            return;
        if (poses->is_unreal) {
            fold(pose->name, folded);
            driver->name = mieni_lint_text(building->lint, "%s", folded);
        }
        set_range(&pose->settings, driver);
        driver->is_unlimited = driver->is_unlimited || poses->is_mesh;
        if (pose->role == MIEN_AUTHOR_CURVE_DRIVEN)
            add_bones(driver->bones, pose->bones, building->words);
    }
    for (int p = 0; p < poses->pose_count; ++p)
        if (poses->poses[p].is_rest)
            add_bones(building->drive->rest, poses->poses[p].bones, building->words);
    for (int p = 0; p < poses->pose_count; ++p)
        if (poses->poses[p].role == MIEN_AUTHOR_INBETWEEN)
            add_bones(drivers[poses->poses[p].control].bones, poses->poses[p].bones, building->words);
    building->drive->driver_count += poses->pose_count;
}

/// Drivers of one name become one: what any of them moves, the widest range.
static void merge(Building *building)
{
    MieniLintDrive *drive = building->drive;
    int count = 0;
    qsort(drive->drivers, (size_t)drive->driver_count, sizeof *drive->drivers, compare_drivers);
    for (int i = 0; i < drive->driver_count; ++i) {
        MieniLintDriver *last = count > 0 ? &drive->drivers[count - 1] : NULL, *next = &drive->drivers[i];
        if (last == NULL || compare_drivers(last, next) != 0) {
            drive->drivers[count++] = *next;
            continue;
        }
        add_bones(last->bones, next->bones, building->words);
        last->is_base = last->is_base && next->is_base;
        last->is_dependent = last->is_dependent && next->is_dependent;
        last->is_unlimited = last->is_unlimited || next->is_unlimited;
        last->min = next->min < last->min ? next->min : last->min;
        last->max = next->max > last->max ? next->max : last->max;
    }
    drive->driver_count = count;
}

static const MieniLintDriver *find_driver(const MieniLintDrive *drive, const char *name, bool is_folded)
{
    char folded[MIEN_MAX_NAME + 1];
    if (strlen(name) > MIEN_MAX_NAME)
        return NULL;
    if (is_folded)
        fold(name, folded);
    const MieniLintDriver wanted = {.name = is_folded ? folded : name, .is_folded = is_folded};
    return drive->driver_count > 0
               ? bsearch(&wanted, drive->drivers, (size_t)drive->driver_count, sizeof wanted, compare_drivers)
               : NULL;
}

static int compare_ints(const void *a, const void *b)
{
    const int one = *(const int *)a, other = *(const int *)b;
    return (one > other) - (one < other);
}

/// A combination by the drivers of its controls.
static void add_product(Building *building, const MieniLintPoses *poses, const MieniLintPose *pose)
{
    MieniLintDrive *drive = building->drive;
    MieniLint *lint = building->lint;
    MieniLintProduct *product = &drive->products[drive->product_count];
    *product = (MieniLintProduct){.bones = pose->bones, .driver_count = pose->input_count};
    product->drivers = mieni_arena_take(&lint->arena, (size_t)pose->input_count, sizeof *product->drivers);
    if (product->drivers == NULL)
        return;
    for (int i = 0; i < pose->input_count; ++i) {
        const MieniLintPose *input = &poses->poses[pose->inputs[i]];
        if (input->role == MIEN_AUTHOR_INBETWEEN)
            input = &poses->poses[input->control];
        const MieniLintDriver *driver = find_driver(drive, input->name, poses->is_unreal);
        product->drivers[i] = driver != NULL ? (int)(driver - drive->drivers) : 0;
    }
    qsort(product->drivers, (size_t)pose->input_count, sizeof *product->drivers, compare_ints);
    MieniTextOut key = {0};
    mieni_text_put(&key, "");
    for (int i = 0; i < pose->input_count; ++i)
        mieni_text_putf(&key, "%d ", product->drivers[i]);
    product->key = mieni_lint_text(lint, "%s", key.bytes != NULL ? key.bytes : "");
    mieni_text_release(&key);
    ++drive->product_count;
}

static int compare_products(const void *a, const void *b)
{
    return strcmp(((const MieniLintProduct *)a)->key, ((const MieniLintProduct *)b)->key);
}

static void merge_products(Building *building)
{
    MieniLintDrive *drive = building->drive;
    int count = 0;
    qsort(drive->products, (size_t)drive->product_count, sizeof *drive->products, compare_products);
    for (int i = 0; i < drive->product_count; ++i) {
        if (count > 0 && compare_products(&drive->products[count - 1], &drive->products[i]) == 0) {
            add_bones(drive->products[count - 1].bones, drive->products[i].bones, building->words);
            continue;
        }
        const MieniLintProduct next = drive->products[i];
        drive->products[count] = next;
        // Its own bones from here on: those of the pose stay what they are.
        uint64_t *bones = mieni_arena_take(&building->lint->arena, building->words, sizeof *bones);
        if (bones == NULL)
            return;
        memcpy(bones, next.bones, building->words * sizeof *bones);
        drive->products[count++].bones = bones;
    }
    drive->product_count = count;
}

/// Names to look for near misses in.
static void prepare_resolver(Building *building)
{
    MieniLintDrive *drive = building->drive;
    drive->control_names =
        mieni_arena_take(&building->lint->arena, (size_t)drive->driver_count, sizeof *drive->control_names);
    for (int i = 0; drive->control_names != NULL && i < drive->driver_count; ++i)
        if (!drive->drivers[i].is_dependent)
            drive->control_names[drive->driven_pose_count++] = drive->drivers[i].name;
    if (drive->control_names == NULL ||
        mien_author_resolver_create(drive->control_names, drive->driven_pose_count, NULL, NULL,
                                    &drive->resolver, NULL) != MIEN_OK)
        building->lint->status = MIEN_ERROR_MEMORY;
}

/// first and the next ones of its skeleton, or it alone.
static MieniLintDrive *build(MieniLint *lint, const MieniLintSkeleton *skeleton, const MieniLintPoses *first,
                             bool is_alone)
{
    Building building = {.lint = lint, .words = mieni_lint_words(skeleton)};
    size_t pose_count = 0;
    for (const MieniLintPoses *at = first; at != NULL; at = is_alone ? NULL : at->next_of_skeleton)
        pose_count += (size_t)at->pose_count;
    MieniLintDrive *drive = building.drive = mieni_arena_take(&lint->arena, 1, sizeof *drive);
    if (drive == NULL)
        return NULL;
    drive->skeleton = skeleton;
    drive->drivers = mieni_arena_take(&lint->arena, pose_count, sizeof *drive->drivers);
    drive->rest = mieni_arena_take(&lint->arena, building.words, sizeof *drive->rest);
    drive->products = mieni_arena_take(&lint->arena, pose_count, sizeof *drive->products);
    for (const MieniLintPoses *at = first; !lint->arena.is_out_of_memory && at != NULL;
         at = is_alone ? NULL : at->next_of_skeleton)
        add_asset(&building, at);
    if (!lint->arena.is_out_of_memory)
        merge(&building);
    for (const MieniLintPoses *at = first; !lint->arena.is_out_of_memory && at != NULL;
         at = is_alone ? NULL : at->next_of_skeleton)
        for (int p = 0; p < at->pose_count && !lint->arena.is_out_of_memory; ++p)
            if (at->poses[p].role == MIEN_AUTHOR_COMBINATION)
                add_product(&building, at, &at->poses[p]);
    if (!lint->arena.is_out_of_memory)
        merge_products(&building);
    if (!lint->arena.is_out_of_memory)
        prepare_resolver(&building);
    if (lint->arena.is_out_of_memory)
        lint->status = MIEN_ERROR_MEMORY;
    return drive;
}

MieniLintDrive *mieni_lint_drive_of(MieniLint *lint, MieniLintPoses *poses)
{
    if (poses->drive == NULL)
        poses->drive = build(lint, poses->skeleton, poses, true);
    return lint->status == MIEN_OK ? poses->drive : NULL;
}

MieniLintDrive *mieni_lint_drive_all(MieniLint *lint, MieniLintSkeleton *skeleton)
{
    if (skeleton->drive == NULL) {
        mieni_lint_all_poses(lint, skeleton);
        skeleton->drive = build(lint, skeleton, skeleton->poses, false);
    }
    return lint->status == MIEN_OK ? skeleton->drive : NULL;
}

int mieni_lint_drivers(const MieniLintDrive *drive, const char *curve, const MieniLintDriver *out[2])
{
    int count = 0;
    for (int is_folded = 0; is_folded < 2; ++is_folded) {
        const MieniLintDriver *driver = find_driver(drive, curve, is_folded != 0);
        if (driver != NULL)
            out[count++] = driver;
    }
    return count;
}
