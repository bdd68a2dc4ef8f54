// SPDX-License-Identifier: MIT
//
// The search for a new node.

#include "studio/panels/graph/search.h"

#include <string.h>

static bool is_offered(const StudioGraphScene *scene, const char *type, StudioLooseWire wire)
{
    const StudioGraphNode *from = studio_graph_scene_node(scene, wire.from);
    if (from != NULL)
        return studio_graph_input_for(type, from->flow) != NULL;
    if (wire.to >= 0)
        return studio_graph_gives(type, scene, wire.to, wire.row);
    for (guint i = 0; strcmp(type, "output") == 0 && i < scene->nodes->len; ++i)
        if (strcmp(studio_graph_scene_node(scene, (int)i)->words->type, "output") == 0)
            return false; // a graph has one
    return true;
}

GtkWidget *studio_graph_search_new(const StudioGraphScene *scene, StudioLooseWire wire,
                                   StudioListChosen *found, void *user, GDestroyNotify free_user)
{
    StudioListEntry entries[MIENI_NODE_WORDS];
    int count = 0;
    for (int i = 0; i < MIENI_NODE_WORDS; ++i) {
        const MieniNodeWords *words = &mieni_node_words[i];
        if (is_offered(scene, words->type, wire))
            entries[count++] = (StudioListEntry){words->type, words->title, words->hint};
    }
    return studio_list_popover_new("Add node", entries, count, found, user, free_user);
}
