// SPDX-License-Identifier: MIT
//
// Face Motion v3: the published vectors, schemas, parts, sequence numbers, and what we send.

#include "support/live/packets.h"

#include "live/bytes.h"
#include "mien_live/fmv3.h"

#define HELLO_HEX                                                                                            \
    "464d56330100280011223344556677880000000000000000000000000800000000000100080000003c00b00405000000"
#define ACK_HEX "464d5633030028000807060504030201010000000000000000000000000000000000010000000000"
#define FRAME_HEX                                                                                            \
    "464d5633040128000807060504030201010000000900000044332211360000000000010036000000e7ff64000000"

static const char schema_json[] =
    "{\"schema_version\":1,\"app\":\"iFacialMocap\",\"profile\":\"a\",\"blend_names\":[\"eyeBlink_L\","
    "\"jawOpen\",\"FM_SAD\"],\"blend_encoding\":\"i16\",\"blend_unit\":\"percent\","
    "\"pose_layout\":\"head_rxyz_pxyz_rightEye_rxyz_leftEye_rxyz\",\"rotation_unit\":\"degree\","
    "\"position_unit\":\"meter\",\"new\":[1,{}]}";

enum { FRAME_BYTES = 94, SCHEMA_HEAD = 20 };

static MienLiveFmv3 phone;
static MienLiveFrame got;
static int frames;
static MienError error;

static void note(void *user, const MienLiveFrame *frame)
{
    (void)user;
    got = *frame;
    ++frames;
}

static void begin(void)
{
    memset(&phone, 0, sizeof phone);
    frames = 0;
}

/// Reads a copy that ends where its memory ends.
static MienStatus take(const uint8_t *bytes, size_t size, double now)
{
    uint8_t *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL)
        abort();
    memcpy(copy, bytes, size);
    error = (MienError){0};
    const MienStatus status = mien_live_fmv3_read(&phone, copy, size, now, note, NULL, &error);
    CHECK(status == MIEN_OK || error.message[0] != '\0');
    free(copy);
    return status;
}

typedef struct Message {
    int type, flags;
    uint64_t session;
    uint32_t schema_id, sequence;
} Message;

/// A datagram with a part of a body.
static size_t put(const Message *message, const uint8_t *body, size_t size, int part, int parts, size_t from,
                  size_t to, uint8_t *out)
{
    memset(out, 0, 40);
    memcpy(out, "FMV3", 4);
    out[4] = (uint8_t)message->type;
    out[5] = (uint8_t)message->flags;
    mieni_put_u16_le(out + 6, 40);
    mieni_put_u64_le(out + 8, message->session);
    mieni_put_u32_le(out + 16, message->schema_id);
    mieni_put_u32_le(out + 20, message->sequence);
    mieni_put_u32_le(out + 28, (uint32_t)size);
    mieni_put_u16_le(out + 32, (uint16_t)part);
    mieni_put_u16_le(out + 34, (uint16_t)parts);
    mieni_put_u32_le(out + 36, (uint32_t)(to - from));
    if (to > from)
        memcpy(out + 40, body + from, to - from);
    return 40 + to - from;
}

static MienStatus take_whole(const Message *message, const uint8_t *body, size_t size, double now)
{
    static uint8_t bytes[65536];
    return take(bytes, put(message, body, size, 0, 1, 0, size, bytes), now);
}

static size_t put_schema(const char *json, uint64_t nonce, uint8_t *out)
{
    mieni_put_u64_le(out, nonce);
    mieni_put_u16_le(out + 8, 60);
    mieni_put_u16_le(out + 10, 1200);
    mieni_put_u32_le(out + 12, 10000);
    mieni_put_u32_le(out + 16, 5);
    memcpy(out + SCHEMA_HEAD, json, strlen(json));
    return SCHEMA_HEAD + strlen(json);
}

static const Message first_schema = {.type = 2, .session = 0x0102030405060708, .schema_id = 1};

static MienStatus take_schema(const char *json, const Message *message, uint64_t nonce)
{
    static uint8_t body[40000];
    return take_whole(message, body, put_schema(json, nonce, body), 0.0);
}

