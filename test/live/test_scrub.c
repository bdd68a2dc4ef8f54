// SPDX-License-Identifier: MIT
//
// Scrubbed captures: what names someone is gone, and frames are the same.

#include "support/live/packets.h"

#include "mien_live/receiver.h"
#include "mien_live/scrub.h"

/// Values, times and faces of all frames, in order.
typedef struct Seen {
    int count;
    double sum;
    char names[512];
} Seen;

static void see(void *user, int source, const MienLiveFrame *frame)
{
    Seen *seen = user;
    seen->count++;
    seen->sum += frame->time + (frame->has_face ? 0.5 : 0.25) + (double)source;
    for (int i = 0; i < frame->value_count; ++i)
        seen->sum +=
            (double)(i + 1) * (double)frame->values[i].value + (double)strlen(mien_live_frame_name(frame, i));
    snprintf(seen->names + strlen(seen->names), sizeof seen->names - strlen(seen->names), "%s|%s;", frame->id,
             frame->name);
}

static void receive(const MienLiveRecord *record, MienLiveReceiver *receiver, Seen *seen)
{
    MienLiveAddress from = {.port = record->port};
    memcpy(from.bytes, record->address, sizeof from.bytes);
    mien_live_receiver_add(receiver, &from, record->bytes, record->size, 1.0, see, seen);
}

static bool has_text(const MienLiveRecord *record, const char *text)
{
    const size_t size = strlen(text);
    for (size_t i = 0; i + size <= record->size; ++i)
        if (memcmp((const uint8_t *)record->bytes + i, text, size) == 0)
            return true;
    return false;
}

static MienLiveRecord record_of(const void *bytes, size_t size, int sender)
{
    MienLiveRecord record = {.kind = MIEN_LIVE_RECORD_DATAGRAM,
                             .arrival = 5000000000u,
                             .date = 1800000000000000000u,
                             .port = (uint16_t)(50000 + sender),
                             .bytes = bytes,
                             .size = size};
    memcpy(record.address, "\0\0\0\0\0\0\0\0\0\0\xff\xff\xc0\xa8\x01", 15);
    record.address[15] = (uint8_t)(20 + sender);
    return record;
}

/// Scrubs a datagram: it is kept, has none of the secrets, and gives the same frames.
static void check_scrubbed(const void *bytes, size_t size, int sender, const char *const *secrets,
                           const char *names, int line)
{
    MienLiveScrubber *scrubber = NULL;
    MienLiveReceiver *before = NULL, *after = NULL;
    const MienLiveRecord record = record_of(bytes, size, sender);
    MienLiveRecord out;
    bool is_kept = false;
    Seen was = {0}, is = {0};
    CHECK_STATUS(mien_live_scrubber_create(NULL, &scrubber, NULL), MIEN_OK);
    CHECK_STATUS(mien_live_receiver_create(&(MienLiveReceiverDesc){0}, &before, NULL), MIEN_OK);
    CHECK_STATUS(mien_live_receiver_create(&(MienLiveReceiverDesc){0}, &after, NULL), MIEN_OK);
    CHECK_STATUS(mien_live_scrubber_run(scrubber, &record, &out, &is_kept, NULL), MIEN_OK);
    receive(&record, before, &was);
    receive(&out, after, &is);
    const bool is_same = is_kept && was.count > 0 && was.count == is.count && was.sum == is.sum;
    if (!is_same || strcmp(is.names, names) != 0)
        printf("line %d: %d and %d frames, %.9g and %.9g, %s\n", line, was.count, is.count, was.sum, is.sum,
               is.names);
    CHECK(is_same);
    CHECK_STR(is.names, names);
    for (int i = 0; secrets[i] != NULL; ++i)
        CHECK(has_text(&record, secrets[i]) && !has_text(&out, secrets[i]));
    CHECK(out.date == 0 && out.arrival == record.arrival && out.port == 1);
    CHECK(memcmp(out.address, "\x20\x01\x0d\xb8\0\0\0\0\0\0\0\0\0\0\0\x01", 16) == 0);
    mien_live_receiver_destroy(before);
    mien_live_receiver_destroy(after);
    mien_live_scrubber_destroy(scrubber);
}

#define ID "00000000-0000-4000-8000-000000000001"

TEST(names_of_live_link_face_are_replaced)
{
    static MienLiveFrame frame;
    uint8_t bytes[1024];
    size_t size = 0;
    mien_live_frame_clear(&frame, MIEN_LIVE_LINK_FACE);
    snprintf(frame.id, sizeof frame.id, "%s", "0A1B2C3D-0000-4000-8000-0123456789AB");
    snprintf(frame.name, sizeof frame.name, "%s", "Ada's phone");
    frame.has_face = true;
    frame.timecode_frame = 12345;
    mien_live_frame_set(&frame, "jawOpen", 0.3f);
    CHECK_STATUS(mien_live_link_face_write(&frame, bytes, sizeof bytes, &size, NULL), MIEN_OK);
    check_scrubbed(bytes, size, 3, (const char *const[]){"0A1B2C3D", "Ada", NULL}, ID "|Actor 1;", __LINE__);
}

