// SPDX-License-Identifier: MIT
//
// Packs of every format version ever released, in test/versions: each loads and
// gives the results it always gave. Packs of other versions are refused as such.
//
//     test_core_versions --write DIR    makes the packs of the current version

#include "bundles.h"
#include "check.h"
#include "clip_packs.h"
#include "evaluate.h"
#include "graph_golden.h"
#include "mesh_run.h"
#include "play.h"

#include "core/bundle_format.h"
#include "core/clip_format.h"
#include "core/graph_format.h"
#include "core/mesh_format.h"
#include "core/pose_format.h"
#include "core/skeleton_format.h"

enum { LARGEST = 12 * 1024 };

/// With every kind of rule: the seed was chosen so that none is missing.
static const MienSampleOptions golden = {.seed = 108,
                                         .bone_count = 5,
                                         .pose_count = 9,
                                         .bones_per_pose = 2,
                                         .curve_count = 3,
                                         .has_scale = true,
                                         .has_rules = true,
                                         .has_jumps = true,
                                         .has_levels = true};

/// With every kind of curve, pairs, events, sound and source, and every kind of track.
static const SmallClip golden_clip = {"golden", 41, 34, 21, 7, true, false, false};

/// With normals that some morphs lack, names that repeat and a reference pose of its own.
static const MienSampleMeshOptions golden_mesh = {
    .seed = 51, .vertex_count = 29, .influence_count = 3, .morph_count = 5, .has_own_reference = true};

/// What a skeleton says, all of it.
static void hash_skeleton(const MienSkeleton *skeleton, char text[65])
{
    MieniSha256 hash;
    uint8_t own[32];
    mieni_sha256_begin(&hash);
    for (int b = 0; b < mien_skeleton_bone_count(skeleton); ++b) {
        const char *name = mien_skeleton_bone_name(skeleton, b);
        float channels[MIEN_TILE_CHANNELS];
        mieni_sha256_update(&hash, name, strlen(name) + 1);
        hash_double(&hash, mien_skeleton_bone_parent(skeleton, b));
        hash_double(&hash, mien_skeleton_bone_last_level(skeleton, b));
        transform_channels(&mien_skeleton_reference(skeleton)[b], channels);
        mieni_sha256_update(&hash, channels, sizeof channels);
    }
    for (int c = 0; c < mien_skeleton_curve_count(skeleton); ++c) {
        const char *name = mien_skeleton_curve_name(skeleton, c);
        mieni_sha256_update(&hash, name, strlen(name) + 1);
        hash_double(&hash, mien_skeleton_curve_last_level(skeleton, c));
    }
    mien_skeleton_interface_hash(skeleton, own);
    mieni_sha256_update(&hash, own, sizeof own);
    hash_text(&hash, text);
}

/// What an asset does, on its own and bound.
static void hash_asset(const MienPoseAsset *asset, const MienSkeleton *skeleton, char text[65])
{
    MieniSha256 hash;
    mieni_sha256_begin(&hash);
    for (int seed = 0; seed < 8; ++seed)
        CHECK_STR(evaluate(asset, skeleton, (uint64_t)seed, &hash), NULL);
    hash_text(&hash, text);
}

/// What a clip says and comes to, on its own and bound, with every instruction set.
static void hash_clip_pack(const Pack *pack, char text[65])
{
    MienSkeleton *skeleton = clip_skeleton(&golden_clip);
    const MienLoadOptions options = {.borrow_data = true};
    MienClip *clip = NULL;
    MieniSha256 hash;
    mieni_sha256_begin(&hash);
    CHECK_STATUS(mien_clip_load(pack->data, pack->size, &options, &clip, NULL), MIEN_OK);
    if (clip != NULL) {
        const MienClipInfo info = mien_clip_info(clip);
        hash_double(&hash, info.length);
        hash_double(&hash, info.rate);
        hash_double(&hash, info.frame_count);
        hash_double(&hash, info.sound_offset);
        mieni_sha256_update(&hash, info.sound, strlen(info.sound) + 1);
        mieni_sha256_update(&hash, info.source, strlen(info.source) + 1);
        for (int e = 0; e < info.event_count; ++e) {
            const MienClipEvent event = mien_clip_event(clip, e);
            mieni_sha256_update(&hash, event.name, strlen(event.name) + 1);
            hash_double(&hash, event.time);
        }
        for (int c = 0; c < info.curve_count; ++c)
            mieni_sha256_update(&hash, mien_clip_curve_name(clip, c),
                                strlen(mien_clip_curve_name(clip, c)) + 1);
        for (int t = 0; t < info.track_count; ++t)
            mieni_sha256_update(&hash, mien_clip_track_bone(clip, t),
                                strlen(mien_clip_track_bone(clip, t)) + 1);
    }
    for (int seed = 0; seed < 8; ++seed) {
        CHECK_STR(play_everywhere(pack, skeleton, (uint64_t)seed, false, text), NULL);
        mieni_sha256_update(&hash, text, 64);
    }
    mien_clip_destroy(clip);
    mien_skeleton_destroy(skeleton);
    hash_text(&hash, text);
}

