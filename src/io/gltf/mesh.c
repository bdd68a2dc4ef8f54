// SPDX-License-Identifier: MIT
//
// Makes one mesh of all that a scene shows.

#include "core/float_rules.h"

#include "base/budget.h"
#include "core/internal.h"
#include "core/square_root.h"
#include "io/binds.h"
#include "io/file_names.h"
#include "io/gltf/gltf.h"
#include "io/influences.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A primitive of triangles as one node shows it.
typedef struct MieniGltfPart {
    const MieniJson *primitive;
    int node, mesh, index; ///< index: of the primitive in the mesh.
    int skin;              ///< -1: none.
    int owner;             ///< The part that has the vertices: itself, or an earlier one of the node.
    int mode;              ///< 4 to 6: triangles, strip, fan.
    int uv_set;            ///< Which TEXCOORD, or -1.
    int set_count;         ///< Pairs of JOINTS and WEIGHTS.
    int normals, colors;   ///< Accessors, or -1.
    bool is_mirrored;      ///< The node turns the triangles inside out.
    int first_vertex, vertex_count;
    int first_index, index_count;
} MieniGltfPart;

typedef struct MieniGltfMeshing {
    MieniGltfReader *reader;
    MienAuthorMesh *mesh;
    int part_count;
    MieniGltfPart *parts;
    bool has_normals, has_uvs, has_colors; ///< Some part has.
    int influence_room;                    ///< Per vertex, while filling.
    MienVec3 *positions, *normals;
    float *uvs;
    uint16_t *colors;
    uint16_t *vertex_joints;
    float *vertex_weights;
    uint32_t *indices;
    const int *bind_of_node;         ///< Per node that no skin moves.
    const int *const *binds_of_skin; ///< Per skin and joint.
    const int *joint_count;          ///< Per skin.
} MieniGltfMeshing;

static MienStatus gltf_mesh_no_memory(const MieniGltfMeshing *meshing)
{
    return mieni_fail(meshing->reader->error, MIEN_ERROR_MEMORY, mieni_at("meshes"), "Out of memory.");
}

/// Fails at a part of a primitive: ".indices", ".attributes.NORMAL".
static MienStatus gltf_part_fail(const MieniGltfMeshing *meshing, const MieniGltfPart *part,
                                 MienStatus status, const char *where, const char *sentence)
{
    return mieni_fail(meshing->reader->error, status,
                      mieni_at("meshes[%d].primitives[%d]%s", part->mesh, part->index, where), "%s",
                      sentence);
}

// Materials and images of a file, as far as Mien shows them. The rest stays in the tree.

static float saturate(double value) { return value > 0.0 ? value < 1.0 ? (float)value : 1.0f : 0.0f; }

/// The image of a texture, or -1 if it has none that Mien reads.
static int image_of(const MienIoGltf *gltf, const MieniJson *texture_info)
{
    const int texture = mieni_gltf_index(texture_info, "index");
    return texture >= 0 ? mieni_gltf_index(mieni_gltf_item(gltf, "textures", texture), "source") : -1;
}

static MienAuthorMaterial read_material(const MienIoGltf *gltf, int index, MieniFileNames *names)
{
    const MieniJson *json = mieni_gltf_item(gltf, "materials", index);
    const MieniJson *surface = mieni_json_get(json, "pbrMetallicRoughness");
    const MieniJson *color = mieni_json_get(surface, "baseColorFactor");
    MienAuthorMaterial material = {
        .name = mieni_file_name(names, mieni_json_get_string(json, "name", NULL), "material", index),
        .base_color = {1.0f, 1.0f, 1.0f, 1.0f},
        .roughness = saturate(mieni_json_get_number(surface, "roughnessFactor", 1.0)),
        .metallic = saturate(mieni_json_get_number(surface, "metallicFactor", 1.0)),
        .image = image_of(gltf, mieni_json_get(surface, "baseColorTexture"))};
    for (int i = 0; color != NULL && color->type == MIENI_JSON_ARRAY && i < color->count && i < 4; ++i)
        if (color->items[i]->type == MIENI_JSON_NUMBER)
            material.base_color[i] = saturate(color->items[i]->number);
    return material;
}

/// A file beside this one, by the path that this one has; what is within this one by its
/// number.
static MienStatus name_image(const MieniGltfMeshing *meshing, int index, const char **out_name)
{
    const MieniGltfReader *reader = meshing->reader;
    const MienIoGltf *gltf = reader->gltf;
    const char *uri = mieni_json_get_string(mieni_gltf_item(gltf, "images", index), "uri", NULL);
    const char *slash = strrchr(gltf->source, '/'), *path = NULL;
    size_t size = strlen(gltf->source);
    char number[32], place[40];
    snprintf(number, sizeof number, "#images/%d", index);
    snprintf(place, sizeof place, "images[%d].uri", index);
    const char *rest = number;
    if (uri != NULL && gltf->images[index].data == NULL) {
        const MienStatus status = mieni_gltf_path(uri, place, reader->scratch, &path, reader->error);
        if (status != MIEN_OK)
            return status;
        size = slash != NULL ? (size_t)(slash - gltf->source) + 1 : 0;
        rest = path;
    }
    char *whole = mieni_arena_take(reader->scratch, size + strlen(rest) + 1, 1);
    if (whole == NULL)
        return gltf_mesh_no_memory(meshing);
    memcpy(whole, gltf->source, size);
    memcpy(whole + size, rest, strlen(rest));
    char clean[MIEN_MAX_NAME + 1];
    const char *name = mieni_file_name_clean(whole, clean) ? clean : number;
    *out_name = mieni_arena_text(reader->arena, name, strlen(name));
    return *out_name != NULL ? MIEN_OK : gltf_mesh_no_memory(meshing);
}

/// Images that are turned or repeated by a material are shown as if they were not.
static void note_transforms(const MieniGltfReader *reader, int count)
{
    int turned = 0;
    for (int m = 0; m < count; ++m) {
        const MieniJson *surface =
            mieni_json_get(mieni_gltf_item(reader->gltf, "materials", m), "pbrMetallicRoughness");
        turned += mieni_gltf_extension(mieni_json_get(surface, "baseColorTexture"),
                                       "KHR_texture_transform") != NULL;
    }
    if (turned > 0 && reader->report->note[0] == '\0')
        snprintf(reader->report->note, sizeof reader->report->note,
                 "%d material%s an image with KHR_texture_transform, which is kept but not shown.", turned,
                 turned == 1 ? " has" : "s have");
}

