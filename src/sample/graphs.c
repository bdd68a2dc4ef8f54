// SPDX-License-Identifier: MIT
//
// Random graphs: nodes are drawn one after another, each with inputs among those
// before it that fit.

#include "core/float_rules.h"

#include "sample/graphs.h"

#include "sample/performances.h"
#include "sample/random.h"
#include "sample/scenes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BONES = 24, POSES = 16, CURVES = 5, MAX_NODES = 240, TEXT_ROOM = 1 << 17 };
enum { FACE, BODY, ADDITIVE, ABSOLUTE, UNREAL };

static const char *const paths[MIEN_SAMPLE_GRAPH_ASSETS] = {
    "face.clip.json", "body.clip.json", "additive.poses.json", "absolute.poses.json", "unreal.poses.json"};

struct MienSampleGraph {
    MienSampleGraphOptions options;
    MienSample *samples[3];        ///< From ADDITIVE on.
    MienAuthorClip *sources[2];    ///< FACE and BODY as they were made.
    MienAuthorClip clips[2];       ///< The same under the names of the character.
    MienAuthorClipCurve *curves;   ///< Of the face.
    MienAuthorClipTrack *tracks;   ///< Of the body.
    MienAuthorClipEvent events[3]; ///< Of both.
    char *text;
    size_t length;
    uint64_t random;
    int count;                ///< Nodes written.
    bool is_delta[MAX_NODES]; ///< Per node.
    bool is_used[MAX_NODES];
};

static void add(MienSampleGraph *g, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(g->text + g->length, TEXT_ROOM - g->length, format, arguments);
    va_end(arguments);
    g->length += length > 0 ? (size_t)length : 0;
    g->length = g->length < TEXT_ROOM ? g->length : TEXT_ROOM - 1; // cooking will report it
}

static int draw(MienSampleGraph *g, int count) { return mien_random_index(&g->random, count); }

/// A node before this one: mostly the latest unused one, so that most nodes affect the
/// output.
static int draw_input(MienSampleGraph *g, bool is_delta)
{
    int node = g->count - 1;
    while (node >= 0 && (g->is_used[node] || g->is_delta[node] != is_delta))
        --node;
    if (node < 0 || draw(g, 4) == 0) {
        do
            node = draw(g, g->count);
        while (g->is_delta[node] != is_delta);
    }
    g->is_used[node] = true;
    return node;
}

static bool has_one(const MienSampleGraph *g, bool is_delta)
{
    for (int i = 0; i < g->count; ++i) {
        if (g->is_delta[i] == is_delta)
            return true;
    }
    return false;
}

/// Hundredths, so that no number depends on how floats are printed.
static void add_hundredths(MienSampleGraph *g, const char *key, int low, int high)
{
    const int value = low + draw(g, high - low + 1), size = value < 0 ? -value : value;
    add(g, ", \"%s\": %s%d.%02d", key, value < 0 ? "-" : "", size / 100, size % 100);
}

/// Sometimes a parameter.
static void add_number(MienSampleGraph *g, const char *key, int low, int high)
{
    if (draw(g, 4) == 0)
        add(g, ", \"%s\": {\"parameter\": \"level\"}", key);
    else
        add_hundredths(g, key, low, high);
}

static void add_bool(MienSampleGraph *g, const char *key)
{
    const int kind = draw(g, 6);
    if (kind == 0)
        add(g, ", \"%s\": {\"parameter\": \"on\"}", key);
    else
        add(g, ", \"%s\": %s", key, kind < 3 ? "true" : "false");
}

static void add_choice(MienSampleGraph *g, const char *key, const char *const *choices, int count)
{
    add(g, ", \"%s\": \"%s\"", key, choices[draw(g, count)]);
}

#define ADD_CHOICE(g, key, ...)                                                                              \
    add_choice(g, key, (const char *const[]){__VA_ARGS__},                                                   \
               (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)))

static void add_curve_rule(MienSampleGraph *g)
{
    ADD_CHOICE(g, "curves", "lerp", "valid", "override", "keep", "normalise", "add", "max", "min", "base");
}

static void begin_node(MienSampleGraph *g, const char *type, bool is_delta)
{
    g->is_delta[g->count] = is_delta;
    add(g, "%s\n    {\"id\": \"n%03d\", \"node\": \"%s\"", g->count > 0 ? "," : "", g->count, type);
}

static void end_node(MienSampleGraph *g)
{
    ++g->count;
    add(g, "}");
}

