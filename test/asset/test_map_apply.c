// SPDX-License-Identifier: MIT
//
// Clips through maps, against the plain definition: a target is the sum of its
// sources, each times its weight, at every time.

#include "support/clips.h"

#include "mien_author/map.h"
#include "sample/random.h"

static MienAuthorClipCurve curve_of(const char *name, const MienAuthorKey *keys, int count)
{
    return (MienAuthorClipCurve){.name = name, .key_count = count, .keys = keys};
}

static MienAuthorMap map_of(const MienAuthorMapRow *rows, int count)
{
    return (MienAuthorMap){.from = "a", .to = "b", .row_count = count, .rows = rows};
}

static MienAuthorClip *apply(const MienAuthorClip *clip, const MienAuthorMap *map,
                             const MienAuthorMapOptions *options, MienAuthorMapReport *report)
{
    MienAuthorClip *out = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_author_map_apply(clip, map, options, &out, report, &error), MIEN_OK);
    CHECK_STR(error.message, "");
    if (out != NULL)
        check_clip(out);
    return out;
}

static const MienAuthorClipCurve *find(const MienAuthorClip *clip, const char *name)
{
    for (int c = 0; clip != NULL && c < clip->curve_count; ++c) {
        if (strcmp(clip->curves[c].name, name) == 0)
            return &clip->curves[c];
    }
    return NULL;
}

/// What a target must be at a time.
static double plain_sum(const MienAuthorClip *clip, const MienAuthorMap *map, const char *target, double time)
{
    double sum = 0.0;
    for (int r = 0; r < map->row_count; ++r) {
        const MienAuthorClipCurve *curve = find(clip, map->rows[r].from);
        if (curve != NULL && strcmp(map->rows[r].to, target) == 0)
            sum += (double)map->rows[r].weight * (double)mien_author_curve_evaluate(curve, time);
    }
    return sum;
}

/// Keys with jumps among them, from -0.25 to about 1.25 seconds; times on a coarse
/// grid, so that curves share some.
static int random_keys(uint64_t *random, MienAuthorKey *keys, int least, int most)
{
    const int count = 1 + mien_random_index(random, 8);
    int tick = mien_random_index(random, 8) - 4;
    for (int k = 0; k < count; ++k) {
        keys[k] = (MienAuthorKey){
            .time = tick / 16.0,
            .value = mien_random_between(random, -2.0f, 2.0f),
            .interpolation = (MienAuthorInterpolation)(least + mien_random_index(random, most - least + 1)),
            .arrive = mien_random_between(random, -9.0f, 9.0f),
            .leave = mien_random_between(random, -9.0f, 9.0f)};
        tick += mien_random_index(random, 5);
    }
    return count;
}

/// The largest difference between a made curve and its definition, at the times that
/// matter: on keys, right before and after them, and between.
static double worst_of(const MienAuthorClip *source, const MienAuthorMap *map, const MienAuthorClip *made,
                       const char *target)
{
    const MienAuthorClipCurve *curve = find(made, target);
    double worst = curve != NULL ? 0.0 : 1e9;
    for (int i = -32; i <= 96; ++i) {
        static const double offsets[] = {-1e-7, 0.0, 1e-7};
        for (int o = 0; o < 3; ++o) {
            const double time = i / 64.0 + offsets[o];
            if (time < 0.0 || time > source->length)
                continue;
            const double error =
                (double)mien_author_curve_evaluate(curve, time) - plain_sum(source, map, target, time);
            const double size = error < 0.0 ? -error : error;
            worst = size > worst ? size : worst;
        }
    }
    return worst;
}

/// One source: any kind of keys and ends stays what it is, times the weight.
TEST(one_source_keeps_its_keys)
{
    uint64_t random = 3;
    double worst = 0.0;
    for (int round = 0; round < 300; ++round) {
        MienAuthorKey keys[8];
        MienAuthorClipCurve curve = curve_of("x", keys, random_keys(&random, keys, 0, 2));
        curve.before = (MienAuthorBeyond)mien_random_index(&random, 5);
        curve.after = (MienAuthorBeyond)mien_random_index(&random, 5);
        const MienAuthorMapRow row = {"x", "y",
                                      round % 3 == 0 ? 1.0f : mien_random_between(&random, -3.0f, 3.0f)};
        const MienAuthorMap map = map_of(&row, 1);
        const MienAuthorClip clip = {.rate = 30, .length = 1.0, .curve_count = 1, .curves = &curve};
        MienAuthorMapReport report;
        MienAuthorClip *made = apply(&clip, &map, NULL, &report);
        const double error = worst_of(&clip, &map, made, "y");
        worst = error > worst ? error : worst;
        CHECK_INT(made->curves[0].key_count, curve.key_count);
        CHECK(made->curves[0].before == curve.before && made->curves[0].after == curve.after);
        CHECK_INT(report.resampled_count, 0);
        mien_author_clip_destroy(made);
    }
    printf("largest deviation %.3g\n", worst);
    CHECK(worst < 2e-5);
}

