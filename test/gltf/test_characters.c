// SPDX-License-Identifier: MIT
//
// Five characters of different proportions and rest poses, imported onto one skeleton:
// every pose of each is what its own file shows, and one clip of curves plays on all.

#define _XOPEN_SOURCE 700 // mkdtemp, realpath

#include "support/program.h"
#include "support/shown_mesh.h"

#include "base/text_out.h"

enum { CHARACTERS = 5, POSES = 60 };
static const char *const names[CHARACTERS] = {"mh_female_young", "mh_baby", "mh_child_head",
                                              "mh_male_young_head", "mh_old_heavy_head"};

/// How far a vertex may be from where the file has it, in heights of the character.
static const double tolerance = 1e-4;

typedef struct Character {
    Truth truth;
    MienFile *files[2];
    MienMesh *mesh;
    MienPoseAsset *poses;
    MienMeshBinding *mesh_binding;
    MienPoseBinding *pose_binding;
} Character;

static MienFile *skeleton_file;
static MienSkeleton *skeleton;

static bool open_character(Character *character, const char *name)
{
    char path[128];
    const MienLoadOptions options = {.borrow_data = true};
    MienError error = {0};
    *character = (Character){0};
    snprintf(path, sizeof path, "%s/%s.glb", program_folder, name);
    if (!truth_open(&character->truth, path))
        return false;
    snprintf(path, sizeof path, "%s.mesh", name);
    character->files[0] = program_pack(path);
    snprintf(path, sizeof path, "%s.poses", name);
    character->files[1] = program_pack(path);
    const MienFile *mesh = character->files[0], *poses = character->files[1];
    if (mesh == NULL || poses == NULL)
        return false;
    CHECK_STATUS(
        mien_mesh_load(mien_file_data(mesh), mien_file_size(mesh), &options, &character->mesh, &error),
        MIEN_OK);
    CHECK_STATUS(mien_pose_asset_load(mien_file_data(poses), mien_file_size(poses), &options,
                                      &character->poses, &error),
                 MIEN_OK);
    if (character->mesh == NULL || character->poses == NULL)
        return false;
    CHECK_STATUS(mien_mesh_binding_create(character->mesh, skeleton, NULL, &character->mesh_binding, &error),
                 MIEN_OK);
    const MienPoseBindingOptions binding = {.mesh_rest_pose =
                                                mien_mesh_binding_rest_pose(character->mesh_binding)};
    CHECK_STATUS(
        mien_pose_binding_create(character->poses, skeleton, &binding, &character->pose_binding, &error),
        MIEN_OK);
    CHECK_INT(mien_mesh_binding_report_count(character->mesh_binding), 0);
    CHECK_INT(mien_mesh_info(character->mesh).vertex_count, character->truth.vertex_count);
    return character->pose_binding != NULL;
}

static void close_character(Character *character)
{
    mien_pose_binding_destroy(character->pose_binding);
    mien_mesh_binding_destroy(character->mesh_binding);
    mien_pose_asset_destroy(character->poses);
    mien_mesh_destroy(character->mesh);
    for (int i = 0; i < 2; ++i)
        mien_file_close(character->files[i]);
    truth_close(&character->truth);
}

/// From curves to vertices, as a host does it.
static void show(const Character *character, const MienCurveSet *curves, MienVec3 *out_positions)
{
    const int bones = mien_skeleton_bone_count(skeleton);
    const size_t size = mien_pose_job_scratch_size(character->poses);
    MienTransform *local = shown_memory((size_t)bones * sizeof *local);
    void *scratch = shown_memory(size);
    const MienPoseJob pose = {.asset = character->poses,
                              .binding = character->pose_binding,
                              .bone_count = bones,
                              .input = mien_mesh_binding_rest_pose(character->mesh_binding),
                              .out_bones = local,
                              .curves = *curves,
                              .scratch = scratch,
                              .scratch_size = size};
    CHECK_STATUS(mien_pose_job_run(&pose), MIEN_OK);
    show_mesh(skeleton, character->mesh, character->mesh_binding, local, out_positions);
    free(local);
    free(scratch);
}

