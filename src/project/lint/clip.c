// SPDX-License-Identifier: MIT
//
// Clips, compared with the pose asset of their preview or with all of their skeleton. Only
// motion counts: tracks that leave the rest pose, curves that leave 0.

#include "core/float_rules.h"

#include "author/clip/axes.h"
#include "author/clip/keys.h"
#include "base/transform.h"
#include "project/build/cook.h"
#include "project/lint/clip.h"

#include <string.h>

MieniFinding *mieni_lint_say_clip(MieniLintClip *clip, MieniLintCode code, const MieniJson *at,
                                  const char *place, const char *message)
{
    MieniLint *lint = clip->lint;
    if (!mieni_lint_wants(lint, code))
        return NULL;
    if (clip->member != NULL)
        message = mieni_lint_text(lint, "%s: %s", clip->member, message);
    MieniFinding *finding = mieni_lint_say(lint, code, clip->path, at, place, NULL, message);
    if (finding != NULL && clip->member != NULL)
        finding->member = mieni_lint_text(lint, "%s", clip->member);
    return finding;
}

const MieniJson *mieni_lint_clip_tracks(const MieniLintClip *clip, const char **out_place)
{
    const MieniAsset *asset = &clip->recipe->asset;
    *out_place = clip->member != NULL ? "files" : "tracks";
    return clip->member != NULL ? mieni_clips_files_json(mieni_clips_of(asset))
                                : mieni_clip_tracks_json(mieni_clip_of(asset));
}

void mieni_lint_fix_clip(MieniLintClip *clip, MieniFinding *finding, const MieniJson *row)
{
    MieniLint *lint = clip->lint;
    MieniTextOut text = {0};
    if (finding == NULL || row == NULL || lint->report->memory.arena.is_out_of_memory)
        return;
    mieni_text_put_json(&text, row);
    if (text.is_out_of_memory) {
        lint->status = MIEN_ERROR_MEMORY;
    } else {
        finding->fix = clip->member != NULL
                           ? mieni_lint_text(lint, "add to the modifiers of %s: %s", clip->member, text.bytes)
                           : mieni_lint_text(lint, "add to the modifiers: %s", text.bytes);
        finding->fix_kind = MIENI_LINT_FIX_MODIFIER;
        finding->fix_row = row;
    }
    mieni_text_release(&text);
}

static void widen(MieniLintRange *range, double value)
{
    range->min = value < range->min ? value : range->min;
    range->max = value > range->max ? value : range->max;
}

/// What a curve is between 0 and the clip's end: at its keys, at both ends, and where a
/// segment is cubic at three moments within it.
static MieniLintRange measure(const MienAuthorClipCurve *curve, double length)
{
    const double first = (double)mien_author_curve_evaluate(curve, 0.0);
    MieniLintRange range = {.name = curve->name, .min = first, .max = first};
    widen(&range, (double)mien_author_curve_evaluate(curve, length));
    for (int k = 0; k < curve->key_count; ++k) {
        const MienAuthorKey *key = &curve->keys[k], *next = k + 1 < curve->key_count ? key + 1 : NULL;
        if (key->time >= 0.0 && key->time <= length)
            widen(&range, (double)key->value);
        for (int i = 1; i < 4 && next != NULL && key->interpolation == MIEN_AUTHOR_CUBIC; ++i) {
            const double time = key->time + (next->time - key->time) * (double)i / 4.0;
            if (time >= 0.0 && time <= length)
                widen(&range, (double)mien_author_curve_evaluate(curve, time));
        }
    }
    range.is_moving = range.min < -MIENI_LINT_STILL || range.max > MIENI_LINT_STILL;
    return range;
}

bool mieni_lint_measure_curves(MieniLintClip *clip)
{
    const MienAuthorClip *source = clip->recipe->clip;
    clip->curve_count = source->curve_count;
    clip->curves = mieni_arena_take(&clip->scratch, (size_t)clip->curve_count, sizeof *clip->curves);
    for (int c = 0; clip->curves != NULL && c < clip->curve_count; ++c) {
        clip->curves[c] = measure(&source->curves[c], source->length);
        if (clip->skeleton != NULL)
            mieni_name_map_add(&clip->skeleton->used, clip->curves[c].name, NULL);
    }
    return clip->curves != NULL;
}