/// Materials and images of the whole file, so that their numbers stay.
static MienStatus gltf_mesh_read_materials(MieniGltfMeshing *meshing)
{
    const MieniGltfReader *reader = meshing->reader;
    MienAuthorMesh *mesh = meshing->mesh;
    mesh->material_count = mieni_gltf_count(reader->gltf, "materials");
    mesh->image_count = mieni_gltf_count(reader->gltf, "images");
    if (mesh->material_count > MIEN_MAX_SUBMESHES || mesh->image_count > MIEN_MAX_SUBMESHES)
        return mieni_fail(reader->error, MIEN_ERROR_LIMIT,
                          mieni_at("%s", mesh->material_count > MIEN_MAX_SUBMESHES ? "materials" : "images"),
                          "A file has at most 65535 materials and images.");
    MienAuthorMaterial *materials =
        mieni_arena_take(reader->arena, (size_t)mesh->material_count, sizeof *materials);
    MienAuthorImage *images = mieni_arena_take(reader->arena, (size_t)mesh->image_count, sizeof *images);
    mesh->materials = materials;
    mesh->images = images;
    MieniFileNames names = {.arena = reader->arena};
    MienStatus status = MIEN_OK;
    for (int m = 0; materials != NULL && m < mesh->material_count; ++m)
        materials[m] = read_material(reader->gltf, m, &names);
    for (int i = 0; status == MIEN_OK && images != NULL && i < mesh->image_count; ++i)
        status = name_image(meshing, i, &images[i].name);
    note_transforms(reader, mesh->material_count);
    if (status == MIEN_OK && reader->arena->is_out_of_memory)
        status = gltf_mesh_no_memory(meshing);
    return status;
}

// Morphs of a mesh: what is not zero in the targets of all its parts, morph by morph, so
// that memory is needed for what moves only.

enum { MAX_PIECES = 1 << 27 };

/// A target of a part that has vertices of its own.
typedef struct Piece {
    int part, target;
} Piece;

/// Which elements of a target move, and by how much.
typedef struct Moved {
    int count;
    uint32_t *elements; ///< Ascending.
    float *values;      ///< Three each.
} Moved;

/// A piece, decoded.
typedef struct Decoded {
    Moved positions, normals;
    uint32_t first_vertex;
} Decoded;

static const MieniJson *targets_of(const MieniGltfPart *part)
{
    const MieniJson *targets = mieni_json_get(part->primitive, "targets");
    return targets != NULL && targets->type == MIENI_JSON_ARRAY && targets->count > 0 ? targets : NULL;
}

/// Puts all pieces in the order of their morphs, those of one morph in the order of their
/// vertices. first_piece has one more than there are morphs.
static MienStatus sort_pieces(const MieniGltfMeshing *meshing, Piece **out_pieces, int *first_piece)
{
    const MieniGltfMorphs *morphs = &meshing->reader->morphs;
    int64_t count = 0;
    for (int p = 0; p < meshing->part_count; ++p)
        if (meshing->parts[p].owner == p && targets_of(&meshing->parts[p]) != NULL)
            count += morphs->target_count[meshing->parts[p].node];
    if (count > MAX_PIECES)
        return mieni_fail(meshing->reader->error, MIEN_ERROR_LIMIT, mieni_at("meshes"),
                          "All that a scene shows has at most 134217728 targets.");
    Piece *pieces = mieni_arena_take(meshing->reader->scratch, (size_t)count, sizeof *pieces);
    if (pieces == NULL)
        return gltf_mesh_no_memory(meshing);
    *out_pieces = pieces;
    // Twice over all pieces: counting, then placing.
    for (int is_placing = 0; is_placing < 2; ++is_placing) {
        for (int p = 0; p < meshing->part_count; ++p) {
            const MieniGltfPart *part = &meshing->parts[p];
            if (part->owner != p || targets_of(part) == NULL)
                continue;
            for (int t = 0; t < morphs->target_count[part->node]; ++t) {
                int *place = &first_piece[morphs->of_node[part->node][t] + 1];
                if (is_placing)
                    pieces[*place] = (Piece){p, t};
                ++*place;
            }
        }
        // After counting, first_piece[m + 1] becomes where the pieces of m begin, and
        // placing moves it to where they end, which is where those of m + 1 begin.
        for (int m = 0, before = 0; !is_placing && m < morphs->count; ++m) {
            const int own = first_piece[m + 1];
            first_piece[m + 1] = before;
            before += own;
        }
    }
    return MIEN_OK;
}

static MienStatus fail_target(const MieniGltfMeshing *meshing, const MieniGltfPart *part, int target,
                              const char *name)
{
    char where[48];
    snprintf(where, sizeof where, ".targets[%d].%s", target, name);
    return gltf_part_fail(meshing, part, MIEN_ERROR_LIMIT, where, "Offsets keep within 1000000 metres.");
}

static MienStatus decode(const MieniGltfMeshing *meshing, const MieniGltfPart *part, int target,
                         const char *name, MieniArena *arena, Moved *out_moved)
{
    const MieniGltfReader *reader = meshing->reader;
    const int accessor = mieni_gltf_index(targets_of(part)->items[target], name);
    if (accessor < 0)
        return MIEN_OK;
    const MienStatus status = mieni_gltf_nonzero(reader->gltf, accessor, arena, &out_moved->elements,
                                                 &out_moved->values, &out_moved->count, reader->error);
    const float *values = out_moved->values;
    const size_t count = status == MIEN_OK ? 3 * (size_t)out_moved->count : 0;
    int is_short = 1; // of all of them, which compilers turn into vectors
    for (size_t i = 0; i < count; ++i)
        is_short &= (values[i] >= -MIEN_MAX_LENGTH) & (values[i] <= MIEN_MAX_LENGTH);
    return is_short != 0 ? status : fail_target(meshing, part, target, name);
}

static MienVec3 vector_at(const Moved *moved, int index)
{
    const float *values = moved->values + 3 * (size_t)index;
    return (MienVec3){values[0], values[1], values[2]};
}

/// The vertices that positions or normals move; without arrays they are only counted.
static size_t merge(const Decoded *piece, size_t count, uint32_t *vertices, MienVec3 *positions,
                    MienVec3 *normals)
{
    const Moved *p = &piece->positions, *n = &piece->normals;
    for (int i = 0, k = 0; i < p->count || k < n->count; ++count) {
        const bool has_position = i < p->count && (k == n->count || p->elements[i] <= n->elements[k]);
        const bool has_normal = k < n->count && (i == p->count || n->elements[k] <= p->elements[i]);
        if (vertices != NULL) {
            const uint32_t element = has_position ? p->elements[i] : n->elements[k];
            vertices[count] = piece->first_vertex + element;
            if (has_position)
                positions[count] = vector_at(p, i);
            if (has_normal)
                normals[count] = vector_at(n, k);
        }
        i += has_position;
        k += has_normal;
    }
    return count;
}

