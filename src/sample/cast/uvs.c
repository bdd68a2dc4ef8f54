// SPDX-License-Identifier: MIT
//
// Where each part lies in one picture of the whole head. No part is cut open, so there
// are no seams: tubes fold in half, and both halves have the same picture.

#include "core/float_rules.h"

#include "sample/cast/making.h"

/// A rectangle of the picture: for the left part of a pair; the right one is `step`
/// further to the right. Of several parts of a kind the next one is `next` lower.
typedef struct Cell {
    double x, y, width, height, step, next;
} Cell;

static const Cell cells[MIENI_CAST_KIND_COUNT] = {
    [MIENI_CAST_SKIN] = {0.00, 0.00, 0.62, 0.62, 0.0, 0.0},
    [MIENI_CAST_HAIR] = {0.62, 0.00, 0.30, 0.30, 0.0, 0.0},
    [MIENI_CAST_CAP] = {0.62, 0.00, 0.26, 0.26, 0.0, 0.0},
    [MIENI_CAST_CAP_BAND] = {0.62, 0.26, 0.38, 0.06, 0.0, 0.0},
    [MIENI_CAST_SIDE_HAIR] = {0.88, 0.00, 0.12, 0.12, 0.0, 0.0},
    [MIENI_CAST_CREST] = {0.62, 0.00, 0.22, 0.07, 0.0, 0.07},
    [MIENI_CAST_HORN] = {0.84, 0.00, 0.08, 0.38, 0.08, 0.0},
    [MIENI_CAST_HAIR_BAND] = {0.62, 0.38, 0.38, 0.03, 0.0, 0.0},
    [MIENI_CAST_BUST] = {0.62, 0.41, 0.38, 0.21, 0.0, 0.0},
    [MIENI_CAST_EYE] = {0.00, 0.62, 0.19, 0.19, 0.19, 0.0},
    [MIENI_CAST_NECK] = {0.38, 0.62, 0.24, 0.19, 0.0, 0.0},
    [MIENI_CAST_EAR] = {0.62, 0.62, 0.19, 0.19, 0.19, 0.0},
    [MIENI_CAST_LID_UPPER] = {0.00, 0.81, 0.12, 0.10, 0.12, 0.0},
    [MIENI_CAST_LID_LOWER] = {0.00, 0.91, 0.12, 0.09, 0.12, 0.0},
    [MIENI_CAST_LASH] = {0.24, 0.81, 0.12, 0.03, 0.12, 0.0},
    [MIENI_CAST_BROW] = {0.24, 0.84, 0.12, 0.06, 0.12, 0.0},
    [MIENI_CAST_TEETH_UPPER] = {0.24, 0.90, 0.24, 0.05, 0.0, 0.0},
    [MIENI_CAST_TEETH_LOWER] = {0.24, 0.95, 0.24, 0.05, 0.0, 0.0},
    [MIENI_CAST_TONGUE] = {0.48, 0.81, 0.12, 0.19, 0.0, 0.0},
    [MIENI_CAST_TUSK] = {0.60, 0.81, 0.04, 0.19, 0.04, 0.0},
    [MIENI_CAST_NOSTRIL] = {0.68, 0.81, 0.06, 0.06, 0.06, 0.0},
    [MIENI_CAST_EARRING] = {0.68, 0.87, 0.06, 0.06, 0.06, 0.0},
    [MIENI_CAST_COLLAR] = {0.68, 0.93, 0.32, 0.07, 0.0, 0.0},
    [MIENI_CAST_FRECKLE] = {0.80, 0.81, 0.02, 0.02, 0.02, 0.02},
};

/// Of what else is hair: the bun, or curls, side by side.
static const Cell more_hair = {0.62, 0.30, 0.08, 0.08, 0.0, 0.08};

static const double margin = 0.003;

void mieni_part_uv_grid(MieniCastPart *part, int columns, bool is_closed, bool is_ring)
{
    const int rows = part->vertex_count / columns;
    for (int v = 0; v < part->vertex_count; ++v) {
        const int i = v / columns, j = v % columns;
        // What is closed goes there and back, so that its ends meet.
        const double along =
            is_ring ? mieni_size(2.0 * (double)i / (double)rows - 1.0) : (double)i / (double)(rows - 1);
        const double round = is_closed ? mieni_size(2.0 * (double)j / (double)columns - 1.0)
                                       : (double)j / (double)(columns - 1);
        part->uvs[v][0] = along;
        part->uvs[v][1] = round;
    }
}

