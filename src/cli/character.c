// SPDX-License-Identifier: MIT
//
// Opens a character with the options of the command line.

#include "core/float_rules.h"

#include "cli/character.h"

#include "asset/names/vocabulary.h"
#include "asset/view.h"
#include "base/number.h"
#include "mien_author/map.h"
#include "mien_author/resolve.h"
#include "project/recipes/recipes.h"

#include <string.h>

// Opens a mesh or a pose asset as a character. Finds the missing parts in the project.

/// The only mesh that fits; says which there are if it is not one.
static int choose(const CliArgs *args, const MieniPaths *meshes, const char *poses, const char **out_mesh)
{
    const char *names = meshes->count > 0 ? meshes->items[0] : "";
    *out_mesh = cli_text(args, "%s", names);
    if (meshes->count == 1)
        return CLI_EXIT_OK;
    for (int i = 1; i < meshes->count && i < 4; ++i)
        names = cli_text(args, "%s%s%s", names, i + 1 == meshes->count ? " or " : ", ", meshes->items[i]);
    return cli_fail(args, CLI_EXIT_INPUT, poses, NULL, "%s with --mesh%s%s.",
                    meshes->count > 1 ? "Several meshes fit: choose one"
                                      : "No mesh uses its skeleton: choose one",
                    meshes->count > 1 ? ", such as " : "", names);
}

