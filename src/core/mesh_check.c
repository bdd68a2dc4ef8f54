// SPDX-License-Identifier: MIT
//
// Checks a mesh's content once, so that skinning never needs to.

#include "core/float_rules.h"

#include "core/mesh_data.h"
#include "core/skeleton_format.h"

#include <string.h>

static MienStatus bad(MieniReader *reader, const char *sentence, const char *section, size_t index)
{
    return mieni_reader_fail(reader, MIEN_ERROR_CORRUPT, sentence, section, (int)index);
}

/// The first of count groups of floats that is not within a limit; count if all are.
static size_t first_beyond(const void *values, size_t count, size_t width, float limit)
{
    const float *floats = (const float *)values;
    size_t i = 0;
    while (i < count && mieni_all_within(floats + i * width, width, limit))
        ++i;
    return i;
}

static MienStatus check_vertices(const MienMesh *mesh, MieniReader *reader)
{
    const size_t count = mesh->info.vertex_count;
    size_t at = first_beyond(mesh->positions, count, 3, MIEN_MAX_LENGTH);
    if (at < count)
        return bad(reader, "a position is not finite, or out of range", "VPOS", at);
    if (mesh->normals != NULL && (at = first_beyond(mesh->normals, count, 3, MIENI_MOST_NORMAL)) < count)
        return bad(reader, "a normal is not finite, or too long", "VNRM", at);
    if (mesh->uvs != NULL && (at = first_beyond(mesh->uvs, count, 2, MIEN_MAX_LENGTH)) < count)
        return bad(reader, "a texture coordinate is not finite, or out of range", "VTEX", at);
    float min[3], max[3];
    mieni_mesh_bounds(mesh->positions, count, min, max);
    if (memcmp(min, mesh->info.min, sizeof min) != 0 || memcmp(max, mesh->info.max, sizeof max) != 0)
        return bad(reader, "the bounds are not those of the positions", "INFO", 0);
    return MIEN_OK;
}

/// How many places of a vertex are in use, 0 if they are not as they must be: weights
/// above 0 first, then +0, with the first bind.
static int used_places(const MienMesh *mesh, size_t vertex)
{
    static const float zero = 0.0f;
    const int stride = mesh->influence_stride;
    const uint16_t *binds = mesh->vertex_joints + vertex * (size_t)stride;
    const float *weights = mesh->weights + vertex * (size_t)stride;
    if (!mieni_weights_are_sound(weights, stride))
        return 0;
    int used = 0;
    while (used < stride && weights[used] > 0.0f)
        ++used;
    for (int i = 0; i < stride; ++i) {
        if (binds[i] >= mesh->info.joint_count)
            return 0;
        if (i >= used && (memcmp(&weights[i], &zero, sizeof zero) != 0 || binds[i] != binds[0]))
            return 0;
    }
    return used;
}

static MienStatus check_influences(const MienMesh *mesh, MieniReader *reader)
{
    int most = 1;
    for (size_t v = 0; v < mesh->info.vertex_count; ++v) {
        const int used = used_places(mesh, v);
        if (used == 0)
            return bad(reader, "binds or weights of a vertex are not as they must be", "VWGT", v);
        most = used > most ? used : most;
    }
    if ((uint32_t)most != mesh->info.influence_count)
        return bad(reader, "no vertex has as many influences as it says", "INFO", 0);
    return MIEN_OK;
}

static MienStatus check_triangles(const MienMesh *mesh, MieniReader *reader)
{
    for (size_t i = 0; i < mesh->info.index_count; ++i) {
        if (mesh->indices[i] >= mesh->info.vertex_count)
            return bad(reader, "an index of no vertex", "INDX", i);
    }
    uint32_t next = 0;
    for (uint32_t p = 0; p < mesh->info.part_count; ++p) {
        const MieniMeshPart *part = &mesh->parts[p];
        if (part->first_index != next || part->index_count % 3 != 0 ||
            part->index_count > mesh->info.index_count - next)
            return bad(reader, "parts do not share out the triangles", "PART", p);
        if (part->material < -1 || part->material >= (int32_t)mesh->info.material_count)
            return bad(reader, "a part of no material", "PART", p);
        next += part->index_count;
    }
    if (next != mesh->info.index_count)
        return bad(reader, "triangles that no part has", "PART", mesh->info.part_count);
    return MIEN_OK;
}

/// Bones without a reference transform stand in the order in which binds first use them.
static MienStatus check_bones(const MienMesh *mesh, MieniReader *reader)
{
    const MieniMeshHeader *info = &mesh->info;
    uint32_t next = info->rest_pose_count;
    for (uint32_t b = 0; b < info->joint_count; ++b) {
        if (mesh->bind_bones[b] > next || mesh->bind_bones[b] >= info->bone_count)
            return bad(reader, "a bind of no bone, or bones out of order", "BBON", b);
        next += mesh->bind_bones[b] == next ? 1 : 0;
    }
    if (next != info->bone_count)
        return bad(reader, "a bone that nothing uses", "BNAM", next);
    const size_t beyond = first_beyond(mesh->inverses, info->joint_count, 12, MIEN_MAX_LENGTH);
    if (beyond < info->joint_count)
        return bad(reader, "a matrix is not finite, or out of range", "BINV", beyond);
    for (uint32_t b = 0; b < info->rest_pose_count; ++b) {
        if (!mieni_transform_is_sane(&mesh->reference[b]))
            return bad(reader, "a reference transform is out of range", "BREF", b);
    }
    return MIEN_OK;
}

