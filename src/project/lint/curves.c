// SPDX-License-Identifier: MIT
//
// Curves of a clip and what they drive: nothing, a nearly matching name, the base pose, an
// in-between, or a pose that clamps them.

#include "core/float_rules.h"

#include "base/format.h"
#include "base/nearest.h"
#include "project/lint/clip.h"

#include <string.h>

enum { MOST_GUESSED = 16 }; ///< Unknown curves of a clip for which other names are looked for.

enum { SAFE_RULES = MIEN_AUTHOR_NAME_CASE | MIEN_AUTHOR_NAME_UNICODE | MIEN_AUTHOR_NAME_PREFIX };

/// How far beyond its range a value may be before it is worth a word.
static const double tolerance = 1e-4;

typedef struct Groups {
    const char **unknown, **cut, **base, **dependent;
    int unknown_count, cut_count, base_count, dependent_count;
    const MieniLintRange *worst; ///< Of those that are cut off.
    double worst_by, worst_min, worst_max;
    MienAuthorMatch *matches; ///< Per curve.
    int *wanted;              ///< Per name of a control: curves that nearly are called so.
} Groups;

/// Sorts one curve in by what its drivers do with it.
static void judge_driven(const MieniLintRange *curve, const MieniLintDriver *const drivers[2], int count,
                         Groups *groups)
{
    double min = drivers[0]->min, max = drivers[0]->max;
    bool is_base = true, is_dependent = true, is_unlimited = false;
    for (int d = 0; d < count; ++d) {
        min = drivers[d]->min < min ? drivers[d]->min : min;
        max = drivers[d]->max > max ? drivers[d]->max : max;
        is_base = is_base && drivers[d]->is_base;
        is_dependent = is_dependent && drivers[d]->is_dependent;
        is_unlimited = is_unlimited || drivers[d]->is_unlimited;
    }
    if (is_dependent) {
        groups->dependent[groups->dependent_count++] = curve->name;
        return;
    }
    if (is_base)
        groups->base[groups->base_count++] = curve->name;
    const double above = curve->max - max, below = min - curve->min, by = above > below ? above : below;
    if (is_unlimited || by <= tolerance)
        return;
    groups->cut[groups->cut_count++] = curve->name;
    if (groups->worst == NULL || by > groups->worst_by) {
        groups->worst = curve;
        groups->worst_by = by;
        groups->worst_min = min;
        groups->worst_max = max;
    }
}

/// Whether a curve is no pose's, but something else's that is known.
static bool is_known(const MieniLintClip *clip, const char *name)
{
    return mieni_name_map_has(&clip->skeleton->table, name) ||
           mieni_name_map_has(&clip->skeleton->outputs, name) ||
           mieni_name_map_has(&clip->drive->skeleton->outputs, name);
}

static void judge(MieniLintClip *clip, Groups *groups)
{
    for (int c = 0; c < clip->curve_count; ++c) {
        const MieniLintRange *curve = &clip->curves[c];
        const MieniLintDriver *drivers[2];
        if (!curve->is_moving)
            continue;
        const int count = mieni_lint_drivers(clip->drive, curve->name, drivers);
        if (count > 0) {
            judge_driven(curve, drivers, count, groups);
            continue;
        }
        if (is_known(clip, curve->name))
            continue;
        groups->matches[c] = mien_author_resolver_near_miss(clip->drive->resolver, curve->name);
        if (groups->matches[c].kind == MIEN_AUTHOR_NO_MATCH)
            groups->unknown[groups->unknown_count++] = curve->name;
        else if (groups->matches[c].kind == MIEN_AUTHOR_MATCH)
            ++groups->wanted[groups->matches[c].target];
    }
}

