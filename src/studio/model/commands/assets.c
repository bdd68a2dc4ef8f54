// SPDX-License-Identifier: MIT
//
// Commands on assets as files, and on single values.

#include "studio/model/commands/assets.h"

#include "asset/view.h"
#include "project/rename/references.h"
#include "project/rename/rename.h"
#include "studio/model/document/value.h"
#include "studio/model/facts/strings.h"

#include <stdio.h>
#include <string.h>

typedef struct Put {
    const char *place;
    const MieniJson *value;
} Put;

static MienStatus put_value(void *user, MieniAsset *asset, MienError *error)
{
    const Put *put = user;
    return studio_value_put(&asset->json, put->place, put->value, error);
}

MienStatus studio_asset_set(Studio *studio, const char *path, const char *place, const char *json,
                            const char *label, const char *key, MieniProblem *problem)
{
    MieniJsonDocument value;
    MienStatus status = studio_value_read(&value, json, problem);
    Put put = {place, value.root};
    if (status == MIEN_OK)
        status = studio_change(studio, path, put_value, &put, label, key, problem);
    mieni_json_release(&value);
    return status;
}

static void add_node(MieniAsset *asset, const char *id, const char *type, const char *input)
{
    MieniNodeView *node = mieni_graph_add_node(&asset->json, mieni_graph_of(asset));
    mieni_node_set_id(&asset->json, node, id);
    mieni_node_set_node(&asset->json, node, type);
    mieni_node_set_input(&asset->json, node, input);
}

/// What an asset of its kind needs to be one.
static void fill_asset(MieniAsset *asset, const char *skeleton)
{
    MieniJsonDocument *json = &asset->json;
    mieni_asset_set_skeleton(asset, skeleton);
    if (asset->kind == MIENI_ASSET_POSES)
        mieni_pose_asset_set_mode(json, mieni_pose_asset_of(asset), "additive");
    if (asset->kind == MIENI_ASSET_CLIPS)
        mieni_clips_set_files_json(json, mieni_clips_of(asset), mieni_json_array(json));
    if (asset->kind == MIENI_ASSET_GRAPH) {
        add_node(asset, "rest_pose", "rest_pose", NULL);
        add_node(asset, "out", "output", "rest_pose");
    }
}

/// That a file may be made at a path.
static MienStatus check_new(const StudioEdit *edit, const char *path, MieniProblem *problem)
{
    const MieniAssetKind kind = mieni_asset_kind_of_path(path);
    if (kind == MIENI_ASSET_NONE || kind == MIENI_ASSET_PROJECT || !mieni_path_is_valid(path))
        return mieni_problem_set(
            problem, path, MIEN_ERROR_DATA, mieni_nowhere(),
            "Asset file names end in the asset kind and .json, for example ada.poses.json");
    if (mieni_project_exists(edit->project, path))
        return mieni_problem_set(problem, path, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "A file with this name already exists");
    return MIEN_OK;
}

MienStatus studio_asset_make(Studio *studio, const char *path, const char *skeleton, MieniProblem *problem)
{
    StudioEdit edit;
    MieniAsset asset;
    const MienError none = {0};
    char name[STUDIO_LABEL_ROOM];
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = check_new(&edit, path, problem);
    if (status == MIEN_OK && mieni_asset_begin(&asset, mieni_asset_kind_of_path(path), NULL) != MIEN_OK)
        status = studio_no_memory(problem, path);
    if (status == MIEN_OK) {
        fill_asset(&asset, skeleton);
        status = studio_edit_save(&edit, path, &asset, MIEN_OK, &none, problem);
    }
    return studio_edit_endf(&edit, status, problem, NULL, "create %.300s", studio_asset_name(path, name));
}

static void count_file(void *user, const char *file, int places)
{
    int *counts = user;
    (void)file;
    ++counts[0];
    counts[1] += places;
}

MienStatus studio_asset_move(Studio *studio, const char *from, const char *to, int *out_count,
                             MieniProblem *problem)
{
    StudioEdit edit;
    int counts[2] = {0, 0};
    char old_name[STUDIO_LABEL_ROOM], new_name[STUDIO_LABEL_ROOM];
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = mieni_move_asset(edit.project, from, to, count_file, counts, problem);
    if (out_count != NULL)
        *out_count = counts[0];
    return studio_edit_endf(&edit, status, problem, NULL, "rename %.150s to %.150s",
                            studio_asset_name(from, old_name), studio_asset_name(to, new_name));
}

