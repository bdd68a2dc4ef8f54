// SPDX-License-Identifier: MIT
//
// Bringing a pose asset up to its takes.

#include "core/float_rules.h"

#include "asset/edit/poses_change.h"
#include "asset/edit/poses_match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = -1 };

typedef struct Update {
    MieniChange *change;
    MieniPosesMatch *match;
    const MieniPosesTake *takes;
    MieniArena *arena; ///< The caller's: names that the report tells.
    MieniJson *poses, *skipped;
    int old_count;    ///< Poses before.
    bool *is_leaving; ///< Per pose: removed from its source, and not kept.
    int *head, *tail; ///< Per pose plus one: rows of the match that go behind it; 0 is the front.
    int *following;   ///< Per row of the match.
    int number;       ///< Default names below it are taken.
} Update;

static bool needs_writing(const MieniMatchRow *row, const MieniJson *old)
{
    return row->state != MIENI_MATCH_SAME || strcmp(mieni_json_get_string(old, "hash", ""), row->hash) != 0;
}

static void write_moment(Update *update, MieniJson *list, const MieniMatchRow *row)
{
    MieniJsonDocument *json = update->change->json;
    MieniJson *at = mieni_change_row(update->change, list, row->row);
    if (row->to.frame >= 0)
        mieni_json_set(json, at, "frame", mieni_json_number(json, row->to.frame));
    else if (mieni_json_get(at, "time") != NULL)
        mieni_json_set(json, at, "time", mieni_json_number(json, row->to.time));
    mieni_change_put_text(update->change, at, "hash", row->hash);
}

/// Notes every name that a pose which stays, or a rule, refers to.
static void note_references(const Update *update, MieniSeen *used)
{
    const MieniJson *root = update->change->root;
    const MieniJson *groups = mieni_json_get(root, "groups");
    const char *base = mieni_json_get_string(root, "base", NULL);
    if (base != NULL)
        mieni_seen_add(used, base);
    for (int p = 0; p < update->old_count; ++p) {
        const MieniJson *row = update->poses->items[p], *product = mieni_json_get(row, "corrective");
        if (update->is_leaving[p])
            continue;
        if (mieni_json_get_string(row, "target", NULL) != NULL)
            mieni_seen_add(used, mieni_json_get_string(row, "target", NULL));
        for (int i = 0; product != NULL && i < product->count; ++i)
            mieni_seen_add(used, product->items[i]->string);
    }
    mieni_seen_add_rows(used, mieni_json_get(root, "overrides"), "target");
    mieni_seen_add_rows(used, mieni_json_get(root, "overrides"), "source");
    for (int g = 0; groups != NULL && g < groups->count; ++g) {
        const MieniJson *members = mieni_json_get(groups->items[g], "members");
        for (int i = 0; i < members->count; ++i)
            mieni_seen_add(used, members->items[i]->string);
    }
}

static size_t count_references(const Update *update)
{
    const MieniJson *masks = mieni_json_get(update->change->root, "overrides");
    const MieniJson *groups = mieni_json_get(update->change->root, "groups");
    size_t count = 1 + (size_t)update->old_count + 2 * (size_t)(masks != NULL ? masks->count : 0);
    for (int p = 0; p < update->old_count; ++p) {
        const MieniJson *product = mieni_json_get(update->poses->items[p], "corrective");
        count += product != NULL ? (size_t)product->count : 0;
    }
    for (int g = 0; groups != NULL && g < groups->count; ++g)
        count += (size_t)mieni_json_get(groups->items[g], "members")->count;
    return count;
}

/// Which of the removed poses go. One that is kept may refer to others, so again until
/// nothing changes; combinations name in-betweens name controls, so that is soon.
static MienStatus choose_leaving(Update *update)
{
    for (int r = 0; r < update->match->count; ++r) {
        const MieniMatchRow *row = &update->match->rows[r];
        if (row->state != MIENI_MATCH_REMOVED || row->is_skipped)
            continue;
        const MieniJson *pose = update->poses->items[row->row];
        update->is_leaving[row->row] =
            mieni_json_get(pose, "bones") == NULL && mieni_json_get(pose, "curves") == NULL;
    }
    MieniSeen used;
    if (!mieni_seen_begin(&used, &update->change->scratch, count_references(update)))
        return MIEN_ERROR_MEMORY;
    for (bool has_changed = true; has_changed;) {
        has_changed = false;
        note_references(update, &used);
        for (int p = 0; p < update->old_count; ++p) {
            if (!update->is_leaving[p] ||
                !mieni_seen_has(&used, mieni_json_get_string(update->poses->items[p], "name", "")))
                continue;
            update->is_leaving[p] = false;
            has_changed = true;
        }
    }
    return MIEN_OK;
}

