// SPDX-License-Identifier: MIT
//
// Which morphs a file has, and what they are called.

#include "support/gltf/files.h"
#include "support/ledger.h"

static const float corners[] = {0, 0, 0, 1, 0, 0, 1, 1, 0};

/// A file of meshes and nodes; accessor 0 has three positions.
static Text make(const char *meshes, const char *nodes, const char *roots)
{
    GltfMaker maker = {0};
    Text rest = {0};
    gltf_floats(&maker, "VEC3", 3, corners);
    text_add(&rest, "\"meshes\":[");
    gltf_put(&rest, meshes, strlen(meshes));
    text_add(&rest, "],\"nodes\":[%s],\"scenes\":[{\"nodes\":[%s]}]", nodes, roots);
    Text file = gltf_finish(&maker, rest.bytes);
    text_free(&rest);
    return file;
}

#define PRIMITIVE(targets) "{\"attributes\":{\"POSITION\":0},\"targets\":[" targets "]}"
#define MOVE               "{\"POSITION\":0}"

static void check_morphs(const char *meshes, const char *nodes, const char *roots, int renamed,
                         const char *names, const float *weights)
{
    Text file = make(meshes, nodes, roots), all = {0};
    MienIoGltfReport report = {0};
    MienIoSource *source = gltf_read(&file, NULL, &report);
    for (int m = 0; m < source->mesh->morph_count; ++m) {
        text_add(&all, "%s%s", m > 0 ? "|" : "", source->mesh->morphs[m].name);
        if (weights != NULL)
            CHECK_NEAR(source->mesh->morphs[m].weight, weights[m], 0.0);
    }
    CHECK_STR(all.bytes != NULL ? all.bytes : "", names);
    CHECK_INT(report.renamed_count, renamed);
    mien_io_source_destroy(source);
    text_free(&all);
    text_free(&file);
}

TEST(names_come_from_the_mesh_or_a_primitive)
{
    check_morphs("{\"extras\":{\"targetNames\":[\"b\",\"a\"]},\"primitives\":[" PRIMITIVE(MOVE "," MOVE) "]}",
                 "{\"name\":\"n\",\"mesh\":0}", "0", 0, "b|a", NULL);
    check_morphs("{\"primitives\":[" PRIMITIVE(MOVE) ",{\"attributes\":{\"POSITION\":0},\"targets\":[" MOVE
                                                     "],\"extras\":{\"targetNames\":[\"a\"]}}]}",
                 "{\"name\":\"n\",\"mesh\":0}", "0", 0, "a", NULL);
    check_morphs("{\"extras\":{\"targetNames\":[\"mesh\"]},\"primitives\":[{\"attributes\":{\"POSITION\":0},"
                 "\"targets\":[" MOVE "],\"extras\":{\"targetNames\":[\"primitive\"]}}]}",
                 "{\"name\":\"n\",\"mesh\":0}", "0", 0, "mesh", NULL);
}

TEST(names_are_made_where_there_are_none)
{
    check_morphs(
        "{\"primitives\":[" PRIMITIVE(MOVE "," MOVE) "]},{\"name\":\"eye\",\"primitives\":[" PRIMITIVE(
            MOVE) "]},{\"name\":\"eye\",\"primitives\":[" PRIMITIVE(MOVE) "]}",
        "{\"name\":\"a\",\"mesh\":0},{\"name\":\"b\",\"mesh\":1},{\"name\":\"c\",\"mesh\":2},"
        "{\"name\":\"d\",\"mesh\":1}",
        "0,1,2,3", 5, "mesh_0.0|mesh_0.1|b.0|eye.0|d.0", NULL);
    check_morphs("{\"extras\":{\"targetNames\":[\"a\",\"\",7]},\"primitives\":[" PRIMITIVE(
                     MOVE "," MOVE "," MOVE "," MOVE) "]}",
                 "{\"name\":\"n\",\"mesh\":0}", "0", 3, "a|mesh_0.1|mesh_0.2|mesh_0.3", NULL);
}

