// SPDX-License-Identifier: MIT
//
// Live faces in the hash: datagrams of four protocols, with losses and frames without a face, are decoded,
// filtered and calibrated, with a jitter buffer and without; the calibration is measured on the same values.

#include "determinism/determinism.h"

#include "mien_author/vocabulary.h"
#include "mien_live/face.h"
#include "mien_live/receiver.h"
#include "sample/random.h"

#include <stdio.h>
#include <stdlib.h>

enum { FRAMES = 240, SHAPES = MIEN_LIVE_ARKIT_COUNT, SENDERS = 4, MOST_CURVES = 128 };

typedef struct Live {
    MieniSha256 *sha;
    MienLiveReceiver *receiver;
    MienLiveFace *face;
    double now;
    int sender;
    uint64_t random;
    float *take; ///< Rows of all shapes, for the calibration.
} Live;

static void check(MienStatus status, const char *what)
{
    if (status == MIEN_OK)
        return;
    fprintf(stderr, "mien-determinism: could not %s\n", what);
    exit(1);
}

/// A face that moves, with noise.
static void make_frame(Live *live, int number, MienLiveFrame *out)
{
    mien_live_frame_clear(out, MIEN_LIVE_LINK_FACE);
    snprintf(out->id, sizeof out->id, "device");
    out->has_face = number % 60 < 50;
    out->has_time = out->has_timecode = true;
    out->time = (double)number / 60.0;
    out->timecode_frame = number;
    out->timecode_rate = 60;
    out->timecode_rate_divisor = 1;
    for (int i = 0; i < SHAPES; ++i) {
        const int phase = (number + 5 * i) % 40;
        const float wave = (float)(phase < 20 ? phase : 40 - phase) / 20.0f;
        live->take[number * SHAPES + i] = 0.05f + 0.8f * wave + mien_random_between(&live->random, 0, 0.01f);
        mien_live_frame_set(out, mien_live_arkit_name(i), live->take[number * SHAPES + i]);
    }
    for (int i = 0; i < 3; ++i)
        out->head.angles[i] = mien_random_between(&live->random, -1, 1);
    out->head.form = MIEN_LIVE_ANGLES;
    out->left_eye = out->right_eye = out->head;
}

static void take_frame(void *user, int source, const MienLiveFrame *frame)
{
    const Live *live = user;
    (void)source;
    mien_live_face_add(live->face, live->sender, frame, live->now);
}

static void receive(void *user, const void *bytes, size_t size)
{
    Live *live = user;
    const MienLiveAddress from = {{(uint8_t)live->sender}, 9};
    enter_host();
    mien_live_receiver_add(live->receiver, &from, bytes, size, live->now, take_frame, live);
    leave_host();
}

static void send(Live *live, const MienLiveFrame *frame, int number)
{
    char bytes[4096];
    size_t size = 0;
    live->sender = number % SENDERS;
    if (live->sender == 0) {
        check(mien_live_link_face_write(frame, bytes, sizeof bytes, &size, NULL), "write a datagram");
        receive(live, bytes, size);
    } else if (live->sender == 1) {
        check(mien_live_vmc_write(frame, NULL, receive, live, NULL), "write a datagram");
    } else if (live->sender == 2) {
        check(mien_live_text_write(frame, MIEN_LIVE_TEXT_V2, bytes, sizeof bytes, &size, NULL),
              "write a datagram");
        receive(live, bytes, size);
    } else {
        size = (size_t)snprintf(
            bytes, sizeof bytes,
            "{\"Timestamp\":%d,\"Rotation\":{\"x\":%d.3,\"y\":0.7,\"z\":-12.9},"
            "\"BlendShapes\":[{\"k\":\"JawOpen\",\"v\":0.%07d},{\"k\":\"Mine\",\"v\":1e-39}]}",
            number * 17, number % 30, number * 7919);
        receive(live, bytes, size);
    }
}

static MienLiveCalibration *calibrate(const Live *live)
{
    const char *names[SHAPES];
    static double times[FRAMES];
    for (int i = 0; i < SHAPES; ++i)
        names[i] = mien_live_arkit_name(i);
    for (int f = 0; f < FRAMES; ++f)
        times[f] = (double)f / 60.0;
    const MienLivePrompt prompts[] = {{17, 1.0, 2.0}, {23, 2.0, 3.0}};
    const MienLiveCalibrationTake take = {.names = names,
                                          .curve_count = SHAPES,
                                          .times = times,
                                          .values = live->take,
                                          .frame_count = FRAMES,
                                          .neutral_end = 0.5,
                                          .prompts = prompts,
                                          .prompt_count = 2};
    MienLiveCalibration *made = NULL;
    enter_host();
    const MienStatus status = mien_live_calibrate(&take, &made, NULL);
    leave_host();
    check(status, "calibrate a face");
    return made;
}

static void open_face(Live *live, float delay, const MienLiveCalibration *calibration)
{
    const MienAuthorVocabularyInfo names =
        mien_author_vocabulary_info(mien_author_vocabulary_find("livelink"));
    const MienLiveFaceDesc desc = {
        .curves = names.names, .curve_count = names.name_count, .source_count = SENDERS, .delay = delay};
    check(mien_live_receiver_create(&(MienLiveReceiverDesc){0}, &live->receiver, NULL), "create a receiver");
    check(mien_live_face_create(&desc, &live->face, NULL), "create a live face");
    for (int c = 0; c < names.name_count; ++c)
        mien_live_face_set_writer(live->face, c, c % SENDERS);
    for (int s = 0; s < SENDERS && calibration != NULL; ++s)
        check(mien_live_face_set_calibration(live->face, s, calibration, NULL), "calibrate a source");
}

/// Plays all frames, of which some are lost, and hashes the curves 90 times per second.
static void play(Live *live, float delay, const MienLiveCalibration *calibration)
{
    static MienLiveFrame frame;
    float values[MOST_CURVES] = {0};
    open_face(live, delay, calibration);
    int sampled = 0;
    for (int f = 0; f < FRAMES; ++f) {
        live->now = (double)f / 60.0 + (double)mien_random_between(&live->random, 0, 0.03f);
        make_frame(live, f, &frame);
        if (mien_random_index(&live->random, 5) > 0)
            send(live, &frame, f);
        for (; (double)sampled / 90.0 < (double)f / 60.0; ++sampled) {
            enter_host();
            mien_live_face_sample(live->face, (double)sampled / 90.0, values);
            leave_host();
            mieni_sha256_update(live->sha, values, sizeof values);
        }
    }
    mien_live_face_destroy(live->face);
    mien_live_receiver_destroy(live->receiver);
}

void hash_live(MieniSha256 *sha)
{
    static float take[FRAMES * SHAPES];
    Live live = {.sha = sha, .random = 11, .take = take};
    play(&live, 0, NULL);
    MienLiveCalibration *calibration = calibrate(&live);
    play(&live, 0, calibration);
    play(&live, 0.05f, calibration);
    mien_live_calibration_destroy(calibration);
}
