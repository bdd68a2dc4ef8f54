// SPDX-License-Identifier: MIT
//
// Skeletons to move: a body of 1.8 m, and a head full of face bones. Y is up, the
// character looks along z, its left is x.

#include "core/float_rules.h"

#include "author/clip/memory.h"
#include "core/float_env.h"
#include "core/square_root.h"
#include "sample/making.h"
#include "sample/performances.h"
#include "sample/random.h"

#include <stdio.h>

static bool make_body(MieniArena *arena, uint64_t seed, int count, MienAuthorBone *bones,
                      MieniMotion *motions);
static bool make_face(MieniArena *arena, uint64_t seed, int count, MienAuthorBone *bones,
                      MieniMotion *motions);

// Bones in motion: each turns, and in a face shifts, by sums of a few waves between
// 0.1 and 3 Hz; a body walks besides.

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
    const MienTransform reference = scene->bones[bone].rest;
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
    const bool is_made = scene->options->is_face
                             ? make_face(arena, skeleton, scene->bone_count, scene->bones, scene->motions)
                             : make_body(arena, skeleton, scene->bone_count, scene->bones, scene->motions);
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

enum { NAME_SIZE = 32 };

/// One bone of a table. Centimetres, so that the tables can be read.
typedef struct Part {
    const char *name;
    int parent; ///< In the same table; -1: what the table is attached to.
    float x, y, z;
    float turn, swing; ///< Radians, as in MieniMotion.
} Part;

/// Where tables are attached: in the trunk, the arm and the leg.
enum { PELVIS = 1, CHEST = 6, HAND = 3, BALL = 3 };

/// The root is where a body is carried: at its hips.
static const Part trunk[] = {
    {"root", -1, 0.0f, 95.0f, 0.0f, 0.03f, 0.0f},     {"pelvis", 0, 0.0f, 3.0f, 0.0f, 0.08f, 0.05f},
    {"spine_01", 1, 0.0f, 8.0f, 0.0f, 0.06f, 0.0f},   {"spine_02", 2, 0.0f, 9.0f, -1.0f, 0.06f, 0.0f},
    {"spine_03", 3, 0.0f, 9.0f, -1.0f, 0.06f, 0.0f},  {"spine_04", 4, 0.0f, 9.0f, 0.0f, 0.06f, 0.0f},
    {"spine_05", 5, 0.0f, 9.0f, 1.0f, 0.06f, 0.0f},   {"neck_01", 6, 0.0f, 10.0f, 1.0f, 0.1f, 0.0f},
    {"neck_02", 7, 0.0f, 5.0f, 1.0f, 0.1f, 0.0f},     {"head", 8, 0.0f, 6.0f, 0.0f, 0.2f, 0.0f},
    {"jaw", 9, 0.0f, 2.0f, 3.0f, 0.08f, 0.0f},        {"eye_left", 9, 3.0f, 7.0f, 7.0f, 0.25f, 0.0f},
    {"eye_right", 9, -3.0f, 7.0f, 7.0f, 0.25f, 0.0f}, {"head_end", 9, 0.0f, 17.0f, 0.0f, 0.01f, 0.0f},
};

static const Part arm[] = {
    {"clavicle", -1, 3.0f, 8.0f, 2.0f, 0.08f, 0.0f},
    {"upperarm", 0, 15.0f, 0.0f, -2.0f, 0.45f, 0.3f},
    {"lowerarm", 1, 27.0f, 0.0f, 0.0f, 0.5f, 0.15f},
    {"hand", 2, 25.0f, 0.0f, 0.0f, 0.35f, 0.0f},
    {"upperarm_twist_01", 1, 9.0f, 0.0f, 0.0f, 0.08f, 0.0f},
    {"upperarm_twist_02", 1, 18.0f, 0.0f, 0.0f, 0.08f, 0.0f},
    {"lowerarm_twist_01", 2, 8.0f, 0.0f, 0.0f, 0.08f, 0.0f},
    {"lowerarm_twist_02", 2, 17.0f, 0.0f, 0.0f, 0.08f, 0.0f},
};

static const Part leg[] = {
    {"thigh", -1, 9.0f, -4.0f, 0.0f, 0.15f, 0.45f},
    {"calf", 0, 0.0f, -43.0f, 0.0f, 0.12f, 0.5f},
    {"foot", 1, 0.0f, -42.0f, -2.0f, 0.12f, 0.3f},
    {"ball", 2, 0.0f, -7.0f, 13.0f, 0.05f, 0.15f},
    {"thigh_twist_01", 0, 0.0f, -14.0f, 0.0f, 0.05f, 0.0f},
    {"thigh_twist_02", 0, 0.0f, -28.0f, 0.0f, 0.05f, 0.0f},
    {"calf_twist_01", 1, 0.0f, -14.0f, 0.0f, 0.05f, 0.0f},
    {"calf_twist_02", 1, 0.0f, -28.0f, 0.0f, 0.05f, 0.0f},
};

