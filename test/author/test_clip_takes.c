// SPDX-License-Identifier: MIT
//
// Real takes of Live Link Face, packed: the 52 shapes of ARKit within their error
// on every frame. Skipped without the data.

#include "support/cases.h"
#include "support/packed_clips.h"

#include "mien_author/modifiers.h"
#include "mien_io/live_link.h"

/// The shapes by what their names begin with; heads and eyes have capitals.
static const char *const shapes[] = {"eyeBlink*", "eyeLook*", "eyeSquint*", "eyeWide*", "jaw*",
                                     "mouth*",    "brow*",    "cheek*",     "nose*",    "tongueOut"};

static MienAuthorClip *read_take(const char *path)
{
    MienFile *file = NULL;
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    const MienIoLiveLinkOptions options = {.timing = MIEN_IO_LIVE_LINK_COUNTED};
    if (mien_file_open(path, NULL, &file, &error) != MIEN_OK ||
        mien_io_live_link_read(mien_file_data(file), mien_file_size(file), &options, &clip, NULL, &error) !=
            MIEN_OK)
        printf("%s, %s: %s\n", path, error.location, error.message);
    mien_file_close(file);
    CHECK(clip != NULL);
    return clip;
}

/// Only the shapes. Shares keys with the take.
static MienAuthorClip *keep_shapes(const MienAuthorClip *take)
{
    const MienAuthorModifier item = {.kind = MIEN_AUTHOR_KEEP_CURVES,
                                     .names = shapes,
                                     .name_count = (int)(sizeof shapes / sizeof *shapes)};
    const MienAuthorModifiers list = {1, &item}, *const lists[] = {&list};
    MienAuthorClip *clip = NULL;
    const MienAuthorModifying modifying = {.clip = take, .lists = lists, .list_count = 1};
    CHECK_STATUS(mien_author_modifiers_apply(&modifying, &clip, NULL, NULL), MIEN_OK);
    return clip;
}

/// Every frame within the error, and in few bytes.
static void check_packed(const MienAuthorClip *clip, float error, int frames, size_t most_bytes)
{
    const MienAuthorClipOptions options = {.curve_error = error};
    PackedClip p = packed_clip(clip, &options);
    Tally t = {.limit = 1.0}, between = {.limit = 1.0};
    CHECK_INT(p.info.frame_count, frames);
    for (int f = 0; p.clip != NULL && f < 2 * p.info.frame_count - 1; ++f) {
        const bool is_between = f % 2 != 0; // keys are linear and on frames
        const double time = ((double)f * 0.5) / (double)p.info.rate;
        packed_clip_sample(&p, is_between ? time : packed_clip_time(&p, f / 2));
        for (int c = 0; c < clip->curve_count; ++c) {
            const double expected =
                mien_author_curve_evaluate(&clip->curves[c], is_between ? time : packed_clip_time(&p, f / 2));
            const double off = absolute((double)packed_clip_value(&p, c) - expected);
            tally(is_between ? &between : &t, off / ((double)error + (is_between ? 1e-6 : 0.0)));
        }
        t.cases += is_between ? 0 : clip->curve_count;
    }
    printf("%g, %zu of %zu bytes: ", (double)error, p.info.curve_bytes,
           (size_t)frames * (size_t)clip->curve_count * sizeof(float));
    tally_close(&t, "on frames");
    CHECK(between.worst <= between.limit);
    CHECK(p.info.curve_bytes <= most_bytes);
    packed_clip_free(&p);
}

static void check_take(const char *path, int frames, size_t most_fine, size_t most_coarse)
{
    MienAuthorClip *take = read_take(path);
    if (take == NULL)
        return;
    MienAuthorClip *clip = keep_shapes(take);
    CHECK_INT(clip->curve_count, 52);
    check_packed(clip, 0.001f, frames, most_fine);
    check_packed(clip, 0.01f, frames, most_coarse);
    mien_author_clip_destroy(clip);
    mien_author_clip_destroy(take);
}

TEST(range_of_motion_3)
{
    const char *path = check_data_path("curves/livelinkface/alex_rom_3.csv");
    if (path == NULL)
        SKIP("no test data");
    check_take(path, 4033, 92000, 46500);
}

TEST(range_of_motion_4)
{
    const char *path = check_data_path("curves/livelinkface/alex_rom_4.csv");
    if (path == NULL)
        SKIP("no test data");
    check_take(path, 3811, 92000, 47000);
}

TEST(first_seconds)
{
    const char *path = check_data_path("curves/livelinkface/alex_rom_3_first120.csv");
    if (path == NULL)
        SKIP("no test data");
    check_take(path, 120, 1400, 520);
}

CHECK_MAIN
{
    RUN(range_of_motion_3);
    RUN(range_of_motion_4);
    RUN(first_seconds);
}