/// Several sources that are lines, or steps: exact, without sampling.
TEST(sums_of_lines_and_steps)
{
    uint64_t random = 5;
    for (int kind = 0; kind < 2; ++kind) {
        double worst = 0.0;
        for (int round = 0; round < 1000; ++round) {
            MienAuthorKey keys[3][8];
            MienAuthorClipCurve curves[3];
            static const char *const names[] = {"x", "y", "z"};
            MienAuthorMapRow rows[3];
            for (int c = 0; c < 3; ++c) {
                curves[c] = curve_of(names[c], keys[c], random_keys(&random, keys[c], kind, kind));
                rows[c] = (MienAuthorMapRow){names[c], "sum", mien_random_between(&random, -3.0f, 3.0f)};
            }
            const MienAuthorMap map = map_of(rows, 3);
            const MienAuthorClip clip = {.rate = 30, .length = 1.0, .curve_count = 3, .curves = curves};
            MienAuthorMapReport report;
            MienAuthorClip *made = apply(&clip, &map, NULL, &report);
            const double error = worst_of(&clip, &map, made, "sum");
            worst = error > worst ? error : worst;
            CHECK_INT(report.resampled_count, 0);
            CHECK_INT(report.source_count, 3);
            mien_author_clip_destroy(made);
        }
        printf("%s: largest deviation %.3g\n", kind == 0 ? "steps" : "lines", worst);
        CHECK(worst < 1e-5);
    }
}

/// Any mixture: exact where it stays keys, and on the frames where it is sampled.
TEST(sums_of_anything)
{
    uint64_t random = 7;
    int sampled = 0, exact = 0;
    for (int round = 0; round < 2000; ++round) {
        MienAuthorKey keys[2][8];
        const int most = round % 2 == 0 ? 1 : 2;
        MienAuthorClipCurve curves[2] = {curve_of("x", keys[0], random_keys(&random, keys[0], 0, most)),
                                         curve_of("y", keys[1], random_keys(&random, keys[1], 0, most))};
        if (round % 5 == 0)
            curves[1].after = MIEN_AUTHOR_CYCLE;
        const MienAuthorMapRow rows[] = {{"x", "sum", 0.5f}, {"y", "sum", -1.5f}};
        const MienAuthorMap map = map_of(rows, 2);
        const MienAuthorClip clip = {.rate = 30, .length = 1.0, .curve_count = 2, .curves = curves};
        MienAuthorMapReport report;
        MienAuthorClip *made = apply(&clip, &map, NULL, &report);
        if (report.resampled_count == 0) {
            ++exact;
            CHECK(worst_of(&clip, &map, made, "sum") < 1e-5);
        } else {
            ++sampled;
            CHECK_INT(made->curves[0].key_count, 31);
            for (int k = 0; k < made->curves[0].key_count; ++k) {
                const double time = made->curves[0].keys[k].time;
                CHECK_NEAR(made->curves[0].keys[k].value, plain_sum(&clip, &map, "sum", time), 1e-5);
            }
        }
        mien_author_clip_destroy(made);
    }
    printf("%d exact, %d sampled\n", exact, sampled);
    CHECK(exact > 200 && sampled > 200);
}

static const MienAuthorKey zero_one[] = {{.time = 0.0, .value = 0.0f, .interpolation = MIEN_AUTHOR_LINEAR},
                                         {.time = 1.0, .value = 1.0f}};

