// SPDX-License-Identifier: MIT
//
// Performances with known curves: what they do to a head of the cast, and how far solved curves are
// from them.

#pragma once

#include "support/cast_actor.h"
#include "support/seconds.h"

#include "mien_io/curves.h"
#include "mien_io/fbx.h"
#include "mien_io/gltf.h"
#include "mien_io/live_link.h"
#include "mien_solve/solve.h"
#include "sample/random.h"

#include <math.h>

/// Curves over time, and the bones or points that they make. Curves are in the order of a solver.
typedef struct Performance {
    int frame_count, curve_count;
    double rate;
    float *values; ///< Per frame and curve.
    int bone_count, point_count;
    MienTransform *bones; ///< Per frame and bone.
    MienVec3 *points;     ///< Per frame and point.
} Performance;

static inline void performance_free(Performance *p)
{
    free(p->values);
    free(p->bones);
    free(p->points);
    *p = (Performance){0};
}

static inline float *performance_at(const Performance *p, int frame)
{
    return p->values + (size_t)frame * (size_t)p->curve_count;
}

static inline bool performance_read(void *user, int frame, const MienSolveBuffer *out)
{
    const Performance *p = user;
    if (p->bones != NULL)
        memcpy(out->bones, p->bones + (size_t)frame * (size_t)p->bone_count,
               (size_t)p->bone_count * sizeof *out->bones);
    if (p->points != NULL)
        memcpy(out->points, p->points + (size_t)frame * (size_t)p->point_count,
               (size_t)p->point_count * sizeof *out->points);
    return true;
}

static inline MienSolveTake performance_take(Performance *p)
{
    return (MienSolveTake){
        .frame_count = p->frame_count, .rate = p->rate, .user = p, .read = performance_read};
}

