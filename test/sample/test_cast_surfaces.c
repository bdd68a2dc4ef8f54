// SPDX-License-Identifier: MIT
//
// What would be seen of the default heads if it were wrong: open edges, slivers at
// hairlines, normals that look away, parts that float, and pictures that overlap or
// stretch when laid on the face. Prints what it measures.

#include "support/check.h"

#include "sample/cast/fields.h"

/// A vertex by its place, or an edge by its ends.
typedef struct Place {
    int64_t key[3];
    int index;
} Place;

static int compare(const void *a, const void *b)
{
    const Place *p = a, *q = b;
    for (int k = 0; k < 3; ++k)
        if (p->key[k] != q->key[k])
            return p->key[k] < q->key[k] ? -1 : 1;
    return 0;
}

static int64_t rounded(double x) { return (int64_t)(x * 1e6 + (x < 0.0 ? -0.5 : 0.5)); }

static void *take(size_t count, size_t size)
{
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL)
        abort();
    return memory;
}

/// The first vertex at the same place, for each vertex; lips touch and are not one. The
/// caller frees it.
static int *weld(const MieniCastPart *part)
{
    Place *places = take((size_t)part->vertex_count, sizeof *places);
    int *welded = take((size_t)part->vertex_count, sizeof *welded);
    for (int v = 0; v < part->vertex_count; ++v) {
        const bool is_lip = part->skin != NULL && part->skin[v].s < 0.5;
        for (int k = 0; k < 3; ++k)
            places[v].key[k] = is_lip ? INT64_C(1000000000) + v : rounded(part->positions[v][k]);
        places[v].index = v;
    }
    qsort(places, (size_t)part->vertex_count, sizeof *places, compare);
    for (int v = 0, first = 0; v < part->vertex_count; ++v) {
        if (compare(&places[v], &places[first]) != 0)
            first = v;
        welded[places[v].index] = places[first].index;
    }
    free(places);
    return welded;
}

static MieniPoint at(const MieniCastPart *part, int vertex)
{
    return mieni_point_of(part->positions[vertex]);
}

static double distance(const MieniCastPart *part, int a, int b)
{
    return mieni_length(mieni_minus(at(part, a), at(part, b)));
}

/// Open edges end within the head, or the neck in the bust.
static bool is_hidden(const MieniCastParts *head, const MieniCastPart *part, int vertex)
{
    const MieniField skin = mieni_skin(head->model);
    const MieniPoint p = at(part, vertex);
    if (part->kind == MIENI_CAST_NECK && p.y < head->model->neck.base)
        return true;
    return mieni_field_at(&skin, p) < 0.0;
}

typedef struct Edges {
    int torn;  ///< Shared by more than two triangles, or by two that look to different sides.
    int shown; ///< Of one triangle only, and not hidden.
} Edges;

static Edges read_edges(const MieniCastParts *head, const MieniCastPart *part)
{
    Edges found = {0};
    int *welded = weld(part), count = 0;
    Place *edges = take((size_t)part->triangle_count * 3, sizeof *edges);
    for (int t = 0; t < part->triangle_count; ++t) {
        int corners[3];
        for (int k = 0; k < 3; ++k)
            corners[k] = welded[part->triangles[t][k]];
        if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0])
            continue;
        for (int k = 0; k < 3; ++k) {
            const int a = corners[k], b = corners[(k + 1) % 3];
            edges[count++] = (Place){{a < b ? a : b, a < b ? b : a, 0}, a < b ? 1 : -1};
        }
    }
    qsort(edges, (size_t)count, sizeof *edges, compare);
    for (int first = 0, end; first < count; first = end) {
        int sum = 0;
        for (end = first; end < count && compare(&edges[end], &edges[first]) == 0; ++end)
            sum += edges[end].index;
        const int a = (int)edges[first].key[0], b = (int)edges[first].key[1];
        found.torn += end - first > 2 || (end - first == 2 && sum != 0);
        // Tubes end in rings of a tenth of a millimetre.
        if (end - first == 1 && distance(part, a, b) > 0.004)
            found.shown += !is_hidden(head, part, a) || !is_hidden(head, part, b);
    }
    free(edges);
    free(welded);
    return found;
}

static struct {
    MieniArena arena;
    MieniCastParts head;
} made[MIENI_CAST_COUNT];

