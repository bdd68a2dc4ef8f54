// SPDX-License-Identifier: MIT
//
// Builds a scene from the texts of a graph.

#include "studio/panels/graph/scene.h"

#include "asset/graph/text.h"
#include "studio/model/facts/strings.h"

#include <stdio.h>
#include <string.h>

const MieniNodeTypeInfo *studio_graph_node_type(const char *type)
{
    return mieni_node_type((unsigned)mieni_node_type_find(type));
}

StudioGraphNode *studio_graph_scene_node(const StudioGraphScene *scene, int index)
{
    return index >= 0 && index < (int)scene->nodes->len ? g_ptr_array_index(scene->nodes, (guint)index)
                                                        : NULL;
}

/// A node that leads to another one, over any number of wires.
static bool graph_leads(const StudioGraphScene *scene, int from, int to)
{
    g_autofree bool *is_seen = g_new0(bool, scene->nodes->len + 1);
    g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(int));
    g_array_append_val(open, to);
    while (open->len > 0) {
        const int index = g_array_index(open, int, open->len - 1);
        g_array_set_size(open, open->len - 1);
        const StudioGraphNode *node = studio_graph_scene_node(scene, index);
        if (index == from)
            return true;
        if (node == NULL || is_seen[index])
            continue;
        is_seen[index] = true;
        for (guint r = 0; r < node->rows->len; ++r)
            g_array_append_val(open, g_array_index(node->rows, StudioGraphRow, r).from);
    }
    return false;
}

// Automatic layout of nodes, and checks of connections.

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
    return count > 0 ? sum / count : 1e6 + index; // unconnected nodes come last
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
    for (int pass = 0; pass < 2; ++pass) // first nodes that lead to the output, then the others
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
        if ((int)r != row && other != NULL && strcmp(other->words->type, "rest_pose") != 0)
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
    if (graph_leads(scene, to, from)) {
        snprintf(reason, STUDIO_REASON_ROOM, "This would create a cycle");
        return STUDIO_FITS_NOT;
    }
    if (is_delta && taken == MIENI_FLOWS_POSE) {
        snprintf(reason, STUDIO_REASON_ROOM,
                 "%.40s needs a pose, not a delta. Insert an Apply additive node.", input->label);
        return STUDIO_FITS_APPLIED;
    }
    if (!is_delta && taken == MIENI_FLOWS_DELTA) {
        snprintf(reason, STUDIO_REASON_ROOM,
                 "%.40s needs a delta. Use a pose of an additive asset, or an input pose.", input->label);
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

// Chains

MienStatus studio_graph_chain_read(Studio *studio, const char *path, StudioGraphChain *out_chain,
                                   MieniProblem *problem)
{
    *out_chain = (StudioGraphChain){0};
    while (path != NULL) {
        const MieniAsset *asset;
        for (int i = 0; i < out_chain->count; ++i)
            if (strcmp(out_chain->texts[i].path, path) == 0)
                return mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_at("%s", "extends"),
                                         "The graph inherits from itself through other graphs");
        if (out_chain->count == STUDIO_GRAPH_DEEPEST)
            return mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_at("%s", "extends"),
                                     "The chain of parent graphs is too long");
        const MienStatus status = studio_asset(studio, path, &asset, problem);
        if (status != MIEN_OK)
            return status;
        MieniGraphText *text = &out_chain->texts[out_chain->count];
        *text = (MieniGraphText){.path = path, .asset = *asset};
        if (out_chain->count > 0)
            out_chain->texts[out_chain->count - 1].parent = text;
        ++out_chain->count;
        path = mieni_graph_extends(mieni_graph_of(asset));
    }
    return MIEN_OK;
}

const MieniGraphView *studio_graph_root(const MieniGraphText *text)
{
    return mieni_graph_of(&mieni_graph_text_root(text)->asset);
}

int studio_graph_chain_find(const StudioGraphChain *chain, const char *id)
{
    return mieni_graph_find_node(studio_graph_root(&chain->texts[0]), id);
}

