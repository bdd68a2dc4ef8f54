// SPDX-License-Identifier: MIT
//
// Messages and exit codes.

#include "cli/messages.h"

#include "base/text_out.h"
#include "cli/plain.h"
#include "project/files/os.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

CliExit cli_exit_of(MienStatus status)
{
    switch (status) {
    case MIEN_OK:
        return CLI_EXIT_OK;
    case MIEN_ERROR_FILE:
    case MIEN_ERROR_CORRUPT:
    case MIEN_ERROR_HASH:
    case MIEN_ERROR_VERSION:
    case MIEN_ERROR_KIND:
    case MIEN_ERROR_HOST:
    case MIEN_ERROR_LIMIT:
    case MIEN_ERROR_DATA:
        return CLI_EXIT_INPUT;
    case MIEN_ERROR_CANCELLED:
        return CLI_EXIT_CANCELLED;
    case MIEN_ERROR_ARGUMENT:
    case MIEN_ERROR_MEMORY:
        break;
    }
    return CLI_EXIT_INTERNAL;
}

/// One message, before it has a form.
typedef struct Message {
    const char *kind; ///< "error", "warning", "note"
    const char *file, *place;
    int line; ///< From 1; 0: none.
    const char *sentence;
    const char *status; ///< NULL: none.
} Message;

static void put_text(const CliArgs *args, MieniTextOut *out, const Message *message)
{
    const bool is_error = strcmp(message->kind, "error") == 0;
    if (args->color_err)
        mieni_text_put(out, is_error ? "\x1b[1;31m" : "\x1b[1m");
    mieni_text_putf(out, "%s:", args->program->name);
    if (!is_error)
        mieni_text_putf(out, " %s:", message->kind);
    if (args->color_err)
        mieni_text_put(out, "\x1b[0m");
    mieni_text_put(out, " ");
    if (message->file != NULL) {
        cli_put(out, message->file);
        if (message->line > 0)
            mieni_text_putf(out, ":%d", message->line);
        mieni_text_put(out, ": ");
    }
    if (message->place != NULL) {
        cli_put(out, message->place);
        mieni_text_put(out, ": ");
    }
    cli_put(out, message->sentence);
    mieni_text_put(out, "\n");
}

static void put_json(MieniTextOut *out, const Message *message)
{
    mieni_text_putf(out, "{\"%s\": {", message->kind);
    if (message->file != NULL) {
        mieni_text_put(out, "\"file\": ");
        mieni_text_put_string(out, message->file);
        mieni_text_put(out, ", ");
    }
    if (message->line > 0)
        mieni_text_putf(out, "\"line\": %d, ", message->line);
    if (message->place != NULL) {
        mieni_text_put(out, "\"location\": ");
        mieni_text_put_string(out, message->place);
        mieni_text_put(out, ", ");
    }
    mieni_text_put(out, "\"message\": ");
    mieni_text_put_string(out, message->sentence);
    if (message->status != NULL)
        mieni_text_putf(out, ", \"status\": \"%s\"", message->status);
    mieni_text_put(out, "}}\n");
}

static void say(const CliArgs *args, const Message *message)
{
    MieniTextOut out = {0}, plain = {0};
    if (args->json)
        put_json(&out, message);
    else
        put_text(args, &out, message);
    if (!out.is_out_of_memory)
        cli_put_lines(&plain, out.bytes, out.size, args->color_err && !args->json);
    if (out.is_out_of_memory || plain.is_out_of_memory) // at least that
        fprintf(stderr, "%s: Out of memory.\n", args->program->name);
    else
        fwrite(plain.bytes, 1, plain.size, stderr);
    mieni_text_release(&out);
    mieni_text_release(&plain);
}

static const char *exit_name(CliExit code)
{
    for (const CliExitInfo *info = cli_exits; info->name != NULL; ++info) {
        if (info->code == code)
            return info->name;
    }
    return "internal";
}

enum { SENTENCE_ROOM = 1024 };

int cli_fail(const CliArgs *args, CliExit code, const char *file, const char *place, const char *format, ...)
{
    char sentence[SENTENCE_ROOM];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    say(args,
        &(Message){
            .kind = "error", .file = file, .place = place, .sentence = sentence, .status = exit_name(code)});
    return (int)code;
}

