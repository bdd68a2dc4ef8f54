// SPDX-License-Identifier: MIT
//
// A small head, takes whose frames are told by what they hold, and pose assets as
// text, for the tests of text assets.

#pragma once

#include "support/check.h"

#include "asset/poses.h"

enum { HEAD_BONES = 5, MOST_FRAMES = 4096 };

static const MienAuthorBone head_bones[HEAD_BONES] = {
    {"head", -1, {{0, 0, 0, 1}, {0, 1.5f, 0}, 0, {1, 1, 1}, 0}, MIEN_ALL_LODS},
    {"jaw", 0, {{0, 0, 0, 1}, {0, -0.05f, 0.03f}, 0, {1, 1, 1}, 0}, MIEN_ALL_LODS},
    {"lid_l", 0, {{0, 0, 0, 1}, {0.03f, 0.02f, 0.06f}, 0, {1, 1, 1}, 0}, MIEN_ALL_LODS},
    {"lid_r", 0, {{0, 0, 0, 1}, {-0.03f, 0.02f, 0.06f}, 0, {1, 1, 1}, 0}, MIEN_ALL_LODS},
    {"brow", 0, {{0, 0, 0, 1}, {0, 0.06f, 0.07f}, 0, {1, 1, 1}, 0}, 1},
};
static const MienAuthorCurve head_curves[1] = {{"blush", 2}};
static const MienAuthorSkeleton head_skeleton = {HEAD_BONES, head_bones, 1, head_curves};

/// A take at 25 frames per second. What a frame holds is a number: two frames with the
/// same number are the same to the bit. It moves jaw, lid_l and a bone the head lacks.
typedef struct HeadTake {
    MienTransform samples[3][MOST_FRAMES];
    MienAuthorClipTrack tracks[3];
    MienAuthorKey keys[MOST_FRAMES];
    MienAuthorClipCurve curve;
    MienAuthorClipEvent events[4];
    MienAuthorClip clip;
} HeadTake;

static inline MienTransform head_sample(int track, int number)
{
    MienTransform at = mien_transform_identity();
    at.translation.x = 0.125f * (float)number;
    at.translation.y = 0.0009765625f * (float)(number % 7);
    at.translation.z = (float)track;
    return at;
}

static inline MienAuthorClip *head_take(HeadTake *take, const int *numbers, int count)
{
    static const char *const bones[3] = {"jaw", "lid_l", "tail"};
    for (int t = 0; t < 3; ++t) {
        for (int f = 0; f < count; ++f)
            take->samples[t][f] = head_sample(t, numbers[f]);
        take->tracks[t] =
            (MienAuthorClipTrack){.bone = bones[t], .sample_count = count, .samples = take->samples[t]};
    }
    for (int f = 0; f < count; ++f)
        take->keys[f] = (MienAuthorKey){.time = (double)f / 25.0,
                                        .value = numbers[f] % 2 == 0 ? 0.0f : 0.5f,
                                        .interpolation = MIEN_AUTHOR_LINEAR};
    take->curve = (MienAuthorClipCurve){.name = "blush", .key_count = count, .keys = take->keys};
    take->clip = (MienAuthorClip){.rate = 25,
                                  .length = count > 0 ? (double)(count - 1) / 25.0 : 0.0,
                                  .curve_count = 1,
                                  .curves = &take->curve,
                                  .track_count = 3,
                                  .tracks = take->tracks,
                                  .events = take->events};
    return &take->clip;
}

#define POSES_HEAD   "{\"kind\": \"poses\", \"version\": 1, \"skeleton\": \"ada.skeleton.json\", "
#define POSES_SOURCE "\"source\": {\"file\": \"ada.bvh\"}, "

static inline MieniAsset read_asset(MieniAssetKind kind, const char *text)
{
    MieniAsset asset;
    MienError error = {0};
    CHECK_STATUS(mieni_asset_read(&asset, kind, text, strlen(text), NULL, &error), MIEN_OK);
    if (asset.json.root == NULL)
        printf("%s: %s\n", error.location, error.message);
    return asset;
}

/// The asset's text must be this.
static inline void check_text_of(const MieniAsset *asset, const char *expected, const char *file, int line)
{
    MieniTextOut out = {0};
    mieni_asset_write(asset, &out);
    check_str(out.bytes, expected, file, line, "text");
    mieni_text_release(&out);
}

#define CHECK_TEXT(asset, expected) check_text_of(asset, expected, __FILE__, __LINE__)

/// An error at a place that says something.
static inline void check_error(const MienError *error, const char *place, const char *part, const char *file,
                               int line)
{
    check_str(error->location, place, file, line, "place");
    if (strstr(error->message, part) == NULL)
        printf("%s:%d: \"%s\" does not say \"%s\"\n", file, line, error->message, part);
    check_true(strstr(error->message, part) != NULL, file, line, "the message");
}

#define CHECK_ERROR(error, place, part) check_error(error, place, part, __FILE__, __LINE__)
