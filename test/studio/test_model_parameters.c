// SPDX-License-Identifier: MIT
//
// Parameters of graphs: added, given another type or name, removed while nodes need them; what
// children say of them follows, and undoing gives back every byte.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/studio_projects.h"

#include "studio/model/commands/graph_parameters.h"
#include "studio/model/commands/graphs.h"

static const char GRAPH[] = "face.graph.json", CHILD[] = "child.graph.json",
                  GRANDCHILD[] = "grand.graph.json";

static bool has(Studio *studio, const char *path, const char *text)
{
    const bool is_there = strstr(studio_text_now(studio, path), text) != NULL;
    if (!is_there)
        printf("%s\n", studio_text_now(studio, path));
    return is_there;
}

static void undo_all(Studio *studio, uint64_t start)
{
    while (studio->history.done_count > 0)
        STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start);
}

TEST(adding)
{
    MieniProblem refused = {0};
    char name[256];
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    STUDIO_OK(studio_parameter_add(studio, GRAPH, "float", NULL, NULL, name, &problem));
    CHECK_STR(name, "parameter");
    STUDIO_OK(studio_parameter_add(studio, GRAPH, "clip", NULL, "\"raw.clip.json\"", name, &problem));
    CHECK_STR(name, "parameter_2");
    CHECK_STR(studio_undo_label(studio), "add parameter parameter_2");
    CHECK(
        has(studio, GRAPH, "{\"name\": \"parameter_2\", \"type\": \"clip\", \"value\": \"raw.clip.json\"}"));
    // What cannot be is refused and changes nothing
    const uint64_t before = studio_hash_of(studio);
    CHECK_STATUS(studio_parameter_add(studio, GRAPH, "int", "parameter", NULL, NULL, &refused),
                 MIEN_ERROR_DATA);
    CHECK_STR(refused.error.message, "A parameter with this name already exists");
    CHECK_STATUS(studio_parameter_add(studio, GRAPH, "word", NULL, NULL, NULL, &refused), MIEN_ERROR_DATA);
    CHECK_STATUS(studio_parameter_add(studio, GRAPH, "int", "a", "0.5", NULL, &refused), MIEN_ERROR_DATA);
    CHECK_STATUS(studio_parameter_add(studio, GRAPH, "int", "", NULL, NULL, &refused), MIEN_ERROR_DATA);
    CHECK_STATUS(studio_parameter_add(studio, CHILD, "int", "a", NULL, NULL, &refused), MIEN_ERROR_DATA);
    CHECK_STR(refused.error.message, "Parameters are inherited; change them in the parent graph");
    CHECK(studio_hash_of(studio) == before);
    // For a setting: it begins with what the setting had, here by default
    STUDIO_OK(studio_parameter_add_for(studio, GRAPH, "clip", "rate", "float", name, &problem));
    CHECK_STR(name, "rate");
    CHECK(has(studio, GRAPH, "{\"name\": \"rate\", \"type\": \"float\", \"value\": 1}"));
    CHECK(has(studio, GRAPH, "\"rate\": {\"parameter\": \"rate\"}"));
    CHECK_STATUS(studio_parameter_add_for(studio, GRAPH, "clip", "loop", "float", NULL, &refused),
                 MIEN_ERROR_DATA);
    undo_all(studio, start);
    studio_discard(studio);
}

TEST(another_type)
{
    MieniProblem refused = {0};
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    STUDIO_OK(studio_parameter_add(studio, GRAPH, "float", "pace", "1.75", NULL, &problem));
    STUDIO_OK(studio_graph_set_parameter(studio, CHILD, "pace", NULL, "0.25", &problem));
    STUDIO_OK(studio_parameter_set_type(studio, GRAPH, "pace", "int", &problem));
    CHECK_STR(studio_undo_label(studio), "change type of pace");
    CHECK(has(studio, GRAPH, "{\"name\": \"pace\", \"type\": \"int\", \"value\": 2}"));
    CHECK(has(studio, CHILD, "{\"parameter\": \"pace\", \"value\": 0}"));
    STUDIO_OK(studio_parameter_set_type(studio, GRAPH, "pace", "bool", &problem));
    CHECK(has(studio, GRAPH, "\"type\": \"bool\", \"value\": true"));
    STUDIO_OK(studio_parameter_set_type(studio, GRAPH, "pace", "clip", &problem));
    CHECK(has(studio, GRAPH, "{\"name\": \"pace\", \"type\": \"clip\"}"));
    CHECK(strstr(studio_text_now(studio, CHILD), "pace") == NULL);
    for (int i = 0; i < 3; ++i)
        STUDIO_OK(studio_undo(studio, &problem));
    CHECK(has(studio, CHILD, "{\"parameter\": \"pace\", \"value\": 0.25}"));
    // A setting that it gives holds its type
    STUDIO_OK(studio_graph_set(studio, GRAPH, "clip", "rate", "{\"parameter\": \"pace\"}", &problem));
    CHECK_STATUS(studio_parameter_set_type(studio, GRAPH, "pace", "bool", &refused), MIEN_ERROR_DATA);
    printf("%s: %s\n", refused.error.location, refused.error.message);
    CHECK_STATUS(studio_parameter_set_type(studio, GRAPH, "none", "bool", &refused), MIEN_ERROR_DATA);
    CHECK_STATUS(studio_parameter_set_type(studio, CHILD, "pace", "bool", &refused), MIEN_ERROR_DATA);
    undo_all(studio, start);
    studio_discard(studio);
}

