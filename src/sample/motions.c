// SPDX-License-Identifier: MIT
//
// Bones in motion: each turns, and in a face shifts, by sums of a few waves between
// 0.1 and 3 Hz; a body walks besides.

#include "core/float_rules.h"

#include "sample/performances.h"

#include "author/clip/memory.h"
#include "core/float_env.h"
#include "core/square_root.h"
#include "sample/making.h"
#include "sample/random.h"

/// Sequences of random numbers; each bone has three of its own from BONES on.
enum { SKELETON, STRIDE, WALK, BONES };

enum { MOST_WAVES = 5 };

static const double tau = 6.283185307179586; // one turn
static const double tremble = 0.0005;        // radians
static const double rest_ramp = 0.3;         // seconds until a resting bone is at full speed

/// Waves that are added up; together at most as high as asked for.
typedef struct Waves {
    int count;
    double frequency[MOST_WAVES], phase[MOST_WAVES], height[MOST_WAVES];
} Waves;

static double between(uint64_t *random, float low, float high)
{
    return (double)mien_random_between(random, low, high);
}

static double sine(double x)
{
    double sine_of, cosine_of;
    mien_sincos(x, &sine_of, &cosine_of);
    return sine_of;
}

// v = angle * axis, so sin(angle / 2) axis = v sin(angle / 2) / angle.
MienQuat mieni_turn_by(double x, double y, double z)
{
    const double angle = mieni_sqrt((x * x + y * y) + z * z);
    double sine_of, cosine_of;
    mien_sincos(0.5 * angle, &sine_of, &cosine_of);
    const double part = angle > 1e-12 ? sine_of / angle : 0.5;
    return (MienQuat){(float)(x * part), (float)(y * part), (float)(z * part), (float)cosine_of};
}

/// Slow waves are higher than fast ones, as in anything with mass.
static Waves make_waves(uint64_t *random, float low, float high, double height)
{
    Waves waves = {.count = 3 + mien_random_index(random, MOST_WAVES - 2)};
    double sum = 0.0;
    for (int i = 0; i < waves.count; ++i) {
        const double place = between(random, 0.0f, 1.0f); // squared: most waves are slow
        const double weight = between(random, 0.3f, 1.0f);
        waves.frequency[i] = (double)low + (double)(high - low) * (place * place);
        waves.phase[i] = between(random, 0.0f, 1.0f);
        waves.height[i] = weight / (0.3 + waves.frequency[i]);
        sum += waves.height[i];
    }
    for (int i = 0; i < waves.count; ++i)
        waves.height[i] = waves.height[i] / sum * height;
    return waves;
}

static double wave_sum(const Waves *waves, double time)
{
    double sum = 0.0;
    for (int i = 0; i < waves->count; ++i)
        sum += waves->height[i] * sine(tau * (waves->frequency[i] * time + waves->phase[i]));
    return sum;
}

/// A clip of bones in the making.
typedef struct Scene {
    const MienSampleMotionOptions *options;
    int bone_count, rate, frame_count;
    double stride; ///< Strides per second.
    MienAuthorBone *bones;
    MieniMotion *motions;
    MienTransform **samples;
} Scene;

/// A bone's own time: it stands still while the bone rests.
typedef struct Clock {
    uint64_t random;
    double time, speed;
    int left; ///< Frames until the bone begins or ends to rest.
    bool is_resting;
} Clock;

static void advance(Clock *clock, const Scene *scene, bool rests)
{
    const double ramp = 1.0 / (rest_ramp * scene->rate);
    if (rests && clock->left-- <= 0) {
        clock->is_resting = !clock->is_resting;
        clock->left = (int)(between(&clock->random, 1.0f, 4.0f) * scene->rate);
    }
    clock->speed += clock->is_resting ? -ramp : ramp;
    clock->speed = clock->speed < 0.0 ? 0.0 : clock->speed > 1.0 ? 1.0 : clock->speed;
    clock->time += clock->speed / scene->rate;
}

static void move_bone(const Scene *scene, int bone)
{
    const MieniMotion *motion = &scene->motions[bone];
    const MienTransform reference = scene->bones[bone].reference;
    const uint64_t seed = scene->options->seed;
    uint64_t random = mien_random_stream(seed, BONES + 3 * bone);
    uint64_t noise = mien_random_stream(seed, BONES + 3 * bone + 1);
    Clock clock = {.random = mien_random_stream(seed, BONES + 3 * bone + 2), .speed = 1.0};
    Waves turns[3], shifts[3];
    for (int k = 0; k < 3; ++k) {
        turns[k] = make_waves(&random, 0.1f, 3.0f, (double)motion->turn);
        shifts[k] = make_waves(&random, 0.1f, 3.0f, (double)motion->shift);
    }
    const bool is_still = motion->turn == 0.0f && motion->shift == 0.0f;
    for (int f = 0; f < scene->frame_count; ++f) {
        MienTransform *out = &scene->samples[bone][f];
        double by[3];
        *out = reference;
        if (is_still && !scene->options->has_noise)
            continue;
        for (int k = 0; k < 3; ++k) {
            by[k] = wave_sum(&turns[k], clock.time);
            by[k] += scene->options->has_noise ? tremble * mien_random_normal(&noise) : 0.0;
        }
        if (motion->swing != 0.0f)
            by[0] += (double)motion->swing * sine(tau * (scene->stride * clock.time + (double)motion->phase));
        out->rotation =
            mien_quat_normalize(mien_quat_multiply(reference.rotation, mieni_turn_by(by[0], by[1], by[2])));
        if (motion->shift != 0.0f) {
            out->translation.x += (float)wave_sum(&shifts[0], clock.time);
            out->translation.y += (float)wave_sum(&shifts[1], clock.time);
            out->translation.z += (float)wave_sum(&shifts[2], clock.time);
        }
        advance(&clock, scene, motion->rests);
    }
}

