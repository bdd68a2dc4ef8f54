// SPDX-License-Identifier: MIT
//
// Cooking clips: the same bytes every time and everywhere, what is refused and
// where, and memory that runs out at every allocation.

#include "support/clip_outputs.h"
#include "support/clips.h"

#include "sample/performances.h"

static MienAuthorClip *performance(MienSampleCapture capture, int curve_count)
{
    const MienSamplePerformanceOptions options = {
        .seed = 9, .seconds = 4, .capture = capture, .curve_count = curve_count};
    MienAuthorClip *clip = mien_sample_performance_create(&options);
    if (clip == NULL)
        abort();
    return clip;
}

static void pack_hash(const MienAuthorPack *pack, char text[65])
{
    MieniSha256 hash;
    mieni_sha256_begin(&hash);
    mieni_sha256_update(&hash, pack->data, pack->size);
    hash_text(&hash, text);
}

/// If these change on purpose, so does the version of the format or of the cook.
TEST(golden_bytes)
{
    static const struct {
        MienSampleCapture capture;
        int curve_count;
        float error;
        const char *hash;
    } golden[] = {
        {MIEN_SAMPLE_CLEAN, 52, 0.001f, "be9f78f6ecfd0183a20dfa465fde343c593fbc3f706cad2add076552b8032292"},
        {MIEN_SAMPLE_NOISY, 52, 0.001f, "5dd98d830779b555520ba28d7aff7735c50866eb4638b3ae35d84e3e7968ae4a"},
        {MIEN_SAMPLE_GATED, 250, 0.01f, "281ad7ea0728ff8223236d4a403d9747e8a8d44aab581157b10a36b03173401c"},
        {MIEN_SAMPLE_GATED, 70, 1e-6f, "05531b8a2e22e61b39368b3740b5f5ecb0af83a096eb5ccff8223799b3b9362d"},
    };
    for (size_t i = 0; i < sizeof golden / sizeof *golden; ++i) {
        MienAuthorClip *clip = performance(golden[i].capture, golden[i].curve_count);
        const MienAuthorClipOptions options = {.curve_error = golden[i].error};
        MienAuthorPack packs[2];
        char text[65];
        for (int k = 0; k < 2; ++k)
            CHECK_STATUS(mien_author_clip_cook(clip, &options, &packs[k], NULL, NULL), MIEN_OK);
        CHECK(packs[0].size == packs[1].size && memcmp(packs[0].data, packs[1].data, packs[0].size) == 0);
        pack_hash(&packs[0], text);
        CHECK_STR(text, golden[i].hash);
        mien_author_pack_release(&packs[0]);
        mien_author_pack_release(&packs[1]);
        mien_author_clip_destroy(clip);
    }
}

/// Random clips have all that a pack of curves can hold.
TEST(golden_bytes_of_random_clips)
{
    Random random = {77};
    MieniSha256 hash;
    mieni_sha256_begin(&hash);
    for (int i = 0; i < 30; ++i) {
        RandomClip r = random_clip(&random);
        MienAuthorPack packs[2];
        for (int k = 0; k < 2; ++k)
            CHECK_STATUS(mien_author_clip_cook(&r.clip, &r.options, &packs[k], NULL, NULL), MIEN_OK);
        CHECK(packs[0].size == packs[1].size && memcmp(packs[0].data, packs[1].data, packs[0].size) == 0);
        mieni_sha256_update(&hash, packs[0].data, packs[0].size);
        mien_author_pack_release(&packs[0]);
        mien_author_pack_release(&packs[1]);
        random_clip_free(&r);
    }
    char text[65];
    hash_text(&hash, text);
    CHECK_STR(text, "476375c10fbf26229696540fa95fbc29a48957ef92f075cd16ee07e4699010b5");
}

/// Something to break.
typedef struct Broken {
    MienAuthorKey keys[2];
    MienAuthorClipCurve curves[3];
    MienAuthorClipEvent events[2];
    float errors[3];
    MienAuthorClip clip;
    MienAuthorClipOptions options;
    MienAuthorBone bone;
    MienAuthorSkeleton skeleton;
} Broken;

