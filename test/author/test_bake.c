// SPDX-License-Identifier: MIT
//
// Baking: the result of a clip on a face, compared with jobs that are run here one by one.

#include "support/ledger.h"
#include "support/small_character.h"
#include "support/small_face.h"

#include "mien_author/bake.h"

enum { CURVES = 3 };

/// A clip of curves for the small face, a track, and an event.
typedef struct Performance {
    MienAuthorKey keys[CURVES][3];
    MienAuthorClipCurve curves[CURVES];
    MienTransform samples[3];
    MienAuthorClipTrack track;
    MienAuthorClipEvent event;
    MienAuthorClip clip;
} Performance;

static void make_performance(Performance *p, const SmallFace *face)
{
    static const char *const names[CURVES] = {"jawOpen", "smile", "unknown"};
    memset(p, 0, sizeof *p);
    for (int c = 0; c < CURVES; ++c) {
        for (int k = 0; k < 3; ++k)
            p->keys[c][k] = (MienAuthorKey){
                .time = 0.2 * k, .value = (float)(k * (c + 2)) * 0.25f, .interpolation = MIEN_AUTHOR_LINEAR};
        p->curves[c] = (MienAuthorClipCurve){.name = names[c], .key_count = 3, .keys = p->keys[c]};
    }
    for (int i = 0; i < 3; ++i) {
        p->samples[i] = face->bones[0].rest;
        p->samples[i].translation.x = 0.5f * (float)i;
    }
    p->track = (MienAuthorClipTrack){.bone = "head", .sample_count = 3, .samples = p->samples};
    p->event = (MienAuthorClipEvent){"bang", 0.1};
    p->clip = (MienAuthorClip){.rate = 10,
                               .rate_divisor = 1,
                               .length = 0.4,
                               .curve_count = CURVES,
                               .curves = p->curves,
                               .track_count = 1,
                               .tracks = &p->track,
                               .event_count = 1,
                               .events = &p->event};
}

/// The face by jobs on the asset itself, at a moment.
static void evaluate(const SmallFace *face, const Performance *p, double time,
                     MienTransform out_bones[FACE_BONES], float *out_blush)
{
    Pack pack = face_poses(face);
    MienPoseAsset *asset = NULL;
    CHECK_STATUS(mien_pose_asset_load(pack.data, pack.size, NULL, &asset, NULL), MIEN_OK);
    const MienPoseAssetInfo info = mien_pose_asset_info(asset);
    float values[16] = {0};
    const MienCurveSet curves = {info.driven_pose_count + info.curve_count, values, NULL};
    for (int c = 0; c < 2; ++c)
        values[mien_pose_asset_find_driven_pose(asset, p->curves[c].name)] =
            mien_author_curve_evaluate(&p->curves[c], time);
    MienTransform input[FACE_BONES];
    int order[FACE_BONES];
    for (int b = 0; b < FACE_BONES; ++b) {
        order[b] = mien_pose_asset_find_bone(asset, face->bones[b].name);
        out_bones[b] = b == 0 ? mien_author_track_evaluate(&p->clip, 0, time) : face->bones[b].rest;
        if (order[b] >= 0)
            input[order[b]] = out_bones[b];
    }
    const size_t size = mien_pose_job_scratch_size(asset);
    void *scratch = mieni_allocate(NULL, size, 64);
    const MienPoseJob job = {.asset = asset,
                             .bone_count = info.bone_count,
                             .input = input,
                             .out_bones = input,
                             .curves = curves,
                             .out_curves = curves,
                             .scratch = scratch,
                             .scratch_size = size};
    CHECK_STATUS(mien_pose_job_run(&job), MIEN_OK);
    for (int b = 0; b < FACE_BONES; ++b)
        if (order[b] >= 0)
            out_bones[b] = input[order[b]];
    *out_blush = values[info.driven_pose_count + mien_pose_asset_find_curve(asset, "blush")];
    mieni_free(NULL, scratch, size, 64);
    mien_pose_asset_destroy(asset);
    pack_free(&pack);
}

/// A mesh of nothing but a morph, which the poses drive, and one that nothing drives.
static MienAuthorMesh morph_mesh(MienAuthorMorph morphs[2])
{
    morphs[0] = (MienAuthorMorph){.name = "still", .weight = 0.5f};
    morphs[1] = (MienAuthorMorph){.name = "blush", .weight = 0.0f};
    return (MienAuthorMesh){.morph_count = 2, .morphs = morphs};
}

