// SPDX-License-Identifier: MIT
//
// The system of points on a mesh that bones move, and of points that move with the head. Here the
// points are no linear function of the weights: the system holds near the weights that it was made
// for, and is made again for better ones.

#include "core/float_rules.h"

#include "base/transform.h"
#include "core/internal.h"
#include "core/pose_data.h"
#include "core/square_root.h"
#include "solve/centres.h"
#include "solve/entries.h"
#include "solve/head.h"
#include "solve/shapes.h"
#include "solve/system.h"

#include <string.h>

/// What an entry does at the moment, in the space of the model.
typedef struct Slope {
    double spin[3];  ///< Rotation about the bone.
    double shift[3]; ///< Translation.
    double grow[3];  ///< Scale, along the bone's axes.
} Slope;

typedef struct Bone {
    int parent;
    int entry_count;
    MieniEntry *entries;
    Slope *slopes;
    MieniPlace neutral; ///< Without poses, relative to its parent.
    // With the weights.
    MieniPlace model;        ///< In the space of the model.
    double sum[4], grown[3]; ///< The quaternions' sum, and what scale is multiplied by.
    bool is_moved;           ///< By a pose, or a parent is.
} Bone;

typedef struct Joint {
    int bone;
    double inverse[12];
} Joint;

typedef struct Skinned {
    int point_count, bone_count, joint_count, stride;
    int influence_count; ///< At most, of a point.
    int *own_joints;     ///< Per point: the joint of a point that is a bone's origin, or -1; NULL: none is.
    Bone *bones;
    Joint *joints;
    const uint16_t *vertex_joints;
    const float *vertex_weights;
    uint32_t *vertices; ///< Of the points.
    float *roots;       ///< Of the points' weights.
    double *rest;       ///< Points without morph targets and bones.
    double *bias;       ///< From the mesh's neutral to the measured one.
    double *shaped;     ///< With morph targets.
    double *points;     ///< With bones, too.
    double *measured;
    double *slopes; ///< Three per point and pose.
    int *active;    ///< Poses that move the point at hand.
    MieniShape *shapes;
    bool has_head;
    MieniHead head;
    double *mixed; ///< Per pose: products with the head's derivatives.
    MieniCentres centres;
} Skinned;

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3]) { return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]; }

static void turn_back(const double turn[4], const double v[3], double out[3])
{
    const double inverse[4] = {-turn[0], -turn[1], -turn[2], turn[3]};
    mieni_rotate3(inverse, v, out);
}

/// A bone relative to its parent, with weights.
static MieniPlace pose_bone(Bone *bone, const double *weights)
{
    MieniPlace place = bone->neutral;
    double sum[4] = {0.0, 0.0, 0.0, 1.0}, grown[3] = {1.0, 1.0, 1.0};
    for (int e = 0; e < bone->entry_count; ++e) {
        const MieniEntry *entry = &bone->entries[e];
        const double w = weights[entry->pose];
        for (int i = 0; w != 0.0 && i < 4; ++i)
            sum[i] += w * entry->turn[i];
        for (int i = 0; w != 0.0 && i < 3; ++i) {
            place.t[i] += w * entry->shift[i];
            grown[i] += w * entry->scale[i];
        }
    }
    memcpy(bone->sum, sum, sizeof sum);
    memcpy(bone->grown, grown, sizeof grown);
    mieni_normalize4(sum);
    mieni_multiply4(sum, place.q, place.q);
    for (int i = 0; i < 3; ++i)
        place.s[i] *= grown[i];
    return place;
}

static void pose_bones(Skinned *own, const double *weights)
{
    for (int b = 0; b < own->bone_count; ++b) {
        Bone *bone = &own->bones[b];
        const MieniPlace local = pose_bone(bone, weights);
        bone->model =
            bone->parent >= 0 ? mieni_place_compose(&own->bones[bone->parent].model, &local) : local;
    }
}

/// Where a joint has a point.
static void place_by_joint(const Skinned *own, int joint, const double shaped[3], double out[3])
{
    const double *m = own->joints[joint].inverse;
    const Bone *bone = &own->bones[own->joints[joint].bone];
    double local[3];
    for (int i = 0; i < 3; ++i)
        local[i] =
            bone->model.s[i] *
            (((m[4 * i] * shaped[0] + m[4 * i + 1] * shaped[1]) + m[4 * i + 2] * shaped[2]) + m[4 * i + 3]);
    mieni_rotate3(bone->model.q, local, out);
    for (int i = 0; i < 3; ++i)
        out[i] += bone->model.t[i];
}