/// Decodes the pieces of a morph and counts what moves.
static MienStatus decode_pieces(const MieniGltfMeshing *meshing, const Piece *pieces, int piece_count,
                                MieniArena *arena, Decoded *decoded, size_t *out_count, bool *out_has_normals)
{
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < piece_count; ++i) {
        const MieniGltfPart *part = &meshing->parts[pieces[i].part];
        decoded[i].first_vertex = (uint32_t)part->first_vertex;
        status = decode(meshing, part, pieces[i].target, "POSITION", arena, &decoded[i].positions);
        if (status == MIEN_OK && meshing->has_normals)
            status = decode(meshing, part, pieces[i].target, "NORMAL", arena, &decoded[i].normals);
        if (status == MIEN_OK)
            *out_count = merge(&decoded[i], *out_count, NULL, NULL, NULL);
        *out_has_normals = *out_has_normals || decoded[i].normals.count > 0;
    }
    return status;
}

static MienStatus read_morph(const MieniGltfMeshing *meshing, const Piece *pieces, int piece_count,
                             MienAuthorMorph *morph)
{
    MieniArena *arena = meshing->reader->arena;
    MieniArena scratch = {.allocator = meshing->reader->scratch->allocator};
    Decoded *decoded = mieni_arena_take(&scratch, (size_t)piece_count, sizeof *decoded);
    size_t count = 0;
    bool has_normals = false;
    MienStatus status =
        decoded != NULL ? decode_pieces(meshing, pieces, piece_count, &scratch, decoded, &count, &has_normals)
                        : gltf_mesh_no_memory(meshing);
    if (status == MIEN_OK && count > 0) {
        uint32_t *vertices = mieni_arena_take(arena, count, sizeof *vertices);
        MienVec3 *positions = mieni_arena_take(arena, count, sizeof *positions);
        MienVec3 *normals = has_normals ? mieni_arena_take(arena, count, sizeof *normals) : NULL;
        if (vertices == NULL || positions == NULL || (has_normals && normals == NULL)) {
            status = gltf_mesh_no_memory(meshing);
        } else {
            size_t at = 0;
            for (int i = 0; i < piece_count; ++i)
                at = merge(&decoded[i], at, vertices, positions, normals);
        }
        morph->count = (int)count;
        morph->vertices = vertices;
        morph->positions = positions;
        morph->normals = normals;
    }
    mieni_arena_release(&scratch);
    return status;
}

static MienStatus gltf_mesh_read_morphs(MieniGltfMeshing *meshing)
{
    const MieniGltfReader *reader = meshing->reader;
    const MieniGltfMorphs *morphs = &reader->morphs;
    Piece *pieces = NULL;
    int *first_piece = mieni_arena_take(reader->scratch, (size_t)morphs->count + 1, sizeof *first_piece);
    MienAuthorMorph *list = mieni_arena_take(reader->arena, (size_t)morphs->count, sizeof *list);
    if (first_piece == NULL || list == NULL)
        return gltf_mesh_no_memory(meshing);
    MienStatus status = sort_pieces(meshing, &pieces, first_piece);
    uint64_t vertices = (uint64_t)meshing->mesh->vertex_count;
    for (int m = 0; status == MIEN_OK && m < morphs->count; ++m) {
        list[m].name = morphs->names[m];
        list[m].weight = morphs->weights[m];
        status = read_morph(meshing, pieces + first_piece[m], first_piece[m + 1] - first_piece[m], &list[m]);
        vertices += (uint64_t)list[m].count;
        if (status == MIEN_OK)
            status = mieni_budget_check_vertices(reader->scratch->allocator, vertices, list[m].name,
                                                 reader->error);
    }
    meshing->mesh->morph_count = morphs->count;
    meshing->mesh->morphs = list;
    return status;
}

// Which primitives of a scene become parts of its mesh, and where in it they go.

/// Beyond this a file is refused: nodes that show the same meshes multiply.
enum { MAX_VISITS = 1 << 22 };
enum { TRIANGLES = 4, STRIP = 5, FAN = 6 };

typedef struct Plan {
    MieniGltfMeshing *meshing;
    bool *is_mirrored; ///< Per bone.
    int *last_part;    ///< Per accessor: one plus the last part with these positions.
    int room;
    int visits;
    int64_t vertex_count, index_count;
} Plan;

/// Scales turn inside out what has an odd number of negative ones; rotations do not.
static void find_mirrored(Plan *plan, const MieniGltfBones *bones)
{
    for (int b = 0; b < bones->count; ++b) {
        const MienAuthorBone *bone = &bones->bones[b];
        const MienVec3 scale = bone->rest.scale;
        bool is_mirrored = bone->parent >= 0 && plan->is_mirrored[bone->parent];
        is_mirrored ^= scale.x < 0.0f;
        is_mirrored ^= scale.y < 0.0f;
        is_mirrored ^= scale.z < 0.0f;
        plan->is_mirrored[b] = is_mirrored;
    }
}

/// Which texture coordinates the image of a primitive's material uses, or -1.
static int find_uvs(const MienIoGltf *gltf, const MieniJson *primitive, const MieniJson *attributes)
{
    const int material = mieni_gltf_index(primitive, "material");
    int set = 0;
    if (material >= 0) {
        const MieniJson *texture = mieni_json_get(
            mieni_json_get(mieni_gltf_item(gltf, "materials", material), "pbrMetallicRoughness"),
            "baseColorTexture");
        const int of_texture = mieni_gltf_index(texture, "texCoord");
        const int of_transform =
            mieni_gltf_index(mieni_gltf_extension(texture, "KHR_texture_transform"), "texCoord");
        set = of_transform >= 0 ? of_transform : of_texture >= 0 ? of_texture : 0;
    }
    char name[24];
    snprintf(name, sizeof name, "TEXCOORD_%d", set);
    if (mieni_json_get(attributes, name) != NULL)
        return set;
    return mieni_json_get(attributes, "TEXCOORD_0") != NULL ? 0 : -1;
}

static int count_sets(const MieniJson *attributes)
{
    char joints[24], weights[24];
    for (int n = 0;; ++n) {
        snprintf(joints, sizeof joints, "JOINTS_%d", n);
        snprintf(weights, sizeof weights, "WEIGHTS_%d", n);
        if (mieni_json_get(attributes, joints) == NULL || mieni_json_get(attributes, weights) == NULL)
            return n;
    }
}

/// The number of indices of the triangles that a number of corners make.
static int64_t count_indices(int mode, int corners)
{
    if (mode == TRIANGLES)
        return corners / 3 * 3;
    return corners >= 3 ? 3 * ((int64_t)corners - 2) : 0;
}

static bool grow(Plan *plan)
{
    MieniGltfMeshing *meshing = plan->meshing;
    if (meshing->part_count < plan->room)
        return true;
    const int room = plan->room > 0 ? 2 * plan->room : 16;
    MieniGltfPart *parts = mieni_arena_take(meshing->reader->scratch, (size_t)room, sizeof *parts);
    if (parts == NULL)
        return false;
    if (meshing->part_count > 0)
        memcpy(parts, meshing->parts, sizeof *parts * (size_t)meshing->part_count);
    meshing->parts = parts;
    plan->room = room;
    return true;
}

