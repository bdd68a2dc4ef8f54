// SPDX-License-Identifier: MIT
//
// Poses or curves driven by bones: where the bones are, as driver.c takes it, and what
// becomes of its weights.

#include "core/float_rules.h"

#include "core/driver.h"
#include "core/graph/data.h"
#include "core/pose_data.h"
#include "core/pose_scratch.h"
#include "core/utf8.h"
#include "mien/pose_job.h"

#include <string.h>

typedef struct Table {
    MieniDriver driver;
    MieniDriverTarget *targets;
    bool is_whole; ///< Every bone that it reads is there.
    bool has_space;
    int space;         ///< A bone.
    int last_bone;     ///< The last of all bones that it reads.
    int *sources;      ///< Per source: the bone.
    double *reference; ///< Per source: its place in the reference pose.
    bool drives_curves;
    const MieniBoundAsset *asset; ///< NULL where it drives curves.
    int slot_count;               ///< Poses or curves that it drives.
    int *slots;                   ///< Which.
    int *slot_of;                 ///< Per target; -1: it drives nothing.
    int kept_count;
    int *kept; ///< Bones that poses must not change, ascending.
} Table;

/// Working memory of one evaluation.
typedef struct Work {
    double *at, *solving;
    float *weights, *sums; ///< Per target, per slot.
    MienPoseWeight *list;  ///< Per target.
    MienTransform *kept;
    void *posing;
} Work;

static void divide(const Table *table, MieniScratch *scratch, Work *out)
{
    const size_t targets = (size_t)table->driver.target_count, bones = (size_t)table->driver.bone_count;
    const MienPoseAsset *poses = table->asset != NULL ? table->asset->poses : NULL;
    out->at = (double *)mieni_scratch_take(scratch, bones * MIENI_DRIVER_PLACE * sizeof(double));
    out->solving = (double *)mieni_scratch_take(scratch, 2 * targets * sizeof(double));
    out->weights = (float *)mieni_scratch_take(scratch, targets * sizeof(float));
    out->sums = (float *)mieni_scratch_take(scratch, (size_t)table->slot_count * sizeof(float));
    out->list = (MienPoseWeight *)mieni_scratch_take(scratch, targets * sizeof(MienPoseWeight));
    out->kept =
        (MienTransform *)mieni_scratch_take(scratch, (size_t)table->kept_count * sizeof(MienTransform));
    out->posing = mieni_scratch_take(scratch, poses != NULL ? mien_pose_job_scratch_size(poses) : 0);
}

// Places

static void place_of(const MienTransform *bone, double out[MIENI_DRIVER_PLACE])
{
    const double place[MIENI_DRIVER_PLACE] = {
        (double)bone->rotation.x,    (double)bone->rotation.y,    (double)bone->rotation.z,
        (double)bone->rotation.w,    (double)bone->translation.x, (double)bone->translation.y,
        (double)bone->translation.z,
    };
    memcpy(out, place, sizeof place);
}

/// Of a bone in model space.
static void model_place_of(const MienSkeleton *skeleton, const MienTransform *pose, int bone,
                           double out[MIENI_DRIVER_PLACE])
{
    MienTransform at = pose[bone];
    for (int p = mien_skeleton_bone_parent(skeleton, bone); p >= 0;
         p = mien_skeleton_bone_parent(skeleton, p))
        at = mien_transform_compose(&pose[p], &at);
    place_of(&at, out);
}

/// Every source in a pose: as the parent sees it, or as the bone of the space does.
static void read_places(const Table *table, const MienSkeleton *skeleton, const MienTransform *pose,
                        double *out)
{
    double space[MIENI_DRIVER_PLACE];
    if (table->has_space)
        model_place_of(skeleton, pose, table->space, space);
    for (int i = 0; i < table->driver.bone_count; ++i) {
        double *place = out + (ptrdiff_t)i * MIENI_DRIVER_PLACE;
        if (!table->has_space) {
            place_of(&pose[table->sources[i]], place);
            continue;
        }
        model_place_of(skeleton, pose, table->sources[i], place);
        mieni_driver_relative(space, place, place);
    }
}

// Binding

static const double *numbers_of(const MienGraph *graph, const MieniGraphSetting *setting)
{
    return setting->number > 0.0f ? graph->numbers + setting->index : NULL;
}

static unsigned choice_of(const MienGraph *graph, int node, int setting)
{
    return mieni_graph_setting(graph, node, setting)->index;
}

