// SPDX-License-Identifier: MIT
//
// Finds the asset that the user typed.

#include "cli/find_asset.h"

#include "cli/nearest.h"
#include "mien_author/map.h"
#include "project/build/cook.h"
#include "project/recipes/recipes.h"

#include <limits.h>
#include <string.h>

const MieniAssetKind cli_kinds_any[] = {MIENI_ASSET_CHARACTER,   MIENI_ASSET_POSES,     MIENI_ASSET_CLIP,
                                        MIENI_ASSET_MESH,        MIENI_ASSET_GRAPH,     MIENI_ASSET_SKELETON,
                                        MIENI_ASSET_CLIPS,       MIENI_ASSET_MODIFIERS, MIENI_ASSET_MAP,
                                        MIENI_ASSET_CALIBRATION, MIENI_ASSET_PROJECT,   MIENI_ASSET_NONE};
const MieniAssetKind cli_kinds_cooked[] = {MIENI_ASSET_POSES,    MIENI_ASSET_CLIP,  MIENI_ASSET_MESH,
                                           MIENI_ASSET_SKELETON, MIENI_ASSET_GRAPH, MIENI_ASSET_NONE};
const MieniAssetKind cli_kinds_character[] = {MIENI_ASSET_CHARACTER, MIENI_ASSET_POSES, MIENI_ASSET_MESH,
                                              MIENI_ASSET_CLIP, MIENI_ASSET_NONE};
const MieniAssetKind cli_kinds_face[] = {MIENI_ASSET_POSES, MIENI_ASSET_MESH, MIENI_ASSET_NONE};

const char *cli_kind_text(MieniAssetKind kind)
{
    switch (kind) {
    case MIENI_ASSET_POSES:
        return "pose asset";
    case MIENI_ASSET_CLIPS:
        return "clip collection";
    case MIENI_ASSET_MODIFIERS:
        return "modifier list";
    default:
        return mieni_asset_kind_name(kind);
    }
}

/// "character, mesh or clip"; "asset" for every kind.
static const char *kinds_text(const CliArgs *args, CliKinds kinds)
{
    const char *text = cli_kind_text(kinds[0]);
    if (kinds == cli_kinds_any)
        return "asset";
    for (int i = 1; kinds[i] != MIENI_ASSET_NONE; ++i)
        text = cli_text(args, "%s%s%s", text, kinds[i + 1] == MIENI_ASSET_NONE ? " or " : ", ",
                        cli_kind_text(kinds[i]));
    return text;
}

static bool is_one_of(MieniAssetKind kind, CliKinds kinds)
{
    while (*kinds != MIENI_ASSET_NONE && *kinds != kind)
        ++kinds;
    return *kinds != MIENI_ASSET_NONE;
}

/// What an asset can be called: "faces/ada.poses.json" without .json, and without its kind.
typedef struct Forms {
    const char *items[3];
} Forms;

static Forms forms_of(const CliArgs *args, const char *path)
{
    const size_t size = strlen(path), json = strlen(".json"),
                 kind = strlen(mieni_asset_kind_name(mieni_asset_kind_of_path(path))) + 1;
    if (size <= json + kind) // mien.json
        return (Forms){{path, path, path}};
    return (Forms){{path, cli_text(args, "%.*s", (int)(size - json), path),
                    cli_text(args, "%.*s", (int)(size - json - kind), path)}};
}

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static bool is_called(const CliArgs *args, const char *path, const char *name)
{
    const Forms forms = forms_of(args, path);
    return strcmp(forms.items[0], name) == 0 || strcmp(forms.items[1], name) == 0 ||
           strcmp(forms.items[2], name) == 0;
}

/// A search in a project.
typedef struct Search {
    const CliArgs *args;
    const MieniProject *project;
    const char *given;
    CliKinds kinds;
    const char *path;  ///< What was typed, as the project names it.
    MieniPaths files;  ///< All of the project, once they are needed.
    const char *found; ///< Of the kind that is preferred most.
    int rank;          ///< Its place among the kinds.
    int count;         ///< Of found assets of that kind.
    int other_count;   ///< Of found assets of other kinds that are accepted.
    const char *names; ///< "a.poses.json or b.poses.json"
} Search;

static void take(Search *search, const char *path, int rank)
{
    if (search->found == NULL || rank < search->rank) {
        search->other_count += search->count;
        search->count = 0;
        search->found = search->names = cli_text(search->args, "%s", path);
        search->rank = rank;
    }
    if (rank != search->rank)
        ++search->other_count;
    else if (++search->count > 1 && search->count <= 4)
        search->names = cli_text(search->args, "%s or %s", search->names, path);
}

