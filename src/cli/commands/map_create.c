// SPDX-License-Identifier: MIT
//
// mien map create

#include "cli/find_asset.h"

#include "asset/view.h"
#include "mien_author/vocabulary.h"
#include "project/edit/face_map.h"

#include <string.h>

/// Names of an asset's curves: of a mesh its morphs, of poses and skeletons what drives them.
typedef struct Names {
    const char **items;
    int count;
} Names;

static int read_names(const CliArgs *args, const MieniProject *project, Names *out_names)
{
    static const MieniAssetKind kinds[] = {MIENI_ASSET_POSES, MIENI_ASSET_MESH, MIENI_ASSET_SKELETON,
                                           MIENI_ASSET_NONE};
    const char *path, *only = cli_value(args, "only", "");
    MieniAsset asset;
    MieniProblem problem = {0};
    const int code = cli_find_asset(args, project, args->values[1], kinds, &path);
    if (code != CLI_EXIT_OK)
        return code;
    if (mieni_project_load(project, path, mieni_asset_kind_of_path(path), &asset, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    out_names->count = mieni_face_names(&asset, only, args->arena, &out_names->items);
    mieni_asset_release(&asset);
    if (args->arena->is_out_of_memory)
        return cli_fail_memory(args);
    return out_names->count > 0
               ? CLI_EXIT_OK
               : cli_fail(args, CLI_EXIT_INPUT, path, NULL, "%s",
                          only[0] != '\0' ? "No name in this asset contains the text of --only."
                                          : "This asset has no morphs, poses or curves: use a mesh, a pose "
                                            "asset or a skeleton.");
}

/// "ada" of "heads/ada.mesh.json": what the names are called as a vocabulary.
static const char *base_name(const CliArgs *args, const char *path)
{
    const char *slash = strrchr(path, '/'), *file = slash != NULL ? slash + 1 : path;
    return cli_text(args, "%.*s", (int)strcspn(file, "."), file);
}

/// What the command reports of the map.
typedef struct Making {
    const CliArgs *args;
    const MienAuthorVocabulary *vocabulary;
    const char *missing; ///< The first names that are left out: "jawOpen, tongueOut".
    int missing_count, mapped_count;
} Making;

static void on_through(void *user, const char *map)
{
    cli_inform(((const Making *)user)->args, "Using the built-in map %s.", map);
}

static void on_ambiguous(void *user, const char *name, const char *one, const char *other)
{
    const CliArgs *args = ((const Making *)user)->args;
    cli_warn(args, args->values[1], NULL, "%s is not mapped: %s and %s both match it. Choose with --only.",
             name, one, other);
}

static void on_missing(void *user, const char *name)
{
    enum { MOST_LISTED = 12 };
    Making *making = user;
    if (++making->missing_count <= MOST_LISTED)
        making->missing =
            cli_text(making->args, "%s%s%s", making->missing, making->missing_count > 1 ? ", " : "", name);
    else if (making->missing_count == MOST_LISTED + 1)
        making->missing = cli_text(making->args, "%s and others", making->missing);
}

/// Writes the map; to a file with a line about it.
static int write(const Making *making, MieniTextOut *out)
{
    const CliArgs *args = making->args;
    const char *file = cli_value(args, "output", "-");
    const int code = cli_write_result(args, out);
    MieniTextOut line = {0};
    MieniJsonDocument json;
    if (code != CLI_EXIT_OK || strcmp(file, "-") == 0)
        return code;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_string(&json, json.root, "file", file);
    cli_json_set_number(&json, json.root, "mapped", making->mapped_count);
    cli_json_set_number(&json, json.root, "names", making->vocabulary->name_count);
    cli_putf(&line, "%s: created, %d of %d\n", file, making->mapped_count, making->vocabulary->name_count);
    return cli_write_summary(args, &line, &json);
}

/// Rows for all names of the vocabulary; what has none is reported.
static int put_rows(Making *making, MieniAsset *asset, const Names *names)
{
    const CliArgs *args = making->args;
    const MieniFaceMapListener listener = {making, on_through, on_ambiguous, on_missing};
    MienError error = {0};
    if (mieni_face_map_fill(&asset->json, mieni_map_of(asset), making->vocabulary, names->items, names->count,
                            &listener, &making->mapped_count, &error) != MIEN_OK)
        return cli_fail_error(args, args->values[1], &error);
    if (making->missing_count > 0)
        cli_warn(args, args->values[1], NULL, "%d of %d names of %s are not mapped: %s.",
                 making->missing_count, making->vocabulary->name_count, making->vocabulary->id,
                 making->missing);
    return asset->json.arena.is_out_of_memory ? cli_fail_memory(args) : CLI_EXIT_OK;
}

static int make(const CliArgs *args, const MienAuthorVocabulary *vocabulary, const Names *names)
{
    Making making = {.args = args, .vocabulary = vocabulary, .missing = ""};
    MieniAsset asset;
    MieniTextOut out = {0};
    if (mieni_asset_begin(&asset, MIENI_ASSET_MAP, NULL) != MIEN_OK)
        return cli_fail_memory(args);
    mieni_map_set_from(&asset.json, mieni_map_of(&asset), vocabulary->id);
    mieni_map_set_to(&asset.json, mieni_map_of(&asset), base_name(args, args->values[1]));
    const int code = put_rows(&making, &asset, names);
    if (code == CLI_EXIT_OK)
        mieni_asset_write(&asset, &out);
    mieni_asset_release(&asset);
    return code == CLI_EXIT_OK ? write(&making, &out) : code;
}

static int run(const CliArgs *args)
{
    MieniProject project;
    MienAuthorVocabulary *vocabulary = NULL;
    MienError error = {0};
    Names names = {0};
    int code = cli_project_open(args, &project);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_vocabulary_check(args, args->values[0]);
    if (code == CLI_EXIT_OK &&
        mien_author_vocabulary_load(args->values[0], NULL, &vocabulary, &error) != MIEN_OK)
        code = cli_fail_error(args, args->values[0], &error);
    if (code == CLI_EXIT_OK)
        code = read_names(args, &project, &names);
    if (code == CLI_EXIT_OK)
        code = make(args, vocabulary, &names);
    mien_author_vocabulary_destroy(vocabulary);
    mieni_project_close(&project);
    return code;
}

static const CliArgument arguments[] = {
    {.name = "VOCABULARY", .help = "The vocabulary of the clips: an id of `mien vocab list`"},
    {.name = "ASSET", .help = "A mesh, pose asset or skeleton with the target names", .kind = CLI_FILE},
    {0},
};
static const CliOption options[] = {
    {.name = "only", .value = "TEXT", .help = "Use only names of the asset that contain this text"},
    CLI_OUTPUT_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample examples[] = {
    {"mien map create arkit heads/ada.mesh.json --only AK_ -o heads/ada.map.json",
     "ARKit takes on a face with shapes such as blendShape1.AK_09_EyeBlinkLeft"},
    {0},
};

const CliCommand cli_cmd_map_create = {
    .path = "map create",
    .group = "Names",
    .summary = "Create a map to the names of a face",
    .description =
        "Creates a map from a vocabulary to the morphs of a mesh, or to the poses or curves of "
        "another asset. Names are matched as in `mien vocab match`: sides never swap, and where "
        "two names match equally well, neither is chosen and both are reported. If more names reach "
        "the face through a built-in map, such as `arkit-to-makehuman`, its rows and weights are "
        "used. Names that reach nothing are reported and left out of the map.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = run,
};
