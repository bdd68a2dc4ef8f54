// SPDX-License-Identifier: MIT
//
// mien map create

#include "cli/find_asset.h"

#include "asset/view.h"
#include "mien_author/map.h"
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

/// What a map is made of.
typedef struct Making {
    const CliArgs *args;
    const MienAuthorVocabulary *vocabulary;
    const Names *names;
    MienAuthorResolver *resolver; ///< Of the asset's names.
    MieniJsonDocument *json;
    MieniMapView *map;
    int mapped_count;
} Making;

static void add_row(const Making *making, const char *from, int target, float weight)
{
    MieniMapRowView *row = mieni_map_add_row(making->json, making->map);
    mieni_map_row_set_from(making->json, row, from);
    mieni_map_row_set_to(making->json, row, making->names->items[target]);
    if (weight != 1.0f)
        mieni_map_row_set_weight_json(making->json, row, mieni_json_float(making->json, weight));
}

/// Rows of a built-in map that lead from a name to names of the asset; adds them if there is a map
/// to add to.
static int rows_through(const Making *making, const MienAuthorMap *through, const char *name)
{
    int count = 0;
    for (int r = 0; r < through->row_count; ++r) {
        const MienAuthorMapRow *row = &through->rows[r];
        if (strcmp(row->from, name) != 0)
            continue;
        const MienAuthorMatch match = mien_author_resolver_find(making->resolver, row->to);
        if (match.kind == MIEN_AUTHOR_MATCH && making->map != NULL)
            add_row(making, name, match.target, row->weight);
        count += match.kind == MIEN_AUTHOR_MATCH;
    }
    return count;
}

/// How many names of the vocabulary reach the asset, directly or through a map.
static int reach(const Making *making, const MienAuthorMap *through)
{
    Making counting = *making;
    int count = 0;
    counting.map = NULL;
    for (int i = 0; i < making->vocabulary->name_count; ++i) {
        const char *name = making->vocabulary->names[i].name;
        count += through != NULL
                     ? rows_through(&counting, through, name) > 0
                     : mien_author_resolver_find(making->resolver, name).kind == MIEN_AUTHOR_MATCH;
    }
    return count;
}

/// The built-in map of the vocabulary by which more names reach the asset than directly; NULL if
/// there is none.
static MienAuthorMap *best_map(const Making *making)
{
    MienAuthorMap *best = NULL;
    int most = reach(making, NULL);
    for (int i = 0; i < mien_author_map_count(); ++i) {
        const MienAuthorMapInfo info = mien_author_map_info(i);
        MienAuthorMap *map = NULL;
        if (strcmp(info.from, making->vocabulary->id) != 0 ||
            mien_author_map_load(info.id, NULL, &map, NULL) != MIEN_OK)
            continue;
        const int count = reach(making, map);
        if (count <= most) {
            mien_author_map_destroy(map);
            continue;
        }
        mien_author_map_destroy(best);
        best = map;
        most = count;
        cli_inform(making->args, "Using the built-in map %s.", info.id);
    }
    return best;
}

/// A row for a name that exactly one of the asset's names means; false if none does.
static bool put_match(const Making *making, const char *name)
{
    const char *const *items = making->names->items;
    const MienAuthorMatch match = mien_author_resolver_find(making->resolver, name);
    if (match.kind == MIEN_AUTHOR_MATCH)
        add_row(making, name, match.target, 1.0f);
    else if (match.kind == MIEN_AUTHOR_AMBIGUOUS)
        cli_warn(making->args, making->args->values[1], NULL,
                 "%s is not mapped: %s and %s both match it. Choose with --only.", name, items[match.target],
                 items[match.other]);
    return match.kind == MIEN_AUTHOR_MATCH;
}

/// Rows for all names of the vocabulary; what has none is reported.
static void put_rows(Making *making)
{
    enum { MOST_LISTED = 12 };
    const MienAuthorVocabulary *vocabulary = making->vocabulary;
    const char *missing = "";
    int missing_count = 0;
    mieni_map_set_rows_json(making->json, making->map, mieni_json_array(making->json));
    MienAuthorMap *through = best_map(making);
    for (int i = 0; i < vocabulary->name_count; ++i) {
        const char *name = vocabulary->names[i].name;
        if (through != NULL ? rows_through(making, through, name) > 0 : put_match(making, name)) {
            ++making->mapped_count;
            continue;
        }
        if (++missing_count <= MOST_LISTED)
            missing = cli_text(making->args, "%s%s%s", missing, missing_count > 1 ? ", " : "", name);
    }
    mien_author_map_destroy(through);
    if (missing_count > 0)
        cli_warn(making->args, making->args->values[1], NULL, "%d of %d names of %s are not mapped: %s%s.",
                 missing_count, vocabulary->name_count, vocabulary->id, missing,
                 missing_count > MOST_LISTED ? " and others" : "");
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

static int make(const CliArgs *args, const MienAuthorVocabulary *vocabulary, const Names *names)
{
    Making making = {.args = args, .vocabulary = vocabulary, .names = names};
    MienError error = {0};
    MieniAsset asset;
    MieniTextOut out = {0};
    if (mien_author_resolver_create(names->items, names->count, vocabulary, NULL, &making.resolver, &error) !=
        MIEN_OK)
        return cli_fail_error(args, args->values[1], &error);
    int code = CLI_EXIT_OK;
    if (mieni_asset_begin(&asset, MIENI_ASSET_MAP, NULL) == MIEN_OK) {
        making.json = &asset.json;
        making.map = mieni_map_of(&asset);
        mieni_map_set_from(&asset.json, making.map, vocabulary->id);
        mieni_map_set_to(&asset.json, making.map, base_name(args, args->values[1]));
        put_rows(&making);
        if (asset.json.arena.is_out_of_memory)
            code = cli_fail_memory(args);
        else
            mieni_asset_write(&asset, &out);
        mieni_asset_release(&asset);
    } else {
        code = cli_fail_memory(args);
    }
    mien_author_resolver_destroy(making.resolver);
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