static int count_files(const char *ending)
{
    MieniBuffer text;
    program_run(&text, "ls | grep -c '%s$' || true", ending);
    const int count = atoi(text.bytes);
    mieni_buffer_release(&text);
    return count;
}

TEST(five_files_become_one_skeleton)
{
    MieniBuffer text, before, after;
    CHECK(program_run(&text, "mien import %s.glb %s.glb %s.glb %s.glb %s.glb", names[0], names[1], names[2],
                      names[3], names[4]));
    CHECK(strstr(text.bytes, "mh_female_young.skeleton.json: created, 163 bones, 59 new curves\n") != NULL);
    CHECK(strstr(text.bytes, "mh_female_young.skeleton.json: used, 163 bones\n") != NULL);
    CHECK(strstr(text.bytes, "mh_baby.poses.json: created, 60 poses\n") != NULL);
    CHECK(strstr(text.bytes, "mh_baby.mesh.json: created, 13886 vertices, 0 morphs\n") != NULL);
    mieni_buffer_release(&text);
    CHECK_INT(count_files("[.]skeleton[.]json"), 1);
    CHECK_INT(count_files("[.]mesh[.]json"), CHARACTERS);
    CHECK_INT(count_files("[.]poses[.]json"), CHARACTERS);
    CHECK_INT(count_files("[.]clip[.]json"), 0);
    program_run(&before, "cat *.json");
    CHECK(program_run(&text, "mien import *.glb"));
    CHECK(strstr(text.bytes, "created") == NULL && strstr(text.bytes, "updated") == NULL);
    program_run(&after, "cat *.json");
    CHECK_STR(after.bytes, before.bytes);
    mieni_buffer_release(&text);
    mieni_buffer_release(&before);
    mieni_buffer_release(&after);
}

/// A clip that goes through all poses of a face, one each tenth of a second.
static void write_clip(const Truth *truth)
{
    MieniTextOut out = {0};
    char path[128];
    mieni_text_put(&out, "{\"kind\": \"clip\", \"version\": 1, \"rate\": 30, \"error\": {\"curves\": "
                         "0.0002}, \"keyed\": [");
    for (int p = 1; p < POSES; ++p)
        mieni_text_putf(&out,
                        "%s{\"curve\": \"%s\", \"keys\": [{\"time\": %d.%d, \"value\": 0}, {\"time\": %d.%d, "
                        "\"value\": 1}, {\"time\": %d.%d, \"value\": 0}]}",
                        p > 1 ? ", " : "", truth_pose_name(truth, p), (p - 1) / 10, (p - 1) % 10, p / 10,
                        p % 10, (p + 1) / 10, (p + 1) % 10);
    mieni_text_put(&out, "]}");
    snprintf(path, sizeof path, "%s/round.clip.json", program_folder);
    CHECK_STATUS(mieni_file_write(path, out.bytes, out.size, NULL, NULL), MIEN_OK);
    mieni_text_release(&out);
}

TEST(the_project_builds)
{
    Truth truth;
    char path[128];
    snprintf(path, sizeof path, "%s/%s.glb", program_folder, names[0]);
    CHECK(truth_open(&truth, path));
    write_clip(&truth);
    truth_close(&truth);
    CHECK(program_run(NULL, "mien build"));
    skeleton_file = program_pack("mh_female_young.skeleton");
    if (skeleton_file != NULL)
        CHECK_STATUS(mien_skeleton_load(mien_file_data(skeleton_file), mien_file_size(skeleton_file), NULL,
                                        &skeleton, NULL),
                     MIEN_OK);
}

static MienCurveSet curve_set(void)
{
    const int count = mien_skeleton_curve_count(skeleton);
    return (MienCurveSet){count, calloc((size_t)count + 1, sizeof(float)),
                          calloc((size_t)mien_curve_set_words(count) + 1, sizeof(uint32_t))};
}

