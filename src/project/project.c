// SPDX-License-Identifier: MIT
//
// Finds a project, its files and its assets.

#include "project/project.h"

#include "asset/view.h"
#include "core/internal.h"
#include "project/edit/known.h"
#include "project/files/os.h"
#include "project/user_settings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MienStatus too_long(MieniProblem *problem, const char *path)
{
    return mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, mieni_nowhere(), "This path is too long.");
}

void mieni_project_open_loose(MieniProject *out_project, const char *root)
{
    *out_project = (MieniProject){.build = ".mien"};
    snprintf(out_project->root, sizeof out_project->root, "%s", strcmp(root, ".") == 0 ? "" : root);
}

/// Walks upward to the folder that has a mien.json.
static bool find_root(char folder[MIENI_PATH_ROOM])
{
    char file[MIENI_PATH_ROOM];
    for (;;) {
        if (!mieni_path_join(file, folder, "mien.json"))
            return false;
        if (mieni_file_exists(file))
            return true;
        char *slash = strrchr(folder, '/');
        if (slash == NULL || folder[1] == '\0')
            return false;
        slash[slash == folder] = '\0';
    }
}

/// Whether the user trusts a project; if not, it must be the user's own.
static MienStatus check_owner(MieniProject *project, const char *path, MieniProblem *problem)
{
    char owner[64], sentence[160], file[MIENI_PATH_ROOM];
    const char *root = project->root[0] != '\0' ? project->root : ".";
    project->is_confined = !mieni_user_trusts(root);
    if (!project->is_confined || (mieni_os_is_own(root, owner) && mieni_path_join(file, root, "mien.json") &&
                                  mieni_os_is_own(file, owner)))
        return MIEN_OK;
    snprintf(
        sentence, sizeof sentence,
        "This project belongs to another user (%.30s). If you trust it, name its folder in MIEN_TRUST or "
        "in your settings: see SECURITY.md.",
        owner);
    return mieni_problem_set(problem, project->root[0] != '\0' ? project->root : path, MIEN_ERROR_FILE,
                             mieni_nowhere(), "%s", sentence);
}

/// Whether a part of a path is a folder of a version control system, which a build must not touch.
static bool is_of_version_control(const char *path)
{
    static const char *const names[] = {".git", ".hg", ".svn", ".jj", ".bzr", "git~1"};
    char lower[MIENI_PATH_ROOM], *rest = NULL;
    size_t size = 0;
    for (; path[size] != '\0' && size + 1 < sizeof lower; ++size)
        lower[size] = path[size] >= 'A' && path[size] <= 'Z' ? (char)(path[size] - 'A' + 'a') : path[size];
    lower[size] = '\0';
    for (const char *part = strtok_r(lower, "/", &rest); part != NULL; part = strtok_r(NULL, "/", &rest))
        for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
            if (strcmp(part, names[i]) == 0)
                return true;
    return false;
}

static MienStatus take_build_folder(MieniProject *project, MieniProblem *problem)
{
    const MieniProjectView *settings = mieni_project_of(&project->settings);
    const char *folder = mieni_project_build(settings);
    const MieniJson *value = mieni_project_build_json(settings);
    snprintf(project->build, sizeof project->build, "%s", folder != NULL ? folder : ".mien");
    if (!is_of_version_control(project->build))
        return MIEN_OK;
    return mieni_problem_set(problem, "mien.json", MIEN_ERROR_DATA,
                             mieni_in_line(value != NULL ? value->line : 1, "build"),
                             "A version control folder cannot be the build folder: choose another one.");
}

