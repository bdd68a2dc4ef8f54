// SPDX-License-Identifier: MIT
//
// Commands on pose assets: what they write, what they are called, what they refuse.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/studio_dialogs.h"

#include "studio/model/facts/strings.h"

static const char POSES[] = "face.poses.json";

/// The names of the poses: "jawOpen look_L look_R".
static const char *names_of(Studio *studio, const char *path)
{
    static char text[1000];
    const MieniAsset *asset;
    text[0] = '\0';
    STUDIO_OK(studio_asset(studio, path, &asset, &problem));
    const MieniJson *rows = asset != NULL ? mieni_json_get(asset->json.root, "poses") : NULL;
    for (int i = 0; rows != NULL && i < rows->count; ++i)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i > 0 ? " " : "",
                 mieni_json_get_string(rows->items[i], "name", "?"));
    return text;
}

TEST(renaming_everywhere_is_one_step)
{
    static const char *const from[] = {"jawOpen", "look_L"}, *const to[] = {"look_L", "jawOpen"},
                             *const wrong[] = {"look_R"};
    MieniProblem refused = {0};
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    STUDIO_OK(studio_poses_rename(studio, POSES, from, to, 2, true, &problem)); // change places
    CHECK_STR(names_of(studio, POSES), "look_L jawOpen look_R");
    CHECK_STR(studio_undo_label(studio), "rename 2 poses");
    CHECK(strstr(studio_text_now(studio, "talk.clip.json"), "\"curve\": \"look_L\"") != NULL);
    CHECK(strstr(studio_text_now(studio, "ours.map.json"), "look_L") != NULL);
    CHECK_STR(names_of(studio, "other.poses.json"), "look_L");
    CHECK(studio_edited_count(studio) >= 5);
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start);
    CHECK_STATUS(studio_poses_rename(studio, POSES, from, wrong, 1, true, &refused), MIEN_ERROR_DATA);
    CHECK_STR(refused.file, POSES);
    STUDIO_OK(studio_poses_rename(studio, POSES, from, (const char *const[]){"jaw"}, 1, false, &problem));
    CHECK_STR(studio_undo_label(studio), "rename jawOpen to jaw");
    CHECK_INT(studio_edited_count(studio), 2); // and the curve in the skeleton
    studio_discard(studio);
}

TEST(order)
{
    static const char *const names[] = {"jawOpen", "look_R"}, *const lead[] = {"look_R", "look_L"};
    studio_put_project();
    lint_put("empty.poses.json", LINT_POSES("additive", "\"note\": \"none yet\""));
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_poses_move(studio, POSES, names + 1, 1, "jawOpen", &problem));
    CHECK_STR(names_of(studio, POSES), "look_R jawOpen look_L");
    STUDIO_OK(studio_poses_move(studio, POSES, names, 2, NULL, &problem));
    CHECK_STR(names_of(studio, POSES), "look_L jawOpen look_R");
    CHECK_STATUS(studio_poses_move(studio, POSES, names, 1, "jawOpen", NULL), MIEN_ERROR_ARGUMENT);
    STUDIO_OK(studio_poses_shift(studio, POSES, names, 2, -1, &problem));
    CHECK_STR(names_of(studio, POSES), "jawOpen look_R look_L");
    STUDIO_OK(studio_poses_shift(studio, POSES, names, 2, -1, &problem)); // nowhere to go
    CHECK_STR(names_of(studio, POSES), "jawOpen look_R look_L");
    STUDIO_OK(studio_poses_shift(studio, POSES, lead, 2, 5, &problem));
    CHECK_STR(names_of(studio, POSES), "jawOpen look_R look_L");
    STUDIO_OK(studio_poses_shift(studio, POSES, names, 1, 1, &problem));
    CHECK_STR(names_of(studio, POSES), "look_R jawOpen look_L");
    // Without any pose there is nothing to move, and nothing to fall over
    CHECK_STATUS(studio_poses_move(studio, "empty.poses.json", names, 1, NULL, NULL), MIEN_ERROR_DATA);
    studio_discard(studio);
}

