// SPDX-License-Identifier: MIT
//
// Limits: what a budget gives and refuses, and cooking, maps and modifiers that keep to them.

#include "support/check.h"

#include "base/budget.h"
#include "core/internal.h"
#include "mien_author/cook_clip.h"
#include "mien_author/map.h"
#include "mien_author/modifiers.h"

static const double day = 86399.0;
static const MienAuthorKey keys[2] = {{.interpolation = MIEN_AUTHOR_CUBIC},
                                      {.time = day, .value = 1.0f, .interpolation = MIEN_AUTHOR_CUBIC}};
static const MienAuthorClipCurve curves[2] = {{.name = "a", .key_count = 2, .keys = keys},
                                              {.name = "b", .key_count = 2, .keys = keys}};

/// Two curves of two keys each.
static MienAuthorClip clip_of(double length, int rate)
{
    return (MienAuthorClip){.rate = rate, .length = length, .curve_count = 2, .curves = curves};
}

TEST(budget)
{
    MieniBudget budget;
    MienError error = {0};
    mieni_budget_begin(&budget, NULL, &(MienAuthorLimits){.memory = 10000}, 0);
    void *block = mieni_allocate(&budget.allocator, 5000, 16);
    CHECK(block != NULL && budget.taken >= 5000 && !budget.is_exceeded);
    CHECK(mieni_allocate(&budget.allocator, 5000, 16) == NULL && budget.is_exceeded);
    CHECK_STATUS(mieni_budget_status(&budget, MIEN_ERROR_MEMORY, &error), MIEN_ERROR_LIMIT);
    CHECK(strstr(error.message, "--max-memory") != NULL && strcmp(error.location, "limits.memory") == 0);
    CHECK_STATUS(mieni_budget_status(&budget, MIEN_ERROR_DATA, &error), MIEN_ERROR_DATA);
    mieni_free(&budget.allocator, block, 5000, 16);
    CHECK(budget.taken == 0);
    CHECK(mieni_allocate(&budget.allocator, SIZE_MAX - 64, 16) == NULL);
}

TEST(defaults_follow_the_input)
{
    MieniBudget budget;
    mieni_budget_begin(&budget, NULL, NULL, 1000);
    CHECK(mieni_budget_memory(&budget) == MIEN_AUTHOR_MEMORY_BASE + 1000 * MIEN_AUTHOR_MEMORY_PER_BYTE);
    mieni_budget_add_input(&budget, 1000);
    CHECK(mieni_budget_memory(&budget) == MIEN_AUTHOR_MEMORY_BASE + 2000 * MIEN_AUTHOR_MEMORY_PER_BYTE);
    mieni_budget_begin(&budget, NULL, NULL, UINT64_MAX);
    CHECK(mieni_budget_memory(&budget) == UINT64_MAX);
    CHECK_STATUS(mieni_budget_check_values(&budget.allocator, UINT64_MAX, UINT64_MAX, "", NULL),
                 MIEN_ERROR_LIMIT);
}

TEST(budgets_within_budgets)
{
    MieniBudget outer, inner;
    MienError error = {0};
    mieni_budget_begin(&outer, NULL, &(MienAuthorLimits){.memory = 1000, .values = 7}, 0);
    mieni_budget_begin(&inner, &outer.allocator, NULL, 1000000);
    CHECK(inner.limits.memory == 1000 && mieni_budget_values(&inner) == 7);
    mieni_budget_begin(&inner, &outer.allocator, &(MienAuthorLimits){.memory = 5000}, 0);
    CHECK(mieni_allocate(&inner.allocator, 2000, 16) == NULL && inner.taken == 0 && outer.taken == 0);
    CHECK_STATUS(mieni_budget_status(&inner, MIEN_ERROR_MEMORY, &error), MIEN_ERROR_LIMIT);
    CHECK(mieni_budget_of(&inner.allocator) == &inner && mieni_budget_of(NULL) == NULL);
}

static bool wants_to_stop(void *user) { return --*(int *)user <= 0; }

