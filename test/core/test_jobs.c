// SPDX-License-Identifier: MIT
//
// Jobs as such: arguments that are refused before anything is written, weights
// that are listed, arrays in place, what jobs leave alone.

#include "support/posing.h"

/// A job on an asset with every kind of array, whose outputs hold a pattern.
typedef struct Trial {
    Rig rig;
    Loaded l;
    Stage s;
} Trial;

static void begin(Trial *t)
{
    rig_begin(&t->rig, 3);
    rig_mover(&t->rig, "a", 1, 1.0f);
    rig_mover(&t->rig, "b", 2, 1.0f);
    rig_curve(&t->rig, "curve");
    rig_value(&t->rig, 0, 0, 1.0f);
    t->l = load_source(&t->rig.asset, MIEN_ISA_BEST);
    t->s = stage_create(&t->l, t->l.binding);
    mien_curve_set_put(&t->s.job.curves, 0, 1.0f);
    memset(t->s.out, 0xEE, 3 * sizeof *t->s.out);
    memset(t->s.out_curves, 0xEE, 3 * sizeof(float));
    memset(t->s.out_present, 0xEE, sizeof(uint32_t));
    memset(t->s.asked, 0xEE, 2 * sizeof(float));
    memset(t->s.applied, 0xEE, 2 * sizeof(float));
    memset(t->s.weights, 0xEE, 2 * sizeof(float));
}

static void end(Trial *t)
{
    stage_destroy(&t->s);
    unload(&t->l);
}

static bool is_untouched(const void *memory, size_t size)
{
    const uint8_t *bytes = memory;
    for (size_t i = 0; i < size; ++i) {
        if (bytes[i] != 0xEE)
            return false;
    }
    return true;
}

static void check_refused(const Trial *t, const MienPoseJob *job, int line)
{
    const Stage *s = &t->s;
    check_status(mien_pose_job_run(job), MIEN_ERROR_ARGUMENT, __FILE__, line, "the job");
    const bool clean =
        is_untouched(s->out, 3 * sizeof *s->out) && is_untouched(s->out_curves, 3 * sizeof(float)) &&
        is_untouched(s->out_present, sizeof(uint32_t)) && is_untouched(s->asked, 2 * sizeof(float)) &&
        is_untouched(s->applied, 2 * sizeof(float)) && is_untouched(s->weights, 2 * sizeof(float));
    check_true(clean, __FILE__, line, "nothing was written");
}

/// The sound job with one thing changed.
#define CHECK_REFUSED(change)                                                                                \
    do {                                                                                                     \
        MienPoseJob job = t.s.job;                                                                           \
        change;                                                                                              \
        check_refused(&t, &job, __LINE__);                                                                   \
    } while (0)

TEST(jobs_that_are_refused)
{
    static const MienPoseWeight low[] = {{0, 1.0f}, {-1, 1.0f}}, high[] = {{2, 1.0f}};
    Trial t;
    begin(&t);
    Loaded other = load_source(&t.rig.asset, MIEN_ISA_BEST);
    CHECK_STATUS(mien_pose_job_run(NULL), MIEN_ERROR_ARGUMENT);
    CHECK_REFUSED(job.asset = NULL);
    CHECK_REFUSED(job.binding = other.binding); // of an equal asset, but another
    CHECK_REFUSED(job.lod = -1);
    CHECK_REFUSED(job.bone_count = 2);
    CHECK_REFUSED(job.bone_count = 4);
    CHECK_REFUSED(job.bone_count = -1);
    CHECK_REFUSED(job.input = NULL);
    CHECK_REFUSED(job.out_bones = NULL);
    CHECK_REFUSED(job.curves.count = 2);
    CHECK_REFUSED(job.curves.count = 4);
    CHECK_REFUSED(job.curves.count = -3);
    CHECK_REFUSED(job.curves.count = 0); // none at all is fine only with weights
    CHECK_REFUSED(job.curves.values = NULL);
    CHECK_REFUSED(job.out_curves.count = 2);
    CHECK_REFUSED(job.out_curves.count = 4);
    CHECK_REFUSED(job.out_curves.count = -3);
    CHECK_REFUSED(job.out_curves.values = NULL);
    CHECK_REFUSED(job.scratch = NULL);
    CHECK_REFUSED(job.scratch = (uint8_t *)job.scratch + 4);
    CHECK_REFUSED(job.scratch_size -= 1);
    CHECK_REFUSED(job.scratch_size = 0);
    CHECK_REFUSED((job.weights = low, job.weight_count = 2));
    CHECK_REFUSED((job.weights = high, job.weight_count = 1));
    CHECK_REFUSED((job.weights = low, job.weight_count = -1));
    CHECK_REFUSED(job.layout = (MienPoseLayout)3);
    CHECK_STATUS(mien_pose_job_run(&t.s.job), MIEN_OK);
    CHECK(t.s.out[1].translation.x == 1.0f && t.s.out_curves[2] == 1.0f && t.s.weights[0] == 1.0f);
    unload(&other);
    end(&t);
}

