// SPDX-License-Identifier: MIT
//
// Surfaces of solids by surface nets: one vertex per crossed cell, a quad across each
// crossed edge, then rounds of smoothing that stay on the surface.

#include "core/float_rules.h"

#include "sample/cast/making.h"

/// Values of a field on a grid, and the vertex of each cell or -1.
typedef struct Grid {
    const MieniNet *net;
    int size[3]; ///< Grid points along each axis; cells are one fewer.
    double *values;
    int *cells;
    int vertex_count, quad_count;
} Grid;

static int point_index(const Grid *grid, const int at[3])
{
    return (at[0] * grid->size[1] + at[1]) * grid->size[2] + at[2];
}

static int cell_index(const Grid *grid, const int at[3])
{
    return (at[0] * (grid->size[1] - 1) + at[1]) * (grid->size[2] - 1) + at[2];
}

static double value_at(const Grid *grid, int x, int y, int z)
{
    const int at[3] = {x, y, z};
    return grid->values[point_index(grid, at)];
}

static int points_along(double least, double most, double cell)
{
    const double count = (most - least) / cell;
    const int whole = (int)count;
    return ((double)whole < count ? whole + 1 : whole) + 1;
}

static void fill_values(Grid *grid, const MieniField *field)
{
    const MieniNet *net = grid->net;
    double *value = grid->values;
    for (int x = 0; x < grid->size[0]; ++x)
        for (int y = 0; y < grid->size[1]; ++y)
            for (int z = 0; z < grid->size[2]; ++z)
                *value++ = mieni_field_at(field, mieni_point(net->least.x + net->cell * (double)x,
                                                             net->least.y + net->cell * (double)y,
                                                             net->least.z + net->cell * (double)z));
}

/// The mean of where the surface crosses the cell's edges; false if it does not.
static bool find_crossing(const Grid *grid, const int cell[3], double mean[3])
{
    int count = 0;
    mean[0] = mean[1] = mean[2] = 0.0;
    for (int corner = 0; corner < 8; ++corner)
        for (int axis = 0; axis < 3; ++axis) {
            const int a[3] = {corner >> 2 & 1, corner >> 1 & 1, corner & 1};
            if (a[axis])
                continue;
            const double va = value_at(grid, cell[0] + a[0], cell[1] + a[1], cell[2] + a[2]);
            const double vb = value_at(grid, cell[0] + a[0] + (axis == 0), cell[1] + a[1] + (axis == 1),
                                       cell[2] + a[2] + (axis == 2));
            if ((va < 0.0) == (vb < 0.0))
                continue;
            for (int k = 0; k < 3; ++k)
                mean[k] += (double)a[k] + (k == axis ? va / (va - vb) : 0.0);
            ++count;
        }
    for (int k = 0; k < 3 && count > 0; ++k)
        mean[k] /= (double)count;
    return count > 0;
}

/// Numbers the cells that the surface crosses; with a part, places their vertices too.
static int place_vertices(Grid *grid, MieniCastPart *part)
{
    const MieniNet *net = grid->net;
    const double least[3] = {net->least.x, net->least.y, net->least.z};
    int count = 0, cell[3];
    for (cell[0] = 0; cell[0] < grid->size[0] - 1; ++cell[0])
        for (cell[1] = 0; cell[1] < grid->size[1] - 1; ++cell[1])
            for (cell[2] = 0; cell[2] < grid->size[2] - 1; ++cell[2]) {
                double mean[3];
                const bool is_crossed = find_crossing(grid, cell, mean);
                grid->cells[cell_index(grid, cell)] = is_crossed ? count : -1;
                for (int k = 0; k < 3 && is_crossed && part != NULL; ++k)
                    part->positions[count][k] = least[k] + net->cell * ((double)cell[k] + mean[k]);
                count += is_crossed;
            }
    return count;
}

static void put_triangle(MieniCastPart *part, int at, int a, int b, int c)
{
    part->triangles[at][0] = a;
    part->triangles[at][1] = b;
    part->triangles[at][2] = c;
}

/// The four cells round an edge along an axis.
static void put_quad(const Grid *grid, const int point[3], int axis, MieniCastPart *part, int triangle,
                     int rest)
{
    static const int steps[4][2] = {{1, 1}, {0, 1}, {0, 0}, {1, 0}};
    const bool is_inside = grid->values[point_index(grid, point)] < 0.0;
    int quad[4];
    for (int k = 0; k < 4; ++k) {
        int cell[3] = {point[0], point[1], point[2]};
        cell[(axis + 1) % 3] -= steps[k][0];
        cell[(axis + 2) % 3] -= steps[k][1];
        quad[is_inside ? k : 3 - k] = grid->cells[cell_index(grid, cell)];
    }
    put_triangle(part, triangle, quad[0], quad[1], quad[2]);
    put_triangle(part, triangle + rest, quad[0], quad[2], quad[3]);
}

