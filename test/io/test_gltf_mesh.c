// SPDX-License-Identifier: MIT
//
// Meshes of glTF files that are made here: every way to store triangles, skins, what has
// no skin, morphs, materials, and what is refused.

#include "support/gltf/meshes.h"

static const float upwards[] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};

static void check_indices(const MienAuthorMesh *mesh, int count, const uint32_t *indices)
{
    CHECK_INT(mesh->index_count, count);
    for (int i = 0; i < count && i < mesh->index_count; ++i)
        CHECK_INT(mesh->indices[i], indices[i]);
}

static void check_vec3(MienVec3 v, float x, float y, float z)
{
    CHECK_NEAR(v.x, x, 0.0);
    CHECK_NEAR(v.y, y, 0.0);
    CHECK_NEAR(v.z, z, 0.0);
}

TEST(a_mesh_without_skin_hangs_from_its_node)
{
    GltfMaker maker = {0};
    gltf_floats(&maker, "VEC3", 3, corners);
    Text file = gltf_finish(&maker, "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
                                    "\"nodes\":[{\"name\":\"head\",\"mesh\":0,\"translation\":[1,2,3]}],"
                                    "\"scenes\":[{\"nodes\":[0]}]");
    MienIoSource *source = read_sound(&file, NULL);
    const MienAuthorMesh *mesh = source->mesh;
    const uint32_t indices[] = {0, 1, 2};
    CHECK_INT(mesh->vertex_count, 3);
    check_vec3(mesh->positions[2], 1, 1, 0);
    CHECK(mesh->normals == NULL && mesh->uvs == NULL && mesh->colors == NULL);
    CHECK_INT(mesh->influence_count, 1);
    check_indices(mesh, 3, indices);
    CHECK_INT(mesh->joint_count, 1);
    CHECK_STR(mesh->joints[0].bone, "head");
    for (int i = 0; i < 12; ++i)
        CHECK_NEAR(mesh->joints[0].inverse[i], i % 5 == 0 ? 1.0 : 0.0, 0.0);
    CHECK_INT(mesh->submesh_count, 1);
    CHECK_STR(mesh->submeshes[0].name, "mesh_0");
    CHECK_INT(mesh->submeshes[0].material, -1);
    CHECK_INT(mesh->bone_count, 1);
    CHECK_STR(mesh->bones[0].name, "head");
    CHECK_NEAR(mesh->bones[0].rest.translation.y, 2.0, 0.0);
    CHECK_INT(mesh->morph_count, 0);
    mien_io_source_destroy(source);
    text_free(&file);
}

/// Four corners as triangles of every kind, with indices of every size and without.
TEST(triangles_of_every_kind_keep_their_turn)
{
    static const struct {
        int mode, index_size, count;
        uint32_t indices[6];
        int out_count;
        uint32_t out[6];
    } cases[] = {
        {4, 1, 6, {0, 1, 2, 0, 2, 3}, 6, {0, 1, 2, 0, 2, 3}},
        {4, 2, 5, {2, 1, 0, 3, 3}, 3, {2, 1, 0}}, // what is left over makes no triangle
        {4, 4, 3, {3, 2, 1}, 3, {3, 2, 1}},
        {5, 4, 4, {0, 1, 3, 2}, 6, {0, 1, 3, 1, 2, 3}},
        {5, 0, 4, {0}, 6, {0, 1, 2, 1, 3, 2}},
        {6, 1, 4, {3, 0, 1, 2}, 6, {0, 1, 3, 1, 2, 3}},
        {6, 0, 4, {0}, 6, {1, 2, 0, 2, 3, 0}},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        GltfMaker maker = {0};
        char rest[400], indices[32] = "";
        uint8_t bytes[6];
        uint16_t shorts[6];
        gltf_floats(&maker, "VEC3", 4, corners);
        for (int i = 0; i < 6; ++i) {
            bytes[i] = (uint8_t)cases[c].indices[i];
            shorts[i] = (uint16_t)cases[c].indices[i];
        }
        const void *data = cases[c].index_size == 1   ? (const void *)bytes
                           : cases[c].index_size == 2 ? (const void *)shorts
                                                      : (const void *)cases[c].indices;
        if (cases[c].index_size > 0)
            snprintf(indices, sizeof indices, ",\"indices\":%d",
                     gltf_whole(&maker, "SCALAR", cases[c].count, cases[c].index_size, false, data));
        for (int is_mirrored = 0; is_mirrored < 2; ++is_mirrored) {
            GltfMaker copy = maker;
            if (is_mirrored == 0) { // a maker ends once
                copy.bytes = (uint8_t *)exact_copy(maker.bytes, maker.size);
                copy.views.bytes = exact_copy(maker.views.bytes, maker.views.size);
                copy.accessors.bytes = exact_copy(maker.accessors.bytes, maker.accessors.size);
            }
            snprintf(rest, sizeof rest,
                     "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"mode\":%d%s}]}],"
                     "\"nodes\":[{\"children\":[1],\"scale\":[%d,1,1]},{\"mesh\":0}],"
                     "\"scenes\":[{\"nodes\":[0]}]",
                     cases[c].mode, indices, is_mirrored ? -2 : 2);
            Text file = gltf_finish(&copy, rest);
            MienIoSource *source = read_sound(&file, NULL);
            uint32_t expected[6];
            for (int i = 0; i < cases[c].out_count; ++i)
                expected[i] = cases[c].out[is_mirrored && i % 3 > 0 ? i - i % 3 + 3 - i % 3 : i];
            check_indices(source->mesh, cases[c].out_count, expected);
            mien_io_source_destroy(source);
            text_free(&file);
        }
    }
}