static int find_mesh(const CliArgs *args, const MieniProject *project, const char *poses,
                     const char **out_mesh)
{
    MieniPaths meshes = {0};
    MieniProblem problem = {0};
    if (mieni_character_meshes(project, poses, &meshes, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    const int code = choose(args, &meshes, poses, out_mesh);
    mieni_paths_release(&meshes);
    return code;
}

/// What makes a character of a mesh or a pose asset: the skeleton, and for poses the mesh
/// that --mesh says or that alone fits. Says what is wrong and returns the exit code.
static int character_complete(const CliArgs *args, const MieniProject *project, const char *path,
                              MieniCharacterParts *out_parts)
{
    const MieniAssetKind kind = mieni_asset_kind_of_path(path);
    const char *mesh = cli_knows(args, "mesh") ? cli_value(args, "mesh", NULL) : NULL;
    MieniAsset asset;
    MieniProblem problem = {0};
    int code = CLI_EXIT_OK;
    *out_parts = (MieniCharacterParts){.skeleton = NULL};
    if (mieni_project_load(project, path, kind, &asset, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    out_parts->skeleton = cli_text(args, "%s", mieni_text_or_empty(mieni_asset_skeleton(&asset)));
    mieni_asset_release(&asset);
    if (kind == MIENI_ASSET_MESH) {
        out_parts->mesh = path;
        return CLI_EXIT_OK;
    }
    out_parts->poses = path;
    code = mesh != NULL ? cli_find_asset_as(args, project, mesh, MIENI_ASSET_MESH, &out_parts->mesh)
                        : find_mesh(args, project, path, &out_parts->mesh);
    return code;
}

/// The part of a word before its =, or NULL without one. Names of curves may hold =,
/// paths may hold = behind the name of a node.
static const char *name_of(const CliArgs *args, const char *word, bool is_curve, const char **out_value)
{
    const char *equals = is_curve ? strrchr(word, '=') : strchr(word, '=');
    *out_value = equals != NULL ? equals + 1 : NULL;
    return equals != NULL && equals != word ? cli_text(args, "%.*s", (int)(equals - word), word) : NULL;
}

static int fail_no_pair(const CliArgs *args, const char *word)
{
    return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "\"%s\" is not name=value.", word);
}

static const char *graph_file(const CliCharacter *c)
{
    return c->character.graph_path != NULL ? c->character.graph_path : c->character.path;
}

/// "body or face"
static const char *names_of_clips(const CliCharacter *c)
{
    const char *text = "";
    for (int i = c->character.asset_count; i-- > 0;)
        if (c->character.assets[i].place.type == MIEN_GRAPH_CLIP)
            text = cli_text(c->args, "%s%s%s", c->character.assets[i].name,
                            text[0] == '\0'                ? ""
                            : strstr(text, " or ") == NULL ? " or "
                                                           : ", ",
                            text);
    return text;
}

static int fail_no_clip(const CliCharacter *c, const char *name)
{
    MieniNearest nearest = {.given = name};
    for (int i = 0; i < c->character.asset_count; ++i)
        if (c->character.assets[i].place.type == MIEN_GRAPH_CLIP)
            mieni_nearest_try(&nearest, c->character.assets[i].name);
    const char *hint = cli_nearest_hint(c->args, &nearest, "");
    return cli_fail(c->args, CLI_EXIT_INPUT, graph_file(c), name,
                    "No clip node or clip parameter in the graph has this name%s",
                    hint[0] != '\0' ? hint : ".");
}

/// The only slot for a clip, or among several the only parameter, which a graph leaves to
/// its caller. An error if there are none or several.
static int only_clip(const CliCharacter *c, int *out_asset)
{
    int count = 0, parameters = 0, parameter = 0;
    for (int i = 0; i < c->character.asset_count; ++i) {
        const MienGraphAssetSlot *place = &c->character.assets[i].place;
        if (place->type != MIEN_GRAPH_CLIP)
            continue;
        *out_asset = i;
        ++count;
        parameter = place->parameter >= 0 ? i : parameter;
        parameters += place->parameter >= 0;
    }
    if (parameters == 1)
        *out_asset = parameter;
    if (count == 1 || parameters == 1)
        return CLI_EXIT_OK;
    return count == 0
               ? cli_fail(c->args, CLI_EXIT_INPUT, graph_file(c), NULL, "The graph plays no clip.")
               : cli_fail(c->args, CLI_EXIT_USAGE, NULL, NULL,
                          "The graph plays %d clips: choose one with --clip NAME=CLIP, where NAME is %s.",
                          count, names_of_clips(c));
}

/// --clip [NODE=]CLIP
static int put_clip(CliCharacter *c, const char *word)
{
    const char *path = word, *value, *name = name_of(c->args, word, false, &value);
    int asset = -1, code = CLI_EXIT_OK;
    if (name != NULL && !mieni_file_exists(word)) {
        path = value;
        asset = mieni_character_find_asset(&c->character, MIEN_GRAPH_CLIP, name);
        if (asset < 0)
            return fail_no_clip(c, name);
    } else {
        code = only_clip(c, &asset);
    }
    if (code == CLI_EXIT_OK)
        code = cli_find_clip(c->args, &c->project, path, &path);
    if (code == CLI_EXIT_OK && !mieni_character_replace(&c->character, asset, path))
        code = cli_fail_memory(c->args);
    return code;
}

static int fail_no_name(const CliCharacter *c, const char *name)
{
    MieniNearest nearest = {.given = name};
    for (int i = 0; i < mien_graph_info(c->character.graph).parameter_count; ++i)
        mieni_nearest_try(&nearest, mien_graph_parameter(c->character.graph, i).name);
    for (int i = 0; i < c->character.given.count; ++i)
        mieni_nearest_try(&nearest, mien_skeleton_curve_name(c->character.skeleton, i));
    const char *hint = cli_nearest_hint(c->args, &nearest, "");
    return cli_fail(c->args, CLI_EXIT_INPUT, graph_file(c), name,
                    "No graph parameter or curve with this name%s", hint[0] != '\0' ? hint : ".");
}

/// A number, or true or false.
static bool read_value(const char *text, double *out_value)
{
    const bool is_true = strcmp(text, "true") == 0;
    *out_value = is_true ? 1.0 : 0.0;
    return is_true || strcmp(text, "false") == 0 ||
           (mieni_number_read(text, strlen(text), out_value) && *out_value <= MIEN_MAX_CURVE &&
            *out_value >= -MIEN_MAX_CURVE);
}

/// A parameter of the graph. Assets are set before binding, other values after it.
static int put_parameter(CliCharacter *c, const char *name, int index, const char *value, bool is_bound)
{
    const MienGraphValueType type = mien_graph_parameter(c->character.graph, index).type;
    double number;
    if ((type == MIEN_GRAPH_CLIP || type == MIEN_GRAPH_POSES) != !is_bound)
        return CLI_EXIT_OK;
    if (!is_bound) {
        const int asset = mieni_character_find_asset(&c->character, type, name);
        const int code = type == MIEN_GRAPH_CLIP
                             ? cli_find_clip(c->args, &c->project, value, &value)
                             : cli_find_asset_as(c->args, &c->project, value, MIENI_ASSET_POSES, &value);
        if (code != CLI_EXIT_OK)
            return code;
        return asset < 0 || mieni_character_replace(&c->character, asset, value) ? CLI_EXIT_OK
                                                                                 : cli_fail_memory(c->args);
    }
    if (type == MIEN_GRAPH_NAME || type == MIEN_GRAPH_MASK)
        return mien_graph_instance_set_text(c->character.instance, index, value) == MIEN_OK
                   ? CLI_EXIT_OK
                   : cli_fail(c->args, CLI_EXIT_INPUT, graph_file(c), name, "No %s named \"%s\".",
                              type == MIEN_GRAPH_MASK ? "mask" : "pose", value);
    if (!read_value(value, &number))
        return cli_fail(c->args, CLI_EXIT_USAGE, NULL, NULL, "%s needs %s, not \"%s\".", name,
                        type == MIEN_GRAPH_BOOL ? "true or false" : "a number", value);
    mien_graph_instance_set_number(c->character.instance, index, (float)number);
    return CLI_EXIT_OK;
}

static const char *curve_name(const void *of, int index) { return mien_skeleton_curve_name(of, index); }

static CliNames curve_names(const CliCharacter *c)
{
    return (CliNames){
        "curve", c->character.skeleton_path, c->character.given.count, c->character.skeleton, curve_name,
        NULL};
}

static int put_curve(CliCharacter *c, const char *word)
{
    const char *value, *name = name_of(c->args, word, true, &value);
    double number;
    if (name == NULL)
        return fail_no_pair(c->args, word);
    if (!mieni_number_read(value, strlen(value), &number) || number > MIEN_MAX_CURVE ||
        number < -MIEN_MAX_CURVE)
        return cli_fail(c->args, CLI_EXIT_USAGE, NULL, NULL,
                        "%s needs a number from -1e9 to 1e9, not \"%s\".", name, value);
    const CliNames names = curve_names(c);
    const int curve = cli_names_search(&names, name);
    if (mien_graph_info(c->character.graph).live_input_count == 0)
        return cli_fail(
            c->args, CLI_EXIT_INPUT, graph_file(c), name,
            "The graph has no live input for curves: use --pose NAME=VALUE, or add a live_input node "
            "with mien graph add.");
    if (curve >= 0) {
        mien_curve_set_put(&c->character.given, curve, (float)number);
        return CLI_EXIT_OK;
    }
    return cli_names_fail(c->args, &names, name);
}

/// --set NAME=VALUE: a parameter of the graph or, without one of this name, a curve.
static int put_value(CliCharacter *c, const char *word, bool is_bound)
{
    const char *value, *name = name_of(c->args, word, false, &value);
    if (name == NULL)
        return fail_no_pair(c->args, word);
    const int index = mien_graph_find_parameter(c->character.graph, name);
    if (index >= 0)
        return put_parameter(c, name, index, value, is_bound);
    if (!is_bound)
        return CLI_EXIT_OK;
    name = name_of(c->args, word, true, &value);
    const CliNames names = curve_names(c);
    return cli_names_search(&names, name) != -1 ? put_curve(c, word) : fail_no_name(c, name);
}

static const struct {
    const char *name, *text;
} findings[MIENI_CHARACTER_FINDINGS] = {
    [MIENI_CHARACTER_NO_ASSET] = {"missing_asset", "Empty clip or pose asset slots"},
    [MIENI_CHARACTER_NO_BONE] = {"missing_bone", "Bones missing from the skeleton"},
    [MIENI_CHARACTER_NO_CURVE] = {"missing_curve", "Curves missing from the skeleton"},
    [MIENI_CHARACTER_NO_MORPH] = {"missing_morph", "Morphs without a curve of that name in the skeleton"},
    [MIENI_CHARACTER_NO_POSE] = {"missing_pose", "Poses missing from the pose asset"},
    [MIENI_CHARACTER_NO_CONTROL] = {"not_a_control",
                                    "Poses that are not curve-driven, although a curve has their name"},
    [MIENI_CHARACTER_SCALED] = {"scaled_bone", "Bones with different lengths, whose translations are scaled"},
};

const char *cli_finding_name(MieniCharacterFinding finding) { return findings[finding].name; }

static bool is_alike(const MieniCharacterReport *a, const MieniCharacterReport *b)
{
    return a->finding == b->finding && a->node == b->node && strcmp(a->file, b->file) == 0;
}

/// Whether this is told for the first time: several characters may play one clip.
static bool is_new(const CliCharacter *c, const MieniCharacterReport *report, const char *what)
{
    const char *key = cli_text(c->args, "%s\n%s\n%s", report->file, mieni_text_or_empty(report->node), what);
    if (mieni_name_map_has(c->args->told, key))
        return false;
    mieni_name_map_add(c->args->told, key, NULL);
    return true;
}

/// Curves that a clip has and the skeleton lacks.
typedef struct Lacking {
    int used, alike, idle; ///< That a pose or morph needs; in another spelling; that nothing uses.
    const char *first_used, *first_alike, *first_idle;
    const char *vocabulary; ///< That the names in another spelling are of, or NULL.
} Lacking;

static bool is_used(const MieniCharacter *character, const char *name)
{
    for (int i = 0; i < character->asset_count; ++i)
        if (character->assets[i].poses != NULL &&
            mien_pose_asset_find_pose(character->assets[i].poses, name) >= 0)
            return true;
    return character->mesh != NULL && mien_mesh_find_morph(character->mesh, name) >= 0;
}

/// Built-in maps, read once: each may lead from a name to a curve of the skeleton.
enum { MOST_MAPS = 64 };
typedef struct Maps {
    MienAuthorMap *items[MOST_MAPS];
    int count;
} Maps;

static void open_maps(Maps *maps)
{
    maps->count = 0;
    for (int m = 0; m < mien_author_map_count() && maps->count < MOST_MAPS; ++m)
        if (mien_author_map_load(mien_author_map_info(m).id, NULL, &maps->items[maps->count], NULL) ==
            MIEN_OK)
            ++maps->count;
}

static void close_maps(Maps *maps)
{
    for (int m = 0; m < maps->count; ++m)
        mien_author_map_destroy(maps->items[m]);
}

static bool is_mapped(const Maps *maps, const MienAuthorResolver *resolver, const char *name)
{
    for (int m = 0; m < maps->count; ++m) {
        const MienAuthorMap *map = maps->items[m];
        for (int r = 0; r < map->row_count; ++r)
            if (strcmp(map->rows[r].from, name) == 0 &&
                mien_author_resolver_find(resolver, map->rows[r].to).kind == MIEN_AUTHOR_MATCH)
                return true;
    }
    return false;
}

static void sort_out(const CliCharacter *c, const Maps *maps, const MienAuthorResolver *resolver,
                     const char *name, Lacking *to)
{
    if (is_used(&c->character, name)) {
        to->first_used = to->used++ == 0 ? name : to->first_used;
    } else if (mien_author_resolver_find(resolver, name).kind == MIEN_AUTHOR_MATCH ||
               is_mapped(maps, resolver, name)) {
        to->first_alike = to->alike++ == 0 ? name : to->first_alike;
        to->vocabulary = to->vocabulary != NULL ? to->vocabulary : mieni_vocabulary_of(&name, 1);
    } else {
        to->first_idle = to->idle++ == 0 ? name : to->first_idle;
    }
}

/// Sorts out what a clip has and the skeleton lacks, by what would cure it.
static Lacking lacking(const CliCharacter *c, const MieniCharacterReport *report)
{
    const MieniCharacter *character = &c->character;
    const int count = mien_skeleton_curve_count(character->skeleton);
    MienAuthorResolver *resolver = NULL;
    Lacking result = {0};
    Maps maps;
    const char **names = mieni_arena_take(c->args->arena, (size_t)count, sizeof *names);
    for (int i = 0; names != NULL && i < count; ++i)
        names[i] = mien_skeleton_curve_name(character->skeleton, i);
    if (names == NULL || mien_author_resolver_create(names, count, NULL, NULL, &resolver, NULL) != MIEN_OK)
        return result;
    open_maps(&maps);
    for (int i = 0; i < character->report_count; ++i)
        if (is_alike(report, &character->reports[i]))
            sort_out(c, &maps, resolver, character->reports[i].name, &result);
    close_maps(&maps);
    mien_author_resolver_destroy(resolver);
    return result;
}

static void tell_of_curves(const CliCharacter *c, const MieniCharacterReport *report)
{
    const Lacking of = lacking(c, report);
    const char *face = c->character.poses_path != NULL ? c->character.poses_path
                       : c->character.morph_count > 0  ? c->character.mesh_path
                                                       : c->character.skeleton_path;
    if (of.used > 0 && is_new(c, report, "used"))
        cli_warn(c->args, report->file, report->node,
                 "Curves missing from the skeleton: %d, the first is %s; mien skeleton curves adds them.",
                 of.used, of.first_used);
    if (of.alike > 0 && is_new(c, report, "alike"))
        cli_warn(c->args, report->file, report->node,
                 "Curves that this face has under other names: %d, the first is %s; mien map create %s %s -o "
                 "face.map.json makes a map for the clip.",
                 of.alike, of.first_alike, of.vocabulary != NULL ? of.vocabulary : "VOCABULARY", face);
    if (of.idle > 0 && is_new(c, report, "idle"))
        cli_warn(c->args, report->file, report->node,
                 "Curves that nothing on this face uses: %d, the first is %s.", of.idle, of.first_idle);
}

/// A line for each kind of finding in each node.
static void tell_of_reports(const CliCharacter *c)
{
    for (int i = 0; i < c->character.report_count; ++i) {
        const MieniCharacterReport *report = &c->character.reports[i];
        const bool is_curve = report->finding == MIENI_CHARACTER_NO_CURVE;
        bool is_told = false;
        int count = 0;
        for (int k = 0; k < i && !is_told; ++k)
            is_told = is_alike(report, &c->character.reports[k]);
        for (int k = i; k < c->character.report_count && !is_told; ++k)
            count += is_alike(report, &c->character.reports[k]);
        if (is_told)
            continue;
        if (report->finding == MIENI_CHARACTER_SCALED)
            cli_note(c->args, report->file, "%s: %d.", findings[report->finding].text, count);
        else if (report->finding == MIENI_CHARACTER_NO_ASSET)
            cli_note(c->args, report->file, "%s has no asset.", report->node);
        else if (is_curve && mieni_asset_kind_of_path(report->file) == MIENI_ASSET_CLIP)
            tell_of_curves(c, report);
        else
            cli_warn(c->args, report->file, report->node, "%s: %d, the first is %s%s",
                     findings[report->finding].text, count, report->name,
                     is_curve ? "; mien skeleton curves adds them." : ".");
    }
}

/// What an option given several times says, one after another.
static int put_all(CliCharacter *c, const char *option, bool is_bound)
{
    int code = CLI_EXIT_OK;
    for (int i = 0; code == CLI_EXIT_OK && i < c->args->given_count; ++i) {
        const CliGiven *given = &c->args->given[i];
        if (strcmp(given->option->name, option) != 0)
            continue;
        code = strcmp(option, "clip") == 0 ? put_clip(c, given->value) : put_value(c, given->value, is_bound);
    }
    return code;
}

/// The pose asset or mesh that a clip is previewed on. Says what is wrong and returns the exit code.
static int preview_of(const CliArgs *args, const MieniProject *project, const char *clip,
                      const char **out_face)
{
    MieniAsset asset;
    MieniProblem problem = {0};
    if (mieni_project_load(project, clip, MIENI_ASSET_CLIP, &asset, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    *out_face = cli_text(args, "%s", mieni_text_or_empty(mieni_asset_preview(&asset)));
    mieni_asset_release(&asset);
    const MieniAssetKind kind = mieni_asset_kind_of_path(*out_face);
    if (kind == MIENI_ASSET_POSES || kind == MIENI_ASSET_MESH)
        return CLI_EXIT_OK;
    return cli_fail(args, CLI_EXIT_INPUT, clip, NULL,
                    "The clip has no preview to show it on: name a pose asset or mesh as its \"preview\", "
                    "or a character, and the clip with --clip.");
}

/// A mesh, a pose asset, or a clip on its preview.
static int open_parts(CliCharacter *c, const char *path)
{
    const bool is_clip = mieni_asset_kind_of_path(path) == MIENI_ASSET_CLIP;
    const char *face = path;
    MieniCharacterParts parts;
    MieniProblem problem = {0};
    int code = is_clip ? preview_of(c->args, &c->project, path, &face) : CLI_EXIT_OK;
    if (code == CLI_EXIT_OK)
        code = character_complete(c->args, &c->project, face, &parts);
    if (code != CLI_EXIT_OK)
        return code;
    if (mieni_character_open_parts(&c->project, path, &parts, &c->character, &problem) != MIEN_OK)
        return cli_fail_problem(c->args, &problem);
    const int place = is_clip ? mieni_character_find_asset(&c->character, MIEN_GRAPH_CLIP, "clip") : -1;
    return place < 0 || mieni_character_replace(&c->character, place, path) ? CLI_EXIT_OK
                                                                            : cli_fail_memory(c->args);
}

/// A character, or a mesh, pose asset or clip as one.
static int open_given(CliCharacter *c, const char *given)
{
    MieniProblem problem = {0};
    const char *path;
    const int code = cli_find_asset(c->args, &c->project, given, cli_kinds_character, &path);
    if (code != CLI_EXIT_OK)
        return code;
    if (mieni_asset_kind_of_path(path) != MIENI_ASSET_CHARACTER)
        return open_parts(c, path);
    return mieni_character_open(&c->project, path, &c->character, &problem) == MIEN_OK
               ? CLI_EXIT_OK
               : cli_fail_problem(c->args, &problem);
}

int cli_character_open(CliCharacter *c, const CliArgs *args, const char *given, bool wants_trace)
{
    *c = (CliCharacter){.args = args};
    const MieniCharacterOptions options = {.level = cli_knows(args, "lod") ? cli_integer(args, "lod", 0) : 0,
                                           .wants_trace = wants_trace};
    MieniProblem problem = {0};
    if (options.level < 0 || options.level >= MIEN_MAX_LODS)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--lod is from 0 to %d.", MIEN_MAX_LODS - 1);
    int code = cli_project_open(args, &c->project);
    c->has_project = code == CLI_EXIT_OK;
    if (code == CLI_EXIT_OK)
        code = open_given(c, given);
    if (code == CLI_EXIT_OK)
        code = put_all(c, "clip", false);
    if (code == CLI_EXIT_OK)
        code = put_all(c, "set", false);
    if (code != CLI_EXIT_OK)
        return code;
    if (mieni_character_bind(&c->character, &options, &problem) != MIEN_OK)
        return cli_fail_problem(args, &problem);
    tell_of_reports(c);
    return put_all(c, "set", true);
}

int cli_character_put_curves(CliCharacter *c)
{
    int code = CLI_EXIT_OK;
    for (int i = 1; code == CLI_EXIT_OK && i < c->args->value_count; ++i)
        code = put_curve(c, c->args->values[i]);
    return code;
}

void cli_character_close(CliCharacter *c)
{
    mieni_character_close(&c->character);
    if (c->has_project)
        mieni_project_close(&c->project);
    c->has_project = false;
}

int cli_character_go(CliCharacter *c, double time)
{
    if (mieni_character_go(&c->character, time, CLI_CHARACTER_RATE, cli_is_cancelled) != MIEN_OK)
        return cli_fail(c->args, CLI_EXIT_INTERNAL, c->character.path, NULL, "The job was refused.");
    return cli_is_cancelled() ? cli_fail_cancelled(c->args) : CLI_EXIT_OK;
}

int cli_seconds(const CliArgs *args, const char *option, double fallback, double *out_seconds)
{
    *out_seconds = cli_number(args, option, fallback);
    if (*out_seconds >= 0.0 && *out_seconds <= 86400.0)
        return CLI_EXIT_OK;
    return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--%s is from 0 to 86400 seconds.", option);
}
