// SPDX-License-Identifier: MIT
//
// Meshes of glTF files that are made here: every way to store triangles, skins, what has
// no skin, morphs, materials, and what is refused.

#include "gltf_files.h"
#include "ledger.h"
#include "random.h"

#include "mien_author/mesh.h"

static const float corners[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
static const float upwards[] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};

/// Reads a file whose mesh must be sound.
static MienIoSource *read_sound(const Text *file, MienIoGltfReport *out_report)
{
    MienIoSource *source = gltf_read(file, NULL, out_report);
    MienError error = {0};
    if (source != NULL && source->mesh != NULL && mien_author_mesh_check(source->mesh, &error) != MIEN_OK) {
        printf("%s: %s\n", error.place, error.message);
        CHECK(error.status == MIEN_OK);
    }
    return source;
}

/// Opens and reads a file that is opened, but refused when it is read.
static void check_refused(const Text *file, MienStatus status, const char *place, const char *part)
{
    MienIoGltf *gltf = gltf_open(file);
    MienIoSource *source = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_io_gltf_read(gltf, NULL, NULL, &source, NULL, &error), status);
    CHECK(source == NULL);
    check_error(&error, status, place, part);
    mien_io_source_destroy(source);
    mien_io_gltf_destroy(gltf);
}

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
    CHECK(mesh->normals == NULL && mesh->uvs == NULL);
    CHECK_INT(mesh->influence_count, 1);
    check_indices(mesh, 3, indices);
    CHECK_INT(mesh->bind_count, 1);
    CHECK_STR(mesh->binds[0].bone, "head");
    for (int i = 0; i < 12; ++i)
        CHECK_NEAR(mesh->binds[0].inverse[i], i % 5 == 0 ? 1.0 : 0.0, 0.0);
    CHECK_INT(mesh->part_count, 1);
    CHECK_STR(mesh->parts[0].name, "mesh_0");
    CHECK_INT(mesh->parts[0].material, -1);
    CHECK_INT(mesh->bone_count, 1);
    CHECK_STR(mesh->bones[0].name, "head");
    CHECK_NEAR(mesh->bones[0].reference.translation.y, 2.0, 0.0);
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
    CHECK_INT(mesh->part_count, 4);
    for (int p = 0; p < 4; ++p) {
        CHECK_STR(mesh->parts[p].name, names[p]);
        CHECK_INT(mesh->parts[p].material, 1 - p % 2);
    }
    CHECK_INT(mesh->bind_count, 2);
    CHECK_STR(mesh->binds[mesh->vertex_binds[3]].bone, "a");
    CHECK_STR(mesh->binds[mesh->vertex_binds[4]].bone, "b");
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

/// A skin of two joints, four vertices, and weights as given: set_count sets of floats.
static Text make_skinned(const uint8_t *joints, const float *weights, int set_count, const char *more)
{
    GltfMaker maker = {0};
    static const float matrices[] = {1, 0, 0, 0, 0,  1, 0, 0, 0, 0, 1, 0, 5, 6, 7,  1,
                                     0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 8, 9, 10, 1};
    Text rest = {0};
    gltf_floats(&maker, "VEC3", 4, corners);
    gltf_floats(&maker, "MAT4", 2, matrices);
    text_add(&rest, "\"meshes\":[{\"primitives\":[{\"mode\":5,\"attributes\":{\"POSITION\":0");
    for (int s = 0; s < set_count; ++s)
        text_add(&rest, ",\"JOINTS_%d\":%d,\"WEIGHTS_%d\":%d", s,
                 gltf_whole(&maker, "VEC4", 4, 1, false, joints + 16 * s), s,
                 gltf_floats(&maker, "VEC4", 4, weights + 16 * s));
    text_add(&rest,
             "}}]}],\"nodes\":[{\"name\":\"hips\",\"children\":[1]},{\"name\":\"head\"},"
             "{\"mesh\":0,\"skin\":0,\"translation\":[9,9,9]}],"
             "\"skins\":[{\"joints\":[1,0],\"inverseBindMatrices\":1}]%s",
             more);
    Text file = gltf_finish(&maker, rest.bytes);
    text_free(&rest);
    return file;
}