/// An earlier part of the same node with the same vertices, or -1.
static int find_owner(const Plan *plan, const MieniGltfPart *part, int positions)
{
    const int last = plan->last_part[positions] - 1;
    if (last < 0)
        return -1;
    const MieniGltfPart *other = &plan->meshing->parts[last];
    const bool is_same = other->node == part->node && other->uv_set == part->uv_set &&
                         mieni_json_equal(mieni_json_get(other->primitive, "attributes"),
                                          mieni_json_get(part->primitive, "attributes")) &&
                         (mieni_json_get(part->primitive, "targets") == NULL
                              ? mieni_json_get(other->primitive, "targets") == NULL
                              : mieni_json_get(other->primitive, "targets") != NULL &&
                                    mieni_json_equal(mieni_json_get(other->primitive, "targets"),
                                                     mieni_json_get(part->primitive, "targets")));
    return is_same ? other->owner : -1;
}

/// Gives a part its place, after the others.
static MienStatus place_part(Plan *plan, MieniGltfPart *part, int positions, int corners)
{
    MieniGltfMeshing *meshing = plan->meshing;
    const int index = meshing->part_count;
    if (index == MIEN_MAX_SUBMESHES)
        return gltf_part_fail(meshing, part, MIEN_ERROR_LIMIT, "", "A scene has at most 65535 parts.");
    if (!grow(plan))
        return gltf_mesh_no_memory(meshing);
    part->owner = find_owner(plan, part, positions);
    plan->last_part[positions] = index + 1;
    if (part->owner < 0) {
        part->owner = index;
        part->first_vertex = (int)plan->vertex_count;
        plan->vertex_count += part->vertex_count;
    } else {
        part->first_vertex = meshing->parts[part->owner].first_vertex;
    }
    part->first_index = (int)plan->index_count;
    plan->index_count += count_indices(part->mode, corners);
    if (plan->vertex_count > MIEN_MAX_VERTICES)
        return gltf_part_fail(meshing, part, MIEN_ERROR_LIMIT, ".attributes.POSITION",
                              "All that a scene shows has at most 16777216 vertices.");
    char place[48];
    snprintf(place, sizeof place, "nodes[%d].mesh", part->node);
    const MienStatus status = mieni_budget_check_vertices(
        meshing->reader->scratch->allocator, (uint64_t)plan->vertex_count, place, meshing->reader->error);
    if (status != MIEN_OK)
        return status;
    if (plan->index_count > MIEN_MAX_INDICES)
        return gltf_part_fail(meshing, part, MIEN_ERROR_LIMIT, "",
                              "All that a scene shows has at most 67108864 triangles.");
    part->index_count = (int)plan->index_count - part->first_index;
    meshing->parts[meshing->part_count++] = *part;
    meshing->has_normals = meshing->has_normals || part->normals >= 0;
    meshing->has_uvs = meshing->has_uvs || part->uv_set >= 0;
    meshing->has_colors = meshing->has_colors || part->colors >= 0;
    const int room = part->set_count > 1 ? MIEN_MAX_INFLUENCES : part->set_count > 0 ? 4 : 1;
    if (room > meshing->influence_room)
        meshing->influence_room = room;
    return MIEN_OK;
}

static MienStatus plan_primitive(Plan *plan, MieniGltfPart part)
{
    MieniGltfMeshing *meshing = plan->meshing;
    const MienIoGltf *gltf = meshing->reader->gltf;
    const MieniJson *attributes = mieni_json_get(part.primitive, "attributes");
    const int positions = mieni_gltf_index(attributes, "POSITION");
    const int indices = mieni_gltf_index(part.primitive, "indices");
    part.mode = mieni_gltf_index(part.primitive, "mode");
    if (part.mode < 0)
        part.mode = TRIANGLES;
    if (++plan->visits > MAX_VISITS)
        return gltf_part_fail(meshing, &part, MIEN_ERROR_LIMIT, "",
                              "A scene shows at most 4194304 primitives.");
    part.vertex_count = positions >= 0 ? mieni_gltf_accessor(gltf, positions).count : 0;
    const int corners = indices >= 0 ? mieni_gltf_accessor(gltf, indices).count : part.vertex_count;
    if (part.mode < TRIANGLES || part.mode > FAN || part.vertex_count == 0 ||
        count_indices(part.mode, corners) == 0) {
        ++meshing->reader->report->skipped_part_count;
        return MIEN_OK;
    }
    part.normals = mieni_gltf_index(attributes, "NORMAL");
    part.colors = mieni_gltf_index(attributes, "COLOR_0");
    part.uv_set = find_uvs(gltf, part.primitive, attributes);
    part.set_count = part.skin >= 0 ? count_sets(attributes) : 0;
    return place_part(plan, &part, positions, corners);
}

static MienStatus plan_node(Plan *plan, int node)
{
    const MieniGltfReader *reader = plan->meshing->reader;
    const MieniJson *json = mieni_gltf_item(reader->gltf, "nodes", node);
    MieniGltfPart part = {
        .node = node, .mesh = mieni_gltf_index(json, "mesh"), .skin = mieni_gltf_index(json, "skin")};
    const int bone = reader->bones.bone_of_node[node];
    part.is_mirrored = part.skin < 0 && bone >= 0 && plan->is_mirrored[bone];
    const MieniJson *primitives =
        mieni_json_get(mieni_gltf_item(reader->gltf, "meshes", part.mesh), "primitives");
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < primitives->count; ++i) {
        part.primitive = primitives->items[i];
        part.index = i;
        status = plan_primitive(plan, part);
    }
    return status;
}

/// meshing->parts, and how much there is of everything. Places of parts are known then.
static MienStatus gltf_mesh_plan(MieniGltfMeshing *meshing)
{
    const MieniGltfReader *reader = meshing->reader;
    Plan plan = {.meshing = meshing};
    plan.is_mirrored =
        mieni_arena_take(reader->scratch, (size_t)reader->bones.count, sizeof *plan.is_mirrored);
    plan.last_part = mieni_arena_take(reader->scratch, (size_t)mieni_gltf_count(reader->gltf, "accessors"),
                                      sizeof *plan.last_part);
    if (plan.is_mirrored == NULL || plan.last_part == NULL)
        return gltf_mesh_no_memory(meshing);
    find_mirrored(&plan, &reader->bones);
    const int node_count = mieni_gltf_count(reader->gltf, "nodes");
    MienStatus status = MIEN_OK;
    for (int n = 0; status == MIEN_OK && n < node_count; ++n)
        if (reader->bones.is_in_scene[n] &&
            mieni_gltf_index(mieni_gltf_item(reader->gltf, "nodes", n), "mesh") >= 0)
            status = plan_node(&plan, n);
    meshing->mesh->vertex_count = (int)plan.vertex_count;
    meshing->mesh->index_count = (int)plan.index_count;
    return status;
}