TEST(poses_are_those_of_their_own_files)
{
    if (skeleton == NULL)
        SKIP("there is no skeleton");
    for (int c = 0; c < CHARACTERS; ++c) {
        Character character;
        const MienCurveSet curves = curve_set();
        double largest = 0, least_moved = 1e9;
        if (open_character(&character, names[c])) {
            MienVec3 *rest = calloc((size_t)character.truth.vertex_count, sizeof *rest);
            MienVec3 *posed = calloc((size_t)character.truth.vertex_count, sizeof *posed);
            show(&character, &curves, rest);
            for (int p = 0; p < POSES; ++p) {
                mien_curve_set_clear(&curves);
                const int curve = mien_skeleton_find_curve(skeleton, truth_pose_name(&character.truth, p));
                CHECK((curve >= 0) == (p > 0)); // the first is the base
                if (curve >= 0)
                    mien_curve_set_put(&curves, curve, 1);
                show(&character, &curves, posed);
                truth_pose(&character.truth, p);
                const double far = truth_distance(&character.truth, posed),
                             moved = truth_distance(&character.truth, rest);
                largest = far > largest ? far : largest;
                least_moved = p > 0 && moved < least_moved ? moved : least_moved;
            }
            free(rest);
            free(posed);
            printf("%s: at most %.3g of its height from its file; every pose moves %.3g at least\n", names[c],
                   largest, least_moved);
            CHECK(largest <= tolerance);
            CHECK(least_moved > 5 * largest);
        } else {
            CHECK(!"the character can be opened");
        }
        close_character(&character);
        free(curves.values);
        free(curves.present);
    }
}

TEST(one_clip_plays_on_all)
{
    MienFile *file = program_pack("round.clip");
    MienClip *clip = NULL;
    MienClipBinding *binding = NULL;
    if (skeleton == NULL || file == NULL)
        SKIP("there is no clip");
    CHECK_STATUS(mien_clip_load(mien_file_data(file), mien_file_size(file), NULL, &clip, NULL), MIEN_OK);
    CHECK_STATUS(mien_clip_binding_create(clip, skeleton, NULL, &binding, NULL), MIEN_OK);
    for (int c = 0; c < CHARACTERS && binding != NULL; ++c) {
        Character character;
        const MienCurveSet curves = curve_set();
        double largest = 0;
        if (open_character(&character, names[c])) {
            MienVec3 *posed = calloc((size_t)character.truth.vertex_count, sizeof *posed);
            for (int p = 1; p < POSES; ++p) {
                mien_curve_set_clear(&curves);
                const MienClipJob job = {
                    .clip = clip, .binding = binding, .time = p / 10.0, .out_curves = curves};
                CHECK_STATUS(mien_clip_job_run(&job), MIEN_OK);
                show(&character, &curves, posed);
                truth_pose(&character.truth, p);
                const double far = truth_distance(&character.truth, posed);
                largest = far > largest ? far : largest;
            }
            free(posed);
        } else {
            CHECK(!"the character can be opened");
        }
        printf("%s: the clip is at most %.3g of its height from its file\n", names[c], largest);
        CHECK(largest <= tolerance);
        close_character(&character);
        free(curves.values);
        free(curves.present);
    }
    mien_clip_binding_destroy(binding);
    mien_clip_destroy(clip);
    mien_file_close(file);
}

CHECK_MAIN
{
    program_begin_with("makehuman-derived/mh_baby.glb",
                       "cp \"$data\"/makehuman-derived/*.glb . && chmod u+w *.glb");
    RUN(five_files_become_one_skeleton);
    RUN(the_project_builds);
    RUN(poses_are_those_of_their_own_files);
    RUN(one_clip_plays_on_all);
    mien_skeleton_destroy(skeleton);
    mien_file_close(skeleton_file);
    program_end();
}
