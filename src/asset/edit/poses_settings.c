// SPDX-License-Identifier: MIT
//
// Settings of pose assets: mode and base, how controls read their curves, roles,
// masks, groups, levels, edits by hand.

#include "core/float_rules.h"

#include "asset/edit/poses.h"
#include "asset/edit/poses_change.h"

#include <stdio.h>
#include <string.h>

/// The names of poses that are in the way of a mode, as one text.
static int list_obstacles(const MieniJson *poses, char *text, size_t size)
{
    int count = 0;
    text[0] = '\0';
    for (int i = 0; poses != NULL && i < poses->count; ++i) {
        const MieniJson *row = poses->items[i], *range = mieni_json_get(row, "range");
        if (!(range != NULL && range->items[0]->number < 0) && mieni_json_get(row, "corrective") == NULL &&
            !(mieni_json_get_number(row, "position", 1) < 0))
            continue;
        const char *name = mieni_json_get_string(row, "name", "");
        const size_t used = strlen(text);
        if (used + strlen(name) + 16 < size)
            snprintf(text + used, size - used, "%s%s", count > 0 ? ", " : "", name);
        else if (strstr(text, " and more") == NULL)
            snprintf(text + used, size - used, " and more");
        ++count;
    }
    return count;
}

MienStatus mieni_poses_set_mode(MieniAsset *asset, bool is_absolute, MienError *error)
{
    char names[80];
    MieniChange change;
    mieni_change_begin(&change, asset, error);
    if (is_absolute && list_obstacles(mieni_json_get(asset->json.root, "poses"), names, sizeof names) > 0)
        return mieni_change_end(
            &change, mieni_change_fail(&change, "mode",
                                       "Absolute poses have no negative range or place and no product: "
                                       "change %s first.",
                                       names));
    mieni_change_put_text(&change, change.root, "mode", is_absolute ? "absolute" : "additive");
    return mieni_change_end(&change, MIEN_OK);
}

MienStatus mieni_poses_set_base(MieniAsset *asset, const char *name, MienError *error)
{
    MieniChange change;
    int index;
    mieni_change_begin(&change, asset, error);
    if (name == NULL) {
        mieni_json_unset(change.root, "base");
        return mieni_change_end(&change, MIEN_OK);
    }
    const MienStatus status =
        mieni_change_find(&change, mieni_json_get(asset->json.root, "poses"), name, &index);
    mieni_change_put_text(&change, change.root, "base", name);
    return mieni_change_end(&change, status);
}

/// Begins a change of one pose; on failure the change is at its end.
static MienStatus begin_pose(MieniChange *change, MieniAsset *asset, const char *name, MieniJson **out_row,
                             MienError *error)
{
    MieniJson *list;
    int index;
    mieni_change_begin(change, asset, error);
    const MienStatus status = mieni_change_pose(change, name, &list, &index, out_row);
    return status == MIEN_OK ? MIEN_OK : mieni_change_end(change, status);
}

MienStatus mieni_poses_set_range(MieniAsset *asset, const char *name, bool has, float min, float max,
                                 MienError *error)
{
    MieniChange change;
    MieniJson *row;
    const MienStatus status = begin_pose(&change, asset, name, &row, error);
    if (status != MIEN_OK)
        return status;
    MieniJson *range = mieni_json_array(change.json);
    if (!(min >= -MIEN_MAX_WEIGHT && max <= MIEN_MAX_WEIGHT))
        return mieni_change_end(&change, mieni_change_fail(&change, "range", "A range is within 1000."));
    mieni_json_append(change.json, range, mieni_json_float(change.json, min));
    mieni_json_append(change.json, range, mieni_json_float(change.json, max));
    if (has)
        mieni_json_set(change.json, row, "range", range);
    else
        mieni_json_unset(row, "range");
    return mieni_change_end(&change, MIEN_OK);
}

static bool is_finite(float value) { return value - value == 0.0f; }

MienStatus mieni_poses_set_remap(MieniAsset *asset, const char *name, float gain, float offset,
                                 MienError *error)
{
    MieniChange change;
    MieniJson *row;
    const MienStatus status = begin_pose(&change, asset, name, &row, error);
    if (status != MIEN_OK)
        return status;
    if (!is_finite(gain) || !is_finite(offset))
        return mieni_change_end(&change,
                                mieni_change_fail(&change, "gain", "Gain and offset are finite numbers."));
    mieni_json_unset(row, "gain");
    mieni_json_unset(row, "offset");
    if (gain != 1.0f)
        mieni_change_put_float(&change, row, "gain", gain);
    if (offset != 0.0f)
        mieni_change_put_float(&change, row, "offset", offset);
    return mieni_change_end(&change, MIEN_OK);
}

static MienStatus set_flag(MieniAsset *asset, const char *name, const char *key, bool value, MienError *error)
{
    MieniChange change;
    MieniJson *row;
    const MienStatus status = begin_pose(&change, asset, name, &row, error);
    if (status != MIEN_OK)
        return status;
    if (value)
        mieni_json_set(change.json, row, key, mieni_json_bool(change.json, true));
    else
        mieni_json_unset(row, key);
    return mieni_change_end(&change, MIEN_OK);
}