const MieniSchema *studio_graph_chain_schema(const StudioGraphChain *chain, int row)
{
    const MieniGraphView *root = studio_graph_root(&chain->texts[0]);
    return row >= 0 && row < mieni_graph_node_count(root)
               ? mieni_graph_node_schema(mieni_node_json(mieni_graph_node(root, row)))
               : NULL;
}

// Scenes

static void clear_row(void *given)
{
    StudioGraphRow *row = given;
    g_free(row->key);
    g_free(row->label);
    g_free(row->value);
    g_free(row->inherited);
}

static void free_node(void *given)
{
    StudioGraphNode *node = given;
    g_free(node->id);
    g_array_unref(node->rows);
    g_free(node->error);
    g_free(node->problem);
    g_free(node);
}

void studio_graph_scene_free(StudioGraphScene *scene)
{
    if (scene == NULL)
        return;
    g_free(scene->path);
    g_free(scene->name);
    g_free(scene->parent);
    g_free(scene->parent_name);
    g_free(scene->root);
    g_free(scene->skeleton);
    g_ptr_array_unref(scene->nodes);
    g_free(scene->error);
    g_free(scene);
}

int studio_graph_scene_find(const StudioGraphScene *scene, const char *id)
{
    for (guint i = 0; scene != NULL && id != NULL && i < scene->nodes->len; ++i)
        if (strcmp(((StudioGraphNode *)g_ptr_array_index(scene->nodes, i))->id, id) == 0)
            return (int)i;
    return -1;
}

StudioGraphRow *studio_graph_node_row(const StudioGraphNode *node, int index)
{
    return index >= 0 && index < (int)node->rows->len ? &g_array_index(node->rows, StudioGraphRow, index)
                                                      : NULL;
}

double studio_graph_row_middle(int row) { return STUDIO_NODE_HEADER + 3 + STUDIO_NODE_ROW * (row + 0.5); }

/// A node in the making.
typedef struct Making {
    Studio *studio;
    const StudioGraphChain *chain;
    StudioGraphScene *scene;
    StudioGraphNode *node;
    const MieniNodeView *view;
    const MieniSchema *schema;
} Making;

static StudioGraphRow *add_row(const Making *making, const char *key, char *label, char *value)
{
    const StudioGraphRow row = {.key = g_strdup(key), .label = label, .value = value, .from = -1};
    g_array_append_val(making->node->rows, row);
    return studio_graph_node_row(making->node, (int)making->node->rows->len - 1);
}

static StudioGraphRow *add_told(const Making *making, const char *label, MieniNodeRowLive live)
{
    StudioGraphRow *row = add_row(making, "", g_strdup(label), g_strdup(""));
    row->live = live;
    return row;
}

static void add_input(const Making *making, const char *key, const char *from, char *label,
                      MieniNodeRowLive live)
{
    StudioGraphRow *row =
        add_row(making, key, label != NULL ? label : studio_label_of_key(key), g_strdup(""));
    row->is_input = true;
    row->live = live;
    row->from = from != NULL ? studio_graph_chain_find(making->chain, from) : -1;
}

static void add_named_input(const Making *making, const char *key, MieniNodeRowLive live)
{
    add_input(making, key, mieni_json_get_string(mieni_node_json(making->view), key, NULL), NULL, live);
}

static MieniGraphValue setting_of(const Making *making, const char *key)
{
    return mieni_graph_text_setting(&making->chain->texts[0], making->node->row, key);
}

/// What the parent has, if the graph itself says something else.
static char *inherited_of(const Making *making, const char *key)
{
    const MieniGraphText *text = &making->chain->texts[0];
    if (text->parent == NULL || setting_of(making, key).text != text)
        return NULL;
    return studio_label_of_value(mieni_schema_find(making->schema, key),
                                 mieni_graph_text_setting(text->parent, making->node->row, key).value);
}

