// SPDX-License-Identifier: MIT
//
// Poses when their take changes: every change is told as what it is, updating keeps
// names with content, and after an update nothing is left to tell.

#include "support/ledger.h"
#include "support/pose_texts.h"
#include "support/seconds.h"

#include "asset/edit/poses.h"
#include "asset/edit/poses_match.h"

static HeadTake take;

static MieniPosesTake take_of(const int *numbers, int count)
{
    return (MieniPosesTake){"ada.bvh", "", head_take(&take, numbers, count)};
}

/// An asset of all frames called by letters: A, B, C, ... "#" skips a frame.
static MieniAsset make(const int *numbers, int count, const char *letters)
{
    static char texts[64][2];
    static const char *names[64];
    static bool skipped[64];
    MieniPosesPlan plan = {.take = take_of(numbers, count),
                           .names = names,
                           .is_skipped = skipped,
                           .name_count = letters != NULL ? (int)strlen(letters) : 0};
    for (int i = 0; i < plan.name_count; ++i) {
        texts[i][0] = letters[i];
        names[i] = texts[i];
        skipped[i] = letters[i] == '#';
    }
    MieniAsset asset;
    MienError error = {0};
    CHECK_STATUS(mieni_poses_make(&asset, "ada.skeleton.json", false, NULL, &plan, NULL, &error), MIEN_OK);
    CHECK_STR(error.message, "");
    return asset;
}

/// "A same, B moved 1>2, + 4, - skipped 3".
static void tell(const MieniPosesMatch *match, char *out, size_t size)
{
    static const char *const words[] = {"same", "changed", "moved", "added", "removed"};
    out[0] = '\0';
    for (int r = 0; r < match->count; ++r) {
        const MieniMatchRow *row = &match->rows[r];
        const size_t used = strlen(out);
        snprintf(out + used, size - used, "%s%s %s%s", r > 0 ? ", " : "",
                 row->is_skipped     ? "#"
                 : row->name != NULL ? row->name
                                     : "+",
                 words[row->state], row->state == MIENI_MATCH_MOVED && row->is_changed ? "!" : "");
        const size_t more = strlen(out);
        if (row->state == MIENI_MATCH_MOVED)
            snprintf(out + more, size - more, " %d>%d", row->from.frame, row->to.frame);
        else if (row->state == MIENI_MATCH_ADDED)
            snprintf(out + more, size - more, " %d", row->to.frame);
    }
}

/// "A0 B2 #1": poses in order with their frames, then skipped ones.
static void list(const MieniAsset *asset, char *out, size_t size)
{
    static const char *const lists[] = {"poses", "skipped"};
    out[0] = '\0';
    for (int l = 0; l < 2; ++l) {
        const MieniJson *rows = mieni_json_get(asset->json.root, lists[l]);
        for (int i = 0; rows != NULL && i < rows->count; ++i) {
            const size_t used = strlen(out);
            const int frame = (int)mieni_json_get_number(rows->items[i], "frame", -1);
            snprintf(out + used, size - used, "%s%s", used > 0 ? " " : "",
                     mieni_json_get_string(rows->items[i], "name", "#"));
            const size_t more = strlen(out);
            if (frame >= 0)
                snprintf(out + more, size - more, ":%d", frame);
        }
    }
}

/// Changes the take, looks at what is told, updates, looks at what became of it.
static void check_change(MieniAsset *asset, const int *numbers, int count, const char *told,
                         const char *updated)
{
    MieniArena arena = {0};
    MieniPosesMatch match;
    MienError error = {0};
    char text[600];
    const MieniPosesTake now = take_of(numbers, count);
    CHECK_STATUS(mieni_poses_match(asset, &now, 1, &arena, &match, &error), MIEN_OK);
    tell(&match, text, sizeof text);
    CHECK_STR(text, told);
    const bool is_fine = match.counts[MIENI_MATCH_MOVED] + match.counts[MIENI_MATCH_ADDED] +
                             match.counts[MIENI_MATCH_REMOVED] ==
                         0;
    CHECK_STATUS(mieni_poses_follow(asset, &now, 1, &arena, &match, &error),
                 is_fine ? MIEN_OK : MIEN_ERROR_DATA);
    CHECK(is_fine || strstr(error.message, "mien poses update") != NULL);
    error = (MienError){0};
    CHECK_STATUS(mieni_poses_update(asset, &now, 1, &arena, &match, &error), MIEN_OK);
    CHECK_STR(error.message, "");
    list(asset, text, sizeof text);
    CHECK_STR(text, updated);
    CHECK_STATUS(mieni_poses_match(asset, &now, 1, &arena, &match, &error), MIEN_OK);
    CHECK_INT(match.counts[MIENI_MATCH_SAME], match.count);
    mieni_arena_release(&arena);
}

