// SPDX-License-Identifier: MIT
//
// Why a bone is where it is: the chain from clips over curves and poses to the bone, with the numbers of
// this moment, each of them a link.

#include "studio/panels/viewport/private.h"

#include <math.h>
#include <string.h>

#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

enum {
    MOST_POSES = 5,  ///< Shown per node.
    MOST_NODES = 64, ///< Looked at; graphs are smaller.
};

#define DEGREES 57.29577951308232 ///< In a radian.

/// How far a bone is from somewhere.
typedef struct Way {
    double degrees, millimetres;
} Way;

/// What is explained, and where rows go.
typedef struct Why {
    StudioViewport *viewport;
    StudioActor *actor;
    const MieniCharacter *character;
    int bone;
    GtkWidget *box;
    int row_count;
} Why;

/// An active pose and its part in the bone.
typedef struct Part {
    MieniFacePose pose;
    const char *name;
    Way way;
} Part;

static Way way_between(const MienTransform *from, const MienTransform *to)
{
    const MienQuat back = {-from->rotation.x, -from->rotation.y, -from->rotation.z, from->rotation.w};
    const MienQuat q = mien_quat_multiply(to->rotation, back);
    const double x = (double)q.x, y = (double)q.y, z = (double)q.z;
    const double tx = (double)(to->translation.x - from->translation.x),
                 ty = (double)(to->translation.y - from->translation.y),
                 tz = (double)(to->translation.z - from->translation.z);
    return (Way){2 * mien_atan2(sqrt(x * x + y * y + z * z), fabs((double)q.w)) * DEGREES,
                 1000 * sqrt(tx * tx + ty * ty + tz * tz)};
}

static bool is_seen(Way way) { return way.degrees >= 0.05 || way.millimetres >= 0.05; }

/// "8.5°", "2.1 mm", "8.5°, 2.1 mm". Free it.
static char *tell_way(Way way)
{
    if (way.millimetres < 0.05)
        return g_strdup_printf("%.1f°", way.degrees);
    if (way.degrees < 0.05)
        return g_strdup_printf("%.1f mm", way.millimetres);
    return g_strdup_printf("%.1f°, %.1f mm", way.degrees, way.millimetres);
}

// Links

static void on_link(GtkWidget *button, StudioViewport *viewport)
{
    g_autofree char *path = g_strdup(g_object_get_data(G_OBJECT(button), "path"));
    g_autofree char *item = g_strdup(g_object_get_data(G_OBJECT(button), "item"));
    gtk_popover_popdown(GTK_POPOVER(viewport->popover));
    StudioDocument *document = studio_workspace_show(viewport->workspace, path, false);
    if (document == NULL || item == NULL)
        return;
    studio_selection_only(&document->selection, item);
    studio_workspace_selection_changed(viewport->workspace);
}

static void on_parent(GtkWidget *button, StudioViewport *viewport)
{
    g_autofree char *bone = g_strdup(g_object_get_data(G_OBJECT(button), "item"));
    gtk_popover_popdown(GTK_POPOVER(viewport->popover));
    studio_live_mark(viewport->live, (const char *const *)&bone, 1);
    studio_commands_run(viewport->commands, "viewport.explain");
}

/// A row that opens an asset and selects something in it; path NULL: explains another bone; "": only tells.
static void add_row(Why *why, int depth, const char *text, const char *value, const char *path,
                    const char *item)
{
    GtkWidget *button = gtk_button_new(), *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 18),
              *label = studio_label_new(text, NULL), *number = studio_label_new(value, "numeric dim-label");
    g_autofree char *name = g_strdup_printf("%s %s", text, value);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_NONE);
    gtk_label_set_ellipsize(GTK_LABEL(number), PANGO_ELLIPSIZE_NONE);
    gtk_widget_set_hexpand(label, TRUE);
    gtk_widget_set_margin_start(label, 14 * depth);
    gtk_box_append(GTK_BOX(box), label);
    gtk_box_append(GTK_BOX(box), number);
    gtk_button_set_child(GTK_BUTTON(button), box);
    gtk_widget_add_css_class(button, "flat");
    gtk_widget_add_css_class(button, "why-row");
    gtk_widget_set_sensitive(button, path == NULL || path[0] != '\0');
    studio_name(button, name);
    g_object_set_data_full(G_OBJECT(button), "path", g_strdup(path), g_free);
    g_object_set_data_full(G_OBJECT(button), "item", g_strdup(item), g_free);
    g_signal_connect(button, "clicked", path != NULL ? G_CALLBACK(on_link) : G_CALLBACK(on_parent),
                     why->viewport);
    gtk_box_append(GTK_BOX(why->box), button);
    why->row_count += 1;
}