TEST(copies_mirrors_and_halves)
{
    static const char *const left[] = {"look_L"}, *const jaw[] = {"jawOpen"},
                             *const two[] = {"jawOpen_2", "look_R"};
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_poses_duplicate(studio, POSES, jaw, 1, &problem));
    CHECK_STR(names_of(studio, POSES), "jawOpen jawOpen_2 look_L look_R");
    CHECK_STR(studio_undo_label(studio), "duplicate jawOpen");
    STUDIO_OK(studio_poses_delete(studio, POSES, two, 2, false, &problem));
    CHECK_STR(studio_undo_label(studio), "delete 2 poses");
    STUDIO_OK(dialog_mirror(studio, POSES, "look_L", "look_R", &problem));
    CHECK_STR(names_of(studio, POSES), "jawOpen look_L look_R");
    CHECK(strstr(studio_text_now(studio, POSES), "\"bone\": \"eye_R\"") != NULL);
    const uint64_t before = studio_hash_of(studio);
    STUDIO_OK(studio_poses_flip(studio, POSES, left, 1, &problem));
    CHECK(studio_hash_of(studio) != before);
    STUDIO_OK(studio_poses_flip(studio, POSES, left, 1, &problem));
    CHECK(studio_hash_of(studio) == before); // there and back
    STUDIO_OK(dialog_split(studio, POSES, "jawOpen", "jaw_L", "jaw_R", 0, &problem));
    CHECK_STR(names_of(studio, POSES), "jawOpen jaw_L jaw_R look_L look_R");
    CHECK_STATUS(dialog_split(studio, POSES, "none", "a", "b", 0, NULL), MIEN_ERROR_DATA);
    CHECK_STATUS(dialog_split(studio, POSES, "jawOpen", "a", "b", -1, NULL), MIEN_ERROR_DATA);
    STUDIO_OK(dialog_split(studio, POSES, "look_L", "a_L", "a_R", 0.5, &problem));
    STUDIO_OK(dialog_symmetrise(studio, POSES, "look_L", true, &problem));
    CHECK(strstr(strstr(studio_text_now(studio, POSES), "\"look_L\""), "\"bone\": \"eye_R\"") != NULL);
    studio_discard(studio);
}

TEST(modes_bases_and_rules)
{
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    STUDIO_OK(studio_poses_set_mode(studio, POSES, true, &problem));
    CHECK_STR(studio_undo_label(studio), "convert face to absolute");
    STUDIO_OK(studio_poses_set_mode(studio, POSES, false, &problem));
    CHECK(studio_hash_of(studio) == start); // lossless
    STUDIO_OK(studio_poses_set_base(studio, POSES, "look_L", &problem));
    STUDIO_OK(studio_poses_set_base(studio, POSES, NULL, &problem));
    CHECK(studio_hash_of(studio) == start);
    for (int i = 0; i < 20; ++i) // a drag
        STUDIO_OK(studio_poses_set_range(studio, POSES, "jawOpen", 0, 1 + (float)i / 16, &problem));
    CHECK_INT(studio->history.done_count, 5);
    STUDIO_OK(studio_poses_set_range(studio, POSES, "jawOpen", 0, 1, &problem));
    CHECK(studio_hash_of(studio) == start);
    CHECK_INT(studio->history.done_count, 4);
    studio_discard(studio);
}

