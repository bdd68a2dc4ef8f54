// SPDX-License-Identifier: MIT
//
// Applying modifiers: checking the lists, one modifier after another on a work
// copy that shares what it can with the source, the result.

#include "core/float_rules.h"

#include "author/clip/modify.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "core/pack_format.h"
#include "core/utf8.h"

#include <string.h>

/// Of all lists together: far above what anyone stacks, far below what overflows.
enum { MOST_MODIFIERS = 65535 };

/// Where a check is.
typedef struct Place {
    int list, item;
    MienError *error;
} Place;

static MienStatus refuse(const Place *place, const char *sentence, const char *field)
{
    return mieni_fail(place->error, MIEN_ERROR_DATA, sentence, "lists[%d].items[%d]%s", place->list,
                      place->item, field);
}

static MienStatus check_names(const char *const *names, int count, const char *field, const Place *place)
{
    if (count < 1 || names == NULL)
        return refuse(place, "a modifier of this kind needs names; * is all of them", field);
    for (int n = 0; n < count; ++n) {
        const char *why = "a name is missing";
        if (names[n] == NULL || !mieni_name_is_valid(names[n], strlen(names[n]), &why))
            return mieni_fail(place->error, MIEN_ERROR_DATA, why, "lists[%d].items[%d]%s[%d]", place->list,
                              place->item, field, n);
    }
    return MIEN_OK;
}

static MienStatus check_renames(const MienAuthorModifier *modifier, const Place *place)
{
    const MienStatus status = check_names(modifier->new_names, modifier->name_count, ".new_names", place);
    for (int n = 0; status == MIEN_OK && n < modifier->name_count; ++n) {
        const char *from = modifier->names[n], *to = modifier->new_names[n];
        const int stars = mieni_name_count(from, '*');
        if (stars > 1 || mieni_name_count(to, '*') != stars || strchr(from, '?') != NULL)
            return mieni_fail(place->error, MIEN_ERROR_DATA,
                              "renaming takes no ? and no * in either name or one in both",
                              "lists[%d].items[%d].names[%d]", place->list, place->item, n);
    }
    return status;
}

static MienStatus check_numbers(const MienAuthorModifier *modifier, const Place *place)
{
    const float factors[2] = {modifier->gain, modifier->offset}, bounds[2] = {modifier->min, modifier->max};
    const double divisor = modifier->rate_divisor > 0 ? modifier->rate_divisor : 1;
    switch (modifier->kind) {
    case MIEN_AUTHOR_SCALE_CURVES:
        if (!mieni_all_within(factors, 2, MIEN_MAX_WEIGHT))
            return refuse(place, "a gain and an offset are finite and within 1000", ".gain");
        return MIEN_OK;
    case MIEN_AUTHOR_CLAMP_CURVES:
        if (!mieni_all_within(bounds, 2, MIEN_MAX_CURVE) || !(bounds[0] <= bounds[1]))
            return refuse(place, "bounds are finite, within 1000000000, and min is not above max", ".min");
        return MIEN_OK;
    case MIEN_AUTHOR_SMOOTH_CURVES:
        if (!(modifier->time_constant >= 0.0 && modifier->time_constant <= 3600.0))
            return refuse(place, "a time constant is 0 to 3600 seconds", ".time_constant");
        return MIEN_OK;
    case MIEN_AUTHOR_RESAMPLE_CURVES:
    case MIEN_AUTHOR_RESAMPLE_TRACKS:
        if (modifier->rate_divisor < 0 ||
            (modifier->rate != 0 && !(modifier->rate >= divisor && modifier->rate <= 1000.0 * divisor)))
            return refuse(place, "a rate is 1 to 1000 per second, or 0 for the clip's", ".rate");
        return MIEN_OK;
    case MIEN_AUTHOR_RENAME_CURVES:
        return check_renames(modifier, place);
    default:
        return MIEN_OK;
    }
}

static MienStatus check_modifier(const MienAuthorModifier *modifier, const Place *place)
{
    if (modifier->is_off)
        return MIEN_OK;
    if ((int)modifier->kind < MIEN_AUTHOR_REMOVE_ALL_TRACKS || modifier->kind > MIEN_AUTHOR_MIRROR_SIDES)
        return refuse(place, "a modifier of no known kind", ".kind");
    if (modifier->kind == MIEN_AUTHOR_REMOVE_ALL_TRACKS || modifier->kind == MIEN_AUTHOR_MIRROR_SIDES)
        return MIEN_OK;
    const MienStatus status = check_names(modifier->names, modifier->name_count, ".names", place);
    return status == MIEN_OK ? check_numbers(modifier, place) : status;
}