static void restore(Broken *b)
{
    *b = (Broken){.keys = {{.time = 0.0, .value = 0.0f, .interpolation = MIEN_AUTHOR_LINEAR},
                           {.time = 1.0, .value = 1.0f}},
                  .events = {{"a", 0.0}, {"b", 1.0}},
                  .clip = {.rate = 30, .length = 1.0, .curve_count = 3, .event_count = 2}};
    b->bone = (MienAuthorBone){.name = "root", .parent = -1, .rest = mien_transform_identity()};
    b->skeleton = (MienAuthorSkeleton){.bone_count = 1, .bones = &b->bone};
    static const char *const names[] = {"third", "second", "first"};
    for (int c = 0; c < 3; ++c) {
        b->curves[c] = (MienAuthorClipCurve){.name = names[c], .key_count = 2, .keys = b->keys};
        b->errors[c] = 0.01f;
    }
    b->clip.curves = b->curves;
    b->clip.events = b->events;
    b->options.curve_errors = b->errors;
    b->options.skeleton = &b->skeleton;
}

/// Cooks the broken clip, checks the error, and restores it.
static void check_refused(Broken *b, MienStatus status, const char *place)
{
    Ledger ledger = {0};
    const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
    MienAuthorPack pack = {(uint8_t *)b, 1, NULL};
    MienError error = {0};
    b->options.allocator = &allocator;
    CHECK_STATUS(mien_author_clip_cook(&b->clip, &b->options, &pack, NULL, &error), status);
    CHECK_STATUS(error.status, status);
    CHECK_STR(error.location, place);
    CHECK((status == MIEN_OK) == (error.message[0] == '\0'));
    CHECK((status == MIEN_OK) == (pack.data != NULL && pack.size > 0));
    mien_author_pack_release(&pack);
    CHECK(ledger.live == 0 && !ledger.is_broken);
    restore(b);
}

TEST(bad_clips_are_refused)
{
    Broken b;
    restore(&b);
    check_refused(&b, MIEN_OK, "");
    b.curves[2].name = "third";
    check_refused(&b, MIEN_ERROR_DATA, "curves[2].name");
    b.curves[2].name = "third";
    b.curves[0].key_count = 0; // so that it is stored last; places are of the description all the same
    check_refused(&b, MIEN_ERROR_DATA, "curves[0].name");
    b.curves[1].name = "";
    check_refused(&b, MIEN_ERROR_DATA, "curves[1].name");
    b.clip.rate = -1;
    check_refused(&b, MIEN_ERROR_DATA, "rate");
    b.clip.length = -0.5;
    check_refused(&b, MIEN_ERROR_DATA, "length");
    b.clip.length = 24.0 * 3600.0 + 1.0;
    check_refused(&b, MIEN_ERROR_DATA, "length");
    b.clip.length = 24.0 * 3600.0;
    b.clip.rate = 241;
    check_refused(&b, MIEN_ERROR_LIMIT, "length");
    b.keys[1].time = -1.0;
    check_refused(&b, MIEN_ERROR_DATA, "curves[0].keys[1].time");
    b.events[1].name = NULL;
    check_refused(&b, MIEN_ERROR_DATA, "events[1].name");
    b.clip.sound = "\xFF\xFE";
    check_refused(&b, MIEN_ERROR_DATA, "sound");
    b.clip.source = "\x80";
    check_refused(&b, MIEN_ERROR_DATA, "source");
    b.clip.curves = NULL;
    check_refused(&b, MIEN_ERROR_ARGUMENT, "");
}

/// Keys are within bounds, but what is between or beyond them is not.
TEST(curves_that_leave_all_bounds)
{
    Broken b;
    restore(&b);
    MienAuthorKey steep[2] = {{.time = 0.0, .value = 9e8f, .interpolation = MIEN_AUTHOR_LINEAR},
                              {.time = 0.001, .value = -9e8f}};
    b.curves[1].keys = steep;
    check_refused(&b, MIEN_OK, "");
    b.curves[1].keys = steep;
    b.curves[1].after = MIEN_AUTHOR_SLOPE;
    check_refused(&b, MIEN_ERROR_DATA, "curves[1]");
    steep[0] = (MienAuthorKey){
        .time = 0.0, .value = 0.0f, .interpolation = MIEN_AUTHOR_CUBIC, .leave = 1e9f, .arrive = 1e9f};
    steep[1] = (MienAuthorKey){.time = 100.0, .value = 0.0f};
    b.curves[2].keys = steep;
    b.clip.length = 50.0;
    check_refused(&b, MIEN_ERROR_DATA, "curves[2]");
}

