// SPDX-License-Identifier: MIT
//
// Clips: tracks from one source file, curves from another, each with its own offset; then keyed
// curves, the map, and modifiers.

#include "core/float_rules.h"

#include "project/recipes/clip_making.h"

#include "asset/edit/clip.h"
#include "author/clip/keys.h"
#include "mien_author/map.h"

#include <stdio.h>
#include <string.h>

static MienStatus fail_at(const MieniClipMaking *making, const MieniJson *value, const char *sentence,
                          const char *place)
{
    return mieni_problem_set(making->problem, making->path, MIEN_ERROR_DATA,
                             mieni_in_line(value != NULL ? value->line : 0, "%s", place), "%s", sentence);
}

/// Curves of a take, later by an offset.
static MienStatus take_curves(MieniClipMaking *making, const MienAuthorClip *from, double offset)
{
    MieniArena *arena = &making->recipe->arena;
    MienAuthorClip *clip = &making->recipe->assembled;
    MienAuthorClipCurve *curves = mieni_arena_take(arena, (size_t)from->curve_count, sizeof *curves);
    if (curves == NULL)
        return mieni_clip_no_memory(making);
    for (int c = 0; c < from->curve_count; ++c) {
        curves[c] = from->curves[c];
        if (offset == 0 || curves[c].key_count == 0)
            continue;
        MienAuthorKey *keys = mieni_arena_take(arena, (size_t)curves[c].key_count, sizeof *keys);
        if (keys == NULL)
            return mieni_clip_no_memory(making);
        for (int k = 0; k < curves[c].key_count; ++k) {
            keys[k] = from->curves[c].keys[k];
            keys[k].time += offset;
        }
        curves[c].keys = keys;
    }
    clip->curves = curves;
    clip->curve_count = from->curve_count;
    return MIEN_OK;
}

/// Tracks of a take, later by an offset: then samples get times, because the clip's
/// frames fall elsewhere.
static MienStatus take_tracks(MieniClipMaking *making, const MienAuthorClip *from, double offset)
{
    MieniArena *arena = &making->recipe->arena;
    MienAuthorClip *clip = &making->recipe->assembled;
    MienAuthorClipTrack *tracks = mieni_arena_take(arena, (size_t)from->track_count, sizeof *tracks);
    const double divisor = from->rate_divisor > 0 ? from->rate_divisor : 1;
    const bool is_same_rate = clip->rate == from->rate && (double)clip->rate_divisor == divisor;
    if (tracks == NULL)
        return mieni_clip_no_memory(making);
    for (int t = 0; t < from->track_count; ++t) {
        tracks[t] = from->tracks[t];
        if (offset == 0 && (is_same_rate || tracks[t].times != NULL))
            continue;
        double *times = mieni_arena_take(arena, (size_t)tracks[t].sample_count, sizeof *times);
        if (times == NULL)
            return mieni_clip_no_memory(making);
        for (int i = 0; i < tracks[t].sample_count; ++i)
            times[i] = (from->tracks[t].times != NULL ? from->tracks[t].times[i]
                                                      : (double)i * divisor / (double)from->rate) +
                       offset;
        tracks[t].times = times;
    }
    clip->tracks = tracks;
    clip->track_count = from->track_count;
    return MIEN_OK;
}

/// Events of a take beside those that are there; what an offset puts before the
/// beginning is left out.
static MienStatus take_events(MieniClipMaking *making, const MienAuthorClip *from, double offset)
{
    MienAuthorClip *clip = &making->recipe->assembled;
    MienAuthorClipEvent *events = mieni_arena_take(
        &making->recipe->arena, (size_t)(clip->event_count + from->event_count), sizeof *events);
    if (events == NULL)
        return mieni_clip_no_memory(making);
    if (clip->event_count > 0)
        memcpy(events, clip->events, sizeof *events * (size_t)clip->event_count);
    for (int i = 0; i < from->event_count; ++i)
        if (from->events[i].time + offset >= 0)
            events[clip->event_count++] =
                (MienAuthorClipEvent){from->events[i].name, from->events[i].time + offset};
    clip->events = events;
    return MIEN_OK;
}