static void set_driver(const MienGraph *graph, int node, Table *table)
{
    MieniDriver *d = &table->driver;
    const double *health = numbers_of(graph, mieni_graph_setting(graph, node, MIENI_DRIVER_HEALTH));
    *d = (MieniDriver){
        .is_unreal = choice_of(graph, node, MIENI_DRIVER_MODE) == MIENI_MODE_UNREAL,
        .reads_translation = choice_of(graph, node, MIENI_DRIVER_READS) == MIENI_READS_TRANSLATION,
        .is_invalid = health[3] != 0.0,
        .solver = (MieniSolver)choice_of(graph, node, MIENI_DRIVER_SOLVER),
        .distance = (MieniDistance)choice_of(graph, node, MIENI_DRIVER_DISTANCE),
        .normalise = (MieniNormalise)choice_of(graph, node, MIENI_DRIVER_NORMALISE),
        .bone_count = mieni_graph_rows(graph, node, MIENI_DRIVER_BONES),
        .target_count = mieni_graph_rows(graph, node, MIENI_DRIVER_TARGETS),
        .targets = table->targets,
        .inverse = numbers_of(graph, mieni_graph_setting(graph, node, MIENI_DRIVER_INVERSE)),
    };
    memcpy(d->axis, numbers_of(graph, mieni_graph_setting(graph, node, MIENI_DRIVER_AXIS)), sizeof d->axis);
    memcpy(d->median, numbers_of(graph, mieni_graph_setting(graph, node, MIENI_DRIVER_MEDIAN)),
           sizeof d->median);
    for (int t = 0; t < d->target_count; ++t) {
        const MieniGraphSetting *row = mieni_graph_cell(graph, node, MIENI_DRIVER_TARGETS, t, 0);
        table->targets[t] = (MieniDriverTarget){
            .gain = (double)row[MIENI_TARGET_GAIN].number,
            .radius = (double)row[MIENI_TARGET_RADIUS].number,
            .kernel = (MieniKernel)row[MIENI_TARGET_KERNEL].index,
            .distance = (MieniDistance)row[MIENI_TARGET_DISTANCE].index,
            .at = numbers_of(graph, &row[MIENI_TARGET_AT]),
            .curve_count = (int)row[MIENI_TARGET_CURVE].number / 2,
            .curve = numbers_of(graph, &row[MIENI_TARGET_CURVE]),
            .is_excluded = !d->is_unreal && table->slot_of[t] < 0,
        };
    }
}

static void find_sources(MieniGraphBinder *binder, int node, Table *table)
{
    const MienGraph *graph = binder->binding->graph;
    const int count = mieni_graph_rows(graph, node, MIENI_DRIVER_BONES);
    const char *space = mieni_graph_word(graph, mieni_graph_setting(graph, node, MIENI_DRIVER_SPACE));
    table->is_whole = count > 0;
    if (space != NULL) {
        table->has_space = true;
        table->space = mieni_binder_bone(binder, node, space);
        table->is_whole = table->is_whole && table->space >= 0;
        table->last_bone = table->space;
    }
    for (int i = 0; i < count; ++i) {
        const MieniGraphSetting *cell = mieni_graph_cell(graph, node, MIENI_DRIVER_BONES, i, 0);
        const char *name = mieni_graph_word(graph, cell);
        const int bone = name != NULL ? mieni_binder_bone(binder, node, name) : -1;
        table->sources[i] = bone;
        table->is_whole = table->is_whole && bone >= 0;
        table->last_bone = bone > table->last_bone ? bone : table->last_bone;
    }
}

/// unreal's names differ by more than ASCII case.
static int find_curve(MieniGraphBinder *binder, int node, const char *name, bool ignore_case)
{
    const MienGraphBinding *binding = binder->binding;
    for (int c = 0; ignore_case && c < binding->curve_count; ++c) {
        if (mieni_name_compare(name, mien_skeleton_curve_name(binding->skeleton, c), true) == 0)
            return c;
    }
    return mieni_binder_curve(binder, node, name);
}

static int find_pose(MieniGraphBinder *binder, int node, const MienPoseAsset *poses, const char *name,
                     bool ignore_case)
{
    int pose = mien_pose_asset_find_pose(poses, name);
    for (int p = 0; pose < 0 && ignore_case && p < poses->data.pose_count; ++p)
        pose = mieni_name_compare(name, mien_pose_asset_pose(poses, p).name, true) == 0 ? p : -1;
    if (pose < 0)
        mieni_binder_report(binder, MIEN_FINDING_MISSING_POSE, node, name);
    return pose;
}

/// What each target drives. Targets of one name share a slot.
static void find_driven(MieniGraphBinder *binder, int node, Table *table)
{
    const MienGraph *graph = binder->binding->graph;
    const bool is_unreal = choice_of(graph, node, MIENI_DRIVER_MODE) == MIENI_MODE_UNREAL;
    const MienPoseAsset *poses = table->asset != NULL ? table->asset->poses : NULL;
    for (int t = 0; t < mieni_graph_rows(graph, node, MIENI_DRIVER_TARGETS); ++t) {
        const char *name = mieni_graph_word(
            graph, mieni_graph_cell(graph, node, MIENI_DRIVER_TARGETS, t, MIENI_TARGET_NAME));
        int driven = -1, slot = 0;
        if (name != NULL && table->drives_curves)
            driven = find_curve(binder, node, name, is_unreal);
        else if (name != NULL && poses != NULL)
            driven = find_pose(binder, node, poses, name, is_unreal);
        while (slot < table->slot_count && table->slots[slot] != driven)
            ++slot;
        table->slot_of[t] = driven >= 0 ? slot : -1;
        if (driven >= 0 && slot == table->slot_count)
            table->slots[table->slot_count++] = driven;
    }
}