/// What a bundle says, and all it holds.
static void hash_bundle(const Pack *pack, char text[65])
{
    const MienLoadOptions options = {.borrow_data = true};
    MienBundle *bundle = NULL;
    MieniSha256 hash;
    mieni_sha256_begin(&hash);
    CHECK_STATUS(mien_bundle_load(pack->data, pack->size, &options, &bundle, NULL), MIEN_OK);
    for (int i = 0; bundle != NULL && i < mien_bundle_count(bundle); ++i) {
        const MienBundleMember member = mien_bundle_member(bundle, i);
        CHECK_STATUS(load_member(&member, false), MIEN_OK);
        mieni_sha256_update(&hash, member.name, strlen(member.name) + 1);
        hash_double(&hash, member.kind);
        hash_double(&hash, member.version);
        mieni_sha256_update(&hash, member.data, member.size);
    }
    mien_bundle_destroy(bundle);
    hash_text(&hash, text);
}

/// What a mesh says, and what it is skinned to.
static void hash_mesh(const Pack *pack, const MienSkeleton *skeleton, char text[65])
{
    const MienLoadOptions options = {.borrow_data = true};
    MienMesh *mesh = NULL;
    MieniSha256 hash;
    uint8_t skinned[32];
    mieni_sha256_begin(&hash);
    CHECK_STATUS(mien_mesh_load(pack->data, pack->size, &options, &mesh, NULL), MIEN_OK);
    if (mesh != NULL) {
        const MienMeshInfo info = mien_mesh_info(mesh);
        const int counts[] = {info.vertex_count, info.index_count, info.influence_count, info.bind_count,
                              info.morph_count,  info.part_count,  info.material_count,  info.image_count,
                              info.has_normals,  info.has_uvs};
        for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i)
            hash_double(&hash, counts[i]);
        mieni_sha256_update(&hash, mien_mesh_indices(mesh), (size_t)info.index_count * sizeof(uint32_t));
        mieni_sha256_update(&hash, mien_mesh_uvs(mesh), (size_t)info.vertex_count * 2 * sizeof(float));
        for (int m = 0; m < info.morph_count; ++m)
            mieni_sha256_update(&hash, mien_mesh_morph(mesh, m).name,
                                strlen(mien_mesh_morph(mesh, m).name) + 1);
        for (int b = 0; b < info.bone_count; ++b)
            mieni_sha256_update(&hash, mien_mesh_bone_name(mesh, b),
                                strlen(mien_mesh_bone_name(mesh, b)) + 1);
        for (int p = 0; p < info.part_count; ++p) {
            const MienMeshPart part = mien_mesh_part(mesh, p);
            const MienMeshMaterial material = mien_mesh_material(mesh, part.material);
            mieni_sha256_update(&hash, part.name, strlen(part.name) + 1);
            mieni_sha256_update(&hash, material.name, strlen(material.name) + 1);
            hash_float(&hash, material.base_color[2]);
            hash_double(&hash, part.index_count);
        }
    }
    for (int seed = 0; seed < 8; ++seed) {
        CHECK_STR(run_mesh_everywhere(pack, skeleton, (uint64_t)seed), NULL);
        CHECK_STR(run_mesh(pack, MIEN_ISA_BEST, skeleton, (uint64_t)seed, skinned), NULL);
        mieni_sha256_update(&hash, skinned, sizeof skinned);
    }
    mien_mesh_destroy(mesh);
    hash_text(&hash, text);
}

static void hash_bytes(const void *data, size_t size, char text[65])
{
    MieniSha256 hash;
    mieni_sha256_begin(&hash);
    mieni_sha256_update(&hash, data, size);
    hash_text(&hash, text);
}