/// A source that the clip is put together from.
typedef struct Part {
    const MieniSourceView *source;
    const char *file;
    bool wants_tracks, wants_curves;
    MieniTake take;
} Part;

/// Reads a source. The clip's rate becomes the highest of all, unless the asset says
/// one: whatever is sampled less often loses nothing then.
static MienStatus open_part(MieniClipMaking *making, Part *part, bool chooses_rate)
{
    MienAuthorClip *clip = &making->recipe->assembled;
    const MienStatus status = mieni_sources_take(
        &making->recipe->sources, making->project, part->file, mieni_source_json(part->source),
        mieni_text_or_empty(mieni_source_take(part->source)), &part->take, making->problem);
    if (status != MIEN_OK)
        return mieni_problem_refer(making->problem, status, making->path,
                                   mieni_source_file_json(part->source),
                                   part->wants_tracks ? "tracks.file" : "curves.file", part->file);
    if (part->take.clip == NULL)
        return mieni_problem_set(making->problem, part->file, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "No motion in this file.");
    making->has_given_rate = making->has_given_rate || mieni_source_rate_json(part->source) != NULL;
    const int64_t rate = part->take.clip->rate,
                  divisor = part->take.clip->rate_divisor > 0 ? part->take.clip->rate_divisor : 1;
    if (chooses_rate && (clip->rate == 0 || rate * clip->rate_divisor > clip->rate * divisor)) {
        clip->rate = (int)rate;
        clip->rate_divisor = (int)divisor;
    }
    return MIEN_OK;
}

/// One source: what of it is wanted is put into the clip.
static MienStatus take_part(MieniClipMaking *making, const Part *part)
{
    const MienAuthorClip *from = part->take.clip;
    MienAuthorClip *clip = &making->recipe->assembled;
    MienStatus status = MIEN_OK;
    const double offset = mieni_exception_offset(making->exception, mieni_source_offset(part->source, 0));
    if (part->wants_tracks && from->track_count > 0)
        status = take_tracks(making, from, offset);
    if (status == MIEN_OK && part->wants_curves && from->curve_count > 0)
        status = take_curves(making, from, offset);
    if (status == MIEN_OK && from->event_count > 0)
        status = take_events(making, from, offset);
    if (from->length + offset > making->end)
        making->end = from->length + offset;
    if (clip->source == NULL)
        clip->source = from->source;
    if (clip->timecode == NULL)
        clip->timecode = from->timecode;
    if (clip->sound == NULL && from->sound != NULL) {
        clip->sound = from->sound;
        clip->sound_offset = from->sound_offset + offset;
    }
    return status;
}

static MienStatus make_keyed(MieniClipMaking *making, const MieniKeyedCurveView *curve,
                             MienAuthorClipCurve *out_curve)
{
    const int count = mieni_keyed_curve_key_count(curve);
    MienAuthorKey *keys = mieni_arena_take(&making->recipe->arena, (size_t)count, sizeof *keys);
    if (keys == NULL)
        return mieni_clip_no_memory(making);
    for (int k = 0; k < count; ++k) {
        const MieniJson *key = mieni_key_json(mieni_keyed_curve_key(curve, k));
        keys[k] = mieni_clip_read_key(key);
        if (k > 0 && keys[k].time < keys[k - 1].time)
            return fail_at(making, key, "Keys must be in ascending time order: move this one.", "keyed");
        if (keys[k].time > making->end)
            making->end = keys[k].time;
    }
    mien_author_keys_set_auto(keys, count);
    *out_curve = (MienAuthorClipCurve){
        .name = mieni_keyed_curve_curve(curve),
        .key_count = count,
        .keys = keys,
        .before = mieni_clip_read_beyond(mieni_text_or_empty(mieni_keyed_curve_before(curve))),
        .after = mieni_clip_read_beyond(mieni_text_or_empty(mieni_keyed_curve_after(curve)))};
    return MIEN_OK;
}

