// SPDX-License-Identifier: MIT
//
// Faces of the data sets: morphs shared by identities, one skeleton for five characters,
// weights that do not sum to 1.

#include "support/gltf/files.h"

#include "io/gltf/gltf.h"
#include "mien_author/mesh.h"

/// Reads a file whose mesh is sound; NULL without the data.
static MienIoSource *read_face(const char *relative)
{
    const char *path = check_data_path(relative);
    MienIoSource *source = NULL;
    MienError error = {0};
    if (path == NULL)
        return NULL;
    CHECK_STATUS(gltf_read_path(path, NULL, &source, NULL, &error), MIEN_OK);
    if (source == NULL || source->mesh == NULL) {
        printf("%s: %s: %s\n", relative, error.location, error.message);
        CHECK(source != NULL && source->mesh != NULL);
        mien_io_source_destroy(source);
        return NULL;
    }
    CHECK_STATUS(mien_author_mesh_check(source->mesh, &error), MIEN_OK);
    return source;
}

/// That morphs are those of the file, in its order.
static void check_target_names(const char *relative, const MienAuthorMesh *mesh)
{
    GltfFolder folder;
    MienIoGltf *gltf = NULL;
    CHECK_STATUS(gltf_open_path(check_data_path(relative), &folder, &gltf, NULL), MIEN_OK);
    const MieniJson *names =
        mieni_json_get(mieni_json_get(mieni_gltf_item(gltf, "meshes", 0), "extras"), "targetNames");
    CHECK_INT(mesh->morph_count, 57);
    CHECK_INT(names->count, 57);
    for (int m = 0; m < 57 && m < mesh->morph_count; ++m)
        CHECK_STR(mesh->morphs[m].name, names->items[m]->string);
    mien_io_gltf_destroy(gltf);
    gltf_folder_close(&folder);
}

TEST(identities_share_57_morphs)
{
    static const char *const files[] = {"ict-facekit/ict_head_57morphs_alexrom3.glb",
                                        "ict-facekit/ict_face_idA_57morphs.glb",
                                        "ict-facekit/ict_face_idB_57morphs.glb"};
    static const int vertices[] = {24591, 6706, 6706};
    MienIoSource *faces[3] = {NULL, NULL, NULL};
    for (int f = 0; f < 3; ++f) {
        faces[f] = read_face(files[f]);
        if (faces[f] == NULL)
            SKIP("no data");
        CHECK_INT(faces[f]->mesh->vertex_count, vertices[f]);
        check_target_names(files[f], faces[f]->mesh);
    }
    int still = 0;
    for (int m = 0; m < 57; ++m) {
        const MienAuthorMorph *a = &faces[1]->mesh->morphs[m], *b = &faces[2]->mesh->morphs[m];
        CHECK_STR(a->name, b->name);
        CHECK_STR(a->name, faces[0]->mesh->morphs[m].name);
        still += a->count == 0;
        CHECK(a->count > 0 || strstr(a->name, "PupilDilate") != NULL);
        CHECK(a->count < 6706); // what stands still takes no room
    }
    CHECK(still > 0);
    for (int f = 0; f < 3; ++f)
        mien_io_source_destroy(faces[f]);
}

TEST(five_characters_have_one_skeleton)
{
    static const struct {
        const char *file;
        int vertices; ///< Of the set's manifest, where it says.
    } characters[] = {{"makehuman-derived/mh_female_young.glb", 13886},
                      {"makehuman-derived/mh_baby.glb", 13886},
                      {"makehuman-derived/mh_child_head.glb", 4958},
                      {"makehuman-derived/mh_male_young_head.glb", 4859},
                      {"makehuman-derived/mh_old_heavy_head.glb", 4843}};
    MienIoSource *first = NULL;
    for (int c = 0; c < 5; ++c) {
        MienIoSource *source = read_face(characters[c].file);
        if (source == NULL)
            SKIP("no data");
        CHECK_INT(source->mesh->vertex_count, characters[c].vertices);
        CHECK_INT(source->mesh->bone_count, 163);
        CHECK_INT(source->mesh->joint_count, 163);
        CHECK_INT(source->skeleton.bone_count, 163);
        CHECK_INT(source->mesh->influence_count, 4);
        CHECK(source->mesh->normals != NULL && source->mesh->morph_count == 0);
        if (c == 0) {
            first = source;
            continue;
        }
        int moved = 0;
        for (int b = 0; b < 163; ++b) {
            const MienAuthorMeshBone *bone = &source->mesh->bones[b], *other = &first->mesh->bones[b];
            CHECK_STR(bone->name, other->name);
            CHECK_INT(source->skeleton.bones[b].parent, first->skeleton.bones[b].parent);
            CHECK(memcmp(&source->skeleton.bones[b].rest, &bone->rest, sizeof bone->rest) == 0);
            moved += memcmp(&bone->rest, &other->rest, sizeof bone->rest) != 0;
        }
        CHECK(moved > 100); // each has proportions of its own
        mien_io_source_destroy(source);
    }
    mien_io_source_destroy(first);
}

/// How many vertices of the file's skinned meshes have weights that do not sum to 1.
static int count_odd(const MienIoGltf *gltf)
{
    MieniArena arena = {0};
    int odd = 0;
    for (int m = 0; m < mieni_gltf_count(gltf, "meshes"); ++m) {
        const MieniJson *primitives = mieni_json_get(mieni_gltf_item(gltf, "meshes", m), "primitives");
        for (int p = 0; p < primitives->count; ++p) {
            const int accessor =
                mieni_gltf_index(mieni_json_get(primitives->items[p], "attributes"), "WEIGHTS_0");
            float *w = NULL;
            if (accessor < 0 || mieni_gltf_floats(gltf, accessor, &arena, &w, NULL) != MIEN_OK)
                continue;
            for (int v = 0; v < mieni_gltf_accessor(gltf, accessor).count; ++v) {
                const double sum = (double)w[4 * v] + w[4 * v + 1] + w[4 * v + 2] + w[4 * v + 3];
                odd += sum < 1.0 - 1e-5 || sum > 1.0 + 1e-5;
            }
        }
    }
    mieni_arena_release(&arena);
    return odd;
}

TEST(the_robots_weights_sum_to_1)
{
    const char *file = "threejs/RobotExpressive.glb";
    MienIoSource *source = read_face(file);
    GltfFolder folder;
    MienIoGltf *gltf = NULL;
    if (source == NULL)
        SKIP("no data");
    CHECK_STATUS(gltf_open_path(check_data_path(file), &folder, &gltf, NULL), MIEN_OK);
    const int odd = count_odd(gltf);
    printf("%d vertices are not as they were\n", odd);
    CHECK(odd > 0);
    const MienAuthorMesh *mesh = source->mesh;
    for (int v = 0; v < mesh->vertex_count; ++v) {
        double sum = 0.0;
        for (int i = 0; i < mesh->influence_count; ++i)
            sum += mesh->vertex_weights[v * mesh->influence_count + i];
        CHECK_NEAR(sum, 1.0, 0x1p-23);
    }
    CHECK_INT(mesh->morph_count, 3);
    CHECK_STR(mesh->morphs[0].name, "Angry");
    CHECK_STR(mesh->morphs[1].name, "Surprised");
    CHECK_STR(mesh->morphs[2].name, "Sad");
    mien_io_gltf_destroy(gltf);
    gltf_folder_close(&folder);
    mien_io_source_destroy(source);
}

CHECK_MAIN
{
    RUN(identities_share_57_morphs);
    RUN(five_characters_have_one_skeleton);
    RUN(the_robots_weights_sum_to_1);
}
