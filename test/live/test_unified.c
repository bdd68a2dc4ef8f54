// SPDX-License-Identifier: MIT
//
// Unified Expressions: the order, the example byte for byte, the translation of ARKit's shapes, and VRChat's
// blob.

#include "support/live/packets.h"

#include "live/osc.h"

#include "mien_author/map.h"
#include "mien_author/vocabulary.h"

static MienLiveFrame frame;
static int datagrams, messages;
static bool has_example;
static double jaw, gaze, lid, yaw;

static void read_message(void *user, const MieniOscMessage *message)
{
    (void)user;
    const struct {
        const char *name;
        double *value;
    } wanted[] = {{"JawOpen", &jaw}, {"EyeLeftX", &gaze}, {"EyeLidLeft", &lid}, {"Head/Yaw", &yaw}};
    CHECK(message->count == 1 && message->arguments[0].tag == 'f');
    CHECK(strncmp(message->address, "/avatar/parameters/v2/", 22) == 0);
    for (int i = 0; i < 4; ++i) {
        if (strcmp(message->address + 22, wanted[i].name) == 0)
            *wanted[i].value = message->arguments[0].number;
    }
    ++messages;
}

static void take(void *user, const void *bytes, size_t size)
{
    (void)user;
    static Packet example;
    example.size = 0;
    packet_hex(&example,
               "00000028 2f617661 7461722f 70617261 6d657465 72732f76 322f4a61 774f7065 6e000000 2c660000"
               "3f000000");
    ++datagrams;
    CHECK(size <= 1400);
    CHECK_STATUS(mieni_osc_read(bytes, size, read_message, NULL, NULL), MIEN_OK);
    for (size_t at = 16; at + example.size <= size; at += 4)
        has_example = has_example || memcmp((const uint8_t *)bytes + at, example.bytes, example.size) == 0;
}

static int find(const char *name)
{
    for (int i = 0; i < MIEN_LIVE_UNIFIED_COUNT; ++i) {
        if (strcmp(mien_live_unified_name(i), name) == 0)
            return i;
    }
    return -1;
}

TEST(the_order_is_known)
{
    CHECK_STR(mien_live_unified_name(0), "EyeSquintRight");
    CHECK_STR(mien_live_unified_name(1), "EyeSquintLeft");
    CHECK_INT(find("JawOpen"), 22);
    CHECK_STR(mien_live_unified_name(87), "NeckFlexLeft");
    CHECK_STR(mien_live_unified_name(88), "");
    for (int i = 0; i < MIEN_LIVE_UNIFIED_COUNT; ++i)
        CHECK_INT(find(mien_live_unified_name(i)), i);
}

TEST(arkit_is_translated)
{
    float values[MIEN_LIVE_UNIFIED_COUNT];
    mien_live_frame_clear(&frame, MIEN_LIVE_UNKNOWN);
    mien_live_frame_set(&frame, "browDownLeft", 0.5f);
    mien_live_frame_set(&frame, "mouthLeft", 0.25f);
    mien_live_frame_set(&frame, "mouthFunnel", 0.75f);
    mien_live_frame_set(&frame, "cheekPuff", 2.0f);
    mien_live_frame_set(&frame, "BrowPinchLeft", 0.125f); // its own name
    mien_live_unified_values(&frame, values);
    CHECK(values[find("BrowLowererLeft")] == 0.5f && values[find("BrowLowererRight")] == 0.0f);
    CHECK(values[find("BrowPinchLeft")] == 0.125f);
    CHECK(values[find("MouthUpperLeft")] == 0.25f && values[find("MouthLowerLeft")] == 0.25f);
    CHECK(values[find("LipFunnelUpperRight")] == 0.75f && values[find("LipFunnelLowerLeft")] == 0.75f);
    CHECK(values[find("CheekPuffLeft")] == 1.0f && values[find("CheekPuffRight")] == 1.0f);
    // Every shape of ARKit but gaze and blinks reaches one.
    for (int i = 0; i < MIEN_LIVE_ARKIT_COUNT; ++i) {
        const char *name = mien_live_arkit_name(i);
        float sum = 0.0f;
        mien_live_frame_clear(&frame, MIEN_LIVE_UNKNOWN);
        mien_live_frame_set(&frame, name, 1.0f);
        mien_live_unified_values(&frame, values);
        for (int k = 0; k < MIEN_LIVE_UNIFIED_COUNT; ++k)
            sum += values[k];
        CHECK((sum > 0.0f) == (strncmp(name, "eyeLook", 7) != 0 && strncmp(name, "eyeBlink", 8) != 0));
    }
}

