// SPDX-License-Identifier: MIT
//
// Pose assets that are transferred: the poses of another face become a take with a marker per pose.

#include "core/float_rules.h"

#include "project/recipes/poses_transfer.h"

#include "asset/poses_parts.h"
#include "asset/view.h"
#include "base/names.h"

#include <stddef.h>
#include <string.h>

typedef struct Making {
    MieniPosesTransfer *made;
    MieniArena scratch;
    MieniNameEntry *source_names; ///< Of the source's poses, sorted.
    MienTransferPin *pins;
    int pin_count;
    MienTransfer *transfer;
    MieniProblem *problem;
} Making;

static MienStatus no_memory(const Making *m)
{
    return mieni_project_no_memory(m->made->project, m->made->path, m->problem);
}

/// The source's pose that a row of the asset is, or -1. One without a marker is made by hand.
static int source_pose_of(const Making *m, const MieniPoseView *row)
{
    const char *marker = mieni_pose_marker(row), *name = marker != NULL ? marker : mieni_pose_name(row);
    return name != NULL ? mieni_names_search(m->source_names, m->made->source->pose_count, name) : -1;
}

/// Whether a row says what bones are: all of them, or those that it lists.
static bool is_pinned(const MieniPoseView *row)
{
    return mieni_pose_marker(row) == NULL || mieni_pose_placed_bone_count(row) > 0;
}

static bool has_pins(const Making *m)
{
    const MieniPoseAssetView *root = mieni_pose_asset_of(m->made->asset);
    for (int i = 0; i < mieni_pose_asset_pose_count(root); ++i) {
        const MieniPoseView *row = mieni_pose_asset_pose(root, i);
        if (is_pinned(row) && source_pose_of(m, row) >= 0)
            return true;
    }
    return false;
}

/// The bones of a row, over those that were transferred; of one made by hand, over the base pose.
static MienStatus make_pin(Making *m, const MieniPoseView *row, int index, int pose,
                           const MienAuthorPoseAsset *before, const MieniNameEntry *names)
{
    const MienAuthorSkeleton *target = m->made->target;
    const bool is_by_hand = mieni_pose_marker(row) == NULL;
    const MienTransform *from = is_by_hand ? before->base : before->poses[pose].bones;
    MienTransform *bones = mieni_arena_take(&m->scratch, (size_t)target->bone_count, sizeof *bones);
    bool *has_bone = mieni_arena_take(&m->scratch, (size_t)target->bone_count, sizeof *has_bone);
    MienError error = {0};
    if (bones == NULL || has_bone == NULL)
        return no_memory(m);
    for (int b = 0; b < target->bone_count; ++b) {
        bones[b] = from != NULL ? from[b] : before->base != NULL ? before->base[b] : target->bones[b].rest;
        has_bone[b] = is_by_hand;
    }
    for (int i = 0; i < mieni_pose_placed_bone_count(row); ++i) {
        const MieniPlacedBoneView *placed = mieni_pose_placed_bone(row, i);
        const int bone = mieni_names_search(names, target->bone_count,
                                            mieni_text_or_empty(mieni_placed_bone_bone(placed)));
        if (bone < 0)
            continue; // describing the asset reports it
        if (mieni_transform_of_row(mieni_placed_bone_json(placed), "bones", i, &bones[bone], &error) !=
            MIEN_OK)
            return mieni_problem_set(
                m->problem, m->made->path, error.status,
                mieni_in_line(mieni_placed_bone_json(placed)->line, "poses[%d].bones[%d]", index, i), "%s",
                error.message);
        has_bone[bone] = true;
    }
    m->pins[m->pin_count++] = (MienTransferPin){pose, bones, has_bone};
    return MIEN_OK;
}

