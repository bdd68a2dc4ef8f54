// SPDX-License-Identifier: MIT
//
// Finds the new names of poses in a vocabulary or a map.

#include "cli/report/rename_to.h"

#include "asset/view.h"
#include "mien_author/map.h"
#include "mien_author/resolve.h"
#include "project/recipes/recipes.h"

#include <string.h>

/// What becomes of a pose.
typedef struct Row {
    const char *old, *new; ///< NULL: it keeps its name.
    const char *why;       ///< The rule, or why there is no new name.
} Row;

typedef struct Rows {
    const CliArgs *args;
    Row *items;
    int count;
} Rows;

/// By the names of a vocabulary, as mien vocab match does.
static int match_vocabulary(Rows *rows, const char *id)
{
    const CliArgs *args = rows->args;
    MienAuthorVocabulary *vocabulary = NULL;
    MienAuthorResolver *resolver = NULL;
    MienError error = {0};
    if (mien_author_vocabulary_load(id, NULL, &vocabulary, &error) != MIEN_OK)
        return cli_fail_error(args, id, &error);
    const char **targets = mieni_arena_take(args->arena, (size_t)vocabulary->name_count, sizeof *targets);
    for (int i = 0; targets != NULL && i < vocabulary->name_count; ++i)
        targets[i] = cli_text(args, "%s", vocabulary->names[i].name);
    int code = targets != NULL ? CLI_EXIT_OK : cli_fail_memory(args);
    if (code == CLI_EXIT_OK && mien_author_resolver_create(targets, vocabulary->name_count, vocabulary, NULL,
                                                           &resolver, &error) != MIEN_OK)
        code = cli_fail_error(args, id, &error);
    for (int i = 0; i < rows->count && code == CLI_EXIT_OK; ++i) {
        char rules[96] = "no match";
        const MienAuthorMatch match = mien_author_resolver_find(resolver, rows->items[i].old);
        if (match.kind == MIEN_AUTHOR_MATCH) {
            rows->items[i].new = targets[match.target];
            mien_author_name_rules_describe(match.rules, rules, sizeof rules);
        }
        rows->items[i].why =
            match.kind == MIEN_AUTHOR_AMBIGUOUS
                ? cli_text(args, "ambiguous: %s or %s", targets[match.target], targets[match.other])
                : cli_text(args, "%s", rules);
    }
    mien_author_resolver_destroy(resolver);
    mien_author_vocabulary_destroy(vocabulary);
    return code;
}

/// By the rows of a map that have one target.
static void match_map(Rows *rows, const MienAuthorMap *map, const char *name)
{
    for (int i = 0; i < rows->count; ++i) {
        Row *row = &rows->items[i];
        int found = 0;
        for (int r = 0; r < map->row_count; ++r)
            if (strcmp(map->rows[r].from, row->old) == 0 && ++found == 1)
                row->new = cli_text(rows->args, "%s", map->rows[r].to);
        row->why = found == 1 ? name : found == 0 ? "no match" : "several targets";
        if (found > 1)
            row->new = NULL;
    }
}

static int open_map(Rows *rows, const MieniProject *project, const char *given)
{
    const CliArgs *args = rows->args;
    MieniProblem problem = {0};
    MieniBuffer text = {0};
    MienAuthorMap *map = NULL;
    const char *name;
    MieniNearest nearest = {.given = given};
    for (int i = 0; i < mien_author_vocabulary_count(); ++i)
        mieni_nearest_try(&nearest, mien_author_vocabulary_info(i).id);
    for (int i = 0; i < mien_author_map_count(); ++i)
        mieni_nearest_try(&nearest, mien_author_map_info(i).id);
    if (!mieni_map_is_built_in(given) && !mieni_project_exists(project, given) &&
        !mieni_project_exists(project, cli_text(args, "%s.map.json", given)) &&
        !mieni_project_exists(project, cli_text(args, "%s.json", given)))
        return cli_fail(args, CLI_EXIT_INPUT, given, NULL, "No vocabulary or map with this name%s",
                        nearest.name != NULL ? cli_nearest_hint(args, &nearest, "")
                                             : ": mien vocab list and mien map list show them.");
    const int code = cli_find_map(args, project, given, &name);
    if (code != CLI_EXIT_OK)
        return code;
    MienStatus status;
    if (mieni_map_is_built_in(name))
        status = mien_author_map_load(name, NULL, &map, &problem.error);
    else if ((status = mieni_project_read(project, name, &text, &problem)) == MIEN_OK)
        status = mien_author_map_read(text.bytes, text.size, NULL, &map, &problem.error);
    mieni_buffer_release(&text);
    if (status != MIEN_OK)
        return cli_fail_error(args, name, &problem.error);
    match_map(rows, map, name);
    mien_author_map_destroy(map);
    return CLI_EXIT_OK;
}

