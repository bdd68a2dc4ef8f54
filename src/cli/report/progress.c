// SPDX-License-Identifier: MIT
//
// Reports the progress of a build or another long operation.

#include "cli/report/progress.h"

#include "cli/project.h"
#include "project/files/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *cli_program_path(const CliArgs *args)
{
    char path[4096];
    return mieni_os_program(path, sizeof path) ? cli_text(args, "%s", path) : args->program->name;
}

const char *cli_count_text(const CliArgs *args, int count)
{
    if (count < 1000)
        return cli_text(args, "%d", count);
    return cli_text(args, "%s,%03d", cli_count_text(args, count / 1000), count % 1000);
}

/// A line of JSON: its type, and a message or a value.
static void put_json(const char *type, double value, const char *file, const char *message)
{
    MieniTextOut out = {0};
    mieni_text_putf(&out, "{\"type\": \"%s\"", type);
    if (value >= 0) {
        mieni_text_put(&out, ", \"value\": ");
        mieni_text_put_number(&out, (double)(int)(value * 10000 + 0.5) / 10000);
    }
    if (file != NULL) {
        mieni_text_put(&out, ", \"file\": ");
        mieni_text_put_string(&out, file);
    }
    if (message != NULL) {
        mieni_text_put(&out, ", \"message\": ");
        mieni_text_put_string(&out, message);
    }
    mieni_text_put(&out, "}\n");
    MieniTextOut plain = {0};
    if (!out.is_out_of_memory)
        cli_put_lines(&plain, out.bytes, out.size, false);
    if (!out.is_out_of_memory && !plain.is_out_of_memory)
        fwrite(plain.bytes, 1, plain.size, stderr);
    mieni_text_release(&out);
    mieni_text_release(&plain);
}

void cli_progress_pause(CliProgress *progress)
{
    if (progress->is_shown)
        fputs("\r\x1b[K", stderr);
    progress->is_shown = false;
}

static void show_line(CliProgress *progress, const char *line)
{
    const char *columns = getenv("COLUMNS");
    const int width = columns != NULL && atoi(columns) > 20 ? atoi(columns) - 1 : 79;
    MieniTextOut plain = {0};
    cli_put(&plain, line);
    int size = plain.size < (size_t)width ? (int)plain.size : width;
    while (size > 0 && (size_t)size < plain.size && ((unsigned char)plain.bytes[size] & 0xC0) == 0x80)
        --size; // whole characters
    fprintf(stderr, "\r%.*s\x1b[K", size, size > 0 ? plain.bytes : "");
    mieni_text_release(&plain);
    fflush(stderr);
    progress->is_shown = true;
}

/// " 1234/20000  310 a second  48 s to go  takes/a.csv", cut to the terminal's width.
static void show(CliProgress *progress, const MieniBuildEvent *event)
{
    const double time = mieni_os_seconds(), passed = time - progress->begin;
    if (time - progress->last < 0.1 && event->done < event->total)
        return;
    progress->last = time;
    const double rate = passed > 0 ? event->done / passed : 0;
    char line[512];
    snprintf(line, sizeof line, "%d/%d  %d a second  %d s to go  %s", event->done, event->total, (int)rate,
             rate > 0 ? (int)((event->total - event->done) / rate + 0.5) : 0, event->file);
    show_line(progress, line);
}

static void step(CliProgress *progress, const MieniBuildEvent *event)
{
    if (progress->is_listing)
        cli_putf(progress->list, "%s\n", event->file);
    else if (progress->form == CLI_PROGRESS_LINE)
        show(progress, event);
    else if (progress->form == CLI_PROGRESS_JSON &&
             (event->done == event->total || mieni_os_seconds() - progress->last >= 0.1)) {
        progress->last = mieni_os_seconds();
        put_json("progress", event->total > 0 ? (double)event->done / event->total : 0, event->file, NULL);
    }
}

void cli_progress_begin(CliProgress *progress, const CliArgs *args)
{
    const char *form = cli_value(args, "progress", "auto");
    *progress = (CliProgress){.args = args, .begin = mieni_os_seconds()};
    if (strcmp(form, "json") == 0)
        progress->form = CLI_PROGRESS_JSON;
    else if (strcmp(form, "auto") == 0 && !args->quiet && !args->json && mieni_os_is_terminal(2))
        progress->form = CLI_PROGRESS_LINE;
    if (progress->form == CLI_PROGRESS_JSON)
        put_json("start", 0, NULL, NULL);
}

/// What a worker did with a clip, or NULL if the event is another.
static const char *sentence_of(MieniBuildEventKind kind)
{
    return kind == MIENI_BUILD_COOKED   ? "Cooked."
           : kind == MIENI_BUILD_CACHED ? "From the cache."
           : kind == MIENI_BUILD_KEPT   ? "Compared: unchanged."
                                        : NULL;
}

void cli_progress_listen(void *user, const MieniBuildEvent *event)
{
    CliProgress *progress = user;
    const CliArgs *args = progress->args;
    if (event->kind == MIENI_BUILD_STEP) {
        step(progress, event);
        return;
    }
    const char *done = sentence_of(event->kind);
    if (done != NULL && !args->verbose)
        return;
    cli_progress_pause(progress);
    if (progress->form == CLI_PROGRESS_JSON)
        put_json("log", -1, event->file, event->problem != NULL ? event->problem->error.message : NULL);
    else if (event->kind == MIENI_BUILD_ERROR)
        cli_fail_problem(args, event->problem);
    else if (event->kind == MIENI_BUILD_WARNING)
        cli_warn(args, event->file, NULL, "%s", event->problem->error.message);
    else if (event->kind == MIENI_BUILD_REMOVED)
        cli_note(args, event->file, "Removed: its asset is gone.");
    else if (done != NULL)
        cli_note(args, event->file, "%s", done);
    else if (event->kind == MIENI_BUILD_WAITS)
        cli_warn(args, event->file, NULL, "Another build of this project is running; waiting for it.");
}

void cli_progress_part(CliProgress *progress, const char *file, double done)
{
    const double time = mieni_os_seconds();
    if (progress->form == CLI_PROGRESS_NONE || (time - progress->last < 0.1 && done < 1))
        return;
    progress->last = time;
    if (progress->form == CLI_PROGRESS_JSON) {
        put_json("progress", done, file, NULL);
        return;
    }
    char line[512];
    snprintf(line, sizeof line, "%d %%  %s", (int)(100 * done), file);
    show_line(progress, line);
}

bool cli_progress_read(void *user, double done)
{
    CliReading *reading = user;
    cli_progress_part(&reading->progress, reading->file, (reading->index + done) / reading->count);
    return !cli_is_cancelled();
}

void cli_progress_end(CliProgress *progress, bool is_success)
{
    cli_progress_pause(progress);
    if (progress->form == CLI_PROGRESS_JSON)
        put_json(is_success ? "success" : "failure", 1, NULL, NULL);
}
