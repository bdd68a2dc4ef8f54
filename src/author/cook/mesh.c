// SPDX-License-Identifier: MIT
//
// Cooking meshes.

#include "core/float_rules.h"

#include "mien_author/mesh.h"

#include "author/cook/pack_writer.h"
#include "author/cook/skeleton.h"
#include "base/arena.h"
#include "base/distinct.h"
#include "base/names.h"
#include "core/float_env.h"
#include "core/mesh_format.h"
#include "core/utf8.h"

#include <stddef.h>
#include <string.h>

// Checking meshes as people make them, with places in what was given.

static MienStatus beyond_limit(const char *what, MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("%s", what),
                      "more of these than a mesh may have, or less than none");
}

static MienStatus check_counts(const MienAuthorMesh *mesh, MienError *error)
{
    const struct {
        const char *what;
        int count, most;
        bool has_list;
    } lists[] = {
        {"positions", mesh->vertex_count, MIEN_MAX_VERTICES, mesh->positions != NULL},
        {"vertex_joints", mesh->vertex_count, MIEN_MAX_VERTICES, mesh->vertex_joints != NULL},
        {"vertex_weights", mesh->vertex_count, MIEN_MAX_VERTICES, mesh->vertex_weights != NULL},
        {"indices", mesh->index_count, MIEN_MAX_INDICES, mesh->indices != NULL},
        {"joints", mesh->joint_count, MIEN_MAX_JOINTS, mesh->joints != NULL},
        {"submeshes", mesh->submesh_count, MIEN_MAX_SUBMESHES, mesh->submeshes != NULL},
        {"morphs", mesh->morph_count, MIEN_MAX_MORPHS, mesh->morphs != NULL},
        {"bones", mesh->bone_count, MIEN_MAX_BONES, mesh->bones != NULL},
        {"materials", mesh->material_count, MIEN_MAX_SUBMESHES, mesh->materials != NULL},
        {"images", mesh->image_count, MIEN_MAX_SUBMESHES, mesh->images != NULL},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; ++i) {
        if (lists[i].count < 0 || lists[i].count > lists[i].most)
            return beyond_limit(lists[i].what, error);
        if (lists[i].count > 0 && !lists[i].has_list)
            return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("%s", lists[i].what),
                              "a list with a count must be given");
    }
    if (mesh->vertex_count > 0 && (mesh->influence_count < 1 || mesh->influence_count > MIEN_MAX_INFLUENCES))
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("%s", "influence_count"),
                          "a vertex has 1 to 8 influences");
    return MIEN_OK;
}

static MienStatus check_floats(const void *values, int count, int width, float limit, const char *what,
                               MienError *error)
{
    const float *floats = values;
    for (int i = 0; floats != NULL && i < count; ++i) {
        if (!mieni_all_within(floats + (size_t)i * (size_t)width, (size_t)width, limit))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s[%d]", what, i),
                              "a number is not finite, or out of range");
    }
    return MIEN_OK;
}

static MienStatus check_influences(const MienAuthorMesh *mesh, MienError *error)
{
    for (int v = 0; v < mesh->vertex_count; ++v) {
        const size_t at = (size_t)v * (size_t)mesh->influence_count;
        if (!mieni_weights_are_sound(mesh->vertex_weights + at, mesh->influence_count))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("vertex_weights[%d]", v),
                              "weights of a vertex are at least 0 and together 1");
        for (int i = 0; i < mesh->influence_count; ++i) {
            // Of what has no weight, the bind is never looked at.
            if (mesh->vertex_joints[at + (size_t)i] >= mesh->joint_count &&
                mesh->vertex_weights[at + (size_t)i] > 0.0f)
                return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("vertex_joints[%d]", v),
                                  "there is no such bind");
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
            status =
                mieni_fail(error, MIEN_ERROR_DATA, mieni_at("indices[%d]", i), "there is no such vertex");
    }
    return status;
}

static MienStatus check_name(const char *name, const char *list, int index, const char *field,
                             MienError *error)
{
    const char *why = "a name is missing";
    if (name != NULL && mieni_name_is_valid(name, strlen(name), &why))
        return MIEN_OK;
    return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s[%d].%s", list, index, field), "%s", why);
}

