// SPDX-License-Identifier: MIT
//
// Clips that are solved: tracks of bones that poses move, weights of morph targets or points of a tracker
// become curves.

#include "core/float_rules.h"

#include "project/recipes/clip_making.h"

#include "project/recipes/solve_actor.h"
#include "project/recipes/solve_face.h"
#include "project/recipes/solve_head.h"
#include "project/recipes/solve_points.h"
#include "project/recipes/solve_propose.h"
#include "project/recipes/solve_residual.h"

#include <stdlib.h>
#include <string.h>

/// What a solver needs, cooked and loaded.
typedef struct Solving {
    MieniClipMaking *making;
    const MieniSolveView *settings;
    const char *poses_path;
    MieniSolveFace face;
    const MienSkeleton *skeleton; ///< Of the face, as are these.
    const MienPoseAsset *poses;   ///< NULL: the morph targets of the mesh are the poses.
    const MienMesh *mesh;
    MienSolver *solver;
    MienSolveInput input; ///< Weights of morph targets if there are no points and no bone that poses move.
    int *morphs;          ///< Per morph target of the mesh: the clip's curve, or -1.
    int *tracks;          ///< Per bone of the skeleton: the clip's track, or -1.
    bool *has_bone;
    MienTransform *neutral;
    MieniSolvePoints points;
    MienVec3 *neutral_points;
    MieniSolveActor actor;
    int head; ///< The bone that moves with the tracked head, or -1.
    MienTransform *heads;
    MienSolvePose *proposed;
    float *values;
    bool *flags;
    float *lost;                      ///< Per bone of the skeleton, point or morph target of the mesh.
    MienAuthorClipTrack *left_tracks; ///< What the curves leave, if it is kept.
    int left_track_count;
    MienAuthorClipCurve *left_curves;
    int left_curve_count;
} Solving;

static MieniLocation place_of(const Solving *s)
{
    const int line = mieni_solve_json(s->settings)->line;
    return line > 0 ? mieni_in_line(line, "solve") : mieni_nowhere();
}

static MienStatus fail(const Solving *s, MienStatus status, MienError *error)
{
    status = mieni_project_status(s->making->project, status, error);
    return mieni_problem_set(s->making->problem, s->making->path, status, place_of(s), "%s", error->message);
}

static MienStatus fail_with(const Solving *s, const char *sentence)
{
    return mieni_problem_set(s->making->problem, s->making->path, MIEN_ERROR_DATA, place_of(s), "%s",
                             sentence);
}

static MienStatus load_poses(Solving *s)
{
    const MienStatus status =
        mieni_solve_face_open(s->making->project, s->poses_path, &s->face, s->making->problem);
    if (status != MIEN_OK)
        return mieni_problem_refer(s->making->problem, status, s->making->path,
                                   mieni_solve_poses_json(s->settings), "solve.poses", s->poses_path);
    s->skeleton = s->face.skeleton;
    s->poses = s->face.poses;
    s->mesh = s->face.mesh;
    return MIEN_OK;
}

static bool find_tracks(Solving *s)
{
    MieniArena *arena = &s->making->recipe->arena;
    const MienAuthorClip *clip = &s->making->recipe->assembled;
    const int bones = mien_skeleton_bone_count(s->skeleton);
    s->tracks = mieni_arena_take(arena, (size_t)bones, sizeof *s->tracks);
    s->has_bone = mieni_arena_take(arena, (size_t)bones, sizeof *s->has_bone);
    s->neutral = mieni_arena_take(arena, (size_t)bones, sizeof *s->neutral);
    if (arena->is_out_of_memory)
        return false;
    for (int b = 0; b < bones; ++b)
        s->tracks[b] = -1;
    for (int t = 0; t < clip->track_count; ++t) {
        const int bone = mien_skeleton_find_bone(s->skeleton, clip->tracks[t].bone);
        if (bone < 0)
            continue;
        s->tracks[bone] = t;
        s->has_bone[bone] = true;
        if (mien_pose_asset_find_bone(s->poses, clip->tracks[t].bone) >= 0)
            s->input = MIEN_SOLVE_BONES;
    }
    return true;
}

