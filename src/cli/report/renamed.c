// SPDX-License-Identifier: MIT
//
// Shared by commands that rename.

#include "cli/report/renamed.h"

#include "cli/project.h"

int cli_pairs(const CliArgs *args, CliLines *out_from, CliLines *out_to)
{
    const int count = args->value_count - 1;
    *out_from = *out_to = (CliLines){0};
    if (count % 2 != 0)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "Names come in pairs: OLD NEW.");
    out_from->items = mieni_arena_take(args->arena, (size_t)count / 2, sizeof *out_from->items);
    out_to->items = mieni_arena_take(args->arena, (size_t)count / 2, sizeof *out_to->items);
    if (out_from->items == NULL || out_to->items == NULL)
        return cli_fail_memory(args);
    for (int i = 0; i < count / 2; ++i) {
        out_from->items[i] = args->values[1 + 2 * i];
        out_to->items[i] = args->values[2 + 2 * i];
    }
    out_from->count = out_to->count = count / 2;
    return CLI_EXIT_OK;
}

void cli_put_renames(const CliArgs *args, const CliLines *from, const CliLines *to, MieniTextOut *out,
                     MieniJsonDocument *json)
{
    enum { USUAL = 10 };
    const int most = args->verbose || from->count <= USUAL ? from->count : USUAL;
    MieniJson *list = mieni_json_set(json, json->root, "names", mieni_json_array(json));
    for (int i = 0; i < from->count; ++i) {
        MieniJson *row = mieni_json_append(json, list, mieni_json_object(json));
        cli_json_set_string(json, row, "old", from->items[i]);
        cli_json_set_string(json, row, "new", to->items[i]);
        if (out != NULL && i < most)
            cli_putf(out, "  %s -> %s\n", from->items[i], to->items[i]);
    }
    if (out != NULL && most < from->count)
        cli_putf(out, "  and %d more; --verbose shows them\n", from->count - most);
}

void cli_renamed_begin(CliRenamed *renamed)
{
    *renamed = (CliRenamed){0};
    mieni_json_begin(&renamed->json, NULL);
    renamed->json.root = mieni_json_object(&renamed->json);
    renamed->list =
        mieni_json_set(&renamed->json, renamed->json.root, "files", mieni_json_array(&renamed->json));
}

void cli_renamed_note(void *user, const char *file, int places)
{
    CliRenamed *renamed = user;
    cli_putf(&renamed->out, "%s: %d place%s\n", file, places, places == 1 ? "" : "s");
    MieniJson *row = mieni_json_append(&renamed->json, renamed->list, mieni_json_object(&renamed->json));
    cli_json_set_string(&renamed->json, row, "file", file);
    cli_json_set_number(&renamed->json, row, "places", places);
}

int cli_renamed_end(const CliArgs *args, CliRenamed *renamed, MienStatus status, const MieniProblem *problem)
{
    if (status == MIEN_OK)
        return cli_write_summary(args, &renamed->out, &renamed->json);
    mieni_text_release(&renamed->out);
    mieni_json_release(&renamed->json);
    return cli_fail_problem(args, problem);
}
