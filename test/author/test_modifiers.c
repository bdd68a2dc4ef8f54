// SPDX-License-Identifier: MIT
//
// Modifiers on clips: what goes and what stays, names, mirroring, reports, exact
// round trips, refusals. What curves become is in test_modifiers_values.c.

#include "support/takes.h"

#include <math.h>

#define COUNT(array) (int)(sizeof(array) / sizeof((array)[0]))
#define NAMES(...)                                                                                           \
    .names = (const char *const[]){__VA_ARGS__},                                                             \
    .name_count = (int)(sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/// Applies a list to the take and checks that the result is a clip.
static MienAuthorClip *apply(const Take *take, const MienAuthorModifier *items, int count,
                             MienAuthorModifierReport *reports)
{
    const MienAuthorModifiers list = {count, items}, *const lists[] = {&list};
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    const MienAuthorModifying modifying = {
        .clip = &take->clip, .lists = lists, .list_count = 1, .skeleton = &take->skeleton};
    CHECK_STATUS(mien_author_modifiers_apply(&modifying, &clip, reports, &error), MIEN_OK);
    CHECK_STR(error.message, "");
    CHECK_STATUS(mien_author_clip_check(clip, NULL), MIEN_OK);
    return clip;
}

static MienAuthorClip *apply_one(const Take *take, MienAuthorModifier modifier,
                                 MienAuthorModifierReport *report)
{
    return apply(take, &modifier, 1, report);
}

static ClipBytes bytes_of_result(const Take *take, const MienAuthorModifier *items, int count)
{
    MienAuthorClip *clip = apply(take, items, count, NULL);
    const ClipBytes bytes = clip_bytes(clip);
    mien_author_clip_destroy(clip);
    return bytes;
}

static int find_track(const MienAuthorClip *clip, const char *bone)
{
    for (int t = 0; t < clip->track_count; ++t) {
        if (strcmp(clip->tracks[t].bone, bone) == 0)
            return t;
    }
    return -1;
}

static int find_curve(const MienAuthorClip *clip, const char *name)
{
    for (int c = 0; c < clip->curve_count; ++c) {
        if (strcmp(clip->curves[c].name, name) == 0)
            return c;
    }
    return -1;
}

/// The curves and the body are as in the source, shared with it, and nothing else
/// is there.
static void check_only_body_left(const Take *take, const MienAuthorClip *clip)
{
    CHECK_INT(clip->track_count, TAKE_BODY);
    CHECK_INT(clip->curve_count, TAKE_CURVES);
    for (int t = 0; t < clip->track_count; ++t) {
        CHECK_STR(clip->tracks[t].bone, take->names[t]); // body bones come first in the take
        CHECK(clip->tracks[t].samples == take->samples[t]);
    }
    MienAuthorClip body = take->clip;
    body.track_count = TAKE_BODY;
    ClipBytes expected = clip_bytes(&body), bytes = clip_bytes(clip);
    CHECK(clip_bytes_equal(&bytes, &expected));
    free(expected.data);
    free(bytes.data);
}

TEST(removing_a_head_leaves_the_body)
{
    Take *take = take_make();
    MienAuthorModifierReport report;
    const MienAuthorModifier head = {.kind = MIEN_AUTHOR_REMOVE_BONES, NAMES("head"), .with_children = true};
    MienAuthorClip *clip = apply_one(take, head, &report);
    check_only_body_left(take, clip);
    CHECK_INT(report.tracks_touched, TAKE_FACE);
    CHECK_INT(report.track_count, TAKE_BONES);
    CHECK_INT(report.curves_touched, 0);
    CHECK_INT(report.missing_count, 0);
    char text[96];
    mien_author_modifier_describe(&head, &report, text, sizeof text);
    CHECK_STR(text, "head and children: 32 of 73 tracks");
    mien_author_clip_destroy(clip);

    // The head itself without a track: Unreal removes nothing then.
    const int at = find_track(&take->clip, "head");
    memmove(&take->tracks[at], &take->tracks[at + 1], (size_t)(TAKE_BONES - at - 1) * sizeof *take->tracks);
    --take->clip.track_count;
    clip = apply_one(take, head, &report);
    check_only_body_left(take, clip);
    CHECK_INT(report.tracks_touched, TAKE_FACE - 1);
    CHECK_INT(report.missing_count, 0);
    mien_author_clip_destroy(clip);
}

TEST(bones)
{
    Take *take = take_make();
    static const struct {
        MienAuthorModifierKind kind;
        const char *name;
        bool with_children;
        int left;
    } rows[] = {
        {MIEN_AUTHOR_REMOVE_ALL_TRACKS, NULL, false, 0},   {MIEN_AUTHOR_REMOVE_BONES, "head", false, 72},
        {MIEN_AUTHOR_REMOVE_BONES, "jaw", true, 67}, // jaw, tongue 1 and 2, lower lips, lower teeth
        {MIEN_AUTHOR_REMOVE_BONES, "spine_0?", false, 69}, {MIEN_AUTHOR_REMOVE_BONES, "root", true, 0},
        {MIEN_AUTHOR_REMOVE_BONES, "brow_*", true, 67},    {MIEN_AUTHOR_KEEP_BONES, "head", false, 1},
        {MIEN_AUTHOR_KEEP_BONES, "head", true, 32},        {MIEN_AUTHOR_KEEP_BONES, "*_l", false, 30},
        {MIEN_AUTHOR_KEEP_BONES, "hand_?", true, 20},      {MIEN_AUTHOR_KEEP_BONES, "missing", true, 0},
    };
    for (int i = 0; i < COUNT(rows); ++i) {
        const MienAuthorModifier modifier = {.kind = rows[i].kind,
                                             .names = &rows[i].name,
                                             .name_count = rows[i].name != NULL,
                                             .with_children = rows[i].with_children};
        MienAuthorModifierReport report;
        MienAuthorClip *clip = apply_one(take, modifier, &report);
        CHECK_INT(clip->track_count, rows[i].left);
        CHECK_INT(report.tracks_touched, TAKE_BONES - rows[i].left);
        CHECK_INT(clip->curve_count, TAKE_CURVES);
        mien_author_clip_destroy(clip);
    }
    // A track of a bone that the skeleton lacks has no children, and still a name.
    take->tracks[3].bone = "prop";
    MienAuthorClip *clip = apply_one(
        take,
        (MienAuthorModifier){.kind = MIEN_AUTHOR_REMOVE_BONES, NAMES("prop", "jaw"), .with_children = true},
        NULL);
    CHECK_INT(clip->track_count, TAKE_BONES - 7);
    CHECK_INT(find_track(clip, "prop"), -1);
    mien_author_clip_destroy(clip);
}

TEST(curves)
{
    Take *take = take_make();
    MienAuthorModifierReport report;
    MienAuthorClip *clip = apply_one(
        take, (MienAuthorModifier){.kind = MIEN_AUTHOR_REMOVE_CURVES, NAMES("*Left", "talking", "x", "jaw?")},
        &report);
    CHECK_INT(clip->curve_count, TAKE_CURVES - 4);
    CHECK_INT(clip->track_count, TAKE_BONES);
    CHECK(find_curve(clip, "jawLeft") < 0 && find_curve(clip, "jawRight") >= 0);
    CHECK_INT(report.curves_touched, 4);
    CHECK_INT(report.curve_count, TAKE_CURVES);
    CHECK_INT(report.missing_count, 2);
    CHECK(report.missing[0] == 2 && report.missing[1] == 3);
    mien_author_clip_destroy(clip);
    clip = apply_one(take, (MienAuthorModifier){.kind = MIEN_AUTHOR_KEEP_CURVES, NAMES("jaw*", "jawOpen")},
                     &report);
    CHECK_INT(clip->curve_count, 3);
    CHECK_INT(report.curves_touched, TAKE_CURVES - 3);
    CHECK_INT(report.missing_count, 0);
    CHECK(clip->curves[0].keys == take->keys[2]); // shared with the source
    mien_author_clip_destroy(clip);
}

TEST(renaming)
{
    Take *take = take_make();
    MienAuthorModifierReport report;
    // All at once, so two names can change places; the first entry that fits counts.
    const MienAuthorModifier modifier = {
        .kind = MIEN_AUTHOR_RENAME_CURVES,
        NAMES("jawLeft", "jawRight", "mouth*", "mouthSmileLeft", "none", "talking"),
        .new_names = (const char *const[]){"jawRight", "jawLeft", "lips.*", "x", "y", "talking"}};
    MienAuthorClip *clip = apply_one(take, modifier, &report);
    CHECK_STR(clip->curves[3].name, "jawRight");
    CHECK_STR(clip->curves[4].name, "jawLeft");
    CHECK_STR(clip->curves[5].name, "lips.SmileLeft");
    CHECK_STR(clip->curves[6].name, "lips.SmileRight");
    CHECK_STR(clip->curves[10].name, "talking");
    CHECK(clip->curves[3].keys == take->keys[3]);
    CHECK_INT(report.curves_touched, 4);
    CHECK_INT(report.missing_count, 2); // the fourth entry came too late, the fifth is not there
    CHECK(report.missing[0] == 3 && report.missing[1] == 4);
    mien_author_clip_destroy(clip);
}

static void check_mirrored(const MienTransform *from, const MienTransform *to)
{
    CHECK(to->rotation.x == from->rotation.x && to->rotation.w == from->rotation.w);
    CHECK(to->rotation.y == -from->rotation.y && to->rotation.z == -from->rotation.z);
    CHECK(to->translation.x == -from->translation.x && to->translation.y == from->translation.y);
    CHECK(to->translation.z == from->translation.z);
    CHECK(memcmp(&from->scale, &to->scale, sizeof from->scale) == 0);
    // A mirrored point goes to the mirror image of where the point went.
    const MienVec3 point = {0.3f, -0.5f, 0.7f}, image = {-0.3f, -0.5f, 0.7f};
    const MienVec3 a = mien_quat_rotate(from->rotation, point), b = mien_quat_rotate(to->rotation, image);
    CHECK_NEAR(a.x + from->translation.x, -(b.x + to->translation.x), 1e-6);
    CHECK_NEAR(a.y + from->translation.y, b.y + to->translation.y, 1e-6);
    CHECK_NEAR(a.z + from->translation.z, b.z + to->translation.z, 1e-6);
}

TEST(mirroring)
{
    Take *take = take_make();
    MienAuthorModifierReport report;
    const MienAuthorModifier twice[2] = {{.kind = MIEN_AUTHOR_MIRROR_SIDES},
                                         {.kind = MIEN_AUTHOR_MIRROR_SIDES}};
    MienAuthorClip *clip = apply_one(take, twice[0], &report);
    CHECK_INT(report.tracks_touched, TAKE_BONES);
    CHECK_INT(report.curves_touched, 7);
    static const char *const names[][2] = {{"eyeBlinkLeft", "eyeBlinkRight"},
                                           {"eyeBlinkRight", "eyeBlinkLeft"},
                                           {"jawLeft", "jawRight"},
                                           {"jawRight", "jawLeft"},
                                           {"HeadYaw", "HeadYaw"},
                                           {"blink_l", "blink_r"}};
    for (int i = 0; i < COUNT(names); ++i) {
        const int from = find_curve(&take->clip, names[i][0]), to = find_curve(clip, names[i][1]);
        CHECK(to >= 0 && clip->curves[to].keys == take->keys[from]); // values as they are
    }
    static const char *const bones[][2] = {{"hand_l", "hand_r"}, {"hand_r", "hand_l"}, {"head", "head"}};
    for (int i = 0; i < COUNT(bones); ++i) {
        const int from = find_track(&take->clip, bones[i][0]), to = find_track(clip, bones[i][1]);
        CHECK(to >= 0);
        for (int s = 0; s < TAKE_FRAMES; ++s)
            check_mirrored(&take->samples[from][s], &clip->tracks[to].samples[s]);
    }
    mien_author_clip_destroy(clip);
    ClipBytes before = clip_bytes(&take->clip), after = bytes_of_result(take, twice, 2);
    CHECK(clip_bytes_equal(&before, &after));
    free(before.data);
    free(after.data);
}

/// What has no partner in the skeleton keeps its name, and no two become one.
TEST(mirroring_without_a_partner)
{
    Take *take = take_make();
    const MienAuthorCurve curves[2] = {{"blink_l", MIEN_ALL_LODS}, {"jawOpen", MIEN_ALL_LODS}};
    take->skeleton.curve_count = 2;
    take->skeleton.curves = curves;
    strcpy(take->names[find_track(&take->clip, "ear_l")], "patch_l");
    take->tracks[2].bone = "patch_r"; // which the skeleton does not have
    MienAuthorModifierReport report;
    MienAuthorClip *clip = apply_one(take, (MienAuthorModifier){.kind = MIEN_AUTHOR_MIRROR_SIDES}, &report);
    CHECK_INT(report.curves_touched, 6);
    CHECK(find_curve(clip, "blink_l") >= 0 && find_curve(clip, "blink_r") < 0);
    CHECK(find_curve(clip, "jawLeft") >= 0); // neither side is known: swapped
    CHECK_INT(find_track(clip, "patch_l"), find_track(&take->clip, "patch_l"));
    CHECK_INT(find_track(clip, "patch_r"), 2);
    CHECK(find_track(clip, "ear_r") >= 0 && find_track(clip, "ear_l") < 0);
    mien_author_clip_destroy(clip);
    const MienAuthorModifiers list = {1, &(MienAuthorModifier){.kind = MIEN_AUTHOR_MIRROR_SIDES}};
    const MienAuthorModifiers *const lists[] = {&list};
    const MienAuthorModifying modifying = {.clip = &take->clip, .lists = lists, .list_count = 1};
    CHECK_STATUS(mien_author_modifiers_apply(&modifying, &clip, NULL, NULL), MIEN_OK);
    CHECK(find_curve(clip, "blink_r") >= 0);
    mien_author_clip_destroy(clip);
}

TEST(resampled_tracks)
{
    Take *take = take_make();
    double times[TAKE_FRAMES];
    for (int i = 0; i < TAKE_FRAMES; ++i)
        times[i] = 0.01 * i * i;
    take->tracks[4].times = times;
    take->tracks[5].is_stepped = true;
    take->clip.length = 0.96;
    MienAuthorModifierReport report;
    MienAuthorClip *clip =
        apply_one(take,
                  (MienAuthorModifier){
                      .kind = MIEN_AUTHOR_RESAMPLE_TRACKS, NAMES("spine_0?"), .rate = 60, .rate_divisor = 2},
                  &report);
    CHECK_INT(report.tracks_touched, 4);
    for (int t = 2; t < 6; ++t) {
        const MienAuthorClipTrack *track = &clip->tracks[t];
        CHECK_INT(track->sample_count, 30); // 0, 1/30, ... 28/30, 0.96
        CHECK(track->times == clip->tracks[2].times);
        CHECK(track->is_stepped == (t == 5));
        for (int i = 0; i < track->sample_count; ++i) {
            CHECK(track->times[i] == (i < 29 ? i / 30.0 : 0.96));
            const MienTransform expected = mien_author_track_evaluate(&take->clip, t, track->times[i]);
            CHECK(memcmp(&expected, &track->samples[i], sizeof expected) == 0);
        }
    }
    CHECK(clip->tracks[6].samples == take->samples[6] && clip->tracks[6].times == NULL);
    mien_author_clip_destroy(clip);
}

static const MienAuthorModifier stack[] = {
    {.kind = MIEN_AUTHOR_REMOVE_BONES, NAMES("head"), .with_children = true},
    {.kind = MIEN_AUTHOR_SCALE_CURVES, NAMES("*Left", "jaw*"), .gain = 1.5f, .offset = -0.125f},
    {.kind = MIEN_AUTHOR_CLAMP_CURVES, NAMES("*"), .max = 1.0f},
    {.kind = MIEN_AUTHOR_RENAME_CURVES, NAMES("jaw*"), .new_names = (const char *const[]){"chin*"}},
    {.kind = MIEN_AUTHOR_SMOOTH_CURVES, NAMES("*Open", "blink_l"), .time_constant = 0.05},
    {.kind = MIEN_AUTHOR_MIRROR_SIDES},
    {.kind = MIEN_AUTHOR_RESAMPLE_CURVES, NAMES("*Right"), .rate = 60},
    {.kind = MIEN_AUTHOR_RESAMPLE_TRACKS, NAMES("hand*"), .rate = 0},
    {.kind = MIEN_AUTHOR_REMOVE_CURVES, NAMES("talking")},
};

/// Any change of the list, taken back, gives the same bytes; nothing left gives
/// the source's.
TEST(round_trips)
{
    const Take *take = take_make();
    const int count = COUNT(stack);
    const ClipBytes source = clip_bytes(&take->clip);
    const ClipBytes whole = bytes_of_result(take, stack, count);
    CHECK(!clip_bytes_equal(&source, &whole));
    MienAuthorModifier items[COUNT(stack)];
    for (int i = 0; i < count; ++i) {
        // Without one, and with it off: the same, and not the whole.
        memcpy(items, stack, sizeof stack);
        memmove(&items[i], &items[i + 1], (size_t)(count - i - 1) * sizeof *items);
        const ClipBytes dropped = bytes_of_result(take, items, count - 1);
        memcpy(items, stack, sizeof stack);
        items[i].is_off = true;
        const ClipBytes off = bytes_of_result(take, items, count);
        CHECK(clip_bytes_equal(&dropped, &off));
        CHECK(!clip_bytes_equal(&dropped, &whole));
        items[i].is_off = false;
        const ClipBytes again = bytes_of_result(take, items, count);
        CHECK(clip_bytes_equal(&again, &whole));
        // Moved to the front and back.
        items[0] = stack[i];
        items[i] = stack[0];
        const ClipBytes moved = bytes_of_result(take, items, count),
                        moved_again = bytes_of_result(take, items, count);
        CHECK(clip_bytes_equal(&moved, &moved_again));
        free(dropped.data);
        free(off.data);
        free(again.data);
        free(moved.data);
        free(moved_again.data);
    }
    const ClipBytes last = bytes_of_result(take, stack, count), none = bytes_of_result(take, stack, 0);
    const ClipBytes source_after = clip_bytes(&take->clip);
    CHECK(clip_bytes_equal(&last, &whole));
    CHECK(clip_bytes_equal(&none, &source));
    CHECK(clip_bytes_equal(&source_after, &source));
    free(source.data);
    free(whole.data);
    free(last.data);
    free(none.data);
    free(source_after.data);
}

/// Shared lists, then the clip's own, are one long list; reports go on as well.
TEST(shared_lists)
{
    const Take *take = take_make();
    const int count = COUNT(stack);
    const ClipBytes whole = bytes_of_result(take, stack, count);
    MienAuthorModifierReport in_one[COUNT(stack)], in_three[COUNT(stack)];
    MienAuthorClip *one = apply(take, stack, count, in_one), *three = NULL;
    const MienAuthorModifiers first = {4, stack}, empty = {0, NULL}, own = {count - 4, stack + 4};
    const MienAuthorModifiers *const lists[] = {&first, &empty, &own};
    const MienAuthorModifying modifying = {
        .clip = &take->clip, .lists = lists, .list_count = 3, .skeleton = &take->skeleton};
    CHECK_STATUS(mien_author_modifiers_apply(&modifying, &three, in_three, NULL), MIEN_OK);
    const ClipBytes bytes = clip_bytes(three);
    CHECK(clip_bytes_equal(&bytes, &whole));
    for (int i = 0; i < count; ++i) {
        CHECK_INT(in_three[i].tracks_touched, in_one[i].tracks_touched);
        CHECK_INT(in_three[i].curves_touched, in_one[i].curves_touched);
        CHECK_INT(in_three[i].missing_count, in_one[i].missing_count);
        CHECK_INT(in_three[i].track_count, i == 0 ? TAKE_BONES : TAKE_BODY);
    }
    mien_author_clip_destroy(one);
    mien_author_clip_destroy(three);
    free(whole.data);
    free(bytes.data);
}

TEST(descriptions)
{
    const Take *take = take_make();
    const struct {
        MienAuthorModifier modifier;
        const char *text;
    } rows[] = {
        {{.kind = MIEN_AUTHOR_REMOVE_ALL_TRACKS}, "all bone tracks: 73 of 73 tracks"},
        {{.kind = MIEN_AUTHOR_REMOVE_ALL_TRACKS, .is_off = true}, "off"},
        {{.kind = MIEN_AUTHOR_MIRROR_SIDES}, "both sides: 73 of 73 tracks, 7 of 11 curves"},
        {{.kind = MIEN_AUTHOR_KEEP_BONES, NAMES("head"), .with_children = true},
         "all but head and children: 41 of 73 tracks"},
        {{.kind = MIEN_AUTHOR_REMOVE_CURVES, NAMES("jaw*", "a", "b", "c", "d")},
         "jaw*, a, b and 2 more: 3 of 11 curves; not found: a, b, c and 1 more"},
        {{.kind = MIEN_AUTHOR_RESAMPLE_TRACKS, NAMES("head"), .rate = 24}, "head: 1 of 73 tracks"},
        // Only what leaves the bounds is clamped.
        {{.kind = MIEN_AUTHOR_CLAMP_CURVES, NAMES("*"), .min = -9.0f, .max = 9.0f}, "*: 0 of 11 curves"},
    };
    for (int i = 0; i < COUNT(rows); ++i) {
        MienAuthorModifierReport report;
        MienAuthorClip *clip = apply_one(take, rows[i].modifier, &report);
        char text[128], little[8];
        mien_author_modifier_describe(&rows[i].modifier, &report, text, sizeof text);
        CHECK_STR(text, rows[i].text);
        mien_author_modifier_describe(&rows[i].modifier, &report, little, sizeof little);
        CHECK(strncmp(little, text, 7) == 0 && strlen(little) == (strlen(text) < 7 ? strlen(text) : 7));
        mien_author_clip_destroy(clip);
    }
    const MienAuthorModifier accents = {.kind = MIEN_AUTHOR_REMOVE_CURVES, NAMES("a\xC3\xA9")};
    const MienAuthorModifierReport report = {0};
    char text[3] = "??";
    mien_author_modifier_describe(&accents, &report, text, sizeof text);
    CHECK_STR(text, "a"); // not half of the second character
    mien_author_modifier_describe(&accents, &report, text, 1);
    CHECK_STR(text, "");
    mien_author_modifier_describe(NULL, NULL, text, sizeof text);
    mien_author_modifier_describe(&accents, &report, NULL, 0);
}

static const char *const unknown[] = {"x", NULL, ""};

/// Items that are refused, and where.
static const struct {
    MienAuthorModifier modifier;
    const char *place;
} refused[] = {
    {{.kind = (MienAuthorModifierKind)0}, ".kind"},
    {{.kind = (MienAuthorModifierKind)99}, ".kind"},
    {{.kind = (MienAuthorModifierKind)-1}, ".kind"},
    {{.kind = MIEN_AUTHOR_REMOVE_BONES}, ".names"},
    {{.kind = MIEN_AUTHOR_REMOVE_CURVES, .names = unknown, .name_count = -1}, ".names"},
    {{.kind = MIEN_AUTHOR_KEEP_CURVES, .names = NULL, .name_count = 1}, ".names"},
    {{.kind = MIEN_AUTHOR_KEEP_CURVES, .names = unknown, .name_count = 2}, ".names[1]"},
    {{.kind = MIEN_AUTHOR_KEEP_CURVES, .names = unknown + 2, .name_count = 1}, ".names[0]"},
    {{.kind = MIEN_AUTHOR_KEEP_CURVES, NAMES("a", "\xFF")}, ".names[1]"},
    {{.kind = MIEN_AUTHOR_RENAME_CURVES, NAMES("a")}, ".new_names"},
    {{.kind = MIEN_AUTHOR_RENAME_CURVES, NAMES("a", "b"), .new_names = unknown}, ".new_names[1]"},
    {{.kind = MIEN_AUTHOR_RENAME_CURVES, NAMES("a*"), .new_names = unknown}, ".names[0]"},
    {{.kind = MIEN_AUTHOR_RENAME_CURVES, NAMES("a?"), .new_names = unknown}, ".names[0]"},
    {{.kind = MIEN_AUTHOR_RENAME_CURVES, NAMES("*a*"), .new_names = (const char *const[]){"**"}},
     ".names[0]"},
    {{.kind = MIEN_AUTHOR_SCALE_CURVES, NAMES("*"), .gain = NAN}, ".gain"},
    {{.kind = MIEN_AUTHOR_SCALE_CURVES, NAMES("*"), .gain = 1000.5f}, ".gain"},
    {{.kind = MIEN_AUTHOR_SCALE_CURVES, NAMES("*"), .offset = -INFINITY}, ".gain"},
    {{.kind = MIEN_AUTHOR_CLAMP_CURVES, NAMES("*"), .min = 1.0f}, ".min"},
    {{.kind = MIEN_AUTHOR_CLAMP_CURVES, NAMES("*"), .max = INFINITY}, ".min"},
    {{.kind = MIEN_AUTHOR_CLAMP_CURVES, NAMES("*"), .max = NAN}, ".min"},
    {{.kind = MIEN_AUTHOR_SMOOTH_CURVES, NAMES("*"), .time_constant = -1.0}, ".time_constant"},
    {{.kind = MIEN_AUTHOR_SMOOTH_CURVES, NAMES("*"), .time_constant = 3601.0}, ".time_constant"},
    {{.kind = MIEN_AUTHOR_SMOOTH_CURVES, NAMES("*"), .time_constant = NAN}, ".time_constant"},
    {{.kind = MIEN_AUTHOR_RESAMPLE_CURVES, NAMES("*"), .rate = 1001}, ".rate"},
    {{.kind = MIEN_AUTHOR_RESAMPLE_CURVES, NAMES("*"), .rate = -1}, ".rate"},
    {{.kind = MIEN_AUTHOR_RESAMPLE_TRACKS, NAMES("*"), .rate = 30, .rate_divisor = -1}, ".rate"},
    {{.kind = MIEN_AUTHOR_RESAMPLE_TRACKS, NAMES("*"), .rate = 30, .rate_divisor = 31}, ".rate"},
};

TEST(refusals)
{
    const Take *take = take_make();
    for (int i = 0; i < COUNT(refused); ++i) {
        MienAuthorModifier items[2] = {{.kind = MIEN_AUTHOR_MIRROR_SIDES}, refused[i].modifier};
        const MienAuthorModifiers first = {0, NULL}, second = {2, items}, *const lists[] = {&first, &second};
        char place[96];
        snprintf(place, sizeof place, "lists[1].items[1]%s", refused[i].place);
        MienError error = {0};
        MienAuthorClip *clip = (MienAuthorClip *)(uintptr_t)take;
        CHECK_STATUS(mien_author_modifiers_check(lists, 2, &error), MIEN_ERROR_DATA);
        CHECK_STR(error.location, place);
        CHECK(error.message[0] != '\0');
        const MienAuthorModifying modifying = {.clip = &take->clip, .lists = lists, .list_count = 2};
        CHECK_STATUS(mien_author_modifiers_apply(&modifying, &clip, NULL, NULL), MIEN_ERROR_DATA);
        CHECK(clip == NULL);
        items[1].is_off = true; // what is off is not looked at
        CHECK_STATUS(mien_author_modifiers_check(lists, 2, NULL), MIEN_OK);
    }
}

/// Applies one modifier that fails on the take and checks how.
static void check_fails(const Take *take, MienAuthorModifier modifier, const MienAuthorSkeleton *skeleton,
                        MienStatus status, const char *place)
{
    const MienAuthorModifiers list = {1, &modifier}, *const lists[] = {&list};
    MienAuthorClip *clip = (MienAuthorClip *)(uintptr_t)take;
    MienAuthorModifierReport report = {.track_count = -7};
    MienError error = {0};
    const MienAuthorModifying modifying = {
        .clip = &take->clip, .lists = lists, .list_count = 1, .skeleton = skeleton};
    CHECK_STATUS(mien_author_modifiers_apply(&modifying, &clip, &report, &error), status);
    CHECK(clip == NULL);
    CHECK_INT(report.track_count, -7);
    CHECK_STR(error.location, place);
    CHECK(error.message[0] != '\0');
}

TEST(refusals_on_a_clip)
{
    Take *take = take_make();
    const MienAuthorModifier head = {.kind = MIEN_AUTHOR_REMOVE_BONES, NAMES("head"), .with_children = true};
    check_fails(take, head, NULL, MIEN_ERROR_ARGUMENT, "lists[0].items[0].with_children");
    MienAuthorModifier rename = {.kind = MIEN_AUTHOR_RENAME_CURVES,
                                 NAMES("x", "jawOpen"),
                                 .new_names = (const char *const[]){"y", "talking"}};
    check_fails(take, rename, NULL, MIEN_ERROR_DATA, "lists[0].items[0].new_names[1]");
    rename.names = (const char *const[]){"jawOpen", "jawLeft"};
    rename.new_names = (const char *const[]){"same", "same"};
    check_fails(take, rename, NULL, MIEN_ERROR_DATA, "lists[0].items[0].new_names[1]");
    rename.names = (const char *const[]){"x", "jaw*"};
    rename.new_names = (const char *const[]){"y", "* "};
    check_fails(take, rename, NULL, MIEN_ERROR_DATA, "lists[0].items[0].new_names[1]");
    rename.name_count = 1;
    rename.names = (const char *const[]){"jawOpen"};
    rename.new_names = (const char *const[]){"JawLeft"}; // case tells names apart
    MienAuthorClip *clip = apply_one(take, rename, NULL);
    CHECK_INT(find_curve(clip, "JawLeft"), 2);
    mien_author_clip_destroy(clip);
    rename.names = (const char *const[]){"jawOpen*"};
    rename.new_names = (const char *const[]){"*"};
    check_fails(take, rename, NULL, MIEN_ERROR_DATA, "lists[0].items[0].new_names[0]"); // an empty name

    char longest[MIEN_MAX_NAME + 1];
    memset(longest, 'x', MIEN_MAX_NAME);
    longest[MIEN_MAX_NAME] = '\0';
    memcpy(longest + MIEN_MAX_NAME - 4, "Left", 4);
    take->curves[0].name = longest;
    check_fails(take, (MienAuthorModifier){.kind = MIEN_AUTHOR_MIRROR_SIDES}, NULL, MIEN_ERROR_DATA,
                "lists[0].items[0]");
    take->curves[0].name = "a";

    take->bones[5].parent = 5;
    check_fails(take, head, &take->skeleton, MIEN_ERROR_DATA, "skeleton.bones[5].parent");
    take->bones[5].parent = 4;
    take->bones[6].name = NULL;
    check_fails(take, head, &take->skeleton, MIEN_ERROR_DATA, "skeleton.bones[6].name");
    MienAuthorSkeleton skeleton = {.bone_count = 1};
    check_fails(take, head, &skeleton, MIEN_ERROR_ARGUMENT, "skeleton");
    skeleton = (MienAuthorSkeleton){.curve_count = 1, .curves = &(MienAuthorCurve){0}};
    check_fails(take, head, &skeleton, MIEN_ERROR_DATA, "skeleton.curves[0].name");
    skeleton.curve_count = 70000;
    check_fails(take, head, &skeleton, MIEN_ERROR_LIMIT, "skeleton");
    take->clip.length = -1.0;
    check_fails(take, head, NULL, MIEN_ERROR_DATA, "length");
}

TEST(wrong_calls)
{
    const Take *take = take_make();
    const MienAuthorModifier item = {.kind = MIEN_AUTHOR_MIRROR_SIDES, .is_off = true};
    MienAuthorModifiers list = {1, &item};
    const MienAuthorModifiers *lists[2] = {&list, NULL};
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    const MienAuthorModifying no_lists = {.clip = &take->clip}, nothing = {0};
    CHECK_STATUS(mien_author_modifiers_apply(&no_lists, &clip, NULL, NULL), MIEN_OK);
    mien_author_clip_destroy(clip);
    CHECK_STATUS(mien_author_modifiers_apply(&no_lists, NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_modifiers_apply(&nothing, &clip, NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_modifiers_apply(NULL, &clip, NULL, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STR(error.location, "modifying");
    CHECK_STATUS(mien_author_modifiers_check(NULL, 1, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STR(error.location, "lists");
    CHECK_STATUS(mien_author_modifiers_check(lists, -1, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_author_modifiers_check(lists, 2, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STR(error.location, "lists[1]");
    list = (MienAuthorModifiers){-1, &item};
    CHECK_STATUS(mien_author_modifiers_check(lists, 1, NULL), MIEN_ERROR_ARGUMENT);
    list = (MienAuthorModifiers){1, NULL};
    CHECK_STATUS(mien_author_modifiers_check(lists, 1, NULL), MIEN_ERROR_ARGUMENT);
    list = (MienAuthorModifiers){INT32_MAX, &item};
    CHECK_STATUS(mien_author_modifiers_check(lists, 1, &error), MIEN_ERROR_LIMIT);
}

CHECK_MAIN
{
    RUN(removing_a_head_leaves_the_body);
    RUN(bones);
    RUN(curves);
    RUN(renaming);
    RUN(mirroring);
    RUN(mirroring_without_a_partner);
    RUN(resampled_tracks);
    RUN(round_trips);
    RUN(shared_lists);
    RUN(descriptions);
    RUN(refusals);
    RUN(refusals_on_a_clip);
    RUN(wrong_calls);
}
