// SPDX-License-Identifier: MIT
//
// Writes the packs and images that fuzzing starts from: make_seeds FOLDER. Each fuzzer has
// a folder of its own below, which must exist.

#include "support/bundles.h"
#include "support/fbx/files.h"
#include "support/forge.h"
#include "support/gltf/files.h"
#include "support/graph/texts.h"
#include "support/meshes.h"
#include "support/pictures.h"

#include <stdio.h>

static bool write_seed(const char *folder, const char *target, const char *kind, int number, const Pack *pack)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s/%s%d.mien", folder, target, kind, number);
    FILE *file = fopen(path, "wb");
    const bool wrote = file != NULL && fwrite(pack->data, 1, pack->size, file) == pack->size;
    if (file == NULL || fclose(file) != 0 || !wrote) {
        fprintf(stderr, "make_seeds: %s cannot be written\n", path);
        return false;
    }
    return true;
}

static bool write_pictures(const char *folder)
{
    static const Picture pictures[] = {{5, 4, 1, 0, false, false, NULL},
                                       {9, 9, 4, 3, true, true, "gAMA"},
                                       {3, 3, 16, 2, false, true, NULL},
                                       {4, 4, 8, 4, true, false, NULL},
                                       {4, 4, 16, 6, true, false, NULL}};
    bool good = true;
    int number = 0;
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; ++i) {
        Text file = make_png(&pictures[i]);
        good =
            write_seed(folder, "image", "png", number++, &(Pack){(uint8_t *)file.bytes, file.size}) && good;
        text_free(&file);
    }
#if defined(MIEN_IMAGES)
    for (int i = 0; i < 4; ++i) {
        Text file = make_jpeg(17, 9, i / 2 ? 3 : 1, i % 2 ? PROGRESSIVE : BASELINE);
        good =
            write_seed(folder, "image", "jpeg", number++, &(Pack){(uint8_t *)file.bytes, file.size}) && good;
        text_free(&file);
    }
#endif
    return good;
}

/// A little of everything that a tree can have.
static void make_tree(FbxMaker *maker)
{
    static const double numbers[] = {0, 1, -3, 2, 5, -7};
    fbx_begin(maker);
    fbx_open(maker, "FBXHeaderExtension");
    fbx_node_integer(maker, "FBXVersion", maker->version);
    fbx_close(maker);
    fbx_open(maker, "Objects");
    fbx_open(maker, "Geometry");
    fbx_integer(maker, 'L', 7);
    fbx_string(maker, "Geometry::a &quot;b");
    fbx_string(maker, "Mesh");
    fbx_open(maker, "Vertices");
    fbx_array(maker, 'd', numbers, 6, fbx_can_deflate());
    fbx_close(maker);
    fbx_open(maker, "PolygonVertexIndex");
    fbx_array(maker, 'i', numbers, 6, false);
    fbx_close(maker);
    fbx_close(maker);
    fbx_node_keys(maker);
    fbx_close(maker);
    fbx_open(maker, "Connections");
    fbx_open(maker, "C");
    fbx_string(maker, "OP");
    fbx_real(maker, 'F', 0.5);
    fbx_real(maker, 'D', -1e-3);
    fbx_integer(maker, 'Y', 3);
    fbx_close(maker);
    fbx_close(maker);
    fbx_end(maker);
}

static bool write_trees(const char *folder)
{
    static const FbxMaker forms[] = {{.version = 5000},
                                     {.version = 6100},
                                     {.version = 7400},
                                     {.version = 7500},
                                     {.version = 7700, .is_big_endian = true},
                                     {.version = 6100, .is_text = true},
                                     {.version = 7400, .is_text = true}};
    bool good = true;
    for (int i = 0; i < 7; ++i) {
        FbxMaker maker = forms[i];
        make_tree(&maker);
        good = write_seed(folder, "fbx", "tree", i, &(Pack){maker.bytes, maker.size}) && good;
        fbx_free(&maker);
    }
    return good;
}