const MieniJson *mieni_lint_clip_curves(const MieniLintClip *clip, const char **out_place)
{
    const MieniAsset *asset = &clip->recipe->asset;
    const MieniClipView *own = mieni_clip_of(asset);
    const struct {
        const MieniJson *value;
        const char *place;
    } places[] = {{mieni_clips_files_json(mieni_clips_of(asset)), "files"},
                  {mieni_clip_curves_json(own), "curves"},
                  {mieni_clip_keyed_json(own), "keyed"},
                  {mieni_clip_tracks_json(own), "tracks"},
                  {asset->json.root, ""}};
    int i = 0;
    while (places[i].value == NULL)
        ++i;
    *out_place = places[i].place;
    return places[i].value;
}

static bool has_curve(const MieniLintClip *clip, const char *name)
{
    for (int c = 0; c < clip->curve_count; ++c)
        if (strcmp(clip->curves[c].name, name) == 0)
            return true;
    return false;
}

/// A name that a curve of the clip could get: modifiers read * and ? as patterns, and a curve that the
/// clip has too would be lost.
static void mean(MieniLintClip *clip, MieniFinding *finding, const char *from, const char *to)
{
    if (strpbrk(from, "*?") == NULL && strpbrk(to, "*?") == NULL && !has_curve(clip, to))
        mieni_lint_mean(clip->lint, finding, from, to);
}

/// Renaming is safe where nothing else of the clip has or wants the name, and the two
/// differ only by what people spell differently without meaning anything by it.
static void set_rename(MieniLintClip *clip, MieniFinding *finding, const char *from, const char *to,
                       bool is_only_one, unsigned rules)
{
    MieniJsonDocument *json = &clip->lint->report->memory;
    if (finding == NULL || !is_only_one || (rules & ~(unsigned)SAFE_RULES) != 0 ||
        strpbrk(from, "*?") != NULL || strpbrk(to, "*?") != NULL || has_curve(clip, to))
        return;
    MieniModifierView *row = mieni_modifier_new(json);
    mieni_modifier_set_do(json, row, "rename_curves");
    mieni_modifier_add_names(json, row, from);
    mieni_modifier_add_to(json, row, to);
    mieni_lint_fix_clip(clip, finding, mieni_modifier_json(row));
}

static void report_near(MieniLintClip *clip, const Groups *groups)
{
    const char *place;
    const MieniJson *at = mieni_lint_clip_curves(clip, &place);
    for (int c = 0; c < clip->curve_count; ++c) {
        const MienAuthorMatch *match = &groups->matches[c];
        if (match->kind == MIEN_AUTHOR_NO_MATCH)
            continue;
        const char *names[3] = {clip->curves[c].name, clip->drive->control_names[match->target],
                                match->other >= 0 ? clip->drive->control_names[match->other] : NULL};
        char rules[96];
        mien_author_name_rules_describe(match->rules, rules, sizeof rules);
        MieniFinding *finding = mieni_lint_say_clip(
            clip, MIENI_LINT_NEAR_MISS, at, place,
            names[2] != NULL
                ? mieni_lint_text(clip->lint, "The curve %s drives nothing, but could mean %s or %s.",
                                  names[0], names[1], names[2])
                : mieni_lint_text(clip->lint,
                                  "The curve %s drives nothing, but differs from the %s %s only by %s.",
                                  names[0], clip->is_on_mesh ? "morph" : "pose", names[1], rules));
        mieni_lint_name(clip->lint, finding, names, names[2] != NULL ? 3 : 2);
        for (int n = 1; n < 3 && names[n] != NULL; ++n)
            mean(clip, finding, names[0], names[n]);
        if (match->kind == MIEN_AUTHOR_MATCH)
            set_rename(clip, finding, names[0], names[1], groups->wanted[match->target] == 1, match->rules);
    }
}

