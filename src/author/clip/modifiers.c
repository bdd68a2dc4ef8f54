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

/// Fails at the modifier that is being applied; rest names the place within it.
static MienStatus work_fail(const MieniWork *work, MienStatus status, const char *sentence, const char *rest)
{
    return mieni_fail(work->error, status, mieni_at("lists[%d].items[%d]%s", work->list, work->item, rest),
                      "%s", sentence);
}

static MienStatus work_no_memory(const MieniWork *work)
{
    return mieni_fail(work->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// Swaps sides in *name. With a skeleton only between two names that it has or two
/// that it lacks: what has no partner there keeps its name.
static MienStatus work_swap(const MieniWork *work, const MieniNameEntry *known, int count, const char **name,
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
        return work_fail(work, MIEN_ERROR_DATA, "a name with its side swapped would be longer than 255 bytes",
                         "");
    *name = mieni_arena_text(work->scratch, partner, size);
    return *name != NULL ? MIEN_OK : work_no_memory(work);
}

// Modifiers that look at names of curves: removing, keeping, renaming.

MienStatus mieni_modify_choose_curves(MieniWork *work)
{
    int kept = 0;
    for (int c = 0; c < work->curve_count; ++c) {
        const bool is_named = mieni_work_is_named(work, work->curves[c].curve.name);
        if (is_named == (work->modifier->kind == MIEN_AUTHOR_KEEP_CURVES))
            work->curves[kept++] = work->curves[c];
    }
    work->report->curves_touched = work->curve_count - kept;
    work->curve_count = kept;
    return MIEN_OK;
}

static MienStatus fail_at_new_name(const MieniWork *work, const char *sentence, int name)
{
    return mieni_fail(work->error, MIEN_ERROR_DATA,
                      mieni_at("lists[%d].items[%d].new_names[%d]", work->list, work->item, name), "%s",
                      sentence);
}

/// Gives one curve the name that the first fitting entry makes; *out_by is the
/// entry that changed it, or -1.
static MienStatus rename_curve(MieniWork *work, MieniWorkCurve *at, int *out_by)
{
    const MienAuthorModifier *modifier = work->modifier;
    char name[MIENI_NAME_ROOM];
    const char *why;
    int n = 0;
    *out_by = -1;
    while (n < modifier->name_count &&
           !mieni_name_rename(modifier->names[n], modifier->new_names[n], at->curve.name, name))
        ++n;
    if (n == modifier->name_count)
        return MIEN_OK;
    work->is_found[n] = true;
    if (strcmp(name, at->curve.name) == 0)
        return MIEN_OK;
    const size_t size = strlen(name);
    if (!mieni_name_is_valid(name, size, &why))
        return fail_at_new_name(work, why, n);
    *out_by = n;
    at->curve.name = mieni_arena_text(work->scratch, name, size);
    at->owns_name = true;
    ++work->report->curves_touched;
    return at->curve.name != NULL ? MIEN_OK : work_no_memory(work);
}

MienStatus mieni_modify_rename_curves(MieniWork *work)
{
    const size_t count = (size_t)work->curve_count;
    int *by = mieni_arena_take(work->scratch, count, sizeof *by);
    MieniNameEntry *sorted = mieni_arena_take(work->scratch, count, sizeof *sorted);
    if (by == NULL || sorted == NULL)
        return work_no_memory(work);
    for (int c = 0; c < work->curve_count; ++c) {
        const MienStatus status = rename_curve(work, &work->curves[c], &by[c]);
        if (status != MIEN_OK)
            return status;
        sorted[c] = (MieniNameEntry){work->curves[c].curve.name, c};
    }
    mieni_names_sort(sorted, work->curve_count);
    for (int i = 1; i < work->curve_count; ++i) {
        const int a = by[sorted[i - 1].index], b = by[sorted[i].index];
        if ((a >= 0 || b >= 0) && strcmp(sorted[i - 1].name, sorted[i].name) == 0)
            return fail_at_new_name(work, "another curve has this name already", b >= 0 ? b : a);
    }
    return MIEN_OK;
}

// Modifiers that compute curves: scaling, clamping, smoothing, resampling.
// Arithmetic is in double and rounded once, when a value becomes a key.

/// A grid for a rate; 0 is the clip's, which must be there and sane.
static MienStatus work_grid(const MieniWork *work, int rate, int divisor, MieniGrid *out_grid)
{
    const char *why = "";
    const MienStatus status = mieni_grid_make(work->source, rate, divisor, out_grid, &why);
    return status == MIEN_OK ? status : work_fail(work, status, why, "");
}

/// Refuses keys that a clip could not carry.
static MienStatus check_keys(const MieniWork *work, const MienAuthorKey *keys, int count, int curve)
{
    if (mieni_keys_are_sane(keys, count))
        return MIEN_OK;
    return mieni_fail(work->error, MIEN_ERROR_DATA,
                      mieni_at("lists[%d].items[%d], curves[%d]", work->list, work->item, curve),
                      "this gives a curve a value or slope beyond 1000000000");
}

/// Room for keys, or NULL.
static MienAuthorKey *take_keys(const MieniWork *work, int count)
{
    return mieni_arena_take(work->scratch, (size_t)count, sizeof(MienAuthorKey));
}

/// Makes new keys a curve's own.
static MienStatus set_keys(MieniWork *work, int c, MienAuthorKey *keys, int count)
{
    MieniWorkCurve *at = &work->curves[c];
    at->curve.keys = keys;
    at->curve.key_count = count;
    at->owns_keys = true;
    return check_keys(work, keys, count, c);
}

static MienStatus resample(MieniWork *work, int c, const MieniGrid *grid)
{
    MienAuthorClipCurve *curve = &work->curves[c].curve;
    MienAuthorKey *keys = take_keys(work, grid->count);
    if (keys == NULL)
        return work_no_memory(work);
    const double gain = 1.0;
    mieni_keys_resample(&(const MienAuthorClipCurve *){curve}, &gain, 1, grid, keys);
    // What the curve was beyond its keys now is in keys, as far as the clip goes.
    curve->before = curve->after = MIEN_AUTHOR_HOLD;
    return set_keys(work, c, keys, grid->count);
}

static MienStatus resample_at_clip_rate(MieniWork *work, int c)
{
    MieniGrid grid;
    const MienStatus status = work_grid(work, 0, 0, &grid);
    return status == MIEN_OK ? resample(work, c, &grid) : status;
}

/// What one curve gets; *out_is_touched says whether anything.
typedef MienStatus ForCurve(MieniWork *work, int c, bool *out_is_touched);

static MienStatus for_named_curves(MieniWork *work, ForCurve *call)
{
    for (int c = 0; c < work->curve_count; ++c) {
        if (!mieni_work_is_named(work, work->curves[c].curve.name))
            continue;
        bool is_touched = false;
        const MienStatus status = call(work, c, &is_touched);
        if (status != MIEN_OK)
            return status;
        work->report->curves_touched += is_touched;
    }
    return MIEN_OK;
}

/// A curve without keys is 0; where it becomes something else it gets one key.
static MienStatus set_constant(MieniWork *work, int c, float value, bool *out_is_touched)
{
    if (value == 0.0f)
        return MIEN_OK;
    MienAuthorKey *key = take_keys(work, 1);
    if (key == NULL)
        return work_no_memory(work);
    key->value = value;
    key->interpolation = MIEN_AUTHOR_LINEAR;
    *out_is_touched = true;
    return set_keys(work, c, key, 1);
}

static MienStatus scale(MieniWork *work, int c, bool *out_is_touched)
{
    const MienAuthorClipCurve *curve = &work->curves[c].curve;
    if (curve->key_count == 0)
        return set_constant(work, c, work->modifier->offset, out_is_touched);
    MienAuthorKey *keys = take_keys(work, curve->key_count);
    if (keys == NULL)
        return work_no_memory(work);
    mieni_keys_scale(curve->keys, curve->key_count, work->modifier->gain, work->modifier->offset, keys);
    *out_is_touched = true;
    return set_keys(work, c, keys, curve->key_count);
}

MienStatus mieni_modify_scale(MieniWork *work) { return for_named_curves(work, scale); }

static bool is_between(double value, double min, double max) { return value >= min && value <= max; }

/// Whether a cubic segment cannot leave the bounds: it stays within the hull of its
/// four points, which are those that evaluation uses.
static bool cubic_stays(const MienAuthorKey *from, const MienAuthorKey *to, double min, double max)
{
    const double step = to->time - from->time;
    return is_between((double)from->value + (double)from->leave * step / 3.0, min, max) &&
           is_between((double)to->value - (double)to->arrive * step / 3.0, min, max);
}

static bool is_unbounded(MienAuthorBeyond beyond)
{
    return beyond == MIEN_AUTHOR_SLOPE || beyond == MIEN_AUTHOR_CYCLE_OFFSET;
}

typedef enum Fit { FITS, CAN_CLAMP, MUST_RESAMPLE } Fit;

/// What clamping has to do: nothing, clamp keys and add crossings, or resample
/// first because a cubic segment or an end goes out of bounds between keys.
static Fit fit_of(const MienAuthorClipCurve *curve, double length, double min, double max)
{
    if ((is_unbounded(curve->before) && mieni_curve_shows_before(curve)) ||
        (is_unbounded(curve->after) && mieni_curve_shows_after(curve, length)))
        return MUST_RESAMPLE;
    Fit fit = FITS;
    for (int k = 0; k < curve->key_count; ++k) {
        const MienAuthorKey *key = &curve->keys[k];
        const bool is_last = k + 1 == curve->key_count, is_cubic = key->interpolation == MIEN_AUTHOR_CUBIC;
        const bool is_in =
            is_between(key->value, min, max) && (is_last || is_between(key[1].value, min, max));
        if (!is_last && is_cubic && !(is_in && cubic_stays(key, key + 1, min, max)))
            return MUST_RESAMPLE;
        if (!is_in)
            fit = CAN_CLAMP;
    }
    return fit;
}

/// Keys where the line between two keys crosses a bound; returns how many.
static int add_crossings(const MienAuthorKey *a, const MienAuthorKey *b, float min, float max,
                         MienAuthorKey *out)
{
    if (a->interpolation != MIEN_AUTHOR_LINEAR || !(b->time > a->time))
        return 0;
    const bool rises = a->value < b->value;
    const float bounds[2] = {rises ? min : max, rises ? max : min};
    int count = 0;
    for (int i = 0; i < (min < max ? 2 : 1); ++i) {
        const float low = rises ? a->value : b->value, high = rises ? b->value : a->value;
        if (!(low < bounds[i] && bounds[i] < high))
            continue;
        const double part = ((double)bounds[i] - (double)a->value) / ((double)b->value - (double)a->value);
        const double time = a->time + part * (b->time - a->time);
        out[count++] = (MienAuthorKey){
            .time = time < b->time ? time : b->time, .value = bounds[i], .interpolation = MIEN_AUTHOR_LINEAR};
    }
    return count;
}

static float clamped(float value, float min, float max)
{
    if (value < min)
        return min;
    return value > max ? max : value;
}

static MienStatus clamp(MieniWork *work, int c, bool *out_is_touched)
{
    const MienAuthorClipCurve *curve = &work->curves[c].curve;
    const float min = work->modifier->min, max = work->modifier->max;
    if (curve->key_count == 0)
        return set_constant(work, c, clamped(0.0f, min, max), out_is_touched);
    const Fit fit = fit_of(curve, work->source->length, min, max);
    MienStatus status = MIEN_OK;
    if (fit == MUST_RESAMPLE)
        status = resample_at_clip_rate(work, c);
    if (fit == FITS || status != MIEN_OK)
        return status;
    const int count = curve->key_count;
    if (count > INT32_MAX / 3)
        return work_fail(work, MIEN_ERROR_LIMIT, "a curve has too many keys to be clamped", "");
    MienAuthorKey *keys = take_keys(work, 3 * count);
    if (keys == NULL)
        return work_no_memory(work);
    int filled = 0;
    for (int k = 0; k < count; ++k) {
        keys[filled] = curve->keys[k];
        keys[filled].value = clamped(curve->keys[k].value, min, max);
        ++filled;
        if (k + 1 < count)
            filled += add_crossings(&curve->keys[k], &curve->keys[k + 1], min, max, keys + filled);
    }
    *out_is_touched = true;
    return set_keys(work, c, keys, filled);
}

MienStatus mieni_modify_clamp(MieniWork *work) { return for_named_curves(work, clamp); }

/// Whether a curve is lines between its keys, as far as the clip shows it.
static bool is_lines(const MienAuthorClipCurve *curve, double length)
{
    if (!mieni_curve_holds(curve, length))
        return false;
    for (int k = 0; k + 1 < curve->key_count; ++k) {
        if (curve->keys[k].interpolation != MIEN_AUTHOR_LINEAR)
            return false;
    }
    return true;
}

/// y follows x by dy/dt = (x - y) / tau, so over a step it comes nearer by the part
/// 1 - e^(-step / tau). Where they are equal nothing is computed: -0 stays -0.
static void follow(double *value, double from, double part)
{
    if (*value != from)
        *value = from + part * (*value - from);
}

static void filter_forward(double *values, const double *parts, int count)
{
    for (int k = 1; k < count; ++k)
        follow(&values[k], values[k - 1], parts[k]);
}

static void filter_backward(double *values, const double *parts, int count)
{
    for (int k = count - 2; k >= 0; --k)
        follow(&values[k], values[k + 1], parts[k + 1]);
}

/// Filtering forward lags, filtering the result backward leads by as much: nothing
/// moves in time. At the ends the order of the two shows, therefore the mean of
/// both orders: reversing time and smoothing commute, to the bit.
static void smooth_values(double *values, double *other, const double *parts, int count)
{
    memcpy(other, values, (size_t)count * sizeof *values);
    filter_forward(values, parts, count);
    filter_backward(values, parts, count);
    filter_backward(other, parts, count);
    filter_forward(other, parts, count);
    for (int k = 0; k < count; ++k)
        values[k] = 0.5 * (values[k] + other[k]);
}

static MienStatus smooth(MieniWork *work, int c, bool *out_is_touched)
{
    const MienAuthorClipCurve *curve = &work->curves[c].curve;
    const double tau = work->modifier->time_constant;
    if (tau == 0.0 || curve->key_count < 2)
        return MIEN_OK;
    if (!is_lines(curve, work->source->length)) {
        const MienStatus status = resample_at_clip_rate(work, c);
        if (status != MIEN_OK)
            return status;
    }
    const int count = curve->key_count;
    MienAuthorKey *keys = take_keys(work, count);
    double *numbers = mieni_arena_take(work->scratch, (size_t)count, 3 * sizeof *numbers);
    if (keys == NULL || numbers == NULL)
        return work_no_memory(work);
    double *values = numbers, *other = numbers + count, *parts = other + count;
    for (int k = 0; k < count; ++k) {
        values[k] = curve->keys[k].value;
        if (k > 0)
            parts[k] = 1.0 - mien_exp(-(curve->keys[k].time - curve->keys[k - 1].time) / tau);
    }
    smooth_values(values, other, parts, count);
    for (int k = 0; k < count; ++k) {
        keys[k] = curve->keys[k];
        keys[k].value = (float)values[k];
    }
    *out_is_touched = true;
    return set_keys(work, c, keys, count);
}

MienStatus mieni_modify_smooth(MieniWork *work) { return for_named_curves(work, smooth); }

MienStatus mieni_modify_resample_curves(MieniWork *work)
{
    MieniGrid grid;
    const MienStatus status = work_grid(work, work->modifier->rate, work->modifier->rate_divisor, &grid);
    if (status != MIEN_OK)
        return status;
    for (int c = 0; c < work->curve_count; ++c) {
        if (!mieni_work_is_named(work, work->curves[c].curve.name))
            continue;
        const MienStatus done = resample(work, c, &grid);
        if (done != MIEN_OK)
            return done;
        ++work->report->curves_touched;
    }
    return MIEN_OK;
}

// Modifiers that look at bones: removing and keeping tracks, resampling them,
// mirroring.

/// Marks the tracks of one name and, through the skeleton, of everything below it,
/// whether or not the bone itself has a track.
static bool choose_family(const MieniWork *work, const char *name, const int *bone_of_track, bool *is_below,
                          bool *is_chosen)
{
    const MienAuthorSkeleton *skeleton = work->skeleton;
    for (int b = 0; b < skeleton->bone_count; ++b) {
        const int parent = skeleton->bones[b].parent;
        is_below[b] = (parent >= 0 && is_below[parent]) || mieni_name_matches(name, skeleton->bones[b].name);
    }
    bool is_found = false;
    for (int t = 0; t < work->track_count; ++t) {
        const int bone = bone_of_track[t];
        if (bone >= 0 ? is_below[bone] : mieni_name_matches(name, work->tracks[t].track.bone))
            is_found = is_chosen[t] = true;
    }
    return is_found;
}

static MienStatus choose_families(MieniWork *work, bool *is_chosen)
{
    const MienAuthorSkeleton *skeleton = work->skeleton;
    if (skeleton == NULL)
        return work_fail(work, MIEN_ERROR_ARGUMENT,
                         "which bones are children only a skeleton tells, and none was given",
                         ".with_children");
    bool *is_below = mieni_arena_take(work->scratch, (size_t)skeleton->bone_count, sizeof *is_below);
    int *bone_of_track = mieni_arena_take(work->scratch, (size_t)work->track_count, sizeof *bone_of_track);
    if (is_below == NULL || bone_of_track == NULL)
        return work_no_memory(work);
    for (int t = 0; t < work->track_count; ++t)
        bone_of_track[t] = mieni_names_search(work->bones, skeleton->bone_count, work->tracks[t].track.bone);
    for (int n = 0; n < work->modifier->name_count; ++n)
        work->is_found[n] = choose_family(work, work->modifier->names[n], bone_of_track, is_below, is_chosen);
    return MIEN_OK;
}

MienStatus mieni_modify_choose_tracks(MieniWork *work)
{
    const MienAuthorModifierKind kind = work->modifier->kind;
    bool *is_chosen = mieni_arena_take(work->scratch, (size_t)work->track_count, sizeof *is_chosen);
    if (is_chosen == NULL)
        return work_no_memory(work);
    if (kind == MIEN_AUTHOR_REMOVE_ALL_TRACKS) {
        memset(is_chosen, 1, (size_t)work->track_count);
    } else if (work->modifier->with_children) {
        const MienStatus status = choose_families(work, is_chosen);
        if (status != MIEN_OK)
            return status;
    } else {
        for (int t = 0; t < work->track_count; ++t)
            is_chosen[t] = mieni_work_is_named(work, work->tracks[t].track.bone);
    }
    int kept = 0;
    for (int t = 0; t < work->track_count; ++t) {
        if (is_chosen[t] == (kind == MIEN_AUTHOR_KEEP_BONES))
            work->tracks[kept++] = work->tracks[t];
    }
    work->report->tracks_touched = work->track_count - kept;
    work->track_count = kept;
    return MIEN_OK;
}

static MienStatus resample_track(const MieniWork *work, const MieniGrid *grid, const double *times,
                                 MieniWorkTrack *at)
{
    MienTransform *samples = mieni_arena_take(work->scratch, (size_t)grid->count, sizeof *samples);
    if (samples == NULL)
        return work_no_memory(work);
    MienAuthorClip alone = *work->source;
    alone.track_count = 1;
    alone.tracks = &at->track;
    for (int i = 0; i < grid->count; ++i)
        samples[i] = mien_author_track_evaluate(&alone, 0, times[i]);
    at->track.sample_count = grid->count;
    at->track.samples = samples;
    at->track.times = times;
    at->owns_samples = true;
    return MIEN_OK;
}

MienStatus mieni_modify_resample_tracks(MieniWork *work)
{
    MieniGrid grid;
    MienStatus status = work_grid(work, work->modifier->rate, work->modifier->rate_divisor, &grid);
    if (status != MIEN_OK)
        return status;
    // All tracks share the times, which therefore are the result's at once.
    double *times = mieni_arena_take(work->result, (size_t)grid.count, sizeof *times);
    if (times == NULL)
        return work_no_memory(work);
    for (int i = 0; i < grid.count; ++i)
        times[i] = mieni_grid_time(&grid, i);
    for (int t = 0; status == MIEN_OK && t < work->track_count; ++t) {
        if (!mieni_work_is_named(work, work->tracks[t].track.bone))
            continue;
        status = resample_track(work, &grid, times, &work->tracks[t]);
        ++work->report->tracks_touched;
    }
    return status;
}

// M = diag(-1, 1, 1) mirrors points. A bone p -> R S p + t between mirrored frames
// is M (R S M p + t): translation M t; rotation M R M, which turns about the
// mirrored axis the other way round: axis (-x, y, z), angle negated, so vector part
// (x, -y, -z); scale as it is, because M and S are diagonal.
static MienTransform mirrored(const MienTransform *transform)
{
    MienTransform m = *transform;
    m.rotation.y = -m.rotation.y;
    m.rotation.z = -m.rotation.z;
    m.translation.x = -m.translation.x;
    return m;
}

static MienStatus mirror_track(const MieniWork *work, MieniWorkTrack *at)
{
    MienAuthorClipTrack *track = &at->track;
    MienTransform *samples = mieni_arena_take(work->scratch, (size_t)track->sample_count, sizeof *samples);
    if (samples == NULL)
        return work_no_memory(work);
    for (int i = 0; i < track->sample_count; ++i)
        samples[i] = mirrored(&track->samples[i]);
    track->samples = samples;
    at->owns_samples = true;
    bool is_swapped;
    const int known = work->skeleton != NULL ? work->skeleton->bone_count : 0;
    const MienStatus status = work_swap(work, work->bones, known, &track->bone, &is_swapped);
    at->owns_bone = at->owns_bone || is_swapped;
    return status;
}

MienStatus mieni_modify_mirror(MieniWork *work)
{
    MienStatus status = MIEN_OK;
    for (int t = 0; status == MIEN_OK && t < work->track_count; ++t)
        status = mirror_track(work, &work->tracks[t]);
    work->report->tracks_touched = work->track_count;
    const int known = work->skeleton != NULL ? work->skeleton->curve_count : 0;
    for (int c = 0; status == MIEN_OK && c < work->curve_count; ++c) {
        MieniWorkCurve *at = &work->curves[c];
        bool is_swapped;
        status = work_swap(work, work->known, known, &at->curve.name, &is_swapped);
        at->owns_name = at->owns_name || is_swapped;
        work->report->curves_touched += is_swapped;
    }
    return status;
}

/// Of all lists together: far above what anyone stacks, far below what overflows.
enum { MOST_MODIFIERS = 65535 };

/// Where a check is.
typedef struct Place {
    int list, item;
    MienError *error;
} Place;

static MienStatus refuse(const Place *place, const char *sentence, const char *field)
{
    return mieni_fail(place->error, MIEN_ERROR_DATA,
                      mieni_at("lists[%d].items[%d]%s", place->list, place->item, field), "%s", sentence);
}

static MienStatus check_names(const char *const *names, int count, const char *field, const Place *place)
{
    if (count < 1 || names == NULL)
        return refuse(place, "a modifier of this kind needs names; * is all of them", field);
    for (int n = 0; n < count; ++n) {
        const char *why = "a name is missing";
        if (names[n] == NULL || !mieni_name_is_valid(names[n], strlen(names[n]), &why))
            return mieni_fail(place->error, MIEN_ERROR_DATA,
                              mieni_at("lists[%d].items[%d]%s[%d]", place->list, place->item, field, n), "%s",
                              why);
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
                              mieni_at("lists[%d].items[%d].names[%d]", place->list, place->item, n),
                              "renaming takes no ? and no * in either name or one in both");
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
    case MIEN_AUTHOR_CALLBACK_CURVES:
    case MIEN_AUTHOR_CALLBACK_TRACKS:
        if (modifier->callback == NULL)
            return refuse(place, "a modifier of this kind needs a function", ".callback");
        return MIEN_OK;
    default:
        return MIEN_OK;
    }
}

static MienStatus check_modifier(const MienAuthorModifier *modifier, const Place *place)
{
    if (modifier->is_off)
        return MIEN_OK;
    if ((int)modifier->kind < MIEN_AUTHOR_REMOVE_ALL_TRACKS || modifier->kind > MIEN_AUTHOR_CALLBACK_TRACKS)
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
            return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("lists[%d]", l),
                              "a list and what it counts must be given");
        if (lists[l]->count > MOST_MODIFIERS - total)
            return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("lists[%d]", l),
                              "a clip takes at most 65535 modifiers");
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
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("lists"),
                          "the lists that are counted must be given");
    const MieniFloatEnv env = mieni_float_env_enter();
    const MienStatus status = check_lists(lists, list_count, error);
    mieni_float_env_leave(env);
    return status;
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
        return mieni_fail(work->error, MIEN_ERROR_ARGUMENT, mieni_at("skeleton"),
                          "bones and curves that are counted must be given");
    if (skeleton->bone_count > MIEN_MAX_BONES || skeleton->curve_count > MIEN_MAX_CURVES)
        return mieni_fail(work->error, MIEN_ERROR_LIMIT, mieni_at("skeleton"),
                          "a skeleton has at most 65535 bones and 65535 curves");
    work->bones = mieni_arena_take(work->scratch, (size_t)skeleton->bone_count, sizeof *work->bones);
    work->known = mieni_arena_take(work->scratch, (size_t)skeleton->curve_count, sizeof *work->known);
    if (work->bones == NULL || work->known == NULL)
        return work_no_memory(work);
    for (int b = 0; b < skeleton->bone_count; ++b) {
        if (skeleton->bones[b].name == NULL)
            return mieni_fail(work->error, MIEN_ERROR_DATA, mieni_at("skeleton.bones[%d].name", b),
                              "a name is missing");
        if (skeleton->bones[b].parent < -1 || skeleton->bones[b].parent >= b)
            return mieni_fail(work->error, MIEN_ERROR_DATA, mieni_at("skeleton.bones[%d].parent", b),
                              "a parent must stand before its child");
        work->bones[b] = (MieniNameEntry){skeleton->bones[b].name, b};
    }
    for (int c = 0; c < skeleton->curve_count; ++c) {
        if (skeleton->curves[c].name == NULL)
            return mieni_fail(work->error, MIEN_ERROR_DATA, mieni_at("skeleton.curves[%d].name", c),
                              "a name is missing");
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
        return work_no_memory(work);
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
    case MIEN_AUTHOR_CALLBACK_CURVES:
        return mieni_modify_call_for_curves;
    case MIEN_AUTHOR_CALLBACK_TRACKS:
        return mieni_modify_call_for_tracks;
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
        return work_no_memory(work);
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
        return work_no_memory(work);
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
        return work_no_memory(work);
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
    return arena->is_out_of_memory ? work_no_memory(work) : MIEN_OK;
}

