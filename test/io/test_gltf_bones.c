// SPDX-License-Identifier: MIT
//
// Which nodes of a glTF scene are bones, what they are called, and what becomes of their
// matrices.

#include "support/gltf/files.h"

#include <math.h>

/// Reads a file of JSON; "a(b c(d))" for its bones, each with its children.
static void put_bone(const MienIoSource *source, int bone, Text *out)
{
    bool is_first = true;
    text_add(out, "%s", source->skeleton.bones[bone].name);
    for (int b = bone + 1; b < source->skeleton.bone_count; ++b)
        if (source->skeleton.bones[b].parent == bone) {
            text_add(out, is_first ? "(" : " ");
            put_bone(source, b, out);
            is_first = false;
        }
    text_add(out, is_first ? "" : ")");
}

static void check_bones(const char *rest, const char *scene, const char *expected, int renamed)
{
    static const float times[2] = {0, 1}, turns[8] = {0, 0, 0, 1, 0, 0, 0, 1}, moves[6] = {0, 0, 0, 1, 2, 3},
                       triangle[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const uint8_t joints[12] = {0};
    static const float weights[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    GltfMaker maker = {0};
    gltf_floats(&maker, "SCALAR", 2, times);
    gltf_floats(&maker, "VEC4", 2, turns);
    gltf_floats(&maker, "VEC3", 2, moves);
    gltf_floats(&maker, "VEC3", 3, triangle);
    gltf_whole(&maker, "VEC4", 3, 1, false, joints);
    gltf_floats(&maker, "VEC4", 3, weights);
    Text file = gltf_finish(&maker, rest), bones = {0};
    MienIoGltfReport report = {0};
    const MienIoGltfReading reading = {.scene = scene};
    MienIoSource *source = gltf_read(&file, &reading, &report);
    text_add(&bones, "%s", "");
    for (int b = 0, is_first = 1; source != NULL && b < source->skeleton.bone_count; ++b)
        if (source->skeleton.bones[b].parent < 0) {
            text_add(&bones, is_first ? "" : " ");
            put_bone(source, b, &bones);
            is_first = 0;
        }
    CHECK_STR(bones.bytes, expected);
    CHECK_INT(report.renamed_count, renamed);
    mien_io_source_destroy(source);
    text_free(&bones);
    text_free(&file);
}

#define TURN(node)                                                                                           \
    "\"animations\":[{\"name\":\"turn\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":" #node            \
    ",\"path\":\"rotation\"}}],\"samplers\":[{\"input\":0,\"output\":1}]}]"
#define MESHES                                                                                               \
    "\"meshes\":[{\"name\":\"m\",\"primitives\":[{\"attributes\":{\"POSITION\":3}}]},"                       \
    "{\"name\":\"s\",\"primitives\":[{\"attributes\":{\"POSITION\":3,\"JOINTS_0\":4,\"WEIGHTS_0\":5}}]}]"

TEST(which_nodes)
{
    // Nothing that is a bone.
    check_bones("\"nodes\":[{\"name\":\"a\"}]", NULL, "", 0);
    // What moves, with what is above it; a root that does nothing is left out.
    check_bones("\"nodes\":[{\"name\":\"a\",\"children\":[1,3]},{\"name\":\"b\",\"children\":[2]},"
                "{\"name\":\"c\"},{\"name\":\"d\"}]," TURN(2),
                NULL, "c", 0);
    check_bones("\"nodes\":[{\"name\":\"a\",\"children\":[1]},{\"name\":\"b\",\"scale\":[2,2,2],"
                "\"children\":[2,3]},{\"name\":\"c\"},{\"name\":\"d\"}]," TURN(2),
                NULL, "b(c)", 0);
    check_bones("\"nodes\":[{\"name\":\"a\",\"translation\":[0,1,0],\"children\":[1]},{\"name\":\"b\","
                "\"children\":[2]},{\"name\":\"c\"}]," TURN(2),
                NULL, "a(b(c))", 0);
    // A mesh that no skin moves hangs on its node; one with a skin hangs on joints.
    check_bones(MESHES ",\"nodes\":[{\"name\":\"root\",\"children\":[1,2,3]},{\"name\":\"hat\",\"mesh\":0},"
                       "{\"name\":\"skinned\",\"mesh\":1,\"skin\":0},{\"name\":\"hips\",\"children\":[4]},"
                       "{\"name\":\"head\"}],\"skins\":[{\"joints\":[3,4]}]",
                NULL, "hat hips(head)", 0);
    // The root is a joint itself.
    check_bones(
        "\"nodes\":[{\"name\":\"a\",\"children\":[1]},{\"name\":\"b\"}],\"skins\":[{\"joints\":[0,1]}]", NULL,
        "a(b)", 0);
}

TEST(which_scene)
{
    static const char two[] =
        "\"nodes\":[{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"c\"}],\"skins\":[{\"joints\":[0,1,2]}],"
        "\"scenes\":[{\"name\":\"one\",\"nodes\":[0]},{\"name\":\"two\",\"nodes\":[2,1]}]";
    Text chosen = {0};
    text_add(&chosen, "%s,\"scene\":1", two);
    check_bones(two, NULL, "a", 0);
    check_bones(two, "two", "c b", 0);
    check_bones(chosen.bytes, NULL, "c b", 0);
    check_bones(chosen.bytes, "one", "a", 0);
    text_free(&chosen);

    GltfMaker maker = {0};
    Text file = gltf_finish(&maker, two);
    MienIoGltf *gltf = gltf_open(&file);
    MienIoSource *source = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_io_gltf_read(gltf, &(MienIoGltfReading){.scene = "three"}, &source, NULL, &error),
                 MIEN_ERROR_ARGUMENT);
    check_error(&error, MIEN_ERROR_ARGUMENT, "reading.scene", "no scene");
    mien_io_gltf_destroy(gltf);
    text_free(&file);
}

TEST(names)
{
    check_bones("\"nodes\":[{\"children\":[1,2,3,4]},{\"name\":\"jaw\"},{\"name\":\"jaw\"},"
                "{\"name\":\" jaw\\t\"},{\"name\":\"node_0\"}],\"skins\":[{\"joints\":[0,1,2,3,4]}]",
                NULL, "node_0(jaw jaw-2 jaw-3 node_0-2)", 4);
}

/// Where a matrix of column vectors times what is left brings a point.
static void apply(const double m[16], const double v[3], double out[3])
{
    for (int r = 0; r < 3; ++r)
        out[r] = m[r] * v[0] + m[4 + r] * v[1] + m[8 + r] * v[2] + m[12 + r];
}

static void check_matrix(const double m[16], int sheared)
{
    GltfMaker maker = {0};
    Text rest = {0};
    text_add(&rest, "\"nodes\":[{\"name\":\"a\",\"matrix\":[");
    for (int i = 0; i < 16; ++i)
        text_add(&rest, i > 0 ? ",%.17g" : "%.17g", m[i]);
    text_add(&rest, "]}],\"skins\":[{\"joints\":[0]}]");
    Text file = gltf_finish(&maker, rest.bytes);
    MienIoGltfReport report = {0};
    MienIoSource *source = gltf_read(&file, NULL, &report);
    CHECK_INT(report.sheared_count, sheared);
    if (source != NULL && sheared == 0) {
        const MienTransform *t = &source->skeleton.bones[0].rest;
        for (int k = 0; k < 3; ++k) {
            double v[3] = {0.25, -0.5, 0.75}, wanted[3];
            v[k] += 1.0;
            apply(m, v, wanted);
            const MienVec3 scaled = {t->scale.x * (float)v[0], t->scale.y * (float)v[1],
                                     t->scale.z * (float)v[2]};
            const MienVec3 turned = mien_quat_rotate(t->rotation, scaled);
            CHECK_NEAR(turned.x + t->translation.x, wanted[0], 1e-5);
            CHECK_NEAR(turned.y + t->translation.y, wanted[1], 1e-5);
            CHECK_NEAR(turned.z + t->translation.z, wanted[2], 1e-5);
        }
    }
    mien_io_source_destroy(source);
    text_free(&rest);
    text_free(&file);
}

/// Turns by every quarter and some angles between, with scales and mirrors.
TEST(matrices)
{
    static const double scales[][3] = {{1, 1, 1}, {2, 3, 0.5}, {-1, 1, 1}, {1, -2, 1}, {-1, -1, -1},
                                       {1, 0, 1}, {0, 1, 1},   {0, 0, 2},  {0, 0, 0},  {3, 0, 0}};
    for (int turn = 0; turn < 64; ++turn) {
        const double quarter = acos(-1.0) / 2.0, a = quarter * (turn % 4) + (turn % 3) * 0.3;
        const double b = quarter * (turn / 4 % 4), c = quarter * (turn / 16) + (turn % 5) * 0.1;
        const double ca = cos(a), sa = sin(a), cb = cos(b), sb = sin(b), cc = cos(c), sc = sin(c);
        const double r[9] = {ca * cb,
                             sa * cb,
                             -sb, // columns of Rz(a) * Ry(b) * Rx(c)
                             ca * sb * sc - sa * cc,
                             sa * sb * sc + ca * cc,
                             cb * sc,
                             ca * sb * cc + sa * sc,
                             sa * sb * cc - ca * sc,
                             cb * cc};
        for (size_t s = 0; s < sizeof scales / sizeof *scales; ++s) {
            double m[16] = {0};
            for (int i = 0; i < 9; ++i)
                m[i / 3 * 4 + i % 3] = r[i] * scales[s][i / 3];
            m[12] = 1, m[13] = -2, m[14] = 0.5, m[15] = 1;
            check_matrix(m, 0);
        }
    }
    check_matrix((double[]){1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, 1);
    check_matrix((double[]){1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 1}, 1);
}

/// What rounding leaves of a column that is along another one decides nothing.
TEST(columns_along_each_other)
{
    GltfMaker maker = {0};
    Text file =
        gltf_finish(&maker, "\"nodes\":[{\"name\":\"a\",\"matrix\":[1,0,0,0,1,1e-12,0,0,0,-1,1,0,0,0,0,1]}"
                            "],\"skins\":[{\"joints\":[0]}]");
    MienIoSource *source = gltf_read(&file, NULL, NULL);
    // The third one does: Y is square to it and to X.
    CHECK_NEAR(source->skeleton.bones[0].rest.rotation.x, sin(acos(-1.0) / 8), 1e-6);
    CHECK_NEAR(source->skeleton.bones[0].rest.rotation.w, cos(acos(-1.0) / 8), 1e-6);
    mien_io_source_destroy(source);
    text_free(&file);
}

/// A node of a VRM animation that carries an expression is no bone.
TEST(expressions_are_no_bones)
{
    check_bones(
        "\"extensions\":{\"VRMC_vrm_animation\":{\"expressions\":{\"preset\":{\"happy\":{\"node\":1}}}}},"
        "\"nodes\":[{\"name\":\"a\"},{\"name\":\"b\"}],\"animations\":[{\"name\":\"x\",\"channels\":["
        "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"rotation\"}},{\"sampler\":1,\"target\":"
        "{\"node\":1,\"path\":\"translation\"}}],\"samplers\":[{\"input\":0,\"output\":1},{\"input\":0,"
        "\"output\":2}]}]",
        NULL, "a", 0);
}

CHECK_MAIN
{
    RUN(which_nodes);
    RUN(which_scene);
    RUN(names);
    RUN(matrices);
    RUN(columns_along_each_other);
    RUN(expressions_are_no_bones);
}
