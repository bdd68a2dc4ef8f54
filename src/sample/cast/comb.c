// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "sample/cast/comb.h"

enum { BEARINGS = 360, MOST_COLUMNS = 200, RIM_ROWS = 5, WALL_ROWS = 2, SMOOTHING = 6, KEEPING_APART = 40 };

/// A comb at work.
typedef struct Combing {
    const MieniComb *comb;
    MieniPoint side;       ///< At a right angle to pole and front.
    double line[BEARINGS]; ///< Where the hairline is: the angle from the pole, by bearing.
    int columns;
    double bearings[MOST_COLUMNS], ends[MOST_COLUMNS];
    double shifts[MOST_COLUMNS];                           ///< Added to the bearing where the rim begins.
    double grooves[MOST_COLUMNS];                          ///< How deep.
    MieniPoint edges[MOST_COLUMNS], insides[MOST_COLUMNS]; ///< Hairline, and the way from it into the hair.
} Combing;

/// How far strands have turned at an angle from the pole.
static double whirl_at(const MieniComb *comb, double angle)
{
    const double way = mieni_most(1.0 - angle / 1.6, 0.0);
    return comb->twist * way * way;
}

static MieniPoint direction_at(const Combing *combing, double bearing, double angle)
{
    const MieniComb *comb = combing->comb;
    double s, c, sb, cb;
    mien_sincos(angle, &s, &c);
    mien_sincos(bearing + whirl_at(comb, angle), &sb, &cb);
    const MieniPoint away = mieni_along(mieni_times(comb->front, cb), combing->side, sb);
    return mieni_along(mieni_times(comb->pole, c), away, s);
}

static MieniPoint surface_at(const Combing *combing, double bearing, double angle)
{
    const MieniComb *comb = combing->comb;
    return mieni_field_hit(&comb->outside, comb->centre, direction_at(combing, bearing, angle), 2.4);
}

static bool is_open(const Combing *combing, double bearing, double angle)
{
    return mieni_field_at(&combing->comb->opening, surface_at(combing, bearing, angle)) < 0.0;
}

/// The first angle from the pole at which there is no hair.
static double find_line(const Combing *combing, double bearing)
{
    const double step = 0.06;
    double low = 0.0, high = step;
    while (high < 3.0 && !is_open(combing, bearing, high)) {
        low = high;
        high += step;
    }
    for (int k = 0; k < 12; ++k) {
        const double middle = 0.5 * (low + high);
        if (is_open(combing, bearing, middle))
            high = middle;
        else
            low = middle;
    }
    return low;
}

/// Hairlines have no corners.
static void smooth_line(Combing *combing)
{
    for (int round = 0; round < SMOOTHING; ++round) {
        double before = combing->line[BEARINGS - 1];
        const double first = combing->line[0];
        for (int k = 0; k < BEARINGS; ++k) {
            const double now = combing->line[k], next = k + 1 < BEARINGS ? combing->line[k + 1] : first;
            combing->line[k] = 0.25 * before + 0.5 * now + 0.25 * next;
            before = now;
        }
    }
}

static double line_at(const Combing *combing, double place)
{
    const int k = (int)place % BEARINGS;
    return mieni_mix(combing->line[k], combing->line[(k + 1) % BEARINGS], place - (double)(int)place);
}

/// Spreads columns evenly over the hairline.
static void spread_columns(Combing *combing)
{
    double lengths[BEARINGS + 1] = {0.0};
    MieniPoint before = surface_at(combing, 0.0, combing->line[0]);
    for (int k = 1; k <= BEARINGS; ++k) {
        const double bearing = 2.0 * MIENI_PI * (double)k / (double)BEARINGS;
        const MieniPoint at = surface_at(combing, bearing, combing->line[k % BEARINGS]);
        lengths[k] = lengths[k - 1] + mieni_length(mieni_minus(at, before)) + 0.004;
        before = at;
    }
    int k = 0;
    for (int j = 0; j < combing->columns; ++j) {
        const double length = lengths[BEARINGS] * (double)j / (double)combing->columns;
        while (lengths[k + 1] < length)
            ++k;
        const double place = (double)k + (length - lengths[k]) / (lengths[k + 1] - lengths[k]);
        combing->bearings[j] = 2.0 * MIENI_PI * place / (double)BEARINGS;
        combing->ends[j] = line_at(combing, place);
    }
}

