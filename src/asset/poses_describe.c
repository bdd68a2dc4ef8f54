// SPDX-License-Identifier: MIT
//
// From the text of a pose asset to what cooking takes: takes, base and bones.

#include "core/float_rules.h"

#include "asset/poses_describe.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

// Describing the curves that poses define: those they list, and those of their takes.

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
        return mieni_fail(names->d->error, MIEN_ERROR_LIMIT, mieni_at("poses"),
                          "The poses define more curves than fit.");
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

static int max_lod(const Names *names, int candidate, const MieniNameEntry *known)
{
    const MieniDescribe *d = names->d;
    if (candidate < names->listed)
        return (int)mieni_json_get_number(mieni_json_get(d->root, "curves")->items[candidate], "max_lod",
                                          MIEN_ALL_LODS);
    const int curve = mieni_names_search(known, d->skeleton->curve_count, names->names[candidate]);
    return curve >= 0 ? d->skeleton->curves[curve].max_lod : MIEN_ALL_LODS;
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
        curves[count] = (MienAuthorCurve){names->names[i], max_lod(names, i, known)};
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

static MienStatus describe_curves(MieniDescribe *d, MienAuthorPoseAsset *out)
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

// Describing what drives poses: roles, settings of controls, masks, groups. What
// cooking would refuse is refused here, where the line is known.

const char *mieni_pose_driver(const MieniJson *root, const MieniJson *row, int index)
{
    const MieniJson *product = mieni_json_get(row, "corrective");
    const char *name = mieni_json_get_string(row, "name", "");
    if (product != NULL)
        return index < product->count ? product->items[index]->string : NULL;
    if (index > 0 || strcmp(name, mieni_json_get_string(root, "base", "")) == 0)
        return NULL;
    return mieni_json_get_string(row, "target", name);
}

bool mieni_pose_drivers_fold_case(const MieniJson *root)
{
    return strcmp(mieni_json_get_string(root, "blending", ""), "unreal") == 0;
}

static bool is_absolute(const MieniDescribe *d)
{
    return strcmp(mieni_json_get_string(d->root, "mode", ""), "absolute") == 0;
}

static bool is_unreal(const MieniDescribe *d)
{
    return strcmp(mieni_json_get_string(d->root, "blending", ""), "unreal") == 0;
}

static bool is_control(const MieniJson *row)
{
    return mieni_json_get(row, "target") == NULL && mieni_json_get(row, "corrective") == NULL;
}

static MienStatus fail_at(const MieniDescribe *d, int p, const char *key, const char *sentence)
{
    return mieni_row_fail(d->error, d->rows[p], "poses", p, key, "%s", sentence);
}

static MienStatus describe_settings(MieniDescribe *d, int p)
{
    const MieniJson *row = d->rows[p], *range = mieni_json_get(row, "range");
    MienAuthorDrivenPose *out = &d->poses[p].driven_settings;
    out->has_remap = mieni_json_get(row, "gain") != NULL || mieni_json_get(row, "offset") != NULL;
    out->gain = (float)mieni_json_get_number(row, "gain", 1);
    out->offset = (float)mieni_json_get_number(row, "offset", 0);
    out->is_smooth = mieni_json_get_bool(row, "smooth", false);
    out->is_binary = mieni_json_get_bool(row, "binary", false);
    if (range != NULL) {
        out->has_range = true;
        out->min = (float)range->items[0]->number;
        out->max = (float)range->items[1]->number;
        if (out->min > 0.0f || out->max < 0.0f)
            return fail_at(d, p, "range", "A range contains 0: [-1, 1] or [0, 2].");
        if (out->min != 0.0f && is_absolute(d))
            return fail_at(d, p, "range", "In an absolute asset a range begins at 0.");
    }
    if (out->is_binary && (out->has_range || out->has_remap || out->is_smooth))
        return fail_at(d, p, "binary",
                       "A binary pose has no other setting: remove range, gain, offset and smooth.");
    return MIEN_OK;
}

static MienStatus refuse_settings(MieniDescribe *d, int p)
{
    static const char *const keys[] = {"range", "gain", "offset", "smooth", "binary"};
    for (int k = 0; k < 5; ++k)
        if (mieni_json_get(d->rows[p], keys[k]) != NULL)
            return fail_at(d, p, keys[k], "Only a curve-driven pose has this setting: remove it.");
    return MIEN_OK;
}

static MienStatus describe_inbetween(MieniDescribe *d, int p)
{
    const MieniJson *row = d->rows[p], *at = mieni_json_get(row, "position");
    const char *name = mieni_json_get_string(row, "target", "");
    const int control = mieni_describe_find(d, name);
    if (control < 0)
        return mieni_row_fail(d->error, row, "poses", p, "target",
                              "There is no pose \"%.60s\": name the pose that this one is in between of.",
                              name);
    if (!is_control(d->rows[control]))
        return mieni_row_fail(d->error, row, "poses", p, "target",
                              "\"%.60s\" is not driven by a curve: an in-between sits on a pose that is.",
                              name);
    if (at == NULL)
        return fail_at(d, p, NULL, "An in-between needs \"position\": 0.5 is half way to the pose it is on.");
    const float position = (float)at->number;
    if (position == 0.0f || position == 1.0f)
        return fail_at(d, p, "position", "The base is at 0 and the pose itself at 1: choose another place.");
    if (position < 0.0f && is_absolute(d))
        return fail_at(d, p, "position", "In an absolute asset in-betweens are above 0.");
    d->poses[p].role = MIEN_AUTHOR_INBETWEEN;
    d->poses[p].driven_pose = control;
    d->poses[p].position = position;
    return refuse_settings(d, p);
}

static MienStatus describe_combination(MieniDescribe *d, int p)
{
    const MieniJson *row = d->rows[p], *names = mieni_json_get(row, "corrective");
    if (is_absolute(d))
        return fail_at(d, p, "corrective", "Only additive assets have correctives.");
    if (names->count == 0)
        return fail_at(d, p, "corrective", "A corrective needs at least one pose.");
    int *inputs = mieni_arena_take(d->arena, (size_t)names->count, sizeof *inputs);
    if (inputs == NULL)
        return mieni_describe_no_memory(d);
    for (int i = 0; i < names->count; ++i) {
        inputs[i] = mieni_describe_find(d, names->items[i]->string);
        if (inputs[i] < 0)
            return mieni_row_fail(d->error, row, "poses", p, "corrective",
                                  "There is no pose \"%.60s\": use curve-driven poses or in-betweens.",
                                  names->items[i]->string);
        if (mieni_json_get(d->rows[inputs[i]], "corrective") != NULL)
            return mieni_row_fail(d->error, row, "poses", p, "corrective",
                                  "\"%.60s\" is a corrective itself: use curve-driven poses or in-betweens.",
                                  names->items[i]->string);
    }
    d->poses[p].role = MIEN_AUTHOR_COMBINATION;
    d->poses[p].inputs = inputs;
    d->poses[p].input_count = names->count;
    return refuse_settings(d, p);
}

static MienStatus describe_role(MieniDescribe *d, int p)
{
    const MieniJson *row = d->rows[p];
    const bool is_inbetween = mieni_json_get(row, "target") != NULL;
    const bool is_combination = mieni_json_get(row, "corrective") != NULL;
    if (mieni_json_get(row, "position") != NULL && !is_inbetween)
        return fail_at(d, p, "position", "\"position\" is for in-betweens: add \"target\", or remove it.");
    if (is_inbetween && is_combination)
        return fail_at(d, p, "corrective",
                       "A pose is an in-between or a corrective: remove \"target\" or \"corrective\".");
    if ((is_inbetween || is_combination) && is_unreal(d))
        return fail_at(d, p, is_inbetween ? "target" : "corrective",
                       "Unreal blending has no in-betweens and no correctives.");
    if (is_inbetween)
        return describe_inbetween(d, p);
    if (is_combination)
        return describe_combination(d, p);
    return describe_settings(d, p);
}

/// Roles and settings of poses.
static MienStatus describe_roles(MieniDescribe *d)
{
    MienStatus status = MIEN_OK;
    for (int p = 0; status == MIEN_OK && p < d->pose_count; ++p)
        status = describe_role(d, p);
    return status;
}

/// A control that a row of masks or groups names.
static MienStatus find_control(const MieniDescribe *d, const MieniJson *row, const char *list, int index,
                               const char *key, const char *name, int *out_pose)
{
    *out_pose = mieni_describe_find(d, name);
    if (*out_pose < 0)
        return mieni_row_fail(d->error, row, list, index, key,
                              "There is no pose \"%.60s\": fix the name, or remove it.", name);
    if (!is_control(d->rows[*out_pose]))
        return mieni_row_fail(d->error, row, list, index, key,
                              "\"%.60s\" is not driven by a curve: name a pose that is.", name);
    return MIEN_OK;
}

static MienStatus refuse_unreal(const MieniDescribe *d, const MieniJson *rows, const char *list)
{
    if (!is_unreal(d) || rows->count == 0)
        return MIEN_OK;
    return mieni_fail(d->error, MIEN_ERROR_DATA, mieni_at_value(rows, "%s", list),
                      "Unreal blending has no overrides and no groups: remove them.");
}

static MienStatus describe_masks(MieniDescribe *d, MienAuthorPoseAsset *out)
{
    const MieniJson *rows = mieni_json_get(d->root, "overrides");
    if (rows == NULL)
        return MIEN_OK;
    MienAuthorOverride *masks = mieni_arena_take(d->arena, (size_t)rows->count, sizeof *masks);
    if (masks == NULL)
        return mieni_describe_no_memory(d);
    MienStatus status = refuse_unreal(d, rows, "overrides");
    for (int i = 0; status == MIEN_OK && i < rows->count; ++i) {
        const MieniJson *row = rows->items[i];
        const char *kind = mieni_json_get_string(row, "kind", "multiply");
        masks[i].kind = strcmp(kind, "sum") == 0     ? MIEN_AUTHOR_OVERRIDE_SUM
                        : strcmp(kind, "block") == 0 ? MIEN_AUTHOR_OVERRIDE_BLOCK
                                                     : MIEN_AUTHOR_OVERRIDE_MULTIPLY;
        masks[i].amount = (float)mieni_json_get_number(row, "amount", 1);
        masks[i].threshold = (float)mieni_json_get_number(row, "threshold", 0);
        status = find_control(d, row, "overrides", i, "target", mieni_json_get_string(row, "target", ""),
                              &masks[i].target);
        if (status == MIEN_OK)
            status = find_control(d, row, "overrides", i, "source", mieni_json_get_string(row, "source", ""),
                                  &masks[i].source);
        if (status == MIEN_OK && masks[i].target == masks[i].source)
            status = mieni_row_fail(d->error, row, "overrides", i, "source",
                                    "A pose does not weaken itself: name another one.");
    }
    out->overrides = masks;
    out->override_count = rows->count;
    return status;
}

static MienStatus describe_group(MieniDescribe *d, const MieniJson *row, int index, int *group_of,
                                 MienAuthorGroup *out)
{
    const MieniJson *names = mieni_json_get(row, "members");
    const char *kind = mieni_json_get_string(row, "kind", "");
    int *members = mieni_arena_take(d->arena, (size_t)names->count, sizeof *members);
    if (members == NULL)
        return mieni_describe_no_memory(d);
    *out = (MienAuthorGroup){.kind = strcmp(kind, "top") == 0         ? MIEN_AUTHOR_GROUP_TOP
                                     : strcmp(kind, "normalise") == 0 ? MIEN_AUTHOR_GROUP_NORMALISE
                                                                      : MIEN_AUTHOR_GROUP_CAP,
                             .members = members,
                             .member_count = names->count,
                             .limit = (float)mieni_json_get_number(row, "limit", 1),
                             .keep = (int)mieni_json_get_number(row, "keep", 1)};
    for (int i = 0; i < names->count; ++i) {
        const char *name = names->items[i]->string;
        const MienStatus status = find_control(d, row, "groups", index, "members", name, &members[i]);
        if (status != MIEN_OK)
            return status;
        if (group_of[members[i]] != 0)
            return mieni_row_fail(d->error, row, "groups", index, "members",
                                  "\"%.60s\" is in groups[%d] already: a pose is in one group at most.", name,
                                  group_of[members[i]] - 1);
        group_of[members[i]] = index + 1;
    }
    if (names->count == 0)
        return mieni_row_fail(d->error, row, "groups", index, "members",
                              "A group has members: name some, or remove the group.");
    if (out->kind == MIEN_AUTHOR_GROUP_TOP && (out->keep > names->count || names->count > 256))
        return mieni_row_fail(d->error, row, "groups", index, "keep",
                              "A top group keeps 1 or more of at most 256 members.");
    if (out->kind != MIEN_AUTHOR_GROUP_TOP && out->limit <= 0.0f)
        return mieni_row_fail(d->error, row, "groups", index, "limit", "A limit is above 0.");
    return MIEN_OK;
}

static MienStatus describe_groups(MieniDescribe *d, MienAuthorPoseAsset *out)
{
    const MieniJson *rows = mieni_json_get(d->root, "groups");
    if (rows == NULL)
        return MIEN_OK;
    MienAuthorGroup *groups = mieni_arena_take(d->arena, (size_t)rows->count, sizeof *groups);
    int *group_of = mieni_arena_take(d->arena, (size_t)d->pose_count, sizeof *group_of);
    if (groups == NULL || group_of == NULL)
        return mieni_describe_no_memory(d);
    MienStatus status = refuse_unreal(d, rows, "groups");
    for (int i = 0; status == MIEN_OK && i < rows->count; ++i)
        status = describe_group(d, rows->items[i], i, group_of, &groups[i]);
    out->groups = groups;
    out->group_count = rows->count;
    return status;
}

static MienStatus sort_names(MieniDescribe *d)
{
    const MienAuthorSkeleton *skeleton = d->skeleton;
    d->bone_names = mieni_names_index(skeleton->bones, skeleton->bone_count, sizeof *skeleton->bones,
                                      offsetof(MienAuthorBone, name), d->arena);
    d->poses = mieni_arena_take(d->arena, (size_t)d->pose_count, sizeof *d->poses);
    d->take_of = mieni_arena_take(d->arena, (size_t)d->pose_count, sizeof *d->take_of);
    d->moments = mieni_arena_take(d->arena, (size_t)d->pose_count, sizeof *d->moments);
    d->used = mieni_arena_take(d->arena, (size_t)d->take_count, sizeof *d->used);
    if (d->arena->is_out_of_memory)
        return mieni_describe_no_memory(d);
    for (int p = 0; p < d->pose_count; ++p)
        d->poses[p].name = mieni_json_get_string(d->rows[p], "name", "");
    d->pose_names = mieni_names_index(d->poses, d->pose_count, sizeof *d->poses,
                                      offsetof(MienAuthorPose, name), d->arena);
    return d->pose_names != NULL ? MIEN_OK : mieni_describe_no_memory(d);
}

static MienStatus use_take(MieniDescribe *d, int take)
{
    MieniUsedTake *used = &d->used[take];
    if (used->is_used)
        return MIEN_OK;
    const MienAuthorClip *clip = d->takes[take].clip;
    used->is_used = true;
    used->clip = clip;
    used->bones = mieni_arena_take(d->arena, (size_t)clip->track_count, sizeof *used->bones);
    if (used->bones == NULL)
        return mieni_describe_no_memory(d);
    for (int t = 0; t < clip->track_count; ++t) {
        used->bones[t] = mieni_names_search(d->bone_names, d->skeleton->bone_count, clip->tracks[t].bone);
        if (used->bones[t] >= 0)
            continue;
        if (d->notes.ignored_count++ == 0)
            d->notes.first_ignored = clip->tracks[t].bone;
    }
    return MIEN_OK;
}

/// Which take a pose comes from, and when in it.
static MienStatus find_source(MieniDescribe *d, int p)
{
    const MieniJson *row = d->rows[p];
    const char *file, *take;
    d->take_of[p] = -1;
    if (!mieni_poses_is_sourced(row))
        return MIEN_OK;
    if (!mieni_poses_origin(d->asset, row, &file, &take))
        return mieni_row_fail(d->error, row, "poses", p, NULL,
                              "This pose is taken from no file: give it a \"file\", or the asset a "
                              "\"source\".");
    const int index = mieni_poses_find_take(d->takes, d->take_count, file, take);
    if (index < 0 || d->takes[index].clip == NULL)
        return mieni_row_fail(d->error, row, "poses", p, NULL,
                              "There is no take \"%.40s\" in \"%.60s\": check the file and the take's name.",
                              take, file);
    d->take_of[p] = index;
    const MienStatus status = use_take(d, index);
    if (status != MIEN_OK)
        return status;
    return mieni_poses_moment(row, "poses", p, d->takes[index].clip, &d->moments[p], d->error);
}

static MienStatus find_base(MieniDescribe *d)
{
    const char *name = mieni_json_get_string(d->root, "base", NULL);
    char sentence[sizeof d->error->message];
    d->base = name != NULL ? mieni_describe_find(d, name) : -1;
    if (name == NULL || d->base >= 0)
        return MIEN_OK;
    snprintf(sentence, sizeof sentence,
             "There is no pose \"%.60s\": name one of the poses, or remove \"base\" for the rest pose.",
             name);
    return mieni_fail(d->error, MIEN_ERROR_DATA, mieni_at_value(mieni_json_get(d->root, "base"), "base"),
                      "%s", sentence);
}

static int find_bone(const MieniDescribe *d, const char *name)
{
    return mieni_names_search(d->bone_names, d->skeleton->bone_count, name);
}

static MienStatus edit_bones(MieniDescribe *d, int p, const MieniJson *edits, MienTransform *bones)
{
    char list[32];
    snprintf(list, sizeof list, "poses[%d].bones", p);
    for (int i = 0; edits != NULL && i < edits->count; ++i) {
        const char *name = mieni_json_get_string(edits->items[i], "bone", "");
        const int bone = find_bone(d, name);
        if (bone < 0)
            return mieni_row_fail(d->error, edits->items[i], list, i, "bone",
                                  "The skeleton has no bone \"%.60s\": fix the name, or remove the row.",
                                  name);
        const MienStatus status = mieni_transform_of_row(edits->items[i], list, i, &bones[bone], d->error);
        if (status != MIEN_OK)
            return status;
    }
    return MIEN_OK;
}

/// What the bones are in a pose: as the base, then the take, then what was done by hand.
static MienStatus make_bones(MieniDescribe *d, int p)
{
    const MieniJson *edits = mieni_json_get(d->rows[p], "bones");
    const size_t count = (size_t)d->skeleton->bone_count;
    if (d->take_of[p] < 0 && (edits == NULL || edits->count == 0) && p != d->base)
        return MIEN_OK;
    MienTransform *bones = mieni_arena_take(d->arena, count, sizeof *bones);
    if (bones == NULL)
        return mieni_describe_no_memory(d);
    for (size_t b = 0; b < count; ++b)
        bones[b] = d->base_bones != NULL ? d->base_bones[b] : d->skeleton->bones[b].rest;
    const MieniUsedTake *used = d->take_of[p] >= 0 ? &d->used[d->take_of[p]] : NULL;
    for (int t = 0; used != NULL && t < used->clip->track_count; ++t)
        if (used->bones[t] >= 0)
            bones[used->bones[t]] = mieni_take_sample(used->clip, t, d->moments[p]);
    d->poses[p].bones = bones;
    if (p == d->base)
        d->base_bones = bones;
    return edit_bones(d, p, edits, bones);
}

static MienStatus make_hold(MieniDescribe *d, int p)
{
    const MieniJson *names = mieni_json_get(d->rows[p], "hold");
    if (names == NULL)
        return MIEN_OK;
    int *hold = mieni_arena_take(d->arena, (size_t)names->count, sizeof *hold);
    if (hold == NULL)
        return mieni_describe_no_memory(d);
    for (int i = 0; i < names->count; ++i) {
        hold[i] = find_bone(d, names->items[i]->string);
        if (hold[i] < 0)
            return mieni_row_fail(d->error, d->rows[p], "poses", p, "hold",
                                  "The skeleton has no bone \"%.60s\": fix the name, or remove it.",
                                  names->items[i]->string);
    }
    d->poses[p].hold = hold;
    d->poses[p].hold_count = names->count;
    return MIEN_OK;
}

/// What each pose is: bones, holds. Needs takes and base.
static MienStatus describe_bones(MieniDescribe *d)
{
    MienStatus status = d->base >= 0 ? make_bones(d, d->base) : MIEN_OK;
    for (int p = 0; status == MIEN_OK && p < d->pose_count; ++p) {
        if (p != d->base)
            status = make_bones(d, p);
        if (status == MIEN_OK)
            status = make_hold(d, p);
    }
    return status;
}

static MienStatus describe(MieniDescribe *d, MienAuthorPoseAsset *out)
{
    MienStatus status = sort_names(d);
    for (int p = 0; status == MIEN_OK && p < d->pose_count; ++p)
        status = find_source(d, p);
    if (status == MIEN_OK)
        status = find_base(d);
    if (status == MIEN_OK)
        status = describe_bones(d);
    if (status == MIEN_OK)
        status = describe_roles(d);
    if (status == MIEN_OK)
        status = describe_curves(d, out);
    if (status == MIEN_OK)
        status = describe_masks(d, out);
    if (status == MIEN_OK)
        status = describe_groups(d, out);
    return status;
}

MienStatus mieni_poses_describe(const MieniAsset *asset, const MienAuthorSkeleton *skeleton,
                                const MieniPosesTake *takes, int take_count, MieniArena *arena,
                                MienAuthorPoseAsset *out_poses, MieniPosesNotes *out_notes, MienError *error)
{
    const MieniJson *root = asset->json.root, *rows = mieni_json_get(root, "poses");
    MieniDescribe d = {.asset = asset,
                       .root = root,
                       .rows = rows != NULL ? rows->items : NULL,
                       .pose_count = rows != NULL ? rows->count : 0,
                       .skeleton = skeleton,
                       .takes = takes,
                       .take_count = take_count,
                       .arena = arena,
                       .error = error};
    MienAuthorPoseAsset out = {
        .skeleton = skeleton,
        .is_absolute = strcmp(mieni_json_get_string(root, "mode", ""), "absolute") == 0,
        .is_unreal = strcmp(mieni_json_get_string(root, "blending", ""), "unreal") == 0,
    };
    *out_poses = (MienAuthorPoseAsset){0};
    if (out_notes != NULL)
        *out_notes = (MieniPosesNotes){0};
    if (d.pose_count > MIEN_MAX_POSES)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at_value(rows, "poses"),
                          "An asset has at most 65535 poses.");
    const MienStatus status = describe(&d, &out);
    if (status != MIEN_OK)
        return status;
    out.base = d.base_bones;
    out.base_pose = d.base + 1;
    out.pose_count = d.pose_count;
    out.poses = d.poses;
    *out_poses = out;
    if (out_notes != NULL)
        *out_notes = d.notes;
    return MIEN_OK;
}

MienStatus mieni_poses_check(const MieniAsset *asset, MienError *error)
{
    static const MienAuthorSkeleton none = {0};
    const MieniJson *root = asset->json.root, *rows = mieni_json_get(root, "poses");
    MieniArena arena = {.allocator = asset->json.arena.allocator};
    MienAuthorPoseAsset out = {0};
    MieniDescribe d = {.asset = asset,
                       .root = root,
                       .rows = rows != NULL ? rows->items : NULL,
                       .pose_count = rows != NULL ? rows->count : 0,
                       .skeleton = &none,
                       .arena = &arena,
                       .error = error};
    MienStatus status = sort_names(&d);
    if (status == MIEN_OK)
        status = find_base(&d);
    if (status == MIEN_OK)
        status = describe_roles(&d);
    if (status == MIEN_OK)
        status = describe_masks(&d, &out);
    if (status == MIEN_OK)
        status = describe_groups(&d, &out);
    mieni_arena_release(&arena);
    return status;
}
