// SPDX-License-Identifier: MIT
//
// How far sampled poses are off: every bone in model space, six points at the
// shell's distance. In double, so that only the clip's own errors count.

#include "clip_workload.h"

#include "base/transform.h"
#include "workload.h"

#include <stdlib.h>

static const double shell = 0.03;

void clip_measure_bones(ClipWorkload *w, const MienClip *clip)
{
    const int count = w->clip->track_count; // a track per bone, in the skeleton's order
    MienTransform *pose = bench_allocate((size_t)count * sizeof *pose);
    MieniPlace *wanted = bench_allocate((size_t)count * sizeof *wanted),
               *got = bench_allocate((size_t)count * sizeof *got);
    for (int q = 0; q <= (w->report.frame_count - 1) * 4; ++q) {
        const double time = (double)q / 4.0 / w->rows_per_second;
        const MienClipJob job = {.clip = clip, .time = time, .bone_count = count, .out_bones = pose};
        mien_clip_job_run(&job);
        for (int b = 0; b < count; ++b) {
            const MienTransform exact = mien_author_track_evaluate(w->clip, b, time);
            const int parent = w->skeleton.bones[b].parent;
            wanted[b] = mieni_place_of(&exact);
            got[b] = mieni_place_of(&pose[b]);
            mieni_normalize4(wanted[b].q);
            mieni_normalize4(got[b].q);
            if (parent >= 0) {
                wanted[b] = mieni_place_compose(&wanted[parent], &wanted[b]);
                got[b] = mieni_place_compose(&got[parent], &got[b]);
            }
            const double off = mieni_place_distance(&wanted[b], &got[b], shell);
            double *worst = q % 4 == 0 ? &w->error_at_frames : &w->error_between;
            *worst = off > *worst ? off : *worst;
        }
    }
    free(pose);
    free(wanted);
    free(got);
}