MienStatus mieni_project_open(MieniProject *out_project, const char *path, MieniProblem *problem)
{
    mieni_project_open_loose(out_project, "");
    char *whole = mieni_os_real_path(path[0] != '\0' ? path : "."), *here = mieni_os_real_path(".");
    const bool has_room = whole == NULL || snprintf(out_project->root, sizeof out_project->root, "%s",
                                                    whole) < (int)sizeof out_project->root;
    const bool is_found = whole != NULL && has_room && find_root(out_project->root);
    if (is_found && here != NULL && strcmp(here, out_project->root) == 0)
        out_project->root[0] = '\0'; // paths in messages stay short
    free(whole);
    free(here);
    if (!is_found)
        return mieni_problem_set(problem, path, MIEN_ERROR_FILE, mieni_nowhere(),
                                 "No mien.json here or above: create a project with \"mien init\".");
    MienStatus status = check_owner(out_project, path, problem);
    if (status == MIEN_OK)
        status = mieni_project_load(out_project, "mien.json", MIENI_ASSET_PROJECT, &out_project->settings,
                                    problem);
    if (status == MIEN_OK)
        status = take_build_folder(out_project, problem);
    if (status != MIEN_OK)
        mieni_project_close(out_project);
    return status;
}

/// Keeps derived data and recordings of people out of version control, unless the folder has its own rules.
static MienStatus ignore_build(const MieniProject *project, MieniProblem *problem)
{
    static const char text[] = "# Derived by mien build\n/.mien/\n# Captures of live faces\n*.mienlive\n";
    return mieni_project_exists(project, ".gitignore")
               ? MIEN_OK
               : mieni_project_write(project, ".gitignore", text, sizeof text - 1, problem);
}