/// "" if the character has no graph of its own.
static const char *graph_of(const MieniCharacter *character)
{
    return character->graph_path != NULL ? character->graph_path : "";
}

// Curves

/// The asset of a node's clip; NULL: it has none.
static const MieniCharacterAsset *clip_of(const MieniCharacter *character, int node)
{
    const int asset = mien_graph_node_asset(character->graph, node);
    return asset >= 0 && character->assets[asset].clip != NULL ? &character->assets[asset] : NULL;
}

/// The node where a curve begins, up from a node: the last one that has it.
static int origin_of(const MieniCharacter *character, int node, int curve)
{
    for (int steps = 0; steps < MOST_NODES; ++steps) {
        int next = -1;
        for (int i = 0; i < mien_graph_node(character->graph, node).input_count && next < 0; ++i) {
            const int input = mien_graph_node_input(character->graph, node, i);
            const MienGraphNodeTrace trace =
                input >= 0 ? mien_graph_trace_node(character->trace, input) : (MienGraphNodeTrace){0};
            if (trace.is_live && mien_curve_set_has(&trace.curves, curve) &&
                mien_curve_set_value(&trace.curves, curve) != 0.0f)
                next = input;
        }
        if (next < 0)
            return node;
        node = next;
    }
    return node;
}

/// The curve that drives a pose, and where it comes from.
static void add_curve(Why *why, int node, const char *pose)
{
    const MieniCharacter *character = why->character;
    const int curve = mien_skeleton_find_curve(character->skeleton, pose);
    const int origin = curve >= 0 ? origin_of(character, node, curve) : node;
    if (origin == node)
        return; // nothing before the node has it: a driver or the viewport's weights
    const MienGraphNodeTrace trace = mien_graph_trace_node(character->trace, origin);
    const MieniCharacterAsset *clip = clip_of(character, origin);
    const MienGraphNodeInfo info = mien_graph_node(character->graph, origin);
    char asset[STUDIO_LABEL_ROOM], number[STUDIO_NUMBER_ROOM];
    studio_number_text((double)mien_curve_set_value(&trace.curves, curve), 2, number);
    g_autofree char *text = clip != NULL ? g_strdup_printf("Curve %s of %s at %.2f s", pose,
                                                           studio_asset_name(clip->path, asset), trace.time)
                                         : g_strdup_printf("Curve %s of node %s", pose, info.id);
    add_row(why, 2, text, number, clip != NULL ? clip->path : graph_of(character),
            clip != NULL ? pose : info.id);
}

// Poses

static int compare_parts(const void *a, const void *b)
{
    const Part *x = a, *y = b;
    const double of_x = x->way.degrees + x->way.millimetres, of_y = y->way.degrees + y->way.millimetres;
    return of_x < of_y ? 1 : of_x > of_y ? -1 : 0;
}

/// Poses of a node that move the bone now, the strongest first. Poses the face, which is to be posed again.
static GArray *find_parts(const Why *why, const MienPoseAsset *asset, const MienGraphNodeTrace *trace)
{
    MieniFace *face = why->actor->face;
    const MienTransform rest = mieni_character_rest_pose(why->character)[why->bone];
    GArray *parts = g_array_new(FALSE, FALSE, sizeof(Part));
    int place = 0;
    while (place < face->poses_count && face->poses[place].asset != asset)
        ++place;
    if (place == face->poses_count || trace->weight_count < mien_pose_asset_info(asset).pose_count)
        return parts;
    for (int p = 0; p < mien_pose_asset_info(asset).pose_count; ++p) {
        Part part = {.pose = {place, p, trace->weights[p]}, .name = mien_pose_asset_pose(asset, p).name};
        const MieniPosing alone = {.is_rest = true, .pose_count = 1, .poses = &part.pose};
        if (part.pose.weight == 0.0f ||
            mieni_face_pose_some(face, &alone, 0, 0, face->positions, face->normals) != MIEN_OK)
            continue;
        part.way = way_between(&rest, &face->bones[why->bone]);
        if (is_seen(part.way))
            g_array_append_val(parts, part);
    }
    g_array_sort(parts, compare_parts);
    return parts;
}

static void add_poses(Why *why, int node, const MieniCharacterAsset *asset, const MienGraphNodeTrace *trace)
{
    g_autoptr(GArray) parts = find_parts(why, asset->poses, trace);
    for (guint i = 0; i < parts->len && i < MOST_POSES; ++i) {
        const Part *part = &g_array_index(parts, Part, i);
        char number[STUDIO_NUMBER_ROOM];
        g_autofree char *way = tell_way(part->way),
                        *text = g_strdup_printf("Pose %s with weight %s", part->name,
                                                studio_number_text((double)part->pose.weight, 2, number));
        add_row(why, 1, text, way, asset->path, part->name);
        add_curve(why, node, part->name);
    }
    if (parts->len > MOST_POSES) {
        g_autofree char *more = g_strdup_printf("%u more poses", parts->len - MOST_POSES);
        add_row(why, 1, more, "", asset->path, NULL);
    }
}

