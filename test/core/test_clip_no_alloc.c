// SPDX-License-Identifier: MIT
//
// Sampling a clip never allocates, nor does asking it anything.

#include "support/counted_memory.h" // first: it asks for more of the C library

#include "support/clip_outputs.h"

enum { MOMENTS = 30 };

static void check_jobs(const PackedClip *p, const MienClipBinding *binding, MienClipCursor *cursor,
                       const Guarded *out)
{
    for (int i = 0; i < MOMENTS; ++i) {
        const MienClipJob job = {.clip = p->clip,
                                 .binding = binding,
                                 .cursor = cursor,
                                 .time = p->info.length * (double)(i * 7 % MOMENTS) / MOMENTS,
                                 .out_curves = out->set};
        begin_counting();
        const MienStatus status = mien_clip_job_run(&job);
        CHECK_INT(end_counting(), 0);
        CHECK_STATUS(status, MIEN_OK);
    }
}

TEST(sampling_does_not_allocate)
{
    if (!CAN_COUNT)
        SKIP("allocation cannot be watched here");
    Random random = {41};
    for (int i = 0; i < 20; ++i) {
        RandomClip r = random_clip(&random);
        PackedClip p = packed_clip(&r.clip, &r.options);
        MienSkeleton *skeleton = skeleton_for(&r.clip, &random, 7);
        MienClipBinding *binding = bind_clip(p.clip, skeleton, NULL);
        Cursor cursor = cursor_make(p.clip);
        Guarded out = guarded(p.info.curve_count + 5, false);
        check_jobs(&p, NULL, NULL, &out);
        check_jobs(&p, NULL, cursor.cursor, &out);
        check_jobs(&p, binding, NULL, &out);
        check_jobs(&p, binding, cursor.cursor, &out);
        begin_counting();
        mien_clip_info(p.clip);
        mien_clip_find_curve(p.clip, "curve 13");
        mien_clip_curve_name(p.clip, 0);
        mien_clip_find_track(p.clip, "root");
        mien_clip_find_event(p.clip, 0.5);
        mien_clip_event(p.clip, 0);
        mien_clip_cursor_init(p.clip, cursor.memory, mien_clip_cursor_size(p.clip));
        CHECK_INT(end_counting(), 0);
        guarded_free(&out);
        cursor_free(&cursor);
        mien_clip_binding_destroy(binding);
        mien_skeleton_destroy(skeleton);
        packed_clip_free(&p);
        random_clip_free(&r);
    }
}

CHECK_MAIN
{
    RUN(counting_counts);
    RUN(sampling_does_not_allocate);
}
