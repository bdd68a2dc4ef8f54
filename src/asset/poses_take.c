// SPDX-License-Identifier: MIT
//
// Takes seen frame by frame, and how rows of a pose asset name them.

#include "core/float_rules.h"

#include "asset/poses_parts.h"
#include "core/sha256.h"

#include <stdio.h>
#include <string.h>

int mieni_take_frame_count(const MienAuthorClip *clip)
{
    int count = 0;
    for (int t = 0; t < clip->track_count; ++t) {
        const MienAuthorClipTrack *track = &clip->tracks[t];
        if (track->sample_count == 1)
            continue; // a bone that keeps still, however long the take is
        count = track->times == NULL && track->sample_count > count ? track->sample_count : count;
    }
    if (count > 0 || clip->rate <= 0)
        return count;
    // A frame that the length reaches to within a millionth counts: lengths are rounded.
    const int divisor = clip->rate_divisor > 0 ? clip->rate_divisor : 1;
    const double frames = clip->length * (double)clip->rate / (double)divisor + 1e-6;
    return frames < 100000000.0 ? (int)frames + 1 : 100000000;
}

double mieni_take_frame_time(const MienAuthorClip *clip, int frame)
{
    const int divisor = clip->rate_divisor > 0 ? clip->rate_divisor : 1;
    return clip->rate > 0 ? (double)frame * (double)divisor / (double)clip->rate : 0.0;
}

MienTransform mieni_take_sample(const MienAuthorClip *clip, int track, MieniMoment moment)
{
    const MienAuthorClipTrack *at = &clip->tracks[track];
    if (moment.frame < 0 || at->times != NULL)
        return mien_author_track_evaluate(clip, track, moment.time);
    return at->samples[moment.frame < at->sample_count ? moment.frame : at->sample_count - 1];
}

const MienAuthorClipEvent *mieni_take_event(const MienAuthorClip *clip, const char *name)
{
    for (int e = 0; e < clip->event_count; ++e)
        if (strcmp(clip->events[e].name, name) == 0)
            return &clip->events[e];
    return NULL;
}

static int *order_of(MieniArena *arena, MieniNameEntry *entries, int count)
{
    int *order = mieni_arena_take(arena, (size_t)count, sizeof *order);
    if (order == NULL)
        return NULL;
    mieni_names_sort(entries, count);
    for (int i = 0; i < count; ++i)
        order[i] = entries[i].index;
    return order;
}

bool mieni_take_view(const MienAuthorClip *clip, MieniArena *arena, MieniTakeView *out_view)
{
    const int most = clip->track_count > clip->curve_count ? clip->track_count : clip->curve_count;
    MieniNameEntry *entries = mieni_arena_take(arena, (size_t)most, sizeof *entries);
    if (entries == NULL)
        return false;
    for (int t = 0; t < clip->track_count; ++t)
        entries[t] = (MieniNameEntry){clip->tracks[t].bone, t};
    const int *tracks = order_of(arena, entries, clip->track_count);
    for (int c = 0; c < clip->curve_count; ++c)
        entries[c] = (MieniNameEntry){clip->curves[c].name, c};
    const int *curves = order_of(arena, entries, clip->curve_count);
    *out_view = (MieniTakeView){clip, mieni_take_frame_count(clip), tracks, curves};
    return tracks != NULL && curves != NULL;
}

/// Floats as their bits, lowest byte first, so that every machine hashes the same.
static void hash_floats(MieniSha256 *hash, const float *values, int count)
{
    uint8_t bytes[40];
    for (int i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        for (int k = 0; k < 4; ++k)
            bytes[4 * i + k] = (uint8_t)(bits >> (8 * k));
    }
    mieni_sha256_update(hash, bytes, 4 * (size_t)count);
}

void mieni_take_hash(const MieniTakeView *view, MieniMoment moment, char out[MIENI_HASH_ROOM])
{
    const MienAuthorClip *clip = view->clip;
    MieniSha256 hash;
    uint8_t digest[32];
    mieni_sha256_begin(&hash);
    for (int i = 0; i < clip->track_count; ++i) {
        const int t = view->tracks[i];
        const MienTransform at = mieni_take_sample(clip, t, moment);
        const float values[10] = {at.rotation.x,    at.rotation.y,    at.rotation.z,    at.rotation.w,
                                  at.translation.x, at.translation.y, at.translation.z, at.scale.x,
                                  at.scale.y,       at.scale.z};
        mieni_sha256_update(&hash, clip->tracks[t].bone, strlen(clip->tracks[t].bone) + 1);
        hash_floats(&hash, values, 10);
    }
    mieni_sha256_update(&hash, "", 1); // no bone is called so: here the curves begin
    for (int i = 0; i < clip->curve_count; ++i) {
        const MienAuthorClipCurve *curve = &clip->curves[view->curves[i]];
        const float value = mien_author_curve_evaluate(curve, moment.time);
        mieni_sha256_update(&hash, curve->name, strlen(curve->name) + 1);
        hash_floats(&hash, &value, 1);
    }
    mieni_sha256_end(&hash, digest);
    for (int i = 0; i < 8; ++i)
        snprintf(out + 2 * i, 3, "%02x", digest[i]);
}

