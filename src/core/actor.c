// SPDX-License-Identifier: MIT
//
// Actors: parts bound once, arrays in one block, jobs in a fixed order. Parts from a
// bundle are loaded in place and belong to the actor.

#include "core/float_rules.h"

#include "core/internal.h"
#include "core/pose_scratch.h"
#include "core/translation.h"
#include "mien/actor.h"
#include "mien/pose_job.h"
#include "mien/skin.h"

#include <string.h>

enum { MAX_EVENTS = 65536 }; // so that sizes fit 32 bits

/// A clip or pose asset of the graph. Several slots of one path share it.
typedef struct LoadedAsset {
    MienClip *clip;
    MienPoseAsset *poses;
} LoadedAsset;

/// Parts that an actor loaded and owns; one block.
typedef struct ActorParts {
    size_t size;
    MienSkeleton *skeleton;
    MienMesh *mesh;
    MienPoseAsset *poses;
    MienGraph *graph;
    int asset_count;
    LoadedAsset *loaded;
    MienGraphAsset *assets;
} ActorParts;

typedef struct ActorPoses {
    const MienPoseAsset *asset;
    MienPoseBinding *binding;
    float *weights;
} ActorPoses;

struct MienActor {
    const MienAllocator *allocator;
    size_t size;
    const MienSkeleton *skeleton;
    const MienMesh *mesh;
    MienMeshBinding *mesh_binding;
    int pose_asset_count;
    ActorPoses *poses;
    const MienGraph *graph;
    MienGraphBinding *graph_binding;
    MienGraphInstance *instance;
    MienGraphTrace *trace;
    void *instance_memory, *trace_memory;
    size_t instance_size, trace_size;
    const MienClip *clip;
    MienClip *own_clip; ///< The same, if the actor loaded it.
    MienClipBinding *clip_binding;
    void *cursor_memory;
    size_t cursor_size;
    MienClipCursor *cursor;
    double time, speed;
    int bone_count, lod_bone_count, joint_count, morph_count, lod;
    const MienTransform *reference; ///< The rest pose until the actor has its own copy.
    MienTransform *rest_pose, *bones;
    MienMatrix34 *model, *palette;
    float *morphs;
    MienCurveSet inputs, curves;
    int event_capacity, event_count;
    MienGraphEvent *events;
    void *scratch;
    size_t scratch_size;
    ActorParts *own;
    bool loops, is_tracing, has_model, has_palette;
};

static void release_parts(ActorParts *parts, const MienAllocator *allocator)
{
    if (parts == NULL)
        return;
    for (int i = 0; i < parts->asset_count; ++i) {
        mien_clip_destroy(parts->loaded[i].clip);
        mien_pose_asset_destroy(parts->loaded[i].poses);
    }
    mien_graph_destroy(parts->graph);
    mien_pose_asset_destroy(parts->poses);
    mien_mesh_destroy(parts->mesh);
    mien_skeleton_destroy(parts->skeleton);
    mieni_free(allocator, parts, parts->size, 64);
}

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static MienCurveSet take_curves(MieniScratch *parts, int count)
{
    MienCurveSet set = {.count = count};
    set.values = (float *)mieni_scratch_take(parts, (size_t)count * sizeof *set.values);
    set.present =
        (uint32_t *)mieni_scratch_take(parts, (size_t)mien_curve_set_words(count) * sizeof *set.present);
    return set;
}