TEST(a_face_is_baked)
{
    SmallFace face;
    Performance p;
    MienAuthorMorph morphs[2];
    MienAuthorClip *baked = NULL;
    MienError error = {0};
    small_face(&face);
    make_performance(&p, &face);
    const MienAuthorMesh mesh = morph_mesh(morphs);
    const MienAuthorBaking baking = {
        .clip = &p.clip, .skeleton = &face.skeleton, .mesh = &mesh, .poses = &face.asset};
    if (mien_author_clip_bake(&baking, NULL, &baked, &error) != MIEN_OK)
        printf("%s: %s\n", error.location, error.message);
    CHECK(baked != NULL);
    CHECK_STATUS(mien_author_clip_check(baked, &error), MIEN_OK);
    CHECK_INT(baked->rate, 10);
    CHECK_NEAR(baked->length, 0.4, 0.0);
    CHECK_INT(baked->track_count, 3);
    CHECK_STR(baked->tracks[0].bone, "head");
    CHECK_STR(baked->tracks[1].bone, "jaw");
    CHECK_INT(baked->curve_count, 1);
    CHECK_STR(baked->curves[0].name, "blush");
    CHECK_INT(baked->event_count, 1);
    CHECK_STR(baked->events[0].name, "bang");
    CHECK(baked->tracks[0].times == NULL);
    for (int f = 0; f < 5; ++f) {
        MienTransform bones[FACE_BONES];
        float blush;
        evaluate(&face, &p, f / 10.0, bones, &blush);
        CHECK(blush == baked->curves[0].keys[f].value);
        for (int b = 0; b < FACE_BONES; ++b) {
            bones[b].reserved0 = bones[b].reserved1 = 0.0f;
            CHECK(memcmp(&bones[b], &baked->tracks[b].samples[f], sizeof bones[b]) == 0);
        }
    }
    CHECK(baked->curves[0].keys[4].value > 0.0f);
    mien_author_clip_destroy(baked);
}

/// Frames of another rate, and an end that is none of them.
// An expression of the name of its morph, which it drives to half.
TEST(curves_that_poses_define_count_once)
{
    SmallFace face;
    Performance p;
    MienAuthorMorph morph = {.name = "smile", .weight = 0.0f};
    const MienAuthorMesh mesh = {.morph_count = 1, .morphs = &morph};
    const MienAuthorCurve curve = {"smile", MIEN_ALL_LODS};
    const MienAuthorCurveValue value = {0, 0.5f};
    const MienAuthorPose pose = {.name = "smile", .curves = &value, .curve_count = 1};
    MienAuthorClip *baked = NULL;
    small_face(&face);
    make_performance(&p, &face);
    const MienAuthorPoseAsset asset = {
        .skeleton = &face.skeleton, .pose_count = 1, .poses = &pose, .curve_count = 1, .curves = &curve};
    const MienAuthorBaking baking = {
        .clip = &p.clip, .skeleton = &face.skeleton, .mesh = &mesh, .poses = &asset};
    CHECK_STATUS(mien_author_clip_bake(&baking, NULL, &baked, NULL), MIEN_OK);
    CHECK_INT(baked->curve_count, 1);
    CHECK_STR(baked->curves[0].name, "smile");
    for (int k = 0; k < baked->curves[0].key_count; ++k) {
        const double time = baked->curves[0].keys[k].time;
        const float driven = mien_author_curve_evaluate(&p.curves[1], time);
        CHECK(baked->curves[0].keys[k].value == 0.5f * (driven > 1.0f ? 1.0f : driven));
    }
    mien_author_clip_destroy(baked);
}

TEST(rates_and_ends)
{
    SmallFace face;
    Performance p;
    MienAuthorClip *baked = NULL;
    small_face(&face);
    make_performance(&p, &face);
    p.clip.length = 0.37;
    const MienAuthorBaking baking = {
        .clip = &p.clip, .skeleton = &face.skeleton, .poses = &face.asset, .rate = 24, .rate_divisor = 1};
    CHECK_STATUS(mien_author_clip_bake(&baking, NULL, &baked, NULL), MIEN_OK);
    CHECK_INT(baked->rate, 24);
    CHECK_INT(baked->curve_count, 0);
    CHECK_INT(baked->tracks[0].sample_count, 10); // frames 0 to 8 and the end
    CHECK_NEAR(baked->tracks[0].times[8], 8.0 / 24.0, 0.0);
    CHECK_NEAR(baked->tracks[0].times[9], 0.37, 0.0);
    mien_author_clip_destroy(baked);
}

