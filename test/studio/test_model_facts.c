// SPDX-License-Identifier: MIT
//
// What panels say about assets: what modifiers do to a clip and what remains of it.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/studio_projects.h"

#include "studio/model/commands/assets.h"
#include "studio/model/commands/bone_table.h"
#include "studio/model/commands/clip_match.h"
#include "studio/model/commands/clips.h"
#include "studio/model/commands/curve_table.h"
#include "studio/model/commands/fit.h"
#include "studio/model/commands/map_table.h"
#include "studio/model/facts/clip_facts.h"

static StudioClipFacts facts_of(Studio *studio, const char *path)
{
    StudioSnapshot *snapshot;
    StudioClipFacts facts;
    STUDIO_OK(studio_snapshot_make(&studio->files, &snapshot, &problem));
    CHECK_STATUS(studio_clip_facts_make(&facts, snapshot, path), MIEN_OK);
    studio_snapshot_destroy(snapshot);
    return facts;
}

TEST(what_modifiers_do_to_a_clip)
{
    static const char *const paths[] = {"talk.clip.json"};
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_clip_set_key(studio, paths[0], "tail", 0, 1, NULL, &problem));
    STUDIO_OK(studio_modifier_add(studio, paths, 1, -1,
                                  "{\"do\": \"scale_curves\", \"names\": [\"*\"], \"gain\": 1.5, "
                                  "\"offset\": -0.25}",
                                  &problem));
    STUDIO_OK(studio_modifier_add(studio, paths, 1, -1,
                                  "{\"do\": \"remove_curves\", \"names\": [\"jaw*\", \"none\"]}", &problem));
    STUDIO_OK(studio_modifier_set_off(studio, paths[0], 1, true, &problem));
    StudioClipFacts facts = facts_of(studio, paths[0]);
    CHECK(facts.is_made);
    CHECK_INT(facts.row_count, 2);
    CHECK_STR(facts.rows[0], "× 1.5 − 0.25 · 2 of 2 curves");
    CHECK_STR(facts.rows[1], "jaw*, none · 1 of 2 curves; not found: none"); // what it would do
    CHECK_INT(facts.curve_count, 2);
    CHECK_INT(facts.idle_count, 1);
    CHECK_STR(facts.idle[0], "tail");
    CHECK_INT(facts.rate, 30);
    CHECK_INT(facts.users.count, 1);
    CHECK_STR(facts.users.items[0], "face.graph.json");
    CHECK(facts.poses.count == 2);
    studio_clip_facts_release(&facts);
    STUDIO_OK(studio_modifier_set_off(studio, paths[0], 1, false, &problem));
    facts = facts_of(studio, paths[0]);
    CHECK_INT(facts.curve_count, 1);
    CHECK_INT(facts.source_curves, 2);
    studio_clip_facts_release(&facts);
    studio_discard(studio);
}

TEST(a_clip_may_be_previewed_on_a_mesh)
{
    studio_put_project();
    lint_put("head.mesh.json", "{\"kind\": \"mesh\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", "
                               "\"morphs\": [{\"name\": \"jawOpen\"}]}");
    lint_put("hat.mesh.json", "{\"kind\": \"mesh\", \"version\": 1, \"skeleton\": \"face.skeleton.json\"}");
    Studio *studio = studio_begin(NULL, NULL);
    StudioClipFacts facts = facts_of(studio, "talk.clip.json");
    CHECK_INT(facts.poses.count, 3); // the hat has no morphs
    studio_clip_facts_release(&facts);
    studio_discard(studio);
}

