// SPDX-License-Identifier: MIT
//
// Copying and reading as fast as an instruction set can; included once per set,
// after its vec_*.h, with FLOOR as the table's name.

#include "bench.h"

static void floor_copy(const float *from, float *to, size_t count)
{
    for (size_t i = 0; i < count; i += 16) {
        for (size_t k = 0; k < 16; k += VF_W)
            vf_store(to + i + k, vf_load(from + i + k));
    }
}

static float floor_read(const float *from, size_t count)
{
    vf a = vf_set1(0.0f), b = a, c = a, d = a;
    for (size_t i = 0; i + 4 * VF_W <= count; i += 4 * VF_W) {
        a = vf_add(a, vf_load(from + i));
        b = vf_add(b, vf_load(from + i + VF_W));
        c = vf_add(c, vf_load(from + i + 2 * VF_W));
        d = vf_add(d, vf_load(from + i + 3 * VF_W));
    }
    float out[VF_W];
    vf_store(out, vf_add(vf_add(a, b), vf_add(c, d)));
    return out[0];
}

#include "clip_floor.inc.h"

extern const BenchFloor FLOOR;
const BenchFloor FLOOR = {floor_copy, floor_read, floor_u16_rows, floor_f32_rows};
