// SPDX-License-Identifier: MIT
//
// What reaches pose assets and the output: follows animated bones and nonzero curves from node to
// node. Bones that poses move again are double transforms; if curves reach the output without
// driving anything, the face does not move.

#include "core/float_rules.h"

#include "project/lint/graph.h"

#include <stdlib.h>
#include <string.h>

/// A curve on its way.
typedef struct Curve {
    const char *name;
    int clip; ///< The node that plays it; -1: from the host or a driver.
} Curve;

/// What a node gives.
typedef struct Stream {
    uint64_t *bones; ///< A bit per bone of the graph's skeleton: those that clips move.
    Curve *curves;   ///< By name and clip.
    int curve_count;
} Stream;

typedef struct Flow {
    MieniLintGraph *graph;
    size_t words;
    Stream *streams;  ///< Per node.
    bool *has_driven; ///< Per node: a curve of this clip met a pose of its name.
} Flow;

static Curve *take_curves(const Flow *flow, int count)
{
    return mieni_arena_take(&flow->graph->scratch, (size_t)count, sizeof(Curve));
}

static int compare_curves(const void *a, const void *b)
{
    const Curve *one = a, *other = b;
    const int order = strcmp(one->name, other->name);
    return order != 0 ? order : (one->clip > other->clip) - (one->clip < other->clip);
}

/// The curves of both, each once.
static void join_curves(const Flow *flow, Stream *stream, const Stream *other)
{
    if (other->curve_count == 0)
        return;
    Curve *all = take_curves(flow, stream->curve_count + other->curve_count);
    int count = 0, i = 0, k = 0;
    while (all != NULL && (i < stream->curve_count || k < other->curve_count)) {
        const int order = i == stream->curve_count  ? 1
                          : k == other->curve_count ? -1
                                                    : compare_curves(&stream->curves[i], &other->curves[k]);
        all[count] = order <= 0 ? stream->curves[i] : other->curves[k];
        i += order <= 0;
        k += order >= 0;
        ++count;
    }
    if (all != NULL) {
        stream->curves = all;
        stream->curve_count = count;
    }
}

static const Stream *input_of(const Flow *flow, int node, int input)
{
    static const Stream nothing;
    const MieniTextNode *at = &flow->graph->index.nodes[node];
    const int from = input < at->link_count ? flow->graph->index.links[at->first_link + input].node : -1;
    return from >= 0 ? &flow->streams[from] : &nothing;
}

static void add_bones(const Flow *flow, Stream *stream, const Stream *other)
{
    for (size_t i = 0; other->bones != NULL && i < flow->words; ++i)
        stream->bones[i] |= other->bones[i];
}

static void take_input(const Flow *flow, Stream *stream, const Stream *other)
{
    add_bones(flow, stream, other);
    join_curves(flow, stream, other);
}

static void play(const Flow *flow, int node, Stream *stream)
{
    const MieniLintGraph *graph = flow->graph;
    const MieniJson *clip = mieni_lint_graph_value(graph, node, "clip");
    const MieniLintPlayed *played =
        clip != NULL && clip->type == MIENI_JSON_STRING ? mieni_lint_played(graph->lint, clip->string) : NULL;
    if (played == NULL || (stream->curves = take_curves(flow, played->curve_count)) == NULL)
        return;
    for (int c = 0; c < played->curve_count; ++c)
        stream->curves[stream->curve_count++] = (Curve){played->curves[c], node};
    const MieniLintSkeleton *own = played->skeleton;
    for (int b = 0; own != NULL && b < own->recipe.skeleton.bone_count; ++b) {
        if ((played->moving[b / 64] >> (b % 64) & 1) == 0)
            continue;
        const int bone =
            own == graph->skeleton ? b : mieni_lint_bone(graph->skeleton, own->recipe.skeleton.bones[b].name);
        if (bone >= 0)
            stream->bones[bone / 64] |= (uint64_t)1 << (bone % 64);
    }
}

