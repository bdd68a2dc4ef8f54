// SPDX-License-Identifier: MIT
//
// From the channels of eight tracks to their rotations, translations and scales.

/// out = still * normalised q, track by track. q is x, y, z, w of eight lanes each.
static void KERNEL(clip_rotations)(const float *q, const float *const still[MIENI_LANES],
                                   float *const out[MIENI_LANES])
{
    for (int k = 0; k < MIENI_LANES; k += VF_W) {
        vf s[4], r[4];
        load_lanes(still + k, 0, s);
        vf x = vf_load(q + k), y = vf_load(q + MIENI_LANES + k);
        vf z = vf_load(q + 2 * MIENI_LANES + k), w = vf_load(q + 3 * MIENI_LANES + k);
        const vf square = vf_add(vf_add(vf_mul(x, x), vf_mul(y, y)), vf_add(vf_mul(z, z), vf_mul(w, w)));
        // Only made-up bytes have lengths near 0; they shall not give infinities.
        const vf safe = vf_select(vf_ge(square, vf_set1(1e-12f)), square, vf_set1(1.0f));
        const vf scale = vf_div(vf_set1(1.0f), vf_sqrt(safe));
        x = vf_mul(x, scale);
        y = vf_mul(y, scale);
        z = vf_mul(z, scale);
        w = vf_mul(w, scale);
        r[0] = vf_add(vf_add(vf_mul(s[3], x), vf_mul(s[0], w)), vf_sub(vf_mul(s[1], z), vf_mul(s[2], y)));
        r[1] = vf_add(vf_sub(vf_mul(s[3], y), vf_mul(s[0], z)), vf_add(vf_mul(s[1], w), vf_mul(s[2], x)));
        r[2] = vf_add(vf_add(vf_mul(s[3], z), vf_mul(s[0], y)), vf_sub(vf_mul(s[2], w), vf_mul(s[1], x)));
        r[3] = vf_sub(vf_sub(vf_mul(s[3], w), vf_mul(s[0], x)), vf_add(vf_mul(s[1], y), vf_mul(s[2], z)));
        store_lanes(out + k, 0, r);
    }
}

/// out = still + v, track by track, in the three floats from at and a zero after
/// them; v is x, y, z of eight lanes each.
static void KERNEL(clip_offsets)(const float *v, const float *const still[MIENI_LANES],
                                 float *const out[MIENI_LANES], int at)
{
    for (int k = 0; k < MIENI_LANES; k += VF_W) {
        vf r[4];
        load_lanes(still + k, at, r);
        for (int i = 0; i < 3; ++i)
            r[i] = vf_add(r[i], vf_load(v + i * MIENI_LANES + k));
        store_lanes(out + k, at, r);
    }
}
