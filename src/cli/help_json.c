// SPDX-License-Identifier: MIT
//
// The command table as JSON.

#include "cli/help.h"
#include "cli/output.h"

/// An object that is the next row of a list.
static MieniJson *add_row(MieniJsonDocument *json, MieniJson *list)
{
    return mieni_json_append(json, list, mieni_json_object(json));
}

static MieniJson *set_list(MieniJsonDocument *json, const char *key)
{
    return mieni_json_set(json, json->root, key, mieni_json_array(json));
}

static void set_text(MieniJsonDocument *json, MieniJson *object, const char *key, const char *text)
{
    if (text != NULL)
        cli_json_set_string(json, object, key, text);
}

static void set_arguments(MieniJsonDocument *json, const CliArgument *argument)
{
    MieniJson *list = set_list(json, "arguments");
    for (; argument != NULL && argument->name != NULL; ++argument) {
        MieniJson *row = add_row(json, list);
        set_text(json, row, "name", argument->name);
        set_text(json, row, "help", argument->help);
        cli_json_set_bool(json, row, "optional", argument->is_optional);
        cli_json_set_bool(json, row, "repeated", argument->is_repeated);
    }
}

static void set_options(MieniJsonDocument *json, const char *key, const CliOption *option)
{
    MieniJson *list = set_list(json, key);
    for (; option != NULL && option->name != NULL; ++option) {
        const char letter[] = {option->letter, '\0'};
        MieniJson *row = add_row(json, list);
        set_text(json, row, "name", option->name);
        set_text(json, row, "letter", option->letter != '\0' ? letter : NULL);
        set_text(json, row, "value", option->value);
        set_text(json, row, "choices", option->choices);
        set_text(json, row, "excludes", option->excludes);
        set_text(json, row, "help", option->help);
        cli_json_set_bool(json, row, "repeated", option->is_repeated);
    }
}

static void set_command(MieniJsonDocument *json, const CliCommand *command)
{
    MieniJson *root = json->root, *list;
    set_text(json, root, "command", command->path);
    set_text(json, root, "group", command->group);
    set_text(json, root, "summary", command->summary);
    set_text(json, root, "description", command->description);
    set_arguments(json, command->arguments);
    set_options(json, "options", command->options);
    set_options(json, "common", cli_common_options);
    list = set_list(json, "examples");
    for (const CliExample *at = command->examples; at != NULL && at->command != NULL; ++at) {
        MieniJson *row = add_row(json, list);
        set_text(json, row, "command", at->command);
        set_text(json, row, "help", at->help);
    }
    list = set_list(json, "exits");
    for (const CliExitInfo *info = cli_exits; info->name != NULL; ++info)
        if (cli_can_exit(command, info->code)) {
            MieniJson *row = add_row(json, list);
            cli_json_set_number(json, row, "code", (double)info->code);
            set_text(json, row, "name", info->name);
            set_text(json, row, "help", info->help);
        }
}

static void set_overview(MieniJsonDocument *json, const CliProgram *program, const char *prefix)
{
    set_text(json, json->root, "program", program->name);
    set_text(json, json->root, "summary", program->summary);
    MieniJson *list = set_list(json, "commands");
    for (int i = 0; i < program->command_count; ++i) {
        const CliCommand *command = program->commands[i];
        if (prefix != NULL && !cli_has_prefix(command, prefix))
            continue;
        MieniJson *row = add_row(json, list);
        set_text(json, row, "command", command->path);
        set_text(json, row, "group", command->group);
        set_text(json, row, "summary", command->summary);
    }
}

int cli_help_write_json(const CliArgs *args, const CliCommand *command, const char *prefix)
{
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    if (command != NULL)
        set_command(&json, command);
    else
        set_overview(&json, args->program, prefix);
    return cli_write_json(args, &json);
}

int cli_help_write_text(const CliArgs *args, MieniTextOut *text)
{
    MieniJsonDocument json;
    if (!args->json || text->is_out_of_memory)
        return cli_write_result(args, text);
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    set_text(&json, json.root, "text", text->size > 0 ? text->bytes : "");
    mieni_text_release(text);
    return cli_write_json(args, &json);
}