/// The joint of an influence and its weight; -1: none.
static int joint_of(const Skinned *own, int point, int influence, double *out_weight)
{
    if (own->own_joints != NULL && own->own_joints[point] >= 0) {
        *out_weight = influence == 0 ? 1.0 : 0.0;
        return influence == 0 ? own->own_joints[point] : -1;
    }
    const size_t at = (size_t)own->vertices[point] * (size_t)own->stride + (size_t)influence;
    *out_weight = influence < own->stride ? (double)own->vertex_weights[at] : 0.0;
    const int joint = *out_weight > 0.0 ? own->vertex_joints[at] : -1;
    return joint >= 0 && own->joints[joint].bone >= 0 ? joint : -1;
}

/// Adds where the bones have a point.
static void add_skinned(const Skinned *own, int point, const double shaped[3], double out[3])
{
    double part, total = 0.0, at[3];
    for (int i = 0; i < own->influence_count; ++i) {
        const int joint = joint_of(own, point, i, &part);
        if (joint >= 0)
            place_by_joint(own, joint, shaped, at);
        else // the skeleton lacks its bone
            memcpy(at, shaped, sizeof at);
        total += part;
        for (int c = 0; c < 3; ++c)
            out[c] += part * at[c];
    }
    for (int c = 0; total == 0.0 && c < 3; ++c) // no bone moves it
        out[c] += shaped[c];
}

/// The points with weights, without the head.
static void place_points(Skinned *own, int pose_count, const double *weights)
{
    memcpy(own->shaped, own->rest, (size_t)own->point_count * 3 * sizeof *own->shaped);
    for (int k = 0; k < pose_count; ++k)
        for (int i = 0; weights[k] != 0.0 && i < own->shapes[k].count; ++i)
            for (int c = 0; c < 3; ++c)
                own->shaped[3 * own->shapes[k].points[i] + (uint32_t)c] +=
                    weights[k] * (double)own->shapes[k].offsets[3 * i + c];
    pose_bones(own, weights);
    for (int p = 0; p < own->point_count; ++p) {
        double *out = own->points + 3 * (size_t)p;
        memcpy(out, own->bias + 3 * (size_t)p, 3 * sizeof *out);
        add_skinned(own, p, own->shaped + 3 * (size_t)p, out);
    }
}

/// What entries do to what hangs on their bones.
static void find_slopes(Skinned *own)
{
    static const double none[4] = {0.0, 0.0, 0.0, 1.0}, ones[3] = {1.0, 1.0, 1.0};
    for (int b = 0; b < own->bone_count; ++b) {
        Bone *bone = &own->bones[b];
        const Bone *parent = bone->parent >= 0 ? &own->bones[bone->parent] : NULL;
        const double *turn = parent != NULL ? parent->model.q : none, *s = bone->sum,
                     *scale = parent != NULL ? parent->model.s : ones;
        const double back[4] = {-s[0], -s[1], -s[2], s[3]};
        const double square = (s[0] * s[0] + s[1] * s[1]) + (s[2] * s[2] + s[3] * s[3]);
        for (int e = 0; e < bone->entry_count; ++e) {
            const MieniEntry *entry = &bone->entries[e];
            double product[4], shift[3];
            mieni_multiply4(entry->turn, back, product);
            for (int i = 0; i < 3; ++i) {
                product[i] *= square > 0.0 ? 2.0 / square : 0.0;
                shift[i] = scale[i] * entry->shift[i];
                bone->slopes[e].grow[i] = bone->grown[i] != 0.0 ? entry->scale[i] / bone->grown[i] : 0.0;
            }
            mieni_rotate3(turn, product, bone->slopes[e].spin);
            mieni_rotate3(turn, shift, bone->slopes[e].shift);
        }
    }
}

/// Adds the derivatives of a point that a joint has, for all entries of its bone and the bones above.
static void add_slopes(const Skinned *own, int joint, const double at[3], double part, int pose_count,
                       double *rows)
{
    for (int b = own->joints[joint].bone; b >= 0; b = own->bones[b].parent) {
        const Bone *bone = &own->bones[b];
        double arm[3], local[3], grown[3], spun[3];
        for (int i = 0; i < 3; ++i)
            arm[i] = at[i] - bone->model.t[i];
        turn_back(bone->model.q, arm, local);
        for (int e = 0; e < bone->entry_count; ++e) {
            const Slope *slope = &bone->slopes[e];
            double scaled[3];
            cross(slope->spin, arm, spun);
            for (int i = 0; i < 3; ++i)
                scaled[i] = slope->grow[i] * local[i];
            mieni_rotate3(bone->model.q, scaled, grown);
            for (int i = 0; i < 3; ++i)
                rows[i * pose_count + bone->entries[e].pose] += part * (slope->shift[i] + spun[i] + grown[i]);
        }
    }
}

