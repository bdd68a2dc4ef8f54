// SPDX-License-Identifier: MIT
//
// Bodies and faces in motion are what they promise, and the same on every platform.
// Prints what each is like.

#include "support/clips.h"

#include "sample/performances.h"

static void hash_motion(const MienSampleMotionOptions *options, char text[65])
{
    MienAuthorSkeleton skeleton;
    MienAuthorClip *clip = mien_sample_motion_create(options, &skeleton);
    CHECK(clip != NULL);
    if (clip != NULL)
        hash_clip(clip, &skeleton, text);
    mien_author_clip_destroy(clip);
}

static double square_of(MienVec3 v) { return (double)v.x * v.x + (double)v.y * v.y + (double)v.z * v.z; }

/// A person of about 1.8 m with bones of 2 to 45 cm, in the reference pose.
static void check_body(const MienAuthorSkeleton *skeleton)
{
    MienTransform model[128];
    float low = 1000.0f, high = -1000.0f;
    for (int b = 0; b < skeleton->bone_count; ++b) {
        const MienAuthorBone *bone = &skeleton->bones[b];
        CHECK(bone->parent < b && (bone->parent >= 0) == (b > 0));
        const double square = square_of(bone->rest.translation);
        CHECK(b == 0 || (square >= 0.02 * 0.02 && square <= 0.45 * 0.45));
        model[b] = b == 0 ? bone->rest : mien_transform_compose(&model[bone->parent], &bone->rest);
        low = model[b].translation.y < low ? model[b].translation.y : low;
        high = model[b].translation.y > high ? model[b].translation.y : high;
    }
    CHECK_NEAR(high - low, 1.8, 0.06);
}

/// How far a face's bones go: 8 degrees are a product of 0.99756 or more.
static void check_face(const MienAuthorSkeleton *skeleton, const MienAuthorClip *clip)
{
    int on_head = 0, moving = 0, faults = 0;
    for (int t = 0; t < clip->track_count; ++t) {
        const MienTransform *from = &skeleton->bones[t].rest;
        bool turns = false, shifts = false;
        for (int f = 0; f < clip->tracks[t].sample_count; ++f) {
            const MienQuat a = from->rotation, b = clip->tracks[t].samples[f].rotation;
            const MienVec3 p = from->translation, q = clip->tracks[t].samples[f].translation;
            faults += (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w) < 0.99755f;
            faults += square_of((MienVec3){q.x - p.x, q.y - p.y, q.z - p.z}) > 0.0041 * 0.0041;
            turns = turns || memcmp(&a, &b, sizeof a) != 0;
            shifts = shifts || memcmp(&p, &q, sizeof p) != 0;
        }
        on_head += skeleton->bones[t].parent == 2;
        moving += turns && shifts;
    }
    CHECK_INT(faults, 0);
    CHECK(on_head > 128 / 2);
    CHECK(moving > 128 * 3 / 4);
}

/// Only the root of a body changes its translation, and nothing its scale.
static void check_lengths(const MienAuthorSkeleton *skeleton, const MienAuthorClip *clip)
{
    int faults = 0;
    for (int t = 1; t < clip->track_count; ++t) {
        const MienTransform *from = &skeleton->bones[t].rest;
        for (int f = 0; f < clip->tracks[t].sample_count; ++f) {
            const MienTransform *sample = &clip->tracks[t].samples[f];
            faults += memcmp(&sample->translation, &from->translation, sizeof from->translation) != 0;
            faults += sample->scale.x != 1.0f || sample->scale.y != 1.0f || sample->scale.z != 1.0f;
        }
    }
    CHECK_INT(faults, 0);
}

static MienSampleClipStatistics print_motion(const char *name, const MienAuthorClip *clip, uint64_t seed)
{
    const MienSampleClipStatistics s = mien_sample_clip_statistics(clip);
    printf("%s, %d bones, seed %d: %d frames, raw %.0f B/s, constant %.2f %%, turn %.5f rad per frame, "
           "range %.4f m\n",
           name, clip->track_count, (int)seed, s.frame_count, s.raw_bytes_per_second,
           100.0 * s.constant_tracks, s.mean_turn, s.translation_range);
    return s;
}

/// The hashes were printed by the first platform; all others must agree.
TEST(motions_are_pinned)
{
    static const struct {
        const char *name;
        MienSampleMotionOptions options;
        const char *hash;
    } cases[] = {
        {"body", {.seed = 1}, "025a41ea17fbd8de3e81e7f6fc7a48bf90d71692c71b4fd6192f0181e39cdd4c"},
        {"body with noise",
         {.seed = 1, .has_noise = true},
         "31e54dcf26b7b1e2113b85ee1bd1c754b067f4a7654211d2ca81dd65c2834d85"},
        {"face",
         {.seed = 2, .is_face = true},
         "671e21f11444368e5aa6b4af64ffc2b857ff9f0d54fad415397775ab56ea2590"},
    };
    for (int i = 0; i < 3; ++i) {
        MienAuthorSkeleton skeleton;
        MienAuthorClip *clip = mien_sample_motion_create(&cases[i].options, &skeleton);
        char text[65];
        CHECK(clip != NULL);
        if (clip == NULL)
            return;
        check_clip(clip);
        CHECK_INT(skeleton.bone_count, 128);
        CHECK_INT(clip->track_count, 128);
        CHECK_INT(clip->tracks[0].sample_count, 1800);
        const MienSampleClipStatistics s = print_motion(cases[i].name, clip, cases[i].options.seed);
        CHECK(s.raw_bytes_per_second == 153600.0);
        if (cases[i].options.is_face) {
            check_face(&skeleton, clip);
            CHECK(s.constant_tracks > 0.0 && s.constant_tracks < 0.25);
            CHECK(s.translation_range > 0.002 && s.translation_range < 0.008);
        } else {
            check_body(&skeleton);
            check_lengths(&skeleton, clip);
            CHECK(s.constant_tracks == 0.0);
            CHECK(s.translation_range > 5.0);
        }
        hash_clip(clip, &skeleton, text);
        CHECK_STR(text, cases[i].hash);
        mien_author_clip_destroy(clip);
    }
}

