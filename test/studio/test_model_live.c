// SPDX-License-Identifier: MIT
//
// Live faces in the editor: datagrams over a real socket become values of curves, translated by a map and
// calibrated; what does not arrive and what moves no face is said.

#include "support/check.h"

#include "project/files/os.h"
#include "project/live/report.h"
#include "studio/model/live/receiver.h"

#include <stdio.h>
#include <string.h>

static StudioReceiver *receiver;
static MieniSockets out; ///< Of the sender.
static MienLiveAddress to;
static MienLiveFrame frame;

/// A receiver at a free port of this machine.
static void begin(void)
{
    char reason[STUDIO_REASON_ROOM] = "", port[16];
    const char *why;
    receiver = studio_receiver_create();
    bool is_open = false;
    for (int i = 0; i < 100 && !is_open; ++i) {
        snprintf(port, sizeof port, "%d", 40000 + (int)((mieni_os_process() * 7 + i) % 20000));
        is_open = studio_receiver_open(receiver, "127.0.0.1", port, reason);
    }
    CHECK(is_open && studio_receiver_sockets(receiver)->count == 1);
    to = (MienLiveAddress){.port = (uint16_t)studio_receiver_sockets(receiver)->ports[0]};
    CHECK(mieni_address_read("127.0.0.1", &to));
    CHECK(mieni_sockets_open_to(&to, &out, &why));
    mien_live_frame_clear(&frame, MIEN_LIVE_LINK_FACE);
    snprintf(frame.id, sizeof frame.id, "AAAAAAAA-0000-0000-0000-000000000001");
    snprintf(frame.name, sizeof frame.name, "phone");
    frame.has_face = true;
    frame.has_timecode = true;
    frame.timecode_rate = 60;
    frame.timecode_rate_divisor = 1;
}

static void end(void)
{
    mieni_sockets_close(&out);
    studio_receiver_destroy(receiver);
}

/// Sends a frame and reads what arrives.
static void send_frame(int number)
{
    uint8_t bytes[2048];
    MieniSockets in = *studio_receiver_sockets(receiver);
    MienLiveAddress from;
    size_t size = 0;
    frame.timecode_frame = number;
    CHECK_STATUS(mien_live_link_face_write(&frame, bytes, sizeof bytes, &size, NULL), MIEN_OK);
    CHECK(mieni_sockets_send(&out, &to, bytes, size));
    const int64_t received = mieni_sockets_receive(&in, 2000, bytes, sizeof bytes, &from);
    CHECK(received == (int64_t)size);
    studio_receiver_add(receiver, &from, bytes, (size_t)received, mieni_os_seconds());
    mieni_os_sleep(200000000); // values come within 0.15 s, and stay for 0.5 s
}

static float value_of(const char *name)
{
    const StudioLiveValues values = studio_receiver_sample(receiver);
    for (int i = 0; i < values.count; ++i)
        if (strcmp(values.names[i], name) == 0)
            return values.values[i];
    return -1;
}

TEST(datagrams_become_values_of_curves)
{
    StudioSender sender;
    begin();
    CHECK(studio_receiver_chosen(receiver) < 0 && studio_receiver_sample(receiver).count == 0);
    mien_live_frame_set(&frame, "jawOpen", 0.75f);
    send_frame(1);
    CHECK_NEAR(value_of("jawOpen"), 0.75, 1e-6);
    CHECK(value_of("HeadYaw") == 0 && value_of("nothing") < 0);
    CHECK(studio_receiver_senders(receiver, &sender, 1) == 1);
    CHECK(sender.is_chosen && strcmp(sender.info->name, "phone") == 0 && sender.gap_count == 0);
    studio_receiver_choose(receiver, 3); // there is none
    CHECK(studio_receiver_chosen(receiver) == sender.index);
    end();
}

