// SPDX-License-Identifier: MIT
//
// A head as authors describe one: skeleton, mesh and poses of its parts.

#include "core/float_rules.h"

#include "core/internal.h"
#include "sample/cast.h"
#include "sample/cast/head_morphs.h"

#include <string.h>

/// What a head is made from.
typedef struct Build {
    MieniCastHead *head;
    MieniCastParts parts;
    MieniCastRig rig;
    MieniCastPoses *poses;
    bool is_refined;
    MienTransform reference[MIENI_BONE_COUNT];
} Build;

static const char *const kind_names[MIENI_CAST_KIND_COUNT] = {
    "skin", "eye",       "lid_upper", "lid_lower", "lash",      "brow", "teeth_upper", "teeth_lower",
    "tusk", "tongue",    "nostril",   "ear",       "earring",   "neck", "bust",        "collar",
    "hair", "hair_band", "cap",       "cap_band",  "side_hair", "horn", "crest",       "freckle",
};

static const MienAuthorMaterial materials[MIENI_CAST_MATERIAL_COUNT] = {
    {.name = "skin", .base_color = {1, 1, 1, 1}, .roughness = 0.55f, .image = -1},
    {.name = "eye", .base_color = {1, 1, 1, 1}, .roughness = 0.08f, .image = -1},
    {.name = "wet", .base_color = {1, 1, 1, 1}, .roughness = 0.30f, .image = -1},
    {.name = "hair", .base_color = {1, 1, 1, 1}, .roughness = 0.45f, .image = -1},
    {.name = "cloth", .base_color = {1, 1, 1, 1}, .roughness = 0.90f, .image = -1},
    {.name = "dark", .base_color = {1, 1, 1, 1}, .roughness = 0.50f, .image = -1},
    {.name = "horn", .base_color = {1, 1, 1, 1}, .roughness = 0.45f, .image = -1},
};

static void *take(Build *build, size_t count, size_t size)
{
    return mieni_arena_take(&build->head->arena, count, size);
}

static MienVec3 vector_of(MieniPoint p, double factor)
{
    return (MienVec3){(float)(p.x * factor), (float)(p.y * factor), (float)(p.z * factor)};
}

/// A vector along the axis, in degrees, as a quaternion.
static MienQuat quaternion_of(MieniPoint turn)
{
    const double size = mieni_length(turn);
    if (size < 1e-9)
        return (MienQuat){0.0f, 0.0f, 0.0f, 1.0f};
    double sine, cosine;
    mien_sincos(0.5 * mieni_radians(size), &sine, &cosine);
    const MienVec3 axis = vector_of(turn, sine / size);
    return (MienQuat){axis.x, axis.y, axis.z, (float)cosine};
}

/// Where a bone is relative to its parent, in head units.
static MieniPoint relative_of(const MieniCastRig *rig, int bone)
{
    const int parent = mieni_cast_bones[bone].parent;
    return parent < 0 ? rig->at[bone] : mieni_minus(rig->at[bone], rig->at[parent]);
}

static bool make_skeleton(Build *build)
{
    MienAuthorBone *bones = take(build, MIENI_BONE_COUNT, sizeof *bones);
    const int morph_count = build->is_refined ? MIENI_MORPH_COUNT : 0;
    const int curve_count = MIENI_CAST_POSE_COUNT + morph_count;
    MienAuthorCurve *curves = take(build, (size_t)curve_count, sizeof *curves);
    MienAuthorSkeleton *skeleton = take(build, 1, sizeof *skeleton);
    MienAuthorMeshBone *mesh_bones = take(build, MIENI_BONE_COUNT, sizeof *mesh_bones);
    if (build->head->arena.is_out_of_memory)
        return false;
    for (int b = 0; b < MIENI_BONE_COUNT; ++b) {
        const MieniCastBone *bone = &mieni_cast_bones[b];
        build->reference[b] = mien_transform_identity();
        build->reference[b].translation = vector_of(relative_of(&build->rig, b), build->rig.model->metre);
        bones[b] = (MienAuthorBone){.name = bone->name,
                                    .parent = bone->parent,
                                    .rest = build->reference[b],
                                    .max_lod = MIEN_ALL_LODS};
        mesh_bones[b] = (MienAuthorMeshBone){bone->name, build->reference[b]};
    }
    for (int k = 0; k < MIENI_CAST_POSE_COUNT; ++k)
        curves[k] = (MienAuthorCurve){build->poses->names[k], MIEN_ALL_LODS};
    for (int m = 0; m < morph_count; ++m)
        curves[MIENI_CAST_POSE_COUNT + m] = (MienAuthorCurve){mieni_cast_morphs[m], MIEN_ALL_LODS};
    *skeleton = (MienAuthorSkeleton){MIENI_BONE_COUNT, bones, curve_count, curves};
    build->head->skeleton = skeleton;
    build->head->mesh.bone_count = MIENI_BONE_COUNT;
    build->head->mesh.bones = mesh_bones;
    return true;
}