/// Bones at a time: those of tracks, the others at rest.
static void place_bones(const Solving *s, double time, MienTransform *out_bones)
{
    const MienAuthorClip *clip = &s->making->recipe->assembled;
    const MienTransform *rest = mien_skeleton_rest_pose(s->skeleton);
    for (int b = 0; b < mien_skeleton_bone_count(s->skeleton); ++b)
        out_bones[b] = s->tracks[b] >= 0 ? mien_author_track_evaluate(clip, s->tracks[b], time) : rest[b];
}

static double frame_time(const MienAuthorClip *clip, int frame)
{
    const double divisor = clip->rate_divisor > 0 ? clip->rate_divisor : 1;
    return (double)frame * divisor / (double)clip->rate;
}

static int find_curve(const MienAuthorClipCurve *curves, int count, const char *name)
{
    for (int c = 0; c < count; ++c)
        if (strcmp(curves[c].name, name) == 0)
            return c;
    return -1;
}

/// The clip's curves that are morph targets of the mesh.
static MienStatus find_morphs(Solving *s)
{
    const MienAuthorClip *clip = &s->making->recipe->assembled;
    const int count = s->mesh != NULL ? mien_mesh_info(s->mesh).morph_count : 0;
    int found = 0;
    s->morphs = mieni_arena_take(&s->making->recipe->arena, (size_t)count, sizeof *s->morphs);
    if (s->morphs == NULL)
        return mieni_clip_no_memory(s->making);
    for (int m = 0; m < count; ++m) {
        s->morphs[m] = find_curve(clip->curves, clip->curve_count, mien_mesh_morph(s->mesh, m).name);
        found += s->morphs[m] >= 0;
    }
    s->making->recipe->solved.morph_count = found;
    return found > 0
               ? MIEN_OK
               : fail_with(
                     s, "Nothing to solve: the clip has no track of a bone that these poses move, and none "
                        "of its curves is a morph target of their mesh.");
}

static void place_morphs(const Solving *s, double time, float *out_weights)
{
    const MienAuthorClip *clip = &s->making->recipe->assembled;
    for (int m = 0; m < mien_mesh_info(s->mesh).morph_count; ++m)
        out_weights[m] = s->morphs[m] >= 0 ? mien_author_curve_evaluate(&clip->curves[s->morphs[m]], time)
                                           : mien_mesh_morph(s->mesh, m).weight;
}

static bool goes_on(void *user, double done)
{
    const Solving *s = user;
    const MieniSolveRun *run = &s->making->run;
    return mieni_budget_goes_on(mieni_project_allocator(s->making->project)) &&
           (run->progress == NULL || run->progress(run->user, done));
}

static bool read_frame(void *user, int frame, const MienSolveBuffer *out)
{
    const Solving *s = user;
    const double time = frame_time(&s->making->recipe->assembled, frame);
    if (s->input == MIEN_SOLVE_BONES)
        place_bones(s, time, out->bones);
    else if (s->input == MIEN_SOLVE_POINTS)
        mieni_solve_points_place(&s->points, &s->making->recipe->assembled, time, out->points);
    else
        place_morphs(s, time, out->morphs);
    return true;
}

static const char **take_names(MieniArena *arena, const MieniSolveView *settings, bool is_only,
                               int *out_count)
{
    *out_count = is_only ? mieni_solve_only_count(settings) : mieni_solve_prefer_count(settings);
    const char **names = mieni_arena_take(arena, (size_t)*out_count, sizeof *names);
    for (int i = 0; names != NULL && i < *out_count; ++i)
        names[i] = is_only ? mieni_solve_only(settings, i) : mieni_solve_prefer(settings, i);
    return names;
}