static void add_input(MienSampleGraph *g, const char *key, int node)
{
    add(g, ", \"%s\": \"n%03d\"", key, node);
}

static const char *draw_poses(MienSampleGraph *g) { return paths[ADDITIVE + draw(g, 3)]; }

static void add_clip(MienSampleGraph *g, int clip)
{
    begin_node(g, "clip", false);
    add(g, ", \"clip\": \"%s\"", paths[clip]);
    add_number(g, "rate", -50, 200);
    add_hundredths(g, "start", 0, 150);
    add_bool(g, "loop");
    add_bool(g, "reverse");
    add_bool(g, "always");
    end_node(g);
}

static void add_slot(MienSampleGraph *g, bool is_delta)
{
    const bool has_input = has_one(g, is_delta) && draw(g, 2) == 0;
    begin_node(g, "input_pose", is_delta);
    if (has_input)
        add_input(g, "input", draw_input(g, is_delta));
    add(g, ", \"type\": \"%s\"", is_delta ? "delta" : "absolute");
    add_number(g, "weight", 0, 100);
    end_node(g);
}

static void add_pose(MienSampleGraph *g)
{
    begin_node(g, "pose", true);
    add(g, ", \"poses\": \"%s\"", paths[draw(g, 2) == 0 ? ADDITIVE : UNREAL]);
    if (draw(g, 2) == 0)
        add(g, ", \"pose\": {\"parameter\": \"mood\"}");
    else
        add(g, ", \"pose\": \"pose_%03d\"", draw(g, POSES));
    add_number(g, "weight", -50, 150);
    end_node(g);
}

static void add_apply(MienSampleGraph *g)
{
    const int base = draw_input(g, false), delta = draw_input(g, true);
    begin_node(g, "apply_additive", false);
    add_input(g, "base", base);
    add_input(g, "delta", delta);
    add_number(g, "alpha", -50, 150);
    ADD_CHOICE(g, "mode", "mien", "unreal");
    end_node(g);
}

static void add_blend(MienSampleGraph *g, bool is_delta)
{
    const int a = draw_input(g, is_delta), b = draw_input(g, is_delta);
    begin_node(g, "blend", is_delta);
    add_input(g, "a", a);
    add_input(g, "b", b);
    add_number(g, "alpha", 0, 100);
    add_curve_rule(g);
    end_node(g);
}

static void add_layer(MienSampleGraph *g, bool is_delta)
{
    const int base = draw_input(g, is_delta), layer = draw_input(g, is_delta);
    begin_node(g, "layered_blend", is_delta);
    add_input(g, "base", base);
    add_input(g, "layer", layer);
    add(g, draw(g, g->options.is_layered ? 8 : 2) == 0 ? ", \"mask\": {\"parameter\": \"part\"}"
                                                       : ", \"mask\": \"arm\"");
    add_number(g, "weight", 0, 100);
    add_curve_rule(g);
    end_node(g);
}

static void add_modify(MienSampleGraph *g, int input)
{
    static const char *const kinds[] = {"add", "scale", "set", "remap", "smooth"};
    const int first = draw(g, POSES), count = 1 + draw(g, 4);
    begin_node(g, "modify_curve", g->is_delta[input]);
    add_input(g, "input", input);
    add_number(g, "alpha", 0, 100);
    add(g, ", \"changes\": [");
    for (int i = 0; i < count; ++i) {
        const int kind = draw(g, 5);
        add(g, "%s{\"curve\": \"pose_%03d\", \"do\": \"%s\"", i > 0 ? ", " : "", (first + i) % POSES,
            kinds[kind]);
        add_number(g, "value", kind == 4 ? 0 : -50, kind == 4 ? 30 : 120);
        add(g, "}");
    }
    add(g, "]");
    end_node(g);
}

static void add_map(MienSampleGraph *g, int input)
{
    begin_node(g, "map", g->is_delta[input]);
    add_input(g, "input", input);
    add(g, ", \"map\": \"sample.map.json\"");
    add_bool(g, "keep_unmapped");
    add_bool(g, "drop_unknown");
    end_node(g);
}

static void add_source(MienSampleGraph *g, int input)
{
    begin_node(g, "live_input", input >= 0 && g->is_delta[input]);
    if (input >= 0)
        add_input(g, "input", input);
    add_number(g, "alpha", 0, 100);
    if (draw(g, 2) == 0)
        add(g, ", \"names\": [\"pose_001\", \"pose_004\", \"curve_000\"]");
    end_node(g);
}