/// Next to columns that crowd a gap between locks would be a crack.
static void fill_narrow_gaps(Combing *combing)
{
    const int columns = combing->columns;
    const double even = 2.0 * MIENI_PI / (double)columns;
    double before = combing->bearings[0] + 2.0 * MIENI_PI - combing->bearings[columns - 1];
    for (int j = 0; j < columns; ++j) {
        const double next = j + 1 < columns ? combing->bearings[j + 1] : 2.0 * MIENI_PI;
        const double after = next - combing->bearings[j];
        combing->grooves[j] *= mieni_smooth(0.3, 0.8, mieni_least(before, after) / even);
        before = after;
    }
}

/// Locks swell from the gaps between them, and hang lower. Where the hairline runs along
/// the strands locks are too narrow for that.
static void part_locks(Combing *combing)
{
    const MieniComb *comb = combing->comb;
    const double even = 2.0 * MIENI_PI / (double)combing->columns;
    int first = 0;
    for (int k = 0; k < comb->lock_count; first += comb->locks[k++]) {
        const int count = comb->locks[k], last = first + count;
        const double wide =
            (last < combing->columns ? combing->bearings[last] : 2.0 * MIENI_PI) - combing->bearings[first];
        const double full = mieni_smooth(0.35, 1.0, wide / (even * (double)count));
        for (int j = 0; j < count; ++j) {
            const double across = mien_pow((double)j / (double)count, comb->lean);
            const double lobe = mieni_sqrt(mieni_sine(MIENI_PI * across));
            combing->grooves[first + j] = comb->groove * full * (1.0 - lobe);
            combing->ends[first + j] += comb->tip * full * lobe * (double)count / 8.0;
        }
    }
    fill_narrow_gaps(combing);
}

/// Where the ray towards a point meets the surface.
static MieniPoint surface_towards(const Combing *combing, MieniPoint p)
{
    const MieniComb *comb = combing->comb;
    return mieni_field_hit(&comb->outside, comb->centre, mieni_unit(mieni_minus(p, comb->centre)), 2.4);
}

/// Finds the hairline in space, and ends columns where the rim begins: across the
/// hairline, which may run along the strands.
static void find_edges(Combing *combing)
{
    const MieniComb *comb = combing->comb;
    const int columns = combing->columns;
    for (int j = 0; j < columns; ++j)
        combing->edges[j] = surface_at(combing, combing->bearings[j], combing->ends[j]);
    for (int j = 0; j < columns; ++j) {
        const MieniPoint edge = combing->edges[j];
        const MieniPoint along =
            mieni_minus(combing->edges[(j + 1) % columns], combing->edges[(j + columns - 1) % columns]);
        const MieniPoint out = mieni_field_normal(&comb->outside, edge, 0.01);
        combing->insides[j] = mieni_unit(mieni_cross(out, along));
        const MieniPoint inner = surface_towards(combing, mieni_along(edge, combing->insides[j], comb->rim));
        const MieniPoint d = mieni_unit(mieni_minus(inner, comb->centre));
        const double up = mieni_dot(d, comb->pole), x = mieni_dot(d, combing->side),
                     z = mieni_dot(d, comb->front);
        combing->ends[j] = mien_atan2(mieni_sqrt(x * x + z * z), up);
        const double turn = mien_atan2(x, z) - whirl_at(comb, combing->ends[j]) - combing->bearings[j];
        combing->shifts[j] = turn < -MIENI_PI ? turn + 2.0 * MIENI_PI : turn;
    }
}

/// Columns must not cross: neighbours that come too close give way.
static void keep_apart(Combing *combing)
{
    const int columns = combing->columns;
    for (int round = 0; round < KEEPING_APART; ++round)
        for (int j = 0; j < columns; ++j) {
            const int next = (j + 1) % columns;
            double before = combing->bearings[next] - combing->bearings[j];
            before += before < 0.0 ? 2.0 * MIENI_PI : 0.0;
            const double lacking = 0.4 * before - (before + combing->shifts[next] - combing->shifts[j]);
            if (lacking > 0.0) {
                combing->shifts[j] -= 0.5 * lacking;
                combing->shifts[next] += 0.5 * lacking;
            }
        }
}

/// Between locks the surface is lower.
static MieniPoint parted(const Combing *combing, int column, MieniPoint p, double t)
{
    const MieniComb *comb = combing->comb;
    const double depth = combing->grooves[column] * mieni_smooth(comb->start, comb->start + 0.45, t);
    return mieni_along(p, mieni_field_normal(&comb->outside, p, 0.01), -depth);
}