/// The bit of every bone whose track leaves the reference pose somewhere.
bool mieni_lint_measure_tracks(MieniLintClip *clip, const MieniLintSkeleton *bones)
{
    const MienAuthorClip *source = clip->recipe->clip;
    const MieniLintSkeleton *own = clip->skeleton;
    clip->moving = mieni_arena_take(&clip->scratch, mieni_lint_words(bones), sizeof *clip->moving);
    for (int t = 0; clip->moving != NULL && t < source->track_count; ++t) {
        const MienAuthorClipTrack *track = &source->tracks[t];
        const int bone = mieni_lint_bone(bones, track->bone),
                  here = own == bones ? bone : mieni_lint_bone(own, track->bone);
        if (bone < 0)
            continue;
        const MienTransform *reference =
            here >= 0 ? &own->recipe.skeleton.bones[here].rest : &bones->recipe.skeleton.bones[bone].rest;
        for (int i = 0; i < track->sample_count; ++i)
            if (mieni_place_is_moved(reference, &track->samples[i], own->extent)) {
                clip->moving[bone / 64] |= (uint64_t)1 << (bone % 64);
                break;
            }
    }
    return clip->moving != NULL;
}

/// Bones that point elsewhere in the source than in the skeleton.
static void check_axes(MieniLintClip *clip, const MienAuthorSkeleton *source, const MieniJson *at,
                       const char *place)
{
    MieniLint *lint = clip->lint;
    if (!mieni_lint_wants(lint, MIENI_LINT_BONE_AXES))
        return;
    const MieniAxes axes =
        mieni_clip_axes(clip->recipe->clip, source, &clip->skeleton->recipe.skeleton, &clip->scratch);
    if (!axes.fit)
        mieni_lint_name(
            lint,
            mieni_lint_say_clip(
                clip, MIENI_LINT_BONE_AXES, at, place,
                mieni_lint_text(lint,
                                "The bone axes of the source differ from those of %s: %d of %d bones, "
                                "%s by %d degrees. The clip does not fit.",
                                clip->skeleton->path, axes.off_count, axes.bone_count, axes.bone,
                                (int)(axes.degrees + 0.5))),
            &axes.bone, 1);
}

/// Tracks of bones that the skeleton lacks, and bones that the source has elsewhere.
static void check_bones(MieniLintClip *clip)
{
    const MieniAsset *asset = &clip->recipe->asset;
    const MieniSourceView *source = clip->member != NULL ? mieni_clips_settings(mieni_clips_of(asset))
                                                         : mieni_clip_tracks(mieni_clip_of(asset));
    const char *file = clip->member != NULL ? clip->member : mieni_source_file(source), *place;
    const MieniJson *at = mieni_lint_clip_tracks(clip, &place);
    const MienAuthorClip *made = clip->recipe->clip;
    MieniLint *lint = clip->lint;
    const char **names = mieni_arena_take(&clip->scratch, (size_t)made->track_count, sizeof *names);
    int count = 0;
    if (clip->skeleton == NULL || names == NULL ||
        (!mieni_lint_wants(lint, MIENI_LINT_SKELETON_MISMATCH) &&
         !mieni_lint_wants(lint, MIENI_LINT_BONE_AXES)))
        return;
    for (int t = 0; t < made->track_count; ++t)
        if (mieni_lint_bone(clip->skeleton, made->tracks[t].bone) < 0)
            names[count++] = made->tracks[t].bone;
    if (count > 0)
        mieni_lint_name(lint,
                        mieni_lint_say_clip(
                            clip, MIENI_LINT_SKELETON_MISMATCH, at, place,
                            mieni_lint_text(lint, "The clip has tracks for %s, which %s lacks.",
                                            mieni_lint_list(lint, names, count, 6), clip->skeleton->path)),
                        names, count);
    MieniTake take = {0};
    if (file != NULL && made->track_count > 0 &&
        mieni_sources_take(&clip->recipe->sources, &lint->project, file, mieni_source_json(source),
                           mieni_text_or_empty(mieni_source_take(source)), &take, NULL) == MIEN_OK &&
        take.skeleton != NULL) {
        const MieniLintBones about = {
            .file = clip->path, .at = at, .place = place, .what = file, .skips_extra = true};
        mieni_lint_compare_bones(lint, &about, take.skeleton, clip->skeleton);
        check_axes(clip, take.skeleton, at, place);
    }
}

