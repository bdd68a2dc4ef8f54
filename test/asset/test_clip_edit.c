// SPDX-License-Identifier: MIT
//
// Changing clips as text: curves, keys, modifiers. What is asked for shows in the text,
// and nothing else.

#include "support/check.h"

#include "asset/edit/clip.h"

static MieniAsset clip;

static void begin(const char *rest)
{
    char text[2000];
    MienError error = {0};
    mieni_asset_release(&clip);
    snprintf(text, sizeof text, "{\"kind\": \"clip\", \"version\": 1, \"note\": 1%s}", rest);
    CHECK_STATUS(mieni_asset_read(&clip, MIENI_ASSET_CLIP, text, strlen(text), NULL, &error), MIEN_OK);
}

/// What a key of the clip says, as one line.
static const char *say(const char *key)
{
    static char text[2000];
    MieniTextOut out = {0};
    MienError error = {0};
    CHECK_STATUS(mieni_asset_check(&clip, &error), MIEN_OK);
    const MieniJson *value = mieni_json_get(clip.json.root, key);
    if (value == NULL)
        return "none";
    mieni_text_put_dense_json(&out, value);
    snprintf(text, sizeof text, "%s", out.bytes);
    mieni_text_release(&out);
    return text;
}

#define CURVE(name, keys) "{\"curve\": \"" name "\", \"keys\": [" keys "]}"
#define KEY(time, value)  "{\"time\": " time ", \"value\": " value "}"

TEST(curves)
{
    begin("");
    CHECK_STATUS(mieni_clip_add_curve(&clip, "jaw", NULL), MIEN_OK);
    CHECK_STR(say("keyed"), "[{\"curve\":\"jaw\",\"keys\":[]}]");
    CHECK_STATUS(mieni_clip_add_curve(&clip, "jaw", NULL), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_clip_remove_curve(&clip, "eye", NULL), MIEN_ERROR_DATA);
    CHECK_STATUS(mieni_clip_remove_curve(&clip, "jaw", NULL), MIEN_OK);
    CHECK_STR(say("keyed"), "none");
}

