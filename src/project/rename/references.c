// SPDX-License-Identifier: MIT
//
// References between assets, and moving assets that others refer to.

#include "project/rename/references.h"

#include "project/edit/edit.h"
#include "project/rename/renaming.h"

#include <string.h>

typedef struct Walk {
    MieniReferenceFound *found;
    void *user;
    bool is_over;
} Walk;

/// Whether a value of this field may lead to a file. What graphs' parameters begin with, and
/// what overrides set them to, may be anything: those that look like assets count.
static bool may_lead(const MieniField *field, const MieniJson *value)
{
    if (value->type != MIENI_JSON_STRING)
        return false;
    if (field->type == MIENI_FIELD_PATH)
        return true;
    return (field->type == MIENI_FIELD_PLAIN || strcmp(field->key, "map") == 0) &&
           mieni_asset_kind_of_path(value->string) != MIENI_ASSET_NONE;
}

static void walk_object(Walk *walk, const MieniSchema *given, MieniJson *object)
{
    const MieniSchema *schema = mieni_schema_of(given, object);
    for (int i = 0; i < object->count && !walk->is_over; ++i) {
        const MieniField *field = mieni_schema_find(schema, object->keys[i]);
        MieniJson *value = object->items[i];
        if (field == NULL)
            continue;
        if (may_lead(field, value))
            walk->is_over = !walk->found(walk->user, object, object->keys[i], value->string);
        else if (field->type == MIENI_FIELD_OBJECT && value->type == MIENI_JSON_OBJECT)
            walk_object(walk, field->schema, value);
        for (int k = 0; field->type == MIENI_FIELD_ROWS && k < value->count && !walk->is_over; ++k)
            walk_object(walk, field->schema, value->items[k]);
    }
}

void mieni_references(const MieniAsset *asset, MieniReferenceFound *found, void *user)
{
    Walk walk = {found, user, false};
    walk_object(&walk, mieni_asset_schema(asset->kind), asset->json.root);
}

typedef struct Leading {
    const MieniRenaming *renaming;
    MieniJsonDocument *json;
    int places;
} Leading;

static bool lead_anew(void *user, MieniJson *object, const char *key, const char *path)
{
    Leading *leading = user;
    (void)path;
    leading->places += mieni_rename_value(leading->renaming, leading->json, object, key);
    return true;
}

static MienStatus lead_asset(MieniRenaming *renaming, const char *path, MieniAsset *asset, int *places)
{
    Leading leading = {renaming, &asset->json, 0};
    (void)path;
    mieni_references(asset, lead_anew, &leading);
    *places += leading.places;
    return MIEN_OK;
}

static MienStatus check_move(const MieniProject *project, const char *from, const char *to,
                             MieniProblem *problem)
{
    if (mieni_asset_kind_of_path(from) == MIENI_ASSET_NONE || !mieni_path_is_valid(to) ||
        mieni_asset_kind_of_path(to) != mieni_asset_kind_of_path(from) ||
        mieni_asset_kind_of_path(from) == MIENI_ASSET_PROJECT)
        return mieni_problem_set(problem, to, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "An asset keeps its kind, which its file name ends in.");
    if (mieni_project_exists(project, to))
        return mieni_problem_set(problem, to, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "A file with this name already exists.");
    return MIEN_OK;
}

MienStatus mieni_move_asset(const MieniProject *project, const char *from, const char *to,
                            MieniRenamed *renamed, void *user, MieniProblem *problem)
{
    MieniRenaming renaming = {.project = project,
                              .from = &from,
                              .to = &to,
                              .count = 1,
                              .changes = {.project = project},
                              .problem = problem};
    MieniPaths files = {0};
    MieniBuffer buffer = {0};
    MienStatus status = check_move(project, from, to, problem);
    if (status == MIEN_OK)
        status = mieni_project_read(project, from, &buffer, problem);
    if (status == MIEN_OK)
        status = mieni_project_files(project, &files, problem);
    renaming.files = &files;
    for (int i = 0; i < files.count && status == MIEN_OK; ++i)
        if (mieni_asset_kind_of_path(files.items[i]) != MIENI_ASSET_NONE && strcmp(files.items[i], from) != 0)
            status = mieni_rename_visit(&renaming, files.items[i], lead_asset);
    if (status == MIEN_OK)
        status = mieni_edit_check(project, from, problem);
    if (status == MIEN_OK)
        status = mieni_project_write(project, to, buffer.bytes, buffer.size, problem);
    const bool is_written = status == MIEN_OK;
    status = mieni_rename_end(&renaming, status, renamed, user);
    if (status == MIEN_OK)
        status = mieni_project_remove(project, from, problem);
    else if (is_written)
        mieni_project_remove(project, to, NULL);
    mieni_paths_release(&files);
    mieni_buffer_release(&buffer);
    return status;
}
