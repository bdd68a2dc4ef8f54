// SPDX-License-Identifier: MIT
//
// The neck at default detail: columns that rise from the bust into the head and swell to
// meet skull and jaw.

#include "core/float_rules.h"

#include "sample/cast/making.h"

enum { ROWS = 20, COLUMNS = 40 };

typedef struct Column {
    const MieniCastModel *model;
    MieniField flesh, skull;
    double sine, cosine; ///< Of the bearing; 0 is in front.
    double behind;       ///< 0 in front, 1 at the nape.
} Column;

static double rise(const MieniCastNeck *neck, double y)
{
    return (y - neck->base) / (neck->top - neck->base);
}

/// The neck as a rod that leans forward, slimmer in the middle.
static double rod_radius(const MieniCastNeck *neck, double y)
{
    const double up = rise(neck, y), t = mieni_between(up, 0.0, 1.0);
    const double radius =
        mieni_mix(neck->base_radius, neck->radius, t) - 0.06 * neck->radius * mieni_sine(MIENI_PI * t);
    return radius * mieni_mix(1.0, 0.5, mieni_smooth(0.8, 1.5, up)); // ends within the head
}

static double rod_z(const MieniCastNeck *neck, double y)
{
    return neck->z + 0.10 * mieni_between(rise(neck, y), 0.0, 1.0);
}

/// Rod and skull, joined a little below the skin. The context is the model.
static double flesh_at(const void *context, MieniPoint p)
{
    const MieniCastModel *model = context;
    const MieniField skull = mieni_skull(model);
    const double z = p.z - rod_z(&model->neck, p.y);
    const double rod = mieni_sqrt(p.x * p.x + z * z) - rod_radius(&model->neck, p.y);
    return mieni_join(rod, mieni_field_at(&skull, p) + 0.03, 0.30);
}

/// In front, where the jaw opens, there is less flesh.
static MieniPoint point_at(const Column *column, double y)
{
    const MieniCastNeck *neck = &column->model->neck;
    const MieniPoint middle = {0.0, y, rod_z(neck, y)}, out = {column->sine, 0.0, column->cosine};
    const MieniPoint hit = mieni_field_hit(&column->flesh, middle, out, 1.6);
    const double most = rod_radius(neck, y) + mieni_mix(0.07, 0.24, column->behind);
    return mieni_along(middle, out, mieni_join(mieni_length(mieni_minus(hit, middle)), most, 0.10));
}

/// How high the column goes: well into the head, but in front not so far that it shows in
/// the open mouth.
static double find_end(const Column *column)
{
    const MieniCastNeck *neck = &column->model->neck;
    const double deep = mieni_mix(0.10, 0.16, column->behind), step = (neck->top - neck->base) / 48.0;
    double y = neck->base;
    while (y < neck->top + 0.4 && mieni_field_at(&column->skull, point_at(column, y)) > -deep)
        y += step;
    return y;
}

static void smooth_ends(double ends[COLUMNS])
{
    for (int round = 0; round < 8; ++round) {
        const double first = ends[0];
        double before = ends[COLUMNS - 1];
        for (int j = 0; j < COLUMNS; ++j) {
            const double now = ends[j], next = j + 1 < COLUMNS ? ends[j + 1] : first;
            ends[j] = 0.25 * before + 0.5 * now + 0.25 * next;
            before = now;
        }
    }
}

static Column start_column(const MieniCastModel *model, int j)
{
    Column column = {.model = model, .flesh = {flesh_at, model}, .skull = mieni_skull(model)};
    mien_sincos(2.0 * MIENI_PI * (double)j / (double)COLUMNS, &column.sine, &column.cosine);
    column.behind = mieni_smooth(0.6, -0.6, column.cosine);
    return column;
}

static void paint(const MieniCastModel *model, MieniCastPart *part)
{
    mieni_part_paint(part, mieni_linear(model->colours.skin));
    for (int v = 0; v < part->vertex_count; ++v) {
        const double *p = part->positions[v];
        if (model->stubble > 0.0)
            mieni_part_tint(part, v, mieni_linear(model->colours.stubble),
                            0.25 * mieni_smooth(-1.5, -1.0, p[1]) * mieni_smooth(-0.35, 0.15, p[2]));
        if (model->who == MIENI_CAST_MOSS)
            mieni_part_tint(part, v, mieni_linear(model->colours.belly),
                            0.8 * mieni_smooth(-0.05, 0.25, p[2]));
    }
}

MieniCastPart *mieni_cast_make_neck(MieniMaking *making)
{
    const MieniCastModel *model = making->model;
    const MieniCastNeck *neck = &model->neck;
    MieniCastPart *part = mieni_part_add(making, MIENI_CAST_NECK, MIENI_CAST_MATERIAL_SKIN, 0, ROWS * COLUMNS,
                                         mieni_grid_size(ROWS, COLUMNS, true));
    if (part == NULL || !mieni_part_add_along(making, part))
        return NULL;
    double ends[COLUMNS];
    for (int j = 0; j < COLUMNS; ++j) {
        const Column column = start_column(model, j);
        ends[j] = find_end(&column);
    }
    smooth_ends(ends);
    for (int v = 0; v < part->vertex_count; ++v) {
        const Column column = start_column(model, v % COLUMNS);
        const double t = (double)(v / COLUMNS) / (double)(ROWS - 1), low = neck->base - 0.16;
        const MieniPoint p = point_at(&column, mieni_mix(low, ends[v % COLUMNS], t));
        mieni_point_put(p, part->positions[v]);
        // Flesh goes with the skull it lies on.
        part->along[v] =
            mieni_mix(rise(neck, p.y), 1.0, mieni_smooth(0.40, 0.0, mieni_field_at(&column.skull, p)));
        mieni_part_uv_disc(part, v, 1.0 - 0.6 * t, -column.cosine, column.sine);
    }
    mieni_part_grid(part, 0, ROWS, COLUMNS, true, false);
    paint(model, part);
    return part;
}
