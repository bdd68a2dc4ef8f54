// SPDX-License-Identifier: MIT
//
// Calibration on simulated actors, whose shapes are stronger or weaker than the character's, rest
// elsewhere, and move neighbours along.

#include "core/float_rules.h"

#include "support/check.h"
#include "support/solving.h"

#include "mien_live/calibration.h"

enum { RATE = 60, REST_SECONDS = 3, MOST = 64 };

/// What a tracker sees of an actor: rest + shapes * curves + noise.
typedef struct Person {
    int count;
    double rest[MOST], shapes[MOST][MOST]; ///< shapes[seen][made]
    uint64_t seed;
} Person;

static bool is_lid(const char *name) { return strncmp(name, "eyeBlink", 8) == 0; }

/// strange: how large a part of each shape is seen in four other curves.
static void person_make(Person *person, const char *const *names, int count, double strange, uint64_t seed)
{
    *person = (Person){.count = count, .seed = seed};
    for (int c = 0; c < count; ++c) {
        const double gain = (double)mien_random_between(&person->seed, 0.6f, 1.4f);
        person->rest[c] = (double)mien_random_between(&person->seed, 0.0f, is_lid(names[c]) ? 0.2f : 0.12f);
        person->shapes[c][c] = gain;
        for (int i = 0; i < 4 && strange > 0; ++i) {
            const int other = (c + 1 + (int)mien_random_between(&person->seed, 0.0f, 11.99f)) % count;
            if (other != c && !is_lid(names[other]) && !is_lid(names[c]))
                person->shapes[other][c] +=
                    strange * gain * 0.5 * (double)mien_random_between(&person->seed, -1.0f, 1.0f) * 1.7;
        }
    }
}

static void person_see(Person *person, const float *curves, float *out)
{
    for (int j = 0; j < person->count; ++j) {
        double sum = person->rest[j] + (double)noise(&person->seed, 0.0015);
        for (int k = 0; k < person->count; ++k)
            sum += person->shapes[j][k] * (double)curves[k];
        out[j] = (float)(sum < 0 ? 0 : sum > 1.5 ? 1.5 : sum);
    }
}

/// A take that an actor makes to be calibrated.
typedef struct Guided {
    double times[RATE * 80];
    float values[RATE * 80 * MOST];
    MienLivePrompt prompts[MOST];
    int frame_count, prompt_count;
} Guided;

static float blink_at(double t)
{
    return t > 0 && t < 0.2 ? (float)(0.5 - 0.5 * cos(2 * 3.14159265 * t / 0.2)) : 0;
}

/// First rest, with blinks; then shapes for a second each: `together` curves at once, from 0 to 1.
static void guided_make(Guided *guided, Person *person, const char *const *names, int together)
{
    guided->frame_count = guided->prompt_count = 0;
    const int groups = (person->count + together - 1) / together;
    for (int f = 0; f < RATE * (REST_SECONDS + groups); ++f) {
        const double t = (double)f / RATE;
        const int group = t < REST_SECONDS ? -1 : (int)(t - REST_SECONDS);
        float curves[MOST] = {0};
        for (int c = 0; c < person->count; ++c) {
            const double part = (t - REST_SECONDS - group) * 3;
            if (is_lid(names[c]))
                curves[c] = blink_at(fmod(t + 0.7, 1.6));
            else if (group >= 0 && c / together == group)
                curves[c] = (float)(part > 1 ? 1 : part);
        }
        person_see(person, curves, guided->values + (size_t)f * (size_t)person->count);
        guided->times[guided->frame_count++] = t;
    }
    for (int c = 0; together == 1 && c < person->count; ++c)
        guided->prompts[guided->prompt_count++] =
            (MienLivePrompt){c, REST_SECONDS + c, REST_SECONDS + c + 1 - 0.5 / RATE};
}

static MienLiveCalibration *calibrate(const Guided *guided, const char *const *names, int count)
{
    const MienLiveCalibrationTake take = {.names = names,
                                          .curve_count = count,
                                          .times = guided->times,
                                          .values = guided->values,
                                          .frame_count = guided->frame_count,
                                          .neutral_end = REST_SECONDS,
                                          .prompts = guided->prompts,
                                          .prompt_count = guided->prompt_count};
    MienLiveCalibration *calibration = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_live_calibrate(&take, &calibration, &error), MIEN_OK);
    if (calibration == NULL)
        printf("%s: %s\n", error.location, error.message);
    return calibration;
}

static Actor ada;
static MienSolver *solver;
static const char *names[MOST];
static int curve_count;
static Guided guided;

