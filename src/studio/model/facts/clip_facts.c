// SPDX-License-Identifier: MIT
//
// Facts about a clip.

#include "studio/model/facts/clip_facts.h"

#include "asset/view.h"
#include "base/names.h"
#include "base/text_out.h"
#include "project/recipes/recipes.h"
#include "project/uses.h"
#include "studio/model/commands/clip_match.h"
#include "studio/model/commands/solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A copy of text that lives with the facts; the arena remembers that there was no memory.
static const char *keep(StudioClipFacts *facts, const char *text)
{
    const char *copy = mieni_arena_text(&facts->memory, text, strlen(text));
    return copy != NULL ? copy : "";
}

/// The numbers of a modifier, which its line of counts does not tell: "50 ms".
static void put_numbers(MieniTextOut *out, const MienAuthorModifier *modifier)
{
    switch (modifier->kind) {
    case MIEN_AUTHOR_SCALE_CURVES:
        mieni_text_put(out, "× ");
        mieni_text_put_number(out, (double)modifier->gain);
        if (modifier->offset != 0.0f) {
            mieni_text_put(out, modifier->offset < 0.0f ? " − " : " + ");
            mieni_text_put_number(out,
                                  (double)(modifier->offset < 0.0f ? -modifier->offset : modifier->offset));
        }
        break;
    case MIEN_AUTHOR_CLAMP_CURVES:
        mieni_text_put_number(out, (double)modifier->min);
        mieni_text_put(out, " to ");
        mieni_text_put_number(out, (double)modifier->max);
        break;
    case MIEN_AUTHOR_SMOOTH_CURVES:
        mieni_text_putf(out, "%d ms", (int)(modifier->time_constant * 1000.0 + 0.5));
        break;
    case MIEN_AUTHOR_RESAMPLE_CURVES:
    case MIEN_AUTHOR_RESAMPLE_TRACKS:
        if (modifier->rate <= 0)
            return;
        mieni_text_putf(out, "%d", modifier->rate);
        if (modifier->rate_divisor > 1)
            mieni_text_putf(out, "/%d", modifier->rate_divisor);
        mieni_text_put(out, " fps");
        break;
    default:
        return;
    }
    mieni_text_put(out, " · ");
}

static const char *describe(StudioClipFacts *facts, const MienAuthorModifier *modifier,
                            const MienAuthorModifierReport *report)
{
    char line[600];
    MieniTextOut out = {0};
    mien_author_modifier_describe(modifier, report, line, sizeof line);
    put_numbers(&out, modifier);
    const char *colon = strstr(line, ": ");
    const bool is_all = strncmp(line, "*: ", 3) == 0; // the count shows it too
    if (!is_all)
        mieni_text_put_bytes(&out, line, colon != NULL ? (size_t)(colon - line) : strlen(line));
    if (colon != NULL) {
        mieni_text_put(&out, is_all ? "" : " · ");
        mieni_text_put(&out, colon + 2);
    }
    const char *kept = keep(facts, out.bytes != NULL ? out.bytes : "");
    mieni_text_release(&out);
    return kept;
}

/// What a modifier that is off would do where it stands.
static const char *describe_off(StudioClipFacts *facts, const MieniClipRecipe *recipe, int index)
{
    MienAuthorModifier *items =
        mieni_arena_take(&facts->memory, (size_t)recipe->modifier_count, sizeof *items);
    MienAuthorModifierReport *reports =
        mieni_arena_take(&facts->memory, (size_t)recipe->modifier_count, sizeof *reports);
    MienAuthorClip *made = NULL;
    if (items == NULL || reports == NULL)
        return NULL;
    memcpy(items, recipe->modifiers, sizeof *items * (size_t)recipe->modifier_count);
    items[index].is_off = false;
    const MienAuthorModifiers list = {index + 1, items}, *lists[] = {&list};
    const MienAuthorSkeleton *skeleton = recipe->has_skeleton ? &recipe->skeleton.skeleton : NULL;
    const MienAuthorModifying modifying = {
        .clip = &recipe->assembled, .lists = lists, .list_count = 1, .skeleton = skeleton};
    const MienStatus status = mien_author_modifiers_apply(&modifying, &made, reports, NULL);
    const char *line = status == MIEN_OK ? describe(facts, &items[index], &reports[index]) : keep(facts, "");
    mien_author_clip_destroy(made);
    return line;
}

/// How many modifiers a shared list has.
static int count_shared(const MieniProject *project, const char *path)
{
    MieniAsset asset;
    if (mieni_project_load(project, path, MIENI_ASSET_MODIFIERS, &asset, NULL) != MIEN_OK)
        return 0;
    const int count = mieni_modifiers_modifier_count(mieni_modifiers_of(&asset));
    mieni_asset_release(&asset);
    return count;
}

