// SPDX-License-Identifier: MIT
//
// Making the graphs that are measured.

#include "graph_workload.h"

#include "core/internal.h"
#include "mien_author/cook_clip.h"
#include "mien_author/graph.h"
#include "sample/performances.h"
#include "sample/random.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/// Text that grows.
typedef struct Text {
    char *text;
    size_t length, room;
} Text;

static void add_text(Text *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(to->text + to->length, to->room - to->length, format, arguments);
    va_end(arguments);
    to->length += (size_t)length;
    if (to->length >= to->room)
        bench_fail("write a graph");
}

/// clip -> poses -> output, with whatever the source wants between them.
static void write_graph(const GraphWorkload *w, Text *to)
{
    const char *last = "face";
    char id[2][24];
    add_text(to, "{\"kind\": \"graph\", \"version\": 1, \"skeleton\": \"rig.skeleton.json\",\n");
    if (w->source->has_body)
        add_text(to, "\"masks\": [{\"name\": \"head\", \"bones\": [{\"bone\": \"%s\", \"depth\": 2}]}],\n",
                 mien_skeleton_bone_name(w->face.skeleton, 3));
    add_text(to, "\"nodes\": [{\"id\": \"face\", \"node\": \"clip\", \"clip\": \"face.clip.json\"}");
    if (w->source->has_body) {
        add_text(to, ",\n{\"id\": \"body\", \"node\": \"clip\", \"clip\": \"body.clip.json\"}");
        add_text(
            to, ",\n{\"id\": \"both\", \"node\": \"layered_blend\", \"base\": \"body\", \"layer\": \"face\", "
                "\"mask\": \"head\"}");
        last = "both";
    }
    for (int i = 0; i < w->source->modifiers; ++i) {
        char *name = id[i % 2];
        snprintf(name, sizeof id[0], "change_%03d", i);
        add_text(
            to,
            ",\n{\"id\": \"%s\", \"node\": \"modify_curve\", \"input\": \"%s\", \"changes\": [{\"curve\": "
            "\"%s\", \"do\": \"scale\", \"value\": 0.999}]}",
            name, last, mien_skeleton_curve_name(w->face.skeleton, i % w->face.curve_count));
        last = name;
    }
    add_text(to,
             ",\n{\"id\": \"pose\", \"node\": \"poses\", \"input\": \"%s\", \"poses\": \"rig.poses.json\"}",
             last);
    add_text(to, ",\n{\"id\": \"out\", \"node\": \"output\", \"input\": \"pose\"}]}\n");
}

static void cook_graph(GraphWorkload *w)
{
    Text text = {.room = 65536};
    text.text = bench_allocate(text.room);
    write_graph(w, &text);
    MienAuthorGraph *graph = NULL;
    MienError error = {0};
    if (mien_author_graph_read(text.text, text.length, NULL, &graph, &error) != MIEN_OK ||
        mien_author_graph_cook(graph, NULL, &w->graph_pack, &error) != MIEN_OK) {
        fprintf(stderr, "%s: %s\n", error.location, error.message);
        bench_fail("cook a graph");
    }
    mien_author_graph_destroy(graph);
    mieni_free(NULL, text.text, text.room, 64);
}

/// A performance under the names of the scene's curves.
static void cook_face(GraphWorkload *w)
{
    const MienSamplePerformanceOptions options = {
        .seed = 1, .curve_count = w->face.info.driven_pose_count, .capture = MIEN_SAMPLE_GATED};
    const MienAuthorClipOptions cook = {.curve_error = 0.001f};
    MienAuthorClip *clip = mien_sample_performance_create(&options);
    if (clip == NULL)
        bench_fail("make a performance");
    MienAuthorClipCurve *curves = bench_allocate((size_t)clip->curve_count * sizeof *curves);
    for (int c = 0; c < clip->curve_count; ++c) {
        curves[c] = clip->curves[c];
        curves[c].name = mien_skeleton_curve_name(w->face.skeleton, c);
    }
    MienAuthorClip renamed = *clip;
    renamed.curves = curves;
    if (mien_author_clip_cook(&renamed, &cook, &w->clip_packs[w->clip_count++], NULL, NULL) != MIEN_OK)
        bench_fail("cook a performance");
    mien_author_clip_destroy(clip);
}