static void add_select(MienSampleGraph *g, bool is_delta)
{
    const int count = 2 + draw(g, 3);
    begin_node(g, "blend_by_int", is_delta);
    add(g, ", \"inputs\": [");
    for (int i = 0; i < count; ++i)
        add(g, "%s\"n%03d\"", i > 0 ? ", " : "", draw_input(g, is_delta));
    add(g, "], \"index\": {\"parameter\": \"%s\"}", draw(g, 2) == 0 ? "which" : "on");
    add_hundredths(g, "fade", 0, 30);
    ADD_CHOICE(g, "shape", "linear", "smooth");
    add_bool(g, "restart");
    add_curve_rule(g);
    end_node(g);
}

static void add_machine(MienSampleGraph *g, bool is_delta)
{
    const int count = 2 + draw(g, 2);
    begin_node(g, "state_machine", is_delta);
    add(g, ", \"states\": [");
    for (int i = 0; i < count; ++i) {
        // One draw per statement: C leaves the order of arguments open.
        const int input = draw_input(g, is_delta);
        add(g, "%s{\"name\": \"s%d\", \"input\": \"n%03d\", \"restart\": %s}", i > 0 ? ", " : "", i, input,
            draw(g, 2) == 0 ? "true" : "false");
    }
    add(g, "], \"transitions\": [");
    for (int i = 0; i < count; ++i) {
        add(g, "%s{", i > 0 ? ", " : "");
        if (draw(g, 3) > 0)
            add(g, "\"from\": \"s%d\", ", (i + 1) % count);
        const bool is_above = draw(g, 2) == 0;
        add(g, "\"to\": \"s%d\", \"when\": [{\"parameter\": \"level\", \"%s\": 0.%02d}]", i,
            is_above ? "above" : "below", draw(g, 100));
        add_hundredths(g, "fade", 0, 30);
        add_hundredths(g, "after", 0, 10);
        ADD_CHOICE(g, "shape", "linear", "smooth");
        add(g, "}");
    }
    add(g, "]");
    end_node(g);
}

/// One in odds keeps weights, and one in odds changes its curves.
static void add_poses(MienSampleGraph *g, int input, int odds)
{
    begin_node(g, "poses", false);
    add_input(g, "input", input);
    add(g, ", \"poses\": \"%s\"", draw_poses(g));
    if (draw(g, 2) == 0)
        add_bool(g, "consume");
    if (draw(g, odds) == 0)
        add(g, ", \"sticky\": true");
    if (draw(g, odds) == 0)
        ADD_CHOICE(g, "remap", "smooth", "sine", "quadratic", "circular_in", "exponential");
    end_node(g);
}

static void add_driver(MienSampleGraph *g)
{
    const bool drives_curves = draw(g, 2) == 0;
    const int input = draw_input(g, false), bone = draw(g, BONES);
    begin_node(g, "driver", false);
    add_input(g, "input", input);
    ADD_CHOICE(g, "mode", "mien", "unreal");
    ADD_CHOICE(g, "solver", "interpolative", "additive");
    ADD_CHOICE(g, "kernel", "gaussian", "exponential", "linear", "cubic", "quintic");
    ADD_CHOICE(g, "distance", "rotation", "swing", "twist");
    ADD_CHOICE(g, "normalise", "above_one", "always", "none");
    add_hundredths(g, "radius", 2000, 6000);
    add(g, ", \"axis\": [0, 1, 0], \"bones\": [\"bone_%03d\"], \"drives\": \"%s\"", bone,
        drives_curves ? "curves" : "poses");
    if (!drives_curves)
        add(g, ", \"poses\": \"%s\"", draw_poses(g));
    add(g, ", \"targets\": [");
    for (int i = 0; i < 4; ++i)
        add(g, "%s{\"name\": \"%s_%03d\", \"bones\": [{\"bone\": \"bone_%03d\", \"turn\": [%d, %d, %d]}]}",
            i > 0 ? ", " : "", drives_curves ? "curve" : "pose", i, bone, 10 * i, 25 * i - 30, draw(g, 40));
    add(g, "]");
    end_node(g);
}

static void add_curve_node(MienSampleGraph *g, int input)
{
    const int kind = draw(g, 4);
    if (kind == 0)
        add_map(g, input);
    else if (kind == 1)
        add_source(g, input);
    else
        add_modify(g, input);
}