static MienStatus check_lists(const MienAuthorModifiers *const *lists, int list_count, MienError *error)
{
    int total = 0;
    MienStatus status = MIEN_OK;
    for (int l = 0; status == MIEN_OK && l < list_count; ++l) {
        if (lists[l] == NULL || lists[l]->count < 0 || (lists[l]->count > 0 && lists[l]->items == NULL))
            return mieni_fail(error, MIEN_ERROR_ARGUMENT, "a list and what it counts must be given",
                              "lists[%d]", l);
        if (lists[l]->count > MOST_MODIFIERS - total)
            return mieni_fail(error, MIEN_ERROR_LIMIT, "a clip takes at most 65535 modifiers", "lists[%d]",
                              l);
        total += lists[l]->count;
        for (int i = 0; status == MIEN_OK && i < lists[l]->count; ++i)
            status = check_modifier(&lists[l]->items[i], &(Place){l, i, error});
    }
    return status;
}

MienStatus mien_author_modifiers_check(const MienAuthorModifiers *const *lists, int list_count,
                                       MienError *error)
{
    if (list_count < 0 || (list_count > 0 && lists == NULL))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "the lists that are counted must be given", "lists");
    const MieniFloatEnv env = mieni_float_env_enter();
    const MienStatus status = check_lists(lists, list_count, error);
    mieni_float_env_leave(env);
    return status;
}

MienStatus mieni_work_fail(const MieniWork *work, MienStatus status, const char *sentence, const char *rest)
{
    return mieni_fail(work->error, status, sentence, "lists[%d].items[%d]%s", work->list, work->item, rest);
}

MienStatus mieni_work_no_memory(const MieniWork *work)
{
    return mieni_fail(work->error, MIEN_ERROR_MEMORY, "no memory while applying modifiers", "%s", "");
}

bool mieni_work_is_named(MieniWork *work, const char *name)
{
    bool is_named = false;
    for (int n = 0; n < work->modifier->name_count; ++n) {
        if (mieni_name_matches(work->modifier->names[n], name))
            is_named = work->is_found[n] = true;
    }
    return is_named;
}

MienStatus mieni_work_swap(const MieniWork *work, const MieniNameEntry *known, int count, const char **name,
                           bool *out_is_swapped)
{
    char partner[MIENI_NAME_ROOM];
    *out_is_swapped = mieni_name_swap_sides(*name, partner);
    if (*out_is_swapped && count > 0)
        *out_is_swapped =
            (mieni_names_search(known, count, *name) < 0) == (mieni_names_search(known, count, partner) < 0);
    if (!*out_is_swapped)
        return MIEN_OK;
    const size_t size = strlen(partner);
    if (size > MIEN_MAX_NAME)
        return mieni_work_fail(work, MIEN_ERROR_DATA,
                               "a name with its side swapped would be longer than 255 bytes", "");
    *name = mieni_arena_text(work->scratch, partner, size);
    return *name != NULL ? MIEN_OK : mieni_work_no_memory(work);
}

/// Sorts the names of the skeleton; of the rest only parents matter here.
static MienStatus open_skeleton(MieniWork *work)
{
    const MienAuthorSkeleton *skeleton = work->skeleton;
    if (skeleton == NULL)
        return MIEN_OK;
    if (skeleton->bone_count < 0 || skeleton->curve_count < 0 ||
        (skeleton->bone_count > 0 && skeleton->bones == NULL) ||
        (skeleton->curve_count > 0 && skeleton->curves == NULL))
        return mieni_fail(work->error, MIEN_ERROR_ARGUMENT, "bones and curves that are counted must be given",
                          "skeleton");
    if (skeleton->bone_count > MIEN_MAX_BONES || skeleton->curve_count > MIEN_MAX_CURVES)
        return mieni_fail(work->error, MIEN_ERROR_LIMIT,
                          "a skeleton has at most 65535 bones and 65535 curves", "skeleton");
    work->bones = mieni_arena_take(work->scratch, (size_t)skeleton->bone_count, sizeof *work->bones);
    work->known = mieni_arena_take(work->scratch, (size_t)skeleton->curve_count, sizeof *work->known);
    if (work->bones == NULL || work->known == NULL)
        return mieni_work_no_memory(work);
    for (int b = 0; b < skeleton->bone_count; ++b) {
        if (skeleton->bones[b].name == NULL)
            return mieni_fail(work->error, MIEN_ERROR_DATA, "a name is missing", "skeleton.bones[%d].name",
                              b);
        if (skeleton->bones[b].parent < -1 || skeleton->bones[b].parent >= b)
            return mieni_fail(work->error, MIEN_ERROR_DATA, "a parent must stand before its child",
                              "skeleton.bones[%d].parent", b);
        work->bones[b] = (MieniNameEntry){skeleton->bones[b].name, b};
    }
    for (int c = 0; c < skeleton->curve_count; ++c) {
        if (skeleton->curves[c].name == NULL)
            return mieni_fail(work->error, MIEN_ERROR_DATA, "a name is missing", "skeleton.curves[%d].name",
                              c);
        work->known[c] = (MieniNameEntry){skeleton->curves[c].name, c};
    }
    mieni_names_sort(work->bones, skeleton->bone_count);
    mieni_names_sort(work->known, skeleton->curve_count);
    return MIEN_OK;
}