// What vertices are bound by, and how much.

typedef struct Binding {
    MieniGltfMeshing *meshing;
    int *bind_of_node, *joint_count, **binds_of_skin;
    int count;
    MieniBindCandidate *candidates;
    int **places; ///< Where the number of each one's bind is wanted.
} Binding;

static const MieniJson *joints_of(const MienIoGltf *gltf, int skin)
{
    return mieni_json_get(mieni_gltf_item(gltf, "skins", skin), "joints");
}

/// Which skins and nodes bind something, and how many candidates that makes.
static MienStatus count_candidates(Binding *binding)
{
    const MieniGltfMeshing *meshing = binding->meshing;
    const MienIoGltf *gltf = meshing->reader->gltf;
    MieniArena *scratch = meshing->reader->scratch;
    int64_t count = 0;
    for (int p = 0; p < meshing->part_count; ++p) {
        const int node = meshing->parts[p].node, skin = meshing->parts[p].skin;
        if (skin < 0 && binding->bind_of_node[node] < 0) {
            binding->bind_of_node[node] = 0;
            ++count;
        } else if (skin >= 0 && binding->binds_of_skin[skin] == NULL) {
            const MieniJson *joints = joints_of(gltf, skin);
            binding->joint_count[skin] = joints->count;
            binding->binds_of_skin[skin] =
                mieni_arena_take(scratch, (size_t)joints->count, sizeof **binding->binds_of_skin);
            count += joints->count;
        }
    }
    if (count > INT32_MAX)
        return mieni_fail(meshing->reader->error, MIEN_ERROR_LIMIT, mieni_at("skins"),
                          "The skins have too many joints.");
    binding->candidates = mieni_arena_take(scratch, (size_t)count, sizeof *binding->candidates);
    binding->places = mieni_arena_take(scratch, (size_t)count, sizeof *binding->places);
    return scratch->is_out_of_memory ? gltf_mesh_no_memory(meshing) : MIEN_OK;
}

static MieniBindCandidate *add_candidate(Binding *binding, int bone, int *place)
{
    MieniBindCandidate *candidate = &binding->candidates[binding->count];
    *candidate = (MieniBindCandidate){bone, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, binding->count};
    binding->places[binding->count++] = place;
    return candidate;
}

/// The joints of a skin. Files have matrices by columns, Mien has them by rows.
static MienStatus add_skin(Binding *binding, int skin)
{
    const MieniGltfReader *reader = binding->meshing->reader;
    const MieniJson *joints = joints_of(reader->gltf, skin);
    const int accessor =
        mieni_gltf_index(mieni_gltf_item(reader->gltf, "skins", skin), "inverseBindMatrices");
    MieniArena scratch = {.allocator = reader->scratch->allocator};
    float *matrices = NULL;
    MienStatus status = MIEN_OK;
    if (accessor >= 0)
        status = mieni_gltf_floats(reader->gltf, accessor, &scratch, &matrices, reader->error);
    for (int j = 0; status == MIEN_OK && j < joints->count; ++j) {
        const int node = (int)joints->items[j]->number, bone = reader->bones.bone_of_node[node];
        MieniBindCandidate *candidate = add_candidate(binding, bone, &binding->binds_of_skin[skin][j]);
        for (int i = 0; status == MIEN_OK && matrices != NULL && i < 12; ++i) {
            const float value = matrices[16 * (size_t)j + 4 * ((size_t)i % 4) + (size_t)i / 4];
            candidate->inverse[i] = value;
            if (!(value >= -MIEN_MAX_LENGTH && value <= MIEN_MAX_LENGTH))
                status = mieni_fail(reader->error, MIEN_ERROR_LIMIT,
                                    mieni_at("skins[%d].inverseBindMatrices", skin),
                                    "Numbers of inverse bind matrices keep within 1000000.");
        }
    }
    mieni_arena_release(&scratch);
    return status;
}

static MienStatus add_candidates(Binding *binding)
{
    const MieniGltfMeshing *meshing = binding->meshing;
    const MieniGltfReader *reader = meshing->reader;
    bool *is_done =
        mieni_arena_take(reader->scratch, (size_t)mieni_gltf_count(reader->gltf, "skins"), sizeof *is_done);
    MienStatus status = is_done != NULL ? MIEN_OK : gltf_mesh_no_memory(meshing);
    int last_node = -1;
    for (int p = 0; status == MIEN_OK && p < meshing->part_count; ++p) {
        const int node = meshing->parts[p].node, skin = meshing->parts[p].skin;
        if (skin >= 0 && !is_done[skin]) {
            is_done[skin] = true;
            status = add_skin(binding, skin);
        } else if (skin < 0 && node != last_node) { // the parts of a node follow each other
            const int bone = reader->bones.bone_of_node[node];
            add_candidate(binding, bone, &binding->bind_of_node[node]);
        }
        last_node = node;
    }
    return status;
}

static MienStatus number_binds(Binding *binding)
{
    const MieniGltfMeshing *meshing = binding->meshing;
    const MieniGltfReader *reader = meshing->reader;
    int *bind_of = NULL;
    const MienStatus status = mieni_binds_make(binding->candidates, binding->count, reader->bones.bones,
                                               reader->scratch, reader->arena, &bind_of, meshing->mesh);
    if (status == MIEN_ERROR_LIMIT)
        return mieni_fail(reader->error, status, mieni_at("skins"),
                          "The skins bind vertices in more than 65535 ways.");
    if (status != MIEN_OK)
        return gltf_mesh_no_memory(meshing);
    for (int i = 0; i < binding->count; ++i)
        *binding->places[i] = bind_of[i];
    return MIEN_OK;
}

/// What vertices can be bound by.
static MienStatus gltf_mesh_bind(MieniGltfMeshing *meshing)
{
    const MieniGltfReader *reader = meshing->reader;
    const size_t nodes = (size_t)mieni_gltf_count(reader->gltf, "nodes"),
                 skins = (size_t)mieni_gltf_count(reader->gltf, "skins");
    Binding binding = {.meshing = meshing};
    binding.bind_of_node = mieni_arena_take(reader->scratch, nodes, sizeof *binding.bind_of_node);
    binding.joint_count = mieni_arena_take(reader->scratch, skins, sizeof *binding.joint_count);
    binding.binds_of_skin = mieni_arena_take(reader->scratch, skins, sizeof *binding.binds_of_skin);
    if (reader->scratch->is_out_of_memory)
        return gltf_mesh_no_memory(meshing);
    for (size_t n = 0; n < nodes; ++n)
        binding.bind_of_node[n] = -1;
    MienStatus status = count_candidates(&binding);
    if (status == MIEN_OK)
        status = add_candidates(&binding);
    if (status == MIEN_OK)
        status = number_binds(&binding);
    meshing->bind_of_node = binding.bind_of_node;
    meshing->binds_of_skin = (const int *const *)binding.binds_of_skin;
    meshing->joint_count = binding.joint_count;
    return status;
}

