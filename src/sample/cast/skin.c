// SPDX-License-Identifier: MIT
//
// The skin: one grid whose rows are loops round the mouth's slit, from the lips to the
// back of the head, and inwards along the inner mouth.

#include "core/float_rules.h"

#include "sample/cast/making.h"

enum { MOST_LOOPS = 128, MOST_COLUMNS = 120, RELAXING = 14 };

/// Where loops lie near the lips; from there on they spread to the back of the head.
static const double full_loops[] = {0,    0.05, 0.12, 0.22, 0.34, 0.48, 0.62, 0.76,
                                    0.88, 0.97, 1.06, 1.18, 1.34, 1.55, 1.8,  2.15};
static const double default_loops[] = {0,    0.06, 0.16, 0.30, 0.48, 0.68, 0.86,
                                       0.97, 1.06, 1.20, 1.42, 1.72, 2.15};

/// Rings of the inner mouth: the first stay closed, so that lips are thick where they
/// part.
static const struct InnerRing {
    double depth, opening, width;
} full_inner[] = {{0.020, 0, 1},     {0.045, 0.0, 1},   {0.075, 0.10, 1}, {0.10, 0.45, 1.0},
                  {0.14, 0.8, 1.02}, {0.22, 1.0, 1.04}, {0.34, 1.0, 1.0}, {0.46, 0.85, 0.9},
                  {0.56, 0.5, 0.7},  {0.60, 0.05, 0.4}},
  default_inner[] = {{0.020, 0, 1},      {0.045, 0.0, 1},  {0.075, 0.10, 1},   {0.11, 0.53, 1.0},
                     {0.18, 0.93, 1.03}, {0.34, 1.0, 1.0}, {0.50, 0.74, 0.83}, {0.60, 0.05, 0.4}};

typedef struct Loops {
    MieniMaking *making;
    const MieniCastModel *model;
    MieniField skin;
    MieniPoint mouth, centre, out, up; ///< Directions of the plane's normal and its y.
    double distance;                   ///< From the centre to the mouth.
    int columns, loop_count, inner_count;
    double s[MOST_LOOPS];
    const struct InnerRing *inner;
    double sine[MOST_COLUMNS], cosine[MOST_COLUMNS];
    MieniCastPart *part;
} Loops;

static double mean_lip(const MieniCastMouth *mouth) { return 0.5 * (mouth->upper + mouth->lower); }

/// Loops up to here cover the head all but its pole.
static void spread_loops(Loops *loops)
{
    const bool is_full = loops->making->is_full;
    const double *near_lips = is_full ? full_loops : default_loops;
    const int near_count = (int)(is_full ? sizeof full_loops / sizeof *full_loops
                                         : sizeof default_loops / sizeof *default_loops);
    const int far_count = is_full ? 91 : 50;
    for (int k = 0; k < near_count; ++k)
        loops->s[k] = near_lips[k];
    const double scale = 2.0 * loops->distance / mean_lip(&loops->model->mouth);
    const double first = 2.0 * mien_atan2(near_lips[near_count - 1] / scale, 1.0);
    for (int k = 1; k <= far_count; ++k) {
        const double t = (double)k / (double)far_count;
        const double bent = is_full ? t : t * (0.72 + 0.28 * t); // finer on the face than behind
        double sine, cosine;
        mien_sincos(0.5 * mieni_mix(first, 0.985 * MIENI_PI, bent), &sine, &cosine);
        loops->s[near_count + k - 1] = sine / cosine * scale;
    }
    loops->loop_count = near_count + far_count;
    loops->inner = is_full ? full_inner : default_inner;
    loops->inner_count = (int)(is_full ? sizeof full_inner / sizeof *full_inner
                                       : sizeof default_inner / sizeof *default_inner);
}

