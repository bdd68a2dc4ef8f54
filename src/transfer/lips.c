// SPDX-License-Identifier: MIT
//
// Lips: one gain for all bones of the mouth that a pose moves, except those that carry teeth, found by
// bisection. A pose that closes the mouth is looked at over an open jaw.

#include "core/float_rules.h"

#include "transfer/lips.h"

#include "mien_author/resolve.h"

#include <string.h>

enum { PIXELS = 240, STEPS = 6 };
/// Gaps in parts of the head's height: what counts as closed, and what more a pose may have than the source.
static const double is_closed = 0.003, is_more = 0.003;
static const double most_gain = 2.4, spare = 1.03;
/// How far from the mouth its bones are, in heights of the head.
static const double reach = 0.3;

static int find_pose(const MienAuthorPoseAsset *asset, const char *name)
{
    for (int p = 0; p < asset->pose_count; ++p)
        if (asset->poses[p].name != NULL && asset->poses[p].role == MIEN_AUTHOR_CURVE_DRIVEN &&
            mien_author_name_near_miss(asset->poses[p].name, name) >= 0)
            return p;
    return -1;
}

/// Bones that teeth follow, and their parents.
static void find_teeth(MieniLips *lips)
{
    const MieniSight *sight = &lips->closure->sights[1];
    const MienMesh *mesh = sight->face.mesh;
    const MienMeshInfo info = mien_mesh_info(mesh);
    const uint16_t *joints = mien_mesh_vertex_joints(mesh);
    const MienAuthorSkeleton *skeleton = lips->closure->faces->target;
    for (int v = 0; v < info.vertex_count; ++v) {
        if (sight->parts.of_vertex[v] != MIENI_PART_TEETH)
            continue;
        const int joint = joints[(size_t)v * (size_t)info.influence_stride];
        const char *name = mien_mesh_bone_name(mesh, mien_mesh_joint(mesh, joint).bone);
        for (int b = 0; b < skeleton->bone_count; ++b)
            lips->carries_teeth[b] = lips->carries_teeth[b] || strcmp(skeleton->bones[b].name, name) == 0;
    }
    for (int b = skeleton->bone_count; b-- > 0;)
        if (lips->carries_teeth[b] && skeleton->bones[b].parent >= 0)
            lips->carries_teeth[skeleton->bones[b].parent] = true;
}

/// The bones of a pose, with another one at the same time.
static void combine(const MieniLips *lips, int face, const MienTransform *one, const MienTransform *two,
                    MienTransform *out)
{
    const MieniFaces *faces = lips->closure->faces;
    const int count = face == 0 ? faces->source->bone_count : faces->target->bone_count;
    for (int b = 0; b < count; ++b) {
        MieniDelta delta = mieni_delta_of(faces, face, b, &one[b]);
        const MieniDelta other = mieni_delta_of(faces, face, b, &two[b]);
        mieni_multiply4(delta.turn, other.turn, delta.turn);
        for (int k = 0; k < 3; ++k) {
            delta.shift[k] += other.shift[k];
            delta.growth[k] *= other.growth[k];
        }
        out[b] = mieni_delta_apply(faces, face, b, &delta);
    }
}

/// How far lips are apart in a pose of a face, beyond rest, in heights of the head.
static double gap_of(MieniLips *lips, int face, int pose, const MienTransform *bones)
{
    MieniClosure *c = lips->closure;
    MieniSight *sight = &c->sights[face];
    const MienAuthorPoseAsset *source = c->desc->source;
    if (pose == lips->mouth_close) {
        combine(lips, face,
                face == 0 ? source->poses[lips->jaw_open].bones : lips->made[lips->jaw_open].bones, bones,
                lips->bones);
        bones = lips->bones;
    }
    mieni_sight_pose(sight, bones, source, &source->poses[pose]);
    const double gap = mieni_mouth_gap(&lips->mouths[face], &sight->face, &sight->parts) - lips->rest[face];
    return (gap > 0.0 ? gap : 0.0) / c->faces->heights[face];
}

/// Whether a pose of the source moves bones near the mouth.
static bool is_of_mouth(const MieniLips *lips, const MienTransform *pose)
{
    const MieniFaces *faces = lips->closure->faces;
    const double *centre = lips->mouths[0].view.centre, near = reach * faces->heights[0];
    for (int b = 0; b < faces->target->bone_count; ++b) {
        const int from = faces->source_of[b];
        const double apart[2] = {faces->points[0][b][0] - centre[0], faces->points[0][b][1] - centre[1]};
        if (from >= 0 && apart[0] * apart[0] + apart[1] * apart[1] < near * near &&
            memcmp(&pose[from], &faces->base[0][from], sizeof *pose) != 0)
            return true;
    }
    return false;
}

