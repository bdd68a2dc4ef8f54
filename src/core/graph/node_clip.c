// SPDX-License-Identifier: MIT
//
// Nodes that play clips, the reference pose, and the output. Time is double seconds;
// it moves when a node is updated, the clip is sampled where it stands then.

#include "core/float_rules.h"

#include "core/clip_sampling.h"
#include "core/graph/data.h"

#include <limits.h>

/// No rate and no step move further at once.
static const double furthest = 1e12;

typedef struct ClipState {
    double time;  ///< Where it stands, from 0 to the clip's length.
    double from;  ///< Where the last step began,
    double moved; ///< how far it went, before wrapping or stopping,
    double laps;  ///< and how often it went past the end, or the start if negative.
    int32_t is_started;
    int32_t over; ///< Ran into the end: 1, or into the start: -1.
} ClipState;

/// What a clip node is told in this step.
typedef struct Playing {
    const MienClip *clip; ///< Or NULL.
    double length;
    double rate; ///< Negative: backwards.
    bool loops, is_reverse;
} Playing;

static float number(const MienGraphInstance *instance, int node, int setting)
{
    return mieni_instance_number(instance, mieni_graph_setting(instance->binding->graph, node, setting));
}

static Playing playing_of(const MienGraphInstance *instance, int node)
{
    const MienGraphBinding *binding = instance->binding;
    Playing p = {
        .clip =
            mieni_binding_asset(binding, mieni_graph_setting(binding->graph, node, MIENI_CLIP_CLIP))->clip,
        .rate = (double)number(instance, node, MIENI_CLIP_RATE),
        .loops = number(instance, node, MIENI_CLIP_LOOP) != 0.0f,
        .is_reverse = number(instance, node, MIENI_CLIP_REVERSE) != 0.0f};
    p.length = p.clip != NULL ? p.clip->info.length : 0.0;
    p.loops = p.loops && p.length > 0.0;
    p.rate = p.is_reverse ? -p.rate : p.rate;
    return p;
}

/// A time within [0, length), which is not empty, and how many lengths it is away.
static double wrap(double time, double length, double *out_laps)
{
    *out_laps = 0.0;
    if (time >= 0.0 && time < length)
        return time;
    const double ratio = time / length;
    if (!(ratio >= -1e15 && ratio <= 1e15))
        return 0.0;
    double laps = (double)(int64_t)ratio, rest = time - laps * length;
    if (rest < 0.0) { // before the start, or rounded
        rest += length;
        laps -= 1.0;
    }
    if (rest >= length) {
        rest -= length;
        laps += 1.0;
    }
    *out_laps = laps;
    return rest >= 0.0 && rest < length ? rest : 0.0;
}

static double clamp(double time, double length) { return time > 0.0 ? time < length ? time : length : 0.0; }

/// Backwards from the end, unless it begins elsewhere.
static double start_time(const MienGraphInstance *instance, int node, const Playing *p)
{
    const double start = (double)number(instance, node, MIENI_CLIP_START);
    double laps;
    if (start == 0.0)
        return p->is_reverse ? p->length : 0.0;
    return p->loops ? wrap(start, p->length, &laps) : clamp(start, p->length);
}

static ClipState *state_of(const MienGraphInstance *instance, int node)
{
    return (ClipState *)(void *)((uint8_t *)(void *)instance + instance->binding->nodes[node].state_offset);
}

static void advance(const MienGraphInstance *instance, int node, double step)
{
    const Playing p = playing_of(instance, node);
    ClipState *s = state_of(instance, node);
    if (p.clip == NULL) {
        s->moved = 0.0; // time stands still until there is a clip
        return;
    }
    if (!s->is_started) {
        *s = (ClipState){.time = start_time(instance, node, &p), .is_started = 1};
    } else if (s->time > p.length) { // of a longer clip
        s->time = p.loops ? wrap(s->time, p.length, &s->laps) : p.length;
    }
    const double moved = step * p.rate;
    s->from = s->time;
    s->moved = moved > furthest ? furthest : moved >= -furthest ? moved : -furthest;
    s->laps = 0.0;
    if (s->moved == 0.0)
        return;
    const double to = s->from + s->moved;
    if (p.loops) {
        s->over = 0;
        s->time = wrap(to, p.length, &s->laps);
        return;
    }
    const int32_t ahead = s->moved > 0.0 ? 1 : -1;
    if (s->over == ahead)
        s->moved = 0.0; // it is over: nothing happens any more
    s->over = to > p.length ? 1 : to < 0.0 ? -1 : 0;
    s->time = clamp(to, p.length);
}

void mieni_clip_advance(MieniGraphRun *run, int node)
{
    if (mieni_run_bool(run, mieni_graph_setting(run->graph, node, MIENI_CLIP_ALWAYS)))
        advance(run->instance, node, run->step);
}

double mieni_clip_node_time(const MienGraphInstance *instance, int node)
{
    const ClipState *s = state_of(instance, node);
    const Playing p = playing_of(instance, node);
    return s->is_started ? s->time : start_time(instance, node, &p);
}

