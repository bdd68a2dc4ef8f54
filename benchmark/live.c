// SPDX-License-Identifier: MIT
//
// mien-bench live: from the bytes of a datagram to the curves of a face, datagram by datagram, and ten
// thousand faces on one core.

#include "support/memory/count_calls.h" // first: it asks for more of the C library

#include "live_packets.h"
#include "workload.h"

#include "core/internal.h"
#include "live/bytes.h"
#include "mien_author/vocabulary.h"
#include "mien_live/face.h"
#include "mien_live/receiver.h"

#include <string.h>

enum { FRAMES_OF_ONE = 1200, CROWD = 10000, RATE = 60 };

/// A face with everything on: filters, and a calibration of each shape.
static MienLiveFace *open_face(void)
{
    const MienAuthorVocabularyInfo link =
        mien_author_vocabulary_info(mien_author_vocabulary_find("livelink"));
    MienLiveCalibrationCurve curves[MIEN_LIVE_ARKIT_COUNT];
    for (int i = 0; i < MIEN_LIVE_ARKIT_COUNT; ++i)
        curves[i] = (MienLiveCalibrationCurve){
            .name = mien_live_arkit_name(i), .neutral = 0.05f, .full = 0.9f, .dead = 0.02f, .noise = 0.005f};
    const MienLiveFaceDesc desc = {.curves = link.names, .curve_count = link.name_count};
    const MienLiveCalibrationDesc calibrated = {.curves = curves, .curve_count = MIEN_LIVE_ARKIT_COUNT};
    MienLiveFace *face;
    MienLiveCalibration *calibration;
    if (mien_live_face_create(&desc, &face, NULL) != MIEN_OK ||
        mien_live_calibration_create(&calibrated, &calibration, NULL) != MIEN_OK ||
        mien_live_face_set_calibration(face, 0, calibration, NULL) != MIEN_OK)
        bench_fail("create a face");
    mien_live_calibration_destroy(calibration);
    return face;
}

// -- One sender

/// What a program does with the frames of one sender.
typedef struct Path {
    MienLiveFace *face;
    double now;
    int frame_count;
    float values[256];
} Path;

static void take_frame(void *user, int source, const MienLiveFrame *frame)
{
    Path *path = user;
    (void)source;
    mien_live_face_add(path->face, 0, frame, path->now);
    mien_live_face_sample(path->face, path->now, path->values);
    path->frame_count++;
}

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

typedef struct OneResult {
    double median, p99, largest; ///< Microseconds.
    int allocations;
    bool is_complete; ///< All frames arrived.
} OneResult;

/// Each datagram timed by itself, after a round for warming up.
static OneResult time_one(const LivePackets *packets, int rounds)
{
    const MienLiveAddress from = {{0}, 9};
    MienLiveReceiver *receiver;
    if (mien_live_receiver_create(&(MienLiveReceiverDesc){0}, &receiver, NULL) != MIEN_OK)
        bench_fail("create a receiver");
    static Path path;
    path = (Path){.face = open_face()};
    const size_t count = (size_t)rounds * (size_t)packets->count;
    double *times = bench_allocate(count * sizeof *times);
    begin_counting();
    for (int round = -1; round < rounds; ++round) {
        size_t start = 0;
        for (int i = 0; i < packets->count; ++i) {
            path.now += 1.0 / RATE;
            const double begin = bench_now();
            mien_live_receiver_add(receiver, &from, packets->bytes + start, packets->ends[i] - start,
                                   path.now, take_frame, &path);
            if (round >= 0)
                times[(size_t)round * (size_t)packets->count + (size_t)i] = (bench_now() - begin) * 1e6;
            start = packets->ends[i];
        }
    }
    const int calls_made = end_counting();
    qsort(times, count, sizeof *times, compare);
    const OneResult result = {.median = times[count / 2],
                              .p99 = times[count * 99 / 100],
                              .largest = times[count - 1],
                              .allocations = calls_made,
                              .is_complete = path.frame_count == (rounds + 1) * packets->frames};
    mieni_free(NULL, times, count * sizeof *times, 64);
    mien_live_face_destroy(path.face);
    mien_live_receiver_destroy(receiver);
    return result;
}

static bool run_one(const BenchOptions *options, int kind)
{
    const char *name = bench_live_packet_name(kind);
    if (options->workload != NULL && strcmp(options->workload, name) != 0)
        return false;
    LivePackets packets = bench_live_packets(kind, FRAMES_OF_ONE);
    const OneResult result = time_one(&packets, options->rounds);
    const double bytes = (double)packets.ends[packets.count - 1] / packets.count;
    if (!result.is_complete)
        bench_fail("receive all frames");
    if (options->json)
        printf("{\"row\": \"one\", \"workload\": \"%s\", \"datagrams\": %d, \"bytes\": %.0f, "
               "\"us_median\": %.3f, \"us_p99\": %.3f, \"us_max\": %.3f, \"allocations\": %d}\n",
               name, packets.count * options->rounds, bytes, result.median, result.p99, result.largest,
               CAN_COUNT ? result.allocations : -1);
    else
        printf("%-13s %5.0f bytes  median %6.2f us, p99 %6.2f us, longest %7.2f us, %d allocations\n", name,
               bytes, result.median, result.p99, result.largest, CAN_COUNT ? result.allocations : -1);
    bench_live_release(&packets);
    return true;
}

// -- Ten thousand senders

