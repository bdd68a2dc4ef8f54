// SPDX-License-Identifier: MIT
//
// Packed tracks against the descriptions they were cooked from: points around each
// bone, at the shell's distance, in the bone's own space and through a skeleton, on
// frames and halfway between. MIEN_SEED chooses other motions, MIEN_CASES scales
// their number.

#include "support/cases.h"
#include "support/ledger.h"
#include "support/random_motions.h"

#include "core/clip_data.h"
#include "core/square_root.h"
#include "sample/performances.h"

/// A transform in double, so that composing adds no error of its own.
typedef struct Place {
    double q[4], t[3], s[3];
} Place;

static void turn(const double q[4], const double v[3], double out[3])
{
    const double c[3] = {q[1] * v[2] - q[2] * v[1], q[2] * v[0] - q[0] * v[2], q[0] * v[1] - q[1] * v[0]};
    const double d[3] = {q[1] * c[2] - q[2] * c[1], q[2] * c[0] - q[0] * c[2], q[0] * c[1] - q[1] * c[0]};
    for (int k = 0; k < 3; ++k)
        out[k] = v[k] + 2.0 * (q[3] * c[k] + d[k]);
}

static Place place_of(const MienTransform *t)
{
    Place p = {{(double)t->rotation.x, (double)t->rotation.y, (double)t->rotation.z, (double)t->rotation.w},
               {(double)t->translation.x, (double)t->translation.y, (double)t->translation.z},
               {(double)t->scale.x, (double)t->scale.y, (double)t->scale.z}};
    const double length =
        mieni_sqrt((p.q[0] * p.q[0] + p.q[1] * p.q[1]) + (p.q[2] * p.q[2] + p.q[3] * p.q[3]));
    for (int k = 0; k < 4; ++k)
        p.q[k] /= length;
    return p;
}

/// As mien_transform_compose.
static Place compose(const Place *a, const Place *b)
{
    Place out;
    const double v[3] = {a->s[0] * b->t[0], a->s[1] * b->t[1], a->s[2] * b->t[2]};
    turn(a->q, v, out.t);
    for (int k = 0; k < 3; ++k) {
        out.t[k] += a->t[k];
        out.s[k] = a->s[k] * b->s[k];
    }
    out.q[0] = a->q[3] * b->q[0] + a->q[0] * b->q[3] + a->q[1] * b->q[2] - a->q[2] * b->q[1];
    out.q[1] = a->q[3] * b->q[1] + a->q[1] * b->q[3] + a->q[2] * b->q[0] - a->q[0] * b->q[2];
    out.q[2] = a->q[3] * b->q[2] + a->q[2] * b->q[3] + a->q[0] * b->q[1] - a->q[1] * b->q[0];
    out.q[3] = a->q[3] * b->q[3] - a->q[0] * b->q[0] - a->q[1] * b->q[1] - a->q[2] * b->q[2];
    return out;
}

/// Largest distance between where two places bring six points at the shell.
static double apart(const Place *a, const Place *b, double shell)
{
    double worst = 0.0;
    for (int i = 0; i < 6; ++i) {
        double p[3] = {0.0, 0.0, 0.0}, q[3] = {0.0, 0.0, 0.0}, x[3], y[3], sum = 0.0;
        p[i / 2] = (i % 2 == 0 ? shell : -shell) * a->s[i / 2];
        q[i / 2] = (i % 2 == 0 ? shell : -shell) * b->s[i / 2];
        turn(a->q, p, x);
        turn(b->q, q, y);
        for (int k = 0; k < 3; ++k) {
            const double d = (x[k] + a->t[k]) - (y[k] + b->t[k]);
            sum += d * d;
        }
        worst = sum > worst ? sum : worst;
    }
    return mieni_sqrt(worst);
}

/// Bones of the motion as described and as packed, local or through the skeleton.
typedef struct Compared {
    Place described[MOST_BONES], packed[MOST_BONES];
    double reach[MOST_BONES]; ///< Metres from a root along the bones.
} Compared;

static void compare(const RandomMotion *m, const PackedClip *p, double time, bool in_model, Compared *out)
{
    MienTransform bones[MOST_BONES];
    const MienClipJob job = {
        .clip = p->clip, .time = time, .bone_count = p->info.track_count, .out_bones = bones};
    CHECK_STATUS(mien_clip_job_run(&job), MIEN_OK);
    for (int b = 0; b < m->skeleton.bone_count; ++b) {
        const int track = m->track_of[b], parent = m->bones[b].parent;
        const MienTransform described =
            track >= 0 ? mien_author_track_evaluate(&m->clip, track, time) : m->bones[b].rest;
        const int place = track >= 0 ? mien_clip_find_track(p->clip, m->names[b]) : 0;
        if (place < 0) {
            CHECK(place >= 0);
            return;
        }
        out->described[b] = place_of(&described);
        out->packed[b] = place_of(track >= 0 ? &bones[place] : &m->bones[b].rest);
        const double *t = out->described[b].t;
        out->reach[b] = absolute(t[0]) + absolute(t[1]) + absolute(t[2]);
        if (!in_model || parent < 0)
            continue;
        out->described[b] = compose(&out->described[parent], &out->described[b]);
        out->packed[b] = compose(&out->packed[parent], &out->packed[b]);
        out->reach[b] += out->reach[parent];
    }
}