/// Names that are asked for and are no poses.
static MienStatus check_names(const Solving *s, const char *const *names, int count)
{
    for (int i = 0; i < count; ++i)
        if (mieni_solve_face_find_pose(&s->face, names[i]) < 0)
            return mieni_solve_face_no_pose(&s->face, names[i], s->poses_path, s->making->path, place_of(s),
                                            s->making->problem);
    return MIEN_OK;
}

/// The bone that moves with the tracked head.
static MienStatus find_head(Solving *s)
{
    const char *name = mieni_solve_head(s->settings);
    s->head = name != NULL && s->skeleton != NULL ? mien_skeleton_find_bone(s->skeleton, name) : -1;
    if (name == NULL || s->head >= 0)
        return MIEN_OK;
    return mieni_problem_set(s->making->problem, s->making->path, MIEN_ERROR_DATA, place_of(s),
                             "The skeleton of %s has no bone \"%.60s\" to move with the head.", s->poses_path,
                             name);
}

static MienStatus find_points(Solving *s)
{
    s->input = MIEN_SOLVE_POINTS;
    MienStatus status = mieni_solve_points_open(s->making, s->settings, s->skeleton, s->mesh, &s->points);
    if (status == MIEN_OK)
        status = find_head(s);
    if (status != MIEN_OK || mieni_solve_neutral_json(s->settings) == NULL)
        return status;
    s->neutral_points =
        mieni_arena_take(&s->making->recipe->arena, (size_t)s->points.count, sizeof *s->neutral_points);
    if (s->neutral_points == NULL)
        return mieni_clip_no_memory(s->making);
    mieni_solve_points_place(&s->points, &s->making->recipe->assembled, mieni_solve_neutral(s->settings, 0.0),
                             s->neutral_points);
    return MIEN_OK;
}

/// What the clip has to be solved: points if the asset maps them, tracks, or else weights.
static MienStatus find_input(Solving *s)
{
    if (mieni_solve_points(s->settings) != NULL)
        return find_points(s);
    if (s->poses == NULL)
        return fail_with(s, "Only points can be solved for a mesh: name a pose asset, or a point map.");
    s->input = MIEN_SOLVE_MORPHS;
    if (!find_tracks(s))
        return mieni_clip_no_memory(s->making);
    return s->input == MIEN_SOLVE_BONES ? MIEN_OK : find_morphs(s);
}

/// Uses the actor's own poses, if the asset has them.
static MienStatus find_actor(Solving *s, MienSolverDesc *desc)
{
    const bool has_table = mieni_solve_calibrate(s->settings) != NULL,
               has_labels = mieni_solve_labels(s->settings) != NULL;
    if (!has_table && !has_labels)
        return MIEN_OK;
    if (!has_table || !has_labels)
        return fail_with(s, "The actor's own poses need both calibrate and labels.");
    if (s->input != MIEN_SOLVE_POINTS)
        return fail_with(s, "Only points can be calibrated: remove calibrate and labels, or add points.");
    const MienStatus status =
        mieni_solve_actor_open(s->making, s->settings, &s->face, desc, s->head, &s->points, &s->actor);
    desc->actor_poses = s->actor.poses;
    desc->actor_noise = s->actor.noise;
    if (desc->neutral_points == NULL)
        desc->neutral_points = s->actor.neutral;
    return status;
}