TEST(a_map_translates_names_as_it_does_in_clips)
{
    static const char text[] = "{\"kind\": \"map\", \"version\": 1, \"from\": \"arkit\", \"to\": \"other\","
                               " \"rows\": [{\"from\": \"jawOpen\", \"to\": \"mouth\", \"weight\": 0.5},"
                               " {\"from\": \"mouthClose\", \"to\": \"mouth\", \"weight\": -1}],"
                               " \"unmapped\": [\"cheekPuff\"]}";
    static const char *const names[] = {"mouth", "tongueOut"};
    MienAuthorMap *map = NULL;
    MieniTextOut said = {0};
    begin();
    mien_live_frame_set(&frame, "jawOpen", 0.8f);
    mien_live_frame_set(&frame, "mouthClose", 0.1f);
    send_frame(1);
    const uint64_t version = studio_receiver_sample(receiver).version;
    CHECK_STATUS(mien_author_map_read(text, sizeof text - 1, NULL, &map, NULL), MIEN_OK);
    studio_receiver_set_map(receiver, map);
    CHECK(studio_receiver_sample(receiver).version != version);
    send_frame(2);
    CHECK_NEAR(value_of("mouth"), 0.3, 1e-6);
    CHECK(value_of("jawOpen") < 0 && value_of("cheekPuff") < 0); // it has a row, and has no target
    CHECK(value_of("tongueOut") == 0);                           // the map does not know it
    studio_receiver_put_bound(receiver, names, 2, &said);
    CHECK(said.size > 30 && strncmp(said.bytes, "3 of 52 names of phone move it; not ", 36) == 0);
    mieni_text_release(&said);
    end();
}

TEST(values_are_calibrated_before_they_are_translated)
{
    const MienLiveCalibrationCurve curve = {.name = "jawOpen", .neutral = 0.2f, .full = 0.6f};
    MienLiveCalibration *calibration = NULL;
    begin();
    CHECK_STATUS(mien_live_calibration_create(&(MienLiveCalibrationDesc){.curves = &curve, .curve_count = 1},
                                              &calibration, NULL),
                 MIEN_OK);
    studio_receiver_set_calibration(receiver, calibration);
    mien_live_frame_set(&frame, "jawOpen", 0.4f);
    send_frame(1);
    CHECK_NEAR(value_of("jawOpen"), 0.5, 1e-5);
    studio_receiver_set_calibration(receiver, NULL);
    send_frame(2);
    CHECK_NEAR(value_of("jawOpen"), 0.4, 1e-5);
    end();
}

TEST(trouble_is_said_in_the_words_of_the_program)
{
    char reason[STUDIO_REASON_ROOM], port[16];
    MieniTextOut said = {0};
    begin();
    studio_receiver_add(receiver, &to, "what is this", 12, mieni_os_seconds());
    studio_receiver_put_trouble(receiver, &said);
    mieni_text_put_bytes(&said, "", 1);
    CHECK(strcmp(said.bytes, "1 datagram of no known protocol; the last begins with 77 68 61 74 20 69 73 20 "
                             "74 68 69 73\n") == 0);
    mieni_text_release(&said);
    StudioReceiver *other = studio_receiver_create();
    snprintf(port, sizeof port, "%d", to.port);
    CHECK(!studio_receiver_open(other, "127.0.0.1", port, reason));
    CHECK(strstr(reason, "Another program uses this port") != NULL);
    CHECK(!studio_receiver_open(other, "127.0.0.1:80", "", reason) && strstr(reason, "0.0.0.0") != NULL);
    CHECK(!studio_receiver_open(other, "127.0.0.1", "70000", reason) && strstr(reason, "65535") != NULL);
    CHECK(!studio_receiver_open(other, "127.0.0.1", "1, x", reason));
    CHECK(studio_receiver_sockets(other)->count == 0);
    studio_receiver_destroy(other);
    end();
}

CHECK_MAIN
{
    RUN(datagrams_become_values_of_curves);
    RUN(a_map_translates_names_as_it_does_in_clips);
    RUN(values_are_calibrated_before_they_are_translated);
    RUN(trouble_is_said_in_the_words_of_the_program);
}
