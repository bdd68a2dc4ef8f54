// SPDX-License-Identifier: MIT
//
// Checking meshes as people make them, with places in what was given.

#include "core/float_rules.h"

#include "author/cook/mesh.h"
#include "author/cook/skeleton.h"
#include "base/names.h"
#include "core/float_env.h"
#include "core/mesh_format.h"
#include "core/utf8.h"

#include <stddef.h>
#include <string.h>

static MienStatus beyond_limit(const char *what, MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_LIMIT, "more of these than a mesh may have, or less than none", "%s",
                      what);
}

static MienStatus check_counts(const MienAuthorMesh *mesh, MienError *error)
{
    const struct {
        const char *what;
        int count, most;
        bool has_list;
    } lists[] = {
        {"positions", mesh->vertex_count, MIEN_MAX_VERTICES, mesh->positions != NULL},
        {"vertex_binds", mesh->vertex_count, MIEN_MAX_VERTICES, mesh->vertex_binds != NULL},
        {"vertex_weights", mesh->vertex_count, MIEN_MAX_VERTICES, mesh->vertex_weights != NULL},
        {"indices", mesh->index_count, MIEN_MAX_INDICES, mesh->indices != NULL},
        {"binds", mesh->bind_count, MIEN_MAX_BINDS, mesh->binds != NULL},
        {"parts", mesh->part_count, MIEN_MAX_PARTS, mesh->parts != NULL},
        {"morphs", mesh->morph_count, MIEN_MAX_MORPHS, mesh->morphs != NULL},
        {"bones", mesh->bone_count, MIEN_MAX_BONES, mesh->bones != NULL},
        {"materials", mesh->material_count, MIEN_MAX_PARTS, mesh->materials != NULL},
        {"images", mesh->image_count, MIEN_MAX_PARTS, mesh->images != NULL},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i) {
        if (lists[i].count < 0 || lists[i].count > lists[i].most)
            return beyond_limit(lists[i].what, error);
        if (lists[i].count > 0 && !lists[i].has_list)
            return mieni_fail(error, MIEN_ERROR_ARGUMENT, "a list with a count must be given", "%s",
                              lists[i].what);
    }
    if (mesh->vertex_count > 0 && (mesh->influence_count < 1 || mesh->influence_count > MIEN_MAX_INFLUENCES))
        return mieni_fail(error, MIEN_ERROR_LIMIT, "a vertex has 1 to 8 influences", "%s", "influence_count");
    return MIEN_OK;
}

static MienStatus check_floats(const void *values, int count, int width, float limit, const char *what,
                               MienError *error)
{
    const float *floats = values;
    for (int i = 0; floats != NULL && i < count; ++i) {
        if (!mieni_all_within(floats + (size_t)i * (size_t)width, (size_t)width, limit))
            return mieni_fail(error, MIEN_ERROR_DATA, "a number is not finite, or out of range", "%s[%d]",
                              what, i);
    }
    return MIEN_OK;
}

static MienStatus check_influences(const MienAuthorMesh *mesh, MienError *error)
{
    for (int v = 0; v < mesh->vertex_count; ++v) {
        const size_t at = (size_t)v * (size_t)mesh->influence_count;
        if (!mieni_weights_are_sound(mesh->vertex_weights + at, mesh->influence_count))
            return mieni_fail(error, MIEN_ERROR_DATA, "weights of a vertex are at least 0 and together 1",
                              "vertex_weights[%d]", v);
        for (int i = 0; i < mesh->influence_count; ++i) {
            // Of what has no weight, the bind is never looked at.
            if (mesh->vertex_binds[at + (size_t)i] >= mesh->bind_count &&
                mesh->vertex_weights[at + (size_t)i] > 0.0f)
                return mieni_fail(error, MIEN_ERROR_DATA, "there is no such bind", "vertex_binds[%d]", v);
        }
    }
    return MIEN_OK;
}

