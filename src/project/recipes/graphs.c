// SPDX-License-Identifier: MIT
//
// Reads graphs with their parents, and cooks them.

#include "project/recipes/graphs.h"

#include "base/nearest.h"
#include "project/recipes/recipes.h"

#include <stdio.h>
#include <string.h>

// The values of a graph, resolved along its chain of parents: the nearest wins.

const MieniGraphText *mieni_graph_text_root(const MieniGraphText *text)
{
    while (text->parent != NULL)
        text = text->parent;
    return text;
}

const MieniGraphView *mieni_graph_text_root_view(const MieniGraphText *text)
{
    return mieni_graph_of(&mieni_graph_text_root(text)->asset);
}

/// Its nodes or parameters; NULL if it has none.
static const MieniJson *graph_text_rows(const MieniGraphText *text, const char *list)
{
    return mieni_json_get(mieni_graph_text_root(text)->asset.json.root, list);
}

/// A key of a row of the root, as the nearest override of what the row is called says.
static MieniGraphValue find_value(const MieniGraphText *text, const char *list, int row, const char *name_key,
                                  const char *override_key, const char *key)
{
    const MieniJson *rows = graph_text_rows(text, list);
    if (rows == NULL || row < 0 || row >= rows->count)
        return (MieniGraphValue){.text = text, .list = list, .row = -1, .key = key};
    const char *name = mieni_json_get_string(rows->items[row], name_key, "");
    for (; text->parent != NULL; text = text->parent) {
        const MieniGraphView *own = mieni_graph_of(&text->asset);
        for (int i = 0; i < mieni_graph_override_count(own); ++i) {
            const MieniJson *override = mieni_override_json(mieni_graph_override(own, i));
            const MieniJson *value = mieni_json_get(override, key);
            if (value != NULL && strcmp(mieni_json_get_string(override, override_key, ""), name) == 0)
                return (MieniGraphValue){value, text, "overrides", i, key};
        }
    }
    return (MieniGraphValue){mieni_json_get(rows->items[row], key), text, list, row, key};
}

MieniGraphValue mieni_graph_text_setting(const MieniGraphText *text, int row, const char *key)
{
    return find_value(text, "nodes", row, "id", "id", key);
}

MieniGraphValue mieni_graph_text_parameter(const MieniGraphText *text, int row)
{
    return find_value(text, "parameters", row, "name", "parameter", "value");
}

MieniGraphValue mieni_graph_text_mask(const MieniGraphText *text, const char *name)
{
    for (; text != NULL; text = text->parent) {
        const MieniGraphView *own = mieni_graph_of(&text->asset);
        const int row = mieni_graph_find_mask(own, name);
        if (row >= 0)
            return (MieniGraphValue){mieni_bone_mask_json(mieni_graph_mask(own, row)), text, "masks", row,
                                     "bones"};
    }
    return (MieniGraphValue){.list = "masks", .row = -1, .key = "bones"};
}

void mieni_graph_text_place(const MieniGraphValue *value, char *out, size_t size)
{
    if (value->row < 0)
        snprintf(out, size, "%s", value->key);
    else
        snprintf(out, size, "%s[%d].%s", value->list, value->row, value->key);
}

/// The kind of asset that a key of a node names; none for other keys.
static MieniAssetKind kind_of_key(const char *key)
{
    return strcmp(key, "poses") == 0  ? MIENI_ASSET_POSES
           : strcmp(key, "clip") == 0 ? MIENI_ASSET_CLIP
           : strcmp(key, "map") == 0  ? MIENI_ASSET_MAP
                                      : MIENI_ASSET_NONE;
}

static bool find_assets_of_nodes(const MieniGraphText *text, MieniGraphFound *found, void *user)
{
    static const char *const keys[] = {"poses", "clip", "map"};
    const int count = mieni_graph_node_count(mieni_graph_text_root_view(text));
    for (int n = 0; n < count; ++n)
        for (size_t k = 0; k < sizeof keys / sizeof *keys; ++k) {
            const MieniGraphValue value = mieni_graph_text_setting(text, n, keys[k]);
            if (value.value != NULL && value.value->type == MIENI_JSON_STRING &&
                !found(user, &value, kind_of_key(keys[k])))
                return false;
        }
    return true;
}

