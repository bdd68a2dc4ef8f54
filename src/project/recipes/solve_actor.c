// SPDX-License-Identifier: MIT
//
// Measuring an actor's own poses.

#include "core/float_rules.h"

#include "project/recipes/solve_actor.h"

#include "io/labels.h"
#include "mien_io/curves.h"
#include "project/recipes/solve_head.h"

#include <string.h>

static const char neutral_name[] = "neutral";
static const double root_of_two = 1.4142135623730951;

typedef struct Measuring {
    MieniClipMaking *making;
    const MieniSolveView *settings;
    const MieniSolveFace *face;
    const MienSolverDesc *desc;
    const char *table_path, *labels_path;
    const MieniLabel *labels;
    int label_count;
    MienAuthorClip *clip; ///< The take in which poses are held.
    MieniSolvePoints points;
    const MienAuthorKey *rows; ///< Times of the table's rows are those of its first point.
    int row_count;
    MienSolver *solver; ///< Without the actor's poses.
} Measuring;

static MienStatus fail_in_labels(const Measuring *m, int line, const char *format, const char *name)
{
    return mieni_problem_set(m->making->problem, m->labels_path, MIEN_ERROR_DATA,
                             line > 0 ? mieni_at_line(line) : mieni_nowhere(), format, name);
}

static MienStatus open_file(const Measuring *m, const char *path, MieniJson *value, const char *place,
                            MieniBuffer *out_buffer)
{
    const MienStatus status = mieni_project_read(m->making->project, path, out_buffer, m->making->problem);
    return status == MIEN_OK
               ? MIEN_OK
               : mieni_problem_refer(m->making->problem, status, m->making->path, value, place, path);
}

/// The end of reading a file: its error, if it has one.
static MienStatus close_file(const Measuring *m, const char *path, MieniBuffer *buffer, MienStatus status,
                             MienError *error)
{
    mieni_buffer_release(buffer);
    status = mieni_project_status(m->making->project, status, error);
    return status == MIEN_OK ? MIEN_OK
                             : mieni_problem_set(m->making->problem, path, status, mieni_at_error(error),
                                                 "%s", error->message);
}

static MienStatus read_table(Measuring *m)
{
    const MienIoCurvesOptions options = {.allocator = mieni_project_allocator(m->making->project)};
    MieniBuffer buffer;
    MienError error = {0};
    MienStatus status =
        open_file(m, m->table_path, mieni_solve_calibrate_json(m->settings), "solve.calibrate", &buffer);
    if (status != MIEN_OK)
        return status;
    status = mien_io_curves_csv_read(buffer.bytes, buffer.size, &options, &m->clip, NULL, &error);
    return close_file(m, m->table_path, &buffer, status, &error);
}

static MienStatus read_labels(Measuring *m)
{
    MieniBuffer buffer;
    MienError error = {0};
    MienStatus status =
        open_file(m, m->labels_path, mieni_solve_labels_json(m->settings), "solve.labels", &buffer);
    if (status != MIEN_OK)
        return status;
    status = mieni_labels_read(buffer.bytes, buffer.size, &m->making->recipe->arena, &m->labels,
                               &m->label_count, &error);
    return close_file(m, m->labels_path, &buffer, status, &error);
}

static const MieniLabel *find_label(const Measuring *m, const char *name)
{
    for (int i = 0; i < m->label_count; ++i)
        if (strcmp(m->labels[i].name, name) == 0)
            return &m->labels[i];
    return NULL;
}

/// The pose that a label names.
static MienStatus find_pose(const Measuring *m, const MieniLabel *label, int *out_pose)
{
    *out_pose = mieni_solve_face_find_pose(m->face, label->name);
    return *out_pose >= 0
               ? MIEN_OK
               : mieni_solve_face_no_pose(m->face, label->name, mieni_solve_poses(m->settings),
                                          m->labels_path, mieni_at_line(label->line), m->making->problem);
}

/// The rows in which a label's pose is held.
static MienStatus find_rows(const Measuring *m, const MieniLabel *label, int *out_first, int *out_count)
{
    int first = 0, end;
    while (first < m->row_count && m->rows[first].time < label->begin)
        ++first;
    for (end = first; end < m->row_count && m->rows[end].time <= label->end;)
        ++end;
    *out_first = first;
    *out_count = end - first;
    return end > first ? MIEN_OK
                       : fail_in_labels(m, label->line, "There is no row of %s in this time.", m->table_path);
}

static bool read_row(void *user, int row, const MienSolveBuffer *out)
{
    const Measuring *m = user;
    mieni_solve_points_place(&m->points, m->clip, m->rows[row].time, out->points);
    return mieni_budget_goes_on(mieni_project_allocator(m->making->project));
}