/// Carries the root along a winding way, up and down with each step and from side
/// to side with each stride.
static void walk(const Scene *scene)
{
    uint64_t random = mien_random_stream(scene->options->seed, WALK);
    const Waves headings = make_waves(&random, 0.02f, 0.12f, 2.0),
                paces = make_waves(&random, 0.05f, 0.3f, 0.5);
    double x = 0.0, z = 0.0;
    for (int f = 0; f < scene->frame_count; ++f) {
        const double time = (double)f / scene->rate, heading = wave_sum(&headings, time);
        const double bob = 0.025 * sine(2.0 * tau * scene->stride * time);
        const double sway = 0.02 * sine(tau * scene->stride * time);
        double sine_of, cosine_of;
        mien_sincos(heading, &sine_of, &cosine_of);
        MienTransform *root = &scene->samples[0][f];
        root->translation.x += (float)(x + sway * cosine_of);
        root->translation.y += (float)bob;
        root->translation.z += (float)(z - sway * sine_of);
        root->rotation =
            mien_quat_normalize(mien_quat_multiply(mieni_turn_by(0.0, heading, 0.0), root->rotation));
        const double way = (1.2 + wave_sum(&paces, time)) / scene->rate;
        x += way * sine_of;
        z += way * cosine_of;
    }
}

static MIENI_APART bool move(Scene *scene, MieniArena *arena, double *out_length)
{
    const uint64_t seed = scene->options->seed;
    const uint64_t skeleton = mien_random_stream(seed, SKELETON);
    uint64_t random = mien_random_stream(seed, STRIDE);
    scene->stride = between(&random, 0.8f, 1.0f);
    const bool is_made =
        scene->options->is_face
            ? mieni_make_face(arena, skeleton, scene->bone_count, scene->bones, scene->motions)
            : mieni_make_body(arena, skeleton, scene->bone_count, scene->bones, scene->motions);
    if (!is_made)
        return false;
    for (int b = 0; b < scene->bone_count; ++b)
        move_bone(scene, b);
    if (!scene->options->is_face)
        walk(scene);
    *out_length = (double)(scene->frame_count - 1) / scene->rate;
    return true;
}

/// Everything but names; false without memory.
static bool take_tracks(MieniArena *arena, Scene *scene, MienAuthorClipTrack **out_tracks)
{
    const size_t count = (size_t)scene->bone_count;
    MienAuthorClipTrack *tracks = mieni_arena_take(arena, count, sizeof *tracks);
    scene->bones = mieni_arena_take(arena, count, sizeof *scene->bones);
    scene->motions = mieni_arena_take(arena, count, sizeof *scene->motions);
    scene->samples = mieni_arena_take(arena, count, sizeof *scene->samples);
    if (arena->is_out_of_memory)
        return false;
    for (size_t b = 0; b < count && !arena->is_out_of_memory; ++b) {
        scene->samples[b] = mieni_arena_take(arena, (size_t)scene->frame_count, sizeof **scene->samples);
        tracks[b] = (MienAuthorClipTrack){.sample_count = scene->frame_count, .samples = scene->samples[b]};
    }
    *out_tracks = tracks;
    return !arena->is_out_of_memory;
}

/// Fills a new clip; false without memory.
static bool make_clip(MienAuthorClip *clip, Scene *scene)
{
    MieniArena *arena = mieni_clip_arena(clip);
    MienAuthorClipTrack *tracks = NULL;
    if (!take_tracks(arena, scene, &tracks))
        return false;
    const MieniFloatEnv env = mieni_float_env_enter();
    const bool is_made = move(scene, arena, &clip->length);
    mieni_float_env_leave(env);
    for (int b = 0; is_made && b < scene->bone_count; ++b)
        tracks[b].bone = scene->bones[b].name;
    clip->rate = scene->rate;
    clip->track_count = scene->bone_count;
    clip->tracks = tracks;
    return is_made;
}

MienAuthorClip *mien_sample_motion_create(const MienSampleMotionOptions *options,
                                          MienAuthorSkeleton *out_skeleton)
{
    Scene scene = {.options = options,
                   .bone_count = options->bone_count != 0 ? options->bone_count : 128,
                   .rate = options->rate != 0 ? options->rate : 30};
    const int seconds = options->seconds != 0 ? options->seconds : 60;
    *out_skeleton = (MienAuthorSkeleton){.bone_count = 0};
    if (scene.bone_count < 1 || scene.bone_count > MIENI_MOST_CURVES || scene.rate < 1 ||
        scene.rate > MIENI_MOST_FRAMES_PER_SECOND || seconds < 1 || seconds > MIENI_MOST_SECONDS)
        return NULL;
    scene.frame_count = scene.rate * seconds;
    MienAuthorClip *clip = mieni_clip_create(options->allocator);
    if (clip == NULL)
        return NULL;
    if (!make_clip(clip, &scene)) {
        mien_author_clip_destroy(clip);
        return NULL;
    }
    *out_skeleton = (MienAuthorSkeleton){.bone_count = scene.bone_count, .bones = scene.bones};
    return clip;
}
