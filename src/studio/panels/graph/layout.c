// SPDX-License-Identifier: MIT
//
// Where nodes are drawn that nobody placed, and which wires fit.

#include "studio/panels/graph/scene.h"

#include <stdio.h>
#include <string.h>

#include "asset/graph/edit.h"

enum { GAP_ACROSS = 18, GAP_DOWN = 22 };

// Layout: columns by how far a node is from the end, rows by where its wire goes

/// The longest way from a node to where its wires end.
static void note_depth(const StudioGraphScene *scene, int index, int depth, int *depths)
{
    const StudioGraphNode *node = studio_graph_scene_node(scene, index);
    if (depth <= depths[index] || depth > (int)scene->nodes->len)
        return;
    depths[index] = depth;
    for (guint r = 0; r < node->rows->len; ++r) {
        const int from = g_array_index(node->rows, StudioGraphRow, r).from;
        if (from >= 0)
            note_depth(scene, from, depth + 1, depths);
    }
}

/// Nodes of one column with where they would like to be.
typedef struct Wish {
    int node;
    double y;
} Wish;

static int by_wish(const void *a, const void *b)
{
    const Wish *x = a, *y = b;
    return x->y != y->y ? (x->y < y->y ? -1 : 1) : x->node - y->node;
}

/// Beside the pins that a node leads to; those are placed already.
static double wish_of(const StudioGraphScene *scene, int index)
{
    double sum = 0;
    int count = 0;
    for (guint n = 0; n < scene->nodes->len; ++n) {
        const StudioGraphNode *node = studio_graph_scene_node(scene, (int)n);
        for (guint r = 0; r < node->rows->len; ++r)
            if (g_array_index(node->rows, StudioGraphRow, r).from == index) {
                sum += node->y + studio_graph_row_middle((int)r) - studio_graph_row_middle(0);
                ++count;
            }
    }
    return count > 0 ? sum / count : 1e6 + index; // what leads nowhere comes last
}

static double snap(double value)
{
    return (double)STUDIO_SNAP * (int)(value / STUDIO_SNAP + (value < 0 ? -0.5 : 0.5));
}

static void place_column(StudioGraphScene *scene, const int *depths, int depth, double x)
{
    g_autoptr(GArray) wishes = g_array_new(FALSE, FALSE, sizeof(Wish));
    double height = -GAP_DOWN, middle = 0;
    for (guint n = 0; n < scene->nodes->len; ++n)
        if (depths[n] == depth) {
            const Wish wish = {(int)n, wish_of(scene, (int)n)};
            g_array_append_val(wishes, wish);
        }
    g_array_sort(wishes, by_wish);
    int wanted = 0;
    for (guint i = 0; i < wishes->len; ++i) {
        const Wish *wish = &g_array_index(wishes, Wish, i);
        const StudioGraphNode *node = studio_graph_scene_node(scene, wish->node);
        height += node->height + GAP_DOWN;
        if (wish->y < 1e5) {
            middle += wish->y + node->height * 0.5;
            ++wanted;
        }
    }
    double y = (wanted > 0 ? middle / wanted : 0.0) - height * 0.5;
    for (guint i = 0; i < wishes->len; ++i) {
        StudioGraphNode *node = studio_graph_scene_node(scene, g_array_index(wishes, Wish, i).node);
        node->x = snap(x);
        node->y = snap(y);
        y += node->height + GAP_DOWN;
    }
}

static void lay_out_all(StudioGraphScene *scene)
{
    const int count = (int)scene->nodes->len;
    g_autofree int *depths = g_new0(int, (gsize)count + 1);
    int deepest = 0;
    for (int pass = 0; pass < 2; ++pass) // first what leads to the output, then what leads nowhere
        for (int n = 0; n < count; ++n) {
            const bool is_output = strcmp(studio_graph_scene_node(scene, n)->words->type, "output") == 0;
            if (pass == 0 ? is_output : depths[n] == 0)
                note_depth(scene, n, 1, depths);
        }
    for (int n = 0; n < count; ++n)
        deepest = MAX(deepest, depths[n]);
    double x = 0;
    for (int depth = 1; depth <= deepest; ++depth) {
        int width = STUDIO_NODE_NARROW;
        for (int n = 0; n < count; ++n)
            if (depths[n] == depth)
                width = MAX(width, studio_graph_scene_node(scene, n)->width);
        x -= (width + GAP_ACROSS + STUDIO_SNAP - 1) / STUDIO_SNAP * STUDIO_SNAP; // even gaps on the grid
        place_column(scene, depths, depth, x);
    }
}

static bool overlaps(const StudioGraphScene *scene, const StudioGraphNode *node)
{
    for (guint n = 0; n < scene->nodes->len; ++n) {
        const StudioGraphNode *other = studio_graph_scene_node(scene, (int)n);
        if (other != node && other->has_place && node->x < other->x + other->width + STUDIO_SNAP &&
            other->x < node->x + node->width + STUDIO_SNAP &&
            node->y < other->y + other->height + STUDIO_SNAP &&
            other->y < node->y + node->height + STUDIO_SNAP)
            return true;
    }
    return false;
}