static MienStatus create_solver(Solving *s)
{
    MieniArena *arena = &s->making->recipe->arena;
    MienError error = {0};
    s->head = -1;
    MienStatus status = find_input(s);
    if (status != MIEN_OK)
        return status;
    const bool has_neutral = s->input == MIEN_SOLVE_BONES && mieni_solve_neutral_json(s->settings) != NULL;
    if (has_neutral)
        place_bones(s, mieni_solve_neutral(s->settings, 0.0), s->neutral);
    MienSolverDesc desc = {.input = s->input,
                           .poses = s->poses,
                           .skeleton = s->skeleton,
                           .mesh = s->mesh,
                           .has_bone = s->has_bone,
                           .neutral_bones = has_neutral ? s->neutral : NULL,
                           .neutral_points = s->neutral_points,
                           .points = s->points.vertices,
                           .point_count = s->points.count,
                           .point_bones = s->points.bones,
                           .point_weights = s->points.weights,
                           .has_head = s->head >= 0,
                           .allocator = mieni_project_allocator(s->making->project)};
    desc.only = take_names(arena, s->settings, true, &desc.only_count);
    desc.prefer = take_names(arena, s->settings, false, &desc.prefer_count);
    if (arena->is_out_of_memory)
        return mieni_clip_no_memory(s->making);
    status = check_names(s, desc.only, desc.only_count);
    if (status == MIEN_OK)
        status = check_names(s, desc.prefer, desc.prefer_count);
    if (status == MIEN_OK)
        status = find_actor(s, &desc);
    if (status != MIEN_OK)
        return status;
    status = mien_solver_create(&desc, &s->solver, &error);
    if (status != MIEN_OK)
        return fail(s, status, &error);
    if (s->head >= 0)
        mieni_solve_head_leave_out(&s->face, s->head, s->solver);
    return MIEN_OK;
}

/// Bones, points or morph targets of a frame.
static int input_count(const Solving *s)
{
    return s->input == MIEN_SOLVE_BONES    ? mien_skeleton_bone_count(s->skeleton)
           : s->input == MIEN_SOLVE_POINTS ? s->points.count
                                           : mien_mesh_info(s->mesh).morph_count;
}

static const char *input_name(const Solving *s, int i)
{
    return s->input == MIEN_SOLVE_BONES    ? mien_skeleton_bone_name(s->skeleton, i)
           : s->input == MIEN_SOLVE_POINTS ? s->points.names[i]
                                           : mien_mesh_morph(s->mesh, i).name;
}

/// Memory for the results.
static bool take_memory(Solving *s)
{
    MieniArena *arena = &s->making->recipe->arena;
    const size_t frames = (size_t)s->making->recipe->solved.frame_count;
    s->values =
        mieni_arena_take(arena, frames * (size_t)mien_solver_curve_count(s->solver), sizeof *s->values);
    s->flags = mieni_arena_take(arena, frames, sizeof *s->flags);
    s->lost = mieni_arena_take(arena, (size_t)input_count(s), sizeof *s->lost);
    if (s->head >= 0)
        s->heads = mieni_arena_take(arena, frames, sizeof *s->heads);
    if (s->making->run.propose_count > 0)
        s->proposed = mieni_solve_propose_begin(&s->face, s->making->run.propose_count, arena);
    return !arena->is_out_of_memory;
}

/// Proposed poses as drafts.
static MienStatus put_proposed(Solving *s)
{
    MieniClipSolved *solved = &s->making->recipe->solved;
    if (s->proposed == NULL)
        return MIEN_OK;
    solved->proposed_count = s->making->run.propose_count;
    solved->proposed = mieni_solve_propose_end(&s->face, s->proposed, solved->proposed_count,
                                               solved->report.extent, &s->making->recipe->arena);
    return solved->proposed != NULL ? MIEN_OK : mieni_clip_no_memory(s->making);
}

