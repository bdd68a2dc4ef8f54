// SPDX-License-Identifier: MIT
//
// Characters of a project: what they are made of, how they move through time, and what
// is told when something is missing.

#include "support/lint_projects.h"

#include "project/character/character.h"

#define GRAPH(nodes) "{\"kind\": \"graph\", \"version\": 1, \"nodes\": [" nodes "]}"

static void put_project(void)
{
    lint_begin();
    mieni_project_close(&lint_project);
    CHECK_STATUS(mieni_project_open(&lint_project, lint_folder, NULL), MIEN_OK);
    lint_put("face.skeleton.json", LINT_SKELETON "{\"name\": \"jawOpen\"}, {\"name\": \"look_L\"}]}");
    lint_put("talk.clip.json",
             LINT_CLIP(
                 "\"rate\": 30, \"keyed\": [{\"curve\": \"jawOpen\", \"keys\": [{\"time\": 0, \"value\": 0}, "
                 "{\"time\": 10, \"value\": 10}]}], \"events\": [{\"name\": \"breath\", \"time\": 0.5}]"));
    lint_put("plain.character.json",
             "{\"kind\": \"character\", \"version\": 1, \"poses\": \"face.poses.json\", \"curves\": "
             "{\"look_L\": 0.5, \"nose\": 1}}");
}

static bool open_bound(MieniCharacter *character, const char *path, const char *clip)
{
    MieniProblem problem = {0};
    MienStatus status = mieni_character_open(&lint_project, path, character, &problem);
    const int place = mieni_character_find_asset(character, MIEN_GRAPH_CLIP, "clip");
    if (status == MIEN_OK && clip != NULL)
        CHECK(mieni_character_replace(character, place, clip));
    if (status == MIEN_OK)
        status = mieni_character_bind(character, NULL, &problem);
    if (status != MIEN_OK)
        printf("%s: %s: %s\n", problem.file, problem.error.location, problem.error.message);
    CHECK_STATUS(status, MIEN_OK);
    return status == MIEN_OK;
}

TEST(a_character_without_a_graph_has_a_plain_one)
{
    MieniCharacter character;
    put_project();
    if (open_bound(&character, "plain.character.json", "talk.clip.json")) {
        const int curve = mien_skeleton_find_curve(character.skeleton, "look_L");
        CHECK_STR(character.skeleton_path, "face.skeleton.json");
        CHECK_INT(mien_graph_info(character.graph).node_count, 4);
        CHECK_STATUS(mieni_character_go(&character, 0.5, 30.0, NULL), MIEN_OK);
        CHECK_NEAR(mien_curve_set_value(&character.curves, curve), 0.5, 0); // the asset's own
        CHECK_INT(character.report_count, 2); // and look_R, which the skeleton does not list
        CHECK_INT(character.reports[0].finding, MIENI_CHARACTER_NO_CURVE);
        CHECK_STR(character.reports[0].name, "nose");
        CHECK_STR(character.reports[0].file, "plain.character.json");
        CHECK(character.reports[0].node == NULL);
        CHECK_STR(character.reports[1].file, "face.poses.json");
        CHECK_NEAR(mieni_character_length(&character), 10, 1e-9);
    }
    mieni_character_close(&character);
}

TEST(clips_stand_at_the_time_itself)
{
    static const double rates[] = {24, 30, 60, 30000.0 / 1001.0};
    put_project();
    for (int r = 0; r < 4; ++r) {
        MieniCharacter character;
        if (!open_bound(&character, "plain.character.json", "talk.clip.json"))
            break;
        const int node = mien_graph_find_node(character.graph, "clip");
        for (int i = 1; i <= 97; ++i) {
            const double time = i / 10.0;
            CHECK_STATUS(mieni_character_go(&character, time, rates[r], NULL), MIEN_OK);
            CHECK(character.time == time && mien_graph_instance_time(character.instance, node) == time);
        }
        CHECK_STATUS(mieni_character_go(&character, 3.0, rates[r], NULL), MIEN_OK); // never back
        CHECK(character.time == 9.7);
        CHECK_STATUS(mieni_character_step(&character, 3.0), MIEN_OK);
        CHECK(character.time == 9.7);
        mieni_character_close(&character);
    }
}

static int frames_left;
static bool is_enough(void) { return --frames_left < 0; }