static MienStatus make_pins(Making *m)
{
    const MieniPoseAssetView *root = mieni_pose_asset_of(m->made->asset);
    const MienAuthorSkeleton *target = m->made->target;
    const int count = mieni_pose_asset_pose_count(root);
    const MieniNameEntry *names = mieni_names_index(target->bones, target->bone_count, sizeof *target->bones,
                                                    offsetof(MienAuthorBone, name), &m->scratch);
    m->pins = mieni_arena_take(&m->scratch, (size_t)count, sizeof *m->pins);
    if (m->scratch.is_out_of_memory)
        return no_memory(m);
    MienStatus status = MIEN_OK;
    for (int i = 0; i < count && status == MIEN_OK; ++i) {
        const MieniPoseView *row = mieni_pose_asset_pose(root, i);
        const int pose = source_pose_of(m, row);
        if (pose >= 0 && is_pinned(row))
            status = make_pin(m, row, i, pose, mien_transfer_poses(m->transfer), names);
    }
    return status;
}

static bool goes_on(void *user, double done)
{
    const MieniProject *project = ((const Making *)user)->made->project;
    return mieni_budget_goes_on(mieni_project_allocator(project)) &&
           (project->transfer_progress == NULL || project->transfer_progress(project->transfer_user, done));
}

static MienStatus run(Making *m, bool has_skins)
{
    const MienTransferDesc desc = {.source = m->made->source,
                                   .target = m->made->target,
                                   .source_mesh = has_skins ? m->made->source_mesh : NULL,
                                   .target_mesh = has_skins ? m->made->target_mesh : NULL,
                                   .pins = m->pins,
                                   .pin_count = m->pin_count,
                                   .user = m,
                                   .progress = goes_on,
                                   .allocator = mieni_project_allocator(m->made->project)};
    MienTransfer *made = NULL;
    MienError error = {0};
    MienStatus status = mien_transfer_run(&desc, &made, &error);
    if (status == MIEN_OK) {
        mien_transfer_destroy(m->transfer);
        m->transfer = made;
        return MIEN_OK;
    }
    status = mieni_project_status(m->made->project, status, &error);
    return mieni_problem_set(m->problem, m->made->path, status, mieni_at("transfer"), "%s", error.message);
}

/// Transfers; if the asset has poses, first without them, because they may say only some of what bones are.
static MienStatus transfer(Making *m)
{
    m->source_names =
        mieni_names_index(m->made->source->poses, m->made->source->pose_count, sizeof *m->made->source->poses,
                          offsetof(MienAuthorPose, name), &m->scratch);
    if (m->source_names == NULL)
        return no_memory(m);
    if (!has_pins(m))
        return run(m, true);
    MienStatus status = run(m, false);
    if (status == MIEN_OK)
        status = make_pins(m);
    return status == MIEN_OK ? run(m, true) : status;
}

/// What a bone is in a pose: of one without bones as in the base pose.
static const MienTransform *bone_of(const MienAuthorPoseAsset *poses, int pose, int bone)
{
    const MienTransform *bones = poses->poses[pose].bones != NULL ? poses->poses[pose].bones : poses->base;
    return bones != NULL ? &bones[bone] : &poses->skeleton->bones[bone].rest;
}

/// A track for each bone that some pose does not leave at rest.
static void put_tracks(MieniArena *arena, const MienAuthorPoseAsset *poses, MienAuthorClip *clip)
{
    const int count = poses->skeleton->bone_count;
    MienAuthorClipTrack *tracks = mieni_arena_take(arena, (size_t)count, sizeof *tracks);
    clip->tracks = tracks;
    for (int b = 0; tracks != NULL && b < count; ++b) {
        const MienTransform *rest = &poses->skeleton->bones[b].rest;
        bool is_moved = false;
        for (int p = 0; p < poses->pose_count && !is_moved; ++p)
            is_moved = memcmp(bone_of(poses, p, b), rest, sizeof *rest) != 0;
        if (!is_moved)
            continue;
        MienTransform *samples = mieni_arena_take(arena, (size_t)poses->pose_count, sizeof *samples);
        for (int p = 0; samples != NULL && p < poses->pose_count; ++p)
            samples[p] = *bone_of(poses, p, b);
        tracks[clip->track_count++] = (MienAuthorClipTrack){
            .bone = poses->skeleton->bones[b].name, .sample_count = poses->pose_count, .samples = samples};
    }
}

