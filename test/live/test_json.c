// SPDX-License-Identifier: MIT
//
// VTube Studio and Rokoko Studio: frames in JSON, damaged JSON, requests.

#include "support/live/packets.h"

static MienLiveFrame frame, faces[4];
static int face_count;

static const char vtube[] =
    "{\"Timestamp\":1700000000500,\"Hotkey\":-1,\"FaceFound\":true,\"Rotation\":{\"x\":10,\"y\":-5.5,\"z\":1}"
    ","
    "\"Position\":{\"x\":1,\"y\":2,\"z\":3},\"EyeLeft\":{\"x\":1.5,\"y\":2,\"z\":0},\"New\":[1,{\"a\":[]}],"
    "\"BlendShapes\":[{\"k\":\"EyeBlinkLeft\",\"v\":0.25},{\"k\":\"eyeLookOut_L\",\"v\":1},{\"v\":0.5,\"k\":"
    "\"Mine\"}]}";
static const char rokoko2[] =
    "{\"version\":\"2,0\",\"faces\":[{\"version\":0,\"faceId\":\"f1\",\"profileName\":\"Ada\",\"jawOpen\":50,"
    "\"eyeBlinkLeft\":12.5},{\"faceId\":\"f2\",\"jawOpen\":100}],\"timestamp\":1.5}";
static const char rokoko3[] =
    "{\"version\":\"3,0\",\"fps\":60.0,\"scene\":{\"timestamp\":2.5,\"actors\":[{\"name\":\"Ada\",\"meta\":"
    "{\"hasBody\":true,\"hasFace\":true},\"body\":{\"hip\":{\"position\":{\"x\":0}}},\"face\":{\"faceId\":"
    "\"f1\","
    "\"jawOpen\":25}},{\"name\":\"Bo\",\"meta\":{\"hasFace\":false}}],\"props\":[]}}";

static void note(void *user, const MienLiveFrame *got)
{
    (void)user;
    if (face_count < 4)
        faces[face_count] = *got;
    ++face_count;
}

static MienStatus read_rokoko(const void *bytes, size_t size, MienLiveFrame *out_frame, MienError *error)
{
    face_count = 0;
    return mien_live_rokoko_read(bytes, size, out_frame, note, NULL, error);
}

static MienStatus read_text(ReadPacket read, const char *text)
{
    return read_exactly(read, (const uint8_t *)text, strlen(text), &frame);
}

TEST(vtube_studio_is_read)
{
    CHECK_INT(mien_live_sniff(vtube, strlen(vtube)), MIEN_LIVE_VTUBE_STUDIO);
    CHECK_STATUS(read_text(mien_live_vtube_studio_read, vtube), MIEN_OK);
    CHECK(frame.has_face && frame.has_time && frame.time == 1700000000.5);
    CHECK_INT(frame.value_count, 3);
    CHECK(value_of(&frame, "eyeBlinkLeft") == 0.25 && value_of(&frame, "eyeLookOutLeft") == 1.0);
    CHECK(value_of(&frame, "Mine") == 0.5);
    CHECK_NEAR((double)frame.head.angles[1], 10.0 * 3.14159265358979 / 180.0, 1e-6);
    CHECK_NEAR((double)frame.head.angles[0], -5.5 * 3.14159265358979 / 180.0, 1e-6);
    CHECK_INT(frame.left_eye.form, MIEN_LIVE_ANGLES);
    CHECK_INT(frame.right_eye.form, MIEN_LIVE_NO_ROTATION);
    CHECK_STATUS(read_text(mien_live_vtube_studio_read, "{\"FaceFound\":false,\"BlendShapes\":[]}"), MIEN_OK);
    CHECK(!frame.has_face && !frame.has_time);
}

TEST(the_request_is_written)
{
    static const char wanted[] =
        "{\"messageType\":\"iOSTrackingDataRequest\",\"time\":5,\"sentBy\":\"Mien\",\"ports\":[21412]}";
    char out[512] = "";
    size_t size = 0;
    const int ports[2] = {21412, 50000};
    CHECK_STATUS(mien_live_vtube_studio_request(5.0, "Mien", ports, 1, out, strlen(wanted), &size, NULL),
                 MIEN_OK);
    CHECK_INT(size, strlen(wanted));
    CHECK_STR(out, wanted);
    CHECK_STATUS(mien_live_vtube_studio_request(5.0, "Mien", ports, 1, out, size - 1, &size, NULL),
                 MIEN_ERROR_LIMIT);
    CHECK_STATUS(mien_live_vtube_studio_request(0.5, "M", ports, 2, out, sizeof out, &size, NULL), MIEN_OK);
    CHECK_STATUS(mien_live_vtube_studio_request(11.0, "M", ports, 1, out, sizeof out, &size, NULL),
                 MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_live_vtube_studio_request(5.0, "a\"b", ports, 1, out, sizeof out, &size, NULL),
                 MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_live_vtube_studio_request(5.0, "", ports, 1, out, sizeof out, &size, NULL),
                 MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_live_vtube_studio_request(5.0, "M", ports, 0, out, sizeof out, &size, NULL),
                 MIEN_ERROR_ARGUMENT);
}