static void report_cut(MieniLintClip *clip, const Groups *groups)
{
    const char *place;
    const MieniJson *at = mieni_lint_clip_curves(clip, &place);
    const MieniLintRange *worst = groups->worst;
    if (worst == NULL)
        return;
    MieniTextOut text = {0};
    mieni_text_putf(&text, "%s reaches ", worst->name);
    mieni_say_fixed(
        &text, worst->max - groups->worst_max > groups->worst_min - worst->min ? worst->max : worst->min, 3);
    mieni_text_put(&text, " and is clamped outside ");
    mieni_say_fixed(&text, groups->worst_min, 2);
    mieni_text_put(&text, " to ");
    mieni_say_fixed(&text, groups->worst_max, 2);
    if (groups->cut_count > 1)
        mieni_text_putf(&text, ", and so are %d more curves", groups->cut_count - 1);
    mieni_text_put(&text, ".");
    if (!text.is_out_of_memory)
        mieni_lint_name(clip->lint, mieni_lint_say_clip(clip, MIENI_LINT_OUT_OF_RANGE, at, place, text.bytes),
                        groups->cut, groups->cut_count);
    mieni_text_release(&text);
}

static MieniFinding *report_list(MieniLintClip *clip, MieniLintCode code, const char *const *names, int count,
                                 const char *sentence)
{
    const char *place;
    const MieniJson *at = mieni_lint_clip_curves(clip, &place);
    if (count == 0)
        return NULL;
    MieniFinding *finding = mieni_lint_say_clip(
        clip, code, at, place,
        mieni_lint_text(clip->lint, "%s: %s", mieni_lint_list(clip->lint, names, count, 8), sentence));
    mieni_lint_name(clip->lint, finding, names, count);
    return finding;
}

/// Curves that nothing has a name for: a letter may be wrong.
static void report_unknown(MieniLintClip *clip, const Groups *groups)
{
    MieniFinding *finding =
        report_list(clip, MIENI_LINT_CURVE_WITHOUT_POSE, groups->unknown, groups->unknown_count,
                    clip->is_on_mesh ? "no morph has this name, and no other asset uses it."
                                     : "no pose has this name, and no other asset uses it.");
    for (int u = 0; u < groups->unknown_count && groups->unknown_count <= MOST_GUESSED; ++u) {
        MieniNearest nearest = {.given = groups->unknown[u]};
        for (int p = 0; p < clip->drive->driven_pose_count; ++p)
            mieni_nearest_try(&nearest, clip->drive->control_names[p]);
        if (nearest.name != NULL)
            mean(clip, finding, nearest.given, nearest.name);
        for (int n = 0; n < 2 && nearest.others[n] != NULL; ++n)
            mean(clip, finding, nearest.given, nearest.others[n]);
    }
}

void mieni_lint_check_curves(MieniLintClip *clip)
{
    const size_t count = (size_t)clip->curve_count;
    MieniArena *scratch = &clip->scratch;
    Groups groups = {.unknown = mieni_arena_take(scratch, count, sizeof *groups.unknown),
                     .cut = mieni_arena_take(scratch, count, sizeof *groups.cut),
                     .base = mieni_arena_take(scratch, count, sizeof *groups.base),
                     .dependent = mieni_arena_take(scratch, count, sizeof *groups.dependent),
                     .matches = mieni_arena_take(scratch, count, sizeof *groups.matches)};
    groups.wanted = mieni_arena_take(scratch, (size_t)clip->drive->driven_pose_count, sizeof *groups.wanted);
    if (scratch->is_out_of_memory) {
        clip->lint->status = MIEN_ERROR_MEMORY;
        return;
    }
    judge(clip, &groups);
    report_near(clip, &groups);
    report_cut(clip, &groups);
    report_unknown(clip, &groups);
    report_list(clip, MIENI_LINT_DEPENDENT_CURVE, groups.dependent, groups.dependent_count,
                "in-betweens and correctives follow other poses, so this curve drives nothing.");
    report_list(clip, MIENI_LINT_DRIVEN_BASE, groups.base, groups.base_count,
                "driving the base pose moves nothing.");
}