// Nodes

/// What a node does to the bone, unless it leaves it as its first live input has it.
static void add_node(Why *why, int node)
{
    const MieniCharacter *character = why->character;
    const MienGraphNodeInfo info = mien_graph_node(character->graph, node);
    const MienGraphNodeTrace trace = mien_graph_trace_node(character->trace, node);
    const int place = mien_graph_node_asset(character->graph, node);
    const MieniCharacterAsset *asset = place >= 0 ? &character->assets[place] : NULL;
    MienTransform before = mieni_character_rest_pose(character)[why->bone];
    for (int i = 0; i < info.input_count; ++i) {
        const int input = mien_graph_node_input(character->graph, node, i);
        const MienGraphNodeTrace of =
            input >= 0 ? mien_graph_trace_node(character->trace, input) : (MienGraphNodeTrace){0};
        if (!of.is_live)
            continue;
        before = of.bones[why->bone];
        break;
    }
    const Way way = way_between(&before, &trace.bones[why->bone]);
    if (info.is_delta || !is_seen(way))
        return;
    char name[STUDIO_LABEL_ROOM];
    g_autofree char *by = tell_way(way), *text = NULL;
    if (asset != NULL && asset->clip != NULL)
        text = g_strdup_printf("Clip %s at %.2f s", studio_asset_name(asset->path, name), trace.time);
    else
        text = g_strdup_printf("Node %s", info.id);
    const bool is_clip = asset != NULL && asset->clip != NULL;
    add_row(why, 0, text, by, is_clip ? asset->path : graph_of(character), is_clip ? NULL : info.id);
    if (asset != NULL && asset->poses != NULL)
        add_poses(why, node, asset, &trace);
}

/// All nodes that reach the output, from there back, each once.
static void add_nodes(Why *why)
{
    const MieniCharacter *character = why->character;
    const int count = mien_graph_info(character->graph).node_count;
    g_autofree int *stack = g_new0(int, count + 1);
    g_autofree bool *is_known = g_new0(bool, count + 1);
    int depth = 0;
    if (count > 0 && mien_graph_trace_node(character->trace, count - 1).is_live)
        stack[depth++] = count - 1;
    while (depth > 0) {
        const int node = stack[--depth];
        add_node(why, node);
        for (int i = mien_graph_node(character->graph, node).input_count; i-- > 0;) {
            const int input = mien_graph_node_input(character->graph, node, i);
            if (input < 0 || is_known[input] || !mien_graph_trace_node(character->trace, input).is_live)
                continue;
            is_known[input] = true;
            stack[depth++] = input;
        }
    }
}

/// Bones above it that are not in their rest pose: it moves with them.
static void add_parents(Why *why, const MienTransform *bones)
{
    const MieniFace *face = why->actor->face;
    const MienTransform *rest = mieni_character_rest_pose(why->character);
    for (int parent = face->parents[why->bone]; parent >= 0; parent = face->parents[parent]) {
        const Way way = way_between(&rest[parent], &bones[parent]);
        const char *name = mien_skeleton_bone_name(why->character->skeleton, parent);
        g_autofree char *by = tell_way(way), *text = g_strdup_printf("Moves with %s", name);
        if (is_seen(way))
            add_row(why, 0, text, by, NULL, name);
    }
}

GtkWidget *studio_viewport_why(StudioViewport *viewport, StudioActor *actor, int bone)
{
    const MieniCharacter *character = &actor->preview->character;
    Why why = {.viewport = viewport, .actor = actor, .character = character, .bone = bone};
    const char *name = mien_skeleton_bone_name(character->skeleton, bone);
    g_autofree MienTransform *bones = // measuring moves them
        g_memdup2(actor->face->bones, (gsize)actor->face->bone_count * sizeof *bones);
    const Way way = way_between(&mieni_character_rest_pose(character)[bone], &bones[bone]);
    g_autofree char *by = tell_way(way),
                    *title = is_seen(way) ? g_strdup_printf("%s is %s from its rest pose", name, by)
                                          : g_strdup_printf("%s is in its rest pose", name);
    why.box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    gtk_box_append(GTK_BOX(why.box), studio_label_new(title, "heading"));
    studio_name(why.box, title);
    if (character->trace != NULL) {
        add_nodes(&why);
        studio_viewport_pose(viewport, false);
    }
    add_parents(&why, bones);
    if (why.row_count == 0 && is_seen(way))
        gtk_box_append(GTK_BOX(why.box),
                       studio_label_new("Weights of the pose sliders move it.", "caption dim-label"));
    return why.box;
}
