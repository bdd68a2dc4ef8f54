// SPDX-License-Identifier: MIT
//
// Poses from takes, and by hand.

#include "core/float_rules.h"

#include "asset/edit/poses.h"
#include "asset/edit/poses_change.h"
#include "core/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The moments of a plan.
typedef struct Moments {
    int count;
    MieniMoment *items;
    const char **markers; ///< Or NULL.
} Moments;

static int compare_events(const void *left, const void *right)
{
    const MienAuthorClipEvent *const *a = left, *const *b = right;
    if ((*a)->time != (*b)->time)
        return (*a)->time < (*b)->time ? -1 : 1;
    return (*a > *b) - (*a < *b); // as they stand
}

static MienStatus order_markers(MieniChange *change, const MienAuthorClip *clip, Moments *out)
{
    const MienAuthorClipEvent **events =
        mieni_arena_take(&change->scratch, (size_t)clip->event_count, sizeof *events);
    MieniSeen seen;
    out->markers = mieni_arena_take(&change->scratch, (size_t)clip->event_count, sizeof *out->markers);
    if (!mieni_seen_begin(&seen, &change->scratch, (size_t)clip->event_count) || events == NULL ||
        out->markers == NULL)
        return MIEN_ERROR_MEMORY;
    for (int e = 0; e < clip->event_count; ++e)
        events[e] = &clip->events[e];
    if (clip->event_count > 0)
        qsort(events, (size_t)clip->event_count, sizeof *events, compare_events);
    for (int e = 0; e < clip->event_count; ++e) {
        if (mieni_seen_has(&seen, events[e]->name))
            return mieni_change_fail(change, "markers",
                                     "The take has two markers \"%.60s\": their names tell poses apart, so "
                                     "rename one.",
                                     events[e]->name);
        if (events[e]->time < 0.0)
            return mieni_change_fail(change, "markers",
                                     "The marker \"%.60s\" is before the take: move it, or give times.",
                                     events[e]->name);
        mieni_seen_add(&seen, events[e]->name);
        out->items[e] = (MieniMoment){-1, events[e]->time};
        out->markers[e] = events[e]->name;
    }
    return MIEN_OK;
}

static MienStatus find_moments(MieniChange *change, const MieniPosesPlan *plan, Moments *out)
{
    const MienAuthorClip *clip = plan->take.clip;
    const int frames = mieni_take_frame_count(clip);
    *out = (Moments){0};
    if (plan->from == MIENI_POSES_FRAMES) {
        out->count = plan->count > 0 ? plan->count : frames - plan->first;
        if (plan->first < 0 || plan->first >= frames || out->count > frames - plan->first)
            return mieni_change_fail(change, "frame",
                                     "The take has %d frames, counted from 0: choose among these.", frames);
    } else {
        out->count = plan->from == MIENI_POSES_TIMES ? plan->time_count : clip->event_count;
    }
    if (out->count > MIEN_MAX_POSES)
        return mieni_change_fail(change, "count", "An asset has at most 65535 poses: choose fewer of the %d.",
                                 out->count);
    out->items = mieni_arena_take(&change->scratch, (size_t)out->count, sizeof *out->items);
    if (out->items == NULL)
        return MIEN_ERROR_MEMORY;
    if (plan->from == MIENI_POSES_MARKERS)
        return order_markers(change, clip, out);
    for (int i = 0; i < out->count; ++i) {
        const int frame = plan->first + i;
        out->items[i] = plan->from == MIENI_POSES_FRAMES
                            ? (MieniMoment){frame, mieni_take_frame_time(clip, frame)}
                            : (MieniMoment){-1, plan->times[i] + 0.0};
        if (!(out->items[i].time >= 0.0 && out->items[i].time <= clip->length + 1e-9) &&
            plan->from == MIENI_POSES_TIMES) {
            char place[32];
            snprintf(place, sizeof place, "times[%d]", i);
            return mieni_change_fail(change, place, "A time is within the take, in seconds from its start.");
        }
    }
    return MIEN_OK;
}

static bool is_skipped(const MieniPosesPlan *plan, int i)
{
    return i < plan->name_count && plan->is_skipped != NULL && plan->is_skipped[i];
}

static const char *given_name(const MieniPosesPlan *plan, int i)
{
    return i < plan->name_count && plan->names != NULL ? plan->names[i] : NULL;
}

/// Names of all moments: first those that are given, which must be new, then defaults.
static MienStatus name_moments(MieniChange *change, const MieniPosesPlan *plan, const Moments *moments,
                               MieniSeen *seen, const char **names)
{
    char place[32];
    if (plan->name_count > moments->count)
        return mieni_change_fail(change, "names", "There are %d names for %d poses: remove some.",
                                 plan->name_count, moments->count);
    for (int i = 0; i < moments->count; ++i) {
        const char *name = given_name(plan, i), *why = NULL;
        if (is_skipped(plan, i) || name == NULL)
            continue;
        snprintf(place, sizeof place, "names[%d]", i);
        if (!mieni_name_is_valid(name, strlen(name), &why))
            return mieni_change_fail(change, place, "%s", why);
        if (mieni_seen_has(seen, name))
            return mieni_change_fail(change, place, "\"%.80s\" is there already: choose another name.", name);
        mieni_seen_add(seen, name);
        names[i] = name;
    }
    int number = 0;
    for (int i = 0; i < moments->count; ++i) {
        if (is_skipped(plan, i) || names[i] != NULL)
            continue;
        const int own = moments->items[i].frame >= 0 ? moments->items[i].frame : i;
        number = number > own ? number : own;
        if (moments->markers != NULL && !mieni_seen_has(seen, moments->markers[i])) {
            names[i] = moments->markers[i];
            mieni_seen_add(seen, names[i]);
            continue;
        }
        names[i] = mieni_poses_default_name(seen, &change->scratch, &number);
        if (names[i] == NULL)
            return MIEN_ERROR_MEMORY;
        // A default name is the frame's own: what is in its way was given.
        if (moments->markers == NULL && number != own + 1) {
            snprintf(place, sizeof place, "names[%d]", i);
            return mieni_change_fail(change, place,
                                     "The default name Pose_%d is given to another: name this one too.", own);
        }
    }
    return MIEN_OK;
}