/// Curves of the morphs that a pose has; false without memory.
static bool drive_morphs(Build *build, int pose, MienAuthorPose *out)
{
    MienAuthorCurveValue *values = take(build, MIENI_MORPH_COUNT, sizeof *values);
    if (values == NULL)
        return false;
    for (int m = 0; m < MIENI_MORPH_COUNT; ++m)
        if (build->poses->morphs[pose][m] > 0.0)
            values[out->curve_count++] = (MienAuthorCurveValue){m, (float)build->poses->morphs[pose][m]};
    out->curves = values;
    return true;
}

static bool make_poses(Build *build)
{
    MienAuthorPose *poses = take(build, MIENI_CAST_POSE_COUNT, sizeof *poses);
    MienTransform *bones = take(build, (size_t)MIENI_CAST_POSE_COUNT * MIENI_BONE_COUNT, sizeof *bones);
    if (poses == NULL || bones == NULL)
        return false;
    for (int k = 0; k < MIENI_CAST_POSE_COUNT; ++k) {
        MienTransform *own = bones + (size_t)k * MIENI_BONE_COUNT;
        for (int b = 0; b < MIENI_BONE_COUNT; ++b) {
            const MieniCastMove *move = &build->poses->moves[k][b];
            const MieniPoint at = mieni_plus(relative_of(&build->rig, b), move->move);
            own[b] = (MienTransform){.rotation = quaternion_of(move->turn),
                                     .translation = vector_of(at, build->rig.model->metre),
                                     .scale = vector_of(move->scale, 1.0)};
        }
        poses[k] = (MienAuthorPose){.name = build->poses->names[k], .bones = own};
        if (build->is_refined && !drive_morphs(build, k, &poses[k]))
            return false;
    }
    const MienAuthorSkeleton *skeleton = build->head->skeleton;
    build->head->poses = (MienAuthorPoseAsset){.skeleton = skeleton,
                                               .pose_count = MIENI_CAST_POSE_COUNT,
                                               .poses = poses,
                                               .curve_count = skeleton->curve_count - MIENI_CAST_POSE_COUNT,
                                               .curves = skeleton->curves + MIENI_CAST_POSE_COUNT};
    return true;
}

/// A bind per bone: all were bound where they are at rest.
static bool make_binds(Build *build)
{
    MienAuthorMeshJoint *binds = take(build, MIENI_BONE_COUNT, sizeof *binds);
    if (binds == NULL)
        return false;
    for (int b = 0; b < MIENI_BONE_COUNT; ++b) {
        const MienVec3 at = vector_of(build->rig.at[b], -build->rig.model->metre);
        binds[b] =
            (MienAuthorMeshJoint){mieni_cast_bones[b].name, {1, 0, 0, at.x, 0, 1, 0, at.y, 0, 0, 1, at.z}};
    }
    build->head->mesh.joint_count = MIENI_BONE_COUNT;
    build->head->mesh.joints = binds;
    return true;
}

/// Keeps the strongest bones of a vertex and makes their sum 1.
static void keep_strongest(double *weights, uint16_t *out_binds, float *out_weights)
{
    enum { MOST = MIEN_MAX_INFLUENCES };
    double kept[MOST], sum = 0.0;
    int count = 0;
    for (; count < MOST; ++count) {
        int best = 0;
        for (int b = 1; b < MIENI_BONE_COUNT; ++b)
            best = weights[b] > weights[best] ? b : best;
        if (weights[best] < 1e-4)
            break;
        out_binds[count] = (uint16_t)best;
        kept[count] = weights[best];
        sum += kept[count];
        weights[best] = 0.0;
    }
    float total = 0.0f;
    for (int k = 0; k < count; ++k) {
        out_weights[k] = (float)(kept[k] / sum);
        total += out_weights[k];
    }
    out_weights[0] += 1.0f - total;
}

static uint16_t level_of(double value) { return (uint16_t)(mieni_between(value, 0.0, 1.0) * 65535.0 + 0.5); }

/// Arrays of the mesh that are being filled.
typedef struct Arrays {
    MienVec3 *positions, *normals;
    float *uvs, *weights;
    uint16_t *colors, *binds;
    uint32_t *indices;
    MienAuthorSubmesh *parts;
} Arrays;

static void add_vertices(Build *build, const Arrays *arrays, const MieniCastPart *part)
{
    for (int k = 0; k < part->vertex_count; ++k) {
        const size_t v = (size_t)build->head->mesh.vertex_count++;
        double weights[MIENI_BONE_COUNT];
        arrays->positions[v] = vector_of(mieni_point_of(part->positions[k]), build->rig.model->metre);
        arrays->normals[v] = vector_of(mieni_point_of(part->normals[k]), 1.0);
        for (int axis = 0; axis < 2; ++axis)
            arrays->uvs[2 * v + (size_t)axis] = (float)part->uvs[k][axis];
        for (int axis = 0; axis < 3; ++axis)
            arrays->colors[4 * v + (size_t)axis] = level_of(part->colours[k][axis]);
        arrays->colors[4 * v + 3] = 65535;
        mieni_cast_weigh(&build->rig, &build->parts, part, k, weights);
        keep_strongest(weights, arrays->binds + v * MIEN_MAX_INFLUENCES,
                       arrays->weights + v * MIEN_MAX_INFLUENCES);
    }
}

