// SPDX-License-Identifier: MIT
//
// The library against the plain reading of its rules in oracle.h: the same bits
// for random scenes with every rule, on meshes with other bone lengths and rest rotations, at every LOD.

#include "support/oracle.h"
#include "support/posing.h"

/// A scene bound to a mesh of its own, with what the oracle says about it.
typedef struct Scene {
    Loaded loaded;
    Oracle oracle;
    MienPoseBinding *binding;
    MienTransform *mesh; ///< Per bone of the loaded skeleton.
    OracleTurn *turns;   ///< Per bone of the authored one.
    Stage stage;
    float *values, *asked, *applied, *weights; ///< Per pose.
    int level;
} Scene;

/// Half of all meshes have bones that are turned in another way at rest, all or some of them.
static void turn_mesh(Scene *s, uint64_t *random)
{
    const MienAuthorSkeleton *skeleton = s->loaded.source->skeleton;
    MienTransform *ordered = calloc((size_t)skeleton->bone_count + 1, sizeof *ordered);
    const int often = mien_random_index(random, 2) == 0 ? 0 : 1 + mien_random_index(random, 4);
    for (int b = 0; b < s->loaded.bone_count && often > 0; ++b)
        if (mien_random_index(random, often) == 0)
            s->mesh[b].rotation =
                turned(mien_random_index(random, 3), (double)mien_random_between(random, -170.0f, 170.0f));
    for (int b = 0; b < skeleton->bone_count; ++b)
        ordered[b] = s->mesh[mien_skeleton_find_bone(s->loaded.skeleton, skeleton->bones[b].name)];
    s->turns = calloc((size_t)skeleton->bone_count + 1, sizeof *s->turns);
    oracle_turns(s->loaded.source, ordered, s->turns);
    free(ordered);
}

static Scene make_scene(uint64_t *random)
{
    MienSampleOptions options = random_scene(random);
    options.has_rules = mien_random_index(random, 4) != 0;
    options.has_jumps = mien_random_index(random, 2) == 0;
    options.has_levels = mien_random_index(random, 2) == 0;
    Scene s = {.loaded = load_sample(&options, MIEN_ISA_BEST)};
    const Loaded *l = &s.loaded;
    const size_t bones = (size_t)l->bone_count, poses = (size_t)l->info.pose_count;
    s.oracle = oracle_create(l->source);
    s.mesh = malloc(bones * sizeof *s.mesh);
    memcpy(s.mesh, mien_skeleton_rest_pose(l->skeleton), bones * sizeof *s.mesh);
    for (size_t b = 0; b < bones && mien_random_index(random, 2) == 0; ++b) {
        s.mesh[b].translation.x *= mien_random_between(random, 0.5f, 2.0f);
        s.mesh[b].translation.z *= mien_random_between(random, 0.5f, 2.0f);
    }
    turn_mesh(&s, random);
    const MienPoseBindingOptions binding = {.mesh_rest_pose = s.mesh};
    CHECK_STATUS(mien_pose_binding_create(l->asset, l->skeleton, &binding, &s.binding, NULL), MIEN_OK);
    s.stage = stage_create(l, s.binding);
    s.level = options.has_levels ? mien_random_index(random, 5) : 0;
    s.values = calloc(poses, sizeof(float));
    s.asked = calloc(poses, sizeof(float));
    s.applied = calloc(poses, sizeof(float));
    s.weights = calloc(poses, sizeof(float));
    return s;
}

static void drop_scene(Scene *s)
{
    oracle_destroy(&s->oracle);
    mien_pose_binding_destroy(s->binding);
    stage_destroy(&s->stage);
    free(s->mesh);
    free(s->turns);
    free(s->values);
    free(s->asked);
    free(s->applied);
    free(s->weights);
    unload(&s->loaded);
}