MienStatus mieni_poses_set_smooth(MieniAsset *asset, const char *name, bool is_smooth, MienError *error)
{
    return set_flag(asset, name, "smooth", is_smooth, error);
}

MienStatus mieni_poses_set_binary(MieniAsset *asset, const char *name, bool is_binary, MienError *error)
{
    return set_flag(asset, name, "binary", is_binary, error);
}

MienStatus mieni_poses_set_inbetween(MieniAsset *asset, const char *name, const char *on, float at,
                                     MienError *error)
{
    MieniChange change;
    MieniJson *row;
    const MienStatus status = begin_pose(&change, asset, name, &row, error);
    if (status != MIEN_OK)
        return status;
    if (on != NULL && !is_finite(at))
        return mieni_change_end(&change,
                                mieni_change_fail(&change, "position", "A place is a finite number."));
    mieni_json_unset(row, "target");
    mieni_json_unset(row, "position");
    if (on != NULL) {
        mieni_change_put_text(&change, row, "target", on);
        mieni_change_put_float(&change, row, "position", at);
    }
    return mieni_change_end(&change, MIEN_OK);
}

MienStatus mieni_poses_set_combination(MieniAsset *asset, const char *name, const char *const *inputs,
                                       int count, MienError *error)
{
    MieniChange change;
    MieniJson *row;
    const MienStatus status = begin_pose(&change, asset, name, &row, error);
    if (status != MIEN_OK)
        return status;
    mieni_change_put_names(&change, row, "corrective", inputs, count);
    return mieni_change_end(&change, MIEN_OK);
}

static int find_mask(const MieniJson *masks, const char *target, const char *source)
{
    for (int i = 0; masks != NULL && i < masks->count; ++i)
        if (strcmp(mieni_json_get_string(masks->items[i], "target", ""), target) == 0 &&
            strcmp(mieni_json_get_string(masks->items[i], "source", ""), source) == 0)
            return i;
    return -1;
}

/// A row of a list to write into: the one at an index, or with -1 a new one at the end.
static MieniJson *open_row(MieniChange *change, const char *key, int index)
{
    MieniJson *list = mieni_change_list(change, key);
    if (list == NULL)
        return NULL;
    return index >= 0 ? mieni_change_row(change, list, index)
                      : mieni_json_append(change->json, list, mieni_json_object(change->json));
}

MienStatus mieni_poses_set_override(MieniAsset *asset, const char *target, const char *source,
                                    MienAuthorOverrideKind kind, float amount, float threshold,
                                    MienError *error)
{
    static const char *const kinds[] = {"multiply", "sum", "block"};
    MieniChange change;
    mieni_change_begin(&change, asset, error);
    if ((unsigned)kind > MIEN_AUTHOR_OVERRIDE_BLOCK || !is_finite(amount) || !is_finite(threshold))
        return mieni_change_end(
            &change, mieni_change_fail(&change, "overrides", "The override has an unknown kind or amount."));
    MieniJson *row = open_row(&change, "overrides",
                              find_mask(mieni_json_get(asset->json.root, "overrides"), target, source));
    mieni_change_put_text(&change, row, "target", target);
    mieni_change_put_text(&change, row, "source", source);
    mieni_json_unset(row, "kind");
    mieni_json_unset(row, "threshold");
    if (kind != MIEN_AUTHOR_OVERRIDE_MULTIPLY)
        mieni_change_put_text(&change, row, "kind", kinds[kind]);
    mieni_change_put_float(&change, row, "amount", amount);
    if (kind == MIEN_AUTHOR_OVERRIDE_BLOCK)
        mieni_change_put_float(&change, row, "threshold", threshold);
    return mieni_change_end(&change, MIEN_OK);
}

static MienStatus remove_row(MieniChange *change, const char *key, int index, const char *sentence)
{
    if (index < 0)
        return mieni_change_end(change, mieni_change_fail(change, key, "%s", sentence));
    MieniJson *list = mieni_change_list(change, key);
    if (list != NULL)
        mieni_json_remove(list, index);
    mieni_change_drop_empty(change, key, list);
    return mieni_change_end(change, MIEN_OK);
}

MienStatus mieni_poses_remove_override(MieniAsset *asset, const char *target, const char *source,
                                       MienError *error)
{
    MieniChange change;
    mieni_change_begin(&change, asset, error);
    return remove_row(&change, "overrides",
                      find_mask(mieni_json_get(asset->json.root, "overrides"), target, source),
                      "There is no override between these poses: check the names.");
}

