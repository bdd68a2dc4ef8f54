// SPDX-License-Identifier: MIT
//
// The program at work on real files: a project in a temporary folder, commands run in
// it, and its packs.

#pragma once

#include "support/check.h"

#include "mien/mien.h"
#include "project/files/files.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char program_folder[64];

/// Runs a line of the shell in the project, `mien` being the program; what it prints
/// goes to *out_text, which the caller releases, if that is not NULL.
static inline bool program_run(MieniBuffer *out_text, const char *format, ...)
{
    char line[2048], command[3072], file[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    snprintf(file, sizeof file, "%s/.printed", program_folder);
    snprintf(command, sizeof command, "cd '%s' && mien() { '%s' \"$@\"; } && { %s; } > .printed 2>&1",
             program_folder, MIEN_PROGRAM, line);
    const bool is_well = system(command) == 0;
    MieniBuffer text = {0};
    CHECK_STATUS(mieni_file_read(file, &text, NULL), MIEN_OK);
    if (!is_well)
        printf("%s\n%s", line, text.bytes);
    if (out_text != NULL)
        *out_text = text;
    else
        mieni_buffer_release(&text);
    return is_well;
}

static inline bool program_begin(void)
{
    snprintf(program_folder, sizeof program_folder, "/tmp/mien-test-XXXXXX");
    return mkdtemp(program_folder) != NULL && program_run(NULL, "mien init -q");
}

/// A project with files of a data set: file is one of the set, and command a line of the
/// shell that copies what is needed from "$data", the folder of all sets. Ends the test
/// where the set is not there, and where there can be no project.
static inline void program_begin_with(const char *file, const char *command)
{
    char folder[1100];
    const char *path = check_data_path(file);
    if (path == NULL) {
        printf("skipped: there is no %.*s\n0 passed, 0 failed, 1 skipped\n", (int)strcspn(file, "/"), file);
        exit(0);
    }
    snprintf(folder, sizeof folder, "%.*s", (int)(strlen(path) - strlen(file) - 1), path);
    char *whole = realpath(folder, NULL);
    if (!program_begin() || whole == NULL || !program_run(NULL, "data='%s'; %s", whole, command)) {
        printf("there is no project to work in\n");
        exit(1);
    }
    free(whole);
}

static inline void program_end(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", program_folder);
    CHECK_INT(system(command), 0);
}

/// A pack of the project; the caller closes it.
static inline MienFile *program_pack(const char *name)
{
    char path[256];
    MienFile *file = NULL;
    snprintf(path, sizeof path, "%s/.mien/packs/%s.mien", program_folder, name);
    CHECK_STATUS(mien_file_open(path, NULL, &file, NULL), MIEN_OK);
    return file;
}