TEST(skins_bind_by_rows_and_weights_sum_to_1)
{
    static const uint8_t joints[] = {0, 1, 0, 0, 1, 1, 9, 9, 0, 1, 0, 0, 1, 0, 0, 0};
    static const float weights[] = {0.25f, 0.75f, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0x1p-149f, 3, 0, 0};
    Text file = make_skinned(joints, weights, 1, ",\"scenes\":[{\"nodes\":[0,2]}]");
    MienIoGltfReport report;
    MienIoSource *source = read_sound(&file, &report);
    const MienAuthorMesh *mesh = source->mesh;
    static const float inverse[12] = {0, -1, 0, 8, 1, 0, 0, 9, 0, 0, 1, 10};
    CHECK_INT(mesh->bind_count, 2);
    CHECK_STR(mesh->binds[0].bone, "head");
    CHECK_STR(mesh->binds[1].bone, "hips");
    for (int i = 0; i < 12; ++i)
        CHECK_NEAR(mesh->binds[1].inverse[i], inverse[i], 0.0);
    CHECK_INT(mesh->influence_count, 2);
    static const uint16_t binds[] = {0, 1, 1, 1,
                                     0, 0, 0, 0}; // of the last, what is least is nothing of the whole
    static const float sums[] = {0.25f, 0.75f, 0.75f, 0.25f, 1, 0, 1, 0};
    for (int i = 0; i < 8; ++i) {
        CHECK_INT(mesh->vertex_binds[i], binds[i]);
        CHECK_NEAR(mesh->vertex_weights[i], sums[i], 0.0);
    }
    CHECK_INT(report.reduced_vertex_count, 0);
    mien_io_source_destroy(source);
    text_free(&file);
}

/// Three sets, of which eight weights stay: the largest, of equal ones the first.
TEST(eight_influences_stay)
{
    uint8_t joints[48] = {0};
    float weights[48] = {0};
    for (int i = 0; i < 12; ++i) {
        joints[16 * (i / 4) + i % 4] = (uint8_t)(i % 2);
        weights[16 * (i / 4) + i % 4] = i == 2 ? 0.5f : i == 5 ? 0.0f : i == 11 ? 0.25f : 0.125f;
    }
    for (int v = 1; v < 4; ++v)
        weights[4 * v] = 1.0f;
    Text file = make_skinned(joints, weights, 3, ",\"scenes\":[{\"nodes\":[0,2]}]");
    MienIoGltfReport report;
    MienIoSource *source = read_sound(&file, &report);
    const MienAuthorMesh *mesh = source->mesh;
    // Of the eleven, 0 1 2 3 4 6 7 stay, and the last; together 1.5.
    static const int kept[] = {0, 1, 2, 3, 4, 6, 7, 11};
    CHECK_INT(report.reduced_vertex_count, 1);
    CHECK_INT(mesh->influence_count, 8);
    for (int i = 0; i < 8; ++i) {
        const float weight = kept[i] == 2 ? 0.5f : kept[i] == 11 ? 0.25f : 0.125f;
        CHECK_INT(mesh->vertex_binds[i], kept[i] % 2);
        CHECK_NEAR(mesh->vertex_weights[i], (float)((double)weight / 1.5), 0.0);
    }
    mien_io_source_destroy(source);
    text_free(&file);
}

