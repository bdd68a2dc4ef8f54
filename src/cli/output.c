// SPDX-License-Identifier: MIT
//
// Writes results.

#include "cli/output.h"
#include "cli/dry_run.h"

#include "cli/messages.h"
#include "project/files/files.h"
#include "project/files/os.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int fail_write(const CliArgs *args, const char *path, int reason)
{
    return cli_fail(args, CLI_EXIT_WRITE, path, NULL, "Cannot write the file: %s.", strerror(reason));
}

/// 0, or why not.
static int write_all(int handle, const char *bytes, size_t size)
{
    while (size > 0) {
        const int64_t wrote = mieni_os_write(handle, bytes, size);
        if (wrote < 0 && errno == EINTR && !cli_is_cancelled())
            continue;
        if (wrote < 0)
            return errno;
        bytes += wrote;
        size -= (size_t)wrote;
    }
    return 0;
}

static int write_stdout(const CliArgs *args, const void *bytes, size_t size)
{
    const int reason = write_all(1, bytes, size);
    if (reason != 0 && cli_is_cancelled())
        return cli_fail_cancelled(args);
    return reason == 0 ? CLI_EXIT_OK : fail_write(args, "standard output", reason);
}

/// Devices and pipes are written as they are.
static int write_in_place(const CliArgs *args, const char *path, const void *bytes, size_t size)
{
    const int handle = mieni_os_open(NULL, path, MIENI_OS_IN_PLACE);
    if (handle < 0)
        return fail_write(args, path, errno);
    int reason = write_all(handle, bytes, size);
    if (!mieni_os_close(handle) && reason == 0)
        reason = errno;
    return reason == 0 ? CLI_EXIT_OK : fail_write(args, path, reason);
}

/// A folder that is missing is a slip of the user, not one to be made.
static bool has_folder(const CliArgs *args, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL || slash == path ||
           mieni_file_exists(cli_text(args, "%.*s", (int)(slash - path), path));
}

int cli_check_writable(const CliArgs *args, const char *path)
{
    MieniOsInfo about;
    if (strcmp(path, "-") == 0)
        return CLI_EXIT_OK;
    if (mieni_os_look(path, &about))
        return about.kind == MIENI_OS_FOLDER ? fail_write(args, path, EISDIR) : CLI_EXIT_OK;
    return has_folder(args, path) ? CLI_EXIT_OK : fail_write(args, path, ENOENT);
}

int cli_check_output(const CliArgs *args)
{
    int code = CLI_EXIT_OK;
    for (int i = 0; i < args->given_count && code == CLI_EXIT_OK; ++i)
        if (strcmp(args->given[i].option->name, "output") == 0 && !args->given[i].option->makes_folder)
            code = cli_check_writable(args, args->given[i].value);
    return code;
}

static int write_whole(const CliArgs *args, const char *path, const MieniFileWas *was, const void *bytes,
                       size_t size)
{
    MieniProblem problem = {0};
    if (cli_is_cancelled())
        return cli_fail_cancelled(args);
    if (!has_folder(args, path))
        return fail_write(args, path, ENOENT);
    if (mieni_file_write_over(path, bytes, size, was, &problem) != MIEN_OK)
        return cli_is_cancelled() ? cli_fail_cancelled(args)
                                  : cli_fail(args, CLI_EXIT_WRITE, path, NULL, "%s", problem.error.message);
    cli_note(args, path, "%zu bytes written.", size);
    return CLI_EXIT_OK;
}

int cli_write_file(const CliArgs *args, const char *path, const void *bytes, size_t size)
{
    return cli_write_file_over(args, path, NULL, bytes, size);
}

int cli_write_file_over(const CliArgs *args, const char *path, const MieniFileWas *was, const void *bytes,
                        size_t size)
{
    if (strcmp(path, "-") == 0)
        return write_stdout(args, bytes, size);
    MieniOsInfo about;
    if (mieni_os_look(path, &about) && about.kind != MIENI_OS_FILE)
        return write_in_place(args, path, bytes, size);
    return write_whole(args, path, was, bytes, size);
}

/// Makes sure that a terminal shows all of a text. False without memory.
static bool make_plain(const CliArgs *args, MieniTextOut *text)
{
    MieniTextOut plain = {0};
    if (text->size == 0)
        return true;
    cli_put_lines(&plain, text->bytes, text->size, args->color_out);
    mieni_text_release(text);
    *text = plain;
    return !plain.is_out_of_memory;
}

int cli_write_result(const CliArgs *args, MieniTextOut *result)
{
    const CliOption *option = args->command != NULL ? args->command->options : NULL;
    while (option != NULL && option->name != NULL && strcmp(option->name, "output") != 0)
        ++option;
    const char *path = option != NULL && option->name != NULL ? cli_value(args, "output", "-") : "-";
    int code;
    if (result->is_out_of_memory || args->arena->is_out_of_memory || !make_plain(args, result))
        code = cli_fail_memory(args);
    else
        code = cli_write_file(args, path, result->size > 0 ? result->bytes : "", result->size);
    mieni_text_release(result);
    return code;
}