/// Points the actor's arrays into its block; without a block only counts.
static void divide(MienActor *actor, const MienActorDesc *desc, MieniScratch *parts)
{
    const size_t bones = (size_t)actor->bone_count, events = (size_t)actor->event_capacity;
    actor->poses =
        (ActorPoses *)mieni_scratch_take(parts, (size_t)desc->pose_asset_count * sizeof *actor->poses);
    for (int i = 0; i < desc->pose_asset_count; ++i) {
        const size_t poses = (size_t)mien_pose_asset_info(desc->pose_assets[i]).pose_count;
        float *weights = (float *)mieni_scratch_take(parts, poses * sizeof *weights);
        if (actor->poses != NULL)
            actor->poses[i] = (ActorPoses){.asset = desc->pose_assets[i], .weights = weights};
    }
    actor->rest_pose = (MienTransform *)mieni_scratch_take(parts, bones * sizeof *actor->rest_pose);
    actor->bones = (MienTransform *)mieni_scratch_take(parts, bones * sizeof *actor->bones);
    actor->model = (MienMatrix34 *)mieni_scratch_take(parts, bones * sizeof *actor->model);
    actor->palette =
        (MienMatrix34 *)mieni_scratch_take(parts, (size_t)actor->joint_count * sizeof *actor->palette);
    actor->morphs = (float *)mieni_scratch_take(parts, (size_t)actor->morph_count * sizeof *actor->morphs);
    actor->inputs = take_curves(parts, mien_skeleton_curve_count(actor->skeleton));
    actor->curves = take_curves(parts, mien_skeleton_curve_count(actor->skeleton));
    actor->events = (MienGraphEvent *)mieni_scratch_take(parts, events * sizeof *actor->events);
    actor->instance_memory = mieni_scratch_take(parts, actor->instance_size);
    actor->trace_memory = mieni_scratch_take(parts, actor->trace_size);
    actor->scratch = mieni_scratch_take(parts, actor->scratch_size);
}

static const char *wrong_part(const MienActorDesc *desc)
{
    if (desc->skeleton == NULL)
        return "an actor needs a skeleton";
    if (desc->pose_asset_count < 0 || (desc->pose_asset_count > 0 && desc->pose_assets == NULL))
        return "pose_assets must have pose_asset_count entries";
    for (int i = 0; i < desc->pose_asset_count; ++i)
        if (desc->pose_assets[i] == NULL)
            return "a pose asset is NULL";
    if (desc->graph != NULL && desc->pose_asset_count > 0)
        return "an actor takes pose assets or a graph, not both";
    if (desc->options.lod < 0)
        return "lod must not be negative";
    if (desc->options.event_capacity < 0 || desc->options.event_capacity > MAX_EVENTS)
        return "event_capacity is from 0 to 65536";
    return NULL;
}

/// Binds what the sizes of the arrays depend on: the mesh and the graph.
static MienStatus bind_first(MienActor *actor, const MienActorDesc *desc, MienError *error)
{
    const MienMeshBindingOptions mesh_options = {.allocator = actor->allocator};
    MienStatus status = MIEN_OK;
    actor->reference = mien_skeleton_rest_pose(desc->skeleton);
    if (desc->mesh != NULL) {
        const MienMeshInfo info = mien_mesh_info(desc->mesh);
        actor->joint_count = info.joint_count;
        actor->morph_count = info.morph_count;
        status =
            mien_mesh_binding_create(desc->mesh, desc->skeleton, &mesh_options, &actor->mesh_binding, error);
        if (status == MIEN_OK)
            actor->reference = mien_mesh_binding_rest_pose(actor->mesh_binding);
    }
    if (desc->options.rest_pose != NULL)
        actor->reference = desc->options.rest_pose;
    if (status != MIEN_OK)
        return status;
    for (int i = 0; i < desc->pose_asset_count; ++i)
        actor->scratch_size = larger(actor->scratch_size, mien_pose_job_scratch_size(desc->pose_assets[i]));
    if (desc->graph == NULL)
        return mieni_check_mesh_rest_pose(desc->options.rest_pose, actor->bone_count, error);
    MienGraphBindingOptions options = {.allocator = actor->allocator};
    options.mesh_rest_pose = actor->reference;
    options.asset_count = desc->asset_count;
    options.assets = desc->assets;
    status = mien_graph_binding_create(desc->graph, desc->skeleton, &options, &actor->graph_binding, error);
    if (status != MIEN_OK)
        return status;
    actor->instance_size = mien_graph_instance_size(actor->graph_binding);
    actor->trace_size = desc->options.has_trace ? mien_graph_trace_size(actor->graph_binding) : 0;
    actor->scratch_size = mien_graph_job_scratch_size(actor->graph_binding);
    return MIEN_OK;
}

static void release_bindings(MienActor *actor)
{
    for (int i = 0; i < actor->pose_asset_count; ++i)
        mien_pose_binding_destroy(actor->poses[i].binding);
    mien_graph_binding_destroy(actor->graph_binding);
    mien_mesh_binding_destroy(actor->mesh_binding);
}

