// SPDX-License-Identifier: MIT
//
// Queries the asset index and prints the results.

#include "cli/report/find.h"

#include "catalog/catalog.h"
#include "cli/draw/lines.h"
#include "cli/report/progress.h"

#include <limits.h>
#include <string.h>

enum { FIRST = 20 };

typedef struct Find {
    const CliArgs *args;
    MieniProject project;
    MieniCatalog *catalog;
    const char *name;
    int limit; ///< Of every list; 0: none.
    MieniTextOut out;
    MieniJsonDocument json;
    CliTable table;  ///< The list that is being made.
    MieniJson *list; ///< The same as JSON.
    int64_t found;   ///< Rows of it, shown or not.
    bool is_known;   ///< There is something of the name.
    const char *single;
    MieniNearest nearest;
} Find;

static const char *count_text(const Find *find, int64_t count)
{
    return cli_count_text(find->args, count < INT_MAX ? (int)count : INT_MAX);
}

static const char *many_text(const Find *find, int64_t count, const char *noun)
{
    return cli_text(find->args, "%s %s%s", count_text(find, count), noun, count == 1 ? "" : "s");
}

static void begin_list(Find *find, const char *key, const char *const *heads, int columns)
{
    cli_table_begin(&find->table, find->args, heads, columns);
    find->list = mieni_json_set(&find->json, find->json.root, key, mieni_json_array(&find->json));
    find->found = 0;
}

/// Whether one more row is shown.
static bool is_shown(Find *find) { return ++find->found <= find->limit || find->limit == 0; }

/// Ends a list; count: how many there are in all, -1 if not counted.
static void end_list(Find *find, int64_t count)
{
    const int rows = find->table.cell_count / find->table.column_count;
    if (rows == 0) {
        mieni_text_release(&find->table.cells);
        return;
    }
    mieni_text_put(&find->out, "\n");
    cli_table_end(&find->table, &find->out);
    if (count < 0)
        mieni_text_put(&find->out, "and more: --all lists them\n");
    else if (count > rows)
        cli_putf(&find->out, "and %s more: --all lists them\n", count_text(find, count - rows));
}

static bool put_clip(void *user, const MieniCatalogClip *clip)
{
    Find *find = user;
    cli_table_put(&find->table, clip->path);
    cli_table_put(&find->table, cli_fixed_text(find->args, clip->seconds, 2));
    cli_table_put(&find->table, count_text(find, clip->bytes));
    cli_table_put(&find->table, count_text(find, clip->curve_count));
    cli_table_put(&find->table, count_text(find, clip->track_count));
    if (find->args->json) {
        MieniJson *row = mieni_json_append(&find->json, find->list, mieni_json_object(&find->json));
        cli_json_set_string(&find->json, row, "file", clip->path);
        if (clip->asset[0] != '\0')
            cli_json_set_string(&find->json, row, "collection", clip->asset);
        cli_json_set_number(&find->json, row, "seconds", clip->seconds);
        cli_json_set_number(&find->json, row, "bytes", (double)clip->bytes);
        cli_json_set_number(&find->json, row, "curves", clip->curve_count);
        cli_json_set_number(&find->json, row, "bones", clip->track_count);
    }
    if (find->single == NULL)
        find->single = cli_text(find->args, "%s", clip->path);
    return true;
}

static const char *const clip_heads[] = {"clip", ">seconds", ">bytes", ">curves", ">bones"};

static void put_clips(Find *find, const MieniCatalogChoice *choice)
{
    begin_list(find, "clips", clip_heads, 5);
    mieni_catalog_clips(find->catalog, choice, find->limit, put_clip, find);
    end_list(find, choice->clips);
}