TEST(bad_options_are_refused)
{
    const uint32_t bits = 0x7FC00000u;
    float nan;
    memcpy(&nan, &bits, sizeof nan);
    Broken b;
    restore(&b);
    static const float bad[] = {-0.5f, -2.0f, 2e6f};
    for (int i = 0; i < 4; ++i) {
        const float error = i < 3 ? bad[i] : nan;
        b.options.curve_error = error;
        check_refused(&b, MIEN_ERROR_DATA, "options.curve_error");
        b.errors[1] = error;
        check_refused(&b, MIEN_ERROR_DATA, "options.curve_errors[1]");
        b.options.track_error = error;
        check_refused(&b, MIEN_ERROR_DATA, "options.track_error");
        b.options.shell = error;
        check_refused(&b, MIEN_ERROR_DATA, "options.shell");
    }
    b.options.rate = -30;
    check_refused(&b, MIEN_ERROR_DATA, "options.rate");
    b.options.rate_divisor = -1;
    check_refused(&b, MIEN_ERROR_DATA, "options.rate");
    b.options.rate = INT32_MAX;
    check_refused(&b, MIEN_ERROR_LIMIT, "length");
    b.bone.parent = 0;
    check_refused(&b, MIEN_ERROR_DATA, "options.skeleton.bones[0].parent");
    b.options.curve_error = b.errors[0] = b.options.track_error = MIEN_AUTHOR_EXACT;
    check_refused(&b, MIEN_OK, "");
    MienError error = {0};
    MienAuthorPack pack;
    CHECK_STATUS(mien_author_clip_cook(&b.clip, NULL, NULL, NULL, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_clip_cook(NULL, NULL, &pack, NULL, &error), MIEN_ERROR_ARGUMENT);
    CHECK(pack.data == NULL && pack.size == 0);
}

/// What the calls work on.
typedef struct Given {
    const RandomClip *source;
    const MienAuthorPack *pack;
    const MienClip *clip;
    const MienSkeleton *skeleton;
    bool borrows;
} Given;

static MienStatus cook(const void *user, const MienAllocator *allocator, bool *out_is_empty, MienError *error)
{
    const Given *given = user;
    MienAuthorClipOptions options = given->source->options;
    options.allocator = allocator;
    MienAuthorPack pack = {(uint8_t *)&pack, 1, NULL};
    const MienStatus status = mien_author_clip_cook(&given->source->clip, &options, &pack, NULL, error);
    *out_is_empty = pack.data == NULL && pack.size == 0;
    mien_author_pack_release(&pack);
    return status;
}

static MienStatus load(const void *user, const MienAllocator *allocator, bool *out_is_empty, MienError *error)
{
    const Given *given = user;
    const MienLoadOptions options = {.allocator = allocator, .borrow_data = given->borrows};
    MienClip *clip = (MienClip *)(uintptr_t)given;
    const MienStatus status = mien_clip_load(given->pack->data, given->pack->size, &options, &clip, error);
    *out_is_empty = clip == NULL;
    mien_clip_destroy(clip);
    return status;
}

static MienStatus bind(const void *user, const MienAllocator *allocator, bool *out_is_empty, MienError *error)
{
    const Given *given = user;
    const MienClipBindingOptions options = {.allocator = allocator};
    MienClipBinding *binding = (MienClipBinding *)(uintptr_t)given;
    const MienStatus status =
        mien_clip_binding_create(given->clip, given->skeleton, &options, &binding, error);
    *out_is_empty = binding == NULL;
    mien_clip_binding_destroy(binding);
    return status;
}

TEST(every_allocation_fails)
{
    Random random = {55};
    for (int i = 0; i < 6; ++i) {
        RandomClip r = random_clip(&random);
        const MienAuthorClipEvent events[] = {{"a", 0.5}, {"b", 0.2}, {"a", 0.1}};
        r.clip.events = events;
        r.clip.event_count = 3;
        r.clip.sound = "sound.wav";
        PackedClip p = packed_clip(&r.clip, &r.options);
        MienSkeleton *skeleton = skeleton_for(&r.clip, &random, 6);
        Given given = {&r, &p.pack, p.clip, skeleton, false};
        check_call("cooking a clip", cook, &given);
        check_call("loading a clip", load, &given);
        given.borrows = true;
        check_call("loading a clip in place", load, &given);
        check_call("binding a clip", bind, &given);
        mien_skeleton_destroy(skeleton);
        packed_clip_free(&p);
        random_clip_free(&r);
    }
}

CHECK_MAIN
{
    RUN(golden_bytes);
    RUN(golden_bytes_of_random_clips);
    RUN(bad_clips_are_refused);
    RUN(curves_that_leave_all_bounds);
    RUN(bad_options_are_refused);
    RUN(every_allocation_fails);
}
