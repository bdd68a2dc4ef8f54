// SPDX-License-Identifier: MIT
//
// Describing what drives poses: roles, settings of controls, masks, groups. What
// cooking would refuse is refused here, where the line is known.

#include "core/float_rules.h"

#include "asset/poses_describe.h"

#include <string.h>

const char *mieni_pose_driver(const MieniJson *root, const MieniJson *row, int index)
{
    const MieniJson *product = mieni_json_get(row, "product");
    const char *name = mieni_json_get_string(row, "name", "");
    if (product != NULL)
        return index < product->count ? product->items[index]->string : NULL;
    if (index > 0 || strcmp(name, mieni_json_get_string(root, "base", "")) == 0)
        return NULL;
    return mieni_json_get_string(row, "on", name);
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
    return mieni_json_get(row, "on") == NULL && mieni_json_get(row, "product") == NULL;
}

static MienStatus fail_at(const MieniDescribe *d, int p, const char *key, const char *sentence)
{
    return mieni_row_fail(d->error, d->rows[p], "poses", p, key, "%s", sentence);
}

static MienStatus describe_settings(MieniDescribe *d, int p)
{
    const MieniJson *row = d->rows[p], *range = mieni_json_get(row, "range");
    MienAuthorControl *out = &d->poses[p].control_settings;
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
                       "A binary control has no other setting: remove range, gain, offset and smooth.");
    return MIEN_OK;
}

static MienStatus refuse_settings(MieniDescribe *d, int p)
{
    static const char *const keys[] = {"range", "gain", "offset", "smooth", "binary"};
    for (int k = 0; k < 5; ++k)
        if (mieni_json_get(d->rows[p], keys[k]) != NULL)
            return fail_at(d, p, keys[k],
                           "Only a control, driven by the curve of its name, has this setting: remove it.");
    return MIEN_OK;
}

static MienStatus describe_inbetween(MieniDescribe *d, int p)
{
    const MieniJson *row = d->rows[p], *at = mieni_json_get(row, "at");
    const char *name = mieni_json_get_string(row, "on", "");
    const int control = mieni_describe_find(d, name);
    if (control < 0)
        return mieni_row_fail(d->error, row, "poses", p, "on",
                              "There is no pose \"%.60s\": name the pose that this one is in between of.",
                              name);
    if (!is_control(d->rows[control]))
        return mieni_row_fail(d->error, row, "poses", p, "on",
                              "\"%.60s\" is not driven by a curve: an in-between sits on a pose that is.",
                              name);
    if (at == NULL)
        return fail_at(d, p, NULL, "An in-between needs \"at\": 0.5 is half way to the pose it is on.");
    const float position = (float)at->number;
    if (position == 0.0f || position == 1.0f)
        return fail_at(d, p, "at", "The base is at 0 and the pose itself at 1: choose another place.");
    if (position < 0.0f && is_absolute(d))
        return fail_at(d, p, "at", "In an absolute asset in-betweens are above 0.");
    d->poses[p].role = MIEN_AUTHOR_INBETWEEN;
    d->poses[p].control = control;
    d->poses[p].position = position;
    return refuse_settings(d, p);
}

static MienStatus describe_combination(MieniDescribe *d, int p)
{
    const MieniJson *row = d->rows[p], *names = mieni_json_get(row, "product");
    if (is_absolute(d))
        return fail_at(d, p, "product", "Combinations exist in additive assets only.");
    if (names->count == 0)
        return fail_at(d, p, "product", "A combination names at least one pose.");
    int *inputs = mieni_arena_take(d->arena, (size_t)names->count, sizeof *inputs);
    if (inputs == NULL)
        return mieni_describe_no_memory(d);
    for (int i = 0; i < names->count; ++i) {
        inputs[i] = mieni_describe_find(d, names->items[i]->string);
        if (inputs[i] < 0)
            return mieni_row_fail(d->error, row, "poses", p, "product",
                                  "There is no pose \"%.60s\": name controls or in-betweens.",
                                  names->items[i]->string);
        if (mieni_json_get(d->rows[inputs[i]], "product") != NULL)
            return mieni_row_fail(d->error, row, "poses", p, "product",
                                  "\"%.60s\" is a combination itself: name controls or in-betweens.",
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
    const bool is_inbetween = mieni_json_get(row, "on") != NULL;
    const bool is_combination = mieni_json_get(row, "product") != NULL;
    if (mieni_json_get(row, "at") != NULL && !is_inbetween)
        return fail_at(d, p, "at", "\"at\" places an in-between: say \"on\" which pose, or remove it.");
    if (is_inbetween && is_combination)
        return fail_at(d, p, "product",
                       "A pose is an in-between or a combination: remove \"on\" or \"product\".");
    if ((is_inbetween || is_combination) && is_unreal(d))
        return fail_at(d, p, is_inbetween ? "on" : "product",
                       "Unreal blending knows neither in-betweens nor combinations.");
    if (is_inbetween)
        return describe_inbetween(d, p);
    if (is_combination)
        return describe_combination(d, p);
    return describe_settings(d, p);
}

MienStatus mieni_describe_roles(MieniDescribe *d)
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
                              "There is no pose \"%.60s\": mend the name, or remove it.", name);
    if (!is_control(d->rows[*out_pose]))
        return mieni_row_fail(d->error, row, list, index, key,
                              "\"%.60s\" is not driven by a curve: name a pose that is.", name);
    return MIEN_OK;
}

static MienStatus refuse_unreal(const MieniDescribe *d, const MieniJson *rows, const char *list)
{
    if (!is_unreal(d) || rows->count == 0)
        return MIEN_OK;
    return mieni_asset_fail(d->error, rows, MIEN_ERROR_DATA,
                            "Unreal blending knows neither masks nor groups: remove them.", "%s", list);
}

MienStatus mieni_describe_masks(MieniDescribe *d, MienAuthorPoseAsset *out)
{
    const MieniJson *rows = mieni_json_get(d->root, "masks");
    if (rows == NULL)
        return MIEN_OK;
    MienAuthorMask *masks = mieni_arena_take(d->arena, (size_t)rows->count, sizeof *masks);
    if (masks == NULL)
        return mieni_describe_no_memory(d);
    MienStatus status = refuse_unreal(d, rows, "masks");
    for (int i = 0; status == MIEN_OK && i < rows->count; ++i) {
        const MieniJson *row = rows->items[i];
        const char *kind = mieni_json_get_string(row, "kind", "multiply");
        masks[i].kind = strcmp(kind, "sum") == 0     ? MIEN_AUTHOR_MASK_SUM
                        : strcmp(kind, "block") == 0 ? MIEN_AUTHOR_MASK_BLOCK
                                                     : MIEN_AUTHOR_MASK_MULTIPLY;
        masks[i].amount = (float)mieni_json_get_number(row, "amount", 1);
        masks[i].threshold = (float)mieni_json_get_number(row, "threshold", 0);
        status = find_control(d, row, "masks", i, "target", mieni_json_get_string(row, "target", ""),
                              &masks[i].target);
        if (status == MIEN_OK)
            status = find_control(d, row, "masks", i, "source", mieni_json_get_string(row, "source", ""),
                                  &masks[i].source);
        if (status == MIEN_OK && masks[i].target == masks[i].source)
            status = mieni_row_fail(d->error, row, "masks", i, "source",
                                    "A pose does not weaken itself: name another one.");
    }
    out->masks = masks;
    out->mask_count = rows->count;
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

MienStatus mieni_describe_groups(MieniDescribe *d, MienAuthorPoseAsset *out)
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
