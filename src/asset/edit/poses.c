// SPDX-License-Identifier: MIT
//
// Poses as a whole: renaming, deleting, reordering, duplicating.

#include "core/float_rules.h"

#include "asset/edit/poses.h"
#include "asset/edit/poses_change.h"
#include "core/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What names become, sorted by the old ones.
typedef struct Renames {
    MieniChange *change;
    const MieniNameEntry *from;
    const char *const *to;
    int count;
} Renames;

static const char *new_name(const Renames *renames, const char *name)
{
    const int index = name != NULL ? mieni_names_search(renames->from, renames->count, name) : -1;
    return index >= 0 ? renames->to[index] : NULL;
}

static bool has_new_name(const Renames *renames, const MieniJson *value)
{
    return value != NULL && value->type == MIENI_JSON_STRING && new_name(renames, value->string) != NULL;
}

static void rename_text(const Renames *renames, MieniJson *row, const char *key)
{
    const char *name = new_name(renames, mieni_json_get_string(row, key, NULL));
    if (name != NULL)
        mieni_change_put_text(renames->change, row, key, name);
}

static bool list_has_new_name(const Renames *renames, const MieniJson *list)
{
    bool has = false;
    for (int i = 0; list != NULL && i < list->count; ++i)
        has = has || has_new_name(renames, list->items[i]);
    return has;
}

static void rename_list(const Renames *renames, MieniJson *row, const char *key)
{
    MieniJsonDocument *json = renames->change->json;
    MieniJson *list = mieni_json_get(row, key);
    if (!list_has_new_name(renames, list))
        return;
    list = mieni_json_set(json, row, key, mieni_json_fork(json, list));
    for (int i = 0; list != NULL && i < list->count; ++i) {
        const char *name = new_name(renames, list->items[i]->string);
        MieniJson *text = name != NULL ? mieni_json_string(json, name) : NULL;
        if (text != NULL)
            list->items[i] = text;
    }
}

/// Renames in every row of a list that needs it, and forks no other.
static bool rename_rows(const Renames *renames, const char *list_key, const char *const *keys,
                        const char *names_key)
{
    const MieniJson *old = mieni_json_get(renames->change->root, list_key);
    if (old == NULL)
        return true;
    MieniJson *list = mieni_change_list(renames->change, list_key);
    for (int i = 0; list != NULL && i < list->count; ++i) {
        const MieniJson *row = list->items[i];
        if (!has_new_name(renames, mieni_json_get(row, keys[0])) &&
            !has_new_name(renames, mieni_json_get(row, keys[1])) &&
            !list_has_new_name(renames, mieni_json_get(row, names_key)))
            continue;
        MieniJson *forked = mieni_change_row(renames->change, list, i);
        rename_text(renames, forked, keys[0]);
        rename_text(renames, forked, keys[1]);
        rename_list(renames, forked, names_key);
    }
    return list != NULL;
}

static MienStatus check_renames(const MieniChange *change, const char *const *from, const char *const *to,
                                int count, MieniNameEntry *entries)
{
    const MieniJson *poses = mieni_json_get(change->root, "poses");
    const int pose_count = poses != NULL ? poses->count : 0;
    MieniArena scratch = {.allocator = change->scratch.allocator};
    MieniSeen names, kept;
    MienStatus status = MIEN_OK;
    if (!mieni_seen_begin(&names, &scratch, (size_t)pose_count) ||
        !mieni_seen_begin(&kept, &scratch, (size_t)pose_count + (size_t)count))
        status = mieni_poses_no_memory(change->error);
    else
        mieni_seen_add_rows(&names, poses, "name");
    for (int i = 0; status == MIEN_OK && i < count; ++i) {
        entries[i] = (MieniNameEntry){from[i], i};
        if (!mieni_seen_has(&names, from[i]))
            status = mieni_change_fail(change, from[i], "No pose with this name.");
    }
    if (status == MIEN_OK)
        mieni_names_sort(entries, count);
    for (int i = 1; status == MIEN_OK && i < count; ++i)
        if (strcmp(entries[i - 1].name, entries[i].name) == 0)
            status = mieni_change_fail(change, entries[i].name, "This pose is renamed twice: choose one.");
    for (int i = 0; status == MIEN_OK && i < pose_count; ++i) {
        const char *name = mieni_json_get_string(poses->items[i], "name", "");
        if (mieni_names_search(entries, count, name) < 0)
            mieni_seen_add(&kept, name);
    }
    for (int i = 0; status == MIEN_OK && i < count; ++i) {
        const char *why = NULL;
        if (!mieni_name_is_valid(to[i], strlen(to[i]), &why))
            status = mieni_change_fail(change, to[i], "%s", why);
        else if (mieni_seen_has(&kept, to[i]))
            status = mieni_change_fail(change, to[i], "A pose has this name already: choose another name.");
        mieni_seen_add(&kept, to[i]);
    }
    mieni_arena_release(&scratch);
    return status;
}

