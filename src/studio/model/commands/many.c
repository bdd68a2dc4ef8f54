// SPDX-License-Identifier: MIT
//
// Files of large clip collections.

#include "studio/model/commands/many.h"

#include "asset/view.h"
#include "base/source_formats.h"
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

/// Whether a file holds curves alone, by its ending; others may have bones too.
static bool is_table(const char *file)
{
    const MieniSourceFormat *format = mieni_source_format_of_path(file);
    return format != NULL && format->kind == MIENI_SOURCE_CURVES;
}

/// How the file is read: the asset's settings, and what is otherwise for this one.
static MieniJson *make_source(MieniJsonDocument *json, const MieniClipsView *clips,
                              const MieniExceptionView *exception, const char *file)
{
    const MieniJson *settings = mieni_clips_settings_json(clips),
                    *offset = mieni_exception_offset_json(exception);
    MieniSourceView *source = mieni_source_new(json);
    mieni_source_set_file(json, source, file);
    for (int i = 0; i < mieni_view_count(settings); ++i)
        mieni_json_set(json, mieni_source_json(source), settings->keys[i],
                       mieni_json_copy(json, settings->items[i]));
    mieni_source_set_offset_json(json, source, mieni_json_copy(json, offset));
    return mieni_source_json(source);
}

static void add_modifiers(MieniJsonDocument *json, MieniClipView *clip, const MieniJson *rows)
{
    if (mieni_view_count(rows) > 0 && mieni_clip_modifiers_json(clip) == NULL)
        mieni_clip_set_modifiers_json(json, clip, mieni_json_array(json));
    for (int i = 0; i < mieni_view_count(rows); ++i)
        mieni_json_append(json, mieni_clip_modifiers_json(clip), mieni_json_copy(json, rows->items[i]));
}

/// All that the asset says of its files, and what is otherwise for this one.
static void fill_clip(MieniJsonDocument *json, MieniClipView *clip, const MieniClipsView *clips,
                      const char *file)
{
    const int row = mieni_clips_find_exception(clips, file);
    const MieniExceptionView *exception = row >= 0 ? mieni_clips_exception(clips, row) : NULL;
    mieni_clip_set_skeleton_json(json, clip, mieni_json_copy(json, mieni_clips_skeleton_json(clips)));
    mieni_clip_set_preview_json(json, clip, mieni_json_copy(json, mieni_clips_preview_json(clips)));
    mieni_clip_set_map_json(json, clip, mieni_json_copy(json, mieni_clips_map_json(clips)));
    mieni_clip_set_rate_json(json, clip, mieni_json_copy(json, mieni_clips_rate_json(clips)));
    mieni_clip_set_error_json(json, clip, mieni_json_copy(json, mieni_clips_error_json(clips)));
    mieni_clip_set_map_json(json, clip, mieni_json_copy(json, mieni_exception_map_json(exception)));
    if (!is_table(file))
        mieni_clip_set_tracks_json(json, clip, make_source(json, clips, exception, file));
    mieni_clip_set_curves_json(json, clip, make_source(json, clips, exception, file));
    add_modifiers(json, clip, mieni_clips_modifiers_json(clips));
    add_modifiers(json, clip, mieni_exception_modifiers_json(exception));
}

/// What a file of a clip collection would be as an asset of its own.
static StudioText *make_text(const MieniAsset *clips, const char *file)
{
    MieniAsset clip;
    MieniTextOut out = {0};
    if (mieni_asset_begin(&clip, MIENI_ASSET_CLIP, NULL) != MIEN_OK)
        return NULL;
    fill_clip(&clip.json, mieni_clip_of(&clip), mieni_clips_of(clips), file);
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
        return mieni_problem_set(problem, file, MIEN_ERROR_LIMIT, mieni_nowhere(), "Path too long");
    if (!mieni_clips_has(clips, file) || !mieni_project_exists(&studio->project, file))
        return mieni_problem_set(problem, file, MIEN_ERROR_FILE, mieni_nowhere(),
                                 "This file was deleted since the last build; build again");
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
