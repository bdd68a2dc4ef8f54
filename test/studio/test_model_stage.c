// SPDX-License-Identifier: MIT
//
// What lies around the data: sessions, selections, live lint, previews. None of it is in
// the history, all of it sees what is not saved.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/studio_dialogs.h"

#include "project/uses.h"
#include "studio/model/commands/assets.h"
#include "studio/model/commands/clips.h"
#include "studio/model/document/selection.h"
#include "studio/model/document/session.h"
#include "studio/model/facts/preview.h"
#include "studio/model/facts/problems.h"

#include <math.h>

TEST(sessions_are_kept_apart)
{
    StudioSession session, loaded;
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    studio_session_load(studio, &session); // never saved
    CHECK(session.weight_count == 0 && !session.has_camera);
    CHECK(studio_session_set_weight(&session, "smile", 0.5f) &&
          studio_session_set_weight(&session, "brow", 1.25f));
    studio_session_mark(&session);
    CHECK(studio_session_set_solo(&session, "brow", true));
    CHECK_NEAR(studio_session_effective(&session, "smile"), 0, 0);
    CHECK_NEAR(studio_session_effective(&session, "brow"), 1.25, 0);
    CHECK(studio_session_rename(&session, "brow", "brow_up") && studio_session_is_solo(&session, "brow_up"));
    session.camera = (StudioCamera){{0, 1.5f, 0}, -16, 4, 0.75f};
    session.has_camera = session.loops = true;
    session.time = 1.36;
    snprintf(session.clip, sizeof session.clip, "talk.clip.json");
    CHECK(mieni_paths_add(&session.tabs, "face.poses.json") &&
          mieni_paths_add(&session.tabs, "talk.clip.json"));
    session.active_tab = 1;
    CHECK(studio_session_set_number(&session, "side.poses", 372));
    STUDIO_OK(studio_session_save(studio, &session, &problem));
    studio_session_load(studio, &loaded);
    CHECK_INT(loaded.weight_count, 2);
    CHECK_NEAR(studio_session_weight(&loaded, "smile"), 0.5, 0);
    CHECK(studio_session_is_solo(&loaded, "brow_up") && loaded.loops && loaded.has_camera);
    CHECK_NEAR(loaded.camera.pitch, 4, 0);
    CHECK_NEAR(loaded.time, 1.36, 0);
    CHECK(loaded.tabs.count == 2 && loaded.active_tab == 1);
    CHECK_NEAR(studio_session_number(&loaded, "side.poses", 0), 372, 0);
    CHECK(studio_session_back(&session) && studio_session_weight(&session, "brow") == 1.25f);
    CHECK(!studio_session_back(&session));
    studio_session_reset_weights(&loaded);
    studio_session_clear_solo(&loaded);
    CHECK_INT(loaded.weight_count, 0);
    CHECK(studio_hash_of(studio) == start && studio->history.done_count == 0);
    studio_session_release(&session);
    studio_session_release(&loaded);
    studio_close(studio);
}

/// What is selected: "a c".
static const char *selected(const StudioSelection *selection)
{
    static char text[200];
    text[0] = '\0';
    for (int i = 0; i < selection->names.count; ++i)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i > 0 ? " " : "",
                 selection->names.items[i]);
    return text;
}

TEST(selections)
{
    static const char *const order[] = {"a", "b", "c"};
    StudioSelection selection = {0};
    CHECK(studio_selection_add(&selection, "b") && studio_selection_only(&selection, "c"));
    CHECK(studio_selection_add(&selection, "d") && studio_selection_add(&selection, "c"));
    CHECK_STR(selected(&selection), "c d");
    CHECK(studio_selection_toggle(&selection, "a") && studio_selection_toggle(&selection, "c"));
    CHECK_STR(selected(&selection), "d a");
    CHECK(studio_selection_rename(&selection, "d", "e") && studio_selection_has(&selection, "e"));
    studio_selection_keep(&selection, order, 3);
    CHECK_STR(selected(&selection), "a");
    CHECK(studio_selection_add_key(&selection, "jaw", 3) && studio_selection_add_key(&selection, "jaw", 3));
    CHECK(selection.key_count == 1 && studio_selection_has_key(&selection, "jaw", 3));
    studio_selection_release(&selection);
}