/// How much of the layer each bone has, as binding computes it.
static float *mask_shares(const Flow *flow, const MieniBoneMaskView *mask)
{
    const MienAuthorSkeleton *skeleton = &flow->graph->skeleton->recipe.skeleton;
    float *shares = mieni_arena_take(&flow->graph->scratch, (size_t)skeleton->bone_count, sizeof *shares);
    int *depths = mieni_arena_take(&flow->graph->scratch, (size_t)skeleton->bone_count, sizeof *depths);
    for (int r = 0; shares != NULL && depths != NULL && r < mieni_bone_mask_branch_count(mask); ++r) {
        const MieniBranchView *branch = mieni_bone_mask_branch(mask, r);
        const int top = mieni_lint_bone(flow->graph->skeleton, mieni_branch_bone(branch));
        const int depth = (int)mieni_branch_depth(branch, 0);
        const float weight = (float)mieni_branch_weight(branch, 1);
        const bool is_alone = mieni_branch_only(branch);
        const float step = depth == 0 ? 1.0f : 1.0f / (float)depth;
        for (int b = 0; b < skeleton->bone_count; ++b) {
            const int parent = skeleton->bones[b].parent;
            depths[b] = b == top                                         ? 1
                        : parent >= 0 && depths[parent] > 0 && !is_alone ? depths[parent] + 1
                                                                         : 0;
            if (depths[b] == 0)
                continue;
            float along = step * (float)depths[b];
            along = along > 1 ? 1 : along < -1 ? -1 : along;
            const float share = shares[b] + weight * along;
            shares[b] = share < 0 ? 0 : share > 1 ? 1 : share;
        }
    }
    return shares;
}

/// The layer's bones where the mask is above 0, the base's where it is below 1.
static void lay(const Flow *flow, int node, Stream *stream)
{
    const MieniLintGraph *graph = flow->graph;
    const Stream *base = input_of(flow, node, 0), *layer = input_of(flow, node, 1);
    const MieniJson *name = mieni_lint_graph_value(graph, node, "mask"),
                    *weight = mieni_node_weight_json(mieni_lint_node(graph, node));
    const int mask = name != NULL && name->type == MIENI_JSON_STRING
                         ? mieni_graph_find_mask(graph->root, name->string)
                         : -1;
    const float *shares = mask >= 0 ? mask_shares(flow, mieni_graph_mask(graph->root, mask)) : NULL;
    const bool is_whole = weight == NULL || (weight->type == MIENI_JSON_NUMBER && weight->number >= 1);
    for (int b = 0; shares != NULL && b < graph->skeleton->recipe.skeleton.bone_count; ++b) {
        const uint64_t bit = (uint64_t)1 << (b % 64);
        if (base->bones != NULL && !(is_whole && shares[b] >= 1))
            stream->bones[b / 64] |= base->bones[b / 64] & bit;
        if (layer->bones != NULL && shares[b] > 0)
            stream->bones[b / 64] |= layer->bones[b / 64] & bit;
    }
    if (shares == NULL) { // decided when it runs
        add_bones(flow, stream, base);
        add_bones(flow, stream, layer);
    }
    join_curves(flow, stream, base);
    if (strcmp(mieni_text_or_empty(mieni_node_curves(mieni_lint_node(graph, node))), "base") != 0)
        join_curves(flow, stream, layer);
}

/// Adds one curve of the host, of a driver or of a change.
static void give(const Flow *flow, Stream *stream, const char *name)
{
    Curve curve = {name, -1};
    const Stream one = {.curves = &curve, .curve_count = 1};
    join_curves(flow, stream, &one);
}

