// SPDX-License-Identifier: MIT
//
// Loading clips, what they say of themselves, events, and binding their curves to
// skeletons.

#include "support/clip_outputs.h"
#include "support/packs.h"

/// A clip bound to a skeleton that has some of its curves, of which some are used:
/// those are written and marked, and nothing else.
static void check_bound(PackedClip *p, const MienSkeleton *skeleton, const uint32_t *used, int count,
                        MienClipCursor *cursor, bool had_bits)
{
    MienClipBinding *binding = bind_clip(p->clip, skeleton, used);
    const double time = 0.61 * p->info.length;
    packed_clip_sample(p, time);
    Guarded out = guarded(count, had_bits);
    int *from = clip_array(count, sizeof *from), wrong = 0, row = 0;
    for (int c = 0; c < p->info.curve_count; ++c) {
        int target = mien_skeleton_find_curve(skeleton, mien_clip_curve_name(p->clip, c));
        if (target < 0) {
            const MienFinding finding = mien_clip_binding_report(binding, row++);
            wrong += finding.kind != MIEN_FINDING_MISSING_CURVE || finding.index != c || finding.node != -1 ||
                     strcmp(finding.name, mien_clip_curve_name(p->clip, c)) != 0;
        }
        if (target >= 0 && used != NULL && (used[target / 32] >> target % 32 & 1) == 0)
            target = -1;
        CHECK_INT(mien_clip_binding_curve(binding, c), target);
        if (target >= 0 && target < count)
            from[target] = c + 1;
    }
    CHECK_INT(mien_clip_binding_report(binding, mien_clip_binding_report_count(binding)).index, -1);
    CHECK_INT(mien_clip_binding_report(binding, -1).index, -1);
    const MienClipJob job = {
        .clip = p->clip, .binding = binding, .cursor = cursor, .time = time, .out_curves = out.set};
    CHECK_STATUS(mien_clip_job_run(&job), MIEN_OK);
    for (int c = 0; c < count; ++c) {
        const float value = out.set.values[c];
        wrong += !(from[c] > 0 ? same_bits(value, p->values[from[c] - 1]) : is_untouched(value));
        wrong += guarded_has(&out, c) != (from[c] > 0 || had_bits);
    }
    CHECK_INT(wrong, 0);
    CHECK(guards_hold(&out));
    free(from);
    guarded_free(&out);
    mien_clip_binding_destroy(binding);
}

TEST(bound_to_skeletons)
{
    Random random = {21};
    for (int i = 0; i < 40; ++i) {
        RandomClip r = random_clip(&random);
        PackedClip p = packed_clip(&r.clip, &r.options);
        MienSkeleton *skeleton = skeleton_for(&r.clip, &random, 1 + random_below(&random, 8));
        const int count = mien_skeleton_curve_count(skeleton);
        uint32_t *used = clip_array(mien_curve_set_words(count), sizeof *used);
        Cursor cursor = cursor_make(p.clip);
        for (int way = 0; way < 8; ++way) {
            for (int w = 0; w < mien_curve_set_words(count); ++w)
                used[w] = way == 0 ? 0u : (uint32_t)(random_bits(&random) & random_bits(&random));
            const int given = way % 4 < 2 ? count : 1 + random_below(&random, count);
            check_bound(&p, skeleton, way < 6 ? used : NULL, given, way % 2 != 0 ? cursor.cursor : NULL,
                        way % 3 == 0);
        }
        cursor_free(&cursor);
        free(used);
        mien_skeleton_destroy(skeleton);
        packed_clip_free(&p);
        random_clip_free(&r);
    }
}

/// A clip with all there is but tracks.
static const MienAuthorKey ramp[] = {{.time = 0.0, .value = 0.0f, .interpolation = MIEN_AUTHOR_LINEAR},
                                     {.time = 2.0, .value = 1.0f}};
static const MienAuthorKey steps[] = {{.time = 0.0, .value = 3.0f}, {.time = 1.0, .value = 5.0f}};
static const MienAuthorClipCurve curves[] = {{.name = "jawOpen", .key_count = 2, .keys = ramp},
                                             {.name = "brow", .key_count = 2, .keys = steps},
                                             {.name = "empty"}};