TEST(messages_of_vmc_with_names_are_removed)
{
    // A value, the serial number of a headset, the path of an avatar, Apply.
    static const char serial[] = "#bundle\0\0\0\0\0\0\0\0\1"
                                 "\0\0\0\x24/VMC/Ext/Blend/Val\0\0,sf\0JawOpen\0\x3e\x80\0\0"
                                 "\0\0\0\x24/VMC/Ext/Hmd/Pos\0\0\0\0,s\0\0LHR-1234567\0"
                                 "\0\0\0\x24/VMC/Ext/VRM\0\0\0\0,s\0\0C:/Users/ada\0\0\0\0"
                                 "\0\0\0\x1c/VMC/Ext/Blend/Apply\0\0\0\0,\0\0";
    check_scrubbed(serial, sizeof serial, 1, (const char *const[]){"LHR", "Users", NULL}, "|;", __LINE__);
}

TEST(fields_of_text_that_are_not_read_are_removed)
{
    static const char text[] = "trackingStatus-1|jawOpen-25|owner=Ada|=head#1,2,3,0.1,0.2,0.3|leftEye#1,2,3|"
                               "secret#me|rightEye#1,2,3,Bob|";
    check_scrubbed(text, sizeof text - 1, 1, (const char *const[]){"owner", "Ada", "secret", "Bob", NULL},
                   "|;", __LINE__);
}

TEST(texts_in_json_are_replaced)
{
    static const char studio[] = "{\"Timestamp\":1600000000123,\"Device\":\"Ada's phone\",\"FaceFound\":true,"
                                 "\"BlendShapes\":[{\"k\":\"JawOpen\",\"v\":0.25}]}";
    static const char rokoko[] =
        "{\"version\":2,\"timestamp\":1.5,\"user\" : \"a\\\"da\",\"faces\":[{\"faceId\":\"SN 1\","
        "\"profileName\":\"Ada\",\"jawOpen\":25},{\"faceId\":\"SN "
        "2\",\"profileName\":\"Bob\",\"jawOpen\":5}]}";
    check_scrubbed(studio, sizeof studio - 1, 1, (const char *const[]){"Ada", "phone", NULL}, "|;", __LINE__);
    check_scrubbed(rokoko, sizeof rokoko - 1, 1, (const char *const[]){"SN 1", "Ada", "Bob", "\"da", NULL},
                   ID "|Actor 1;00000000-0000-4000-8000-000000000002|Actor 2;", __LINE__);
}

TEST(what_is_not_read_is_dropped)
{
    MienLiveScrubber *scrubber = NULL;
    MienLiveRecord out;
    bool is_kept = true;
    CHECK_STATUS(mien_live_scrubber_create(NULL, &scrubber, NULL), MIEN_OK);
    MienLiveRecord record = record_of("what is this", 12, 1);
    CHECK_STATUS(mien_live_scrubber_run(scrubber, &record, &out, &is_kept, NULL), MIEN_OK);
    CHECK(!is_kept && out.size == 0);
    record = record_of("slate Ada", 9, 1);
    record.kind = MIEN_LIVE_RECORD_NOTE;
    CHECK_STATUS(mien_live_scrubber_run(scrubber, &record, &out, &is_kept, NULL), MIEN_OK);
    CHECK(!is_kept && out.size == 0);
    mien_live_scrubber_destroy(scrubber);
    mien_live_scrubber_destroy(NULL);
}

TEST(senders_stay_apart)
{
    MienLiveScrubber *scrubber = NULL;
    MienLiveRecord out;
    bool is_kept;
    static const char text[] = "jawOpen-25|=head#1,2,3|";
    const int senders[] = {1, 2, 1, 2}, numbers[] = {1, 2, 1, 2};
    CHECK_STATUS(mien_live_scrubber_create(NULL, &scrubber, NULL), MIEN_OK);
    for (int i = 0; i < 4; ++i) {
        MienLiveRecord record = record_of(text, sizeof text - 1, senders[i]);
        record.arrival += (uint64_t)i;
        CHECK_STATUS(mien_live_scrubber_run(scrubber, &record, &out, &is_kept, NULL), MIEN_OK);
        CHECK(is_kept && out.address[15] == numbers[i] && out.port == numbers[i] && out.date == (uint64_t)i);
    }
    mien_live_scrubber_destroy(scrubber);
}

CHECK_MAIN
{
    RUN(names_of_live_link_face_are_replaced);
    RUN(messages_of_vmc_with_names_are_removed);
    RUN(fields_of_text_that_are_not_read_are_removed);
    RUN(texts_in_json_are_replaced);
    RUN(what_is_not_read_is_dropped);
    RUN(senders_stay_apart);
}
