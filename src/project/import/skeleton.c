// SPDX-License-Identifier: MIT
//
// Imports skeletons: the file's own, a given one, or a matching one of the project. Two skeletons
// match if bones of the same name have parents of the same name; positions are stored in the
// mesh.

#include "project/import/importing.h"

#include "asset/poses.h"
#include "asset/poses_parts.h"
#include "base/names.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { MOST_NAMES = 3 }; ///< That sentences list.

/// Names of bones, which belong to the skeletons.
typedef struct Names {
    int count;
    const char **items;
} Names;

/// A file's bones against a skeleton's.
typedef struct Match {
    MieniArena arena;
    int common;
    Names missing;               ///< Only the skeleton has them.
    Names extra;                 ///< Only the file has them.
    Names moved;                 ///< Their parents differ.
    const MieniNameEntry *names; ///< The skeleton's bones, sorted.
    int name_count;
} Match;

static void add_name(Names *names, const char *name) { names->items[names->count++] = name; }

/// "a, b, c and 4 more".
static const char *list_names(const Names *names, char out[240])
{
    const int shown = names->count < MOST_NAMES ? names->count : MOST_NAMES;
    int used = 0;
    for (int i = 0; i < shown; ++i)
        used += snprintf(out + used, 240 - (size_t)used, "%s%.60s",
                         i == 0                                    ? ""
                         : i == shown - 1 && names->count == shown ? " and "
                                                                   : ", ",
                         names->items[i]);
    if (names->count > shown)
        snprintf(out + used, 240 - (size_t)used, " and %d more", names->count - shown);
    return out;
}

static const char *parent_name(const MienAuthorSkeleton *skeleton, int bone)
{
    const int parent = skeleton->bones[bone].parent;
    return parent >= 0 ? skeleton->bones[parent].name : "";
}

/// Release the match's arena, whatever this returns.
static bool match_bones(const MienAuthorSkeleton *file, const MienAuthorSkeleton *skeleton, Match *out_match)
{
    const size_t file_count = (size_t)file->bone_count, count = (size_t)skeleton->bone_count;
    *out_match = (Match){0};
    MieniArena *arena = &out_match->arena;
    MieniNameEntry *names = mieni_names_index(skeleton->bones, skeleton->bone_count, sizeof *skeleton->bones,
                                              offsetof(MienAuthorBone, name), arena);
    bool *is_met = mieni_arena_take(arena, count, sizeof *is_met);
    out_match->missing.items = mieni_arena_take(arena, count, sizeof(char *));
    out_match->extra.items = mieni_arena_take(arena, file_count, sizeof(char *));
    out_match->moved.items = mieni_arena_take(arena, file_count, sizeof(char *));
    if (arena->is_out_of_memory)
        return false;
    out_match->names = names;
    out_match->name_count = skeleton->bone_count;
    for (int b = 0; b < file->bone_count; ++b) {
        const int at = mieni_names_search(names, skeleton->bone_count, file->bones[b].name);
        if (at < 0) {
            add_name(&out_match->extra, file->bones[b].name);
            continue;
        }
        is_met[at] = true;
        ++out_match->common;
        if (strcmp(parent_name(file, b), parent_name(skeleton, at)) != 0)
            add_name(&out_match->moved, file->bones[b].name);
    }
    for (int b = 0; b < skeleton->bone_count; ++b)
        if (!is_met[b])
            add_name(&out_match->missing, skeleton->bones[b].name);
    return true;
}

static bool is_exact(const Match *match)
{
    return match->missing.count == 0 && match->extra.count == 0 && match->moved.count == 0;
}

/// Whether most bones are the same, so that people may well mean one skeleton.
static bool is_near(const Match *match, const MienAuthorSkeleton *file, const MienAuthorSkeleton *skeleton)
{
    return 2 * match->common > file->bone_count && 2 * match->common > skeleton->bone_count;
}

/// Puts all names into the report; the caller reports if memory runs out.
static void report_bones(MieniImportReport *report, const Names *names, const char *what)
{
    MieniImportBone **end = &report->bones;
    while (*end != NULL)
        end = &(*end)->next;
    for (int i = 0; i < names->count; ++i) {
        MieniImportBone *bone = mieni_arena_take(&report->arena, 1, sizeof *bone);
        if (bone == NULL)
            return;
        bone->name = mieni_arena_text(&report->arena, names->items[i], strlen(names->items[i]));
        bone->what = what;
        *end = bone->name != NULL ? bone : NULL;
        end = &bone->next;
    }
}

