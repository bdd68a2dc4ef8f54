// SPDX-License-Identifier: MIT
//
// Points spread over a face, each with those around it.

#include "core/float_rules.h"

#include "solve/centres.h"

enum { MOST_CENTRES = 256 };

void mieni_centres_lost(const MieniCentres *centres, const double *rows, double *out_parts)
{
    const double count = (double)centres->around_count;
    for (int c = 0; c < centres->count; ++c) {
        const uint32_t *around = centres->around + (size_t)c * MIENI_AROUND;
        double sum[3] = {0.0, 0.0, 0.0};
        for (int i = 0; i < centres->around_count; ++i)
            for (int k = 0; k < 3; ++k)
                sum[k] += rows[3 * (size_t)around[i] + (size_t)k];
        out_parts[c] = (sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]) / (count * count);
    }
}

/// The points nearest to a point, itself first.
static void find_around(const MienVec3 *neutral, int point_count, uint32_t centre, uint32_t *out_around)
{
    double distances[MIENI_AROUND];
    int count = 0;
    for (int p = 0; p < point_count; ++p) {
        const MienVec3 a = neutral[p], b = neutral[centre];
        const double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y,
                     z = (double)a.z - (double)b.z;
        const double distance = (uint32_t)p == centre ? -1.0 : x * x + y * y + z * z;
        if (count == MIENI_AROUND && !(distance < distances[count - 1]))
            continue;
        int at = count < MIENI_AROUND ? count++ : count - 1;
        for (; at > 0 && distance < distances[at - 1]; --at) {
            distances[at] = distances[at - 1];
            out_around[at] = out_around[at - 1];
        }
        distances[at] = distance;
        out_around[at] = (uint32_t)p;
    }
}

static int count_moved(const bool *is_moved, int point_count)
{
    int moved = 0;
    for (int p = 0; p < point_count; ++p)
        moved += is_moved[p];
    return moved;
}

double mieni_centres_extent(const MienVec3 *neutral, const bool *is_moved, int point_count)
{
    double low = 0.0, high = 0.0;
    bool has_any = false;
    for (int p = 0; p < point_count; ++p) {
        const double y = (double)neutral[p].y;
        if (!is_moved[p])
            continue;
        low = !has_any || y < low ? y : low;
        high = !has_any || y > high ? y : high;
        has_any = true;
    }
    return high - low;
}

bool mieni_centres_create(MieniArena *arena, const MienVec3 *neutral, const bool *is_moved, int point_count,
                          MieniCentres *out_centres)
{
    const int moved = count_moved(is_moved, point_count),
              wanted = moved < MOST_CENTRES ? moved : MOST_CENTRES;
    int seen = 0;
    *out_centres = (MieniCentres){.extent = mieni_centres_extent(neutral, is_moved, point_count),
                                  .around_count = point_count < MIENI_AROUND ? point_count : MIENI_AROUND};
    out_centres->around = mieni_arena_take(arena, (size_t)wanted, MIENI_AROUND * sizeof *out_centres->around);
    out_centres->points = mieni_arena_take(arena, (size_t)wanted, sizeof *out_centres->points);
    for (int p = 0; !arena->is_out_of_memory && p < point_count && out_centres->count < wanted; ++p)
        if (is_moved[p] && (int64_t)seen++ * wanted / moved >= out_centres->count) {
            find_around(neutral, point_count, (uint32_t)p,
                        out_centres->around + (size_t)out_centres->count * MIENI_AROUND);
            out_centres->points[out_centres->count++] = (uint32_t)p;
        }
    return !arena->is_out_of_memory;
}
