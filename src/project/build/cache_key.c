// SPDX-License-Identifier: MIT
//
// Where the key of the cache is.

#include "project/build/cache_key.h"

#include "project/files/os.h"
#include "project/user_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The path of the key file; false if none is named.
static bool find_key(char out[MIENI_PATH_ROOM])
{
    const char *path = getenv("MIEN_CACHE_KEY_FILE");
    if (path == NULL || path[0] == '\0')
        return mieni_user_setting("cache_key_file", out);
    return snprintf(out, MIENI_PATH_ROOM, "%s", path) < MIENI_PATH_ROOM;
}

MienStatus mieni_cache_key(MieniHmacKey *out_key, bool *out_has_key, MieniProblem *problem)
{
    MieniOsInfo info;
    MieniBuffer bytes;
    char path[MIENI_PATH_ROOM];
    *out_has_key = false;
    if (!find_key(path))
        return MIEN_OK;
    if (!mieni_os_is_absolute(path)) // otherwise a project could have a key of its own there
        return mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "The cache key file needs an absolute path.");
    if (mieni_os_look(path, &info) &&
        (info.kind != MIENI_OS_FILE || info.size < MIENI_CACHE_KEY_LEAST || info.size > MIENI_CACHE_KEY_MOST))
        return mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "A cache key is a file of 32 to 4,096 bytes, preferably random: head -c 32 "
                                 "/dev/urandom > FILE creates one.");
    const MienStatus status = mieni_file_read(path, &bytes, problem);
    if (status != MIEN_OK)
        return status;
    *out_has_key = bytes.size >= MIENI_CACHE_KEY_LEAST; // it may have been cut short since
    *out_key = mieni_hmac_key(bytes.bytes, bytes.size);
    memset(bytes.bytes, 0, bytes.size);
    mieni_buffer_release(&bytes);
    return *out_has_key ? MIEN_OK
                        : mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_nowhere(),
                                            "The cache key is too short.");
}