/// Findings as a line: "M003 talk.clip.json".
static const char *found(const StudioProblems *problems)
{
    static char text[2000];
    text[0] = '\0';
    for (int i = 0; i < problems->count; ++i)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s %s", i > 0 ? "; " : "",
                 mieni_lint_info(problems->items[i].finding->code)->code, problems->items[i].finding->file);
    return text;
}

static void lint(Studio *studio, StudioProblems *problems)
{
    StudioLint *looked = NULL;
    STUDIO_OK(studio_lint_begin(studio, NULL, 0, &looked, &problem));
    studio_lint_run(looked);
    STUDIO_OK(studio_problems_take(problems, looked, &problem));
}

TEST(lint_sees_what_is_not_saved)
{
    StudioProblems problems = {0};
    int count = 0;
    studio_put_project();
    lint_put_bvh("walk.bvh", "root", 5, 20, 10);
    Studio *studio = studio_begin(NULL, NULL);
    lint(studio, &problems);
    CHECK(strstr(found(&problems), "M016 raw.clip.json") != NULL); // its note is no known key
    CHECK(strstr(found(&problems), "M001") == NULL);
    STUDIO_OK(studio_asset_set(studio, "talk.clip.json", "tracks", "{\"file\": \"walk.bvh\"}", "x", NULL,
                               &problem));
    STUDIO_OK(
        studio_asset_set(studio, "talk.clip.json", "preview", "\"face.poses.json\"", "x", NULL, &problem));
    lint(studio, &problems);
    CHECK(strstr(found(&problems), "M001 talk.clip.json") != NULL);
    CHECK(problems.counts[MIENI_LINT_WARNING] + problems.counts[MIENI_LINT_ERROR] > 0);
    for (int i = 0; i < problems.count; ++i)
        if (problems.items[i].finding->code == MIENI_LINT_DOUBLE_TRANSFORM &&
            problems.items[i].finding->fix_kind != MIENI_LINT_FIX_NONE) {
            MieniFinding one = *problems.items[i].finding;
            const MieniLintReport report = {.items = &one, .count = 1};
            STUDIO_OK(studio_fix(studio, &report, &count, &problem));
            break;
        }
    CHECK_INT(count, 1);
    CHECK_STR(studio_undo_label(studio), "fix 1 problem");
    lint(studio, &problems);
    CHECK(strstr(found(&problems), "M001") == NULL);
    STUDIO_OK(studio_undo(studio, &problem));
    lint(studio, &problems);
    CHECK(strstr(found(&problems), "M001") != NULL); // it comes back
    studio_problems_release(&problems);
    studio_discard(studio);
}

TEST(lint_of_what_changed_alone)
{
    StudioProblems problems = {0};
    studio_put_project();
    for (int i = 0; i < STUDIO_LINT_WHOLE; ++i) {
        char path[40];
        snprintf(path, sizeof path, "many/%d.clip.json", i);
        lint_put(path, LINT_CLIP("\"rate\": 30"));
    }
    Studio *studio = studio_begin(NULL, NULL);
    lint(studio, &problems);
    const int before = problems.count;
    static const char *const changed[] = {"other.poses.json"};
    STUDIO_OK(studio_assets_delete(studio, changed, 1, &problem));
    StudioLint *looked = NULL;
    STUDIO_OK(studio_lint_begin(studio, changed, 1, &looked, &problem));
    studio_lint_run(looked);
    CHECK(looked->files.count >= 3 && looked->files.count < 10); // the child, and the character of that
    STUDIO_OK(studio_problems_take(&problems, looked, &problem));
    CHECK(problems.count > before && strstr(found(&problems), "child.graph.json") != NULL);
    studio_problems_release(&problems);
    studio_discard(studio);
}

