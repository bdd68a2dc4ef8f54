// SPDX-License-Identifier: MIT
//
// Files of large clips assets.

#include "studio/model/commands/many.h"

#include "project/build/lists.h"
#include "project/recipes/recipes.h"

#include <stdlib.h>
#include <string.h>

enum { MANY_SHARDS = 512 }; ///< More than 32,768 clips.

static MienStatus list_many(const MieniSharded *sharded, int shards, StudioMany **out_many, int *out_count,
                            MieniProblem *problem)
{
    *out_count = 0;
    *out_many = calloc((size_t)sharded->count + 1, sizeof **out_many);
    if (*out_many == NULL)
        return studio_no_memory(problem, "");
    for (int i = 0; i < sharded->count; ++i) {
        const MieniShardedClips *clips = &sharded->clips[i];
        if (clips->shard_count < shards)
            continue;
        StudioMany *many = &(*out_many)[(*out_count)++];
        memcpy(many->path, clips->path, sizeof many->path);
        many->shard_count = clips->shard_count;
    }
    return MIEN_OK;
}

MienStatus studio_many_sort_out(const MieniProject *project, int shards, MieniPaths *paths,
                                MieniPaths *out_others, StudioMany **out_many, int *out_many_count,
                                MieniProblem *problem)
{
    MieniSharded sharded;
    int kept = 0;
    const int least = shards > 0 ? shards : MANY_SHARDS;
    mieni_sharded_read(project, &sharded);
    MienStatus status = list_many(&sharded, least, out_many, out_many_count, problem);
    for (int i = 0; i < paths->count && status == MIEN_OK; ++i) {
        char *path = paths->items[i];
        if (mieni_asset_kind_of_path(path) != MIENI_ASSET_NONE) {
            paths->items[i] = paths->items[kept];
            paths->items[kept++] = path;
            continue;
        }
        const MieniShardedClips *clips = mieni_sharded_find(&sharded, path);
        if ((clips == NULL || clips->shard_count < least) && !mieni_paths_add(out_others, path))
            status = studio_no_memory(problem, path);
    }
    for (int i = kept; i < paths->count && status == MIEN_OK; ++i)
        free(paths->items[i]);
    if (status == MIEN_OK)
        paths->count = kept;
    mieni_sharded_release(&sharded);
    return status;
}

const StudioMany *studio_many_find(const Studio *studio, const char *path)
{
    for (int i = 0; i < studio->many_count; ++i)
        if (strcmp(studio->many[i].path, path) == 0)
            return &studio->many[i];
    return NULL;
}

bool studio_member_path(const char *file, char out[MIENI_PATH_ROOM])
{
    size_t used;
    return mieni_clips_member_name(file, out) && (used = strlen(out), mieni_path_put(out, &used, ".json", 5));
}

/// Tables have no bones; whatever else a file is may have both.
static bool is_table(const char *file)
{
    static const char *const endings[] = {".csv", ".tsv", ".json"};
    const size_t size = strlen(file);
    for (int i = 0; i < 3; ++i)
        if (size > strlen(endings[i]) && strcmp(file + size - strlen(endings[i]), endings[i]) == 0)
            return true;
    return false;
}

static void copy_value(MieniAsset *to, MieniJson *object, const char *key, const MieniJson *value)
{
    if (object != NULL && value != NULL)
        mieni_json_set(&to->json, object, key, mieni_json_copy(&to->json, value));
}

/// How the file is read: the asset's settings, and what is otherwise for this one.
static void put_source(MieniAsset *clip, const char *key, const MieniJson *root, const MieniJson *exception,
                       const char *file)
{
    const MieniJson *settings = mieni_json_get(root, "settings");
    MieniJson *source = mieni_json_set(&clip->json, clip->json.root, key, mieni_json_object(&clip->json));
    if (source == NULL)
        return;
    mieni_json_set(&clip->json, source, "file", mieni_json_string(&clip->json, file));
    for (int i = 0; settings != NULL && i < settings->count; ++i)
        copy_value(clip, source, settings->keys[i], settings->items[i]);
    copy_value(clip, source, "offset", mieni_json_get(exception, "offset"));
}