static MienStatus run(Solving *s)
{
    const MienAuthorClip *clip = &s->making->recipe->assembled;
    MieniClipSolved *solved = &s->making->recipe->solved;
    const double rate = 1.0 / frame_time(clip, 1), frames = clip->length * rate + 1.001;
    MienError error = {0};
    if (!(frames >= 1.0 && frames <= 1e8))
        return fail_with(s, "The clip is too long to solve.");
    if (s->making->run.propose_count > 0 && s->input != MIEN_SOLVE_BONES)
        return fail_with(s, "Poses can be proposed for takes with bone tracks only.");
    solved->frame_count = (int)frames;
    solved->rate = rate;
    if (!take_memory(s))
        return mieni_clip_no_memory(s->making);
    const bool has_smooth = mieni_solve_smooth_json(s->settings) != NULL;
    const double smooth = mieni_solve_smooth(s->settings, 0.0);
    const MienSolveTake take = {.frame_count = solved->frame_count,
                                .rate = rate,
                                .user = s,
                                .read = read_frame,
                                .progress = goes_on,
                                .out_flags = s->flags,
                                .out_lost = s->lost,
                                .out_heads = s->heads,
                                .propose_count = s->making->run.propose_count,
                                .out_proposed = s->proposed,
                                .smooth = has_smooth && smooth == 0.0 ? -1.0 : smooth};
    const MienStatus status =
        mien_solver_run_take(s->solver, &take, s->values, NULL, &solved->report, &error);
    return status == MIEN_OK ? put_proposed(s) : fail(s, status, &error);
}

static void read_taken(void *user, int frame, MienTransform *out_bones)
{
    const Solving *s = user;
    place_bones(s, frame_time(&s->making->recipe->assembled, frame), out_bones);
}

/// Whether a curve of the clip does what the solved ones do: poses set it, or it was solved. All curves
/// of a table of points are.
static bool counts_twice(const Solving *s, const char *name)
{
    return s->input == MIEN_SOLVE_POINTS || mien_pose_asset_find_curve(s->poses, name) >= 0 ||
           (s->input == MIEN_SOLVE_MORPHS && mien_mesh_find_morph(s->mesh, name) >= 0);
}

/// Keeps what the curves leave of the clip's own curves.
static bool find_left_curves(Solving *s, const MieniSolveResidual *r)
{
    const MienAuthorClip *clip = &s->making->recipe->assembled;
    MienAuthorClipCurve *taken = mieni_arena_take(r->arena, (size_t)clip->curve_count, sizeof *taken);
    double *times = mieni_arena_take(r->arena, (size_t)r->frame_count, sizeof *times);
    int count = 0;
    if (r->arena->is_out_of_memory)
        return false;
    for (int c = 0; c < clip->curve_count; ++c)
        if (counts_twice(s, clip->curves[c].name))
            taken[count++] = clip->curves[c];
    for (int f = 0; f < r->frame_count; ++f)
        times[f] = frame_time(clip, f);
    return mieni_solve_residual_curves(r, taken, count, times, &s->left_curves, &s->left_curve_count);
}

/// Keeps what the curves leave, if the asset wants that.
static MienStatus find_residual(Solving *s)
{
    if (!mieni_solve_residual(s->settings))
        return MIEN_OK;
    if (s->input == MIEN_SOLVE_POINTS)
        return fail_with(s, "What is left of points cannot be kept: points are neither bones nor morph "
                            "targets. Remove residual.");
    const MieniSolveResidual r = {.poses = s->poses,
                                  .skeleton = s->skeleton,
                                  .values = s->values,
                                  .frame_count = s->making->recipe->solved.frame_count,
                                  .extent = s->making->recipe->solved.report.extent,
                                  .user = s,
                                  .read = read_taken,
                                  .arena = &s->making->recipe->arena,
                                  .allocator = mieni_project_allocator(s->making->project)};
    const bool is_kept =
        (s->input != MIEN_SOLVE_BONES ||
         mieni_solve_residual_tracks(&r, s->has_bone, &s->left_tracks, &s->left_track_count)) &&
        find_left_curves(s, &r);
    return is_kept ? MIEN_OK : mieni_clip_no_memory(s->making);
}

/// Whether a curve is ever more than what cooking leaves out.
static bool is_used(const Solving *s, int curve)
{
    static const float least = 0.0005f;
    const size_t count = (size_t)mien_solver_curve_count(s->solver);
    for (int f = 0; f < s->making->recipe->solved.frame_count; ++f) {
        const float value = s->values[(size_t)f * count + (size_t)curve];
        if (value > least || value < -least)
            return true;
    }
    return false;
}

