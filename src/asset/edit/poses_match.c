// SPDX-License-Identifier: MIT
//
// Matching recorded frames with those of the takes as they are now. A slot is a frame
// that the asset records, by one row or several. Everything is about linear in the
// number of frames: hashes are sorted once, and free frames are found by jumping.

#include "core/float_rules.h"

#include "asset/edit/poses_match.h"
#include "asset/poses_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NONE = -1 };

typedef struct Slot {
    int frame;
    const char *hash, *marker; ///< Or NULL.
    int match;                 ///< The frame it is now, or NONE.
} Slot;

/// Rows of one take that name a frame, by frame.
typedef struct FrameRow {
    int frame, row; ///< row is one of the match.
} FrameRow;

/// One take while it is matched.
typedef struct Take {
    MieniArena *arena;
    MieniTakeView view;
    int count;                       ///< Frames now.
    char (*hashes)[MIENI_HASH_ROOM]; ///< Empty until somebody asks: long takes are slow to hash.
    MieniNameEntry *sorted;          ///< Hashes and frames, by both; NULL until needed.
    int *cursor;                     ///< Per place in sorted that begins a hash: where to look on.
    int *owner;                      ///< Per frame, the slot that has it, or NONE.
    int *next;                       ///< Per frame, a frame at or after it that may be free.
    Slot *slots;
    int slot_count;
} Take;

typedef struct Match {
    const MieniAsset *asset;
    const MieniPosesTake *takes;
    int take_count;
    MieniArena *arena;
    MienError *error;
    MieniMatchRow *rows;
    const char **hashes; ///< Per row, what the asset records, or NULL.
    int count;
    bool *is_frame; ///< Per row: it names a frame, not a time.
} Match;

static MienStatus no_memory(const Match *match) { return mieni_poses_no_memory(match->error); }

/// The rows of a list that have a source.
static MienStatus collect(Match *match, const char *list, bool is_skipped)
{
    const MieniJson *rows = mieni_json_get(match->asset->json.root, list);
    for (int i = 0; rows != NULL && i < rows->count; ++i) {
        const MieniJson *row = rows->items[i], *frame = mieni_json_get(row, "frame");
        const char *file, *take;
        if (!mieni_poses_is_sourced(row))
            continue;
        if (!mieni_poses_origin(match->asset, row, &file, &take))
            return mieni_row_fail(
                match->error, row, list, i, NULL,
                "This is taken from no file: give it a \"file\", or the asset a \"source\".");
        const int index = mieni_poses_find_take(match->takes, match->take_count, file, take);
        if (index < 0 || match->takes[index].clip == NULL)
            return mieni_row_fail(
                match->error, row, list, i, NULL,
                "There is no take \"%.40s\" in \"%.60s\": check the file and the take's name.", take, file);
        const MienAuthorClip *clip = match->takes[index].clip;
        match->is_frame[match->count] = frame != NULL;
        match->hashes[match->count] = mieni_json_get_string(row, "hash", NULL);
        match->rows[match->count++] = (MieniMatchRow){
            .is_skipped = is_skipped,
            .row = i,
            .take = index,
            .name = is_skipped ? NULL : mieni_json_get_string(row, "name", ""),
            .marker = mieni_json_get_string(row, "marker", NULL),
            .from = frame != NULL
                        ? (MieniMoment){(int)frame->number, mieni_take_frame_time(clip, (int)frame->number)}
                        : (MieniMoment){NONE, mieni_json_get_number(row, "time", NONE)},
            .to = {NONE, 0.0}};
    }
    return MIEN_OK;
}

static void remove_row(MieniMatchRow *row)
{
    row->state = MIENI_MATCH_REMOVED;
    row->to = (MieniMoment){NONE, 0.0};
}

/// What a row has become; its hash now is set.
static void settle(MieniMatchRow *row, const char *old_hash)
{
    row->is_changed = old_hash != NULL && strcmp(old_hash, row->hash) != 0;
    const bool is_moved = row->from.frame != row->to.frame || row->from.time != row->to.time;
    row->state = is_moved ? MIENI_MATCH_MOVED : row->is_changed ? MIENI_MATCH_CHANGED : MIENI_MATCH_SAME;
}

