// SPDX-License-Identifier: MIT
//
// Exported poses, as faces: each is evaluated alone, at full weight, on the exported mesh, so
// that a pose asset for another face fits this one.

#include "project/export/exporting.h"

#include "mien_author/bake.h"

#include <stdio.h>
#include <string.h>

enum { RATE = 30 };

/// What is known while faces are made.
typedef struct Facing {
    MieniExporting *exporting;
    const MienAuthorPoseAsset *poses;
    const char *name;            ///< Of the pose asset.
    int *item_of;                ///< Per pose: its expression, or -1.
    MienAuthorPose *plain;       ///< Poses without settings: curves are weights.
    MienAuthorClipCurve *curves; ///< Per control.
    int curve_count;
} Facing;

static double time_of(int frame) { return (double)frame / (double)RATE; }

/// Settings of a control that expressions of files have no word for.
static void tell_of_settings(const Facing *facing, const MienAuthorPose *pose)
{
    const MienAuthorDrivenPose *settings = &pose->driven_settings;
    const bool is_wide = settings->has_range && (settings->min != 0.0f || settings->max != 1.0f);
    if (is_wide || settings->has_remap || settings->is_smooth)
        mieni_export_lose(
            facing->exporting,
            "The format cannot represent the range, remapping or easing of this pose; it is 0 to 1.",
            facing->name, pose->name);
}

/// Which poses become expressions, in their order.
static MienStatus list_items(Facing *facing)
{
    MieniExporting *exporting = facing->exporting;
    MieniArena *arena = &exporting->arena;
    const MienAuthorPoseAsset *poses = facing->poses;
    const size_t count = (size_t)poses->pose_count;
    MienIoExpression *items = mieni_arena_take(arena, count, sizeof *items);
    facing->item_of = mieni_arena_take(arena, count, sizeof *facing->item_of);
    if (items == NULL || facing->item_of == NULL)
        return mieni_export_no_memory(exporting);
    for (int p = 0; p < poses->pose_count; ++p) {
        const MienAuthorPose *pose = &poses->poses[p];
        facing->item_of[p] = -1;
        if (pose->role == MIEN_AUTHOR_COMBINATION)
            mieni_export_lose(exporting, "The format cannot represent correctives; this one is omitted.",
                              facing->name, pose->name);
        if (pose->role == MIEN_AUTHOR_COMBINATION || p == poses->base_pose - 1)
            continue;
        tell_of_settings(facing, pose);
        facing->item_of[p] = exporting->expressions.count;
        items[exporting->expressions.count++] =
            (MienIoExpression){.name = pose->name, .is_binary = pose->driven_settings.is_binary, .on = -1};
    }
    for (int p = 0; p < poses->pose_count; ++p)
        if (facing->item_of[p] >= 0 && poses->poses[p].role == MIEN_AUTHOR_INBETWEEN) {
            items[facing->item_of[p]].on = facing->item_of[poses->poses[p].driven_pose];
            items[facing->item_of[p]].at = poses->poses[p].position;
        }
    exporting->expressions.items = items;
    return MIEN_OK;
}

static MienStatus list_masks(Facing *facing)
{
    MieniExporting *exporting = facing->exporting;
    const MienAuthorPoseAsset *poses = facing->poses;
    MienIoMask *masks = mieni_arena_take(&exporting->arena, (size_t)poses->override_count, sizeof *masks);
    if (masks == NULL)
        return mieni_export_no_memory(exporting);
    for (int m = 0; m < poses->override_count; ++m) {
        const MienAuthorOverride *mask = &poses->overrides[m];
        const int target = facing->item_of[mask->target], source = facing->item_of[mask->source];
        if (target >= 0 && source >= 0)
            masks[exporting->expressions.mask_count++] =
                (MienIoMask){target, source, mask->kind, mask->amount, mask->threshold};
    }
    if (poses->group_count > 0)
        mieni_export_lose(exporting, "The format cannot represent groups of poses; they are omitted.",
                          facing->name, "");
    exporting->expressions.masks = masks;
    return MIEN_OK;
}

