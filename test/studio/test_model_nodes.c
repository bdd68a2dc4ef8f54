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

CHECK_MAIN
{
    studio_folders_begin();
    RUN(every_type_is_offered_and_can_be_added);
    studio_folders_end();
}
