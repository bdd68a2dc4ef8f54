// SPDX-License-Identifier: MIT
//
// Runs a graph with live curves: a tracker gives values each frame, the program sets
// parameters and steps the graph, and a trace shows each node's effect on the jaw.

#include "mien/mien.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ASSETS = 8, RATE = 60, FRAMES = 120 };

typedef struct Live {
    MienFile *file;
    MienBundle *bundle;
    MienSkeleton *skeleton;
    MienGraph *graph;
    MienClip *clips[MOST_ASSETS];
    MienPoseAsset *poses[MOST_ASSETS];
    MienGraphBinding *binding;
    MienGraphInstance *instance; // from here on memory of ours
    MienGraphTrace *trace;
    MienTransform *bones;
    MienCurveSet tracked; ///< What the tracker says; the instance reads it whenever it runs.
    MienCurveSet curves;  ///< What comes out.
    void *scratch;
} Live;

// A tracker, as if a camera looked at somebody who says "ah" twice a second, blinks, and
// after a second leaves the picture: what it then says means nothing. Its values tremble.

static double noise(int frame)
{
    const unsigned n = (unsigned)frame * 2654435761u;
    return (double)(n >> 16) / 65535.0;
}

static bool tracker_sees(int frame) { return frame < RATE; }

static void track(const Live *live, int frame)
{
    const MienCurveSet *out = &live->tracked;
    double sine, cosine;
    mien_sincos(frame * (2.0 * 6.283185307179586 / RATE), &sine, &cosine);
    const double open = 0.35 * (1.0 - cosine) + 0.1 * noise(frame);
    const float lids = frame % 50 >= 40 && frame % 50 < 46 ? 1.0f : 0.0f;
    mien_curve_set_clear(out); // what is absent is not driven
    mien_curve_set_put(out, mien_skeleton_find_curve(live->skeleton, "jawOpen"), (float)open);
    mien_curve_set_put(out, mien_skeleton_find_curve(live->skeleton, "eyeBlinkLeft"), lids);
    mien_curve_set_put(out, mien_skeleton_find_curve(live->skeleton, "eyeBlinkRight"), lids);
}

/// Cache lines for cursors, instances and scratch, all zero; NULL if there is no memory.
static void *make_memory(size_t size)
{
    const size_t whole = (size + 63) / 64 * 64 + 64;
    void *memory = aligned_alloc(64, whole);
    return memory == NULL ? NULL : memset(memory, 0, whole);
}

static const MienLoadOptions borrow = {.borrow_data = true};

/// The member that an asset's path means: "pip.poses.json" is "pip.poses".
static MienStatus find(const MienBundle *bundle, const char *path, MienBundleMember *out, MienError *error)
{
    char name[MIEN_MAX_NAME + 1];
    snprintf(name, sizeof name, "%s", path);
    char *ending = strstr(name, ".json");
    if (ending != NULL)
        *ending = '\0';
    return mien_bundle_get(bundle, name, out, error);
}

static MienStatus load(Live *live, const char *path, MienError *error)
{
    MienStatus status = mien_file_open(path, NULL, &live->file, error);
    if (status == MIEN_OK)
        status = mien_bundle_load(mien_file_data(live->file), mien_file_size(live->file), &borrow,
                                  &live->bundle, error);
    MienBundleMember m;
    if (status == MIEN_OK)
        status = find(live->bundle, "ada.skeleton", &m, error);
    if (status == MIEN_OK)
        status = mien_skeleton_load(m.data, m.size, &borrow, &live->skeleton, error);
    if (status == MIEN_OK)
        status = find(live->bundle, "live.graph", &m, error);
    if (status == MIEN_OK)
        status = mien_graph_load(m.data, m.size, &borrow, &live->graph, error);
    return status;
}