/// Poses and skipped frames that were there before.
static MienStatus update_rows(Update *update)
{
    static const char *const keys[] = {"file", "take", "frame", "time", "marker", "hash"};
    for (int r = 0; r < update->match->count; ++r) {
        MieniMatchRow *row = &update->match->rows[r];
        MieniJson *list = row->is_skipped ? update->skipped : update->poses;
        if (row->state == MIENI_MATCH_ADDED || (row->state == MIENI_MATCH_REMOVED && row->is_skipped))
            continue;
        if (row->state != MIENI_MATCH_REMOVED) {
            if (needs_writing(row, list->items[row->row]))
                write_moment(update, list, row);
            continue;
        }
        row->is_kept = !update->is_leaving[row->row];
        MieniJson *pose = row->is_kept ? mieni_change_row(update->change, list, row->row) : NULL;
        for (int k = 0; pose != NULL && k < 6; ++k)
            mieni_json_unset(pose, keys[k]);
    }
    for (int r = update->match->count - 1; r >= 0; --r) // backwards: their indices are the old ones
        if (update->match->rows[r].state == MIENI_MATCH_REMOVED && update->match->rows[r].is_skipped)
            mieni_json_remove(update->skipped, update->match->rows[r].row);
    return MIEN_OK;
}

/// Frames and the poses behind which new ones go, by frame.
typedef struct Anchor {
    int frame, row; ///< row of the match.
} Anchor;