/// Says how a file differs from a skeleton.
static void note_match(const MieniImporting *importing, const char *path, const Match *match)
{
    char list[240];
    report_bones(importing->report, &match->missing, "missing");
    report_bones(importing->report, &match->extra, "extra");
    report_bones(importing->report, &match->moved, "moved");
    if (match->missing.count > 0)
        mieni_import_note(importing, "The file lacks %d bone%s of %s: %s.", match->missing.count,
                          mieni_plural(match->missing.count), path, list_names(&match->missing, list));
    if (match->extra.count > 0)
        mieni_import_note(importing, "%s lacks %d bone%s of the file: %s.", path, match->extra.count,
                          mieni_plural(match->extra.count), list_names(&match->extra, list));
    if (match->moved.count > 0)
        mieni_import_note(importing, "%d bone%s another parent than in %s: %s.", match->moved.count,
                          match->moved.count == 1 ? " has" : "s have", path, list_names(&match->moved, list));
}

static bool has_bone(const Match *match, const char *name)
{
    return mieni_names_search(match->names, match->name_count, name) >= 0;
}

/// A bone that vertices are bound to and that the skeleton lacks, or NULL.
static const char *unbound_bone(const MieniImporting *importing, const Match *match)
{
    const MienAuthorMesh *mesh = importing->take.source != NULL ? importing->take.source->mesh : NULL;
    if (mesh == NULL || importing->options->skip_mesh || match->extra.count == 0)
        return NULL;
    for (int i = 0; i < mesh->joint_count; ++i)
        if (!has_bone(match, mesh->joints[i].bone))
            return mesh->joints[i].bone;
    return NULL;
}

static MienStatus save_bones(const MieniImporting *importing, const MieniAsset *asset, const char *path,
                             bool is_new)
{
    const int count = mieni_skeleton_bone_count(mieni_skeleton_of(asset));
    return mieni_import_save(importing, asset, path, is_new, "%d bone%s", count, mieni_plural(count));
}

/// Adds the bones of the file that the skeleton lacks to its asset. They remember the
/// file, so that importing the skeleton's own source keeps them.
static MienStatus add_bones(MieniImporting *importing, const char *path, const Match *match)
{
    const MienAuthorSkeleton *file = importing->take.skeleton;
    const MienTransform identity = mien_transform_identity();
    MieniAsset asset;
    MienStatus status =
        mieni_project_load(importing->project, path, MIENI_ASSET_SKELETON, &asset, importing->problem);
    if (status != MIEN_OK)
        return status;
    MieniJsonDocument *json = &asset.json;
    MieniSkeletonView *skeleton = mieni_skeleton_of(&asset);
    for (int b = 0; b < file->bone_count; ++b) {
        if (has_bone(match, file->bones[b].name))
            continue;
        MieniBoneView *bone = mieni_skeleton_add_bone(json, skeleton);
        mieni_bone_set_name(json, bone, file->bones[b].name);
        if (file->bones[b].parent >= 0)
            mieni_bone_set_parent(json, bone, parent_name(file, b));
        mieni_transform_to_row(json, mieni_bone_json(bone), &file->bones[b].rest, &identity);
        mieni_bone_set_file(json, bone, importing->file);
    }
    status = save_bones(importing, &asset, path, false);
    mieni_asset_release(&asset);
    mieni_skeleton_recipe_release(importing->skeleton);
    return status == MIEN_OK
               ? mieni_skeleton_recipe(importing->project, path, importing->skeleton, importing->problem)
               : status;
}

static MienStatus refuse(const MieniImporting *importing, const char *sentence)
{
    return mieni_problem_set(importing->problem, importing->file, MIEN_ERROR_DATA, mieni_nowhere(), "%s",
                             sentence);
}