/// A head at default detail, made once.
static const MieniCastParts *head_of(int who)
{
    if (made[who].head.parts == NULL &&
        !mieni_cast_parts_make(&made[who].arena, (MieniCastWho)who, MIENI_CAST_DEFAULT, &made[who].head))
        abort();
    return &made[who].head;
}

TEST(no_edge_is_torn_or_shows)
{
    for (int who = 0; who < MIENI_CAST_COUNT; ++who) {
        const MieniCastParts *head = head_of(who);
        for (int p = 0; p < head->part_count; ++p) {
            const Edges edges = read_edges(head, &head->parts[p]);
            if (edges.torn > 0 || edges.shown > 0)
                printf("%s, part %d of kind %d\n", head->model->title, p, head->parts[p].kind);
            CHECK_INT(edges.torn, 0);
            CHECK_INT(edges.shown, 0);
        }
    }
}

static MieniPoint face_normal(const MieniCastPart *part, const int corners[3])
{
    const MieniPoint a = at(part, corners[0]);
    return mieni_cross(mieni_minus(at(part, corners[1]), a), mieni_minus(at(part, corners[2]), a));
}

/// The longest side of a triangle over its height.
static double slimness(const MieniCastPart *part, const int corners[3])
{
    double longest = 0.0;
    for (int k = 0; k < 3; ++k)
        longest = mieni_most(longest, distance(part, corners[k], corners[(k + 1) % 3]));
    return longest * longest / mieni_most(mieni_length(face_normal(part, corners)), 1e-12);
}

/// Of the hair, near the skin, and not below the cap.
static bool is_at_hairline(const MieniCastParts *head, const MieniCastPart *part, int triangle)
{
    const MieniField skin = mieni_skin(head->model);
    const MieniPoint p = at(part, part->triangles[triangle][0]);
    const double above = mieni_field_at(&skin, p);
    const bool is_below_cap = head->model->who == MIENI_CAST_BRUNO && p.y > 0.62 + 0.24 * p.z - 0.17;
    return (part->kind == MIENI_CAST_HAIR || part->kind == MIENI_CAST_SIDE_HAIR) && above > 0.0 &&
           above < 0.06 && !is_below_cap;
}

TEST(hairlines_have_no_slivers)
{
    for (int who = 0; who < MIENI_CAST_MOSS; ++who) {
        const MieniCastParts *head = head_of(who);
        int count = 0, slim = 0;
        double worst = 0.0;
        for (int p = 0; p < head->part_count; ++p) {
            const MieniCastPart *part = &head->parts[p];
            for (int t = 0; t < part->triangle_count; ++t) {
                const double own = slimness(part, part->triangles[t]);
                if (own > 1e4 || !is_at_hairline(head, part, t)) // the former close poles and cannot be seen
                    continue;
                worst = mieni_most(worst, own);
                slim += own > 12.0;
                ++count;
            }
        }
        printf("%s: %d of %d triangles at the hairline are slim, the worst by %.1f\n", head->model->title,
               slim, count, worst);
        CHECK(count > 100);
        CHECK(slim * 100 <= count * 3);
    }
}

/// Normals that differ much from the triangle make dark spots.
TEST(normals_go_with_triangles)
{
    for (int who = 0; who < MIENI_CAST_COUNT; ++who) {
        const MieniCastParts *head = head_of(who);
        for (int p = 0; p < head->part_count; ++p) {
            const MieniCastPart *part = &head->parts[p];
            int count = 0, far = 0;
            for (int t = 0; t < part->triangle_count; ++t) {
                const MieniPoint face = face_normal(part, part->triangles[t]);
                if (mieni_length(face) < 1e-7)
                    continue;
                double least = 1.0;
                for (int k = 0; k < 3; ++k)
                    least =
                        mieni_least(least, mieni_dot(mieni_unit(face),
                                                     mieni_point_of(part->normals[part->triangles[t][k]])));
                far += least < 0.3;
                ++count;
            }
            if (far * 100 > 2 * count)
                printf("%s, part %d of kind %d: %d of %d\n", head->model->title, p, part->kind, far, count);
            CHECK(far * 100 <= 2 * count);
        }
    }
}

/// The distance of the nearest vertex of a part.
static double nearest(const MieniCastPart *part, MieniPoint p)
{
    double least = 9.0;
    for (int v = 0; v < part->vertex_count; ++v)
        least = mieni_least(least, mieni_length(mieni_minus(at(part, v), p)));
    return least;
}