TEST(what_is_mapped_kept_dropped_and_missing)
{
    const MienAuthorClipCurve curves[] = {curve_of("mood", zero_one, 2), curve_of("JawOpen", zero_one, 2),
                                          curve_of("HeadYaw", zero_one, 2),
                                          curve_of("EyeBlinkLeft", NULL, 0)};
    const MienTransform sample = mien_transform_identity();
    const MienAuthorClipTrack track = {.bone = "jaw", .sample_count = 1, .samples = &sample};
    const MienAuthorClipEvent event = {.name = "clap", .time = 0.5};
    const MienAuthorClip clip = {.rate = 60,
                                 .length = 1.0,
                                 .curve_count = 4,
                                 .curves = curves,
                                 .track_count = 1,
                                 .tracks = &track,
                                 .event_count = 1,
                                 .events = &event,
                                 .sound = "take.wav"};
    MienAuthorMap *map = NULL;
    CHECK_STATUS(mien_author_map_load("livelink-to-arkit", NULL, &map, NULL), MIEN_OK);
    MienAuthorMapReport report;
    MienAuthorClip *made = apply(&clip, map, NULL, &report);
    CHECK_INT(made->curve_count, 3);
    CHECK_STR(made->curves[0].name, "eyeBlinkLeft"); // in the order of the map
    CHECK_INT(made->curves[0].key_count, 0);
    CHECK_STR(made->curves[1].name, "jawOpen");
    CHECK(made->curves[1].keys == zero_one);
    CHECK_STR(made->curves[2].name, "mood");
    CHECK(made->tracks == &track && made->events == &event && made->rate == 60);
    CHECK_STR(made->sound, "take.wav");
    CHECK_INT(report.source_count, 2);
    CHECK_INT(report.target_count, 2);
    CHECK_INT(report.unmapped_count, 1);
    CHECK_STR(report.unmapped[0], "HeadYaw");
    CHECK_INT(report.unknown_count, 1);
    CHECK_STR(report.unknown[0], "mood");
    CHECK_INT(report.missing_count, 50);
    CHECK_STR(report.missing[0], "BrowDownLeft");
    mien_author_clip_destroy(made);
    const MienAuthorMapOptions other = {.keep_unmapped = true, .drop_unknown = true};
    made = apply(&clip, map, &other, &report);
    CHECK_INT(made->curve_count, 3);
    CHECK_STR(made->curves[2].name, "HeadYaw");
    CHECK_INT(report.unknown_count, 1);
    mien_author_map_destroy(map); // the clip does not need it
    CHECK_STR(made->curves[1].name, "jawOpen");
    CHECK_STR(report.unmapped[0], "HeadYaw");
    mien_author_clip_destroy(made);
}

