// SPDX-License-Identifier: MIT
//
// Collects the files that a command line needs.

#include "cli/confine.h"

#include "cli/messages.h"
#include "cli/output.h"
#include "cli/project.h"
#include "cli/speech/speech.h"
#include "project/files/confine.h"
#include "project/files/derived.h"
#include "project/files/os.h"

#include <stdlib.h>
#include <string.h>

typedef struct Needs {
    const CliArgs *args;
    MieniConfinedPath *paths;
    int count, room;
} Needs;

static void add(Needs *needs, const char *path, bool is_written)
{
    if (needs->count < needs->room)
        needs->paths[needs->count++] = (MieniConfinedPath){path, is_written};
}

static const char *folder_of(const CliArgs *args, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? "." : slash == path ? "/" : cli_text(args, "%.*s", (int)(slash - path), path);
}

/// Files are written beside their place and renamed, where links lead to; devices as they are.
static void add_output(Needs *needs, const char *path, bool makes_folder)
{
    MieniOsInfo info;
    char *real = mieni_os_real_path(path);
    const char *folder = folder_of(needs->args, real != NULL ? real : path);
    if (mieni_os_look(path, &info) && info.kind != MIENI_OS_FILE) {
        add(needs, path, true);
    } else {
        if (makes_folder)
            (void)mieni_folder_make(folder, NULL); // as writing would
        add(needs, folder, true);
    }
    free(real);
}

/// A cache is made where it is not there.
static void add_cache(Needs *needs, const char *path)
{
    (void)mieni_folder_make(path, NULL);
    add(needs, path, true);
}

static void add_given(Needs *needs, const MieniProject *project)
{
    const CliArgs *args = needs->args;
    const bool copies = cli_knows(args, "copy") && cli_has(args, "copy");
    for (int i = 0; i < args->value_count; ++i) {
        add(needs, args->values[i], false);
        if (copies) { // glTF has files beside it
            const char *path = cli_project_given(args, project, args->values[i]);
            add(needs, path, false);
            add(needs, folder_of(args, path), false);
        }
    }
    for (int i = 0; i < args->given_count; ++i) {
        const CliGiven *given = &args->given[i];
        const char *name = given->option->name;
        if (given->option->kind != CLI_FILE && given->option->kind != CLI_FOLDER)
            continue;
        if (strcmp(name, "output") == 0 || strcmp(name, "depfile") == 0)
            add_output(needs, given->value, project != NULL);
        else if (strcmp(name, "from") == 0) // the same
            add(needs, folder_of(args, given->value), false);
        else if (strcmp(name, "cache") == 0)
            add_cache(needs, given->value);
        else
            add(needs, given->value, false);
    }
}

static void add_project(Needs *needs, const MieniProject *project, CliWrites writes)
{
    char build[MIENI_PATH_ROOM];
    if (!project->is_confined) { // links of a project that is trusted may lead anywhere
        add(needs, "/", true);
        return;
    }
    add(needs, project->root, writes == CLI_WRITES_ASSETS);
    if (writes != CLI_WRITES_BUILD || !mieni_path_join(build, project->root, project->build))
        return;
    (void)mieni_derived_make_folder(project, project->build,
                                    NULL); // it fails where it is written, with words
    add(needs, cli_text(needs->args, "%s", build), true);
}

/// What aligns recorded speech is loaded when the first sound is read.
static void add_aligner(Needs *needs)
{
    const char *path = cli_aligner_reads(needs->args, 0);
    for (int i = 1; path != NULL; path = cli_aligner_reads(needs->args, i++))
        add(needs, path, false);
}

void cli_confine(const CliArgs *args, const MieniProject *project, CliWrites writes)
{
    const char *wish = getenv("MIEN_SANDBOX");
    Needs needs = {.args = args, .room = 3 * args->value_count + args->given_count + 3 + CLI_ALIGNER_READS};
    if (wish != NULL && strcmp(wish, "off") == 0) {
        if (project != NULL)
            cli_note(args, NULL, "Not confined, because MIEN_SANDBOX is off.");
        return;
    }
    needs.paths = mieni_arena_take(args->arena, (size_t)needs.room, sizeof *needs.paths);
    if (needs.paths == NULL) // the command ends by itself
        return;
    if (project != NULL)
        add_project(&needs, project, writes);
    add_given(&needs, project);
    if (project != NULL)
        add_aligner(&needs);
    const char *cache = getenv("MIEN_CACHE");
    if (writes == CLI_WRITES_BUILD && cache != NULL && cache[0] != '\0')
        add_cache(&needs, cache);
    const unsigned confined = mieni_os_confine(needs.paths, needs.count);
    if (project == NULL) // what looks at one file says one thing
        return;
    cli_note(args, NULL, "%s, %s.",
             project->is_confined && (confined & MIENI_CONFINED_FILES) != 0
                 ? "File access is limited to the project and the named files"
                 : "File access is not limited",
             confined & MIENI_CONFINED_CALLS ? "network access and starting programs are blocked"
                                             : "system calls are not limited");
}