static StudioGraphRow *add_setting(const Making *making, const char *key)
{
    const MieniJson *value = setting_of(making, key).value;
    StudioGraphRow *row = add_row(making, key, studio_label_of_key(key),
                                  studio_label_of_value(mieni_schema_find(making->schema, key), value));
    const char *parameter = mieni_value_parameter(value);
    row->is_parameter = parameter != NULL;
    if (parameter != NULL) {
        g_free(row->value);
        row->value = g_strdup(parameter);
    }
    row->inherited = inherited_of(making, key);
    return row;
}

/// An asset, to be chosen from a list, and below it what the parent has.
static void add_asset(const Making *making, const char *key)
{
    StudioGraphRow *row = add_setting(making, key);
    row->is_field = true;
    if (row->inherited != NULL) {
        char *old = g_strdup(row->inherited);
        StudioGraphRow *struck =
            add_row(making, "", old, g_strdup_printf("in %s", making->scene->parent_name));
        struck->is_struck = true;
    }
}

/// What a list of changes does to a curve; NULL: nothing.
static const MieniChangeView *change_of(const MieniJson *changes, const char *curve)
{
    for (int i = 0; i < mieni_view_count(changes); ++i)
        if (g_strcmp0(mieni_change_curve(mieni_change_view(changes->items[i])), curve) == 0)
            return mieni_change_view(changes->items[i]);
    return NULL;
}

static void add_changes(const Making *making)
{
    const MieniJson *own = setting_of(making, "changes").value;
    const MieniGraphText *text = &making->chain->texts[0];
    const bool is_own = text->parent != NULL && setting_of(making, "changes").text == text;
    const MieniJson *before =
        is_own ? mieni_graph_text_setting(text->parent, making->node->row, "changes").value : NULL;
    for (int i = 0; own != NULL && i < own->count && i < 6; ++i) {
        const MieniChangeView *change = mieni_change_view(own->items[i]);
        const char *curve = mieni_text_or_empty(mieni_change_curve(change));
        const MieniJson *value = mieni_change_value_json(change);
        StudioGraphRow *row = add_row(
            making, "changes", g_strdup_printf("%s %s", mieni_text_or_empty(mieni_change_do(change)), curve),
            value != NULL ? studio_label_of_value(NULL, value) : g_strdup("0.00"));
        const MieniJson *old = mieni_change_value_json(change_of(before, curve));
        if (is_own && old != NULL && !mieni_json_equal(old, value))
            row->inherited = studio_label_of_value(NULL, old);
    }
    if (own == NULL || own->count == 0)
        add_row(making, "changes", g_strdup("Changes"), g_strdup("none"));
}

/// Inputs of lists: those of select, and states of a machine.
static void add_list(const Making *making)
{
    const MieniNodeView *view = making->view;
    const int count = mieni_node_inputs_count(view);
    for (int i = 0; i < count; ++i) {
        g_autofree char *key = g_strdup_printf("inputs[%d]", i);
        add_input(making, key, mieni_node_inputs(view, i), NULL, MIENI_LIVE_WEIGHT);
    }
    if (mieni_node_inputs_json(view) != NULL && making->scene->parent == NULL) {
        g_autofree char *key = g_strdup_printf("inputs[%d]", count); // where the next one may be plugged in
        add_input(making, key, NULL, g_strdup("Add input"), MIENI_LIVE_NONE);
    }
    for (int i = 0; i < mieni_node_state_count(view); ++i) {
        const MieniStateView *state = mieni_node_state(view, i);
        g_autofree char *key = g_strdup_printf("states[%d]", i);
        add_input(making, key, mieni_state_input(state),
                  g_strdup(mieni_text_or_empty(mieni_state_name(state))), MIENI_LIVE_WEIGHT);
    }
}

