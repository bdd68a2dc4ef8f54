// SPDX-License-Identifier: MIT
//
// Packs as text: every line of a small face, and that no change goes unseen.

#include "support/bundles.h"
#include "support/check.h"
#include "support/ledger.h"
#include "support/small_face.h"

#include "mien_author/pack_text.h"

static MienAuthorText text_of(const Pack *pack)
{
    MienAuthorText text = {0};
    MienError error = {0};
    CHECK_STATUS(mien_author_pack_text(pack->data, pack->size, NULL, &text, &error), MIEN_OK);
    if (text.text == NULL)
        printf("%s: %s\n", error.location, error.message);
    CHECK(text.text != NULL && strlen(text.text) == text.size);
    return text;
}

/// Frees the pack.
static void check_text(Pack pack, const char *expected)
{
    MienAuthorText text = text_of(&pack);
    CHECK_STR(text.text, expected);
    mien_author_text_release(&text);
    pack_free(&pack);
}

static SmallFace face;

TEST(skeleton)
{
    small_face(&face);
    check_text(face_skeleton(&face),
               "mien skeleton 1\n"
               "bone \"head\" level all q 0 0 0 1 t 0 1.5 0.25 s 1 1 1\n"
               "bone \"jaw\" parent \"head\" level all q 0 0 0 1 t 0 -0.5 0.25 s 1 1 1\n"
               "bone \"tongue\" parent \"jaw\" level 1 q 0 0 0 1 t 0 -0.5 0.25 s 1 1 1\n"
               "curve \"jawOpen\" level all\n"
               "curve \"smile\" level all\n"
               "curve \"blush\" level 2\n");
}

TEST(poses)
{
    small_face(&face);
    check_text(face_poses(&face),
               "mien pose asset 2\n"
               "additive extent 1\n"
               "bone \"jaw\" level all q 0 0 0 1 t 0 -0.5 0.25 s 1 1 1 reference 0 -0.5 0.25 "
               "q 0 0 0 1 parent q 0 0 0 1\n"
               "bone \"tongue\" level 1 q 0 0 0 1 t 0 -0.5 0.25 s 1 1 1 reference 0 -0.5 0.25 "
               "q 0 0 0 1 parent q 0 0 0 1\n"
               "curve \"blush\" level all base 0\n"
               "curve \"wet\" level all base 0\n"
               "pose \"jawOpen\" curve-driven from 0 to 1 gain 1 offset 0\n"
               "  bone \"jaw\" q 0 0 0 1 t 0 -0.0625 0\n"
               "  bone \"tongue\" q 0.6 0 0 0.7999999970197678 t 0 0 0\n"
               "pose \"jawHalf\" in-between of \"jawOpen\" at 0.5\n"
               "  bone \"jaw\" q 0 0 0 1 t 0 -0.125 0\n"
               "pose \"smile\" curve-driven from -0.5 to 1.5 gain 1 offset 0\n"
               "  bone \"jaw\" q 0 0 0 1 t 0 -0.1875 0\n"
               "  curve \"blush\" 0.5\n"
               "pose \"openSmile\" corrective of \"jawOpen\" \"smile\"\n"
               "  bone \"jaw\" q 0 0 0 1 t 0 -0.25 0\n"
               "mask \"smile\" by \"jawOpen\" multiply 0.25\n"
               "group cap 1.5 of \"jawOpen\" \"smile\"\n");
}