/// A finger or toe: where it begins, then how far each joint is from the one before.
typedef struct Digit {
    const char *name;
    float x, y, z;
    int count; ///< Of joints.
    float steps[3];
} Digit;

static const Digit fingers[] = {
    {"thumb", 2.5f, -1.0f, 3.0f, 3, {4.0f, 3.0f, 0.0f}},  {"index", 3.5f, 0.0f, 2.5f, 4, {6.0f, 4.0f, 2.5f}},
    {"middle", 3.5f, 0.0f, 0.5f, 4, {6.5f, 4.5f, 2.8f}},  {"ring", 3.5f, 0.0f, -1.5f, 4, {6.0f, 4.2f, 2.6f}},
    {"pinky", 3.2f, -0.5f, -3.0f, 4, {5.5f, 3.2f, 2.2f}},
};

static const Digit toes[] = {
    {"toe_1", -3.0f, 0.0f, 2.0f, 2, {2.8f, 0.0f, 0.0f}}, {"toe_2", -1.5f, 0.0f, 2.2f, 2, {2.6f, 0.0f, 0.0f}},
    {"toe_3", 0.0f, 0.0f, 2.1f, 2, {2.4f, 0.0f, 0.0f}},  {"toe_4", 1.5f, 0.0f, 1.8f, 2, {2.2f, 0.0f, 0.0f}},
    {"toe_5", 2.8f, 0.0f, 1.5f, 2, {2.1f, 0.0f, 0.0f}},
};

#define COUNT_OF(list) ((int)(sizeof(list) / sizeof((list)[0])))

/// A skeleton in the making. Bones that do not fit any more are left out.
typedef struct Builder {
    uint64_t random;
    int room, count;
    MienAuthorBone *bones;
    MieniMotion *motions;
    char (*names)[NAME_SIZE];
} Builder;

/// There is room for it, and its name is already there. Metres.
static int add_bone(Builder *b, int parent, MienVec3 away, MieniMotion motion)
{
    const int bone = b->count++;
    b->bones[bone] = (MienAuthorBone){
        .name = b->names[bone],
        .parent = parent,
        .max_lod = MIEN_ALL_LODS,
        .rest = {.rotation = {0.0f, 0.0f, 0.0f, 1.0f}, .translation = away, .scale = {1.0f, 1.0f, 1.0f}}};
    b->motions[bone] = motion;
    return bone;
}

static MienVec3 centimetres(float x, float y, float z) { return (MienVec3){x * 0.01f, y * 0.01f, z * 0.01f}; }

/// Bones of limbs are seldom straight.
static void bend(Builder *b, int bone, float size)
{
    const double x = (double)mien_random_between(&b->random, -size, size);
    const double y = (double)mien_random_between(&b->random, -size, size);
    const double z = (double)mien_random_between(&b->random, -size, size);
    b->bones[bone].rest.rotation = mieni_turn_by(x, y, z);
}

/// Adds a table below a bone; side is 1 for the left, -1 for the right, 0 for the
/// middle. Returns where its first bone is.
static int add_parts(Builder *b, const Part *parts, int count, int attach, int side, float phase)
{
    const int first = b->count;
    const char *ends[3] = {"_r", "", "_l"};
    for (int i = 0; i < count && b->count < b->room; ++i) {
        const Part *part = &parts[i];
        snprintf(b->names[b->count], NAME_SIZE, "%s%s", part->name, ends[side + 1]);
        const float x = side < 0 ? -part->x : part->x;
        const MieniMotion motion = {.turn = part->turn, .swing = part->swing, .phase = phase};
        add_bone(b, part->parent < 0 ? attach : first + part->parent, centimetres(x, part->y, part->z),
                 motion);
    }
    return first;
}

static void add_digits(Builder *b, const Digit *digits, int count, int attach, int side, bool is_hand)
{
    for (int i = 0; i < count; ++i) {
        const Digit *digit = &digits[i];
        int parent = attach;
        for (int k = 0; k < digit->count && b->count < b->room; ++k) {
            const float step = k > 0 ? digit->steps[k - 1] : 0.0f, mirror = side < 0 ? -1.0f : 1.0f;
            const MienVec3 along =
                is_hand ? centimetres(step * mirror, 0.0f, 0.0f) : centimetres(0.0f, 0.0f, step);
            const MienVec3 away = k > 0 ? along : centimetres(digit->x * mirror, digit->y, digit->z);
            const MieniMotion motion = {.turn = is_hand ? 0.06f : 0.02f, .rests = i % 2 == 1};
            snprintf(b->names[b->count], NAME_SIZE, "%s_%02d%s", digit->name, k + 1, side < 0 ? "_r" : "_l");
            parent = add_bone(b, parent, away, motion);
            bend(b, parent, is_hand ? 0.2f : 0.05f);
        }
    }
}