static MienStatus bind_poses(MienActor *actor, int count, MienError *error)
{
    MienPoseBindingOptions options = {.allocator = actor->allocator};
    options.mesh_rest_pose = actor->rest_pose;
    for (; actor->pose_asset_count < count; ++actor->pose_asset_count) {
        ActorPoses *poses = &actor->poses[actor->pose_asset_count];
        const MienStatus status =
            mien_pose_binding_create(poses->asset, actor->skeleton, &options, &poses->binding, error);
        if (status != MIEN_OK)
            return status;
        memset(poses->weights, 0, (size_t)mien_pose_asset_info(poses->asset).pose_count * sizeof(float));
    }
    return MIEN_OK;
}

/// A new instance in its memory, every live input connected.
static void start_graph(MienActor *actor)
{
    if (actor->graph == NULL)
        return;
    actor->instance =
        mien_graph_instance_init(actor->graph_binding, actor->instance_memory, actor->instance_size);
    const int count = mien_graph_info(actor->graph).live_input_count;
    for (int i = 0; i < count; ++i)
        mien_graph_instance_set_live_input(actor->instance, i, &actor->inputs);
}

static void start(MienActor *actor)
{
    const size_t bones = (size_t)actor->bone_count * sizeof *actor->bones;
    if (bones > 0) {
        memcpy(actor->rest_pose, actor->reference, bones);
        memcpy(actor->bones, actor->reference, bones);
    }
    actor->reference = NULL; // the caller's
    mien_curve_set_clear(&actor->inputs);
    mien_curve_set_clear(&actor->curves);
    for (int m = 0; m < actor->morph_count; ++m)
        actor->morphs[m] = mien_mesh_morph(actor->mesh, m).weight;
    start_graph(actor);
    if (actor->trace_size > 0)
        actor->trace = mien_graph_trace_init(actor->graph_binding, actor->trace_memory, actor->trace_size);
    actor->is_tracing = actor->trace != NULL;
}

MienStatus mien_actor_create(const MienActorDesc *desc, MienActor **out_actor, MienError *error)
{
    if (out_actor == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "out_actor must be given");
    *out_actor = NULL;
    const char *wrong = desc != NULL ? wrong_part(desc) : "desc must be given";
    if (wrong != NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "%s", wrong);
    MienActor probe = {.allocator = desc->options.allocator};
    probe.skeleton = desc->skeleton;
    probe.mesh = desc->mesh;
    probe.graph = desc->graph;
    probe.bone_count = mien_skeleton_bone_count(desc->skeleton);
    probe.lod = desc->options.lod;
    probe.lod_bone_count = mien_skeleton_bone_count_at(desc->skeleton, probe.lod);
    probe.event_capacity = desc->options.event_capacity;
    MienStatus status = bind_first(&probe, desc, error);
    MieniScratch parts = {.block = NULL, .used = mieni_align64(sizeof probe)};
    if (status == MIEN_OK)
        divide(&probe, desc, &parts);
    MienActor *actor =
        status == MIEN_OK ? (MienActor *)mieni_allocate(probe.allocator, parts.used, 64) : NULL;
    if (actor == NULL) {
        release_bindings(&probe);
        return status != MIEN_OK ? status
                                 : mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    }
    probe.size = parts.used;
    *actor = probe;
    parts.block = (uint8_t *)actor;
    parts.used = mieni_align64(sizeof probe);
    divide(actor, desc, &parts);
    start(actor);
    status = bind_poses(actor, desc->pose_asset_count, error);
    if (status == MIEN_OK)
        *out_actor = actor;
    else
        mien_actor_destroy(actor);
    return status;
}

static void drop_clip(MienActor *actor)
{
    mien_clip_binding_destroy(actor->clip_binding);
    if (actor->cursor_memory != NULL)
        mieni_free(actor->allocator, actor->cursor_memory, actor->cursor_size, 64);
    mien_clip_destroy(actor->own_clip);
    actor->own_clip = NULL;
    actor->clip = NULL;
    actor->clip_binding = NULL;
    actor->cursor_memory = NULL;
    actor->cursor = NULL;
    actor->time = 0.0;
}

void mien_actor_destroy(MienActor *actor)
{
    if (actor == NULL)
        return;
    ActorParts *own = actor->own;
    const MienAllocator *allocator = actor->allocator;
    drop_clip(actor);
    release_bindings(actor);
    mieni_free(allocator, actor, actor->size, 64);
    release_parts(own, allocator);
}