/// "2 modifiers · strength 0.5"
static const char *describe_shared(StudioClipFacts *facts, const MieniModifierView *modifier, int count)
{
    MieniTextOut out = {0};
    mieni_text_putf(&out, "%d modifier%s", count, count == 1 ? "" : "s");
    for (int i = 0; i < mieni_modifier_values_count(modifier); ++i) {
        mieni_text_putf(&out, "%s%s ", i > 0 ? ", " : " · ", mieni_modifier_values_name(modifier, i));
        mieni_text_put_number(&out, mieni_modifier_values_value(modifier, i));
    }
    const char *kept = keep(facts, out.bytes != NULL ? out.bytes : "");
    mieni_text_release(&out);
    return kept;
}

/// A line per row; a row is one modifier, or a list of them, of which none counts if it is off.
static void add_rows(StudioClipFacts *facts, const MieniProject *project, const MieniClipRecipe *recipe)
{
    const MieniClipView *clip = mieni_clip_of(&recipe->asset);
    const int count = mieni_clip_modifier_count(clip);
    facts->rows = mieni_arena_take(&facts->memory, (size_t)count, sizeof *facts->rows);
    for (int i = 0, at = 0; facts->rows != NULL && i < count; ++i) {
        const MieniModifierView *modifier = mieni_clip_modifier(clip, i);
        const char *list = mieni_modifier_list(modifier);
        if (list != NULL) {
            const int shared = count_shared(project, list);
            facts->rows[i] = describe_shared(facts, modifier, shared);
            at += mieni_modifier_off(modifier) ? 0 : shared;
        } else if (at < recipe->modifier_count && recipe->modifiers != NULL) {
            facts->rows[i] = recipe->modifiers[at].is_off
                                 ? describe_off(facts, recipe, at)
                                 : describe(facts, &recipe->modifiers[at], &recipe->reports[at]);
            ++at;
        }
        if (facts->rows[i] == NULL)
            facts->rows[i] = "";
        facts->row_count = i + 1;
    }
}

/// Names of poses and morphs that clips on this skeleton can drive.
typedef struct Driven {
    MieniNameEntry *items;
    int count, room;
} Driven;

static void add_driven(StudioClipFacts *facts, Driven *driven, const char *name, int row)
{
    if (driven->count == driven->room) {
        const int room = driven->room > 0 ? 2 * driven->room : 256;
        MieniNameEntry *items = realloc(driven->items, sizeof *items * (size_t)room);
        if (items == NULL)
            return;
        driven->items = items;
        driven->room = room;
    }
    driven->items[driven->count++] = (MieniNameEntry){keep(facts, mieni_text_or_empty(name)), row};
}

static void add_all_driven(StudioClipFacts *facts, Driven *driven, const MieniAsset *asset)
{
    const MieniPoseAssetView *poses = mieni_pose_asset_of(asset);
    const MieniMeshView *mesh = mieni_mesh_of(asset);
    for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i)
        add_driven(facts, driven, mieni_pose_name(mieni_pose_asset_pose(poses, i)), i);
    for (int i = 0; i < mieni_mesh_morph_count(mesh); ++i)
        add_driven(facts, driven, mieni_morph_name(mieni_mesh_morph(mesh, i)), i);
}

/// Whether a clip can be previewed on an asset: it has poses, or morphs.
static bool is_face(const MieniAsset *asset)
{
    return asset->kind == MIENI_ASSET_POSES ||
           (asset->kind == MIENI_ASSET_MESH && mieni_mesh_morph_count(mieni_mesh_of(asset)) > 0);
}

/// Looks once at everything but clips: who names this one, and what its curves could drive.
static MienStatus look_around(StudioClipFacts *facts, const MieniProject *project, const char *path,
                              const char *skeleton, Driven *driven)
{
    MieniPaths files = {0};
    MienStatus status = mieni_project_files(project, &files, NULL);
    for (int i = 0; i < files.count && status == MIEN_OK; ++i) {
        const MieniAssetKind kind = mieni_asset_kind_of_path(files.items[i]);
        MieniAsset asset;
        if ((kind != MIENI_ASSET_GRAPH && kind != MIENI_ASSET_CHARACTER && kind != MIENI_ASSET_POSES &&
             kind != MIENI_ASSET_MESH) ||
            mieni_project_load(project, files.items[i], kind, &asset, NULL) != MIEN_OK)
            continue;
        if (mieni_refers_to(&asset, path) && !mieni_paths_add(&facts->users, files.items[i]))
            status = MIEN_ERROR_MEMORY;
        // A clip without a skeleton drives every face by the names of its curves.
        const bool is_driven =
            skeleton[0] == '\0' || strcmp(mieni_text_or_empty(mieni_asset_skeleton(&asset)), skeleton) == 0;
        if (is_driven)
            add_all_driven(facts, driven, &asset);
        if (is_driven && is_face(&asset) && !mieni_paths_add(&facts->poses, files.items[i]))
            status = MIEN_ERROR_MEMORY;
        mieni_asset_release(&asset);
    }
    mieni_paths_release(&files);
    return status;
}