TEST(keys_are_set)
{
    const MieniKeyShape step = {.type = "constant"}, automatic = {.type = "cubic", .is_auto = true},
                        sloped = {.type = "cubic", .has_slopes = true, .arrive = 0.5f, .leave = -1},
                        wrong = {.type = "round"};
    int key = -1;
    begin("");
    CHECK_STATUS(mieni_clip_set_key(&clip, "jaw", 1, 0.1, NULL, &key, NULL), MIEN_OK);
    CHECK_INT(key, 0);
    CHECK_STATUS(mieni_clip_set_key(&clip, "jaw", 0.5, 0, &automatic, &key, NULL), MIEN_OK);
    CHECK_INT(key, 0);
    CHECK_STATUS(mieni_clip_set_key(&clip, "jaw", 0.1 + 0.65, 1, NULL, &key, NULL), MIEN_OK);
    CHECK_INT(key, 1);
    CHECK_STR(say("keyed"),
              "[{\"curve\":\"jaw\",\"keys\":[{\"time\":0.5,\"value\":0,\"type\":"
              "\"cubic\",\"auto\":true},{\"time\":0.75,\"value\":1,\"type\":\"cubic\",\"auto\":true},"
              "{\"time\":1,\"value\":0.1}]}]");
    CHECK_STATUS(mieni_clip_set_key(&clip, "jaw", 0.75, 0.25, &sloped, &key, NULL), MIEN_OK);
    CHECK_STATUS(mieni_clip_set_key(&clip, "jaw", 0.5, 0.25, &step, &key, NULL), MIEN_OK);
    CHECK_STATUS(mieni_clip_set_key(&clip, "jaw", 0.5, 0.25, &wrong, &key, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mieni_clip_set_key(&clip, "jaw", 0.5, 0.25, &step, NULL, NULL), MIEN_OK);
    CHECK(strstr(say("keyed"), "\"arrive\":0.5,\"leave\":-1") != NULL);
    CHECK(strstr(say("keyed"), "\"constant\"") != NULL && strstr(say("keyed"), "auto") == NULL);
}

TEST(keys_are_moved)
{
    begin(", \"keyed\": [" CURVE("jaw", KEY("0", "0") ", " KEY("0.1", "1") ", " KEY("0.2", "2") ", " KEY(
                                            "0.3", "3")) ", " CURVE("eye", KEY("0", "5")) "]");
    MieniKeyPlace keys[] = {{"jaw", 1}, {"eye", 0}, {"jaw", 0}};
    CHECK_STATUS(mieni_clip_move_keys(&clip, keys, 3, &(MieniKeyMove){.time = 0.25, .value = 0.5}, NULL),
                 MIEN_OK);
    CHECK(keys[0].key == 3 && keys[1].key == 0 && keys[2].key == 1);
    CHECK_STR(say("keyed"),
              "[{\"curve\":\"jaw\",\"keys\":[{\"time\":0.2,\"value\":2},{\"time\":0.25,\"value\":"
              "0.5},{\"time\":0.3,\"value\":3},{\"time\":0.35,\"value\":1.5}]},{\"curve\":"
              "\"eye\",\"keys\":[{\"time\":0.25,\"value\":5.5}]}]");
    // Onto one that stays, which goes; and scaled about a pivot.
    MieniKeyPlace one[] = {{"jaw", 1}};
    CHECK_STATUS(mieni_clip_move_keys(&clip, one, 1, &(MieniKeyMove){.time = 0.05}, NULL), MIEN_OK);
    CHECK_INT(one[0].key, 1);
    MieniKeyPlace both[] = {{"jaw", 0}, {"jaw", 2}};
    CHECK_STATUS(mieni_clip_move_keys(&clip, both, 2, &(MieniKeyMove){.scale = 2, .pivot = 0.2}, NULL),
                 MIEN_OK);
    CHECK(strstr(say("keyed"), "[{\"time\":0.2,\"value\":2},{\"time\":0.3,\"value\":0.5},{\"time\":0.5,"
                               "\"value\":1.5}]") != NULL);
    MieniKeyPlace none[] = {{"jaw", 0}, {"jaw", 3}};
    MienError error = {0};
    CHECK_STATUS(mieni_clip_move_keys(&clip, none, 2, &(MieniKeyMove){.time = 1}, &error),
                 MIEN_ERROR_ARGUMENT);
    CHECK_STR(error.location, "keys[1]");
}

TEST(keys_are_deleted_and_shaped)
{
    begin(", \"keyed\": [" CURVE("jaw", KEY("0", "0") ", " KEY("1", "1") ", " KEY("2", "2")) "]");
    const MieniKeyPlace keys[] = {{"jaw", 2}, {"jaw", 0}, {"jaw", 2}};
    CHECK_STATUS(mieni_clip_delete_keys(&clip, keys, 3, NULL), MIEN_OK);
    CHECK_STR(say("keyed"), "[{\"curve\":\"jaw\",\"keys\":[{\"time\":1,\"value\":1}]}]");
    MieniKeyShape shape = {.type = "cubic", .is_auto = true};
    CHECK_STATUS(mieni_clip_set_key(&clip, "jaw", 1, 1, &shape, NULL, NULL), MIEN_OK);
    CHECK(strstr(say("keyed"), "\"auto\":true") != NULL);
    shape = (MieniKeyShape){.type = "linear"};
    CHECK_STATUS(mieni_clip_set_key(&clip, "jaw", 1, 1, &shape, NULL, NULL), MIEN_OK);
    CHECK_STR(say("keyed"), "[{\"curve\":\"jaw\",\"keys\":[{\"time\":1,\"value\":1}]}]");
}

TEST(modifiers)
{
    static const char *const names[] = {"head", "jaw*"};
    begin("");
    MieniJson *row = mieni_modifiers_row(&clip.json, "remove_bones", names, 2, true);
    CHECK_STATUS(mieni_modifiers_add(&clip, -1, row, NULL), MIEN_OK);
    row = mieni_modifiers_row(&clip.json, "remove_all_tracks", NULL, 0, false);
    CHECK_STATUS(mieni_modifiers_add(&clip, 0, row, NULL), MIEN_OK);
    CHECK_STATUS(mieni_modifiers_add(&clip, 3, row, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mieni_modifiers_set_off(&clip, 0, true, NULL), MIEN_OK);
    CHECK_STATUS(mieni_modifiers_move(&clip, 0, 1, NULL), MIEN_OK);
    CHECK_STR(say("modifiers"),
              "[{\"do\":\"remove_bones\",\"names\":[\"head\",\"jaw*\"],\"with_children\":true},"
              "{\"do\":\"remove_all_tracks\",\"off\":true}]");
    CHECK_STATUS(mieni_modifiers_set_off(&clip, 1, false, NULL), MIEN_OK);
    CHECK_STATUS(mieni_modifiers_remove(&clip, 2, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mieni_modifiers_remove(&clip, 0, NULL), MIEN_OK);
    CHECK_STR(say("modifiers"), "[{\"do\":\"remove_all_tracks\"}]");
    CHECK_STATUS(mieni_modifiers_remove(&clip, 0, NULL), MIEN_OK);
    CHECK_STR(say("modifiers"), "none");
}

CHECK_MAIN
{
    RUN(curves);
    RUN(keys_are_set);
    RUN(keys_are_moved);
    RUN(keys_are_deleted_and_shaped);
    RUN(modifiers);
    mieni_asset_release(&clip);
}
