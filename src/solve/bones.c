// SPDX-License-Identifier: MIT
//
// The system of bone tracks. Additive blending (rule A4) adds offsets of quaternions and
// normalises the sum, so a baked rotation says the direction of the sum, not its length. The part
// of the sum off that direction is the error: linear in the weights, without iteration.

#include "core/float_rules.h"

#include "base/transform.h"
#include "core/internal.h"
#include "core/pose_data.h"
#include "core/square_root.h"
#include "solve/entries.h"
#include "solve/system.h"

#include <string.h>

typedef struct Bone {
    int index; ///< Of the skeleton.
    int entry_count;
    const MieniEntry *entries;
    double turn_weight, shift_weight, scale_weight; ///< Per square of an offset: what it moves.
    MienTransform neutral;
    // Of the frame that was read.
    double turn[4], shift[3], scale[3];
} Bone;

typedef struct Bones {
    int count;
    Bone *bones;
    bool has_scale;
    double *rest;    ///< The gram without a frame.
    double *overlap; ///< Entries of one bone: its offset along the frame's rotation.
} Bones;

/// Mass and inertia of what hangs on each bone of the skeleton.
typedef struct Body {
    double *mass;     ///< What the bone and its children carry.
    double *inertia;  ///< The same, times the squared distance from the bone.
    double total;     ///< Of all that moves with a bone of the asset.
    double low, high; ///< Where that is, in height.
} Body;

/// Positions of the skeleton's bones at rest.
static MienVec3 *find_places(MieniArena *arena, const MienSkeleton *skeleton)
{
    const int count = mien_skeleton_bone_count(skeleton);
    const MienTransform *rest = mien_skeleton_rest_pose(skeleton);
    MienTransform *model = mieni_arena_take(arena, (size_t)count, sizeof *model);
    MienVec3 *places = mieni_arena_take(arena, (size_t)count, sizeof *places);
    for (int b = 0; model != NULL && places != NULL && b < count; ++b) {
        const int parent = mien_skeleton_bone_parent(skeleton, b);
        model[b] = parent < 0 ? rest[b] : mien_transform_compose(&model[parent], &rest[b]);
        places[b] = model[b].translation;
    }
    return places;
}

static double squared_distance(MienVec3 a, MienVec3 b)
{
    const double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y, z = (double)a.z - (double)b.z;
    return x * x + y * y + z * z;
}

/// Adds a mass at a place to a bone and all its parents.
static void add_mass(Body *body, const MienSkeleton *skeleton, const MienVec3 *places, const bool *is_moved,
                     int bone, MienVec3 place, double mass)
{
    bool counts = false;
    for (int b = bone; b >= 0; b = mien_skeleton_bone_parent(skeleton, b)) {
        body->mass[b] += mass;
        body->inertia[b] += mass * squared_distance(place, places[b]);
        counts = counts || is_moved[b];
    }
    if (!counts)
        return;
    const double y = (double)place.y;
    body->low = body->total == 0.0 || y < body->low ? y : body->low;
    body->high = body->total == 0.0 || y > body->high ? y : body->high;
    body->total += mass;
}

/// The skeleton's bone of each joint, or -1; NULL without memory.
static int *find_joint_bones(MieniArena *arena, const MienSkeleton *skeleton, const MienMesh *mesh)
{
    const int count = mien_mesh_info(mesh).joint_count;
    int *bones = mieni_arena_take(arena, (size_t)count, sizeof *bones);
    for (int j = 0; bones != NULL && j < count; ++j)
        bones[j] =
            mien_skeleton_find_bone(skeleton, mien_mesh_bone_name(mesh, mien_mesh_joint(mesh, j).bone));
    return bones;
}

/// Every vertex weighs 1, shared by the bones it follows.
static void weigh_mesh(Body *body, const MienSkeleton *skeleton, const MienVec3 *places, const bool *is_moved,
                       const MienMesh *mesh, const int *joint_bones)
{
    const MienMeshInfo info = mien_mesh_info(mesh);
    const MienVec3 *positions = mien_mesh_positions(mesh);
    const uint16_t *joints = mien_mesh_vertex_joints(mesh);
    const float *weights = mien_mesh_vertex_weights(mesh);
    for (int v = 0; info.joint_count > 0 && v < info.vertex_count; ++v)
        for (int i = 0; i < info.influence_stride; ++i) {
            const size_t at = (size_t)v * (size_t)info.influence_stride + (size_t)i;
            const int bone = weights[at] > 0.0f ? joint_bones[joints[at]] : -1;
            if (bone >= 0)
                add_mass(body, skeleton, places, is_moved, bone, positions[v], (double)weights[at]);
        }
}