/// What fuzz_gltf makes a .glb of: the JSON, a zero, the binary data; and a .glb as it is.
static bool write_gltf(const char *folder)
{
    Text glb = gltf_whole_file(), parts = {0};
    const uint8_t *bytes = (const uint8_t *)glb.bytes;
    const size_t json = bytes[12] | (size_t)bytes[13] << 8 | (size_t)bytes[14] << 16;
    gltf_put(&parts, glb.bytes + 20, json);
    gltf_put(&parts, "", 1);
    gltf_put(&parts, glb.bytes + 28 + json, glb.size - 28 - json);
    const bool good = write_seed(folder, "gltf", "glb", 0, &(Pack){(uint8_t *)glb.bytes, glb.size}) &&
                      write_seed(folder, "gltf", "parts", 0, &(Pack){(uint8_t *)parts.bytes, parts.size});
    text_free(&glb);
    text_free(&parts);
    return good;
}

/// Every node, and the smallest graph of use.
/// Packs of one character, one after another.
static bool write_company(const char *folder, int number, const Pack *packs, int count)
{
    Pack all = {0};
    for (int i = 0; i < count; ++i)
        all.size += packs[i].size;
    all.data = aligned_take(all.size);
    for (size_t i = 0, at = 0; i < (size_t)count; at += packs[i++].size)
        memcpy(all.data + at, packs[i].data, packs[i].size);
    const bool good = write_seed(folder, "company", "company", number, &all);
    pack_free(&all);
    return good;
}

static bool write_graphs(const char *folder)
{
    static const char *const texts[] = {
        every_node, HEAD
        "'nodes': [{'id': 'a', 'node': 'clip'}, {'id': 'b', 'node': 'poses', 'input': 'a'}," OUT("b") "]}"};
    bool good = true;
    for (int i = 0; i < 2; ++i) {
        MienAuthorPack made = {0};
        if (cook_text(texts[i], &made, NULL) != MIEN_OK)
            return false;
        const Pack pack = {made.data, made.size};
        good = write_seed(folder, "graph", "graph", i, &pack) && good;
        good = write_seed(folder, "readback", "graph", i, &pack) && good;
        good = write_seed(folder, "inspect", "graph", i, &pack) && good;
        ScenePacks scene = scene_packs(&small_scenes[i % SMALL_SCENES].options);
        Pack clip = clip_pack(&small_clips[2 + i]), mesh = mesh_pack(&small_body, &small_mesh);
        const Pack company[] = {scene.skeleton, scene.poses, clip, mesh, pack};
        good = write_company(folder, i, company, 5) && good;
        scene_packs_free(&scene);
        pack_free(&clip);
        pack_free(&mesh);
        mien_author_pack_release(&made);
    }
    return good;
}

/// Bytes that make faces and performances of every kind.
static bool write_performances(const char *folder)
{
    enum { SIZE = 1500, SEEDS = 24 };
    uint8_t bytes[SIZE];
    bool good = true;
    for (int i = 0; i < SEEDS; ++i) {
        Random random = {(uint64_t)i + 1};
        for (int k = 0; k < SIZE; ++k)
            bytes[k] = (uint8_t)random_below(&random, 240);
        bytes[0] = (uint8_t)(i % 3);
        bytes[1] = (uint8_t)(i / 3);
        good = write_seed(folder, "solve", "take", i, &(Pack){bytes, SIZE}) && good;
    }
    return good;
}