/// A frame of three values.
static MienStatus take_frame(uint64_t session, uint32_t schema_id, uint32_t sequence, int jaw, double now)
{
    uint8_t body[3 * 2 + 48] = {0};
    const Message message = {
        .type = 4, .flags = 1, .session = session, .schema_id = schema_id, .sequence = sequence};
    mieni_put_u16_le(body + 2, (uint16_t)jaw);
    return take_whole(&message, body, sizeof body, now);
}

static void take_first_schema(void)
{
    begin();
    CHECK_STATUS(take_schema(schema_json, &first_schema, 0), MIEN_OK);
}

TEST(the_vectors_are_read)
{
    static Packet packet;
    packet.size = 0;
    packet_hex(&packet, FRAME_HEX);
    packet_zeros(&packet, 48);
    CHECK_INT((int)packet.size, FRAME_BYTES);
    CHECK_INT(mien_live_sniff(packet.bytes, packet.size), MIEN_LIVE_FMV3);
    CHECK_STR(mien_live_protocol_name(MIEN_LIVE_FMV3), "Face Motion v3");
    CHECK_INT(mien_live_protocol_port(MIEN_LIVE_FMV3), 49983);
    begin();
    CHECK_STATUS(take(packet.bytes, packet.size, 0.0), MIEN_OK); // no schema yet
    CHECK_INT(frames, 0);
    CHECK_INT(phone.skipped_count, 1);
    take_first_schema();
    CHECK_STATUS(take(packet.bytes, packet.size, 0.0), MIEN_OK);
    CHECK_INT(frames, 1);
    CHECK(got.protocol == MIEN_LIVE_FMV3 && got.has_face && !got.has_time);
    CHECK_STR(got.name, "iFacialMocap");
    CHECK_INT(got.value_count, 3);
    CHECK(value_of(&got, "eyeBlinkLeft") == -0.25 && value_of(&got, "jawOpen") == 1.0 &&
          value_of(&got, "FM_SAD") == 0.0);
    CHECK(got.head.form == MIEN_LIVE_ANGLES && got.head.has_position &&
          got.left_eye.form == MIEN_LIVE_ANGLES);
    packet.bytes[5] = 2; // a recording, in which no face is seen
    packet.bytes[20] = 10;
    const float pose[12] = {90, -45, 1, 0.1f, 0.2f, -0.6f, 10, 20, 30, -10, -20, -30};
    for (int i = 0; i < 12; ++i)
        mieni_put_u32_le(packet.bytes + 46 + 4 * i, mieni_bits_of(pose[i]));
    CHECK_STATUS(take(packet.bytes, packet.size, 0.0), MIEN_OK);
    CHECK(!got.has_face);
    CHECK_NEAR((double)got.head.angles[0], 1.5707963267948966, 1e-6);
    CHECK_NEAR((double)got.head.angles[1], -0.7853981633974483, 1e-6);
    CHECK(got.head.position.x == 0.1f && got.head.position.z == -0.6f);
    CHECK_NEAR((double)got.right_eye.angles[1], 0.3490658503988659, 1e-6);
    CHECK_NEAR((double)got.left_eye.angles[2], -0.5235987755982988, 1e-6);
}

TEST(the_vectors_are_written)
{
    static Packet hello, ack;
    uint8_t bytes[MIEN_LIVE_FMV3_ANSWER];
    hello.size = ack.size = 0;
    packet_hex(&hello, HELLO_HEX);
    packet_hex(&ack, ACK_HEX);
    begin();
    CHECK_INT((int)mien_live_fmv3_answer(&phone, 0.0, bytes), 0); // it was not asked to ask
    CHECK_INT((int)mien_live_fmv3_stop(&phone, bytes), 0);
    mien_live_fmv3_ask(&phone, 0x8877665544332211, 60);
    check_bytes(bytes, mien_live_fmv3_answer(&phone, 0.0, bytes), &hello, __LINE__);
    CHECK_STATUS(take_schema(schema_json, &first_schema, 0x8877665544332211), MIEN_OK);
    check_bytes(bytes, mien_live_fmv3_answer(&phone, 0.0, bytes), &ack, __LINE__);
    CHECK_INT((int)mien_live_fmv3_answer(&phone, 0.0, bytes), 0);
    CHECK_INT((int)mien_live_fmv3_stop(&phone, bytes), 40);
    CHECK_INT(bytes[4], 8);
}