/// A row at a time: follows its marker; without one it stays where it is.
static void match_time(const Match *match, int r, const Take *take, const MieniNameEntry *events)
{
    const MienAuthorClip *clip = take->view.clip;
    MieniMatchRow *row = &match->rows[r];
    const bool has_time = row->from.time >= 0.0;
    const int event = row->marker != NULL ? mieni_names_search(events, clip->event_count, row->marker) : NONE;
    if (row->marker != NULL ? event == NONE : row->from.time > clip->length + 1e-9) {
        remove_row(row);
        return;
    }
    row->to = (MieniMoment){NONE, event != NONE ? clip->events[event].time : row->from.time};
    if (!has_time)
        row->from = row->to;
    mieni_take_hash(&take->view, row->to, row->hash);
    settle(row, match->hashes[r]);
}

static int compare_frame_rows(const void *left, const void *right)
{
    const FrameRow *a = left, *b = right;
    if (a->frame != b->frame)
        return a->frame < b->frame ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

static bool prepare(Take *take, const Match *match, int index, const FrameRow *rows, int row_count)
{
    MieniArena *arena = match->arena;
    *take = (Take){.arena = arena};
    if (!mieni_take_view(match->takes[index].clip, arena, &take->view))
        return false;
    if (row_count == 0)
        return true;
    const int count = take->count = take->view.frame_count;
    take->hashes = mieni_arena_take(arena, (size_t)count, sizeof *take->hashes);
    take->owner = mieni_arena_take(arena, (size_t)count, sizeof *take->owner);
    take->next = mieni_arena_take(arena, (size_t)count + 1, sizeof *take->next);
    take->slots = mieni_arena_take(arena, (size_t)row_count, sizeof *take->slots);
    if (arena->is_out_of_memory)
        return false;
    for (int f = 0; f < count; ++f) {
        take->owner[f] = NONE;
        take->next[f] = f;
    }
    take->next[count] = count;
    for (int i = 0; i < row_count; ++i) {
        if (i == 0 || rows[i].frame != rows[i - 1].frame)
            take->slots[take->slot_count++] = (Slot){.frame = rows[i].frame, .match = NONE};
        Slot *slot = &take->slots[take->slot_count - 1];
        slot->hash = slot->hash != NULL ? slot->hash : match->hashes[rows[i].row];
        slot->marker = slot->marker != NULL ? slot->marker : match->rows[rows[i].row].marker;
    }
    return true;
}

static void own(Take *take, int slot, int frame)
{
    take->slots[slot].match = frame;
    take->owner[frame] = slot;
    take->next[frame] = frame + 1;
}

/// The first free frame at or after one; the count if there is none. Jumps become
/// shorter paths for the next time.
static int next_free(Take *take, int frame)
{
    int end = frame;
    while (take->next[end] != end)
        end = take->next[end];
    while (take->next[frame] != end && frame != end) {
        const int following = take->next[frame];
        take->next[frame] = end;
        frame = following;
    }
    return end;
}

/// The frame that is nearest to a slot's marker, or NONE.
static int marked_frame(const Take *take, const Slot *slot, const MieniNameEntry *events)
{
    const MienAuthorClip *clip = take->view.clip;
    const int divisor = clip->rate_divisor > 0 ? clip->rate_divisor : 1;
    const int event =
        slot->marker != NULL ? mieni_names_search(events, clip->event_count, slot->marker) : NONE;
    if (event == NONE)
        return NONE;
    const double frame = clip->events[event].time * (double)clip->rate / (double)divisor + 0.5;
    return frame >= 0.0 && frame < (double)take->count ? (int)frame : NONE;
}

/// Of several slots with one marker the one that is there already has it.
static void match_markers(Take *take, const MieniNameEntry *events)
{
    for (int pass = 0; pass < 2; ++pass)
        for (int s = 0; s < take->slot_count; ++s) {
            const int frame = marked_frame(take, &take->slots[s], events);
            if (frame != NONE && take->slots[s].match == NONE && take->owner[frame] == NONE &&
                (pass == 1 || take->slots[s].frame == frame))
                own(take, s, frame);
        }
}

static const char *hash_of(Take *take, int frame)
{
    char *hash = take->hashes[frame];
    if (hash[0] == '\0')
        mieni_take_hash(&take->view, (MieniMoment){frame, mieni_take_frame_time(take->view.clip, frame)},
                        hash);
    return hash;
}

static bool sort_hashes(Take *take)
{
    take->sorted = mieni_arena_take(take->arena, (size_t)take->count, sizeof *take->sorted);
    take->cursor = mieni_arena_take(take->arena, (size_t)take->count, sizeof *take->cursor);
    if (take->sorted == NULL || take->cursor == NULL)
        return false;
    for (int f = 0; f < take->count; ++f) {
        take->sorted[f] = (MieniNameEntry){hash_of(take, f), f};
        take->cursor[f] = f;
    }
    mieni_names_sort(take->sorted, take->count);
    return true;
}

/// Where a hash begins in sorted, or NONE.
static int find_hash(const Take *take, const char *hash)
{
    int low = 0, high = take->count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (strcmp(take->sorted[middle].name, hash) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < take->count && strcmp(take->sorted[low].name, hash) == 0 ? low : NONE;
}

static bool match_hashes(Take *take)
{
    for (int s = 0; s < take->slot_count; ++s) {
        const Slot *slot = &take->slots[s];
        if (slot->match == NONE && slot->hash != NULL && slot->frame < take->count &&
            take->owner[slot->frame] == NONE && strcmp(slot->hash, hash_of(take, slot->frame)) == 0)
            own(take, s, slot->frame);
    }
    for (int s = 0; s < take->slot_count; ++s) {
        const Slot *slot = &take->slots[s];
        if (slot->match != NONE || slot->hash == NULL)
            continue;
        if (take->sorted == NULL && !sort_hashes(take))
            return false;
        const int place = find_hash(take, slot->hash);
        if (place == NONE)
            continue;
        int at = take->cursor[place];
        while (at < take->count && strcmp(take->sorted[at].name, slot->hash) == 0 &&
               take->owner[take->sorted[at].index] != NONE)
            ++at;
        take->cursor[place] = at;
        if (at < take->count && strcmp(take->sorted[at].name, slot->hash) == 0)
            own(take, s, take->sorted[at].index);
    }
    return true;
}

/// A run of slots without a match: in order onto the free frames between the matches
/// around it. Unrecorded frames lay between slots; where there are frames
/// to spare, as many are left free.
static void match_run(Take *take, int first, int end)
{
    int low = first > 0 ? take->slots[first - 1].match : NONE;
    int high = end < take->slot_count ? take->slots[end].match : take->count;
    if (low > high) {
        const int swap = low;
        low = high;
        high = swap;
    }
    int gaps = 0, spare = -(end - first);
    for (int s = first; s < end; ++s)
        gaps += take->slots[s].frame - (s > 0 ? take->slots[s - 1].frame + 1 : 0);
    for (int f = next_free(take, low + 1); f < high && spare < gaps; f = next_free(take, f + 1))
        ++spare;
    int frame = next_free(take, low + 1);
    for (int s = first; s < end && frame < high; ++s) {
        int gap = take->slots[s].frame - (s > 0 ? take->slots[s - 1].frame + 1 : 0);
        for (; gap > 0 && spare > 0; --gap, --spare)
            frame = next_free(take, frame + 1);
        if (frame >= high)
            break;
        own(take, s, frame);
        frame = next_free(take, frame);
    }
}

/// What is left. In a take that is followed whole, in order; otherwise most frames
/// belong to no pose, so order means nothing: at the same frame, if it is free.
static void match_rest(Take *take, bool is_whole)
{
    for (int s = 0; s < take->slot_count; ++s) {
        const int frame = take->slots[s].frame;
        if (take->slots[s].match != NONE)
            continue;
        if (!is_whole) {
            if (frame < take->count && take->owner[frame] == NONE)
                own(take, s, frame);
            continue;
        }
        int end = s;
        while (end < take->slot_count && take->slots[end].match == NONE)
            ++end;
        match_run(take, s, end);
        s = end - 1;
    }
}

static MienStatus sort_events(const Match *match, const MienAuthorClip *clip, MieniNameEntry **out_events)
{
    MieniNameEntry *events = mieni_arena_take(match->arena, (size_t)clip->event_count, sizeof *events);
    if (events == NULL)
        return no_memory(match);
    for (int e = 0; e < clip->event_count; ++e)
        events[e] = (MieniNameEntry){clip->events[e].name, e};
    mieni_names_sort(events, clip->event_count);
    *out_events = events;
    return MIEN_OK;
}

static void add_row(Match *match, int index, const Take *take, MieniMoment to, const char *marker)
{
    MieniMatchRow *row = &match->rows[match->count++];
    *row = (MieniMatchRow){.state = MIENI_MATCH_ADDED,
                           .row = NONE,
                           .take = index,
                           .marker = marker,
                           .from = {NONE, 0.0},
                           .to = to};
    mieni_take_hash(&take->view, to, row->hash);
}

/// Makes room for rows to be added.
static bool grow(Match *match, int more)
{
    MieniMatchRow *rows = mieni_arena_take(match->arena, (size_t)match->count + (size_t)more, sizeof *rows);
    if (rows == NULL)
        return false;
    memcpy(rows, match->rows, (size_t)match->count * sizeof *rows);
    match->rows = rows;
    return true;
}

static bool add_frames(Match *match, int index, const Take *take)
{
    int more = 0;
    for (int f = 0; f < take->count; ++f)
        more += take->owner[f] == NONE;
    if (!grow(match, more))
        return false;
    for (int f = 0; f < take->count; ++f)
        if (take->owner[f] == NONE)
            add_row(match, index, take, (MieniMoment){f, mieni_take_frame_time(take->view.clip, f)}, NULL);
    return true;
}

static bool add_markers(Match *match, int index, const Take *take, const MieniNameEntry *events)
{
    const MienAuthorClip *clip = take->view.clip;
    bool *is_known = mieni_arena_take(match->arena, (size_t)clip->event_count, sizeof *is_known);
    if (is_known == NULL || !grow(match, clip->event_count))
        return false;
    for (int r = 0; r < match->count; ++r) {
        const MieniMatchRow *row = &match->rows[r];
        const int event = row->take == index && row->marker != NULL
                              ? mieni_names_search(events, clip->event_count, row->marker)
                              : NONE;
        if (event != NONE)
            is_known[event] = true;
    }
    for (int e = 0; e < clip->event_count; ++e) // of two of one name the first counts
        if (!is_known[e] && mieni_names_search(events, clip->event_count, clip->events[e].name) == e &&
            clip->events[e].time >= 0.0)
            add_row(match, index, take, (MieniMoment){NONE, clip->events[e].time}, clip->events[e].name);
    return true;
}

static MienStatus match_take(Match *match, int index, const char *follow)
{
    Take take;
    MieniNameEntry *events = NULL;
    const int row_count = match->count;
    int frame_rows = 0, used = 0;
    FrameRow *rows = mieni_arena_take(match->arena, (size_t)row_count, sizeof *rows);
    if (rows == NULL)
        return no_memory(match);
    for (int r = 0; r < row_count; ++r) {
        if (match->rows[r].take != index || match->rows[r].state == MIENI_MATCH_ADDED)
            continue;
        ++used;
        if (match->is_frame[r])
            rows[frame_rows++] = (FrameRow){match->rows[r].from.frame, r};
    }
    const bool is_whole = strcmp(follow, "frames") == 0;
    if (used == 0 && follow[0] == '\0')
        return MIEN_OK;
    if (frame_rows > 0)
        qsort(rows, (size_t)frame_rows, sizeof *rows, compare_frame_rows);
    if (!prepare(&take, match, index, rows, frame_rows))
        return no_memory(match);
    const MienStatus status = sort_events(match, take.view.clip, &events);
    if (status != MIEN_OK)
        return status;
    match_markers(&take, events);
    if (!match_hashes(&take))
        return no_memory(match);
    match_rest(&take, is_whole);
    for (int i = 0, s = NONE; i < frame_rows; ++i) {
        MieniMatchRow *row = &match->rows[rows[i].row];
        s += i == 0 || rows[i].frame != rows[i - 1].frame;
        const int frame = take.slots[s].match;
        row->to = (MieniMoment){frame, frame != NONE ? mieni_take_frame_time(take.view.clip, frame) : 0.0};
        if (frame == NONE) {
            remove_row(row);
            continue;
        }
        memcpy(row->hash, hash_of(&take, frame), sizeof row->hash);
        settle(row, match->hashes[rows[i].row]);
    }
    for (int r = 0; r < row_count; ++r)
        if (match->rows[r].take == index && match->rows[r].state != MIENI_MATCH_ADDED && !match->is_frame[r])
            match_time(match, r, &take, events);
    if (is_whole && frame_rows > 0 && !add_frames(match, index, &take))
        return no_memory(match);
    if (strcmp(follow, "markers") == 0 && !add_markers(match, index, &take, events))
        return no_memory(match);
    return MIEN_OK;
}

MienStatus mieni_poses_match(const MieniAsset *asset, const MieniPosesTake *takes, int take_count,
                             MieniArena *arena, MieniPosesMatch *out_match, MienError *error)
{
    const MieniJson *root = asset->json.root;
    const MieniJson *poses = mieni_json_get(root, "poses"), *skipped = mieni_json_get(root, "skipped");
    const size_t most =
        (size_t)(poses != NULL ? poses->count : 0) + (size_t)(skipped != NULL ? skipped->count : 0);
    Match match = {.asset = asset, .takes = takes, .take_count = take_count, .arena = arena, .error = error};
    const char *file, *take;
    *out_match = (MieniPosesMatch){0};
    match.rows = mieni_arena_take(arena, most, sizeof *match.rows);
    match.hashes = mieni_arena_take(arena, most, sizeof *match.hashes);
    match.is_frame = mieni_arena_take(arena, most, sizeof *match.is_frame);
    if (arena->is_out_of_memory)
        return no_memory(&match);
    MienStatus status = collect(&match, "poses", false);
    if (status == MIEN_OK)
        status = collect(&match, "skipped", true);
    const int own_take = mieni_poses_origin(asset, NULL, &file, &take)
                             ? mieni_poses_find_take(takes, take_count, file, take)
                             : NONE;
    // The asset's own last: only there rows are added, and they come last.
    for (int t = 0; status == MIEN_OK && t < take_count; ++t)
        if (t != own_take && takes[t].clip != NULL)
            status = match_take(&match, t, "");
    if (status == MIEN_OK && own_take != NONE && takes[own_take].clip != NULL)
        status = match_take(&match, own_take, mieni_json_get_string(root, "follow", ""));
    if (status != MIEN_OK)
        return status;
    out_match->rows = match.rows;
    out_match->count = match.count;
    for (int r = 0; r < match.count; ++r)
        ++out_match->counts[match.rows[r].state];
    return MIEN_OK;
}

MienStatus mieni_poses_follow(const MieniAsset *asset, const MieniPosesTake *takes, int take_count,
                              MieniArena *arena, MieniPosesMatch *out_match, MienError *error)
{
    const MienStatus status = mieni_poses_match(asset, takes, take_count, arena, out_match, error);
    const int *counts = out_match->counts;
    if (status != MIEN_OK ||
        counts[MIENI_MATCH_MOVED] + counts[MIENI_MATCH_ADDED] + counts[MIENI_MATCH_REMOVED] == 0)
        return status;
    int r = 0;
    while (out_match->rows[r].state <= MIENI_MATCH_CHANGED)
        ++r;
    const MieniMatchRow *row = &out_match->rows[r];
    char sentence[120];
    snprintf(sentence, sizeof sentence,
             "In the source %d were added, %d removed and %d moved: run `mien poses update`.",
             counts[MIENI_MATCH_ADDED], counts[MIENI_MATCH_REMOVED], counts[MIENI_MATCH_MOVED]);
    if (row->row < 0)
        return mieni_fail(error, MIEN_ERROR_DATA,
                          mieni_at_value(mieni_json_get(asset->json.root, "source"), "source"), "%s",
                          sentence);
    const char *list = row->is_skipped ? "skipped" : "poses";
    return mieni_row_fail(error, mieni_json_get(asset->json.root, list)->items[row->row], list, row->row,
                          NULL, "%s", sentence);
}
