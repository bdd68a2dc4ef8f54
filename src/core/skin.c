// SPDX-License-Identifier: MIT
//
// Jobs from a posed skeleton to a posed mesh. They check once and hand over to the
// kernels of the mesh's instruction set.

#include "core/float_rules.h"

#include "core/float_env.h"
#include "core/mesh_data.h"
#include "core/pose_scratch.h"
#include "core/simd/kernels.h"
#include "core/skeleton_format.h"
#include "mien/skin.h"

#include <string.h>

/// Vertices that are morphed at a time: with normals they fill half of the smallest
/// first cache.
enum { CHUNK = 512 };

static const char *model_refusal(const MienModelJob *job)
{
    if (job == NULL || job->skeleton == NULL)
        return "job or skeleton is NULL";
    if (job->bone_count < 0 || job->bone_count > mien_skeleton_bone_count(job->skeleton))
        return "bone_count must be at most the skeleton's bones";
    if (job->local_count < 0 || job->local_count > job->bone_count)
        return "local_count must be at most bone_count";
    if (job->local_count > 0 && job->local == NULL)
        return "local is NULL";
    return job->bone_count > 0 && job->out_model == NULL ? "out_model is NULL" : NULL;
}

MienStatus mien_model_job_validate(const MienModelJob *job, MienError *error)
{
    return mieni_refuse(error, model_refusal(job));
}

MienStatus mien_model_job_run(const MienModelJob *job)
{
    if (model_refusal(job) != NULL)
        return MIEN_ERROR_ARGUMENT;
    const MieniModelRun run = {.parents = mieni_skeleton_parents(job->skeleton),
                               .count = job->bone_count,
                               .local_count = job->local_count,
                               .local = job->local,
                               .reference = job->rest_pose != NULL ? job->rest_pose
                                                                   : mien_skeleton_rest_pose(job->skeleton),
                               .out = job->out_model};
    const MieniFloatEnv env = mieni_float_env_enter();
    mieni_model(&run);
    mieni_float_env_leave(env);
    return MIEN_OK;
}

static const char *palette_refusal(const MienPaletteJob *job)
{
    if (job == NULL || job->binding == NULL)
        return "job or binding is NULL";
    if (job->bone_count != job->binding->skeleton_bone_count)
        return "bone_count must be the skeleton's bones";
    if (job->joint_count != (int)job->binding->mesh->info.joint_count)
        return "joint_count must be the mesh's number of binds";
    if (job->bone_count > 0 && job->model == NULL)
        return "model is NULL";
    return job->joint_count > 0 && job->out_palette == NULL ? "out_palette is NULL" : NULL;
}

MienStatus mien_palette_job_validate(const MienPaletteJob *job, MienError *error)
{
    return mieni_refuse(error, palette_refusal(job));
}

MienStatus mien_palette_job_run(const MienPaletteJob *job)
{
    if (palette_refusal(job) != NULL)
        return MIEN_ERROR_ARGUMENT;
    const MienMeshBinding *binding = job->binding;
    if (job->bone_count == 0) { // nothing to follow: the inverses are identities
        for (int b = 0; b < job->joint_count; ++b)
            job->out_palette[b] = binding->inverses[b];
        return MIEN_OK;
    }
    const MieniFloatEnv env = mieni_float_env_enter();
    mieni_palette(job->model, binding->bind_bones, binding->inverses, job->joint_count, job->out_palette);
    mieni_float_env_leave(env);
    return MIEN_OK;
}

static const char *morph_refusal(const MienMorphJob *job)
{
    if (job == NULL || job->binding == NULL)
        return "job or binding is NULL";
    if (job->lod < 0)
        return "level is negative";
    if (job->morph_count != (int)job->binding->mesh->info.morph_count)
        return "morph_count must be the mesh's number of morphs";
    if (job->curves.count != job->binding->skeleton_curve_count)
        return "curves.count must be the skeleton's number of curves";
    if (job->curves.count > 0 && job->curves.values == NULL)
        return "curves.values is NULL";
    return job->morph_count > 0 && job->out_weights == NULL ? "out_weights is NULL" : NULL;
}