/// 2 to about 5 centimetres away from some bone of the trunk or a limb: muscles and
/// clothes.
static void add_helper(Builder *b, int bones)
{
    int parent;
    do
        parent = mien_random_index(&b->random, bones);
    while (parent >= COUNT_OF(trunk) && b->motions[parent].swing == 0.0f);
    const float x = mien_random_between(&b->random, 2.0f, 3.0f);
    const float y = mien_random_between(&b->random, -3.0f, 3.0f);
    const float z = mien_random_between(&b->random, -3.0f, 3.0f);
    const bool is_left = mien_random_index(&b->random, 2) == 0;
    snprintf(b->names[b->count], NAME_SIZE, "helper_%03d", b->count);
    const MieniMotion motion = {.turn = 0.03f};
    bend(b, add_bone(b, parent, centimetres(is_left ? x : -x, y, z), motion), 0.3f);
}

static bool begin(Builder *b, MieniArena *arena, int count)
{
    b->room = count;
    b->names = mieni_arena_take(arena, (size_t)count, sizeof *b->names);
    return b->names != NULL;
}

/// Fill count bones, and how each moves; names come from the arena. False without
/// memory.
static bool make_body(MieniArena *arena, uint64_t seed, int count, MienAuthorBone *bones,
                      MieniMotion *motions)
{
    Builder b = {.random = seed, .bones = bones, .motions = motions};
    if (!begin(&b, arena, count))
        return false;
    add_parts(&b, trunk, COUNT_OF(trunk), -1, 0, 0.0f);
    for (int side = 1; side >= -1; side -= 2) {
        const int first = add_parts(&b, leg, COUNT_OF(leg), PELVIS, side, side < 0 ? 0.5f : 0.0f);
        add_digits(&b, toes, COUNT_OF(toes), first + BALL, side, false);
    }
    for (int side = 1; side >= -1; side -= 2) { // arms swing against the legs
        const int first = add_parts(&b, arm, COUNT_OF(arm), CHEST, side, side < 0 ? 0.0f : 0.5f);
        add_digits(&b, fingers, COUNT_OF(fingers), first + HAND, side, true);
    }
    const int body = b.count;
    while (b.count < b.room)
        add_helper(&b, body);
    return true;
}

/// Where bones of a face lie, seen from the head, and whether the jaw carries them.
typedef struct Region {
    const char *name;
    float y, z;          ///< Centimetres, the middle; x is 0.
    float width, height; ///< To either side of it.
    bool is_on_jaw;
} Region;

static const Region regions[] = {
    {"brow", 9.0f, 9.0f, 6.0f, 1.0f, false},      {"lid_upper", 7.5f, 8.5f, 5.0f, 0.5f, false},
    {"lid_lower", 6.5f, 8.5f, 5.0f, 0.5f, false}, {"cheek", 4.0f, 7.0f, 6.0f, 2.0f, false},
    {"nose", 4.0f, 10.5f, 1.5f, 2.0f, false},     {"lip_upper", 1.0f, 9.5f, 3.0f, 0.5f, false},
    {"lip_lower", -3.0f, 6.0f, 3.0f, 0.5f, true}, {"forehead", 12.0f, 8.0f, 6.0f, 2.0f, false},
    {"corner", 0.0f, 8.0f, 4.0f, 1.0f, false},    {"chin", -6.0f, 5.5f, 2.5f, 1.0f, true},
};

static void add_face_bone(Builder *b, int head, int jaw)
{
    const int number = b->count - (jaw + 1);
    const Region *region = &regions[number % COUNT_OF(regions)];
    const float x = mien_random_between(&b->random, -region->width, region->width);
    const float y = region->y + mien_random_between(&b->random, -region->height, region->height);
    const bool is_still = mien_random_index(&b->random, 16) == 0;
    const bool rests = mien_random_index(&b->random, 3) == 0;
    const float size = mien_random_between(&b->random, 0.3f, 1.0f);
    // About three axes at once these are 8 degrees and 4 millimetres.
    MieniMotion motion = {.turn = 0.08f * size, .shift = 0.0023f * size, .rests = rests};
    if (is_still)
        motion = (MieniMotion){.turn = 0.0f};
    snprintf(b->names[b->count], NAME_SIZE, "%s_%02d", region->name, number / COUNT_OF(regions) + 1);
    const int parent = region->is_on_jaw ? jaw : head;
    bend(b, add_bone(b, parent, centimetres(x, y, region->z), motion), 0.5f);
}

static bool make_face(MieniArena *arena, uint64_t seed, int count, MienAuthorBone *bones,
                      MieniMotion *motions)
{
    static const Part head[] = {
        {"root", -1, 0.0f, 150.0f, 0.0f, 0.0f, 0.0f},
        {"neck", 0, 0.0f, 6.0f, 0.0f, 0.0f, 0.0f},
        {"head", 1, 0.0f, 8.0f, 1.0f, 0.0f, 0.0f},
        {"jaw", 2, 0.0f, 2.0f, 3.0f, 0.06f, 0.0f},
    };
    Builder b = {.random = seed, .bones = bones, .motions = motions};
    if (!begin(&b, arena, count))
        return false;
    add_parts(&b, head, COUNT_OF(head), -1, 0, 0.0f);
    while (b.count < b.room)
        add_face_bone(&b, 2, 3);
    return true;
}