/// The asset of this very path, with or without its ending.
static void search_path(Search *search)
{
    for (int i = 0; search->kinds[i] != MIENI_ASSET_NONE; ++i) {
        const MieniAssetKind kind = search->kinds[i];
        const char *const tries[] = {
            search->path, cli_text(search->args, "%s.json", search->path),
            cli_text(search->args, "%s.%s.json", search->path, mieni_asset_kind_name(kind))};
        for (int t = 0; t < 3; ++t)
            if (mieni_asset_kind_of_path(tries[t]) == kind && mieni_project_exists(search->project, tries[t]))
                take(search, tries[t], i);
    }
}

/// Assets of any folder that are called so.
static void search_folders(Search *search)
{
    for (int f = 0; f < search->files.count; ++f) {
        const char *path = search->files.items[f];
        const MieniAssetKind kind = mieni_asset_kind_of_path(path);
        int rank = 0;
        if (!is_one_of(kind, search->kinds) || !is_called(search->args, file_name(path), search->given))
            continue;
        while (search->kinds[rank] != kind)
            ++rank;
        take(search, path, rank);
    }
}

/// What needs the asset: "export" or "--mesh".
static const char *who_needs(const Search *search)
{
    const CliArgs *args = search->args;
    for (int i = 0; i < args->given_count; ++i)
        if (args->given[i].value == search->given)
            return cli_text(args, "--%s", args->given[i].option->name);
    return args->command != NULL ? args->command->path : "this command";
}

static int fail_kind(const Search *search, const char *path)
{
    const char *file = strcmp(path, search->given) != 0 ? cli_text(search->args, " (%s)", path) : "";
    return cli_fail(search->args, CLI_EXIT_INPUT, NULL, NULL, "%s is a %s%s; %s needs a %s.", search->given,
                    cli_kind_text(mieni_asset_kind_of_path(path)), file, who_needs(search),
                    kinds_text(search->args, search->kinds));
}

/// An asset of another kind that is called so, or NULL.
static const char *other_kind(const Search *search)
{
    const bool is_bare = strchr(search->given, '/') == NULL;
    const char *found = NULL;
    for (int f = 0; f < search->files.count; ++f) {
        const char *path = search->files.items[f];
        if (mieni_asset_kind_of_path(path) == MIENI_ASSET_NONE)
            continue;
        if (is_called(search->args, path, search->path))
            return path;
        if (found == NULL && is_bare && is_called(search->args, file_name(path), search->given))
            found = path;
    }
    return found;
}

/// Which of its forms an asset was typed in.
static int form_of(const CliArgs *args, const char *given)
{
    if (mieni_asset_kind_of_path(given) != MIENI_ASSET_NONE)
        return 0;
    return mieni_asset_kind_of_path(cli_text(args, "%s.json", given)) != MIENI_ASSET_NONE ? 1 : 2;
}

/// The assets that come near to a path or a name, written as it was; of one that has its kind, the
/// rest is compared.
static const char *asset_hint(const Search *search, bool is_bare, int *out_distance)
{
    const CliArgs *args = search->args;
    const char *given = is_bare ? search->given : search->path;
    const int form = form_of(args, given);
    const char *file = form == 1 ? cli_text(args, "%s.json", given) : given;
    const MieniAssetKind kind = mieni_asset_kind_of_path(file); // none, if it was not typed
    const bool has_kind = is_one_of(kind, search->kinds);
    MieniNearest nearest = {.given = form < 2 ? forms_of(args, file).items[2] : given};
    const char *best = NULL;
    for (int f = 0; f < search->files.count; ++f) {
        const char *path = search->files.items[f];
        const MieniAssetKind its = mieni_asset_kind_of_path(path);
        if (has_kind ? its != kind : !is_one_of(its, search->kinds))
            continue;
        const Forms forms = forms_of(args, is_bare ? file_name(path) : path);
        for (int i = 3; i-- > (form < 2 ? 2 : 0);) {
            const char *before = nearest.name;
            mieni_nearest_try(&nearest, forms.items[i]);
            best = nearest.name == before ? best : form < 2 ? forms.items[form] : forms.items[i];
        }
    }
    *out_distance = nearest.name != NULL ? nearest.distance : INT_MAX;
    nearest = (MieniNearest){.name = best};
    return cli_nearest_hint(args, &nearest, "");
}

