// SPDX-License-Identifier: MIT
//
// Telling the parts of a face apart.

#include "core/float_rules.h"

#include "face/parts.h"

#include "base/matrix.h"
#include "core/square_root.h"
#include "face/part_names.h"
#include "face/raster.h"

#include <stdlib.h>
#include <string.h>

enum { PIXELS = 512, LEAST_SPHERE = 20 };
static const double round_enough =
    0.08; ///< Of an eyeball: how far its vertices are from a sphere, of its radius.

/// Vertices that are connected.
typedef struct Component {
    int vertex_count, first;           ///< Where its vertices stand in the sorted ones.
    double low[3], high[3], centre[3]; ///< The centre is the mean of the vertices.
    int part;                          ///< -1: unknown.
    MieniEyeball ball;                 ///< The sphere that fits best; radius 0: none does.
    bool is_seen;
} Component;

typedef struct Finding {
    const MieniShownFace *face;
    MieniFaceParts *parts;
    MieniArena *arena;
    Component *components;
    int *sorted; ///< Vertices, component by component.
} Finding;

static const double *at(const Component *c) { return c->ball.radius > 0.0 ? c->ball.centre : c->centre; }

static double distance(const double a[3], const double b[3])
{
    const double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return mieni_sqrt(x * x + y * y + z * z);
}

// Components --------------------------------------------------------------------------------------

typedef struct Placed {
    MienVec3 position;
    int vertex;
} Placed;

static int compare_numbers(float a, float b) { return (a > b) - (a < b); }