/// Modifiers of the asset, then those of this file.
static void put_modifiers(MieniAsset *clip, const MieniJson *root, const MieniJson *exception)
{
    const MieniJson *const lists[] = {mieni_json_get(root, "modifiers"),
                                      mieni_json_get(exception, "modifiers")};
    MieniJson *rows = NULL;
    for (int l = 0; l < 2; ++l)
        for (int i = 0; lists[l] != NULL && i < lists[l]->count; ++i) {
            if (rows == NULL)
                rows =
                    mieni_json_set(&clip->json, clip->json.root, "modifiers", mieni_json_array(&clip->json));
            if (rows != NULL)
                mieni_json_append(&clip->json, rows, mieni_json_copy(&clip->json, lists[l]->items[i]));
        }
}

/// What a file of a clips asset would be as an asset of its own.
static StudioText *make_text(const MieniAsset *clips, const char *file)
{
    static const char *const same[] = {"skeleton", "preview", "map", "rate", "error"};
    const MieniJson *root = clips->json.root, *except = mieni_json_get(root, "except");
    const int row = mieni_json_find(except, "file", file);
    const MieniJson *exception = row >= 0 ? except->items[row] : NULL;
    MieniAsset clip;
    MieniTextOut out = {0};
    if (mieni_asset_begin(&clip, MIENI_ASSET_CLIP, NULL) != MIEN_OK)
        return NULL;
    for (size_t i = 0; i < sizeof same / sizeof *same; ++i)
        copy_value(&clip, clip.json.root, same[i], mieni_json_get(root, same[i]));
    copy_value(&clip, clip.json.root, "map", mieni_json_get(exception, "map"));
    if (!is_table(file))
        put_source(&clip, "tracks", root, exception, file);
    put_source(&clip, "curves", root, exception, file);
    put_modifiers(&clip, root, exception);
    mieni_asset_write(&clip, &out);
    StudioText *text = out.is_out_of_memory ? NULL : studio_text_make(out.bytes, out.size);
    mieni_text_release(&out);
    mieni_asset_release(&clip);
    return text;
}

MienStatus studio_member_open(Studio *studio, const char *asset, const char *file,
                              char out_path[MIENI_PATH_ROOM], MieniProblem *problem)
{
    const MieniAsset *clips;
    MienStatus status = studio_asset(studio, asset, &clips, problem);
    if (status != MIEN_OK)
        return status;
    if (!studio_member_path(file, out_path))
        return mieni_problem_set(problem, file, MIEN_ERROR_LIMIT, "This path is too long.", "%s", "");
    if (!mieni_clips_has(clips, file) || !mieni_project_exists(&studio->project, file))
        return mieni_problem_set(problem, file, MIEN_ERROR_FILE,
                                 "This file is gone since the last build: build again.", "%s", "");
    StudioFile *known = studio_files_find(&studio->files, out_path);
    if (known != NULL && !known->is_member && studio_file_is_there(known))
        return MIEN_OK; // it has an asset of its own
    StudioText *text = make_text(clips, file);
    StudioFile *member = text != NULL ? studio_files_add(&studio->files, out_path) : NULL;
    if (member == NULL) {
        studio_text_drop(text);
        return studio_no_memory(problem, file);
    }
    member->is_known = member->is_member = true;
    if (!studio_text_same(member->now, text)) {
        studio_file_set(&studio->files, member, text);
        studio_file_set_saved(member, text, &(StudioStamp){0});
        member->is_listed = false;
    }
    studio_text_drop(text);
    return MIEN_OK;
}

bool studio_member_open_again(Studio *studio, const char *path)
{
    char file[MIENI_PATH_ROOM], found[MIENI_PATH_ROOM];
    for (int i = 0; i < studio->many_count; ++i) {
        const MieniAsset *clips;
        if (studio_asset(studio, studio->many[i].path, &clips, NULL) == MIEN_OK &&
            mieni_clips_file_of(&studio->project, clips, path, file) &&
            studio_member_open(studio, studio->many[i].path, file, found, NULL) == MIEN_OK)
            return true;
    }
    return false;
}
