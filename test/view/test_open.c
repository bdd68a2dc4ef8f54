// SPDX-License-Identifier: MIT
//
// Faces are opened from what a project is now, saved or not; what is wrong is told; and
// memory that runs out leaves nothing behind.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/view_projects.h"

#include "support/driver_leaks.h"
#include "support/ledger.h"
#include "view/shot.h"

TEST(characters_and_their_parts)
{
    static const char *const paths[] = {"toy.character.json", "toy.mesh.json", "toy.poses.json"};
    static const int poses[] = {5, 1, 5}; // a mesh alone has its morph
    for (int i = 0; i < 3; ++i) {
        MieniFace *face = toy_open(paths[i]);
        CHECK_STR(face->character->path, paths[i]);
        CHECK_STR(face->character->mesh_path, "toy.mesh.json"); // poses find it by the character
        CHECK_INT(face->pose_count, poses[i]);
        mieni_face_close(face);
    }
    MieniFace *face = toy_open("toy.skeleton.json"); // bones alone
    MieniBox box;
    CHECK(face->character->mesh == NULL && face->vertex_count == 0 && face->bone_count == TOY_BALLS);
    CHECK_STATUS(mieni_face_pose(face, NULL), MIEN_OK);
    CHECK_NEAR(face->model[2].m[7], 0.94f, 1e-6);
    CHECK_STATUS(mieni_face_box(face, MIENI_FRAME_FACE, &box), MIEN_OK);
    CHECK_NEAR(box.max.y, 1.03f, 1e-6);
    CHECK_NEAR(box.min.y, 0.5f, 1e-6);
    mieni_face_close(face);

    const MieniFaceOptions other = {.mesh = "back.mesh.json"};
    MieniProblem problem = {0};
    CHECK_STATUS(mieni_face_open(&lint_project, "toy.poses.json", &other, &face, &problem), MIEN_OK);
    CHECK_STR(face->character->mesh_path, "back.mesh.json");
    mieni_face_close(face);
}

TEST(meshes_that_fit_poses)
{
    MieniPaths meshes;
    lint_put("third.mesh.json", "{\"kind\": \"mesh\", \"version\": 1, \"source\": {\"file\": \"toy.glb\"}, "
                                "\"skeleton\": \"toy.skeleton.json\"}");
    CHECK_STATUS(mieni_character_meshes(&lint_project, "toy.poses.json", &meshes, NULL), MIEN_OK);
    CHECK_INT(meshes.count, 1); // that of the character
    mieni_paths_release(&meshes);
    lint_put("loose.poses.json", TOY_POSES("-0.1"));
    CHECK_STATUS(mieni_character_meshes(&lint_project, "loose.poses.json", &meshes, NULL), MIEN_OK);
    CHECK_INT(meshes.count, 2); // all on the skeleton
    if (meshes.count == 2)
        CHECK_STR(meshes.items[0], "third.mesh.json");
    mieni_paths_release(&meshes);
    CHECK_STATUS(mieni_character_meshes(&lint_project, "gone.poses.json", &meshes, NULL), MIEN_ERROR_FILE);
    CHECK_INT(meshes.count, 0);
}

/// An overlay of one text.
typedef struct OneText {
    const char *path, *text;
} OneText;

static MieniOverlaid find_text(void *user, const char *path, const char **out_bytes, size_t *out_size)
{
    const OneText *one = user;
    if (strcmp(path, one->path) != 0)
        return MIENI_OVERLAID_NOT;
    *out_bytes = one->text;
    *out_size = one->text != NULL ? strlen(one->text) : 0;
    return one->text != NULL ? MIENI_OVERLAID_THERE : MIENI_OVERLAID_GONE;
}

static bool list_text(void *user, MieniPaths *paths)
{
    const OneText *one = user;
    return one->text == NULL || mieni_paths_add(paths, one->path);
}

