// SPDX-License-Identifier: MIT
//
// Packs of every format version that ever was, in test/versions: each that is still read
// gives the results it always gave. Packs of other versions are refused as such.
//
//     test_core_versions --write DIR    makes the packs of the current versions

#include "support/bundles.h"
#include "support/check.h"
#include "support/clip_packs.h"
#include "support/evaluate.h"
#include "support/graph/golden.h"
#include "support/mesh_run.h"
#include "support/play.h"

#include "core/bundle_format.h"
#include "core/clip_format.h"
#include "core/graph/format.h"
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
static const MienSampleMeshOptions golden_mesh = {.seed = 51,
                                                  .vertex_count = 29,
                                                  .influence_count = 3,
                                                  .morph_count = 5,
                                                  .has_colors = true,
                                                  .has_own_rest_pose = true};

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
        hash_double(&hash, mien_skeleton_bone_max_lod(skeleton, b));
        transform_channels(&mien_skeleton_rest_pose(skeleton)[b], channels);
        mieni_sha256_update(&hash, channels, sizeof channels);
    }
    for (int c = 0; c < mien_skeleton_curve_count(skeleton); ++c) {
        const char *name = mien_skeleton_curve_name(skeleton, c);
        mieni_sha256_update(&hash, name, strlen(name) + 1);
        hash_double(&hash, mien_skeleton_curve_max_lod(skeleton, c));
    }
    mien_skeleton_interface_hash(skeleton, own);
    mieni_sha256_update(&hash, own, sizeof own);
    hash_text(&hash, text);
}