static const char *use_text(const Find *find, MieniCatalogMention what, const char *other)
{
    switch (what) {
    case MIENI_MENTION_DRIVES:
    case MIENI_MENTION_DRIVES_FOLDED:
        return cli_text(find->args, "drives %s", other);
    case MIENI_MENTION_SETS:
        return cli_text(find->args, "is defined by %s", other);
    case MIENI_MENTION_MORPH:
        return "drives a morph";
    case MIENI_MENTION_LISTED:
        return "is listed";
    case MIENI_MENTION_MAPS:
        return cli_text(find->args, "becomes %s", other);
    case MIENI_MENTION_MAPPED:
        return cli_text(find->args, "is computed from %s", other);
    default:
        return "";
    }
}

static const char *use_name(MieniCatalogMention what)
{
    static const char *const names[] = {
        [MIENI_MENTION_DRIVES] = "pose",   [MIENI_MENTION_DRIVES_FOLDED] = "pose",
        [MIENI_MENTION_SETS] = "defined",  [MIENI_MENTION_MORPH] = "morph",
        [MIENI_MENTION_LISTED] = "listed", [MIENI_MENTION_MAPS] = "map-from",
        [MIENI_MENTION_MAPPED] = "map-to",
    };
    return names[what];
}

static bool put_use(void *user, MieniCatalogMention what, const char *asset, const char *other)
{
    Find *find = user;
    if (what < MIENI_MENTION_DRIVES || what > MIENI_MENTION_MAPPED || !is_shown(find))
        return true;
    cli_table_put(&find->table, asset);
    cli_table_put(&find->table, use_text(find, what, other));
    MieniJson *row = mieni_json_append(&find->json, find->list, mieni_json_object(&find->json));
    cli_json_set_string(&find->json, row, "file", asset);
    cli_json_set_string(&find->json, row, "use", use_name(what));
    if (other[0] != '\0')
        cli_json_set_string(&find->json, row, "other", other);
    return true;
}

static void set_count(Find *find, const char *key, int64_t count)
{
    cli_json_set_number(&find->json, find->json.root, key, (double)count);
}

/// The line above the lists, which is known only when they are.
static void put_first(Find *find, const char *line)
{
    MieniTextOut whole = {0};
    cli_putf(&whole, "%s\n", line);
    if (find->out.size > 0)
        mieni_text_put_bytes(&whole, find->out.bytes, find->out.size);
    whole.is_out_of_memory |= find->out.is_out_of_memory;
    mieni_text_release(&find->out);
    find->out = whole;
}

static void find_curve(Find *find)
{
    static const char *const heads[] = {"asset", "the curve"};
    MieniCatalogChoice choice = {0};
    const int64_t total = mieni_catalog_clip_count(find->catalog);
    mieni_catalog_choose(find->catalog, &find->name, 1, false, &choice);
    begin_list(find, "uses", heads, 2);
    mieni_catalog_mentions(find->catalog, find->name, put_use, find);
    const int64_t uses = find->found;
    end_list(find, uses);
    put_clips(find, &choice);
    set_count(find, "use_count", uses);
    set_count(find, "clip_count", choice.clips);
    set_count(find, "all_clips", total);
    find->is_known = uses + choice.clips > 0;
    put_first(find, cli_text(find->args, "%s: %s, %s of %s", find->name, many_text(find, uses, "use"),
                             count_text(find, choice.clips), many_text(find, total, "clip")));
    mieni_catalog_choice_release(&choice);
}

static bool put_pose(void *user, MieniCatalogMention what, const char *asset, const char *other)
{
    Find *find = user;
    if (what != MIENI_MENTION_POSE || !is_shown(find))
        return true;
    cli_table_put(&find->table, asset);
    cli_table_put(&find->table, other);
    MieniJson *row = mieni_json_append(&find->json, find->list, mieni_json_object(&find->json));
    cli_json_set_string(&find->json, row, "file", asset);
    cli_json_set_string(&find->json, row, "role", other);
    return true;
}

