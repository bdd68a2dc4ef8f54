// SPDX-License-Identifier: MIT
//
// The edit lock, and the contents of files when they were read.

#include "project/edit/edit.h"

#include "project/files/derived.h"
#include "project/files/os.h"

#include <errno.h>
#include <stdlib.h>

static MienStatus refuse_lock(const char *build, MieniProblem *problem)
{
    const MienStatus status = mieni_problem_set(
        problem, build, MIEN_ERROR_FILE, mieni_nowhere(),
        "Another program is changing files of this project: try again when it has finished.");
    if (problem != NULL)
        problem->is_write = true;
    return status;
}

/// Asks for the lock until it is given.
static MienStatus wait_for(int lock, const char *build, const MieniEditOptions *options,
                           MieniProblem *problem)
{
    enum { PAUSE = 5000000 }; // nanoseconds
    const double start = mieni_os_seconds();
    bool is_told = false;
    while (!mieni_os_lock(lock, false, false)) {
        const double waited = mieni_os_seconds() - start;
        if (errno != EWOULDBLOCK && errno != EAGAIN && errno != EINTR)
            return mieni_problem_write(problem, build, "The project cannot be locked");
        if (options->is_cancelled != NULL && options->is_cancelled(options->user))
            return mieni_problem_set(problem, build, MIEN_ERROR_CANCELLED, mieni_nowhere(), "Interrupted.");
        if (options->seconds > 0 && waited >= options->seconds)
            return refuse_lock(build, problem);
        if (waited > 1 && !is_told && options->waits != NULL) {
            options->waits(options->user);
            is_told = true;
        }
        mieni_os_sleep(PAUSE);
    }
    return MIEN_OK;
}

static MienStatus end_cut_off(const MieniProject *project, const MieniEditOptions *options,
                              MieniProblem *problem)
{
    return mieni_edit_journal_resume(project, options->resumed, options->user, problem);
}

MienStatus mieni_edit_resume(const MieniProject *project, const MieniEditOptions *options,
                             MieniProblem *problem)
{
    const MieniEditOptions none = {0};
    if (!mieni_edit_journal_is_there(project))
        return MIEN_OK;
    const int lock = mieni_derived_open_lock(project, "edit.lock", problem);
    if (lock < 0)
        return MIEN_ERROR_FILE;
    const MienStatus status = mieni_os_lock(lock, false, false)
                                  ? end_cut_off(project, options != NULL ? options : &none, problem)
                                  : MIEN_OK; // it is under way
    mieni_os_close(lock);
    return status;
}

MienStatus mieni_edit_lock(const MieniProject *project, const MieniEditOptions *options, int *out_lock,
                           MieniProblem *problem)
{
    const MieniEditOptions none = {0};
    MieniProblem refused = {0};
    *out_lock = -1;
    const int lock = mieni_derived_open_lock(project, "edit.lock", &refused);
    MienStatus status = lock >= 0
                            ? wait_for(lock, project->build, options != NULL ? options : &none, &refused)
                            : refused.error.status;
    if (status == MIEN_OK)
        status = end_cut_off(project, options != NULL ? options : &none, &refused);
    if (status == MIEN_OK)
        *out_lock = lock;
    else if (lock >= 0)
        mieni_os_close(lock);
    if (status != MIEN_OK && problem != NULL)
        *problem = refused;
    return status;
}

MienStatus mieni_edit_begin(MieniProject *project, const MieniEditOptions *options, MieniProblem *problem)
{
    MieniEdit *edit = calloc(1, sizeof *edit);
    if (edit == NULL)
        return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    const MienStatus status = mieni_edit_lock(project, options, &edit->lock, problem);
    if (status == MIEN_OK)
        project->edit = edit;
    else
        free(edit);
    return status;
}
