// SPDX-License-Identifier: MIT
//
// mien skeleton list, lod, curves

#include "cli/asset.h"

#include "asset/edit/skeleton.h"
#include "asset/view.h"
#include "project/recipes/recipes.h"
#include "project/uses.h"

#include <string.h>

/// Kinds of uses that a list counts, with their heads and keys.
static const struct Use {
    MieniUseKind kind;
    const char *head, *key;
} use_columns[] = {
    {MIENI_USE_POSE, ">drives poses", "drives_poses"},
    {MIENI_USE_DEFINED, ">set by poses", "set_by_poses"},
    {MIENI_USE_MORPH, ">meshes", "meshes"},
    {MIENI_USE_KEYED, ">clips", "clips"},
    {MIENI_USE_MODIFIED, ">modifiers", "modifiers"},
    {MIENI_USE_MAPPED, ">maps", "maps"},
    {MIENI_USE_GRAPH, ">graphs", "graphs"},
    {MIENI_USE_CHARACTER, ">characters", "characters"},
};
enum { USE_COLUMNS = sizeof use_columns / sizeof *use_columns };

/// In how many assets a curve is used so. A clip has curves by hand or from its source.
static int count_assets(const MieniUses *uses, const MieniUsedCurve *curve, MieniUseKind kind)
{
    const char *last = NULL;
    int count = 0;
    for (int i = 0; curve != NULL && i < curve->count; ++i) {
        const MieniUse *use = &uses->uses[curve->first + i];
        const MieniUseKind is = use->kind == MIENI_USE_SOURCED ? MIENI_USE_KEYED : use->kind;
        if (is != kind || (last != NULL && strcmp(last, use->file) == 0))
            continue;
        last = use->file;
        ++count;
    }
    return count;
}

static void put_lod(const CliArgs *args, CliTable *table, MieniJsonDocument *json, MieniJson *row, int level)
{
    const bool is_all = level == MIEN_ALL_LODS;
    mieni_json_set(json, row, "max_lod", is_all ? mieni_json_null(json) : mieni_json_number(json, level));
    cli_table_put(table, is_all ? "all" : cli_text(args, "%d", level));
}

static void list_bones(const CliArgs *args, const MieniSkeletonView *skeleton, MieniTextOut *out,
                       MieniJsonDocument *json)
{
    static const char *const heads[] = {"bone", "parent", ">max LOD"};
    MieniJson *list = mieni_json_set(json, json->root, "bones", mieni_json_array(json));
    CliTable table;
    cli_table_begin(&table, args, heads, 3);
    for (int i = 0; i < mieni_skeleton_bone_count(skeleton); ++i) {
        const MieniBoneView *bone = mieni_skeleton_bone(skeleton, i);
        const char *parent = mieni_bone_parent(bone);
        MieniJson *row = mieni_json_append(json, list, mieni_json_object(json));
        cli_json_set_string(json, row, "name", mieni_text_or_empty(mieni_bone_name(bone)));
        mieni_json_set(json, row, "parent",
                       parent != NULL ? mieni_json_string(json, parent) : mieni_json_null(json));
        cli_table_put(&table, mieni_text_or_empty(mieni_bone_name(bone)));
        cli_table_put(&table, parent != NULL ? parent : "-");
        put_lod(args, &table, json, row, (int)mieni_bone_max_lod(bone, MIEN_ALL_LODS));
    }
    cli_table_end(&table, out);
}