/// What is allowed: the error, and what rounding rotations and translations to floats
/// costs along the way. Exact tracks are off by that only.
static double allowed_of(const RandomMotion *m, double reach, double shell)
{
    const double error = m->options.track_error == 0.0f ? 0.0001 : (double)m->options.track_error;
    return (error < 0.0 ? 0.0 : error) + 0x1p-22 * (reach + shell);
}

static void check_motion(const RandomMotion *m, const PackedClip *p, bool in_model, Tally *t)
{
    const double shell = m->options.shell == 0.0f ? 0.03 : (double)m->options.shell;
    const double rate = (double)p->info.rate / (double)p->info.rate_divisor;
    Compared compared;
    for (int i = 0; i < 3 * p->info.frame_count - 2; ++i) {
        // Just beside the middle, where stepped tracks change over.
        static const double parts[] = {0.0, 0.499, 0.501};
        if (i % 3 != 0 && m->is_sparse)
            continue;
        const double time = i % 3 == 0 ? packed_clip_time(p, i / 3) : ((double)(i / 3) + parts[i % 3]) / rate;
        compare(m, p, time, in_model, &compared);
        for (int b = 0; b < m->skeleton.bone_count; ++b, ++t->cases)
            tally(t, apart(&compared.described[b], &compared.packed[b], shell) /
                         allowed_of(m, compared.reach[b], shell));
    }
}

static void check_motions(int property, bool with_skeleton)
{
    Random random = {property_seed(property)};
    Tally t = {.limit = 1.0};
    RandomMotion m;
    const int wanted = property_cases(80);
    for (int i = 0; i < wanted; ++i) {
        const Random start = random;
        const bool was_fine = t.worst <= 1.0;
        random_motion(&random, &m);
        if (with_skeleton)
            m.options.skeleton = &m.skeleton;
        PackedClip p = packed_clip(&m.clip, &m.options);
        CHECK(p.clip != NULL);
        if (p.clip != NULL) {
            CHECK_INT(p.info.track_count, m.clip.track_count);
            CHECK_INT(p.info.frame_count, m.frames + 1);
            check_motion(&m, &p, with_skeleton, &t);
        }
        if (was_fine && t.worst > 1.0)
            printf("motion %d, random state %" PRIu64 ", is the first to fail\n", i, start.state);
        packed_clip_free(&p);
        random_motion_free(&m);
    }
    tally_close(&t, with_skeleton ? "through the skeleton" : "in each bone's own space");
}

TEST(motions_in_own_space) { check_motions(51, false); }
TEST(motions_through_the_skeleton) { check_motions(52, true); }

/// Stored whole: translations and scales are the same bits on frames.
TEST(exact_motions)
{
    Random random = {53};
    RandomMotion m;
    int wrong = 0;
    for (int i = 0; i < 20; ++i) {
        random_motion(&random, &m);
        m.options.track_error = MIEN_AUTHOR_EXACT;
        PackedClip p = packed_clip(&m.clip, &m.options);
        MienTransform bones[MOST_BONES];
        for (int f = 0; p.clip != NULL && f < p.info.frame_count; ++f) {
            const double time = packed_clip_time(&p, f);
            const MienClipJob job = {
                .clip = p.clip, .time = time, .bone_count = p.info.track_count, .out_bones = bones};
            CHECK_STATUS(mien_clip_job_run(&job), MIEN_OK);
            for (int t = 0; t < m.clip.track_count; ++t) {
                const MienTransform expected = mien_author_track_evaluate(&m.clip, t, time);
                const MienTransform *bone = &bones[mien_clip_find_track(p.clip, m.tracks[t].bone)];
                for (int k = 0; k < 3; ++k) {
                    wrong += !same_bits((&bone->translation.x)[k], (&expected.translation.x)[k] + 0.0f);
                    wrong += !same_bits((&bone->scale.x)[k], (&expected.scale.x)[k] + 0.0f);
                }
            }
        }
        packed_clip_free(&p);
        random_motion_free(&m);
    }
    CHECK_INT(wrong, 0);
}