/// Holds the file's bones against those of the skeleton that is to be used.
static MienStatus check_match(MieniImporting *importing, const char *path, const Match *match)
{
    char sentence[160], detail[64];
    if (match->moved.count > 0) {
        note_match(importing, path, match);
        return refuse(importing, "Bones have other parents than in this skeleton, so it cannot animate them: "
                                 "choose another, or create one with --new-skeleton.");
    }
    if (match->extra.count > 0 && importing->options->add_bones)
        return add_bones(importing, path, match);
    note_match(importing, path, match);
    const char *bone = unbound_bone(importing, match);
    if (bone != NULL) {
        snprintf(sentence, sizeof sentence,
                 "The joint \"%.50s\" is missing from this skeleton: add missing bones with --add-bones, or "
                 "use --no-meshes.",
                 bone);
        return refuse(importing, sentence);
    }
    snprintf(detail, sizeof detail, "%d bone%s", importing->skeleton->skeleton.bone_count,
             mieni_plural(importing->skeleton->skeleton.bone_count));
    return mieni_import_tell(importing, path, "used", detail);
}

/// Uses a skeleton of the project, if the file fits it.
static MienStatus use_skeleton(MieniImporting *importing, const char *path)
{
    Match match;
    importing->skeleton_path = mieni_arena_text(&importing->arena, path, strlen(path));
    if (importing->skeleton_path == NULL)
        return mieni_import_no_memory(importing);
    if (!importing->take.is_scene && importing->take.skeleton == NULL)
        return MIEN_OK;
    MienStatus status =
        mieni_skeleton_recipe(importing->project, path, importing->skeleton, importing->problem);
    if (status != MIEN_OK || !importing->take.is_scene || importing->take.skeleton == NULL)
        return status; // lint compares the bones of clips
    status = match_bones(importing->take.skeleton, &importing->skeleton->skeleton, &match)
                 ? check_match(importing, path, &match)
                 : mieni_import_no_memory(importing);
    mieni_arena_release(&match.arena);
    return status;
}

/// Bones that other files added to a skeleton stay behind those of its source.
static void keep_added(MieniAsset *asset, const MieniJson *before)
{
    const MieniSkeletonView *skeleton = mieni_skeleton_of(asset);
    MieniJson *rows = mieni_skeleton_bones_json(skeleton);
    for (int i = 0; rows != NULL && i < mieni_view_count(before); ++i) {
        const MieniBoneView *bone = mieni_bone_view(before->items[i]);
        if (mieni_bone_file(bone) != NULL && mieni_skeleton_find_bone(skeleton, mieni_bone_name(bone)) < 0)
            mieni_json_append(&asset->json, rows, before->items[i]);
    }
}

/// Makes the file's own skeleton, or brings it up to date.
static MienStatus make_skeleton(MieniImporting *importing, const char *path)
{
    MieniAsset asset;
    MienError error = {0};
    bool is_new;
    MienStatus status = mieni_import_open(importing, path, MIENI_ASSET_SKELETON, "source", &asset, &is_new);
    if (status != MIEN_OK)
        return status;
    MienAuthorSkeleton skeleton = *importing->take.skeleton, before = {0};
    MieniArena arena = {0};
    const MieniJson *rows = mieni_skeleton_bones_json(mieni_skeleton_of(&asset));
    // The table of curves is people's work; the file has none.
    if (!is_new && mieni_skeleton_describe(&asset, &arena, &before, NULL) == MIEN_OK) {
        skeleton.curves = before.curves;
        skeleton.curve_count = before.curve_count;
    }
    mieni_import_set_source(importing, &asset, "source",
                            importing->take.is_scene ? NULL : importing->options->take);
    status = mieni_skeleton_fill(&asset, &skeleton, &error);
    keep_added(&asset, rows);
    mieni_arena_release(&arena);
    if (status != MIEN_OK)
        mieni_problem_set(importing->problem, path, status, mieni_at_error(&error), "%s", error.message);
    else
        status = save_bones(importing, &asset, path, is_new);
    mieni_asset_release(&asset);
    importing->skeleton_path = mieni_arena_text(&importing->arena, path, strlen(path));
    if (status == MIEN_OK && importing->skeleton_path == NULL)
        status = mieni_import_no_memory(importing);
    return status == MIEN_OK && importing->take.is_scene
               ? mieni_skeleton_recipe(importing->project, path, importing->skeleton, importing->problem)
               : status;
}