TEST(what_is_not_saved_counts)
{
    OneText one = {"toy.poses.json", TOY_POSES("-0.16")};
    const MieniOverlay overlay = {.user = &one, .find = find_text, .list = list_text};
    lint_project.overlay = &overlay;
    MieniFace *face = toy_open("toy.character.json");
    toy_strike(face, "jawOpen", 1);
    CHECK_NEAR(mieni_face_heat(face), 0.1f, 1e-6); // 40 mm on disk
    mieni_face_close(face);

    one = (OneText){"toy.mesh.json", NULL}; // deleted, not yet saved
    MieniProblem problem = {0};
    CHECK(mieni_face_open(&lint_project, "toy.mesh.json", NULL, &face, &problem) != MIEN_OK);
    CHECK(face == NULL);
    lint_project.overlay = NULL;
}

TEST(images_are_decoded_or_warned_of)
{
    if (!mien_io_image_is_supported())
        SKIP("this build reads no images");
    MieniFace *face = toy_open("toy.character.json");
    const MieniImages *images = &face->images;
    CHECK_INT(images->count, 2);
    CHECK(images->given[0].width == 2 && images->given[0].pixels[0] == 255);
    CHECK(images->given[1].pixels == NULL);
    CHECK_INT(images->warning_count, 1);
    if (images->warning_count == 1) {
        CHECK_STR(images->warnings[0].file, "toy.glb#images/1");
        CHECK(images->warnings[0].message[0] != '\0');
    }
    mieni_face_drop_images(face);
    CHECK(images->given == NULL && images->count == 0);
    mieni_face_close(face);

    const MieniFaceOptions none = {.has_no_images = true};
    CHECK_STATUS(mieni_face_open(&lint_project, "toy.mesh.json", &none, &face, NULL), MIEN_OK);
    CHECK_INT(face->images.count, 0);
    mieni_face_close(face);
}

TEST(what_is_wrong_is_told)
{
    static const struct {
        const char *path, *file;
        MienStatus status;
    } cases[] = {{"missing.character.json", "missing.character.json", MIEN_ERROR_FILE},
                 {"mien.json", "mien.json", MIEN_ERROR_ARGUMENT},
                 {"toy.glb", "toy.glb", MIEN_ERROR_ARGUMENT},
                 {"blind.character.json", "blind.character.json", MIEN_ERROR_FILE}};
    lint_put("blind.character.json", "{\"kind\": \"character\", \"version\": 1, \"skeleton\": "
                                     "\"toy.skeleton.json\", \"mesh\": \"gone.mesh.json\"}");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        MieniFace *face = NULL;
        MieniProblem problem = {0};
        CHECK_STATUS(mieni_face_open(&lint_project, cases[i].path, NULL, &face, &problem), cases[i].status);
        CHECK(face == NULL && problem.error.message[0] != '\0');
        CHECK_STR(problem.file, cases[i].file);
    }
}

static MienStatus open_and_close(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                                 MienError *error)
{
    const MieniFaceOptions options = {.allocator = allocator};
    MieniFace *face = NULL;
    MieniProblem problem = {0};
    const MienStatus status = mieni_face_open(&lint_project, given, &options, &face, &problem);
    *out_is_empty = face == NULL;
    *error = problem.error;
    mieni_face_close(face);
    return status;
}

static MienStatus make_and_close(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                                 MienError *error)
{
    const MieniFaceOptions options = {.allocator = allocator};
    const MieniFace *other = given;
    MieniFace *face = NULL;
    MieniProblem problem = {0};
    const MienStatus status = mieni_face_make(other->character, &options, &face, &problem);
    *out_is_empty = face == NULL;
    *error = problem.error;
    mieni_face_close(face);
    return status;
}

TEST(memory_that_runs_out)
{
    check_call("open a character", open_and_close, "toy.character.json");
    check_call("open bones", open_and_close, "toy.skeleton.json");
    MieniFace *face = toy_open("toy.poses.json");
    check_call("make a face", make_and_close, face);
    CHECK_STATUS(mieni_face_pose(face, NULL), MIEN_OK); // whose character is as it was
    mieni_face_close(face);
}

CHECK_MAIN
{
    toy_begin();
    RUN(characters_and_their_parts);
    RUN(meshes_that_fit_poses);
    RUN(what_is_not_saved_counts);
    RUN(images_are_decoded_or_warned_of);
    RUN(what_is_wrong_is_told);
    RUN(memory_that_runs_out);
    toy_end();
}
