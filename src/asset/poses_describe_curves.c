// SPDX-License-Identifier: MIT
//
// Describing the curves that poses define: those they list, and those of their takes.

#include "core/float_rules.h"

#include "asset/poses_describe.h"

/// Every name that may become a curve of the asset, some of them more than once.
typedef struct Names {
    MieniDescribe *d;
    int count, listed;
    MieniNameEntry *sorted;
    const char **names; ///< In order of appearance.
    int *first;         ///< Per candidate, the first of its name.
    float *values, *base;
    int *stamps; ///< Which pose last gave a value, plus one.
    bool *is_kept;
    int *numbers; ///< Per candidate that is first of its name and kept, its index.
} Names;

static int key_count(const MieniJson *object) { return object != NULL ? object->count : 0; }

static void add_keys(Names *names, const MieniJson *object)
{
    for (int i = 0; i < key_count(object); ++i)
        names->names[names->count++] = object->keys[i];
}

static size_t count_candidates(const MieniDescribe *d)
{
    size_t count = (size_t)key_count(mieni_json_get(d->root, "curves")) +
                   (size_t)key_count(mieni_json_get(d->root, "base_curves"));
    for (int p = 0; p < d->pose_count; ++p)
        count += (size_t)key_count(mieni_json_get(d->rows[p], "curves"));
    for (int t = 0; t < d->take_count; ++t)
        count += d->used[t].is_used ? (size_t)d->used[t].clip->curve_count : 0;
    return count;
}

static void add_candidates(Names *names)
{
    MieniDescribe *d = names->d;
    const MieniJson *listed = mieni_json_get(d->root, "curves");
    for (int i = 0; i < key_count(listed); ++i)
        names->names[names->count++] = mieni_json_get_string(listed->items[i], "name", "");
    names->listed = names->count;
    add_keys(names, mieni_json_get(d->root, "base_curves"));
    for (int p = 0; p < d->pose_count; ++p)
        add_keys(names, mieni_json_get(d->rows[p], "curves"));
    for (int t = 0; t < d->take_count; ++t) {
        MieniUsedTake *used = &d->used[t];
        used->first_curve = names->count;
        for (int c = 0; used->is_used && c < used->clip->curve_count; ++c)
            names->names[names->count++] = used->clip->curves[c].name;
    }
    for (int i = 0; i < names->count; ++i)
        names->sorted[i] = (MieniNameEntry){names->names[i], i};
    mieni_names_sort(names->sorted, names->count);
    for (int i = 0; i < names->count; ++i)
        names->first[i] = mieni_names_search(names->sorted, names->count, names->names[i]);
}

static MienStatus begin(Names *names)
{
    MieniArena *arena = names->d->arena;
    const size_t count = count_candidates(names->d);
    if (count > INT32_MAX / 2)
        return mieni_fail(names->d->error, MIEN_ERROR_LIMIT, "The poses define more curves than fit.",
                          "poses");
    names->sorted = mieni_arena_take(arena, count, sizeof *names->sorted);
    names->names = mieni_arena_take(arena, count, sizeof *names->names);
    names->first = mieni_arena_take(arena, count, sizeof *names->first);
    names->values = mieni_arena_take(arena, count, sizeof *names->values);
    names->base = mieni_arena_take(arena, count, sizeof *names->base);
    names->stamps = mieni_arena_take(arena, count, sizeof *names->stamps);
    names->is_kept = mieni_arena_take(arena, count, sizeof *names->is_kept);
    names->numbers = mieni_arena_take(arena, count, sizeof *names->numbers);
    if (arena->is_out_of_memory)
        return mieni_describe_no_memory(names->d);
    add_candidates(names);
    return MIEN_OK;
}

static void put_value(Names *names, int pose, int candidate, float value)
{
    candidate = names->first[candidate];
    names->values[candidate] = value;
    names->stamps[candidate] = pose + 1;
    names->is_kept[candidate] = true;
}

/// What a pose gives: its take first, then by hand. hand is where its own names begin.
static void value_pose(Names *names, int p, int hand)
{
    const MieniDescribe *d = names->d;
    const MieniUsedTake *used = d->take_of[p] >= 0 ? &d->used[d->take_of[p]] : NULL;
    for (int c = 0; used != NULL && c < used->clip->curve_count; ++c) {
        const float value = mien_author_curve_evaluate(&used->clip->curves[c], d->moments[p].time);
        if (value != 0.0f || names->base[names->first[used->first_curve + c]] != 0.0f)
            put_value(names, p, used->first_curve + c, value + 0.0f);
    }
    const MieniJson *given = mieni_json_get(d->rows[p], "curves");
    for (int i = 0; i < key_count(given); ++i)
        put_value(names, p, hand + i, (float)given->items[i]->number);
}