/// The curves with the assets that use them; how many are unused.
static int list_curves(const CliArgs *args, const MieniSkeletonView *skeleton, const MieniUses *uses,
                       MieniTextOut *out, MieniJsonDocument *json)
{
    const char *heads[2 + USE_COLUMNS] = {"curve", ">max LOD"};
    MieniJson *list = mieni_json_set(json, json->root, "curves", mieni_json_array(json));
    CliTable table;
    int unused = 0;
    for (int i = 0; i < USE_COLUMNS; ++i)
        heads[2 + i] = use_columns[i].head;
    cli_table_begin(&table, args, heads, 2 + USE_COLUMNS);
    for (int c = 0; c < mieni_skeleton_curve_count(skeleton); ++c) {
        const MieniCurveView *curve = mieni_skeleton_curve(skeleton, c);
        const char *name = mieni_text_or_empty(mieni_curve_name(curve));
        const MieniUsedCurve *used = mieni_uses_find(uses, name);
        MieniJson *row = mieni_json_append(json, list, mieni_json_object(json));
        cli_json_set_string(json, row, "name", name);
        cli_table_put(&table, name);
        put_lod(args, &table, json, row, (int)mieni_curve_max_lod(curve, MIEN_ALL_LODS));
        for (int i = 0; i < USE_COLUMNS; ++i) {
            const int count = count_assets(uses, used, use_columns[i].kind);
            cli_json_set_number(json, row, use_columns[i].key, count);
            cli_table_put(&table, count > 0 ? cli_text(args, "%d", count) : "-");
        }
        unused += used != NULL && used->is_unused;
    }
    cli_table_end(&table, out);
    return unused;
}

static int list_run(const CliArgs *args)
{
    CliAsset skeleton;
    MieniUses uses;
    MieniProblem problem = {0};
    MieniTextOut out = {0};
    MieniJsonDocument json;
    const int code = cli_asset_open_to_read(args, MIENI_ASSET_SKELETON, &skeleton);
    if (code != CLI_EXIT_OK)
        return code;
    if (mieni_uses_make(&uses, &skeleton.project, MIENI_USES_ALL, &problem) != MIEN_OK) {
        mieni_uses_release(&uses);
        cli_asset_close(&skeleton);
        return cli_fail_problem(args, &problem);
    }
    if (uses.unreadable_count > 0)
        cli_warn(args, skeleton.path, NULL, "%s cannot be read and may use more curves: mien lint shows why.",
                 cli_many_text(args, uses.unreadable_count, "file"));
    const MieniSkeletonView *view = mieni_skeleton_of(&skeleton.asset);
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    list_bones(args, view, &out, &json);
    mieni_text_put(&out, "\n");
    const int unused = list_curves(args, view, &uses, &out, &json);
    cli_putf(&out, "%s, %s, %d unused\n", cli_many_text(args, mieni_skeleton_bone_count(view), "bone"),
             cli_many_text(args, mieni_skeleton_curve_count(view), "curve"), unused);
    cli_json_set_number(&json, json.root, "unused_curves", unused);
    mieni_uses_release(&uses);
    cli_asset_close(&skeleton);
    return cli_write_either(args, &out, &json);
}

static const CliArgument list_arguments[] = {
    {.name = "SKELETON", .help = "A skeleton asset of the project", .kind = CLI_FILE},
    {0},
};
static const CliOption list_options[] = {CLI_PROJECT_OPTION, CLI_OUTPUT_OPTION, {0}};
static const CliExample list_examples[] = {{"mien skeleton list body", "List bones and curves"}, {0}};

const CliCommand cli_cmd_skeleton_list = {
    .path = "skeleton list",
    .group = "Skeletons",
    .summary = "List the bones and curves of a skeleton",
    .description =
        "Lists bones with their parents, and curves with the number of assets of the project that use them: "
        "pose assets with a pose that the curve drives, pose assets whose poses set it, meshes with a morph "
        "of this name, clips, lists of modifiers, maps, graphs and characters. Reads the sources of clips "
        "and "
        "poses. A curve that none of them uses is unused, even if your program reads it.",
    .arguments = list_arguments,
    .options = list_options,
    .examples = list_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = list_run,
};

static const char *curve_name(const void *of, int index)
{
    return mieni_curve_name(mieni_skeleton_curve(of, index));
}