static MienStatus check_materials(const MienMesh *mesh, MieniReader *reader)
{
    const MieniMeshHeader *info = &mesh->info;
    for (uint32_t m = 0; m < info->material_count; ++m) {
        const MieniMeshMaterial *material = &mesh->materials[m];
        if (material->image < -1 || material->image >= (int32_t)info->image_count)
            return bad(reader, "a material of no image", "MATL", m);
        if (!mieni_all_within(material->base_color, 4, MIEN_MAX_WEIGHT) ||
            !mieni_all_within(&material->roughness, 1, MIEN_MAX_WEIGHT) ||
            !mieni_all_within(&material->metallic, 1, MIEN_MAX_WEIGHT))
            return bad(reader, "a material's number is not finite, or out of range", "MATL", m);
    }
    return MIEN_OK;
}

/// Whether a label is one that was there before, or the next; *next is how many were.
static bool label_is_due(const MienMesh *mesh, uint32_t label, uint32_t *next)
{
    const bool is_due = label <= *next && label < mesh->info.label_count;
    *next += is_due && label == *next ? 1 : 0;
    return is_due;
}

/// Names of parts, materials and images may repeat, so they are stored once each, in
/// the order in which they first occur.
static MienStatus check_labels(const MienMesh *mesh, MieniReader *reader)
{
    const MieniMeshHeader *info = &mesh->info;
    uint32_t next = 0;
    for (uint32_t p = 0; p < info->part_count; ++p) {
        if (!label_is_due(mesh, mesh->parts[p].label, &next))
            return bad(reader, "a part of no name, or names out of order", "PART", p);
    }
    for (uint32_t m = 0; m < info->material_count; ++m) {
        if (!label_is_due(mesh, mesh->materials[m].label, &next))
            return bad(reader, "a material of no name, or names out of order", "MATL", m);
    }
    for (uint32_t i = 0; i < info->image_count; ++i) {
        if (!label_is_due(mesh, mesh->images[i], &next))
            return bad(reader, "an image of no name, or names out of order", "IMAG", i);
    }
    if (next != info->label_count)
        return bad(reader, "a name that nothing has", "LNAM", next);
    return MIEN_OK;
}

static MienStatus check_morph_vertices(const MienMesh *mesh, const MieniMorph *morph, MieniReader *reader)
{
    const size_t end = (size_t)morph->first + morph->count;
    for (size_t e = morph->first; e < end; ++e) {
        if (mesh->morph_vertices[e] >= mesh->info.vertex_count)
            return bad(reader, "a morph of no vertex", "MVTX", e);
        if (e > morph->first && mesh->morph_vertices[e] <= mesh->morph_vertices[e - 1])
            return bad(reader, "vertices of a morph do not ascend", "MVTX", e);
    }
    return MIEN_OK;
}

static MienStatus check_morphs(const MienMesh *mesh, MieniReader *reader)
{
    const size_t entries = (size_t)mesh->morph_vertex_count, normals = (size_t)mesh->morph_normal_count;
    size_t next = 0, next_normal = 0;
    for (uint32_t m = 0; m < mesh->info.morph_count; ++m) {
        const MieniMorph *morph = &mesh->morphs[m];
        const bool has_normals = morph->first_normal != MIENI_NO_NORMALS;
        if (morph->first != next || morph->count > entries - next)
            return bad(reader, "morphs do not share out the vertices", "MORF", m);
        if (has_normals && (mesh->normals == NULL || morph->first_normal != next_normal ||
                            morph->count > normals - next_normal))
            return bad(reader, "morphs do not share out the normals", "MORF", m);
        if (!mieni_all_within(&morph->weight, 1, MIEN_MAX_WEIGHT))
            return bad(reader, "a weight is not finite, or out of range", "MORF", m);
        if (check_morph_vertices(mesh, morph, reader) != MIEN_OK)
            return reader->status;
        next += morph->count;
        next_normal += has_normals ? morph->count : 0;
    }
    if (next != entries || next_normal != normals)
        return bad(reader, "offsets that no morph has", "MORF", mesh->info.morph_count);
    size_t at = first_beyond(mesh->morph_positions, entries, 3, MIEN_MAX_LENGTH);
    if (at < entries)
        return bad(reader, "an offset is not finite, or out of range", "MPOS", at);
    at = first_beyond(mesh->morph_normals, normals, 3, MIEN_MAX_LENGTH);
    if (at < normals)
        return bad(reader, "an offset is not finite, or out of range", "MNRM", at);
    return MIEN_OK;
}

MienStatus mieni_mesh_check(const MienMesh *mesh, MieniReader *reader)
{
    MienStatus status = check_vertices(mesh, reader);
    if (status == MIEN_OK)
        status = check_influences(mesh, reader);
    if (status == MIEN_OK)
        status = check_triangles(mesh, reader);
    if (status == MIEN_OK)
        status = check_bones(mesh, reader);
    if (status == MIEN_OK)
        status = check_materials(mesh, reader);
    if (status == MIEN_OK)
        status = check_labels(mesh, reader);
    if (status == MIEN_OK)
        status = check_morphs(mesh, reader);
    return status;
}
