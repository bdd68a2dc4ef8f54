// SPDX-License-Identifier: MIT
//
// Opens a character: its asset, skeleton, mesh and graph, and the assets in the slots of the
// graph. Everything is cooked in memory from the current files.

#include "project/character/character.h"

#include "asset/view.h"
#include "project/build/cook.h"
#include "project/recipes/graphs.h"
#include "project/recipes/recipes.h"

#include <stdio.h>
#include <string.h>

static MienStatus no_memory(MieniProblem *problem, const char *path)
{
    return mieni_problem_set(problem, path, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// Loads a pack that was just cooked.
static MienStatus load(const MienAuthorPack *pack, const char *path, MienPackKind kind, void *out,
                       MieniProblem *problem)
{
    const MienLoadOptions options = {.trust_hash = true};
    MienError error = {0};
    MienStatus status = MIEN_ERROR_ARGUMENT;
    switch (kind) {
    case MIEN_PACK_SKELETON:
        status = mien_skeleton_load(pack->data, pack->size, &options, out, &error);
        break;
    case MIEN_PACK_MESH:
        status = mien_mesh_load(pack->data, pack->size, &options, out, &error);
        break;
    case MIEN_PACK_CLIP:
        status = mien_clip_load(pack->data, pack->size, &options, out, &error);
        break;
    case MIEN_PACK_POSE_ASSET:
        status = mien_pose_asset_load(pack->data, pack->size, &options, out, &error);
        break;
    default:
        status = mien_graph_load(pack->data, pack->size, &options, out, &error);
    }
    if (status != MIEN_OK)
        mieni_problem_set(problem, path, status, mieni_at_error(&error), "%s", error.message);
    return status;
}

static MienStatus cook_and_load(const MieniProject *project, const char *path, MienPackKind kind, void *out,
                                MieniProblem *problem)
{
    MienAuthorPack pack = {0};
    MienStatus status = mieni_cook_pack(project, path, NULL, &pack, problem);
    if (status == MIEN_OK)
        status = load(&pack, path, kind, out, problem);
    mien_author_pack_release(&pack);
    return status;
}

void mieni_character_plain_graph(const char *poses, MieniTextOut *out)
{
    mieni_text_put(out, "{\"kind\": \"graph\", \"version\": 1, \"nodes\": [{\"id\": \"clip\", \"node\": "
                        "\"clip\", \"loop\": false}, "
                        "{\"id\": \"curves\", \"node\": \"live_input\", \"input\": \"clip\"}, ");
    if (poses != NULL) {
        mieni_text_put(out, "{\"id\": \"poses\", \"node\": \"poses\", \"input\": \"curves\", \"poses\": ");
        mieni_text_put_string(out, poses);
        mieni_text_put(out, "}, ");
    }
    mieni_text_putf(out, "{\"id\": \"out\", \"node\": \"output\", \"input\": \"%s\"}]}",
                    poses != NULL ? "poses" : "curves");
}

/// The graph of a character that names none.
static MienStatus cook_plain_graph(const MieniCharacter *character, MienAuthorPack *out_pack,
                                   MieniProblem *problem)
{
    MieniTextOut text = {0};
    MienAuthorGraph *graph = NULL;
    MienError error = {0};
    mieni_character_plain_graph(character->poses_path, &text);
    MienStatus status = text.is_out_of_memory ? no_memory(problem, character->path) : MIEN_OK;
    if (status == MIEN_OK) {
        status = mien_author_graph_read(text.bytes, text.size, NULL, &graph, &error);
        if (status == MIEN_OK)
            status = mien_author_graph_cook(graph, NULL, out_pack, &error);
        if (status != MIEN_OK)
            mieni_problem_set(problem, character->path, status, mieni_nowhere(), "%s", error.message);
    }
    mien_author_graph_destroy(graph);
    mieni_text_release(&text);
    return status;
}

/// A path of the asset, copied; NULL if it has none.
static const char *keep_path(MieniCharacter *character, const char *path)
{
    return path != NULL ? mieni_arena_text(&character->arena, path, strlen(path)) : NULL;
}

/// The skeleton of a graph, or of what it extends.
static const char *skeleton_of_graph(MieniCharacter *character)
{
    MieniGraphs graphs = {0};
    const MieniGraphText *text;
    const char *skeleton = NULL;
    if (character->graph_path != NULL &&
        mieni_graphs_read(&graphs, character->project, character->graph_path, &text, NULL) == MIEN_OK)
        skeleton = keep_path(character, mieni_graph_skeleton(mieni_graph_text_root_view(text)));
    mieni_graphs_release(&graphs);
    return skeleton;
}

/// The skeleton that an asset names.
static const char *skeleton_of(MieniCharacter *character, const char *path, MieniAssetKind kind)
{
    MieniAsset asset;
    if (path == NULL || mieni_project_load(character->project, path, kind, &asset, NULL) != MIEN_OK)
        return NULL;
    const char *skeleton = keep_path(character, mieni_asset_skeleton(&asset));
    mieni_asset_release(&asset);
    return skeleton;
}

/// A character that names no skeleton has that of its mesh, its poses or its graph.
static MienStatus find_skeleton(MieniCharacter *character, MieniProblem *problem)
{
    if (character->skeleton_path == NULL)
        character->skeleton_path = skeleton_of(character, character->mesh_path, MIENI_ASSET_MESH);
    if (character->skeleton_path == NULL)
        character->skeleton_path = skeleton_of(character, character->poses_path, MIENI_ASSET_POSES);
    if (character->skeleton_path == NULL)
        character->skeleton_path = skeleton_of_graph(character);
    if (character->skeleton_path != NULL)
        return MIEN_OK;
    return mieni_problem_set(problem, character->path, MIEN_ERROR_DATA, mieni_nowhere(),
                             "This character has no skeleton, and no mesh, poses or graph with one.");
}

/// The curves that the asset gives, on the skeleton's table.
static MienStatus keep_curves(MieniCharacter *character, const MieniCharacterView *text,
                              MieniProblem *problem)
{
    const int value_count = mieni_character_curves_count(text);
    const int count = mien_skeleton_curve_count(character->skeleton);
    MieniArena *arena = &character->arena;
    character->given.count = count;
    character->given.values = mieni_arena_take(arena, (size_t)count, sizeof(float));
    character->given.present = mieni_arena_take(arena, (size_t)mien_curve_set_words(count), sizeof(uint32_t));
    character->lost_curves = mieni_arena_take(arena, (size_t)value_count, sizeof *character->lost_curves);
    if (arena->is_out_of_memory)
        return no_memory(problem, character->path);
    for (int i = 0; i < value_count; ++i) {
        const char *name = mieni_character_curves_name(text, i);
        const int curve = mien_skeleton_find_curve(character->skeleton, name);
        mien_curve_set_put(&character->given, curve, (float)mieni_character_curves_value(text, i));
        if (curve < 0)
            character->lost_curves[character->lost_curve_count++] =
                mieni_arena_text(arena, name, strlen(name));
    }
    return MIEN_OK;
}

/// Whether a mesh asset only says where bones lie; false also for one that cannot be read.
static bool has_no_vertices(const MieniProject *project, const char *path)
{
    MieniAsset asset;
    if (mieni_project_load(project, path, MIENI_ASSET_MESH, &asset, NULL) != MIEN_OK)
        return false;
    const bool is_so = mieni_asset_source(&asset) == NULL;
    mieni_asset_release(&asset);
    return is_so;
}

/// Bones where such a mesh asset has them, in the order of the loaded skeleton.
static MienStatus place_bones(MieniCharacter *character, MieniProblem *problem)
{
    const int count = mien_skeleton_bone_count(character->skeleton);
    MieniSkeletonRecipe recipe;
    MieniArena arena = {0};
    MienTransform *placed = mieni_arena_take(&character->arena, (size_t)count, sizeof *placed);
    if (placed == NULL)
        return no_memory(problem, character->path);
    MienStatus status = mieni_skeleton_recipe(character->project, character->skeleton_path, &recipe, problem);
    if (status != MIEN_OK)
        return status;
    status = mieni_mesh_recipe_place(character->project, character->mesh_path, character->skeleton_path,
                                     &recipe, &arena, problem);
    memcpy(placed, mien_skeleton_rest_pose(character->skeleton), sizeof *placed * (size_t)count);
    for (int b = 0; b < recipe.skeleton.bone_count && status == MIEN_OK; ++b) {
        const int bone = mien_skeleton_find_bone(character->skeleton, recipe.skeleton.bones[b].name);
        if (bone >= 0)
            placed[bone] = recipe.skeleton.bones[b].rest;
    }
    character->placed = placed;
    mieni_skeleton_recipe_release(&recipe);
    mieni_arena_release(&arena);
    return status;
}

/// A file that the text of a character names and that is not there is told with the character,
/// here and below.
static MienStatus load_mesh(MieniCharacter *character, const MieniCharacterView *text, MieniProblem *problem)
{
    if (character->mesh_path == NULL)
        return MIEN_OK;
    const MienStatus status = has_no_vertices(character->project, character->mesh_path)
                                  ? place_bones(character, problem)
                                  : cook_and_load(character->project, character->mesh_path, MIEN_PACK_MESH,
                                                  &character->mesh, problem);
    if (status != MIEN_OK)
        return mieni_problem_refer(problem, status, character->path, mieni_character_mesh_json(text), "mesh",
                                   character->mesh_path);
    return MIEN_OK;
}

static MienStatus load_parts(MieniCharacter *character, const MieniCharacterView *text, MieniProblem *problem)
{
    const MieniProject *project = character->project;
    MienStatus status =
        cook_and_load(project, character->skeleton_path, MIEN_PACK_SKELETON, &character->skeleton, problem);
    if (status != MIEN_OK)
        return mieni_problem_refer(problem, status, character->path, mieni_character_skeleton_json(text),
                                   "skeleton", character->skeleton_path);
    status = load_mesh(character, text, problem);
    if (status != MIEN_OK)
        return status;
    MienAuthorPack pack = {0};
    const bool is_plain = character->graph_path == NULL;
    status = is_plain ? cook_plain_graph(character, &pack, problem)
                      : mieni_cook_pack(project, character->graph_path, NULL, &pack, problem);
    if (status != MIEN_OK && !is_plain)
        mieni_problem_refer(problem, status, character->path, mieni_character_graph_json(text), "graph",
                            character->graph_path);
    if (status == MIEN_OK)
        status = load(&pack, is_plain ? character->path : character->graph_path, MIEN_PACK_GRAPH,
                      &character->graph, problem);
    mien_author_pack_release(&pack);
    return status;
}

static MienStatus list_places(MieniCharacter *character, MieniProblem *problem)
{
    const int count = mien_graph_info(character->graph).asset_slot_count;
    character->assets = mieni_arena_take(&character->arena, (size_t)count, sizeof *character->assets);
    if (character->assets == NULL)
        return no_memory(problem, character->path);
    character->asset_count = count;
    for (int i = 0; i < character->asset_count; ++i) {
        const MienGraphAssetSlot place = mien_graph_asset_slot(character->graph, i);
        character->assets[i] = (MieniCharacterAsset){
            .place = place,
            .name = place.node >= 0 ? mien_graph_node(character->graph, place.node).id
                                    : mien_graph_parameter(character->graph, place.parameter).name,
            .path = place.path};
    }
    return MIEN_OK;
}

/// Opens what the asset of a character says.
static MienStatus open_asset(const MieniProject *project, const char *path, const MieniAsset *asset,
                             MieniCharacter *character, MieniProblem *problem)
{
    const MieniCharacterView *text = mieni_character_of(asset);
    character->project = project;
    character->time = -1.0;
    character->path = mieni_arena_text(&character->arena, path, strlen(path));
    character->skeleton_path = keep_path(character, mieni_character_skeleton(text));
    character->mesh_path = keep_path(character, mieni_character_mesh(text));
    character->graph_path = keep_path(character, mieni_character_graph(text));
    character->poses_path = keep_path(character, mieni_character_poses(text));
    MienStatus status =
        character->arena.is_out_of_memory ? no_memory(problem, path) : find_skeleton(character, problem);
    if (status == MIEN_OK)
        status = load_parts(character, text, problem);
    if (status == MIEN_OK)
        status = keep_curves(character, text, problem);
    if (status == MIEN_OK)
        status = list_places(character, problem);
    if (status != MIEN_OK)
        mieni_character_close(character);
    return status;
}

MienStatus mieni_character_open(const MieniProject *project, const char *path, MieniCharacter *out_character,
                                MieniProblem *problem)
{
    MieniAsset asset;
    *out_character = (MieniCharacter){0};
    MienStatus status = mieni_project_load(project, path, MIENI_ASSET_CHARACTER, &asset, problem);
    if (status != MIEN_OK)
        return status;
    status = open_asset(project, path, &asset, out_character, problem);
    mieni_asset_release(&asset);
    return status;
}

MienStatus mieni_character_open_parts(const MieniProject *project, const char *path,
                                      const MieniCharacterParts *parts, MieniCharacter *out_character,
                                      MieniProblem *problem)
{
    MieniAsset asset;
    *out_character = (MieniCharacter){0};
    if (mieni_asset_begin(&asset, MIENI_ASSET_CHARACTER, NULL) != MIEN_OK)
        return no_memory(problem, path);
    MieniCharacterView *text = mieni_character_of(&asset);
    mieni_character_set_skeleton(&asset.json, text, parts->skeleton);
    mieni_character_set_mesh(&asset.json, text, parts->mesh);
    mieni_character_set_poses(&asset.json, text, parts->poses);
    const MienStatus status = asset.json.arena.is_out_of_memory
                                  ? no_memory(problem, path)
                                  : open_asset(project, path, &asset, out_character, problem);
    mieni_asset_release(&asset);
    return status;
}

void mieni_character_close(MieniCharacter *character)
{
    mien_actor_destroy(character->actor);
    for (int i = 0; i < character->asset_count; ++i) {
        if (character->assets[i].is_shared)
            continue;
        mien_author_pack_release(&character->assets[i].pack);
        mien_clip_destroy(character->assets[i].clip);
        mien_pose_asset_destroy(character->assets[i].poses);
    }
    mien_graph_destroy(character->graph);
    mien_mesh_destroy(character->mesh);
    mien_skeleton_destroy(character->skeleton);
    mieni_arena_release(&character->arena);
    *character = (MieniCharacter){0};
}

int mieni_character_find_asset(const MieniCharacter *character, MienGraphValueType type, const char *name)
{
    for (int i = 0; i < character->asset_count; ++i)
        if (character->assets[i].place.type == type && strcmp(character->assets[i].name, name) == 0)
            return i;
    return -1;
}

bool mieni_character_replace(MieniCharacter *character, int asset, const char *path)
{
    const char *copy = mieni_arena_text(&character->arena, path, strlen(path));
    if (copy == NULL)
        return false;
    character->assets[asset].path = copy;
    character->assets[asset].is_replaced = true;
    return true;
}

/// Cooks the file that a clips asset makes this clip of. *out_is_found says whether one does.
static MienStatus cook_member(const MieniCharacter *character, const char *path, MienAuthorPack *out_pack,
                              bool *out_is_found, MieniProblem *problem)
{
    const MieniProject *project = character->project;
    MieniPaths files = {0};
    MienStatus status = mieni_project_files(project, &files, problem);
    *out_is_found = false;
    for (int i = 0; status == MIEN_OK && !*out_is_found && i < files.count; ++i) {
        MieniPaths members = {0};
        char name[MIENI_PATH_ROOM];
        if (mieni_asset_kind_of_path(files.items[i]) != MIENI_ASSET_CLIPS)
            continue;
        status = mieni_clips_members(project, files.items[i], &files, &members, problem);
        for (int m = 0; status == MIEN_OK && !*out_is_found && m < members.count; ++m) {
            *out_is_found = mieni_clips_member_name(members.items[m], name) &&
                            strncmp(path, name, strlen(name)) == 0 &&
                            strcmp(path + strlen(name), ".json") == 0;
            if (*out_is_found)
                status = mieni_cook_pack(project, files.items[i], members.items[m], out_pack, problem);
        }
        mieni_paths_release(&members);
    }
    mieni_paths_release(&files);
    return status;
}

/// A clip has an asset of its own, or is one of those that a clips asset makes.
static MienStatus cook_asset(const MieniCharacter *character, const char *path, MienAuthorPack *out_pack,
                             MieniProblem *problem)
{
    bool is_found = false;
    if (!mieni_project_exists(character->project, path) &&
        mieni_asset_kind_of_path(path) == MIENI_ASSET_CLIP) {
        const MienStatus status = cook_member(character, path, out_pack, &is_found, problem);
        if (is_found || status != MIEN_OK)
            return status;
    }
    return mieni_cook_pack(character->project, path, NULL, out_pack, problem);
}

/// An asset that cannot be opened is told with the node or parameter that names it.
static MienStatus blame_place(const MieniCharacter *character, const MieniCharacterAsset *asset,
                              MienStatus status, MieniProblem *problem)
{
    char sentence[sizeof problem->error.message];
    if (status != MIEN_ERROR_FILE || problem == NULL || character->graph_path == NULL ||
        strcmp(problem->file, asset->path) != 0 || strcmp(asset->path, asset->place.path) != 0)
        return status;
    snprintf(sentence, sizeof sentence, "\"%.90s\" cannot be opened: check the path.", asset->path);
    return mieni_problem_set(problem, character->graph_path, MIEN_ERROR_DATA, mieni_at("%s", asset->name),
                             "%s", sentence);
}

/// Loads what is in a place, or finds it in an earlier one.
MienStatus mieni_character_load_asset(MieniCharacter *character, int index, MieniProblem *problem)
{
    MieniCharacterAsset *asset = &character->assets[index];
    const bool is_clip = asset->place.type == MIEN_GRAPH_CLIP;
    if (asset->path[0] == '\0')
        return MIEN_OK;
    for (int i = 0; i < index; ++i) {
        const MieniCharacterAsset *other = &character->assets[i];
        if (other->place.type != asset->place.type || strcmp(other->path, asset->path) != 0)
            continue;
        asset->clip = other->clip;
        asset->poses = other->poses;
        asset->pack = other->pack;
        asset->is_shared = true;
        return MIEN_OK;
    }
    const MienStatus status = cook_asset(character, asset->path, &asset->pack, problem);
    if (status != MIEN_OK)
        return blame_place(character, asset, status, problem);
    return is_clip ? load(&asset->pack, asset->path, MIEN_PACK_CLIP, &asset->clip, problem)
                   : load(&asset->pack, asset->path, MIEN_PACK_POSE_ASSET, &asset->poses, problem);
}
