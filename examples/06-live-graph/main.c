// SPDX-License-Identifier: MIT
//
// A graph whose curves come from outside: a tracker gives values each frame, the program
// sets parameters and steps, and a trace shows what each node made of the jaw.

#include "mien/mien.h"

#include <stdio.h>

enum { RATE = 60, FRAMES = 120 };

// A tracker, as if a camera looked at somebody who says "ah" twice a second, blinks, and
// after a second leaves the picture: what it then says means nothing. Its values tremble.

static double noise(int frame)
{
    const unsigned n = (unsigned)frame * 2654435761u;
    return (double)(n >> 16) / 65535.0;
}

static bool tracker_sees(int frame) { return frame < RATE; }

static void track(MienActor *actor, int frame)
{
    const MienCurveSet inputs = mien_actor_inputs(actor);
    double sine, cosine;
    mien_sincos(frame * (2.0 * 6.283185307179586 / RATE), &sine, &cosine);
    const double open = 0.35 * (1.0 - cosine) + 0.1 * noise(frame);
    const float lids = frame % 50 >= 40 && frame % 50 < 46 ? 1.0f : 0.0f;
    mien_curve_set_clear(&inputs); // an absent curve is not driven
    mien_actor_set_curve_named(actor, "jawOpen", (float)open);
    mien_actor_set_curve_named(actor, "eyeBlinkLeft", lids);
    mien_actor_set_curve_named(actor, "eyeBlinkRight", lids);
}

/// One frame: values in, parameters in, a step of time, a pose out.
static MienStatus step(MienActor *actor, int frame, bool with_trace)
{
    track(actor, frame);
    mien_actor_set_number(actor, "seen", tracker_sees(frame) ? 1.0f : 0.0f);
    mien_actor_set_tracing(actor, with_trace); // costs time: only for frames to explain
    return mien_actor_step(actor, frame == 0 ? 0.0 : 1.0 / RATE);
}

/// Degrees that the jaw is turned by; it turns about x and starts straight.
static double jaw_degrees(const MienActor *actor, const MienTransform *bones)
{
    const int jaw = mien_skeleton_find_bone(mien_actor_skeleton(actor), "jaw");
    const MienQuat from = mien_actor_rest_pose(actor)[jaw].rotation;
    const MienQuat q = mien_quat_multiply(bones[jaw].rotation, (MienQuat){-from.x, -from.y, -from.z, from.w});
    return 2.0 * mien_atan2((double)q.x, (double)q.w) * 57.29577951308232;
}

/// What each node made of the jaw, from the output back, as `mien explain` tells it.
static void explain(const MienActor *actor)
{
    const MienGraph *graph = mien_actor_graph(actor);
    const int open = mien_skeleton_find_curve(mien_actor_skeleton(actor), "jawOpen");
    for (int node = mien_graph_info(graph).node_count - 1; node >= 0; --node) {
        const MienGraphNodeInfo info = mien_graph_node(graph, node);
        const MienGraphNodeTrace trace = mien_graph_trace_node(mien_actor_trace(actor), node);
        printf("  %-8s %-7s ", info.id, info.type);
        if (!trace.is_live)
            printf("not needed\n");
        else
            printf("reaches the output by %.2f: jawOpen %.3f, jaw %4.1f degrees\n", (double)trace.weight,
                   (double)mien_curve_set_value(&trace.curves, open), jaw_degrees(actor, trace.bones));
    }
}

/// Plays all frames. Both forms of one curve go to the table, if there is one.
static MienStatus play(MienActor *actor, FILE *table)
{
    const MienCurveSet tracked = mien_actor_inputs(actor), shown = mien_actor_curves(actor);
    const int open = mien_skeleton_find_curve(mien_actor_skeleton(actor), "jawOpen");
    const int left = mien_skeleton_find_curve(mien_actor_skeleton(actor), "eyeBlinkLeft");
    MienStatus status = MIEN_OK;
    if (table != NULL)
        fprintf(table, "time,tracked,shown\n");
    for (int frame = 0; frame < FRAMES && status == MIEN_OK; ++frame) {
        const bool is_asked = frame == 44 || frame == 66;
        status = step(actor, frame, is_asked);
        const double in = (double)mien_curve_set_value(&tracked, open);
        const double out = (double)mien_curve_set_value(&shown, open);
        if (status == MIEN_OK && (frame % 10 == 0 || is_asked))
            printf("%4d  %s  jawOpen %.3f -> %.3f  jaw %4.1f degrees  lids %.0f\n", frame,
                   tracker_sees(frame) ? "seen" : "lost", in, out,
                   jaw_degrees(actor, mien_actor_bones(actor)), (double)mien_curve_set_value(&shown, left));
        if (status == MIEN_OK && is_asked)
            explain(actor);
        if (status == MIEN_OK && table != NULL)
            fprintf(table, "%.4f,%.4f,%.4f\n", (double)frame / RATE, in, out);
    }
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: %s BUNDLE [TABLE.csv]\n", argv[0]);
        return 2;
    }
    FILE *table = argc == 3 ? fopen(argv[2], "w") : NULL;
    const MienLoadOptions in_place = {.borrow_data = true};
    const MienActorMembers members = {.graph = "live.graph"};
    const MienActorOptions options = {.has_trace = true};
    MienFile *file = NULL;
    MienBundle *bundle = NULL;
    MienActor *actor = NULL;
    MienError error = {0};
    MienStatus status = mien_file_open(argv[1], NULL, &file, &error);
    if (status == MIEN_OK)
        status = mien_bundle_load(mien_file_data(file), mien_file_size(file), &in_place, &bundle, &error);
    if (status == MIEN_OK)
        status = mien_actor_load(bundle, &members, &options, &actor, &error);
    if (status == MIEN_OK)
        status = play(actor, table);
    if (status != MIEN_OK)
        fprintf(stderr, "%s %s: %s\n", mien_status_name(status), error.location, error.message);
    mien_actor_destroy(actor);
    mien_bundle_destroy(bundle);
    mien_file_close(file);
    if (table != NULL)
        fclose(table);
    return status == MIEN_OK ? 0 : 1;
}