int main(int count, char **arguments)
{
    if (count != 2) {
        fprintf(stderr, "usage: make_seeds FOLDER\n");
        return 2;
    }
    bool good = true;
    for (int i = 0; i < SMALL_SCENES; ++i) {
        ScenePacks packs = scene_packs(&small_scenes[i].options);
        good = write_seed(arguments[1], "skeleton", "skeleton", i, &packs.skeleton) && good;
        good = write_seed(arguments[1], "pose_asset", "poses", i, &packs.poses) && good;
        good = write_seed(arguments[1], "readback", "skeleton", i, &packs.skeleton) && good;
        good = write_seed(arguments[1], "readback", "poses", i, &packs.poses) && good;
        good = write_seed(arguments[1], "inspect", "skeleton", i, &packs.skeleton) && good;
        good = write_seed(arguments[1], "inspect", "poses", i, &packs.poses) && good;
        scene_packs_free(&packs);
    }
    for (int i = 0; i < SMALL_CLIPS; ++i) {
        Pack pack = clip_pack(&small_clips[i]), skeleton = clip_skeleton_pack(&small_clips[i]);
        good = write_seed(arguments[1], "clip", "clip", i, &pack) && good;
        good = write_seed(arguments[1], "readback", "clip", i, &pack) && good;
        good = write_seed(arguments[1], "inspect", "clip", i, &pack) && good;
        good = write_seed(arguments[1], "skeleton", "of_clip", i, &skeleton) && good;
        for (int seed = 0; i < 2 && seed < 12; ++seed) {
            Pack forged = forge_clip(&pack, (uint64_t)seed);
            good = write_seed(arguments[1], "clip", "forged", 12 * i + seed, &forged) && good;
            pack_free(&forged);
        }
        pack_free(&pack);
        pack_free(&skeleton);
    }
    static const MienSampleMeshOptions meshes[] = {
        {.seed = 1,
         .vertex_count = 21,
         .influence_count = 3,
         .morph_count = 5,
         .has_colors = true,
         .has_own_rest_pose = true},
        {.seed = 2, .vertex_count = 17, .influence_count = 6, .morph_count = 1, .is_bare = true},
        {.seed = 3, .vertex_count = 4, .influence_count = 1},
        {.seed = 4, .vertex_count = 600, .influence_count = 2, .morph_count = 2},
    };
    for (int i = 0; i < 4; ++i) {
        Pack mesh = mesh_pack(&small_body, &meshes[i]);
        good = write_seed(arguments[1], "mesh", "mesh", i, &mesh) && good;
        good = write_seed(arguments[1], "readback", "mesh", i, &mesh) && good;
        good = write_seed(arguments[1], "inspect", "mesh", i, &mesh) && good;
        pack_free(&mesh);
    }
    good = write_graphs(arguments[1]) && good;
    Pack bundle = bundle_pack();
    good = write_seed(arguments[1], "bundle", "bundle", 0, &bundle) && good;
    good = write_seed(arguments[1], "readback", "bundle", 0, &bundle) && good;
    good = write_seed(arguments[1], "inspect", "bundle", 0, &bundle) && good;
    pack_free(&bundle);
    good = write_pictures(arguments[1]) && good;
    good = write_trees(arguments[1]) && good;
    good = write_gltf(arguments[1]) && good;
    good = write_performances(arguments[1]) && good;
    // And the smallest there can be.
    const MienAuthorSkeleton no_skeleton = {0};
    const MienAuthorPoseAsset no_poses = {.skeleton = &no_skeleton};
    const MienAuthorBundle no_members = {0};
    const MienAuthorMesh no_mesh = {0};
    MienAuthorPack skeleton = {0}, poses = {0}, members = {0}, mesh = {0};
    if (mien_author_skeleton_cook(&no_skeleton, NULL, &skeleton, NULL) != MIEN_OK ||
        mien_author_pose_asset_cook(&no_poses, NULL, &poses, NULL, NULL) != MIEN_OK ||
        mien_author_bundle_cook(&no_members, NULL, &members, NULL) != MIEN_OK ||
        mien_author_mesh_cook(&no_mesh, NULL, &mesh, NULL) != MIEN_OK)
        return 1;
    const Pack empty[] = {{skeleton.data, skeleton.size},
                          {poses.data, poses.size},
                          {members.data, members.size},
                          {mesh.data, mesh.size}};
    good = write_seed(arguments[1], "skeleton", "skeleton", SMALL_SCENES, &empty[0]) && good;
    good = write_seed(arguments[1], "pose_asset", "poses", SMALL_SCENES, &empty[1]) && good;
    good = write_seed(arguments[1], "bundle", "bundle", 1, &empty[2]) && good;
    good = write_seed(arguments[1], "mesh", "mesh", 4, &empty[3]) && good;
    mien_author_pack_release(&skeleton);
    mien_author_pack_release(&poses);
    mien_author_pack_release(&members);
    mien_author_pack_release(&mesh);
    return good ? 0 : 1;
}