static bool put_lacking(void *user, const char *character)
{
    Find *find = user;
    if (!is_shown(find))
        return true;
    cli_table_put(&find->table, character);
    mieni_json_append(&find->json, find->list, mieni_json_string(&find->json, character));
    return true;
}

static void find_pose(Find *find)
{
    static const char *const heads[] = {"pose asset", "role"};
    static const char *const lacking_heads[] = {"character that lacks it"};
    MieniCatalogChoice choice = {0};
    const int64_t clips = mieni_catalog_clip_count(find->catalog);
    const int64_t characters = mieni_catalog_character_count(find->catalog);
    begin_list(find, "assets", heads, 2);
    mieni_catalog_mentions(find->catalog, find->name, put_pose, find);
    const int64_t assets = find->found;
    end_list(find, assets);
    begin_list(find, "lacking", lacking_heads, 1);
    if (assets > 0)
        mieni_catalog_lacking(find->catalog, find->name, put_lacking, find);
    const int64_t lacking = find->found;
    end_list(find, lacking);
    mieni_catalog_choose_pose(find->catalog, find->name, &choice);
    put_clips(find, &choice);
    set_count(find, "asset_count", assets);
    set_count(find, "lacking_count", lacking);
    set_count(find, "all_characters", characters);
    set_count(find, "clip_count", choice.clips);
    set_count(find, "all_clips", clips);
    find->is_known = assets > 0;
    put_first(find, cli_text(find->args, "%s: in %s, missing from %s of %s, used by %s of %s", find->name,
                             many_text(find, assets, "pose asset"), count_text(find, lacking),
                             many_text(find, characters, "character"), count_text(find, choice.clips),
                             many_text(find, clips, "clip")));
    mieni_catalog_choice_release(&choice);
}

static bool put_curve(void *user, const char *name)
{
    Find *find = user;
    cli_table_put(&find->table, name);
    mieni_json_append(&find->json, find->list, mieni_json_string(&find->json, name));
    return true;
}

static void find_clip(Find *find)
{
    static const char *const curve_heads[] = {"curve"};
    int64_t count = 0;
    begin_list(find, "clips", clip_heads, 5);
    mieni_catalog_clips_like(find->catalog, find->name, find->limit, put_clip, find, &count);
    end_list(find, count);
    if (count >= 0)
        set_count(find, "clip_count", count);
    else
        mieni_json_set(&find->json, find->json.root, "clip_count", mieni_json_null(&find->json));
    set_count(find, "all_clips", mieni_catalog_clip_count(find->catalog));
    if (count == 1 && find->single != NULL) {
        begin_list(find, "curves", curve_heads, 1);
        mieni_catalog_clip_curves(find->catalog, find->single, put_curve, find);
        end_list(find, 0);
    }
    find->is_known = count != 0;
    put_first(find, count < 0 ? cli_text(find->args, "%s: more than %d clips", find->name, FIRST)
                              : cli_text(find->args, "%s: %s", find->name, many_text(find, count, "clip")));
}

static bool try_name(void *user, const char *name)
{
    Find *find = user;
    const char *kept = find->nearest.name;
    mieni_nearest_try(&find->nearest, name);
    if (find->nearest.name != kept) // the row's text goes with the row
        find->nearest.name = cli_text(find->args, "%s", find->nearest.name);
    return true;
}

/// Nothing has the name: what was probably meant.
static int fail_unknown(Find *find, const char *what)
{
    find->nearest = (MieniNearest){.given = find->name};
    if (strcmp(what, "clip") == 0)
        return cli_fail(find->args, CLI_EXIT_FINDINGS, NULL, NULL,
                        "No clip of the last build matches %s: patterns match whole paths, **/NAME* searches "
                        "all folders.",
                        find->name);
    if (strcmp(what, "pose") == 0)
        mieni_catalog_poses(find->catalog, try_name, find);
    else
        mieni_catalog_curves(find->catalog, try_name, find);
    const char *hint = cli_nearest_hint(find->args, &find->nearest, "");
    return cli_fail(find->args, CLI_EXIT_FINDINGS, NULL, NULL, "No %s %s in the last build%s", what,
                    find->name, hint[0] != '\0' ? hint : ".");
}

