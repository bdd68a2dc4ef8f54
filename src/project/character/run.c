// SPDX-License-Identifier: MIT
//
// Binds a character and advances it in time.

#include "core/float_rules.h"

#include "project/character/character.h"

#include "core/internal.h"

#include <string.h>

static MienStatus no_memory(const MieniCharacter *character, MieniProblem *problem)
{
    return mieni_problem_set(problem, character->path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

const MienTransform *mieni_character_rest_pose(const MieniCharacter *character)
{
    return mien_actor_rest_pose(character->actor);
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

static MienStatus make_actor(MieniCharacter *character, const MieniCharacterOptions *options,
                             MieniProblem *problem)
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
    const MienActorDesc desc = {.skeleton = character->skeleton,
                                .mesh = character->mesh,
                                .graph = character->graph,
                                .asset_count = character->asset_count,
                                .assets = assets,
                                .options = {.rest_pose = character->placed,
                                            .lod = options->level,
                                            .event_capacity = MIENI_CHARACTER_EVENTS,
                                            .has_trace = options->wants_trace}};
    const MienStatus status = mien_actor_create(&desc, &character->actor, &error);
    if (status != MIEN_OK)
        mieni_problem_set(problem, character->graph_path != NULL ? character->graph_path : character->path,
                          status, mieni_at_error(&error), "%s", error.message);
    return status;
}

/// Points at what the actor has, and gives it the curves of the asset.
static void show_actor(MieniCharacter *character)
{
    MienActor *actor = character->actor;
    const MienCurveSet inputs = mien_actor_inputs(actor);
    for (int c = 0; c < inputs.count; ++c)
        if (mien_curve_set_has(&character->given, c))
            mien_curve_set_put(&inputs, c, mien_curve_set_value(&character->given, c));
    character->given = inputs;
    character->instance = mien_actor_instance(actor);
    character->trace = mien_actor_trace(actor);
    character->mesh_binding = mien_actor_mesh_binding(actor);
    character->bone_count = mien_actor_bone_count(actor);
    character->bones = mien_actor_bones(actor);
    character->curves = mien_actor_curves(actor);
    character->morph_count = character->mesh != NULL ? mien_mesh_info(character->mesh).morph_count : 0;
    character->morphs = mien_actor_morphs(actor);
    character->events = mien_actor_events(actor, &character->event_count);
}

/// The file of the asset that a node of the graph takes from, or the graph's.
static const char *file_of_node(const MieniCharacter *character, int node)
{
    const int asset = mien_graph_node_asset(character->graph, node);
    if (asset >= 0 && character->assets[asset].path[0] != '\0')
        return character->assets[asset].path;
    return character->graph_path != NULL ? character->graph_path : character->path;
}

static MieniCharacterReport report_of(const MieniCharacter *character, const MienFinding *row)
{
    static const MieniCharacterFinding findings[] = {
        [MIEN_FINDING_MISSING_ASSET] = MIENI_CHARACTER_NO_ASSET,
        [MIEN_FINDING_MISSING_BONE] = MIENI_CHARACTER_NO_BONE,
        [MIEN_FINDING_MISSING_POSE_CURVE] = MIENI_CHARACTER_NO_CURVE,
        [MIEN_FINDING_MISSING_CURVE] = MIENI_CHARACTER_NO_CURVE,
        [MIEN_FINDING_MISSING_MORPH_CURVE] = MIENI_CHARACTER_NO_MORPH,
        [MIEN_FINDING_MISSING_POSE] = MIENI_CHARACTER_NO_POSE,
        [MIEN_FINDING_NOT_CURVE_DRIVEN] = MIENI_CHARACTER_NO_CONTROL,
        [MIEN_FINDING_SCALED_BONE] = MIENI_CHARACTER_SCALED,
    };
    const bool is_mesh = row->node < 0;
    return (MieniCharacterReport){.finding = findings[row->kind],
                                  .file = is_mesh ? character->mesh_path : file_of_node(character, row->node),
                                  .node = is_mesh ? NULL : mien_graph_node(character->graph, row->node).id,
                                  .name = row->name,
                                  .factor = row->factor};
}

/// A pose that does nothing, as the base of additive poses, needs no curve.
static bool is_idle(const MieniCharacter *character, const MienFinding *report)
{
    const int asset = report->node >= 0 ? mien_graph_node_asset(character->graph, report->node) : -1;
    const MienPoseAsset *poses = asset >= 0 ? character->assets[asset].poses : NULL;
    const int pose = poses != NULL ? mien_pose_asset_find_pose(poses, report->name) : -1;
    if (report->kind != MIEN_FINDING_MISSING_POSE_CURVE || pose < 0)
        return false;
    const MienPoseInfo info = mien_pose_asset_pose(poses, pose);
    return info.bone_count == 0 && info.curve_count == 0;
}

static bool unite_reports(MieniCharacter *character)
{
    const int rows = mien_actor_report_count(character->actor);
    const size_t room = (size_t)rows + (size_t)character->lost_curve_count;
    character->reports = mieni_arena_take(&character->arena, room, sizeof *character->reports);
    if (character->reports == NULL)
        return false;
    for (int i = 0; i < character->lost_curve_count; ++i)
        character->reports[character->report_count++] = (MieniCharacterReport){
            .finding = MIENI_CHARACTER_NO_CURVE, .file = character->path, .name = character->lost_curves[i]};
    for (int i = 0; i < rows; ++i) {
        const MienFinding row = mien_actor_report(character->actor, i);
        if (!is_idle(character, &row))
            character->reports[character->report_count++] = report_of(character, &row);
    }
    return true;
}

MienStatus mieni_character_bind(MieniCharacter *character, const MieniCharacterOptions *options,
                                MieniProblem *problem)
{
    static const MieniCharacterOptions defaults = {0};
    character->level = options != NULL ? options->level : 0;
    const MienStatus status = make_actor(character, options != NULL ? options : &defaults, problem);
    if (status != MIEN_OK)
        return status;
    show_actor(character);
    return unite_reports(character) ? MIEN_OK : no_memory(character, problem);
}

MienStatus mieni_character_step(MieniCharacter *character, double time)
{
    const double from = character->time > 0.0 ? character->time : 0.0, step = time - from;
    const MienStatus status = mien_actor_step(character->actor, step > 0.0 ? step : 0.0);
    character->time = step > 0.0 ? time : from;
    mien_actor_events(character->actor, &character->event_count);
    return status;
}

void mieni_character_restart(MieniCharacter *character)
{
    mien_actor_restart(character->actor);
    character->time = -1.0;
    character->event_count = 0;
}

// A step is the difference of two times of which the later is at most twice the earlier,
// which is exact, and so is their sum: clips of rate 1 stand at frame / rate itself,
// however many steps it took.
MienStatus mieni_character_go(MieniCharacter *character, double time, double rate, bool (*is_over)(void))
{
    MienActor *actor = character->actor;
    mien_actor_set_tracing(actor, time <= 0.0); // the last frame is the one shown
    MienStatus status = character->time < 0.0 ? mieni_character_step(character, 0.0) : MIEN_OK;
    for (int64_t i = (int64_t)(character->time * rate) + 1; status == MIEN_OK && character->time < time;
         ++i) {
        const double next = (double)i / rate;
        if (is_over != NULL && is_over())
            break;
        mien_actor_set_tracing(actor, next >= time);
        if (next > character->time)
            status = mieni_character_step(character, next < time ? next : time);
    }
    mien_actor_set_tracing(actor, true);
    return status;
}