static const MienAuthorClipEvent events[] = {
    {"step", 1.5}, {"blink", 0.5}, {"step", 0.5}, {"before", -1.0}, {"step", 2.5}};
static const MienAuthorClip everything = {.rate = 30000,
                                          .rate_divisor = 1001,
                                          .length = 2.0,
                                          .curve_count = 3,
                                          .curves = curves,
                                          .event_count = 5,
                                          .events = events,
                                          .sound = "line 12.wav",
                                          .sound_offset = -0.25,
                                          .source = "take.csv"};

TEST(what_a_clip_says)
{
    PackedClip p = packed_clip(&everything, NULL);
    const MienClipInfo *info = &p.info;
    CHECK(info->length == 2.0 && info->sound_offset == -0.25);
    CHECK_INT(info->rate, 30000);
    CHECK_INT(info->rate_divisor, 1001);
    CHECK_INT(info->frame_count, 61);
    CHECK_INT(info->curve_count, 3);
    CHECK_INT(info->constant_curve_count, 1);
    CHECK_INT(info->track_count, 0);
    CHECK_INT(info->event_count, 5);
    CHECK_STR(info->sound, "line 12.wav");
    CHECK_STR(info->source, "take.csv");
    CHECK(info->curve_bytes > 0 && info->track_bytes == 0);
    CHECK_INT(mien_clip_find_curve(p.clip, "missing"), -1);
    CHECK_INT(mien_clip_find_track(p.clip, "jawOpen"), -1);
    CHECK_STR(mien_clip_curve_name(p.clip, -1), "");
    CHECK_STR(mien_clip_curve_name(p.clip, 3), "");
    CHECK_STR(mien_clip_track_bone(p.clip, 0), "");
    packed_clip_free(&p);

    MienAuthorClip bare = {.length = 0.0};
    p = packed_clip(&bare, NULL);
    CHECK_INT(p.info.frame_count, 1);
    CHECK_INT(p.info.rate, 30);
    CHECK_STR(p.info.sound, "");
    CHECK_STR(p.info.source, "");
    CHECK_INT(mien_clip_find_event(p.clip, 0.0), 0);
    packed_clip_free(&p);
}

TEST(events_in_order)
{
    static const struct {
        const char *name;
        double time;
    } expected[] = {{"before", -1.0}, {"blink", 0.5}, {"step", 0.5}, {"step", 1.5}, {"step", 2.5}};
    static const struct {
        double time;
        int first;
    } found[] = {{-2.0, 0}, {-1.0, 0},    {-0.9, 1}, {0.5, 1}, {0.5000001, 3},
                 {1.5, 3},  {1.50001, 4}, {2.5, 4},  {2.6, 5}, {1e9, 5}};
    PackedClip p = packed_clip(&everything, NULL);
    for (int e = 0; e < 5; ++e) {
        const MienClipEvent event = mien_clip_event(p.clip, e);
        CHECK_STR(event.name, expected[e].name);
        CHECK(event.time == expected[e].time);
    }
    for (size_t i = 0; i < sizeof found / sizeof *found; ++i)
        CHECK_INT(mien_clip_find_event(p.clip, found[i].time), found[i].first);
    CHECK_STR(mien_clip_event(p.clip, -1).name, "");
    CHECK_STR(mien_clip_event(p.clip, 5).name, "");
    packed_clip_free(&p);
}

static MienStatus load(const Pack *pack, const MienLoadOptions *options, MienClip **out)
{
    *out = (MienClip *)(uintptr_t)pack;
    return mien_clip_load(pack->data, pack->size, options, out, NULL);
}

