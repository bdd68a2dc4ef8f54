// SPDX-License-Identifier: MIT
//
// Finding the points of a map in a clip.

#include "core/float_rules.h"

#include "project/recipes/solve_points.h"

#include "base/names.h"
#include "io/point_map.h"

#include <stdio.h>
#include <string.h>

/// Columns are named by the point, one of these and the axis, or by the axis, the last of these and the
/// point.
static const char between[] = ".: _";
enum { FORMS = 5 };

/// Names of a clip's curves, sorted.
typedef struct Columns {
    MieniNameEntry *names;
    int count;
} Columns;

typedef struct Finding {
    MieniClipMaking *making;
    const MieniSolveView *settings;
    const MienSkeleton *skeleton;
    const MienMesh *mesh;
    const MieniMappedPoint *mapped;
    int mapped_count;
    Columns columns;
    MieniSolvePoints *out;
} Finding;

static MienStatus fail_in_map(const Finding *f, int line, const char *format, const char *name)
{
    return mieni_problem_set(f->making->problem, mieni_solve_points(f->settings), MIEN_ERROR_DATA,
                             mieni_at_line(line), format, name);
}

static MienStatus read_map(Finding *f)
{
    const char *path = mieni_solve_points(f->settings);
    MieniClipMaking *making = f->making;
    MieniBuffer buffer;
    MienError error = {0};
    MienStatus status = mieni_project_read(making->project, path, &buffer, making->problem);
    if (status != MIEN_OK)
        return mieni_problem_refer(making->problem, status, making->path,
                                   mieni_solve_points_json(f->settings), "solve.points", path);
    status = mieni_point_map_read(buffer.bytes, buffer.size, &making->recipe->arena, &f->mapped,
                                  &f->mapped_count, &error);
    mieni_buffer_release(&buffer);
    status = mieni_project_status(making->project, status, &error);
    return status == MIEN_OK ? MIEN_OK
                             : mieni_problem_set(making->problem, path, status, mieni_at_error(&error), "%s",
                                                 error.message);
}

static bool sort_columns(MieniArena *arena, const MienAuthorClip *clip, Columns *out)
{
    *out =
        (Columns){mieni_arena_take(arena, (size_t)clip->curve_count, sizeof *out->names), clip->curve_count};
    if (out->names == NULL)
        return false;
    for (int c = 0; c < clip->curve_count; ++c)
        out->names[c] = (MieniNameEntry){clip->curves[c].name, c};
    mieni_names_sort(out->names, out->count);
    return true;
}

static bool take_memory(Finding *f)
{
    MieniArena *arena = &f->making->recipe->arena;
    const MienAuthorClip *clip = &f->making->recipe->assembled;
    const size_t count = (size_t)f->mapped_count;
    MieniSolvePoints *out = f->out;
    out->names = mieni_arena_take(arena, count, sizeof *out->names);
    out->missing = mieni_arena_take(arena, count, sizeof *out->missing);
    out->vertices = mieni_arena_take(arena, count, sizeof *out->vertices);
    out->weights = mieni_arena_take(arena, count, sizeof *out->weights);
    out->curves = mieni_arena_take(arena, count, sizeof *out->curves);
    out->bones = mieni_arena_take(arena, count, sizeof *out->bones);
    return sort_columns(arena, clip, &f->columns) && !arena->is_out_of_memory;
}

/// The curve of one axis in one form of names, or -1.
static int find_axis(const Columns *columns, const char *point, int form, char axis)
{
    char name[MIEN_MAX_NAME + 8];
    if (form < FORMS - 1)
        snprintf(name, sizeof name, "%s%c%c", point, between[form], axis);
    else
        snprintf(name, sizeof name, "%c_%s", axis, point);
    return mieni_names_search(columns->names, columns->count, name);
}

/// The three curves of a point in any form. Returns how many axes were found in the best one.
static int find_curves(const Columns *columns, const char *point, int out_curves[3])
{
    int most = 0;
    for (int form = 0; form < FORMS && most < 3; ++form)
        for (int is_capital = 0; is_capital < 2 && most < 3; ++is_capital) {
            int found = 0;
            for (int axis = 0; axis < 3; ++axis) {
                out_curves[axis] = find_axis(columns, point, form, (char)((is_capital ? 'X' : 'x') + axis));
                found += out_curves[axis] >= 0;
            }
            most = found > most ? found : most;
        }
    return most;
}

/// Adds a point of the map, if the clip has it.
static MienStatus add_point(Finding *f, const MieniMappedPoint *point)
{
    MieniSolvePoints *out = f->out;
    const int at = out->count, found = find_curves(&f->columns, point->name, out->curves[at]);
    const int bone = point->bone != NULL ? mien_skeleton_find_bone(f->skeleton, point->bone) : -1;
    if (point->bone != NULL && bone < 0)
        return fail_in_map(f, point->line, "The skeleton of the poses has no bone \"%.60s\".", point->bone);
    if (point->bone == NULL && point->vertex >= (uint32_t)mien_mesh_info(f->mesh).vertex_count)
        return fail_in_map(f, point->line, "The mesh of the poses has no such vertex for \"%.60s\".",
                           point->name);
    if (found > 0 && found < 3)
        return fail_in_map(f, point->line, "The table has not all of x, y and z of \"%.60s\".", point->name);
    if (found == 0) {
        out->missing[out->missing_count++] = point->name;
        return MIEN_OK;
    }
    out->names[at] = point->name;
    out->vertices[at] = point->vertex;
    out->bones[at] = bone;
    out->weights[at] = point->weight;
    ++out->count;
    return MIEN_OK;
}

