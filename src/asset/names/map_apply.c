// SPDX-License-Identifier: MIT
//
// Translating the curves of a clip by a map. What is computed belongs to the result;
// what stays as it is belongs to the source.
//
// A sum of curves that are lines or steps is lines or steps between the times at which
// one of them has a key. Where curves jump (two keys at one time) so does the sum: one
// key has what they are at that time, another what they are right after. Only where a
// line and a step that ends in a jump run together there is no such key: then, and for
// everything smoother, the sum is sampled.

#include "core/float_rules.h"

#include "asset/names/map.h"

#include "author/clip/keys.h"
#include "author/clip/memory.h"
#include "core/float_env.h"
#include "core/internal.h"

#include <stdlib.h>
#include <string.h>

/// A sum needs every curve at every key of all. Beyond this it is sampled, so that time
/// does not grow with the square of what a map is given.
#define MOST_EVALUATIONS ((size_t)1 << 27)

typedef struct Applying {
    const MienAuthorClip *clip;
    const MienAuthorMap *map;
    const MienAuthorMapOptions *options;
    MieniNameEntry *curves;            ///< Of the clip, by name.
    MieniNameEntry *sources, *targets; ///< Rows of the map.
    int *fed_by;                       ///< Per row: the curve that it reads, or -1.
    int *entries;                      ///< Per row: where it is among targets.
    bool *is_done;                     ///< Per row: its target has been made.
    bool *is_made;                     ///< Per first entry of a target: some curve feeds it.
    bool *is_known;                    ///< Per curve: a row reads it.

    int sum_count; ///< Of the target at hand:
    const MienAuthorClipCurve **summed;
    double *gains;
    int *at; ///< Per summed curve: its last key at or before the time at hand.

    MieniArena *scratch, *result;
    int curve_count;
    MienAuthorClipCurve *made;
    MienAuthorMapReport report;
    MienError *error;
} Applying;