/// The derivatives of morph targets are turned and scaled by the joints.
static void add_shapes(const Skinned *own, int pose_count)
{
    for (int k = 0; k < pose_count; ++k)
        for (int s = 0; s < own->shapes[k].count; ++s) {
            const int p = (int)own->shapes[k].points[s];
            double *rows = own->slopes + (size_t)p * 3 * (size_t)pose_count, part, total = 0.0;
            const float *offset = own->shapes[k].offsets + 3 * (size_t)s;
            const double way[3] = {(double)offset[0], (double)offset[1], (double)offset[2]};
            for (int i = 0; i < own->influence_count; ++i) {
                const int joint = joint_of(own, p, i, &part);
                double from[3], to[3];
                if (joint < 0)
                    continue;
                total += part;
                place_by_joint(own, joint, own->shaped + 3 * (size_t)p, from);
                const double moved[3] = {own->shaped[3 * p] + way[0], own->shaped[3 * p + 1] + way[1],
                                         own->shaped[3 * p + 2] + way[2]};
                place_by_joint(own, joint, moved, to);
                for (int c = 0; c < 3; ++c)
                    rows[c * pose_count + k] += part * (to[c] - from[c]);
            }
            for (int c = 0; total == 0.0 && c < 3; ++c)
                rows[c * pose_count + k] += way[c];
        }
}

/// Turns three rows of derivatives with the head.
static void turn_rows(const MieniHead *head, int pose_count, double *rows)
{
    for (int k = 0; k < pose_count; ++k) {
        const double v[3] = {rows[k], rows[pose_count + k], rows[2 * pose_count + k]};
        double turned[3];
        if (v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0)
            continue;
        mieni_head_turn(head, v, turned);
        for (int c = 0; c < 3; ++c)
            rows[c * pose_count + k] = turned[c];
    }
}

/// Derivatives of all points by all poses, times the roots of weights.
static void make_rows(Skinned *own, int pose_count)
{
    find_slopes(own);
    memset(own->slopes, 0, (size_t)own->point_count * 3 * (size_t)pose_count * sizeof *own->slopes);
    for (int p = 0; p < own->point_count; ++p)
        for (int i = 0; i < own->influence_count; ++i) {
            double part, at[3];
            const int joint = joint_of(own, p, i, &part);
            if (joint < 0 || !own->bones[own->joints[joint].bone].is_moved)
                continue;
            place_by_joint(own, joint, own->shaped + 3 * (size_t)p, at);
            add_slopes(own, joint, at, part, pose_count, own->slopes + (size_t)p * 3 * (size_t)pose_count);
        }
    add_shapes(own, pose_count);
    for (int p = 0; p < own->point_count; ++p) {
        double *rows = own->slopes + (size_t)p * 3 * (size_t)pose_count;
        if (own->has_head)
            turn_rows(&own->head, pose_count, rows);
        for (int i = 0; own->roots[p] != 1.0f && i < 3 * pose_count; ++i)
            rows[i] *= (double)own->roots[p];
    }
}

/// What is left of a point: measured less model, times the root of its weight.
static void find_left(const Skinned *own, int point, double out[3])
{
    const double *model = own->points + 3 * (size_t)point, *measured = own->measured + 3 * (size_t)point;
    double turned[3] = {model[0], model[1], model[2]};
    if (own->has_head)
        mieni_head_turn(&own->head, model, turned);
    for (int c = 0; c < 3; ++c)
        out[c] = (double)own->roots[point] *
                 (measured[c] - turned[c] - (own->has_head ? own->head.shift[c] : 0.0));
}