TEST(outputs_that_are_not_wanted)
{
    Trial t;
    begin(&t);
    t.s.job.out_input_weights = t.s.job.out_final_weights = t.s.job.out_weights = NULL;
    t.s.job.out_curves.present = NULL;
    stage_run(&t.s);
    CHECK(t.s.out[1].translation.x == 1.0f && t.s.out_curves[2] == 1.0f);
    CHECK(is_untouched(t.s.weights, 2 * sizeof(float)) && is_untouched(t.s.asked, 2 * sizeof(float)));
    CHECK(is_untouched(t.s.out_present, sizeof(uint32_t)));
    end(&t);
}

TEST(listed_weights)
{
    static const MienPoseWeight sum[] = {{0, 0.25f}, {1, 0.5f}, {0, 0.5f}, {1, NAN}, {0, -1.0f}};
    static const MienPoseWeight wild[] = {{0, INFINITY}, {1, -INFINITY}};
    static const MienPoseWeight lost[] = {{0, INFINITY}, {1, -0.0f}, {0, -INFINITY}};
    Trial t;
    begin(&t);
    mien_curve_set_put(&t.s.job.curves, 1, 1.0f); // driving curves do not matter then
    stage_run_list(&t.s, sum, 5);
    CHECK(t.s.weights[0] == -0.25f && t.s.weights[1] == 0.5f);
    CHECK(t.s.asked[0] == 0.0f && t.s.applied[1] == 0.0f);
    CHECK(t.s.out[1].translation.x == -0.25f && t.s.out[2].translation.x == 0.5f);
    CHECK(t.s.out_curves[0] == 1.0f && t.s.out_curves[2] == -0.25f);
    stage_run_list(&t.s, wild, 2);
    CHECK(t.s.weights[0] == MIEN_MAX_WEIGHT && t.s.weights[1] == -MIEN_MAX_WEIGHT);
    stage_run_list(&t.s, lost, 3);
    CHECK(same_float(t.s.weights[0], 0.0f) && same_float(t.s.weights[1], 0.0f));
    stage_run_list(&t.s, lost, 0); // a list of none: nothing moves
    CHECK(same_float(t.s.weights[0], 0.0f));
    for (int b = 0; b < 3; ++b)
        CHECK(same_transform(&t.s.out[b], &t.s.input[b]));
    end(&t);
}

/// In place, bones that no active pose moves are not even written.
TEST(in_place)
{
    Trial t;
    begin(&t);
    t.s.job.out_bones = t.s.input;
    t.s.input[0].reserved0 = t.s.input[2].reserved1 = 7.0f;
    stage_run(&t.s);
    CHECK(t.s.input[1].translation.x == 1.0f);
    CHECK(t.s.input[0].reserved0 == 7.0f && t.s.input[2].reserved1 == 7.0f);
    CHECK(is_untouched(t.s.out, 3 * sizeof *t.s.out));
    end(&t);
}

/// A bone whose input is no number spoils its own output and no other's.
TEST(not_a_number_stays_where_it_is)
{
    for (int is_absolute = 0; is_absolute < 2; ++is_absolute) {
        Rig rig;
        rig_begin(&rig, 8);
        rig.asset.is_absolute = is_absolute != 0;
        rig_pose(&rig, "a");
        for (int b = 0; b < 8; ++b)
            rig.posed[0][b].rotation = turned(b % 3, 30.0);
        Loaded l = load_source(&rig.asset, MIEN_ISA_BEST);
        Stage s = stage_create(&l, l.binding), clean = stage_create(&l, l.binding);
        s.input[3].rotation.x = NAN;
        s.input[5].translation.y = INFINITY;
        stage_run_curve(&s, 0, 0.5f);
        stage_run_curve(&clean, 0, 0.5f);
        for (int b = 0; b < 8; ++b)
            CHECK(b == 3 || b == 5 || same_transform(&s.out[b], &clean.out[b]));
        stage_destroy(&s);
        stage_destroy(&clean);
        unload(&l);
    }
}

/// The arrays of one tile.
typedef struct Tiles {
    MienCrowdJob job;
    float *memory[6];
    size_t sizes[6];
    uint16_t present[4], out_present[4];
} Tiles;

static Tiles make_tiles(const Loaded *l)
{
    Tiles t = {0};
    const size_t bones = mien_tile_size(l->bone_count), curves = (size_t)l->curve_count * MIEN_TILE;
    const size_t floats[6] = {bones,
                              bones,
                              curves,
                              curves,
                              (size_t)l->info.pose_count * MIEN_TILE,
                              mien_crowd_job_scratch_size(l->asset) / sizeof(float)};
    for (int i = 0; i < 6; ++i) {
        t.sizes[i] = floats[i] * sizeof(float);
        t.memory[i] = mieni_allocate(NULL, t.sizes[i], 64);
        memset(t.memory[i], i == 0 || i == 2 ? 0 : 0xEE, t.sizes[i]);
    }
    memset(t.out_present, 0xEE, sizeof t.out_present);
    for (int k = 0; k < MIEN_TILE; ++k)
        mien_tile_write(t.memory[0], l->bone_count, k, mien_skeleton_rest_pose(l->skeleton));
    t.job = (MienCrowdJob){.asset = l->asset,
                           .binding = l->binding,
                           .character_count = 3,
                           .bone_count = l->bone_count,
                           .input = t.memory[0],
                           .out_bones = t.memory[1],
                           .curve_count = l->curve_count,
                           .curves = t.memory[2],
                           .out_curves = t.memory[3],
                           .out_weights = t.memory[4],
                           .scratch = t.memory[5],
                           .scratch_size = t.sizes[5]};
    return t;
}