/// What was not found, and what comes near: a path if one was typed, otherwise also a name alone.
static int fail_unknown(const Search *search)
{
    int of_path, of_name = INT_MAX;
    const char *hint = asset_hint(search, false, &of_path), *bare = "";
    if (strchr(search->given, '/') == NULL)
        bare = asset_hint(search, true, &of_name);
    hint = of_name <= of_path ? bare : hint;
    return cli_fail(search->args, CLI_EXIT_INPUT, search->given, NULL, "No %s with this name%s",
                    kinds_text(search->args, search->kinds), hint[0] != '\0' ? hint : ".");
}

static int fail(const Search *search)
{
    const char *other = other_kind(search);
    if (other != NULL)
        return fail_kind(search, other);
    if (mieni_asset_kind_of_path(search->path) == MIENI_ASSET_NONE &&
        mieni_project_exists(search->project, search->path))
        return cli_fail(search->args, CLI_EXIT_INPUT, search->given, NULL,
                        "Not an asset: asset names end in their kind and .json, as in ada.poses.json.");
    return fail_unknown(search);
}

/// The path was not one; looks for the name in all folders.
static int search_further(Search *search)
{
    MieniProblem problem = {0};
    if (mieni_project_files(search->project, &search->files, &problem) != MIEN_OK)
        return cli_fail_problem(search->args, &problem);
    if (strchr(search->given, '/') == NULL)
        search_folders(search);
    if (search->found == NULL)
        return fail(search);
    if (search->count > 1)
        return cli_fail(search->args, CLI_EXIT_INPUT, search->given, NULL,
                        "Several assets have this name: use %s.", search->names);
    cli_inform(search->args, "Using %s.", search->found);
    return CLI_EXIT_OK;
}

int cli_find_asset(const CliArgs *args, const MieniProject *project, const char *given, CliKinds kinds,
                   const char **out_path)
{
    Search search = {.args = args, .project = project, .given = given, .kinds = kinds};
    int code = cli_project_path(args, project, given, &search.path);
    if (code != CLI_EXIT_OK)
        return code;
    search_path(&search);
    if (search.found == NULL)
        code = search_further(&search);
    else if (search.other_count > 0 && search.rank > 0)
        cli_inform(args, "Using %s.", search.found);
    *out_path = search.found;
    mieni_paths_release(&search.files);
    return code;
}

int cli_find_asset_as(const CliArgs *args, const MieniProject *project, const char *given,
                      MieniAssetKind kind, const char **out_path)
{
    const MieniAssetKind kinds[] = {kind, MIENI_ASSET_NONE};
    return cli_find_asset(args, project, given, kinds, out_path);
}

/// Whether a clip collection makes the clip of this path.
static bool is_member(const MieniProject *project, const char *path)
{
    MieniPaths files = {0};
    char file[MIENI_PATH_ROOM];
    bool is_found = false;
    if (mieni_asset_kind_of_path(path) != MIENI_ASSET_CLIP ||
        mieni_project_files(project, &files, NULL) != MIEN_OK)
        return false;
    for (int i = 0; i < files.count && !is_found; ++i) {
        MieniAsset asset;
        if (mieni_asset_kind_of_path(files.items[i]) != MIENI_ASSET_CLIPS ||
            mieni_project_load(project, files.items[i], MIENI_ASSET_CLIPS, &asset, NULL) != MIEN_OK)
            continue;
        is_found = mieni_clips_file_of(project, &asset, path, file);
        mieni_asset_release(&asset);
    }
    mieni_paths_release(&files);
    return is_found;
}

int cli_find_clip(const CliArgs *args, const MieniProject *project, const char *given, const char **out_path)
{
    char name[MIENI_PATH_ROOM];
    const int code = cli_project_path(args, project, given, out_path);
    if (code != CLI_EXIT_OK)
        return code;
    const char *path = *out_path;
    if (mieni_asset_kind_of_path(path) == MIENI_ASSET_NONE && mieni_project_exists(project, path) &&
        mieni_clips_member_name(path, name)) {
        *out_path = cli_text(args, "%s.json", name);
        return CLI_EXIT_OK;
    }
    const char *const tries[] = {path, cli_text(args, "%s.json", path), cli_text(args, "%s.clip.json", path)};
    for (int i = 0; i < 3; ++i)
        if (!mieni_project_exists(project, tries[i]) && is_member(project, tries[i])) {
            *out_path = tries[i];
            return CLI_EXIT_OK;
        }
    return cli_find_asset_as(args, project, given, MIENI_ASSET_CLIP, out_path);
}