static void open_ada(void)
{
    open_actor(&ada, 0, MIENI_CAST_DEFAULT);
    MienError error = {0};
    const MienSolverDesc desc = {
        .poses = ada.loaded.asset, .skeleton = ada.loaded.skeleton, .mesh = ada.mesh};
    require_ok(mien_solver_create(&desc, &solver, &error), &error, __LINE__);
    curve_count = mien_solver_curve_count(solver);
    CHECK(curve_count > 40 && curve_count <= MOST);
    for (int c = 0; c < curve_count; ++c)
        names[c] = mien_solver_curve(solver, c).name;
}

static void close_ada(void)
{
    mien_solver_destroy(solver);
    close_actor(&ada);
}

/// A resting face is at 0, and every blink closes the eye.
static void check_rest_and_blinks(Person *person, MienLiveCalibration *calibration)
{
    float worst = 0, weakest = 2;
    for (int f = 0; f < 20 * RATE; ++f) {
        float curves[MOST] = {0}, seen[MOST], out[MOST];
        const float blink = blink_at(fmod((double)f / RATE, 1.1));
        for (int c = 0; c < curve_count; ++c)
            curves[c] = is_lid(names[c]) && blink > 0.999f ? 1 : 0;
        person_see(person, curves, seen);
        mien_live_calibration_run(calibration, seen, out);
        for (int c = 0; c < curve_count; ++c) {
            if (curves[c] > 0)
                weakest = out[c] < weakest ? out[c] : weakest;
            else
                worst = fabsf(out[c]) > worst ? fabsf(out[c]) : worst;
        }
    }
    CHECK(worst <= 0.02f);
    CHECK(weakest >= 0.98f && weakest <= 1);
}

/// Distances on the character: of curves as they are seen, and calibrated.
static double distance(Performance *truth, Person *person, MienLiveCalibration *calibration)
{
    float *values = calloc((size_t)truth->frame_count * (size_t)curve_count, sizeof *values);
    for (int f = 0; f < truth->frame_count; ++f) {
        float *row = values + (size_t)f * (size_t)curve_count;
        person_see(person, performance_at(truth, f), row);
        if (calibration != NULL)
            mien_live_calibration_run(calibration, row, row);
    }
    const Distance d = vertex_distance(truth, values, &ada, solver, 30);
    free(values);
    return d.rms;
}

static void check_person(Performance *truth, double strange, uint64_t seed, int together, double out[2])
{
    Person person;
    person_make(&person, names, curve_count, strange, seed);
    guided_make(&guided, &person, names, together);
    MienLiveCalibration *calibration = calibrate(&guided, names, curve_count);
    if (calibration != NULL) {
        check_rest_and_blinks(&person, calibration);
        out[0] += distance(truth, &person, NULL);
        out[1] += distance(truth, &person, calibration);
    }
    mien_live_calibration_destroy(calibration);
}

TEST(errors_on_the_character_fall_by_half)
{
    static const double stranges[] = {0, 0.15, 0.35};
    open_ada();
    Performance truth;
    if (performance_read_file(&truth, solver, "curves/livelinkface/alex_rom_4.csv"))
        performance_cut(&truth, 600, 900);
    else
        performance_make(&truth, solver, 900, 3);
    for (int s = 0; s < 3; ++s)
        for (int together = 4; together >= 1; together -= 3) {
            const int people = is_thorough() ? 3 : 1;
            double sums[2] = {0, 0};
            for (uint64_t seed = 1; seed <= (uint64_t)people; ++seed)
                check_person(&truth, stranges[s], 1000 + seed, together, sums);
            printf("shapes differ by %2.0f %%, %s: %.2f %% of the head as seen, %.2f %% calibrated\n",
                   100 * stranges[s], together == 1 ? "one shape a second" : "guided, 20 s", sums[0] / people,
                   sums[1] / people);
            if (together == 1)
                CHECK(sums[1] <= 0.5 * sums[0]);
            else
                CHECK(sums[1] <= 0.7 * sums[0]);
        }
    performance_free(&truth);
    close_ada();
}

/// A lid that hardly rests: blinks all the time, tired eyes.
TEST(lids_never_lose_a_blink)
{
    static const char *const lids[] = {"eyeBlinkLeft", "eyeBlinkRight", "eyeSquintLeft"};
    for (int tired = 0; tired <= 4; ++tired) {
        Person person = {.count = 3, .rest = {0.15 * tired, 0.1 * tired, 0}, .seed = 9};
        for (int c = 0; c < 3; ++c)
            person.shapes[c][c] = 0.9 - person.rest[c];
        guided_make(&guided, &person, lids, 3);
        MienLiveCalibration *calibration = calibrate(&guided, lids, 3);
        for (int i = 0; calibration != NULL && i < 50; ++i) {
            float seen[3], out[3];
            person_see(&person, (const float[]){1, 1, 0}, seen);
            mien_live_calibration_run(calibration, seen, out);
            CHECK(out[0] >= 0.98f && out[1] >= 0.98f);
        }
        mien_live_calibration_destroy(calibration);
    }
}

