// SPDX-License-Identifier: MIT
//
// Reads parts of a clip on a worker: samples of its source file, and the targets of its curves.

#include "studio/panels/clip/private.h"

#include <string.h>

#include "asset/view.h"
#include "studio/model/commands/solve.h"

/// A look at files, elsewhere. It holds nothing of the editor, which may show another clip then.
typedef struct Reading {
    StudioClip *clip;
    GtkWidget *editor; ///< Keeps the above.
    StudioSnapshot *snapshot;
    char *path;
    bool reads_sources;
    StudioSamples *samples;
    MieniUses uses;
} Reading;

/// What of a clip says what its samples are.
static const struct {
    MieniJson *(*get)(const MieniClipView *clip);
    void (*set)(MieniJsonDocument *json, MieniClipView *clip, MieniJson *value);
} source_members[] = {{mieni_clip_tracks_json, mieni_clip_set_tracks_json},
                      {mieni_clip_curves_json, mieni_clip_set_curves_json},
                      {mieni_clip_map_json, mieni_clip_set_map_json},
                      {mieni_clip_rate_json, mieni_clip_set_rate_json},
                      {mieni_clip_solve_json, mieni_clip_set_solve_json},
                      {mieni_clip_skeleton_json, mieni_clip_set_skeleton_json}};

static void run_reading(StudioJob *job, void *data)
{
    (void)job;
    Reading *reading = data;
    MieniProblem problem = {0};
    if (reading->reads_sources)
        studio_samples_make(&reading->samples, reading->snapshot, reading->path, &problem);
    mieni_uses_make(&reading->uses, &reading->snapshot->project, MIENI_USES_TEXTS, &problem);
}

static void begin_reading(StudioClip *clip, bool reads_sources);

static void end_reading(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Reading *reading = data;
    StudioClip *clip = reading->clip;
    clip->is_reading = false;
    if (clip->workspace != workspace || is_cancelled)
        return;
    if (clip->path != NULL && strcmp(clip->path, reading->path) == 0) {
        if (reading->reads_sources) {
            studio_samples_drop(clip->samples);
            clip->samples = g_steal_pointer(&reading->samples);
        }
        mieni_uses_release(&clip->uses);
        clip->uses = reading->uses;
        reading->uses = (MieniUses){0};
        clip->has_uses = true;
    }
    if (clip->wants_reading)
        studio_clip_read_elsewhere(clip, true);
    studio_clip_read(clip);
    if (reading->reads_sources && clip->document != NULL)
        studio_clip_look_first(clip);
}

static void free_reading(void *data)
{
    Reading *reading = data;
    studio_snapshot_destroy(reading->snapshot);
    studio_samples_drop(reading->samples);
    mieni_uses_release(&reading->uses);
    g_free(reading->path);
    g_object_unref(reading->editor);
    g_free(reading);
}

static void begin_reading(StudioClip *clip, bool reads_sources)
{
    MieniProblem problem = {0};
    StudioSnapshot *snapshot;
    if (studio_snapshot_make(&studio_clip_studio(clip)->files, &snapshot, &problem) != MIEN_OK)
        return;
    Reading *reading = g_new0(Reading, 1);
    reading->clip = clip;
    reading->editor = g_object_ref(clip->editor);
    reading->snapshot = snapshot;
    reading->path = g_strdup(clip->path);
    reading->reads_sources = reads_sources;
    clip->is_reading = true;
    studio_workspace_run(
        clip->workspace,
        &(StudioJobWork){
            .is_minor = true, .run = run_reading, .done = end_reading, .free_data = free_reading},
        reading);
}

/// Whether the sources are others than those that were read, and notes them.
static bool has_new_sources(StudioClip *clip)
{
    const MieniAsset *asset;
    MieniProblem problem = {0};
    if (studio_asset(studio_clip_studio(clip), clip->path, &asset, &problem) != MIEN_OK)
        return false;
    bool is_same = clip->sources.root != NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(source_members) && is_same; ++i) {
        const MieniJson *now = source_members[i].get(mieni_clip_of(asset)),
                        *then = source_members[i].get(mieni_clip_view(clip->sources.root));
        is_same = now == NULL ? then == NULL : then != NULL && mieni_json_equal(now, then);
    }
    if (is_same)
        return false;
    mieni_json_release(&clip->sources);
    mieni_json_begin(&clip->sources, NULL);
    MieniClipView *sources = mieni_clip_new(&clip->sources);
    clip->sources.root = mieni_clip_json(sources);
    for (size_t i = 0; i < G_N_ELEMENTS(source_members); ++i) {
        const MieniJson *now = source_members[i].get(mieni_clip_of(asset));
        if (now != NULL)
            source_members[i].set(&clip->sources, sources, mieni_json_copy(&clip->sources, now));
    }
    return true;
}

/// A clip that is solved follows its poses.
static void forget_solved(StudioClip *clip)
{
    if (clip->sources.root == NULL || mieni_clip_solve(mieni_clip_view(clip->sources.root)) == NULL)
        return;
    mieni_json_release(&clip->sources);
    clip->sources = (MieniJsonDocument){0};
}

void studio_clip_read_elsewhere(StudioClip *clip, bool has_new_uses)
{
    if (clip->document == NULL)
        return;
    if (has_new_uses)
        forget_solved(clip);
    if (clip->is_reading) { // what it finds may be old already
        clip->wants_reading = true;
        return;
    }
    clip->wants_reading = false;
    const bool reads_sources = has_new_sources(clip);
    if (reads_sources || has_new_uses || !clip->has_uses)
        begin_reading(clip, reads_sources);
}

// What is known of curves

static void read_range(const StudioClip *clip, const MieniUse *use, StudioCurveInfo *info)
{
    const MieniAsset *poses;
    MieniProblem problem = {0};
    if (use->row < 0 || studio_asset(studio_clip_studio(clip), use->file, &poses, &problem) != MIEN_OK)
        return;
    const MieniPoseAssetView *view = mieni_pose_asset_of(poses);
    double range[2];
    if (use->row < mieni_pose_asset_pose_count(view) &&
        mieni_pose_range(mieni_pose_asset_pose(view, use->row), range)) {
        info->range_min = (float)range[0];
        info->range_max = (float)range[1];
    }
}

void studio_clip_note_infos(StudioClip *clip)
{
    g_free(clip->infos);
    clip->infos = g_new0(StudioCurveInfo, clip->view.count + 1);
    for (int i = 0; i < clip->view.count; ++i) {
        StudioCurveInfo *info = &clip->infos[i];
        const char *name = clip->view.curves[i].name;
        *info = (StudioCurveInfo){.group = studio_curve_group(name),
                                  .is_right = studio_curve_side(name) == 'R',
                                  .has_pose = !clip->has_uses, // until the uses are known
                                  .range_max = 1.0f};
        if (clip->view.curves[i].is_sampled)
            info->solved = studio_solved_curve(&clip->view.samples->solved, name);
        const MieniUsedCurve *used = clip->has_uses ? mieni_uses_find(&clip->uses, name) : NULL;
        if (used == NULL)
            continue;
        info->has_pose = used->counts[MIENI_USE_POSE] > 0;
        info->has_morph = used->counts[MIENI_USE_MORPH] > 0;
        for (int u = used->first; u < used->first + used->count; ++u)
            if (clip->uses.uses[u].kind == MIENI_USE_POSE) {
                read_range(clip, &clip->uses.uses[u], info);
                break;
            }
    }
}
