// SPDX-License-Identifier: MIT
//
// Writing FBX: files are read again and have the same motion.

#include "support/ledger.h"
#include "support/random.h"
#include "support/read_sources.h"
#include "support/small_character.h"

#include "mien_io/fbx.h"
#include "mien_io/fbx_write.h"

/// What was told.
typedef struct Told {
    int count;
    char last[256];
} Told;

static void tell(void *user, const char *sentence, const char *of, const char *name)
{
    Told *told = user;
    ++told->count;
    snprintf(told->last, sizeof told->last, "%s|%s|%s", of, name, sentence);
}

static MienIoSource *write_and_read(const MienIoFbxWriting *writing)
{
    MienIoBytes bytes = {0}, twice = {0};
    MienIoSource *source = NULL;
    MienIoFbxReport report;
    MienError error = {0};
    CHECK_STATUS(mien_io_fbx_write(writing, NULL, &bytes, &error), MIEN_OK);
    CHECK_STATUS(mien_io_fbx_write(writing, NULL, &twice, &error), MIEN_OK);
    CHECK(bytes.size == twice.size && memcmp(bytes.data, twice.data, bytes.size) == 0);
    CHECK_STATUS(mien_io_fbx_read(bytes.data, bytes.size, NULL, &source, &report, &error), MIEN_OK);
    if (source == NULL) {
        printf("%s: %s\n", error.location, error.message);
        abort();
    }
    CHECK_INT(report.version, 7400);
    CHECK_NEAR(report.metres_per_unit, 0.01, 0.0);
    mien_io_bytes_release(&bytes);
    mien_io_bytes_release(&twice);
    return source;
}

/// The largest difference of a track from what was written, at its frames: the rotation's sine, and lengths.
static double track_error(const MienAuthorClip *written, int track, const MienAuthorClip *read)
{
    const int frames = (int)(written->length * (double)written->rate + 0.5);
    double worst = 0.0;
    int other = 0;
    while (other < read->track_count && strcmp(read->tracks[other].bone, written->tracks[track].bone) != 0)
        ++other;
    CHECK(other < read->track_count);
    for (int f = 0; f <= frames && other < read->track_count; ++f) {
        const double time = (double)f / (double)written->rate;
        const MienTransform a = mien_author_track_evaluate(written, track, time),
                            b = mien_author_track_evaluate(read, other, time);
        const double dot =
            (double)a.rotation.x * (double)b.rotation.x + (double)a.rotation.y * (double)b.rotation.y +
            (double)a.rotation.z * (double)b.rotation.z + (double)a.rotation.w * (double)b.rotation.w;
        const double off[4] = {1.0 - dot * dot, (double)(a.translation.x - b.translation.x),
                               (double)(a.translation.y - b.translation.y), (double)(a.scale.z - b.scale.z)};
        for (int k = 0; k < 4; ++k) {
            const double size = off[k] < 0.0 ? -off[k] : off[k];
            worst = size > worst ? size : worst;
        }
    }
    return worst;
}

static const MienAuthorClipCurve *curve_called(const MienAuthorClip *clip, const char *name)
{
    for (int c = 0; c < clip->curve_count; ++c)
        if (strcmp(clip->curves[c].name, name) == 0)
            return &clip->curves[c];
    return NULL;
}

TEST(a_file_is_what_it_was_made_of)
{
    SmallCharacter character;
    small_character(&character);
    character.bones[2].rest.rotation = mien_quat_normalize((MienQuat){0.3f, -0.5f, 0.2f, 0.7f});
    Told told = {0};
    const MienIoFbxAnimation animation = {"talk", &character.clip};
    MienIoSource *source = write_and_read(&(MienIoFbxWriting){.skeleton = &character.skeleton,
                                                              .animation_count = 1,
                                                              .animations = &animation,
                                                              .losses = {&told, tell}});
    CHECK_INT(source->skeleton.bone_count, CHARACTER_BONES);
    for (int b = 0; b < CHARACTER_BONES; ++b) {
        const MienAuthorBone *bone = &source->skeleton.bones[b];
        CHECK_STR(bone->name, character.bones[b].name);
        CHECK_INT(bone->parent, character.bones[b].parent);
        CHECK_NEAR(bone->rest.rotation.y, character.bones[b].rest.rotation.y, 1e-6);
        CHECK_NEAR(bone->rest.translation.x, character.bones[b].rest.translation.x, 1e-6);
    }
    CHECK_INT(source->take_count, 1);
    CHECK_STR(source->takes[0].name, "talk");
    const MienAuthorClip *clip = source->takes[0].clip;
    CHECK_INT(clip->rate, 10);
    CHECK_NEAR(clip->length, 1.0, 1e-9);
    CHECK_NEAR(track_error(&character.clip, 0, clip), 0.0, 1e-6);
    CHECK_INT(clip->curve_count, 2);
    for (int c = 0; c < 2; ++c)
        for (int i = 0; i <= 20; ++i)
            CHECK_NEAR(mien_author_curve_evaluate(curve_called(clip, character.curves[c].name), 0.05 * i),
                       mien_author_curve_evaluate(&character.curves[c], 0.05 * i), 1e-6);
    CHECK_INT(told.count, 4); // two events, written twice
    CHECK(strstr(told.last, "talk|begin|FBX has no events") != NULL);
    mien_io_source_destroy(source);
}