/// Sines and cosines of the columns' angles; mirrored exactly, so that both lips, and
/// both halves of the face, are placed with the same bits.
static void place_columns(Loops *loops)
{
    const int columns = loops->columns, half = columns / 2;
    for (int j = 0; j <= columns / 4; ++j) {
        double sine, cosine;
        mien_sincos(2.0 * MIENI_PI * (double)j / (double)columns, &sine, &cosine);
        if (4 * j == columns)
            cosine = 0.0;
        const int twins[4] = {j, half - j, half + j, (columns - j) % columns};
        for (int k = 0; k < 4; ++k) {
            loops->sine[twins[k]] = k < 2 ? sine : -sine;
            loops->cosine[twins[k]] = k == 0 || k == 3 ? cosine : -cosine;
        }
        if (j == 0)
            loops->sine[0] = loops->sine[half] = 0.0;
    }
}

static void start_loops(Loops *loops, MieniMaking *making)
{
    const MieniCastModel *model = making->model;
    *loops = (Loops){.making = making, .model = model, .skin = mieni_skin(model)};
    loops->columns = making->is_full ? 120 : 72;
    place_columns(loops);
    const MieniField front = mieni_skull_and_nose(model);
    loops->mouth = mieni_field_front(&front, 0.0, model->mouth.y);
    loops->centre = mieni_point_of(model->centre);
    loops->distance = mieni_length(mieni_minus(loops->mouth, loops->centre));
    loops->out = mieni_times(mieni_minus(loops->mouth, loops->centre), 1.0 / loops->distance);
    loops->up = mieni_cross(loops->out, mieni_point(1.0, 0.0, 0.0));
    spread_loops(loops);
}

/// The height of the lips at an angle: one below, one above with a cupid's bow.
static double lip_height(const MieniCastMouth *mouth, double sine, double cosine)
{
    const double height = mieni_mix(mouth->lower, mouth->upper, mieni_smooth(-0.35, 0.35, sine));
    return sine > 0.0 ? height * (1.0 - mouth->bow * mieni_bell(cosine / 0.16)) : height;
}

/// Confocal ellipses round a slit that is curved a little, in the plane.
static void place_in_plane(const Loops *loops, MieniCastSkinPoint *point)
{
    const MieniCastMouth *mouth = &loops->model->mouth;
    const double a = mouth->half_width;
    double height = lip_height(mouth, point->sine, point->cosine);
    height = mieni_mix(height, mean_lip(mouth), mieni_smooth(1.4, 6.0, point->s));
    const double b = point->s * height;
    const double x = mieni_sqrt(a * a + b * b) * point->cosine;
    const double beyond = mieni_most(mieni_size(x) / a - 1.0, 0.0);
    const double bend =
        mouth->curve * ((x / a) * (x / a) - 0.35) * mieni_bell(b / 0.30) * mien_exp(-beyond * 2.5);
    point->x = x;
    point->y = b * point->sine + bend;
    const double outside = mieni_most(mieni_size(x) - a, 0.0);
    point->slit_distance = mieni_sqrt(outside * outside + point->y * point->y);
}

/// From the plane to the head: stereographic, then along a ray.
static MieniPoint place_on_head(const Loops *loops, MieniCastSkinPoint *point)
{
    const double radius = mieni_most(mieni_sqrt(point->x * point->x + point->y * point->y), 1e-9);
    point->turn = 2.0 * mien_atan2(radius / (2.0 * loops->distance), 1.0);
    double sine, cosine;
    mien_sincos(point->turn, &sine, &cosine);
    MieniPoint direction = mieni_times(loops->out, cosine);
    direction.x += sine / radius * point->x;
    direction = mieni_along(direction, loops->up, sine / radius * point->y);
    return mieni_field_hit(&loops->skin, loops->centre, direction, 2.4);
}

static void place_loops(Loops *loops)
{
    const int columns = loops->columns;
    for (int i = 0; i < loops->loop_count; ++i)
        for (int j = 0; j < columns; ++j) {
            MieniCastSkinPoint *point = &loops->part->skin[i * columns + j];
            point->s = loops->s[i];
            point->sine = loops->sine[j];
            point->cosine = loops->cosine[j];
            point->angle = 2.0 * MIENI_PI * (double)j / (double)columns;
            place_in_plane(loops, point);
            mieni_point_put(place_on_head(loops, point), loops->part->positions[i * columns + j]);
        }
    const int pole = loops->loop_count * columns;
    loops->part->skin[pole] = (MieniCastSkinPoint){.s = loops->s[loops->loop_count - 1],
                                                   .sine = 1.0,
                                                   .angle = 0.5 * MIENI_PI,
                                                   .y = 9.0,
                                                   .slit_distance = 9.0,
                                                   .turn = MIENI_PI};
    mieni_point_put(mieni_field_hit(&loops->skin, loops->centre, mieni_times(loops->out, -1.0), 2.4),
                    loops->part->positions[pole]);
}