/// Datagrams of Live Link Face, one per sender, and what receives them.
typedef struct Crowd {
    MienLiveReceiver *receiver;
    MienLiveFace **faces; ///< Per source of the receiver.
    uint8_t *bytes;
    size_t size, frame_at; ///< Bytes of a datagram, and where its frame number is.
    int face_count;        ///< Senders; with 1, one sends all.
    bool with_faces;
    double now;
    int number, frame_count;
    float values[256];
} Crowd;

static void take_crowd_frame(void *user, int source, const MienLiveFrame *frame)
{
    Crowd *crowd = user;
    crowd->frame_count++;
    if (!crowd->with_faces)
        return;
    mien_live_face_add(crowd->faces[source], 0, frame, crowd->now);
    mien_live_face_sample(crowd->faces[source], crowd->now, crowd->values);
}

static MienLiveAddress address_of(int number)
{
    return (MienLiveAddress){
        {[10] = 0xFF, 0xFF, 10, (uint8_t)(number >> 16), (uint8_t)(number >> 8), (uint8_t)number}, 9};
}

static void open_crowd(Crowd *crowd)
{
    static MienLiveFrame frame;
    enum { ROOM = 512 };
    *crowd = (Crowd){.bytes = bench_allocate((size_t)CROWD * ROOM),
                     .faces = bench_allocate(CROWD * sizeof *crowd->faces)};
    const MienLiveReceiverDesc desc = {.source_count = CROWD};
    if (mien_live_receiver_create(&desc, &crowd->receiver, NULL) != MIEN_OK)
        bench_fail("create a receiver");
    for (int i = 0; i < CROWD; ++i) {
        bench_live_frame(i, &frame);
        if (mien_live_link_face_write(&frame, crowd->bytes + (size_t)i * ROOM, ROOM, &crowd->size, NULL) !=
            MIEN_OK)
            bench_fail("write a datagram");
        crowd->faces[i] = open_face();
    }
    crowd->frame_at = 9 + strlen(frame.id) + strlen(frame.name);
    for (int i = 1; i < CROWD; ++i) // close together, as they come from a socket's ring
        memmove(crowd->bytes + (size_t)i * crowd->size, crowd->bytes + (size_t)i * ROOM, crowd->size);
}

/// The next frame of each sender.
static void advance(Crowd *crowd)
{
    crowd->now += 1.0 / RATE;
    for (int i = 0; i < CROWD; ++i) {
        crowd->number += crowd->face_count == 1 || i == 0;
        mieni_put_u32_be(crowd->bytes + (size_t)i * crowd->size + crowd->frame_at, (uint32_t)crowd->number);
    }
}

/// The fastest of some rounds, in nanoseconds per datagram.
static double time_crowd(Crowd *crowd, int face_count, bool with_faces, int rounds)
{
    double best = 1e30;
    crowd->face_count = face_count;
    crowd->with_faces = with_faces;
    for (int round = -2; round < rounds; ++round) {
        advance(crowd);
        const double begin = bench_now();
        for (int i = 0; i < CROWD; ++i) {
            const MienLiveAddress from = address_of(i % face_count);
            mien_live_receiver_add(crowd->receiver, &from, crowd->bytes + (size_t)i * crowd->size,
                                   crowd->size, crowd->now, take_crowd_frame, crowd);
        }
        const double passed = (bench_now() - begin) * 1e9 / CROWD;
        if (round >= 0 && passed < best)
            best = passed;
    }
    return best;
}

static void print_crowd(const BenchOptions *options, const char *what, double ns)
{
    const double most = 1e9 / ns / RATE, load = ns * 1e-9 * CROWD * RATE;
    if (options->json)
        printf("{\"row\": \"crowd\", \"what\": \"%s\", \"ns\": %.0f, \"sources_at_60_hz\": %.0f, "
               "\"cores\": %.2f}\n",
               what, ns, most, load);
    else
        printf("crowd  %-34s %6.0f ns per datagram, at most %6.0f sources at 60 Hz; 10,000 use %.2f cores\n",
               what, ns, most, load);
}

static void run_crowd(const BenchOptions *options)
{
    static Crowd crowd;
    open_crowd(&crowd);
    begin_counting();
    const double one_read = time_crowd(&crowd, 1, false, options->rounds);
    const double one_face = time_crowd(&crowd, 1, true, options->rounds);
    const double read = time_crowd(&crowd, CROWD, false, options->rounds);
    const double faces = time_crowd(&crowd, CROWD, true, options->rounds);
    const int calls_made = end_counting();
    if (crowd.frame_count != 4 * (options->rounds + 2) * CROWD)
        bench_fail("receive all frames of the crowd");
    if (CAN_COUNT && calls_made != 0)
        bench_fail("receive a crowd without allocations");
    print_crowd(options, "1 source, frames", one_read);
    print_crowd(options, "1 source, curves", one_face);
    print_crowd(options, "10,000 sources, frames", read);
    print_crowd(options, "10,000 sources, curves", faces);
    for (int i = 0; i < CROWD; ++i)
        mien_live_face_destroy(crowd.faces[i]);
    mien_live_receiver_destroy(crowd.receiver);
}

int bench_live(const BenchOptions *options)
{
    fprintf(stderr, "mien-bench %s, %d rounds\n", mien_version(), options->rounds);
    bool is_known = false;
    for (int kind = 0; bench_live_packet_name(kind) != NULL; ++kind)
        is_known |= run_one(options, kind);
    if (options->workload == NULL || strcmp(options->workload, "crowd") == 0) {
        run_crowd(options);
        is_known = true;
    }
    if (!is_known)
        fprintf(stderr, "mien-bench: no workload called %s\n", options->workload);
    return is_known ? 0 : 2;
}