TEST(load_options)
{
    PackedClip p = packed_clip(&everything, NULL);
    Pack pack = pack_copy(p.pack.data, p.pack.size);
    MienClip *clip;
    const MienLoadOptions borrow = {.borrow_data = true}, trust = {.trust_hash = true};
    const char *name = NULL;
    CHECK_STATUS(load(&pack, &borrow, &clip), MIEN_OK);
    name = mien_clip_curve_name(clip, 0); // in the caller's bytes
    CHECK((uintptr_t)name > (uintptr_t)pack.data && (uintptr_t)name < (uintptr_t)pack.data + pack.size);
    mien_clip_destroy(clip);
    CHECK_STATUS(load(&pack, NULL, &clip), MIEN_OK);
    name = mien_clip_curve_name(clip, 0);
    CHECK((uintptr_t)name < (uintptr_t)pack.data || (uintptr_t)name >= (uintptr_t)pack.data + pack.size);
    mien_clip_destroy(clip);
    pack.data[8] ^= 1; // in the hash itself
    CHECK_STATUS(load(&pack, NULL, &clip), MIEN_ERROR_HASH);
    CHECK(clip == NULL);
    CHECK_STATUS(load(&pack, &trust, &clip), MIEN_OK);
    mien_clip_destroy(clip);
    pack.data[8] ^= 1;
    for (int isa = MIEN_ISA_BEST; isa <= MIEN_ISA_WASM128 + 1; ++isa) {
        const MienLoadOptions options = {.isa = (MienIsa)isa};
        const bool is_there =
            isa == MIEN_ISA_BEST || (isa <= MIEN_ISA_WASM128 && mien_isa_is_available((MienIsa)isa));
        CHECK_STATUS(load(&pack, &options, &clip), is_there ? MIEN_OK : MIEN_ERROR_ARGUMENT);
        CHECK((clip != NULL) == is_there);
        mien_clip_destroy(clip);
    }
    MienError error = {0};
    CHECK_STATUS(mien_clip_load(NULL, 0, NULL, &clip, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_clip_load(pack.data, pack.size, NULL, NULL, &error), MIEN_ERROR_ARGUMENT);
    mien_clip_destroy(NULL);
    pack_free(&pack);
    packed_clip_free(&p);
}

TEST(other_packs_are_refused)
{
    ScenePacks packs = scene_packs(&small_scenes[0].options);
    PackedClip p = packed_clip(&everything, NULL);
    const Pack pack = {p.pack.data, p.pack.size};
    MienClip *clip;
    MienSkeleton *skeleton = NULL;
    CHECK_STATUS(load(&packs.skeleton, NULL, &clip), MIEN_ERROR_KIND);
    CHECK(clip == NULL);
    CHECK_STATUS(load(&packs.poses, NULL, &clip), MIEN_ERROR_KIND);
    CHECK_STATUS(mien_skeleton_load(pack.data, pack.size, NULL, &skeleton, NULL), MIEN_ERROR_KIND);
    packed_clip_free(&p);
    scene_packs_free(&packs);
}

TEST(bad_bindings_are_refused)
{
    Random random = {23};
    PackedClip p = packed_clip(&everything, NULL);
    MienSkeleton *skeleton = skeleton_for(&everything, &random, 8);
    MienClipBinding *binding = (MienClipBinding *)(uintptr_t)&p;
    MienError error = {0};
    CHECK_STATUS(mien_clip_binding_create(NULL, skeleton, NULL, &binding, &error), MIEN_ERROR_ARGUMENT);
    CHECK(binding == NULL);
    CHECK_STATUS(mien_clip_binding_create(p.clip, NULL, NULL, &binding, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_clip_binding_create(p.clip, skeleton, NULL, NULL, &error), MIEN_ERROR_ARGUMENT);
    MienTransform reference = mien_transform_identity();
    const MienClipBindingOptions options = {.mesh_rest_pose = &reference};
    CHECK_STATUS(mien_clip_binding_create(p.clip, skeleton, &options, &binding, &error), MIEN_OK);
    CHECK_INT(mien_clip_binding_curve(binding, -1), -1);
    CHECK_INT(mien_clip_binding_curve(binding, 3), -1);
    CHECK_INT(mien_clip_binding_bone(binding, 0), -1);
    CHECK_INT(mien_clip_binding_bone(binding, -1), -1);
    mien_clip_binding_destroy(binding);
    reference.rotation.w = 2.0f;
    CHECK_STATUS(mien_clip_binding_create(p.clip, skeleton, &options, &binding, &error), MIEN_ERROR_DATA);
    CHECK(binding == NULL);
    CHECK_STR(error.location, "mesh_rest_pose[0]");
    mien_clip_binding_destroy(NULL);
    mien_skeleton_destroy(skeleton);
    packed_clip_free(&p);
}

CHECK_MAIN
{
    RUN(bound_to_skeletons);
    RUN(what_a_clip_says);
    RUN(events_in_order);
    RUN(load_options);
    RUN(other_packs_are_refused);
    RUN(bad_bindings_are_refused);
}