void mieni_graph_text_assets(const MieniGraphText *text, MieniGraphFound *found, void *user)
{
    const MieniGraphText *last = mieni_graph_text_root(text); // children have no skeleton of their own
    const MieniGraphView *root = mieni_graph_of(&last->asset);
    const MieniGraphValue skeleton = {mieni_graph_skeleton_json(root), last, "", -1, "skeleton"};
    if (skeleton.value != NULL && !found(user, &skeleton, MIENI_ASSET_SKELETON))
        return;
    if (!find_assets_of_nodes(text, found, user))
        return;
    for (int p = 0; p < mieni_graph_parameter_count(root); ++p) {
        const MieniAssetKind kind = kind_of_key(mieni_parameter_type(mieni_graph_parameter(root, p)));
        const MieniGraphValue value = mieni_graph_text_parameter(text, p);
        if (kind != MIENI_ASSET_NONE && value.value != NULL && value.value->type == MIENI_JSON_STRING &&
            !found(user, &value, kind))
            return;
    }
}

static const MienAuthorGraphMode modes[] = {MIEN_AUTHOR_GRAPH_UNKNOWN, MIEN_AUTHOR_GRAPH_ADDITIVE,
                                            MIEN_AUTHOR_GRAPH_ABSOLUTE};

static MienStatus no_memory(MieniProblem *problem, const char *path)
{
    return mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static void release_text(MieniGraphText *text)
{
    mien_author_graph_destroy(text->own);
    mien_author_graph_destroy(text->extended);
    mieni_asset_release(&text->asset);
    mieni_buffer_release(&text->bytes);
}

void mieni_graphs_release(MieniGraphs *graphs)
{
    for (size_t i = 0; i < graphs->of_path.room; ++i)
        if (graphs->of_path.slots[i].thing != NULL)
            release_text(graphs->of_path.slots[i].thing);
    for (size_t i = 0; i < graphs->maps.room; ++i)
        mien_author_map_destroy(graphs->maps.slots[i].thing);
    mieni_name_map_release(&graphs->of_path);
    mieni_name_map_release(&graphs->modes);
    mieni_name_map_release(&graphs->maps);
    mieni_arena_release(&graphs->arena);
}

void mieni_graphs_know(MieniGraphs *graphs, const char *poses, MienAuthorGraphMode mode)
{
    mieni_name_map_add(&graphs->modes, poses, (void *)&modes[mode]);
}

MienStatus mieni_problem_missing(const MieniProject *project, MieniProblem *problem, MienStatus status,
                                 const char *path, const MieniJson *value, const char *place,
                                 const char *target)
{
    const MieniAssetKind kind = mieni_asset_kind_of_path(target);
    MieniNearest nearest = {.given = target};
    MieniPaths files = {0};
    char sentence[160];
    if (status != MIEN_ERROR_FILE || problem == NULL || strcmp(problem->file, target) != 0 ||
        mieni_project_exists(project, target))
        return mieni_problem_refer(problem, status, path, value, place, target);
    if (mieni_project_files(project, &files, NULL) == MIEN_OK)
        for (int i = 0; i < files.count; ++i)
            if (mieni_asset_kind_of_path(files.items[i]) == kind)
                mieni_nearest_try(&nearest, files.items[i]);
    if (nearest.name != NULL)
        snprintf(sentence, sizeof sentence, "No asset %s; did you mean %s?", target, nearest.name);
    else
        snprintf(sentence, sizeof sentence, "No asset %.120s: check the name.", target);
    mieni_paths_release(&files);
    return mieni_problem_set(problem, path, status, mieni_in_line(value->line, "%s", place), "%s", sentence);
}

static MieniGraphText *add_text(MieniGraphs *graphs, const char *path)
{
    MieniGraphText *known = mieni_name_map_get(&graphs->of_path, path);
    if (known != NULL) { // unread
        *known = (MieniGraphText){.path = known->path, .is_open = true};
        return known;
    }
    MieniGraphText *text = mieni_arena_take(&graphs->arena, 1, sizeof *text);
    if (text == NULL || (text->path = mieni_arena_text(&graphs->arena, path, strlen(path))) == NULL ||
        !mieni_name_map_add(&graphs->of_path, path, text))
        return NULL;
    text->is_open = true;
    return text;
}

static MienStatus load(const MieniProject *project, MieniGraphText *text, MieniProblem *problem)
{
    MienError error = {0};
    char sentence[120];
    if (mieni_asset_kind_of_path(text->path) != MIENI_ASSET_GRAPH) {
        snprintf(sentence, sizeof sentence, "This is not a graph asset: its name would end in .graph.json.");
        return mieni_problem_set(problem, text->path, MIEN_ERROR_DATA, mieni_nowhere(), "%s", sentence);
    }
    MienStatus status = mieni_project_read(project, text->path, &text->bytes, problem);
    if (status != MIEN_OK)
        return status;
    status = mieni_asset_read(&text->asset, MIENI_ASSET_GRAPH, text->bytes.bytes, text->bytes.size,
                              mieni_project_allocator(project), &error);
    status = mieni_project_status(project, status, &error);
    return status == MIEN_OK
               ? MIEN_OK
               : mieni_problem_set(problem, text->path, status, mieni_at_error(&error), "%s", error.message);
}

/// "a.graph.json, b.graph.json, a.graph.json", as far as a sentence has room.
static MienStatus fail_circle(const MieniGraphText *child, const MieniGraphText *parent,
                              MieniProblem *problem)
{
    const MieniJson *extends = mieni_graph_extends_json(mieni_graph_of(&child->asset));
    char names[130];
    size_t size = (size_t)snprintf(names, sizeof names, "%s", parent->path);
    for (const MieniGraphText *at = parent->parent; at != NULL && size < sizeof names; at = at->parent)
        size += (size_t)snprintf(names + size, sizeof names - size, ", %s", at->path);
    if (size < sizeof names)
        size += (size_t)snprintf(names + size, sizeof names - size, ", %s", parent->path);
    if (size >= sizeof names)
        strcpy(names + sizeof names - 4, "...");
    char sentence[160];
    snprintf(sentence, sizeof sentence, "Graphs extend in a cycle: %s.", names);
    return mieni_problem_set(problem, child->path, MIEN_ERROR_DATA,
                             mieni_in_line(extends != NULL ? extends->line : 0, "extends"), "%s", sentence);
}

/// A chain that is too long. What it reads is let go, since some of it may do alone.
static MienStatus fail_long(MieniGraphs *graphs, const char *path, MieniProblem *problem)
{
    MieniGraphText *first = mieni_name_map_get(&graphs->of_path, path);
    const MieniJson *extends = mieni_graph_extends_json(mieni_graph_of(&first->asset));
    for (MieniGraphText *at = (MieniGraphText *)first->parent; at != NULL && at->is_open;) {
        MieniGraphText *next = (MieniGraphText *)at->parent;
        release_text(at);
        *at = (MieniGraphText){.path = at->path, .is_unread = true};
        at = next;
    }
    first->parent = NULL;
    char sentence[100];
    snprintf(sentence, sizeof sentence, "A graph can have at most %d parents in a row, and this has more.",
             MIENI_MOST_PARENTS);
    return mieni_problem_set(problem, path, MIEN_ERROR_LIMIT,
                             mieni_in_line(extends != NULL ? extends->line : 0, "extends"), "%s", sentence);
}

/// How many a text extends.
static int count_parents(const MieniGraphText *text)
{
    int count = 0;
    for (const MieniGraphText *at = text->parent; at != NULL; at = at->parent)
        ++count;
    return count;
}

/// Reads a text and those that it extends, up to one that is known. Gives the problem of
/// the last, if there is one.
static MienStatus read_chain(MieniGraphs *graphs, const MieniProject *project, const char *path,
                             MieniProblem *problem)
{
    MieniGraphText *child = NULL;
    MienStatus status = MIEN_OK;
    int count = 0;
    for (const char *at = path; at != NULL && status == MIEN_OK; ++count) {
        MieniGraphText *text = mieni_name_map_get(&graphs->of_path, at);
        text = text != NULL && text->is_unread ? NULL : text;
        const MieniJson *extends =
            child != NULL ? mieni_graph_extends_json(mieni_graph_of(&child->asset)) : NULL;
        if (text != NULL && text->is_open)
            return fail_circle(child, text, problem);
        if (count > MIENI_MOST_PARENTS ||
            (text != NULL && text->problem == NULL && count + count_parents(text) > MIENI_MOST_PARENTS))
            return fail_long(graphs, path, problem);
        if (text != NULL) {
            if (child != NULL)
                child->parent = text;
            if (text->problem != NULL && problem != NULL)
                *problem = *text->problem;
            return text->problem != NULL ? text->problem->error.status : MIEN_OK;
        }
        text = add_text(graphs, at);
        if (text == NULL)
            return no_memory(problem, at);
        status = load(project, text, problem);
        if (status != MIEN_OK && child != NULL)
            status = mieni_problem_missing(project, problem, status, child->path, extends, "extends", at);
        if (child != NULL)
            child->parent = text;
        child = text;
        at = status == MIEN_OK ? mieni_graph_extends(mieni_graph_of(&text->asset)) : NULL;
    }
    return status;
}

MienStatus mieni_graphs_read(MieniGraphs *graphs, const MieniProject *project, const char *path,
                             const MieniGraphText **out_text, MieniProblem *problem)
{
    MieniProblem why = {0};
    *out_text = NULL;
    const MienStatus status = read_chain(graphs, project, path, &why);
    MieniProblem *kept = NULL;
    if (status != MIEN_OK && status != MIEN_ERROR_MEMORY) {
        kept = mieni_arena_take(&graphs->arena, 1, sizeof *kept);
        if (kept != NULL)
            *kept = why;
    }
    // What cannot be used is remembered with all that lead to it.
    MieniGraphText *first = mieni_name_map_get(&graphs->of_path, path);
    for (MieniGraphText *at = first; at != NULL && at->is_open; at = (MieniGraphText *)at->parent) {
        at->is_open = false;
        at->problem = kept;
    }
    if (status != MIEN_OK) {
        if (problem != NULL)
            *problem = why;
        return status;
    }
    *out_text = first;
    return MIEN_OK;
}

static MienStatus make_own(MieniGraphText *text, MieniProblem *problem)
{
    MienError error = {0};
    if (text->own != NULL)
        return MIEN_OK;
    const MienStatus status =
        mien_author_graph_read(text->bytes.bytes, text->bytes.size, NULL, &text->own, &error);
    return status == MIEN_OK
               ? MIEN_OK
               : mieni_problem_set(problem, text->path, status, mieni_at_error(&error), "%s", error.message);
}

static const MienAuthorGraph *whole_of(const MieniGraphText *text)
{
    return text->parent != NULL ? text->extended : text->own;
}

/// Makes a text whole, whose parent is.
static MienStatus make_whole(MieniGraphText *text, MieniProblem *problem)
{
    MienError error = {0};
    MienStatus status = make_own(text, problem);
    if (status != MIEN_OK || text->parent == NULL)
        return status;
    status = mien_author_graph_extend(whole_of(text->parent), text->own, NULL, &text->extended, &error);
    return status == MIEN_OK
               ? MIEN_OK
               : mieni_problem_set(problem, text->path, status, mieni_at_error(&error), "%s", error.message);
}

MienStatus mieni_graphs_whole(const MieniGraphText *text, const MienAuthorGraph **out_graph,
                              MieniProblem *problem)
{
    *out_graph = NULL;
    while (whole_of(text) == NULL) {
        const MieniGraphText *next = text;
        while (next->parent != NULL && whole_of(next->parent) == NULL)
            next = next->parent;
        const MienStatus status = make_whole((MieniGraphText *)next, problem);
        if (status != MIEN_OK)
            return status;
    }
    *out_graph = whole_of(text);
    return MIEN_OK;
}

/// What cooking asks for is looked up first, so that what is missing has a place.
typedef struct Asking {
    MieniGraphs *graphs;
    const MieniProject *project;
    MieniProblem *problem;
    MienStatus status;
} Asking;

size_t mieni_poses_mode_text(const MieniAsset *asset, char out[32])
{
    return (size_t)snprintf(out, 32, "%.16s\n", mieni_pose_asset_mode(mieni_pose_asset_of(asset)));
}

/// Only the mode of a pose asset counts: where a build noted it, that note is the input, as
/// that of a skeleton's bones is; see cook.h.
static MienStatus note_mode(const Asking *asking, const char *path, const MieniAsset *asset,
                            MieniInputs *read)
{
    char note[MIENI_PATH_ROOM], text[32];
    const size_t size = mieni_poses_mode_text(asset, text);
    return mieni_project_mode_path(asking->project, path, note)
               ? mieni_project_note_instead(asking->project, note, text, size, read, asking->problem)
               : mieni_problem_set(asking->problem, path, MIEN_ERROR_LIMIT, mieni_nowhere(),
                                   "This path is too long.");
}

static MienStatus learn_mode(const Asking *asking, const char *path)
{
    MieniProject noting = *asking->project;
    MieniInputs read = {.has_no_hashes = noting.inputs != NULL && noting.inputs->has_no_hashes};
    MieniAsset asset;
    if (noting.inputs != NULL)
        noting.inputs = &read;
    MienStatus status = mieni_project_load(&noting, path, MIENI_ASSET_POSES, &asset, asking->problem);
    if (status == MIEN_OK && noting.inputs != NULL)
        status = note_mode(asking, path, &asset, &read);
    mieni_inputs_release(&read);
    if (status != MIEN_OK) {
        mieni_asset_release(&asset);
        return status;
    }
    const char *mode = mieni_pose_asset_mode(mieni_pose_asset_of(&asset));
    mieni_graphs_know(asking->graphs, path,
                      strcmp(mode, "absolute") == 0 ? MIEN_AUTHOR_GRAPH_ABSOLUTE
                                                    : MIEN_AUTHOR_GRAPH_ADDITIVE);
    mieni_asset_release(&asset);
    return MIEN_OK;
}

static MienStatus learn_map(const Asking *asking, const char *name)
{
    MienAuthorMap *map = NULL;
    MieniBuffer text = {0};
    MienError error = {0};
    MienStatus status = MIEN_OK;
    if (mieni_map_is_built_in(name)) {
        status = mien_author_map_load(name, NULL, &map, &error);
    } else {
        status = mieni_project_read(asking->project, name, &text, asking->problem);
        if (status != MIEN_OK)
            return status;
        status = mien_author_map_read(text.bytes, text.size, NULL, &map, &error);
    }
    mieni_buffer_release(&text);
    if (status != MIEN_OK)
        return mieni_problem_set(asking->problem, name, status, mieni_at_error(&error), "%s", error.message);
    if (!mieni_name_map_add(&asking->graphs->maps, name, map)) {
        mien_author_map_destroy(map);
        return no_memory(asking->problem, name);
    }
    return MIEN_OK;
}

const MienAuthorMap *mieni_graphs_map(MieniGraphs *graphs, const MieniProject *project, const char *name)
{
    const Asking asking = {.graphs = graphs, .project = project};
    if (!mieni_name_map_has(&graphs->maps, name) && learn_map(&asking, name) != MIEN_OK)
        return NULL;
    return mieni_name_map_get(&graphs->maps, name);
}

static bool learn(void *user, const MieniGraphValue *value, MieniAssetKind kind)
{
    Asking *asking = user;
    const char *name = value->value->string;
    char place[96];
    if (kind == MIENI_ASSET_POSES && !mieni_name_map_has(&asking->graphs->modes, name))
        asking->status = learn_mode(asking, name);
    else if (kind == MIENI_ASSET_MAP && !mieni_name_map_has(&asking->graphs->maps, name))
        asking->status = learn_map(asking, name);
    if (asking->status == MIEN_OK)
        return true;
    mieni_graph_text_place(value, place, sizeof place);
    asking->status = mieni_problem_missing(asking->project, asking->problem, asking->status,
                                           value->text->path, value->value, place, name);
    return false;
}

static MienAuthorGraphMode answer_mode(void *user, const char *path)
{
    const MieniGraphs *graphs = user;
    const MienAuthorGraphMode *mode = mieni_name_map_get(&graphs->modes, path);
    return mode != NULL ? *mode : MIEN_AUTHOR_GRAPH_UNKNOWN;
}

static const MienAuthorMap *answer_map(void *user, const char *name)
{
    const MieniGraphs *graphs = user;
    return mieni_name_map_get(&graphs->maps, name);
}

static MienStatus cook(MieniGraphs *graphs, const MieniProject *project, const MieniGraphText *text,
                       MienAuthorPack *out_pack, MieniProblem *problem)
{
    Asking asking = {.graphs = graphs, .project = project, .problem = problem};
    const MienAuthorGraphOptions options = {.user = graphs, .mode = answer_mode, .map = answer_map};
    const MienAuthorGraph *graph;
    MienError error = {0};
    MienStatus status = mieni_graphs_whole(text, &graph, problem);
    if (status != MIEN_OK)
        return status;
    mieni_graph_text_assets(text, learn, &asking);
    if (asking.status != MIEN_OK)
        return asking.status;
    status = mien_author_graph_cook(graph, &options, out_pack, &error);
    return status == MIEN_OK
               ? MIEN_OK
               : mieni_problem_set(problem, text->path, status, mieni_at_error(&error), "%s", error.message);
}

MienStatus mieni_graphs_cook(MieniGraphs *graphs, const MieniProject *project, const MieniGraphText *text,
                             MienAuthorPack *out_pack, MieniProblem *problem)
{
    *out_pack = (MienAuthorPack){0};
    const MienStatus status = cook(graphs, project, text, out_pack, problem);
    // What a parent cannot be cooked for is told there, where it has a line.
    for (const MieniGraphText *at = text->parent; status != MIEN_OK && at != NULL; at = at->parent) {
        MieniProblem above = {0};
        MienAuthorPack pack = {0};
        const MienStatus parent_status = cook(graphs, project, at, &pack, &above);
        mien_author_pack_release(&pack);
        if (parent_status == MIEN_OK)
            break;
        if (problem != NULL)
            *problem = above;
    }
    return status;
}