TEST(refused)
{
    const MienAuthorClipCurve curves[] = {curve_of("x", zero_one, 2), curve_of("y", zero_one, 2),
                                          curve_of("x", zero_one, 2)};
    const MienAuthorMapRow rows[] = {{"x", "y", 1.0f}};
    const MienAuthorMap map = map_of(rows, 1);
    MienAuthorClip clip = {.length = 1.0, .curve_count = 2, .curves = curves};
    MienAuthorClip *made = NULL;
    MienAuthorMapReport report = {.target_count = 77};
    MienError error = {0};
    CHECK_STATUS(mien_author_map_apply(&clip, &map, NULL, &made, &report, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "curve y");
    CHECK(made == NULL && report.target_count == 77);
    const MienAuthorMapOptions drop = {.drop_unknown = true};
    CHECK_STATUS(mien_author_map_apply(&clip, &map, &drop, &made, NULL, NULL), MIEN_OK);
    CHECK_INT(made->curve_count, 1);
    mien_author_clip_destroy(made);
    clip.curve_count = 3;
    CHECK_STATUS(mien_author_map_apply(&clip, &map, &drop, &made, NULL, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "curve x");

    const MienAuthorKey high = {.value = 999999999.0f},
                        bend[] = {{.interpolation = MIEN_AUTHOR_CUBIC}, {.time = 1.0}};
    const MienAuthorClipCurve odd[] = {curve_of("x", &high, 1), curve_of("b", bend, 2)};
    const MienAuthorMapRow twice[] = {{"x", "y", 2.0f}}, both[] = {{"x", "y", 0.1f}, {"b", "y", 1.0f}};
    const MienAuthorMap steep = map_of(twice, 1), sum = map_of(both, 2);
    clip.curves = odd;
    clip.curve_count = 2;
    CHECK_STATUS(mien_author_map_apply(&clip, &steep, &drop, &made, NULL, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "curve y");
    CHECK_STATUS(mien_author_map_apply(&clip, &sum, NULL, &made, NULL, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.message, "resampling needs the clip's rate, and it has none");
    const MienAuthorMapRow wrong[] = {{"x", NULL, 2.0f}};
    const MienAuthorMap bad = map_of(wrong, 1);
    CHECK_STATUS(mien_author_map_apply(&clip, &bad, NULL, &made, NULL, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "map.rows[0]");
    CHECK_STATUS(mien_author_map_apply(NULL, &map, NULL, &made, NULL, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_map_apply(&clip, NULL, NULL, &made, NULL, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_map_apply(&clip, &map, NULL, NULL, NULL, &error), MIEN_ERROR_ARGUMENT);
}

/// Through two maps one after another, and through both in one.
TEST(composing_and_applying_agree)
{
    MienAuthorMap *first = NULL, *second = NULL, *both = NULL;
    mien_author_map_load("rhubarb-to-oculus", NULL, &first, NULL);
    mien_author_map_load("oculus-to-arkit", NULL, &second, NULL);
    CHECK_STATUS(mien_author_map_compose(first, second, NULL, &both, NULL), MIEN_OK);
    static const char *const shapes[] = {"A", "B", "C", "D", "E", "F", "G", "H", "X"};
    MienAuthorKey keys[9][8];
    MienAuthorClipCurve curves[9];
    uint64_t random = 9;
    for (int c = 0; c < 9; ++c)
        curves[c] = curve_of(shapes[c], keys[c], random_keys(&random, keys[c], 1, 1));
    const MienAuthorClip clip = {.rate = 24, .length = 1.0, .curve_count = 9, .curves = curves};
    MienAuthorClip *middle = apply(&clip, first, NULL, NULL), *twice = apply(middle, second, NULL, NULL);
    MienAuthorClip *once = apply(&clip, both, NULL, NULL);
    CHECK_INT(once->curve_count, twice->curve_count);
    for (int c = 0; c < once->curve_count; ++c) {
        const MienAuthorClipCurve *other = find(twice, once->curves[c].name);
        CHECK(other != NULL);
        for (int i = 0; i <= 100 && other != NULL; ++i)
            CHECK_NEAR(mien_author_curve_evaluate(&once->curves[c], i / 100.0),
                       mien_author_curve_evaluate(other, i / 100.0), 1e-5);
    }
    mien_author_clip_destroy(once);
    mien_author_clip_destroy(twice);
    mien_author_clip_destroy(middle);
    mien_author_map_destroy(both);
    mien_author_map_destroy(second);
    mien_author_map_destroy(first);
}

static MienStatus try_apply(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const MienAuthorClipCurve bent =
        curve_of("w", (MienAuthorKey[]){{.interpolation = MIEN_AUTHOR_CUBIC}, {.time = 1.0}}, 2);
    const MienAuthorClipCurve curves[] = {curve_of("x", zero_one, 2), curve_of("y", zero_one, 2),
                                          curve_of("mood", zero_one, 2), curve_of("lost", zero_one, 2), bent};
    const MienAuthorClip clip = {.rate = 30, .length = 1.0, .curve_count = 5, .curves = curves};
    MienAuthorClip *made = NULL;
    MienAuthorMapReport report;
    const MienStatus status = mien_author_map_apply(
        &clip, given, &(MienAuthorMapOptions){.allocator = allocator}, &made, &report, error);
    *out_is_empty = made == NULL;
    mien_author_clip_destroy(made);
    return status;
}

TEST(no_memory)
{
    static const char *const lost[] = {"lost"};
    static const MienAuthorMapRow rows[] = {{"x", "p", 0.5f},    {"x", "q", 1.0f}, {"y", "q", 1.0f},
                                            {"none", "r", 1.0f}, {"x", "s", 1.0f}, {"w", "s", 1.0f}};
    const MienAuthorMap map = {"a", "b", 6, rows, 1, lost};
    check_call("applying", try_apply, &map);
}

/// The same bits whatever rounding the caller has set, and everywhere.
TEST(one_hash)
{
    uint64_t random = 21;
    MienAuthorKey keys[3][8];
    const MienAuthorClipCurve curves[] = {curve_of("x", keys[0], random_keys(&random, keys[0], 1, 1)),
                                          curve_of("y", keys[1], random_keys(&random, keys[1], 1, 1)),
                                          curve_of("z", keys[2], random_keys(&random, keys[2], 2, 2))};
    const MienAuthorMapRow rows[] = {{"x", "p", 0.3f}, {"y", "p", 0.7f}, {"z", "q", -0.1f}, {"y", "q", 0.9f}};
    const MienAuthorMap map = map_of(rows, 4);
    const MienAuthorClip clip = {.rate = 30, .length = 1.0, .curve_count = 3, .curves = curves};
    char hashes[2][65];
    for (int way = 0; way < 2; ++way) {
        round_upwards(way == 1);
        MienAuthorClip *made = NULL;
        mien_author_map_apply(&clip, &map, NULL, &made, NULL, NULL);
        round_upwards(false);
        hash_clip(made, NULL, hashes[way]);
        mien_author_clip_destroy(made);
    }
    CHECK_STR(hashes[0], hashes[1]);
    CHECK_STR(hashes[0], "99fa63010c4808ea18ea50ef0de8fb654ca70764ba38fd04d9cc398c9fd143f5");
}

CHECK_MAIN
{
    RUN(one_source_keeps_its_keys);
    RUN(sums_of_lines_and_steps);
    RUN(sums_of_anything);
    RUN(what_is_mapped_kept_dropped_and_missing);
    RUN(refused);
    RUN(composing_and_applying_agree);
    RUN(no_memory);
    RUN(one_hash);
}
