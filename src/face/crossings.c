// SPDX-License-Identifier: MIT
//
// Triangles are put into the cells of a grid; those that share a cell are compared edge by edge.

#include "core/float_rules.h"

#include "face/crossings.h"

#include <string.h>

enum { BUCKETS = 1 << 15, MOST_CELLS = 64 };

bool mieni_crossings_open(MieniCrossings *crossings, const uint32_t *indices, int triangle_count,
                          const int *twin, MieniArena *arena)
{
    const size_t count = (size_t)triangle_count;
    *crossings = (MieniCrossings){.indices = indices, .triangle_count = triangle_count, .twin = twin};
    crossings->row_room = triangle_count <= INT32_MAX / 16 ? 16 * triangle_count : INT32_MAX;
    crossings->is_crossing = mieni_arena_take(arena, count, sizeof *crossings->is_crossing);
    crossings->bucket_first = mieni_arena_take(arena, BUCKETS + 1, sizeof *crossings->bucket_first);
    crossings->bucket_rows =
        mieni_arena_take(arena, (size_t)crossings->row_room, sizeof *crossings->bucket_rows);
    crossings->boxes = mieni_arena_take(arena, count, 6 * sizeof *crossings->boxes);
    crossings->chosen = mieni_arena_take(arena, count, sizeof *crossings->chosen);
    return !arena->is_out_of_memory;
}

typedef struct Grid {
    double low[3], cell;
} Grid;

/// The box of a triangle; false if it is not finite.
static bool make_box(const MieniCrossings *crossings, const MienVec3 *positions, int triangle, double box[6])
{
    double sum = 0.0;
    for (int i = 0; i < 3; ++i) {
        const MienVec3 v = positions[crossings->indices[3 * (size_t)triangle + (size_t)i]];
        const double p[3] = {(double)v.x, (double)v.y, (double)v.z};
        for (int k = 0; k < 3; ++k) {
            box[k] = i == 0 || p[k] < box[k] ? p[k] : box[k];
            box[k + 3] = i == 0 || p[k] > box[k + 3] ? p[k] : box[k + 3];
            sum += p[k];
        }
    }
    return sum - sum == 0.0;
}

static int cell_of(const Grid *grid, double value, int axis)
{
    const double cell = (value - grid->low[axis]) / grid->cell;
    return cell < 0.0 ? 0 : cell > 1e6 ? 1000000 : (int)cell;
}

static void cells_of(const Grid *grid, const double box[6], int out_cells[6])
{
    for (int k = 0; k < 3; ++k) {
        out_cells[k] = cell_of(grid, box[k], k);
        out_cells[k + 3] = cell_of(grid, box[k + 3], k);
    }
}

static int bucket_of(int x, int y, int z)
{
    const uint32_t hash = (uint32_t)x * 73856093u ^ (uint32_t)y * 19349663u ^ (uint32_t)z * 83492791u;
    return (int)((hash ^ hash >> 15) & (BUCKETS - 1));
}

/// Whether a box takes more than MOST_CELLS cells and is put into none: a triangle far larger than the
/// others.
static bool is_huge(const int cells[6])
{
    return (int64_t)(cells[3] - cells[0] + 1) * (cells[4] - cells[1] + 1) * (cells[5] - cells[2] + 1) >
           MOST_CELLS;
}

/// Counts (rows NULL) or writes the buckets that triangles are in; false if there is no room.
static bool fill(MieniCrossings *crossings, const Grid *grid, int count, int *rows)
{
    int64_t total = 0;
    for (int i = 0; i < count; ++i) {
        int cells[6];
        cells_of(grid, crossings->boxes + 6 * (size_t)crossings->chosen[i], cells);
        if (is_huge(cells))
            continue;
        for (int x = cells[0]; x <= cells[3]; ++x)
            for (int y = cells[1]; y <= cells[4]; ++y)
                for (int z = cells[2]; z <= cells[5]; ++z, ++total) {
                    const int bucket = bucket_of(x, y, z);
                    if (rows != NULL)
                        rows[crossings->bucket_first[bucket]++] = crossings->chosen[i];
                    else
                        ++crossings->bucket_first[bucket + 1];
                }
    }
    return total <= crossings->row_room;
}

static void subtract(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; ++k)
        out[k] = a[k] - b[k];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Whether the edge from p to q goes through a triangle.
