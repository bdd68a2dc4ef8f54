// SPDX-License-Identifier: MIT
//
// Bindings of meshes: names become indices, and two reference poses become one, once.

#include "core/float_rules.h"

#include "core/float_env.h"
#include "core/mesh_data.h"
#include "core/pose_scratch.h"

#include <string.h>

static void divide(MienMeshBinding *binding, bool is_whole, MieniScratch *parts)
{
    const MieniMeshHeader *info = &binding->mesh->info;
    const size_t binds = info->joint_count, morphs = info->morph_count;
    binding->bind_bones = (uint32_t *)mieni_scratch_take(parts, binds * sizeof *binding->bind_bones);
    binding->own_inverses =
        (MienMatrix34 *)mieni_scratch_take(parts, is_whole ? 0 : binds * sizeof(MienMatrix34));
    binding->curves = (int32_t *)mieni_scratch_take(parts, morphs * sizeof *binding->curves);
    binding->curve_levels = (uint8_t *)mieni_scratch_take(parts, morphs);
    binding->reference = (MienTransform *)mieni_scratch_take(parts, (size_t)binding->skeleton_bone_count *
                                                                        sizeof *binding->reference);
    binding->found = (int32_t *)mieni_scratch_take(parts, info->bone_count * sizeof *binding->found);
    binding->reports =
        (MienFinding *)mieni_scratch_take(parts, (size_t)binding->report_count * sizeof *binding->reports);
}

/// The inverse of a transform as a matrix: the transposed rotation, rows divided by
/// the scale. The identity where a scale is nothing.
static MienMatrix34 inverse_of(const MienTransform *t)
{
    const MienQuat back = {-t->rotation.x, -t->rotation.y, -t->rotation.z, t->rotation.w};
    const MienVec3 axes[3] = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
    const float scale[3] = {t->scale.x, t->scale.y, t->scale.z};
    const MienVec3 moved = mien_quat_rotate(back, t->translation);
    const float shift[3] = {moved.x, moved.y, moved.z};
    MienMatrix34 out;
    for (int c = 0; c < 3; ++c) {
        const MienVec3 column = mien_quat_rotate(back, axes[c]);
        out.m[c] = column.x;
        out.m[4 + c] = column.y;
        out.m[8 + c] = column.z;
    }
    for (int r = 0; r < 3; ++r) {
        if (scale[r] < 1e-6f && scale[r] > -1e-6f)
            return mieni_matrix_identity();
        for (int c = 0; c < 3; ++c)
            out.m[4 * r + c] /= scale[r];
        out.m[4 * r + 3] = -shift[r] / scale[r];
    }
    return out;
}

static void bind_bones(MienMeshBinding *binding, const MienSkeleton *skeleton)
{
    const MienMesh *mesh = binding->mesh;
    const MieniMeshHeader *info = &mesh->info;
    const bool has_bones = binding->skeleton_bone_count > 0;
    for (int b = 0; b < (int)info->bone_count; ++b)
        binding->found[b] = mien_skeleton_find_bone(skeleton, mieni_names_get(&mesh->bone_names, b));
    if (has_bones)
        memcpy(binding->reference, mien_skeleton_rest_pose(skeleton),
               (size_t)binding->skeleton_bone_count * sizeof *binding->reference);
    for (uint32_t b = 0; b < info->rest_pose_count; ++b) {
        if (binding->found[b] >= 0)
            binding->reference[binding->found[b]] = mesh->reference[b];
    }
    const MienMatrix34 root = has_bones ? inverse_of(&binding->reference[0]) : mieni_matrix_identity();
    for (uint32_t b = 0; b < info->joint_count; ++b) {
        const int32_t bone = binding->found[mesh->bind_bones[b]];
        binding->bind_bones[b] = bone >= 0 ? (uint32_t)bone : 0;
        if (binding->inverses != mesh->inverses)
            binding->own_inverses[b] = bone >= 0 ? mesh->inverses[b] : root;
        if (has_bones && (int)binding->bind_bones[b] >= binding->bone_end)
            binding->bone_end = (int)binding->bind_bones[b] + 1;
    }
}

