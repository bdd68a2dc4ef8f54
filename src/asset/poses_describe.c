// SPDX-License-Identifier: MIT
//
// From the text of a pose asset to what cooking takes: takes, base and bones.

#include "core/float_rules.h"

#include "asset/poses_describe.h"

#include "asset/edit/poses_change.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

static MienStatus sort_names(MieniDescribe *d)
{
    const MienAuthorSkeleton *skeleton = d->skeleton;
    d->bone_names = mieni_names_index(skeleton->bones, skeleton->bone_count, sizeof *skeleton->bones,
                                      offsetof(MienAuthorBone, name), d->arena);
    d->poses = mieni_arena_take(d->arena, (size_t)d->pose_count, sizeof *d->poses);
    d->take_of = mieni_arena_take(d->arena, (size_t)d->pose_count, sizeof *d->take_of);
    d->moments = mieni_arena_take(d->arena, (size_t)d->pose_count, sizeof *d->moments);
    d->used = mieni_arena_take(d->arena, (size_t)d->take_count, sizeof *d->used);
    if (d->arena->is_out_of_memory)
        return mieni_describe_no_memory(d);
    for (int p = 0; p < d->pose_count; ++p)
        d->poses[p].name = mieni_json_get_string(d->rows[p], "name", "");
    d->pose_names = mieni_names_index(d->poses, d->pose_count, sizeof *d->poses,
                                      offsetof(MienAuthorPose, name), d->arena);
    return d->pose_names != NULL ? MIEN_OK : mieni_describe_no_memory(d);
}

static MienStatus use_take(MieniDescribe *d, int take)
{
    MieniUsedTake *used = &d->used[take];
    if (used->is_used)
        return MIEN_OK;
    const MienAuthorClip *clip = d->takes[take].clip;
    used->is_used = true;
    used->clip = clip;
    used->bones = mieni_arena_take(d->arena, (size_t)clip->track_count, sizeof *used->bones);
    if (used->bones == NULL)
        return mieni_describe_no_memory(d);
    for (int t = 0; t < clip->track_count; ++t) {
        used->bones[t] = mieni_names_search(d->bone_names, d->skeleton->bone_count, clip->tracks[t].bone);
        if (used->bones[t] >= 0)
            continue;
        if (d->notes.ignored_count++ == 0)
            d->notes.first_ignored = clip->tracks[t].bone;
    }
    return MIEN_OK;
}

/// Which take a pose comes from, and when in it.
static MienStatus find_source(MieniDescribe *d, int p)
{
    const MieniJson *row = d->rows[p];
    const char *file, *take;
    d->take_of[p] = -1;
    if (!mieni_poses_is_sourced(row))
        return MIEN_OK;
    if (!mieni_poses_origin(d->asset, row, &file, &take))
        return mieni_row_fail(d->error, row, "poses", p, NULL,
                              "This pose is taken from no file: give it a \"file\", or the asset a "
                              "\"source\".");
    const int index = mieni_poses_find_take(d->takes, d->take_count, file, take);
    if (index < 0 || d->takes[index].clip == NULL)
        return mieni_row_fail(d->error, row, "poses", p, NULL,
                              "There is no take \"%.40s\" in \"%.60s\": check the file and the take's name.",
                              take, file);
    d->take_of[p] = index;
    const MienStatus status = use_take(d, index);
    if (status != MIEN_OK)
        return status;
    return mieni_poses_moment(row, "poses", p, d->takes[index].clip, &d->moments[p], d->error);
}

static MienStatus find_base(MieniDescribe *d)
{
    const char *name = mieni_json_get_string(d->root, "base", NULL);
    char sentence[sizeof d->error->message];
    d->base = name != NULL ? mieni_describe_find(d, name) : -1;
    if (name == NULL || d->base >= 0)
        return MIEN_OK;
    snprintf(sentence, sizeof sentence,
             "There is no pose \"%.60s\": name one of the poses, or remove \"base\" for the reference pose.",
             name);
    return mieni_asset_fail(d->error, mieni_json_get(d->root, "base"), MIEN_ERROR_DATA, sentence, "base");
}

static int find_bone(const MieniDescribe *d, const char *name)
{
    return mieni_names_search(d->bone_names, d->skeleton->bone_count, name);
}

static MienStatus edit_bones(MieniDescribe *d, int p, const MieniJson *edits, MienTransform *bones)
{
    char list[32];
    snprintf(list, sizeof list, "poses[%d].bones", p);
    for (int i = 0; edits != NULL && i < edits->count; ++i) {
        const char *name = mieni_json_get_string(edits->items[i], "bone", "");
        const int bone = find_bone(d, name);
        if (bone < 0)
            return mieni_row_fail(d->error, edits->items[i], list, i, "bone",
                                  "The skeleton has no bone \"%.60s\": mend the name, or remove the row.",
                                  name);
        const MienStatus status = mieni_transform_of_row(edits->items[i], list, i, &bones[bone], d->error);
        if (status != MIEN_OK)
            return status;
    }
    return MIEN_OK;
}