/// Poses change no source, and if some bones are listed no others.
static void find_kept(MieniGraphBinder *binder, int node, Table *table)
{
    const MienGraphBinding *binding = binder->binding;
    const MienGraph *graph = binding->graph;
    const int only = mieni_graph_rows(graph, node, MIENI_DRIVER_ONLY);
    uint8_t *is_kept = (uint8_t *)mieni_binder_take(binder, (size_t)binding->bone_count, 1);
    table->kept = (int *)mieni_binder_take(binder, (size_t)binding->bone_count, sizeof *table->kept);
    if (binder->status != MIEN_OK)
        return;
    memset(is_kept, only > 0, (size_t)binding->bone_count);
    for (int i = 0; i < only; ++i) {
        const char *name = mieni_graph_word(graph, mieni_graph_cell(graph, node, MIENI_DRIVER_ONLY, i, 0));
        const int bone = name != NULL ? mieni_binder_bone(binder, node, name) : -1;
        if (bone >= 0)
            is_kept[bone] = 0;
    }
    for (int i = 0; i < mieni_graph_rows(graph, node, MIENI_DRIVER_BONES); ++i) {
        if (table->sources[i] >= 0)
            is_kept[table->sources[i]] = 1;
    }
    for (int b = 0; b < binding->bone_count; ++b) {
        if (is_kept[b] != 0)
            table->kept[table->kept_count++] = b;
    }
}

static void bind(MieniGraphBinder *binder, int node)
{
    MienGraphBinding *binding = binder->binding;
    const MienGraph *graph = binding->graph;
    const size_t bones = (size_t)mieni_graph_rows(graph, node, MIENI_DRIVER_BONES);
    const size_t targets = (size_t)mieni_graph_rows(graph, node, MIENI_DRIVER_TARGETS);
    Table *table = (Table *)mieni_binder_take(binder, 1, sizeof *table);
    MieniDriverTarget *made = (MieniDriverTarget *)mieni_binder_take(binder, targets, sizeof *made);
    int *sources = (int *)mieni_binder_take(binder, bones, sizeof *sources);
    double *reference = (double *)mieni_binder_take(binder, bones * MIENI_DRIVER_PLACE, sizeof *reference);
    int *slots = (int *)mieni_binder_take(binder, targets, sizeof *slots);
    int *slot_of = (int *)mieni_binder_take(binder, targets, sizeof *slot_of);
    if (binder->status != MIEN_OK)
        return;
    *table = (Table){.targets = made,
                     .sources = sources,
                     .reference = reference,
                     .drives_curves = choice_of(graph, node, MIENI_DRIVER_DRIVES) == MIENI_DRIVES_CURVES,
                     .slots = slots,
                     .slot_of = slot_of};
    const int place = mien_graph_node_asset(graph, node);
    if (!table->drives_curves && place >= 0)
        table->asset = &binding->assets[place];
    find_sources(binder, node, table);
    find_driven(binder, node, table);
    if (table->asset != NULL)
        find_kept(binder, node, table);
    if (binder->status != MIEN_OK)
        return;
    set_driver(graph, node, table);
    if (table->is_whole)
        read_places(table, binding->skeleton, binding->reference, reference);
    Work work;
    MieniScratch scratch = {0};
    divide(table, &scratch, &work);
    binding->nodes[node].table = table;
    mieni_binder_need(binder, scratch.used);
}

// Evaluating

static bool is_idle(const MieniGraphRun *run, int node, const Table *table)
{
    const float last = mieni_run_number(run, mieni_graph_setting(run->graph, node, MIENI_DRIVER_LAST_LEVEL));
    const bool drives = table->drives_curves || (table->asset != NULL && table->asset->poses != NULL);
    return !drives || !table->is_whole || table->slot_count == 0 || table->last_bone >= run->bone_count ||
           (last >= 0.0f && (float)run->level > last);
}