MienStatus mieni_poses_rename(MieniAsset *asset, const char *const *from, const char *const *to, int count,
                              MienError *error)
{
    static const char *const pose_keys[] = {"name", "target"}, *const mask_keys[] = {"target", "source"},
                             *const group_keys[] = {"", ""};
    MieniChange change;
    mieni_change_begin(&change, asset, error);
    MieniNameEntry *entries = mieni_arena_take(&change.scratch, (size_t)count, sizeof *entries);
    if (entries == NULL || change.root == NULL)
        return mieni_change_end(&change, MIEN_ERROR_MEMORY);
    const MienStatus status = check_renames(&change, from, to, count, entries);
    if (status != MIEN_OK)
        return mieni_change_end(&change, status);
    const Renames renames = {&change, entries, to, count};
    rename_text(&renames, change.root, "base");
    if (!rename_rows(&renames, "poses", pose_keys, "corrective") ||
        !rename_rows(&renames, "overrides", mask_keys, "") ||
        !rename_rows(&renames, "groups", group_keys, "members"))
        return mieni_change_end(&change, MIEN_ERROR_MEMORY);
    return mieni_change_end(&change, MIEN_OK);
}

/// Poses that go, and who refers to them.
typedef struct Deletion {
    MieniChange *change;
    MieniSeen gone;
    bool is_forced;
    char users[96]; ///< "half, overrides[0] and others".
    const char *first_used;
    int user_count;
} Deletion;

static bool is_gone(const Deletion *deletion, const char *name)
{
    return name != NULL && mieni_seen_has(&deletion->gone, name);
}

static void note_user(Deletion *deletion, const char *used, const char *user)
{
    const size_t size = strlen(deletion->users), more = strlen(user);
    if (deletion->user_count++ == 0)
        deletion->first_used = used;
    if (size + more + 24 > sizeof deletion->users) {
        if (strstr(deletion->users, " and others") == NULL)
            memcpy(deletion->users + size, " and others", 12);
        return;
    }
    snprintf(deletion->users + size, sizeof deletion->users - size, "%s%s", size > 0 ? ", " : "", user);
}

/// Takes names that go out of a list of a row. Returns how many are left, or -1 without
/// memory.
static int drop_names(Deletion *deletion, MieniJson *row, const char *key, const char *user)
{
    MieniJson *list = mieni_json_get(row, key);
    list = mieni_json_set(deletion->change->json, row, key, mieni_json_fork(deletion->change->json, list));
    if (list == NULL)
        return -1;
    for (int i = list->count - 1; i >= 0; --i) {
        if (!is_gone(deletion, list->items[i]->string))
            continue;
        note_user(deletion, list->items[i]->string, user);
        mieni_json_remove(list, i);
    }
    return list->count;
}

static bool names_gone(const Deletion *deletion, const MieniJson *list)
{
    bool has = false;
    for (int i = 0; list != NULL && i < list->count; ++i)
        has = has || is_gone(deletion, list->items[i]->string);
    return has;
}

static bool release_poses(Deletion *deletion, MieniJson *poses)
{
    for (int i = 0; i < poses->count; ++i) {
        const char *name = mieni_json_get_string(poses->items[i], "name", "");
        const char *on = mieni_json_get_string(poses->items[i], "target", NULL);
        const bool is_on_gone = is_gone(deletion, on);
        const bool has_gone = names_gone(deletion, mieni_json_get(poses->items[i], "corrective"));
        if (!is_on_gone && !has_gone)
            continue;
        MieniJson *row = mieni_change_row(deletion->change, poses, i);
        if (row == NULL)
            return false;
        if (is_on_gone) {
            note_user(deletion, on, name);
            mieni_json_unset(row, "target");
            mieni_json_unset(row, "position");
        }
        const int left = has_gone ? drop_names(deletion, row, "corrective", name) : 1;
        if (left < 0)
            return false;
        if (left == 0)
            mieni_json_unset(row, "corrective");
    }
    return true;
}