/// What is scaled by 0 or set is no clip's any more.
static void change(const Flow *flow, int node, Stream *stream)
{
    const MieniNodeView *view = mieni_lint_node(flow->graph, node);
    if (mieni_node_alpha_json(view) != NULL)
        return;
    for (int i = 0; i < mieni_node_change_count(view); ++i) {
        const MieniChangeView *change = mieni_node_change(view, i);
        const char *name = mieni_change_curve(change), *does = mieni_change_do(change);
        const MieniJson *value = mieni_change_value_json(change);
        const bool sets = strcmp(does, "set") == 0, scales = strcmp(does, "scale") == 0;
        const bool is_zero = value == NULL || (value->type == MIENI_JSON_NUMBER && value->number == 0);
        int kept = 0;
        for (int c = 0; c < stream->curve_count; ++c)
            if (!(is_zero && (sets || scales) && strcmp(stream->curves[c].name, name) == 0))
                stream->curves[kept++] = stream->curves[c];
        stream->curve_count = kept;
        if (sets && !is_zero)
            give(flow, stream, name);
    }
}

/// Whether a map has no row for a curve, and what becomes of it then.
static bool stays(const MienAuthorMap *map, const char *name, bool keeps_unmapped, bool drops_unknown)
{
    for (int u = 0; u < map->unmapped_count; ++u)
        if (strcmp(map->unmapped[u], name) == 0)
            return keeps_unmapped;
    return !drops_unknown;
}

static void translate(const Flow *flow, int node, Stream *stream)
{
    const MieniLintGraph *graph = flow->graph;
    const char *name = mieni_node_map(mieni_lint_node(graph, node));
    const MienAuthorMap *map = mieni_graphs_map(&graph->lint->graphs, &graph->lint->project, name);
    const Stream from = *stream;
    const bool keeps = mieni_lint_graph_is_on(graph, node, "keep_unmapped"),
               drops = mieni_lint_graph_is_on(graph, node, "drop_unknown");
    if (map == NULL)
        return;
    stream->curve_count = 0;
    for (int c = 0; c < from.curve_count; ++c) {
        bool has_row = false;
        for (int r = 0; r < map->row_count; ++r) {
            if (strcmp(map->rows[r].from, from.curves[c].name) != 0)
                continue;
            Curve curve = {map->rows[r].to, from.curves[c].clip};
            const Stream one = {.curves = &curve, .curve_count = 1};
            has_row = true;
            join_curves(flow, stream, &one);
        }
        if (!has_row && stays(map, from.curves[c].name, keeps, drops)) {
            const Stream one = {.curves = &from.curves[c], .curve_count = 1};
            join_curves(flow, stream, &one);
        }
    }
}

/// Names of the clips that these nodes play.
static const char *clips_of(const Flow *flow, const bool *is_wanted)
{
    const MieniLintGraph *graph = flow->graph;
    const char **names =
        mieni_arena_take(&flow->graph->scratch, (size_t)graph->index.node_count, sizeof *names);
    int count = 0;
    for (int n = 0; names != NULL && n < graph->index.node_count; ++n) {
        const MieniJson *clip = is_wanted[n] ? mieni_lint_graph_value(graph, n, "clip") : NULL;
        bool is_new = clip != NULL;
        for (int i = 0; i < count && is_new; ++i)
            is_new = strcmp(names[i], clip->string) != 0;
        if (is_new)
            names[count++] = clip->string;
    }
    return names != NULL ? mieni_lint_list(graph->lint, names, count, 4) : "";
}

/// The clip nodes before a node that move a bone.
static void find_movers(const Flow *flow, int node, const MieniLintMeeting *meeting, bool *is_mover)
{
    const MieniLintGraph *graph = flow->graph;
    int *order = mieni_arena_take(&flow->graph->scratch, (size_t)graph->index.node_count, sizeof *order);
    int count = 0;
    if (order == NULL || !mieni_graph_order(&graph->index, node, order, &count))
        return;
    for (int i = 0; i < count; ++i) {
        const uint64_t *bones = flow->streams[order[i]].bones;
        for (int t = 0; graph->index.nodes[order[i]].type == MIENI_NODE_CLIP && t < meeting->twice_count;
             ++t) {
            const int bone = mieni_lint_bone(graph->skeleton, meeting->twice[t]);
            is_mover[order[i]] = is_mover[order[i]] || (bones[bone / 64] >> (bone % 64) & 1) != 0;
        }
    }
}

