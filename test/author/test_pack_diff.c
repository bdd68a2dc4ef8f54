// SPDX-License-Identifier: MIT
//
// Differences of packs: one thing is changed, and what is said about it compared.

#include "support/bundles.h"
#include "support/check.h"
#include "support/ledger.h"
#include "support/small_face.h"

#include "mien_author/pack_diff.h"

/// A list as lines: "subject: text".
static const char *lines_of(const MienAuthorPackDiff *diff)
{
    static char text[8192];
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0; diff != NULL && i < diff->count && used < sizeof text - 1024; ++i) {
        const MienAuthorDifference *item = &diff->items[i];
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s%s\n", item->subject,
                                 item->subject[0] != '\0' ? ": " : "", item->text);
        CHECK(strcmp(mien_author_difference_kind_name(item->kind), "unknown") != 0);
        CHECK(item->magnitude >= 0.0);
    }
    return text;
}

static MienAuthorPackDiff *compare(const Pack *first, const Pack *second)
{
    MienAuthorPackDiff *diff = NULL;
    MienError error = {0};
    const MienAuthorPackPair packs = {first->data, first->size, second->data, second->size};
    CHECK_STATUS(mien_author_pack_diff(&packs, NULL, &diff, &error), MIEN_OK);
    if (diff == NULL)
        printf("%s: %s\n", error.location, error.message);
    return diff;
}

/// Compares, and frees both packs.
static void check_lines(Pack first, Pack second, const char *lines, int below)
{
    MienAuthorPackDiff *diff = compare(&first, &second);
    CHECK_STR(lines_of(diff), lines);
    CHECK_INT(diff != NULL ? diff->below_count : -1, below);
    mien_author_pack_diff_destroy(diff);
    pack_free(&first);
    pack_free(&second);
}

static SmallFace was, is;

static void begin_faces(void)
{
    small_face(&was);
    small_face(&is);
}

static void check_poses(const char *lines, int below)
{
    check_lines(face_poses(&was), face_poses(&is), lines, below);
    begin_faces();
}

static void check_skeletons(const char *lines, int below)
{
    check_lines(face_skeleton(&was), face_skeleton(&is), lines, below);
    begin_faces();
}

TEST(entries)
{
    begin_faces();
    check_poses("", 0);
    is.posed[0][1].translation.x += 0.003f;
    is.posed[0][1].translation.y += 0.004f;
    check_poses("pose jawOpen: bone jaw moves 5.0 mm (3.0, 4.0, 0.0)\n", 0);
    is.posed[0][2].rotation = (MienQuat){0.0f, 0.0f, 0.0f, 1.0f}; // no entry any more
    is.posed[2][2].rotation = (MienQuat){0.0f, 0.5f, 0.0f, 0.8660254f};
    check_poses("pose jawOpen: bone tongue rotates -73.7\xC2\xB0 about x\n"
                "pose smile: bone tongue rotates +60.0\xC2\xB0 about y\n",
                0);
    is.posed[2][1].rotation = (MienQuat){0.01f, 0.01f, 0.0f, 0.9999f};
    check_poses("pose smile: bone jaw rotates 1.6\xC2\xB0\n", 0);
    was.posed[1][0].scale.x = 2.0f;
    is.posed[1][0].scale.x = 1.0f;
    is.posed[3][1].scale = (MienVec3){1.1f, 1.1f, 1.1f};
    check_poses("bone head: removed\n"
                "pose openSmile: bone jaw scales x 1.1000\n",
                0);
    is.posed[1][1].scale = (MienVec3){1.5f, 1.0f, 1.0f};
    check_poses("pose jawHalf: bone jaw scales x (1.5000, 1.0000, 1.0000)\n", 0);
    // Less than a hundred-thousandth of the extent, 1 metre here.
    is.posed[0][1].translation.x += 0.000005f;
    check_poses("", 1);
    is.posed[0][1].translation.x += 0.00002f;
    check_poses("pose jawOpen: bone jaw moves 0.020 mm (0.020, 0.000, 0.000)\n", 0);
}