TEST(values_of_a_shared_list_are_shown_and_kept)
{
    static const char *const paths[] = {"talk.clip.json"};
    const MieniAsset *asset;
    studio_put_project();
    lint_put("soften.modifiers.json",
             "{\"kind\": \"modifiers\", \"version\": 1, \"parameters\": [{\"name\": \"strength\", "
             "\"value\": 1}], \"modifiers\": [{\"do\": \"scale_curves\", \"names\": [\"*\"], \"gain\": "
             "{\"parameter\": \"strength\"}}]}");
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_modifier_add(studio, paths, 1, -1,
                                  "{\"list\": \"soften.modifiers.json\", \"values\": {\"strength\": 0.5}}",
                                  &problem));
    STUDIO_OK(studio_modifier_add(studio, paths, 1, -1, "{\"do\": \"mirror_sides\"}", &problem));
    STUDIO_OK(studio_modifier_move(studio, paths[0], 0, 1, &problem));
    STUDIO_OK(studio_modifier_set_off(studio, paths[0], 1, true, &problem));
    STUDIO_OK(studio_modifier_set_off(studio, paths[0], 1, false, &problem));
    StudioClipFacts facts = facts_of(studio, paths[0]);
    CHECK(facts.is_made);
    CHECK_STR(facts.rows[1], "1 modifier · strength 0.5");
    studio_clip_facts_release(&facts);
    CHECK_STATUS(studio_asset(studio, paths[0], &asset, NULL), MIEN_OK);
    const MieniModifierView *row = mieni_clip_modifier(mieni_clip_of(asset), 1);
    CHECK_INT(mieni_modifier_values_count(row), 1);
    CHECK_NEAR(mieni_modifier_values_value(row, 0), 0.5, 0);
    studio_discard(studio);
}

TEST(a_clip_that_cannot_be_put_together)
{
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_asset_set(studio, "talk.clip.json", "tracks", "{\"file\": \"gone.glb\"}", "x", NULL,
                               &problem));
    StudioClipFacts facts = facts_of(studio, "talk.clip.json");
    CHECK(!facts.is_made && facts.problem.error.message[0] != '\0');
    CHECK_INT(facts.users.count, 1);
    CHECK_INT(facts.poses.count, 2);
    studio_clip_facts_release(&facts);
    studio_discard(studio);
}

TEST(a_clip_without_a_skeleton_drives_every_face)
{
    studio_put_project();
    lint_put("take.clip.json", "{\"kind\": \"clip\", \"version\": 1, \"rate\": 30, \"keyed\": ["
                               "{\"curve\": \"jawOpen\", \"keys\": [{\"time\": 0, \"value\": 1}]}, "
                               "{\"curve\": \"tail\", \"keys\": [{\"time\": 0, \"value\": 1}]}]}");
    Studio *studio = studio_begin(NULL, NULL);
    StudioClipFacts facts = facts_of(studio, "take.clip.json");
    CHECK(facts.is_made);
    CHECK_INT(facts.curve_count, 2);
    CHECK_INT(facts.idle_count, 1);
    CHECK_STR(facts.idle[0], "tail");
    CHECK_INT(facts.poses.count, 2);
    studio_clip_facts_release(&facts);
    studio_discard(studio);
}

TEST(a_take_is_matched_to_a_face)
{
    studio_put_project();
    lint_put("heads/bo.mesh.json",
             "{\"kind\": \"mesh\", \"version\": 1, \"source\": {\"file\": \"bo.glb\"}, \"skeleton\": "
             "\"face.skeleton.json\", \"morphs\": [{\"name\": \"eyeBlink_L\"}, {\"name\": "
             "\"eyeBlink_R\"}, {\"name\": \"shapes.mouthSmile_L\"}]}");
    lint_put("take.clip.json", "{\"kind\": \"clip\", \"version\": 1, \"rate\": 30, \"keyed\": ["
                               "{\"curve\": \"eyeBlinkLeft\", \"keys\": [{\"time\": 0, \"value\": 1}]}, "
                               "{\"curve\": \"mouthSmileLeft\", \"keys\": [{\"time\": 0, \"value\": 1}]}, "
                               "{\"curve\": \"tail\", \"keys\": [{\"time\": 0, \"value\": 1}]}]}");
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    StudioClipFacts facts = facts_of(studio, "take.clip.json");
    CHECK_INT(facts.idle_count, 3);
    CHECK_STR(mieni_text_or_empty(facts.match), "heads/bo.mesh.json");
    CHECK_INT(facts.match_count, 2);
    STUDIO_OK(studio_clip_match(studio, "take.clip.json", "heads/bo.mesh.json", facts.curves,
                                facts.source_curves, &problem));
    studio_clip_facts_release(&facts);
    CHECK(strstr(studio_text_now(studio, "take.clip.json"), "\"map\": \"heads/bo.map.json\"") != NULL);
    CHECK(strstr(studio_text_now(studio, "heads/bo.map.json"),
                 "{\"from\": \"mouthSmileLeft\", \"to\": \"shapes.mouthSmile_L\"}") != NULL);
    facts = facts_of(studio, "take.clip.json");
    CHECK(facts.match == NULL);
    studio_clip_facts_release(&facts);
    STUDIO_OK(studio_undo(studio, &problem)); // the map and its use are one step
    CHECK(studio_hash_of(studio) == start && !studio_exists(studio, "heads/bo.map.json"));
    CHECK(studio_clip_match(studio, "take.clip.json", "heads/bo.mesh.json", (const char *const[]){"tail"}, 1,
                            NULL) == MIEN_ERROR_DATA);
    studio_discard(studio);
}