/// Adds the products of a point's rows.
static void add_products(MieniSystem *system, const double *rows, const double left[3])
{
    const Skinned *own = system->own;
    const int n = system->pose_count;
    int count = 0;
    for (int k = 0; k < n; ++k)
        if (rows[k] != 0.0 || rows[n + k] != 0.0 || rows[2 * n + k] != 0.0)
            own->active[count++] = k;
    for (int a = 0; a < count; ++a) {
        const int j = own->active[a];
        const double x = rows[j], y = rows[n + j], z = rows[2 * n + j];
        double *gram = system->gram + (size_t)j * (size_t)n;
        system->right[j] += (x * left[0] + y * left[1]) + z * left[2];
        for (int b = 0; b <= a; ++b) {
            const int k = own->active[b];
            gram[k] += (x * rows[k] + y * rows[n + k]) + z * rows[2 * n + k];
        }
    }
}

/// Adds the products of a point's rows with the head's derivatives.
static void add_mixed(MieniSystem *system, int point, const double *rows)
{
    const Skinned *own = system->own;
    const int n = system->pose_count;
    double turned[3], slopes[3][MIENI_HEAD];
    mieni_head_turn(&own->head, own->points + 3 * (size_t)point, turned);
    mieni_head_slopes(&own->head, turned, slopes);
    for (int k = 0; k < n; ++k)
        for (int c = 0; c < 3; ++c) {
            const double slope = rows[c * n + k] * (double)own->roots[point];
            for (int h = 0; slope != 0.0 && h < MIENI_HEAD; ++h)
                own->mixed[k * MIENI_HEAD + h] += slope * slopes[c][h];
        }
}

/// Takes out what the head can do.
static void take_out_head(MieniSystem *system)
{
    const Skinned *own = system->own;
    const int n = system->pose_count;
    for (int k = 0; k < n; ++k) {
        const double *mixed = own->mixed + (size_t)k * MIENI_HEAD;
        double solved[MIENI_HEAD];
        mieni_head_solve(&own->head, mixed, solved);
        for (int h = 0; h < MIENI_HEAD; ++h)
            system->right[k] -= solved[h] * own->head.right[h];
        for (int j = k; j < n; ++j)
            for (int h = 0; h < MIENI_HEAD; ++h)
                system->gram[(size_t)j * (size_t)n + (size_t)k] -=
                    solved[h] * own->mixed[(size_t)j * MIENI_HEAD + (size_t)h];
    }
}

/// From the step to the weights themselves: b + Gw, and the constant that goes with it.
static void shift_system(MieniSystem *system, const double *weights, double error)
{
    const size_t n = (size_t)system->pose_count;
    system->constant = error;
    for (size_t j = 0; j < n; ++j)
        for (size_t k = 0; k < j; ++k)
            system->gram[k * n + j] = system->gram[j * n + k];
    for (size_t j = 0; j < n; ++j) {
        double sum = 0.0;
        for (size_t k = 0; k < n; ++k)
            sum += system->gram[j * n + k] * weights[k];
        system->constant += weights[j] * (2.0 * system->right[j] + sum);
        system->right[j] += sum;
    }
}

static double linearise(MieniSystem *system, const double *weights)
{
    Skinned *own = system->own;
    const size_t n = (size_t)system->pose_count;
    double error = 0.0;
    place_points(own, system->pose_count, weights);
    if (own->has_head)
        mieni_head_fit(&own->head, own->point_count, own->points, own->measured, own->roots);
    make_rows(own, system->pose_count);
    memset(system->gram, 0, n * n * sizeof *system->gram);
    memset(system->right, 0, n * sizeof *system->right);
    memset(own->mixed, 0, n * MIENI_HEAD * sizeof *own->mixed);
    for (int p = 0; p < own->point_count; ++p) {
        const double *rows = own->slopes + (size_t)p * 3 * n;
        double left[3];
        find_left(own, p, left);
        error += (left[0] * left[0] + left[1] * left[1]) + left[2] * left[2];
        add_products(system, rows, left);
        if (own->has_head)
            add_mixed(system, p, rows);
    }
    if (own->has_head)
        take_out_head(system);
    shift_system(system, weights, error);
    return error;
}

static bool read_points(MieniSystem *system, const MienSolveFrame *frame)
{
    const Skinned *own = system->own;
    double sum = 0.0;
    for (int p = 0; p < own->point_count; ++p) {
        const float *point = &frame->points[p].x;
        for (int c = 0; c < 3; ++c) {
            own->measured[3 * (size_t)p + (size_t)c] = (double)point[c];
            sum += (double)point[c] * (double)point[c];
        }
    }
    return sum <= 1e18; // also not-a-number
}