TEST(rokoko_is_read)
{
    CHECK_INT(mien_live_sniff(rokoko2, strlen(rokoko2)), MIEN_LIVE_ROKOKO);
    CHECK_STATUS(read_text(read_rokoko, rokoko2), MIEN_OK);
    CHECK_INT(face_count, 2);
    CHECK_STR(faces[0].id, "f1");
    CHECK_STR(faces[0].name, "Ada");
    CHECK(faces[0].has_time && faces[0].time == 1.5); // which comes after the faces
    CHECK(value_of(&faces[0], "jawOpen") == 0.5 && value_of(&faces[0], "eyeBlinkLeft") == 0.125);
    CHECK(value_of(&faces[1], "jawOpen") == 1.0 && faces[1].time == 1.5);
    CHECK_STR(faces[1].id, "f2");
    CHECK_INT(mien_live_sniff(rokoko3, strlen(rokoko3)), MIEN_LIVE_ROKOKO);
    CHECK_STATUS(read_text(read_rokoko, rokoko3), MIEN_OK);
    CHECK_INT(face_count, 2);
    CHECK_STR(faces[0].name, "Ada");
    CHECK(faces[0].has_face && value_of(&faces[0], "jawOpen") == 0.25 && faces[0].time == 2.5);
    CHECK(!faces[1].has_face);
    MienError error = {0};
    CHECK_INT(mien_live_sniff("\x04\x22\x4d\x18zzzz", 8), MIEN_LIVE_ROKOKO);
    CHECK_STATUS(mien_live_rokoko_read("\x04\x22\x4d\x18zzzz", 8, &frame, note, NULL, &error),
                 MIEN_ERROR_DATA);
    CHECK(strstr(error.message, "compressed") != NULL);
}

TEST(every_truncation_is_refused)
{
    for (size_t size = 0; size < strlen(vtube); ++size)
        CHECK_STATUS(read_exactly(mien_live_vtube_studio_read, (const uint8_t *)vtube, size, &frame),
                     MIEN_ERROR_CORRUPT);
    for (size_t size = 0; size < strlen(rokoko3); ++size) {
        CHECK_STATUS(read_exactly(read_rokoko, (const uint8_t *)rokoko3, size, &frame), MIEN_ERROR_CORRUPT);
        CHECK_INT(face_count, 0);
    }
}

TEST(damaged_json_is_refused)
{
    static const char *const damaged[] = {
        "[]",
        "null",
        "{",
        "{}x",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,\"a\":1}",
        "{\"a\":1 \"b\":2}",
        "{a:1}",
        "{\"BlendShapes\":[}",
        "{\"a\":\"",
        "{\"a\":\"\\",
        "{\"a\":[}",
    };
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; ++i) {
        CHECK_STATUS(read_text(mien_live_vtube_studio_read, damaged[i]), MIEN_ERROR_CORRUPT);
        CHECK_STATUS(read_text(read_rokoko, damaged[i]), MIEN_ERROR_CORRUPT);
    }
    CHECK_STATUS(read_text(mien_live_vtube_studio_read, "{\"BlendShapes\":[{\"k\":\"a\",\"v\":1}{}]}"),
                 MIEN_ERROR_CORRUPT);
    static Packet deep;
    for (size_t depth = 1; depth < 40; ++depth) {
        deep.size = 0;
        packet_text(&deep, "{\"BlendShapes\":");
        memset(deep.bytes + deep.size, '[', depth);
        memset(deep.bytes + deep.size + depth, ']', depth);
        deep.size += 2 * depth;
        packet_text(&deep, "}");
        CHECK_STATUS(read_exactly(mien_live_vtube_studio_read, deep.bytes, deep.size, &frame),
                     depth <= 33 ? MIEN_OK : MIEN_ERROR_CORRUPT);
    }
    memset(deep.bytes, '{', MIEN_LIVE_MAX_DATAGRAM);
    CHECK_STATUS(read_exactly(mien_live_vtube_studio_read, deep.bytes, MIEN_LIVE_MAX_DATAGRAM, &frame),
                 MIEN_ERROR_CORRUPT);
}

TEST(odd_values_are_dropped)
{
    CHECK_STATUS(
        read_text(mien_live_vtube_studio_read,
                  "{\"Timestamp\":\"x\",\"Rotation\":7,\"EyeLeft\":{\"x\":1e99},\"BlendShapes\":[{\"k\":"
                  "\"a\",\"v\":1e99},"
                  "{\"k\":\"a\",\"v\":NaN},{\"k\":\"a\",\"v\":0,5},{\"k\":\"b\\n\"},{\"k\":\"\",\"v\":1},7,"
                  "{\"k\":\"a\xFF\",\"v\":1}]}"),
        MIEN_ERROR_CORRUPT); // a decimal comma
    CHECK_STATUS(read_text(mien_live_vtube_studio_read,
                           "{\"Timestamp\":\"x\",\"Rotation\":7,\"EyeLeft\":{\"x\":1e99},\"BlendShapes\":[{"
                           "\"k\":\"a\",\"v\":1e99},"
                           "{\"k\":\"a\",\"v\":NaN},{\"k\":\"b\\n\"},{\"k\":\"\",\"v\":1},7,"
                           "{\"k\":\"a\xFF\",\"v\":1},{\"k\":\"d\",\"v\":1},{\"k\":\"d\",\"v\":0.5}]}"),
                 MIEN_OK);
    CHECK(!frame.has_time);
    CHECK_INT(frame.left_eye.form, MIEN_LIVE_NO_ROTATION);
    CHECK_INT(frame.value_count, 1);
    CHECK(value_of(&frame, "d") == 0.5);
    CHECK_INT(frame.dropped_count, 6);
}

CHECK_MAIN
{
    RUN(vtube_studio_is_read);
    RUN(the_request_is_written);
    RUN(rokoko_is_read);
    RUN(every_truncation_is_refused);
    RUN(damaged_json_is_refused);
    RUN(odd_values_are_dropped);
}