TEST(curves_and_their_uses)
{
    StudioSnapshot *snapshot;
    StudioCurveTable table;
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_put_curve(studio, 2, "{\"name\": \"Pose_0\"}", &problem));
    STUDIO_OK(studio_clip_set_key(studio, "raw.clip.json", "JawOpen", 0, 0.25, NULL, &problem));
    STUDIO_OK(studio_snapshot_make(&studio->files, &snapshot, &problem));
    STUDIO_OK(studio_curve_table_make(&table, snapshot, "face.skeleton.json", true, &problem));
    const StudioCurveRow *jaw = studio_curve_table_find(&table, "jawOpen");
    CHECK(jaw != NULL && jaw->poses == 2 && jaw->clips == 2 && jaw->is_listed && !jaw->is_unused);
    CHECK(jaw->near == NULL);
    const StudioCurveRow *miss = studio_curve_table_find(&table, "JawOpen");
    CHECK(miss != NULL && !miss->is_listed && miss->near != NULL);
    CHECK_STR(miss->near, "jawOpen");
    CHECK_STR(miss->rule, "case");
    CHECK_INT(table.near_count, 1);
    const StudioCurveRow *unused = studio_curve_table_find(&table, "Pose_0");
    CHECK(unused != NULL && unused->is_unused);
    CHECK_INT(table.unused_count, 1);
    CHECK(studio_curve_table_find(&table, "missing") == NULL);
    for (int i = jaw->use->first; i < jaw->use->first + jaw->use->count; ++i) {
        if (table.uses.uses[i].kind == MIENI_USE_MAPPED)
            CHECK_STR(table.texts[i], "from open × 1.00");
        if (strcmp(table.uses.uses[i].file, "talk.clip.json") == 0)
            CHECK_STR(table.texts[i], "2 keys, 0.00 to 1.00");
    }
    studio_curve_table_release(&table);
    studio_snapshot_destroy(snapshot);
    STUDIO_OK(studio_curves_delete(studio, "face.skeleton.json", (const char *const[]){"JawOpen"}, 1, true,
                                   &problem)); // a name that is in a clip alone
    CHECK(strstr(studio_text_now(studio, "raw.clip.json"), "JawOpen") == NULL);
    studio_discard(studio);
}

TEST(curves_of_another_skeleton_are_not_here)
{
    StudioSnapshot *snapshot;
    StudioCurveTable table;
    studio_put_project();
    lint_put("body.skeleton.json", LINT_SKELETON "{\"name\": \"breath\"}]}");
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_snapshot_make(&studio->files, &snapshot, &problem));
    STUDIO_OK(studio_curve_table_make(&table, snapshot, "face.skeleton.json", false, &problem));
    CHECK(studio_curve_table_find(&table, "breath") == NULL);
    CHECK(studio_curve_table_find(&table, "jawOpen") != NULL);
    studio_curve_table_release(&table);
    studio_snapshot_destroy(snapshot);
    studio_discard(studio);
}

