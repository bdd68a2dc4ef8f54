// SPDX-License-Identifier: MIT
//
// Mesh assets: where bones lie, which morphs there are, and what importing writes.

#include "asset/mesh.h"
#include "asset/poses.h"
#include "support/check.h"
#include "support/ledger.h"

static const MienAuthorBone bones[] = {
    {"head", -1, {.rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}}, MIEN_ALL_LODS},
    {"jaw", 0, {.rotation = {0, 0, 0, 1}, .translation = {0, -1, 0}, .scale = {1, 1, 1}}, MIEN_ALL_LODS},
    {"lid", 0, {.rotation = {0, 0, 0, 1}, .translation = {0, 1, 0}, .scale = {1, 1, 1}}, MIEN_ALL_LODS},
};
static const MienAuthorSkeleton skeleton = {.bone_count = 3, .bones = bones};

/// The same bones in a file, one of them elsewhere, and one that the skeleton lacks.
static const MienAuthorBone file_bones[] = {
    {"head", -1, {.rotation = {0, 0, 0, 1}, .scale = {1, 1, 1}}, MIEN_ALL_LODS},
    {"jaw", 0, {.rotation = {0, 0, 0, 1}, .translation = {0, -1.5f, 0}, .scale = {1, 1, 1}}, MIEN_ALL_LODS},
    {"ear", 0, {.rotation = {0, 0, 0, 1}, .translation = {3, 1, 0}, .scale = {1, 1, 1}}, MIEN_ALL_LODS},
};
static const MienAuthorSkeleton file = {.bone_count = 3, .bones = file_bones};

static const MienAuthorMeshJoint binds[] = {{.bone = "jaw"}, {.bone = "head"}};
static const MienAuthorMorph morphs[] = {{.name = "smile"}, {.name = "older", .weight = 0.25f}};
static const MienAuthorMesh mesh = {.joint_count = 2, .joints = binds, .morph_count = 2, .morphs = morphs};

static MieniAsset read_mesh(const char *rest)
{
    char text[800];
    MieniAsset asset;
    MienError error = {0};
    snprintf(text, sizeof text, "{\"kind\": \"mesh\", \"version\": 1, \"skeleton\": \"a.skeleton.json\"%s%s}",
             rest[0] != '\0' ? ",\n" : "", rest);
    CHECK_STATUS(mieni_asset_read(&asset, MIENI_ASSET_MESH, text, strlen(text), NULL, &error), MIEN_OK);
    CHECK_STR(error.message, "");
    return asset;
}

static void check_text(const MieniAsset *asset, const char *rest)
{
    MieniTextOut out = {0};
    MieniAsset wanted = read_mesh(rest);
    CHECK(mieni_json_equal(asset->json.root, wanted.json.root));
    mieni_asset_write(asset, &out);
    if (check_state.faults > 0)
        printf("%s", out.bytes);
    mieni_text_release(&out);
    mieni_asset_release(&wanted);
}