static MienStatus check_part(const MienAuthorMesh *mesh, int p, int64_t next, MienError *error)
{
    const MienAuthorSubmesh *part = &mesh->submeshes[p];
    if (part->first_index != next || part->index_count < 0 || part->index_count % 3 != 0 ||
        part->index_count > mesh->index_count - next)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("submeshes[%d]", p),
                          "submeshes must cover the indices in order, three per triangle");
    if (part->material < -1 || part->material >= mesh->material_count)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("submeshes[%d].material", p),
                          "there is no such material");
    return check_name(part->name, "submeshes", p, "name", error);
}

static MienStatus check_parts(const MienAuthorMesh *mesh, MienError *error)
{
    MienStatus status = MIEN_OK;
    int64_t next = 0;
    for (int p = 0; status == MIEN_OK && p < mesh->submesh_count; ++p) {
        status = check_part(mesh, p, next, error);
        next += mesh->submeshes[p].index_count;
    }
    if (status == MIEN_OK && next != mesh->index_count)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", "submeshes"),
                          "submeshes must cover the indices in order, without gaps");
    return status;
}

static MienStatus check_material(const MienAuthorMesh *mesh, int m, MienError *error)
{
    const MienAuthorMaterial *material = &mesh->materials[m];
    if (material->image < -1 || material->image >= mesh->image_count)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("materials[%d].image", m),
                          "there is no such image");
    if (!mieni_all_within(material->base_color, 4, MIEN_MAX_WEIGHT) ||
        !mieni_all_within(&material->roughness, 1, MIEN_MAX_WEIGHT) ||
        !mieni_all_within(&material->metallic, 1, MIEN_MAX_WEIGHT))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("materials[%d]", m),
                          "a number is not finite, or out of range");
    return check_name(material->name, "materials", m, "name", error);
}

static MienStatus check_bind(const MienAuthorMesh *mesh, int b, MienError *error)
{
    if (!mieni_all_within(mesh->joints[b].inverse, 12, MIEN_MAX_LENGTH))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("joints[%d].inverse", b),
                          "a matrix is not finite, or out of range");
    return check_name(mesh->joints[b].bone, "joints", b, "bone", error);
}

static MienStatus check_bone(const MienAuthorMesh *mesh, int b, MienError *error)
{
    if (!mieni_author_transform_is_sane(&mesh->bones[b].rest))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("bones[%d].rest", b),
                          "a reference transform needs a rotation of length 1 and finite, sane lengths");
    return check_name(mesh->bones[b].name, "bones", b, "name", error);
}

static MienStatus check_morph(const MienAuthorMesh *mesh, int m, MienError *error)
{
    const MienAuthorMorph *morph = &mesh->morphs[m];
    if (morph->count < 0 || (morph->count > 0 && (morph->vertices == NULL || morph->positions == NULL)))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("morphs[%d].vertices", m),
                          "a list with a count must be given");
    if (!mieni_all_within(&morph->weight, 1, MIEN_MAX_WEIGHT))
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("morphs[%d].weight", m),
                          "a weight is within -1000 and 1000");
    if (morph->normals != NULL && mesh->normals == NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("morphs[%d].normals", m),
                          "a mesh without normals cannot have them in morphs");
    for (int i = 0; i < morph->count; ++i) {
        if (morph->vertices[i] >= (uint32_t)mesh->vertex_count ||
            (i > 0 && morph->vertices[i] <= morph->vertices[i - 1]))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("morphs[%d].vertices[%d]", m, i),
                              "vertices of a morph exist and ascend");
        if (!mieni_all_within(&morph->positions[i].x, 3, MIEN_MAX_LENGTH))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("morphs[%d].positions[%d]", m, i),
                              "an offset is not finite, or out of range");
        if (morph->normals != NULL && !mieni_all_within(&morph->normals[i].x, 3, MIEN_MAX_LENGTH))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("morphs[%d].normals[%d]", m, i),
                              "an offset is not finite, or out of range");
    }
    return check_name(morph->name, "morphs", m, "name", error);
}

/// Refuses names that occur twice; the entries are sorted.
static MienStatus check_unique(const MieniNameEntry *entries, int count, const char *list, MienError *error)
{
    for (int i = 1; i < count; ++i) {
        if (strcmp(entries[i].name, entries[i - 1].name) == 0)
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s[%d].name", list, entries[i].index),
                              "another one has this name already");
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
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    const MienStatus status = check_unique(morphs, mesh->morph_count, "morphs", error);
    return status == MIEN_OK ? check_unique(bones, mesh->bone_count, "bones", error) : status;
}

