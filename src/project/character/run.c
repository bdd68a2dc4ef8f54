// SPDX-License-Identifier: MIT
//
// A character bound and moved through time.

#include "core/float_rules.h"

#include "project/character/character.h"

#include "core/internal.h"

#include <string.h>

enum { INSTANCE, SCRATCH, TRACE };

static MienStatus no_memory(const MieniCharacter *character, MieniProblem *problem)
{
    return mieni_problem_set(problem, character->path, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s",
                             "");
}

const MienTransform *mieni_character_reference(const MieniCharacter *character)
{
    if (character->mesh_binding != NULL)
        return mien_mesh_binding_reference(character->mesh_binding);
    return character->placed != NULL ? character->placed : mien_skeleton_reference(character->skeleton);
}

double mieni_character_length(const MieniCharacter *character)
{
    double longest[2] = {0.0, 0.0};
    for (int i = 0; i < character->asset_count; ++i) {
        const MieniCharacterAsset *asset = &character->assets[i];
        const double own = asset->clip != NULL ? mien_clip_info(asset->clip).length : 0.0;
        longest[asset->is_replaced] = own > longest[asset->is_replaced] ? own : longest[asset->is_replaced];
    }
    return longest[1] > 0.0 ? longest[1] : longest[0];
}

static MienStatus bind_graph(MieniCharacter *character, MieniProblem *problem)
{
    MienGraphAsset *assets =
        mieni_arena_take(&character->arena, (size_t)character->asset_count, sizeof *assets);
    MienError error = {0};
    if (assets == NULL)
        return no_memory(character, problem);
    for (int i = 0; i < character->asset_count; ++i) {
        const MienStatus status = mieni_character_load_asset(character, i, problem);
        if (status != MIEN_OK)
            return status;
        assets[i] = (MienGraphAsset){character->assets[i].clip, character->assets[i].poses};
    }
    const MienGraphBindingOptions options = {.mesh_reference = mieni_character_reference(character),
                                             .asset_count = character->asset_count,
                                             .assets = assets};
    const MienStatus status = mien_graph_binding_create(character->graph, character->skeleton, &options,
                                                        &character->binding, &error);
    if (status != MIEN_OK)
        mieni_problem_set(problem, character->graph_path != NULL ? character->graph_path : character->path,
                          status, error.message, "%s", error.place);
    return status;
}

static bool take_block(MieniCharacter *character, int block, size_t size)
{
    character->blocks[block] = mieni_allocate(NULL, size, 64);
    character->block_sizes[block] = size;
    return character->blocks[block] != NULL;
}

/// Arrays of results, and the instance with what the sources get.
static bool make_instance(MieniCharacter *character, const MieniCharacterOptions *options)
{
    MieniArena *arena = &character->arena;
    const int curves = mien_skeleton_curve_count(character->skeleton);
    const MienGraphBinding *binding = character->binding;
    character->level = options != NULL ? options->level : 0;
    character->bone_count = mien_skeleton_bone_count_at(character->skeleton, character->level);
    character->bones = mieni_arena_take(arena, (size_t)mien_skeleton_bone_count(character->skeleton),
                                        sizeof *character->bones);
    character->curves.count = curves;
    character->curves.values = mieni_arena_take(arena, (size_t)curves, sizeof(float));
    character->curves.present =
        mieni_arena_take(arena, (size_t)mien_curve_set_words(curves), sizeof(uint32_t));
    character->morph_count = character->mesh != NULL ? mien_mesh_info(character->mesh).morph_count : 0;
    character->morphs = mieni_arena_take(arena, (size_t)character->morph_count, sizeof(float));
    character->events = mieni_arena_take(arena, MIENI_CHARACTER_EVENTS, sizeof *character->events);
    if (arena->is_out_of_memory || !take_block(character, INSTANCE, mien_graph_instance_size(binding)) ||
        !take_block(character, SCRATCH, mien_graph_job_scratch_size(binding)))
        return false;
    character->instance =
        mien_graph_instance_init(binding, character->blocks[INSTANCE], character->block_sizes[INSTANCE]);
    if (options != NULL && options->wants_trace) {
        if (!take_block(character, TRACE, mien_graph_trace_size(binding)))
            return false;
        character->trace =
            mien_graph_trace_init(binding, character->blocks[TRACE], character->block_sizes[TRACE]);
    }
    for (int i = 0; i < mien_graph_info(character->graph).source_count; ++i)
        mien_graph_instance_set_source(character->instance, i, &character->given);
    // Bones beyond the level stay where the reference pose has them.
    memcpy(character->bones, mieni_character_reference(character),
           sizeof *character->bones * (size_t)mien_skeleton_bone_count(character->skeleton));
    return true;
}

/// The file of the asset that a node of the graph takes from, or the graph's.
static const char *file_of_node(const MieniCharacter *character, int node)
{
    const int asset = mien_graph_node_asset(character->graph, node);
    if (asset >= 0 && character->assets[asset].path[0] != '\0')
        return character->assets[asset].path;
    return character->graph_path != NULL ? character->graph_path : character->path;
}

