// SPDX-License-Identifier: MIT
//
// The same rules in plain C over sparse lists: what a user could write instead.
// It gives the same bits as the library.

#include "core/float_rules.h"

#include "bench.h"

#include <math.h>
#include <string.h>

static float clamped(float v, float min, float max)
{
    v = v == v ? v : 0.0f;
    v = v < min ? min : v;
    return (v > max ? max : v) + 0.0f;
}

static void finish(const float *sum, const MienTransform *input, MienTransform *out)
{
    const MienQuat q = input->rotation;
    const float x = sum[0], y = sum[1], z = sum[2], w = sum[3] + 1.0f;
    const float rx = ((w * q.x + x * q.w) + y * q.z) - z * q.y,
                ry = ((w * q.y + y * q.w) + z * q.x) - x * q.z;
    const float rz = ((w * q.z + z * q.w) + x * q.y) - y * q.x,
                rw = ((w * q.w - x * q.x) - y * q.y) - z * q.z;
    if ((x * x + y * y) + (z * z + w * w) >= 0x1p-20f) {
        const float scale = 1.0f / sqrtf((rx * rx + ry * ry) + (rz * rz + rw * rw));
        out->rotation = (MienQuat){rx * scale, ry * scale, rz * scale, rw * scale};
    }
    out->translation.x = input->translation.x + sum[4];
    out->translation.y = input->translation.y + sum[5];
    out->translation.z = input->translation.z + sum[6];
    out->scale.x = input->scale.x * (1.0f + sum[7]);
    out->scale.y = input->scale.y * (1.0f + sum[8]);
    out->scale.z = input->scale.z * (1.0f + sum[9]);
}

void plain_run(const PlainAsset *asset, PlainWork *work, const float *curves, const MienTransform *input,
               MienTransform *out)
{
    memset(work->sums, 0, (size_t)asset->bone_count * sizeof *work->sums);
    memset(work->touched, 0, (size_t)asset->bone_count);
    for (int p = 0; p < asset->pose_count; ++p) {
        const float weight = clamped(curves[p], asset->min[p], asset->max[p]);
        if (weight == 0.0f)
            continue;
        for (int e = asset->first[p]; e < asset->first[p + 1]; ++e) {
            float *sum = work->sums[asset->bone[e]];
            for (int k = 0; k < 10; ++k)
                sum[k] += weight * asset->delta[e][k];
            work->touched[asset->bone[e]] = 1;
        }
    }
    for (int b = 0; b < asset->bone_count; ++b) {
        out[b] = input[b];
        if (work->touched[b])
            finish(work->sums[b], &input[b], &out[b]);
    }
}
