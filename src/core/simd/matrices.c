// SPDX-License-Identifier: MIT
//
// Products of matrices, with rows of four as vectors: what every processor of a kind
// has is wide enough, so this exists once.

#include "core/float_rules.h"

#include "core/simd/kernels.h"
#include "core/simd/vec.h"

#include <string.h>

/// A transform as a matrix: columns of the rotation, scaled.
static inline void matrix_of(const MienTransform *t, float out[12])
{
    const float x = t->rotation.x, y = t->rotation.y, z = t->rotation.z, w = t->rotation.w;
    const float x2 = x + x, y2 = y + y, z2 = z + z;
    const float xx = x * x2, yy = y * y2, zz = z * z2, xy = x * y2, xz = x * z2, yz = y * z2;
    const float wx = w * x2, wy = w * y2, wz = w * z2;
    out[0] = (1.0f - (yy + zz)) * t->scale.x;
    out[1] = (xy - wz) * t->scale.y;
    out[2] = (xz + wy) * t->scale.z;
    out[3] = t->translation.x;
    out[4] = (xy + wz) * t->scale.x;
    out[5] = (1.0f - (xx + zz)) * t->scale.y;
    out[6] = (yz - wx) * t->scale.z;
    out[7] = t->translation.y;
    out[8] = (xz - wy) * t->scale.x;
    out[9] = (yz + wx) * t->scale.y;
    out[10] = (1.0f - (xx + yy)) * t->scale.z;
    out[11] = t->translation.z;
}

/// a * b, row by row: ((a0 b.row0 + a1 b.row1) + a2 b.row2) + a3 (0, 0, 0, 1).
static inline void multiply(const float *a, const float *b, float *out)
{
    static const float last[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    const v4 b0 = v4_load(b), b1 = v4_load(b + 4), b2 = v4_load(b + 8), b3 = v4_load(last);
    for (int r = 0; r < 12; r += 4) {
        const v4 sum = v4_add(v4_add(v4_mul(v4_set1(a[r]), b0), v4_mul(v4_set1(a[r + 1]), b1)),
                              v4_mul(v4_set1(a[r + 2]), b2));
        v4_store(out + r, v4_add(sum, v4_mul(v4_set1(a[r + 3]), b3)));
    }
}

void mieni_model(const MieniModelRun *run)
{
    for (int b = 0; b < run->count; ++b) {
        float local[12];
        matrix_of(b < run->local_count ? &run->local[b] : &run->reference[b], local);
        if (run->parents[b] < 0)
            memcpy(run->out[b].m, local, sizeof local);
        else
            multiply(run->out[run->parents[b]].m, local, run->out[b].m);
    }
}

void mieni_palette(const MienMatrix34 *model, const uint32_t *bones, const MienMatrix34 *inverses, int count,
                   MienMatrix34 *out)
{
    for (int i = 0; i < count; ++i)
        multiply(model[bones[i]].m, inverses[i].m, out[i].m);
}