static MieniCharacterReport report_of_graph(const MieniCharacter *character, const MienFinding *report)
{
    static const MieniCharacterFinding findings[] = {
        [MIEN_FINDING_MISSING_ASSET] = MIENI_CHARACTER_NO_ASSET,
        [MIEN_FINDING_MISSING_BONE] = MIENI_CHARACTER_NO_BONE,
        [MIEN_FINDING_MISSING_CONTROL] = MIENI_CHARACTER_NO_CURVE,
        [MIEN_FINDING_MISSING_CURVE] = MIENI_CHARACTER_NO_CURVE,
        [MIEN_FINDING_MISSING_POSE] = MIENI_CHARACTER_NO_POSE,
        [MIEN_FINDING_NOT_A_CONTROL] = MIENI_CHARACTER_NO_CONTROL,
        [MIEN_FINDING_SCALED_BONE] = MIENI_CHARACTER_SCALED,
    };
    return (MieniCharacterReport){.finding = findings[report->kind],
                                  .file = file_of_node(character, report->node),
                                  .node = mien_graph_node(character->graph, report->node).id,
                                  .name = report->name,
                                  .factor = report->factor};
}

/// A pose that does nothing, as the base of additive poses, needs no curve.
static bool is_idle(const MieniCharacter *character, const MienFinding *report)
{
    const int asset = mien_graph_node_asset(character->graph, report->node);
    const MienPoseAsset *poses = asset >= 0 ? character->assets[asset].poses : NULL;
    const int pose = poses != NULL ? mien_pose_asset_find_pose(poses, report->name) : -1;
    if (report->kind != MIEN_FINDING_MISSING_CONTROL || pose < 0)
        return false;
    const MienPoseInfo info = mien_pose_asset_pose(poses, pose);
    return info.bone_count == 0 && info.curve_count == 0;
}

static bool unite_reports(MieniCharacter *character)
{
    const int of_mesh =
        character->mesh_binding != NULL ? mien_mesh_binding_report_count(character->mesh_binding) : 0;
    const int of_graph = mien_graph_binding_report_count(character->binding);
    const size_t room = (size_t)of_mesh + (size_t)of_graph + (size_t)character->lost_curve_count;
    character->reports = mieni_arena_take(&character->arena, room, sizeof *character->reports);
    if (character->reports == NULL)
        return false;
    for (int i = 0; i < character->lost_curve_count; ++i)
        character->reports[character->report_count++] = (MieniCharacterReport){
            .finding = MIENI_CHARACTER_NO_CURVE, .file = character->path, .name = character->lost_curves[i]};
    for (int i = 0; i < of_mesh; ++i) {
        const MienFinding report = mien_mesh_binding_report(character->mesh_binding, i);
        character->reports[character->report_count++] = (MieniCharacterReport){
            .finding =
                report.kind == MIEN_FINDING_MISSING_BONE ? MIENI_CHARACTER_NO_BONE : MIENI_CHARACTER_NO_MORPH,
            .file = character->mesh_path,
            .name = report.name};
    }
    for (int i = 0; i < of_graph; ++i) {
        const MienFinding report = mien_graph_binding_report(character->binding, i);
        if (!is_idle(character, &report))
            character->reports[character->report_count++] = report_of_graph(character, &report);
    }
    return true;
}

MienStatus mieni_character_bind(MieniCharacter *character, const MieniCharacterOptions *options,
                                MieniProblem *problem)
{
    const MienStatus status = bind_graph(character, problem);
    if (status != MIEN_OK)
        return status;
    return make_instance(character, options) && unite_reports(character) ? MIEN_OK
                                                                         : no_memory(character, problem);
}

MienStatus mieni_character_step(MieniCharacter *character, double time)
{
    const double from = character->time > 0.0 ? character->time : 0.0, step = time - from;
    const MienGraphJob job = {.binding = character->binding,
                              .instance = character->instance,
                              .step = step > 0.0 ? step : 0.0,
                              .level = character->level,
                              .bone_count = character->bone_count,
                              .out_bones = character->bones,
                              .out_curves = character->curves,
                              .event_room = MIENI_CHARACTER_EVENTS,
                              .out_events = character->events,
                              .out_event_count = &character->event_count,
                              .trace = character->trace,
                              .scratch = character->blocks[SCRATCH],
                              .scratch_size = character->block_sizes[SCRATCH]};
    MienStatus status = mien_graph_job_run(&job);
    character->time = step > 0.0 ? time : from;
    if (status == MIEN_OK && character->mesh_binding != NULL)
        status = mien_morph_run(&(MienMorphJob){.binding = character->mesh_binding,
                                                .level = character->level,
                                                .curves = character->curves,
                                                .morph_count = character->morph_count,
                                                .out_weights = character->morphs});
    return status;
}

void mieni_character_restart(MieniCharacter *character)
{
    character->instance = mien_graph_instance_init(character->binding, character->blocks[INSTANCE],
                                                   character->block_sizes[INSTANCE]);
    for (int i = 0; i < mien_graph_info(character->graph).source_count; ++i)
        mien_graph_instance_set_source(character->instance, i, &character->given);
    character->time = -1.0;
    character->event_count = 0;
}

// A step is the difference of two times of which the later is at most twice the earlier,
// which is exact, and so is their sum: clips of rate 1 stand at frame / rate itself,
// however many steps it took.
MienStatus mieni_character_go(MieniCharacter *character, double time, double rate, bool (*is_over)(void))
{
    MienGraphTrace *trace = character->trace; // of the last frame, which is the one shown
    character->trace = time > 0.0 ? NULL : trace;
    MienStatus status = character->time < 0.0 ? mieni_character_step(character, 0.0) : MIEN_OK;
    for (int64_t i = (int64_t)(character->time * rate) + 1; status == MIEN_OK && character->time < time;
         ++i) {
        const double next = (double)i / rate;
        if (is_over != NULL && is_over())
            break;
        character->trace = next < time ? NULL : trace;
        if (next > character->time)
            status = mieni_character_step(character, next < time ? next : time);
    }
    character->trace = trace;
    return status;
}