static float curve_value(const MienAuthorPoseAsset *poses, int pose, int curve)
{
    const MienAuthorPose *p = &poses->poses[pose];
    for (int i = 0; i < p->curve_count; ++i)
        if (p->curves[i].curve == curve)
            return p->curves[i].value;
    return poses->base_curves != NULL ? poses->base_curves[curve] : 0.0f;
}

static void put_curves(MieniArena *arena, const MienAuthorPoseAsset *poses, MienAuthorClip *clip)
{
    MienAuthorClipCurve *curves = mieni_arena_take(arena, (size_t)poses->curve_count, sizeof *curves);
    clip->curves = curves;
    for (int c = 0; !arena->is_out_of_memory && c < poses->curve_count; ++c) {
        const char *name = poses->curves[c].name;
        MienAuthorKey *keys = mieni_arena_take(arena, (size_t)poses->pose_count, sizeof *keys);
        for (int p = 0; keys != NULL && p < poses->pose_count; ++p)
            keys[p] = (MienAuthorKey){.time = (double)p, .value = curve_value(poses, p, c)};
        curves[clip->curve_count++] =
            (MienAuthorClipCurve){.name = mieni_arena_text(arena, name, strlen(name)),
                                  .key_count = poses->pose_count,
                                  .keys = keys};
    }
}

/// A pose a second, each with a marker of its name.
static MienStatus make_take(Making *m)
{
    MieniArena *arena = m->made->arena;
    const MienAuthorPoseAsset *poses = mien_transfer_poses(m->transfer);
    MienAuthorClip *clip = mieni_arena_take(arena, 1, sizeof *clip);
    MienAuthorClipEvent *events = mieni_arena_take(arena, (size_t)poses->pose_count, sizeof *events);
    MieniTransferred *transferred = mieni_arena_take(arena, (size_t)poses->pose_count, sizeof *transferred);
    if (arena->is_out_of_memory)
        return no_memory(m);
    *clip = (MienAuthorClip){.rate = 1, .events = events, .event_count = poses->pose_count};
    clip->length = poses->pose_count > 0 ? (double)(poses->pose_count - 1) : 0.0;
    for (int p = 0; p < poses->pose_count; ++p) {
        const char *name = poses->poses[p].name;
        events[p] = (MienAuthorClipEvent){mieni_arena_text(arena, name, strlen(name)), (double)p};
        transferred[p] = (MieniTransferred){events[p].name, mien_transfer_pose(m->transfer, p)};
    }
    put_tracks(arena, poses, clip);
    put_curves(arena, poses, clip);
    m->made->transferred = transferred;
    m->made->clip = clip;
    return arena->is_out_of_memory ? no_memory(m) : MIEN_OK;
}

// Results that are kept

/// Writes a row that has a say in how poses are transferred.
static void put_pin(MieniTextOut *out, const MieniPoseView *row)
{
    const char *marker = mieni_pose_marker(row);
    mieni_text_putf(out, "\n%s %s", marker != NULL ? "marker" : "name",
                    mieni_text_or_empty(marker != NULL ? marker : mieni_pose_name(row)));
    for (int i = 0; i < mieni_pose_placed_bone_count(row); ++i)
        mieni_text_put_json(out, mieni_placed_bone_json(mieni_pose_placed_bone(row, i)));
}