/// Beside what it leads to, or below everything, where nothing is yet.
static void place_beside(StudioGraphScene *scene, int index)
{
    StudioGraphNode *node = studio_graph_scene_node(scene, index);
    node->x = node->y = 0;
    for (guint n = 0; n < scene->nodes->len; ++n) {
        const StudioGraphNode *other = studio_graph_scene_node(scene, (int)n);
        for (guint r = 0; other->has_place && r < other->rows->len; ++r)
            if (g_array_index(other->rows, StudioGraphRow, r).from == index) {
                node->x = snap(other->x - node->width - GAP_ACROSS);
                node->y = snap(other->y + STUDIO_NODE_ROW * (double)r);
            }
    }
    while (overlaps(scene, node))
        node->y += STUDIO_GRID;
    node->has_place = true; // for those that come after it
}

void studio_graph_lay_out(StudioGraphScene *scene, bool is_all)
{
    const guint count = scene->nodes->len;
    guint placed = 0;
    for (guint n = 0; n < count; ++n)
        placed += studio_graph_scene_node(scene, (int)n)->has_place;
    if (is_all || placed == 0) {
        lay_out_all(scene);
        return;
    }
    g_autofree bool *lacks = g_new0(bool, count + 1);
    for (guint n = 0; n < count; ++n)
        lacks[n] = !studio_graph_scene_node(scene, (int)n)->has_place;
    for (guint n = count; n-- > 0;) // consumers mostly stand behind what they take
        if (lacks[n])
            place_beside(scene, (int)n);
    for (guint n = 0; n < count; ++n)
        studio_graph_scene_node(scene, (int)n)->has_place = !lacks[n];
}

// What fits

static MieniFlow as_flow(StudioFlow flow)
{
    return flow == STUDIO_FLOW_DELTA ? MIENI_FLOWS_DELTA : MIENI_FLOWS_POSE;
}

/// What an input takes.
static MieniFlow taken_by(const StudioGraphScene *scene, int to, int row)
{
    const StudioGraphNode *node = studio_graph_scene_node(scene, to);
    const MieniNodeTypeInfo *type = studio_graph_node_type(node->words->type);
    const char *key = studio_graph_node_row(node, row)->key;
    MieniFlow other_flow = MIENI_FLOWS_ANY;
    int input = 0;
    if (type == NULL)
        return MIENI_FLOWS_POSE;
    while (input < type->input_count && strcmp(type->inputs[input], key) != 0)
        ++input;
    for (guint r = 0; r < node->rows->len && other_flow == MIENI_FLOWS_ANY; ++r) {
        const StudioGraphNode *other =
            studio_graph_scene_node(scene, g_array_index(node->rows, StudioGraphRow, r).from);
        if ((int)r != row && other != NULL && strcmp(other->words->type, "reference") != 0)
            other_flow = as_flow(other->flow); // a reference pose stands where nothing was connected
    }
    return mieni_node_takes(type, input, as_flow(node->flow), other_flow);
}

StudioFit studio_graph_fit(const StudioGraphScene *scene, int from, int to, int row,
                           char reason[STUDIO_REASON_ROOM])
{
    const StudioGraphNode *source = studio_graph_scene_node(scene, from);
    const StudioGraphRow *input = studio_graph_node_row(studio_graph_scene_node(scene, to), row);
    const bool is_delta = source->flow == STUDIO_FLOW_DELTA;
    const MieniFlow taken = taken_by(scene, to, row);
    reason[0] = '\0';
    if (studio_graph_leads(scene, to, from)) {
        snprintf(reason, STUDIO_REASON_ROOM, "That would be a circle.");
        return STUDIO_FITS_NOT;
    }
    if (is_delta && taken == MIENI_FLOWS_POSE) {
        snprintf(reason, STUDIO_REASON_ROOM, "A delta cannot go into %.40s. Put Apply additive between them.",
                 input->label);
        return STUDIO_FITS_APPLIED;
    }
    if (!is_delta && taken == MIENI_FLOWS_DELTA) {
        snprintf(reason, STUDIO_REASON_ROOM,
                 "A pose cannot go into %.40s. A pose of an additive asset can, or a slot.", input->label);
        return STUDIO_FITS_NOT;
    }
    return STUDIO_FITS;
}

const char *studio_graph_input_for(const char *name, StudioFlow flow)
{
    const MieniNodeType number = mieni_node_type_find(name);
    const MieniNodeTypeInfo *type = mieni_node_type((unsigned)number);
    if (type == NULL || number == MIENI_NODE_OUTPUT) // a graph has one
        return NULL;
    for (int i = 0; i < type->input_count; ++i) {
        const MieniFlow taken = mieni_node_takes(type, i, MIENI_FLOWS_POSE, MIENI_FLOWS_ANY);
        if (taken == MIENI_FLOWS_ANY || taken == as_flow(flow))
            return type->inputs[i];
    }
    for (int l = 0; l < type->list_count; ++l)
        if (type->lists[l].has_links) {
            g_autofree char *key = g_strdup_printf("%s[0]", type->lists[l].key);
            return g_intern_string(key);
        }
    return NULL;
}

bool studio_graph_gives(const char *name, const StudioGraphScene *scene, int to, int row)
{
    const MieniNodeType number = mieni_node_type_find(name);
    const MieniNodeTypeInfo *type = mieni_node_type((unsigned)number);
    const MieniFlow taken = taken_by(scene, to, row);
    if (type == NULL || number == MIENI_NODE_OUTPUT)
        return false;
    if (type->flow == MIENI_FLOW_ASSET) // mostly of an additive asset
        return taken != MIENI_FLOWS_POSE;
    return taken != MIENI_FLOWS_DELTA || type->flow == MIENI_FLOW_PASS || type->flow == MIENI_FLOW_SETTING;
}