/// A key per frame.
static bool make_curve(const Solving *s, int curve, MienAuthorClipCurve *out_curve)
{
    MieniArena *arena = &s->making->recipe->arena;
    const int frames = s->making->recipe->solved.frame_count, count = mien_solver_curve_count(s->solver);
    const char *name = mien_solver_curve(s->solver, curve).name;
    MienAuthorKey *keys = mieni_arena_take(arena, (size_t)frames, sizeof *keys);
    *out_curve = (MienAuthorClipCurve){
        .name = mieni_arena_text(arena, name, strlen(name)), .key_count = frames, .keys = keys};
    for (int f = 0; !arena->is_out_of_memory && f < frames; ++f)
        keys[f] = (MienAuthorKey){.time = frame_time(&s->making->recipe->assembled, f),
                                  .value = s->values[(size_t)f * (size_t)count + (size_t)curve],
                                  .interpolation = MIEN_AUTHOR_LINEAR};
    return !arena->is_out_of_memory;
}

/// Whether a pose moves a bone or sets a curve; the base pose does not.
static bool does_something(const Solving *s, const char *name)
{
    if (s->poses == NULL)
        return true;
    const MienPoseInfo pose = mien_pose_asset_pose(s->poses, mien_pose_asset_find_pose(s->poses, name));
    return pose.bone_count > 0 || pose.curve_count > 0;
}

/// Puts the solved curves beside the clip's own; of one name, the solved one counts.
static MienStatus put_curves(Solving *s)
{
    MieniArena *arena = &s->making->recipe->arena;
    MienAuthorClip *clip = &s->making->recipe->assembled;
    MieniClipSolved *solved = &s->making->recipe->solved;
    const int count = mien_solver_curve_count(s->solver);
    MienAuthorClipCurve *curves =
        mieni_arena_take(arena, (size_t)(clip->curve_count + count + s->left_curve_count), sizeof *curves);
    const char **unseen = mieni_arena_take(arena, (size_t)count, sizeof *unseen);
    MieniSolvedCurve *solved_curves = mieni_arena_take(arena, (size_t)count, sizeof *solved_curves);
    float *deviations = mieni_arena_take(arena, (size_t)count, sizeof *deviations);
    if (arena->is_out_of_memory)
        return mieni_clip_no_memory(s->making);
    mien_solver_confidence(s->solver, solved->report.noise, deviations);
    int total = 0;
    for (int c = 0; c < clip->curve_count; ++c)
        if (!counts_twice(s, clip->curves[c].name))
            curves[total++] = clip->curves[c];
    for (int c = 0; c < s->left_curve_count; ++c)
        curves[total++] = s->left_curves[c];
    const int own = total;
    for (int c = 0; c < count; ++c) {
        const MienSolverCurve curve = mien_solver_curve(s->solver, c);
        if (!curve.is_moving && does_something(s, curve.name))
            unseen[solved->unseen_count++] = mieni_arena_text(arena, curve.name, strlen(curve.name));
        if (!is_used(s, c))
            continue;
        const int at = find_curve(curves, own, curve.name);
        MienAuthorClipCurve *made = &curves[at >= 0 ? at : total];
        if (!make_curve(s, c, made))
            return mieni_clip_no_memory(s->making);
        total += at < 0;
        solved_curves[solved->curve_count++] = (MieniSolvedCurve){made->name, curve.unique, deviations[c]};
    }
    solved->curves = solved_curves;
    solved->unseen = unseen;
    clip->curves = curves;
    clip->curve_count = total;
    return MIEN_OK;
}

static int compare_losses(const void *left, const void *right)
{
    const float a = ((const MieniSolveLoss *)left)->root_square,
                b = ((const MieniSolveLoss *)right)->root_square;
    return (a < b) - (a > b);
}