static MienStatus measure(Measuring *m, const MieniLabel *label, MienVec3 *out_points, double *out_deviation)
{
    const MienSolveTake take = {.frame_count = m->row_count, .user = m, .read = read_row};
    MienError error = {0};
    int first, count;
    MienStatus status = find_rows(m, label, &first, &count);
    if (status != MIEN_OK)
        return status;
    status = mien_solver_mean_points(m->solver, &take, first, count, out_points, out_deviation, &error);
    return status == MIEN_OK ? MIEN_OK
                             : mieni_problem_set(m->making->problem, m->table_path,
                                                 mieni_project_status(m->making->project, status, &error),
                                                 mieni_nowhere(), "%s", error.message);
}

/// A solver with the neutral face of the take, in the middle of its stretch.
static MienStatus create_solver(Measuring *m, int head, const MieniLabel *neutral, MienVec3 *points)
{
    MienSolverDesc desc = *m->desc;
    MienError error = {0};
    int first, count;
    const MienStatus found = find_rows(m, neutral, &first, &count);
    if (found != MIEN_OK)
        return found;
    mieni_solve_points_place(&m->points, m->clip, m->rows[first + count / 2].time, points);
    desc.neutral_points = points;
    const MienStatus status = mien_solver_create(&desc, &m->solver, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(m->making->problem, m->making->path,
                                 mieni_project_status(m->making->project, status, &error), mieni_nowhere(),
                                 "%s", error.message);
    if (head >= 0)
        mieni_solve_head_leave_out(m->face, head, m->solver);
    return MIEN_OK;
}

/// The offsets of one label's pose.
static MienStatus measure_pose(Measuring *m, const MieniLabel *label, MieniSolveActor *out)
{
    const int count = m->points.count;
    int pose = 0;
    MienVec3 *offsets = mieni_arena_take(&m->making->recipe->arena, (size_t)count, sizeof *offsets);
    if (offsets == NULL)
        return mieni_clip_no_memory(m->making);
    MienStatus status = find_pose(m, label, &pose);
    if (status == MIEN_OK)
        status = measure(m, label, offsets, NULL);
    for (int p = 0; status == MIEN_OK && p < count; ++p)
        offsets[p] = (MienVec3){offsets[p].x - out->neutral[p].x, offsets[p].y - out->neutral[p].y,
                                offsets[p].z - out->neutral[p].z};
    if (status == MIEN_OK)
        out->poses[pose] = offsets;
    return status;
}

static MienStatus measure_all(Measuring *m, int head, MieniSolveActor *out)
{
    MieniArena *arena = &m->making->recipe->arena;
    const MieniLabel *neutral = find_label(m, neutral_name);
    MienVec3 *middle = mieni_arena_take(arena, (size_t)m->points.count, sizeof *middle);
    out->neutral = mieni_arena_take(arena, (size_t)m->points.count, sizeof *out->neutral);
    out->poses = mieni_arena_take(arena, (size_t)mieni_solve_face_pose_count(m->face), sizeof *out->poses);
    if (arena->is_out_of_memory)
        return mieni_clip_no_memory(m->making);
    if (neutral == NULL)
        return fail_in_labels(m, 0, "No row is called \"%s\": poses are measured from the neutral face.",
                              neutral_name);
    m->row_count = m->clip->curves[m->points.curves[0][0]].key_count;
    m->rows = m->clip->curves[m->points.curves[0][0]].keys;
    MienStatus status = create_solver(m, head, neutral, middle);
    if (status == MIEN_OK)
        status = measure(m, neutral, out->neutral, &out->noise);
    out->noise *= root_of_two; // of a difference
    for (int i = 0; status == MIEN_OK && i < m->label_count; ++i)
        if (&m->labels[i] != neutral)
            status = measure_pose(m, &m->labels[i], out);
    return status;
}

MienStatus mieni_solve_actor_open(MieniClipMaking *making, const MieniSolveView *settings,
                                  const MieniSolveFace *face, const MienSolverDesc *desc, int head,
                                  const MieniSolvePoints *points, MieniSolveActor *out_actor)
{
    Measuring m = {.making = making,
                   .settings = settings,
                   .face = face,
                   .desc = desc,
                   .table_path = mieni_solve_calibrate(settings),
                   .labels_path = mieni_solve_labels(settings)};
    MienStatus status = read_labels(&m);
    if (status == MIEN_OK)
        status = read_table(&m);
    if (status == MIEN_OK)
        status = mieni_solve_points_again(making, m.table_path, m.clip, points, &m.points);
    if (status == MIEN_OK)
        status = measure_all(&m, head, out_actor);
    mien_solver_destroy(m.solver);
    mien_author_clip_destroy(m.clip);
    return status;
}