/// A walk for the first bones of the scene.
static void cook_body(GraphWorkload *w)
{
    const MienSampleMotionOptions options = {.seed = 1};
    MienAuthorSkeleton skeleton;
    MienAuthorClip *clip = mien_sample_motion_create(&options, &skeleton);
    if (clip == NULL || clip->track_count > w->face.bone_count)
        bench_fail("make a motion");
    const MienAuthorClipOptions cook = {.track_error = 0.0001f};
    MienAuthorClipTrack *tracks = bench_allocate((size_t)clip->track_count * sizeof *tracks);
    for (int t = 0; t < clip->track_count; ++t) {
        tracks[t] = clip->tracks[t];
        tracks[t].bone = mien_skeleton_bone_name(w->face.skeleton, t);
    }
    MienAuthorClip renamed = *clip;
    renamed.tracks = tracks;
    if (mien_author_clip_cook(&renamed, &cook, &w->clip_packs[w->clip_count++], NULL, NULL) != MIEN_OK)
        bench_fail("cook a motion");
    mien_author_clip_destroy(clip);
}

static void bind_set(GraphWorkload *w, GraphSet *set)
{
    MienGraphAsset assets[GRAPH_CLIPS + 1] = {0};
    MienError error = {0};
    const MienGraphInfo info = mien_graph_info(set->graph);
    if (info.asset_slot_count > GRAPH_CLIPS + 1)
        bench_fail("find the places of assets");
    for (int i = 0; i < info.asset_slot_count; ++i) {
        const MienGraphAssetSlot place = mien_graph_asset_slot(set->graph, i);
        if (place.type == MIEN_GRAPH_POSES)
            assets[i].poses = set->poses;
        else
            assets[i].clip = set->clips[strncmp(place.path, "body", 4) == 0];
    }
    const MienGraphBindingOptions options = {.asset_count = info.asset_slot_count, .assets = assets};
    if (mien_graph_binding_create(set->graph, w->face.skeleton, &options, &set->binding, &error) != MIEN_OK) {
        fprintf(stderr, "%s: %s\n", error.location, error.message);
        bench_fail("bind a graph");
    }
    for (int i = 0; i < mien_graph_binding_report_count(set->binding); ++i) {
        if (mien_graph_binding_report(set->binding, i).kind != MIEN_FINDING_SCALED_BONE)
            bench_fail("find every name");
    }
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static void open_set(GraphWorkload *w, MienIsa isa)
{
    GraphSet *set = &w->sets[isa];
    const MienLoadOptions load = {.isa = isa, .borrow_data = true};
    set->poses = w->face.assets[isa];
    set->pose_binding = w->face.bindings[isa];
    for (int i = 0; i < w->clip_count; ++i) {
        if (mien_clip_load(w->clip_packs[i].data, w->clip_packs[i].size, &load, &set->clips[i], NULL) ||
            mien_clip_binding_create(set->clips[i], w->face.skeleton, NULL, &set->clip_bindings[i], NULL))
            bench_fail("load a clip");
    }
    if (mien_graph_load(w->graph_pack.data, w->graph_pack.size, &load, &set->graph, NULL) != MIEN_OK)
        bench_fail("load a graph");
    bind_set(w, set);
    set->instance_size = mieni_align64(mien_graph_instance_size(set->binding));
    set->memory = bench_allocate(GRAPH_CROWD * set->instance_size);
    set->instances = bench_allocate(GRAPH_CROWD * sizeof(MienGraphInstance *));
    set->scratch_size =
        larger(mien_graph_job_scratch_size(set->binding), mien_graph_batch_job_scratch_size(set->binding));
    set->scratch_size = larger(set->scratch_size, larger(mien_pose_job_scratch_size(set->poses),
                                                         mien_crowd_job_scratch_size(set->poses)));
    set->scratch = bench_allocate(set->scratch_size);
}

void bench_restart_graph(const GraphWorkload *w, MienIsa isa)
{
    const GraphSet *set = &w->sets[isa];
    for (size_t i = 0; i < GRAPH_CROWD; ++i) {
        set->instances[i] =
            mien_graph_instance_init(set->binding, set->memory + i * set->instance_size, set->instance_size);
        for (int c = 0; c < w->clip_count; ++c) {
            if (mien_graph_instance_set_time(set->instances[i], w->clip_nodes[c], w->starts[i]) != MIEN_OK)
                bench_fail("start a character");
        }
    }
}

/// Poses that have a weight, at moments all over the clip.
static double count_active(const GraphWorkload *w)
{
    const GraphSet *set = &w->sets[MIEN_ISA_SCALAR];
    const size_t poses = (size_t)w->face.info.pose_count;
    float *curves = bench_allocate((size_t)w->face.curve_count * sizeof *curves);
    float *weights = bench_allocate(poses * sizeof *weights);
    size_t active = 0;
    for (int i = 0; i < GRAPH_CHARACTERS; ++i) {
        const MienCurveSet values = {w->face.curve_count, curves, NULL};
        const MienClipJob clip = {.clip = set->clips[0],
                                  .binding = set->clip_bindings[0],
                                  .time = w->starts[i],
                                  .out_curves = values};
        const MienPoseJob pose = {.asset = set->poses,
                                  .binding = set->pose_binding,
                                  .bone_count = w->face.bone_count,
                                  .input = w->face.input,
                                  .out_bones = w->face.out,
                                  .curves = values,
                                  .out_weights = weights,
                                  .scratch = set->scratch,
                                  .scratch_size = set->scratch_size};
        if (mien_clip_job_run(&clip) != MIEN_OK || mien_pose_job_run(&pose) != MIEN_OK)
            bench_fail("count active poses");
        for (size_t p = 0; p < poses; ++p)
            active += weights[p] != 0.0f;
    }
    return (double)active / GRAPH_CHARACTERS;
}

void bench_open_graph(GraphWorkload *w, const GraphSource *source)
{
    memset(w, 0, sizeof *w);
    w->source = source;
    w->face = bench_open_workload(mien_sample_find_scene(source->scene));
    cook_face(w);
    if (source->has_body)
        cook_body(w);
    cook_graph(w);
    uint64_t random = 7;
    w->starts = bench_allocate(GRAPH_CROWD * sizeof *w->starts);
    for (int i = 0; i < GRAPH_CROWD; ++i)
        w->starts[i] = (double)mien_random_between(&random, 0.0f, 59.0f);
    for (int isa = MIEN_ISA_SCALAR; isa < GRAPH_ISAS; ++isa) {
        if (!mien_isa_is_available((MienIsa)isa))
            continue;
        open_set(w, (MienIsa)isa);
    }
    const MienGraph *graph = w->sets[MIEN_ISA_SCALAR].graph;
    w->info = mien_graph_info(graph);
    w->clip_nodes[0] = mien_graph_find_node(graph, "face");
    w->clip_nodes[1] = mien_graph_find_node(graph, "body");
    w->active = count_active(w);
}

void bench_close_graph(GraphWorkload *w)
{
    for (int isa = 0; isa < GRAPH_ISAS; ++isa) {
        GraphSet *set = &w->sets[isa];
        mien_graph_binding_destroy(set->binding);
        mien_graph_destroy(set->graph);
        for (int i = 0; i < w->clip_count; ++i) {
            mien_clip_binding_destroy(set->clip_bindings[i]);
            mien_clip_destroy(set->clips[i]);
        }
        if (set->memory != NULL)
            mieni_free(NULL, set->memory, GRAPH_CROWD * set->instance_size, 64);
    }
    for (int i = 0; i < w->clip_count; ++i)
        mien_author_pack_release(&w->clip_packs[i]);
    mien_author_pack_release(&w->graph_pack);
    bench_close_workload(&w->face);
    // Smaller arrays live until the program ends, as those of workload.c.
}