TEST(absolute_entries)
{
    static const int jaw[] = {2};
    begin_faces();
    for (int p = 0; p < 3; ++p)
        was.posed[p][2].scale.y = is.posed[p][2].scale.y = 1.25f;
    for (int i = 0; i < 2; ++i) {
        SmallFace *face = i == 0 ? &was : &is;
        face->asset.is_absolute = true;
        face->asset.pose_count = 3;
        face->poses[2].driven_settings = (MienAuthorDrivenPose){0};
    }
    is.posed[0][1].translation.z += 1.5f;
    memcpy(is.posed[2], is.base, sizeof is.base);
    is.poses[2].hold = jaw;
    is.poses[2].hold_count = 1;
    check_poses("pose jawOpen: bone jaw moves 1.50 m (0.00, 0.00, 1.50)\n"
                "pose smile: bone jaw moves 187.5 mm (0.0, 187.5, 0.0)\n"
                "pose smile: bone tongue scales x (1.0000, 0.8000, 1.0000)\n",
                0);
}

TEST(held_bones)
{
    static const int tongue[] = {2};
    begin_faces();
    for (int i = 0; i < 2; ++i) {
        SmallFace *face = i == 0 ? &was : &is;
        face->asset.is_absolute = true;
        face->asset.pose_count = 3;
        face->poses[2].driven_settings = (MienAuthorDrivenPose){0};
        face->poses[2 - i].hold = tongue;
        face->poses[2 - i].hold_count = 1;
    }
    check_poses("pose jawHalf: holds bone tongue\n"
                "pose smile: no longer holds bone tongue\n",
                0);
}

TEST(curves_of_poses)
{
    begin_faces();
    is.values[2][0].value = 0.75f;
    is.base_curves[1] = 0.25f;
    check_poses("curve wet: base 0.250, was 0.000\n"
                "pose smile: curve blush 0.750, was 0.500\n",
                0);
    is.values[2][0].curve = 1;
    check_poses("pose smile: no longer sets curve blush\n"
                "pose smile: sets curve wet to 0.50\n",
                0);
    is.curves[1].name = "dry";
    is.curves[0].max_lod = 3;
    check_poses("curve wet: removed\ncurve dry: added\ncurve blush: max LOD 3, was all\n", 0);
    is.values[2][0].value = 0.500001f;
    check_poses("", 1);
    // What one pose sets is forgotten before the next.
    is.values[0][0] = (MienAuthorCurveValue){1, 1.0f};
    is.poses[0].curves = is.values[0];
    is.poses[0].curve_count = 1;
    was.values[2][0].curve = 1;
    check_poses("pose jawOpen: sets curve wet to 1.0\n"
                "pose smile: no longer sets curve wet\n"
                "pose smile: sets curve blush to 0.50\n",
                0);
}

/// Small is what is small beside the whole.
TEST(extents)
{
    begin_faces();
    was.bones[1].rest.translation.y = is.bones[1].rest.translation.y = -100.0f;
    is.posed[0][1].translation.x += 0.0005f;
    check_poses("", 1);
    was.bones[1].rest.translation.y = is.bones[1].rest.translation.y = -100.0f;
    is.bones[1].rest.translation.x += 0.0005f;
    check_skeletons("", 1);
    is.bones[1].rest.translation.x += 0.0005f;
    check_skeletons("bone jaw: moves 0.50 mm (0.50, 0.00, 0.00)\n", 0);
}

/// All masks that three controls can have, of which one differs.
TEST(masks)
{
    begin_faces();
    MienAuthorOverride masks[2][6];
    for (int target = 0, m = 0; target < 3; ++target) {
        for (int source = 0; source < 3; ++source) {
            if (source != target)
                masks[0][m++] = (MienAuthorOverride){.target = target, .source = source, .amount = 0.25f};
        }
    }
    for (int m = 0; m < 6; ++m) {
        memcpy(masks[1], masks[0], sizeof masks[0]);
        masks[1][m].amount = 0.5f;
        for (int i = 0; i < 2; ++i) {
            SmallFace *face = i == 0 ? &was : &is;
            face->poses[1].role = MIEN_AUTHOR_CURVE_DRIVEN;
            face->asset.overrides = masks[i];
            face->asset.override_count = 6;
        }
        char line[96];
        snprintf(line, sizeof line, "mask %s by %s: amount 0.500, was 0.250\n",
                 is.poses[masks[1][m].target].name, is.poses[masks[1][m].source].name);
        check_poses(line, 0);
    }
}