TEST(points_and_lines_are_counted)
{
    GltfMaker maker = {0};
    MienIoGltfReport report;
    gltf_floats(&maker, "VEC3", 4, corners);
    Text file = gltf_finish(
        &maker,
        "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"mode\":0},"
        "{\"attributes\":{\"POSITION\":0},\"mode\":1},{\"attributes\":{\"POSITION\":0},\"mode\":3}]}],"
        "\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}]");
    MienIoSource *source = read_sound(&file, &report);
    CHECK(source->mesh == NULL);
    CHECK_INT(report.skipped_part_count, 3);
    mien_io_source_destroy(source);
    text_free(&file);
}

/// Two primitives of the same vertices, shown by two nodes.
TEST(vertices_are_shared_within_a_node_and_copied_for_another)
{
    static const uint8_t first[] = {0, 1, 2}, second[] = {0, 2, 3};
    GltfMaker maker = {0};
    gltf_floats(&maker, "VEC3", 4, corners);
    gltf_whole(&maker, "SCALAR", 3, 1, false, first);
    gltf_whole(&maker, "SCALAR", 3, 1, false, second);
    Text file = gltf_finish(
        &maker, "\"materials\":[{},{}],\"meshes\":[{\"name\":\"face\",\"primitives\":["
                "{\"attributes\":{\"POSITION\":0},\"indices\":1,\"material\":1},"
                "{\"attributes\":{\"POSITION\":0},\"indices\":2,\"material\":0}]}],"
                "\"nodes\":[{\"name\":\"a\",\"mesh\":0},{\"name\":\"b\",\"mesh\":0,\"scale\":[1,1,-1]}],"
                "\"scenes\":[{\"nodes\":[0,1]}]");
    MienIoSource *source = read_sound(&file, NULL);
    const MienAuthorMesh *mesh = source->mesh;
    const uint32_t indices[] = {0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6};
    static const char *const names[] = {"face.0", "face.1", "face.0-2", "face.1-2"};
    CHECK_INT(mesh->vertex_count, 8);
    check_indices(mesh, 12, indices);
    CHECK_INT(mesh->submesh_count, 4);
    for (int p = 0; p < 4; ++p) {
        CHECK_STR(mesh->submeshes[p].name, names[p]);
        CHECK_INT(mesh->submeshes[p].material, 1 - p % 2);
    }
    CHECK_INT(mesh->joint_count, 2);
    CHECK_STR(mesh->joints[mesh->vertex_joints[3]].bone, "a");
    CHECK_STR(mesh->joints[mesh->vertex_joints[4]].bone, "b");
    mien_io_source_destroy(source);
    text_free(&file);
}

