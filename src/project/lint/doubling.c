// SPDX-License-Identifier: MIT
//
// Double transforms: bones that a clip animates and that poses, driven by the clip's own
// curves, move again.

#include "project/lint/clip.h"

#include <string.h>

typedef struct Doubling {
    size_t words;
    uint64_t *twice;   ///< A bit per bone.
    bool *is_driving;  ///< Per driver: a curve is not 0.
    const char **of;   ///< Per driver: which curve.
    bool *is_to_blame; ///< Per driver: moves a bone that is moved already.
} Doubling;

/// Whether bones meet those that move already; notes which.
static bool meets(const uint64_t *moving, const uint64_t *bones, Doubling *doubling)
{
    bool is_met = false;
    for (size_t i = 0; i < doubling->words; ++i) {
        const uint64_t both = bones[i] & moving[i];
        doubling->twice[i] |= both;
        is_met = is_met || both != 0;
    }
    return is_met;
}

static void find(const MieniLintMeeting *meeting, Doubling *doubling)
{
    const MieniLintDrive *drive = meeting->drive;
    for (int c = 0; c < meeting->curve_count; ++c) {
        const MieniLintDriver *drivers[2];
        const int count = mieni_lint_drivers(drive, meeting->curves[c], drivers);
        for (int d = 0; d < count; ++d) {
            const int index = (int)(drivers[d] - drive->drivers);
            if (drivers[d]->is_dependent)
                continue;
            doubling->is_driving[index] = true;
            doubling->of[index] = meeting->curves[c];
            if (meets(meeting->moving, drivers[d]->bones, doubling))
                doubling->is_to_blame[index] = true;
        }
    }
    for (int p = 0; p < drive->product_count; ++p) {
        const MieniLintProduct *product = &drive->products[p];
        bool is_driven = product->driver_count > 0;
        for (int i = 0; i < product->driver_count; ++i)
            is_driven = is_driven && doubling->is_driving[product->drivers[i]];
        if (!is_driven || !meets(meeting->moving, product->bones, doubling))
            continue;
        for (int i = 0; i < product->driver_count; ++i)
            doubling->is_to_blame[product->drivers[i]] = true;
    }
}

/// Names of what was found.
static void name(MieniLintMeeting *meeting, const Doubling *doubling)
{
    const MienAuthorSkeleton *skeleton = &meeting->drive->skeleton->recipe.skeleton;
    for (int b = 0; b < skeleton->bone_count; ++b)
        if ((doubling->twice[b / 64] >> (b % 64) & 1) != 0)
            meeting->twice[meeting->twice_count++] = skeleton->bones[b].name;
    for (int d = 0; d < meeting->drive->driver_count; ++d)
        if (doubling->is_to_blame[d])
            meeting->blamed[meeting->blamed_count++] = doubling->of[d];
    // A bone is moved twice perhaps only because poses are not relative to the face at
    // rest: then fix that, and the clip's track may be needed.
    for (size_t i = 0; i < doubling->words; ++i)
        meeting->is_doubtful = meeting->is_doubtful || (doubling->twice[i] & meeting->drive->rest[i]) != 0;
}

bool mieni_lint_meet(MieniLint *lint, MieniArena *scratch, MieniLintMeeting *meeting)
{
    Doubling doubling = {.words = mieni_lint_words(meeting->drive->skeleton)};
    const size_t count = (size_t)meeting->drive->driver_count,
                 bone_count = (size_t)meeting->drive->skeleton->recipe.skeleton.bone_count;
    doubling.twice = mieni_arena_take(scratch, doubling.words, sizeof *doubling.twice);
    doubling.is_driving = mieni_arena_take(scratch, count, sizeof *doubling.is_driving);
    doubling.is_to_blame = mieni_arena_take(scratch, count, sizeof *doubling.is_to_blame);
    doubling.of = mieni_arena_take(scratch, count, sizeof *doubling.of);
    meeting->twice = mieni_arena_take(scratch, bone_count, sizeof *meeting->twice);
    meeting->blamed = mieni_arena_take(scratch, count, sizeof *meeting->blamed);
    if (scratch->is_out_of_memory) {
        lint->status = MIEN_ERROR_MEMORY;
        return false;
    }
    find(meeting, &doubling);
    name(meeting, &doubling);
    return meeting->twice_count > 0 && meeting->blamed_count > 0;
}

const MieniJson *mieni_lint_remove_bones(MieniLint *lint, const char *const *bones, int count)
{
    MieniJsonDocument *json = &lint->report->memory;
    MieniModifierView *row = mieni_modifier_new(json);
    mieni_modifier_set_do(json, row, "remove_bones");
    for (int i = 0; i < count; ++i) {
        if (strpbrk(bones[i], "*?") != NULL)
            return NULL;
        mieni_modifier_add_names(json, row, bones[i]);
    }
    return mieni_modifier_json(row);
}

static void report(MieniLintClip *clip, const MieniLintMeeting *meeting)
{
    const char *place;
    const MieniJson *at = mieni_lint_clip_tracks(clip, &place);
    MieniLint *lint = clip->lint;
    const int bone_count = meeting->twice_count, curve_count = meeting->blamed_count;
    MieniFinding *finding = mieni_lint_say_clip(
        clip, MIENI_LINT_DOUBLE_TRANSFORM, at, place,
        mieni_lint_text(
            lint, "%s %s moved twice: by the clip's tracks, and by poses that its curve%s %s drive%s%s.",
            mieni_lint_list(lint, meeting->twice, bone_count, 8), bone_count == 1 ? "is" : "are",
            curve_count == 1 ? "" : "s", mieni_lint_list(lint, meeting->blamed, curve_count, 8),
            curve_count == 1 ? "s" : "",
            meeting->is_doubtful ? "; choose the base pose first, see M008" : ""));
    mieni_lint_name(lint, finding, meeting->twice, bone_count);
    mieni_lint_name(lint, finding, meeting->blamed, curve_count);
    if (!meeting->is_doubtful)
        mieni_lint_fix_clip(clip, finding, mieni_lint_remove_bones(lint, meeting->twice, bone_count));
}

void mieni_lint_check_doubling(MieniLintClip *clip)
{
    MieniLintMeeting meeting = {.drive = clip->drive, .moving = clip->moving};
    if (!mieni_lint_wants(clip->lint, MIENI_LINT_DOUBLE_TRANSFORM) ||
        clip->recipe->solved.left_tracks > 0) // its tracks are what the poses leave
        return;
    const char **curves = mieni_arena_take(&clip->scratch, (size_t)clip->curve_count, sizeof *curves);
    for (int c = 0; curves != NULL && c < clip->curve_count; ++c)
        if (clip->curves[c].is_moving)
            curves[meeting.curve_count++] = clip->curves[c].name;
    meeting.curves = curves;
    if (mieni_lint_meet(clip->lint, &clip->scratch, &meeting))
        report(clip, &meeting);
}