static MIENI_APART MienStatus apply(MieniWork *work, const MienAuthorModifying *modifying,
                                    MienAuthorModifierReport *reports, MienAuthorClip *clip)
{
    MienStatus status = open_skeleton(work);
    if (status == MIEN_OK)
        status = open_clip(work);
    for (int l = 0, done = 0; status == MIEN_OK && l < modifying->list_count; ++l) {
        const MienAuthorModifiers *list = modifying->lists[l];
        for (int i = 0; status == MIEN_OK && i < list->count; ++i, ++done) {
            work->list = l;
            work->item = i;
            work->report = &reports[done];
            status = apply_modifier(work, &list->items[i]);
        }
    }
    return status == MIEN_OK ? close_clip(work, clip) : status;
}

MienStatus mien_author_modifiers_apply(const MienAuthorModifying *modifying, MienAuthorClip **out_clip,
                                       MienAuthorModifierReport *out_reports, MienError *error)
{
    if (out_clip == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("out_clip"),
                          "there must be a place for the clip");
    *out_clip = NULL;
    if (modifying == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("modifying"), "a clip must be given");
    const MienAuthorClip *source = modifying->clip;
    MienStatus status = mien_author_clip_check(source, error);
    if (status == MIEN_OK)
        status = mien_author_modifiers_check(modifying->lists, modifying->list_count, error);
    if (status != MIEN_OK)
        return status;
    size_t total = 0;
    for (int l = 0; l < modifying->list_count; ++l)
        total += (size_t)modifying->lists[l]->count;

    MieniBudget budget;
    mieni_budget_begin(&budget, modifying->allocator, NULL, mieni_clip_bytes(source));
    MieniArena scratch = {.allocator = &budget.allocator};
    MieniWork work = {.source = source, .skeleton = modifying->skeleton, .scratch = &scratch, .error = error};
    MienAuthorModifierReport *reports = mieni_arena_take(&scratch, total, sizeof *reports);
    MienAuthorClip *clip = mieni_clip_create_within(&budget);
    if (reports == NULL || clip == NULL) {
        status = work_no_memory(&work);
    } else {
        work.result = mieni_clip_arena(clip);
        const MieniFloatEnv env = mieni_float_env_enter();
        status = apply(&work, modifying, reports, clip);
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