#define NUMBERS(...) (const int[]){__VA_ARGS__}, (int)(sizeof((const int[]){__VA_ARGS__}) / sizeof(int))

TEST(values)
{
    MieniAsset asset = make(NUMBERS(10, 11, 12), "ABC");
    check_change(&asset, NUMBERS(10, 11, 12), "A same, B same, C same", "A:0 B:1 C:2");
    check_change(&asset, NUMBERS(10, 99, 12), "A same, B changed, C same", "A:0 B:1 C:2");
    check_change(&asset, NUMBERS(50, 51, 52), "A changed, B changed, C changed", "A:0 B:1 C:2");
    mieni_asset_release(&asset);
}

/// Adds the first pose of a plan for another file.
static void add_from(MieniAsset *asset, const MieniPosesPlan *plan)
{
    MieniAsset made;
    CHECK_STATUS(mieni_poses_make(&made, "ada.skeleton.json", false, NULL, plan, NULL, NULL), MIEN_OK);
    const MieniJson *from = mieni_json_get(made.json.root, "poses")->items[0];
    MieniJson *row = mieni_json_append(&asset->json, mieni_json_get(asset->json.root, "poses"),
                                       mieni_json_copy(&asset->json, from));
    mieni_json_set(&asset->json, row, "file", mieni_json_string(&asset->json, plan->take.file));
    mieni_asset_release(&made);
}