/// Keyed curves take the place of those of their name, or come last.
static MienStatus take_keyed(MieniClipMaking *making, MienAuthorClip *clip)
{
    const int keyed_count = mieni_clip_keyed_curve_count(making->own);
    if (keyed_count == 0)
        return MIEN_OK;
    MienAuthorClipCurve *curves =
        mieni_arena_take(&making->recipe->arena, (size_t)(clip->curve_count + keyed_count), sizeof *curves);
    if (curves == NULL)
        return mieni_clip_no_memory(making);
    int count = clip->curve_count;
    if (count > 0)
        memcpy(curves, clip->curves, sizeof *curves * (size_t)count);
    for (int i = 0; i < keyed_count; ++i) {
        MienAuthorClipCurve keyed;
        const MienStatus status = make_keyed(making, mieni_clip_keyed_curve(making->own, i), &keyed);
        if (status != MIEN_OK)
            return status;
        int at = 0;
        while (at < count && strcmp(curves[at].name, keyed.name) != 0)
            ++at;
        curves[at] = keyed;
        count += at == count;
    }
    clip->curves = curves;
    clip->curve_count = count;
    return MIEN_OK;
}

/// The events and the sound that the asset itself lists.
static MienStatus take_own(MieniClipMaking *making)
{
    MienAuthorClip *clip = &making->recipe->assembled;
    const MieniSoundView *sound = mieni_clip_sound(making->own);
    const int count = mieni_clip_event_count(making->own);
    if (sound != NULL) {
        clip->sound = mieni_sound_file(sound);
        clip->sound_offset = mieni_sound_offset(sound, 0);
    }
    if (count == 0)
        return MIEN_OK;
    MienAuthorClipEvent *events = mieni_arena_take(&making->recipe->arena, (size_t)count, sizeof *events);
    if (events == NULL)
        return mieni_clip_no_memory(making);
    for (int i = 0; i < count; ++i) {
        const MieniEventView *event = mieni_clip_event(making->own, i);
        events[i] = (MienAuthorClipEvent){mieni_event_name(event), mieni_event_time(event, 0)};
        if (events[i].time > making->end)
            making->end = events[i].time;
    }
    const MienAuthorClip own = {.events = events, .event_count = count};
    return take_events(making, &own, 0);
}

static const MieniJson *map_value(const MieniClipMaking *making)
{
    const MieniJson *value = mieni_exception_map_json(making->exception);
    return value != NULL         ? value
           : making->own != NULL ? mieni_clip_map_json(making->own)
                                 : mieni_clips_map_json(making->shared);
}

bool mieni_map_is_built_in(const char *name)
{
    for (int i = 0; i < mien_author_map_count(); ++i)
        if (strcmp(mien_author_map_info(i).id, name) == 0)
            return true;
    return false;
}