static void put_triangle(MieniCastPart *part, int *at, int a, int b, int c)
{
    int *triangle = part->triangles[(*at)++];
    triangle[0] = a;
    triangle[1] = b;
    triangle[2] = c;
}

/// As a grid, but split so that the left half of the face mirrors the right.
static void join_mirrored(Loops *loops)
{
    const int columns = loops->columns;
    int at = 0;
    for (int i = 0; i < loops->loop_count - 1; ++i)
        for (int j = 0; j < columns; ++j) {
            const int a = i * columns + j, b = i * columns + (j + 1) % columns;
            const int c = b + columns, d = a + columns;
            const bool is_left = j < columns / 4 || j >= columns - columns / 4;
            put_triangle(loops->part, &at, is_left ? c : d, b, a);
            put_triangle(loops->part, &at, d, c, is_left ? a : b);
        }
}

/// Triangles of the face; returns how many.
static int join_loops(Loops *loops)
{
    const int columns = loops->columns, last = (loops->loop_count - 1) * columns;
    if (loops->making->is_full)
        mieni_part_grid(loops->part, 0, loops->loop_count, columns, true, true);
    else
        join_mirrored(loops);
    int at = mieni_grid_size(loops->loop_count, columns, true);
    for (int j = 0; j < columns; ++j)
        put_triangle(loops->part, &at, loops->loop_count * columns, last + (j + 1) % columns, last + j);
    return at;
}

/// Spreads loops evenly over nose and dishes; the lips stay where they are.
static bool relax_loops(Loops *loops)
{
    MieniCastPart *part = loops->part;
    MieniArena scratch = {.allocator = loops->making->arena->allocator};
    double *pins = mieni_arena_take(&scratch, (size_t)part->vertex_count, sizeof *pins);
    if (pins == NULL) {
        loops->making->arena->is_out_of_memory = true;
        return false;
    }
    const int face_count = loops->loop_count * loops->columns + 1;
    for (int v = 0; v < face_count - 1; ++v)
        pins[v] = 1.0 - mieni_smooth(2.0, 5.0, part->skin[v].s);
    bool is_well = true;
    for (int round = 0; round < RELAXING && is_well; ++round) {
        is_well = mieni_part_relax(loops->making, part, 0.6, pins);
        for (int v = 0; v < face_count; ++v) {
            const MieniPoint p = mieni_point_of(part->positions[v]);
            mieni_point_put(mieni_field_project(&loops->skin, p, 2, 0.8), part->positions[v]);
        }
    }
    mieni_arena_release(&scratch);
    return is_well;
}

/// How far the lips stand out: two rolls that touch at the slit, vertical there.
static double lip_profile(double s)
{
    if (s < 0.42) {
        const double t = (0.42 - s) / 0.42;
        return mieni_sqrt(mieni_between(1.0 - t * t, 0.0, 1.0));
    }
    return 0.5 * (1.0 + mieni_cosine(MIENI_PI * mieni_between((s - 0.42) / 1.05, 0.0, 1.0)));
}