/// Whether lint says the same of the clip itself: one clip has both the tracks and the
/// curves, and is paired with this pose asset.
static bool is_told_of_clip(const Flow *flow, const MieniLintPoses *poses, const bool *is_mover,
                            const Stream *stream, const MieniLintMeeting *meeting)
{
    const MieniLintGraph *graph = flow->graph;
    int only = -1, count = 0;
    for (int n = 0; n < graph->index.node_count; ++n)
        if (is_mover[n]) {
            only = n;
            ++count;
        }
    if (count != 1)
        return false;
    for (int c = 0; c < stream->curve_count; ++c)
        for (int b = 0; b < meeting->blamed_count; ++b)
            if (strcmp(stream->curves[c].name, meeting->blamed[b]) == 0 && stream->curves[c].clip != only)
                return false;
    const MieniJson *clip = mieni_lint_graph_value(graph, only, "clip");
    const MieniLintPlayed *played = mieni_lint_played(graph->lint, clip->string);
    if (played == NULL || played->skeleton == NULL)
        return false;
    return played->preview != NULL ? strcmp(played->preview, poses->path) == 0
                                   : played->skeleton == poses->skeleton;
}

/// The value of the own text that brought a node and clips together: the pose asset, or
/// a clip. NULL: it is all a parent's.
static const MieniJson *anchor_of(const Flow *flow, int node, const char *key, const bool *is_clip,
                                  int *out_node, const char **out_key)
{
    const MieniLintGraph *graph = flow->graph;
    const MieniJson *value = mieni_lint_graph_value(graph, node, key);
    *out_node = node;
    *out_key = key;
    if (mieni_lint_graph_owns(graph, value))
        return value;
    for (int n = 0; n < graph->index.node_count; ++n) {
        const MieniJson *clip = is_clip[n] ? mieni_lint_graph_value(graph, n, "clip") : NULL;
        if (!mieni_lint_graph_owns(graph, clip))
            continue;
        *out_node = n;
        *out_key = "clip";
        return clip;
    }
    return NULL;
}

static void report_doubling(const Flow *flow, int node, const MieniLintPoses *poses, const Stream *stream,
                            const MieniLintMeeting *meeting)
{
    MieniLintGraph *graph = flow->graph;
    MieniLint *lint = graph->lint;
    const int bone_count = meeting->twice_count, curve_count = meeting->blamed_count;
    bool *is_mover = mieni_arena_take(&graph->scratch, (size_t)graph->index.node_count, sizeof *is_mover);
    int at_node;
    const char *key;
    if (is_mover == NULL)
        return;
    find_movers(flow, node, meeting, is_mover);
    const MieniJson *at = anchor_of(flow, node, "poses", is_mover, &at_node, &key);
    if (at == NULL || is_told_of_clip(flow, poses, is_mover, stream, meeting))
        return;
    const char *clips = clips_of(flow, is_mover);
    const MieniJson *row = mieni_lint_remove_bones(lint, meeting->twice, bone_count);
    MieniTextOut modifier = {0};
    if (row != NULL)
        mieni_text_put_json(&modifier, row);
    MieniFinding *finding = mieni_lint_say_graph(
        graph, MIENI_LINT_DOUBLE_TRANSFORM, at, at_node, key, NULL,
        mieni_lint_text(lint,
                        "%s %s moved twice: by %s, and by poses of %s that the curve%s %s drive%s; %s%s%s.",
                        mieni_lint_list(lint, meeting->twice, bone_count, 8), bone_count == 1 ? "is" : "are",
                        clips, poses->path, curve_count == 1 ? "" : "s",
                        mieni_lint_list(lint, meeting->blamed, curve_count, 8), curve_count == 1 ? "s" : "",
                        meeting->is_doubtful ? "choose the base pose first, see M008"
                                             : "remove the bones from the clip with the modifier ",
                        meeting->is_doubtful || modifier.bytes == NULL ? "" : modifier.bytes, ""));
    mieni_text_release(&modifier);
    mieni_lint_name(lint, finding, meeting->twice, bone_count);
    mieni_lint_name(lint, finding, meeting->blamed, curve_count);
}

