// SPDX-License-Identifier: MIT
//
// From the channels of one track to its part of a tile: lanes are characters. All of
// them have the same clip, so what does not move is one number for all.

/// still * normalised q.
static KERNEL_INLINE void clip_turn(const vf s[4], const vf q[4], vf out[4])
{
    vf x = q[0], y = q[1], z = q[2], w = q[3];
    const vf square = vf_add(vf_add(vf_mul(x, x), vf_mul(y, y)), vf_add(vf_mul(z, z), vf_mul(w, w)));
    // Only made-up bytes have lengths near 0; they shall not give infinities.
    const vf safe = vf_select(vf_ge(square, vf_set1(1e-12f)), square, vf_set1(1.0f));
    const vf scale = vf_div(vf_set1(1.0f), vf_sqrt(safe));
    x = vf_mul(x, scale);
    y = vf_mul(y, scale);
    z = vf_mul(z, scale);
    w = vf_mul(w, scale);
    out[0] = vf_add(vf_add(vf_mul(s[3], x), vf_mul(s[0], w)), vf_sub(vf_mul(s[1], z), vf_mul(s[2], y)));
    out[1] = vf_add(vf_sub(vf_mul(s[3], y), vf_mul(s[0], z)), vf_add(vf_mul(s[1], w), vf_mul(s[2], x)));
    out[2] = vf_add(vf_add(vf_mul(s[3], z), vf_mul(s[0], y)), vf_sub(vf_mul(s[2], w), vf_mul(s[1], x)));
    out[3] = vf_sub(vf_sub(vf_mul(s[3], w), vf_mul(s[0], x)), vf_add(vf_mul(s[1], y), vf_mul(s[2], z)));
}

/// Floats from one component of a track to the next.
enum { TILE_COMPONENT = MIENI_LANES * MIEN_TILE };

static void KERNEL(tile_rotation)(const float *q, const float *still, float *out)
{
    const vf s[4] = {vf_set1(still[0]), vf_set1(still[1]), vf_set1(still[2]), vf_set1(still[3])};
    for (int lane = 0; lane < MIEN_TILE; lane += VF_W) {
        vf in[4], r[4];
        for (int c = 0; c < 4; ++c)
            in[c] = vf_load(q + c * TILE_COMPONENT + lane);
        clip_turn(s, in, r);
        for (int c = 0; c < 4; ++c)
            vf_store(out + c * MIEN_TILE + lane, r[c]);
    }
}

static void KERNEL(tile_offset)(const float *v, const float *still, const MieniMove *move, float *out)
{
    const float *const from = move != NULL ? &move->from.x : NULL, *const to =
                                                                       move != NULL ? &move->to.x : NULL;
    for (int c = 0; c < 3; ++c) {
        for (int lane = 0; lane < MIEN_TILE; lane += VF_W) {
            vf r = vf_add(vf_set1(still[c]), vf_load(v + c * TILE_COMPONENT + lane));
            if (move != NULL)
                r = vf_add(vf_set1(to[c]), vf_mul(vf_set1(move->factor), vf_sub(r, vf_set1(from[c]))));
            vf_store(out + c * MIEN_TILE + lane, r);
        }
    }
}