TEST(we_ask_ping_and_wait)
{
    uint8_t bytes[MIEN_LIVE_FMV3_ANSWER];
    int counts[10] = {0};
    begin();
    mien_live_fmv3_ask(&phone, 7, 999);
    for (int i = 0; i < 200; ++i) // twenty seconds without an answer
        while (mien_live_fmv3_answer(&phone, i * 0.1, bytes) > 0)
            counts[bytes[4]]++;
    CHECK_INT(counts[1], 5);
    CHECK_INT(bytes[40], 60);                                          // not more than the protocol has
    CHECK_STATUS(take_schema(schema_json, &first_schema, 8), MIEN_OK); // for another program
    CHECK(phone.session == 0 && phone.skipped_count == 1);
    CHECK_STATUS(take_schema(schema_json, &first_schema, 7), MIEN_OK);
    phone.last_frame = phone.last_ping = 20.0;
    memset(counts, 0, sizeof counts);
    for (int i = 0; i < 100; ++i) { // ten seconds of frames
        CHECK_STATUS(take_frame(0x0102030405060708, 1, (uint32_t)i, 50, 20.0 + i * 0.1), MIEN_OK);
        while (mien_live_fmv3_answer(&phone, 20.0 + i * 0.1, bytes) > 0)
            counts[bytes[4]]++;
    }
    CHECK_INT(counts[3], 1);
    CHECK_INT(counts[6], 3);
    CHECK_INT(counts[5], 0);
    memset(counts, 0, sizeof counts);
    for (int i = 0; i < 300; ++i) // silence: three times both, pings for 12 s, then nothing
        while (mien_live_fmv3_answer(&phone, 30.0 + i * 0.1, bytes) > 0)
            counts[bytes[4]]++;
    CHECK_INT(counts[3], 3);
    CHECK_INT(counts[5], 3);
    CHECK(counts[6] >= 3 && counts[6] <= 4);
}

TEST(schemas_must_be_valid)
{
    static const struct {
        const char *from, *to;
    } changes[] = {{"\"schema_version\":1", "\"schema_version\":2"},
                   {"\"schema_version\":1,", ""},
                   {"\"i16\"", "\"i8\""},
                   {"\"percent\"", "\"parts\""},
                   {"\"degree\"", "\"radian\""},
                   {"\"meter\"", "1"},
                   {"_leftEye_rxyz\"", "\""},
                   {"\"profile\":\"a\"", "\"app\":\"a\""}, // twice
                   {"\"new\":[1,{}]", "\"profile\":1"},    // twice
                   {"\"jawOpen\"", "\"eyeBlink_L\""},      // twice
                   {"\"jawOpen\"", "\"\""},
                   {"\"jawOpen\"", "\"a\\n\""},
                   {"\"jawOpen\"", "\"a\\u0001\""},
                   {"\"jawOpen\"", "\"a\\ud800\""},
                   {"\"jawOpen\"", "7"},
                   {"[\"eyeBlink_L\",\"jawOpen\",\"FM_SAD\"]", "\"jawOpen\""},
                   {"[1,{}]}", "[1,{}"}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; ++i) {
        char json[1024];
        const char *at = strstr(schema_json, changes[i].from);
        CHECK(at != NULL);
        if (at == NULL)
            continue;
        snprintf(json, sizeof json, "%.*s%s%s", (int)(at - schema_json), schema_json, changes[i].to,
                 at + strlen(changes[i].from));
        begin();
        CHECK_STATUS(take_schema(json, &first_schema, 0), MIEN_ERROR_DATA);
        CHECK(phone.session == 0);
    }
    uint8_t body[2000];
    begin();
    const size_t size = put_schema(schema_json, 0, body);
    mieni_put_u32_le(body + 16, 4);
    CHECK_STATUS(take_whole(&first_schema, body, size, 0.0), MIEN_ERROR_VERSION);
    mieni_put_u32_le(body + 16, 5);
    mieni_put_u32_le(body + 12, 4999);
    CHECK_STATUS(take_whole(&first_schema, body, size, 0.0), MIEN_ERROR_DATA);
    CHECK_STATUS(take_whole(&first_schema, body, SCHEMA_HEAD - 1, 0.0), MIEN_ERROR_CORRUPT);
}