/// Nodes that show one mesh have weights of their own, unless names say otherwise.
TEST(nodes_that_show_one_mesh)
{
    static const float weights[] = {0.5f, 0.25f, 0.75f};
    check_morphs("{\"extras\":{\"targetNames\":[\"a\"]},\"primitives\":[" PRIMITIVE(MOVE "," MOVE) "]}",
                 "{\"name\":\"n\",\"mesh\":0,\"weights\":[0.5,0.25]},{\"mesh\":0,\"weights\":[0.1,0.75]}",
                 "0,1", 3, "a|n.1|node_1.1", weights); // the node is renamed as well
}

TEST(names_are_cleaned_and_unique_in_a_mesh)
{
    check_morphs("{\"extras\":{\"targetNames\":[\" a\\n\",\"a\",\"a-2\",\"a\"]},\"primitives\":[" PRIMITIVE(
                     MOVE "," MOVE "," MOVE "," MOVE) "]}",
                 "{\"name\":\"n\",\"mesh\":0}", "0", 4, "a|a-2|a-2-2|a-3", NULL);
}

TEST(one_name_is_one_morph)
{
    static const float weights[] = {0.25f, 0.5f, 0.0f, 0.75f};
    check_morphs(
        "{\"weights\":[0.25,0.1],\"extras\":{\"targetNames\":[\"a\",\"b\"]},\"primitives\":[" PRIMITIVE(
            MOVE "," MOVE) "]},"
                           "{\"extras\":{\"targetNames\":[\"b\",\"c\"]},\"primitives\":[" PRIMITIVE(
                               MOVE "," MOVE) "]},"
                                              "{\"weights\":[0.75],\"extras\":{\"targetNames\":[\"d\"]},"
                                              "\"primitives\":[" PRIMITIVE(MOVE) "]}",
        "{\"name\":\"n\",\"mesh\":0,\"weights\":[0.25,0.5]},{\"name\":\"m\",\"mesh\":1},"
        "{\"name\":\"o\",\"mesh\":2},{\"name\":\"p\",\"mesh\":2,\"weights\":[0]}",
        "0,1,2,3", 0, "a|b|c|d", weights);
}

TEST(meshes_outside_of_the_scene_do_not_matter)
{
    check_morphs("{\"extras\":{\"targetNames\":[\"a\"]},\"primitives\":[" PRIMITIVE(
                     MOVE) "]},{\"extras\":{\"targetNames\":[\"b\"]},\"primitives\":[" PRIMITIVE(MOVE) "]}",
                 "{\"name\":\"n\",\"mesh\":0},{\"name\":\"m\",\"mesh\":1}", "1", 0, "b", NULL);
}

/// Many targets of one name take no time that grows with their square.
TEST(many_targets_of_one_name)
{
    enum { COUNT = 60000 };
    Text meshes = {0};
    text_add(&meshes, "{\"extras\":{\"targetNames\":[");
    for (int t = 0; t < COUNT; ++t)
        text_add(&meshes, "%s\"a\"", t > 0 ? "," : "");
    text_add(&meshes, "]},\"primitives\":[{\"attributes\":{\"POSITION\":0},\"targets\":[");
    for (int t = 0; t < COUNT; ++t)
        text_add(&meshes, "%s" MOVE, t > 0 ? "," : "");
    text_add(&meshes, "]}]}");
    Text file = make(meshes.bytes, "{\"name\":\"n\",\"mesh\":0}", "0");
    MienIoSource *source = gltf_read(&file, NULL, NULL);
    CHECK_INT(source->mesh->morph_count, COUNT);
    CHECK_STR(source->mesh->morphs[COUNT - 1].name, "a-60000");
    mien_io_source_destroy(source);
    text_free(&file);
    text_free(&meshes);
}

CHECK_MAIN
{
    RUN(names_come_from_the_mesh_or_a_primitive);
    RUN(names_are_made_where_there_are_none);
    RUN(nodes_that_show_one_mesh);
    RUN(names_are_cleaned_and_unique_in_a_mesh);
    RUN(one_name_is_one_morph);
    RUN(meshes_outside_of_the_scene_do_not_matter);
    RUN(many_targets_of_one_name);
}
