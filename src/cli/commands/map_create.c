// SPDX-License-Identifier: MIT
//
// mien map create

#include "cli/find_asset.h"

#include "asset/view.h"
#include "cli/columns.h"
#include "mien_author/vocabulary.h"
#include "project/edit/face_map.h"
#include "project/edit/shape_map.h"

#include <math.h>
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

// By shape.

/// Shapes of a mesh or a pose asset.
static int find_shapes(const CliArgs *args, const MieniProject *project, int argument, const char **out_path)
{
    static const MieniAssetKind kinds[] = {MIENI_ASSET_POSES, MIENI_ASSET_MESH, MIENI_ASSET_NONE};
    return cli_find_asset(args, project, args->values[argument], kinds, out_path);
}

/// How well each shape is mapped, the worst first.
static int report_shapes(const CliArgs *args, const MieniShapeMapped *mapped, int count)
{
    enum { MOST_LISTED = 8 };
    const char *file = cli_value(args, "output", "-");
    bool *is_listed = mieni_arena_take(args->arena, (size_t)count, sizeof *is_listed);
    double lost = 0.0, motion = 0.0;
    MieniTextOut line = {0};
    MieniJsonDocument json;
    if (is_listed == NULL)
        return cli_fail_memory(args);
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_string(&json, json.root, "file", file);
    MieniJson *list = mieni_json_set(&json, json.root, "shapes", mieni_json_array(&json));
    for (int i = 0; i < count; ++i) {
        const double own = (double)mapped[i].motion, left = own * (double)mapped[i].lost;
        MieniJson *item = mieni_json_append(&json, list, mieni_json_object(&json));
        cli_json_set_string(&json, item, "name", mapped[i].name);
        cli_json_set_number(&json, item, "rows", mapped[i].row_count);
        cli_json_set_number(&json, item, "error", (double)mapped[i].lost);
        lost += left * left;
        motion += own * own;
    }
    const double part = sqrt(motion > 0.0 ? lost / motion : 0.0);
    cli_json_set_number(&json, json.root, "error", part);
    cli_putf(&line, "%s: created, %s, %s %% of their motion is lost\n", file,
             cli_many_text(args, count, "shape"), cli_fixed_text(args, 100.0 * part, 1));
    for (int n = 0; n < MOST_LISTED && n < count; ++n) {
        int worst = -1;
        for (int i = 0; i < count; ++i)
            if (!is_listed[i] && (worst < 0 || mapped[i].lost > mapped[worst].lost))
                worst = i;
        is_listed[worst] = true;
        cli_putf(&line, "  %s: %s, %s %% lost\n", mapped[worst].name,
                 cli_many_text(args, mapped[worst].row_count, "row"),
                 cli_fixed_text(args, 100.0 * (double)mapped[worst].lost, 1));
    }
    return cli_write_summary(args, &line, &json);
}

static int make_by_shape(const CliArgs *args, const MieniProject *project)
{
    MieniShapeMapDesc desc = {0};
    MieniAsset asset;
    MieniTextOut out = {0};
    MieniProblem problem = {0};
    const MieniShapeMapped *mapped;
    int count;
    int code = find_shapes(args, project, 0, &desc.from);
    if (code == CLI_EXIT_OK)
        code = find_shapes(args, project, 1, &desc.to);
    if (code != CLI_EXIT_OK)
        return code;
    desc.from_only = cli_has(args, "only-from") ? cli_value(args, "only-from", "") : NULL;
    desc.to_only = cli_has(args, "only") ? cli_value(args, "only", "") : NULL;
    if (mieni_asset_begin(&asset, MIENI_ASSET_MAP, NULL) != MIEN_OK)
        return cli_fail_memory(args);
    mieni_map_set_from(&asset.json, mieni_map_of(&asset),
                       desc.from_only != NULL ? desc.from_only : base_name(args, desc.from));
    mieni_map_set_to(&asset.json, mieni_map_of(&asset),
                     desc.to_only != NULL ? desc.to_only : base_name(args, desc.to));
    const MienStatus status = mieni_shape_map_fill(project, &desc, &asset.json, mieni_map_of(&asset),
                                                   args->arena, &mapped, &count, &problem);
    if (status == MIEN_OK)
        mieni_asset_write(&asset, &out);
    mieni_asset_release(&asset);
    if (status != MIEN_OK)
        return cli_fail_problem(args, &problem);
    code = cli_write_result(args, &out);
    return code == CLI_EXIT_OK && strcmp(cli_value(args, "output", "-"), "-") != 0
               ? report_shapes(args, mapped, count)
               : code;
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
    if (cli_has(args, "only-from") && !cli_has(args, "by-shape")) {
        mieni_project_close(&project);
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "Use --only-from together with --by-shape.");
    }
    if (cli_has(args, "by-shape")) {
        code = make_by_shape(args, &project);
        mieni_project_close(&project);
        return code;
    }
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
    {.name = "VOCABULARY",
     .help = "The vocabulary of the clips: an id of `mien vocab list`; with --by-shape a mesh or pose asset"},
    {.name = "ASSET", .help = "A mesh, pose asset or skeleton with the target names", .kind = CLI_FILE},
    {0},
};
static const CliOption options[] = {
    {.name = "only", .value = "TEXT", .help = "Use only names of the asset that contain this text"},
    {.name = "by-shape", .help = "Compare what shapes do instead of their names, on one face"},
    {.name = "only-from",
     .value = "TEXT",
     .help = "With --by-shape: map only shapes whose names contain this text"},
    CLI_OUTPUT_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample examples[] = {
    {"mien map create arkit heads/ada.mesh.json --only AK_ -o heads/ada.map.json",
     "ARKit takes on a face with shapes such as blendShape1.AK_09_EyeBlinkLeft"},
    {"mien map create heads/ada.mesh.json heads/ada.mesh.json --by-shape --only AK_ -o "
     "to-ak.map.json",
     "All shapes of a head as weights of its ARKit shapes"},
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
        "used. Names that reach nothing are reported and left out of the map.\n\n"
        "With --by-shape names do not matter: each shape of one set becomes the weights of the other "
        "set that move the face most like it. Both sets are morph targets of one mesh, or poses of one "
        "skeleton. Rows may have negative weights and carry the part of the motion that is lost.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = run,
};