TEST(wholes_and_bones)
{
    begin_faces();
    is.asset.base_pose = 1;
    is.base[1].translation.z += 0.125f;
    for (int p = 0; p < FACE_POSES; ++p)
        is.posed[p][1].translation.z += 0.125f;
    check_poses("base from jawOpen, was no pose\n"
                "bone jaw: base moves 125.0 mm (0.0, 0.0, 125.0)\n",
                0);
    is.bones[1].rest.translation.x = 0.5f;
    is.bones[2].max_lod = 4;
    check_poses("bone jaw: reference moves 500.0 mm (500.0, 0.0, 0.0)\n"
                "bone tongue: max LOD 4, was 1\n",
                0);
    is.bones[1].name = "chin";
    check_poses("bone jaw: removed\nbone chin: added\n"
                "pose jawOpen: bone chin moves 62.5 mm (0.0, -62.5, 0.0)\n"
                "pose jawHalf: bone chin moves 125.0 mm (0.0, -125.0, 0.0)\n"
                "pose smile: bone chin moves 187.5 mm (0.0, -187.5, 0.0)\n"
                "pose openSmile: bone chin moves 250.0 mm (0.0, -250.0, 0.0)\n",
                0);
    is.asset.pose_count = was.asset.pose_count = 3;
    is.asset.is_absolute = true;
    is.poses[2].driven_settings.min = was.poses[2].driven_settings.min = 0.0f;
    check_poses("is absolute, was additive\n", 0);
}

TEST(roles_and_rules)
{
    begin_faces();
    is.poses[1].position = 0.25f;
    is.inputs[1] = 1;
    check_poses(
        "pose jawHalf: is an in-between of jawOpen at 0.2500, was an in-between of jawOpen at 0.5000\n"
        "pose openSmile: is a corrective of jawOpen, jawHalf, was a corrective of jawOpen, smile\n",
        0);
    is.poses[1].role = MIEN_AUTHOR_CURVE_DRIVEN;
    check_poses("pose jawHalf: is curve-driven, was an in-between of jawOpen at 0.5000\n", 0);
    is.poses[2].driven_settings = (MienAuthorDrivenPose){.has_range = true,
                                                         .min = -1.0f,
                                                         .max = 1.0f,
                                                         .has_remap = true,
                                                         .gain = 2.0f,
                                                         .offset = 0.125f,
                                                         .is_smooth = true};
    check_poses("pose smile: range from -1.000, was -0.500\n"
                "pose smile: range to 1.000, was 1.500\n"
                "pose smile: gain 2.00, was 1.00\n"
                "pose smile: offset 0.125, was 0.000\n"
                "pose smile: reads its curve smooth, was plain\n",
                0);
    is.mask.amount = 0.5f;
    is.mask.kind = MIEN_AUTHOR_OVERRIDE_BLOCK;
    is.mask.threshold = 0.75f;
    check_poses("mask smile by jawOpen: blocks, was: multiplies\n"
                "mask smile by jawOpen: amount 0.500, was 0.250\n"
                "mask smile by jawOpen: threshold 0.750, was 0.000\n",
                0);
    is.mask.target = 0;
    is.mask.source = 2;
    is.group.kind = MIEN_AUTHOR_GROUP_TOP;
    is.group.keep = 1;
    check_poses("mask smile by jawOpen: removed\nmask jawOpen by smile: added\n"
                "group capped at 1.5 of jawOpen, smile: removed\n"
                "group that keeps 1 of jawOpen, smile: added\n",
                0);
    is.poses[2].name = "grin";
    check_poses("pose smile: removed\npose grin: added\n"
                "pose openSmile: is a corrective of jawOpen, grin, was a corrective of jawOpen, smile\n"
                "mask smile by jawOpen: removed\nmask grin by jawOpen: added\n"
                "group capped at 1.5 of jawOpen, grin: added\n"
                "group capped at 1.5 of jawOpen, smile: removed\n",
                0);
}