/// Keys of every kind stay keys; two at one time stay a jump.
TEST(keys_of_every_kind)
{
    static const MienAuthorKey keys[] = {
        {.time = 0.0, .value = 0.2f, .interpolation = MIEN_AUTHOR_CUBIC, .leave = 3.0f},
        {.time = 0.3, .value = 0.9f, .interpolation = MIEN_AUTHOR_CUBIC, .arrive = -1.0f, .leave = 2.0f},
        {.time = 0.5, .value = 0.1f, .interpolation = MIEN_AUTHOR_CONSTANT, .arrive = 0.5f},
        {.time = 0.7, .value = 0.6f, .interpolation = MIEN_AUTHOR_LINEAR},
        {.time = 0.8, .value = 0.4f, .interpolation = MIEN_AUTHOR_LINEAR},
        {.time = 0.8, .value = 1.0f, .interpolation = MIEN_AUTHOR_LINEAR},
        {.time = 1.0, .value = 0.0f, .interpolation = MIEN_AUTHOR_LINEAR},
    };
    const MienAuthorClipCurve curves[] = {
        {.name = "jawOpen", .key_count = 7, .keys = keys},
        {.name = "cycles", .key_count = 2, .keys = keys, .after = MIEN_AUTHOR_CYCLE},
    };
    const MienAuthorClip clip = {.rate = 100, .length = 1.0, .curve_count = 2, .curves = curves};
    const MienIoFbxAnimation animation = {"keys", &clip};
    MienIoSource *source =
        write_and_read(&(MienIoFbxWriting){.animation_count = 1, .animations = &animation});
    CHECK_INT(source->skeleton.bone_count, 1);
    CHECK_STR(source->skeleton.bones[0].name, "root");
    const MienAuthorClip *read = source->takes[0].clip;
    for (int i = 0; i <= 1000; ++i) {
        const double time = 0.001 * (double)i;
        if (i % 100 != 0) // a jump may be a tick to either side
            CHECK_NEAR(mien_author_curve_evaluate(curve_called(read, "jawOpen"), time),
                       mien_author_curve_evaluate(&curves[0], time), 1e-5);
        if (i % 10 == 0)
            CHECK_NEAR(mien_author_curve_evaluate(curve_called(read, "cycles"), time),
                       mien_author_curve_evaluate(&curves[1], time), 0.04); // samples of a cubic and of jumps
    }
    CHECK_INT(curve_called(read, "jawOpen")->key_count, 7);
    mien_io_source_destroy(source);
}

/// Rotations of all angles: right at each frame, and no part of a turn too much on the way.
TEST(bones_that_tumble)
{
    SmallCharacter character;
    MienTransform samples[61];
    Random random = {7};
    small_character(&character);
    MienQuat at = {0.0f, 0.0f, 0.0f, 1.0f};
    for (int f = 0; f < 61; ++f) {
        const MienQuat turn = {(float)random_between(&random, 0.0, 0.2),
                               (float)random_between(&random, -0.1, 0.2),
                               (float)random_between(&random, -0.2, 0.2), 1.0f};
        at = mien_quat_normalize(mien_quat_multiply(at, mien_quat_normalize(turn)));
        samples[f] = character.bones[1].rest;
        samples[f].rotation = at;
        samples[f].scale.z = 1.0f + 0.01f * (float)f;
    }
    const MienAuthorClipTrack track = {.bone = "jaw", .sample_count = 61, .samples = samples};
    const MienAuthorClip clip = {.rate = 60, .length = 1.0, .track_count = 1, .tracks = &track};
    const MienIoFbxAnimation animation = {"tumble", &clip};
    const MienIoFbxWriting writing = {
        .skeleton = &character.skeleton, .animation_count = 1, .animations = &animation};
    MienIoSource *source = write_and_read(&writing);
    CHECK_NEAR(track_error(&clip, 0, source->takes[0].clip), 0.0, 1e-6);
    mien_io_source_destroy(source);
    // Between the frames, as a program sees it that goes from angle to angle.
    MienIoBytes bytes = {0};
    CHECK_STATUS(mien_io_fbx_write(&writing, NULL, &bytes, NULL), MIEN_OK);
    const MienIoFbxOptions finer = {.rate = 240};
    CHECK_STATUS(mien_io_fbx_read(bytes.data, bytes.size, &finer, &source, NULL, NULL), MIEN_OK);
    for (int i = 0; i < 240; ++i) {
        const MienQuat a = mien_author_track_evaluate(source->takes[0].clip, 0, (double)i / 240.0).rotation,
                       b = mien_author_track_evaluate(source->takes[0].clip, 0, (double)(i + 1) / 240.0)
                               .rotation;
        CHECK(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w > 0.95f ||
              a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < -0.95f);
    }
    mien_io_source_destroy(source);
    mien_io_bytes_release(&bytes);
}