TEST(other_rules)
{
    small_face(&face);
    face.asset.is_absolute = true;
    face.asset.pose_count = 2;
    face.asset.base_pose = 1;
    face.poses[1].role = MIEN_AUTHOR_CURVE_DRIVEN;
    face.poses[0].driven_settings.is_smooth = true;
    face.poses[1].driven_settings.is_binary = true;
    face.mask = (MienAuthorOverride){
        .target = 1, .kind = MIEN_AUTHOR_OVERRIDE_BLOCK, .amount = 1.0f, .threshold = 0.5f};
    face.members[1] = 1;
    face.group = (MienAuthorGroup){
        .kind = MIEN_AUTHOR_GROUP_TOP, .members = face.members, .member_count = 2, .keep = 1};
    check_text(face_poses(&face),
               "mien pose asset 2\n"
               "absolute scale extent 1 base \"jawOpen\"\n"
               "bone \"jaw\" level all q 0 0 0 1 t 0 -0.5 0.25 s 1 1 1 reference 0 -0.5 0.25 "
               "q 0 0 0 1 parent q 0 0 0 1\n"
               "bone \"tongue\" level 1 q 0 0 0 1 t 0 -0.5 0.25 s 1 1 1 reference 0 -0.5 0.25 "
               "q 0 0 0 1 parent q 0 0 0 1\n"
               "curve \"blush\" level all base 0\n"
               "curve \"wet\" level all base 0\n"
               "pose \"jawOpen\" curve-driven from 0 to 1 gain 1 offset 0 smooth\n"
               "  bone \"jaw\" q 0 0 0 1 t 0 -0.5625 0.25 s 1 1 1\n"
               "  bone \"tongue\" q 0.6 0 0 0.8 t 0 -0.5 0.25 s 1 1 1\n"
               "pose \"jawHalf\" curve-driven from 0 to 1 gain 1 offset 0 binary\n"
               "  bone \"jaw\" q 0 0 0 1 t 0 -0.625 0.25 s 1 1 1\n"
               "mask \"jawHalf\" by \"jawOpen\" block 1 above 0.5\n"
               "group top 1 of \"jawOpen\" \"jawHalf\"\n");
}

TEST(clip)
{
    static const MienAuthorKey keys[] = {{.time = 0.0, .value = 0.25f, .interpolation = MIEN_AUTHOR_LINEAR},
                                         {.time = 1.0, .value = 0.75f, .interpolation = MIEN_AUTHOR_LINEAR}};
    static const MienAuthorClipCurve curves[] = {{.name = "jawOpen", .key_count = 2, .keys = keys},
                                                 {.name = "still \"one\"", .key_count = 1, .keys = keys}};
    static const MienAuthorClipEvent events[] = {{"blink", 0.5}};
    MienTransform samples[3] = {mien_transform_identity(), mien_transform_identity(),
                                mien_transform_identity()};
    samples[1].translation.y = 0.5f;
    const MienAuthorClipTrack track = {.bone = "head", .sample_count = 3, .samples = samples};
    const MienAuthorClip clip = {.rate = 2,
                                 .length = 1.0,
                                 .curve_count = 2,
                                 .curves = curves,
                                 .track_count = 1,
                                 .tracks = &track,
                                 .event_count = 1,
                                 .events = events,
                                 .sound = "a.wav",
                                 .sound_offset = 0.125,
                                 .source = "take"};
    const MienAuthorClipOptions options = {.curve_error = MIEN_AUTHOR_EXACT,
                                           .track_error = MIEN_AUTHOR_EXACT};
    MienAuthorPack pack = {0};
    CHECK_STATUS(mien_author_clip_cook(&clip, &options, &pack, NULL, NULL), MIEN_OK);
    check_text((Pack){pack.data, pack.size}, "mien clip 2\n"
                                             "rate 2/1 frames 3 seconds 1\n"
                                             "sound \"a.wav\"\n"
                                             "sound begins 0.125\n"
                                             "source \"take\"\n"
                                             "event \"blink\" 0.5\n"
                                             "reference \"head\" 0 0 0\n"
                                             "frames 0 to 2\n"
                                             "  curve \"jawOpen\" 0.25 0.5 0.75\n"
                                             "  curve \"still \\\"one\\\"\" 0.25\n"
                                             "  track q \"head\" 0 0 0 1\n"
                                             "  track t \"head\" 0 0 0, 0 0.5 0, 0 0 0\n"
                                             "  track s \"head\" 1 1 1\n");
    // A sound of one letter is one.
    const MienAuthorClip short_one = {.rate = 2, .length = 0.5, .sound = "a", .sound_offset = 0.25};
    CHECK_STATUS(mien_author_clip_cook(&short_one, &options, &pack, NULL, NULL), MIEN_OK);
    check_text((Pack){pack.data, pack.size}, "mien clip 2\n"
                                             "rate 2/1 frames 2 seconds 0.5\n"
                                             "sound \"a\"\n"
                                             "sound begins 0.25\n"
                                             "frames 0 to 1\n");
}