/// Where only one part has normals, the others get those of their triangles.
TEST(missing_normals_are_made)
{
    static const float slanted[] = {0, 0, 0, 0, 0, -3, 0, 2, 0};
    static const float long_ones[] = {0, 0, 2, 0, 3, 4, 0, 0, 0};
    GltfMaker maker = {0};
    gltf_floats(&maker, "VEC3", 3, corners);
    gltf_floats(&maker, "VEC3", 3, long_ones);
    gltf_floats(&maker, "VEC3", 3, slanted);
    Text file =
        gltf_finish(&maker, "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1}},"
                            "{\"attributes\":{\"POSITION\":2}}]}],"
                            "\"nodes\":[{\"mesh\":0},{\"mesh\":0,\"scale\":[1,-1,1]}],"
                            "\"scenes\":[{\"nodes\":[0,1]}]");
    MienIoSource *source = read_sound(&file, NULL);
    const MienVec3 *normals = source->mesh->normals;
    CHECK_INT(source->mesh->vertex_count, 12);
    check_vec3(normals[0], 0, 0, 1);
    check_vec3(normals[1], 0.0f, 0.6f, 0.8f);
    check_vec3(normals[2], 0, 0, 1); // of nothing: something
    for (int v = 3; v < 6; ++v) {
        check_vec3(normals[v], 1, 0, 0);
        check_vec3(normals[v + 6], 1, 0, 0); // the mirrored node turns the triangles, not these
    }
    mien_io_source_destroy(source);
    text_free(&file);
}

TEST(morphs_keep_what_moves)
{
    static const float moves[] = {0, 0, 0, 0, 0, -0.0f, 1, 2, 3, 4, 0, 0},
                       turns[] = {0, 0, 0, 0, 1, 0, 0, 0, 0, 5, 0, 0};
    static const uint8_t indices[] = {1, 3};
    static const float values[] = {0, 5, 0, 6, 0, 0};
    GltfMaker maker = {0};
    gltf_floats(&maker, "VEC3", 4, corners);
    gltf_floats(&maker, "VEC3", 4, upwards);
    gltf_floats(&maker, "VEC3", 4, moves);
    gltf_floats(&maker, "VEC3", 4, turns);
    const int index_view = gltf_view(&maker, indices, sizeof indices, 0);
    const int value_view = gltf_view(&maker, values, sizeof values, 0);
    gltf_accessor(&maker,
                  "\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[6,5,0],"
                  "\"sparse\":{\"count\":2,\"indices\":{\"bufferView\":%d,\"componentType\":5121},"
                  "\"values\":{\"bufferView\":%d}}",
                  index_view, value_view);
    gltf_accessor(&maker,
                  "\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[0,0,0]");
    Text file = gltf_finish(
        &maker,
        "\"meshes\":[{\"extras\":{\"targetNames\":[\"smile\",\"frown\"]},\"weights\":[0.5,0],\"primitives\":["
        "{\"mode\":5,\"attributes\":{\"POSITION\":0,\"NORMAL\":1},\"targets\":"
        "[{\"POSITION\":2,\"NORMAL\":3},{\"POSITION\":5}]}]},"
        "{\"extras\":{\"targetNames\":[\"frown\"]},\"primitives\":["
        "{\"mode\":5,\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":4}]}]}],"
        "\"nodes\":[{\"mesh\":0},{\"mesh\":1}],\"scenes\":[{\"nodes\":[0,1]}]");
    MienIoSource *source = read_sound(&file, NULL);
    const MienAuthorMesh *mesh = source->mesh;
    CHECK_INT(mesh->morph_count, 2);
    const MienAuthorMorph *smile = &mesh->morphs[0], *frown = &mesh->morphs[1];
    CHECK_STR(smile->name, "smile");
    CHECK_NEAR(smile->weight, 0.5, 0.0);
    CHECK_INT(smile->count, 3);
    CHECK_INT(smile->vertices[0], 1);
    CHECK_INT(smile->vertices[1], 2);
    CHECK_INT(smile->vertices[2], 3);
    check_vec3(smile->positions[2], 4, 0, 0);
    check_vec3(smile->normals[2], 5, 0, 0);
    check_vec3(smile->positions[0], 0, 0, 0);
    check_vec3(smile->positions[1], 1, 2, 3);
    check_vec3(smile->normals[0], 0, 1, 0);
    check_vec3(smile->normals[1], 0, 0, 0);
    CHECK_STR(frown->name, "frown");
    CHECK_INT(frown->count, 2);
    CHECK_INT(frown->vertices[0], 5);
    CHECK_INT(frown->vertices[1], 7);
    check_vec3(frown->positions[1], 6, 0, 0);
    CHECK(frown->normals == NULL);
    mien_io_source_destroy(source);
    text_free(&file);
}