static void add_mask(const Making *making, const char *key)
{
    StudioGraphRow *row = add_setting(making, key);
    const MieniGraphValue mask = mieni_graph_text_mask(&making->chain->texts[0], row->value);
    const bool has_bones = mieni_bone_mask_branch_count(mieni_bone_mask_view(mask.value)) > 0;
    g_free(row->label);
    row->label = g_strdup(has_bones ? "From" : "Bone mask");
    if (!has_bones) {
        g_free(row->value);
        row->value = g_strdup(mask.value != NULL ? "curves only" : row->is_parameter ? "parameter" : "none");
    }
}

static void add_plain(const Making *making, const MieniNodeRow *shown)
{
    StudioGraphRow *row = add_setting(making, shown->key);
    row->is_field = shown->kind == MIENI_ROW_FIELD;
    row->live = shown->live;
    if (shown->label != NULL) {
        g_free(row->label);
        row->label = g_strdup(shown->label);
    }
}

/// The rows of a node: what one wants to see at a glance. All else is in the inspector.
static void fill_rows(const Making *making)
{
    const MieniNodeRow *rows = making->node->words->rows;
    for (int i = 0; i < MIENI_NODE_ROWS && rows[i].kind != 0; ++i)
        switch (rows[i].kind) {
        case MIENI_ROW_INPUT:
            add_named_input(making, rows[i].key, rows[i].live);
            break;
        case MIENI_ROW_INPUTS:
            add_list(making);
            break;
        case MIENI_ROW_SETTING:
        case MIENI_ROW_FIELD:
            add_plain(making, &rows[i]);
            break;
        case MIENI_ROW_ASSET:
            add_asset(making, rows[i].key);
            break;
        case MIENI_ROW_MASK:
            add_mask(making, rows[i].key);
            break;
        case MIENI_ROW_CHANGES:
            add_changes(making);
            break;
        case MIENI_ROW_LIVE:
            add_told(making, rows[i].label, rows[i].live);
            break;
        }
}

/// Whether the nearest text of the chain, which is a child, has something of this node.
static bool is_overridden(const StudioGraphChain *chain, const char *id)
{
    return chain->count > 1 && mieni_graph_find_override(mieni_graph_of(&chain->texts[0].asset), id) >= 0;
}

static void measure(StudioGraphNode *node)
{
    size_t longest = strlen(node->words->title) + (node->is_own ? 5 : 0);
    for (guint i = 0; i < node->rows->len; ++i) {
        const StudioGraphRow *row = &g_array_index(node->rows, StudioGraphRow, i);
        const size_t size = row->is_field
                                ? (size_t)g_utf8_strlen(row->value, -1) + 6
                                : (size_t)(g_utf8_strlen(row->label, -1) + g_utf8_strlen(row->value, -1) +
                                           (row->inherited != NULL ? strlen(row->inherited) : 0));
        longest = MAX(longest, size);
    }
    node->width = longest > 20 ? STUDIO_NODE_WIDE : STUDIO_NODE_NARROW;
    node->height = STUDIO_NODE_HEADER + (int)node->rows->len * STUDIO_NODE_ROW + STUDIO_NODE_FOOT;
}

static void add_node(Making *making, const MieniNodeView *view, int index)
{
    double place[2];
    StudioGraphNode *node = making->node = g_new0(StudioGraphNode, 1);
    making->view = view;
    making->schema = mieni_graph_node_schema(mieni_node_json(view));
    node->id = g_strdup(mieni_text_or_empty(mieni_node_id(view)));
    node->words = mieni_node_words_of(mieni_text_or_empty(mieni_node_node(view)));
    node->row = index;
    node->rows = g_array_new(FALSE, FALSE, sizeof(StudioGraphRow));
    g_array_set_clear_func(node->rows, clear_row);
    node->is_own = is_overridden(making->chain, node->id);
    if (mieni_node_position(view, place)) {
        node->x = place[0];
        node->y = place[1];
        node->has_place = true;
    }
    fill_rows(making);
    measure(node);
    g_ptr_array_add(making->scene->nodes, node);
}

// What flows