MienStatus mien_morph_job_validate(const MienMorphJob *job, MienError *error)
{
    return mieni_refuse(error, morph_refusal(job));
}

MienStatus mien_morph_job_run(const MienMorphJob *job)
{
    if (morph_refusal(job) != NULL)
        return MIEN_ERROR_ARGUMENT;
    const MienMeshBinding *binding = job->binding;
    const MieniFloatEnv env = mieni_float_env_enter();
    for (int m = 0; m < job->morph_count; ++m) {
        const int curve = binding->curves[m];
        float weight = binding->mesh->morphs[m].weight;
        if (curve >= 0 && binding->curve_levels[m] >= job->lod && mien_curve_set_has(&job->curves, curve)) {
            const float value = job->curves.values[curve];
            weight = value == value ? value : 0.0f;
        }
        job->out_weights[m] = weight + 0.0f; // -0 becomes 0
    }
    mieni_float_env_leave(env);
    return MIEN_OK;
}

/// A morph with a weight that is not 0, and the first of its vertices that is not done.
typedef struct ActiveMorph {
    uint32_t morph, next;
} ActiveMorph;

typedef struct SkinScratch {
    ActiveMorph *active;
    float *palette; ///< MIENI_PALETTE_STRIDE floats per bind.
    float *rows;    ///< Eight floats per vertex: a position and a normal; CHUNK of them.
} SkinScratch;

static size_t divide(const MienMesh *mesh, void *block, SkinScratch *out)
{
    MieniScratch parts = {.block = (uint8_t *)block};
    out->active = (ActiveMorph *)mieni_scratch_take(&parts, mesh->info.morph_count * sizeof *out->active);
    out->palette =
        (float *)mieni_scratch_take(&parts, (size_t)mesh->info.joint_count * MIENI_PALETTE_STRIDE * 4);
    out->rows = (float *)mieni_scratch_take(&parts, CHUNK * 8 * sizeof(float));
    return parts.used;
}

size_t mien_skin_job_scratch_size(const MienMesh *mesh)
{
    SkinScratch scratch;
    return divide(mesh, NULL, &scratch);
}

static const char *skin_refusal(const MienSkinJob *job)
{
    if (job == NULL || job->mesh == NULL)
        return "job or mesh is NULL";
    const MieniMeshHeader *info = &job->mesh->info;
    const int vertices = (int)info->vertex_count;
    if (job->joint_count != (int)info->joint_count)
        return "joint_count must be the mesh's number of binds";
    if (job->joint_count > 0 && job->palette == NULL)
        return "palette is NULL";
    if (job->weights != NULL && job->morph_count != (int)info->morph_count)
        return "morph_count must be the mesh's number of morphs";
    if (job->first_vertex < 0 || job->vertex_count < 0 || job->first_vertex > vertices ||
        job->vertex_count > vertices - job->first_vertex)
        return "first_vertex and vertex_count must lie within the mesh's vertices";
    if (job->vertex_count > 0 && job->out_positions == NULL)
        return "out_positions is NULL";
    if (job->out_normals != NULL && job->mesh->normals == NULL)
        return "out_normals is given, but the mesh has no normals";
    if (job->scratch == NULL || (uintptr_t)job->scratch % 64 != 0)
        return "scratch is NULL or not 64-byte aligned";
    return job->scratch_size < mien_skin_job_scratch_size(job->mesh)
               ? "scratch_size is less than mien_skin_job_scratch_size"
               : NULL;
}

MienStatus mien_skin_job_validate(const MienSkinJob *job, MienError *error)
{
    return mieni_refuse(error, skin_refusal(job));
}