// Clips

MienStatus mien_actor_set_clip(MienActor *actor, const MienClip *clip, const MienActorClipOptions *options,
                               MienError *error)
{
    static const MienActorClipOptions defaults = {0};
    if (actor == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "actor must be given");
    if (actor->graph != NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "an actor with a graph plays the graph's clips");
    if (options == NULL)
        options = &defaults;
    MienClipBinding *binding = NULL;
    void *memory = NULL;
    const size_t size = clip != NULL ? mien_clip_cursor_size(clip) : 0;
    if (clip != NULL) {
        MienClipBindingOptions how = {.allocator = actor->allocator};
        how.mesh_rest_pose = actor->rest_pose;
        const MienStatus status = mien_clip_binding_create(clip, actor->skeleton, &how, &binding, error);
        if (status != MIEN_OK)
            return status;
        memory = mieni_allocate(actor->allocator, size, 64);
        if (memory == NULL) {
            mien_clip_binding_destroy(binding);
            return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
        }
    }
    drop_clip(actor);
    actor->clip = clip;
    actor->clip_binding = binding;
    actor->cursor_memory = memory;
    actor->cursor_size = size;
    actor->cursor = clip != NULL ? mien_clip_cursor_init(clip, memory, size) : NULL;
    actor->speed = options->speed == 0.0 ? 1.0 : options->speed;
    actor->loops = options->loops;
    mien_actor_set_time(actor, options->time);
    return MIEN_OK;
}

/// A time as a clip has it: a number, and within the clip if that loops.
static double wrap(const MienActor *actor, double time)
{
    const double length = actor->clip != NULL ? mien_clip_info(actor->clip).length : 0.0;
    if (time - time != 0.0) // not finite
        return 0.0;
    if (!actor->loops || length <= 0.0 || (time >= 0.0 && time < length))
        return time;
    const double turns = time / length;
    if (turns > 1e15 || turns < -1e15) // nothing of the time is left
        return 0.0;
    time -= length * (double)(int64_t)turns;
    if (time < 0.0)
        time += length;
    return time >= 0.0 && time < length ? time : 0.0;
}

double mien_actor_time(const MienActor *actor) { return actor->time; }

void mien_actor_set_time(MienActor *actor, double time) { actor->time = wrap(actor, time); }

// Inputs

MienStatus mien_actor_set_curve(MienActor *actor, int curve, float value)
{
    if (curve < 0 || curve >= actor->inputs.count)
        return MIEN_ERROR_ARGUMENT;
    mien_curve_set_put(&actor->inputs, curve, value);
    return MIEN_OK;
}

MienStatus mien_actor_set_curve_named(MienActor *actor, const char *name, float value)
{
    return mien_actor_set_curve(actor, mien_skeleton_find_curve(actor->skeleton, name), value);
}

MienCurveSet mien_actor_inputs(MienActor *actor) { return actor->inputs; }

static int find_parameter(const MienActor *actor, const char *name)
{
    return actor->graph != NULL ? mien_graph_find_parameter(actor->graph, name) : -1;
}

MienStatus mien_actor_set_number(MienActor *actor, const char *parameter, float value)
{
    const int index = find_parameter(actor, parameter);
    return index >= 0 ? mien_graph_instance_set_number(actor->instance, index, value) : MIEN_ERROR_ARGUMENT;
}

MienStatus mien_actor_set_text(MienActor *actor, const char *parameter, const char *text)
{
    const int index = find_parameter(actor, parameter);
    return index >= 0 ? mien_graph_instance_set_text(actor->instance, index, text) : MIEN_ERROR_ARGUMENT;
}

MienGraphInstance *mien_actor_instance(MienActor *actor) { return actor->instance; }

void mien_actor_set_lod(MienActor *actor, int lod)
{
    actor->lod = lod > 0 ? lod : 0;
    actor->lod_bone_count = mien_skeleton_bone_count_at(actor->skeleton, actor->lod);
    const size_t beyond = (size_t)(actor->bone_count - actor->lod_bone_count) * sizeof *actor->bones;
    if (beyond > 0)
        memcpy(actor->bones + actor->lod_bone_count, actor->rest_pose + actor->lod_bone_count, beyond);
    actor->has_model = actor->has_palette = false;
}

