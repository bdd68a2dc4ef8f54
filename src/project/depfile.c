// SPDX-License-Identifier: MIT
//
// Depfiles, as far as Ninja reads them.

#include "project/depfile.h"

#include "author/text_out.h"
#include "project/os.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/// Ninja reads these neither bare nor behind a backslash.
static bool is_spellable(const char *path) { return strpbrk(path, "'\"&;*<>|^?`\\") == NULL; }

/// Makes <build>/links/<hash>, which leads to the file: Ninja asks for the times of
/// what links lead to.
static bool link_to(const MieniProject *project, const char *path, char out[MIENI_PATH_ROOM])
{
    char full[MIENI_PATH_ROOM], target[MIENI_PATH_ROOM];
    uint8_t hash[32];
    mien_sha256(path, strlen(path), hash);
    int size = snprintf(out, MIENI_PATH_ROOM, "%s/links/", project->build);
    for (int i = 0; i < 8 && size < MIENI_PATH_ROOM; ++i)
        size += snprintf(out + size, (size_t)(MIENI_PATH_ROOM - size), "%02x", hash[i]);
    int up = 0, used = 0;
    for (const char *at = out; *at != '\0'; ++at)
        up += *at == '/';
    if (size >= MIENI_PATH_ROOM || 3 * up + (int)strlen(path) >= MIENI_PATH_ROOM)
        return false;
    for (; up > 0; --up)
        used += snprintf(target + used, sizeof target - (size_t)used, "../");
    snprintf(target + used, sizeof target - (size_t)used, "%s", path);
    if (!mieni_project_locate(project, out, full))
        return false;
    *strrchr(full, '/') = '\0';
    if (mieni_folder_make(full, NULL) != MIEN_OK)
        return false;
    full[strlen(full)] = '/';
    return mieni_os_make_link(target, full) || errno == EEXIST;
}

static void put_path(MieniTextOut *out, const char *path)
{
    for (const char *at = path; *at != '\0'; ++at) {
        if (*at == '$')
            mieni_text_put(out, "$");
        else if (*at == ' ' || *at == '#')
            mieni_text_put(out, "\\");
        mieni_text_put_bytes(out, at, 1);
    }
}

MienStatus mieni_depfile_write(const MieniProject *project, const char *file, const char *target,
                               const MieniPaths *inputs, MieniProblem *problem)
{
    MieniTextOut text = {0};
    put_path(&text, is_spellable(target) ? target : "pack");
    mieni_text_put(&text, ":");
    MienStatus status = MIEN_OK;
    for (int i = 0; i < inputs->count && status == MIEN_OK; ++i) {
        char link[MIENI_PATH_ROOM];
        mieni_text_put(&text, " \\\n ");
        if (is_spellable(inputs->items[i]))
            put_path(&text, inputs->items[i]);
        else if (link_to(project, inputs->items[i], link))
            put_path(&text, link);
        else
            status = mieni_problem_set(problem, inputs->items[i], MIEN_ERROR_FILE,
                                       "No link to this file can be made in the build folder.", "%s", "");
    }
    mieni_text_put(&text, "\n");
    if (status == MIEN_OK && text.is_out_of_memory)
        status = mieni_problem_set(problem, file, MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
    if (status == MIEN_OK)
        status = mieni_file_write_derived(file, text.bytes, text.size, NULL, problem);
    mieni_text_release(&text);
    return status;
}