/// One line of test/versions/hashes.txt: a version's six packs and what they
/// come to.
typedef struct Row {
    int version;
    char skeleton_bytes[65], skeleton[65], poses_bytes[65], poses[65], clip_bytes[65], clip[65],
        bundle_bytes[65], bundle[65], mesh_bytes[65], mesh[65], graph_bytes[65], graph[65];
} Row;

static MienFile *open_file(const char *folder, const char *name, int version)
{
    char path[1024];
    MienFile *file = NULL;
    MienError error = {0};
    snprintf(path, sizeof path, "%s/%s_v%d.mien", folder, name, version);
    CHECK_STATUS(mien_file_open(path, NULL, &file, &error), MIEN_OK);
    if (file == NULL)
        printf("%s: %s\n", error.place, error.message);
    return file;
}

/// A file of this version, small, with the bytes it always had.
static void check_file(MienFile *file, int version, const char *bytes)
{
    MienPackInfo info = {0};
    char text[65];
    hash_bytes(mien_file_data(file), mien_file_size(file), text);
    CHECK_STR(text, bytes);
    CHECK(mien_file_size(file) < LARGEST);
    CHECK_STATUS(mien_pack_inspect(mien_file_data(file), mien_file_size(file), false, &info, NULL), MIEN_OK);
    CHECK_INT(info.version, version);
}

static void check_poses(const Row *row, MienFile *const files[2], const Pack *mesh)
{
    const MienLoadOptions options = {.borrow_data = true};
    MienSkeleton *skeleton = NULL;
    MienPoseAsset *asset = NULL;
    char text[65];
    CHECK_STATUS(
        mien_skeleton_load(mien_file_data(files[0]), mien_file_size(files[0]), &options, &skeleton, NULL),
        MIEN_OK);
    CHECK_STATUS(
        mien_pose_asset_load(mien_file_data(files[1]), mien_file_size(files[1]), &options, &asset, NULL),
        MIEN_OK);
    if (skeleton != NULL && asset != NULL) {
        hash_skeleton(skeleton, text);
        CHECK_STR(text, row->skeleton);
        hash_asset(asset, skeleton, text);
        CHECK_STR(text, row->poses);
        hash_mesh(mesh, skeleton, text);
        CHECK_STR(text, row->mesh);
    }
    mien_pose_asset_destroy(asset);
    mien_skeleton_destroy(skeleton);
}

static void check_row(const Row *row)
{
    static const char *const names[] = {"skeleton", "poses", "clip", "bundle", "mesh", "graph"};
    const char *const bytes[] = {row->skeleton_bytes, row->poses_bytes, row->clip_bytes,
                                 row->bundle_bytes,   row->mesh_bytes,  row->graph_bytes};
    MienFile *files[6];
    bool are_there = true;
    for (int i = 0; i < 6; ++i) {
        files[i] = open_file(MIEN_TEST_DIR "/versions", names[i], row->version);
        are_there = are_there && files[i] != NULL;
    }
    if (are_there) {
        for (int i = 0; i < 6; ++i)
            check_file(files[i], row->version, bytes[i]);
        Pack mesh = pack_copy(mien_file_data(files[4]), mien_file_size(files[4]));
        check_poses(row, files, &mesh);
        pack_free(&mesh);
        Pack clip = pack_copy(mien_file_data(files[2]), mien_file_size(files[2]));
        Pack bundle = pack_copy(mien_file_data(files[3]), mien_file_size(files[3]));
        Pack graph = pack_copy(mien_file_data(files[5]), mien_file_size(files[5]));
        char text[65];
        hash_clip_pack(&clip, text);
        CHECK_STR(text, row->clip);
        hash_bundle(&bundle, text);
        CHECK_STR(text, row->bundle);
        hash_graph(&graph, text);
        CHECK_STR(text, row->graph);
        pack_free(&clip);
        pack_free(&bundle);
        pack_free(&graph);
    }
    for (int i = 0; i < 6; ++i)
        mien_file_close(files[i]);
}

enum { MOST_VERSIONS = 64 };