TEST(a_side_that_was_not_shown_takes_the_other_sides_range)
{
    static const char *const sides[] = {"mouthSmileLeft", "mouthSmileRight", "jawOpen"};
    enum { FRAMES = 200 };
    double times[FRAMES];
    float values[FRAMES * 3];
    for (int f = 0; f < FRAMES; ++f) {
        times[f] = f / 60.0;
        values[f * 3] = f < 100 ? 0.1f : 0.7f;
        values[f * 3 + 1] = 0.2f;
        values[f * 3 + 2] = 0.05f;
    }
    const MienLiveCalibrationTake take = {.names = sides,
                                          .curve_count = 3,
                                          .times = times,
                                          .values = values,
                                          .frame_count = FRAMES,
                                          .neutral_end = 1.5};
    MienLiveCalibration *calibration = NULL;
    CHECK_STATUS(mien_live_calibrate(&take, &calibration, NULL), MIEN_OK);
    if (calibration == NULL)
        return;
    const MienLiveCalibrationDesc desc = mien_live_calibration_desc(calibration);
    CHECK_NEAR((double)desc.curves[0].full, 0.7, 1e-6);
    CHECK_NEAR((double)desc.curves[1].neutral, 0.2, 1e-6);
    CHECK_NEAR((double)desc.curves[1].full, 0.8, 1e-6);
    CHECK_NEAR((double)desc.curves[2].full, 1, 1e-6);
    mien_live_calibration_destroy(calibration);
}

TEST(bad_takes_and_descriptions_are_refused)
{
    static const char *const one[] = {"jawOpen"};
    double times[] = {0, 1, 2, 3, 4, 5};
    float values[] = {0, 0, 0, 0, 0, 1};
    MienLiveCalibrationTake take = {
        .names = one, .curve_count = 1, .times = times, .values = values, .frame_count = 6, .neutral_end = 4};
    MienLiveCalibration *calibration = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_live_calibrate(&take, &calibration, &error), MIEN_OK);
    mien_live_calibration_destroy(calibration);
    static char long_name[2000]; // longer than any room for a name
    memset(long_name, 'L', sizeof long_name - 1);
    take.names = (const char *const[]){long_name};
    CHECK_STATUS(mien_live_calibrate(&take, &calibration, &error), MIEN_ERROR_ARGUMENT);
    take.names = one;
    take.neutral_end = 1;
    CHECK_STATUS(mien_live_calibrate(&take, &calibration, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.message, "The take has 2 frames of the resting face; at least 5 are needed.");
    take.neutral_end = 4;
    times[3] = 2;
    CHECK_STATUS(mien_live_calibrate(&take, &calibration, &error), MIEN_ERROR_DATA);
    times[3] = 3;
    values[2] = NAN;
    CHECK_STATUS(mien_live_calibrate(&take, &calibration, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "frame 2, jawOpen");

    const float added[] = {0.5f, NAN};
    MienLiveCalibrationCurve curves[] = {{.name = "jawOpen", .full = 1},
                                         {.name = "eyeBlinkLeft", .full = 1, .is_lid = true}};
    MienLiveCalibrationPose poses[] = {{0, added}, {0, added}};
    MienLiveCalibrationDesc desc = {curves, 2, poses, 1, NULL};
    CHECK_STATUS(mien_live_calibration_create(&desc, &calibration, &error), MIEN_ERROR_DATA);
    desc.curve_count = 1;
    desc.pose_count = 2;
    CHECK_STATUS(mien_live_calibration_create(&desc, &calibration, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.message, "The curve jawOpen has two poses.");
    desc.pose_count = 0;
    curves[0].full = 0.01f;
    CHECK_STATUS(mien_live_calibration_create(&desc, &calibration, &error), MIEN_ERROR_DATA);
    curves[0].full = 1;
    curves[0].dead = 0.6f;
    CHECK_STATUS(mien_live_calibration_create(&desc, &calibration, &error), MIEN_ERROR_DATA);
    CHECK(calibration == NULL);
}

CHECK_MAIN
{
    RUN(errors_on_the_character_fall_by_half);
    RUN(lids_never_lose_a_blink);
    RUN(a_side_that_was_not_shown_takes_the_other_sides_range);
    RUN(bad_takes_and_descriptions_are_refused);
}