static MieniPoint middle_of(const MieniCastPart *part)
{
    MieniPoint sum = {0.0, 0.0, 0.0};
    for (int v = 0; v < part->vertex_count; ++v)
        sum = mieni_plus(sum, at(part, v));
    return mieni_times(sum, 1.0 / (double)part->vertex_count);
}

static const MieniCastPart *find_part(const MieniCastParts *head, MieniCastKind kind, int side)
{
    for (int p = 0; p < head->part_count; ++p)
        if (head->parts[p].kind == kind && head->parts[p].side == side)
            return &head->parts[p];
    return NULL;
}

/// How far a part is off the skull at most, seen from all sides of an upright axis.
static double gap_round(const MieniCastParts *head, const MieniCastPart *part)
{
    enum { SIDES = 36 };
    const MieniField skull = mieni_skull(head->model);
    double gaps[SIDES], widest = -9.0;
    for (int k = 0; k < SIDES; ++k)
        gaps[k] = 9.0;
    for (int v = 0; v < part->vertex_count; ++v) {
        const MieniPoint p = at(part, v);
        const int side = (int)((mien_atan2(p.x, p.z) / (2.0 * MIENI_PI) + 0.5) * 0.99999 * SIDES);
        gaps[side] = mieni_least(gaps[side], mieni_field_at(&skull, p));
    }
    for (int k = 0; k < SIDES; ++k)
        widest = mieni_most(widest, gaps[k]);
    return widest;
}

TEST(nothing_floats)
{
    for (int who = 0; who < MIENI_CAST_COUNT; ++who) {
        const MieniCastParts *head = head_of(who);
        const MieniField skin = mieni_skin(head->model);
        for (int p = 0; p < head->part_count; ++p) {
            const MieniCastPart *part = &head->parts[p];
            double deepest = 9.0;
            for (int v = 0; v < part->vertex_count; ++v)
                deepest = mieni_least(deepest, mieni_field_at(&skin, at(part, v)));
            if (part->kind == MIENI_CAST_CAP_BAND)
                CHECK(gap_round(head, part) < 0.02);
            else if (part->kind == MIENI_CAST_EARRING)
                CHECK(nearest(find_part(head, MIENI_CAST_EAR, part->side), middle_of(part)) < 0.06);
            else if (part->kind != MIENI_CAST_BUST && part->kind != MIENI_CAST_COLLAR &&
                     part->kind != MIENI_CAST_HAIR && part->kind != MIENI_CAST_HAIR_BAND)
                CHECK(deepest < 0.0);
        }
    }
}

enum { PIXELS = 512 };

/// Twice the area of a triangle in the picture, positive if it lies on its face.
static double picture_area(const double *a, const double *b, const double *c)
{
    return (c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0]);
}

/// Adds 1 to the pixels whose middle is in the triangle.
static void draw(const MieniCastPart *part, const int corners[3], uint8_t *pixels)
{
    const double *uv[3];
    double least[2] = {1.0, 1.0}, most[2] = {0.0, 0.0};
    for (int k = 0; k < 3; ++k) {
        uv[k] = part->uvs[corners[k]];
        for (int axis = 0; axis < 2; ++axis) {
            least[axis] = mieni_least(least[axis], uv[k][axis]);
            most[axis] = mieni_most(most[axis], uv[k][axis]);
        }
    }
    const double sign = picture_area(uv[0], uv[1], uv[2]) < 0.0 ? -1.0 : 1.0;
    for (int y = (int)(least[1] * PIXELS); y <= (int)(most[1] * PIXELS) && y < PIXELS; ++y)
        for (int x = (int)(least[0] * PIXELS); x <= (int)(most[0] * PIXELS) && x < PIXELS; ++x) {
            const double p[2] = {((double)x + 0.5) / PIXELS, ((double)y + 0.5) / PIXELS};
            bool is_inside = true;
            for (int k = 0; k < 3; ++k)
                is_inside = is_inside && sign * picture_area(uv[k], uv[(k + 1) % 3], p) > 0.0;
            if (is_inside && pixels[y * PIXELS + x] < 255)
                ++pixels[y * PIXELS + x];
        }
}

/// Those that fold in the middle, so that both halves have one picture, and the bust.
static bool is_folded(const MieniCastParts *head, const MieniCastPart *part)
{
    switch (part->kind) {
    case MIENI_CAST_SKIN:
    case MIENI_CAST_EYE:
    case MIENI_CAST_LID_UPPER:
    case MIENI_CAST_LID_LOWER:
    case MIENI_CAST_NECK:
    case MIENI_CAST_CAP:
    case MIENI_CAST_SIDE_HAIR:
        return false;
    case MIENI_CAST_EAR:
        return head->model->ear.is_leaf;
    case MIENI_CAST_HAIR: // curls are tubes
        return head->model->who == MIENI_CAST_PIP && part->vertex_count < 1000;
    default:
        return true;
    }
}