// Vertices and triangles of the parts of a mesh.

/// Normals whose squared length is as near to 1 as this are left alone, so that what was
/// read once is read the same again: rounding leaves 2^-22 at most.
static const double NORMAL_TOLERANCE = 0x1p-16;

static MienVec3 normalize(double x, double y, double z)
{
    const double length = mieni_sqrt((x * x + y * y) + z * z);
    if (!(length > 0.0))
        return (MienVec3){0.0f, 0.0f, 1.0f}; // of what has no direction, any will do
    return (MienVec3){(float)(x / length), (float)(y / length), (float)(z / length)};
}

static MienStatus read_attribute(MieniGltfMeshing *meshing, const MieniGltfPart *part, const char *name,
                                 MieniArena *arena, float **out_values)
{
    const MieniGltfReader *reader = meshing->reader;
    const int accessor = mieni_gltf_index(mieni_json_get(part->primitive, "attributes"), name);
    return mieni_gltf_floats(reader->gltf, accessor, arena, out_values, reader->error);
}

static MienStatus read_positions(MieniGltfMeshing *meshing, const MieniGltfPart *part, MieniArena *arena)
{
    float *values = NULL;
    const MienStatus status = read_attribute(meshing, part, "POSITION", arena, &values);
    for (int i = 0; status == MIEN_OK && i < part->vertex_count; ++i) {
        const float *v = values + 3 * (size_t)i;
        for (int k = 0; k < 3; ++k)
            if (!(v[k] >= -MIEN_MAX_LENGTH && v[k] <= MIEN_MAX_LENGTH))
                return gltf_part_fail(meshing, part, MIEN_ERROR_LIMIT, ".attributes.POSITION",
                                      "Positions keep within 1000000 metres.");
        meshing->positions[part->first_vertex + i] = (MienVec3){v[0], v[1], v[2]};
    }
    return status;
}

static MienStatus read_normals(MieniGltfMeshing *meshing, const MieniGltfPart *part, MieniArena *arena)
{
    float *values = NULL;
    const MienStatus status = read_attribute(meshing, part, "NORMAL", arena, &values);
    for (int i = 0; status == MIEN_OK && i < part->vertex_count; ++i) {
        const double x = values[3 * (size_t)i], y = values[3 * (size_t)i + 1], z = values[3 * (size_t)i + 2];
        const double square = (x * x + y * y) + z * z;
        const bool is_unit = square >= 1.0 - NORMAL_TOLERANCE && square <= 1.0 + NORMAL_TOLERANCE;
        meshing->normals[part->first_vertex + i] =
            is_unit ? (MienVec3){(float)x, (float)y, (float)z} : normalize(x, y, z);
    }
    return status;
}

static MienStatus read_uvs(MieniGltfMeshing *meshing, const MieniGltfPart *part, MieniArena *arena)
{
    char name[24];
    float *values = NULL;
    snprintf(name, sizeof name, "TEXCOORD_%d", part->uv_set);
    const MienStatus status = read_attribute(meshing, part, name, arena, &values);
    const size_t first = 2 * (size_t)part->first_vertex;
    for (size_t i = 0; status == MIEN_OK && i < 2 * (size_t)part->vertex_count; ++i) {
        if (!(values[i] >= -MIEN_MAX_LENGTH && values[i] <= MIEN_MAX_LENGTH)) {
            char where[48];
            snprintf(where, sizeof where, ".attributes.%s", name);
            return gltf_part_fail(meshing, part, MIEN_ERROR_LIMIT, where,
                                  "Texture coordinates keep within 1000000.");
        }
        meshing->uvs[first + i] = values[i];
    }
    return status;
}

/// From 0 to 1, rounded to the nearest; what is beyond is cut off.
static uint16_t color_of(float value)
{
    return value >= 1.0f ? 65535 : value > 0.0f ? (uint16_t)((double)value * 65535.0 + 0.5) : 0;
}

static MienStatus read_colors(MieniGltfMeshing *meshing, const MieniGltfPart *part, MieniArena *arena)
{
    float *values = NULL;
    const MienStatus status = read_attribute(meshing, part, "COLOR_0", arena, &values);
    const size_t width = (size_t)mieni_gltf_accessor(meshing->reader->gltf, part->colors).components;
    uint16_t *out = meshing->colors + 4 * (size_t)part->first_vertex;
    for (size_t i = 0; status == MIEN_OK && i < (size_t)part->vertex_count; ++i)
        for (size_t k = 0; k < 4; ++k)
            out[4 * i + k] = k < width ? color_of(values[width * i + k]) : 65535;
    return status;
}

/// Colours of a part that has none, where others have: those that change nothing.
static void make_colors(MieniGltfMeshing *meshing, const MieniGltfPart *part)
{
    uint16_t *out = meshing->colors + 4 * (size_t)part->first_vertex;
    for (size_t i = 0; i < 4 * (size_t)part->vertex_count; ++i)
        out[i] = 65535;
}

/// Positions, normals, texture coordinates and colours of a part that has vertices of its own.
static MienStatus gltf_part_read_vertices(MieniGltfMeshing *meshing, const MieniGltfPart *part)
{
    MieniArena scratch = {.allocator = meshing->reader->scratch->allocator};
    MienStatus status = read_positions(meshing, part, &scratch);
    mieni_arena_release(&scratch);
    if (status == MIEN_OK && part->normals >= 0)
        status = read_normals(meshing, part, &scratch);
    mieni_arena_release(&scratch);
    if (status == MIEN_OK && part->uv_set >= 0)
        status = read_uvs(meshing, part, &scratch);
    mieni_arena_release(&scratch);
    if (status == MIEN_OK && part->colors >= 0)
        status = read_colors(meshing, part, &scratch);
    else if (status == MIEN_OK && meshing->has_colors)
        make_colors(meshing, part);
    mieni_arena_release(&scratch);
    return status;
}

/// The three corners of a triangle among the corners of a primitive: of a strip every
/// second one turns round, those of a fan share the first.
static void corners_of(int mode, size_t triangle, size_t out_corners[3])
{
    const size_t t = triangle;
    if (mode == TRIANGLES) {
        out_corners[0] = 3 * t;
        out_corners[1] = 3 * t + 1;
        out_corners[2] = 3 * t + 2;
    } else if (mode == STRIP) {
        out_corners[0] = t;
        out_corners[1] = t + 1 + t % 2;
        out_corners[2] = t + 2 - t % 2;
    } else {
        out_corners[0] = t + 1;
        out_corners[1] = t + 2;
        out_corners[2] = 0;
    }
}