/// The map of the asset, by its file or the name of one that is built in.
static MienStatus apply_map(MieniClipMaking *making)
{
    const MieniJson *value = map_value(making);
    const char *name = value != NULL ? value->string : "";
    MieniClipRecipe *recipe = making->recipe;
    MienAuthorMap *map = NULL;
    MienError error = {0};
    MienStatus status;
    if (name[0] == '\0')
        return MIEN_OK;
    if (mieni_asset_kind_of_path(name) == MIENI_ASSET_MAP) {
        MieniBuffer buffer;
        status = mieni_project_read(making->project, name, &buffer, making->problem);
        if (status != MIEN_OK)
            return mieni_problem_refer(making->problem, status, making->path, value, "map", name);
        status = mien_author_map_read(buffer.bytes, buffer.size, mieni_project_allocator(making->project),
                                      &map, &error);
        mieni_buffer_release(&buffer);
    } else if (!mieni_map_is_built_in(name)) {
        return fail_at(making, value,
                       "No built-in map with this name: choose one that \"mien map list\" shows, or the path "
                       "of a map asset.",
                       "map");
    } else {
        status = mien_author_map_load(name, NULL, &map, &error);
    }
    status = mieni_project_status(making->project, status, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(making->problem, name, status, mieni_at_error(&error), "%s", error.message);
    const MienAuthorMapOptions options = {.allocator = mieni_project_allocator(making->project)};
    status = mien_author_map_apply(&recipe->assembled, map, &options, &recipe->mapped, NULL, &error);
    mien_author_map_destroy(map);
    status = mieni_project_status(making->project, status, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(making->problem, making->path, status, mieni_at_error(&error), "%s",
                                 error.message);
    // The mapped clip shares what the map left alone; its own arrays live in the recipe.
    recipe->assembled.curves = recipe->mapped->curves;
    recipe->assembled.curve_count = recipe->mapped->curve_count;
    return MIEN_OK;
}

static MienStatus take_sources(MieniClipMaking *making, const char *member)
{
    const MieniSourceView *tracks = mieni_clip_tracks(making->own), *curves = mieni_clip_curves(making->own);
    const bool chooses_rate = making->recipe->assembled.rate == 0;
    Part parts[2];
    int count = 0;
    MienStatus status = MIEN_OK;
    if (member != NULL)
        parts[count++] = (Part){mieni_clips_settings(making->shared), member, true, true, {0}};
    if (tracks != NULL)
        parts[count++] = (Part){tracks, mieni_source_file(tracks), true, false, {0}};
    if (curves != NULL)
        parts[count++] = (Part){curves, mieni_source_file(curves), false, true, {0}};
    for (int i = 0; i < count && status == MIEN_OK; ++i)
        status = open_part(making, &parts[i], chooses_rate);
    for (int i = 0; i < count && status == MIEN_OK; ++i)
        status = take_part(making, &parts[i]);
    return status;
}

/// Raises the rate of a clip without bones so that no key falls between two frames.
static void meet_keys(MienAuthorClip *clip)
{
    MieniMissedKey missed = {0};
    if (clip->track_count == 0 && mieni_clip_missed_key(clip, 0.01f, &missed) && missed.better_rate > 0) {
        clip->rate = missed.better_rate;
        clip->rate_divisor = 1;
    }
}

/// Errors of single curves. Those that the clip lacks do not matter: sources change.
static MienStatus give_errors(MieniClipMaking *making, const MieniErrorSizesView *sizes)
{
    MieniClipRecipe *recipe = making->recipe;
    const MienAuthorClip *clip = recipe->clip;
    if (mieni_error_sizes_of_count(sizes) == 0)
        return MIEN_OK;
    float *errors = mieni_arena_take(&recipe->arena, (size_t)clip->curve_count, sizeof *errors);
    if (errors == NULL)
        return mieni_problem_set(making->problem, making->path, MIEN_ERROR_MEMORY, mieni_nowhere(),
                                 "Out of memory.");
    for (int i = 0; i < mieni_error_sizes_of_count(sizes); ++i) {
        for (int c = 0; c < clip->curve_count; ++c) {
            if (strcmp(clip->curves[c].name, mieni_error_sizes_of_name(sizes, i)) == 0)
                errors[c] = (float)mieni_error_sizes_of_value(sizes, i);
        }
    }
    recipe->curve_errors = errors;
    return MIEN_OK;
}

static MienStatus make_clip(MieniClipMaking *making, const char *member)
{
    MieniClipRecipe *recipe = making->recipe;
    MienAuthorClip *clip = &recipe->assembled;
    const MieniAsset *asset = &recipe->asset;
    const char *skeleton = mieni_asset_skeleton(asset);
    const MieniErrorSizesView *error_sizes =
        making->own != NULL ? mieni_clip_error(making->own) : mieni_clips_error(making->shared);
    const MieniJson *rate =
        making->own != NULL ? mieni_clip_rate_json(making->own) : mieni_clips_rate_json(making->shared);
    MienStatus status = MIEN_OK;
    if (skeleton != NULL) {
        status = mieni_skeleton_recipe(making->project, skeleton, &recipe->skeleton, making->problem);
        recipe->has_skeleton = status == MIEN_OK;
        mieni_problem_refer(making->problem, status, making->path, mieni_asset_skeleton_json(asset),
                            "skeleton", skeleton);
    }
    recipe->preview = mieni_asset_preview(asset);
    recipe->curve_error = (float)mieni_error_sizes_curves(error_sizes, 0);
    recipe->track_error = (float)mieni_error_sizes_tracks(error_sizes, 0);
    recipe->shell = (float)mieni_error_sizes_shell(error_sizes, 0);
    making->has_given_rate = rate != NULL;
    if (rate != NULL)
        mieni_rate_of_json(rate, &clip->rate, &clip->rate_divisor);
    if (status == MIEN_OK)
        status = take_sources(making, member);
    if (clip->rate == 0)
        clip->rate = 30;
    clip->length = making->end; // for maps that resample
    if (status == MIEN_OK)
        status = apply_map(making);
    if (status == MIEN_OK)
        status = mieni_clip_recipe_solve(making);
    if (status == MIEN_OK)
        status = take_own(making);
    if (status == MIEN_OK)
        status = take_keyed(making, clip);
    clip->length = mieni_clip_length(making->own, making->end);
    if (status == MIEN_OK && !making->has_given_rate)
        meet_keys(clip);
    if (status == MIEN_OK)
        status = mieni_clip_modify(making);
    return status == MIEN_OK ? give_errors(making, error_sizes) : status;
}

/// Follows the recipe of the asset that is in it.
static MienStatus make_recipe(const MieniProject *project, const char *path, const char *member,
                              const MieniSolveRun *run, MieniClipRecipe *recipe, MieniProblem *problem)
{
    MieniClipMaking making = {.project = project,
                              .path = path,
                              .own = mieni_clip_of(&recipe->asset),
                              .shared = mieni_clips_of(&recipe->asset),
                              .recipe = recipe,
                              .problem = problem};
    if (run != NULL)
        making.run = *run;
    const int row = member != NULL ? mieni_clips_find_exception(making.shared, member) : -1;
    making.exception = row >= 0 ? mieni_clips_exception(making.shared, row) : NULL;
    const MienStatus status = make_clip(&making, member);
    if (status != MIEN_OK)
        mieni_clip_recipe_release(recipe);
    return status;
}

MienStatus mieni_clip_recipe(const MieniProject *project, const char *path, const char *member,
                             MieniClipRecipe *out_recipe, MieniProblem *problem)
{
    const MieniAssetKind kind = member != NULL ? MIENI_ASSET_CLIPS : MIENI_ASSET_CLIP;
    *out_recipe = (MieniClipRecipe){.arena = {.allocator = mieni_project_allocator(project)}};
    const MienStatus status = mieni_project_load(project, path, kind, &out_recipe->asset, problem);
    return status == MIEN_OK ? make_recipe(project, path, member, NULL, out_recipe, problem) : status;
}

MienStatus mieni_clip_recipe_of(const MieniProject *project, const char *path, const MieniAsset *asset,
                                const char *member, MieniClipRecipe *out_recipe, MieniProblem *problem)
{
    *out_recipe = (MieniClipRecipe){
        .asset = *asset, .shares_asset = true, .arena = {.allocator = mieni_project_allocator(project)}};
    return make_recipe(project, path, member, NULL, out_recipe, problem);
}

MienStatus mieni_clip_recipe_solving(const MieniProject *project, const char *path, const MieniAsset *asset,
                                     const MieniSolveRun *run, MieniClipRecipe *out_recipe,
                                     MieniProblem *problem)
{
    *out_recipe = (MieniClipRecipe){
        .asset = *asset, .shares_asset = true, .arena = {.allocator = mieni_project_allocator(project)}};
    return make_recipe(project, path, NULL, run, out_recipe, problem);
}

void mieni_clip_recipe_release(MieniClipRecipe *recipe)
{
    mien_author_clip_destroy(recipe->modified);
    mien_author_clip_destroy(recipe->mapped);
    mieni_sources_release(&recipe->sources);
    if (recipe->has_skeleton)
        mieni_skeleton_recipe_release(&recipe->skeleton);
    mieni_arena_release(&recipe->arena);
    if (!recipe->shares_asset)
        mieni_asset_release(&recipe->asset);
    *recipe = (MieniClipRecipe){0};
}