void mien_actor_set_tracing(MienActor *actor, bool is_on)
{
    actor->is_tracing = is_on && actor->trace != NULL;
}

// Steps

static MienStatus run_graph(MienActor *actor, double seconds)
{
    MienGraphJob job = {.binding = actor->graph_binding};
    job.instance = actor->instance;
    job.step = seconds;
    job.lod = actor->lod;
    job.bone_count = actor->lod_bone_count;
    job.out_bones = actor->bones;
    job.out_curves = actor->curves;
    job.event_capacity = actor->event_capacity;
    job.out_events = actor->event_capacity > 0 ? actor->events : NULL;
    job.out_event_count = &actor->event_count;
    job.trace = actor->is_tracing ? actor->trace : NULL;
    job.scratch = actor->scratch;
    job.scratch_size = actor->scratch_size;
    return mien_graph_job_run(&job);
}

static MienStatus run_clip(MienActor *actor)
{
    MienClipJob job = {.clip = actor->clip};
    job.binding = actor->clip_binding;
    job.cursor = actor->cursor;
    job.time = actor->time;
    job.out_curves = actor->curves;
    job.bone_count = actor->lod_bone_count;
    job.out_bones = actor->bones;
    return mien_clip_job_run(&job);
}

/// Live values replace those of the clip.
static void lay_inputs(MienActor *actor)
{
    const MienCurveSet *inputs = &actor->inputs;
    const int words = mien_curve_set_words(inputs->count);
    for (int word = 0; word < words; ++word) {
        int curve = word * 32;
        for (uint32_t bits = inputs->present[word]; bits != 0; bits >>= 1, ++curve)
            if ((bits & 1) != 0)
                mien_curve_set_put(&actor->curves, curve, inputs->values[curve]);
    }
}

static MienStatus run_poses(MienActor *actor, const ActorPoses *poses)
{
    MienPoseJob job = {.asset = poses->asset};
    job.binding = poses->binding;
    job.lod = actor->lod;
    job.bone_count = actor->lod_bone_count;
    job.input = actor->bones;
    job.out_bones = actor->bones;
    job.curves = actor->curves;
    job.out_curves = actor->curves;
    job.out_weights = poses->weights;
    job.scratch = actor->scratch;
    job.scratch_size = actor->scratch_size;
    return mien_pose_job_run(&job);
}

static MienStatus run_parts(MienActor *actor, double seconds)
{
    const size_t bones = (size_t)actor->lod_bone_count * sizeof *actor->bones;
    if (bones > 0)
        memcpy(actor->bones, actor->rest_pose, bones);
    mien_curve_set_clear(&actor->curves);
    MienStatus status = MIEN_OK;
    if (actor->clip != NULL) {
        actor->time = wrap(actor, actor->time + (seconds - seconds == 0.0 ? seconds * actor->speed : 0.0));
        status = run_clip(actor);
    }
    lay_inputs(actor);
    for (int i = 0; i < actor->pose_asset_count && status == MIEN_OK; ++i)
        status = run_poses(actor, &actor->poses[i]);
    return status;
}

MienStatus mien_actor_step(MienActor *actor, double seconds)
{
    if (actor == NULL)
        return MIEN_ERROR_ARGUMENT;
    actor->has_model = actor->has_palette = false;
    const MienStatus status = actor->graph != NULL ? run_graph(actor, seconds) : run_parts(actor, seconds);
    if (status != MIEN_OK || actor->mesh == NULL)
        return status;
    MienMorphJob job = {.binding = actor->mesh_binding};
    job.lod = actor->lod;
    job.curves = actor->curves;
    job.morph_count = actor->morph_count;
    job.out_weights = actor->morphs;
    return mien_morph_job_run(&job);
}

void mien_actor_restart(MienActor *actor)
{
    start_graph(actor);
    actor->time = 0.0;
    actor->event_count = 0;
}

// Results

const MienTransform *mien_actor_bones(const MienActor *actor) { return actor->bones; }
int mien_actor_bone_count(const MienActor *actor) { return actor->lod_bone_count; }
MienCurveSet mien_actor_curves(const MienActor *actor) { return actor->curves; }