static MienStatus check_vertices(const MienAuthorMesh *mesh, MienError *error)
{
    const int count = mesh->vertex_count;
    MienStatus status = check_floats(mesh->positions, count, 3, MIEN_MAX_LENGTH, "positions", error);
    if (status == MIEN_OK)
        status = check_floats(mesh->normals, count, 3, MIENI_MOST_NORMAL, "normals", error);
    if (status == MIEN_OK)
        status = check_floats(mesh->uvs, count, 2, MIEN_MAX_LENGTH, "uvs", error);
    if (status == MIEN_OK)
        status = check_influences(mesh, error);
    for (int i = 0; status == MIEN_OK && i < mesh->index_count; ++i) {
        if (mesh->indices[i] >= (uint32_t)mesh->vertex_count)
            status = mieni_fail(error, MIEN_ERROR_DATA, "there is no such vertex", "indices[%d]", i);
    }
    return status;
}

static MienStatus check_name(const char *name, const char *list, int index, const char *field,
                             MienError *error)
{
    const char *why = "a name is missing";
    if (name != NULL && mieni_name_is_valid(name, strlen(name), &why))
        return MIEN_OK;
    return mieni_fail(error, MIEN_ERROR_DATA, why, "%s[%d].%s", list, index, field);
}

static MienStatus check_part(const MienAuthorMesh *mesh, int p, int64_t next, MienError *error)
{
    const MienAuthorMeshPart *part = &mesh->parts[p];
    if (part->first_index != next || part->index_count < 0 || part->index_count % 3 != 0 ||
        part->index_count > mesh->index_count - next)
        return mieni_fail(error, MIEN_ERROR_DATA, "parts must cover the indices in order, three per triangle",
                          "parts[%d]", p);
    if (part->material < -1 || part->material >= mesh->material_count)
        return mieni_fail(error, MIEN_ERROR_DATA, "there is no such material", "parts[%d].material", p);
    return check_name(part->name, "parts", p, "name", error);
}

static MienStatus check_parts(const MienAuthorMesh *mesh, MienError *error)
{
    MienStatus status = MIEN_OK;
    int64_t next = 0;
    for (int p = 0; status == MIEN_OK && p < mesh->part_count; ++p) {
        status = check_part(mesh, p, next, error);
        next += mesh->parts[p].index_count;
    }
    if (status == MIEN_OK && next != mesh->index_count)
        return mieni_fail(error, MIEN_ERROR_DATA, "parts must cover the indices in order, without gaps", "%s",
                          "parts");
    return status;
}

static MienStatus check_material(const MienAuthorMesh *mesh, int m, MienError *error)
{
    const MienAuthorMaterial *material = &mesh->materials[m];
    if (material->image < -1 || material->image >= mesh->image_count)
        return mieni_fail(error, MIEN_ERROR_DATA, "there is no such image", "materials[%d].image", m);
    if (!mieni_all_within(material->base_color, 4, MIEN_MAX_WEIGHT) ||
        !mieni_all_within(&material->roughness, 1, MIEN_MAX_WEIGHT) ||
        !mieni_all_within(&material->metallic, 1, MIEN_MAX_WEIGHT))
        return mieni_fail(error, MIEN_ERROR_DATA, "a number is not finite, or out of range", "materials[%d]",
                          m);
    return check_name(material->name, "materials", m, "name", error);
}

static MienStatus check_bind(const MienAuthorMesh *mesh, int b, MienError *error)
{
    if (!mieni_all_within(mesh->binds[b].inverse, 12, MIEN_MAX_LENGTH))
        return mieni_fail(error, MIEN_ERROR_DATA, "a matrix is not finite, or out of range",
                          "binds[%d].inverse", b);
    return check_name(mesh->binds[b].bone, "binds", b, "bone", error);
}

static MienStatus check_bone(const MienAuthorMesh *mesh, int b, MienError *error)
{
    if (!mieni_author_transform_is_sane(&mesh->bones[b].reference))
        return mieni_fail(error, MIEN_ERROR_DATA,
                          "a reference transform needs a rotation of length 1 and finite, sane lengths",
                          "bones[%d].reference", b);
    return check_name(mesh->bones[b].name, "bones", b, "name", error);
}

