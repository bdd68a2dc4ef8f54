// SPDX-License-Identifier: MIT
//
// From datagrams to the bones of a face: a capture that is replayed gives the same bits as the live
// stream, and hours of datagrams take no memory. MIEN_SECONDS is the length of both, 10 by default;
// time is simulated, at full speed.

#include "core/float_rules.h"

#include "support/counted_memory.h" // first: it asks for more of the C library

#include "core/sha256.h"
#include "mien/mien.h"
#include "mien_author/pack.h"
#include "mien_author/pose_asset.h"
#include "mien_author/vocabulary.h"
#include "mien_live/capture.h"
#include "mien_live/face.h"
#include "mien_live/receiver.h"
#include "sample/random.h"
#include "sample/scenes.h"

enum { RATE = 60, PHONES = 2, CURVES = 61, LARGEST = 2048 };

/// A receiver, a live face with a source per phone, and the bones that it moves.
typedef struct Stage {
    MienSample *sample;
    MienAuthorPack skeleton_pack, pack;
    MienSkeleton *skeleton;
    MienPoseAsset *asset;
    MienPoseBinding *binding;
    MienLiveReceiver *receiver;
    MienLiveFace *face;
    MienTransform *input, *out;
    size_t bone_size;
    MienPoseJob job;
    MienPoseWeight weights[CURVES];
    double now;
    int frame_count;
    MieniSha256 sha;
} Stage;

static int seconds_of_test(void)
{
    const char *text = getenv("MIEN_SECONDS");
    return text != NULL && atoi(text) > 0 ? atoi(text) : 10;
}

static void open_bones(Stage *stage)
{
    const MienSampleScene *scene = mien_sample_find_scene("r1");
    stage->sample = mien_sample_create(&scene->options);
    CHECK_STATUS(mien_author_skeleton_cook(mien_sample_asset(stage->sample)->skeleton, NULL,
                                           &stage->skeleton_pack, NULL),
                 MIEN_OK);
    CHECK_STATUS(
        mien_author_pose_asset_cook(mien_sample_asset(stage->sample), NULL, &stage->pack, NULL, NULL),
        MIEN_OK);
    CHECK_STATUS(mien_skeleton_load(stage->skeleton_pack.data, stage->skeleton_pack.size, NULL,
                                    &stage->skeleton, NULL),
                 MIEN_OK);
    CHECK_STATUS(mien_pose_asset_load(stage->pack.data, stage->pack.size, NULL, &stage->asset, NULL),
                 MIEN_OK);
    CHECK_STATUS(mien_pose_binding_create(stage->asset, stage->skeleton, NULL, &stage->binding, NULL),
                 MIEN_OK);
    const int bone_count = mien_skeleton_bone_count(stage->skeleton);
    uint64_t random = 1;
    stage->bone_size = (size_t)bone_count * sizeof(MienTransform);
    stage->input = mieni_allocate(NULL, stage->bone_size, 64);
    stage->out = mieni_allocate(NULL, stage->bone_size, 64);
    memset(stage->out, 0, stage->bone_size);
    mien_sample_input(&random, mien_sample_asset(stage->sample)->skeleton, stage->input);
    const size_t scratch = mien_pose_job_scratch_size(stage->asset);
    stage->job = (MienPoseJob){.asset = stage->asset,
                               .binding = stage->binding,
                               .bone_count = bone_count,
                               .input = stage->input,
                               .out_bones = stage->out,
                               .weights = stage->weights,
                               .scratch = mieni_allocate(NULL, scratch, 64),
                               .scratch_size = scratch};
}

static void open_stage(Stage *stage)
{
    *stage = (Stage){0};
    open_bones(stage);
    const MienAuthorVocabularyInfo link =
        mien_author_vocabulary_info(mien_author_vocabulary_find("livelink"));
    const MienLiveFaceDesc desc = {
        .curves = link.names, .curve_count = CURVES, .source_count = PHONES, .delay = 0.03f};
    CHECK_INT(link.name_count, CURVES);
    CHECK_STATUS(mien_live_face_create(&desc, &stage->face, NULL), MIEN_OK);
    CHECK_STATUS(mien_live_receiver_create(&(MienLiveReceiverDesc){0}, &stage->receiver, NULL), MIEN_OK);
    for (int c = CURVES / 2; c < CURVES; ++c)
        mien_live_face_set_writer(stage->face, c, 1);
    mieni_sha256_begin(&stage->sha);
}