static MienStatus no_memory(const Applying *a)
{
    return mieni_fail(a->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static MienStatus refuse(const Applying *a, MienStatus status, const char *sentence, const char *name)
{
    return mieni_fail(a->error, status, mieni_at("curve %.64s", name), "%s", sentence);
}

/// Finds the curve that every row reads.
static MienStatus bind_rows(Applying *a)
{
    const int count = a->clip->curve_count;
    for (int c = 0; c < count; ++c)
        a->curves[c] = (MieniNameEntry){a->clip->curves[c].name, c};
    mieni_names_sort(a->curves, count);
    for (int e = 0; e < a->map->row_count; ++e) {
        const int row = a->sources[e].index;
        const char *name = a->sources[e].name;
        const int c = a->fed_by[row] = mieni_names_search(a->curves, count, name);
        a->entries[a->targets[e].index] = e;
        if (c < 0)
            continue;
        a->is_known[c] = true;
        const int next = mieni_names_first(a->curves, count, name) + 1;
        if (next < count && strcmp(a->curves[next].name, name) == 0)
            return refuse(a, MIEN_ERROR_DATA, "two curves have this name: rename or remove one", name);
    }
    return MIEN_OK;
}

static MienStatus open(Applying *a)
{
    const size_t rows = (size_t)a->map->row_count, curves = (size_t)a->clip->curve_count;
    a->curves = mieni_arena_take(a->scratch, curves, sizeof *a->curves);
    a->sources = mieni_map_sort(a->map, false, a->scratch);
    a->targets = mieni_map_sort(a->map, true, a->scratch);
    a->fed_by = mieni_arena_take(a->scratch, rows, sizeof *a->fed_by);
    a->entries = mieni_arena_take(a->scratch, rows, sizeof *a->entries);
    a->is_done = mieni_arena_take(a->scratch, rows, sizeof *a->is_done);
    a->is_made = mieni_arena_take(a->scratch, rows, sizeof *a->is_made);
    a->is_known = mieni_arena_take(a->scratch, curves, sizeof *a->is_known);
    a->summed = mieni_arena_take(a->scratch, rows, sizeof *a->summed);
    a->gains = mieni_arena_take(a->scratch, rows, sizeof *a->gains);
    a->at = mieni_arena_take(a->scratch, rows, sizeof *a->at);
    return a->scratch->is_out_of_memory ? no_memory(a) : bind_rows(a);
}

static int compare_times(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// The times at which a summed curve has a key, ascending, each once.
static int times_of(const Applying *a, double *times)
{
    int filled = 0, count = 0;
    for (int s = 0; s < a->sum_count; ++s) {
        for (int k = 0; k < a->summed[s]->key_count; ++k)
            times[filled++] = a->summed[s]->keys[k].time;
    }
    qsort(times, (size_t)filled, sizeof *times, compare_times);
    for (int t = 0; t < filled; ++t) {
        if (count == 0 || times[t] > times[count - 1])
            times[count++] = times[t];
    }
    return count;
}

/// What the sum is from one time to the next, or MIEN_AUTHOR_CUBIC if that cannot be
/// said by a key. The places of the curves are those of the first.
static MienAuthorInterpolation kind_of(const Applying *a, double next)
{
    bool has_line = false, has_slope = false, has_step = false;
    for (int s = 0; s < a->sum_count; ++s) {
        const MienAuthorClipCurve *curve = a->summed[s];
        const int k = a->at[s];
        if (k < 0 || k + 1 >= curve->key_count)
            continue; // it holds
        const MienAuthorKey *from = &curve->keys[k], *to = from + 1;
        const bool is_flat = from->value == to->value;
        if (from->interpolation == MIEN_AUTHOR_CUBIC)
            return MIEN_AUTHOR_CUBIC;
        has_line = has_line || from->interpolation == MIEN_AUTHOR_LINEAR;
        has_slope = has_slope || (from->interpolation == MIEN_AUTHOR_LINEAR && !is_flat);
        has_step = has_step || (from->interpolation == MIEN_AUTHOR_CONSTANT && !is_flat && to->time == next);
    }
    if (has_slope && has_step)
        return MIEN_AUTHOR_CUBIC;
    return has_line && !has_step ? MIEN_AUTHOR_LINEAR : MIEN_AUTHOR_CONSTANT;
}

/// The keys of the sum, or -1 if it cannot be keys. out has room for two per time.
static int sum_keys(const Applying *a, const double *times, int count, MienAuthorKey *out)
{
    int filled = 0;
    for (int s = 0; s < a->sum_count; ++s)
        a->at[s] = -1;
    for (int t = 0; t < count; ++t) {
        double value = 0.0, after = 0.0;
        bool jumps = false;
        for (int s = 0; s < a->sum_count; ++s) {
            const MienAuthorClipCurve *curve = a->summed[s];
            const float now = mien_author_curve_evaluate(curve, times[t]);
            int *k = &a->at[s];
            while (*k + 1 < curve->key_count && curve->keys[*k + 1].time <= times[t])
                ++*k;
            const bool is_key = *k >= 0 && curve->keys[*k].time == times[t];
            const float then = is_key ? curve->keys[*k].value : now;
            jumps = jumps || then != now;
            value += a->gains[s] * (double)now;
            after += a->gains[s] * (double)then;
        }
        const MienAuthorInterpolation kind = t + 1 < count ? kind_of(a, times[t + 1]) : MIEN_AUTHOR_LINEAR;
        if (kind == MIEN_AUTHOR_CUBIC)
            return -1;
        out[filled++] = (MienAuthorKey){.time = times[t], .value = (float)value, .interpolation = kind};
        if (jumps)
            out[filled++] = (MienAuthorKey){.time = times[t], .value = (float)after, .interpolation = kind};
    }
    return filled;
}

static MienStatus sample_sum(Applying *a, MienAuthorClipCurve *out)
{
    MieniGrid grid;
    const char *why = "";
    const MienStatus status = mieni_grid_make(a->clip, 0, 0, &grid, &why);
    if (status != MIEN_OK)
        return refuse(a, status, why, out->name);
    MienAuthorKey *keys = mieni_arena_take(a->result, (size_t)grid.count, sizeof *keys);
    if (keys == NULL)
        return no_memory(a);
    mieni_keys_resample(a->summed, a->gains, a->sum_count, &grid, keys);
    ++a->report.resampled_count;
    out->keys = keys;
    out->key_count = grid.count;
    return MIEN_OK;
}

static MienStatus sum(Applying *a, MienAuthorClipCurve *out)
{
    size_t room = 0;
    bool holds = true;
    for (int s = 0; s < a->sum_count; ++s) {
        room += (size_t)a->summed[s]->key_count;
        holds = holds && mieni_curve_holds(a->summed[s], a->clip->length);
    }
    if (!holds || room > MOST_EVALUATIONS / (size_t)a->sum_count)
        return sample_sum(a, out);
    MieniArena scratch = {.allocator = a->scratch->allocator};
    double *times = mieni_arena_take(&scratch, room, sizeof *times);
    MienAuthorKey *keys = mieni_arena_take(&scratch, 2 * room, sizeof *keys);
    MienStatus status = MIEN_OK;
    int count = 0;
    if (times == NULL || keys == NULL)
        status = no_memory(a);
    else
        count = sum_keys(a, times, times_of(a, times), keys);
    if (status == MIEN_OK && count < 0) {
        status = sample_sum(a, out);
    } else if (status == MIEN_OK) {
        MienAuthorKey *kept = mieni_arena_take(a->result, (size_t)count, sizeof *kept);
        if (kept != NULL)
            memcpy(kept, keys, (size_t)count * sizeof *kept);
        else
            status = no_memory(a);
        out->keys = kept;
        out->key_count = count;
    }
    mieni_arena_release(&scratch);
    return status;
}

/// A curve of one source. Keys that need no scaling stay the source's.
static MienStatus scale(Applying *a, MienAuthorClipCurve *out)
{
    const MienAuthorClipCurve *source = a->summed[0];
    const char *name = out->name;
    *out = *source;
    out->name = name;
    if (a->gains[0] == 1.0 || source->key_count == 0)
        return MIEN_OK;
    MienAuthorKey *keys = mieni_arena_take(a->result, (size_t)source->key_count, sizeof *keys);
    if (keys == NULL)
        return no_memory(a);
    mieni_keys_scale(source->keys, source->key_count, a->gains[0], 0.0, keys);
    out->keys = keys;
    return MIEN_OK;
}

/// Collects what feeds a target. A curve without keys is 0 and adds nothing, unless
/// there is no other.
static void gather(Applying *a, int entry)
{
    const MienAuthorClipCurve *empty = NULL;
    const char *name = a->targets[entry].name;
    a->sum_count = 0;
    for (; entry < a->map->row_count && strcmp(a->targets[entry].name, name) == 0; ++entry) {
        const int row = a->targets[entry].index;
        a->is_done[row] = true;
        if (a->fed_by[row] < 0)
            continue;
        const MienAuthorClipCurve *curve = &a->clip->curves[a->fed_by[row]];
        if (curve->key_count == 0) {
            empty = curve;
            continue;
        }
        a->summed[a->sum_count] = curve;
        a->gains[a->sum_count++] = a->map->rows[row].weight;
    }
    if (a->sum_count == 0 && empty != NULL) {
        a->summed[a->sum_count] = empty;
        a->gains[a->sum_count++] = 1.0;
    }
}

static MienStatus make_targets(Applying *a)
{
    MienStatus status = MIEN_OK;
    for (int r = 0; status == MIEN_OK && r < a->map->row_count; ++r) {
        if (a->is_done[r])
            continue;
        const char *name = a->map->rows[r].to;
        gather(a, a->entries[r]);
        if (a->sum_count == 0)
            continue;
        a->is_made[a->entries[r]] = true;
        MienAuthorClipCurve *curve = &a->made[a->curve_count++];
        curve->name = mieni_arena_text(a->result, name, strlen(name));
        if (curve->name == NULL)
            return no_memory(a);
        status = a->sum_count == 1 ? scale(a, curve) : sum(a, curve);
        if (status == MIEN_OK && !mieni_keys_are_sane(curve->keys, curve->key_count))
            status = refuse(a, MIEN_ERROR_DATA, "the map gives this curve a value or slope beyond 1000000000",
                            name);
    }
    a->report.target_count = a->curve_count;
    return status;
}

/// A list of names in the report. Names belong to the result, because the map need
/// not live as long.
typedef struct NameList {
    const char **names;
    int count;
} NameList;

static bool list_open(const Applying *a, NameList *list, size_t room)
{
    list->names = mieni_arena_take(a->result, room, sizeof *list->names);
    return list->names != NULL;
}

static bool list_add(const Applying *a, NameList *list, const char *name)
{
    const char *copy = list->names[list->count++] = mieni_arena_text(a->result, name, strlen(name));
    return copy != NULL;
}

/// Sources that no curve is there for.
static MienStatus note_missing(Applying *a)
{
    NameList missing = {0};
    if (!list_open(a, &missing, (size_t)a->map->row_count))
        return no_memory(a);
    for (int e = 0; e < a->map->row_count; ++e) {
        const bool is_new = e == 0 || strcmp(a->sources[e - 1].name, a->sources[e].name) != 0;
        if (is_new && a->fed_by[a->sources[e].index] < 0 && !list_add(a, &missing, a->sources[e].name))
            return no_memory(a);
    }
    a->report.missing = missing.names;
    a->report.missing_count = missing.count;
    return MIEN_OK;
}

/// Curves that no row reads: noted, and kept or not.
static MienStatus keep_others(Applying *a)
{
    const MienAuthorClip *clip = a->clip;
    NameList unmapped = {0}, unknown = {0};
    MieniNameEntry *names =
        mieni_arena_take(a->scratch, (size_t)a->map->unmapped_count, sizeof(MieniNameEntry));
    if (names == NULL || !list_open(a, &unmapped, (size_t)clip->curve_count) ||
        !list_open(a, &unknown, (size_t)clip->curve_count))
        return no_memory(a);
    for (int u = 0; u < a->map->unmapped_count; ++u)
        names[u] = (MieniNameEntry){a->map->unmapped[u], u};
    mieni_names_sort(names, a->map->unmapped_count);
    for (int c = 0; c < clip->curve_count; ++c) {
        const char *name = clip->curves[c].name;
        if (a->is_known[c]) {
            ++a->report.source_count;
            continue;
        }
        const bool is_unmapped = mieni_names_search(names, a->map->unmapped_count, name) >= 0;
        if (!list_add(a, is_unmapped ? &unmapped : &unknown, name))
            return no_memory(a);
        if (is_unmapped ? !a->options->keep_unmapped : a->options->drop_unknown)
            continue;
        const int entry = mieni_names_first(a->targets, a->map->row_count, name);
        if (entry < a->map->row_count && strcmp(a->targets[entry].name, name) == 0 && a->is_made[entry])
            return refuse(a, MIEN_ERROR_DATA,
                          "the map makes a curve of this name, and the clip has one that it leaves alone",
                          name);
        a->made[a->curve_count++] = clip->curves[c];
    }
    a->report.unmapped = unmapped.names;
    a->report.unmapped_count = unmapped.count;
    a->report.unknown = unknown.names;
    a->report.unknown_count = unknown.count;
    return MIEN_OK;
}

static MIENI_APART MienStatus apply(Applying *a, MienAuthorClip *out)
{
    MienStatus status = open(a);
    if (status != MIEN_OK)
        return status;
    const size_t room = (size_t)a->map->row_count + (size_t)a->clip->curve_count;
    a->made = mieni_arena_take(a->result, room, sizeof *a->made);
    if (a->made == NULL)
        return no_memory(a);
    status = make_targets(a);
    if (status == MIEN_OK)
        status = keep_others(a);
    if (status == MIEN_OK)
        status = note_missing(a);
    *out = *a->clip;
    out->curves = a->made;
    out->curve_count = a->curve_count;
    if (status == MIEN_OK && a->curve_count > MIEN_MAX_CURVES)
        return mieni_fail(a->error, MIEN_ERROR_LIMIT, mieni_nowhere(), "a clip has at most 65535 curves");
    return status;
}

MienStatus mien_author_map_apply(const MienAuthorClip *clip, const MienAuthorMap *map,
                                 const MienAuthorMapOptions *options, MienAuthorClip **out_clip,
                                 MienAuthorMapReport *out_report, MienError *error)
{
    static const MienAuthorMapOptions defaults = {0};
    if (out_clip == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("out_clip"),
                          "there must be a place for the clip");
    *out_clip = NULL;
    MienStatus status = mien_author_clip_check(clip, error);
    if (status == MIEN_OK)
        status = mieni_map_check(map, "map", error);
    if (status != MIEN_OK)
        return status;
    options = options != NULL ? options : &defaults;
    MieniBudget budget;
    mieni_budget_begin(&budget, options->allocator, &options->limits, mieni_clip_bytes(clip));
    MieniArena scratch = {.allocator = &budget.allocator};
    Applying a = {.clip = clip, .map = map, .options = options, .scratch = &scratch, .error = error};
    MienAuthorClip *made = mieni_clip_create_within(&budget);
    if (made == NULL)
        return mieni_budget_status(&budget, no_memory(&a), error);
    a.result = mieni_clip_arena(made);
    const MieniFloatEnv env = mieni_float_env_enter();
    status = apply(&a, made);
    mieni_float_env_leave(env);
    mieni_arena_release(&scratch);
    mieni_clip_leave_budget(made);
    if (status != MIEN_OK) {
        mien_author_clip_destroy(made);
        return mieni_budget_status(&budget, status, error);
    }
    *out_clip = made;
    if (out_report != NULL)
        *out_report = a.report;
    return MIEN_OK;
}