/// The first of a morph's vertices that is not before a vertex.
static uint32_t first_from(const MienMesh *mesh, const MieniMorph *morph, uint32_t vertex)
{
    uint32_t low = morph->first, high = morph->first + morph->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (mesh->morph_vertices[middle] < vertex)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int find_active(const MienSkinJob *job, ActiveMorph *active)
{
    const MienMesh *mesh = job->mesh;
    int count = 0;
    for (uint32_t m = 0; m < mesh->info.morph_count; ++m) {
        const MieniMorph *morph = &mesh->morphs[m];
        const float weight = job->weights != NULL ? job->weights[m] : morph->weight;
        if (weight != 0.0f && morph->count > 0)
            active[count++] = (ActiveMorph){m, first_from(mesh, morph, (uint32_t)job->first_vertex)};
    }
    return count;
}

static void spread_palette(const MienSkinJob *job, float *out)
{
    for (int b = 0; b < job->joint_count; ++b, out += MIENI_PALETTE_STRIDE) {
        memcpy(out, job->palette[b].m, sizeof job->palette[b].m);
        memset(out + 12, 0, (MIENI_PALETTE_STRIDE - 12) * sizeof *out);
    }
}

/// Base plus all active morphs, in ascending order, for a chunk.
static void morph_chunk(const MienSkinJob *job, const SkinScratch *scratch, int active_count, int first,
                        int count, bool with_normals)
{
    const MienMesh *mesh = job->mesh;
    mesh->kernels->widen(&mesh->positions[first].x, with_normals ? &mesh->normals[first].x : NULL, count,
                         scratch->rows);
    for (int a = 0; a < active_count; ++a) {
        ActiveMorph *active = &scratch->active[a];
        const MieniMorph *morph = &mesh->morphs[active->morph];
        const uint32_t from = active->next;
        const bool moves_normals = with_normals && morph->first_normal != MIENI_NO_NORMALS;
        const MieniMorphRun run = {
            .positions = &mesh->morph_positions[from].x,
            .normals =
                moves_normals ? &mesh->morph_normals[morph->first_normal + (from - morph->first)].x : NULL,
            .vertices = mesh->morph_vertices + from,
            .count = morph->first + morph->count - from,
            .weight = job->weights != NULL ? job->weights[active->morph] : morph->weight,
            .first_vertex = (uint32_t)first,
            .end_vertex = (uint32_t)(first + count)};
        active->next += (uint32_t)mesh->kernels->morph(&run, scratch->rows);
    }
}

static MIENI_APART void skin(const MienSkinJob *job)
{
    const MienMesh *mesh = job->mesh;
    const bool with_normals = job->out_normals != NULL;
    SkinScratch scratch;
    divide(mesh, job->scratch, &scratch);
    spread_palette(job, scratch.palette);
    const int active_count = find_active(job, scratch.active);
    const int step = active_count > 0 ? CHUNK : job->vertex_count;
    for (int done = 0; done < job->vertex_count; done += step) {
        const int first = job->first_vertex + done;
        const int left = job->vertex_count - done, count = left < step ? left : step;
        const size_t influences = (size_t)first * (size_t)mesh->influence_stride;
        MieniSkinRun run = {.palette = scratch.palette,
                            .positions = &mesh->positions[first].x,
                            .normals = with_normals ? &mesh->normals[first].x : NULL,
                            .binds = mesh->vertex_joints + influences,
                            .weights = mesh->weights + influences,
                            .influence_count = (int)mesh->info.influence_count,
                            .influence_stride = mesh->influence_stride,
                            .count = count,
                            .is_morphed = active_count > 0,
                            .out_positions = &job->out_positions[done].x,
                            .out_normals = with_normals ? &job->out_normals[done].x : NULL};
        if (active_count > 0) {
            morph_chunk(job, &scratch, active_count, first, count, with_normals);
            run.positions = scratch.rows;
            run.normals = with_normals ? scratch.rows + 4 : NULL;
        }
        mesh->kernels->skin(&run);
    }
}

MienStatus mien_skin_job_run(const MienSkinJob *job)
{
    if (skin_refusal(job) != NULL)
        return MIEN_ERROR_ARGUMENT;
    const MieniFloatEnv env = mieni_float_env_enter();
    skin(job);
    mieni_float_env_leave(env);
    return MIEN_OK;
}