static inline char lower(char c) { return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

/// Whether a shape is called so, as phones (EyeBlinkLeft) and heads (eyeBlink_L) spell it. Shapes of
/// both sides (BrowInnerUp) are those of each side.
static inline bool is_shape(const char *name, const char *other)
{
    for (; *name != '\0' && lower(*name) == lower(*other); ++name, ++other)
        ;
    const char *const side = strcmp(other, "_L") == 0 ? "Left" : strcmp(other, "_R") == 0 ? "Right" : NULL;
    return side == NULL ? *name == *other : *name == '\0' || strcmp(name, side) == 0;
}

/// Reads a take with curves: a table of Live Link Face, or JSON. NULL without data.
static inline MienAuthorClip *read_curves(const char *file)
{
    const char *path = check_data_path(file);
    const MienIoLiveLinkOptions options = {.timing = MIEN_IO_LIVE_LINK_COUNTED};
    MienFile *opened = NULL;
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    if (path == NULL)
        return NULL;
    require_ok(mien_file_open(path, NULL, &opened, &error), &error, __LINE__);
    const void *bytes = mien_file_data(opened);
    const size_t size = mien_file_size(opened);
    require_ok(strstr(file, ".json") != NULL
                   ? mien_io_curves_json_read(bytes, size, NULL, &clip, NULL, &error)
                   : mien_io_live_link_read(bytes, size, &options, &clip, NULL, &error),
               &error, __LINE__);
    mien_file_close(opened);
    return clip;
}

/// The solver's curves of a clip, one value per key of the clip's first curve.
static inline void performance_from_clip(Performance *p, const MienSolver *solver, const MienAuthorClip *clip)
{
    *p =
        (Performance){.frame_count = clip->curves[0].key_count,
                      .curve_count = mien_solver_curve_count(solver),
                      .rate = (double)clip->rate / (double)(clip->rate_divisor > 0 ? clip->rate_divisor : 1)};
    p->values = calloc((size_t)p->frame_count * (size_t)p->curve_count, sizeof *p->values);
    for (int c = 0; c < p->curve_count; ++c)
        for (int k = 0; k < clip->curve_count; ++k)
            for (int f = 0;
                 is_shape(clip->curves[k].name, mien_solver_curve(solver, c).name) && f < p->frame_count; ++f)
                performance_at(p, f)[c] =
                    mien_author_curve_evaluate(&clip->curves[k], clip->curves[0].keys[f].time);
}

/// Reads the solver's curves from a take. False without data.
static inline bool performance_read_file(Performance *p, const MienSolver *solver, const char *file)
{
    MienAuthorClip *clip = read_curves(file);
    if (clip == NULL)
        return false;
    performance_from_clip(p, solver, clip);
    mien_author_clip_destroy(clip);
    return true;
}

/// Keeps some frames only, if there are as many.
static inline void performance_cut(Performance *p, int first, int count)
{
    if (first + count > p->frame_count)
        return;
    memmove(p->values, performance_at(p, first), (size_t)count * (size_t)p->curve_count * sizeof *p->values);
    p->frame_count = count;
}

/// Whether all frames of all data are to be solved, or fewer, to save time.
static inline bool is_thorough(void) { return getenv("MIEN_REQUIRE_DATA") != NULL; }

/// A normal distribution, nearly.
static inline float noise(uint64_t *seed, double deviation)
{
    float sum = 0.0f;
    for (int i = 0; i < 12; ++i)
        sum += mien_random_between(seed, -0.5f, 0.5f);
    return sum * (float)deviation;
}

/// Smooth curves within the solver's ranges: some rest, some overlap.
static inline void performance_make(Performance *p, const MienSolver *solver, int frame_count, uint64_t seed)
{
    *p = (Performance){
        .frame_count = frame_count, .curve_count = mien_solver_curve_count(solver), .rate = 30.0};
    p->values = calloc((size_t)frame_count * (size_t)p->curve_count, sizeof *p->values);
    for (int c = 0; c < p->curve_count; ++c) {
        const MienSolverCurve curve = mien_solver_curve(solver, c);
        const float middle = mien_random_between(&seed, 0.0f, (float)frame_count),
                    reach = mien_random_between(&seed, 5.0f, 20.0f);
        for (int f = 0; f < frame_count; ++f) {
            const float x = ((float)f - middle) / reach, part = 1.0f - x * x;
            performance_at(p, f)[c] = part > 0.0f ? part * part * curve.max : 0.0f;
        }
    }
}

/// Puts a frame's values on an actor, and skins it.
static inline void show_values(Actor *actor, const MienSolver *solver, const float *values)
{
    mien_curve_set_clear(&actor->stage.job.curves);
    for (int c = 0; c < mien_solver_curve_count(solver); ++c) {
        const int curve = mien_skeleton_find_curve(actor->loaded.skeleton, mien_solver_curve(solver, c).name);
        mien_curve_set_put(&actor->stage.job.curves, curve, values[c]);
    }
    stage_run(&actor->stage);
}

/// The bones of a performance on an actor.
static inline void performance_bake(Performance *p, Actor *actor, const MienSolver *solver)
{
    p->bone_count = actor->loaded.bone_count;
    p->bones = calloc((size_t)p->frame_count * (size_t)p->bone_count, sizeof *p->bones);
    for (int f = 0; f < p->frame_count; ++f) {
        show_values(actor, solver, performance_at(p, f));
        memcpy(p->bones + (size_t)f * (size_t)p->bone_count, actor->stage.out,
               (size_t)p->bone_count * sizeof *p->bones);
    }
}

/// Distances between two performances.
typedef struct Distance {
    double rms, max;
} Distance;

/// Of curves.
static inline Distance curve_distance(const Performance *p, const float *values)
{
    Distance d = {0};
    const size_t count = (size_t)p->frame_count * (size_t)p->curve_count;
    for (size_t i = 0; i < count; ++i) {
        const double off = fabs((double)values[i] - (double)p->values[i]);
        d.rms += off * off;
        d.max = off > d.max ? off : d.max;
    }
    d.rms = sqrt(d.rms / (double)(count > 0 ? count : 1));
    return d;
}

/// Of vertices of an actor, in percent of the height of its head; every few frames.
static inline Distance vertex_distance(const Performance *p, const float *values, Actor *actor,
                                       const MienSolver *solver, int stride)
{
    const int vertices = actor->head.mesh.vertex_count;
    MienVec3 *truth = calloc((size_t)vertices, sizeof *truth);
    Distance d = {0};
    double count = 0.0;
    for (int f = 0; f < p->frame_count; f += stride) {
        show_values(actor, solver, performance_at(p, f));
        skin_actor(actor);
        memcpy(truth, actor->positions, (size_t)vertices * sizeof *truth);
        show_values(actor, solver, values + (size_t)f * (size_t)p->curve_count);
        skin_actor(actor);
        for (int v = 0; v < vertices; ++v) {
            const double x = (double)truth[v].x - (double)actor->positions[v].x,
                         y = (double)truth[v].y - (double)actor->positions[v].y,
                         z = (double)truth[v].z - (double)actor->positions[v].z;
            const double square = x * x + y * y + z * z;
            d.rms += square;
            d.max = square > d.max ? square : d.max;
            count += 1.0;
        }
    }
    const double percent = 100.0 / (double)actor->head.height;
    free(truth);
    d.rms = sqrt(d.rms / count) * percent;
    d.max = sqrt(d.max) * percent;
    return d;
}

/// Reads a glTF or FBX file. NULL without data, or if this build cannot read it.
static inline MienIoSource *read_source(const char *file)
{
    const char *path = check_data_path(file);
    MienFile *opened = NULL;
    MienIoGltf *gltf = NULL;
    MienIoSource *source = NULL;
    MienError error = {0};
    if (path == NULL)
        return NULL;
    require_ok(mien_file_open(path, NULL, &opened, &error), &error, __LINE__);
    const void *bytes = mien_file_data(opened);
    const size_t size = mien_file_size(opened);
    MienStatus status = strstr(file, ".fbx") != NULL
                            ? mien_io_fbx_read(bytes, size, NULL, &source, NULL, &error)
                            : mien_io_gltf_open(bytes, size, NULL, &gltf, &error);
    if (gltf != NULL)
        status = mien_io_gltf_read(gltf, NULL, &source, NULL, &error);
    if (status != MIEN_ERROR_VERSION) // built without zlib
        require_ok(status, &error, __LINE__);
    mien_io_gltf_destroy(gltf);
    mien_file_close(opened);
    return source;
}

/// A mesh of a file, with its pack.
typedef struct MeshFile {
    MienAuthorPack pack;
    MienMesh *mesh;
} MeshFile;

static inline void mesh_file_make(MeshFile *m, const MienAuthorMesh *mesh)
{
    MienError error = {0};
    *m = (MeshFile){0};
    require_ok(mien_author_mesh_cook(mesh, NULL, &m->pack, &error), &error, __LINE__);
    require_ok(mien_mesh_load(m->pack.data, m->pack.size, NULL, &m->mesh, &error), &error, __LINE__);
}

/// False without data.
static inline bool mesh_file_open(MeshFile *m, const char *file)
{
    MienIoSource *source = read_source(file);
    if (source == NULL)
        return false;
    mesh_file_make(m, source->mesh);
    mien_io_source_destroy(source);
    return true;
}

static inline void mesh_file_close(MeshFile *m)
{
    mien_mesh_destroy(m->mesh);
    mien_author_pack_release(&m->pack);
}

/// The points of one frame: morph targets of a mesh, in double, rounded once.
static inline void morph_points(const MienMesh *mesh, const uint32_t *vertices, int count,
                                const float *values, double *scratch, MienVec3 *out_points)
{
    const MienMeshInfo info = mien_mesh_info(mesh);
    memset(scratch, 0, (size_t)info.vertex_count * 3 * sizeof *scratch);
    for (int m = 0; m < info.morph_count; ++m) {
        const MienMorph morph = mien_mesh_morph(mesh, m);
        for (int i = 0; values[m] != 0.0f && i < morph.vertex_count; ++i) {
            scratch[3 * morph.vertices[i]] += (double)values[m] * (double)morph.positions[i].x;
            scratch[3 * morph.vertices[i] + 1] += (double)values[m] * (double)morph.positions[i].y;
            scratch[3 * morph.vertices[i] + 2] += (double)values[m] * (double)morph.positions[i].z;
        }
    }
    const MienVec3 *rest = mien_mesh_positions(mesh);
    for (int p = 0; p < count; ++p) {
        const size_t v = vertices != NULL ? vertices[p] : (size_t)p;
        out_points[p] = (MienVec3){(float)((double)rest[v].x + scratch[3 * v]),
                                   (float)((double)rest[v].y + scratch[3 * v + 1]),
                                   (float)((double)rest[v].z + scratch[3 * v + 2])};
    }
}