/// Names what is lost: at least a tenth of the largest loss, of what can be seen, and more than noise.
static MienStatus put_losses(Solving *s)
{
    static const double seen = 0.0005; // of the height of what moves
    MieniArena *arena = &s->making->recipe->arena;
    MieniClipSolved *solved = &s->making->recipe->solved;
    const double visible = seen * solved->report.extent, noise = solved->report.noise;
    float most = (float)(visible > noise ? visible : noise);
    const int count = input_count(s);
    MieniSolveLoss *losses = mieni_arena_take(arena, (size_t)count, sizeof *losses);
    for (int i = 0; i < count; ++i)
        most = 0.1f * s->lost[i] > most ? 0.1f * s->lost[i] : most;
    for (int i = 0; losses != NULL && i < count; ++i) {
        const char *name = input_name(s, i);
        if (s->lost[i] >= most && s->lost[i] > 0.0f)
            losses[solved->loss_count++] =
                (MieniSolveLoss){mieni_arena_text(arena, name, strlen(name)), s->lost[i]};
    }
    if (arena->is_out_of_memory)
        return mieni_clip_no_memory(s->making);
    if (solved->loss_count > 1)
        qsort(losses, (size_t)solved->loss_count, sizeof *losses, compare_losses);
    solved->losses = losses;
    solved->flags = s->flags;
    return MIEN_OK;
}

/// Whether a track does what the curves or the tracked head do.
static bool is_solved(const Solving *s, const char *bone)
{
    return (s->poses != NULL && mien_pose_asset_find_bone(s->poses, bone) >= 0) ||
           (s->head >= 0 && strcmp(mien_skeleton_bone_name(s->skeleton, s->head), bone) == 0);
}

/// Leaves out the tracks of bones that poses move, and adds that of the head.
static MienStatus drop_tracks(Solving *s)
{
    MienAuthorClip *clip = &s->making->recipe->assembled;
    MienAuthorClipTrack *tracks =
        mieni_arena_take(&s->making->recipe->arena,
                         (size_t)clip->track_count + (size_t)s->left_track_count + 1, sizeof *tracks);
    int kept = 0;
    if (tracks == NULL)
        return mieni_clip_no_memory(s->making);
    for (int t = 0; t < clip->track_count; ++t)
        if (!is_solved(s, clip->tracks[t].bone))
            tracks[kept++] = clip->tracks[t];
    s->making->recipe->solved.bone_count = clip->track_count - kept;
    s->making->recipe->solved.left_tracks = s->left_track_count;
    s->making->recipe->solved.left_curves = s->left_curve_count;
    for (int t = 0; t < s->left_track_count; ++t)
        tracks[kept++] = s->left_tracks[t];
    s->making->recipe->solved.point_count = s->points.count;
    s->making->recipe->solved.missing = s->points.missing;
    s->making->recipe->solved.missing_count = s->points.missing_count;
    if (s->head >= 0 &&
        !mieni_solve_head_track(s->skeleton, s->head, s->heads, s->making->recipe->solved.frame_count,
                                &s->making->recipe->arena, &tracks[kept++]))
        return mieni_clip_no_memory(s->making);
    clip->tracks = tracks;
    clip->track_count = kept;
    return MIEN_OK;
}

MienStatus mieni_clip_recipe_solve(MieniClipMaking *making)
{
    Solving s = {.making = making,
                 .settings =
                     making->own != NULL ? mieni_clip_solve(making->own) : mieni_clips_solve(making->shared)};
    if (s.settings == NULL)
        return MIEN_OK;
    s.poses_path = mieni_solve_poses(s.settings);
    MienStatus status = load_poses(&s);
    if (status == MIEN_OK)
        status = create_solver(&s);
    if (status == MIEN_OK)
        status = run(&s);
    if (status == MIEN_OK)
        status = find_residual(&s);
    if (status == MIEN_OK)
        status = put_curves(&s);
    if (status == MIEN_OK)
        status = put_losses(&s);
    if (status == MIEN_OK)
        status = drop_tracks(&s);
    mien_solver_destroy(s.solver);
    mieni_solve_face_close(&s.face);
    return status;
}