/// Counts the crossed edges along an axis; with a part, puts a quad across each: the
/// quads' first halves from index first on, then their second halves.
static int join_cells(const Grid *grid, int axis, MieniCastPart *part, int first, int rest)
{
    int count = 0, p[3], low[3], high[3];
    for (int k = 0; k < 3; ++k) {
        low[k] = k == axis ? 0 : 1;
        high[k] = grid->size[k] - 1;
    }
    for (p[0] = low[0]; p[0] < high[0]; ++p[0])
        for (p[1] = low[1]; p[1] < high[1]; ++p[1])
            for (p[2] = low[2]; p[2] < high[2]; ++p[2]) {
                const int next[3] = {p[0] + (axis == 0), p[1] + (axis == 1), p[2] + (axis == 2)};
                if ((grid->values[point_index(grid, p)] < 0.0) ==
                    (grid->values[point_index(grid, next)] < 0.0))
                    continue;
                if (part != NULL)
                    put_quad(grid, p, axis, part, first + count, rest);
                ++count;
            }
    return count;
}

/// Smooths, keeping to the surface, and turns the outside out.
static bool settle(MieniMaking *making, MieniCastPart *part, const MieniField *field, int rounds)
{
    for (int round = 0; round < rounds; ++round) {
        if (!mieni_part_relax(making, part, 0.5, NULL))
            return false;
        for (int v = 0; v < part->vertex_count; ++v) {
            const MieniPoint p = mieni_point_of(part->positions[v]);
            mieni_point_put(mieni_field_project(field, p, 2, 0.9), part->positions[v]);
        }
    }
    mieni_part_normals(part);
    double outward = 0.0;
    for (int v = 0; v < part->vertex_count; v += 7) // a share of them shows which way
        outward += mieni_dot(mieni_point_of(part->normals[v]),
                             mieni_field_normal(field, mieni_point_of(part->positions[v]), 1e-3));
    if (outward < 0.0)
        mieni_part_flip(part);
    return true;
}

/// Triangles that are coarse for the shape shade badly; the field knows better.
static void take_normals(MieniMaking *making, MieniCastPart *part, const MieniField *field, double step)
{
    for (int v = 0; v < part->vertex_count; ++v)
        mieni_point_put(mieni_field_normal(field, mieni_point_of(part->positions[v]), step),
                        part->normals[v]);
    making->has_normals[part - making->parts->parts] = true;
}

/// Seen from where it shows; the far side is hidden by other parts.
static void unfold(MieniCastPart *part)
{
    const MieniPoint up = {0.0, 1.0, 0.0}, back = {0.0, 0.0, -1.0};
    if (part->kind == MIENI_CAST_EAR)
        mieni_part_uv_globe(part, mieni_point((double)part->side, 0.0, 0.0), up);
    else if (part->kind == MIENI_CAST_SIDE_HAIR)
        mieni_part_uv_globe(part, back, up);
    else
        mieni_part_uv_globe(part, up, back);
}

MieniCastPart *mieni_part_net(MieniMaking *making, MieniCastKind kind, MieniCastMaterial material, int side,
                              const MieniField *field, const MieniNet *net)
{
    MieniArena scratch = {.allocator = making->arena->allocator};
    Grid grid = {.net = net,
                 .size = {points_along(net->least.x, net->most.x, net->cell),
                          points_along(net->least.y, net->most.y, net->cell),
                          points_along(net->least.z, net->most.z, net->cell)}};
    const size_t count = (size_t)(grid.size[0] * grid.size[1] * grid.size[2]);
    grid.values = mieni_arena_take(&scratch, count, sizeof *grid.values);
    grid.cells = mieni_arena_take(&scratch, count, sizeof *grid.cells);
    MieniCastPart *part = NULL;
    if (!scratch.is_out_of_memory) {
        fill_values(&grid, field);
        const int vertices = place_vertices(&grid, NULL);
        int quads[3];
        for (int axis = 0; axis < 3; ++axis)
            quads[axis] = join_cells(&grid, axis, NULL, 0, 0);
        part = mieni_part_add(making, kind, material, side, vertices, 2 * (quads[0] + quads[1] + quads[2]));
        for (int axis = 0, first = 0; axis < 3 && part != NULL; first += 2 * quads[axis++])
            join_cells(&grid, axis, part, first, quads[axis]);
        if (part != NULL)
            place_vertices(&grid, part);
    } else {
        making->arena->is_out_of_memory = true;
    }
    mieni_arena_release(&scratch);
    if (part == NULL || !settle(making, part, field, net->rounds))
        return NULL;
    unfold(part);
    if (!making->is_full)
        take_normals(making, part, field, 0.35 * net->cell);
    return part;
}