/// What the bones are in a pose: as the base, then the take, then what was done by hand.
static MienStatus make_bones(MieniDescribe *d, int p)
{
    const MieniJson *edits = mieni_json_get(d->rows[p], "bones");
    const size_t count = (size_t)d->skeleton->bone_count;
    if (d->take_of[p] < 0 && (edits == NULL || edits->count == 0) && p != d->base)
        return MIEN_OK;
    MienTransform *bones = mieni_arena_take(d->arena, count, sizeof *bones);
    if (bones == NULL)
        return mieni_describe_no_memory(d);
    for (size_t b = 0; b < count; ++b)
        bones[b] = d->base_bones != NULL ? d->base_bones[b] : d->skeleton->bones[b].reference;
    const MieniUsedTake *used = d->take_of[p] >= 0 ? &d->used[d->take_of[p]] : NULL;
    for (int t = 0; used != NULL && t < used->clip->track_count; ++t)
        if (used->bones[t] >= 0)
            bones[used->bones[t]] = mieni_take_sample(used->clip, t, d->moments[p]);
    d->poses[p].bones = bones;
    if (p == d->base)
        d->base_bones = bones;
    return edit_bones(d, p, edits, bones);
}

static MienStatus make_hold(MieniDescribe *d, int p)
{
    const MieniJson *names = mieni_json_get(d->rows[p], "hold");
    if (names == NULL)
        return MIEN_OK;
    int *hold = mieni_arena_take(d->arena, (size_t)names->count, sizeof *hold);
    if (hold == NULL)
        return mieni_describe_no_memory(d);
    for (int i = 0; i < names->count; ++i) {
        hold[i] = find_bone(d, names->items[i]->string);
        if (hold[i] < 0)
            return mieni_row_fail(d->error, d->rows[p], "poses", p, "hold",
                                  "The skeleton has no bone \"%.60s\": mend the name, or remove it.",
                                  names->items[i]->string);
    }
    d->poses[p].hold = hold;
    d->poses[p].hold_count = names->count;
    return MIEN_OK;
}

MienStatus mieni_describe_bones(MieniDescribe *d)
{
    MienStatus status = d->base >= 0 ? make_bones(d, d->base) : MIEN_OK;
    for (int p = 0; status == MIEN_OK && p < d->pose_count; ++p) {
        if (p != d->base)
            status = make_bones(d, p);
        if (status == MIEN_OK)
            status = make_hold(d, p);
    }
    return status;
}

static MienStatus describe(MieniDescribe *d, MienAuthorPoseAsset *out)
{
    MienStatus status = sort_names(d);
    for (int p = 0; status == MIEN_OK && p < d->pose_count; ++p)
        status = find_source(d, p);
    if (status == MIEN_OK)
        status = find_base(d);
    if (status == MIEN_OK)
        status = mieni_describe_bones(d);
    if (status == MIEN_OK)
        status = mieni_describe_roles(d);
    if (status == MIEN_OK)
        status = mieni_describe_curves(d, out);
    if (status == MIEN_OK)
        status = mieni_describe_masks(d, out);
    if (status == MIEN_OK)
        status = mieni_describe_groups(d, out);
    return status;
}

MienStatus mieni_poses_describe(const MieniAsset *asset, const MienAuthorSkeleton *skeleton,
                                const MieniPosesTake *takes, int take_count, MieniArena *arena,
                                MienAuthorPoseAsset *out_poses, MieniPosesNotes *out_notes, MienError *error)
{
    const MieniJson *root = asset->json.root, *rows = mieni_json_get(root, "poses");
    MieniDescribe d = {.asset = asset,
                       .root = root,
                       .rows = rows != NULL ? rows->items : NULL,
                       .pose_count = rows != NULL ? rows->count : 0,
                       .skeleton = skeleton,
                       .takes = takes,
                       .take_count = take_count,
                       .arena = arena,
                       .error = error};
    MienAuthorPoseAsset out = {
        .skeleton = skeleton,
        .is_absolute = strcmp(mieni_json_get_string(root, "mode", ""), "absolute") == 0,
        .is_unreal = strcmp(mieni_json_get_string(root, "blending", ""), "unreal") == 0,
    };
    *out_poses = (MienAuthorPoseAsset){0};
    if (out_notes != NULL)
        *out_notes = (MieniPosesNotes){0};
    if (d.pose_count > MIEN_MAX_POSES)
        return mieni_asset_fail(error, rows, MIEN_ERROR_LIMIT, "An asset has at most 65535 poses.", "poses");
    const MienStatus status = describe(&d, &out);
    if (status != MIEN_OK)
        return status;
    out.base = d.base_bones;
    out.base_pose = d.base + 1;
    out.pose_count = d.pose_count;
    out.poses = d.poses;
    *out_poses = out;
    if (out_notes != NULL)
        *out_notes = d.notes;
    return MIEN_OK;
}

MienStatus mieni_poses_check(const MieniAsset *asset, MienError *error)
{
    static const MienAuthorSkeleton none = {0};
    const MieniJson *root = asset->json.root, *rows = mieni_json_get(root, "poses");
    MieniArena arena = {.allocator = asset->json.arena.allocator};
    MienAuthorPoseAsset out = {0};
    MieniDescribe d = {.asset = asset,
                       .root = root,
                       .rows = rows != NULL ? rows->items : NULL,
                       .pose_count = rows != NULL ? rows->count : 0,
                       .skeleton = &none,
                       .arena = &arena,
                       .error = error};
    MienStatus status = sort_names(&d);
    if (status == MIEN_OK)
        status = find_base(&d);
    if (status == MIEN_OK)
        status = mieni_describe_roles(&d);
    if (status == MIEN_OK)
        status = mieni_describe_masks(&d, &out);
    if (status == MIEN_OK)
        status = mieni_describe_groups(&d, &out);
    mieni_arena_release(&arena);
    return status;
}