const float *mien_actor_morphs(const MienActor *actor) { return actor->mesh != NULL ? actor->morphs : NULL; }

const float *mien_actor_weights(const MienActor *actor, int pose_asset)
{
    return pose_asset >= 0 && pose_asset < actor->pose_asset_count ? actor->poses[pose_asset].weights : NULL;
}

const MienMatrix34 *mien_actor_model(MienActor *actor)
{
    if (actor->has_model)
        return actor->model;
    MienModelJob job = {.skeleton = actor->skeleton};
    job.bone_count = actor->bone_count;
    job.local_count = actor->lod_bone_count;
    job.local = actor->bones;
    job.rest_pose = actor->rest_pose;
    job.out_model = actor->model;
    actor->has_model = mien_model_job_run(&job) == MIEN_OK;
    return actor->has_model ? actor->model : NULL;
}

const MienMatrix34 *mien_actor_palette(MienActor *actor)
{
    if (actor->mesh == NULL || mien_actor_model(actor) == NULL)
        return NULL;
    if (actor->has_palette)
        return actor->palette;
    MienPaletteJob job = {.binding = actor->mesh_binding};
    job.bone_count = actor->bone_count;
    job.model = actor->model;
    job.joint_count = actor->joint_count;
    job.out_palette = actor->palette;
    actor->has_palette = mien_palette_job_run(&job) == MIEN_OK;
    return actor->has_palette ? actor->palette : NULL;
}

const MienGraphEvent *mien_actor_events(const MienActor *actor, int *out_count)
{
    *out_count = actor->event_count;
    return actor->events;
}

const MienGraphTrace *mien_actor_trace(const MienActor *actor) { return actor->trace; }

const MienSkeleton *mien_actor_skeleton(const MienActor *actor) { return actor->skeleton; }
const MienMesh *mien_actor_mesh(const MienActor *actor) { return actor->mesh; }
const MienMeshBinding *mien_actor_mesh_binding(const MienActor *actor) { return actor->mesh_binding; }
const MienGraph *mien_actor_graph(const MienActor *actor) { return actor->graph; }
const MienClip *mien_actor_clip(const MienActor *actor) { return actor->clip; }

const MienPoseAsset *mien_actor_pose_asset(const MienActor *actor, int pose_asset)
{
    return pose_asset >= 0 && pose_asset < actor->pose_asset_count ? actor->poses[pose_asset].asset : NULL;
}

const MienTransform *mien_actor_rest_pose(const MienActor *actor) { return actor->rest_pose; }

// What does not fit

int mien_actor_report_count(const MienActor *actor)
{
    int count = actor->mesh_binding != NULL ? mien_mesh_binding_report_count(actor->mesh_binding) : 0;
    for (int i = 0; i < actor->pose_asset_count; ++i)
        count += mien_pose_binding_report_count(actor->poses[i].binding);
    if (actor->graph_binding != NULL)
        count += mien_graph_binding_report_count(actor->graph_binding);
    return count + (actor->clip_binding != NULL ? mien_clip_binding_report_count(actor->clip_binding) : 0);
}

MienFinding mien_actor_report(const MienActor *actor, int row)
{
    const MienFinding none = {.kind = (MienFindingKind)0, .index = -1, .node = -1, .name = ""};
    int count = actor->mesh_binding != NULL ? mien_mesh_binding_report_count(actor->mesh_binding) : 0;
    if (row < 0)
        return none;
    if (row < count)
        return mien_mesh_binding_report(actor->mesh_binding, row);
    row -= count;
    for (int i = 0; i < actor->pose_asset_count; ++i, row -= count) {
        count = mien_pose_binding_report_count(actor->poses[i].binding);
        if (row < count)
            return mien_pose_binding_report(actor->poses[i].binding, row);
    }
    count = actor->graph_binding != NULL ? mien_graph_binding_report_count(actor->graph_binding) : 0;
    if (row < count)
        return mien_graph_binding_report(actor->graph_binding, row);
    return actor->clip_binding != NULL ? mien_clip_binding_report(actor->clip_binding, row - count) : none;
}

/// Bytes of a bundle are checked where the bundle is loaded; structure always is.
static MienLoadOptions in_place(const MienAllocator *allocator)
{
    MienLoadOptions options = {.allocator = allocator};
    options.borrow_data = true;
    options.trust_hash = true;
    return options;
}