static MienStatus open_clip(MieniWork *work)
{
    const MienAuthorClip *source = work->source;
    work->curves = mieni_arena_take(work->scratch, (size_t)source->curve_count, sizeof *work->curves);
    work->tracks = mieni_arena_take(work->scratch, (size_t)source->track_count, sizeof *work->tracks);
    if (work->curves == NULL || work->tracks == NULL)
        return mieni_work_no_memory(work);
    work->curve_count = source->curve_count;
    work->track_count = source->track_count;
    for (int c = 0; c < source->curve_count; ++c)
        work->curves[c].curve = source->curves[c];
    for (int t = 0; t < source->track_count; ++t)
        work->tracks[t].track = source->tracks[t];
    return MIEN_OK;
}

static MieniModify *modify_of(MienAuthorModifierKind kind)
{
    switch (kind) {
    case MIEN_AUTHOR_REMOVE_ALL_TRACKS:
    case MIEN_AUTHOR_REMOVE_BONES:
    case MIEN_AUTHOR_KEEP_BONES:
        return mieni_modify_choose_tracks;
    case MIEN_AUTHOR_REMOVE_CURVES:
    case MIEN_AUTHOR_KEEP_CURVES:
        return mieni_modify_choose_curves;
    case MIEN_AUTHOR_RENAME_CURVES:
        return mieni_modify_rename_curves;
    case MIEN_AUTHOR_SCALE_CURVES:
        return mieni_modify_scale;
    case MIEN_AUTHOR_CLAMP_CURVES:
        return mieni_modify_clamp;
    case MIEN_AUTHOR_SMOOTH_CURVES:
        return mieni_modify_smooth;
    case MIEN_AUTHOR_RESAMPLE_CURVES:
        return mieni_modify_resample_curves;
    case MIEN_AUTHOR_RESAMPLE_TRACKS:
        return mieni_modify_resample_tracks;
    case MIEN_AUTHOR_MIRROR_SIDES:
        break;
    }
    return mieni_modify_mirror;
}

/// Lists the names that chose nothing.
static MienStatus note_missing(MieniWork *work, int name_count)
{
    MienAuthorModifierReport *report = work->report;
    for (int n = 0; n < name_count; ++n)
        report->missing_count += !work->is_found[n];
    if (report->missing_count == 0)
        return MIEN_OK;
    int *missing = mieni_arena_take(work->result, (size_t)report->missing_count, sizeof *missing);
    if (missing == NULL)
        return mieni_work_no_memory(work);
    for (int n = 0, filled = 0; n < name_count; ++n) {
        if (!work->is_found[n])
            missing[filled++] = n;
    }
    report->missing = missing;
    return MIEN_OK;
}

static MienStatus apply_modifier(MieniWork *work, const MienAuthorModifier *modifier)
{
    work->report->track_count = work->track_count;
    work->report->curve_count = work->curve_count;
    if (modifier->is_off)
        return MIEN_OK;
    const bool has_names =
        modifier->kind != MIEN_AUTHOR_REMOVE_ALL_TRACKS && modifier->kind != MIEN_AUTHOR_MIRROR_SIDES;
    const int name_count = has_names ? modifier->name_count : 0;
    work->modifier = modifier;
    work->is_found = mieni_arena_take(work->scratch, (size_t)name_count, sizeof *work->is_found);
    if (work->is_found == NULL)
        return mieni_work_no_memory(work);
    const MienStatus status = modify_of(modifier->kind)(work);
    return status == MIEN_OK ? note_missing(work, name_count) : status;
}