TEST(places_lie_over_the_skeleton)
{
    MieniAsset asset = read_mesh("\"rest_pose\": [{\"bone\": \"lid\", \"t\": [0, 2, 0]}]");
    MieniArena arena = {0};
    MienAuthorSkeleton placed;
    CHECK_STATUS(mieni_mesh_place(&asset, &skeleton, &arena, &placed, NULL), MIEN_OK);
    CHECK_INT(placed.bone_count, 3);
    CHECK_NEAR(placed.bones[2].rest.translation.y, 2, 0);
    CHECK_NEAR(placed.bones[1].rest.translation.y, -1, 0);
    CHECK_NEAR(skeleton.bones[2].rest.translation.y, 1, 0);
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

TEST(unknown_bones_are_refused)
{
    MieniAsset asset = read_mesh("\"rest_pose\": [{\"bone\": \"tail\"}]");
    MieniArena arena = {0};
    MienAuthorSkeleton placed;
    MienError error = {0};
    CHECK_STATUS(mieni_mesh_place(&asset, &skeleton, &arena, &placed, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "line 2, rest_pose[0].bone");
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

TEST(sources_are_described_by_their_asset)
{
    MieniAsset asset = read_mesh("\"rest_pose\": [{\"bone\": \"jaw\", \"t\": [0, -1.5, 0]}], \"morphs\": "
                                 "[{\"name\": \"aged\", \"target\": \"older\", \"weight\": 0.5}]");
    MieniArena arena = {0};
    MienAuthorMesh out;
    MieniMeshNotes notes;
    CHECK_STATUS(mieni_mesh_describe(&asset, &skeleton, &mesh, &file, &arena, &out, &notes, NULL), MIEN_OK);
    CHECK_INT(out.bone_count, 1);
    CHECK_STR(out.bones[0].name, "jaw");
    CHECK_NEAR(out.bones[0].rest.translation.y, -1.5, 0);
    CHECK_INT(out.morph_count, 1);
    CHECK_STR(out.morphs[0].name, "aged");
    CHECK_NEAR(out.morphs[0].weight, 0.5, 0);
    CHECK_INT(out.joint_count, 2);
    CHECK_INT(notes.new_morph_count, 1);
    CHECK_STR(notes.new_morph, "smile");
    CHECK_INT(notes.moved_bone_count, 0);
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

TEST(bones_that_moved_since_are_told)
{
    MieniAsset asset = read_mesh("");
    MieniArena arena = {0};
    MienAuthorMesh out;
    MieniMeshNotes notes;
    CHECK_STATUS(mieni_mesh_describe(&asset, &skeleton, &mesh, &file, &arena, &out, &notes, NULL), MIEN_OK);
    CHECK_INT(out.bone_count, 0);
    CHECK_INT(out.morph_count, 0);
    CHECK_INT(notes.moved_bone_count, 1);
    CHECK_STR(notes.moved_bone, "jaw");
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

TEST(what_the_source_lacks_is_refused)
{
    static const MienAuthorMeshJoint ear = {.bone = "ear"};
    const MienAuthorMesh other = {.joint_count = 1, .joints = &ear};
    MieniAsset asset = read_mesh("\"morphs\": [{\"name\": \"smile\"},\n{\"name\": \"frown\"}]");
    MieniArena arena = {0};
    MienAuthorMesh out;
    MienError error = {0};
    CHECK_STATUS(mieni_mesh_describe(&asset, &skeleton, &mesh, &file, &arena, &out, NULL, &error),
                 MIEN_ERROR_DATA);
    CHECK_STR(error.location, "line 3, morphs[1]");
    CHECK(strstr(error.message, "mien import") != NULL);
    CHECK_STATUS(mieni_mesh_describe(&asset, &skeleton, &other, &file, &arena, &out, NULL, &error),
                 MIEN_ERROR_DATA);
    CHECK_STR(error.location, "line 1, skeleton");
    CHECK(strstr(error.message, "\"ear\"") != NULL && strstr(error.message, "--add-bones") != NULL);
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

TEST(importing_writes_what_differs)
{
    MieniAsset asset = read_mesh("");
    int gone;
    CHECK_STATUS(mieni_mesh_fill(&asset, &skeleton, &mesh, &file, &gone, NULL), MIEN_OK);
    CHECK_INT(gone, 0);
    check_text(&asset, "\"rest_pose\": [{\"bone\": \"jaw\", \"t\": [0, -1.5, 0]}], \"morphs\": "
                       "[{\"name\": \"smile\"}, {\"name\": \"older\", \"weight\": 0.25}]");
    mieni_asset_release(&asset);
}

TEST(importing_keeps_what_people_wrote)
{
    MieniAsset asset =
        read_mesh("\"mine\": 1, \"rest_pose\": [{\"bone\": \"lid\", \"t\": [0, 2, 0]}], \"morphs\": "
                  "[{\"name\": \"frown\"}, {\"name\": \"aged\", \"target\": \"older\", \"weight\": 1}]");
    int gone;
    CHECK_STATUS(mieni_mesh_fill(&asset, &skeleton, &mesh, &file, &gone, NULL), MIEN_OK);
    CHECK_INT(gone, 1);
    check_text(&asset, "\"mine\": 1, \"rest_pose\": [{\"bone\": \"jaw\", \"t\": [0, -1.5, 0]}], \"morphs\": "
                       "[{\"name\": \"aged\", \"target\": \"older\", \"weight\": 1}, {\"name\": \"smile\"}]");
    mieni_asset_release(&asset);
}

static MienStatus describe_call(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                                MienError *error)
{
    MieniArena arena = {.allocator = allocator};
    MienAuthorMesh out;
    const MienStatus status = mieni_mesh_describe(given, &skeleton, &mesh, &file, &arena, &out, NULL, error);
    *out_is_empty = out.morphs == NULL && out.bones == NULL;
    mieni_arena_release(&arena);
    return status;
}

/// Reads, fills, and checks whether a failure left the asset unchanged.
static MienStatus fill_call(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    MieniAsset asset;
    int gone;
    MienStatus status = mieni_asset_read(&asset, MIENI_ASSET_MESH, given, strlen(given), allocator, error);
    *out_is_empty = status != MIEN_OK;
    if (status != MIEN_OK)
        return status;
    status = mieni_mesh_fill(&asset, &skeleton, &mesh, &file, &gone, error);
    *out_is_empty = mieni_json_get(asset.json.root, "rest_pose") == NULL;
    mieni_asset_release(&asset);
    return status;
}

TEST(each_allocation_fails_once)
{
    MieniAsset asset = read_mesh("\"rest_pose\": [{\"bone\": \"lid\", \"t\": [0, 2, 0]}], \"morphs\": "
                                 "[{\"name\": \"older\"}]");
    check_call("describe", describe_call, &asset);
    check_call("fill", fill_call, "{\"kind\": \"mesh\", \"version\": 1, \"skeleton\": \"a.skeleton.json\"}");
    mieni_asset_release(&asset);
}

CHECK_MAIN
{
    RUN(places_lie_over_the_skeleton);
    RUN(unknown_bones_are_refused);
    RUN(sources_are_described_by_their_asset);
    RUN(bones_that_moved_since_are_told);
    RUN(what_the_source_lacks_is_refused);
    RUN(importing_writes_what_differs);
    RUN(importing_keeps_what_people_wrote);
    RUN(each_allocation_fails_once);
}