/// Puts the member's name before the place in it.
static MienStatus fail_in(MienError *error, MienStatus status, const char *name, const MienError *inner)
{
    return mieni_fail(error, status,
                      mieni_at("%s%s%s", name, inner->location[0] != '\0' ? ": " : "", inner->location), "%s",
                      inner->message);
}

/// Loads a member with the loader of its kind into *out.
#define LOAD(bundle, name, load, allocator, out, error)                                                      \
    do {                                                                                                     \
        MienBundleMember member;                                                                             \
        MienError inner = {.status = MIEN_OK};                                                               \
        const MienLoadOptions options = in_place(allocator);                                                 \
        MienStatus status = mien_bundle_get(bundle, name, &member, error);                                   \
        if (status != MIEN_OK)                                                                               \
            return status;                                                                                   \
        status = load(member.data, member.size, &options, out, &inner);                                      \
        return status != MIEN_OK ? fail_in(error, status, name, &inner) : MIEN_OK;                           \
    } while (0)

static MienStatus load_skeleton(const MienBundle *bundle, const char *name, const MienAllocator *allocator,
                                MienSkeleton **out, MienError *error)
{
    LOAD(bundle, name, mien_skeleton_load, allocator, out, error);
}

static MienStatus load_mesh(const MienBundle *bundle, const char *name, const MienAllocator *allocator,
                            MienMesh **out, MienError *error)
{
    LOAD(bundle, name, mien_mesh_load, allocator, out, error);
}

static MienStatus load_poses(const MienBundle *bundle, const char *name, const MienAllocator *allocator,
                             MienPoseAsset **out, MienError *error)
{
    LOAD(bundle, name, mien_pose_asset_load, allocator, out, error);
}

static MienStatus load_graph(const MienBundle *bundle, const char *name, const MienAllocator *allocator,
                             MienGraph **out, MienError *error)
{
    LOAD(bundle, name, mien_graph_load, allocator, out, error);
}

static MienStatus load_clip(const MienBundle *bundle, const char *name, const MienAllocator *allocator,
                            MienClip **out, MienError *error)
{
    LOAD(bundle, name, mien_clip_load, allocator, out, error);
}

/// The name of the only skeleton in a bundle; NULL if there is none or several.
static const char *only_skeleton(const MienBundle *bundle)
{
    const char *name = NULL;
    const int count = mien_bundle_count(bundle);
    for (int i = 0; i < count; ++i) {
        const MienBundleMember member = mien_bundle_member(bundle, i);
        if (member.kind != MIEN_PACK_SKELETON)
            continue;
        if (name != NULL)
            return NULL;
        name = member.name;
    }
    return name;
}

/// The member that a graph's path means: "pip.poses.json" is "pip.poses". False if the
/// bundle lacks it.
static bool find_asset(const MienBundle *bundle, const char *path, char out_name[MIEN_MAX_NAME + 1])
{
    size_t length = strlen(path);
    if (length > 5 && strcmp(path + length - 5, ".json") == 0)
        length -= 5;
    if (length == 0 || length > MIEN_MAX_NAME)
        return false;
    memcpy(out_name, path, length);
    out_name[length] = '\0';
    return mien_bundle_find(bundle, out_name) >= 0;
}

/// Fills the graph's slots with what the bundle has.
static MienStatus load_assets(ActorParts *parts, const MienBundle *bundle, const MienAllocator *allocator,
                              MienError *error)
{
    MienStatus status = MIEN_OK;
    for (int i = 0; i < parts->asset_count && status == MIEN_OK; ++i) {
        const MienGraphAssetSlot place = mien_graph_asset_slot(parts->graph, i);
        char name[MIEN_MAX_NAME + 1];
        int same = 0;
        while (same < i && (mien_graph_asset_slot(parts->graph, same).type != place.type ||
                            strcmp(mien_graph_asset_slot(parts->graph, same).path, place.path) != 0))
            ++same;
        if (same == i && find_asset(bundle, place.path, name)) {
            status = place.type == MIEN_GRAPH_CLIP
                         ? load_clip(bundle, name, allocator, &parts->loaded[i].clip, error)
                         : load_poses(bundle, name, allocator, &parts->loaded[i].poses, error);
            parts->assets[i].clip = parts->loaded[i].clip;
            parts->assets[i].poses = parts->loaded[i].poses;
        } else if (same < i) {
            parts->assets[i] = parts->assets[same];
        }
    }
    return status;
}

