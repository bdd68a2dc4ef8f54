// SPDX-License-Identifier: MIT
//
// How far sampled poses are off: every bone in model space, six points at the
// shell's distance. In double, so that only the clip's own errors count.

#include "clip_workload.h"

#include "workload.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double shell = 0.03;

typedef struct Place {
    double q[4], t[3], s[3];
} Place;

static Place place_of(const MienTransform *transform)
{
    float f[sizeof *transform / sizeof(float)];
    Place place;
    memcpy(f, transform, sizeof f);
    for (int k = 0; k < 4; ++k)
        place.q[k] = (double)f[k];
    for (int k = 0; k < 3; ++k) {
        place.t[k] = (double)f[4 + k];
        place.s[k] = (double)f[8 + k];
    }
    const double length = sqrt(place.q[0] * place.q[0] + place.q[1] * place.q[1] + place.q[2] * place.q[2] +
                               place.q[3] * place.q[3]);
    for (int k = 0; k < 4; ++k)
        place.q[k] /= length;
    return place;
}

/// Where a place brings a point.
static void bring(const Place *place, const double point[3], double out[3])
{
    const double *q = place->q;
    const double v[3] = {place->s[0] * point[0], place->s[1] * point[1], place->s[2] * point[2]};
    const double c[3] = {q[1] * v[2] - q[2] * v[1], q[2] * v[0] - q[0] * v[2], q[0] * v[1] - q[1] * v[0]};
    const double d[3] = {q[1] * c[2] - q[2] * c[1], q[2] * c[0] - q[0] * c[2], q[0] * c[1] - q[1] * c[0]};
    for (int k = 0; k < 3; ++k)
        out[k] = place->t[k] + v[k] + 2.0 * (q[3] * c[k] + d[k]);
}

static Place compose(const Place *parent, const Place *child)
{
    const double *a = parent->q, *b = child->q;
    Place out = {.q = {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
                       a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2],
                       a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0],
                       a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]}};
    bring(parent, child->t, out.t);
    for (int k = 0; k < 3; ++k)
        out.s[k] = parent->s[k] * child->s[k];
    return out;
}

static double distance(const Place *a, const Place *b)
{
    double worst = 0.0;
    for (int i = 0; i < 6; ++i) {
        double point[3] = {0.0, 0.0, 0.0}, x[3], y[3];
        point[i / 2] = i % 2 == 0 ? shell : -shell;
        bring(a, point, x);
        bring(b, point, y);
        const double off = sqrt((x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]) +
                                (x[2] - y[2]) * (x[2] - y[2]));
        worst = off > worst ? off : worst;
    }
    return worst;
}

void clip_measure_bones(ClipWorkload *w, const MienClip *clip)
{
    const int count = w->clip->track_count; // a track per bone, in the skeleton's order
    MienTransform *pose = bench_allocate((size_t)count * sizeof *pose);
    Place *wanted = bench_allocate((size_t)count * sizeof *wanted),
          *got = bench_allocate((size_t)count * sizeof *got);
    for (int q = 0; q <= (w->report.frame_count - 1) * 4; ++q) {
        const double time = (double)q / 4.0 / w->rows_per_second;
        const MienClipJob job = {.clip = clip, .time = time, .bone_count = count, .out_bones = pose};
        mien_clip_job_run(&job);
        for (int b = 0; b < count; ++b) {
            const MienTransform exact = mien_author_track_evaluate(w->clip, b, time);
            const int parent = w->skeleton.bones[b].parent;
            wanted[b] = place_of(&exact);
            got[b] = place_of(&pose[b]);
            if (parent >= 0) {
                wanted[b] = compose(&wanted[parent], &wanted[b]);
                got[b] = compose(&got[parent], &got[b]);
            }
            const double off = distance(&wanted[b], &got[b]);
            double *worst = q % 4 == 0 ? &w->error_at_frames : &w->error_between;
            *worst = off > *worst ? off : *worst;
        }
    }
    free(pose);
    free(wanted);
    free(got);
}