/// Without a mesh every bone weighs 1, and something stands beside it.
static void weigh_skeleton(Body *body, const MienSkeleton *skeleton, const MienVec3 *places,
                           const bool *is_moved, double extent)
{
    const double beside = 0.05 * extent;
    for (int b = 0; b < mien_skeleton_bone_count(skeleton); ++b) {
        add_mass(body, skeleton, places, is_moved, b, places[b], 1.0);
        for (int up = b; up >= 0; up = mien_skeleton_bone_parent(skeleton, up))
            body->inertia[up] += beside * beside;
    }
}

static bool weigh(MieniArena *arena, const MienSolverDesc *desc, const bool *is_moved, Body *out_body)
{
    const size_t count = (size_t)mien_skeleton_bone_count(desc->skeleton);
    const MienVec3 *places = find_places(arena, desc->skeleton);
    const int *joint_bones = desc->mesh != NULL ? find_joint_bones(arena, desc->skeleton, desc->mesh) : NULL;
    *out_body = (Body){.mass = mieni_arena_take(arena, count, sizeof(double)),
                       .inertia = mieni_arena_take(arena, count, sizeof(double))};
    if (arena->is_out_of_memory)
        return false;
    if (desc->mesh != NULL)
        weigh_mesh(out_body, desc->skeleton, places, is_moved, desc->mesh, joint_bones);
    if (out_body->total == 0.0) // also a mesh without skin
        weigh_skeleton(out_body, desc->skeleton, places, is_moved,
                       (double)mien_pose_asset_info(desc->poses).extent);
    return true;
}

static double dot(const double *a, const double *b, int count)
{
    double sum = 0.0;
    for (int i = 0; i < count; ++i)
        sum += a[i] * b[i];
    return sum;
}

/// Adds what a bone contributes to the gram whatever the frame.
static void add_to_rest(const Bone *bone, double *gram, size_t n)
{
    for (int j = 0; j < bone->entry_count; ++j)
        for (int k = 0; k < bone->entry_count; ++k) {
            const MieniEntry *a = &bone->entries[j], *b = &bone->entries[k];
            gram[(size_t)a->pose * n + (size_t)b->pose] += bone->turn_weight * dot(a->turn, b->turn, 4) +
                                                           bone->shift_weight * dot(a->shift, b->shift, 3) +
                                                           bone->scale_weight * dot(a->scale, b->scale, 3);
        }
}

/// The rotation from one unit quaternion to another, with w >= 0.
static void turn_between(MienQuat from, MienQuat to, double out[4])
{
    const double ax = (double)to.x, ay = (double)to.y, az = (double)to.z, aw = (double)to.w;
    const double bx = -(double)from.x, by = -(double)from.y, bz = -(double)from.z, bw = (double)from.w;
    out[0] = ((aw * bx + ax * bw) + ay * bz) - az * by;
    out[1] = ((aw * by + ay * bw) + az * bx) - ax * bz;
    out[2] = ((aw * bz + az * bw) + ax * by) - ay * bx;
    out[3] = ((aw * bw - ax * bx) - ay * by) - az * bz;
    const double length = mieni_sqrt(dot(out, out, 4));
    const double part = length > 0.0 ? (out[3] < 0.0 ? -1.0 : 1.0) / length : 0.0;
    for (int i = 0; i < 4; ++i)
        out[i] *= part;
}

static bool is_finite_transform(const MienTransform *t)
{
    const float numbers[] = {t->rotation.x,    t->rotation.y,    t->rotation.z,    t->rotation.w,
                             t->translation.x, t->translation.y, t->translation.z, t->scale.x,
                             t->scale.y,       t->scale.z};
    for (int i = 0; i < 10; ++i)
        if (!(numbers[i] >= -1e9f && numbers[i] <= 1e9f))
            return false;
    return true;
}

/// What a frame does to a bone, relative to its neutral.
static bool read_bone(Bone *bone, const MienTransform *now)
{
    const MienTransform *was = &bone->neutral;
    if (!is_finite_transform(now))
        return false;
    turn_between(was->rotation, now->rotation, bone->turn);
    const float *a = &now->translation.x, *b = &was->translation.x, *s = &now->scale.x, *t = &was->scale.x;
    for (int i = 0; i < 3; ++i) {
        bone->shift[i] = (double)a[i] - (double)b[i];
        bone->scale[i] = t[i] != 0.0f ? (double)s[i] / (double)t[i] - 1.0 : 0.0;
    }
    return true;
}