static int compare_anchors(const void *left, const void *right)
{
    const Anchor *a = left, *b = right;
    if (a->frame != b->frame)
        return a->frame < b->frame ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

static void put_behind(Update *update, int pose, int row)
{
    const int place = pose + 1;
    if (update->head[place] == NONE)
        update->head[place] = row;
    else
        update->following[update->tail[place]] = row;
    update->tail[place] = row;
}

/// Finds each added frame its place: behind the pose of the nearest frame before it;
/// before the take's first pose if there is none. Markers go to the end.
static MienStatus place_added(Update *update)
{
    const MieniPosesMatch *match = update->match;
    Anchor *anchors = mieni_arena_take(&update->change->scratch, (size_t)match->count, sizeof *anchors);
    if (anchors == NULL)
        return MIEN_ERROR_MEMORY;
    int count = 0, added_take = NONE, first = update->old_count;
    for (int r = 0; r < match->count; ++r)
        if (match->rows[r].state == MIENI_MATCH_ADDED)
            added_take = match->rows[r].take;
    for (int r = 0; r < match->count; ++r) {
        const MieniMatchRow *row = &match->rows[r];
        const bool is_pose = !row->is_skipped && row->take == added_take && row->to.frame >= 0;
        if (is_pose)
            anchors[count++] = (Anchor){row->to.frame, r};
        if (is_pose && row->row >= 0 && row->row < first)
            first = row->row;
    }
    if (count > 0)
        qsort(anchors, (size_t)count, sizeof *anchors, compare_anchors);
    int behind = first < update->old_count ? first - 1 : update->old_count - 1;
    for (int i = 0; i < count; ++i) {
        if (match->rows[anchors[i].row].state == MIENI_MATCH_ADDED)
            put_behind(update, behind, anchors[i].row);
        else
            behind = match->rows[anchors[i].row].row;
    }
    for (int r = 0; r < match->count; ++r)
        if (match->rows[r].state == MIENI_MATCH_ADDED && match->rows[r].to.frame < 0)
            put_behind(update, update->old_count - 1, r);
    return MIEN_OK;
}

static const char *own_name(const Update *update, int frame)
{
    char *name = mieni_arena_take(update->arena, MIENI_ID_ROOM, 1);
    if (name != NULL)
        snprintf(name, MIENI_ID_ROOM, "Pose_%d", frame);
    return name;
}

/// The default name is its frame's own, or where that is taken the first that is free.
static MieniJson *make_pose(Update *update, MieniMatchRow *row, MieniSeen *names, MieniSeen *ids)
{
    MieniChange *change = update->change;
    const MieniPosesTake *take = &update->takes[row->take];
    const char *id;
    row->name = row->marker != NULL ? row->marker : own_name(update, row->to.frame);
    if (row->name != NULL && mieni_seen_has(names, row->name))
        row->name = mieni_poses_default_name(names, update->arena, &update->number);
    else if (row->name != NULL)
        mieni_seen_add(names, row->name);
    if (row->name == NULL ||
        !mieni_poses_id(ids, &change->scratch, take->file, take->take, row->to.time, NULL, &id))
        return NULL;
    MieniJson *pose = mieni_json_object(change->json);
    mieni_change_put_text(change, pose, "name", row->name);
    mieni_change_put_text(change, pose, "id", id);
    mieni_change_put_source(change, pose, take, row->to, row->marker, row->hash);
    return pose;
}

/// Rebuilds the list: the rows that stay, then the rows that were added.
static MienStatus rebuild(Update *update)
{
    MieniChange *change = update->change;
    MieniSeen names, ids;
    MieniJson *list = mieni_json_array(change->json);
    const size_t room = (size_t)update->old_count + (size_t)update->match->count;
    if (list == NULL || !mieni_seen_begin(&names, &change->scratch, room) ||
        !mieni_seen_begin(&ids, &change->scratch, room))
        return MIEN_ERROR_MEMORY;
    list->line = update->poses->line;
    // Also those that leave: curves that drove them must not drive something else.
    mieni_seen_add_rows(&names, update->poses, "name");
    mieni_seen_add_rows(&ids, update->poses, "id");
    for (int place = 0; place <= update->old_count; ++place) {
        if (place > 0 && !update->is_leaving[place - 1])
            mieni_json_append(change->json, list, update->poses->items[place - 1]);
        for (int r = update->head[place]; r != NONE; r = update->following[r]) {
            MieniJson *pose = make_pose(update, &update->match->rows[r], &names, &ids);
            if (mieni_json_append(change->json, list, pose) == NULL)
                return MIEN_ERROR_MEMORY;
        }
    }
    mieni_json_set(change->json, change->root, "poses", list);
    return MIEN_OK;
}

static MienStatus apply(Update *update)
{
    MieniArena *scratch = &update->change->scratch;
    update->poses = mieni_change_list(update->change, "poses");
    update->skipped = mieni_change_list(update->change, "skipped");
    if (update->poses == NULL || update->skipped == NULL)
        return MIEN_ERROR_MEMORY;
    const int count = update->old_count = update->poses->count;
    update->is_leaving = mieni_arena_take(scratch, (size_t)count, sizeof *update->is_leaving);
    update->head = mieni_arena_take(scratch, (size_t)count + 1, sizeof *update->head);
    update->tail = mieni_arena_take(scratch, (size_t)count + 1, sizeof *update->tail);
    update->following = mieni_arena_take(scratch, (size_t)update->match->count, sizeof *update->following);
    if (scratch->is_out_of_memory)
        return MIEN_ERROR_MEMORY;
    for (int p = 0; p <= count; ++p)
        update->head[p] = NONE;
    for (int r = 0; r < update->match->count; ++r)
        update->following[r] = NONE;
    MienStatus status = choose_leaving(update);
    if (status == MIEN_OK)
        status = update_rows(update);
    if (status == MIEN_OK)
        status = place_added(update);
    if (status == MIEN_OK)
        status = rebuild(update);
    mieni_change_drop_empty(update->change, "skipped", update->skipped);
    return status;
}

MienStatus mieni_poses_update(MieniAsset *asset, const MieniPosesTake *takes, int take_count,
                              MieniArena *arena, MieniPosesMatch *out_match, MienError *error)
{
    MieniChange change;
    MienStatus status = mieni_poses_match(asset, takes, take_count, arena, out_match, error);
    if (status != MIEN_OK)
        return status;
    mieni_change_begin(&change, asset, error);
    Update update = {.change = &change, .match = out_match, .takes = takes, .arena = arena};
    status = apply(&update);
    if (status == MIEN_ERROR_MEMORY && arena->is_out_of_memory)
        change.scratch.is_out_of_memory = true; // so that the end tells it
    return mieni_change_end(&change, status);
}
