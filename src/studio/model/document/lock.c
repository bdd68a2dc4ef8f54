// SPDX-License-Identifier: MIT
//
// The project lock.

#define _DEFAULT_SOURCE // flock

#include "studio/model/document/lock.h"

#include "project/files/derived.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static MienStatus fail(MieniProblem *problem, const char *path)
{
    char sentence[160];
    snprintf(sentence, sizeof sentence, "Cannot lock the project: %s", strerror(errno));
    const MienStatus status =
        mieni_problem_set(problem, path, MIEN_ERROR_FILE, mieni_nowhere(), "%s", sentence);
    if (problem != NULL)
        problem->is_write = true;
    return status;
}

/// The process that owns the lock by the file; 0: none.
static long read_owner(int descriptor)
{
    char text[32] = "";
    const ssize_t size = pread(descriptor, text, sizeof text - 1, 0);
    return size > 0 ? strtol(text, NULL, 10) : 0;
}

MienStatus studio_lock_take(StudioLock *out_lock, const MieniProject *project, MieniProblem *problem)
{
    static const char path[] = "studio.lock";
    char text[32];
    MieniProblem found = {0};
    *out_lock = (StudioLock){.descriptor = -1};
    const int descriptor = mieni_derived_open_lock(project, path, &found);
    if (descriptor < 0) {
        if (problem != NULL)
            *problem = found;
        return found.error.status;
    }
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        const bool is_taken = errno == EWOULDBLOCK;
        const MienStatus refused = is_taken ? MIEN_OK : fail(problem, path);
        out_lock->owner = is_taken ? read_owner(descriptor) : 0;
        close(descriptor);
        return refused;
    }
    const int size = snprintf(text, sizeof text, "%ld\n", (long)getpid());
    if (ftruncate(descriptor, 0) != 0 || pwrite(descriptor, text, (size_t)size, 0) != size) {
        const MienStatus refused = fail(problem, path);
        close(descriptor);
        return refused;
    }
    out_lock->descriptor = descriptor;
    return MIEN_OK;
}

void studio_lock_drop(StudioLock *lock)
{
    if (lock->descriptor >= 0)
        close(lock->descriptor); // the lock goes with it; the file stays, so that no two can differ about it
    lock->descriptor = -1;
}