TEST(pictures_do_not_overlap)
{
    uint8_t *all = take(PIXELS, PIXELS), *own = take(PIXELS, PIXELS);
    for (int who = 0; who < MIENI_CAST_COUNT; ++who) {
        const MieniCastParts *head = head_of(who);
        int shared = 0, twice = 0, drawn = 0;
        memset(all, 0, (size_t)PIXELS * PIXELS);
        for (int p = 0; p < head->part_count; ++p) {
            const MieniCastPart *part = &head->parts[p];
            memset(own, 0, (size_t)PIXELS * PIXELS);
            for (int t = 0; t < part->triangle_count; ++t)
                draw(part, part->triangles[t], own);
            for (int k = 0; k < PIXELS * PIXELS; ++k) {
                shared += own[k] > 0 && all[k] > 0;
                drawn += own[k] > 0;
                twice += own[k] > 1 && !is_folded(head, part);
                all[k] |= own[k] > 0;
            }
        }
        printf("%s: %d of %d pixels belong to several parts, %d are drawn twice\n", head->model->title,
               shared, drawn, twice);
        CHECK_INT(shared, 0);
        CHECK(twice * 500 <= drawn);
    }
    free(all);
    free(own);
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// How much longer a picture becomes along one direction than across it.
static double stretch(const MieniCastPart *part, const int corners[3])
{
    const MieniPoint a = at(part, corners[0]);
    const MieniPoint e = mieni_minus(at(part, corners[1]), a), f = mieni_minus(at(part, corners[2]), a);
    const double *u0 = part->uvs[corners[0]], *u1 = part->uvs[corners[1]], *u2 = part->uvs[corners[2]];
    const double area = (u1[0] - u0[0]) * (u2[1] - u0[1]) - (u1[1] - u0[1]) * (u2[0] - u0[0]);
    const MieniPoint du =
        mieni_times(mieni_along(mieni_times(e, u2[1] - u0[1]), f, -(u1[1] - u0[1])), 1.0 / area);
    const MieniPoint dv =
        mieni_times(mieni_along(mieni_times(f, u1[0] - u0[0]), e, -(u2[0] - u0[0])), 1.0 / area);
    const double uu = mieni_dot(du, du), uv = mieni_dot(du, dv), vv = mieni_dot(dv, dv);
    const double middle = 0.5 * (uu + vv), apart = mieni_sqrt(0.25 * (uu - vv) * (uu - vv) + uv * uv);
    return mieni_sqrt((middle + apart) / mieni_most(middle - apart, 1e-12));
}

/// The face: what looks forward, without the inner mouth and the lips' rolls.
TEST(pictures_do_not_stretch_on_the_face)
{
    for (int who = 0; who < MIENI_CAST_COUNT; ++who) {
        const MieniCastParts *head = head_of(who);
        const MieniCastPart *skin = &head->parts[0];
        double *found = take((size_t)skin->triangle_count, sizeof *found);
        int count = 0;
        for (int t = 0; t < skin->triangle_count; ++t) {
            const MieniCastSkinPoint *point = &skin->skin[skin->triangles[t][0]];
            if (skin->normals[skin->triangles[t][0]][2] > 0.1 && !point->is_inner && point->s > 1.5)
                found[count++] = stretch(skin, skin->triangles[t]);
        }
        qsort(found, (size_t)count, sizeof *found, compare_doubles);
        printf("%s: the face stretches pictures by %.2f, by %.2f in the worst twentieth\n",
               head->model->title, found[count / 2], found[count - count / 20]);
        CHECK(found[count / 2] < 1.6);
        CHECK(found[count - count / 20] < 3.2);
        free(found);
    }
}

CHECK_MAIN
{
    RUN(no_edge_is_torn_or_shows);
    RUN(hairlines_have_no_slivers);
    RUN(normals_go_with_triangles);
    RUN(nothing_floats);
    RUN(pictures_do_not_overlap);
    RUN(pictures_do_not_stretch_on_the_face);
    for (int who = 0; who < MIENI_CAST_COUNT; ++who)
        mieni_arena_release(&made[who].arena);
}