/// Every member of the family plays as before: those with a first value of their own too.
TEST(removing_what_is_used)
{
    StudioParameterUses uses;
    studio_put_project();
    lint_put(GRANDCHILD, "{\"kind\": \"graph\", \"version\": 1, \"extends\": \"child.graph.json\", "
                         "\"overrides\": [{\"parameter\": \"pace\", \"value\": 3}]}");
    lint_put(GRAPH,
             "{\"kind\": \"graph\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", \"parameters\": ["
             "{\"name\": \"pace\", \"type\": \"float\", \"value\": 2}, {\"name\": \"which\", \"type\": "
             "\"bool\", \"value\": true}], \"nodes\": ["
             "{\"id\": \"clip\", \"node\": \"clip\", \"clip\": \"talk.clip.json\", \"rate\": {\"parameter\": "
             "\"pace\"}}, {\"id\": \"more\", \"node\": \"modify_curve\", \"input\": \"clip\", \"changes\": "
             "[{\"curve\": \"jawOpen\", \"do\": \"scale\", \"value\": {\"parameter\": \"pace\"}}]}, "
             "{\"id\": \"pick\", \"node\": \"blend_by_int\", \"inputs\": [\"clip\", \"more\"], \"index\": "
             "{\"parameter\": \"which\"}}, "
             "{\"id\": \"face\", \"node\": \"poses\", \"input\": \"pick\", \"poses\": \"face.poses.json\"}, "
             "{\"id\": \"out\", \"node\": \"output\", \"input\": \"face\"}]}");
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    STUDIO_OK(studio_parameter_uses(studio, GRAPH, "pace", &uses, &problem));
    CHECK_INT(uses.count, 2);
    CHECK_STR(uses.items[0].id, "clip");
    CHECK_STR(uses.items[0].key, "rate");
    CHECK_STR(uses.items[1].key, "changes");
    CHECK_INT(uses.overrides, 1);
    studio_parameter_uses_release(&uses);
    STUDIO_OK(studio_parameter_remove(studio, GRAPH, "pace", &problem));
    CHECK_STR(studio_undo_label(studio), "remove parameter pace");
    CHECK(has(studio, GRAPH, "\"rate\": 2"));
    CHECK(has(studio, GRAPH, "\"value\": 2}"));
    CHECK(has(studio, GRANDCHILD, "{\"id\": \"clip\", \"rate\": 3}"));
    CHECK(has(studio, GRANDCHILD, "\"do\": \"scale\", \"value\": 3"));
    CHECK(strstr(studio_text_now(studio, GRANDCHILD), "pace") == NULL);
    CHECK(strstr(studio_text_now(studio, CHILD), "rate") == NULL);
    STUDIO_OK(studio_parameter_remove(studio, GRAPH, "which", &problem));
    CHECK(has(studio, GRAPH, "\"index\": 1"));
    CHECK(strstr(studio_text_now(studio, GRAPH), "parameter") == NULL);
    undo_all(studio, start);
    studio_discard(studio);
}

TEST(what_a_machine_asks_stays)
{
    StudioParameterUses uses;
    MieniProblem refused = {0};
    studio_put_project();
    lint_put(GRAPH,
             "{\"kind\": \"graph\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", \"parameters\": ["
             "{\"name\": \"far\", \"type\": \"float\"}], \"nodes\": ["
             "{\"id\": \"clip\", \"node\": \"clip\", \"clip\": \"talk.clip.json\"}, "
             "{\"id\": \"mood\", \"node\": \"state_machine\", \"states\": [{\"name\": \"calm\", \"input\": "
             "\"clip\"}, {\"name\": \"glad\", \"input\": \"clip\"}], \"transitions\": [{\"from\": \"calm\", "
             "\"to\": \"glad\", \"when\": [{\"parameter\": \"far\", \"below\": 1}]}]}, "
             "{\"id\": \"face\", \"node\": \"poses\", \"input\": \"mood\", \"poses\": \"face.poses.json\"}, "
             "{\"id\": \"out\", \"node\": \"output\", \"input\": \"face\"}]}");
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    STUDIO_OK(studio_parameter_uses(studio, GRAPH, "far", &uses, &problem));
    CHECK(uses.count == 1 && uses.items[0].is_condition);
    studio_parameter_uses_release(&uses);
    CHECK_STATUS(studio_parameter_remove(studio, GRAPH, "far", &refused), MIEN_ERROR_DATA);
    CHECK_STR(refused.error.location, "mood");
    CHECK(studio_hash_of(studio) == start && studio->history.done_count == 0);
    studio_discard(studio);
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(adding);
    RUN(another_type);
    RUN(removing_what_is_used);
    RUN(what_a_machine_asks_stays);
    studio_folders_end();
}