static void skinned_residual(const MieniSystem *system, const double *weights, double *out_rows)
{
    Skinned *own = system->own;
    place_points(own, system->pose_count, weights);
    for (int p = 0; p < own->point_count; ++p) {
        double left[3];
        find_left(own, p, left);
        for (int c = 0; c < 3; ++c)
            out_rows[3 * (size_t)p + (size_t)c] = -left[c];
    }
}

static void skinned_lost(const MieniSystem *system, const double *weights, const double *rows,
                         double *out_parts)
{
    const Skinned *own = system->own;
    (void)weights;
    mieni_centres_lost(&own->centres, rows, out_parts);
}

static void restart(MieniSystem *system)
{
    Skinned *own = system->own;
    mieni_head_restart(&own->head);
}

static void head_of(const MieniSystem *system, MienTransform *out_head)
{
    const Skinned *own = system->own;
    const MieniHead *h = &own->head;
    *out_head = mien_transform_identity();
    if (!own->has_head)
        return;
    out_head->rotation =
        (MienQuat){(float)h->turn[0], (float)h->turn[1], (float)h->turn[2], (float)h->turn[3]};
    out_head->translation = (MienVec3){(float)h->shift[0], (float)h->shift[1], (float)h->shift[2]};
}

/// Bones without poses: given, or where the mesh has them.
static void place_neutral(const MienSolverDesc *desc, Skinned *own)
{
    const MienTransform *rest = mien_skeleton_rest_pose(desc->skeleton);
    for (int b = 0; b < own->bone_count; ++b) {
        own->bones[b].parent = mien_skeleton_bone_parent(desc->skeleton, b);
        own->bones[b].neutral =
            mieni_place_of(desc->neutral_bones != NULL ? &desc->neutral_bones[b] : &rest[b]);
    }
    for (int m = 0; desc->neutral_bones == NULL && m < mien_mesh_info(desc->mesh).rest_pose_count; ++m) {
        const int b = mien_skeleton_find_bone(desc->skeleton, mien_mesh_bone_name(desc->mesh, m));
        if (b >= 0)
            own->bones[b].neutral = mieni_place_of(&mien_mesh_rest_pose(desc->mesh)[m]);
    }
}

static void read_bones(MieniArena *arena, const MienSolverDesc *desc, Skinned *own)
{
    const MieniPoseData *d = desc->poses != NULL ? &desc->poses->data : NULL;
    place_neutral(desc, own);
    for (int a = 0; d != NULL && a < d->bone_count; ++a) {
        const int b = mien_skeleton_find_bone(desc->skeleton, mien_pose_asset_bone_name(desc->poses, a));
        if (b < 0 || d->rows[a].count == 0)
            continue;
        own->bones[b].entry_count = (int)d->rows[a].count;
        own->bones[b].entries = mieni_entries_read(arena, d, a);
        own->bones[b].slopes =
            mieni_arena_take(arena, (size_t)own->bones[b].entry_count, sizeof *own->bones[b].slopes);
    }
    for (int b = 0; b < own->bone_count; ++b)
        own->bones[b].is_moved = own->bones[b].entry_count > 0 ||
                                 (own->bones[b].parent >= 0 && own->bones[own->bones[b].parent].is_moved);
}

/// Joints of the mesh, then one per point that is a bone's origin.
static void read_joints(const MienSolverDesc *desc, Skinned *own)
{
    int count = own->joint_count;
    for (int p = 0; desc->point_bones != NULL && p < own->point_count; ++p) {
        const int bone = desc->point_bones[p];
        own->own_joints[p] = bone >= 0 ? count : -1;
        if (bone >= 0)
            own->joints[count++] =
                (Joint){.bone = bone, .inverse = {[0] = 1.0, [5] = 1.0, [10] = 1.0}}; // rows of four
    }
    for (int j = 0; j < own->joint_count; ++j) {
        const MienMeshJoint joint = mien_mesh_joint(desc->mesh, j);
        own->joints[j].bone =
            mien_skeleton_find_bone(desc->skeleton, mien_mesh_bone_name(desc->mesh, joint.bone));
        for (int i = 0; i < 12; ++i)
            own->joints[j].inverse[i] = (double)joint.inverse.m[i];
    }
}

/// Whether a pose moves each point: by a morph target or a bone.
static void mark_moved(const MieniSystem *system, bool *is_moved)
{
    const Skinned *own = system->own;
    for (int k = 0; k < system->pose_count; ++k)
        for (int i = 0; i < own->shapes[k].count; ++i)
            is_moved[own->shapes[k].points[i]] = true;
    for (int p = 0; p < own->point_count; ++p)
        for (int i = 0; i < own->influence_count; ++i) {
            double part;
            const int joint = joint_of(own, p, i, &part);
            is_moved[p] = is_moved[p] || (joint >= 0 && own->bones[own->joints[joint].bone].is_moved);
        }
}