/// Copies of names, since the recipe goes.
static void add_names(StudioClipFacts *facts, const MieniClipRecipe *recipe)
{
    const MienAuthorClip *clip = &recipe->assembled;
    facts->bones = mieni_arena_take(&facts->memory, (size_t)clip->track_count, sizeof *facts->bones);
    facts->curves = mieni_arena_take(&facts->memory, (size_t)clip->curve_count, sizeof *facts->curves);
    if (facts->bones == NULL || facts->curves == NULL)
        return;
    for (int i = 0; i < clip->track_count; ++i)
        facts->bones[facts->source_tracks++] = keep(facts, clip->tracks[i].bone);
    for (int i = 0; i < clip->curve_count; ++i)
        facts->curves[facts->source_curves++] = keep(facts, clip->curves[i].name);
}

static void add_clip(StudioClipFacts *facts, const MienAuthorClip *clip)
{
    facts->track_count = clip->track_count;
    facts->curve_count = clip->curve_count;
    facts->length = clip->length;
    facts->rate = clip->rate;
    facts->rate_divisor = clip->rate_divisor;
    facts->sound = clip->sound != NULL ? keep(facts, clip->sound) : NULL;
    facts->sound_offset = clip->sound_offset;
    facts->markers = mieni_arena_take(&facts->memory, (size_t)clip->event_count, sizeof *facts->markers);
    for (int i = 0; facts->markers != NULL && i < clip->event_count; ++i)
        facts->markers[facts->marker_count++] =
            (StudioClipMarker){keep(facts, clip->events[i].name), clip->events[i].time};
}

static void add_idle(StudioClipFacts *facts, const MienAuthorClip *clip, Driven *driven)
{
    if (driven->count > 0)
        mieni_names_sort(driven->items, driven->count);
    facts->idle = mieni_arena_take(&facts->memory, (size_t)clip->curve_count, sizeof *facts->idle);
    for (int i = 0; facts->idle != NULL && i < clip->curve_count; ++i)
        if (mieni_names_search(driven->items, driven->count, clip->curves[i].name) < 0)
            facts->idle[facts->idle_count++] = keep(facts, clip->curves[i].name);
}

static void add_solved(StudioClipFacts *facts, const MieniClipRecipe *recipe)
{
    const char *poses = mieni_solve_poses(mieni_clip_solve(mieni_clip_of(&recipe->asset)));
    if (poses == NULL)
        return;
    facts->solved_with = keep(facts, poses);
    facts->solved = studio_solved_copy(&recipe->solved, &facts->memory);
}

/// Finds the face that has most curves under other names, if few drive anything.
static void add_match(StudioClipFacts *facts, const MieniProject *project, const MieniClipRecipe *recipe)
{
    if (facts->idle_count * 2 <= facts->curve_count || mieni_clip_map(mieni_clip_of(&recipe->asset)) != NULL)
        return;
    enum { MOST = 64 }; // faces that are tried
    for (int i = 0; i < facts->poses.count && i < MOST; ++i) {
        const char *path = facts->poses.items[i];
        MieniAsset asset;
        if (mieni_project_load(project, path, mieni_asset_kind_of_path(path), &asset, NULL) != MIEN_OK)
            continue;
        const int count = studio_clip_match_count(&asset, facts->curves, facts->source_curves);
        if (count > facts->match_count && count > facts->curve_count - facts->idle_count) {
            facts->match_count = count;
            facts->match = path;
        }
        mieni_asset_release(&asset);
    }
}

MienStatus studio_clip_facts_make(StudioClipFacts *out_facts, const StudioSnapshot *snapshot,
                                  const char *path)
{
    const MieniProject *project = &snapshot->project;
    MieniClipRecipe recipe;
    Driven driven = {0};
    *out_facts = (StudioClipFacts){0};
    out_facts->is_made = mieni_clip_recipe(project, path, NULL, &recipe, &out_facts->problem) == MIEN_OK;
    MieniAsset asset = {0};
    if (!out_facts->is_made) // its text may be fine all the same
        mieni_project_load(project, path, MIENI_ASSET_CLIP, &asset, NULL);
    const char *skeleton = mieni_asset_skeleton(out_facts->is_made ? &recipe.asset : &asset);
    MienStatus status = look_around(out_facts, project, path, mieni_text_or_empty(skeleton), &driven);
    if (out_facts->is_made) {
        add_rows(out_facts, project, &recipe);
        add_names(out_facts, &recipe);
        add_clip(out_facts, recipe.clip);
        add_idle(out_facts, recipe.clip, &driven);
        add_match(out_facts, project, &recipe);
        add_solved(out_facts, &recipe);
        mieni_clip_recipe_release(&recipe);
    }
    mieni_asset_release(&asset);
    free(driven.items);
    return out_facts->memory.is_out_of_memory ? MIEN_ERROR_MEMORY : status;
}

void studio_clip_facts_release(StudioClipFacts *facts)
{
    mieni_paths_release(&facts->users);
    mieni_paths_release(&facts->poses);
    mieni_arena_release(&facts->memory);
    *facts = (StudioClipFacts){0};
}