TEST(going_can_be_ended_and_events_are_told)
{
    MieniCharacter character;
    put_project();
    if (open_bound(&character, "plain.character.json", "talk.clip.json")) {
        frames_left = 10;
        CHECK_STATUS(mieni_character_go(&character, 5, 10.0, is_enough), MIEN_OK);
        CHECK_NEAR(character.time, 1.0, 1e-12);
        CHECK_INT(character.event_count, 0);
    }
    mieni_character_close(&character);
    if (open_bound(&character, "plain.character.json", "talk.clip.json")) {
        CHECK_STATUS(mieni_character_step(&character, 0.4), MIEN_OK);
        CHECK_INT(character.event_count, 0);
        CHECK_STATUS(mieni_character_step(&character, 0.6), MIEN_OK);
        CHECK_INT(character.event_count, 1);
        CHECK_STR(character.events[0].name, "breath");
    }
    mieni_character_close(&character);
}

TEST(names_are_reported_with_their_nodes)
{
    MieniCharacter character;
    put_project();
    lint_put("face.graph.json",
             GRAPH("{\"id\": \"clip\", \"node\": \"clip\", \"clip\": \"talk.clip.json\"}, {\"id\": \"pose\", "
                   "\"node\": "
                   "\"poses\", \"input\": \"clip\", \"poses\": \"face.poses.json\"}, {\"id\": "
                   "\"quiet\", \"node\": \"modify_curve\", \"input\": \"pose\", \"changes\": "
                   "[{\"curve\": \"nose\", \"do\": \"scale\", \"value\": 0}]}, {\"id\": "
                   "\"out\", \"node\": \"output\", \"input\": \"quiet\"}"));
    lint_put("ada.character.json", "{\"kind\": \"character\", \"version\": 1, \"skeleton\": "
                                   "\"face.skeleton.json\", \"graph\": \"face.graph.json\"}");
    if (open_bound(&character, "ada.character.json", "")) {
        bool has_place = false, has_nose = false, has_control = false;
        for (int i = 0; i < character.report_count; ++i) {
            const MieniCharacterReport *row = &character.reports[i];
            has_place |= row->finding == MIENI_CHARACTER_NO_ASSET && strcmp(row->node, "clip") == 0;
            has_nose |= row->finding == MIENI_CHARACTER_NO_CURVE && strcmp(row->node, "quiet") == 0 &&
                        strcmp(row->name, "nose") == 0 && strcmp(row->file, "face.graph.json") == 0;
            has_control |= row->finding == MIENI_CHARACTER_NO_CURVE && strcmp(row->node, "pose") == 0 &&
                           strcmp(row->name, "look_R") == 0 && strcmp(row->file, "face.poses.json") == 0;
        }
        CHECK(has_place);
        CHECK(has_nose);
        CHECK(has_control); // the skeleton lists no look_R
    }
    mieni_character_close(&character);
}

TEST(what_is_missing_is_told_where_it_is_named)
{
    static const struct {
        const char *text, *file, *place;
    } cases[] = {
        {"{\"kind\": \"character\", \"version\": 1}", "ada.character.json", ""},
        {"{\"kind\": \"character\", \"version\": 1, \"skeleton\": \"no.skeleton.json\"}",
         "ada.character.json", "line 4, skeleton"},
        {"{\"kind\": \"character\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", \"mesh\": "
         "\"no.mesh.json\"}",
         "ada.character.json", "line 5, mesh"},
        {"{\"kind\": \"character\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", \"graph\": "
         "\"no.graph.json\"}",
         "ada.character.json", "line 5, graph"},
    };
    put_project();
    for (int i = 0; i < 4; ++i) {
        MieniCharacter character;
        MieniProblem problem = {0};
        lint_put("ada.character.json", cases[i].text);
        CHECK(mieni_character_open(&lint_project, "ada.character.json", &character, &problem) != MIEN_OK);
        CHECK_STR(problem.file, cases[i].file);
        CHECK_STR(problem.error.location, cases[i].place);
        CHECK(character.skeleton == NULL && character.arena.blocks == NULL);
    }
}

CHECK_MAIN
{
    lint_open();
    RUN(a_character_without_a_graph_has_a_plain_one);
    RUN(clips_stand_at_the_time_itself);
    RUN(going_can_be_ended_and_events_are_told);
    RUN(names_are_reported_with_their_nodes);
    RUN(what_is_missing_is_told_where_it_is_named);
    lint_close();
}
