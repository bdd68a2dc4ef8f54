// SPDX-License-Identifier: MIT
//
// Compares the bones of a skeleton with those of its meshes.

#include "studio/model/commands/bone_table.h"

#include "asset/view.h"
#include "base/names.h"
#include "project/recipes/recipes.h"
#include "studio/model/facts/strings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A copy of text that lives with the table; the arena remembers that there was no memory.
static const char *keep(StudioBoneTable *table, const char *text)
{
    const char *copy = mieni_arena_text(&table->memory, text, strlen(text));
    return copy != NULL ? copy : "";
}

static StudioBoneRow *add_row(StudioBoneTable *table, const char *name)
{
    if (table->count == table->room) {
        const int room = table->room > 0 ? 2 * table->room : 128;
        StudioBoneRow *rows = realloc(table->rows, sizeof *rows * (size_t)room);
        if (rows == NULL)
            return NULL;
        table->rows = rows;
        table->room = room;
    }
    StudioBoneRow *row = &table->rows[table->count++];
    *row = (StudioBoneRow){.name = keep(table, name), .parent = -1, .remark = ""};
    return row;
}

static int find_row(const StudioBoneTable *table, const char *name)
{
    for (int i = 0; i < table->count; ++i)
        if (strcmp(table->rows[i].name, name) == 0)
            return i;
    return -1;
}

static void remark(StudioBoneTable *table, StudioBoneRow *row, const char *what, const char *mesh)
{
    char line[600], name[STUDIO_LABEL_ROOM];
    snprintf(line, sizeof line, "%.300s%s%.140s %.140s", row->remark, row->remark[0] != '\0' ? "; " : "",
             what, studio_asset_name(mesh, name));
    table->remark_count += row->remark[0] == '\0';
    row->remark = keep(table, line);
}

static int bone_of(const MienAuthorSkeleton *bones, const char *name)
{
    for (int i = 0; i < bones->bone_count; ++i)
        if (strcmp(bones->bones[i].name, name) == 0)
            return i;
    return -1;
}

/// The nearest bone above that the skeleton has too, as a row; -1: none.
static int parent_of(const StudioBoneTable *table, const MienAuthorSkeleton *bones, int bone, int own_count)
{
    int parent = bones->bones[bone].parent, row = -1;
    while (parent >= 0) {
        row = find_row(table, bones->bones[parent].name);
        if (row >= 0 && row < own_count)
            return row;
        parent = bones->bones[parent].parent;
    }
    return -1;
}

/// The nearest bone above a row that the mesh has too; -1: none.
static int common_above(const StudioBoneTable *table, const MienAuthorSkeleton *bones, int row)
{
    int above = table->rows[row].parent;
    while (above >= 0 && bone_of(bones, table->rows[above].name) < 0)
        above = table->rows[above].parent;
    return above;
}

static void compare(StudioBoneTable *table, const MienAuthorSkeleton *bones, const char *mesh, int own_count)
{
    ++table->mesh_count;
    for (int row = 0; row < own_count; ++row) {
        const int bone = bone_of(bones, table->rows[row].name);
        if (bone < 0) {
            remark(table, &table->rows[row], "missing in", mesh);
            continue;
        }
        ++table->rows[row].mesh_count;
        const int theirs = parent_of(table, bones, bone, own_count);
        if (theirs != common_above(table, bones, row)) {
            char what[200];
            snprintf(what, sizeof what, "under %.150s in",
                     theirs >= 0 ? table->rows[theirs].name : "nothing");
            remark(table, &table->rows[row], what, mesh);
        }
    }
    for (int bone = 0; bone < bones->bone_count; ++bone) {
        const int known = find_row(table, bones->bones[bone].name);
        StudioBoneRow *row = known < 0 ? add_row(table, bones->bones[bone].name) : &table->rows[known];
        if (row == NULL || (known >= 0 && known < own_count))
            continue;
        row->is_extra = true;
        row->max_lod = MIEN_ALL_LODS;
        ++row->mesh_count;
        remark(table, row, known < 0 ? "only in" : "and", mesh);
    }
}

static void look_at_mesh(StudioBoneTable *table, const MieniProject *project, const char *path,
                         const char *skeleton, int own_count)
{
    MieniAsset asset;
    MieniSources sources = {0};
    MieniTake take;
    if (mieni_project_load(project, path, MIENI_ASSET_MESH, &asset, NULL) != MIEN_OK)
        return;
    const MieniSourceView *source = mieni_asset_source(&asset);
    const char *file = mieni_source_file(source);
    if (file != NULL && strcmp(mieni_text_or_empty(mieni_asset_skeleton(&asset)), skeleton) == 0 &&
        mieni_sources_take(&sources, project, file, mieni_source_json(source), "", &take, NULL) == MIEN_OK &&
        take.skeleton != NULL)
        compare(table, take.skeleton, path, own_count);
    mieni_sources_release(&sources);
    mieni_asset_release(&asset);
}

MienStatus studio_bone_table_make(StudioBoneTable *out_table, const StudioSnapshot *snapshot,
                                  const char *skeleton, MieniProblem *problem)
{
    const MieniProject *project = &snapshot->project;
    MieniSkeletonRecipe recipe;
    MieniPaths files = {0};
    *out_table = (StudioBoneTable){0};
    MienStatus status = mieni_skeleton_recipe(project, skeleton, &recipe, problem);
    if (status != MIEN_OK)
        return status;
    for (int i = 0; i < recipe.skeleton.bone_count; ++i) {
        StudioBoneRow *row = add_row(out_table, recipe.skeleton.bones[i].name);
        if (row == NULL)
            break;
        row->parent = recipe.skeleton.bones[i].parent;
        row->max_lod = recipe.skeleton.bones[i].max_lod;
    }
    const int own_count = out_table->count;
    mieni_skeleton_recipe_release(&recipe);
    status = mieni_project_files(project, &files, problem);
    for (int i = 0; i < files.count && status == MIEN_OK; ++i)
        if (mieni_asset_kind_of_path(files.items[i]) == MIENI_ASSET_MESH)
            look_at_mesh(out_table, project, files.items[i], skeleton, own_count);
    mieni_paths_release(&files);
    return status;
}

void studio_bone_table_release(StudioBoneTable *table)
{
    free(table->rows);
    mieni_arena_release(&table->memory);
    *table = (StudioBoneTable){0};
}
