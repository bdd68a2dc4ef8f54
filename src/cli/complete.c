// SPDX-License-Identifier: MIT

#include "cli/complete.h"

#include "asset/names/embedded.h"
#include "asset/view.h"
#include "cli/project.h"

#include <string.h>

typedef struct Completion {
    const CliArgs *args;
    MieniTextOut *out;
    const CliCommand *command;
    const char *prefix;      ///< Instead of a command: the first of two words.
    const CliOption *option; ///< Whose value the last word is, or NULL.
    const char *word;        ///< The last one: what has to be completed.
    const char *first;       ///< The first argument of the command, or NULL.
    const char *folder;      ///< Of --project.
    int argument_count;      ///< Before the last word.
    MieniProject project;
    bool has_project;
} Completion;

static bool starts(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

static void offer(const Completion *c, const char *word, const char *about)
{
    if (word == NULL || word[0] == '\0' || !starts(word, c->word) || strpbrk(word, "\t\r\n") != NULL)
        return;
    cli_put(c->out, word);
    mieni_text_put(c->out, about != NULL ? "\t" : "");
    for (; about != NULL && *about != '\0'; ++about)
        if (*about != '`')
            mieni_text_put_bytes(c->out, about, 1);
    mieni_text_put(c->out, "\n");
}

static const CliOption *find_in(const CliOption *options, const char *word)
{
    for (; options != NULL && options->name != NULL; ++options)
        if (word[1] == '-' ? strcmp(options->name, word + 2) == 0
                           : word[1] == options->letter && word[2] == '\0')
            return options;
    return NULL;
}

static const CliOption *find_option(const Completion *c, const char *word)
{
    const CliOption *found = find_in(c->command != NULL ? c->command->options : cli_early_options, word);
    return found != NULL ? found : find_in(cli_common_options, word);
}

static void read_command(Completion *c, const char *word)
{
    const CliProgram *program = c->args->program;
    if (c->prefix != NULL) {
        c->command = cli_find_command(program, cli_text(c->args, "%s %s", c->prefix, word));
        c->prefix = NULL;
    } else if (cli_is_prefix(program, word)) {
        c->prefix = word;
    } else {
        c->command = cli_find_command(program, word);
    }
}

/// Goes through the words before the last one.
static void read_words(Completion *c, const char *const *words, int count)
{
    for (int i = 0; i + 1 < count; ++i) {
        if (words[i][0] == '-' && words[i][1] != '\0') {
            const CliOption *option = find_option(c, words[i]);
            if (option == NULL || option->value == NULL)
                continue;
            if (++i + 1 >= count)
                c->option = option;
            else if (strcmp(option->name, "project") == 0)
                c->folder = words[i];
        } else if (c->command == NULL) {
            read_command(c, words[i]);
        } else {
            c->first = c->argument_count++ == 0 ? words[i] : c->first;
        }
    }
}

static void offer_options(const Completion *c)
{
    const CliOption *const lists[] = {c->command != NULL ? c->command->options : cli_early_options,
                                      cli_common_options};
    for (int l = 0; l < 2; ++l)
        for (const CliOption *o = lists[l]; o != NULL && o->name != NULL; ++o)
            offer(c, cli_text(c->args, "--%s", o->name), o->help);
}

/// First words, or second ones after the prefix, each once.
static void offer_commands(const Completion *c)
{
    const CliProgram *program = c->args->program;
    const size_t skip = c->prefix != NULL ? strlen(c->prefix) + 1 : 0;
    const char *last = "";
    for (int i = 0; i < program->command_count; ++i) {
        const CliCommand *command = program->commands[i];
        if (c->prefix != NULL && (!cli_has_prefix(command, c->prefix) || strlen(command->path) < skip))
            continue;
        const int length = (int)strcspn(command->path + skip, " ");
        const char *word = cli_text(c->args, "%.*s", length, command->path + skip);
        if (strcmp(word, last) != 0)
            offer(c, word, command->path[skip + (size_t)length] == '\0' ? command->summary : command->group);
        last = word;
    }
}

static void offer_choices(const Completion *c, const char *choices)
{
    while (choices != NULL) {
        const char *end = strchr(choices, '|');
        offer(c,
              cli_text(c->args, "%.*s", end != NULL ? (int)(end - choices) : (int)strlen(choices), choices),
              NULL);
        choices = end != NULL ? end + 1 : NULL;
    }
}

static void offer_embedded(const Completion *c, const MieniEmbedded *table, int count)
{
    for (int i = 0; i < count; ++i)
        offer(c, table[i].id, table[i].fields[0]);
}

/// Assets of a kind, without the ending; of MIENI_ASSET_NONE all, with it.
static void offer_assets(const Completion *c, MieniAssetKind kind)
{
    MieniPaths paths = {0};
    MieniProblem problem = {0};
    if (!c->has_project)
        mieni_text_put(c->out, ":files\n");
    if (!c->has_project || mieni_project_files(&c->project, &paths, &problem) != MIEN_OK)
        return;
    for (int i = 0; i < paths.count; ++i) {
        const MieniAssetKind found = mieni_asset_kind_of_path(paths.items[i]);
        if (found == MIENI_ASSET_NONE || found == MIENI_ASSET_PROJECT ||
            (kind != MIENI_ASSET_NONE && found != kind))
            continue;
        const size_t ending = strlen(".json") + 1 + strlen(mieni_asset_kind_name(found));
        const size_t size = strlen(paths.items[i]);
        offer(c,
              kind == MIENI_ASSET_NONE || size <= ending
                  ? paths.items[i]
                  : cli_text(c->args, "%.*s", (int)(size - ending), paths.items[i]),
              mieni_asset_kind_name(found));
    }
    mieni_paths_release(&paths);
}

/// The names of the rows of an asset: poses, or the curves or bones of a skeleton.
static void offer_rows_of(const Completion *c, const char *path, MieniAssetKind kind, bool wants_bones)
{
    MieniAsset asset;
    MieniProblem problem = {0};
    if (mieni_project_load(&c->project, path, kind, &asset, &problem) != MIEN_OK)
        return;
    const MieniPoseAssetView *poses = kind == MIENI_ASSET_POSES ? mieni_pose_asset_of(&asset) : NULL;
    for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i)
        offer(c, mieni_pose_name(mieni_pose_asset_pose(poses, i)), path);
    if (kind == MIENI_ASSET_SKELETON) {
        const MieniSkeletonView *skeleton = mieni_skeleton_of(&asset);
        const int count =
            wants_bones ? mieni_skeleton_bone_count(skeleton) : mieni_skeleton_curve_count(skeleton);
        for (int i = 0; i < count; ++i)
            offer(c,
                  wants_bones ? mieni_bone_name(mieni_skeleton_bone(skeleton, i))
                              : mieni_curve_name(mieni_skeleton_curve(skeleton, i)),
                  path);
    }
    mieni_asset_release(&asset);
}