/// A bone or a curve: first all bones.
static const char *any_name(const void *of, int index)
{
    const int bones = mieni_skeleton_bone_count(of);
    return index < bones ? mieni_bone_name(mieni_skeleton_bone(of, index)) : curve_name(of, index - bones);
}

/// Finds bones and curves; patterns stay as they are.
static int find_names(const CliArgs *args, const CliAsset *skeleton)
{
    const MieniSkeletonView *view = mieni_skeleton_of(&skeleton->asset);
    const CliNames names = {"bone or curve",
                            skeleton->path,
                            mieni_skeleton_bone_count(view) + mieni_skeleton_curve_count(view),
                            view,
                            any_name,
                            NULL};
    int code = CLI_EXIT_OK;
    for (int i = 1; i < args->value_count && code == CLI_EXIT_OK; ++i)
        if (strpbrk(args->values[i], "*?") == NULL)
            code = cli_names_find_values(args, &names, i, 1);
    return code;
}

static int lod_run(const CliArgs *args)
{
    CliAsset skeleton;
    MienError error = {0};
    int level, bones = 0, curves = 0, code = cli_max_lod(args, &level);
    if (code == CLI_EXIT_OK)
        code = cli_asset_open(args, MIENI_ASSET_SKELETON, &skeleton);
    if (code != CLI_EXIT_OK)
        return code;
    code = find_names(args, &skeleton);
    if (code != CLI_EXIT_OK) {
        cli_asset_close(&skeleton);
        return code;
    }
    const MienStatus status = mieni_skeleton_set_levels(
        &skeleton.asset, args->values + 1, args->value_count - 1, level, &bones, &curves, &error);
    return cli_asset_end(args, &skeleton, status, &error, "%d bone%s and %d curve%s changed", bones,
                         bones == 1 ? "" : "s", curves, curves == 1 ? "" : "s");
}