MienStatus mieni_poses_set_group(MieniAsset *asset, const char *name, MienAuthorGroupKind kind, float number,
                                 const char *const *members, int count, MienError *error)
{
    static const char *const kinds[] = {"cap", "normalise", "top"};
    MieniChange change;
    mieni_change_begin(&change, asset, error);
    if ((unsigned)kind > MIEN_AUTHOR_GROUP_TOP || !is_finite(number))
        return mieni_change_end(
            &change, mieni_change_fail(&change, "groups", "A group is of no known kind or limit."));
    MieniJson *row = open_row(&change, "groups",
                              mieni_json_find(mieni_json_get(asset->json.root, "groups"), "name", name));
    mieni_change_put_text(&change, row, "name", name);
    mieni_change_put_text(&change, row, "kind", kinds[kind]);
    mieni_json_unset(row, "limit");
    mieni_json_unset(row, "keep");
    mieni_change_put_float(&change, row, kind == MIEN_AUTHOR_GROUP_TOP ? "keep" : "limit", number);
    if (count == 0)
        mieni_json_set(change.json, row, "members", mieni_json_array(change.json));
    else
        mieni_change_put_names(&change, row, "members", members, count);
    return mieni_change_end(&change, MIEN_OK);
}

MienStatus mieni_poses_remove_group(MieniAsset *asset, const char *name, MienError *error)
{
    MieniChange change;
    mieni_change_begin(&change, asset, error);
    return remove_row(&change, "groups",
                      mieni_json_find(mieni_json_get(asset->json.root, "groups"), "name", name),
                      "There is no group of this name.");
}

MienStatus mieni_poses_set_curve_level(MieniAsset *asset, const char *curve, int max_lod, MienError *error)
{
    MieniChange change;
    mieni_change_begin(&change, asset, error);
    const int index = mieni_json_find(mieni_json_get(asset->json.root, "curves"), "name", curve);
    if (max_lod == MIEN_ALL_LODS)
        return index < 0 ? mieni_change_end(&change, MIEN_OK) : remove_row(&change, "curves", index, "");
    MieniJson *row = open_row(&change, "curves", index);
    mieni_change_put_text(&change, row, "name", curve);
    mieni_json_set(change.json, row, "max_lod", mieni_json_number(change.json, max_lod));
    return mieni_change_end(&change, MIEN_OK);
}

static const char *const part_keys[] = {"t", "q", "s"};

MienStatus mieni_poses_set_bone(MieniAsset *asset, const char *name, const char *bone, int parts,
                                const MienTransform *value, MienError *error)
{
    MieniChange change;
    MieniJson *row;
    float f[12];
    static const int first[] = {4, 0, 8}, count[] = {3, 4, 3};
    const MienStatus status = begin_pose(&change, asset, name, &row, error);
    if (status != MIEN_OK)
        return status;
    memcpy(f, value, sizeof f);
    const MieniJson *old = mieni_json_get(row, "bones");
    MieniJson *list =
        mieni_json_set(change.json, row, "bones",
                       old != NULL ? mieni_json_fork(change.json, old) : mieni_json_array(change.json));
    if (list == NULL)
        return mieni_change_end(&change, MIEN_ERROR_MEMORY);
    const int index = mieni_json_find(list, "bone", bone);
    MieniJson *edit = index >= 0 ? mieni_change_row(&change, list, index)
                                 : mieni_json_append(change.json, list, mieni_json_object(change.json));
    mieni_change_put_text(&change, edit, "bone", bone);
    for (int k = 0; k < 3; ++k) {
        if ((parts >> k & 1) == 0)
            continue;
        MieniJson *vector = mieni_json_array(change.json);
        for (int i = 0; i < count[k]; ++i) {
            if (!is_finite(f[first[k] + i]))
                return mieni_change_end(
                    &change, mieni_change_fail(&change, part_keys[k], "A transform has finite numbers."));
            mieni_json_append(change.json, vector, mieni_json_float(change.json, f[first[k] + i]));
        }
        mieni_json_set(change.json, edit, part_keys[k], vector);
    }
    MienTransform check = mien_transform_identity();
    const MienStatus good =
        edit != NULL && !change.json->arena.is_out_of_memory
            ? mieni_transform_of_row(edit, "bones", index >= 0 ? index : list->count - 1, &check, error)
            : MIEN_ERROR_MEMORY;
    return mieni_change_end(&change, good);
}

MienStatus mieni_poses_clear_bone(MieniAsset *asset, const char *name, const char *bone, int parts,
                                  MienError *error)
{
    MieniChange change;
    MieniJson *row;
    const MienStatus status = begin_pose(&change, asset, name, &row, error);
    if (status != MIEN_OK)
        return status;
    const MieniJson *old = mieni_json_get(row, "bones");
    MieniJson *list =
        old != NULL ? mieni_json_set(change.json, row, "bones", mieni_json_fork(change.json, old)) : NULL;
    for (int i = list != NULL ? list->count - 1 : -1; i >= 0; --i) {
        if (bone != NULL && strcmp(mieni_json_get_string(list->items[i], "bone", ""), bone) != 0)
            continue;
        MieniJson *edit = mieni_change_row(&change, list, i);
        if (edit == NULL)
            break;
        for (int k = 0; k < 3; ++k)
            if ((parts >> k & 1) != 0)
                mieni_json_unset(edit, part_keys[k]);
        if (mieni_json_get(edit, "t") == NULL && mieni_json_get(edit, "q") == NULL &&
            mieni_json_get(edit, "s") == NULL)
            mieni_json_remove(list, i);
    }
    if (list != NULL && list->count == 0)
        mieni_json_unset(row, "bones");
    return mieni_change_end(&change, MIEN_OK);
}