/// What an asset does, on its own and bound.
static void hash_poses(const Pack *pack, const MienSkeleton *skeleton, char text[65])
{
    const MienLoadOptions options = {.borrow_data = true};
    MienPoseAsset *asset = NULL;
    MieniSha256 hash;
    mieni_sha256_begin(&hash);
    CHECK_STATUS(mien_pose_asset_load(pack->data, pack->size, &options, &asset, NULL), MIEN_OK);
    for (int seed = 0; asset != NULL && seed < 8; ++seed)
        CHECK_STR(evaluate(asset, skeleton, (uint64_t)seed, &hash), NULL);
    mien_pose_asset_destroy(asset);
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
        const int counts[] = {info.vertex_count, info.index_count,   info.influence_count, info.joint_count,
                              info.morph_count,  info.submesh_count, info.material_count,  info.image_count,
                              info.has_normals,  info.has_uvs,       info.has_colors};
        for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i)
            hash_double(&hash, counts[i]);
        mieni_sha256_update(&hash, mien_mesh_indices(mesh), (size_t)info.index_count * sizeof(uint32_t));
        mieni_sha256_update(&hash, mien_mesh_uvs(mesh), (size_t)info.vertex_count * 2 * sizeof(float));
        mieni_sha256_update(&hash, mien_mesh_colors(mesh), (size_t)info.vertex_count * 4 * sizeof(uint16_t));
        for (int m = 0; m < info.morph_count; ++m)
            mieni_sha256_update(&hash, mien_mesh_morph(mesh, m).name,
                                strlen(mien_mesh_morph(mesh, m).name) + 1);
        for (int b = 0; b < info.bone_count; ++b)
            mieni_sha256_update(&hash, mien_mesh_bone_name(mesh, b),
                                strlen(mien_mesh_bone_name(mesh, b)) + 1);
        for (int p = 0; p < info.submesh_count; ++p) {
            const MienSubmesh part = mien_mesh_submesh(mesh, p);
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

/// The kinds whose versions are kept, as their files are called.
enum { SKELETON, POSES, CLIP, BUNDLE, MESH, GRAPH, KINDS };

static const struct {
    const char *name;
    int version; ///< The only one that is read.
} kinds[KINDS] = {
    [SKELETON] = {"skeleton", MIENI_SKELETON_VERSION},
    [POSES] = {"poses", MIENI_POSE_VERSION},
    [CLIP] = {"clip", MIENI_CLIP_VERSION},
    [BUNDLE] = {"bundle", MIENI_BUNDLE_VERSION},
    [MESH] = {"mesh", MIENI_MESH_VERSION},
    [GRAPH] = {"graph", MIENI_GRAPH_VERSION},
};

/// What a pack of the version that is read comes to.
static void hash_content(int kind, const Pack *pack, const MienSkeleton *skeleton, char text[65])
{
    if (kind == SKELETON)
        hash_skeleton(skeleton, text);
    else if (kind == POSES)
        hash_poses(pack, skeleton, text);
    else if (kind == CLIP)
        hash_clip_pack(pack, text);
    else if (kind == BUNDLE)
        hash_bundle(pack, text);
    else if (kind == MESH)
        hash_mesh(pack, skeleton, text);
    else
        hash_graph(pack, text);
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

/// One line of test/versions/hashes.txt: a pack and its result.
typedef struct Row {
    char kind[16];
    int version;
    char bytes[65], content[65]; ///< content: "refused" of versions that are no longer read.
} Row;

static Pack open_pack(const char *folder, const char *kind, int version)
{
    char path[1024];
    MienFile *file = NULL;
    MienError error = {0};
    Pack pack = {0};
    snprintf(path, sizeof path, "%s/%s_v%d.mien", folder, kind, version);
    CHECK_STATUS(mien_file_open(path, NULL, &file, &error), MIEN_OK);
    if (file != NULL)
        pack = pack_copy(mien_file_data(file), mien_file_size(file));
    else
        printf("%s: %s\n", error.location, error.message);
    mien_file_close(file);
    return pack;
}

/// The skeleton that poses and meshes are bound to.
static MienSkeleton *open_skeleton(const char *folder)
{
    Pack pack = open_pack(folder, "skeleton", MIENI_SKELETON_VERSION);
    MienSkeleton *skeleton = NULL;
    if (pack.data != NULL)
        CHECK_STATUS(mien_skeleton_load(pack.data, pack.size, NULL, &skeleton, NULL), MIEN_OK);
    pack_free(&pack);
    return skeleton;
}

/// A file of this version, small, with the bytes it always had.
static void check_file(const Row *row, const Pack *pack)
{
    MienPackInfo info = {0};
    char text[65];
    hash_bytes(pack->data, pack->size, text);
    CHECK_STR(text, row->bytes);
    CHECK(pack->size < LARGEST);
    CHECK_STATUS(mien_pack_inspect(pack->data, pack->size, false, &info, NULL), MIEN_OK);
    CHECK_INT(info.version, row->version);
}

static void check_row(int kind, const Row *row, const MienSkeleton *skeleton)
{
    Pack pack = open_pack(MIEN_TEST_DIR "/versions", row->kind, row->version);
    if (pack.data == NULL)
        return;
    check_file(row, &pack);
    if (row->version == kinds[kind].version) {
        char text[65];
        hash_content(kind, &pack, skeleton, text);
        CHECK_STR(text, row->content);
    } else {
        MienError error = {0};
        CHECK_STR(row->content, "refused");
        CHECK_STATUS(load_any(&pack, &error), MIEN_ERROR_VERSION);
    }
    pack_free(&pack);
}

enum { MOST_ROWS = 256 };

/// Reads the list; returns how many rows it has.
static int read_rows(const char *folder, Row rows[MOST_ROWS])
{
    char path[1024];
    snprintf(path, sizeof path, "%s/hashes.txt", folder);
    FILE *list = fopen(path, "r");
    int count = 0;
    Row row;
    while (list != NULL && count < MOST_ROWS &&
           fscanf(list, "%15s %d %64s %64s", row.kind, &row.version, row.bytes, row.content) == 4)
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
        good =
            fprintf(list, "%s %d %s %s\n", rows[i].kind, rows[i].version, rows[i].bytes, rows[i].content) > 0;
    return list != NULL && fclose(list) == 0 && good;
}

/// Of each kind all versions from the first to the one that is read.
TEST(every_version_is_known)
{
    static Row rows[MOST_ROWS];
    const int count = read_rows(MIEN_TEST_DIR "/versions", rows);
    MienSkeleton *skeleton = open_skeleton(MIEN_TEST_DIR "/versions");
    int seen = 0;
    for (int kind = 0; kind < KINDS && skeleton != NULL; ++kind) {
        int version = 0;
        for (int i = 0; i < count; ++i) {
            if (strcmp(rows[i].kind, kinds[kind].name) == 0) {
                CHECK_INT(rows[i].version, ++version);
                check_row(kind, &rows[i], skeleton);
                ++seen;
            }
        }
        CHECK_INT(version, kinds[kind].version);
    }
    CHECK_INT(seen, count);
    mien_skeleton_destroy(skeleton);
}

TEST(other_versions_are_refused)
{
    ScenePacks packs = scene_packs(&golden);
    Pack clip = clip_pack(&golden_clip), bundle = bundle_pack(), mesh = mesh_pack(&golden, &golden_mesh);
    Pack graph = graph_pack();
    const Pack *const all[] = {&packs.skeleton, &packs.poses, &clip, &bundle, &mesh, &graph};
    for (int i = 0; i < 3 * KINDS; ++i) {
        const int own = kinds[i / 3].version;
        const uint32_t others[] = {(uint32_t)own - 1, (uint32_t)own + 1, UINT32_MAX}, version = others[i % 3];
        Pack pack = pack_copy(all[i / 3]->data, all[i / 3]->size);
        MienError error = {0};
        char place[64];
        CHECK_STATUS(load_any(&pack, NULL), MIEN_OK);
        memcpy(pack.data + offsetof(MieniPackHeader, version), &version, sizeof version);
        pack_seal(&pack);
        CHECK_STATUS(load_any(&pack, &error), MIEN_ERROR_VERSION);
        snprintf(place, sizeof place, "header.version %u, not %d", (unsigned)version, own);
        CHECK_STR(error.location, place);
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

static bool write_file(const char *folder, int kind, const Pack *pack)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s_v%d.mien", folder, kinds[kind].name, kinds[kind].version);
    FILE *file = fopen(path, "wb");
    const bool wrote = file != NULL && fwrite(pack->data, 1, pack->size, file) == pack->size;
    const bool closed = file == NULL || fclose(file) == 0;
    printf("%s: %zu bytes%s\n", path, pack->size, wrote && closed ? "" : ", not written");
    return wrote && closed && pack->size < LARGEST;
}

/// The rows of a kind: those of versions that are no longer read, and the current one.
static int add_rows(int kind, const Pack *pack, const MienSkeleton *skeleton, const Row *old, int old_count,
                    Row *out)
{
    int count = 0;
    for (int i = 0; i < old_count; ++i) {
        if (strcmp(old[i].kind, kinds[kind].name) == 0 && old[i].version < kinds[kind].version) {
            out[count] = old[i];
            strcpy(out[count++].content, "refused");
        }
    }
    Row *row = &out[count++];
    snprintf(row->kind, sizeof row->kind, "%s", kinds[kind].name);
    row->version = kinds[kind].version;
    hash_bytes(pack->data, pack->size, row->bytes);
    hash_content(kind, pack, skeleton, row->content);
    return count;
}

/// Makes the packs of the current versions and their lines of hashes.
static bool write_versions(const char *folder)
{
    static Row old[MOST_ROWS], rows[MOST_ROWS + KINDS];
    ScenePacks packs = scene_packs(&golden);
    Pack clip = clip_pack(&golden_clip), bundle = bundle_pack(), mesh = mesh_pack(&golden, &golden_mesh);
    Pack graph = graph_pack();
    const Pack *const all[KINDS] = {&packs.skeleton, &packs.poses, &clip, &bundle, &mesh, &graph};
    MienSkeleton *skeleton = NULL;
    mien_skeleton_load(packs.skeleton.data, packs.skeleton.size, NULL, &skeleton, NULL);
    const int old_count = read_rows(folder, old);
    int count = 0;
    bool good = skeleton != NULL;
    for (int kind = 0; kind < KINDS && good; ++kind) {
        good = write_file(folder, kind, all[kind]);
        count += add_rows(kind, all[kind], skeleton, old, old_count, rows + count);
    }
    good = good && write_rows(folder, rows, count);
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
        return write_versions(arguments[2]) ? 0 : 1;
    RUN(every_version_is_known);
    RUN(other_versions_are_refused);
    return check_close();
}