static void read_rest(const MienSolverDesc *desc, Skinned *own)
{
    const MienVec3 *positions = mien_mesh_positions(desc->mesh);
    for (int p = 0; p < own->point_count; ++p) {
        own->vertices[p] = desc->points != NULL ? desc->points[p] : (uint32_t)p;
        own->roots[p] = mieni_point_weight(desc->point_weights, p);
        if (desc->point_bones != NULL && desc->point_bones[p] >= 0) {
            own->vertices[p] = 0;
            continue; // at the origin of its bone
        }
        const float *rest = &positions[own->vertices[p]].x;
        for (int c = 0; c < 3; ++c)
            own->rest[3 * (size_t)p + (size_t)c] = (double)rest[c];
    }
}

static bool take_memory(MieniArena *arena, const MienSolverDesc *desc, int pose_count, Skinned *own)
{
    const size_t points = (size_t)own->point_count, n = (size_t)pose_count;
    double **const three[] = {&own->rest, &own->bias, &own->shaped, &own->points, &own->measured};
    for (size_t i = 0; i < sizeof three / sizeof *three; ++i)
        *three[i] = mieni_arena_take(arena, points, 3 * sizeof(double));
    own->bones = mieni_arena_take(arena, (size_t)own->bone_count, sizeof *own->bones);
    const size_t own_joints = desc->point_bones != NULL ? points : 0;
    own->joints = mieni_arena_take(arena, (size_t)own->joint_count + own_joints, sizeof *own->joints);
    if (own_joints > 0)
        own->own_joints = mieni_arena_take(arena, own_joints, sizeof *own->own_joints);
    own->roots = mieni_arena_take(arena, points, sizeof *own->roots);
    own->vertices = mieni_arena_take(arena, points, sizeof *own->vertices);
    own->shapes = mieni_arena_take(arena, n, sizeof *own->shapes);
    own->active = mieni_arena_take(arena, n, sizeof *own->active);
    own->mixed = mieni_arena_take(arena, n, MIENI_HEAD * sizeof *own->mixed);
    if (points > SIZE_MAX / 3 / sizeof *own->slopes / (n > 0 ? n : 1))
        return false;
    own->slopes = mieni_arena_take(arena, points * 3 * n, sizeof *own->slopes);
    float *scratch = mieni_arena_take(arena, points, 3 * sizeof *scratch);
    MienSolverDesc plain = *desc; // weights come later, and the actor's poses
    plain.point_weights = NULL;
    plain.actor_poses = NULL;
    for (int k = 0; !arena->is_out_of_memory && k < pose_count; ++k)
        mieni_shape_create(arena, &plain, k, own->point_count, scratch, &own->shapes[k]);
    return !arena->is_out_of_memory;
}

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// Bones and joints, if a skeleton is given. False without memory.
static bool read_skin(MieniArena *arena, const MienSolverDesc *desc, Skinned *own)
{
    if (own->bone_count == 0)
        return true;
    read_bones(arena, desc, own);
    read_joints(desc, own);
    return !arena->is_out_of_memory;
}

/// From the model's neutral points to the measured ones, in the space of the model.
static void find_bias(const MienSolverDesc *desc, Skinned *own)
{
    for (int p = 0; p < own->point_count; ++p)
        for (int c = 0; c < 3; ++c)
            own->measured[3 * p + c] = (double)(&desc->neutral_points[p].x)[c];
    mieni_head_restart(&own->head);
    if (own->has_head)
        mieni_head_fit(&own->head, own->point_count, own->points, own->measured, own->roots);
    for (int p = 0; p < own->point_count; ++p) {
        double *measured = own->measured + 3 * (size_t)p, back[3];
        for (int c = 0; c < 3; ++c)
            measured[c] -= own->head.shift[c];
        turn_back(own->head.turn, measured, back);
        for (int c = 0; c < 3; ++c)
            own->bias[3 * p + c] = back[c] - own->points[3 * p + c];
    }
}

