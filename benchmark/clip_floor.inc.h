// SPDX-License-Identifier: MIT
//
// Clips that are not compressed, sampled as fast as an instruction set can:
// included by floor.inc.h. What a time means is part of it, as it is of a job.

/// Frame before a time and how far it is to the next.
static inline double floor_frame(double time, double rate, size_t frame_count, float *part)
{
    double frame = time * rate;
    frame = frame > 0.0 ? frame : 0.0;
    const double last = (double)(frame_count - 1);
    frame = frame < last ? frame : last;
    const double whole = (double)(int64_t)frame;
    *part = (float)(frame - whole);
    return whole;
}

/// Numbers of 16 bits as floats.
static inline vf floor_wide(const uint16_t *from)
{
#if VF_W == 16
    return _mm512_cvtepi32_ps(_mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)from)));
#elif VF_W == 8
    return _mm256_cvtepi32_ps(_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)from)));
#else
    float wide[VF_W];
    for (int k = 0; k < VF_W; ++k)
        wide[k] = (float)from[k];
    return vf_load(wide);
#endif
}

static void floor_u16_rows(const BenchRows *rows, double time, float *out)
{
    float part;
    const uint16_t *a =
        rows->u16 + (size_t)floor_frame(time, rows->rate, rows->frame_count, &part) * rows->width;
    const uint16_t *b = a + rows->width;
    const vf f = vf_set1(part);
    for (size_t i = 0; i < rows->width; i += VF_W) {
        const vf x = floor_wide(a + i);
        const vf v = vf_add(x, vf_mul(f, vf_sub(floor_wide(b + i), x)));
        vf_store(out + i, vf_add(vf_load(rows->bases + i), vf_mul(v, vf_load(rows->steps + i))));
    }
}

static void floor_f32_rows(const BenchRows *rows, double time, float *out)
{
    float part;
    const float *a =
        rows->f32 + (size_t)floor_frame(time, rows->rate, rows->frame_count, &part) * rows->width;
    const float *b = a + rows->width;
    const vf f = vf_set1(part);
    for (size_t i = 0; i < rows->width; i += VF_W) {
        const vf x = vf_load(a + i);
        vf_store(out + i, vf_add(x, vf_mul(f, vf_sub(vf_load(b + i), x))));
    }
}