/// Lips, the trough under the nose, and the crease under the lower lip.
static MieniPoint raise_lips(const MieniCastModel *model, const MieniField *smooth,
                             const MieniCastSkinPoint *point, MieniPoint p)
{
    const MieniCastMouth *mouth = &model->mouth;
    const double s = point->s, side = mieni_size(point->sine);
    if (s > 6.0) // all below fade out before
        return p;
    const MieniPoint n = mieni_field_normal(smooth, p, 0.03);
    const double edge = 0.30 + 0.70 * mien_pow(side, 0.8);
    p = mieni_along(p, n, mouth->bulge * edge * lip_profile(s));
    if (point->sine > 0.0 && mouth->bow > 0.12) {
        const double trough = mieni_smooth(1.0, 1.7, s) * (1.0 - mieni_smooth(2.2, 4.0, s));
        p = mieni_along(p, n, -0.014 * mieni_bell(p.x / 0.045) * trough);
    }
    if (point->sine < 0.0 && s > 0.3) // not at the slit, where both lips must meet
        p = mieni_along(p, n, -0.020 * mieni_bell((s - 1.75) / 0.5) * side * side);
    return p;
}

static void raise_all(Loops *loops)
{
    const MieniField smooth = mieni_skull_and_nose(loops->model);
    for (int v = 0; v <= loops->loop_count * loops->columns; ++v) {
        const MieniPoint p = mieni_point_of(loops->part->positions[v]);
        mieni_point_put(raise_lips(loops->model, &smooth, &loops->part->skin[v], p),
                        loops->part->positions[v]);
    }
}

/// Rounding must not tell left from right: poses are mirrored with their bones.
static void mirror_face(Loops *loops)
{
    const int columns = loops->columns;
    double(*positions)[3] = loops->part->positions;
    for (int v = 0; v < loops->loop_count * columns; ++v) {
        const int j = v % columns, twin = v - j + (columns / 2 - j + columns) % columns;
        if (twin == v)
            positions[v][0] = 0.0;
        else if (loops->cosine[j] < 0.0)
            mieni_point_put(mieni_point(-positions[twin][0], positions[twin][1], positions[twin][2]),
                            positions[v]);
    }
    positions[loops->loop_count * columns][0] = 0.0;
}

/// One ring of the inner mouth: the slit, moved in, opened, and made level.
static void place_inner_ring(Loops *loops, int ring, int first)
{
    const struct InnerRing *shape = &loops->inner[ring];
    const double level = mieni_least(shape->depth / 0.3, 1.0) * 0.7;
    for (int j = 0; j < loops->columns; ++j) {
        const MieniPoint slit = mieni_point_of(loops->part->positions[j]);
        const double bag = loops->model->mouth.bag * (loops->sine[j] > 0.0 ? 0.85 : 1.0);
        MieniPoint p = {slit.x * shape->width, slit.y + shape->opening * loops->sine[j] * bag,
                        slit.z - shape->depth};
        p.y -= (slit.y - loops->mouth.y) * level;
        mieni_point_put(p, loops->part->positions[first + j]);
        loops->part->skin[first + j] = (MieniCastSkinPoint){.sine = loops->sine[j],
                                                            .cosine = loops->cosine[j],
                                                            .angle = loops->part->skin[j].angle,
                                                            .depth = shape->depth,
                                                            .is_inner = true};
    }
}

static void make_inner_mouth(Loops *loops, int triangle)
{
    const int columns = loops->columns, start = loops->loop_count * columns + 1;
    MieniCastPart *part = loops->part;
    int before = 0;
    for (int ring = 0; ring < loops->inner_count; ++ring) {
        const int first = start + ring * columns;
        place_inner_ring(loops, ring, first);
        for (int j = 0; j < columns; ++j)
            put_triangle(part, &triangle, before + j, first + (j + 1) % columns, first + j);
        for (int j = 0; j < columns; ++j)
            put_triangle(part, &triangle, before + j, before + (j + 1) % columns, first + (j + 1) % columns);
        before = first;
    }
    const int pole = start + loops->inner_count * columns;
    MieniPoint middle = {0.0, 0.0, 0.0};
    for (int j = 0; j < columns; ++j)
        middle = mieni_plus(middle, mieni_point_of(part->positions[before + j]));
    mieni_point_put(mieni_times(middle, 1.0 / (double)columns), part->positions[pole]);
    part->skin[pole] = (MieniCastSkinPoint){.cosine = 1.0, .depth = 0.62, .is_inner = true};
    for (int j = 0; j < columns; ++j)
        put_triangle(part, &triangle, before + j, before + (j + 1) % columns, pole);
}