TEST(skeletons)
{
    begin_faces();
    check_skeletons("", 0);
    is.bones[2].parent = 0;
    is.bones[1].rest.translation.y -= 0.03125f;
    is.bones[1].rest.scale = (MienVec3){0.0f, 1.0f, 1.0f};
    is.bones[0].rest.rotation = (MienQuat){0.0f, 0.0f, 0.70710678f, -0.70710678f};
    check_skeletons("bone head: rotates -90.0\xC2\xB0 about z\n"
                    "bone jaw: moves 31.3 mm (0.0, -31.3, 0.0)\n"
                    "bone jaw: scales x (0.0000, 1.0000, 1.0000)\n"
                    "bone tongue: parent head, was jaw\n",
                    0);
    is.bones[1].parent = -1;
    is.bones[2].name = "teeth";
    is.table[2].max_lod = MIEN_ALL_LODS;
    is.table[1].name = "grin";
    check_skeletons("bone tongue: removed\nbone teeth: added\nbone jaw: parent none, was head\n"
                    "curve smile: removed\ncurve grin: added\ncurve blush: max LOD all, was 2\n",
                    0);
    is.table[0].name = "smile";
    is.table[1].name = "jawOpen";
    check_skeletons("curves are in another order\n", 0);
    // Another sign is the same rotation.
    is.bones[1].rest.rotation.w = -1.0f;
    check_skeletons("", 0);
    is.bones[1].rest.translation.x += 1e-6f;
    check_skeletons("", 1);
    was.bones[0].rest.scale.x = 0.0f;
    check_skeletons("bone head: scale becomes (1.0000, 1.0000, 1.0000)\n", 0);
}

static ClipSketch sketches[2];

static void begin_clips(void)
{
    for (int i = 0; i < 2; ++i) {
        sketch_clip(&small_clips[2], &sketches[i]); // exact, so that only what is changed differs
        sketches[i].options.curve_errors = NULL;
    }
}

static Pack cook_sketch(const ClipSketch *sketch)
{
    MienAuthorPack pack = {0};
    CHECK_STATUS(mien_author_clip_cook(&sketch->clip, &sketch->options, &pack, NULL, NULL), MIEN_OK);
    return (Pack){pack.data, pack.size};
}

static void check_clips(const char *lines)
{
    check_lines(cook_sketch(&sketches[0]), cook_sketch(&sketches[1]), lines, 0);
    begin_clips();
}

TEST(clips)
{
    ClipSketch *to = &sketches[1];
    static const MienAuthorClipEvent events[] = {
        {"step", 0.0}, {"end", 2.0}, {"blink", 0.5}, {"step", 0.5}, {"stop", 2.0}};
    begin_clips();
    check_clips("");
    to->keys[1][3].value += 0.125f;
    to->keys[1][4].value += 0.0625f;
    check_clips("curve curve 4: differs by up to 0.13 at 0.10 s\n");
    to->samples[1][2].translation.z += 0.002f;
    to->samples[0][4].rotation =
        mien_quat_multiply(to->samples[0][4].rotation, (MienQuat){0.6f, 0.0f, 0.0f, 0.8f});
    to->samples[2][5].scale.y += 0.5f;
    check_clips("track bone 0: rotates up to 73.7\xC2\xB0 at 0.13 s\n"
                "track bone 1: moves up to 2.0 mm at 0.07 s\n"
                "track bone 2: scale differs by up to 0.50 at 0.17 s\n");
    to->clip.events = events;
    to->clip.sound = "sounds/take 8.wav";
    to->clip.sound_offset = 0.5;
    to->clip.source = NULL;
    check_clips("sound sounds/take 8.wav, was sounds/take 7.wav\n"
                "sound begins at second 0.500, was -0.125\n"
                "source none, was takes/7.csv\n"
                "event blink: removed at -0.25 s\n"
                "event stop: added at 2.00 s\n");
    memcpy(to->names[0], "new", 4);
    to->clip.track_count -= 1;
    check_clips("curve curve 5: removed\ncurve new: added\ntrack bone 2: removed\n");
    to->clip.rate = 60;
    to->clip.length = sketches[0].clip.length * 2.0;
    to->clip.curve_count = to->clip.track_count = 0;
    sketches[0].clip.curve_count = sketches[0].clip.track_count = 0;
    check_clips("length in seconds 0.333, was 0.167\n60/1 frames per second, was 30/1\n");
}