/// The same of the asset that the first argument names, or of all of the kind.
static void offer_rows(const Completion *c, MieniAssetKind kind, bool wants_bones)
{
    const char *ending = cli_text(c->args, ".%s.json", mieni_asset_kind_name(kind));
    const char *own = c->first == NULL ? ""
                      : mieni_asset_kind_of_path(c->first) == kind
                          ? c->first
                          : cli_text(c->args, "%s%s", c->first, ending);
    MieniPaths paths = {0};
    MieniProblem problem = {0};
    if (!c->has_project)
        return;
    if (own[0] != '\0' && mieni_project_exists(&c->project, own)) {
        offer_rows_of(c, own, kind, wants_bones);
    } else if (mieni_project_files(&c->project, &paths, &problem) == MIEN_OK) {
        for (int i = 0; i < paths.count; ++i)
            if (mieni_asset_kind_of_path(paths.items[i]) == kind)
                offer_rows_of(c, paths.items[i], kind, wants_bones);
    }
    mieni_paths_release(&paths);
}

/// What stands for a value that is called so: "CLIP", "POSE". False if it is not known.
static bool offer_named(const Completion *c, const char *name)
{
    static const struct {
        const char *name;
        MieniAssetKind kind;
    } kinds[] = {{"CHARACTER", MIENI_ASSET_CHARACTER}, {"CLIP", MIENI_ASSET_CLIP},
                 {"GRAPH", MIENI_ASSET_GRAPH},         {"MESH", MIENI_ASSET_MESH},
                 {"POSES", MIENI_ASSET_POSES},         {"SKELETON", MIENI_ASSET_SKELETON}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
        if (strcmp(name, kinds[i].name) == 0) {
            offer_assets(c, kinds[i].kind);
            return true;
        }
    const bool is_poses = c->command != NULL && starts(c->command->path, "poses ");
    const bool is_pair = starts(name, "OLD NEW");
    if (strcmp(name, "ASSET") == 0)
        offer_assets(c, is_poses ? MIENI_ASSET_POSES : MIENI_ASSET_NONE);
    else if (strcmp(name, "FACE") == 0) {
        offer_assets(c, MIENI_ASSET_POSES);
        offer_assets(c, MIENI_ASSET_MESH);
    } else if (is_pair && c->argument_count % 2 == 0)
        return true; // a new name
    else if (starts(name, "POSE") || strcmp(name, "NAME[=WEIGHT]") == 0 || (is_pair && is_poses) ||
             (is_poses && (strcmp(name, "TARGET") == 0 || strcmp(name, "SOURCE") == 0)))
        offer_rows(c, MIENI_ASSET_POSES, false);
    else if (strcmp(name, "CURVE") == 0)
        offer_rows(c, MIENI_ASSET_SKELETON, false);
    else if (strcmp(name, "BONE") == 0)
        offer_rows(c, MIENI_ASSET_SKELETON, true);
    else if (strcmp(name, "VOCABULARY") == 0)
        offer_embedded(c, mieni_vocabularies, mieni_vocabularies_count);
    else if (strcmp(name, "MAP") == 0 ||
             (c->command != NULL && strcmp(c->command->path, "map compose") == 0 &&
              (strcmp(name, "FIRST") == 0 || strcmp(name, "SECOND") == 0))) {
        offer_embedded(c, mieni_maps, mieni_maps_count);
        offer_assets(c, MIENI_ASSET_MAP);
    } else if (strcmp(name, "SHELL") == 0)
        offer_choices(c, "bash|zsh|fish");
    else
        return false;
    return true;
}

static void offer_value(const Completion *c, const char *name, const char *value, CliKind kind)
{
    if (name != NULL && strcmp(name, "curve") == 0)
        offer_rows(c, MIENI_ASSET_SKELETON, false);
    else if (name != NULL && (strcmp(name, "bone") == 0 || strcmp(name, "bones") == 0))
        offer_rows(c, MIENI_ASSET_SKELETON, true);
    else if (!offer_named(c, value) && (kind == CLI_FILE || kind == CLI_FOLDER))
        mieni_text_put(c->out, kind == CLI_FILE ? ":files\n" : ":folders\n");
}

/// The argument that the last word is, or NULL.
static const CliArgument *find_argument(const Completion *c)
{
    const CliArgument *argument = c->command->arguments;
    for (int i = 0; i < c->argument_count && argument != NULL && argument->name != NULL; ++i)
        argument += !argument->is_repeated;
    return argument != NULL && argument->name != NULL ? argument : NULL;
}

void cli_complete(const CliArgs *args, const char *const *words, int count, MieniTextOut *out)
{
    Completion c = {.args = args, .out = out, .word = count > 0 ? words[count - 1] : "", .folder = ""};
    MieniProblem problem = {0};
    read_words(&c, words, count);
    c.has_project = mieni_project_open(&c.project, c.folder, &problem) == MIEN_OK;
    if (c.option != NULL && c.option->choices != NULL) {
        offer_choices(&c, c.option->choices);
    } else if (c.option != NULL) {
        offer_value(&c, c.option->name, c.option->value, c.option->kind);
    } else if (c.word[0] == '-') {
        offer_options(&c);
    } else if (c.command == NULL) {
        offer_commands(&c);
    } else if (strcmp(c.command->path, "help") == 0) {
        c.command = NULL;
        c.prefix = c.argument_count > 0 ? c.first : NULL;
        offer_commands(&c);
    } else {
        const CliArgument *argument = find_argument(&c);
        if (argument != NULL)
            offer_value(&c, NULL, argument->name, argument->kind);
    }
    if (c.has_project)
        mieni_project_close(&c.project);
}