MienStatus studio_asset_copy(Studio *studio, const char *from, const char *to, MieniProblem *problem)
{
    StudioEdit edit;
    MieniBuffer buffer = {0};
    char name[STUDIO_LABEL_ROOM];
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = check_new(&edit, to, problem);
    if (status == MIEN_OK && mieni_asset_kind_of_path(from) != mieni_asset_kind_of_path(to))
        status = mieni_problem_set(problem, to, MIEN_ERROR_DATA, mieni_nowhere(),
                                   "A copy must have the same kind");
    if (status == MIEN_OK)
        status = mieni_project_read(edit.project, from, &buffer, problem);
    if (status == MIEN_OK)
        status = mieni_project_write(edit.project, to, buffer.bytes, buffer.size, problem);
    mieni_buffer_release(&buffer);
    return studio_edit_endf(&edit, status, problem, NULL, "duplicate %.300s", studio_asset_name(from, name));
}

MienStatus studio_assets_delete(Studio *studio, const char *const *paths, int count, MieniProblem *problem)
{
    StudioEdit edit;
    char label[STUDIO_LABEL_ROOM], name[STUDIO_LABEL_ROOM];
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    for (int i = 0; i < count && status == MIEN_OK; ++i)
        if (mieni_asset_kind_of_path(paths[i]) == MIENI_ASSET_PROJECT ||
            !mieni_project_exists(edit.project, paths[i]))
            status = mieni_problem_set(problem, paths[i], MIEN_ERROR_FILE, mieni_nowhere(), "No such asset");
        else
            status = mieni_project_remove(edit.project, paths[i], problem);
    const char *const named = studio_asset_name(count > 0 ? paths[0] : "", name);
    return studio_edit_end(&edit, status, studio_label_many(label, "delete", &named, count, "assets"), NULL,
                           problem);
}

static void ignore_fix(void *user, const MieniFinding *finding)
{
    (void)user;
    (void)finding;
}

MienStatus studio_fix(Studio *studio, const MieniLintReport *report, int *out_count, MieniProblem *problem)
{
    StudioEdit edit;
    *out_count = 0;
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK)
        status = mieni_lint_fix(edit.project, report, ignore_fix, NULL, out_count, problem);
    return studio_edit_endf(&edit, status, problem, NULL, "fix %d problem%s", *out_count,
                            *out_count == 1 ? "" : "s");
}

/// A modifier of the clip, or of the file of a clips asset, that renames its curve.
static MienStatus rename_in_clip(const StudioEdit *edit, const MieniFinding *finding,
                                 const MieniLintRename *rename, MieniProblem *problem)
{
    MieniJsonDocument json = {0};
    MieniFinding fixed = *finding;
    int count = 0;
    MieniModifierView *row = mieni_modifier_new(&json);
    mieni_modifier_set_do(&json, row, "rename_curves");
    mieni_modifier_add_names(&json, row, rename->from);
    mieni_modifier_add_to(&json, row, rename->to);
    fixed.fix_kind = MIENI_LINT_FIX_MODIFIER;
    fixed.fix_row = mieni_modifier_json(row);
    const MieniLintReport report = {.items = &fixed, .count = 1, .room = 1};
    const MienStatus status = fixed.fix_row == NULL || json.arena.is_out_of_memory
                                  ? studio_no_memory(problem, finding->file)
                                  : mieni_lint_fix(edit->project, &report, ignore_fix, NULL, &count, problem);
    mieni_json_release(&json);
    return status;
}

MienStatus studio_rename_meant(Studio *studio, const MieniFinding *finding, const MieniLintRename *rename,
                               MieniProblem *problem)
{
    StudioEdit edit;
    const MieniAssetKind kind = mieni_asset_kind_of_path(finding->file);
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    if (status == MIEN_OK && (kind == MIENI_ASSET_CLIP || kind == MIENI_ASSET_CLIPS))
        status = rename_in_clip(&edit, finding, rename, problem);
    else if (status == MIEN_OK)
        status = mieni_rename_everywhere(edit.project, &rename->from, &rename->to, 1, NULL, NULL, problem);
    return studio_edit_endf(&edit, status, problem, NULL, "rename %.200s to %.200s", rename->from,
                            rename->to);
}
