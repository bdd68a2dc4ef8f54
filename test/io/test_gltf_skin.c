// SPDX-License-Identifier: MIT
//
// Skins of glTF files that are made here: binds, weights, and what is refused.

#include "support/gltf/meshes.h"
#include "support/random.h"

TEST(skins_bind_by_rows_and_weights_sum_to_1)
{
    static const uint8_t joints[] = {0, 1, 0, 0, 1, 1, 9, 9, 0, 1, 0, 0, 1, 0, 0, 0};
    static const float weights[] = {0.25f, 0.75f, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 0x1p-149f, 3, 0, 0};
    Text file = make_skinned(joints, weights, 1, ",\"scenes\":[{\"nodes\":[0,2]}]");
    MienIoGltfReport report;
    MienIoSource *source = read_sound(&file, &report);
    const MienAuthorMesh *mesh = source->mesh;
    static const float inverse[12] = {0, -1, 0, 8, 1, 0, 0, 9, 0, 0, 1, 10};
    CHECK_INT(mesh->joint_count, 2);
    CHECK_STR(mesh->joints[0].bone, "head");
    CHECK_STR(mesh->joints[1].bone, "hips");
    for (int i = 0; i < 12; ++i)
        CHECK_NEAR(mesh->joints[1].inverse[i], inverse[i], 0.0);
    CHECK_INT(mesh->influence_count, 2);
    static const uint16_t binds[] = {0, 1, 1, 1,
                                     0, 0, 0, 0}; // of the last, what is least is nothing of the whole
    static const float sums[] = {0.25f, 0.75f, 0.75f, 0.25f, 1, 0, 1, 0};
    for (int i = 0; i < 8; ++i) {
        CHECK_INT(mesh->vertex_joints[i], binds[i]);
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
        CHECK_INT(mesh->vertex_joints[i], kept[i] % 2);
        CHECK_NEAR(mesh->vertex_weights[i], (float)((double)weight / 1.5), 0.0);
    }
    mien_io_source_destroy(source);
    text_free(&file);
}

/// Reading the result again gives the same bits.
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
                    (uint8_t)mesh->vertex_joints[v * mesh->influence_count + i];
                again[16 * (i / 4) + 4 * v + i % 4] = mesh->vertex_weights[v * mesh->influence_count + i];
            }
        Text second = make_skinned(bound, again, 2, ",\"scenes\":[{\"nodes\":[0,2]}]");
        MienIoSource *other = read_sound(&second, NULL);
        CHECK_INT(other->mesh->influence_count, mesh->influence_count);
        CHECK(memcmp(other->mesh->vertex_weights, mesh->vertex_weights,
                     sizeof(float) * 4 * (size_t)mesh->influence_count) == 0);
        CHECK(memcmp(other->mesh->vertex_joints, mesh->vertex_joints,
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
    // j for the mesh that is its child, then r of the first skin, whose j is there; the
    // second skin has the same j and another r.
    CHECK_INT(mesh->joint_count, 3);
    CHECK_STR(mesh->joints[0].bone, "j");
    CHECK_STR(mesh->joints[1].bone, "r");
    CHECK_STR(mesh->joints[2].bone, "r");
    CHECK_NEAR(mesh->joints[2].inverse[11], 4.0, 0.0);
    CHECK_INT(mesh->vertex_joints[0], 0);
    CHECK_INT(mesh->vertex_joints[4 * 2], 1);
    CHECK_INT(mesh->vertex_joints[4 * 2 + 1], 0);
    CHECK_INT(mesh->vertex_joints[8 * 2], 0);
    CHECK_INT(mesh->vertex_joints[8 * 2 + 1], 2);
    mien_io_source_destroy(source);
    text_free(&file);
}

TEST(joints_that_are_not_there_are_refused)
{
    static const uint8_t joints[] = {0, 1, 2, 0, 1, 1, 9, 9, 0, 1, 0, 0, 1, 0, 0, 0};
    static const float weights[] = {0.25f, 0.5f, 0.25f, 0, 3, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0};
    Text file = make_skinned(joints, weights, 1, ",\"scenes\":[{\"nodes\":[0,2]}]");
    check_refused(&file, MIEN_ERROR_DATA, "meshes[0].primitives[0].attributes.JOINTS_0", "does not have");
    text_free(&file);

    file = make_skinned(joints, weights, 1, ",\"scenes\":[{\"nodes\":[2]}]");
    check_refused(&file, MIEN_ERROR_DATA, "skins[0].joints[0]", "outside of it");
    text_free(&file);
}

TEST(memory_may_run_out_anywhere)
{
    static const uint8_t joints[32] = {0, 1, 0, 0, 1, 1, 9, 9, 0, 1, 0, 0, 1, 0, 0, 0};
    static const float weights[32] = {0.25f, 0.75f, 0, 0, 3, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0};
    Text file = make_skinned(joints, weights, 2, ",\"scenes\":[{\"nodes\":[0,2]}]");
    check_reading_memory("skinned", &file);
    text_free(&file);
}

CHECK_MAIN
{
    RUN(skins_bind_by_rows_and_weights_sum_to_1);
    RUN(eight_influences_stay);
    RUN(weights_are_read_the_same_again);
    RUN(binds_are_shared);
    RUN(joints_that_are_not_there_are_refused);
    RUN(memory_may_run_out_anywhere);
}