/// Poses that their curves drive as they are, as far as in-betweens are from 0. They get
/// names of their own: a curve that drives a pose and is a morph too would do both.
static MienStatus strip_settings(Facing *facing)
{
    const MienAuthorPoseAsset *poses = facing->poses;
    MieniArena *arena = &facing->exporting->arena;
    facing->plain = mieni_arena_take(arena, (size_t)poses->pose_count, sizeof *facing->plain);
    if (facing->plain == NULL)
        return mieni_export_no_memory(facing->exporting);
    for (int p = 0; p < poses->pose_count; ++p) {
        char name[32];
        facing->plain[p] = poses->poses[p];
        facing->plain[p].name =
            mieni_arena_text(arena, name, (size_t)snprintf(name, sizeof name, "mien:pose:%d", p));
        if (facing->plain[p].name == NULL)
            return mieni_export_no_memory(facing->exporting);
        facing->plain[p].driven_settings =
            (MienAuthorDrivenPose){.has_range = !poses->is_unreal, .max = 1.0f};
    }
    for (int p = 0; p < poses->pose_count; ++p) {
        const MienAuthorPose *pose = &poses->poses[p];
        if (pose->role != MIEN_AUTHOR_INBETWEEN)
            continue;
        MienAuthorDrivenPose *settings = &facing->plain[pose->driven_pose].driven_settings;
        settings->min = pose->position < settings->min ? pose->position : settings->min;
        settings->max = pose->position > settings->max ? pose->position : settings->max;
    }
    return MIEN_OK;
}

/// The curve of a control: at its own frame 1, at that of an in-between where that is.
static MienStatus make_curve(Facing *facing, int control)
{
    const MienAuthorPoseAsset *poses = facing->poses;
    MieniArena *arena = &facing->exporting->arena;
    int count = 1;
    for (int p = 0; p < poses->pose_count; ++p)
        count +=
            2 * (facing->item_of[p] >= 0 && (p == control || (poses->poses[p].role == MIEN_AUTHOR_INBETWEEN &&
                                                              poses->poses[p].driven_pose == control)));
    MienAuthorKey *keys = mieni_arena_take(arena, (size_t)count, sizeof *keys);
    if (keys == NULL)
        return mieni_export_no_memory(facing->exporting);
    int key_count = 1; // the first is rest
    for (int p = 0; p < poses->pose_count; ++p) {
        const MienAuthorPose *pose = &poses->poses[p];
        const bool is_between = pose->role == MIEN_AUTHOR_INBETWEEN && pose->driven_pose == control;
        if (facing->item_of[p] < 0 || (p != control && !is_between))
            continue;
        const int frame = facing->item_of[p] + 1;
        // The key that ends the one before may be at this frame already.
        if (keys[key_count - 1].time == time_of(frame) && key_count > 1)
            --key_count;
        keys[key_count++] =
            (MienAuthorKey){.time = time_of(frame), .value = is_between ? pose->position : 1.0f};
        keys[key_count++] = (MienAuthorKey){.time = time_of(frame + 1)};
    }
    facing->curves[facing->curve_count++] =
        (MienAuthorClipCurve){.name = facing->plain[control].name, .key_count = key_count, .keys = keys};
    return MIEN_OK;
}

/// Names of frames. The first is the face at rest, called as the pose that is the base.
static MienStatus make_events(Facing *facing, MienAuthorClip *clip)
{
    const MieniExporting *exporting = facing->exporting;
    const MienIoExpressions *all = &exporting->expressions;
    const int base = facing->poses->base_pose;
    const char *rest = base > 0 ? facing->poses->poses[base - 1].name : "Rest";
    MienAuthorClipEvent *events =
        mieni_arena_take(&facing->exporting->arena, (size_t)all->count + 1, sizeof *events);
    if (events == NULL)
        return mieni_export_no_memory(exporting);
    for (int i = 0; i < all->count; ++i) {
        events[i + 1] = (MienAuthorClipEvent){all->items[i].name, time_of(i + 1)};
        if (base == 0 && strcmp(all->items[i].name, rest) == 0)
            rest = "Rest (base)";
    }
    events[0] = (MienAuthorClipEvent){rest, 0.0};
    clip->events = events;
    clip->event_count = all->count + 1;
    return MIEN_OK;
}