static void add_random_node(MienSampleGraph *g)
{
    const bool is_delta = draw(g, 4) == 0;
    switch (draw(g, 12)) {
    case 0:
        add_clip(g, draw(g, 2));
        break;
    case 1:
        add_slot(g, is_delta);
        break;
    case 2:
        add_pose(g);
        break;
    case 3:
        add_poses(g, draw_input(g, false), 2);
        break;
    case 4:
        add_driver(g);
        break;
    case 5:
        add_apply(g);
        break;
    case 6:
        add_blend(g, is_delta);
        break;
    case 7:
        add_layer(g, is_delta);
        break;
    case 8:
        add_select(g, is_delta);
        break;
    case 9:
        add_machine(g, is_delta);
        break;
    default:
        add_curve_node(g, draw_input(g, is_delta));
        break;
    }
}

/// Clips and the rest pose, and some of everything else that has no input.
static void add_sources(MienSampleGraph *g, bool is_any)
{
    add_clip(g, FACE);
    add_clip(g, BODY);
    begin_node(g, "rest_pose", false);
    end_node(g);
    if (!is_any)
        return;
    add_pose(g);
    add_slot(g, false);
    add_source(g, -1);
}

static void write_text(MienSampleGraph *g)
{
    add(g, "{\n  \"kind\": \"graph\", \"version\": 1, \"skeleton\": \"sample.skeleton.json\",\n");
    add(g, "  \"parameters\": [\n"
           "    {\"name\": \"level\", \"type\": \"float\", \"value\": 0.5},\n"
           "    {\"name\": \"on\", \"type\": \"bool\", \"value\": false},\n"
           "    {\"name\": \"which\", \"type\": \"int\", \"value\": 0},\n"
           "    {\"name\": \"mood\", \"type\": \"name\", \"value\": \"pose_000\"},\n"
           "    {\"name\": \"part\", \"type\": \"mask\", \"value\": \"head\"}\n  ],\n");
    add(g, "  \"masks\": [\n"
           "    {\"name\": \"head\", \"bones\": [{\"bone\": \"bone_003\", \"depth\": 2}]},\n"
           "    {\"name\": \"arm\", \"bones\": [{\"bone\": \"bone_001\", \"weight\": 0.5}, "
           "{\"bone\": \"bone_005\", \"weight\": -1, \"only\": true}]}\n  ],\n");
    add(g, "  \"nodes\": [");
    const bool is_any = !g->options.is_chain && !g->options.is_layered;
    if (g->options.is_chain)
        add_clip(g, g->options.has_tracks ? BODY : FACE);
    else
        add_sources(g, is_any);
    for (int i = 0; i < g->options.node_count; ++i) {
        if (g->options.is_chain)
            add_curve_node(g, g->count - 1);
        else if (g->options.is_layered && draw(g, 3) > 0)
            add_layer(g, false);
        else if (g->options.is_layered)
            add_curve_node(g, draw_input(g, false));
        else
            add_random_node(g);
    }
    if (is_any && g->options.node_count > 0)
        add_blend(g, false);
    int last = g->options.is_chain || g->options.node_count > 0 ? g->count - 1 : 0;
    for (int i = 0; i < g->options.poses_count; ++i) {
        add_poses(g, last, 3);
        last = g->count - 1;
    }
    begin_node(g, "output", false);
    add_input(g, "input", last);
    end_node(g);
    add(g, "\n  ]\n}\n");
}

/// A performance and a motion under the names of the character, with events.
static bool make_clips(MienSampleGraph *g)
{
    const MienAuthorSkeleton *skeleton = mien_sample_graph_skeleton(g);
    const MienSamplePerformanceOptions face = {
        .seed = g->options.seed, .curve_count = 12, .rate = 30, .seconds = 2, .capture = MIEN_SAMPLE_GATED};
    const MienSampleMotionOptions body = {
        .seed = g->options.seed, .bone_count = BONES - 6, .rate = 30, .seconds = 2};
    MienAuthorSkeleton own;
    g->sources[FACE] = mien_sample_performance_create(&face);
    g->sources[BODY] = mien_sample_motion_create(&body, &own);
    g->curves = calloc(POSES + CURVES, sizeof *g->curves);
    g->tracks = calloc(BONES, sizeof *g->tracks);
    if (g->sources[FACE] == NULL || g->sources[BODY] == NULL || g->curves == NULL || g->tracks == NULL)
        return false;
    g->events[0] = (MienAuthorClipEvent){.name = "start", .time = 0.0};
    g->events[1] = (MienAuthorClipEvent){.name = "step", .time = 0.73};
    g->events[2] = (MienAuthorClipEvent){.name = "end", .time = 1.9};
    for (int i = 0; i < 2; ++i) {
        g->clips[i] = *g->sources[i];
        g->clips[i].events = g->events;
        g->clips[i].event_count = 3;
    }
    for (int c = 0; c < g->clips[FACE].curve_count; ++c) {
        g->curves[c] = g->clips[FACE].curves[c];
        g->curves[c].name = skeleton->curves[c * 2 % skeleton->curve_count].name;
    }
    for (int t = 0; t < g->clips[BODY].track_count; ++t) {
        g->tracks[t] = g->clips[BODY].tracks[t];
        g->tracks[t].bone = skeleton->bones[t].name;
    }
    g->clips[FACE].curves = g->curves;
    g->clips[BODY].tracks = g->tracks;
    return true;
}