TEST(remaps)
{
    StudioPoseRemap remap = {0.5f, 0.25f, true, false}, now;
    const MieniAsset *asset;
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    STUDIO_OK(studio_poses_set_remap(studio, POSES, "jawOpen", &remap, &problem));
    CHECK_STR(studio_undo_label(studio), "change strength of jawOpen");
    CHECK(strstr(studio_text_now(studio, POSES), "\"gain\": 0.5, \"offset\": 0.25, \"smooth\": true") !=
          NULL);
    STUDIO_OK(studio_asset(studio, POSES, &asset, &problem));
    studio_poses_remap_of(asset, "jawOpen", &now);
    CHECK(now.gain == 0.5f && now.offset == 0.25f && now.is_smooth && !now.is_binary);
    const uint64_t before = studio_hash_of(studio);
    remap = (StudioPoseRemap){5000, 0, true, true};
    CHECK_STATUS(studio_poses_set_remap(studio, POSES, "jawOpen", &remap, NULL), MIEN_ERROR_DATA);
    CHECK_STATUS(studio_poses_set_remap(studio, POSES, "none", &remap, NULL), MIEN_ERROR_DATA);
    CHECK(studio_hash_of(studio) == before);
    studio_clock += 10000000; // not one gesture with what follows
    remap = (StudioPoseRemap){1, 0, false, false};
    STUDIO_OK(studio_poses_set_remap(studio, POSES, "jawOpen", &remap, &problem));
    CHECK(strstr(studio_text_now(studio, POSES), "gain") == NULL);
    while (studio->history.done_count > 0)
        STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start);
    studio_discard(studio);
}

TEST(poses_from_the_stage)
{
    const MieniPosedBone bones[] = {
        {"jaw", {.rotation = {0, 0, 0, 1}, .translation = {0, 0.5f, 0}, .scale = {1, 1, 1}}},
        {"eye_L", {.rotation = {0, 0, 0, 1}, .translation = {1, 1, 0}, .scale = {1, 1, 1}}}};
    char name[256];
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_poses_add(studio, POSES, NULL, bones, 2, name, &problem));
    CHECK_STR(name, "Pose_3");
    CHECK_STR(studio_undo_label(studio), "add pose Pose_3");
    CHECK(strstr(studio_text_now(studio, POSES), "\"bones\": [{\"bone\": \"jaw\", \"t\": [0, 0.5, 0]}]}") !=
          NULL);
    STUDIO_OK(studio_poses_set_bones(studio, POSES, "look_R", bones, 1, &problem));
    CHECK(strstr(studio_text_now(studio, POSES), "\"eye_R\", \"t\": [-1, 1.1, 0]}, {\"bone\": \"jaw\"") !=
          NULL);
    STUDIO_OK(studio_poses_drop_edits(studio, POSES, (const char *const[]){"look_R"}, 1, &problem));
    studio_discard(studio);
}

/// Errors of a paste: "2 There is no ...".
static const char *errors_of(const StudioPaste *paste)
{
    static char text[2000];
    text[0] = '\0';
    for (int i = 0; i < paste->count; ++i)
        if (paste->rows[i].error != NULL)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%d %s ", paste->rows[i].line,
                     paste->rows[i].error);
    return text;
}

TEST(names_are_pasted_all_or_none)
{
    StudioPaste paste;
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    static const char good[] = "look_L\r\n#\n  mouth \n\n", bad[] = "a\na\nlook_L\nextra\n",
                      clash[] = "look_R\n", pairs[] = "look_R\tright\nnone\tx\njawOpen\tjaw";
    STUDIO_OK(studio_paste_read(studio, POSES, bad, strlen(bad), 0, 0, false, &paste, &problem));
    CHECK_INT(paste.error_count, 2);
    CHECK_STR(errors_of(&paste),
              "2 “a” is also in line 1. Pose names must be unique. 4 The asset has only 3 poses ");
    studio_paste_release(&paste);
    STUDIO_OK(studio_paste_read(studio, POSES, clash, strlen(clash), 0, 0, false, &paste, &problem));
    CHECK_STR(errors_of(&paste), "1 “look_R” is already the name of pose 3 ");
    studio_paste_release(&paste);
    CHECK_INT(studio->history.done_count, 0);

    STUDIO_OK(studio_paste_read(studio, POSES, good, strlen(good), 0, 0, false, &paste, &problem));
    CHECK(paste.count == 3 && paste.error_count == 1); // look_L stays the name of the second
    studio_paste_release(&paste);
    STUDIO_OK(studio_paste_read(studio, POSES, "x\n\nmouth", 8, 0, 0, false, &paste, &problem));
    CHECK(paste.changed_count == 2 && paste.unchanged_count == 1 && paste.error_count == 0);
    STUDIO_OK(dialog_paste(studio, POSES, &paste, true, &problem));
    CHECK_STR(names_of(studio, POSES), "x look_L mouth");
    CHECK_INT(studio->history.done_count, 1);
    studio_paste_release(&paste);
    STUDIO_OK(studio_undo(studio, &problem));
    STUDIO_OK(studio_paste_read(studio, POSES, "new", 3, 2, 0, false, &paste, &problem)); // from a selection
    CHECK_STR(paste.rows[0].from, "look_R");
    studio_paste_release(&paste);

    CHECK(studio_paste_is_by_name(studio, POSES, pairs, strlen(pairs)));
    CHECK(!studio_paste_is_by_name(studio, POSES, good, strlen(good)));
    STUDIO_OK(studio_paste_read(studio, POSES, pairs, strlen(pairs), 0, 0, true, &paste, &problem));
    CHECK_STR(errors_of(&paste), "2 No pose named “none” ");
    CHECK_INT(paste.changed_count, 2);
    studio_paste_release(&paste);
    studio_discard(studio);
}