static bool edge_crosses(const double p[3], const double q[3], double t[3][3])
{
    double along[3], one[3], two[3], normal[3], from[3], turned[3];
    subtract(q, p, along);
    subtract(t[1], t[0], one);
    subtract(t[2], t[0], two);
    cross(one, two, normal);
    subtract(p, t[0], from);
    const double before = dot(from, normal), change = dot(along, normal);
    if ((before > 0.0) == (before + change > 0.0) || change == 0.0)
        return false;
    cross(from, along, turned);
    const double u = dot(two, turned) / -change, v = dot(one, turned) / change;
    return u > 0.0 && v > 0.0 && u + v < 1.0;
}

static void corners_of(const MieniCrossings *crossings, const MienVec3 *positions, int triangle,
                       double out[3][3])
{
    for (int i = 0; i < 3; ++i) {
        const MienVec3 v = positions[crossings->indices[3 * (size_t)triangle + (size_t)i]];
        out[i][0] = (double)v.x;
        out[i][1] = (double)v.y;
        out[i][2] = (double)v.z;
    }
}

static bool are_neighbours(const MieniCrossings *crossings, int a, int b)
{
    for (size_t i = 0; i < 3; ++i)
        for (size_t j = 0; j < 3; ++j)
            if (crossings->twin[crossings->indices[3 * (size_t)a + i]] ==
                crossings->twin[crossings->indices[3 * (size_t)b + j]])
                return true;
    return false;
}

static bool do_cross(const MieniCrossings *crossings, const MienVec3 *positions, int a, int b)
{
    const double *one = crossings->boxes + 6 * (size_t)a, *two = crossings->boxes + 6 * (size_t)b;
    double p[3][3], q[3][3];
    for (int k = 0; k < 3; ++k)
        if (one[k] > two[k + 3] || two[k] > one[k + 3])
            return false;
    if (are_neighbours(crossings, a, b))
        return false;
    corners_of(crossings, positions, a, p);
    corners_of(crossings, positions, b, q);
    for (int i = 0; i < 3; ++i)
        if (edge_crosses(p[i], p[(i + 1) % 3], q) || edge_crosses(q[i], q[(i + 1) % 3], p))
            return true;
    return false;
}

static void compare_bucket(MieniCrossings *crossings, const MienVec3 *positions, const bool *is_moved,
                           int first, int end)
{
    const int *rows = crossings->bucket_rows;
    bool *is_crossing = crossings->is_crossing;
    for (int i = first; i < end; ++i)
        for (int j = i + 1; j < end; ++j) {
            const bool is_known = is_crossing[rows[i]] && is_crossing[rows[j]];
            if (is_known || (!is_moved[rows[i]] && !is_moved[rows[j]]))
                continue;
            if (rows[i] != rows[j] && do_cross(crossings, positions, rows[i], rows[j]))
                is_crossing[rows[i]] = is_crossing[rows[j]] = true;
        }
}

/// Cells as large as triangles are on average.
static int choose(MieniCrossings *crossings, const MienVec3 *positions, const bool *is_in, Grid *out_grid)
{
    int count = 0;
    double sum = 0.0;
    *out_grid = (Grid){0};
    for (int t = 0; t < crossings->triangle_count; ++t) {
        double *box = crossings->boxes + 6 * (size_t)t;
        crossings->is_crossing[t] = false;
        if (!is_in[t] || !make_box(crossings, positions, t, box))
            continue;
        for (int k = 0; k < 3; ++k) {
            out_grid->low[k] = count == 0 || box[k] < out_grid->low[k] ? box[k] : out_grid->low[k];
            sum += box[k + 3] - box[k];
        }
        crossings->chosen[count++] = t;
    }
    out_grid->cell = count > 0 ? 0.5 * sum / (double)count : 0.0;
    return out_grid->cell > 0.0 ? count : 0;
}

void mieni_crossings_find(MieniCrossings *crossings, const MienVec3 *positions, const bool *is_in,
                          const bool *is_moved)
{
    Grid grid;
    int *first = crossings->bucket_first;
    const int count = choose(crossings, positions, is_in, &grid);
    for (;;) { // larger cells until the rows have room
        memset(first, 0, (BUCKETS + 1) * sizeof *first);
        if (count == 0 || fill(crossings, &grid, count, NULL))
            break;
        grid.cell *= 2.0;
    }
    for (int b = 0; b < BUCKETS; ++b)
        first[b + 1] += first[b];
    if (count > 0)
        fill(crossings, &grid, count, crossings->bucket_rows); // now the first of a bucket is its end
    for (int b = 0; b < BUCKETS; ++b)
        compare_bucket(crossings, positions, is_moved, b == 0 ? 0 : first[b - 1], first[b]);
}