/// Brings an offset from the space of the model to that of the shapes, which bones turn and scale. It
/// stays as it is where the bones make the point flat.
static void unskin(const Skinned *own, int point, float offset[3])
{
    double at[3] = {0.0, 0.0, 0.0}, columns[3][3] = {{0.0}}, product[3], solved[3];
    add_skinned(own, point, own->rest + 3 * (size_t)point, at);
    for (int axis = 0; axis < 3; ++axis) {
        double moved[3];
        memcpy(moved, own->rest + 3 * (size_t)point, sizeof moved);
        moved[axis] += 1.0;
        add_skinned(own, point, moved, columns[axis]);
        for (int c = 0; c < 3; ++c)
            columns[axis][c] -= at[c];
    }
    cross(columns[1], columns[2], product);
    const double volume = dot(columns[0], product);
    const double given[3] = {(double)offset[0], (double)offset[1], (double)offset[2]};
    for (int axis = 0; axis < 3; ++axis) { // by Cramer's rule
        cross(columns[(axis + 1) % 3], columns[(axis + 2) % 3], product);
        solved[axis] = dot(given, product);
    }
    for (int c = 0; volume != 0.0 && c < 3; ++c)
        offset[c] = (float)(solved[c] / volume);
}

/// What a pose does to points beside what was measured: products of both, weighted.
static void compare_pose(Skinned *own, int pose_count, int pose, double *weights, const double *neutral,
                         const MienVec3 *measured, double *out_mixed, double *out_square)
{
    *out_mixed = *out_square = 0.0;
    weights[pose] = 1.0;
    place_points(own, pose_count, weights);
    weights[pose] = 0.0;
    for (int p = 0; p < own->point_count; ++p) {
        const double root = (double)own->roots[p];
        for (int c = 0; c < 3; ++c) {
            const double moved = root * (own->points[3 * p + c] - neutral[3 * p + c]);
            *out_mixed += moved * (root * (double)(&measured[p].x)[c]);
            *out_square += moved * moved;
        }
    }
}

static void scale_pose(Skinned *own, int pose, double factor)
{
    for (int b = 0; b < own->bone_count; ++b)
        for (int e = 0; e < own->bones[b].entry_count; ++e) {
            MieniEntry *entry = &own->bones[b].entries[e];
            for (int i = 0; entry->pose == pose && i < 4; ++i)
                entry->turn[i] *= factor;
            for (int i = 0; entry->pose == pose && i < 3; ++i) {
                entry->shift[i] *= factor;
                entry->scale[i] *= factor;
            }
        }
    for (int i = 0; i < 3 * own->shapes[pose].count; ++i)
        own->shapes[pose].offsets[i] = (float)(factor * (double)own->shapes[pose].offsets[i]);
}

/// Makes a pose the actor's: as large as measured, so that bones still turn, and what is left by a shape.
static bool measure_pose(MieniArena *arena, const MienSolverDesc *desc, int pose_count, int pose,
                         double *weights, const double *neutral, Skinned *own)
{
    enum { FITS = 3, MOST_GAIN = 10 }; // a pose that is tinier still moves nothing that was measured
    const MienVec3 *measured = desc->actor_poses[pose];
    const double least = 9.0 * 3.0 * desc->actor_noise * desc->actor_noise;
    float *offsets = mieni_arena_take(arena, (size_t)own->point_count, 3 * sizeof *offsets);
    double mixed, square;
    if (offsets == NULL)
        return false;
    for (int i = 0; i <= FITS; ++i) {
        compare_pose(own, pose_count, pose, weights, neutral, measured, &mixed, &square);
        if (i < FITS && mixed > 0.0 && mixed <= MOST_GAIN * square)
            scale_pose(own, pose, mixed / square);
    }
    for (int p = 0; p < own->point_count; ++p) {
        double left[3];
        for (int c = 0; c < 3; ++c)
            left[c] = (double)(&measured[p].x)[c] - (own->points[3 * p + c] - neutral[3 * p + c]);
        for (int c = 0; dot(left, left) > least && c < 3; ++c)
            offsets[3 * p + c] = (float)left[c];
        if (own->bone_count > 0)
            unskin(own, p, offsets + 3 * (size_t)p);
    }
    for (int i = 0; i < own->shapes[pose].count; ++i)
        for (uint32_t c = 0; c < 3; ++c)
            offsets[3 * own->shapes[pose].points[i] + c] += own->shapes[pose].offsets[3 * (uint32_t)i + c];
    return mieni_shape_keep(arena, offsets, own->point_count, &own->shapes[pose]);
}