TEST(poses_from_an_animation)
{
    int count = 0, counts[MIENI_MATCH_STATES];
    const MieniMakePosesOptions options = {.import = {.skeleton = "face.skeleton.json"},
                                           .names = "Rest\nopen",
                                           .names_size = 9,
                                           .names_file = "names"},
                                wrong = {.names = "a\nb\nc", .names_size = 5, .names_file = "names"};
    MieniProblem refused = {0};
    studio_put_project();
    lint_put_bvh("take.bvh", "root", 5, 20, 10);
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    CHECK_STATUS(dialog_make(studio, "new/made.poses.json", "take.bvh", &wrong, NULL, &refused),
                 MIEN_ERROR_DATA);
    CHECK_STR(refused.error.location, "line 3");
    CHECK(studio_hash_of(studio) == start);
    STUDIO_OK(dialog_make(studio, "new/made.poses.json", "take.bvh", &options, &count, &problem));
    CHECK_INT(count, 2);
    CHECK_STR(names_of(studio, "new/made.poses.json"), "Rest open");
    STUDIO_OK(dialog_update(studio, "new/made.poses.json", counts, &problem));
    CHECK_INT(counts[MIENI_MATCH_SAME], 2);
    lint_put_bvh("take.bvh", "root", 5, 30, 10);
    StudioSnapshot *snapshot = NULL;
    StudioSourceReport report;
    STUDIO_OK(studio_snapshot_make(&studio->files, &snapshot, &problem));
    STUDIO_OK(studio_poses_compare(snapshot, "new/made.poses.json", &report, &problem));
    CHECK(report.count == 2 && report.counts[MIENI_MATCH_CHANGED] == 1);
    CHECK_STR(report.rows[1].name, "open");
    CHECK(report.rows[1].pose == 1 && report.rows[1].is_changed && !report.rows[0].is_changed);
    CHECK(report.rows[1].from == 1 && report.rows[1].to == 1);
    studio_source_report_release(&report);
    studio_snapshot_destroy(snapshot);
    STUDIO_OK(dialog_update(studio, "new/made.poses.json", counts, &problem));
    CHECK_INT(counts[MIENI_MATCH_CHANGED], 1);
    STUDIO_OK(studio_undo(studio, &problem));
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start && !studio_exists(studio, "new/made.poses.json"));
    studio_discard(studio);
}

