// SPDX-License-Identifier: MIT
//
// Modifiers of a program's own: what a function gets, what becomes of its changes, and of its mistakes.

#include "support/takes.h"

#include <math.h>

#define NAMES(...)                                                                                           \
    .names = (const char *const[]){__VA_ARGS__},                                                             \
    .name_count = (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static MienStatus apply(const Take *take, const MienAuthorModifier *items, int count, MienAuthorClip **clip,
                        MienAuthorModifierReport *reports, MienError *error)
{
    const MienAuthorModifiers list = {count, items}, *const lists[] = {&list};
    const MienAuthorModifying modifying = {
        .clip = &take->clip, .lists = lists, .list_count = 1, .skeleton = &take->skeleton};
    return mien_author_modifiers_apply(&modifying, clip, reports, error);
}

/// What the functions here do, and the names that they were called for.
typedef struct Given {
    float add;
    int fails_at; ///< The call that fails; -1: none.
    MienStatus status;
    const char *message;
    int calls;
    char names[400];
} Given;

static bool note(Given *given, const char *name)
{
    const size_t used = strlen(given->names);
    snprintf(given->names + used, sizeof given->names - used, "%s ", name);
    return given->calls++ == given->fails_at;
}

static MienStatus fail(const Given *given, MienError *error)
{
    if (given->message != NULL)
        snprintf(error->message, sizeof error->message, "%s", given->message);
    return given->status;
}

/// Adds a number and the first value of the clip's first curve, which an earlier call changed.
static MienStatus shift(void *user, const MienAuthorModifierCall *call, MienError *error)
{
    Given *given = user;
    CHECK(call->samples == NULL);
    CHECK_INT(call->count, call->clip->curves[call->index].key_count);
    for (int k = 0; k < call->count; ++k)
        call->keys[k].value += given->add + call->clip->curves[0].keys[0].value;
    return note(given, call->clip->curves[call->index].name) ? fail(given, error) : MIEN_OK;
}

TEST(curves)
{
    Take *take = take_make();
    for (int k = 0; k < TAKE_FRAMES; ++k)
        take->keys[0][k].value = 0.5f;
    Given given = {.add = 0.25f, .fails_at = -1};
    const MienAuthorModifier items[] = {
        {.kind = MIEN_AUTHOR_SCALE_CURVES, NAMES("eye*"), .gain = 2.0f},
        {.kind = MIEN_AUTHOR_CALLBACK_CURVES,
         NAMES("jaw*", "eyeBlinkLeft", "tail"),
         .callback = shift,
         .user = &given,
         .title = "shift"},
    };
    MienAuthorModifierReport reports[2];
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    CHECK_STATUS(apply(take, items, 2, &clip, reports, &error), MIEN_OK);
    CHECK_STATUS(mien_author_clip_check(clip, NULL), MIEN_OK);
    CHECK_STR(given.names, "eyeBlinkLeft jawOpen jawLeft jawRight "); // the clip's order, not the list's
    CHECK(clip->curves[0].keys[0].value == 1.0f + 0.25f + 1.0f);      // scaled, then shifted
    // jawOpen finds the first curve as it was before this modifier, not as the call before left it.
    CHECK(clip->curves[2].keys[3].value == take->keys[2][3].value + (0.25f + 1.0f));
    CHECK(clip->curves[5].keys == take->keys[5]); // nothing else is copied
    CHECK(clip->tracks[0].samples == take->samples[0]);
    CHECK_INT(reports[1].curves_touched, 4);
    CHECK_INT(reports[1].missing_count, 1);
    char text[120];
    mien_author_modifier_describe(&items[1], &reports[1], text, sizeof text);
    CHECK_STR(text, "shift of jaw*, eyeBlinkLeft, tail: 4 of 11 curves; not found: tail");
    mien_author_clip_destroy(clip);
}

static MienStatus leave(void *user, const MienAuthorModifierCall *call, MienError *error)
{
    (void)error;
    CHECK(call->count > 0 || call->keys == NULL);
    return note(user, call->clip->curves[call->index].name) ? MIEN_ERROR_DATA : MIEN_OK;
}

TEST(what_is_not_changed_is_shared)
{
    Take *take = take_make();
    Given given = {.fails_at = -1};
    take->curves[4].key_count = 0;
    const MienAuthorModifier item = {
        .kind = MIEN_AUTHOR_CALLBACK_CURVES, NAMES("*"), .callback = leave, .user = &given};
    MienAuthorModifierReport report;
    MienAuthorClip *clip = NULL;
    CHECK_STATUS(apply(take, &item, 1, &clip, &report, NULL), MIEN_OK);
    CHECK_INT(given.calls, TAKE_CURVES);
    CHECK_INT(report.curves_touched, 0);
    for (int c = 0; c < TAKE_CURVES; ++c)
        CHECK(clip->curves[c].keys == take->keys[c]);
    ClipBytes expected = clip_bytes(&take->clip), bytes = clip_bytes(clip);
    CHECK(clip_bytes_equal(&bytes, &expected));
    free(expected.data);
    free(bytes.data);
    mien_author_clip_destroy(clip);
}

/// Lifts a bone; by nothing if it is the jaw.
static MienStatus lift(void *user, const MienAuthorModifierCall *call, MienError *error)
{
    Given *given = user;
    const char *bone = call->clip->tracks[call->index].bone;
    CHECK(call->keys == NULL);
    CHECK_INT(call->count, TAKE_FRAMES);
    for (int i = 0; i < call->count && strcmp(bone, "jaw") != 0; ++i)
        call->samples[i].translation.y += given->add;
    return note(given, bone) ? fail(given, error) : MIEN_OK;
}

TEST(tracks)
{
    Take *take = take_make();
    Given given = {.add = 0.5f, .fails_at = -1};
    const MienAuthorModifier item = {
        .kind = MIEN_AUTHOR_CALLBACK_TRACKS, NAMES("jaw", "head"), .callback = lift, .user = &given};
    MienAuthorModifierReport report;
    MienAuthorClip *clip = NULL;
    CHECK_STATUS(apply(take, &item, 1, &clip, &report, NULL), MIEN_OK);
    CHECK_STATUS(mien_author_clip_check(clip, NULL), MIEN_OK);
    CHECK_STR(given.names, "head jaw ");
    CHECK_INT(report.tracks_touched, 1);
    CHECK(clip->tracks[TAKE_BODY].samples[7].translation.y == 0.75f);
    CHECK(take->samples[TAKE_BODY][7].translation.y == 0.25f);
    CHECK(clip->tracks[TAKE_BODY + 1].samples == take->samples[TAKE_BODY + 1]);
    char text[120];
    mien_author_modifier_describe(&item, &report, text, sizeof text);
    CHECK_STR(text, "jaw, head: 1 of 73 tracks");
    mien_author_clip_destroy(clip);
}

static void check_fails(const Take *take, MienAuthorModifier item, MienStatus status, const char *place,
                        const char *message)
{
    MienAuthorClip *clip = (MienAuthorClip *)(uintptr_t)take;
    MienAuthorModifierReport report = {.track_count = -7};
    MienError error = {0};
    CHECK_STATUS(apply(take, &item, 1, &clip, &report, &error), status);
    CHECK(clip == NULL);
    CHECK_INT(report.track_count, -7);
    CHECK_STR(error.location, place);
    CHECK_STR(error.message, message);
    CHECK_STATUS(apply(take, &item, 1, &clip, NULL, NULL), status);
}

/// Refuses the third curve.
static MienStatus stop(void *user, const MienAuthorModifierCall *call, MienError *error)
{
    CHECK(error != NULL);
    return call->index == 2 ? fail(user, error) : MIEN_OK;
}

static MienStatus break_value(void *user, const MienAuthorModifierCall *call, MienError *error)
{
    (void)user, (void)error;
    call->keys[1].value = NAN;
    return MIEN_OK;
}

static MienStatus break_time(void *user, const MienAuthorModifierCall *call, MienError *error)
{
    (void)user, (void)error;
    call->keys[1].time = -1.0;
    return MIEN_OK;
}

static MienStatus break_rotation(void *user, const MienAuthorModifierCall *call, MienError *error)
{
    (void)user, (void)error;
    call->samples[2].rotation.w = 3.0f;
    return MIEN_OK;
}

TEST(failures)
{
    const Take *take = take_make();
    Given given = {.status = MIEN_ERROR_LIMIT, .message = "The jaw opens too far: scale it first."};
    MienAuthorModifier item = {
        .kind = MIEN_AUTHOR_CALLBACK_CURVES, NAMES("*"), .callback = stop, .user = &given};
    check_fails(take, item, MIEN_ERROR_LIMIT, "lists[0].items[0], curves[2]", given.message);
    given.message = NULL;
    check_fails(take, item, MIEN_ERROR_LIMIT, "lists[0].items[0], curves[2]",
                "the callback refused this clip");
    item.callback = break_value;
    check_fails(take, item, MIEN_ERROR_DATA, "lists[0].items[0], curves[0]",
                "values and slopes are finite and sane");
    item.callback = break_time;
    check_fails(take, item, MIEN_ERROR_DATA, "lists[0].items[0], curves[0]",
                "times are within a day and ascend");
    item.kind = MIEN_AUTHOR_CALLBACK_TRACKS;
    item.callback = break_rotation;
    check_fails(take, item, MIEN_ERROR_DATA, "lists[0].items[0], tracks[0]",
                "a sample needs a rotation of length 1 and finite, sane lengths");
    item.callback = NULL;
    check_fails(take, item, MIEN_ERROR_DATA, "lists[0].items[0].callback",
                "a modifier of this kind needs a function");
    item.is_off = true;
    MienAuthorClip *clip = NULL;
    CHECK_STATUS(apply(take, &item, 1, &clip, NULL, NULL), MIEN_OK);
    mien_author_clip_destroy(clip);
}

CHECK_MAIN
{
    RUN(curves);
    RUN(what_is_not_changed_is_shared);
    RUN(tracks);
    RUN(failures);
}