TEST(escaped_names_and_wide_values_are_read)
{
    static const char json[] =
        "{\"schema_version\":1,\"blend_names\":[\"\\u3042\\ud83d\\ude00\",\"a\\\"\\\\\\/b\",\"bad\xFF\"],"
        "\"blend_encoding\":\"i32\",\"blend_unit\":\"percent\",\"pose_layout\":"
        "\"head_rxyz_pxyz_rightEye_rxyz_leftEye_rxyz\",\"rotation_unit\":\"degree\",\"position_unit\":"
        "\"meter\"}";
    const Message frame = {.type = 4, .flags = 1, .session = first_schema.session, .schema_id = 1};
    uint8_t body[3 * 4 + 48] = {0};
    begin();
    CHECK_STATUS(take_schema(json, &first_schema, 0), MIEN_OK);
    mieni_put_u32_le(body, 150);
    mieni_put_u32_le(body + 4, 100001); // more than a frame takes
    CHECK_STATUS(take_whole(&frame, body, sizeof body, 0.0), MIEN_OK);
    CHECK_INT(got.value_count, 2);
    CHECK(value_of(&got, "\xE3\x81\x82\xF0\x9F\x98\x80") == 1.5 && value_of(&got, "a\"\\/b") == 0.0);
    CHECK_INT(got.dropped_count, 2);
    mieni_put_u32_le(body + 12, 0x7fc00000); // head angles that are no numbers
    const Message next = {
        .type = 4, .flags = 1, .session = first_schema.session, .schema_id = 1, .sequence = 1};
    CHECK_STATUS(take_whole(&next, body, sizeof body, 0.0), MIEN_OK);
    CHECK_INT(got.dropped_count, 3);
}

/// A schema with many names, in one array of JSON.
static size_t put_many(int count, char *out, size_t room)
{
    size_t size = (size_t)snprintf(out, room, "{\"schema_version\":1,\"blend_names\":[");
    for (int i = 0; i < count; ++i)
        size += (size_t)snprintf(out + size, room - size, "%s\"n%d\"", i > 0 ? "," : "", i);
    size += (size_t)snprintf(out + size, room - size,
                             "],\"blend_encoding\":\"i16\",\"blend_unit\":\"percent\",\"pose_layout\":"
                             "\"head_rxyz_pxyz_rightEye_rxyz_leftEye_rxyz\",\"rotation_unit\":\"degree\","
                             "\"position_unit\":\"meter\"}");
    return size;
}

TEST(a_schema_may_have_more_names_than_a_frame)
{
    enum { COUNT = 3000 };
    static char json[40000];
    static uint8_t body[COUNT * 2 + 48];
    const Message frame = {.type = 4, .flags = 1, .session = first_schema.session, .schema_id = 1};
    put_many(COUNT, json, sizeof json);
    begin();
    CHECK_STATUS(take_schema(json, &first_schema, 0), MIEN_OK);
    mieni_put_u16_le(body + 2 * 511, 70);
    CHECK_STATUS(take_whole(&frame, body, sizeof body, 0.0), MIEN_OK);
    CHECK_INT(got.value_count, MIEN_LIVE_MAX_VALUES);
    CHECK_INT(got.dropped_count, COUNT - MIEN_LIVE_MAX_VALUES);
    CHECK_NEAR(value_of(&got, "n511"), 0.7, 1e-6);
    put_many(4097, json, sizeof json);
    begin();
    CHECK(take_schema(json, &first_schema, 0) != MIEN_OK);
    CHECK_STATUS(take_whole(&first_schema, (const uint8_t *)json, MIEN_LIVE_FMV3_BODY + 1, 0.0),
                 MIEN_ERROR_LIMIT);
}

/// Takes the parts of a schema in an order, some of them twice.
static void take_parts(const uint8_t *body, size_t size, const int *order, int count, size_t step, double now)
{
    const int parts = (int)((size + step - 1) / step);
    uint8_t bytes[2000];
    for (int i = 0; i < count; ++i) {
        const size_t from = (size_t)order[i] * step, to = from + step < size ? from + step : size;
        CHECK_STATUS(take(bytes, put(&first_schema, body, size, order[i], parts, from, to, bytes), now),
                     MIEN_OK);
    }
}