/// Some parts of the library begin their sentences small and end them without a point;
/// people see one form.
static const char *whole_sentence(const char *text, char out[SENTENCE_ROOM])
{
    snprintf(out, SENTENCE_ROOM - 1, "%s", text);
    const size_t size = strlen(out);
    if (size == 0)
        return out;
    if (out[0] >= 'a' && out[0] <= 'z')
        out[0] = (char)(out[0] - 'a' + 'A');
    if (strchr(".!?", out[size - 1]) == NULL)
        memcpy(out + size, ".", 2);
    return out;
}

int cli_fail_error(const CliArgs *args, const char *file, const MienError *error)
{
    char sentence[SENTENCE_ROOM];
    Message message = {.kind = "error",
                       .file = file,
                       .place = error->location[0] != '\0' ? error->location : NULL,
                       .sentence = whole_sentence(error->message, sentence),
                       .status = mien_status_name(error->status)};
    if (error->status == MIEN_ERROR_FILE && error->line == 0) // the location is the path
        message.place = NULL;
    if (error->line > 0) {
        char prefix[24];
        const int size = snprintf(prefix, sizeof prefix, "line %d", error->line);
        const char *rest = error->location + (strncmp(error->location, prefix, (size_t)size) == 0 ? size : 0);
        message.line = error->line;
        message.place = strncmp(rest, ", ", 2) == 0 ? rest + 2 : NULL;
    }
    say(args, &message);
    return (int)cli_exit_of(error->status);
}

int cli_fail_memory(const CliArgs *args)
{
    say(args, &(Message){.kind = "error",
                         .sentence = "Out of memory.",
                         .status = mien_status_name(MIEN_ERROR_MEMORY)});
    return (int)cli_exit_of(MIEN_ERROR_MEMORY);
}

int cli_fail_cancelled(const CliArgs *args)
{
    cli_keep_quiet();
    return cli_fail(args, CLI_EXIT_CANCELLED, NULL, NULL, "Cancelled.");
}

void cli_warn(const CliArgs *args, const char *file, const char *place, const char *format, ...)
{
    char sentence[SENTENCE_ROOM];
    if (args->no_warnings)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    say(args, &(Message){.kind = "warning", .file = file, .place = place, .sentence = sentence});
}

void cli_inform(const CliArgs *args, const char *format, ...)
{
    char sentence[SENTENCE_ROOM];
    if (args->quiet)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    say(args, &(Message){.kind = "note", .sentence = sentence});
}

void cli_note(const CliArgs *args, const char *file, const char *format, ...)
{
    char sentence[SENTENCE_ROOM];
    if (!args->verbose)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    say(args, &(Message){.kind = "note", .file = file, .sentence = sentence});
}

static volatile sig_atomic_t is_cancelled;
static const CliHost *host; // in a module: of the program
static void (*volatile undo_function)(void);
static MieniTextOut last_words; ///< What a program that is ended late says.
static volatile sig_atomic_t is_quiet;

static void end_late(void)
{
    if (undo_function != NULL)
        undo_function();
    if (last_words.size > 0 && !is_quiet)
        (void)mieni_os_write(2, last_words.bytes, last_words.size);
    _Exit(CLI_EXIT_CANCELLED);
}

static void cancel(int signal)
{
    (void)signal;
    if (is_cancelled)
        _Exit(CLI_EXIT_CANCELLED);
    is_cancelled = 1;
}

void cli_catch_signals(const CliArgs *args)
{
    const Message message = {
        .kind = "error", .sentence = "Cancelled.", .status = exit_name(CLI_EXIT_CANCELLED)};
    mieni_text_release(&last_words);
    (args->json ? put_json(&last_words, &message) : put_text(args, &last_words, &message));
    mieni_os_catch_stops(cancel, end_late, args->command != NULL && args->command->has_steps ? 0.7 : 0.2);
}

void cli_undo_late(void (*undo)(void))
{
    undo_function = undo;
    if (host != NULL)
        host->undo_late(undo);
}

void cli_keep_quiet(void)
{
    is_quiet = 1;
    if (host != NULL)
        host->keep_quiet();
}

void cli_cancel(void) { is_cancelled = 1; }

bool cli_is_cancelled(void) { return is_cancelled != 0 || (host != NULL && host->is_cancelled()); }

void cli_follow_host(const CliHost *given) { host = given; }

void cli_survive_pipes(void) { mieni_os_ignore_pipes(); }
