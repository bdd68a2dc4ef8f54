// SPDX-License-Identifier: MIT
//
// Suggestions for misspelled names.

#include "cli/nearest.h"

#include "cli/columns.h"
#include "cli/messages.h"
#include "mien_author/vocabulary.h"

#include <string.h>

const char *cli_nearest_hint(const CliArgs *args, const MieniNearest *nearest, const char *prefix)
{
    const char *const *others = nearest->others;
    if (nearest->name == NULL)
        return "";
    if (others[0] == NULL)
        return cli_text(args, "; did you mean %s%s?", prefix, nearest->name);
    if (others[1] == NULL)
        return cli_text(args, "; did you mean %s%s or %s%s?", prefix, nearest->name, prefix, others[0]);
    return cli_text(args, "; did you mean %s%s, %s%s or %s%s?", prefix, nearest->name, prefix, others[0],
                    prefix, others[1]);
}

static const char *const separators = ".:|/";

static const char *name_at(const CliNames *names, int index)
{
    const char *name = names->name(names->of, index);
    return name != NULL ? name : "";
}

/// Whether a name ends in what was typed, behind a separator.
static bool ends_in(const char *name, const char *given)
{
    const size_t size = strlen(name), end = strlen(given);
    return end > 0 && size > end && strchr(separators, name[size - end - 1]) != NULL &&
           strcmp(name + size - end, given) == 0;
}

int cli_names_search(const CliNames *names, const char *given)
{
    int found = -1;
    for (int i = 0; i < names->count; ++i)
        if (strcmp(name_at(names, i), given) == 0)
            return i;
    for (int i = 0; i < names->count; ++i)
        if (ends_in(name_at(names, i), given))
            found = found == -1 ? i : -2;
    return found;
}

/// What stands behind the last separator of a name.
static const char *last_part(const char *name)
{
    const char *part = name;
    for (const char *c = name; *c != '\0'; ++c)
        if (strchr(separators, *c) != NULL)
            part = c + 1;
    return part;
}

int cli_names_fail(const CliArgs *args, const CliNames *names, const char *given)
{
    MieniNearest nearest = {.given = given};
    const char *candidates = "";
    int count = 0;
    for (int i = 0; i < names->count; ++i) {
        const char *name = name_at(names, i);
        mieni_nearest_try(&nearest, name);
        if (last_part(name) != name)
            mieni_nearest_try(&nearest, last_part(name));
        if (ends_in(name, given) && ++count <= 4)
            candidates = cli_text(args, "%s%s%s", candidates, count > 1 ? " or " : "", name);
    }
    if (count > 1)
        return cli_fail(args, CLI_EXIT_INPUT, names->file, given, "Several %ss end in this: use %s%s.",
                        names->what, candidates, count > 4 ? " or another" : "");
    const char *hint = cli_nearest_hint(args, &nearest, "");
    return cli_fail(args, CLI_EXIT_INPUT, names->file, given, "No %s with this name%s", names->what,
                    hint[0] != '\0'       ? hint
                    : names->list != NULL ? names->list
                                          : ".");
}

int cli_names_find(const CliArgs *args, const CliNames *names, const char *given, int *out_index)
{
    *out_index = cli_names_search(names, given);
    return *out_index >= 0 ? CLI_EXIT_OK : cli_names_fail(args, names, given);
}

/// Puts the whole name in place of what was typed.
static int complete(const CliArgs *args, const CliNames *names, const char **word)
{
    int index;
    const int code = cli_names_find(args, names, *word, &index);
    if (code == CLI_EXIT_OK)
        *word = cli_text(args, "%s", name_at(names, index));
    return code;
}

int cli_names_find_values(const CliArgs *args, const CliNames *names, int first, int count)
{
    int code = CLI_EXIT_OK;
    for (int i = first; i < args->value_count && i < first + count && code == CLI_EXIT_OK; ++i)
        code = complete(args, names, &args->values[i]);
    return code;
}

int cli_names_find_option(const CliArgs *args, const CliNames *names, const char *option)
{
    int code = CLI_EXIT_OK;
    for (int i = 0; i < args->given_count && code == CLI_EXIT_OK; ++i)
        if (strcmp(args->given[i].option->name, option) == 0)
            code = complete(args, names, &args->given[i].value);
    return code;
}

static const char *vocabulary_id(const void *of, int index)
{
    (void)of;
    return mien_author_vocabulary_info(index).id;
}

int cli_vocabulary_check(const CliArgs *args, const char *id)
{
    const CliNames names = {"vocabulary", NULL,          mien_author_vocabulary_count(),
                            NULL,         vocabulary_id, ": mien vocab list shows them."};
    return mien_author_vocabulary_find(id) >= 0 ? CLI_EXIT_OK : cli_names_fail(args, &names, id);
}

/// Words of other programs, and ours. A word may have several.
typedef struct Synonym {
    const char *word, *ours;
} Synonym;

static const Synonym verbs[] = {
    {"delete", "remove"}, {"del", "remove"},     {"rm", "remove"},   {"drop", "remove"}, {"erase", "remove"},
    {"ls", "list"},       {"ls", "show"},        {"show", "list"},   {"list", "show"},   {"info", "list"},
    {"info", "show"},     {"new", "create"},     {"make", "create"}, {"init", "create"}, {"mv", "move"},
    {"cp", "copy"},       {"duplicate", "copy"}, {"edit", "set"},    {"flip", "mirror"}, {NULL, NULL},
};