/// Makes the bones of a pose that do not carry teeth go further.
static void scale(const MieniLips *lips, const MienTransform *pose, double gain, MienTransform *out)
{
    const MieniFaces *faces = lips->closure->faces;
    for (int b = 0; b < faces->target->bone_count; ++b) {
        out[b] = pose[b];
        if (lips->carries_teeth[b] || gain == 1.0)
            continue;
        MieniDelta delta = mieni_delta_of(faces, 1, b, &pose[b]);
        mieni_turn_scale(delta.turn, gain);
        for (int k = 0; k < 3; ++k)
            delta.shift[k] *= gain;
        out[b] = mieni_delta_apply(faces, 1, b, &delta);
    }
}

/// The smallest gain that closes the lips; 1 if none does.
static double find_gain(MieniLips *lips, int pose, const MienTransform *bones, double wanted)
{
    MienTransform *scaled = lips->closure->bones;
    double low = 1.0, high = most_gain;
    scale(lips, bones, high, scaled);
    if (gap_of(lips, 1, pose, scaled) > wanted)
        return 1.0;
    for (int i = 0; i < STEPS; ++i) {
        const double middle = 0.5 * (low + high);
        scale(lips, bones, middle, scaled);
        if (gap_of(lips, 1, pose, scaled) <= wanted)
            high = middle;
        else
            low = middle;
    }
    return spare * high;
}

bool mieni_lips_seal(MieniLips *lips, int pose, MienTransform *bones, bool is_pinned,
                     MienTransferPose *report)
{
    const MienTransform *source = lips->closure->desc->source->poses[pose].bones;
    if (source == NULL || !is_of_mouth(lips, source))
        return false;
    const double wanted = gap_of(lips, 0, pose, source);
    double gap = gap_of(lips, 1, pose, bones);
    if (!is_pinned && wanted <= is_closed && gap > wanted + is_more) {
        const double gain = find_gain(lips, pose, bones, wanted + 0.5 * is_more);
        scale(lips, bones, gain, lips->closure->bones);
        memcpy(bones, lips->closure->bones, (size_t)lips->closure->faces->target->bone_count * sizeof *bones);
        gap = gap_of(lips, 1, pose, bones);
    }
    report->source_gap = (float)wanted;
    report->target_gap = (float)gap;
    return pose != lips->mouth_close;
}

/// Opens the view of a mouth and finds the mouth in it.
static bool open_mouth(MieniLips *lips, int face, const MienTransform *jaw_open)
{
    MieniClosure *c = lips->closure;
    MieniSight *sight = &c->sights[face];
    const double height = c->faces->heights[face], *teeth = sight->windows[MIENI_SIGHT_TEETH].view.centre;
    const MieniFaceView view = {
        .centre = {teeth[0], teeth[1] - 0.03 * height, teeth[2]}, .side = 0.5 * height, .cosine = 1.0};
    mieni_sight_pose(sight, c->faces->base[face], c->desc->source, NULL);
    if (!mieni_mouth_open(&lips->mouths[face], &sight->face, &sight->parts, &view, PIXELS, &lips->arena))
        return false;
    mieni_sight_pose(sight, jaw_open, c->desc->source, &c->desc->source->poses[lips->jaw_open]);
    mieni_mouth_find(&lips->mouths[face], &sight->face, &sight->parts);
    mieni_mouth_crop(&lips->mouths[face]);
    mieni_sight_pose(sight, c->faces->base[face], c->desc->source, NULL);
    lips->rest[face] = mieni_mouth_gap(&lips->mouths[face], &sight->face, &sight->parts);
    return true;
}

bool mieni_lips_open(MieniLips *lips, MieniClosure *closure, MienAuthorPose *made, bool *out_has_lips)
{
    const MienAuthorPoseAsset *source = closure->desc->source;
    const MieniFaces *faces = closure->faces;
    const int most = faces->source->bone_count > faces->target->bone_count ? faces->source->bone_count
                                                                           : faces->target->bone_count;
    *lips = (MieniLips){.closure = closure, .made = made, .arena = {.allocator = closure->desc->allocator}};
    lips->jaw_open = find_pose(source, "jawOpen");
    lips->mouth_close = find_pose(source, "mouthClose");
    *out_has_lips = lips->jaw_open >= 0 && source->poses[lips->jaw_open].bones != NULL &&
                    made[lips->jaw_open].bones != NULL && faces->heights[0] > 0.0 &&
                    faces->heights[1] > 0.0 && closure->sights[0].windows[MIENI_SIGHT_TEETH].whole > 0.0 &&
                    closure->sights[1].windows[MIENI_SIGHT_TEETH].whole > 0.0;
    if (!*out_has_lips)
        return true;
    lips->bones = mieni_arena_take(&lips->arena, (size_t)most, sizeof *lips->bones);
    lips->carries_teeth =
        mieni_arena_take(&lips->arena, (size_t)faces->target->bone_count, sizeof *lips->carries_teeth);
    if (lips->arena.is_out_of_memory || !open_mouth(lips, 0, source->poses[lips->jaw_open].bones) ||
        !open_mouth(lips, 1, made[lips->jaw_open].bones))
        return false;
    find_teeth(lips);
    return true;
}

void mieni_lips_close(MieniLips *lips) { mieni_arena_release(&lips->arena); }