static MienStatus check_morph(const MienAuthorMesh *mesh, int m, MienError *error)
{
    const MienAuthorMorph *morph = &mesh->morphs[m];
    if (morph->count < 0 || (morph->count > 0 && (morph->vertices == NULL || morph->positions == NULL)))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "a list with a count must be given",
                          "morphs[%d].vertices", m);
    if (!mieni_all_within(&morph->weight, 1, MIEN_MAX_WEIGHT))
        return mieni_fail(error, MIEN_ERROR_DATA, "a weight is within -1000 and 1000", "morphs[%d].weight",
                          m);
    if (morph->normals != NULL && mesh->normals == NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, "a mesh without normals cannot have them in morphs",
                          "morphs[%d].normals", m);
    for (int i = 0; i < morph->count; ++i) {
        if (morph->vertices[i] >= (uint32_t)mesh->vertex_count ||
            (i > 0 && morph->vertices[i] <= morph->vertices[i - 1]))
            return mieni_fail(error, MIEN_ERROR_DATA, "vertices of a morph exist and ascend",
                              "morphs[%d].vertices[%d]", m, i);
        if (!mieni_all_within(&morph->positions[i].x, 3, MIEN_MAX_LENGTH))
            return mieni_fail(error, MIEN_ERROR_DATA, "an offset is not finite, or out of range",
                              "morphs[%d].positions[%d]", m, i);
        if (morph->normals != NULL && !mieni_all_within(&morph->normals[i].x, 3, MIEN_MAX_LENGTH))
            return mieni_fail(error, MIEN_ERROR_DATA, "an offset is not finite, or out of range",
                              "morphs[%d].normals[%d]", m, i);
    }
    return check_name(morph->name, "morphs", m, "name", error);
}

/// Refuses names that occur twice; the entries are sorted.
static MienStatus check_unique(const MieniNameEntry *entries, int count, const char *list, MienError *error)
{
    for (int i = 1; i < count; ++i) {
        if (strcmp(entries[i].name, entries[i - 1].name) == 0)
            return mieni_fail(error, MIEN_ERROR_DATA, "another one has this name already", "%s[%d].name",
                              list, entries[i].index);
    }
    return MIEN_OK;
}

static MienStatus check_names(const MienAuthorMesh *mesh, MieniArena *arena, MienError *error)
{
    const MieniNameEntry *morphs = mieni_names_index(mesh->morphs, mesh->morph_count, sizeof *mesh->morphs,
                                                     offsetof(MienAuthorMorph, name), arena);
    const MieniNameEntry *bones = mieni_names_index(mesh->bones, mesh->bone_count, sizeof *mesh->bones,
                                                    offsetof(MienAuthorMeshBone, name), arena);
    if (arena->is_out_of_memory)
        return mieni_fail(error, MIEN_ERROR_MEMORY, "no memory while checking", "%s", "");
    const MienStatus status = check_unique(morphs, mesh->morph_count, "morphs", error);
    return status == MIEN_OK ? check_unique(bones, mesh->bone_count, "bones", error) : status;
}

MienStatus mieni_author_mesh_check(const MienAuthorMesh *mesh, MieniArena *arena, MienError *error)
{
    MienStatus status = check_counts(mesh, error);
    if (status == MIEN_OK)
        status = check_vertices(mesh, error);
    if (status == MIEN_OK)
        status = check_parts(mesh, error);
    for (int m = 0; status == MIEN_OK && m < mesh->material_count; ++m)
        status = check_material(mesh, m, error);
    for (int i = 0; status == MIEN_OK && i < mesh->image_count; ++i)
        status = check_name(mesh->images[i].name, "images", i, "name", error);
    for (int b = 0; status == MIEN_OK && b < mesh->bind_count; ++b)
        status = check_bind(mesh, b, error);
    for (int b = 0; status == MIEN_OK && b < mesh->bone_count; ++b)
        status = check_bone(mesh, b, error);
    for (int m = 0; status == MIEN_OK && m < mesh->morph_count; ++m)
        status = check_morph(mesh, m, error);
    return status == MIEN_OK ? check_names(mesh, arena, error) : status;
}

MienStatus mien_author_mesh_check(const MienAuthorMesh *mesh, MienError *error)
{
    if (mesh == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "a mesh must be given", "%s", "");
    const MieniFloatEnv env = mieni_float_env_enter();
    MieniArena arena = {0};
    const MienStatus status = mieni_author_mesh_check(mesh, &arena, error);
    mieni_arena_release(&arena);
    mieni_float_env_leave(env);
    return status;
}
