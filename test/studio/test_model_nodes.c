// SPDX-License-Identifier: MIT
//
// Every node type can be added to a graph in the editor.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/studio_projects.h"

#include "asset/graph/node_types.h"
#include "studio/model/commands/graphs.h"

static const char GRAPH[] = "face.graph.json";

TEST(every_type_is_offered_and_can_be_added)
{
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    int count = 0;
    for (int i = 0; i < MIENI_NODE_WORDS; ++i) {
        const MieniNodeWords *words = &mieni_node_words[i];
        char id[256], text[300];
        MieniProblem problem = {0};
        CHECK(words->type != NULL && words->title[0] != '\0');
        const MienStatus status = studio_graph_add_node(studio, GRAPH, words->type, NULL, 0, 0, id, &problem);
        if (strcmp(words->type, "output") == 0) { // a graph has one
            CHECK(status != MIEN_OK);
            continue;
        }
        CHECK_STATUS(status, MIEN_OK);
        snprintf(text, sizeof text, "\"id\": \"%s\", \"node\": \"%s\"", id, words->type);
        CHECK(strstr(studio_text_now(studio, GRAPH), text) != NULL);
        ++count;
    }
    CHECK_INT(count, MIENI_NODE_TYPES - 2);
    studio_discard(studio);
}

/// The map that a new map node has.
static const char *map_of_new_node(void)
{
    static char map[64];
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_graph_add_node(studio, GRAPH, "map", NULL, 0, 0, NULL, &problem));
    const char *at = strstr(studio_text_now(studio, GRAPH), "\"map\": \"");
    snprintf(map, sizeof map, "%.*s", at != NULL ? (int)strcspn(at + 8, "\"") : 0, at != NULL ? at + 8 : "");
    studio_discard(studio);
    return map;
}

TEST(a_map_begins_with_what_fits)
{
    studio_put_project();
    CHECK_STR(map_of_new_node(), "livelink-to-arkit"); // clip and face have the same names
    lint_put("talk.clip.json",
             LINT_CLIP("\"keyed\": [" LINT_KEYED("PP", "1") ", " LINT_KEYED("FF", "1") "]"));
    CHECK_STR(map_of_new_node(), "oculus-to-arkit");
    lint_put("face.poses.json", LINT_POSES("additive", "\"poses\": [{\"name\": \"relaxed\", \"bones\": "
                                                       "[{\"bone\": \"jaw\", \"t\": [0, 0.8, 0]}]}]"));
    CHECK_STR(map_of_new_node(), "oculus-to-vrm1");
    lint_put("face.poses.json", LINT_POSES("additive", "\"poses\": [{\"name\": \"ours\", \"bones\": "
                                                       "[{\"bone\": \"jaw\", \"t\": [0, 0.8, 0]}]}]"));
    CHECK_STR(map_of_new_node(), "livelink-to-arkit"); // no map leads to it
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(every_type_is_offered_and_can_be_added);
    RUN(a_map_begins_with_what_fits);
    studio_folders_end();
}