static void close_stage(Stage *stage)
{
    mien_live_receiver_destroy(stage->receiver);
    mien_live_face_destroy(stage->face);
    mieni_free(NULL, stage->job.scratch, stage->job.scratch_size, 64);
    mieni_free(NULL, stage->input, stage->bone_size, 64);
    mieni_free(NULL, stage->out, stage->bone_size, 64);
    mien_pose_binding_destroy(stage->binding);
    mien_pose_asset_destroy(stage->asset);
    mien_skeleton_destroy(stage->skeleton);
    mien_author_pack_release(&stage->pack);
    mien_author_pack_release(&stage->skeleton_pack);
    mien_sample_destroy(stage->sample);
}

static void take_frame(void *user, int source, const MienLiveFrame *frame)
{
    Stage *stage = user;
    stage->frame_count++;
    mien_live_face_add(stage->face, source % PHONES, frame, stage->now);
}

/// A datagram arrives; all bones that the face then has go into the hash.
static void arrive(Stage *stage, const MienLiveAddress *from, uint64_t arrival, const void *bytes,
                   size_t size)
{
    float values[CURVES];
    stage->now = (double)arrival * 1e-9;
    mien_live_receiver_add(stage->receiver, from, bytes, size, stage->now, take_frame, stage);
    mien_live_face_sample(stage->face, stage->now, values);
    const int pose_count = mien_pose_asset_info(stage->asset).pose_count;
    stage->job.weight_count = pose_count < CURVES ? pose_count : CURVES;
    for (int c = 0; c < stage->job.weight_count; ++c)
        stage->weights[c] = (MienPoseWeight){c, values[c]};
    if (mien_pose_job_run(&stage->job) != MIEN_OK)
        check_state.faults++;
    mieni_sha256_update(&stage->sha, stage->out, stage->bone_size);
}

/// The datagram of a frame of a phone.
static size_t make_datagram(int phone, int number, uint64_t *random, uint8_t *out)
{
    static MienLiveFrame frame;
    size_t size = 0;
    mien_live_frame_clear(&frame, MIEN_LIVE_LINK_FACE);
    snprintf(frame.id, sizeof frame.id, "phone %d", phone);
    frame.has_face = number % 600 < 540;
    frame.has_time = frame.has_timecode = true;
    frame.timecode_frame = number;
    frame.timecode_rate = RATE;
    frame.timecode_rate_divisor = 1;
    for (int i = 0; i < MIEN_LIVE_ARKIT_COUNT; ++i) {
        const int phase = (number * (1 + i % 3) + 7 * i) % 90;
        mien_live_frame_set(&frame, mien_live_arkit_name(i),
                            (float)(phase < 45 ? phase : 90 - phase) / 45.0f +
                                mien_random_between(random, -0.01f, 0.01f));
    }
    frame.head.form = MIEN_LIVE_ANGLES;
    frame.head.angles[1] = mien_random_between(random, -0.5f, 0.5f);
    CHECK_STATUS(mien_live_link_face_write(&frame, out, LARGEST, &size, NULL), MIEN_OK);
    return size;
}

/// The next datagram of two phones, of which some are lost; 0 bytes: lost.
static size_t next_datagram(int number, uint64_t *random, MienLiveAddress *from, uint64_t *arrival,
                            uint8_t *out)
{
    const int phone = number % PHONES, frame = number / PHONES;
    *from = (MienLiveAddress){{[10] = 0xff, 0xff, 192, 0, 2, (uint8_t)(1 + phone)}, 11111};
    *arrival = (uint64_t)frame * (1000000000u / RATE) + (uint64_t)phone * 4000000u + 1000000000u +
               mien_random_bits(random) % 3000000u;
    const size_t size = make_datagram(phone, frame, random, out);
    return mien_random_index(random, 20) == 0 ? 0 : size;
}