/// A body and a face as the samples make them, and that they take few bytes.
TEST(sample_motions)
{
    for (int i = 0; i < 3; ++i) {
        const MienSampleMotionOptions options = {
            .seed = 3, .bone_count = 40, .seconds = 6, .is_face = i == 1, .has_noise = i == 2};
        RandomMotion m = {0};
        MienAuthorClip *clip = mien_sample_motion_create(&options, &m.skeleton);
        CHECK(clip != NULL && m.skeleton.bone_count <= MOST_BONES);
        m.clip = *clip;
        m.options.skeleton = &m.skeleton;
        for (int b = 0; b < m.skeleton.bone_count; ++b) {
            m.bones[b] = m.skeleton.bones[b];
            snprintf(m.names[b], sizeof m.names[b], "%s", m.skeleton.bones[b].name);
            m.track_of[b] = -1;
            for (int t = 0; t < clip->track_count; ++t) {
                if (strcmp(clip->tracks[t].bone, m.names[b]) == 0)
                    m.track_of[b] = t;
            }
        }
        Tally t = {.limit = 1.0};
        PackedClip p = packed_clip(&m.clip, &m.options);
        if (p.clip != NULL)
            check_motion(&m, &p, true, &t);
        printf("motion %d, %zu bytes: ", i, p.info.track_bytes);
        tally_close(&t, "through the skeleton");
        CHECK(p.info.track_bytes * 4 < (size_t)p.info.frame_count * (size_t)clip->track_count * 40);
        packed_clip_free(&p);
        mien_author_clip_destroy(clip);
    }
}

static MienStatus cook(const void *user, const MienAllocator *allocator, bool *out_is_empty, MienError *error)
{
    const RandomMotion *m = user;
    MienAuthorClipOptions options = m->options;
    options.allocator = allocator;
    MienAuthorPack pack = {(uint8_t *)&pack, 1, NULL};
    const MienStatus status = mien_author_clip_cook(&m->clip, &options, &pack, NULL, error);
    *out_is_empty = pack.data == NULL && pack.size == 0;
    mien_author_pack_release(&pack);
    return status;
}

TEST(every_allocation_fails)
{
    Random random = {54};
    RandomMotion m;
    for (int i = 0; i < 4; ++i) {
        random_motion(&random, &m);
        if (i % 2 == 0)
            m.options.skeleton = &m.skeleton;
        check_call("cooking a motion", cook, &m);
        random_motion_free(&m);
    }
}

/// The rotation that a track is packed relative to: the middle one, or the first of a bone that goes all
/// around, whose middle says nothing.
TEST(rotations_all_around)
{
    enum { TURN = 64, FRAMES = TURN + 4 };
    MienTransform samples[FRAMES];
    for (int f = 0; f < FRAMES; ++f) {
        double sine, cosine;
        mien_sincos(6.283185307179586 * f / TURN, &sine, &cosine);
        samples[f] =
            (MienTransform){.rotation = {0.0f, (float)sine, 0.0f, (float)cosine}, .scale = {1, 1, 1}};
    }
    const MienAuthorClipTrack track = {.bone = "wheel", .sample_count = FRAMES, .samples = samples};
    const MienAuthorClip clip = {
        .rate = 30, .length = (FRAMES - 1) / 30.0, .track_count = 1, .tracks = &track};
    PackedClip p = packed_clip(&clip, NULL);
    if (p.clip != NULL)
        CHECK(memcmp(&p.clip->still_tracks[0].rotation, &samples[0].rotation, sizeof(MienQuat)) == 0);
    packed_clip_free(&p);
}

TEST(same_bytes_twice)
{
    Random random = {55};
    RandomMotion m;
    for (int i = 0; i < 10; ++i) {
        MienAuthorPack packs[2];
        random_motion(&random, &m);
        for (int k = 0; k < 2; ++k)
            CHECK_STATUS(mien_author_clip_cook(&m.clip, &m.options, &packs[k], NULL, NULL), MIEN_OK);
        CHECK(packs[0].size == packs[1].size && memcmp(packs[0].data, packs[1].data, packs[0].size) == 0);
        mien_author_pack_release(&packs[0]);
        mien_author_pack_release(&packs[1]);
        random_motion_free(&m);
    }
}

/// Motion that is next to nothing leaves so much of the tolerance that steps could grow without end.
TEST(motion_next_to_nothing_is_cooked)
{
    enum { FRAMES = 40 };
    static MienTransform samples[FRAMES];
    for (int f = 0; f < FRAMES; ++f) {
        samples[f] = (MienTransform){.rotation.w = 1.0f, .scale = {1.0f, 1.0f, 1.0f}};
        samples[f].rotation.x = f % 3 == 0 ? 1e-12f : 0.0f;
        samples[f].translation.y = f % 2 == 0 ? 1e-12f : 0.0f;
    }
    const MienAuthorClipTrack track = {.bone = "root", .sample_count = FRAMES, .samples = samples};
    const MienAuthorClip clip = {
        .rate = 30, .length = (FRAMES - 1) / 30.0, .track_count = 1, .tracks = &track};
    PackedClip packed = packed_clip(&clip, NULL);
    CHECK(packed.clip != NULL);
    packed_clip_free(&packed);
}

CHECK_MAIN
{
    RUN(motions_in_own_space);
    RUN(motions_through_the_skeleton);
    RUN(exact_motions);
    RUN(sample_motions);
    RUN(every_allocation_fails);
    RUN(rotations_all_around);
    RUN(same_bytes_twice);
    RUN(motion_next_to_nothing_is_cooked);
}
