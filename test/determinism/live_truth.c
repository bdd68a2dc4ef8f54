// SPDX-License-Identifier: MIT
//
// What live faces must come to in the web package:
//
//   mien-live-truth CAPTURE CURVES
//
// Writes a capture of a phone that loses datagrams and its face, and of a VMC sender beside it; then what the
// library makes of the phone, as floats: the curves after each datagram, the numbers of a calibration that is
// measured on them, and the curves again, with this calibration and a jitter buffer. test/web/test_live.mjs
// does the same in JavaScript.

#include "core/float_rules.h"

#include "mien_live/capture.h"
#include "mien_live/face.h"
#include "mien_live/receiver.h"
#include "sample/random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES = 300, SHAPES = MIEN_LIVE_ARKIT_COUNT, CURVES = SHAPES + 9, LARGEST = 4096 };

typedef struct Truth {
    FILE *file;
    uint8_t *capture;
    size_t size, room;
    uint64_t arrival;
    uint16_t port;
    MienLiveReceiver *receiver;
    MienLiveFace *face;
    double now;
    int row_count;
    double times[2 * FRAMES];
    float rows[2 * FRAMES * SHAPES]; ///< Of the phone.
} Truth;

static void check(bool is_good, const char *what)
{
    if (is_good)
        return;
    fprintf(stderr, "mien-live-truth: cannot %s\n", what);
    exit(1);
}

/// The curves of a live face for which a page names none.
static const char *curve_name(int curve)
{
    static const char *const rotations[] = {"HeadYaw",     "HeadPitch",     "HeadRoll",
                                            "LeftEyeYaw",  "LeftEyePitch",  "LeftEyeRoll",
                                            "RightEyeYaw", "RightEyePitch", "RightEyeRoll"};
    return curve < SHAPES ? mien_live_arkit_name(curve) : rotations[curve - SHAPES];
}

static void record(void *user, const void *bytes, size_t size)
{
    Truth *truth = user;
    const MienLiveRecord one = {.kind = MIEN_LIVE_RECORD_DATAGRAM,
                                .arrival = truth->arrival,
                                .address = {[10] = 255, 255, 127, 0, 0, 1},
                                .port = truth->port,
                                .bytes = bytes,
                                .size = size};
    size_t written = 0;
    check(mien_live_capture_write(&one, truth->capture + truth->size, truth->room - truth->size, &written,
                                  NULL) == MIEN_OK,
          "write a record");
    truth->size += written;
}

static void fill_frame(MienLiveFrame *frame, int number, uint64_t *random)
{
    mien_live_frame_clear(frame, MIEN_LIVE_LINK_FACE);
    strcpy(frame->id, "0A1B2C3D-0000-4000-8000-0123456789AB");
    strcpy(frame->name, "phone");
    frame->has_face = number % 100 < 90;
    frame->has_time = frame->has_timecode = true;
    frame->time = (double)number / 60.0;
    frame->timecode_frame = number;
    frame->timecode_rate = 60;
    frame->timecode_rate_divisor = 1;
    for (int i = 0; i < SHAPES; ++i) {
        const int phase = number < 60 ? 0 : (number + 5 * i) % 40; // it rests for a second
        const float wave = (float)(phase < 20 ? phase : 40 - phase) / 20.0f;
        mien_live_frame_set(frame, mien_live_arkit_name(i),
                            0.05f + 0.8f * wave + mien_random_between(random, 0, 0.01f));
    }
    for (int i = 0; i < 3; ++i)
        frame->head.angles[i] = mien_random_between(random, -1, 1);
    frame->head.form = MIEN_LIVE_ANGLES;
    frame->left_eye = frame->right_eye = frame->head;
}

static void make_capture(Truth *truth)
{
    static MienLiveFrame frame;
    uint8_t bytes[LARGEST];
    uint64_t random = 1;
    truth->room = (size_t)FRAMES * 2 * (LARGEST + MIEN_LIVE_CAPTURE_EXTRA) + MIEN_LIVE_CAPTURE_HEADER;
    truth->capture = malloc(truth->room);
    check(truth->capture != NULL, "take memory");
    mien_live_capture_begin(truth->capture);
    truth->size = MIEN_LIVE_CAPTURE_HEADER;
    for (int f = 0; f < FRAMES; ++f) {
        size_t size = 0;
        fill_frame(&frame, f, &random);
        truth->arrival =
            5000000000u + (uint64_t)f * 16666667u + (uint64_t)mien_random_index(&random, 9000000);
        truth->port = 9;
        check(mien_live_link_face_write(&frame, bytes, sizeof bytes, &size, NULL) == MIEN_OK,
              "write a frame");
        if (mien_random_index(&random, 6) > 0)
            record(truth, bytes, size);
        truth->port = 10;
        if (f % 2 == 0)
            check(mien_live_vmc_write(&frame, NULL, record, truth, NULL) == MIEN_OK, "write a frame");
    }
}