static MienStatus gltf_part_read_indices(MieniGltfMeshing *meshing, const MieniGltfPart *part)
{
    const MieniGltfReader *reader = meshing->reader;
    const int accessor = mieni_gltf_index(part->primitive, "indices");
    MieniArena scratch = {.allocator = reader->scratch->allocator};
    uint32_t *given = NULL;
    MienStatus status = MIEN_OK;
    if (accessor >= 0)
        status = mieni_gltf_integers(reader->gltf, accessor, &scratch, &given, reader->error);
    uint32_t *out = meshing->indices + part->first_index;
    for (size_t t = 0; status == MIEN_OK && t < (size_t)part->index_count / 3; ++t) {
        size_t corners[3];
        corners_of(part->mode, t, corners);
        for (int k = 0; k < 3; ++k) {
            const uint32_t index = given != NULL ? given[corners[k]] : (uint32_t)corners[k];
            if (index >= (uint32_t)part->vertex_count)
                status = gltf_part_fail(meshing, part, MIEN_ERROR_DATA, ".indices",
                                        "An index leads beyond the vertices of the primitive.");
            const int place = part->is_mirrored && k > 0 ? 3 - k : k;
            out[3 * t + (size_t)place] = (uint32_t)part->first_vertex + index;
        }
    }
    mieni_arena_release(&scratch);
    return status;
}