static void weigh(const MieniGraphRun *run, int node, const Table *table, const MieniValue *input,
                  const Work *work)
{
    const MienGraph *graph = run->graph;
    MieniDriver driver = table->driver;
    driver.threshold =
        (double)mieni_run_number(run, mieni_graph_setting(graph, node, MIENI_DRIVER_THRESHOLD));
    read_places(table, run->binding->skeleton, input->bones, work->at);
    // unreal forgets the reference where there is a space.
    if (mieni_run_bool(run, mieni_graph_setting(graph, node, MIENI_DRIVER_FROM_REFERENCE)) &&
        !(driver.is_unreal && table->has_space)) {
        for (ptrdiff_t i = 0; i < (ptrdiff_t)driver.bone_count * MIENI_DRIVER_PLACE; i += MIENI_DRIVER_PLACE)
            mieni_driver_relative(table->reference + i, work->at + i, work->at + i);
    }
    mieni_driver_weights(&driver, work->at, work->solving, work->weights);
}

/// What targets of one name have together.
static void sum(const Table *table, const Work *work)
{
    memset(work->sums, 0, (size_t)table->slot_count * sizeof(float));
    for (int t = 0; t < table->driver.target_count; ++t) {
        if (table->slot_of[t] >= 0)
            work->sums[table->slot_of[t]] += work->weights[t];
    }
}

/// unreal lists targets one by one, also those of one name.
static int list_weights(const Table *table, const Work *work)
{
    int count = 0;
    if (!table->driver.is_unreal) {
        sum(table, work);
        for (; count < table->slot_count; ++count)
            work->list[count] = (MienPoseWeight){table->slots[count], work->sums[count]};
        return count;
    }
    for (int t = 0; t < table->driver.target_count; ++t) {
        if (table->slot_of[t] >= 0)
            work->list[count++] = (MienPoseWeight){table->slots[table->slot_of[t]], work->weights[t]};
    }
    return count;
}

static void drive_poses(const MieniGraphRun *run, const Table *table, const MieniValue *input,
                        const Work *work, MieniValue *out)
{
    const MienPoseAsset *poses = table->asset->poses;
    int kept = 0;
    for (; kept < table->kept_count && table->kept[kept] < run->bone_count; ++kept)
        work->kept[kept] = input->bones[table->kept[kept]];
    const MienPoseJob job = {.asset = poses,
                             .binding = table->asset->pose_binding,
                             .lod = run->level,
                             .bone_count = run->bone_count,
                             .input = input->bones,
                             .out_bones = out->bones,
                             .curves = input->curves,
                             .out_curves = out->curves,
                             .weights = work->list,
                             .weight_count = list_weights(table, work),
                             .out_weights = run->traced_weights,
                             .scratch = work->posing,
                             .scratch_size = mien_pose_job_scratch_size(poses)};
    if (mien_pose_job_run(&job) != MIEN_OK)
        mieni_value_copy(run, input, out);
    for (int i = 0; i < kept; ++i)
        out->bones[table->kept[i]] = work->kept[i];
}

/// mien writes every curve, so that it comes down to 0; unreal those that are emitted.
static void drive_curves(const MieniGraphRun *run, const Table *table, const Work *work, MieniValue *out)
{
    const MienSkeleton *skeleton = run->binding->skeleton;
    if (run->traced_weights != NULL)
        memcpy(run->traced_weights, work->weights, (size_t)table->driver.target_count * sizeof(float));
    if (out->curves.count == 0)
        return;
    if (table->driver.is_unreal) {
        for (int t = 0; t < table->driver.target_count; ++t) {
            const int curve = table->slot_of[t] >= 0 ? table->slots[table->slot_of[t]] : -1;
            if (curve >= 0 && work->weights[t] > 0.0f &&
                mien_skeleton_curve_max_lod(skeleton, curve) >= run->level)
                mien_curve_set_put(&out->curves, curve, work->weights[t]);
        }
        return;
    }
    sum(table, work);
    for (int s = 0; s < table->slot_count; ++s) {
        if (mien_skeleton_curve_max_lod(skeleton, table->slots[s]) >= run->level)
            mien_curve_set_put(&out->curves, table->slots[s], work->sums[s]);
    }
}

static void evaluate(MieniGraphRun *run, int node)
{
    const Table *table = (const Table *)run->binding->nodes[node].table;
    const MieniValue *input = mieni_run_input(run, node, 0);
    MieniValue *out = &run->values[node];
    if (is_idle(run, node, table)) {
        if (run->traced_weights != NULL)
            memset(run->traced_weights, 0, (size_t)run->binding->nodes[node].weight_count * sizeof(float));
        mieni_value_copy(run, input, out);
        return;
    }
    Work work;
    MieniScratch scratch = {.block = (uint8_t *)run->scratch};
    divide(table, &scratch, &work);
    weigh(run, node, table, input, &work);
    if (table->drives_curves) {
        mieni_value_copy(run, input, out);
        drive_curves(run, table, &work, out);
    } else {
        drive_poses(run, table, input, &work, out);
    }
}

const MieniNodeOps mieni_driver_ops = {.bind = bind, .evaluate = evaluate};