/// Rows of a second file are compared with that file, wherever it is among the takes.
TEST(several_files)
{
    static HeadTake other;
    MieniAsset asset = make(NUMBERS(10, 11), "AB");
    MieniArena arena = {0};
    MieniPosesMatch match;
    MienError error = {0};
    char text[600];
    MieniPosesPlan plan = {
        .take = {"b.bvh", "", head_take(&other, NUMBERS(20, 21, 22))}, .first = 1, .count = 1};
    plan.names = (const char *const[]){"X"};
    plan.name_count = 1;
    add_from(&asset, &plan);
    head_take(&other, NUMBERS(20, 99, 22));
    for (int first = 0; first < 2; ++first) {
        MieniPosesTake takes[2];
        takes[first] = plan.take;
        takes[1 - first] = take_of(NUMBERS(10, 11));
        CHECK_STATUS(mieni_poses_match(&asset, takes, 2, &arena, &match, &error), MIEN_OK);
        tell(&match, text, sizeof text);
        CHECK_STR(text, "A same, B same, X changed");
    }
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

TEST(moved)
{
    MieniAsset asset = make(NUMBERS(10, 11, 12, 13), "ABCD");
    check_change(&asset, NUMBERS(10, 12, 13, 11), "A same, B moved 1>3, C moved 2>1, D moved 3>2",
                 "A:0 B:3 C:1 D:2");
    // Two change places while a third between them changes.
    check_change(&asset, NUMBERS(10, 13, 99, 12), "A same, B moved! 3>2, C moved 1>3, D moved 2>1",
                 "A:0 B:2 C:3 D:1");
    mieni_asset_release(&asset);
    // Between neighbours that changed places.
    asset = make(NUMBERS(10, 11, 12), "ABC");
    check_change(&asset, NUMBERS(12, 99, 10), "A moved 0>2, B changed, C moved 2>0", "A:2 B:1 C:0");
    mieni_asset_release(&asset);
}

TEST(inserted)
{
    MieniAsset asset = make(NUMBERS(10, 11, 12), "ABC");
    check_change(&asset, NUMBERS(10, 77, 11, 12), "A same, B moved 1>2, C moved 2>3, + added 1",
                 "A:0 Pose_1:1 B:2 C:3");
    // At the end, at the front; the default name is the next that is free.
    check_change(&asset, NUMBERS(10, 77, 11, 12, 78), "A same, Pose_1 same, B same, C same, + added 4",
                 "A:0 Pose_1:1 B:2 C:3 Pose_4:4");
    check_change(&asset, NUMBERS(79, 10, 77, 11, 12, 78),
                 "A moved 0>1, Pose_1 moved 1>2, B moved 2>3, C moved 3>4, Pose_4 moved 4>5, + added 0",
                 "Pose_0:0 A:1 Pose_1:2 B:3 C:4 Pose_4:5");
    // Inserted while its neighbour changes: in order, so the first is taken for the neighbour.
    check_change(&asset, NUMBERS(79, 10, 80, 81, 11, 12, 78),
                 "Pose_0 same, A same, Pose_1 changed, B moved 3>4, C moved 4>5, Pose_4 moved 5>6, + added 3",
                 "Pose_0:0 A:1 Pose_1:2 Pose_3:3 B:4 C:5 Pose_4:6");
    mieni_asset_release(&asset);
    // Several behind one pose, in their order.
    asset = make(NUMBERS(10, 11, 12), "ABC");
    check_change(&asset, NUMBERS(10, 77, 78, 79, 11, 12),
                 "A same, B moved 1>4, C moved 2>5, + added 1, + added 2, + added 3",
                 "A:0 Pose_1:1 Pose_2:2 Pose_3:3 B:4 C:5");
    mieni_asset_release(&asset);
}

TEST(removed)
{
    MieniAsset asset = make(NUMBERS(10, 11, 12, 13), "ABCD");
    check_change(&asset, NUMBERS(10, 12, 13), "A same, B removed, C moved 2>1, D moved 3>2", "A:0 C:1 D:2");
    check_change(&asset, NUMBERS(10, 12), "A same, C same, D removed", "A:0 C:1");
    mieni_asset_release(&asset);
}

/// What hands made or others need stays, without its source.
TEST(removed_but_needed)
{
    MieniAsset asset = make(NUMBERS(10, 11, 12, 13, 14), "ABCDE");
    const MienTransform value = mien_transform_identity();
    CHECK_STATUS(mieni_poses_set_bone(&asset, "B", "jaw", MIENI_PART_T, &value, NULL), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_inbetween(&asset, "B", "C", 0.5f, NULL), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_inbetween(&asset, "D", "E", 0.5f, NULL), MIEN_OK);
    check_change(&asset, NUMBERS(10), "A same, B removed, C removed, D removed, E removed", "A:0 B C");
    const MieniJson *row = mieni_json_get(asset.json.root, "poses")->items[1];
    CHECK(mieni_json_get(row, "hash") == NULL && mieni_json_get(row, "bones") != NULL);
    mieni_asset_release(&asset);
}

/// Frames that are equal: each stays where it is if it can.
TEST(equal_frames)
{
    MieniAsset asset = make(NUMBERS(10, 10, 11, 10), "ABCD");
    check_change(&asset, NUMBERS(10, 10, 11, 10), "A same, B same, C same, D same", "A:0 B:1 C:2 D:3");
    check_change(&asset, NUMBERS(10, 11, 10, 10), "A same, B moved 1>2, C moved 2>1, D same",
                 "A:0 B:2 C:1 D:3");
    check_change(&asset, NUMBERS(10, 11, 10), "A same, B same, C same, D removed", "A:0 B:2 C:1");
    mieni_asset_release(&asset);
    // The one that is still there keeps it, though another comes first.
    asset = make(NUMBERS(10, 11, 10), "ABC");
    check_change(&asset, NUMBERS(99, 11, 10), "A changed, B same, C same", "A:0 B:1 C:2");
    mieni_asset_release(&asset);
}

TEST(skipped_and_deleted)
{
    static const char *const names[] = {"D"};
    MieniAsset asset = make(NUMBERS(10, 11, 12, 13), "A#CD");
    CHECK_STATUS(mieni_poses_delete(&asset, names, 1, false, NULL), MIEN_OK);
    check_change(&asset, NUMBERS(10, 11, 12, 13), "A same, C same, # same, # same", "A:0 C:2 #:1 #:3");
    check_change(&asset, NUMBERS(10, 77, 11, 12, 13),
                 "A same, C moved 2>3, # moved 1>2, # moved 3>4, + added 1", "A:0 Pose_1:1 C:3 #:2 #:4");
    check_change(&asset, NUMBERS(10, 77, 12), "A same, Pose_1 same, C moved 3>2, # removed, # removed",
                 "A:0 Pose_1:1 C:2");
    mieni_asset_release(&asset);
}

/// Hand edits, names, ids and settings go with the content.
TEST(layers_stay)
{
    MieniAsset asset = make(NUMBERS(10, 11), "AB");
    const MienTransform value = mien_transform_identity();
    CHECK_STATUS(mieni_poses_set_bone(&asset, "B", "jaw", MIENI_PART_S, &value, NULL), MIEN_OK);
    CHECK_STATUS(mieni_poses_set_range(&asset, "B", true, 0, 2, NULL), MIEN_OK);
    MieniAsset before = make(NUMBERS(10, 11), "AB");
    const char *id = mieni_json_get_string(mieni_json_get(before.json.root, "poses")->items[1], "id", "");
    check_change(&asset, NUMBERS(11, 10), "A moved 0>1, B moved 1>0", "A:1 B:0");
    const MieniJson *row = mieni_json_get(asset.json.root, "poses")->items[1];
    CHECK_STR(mieni_json_get_string(row, "id", ""), id);
    CHECK(mieni_json_get(row, "bones") != NULL && mieni_json_get(row, "range") != NULL);
    mieni_asset_release(&before);
    mieni_asset_release(&asset);
}

/// Only some frames are poses: the others belong to none, and nothing is added.
TEST(partly)
{
    MieniAsset asset = read_asset(MIENI_ASSET_POSES, POSES_HEAD POSES_SOURCE
                                  "\"mode\": \"additive\", \"poses\": [{\"name\": \"A\", \"frame\": 2}, "
                                  "{\"name\": \"B\", \"frame\": 0}, {\"name\": \"C\", \"frame\": 2}]}");
    check_change(&asset, NUMBERS(10, 11, 12, 13), "A same, B same, C same", "A:2 B:0 C:2");
    check_change(&asset, NUMBERS(10, 11, 77, 12, 13), "A moved 2>3, B same, C moved 2>3", "A:3 B:0 C:3");
    check_change(&asset, NUMBERS(88, 11, 77, 89), "A changed, B changed, C changed", "A:3 B:0 C:3");
    check_change(&asset, NUMBERS(88, 11), "A removed, B same, C removed", "B:0");
    mieni_asset_release(&asset);
}

TEST(markers)
{
    static const int numbers[] = {10, 11, 12, 13};
    MieniArena arena = {0};
    MieniPosesMatch match;
    MienError error = {0};
    MieniPosesPlan plan = {.take = take_of(numbers, 4), .from = MIENI_POSES_MARKERS};
    take.events[0] = (MienAuthorClipEvent){"smile", 0.04};
    take.events[1] = (MienAuthorClipEvent){"frown", 0.08};
    take.clip.event_count = 2;
    MieniAsset asset;
    CHECK_STATUS(mieni_poses_make(&asset, "a.skeleton.json", false, NULL, &plan, NULL, NULL), MIEN_OK);
    CHECK_STATUS(mieni_poses_follow(&asset, &plan.take, 1, &arena, &match, NULL), MIEN_OK);
    CHECK_INT(match.counts[MIENI_MATCH_SAME], 2);
    // One moves, one goes, one is new.
    take.events[0].time = 0.06;
    take.events[1] = (MienAuthorClipEvent){"wink", 0.12};
    CHECK_STATUS(mieni_poses_follow(&asset, &plan.take, 1, &arena, &match, &error), MIEN_ERROR_DATA);
    CHECK_ERROR(&error, "poses[0]", "1 were added, 1 removed and 1 moved");
    CHECK(match.rows[0].is_changed);
    CHECK_STATUS(mieni_poses_update(&asset, &plan.take, 1, &arena, &match, NULL), MIEN_OK);
    const MieniJson *poses = mieni_json_get(asset.json.root, "poses");
    CHECK_INT(poses->count, 2);
    CHECK_STR(mieni_json_get_string(poses->items[0], "name", ""), "smile");
    CHECK_NEAR(mieni_json_get_number(poses->items[0], "time", 0), 0.06, 0);
    CHECK_STR(mieni_json_get_string(poses->items[1], "marker", ""), "wink");
    CHECK_STR(match.rows[2].name, "wink");
    CHECK_STATUS(mieni_poses_follow(&asset, &plan.take, 1, &arena, &match, NULL), MIEN_OK);
    mieni_asset_release(&asset);

    // A frame with a marker goes where the marker goes, whatever it holds there.
    asset = read_asset(MIENI_ASSET_POSES, POSES_HEAD POSES_SOURCE
                       "\"mode\": \"additive\", \"poses\": [{\"name\": \"A\", \"frame\": "
                       "1, \"marker\": \"wink\", \"hash\": \"00\"}]}");
    CHECK_STATUS(mieni_poses_match(&asset, &plan.take, 1, &arena, &match, NULL), MIEN_OK);
    CHECK_INT(match.rows[0].to.frame, 3);
    CHECK_INT(match.rows[0].state, MIENI_MATCH_MOVED);
    mieni_asset_release(&asset);
    mieni_arena_release(&arena);
}

TEST(refused)
{
    static const int numbers[] = {10};
    MieniArena arena = {0};
    MieniPosesMatch match;
    MienError error = {0};
    MieniAsset asset = make(numbers, 1, "A");
    CHECK_STATUS(mieni_poses_update(&asset, NULL, 0, &arena, &match, &error), MIEN_ERROR_DATA);
    CHECK_ERROR(&error, "poses[0]", "no take \"\" in \"ada.bvh\"");
    mieni_arena_release(&arena);
    mieni_asset_release(&asset);
}

/// Frames beyond any sane number must not take memory or time.
TEST(huge_frames)
{
    MieniAsset asset = read_asset(MIENI_ASSET_POSES, POSES_HEAD POSES_SOURCE
                                  "\"follow\": \"frames\", \"mode\": \"additive\", \"poses\": [{\"name\": "
                                  "\"A\", \"frame\": 100000000}, "
                                  "{\"name\": \"B\", \"frame\": 5, \"hash\": \"x\"}]}");
    check_change(&asset, NUMBERS(10, 11, 12), "A moved 100000000>2, B moved! 5>1, + added 0",
                 "Pose_0:0 A:2 B:1");
    mieni_asset_release(&asset);
}

/// Updating with memory that runs out changes nothing.
TEST(without_memory)
{
    static const int before[] = {10, 11, 12}, after[] = {77, 10, 12};
    for (int fails = 1, is_done = 0; !is_done; ++fails) {
        Ledger ledger = {0};
        const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
        MieniPosesPlan plan = {.take = take_of(before, 3)};
        MieniAsset asset;
        MieniArena arena = {.allocator = &allocator};
        MieniPosesMatch match;
        MienError error = {0};
        CHECK_STATUS(mieni_poses_make(&asset, "a.skeleton.json", false, NULL, &plan, &allocator, NULL),
                     MIEN_OK);
        asset.json.pool_left = 0;
        take_of(after, 3);
        ledger.allocations = 0;
        ledger.fails = fails;
        const MienStatus status = mieni_poses_update(&asset, &plan.take, 1, &arena, &match, &error);
        is_done = ledger.allocations < fails;
        CHECK_STATUS(status, is_done ? MIEN_OK : MIEN_ERROR_MEMORY);
        CHECK_STATUS(error.status, is_done ? MIEN_OK : MIEN_ERROR_MEMORY);
        char text[200];
        list(&asset, text, sizeof text);
        CHECK_STR(text, is_done ? "Pose_3:0 Pose_0:1 Pose_2:2" : "Pose_0:0 Pose_1:1 Pose_2:2");
        mieni_arena_release(&arena);
        mieni_asset_release(&asset);
        CHECK_INT(ledger.live, 0);
    }
}

/// 2,000 frames, in the worst arrangements: all equal, turned round, half of them new.
TEST(many)
{
    enum { COUNT = 2000 };
    static int before[COUNT], after[COUNT];
    for (int way = 0; way < 3; ++way) {
        MieniArena arena = {0};
        MieniPosesMatch match;
        for (int i = 0; i < COUNT; ++i) {
            before[i] = way == 0 ? 1 : i;
            after[i] = way == 0 ? 1 : way == 1 ? COUNT - 1 - i : i % 2 == 0 ? i / 2 : COUNT + i;
        }
        MieniPosesPlan plan = {.take = take_of(before, COUNT)};
        MieniAsset asset;
        CHECK_STATUS(mieni_poses_make(&asset, "a.skeleton.json", false, NULL, &plan, NULL, NULL), MIEN_OK);
        take_of(after, way == 0 ? COUNT / 2 : COUNT);
        const double start = test_seconds();
        CHECK_STATUS(mieni_poses_update(&asset, &plan.take, 1, &arena, &match, NULL), MIEN_OK);
        const double seconds = test_seconds() - start;
        printf("update %d: %.1f ms\n", way, 1e3 * seconds);
        CHECK(seconds < 5.0); // sanitizers and emulators are slow
        CHECK_INT(match.counts[MIENI_MATCH_SAME], way == 0 ? COUNT / 2 : way == 1 ? 0 : 1);
        mieni_arena_release(&arena);
        mieni_asset_release(&asset);
    }
}

CHECK_MAIN
{
    RUN(values);
    RUN(several_files);
    RUN(moved);
    RUN(inserted);
    RUN(removed);
    RUN(removed_but_needed);
    RUN(equal_frames);
    RUN(skipped_and_deleted);
    RUN(layers_stay);
    RUN(partly);
    RUN(markers);
    RUN(refused);
    RUN(huge_frames);
    RUN(without_memory);
    RUN(many);
}
