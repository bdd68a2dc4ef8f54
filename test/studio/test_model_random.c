// SPDX-License-Identifier: MIT
//
// Ten thousand actions of all kinds: apply, undo, redo, save, reopen, and the hash over
// all files says that nothing is off by a byte. MIEN_SEED=n for others.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/studio_monkey.h"

#include <time.h>

enum { ACTIONS = 10000 };

static uint64_t hashes[ACTIONS + 1]; ///< After each step that there is to undo.

/// Undoes some steps and does them again, with a look at the hash after each.
static void walk_back(Studio *studio, Random *random, int depth)
{
    int gone = 0;
    for (; gone < depth && studio->history.done_count > 0; ++gone) {
        STUDIO_OK(studio_undo(studio, &problem));
        CHECK(studio_hash_of(studio) == hashes[studio->history.done_count]);
    }
    const int back = random_below(random, 3) > 0 ? gone : random_below(random, gone + 1);
    for (int i = 0; i < back; ++i) {
        STUDIO_OK(studio_redo(studio, &problem));
        CHECK(studio_hash_of(studio) == hashes[studio->history.done_count]);
    }
}

/// One action or a group of them; the studio's state must be whole afterwards.
static void act(Studio *studio, Random *random, int *done, int *refused)
{
    const bool is_group = random_below(random, 20) == 0;
    const uint64_t before = studio_hash_of(studio);
    const int steps = studio->history.done_count;
    studio_clock += random_below(random, 500);
    if (is_group)
        STUDIO_OK(studio_group_begin(studio, "group", &problem));
    for (int i = 0; i < (is_group ? 4 : 1); ++i) {
        const MienStatus status = monkey_act(studio, random);
        *done += status == MIEN_OK;
        *refused += status != MIEN_OK;
        CHECK(status != MIEN_ERROR_MEMORY);
        if (status != MIEN_OK && !is_group)
            CHECK(studio_hash_of(studio) == before && studio->history.done_count == steps);
    }
    if (is_group && random_below(random, 3) == 0) {
        STUDIO_OK(studio_group_cancel(studio, &problem));
        CHECK(studio_hash_of(studio) == before);
    } else if (is_group) {
        STUDIO_OK(studio_group_end(studio, &problem));
    }
    hashes[studio->history.done_count] = studio_hash_of(studio);
}

static Studio *reopen(Studio *studio)
{
    const uint64_t hash = studio_hash_of(studio);
    STUDIO_OK(studio_save(studio, &problem));
    CHECK_INT(studio_edited_count(studio), 0);
    CHECK(studio_hash_of(studio) == hash);
    studio_close(studio);
    studio = studio_begin(NULL, NULL);
    CHECK(studio_hash_of(studio) == hash);
    CHECK_STR(studio->recovered, "");
    hashes[0] = hash;
    return studio;
}

TEST(ten_thousand_actions)
{
    const char *seed = getenv("MIEN_SEED");
    Random random = {seed != NULL ? strtoull(seed, NULL, 10) : 20261115};
    int done = 0, refused = 0, longest = 0;
    monkey_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    hashes[0] = studio_hash_of(studio);
    for (int i = 0; i < ACTIONS && check_state.faults == 0; ++i) {
        act(studio, &random, &done, &refused);
        if (random_below(&random, 10) == 0)
            walk_back(studio, &random, 1 + random_below(&random, 12));
        if (random_below(&random, 200) == 0)
            STUDIO_OK(studio_save(studio, &problem));
        if (random_below(&random, 1000) == 0)
            studio = reopen(studio);
        longest = studio->history.done_count > longest ? studio->history.done_count : longest;
        if (check_state.faults > 0)
            printf("at action %d, seed %s\n", i, seed != NULL ? seed : "of the test");
    }
    const uint64_t end = studio_hash_of(studio);
    const int steps = studio->history.done_count;
    while (studio->history.done_count > 0 && check_state.faults == 0)
        STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == hashes[0]);
    for (int i = 0; i < steps && check_state.faults == 0; ++i)
        STUDIO_OK(studio_redo(studio, &problem));
    CHECK(studio_hash_of(studio) == end);
    printf("%d actions did something, %d were refused; %d steps in a row at most\n", done, refused, longest);
    CHECK(done > ACTIONS / 5 * 2); // others are refused, which is tested as well
    studio_discard(studio);
}

/// Without saving: everything undone gives the very bytes of all files.
TEST(undoing_all_gives_the_first_bytes)
{
    Random random = {99};
    int done = 0, refused = 0;
    monkey_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    for (int i = 0; i < 1000; ++i)
        act(studio, &random, &done, &refused);
    while (studio->history.done_count > 0)
        STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start && studio_edited_count(studio) == 0);
    CHECK_STR(studio_text_now(studio, "raw.clip.json"), STUDIO_RAW_CLIP);
    studio_discard(studio);
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(undoing_all_gives_the_first_bytes);
    RUN(ten_thousand_actions);
    studio_folders_end();
}