/// Bones of the graph's skeleton as those of a pose asset's.
static uint64_t *bones_for(const Flow *flow, const Stream *stream, const MieniLintSkeleton *skeleton)
{
    MieniLintGraph *graph = flow->graph;
    const MienAuthorSkeleton *own = &graph->skeleton->recipe.skeleton;
    if (skeleton == graph->skeleton)
        return stream->bones;
    uint64_t *bones = mieni_arena_take(&graph->scratch, mieni_lint_words(skeleton), sizeof *bones);
    for (int b = 0; bones != NULL && b < own->bone_count; ++b) {
        const int bone =
            (stream->bones[b / 64] >> (b % 64) & 1) != 0 ? mieni_lint_bone(skeleton, own->bones[b].name) : -1;
        if (bone >= 0)
            bones[bone / 64] |= (uint64_t)1 << (bone % 64);
    }
    return bones;
}

/// A pose asset node: what meets there, and which curves drive.
static void pose(const Flow *flow, int node, Stream *stream)
{
    MieniLintGraph *graph = flow->graph;
    MieniLint *lint = graph->lint;
    MieniLintPoses *poses = mieni_lint_graph_poses(graph, node);
    const MieniLintDrive *drive = poses != NULL ? mieni_lint_drive_of(lint, poses) : NULL;
    const char **names = mieni_arena_take(&graph->scratch, (size_t)stream->curve_count, sizeof *names);
    Stream after = {.bones = stream->bones, .curves = take_curves(flow, stream->curve_count)};
    MieniLintMeeting meeting = {.drive = drive, .curves = names};
    const bool consumes = mieni_lint_graph_is_on(graph, node, "consume");
    if (names == NULL || after.curves == NULL)
        return;
    for (int c = 0; c < stream->curve_count; ++c) {
        const Curve *curve = &stream->curves[c];
        const MieniLintDriver *drivers[2];
        const int count = drive != NULL ? mieni_lint_drivers(drive, curve->name, drivers) : 0;
        bool drives = drive == NULL; // a child says what it drives
        for (int d = 0; d < count; ++d)
            drives = drives || !drivers[d]->is_dependent;
        if (drives && curve->clip >= 0)
            flow->has_driven[curve->clip] = true;
        if (drives)
            names[meeting.curve_count++] = curve->name;
        if (!drives || !consumes)
            after.curves[after.curve_count++] = *curve;
    }
    if (drive != NULL && mieni_lint_wants(lint, MIENI_LINT_DOUBLE_TRANSFORM) &&
        (meeting.moving = bones_for(flow, stream, poses->skeleton)) != NULL &&
        mieni_lint_meet(lint, &graph->scratch, &meeting))
        report_doubling(flow, node, poses, stream, &meeting);
    *stream = after;
}