/// Rounds the edge and goes straight down into the head.
static void put_edge(const Combing *combing, MieniCastPart *part, int column)
{
    const MieniComb *comb = combing->comb;
    const int columns = combing->columns;
    int at = 1 + comb->rows * columns + column;
    MieniPoint p = {0.0, 0.0, 0.0}, inwards = p;
    for (int k = 1; k <= RIM_ROWS; ++k, at += columns) {
        double s, c;
        mien_sincos(0.5 * MIENI_PI * (double)k / (double)RIM_ROWS, &s, &c);
        p = mieni_along(combing->edges[column], combing->insides[column], comb->rim * (1.0 - s));
        p = parted(combing, column, surface_towards(combing, p), 1.0);
        inwards = mieni_unit(mieni_minus(comb->centre, p));
        p = mieni_along(p, inwards, comb->rim * (1.0 - c));
        mieni_point_put(p, part->positions[at]);
    }
    const MieniPoint end = mieni_field_hit(&comb->skin, comb->centre, mieni_times(inwards, -1.0), 2.4);
    const double way = mieni_most(mieni_dot(mieni_minus(end, p), inwards), 0.0) + 0.06;
    for (int k = 1; k <= WALL_ROWS; ++k, at += columns)
        mieni_point_put(mieni_along(p, inwards, way * (double)k / (double)WALL_ROWS), part->positions[at]);
}

static void place_strands(const Combing *combing, MieniCastPart *part)
{
    const MieniComb *comb = combing->comb;
    mieni_point_put(surface_at(combing, 0.0, 0.0), part->positions[0]);
    for (int j = 0; j < combing->columns; ++j) {
        for (int i = 0; i < comb->rows; ++i) {
            const double k = (double)(i + 1) / (double)comb->rows, t = k * (1.2 - 0.2 * k);
            const double bearing = combing->bearings[j] + combing->shifts[j] * mieni_smooth(0.3, 1.0, t);
            const MieniPoint p = surface_at(combing, bearing, combing->ends[j] * t);
            mieni_point_put(parted(combing, j, p, t), part->positions[1 + i * combing->columns + j]);
        }
        put_edge(combing, part, j);
    }
}

/// As a globe seen from the pole.
static void unfold(const Combing *combing, MieniCastPart *part, int rows)
{
    double widest = 0.0;
    for (int j = 0; j < combing->columns; ++j)
        widest = mieni_most(widest, combing->ends[j]);
    mieni_part_uv_disc(part, 0, 0.0, 0.0, 0.0);
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < combing->columns; ++j) {
            double s, c;
            mien_sincos(combing->bearings[j], &s, &c);
            const double t = (double)(i + 1) / (double)rows;
            mieni_part_uv_disc(part, 1 + i * combing->columns + j, t * combing->ends[j] / widest, -c, s);
        }
}

static void join_rows(MieniCastPart *part, int rows, int columns)
{
    int at = 0;
    for (int j = 0; j < columns; ++j) {
        const int next = (j + 1) % columns;
        const int corners[3] = {0, 1 + j, 1 + next};
        for (int k = 0; k < 3; ++k)
            part->triangles[at][k] = corners[k];
        ++at;
    }
    for (int i = 0; i < rows - 1; ++i)
        for (int j = 0; j < columns; ++j) {
            const int a = 1 + i * columns + j, b = 1 + i * columns + (j + 1) % columns;
            const int corners[2][3] = {{a, a + columns, b + columns}, {a, b + columns, b}};
            for (int k = 0; k < 3; ++k) {
                part->triangles[at][k] = corners[0][k];
                part->triangles[at + 1][k] = corners[1][k];
            }
            at += 2;
        }
}

MieniCastPart *mieni_part_comb(MieniMaking *making, MieniCastKind kind, const MieniComb *comb)
{
    Combing combing = {.comb = comb, .side = mieni_cross(comb->pole, comb->front)};
    for (int k = 0; k < comb->lock_count; ++k)
        combing.columns += comb->locks[k];
    const int rows = comb->rows + RIM_ROWS + WALL_ROWS, columns = combing.columns;
    MieniCastPart *part = mieni_part_add(making, kind, MIENI_CAST_MATERIAL_HAIR, 0, 1 + rows * columns,
                                         columns + mieni_grid_size(rows, columns, true));
    if (part == NULL)
        return NULL;
    for (int k = 0; k < BEARINGS; ++k)
        combing.line[k] = find_line(&combing, 2.0 * MIENI_PI * (double)k / (double)BEARINGS);
    smooth_line(&combing);
    spread_columns(&combing);
    part_locks(&combing);
    find_edges(&combing);
    keep_apart(&combing);
    place_strands(&combing, part);
    unfold(&combing, part, rows);
    join_rows(part, rows, columns);
    return part;
}