/// What was read is read again to the bit.
TEST(weights_are_read_the_same_again)
{
    Random random = {5};
    for (int round = 0; round < 300; ++round) {
        uint8_t joints[32];
        float weights[32], again[32] = {0};
        for (int i = 0; i < 32; ++i) {
            joints[i] = (uint8_t)random_below(&random, 2);
            weights[i] = random_below(&random, 3) == 0 ? 0.0f : (float)random_below(&random, 100000) * 1e-5f;
            if (random_below(&random, 20) == 0)
                weights[i] *= 1e-38f;
        }
        Text file = make_skinned(joints, weights, 2, ",\"scenes\":[{\"nodes\":[0,2]}]");
        MienIoSource *source = read_sound(&file, NULL);
        const MienAuthorMesh *mesh = source->mesh;
        uint8_t bound[32] = {0};
        for (int v = 0; v < 4; ++v)
            for (int i = 0; i < mesh->influence_count; ++i) {
                bound[16 * (i / 4) + 4 * v + i % 4] =
                    (uint8_t)mesh->vertex_binds[v * mesh->influence_count + i];
                again[16 * (i / 4) + 4 * v + i % 4] = mesh->vertex_weights[v * mesh->influence_count + i];
            }
        Text second = make_skinned(bound, again, 2, ",\"scenes\":[{\"nodes\":[0,2]}]");
        MienIoSource *other = read_sound(&second, NULL);
        CHECK_INT(other->mesh->influence_count, mesh->influence_count);
        CHECK(memcmp(other->mesh->vertex_weights, mesh->vertex_weights,
                     sizeof(float) * 4 * (size_t)mesh->influence_count) == 0);
        CHECK(memcmp(other->mesh->vertex_binds, mesh->vertex_binds,
                     sizeof(uint16_t) * 4 * (size_t)mesh->influence_count) == 0);
        mien_io_source_destroy(other);
        mien_io_source_destroy(source);
        text_free(&second);
        text_free(&file);
    }
}