/// Reads the list; returns how many rows it has.
static int read_rows(const char *folder, Row rows[MOST_VERSIONS])
{
    char path[1024];
    snprintf(path, sizeof path, "%s/hashes.txt", folder);
    FILE *list = fopen(path, "r");
    int count = 0;
    Row row;
    while (list != NULL && count < MOST_VERSIONS &&
           fscanf(list, "%d %64s %64s %64s %64s %64s %64s %64s %64s %64s %64s %64s %64s", &row.version,
                  row.skeleton_bytes, row.skeleton, row.poses_bytes, row.poses, row.clip_bytes, row.clip,
                  row.bundle_bytes, row.bundle, row.mesh_bytes, row.mesh, row.graph_bytes, row.graph) == 13)
        rows[count++] = row;
    if (list != NULL)
        fclose(list);
    return count;
}

static bool write_rows(const char *folder, const Row *rows, int count)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/hashes.txt", folder);
    FILE *list = fopen(path, "w");
    bool good = list != NULL;
    for (int i = 0; good && i < count; ++i)
        good = fprintf(list, "%d %s %s %s %s %s %s %s %s %s %s %s %s\n", rows[i].version,
                       rows[i].skeleton_bytes, rows[i].skeleton, rows[i].poses_bytes, rows[i].poses,
                       rows[i].clip_bytes, rows[i].clip, rows[i].bundle_bytes, rows[i].bundle,
                       rows[i].mesh_bytes, rows[i].mesh, rows[i].graph_bytes, rows[i].graph) > 0;
    return list != NULL && fclose(list) == 0 && good;
}

TEST(every_version_loads)
{
    static Row rows[MOST_VERSIONS];
    const int count = read_rows(MIEN_TEST_DIR "/versions", rows);
    CHECK_INT(count, MIENI_POSE_VERSION); // so far all kinds have the same versions
    CHECK_INT(count, MIENI_SKELETON_VERSION);
    CHECK_INT(count, MIENI_CLIP_VERSION);
    CHECK_INT(count, MIENI_BUNDLE_VERSION);
    CHECK_INT(count, MIENI_MESH_VERSION);
    CHECK_INT(count, MIENI_GRAPH_VERSION);
    for (int i = 0; i < count; ++i)
        check_row(&rows[i]);
}

/// Loads a pack of any kind; whatever came of it is gone again.
static MienStatus load_any(const Pack *pack, MienError *error)
{
    MienSkeleton *skeleton = NULL;
    MienPoseAsset *asset = NULL;
    MienClip *clip = NULL;
    MienBundle *bundle = NULL;
    MienMesh *mesh = NULL;
    MienGraph *graph = NULL;
    MienStatus status = MIEN_ERROR_KIND;
    switch (pack_header(pack).kind) {
    case MIEN_PACK_SKELETON:
        status = mien_skeleton_load(pack->data, pack->size, NULL, &skeleton, error);
        break;
    case MIEN_PACK_POSE_ASSET:
        status = mien_pose_asset_load(pack->data, pack->size, NULL, &asset, error);
        break;
    case MIEN_PACK_CLIP:
        status = mien_clip_load(pack->data, pack->size, NULL, &clip, error);
        break;
    case MIEN_PACK_BUNDLE:
        status = mien_bundle_load(pack->data, pack->size, NULL, &bundle, error);
        break;
    case MIEN_PACK_MESH:
        status = mien_mesh_load(pack->data, pack->size, NULL, &mesh, error);
        break;
    case MIEN_PACK_GRAPH:
        status = mien_graph_load(pack->data, pack->size, NULL, &graph, error);
        break;
    }
    CHECK((skeleton != NULL || asset != NULL || clip != NULL || bundle != NULL || mesh != NULL ||
           graph != NULL) == (status == MIEN_OK));
    mien_skeleton_destroy(skeleton);
    mien_pose_asset_destroy(asset);
    mien_clip_destroy(clip);
    mien_bundle_destroy(bundle);
    mien_mesh_destroy(mesh);
    mien_graph_destroy(graph);
    return status;
}