TEST(bones_without_meshes)
{
    StudioSnapshot *snapshot;
    StudioBoneTable table;
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_snapshot_make(&studio->files, &snapshot, &problem));
    STUDIO_OK(studio_bone_table_make(&table, snapshot, "face.skeleton.json", &problem));
    CHECK_INT(table.count, 4);
    CHECK_INT(table.mesh_count, 0);
    CHECK_STR(table.rows[2].name, "jaw");
    CHECK_INT(table.rows[2].parent, 0);
    CHECK_STR(table.rows[2].remark, "");
    studio_bone_table_release(&table);
    CHECK(studio_bone_table_make(&table, snapshot, "gone.skeleton.json", NULL) != MIEN_OK);
    studio_bone_table_release(&table);
    studio_snapshot_destroy(snapshot);
    studio_discard(studio);
}

TEST(what_fits_a_character)
{
    StudioSnapshot *snapshot;
    StudioFit fit;
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_curves_delete(studio, "face.skeleton.json", (const char *const[]){"jawOpen"}, 1, false,
                                   &problem));
    STUDIO_OK(studio_put_curve(studio, 1, "{\"name\": \"JawOpen\"}", &problem));
    STUDIO_OK(studio_snapshot_make(&studio->files, &snapshot, &problem));
    CHECK_STATUS(studio_fit_make(&fit, snapshot, "ada.character.json"), MIEN_OK);
    CHECK_STR(fit.skeleton, "face.skeleton.json");
    CHECK_STR(fit.poses, "other.poses.json"); // the child's, not its parent's
    const StudioFitPart *curves = &fit.parts[STUDIO_FIT_CURVES];
    CHECK_INT(curves->count, 1);
    CHECK_INT(curves->matched, 0);
    CHECK_INT(curves->missing_count, 1);
    CHECK_STR(curves->missing[0].name, "jawOpen");
    CHECK_STR(curves->missing[0].near, "JawOpen");
    CHECK_STR(curves->missing[0].rule, "case");
    CHECK_INT(fit.parts[STUDIO_FIT_BONES].count, 0); // it has no mesh
    studio_fit_release(&fit);
    CHECK_STATUS(studio_fit_make(&fit, snapshot, "gone.character.json"), MIEN_OK);
    CHECK(fit.problem.error.message[0] != '\0');
    studio_fit_release(&fit);
    studio_snapshot_destroy(snapshot);
    studio_discard(studio);
}

TEST(maps_by_rules)
{
    StudioSnapshot *snapshot;
    StudioMapTable table;
    int count = 0;
    studio_put_project();
    lint_put("ours.map.json",
             "{\"kind\": \"map\", \"version\": 1, \"from\": \"livelink\", \"to\": \"arkit\", "
             "\"rows\": [{\"from\": \"JawOpen\", \"to\": \"jaw\", \"weight\": 0.5}], "
             "\"unmapped\": [\"HeadYaw\"]}");
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    STUDIO_OK(studio_snapshot_make(&studio->files, &snapshot, &problem));
    STUDIO_OK(studio_map_table_make(&table, snapshot, "ours.map.json", &problem));
    CHECK_INT(table.row_count, 1);
    CHECK_STR(table.rows[0].remark, "no curve with the name of its target");
    CHECK(table.rows[1].state == STUDIO_MAP_LEFT_OUT);
    CHECK(table.matched_count > 40 && table.unmatched_count >= table.matched_count);
    STUDIO_OK(studio_map_match(studio, "ours.map.json", &table, &count, &problem));
    CHECK_INT(count, table.matched_count);
    CHECK(strstr(studio_text_now(studio, "ours.map.json"),
                 "{\"from\": \"EyeBlinkLeft\", \"to\": \"eyeBlinkLeft\"}") != NULL);
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start);
    studio_map_table_release(&table);
    studio_snapshot_destroy(snapshot);
    studio_discard(studio);
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(what_modifiers_do_to_a_clip);
    RUN(a_clip_may_be_previewed_on_a_mesh);
    RUN(values_of_a_shared_list_are_shown_and_kept);
    RUN(a_clip_that_cannot_be_put_together);
    RUN(a_clip_without_a_skeleton_drives_every_face);
    RUN(a_take_is_matched_to_a_face);
    RUN(curves_and_their_uses);
    RUN(curves_of_another_skeleton_are_not_here);
    RUN(bones_without_meshes);
    RUN(what_fits_a_character);
    RUN(maps_by_rules);
    studio_folders_end();
}