/// Keys that fall between the frames of the clip and are lost.
static void check_keys(MieniLintClip *clip)
{
    static const float tolerance = 0.05f;
    const MienAuthorClip *made = clip->recipe->clip;
    MieniLint *lint = clip->lint;
    MieniMissedKey missed = {0};
    if (!mieni_lint_wants(lint, MIENI_LINT_MISSED_KEY) || !mieni_clip_missed_key(made, tolerance, &missed))
        return;
    const char *name = made->curves[missed.curve].name;
    const double rate = (double)made->rate / (double)(made->rate_divisor > 0 ? made->rate_divisor : 1);
    const char *cure = missed.better_rate > 0
                           ? mieni_lint_text(lint, "set \"rate\" to %d", missed.better_rate)
                           : "raise \"rate\"";
    const MieniJson *at = clip->member != NULL ? mieni_clips_rate_json(mieni_clips_of(&clip->recipe->asset))
                                               : mieni_clip_rate_json(mieni_clip_of(&clip->recipe->asset));
    mieni_lint_name(lint,
                    mieni_lint_say_clip(clip, MIENI_LINT_MISSED_KEY, at, "rate",
                                        mieni_lint_text(lint,
                                                        "%s is %.3g at %.3f s, but %.3g when sampled at %.6g "
                                                        "frames per second: %s.",
                                                        name, (double)missed.value, missed.time,
                                                        (double)missed.sampled, rate, cure)),
                    &name, 1);
}

static void check_pack(MieniLintClip *clip)
{
    MienAuthorPack pack;
    MieniProblem problem = {0};
    if (!mieni_lint_has_pack(clip->lint, clip->path, clip->member))
        return;
    const MienStatus status = mieni_cook_clip_recipe(clip->recipe, &pack, &problem.error);
    if (status == MIEN_OK) {
        mieni_lint_pack(clip->lint, clip->path, clip->member, &pack);
        mien_author_pack_release(&pack);
    } else {
        mieni_problem_in(&problem, clip->path, status);
        mieni_lint_unreadable(clip->lint, &problem);
    }
}

/// Finds out what the clip's curves drive. The skeleton is the clip's, or else that of
/// its preview.
static void pair(MieniLintClip *clip, const MieniAsset *asset)
{
    MieniLint *lint = clip->lint;
    MieniLintPoses *preview = mieni_lint_face(lint, mieni_asset_preview(asset));
    if (preview != NULL) {
        clip->is_on_mesh = preview->is_mesh;
        clip->drive = mieni_lint_drive_of(lint, preview);
        if (clip->skeleton == NULL)
            clip->skeleton = preview->skeleton;
        else if (clip->member == NULL && clip->skeleton != preview->skeleton) {
            const MieniLintBones about = {.file = clip->path,
                                          .at = mieni_asset_preview_json(asset),
                                          .place = "preview",
                                          .what = clip->skeleton->path,
                                          .wants_missing = true};
            mieni_lint_compare_bones(lint, &about, &clip->skeleton->recipe.skeleton, preview->skeleton);
        }
    } else if (clip->skeleton != NULL && mieni_asset_preview(asset) == NULL) {
        clip->drive = mieni_lint_drive_all(lint, clip->skeleton);
    }
    if (clip->drive != NULL && clip->drive->driver_count == 0)
        clip->drive = NULL;
}

void mieni_lint_check_clip(MieniLint *lint, const char *path, const MieniAsset *asset, const char *member)
{
    MieniClipRecipe recipe;
    MieniProblem problem = {0};
    MieniLintClip clip = {.lint = lint, .path = path, .member = member, .recipe = &recipe};
    // The skeleton first, so that the recipe shares it.
    clip.skeleton = mieni_lint_skeleton(lint, mieni_asset_skeleton(asset));
    if (clip.skeleton == NULL && mieni_asset_skeleton(asset) != NULL)
        return;
    if (mieni_clip_recipe_of(&lint->project, path, asset, member, &recipe, &problem) != MIEN_OK) {
        mieni_lint_unreadable(lint, &problem);
        return;
    }
    pair(&clip, asset);
    if (clip.skeleton != NULL)
        ++clip.skeleton->clip_count;
    if (!mieni_lint_measure_curves(&clip) ||
        (clip.drive != NULL && !mieni_lint_measure_tracks(&clip, clip.drive->skeleton)))
        lint->status = MIEN_ERROR_MEMORY;
    if (lint->status == MIEN_OK && clip.drive != NULL) {
        mieni_lint_check_doubling(&clip);
        mieni_lint_check_curves(&clip);
    }
    if (lint->status == MIEN_OK) {
        check_bones(&clip);
        check_keys(&clip);
        mieni_lint_check_reach(&clip);
        check_pack(&clip);
    }
    mieni_lint_release(lint, &clip.scratch);
    mieni_clip_recipe_release(&recipe);
}