static void take_frame(void *user, int source, const MienLiveFrame *frame)
{
    Truth *truth = user;
    (void)source;
    if (frame->protocol != MIEN_LIVE_LINK_FACE)
        return;
    mien_live_face_add(truth->face, 0, frame, truth->now);
    if (!frame->has_face)
        return;
    for (int s = 0; s < SHAPES; ++s)
        truth->rows[truth->row_count * SHAPES + s] =
            frame->values[mien_live_frame_find(frame, mien_live_arkit_name(s))].value;
    truth->times[truth->row_count++] = truth->now;
}

static void write_floats(Truth *truth, const float *values, size_t count)
{
    check(fwrite(values, sizeof *values, count, truth->file) == count, "write the curves");
}

/// Replays the capture and writes the curves after each datagram.
static void play(Truth *truth, float delay, const MienLiveCalibration *calibration)
{
    const char *names[CURVES];
    float values[CURVES];
    for (int c = 0; c < CURVES; ++c)
        names[c] = curve_name(c);
    const MienLiveFaceDesc desc = {.curves = names, .curve_count = CURVES, .delay = delay};
    check(mien_live_receiver_create(&(MienLiveReceiverDesc){0}, &truth->receiver, NULL) == MIEN_OK &&
              mien_live_face_create(&desc, &truth->face, NULL) == MIEN_OK &&
              mien_live_face_set_calibration(truth->face, 0, calibration, NULL) == MIEN_OK,
          "create a face");
    truth->row_count = 0;
    MienLiveRecord one;
    bool has_record = true;
    for (size_t offset = 0; has_record;) {
        check(mien_live_capture_read(truth->capture, truth->size, &offset, &one, &has_record, NULL) ==
                  MIEN_OK,
              "read the capture");
        if (!has_record)
            break;
        MienLiveAddress from = {.port = one.port};
        memcpy(from.bytes, one.address, sizeof from.bytes);
        truth->now = (double)one.arrival * 1e-9;
        mien_live_receiver_add(truth->receiver, &from, one.bytes, one.size, truth->now, take_frame, truth);
        mien_live_receiver_poll(truth->receiver, truth->now, take_frame, truth);
        mien_live_face_sample(truth->face, truth->now, values);
        write_floats(truth, values, CURVES);
    }
    mien_live_face_destroy(truth->face);
    mien_live_receiver_destroy(truth->receiver);
}

static MienLiveCalibration *calibrate(Truth *truth)
{
    const char *names[SHAPES];
    for (int s = 0; s < SHAPES; ++s)
        names[s] = mien_live_arkit_name(s);
    const MienLivePrompt prompts[] = {{17, 6.5, 7.5}, {23, 7.5, 8.5}}; // jawOpen, mouthSmileLeft
    const MienLiveCalibrationTake take = {.names = names,
                                          .curve_count = SHAPES,
                                          .times = truth->times,
                                          .values = truth->rows,
                                          .frame_count = truth->row_count,
                                          .neutral_begin = 5.0,
                                          .neutral_end = 5.9,
                                          .prompts = prompts,
                                          .prompt_count = 2};
    MienLiveCalibration *made = NULL;
    check(mien_live_calibrate(&take, &made, NULL) == MIEN_OK, "calibrate");
    const MienLiveCalibrationDesc desc = mien_live_calibration_desc(made);
    for (int c = 0; c < desc.curve_count; ++c) {
        const MienLiveCalibrationCurve *curve = &desc.curves[c];
        const float numbers[] = {curve->neutral, curve->full, curve->dead, curve->noise};
        write_floats(truth, numbers, 4);
    }
    return made;
}

int main(int count, char **arguments)
{
    if (count != 3) {
        fprintf(stderr, "Usage: mien-live-truth CAPTURE CURVES\n");
        return 2;
    }
    static Truth truth;
    make_capture(&truth);
    FILE *file = fopen(arguments[1], "wb");
    check(file != NULL && fwrite(truth.capture, 1, truth.size, file) == truth.size && fclose(file) == 0,
          "write the capture");
    truth.file = fopen(arguments[2], "wb");
    check(truth.file != NULL, "write the curves");
    play(&truth, 0, NULL);
    MienLiveCalibration *calibration = calibrate(&truth);
    play(&truth, 0.05f, calibration);
    check(fclose(truth.file) == 0, "write the curves");
    mien_live_calibration_destroy(calibration);
    free(truth.capture);
    return 0;
}