static bool release_rules(Deletion *deletion)
{
    MieniChange *change = deletion->change;
    MieniJson *masks = mieni_change_list(change, "overrides"), *groups = mieni_change_list(change, "groups");
    char user[32];
    if (masks == NULL || groups == NULL)
        return false;
    for (int i = masks->count - 1; i >= 0; --i) {
        const char *target = mieni_json_get_string(masks->items[i], "target", "");
        const char *source = mieni_json_get_string(masks->items[i], "source", "");
        if (!is_gone(deletion, target) && !is_gone(deletion, source))
            continue;
        snprintf(user, sizeof user, "overrides[%d]", i);
        note_user(deletion, is_gone(deletion, target) ? target : source, user);
        mieni_json_remove(masks, i);
    }
    for (int i = groups->count - 1; i >= 0; --i) {
        if (!names_gone(deletion, mieni_json_get(groups->items[i], "members")))
            continue;
        snprintf(user, sizeof user, "groups[%d]", i);
        MieniJson *row = mieni_change_row(change, groups, i);
        const int left = row != NULL ? drop_names(deletion, row, "members", user) : -1;
        if (left < 0)
            return false;
        if (left == 0)
            mieni_json_remove(groups, i);
        else if (mieni_json_get_number(row, "keep", 1) > left)
            mieni_json_set(change->json, row, "keep", mieni_json_number(change->json, left));
    }
    mieni_change_drop_empty(change, "overrides", masks);
    mieni_change_drop_empty(change, "groups", groups);
    return true;
}

/// Takes the rows out of the list, and notes which frames they came from.
static bool take_out(Deletion *deletion, MieniJson *poses, MieniJson *skipped)
{
    MieniChange *change = deletion->change;
    MieniJson **gone = mieni_arena_take(&change->scratch, (size_t)poses->count, sizeof *gone);
    int kept = 0, count = 0;
    if (gone == NULL)
        return false;
    for (int i = 0; i < poses->count; ++i) {
        if (is_gone(deletion, mieni_json_get_string(poses->items[i], "name", "")))
            gone[count++] = mieni_json_fork(change->json, poses->items[i]);
        else
            poses->items[kept++] = poses->items[i];
    }
    poses->count = kept;
    for (int i = 0; i < count; ++i) {
        if (gone[i] == NULL)
            return false;
        mieni_change_skip_source(change, gone[i], poses, skipped);
    }
    return true;
}

static MienStatus delete_poses(Deletion *deletion, const char *const *names, int count)
{
    MieniChange *change = deletion->change;
    MieniJson *poses = mieni_change_list(change, "poses"), *skipped = mieni_change_list(change, "skipped");
    if (poses == NULL || skipped == NULL ||
        !mieni_seen_begin(&deletion->gone, &change->scratch, (size_t)count))
        return MIEN_ERROR_MEMORY;
    MieniSeen known;
    if (!mieni_seen_begin(&known, &change->scratch, (size_t)poses->count))
        return MIEN_ERROR_MEMORY;
    mieni_seen_add_rows(&known, poses, "name");
    for (int i = 0; i < count; ++i) {
        if (!mieni_seen_has(&known, names[i]))
            return mieni_change_fail(change, names[i], "No pose with this name.");
        mieni_seen_add(&deletion->gone, names[i]);
    }
    if (!take_out(deletion, poses, skipped))
        return MIEN_ERROR_MEMORY;
    const char *base = mieni_json_get_string(change->root, "base", NULL);
    if (is_gone(deletion, base)) {
        note_user(deletion, base, "base");
        mieni_json_unset(change->root, "base");
    }
    if (!release_poses(deletion, poses) || !release_rules(deletion))
        return MIEN_ERROR_MEMORY;
    mieni_change_drop_empty(change, "skipped", skipped);
    if (deletion->user_count > 0 && !deletion->is_forced)
        return strcmp(deletion->users, "base") == 0
                   ? mieni_change_fail(change, "poses",
                                       "\"%.40s\" is the base: choose another base first, or use --force.",
                                       deletion->first_used)
                   : mieni_change_fail(change, "poses",
                                       "\"%.40s\" is used by %s: change these first, or use --force.",
                                       deletion->first_used, deletion->users);
    return MIEN_OK;
}

MienStatus mieni_poses_delete(MieniAsset *asset, const char *const *names, int count, bool is_forced,
                              MienError *error)
{
    MieniChange change;
    mieni_change_begin(&change, asset, error);
    Deletion deletion = {.change = &change, .is_forced = is_forced};
    return mieni_change_end(&change,
                            change.root != NULL ? delete_poses(&deletion, names, count) : MIEN_ERROR_MEMORY);
}