/// Parts of one kind become one part of the mesh, the skin first.
static void add_kind(Build *build, const Arrays *arrays, MieniCastKind kind)
{
    MienAuthorMesh *mesh = &build->head->mesh;
    const int first_index = mesh->index_count;
    int material = -1;
    for (int p = 0; p < build->parts.part_count; ++p) {
        const MieniCastPart *part = &build->parts.parts[p];
        if (part->kind != kind)
            continue;
        const int first = mesh->vertex_count;
        add_vertices(build, arrays, part);
        for (int t = 0; t < part->triangle_count; ++t)
            for (int k = 0; k < 3; ++k)
                arrays->indices[mesh->index_count++] = (uint32_t)(first + part->triangles[t][k]);
        material = (int)part->material;
    }
    if (mesh->index_count > first_index)
        arrays->parts[mesh->submesh_count++] =
            (MienAuthorSubmesh){kind_names[kind], material, first_index, mesh->index_count - first_index};
}

static bool make_mesh(Build *build)
{
    size_t vertices = 0, triangles = 0;
    for (int p = 0; p < build->parts.part_count; ++p) {
        vertices += (size_t)build->parts.parts[p].vertex_count;
        triangles += (size_t)build->parts.parts[p].triangle_count;
    }
    const Arrays arrays = {.positions = take(build, vertices, sizeof(MienVec3)),
                           .normals = take(build, vertices, sizeof(MienVec3)),
                           .uvs = take(build, vertices, 2 * sizeof(float)),
                           .weights = take(build, vertices, MIEN_MAX_INFLUENCES * sizeof(float)),
                           .colors = take(build, vertices, 4 * sizeof(uint16_t)),
                           .binds = take(build, vertices, MIEN_MAX_INFLUENCES * sizeof(uint16_t)),
                           .indices = take(build, triangles, 3 * sizeof(uint32_t)),
                           .parts = take(build, MIENI_CAST_KIND_COUNT, sizeof(MienAuthorSubmesh))};
    if (build->head->arena.is_out_of_memory || !make_binds(build))
        return false;
    MienAuthorMesh *mesh = &build->head->mesh;
    for (int kind = 0; kind < MIENI_CAST_KIND_COUNT; ++kind)
        add_kind(build, &arrays, (MieniCastKind)kind);
    mesh->positions = arrays.positions;
    mesh->normals = arrays.normals;
    mesh->uvs = arrays.uvs;
    mesh->colors = arrays.colors;
    mesh->influence_count = MIEN_MAX_INFLUENCES;
    mesh->vertex_joints = arrays.binds;
    mesh->vertex_weights = arrays.weights;
    mesh->indices = arrays.indices;
    mesh->submeshes = arrays.parts;
    mesh->material_count = MIENI_CAST_MATERIAL_COUNT;
    mesh->materials = materials;
    return true;
}

static bool make_all(Build *build, MieniArena *while_made, MieniCastWho who, MieniCastDetail detail)
{
    build->is_refined = detail != MIENI_CAST_DRAWN;
    const MieniCastDetail shape = detail == MIENI_CAST_DRAWN ? MIENI_CAST_FULL : detail;
    if (!mieni_cast_parts_make(while_made, who, shape, &build->parts))
        return false;
    build->poses = take(build, 1, sizeof *build->poses);
    MieniCastModel *model = take(build, 1, sizeof *model); // that of the parts may go with them
    if (build->poses == NULL || model == NULL)
        return false;
    *model = *build->parts.model;
    mieni_cast_rig(&build->parts, &build->rig);
    mieni_cast_pose(&build->rig, build->is_refined, build->poses);
    build->head->model = model;
    build->head->detail = detail;
    build->head->height = (float)((build->parts.marks.skin_top - model->chin[1]) * model->metre);
    build->head->slit_count = build->parts.column_count;
    if (!make_skeleton(build) || !make_poses(build) || !make_mesh(build))
        return false;
    return !build->is_refined ||
           mieni_cast_make_morphs(&build->head->arena, &build->rig, &build->parts, &build->head->mesh);
}

MienStatus mieni_cast_make(MieniCastWho who, MieniCastDetail detail, const MienAllocator *allocator,
                           MieniCastHead *out, MienError *error)
{
    *out = (MieniCastHead){.arena = {.allocator = allocator}};
    MieniArena while_made = {.allocator = allocator};
    Build build = {.head = out};
    const bool is_made = make_all(&build, &while_made, who, detail);
    mieni_arena_release(&while_made);
    if (is_made)
        return MIEN_OK;
    mieni_cast_release(out);
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_at("%s", mieni_cast_model(who)->name),
                      "Out of memory.");
}

void mieni_cast_release(MieniCastHead *head)
{
    mieni_arena_release(&head->arena);
    *head = (MieniCastHead){0};
}