TEST(bundles)
{
    BundleSketch sketch;
    sketch_bundle(&sketch);
    MienAuthorPack first = {0}, second = {0};
    CHECK_STATUS(mien_author_bundle_cook(&sketch.bundle, NULL, &first, NULL), MIEN_OK);
    sketch.members[0].name = "bodies/eve.skeleton";
    sketch.members[2].data = sketch.scene.skeleton.data;
    sketch.members[2].size = sketch.scene.skeleton.size;
    sketch.members[4].data = sketch.clips[1].data;
    sketch.members[4].size = sketch.clips[1].size;
    CHECK_STATUS(mien_author_bundle_cook(&sketch.bundle, NULL, &second, NULL), MIEN_OK);
    char lines[512];
    snprintf(lines, sizeof lines,
             "member bodies/ada.skeleton: removed\nmember bodies/eve.skeleton: added\n"
             "member clips/smile.clip: is a skeleton, was a clip\n"
             "member old/wave.clip: the clip changed, %zu bytes, was %zu\n",
             sketch.clips[1].size, sketch.clips[0].size);
    check_lines((Pack){first.data, first.size}, (Pack){second.data, second.size}, lines, 0);
    bundle_sketch_free(&sketch);
}

/// Another rate: both clips are looked at where they have frames.
TEST(rates)
{
    static MienAuthorKey keys[2][5];
    static const MienAuthorClipCurve curves[2] = {{.name = "c", .key_count = 3, .keys = keys[0]},
                                                  {.name = "c", .key_count = 5, .keys = keys[1]}};
    Pack packs[2];
    for (int i = 0; i < 2; ++i) {
        for (int k = 0; k < 5; ++k)
            keys[i][k] =
                (MienAuthorKey){.time = i == 0 ? 0.5 * k : 0.25 * k, .interpolation = MIEN_AUTHOR_LINEAR};
        keys[1][3].value = 0.5f; // between two frames of the first
        const MienAuthorClip clip = {
            .rate = 2 + 2 * i, .length = 1.0, .curve_count = 1, .curves = &curves[i]};
        const MienAuthorClipOptions options = {.curve_error = MIEN_AUTHOR_EXACT};
        MienAuthorPack pack = {0};
        CHECK_STATUS(mien_author_clip_cook(&clip, &options, &pack, NULL, NULL), MIEN_OK);
        packs[i] = (Pack){pack.data, pack.size};
    }
    check_lines(packs[0], packs[1],
                "4/1 frames per second, was 2/1\ncurve c: differs by up to 0.50 at 0.75 s\n", 0);
}

/// Any two packs can be compared, and a pack with itself has no differences.
TEST(everything)
{
    for (int i = 0; i < SMALL_SCENES; ++i) {
        for (int j = 0; j < SMALL_SCENES; ++j) {
            ScenePacks a = scene_packs(&small_scenes[i].options), b = scene_packs(&small_scenes[j].options);
            const Pack *const pairs[2][2] = {{&a.skeleton, &b.skeleton}, {&a.poses, &b.poses}};
            for (int k = 0; k < 2; ++k) {
                MienAuthorPackDiff *diff = compare(pairs[k][0], pairs[k][1]);
                CHECK((diff->count > 0) == (i != j));
                CHECK(i != j || diff->below_count == 0);
                CHECK(diff->is_identical == (i == j));
                mien_author_pack_diff_destroy(diff);
            }
            scene_packs_free(&a);
            scene_packs_free(&b);
        }
    }
    for (int i = 0; i < SMALL_CLIPS; ++i) {
        for (int j = 0; j < SMALL_CLIPS; ++j) {
            Pack a = clip_pack(&small_clips[i]), b = clip_pack(&small_clips[j]);
            MienAuthorPackDiff *diff = compare(&a, &b);
            CHECK((diff->count > 0) == (i != j));
            mien_author_pack_diff_destroy(diff);
            pack_free(&a);
            pack_free(&b);
        }
    }
}

