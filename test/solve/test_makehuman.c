// SPDX-License-Identifier: MIT
//
// Five characters with the same poses but other proportions and rest rotations: a take baked on one
// and solved with its poses plays on the others.

#include "support/solving.h"

#include "mien_author/map.h"

enum { HUMANS = 5, MOST_POSES = 60 };
static const char *const files[HUMANS] = {
    "makehuman-derived/mh_female_young.glb", "makehuman-derived/mh_baby.glb",
    "makehuman-derived/mh_child_head.glb", "makehuman-derived/mh_male_young_head.glb",
    "makehuman-derived/mh_old_heavy_head.glb"};

/// A character with the poses of its file.
typedef struct Human {
    MienIoSource *source;
    MienAuthorSkeleton skeleton; ///< The file's, with a curve per pose.
    MienAuthorCurve curves[MOST_POSES];
    MienAuthorPose poses[MOST_POSES];
    MienTransform *bones; ///< Per pose and bone; the first pose is the rest pose.
    MienAuthorPoseAsset asset;
    Actor actor;
} Human;

/// All bones at the time of a pose.
static void read_pose(const Human *human, const MienAuthorClip *clip, double time, MienTransform *out_bones)
{
    for (int b = 0; b < human->skeleton.bone_count; ++b) {
        out_bones[b] = human->skeleton.bones[b].rest;
        for (int t = 0; t < clip->track_count; ++t)
            if (strcmp(clip->tracks[t].bone, human->skeleton.bones[b].name) == 0)
                out_bones[b] = mien_author_track_evaluate(clip, t, time);
    }
}

/// A pose and a curve per marker of the take, but none for the rest pose.
static void make_poses(Human *human)
{
    const MienAuthorClip *clip = human->source->takes[0].clip;
    const size_t bones = (size_t)human->skeleton.bone_count;
    CHECK_INT(human->source->takes[0].use, MIEN_IO_TAKE_POSES);
    CHECK_INT(clip->event_count, MOST_POSES);
    human->bones = calloc(MOST_POSES * bones, sizeof *human->bones);
    for (int p = 0; p < MOST_POSES && p < clip->event_count; ++p) {
        MienTransform *own = human->bones + (size_t)p * bones;
        read_pose(human, clip, clip->events[p].time, own);
        if (p == 0)
            continue;
        human->curves[p - 1] = (MienAuthorCurve){.name = clip->events[p].name};
        human->poses[p - 1] = (MienAuthorPose){.name = clip->events[p].name, .bones = own};
    }
    human->skeleton.curve_count = MOST_POSES - 1;
    human->skeleton.curves = human->curves;
    human->asset = (MienAuthorPoseAsset){.skeleton = &human->skeleton,
                                         .base = human->bones,
                                         .pose_count = MOST_POSES - 1,
                                         .poses = human->poses};
}

/// From the head bone to the top of the mesh.
static float head_height(const Human *human)
{
    const Actor *actor = &human->actor;
    const int bones = actor->loaded.bone_count,
              head = mien_skeleton_find_bone(actor->loaded.skeleton, "head");
    MienMatrix34 *model = shown_memory((size_t)bones * sizeof *model);
    float top = -1.0f;
    CHECK_STATUS(mien_model_job_run(&(MienModelJob){.skeleton = actor->loaded.skeleton,
                                                    .bone_count = bones,
                                                    .local_count = bones,
                                                    .local = mien_skeleton_rest_pose(actor->loaded.skeleton),
                                                    .out_model = model}),
                 MIEN_OK);
    for (int v = 0; v < human->source->mesh->vertex_count; ++v)
        top = human->source->mesh->positions[v].y > top ? human->source->mesh->positions[v].y : top;
    CHECK(head >= 0);
    const float height = top - (head >= 0 ? model[head].m[7] : 0.0f);
    free(model);
    return height;
}

/// False without data.
static bool open_human(Human *human, const char *file)
{
    *human = (Human){.source = read_source(file)};
    if (human->source == NULL)
        return false;
    human->skeleton = human->source->skeleton;
    make_poses(human);
    human->actor.head.mesh = *human->source->mesh;
    open_actor_with(&human->actor, &human->asset);
    human->actor.head.height = head_height(human);
    return true;
}

static void close_human(Human *human)
{
    close_actor(&human->actor);
    free(human->bones);
    mien_io_source_destroy(human->source);
}

/// A captured take in the curves of these poses. False without data.
static bool read_take(Performance *p, const MienSolver *solver)
{
    MienAuthorClip *captured = read_curves("curves/livelinkface/alex_rom_4.csv"), *clips[2] = {NULL, NULL};
    static const char *const names[] = {"livelink-to-arkit", "arkit-to-makehuman"};
    MienError error = {0};
    if (captured == NULL)
        return false;
    for (int i = 0; i < 2; ++i) {
        MienAuthorMap *map = NULL;
        require_ok(mien_author_map_load(names[i], NULL, &map, &error), &error, __LINE__);
        require_ok(mien_author_map_apply(i == 0 ? captured : clips[0], map, NULL, &clips[i], NULL, &error),
                   &error, __LINE__);
        mien_author_map_destroy(map);
    }
    performance_from_clip(p, solver, clips[1]);
    performance_cut(p, 0, is_thorough() ? p->frame_count : 400);
    for (int i = 1; i >= 0; --i)
        mien_author_clip_destroy(clips[i]);
    mien_author_clip_destroy(captured);
    return true;
}

TEST(a_take_of_one_plays_on_four_others)
{
    static Human human;
    MienSolver *solver = NULL;
    Performance p;
    MienSolveReport report;
    MienError error = {0};
    if (!open_human(&human, files[0]))
        SKIP("no test data");
    const MienSolverDesc desc = {
        .poses = human.actor.loaded.asset, .skeleton = human.actor.loaded.skeleton, .mesh = human.actor.mesh};
    require_ok(mien_solver_create(&desc, &solver, &error), &error, __LINE__);
    if (!read_take(&p, solver))
        SKIP("no test data");
    performance_bake(&p, &human.actor, solver);
    float *values = calloc((size_t)p.frame_count * (size_t)p.curve_count, sizeof *values);
    const MienSolveTake take = performance_take(&p);
    CHECK_STATUS(mien_solver_run_take(solver, &take, values, NULL, &report, &error), MIEN_OK);
    CHECK(!report.is_smoothed && report.unfinished == 0);
    for (int i = 0; i < HUMANS; ++i) {
        static Human other;
        if (i > 0 && !open_human(&other, files[i]))
            continue;
        Actor *actor = i > 0 ? &other.actor : &human.actor;
        const Distance d = vertex_distance(&p, values, actor, solver, is_thorough() ? 8 : 16);
        printf("%s, %d frames, head %.3f m: rms %.2g %%, max %.2g %%\n", files[i], p.frame_count,
               (double)actor->head.height, d.rms, d.max);
        CHECK(d.rms <= 0.005 && d.max <= 0.05);
        if (i > 0)
            close_human(&other);
    }
    free(values);
    performance_free(&p);
    mien_solver_destroy(solver);
    close_human(&human);
}

CHECK_MAIN { RUN(a_take_of_one_plays_on_four_others); }