void mieni_part_uv_disc(MieniCastPart *part, int vertex, double radius, double sine, double cosine)
{
    part->uvs[vertex][0] = 0.5 + 0.5 * radius * cosine;
    part->uvs[vertex][1] = 0.5 - 0.5 * radius * sine;
}

void mieni_part_uv_globe(MieniCastPart *part, MieniPoint axis, MieniPoint up)
{
    const MieniPoint across = mieni_cross(up, axis);
    MieniPoint least = mieni_point_of(part->positions[0]), most = least;
    for (int v = 0; v < part->vertex_count; ++v) {
        const double *p = part->positions[v];
        least =
            mieni_point(mieni_least(least.x, p[0]), mieni_least(least.y, p[1]), mieni_least(least.z, p[2]));
        most = mieni_point(mieni_most(most.x, p[0]), mieni_most(most.y, p[1]), mieni_most(most.z, p[2]));
    }
    const MieniPoint middle = mieni_times(mieni_plus(least, most), 0.5);
    for (int v = 0; v < part->vertex_count; ++v) {
        const MieniPoint d = mieni_minus(mieni_point_of(part->positions[v]), middle);
        const double x = mieni_dot(d, across), y = mieni_dot(d, up), away = mieni_sqrt(x * x + y * y);
        const double radius = mien_atan2(away, mieni_dot(d, axis)) / MIENI_PI;
        const double scale = 1.0 / mieni_most(away, 1e-12);
        mieni_part_uv_disc(part, v, radius, y * scale, x * scale);
    }
}

/// The face round the mouth, which is drawn open so that its inside fits in.
static void unfold_skin(MieniCastPart *skin)
{
    static const double opening = 0.05, whole = 1.06;
    for (int v = 0; v < skin->vertex_count; ++v) {
        const MieniCastSkinPoint *point = &skin->skin[v];
        if (point->is_inner)
            continue;
        const double away = mieni_most(mieni_sqrt(point->x * point->x + point->y * point->y), 1e-9);
        const double scale = point->turn / (MIENI_PI * away);
        const double x = point->x * scale,
                     y = point->y * scale + opening * point->sine / (1.0 + 0.25 * point->s);
        skin->uvs[v][0] = 0.5 + 0.5 * x / whole;
        skin->uvs[v][1] = 0.5 - 0.5 * y / whole;
    }
}

/// The inner mouth shrinks the slit towards its middle.
static void unfold_inner_mouth(MieniCastPart *skin, int columns)
{
    double middle = 0.0;
    for (int j = 0; j < columns; ++j)
        middle += skin->uvs[j][1] / (double)columns;
    int first = 0;
    while (!skin->skin[first].is_inner)
        ++first;
    for (int v = 0; v < skin->vertex_count; ++v) {
        const MieniCastSkinPoint *point = &skin->skin[v];
        if (!point->is_inner)
            continue;
        const double size = mieni_most(1.0 - point->depth / 0.62, 0.0);
        const int j = (v - first) % columns;
        skin->uvs[v][0] = 0.5 + (skin->uvs[j][0] - 0.5) * size;
        skin->uvs[v][1] = middle + (skin->uvs[j][1] - middle) * size;
    }
}

/// From a part's own square to its cell.
static void place_in_cell(MieniCastPart *part, Cell cell)
{
    for (int v = 0; v < part->vertex_count; ++v) {
        const double u = mieni_between(part->uvs[v][0], 0.0, 1.0),
                     w = mieni_between(part->uvs[v][1], 0.0, 1.0);
        part->uvs[v][0] = cell.x + margin + (cell.width - 2.0 * margin) * u;
        part->uvs[v][1] = cell.y + margin + (cell.height - 2.0 * margin) * w;
    }
}

static Cell cell_of(const MieniCastPart *part, int index)
{
    Cell cell = cells[part->kind];
    if (part->kind == MIENI_CAST_HAIR && index > 0) {
        cell = more_hair;
        cell.x += cell.next * (double)(index - 1);
        return cell;
    }
    cell.x += part->side < 0 ? cell.step : 0.0;
    cell.y += cell.next * (double)index;
    return cell;
}

void mieni_cast_place_uvs(MieniCastParts *head)
{
    int counts[MIENI_CAST_KIND_COUNT][2] = {{0}};
    unfold_skin(&head->parts[0]);
    unfold_inner_mouth(&head->parts[0], head->column_count);
    for (int p = 0; p < head->part_count; ++p) {
        MieniCastPart *part = &head->parts[p];
        place_in_cell(part, cell_of(part, counts[part->kind][part->side < 0]++));
    }
}