static void check_refused(const Pack *first, const Pack *second, MienStatus status, const char *place)
{
    MienError error = {0};
    MienAuthorPackDiff *diff = (MienAuthorPackDiff *)(void *)&error;
    const MienAuthorPackPair packs = {first->data, first->size, second->data, second->size};
    CHECK_STATUS(mien_author_pack_diff(&packs, NULL, &diff, &error), status);
    CHECK(diff == NULL && error.message[0] != '\0');
    CHECK_STR(error.location, place);
}

TEST(refused)
{
    begin_faces();
    Pack poses = face_poses(&was), skeleton = face_skeleton(&was);
    Pack shifted = {aligned_take(poses.size + 1), poses.size};
    MienAuthorPackDiff *diff = NULL;
    memcpy(shifted.data + 1, poses.data, poses.size);
    const MienAuthorPackPair packs = {shifted.data + 1, poses.size, poses.data, poses.size};
    CHECK_STATUS(mien_author_pack_diff(&packs, NULL, &diff, NULL), MIEN_OK);
    CHECK(diff != NULL && diff->count == 0);
    mien_author_pack_diff_destroy(diff);
    check_refused(&(Pack){NULL, 0}, &poses, MIEN_ERROR_ARGUMENT, "");
    check_refused(&poses, &skeleton, MIEN_ERROR_KIND, "second, header.kind");
    CHECK_STATUS(mien_author_pack_diff(&packs, NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_pack_diff(NULL, NULL, &diff, NULL), MIEN_ERROR_ARGUMENT);
    memcpy(shifted.data, poses.data, poses.size);
    shifted.data[poses.size - 1] ^= 1;
    check_refused(&shifted, &poses, MIEN_ERROR_HASH, "first, header.hash");
    check_refused(&poses, &shifted, MIEN_ERROR_HASH, "second, header.hash");
    shifted.data[poses.size - 1] ^= 1;
    shifted.data[offsetof(MieniPackHeader, kind)] = 77;
    pack_seal(&shifted);
    check_refused(&shifted, &poses, MIEN_ERROR_KIND, "first, header.kind");
    mien_author_pack_diff_destroy(NULL);
    CHECK_STR(mien_author_difference_kind_name((MienAuthorDifferenceKind)0), "unknown");
    pack_free(&shifted);
    pack_free(&poses);
    pack_free(&skeleton);
}

static MienStatus diff_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const Pack *const *pair = given;
    MienAuthorPackDiff *diff = (MienAuthorPackDiff *)(void *)error;
    const MienAuthorPackPair packs = {pair[0]->data, pair[0]->size, pair[1]->data, pair[1]->size};
    const MienStatus status = mien_author_pack_diff(&packs, allocator, &diff, error);
    *out_is_empty = diff == NULL;
    mien_author_pack_diff_destroy(diff);
    return status;
}

TEST(memory)
{
    ScenePacks a = scene_packs(&small_scenes[0].options), b = scene_packs(&small_scenes[4].options);
    ScenePacks c = scene_packs(&small_scenes[1].options);
    Pack clips[] = {clip_pack(&small_clips[0]), clip_pack(&small_clips[2])};
    const Pack *const skeletons[] = {&a.skeleton, &b.skeleton}, *const poses[] = {&a.poses, &b.poses};
    const Pack *const modes[] = {&c.poses, &a.poses}, *const both[] = {&clips[0], &clips[1]};
    check_call("skeletons", diff_with, skeletons);
    check_call("pose assets", diff_with, poses);
    check_call("pose assets of two modes", diff_with, modes);
    check_call("clips", diff_with, both);
    pack_free(&clips[0]);
    pack_free(&clips[1]);
    scene_packs_free(&a);
    scene_packs_free(&b);
    scene_packs_free(&c);
}

CHECK_MAIN
{
    RUN(entries);
    RUN(absolute_entries);
    RUN(held_bones);
    RUN(curves_of_poses);
    RUN(extents);
    RUN(masks);
    RUN(wholes_and_bones);
    RUN(roles_and_rules);
    RUN(skeletons);
    RUN(clips);
    RUN(bundles);
    RUN(rates);
    RUN(everything);
    RUN(refused);
    RUN(memory);
}