/// Takes out of the gram what lies along the frame's rotation, and adds the bone's part of the right
/// side.
static void add_bone(const Bone *bone, double *overlap, MieniSystem *system)
{
    const size_t n = (size_t)system->pose_count;
    const double w = bone->turn[3];
    for (int j = 0; j < bone->entry_count; ++j) {
        const MieniEntry *e = &bone->entries[j];
        overlap[j] = dot(e->turn, bone->turn, 4);
        system->right[e->pose] += bone->turn_weight * (overlap[j] * w - e->turn[3]) +
                                  bone->shift_weight * dot(e->shift, bone->shift, 3) +
                                  bone->scale_weight * dot(e->scale, bone->scale, 3);
    }
    for (int j = 0; j < bone->entry_count; ++j) {
        double *row = system->gram + (size_t)bone->entries[j].pose * n;
        const double factor = bone->turn_weight * overlap[j];
        for (int k = 0; factor != 0.0 && k <= j; ++k)
            row[bone->entries[k].pose] -= factor * overlap[k];
    }
    system->constant += bone->turn_weight * (1.0 - w * w) +
                        bone->shift_weight * dot(bone->shift, bone->shift, 3) +
                        bone->scale_weight * dot(bone->scale, bone->scale, 3);
}

static bool read_bones(MieniSystem *system, const MienSolveFrame *frame)
{
    Bones *own = system->own;
    const size_t n = (size_t)system->pose_count;
    for (int b = 0; b < own->count; ++b)
        if (!read_bone(&own->bones[b], &frame->bones[own->bones[b].index]))
            return false;
    memcpy(system->gram, own->rest, n * n * sizeof *system->gram);
    memset(system->right, 0, n * sizeof *system->right);
    system->constant = 0.0;
    for (int b = 0; b < own->count; ++b)
        add_bone(&own->bones[b], own->overlap, system);
    // Entries ascend, so only the lower half was changed.
    for (size_t j = 0; j < n; ++j)
        for (size_t k = 0; k < j; ++k)
            system->gram[k * n + j] = system->gram[j * n + k];
    return true;
}

static void bones_residual(const MieniSystem *system, const double *weights, double *out_rows)
{
    const Bones *own = system->own;
    for (int b = 0; b < own->count; ++b) {
        const Bone *bone = &own->bones[b];
        double sum[10] = {0.0, 0.0, 0.0, 1.0};
        for (int e = 0; e < bone->entry_count; ++e) {
            const MieniEntry *entry = &bone->entries[e];
            const double w = weights[entry->pose];
            for (int i = 0; i < 4; ++i)
                sum[i] += w * entry->turn[i];
            for (int i = 0; i < 3; ++i) {
                sum[4 + i] += w * entry->shift[i];
                sum[7 + i] += w * entry->scale[i];
            }
        }
        const double along = dot(sum, bone->turn, 4);
        for (int i = 0; i < 4; ++i)
            out_rows[i] = mieni_sqrt(bone->turn_weight) * (sum[i] - along * bone->turn[i]);
        for (int i = 0; i < 3; ++i) {
            out_rows[4 + i] = mieni_sqrt(bone->shift_weight) * (sum[4 + i] - bone->shift[i]);
            out_rows[7 + i] = mieni_sqrt(bone->scale_weight) * (sum[7 + i] - bone->scale[i]);
        }
        out_rows += 10;
    }
}

/// A residual is what poses do less what the take does: the pose that explains it does the opposite.
static void add_pose(const MieniSystem *system, const double *rows, MienTransform *bones)
{
    const Bones *own = system->own;
    for (int b = 0; b < own->count; ++b, rows += 10) {
        const Bone *bone = &own->bones[b];
        const double turn = mieni_sqrt(bone->turn_weight), shift = mieni_sqrt(bone->shift_weight),
                     scale = mieni_sqrt(bone->scale_weight);
        MieniPlace place = mieni_place_of(&bones[bone->index]);
        double sum[4] = {0.0, 0.0, 0.0, 1.0};
        for (int i = 0; turn > 0.0 && i < 4; ++i)
            sum[i] -= rows[i] / turn;
        mieni_normalize4(sum);
        mieni_multiply4(sum, place.q, place.q);
        for (int i = 0; i < 3; ++i) {
            place.t[i] -= shift > 0.0 ? rows[4 + i] / shift : 0.0;
            place.s[i] *= 1.0 - (own->has_scale && scale > 0.0 ? rows[7 + i] / scale : 0.0);
        }
        MienTransform *out = &bones[bone->index];
        out->rotation =
            (MienQuat){(float)place.q[0], (float)place.q[1], (float)place.q[2], (float)place.q[3]};
        out->translation = (MienVec3){(float)place.t[0], (float)place.t[1], (float)place.t[2]};
        out->scale = (MienVec3){(float)place.s[0], (float)place.s[1], (float)place.s[2]};
    }
}