TEST(who_uses_what)
{
    StudioSnapshot *snapshot = NULL;
    MieniUses uses;
    MieniPaths users = {0};
    studio_put_project();
    lint_put_raw("line.csv", "time,jawOpen,brow\n0,0,0\n1,1,1\n");
    lint_put("line.clip.json", "{\"kind\": \"clip\", \"version\": 1, \"curves\": {\"file\": \"line.csv\"}}");
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_put_curve(studio, 2, "{\"name\": \"idle\", \"max_lod\": 2}", &problem));
    STUDIO_OK(studio_snapshot_make(&studio->files, &snapshot, &problem));
    STUDIO_OK(mieni_uses_make(&uses, &snapshot->project, MIENI_USES_CLIPS, &problem));
    const MieniUsedCurve *jaw = mieni_uses_find(&uses, "jawOpen"), *idle = mieni_uses_find(&uses, "idle"),
                         *brow = mieni_uses_find(&uses, "brow");
    CHECK(jaw != NULL && idle != NULL && brow != NULL && mieni_uses_find(&uses, "none") == NULL);
    if (jaw != NULL && idle != NULL && brow != NULL) {
        CHECK(jaw->counts[MIENI_USE_POSE] == 2 && jaw->counts[MIENI_USE_KEYED] == 2);
        CHECK(jaw->counts[MIENI_USE_TABLE] == 1 && jaw->counts[MIENI_USE_MAPPED] == 1);
        CHECK(jaw->counts[MIENI_USE_SOURCED] == 1 && !jaw->is_unused);
        CHECK_STR(uses.uses[jaw->first].file, "face.poses.json");
        CHECK(idle->is_unused && idle->max_lod == 2 && brow->count == 1);
    }
    mieni_uses_release(&uses);
    STUDIO_OK(mieni_users_of(&snapshot->project, "face.poses.json", &users, &problem));
    CHECK_INT(users.count, 1);
    CHECK_STR(users.items[0], "face.graph.json");
    mieni_paths_release(&users);
    studio_snapshot_destroy(snapshot);
    studio_discard(studio);
}

/// Where the jaw is on the stage.
static float jaw_at(const StudioPreview *preview)
{
    const int jaw = mien_skeleton_find_bone(preview->character.skeleton, "jaw");
    return jaw >= 0 ? preview->character.bones[jaw].translation.y : -1;
}

/// Plays the session's weights and time, as the viewport does.
static MienStatus play(StudioPreview *preview, const StudioSession *session)
{
    float values[16];
    for (int i = 0; i < 16; ++i)
        values[i] = NAN;
    CHECK(preview->character.given.count <= 16);
    for (int i = 0; preview->is_made && i < session->weight_count; ++i) {
        const char *name = session->weights[i].name;
        const int curve = mien_skeleton_find_curve(preview->character.skeleton, name);
        if (curve >= 0)
            values[curve] = studio_session_effective(session, name);
    }
    return studio_preview_play(preview, session->time, 30, values);
}

static StudioPacks *show_packs;

static StudioPreview *show(Studio *studio, const char *path, const char *clip, const StudioSession *session)
{
    StudioPreview *preview = NULL;
    STUDIO_OK(studio_preview_begin(studio, path, NULL, clip, show_packs, &preview, &problem));
    studio_preview_run(preview);
    studio_say(preview->status, &preview->problem);
    CHECK_STATUS(preview->status, MIEN_OK);
    CHECK_STATUS(play(preview, session), MIEN_OK);
    return preview;
}

