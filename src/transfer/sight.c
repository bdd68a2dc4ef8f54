// SPDX-License-Identifier: MIT
//
// Looking at eyes and teeth.

#include "core/float_rules.h"

#include "transfer/sight.h"

#include "core/internal.h"

#include <string.h>

enum { PIXELS = 120 };
/// Sides of pictures: of an eye in radii, of teeth in their widths.
static const double eye_side = 2.6, teeth_side = 1.4;
/// Fewer pixels are too few to tell parts of them.
static const double least_whole = 100.0;

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static MienStatus open_skeleton(MieniSight *sight, const MienAllocator *allocator, MienError *error)
{
    const MienLoadOptions options = {.allocator = allocator, .borrow_data = true, .trust_hash = true};
    const MienAuthorSkeleton *bones = sight->bones;
    MienStatus status = mien_author_skeleton_cook(bones, allocator, &sight->pack, error);
    if (status == MIEN_OK)
        status = mien_skeleton_load(sight->pack.data, sight->pack.size, &options, &sight->skeleton, error);
    if (status != MIEN_OK)
        return status;
    sight->cooked = mieni_arena_take(&sight->arena, (size_t)bones->bone_count, sizeof *sight->cooked);
    sight->local = mieni_arena_take(&sight->arena, (size_t)bones->bone_count, sizeof *sight->local);
    if (sight->arena.is_out_of_memory)
        return no_memory(error);
    for (int b = 0; b < bones->bone_count; ++b)
        sight->cooked[b] = mien_skeleton_find_bone(sight->skeleton, bones->bones[b].name);
    return MIEN_OK;
}

/// Whether a vertex is near a picture at rest: in it or beside it, and not far behind.
static bool is_near(const MieniSightWindow *window, MienVec3 p)
{
    const double side = 0.65 * window->view.side, *centre = window->view.centre;
    const double x = (double)p.x - centre[0], y = (double)p.y - centre[1], z = (double)p.z - centre[2];
    return x > -side && x < side && y > -side && y < side && z > -window->depth;
}

/// Collects the triangles that may come into a picture. numbers has one per vertex of the mesh.
static bool fill_window(MieniSight *sight, MieniSightWindow *window, int32_t *numbers)
{
    const MieniShownFace *face = &sight->face;
    int triangles = 0;
    for (int v = 0; v < face->vertex_count; ++v)
        numbers[v] = is_near(window, face->rest[v]) ? 0 : -1;
    for (int pass = 0; pass < 2 && !sight->arena.is_out_of_memory; ++pass) {
        for (int t = 0; t < face->triangle_count; ++t) {
            const uint32_t *corners = face->indices + 3 * (size_t)t;
            if ((numbers[corners[0]] < 0 && numbers[corners[1]] < 0 && numbers[corners[2]] < 0) ||
                sight->parts.of_triangle[t] == MIENI_PART_OTHER)
                continue;
            triangles += pass == 0;
            for (int k = 0; pass == 1 && k < 3; ++k)
                window->indices[3 * (size_t)window->triangle_count + (size_t)k] = corners[k];
            if (pass == 1)
                window->kinds[window->triangle_count++] = sight->parts.of_triangle[t];
        }
        if (pass == 1)
            break;
        window->indices = mieni_arena_take(&sight->arena, (size_t)triangles, 3 * sizeof *window->indices);
        window->kinds = mieni_arena_take(&sight->arena, (size_t)triangles, sizeof *window->kinds);
    }
    return !sight->arena.is_out_of_memory;
}

/// Gives the triangles of a picture vertices of their own.
static bool number_vertices(MieniSight *sight, MieniSightWindow *window, int32_t *numbers)
{
    const size_t corners = 3 * (size_t)window->triangle_count;
    window->vertices = mieni_arena_take(&sight->arena, corners, sizeof *window->vertices);
    window->positions = mieni_arena_take(&sight->arena, corners, sizeof *window->positions);
    for (int v = 0; v < sight->face.vertex_count; ++v)
        numbers[v] = -1;
    for (size_t i = 0; !sight->arena.is_out_of_memory && i < corners; ++i) {
        int32_t *number = &numbers[window->indices[i]];
        if (*number < 0) {
            *number = window->vertex_count++;
            window->vertices[*number] = window->indices[i];
        }
        window->indices[i] = (uint32_t)*number;
    }
    return !sight->arena.is_out_of_memory;
}

static double count_pixels(MieniSight *sight, const MieniSightWindow *window, uint32_t shown)
{
    double seen = 0.0;
    for (int v = 0; v < window->vertex_count; ++v)
        window->positions[v] = sight->face.positions[window->vertices[v]];
    mieni_raster_draw(&sight->raster, &(MieniRasterDesc){.view = &window->view,
                                                         .positions = window->positions,
                                                         .vertex_count = window->vertex_count,
                                                         .indices = window->indices,
                                                         .triangle_count = window->triangle_count,
                                                         .kinds = window->kinds,
                                                         .shown = shown});
    for (int i = 0; i < PIXELS * PIXELS; ++i) {
        const int32_t triangle = sight->raster.triangles[i];
        seen += triangle >= 0 && window->kinds[triangle] == (uint8_t)window->part ? 1.0 : 0.0;
    }
    return seen;
}