MienSampleGraph *mien_sample_graph_create(const MienSampleGraphOptions *options)
{
    if (options->node_count < 0 || options->node_count > 200 || options->poses_count < 0 ||
        options->poses_count > 20)
        return NULL;
    MienSampleGraph *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->options = *options;
    g->random = mien_random_stream(options->seed, 77);
    for (int i = 0; i < 3; ++i) {
        const MienSampleOptions poses = {.seed = options->seed,
                                         .bone_count = BONES,
                                         .pose_count = POSES,
                                         .bones_per_pose = 6,
                                         .curve_count = CURVES,
                                         .has_scale = options->seed % 2 == 1,
                                         .is_absolute = i == ABSOLUTE - ADDITIVE,
                                         .is_unreal = i == UNREAL - ADDITIVE,
                                         .has_rules = options->seed % 3 > 0,
                                         .has_jumps = true,
                                         .has_levels = true};
        g->samples[i] = mien_sample_create(&poses);
        if (g->samples[i] == NULL) {
            mien_sample_graph_destroy(g);
            return NULL;
        }
    }
    g->text = malloc(TEXT_ROOM);
    if (g->text == NULL || !make_clips(g)) {
        mien_sample_graph_destroy(g);
        return NULL;
    }
    write_text(g);
    return g;
}

void mien_sample_graph_destroy(MienSampleGraph *g)
{
    if (g == NULL)
        return;
    for (int i = 0; i < 3; ++i)
        mien_sample_destroy(g->samples[i]);
    for (int i = 0; i < 2; ++i)
        mien_author_clip_destroy(g->sources[i]);
    free(g->curves);
    free(g->tracks);
    free(g->text);
    free(g);
}

const char *mien_sample_graph_text(const MienSampleGraph *g) { return g->text; }

const MienAuthorSkeleton *mien_sample_graph_skeleton(const MienSampleGraph *g)
{
    return mien_sample_asset(g->samples[0])->skeleton;
}

MienSampleGraphAsset mien_sample_graph_asset(const MienSampleGraph *g, int index)
{
    return (MienSampleGraphAsset){
        .path = paths[index],
        .clip = index < ADDITIVE ? &g->clips[index] : NULL,
        .poses = index < ADDITIVE ? NULL : mien_sample_asset(g->samples[index - ADDITIVE])};
}

static MienAuthorGraphMode find_mode(void *user, const char *path)
{
    (void)user;
    return strcmp(path, paths[ABSOLUTE]) == 0 ? MIEN_AUTHOR_GRAPH_ABSOLUTE : MIEN_AUTHOR_GRAPH_ADDITIVE;
}

static const MienAuthorMap *find_map(void *user, const char *name)
{
    static const MienAuthorMapRow rows[] = {{"pose_000", "pose_001", 0.5f},
                                            {"pose_002", "pose_001", 0.75f},
                                            {"pose_003", "pose_003", 1.25f},
                                            {"pose_005", "curve_001", -0.5f}};
    static const char *const unmapped[] = {"pose_006", "pose_007"};
    static const MienAuthorMap map = {"sample", "sample", 4, rows, 2, unmapped};
    (void)user;
    return strcmp(name, "sample.map.json") == 0 ? &map : NULL;
}

MienStatus mien_sample_graph_cook(const MienSampleGraph *g, MienAuthorPack *out_pack, MienError *error)
{
    const MienAuthorGraphOptions options = {.mode = find_mode, .map = find_map};
    MienAuthorGraph *source = NULL;
    MienStatus status = mien_author_graph_read(g->text, g->length, NULL, &source, error);
    if (status == MIEN_OK)
        status = mien_author_graph_cook(source, &options, out_pack, error);
    mien_author_graph_destroy(source);
    return status;
}