bool mieni_poses_origin(const MieniAsset *asset, const MieniJson *row, const char **out_file,
                        const char **out_take)
{
    const MieniJson *source = mieni_json_get(asset->json.root, "source");
    const MieniJson *transfer = mieni_json_get(asset->json.root, "transfer");
    const char *common =
        mieni_json_get_string(source, "file", mieni_json_get_string(transfer, "poses", NULL));
    *out_file = mieni_json_get_string(row, "file", common);
    if (*out_file == NULL)
        return false;
    // The take that the asset names is one of its own file.
    const bool is_common = common != NULL && strcmp(*out_file, common) == 0;
    *out_take =
        mieni_json_get_string(row, "take", is_common ? mieni_json_get_string(source, "take", "") : "");
    return true;
}

bool mieni_poses_is_sourced(const MieniJson *row)
{
    return mieni_json_get(row, "frame") != NULL || mieni_json_get(row, "time") != NULL ||
           mieni_json_get(row, "marker") != NULL;
}

int mieni_poses_find_take(const MieniPosesTake *takes, int count, const char *file, const char *take)
{
    for (int i = 0; i < count; ++i)
        if (strcmp(takes[i].file, file) == 0 && strcmp(takes[i].take, take) == 0)
            return i;
    return -1;
}

MienStatus mieni_poses_takes(const MieniAsset *asset, MieniArena *arena, MieniPosesTake **out_takes,
                             int *out_count, MienError *error)
{
    static const char *const lists[] = {"poses", "skipped"};
    const MieniJson *root = asset->json.root;
    size_t most = 1;
    *out_takes = NULL;
    *out_count = 0;
    for (int l = 0; l < 2; ++l) {
        const MieniJson *rows = mieni_json_get(root, lists[l]);
        most += rows != NULL ? (size_t)rows->count : 0;
    }
    MieniPosesTake *takes = mieni_arena_take(arena, most, sizeof *takes);
    if (takes == NULL)
        return mieni_poses_no_memory(error);
    int count = 0, last = -1;
    const char *file, *take;
    if (mieni_poses_origin(asset, NULL, &file, &take))
        takes[count++] = (MieniPosesTake){file, take, NULL};
    for (int l = 0; l < 2; ++l) {
        const MieniJson *rows = mieni_json_get(root, lists[l]);
        for (int i = 0; rows != NULL && i < rows->count; ++i) {
            if (!mieni_poses_is_sourced(rows->items[i]) ||
                !mieni_poses_origin(asset, rows->items[i], &file, &take))
                continue;
            // Rows of one take mostly stand together.
            if (last >= 0 && mieni_poses_find_take(&takes[last], 1, file, take) == 0)
                continue;
            last = mieni_poses_find_take(takes, count, file, take);
            if (last < 0) {
                last = count++;
                takes[last] = (MieniPosesTake){file, take, NULL};
            }
        }
    }
    *out_takes = takes;
    *out_count = count;
    return MIEN_OK;
}

MienStatus mieni_poses_moment(const MieniJson *row, const char *list, int index, const MienAuthorClip *clip,
                              MieniMoment *out_moment, MienError *error)
{
    const MieniJson *frame = mieni_json_get(row, "frame"), *time = mieni_json_get(row, "time");
    *out_moment = (MieniMoment){-1, 0.0};
    if (frame != NULL && time != NULL)
        return mieni_row_fail(error, row, list, index, "time",
                              "A pose is taken at a frame or at a time: remove one of the two.");
    if (frame != NULL) {
        const int count = mieni_take_frame_count(clip);
        if (frame->number >= (double)count)
            return mieni_row_fail(error, row, list, index, "frame",
                                  "The take has %d frames, counted from 0: choose one of them, or run "
                                  "`mien poses update`.",
                                  count);
        out_moment->frame = (int)frame->number;
        out_moment->time = mieni_take_frame_time(clip, out_moment->frame);
    } else if (time != NULL) {
        out_moment->time = time->number;
    } else {
        const char *marker = mieni_json_get_string(row, "marker", "");
        const MienAuthorClipEvent *event = mieni_take_event(clip, marker);
        if (event == NULL)
            return mieni_row_fail(
                error, row, list, index, "marker",
                "The take has no marker \"%.60s\": name one of its own, or a frame or time.", marker);
        out_moment->time = event->time;
    }
    return MIEN_OK;
}