/// The middle of the teeth, and how wide they are. False if there are none.
static bool find_teeth(const MieniSight *sight, double centre[3], double *out_width)
{
    double low[3] = {0.0, 0.0, 0.0}, high[3] = {0.0, 0.0, 0.0};
    bool has_any = false;
    for (int v = 0; v < sight->face.vertex_count; ++v) {
        const MienVec3 p = sight->face.rest[v];
        const double at[3] = {(double)p.x, (double)p.y, (double)p.z};
        if (sight->parts.of_vertex[v] != MIENI_PART_TEETH)
            continue;
        for (int k = 0; k < 3; ++k) {
            low[k] = !has_any || at[k] < low[k] ? at[k] : low[k];
            high[k] = !has_any || at[k] > high[k] ? at[k] : high[k];
        }
        has_any = true;
    }
    for (int k = 0; k < 3; ++k)
        centre[k] = 0.5 * (low[k] + high[k]);
    *out_width = high[0] - low[0];
    return *out_width > 0.0;
}

static bool open_window(MieniSight *sight, MieniSightOf what, int32_t *numbers)
{
    MieniSightWindow *window = &sight->windows[what];
    const MieniEyeball *eye = &sight->parts.eyes[what == MIENI_SIGHT_RIGHT_EYE];
    double width;
    *window = (MieniSightWindow){.view = {.cosine = 1.0}, .part = MIENI_PART_EYE};
    if (what == MIENI_SIGHT_TEETH) {
        window->part = MIENI_PART_TEETH;
        if (!find_teeth(sight, window->view.centre, &width))
            return true;
        window->view.side = teeth_side * width;
        window->depth = 0.5 * width;
    } else {
        if (!sight->parts.has_eyes || !(eye->radius > 0.0))
            return true;
        memcpy(window->view.centre, eye->centre, sizeof eye->centre);
        window->view.side = eye_side * eye->radius;
        window->depth = eye->radius;
    }
    if (!fill_window(sight, window, numbers) || !number_vertices(sight, window, numbers))
        return false;
    const double whole = count_pixels(
        sight, window, what == MIENI_SIGHT_TEETH ? MIENI_PART_BIT(MIENI_PART_TEETH) : MIENI_PARTS_SOLID);
    window->whole = whole >= least_whole ? whole : 0.0;
    return true;
}

static MienStatus open(MieniSight *sight, const MienMesh *mesh, const MienAllocator *allocator,
                       MienError *error)
{
    MienStatus status = open_skeleton(sight, allocator, error);
    if (status == MIEN_OK)
        status = mieni_shown_face_open(
            &(MieniShownFaceDesc){.skeleton = sight->skeleton, .mesh = mesh, .allocator = allocator},
            &sight->face, error);
    if (status != MIEN_OK)
        return status;
    sight->morphs =
        mieni_arena_take(&sight->arena, (size_t)mien_mesh_info(mesh).morph_count, sizeof *sight->morphs);
    if (!mieni_face_parts_find(&sight->face, &sight->arena, &sight->parts) ||
        !mieni_raster_open(&sight->raster, PIXELS, sight->face.vertex_count, &sight->arena))
        return no_memory(error);
    int32_t *numbers = mieni_arena_take(&sight->arena, (size_t)sight->face.vertex_count, sizeof *numbers);
    for (int what = 0; what < MIENI_SIGHTS; ++what)
        if (numbers == NULL || !open_window(sight, (MieniSightOf)what, numbers))
            return no_memory(error);
    return MIEN_OK;
}

MienStatus mieni_sight_open(MieniSight *sight, const MienAuthorSkeleton *skeleton, const MienMesh *mesh,
                            const MienAllocator *allocator, MienError *error)
{
    *sight = (MieniSight){.bones = skeleton, .arena = {.allocator = allocator}};
    const MienStatus status = open(sight, mesh, allocator, error);
    if (status != MIEN_OK)
        mieni_sight_close(sight);
    return status;
}

void mieni_sight_close(MieniSight *sight)
{
    mieni_shown_face_close(&sight->face);
    mien_skeleton_destroy(sight->skeleton);
    mien_author_pack_release(&sight->pack);
    mieni_arena_release(&sight->arena);
    *sight = (MieniSight){0};
}

void mieni_sight_pose(MieniSight *sight, const MienTransform *bones, const MienAuthorPoseAsset *asset,
                      const MienAuthorPose *pose)
{
    const MienMesh *mesh = sight->face.mesh;
    for (int b = 0; b < sight->bones->bone_count; ++b)
        sight->local[sight->cooked[b]] = bones[b];
    for (int m = 0; m < mien_mesh_info(mesh).morph_count; ++m)
        sight->morphs[m] = mien_mesh_morph(mesh, m).weight;
    for (int i = 0; pose != NULL && i < pose->curve_count; ++i) {
        const int morph = mien_mesh_find_morph(mesh, asset->curves[pose->curves[i].curve].name);
        if (morph >= 0)
            sight->morphs[morph] = pose->curves[i].value;
    }
    mieni_shown_face_bones(&sight->face, sight->local, sight->morphs); // what was opened can be posed
}

double mieni_sight_look(MieniSight *sight, MieniSightOf what)
{
    const MieniSightWindow *window = &sight->windows[what];
    return window->whole > 0.0 ? count_pixels(sight, window, MIENI_PARTS_SOLID) / window->whole : 0.0;
}

bool mieni_sight_is_turned(const MieniSight *sight)
{
    double sum[3] = {0.0, 0.0, 0.0}, count = 0.0;
    const MieniShownFace *face = &sight->face;
    for (int v = 0; v < face->vertex_count; ++v) {
        if (sight->parts.of_vertex[v] != MIENI_PART_EYE)
            continue;
        const MienVec3 a = face->rest[v], b = face->positions[v];
        sum[0] += (double)b.x - (double)a.x;
        sum[1] += (double)b.y - (double)a.y;
        sum[2] += (double)b.z - (double)a.z;
        count += 1.0;
    }
    const double limit = 0.3 * sight->parts.eyes[0].radius * count;
    return (sum[0] * sum[0] + sum[1] * sum[1]) + sum[2] * sum[2] > limit * limit;
}