static MienStatus find_points(Finding *f)
{
    MieniSolvePoints *out = f->out;
    bool has_bones = false;
    if (f->mesh == NULL)
        return mieni_problem_set(f->making->problem, mieni_solve_poses(f->settings), MIEN_ERROR_DATA,
                                 mieni_nowhere(), "Points need a mesh: set the mesh of the pose asset.");
    for (int i = 0; i < f->mapped_count; ++i) {
        const MienStatus status = add_point(f, &f->mapped[i]);
        if (status != MIEN_OK)
            return status;
    }
    for (int i = 0; i < out->count; ++i)
        has_bones = has_bones || out->bones[i] >= 0;
    out->bones = has_bones ? out->bones : NULL;
    if (out->count > 0)
        return MIEN_OK;
    return mieni_problem_set(f->making->problem, f->making->path, MIEN_ERROR_DATA, mieni_nowhere(),
                             "None of the points in %s is in the table: a point \"%.60s\" has the columns "
                             "\"%.60s.x\", \"%.60s.y\" and \"%.60s.z\".",
                             mieni_solve_points(f->settings), f->mapped[0].name, f->mapped[0].name,
                             f->mapped[0].name, f->mapped[0].name);
}

/// Rows at uneven times get a rate that no two frames come from one row by: frames between rows would look
/// like a take without noise.
static void choose_rate(const Finding *f)
{
    MienAuthorClip *clip = &f->making->recipe->assembled;
    const MienAuthorClipCurve *curve = &clip->curves[f->out->curves[0][0]];
    const int rows = curve->key_count;
    const double seconds = rows > 1 ? curve->keys[rows - 1].time - curve->keys[0].time : 0.0;
    const double divisor = clip->rate_divisor > 0 ? clip->rate_divisor : 1;
    if (f->making->has_given_rate || clip->track_count > 0 || !(seconds > 0.0))
        return;
    const double rate = (double)(rows - 1) / seconds, whole = (double)(int)(rate + 0.5);
    if ((double)clip->rate / divisor < 1.05 * rate || !(rate > 1.0 && rate < 100000.0))
        return;
    const bool is_whole = rate > 0.99 * whole && rate < 1.01 * whole;
    clip->rate = is_whole ? (int)whole : (int)(rate * 100.0);
    clip->rate_divisor = is_whole ? 1 : 100;
}

MienStatus mieni_solve_points_open(MieniClipMaking *making, const MieniSolveView *settings,
                                   const MienSkeleton *skeleton, const MienMesh *mesh,
                                   MieniSolvePoints *out_points)
{
    const MieniSourceView *source =
        making->own != NULL ? mieni_clip_curves(making->own) : mieni_clips_settings(making->shared);
    Finding f = {
        .making = making, .settings = settings, .skeleton = skeleton, .mesh = mesh, .out = out_points};
    *out_points = (MieniSolvePoints){
        .unit = source != NULL ? (float)mieni_source_unit(source, 1.0) : 1.0f,
        .is_z_up = source != NULL && strcmp(mieni_text_or_empty(mieni_source_up(source)), "z") == 0};
    MienStatus status = read_map(&f);
    if (status != MIEN_OK)
        return status;
    status = take_memory(&f) ? find_points(&f) : mieni_clip_no_memory(making);
    if (status == MIEN_OK)
        choose_rate(&f);
    return status;
}

MienStatus mieni_solve_points_again(MieniClipMaking *making, const char *path, const MienAuthorClip *clip,
                                    const MieniSolvePoints *points, MieniSolvePoints *out_points)
{
    MieniArena *arena = &making->recipe->arena;
    Columns columns;
    *out_points = *points;
    out_points->curves = mieni_arena_take(arena, (size_t)points->count, sizeof *out_points->curves);
    if (out_points->curves == NULL || !sort_columns(arena, clip, &columns))
        return mieni_clip_no_memory(making);
    for (int p = 0; p < points->count; ++p)
        if (find_curves(&columns, points->names[p], out_points->curves[p]) < 3)
            return mieni_problem_set(making->problem, path, MIEN_ERROR_DATA, mieni_nowhere(),
                                     "The table has not all of x, y and z of \"%.60s\", as %s has.",
                                     points->names[p], making->path);
    return MIEN_OK;
}

void mieni_solve_points_place(const MieniSolvePoints *points, const MienAuthorClip *clip, double time,
                              MienVec3 *out_positions)
{
    for (int p = 0; p < points->count; ++p) {
        float at[3];
        for (int axis = 0; axis < 3; ++axis)
            at[axis] =
                points->unit * mien_author_curve_evaluate(&clip->curves[points->curves[p][axis]], time);
        out_positions[p] =
            points->is_z_up ? (MienVec3){at[0], at[2], -at[1]} : (MienVec3){at[0], at[1], at[2]};
    }
}