static const Synonym commands[] = {
    {"new", "init"},
    {"create", "init"},
    {"check", "lint"},
    {"validate", "lint"},
    {"verify", "lint"},
    {"fix", "lint"},
    {"test", "lint"},
    {"compile", "build"},
    {"make", "build"},
    {"strip", "filmstrip"},
    {"film", "video"},
    {"movie", "video"},
    {"thumbnail", "render"},
    {"draw", "render"},
    {"picture", "render"},
    {"screenshot", "render"},
    {"show", "info"},
    {"inspect", "info"},
    {"cat", "info"},
    {"dump", "info"},
    {"ls", "find clip"},
    {"list", "find clip"},
    {"search", "find curve"},
    {"grep", "find curve"},
    {"compare", "diff"},
    {"convert", "import"},
    {"load", "import"},
    {"open", "import"},
    {"rename", "poses rename"},
    {"merge", "git merge"},
    {"status", "lint"},
    {NULL, NULL},
};

static const Synonym options[] = {
    {"out", "output"},      {"file", "output"},       {"f", "output"},
    {"time", "at"},         {"frame", "framing"},     {"frame", "at"},
    {"frames", "count"},    {"n", "count"},           {"from", "start"},
    {"to", "end"},          {"parallel", "jobs"},     {"threads", "jobs"},
    {"poses", "pose"},      {"directory", "project"}, {"dir", "project"},
    {"preview", "dry-run"}, {"delete", "remove"},     {"width", "size"},
    {"resolution", "size"}, {"fps", "rate"},          {"silent", "quiet"},
    {"yes", "force"},       {"type", "kind"},         {"severity", "level"},
    {"disable", "off"},     {"ignore", "off"},        {"parent", "extends"},
    {NULL, NULL},
};

const char *cli_option_synonym(const CliArgs *args, const char *name)
{
    for (const Synonym *row = options; row->word != NULL; ++row)
        if (strcmp(row->word, name) == 0 && cli_knows(args, row->ours))
            return row->ours;
    return NULL;
}

/// The first word of commands that is meant: as it is, or in the plural or singular. NULL for none.
static const char *group_of(const CliArgs *args, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(word, "vocabular", 9) == 0)
        word = "vocab";
    if (cli_is_prefix(args->program, word))
        return word;
    const char *other = length > 1 && word[length - 1] == 's' ? cli_text(args, "%.*s", (int)length - 1, word)
                                                              : cli_text(args, "%ss", word);
    return cli_is_prefix(args->program, other) ? other : NULL;
}

/// The command of a group whose second word begins so, or NULL.
static const char *find_verb(const CliArgs *args, const char *group, const char *verb)
{
    const char *path = cli_text(args, "%s %s", group, verb);
    for (int i = 0; i < args->program->command_count; ++i)
        if (strncmp(args->program->commands[i]->path, path, strlen(path)) == 0)
            return args->program->commands[i]->path;
    return NULL;
}

/// The command that two words mean, of which the first is a group's.
static const char *find_in_group(const CliArgs *args, const char *group, const char *verb)
{
    MieniNearest nearest = {.given = verb};
    const size_t skip = strlen(group) + 1;
    for (int i = 0; i < args->program->command_count; ++i) {
        const CliCommand *command = args->program->commands[i];
        if (cli_has_prefix(command, group) && strlen(command->path) > skip) {
            if (strcmp(command->path + skip, verb) == 0)
                return command->path;
            mieni_nearest_try(&nearest, command->path + skip);
        }
    }
    for (const Synonym *row = verbs; row->word != NULL; ++row)
        if (strcmp(row->word, verb) == 0 && find_verb(args, group, row->ours) != NULL)
            return find_verb(args, group, row->ours);
    return nearest.name != NULL ? find_verb(args, group, nearest.name) : NULL;
}

const char *cli_command_meant(const CliArgs *args, const char *first, const char *second)
{
    const char *group = group_of(args, first);
    return group != NULL && second != NULL ? find_in_group(args, group, second) : NULL;
}

/// The command that one word means.
static const char *find_alone(const CliArgs *args, const char *word)
{
    MieniNearest nearest = {.given = word};
    if (group_of(args, word) != NULL)
        return group_of(args, word);
    for (const Synonym *row = commands; row->word != NULL; ++row)
        if (strcmp(row->word, word) == 0 && cli_find_command(args->program, row->ours) != NULL)
            return row->ours;
    for (int i = 0; i < args->program->command_count; ++i) {
        const char *path = args->program->commands[i]->path, *space = strchr(path, ' ');
        if (space != NULL && strcmp(space + 1, word) == 0) // the second word alone
            return path;
        mieni_nearest_try(&nearest, space != NULL ? cli_text(args, "%.*s", (int)(space - path), path) : path);
    }
    return nearest.name;
}

const char *cli_command_hint(const CliArgs *args, const char *path)
{
    const char *space = strchr(path, ' '), *program = args->program->name;
    const char *first = space != NULL ? cli_text(args, "%.*s", (int)(space - path), path) : path;
    const char *meant = space != NULL ? cli_command_meant(args, first, space + 1) : find_alone(args, path);
    if (meant != NULL)
        return cli_text(args, "; did you mean %s?", meant);
    const char *group = space != NULL ? group_of(args, first) : NULL;
    return cli_text(args, "; %s %s%s--help lists them.", program, group != NULL ? group : "",
                    group != NULL ? " " : "");
}