TEST(parameters_are_written)
{
    mien_live_frame_clear(&frame, MIEN_LIVE_UNKNOWN);
    mien_live_frame_set(&frame, "jawOpen", 0.5f);
    mien_live_frame_set(&frame, "eyeLookOutLeft", 0.25f);
    mien_live_frame_set(&frame, "eyeBlinkLeft", 0.5f);
    frame.head = (MienLiveTransform){.form = MIEN_LIVE_ANGLES, .angles = {0.0f, 0.785398163f, 0.0f}};
    CHECK_STATUS(mien_live_unified_write(&frame, "", take, NULL, NULL), MIEN_OK);
    CHECK(has_example);
    CHECK_INT(messages, 88 + 8 + 3);
    CHECK(datagrams >= 3);
    CHECK(jaw == 0.5 && gaze == -0.25 && lid == 0.375);
    CHECK_NEAR(yaw, -0.5, 1e-6); // the actor looks to the left
    CHECK_STATUS(mien_live_unified_write(&frame, "FT", take, NULL, NULL), MIEN_ERROR_ARGUMENT);
}

TEST(the_blob_has_102_bytes)
{
    uint8_t bytes[256];
    size_t size = 0;
    mien_live_frame_clear(&frame, MIEN_LIVE_UNKNOWN);
    mien_live_frame_set(&frame, "jawOpen", 0.5f);
    mien_live_frame_set(&frame, "eyeBlinkLeft", 1.0f);
    mien_live_frame_set(&frame, "eyeLookOutRight", -1.0f);
    CHECK_STATUS(mien_live_vrchat_write(&frame, bytes, sizeof bytes, &size, NULL), MIEN_OK);
    CHECK_INT(size, 132);
    CHECK(memcmp(bytes, "/tracking/face/v1\0\0\0,b\0\0\0\0\0\x66", 28) == 0);
    CHECK_INT(bytes[28 + 14 + 22], 127);
    CHECK_INT(bytes[28 + 9], 255);
    CHECK_INT(bytes[28], 0);
    CHECK_STATUS(mien_live_vrchat_write(&frame, bytes, 131, &size, NULL), MIEN_ERROR_LIMIT);
    CHECK_INT(size, 0);
}

/// Values follow the map arkit-to-unified, and names the vocabulary.
TEST(values_follow_the_shipped_map)
{
    const MienAuthorVocabularyInfo names =
        mien_author_vocabulary_info(mien_author_vocabulary_find("unified"));
    MienAuthorMap *map = NULL;
    CHECK_STATUS(mien_author_map_load("arkit-to-unified", NULL, &map, NULL), MIEN_OK);
    for (int i = 0; i < MIEN_LIVE_UNIFIED_COUNT && i < names.name_count; ++i)
        CHECK_STR(mien_live_unified_name(i), names.names[i]);
    for (int shape = 0; shape < MIEN_LIVE_ARKIT_COUNT && map != NULL; ++shape) {
        static MienLiveFrame one;
        float values[MIEN_LIVE_UNIFIED_COUNT];
        mien_live_frame_clear(&one, MIEN_LIVE_UNKNOWN);
        mien_live_frame_set(&one, mien_live_arkit_name(shape), 0.5f);
        mien_live_unified_values(&one, values);
        for (int i = 0; i < MIEN_LIVE_UNIFIED_COUNT; ++i) {
            float wanted = 0.0f;
            for (int r = 0; r < map->row_count; ++r)
                if (strcmp(map->rows[r].from, mien_live_arkit_name(shape)) == 0 &&
                    strcmp(map->rows[r].to, mien_live_unified_name(i)) == 0)
                    wanted += 0.5f * map->rows[r].weight;
            CHECK(values[i] == wanted);
        }
    }
    mien_author_map_destroy(map);
}

CHECK_MAIN
{
    RUN(the_order_is_known);
    RUN(arkit_is_translated);
    RUN(parameters_are_written);
    RUN(the_blob_has_102_bytes);
    RUN(values_follow_the_shipped_map);
}