/// Rotations of some fingers hold, to the bit, for a second and more.
TEST(fingers_rest)
{
    MienAuthorSkeleton skeleton;
    MienAuthorClip *clip =
        mien_sample_motion_create(&(MienSampleMotionOptions){.seed = 4, .seconds = 20}, &skeleton);
    int resting = 0;
    for (int t = 0; t < clip->track_count; ++t) {
        int longest = 0, run = 0;
        for (int f = 1; f < clip->tracks[t].sample_count; ++f) {
            const MienTransform *s = &clip->tracks[t].samples[f];
            run = memcmp(s, s - 1, sizeof *s) == 0 ? run + 1 : 0;
            longest = run > longest ? run : longest;
        }
        resting += longest >= 30;
        CHECK(longest < 30 || strncmp(skeleton.bones[t].name, "spine", 5) != 0);
    }
    CHECK(resting >= 10 && resting <= 40);
    mien_author_clip_destroy(clip);
}

TEST(skeletons_can_be_cooked)
{
    static const int counts[] = {1, 2, 20, 128, 300};
    for (int i = 0; i < 10; ++i) {
        const MienSampleMotionOptions options = {
            .seed = 5, .bone_count = counts[i / 2], .seconds = 1, .is_face = i % 2 == 1};
        MienAuthorSkeleton skeleton;
        MienAuthorClip *clip = mien_sample_motion_create(&options, &skeleton);
        MienAuthorPack pack;
        check_clip(clip);
        CHECK_INT(skeleton.bone_count, counts[i / 2]);
        CHECK_STATUS(mien_author_skeleton_cook(&skeleton, NULL, &pack, NULL), MIEN_OK);
        for (int t = 0; t < clip->track_count; ++t)
            CHECK_STR(clip->tracks[t].bone, skeleton.bones[t].name);
        mien_author_pack_release(&pack);
        mien_author_clip_destroy(clip);
    }
}

TEST(options_decide)
{
    const MienSampleMotionOptions one = {.seed = 1, .seconds = 2}, other = {.seed = 2, .seconds = 2};
    char a[65], b[65], c[65];
    hash_motion(&one, a);
    hash_motion(&other, b);
    hash_motion(&one, c);
    CHECK(strcmp(a, b) != 0);
    CHECK_STR(c, a);
}

TEST(rounding_does_not_matter)
{
    const MienSampleMotionOptions options = {.seed = 6, .seconds = 2, .has_noise = true};
    char a[65], b[65];
    hash_motion(&options, a);
    MienAuthorSkeleton skeleton;
    MienAuthorClip *clip = mien_sample_motion_create(&options, &skeleton);
    const MienSampleClipStatistics s = mien_sample_clip_statistics(clip);
    const bool can_round = round_upwards(true);
    const MienSampleClipStatistics t = mien_sample_clip_statistics(clip);
    hash_motion(&options, b);
    round_upwards(false);
    CHECK_STR(b, a);
    CHECK(memcmp(&s, &t, sizeof s) == 0);
    mien_author_clip_destroy(clip);
    if (!can_round)
        SKIP("rounding cannot be chosen here");
}

TEST(nonsense_is_refused)
{
    static const MienSampleMotionOptions wrong[] = {{.bone_count = -1}, {.bone_count = 1 << 30},
                                                    {.rate = -1},       {.rate = 1 << 30},
                                                    {.seconds = -1},    {.seconds = 1 << 30}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        MienAuthorSkeleton skeleton;
        CHECK(mien_sample_motion_create(&wrong[i], &skeleton) == NULL);
        CHECK_INT(skeleton.bone_count, 0);
    }
}

TEST(every_allocation_fails)
{
    for (int kind = 0; kind < 2; ++kind) {
        bool is_done = false;
        int steps = 1;
        for (; !is_done && steps < 1000; ++steps) {
            Ledger ledger = {.fails = steps};
            const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
            const MienSampleMotionOptions options = {
                .rate = 10, .seconds = 1, .is_face = kind == 1, .allocator = &allocator};
            MienAuthorSkeleton skeleton;
            MienAuthorClip *clip = mien_sample_motion_create(&options, &skeleton);
            is_done = ledger.allocations < steps;
            CHECK((clip != NULL) == is_done);
            CHECK_INT(skeleton.bone_count, is_done ? 128 : 0);
            mien_author_clip_destroy(clip);
            CHECK_INT(ledger.live, 0);
        }
        CHECK(is_done && steps > 100);
    }
}

CHECK_MAIN
{
    RUN(motions_are_pinned);
    RUN(fingers_rest);
    RUN(skeletons_can_be_cooked);
    RUN(options_decide);
    RUN(rounding_does_not_matter);
    RUN(nonsense_is_refused);
    RUN(every_allocation_fails);
}
