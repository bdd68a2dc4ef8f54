// SPDX-License-Identifier: MIT
//
// From the channels of eight tracks to their rotations, translations and scales.

/// out = still * normalised q, track by track. q is x, y, z, w of eight lanes each.
static void KERNEL(clip_rotations)(const float *q, const float *const still[MIENI_LANES],
                                   float *const out[MIENI_LANES])
{
    for (int k = 0; k < MIENI_LANES; k += VF_W) {
        vf s[4], in[4], r[4];
        load_lanes(still + k, 0, s);
        for (int c = 0; c < 4; ++c)
            in[c] = vf_load(q + c * MIENI_LANES + k);
        clip_turn(s, in, r);
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