/// Positions of whole numbers as they are, normals and coordinates as parts of one.
TEST(quantised_meshes_are_read)
{
    static const int16_t positions[] = {0, 0, 0, 0, 100, -200, 300, 0, 32767, 0, 0, 0};
    static const int8_t normals[] = {127, 0, 0, 0, 0, -127, 0, 0, 0, 0, 64, 0};
    static const uint16_t uvs[] = {0, 65535, 32768, 0, 65535, 65535};
    GltfMaker maker = {0};
    const int views[] = {gltf_view(&maker, positions, sizeof positions, 8),
                         gltf_view(&maker, normals, sizeof normals, 4),
                         gltf_view(&maker, uvs, sizeof uvs, 4)};
    gltf_accessor(&maker,
                  "\"bufferView\":%d,\"componentType\":5122,\"count\":3,\"type\":\"VEC3\","
                  "\"min\":[0,-200,0],\"max\":[32767,0,300]",
                  views[0]);
    gltf_accessor(
        &maker, "\"bufferView\":%d,\"componentType\":5120,\"count\":3,\"type\":\"VEC3\",\"normalized\":true",
        views[1]);
    gltf_accessor(
        &maker, "\"bufferView\":%d,\"componentType\":5123,\"count\":3,\"type\":\"VEC2\",\"normalized\":true",
        views[2]);
    Text file = gltf_finish(
        &maker, "\"extensionsUsed\":[\"KHR_mesh_quantization\"],\"extensionsRequired\":[\"KHR_mesh_"
                "quantization\"],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1,"
                "\"TEXCOORD_0\":2}}]}],\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}]");
    MienIoSource *source = read_sound(&file, NULL);
    const MienAuthorMesh *mesh = source->mesh;
    check_vec3(mesh->positions[1], 100, -200, 300);
    check_vec3(mesh->positions[2], 32767, 0, 0);
    check_vec3(mesh->normals[0], 1, 0, 0);
    check_vec3(mesh->normals[1], 0, -1, 0);
    check_vec3(mesh->normals[2], 0, 0, 1);
    CHECK_NEAR(mesh->uvs[1], 1.0, 0.0);
    CHECK_NEAR(mesh->uvs[2], 32768.0f / 65535.0f, 0.0);
    mien_io_source_destroy(source);
    text_free(&file);
}

static void check_colors(const uint16_t *colors, const uint16_t *expected, int count)
{
    CHECK(colors != NULL);
    for (int i = 0; i < 4 * count && colors != NULL; ++i)
        CHECK_INT(colors[i], expected[i]);
}

/// Three colours in every way that a file can store them.
TEST(colors_of_every_kind_are_read)
{
    static const float floats[12] = {0, 0.5f, 1, 0.25f, -1, 2, 1e30f, -0.0f, 1e-5f, 0.99999f, 1e-30f, 0.75f};
    static const uint8_t bytes[12] = {0, 255, 128, 1, 2, 3, 4, 5, 254, 127, 64, 0};
    static const uint16_t shorts[12] = {0, 65535, 32768, 1, 2, 3, 4, 32767, 65534, 257, 12345, 54321};
    static const struct {
        const void *data;
        int type, components, stride;
        uint16_t expected[12];
    } cases[] = {
        {floats, 5126, 4, 16, {0, 32768, 65535, 16384, 0, 65535, 65535, 0, 1, 65534, 0, 49151}},
        {floats, 5126, 3, 16, {0, 32768, 65535, 65535, 0, 65535, 65535, 65535, 1, 65534, 0, 65535}},
        {bytes, 5121, 4, 4, {0, 65535, 32896, 257, 514, 771, 1028, 1285, 65278, 32639, 16448, 0}},
        {bytes, 5121, 3, 4, {0, 65535, 32896, 65535, 514, 771, 1028, 65535, 65278, 32639, 16448, 65535}},
        {shorts, 5123, 4, 8, {0, 65535, 32768, 1, 2, 3, 4, 32767, 65534, 257, 12345, 54321}},
        {shorts, 5123, 3, 8, {0, 65535, 32768, 65535, 2, 3, 4, 65535, 65534, 257, 12345, 65535}},
    };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
        GltfMaker maker = {0};
        gltf_floats(&maker, "VEC3", 3, corners);
        const int view = gltf_view(&maker, cases[c].data, 3 * (size_t)cases[c].stride, cases[c].stride);
        gltf_accessor(&maker, "\"bufferView\":%d,\"componentType\":%d,\"count\":3,\"type\":\"VEC%d\"%s", view,
                      cases[c].type, cases[c].components,
                      cases[c].type != 5126 ? ",\"normalized\":true" : "");
        Text file =
            gltf_finish(&maker, "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"COLOR_0\":1"
                                "}}]}],\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}]");
        MienIoSource *source = read_sound(&file, NULL);
        check_colors(source->mesh->colors, cases[c].expected, 3);
        mien_io_source_destroy(source);
        text_free(&file);
    }
}