static bool is_additive(const Making *making, int row)
{
    const MieniJson *value = mieni_graph_text_setting(&making->chain->texts[0], row, "poses").value;
    const MieniAsset *asset;
    if (value == NULL || value->type != MIENI_JSON_STRING ||
        studio_asset(making->studio, value->string, &asset, NULL) != MIEN_OK)
        return true; // as cooking takes it
    const char *mode = mieni_pose_asset_mode(mieni_pose_asset_of(asset));
    return mode == NULL || strcmp(mode, "additive") == 0;
}

/// What a node itself says that it gives, if its type lets it.
static MieniFlow own_flow(const Making *making, const StudioGraphNode *node, const MieniNodeTypeInfo *type)
{
    if (type->flow == MIENI_FLOW_ASSET)
        return is_additive(making, node->row) ? MIENI_FLOWS_DELTA : MIENI_FLOWS_POSE;
    const MieniJson *value = mieni_graph_text_setting(&making->chain->texts[0], node->row, "type").value;
    return type->flow == MIENI_FLOW_SETTING && value != NULL && value->type == MIENI_JSON_STRING &&
                   strcmp(value->string, "delta") == 0
               ? MIENI_FLOWS_DELTA
               : MIENI_FLOWS_POSE;
}

static StudioFlow flow_of(const Making *making, int index, int depth)
{
    const StudioGraphNode *node = studio_graph_scene_node(making->scene, index);
    const MieniNodeTypeInfo *type = studio_graph_node_type(node->words->type);
    int from = -1;
    if (type == NULL || depth > (int)making->scene->nodes->len)
        return STUDIO_FLOW_POSE;
    for (guint r = 0; type->flow == MIENI_FLOW_PASS && r < node->rows->len && from < 0; ++r)
        from = g_array_index(node->rows, StudioGraphRow, r).from;
    if (type->flow == MIENI_FLOW_PASS && type->is_open_allowed && from < 0)
        return STUDIO_FLOW_CURVES; // nothing but those of the host
    const MieniFlow input = from < 0                                                ? MIENI_FLOWS_ANY
                            : flow_of(making, from, depth + 1) == STUDIO_FLOW_DELTA ? MIENI_FLOWS_DELTA
                                                                                    : MIENI_FLOWS_POSE;
    return mieni_node_gives(type, own_flow(making, node, type), input) == MIENI_FLOWS_DELTA
               ? STUDIO_FLOW_DELTA
               : STUDIO_FLOW_POSE;
}

StudioGraphScene *studio_graph_scene_new(Studio *studio, const char *path)
{
    StudioGraphScene *scene = g_new0(StudioGraphScene, 1);
    StudioGraphChain chain;
    MieniProblem problem = {0};
    char name[STUDIO_LABEL_ROOM];
    scene->path = g_strdup(path);
    scene->name = g_strdup(studio_asset_name(path, name));
    scene->nodes = g_ptr_array_new_with_free_func(free_node);
    if (studio_graph_chain_read(studio, path, &chain, &problem) != MIEN_OK) {
        scene->error = g_strdup_printf("%s: %s", problem.file, problem.error.message);
        return scene;
    }
    const MieniGraphText *root = mieni_graph_text_root(&chain.texts[0]);
    scene->root = g_strdup(root->path);
    scene->skeleton = g_strdup(mieni_asset_skeleton(&root->asset));
    if (chain.count > 1) {
        scene->parent = g_strdup(chain.texts[1].path);
        scene->parent_name = g_strdup(studio_asset_name(scene->parent, name));
    }
    Making making = {.studio = studio, .chain = &chain, .scene = scene};
    const MieniGraphView *graph = mieni_graph_of(&root->asset);
    for (int i = 0; i < mieni_graph_node_count(graph); ++i)
        add_node(&making, mieni_graph_node(graph, i), i);
    for (guint i = 0; i < scene->nodes->len; ++i)
        studio_graph_scene_node(scene, (int)i)->flow = flow_of(&making, (int)i, 0);
    studio_graph_lay_out(scene, false);
    return scene;
}
