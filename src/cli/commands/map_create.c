// SPDX-License-Identifier: MIT
//
// mien map create

#include "cli/project.h"

#include "asset/view.h"
#include "mien_author/resolve.h"
#include "mien_author/vocabulary.h"

#include <string.h>

/// Names of an asset's curves: of a mesh its morphs, of poses and skeletons what drives them.
typedef struct Names {
    const char **items;
    int count;
} Names;

/// Adds a name that has the text of --only in it.
static void add_name(const CliArgs *args, Names *names, const char *name)
{
    if (names->items != NULL && strstr(mieni_text_or_empty(name), cli_value(args, "only", "")) != NULL)
        names->items[names->count++] = cli_text(args, "%s", mieni_text_or_empty(name));
}

/// Whatever the kind: the views of all others are empty.
static void add_names(const CliArgs *args, const MieniAsset *asset, Names *names)
{
    const MieniMeshView *mesh = mieni_mesh_of(asset);
    const MieniPoseAssetView *poses = mieni_pose_asset_of(asset);
    const MieniSkeletonView *skeleton = mieni_skeleton_of(asset);
    const int room = mieni_mesh_morph_count(mesh) + mieni_pose_asset_pose_count(poses) +
                     mieni_pose_asset_curve_count(poses) + mieni_skeleton_curve_count(skeleton);
    names->items = mieni_arena_take(args->arena, (size_t)room, sizeof *names->items);
    for (int i = 0; i < mieni_mesh_morph_count(mesh); ++i)
        add_name(args, names, mieni_morph_name(mieni_mesh_morph(mesh, i)));
    for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i)
        add_name(args, names, mieni_pose_name(mieni_pose_asset_pose(poses, i)));
    const bool has_poses = names->count > 0; // otherwise the curves that they set
    for (int i = 0; !has_poses && i < mieni_pose_asset_curve_count(poses); ++i)
        add_name(args, names, mieni_curve_name(mieni_pose_asset_curve(poses, i)));
    for (int i = 0; i < mieni_skeleton_curve_count(skeleton); ++i)
        add_name(args, names, mieni_curve_name(mieni_skeleton_curve(skeleton, i)));
}

static int read_names(const CliArgs *args, const MieniProject *project, Names *out_names)
{
    const char *path, *only = cli_value(args, "only", "");
    MieniAsset asset;
    MieniProblem problem = {0};
    const int code = cli_project_any_asset(args, project, args->values[1], &path);
    if (code != CLI_EXIT_OK)
        return code;
    if (mieni_project_load(project, path, mieni_asset_kind_of_path(path), &asset, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    add_names(args, &asset, out_names);
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

/// A row for each name of the vocabulary that exactly one of the asset's means.
static void put_rows(const CliArgs *args, const MienAuthorVocabulary *vocabulary, const Names *names,
                     const MienAuthorResolver *resolver, MieniJsonDocument *json, MieniMapView *map)
{
    mieni_map_set_rows_json(json, map, mieni_json_array(json));
    MieniJson *unmapped = mieni_json_array(json);
    for (int i = 0; i < vocabulary->name_count; ++i) {
        const char *name = vocabulary->names[i].name;
        const MienAuthorMatch match = mien_author_resolver_find(resolver, name);
        if (match.kind == MIEN_AUTHOR_MATCH) {
            MieniMapRowView *row = mieni_map_add_row(json, map);
            mieni_map_row_set_from(json, row, name);
            mieni_map_row_set_to(json, row, names->items[match.target]);
            continue;
        }
        mieni_json_append(json, unmapped, mieni_json_string(json, name));
        if (match.kind == MIEN_AUTHOR_AMBIGUOUS)
            cli_warn(args, args->values[1], NULL,
                     "%s is not mapped: %s and %s both match it. Choose with --only.", name,
                     names->items[match.target], names->items[match.other]);
    }
    if (unmapped->count > 0) {
        mieni_map_set_unmapped_json(json, map, unmapped);
        cli_warn(args, args->values[1], NULL, "%d of %d names of %s are not mapped: %s%s.", unmapped->count,
                 vocabulary->name_count, vocabulary->id, unmapped->items[0]->string,
                 unmapped->count > 1 ? " and others" : "");
    }
}

static int make(const CliArgs *args, const MienAuthorVocabulary *vocabulary, const Names *names)
{
    MienAuthorResolver *resolver = NULL;
    MienError error = {0};
    MieniAsset asset;
    MieniTextOut out = {0};
    if (mien_author_resolver_create(names->items, names->count, vocabulary, NULL, &resolver, &error) !=
        MIEN_OK)
        return cli_fail_error(args, args->values[1], &error);
    int code = CLI_EXIT_OK;
    if (mieni_asset_begin(&asset, MIENI_ASSET_MAP, NULL) == MIEN_OK) {
        MieniMapView *map = mieni_map_of(&asset);
        mieni_map_set_from(&asset.json, map, vocabulary->id);
        mieni_map_set_to(&asset.json, map, base_name(args, args->values[1]));
        put_rows(args, vocabulary, names, resolver, &asset.json, map);
        if (asset.json.arena.is_out_of_memory)
            code = cli_fail_memory(args);
        else
            mieni_asset_write(&asset, &out);
        mieni_asset_release(&asset);
    } else {
        code = cli_fail_memory(args);
    }
    mien_author_resolver_destroy(resolver);
    return code == CLI_EXIT_OK ? cli_write_result(args, &out) : code;
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
    if (mien_author_vocabulary_find(args->values[0]) < 0)
        code = cli_fail(args, CLI_EXIT_INPUT, args->values[0], NULL,
                        "No vocabulary with this name: mien vocab list shows them.");
    else if (mien_author_vocabulary_load(args->values[0], NULL, &vocabulary, &error) != MIEN_OK)
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
    .description = "Creates a map from a vocabulary to the morphs of a mesh, or to the poses or curves of "
                   "another asset. Names are matched as in `mien vocab match`: sides never swap, and where "
                   "two names match equally well, neither is chosen and both are reported.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = run,
};
