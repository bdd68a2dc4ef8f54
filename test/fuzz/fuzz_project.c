// SPDX-License-Identifier: MIT
//
// Fuzzes projects: the input is a folder of names, texts and links, which is written beside a
// folder that must not change. It is opened, listed, linted, fixed, planned and cooked.
// Whatever comes of it, nothing beside the project may change.
//
// Entries follow one another: a letter (f a file, d a folder, l a link), the path closed by
// a zero, a u16 size, and that many bytes: the content of the file, or the target of the link.

#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE   700

#include "project/build/build.h"
#include "project/build/cook.h"
#include "project/lint/lint.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_ENTRIES = 64, MOST_ASSETS = 32 };

static char root[256]; ///< Holds the two folders "project" and "beside".
static const char secret[] = "must not change\n";

static void found(const char *fault, const char *path)
{
    fprintf(stderr, "found: %s %s\n", fault, path);
    abort();
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status, (void)type, (void)place;
    return remove(path);
}

static void write_text(const char *path, const void *bytes, size_t size)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0600);
    if (file < 0)
        return;
    if (write(file, bytes, size) != (ssize_t)size)
        found("the harness cannot write", path);
    close(file);
}

static int entry_count; ///< Of what is beside the project.
static int count_one(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)type, (void)place;
    char text[sizeof secret] = "";
    ++entry_count;
    if (S_ISREG(status->st_mode)) {
        FILE *file = fopen(path, "rb");
        if (file == NULL || fread(text, 1, sizeof text, file) != sizeof secret - 1 ||
            strcmp(text, secret) != 0)
            found("changed outside of the project:", path);
        fclose(file);
    }
    return 0;
}

static void make_beside(void)
{
    char path[512];
    const char *const folders[] = {"beside", "beside/folder", "project"};
    const char *const files[] = {"beside/report.tmp", "beside/other.mien", "beside/folder/notes"};
    for (int i = 0; i < 3; ++i) {
        snprintf(path, sizeof path, "%s/%s", root, folders[i]);
        mkdir(path, 0700);
    }
    for (int i = 0; i < 3; ++i) {
        snprintf(path, sizeof path, "%s/%s", root, files[i]);
        write_text(path, secret, sizeof secret - 1);
    }
}

static void check_beside(void)
{
    char path[512];
    struct stat status;
    entry_count = 0;
    snprintf(path, sizeof path, "%s/beside", root);
    nftw(path, count_one, 8, FTW_PHYS);
    if (entry_count != 5)
        found("made or removed outside of the project:", path);
    snprintf(path, sizeof path, "%s/project", root);
    if (lstat(path, &status) != 0 || !S_ISDIR(status.st_mode))
        found("the project is gone:", path);
}

/// A path that stays within the project if nothing of it is a link; links come last.
static bool is_inside(const char *path)
{
    return path[0] != '\0' && path[0] != '/' && strlen(path) < 200 && strcmp(path, "..") != 0 &&
           strncmp(path, "../", 3) != 0 && strstr(path, "/../") == NULL &&
           (strlen(path) < 3 || strcmp(path + strlen(path) - 3, "/..") != 0);
}

static void make_folders(char *path)
{
    for (char *slash = strchr(path + strlen(root) + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
}

/// Writes the entries of some letters; returns how many there were.
static int write_entries(const uint8_t *data, size_t size, const char *letters)
{
    int count = 0;
    for (size_t at = 0; at + 4 <= size && count < MOST_ENTRIES; ++count) {
        const char letter = (char)data[at++];
        const char *name = (const char *)data + at;
        const uint8_t *end = memchr(name, 0, size - at);
        if (end == NULL || (size_t)(data + size - end) < 3)
            break;
        size_t own = (size_t)(end[1] | end[2] << 8);
        at = (size_t)(end - data) + 3;
        own = own < size - at ? own : size - at;
        char path[512];
        if (strchr(letters, letter) != NULL && is_inside(name)) {
            snprintf(path, sizeof path, "%s/project/%s", root, name);
            make_folders(path);
            if (letter == 'f')
                write_text(path, data + at, own);
            else if (letter == 'd')
                mkdir(path, 0700);
            else if (own < 200) {
                char target[512] = "";
                const bool is_rooted = own > 0 && data[at] == '@'; // the folder that both are in
                snprintf(target, sizeof target, "%s%.*s", is_rooted ? root : "", (int)own - is_rooted,
                         (const char *)data + at + is_rooted);
                if (target[0] != '\0' && symlink(target, path) != 0)
                    continue; // there is one of that name
            }
        }
        at += own;
    }
    return count;
}

static void hear(void *user, const MieniFinding *finding) { (void)user, (void)finding; }

static void run_project(const char *path)
{
    static const MieniLintOptions lint = {.level = MIENI_LINT_INFO};
    MieniProject project;
    MieniProblem problem = {0};
    if (mieni_project_open(&project, path, &problem) != MIEN_OK)
        return;
    MieniPaths files = {0}, names = {0}, packs = {0};
    MieniLintReport report = {0};
    int fixed = 0;
    if (mieni_lint(&project, &lint, &report, &problem) == MIEN_OK)
        mieni_lint_fix(&project, &report, hear, NULL, &fixed, &problem);
    mieni_lint_report_release(&report);
    mieni_build_packs(&project, NULL, &names, &packs, &problem);
    if (mieni_project_files(&project, &files, &problem) == MIEN_OK) {
        for (int i = 0; i < files.count && i < MOST_ASSETS; ++i) {
            MieniCookResult result = {0};
            if (mieni_cook_has_pack(mieni_asset_kind_of_path(files.items[i])) &&
                mieni_cook(&project, files.items[i], NULL, &result, &problem) == MIEN_OK)
                mieni_cook_result_release(&result);
        }
    }
    mieni_paths_release(&files);
    mieni_paths_release(&names);
    mieni_paths_release(&packs);
    mieni_project_close(&project);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[512];
    if (root[0] == '\0') {
        const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
        snprintf(root, sizeof root, "%s/mien-fuzz-XXXXXX", folder);
        if (mkdtemp(root) == NULL)
            found("no folder for projects in", folder);
    }
    make_beside();
    write_entries(data, size, "fd");
    write_entries(data, size, "l");
    snprintf(path, sizeof path, "%s/project", root);
    run_project(path);
    check_beside();
    nftw(path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    return 0;
}