/// Bones that lie elsewhere in the mesh: what poses do not move is where the mesh has it,
/// and only what is away from there gets a track.
TEST(other_proportions)
{
    SmallFace face;
    Performance p;
    MienAuthorClip *baked = NULL;
    small_face(&face);
    make_performance(&p, &face);
    MienAuthorMeshBone place = {"tongue", face.bones[2].rest};
    place.rest.translation.y *= 2.0f;
    const MienAuthorMesh mesh = {.bone_count = 1, .bones = &place};
    p.clip.curve_count = 0;
    const MienAuthorBaking baking = {
        .clip = &p.clip, .skeleton = &face.skeleton, .mesh = &mesh, .poses = &face.asset};
    CHECK_STATUS(mien_author_clip_bake(&baking, NULL, &baked, NULL), MIEN_OK);
    CHECK_INT(baked->track_count, 1);
    CHECK_STR(baked->tracks[0].bone, "head");
    mien_author_clip_destroy(baked);
    p.clip.curve_count = 1;
    CHECK_STATUS(mien_author_clip_bake(&baking, NULL, &baked, NULL), MIEN_OK);
    CHECK_INT(baked->track_count, 3);
    CHECK_NEAR(baked->tracks[2].samples[0].translation.y, place.rest.translation.y, 0.0);
    mien_author_clip_destroy(baked);
    // A jaw twice as long goes twice as far: jawHalf is whole at 0.5.
    const MienVec3 jaw = face.bones[1].rest.translation;
    place = (MienAuthorMeshBone){"jaw", face.bones[1].rest};
    place.rest.translation = (MienVec3){2.0f * jaw.x, 2.0f * jaw.y, 2.0f * jaw.z};
    CHECK_STATUS(mien_author_clip_bake(&baking, NULL, &baked, NULL), MIEN_OK);
    CHECK_STR(baked->tracks[1].bone, "jaw");
    CHECK_NEAR(baked->tracks[1].samples[2].translation.y, 2.0f * (face.posed[1][1].translation.y), 1e-6);
    mien_author_clip_destroy(baked);
}

TEST(what_is_refused)
{
    SmallFace face;
    Performance p;
    MienAuthorClip *baked = NULL;
    MienError error = {0};
    small_face(&face);
    make_performance(&p, &face);
    MienAuthorBaking baking = {.clip = &p.clip, .skeleton = &face.skeleton};
    CHECK_STATUS(mien_author_clip_bake(NULL, NULL, &baked, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_clip_bake(&baking, NULL, NULL, &error), MIEN_ERROR_ARGUMENT);
    p.clip.length = -1.0;
    CHECK_STATUS(mien_author_clip_bake(&baking, NULL, &baked, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "length");
    p.clip.length = 0.4;
    face.bones[1].name = "head";
    CHECK_STATUS(mien_author_clip_bake(&baking, NULL, &baked, &error), MIEN_ERROR_DATA);
    CHECK(baked == NULL);
}

static MienStatus bake_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    MienAuthorClip *clip = NULL;
    const MienStatus status = mien_author_clip_bake(given, allocator, &clip, error);
    *out_is_empty = clip == NULL;
    mien_author_clip_destroy(clip);
    return status;
}

TEST(memory_that_runs_out)
{
    SmallFace face;
    Performance p;
    MienAuthorMorph morphs[2];
    small_face(&face);
    make_performance(&p, &face);
    const MienAuthorMesh mesh = morph_mesh(morphs);
    const MienAuthorBaking baking = {
        .clip = &p.clip, .skeleton = &face.skeleton, .mesh = &mesh, .poses = &face.asset};
    check_call("baking", bake_with, &baking);
}

CHECK_MAIN
{
    RUN(a_face_is_baked);
    RUN(curves_that_poses_define_count_once);
    RUN(rates_and_ends);
    RUN(other_proportions);
    RUN(what_is_refused);
    RUN(memory_that_runs_out);
}