void mieni_clip_node_move(MienGraphInstance *instance, int node, double time)
{
    const Playing p = playing_of(instance, node);
    double laps;
    if (p.clip == NULL)
        time = time > 0.0 ? time : 0.0;
    else if (time < 0.0 || time > p.length)
        time = p.loops ? wrap(time, p.length, &laps) : clamp(time, p.length);
    *state_of(instance, node) = (ClipState){.time = time, .from = time, .is_started = 1};
}

double mieni_clip_remaining(const MieniGraphRun *run, int node)
{
    const Playing p = playing_of(run->instance, node);
    if (p.clip == NULL || p.loops)
        return -1.0;
    const double time = mieni_clip_node_time(run->instance, node);
    const double left = p.rate < 0.0 ? time : p.length - time, rate = p.rate < 0.0 ? -p.rate : p.rate;
    if (left <= 0.0)
        return 0.0;
    return rate > 0.0 ? left / rate : furthest;
}

/// The first event at a time or, if is_after, after it.
static int find_event(const MienClip *clip, double time, bool is_after)
{
    int low = 0, high = (int)clip->info.event_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (clip->events[middle].time < time || (is_after && clip->events[middle].time == time))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// Events from first to below end, once or several times, forwards or backwards. Those
/// beyond the room are only counted.
static void give_events(MieniGraphRun *run, int node, int first, int end, double times, bool is_backwards)
{
    const MienClip *clip = mieni_run_asset(run, mieni_graph_setting(run->graph, node, MIENI_CLIP_CLIP))->clip;
    const int room = run->job->out_events != NULL ? run->job->event_capacity : 0;
    while (first < end && times > 0.0 && run->event_count < room) {
        for (int i = 0; i < end - first; ++i) {
            const MienClipEvent event = mien_clip_event(clip, is_backwards ? end - 1 - i : first + i);
            const MienGraphEvent passed = {node, event.name, run->weights[node]};
            mieni_run_event(run, &passed);
        }
        times -= 1.0;
    }
    if (first < end && times > 0.0) {
        const double all = (double)run->event_count + times * (double)(end - first);
        run->event_count = all < (double)INT_MAX ? (int)all : INT_MAX;
    }
}

/// Events that the last step crossed: those at its start, not those at its end. The
/// clip's own start and end are both crossed on the way round.
static void cross_events(MieniGraphRun *run, int node, const Playing *p, const ClipState *s)
{
    const MienClip *clip = p->clip;
    const int low = find_event(clip, 0.0, false), high = find_event(clip, p->length, true);
    const bool is_backwards = s->moved < 0.0, wraps = p->loops && s->laps != 0.0;
    const double to = s->from + s->moved;
    int first, end;
    if (is_backwards) {
        first = wraps || to < 0.0 ? low : find_event(clip, to, true);
        end = find_event(clip, s->from, true);
    } else {
        first = find_event(clip, s->from, false);
        end = wraps || to > p->length ? high : find_event(clip, to, false);
    }
    give_events(run, node, first, end, 1.0, is_backwards);
    if (!wraps)
        return;
    give_events(run, node, low, high, (is_backwards ? -s->laps : s->laps) - 1.0, is_backwards);
    if (is_backwards)
        give_events(run, node, find_event(clip, s->time, true), high, 1.0, true);
    else
        give_events(run, node, low, find_event(clip, s->time, false), 1.0, false);
}

static void bind_clip(MieniGraphBinder *binder, int node)
{
    binder->binding->nodes[node].state_size = sizeof(ClipState);
}

static void update_clip(MieniGraphRun *run, int node) { advance(run->instance, node, run->step); }

bool mieni_clip_prepare(MieniGraphRun *run, int node, const MieniValue *out, MienClipJob *out_job)
{
    const Playing p = playing_of(run->instance, node);
    const ClipState *s = state_of(run->instance, node);
    if (p.clip == NULL)
        return false;
    const MieniBoundAsset *asset =
        mieni_run_asset(run, mieni_graph_setting(run->graph, node, MIENI_CLIP_CLIP));
    *out_job =
        (MienClipJob){.clip = p.clip,
                      .binding = asset->clip_binding,
                      .time = s->time,
                      .out_curves = out->curves,
                      .bone_count = run->bone_count,
                      .out_bones = run->bone_count > 0 && p.clip->info.track_count > 0 ? out->bones : NULL};
    if (p.clip->info.event_count > 0 && s->moved != 0.0)
        cross_events(run, node, &p, s);
    return true;
}

static void evaluate_clip(MieniGraphRun *run, int node)
{
    MieniValue *out = &run->values[node];
    MienClipJob job;
    mieni_value_reference(run, out);
    if (mieni_clip_prepare(run, node, out, &job))
        mieni_clip_run(&job);
}

static void evaluate_reference(MieniGraphRun *run, int node)
{
    mieni_value_reference(run, &run->values[node]);
}

static void evaluate_output(MieniGraphRun *run, int node)
{
    mieni_value_copy(run, mieni_run_input(run, node, 0), &run->values[node]);
}

const MieniNodeOps mieni_clip_ops = {.bind = bind_clip, .update = update_clip, .evaluate = evaluate_clip};
const MieniNodeOps mieni_rest_pose_ops = {.evaluate = evaluate_reference};
const MieniNodeOps mieni_output_ops = {.evaluate = evaluate_output};