TEST(bundle)
{
    Pack pack = bundle_pack();
    MienAuthorText text = text_of(&pack);
    const char *second = strchr(text.text, '\n') + 1;
    CHECK(strncmp(text.text, "mien bundle 1\nmember \"bodies/ada.skeleton\" skeleton 1, ", 55) == 0);
    const char *end = strchr(second, '\n');
    CHECK(end != NULL && end - strstr(second, "bytes, ") == 7 + 64);
    mien_author_text_release(&text);
    pack_free(&pack);
}

/// Texts of different packs differ, of equal ones they do not.
TEST(everything)
{
    MienAuthorText texts[3 * SMALL_SCENES + SMALL_CLIPS];
    int count = 0;
    for (int i = 0; i < SMALL_SCENES; ++i) {
        ScenePacks packs = scene_packs(&small_scenes[i].options);
        texts[count++] = text_of(&packs.skeleton);
        texts[count++] = text_of(&packs.poses);
        MienAuthorText again = text_of(&packs.poses);
        CHECK_STR(again.text, texts[count - 1].text);
        mien_author_text_release(&again);
        scene_packs_free(&packs);
    }
    for (int i = 0; i < SMALL_CLIPS; ++i) {
        Pack pack = clip_pack(&small_clips[i]);
        texts[count++] = text_of(&pack);
        pack_free(&pack);
    }
    for (int i = 0; i < count; ++i) {
        for (int j = 0; j < i; ++j)
            CHECK(strcmp(texts[i].text, texts[j].text) != 0);
    }
    for (int i = 0; i < count; ++i)
        mien_author_text_release(&texts[i]);
}

TEST(refused)
{
    Pack pack = bundle_pack();
    MienAuthorText text = {.text = (char *)pack.data, .size = 1};
    MienError error = {0};
    CHECK_STATUS(mien_author_pack_text(NULL, 0, NULL, &text, &error), MIEN_ERROR_ARGUMENT);
    CHECK(text.text == NULL && text.size == 0);
    CHECK_STATUS(mien_author_pack_text(pack.data, pack.size, NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_pack_text(pack.data, 100, NULL, &text, &error), MIEN_ERROR_CORRUPT);
    CHECK_STR(error.location, "header.size");
    mien_author_text_release(NULL);
    mien_author_text_release(&text);
    pack_free(&pack);
}

static MienStatus text_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const Pack *pack = given;
    MienAuthorText text = {.size = 1};
    const MienStatus status = mien_author_pack_text(pack->data, pack->size, allocator, &text, error);
    *out_is_empty = text.text == NULL && text.size == 0;
    mien_author_text_release(&text);
    return status;
}

TEST(memory)
{
    ScenePacks packs = scene_packs(&small_scenes[0].options);
    Pack clip = clip_pack(&small_clips[0]), bundle = bundle_pack();
    check_call("skeleton", text_with, &packs.skeleton);
    check_call("pose asset", text_with, &packs.poses);
    check_call("clip", text_with, &clip);
    check_call("bundle", text_with, &bundle);
    pack_free(&clip);
    pack_free(&bundle);
    scene_packs_free(&packs);
}

CHECK_MAIN
{
    RUN(skeleton);
    RUN(poses);
    RUN(other_rules);
    RUN(clip);
    RUN(bundle);
    RUN(everything);
    RUN(refused);
    RUN(memory);
}