/// Fills the places that the graph has for clips and pose assets, and binds all of it.
static MienStatus bind(Live *live, MienError *error)
{
    MienGraphAsset assets[MOST_ASSETS] = {{0}};
    const int count = mien_graph_info(live->graph).asset_count;
    MienStatus status = count <= MOST_ASSETS ? MIEN_OK : MIEN_ERROR_LIMIT;
    for (int i = 0; i < count && status == MIEN_OK; ++i) {
        const MienGraphAssetPlace place = mien_graph_asset(live->graph, i);
        MienBundleMember m;
        status = find(live->bundle, place.path, &m, error);
        if (status == MIEN_OK && place.type == MIEN_GRAPH_CLIP)
            status = mien_clip_load(m.data, m.size, &borrow, &live->clips[i], error);
        else if (status == MIEN_OK)
            status = mien_pose_asset_load(m.data, m.size, &borrow, &live->poses[i], error);
        assets[i] = (MienGraphAsset){.clip = live->clips[i], .poses = live->poses[i]};
    }
    const MienGraphBindingOptions options = {.asset_count = count, .assets = assets};
    if (status == MIEN_OK)
        status = mien_graph_binding_create(live->graph, live->skeleton, &options, &live->binding, error);
    return status;
}

static MienStatus make_curves(MienCurveSet *out, int count)
{
    out->count = count;
    out->values = make_memory((size_t)count * sizeof(float));
    out->present = make_memory((size_t)mien_curve_set_words(count) * sizeof(uint32_t));
    return out->values != NULL && out->present != NULL ? MIEN_OK : MIEN_ERROR_MEMORY;
}

static MienStatus prepare(Live *live)
{
    const size_t instance_size = mien_graph_instance_size(live->binding);
    const size_t trace_size = mien_graph_trace_size(live->binding);
    const int curve_count = mien_skeleton_curve_count(live->skeleton);
    live->instance = make_memory(instance_size);
    live->trace = make_memory(trace_size);
    live->scratch = make_memory(mien_graph_job_scratch_size(live->binding));
    live->bones = make_memory((size_t)mien_skeleton_bone_count(live->skeleton) * sizeof *live->bones);
    if (make_curves(&live->tracked, curve_count) != MIEN_OK ||
        make_curves(&live->curves, curve_count) != MIEN_OK || live->instance == NULL || live->trace == NULL ||
        live->scratch == NULL || live->bones == NULL)
        return MIEN_ERROR_MEMORY;
    mien_graph_instance_init(live->binding, live->instance, instance_size);
    mien_graph_trace_init(live->binding, live->trace, trace_size);
    return mien_graph_instance_set_source(live->instance, mien_graph_find_source(live->graph, "tracker"),
                                          &live->tracked);
}

/// One frame: values in, parameters in, a step of time, a pose out.
static MienStatus step(Live *live, int frame, bool with_trace)
{
    track(live, frame);
    MienStatus status = mien_graph_instance_set_number(
        live->instance, mien_graph_find_parameter(live->graph, "seen"), tracker_sees(frame) ? 1.0f : 0.0f);
    if (status == MIEN_OK)
        status = mien_graph_job_run(
            &(MienGraphJob){.binding = live->binding,
                            .instance = live->instance,
                            .step = frame == 0 ? 0.0 : 1.0 / RATE,
                            .bone_count = mien_skeleton_bone_count(live->skeleton),
                            .out_bones = live->bones,
                            .out_curves = live->curves,
                            .trace = with_trace ? live->trace : NULL, // costs time: only when somebody asks
                            .scratch = live->scratch,
                            .scratch_size = mien_graph_job_scratch_size(live->binding)});
    return status;
}

/// Degrees that the jaw is turned by; it turns about x and starts straight.
static double jaw_degrees(const Live *live, const MienTransform *bones)
{
    const int jaw = mien_skeleton_find_bone(live->skeleton, "jaw");
    const MienQuat from = mien_graph_binding_reference(live->binding)[jaw].rotation;
    const MienQuat q = mien_quat_multiply(bones[jaw].rotation, (MienQuat){-from.x, -from.y, -from.z, from.w});
    return 2.0 * mien_atan2((double)q.x, (double)q.w) * 57.29577951308232;
}