TEST(parts_come_in_any_order)
{
    static const int orders[][5] = {{0, 1, 2, 2, 2}, {2, 1, 0, 0, 0}, {1, 1, 2, 1, 0}, {2, 0, 0, 2, 1}};
    uint8_t body[1000], bytes[1000];
    const size_t size = put_schema(schema_json, 0, body), step = (size + 2) / 3;
    for (int i = 0; i < 4; ++i) {
        begin();
        take_parts(body, size, orders[i], 5, step, 0.0);
        CHECK(phone.session == first_schema.session);
        CHECK_INT(phone.name_count, 3);
    }
    begin(); // too late
    take_parts(body, size, (const int[]){0, 1}, 2, step, 0.0);
    take_parts(body, size, (const int[]){2}, 1, step, 3.0);
    CHECK(phone.session == 0);
    begin(); // a part that came as another one before
    take_parts(body, size, (const int[]){0, 1}, 2, step, 0.0);
    body[step + 3] ^= 1;
    take_parts(body, size, (const int[]){1, 2}, 2, step, 0.0);
    body[step + 3] ^= 1;
    CHECK(phone.session == 0);
    take_parts(body, size, (const int[]){0, 1, 2}, 3, step, 0.0); // the phone sends it again
    CHECK(phone.session == first_schema.session);
    begin(); // parts that do not agree on the size
    take_parts(body, size, (const int[]){0, 1}, 2, step, 0.0);
    CHECK_STATUS(take(bytes, put(&first_schema, body, size + 1, 2, 3, 2 * step, size, bytes), 0.0), MIEN_OK);
    CHECK(phone.session == 0);
}

TEST(many_unfinished_messages_leave_room)
{
    uint8_t body[1000], bytes[1000];
    const size_t size = put_schema(schema_json, 0, body);
    begin();
    for (uint32_t id = 10; id < 40; ++id) {
        const Message message = {.type = 2, .session = id, .schema_id = id};
        CHECK_STATUS(take(bytes, put(&message, body, size, 0, 3, 0, 100, bytes), 0.001 * id), MIEN_OK);
    }
    take_parts(body, size, (const int[]){2, 1, 0}, 3, (size + 2) / 3, 0.05);
    CHECK(phone.session == first_schema.session);
}

TEST(frames_are_in_order)
{
    const uint64_t session = first_schema.session;
    take_first_schema();
    CHECK_STATUS(take_frame(session, 1, 0xFFFFFFFE, 10, 0.0), MIEN_OK);
    CHECK_STATUS(take_frame(session, 1, 0xFFFFFFFE, 11, 0.0), MIEN_OK); // doubled
    CHECK_STATUS(take_frame(session, 1, 0xFFFFFFFD, 12, 0.0), MIEN_OK); // late
    CHECK_INT(frames, 1);
    CHECK_INT(phone.late_count, 2);
    CHECK_STATUS(take_frame(session, 1, 1, 20, 0.0), MIEN_OK); // after the largest number
    CHECK_STATUS(take_frame(session, 1, 0, 30, 0.0), MIEN_OK); // late
    CHECK_INT(frames, 2);
    CHECK_NEAR(value_of(&got, "jawOpen"), 0.2, 1e-6);
    CHECK_STATUS(take_frame(session, 1, 2, 7, 0.0), MIEN_OK);
    uint8_t body[3 * 2 + 47] = {0};
    const Message shorter = {.type = 4, .session = session, .schema_id = 1, .sequence = 3};
    CHECK_STATUS(take_whole(&shorter, body, sizeof body, 0.0), MIEN_ERROR_DATA);
    CHECK_INT(frames, 3);
}