/// Checks a mesh with memory of the arena.
static MienStatus author_mesh_check(const MienAuthorMesh *mesh, MieniArena *arena, MienError *error)
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
    for (int b = 0; status == MIEN_OK && b < mesh->joint_count; ++b)
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
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "a mesh must be given");
    const MieniFloatEnv env = mieni_float_env_enter();
    MieniArena arena = {0};
    const MienStatus status = author_mesh_check(mesh, &arena, error);
    mieni_arena_release(&arena);
    mieni_float_env_leave(env);
    return status;
}

/// Everything a mesh pack holds, in its order.
typedef struct Cook {
    const MienAuthorMesh *source;
    MieniArena arena;
    MienError *error;
    MieniDistinct bones;  ///< Of the reference pose, then of binds.
    MieniDistinct labels; ///< Of parts, materials, images.
    MieniText text;
    MieniNameList morph_names, bone_names, label_names;
    uint32_t influence_count;
    uint16_t *vertex_joints;
    float *weights;
    MieniMeshPart *parts;
    MienMatrix34 *inverses;
    MienTransform *reference;
    MieniMeshMaterial *materials;
    MieniMorph *morphs;
    size_t morph_vertices, morph_normals;
} Cook;

static MienStatus no_memory(const Cook *cook)
{
    return mieni_fail(cook->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static MienStatus cook_names(Cook *cook)
{
    const MienAuthorMesh *mesh = cook->source;
    MieniArena *arena = &cook->arena;
    MieniDistinct *bones = &cook->bones, *labels = &cook->labels;
    const size_t morphs = (size_t)mesh->morph_count;
    const char **morph_names = mieni_arena_take(arena, morphs, sizeof *morph_names);
    if (!mieni_distinct_begin(bones, arena, (size_t)mesh->bone_count + (size_t)mesh->joint_count) ||
        !mieni_distinct_begin(labels, arena,
                              (size_t)mesh->submesh_count + (size_t)mesh->material_count +
                                  (size_t)mesh->image_count))
        return no_memory(cook);
    for (int m = 0; m < mesh->morph_count; ++m)
        morph_names[m] = mesh->morphs[m].name;
    for (int b = 0; b < mesh->bone_count; ++b)
        bones->given[bones->count++] = mesh->bones[b].name;
    for (int b = 0; b < mesh->joint_count; ++b)
        bones->given[bones->count++] = mesh->joints[b].bone;
    for (int p = 0; p < mesh->submesh_count; ++p)
        labels->given[labels->count++] = mesh->submeshes[p].name;
    for (int m = 0; m < mesh->material_count; ++m)
        labels->given[labels->count++] = mesh->materials[m].name;
    for (int i = 0; i < mesh->image_count; ++i)
        labels->given[labels->count++] = mesh->images[i].name;
    if (!mieni_distinct_end(bones, arena) || !mieni_distinct_end(labels, arena))
        return no_memory(cook);
    if (bones->distinct_count > MIEN_MAX_BONES)
        return mieni_fail(cook->error, MIEN_ERROR_LIMIT, mieni_at("%s", "joints"),
                          "a mesh names at most 65535 bones");
    mieni_text_begin(&cook->text, arena,
                     morphs + (size_t)bones->distinct_count + (size_t)labels->distinct_count);
    if (arena->is_out_of_memory)
        return no_memory(cook);
    const MieniNameSource sources[3] = {
        {.names = morph_names, .count = mesh->morph_count, .place = "morphs"},
        {.names = bones->names, .count = bones->distinct_count, .place = "bones"},
        {.names = labels->names, .count = labels->distinct_count, .place = "submeshes"},
    };
    MieniNameList *lists[3] = {&cook->morph_names, &cook->bone_names, &cook->label_names};
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < 3; ++i)
        status = mieni_text_add_list(&cook->text, arena, &sources[i], lists[i], cook->error);
    return status;
}

static void copy_influences(Cook *cook, size_t vertex, size_t stride)
{
    const MienAuthorMesh *mesh = cook->source;
    const size_t given = (size_t)mesh->influence_count;
    const uint16_t *from_binds = mesh->vertex_joints + vertex * given;
    const float *from_weights = mesh->vertex_weights + vertex * given;
    uint16_t *binds = cook->vertex_joints + vertex * stride;
    float *weights = cook->weights + vertex * stride;
    size_t used = 0;
    for (size_t i = 0; i < given; ++i) {
        if (from_weights[i] > 0.0f) {
            binds[used] = from_binds[i];
            weights[used++] = from_weights[i];
        }
    }
    for (size_t i = used; i < stride; ++i)
        binds[i] = binds[0];
}

/// The places in use move together, at most as many as the vertex with most has.
static MienStatus cook_influences(Cook *cook)
{
    const MienAuthorMesh *mesh = cook->source;
    const size_t count = (size_t)mesh->vertex_count, given = (size_t)mesh->influence_count;
    cook->influence_count = 1;
    for (size_t v = 0; v < count; ++v) {
        uint32_t used = 0;
        for (size_t i = 0; i < given; ++i)
            used += mesh->vertex_weights[v * given + i] > 0.0f ? 1 : 0;
        cook->influence_count = used > cook->influence_count ? used : cook->influence_count;
    }
    const size_t stride = mieni_influence_stride(cook->influence_count);
    cook->vertex_joints = mieni_arena_take(&cook->arena, count, stride * sizeof *cook->vertex_joints);
    cook->weights = mieni_arena_take(&cook->arena, count, stride * sizeof *cook->weights);
    if (cook->arena.is_out_of_memory)
        return no_memory(cook);
    for (size_t v = 0; v < count; ++v)
        copy_influences(cook, v, stride);
    return MIEN_OK;
}

static MienStatus cook_parts(Cook *cook)
{
    const MienAuthorMesh *mesh = cook->source;
    const uint32_t *label = cook->labels.index;
    cook->parts = mieni_arena_take(&cook->arena, (size_t)mesh->submesh_count, sizeof *cook->parts);
    cook->materials = mieni_arena_take(&cook->arena, (size_t)mesh->material_count, sizeof *cook->materials);
    if (cook->arena.is_out_of_memory)
        return no_memory(cook);
    for (int p = 0; p < mesh->submesh_count; ++p) {
        const MienAuthorSubmesh *part = &mesh->submeshes[p];
        cook->parts[p] = (MieniMeshPart){.label = *label++,
                                         .material = part->material,
                                         .first_index = (uint32_t)part->first_index,
                                         .index_count = (uint32_t)part->index_count};
    }
    for (int m = 0; m < mesh->material_count; ++m) {
        const MienAuthorMaterial *material = &mesh->materials[m];
        cook->materials[m] = (MieniMeshMaterial){.label = *label++,
                                                 .image = material->image,
                                                 .roughness = material->roughness,
                                                 .metallic = material->metallic};
        memcpy(cook->materials[m].base_color, material->base_color, sizeof material->base_color);
    }
    return MIEN_OK;
}

static MienStatus cook_bones(Cook *cook)
{
    const MienAuthorMesh *mesh = cook->source;
    cook->inverses = mieni_arena_take(&cook->arena, (size_t)mesh->joint_count, sizeof *cook->inverses);
    cook->reference = mieni_arena_take(&cook->arena, (size_t)mesh->bone_count, sizeof *cook->reference);
    if (cook->arena.is_out_of_memory)
        return no_memory(cook);
    for (int b = 0; b < mesh->joint_count; ++b)
        memcpy(cook->inverses[b].m, mesh->joints[b].inverse, sizeof cook->inverses[b].m);
    for (int b = 0; b < mesh->bone_count; ++b)
        cook->reference[b] = mieni_author_clean(&mesh->bones[b].rest);
    return MIEN_OK;
}

static MienStatus cook_morphs(Cook *cook)
{
    const MienAuthorMesh *mesh = cook->source;
    cook->morphs = mieni_arena_take(&cook->arena, (size_t)mesh->morph_count, sizeof *cook->morphs);
    if (cook->morphs == NULL)
        return no_memory(cook);
    for (int m = 0; m < mesh->morph_count; ++m) {
        const MienAuthorMorph *morph = &mesh->morphs[m];
        cook->morphs[m] = (MieniMorph){.first = (uint32_t)cook->morph_vertices,
                                       .count = (uint32_t)morph->count,
                                       .first_normal = morph->normals != NULL ? (uint32_t)cook->morph_normals
                                                                              : MIENI_NO_NORMALS,
                                       .weight = morph->weight};
        cook->morph_vertices += (size_t)morph->count;
        cook->morph_normals += morph->normals != NULL ? (size_t)morph->count : 0;
        if (cook->morph_vertices > INT32_MAX)
            return mieni_fail(cook->error, MIEN_ERROR_LIMIT, mieni_at("morphs[%d]", m),
                              "the morphs move too many vertices");
    }
    return MIEN_OK;
}

static void add_names(MieniPackWriter *writer, uint32_t names_tag, uint32_t sorted_tag,
                      const MieniNameList *list)
{
    mieni_writer_add(writer, names_tag, sizeof *list->offsets, (size_t)list->count, list->offsets);
    mieni_writer_add(writer, sorted_tag, sizeof *list->sorted, (size_t)list->count, list->sorted);
}

static MieniMeshHeader header_of(const Cook *cook)
{
    const MienAuthorMesh *mesh = cook->source;
    MieniMeshHeader info = {.vertex_count = (uint32_t)mesh->vertex_count,
                            .index_count = (uint32_t)mesh->index_count,
                            .influence_count = cook->influence_count,
                            .flags = (mesh->normals != NULL ? MIENI_MESH_NORMALS : 0u) |
                                     (mesh->uvs != NULL ? MIENI_MESH_UVS : 0u) |
                                     (mesh->colors != NULL ? MIENI_MESH_COLORS : 0u),
                            .joint_count = (uint32_t)mesh->joint_count,
                            .bone_count = (uint32_t)cook->bones.distinct_count,
                            .rest_pose_count = (uint32_t)mesh->bone_count,
                            .label_count = (uint32_t)cook->labels.distinct_count,
                            .morph_count = (uint32_t)mesh->morph_count,
                            .part_count = (uint32_t)mesh->submesh_count,
                            .material_count = (uint32_t)mesh->material_count,
                            .image_count = (uint32_t)mesh->image_count};
    mieni_mesh_bounds(mesh->positions, (size_t)mesh->vertex_count, info.min, info.max);
    return info;
}

/// Morphs lie one after another in the pack, but not in what was given: their sections
/// are laid out empty, as the last three, and filled in place.
static void fill_morphs(const Cook *cook, const MienAuthorPack *pack, int positions_section)
{
    uint8_t *positions = mieni_writer_section(pack, positions_section);
    uint8_t *normals = mieni_writer_section(pack, positions_section + 1);
    uint8_t *vertices = mieni_writer_section(pack, positions_section + 2);
    for (int m = 0; m < cook->source->morph_count; ++m) {
        const MienAuthorMorph *morph = &cook->source->morphs[m];
        const size_t count = (size_t)morph->count, size = count * sizeof(MienVec3);
        if (count == 0)
            continue;
        memcpy(positions, morph->positions, size);
        memcpy(vertices, morph->vertices, count * sizeof(uint32_t));
        positions += size;
        vertices += count * sizeof(uint32_t);
        if (morph->normals != NULL) {
            memcpy(normals, morph->normals, size);
            normals += size;
        }
    }
}

static MienStatus write(const Cook *cook, const MienAllocator *allocator, MienAuthorPack *out_pack)
{
    const MienAuthorMesh *mesh = cook->source;
    const size_t vertices = (size_t)mesh->vertex_count, binds = (size_t)mesh->joint_count;
    const size_t stride = mieni_influence_stride(cook->influence_count);
    const MieniMeshHeader info = header_of(cook);
    const uint32_t *images = cook->labels.index + mesh->submesh_count + mesh->material_count;
    MieniPackWriter w = {.kind = MIEN_PACK_MESH, .version = MIENI_MESH_VERSION};
    mieni_writer_add(&w, MIENI_MESH_INFO, sizeof info, 1, &info);
    mieni_writer_add(&w, MIENI_MESH_TEXT, 1, cook->text.size, cook->text.bytes);
    add_names(&w, MIENI_MESH_MORPH_NAMES, MIENI_MESH_MORPH_SORTED, &cook->morph_names);
    add_names(&w, MIENI_MESH_BONE_NAMES, MIENI_MESH_BONE_SORTED, &cook->bone_names);
    add_names(&w, MIENI_MESH_LABELS, MIENI_MESH_LABELS_SORTED, &cook->label_names);
    mieni_writer_add(&w, MIENI_MESH_POSITIONS, sizeof(MienVec3), vertices, mesh->positions);
    mieni_writer_add(&w, MIENI_MESH_NORMALS_OF, sizeof(MienVec3), mesh->normals != NULL ? vertices : 0,
                     mesh->normals);
    mieni_writer_add(&w, MIENI_MESH_UVS_OF, 2 * sizeof(float), mesh->uvs != NULL ? vertices : 0, mesh->uvs);
    mieni_writer_add(&w, MIENI_MESH_COLORS_OF, 4 * sizeof(uint16_t), mesh->colors != NULL ? vertices : 0,
                     mesh->colors);
    mieni_writer_add(&w, MIENI_MESH_VERTEX_BINDS, stride * sizeof(uint16_t), vertices, cook->vertex_joints);
    mieni_writer_add(&w, MIENI_MESH_WEIGHTS, stride * sizeof(float), vertices, cook->weights);
    mieni_writer_add(&w, MIENI_MESH_INDICES, sizeof(uint32_t), (size_t)mesh->index_count, mesh->indices);
    mieni_writer_add(&w, MIENI_MESH_PARTS, sizeof(MieniMeshPart), (size_t)mesh->submesh_count, cook->parts);
    mieni_writer_add(&w, MIENI_MESH_BIND_BONES, sizeof(uint32_t), binds,
                     cook->bones.index + mesh->bone_count);
    mieni_writer_add(&w, MIENI_MESH_INVERSES, sizeof(MienMatrix34), binds, cook->inverses);
    mieni_writer_add(&w, MIENI_MESH_REFERENCE, sizeof(MienTransform), (size_t)mesh->bone_count,
                     cook->reference);
    mieni_writer_add(&w, MIENI_MESH_MATERIALS, sizeof(MieniMeshMaterial), (size_t)mesh->material_count,
                     cook->materials);
    mieni_writer_add(&w, MIENI_MESH_IMAGES, sizeof(uint32_t), (size_t)mesh->image_count, images);
    mieni_writer_add(&w, MIENI_MESH_MORPHS, sizeof(MieniMorph), (size_t)mesh->morph_count, cook->morphs);
    mieni_writer_add(&w, MIENI_MESH_MORPH_POSITIONS, sizeof(MienVec3), cook->morph_vertices, NULL);
    mieni_writer_add(&w, MIENI_MESH_MORPH_NORMALS, sizeof(MienVec3), cook->morph_normals, NULL);
    mieni_writer_add(&w, MIENI_MESH_MORPH_VERTICES, sizeof(uint32_t), cook->morph_vertices, NULL);
    const MienStatus status = mieni_writer_lay_out(&w, allocator, out_pack, cook->error);
    if (status != MIEN_OK)
        return status;
    fill_morphs(cook, out_pack, w.count - 3);
    mieni_writer_seal(out_pack);
    return MIEN_OK;
}

MienStatus mien_author_mesh_cook(const MienAuthorMesh *mesh, const MienAllocator *allocator,
                                 MienAuthorPack *out_pack, MienError *error)
{
    if (out_pack != NULL)
        *out_pack = (MienAuthorPack){0};
    if (mesh == NULL || out_pack == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "a mesh and out_pack must be given");
    const MieniFloatEnv env = mieni_float_env_enter();
    Cook cook = {.source = mesh, .arena = {.allocator = allocator}, .error = error};
    MienStatus status = author_mesh_check(mesh, &cook.arena, error);
    if (status == MIEN_OK)
        status = cook_names(&cook);
    if (status == MIEN_OK)
        status = cook_influences(&cook);
    if (status == MIEN_OK)
        status = cook_parts(&cook);
    if (status == MIEN_OK)
        status = cook_bones(&cook);
    if (status == MIEN_OK)
        status = cook_morphs(&cook);
    if (status == MIEN_OK)
        status = write(&cook, allocator, out_pack);
    mieni_arena_release(&cook.arena);
    mieni_float_env_leave(env);
    return status;
}