/// The curves of clips of which none drove anything, although poses have their names.
static void check_output(const Flow *flow, int node, const Stream *stream)
{
    MieniLintGraph *graph = flow->graph;
    MieniLint *lint = graph->lint;
    const MieniLintDrive *drive = mieni_lint_drive_all(lint, graph->skeleton);
    const char **names = mieni_arena_take(&graph->scratch, (size_t)stream->curve_count, sizeof *names);
    bool *is_still = mieni_arena_take(&graph->scratch, (size_t)graph->index.node_count, sizeof *is_still);
    const char *asset = NULL, *key;
    int count = 0, at_node;
    for (int c = 0; drive != NULL && names != NULL && is_still != NULL && c < stream->curve_count; ++c) {
        const Curve *curve = &stream->curves[c];
        const MieniLintDriver *drivers[2];
        const int found = curve->clip >= 0 && !flow->has_driven[curve->clip] &&
                                  !mieni_name_map_has(&graph->skeleton->outputs, curve->name)
                              ? mieni_lint_drivers(drive, curve->name, drivers)
                              : 0;
        if (found == 0 || drivers[0]->is_dependent || drivers[0]->is_base)
            continue;
        is_still[curve->clip] = true;
        asset = drivers[0]->asset;
        if (count == 0 || strcmp(names[count - 1], curve->name) != 0)
            names[count++] = curve->name;
    }
    const MieniJson *at = count > 0 ? anchor_of(flow, node, "input", is_still, &at_node, &key) : NULL;
    if (at == NULL)
        return;
    mieni_lint_name(
        lint,
        mieni_lint_say_graph(
            graph, MIENI_LINT_STILL_FACE, at, at_node, key, NULL,
            mieni_lint_text(lint,
                            "%s goes straight to the output, although %s has poses with the names of its "
                            "curves (%s): add a poses node between them, or the face does not move.",
                            clips_of(flow, is_still), asset, mieni_lint_list(lint, names, count, 6))),
        names, count);
}

static void run_node(const Flow *flow, int node, Stream *stream)
{
    const MieniTextNode *at = &flow->graph->index.nodes[node];
    const MieniNodeView *view = mieni_lint_node(flow->graph, node);
    if (at->type == MIENI_NODE_LAYERED_BLEND) {
        lay(flow, node, stream);
        return;
    }
    for (int i = 0; i < (at->type == MIENI_NODE_APPLY_ADDITIVE ? 1 : at->link_count); ++i)
        take_input(flow, stream, input_of(flow, node, i));
    if (at->type == MIENI_NODE_CLIP)
        play(flow, node, stream);
    else if (at->type == MIENI_NODE_MODIFY_CURVE)
        change(flow, node, stream);
    else if (at->type == MIENI_NODE_MAP)
        translate(flow, node, stream);
    else if (at->type == MIENI_NODE_LIVE_INPUT)
        for (int i = 0; i < mieni_node_names_count(view); ++i)
            give(flow, stream, mieni_node_names(view, i));
    else if (at->type == MIENI_NODE_DRIVER && mieni_lint_drives_curves(view))
        for (int i = 0; i < mieni_node_target_count(view); ++i)
            give(flow, stream, mieni_target_name(mieni_node_target(view, i)));
    else if (at->type == MIENI_NODE_POSES)
        pose(flow, node, stream);
    else if (at->type == MIENI_NODE_OUTPUT && mieni_lint_wants(flow->graph->lint, MIENI_LINT_STILL_FACE))
        check_output(flow, node, stream);
}

void mieni_lint_check_graph_flow(MieniLintGraph *graph)
{
    MieniArena *scratch = &graph->scratch;
    Flow flow = {.graph = graph};
    const size_t node_count = (size_t)graph->index.node_count;
    if (graph->skeleton == NULL || (!mieni_lint_wants(graph->lint, MIENI_LINT_DOUBLE_TRANSFORM) &&
                                    !mieni_lint_wants(graph->lint, MIENI_LINT_STILL_FACE)))
        return;
    flow.words = mieni_lint_words(graph->skeleton);
    flow.streams = mieni_arena_take(scratch, node_count, sizeof *flow.streams);
    flow.has_driven = mieni_arena_take(scratch, node_count, sizeof *flow.has_driven);
    for (int i = 0; flow.has_driven != NULL && i < graph->order_count && !scratch->is_out_of_memory &&
                    graph->lint->status == MIEN_OK;
         ++i) {
        Stream *stream = &flow.streams[graph->order[i]];
        stream->bones = mieni_arena_take(scratch, flow.words, sizeof *stream->bones);
        if (stream->bones != NULL)
            run_node(&flow, graph->order[i], stream);
    }
}