static void begin_answer(Find *find, const char *what)
{
    mieni_json_begin(&find->json, NULL);
    find->json.root = mieni_json_object(&find->json);
    cli_json_set_string(&find->json, find->json.root, what, find->name);
    find->single = NULL;
}

static void drop_answer(Find *find)
{
    mieni_text_release(&find->out);
    mieni_json_release(&find->json);
}

static MienStatus update(const Find *find, MieniProblem *problem)
{
    MieniCatalogChanges changes;
    cli_note(find->args, NULL, "looking for changes");
    return mieni_catalog_refresh(&find->project, NULL, NULL, &changes, problem);
}

/// Opens the catalogue; one that has never been filled is.
static MienStatus open_catalog(Find *find, MieniProblem *problem)
{
    MienStatus status = mieni_catalog_open(&find->project, NULL, &find->catalog, problem);
    if (status != MIEN_OK || !mieni_catalog_is_empty(find->catalog))
        return status;
    mieni_catalog_close(find->catalog);
    find->catalog = NULL;
    status = update(find, problem);
    return status == MIEN_OK ? mieni_catalog_open(&find->project, NULL, &find->catalog, problem) : status;
}

/// Asks; if the catalogue turns out to be damaged, once more with another one.
static int answer(Find *find, const char *what, void (*ask)(Find *find))
{
    MieniProblem problem = {0};
    MienStatus status = MIEN_OK;
    if (cli_has(find->args, "update"))
        status = update(find, &problem);
    for (int turn = 0; turn < 2 && status == MIEN_OK; ++turn) {
        int code = CLI_EXIT_OK;
        status = open_catalog(find, &problem);
        if (status != MIEN_OK)
            break;
        begin_answer(find, what);
        mieni_catalog_hold(find->catalog);
        ask(find);
        if (!find->is_known)
            mieni_catalog_clip_count(find->catalog); // so that damage shows before anything is said
        status = mieni_catalog_status(find->catalog, &problem);
        if (status == MIEN_OK)
            code = find->is_known ? cli_write_either(find->args, &find->out, &find->json)
                                  : fail_unknown(find, what);
        if (status != MIEN_OK || !find->is_known)
            drop_answer(find);
        mieni_catalog_close(find->catalog);
        if (status == MIEN_OK)
            return code;
        if (status == MIEN_ERROR_DATA && turn == 0) {
            mieni_catalog_remove(&find->project);
            status = MIEN_OK;
        }
    }
    return cli_fail_problem(find->args, &problem);
}

static int run(const CliArgs *args, const char *what, void (*ask)(Find *find))
{
    Find find = {.args = args, .name = args->values[0], .limit = cli_has(args, "all") ? 0 : FIRST};
    const int opened = cli_project_open(args, &find.project);
    if (opened != CLI_EXIT_OK)
        return opened;
    const int code = answer(&find, what, ask);
    mieni_project_close(&find.project);
    return code;
}

int cli_find_curve_run(const CliArgs *args) { return run(args, "curve", find_curve); }
int cli_find_pose_run(const CliArgs *args) { return run(args, "pose", find_pose); }
int cli_find_clip_run(const CliArgs *args) { return run(args, "clip", find_clip); }

bool cli_catalog_refresh(const CliArgs *args, const MieniProject *project, const MieniBuildPlan *plan)
{
    const MieniCatalogOptions options = {.is_synced_later = true};
    MieniCatalogChanges changes;
    MieniProblem problem = {0};
    if (mieni_catalog_refresh(project, plan, &options, &changes, &problem) != MIEN_OK)
        cli_warn(args, problem.file, NULL, "%s", problem.error.message);
    return changes.read + changes.removed > 0;
}