/// A residual's mean square distance over what hangs on each bone.
static void bones_lost(const MieniSystem *system, const double *weights, const double *rows,
                       double *out_parts)
{
    const Bones *own = system->own;
    (void)weights;
    for (int b = 0; b < own->count; ++b, rows += 10) {
        const double mass = own->bones[b].shift_weight;
        out_parts[b] = mass > 0.0 ? dot(rows, rows, 10) / mass : 0.0;
    }
}

/// The asset's bones that the performance has, with their weights.
static void make_bones(MieniArena *arena, const MienSolverDesc *desc, const Body *body, Bones *own)
{
    const MieniPoseData *d = &desc->poses->data;
    const MienTransform *base = mien_pose_asset_base(desc->poses);
    for (int a = 0; a < d->bone_count; ++a) {
        const int index = mien_skeleton_find_bone(desc->skeleton, mien_pose_asset_bone_name(desc->poses, a));
        if (index < 0 || d->rows[a].count == 0 || (desc->has_bone != NULL && !desc->has_bone[index]))
            continue;
        own->bones[own->count++] =
            (Bone){.index = index,
                   .entry_count = (int)d->rows[a].count,
                   .entries = mieni_entries_read(arena, d, a),
                   .turn_weight = 8.0 / 3.0 * body->inertia[index],
                   .shift_weight = body->mass[index],
                   .scale_weight = body->inertia[index] / 3.0,
                   .neutral = desc->neutral_bones != NULL ? desc->neutral_bones[index] : base[a]};
    }
}

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

MienStatus mieni_bones_create(MieniArena *arena, const MienSolverDesc *desc, MieniSystem *out_system,
                              MienError *error)
{
    const MieniPoseData *d = &desc->poses->data;
    const size_t n = (size_t)d->pose_count;
    Bones *own = mieni_arena_take(arena, 1, sizeof *own);
    bool *is_moved =
        mieni_arena_take(arena, (size_t)mien_skeleton_bone_count(desc->skeleton), sizeof *is_moved);
    double *usual = mieni_arena_take(arena, n, sizeof *usual);
    Body body;
    if (!mieni_system_create(arena, d->pose_count, out_system) || arena->is_out_of_memory)
        return no_memory(error);
    own->bones = mieni_arena_take(arena, (size_t)d->bone_count, sizeof *own->bones);
    own->rest = mieni_arena_take(arena, n * n, sizeof *own->rest);
    own->overlap = mieni_arena_take(arena, n, sizeof *own->overlap);
    for (int a = 0; a < d->bone_count; ++a) {
        const int bone = mien_skeleton_find_bone(desc->skeleton, mien_pose_asset_bone_name(desc->poses, a));
        if (bone >= 0 && d->rows[a].count > 0)
            is_moved[bone] = true;
    }
    if (arena->is_out_of_memory || !weigh(arena, desc, is_moved, &body))
        return no_memory(error);
    make_bones(arena, desc, &body, own);
    out_system->parts = mieni_arena_take(arena, (size_t)own->count, sizeof *out_system->parts);
    if (arena->is_out_of_memory)
        return no_memory(error);
    for (int b = 0; b < own->count; ++b) {
        add_to_rest(&own->bones[b], own->rest, n);
        out_system->parts[b] = (uint32_t)own->bones[b].index;
    }
    for (size_t p = 0; p < n; ++p)
        usual[p] = own->rest[p * n + p];
    memcpy(out_system->gram, own->rest, n * n * sizeof *own->rest);
    own->has_scale = d->has_scale;
    out_system->own = own;
    out_system->usual = usual;
    out_system->mass = body.total;
    out_system->freedom = own->count * (own->has_scale ? 9 : 6);
    out_system->row_count = own->count * 10;
    out_system->part_count = own->count;
    out_system->extent = body.high - body.low;
    out_system->read = read_bones;
    out_system->residual = bones_residual;
    out_system->lost = bones_lost;
    out_system->add_pose = add_pose;
    return MIEN_OK;
}