/// Parts with room for the graph's assets; the graph is theirs then.
static ActorParts *make_parts(MienGraph *graph, const MienAllocator *allocator)
{
    const int count = graph != NULL ? mien_graph_info(graph).asset_slot_count : 0;
    MieniScratch room = {.block = NULL, .used = mieni_align64(sizeof(ActorParts))};
    mieni_scratch_take(&room, (size_t)count * sizeof(LoadedAsset));
    mieni_scratch_take(&room, (size_t)count * sizeof(MienGraphAsset));
    ActorParts *parts = (ActorParts *)mieni_allocate(allocator, room.used, 64);
    if (parts == NULL)
        return NULL;
    memset(parts, 0, room.used);
    parts->size = room.used;
    parts->graph = graph;
    parts->asset_count = count;
    room.block = (uint8_t *)parts;
    room.used = mieni_align64(sizeof *parts);
    parts->loaded = (LoadedAsset *)mieni_scratch_take(&room, (size_t)count * sizeof(LoadedAsset));
    parts->assets = (MienGraphAsset *)mieni_scratch_take(&room, (size_t)count * sizeof(MienGraphAsset));
    return parts;
}

static MienStatus load_parts(ActorParts *parts, const MienBundle *bundle, const MienActorMembers *members,
                             const MienAllocator *allocator, MienError *error)
{
    const char *skeleton = members->skeleton != NULL ? members->skeleton : only_skeleton(bundle);
    if (skeleton == NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s", "skeleton"),
                          "the bundle does not have exactly one skeleton: name one");
    MienStatus status = load_skeleton(bundle, skeleton, allocator, &parts->skeleton, error);
    if (status == MIEN_OK && members->mesh != NULL)
        status = load_mesh(bundle, members->mesh, allocator, &parts->mesh, error);
    if (status == MIEN_OK && members->poses != NULL)
        status = load_poses(bundle, members->poses, allocator, &parts->poses, error);
    return status == MIEN_OK ? load_assets(parts, bundle, allocator, error) : status;
}

MienStatus mien_actor_load(const MienBundle *bundle, const MienActorMembers *members,
                           const MienActorOptions *options, MienActor **out_actor, MienError *error)
{
    static const MienActorOptions defaults = {0};
    if (out_actor == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "out_actor must be given");
    *out_actor = NULL;
    if (bundle == NULL || members == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "bundle and members must be given");
    if (options == NULL)
        options = &defaults;
    MienGraph *graph = NULL;
    MienStatus status = MIEN_OK;
    if (members->graph != NULL)
        status = load_graph(bundle, members->graph, options->allocator, &graph, error);
    if (status != MIEN_OK)
        return status;
    ActorParts *parts = make_parts(graph, options->allocator);
    if (parts == NULL) {
        mien_graph_destroy(graph);
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    }
    status = load_parts(parts, bundle, members, options->allocator, error);
    const MienPoseAsset *const poses[1] = {parts->poses};
    MienActorDesc desc = {.skeleton = parts->skeleton};
    desc.mesh = parts->mesh;
    desc.pose_asset_count = parts->poses != NULL ? 1 : 0;
    desc.pose_assets = poses;
    desc.graph = parts->graph;
    desc.asset_count = parts->asset_count;
    desc.assets = parts->assets;
    desc.options = *options;
    if (status == MIEN_OK)
        status = mien_actor_create(&desc, out_actor, error);
    if (status == MIEN_OK)
        (*out_actor)->own = parts;
    else
        release_parts(parts, options->allocator);
    return status;
}

MienStatus mien_actor_load_clip(MienActor *actor, const MienBundle *bundle, const char *name,
                                const MienActorClipOptions *options, MienError *error)
{
    MienClip *clip = NULL;
    if (actor == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "actor must be given");
    MienStatus status = load_clip(bundle, name, actor->allocator, &clip, error);
    if (status == MIEN_OK)
        status = mien_actor_set_clip(actor, clip, options, error);
    if (status == MIEN_OK)
        actor->own_clip = clip;
    else
        mien_clip_destroy(clip);
    return status;
}