TEST(the_stage_shows_what_is_not_saved)
{
    StudioSession session = {0};
    char name[256];
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    CHECK(studio_session_set_weight(&session, "jawOpen", 1));
    StudioPreview *preview = show(studio, "face.poses.json", NULL, &session);
    CHECK_NEAR(jaw_at(preview), 0.9, 1e-6);
    CHECK(studio_session_set_weight(&session, "jawOpen", 0.5f));
    CHECK_STATUS(play(preview, &session), MIEN_OK); // only weights: nothing is cooked
    CHECK_NEAR(jaw_at(preview), 0.95, 1e-6);
    // A pose from the stage, which no skeleton lists, can be driven at once.
    const int jaw = mien_skeleton_find_bone(preview->character.skeleton, "jaw");
    const MieniPosedBone bone = {"jaw", preview->character.bones[jaw]};
    STUDIO_OK(studio_poses_add(studio, "face.poses.json", NULL, &bone, 1, name, &problem));
    studio_preview_destroy(preview);
    CHECK(studio_session_set_weight(&session, "jawOpen", 0) && studio_session_set_weight(&session, name, 1));
    preview = show(studio, "face.poses.json", NULL, &session);
    CHECK_NEAR(jaw_at(preview), 0.95, 1e-6);
    studio_preview_destroy(preview);

    // A character whose clip is keyed here, and scrubbed to and fro.
    studio_session_reset_weights(&session);
    STUDIO_OK(studio_clip_set_key(studio, "talk.clip.json", "jawOpen", 1, 0.25, NULL, &problem));
    preview = show(studio, "ada.character.json", NULL, &session);
    CHECK_NEAR(jaw_at(preview), 1, 1e-6);
    session.time = 0.5;
    CHECK_STATUS(play(preview, &session), MIEN_OK);
    CHECK_NEAR(jaw_at(preview), 1 - 0.2 * 0.125, 1e-3);
    session.time = 0.25;
    CHECK_STATUS(play(preview, &session), MIEN_OK);
    CHECK_NEAR(jaw_at(preview), 1 - 0.2 * 0.0625, 1e-3);
    studio_preview_destroy(preview);
    preview = show(studio, "ada.character.json", "raw.clip.json", &session);
    CHECK_NEAR(jaw_at(preview), 1 - 0.2 * 0.25, 1e-3);
    studio_preview_destroy(preview);
    CHECK_STR(studio_text_on_disk(".mien/packs/face.poses.mien"), "(gone)"); // and no build

    STUDIO_OK(studio_preview_begin(studio, "ours.map.json", NULL, NULL, NULL, &preview, &problem));
    studio_preview_run(preview);
    CHECK_STATUS(preview->status, MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(play(preview, &session), MIEN_ERROR_ARGUMENT);
    studio_preview_destroy(preview);
    studio_session_release(&session);
    studio_discard(studio);
}

/// The path of what is in a place for a clip.
static const char *clip_in(const StudioPreview *preview, const char *name)
{
    const int place = mieni_character_find_asset(&preview->character, MIEN_GRAPH_CLIP, name);
    return place >= 0 ? preview->character.assets[place].path : "(none)";
}

TEST(a_clip_goes_where_the_graph_wants_one)
{
    StudioSession session = {0};
    studio_put_project();
    lint_put("two.graph.json",
             "{\"kind\": \"graph\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", \"parameters\": "
             "[{\"name\": \"line\", \"type\": \"clip\", \"value\": \"raw.clip.json\"}], \"masks\": "
             "[{\"name\": \"none\", "
             "\"bones\": []}], \"nodes\": [{\"id\": \"clip\", \"node\": \"clip\", \"clip\": "
             "\"talk.clip.json\"}, {\"id\": \"voice\", \"node\": \"clip\", \"clip\": {\"parameter\": "
             "\"line\"}}, {\"id\": \"both\", \"node\": \"layered_blend\", \"base\": \"clip\", \"layer\": "
             "\"voice\", "
             "\"mask\": \"none\"}, {\"id\": \"out\", \"node\": \"output\", \"input\": \"both\"}]}");
    lint_put("third.clip.json", LINT_CLIP("\"rate\": 30, \"keyed\": [{\"curve\": \"jawOpen\", \"keys\": "
                                          "[{\"time\": 0, \"value\": 0}]}]"));
    lint_put("two.character.json", "{\"kind\": \"character\", \"version\": 1, \"skeleton\": "
                                   "\"face.skeleton.json\", \"graph\": \"two.graph.json\"}");
    Studio *studio = studio_begin(NULL, NULL);
    StudioPreview *preview = show(studio, "two.character.json", "third.clip.json", &session);
    CHECK_STR(clip_in(preview, "line"), "third.clip.json"); // what is left to others is meant
    CHECK_STR(clip_in(preview, "clip"), "talk.clip.json");
    studio_preview_destroy(preview);
    preview = show(studio, "two.character.json", "talk.clip.json", &session);
    CHECK_STR(clip_in(preview, "line"), "raw.clip.json"); // the other one is there already
    studio_preview_destroy(preview);
    studio_discard(studio);
}

TEST(what_did_not_change_is_not_cooked_again)
{
    StudioSession session = {0};
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    CHECK_STATUS(studio_packs_make(&show_packs, 0), MIEN_OK);
    CHECK(studio_session_set_weight(&session, "jawOpen", 1));
    for (int i = 0; i < 3; ++i)
        studio_preview_destroy(show(studio, "face.poses.json", NULL, &session));
    const int cooked = show_packs->count;
    CHECK(cooked >= 2 && show_packs->found_count == 2 * cooked);
    // Edited, it is another; undone, the first one again.
    const MieniPosedBone bone = {"jaw",
                                 {.rotation = {0, 0, 0, 1}, .translation = {0, 0.5f, 0}, .scale = {1, 1, 1}}};
    STUDIO_OK(studio_poses_set_bones(studio, "face.poses.json", "jawOpen", &bone, 1, &problem));
    StudioPreview *preview = show(studio, "face.poses.json", NULL, &session);
    CHECK_NEAR(jaw_at(preview), 0.5, 1e-6);
    studio_preview_destroy(preview);
    STUDIO_OK(studio_undo(studio, &problem));
    preview = show(studio, "face.poses.json", NULL, &session);
    CHECK_NEAR(jaw_at(preview), 0.9, 1e-6);
    studio_preview_destroy(preview);
    // A new pose needs a new curve, which is nothing to what only hangs on the bones.
    STUDIO_OK(studio_poses_add(studio, "other.poses.json", NULL, &bone, 1, NULL, &problem));
    studio_preview_destroy(show(studio, "face.poses.json", NULL, &session));
    const int before = show_packs->found_count;
    STUDIO_OK(studio_put_curve(studio, 2, "{\"name\": \"new\"}", &problem));
    studio_preview_destroy(show(studio, "face.poses.json", NULL, &session));
    CHECK_INT(show_packs->found_count - before, cooked - 1); // all but the skeleton
    // A source that changed on disk counts too.
    const MieniMakePosesOptions options = {.import = {.skeleton = "face.skeleton.json"}, .is_absolute = true};
    lint_put_bvh("take.bvh", "root", 0, 0, 0);
    STUDIO_OK(dialog_make(studio, "made.poses.json", "take.bvh", &options, NULL, &problem));
    CHECK(studio_session_set_weight(&session, "Pose_1", 1));
    studio_preview_destroy(show(studio, "made.poses.json", NULL, &session));
    lint_put_bvh("take.bvh", "root", 0, 90, 0);
    preview = show(studio, "made.poses.json", NULL, &session);
    const MienTransform *bones = preview->character.bones;
    bool is_turned = false;
    for (int i = 0; i < preview->character.bone_count; ++i)
        is_turned = is_turned || bones[i].rotation.x > 0.5f || bones[i].rotation.x < -0.5f;
    CHECK(is_turned);
    studio_preview_destroy(preview);
    studio_packs_destroy(show_packs);
    show_packs = NULL;
    studio_session_release(&session);
    studio_discard(studio);
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(sessions_are_kept_apart);
    RUN(selections);
    RUN(lint_sees_what_is_not_saved);
    RUN(lint_of_what_changed_alone);
    RUN(who_uses_what);
    RUN(the_stage_shows_what_is_not_saved);
    RUN(a_clip_goes_where_the_graph_wants_one);
    RUN(what_did_not_change_is_not_cooked_again);
    studio_folders_end();
}