static void drop_tiles(Tiles *t)
{
    for (int i = 0; i < 6; ++i)
        mieni_free(NULL, t->memory[i], t->sizes[i], 64);
}

static void check_crowd_refused(const Tiles *t, const MienCrowdJob *job, int line)
{
    check_status(mien_crowd_job_run(job), MIEN_ERROR_ARGUMENT, __FILE__, line, "the job");
    const bool clean = is_untouched(t->memory[1], t->sizes[1]) && is_untouched(t->memory[3], t->sizes[3]) &&
                       is_untouched(t->memory[4], t->sizes[4]) &&
                       is_untouched(t->out_present, sizeof t->out_present);
    check_true(clean, __FILE__, line, "nothing was written");
}

#define CHECK_CROWD_REFUSED(change)                                                                          \
    do {                                                                                                     \
        MienCrowdJob job = tiles.job;                                                                        \
        job.out_present = tiles.out_present;                                                                 \
        change;                                                                                              \
        check_crowd_refused(&tiles, &job, __LINE__);                                                         \
    } while (0)

TEST(crowds_that_are_refused)
{
    Trial t;
    begin(&t);
    Loaded other = load_source(&t.rig.asset, MIEN_ISA_BEST);
    Tiles tiles = make_tiles(&t.l);
    CHECK_STATUS(mien_crowd_job_run(NULL), MIEN_ERROR_ARGUMENT);
    CHECK_CROWD_REFUSED(job.asset = NULL);
    CHECK_CROWD_REFUSED(job.binding = other.binding);
    CHECK_CROWD_REFUSED(job.lod = -1);
    CHECK_CROWD_REFUSED(job.character_count = -1);
    CHECK_CROWD_REFUSED(job.bone_count = 2);
    CHECK_CROWD_REFUSED(job.bone_count = 4);
    CHECK_CROWD_REFUSED(job.input = NULL);
    CHECK_CROWD_REFUSED(job.input += 4);
    CHECK_CROWD_REFUSED(job.out_bones = NULL);
    CHECK_CROWD_REFUSED(job.out_bones += 4);
    CHECK_CROWD_REFUSED(job.curve_count = 2);
    CHECK_CROWD_REFUSED(job.curve_count = 4);
    CHECK_CROWD_REFUSED(job.curves = NULL);
    CHECK_CROWD_REFUSED(job.curves += 4);
    CHECK_CROWD_REFUSED(job.out_curves += 4);
    CHECK_CROWD_REFUSED(job.scratch = NULL);
    CHECK_CROWD_REFUSED(job.scratch = tiles.memory[5] + 4);
    CHECK_CROWD_REFUSED(job.scratch_size -= 1);
    CHECK_STATUS(mien_crowd_job_run(&tiles.job), MIEN_OK);
    CHECK(tiles.memory[4][0] == 0.0f);
    drop_tiles(&tiles);
    unload(&other);
    end(&t);
}

/// Presence in crowds, with and without bits of it.
TEST(presence_in_crowds)
{
    Trial t;
    begin(&t);
    Tiles tiles = make_tiles(&t.l);
    float *curves = tiles.memory[2];
    curves[0 * MIEN_TILE + 1] = 1.0f;  // character 1 drives a
    curves[2 * MIEN_TILE + 2] = -0.5f; // character 2 has a value of the curve itself
    tiles.job.out_present = tiles.out_present;
    CHECK_STATUS(mien_crowd_job_run(&tiles.job), MIEN_OK);
    CHECK_INT(tiles.out_present[0], 1 << 1);
    CHECK_INT(tiles.out_present[1], 0);
    CHECK_INT(tiles.out_present[2], 1 << 1 | 1 << 2);
    CHECK(tiles.memory[3][2 * MIEN_TILE + 1] == 1.0f && tiles.memory[3][2 * MIEN_TILE + 2] == -0.5f);
    tiles.present[0] = 1 << 1;
    tiles.present[2] = 1 << 0; // present with the value 0
    tiles.job.present = tiles.present;
    CHECK_STATUS(mien_crowd_job_run(&tiles.job), MIEN_OK);
    CHECK_INT(tiles.out_present[0], 1 << 1);
    CHECK_INT(tiles.out_present[2], 1 << 0 | 1 << 1);
    drop_tiles(&tiles);
    end(&t);
}

CHECK_MAIN
{
    RUN(jobs_that_are_refused);
    RUN(outputs_that_are_not_wanted);
    RUN(listed_weights);
    RUN(in_place);
    RUN(not_a_number_stays_where_it_is);
    RUN(crowds_that_are_refused);
    RUN(presence_in_crowds);
}