TEST(rates)
{
    static const int rates[][2] = {{24, 1}, {25, 1}, {30, 1}, {30000, 1001}, {60, 1}, {240, 1}, {17, 1}};
    static const MienAuthorKey keys[] = {{.time = 0.0}, {.time = 1.0, .value = 1.0f}};
    const MienAuthorClipCurve curve = {.name = "a", .key_count = 2, .keys = keys};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; ++i) {
        const MienAuthorClip clip = {.rate = rates[i][0],
                                     .rate_divisor = rates[i][1],
                                     .length = 1.0,
                                     .curve_count = 1,
                                     .curves = &curve};
        const MienIoFbxAnimation animation = {"rate", &clip};
        MienIoSource *source =
            write_and_read(&(MienIoFbxWriting){.animation_count = 1, .animations = &animation});
        CHECK_INT(source->takes[0].clip->rate, rates[i][0]);
        CHECK_INT(source->takes[0].clip->rate_divisor > 0 ? source->takes[0].clip->rate_divisor : 1,
                  rates[i][1]);
        mien_io_source_destroy(source);
    }
}

TEST(what_is_refused_and_told)
{
    SmallCharacter character;
    Told told = {0};
    MienIoBytes bytes = {0};
    MienError error = {0};
    small_character(&character);
    CHECK_STATUS(mien_io_fbx_write(NULL, NULL, &bytes, &error), MIEN_ERROR_ARGUMENT);
    MienIoFbxAnimation animation = {"", &character.clip};
    const MienIoFbxWriting writing = {
        .animation_count = 1, .animations = &animation, .losses = {&told, tell}};
    CHECK_STATUS(mien_io_fbx_write(&writing, NULL, &bytes, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "animations[0].name");
    animation = (MienIoFbxAnimation){"talk", NULL};
    CHECK_STATUS(mien_io_fbx_write(&writing, NULL, &bytes, &error), MIEN_ERROR_ARGUMENT);
    character.clip.length = -1.0;
    animation.clip = &character.clip;
    CHECK(mien_io_fbx_write(&writing, NULL, &bytes, &error) != MIEN_OK);
    CHECK_STR(error.location, "animations[0].clip.length");
    character.clip.length = 1.0;
    character.clip.event_count = 0;
    CHECK_STATUS(mien_io_fbx_write(&writing, NULL, &bytes, &error), MIEN_OK);
    CHECK_INT(told.count, 1);
    CHECK(strstr(told.last, "talk|jaw|The skeleton lacks this bone") != NULL);
    mien_io_bytes_release(&bytes);
    character.curves[1].name = "Lcl Translation"; // it would move the root
    CHECK_STATUS(mien_io_fbx_write(&writing, NULL, &bytes, &error), MIEN_OK);
    CHECK(strstr(told.last, "talk|Lcl Translation|FBX moves bones") != NULL);
    mien_io_bytes_release(&bytes);
}

static MienStatus write_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                             MienError *error)
{
    MienIoBytes bytes = {0};
    const MienStatus status = mien_io_fbx_write(given, allocator, &bytes, error);
    *out_is_empty = bytes.data == NULL;
    mien_io_bytes_release(&bytes);
    return status;
}

TEST(memory_that_runs_out)
{
    SmallCharacter character;
    small_character(&character);
    const MienIoFbxAnimation animation = {"talk", &character.clip};
    check_call(
        "fbx_write", write_with,
        &(MienIoFbxWriting){.skeleton = &character.skeleton, .animation_count = 1, .animations = &animation});
}

CHECK_MAIN
{
    RUN(a_file_is_what_it_was_made_of);
    RUN(keys_of_every_kind);
    RUN(bones_that_tumble);
    RUN(rates);
    RUN(what_is_refused_and_told);
    RUN(memory_that_runs_out);
}