bool mieni_poses_transfer_key(const MieniAsset *asset, const MienAuthorSkeleton *target,
                              MieniContentHash *out_key)
{
    const MieniPoseAssetView *root = mieni_pose_asset_of(asset);
    const MieniTransferView *transfer = mieni_pose_asset_transfer(root);
    MieniTextOut out = {0};
    mieni_text_putf(&out, "%s %d %s", mieni_text_or_empty(mieni_transfer_poses(transfer)),
                    mieni_transfer_bones_only(transfer), mieni_text_or_empty(mieni_pose_asset_mesh(root)));
    for (int i = 0; i < mieni_pose_asset_pose_count(root); ++i)
        if (is_pinned(mieni_pose_asset_pose(root, i)))
            put_pin(&out, mieni_pose_asset_pose(root, i));
    for (int b = 0; b < target->bone_count; ++b) {
        const unsigned char *bytes = (const unsigned char *)&target->bones[b].rest;
        mieni_text_putf(&out, "\n%s %d ", target->bones[b].name, target->bones[b].parent);
        for (size_t i = 0; i < sizeof target->bones[b].rest; ++i)
            mieni_text_putf(&out, "%02x", bytes[i]);
    }
    const bool is_whole = !out.is_out_of_memory;
    if (is_whole)
        *out_key = mieni_content_hash(out.bytes, out.size);
    mieni_text_release(&out);
    return is_whole;
}

static const void *copy_items(MieniArena *arena, const void *items, int count, size_t size)
{
    void *copy = mieni_arena_take(arena, (size_t)count, size);
    if (copy != NULL && count > 0)
        memcpy(copy, items, (size_t)count * size);
    return copy;
}

static const char *copy_name(MieniArena *arena, const char *name)
{
    return mieni_arena_text(arena, name, strlen(name));
}

static void copy_tracks(MieniArena *arena, MienAuthorClip *clip)
{
    MienAuthorClipTrack *tracks = mieni_arena_take(arena, (size_t)clip->track_count, sizeof *tracks);
    for (int t = 0; tracks != NULL && t < clip->track_count; ++t) {
        tracks[t] = clip->tracks[t];
        tracks[t].bone = copy_name(arena, tracks[t].bone);
        tracks[t].samples =
            copy_items(arena, tracks[t].samples, tracks[t].sample_count, sizeof *tracks[t].samples);
    }
    clip->tracks = tracks;
}

static void copy_curves(MieniArena *arena, MienAuthorClip *clip)
{
    MienAuthorClipCurve *curves = mieni_arena_take(arena, (size_t)clip->curve_count, sizeof *curves);
    for (int c = 0; curves != NULL && c < clip->curve_count; ++c) {
        curves[c] = clip->curves[c];
        curves[c].name = copy_name(arena, curves[c].name);
        curves[c].keys = copy_items(arena, curves[c].keys, curves[c].key_count, sizeof *curves[c].keys);
    }
    clip->curves = curves;
}

bool mieni_poses_transfer_copy(const MieniPosesTransfer *from, MieniPosesTransfer *to)
{
    MieniArena *arena = to->arena;
    const int count = from->clip->event_count;
    MienAuthorClip *clip = mieni_arena_take(arena, 1, sizeof *clip);
    MienAuthorClipEvent *events = mieni_arena_take(arena, (size_t)count, sizeof *events);
    MieniTransferred *transferred = mieni_arena_take(arena, (size_t)count, sizeof *transferred);
    if (arena->is_out_of_memory)
        return false;
    *clip = *from->clip;
    for (int i = 0; i < count; ++i) {
        events[i] = (MienAuthorClipEvent){copy_name(arena, clip->events[i].name), clip->events[i].time};
        transferred[i] = (MieniTransferred){events[i].name, from->transferred[i].pose};
    }
    clip->events = events;
    copy_tracks(arena, clip);
    copy_curves(arena, clip);
    to->clip = clip;
    to->transferred = transferred;
    return !arena->is_out_of_memory;
}

MienStatus mieni_poses_transfer(MieniPosesTransfer *made, MieniProblem *problem)
{
    Making m = {
        .made = made, .scratch = {.allocator = mieni_project_allocator(made->project)}, .problem = problem};
    MienStatus status = transfer(&m);
    if (status == MIEN_OK)
        status = make_take(&m);
    mien_transfer_destroy(m.transfer);
    mieni_arena_release(&m.scratch);
    return status;
}
