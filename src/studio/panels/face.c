// SPDX-License-Identifier: MIT
//
// From a preview to vertices.

#include "studio/panels/face.h"

#include <glib.h>
#include <string.h>

struct StudioFace {
    StudioPreview *preview;
    MieniRenderMesh *mesh;
    int bone_count, bind_count, vertex_count;
    int *parents;
    MienMatrix34 *model, *palette;
    MienVec3 *positions, *normals, *rest;
    float *heat;
    void *scratch;
    size_t scratch_size;
    MienVec3 min, max;
};

static bool is_head_name(const char *name)
{
    const char *found = strstr(name, "ead");
    return found != NULL && found > name && (found[-1] == 'h' || found[-1] == 'H') && found[3] == '\0';
}

static bool is_below(const StudioFace *face, int bone, int above)
{
    while (bone >= 0 && bone != above)
        bone = face->parents[bone];
    return bone >= 0;
}

static MienStatus skin(StudioFace *face, const MienTransform *bones, const float *morphs)
{
    const MieniCharacter *character = &face->preview->character;
    MienStatus status = mien_model_run(&(MienModelJob){.skeleton = character->skeleton,
                                                       .bone_count = face->bone_count,
                                                       .local_count = character->bone_count,
                                                       .local = bones,
                                                       .reference = mieni_character_reference(character),
                                                       .out_model = face->model});
    if (status == MIEN_OK)
        status = mien_palette_run(&(MienPaletteJob){.binding = character->mesh_binding,
                                                    .bone_count = face->bone_count,
                                                    .model = face->model,
                                                    .bind_count = face->bind_count,
                                                    .out_palette = face->palette});
    if (status == MIEN_OK)
        status = mien_skin_run(&(MienSkinJob){.mesh = character->mesh,
                                              .bind_count = face->bind_count,
                                              .palette = face->palette,
                                              .morph_count = character->morph_count,
                                              .weights = morphs,
                                              .vertex_count = face->vertex_count,
                                              .out_positions = face->positions,
                                              .out_normals = face->normals,
                                              .scratch = face->scratch,
                                              .scratch_size = face->scratch_size});
    return status;
}

/// The box of vertices that a head moves most; of all, if no bone is one.
static void measure(StudioFace *face)
{
    const MieniCharacter *character = &face->preview->character;
    const int stride = mien_mesh_info(character->mesh).influence_stride;
    int head = 0, count = 0;
    while (head < face->bone_count && !is_head_name(mien_skeleton_bone_name(character->skeleton, head)))
        ++head;
    MienVec3 *of_head = g_new(MienVec3, face->vertex_count);
    for (int v = 0; v < face->vertex_count && head < face->bone_count; ++v) {
        const uint16_t *binds = mien_mesh_vertex_binds(character->mesh) + (ptrdiff_t)v * stride;
        const float *weights = mien_mesh_vertex_weights(character->mesh) + (ptrdiff_t)v * stride;
        int most = 0;
        for (int i = 1; i < stride; ++i)
            most = weights[i] > weights[most] ? i : most;
        if (is_below(face, mien_mesh_binding_bone(character->mesh_binding, binds[most]), head))
            of_head[count++] = face->positions[v];
    }
    mieni_bounds(count > 0 ? of_head : face->positions, count > 0 ? count : face->vertex_count, &face->min,
                 &face->max);
    g_free(of_head);
}

StudioFace *studio_face_new(StudioPreview *preview)
{
    const MieniCharacter *character = &preview->character;
    if (!preview->is_made || character->mesh == NULL)
        return NULL;
    const MienMeshInfo info = mien_mesh_info(character->mesh);
    StudioFace *face = g_new0(StudioFace, 1);
    face->preview = preview;
    face->bone_count = mien_skeleton_bone_count(character->skeleton);
    face->bind_count = info.bind_count;
    face->vertex_count = info.vertex_count;
    face->parents = g_new0(int, face->bone_count);
    for (int b = 0; b < face->bone_count; ++b)
        face->parents[b] = mien_skeleton_bone_parent(character->skeleton, b);
    face->model = g_new0(MienMatrix34, face->bone_count);
    face->palette = g_new0(MienMatrix34, face->bind_count);
    face->positions = g_new0(MienVec3, face->vertex_count);
    face->rest = g_new0(MienVec3, face->vertex_count);
    face->normals = info.has_normals ? g_new0(MienVec3, face->vertex_count) : NULL;
    face->scratch_size = mien_skin_scratch_size(character->mesh);
    face->scratch = g_aligned_alloc0(face->scratch_size + 1, 1, 64);
    g_autofree float *none = g_new0(float, character->morph_count + 1);
    if (skin(face, mieni_character_reference(character), none) == MIEN_OK) {
        memcpy(face->rest, face->positions, sizeof *face->rest * (size_t)face->vertex_count);
        measure(face);
    }
    return face;
}

void studio_face_free(StudioFace *face)
{
    if (face != NULL)
        studio_preview_destroy(studio_face_release(face));
}

StudioPreview *studio_face_release(StudioFace *face)
{
    StudioPreview *preview = face->preview;
    studio_face_forget(face);
    g_free(face->parents);
    g_free(face->model);
    g_free(face->palette);
    g_free(face->positions);
    g_free(face->rest);
    g_free(face->normals);
    g_free(face->heat);
    g_aligned_free(face->scratch);
    g_free(face);
    return preview;
}

MienStatus studio_face_pose(StudioFace *face, const StudioSession *session)
{
    MienStatus status = studio_preview_show(face->preview, session, 30.0);
    if (status == MIEN_OK)
        status = skin(face, face->preview->character.bones, face->preview->character.morphs);
    return status;
}

MienStatus studio_face_upload(StudioFace *face, MieniRenderer *renderer, MienError *error)
{
    if (face->mesh != NULL)
        return MIEN_OK;
    return mieni_render_mesh_from(renderer, face->preview->character.mesh, NULL, &face->mesh, error);
}

void studio_face_forget(StudioFace *face)
{
    mieni_render_mesh_destroy(face->mesh);
    face->mesh = NULL;
}

MieniRenderItem studio_face_item(const StudioFace *face, bool has_bones)
{
    return (MieniRenderItem){.mesh = face->mesh,
                             .positions = face->positions,
                             .normals = face->normals,
                             .bone_count = has_bones ? face->bone_count : 0,
                             .bones = face->model,
                             .bone_parents = face->parents};
}

const float *studio_face_heat(StudioFace *face)
{
    if (face->heat == NULL)
        face->heat = g_try_new(float, face->vertex_count);
    for (int v = 0; face->heat != NULL && v < face->vertex_count; ++v) {
        const MienVec3 a = face->rest[v], b = face->positions[v];
        const float x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
        face->heat[v] = __builtin_sqrtf(x * x + y * y + z * z);
    }
    return face->heat;
}

void studio_face_bounds(const StudioFace *face, MienVec3 *out_min, MienVec3 *out_max)
{
    *out_min = face->min;
    *out_max = face->max;
}

const StudioPreview *studio_face_preview(const StudioFace *face) { return face->preview; }
