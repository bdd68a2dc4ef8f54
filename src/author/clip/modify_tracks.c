// SPDX-License-Identifier: MIT
//
// Modifiers that look at bones: removing and keeping tracks, resampling them,
// mirroring.

#include "core/float_rules.h"

#include "author/clip/modify.h"

#include <string.h>

/// Marks the tracks of one name and, through the skeleton, of everything below it,
/// whether or not the bone itself has a track.
static bool choose_family(const MieniWork *work, const char *name, const int *bone_of_track, bool *is_below,
                          bool *is_chosen)
{
    const MienAuthorSkeleton *skeleton = work->skeleton;
    for (int b = 0; b < skeleton->bone_count; ++b) {
        const int parent = skeleton->bones[b].parent;
        is_below[b] = (parent >= 0 && is_below[parent]) || mieni_name_matches(name, skeleton->bones[b].name);
    }
    bool is_found = false;
    for (int t = 0; t < work->track_count; ++t) {
        const int bone = bone_of_track[t];
        if (bone >= 0 ? is_below[bone] : mieni_name_matches(name, work->tracks[t].track.bone))
            is_found = is_chosen[t] = true;
    }
    return is_found;
}

static MienStatus choose_families(MieniWork *work, bool *is_chosen)
{
    const MienAuthorSkeleton *skeleton = work->skeleton;
    if (skeleton == NULL)
        return mieni_work_fail(work, MIEN_ERROR_ARGUMENT,
                               "which bones are children only a skeleton tells, and none was given",
                               ".with_children");
    bool *is_below = mieni_arena_take(work->scratch, (size_t)skeleton->bone_count, sizeof *is_below);
    int *bone_of_track = mieni_arena_take(work->scratch, (size_t)work->track_count, sizeof *bone_of_track);
    if (is_below == NULL || bone_of_track == NULL)
        return mieni_work_no_memory(work);
    for (int t = 0; t < work->track_count; ++t)
        bone_of_track[t] = mieni_names_search(work->bones, skeleton->bone_count, work->tracks[t].track.bone);
    for (int n = 0; n < work->modifier->name_count; ++n)
        work->is_found[n] = choose_family(work, work->modifier->names[n], bone_of_track, is_below, is_chosen);
    return MIEN_OK;
}

MienStatus mieni_modify_choose_tracks(MieniWork *work)
{
    const MienAuthorModifierKind kind = work->modifier->kind;
    bool *is_chosen = mieni_arena_take(work->scratch, (size_t)work->track_count, sizeof *is_chosen);
    if (is_chosen == NULL)
        return mieni_work_no_memory(work);
    if (kind == MIEN_AUTHOR_REMOVE_ALL_TRACKS) {
        memset(is_chosen, 1, (size_t)work->track_count);
    } else if (work->modifier->with_children) {
        const MienStatus status = choose_families(work, is_chosen);
        if (status != MIEN_OK)
            return status;
    } else {
        for (int t = 0; t < work->track_count; ++t)
            is_chosen[t] = mieni_work_is_named(work, work->tracks[t].track.bone);
    }
    int kept = 0;
    for (int t = 0; t < work->track_count; ++t) {
        if (is_chosen[t] == (kind == MIEN_AUTHOR_KEEP_BONES))
            work->tracks[kept++] = work->tracks[t];
    }
    work->report->tracks_touched = work->track_count - kept;
    work->track_count = kept;
    return MIEN_OK;
}

static MienStatus resample_track(const MieniWork *work, const MieniGrid *grid, const double *times,
                                 MieniWorkTrack *at)
{
    MienTransform *samples = mieni_arena_take(work->scratch, (size_t)grid->count, sizeof *samples);
    if (samples == NULL)
        return mieni_work_no_memory(work);
    MienAuthorClip alone = *work->source;
    alone.track_count = 1;
    alone.tracks = &at->track;
    for (int i = 0; i < grid->count; ++i)
        samples[i] = mien_author_track_evaluate(&alone, 0, times[i]);
    at->track.sample_count = grid->count;
    at->track.samples = samples;
    at->track.times = times;
    at->owns_samples = true;
    return MIEN_OK;
}

MienStatus mieni_modify_resample_tracks(MieniWork *work)
{
    MieniGrid grid;
    MienStatus status = mieni_work_grid(work, work->modifier->rate, work->modifier->rate_divisor, &grid);
    if (status != MIEN_OK)
        return status;
    // All tracks share the times, which therefore are the result's at once.
    double *times = mieni_arena_take(work->result, (size_t)grid.count, sizeof *times);
    if (times == NULL)
        return mieni_work_no_memory(work);
    for (int i = 0; i < grid.count; ++i)
        times[i] = mieni_grid_time(&grid, i);
    for (int t = 0; status == MIEN_OK && t < work->track_count; ++t) {
        if (!mieni_work_is_named(work, work->tracks[t].track.bone))
            continue;
        status = resample_track(work, &grid, times, &work->tracks[t]);
        ++work->report->tracks_touched;
    }
    return status;
}

// M = diag(-1, 1, 1) mirrors points. A bone p -> R S p + t between mirrored frames
// is M (R S M p + t): translation M t; rotation M R M, which turns about the
// mirrored axis the other way round: axis (-x, y, z), angle negated, so vector part
// (x, -y, -z); scale as it is, because M and S are diagonal.
static MienTransform mirrored(const MienTransform *transform)
{
    MienTransform m = *transform;
    m.rotation.y = -m.rotation.y;
    m.rotation.z = -m.rotation.z;
    m.translation.x = -m.translation.x;
    return m;
}

static MienStatus mirror_track(const MieniWork *work, MieniWorkTrack *at)
{
    MienAuthorClipTrack *track = &at->track;
    MienTransform *samples = mieni_arena_take(work->scratch, (size_t)track->sample_count, sizeof *samples);
    if (samples == NULL)
        return mieni_work_no_memory(work);
    for (int i = 0; i < track->sample_count; ++i)
        samples[i] = mirrored(&track->samples[i]);
    track->samples = samples;
    at->owns_samples = true;
    bool is_swapped;
    const int known = work->skeleton != NULL ? work->skeleton->bone_count : 0;
    const MienStatus status = mieni_work_swap(work, work->bones, known, &track->bone, &is_swapped);
    at->owns_bone = at->owns_bone || is_swapped;
    return status;
}

MienStatus mieni_modify_mirror(MieniWork *work)
{
    MienStatus status = MIEN_OK;
    for (int t = 0; status == MIEN_OK && t < work->track_count; ++t)
        status = mirror_track(work, &work->tracks[t]);
    work->report->tracks_touched = work->track_count;
    const int known = work->skeleton != NULL ? work->skeleton->curve_count : 0;
    for (int c = 0; status == MIEN_OK && c < work->curve_count; ++c) {
        MieniWorkCurve *at = &work->curves[c];
        bool is_swapped;
        status = mieni_work_swap(work, work->known, known, &at->curve.name, &is_swapped);
        at->owns_name = at->owns_name || is_swapped;
        work->report->curves_touched += is_swapped;
    }
    return status;
}