/// Where only one part has colours, the others are white. A second set is not read.
TEST(missing_colors_are_white)
{
    static const uint16_t shorts[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    static const uint16_t expected[] = {65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535,
                                        65535, 65535, 65535, 1,     2,     3,     4,     5,     6,
                                        7,     8,     9,     10,    11,    12,    65535, 65535, 65535,
                                        65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535};
    GltfMaker maker = {0};
    gltf_floats(&maker, "VEC3", 3, corners);
    gltf_whole(&maker, "VEC4", 3, 2, true, shorts);
    gltf_floats(&maker, "VEC4", 3, corners);
    gltf_floats(&maker, "VEC3", 3, upwards);
    Text file = gltf_finish(&maker, "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}},"
                                    "{\"attributes\":{\"POSITION\":0,\"COLOR_0\":1,\"COLOR_1\":2}},"
                                    "{\"attributes\":{\"POSITION\":0,\"NORMAL\":3}}]}],"
                                    "\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}]");
    MienIoSource *source = read_sound(&file, NULL);
    CHECK_INT(source->mesh->vertex_count, 9);
    check_colors(source->mesh->colors, expected, 9);
    mien_io_source_destroy(source);
    text_free(&file);
}

TEST(what_leads_nowhere_is_refused)
{
    static const uint8_t indices[] = {0, 1, 4};
    GltfMaker maker = {0};
    gltf_floats(&maker, "VEC3", 4, corners);
    gltf_whole(&maker, "SCALAR", 3, 1, false, indices);
    Text file = gltf_finish(&maker, "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}},"
                                    "{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],"
                                    "\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}]");
    check_refused(&file, MIEN_ERROR_DATA, "meshes[0].primitives[1].indices", "beyond the vertices");
    text_free(&file);

    static const float far_away[] = {0, 0, 0, 1, 0, 0, 0, 2e6f, 0};
    gltf_floats(&maker, "VEC3", 3, far_away);
    file = gltf_finish(&maker, "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
                               "\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}]");
    check_refused(&file, MIEN_ERROR_LIMIT, "meshes[0].primitives[0].attributes.POSITION", "1000000 metres");
    text_free(&file);
}

/// Numbers that no mesh has: coordinates, offsets, matrices.
TEST(what_is_too_far_is_refused)
{
    static const float far_away[] = {0, 0, 0, 2e6f, 0, 0, 0, 0, 0};
    static const float far_matrix[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -2e6f, 0, 1};
    static const uint8_t joints[12] = {0};
    static const float weights[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const struct {
        const char *attributes, *targets, *place;
    } cases[] = {
        {",\"TEXCOORD_0\":2", "", "meshes[0].primitives[0].attributes.TEXCOORD_0"},
        {"", ",\"targets\":[{\"POSITION\":0},{\"POSITION\":1}]",
         "meshes[0].primitives[0].targets[1].POSITION"},
        {",\"JOINTS_0\":3,\"WEIGHTS_0\":4", "", "skins[0].inverseBindMatrices"},
    };
    for (int c = 0; c < 3; ++c) {
        GltfMaker maker = {0};
        Text rest = {0};
        gltf_floats(&maker, "VEC3", 3, corners);
        gltf_floats(&maker, "VEC3", 3, far_away);
        gltf_floats(&maker, "VEC2", 3, far_away);
        gltf_whole(&maker, "VEC4", 3, 1, false, joints);
        gltf_floats(&maker, "VEC4", 3, weights);
        gltf_floats(&maker, "MAT4", 1, far_matrix);
        text_add(&rest,
                 "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0%s}%s}]}],\"skins\":[{"
                 "\"joints\":[1],"
                 "\"inverseBindMatrices\":5}],\"nodes\":[{\"mesh\":0%s},{}],\"scenes\":[{\"nodes\":[0,1]}]",
                 cases[c].attributes, cases[c].targets, c == 2 ? ",\"skin\":0" : "");
        Text file = gltf_finish(&maker, rest.bytes);
        check_refused(&file, MIEN_ERROR_LIMIT, cases[c].place, "within 1000000");
        text_free(&file);
        text_free(&rest);
    }
}

/// Nodes that show the same mesh again and again come to more than may be.
TEST(what_multiplies_is_limited)
{
    enum { VERTICES = 20000, NODES = 900 };
    GltfMaker maker = {0};
    Text rest = {0};
    float *positions = calloc(3 * VERTICES, sizeof *positions);
    gltf_floats(&maker, "VEC3", VERTICES, positions);
    text_add(&rest,
             "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"mode\":5}]}],\"nodes\":[");
    for (int n = 0; n < NODES; ++n)
        text_add(&rest, "%s{\"mesh\":0}", n > 0 ? "," : "");
    text_add(&rest, "],\"scenes\":[{\"nodes\":[");
    for (int n = 0; n < NODES; ++n)
        text_add(&rest, "%s%d", n > 0 ? "," : "", n);
    text_add(&rest, "]}]");
    Text file = gltf_finish(&maker, rest.bytes);
    check_refused(&file, MIEN_ERROR_LIMIT, "nodes[72].mesh", "vertices are more than the limit");
    // With more memory, the format has the next word.
    const MienIoGltfOptions options = {.limits.memory = UINT64_C(1) << 34};
    MienIoGltf *gltf = NULL;
    MienIoSource *source = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_io_gltf_open(file.bytes, file.size, &options, &gltf, &error), MIEN_OK);
    CHECK_STATUS(mien_io_gltf_read(gltf, NULL, &source, NULL, &error), MIEN_ERROR_LIMIT);
    check_error(&error, MIEN_ERROR_LIMIT, "meshes[0].primitives[0].attributes.POSITION", "16777216 vertices");
    mien_io_gltf_destroy(gltf);
    text_free(&file);
    text_free(&rest);
    free(positions);
}

TEST(memory_may_run_out_anywhere)
{
    static const float moves[] = {0, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0};
    GltfMaker maker = {0};
    gltf_floats(&maker, "VEC3", 4, corners);
    gltf_floats(&maker, "VEC3", 4, upwards);
    gltf_floats(&maker, "VEC3", 4, moves);
    Text file = gltf_finish(
        &maker,
        "\"images\":[{\"uri\":\"skin.png\"}],\"materials\":[{\"name\":\"skin\"}],\"meshes\":[{\"primitives\":"
        "["
        "{\"mode\":5,\"attributes\":{\"POSITION\":0,\"NORMAL\":1,\"COLOR_0\":1},\"material\":0,\"targets\":"
        "[{\"POSITION\":2,\"NORMAL\":2},{\"POSITION\":2}]},{\"mode\":6,\"attributes\":{\"POSITION\":0},"
        "\"targets\":[{\"POSITION\":2},{\"POSITION\":2}]}]}],\"nodes\":[{\"mesh\":0}],"
        "\"scenes\":[{\"nodes\":[0]}]");
    check_reading_memory("morphs", &file);
    text_free(&file);
}

CHECK_MAIN
{
    RUN(a_mesh_without_skin_hangs_from_its_node);
    RUN(triangles_of_every_kind_keep_their_turn);
    RUN(points_and_lines_are_counted);
    RUN(vertices_are_shared_within_a_node_and_copied_for_another);
    RUN(missing_normals_are_made);
    RUN(morphs_keep_what_moves);
    RUN(quantised_meshes_are_read);
    RUN(colors_of_every_kind_are_read);
    RUN(missing_colors_are_white);
    RUN(what_leads_nowhere_is_refused);
    RUN(what_is_too_far_is_refused);
    RUN(what_multiplies_is_limited);
    RUN(memory_may_run_out_anywhere);
}
