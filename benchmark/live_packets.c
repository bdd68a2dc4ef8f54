// SPDX-License-Identifier: MIT

#include "live_packets.h"

#include "workload.h"

#include "core/internal.h"
#include "live/bytes.h"
#include "sample/random.h"

#include <string.h>

enum { LARGEST = 8192, DATAGRAMS = 4 }; // At most, of a frame: its bytes and its datagrams.

void bench_live_frame(int number, MienLiveFrame *out_frame)
{
    uint64_t random = (uint64_t)number + 1;
    mien_live_frame_clear(out_frame, MIEN_LIVE_LINK_FACE);
    snprintf(out_frame->id, sizeof out_frame->id, "0A1B2C3D-0000-4000-8000-0123456789AB");
    snprintf(out_frame->name, sizeof out_frame->name, "phone");
    out_frame->has_face = out_frame->has_time = out_frame->has_timecode = true;
    out_frame->time = number / 60.0;
    out_frame->timecode_frame = number;
    out_frame->timecode_rate = 60;
    out_frame->timecode_rate_divisor = 1;
    for (int i = 0; i < MIEN_LIVE_ARKIT_COUNT; ++i) {
        const int phase = (number * (1 + i % 3) + 7 * i) % 120;
        const float wave = (float)(phase < 60 ? phase : 120 - phase) / 60.0f;
        const float noise = mien_random_between(&random, -0.01f, 0.01f);
        mien_live_frame_set(out_frame, mien_live_arkit_name(i), (i % 2 == 0 ? wave : 0.1f) + noise);
    }
    MienLiveTransform *turned[] = {&out_frame->head, &out_frame->left_eye, &out_frame->right_eye};
    for (int t = 0; t < 3; ++t) {
        turned[t]->form = MIEN_LIVE_ANGLES;
        for (int i = 0; i < 3; ++i)
            turned[t]->angles[i] = mien_random_between(&random, -0.3f, 0.3f);
    }
}

// -- One frame in each protocol

typedef struct Out {
    char *bytes;
    size_t size;
    LivePackets *packets;
} Out;

static void end_datagram(Out *out) { out->packets->ends[out->packets->count++] = out->size; }

static void take_datagram(void *user, const void *bytes, size_t size)
{
    Out *out = user;
    memcpy(out->bytes + out->size, bytes, size);
    out->size += size;
    end_datagram(out);
}

static bool put_link_face(const MienLiveFrame *frame, Out *out)
{
    size_t size;
    const MienStatus status = mien_live_link_face_write(frame, out->bytes + out->size, LARGEST, &size, NULL);
    out->size += size;
    end_datagram(out);
    return status == MIEN_OK;
}

static bool put_vmc(const MienLiveFrame *frame, Out *out)
{
    const MienLiveVmcOptions options = {.is_performer = true};
    return mien_live_vmc_write(frame, &options, take_datagram, out, NULL) == MIEN_OK;
}

static bool put_text(const MienLiveFrame *frame, MienLiveTextStyle style, Out *out)
{
    size_t size;
    const MienStatus status =
        mien_live_text_write(frame, style, out->bytes + out->size, LARGEST, &size, NULL);
    out->size += size;
    end_datagram(out);
    return status == MIEN_OK;
}

static bool put_ifacialmocap(const MienLiveFrame *frame, Out *out)
{
    return put_text(frame, MIEN_LIVE_TEXT_V2, out);
}

static bool put_facemotion3d(const MienLiveFrame *frame, Out *out)
{
    return put_text(frame, MIEN_LIVE_TEXT_FACEMOTION3D, out);
}