TEST(cancelled)
{
    const MienAuthorClip clip = clip_of(600.0, 240);
    for (int turns = 1; turns < 200; turns += 20) {
        int left = turns;
        const MienAuthorClipOptions options = {.limits = {.is_cancelled = wants_to_stop, .user = &left}};
        MienAuthorPack pack;
        MienError error = {0};
        CHECK_STATUS(mien_author_clip_cook(&clip, &options, &pack, NULL, &error), MIEN_ERROR_CANCELLED);
        CHECK(pack.data == NULL && error.status == MIEN_ERROR_CANCELLED);
    }
}

TEST(seconds)
{
    const MienAuthorClip clip = clip_of(600.0, 240);
    const MienAuthorClipOptions options = {.limits = {.seconds = 1e-9}};
    MienAuthorPack pack;
    MienError error = {0};
    CHECK_STATUS(mien_author_clip_cook(&clip, &options, &pack, NULL, &error), MIEN_ERROR_LIMIT);
    CHECK(strstr(error.message, "--max-seconds") != NULL);
}

TEST(clips)
{
    MienAuthorPack pack;
    MienError error = {0};
    MienAuthorClip clip = clip_of(day, 240);
    CHECK_STATUS(mien_author_clip_cook(&clip, NULL, &pack, NULL, &error), MIEN_ERROR_LIMIT);
    CHECK(strcmp(error.location, "length") == 0 && strstr(error.message, "--max-memory") != NULL);
    clip = clip_of(10.0, 100);
    const MienAuthorClipOptions few = {.limits.values = 2001}, enough = {.limits.values = 2002};
    CHECK_STATUS(mien_author_clip_cook(&clip, &few, &pack, NULL, &error), MIEN_ERROR_LIMIT);
    CHECK(strstr(error.message, "--max-values") != NULL);
    CHECK_STATUS(mien_author_clip_cook(&clip, &enough, &pack, NULL, &error), MIEN_OK);
    mien_author_pack_release(&pack);
}

/// A clip that is beyond the default is cooked with more memory.
TEST(raised)
{
    MienAuthorPack pack;
    MienAuthorClip clip = clip_of(9000.0, 100);
    const MienAuthorClipOptions more = {.limits.memory = UINT64_C(1) << 30};
    CHECK_STATUS(mien_author_clip_cook(&clip, NULL, &pack, NULL, NULL), MIEN_ERROR_LIMIT);
    CHECK_STATUS(mien_author_clip_cook(&clip, &more, &pack, NULL, NULL), MIEN_OK);
    mien_author_pack_release(&pack);
}

/// By an allocator, for functions without options.
TEST(modifiers)
{
    const char *names[] = {"*"};
    const MienAuthorModifier resample = {
        .kind = MIEN_AUTHOR_RESAMPLE_CURVES, .names = names, .name_count = 1, .rate = 240};
    const MienAuthorModifiers list = {.count = 1, .items = &resample};
    const MienAuthorModifiers *lists[] = {&list};
    const MienAuthorClip long_clip = clip_of(day, 240), short_clip = clip_of(100.0, 240);
    MienAuthorClip *made = NULL;
    MienError error = {0};
    MienAuthorModifying modifying = {.clip = &long_clip, .lists = lists, .list_count = 1};
    CHECK_STATUS(mien_author_modifiers_apply(&modifying, &made, NULL, &error), MIEN_ERROR_LIMIT);
    MienAuthorBudget *budget = mien_author_budget_create(&(MienAuthorLimits){.memory = 100000}, 0, NULL);
    modifying.clip = &short_clip;
    modifying.allocator = mien_author_budget_allocator(budget);
    const MienStatus status = mien_author_modifiers_apply(&modifying, &made, NULL, &error);
    CHECK_STATUS(mien_author_budget_status(budget, status, &error), MIEN_ERROR_LIMIT);
    CHECK(made == NULL && strstr(error.message, "--max-memory") != NULL);
    mien_author_budget_destroy(budget);
    modifying.allocator = NULL;
    CHECK_STATUS(mien_author_modifiers_apply(&modifying, &made, NULL, &error), MIEN_OK);
    mien_author_clip_destroy(made);
}

CHECK_MAIN
{
    RUN(budget);
    RUN(defaults_follow_the_input);
    RUN(budgets_within_budgets);
    RUN(cancelled);
    RUN(seconds);
    RUN(clips);
    RUN(raised);
    RUN(modifiers);
}
