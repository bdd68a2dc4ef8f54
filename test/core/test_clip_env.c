// SPDX-License-Identifier: MIT
//
// Whatever rounding, flushing or trapping the caller has set, cooking, loading,
// binding and sampling clips give the same bits, and the caller's control word is
// as it was. Times and inputs are made beforehand: arithmetic here would follow
// the caller's rules.

#include "support/clip_outputs.h"
#include "support/clips.h"
#include "support/float_modes.h"

#if CAN_SET

enum { MOMENTS = 24, CLIPS = 12 };

typedef struct Inputs {
    RandomClip source;
    double times[MOMENTS];
    MienSkeleton *skeleton;
    Guarded out;
    Cursor cursor;
} Inputs;

static void prepare(Inputs *in, Random *random)
{
    *in = (Inputs){.source = random_clip(random)};
    in->skeleton = skeleton_for(&in->source.clip, random, 7);
    for (int i = 0; i < MOMENTS; ++i)
        in->times[i] = i % 3 == 0 ? random_clip_time(&in->source, i * 3)
                                  : random_between(random, -0.1, in->source.clip.length + 0.1);
    in->cursor.size = 1 << 20;
    in->cursor.memory = mieni_allocate(NULL, in->cursor.size, 64);
    in->out = guarded(mien_skeleton_curve_count(in->skeleton), false);
}

static void release(Inputs *in)
{
    guarded_free(&in->out);
    cursor_free(&in->cursor);
    mien_skeleton_destroy(in->skeleton);
    random_clip_free(&in->source);
}

static void run_all(Inputs *in, uint8_t out_hash[32])
{
    MieniSha256 hash;
    mieni_sha256_begin(&hash);
    MienAuthorPack pack = {0};
    MienClip *clip = NULL;
    MienClipBinding *binding = NULL;
    CHECK_STATUS(mien_author_clip_cook(&in->source.clip, &in->source.options, &pack, NULL, NULL), MIEN_OK);
    mieni_sha256_update(&hash, pack.data, pack.size);
    CHECK_STATUS(mien_clip_load(pack.data, pack.size, NULL, &clip, NULL), MIEN_OK);
    CHECK_STATUS(mien_clip_binding_create(clip, in->skeleton, NULL, &binding, NULL), MIEN_OK);
    MienClipCursor *cursor = mien_clip_cursor_init(clip, in->cursor.memory, in->cursor.size);
    CHECK(cursor != NULL);
    for (int i = 0; i < MOMENTS; ++i) {
        const MienClipJob job = {.clip = clip,
                                 .binding = binding,
                                 .cursor = i % 2 != 0 ? cursor : NULL,
                                 .time = in->times[i],
                                 .out_curves = in->out.set};
        CHECK_STATUS(mien_clip_job_run(&job), MIEN_OK);
        mieni_sha256_update(&hash, in->out.set.values, (size_t)in->out.set.count * sizeof(float));
    }
    mien_clip_binding_destroy(binding);
    mien_clip_destroy(clip);
    mien_author_pack_release(&pack);
    mieni_sha256_end(&hash, out_hash);
}
#endif

TEST(same_bits_and_restored)
{
#if CAN_SET
    const uint64_t before = get_control();
    Random random = {31};
    for (int i = 0; i < CLIPS; ++i) {
        Inputs in;
        uint8_t expected[32], hash[32];
        prepare(&in, &random);
        run_all(&in, expected);
        for (size_t m = 0; m < sizeof modes / sizeof *modes; ++m) {
            set_control(modes[m].control);
            run_all(&in, hash);
            const uint64_t after = get_control();
            set_control(before);
            const bool same = memcmp(hash, expected, 32) == 0;
            // That something was rounded may be noted, nothing else.
            const uint64_t changed = (after ^ modes[m].control) & ~(uint64_t)FLAG_INEXACT;
            if (!same || changed != 0)
                printf("clip %d, %s:\n", i, modes[m].name);
            CHECK(same);
            CHECK_INT(changed, 0);
        }
        release(&in);
    }
#else
    SKIP("the floating-point environment cannot be set here");
#endif
}

CHECK_MAIN { RUN(same_bits_and_restored); }