static MienStatus keep_pose(Names *names, int p, int hand)
{
    MieniDescribe *d = names->d;
    const MieniUsedTake *used = d->take_of[p] >= 0 ? &d->used[d->take_of[p]] : NULL;
    const int given = key_count(mieni_json_get(d->rows[p], "curves"));
    const int taken = used != NULL ? used->clip->curve_count : 0;
    if (given + taken == 0)
        return MIEN_OK;
    MienAuthorCurveValue *values = mieni_arena_take(d->arena, (size_t)(given + taken), sizeof *values);
    if (values == NULL)
        return mieni_describe_no_memory(d);
    value_pose(names, p, hand);
    int count = 0;
    for (int i = 0; i < given + taken; ++i) {
        const int candidate = names->first[i < given ? hand + i : used->first_curve + i - given];
        if (names->stamps[candidate] != p + 1)
            continue;
        names->stamps[candidate] = 0; // once
        values[count++] = (MienAuthorCurveValue){candidate, names->values[candidate]};
    }
    d->poses[p].curves = values;
    d->poses[p].curve_count = count;
    return MIEN_OK;
}

/// The base's values: what its pose gives, and over that what base_curves says.
static MienStatus keep_base(Names *names, const int *hands)
{
    const MieniDescribe *d = names->d;
    const MieniJson *given = mieni_json_get(d->root, "base_curves");
    MienStatus status = d->base >= 0 ? keep_pose(names, d->base, hands[d->base]) : MIEN_OK;
    for (int i = 0; status == MIEN_OK && d->base >= 0 && i < d->poses[d->base].curve_count; ++i)
        names->base[d->poses[d->base].curves[i].curve] = d->poses[d->base].curves[i].value;
    for (int i = 0; i < key_count(given); ++i) {
        const int candidate = names->first[names->listed + i];
        names->base[candidate] = (float)given->items[i]->number;
        names->is_kept[candidate] = true;
    }
    return status;
}

static int last_level(const Names *names, int candidate, const MieniNameEntry *known)
{
    const MieniDescribe *d = names->d;
    if (candidate < names->listed)
        return (int)mieni_json_get_number(mieni_json_get(d->root, "curves")->items[candidate], "last_level",
                                          MIEN_ALL_LEVELS);
    const int curve = mieni_names_search(known, d->skeleton->curve_count, names->names[candidate]);
    return curve >= 0 ? d->skeleton->curves[curve].last_level : MIEN_ALL_LEVELS;
}

/// Numbers what is kept, in order of appearance, and gives poses these numbers.
static MienStatus finish(Names *names, MienAuthorPoseAsset *out)
{
    MieniDescribe *d = names->d;
    const int known_count = d->skeleton->curve_count;
    MienAuthorCurve *curves = mieni_arena_take(d->arena, (size_t)names->count, sizeof *curves);
    float *base = mieni_arena_take(d->arena, (size_t)names->count, sizeof *base);
    MieniNameEntry *known = mieni_arena_take(d->arena, (size_t)known_count, sizeof *known);
    if (curves == NULL || base == NULL || known == NULL)
        return mieni_describe_no_memory(d);
    for (int i = 0; i < known_count; ++i)
        known[i] = (MieniNameEntry){d->skeleton->curves[i].name, i};
    mieni_names_sort(known, known_count);
    int count = 0;
    for (int i = 0; i < names->count; ++i) {
        if (names->first[i] != i || !(names->is_kept[i] || i < names->listed))
            continue;
        names->numbers[i] = count;
        curves[count] = (MienAuthorCurve){names->names[i], last_level(names, i, known)};
        base[count++] = names->base[i];
    }
    for (int p = 0; p < d->pose_count; ++p) {
        MienAuthorCurveValue *values = (MienAuthorCurveValue *)d->poses[p].curves; // made here
        for (int i = 0; i < d->poses[p].curve_count; ++i)
            values[i].curve = names->numbers[values[i].curve];
    }
    out->curves = curves;
    out->curve_count = count;
    out->base_curves = base;
    return MIEN_OK;
}

MienStatus mieni_describe_curves(MieniDescribe *d, MienAuthorPoseAsset *out)
{
    Names names = {.d = d};
    MienStatus status = begin(&names);
    int *hands = mieni_arena_take(d->arena, (size_t)d->pose_count, sizeof *hands);
    if (status == MIEN_OK && hands == NULL)
        status = mieni_describe_no_memory(d);
    if (status != MIEN_OK)
        return status;
    int hand = names.listed + key_count(mieni_json_get(d->root, "base_curves"));
    for (int p = 0; p < d->pose_count; ++p) {
        hands[p] = hand;
        hand += key_count(mieni_json_get(d->rows[p], "curves"));
    }
    status = keep_base(&names, hands);
    for (int p = 0; status == MIEN_OK && p < d->pose_count; ++p)
        if (p != d->base)
            status = keep_pose(&names, p, hands[p]);
    return status == MIEN_OK ? finish(&names, out) : status;
}