/// A name that two poses would have belongs to neither, unless one has it already.
static void refuse_twice(Rows *rows)
{
    for (int i = 0; i < rows->count; ++i)
        for (int k = 0; k < rows->count && rows->items[i].new != NULL; ++k) {
            const Row *other = &rows->items[k];
            if (k == i || other->new == NULL || strcmp(other->new, rows->items[i].new) != 0 ||
                strcmp(rows->items[i].old, rows->items[i].new) == 0)
                continue;
            rows->items[i].why = cli_text(rows->args, "%s is also %s", other->old, other->new);
            rows->items[i].new = NULL;
        }
}

/// Prints the table of --dry-run.
static int put_table(const Rows *rows)
{
    static const char *const heads[] = {"old", "new", "rule"};
    MieniTextOut out = {0};
    MieniJsonDocument json;
    CliTable table;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    MieniJson *list = mieni_json_set(&json, json.root, "poses", mieni_json_array(&json));
    cli_table_begin(&table, rows->args, heads, 3);
    for (int i = 0; i < rows->count; ++i) {
        const Row *row = &rows->items[i];
        MieniJson *object = mieni_json_append(&json, list, mieni_json_object(&json));
        cli_json_set_string(&json, object, "old", row->old);
        if (row->new != NULL)
            cli_json_set_string(&json, object, "new", row->new);
        cli_json_set_string(&json, object, "rule", row->why);
        cli_table_put(&table, row->old);
        cli_table_put(&table, row->new != NULL ? row->new : "-");
        cli_table_put(&table, row->why);
    }
    cli_table_end(&table, &out);
    return cli_write_either(rows->args, &out, &json);
}

/// The pairs that change a name; what keeps its name though it should not is told.
static void take_pairs(const Rows *rows, const char *file, const char *given, CliLines *from, CliLines *to)
{
    const char *kept = "";
    int kept_count = 0;
    for (int i = 0; i < rows->count; ++i) {
        const Row *row = &rows->items[i];
        if (row->new == NULL && ++kept_count <= 5)
            kept = cli_text(rows->args, "%s%s%s", kept, kept_count > 1 ? ", " : "", row->old);
        if (row->new == NULL || strcmp(row->old, row->new) == 0)
            continue;
        from->items[from->count++] = row->old;
        to->items[to->count++] = row->new;
    }
    if (kept_count > 0 && !cli_has(rows->args, "dry-run"))
        cli_warn(rows->args, file, NULL, "%d of %d poses have no name in %s and keep theirs: %s%s.",
                 kept_count, rows->count, given, kept, kept_count > 5 ? " and others" : "");
}

int cli_rename_to(const CliArgs *args, const CliAsset *poses, const char *given, CliLines *out_from,
                  CliLines *out_to)
{
    const CliNames names = cli_pose_names(poses);
    const size_t count = (size_t)names.count;
    Rows rows = {args, mieni_arena_take(args->arena, count, sizeof *rows.items), names.count};
    *out_from = (CliLines){mieni_arena_take(args->arena, count, sizeof *out_from->items), 0};
    *out_to = (CliLines){mieni_arena_take(args->arena, count, sizeof *out_to->items), 0};
    if (rows.items == NULL || out_from->items == NULL || out_to->items == NULL)
        return cli_fail_memory(args);
    for (int i = 0; i < rows.count; ++i)
        rows.items[i] = (Row){.old = cli_text(args, "%s", mieni_text_or_empty(names.name(names.of, i)))};
    const int code = mien_author_vocabulary_find(given) >= 0 ? match_vocabulary(&rows, given)
                                                             : open_map(&rows, &poses->project, given);
    if (code != CLI_EXIT_OK)
        return code;
    refuse_twice(&rows);
    take_pairs(&rows, poses->path, given, out_from, out_to);
    return cli_has(args, "dry-run") ? put_table(&rows) : CLI_EXIT_OK;
}
