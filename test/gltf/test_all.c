// SPDX-License-Identifier: MIT
//
// Every file of the sets that are meant to be read is read, and what comes of it can be
// cooked, loaded and posed; or it is refused for a reason that stands here.

#include "support/gltf/scene.h"

static const struct {
    const char *path; ///< Below the data's folder.
    MienStatus status;
    const char *part; ///< Of what must be said.
    const char *why;
} refusals[] = {
    {"khronos/MorphPrimitivesTest/glTF-Draco/MorphPrimitivesTest.gltf", MIEN_ERROR_VERSION,
     "KHR_draco_mesh_compression", "compressed"},
    {"khronos/RiggedFigure/glTF-Draco/RiggedFigure.gltf", MIEN_ERROR_VERSION, "KHR_draco_mesh_compression",
     "compressed"},
};
enum { REFUSALS = sizeof refusals / sizeof refusals[0] };

static int read_count, refused_count, take_count, mesh_count, vertex_count, morph_count, bone_count,
    expression_count;

static bool is_expected(const char *relative, MienStatus status, const MienError *error)
{
    for (int i = 0; i < REFUSALS; ++i)
        if (strcmp(refusals[i].path, relative) == 0)
            return status == refusals[i].status && error->location[0] != '\0' &&
                   strstr(error->message, refusals[i].part) != NULL;
    return status == MIEN_OK;
}

/// Every take passes its check and says nothing of bones and morphs that are not there.
static void check_takes(const Scene *scene)
{
    for (int t = 0; t < scene->source->take_count; ++t) {
        const MienAuthorClip *clip = scene->source->takes[t].clip;
        CHECK_STATUS(mien_author_clip_check(clip, NULL), MIEN_OK);
        for (int i = 0; i < clip->track_count; ++i)
            CHECK(mien_skeleton_find_bone(scene->skeleton, clip->tracks[i].bone) >= 0);
        ++take_count;
    }
}

static void check_mesh(const Scene *scene)
{
    const int count = mien_mesh_info(scene->mesh).vertex_count;
    MienVec3 *places = calloc((size_t)count + 1, sizeof *places);
    CHECK_STATUS(scene_pose(scene, scene->source->take_count - 1, 0.0, places), MIEN_OK);
    int wild = 0;
    for (int v = 0; v < count; ++v) {
        const double sum = (double)places[v].x + (double)places[v].y + (double)places[v].z;
        wild += !(sum - sum == 0.0); // not finite
    }
    CHECK_INT(wild, 0);
    CHECK_INT(mien_mesh_binding_report_count(scene->binding), 0);
    free(places);
    ++mesh_count;
    vertex_count += count;
    morph_count += scene->source->mesh->morph_count;
}

static void visit(const char *path, const char *relative)
{
    Scene scene;
    MienError error = {0};
    MienStatus status = scene_open(&scene, path, &error);
    const bool is_read = status == MIEN_OK;
    if (!is_expected(relative, status, &error)) {
        printf("%s: %s: %s: %s\n", relative, mien_status_name(status), error.location, error.message);
        CHECK(false);
    }
    if (is_read) {
        status = scene_cook(&scene, &error);
        if (status != MIEN_OK)
            printf("%s: cooked: %s: %s\n", relative, error.location, error.message);
        CHECK_STATUS(status, MIEN_OK);
        if (status == MIEN_OK)
            check_takes(&scene);
        if (scene.mesh != NULL)
            check_mesh(&scene);
        bone_count += scene.source->skeleton.bone_count;
        expression_count += scene.source->expressions.count;
    }
    ++*(is_read ? &read_count : &refused_count);
    scene_close(&scene);
}

TEST(every_file)
{
    static const char *const sets[] = {"khronos/", "gltf-asset-generator/", "threejs/",
                                       "vrm/",     "ict-facekit/",          "makehuman-derived/"};
    static const char *const ends[] = {".gltf", ".glb", ".vrm", ".vrma"};
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; ++i) {
        const int before = read_count + refused_count;
        const int count = each_data_file(sets[i], ends, 4, visit);
        if (count < 0)
            SKIP("no test data");
        CHECK(count > 0);
        printf("%-22s %3d files\n", sets[i], read_count + refused_count - before);
    }
    printf("%d read: %d bones, %d takes, %d meshes, %d vertices, %d morphs, %d expressions; %d refused\n",
           read_count, bone_count, take_count, mesh_count, vertex_count, morph_count, expression_count,
           refused_count);
    CHECK_INT(refused_count, REFUSALS);
    CHECK(read_count >= 80);
}

CHECK_MAIN { RUN(every_file); }