TEST(other_versions_are_refused)
{
    ScenePacks packs = scene_packs(&golden);
    Pack clip = clip_pack(&golden_clip), bundle = bundle_pack(), mesh = mesh_pack(&golden, &golden_mesh);
    Pack graph = graph_pack();
    const Pack *const all[] = {&packs.skeleton, &packs.poses, &clip, &bundle, &mesh, &graph};
    static const int own[] = {MIENI_SKELETON_VERSION, MIENI_POSE_VERSION, MIENI_CLIP_VERSION,
                              MIENI_BUNDLE_VERSION,   MIENI_MESH_VERSION, MIENI_GRAPH_VERSION};
    for (int i = 0; i < 18; ++i) {
        const uint32_t others[] = {0, (uint32_t)own[i / 3] + 1, UINT32_MAX}, version = others[i % 3];
        Pack pack = pack_copy(all[i / 3]->data, all[i / 3]->size);
        MienError error = {0};
        char place[64];
        CHECK_STATUS(load_any(&pack, NULL), MIEN_OK);
        memcpy(pack.data + offsetof(MieniPackHeader, version), &version, sizeof version);
        pack_seal(&pack);
        CHECK_STATUS(load_any(&pack, &error), MIEN_ERROR_VERSION);
        snprintf(place, sizeof place, "header.version %u, not %d", (unsigned)version, own[i / 3]);
        CHECK_STR(error.place, place);
        // Another version's content may hash otherwise: that is no damage.
        pack.data[8] ^= 1;
        CHECK_STATUS(load_any(&pack, NULL), MIEN_ERROR_VERSION);
        pack_free(&pack);
    }
    pack_free(&clip);
    pack_free(&bundle);
    pack_free(&mesh);
    pack_free(&graph);
    scene_packs_free(&packs);
}

static bool write_file(const char *folder, const char *name, const Pack *pack)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s_v%d.mien", folder, name, MIENI_POSE_VERSION);
    FILE *file = fopen(path, "wb");
    const bool wrote = file != NULL && fwrite(pack->data, 1, pack->size, file) == pack->size;
    const bool closed = file == NULL || fclose(file) == 0;
    printf("%s: %zu bytes%s\n", path, pack->size, wrote && closed ? "" : ", not written");
    return wrote && closed && pack->size < LARGEST;
}

/// Makes the packs of the current version and its line of hashes.
static bool write_version(const char *folder)
{
    ScenePacks packs = scene_packs(&golden);
    Pack clip = clip_pack(&golden_clip), bundle = bundle_pack(), mesh = mesh_pack(&golden, &golden_mesh);
    Pack graph = graph_pack();
    MienSkeleton *skeleton = NULL;
    MienPoseAsset *asset = NULL;
    static Row rows[MOST_VERSIONS + 1];
    int count = 0;
    mien_skeleton_load(packs.skeleton.data, packs.skeleton.size, NULL, &skeleton, NULL);
    mien_pose_asset_load(packs.poses.data, packs.poses.size, NULL, &asset, NULL);
    bool good = skeleton != NULL && asset != NULL && write_file(folder, "skeleton", &packs.skeleton) &&
                write_file(folder, "poses", &packs.poses) && write_file(folder, "clip", &clip) &&
                write_file(folder, "bundle", &bundle) && write_file(folder, "mesh", &mesh) &&
                write_file(folder, "graph", &graph);
    if (good) {
        for (int i = 0, read = read_rows(folder, rows); i < read; ++i) {
            if (rows[i].version != MIENI_POSE_VERSION)
                rows[count++] = rows[i];
        }
        Row *row = &rows[count++];
        row->version = MIENI_POSE_VERSION;
        hash_bytes(packs.skeleton.data, packs.skeleton.size, row->skeleton_bytes);
        hash_skeleton(skeleton, row->skeleton);
        hash_bytes(packs.poses.data, packs.poses.size, row->poses_bytes);
        hash_asset(asset, skeleton, row->poses);
        hash_bytes(clip.data, clip.size, row->clip_bytes);
        hash_clip_pack(&clip, row->clip);
        hash_bytes(bundle.data, bundle.size, row->bundle_bytes);
        hash_bundle(&bundle, row->bundle);
        hash_bytes(mesh.data, mesh.size, row->mesh_bytes);
        hash_mesh(&mesh, skeleton, row->mesh);
        hash_bytes(graph.data, graph.size, row->graph_bytes);
        hash_graph(&graph, row->graph);
        good = write_rows(folder, rows, count);
    }
    mien_pose_asset_destroy(asset);
    mien_skeleton_destroy(skeleton);
    scene_packs_free(&packs);
    pack_free(&clip);
    pack_free(&bundle);
    pack_free(&mesh);
    pack_free(&graph);
    return good && check_state.faults == 0;
}

int main(int count, char **arguments)
{
    if (count == 3 && strcmp(arguments[1], "--write") == 0)
        return write_version(arguments[2]) ? 0 : 1;
    RUN(every_version_loads);
    RUN(other_versions_are_refused);
    return check_close();
}