static int compare_placed(const void *one, const void *two)
{
    const Placed *a = one, *b = two;
    int order = compare_numbers(a->position.x, b->position.x);
    order = order != 0 ? order : compare_numbers(a->position.y, b->position.y);
    order = order != 0 ? order : compare_numbers(a->position.z, b->position.z);
    return order != 0 ? order : (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

static bool find_twins(Finding *f)
{
    const int count = f->face->vertex_count;
    const MienVec3 *positions = f->face->rest; // in files, both eyes may lie at one place
    MieniArena arena = {.allocator = f->arena->allocator};
    Placed *placed = mieni_arena_take(&arena, (size_t)count, sizeof *placed);
    if (placed == NULL)
        return false;
    for (int v = 0; v < count; ++v)
        placed[v] = (Placed){.position = positions[v], .vertex = v};
    qsort(placed, (size_t)count, sizeof *placed, compare_placed);
    for (int i = 0, first = 0; i < count; ++i) {
        const MienVec3 a = placed[first].position, b = placed[i].position;
        if (a.x != b.x || a.y != b.y || a.z != b.z)
            first = i;
        f->parts->twin[placed[i].vertex] = placed[first].vertex;
    }
    mieni_arena_release(&arena);
    return true;
}

static int root_of(int *parents, int vertex)
{
    while (parents[vertex] != vertex) {
        parents[vertex] = parents[parents[vertex]];
        vertex = parents[vertex];
    }
    return vertex;
}

static void join(int *parents, int a, int b)
{
    const int one = root_of(parents, a), two = root_of(parents, b);
    if (one < two)
        parents[two] = one;
    else
        parents[one] = two;
}

/// Numbers the components in the order of their first vertices.
static bool find_components(Finding *f)
{
    const MieniShownFace *face = f->face;
    MieniFaceParts *parts = f->parts;
    int *parents = parts->component;
    for (int v = 0; v < face->vertex_count; ++v)
        parents[v] = v;
    for (int v = 0; v < face->vertex_count; ++v)
        join(parents, v, parts->twin[v]);
    for (int i = 0; i < 3 * face->triangle_count; i += 3) {
        join(parents, (int)face->indices[i], (int)face->indices[i + 1]);
        join(parents, (int)face->indices[i], (int)face->indices[i + 2]);
    }
    for (int v = 0; v < face->vertex_count; ++v) // a root comes before the vertices below it
        parents[v] = root_of(parents, v);
    for (int v = 0; v < face->vertex_count; ++v)
        parents[v] = parents[v] == v ? parts->component_count++ : parents[parents[v]];
    f->components = mieni_arena_take(f->arena, (size_t)parts->component_count, sizeof *f->components);
    f->sorted = mieni_arena_take(f->arena, (size_t)face->vertex_count, sizeof *f->sorted);
    return !f->arena->is_out_of_memory;
}

static void sort_vertices(Finding *f)
{
    int end = 0;
    for (int i = 0; i < f->parts->component_count; ++i) {
        f->components[i].first = end;
        end += f->components[i].vertex_count;
        f->components[i].vertex_count = 0;
    }
    for (int v = 0; v < f->face->vertex_count; ++v) {
        Component *c = &f->components[f->parts->component[v]];
        f->sorted[c->first + c->vertex_count++] = v;
    }
}

static void measure_components(Finding *f)
{
    const MieniShownFace *face = f->face;
    for (int v = 0; v < face->vertex_count; ++v) {
        Component *c = &f->components[f->parts->component[v]];
        const double p[3] = {(double)face->rest[v].x, (double)face->rest[v].y, (double)face->rest[v].z};
        for (int k = 0; k < 3; ++k) {
            c->low[k] = c->vertex_count == 0 || p[k] < c->low[k] ? p[k] : c->low[k];
            c->high[k] = c->vertex_count == 0 || p[k] > c->high[k] ? p[k] : c->high[k];
            c->centre[k] += p[k];
        }
        ++c->vertex_count;
    }
    for (int i = 0; i < f->parts->component_count; ++i)
        for (int k = 0; k < 3; ++k)
            f->components[i].centre[k] /= (double)f->components[i].vertex_count;
    sort_vertices(f);
}

// Names -------------------------------------------------------------------------------------------

static int part_of_submesh(const MienMesh *mesh, int submesh)
{
    const MienSubmesh s = mien_mesh_submesh(mesh, submesh);
    const int part = mieni_part_of_name(s.name);
    return part >= 0 || s.material < 0 ? part : mieni_part_of_name(mien_mesh_material(mesh, s.material).name);
}

/// Names that leave nothing for the skin say nothing: all of the mesh has one of them.
static bool names_tell(const MienMesh *mesh)
{
    const int count = mien_mesh_info(mesh).submesh_count;
    bool has_skin = false, has_other = false;
    for (int s = 0; s < count; ++s) {
        const int part = part_of_submesh(mesh, s);
        has_skin = has_skin || part < 0 || part == MIENI_PART_SKIN;
        has_other = has_other || part > MIENI_PART_SKIN;
    }
    return has_skin && has_other;
}

static void name_by_submeshes(Finding *f)
{
    const MienMesh *mesh = f->face->mesh;
    const int count = names_tell(mesh) ? mien_mesh_info(mesh).submesh_count : 0;
    for (int s = 0; s < count; ++s) {
        const MienSubmesh submesh = mien_mesh_submesh(mesh, s);
        const int part = part_of_submesh(mesh, s);
        for (int i = 0; part >= 0 && i < submesh.index_count; ++i) {
            const uint32_t vertex = f->face->indices[submesh.first_index + i];
            f->components[f->parts->component[vertex]].part = part;
        }
    }
}

/// Votes of a vertex for the parts of the bones that it follows by more than half.
static void vote(const Finding *f, const int *of_joint, int vertex, int votes[MIENI_PARTS])
{
    const MienMesh *mesh = f->face->mesh;
    const int stride = mien_mesh_info(mesh).influence_stride;
    const size_t first = (size_t)vertex * (size_t)stride;
    const uint16_t *joints = mien_mesh_vertex_joints(mesh) + first;
    const float *weights = mien_mesh_vertex_weights(mesh) + first;
    float sums[MIENI_PARTS] = {0};
    for (int i = 0; i < stride; ++i)
        if (of_joint[joints[i]] >= 0)
            sums[of_joint[joints[i]]] += weights[i];
    for (int part = 0; part < MIENI_PARTS; ++part)
        votes[part] += sums[part] > 0.5f;
}

/// A component whose vertices mostly follow the bone of an eye is one.
static bool name_by_bones(Finding *f)
{
    const MienMesh *mesh = f->face->mesh;
    const int joint_count = mien_mesh_info(mesh).joint_count;
    MieniArena arena = {.allocator = f->arena->allocator};
    int(*votes)[MIENI_PARTS] = mieni_arena_take(&arena, (size_t)f->parts->component_count, sizeof *votes);
    int *of_joint = mieni_arena_take(&arena, (size_t)joint_count, sizeof *of_joint);
    const bool is_done = !arena.is_out_of_memory;
    for (int j = 0; is_done && j < joint_count; ++j)
        of_joint[j] = mieni_part_of_bone(mien_mesh_bone_name(mesh, mien_mesh_joint(mesh, j).bone));
    for (int v = 0; is_done && v < f->face->vertex_count; ++v)
        vote(f, of_joint, v, votes[f->parts->component[v]]);
    for (int c = 0; is_done && c < f->parts->component_count; ++c)
        for (int part = 0; f->components[c].part < 0 && part < MIENI_PARTS; ++part)
            if (5 * votes[c][part] > 4 * f->components[c].vertex_count)
                f->components[c].part = part;
    mieni_arena_release(&arena);
    return is_done;
}

// Shapes ------------------------------------------------------------------------------------------

/// Adds a vertex to the equations |p|^2 = 2 c.p + k.
static void add_to_sphere(double m[16], double right[4], const double p[3])
{
    const double row[4] = {2.0 * p[0], 2.0 * p[1], 2.0 * p[2], 1.0};
    const double square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2];
    for (int i = 0; i < 4; ++i) {
        right[i] += row[i] * square;
        for (int j = 0; j < 4; ++j)
            m[4 * i + j] += row[i] * row[j];
    }
}

static void from_centre(const Finding *f, const Component *c, int vertex, double out[3])
{
    const MienVec3 p = f->face->rest[vertex];
    out[0] = (double)p.x - c->centre[0];
    out[1] = (double)p.y - c->centre[1];
    out[2] = (double)p.z - c->centre[2];
}

/// The sphere that fits a component best, if it is round enough and all around.
static void fit_sphere(const Finding *f, Component *c)
{
    double m[16] = {0}, right[4] = {0}, inverse[16], determinant, solved[4] = {0}, sum = 0.0, p[3];
    for (int i = 0; i < c->vertex_count; ++i) {
        from_centre(f, c, f->sorted[c->first + i], p);
        add_to_sphere(m, right, p);
    }
    if (!mieni_matrix_invert(m, 4, inverse, &determinant))
        return;
    for (int i = 0; i < 16; ++i)
        solved[i / 4] += inverse[i] * right[i % 4];
    const double square = solved[3] + solved[0] * solved[0] + solved[1] * solved[1] + solved[2] * solved[2];
    if (!(square > 0.0))
        return;
    const double radius = mieni_sqrt(square);
    for (int i = 0; i < c->vertex_count; ++i) {
        from_centre(f, c, f->sorted[c->first + i], p);
        const double off = distance(p, solved) - radius;
        sum += off * off;
    }
    for (int k = 0; k < 3; ++k)
        if (!(c->high[k] - c->low[k] > 0.9 * radius && c->high[k] - c->low[k] < 2.6 * radius))
            return;
    if (!(mieni_sqrt(sum / (double)c->vertex_count) < round_enough * radius))
        return;
    for (int k = 0; k < 3; ++k)
        c->ball.centre[k] = c->centre[k] + solved[k];
    c->ball.radius = radius;
}

/// Whether two components could be the eyes of a face: alike, and side by side.
static bool are_a_pair(const Component *a, const Component *b)
{
    const double r = a->ball.radius, other = b->ball.radius;
    const double *one = a->ball.centre, *two = b->ball.centre;
    return r > 0.0 && other > 0.9 * r && other < 1.1 * r && one[0] - two[0] > 1.5 * r &&
           one[0] - two[0] < 8.0 * r && one[1] - two[1] < 0.3 * r && two[1] - one[1] < 0.3 * r &&
           one[2] - two[2] < 0.3 * r && two[2] - one[2] < 0.3 * r;
}

/// The eyes: of those that names call so, otherwise of all round components, the largest pair.
static void find_eyes(Finding *f)
{
    MieniFaceParts *parts = f->parts;
    bool is_named = false;
    for (int i = 0; i < parts->component_count; ++i) {
        is_named = is_named || f->components[i].part == MIENI_PART_EYE;
        if (f->components[i].vertex_count >= LEAST_SPHERE &&
            (f->components[i].part < 0 || f->components[i].part == MIENI_PART_EYE))
            fit_sphere(f, &f->components[i]);
    }
    for (int i = 0; i < parts->component_count; ++i)
        for (int j = 0; f->components[i].ball.radius > 0.0 && j < parts->component_count; ++j) {
            const Component *a = &f->components[i], *b = &f->components[j];
            if (is_named && (a->part != MIENI_PART_EYE || b->part != MIENI_PART_EYE))
                continue;
            if (!are_a_pair(a, b) || (parts->has_eyes && a->ball.radius <= parts->eyes[0].radius))
                continue;
            parts->has_eyes = true;
            parts->eyes[0] = a->ball;
            parts->eyes[1] = b->ball;
        }
    for (int i = 0; i < parts->component_count && parts->has_eyes; ++i) // shells, irises, tears
        for (int e = 0; e < 2 && f->components[i].part < 0; ++e) {
            const Component *c = &f->components[i];
            const MieniEyeball *eye = &parts->eyes[e];
            const double off = distance(at(c), eye->centre), width = c->high[0] - c->low[0];
            if (off < 0.35 * eye->radius && width < 2.3 * eye->radius)
                f->components[i].part = MIENI_PART_EYE;
            else if (off < 2.0 * eye->radius && width < 2.8 * eye->radius)
                f->components[i].part = MIENI_PART_OTHER;
        }
}

// What is seen ------------------------------------------------------------------------------------

/// A view that has all of the head in it.
static MieniFaceView view_of(const Finding *f)
{
    const MieniFaceParts *parts = f->parts;
    MieniFaceView view = {.cosine = 1.0};
    double low[3] = {0}, high[3] = {0};
    if (parts->has_eyes) {
        const double apart = parts->eyes[0].centre[0] - parts->eyes[1].centre[0];
        for (int k = 0; k < 3; ++k)
            view.centre[k] = 0.5 * (parts->eyes[0].centre[k] + parts->eyes[1].centre[k]);
        view.centre[1] -= 0.5 * apart;
        view.side = 6.0 * apart;
        return view;
    }
    for (int i = 0; i < parts->component_count; ++i)
        for (int k = 0; k < 3; ++k) {
            const Component *c = &f->components[i];
            low[k] = i == 0 || c->low[k] < low[k] ? c->low[k] : low[k];
            high[k] = i == 0 || c->high[k] > high[k] ? c->high[k] : high[k];
        }
    for (int k = 0; k < 3; ++k) {
        view.centre[k] = 0.5 * (low[k] + high[k]);
        view.side = high[k] - low[k] > view.side ? high[k] - low[k] : view.side;
    }
    return view;
}

/// Marks the triangles that can be seen.
static bool find_seen(Finding *f)
{
    static const double turns[][2] = {
        {0.0, 1.0}, {0.7071067811865476, 0.7071067811865476}, {-0.7071067811865476, 0.7071067811865476}};
    const MieniShownFace *face = f->face;
    MieniFaceView view = view_of(f);
    MieniArena arena = {.allocator = f->arena->allocator};
    MieniRaster raster = {0};
    const bool is_open = mieni_raster_open(&raster, PIXELS, face->vertex_count, &arena);
    for (size_t i = 0; is_open && i < sizeof turns / sizeof *turns; ++i) {
        view.sine = turns[i][0];
        view.cosine = turns[i][1];
        mieni_raster_draw(&raster, &(MieniRasterDesc){.view = &view,
                                                      .positions = face->rest,
                                                      .vertex_count = face->vertex_count,
                                                      .indices = face->indices,
                                                      .triangle_count = face->triangle_count,
                                                      .kinds = f->parts->of_triangle,
                                                      .shown = MIENI_PARTS_SOLID});
        for (int p = 0; p < PIXELS * PIXELS; ++p)
            if (raster.triangles[p] >= 0) {
                f->parts->is_outer[raster.triangles[p]] = true;
                f->components[f->parts->component[face->indices[3 * raster.triangles[p]]]].is_seen = true;
            }
    }
    mieni_arena_release(&arena);
    return is_open;
}

/// Whether a component lies where the mouth is: below the eyes, and no wider than they are apart.
static bool is_at_mouth(const MieniFaceParts *parts, const Component *c)
{
    const double *left = parts->eyes[0].centre, *right = parts->eyes[1].centre;
    const double apart = left[0] - right[0], aside = c->centre[0] - 0.5 * (left[0] + right[0]);
    return parts->has_eyes && c->centre[1] < left[1] && c->centre[1] > left[1] - 3.0 * apart &&
           aside < 0.5 * apart && aside > -0.5 * apart && c->high[0] - c->low[0] < 2.0 * apart;
}

/// Components below the eyes that are hidden at rest are in the mouth.
static void find_teeth(Finding *f)
{
    bool is_named = false;
    for (int i = 0; i < f->parts->component_count; ++i)
        is_named = is_named || f->components[i].part == MIENI_PART_TEETH;
    for (int i = 0; i < f->parts->component_count && !is_named; ++i) {
        Component *c = &f->components[i];
        if (c->part < 0 && !c->is_seen && is_at_mouth(f->parts, c))
            c->part = MIENI_PART_TEETH;
    }
}

static void write_parts(Finding *f)
{
    for (int v = 0; v < f->face->vertex_count; ++v) {
        const int part = f->components[f->parts->component[v]].part;
        f->parts->of_vertex[v] = (uint8_t)(part < 0 ? MIENI_PART_SKIN : part);
    }
    for (int t = 0; t < f->face->triangle_count; ++t)
        f->parts->of_triangle[t] = f->parts->of_vertex[f->face->indices[3 * t]];
}

bool mieni_face_parts_find(const MieniShownFace *face, MieniArena *arena, MieniFaceParts *out_parts)
{
    Finding f = {.face = face, .parts = out_parts, .arena = arena};
    const size_t vertices = (size_t)face->vertex_count, triangles = (size_t)face->triangle_count;
    *out_parts = (MieniFaceParts){.of_triangle = mieni_arena_take(arena, triangles, 1),
                                  .of_vertex = mieni_arena_take(arena, vertices, 1),
                                  .is_outer = mieni_arena_take(arena, triangles, sizeof(bool)),
                                  .component = mieni_arena_take(arena, vertices, sizeof(int)),
                                  .twin = mieni_arena_take(arena, vertices, sizeof(int))};
    if (arena->is_out_of_memory || !find_twins(&f) || !find_components(&f))
        return false;
    for (int i = 0; i < out_parts->component_count; ++i)
        f.components[i].part = -1;
    measure_components(&f);
    name_by_submeshes(&f);
    if (!name_by_bones(&f))
        return false;
    find_eyes(&f);
    write_parts(&f);
    if (!find_seen(&f))
        return false;
    find_teeth(&f);
    write_parts(&f);
    return true;
}

int mieni_face_parts_eye_of(const MieniShownFace *face, const MieniFaceParts *parts, int vertex)
{
    if (!parts->has_eyes || parts->of_vertex[vertex] != MIENI_PART_EYE)
        return -1;
    const double middle = 0.5 * (parts->eyes[0].centre[0] + parts->eyes[1].centre[0]);
    return (double)face->rest[vertex].x > middle ? 0 : 1;
}