int cli_find_target(const CliArgs *args, const MieniProject *project, const char *given,
                    const char **out_path)
{
    const int code = cli_project_path(args, project, given, out_path);
    if (code != CLI_EXIT_OK ||
        (mieni_asset_kind_of_path(*out_path) == MIENI_ASSET_NONE && mieni_project_exists(project, *out_path)))
        return code;
    return cli_find_asset(args, project, given, cli_kinds_any, out_path);
}

bool cli_is_pack_word(const char *given)
{
    const size_t size = strlen(given), ending = strlen(".mien");
    return strcmp(given, "-") == 0 || (size > ending && strcmp(given + size - ending, ".mien") == 0);
}

/// Whether there are assets that a word could name.
static bool is_in_project(void)
{
    MieniProject project;
    MieniProblem problem = {0};
    const bool is_one = mieni_project_open(&project, "", &problem) == MIEN_OK;
    mieni_project_close(&project);
    return is_one;
}

bool cli_is_file(const CliArgs *args, const char *given)
{
    if (strcmp(given, "-") == 0)
        return true;
    if (cli_knows(args, "project") && cli_has(args, "project"))
        return false;
    return mieni_asset_kind_of_path(given) == MIENI_ASSET_NONE &&
           (cli_is_pack_word(given) || mieni_file_exists(given) || !is_in_project());
}

int cli_pack_cook(const CliArgs *args, const MieniProject *project, const char *path, CliPack *out_pack)
{
    MieniProblem problem = {0};
    MienAuthorPack pack = {0};
    *out_pack = (CliPack){0};
    if (mieni_cook_pack(project, path, NULL, &pack, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    const int code = cli_pack_copy(args, path, pack.data, pack.size, out_pack);
    mien_author_pack_release(&pack);
    return code;
}

int cli_find_pack(const CliArgs *args, const char *given, CliKinds kinds, CliPack *out_pack)
{
    MieniProject project;
    const char *path;
    if (cli_is_file(args, given))
        return cli_pack_open(args, given, out_pack);
    int code = cli_project_open(args, &project);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_find_asset(args, &project, given, kinds, &path);
    if (code == CLI_EXIT_OK)
        code = cli_pack_cook(args, &project, path, out_pack);
    mieni_project_close(&project);
    return code;
}

/// Built-in maps and those of the project (may be NULL) that come near.
static const char *map_hint(const CliArgs *args, const MieniProject *project, const char *given)
{
    MieniNearest nearest = {.given = given};
    MieniPaths files = {0};
    for (int i = 0; i < mien_author_map_count(); ++i)
        mieni_nearest_try(&nearest, mien_author_map_info(i).id);
    if (project != NULL && mieni_project_files(project, &files, NULL) == MIEN_OK)
        for (int f = 0; f < files.count; ++f) {
            const Forms forms = forms_of(args, files.items[f]);
            for (int i = 3; mieni_asset_kind_of_path(files.items[f]) == MIENI_ASSET_MAP && i-- > 0;)
                mieni_nearest_try(&nearest, forms.items[i]);
        }
    const char *hint = cli_nearest_hint(args, &nearest, "");
    mieni_paths_release(&files);
    return hint;
}

int cli_find_map(const CliArgs *args, const MieniProject *project, const char *given, const char **out_name)
{
    static const MieniAssetKind maps[] = {MIENI_ASSET_MAP, MIENI_ASSET_NONE};
    Search search = {.args = args, .project = project, .given = given, .kinds = maps};
    MieniProblem problem = {0};
    *out_name = given;
    if (mieni_map_is_built_in(given))
        return CLI_EXIT_OK;
    int code = project != NULL ? cli_project_path(args, project, given, &search.path) : CLI_EXIT_OK;
    if (code == CLI_EXIT_OK && project != NULL) {
        search_path(&search);
        if (search.found == NULL && mieni_project_files(project, &search.files, &problem) == MIEN_OK)
            search_folders(&search);
    }
    if (code == CLI_EXIT_OK && search.count != 1) {
        const char *hint = map_hint(args, project, given);
        code = cli_fail(args, CLI_EXIT_INPUT, given, NULL, "No map with this name%s",
                        hint[0] != '\0' ? hint : ": mien map list shows the built-in maps.");
    }
    *out_name = search.found;
    mieni_paths_release(&search.files);
    return code;
}