static bool put_vtube_studio(const MienLiveFrame *frame, Out *out)
{
    char *at = out->bytes + out->size;
    int size = snprintf(at, LARGEST,
                        "{\"Timestamp\":%.0f,\"Hotkey\":-1,\"FaceFound\":true,"
                        "\"Rotation\":{\"x\":%.6f,\"y\":%.6f,\"z\":1.5},\"BlendShapes\":[",
                        frame->time * 1000.0, (double)frame->head.angles[1] * 57.3,
                        (double)frame->head.angles[0] * 57.3);
    for (int i = 0; i < frame->value_count; ++i) {
        const char *name = mien_live_frame_name(frame, i);
        size += snprintf(at + size, LARGEST - (size_t)size, "%s{\"k\":\"%c%s\",\"v\":%.8f}", i > 0 ? "," : "",
                         name[0] - 'a' + 'A', name + 1, (double)frame->values[i].value);
    }
    size += snprintf(at + size, LARGEST - (size_t)size, "]}");
    out->size += (size_t)size;
    end_datagram(out);
    return true;
}

static bool put_rokoko(const MienLiveFrame *frame, Out *out)
{
    char *at = out->bytes + out->size;
    int size = snprintf(at, LARGEST,
                        "{\"version\":\"3,0\",\"fps\":60,\"scene\":{\"timestamp\":%.6f,\"actors\":[{"
                        "\"name\":\"actor\",\"meta\":{\"hasFace\":true},\"face\":{\"faceId\":\"phone\"",
                        frame->time);
    for (int i = 0; i < frame->value_count; ++i)
        size += snprintf(at + size, LARGEST - (size_t)size, ",\"%s\":%.6f", mien_live_frame_name(frame, i),
                         (double)frame->values[i].value * 100.0);
    size += snprintf(at + size, LARGEST - (size_t)size, "}}]}}");
    out->size += (size_t)size;
    end_datagram(out);
    return true;
}

static bool put_openseeface(const MienLiveFrame *frame, Out *out)
{
    enum { BLOCK = 1785, SUCCESS = 28, QUATERNION = 33, FEATURES = 1729 };
    uint8_t *at = (uint8_t *)out->bytes + out->size;
    uint64_t time;
    memset(at, 0, BLOCK);
    memcpy(&time, &frame->time, sizeof time);
    mieni_put_u64_le(at, time);
    at[SUCCESS] = 1;
    mieni_put_u32_le(at + QUATERNION + 12, mieni_bits_of(1.0f));
    for (int i = 0; i < 14; ++i)
        mieni_put_u32_le(at + FEATURES + 4 * i, mieni_bits_of(frame->values[i].value));
    out->size += BLOCK;
    end_datagram(out);
    return true;
}

static const struct {
    const char *name;
    bool (*put)(const MienLiveFrame *frame, Out *out);
} kinds[] = {
    {"link-face", put_link_face},       {"vmc", put_vmc},
    {"ifacialmocap", put_ifacialmocap}, {"facemotion3d", put_facemotion3d},
    {"vtube-studio", put_vtube_studio}, {"rokoko", put_rokoko},
    {"openseeface", put_openseeface},
};

const char *bench_live_packet_name(int kind)
{
    return kind < (int)(sizeof kinds / sizeof *kinds) ? kinds[kind].name : NULL;
}

LivePackets bench_live_packets(int kind, int frames)
{
    static MienLiveFrame frame;
    LivePackets packets = {.frames = frames};
    packets.bytes = bench_allocate((size_t)frames * LARGEST);
    packets.ends = bench_allocate((size_t)frames * DATAGRAMS * sizeof *packets.ends);
    Out out = {(char *)packets.bytes, 0, &packets};
    for (int f = 0; f < frames; ++f) {
        bench_live_frame(f, &frame);
        if (!kinds[kind].put(&frame, &out))
            bench_fail("write a datagram");
    }
    return packets;
}

void bench_live_release(LivePackets *packets)
{
    mieni_free(NULL, packets->bytes, (size_t)packets->frames * LARGEST, 64);
    mieni_free(NULL, packets->ends, (size_t)packets->frames * DATAGRAMS * sizeof *packets->ends, 64);
}