/// What a dialog shows before it is done: the same commands in an edit that may be dropped.
TEST(changes_that_wait)
{
    static const char *const from[] = {"look_L", "jawOpen"}, *const mirrored[] = {"look_R", "jawOpen"},
                             *const left[] = {"look_a", "jaw_a"}, *const right[] = {"look_b", "jaw_b"};
    static const int skipped[] = {3};
    int counts[MIENI_MATCH_STATES];
    const MieniMakePosesOptions options = {.import = {.skeleton = "face.skeleton.json"}};
    StudioEdit edit;
    studio_put_project();
    lint_put_bvh("take.bvh", "root", 5, 20, 10);
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    STUDIO_OK(studio_edit_begin(&edit, studio, &problem));
    STUDIO_OK(studio_poses_mirror_in(&edit, POSES, from, mirrored, 2, &problem));
    STUDIO_OK(studio_poses_split_in(&edit, POSES, from, left, right, 2, 0, &problem));
    CHECK_INT(edit.snapshot->write_count, 2); // and the skeleton
    CHECK(studio_hash_of(studio) == start);
    STUDIO_OK(studio_edit_end(&edit, MIEN_OK, "both", NULL, &problem));
    CHECK_STR(names_of(studio, POSES), "jawOpen jaw_a jaw_b look_L look_a look_b look_R");
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start);

    STUDIO_OK(dialog_make(studio, "made.poses.json", "take.bvh", &options, NULL, &problem));
    MieniBuffer text;
    STUDIO_OK(mieni_project_read(&studio->project, "take.bvh", &text, &problem));
    char longer[4000];
    const char *frames = strstr(text.bytes, "Frames: 2");
    snprintf(longer, sizeof longer, "%.*sFrames: 4%s9 0 0 0 0 0 0 0 0 0 0 0\n1 0 0 0 0 0 0 0 0 0 0 0\n",
             (int)(frames - text.bytes), text.bytes, frames + 9);
    mieni_buffer_release(&text);
    lint_put_raw("take.bvh", longer);
    STUDIO_OK(studio_edit_begin(&edit, studio, &problem));
    STUDIO_OK(studio_poses_update_in(&edit, "made.poses.json", skipped, 1, counts, &problem));
    CHECK_INT(counts[MIENI_MATCH_ADDED], 2);
    STUDIO_OK(studio_edit_end(&edit, MIEN_OK, "update", NULL, &problem));
    CHECK_STR(names_of(studio, "made.poses.json"), "Pose_0 Pose_1 Pose_2");
    CHECK(strstr(studio_text_now(studio, "made.poses.json"), "\"skipped\"") != NULL);
    STUDIO_OK(dialog_update(studio, "made.poses.json", counts, &problem));
    CHECK_INT(counts[MIENI_MATCH_ADDED], 0); // what is skipped is not new
    studio_discard(studio);
}

TEST(typed_numbers_and_filters)
{
    static const struct {
        const char *text;
        double number;
    } rows[] = {{"0.5", 0.5},
                {" ,5 ", 0.5},
                {"50%", 0.5},
                {"max", 2},
                {"min", -1},
                {"+=0.25", 0.5},
                {"-= 0.25", 0},
                {"*=2", 0.5},
                {"\xE2\x88\x92"
                 "0.5",
                 -0.5},
                {"-.5", -0.5}};
    double number = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        CHECK(studio_number_read(rows[i].text, 0.25, -1, 2, &number));
        CHECK_NEAR(number, rows[i].number, 1e-12);
    }
    CHECK(!studio_number_read("", 0, 0, 1, &number) && !studio_number_read("x", 0, 0, 1, &number));
    CHECK(!studio_number_read("+=", 0, 0, 1, &number) && !studio_number_read("1.2.3", 0, 0, 1, &number));
    CHECK(studio_filter_matches("", "smile_l") && studio_filter_matches("LE mi", "smile_l"));
    CHECK(studio_filter_matches("smile /l", "smile_l") && !studio_filter_matches("smile /r", "smile_l"));
    CHECK(!studio_filter_matches("smile x", "smile_l"));
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(renaming_everywhere_is_one_step);
    RUN(order);
    RUN(copies_mirrors_and_halves);
    RUN(modes_bases_and_rules);
    RUN(remaps);
    RUN(poses_from_the_stage);
    RUN(names_are_pasted_all_or_none);
    RUN(poses_from_an_animation);
    RUN(changes_that_wait);
    RUN(typed_numbers_and_filters);
    studio_folders_end();
}
