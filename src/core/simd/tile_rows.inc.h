// SPDX-License-Identifier: MIT
//
// Into tiles, included once per instruction set: what characters have each for
// itself becomes lanes.

/// Four floats of every row, from float at on, to their places in the tile.
static KERNEL_INLINE void tile_four(const float *const rows[MIEN_TILE], int at, int count, float *out)
{
    for (int lane = 0; lane < MIEN_TILE; lane += VF_W) {
        vr in[VR_N];
        vf four[4];
        for (int k = 0; k < VR_N; ++k)
            in[k] = vr_load(rows + lane, at, k);
        vr_to_lanes(in, four);
        for (int c = 0; c < count; ++c)
            vf_store(out + c * MIEN_TILE + lane, four[c]);
    }
}

static void KERNEL(tile_rows)(const float *const rows[MIEN_TILE], int count, float *out)
{
    for (int i = 0; i < count; i += 4)
        tile_four(rows, i, 4, out + (size_t)i * MIEN_TILE);
}

static void KERNEL(tile_transforms)(const float *const rows[MIEN_TILE], float *out)
{
    tile_four(rows, 0, 4, out);
    tile_four(rows, 4, 3, out + 4 * MIEN_TILE);
    tile_four(rows, 8, 3, out + 7 * MIEN_TILE);
}

static void KERNEL(tile_fill)(const MienTransform *shared, float *out)
{
    tile_pass(&shared->rotation.x, out, true);
}
