// SPDX-License-Identifier: MIT
//
// From the channels of eight tracks to their rotations.

/// out = still * normalised q, lane by lane; all are x, y, z, w of eight lanes.
static void KERNEL(clip_rotations)(const float (*q)[MIENI_LANES], const float (*still)[MIENI_LANES],
                                   float (*out)[MIENI_LANES])
{
    for (int k = 0; k < MIENI_LANES; k += VF_W) {
        vf x = vf_load(q[0] + k), y = vf_load(q[1] + k), z = vf_load(q[2] + k), w = vf_load(q[3] + k);
        const vf square = vf_add(vf_add(vf_mul(x, x), vf_mul(y, y)), vf_add(vf_mul(z, z), vf_mul(w, w)));
        // Only made-up bytes have lengths near 0; they shall not give infinities.
        const vf safe = vf_select(vf_ge(square, vf_set1(1e-12f)), square, vf_set1(1.0f));
        const vf scale = vf_div(vf_set1(1.0f), vf_sqrt(safe));
        x = vf_mul(x, scale);
        y = vf_mul(y, scale);
        z = vf_mul(z, scale);
        w = vf_mul(w, scale);
        const vf a = vf_load(still[0] + k), b = vf_load(still[1] + k);
        const vf c = vf_load(still[2] + k), d = vf_load(still[3] + k);
        vf_store(out[0] + k, vf_add(vf_add(vf_mul(d, x), vf_mul(a, w)), vf_sub(vf_mul(b, z), vf_mul(c, y))));
        vf_store(out[1] + k, vf_add(vf_sub(vf_mul(d, y), vf_mul(a, z)), vf_add(vf_mul(b, w), vf_mul(c, x))));
        vf_store(out[2] + k, vf_add(vf_add(vf_mul(d, z), vf_mul(a, y)), vf_sub(vf_mul(c, w), vf_mul(b, x))));
        vf_store(out[3] + k, vf_sub(vf_sub(vf_mul(d, w), vf_mul(a, x)), vf_add(vf_mul(b, y), vf_mul(c, z))));
    }
}