static MienStatus move_pose(MieniChange *change, const char *name, MieniPosesPlace place, int index,
                            const char *anchor)
{
    int from = -1;
    MieniJson *poses = mieni_change_list(change, "poses");
    if (poses == NULL)
        return MIEN_ERROR_MEMORY;
    MienStatus status = mieni_change_find(change, poses, name, &from);
    if (status != MIEN_OK)
        return status;
    MieniJson *row = poses->items[from];
    mieni_json_remove(poses, from);
    if (place != MIENI_POSES_AT) {
        if (strcmp(name, anchor) == 0)
            return mieni_change_fail(change, "poses", "A pose does not move before or after itself.");
        status = mieni_change_find(change, poses, anchor, &index);
        if (status != MIEN_OK)
            return status;
        index += place == MIENI_POSES_AFTER;
    }
    if (index < 0 || index > poses->count)
        return mieni_change_fail(change, "index", "There are %d poses, counted from 0: choose among these.",
                                 poses->count + 1);
    return mieni_json_insert(change->json, poses, index, row) != NULL ? MIEN_OK : MIEN_ERROR_MEMORY;
}

MienStatus mieni_poses_move(MieniAsset *asset, const char *name, MieniPosesPlace place, int index,
                            const char *anchor, MienError *error)
{
    MieniChange change;
    mieni_change_begin(&change, asset, error);
    return mieni_change_end(&change, move_pose(&change, name, place, index, anchor));
}

static int compare_rows(const void *left, const void *right)
{
    return strcmp(mieni_json_get_string(*(MieniJson *const *)left, "name", ""),
                  mieni_json_get_string(*(MieniJson *const *)right, "name", ""));
}

MienStatus mieni_poses_sort(MieniAsset *asset, MienError *error)
{
    MieniChange change;
    mieni_change_begin(&change, asset, error);
    MieniJson *poses = mieni_change_list(&change, "poses");
    if (poses != NULL && poses->count > 0)
        qsort(poses->items, (size_t)poses->count, sizeof *poses->items, compare_rows);
    mieni_change_drop_empty(&change, "poses", poses);
    return mieni_change_end(&change, MIEN_OK);
}

MienStatus mieni_change_add_after(MieniChange *change, MieniJson *poses, int index, MieniJson *row,
                                  const char *name)
{
    MieniSeen ids;
    const char *id = NULL;
    if (row == NULL || !mieni_seen_begin(&ids, &change->scratch, (size_t)poses->count + 1))
        return MIEN_ERROR_MEMORY;
    if (mieni_json_find(poses, "name", name) >= 0)
        return mieni_change_fail(change, "name", "\"%.80s\" is there already: choose another name.", name);
    mieni_seen_add_rows(&ids, poses, "id");
    const char *old_id = mieni_poses_is_sourced(row) ? mieni_json_get_string(row, "id", NULL) : NULL;
    if (old_id != NULL ? !mieni_poses_next_id(&ids, &change->scratch, old_id, &id)
                       : !mieni_poses_id(&ids, &change->scratch, NULL, NULL, 0.0, name, &id))
        return MIEN_ERROR_MEMORY;
    mieni_change_put_text(change, row, "name", name);
    mieni_change_put_text(change, row, "id", id);
    return mieni_json_insert(change->json, poses, index + 1, row) != NULL ? MIEN_OK : MIEN_ERROR_MEMORY;
}

static MienStatus duplicate(MieniChange *change, const char *name, const char *new_name)
{
    static const char *const roles[] = {"target", "position", "corrective"};
    int index = -1;
    MieniJson *poses = mieni_change_list(change, "poses");
    if (poses == NULL)
        return MIEN_ERROR_MEMORY;
    const MienStatus status = mieni_change_find(change, poses, name, &index);
    if (status != MIEN_OK)
        return status;
    MieniJson *row = mieni_json_fork(change->json, poses->items[index]);
    for (int k = 0; k < 3; ++k)
        mieni_json_unset(row, roles[k]);
    return mieni_change_add_after(change, poses, index, row, new_name);
}

MienStatus mieni_poses_duplicate(MieniAsset *asset, const char *name, const char *new_name, MienError *error)
{
    MieniChange change;
    mieni_change_begin(&change, asset, error);
    return mieni_change_end(&change, duplicate(&change, name, new_name));
}

int mieni_poses_find(const MieniAsset *asset, const char *name)
{
    return mieni_json_find(mieni_json_get(asset->json.root, "poses"), "name", name);
}