/// Random curves, an input pose, and the oracle's weights for them.
static void draw(Scene *s, uint64_t *random)
{
    const Loaded *l = &s->loaded;
    const MienAuthorPoseAsset *source = l->source;
    MienTransform *pose = calloc((size_t)l->bone_count, sizeof *pose);
    mien_sample_input(random, source->skeleton, pose);
    for (int b = 0; b < l->bone_count; ++b) {
        const int at = mien_skeleton_find_bone(l->skeleton, source->skeleton->bones[b].name);
        s->stage.input[at] = pose[b];
        if (mien_random_index(random, 16) == 0)
            s->stage.input[at].translation.y = -0.0f;
        const MienQuat q = s->stage.input[at].rotation;
        if (mien_random_index(random, 8) == 0)
            s->stage.input[at].rotation = (MienQuat){-q.x, -q.y, -q.z, -q.w};
    }
    free(pose);
    mien_curve_set_clear(&s->stage.job.curves);
    const int often = 1 + mien_random_index(random, 8);
    for (int c = 0; c < l->curve_count; ++c) {
        const char *name = mien_skeleton_curve_name(l->skeleton, c);
        const int driven = mien_pose_asset_find_pose(l->asset, name);
        if (driven >= 0)
            s->values[driven] = 0.0f;
        if (mien_random_index(random, often) != 0)
            continue;
        const float value = random_weight(random);
        mien_curve_set_put(&s->stage.job.curves, c, value);
        s->stage.curves[c] = value; // also if it is not a number
        if (driven >= 0)
            s->values[driven] = value;
    }
    oracle_weights(source, s->values, s->asked, s->applied, s->weights);
}

static void check_weights(const Scene *s)
{
    for (int p = 0; p < s->loaded.info.pose_count; ++p) {
        const MienPoseInfo info = mien_pose_asset_pose(s->loaded.asset, p);
        CHECK(same_float(s->stage.weights[p], s->weights[p]));
        if (s->loaded.source->poses[p].role == MIEN_AUTHOR_CURVE_DRIVEN) {
            CHECK(same_float(s->stage.asked[info.driven_pose], s->asked[p]));
            CHECK(same_float(s->stage.applied[info.driven_pose], s->applied[p]));
        }
    }
}

static void check_bones(const Scene *s)
{
    const MienAuthorSkeleton *skeleton = s->loaded.source->skeleton;
    for (int b = 0; b < skeleton->bone_count; ++b) {
        const int at = mien_skeleton_find_bone(s->loaded.skeleton, skeleton->bones[b].name);
        const OracleBone in = {&s->stage.input[at], s->mesh[at].translation, &s->turns[b]};
        MienTransform expected = s->stage.input[at];
        if (skeleton->bones[b].max_lod >= s->level)
            oracle_bone(&s->oracle, s->weights, b, &in, &expected);
        CHECK(same_transform(&s->stage.out[at], &expected));
    }
}

static void check_curves(const Scene *s)
{
    const MienAuthorPoseAsset *source = s->loaded.source;
    for (int c = 0; c < s->loaded.curve_count; ++c) {
        const char *name = mien_skeleton_curve_name(s->loaded.skeleton, c);
        float expected = s->stage.curves[c];
        bool is_present = mien_curve_set_has(&s->stage.job.curves, c);
        for (int i = 0; i < source->curve_count; ++i) {
            float value;
            if (strcmp(source->curves[i].name, name) != 0 || source->curves[i].max_lod < s->level ||
                !oracle_curve(source, s->weights, i, s->stage.curves[c], &value))
                continue;
            expected = value;
            is_present = true;
        }
        CHECK(same_float(s->stage.out_curves[c], expected));
        CHECK(mien_curve_set_has(&s->stage.job.out_curves, c) == is_present);
    }
}

TEST(same_bits_as_the_rules)
{
    uint64_t random = 20240501;
    int cases = 0;
    for (int i = 0; i < 120 && check_state.faults == 0; ++i) {
        Scene s = make_scene(&random);
        CHECK_INT(s.loaded.info.entry_count, s.oracle.entry_count);
        for (int k = 0; k < 20 && check_state.faults == 0; ++k, ++cases) {
            draw(&s, &random);
            s.stage.job.lod = s.level;
            s.stage.job.layout = (MienPoseLayout)mien_random_index(&random, 3);
            stage_run(&s.stage);
            check_weights(&s);
            check_bones(&s);
            check_curves(&s);
        }
        drop_scene(&s);
    }
    printf("%d cases\n", cases);
}

CHECK_MAIN { RUN(same_bits_as_the_rules); }