/// The vertex that closes the head behind, for each of its triangles one: in a picture of
/// the head they lie all round, where a single one would drag its triangles across.
static int pole_of(const Loops *loops, int column)
{
    const int pole = loops->loop_count * loops->columns;
    return column == 0 ? pole : pole + 1 + loops->inner_count * loops->columns + column;
}

static void split_pole(Loops *loops)
{
    MieniCastPart *part = loops->part;
    const int pole = pole_of(loops, 0);
    const int fan = mieni_grid_size(loops->loop_count, loops->columns, true);
    for (int j = 0; j < loops->columns; ++j) {
        const int own = pole_of(loops, j);
        double sine, cosine;
        mien_sincos(2.0 * MIENI_PI * ((double)j + 0.5) / (double)loops->columns, &sine, &cosine);
        part->skin[own] = part->skin[pole];
        part->skin[own].x = part->skin[own].slit_distance * cosine;
        part->skin[own].y = part->skin[own].slit_distance * sine;
        mieni_point_put(mieni_point_of(part->positions[pole]), part->positions[own]);
        part->triangles[fan + j][0] = own;
    }
}

static void smooth_normals(Loops *loops)
{
    MieniPoint sum = {0.0, 0.0, 0.0};
    mieni_part_normals(loops->part);
    for (int j = 0; j < loops->columns; ++j)
        sum = mieni_plus(sum, mieni_point_of(loops->part->normals[pole_of(loops, j)]));
    for (int j = 0; j < loops->columns; ++j)
        mieni_point_put(mieni_unit(sum), loops->part->normals[pole_of(loops, j)]);
}

/// The lips' bones sit on the slit, wherever the mesh has its columns.
static void mark_mouth(const Loops *loops, MieniCastMarks *marks)
{
    mieni_point_put(loops->mouth, marks->mouth);
    for (int k = 0; k < 12; ++k)
        for (int axis = 0; axis < 3; ++axis)
            marks->lips[k][axis] = loops->part->positions[k * loops->columns / 12][axis];
}

/// The highest point of the skin: it lies on the middle plane.
static double find_top(const Loops *loops)
{
    double top = -1.0;
    for (int k = 0; k <= 200; ++k) {
        const MieniPoint below = {0.0, 0.0, -0.6 + 0.005 * (double)k};
        top = mieni_most(top, mieni_field_hit(&loops->skin, below, mieni_point(0.0, 1.0, 0.0), 2.4).y);
    }
    return top;
}

bool mieni_cast_make_skin(MieniMaking *making)
{
    Loops loops;
    start_loops(&loops, making);
    const int rings = loops.loop_count + loops.inner_count;
    const int poles = making->is_full ? 1 : loops.columns;
    const int vertices = rings * loops.columns + 1 + poles;
    const int triangles = (rings - 1) * loops.columns * 2 + 2 * loops.columns;
    MieniCastPart *part =
        mieni_part_add(making, MIENI_CAST_SKIN, MIENI_CAST_MATERIAL_SKIN, 0, vertices, triangles);
    if (part == NULL)
        return false;
    part->skin = mieni_arena_take(making->arena, (size_t)vertices, sizeof *part->skin);
    if (part->skin == NULL)
        return false;
    loops.part = part;
    place_loops(&loops);
    // Relaxing sees the face alone: the inner mouth must not pull at the slit.
    part->triangle_count = join_loops(&loops);
    if (!relax_loops(&loops))
        return false;
    if (!making->is_full && !mieni_cast_draw_lid_border(making, part, loops.loop_count * loops.columns + 1))
        return false;
    raise_all(&loops);
    if (!making->is_full)
        mirror_face(&loops);
    make_inner_mouth(&loops, part->triangle_count);
    part->triangle_count = triangles;
    if (!making->is_full) {
        split_pole(&loops);
        smooth_normals(&loops);
        making->has_normals[0] = true;
    }
    making->parts->column_count = loops.columns;
    mark_mouth(&loops, &making->parts->marks);
    making->parts->marks.skin_top = find_top(&loops);
    mieni_cast_paint_skin(making->model, part, making->is_full);
    return true;
}