/// A copy in the result of what is scratch, anything else as it is. Sticks to NULL
/// without memory; the arena remembers.
static const void *settle(MieniArena *arena, const void *memory, size_t count, size_t size, bool is_scratch)
{
    if (!is_scratch)
        return memory;
    void *copy = mieni_arena_take(arena, count, size);
    if (copy != NULL && count > 0)
        memcpy(copy, memory, count * size);
    return copy;
}

static MienStatus close_clip(MieniWork *work, MienAuthorClip *clip)
{
    MieniArena *arena = work->result;
    MienAuthorClipCurve *curves = mieni_arena_take(arena, (size_t)work->curve_count, sizeof *curves);
    MienAuthorClipTrack *tracks = mieni_arena_take(arena, (size_t)work->track_count, sizeof *tracks);
    if (curves == NULL || tracks == NULL)
        return mieni_work_no_memory(work);
    for (int c = 0; c < work->curve_count; ++c) {
        const MieniWorkCurve *at = &work->curves[c];
        curves[c] = at->curve;
        curves[c].name = settle(arena, at->curve.name, strlen(at->curve.name) + 1, 1, at->owns_name);
        curves[c].keys =
            settle(arena, at->curve.keys, (size_t)at->curve.key_count, sizeof(MienAuthorKey), at->owns_keys);
    }
    for (int t = 0; t < work->track_count; ++t) {
        const MieniWorkTrack *at = &work->tracks[t];
        tracks[t] = at->track;
        tracks[t].bone = settle(arena, at->track.bone, strlen(at->track.bone) + 1, 1, at->owns_bone);
        tracks[t].samples = settle(arena, at->track.samples, (size_t)at->track.sample_count,
                                   sizeof(MienTransform), at->owns_samples);
    }
    *clip = *work->source;
    clip->curve_count = work->curve_count;
    clip->curves = curves;
    clip->track_count = work->track_count;
    clip->tracks = tracks;
    return arena->is_out_of_memory ? mieni_work_no_memory(work) : MIEN_OK;
}

static MIENI_APART MienStatus apply(MieniWork *work, const MienAuthorModifiers *const *lists, int list_count,
                                    MienAuthorModifierReport *reports, MienAuthorClip *clip)
{
    MienStatus status = open_skeleton(work);
    if (status == MIEN_OK)
        status = open_clip(work);
    for (int l = 0, done = 0; status == MIEN_OK && l < list_count; ++l) {
        for (int i = 0; status == MIEN_OK && i < lists[l]->count; ++i, ++done) {
            work->list = l;
            work->item = i;
            work->report = &reports[done];
            status = apply_modifier(work, &lists[l]->items[i]);
        }
    }
    return status == MIEN_OK ? close_clip(work, clip) : status;
}

MienStatus mien_author_modifiers_apply(const MienAuthorClip *source, const MienAuthorModifiers *const *lists,
                                       int list_count, const MienAuthorSkeleton *skeleton,
                                       const MienAllocator *allocator, MienAuthorClip **out_clip,
                                       MienAuthorModifierReport *out_reports, MienError *error)
{
    if (out_clip == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "there must be a place for the clip", "out_clip");
    *out_clip = NULL;
    MienStatus status = mien_author_clip_check(source, error);
    if (status == MIEN_OK)
        status = mien_author_modifiers_check(lists, list_count, error);
    if (status != MIEN_OK)
        return status;
    size_t total = 0;
    for (int l = 0; l < list_count; ++l)
        total += (size_t)lists[l]->count;

    MieniBudget budget;
    mieni_budget_begin(&budget, allocator, NULL, mieni_clip_bytes(source));
    MieniArena scratch = {.allocator = &budget.allocator};
    MieniWork work = {.source = source, .skeleton = skeleton, .scratch = &scratch, .error = error};
    MienAuthorModifierReport *reports = mieni_arena_take(&scratch, total, sizeof *reports);
    MienAuthorClip *clip = mieni_clip_create_within(&budget);
    if (reports == NULL || clip == NULL) {
        status = mieni_work_no_memory(&work);
    } else {
        work.result = mieni_clip_arena(clip);
        const MieniFloatEnv env = mieni_float_env_enter();
        status = apply(&work, lists, list_count, reports, clip);
        mieni_float_env_leave(env);
    }
    if (clip != NULL)
        mieni_clip_leave_budget(clip);
    if (status == MIEN_OK) {
        *out_clip = clip;
        if (out_reports != NULL && total > 0)
            memcpy(out_reports, reports, total * sizeof *reports);
    } else {
        mien_author_clip_destroy(clip);
    }
    mieni_arena_release(&scratch);
    return mieni_budget_status(&budget, status, error);
}
