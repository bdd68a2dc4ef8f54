// SPDX-License-Identifier: MIT
//
// Double transforms: bones that a clip animates and that poses, driven by the clip's
// own curves, move once more.

#include "project/lint_clip.h"

#include <string.h>

typedef struct Doubling {
    size_t words;
    uint64_t *twice;   ///< A bit per bone.
    bool *is_driving;  ///< Per driver: a curve of the clip is not 0.
    const char **of;   ///< Per driver: which curve.
    bool *is_to_blame; ///< Per driver: moves a bone that the clip moves.
} Doubling;

/// Whether bones meet those that the clip moves; notes which.
static bool meets(const MieniLintClip *clip, const uint64_t *bones, Doubling *doubling)
{
    bool is_met = false;
    for (size_t i = 0; i < doubling->words; ++i) {
        const uint64_t both = bones[i] & clip->moving[i];
        doubling->twice[i] |= both;
        is_met = is_met || both != 0;
    }
    return is_met;
}

static void find(const MieniLintClip *clip, Doubling *doubling)
{
    const MieniLintDrive *drive = clip->drive;
    for (int c = 0; c < clip->curve_count; ++c) {
        const MieniLintDriver *drivers[2];
        const int count =
            clip->curves[c].is_moving ? mieni_lint_drivers(drive, clip->curves[c].name, drivers) : 0;
        for (int d = 0; d < count; ++d) {
            const int index = (int)(drivers[d] - drive->drivers);
            if (drivers[d]->is_dependent)
                continue;
            doubling->is_driving[index] = true;
            doubling->of[index] = clip->curves[c].name;
            if (meets(clip, drivers[d]->bones, doubling))
                doubling->is_to_blame[index] = true;
        }
    }
    for (int p = 0; p < drive->product_count; ++p) {
        const MieniLintProduct *product = &drive->products[p];
        bool is_driven = product->driver_count > 0;
        for (int i = 0; i < product->driver_count; ++i)
            is_driven = is_driven && doubling->is_driving[product->drivers[i]];
        if (!is_driven || !meets(clip, product->bones, doubling))
            continue;
        for (int i = 0; i < product->driver_count; ++i)
            doubling->is_to_blame[product->drivers[i]] = true;
    }
}

/// {"do": "remove_bones", "names": [...]}; NULL where a name would be read as a pattern.
static const MieniJson *make_row(MieniLint *lint, const char *const *bones, int count)
{
    MieniJsonDocument *json = &lint->report->memory;
    MieniJson *row = mieni_json_object(json);
    mieni_json_set(json, row, "do", mieni_json_string(json, "remove_bones"));
    MieniJson *names = mieni_json_set(json, row, "names", mieni_json_array(json));
    for (int i = 0; i < count; ++i) {
        if (strpbrk(bones[i], "*?") != NULL)
            return NULL;
        mieni_json_append(json, names, mieni_json_string(json, bones[i]));
    }
    return row;
}

/// Whether a bone is moved twice perhaps only because poses are not relative to the
/// face at rest: then that is to be mended, and the clip's track may be needed.
static bool is_doubtful(const MieniLintClip *clip, const Doubling *doubling)
{
    for (size_t i = 0; i < doubling->words; ++i)
        if ((doubling->twice[i] & clip->drive->rest[i]) != 0)
            return true;
    return false;
}

static void report(MieniLintClip *clip, const Doubling *doubling)
{
    const MienAuthorSkeleton *skeleton = &clip->drive->skeleton->recipe.skeleton;
    const MieniJson *root = clip->recipe->asset.json.root;
    const char *place = clip->member != NULL ? "files" : "tracks";
    MieniLint *lint = clip->lint;
    const char **bones = mieni_arena_take(&clip->scratch, (size_t)skeleton->bone_count, sizeof *bones);
    const char **curves = mieni_arena_take(&clip->scratch, (size_t)clip->drive->driver_count, sizeof *curves);
    int bone_count = 0, curve_count = 0;
    for (int b = 0; bones != NULL && b < skeleton->bone_count; ++b)
        if ((doubling->twice[b / 64] >> (b % 64) & 1) != 0)
            bones[bone_count++] = skeleton->bones[b].name;
    for (int d = 0; curves != NULL && d < clip->drive->driver_count; ++d)
        if (doubling->is_to_blame[d])
            curves[curve_count++] = doubling->of[d];
    if (bone_count == 0 || curve_count == 0)
        return;
    const bool is_doubt = is_doubtful(clip, doubling);
    MieniFinding *finding = mieni_lint_say_clip(
        clip, MIENI_LINT_DOUBLE_TRANSFORM, mieni_json_get(root, place), place,
        mieni_lint_text(
            lint, "%s %s moved twice: by the clip's tracks, and by poses that its curve%s %s drive%s%s.",
            mieni_lint_list(lint, bones, bone_count, 8), bone_count == 1 ? "is" : "are",
            curve_count == 1 ? "" : "s", mieni_lint_list(lint, curves, curve_count, 8),
            curve_count == 1 ? "s" : "", is_doubt ? "; choose the poses' base first, see M008" : ""));
    mieni_lint_name(lint, finding, bones, bone_count);
    mieni_lint_name(lint, finding, curves, curve_count);
    if (!is_doubt)
        mieni_lint_fix_clip(clip, finding, make_row(lint, bones, bone_count));
}

void mieni_lint_check_doubling(MieniLintClip *clip)
{
    Doubling doubling = {.words = mieni_lint_words(clip->drive->skeleton)};
    const size_t count = (size_t)clip->drive->driver_count;
    if (!mieni_lint_wants(clip->lint, MIENI_LINT_DOUBLE_TRANSFORM))
        return;
    doubling.twice = mieni_arena_take(&clip->scratch, doubling.words, sizeof *doubling.twice);
    doubling.is_driving = mieni_arena_take(&clip->scratch, count, sizeof *doubling.is_driving);
    doubling.is_to_blame = mieni_arena_take(&clip->scratch, count, sizeof *doubling.is_to_blame);
    doubling.of = mieni_arena_take(&clip->scratch, count, sizeof *doubling.of);
    if (clip->scratch.is_out_of_memory) {
        clip->lint->status = MIEN_ERROR_MEMORY;
        return;
    }
    find(clip, &doubling);
    report(clip, &doubling);
}