static MienStatus bake_faces(Facing *facing)
{
    MieniExporting *exporting = facing->exporting;
    const int count = exporting->expressions.count;
    MienAuthorClip clip = {.rate = RATE, .rate_divisor = 1, .length = time_of(count)};
    MienAuthorPoseAsset plain = *facing->poses;
    MienError error = {0};
    plain.poses = facing->plain;
    plain.override_count = plain.group_count = 0;
    clip.curves = facing->curves;
    clip.curve_count = facing->curve_count;
    MienStatus status = make_events(facing, &clip);
    if (status != MIEN_OK)
        return status;
    const MienAuthorBaking baking = {
        .clip = &clip, .skeleton = exporting->skeleton, .mesh = exporting->mesh, .poses = &plain};
    status = mien_author_clip_bake(&baking, NULL, &exporting->baked_faces, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(exporting->problem, exporting->poses_path, status, mieni_at_error(&error),
                                 "%s", error.message);
    exporting->faces = mieni_export_rename(exporting, exporting->baked_faces);
    return exporting->faces != NULL ? MIEN_OK : mieni_export_no_memory(exporting);
}

/// The faces as an animation, a frame each.
static MienStatus add_frames(Facing *facing)
{
    MieniExporting *exporting = facing->exporting;
    const char *stem = mieni_export_stem(exporting, exporting->poses_path);
    MienIoGltfAnimation *animation = &exporting->animations[exporting->animation_count];
    char *name = stem != NULL ? mieni_arena_take(&exporting->arena, strlen(stem) + 7, 1) : NULL;
    if (name == NULL)
        return mieni_export_no_memory(exporting);
    memcpy(name, stem, strlen(stem));
    memcpy(name + strlen(stem), "-poses", 7);
    *animation = (MienIoGltfAnimation){name, exporting->faces, MIEN_IO_GLTF_BAKED, true};
    ++exporting->animation_count;
    for (int i = 0; i < exporting->expressions.count; ++i)
        if (exporting->expressions.items[i].on >= 0)
            mieni_export_lose(
                exporting, "Frames contain only the pose itself; the position of this in-between is omitted.",
                facing->name, exporting->expressions.items[i].name);
    if (exporting->expressions.mask_count > 0)
        mieni_export_lose(exporting, "Frames contain only the pose itself; overrides are omitted.",
                          facing->name, "");
    return MIEN_OK;
}

MienStatus mieni_export_faces(MieniExporting *exporting)
{
    Facing facing = {
        .exporting = exporting, .poses = &exporting->poses_recipe.poses, .name = exporting->poses_path};
    MienStatus status = list_items(&facing);
    if (status == MIEN_OK)
        status = list_masks(&facing);
    if (status == MIEN_OK)
        status = strip_settings(&facing);
    facing.curves =
        mieni_arena_take(&exporting->arena, (size_t)facing.poses->pose_count, sizeof *facing.curves);
    if (status == MIEN_OK && facing.curves == NULL)
        status = mieni_export_no_memory(exporting);
    for (int p = 0; p < facing.poses->pose_count && status == MIEN_OK; ++p)
        if (facing.poses->poses[p].role == MIEN_AUTHOR_CURVE_DRIVEN && facing.item_of[p] >= 0)
            status = make_curve(&facing, p);
    if (status == MIEN_OK)
        status = bake_faces(&facing);
    if (status == MIEN_OK && exporting->options->poses_as == MIENI_EXPORT_FRAMES)
        status = add_frames(&facing);
    return status;
}