/// Adds the normals of a part's triangles, each as long as the triangle is large, to
/// those of its vertices. What is mirrored faces the way it does before that.
static void add_normals(const MieniGltfMeshing *meshing, const MieniGltfPart *part, double *sums)
{
    const double sign = part->is_mirrored ? -1.0 : 1.0;
    for (int t = 0; t < part->index_count / 3; ++t) {
        const uint32_t *corner = meshing->indices + part->first_index + 3 * (size_t)t;
        const MienVec3 a = meshing->positions[corner[0]], b = meshing->positions[corner[1]],
                       c = meshing->positions[corner[2]];
        const double u[3] = {(double)b.x - a.x, (double)b.y - a.y, (double)b.z - a.z},
                     v[3] = {(double)c.x - a.x, (double)c.y - a.y, (double)c.z - a.z};
        const double n[3] = {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
        for (int k = 0; k < 3; ++k)
            for (int i = 0; i < 3; ++i)
                sums[3 * (size_t)corner[k] + (size_t)i] += sign * n[i];
    }
}

/// Normals of parts that have none, where others have.
static MienStatus gltf_mesh_make_normals(MieniGltfMeshing *meshing)
{
    bool is_complete = true;
    for (int p = 0; p < meshing->part_count; ++p)
        is_complete = is_complete && meshing->parts[p].normals >= 0;
    if (is_complete)
        return MIEN_OK;
    MieniArena scratch = {.allocator = meshing->reader->scratch->allocator};
    double *sums = mieni_arena_take(&scratch, (size_t)meshing->mesh->vertex_count, 3 * sizeof *sums);
    if (sums == NULL)
        return gltf_mesh_no_memory(meshing);
    for (int p = 0; p < meshing->part_count; ++p)
        if (meshing->parts[p].normals < 0)
            add_normals(meshing, &meshing->parts[p], sums);
    for (int p = 0; p < meshing->part_count; ++p) {
        const MieniGltfPart *part = &meshing->parts[p];
        for (int i = 0; part->normals < 0 && part->owner == p && i < part->vertex_count; ++i) {
            const double *sum = sums + 3 * (size_t)(part->first_vertex + i);
            meshing->normals[part->first_vertex + i] = normalize(sum[0], sum[1], sum[2]);
        }
    }
    mieni_arena_release(&scratch);
    return MIEN_OK;
}

// How much each bind moves a vertex.

/// What is stored for all vertices of a part.
typedef struct Sets {
    int count;
    uint32_t **joints;
    float **weights;
} Sets;

static MienStatus read_vertex(MieniGltfMeshing *meshing, const MieniGltfPart *part, const Sets *sets,
                              size_t vertex, MieniInfluences *out)
{
    int given = 0;
    out->count = 0;
    for (int s = 0; s < sets->count; ++s)
        for (size_t i = 4 * vertex; i < 4 * vertex + 4; ++i) {
            const float weight = sets->weights[s][i];
            if (!(weight > 0.0f))
                continue;
            if (sets->joints[s][i] >= (uint32_t)meshing->joint_count[part->skin]) {
                char where[40];
                snprintf(where, sizeof where, ".attributes.JOINTS_%d", s);
                return gltf_part_fail(meshing, part, MIEN_ERROR_DATA, where,
                                      "A vertex is bound to a joint that the skin does not have.");
            }
            ++given;
            mieni_influences_add(out, sets->joints[s][i], weight);
        }
    meshing->reader->report->reduced_vertex_count += given > MIEN_MAX_INFLUENCES;
    mieni_influences_normalize(out);
    if (out->count == 0) // bound to nothing, which would leave it at the origin
        *out = (MieniInfluences){1, {0}, {1.0f}};
    return MIEN_OK;
}

static MienStatus read_set(const MieniGltfMeshing *meshing, const MieniGltfPart *part, int set,
                           MieniArena *arena, Sets *sets)
{
    const MieniGltfReader *reader = meshing->reader;
    const MieniJson *attributes = mieni_json_get(part->primitive, "attributes");
    char joints[24], weights[24];
    snprintf(joints, sizeof joints, "JOINTS_%d", set);
    snprintf(weights, sizeof weights, "WEIGHTS_%d", set);
    MienStatus status = mieni_gltf_integers(reader->gltf, mieni_gltf_index(attributes, joints), arena,
                                            &sets->joints[set], reader->error);
    if (status == MIEN_OK)
        status = mieni_gltf_floats(reader->gltf, mieni_gltf_index(attributes, weights), arena,
                                   &sets->weights[set], reader->error);
    return status;
}

/// All vertices are bound to one thing.
static void bind_whole(MieniGltfMeshing *meshing, const MieniGltfPart *part, int bind)
{
    const size_t room = (size_t)meshing->influence_room;
    for (size_t v = (size_t)part->first_vertex, i = 0; i < (size_t)part->vertex_count; ++i, ++v) {
        meshing->vertex_joints[room * v] = (uint16_t)bind;
        meshing->vertex_weights[room * v] = 1.0f;
    }
}

static MienStatus gltf_part_read_weights(MieniGltfMeshing *meshing, const MieniGltfPart *part)
{
    if (part->set_count == 0) {
        bind_whole(meshing, part,
                   part->skin >= 0 ? meshing->binds_of_skin[part->skin][0]
                                   : meshing->bind_of_node[part->node]);
        return MIEN_OK;
    }
    MieniArena scratch = {.allocator = meshing->reader->scratch->allocator};
    Sets sets = {.count = part->set_count};
    sets.joints = mieni_arena_take(&scratch, (size_t)sets.count, sizeof *sets.joints);
    sets.weights = mieni_arena_take(&scratch, (size_t)sets.count, sizeof *sets.weights);
    MienStatus status = scratch.is_out_of_memory ? gltf_mesh_no_memory(meshing) : MIEN_OK;
    for (int s = 0; status == MIEN_OK && s < sets.count; ++s)
        status = read_set(meshing, part, s, &scratch, &sets);
    const int *binds = meshing->binds_of_skin[part->skin];
    const size_t room = (size_t)meshing->influence_room;
    for (size_t v = 0; status == MIEN_OK && v < (size_t)part->vertex_count; ++v) {
        MieniInfluences influences;
        const size_t at = room * ((size_t)part->first_vertex + v);
        status = read_vertex(meshing, part, &sets, v, &influences);
        for (int i = 0; status == MIEN_OK && i < influences.count; ++i) {
            meshing->vertex_joints[at + (size_t)i] = (uint16_t)binds[influences.binds[i]];
            meshing->vertex_weights[at + (size_t)i] = influences.weights[i];
        }
    }
    mieni_arena_release(&scratch);
    return status;
}

/// As many influences per vertex as are used.
static void gltf_mesh_pack_weights(MieniGltfMeshing *meshing)
{
    meshing->mesh->influence_count =
        mieni_influences_pack(meshing->vertex_joints, meshing->vertex_weights,
                              (size_t)meshing->mesh->vertex_count, meshing->influence_room);
}

static MienStatus take_memory(MieniGltfMeshing *meshing)
{
    MieniArena *arena = meshing->reader->arena;
    const size_t vertices = (size_t)meshing->mesh->vertex_count, room = (size_t)meshing->influence_room;
    meshing->positions = mieni_arena_take(arena, vertices, sizeof *meshing->positions);
    if (meshing->has_normals)
        meshing->normals = mieni_arena_take(arena, vertices, sizeof *meshing->normals);
    if (meshing->has_uvs)
        meshing->uvs = mieni_arena_take(arena, vertices, 2 * sizeof *meshing->uvs);
    if (meshing->has_colors)
        meshing->colors = mieni_arena_take(arena, vertices, 4 * sizeof *meshing->colors);
    meshing->vertex_joints = mieni_arena_take(arena, vertices, room * sizeof *meshing->vertex_joints);
    meshing->vertex_weights = mieni_arena_take(arena, vertices, room * sizeof *meshing->vertex_weights);
    meshing->indices = mieni_arena_take(arena, (size_t)meshing->mesh->index_count, sizeof *meshing->indices);
    MienAuthorMesh *mesh = meshing->mesh;
    mesh->positions = meshing->positions;
    mesh->normals = meshing->normals;
    mesh->uvs = meshing->uvs;
    mesh->colors = meshing->colors;
    mesh->influence_count = meshing->influence_room;
    mesh->vertex_joints = meshing->vertex_joints;
    mesh->vertex_weights = meshing->vertex_weights;
    mesh->indices = meshing->indices;
    return arena->is_out_of_memory ? gltf_mesh_no_memory(meshing) : MIEN_OK;
}

/// What a part is called: as its mesh, with its number if there are several.
static const char *name_part(const MieniGltfMeshing *meshing, const MieniGltfPart *part,
                             MieniFileNames *names)
{
    const MieniJson *mesh = mieni_gltf_item(meshing->reader->gltf, "meshes", part->mesh);
    char stem[MIEN_MAX_NAME + 1], name[MIEN_MAX_NAME + 32];
    if (!mieni_file_name_clean(mieni_json_get_string(mesh, "name", ""), stem))
        snprintf(stem, sizeof stem, "mesh_%d", part->mesh);
    if (mieni_json_get(mesh, "primitives")->count > 1)
        snprintf(name, sizeof name, "%s.%d", stem, part->index);
    else
        snprintf(name, sizeof name, "%s", stem);
    return mieni_file_names_add(names, name, stem, 0);
}

static MienStatus describe_parts(MieniGltfMeshing *meshing)
{
    MieniArena *arena = meshing->reader->arena;
    MienAuthorSubmesh *parts = mieni_arena_take(arena, (size_t)meshing->part_count, sizeof *parts);
    MieniFileNames names = {.arena = arena};
    for (int p = 0; parts != NULL && p < meshing->part_count; ++p) {
        const MieniGltfPart *part = &meshing->parts[p];
        parts[p] = (MienAuthorSubmesh){.name = name_part(meshing, part, &names),
                                       .material = mieni_gltf_index(part->primitive, "material"),
                                       .first_index = part->first_index,
                                       .index_count = part->index_count};
    }
    meshing->mesh->submesh_count = meshing->part_count;
    meshing->mesh->submeshes = parts;
    return arena->is_out_of_memory ? gltf_mesh_no_memory(meshing) : MIEN_OK;
}

static MienStatus describe_bones(MieniGltfMeshing *meshing)
{
    const MieniGltfBones *bones = &meshing->reader->bones;
    return mieni_binds_place_bones(bones->bones, bones->count, meshing->reader->arena, meshing->mesh)
               ? MIEN_OK
               : gltf_mesh_no_memory(meshing);
}

static MienStatus fill(MieniGltfMeshing *meshing)
{
    MienStatus status = take_memory(meshing);
    for (int p = 0; status == MIEN_OK && p < meshing->part_count; ++p) {
        const MieniGltfPart *part = &meshing->parts[p];
        if (part->owner == p)
            status = gltf_part_read_vertices(meshing, part);
        if (status == MIEN_OK && part->owner == p)
            status = gltf_part_read_weights(meshing, part);
        if (status == MIEN_OK)
            status = gltf_part_read_indices(meshing, part);
    }
    if (status == MIEN_OK && meshing->has_normals)
        status = gltf_mesh_make_normals(meshing);
    if (status == MIEN_OK)
        gltf_mesh_pack_weights(meshing);
    return status;
}

MienStatus mieni_gltf_read_mesh(MieniGltfReader *reader)
{
    MieniGltfMeshing meshing = {.reader = reader};
    meshing.mesh = mieni_arena_take(reader->arena, 1, sizeof *meshing.mesh);
    if (meshing.mesh == NULL)
        return gltf_mesh_no_memory(&meshing);
    MienStatus status = gltf_mesh_plan(&meshing);
    if (status != MIEN_OK || meshing.part_count == 0)
        return status; // there is nothing to see
    status = gltf_mesh_bind(&meshing);
    if (status == MIEN_OK)
        status = fill(&meshing);
    if (status == MIEN_OK)
        status = gltf_mesh_read_morphs(&meshing);
    if (status == MIEN_OK)
        status = describe_parts(&meshing);
    if (status == MIEN_OK)
        status = describe_bones(&meshing);
    if (status == MIEN_OK)
        status = gltf_mesh_read_materials(&meshing);
    if (status == MIEN_OK)
        reader->source->mesh = meshing.mesh;
    return status;
}