int cli_write_next(const CliArgs *args, MieniTextOut *text, bool *out_is_over)
{
    *out_is_over = false;
    if (text->is_out_of_memory || args->arena->is_out_of_memory || !make_plain(args, text))
        return cli_fail_memory(args);
    const int reason = write_all(1, text->bytes, text->size);
    text->size = 0;
    *out_is_over = reason == EPIPE;
    if (reason != 0 && cli_is_cancelled())
        return cli_fail_cancelled(args);
    return reason == 0 || reason == EPIPE ? CLI_EXIT_OK : fail_write(args, "standard output", reason);
}

/// How many containers are inside each other; a value that holds none has 0.
static int depth_of(const MieniJson *value)
{
    int depth = -1;
    for (int i = 0; i < value->count; ++i) {
        const int inside = depth_of(value->items[i]);
        depth = inside > depth ? inside : depth;
    }
    return value->type == MIENI_JSON_ARRAY || value->type == MIENI_JSON_OBJECT ? depth + 1 : -1;
}

/// Rows on one line each, what holds rows on several.
static void put_lines(MieniTextOut *out, const MieniJson *value, int indent)
{
    if (depth_of(value) <= 1) {
        mieni_text_put_json(out, value);
        return;
    }
    const bool is_object = value->type == MIENI_JSON_OBJECT;
    mieni_text_put(out, is_object ? "{" : "[");
    for (int i = 0; i < value->count; ++i) {
        mieni_text_putf(out, "%s\n%*s", i > 0 ? "," : "", indent + 2, "");
        if (is_object) {
            mieni_text_put_string(out, value->keys[i]);
            mieni_text_put(out, ": ");
        }
        put_lines(out, value->items[i], indent + 2);
    }
    mieni_text_putf(out, "\n%*s%s", indent, "", is_object ? "}" : "]");
}

int cli_write_json(const CliArgs *args, MieniJsonDocument *document)
{
    MieniTextOut out = {0};
    out.is_out_of_memory = document->arena.is_out_of_memory || document->root == NULL;
    if (!out.is_out_of_memory)
        put_lines(&out, document->root, 0);
    mieni_text_put(&out, "\n");
    mieni_json_release(document);
    return cli_write_result(args, &out);
}

int cli_write_summary(const CliArgs *args, MieniTextOut *text, MieniJsonDocument *json)
{
    const CliArgs plain = {.program = args->program,
                           .arena = args->arena,
                           .json = args->json,
                           .color_out = args->color_out,
                           .color_err = args->color_err,
                           .verbose = args->verbose};
    const bool is_dry_run = cli_is_dry_run(args);
    if (args->json && json != NULL) {
        mieni_text_release(text);
        if (is_dry_run && json->root->type == MIENI_JSON_OBJECT)
            cli_json_set_bool(json, json->root, "dry_run", true);
        return cli_write_json(&plain, json);
    }
    if (json != NULL)
        mieni_json_release(json);
    if (is_dry_run && !args->json)
        mieni_text_put(text, "Dry run: nothing was written.\n");
    if (args->json || !args->quiet || is_dry_run)
        return cli_write_result(&plain, text);
    const bool is_whole = !text->is_out_of_memory && !args->arena->is_out_of_memory;
    mieni_text_release(text);
    return is_whole ? CLI_EXIT_OK : cli_fail_memory(args);
}

MieniJson *cli_json_float(MieniJsonDocument *document, float value)
{
    return value - value == 0.0f ? mieni_json_float(document, value) : mieni_json_null(document);
}

void cli_json_set_string(MieniJsonDocument *document, MieniJson *object, const char *key, const char *value)
{
    mieni_json_set(document, object, key, mieni_json_string(document, value));
}

void cli_json_set_number(MieniJsonDocument *document, MieniJson *object, const char *key, double value)
{
    mieni_json_set(document, object, key,
                   value - value == 0.0 ? mieni_json_number(document, value) : mieni_json_null(document));
}

void cli_json_set_float(MieniJsonDocument *document, MieniJson *object, const char *key, float value)
{
    mieni_json_set(document, object, key, cli_json_float(document, value));
}

void cli_json_set_bool(MieniJsonDocument *document, MieniJson *object, const char *key, bool value)
{
    mieni_json_set(document, object, key, mieni_json_bool(document, value));
}

static void set_floats(MieniJsonDocument *document, MieniJson *object, const char *key, const float *values,
                       int count)
{
    MieniJson *array = mieni_json_set(document, object, key, mieni_json_array(document));
    for (int i = 0; i < count; ++i)
        mieni_json_append(document, array, cli_json_float(document, values[i]));
}

void cli_json_set_transform(MieniJsonDocument *document, MieniJson *object, const MienTransform *transform)
{
    float numbers[sizeof *transform / sizeof(float)];
    memcpy(numbers, transform, sizeof numbers);
    set_floats(document, object, "rotation", numbers, 4);
    set_floats(document, object, "translation", numbers + 4, 3);
    set_floats(document, object, "scale", numbers + 8, 3);
}