TEST(a_sender_changes_its_names_and_begins_again)
{
    static char renamed[1024];
    const uint64_t session = first_schema.session;
    uint8_t bytes[MIEN_LIVE_FMV3_ANSWER];
    snprintf(renamed, sizeof renamed, "%s", schema_json);
    memcpy(strstr(renamed, "jawOpen"), "myNamed", 7);
    take_first_schema();
    CHECK_INT((int)mien_live_fmv3_answer(&phone, 5.0, bytes), 40);
    CHECK_STATUS(take_frame(session, 2, 5, 50, 5.0), MIEN_OK); // its schema was lost
    CHECK_INT(frames, 0);
    CHECK_INT((int)mien_live_fmv3_answer(&phone, 5.0, bytes), 40);
    CHECK(bytes[4] == 5 && bytes[16] == 2); // GET_SCHEMA 2
    const Message second = {.type = 2, .session = session, .schema_id = 2};
    CHECK_STATUS(take_schema(renamed, &second, 0), MIEN_OK);
    CHECK_STATUS(take_frame(session, 1, 6, 50, 5.0), MIEN_OK); // of the old schema
    CHECK_INT(frames, 0);
    CHECK_STATUS(take_frame(session, 2, 6, 50, 5.0), MIEN_OK);
    CHECK_NEAR(value_of(&got, "myNamed"), 0.5, 1e-6);
    CHECK_INT(mien_live_frame_find(&got, "jawOpen"), -1);
    CHECK_STATUS(take_schema(schema_json, &first_schema, 0), MIEN_OK); // old, and late
    CHECK_INT((int)phone.schema_id, 2);
    const Message again = {.type = 2, .session = 99, .schema_id = 1};
    CHECK_STATUS(take_schema(schema_json, &again, 0), MIEN_OK);
    CHECK_STATUS(take_frame(99, 1, 0, 25, 5.0), MIEN_OK); // numbers begin again
    CHECK_NEAR(value_of(&got, "jawOpen"), 0.25, 1e-6);
    CHECK_STATUS(take_frame(session, 2, 7, 50, 5.0), MIEN_OK);
    CHECK_INT(frames, 2);
}

TEST(damaged_headers_are_refused)
{
    static Packet frame;
    frame.size = 0;
    packet_hex(&frame, FRAME_HEX);
    packet_zeros(&frame, 48);
    take_first_schema();
    for (size_t size = 0; size < frame.size; ++size)
        CHECK(take(frame.bytes, size, 0.0) != MIEN_OK);
    static const struct {
        int at, size;
        uint32_t value;
    } faults[] = {{4, 1, 0},           {4, 1, 10},          {6, 2, 39}, {28, 4, 53},
                  {28, 4, 0xFFFFFFFF}, {32, 2, 1},          {34, 2, 0}, {34, 2, 513},
                  {36, 4, 0xFFFFFFFF}, {36, 4, 0x7FFFFFFF}, {36, 4, 0}, {28, 4, 0x7FFFFFFF}};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; ++i) {
        static Packet damaged;
        damaged = frame;
        for (int b = 0; b < faults[i].size; ++b)
            damaged.bytes[faults[i].at + b] = (uint8_t)(faults[i].value >> (8 * b));
        CHECK(take(damaged.bytes, damaged.size, 0.0) != MIEN_OK);
    }
    CHECK_INT(frames, 0);
    const Message no_session = {.type = 4, .session = 0, .schema_id = 1};
    CHECK_STATUS(take_whole(&no_session, (const uint8_t *)"", 0, 0.0), MIEN_ERROR_DATA);
    const Message busy = {.type = 9, .session = 3};
    CHECK_STATUS(take_whole(&busy, (const uint8_t *)"BUSY", 4, 0.0), MIEN_ERROR_DATA);
    CHECK_STR(error.message, "The phone reports: BUSY");
    for (int type = 1; type <= 8; ++type) { // what we send ourselves is ignored
        const Message own = {.type = type, .session = 3, .schema_id = 9};
        CHECK(type == 2 || take_whole(&own, (const uint8_t *)"", 0, 0.0) == MIEN_OK);
    }
    CHECK_INT(frames, 0);
}

CHECK_MAIN
{
    RUN(the_vectors_are_read);
    RUN(the_vectors_are_written);
    RUN(we_ask_ping_and_wait);
    RUN(schemas_must_be_valid);
    RUN(escaped_names_and_wide_values_are_read);
    RUN(a_schema_may_have_more_names_than_a_frame);
    RUN(parts_come_in_any_order);
    RUN(many_unfinished_messages_leave_room);
    RUN(frames_are_in_order);
    RUN(a_sender_changes_its_names_and_begins_again);
    RUN(damaged_headers_are_refused);
}