static const CliArgument lod_arguments[] = {
    {.name = "SKELETON", .help = "A skeleton asset of the project", .kind = CLI_FILE},
    {.name = "NAME", .help = "Bones and curves by name or pattern: `*` and `?`", .is_repeated = true},
    {0},
};
static const CliOption lod_options[] = {
    {.name = "max-lod", .value = "LOD", .help = "Their max LOD, from 0, or `all`"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample lod_examples[] = {
    {"mien skeleton lod body 'tongue*' --max-lod 0", "Only in close-ups"},
    {0},
};

const CliCommand cli_cmd_skeleton_lod = {
    .path = "skeleton lod",
    .group = "Skeletons",
    .summary = "Set the max LOD of bones and curves",
    .description = "Sets the max LOD of bones and curves. The max LOD of a bone also limits its children.",
    .arguments = lod_arguments,
    .options = lod_options,
    .examples = lod_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = lod_run,
};

/// Names that an asset has for curves, in the memory of the arguments.
typedef struct Names {
    const CliArgs *args;
    const char **items;
    int count;
} Names;

static bool begin_names(Names *names, int count)
{
    names->items = mieni_arena_take(names->args->arena, (size_t)count + 1, sizeof *names->items);
    return names->items != NULL;
}

static void add_name(Names *names, const char *name)
{
    if (name != NULL)
        names->items[names->count++] = cli_text(names->args, "%s", name);
}

/// Curves that drive poses, or morphs.
static int read_names(Names *names, const MieniProject *project, const char *path)
{
    MieniAsset asset;
    MieniProblem problem = {0};
    if (mieni_project_load(project, path, mieni_asset_kind_of_path(path), &asset, &problem) != MIEN_OK)
        return cli_fail_problem(names->args, &problem);
    const MieniPoseAssetView *poses = mieni_pose_asset_of(&asset);
    const MieniMeshView *mesh = mieni_mesh_of(&asset);
    const int pose_count = mieni_pose_asset_pose_count(poses), morph_count = mieni_mesh_morph_count(mesh);
    const bool is_begun = begin_names(names, pose_count + morph_count);
    for (int i = 0; is_begun && i < pose_count; ++i)
        add_name(names, mieni_pose_curve(poses, i));
    for (int i = 0; is_begun && i < morph_count; ++i)
        add_name(names, mieni_morph_name(mieni_mesh_morph(mesh, i)));
    mieni_asset_release(&asset);
    return is_begun ? CLI_EXIT_OK : cli_fail_memory(names->args);
}

/// Curves of a clip, after its modifiers.
static int read_clip_names(Names *names, const MieniProject *project, const char *path)
{
    MieniClipRecipe recipe;
    MieniProblem problem = {0};
    if (mieni_clip_recipe(project, path, NULL, &recipe, &problem) != MIEN_OK)
        return cli_fail_problem(names->args, &problem);
    const bool is_begun = begin_names(names, recipe.clip->curve_count);
    for (int i = 0; is_begun && i < recipe.clip->curve_count; ++i)
        add_name(names, recipe.clip->curves[i].name);
    mieni_clip_recipe_release(&recipe);
    return is_begun ? CLI_EXIT_OK : cli_fail_memory(names->args);
}

/// --of: adds all names of a pose asset, clip or mesh.
static int add_from(const CliArgs *args, CliAsset *skeleton)
{
    static const MieniAssetKind kinds[] = {MIENI_ASSET_POSES, MIENI_ASSET_CLIP, MIENI_ASSET_MESH,
                                           MIENI_ASSET_NONE};
    Names names = {.args = args};
    MienError error = {0};
    const char *path = NULL;
    int added = 0;
    int code = cli_find_asset(args, &skeleton->project, cli_value(args, "of", ""), kinds, &path);
    if (code == CLI_EXIT_OK)
        code = (mieni_asset_kind_of_path(path) == MIENI_ASSET_CLIP ? read_clip_names : read_names)(
            &names, &skeleton->project, path);
    if (code != CLI_EXIT_OK) {
        cli_asset_close(skeleton);
        return code;
    }
    const MienStatus status =
        mieni_skeleton_add_curves(&skeleton->asset, names.items, names.count, &added, &error);
    return cli_asset_end(args, skeleton, status, &error, "%d curve%s added", added, added == 1 ? "" : "s");
}

/// The curves of the table that no asset of the project uses. What cannot be read may use them.
static int find_unused(Names *names, const CliAsset *skeleton)
{
    const MieniSkeletonView *view = mieni_skeleton_of(&skeleton->asset);
    const int count = mieni_skeleton_curve_count(view);
    MieniUses uses;
    MieniProblem problem = {0};
    int code = CLI_EXIT_OK;
    if (mieni_uses_make(&uses, &skeleton->project, MIENI_USES_ALL, &problem) != MIEN_OK)
        code = cli_fail_problem(names->args, &problem);
    else if (uses.unreadable_count > 0)
        code = cli_fail(names->args, CLI_EXIT_INPUT, skeleton->path, NULL,
                        "%s cannot be read and may use its curves: mien lint shows why. No curve is removed.",
                        cli_many_text(names->args, uses.unreadable_count, "file"));
    else if (!begin_names(names, count))
        code = cli_fail_memory(names->args);
    for (int i = 0; code == CLI_EXIT_OK && i < count; ++i) {
        const MieniUsedCurve *used = mieni_uses_find(&uses, mieni_text_or_empty(curve_name(view, i)));
        if (used != NULL && used->is_unused)
            add_name(names, curve_name(view, i));
    }
    mieni_uses_release(&uses);
    return code;
}

/// ": a, b", the first twenty.
static const char *names_text(const Names *names)
{
    enum { MOST = 20 };
    const char *text = "";
    for (int i = 0; i < names->count && i < MOST; ++i)
        text = cli_text(names->args, "%s%s%s", text, i == 0 ? ": " : ", ", names->items[i]);
    return names->count > MOST ? cli_text(names->args, "%s and %d more", text, names->count - MOST) : text;
}

/// --remove-unused
static int remove_unused(const CliArgs *args, CliAsset *skeleton)
{
    Names names = {.args = args};
    MienError error = {0};
    const int code = find_unused(&names, skeleton);
    if (code != CLI_EXIT_OK) {
        cli_asset_close(skeleton);
        return code;
    }
    const MienStatus status =
        mieni_skeleton_remove_curves(&skeleton->asset, names.items, names.count, &error);
    return cli_asset_end(args, skeleton, status, &error, "%s removed%s",
                         cli_many_text(args, names.count, "curve"), names_text(&names));
}

static int curves_run(const CliArgs *args)
{
    CliAsset skeleton;
    MienError error = {0};
    const bool removes = cli_has(args, "remove"), removes_unused = cli_has(args, "remove-unused");
    int changed = args->value_count - 1;
    if ((changed > 0) + cli_has(args, "of") + removes_unused != 1)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "Specify curve names, --of ASSET or --remove-unused.");
    int code = cli_asset_open(args, MIENI_ASSET_SKELETON, &skeleton);
    if (code != CLI_EXIT_OK)
        return code;
    if (removes_unused)
        return remove_unused(args, &skeleton);
    if (cli_has(args, "of"))
        return add_from(args, &skeleton);
    const MieniSkeletonView *view = mieni_skeleton_of(&skeleton.asset);
    const CliNames names = {"curve", skeleton.path, mieni_skeleton_curve_count(view), view, curve_name, NULL};
    if (removes)
        code = cli_names_find_values(args, &names, 1, changed);
    if (code != CLI_EXIT_OK) {
        cli_asset_close(&skeleton);
        return code;
    }
    const MienStatus status =
        removes ? mieni_skeleton_remove_curves(&skeleton.asset, args->values + 1, changed, &error)
                : mieni_skeleton_add_curves(&skeleton.asset, args->values + 1, changed, &changed, &error);
    return cli_asset_end(args, &skeleton, status, &error, "%d curve%s %s", changed, changed == 1 ? "" : "s",
                         removes ? "removed" : "added");
}

static const CliArgument curves_arguments[] = {
    {.name = "SKELETON", .help = "A skeleton asset of the project", .kind = CLI_FILE},
    {.name = "CURVE", .help = "Curve names", .is_optional = true, .is_repeated = true},
    {0},
};
static const CliOption curves_options[] = {
    {.name = "of",
     .value = "ASSET",
     .kind = CLI_FILE,
     .excludes = "remove remove-unused",
     .help = "Add the curves of this pose asset, clip or mesh"},
    {.name = "remove", .excludes = "of", .help = "Remove the curves instead of adding them"},
    {.name = "remove-unused",
     .excludes = "of remove",
     .help = "Remove the curves that no asset of the project uses, as `mien skeleton list` counts them"},
    CLI_DRY_RUN_OPTION,
    CLI_PROJECT_OPTION,
    {0},
};
static const CliExample curves_examples[] = {
    {"mien skeleton curves body jaw_open smile", "Add curves to the table"},
    {"mien skeleton curves body --of takes/hello.clip", "Add all curves of a clip"},
    {"mien skeleton curves body --remove-unused --dry-run", "Show the curves that nothing uses"},
    {0},
};

const CliCommand cli_cmd_skeleton_curves = {
    .path = "skeleton curves",
    .group = "Skeletons",
    .summary = "Add curves to a skeleton's table, or remove them",
    .description = "The curve table of a skeleton lists the curves that characters know. Adding a curve "
                   "rebuilds only the skeleton. Existing curves do not change.",
    .arguments = curves_arguments,
    .options = curves_options,
    .examples = curves_examples,
    .exits = CLI_MAY_READ_AND_WRITE,
    .run = curves_run,
};