/// Replaces the poses that were measured. The points are those without weights.
static bool measure_poses(MieniArena *arena, const MienSolverDesc *desc, int pose_count, double *weights,
                          Skinned *own)
{
    if (desc->actor_poses == NULL)
        return true;
    double *neutral = mieni_arena_take(arena, (size_t)own->point_count, 3 * sizeof *neutral);
    if (neutral == NULL)
        return false;
    memcpy(neutral, own->points, (size_t)own->point_count * 3 * sizeof *neutral);
    for (int k = 0; k < pose_count; ++k)
        if (mieni_is_measured(desc, k) && !measure_pose(arena, desc, pose_count, k, weights, neutral, own))
            return false;
    place_points(own, pose_count, weights);
    return true;
}

/// The system at rest: what moves, and how much.
static MienStatus begin(MieniArena *arena, const MienSolverDesc *desc, MieniSystem *system, MienError *error)
{
    Skinned *own = system->own;
    const size_t n = (size_t)system->pose_count, points = (size_t)own->point_count;
    double *usual = mieni_arena_take(arena, n, sizeof *usual);
    double *none = mieni_arena_take(arena, n, sizeof *none);
    bool *is_moved = mieni_arena_take(arena, points, sizeof *is_moved);
    MienVec3 *neutral = mieni_arena_take(arena, points, sizeof *neutral);
    if (arena->is_out_of_memory)
        return no_memory(error);
    place_points(own, system->pose_count, none);
    if (!measure_poses(arena, desc, system->pose_count, none, own))
        return no_memory(error);
    if (desc->neutral_points != NULL)
        find_bias(desc, own);
    for (int p = 0; p < own->point_count; ++p) {
        double *at = own->points + 3 * (size_t)p;
        for (int c = 0; c < 3; ++c) {
            own->measured[3 * p + c] = at[c] += own->bias[3 * p + c];
            if (!(at[c] >= -1e9 && at[c] <= 1e9))
                return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("points[%d]", p),
                                  "Without poses the point is not at a finite place, or too far away.");
        }
        neutral[p] = (MienVec3){(float)at[0], (float)at[1], (float)at[2]};
    }
    mark_moved(system, is_moved);
    if (!mieni_centres_create(arena, neutral, is_moved, own->point_count, &own->centres))
        return no_memory(error);
    restart(system);
    linearise(system, none);
    for (size_t k = 0; k < n; ++k)
        usual[k] = system->gram[k * n + k];
    system->usual = usual;
    system->parts = own->centres.points;
    system->part_count = own->centres.count;
    system->extent = own->centres.extent;
    return MIEN_OK;
}

MienStatus mieni_skinned_create(MieniArena *arena, const MienSolverDesc *desc, MieniSystem *out_system,
                                MienError *error)
{
    const MienMeshInfo info = mien_mesh_info(desc->mesh);
    const int points = desc->points != NULL ? desc->point_count : info.vertex_count;
    const int count = desc->poses != NULL ? desc->poses->data.pose_count : info.morph_count;
    const bool has_skin = desc->skeleton != NULL && info.joint_count > 0,
               has_bones = has_skin || desc->point_bones != NULL;
    const int stride = has_skin ? info.influence_stride : 0;
    Skinned *own = mieni_arena_take(arena, 1, sizeof *own);
    if (!mieni_system_create(arena, count, out_system))
        return no_memory(error);
    *own = (Skinned){.point_count = points,
                     .bone_count = has_bones ? mien_skeleton_bone_count(desc->skeleton) : 0,
                     .joint_count = has_skin ? info.joint_count : 0,
                     .stride = stride,
                     .influence_count = stride > 0 ? stride : has_bones,
                     .vertex_joints = mien_mesh_vertex_joints(desc->mesh),
                     .vertex_weights = mien_mesh_vertex_weights(desc->mesh),
                     .has_head = desc->has_head};
    out_system->own = own;
    if (!take_memory(arena, desc, count, own) || !read_skin(arena, desc, own))
        return no_memory(error);
    read_rest(desc, own);
    out_system->mass = (double)points;
    const int freedom = 3 * points - (own->has_head ? MIENI_HEAD : 0);
    out_system->freedom = freedom > 0 ? freedom : 0; // a head follows one or two points exactly
    out_system->row_count = 3 * points;
    out_system->read = read_points;
    out_system->linearise = linearise;
    out_system->restart = restart;
    out_system->head = head_of;
    out_system->residual = skinned_residual;
    out_system->lost = skinned_lost;
    return begin(arena, desc, out_system, error);
}