/// Equal joints of two skins are one bind; a skin without matrices is as one of identities.
TEST(binds_are_shared)
{
    static const uint8_t joints[16] = {0, 1};
    static const float weights[16] = {0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    GltfMaker maker = {0};
    gltf_floats(&maker, "VEC3", 4, corners);
    gltf_whole(&maker, "VEC4", 4, 1, false, joints);
    gltf_floats(&maker, "VEC4", 4, weights);
    static const float matrices[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
                                     1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 4, 1};
    gltf_floats(&maker, "MAT4", 2, matrices);
    Text file = gltf_finish(
        &maker,
        "\"meshes\":[{\"primitives\":[{\"mode\":5,\"attributes\":{\"POSITION\":0,\"JOINTS_0\":1,\"WEIGHTS_"
        "0\":2}}]},"
        "{\"primitives\":[{\"mode\":5,\"attributes\":{\"POSITION\":0}}]}],"
        "\"nodes\":[{\"name\":\"r\",\"children\":[1]},{\"name\":\"j\",\"mesh\":1},{\"mesh\":0,\"skin\":0},"
        "{\"mesh\":0,\"skin\":1}],\"skins\":[{\"joints\":[0,1]},{\"joints\":[1,0],\"inverseBindMatrices\":3}]"
        ","
        "\"scenes\":[{\"nodes\":[0,2,3]}]");
    MienIoSource *source = read_sound(&file, NULL);
    const MienAuthorMesh *mesh = source->mesh;
    // j for the mesh that hangs from it, then r of the first skin, whose j is there; the
    // second skin has the same j and another r.
    CHECK_INT(mesh->bind_count, 3);
    CHECK_STR(mesh->binds[0].bone, "j");
    CHECK_STR(mesh->binds[1].bone, "r");
    CHECK_STR(mesh->binds[2].bone, "r");
    CHECK_NEAR(mesh->binds[2].inverse[11], 4.0, 0.0);
    CHECK_INT(mesh->vertex_binds[0], 0);
    CHECK_INT(mesh->vertex_binds[4 * 2], 1);
    CHECK_INT(mesh->vertex_binds[4 * 2 + 1], 0);
    CHECK_INT(mesh->vertex_binds[8 * 2], 0);
    CHECK_INT(mesh->vertex_binds[8 * 2 + 1], 2);
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

    static const uint8_t joints[] = {0, 1, 2, 0, 1, 1, 9, 9, 0, 1, 0, 0, 1, 0, 0, 0};
    static const float weights[] = {0.25f, 0.5f, 0.25f, 0, 3, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0};
    file = make_skinned(joints, weights, 1, ",\"scenes\":[{\"nodes\":[0,2]}]");
    check_refused(&file, MIEN_ERROR_DATA, "meshes[0].primitives[0].attributes.JOINTS_0", "does not have");
    text_free(&file);

    file = make_skinned(joints, weights, 1, ",\"scenes\":[{\"nodes\":[2]}]");
    check_refused(&file, MIEN_ERROR_DATA, "skins[0].joints[0]", "outside of it");
    text_free(&file);

    static const float far_away[] = {0, 0, 0, 1, 0, 0, 0, 2e6f, 0};
    gltf_floats(&maker, "VEC3", 3, far_away);
    file = gltf_finish(&maker, "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
                               "\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}]");
    check_refused(&file, MIEN_ERROR_LIMIT, "meshes[0].primitives[0].attributes.POSITION", "1000000 metres");
    text_free(&file);
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
    check_refused(&file, MIEN_ERROR_LIMIT, "meshes[0].primitives[0].attributes.POSITION",
                  "16777216 vertices");
    text_free(&file);
    text_free(&rest);
    free(positions);
}

static MienStatus read_file(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    MienIoSource *source = NULL;
    const MienStatus status = mien_io_gltf_read(given, NULL, allocator, &source, NULL, error);
    *out_is_empty = source == NULL;
    mien_io_source_destroy(source);
    return status;
}

TEST(memory_may_run_out_anywhere)
{
    static const uint8_t joints[32] = {0, 1, 0, 0, 1, 1, 9, 9, 0, 1, 0, 0, 1, 0, 0, 0};
    static const float weights[32] = {0.25f, 0.75f, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0};
    Text file = make_skinned(joints, weights, 2, ",\"scenes\":[{\"nodes\":[0,2]}]");
    MienIoGltf *gltf = gltf_open(&file);
    check_call("skinned", read_file, gltf);
    mien_io_gltf_destroy(gltf);
    text_free(&file);

    static const float moves[] = {0, 0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0};
    GltfMaker maker = {0};
    gltf_floats(&maker, "VEC3", 4, corners);
    gltf_floats(&maker, "VEC3", 4, upwards);
    gltf_floats(&maker, "VEC3", 4, moves);
    file = gltf_finish(
        &maker,
        "\"images\":[{\"uri\":\"skin.png\"}],\"materials\":[{\"name\":\"skin\"}],\"meshes\":[{\"primitives\":"
        "["
        "{\"mode\":5,\"attributes\":{\"POSITION\":0,\"NORMAL\":1},\"material\":0,\"targets\":"
        "[{\"POSITION\":2,\"NORMAL\":2},{\"POSITION\":2}]},{\"mode\":6,\"attributes\":{\"POSITION\":0},"
        "\"targets\":[{\"POSITION\":2},{\"POSITION\":2}]}]}],\"nodes\":[{\"mesh\":0}],"
        "\"scenes\":[{\"nodes\":[0]}]");
    gltf = gltf_open(&file);
    check_call("morphs", read_file, gltf);
    mien_io_gltf_destroy(gltf);
    text_free(&file);
}

CHECK_MAIN
{
    RUN(a_mesh_without_skin_hangs_from_its_node);
    RUN(triangles_of_every_kind_keep_their_turn);
    RUN(points_and_lines_are_counted);
    RUN(vertices_are_shared_within_a_node_and_copied_for_another);
    RUN(missing_normals_are_made);
    RUN(skins_bind_by_rows_and_weights_sum_to_1);
    RUN(eight_influences_stay);
    RUN(weights_are_read_the_same_again);
    RUN(binds_are_shared);
    RUN(morphs_keep_what_moves);
    RUN(quantised_meshes_are_read);
    RUN(what_leads_nowhere_is_refused);
    RUN(what_multiplies_is_limited);
    RUN(memory_may_run_out_anywhere);
}