static void bind_morphs(MienMeshBinding *binding, const MienSkeleton *skeleton)
{
    for (uint32_t m = 0; m < binding->mesh->info.morph_count; ++m) {
        const char *name = mieni_names_get(&binding->mesh->morph_names, (int)m);
        binding->curves[m] = mien_skeleton_find_curve(skeleton, name);
        binding->curve_levels[m] = (uint8_t)mien_skeleton_curve_max_lod(skeleton, binding->curves[m]);
    }
}

/// Adds a row, or only counts while there is no list yet.
static void report(MienMeshBinding *binding, MienFindingKind kind, int index, const char *name)
{
    if (binding->reports != NULL)
        binding->reports[binding->report_count] =
            (MienFinding){.kind = kind, .index = index, .node = -1, .name = name, .factor = 1.0f};
    ++binding->report_count;
}

/// Whether all bones that binds use are there.
static bool write_reports(MienMeshBinding *binding, const MienSkeleton *skeleton)
{
    const MienMesh *mesh = binding->mesh;
    bool is_whole = true;
    binding->report_count = 0;
    for (int b = 0; b < (int)mesh->info.bone_count; ++b) {
        const char *name = mieni_names_get(&mesh->bone_names, b);
        if (mien_skeleton_find_bone(skeleton, name) >= 0)
            continue;
        report(binding, MIEN_FINDING_MISSING_BONE, b, name);
        is_whole = false;
    }
    for (int m = 0; m < (int)mesh->info.morph_count; ++m) {
        const char *name = mieni_names_get(&mesh->morph_names, m);
        if (mien_skeleton_find_curve(skeleton, name) < 0)
            report(binding, MIEN_FINDING_MISSING_MORPH_CURVE, m, name);
    }
    return is_whole;
}

MienStatus mien_mesh_binding_create(const MienMesh *mesh, const MienSkeleton *skeleton,
                                    const MienMeshBindingOptions *options, MienMeshBinding **out_binding,
                                    MienError *error)
{
    if (out_binding == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "out_binding must be given");
    *out_binding = NULL;
    if (mesh == NULL || skeleton == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "mesh and skeleton must be given");
    const MienAllocator *allocator = options != NULL ? options->allocator : NULL;
    MienMeshBinding probe = {.allocator = allocator,
                             .mesh = mesh,
                             .skeleton_bone_count = mien_skeleton_bone_count(skeleton),
                             .skeleton_curve_count = mien_skeleton_curve_count(skeleton)};
    const bool is_whole = write_reports(&probe, skeleton);
    MieniScratch parts = {.used = mieni_align64(sizeof probe)};
    divide(&probe, is_whole, &parts);
    MienMeshBinding *binding = (MienMeshBinding *)mieni_allocate(allocator, parts.used, 64);
    if (binding == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    *binding = probe;
    binding->size = parts.used;
    parts = (MieniScratch){.block = (uint8_t *)binding, .used = mieni_align64(sizeof probe)};
    divide(binding, is_whole, &parts);
    binding->inverses = is_whole ? mesh->inverses : binding->own_inverses;
    write_reports(binding, skeleton);
    const MieniFloatEnv env = mieni_float_env_enter();
    bind_bones(binding, skeleton);
    mieni_float_env_leave(env);
    bind_morphs(binding, skeleton);
    *out_binding = binding;
    return MIEN_OK;
}

void mien_mesh_binding_destroy(MienMeshBinding *binding)
{
    if (binding != NULL)
        mieni_free(binding->allocator, binding, binding->size, 64);
}

const MienTransform *mien_mesh_binding_rest_pose(const MienMeshBinding *binding)
{
    return binding->reference;
}

int mien_mesh_binding_bone(const MienMeshBinding *binding, int bind)
{
    return bind >= 0 && bind < (int)binding->mesh->info.joint_count
               ? binding->found[binding->mesh->bind_bones[bind]]
               : -1;
}

int mien_mesh_binding_curve(const MienMeshBinding *binding, int morph)
{
    return morph >= 0 && morph < (int)binding->mesh->info.morph_count ? binding->curves[morph] : -1;
}

int mien_mesh_binding_report_count(const MienMeshBinding *binding) { return binding->report_count; }

MienFinding mien_mesh_binding_report(const MienMeshBinding *binding, int row)
{
    if (row < 0 || row >= binding->report_count)
        return (MienFinding){.index = -1, .node = -1, .name = ""};
    return binding->reports[row];
}