/// Writes the poses and skipped moments of a new asset.
static MienStatus add_moments(MieniChange *change, const MieniPosesPlan *plan)
{
    Moments moments;
    MieniTakeView view;
    MieniSeen names_seen, ids_seen;
    MieniArena *scratch = &change->scratch;
    MienStatus status = find_moments(change, plan, &moments);
    if (status != MIEN_OK)
        return status;
    MieniJson *poses = mieni_change_list(change, "poses"), *skipped = mieni_change_list(change, "skipped");
    if (poses == NULL || skipped == NULL)
        return MIEN_ERROR_MEMORY;
    const size_t room = (size_t)moments.count;
    const char **names = mieni_arena_take(scratch, (size_t)moments.count, sizeof *names);
    if (!mieni_take_view(plan->take.clip, scratch, &view) || !mieni_seen_begin(&names_seen, scratch, room) ||
        !mieni_seen_begin(&ids_seen, scratch, room) || names == NULL)
        return MIEN_ERROR_MEMORY;
    status = name_moments(change, plan, &moments, &names_seen, names);
    for (int i = 0; status == MIEN_OK && i < moments.count; ++i) {
        const MieniMoment moment = moments.items[i];
        const char *id = "", *marker = moments.markers != NULL ? moments.markers[i] : NULL;
        char hash[MIENI_HASH_ROOM];
        MieniJson *row = mieni_json_append(change->json, is_skipped(plan, i) ? skipped : poses,
                                           mieni_json_object(change->json));
        mieni_take_hash(&view, moment, hash);
        if (!is_skipped(plan, i)) {
            if (!mieni_poses_id(&ids_seen, scratch, plan->take.file, plan->take.take, moment.time, NULL, &id))
                return MIEN_ERROR_MEMORY;
            mieni_change_put_text(change, row, "name", names[i]);
            mieni_change_put_text(change, row, "id", id);
        }
        mieni_change_put_source(change, row, &plan->take, moment, marker, hash);
    }
    mieni_change_drop_empty(change, "skipped", skipped);
    return status;
}

/// The plan's take as the source of the asset.
static void put_asset_source(MieniChange *change, const MieniPosesPlan *plan)
{
    const bool is_whole = plan->from == MIENI_POSES_MARKERS ||
                          (plan->from == MIENI_POSES_FRAMES && plan->first == 0 && plan->count == 0);
    MieniJson *source = mieni_json_set(change->json, change->root, "source", mieni_json_object(change->json));
    mieni_change_put_text(change, source, "file", plan->take.file);
    if (plan->take.take[0] != '\0')
        mieni_change_put_text(change, source, "take", plan->take.take);
    if (is_whole)
        mieni_change_put_text(change, change->root, "follow",
                              plan->from == MIENI_POSES_MARKERS ? "markers" : "frames");
}

MienStatus mieni_poses_make(MieniAsset *out_asset, const char *skeleton_path, bool is_absolute,
                            const char *base, const MieniPosesPlan *plan, const MienAllocator *allocator,
                            MienError *error)
{
    MieniAsset made;
    *out_asset = (MieniAsset){0};
    MienStatus status = mieni_asset_begin(&made, MIENI_ASSET_POSES, allocator);
    if (status != MIEN_OK)
        return mieni_poses_no_memory(error);
    MieniChange change;
    mieni_change_begin(&change, &made, error);
    mieni_change_put_text(&change, change.root, "skeleton", skeleton_path);
    mieni_change_put_text(&change, change.root, "mode", is_absolute ? "absolute" : "additive");
    put_asset_source(&change, plan);
    if (base != NULL)
        mieni_change_put_text(&change, change.root, "base", base);
    status = mieni_change_end(&change, add_moments(&change, plan));
    if (status == MIEN_OK)
        *out_asset = made;
    else
        mieni_asset_release(&made);
    return status;
}

MienStatus mieni_poses_add_made(MieniAsset *asset, const char *name, const MienAuthorSkeleton *skeleton,
                                const MienTransform *bones, const MienTransform *base,
                                const char *const *curves, const float *values, int curve_count,
                                MienError *error)
{
    MieniChange change;
    MieniSeen ids;
    const char *id = "";
    mieni_change_begin(&change, asset, error);
    MieniJson *poses = mieni_change_list(&change, "poses");
    if (poses == NULL || !mieni_seen_begin(&ids, &change.scratch, (size_t)poses->count + 1))
        return mieni_change_end(&change, MIEN_ERROR_MEMORY);
    if (mieni_json_find(poses, "name", name) >= 0)
        return mieni_change_end(
            &change, mieni_change_fail(&change, name, "A pose has this name already: choose another name."));
    mieni_seen_add_rows(&ids, poses, "id");
    if (!mieni_poses_id(&ids, &change.scratch, NULL, NULL, 0.0, name, &id))
        return mieni_change_end(&change, MIEN_ERROR_MEMORY);
    MieniJson *row = mieni_json_append(change.json, poses, mieni_json_object(change.json));
    mieni_change_put_text(&change, row, "name", name);
    mieni_change_put_text(&change, row, "id", id);
    mieni_change_put_bones(&change, row, skeleton, bones, base);
    mieni_change_put_curves(&change, row, curves, values, curve_count);
    return mieni_change_end(&change, MIEN_OK);
}