static void check_same_hash(Stage *live, Stage *replayed)
{
    uint8_t hashes[2][32];
    mieni_sha256_end(&live->sha, hashes[0]);
    mieni_sha256_end(&replayed->sha, hashes[1]);
    CHECK(memcmp(hashes[0], hashes[1], 32) == 0);
    CHECK_INT(replayed->frame_count, live->frame_count);
    printf("%d frames, live bones hash to %02x%02x%02x%02x\n", live->frame_count, hashes[0][0], hashes[0][1],
           hashes[0][2], hashes[0][3]);
}

TEST(a_replayed_capture_moves_the_same_bones)
{
    static Stage live, replayed;
    const int count = seconds_of_test() * RATE * PHONES;
    const size_t room = MIEN_LIVE_CAPTURE_HEADER + (size_t)count * (400 + MIEN_LIVE_CAPTURE_EXTRA);
    uint8_t *file = malloc(room), bytes[LARGEST];
    if (file == NULL)
        SKIP("no memory for a capture of this length");
    size_t size = MIEN_LIVE_CAPTURE_HEADER;
    uint64_t random = 5;
    mien_live_capture_begin(file);
    open_stage(&live);
    for (int i = 0; i < count; ++i) {
        MienLiveRecord record = {.kind = MIEN_LIVE_RECORD_DATAGRAM, .bytes = bytes};
        MienLiveAddress from;
        size_t written = 0;
        record.size = next_datagram(i, &random, &from, &record.arrival, bytes);
        if (record.size == 0)
            continue;
        memcpy(record.address, from.bytes, 16);
        record.port = from.port;
        CHECK_STATUS(mien_live_capture_write(&record, file + size, room - size, &written, NULL), MIEN_OK);
        size += written;
        arrive(&live, &from, record.arrival, bytes, record.size);
    }
    open_stage(&replayed);
    size_t offset = 0;
    MienLiveRecord record;
    bool has_record = true;
    while (mien_live_capture_read(file, size, &offset, &record, &has_record, NULL) == MIEN_OK && has_record) {
        MienLiveAddress from = {.port = record.port};
        memcpy(from.bytes, record.address, 16);
        arrive(&replayed, &from, record.arrival, record.bytes, record.size);
    }
    CHECK_INT((int)(offset - size), 0);
    check_same_hash(&live, &replayed);
    close_stage(&live);
    close_stage(&replayed);
    free(file);
}

/// Kilobytes of the program in memory; 0 where that is not known.
static long resident(void)
{
    long pages = 0, unused = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL)
        return 0;
    if (fscanf(file, "%ld %ld", &unused, &pages) != 2)
        pages = 0;
    fclose(file);
    return pages * 4;
}

TEST(hours_of_datagrams_take_no_memory)
{
    static Stage stage;
    const int count = seconds_of_test() * RATE * PHONES;
    uint8_t bytes[LARGEST];
    uint64_t random = 6;
    long first = 0;
    open_stage(&stage);
    for (int i = 0; i < count; ++i) {
        MienLiveAddress from;
        uint64_t arrival;
        const size_t size = next_datagram(i, &random, &from, &arrival, bytes);
        if (i == count / 10) { // all that is used has been touched
            first = resident();
            if (CAN_COUNT)
                begin_counting();
        }
        if (size > 0)
            arrive(&stage, &from, arrival, bytes, size);
    }
    const int made = CAN_COUNT ? end_counting() : 0;
    const long last = resident();
    printf("%d seconds: %d allocations, %ld KB, then %ld KB\n", seconds_of_test(), made, first, last);
    CHECK_INT(made, 0);
    CHECK(!CAN_COUNT || last - first <= 256); // sanitizers keep books of their own
    close_stage(&stage);
}

CHECK_MAIN
{
    RUN(counting_counts);
    RUN(a_replayed_capture_moves_the_same_bones);
    RUN(hours_of_datagrams_take_no_memory);
}