/// What each node made of the jaw, from the output back, as `mien explain` tells it.
static void explain(const Live *live)
{
    const int open = mien_skeleton_find_curve(live->skeleton, "jawOpen");
    for (int node = mien_graph_info(live->graph).node_count - 1; node >= 0; --node) {
        const MienGraphNodeInfo info = mien_graph_node(live->graph, node);
        const MienGraphNodeTrace trace = mien_graph_trace_node(live->trace, node);
        printf("  %-8s %-7s ", info.id, info.type);
        if (!trace.is_live)
            printf("not needed\n");
        else
            printf("reaches the output by %.2f: jawOpen %.3f, jaw %4.1f degrees\n", (double)trace.weight,
                   (double)mien_curve_set_value(&trace.curves, open), jaw_degrees(live, trace.bones));
    }
}

/// Plays all frames. Both forms of one curve go to the table, if there is one.
static MienStatus play(Live *live, FILE *table)
{
    const int open = mien_skeleton_find_curve(live->skeleton, "jawOpen");
    const int left = mien_skeleton_find_curve(live->skeleton, "eyeBlinkLeft");
    MienStatus status = MIEN_OK;
    if (table != NULL)
        fprintf(table, "time,tracked,shown\n");
    for (int frame = 0; frame < FRAMES && status == MIEN_OK; ++frame) {
        const bool is_asked = frame == 44 || frame == 66;
        status = step(live, frame, is_asked);
        if (status == MIEN_OK && (frame % 10 == 0 || is_asked))
            printf("%4d  %s  jawOpen %.3f -> %.3f  jaw %4.1f degrees  lids %.0f\n", frame,
                   tracker_sees(frame) ? "seen" : "lost", (double)mien_curve_set_value(&live->tracked, open),
                   (double)mien_curve_set_value(&live->curves, open), jaw_degrees(live, live->bones),
                   (double)mien_curve_set_value(&live->curves, left));
        if (status == MIEN_OK && is_asked)
            explain(live);
        if (status == MIEN_OK && table != NULL)
            fprintf(table, "%.4f,%.4f,%.4f\n", (double)frame / RATE,
                    (double)mien_curve_set_value(&live->tracked, open),
                    (double)mien_curve_set_value(&live->curves, open));
    }
    return status;
}

static void destroy(Live *live)
{
    mien_graph_binding_destroy(live->binding);
    for (int i = 0; i < MOST_ASSETS; ++i) {
        mien_clip_destroy(live->clips[i]);
        mien_pose_asset_destroy(live->poses[i]);
    }
    mien_graph_destroy(live->graph);
    mien_skeleton_destroy(live->skeleton);
    mien_bundle_destroy(live->bundle);
    mien_file_close(live->file);
    void *const memory[] = {live->instance,        live->trace,          live->scratch,
                            live->bones,           live->tracked.values, live->curves.values,
                            live->tracked.present, live->curves.present};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; ++i)
        free(memory[i]);
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: %s BUNDLE [TABLE.csv]\n", argv[0]);
        return 2;
    }
    FILE *table = argc == 3 ? fopen(argv[2], "w") : NULL;
    Live live = {0};
    MienError error = {.message = "the job was refused"}; // a job gives a status and no sentence
    MienStatus status = load(&live, argv[1], &error);
    if (status == MIEN_OK)
        status = bind(&live, &error);
    if (status == MIEN_OK)
        status = prepare(&live);
    if (status == MIEN_OK)
        status = play(&live, table);
    if (status != MIEN_OK)
        fprintf(stderr, "%s %s: %s\n", mien_status_name(status), error.place, error.message);
    destroy(&live);
    if (table != NULL)
        fclose(table);
    return status == MIEN_OK ? 0 : 1;
}