MienStatus mieni_project_make(const MieniProject *project, const char *name, MieniProblem *problem)
{
    char full[MIENI_PATH_ROOM];
    MieniAsset settings;
    if (!mieni_project_locate(project, "mien.json", full))
        return too_long(problem, project->root);
    if (mieni_project_exists(project, "mien.json"))
        return mieni_problem_set(problem, full, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "This folder is already a project.");
    if (mieni_asset_begin(&settings, MIENI_ASSET_PROJECT, NULL) != MIEN_OK)
        return mieni_problem_set(problem, full, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    if (name != NULL)
        mieni_project_set_name(&settings.json, mieni_project_of(&settings), name);
    MienStatus status = mieni_project_save(project, "mien.json", &settings, problem);
    mieni_asset_release(&settings);
    return status == MIEN_OK ? ignore_build(project, problem) : status;
}

void mieni_project_close(MieniProject *project)
{
    mieni_edit_end(project->edit);
    project->edit = NULL;
    mieni_asset_release(&project->settings);
}

/// Adds what an overlay has to the files on disk, and takes out what it has not.
static MienStatus lay_over(const MieniOverlay *overlay, MieniPaths *paths, MieniProblem *problem)
{
    const char *bytes;
    size_t size;
    int kept = 0;
    if (!overlay->list(overlay->user, paths))
        return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    for (int i = 0; i < paths->count; ++i)
        if (overlay->find(overlay->user, paths->items[i], &bytes, &size) == MIENI_OVERLAID_GONE)
            free(paths->items[i]);
        else
            paths->items[kept++] = paths->items[i];
    paths->count = kept;
    mieni_paths_sort(paths);
    return MIEN_OK;
}

MienStatus mieni_project_files(const MieniProject *project, MieniPaths *out_paths, MieniProblem *problem)
{
    const char *ignore[65];
    int count = 0;
    const MieniProjectView *settings = mieni_project_of(&project->settings);
    if (mieni_project_ignore_count(settings) > 64)
        return mieni_problem_set(problem, "mien.json", MIEN_ERROR_LIMIT,
                                 mieni_in_line(mieni_project_ignore_json(settings)->line, "ignore"),
                                 "At most 64 ignore patterns are allowed.");
    for (int i = 0; i < mieni_project_ignore_count(settings); ++i)
        ignore[count++] = mieni_project_ignore(settings, i);
    ignore[count++] = project->build;
    const MienStatus status =
        mieni_walk(project->root, "", project->is_confined, ignore, count, out_paths, problem);
    return status == MIEN_OK && project->overlay != NULL ? lay_over(project->overlay, out_paths, problem)
                                                         : status;
}

static MieniOverlaid overlaid(const MieniProject *project, const char *path, const char **out_bytes,
                              size_t *out_size)
{
    const MieniOverlay *overlay = project->overlay;
    return overlay != NULL ? overlay->find(overlay->user, path, out_bytes, out_size) : MIENI_OVERLAID_NOT;
}

bool mieni_project_exists(const MieniProject *project, const char *path)
{
    char full[MIENI_PATH_ROOM];
    const char *bytes;
    size_t size;
    const MieniOverlaid is_overlaid = overlaid(project, path, &bytes, &size);
    if (is_overlaid != MIENI_OVERLAID_NOT)
        return is_overlaid == MIENI_OVERLAID_THERE;
    const bool is_there = mieni_project_locate(project, path, full) && mieni_file_exists(full);
    if (!is_there) // without memory, nothing is compared
        mieni_edit_note(project->edit, path, NULL, 0);
    return is_there;
}

/// Replaces a file on disk, unless it is no longer as an edit found it.
static MienStatus write_to_disk(const MieniProject *project, const char *path, const void *bytes, size_t size,
                                MieniProblem *problem)
{
    const MieniFileWas *was = mieni_edit_was(project->edit, path);
    MieniFileWas written;
    mieni_edit_sweep(project, path);
    mieni_file_was(&written, size > 0 ? bytes : "", size);
    const MienStatus status = mieni_project_write_over(project, path, bytes, size, was, problem);
    // What is replaced may still fail to reach the disk.
    if ((status == MIEN_OK || (project->edit != NULL && mieni_project_is_as(project, path, &written))) &&
        !mieni_edit_note_own(project->edit, path, size > 0 ? bytes : "", size))
        return mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    return status;
}

MienStatus mieni_project_write(const MieniProject *project, const char *path, const void *bytes, size_t size,
                               MieniProblem *problem)
{
    char full[MIENI_PATH_ROOM];
    const MieniOverlay *overlay = project->overlay;
    if (!mieni_project_locate(project, path, full))
        return too_long(problem, path);
    if (overlay != NULL && overlay->write == NULL)
        return mieni_problem_set(problem, path, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "This is read-only.");
    if (overlay != NULL)
        return overlay->write(overlay->user, path, bytes, size, problem);
    return write_to_disk(project, path, bytes, size, problem);
}

MienStatus mieni_project_remove(const MieniProject *project, const char *path, MieniProblem *problem)
{
    char full[MIENI_PATH_ROOM];
    const MieniOverlay *overlay = project->overlay;
    if (overlay != NULL && overlay->remove != NULL)
        return overlay->remove(overlay->user, path, problem);
    if (overlay != NULL)
        return mieni_problem_set(problem, path, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "This is read-only.");
    if (!mieni_project_locate(project, path, full))
        return too_long(problem, path);
    MienStatus status = mieni_edit_check(project, path, problem);
    if (status != MIEN_OK)
        return status;
    if (project->is_confined ? mieni_os_remove(project->root, path) : mieni_os_remove(NULL, full)) {
        mieni_edit_note_own(project->edit, path, NULL, 0); // without memory, it is known as it was
        return MIEN_OK;
    }
    status = mieni_problem_set(problem, path, MIEN_ERROR_FILE, mieni_nowhere(), "Cannot remove the file.");
    if (problem != NULL)
        problem->is_write = true;
    return status;
}

/// A copy of what an overlay has.
static MienStatus copy_buffer(const char *path, const char *bytes, size_t size, MieniBuffer *out_buffer,
                              MieniProblem *problem)
{
    out_buffer->bytes = malloc(size + 1);
    if (out_buffer->bytes == NULL)
        return mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    memcpy(out_buffer->bytes, bytes, size);
    out_buffer->bytes[size] = '\0';
    out_buffer->size = size;
    return MIEN_OK;
}

/// Reads a file from disk. Links in a project that is confined are followed if they stay in it.
static MienStatus read_from_disk(const MieniProject *project, const char *path, MieniBuffer *out_buffer,
                                 MieniFileStamp *out_stamp, MieniProblem *problem)
{
    char full[MIENI_PATH_ROOM];
    MienStatus status;
    if (!mieni_project_locate(project, path, full))
        return too_long(problem, path);
    if (!project->is_confined) {
        status = mieni_file_read_below(NULL, full, out_buffer, out_stamp, problem);
        return status == MIEN_OK ? MIEN_OK : mieni_problem_in(problem, path, status);
    }
    errno = 0;
    status = mieni_file_read_below(project->root, path, out_buffer, out_stamp, problem);
    if (status != MIEN_ERROR_FILE || (errno != ELOOP && errno != EXDEV))
        return status;
    if (!mieni_place_follow(project, path, full))
        return mieni_place_leads_out(path, problem);
    status = mieni_file_read_below(project->root, full, out_buffer, out_stamp, problem);
    return status == MIEN_OK ? MIEN_OK : mieni_problem_in(problem, path, status);
}

/// Reads a file from disk or from what lies over it.
static MienStatus read_file(const MieniProject *project, const char *path, MieniBuffer *out_buffer,
                            MieniFileStamp *out_stamp, MieniProblem *problem)
{
    const char *bytes;
    size_t size;
    const MieniOverlaid is_overlaid = overlaid(project, path, &bytes, &size);
    *out_stamp = 0;
    if (is_overlaid == MIENI_OVERLAID_THERE)
        return copy_buffer(path, bytes, size, out_buffer, problem);
    if (is_overlaid == MIENI_OVERLAID_GONE)
        return mieni_problem_set(problem, path, MIEN_ERROR_FILE, mieni_nowhere(), "The file does not exist.");
    return read_from_disk(project, path, out_buffer, out_stamp, problem);
}

MienStatus mieni_project_read(const MieniProject *project, const char *path, MieniBuffer *out_buffer,
                              MieniProblem *problem)
{
    MieniFileStamp stamp;
    *out_buffer = (MieniBuffer){0};
    const MienStatus status = read_file(project, path, out_buffer, &stamp, problem);
    if (status != MIEN_OK)
        return status;
    mieni_budget_add_input(project->budget, out_buffer->size);
    if (mieni_edit_note(project->edit, path, out_buffer->bytes, out_buffer->size) &&
        (project->inputs == NULL ||
         mieni_inputs_add(project->inputs, path, out_buffer->bytes, out_buffer->size, stamp)))
        return MIEN_OK;
    mieni_buffer_release(out_buffer);
    return mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

bool mieni_project_hash(const MieniProject *project, const char *path, MieniContentHash *out_hash,
                        int64_t *out_size, MieniFileStamp *out_stamp)
{
    MieniBuffer buffer = {0};
    if (read_file(project, path, &buffer, out_stamp, NULL) != MIEN_OK)
        return false;
    *out_hash = mieni_content_hash(buffer.bytes, buffer.size);
    *out_size = (int64_t)buffer.size;
    mieni_buffer_release(&buffer);
    return true;
}

MienStatus mieni_project_note_instead(const MieniProject *project, const char *note, const char *text,
                                      size_t size, MieniInputs *read, MieniProblem *problem)
{
    MieniProject noting = *project;
    MieniInputs noted = {.has_no_hashes = read->has_no_hashes};
    MieniBuffer buffer;
    noting.inputs = &noted;
    const bool is_same = mieni_project_read(&noting, note, &buffer, NULL) == MIEN_OK && buffer.size == size &&
                         memcmp(buffer.bytes, text, size) == 0;
    const bool is_taken = mieni_inputs_take(project->inputs, is_same ? &noted : read);
    mieni_buffer_release(&buffer);
    mieni_inputs_release(&noted);
    return is_taken ? MIEN_OK
                    : mieni_problem_set(problem, note, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

MienStatus mieni_project_status(const MieniProject *project, MienStatus status, MienError *error)
{
    MieniBudget *budget = project->budget;
    if (status != MIEN_ERROR_MEMORY || budget == NULL)
        return status;
    status = mieni_budget_status(budget, status, error);
    atomic_store(&budget->is_exceeded, false); // others may fit
    return status;
}

MienStatus mieni_project_no_memory(const MieniProject *project, const char *file, MieniProblem *problem)
{
    MienError error = {.message = "Out of memory."};
    const MienStatus status = mieni_project_status(project, MIEN_ERROR_MEMORY, &error);
    return mieni_problem_set(problem, file, status, mieni_at_error(&error), "%s", error.message);
}

MienStatus mieni_project_load(const MieniProject *project, const char *path, MieniAssetKind kind,
                              MieniAsset *out_asset, MieniProblem *problem)
{
    *out_asset = (MieniAsset){0};
    if (mieni_asset_kind_of_path(path) != kind) {
        char sentence[120];
        snprintf(sentence, sizeof sentence, "This is not a %s asset: its name would end in .%s.json.",
                 mieni_asset_kind_name(kind), mieni_asset_kind_name(kind));
        return mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_nowhere(), "%s", sentence);
    }
    MieniBuffer buffer;
    MienStatus status = mieni_project_read(project, path, &buffer, problem);
    if (status == MIEN_OK) {
        MienError error = {0};
        status = mieni_asset_read(out_asset, kind, buffer.bytes, buffer.size,
                                  mieni_project_allocator(project), &error);
        status = mieni_project_status(project, status, &error);
        if (status != MIEN_OK)
            mieni_problem_set(problem, path, status, mieni_at_error(&error), "%s", error.message);
    }
    mieni_buffer_release(&buffer);
    return status;
}

MienStatus mieni_project_save(const MieniProject *project, const char *path, const MieniAsset *asset,
                              MieniProblem *problem)
{
    MienError error = {0};
    MieniTextOut text = {0};
    MienStatus status =
        asset->json.arena.is_out_of_memory ? MIEN_ERROR_MEMORY : mieni_asset_check(asset, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(problem, path, status, mieni_at_error(&error), "%s", error.message);
    mieni_asset_write(asset, &text);
    if (text.is_out_of_memory)
        status = mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    else
        status = mieni_project_write(project, path, text.bytes, text.size, problem);
    mieni_text_release(&text);
    return status;
}

/// build/folder/asset with another ending.
static bool derived_path(const MieniProject *project, const char *folder, const char *asset,
                         const char *ending, char out[MIENI_PATH_ROOM])
{
    const size_t size = strlen(asset);
    const size_t kept = size > 5 && strcmp(asset + size - 5, ".json") == 0 ? size - 5 : size;
    size_t used = 0;
    return mieni_path_put(out, &used, project->build, strlen(project->build)) &&
           mieni_path_put(out, &used, "/", 1) && mieni_path_put(out, &used, folder, strlen(folder)) &&
           mieni_path_put(out, &used, "/", 1) && mieni_path_put(out, &used, asset, kept) &&
           mieni_path_put(out, &used, ending, strlen(ending));
}

bool mieni_project_pack_path(const MieniProject *project, const char *asset, char out[MIENI_PATH_ROOM])
{
    return derived_path(project, "packs", asset, ".mien", out);
}

bool mieni_project_bones_path(const MieniProject *project, const char *skeleton, char out[MIENI_PATH_ROOM])
{
    return derived_path(project, "bones", skeleton, ".bones", out);
}

bool mieni_project_mode_path(const MieniProject *project, const char *poses, char out[MIENI_PATH_ROOM])
{
    return derived_path(project, "modes", poses, ".mode", out);
}