/// The skeleton that assets of this file were imported with before; false if there are none.
static bool find_remembered(const MieniImporting *importing, char out[MIENI_PATH_ROOM])
{
    static const struct {
        MieniAssetKind kind;
        const char *key;
    } places[] = {{MIENI_ASSET_MESH, "source"}, {MIENI_ASSET_POSES, "source"}, {MIENI_ASSET_CLIP, "tracks"}};
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i)
        for (int take = -1; take < importing->take.source->take_count; ++take) {
            char path[MIENI_PATH_ROOM];
            MieniAsset asset;
            const MienStatus status = take < 0 ? mieni_import_path(importing, places[i].kind, path)
                                               : mieni_import_take_path(importing, places[i].kind,
                                                                        places[i].key, take, false, path);
            if (status != MIEN_OK ||
                !mieni_import_find(importing, path, places[i].kind, places[i].key, &asset))
                continue;
            snprintf(out, MIENI_PATH_ROOM, "%s", mieni_text_or_empty(mieni_asset_skeleton(&asset)));
            mieni_asset_release(&asset);
            if (out[0] != '\0')
                return true;
        }
    return false;
}

/// Refuses a file whose bones are nearly those of a skeleton, for people to decide.
static MienStatus refuse_near(const MieniImporting *importing, const char *near)
{
    MieniSkeletonRecipe recipe;
    Match match;
    char sentence[160];
    MienStatus status = mieni_skeleton_recipe(importing->project, near, &recipe, importing->problem);
    if (status != MIEN_OK)
        return status;
    if (match_bones(importing->take.skeleton, &recipe.skeleton, &match)) {
        note_match(importing, near, &match);
        snprintf(sentence, sizeof sentence,
                 "Its bones are nearly those of %.50s: use that with --skeleton, or create another with "
                 "--new-skeleton.",
                 strlen(near) <= 50 ? near : "this skeleton"); // notes have the path
        status = refuse(importing, sentence);
    } else {
        status = mieni_import_no_memory(importing);
    }
    mieni_arena_release(&match.arena);
    mieni_skeleton_recipe_release(&recipe);
    return status;
}

/// Looks through the project for a skeleton of the same bones. *out_path is "" if there
/// is none; one that is nearly the same is refused.
static MienStatus find_same(const MieniImporting *importing, char out_path[MIENI_PATH_ROOM])
{
    MieniPaths files = {0};
    const char *near = NULL;
    int near_common = 0;
    MienStatus status = mieni_project_files(importing->project, &files, importing->problem);
    out_path[0] = '\0';
    for (int i = 0; i < files.count && status == MIEN_OK && out_path[0] == '\0'; ++i) {
        MieniSkeletonRecipe recipe;
        Match match;
        if (mieni_asset_kind_of_path(files.items[i]) != MIENI_ASSET_SKELETON ||
            mieni_skeleton_recipe(importing->project, files.items[i], &recipe, NULL) != MIEN_OK)
            continue; // what is wrong with it, lint tells
        if (!match_bones(importing->take.skeleton, &recipe.skeleton, &match)) {
            status = mieni_import_no_memory(importing);
        } else if (is_exact(&match)) {
            snprintf(out_path, MIENI_PATH_ROOM, "%s", files.items[i]);
        } else if (is_near(&match, importing->take.skeleton, &recipe.skeleton) &&
                   match.common > near_common) {
            near_common = match.common;
            near = files.items[i];
        }
        mieni_arena_release(&match.arena);
        mieni_skeleton_recipe_release(&recipe);
    }
    if (status == MIEN_OK && out_path[0] == '\0' && near != NULL)
        status = refuse_near(importing, near);
    mieni_paths_release(&files);
    return status;
}

MienStatus mieni_import_skeleton(MieniImporting *importing)
{
    char own[MIENI_PATH_ROOM], other[MIENI_PATH_ROOM] = "";
    MieniAsset asset;
    if (importing->options->skeleton != NULL)
        return use_skeleton(importing, importing->options->skeleton);
    if (importing->take.skeleton == NULL)
        return MIEN_OK;
    MienStatus status = mieni_import_path(importing, MIENI_ASSET_SKELETON, own);
    if (status != MIEN_OK || !importing->take.is_scene || importing->options->new_skeleton)
        return status == MIEN_OK ? make_skeleton(importing, own) : status;
    if (mieni_import_find(importing, own, MIENI_ASSET_SKELETON, "source", &asset)) {
        mieni_asset_release(&asset);
        return make_skeleton(importing, own);
    }
    if (!find_remembered(importing, other))
        status = find_same(importing, other);
    if (status != MIEN_OK)
        return status;
    return other[0] != '\0' ? use_skeleton(importing, other) : make_skeleton(importing, own);
}
