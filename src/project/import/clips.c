// SPDX-License-Identifier: MIT
//
// Imports clips: one per take. Takes with poses become no clips, unless poses are disabled.

#include "core/float_rules.h"

#include "project/import/importing.h"

#include "author/clip/axes.h"

#include <stdio.h>
#include <string.h>

static void describe_clip(const MienAuthorClip *clip, char out[160])
{
    char rate[48];
    const long long hundredths =
        clip->rate_divisor > 1 ? (clip->rate * 200LL / clip->rate_divisor + 1) / 2 : clip->rate * 100LL;
    if (hundredths % 100 != 0)
        snprintf(rate, sizeof rate, "%lld.%02lld", hundredths / 100, hundredths % 100);
    else
        snprintf(rate, sizeof rate, "%lld", hundredths / 100);
    const int frames =
        (int)(clip->length * clip->rate / (clip->rate_divisor > 0 ? clip->rate_divisor : 1) + 0.5) + 1;
    snprintf(out, 160, "%d bone track%s, %d curve%s, %d frame%s at %s fps", clip->track_count,
             mieni_plural(clip->track_count), clip->curve_count, mieni_plural(clip->curve_count), frames,
             mieni_plural(frames), rate);
}

/// The object that says whose a clip is.
static const char *main_key(const MienAuthorClip *clip)
{
    return clip->track_count > 0 ? "tracks" : "curves";
}

/// Says that a clip turns bones about other axes than the skeleton has.
static void note_axes(const MieniImporting *importing, const MienAuthorClip *clip)
{
    MieniArena scratch = {.allocator = mieni_project_allocator(importing->project)};
    if (importing->skeleton == NULL || importing->take.skeleton == NULL)
        return;
    const MieniAxes axes =
        mieni_clip_axes(clip, importing->take.skeleton, &importing->skeleton->skeleton, &scratch);
    if (!axes.fit)
        mieni_import_note(importing,
                          "Bone axes differ from those of %s: %d of %d bones, %s by %d degrees. This clip "
                          "will not fit: retarget it to this skeleton in a 3D program first.",
                          importing->skeleton_path, axes.off_count, axes.bone_count, axes.bone,
                          (int)(axes.degrees + 0.5));
    mieni_arena_release(&scratch);
}

static MienStatus import_clip(const MieniImporting *importing, const MienAuthorClip *clip, const char *take,
                              const char *path)
{
    MieniAsset asset;
    const MieniImportOptions *options = importing->options;
    char detail[160];
    bool is_new;
    const MienStatus status =
        mieni_import_open(importing, path, MIENI_ASSET_CLIP, main_key(clip), &asset, &is_new);
    if (status != MIEN_OK)
        return status;
    MieniClipView *view = mieni_clip_of(&asset);
    if (importing->skeleton_path != NULL)
        mieni_clip_set_skeleton(&asset.json, view, importing->skeleton_path);
    if (options->preview != NULL)
        mieni_clip_set_preview(&asset.json, view, options->preview);
    if (clip->track_count > 0)
        mieni_import_set_source(importing, &asset, "tracks", take);
    if (clip->curve_count > 0)
        mieni_import_set_source(importing, &asset, "curves", take);
    if (options->map != NULL)
        mieni_clip_set_map(&asset.json, view, options->map);
    describe_clip(clip, detail);
    note_axes(importing, clip);
    const MienStatus saved = mieni_import_save(importing, &asset, path, is_new, "%s", detail);
    mieni_asset_release(&asset);
    return saved;
}

static bool is_clip(const MieniImporting *importing, int take)
{
    if (mieni_import_is_expressions(importing, take))
        return false; // no motion, but a list of faces
    const MienIoTake *own = &importing->take.source->takes[take];
    return (own->clip->track_count > 0 || own->clip->curve_count > 0) &&
           (importing->options->skip_poses || own->use == MIEN_IO_TAKE_MOTION);
}

/// Tells of takes in which nothing moves: programs write them with every model.
static void note_still_takes(const MieniImporting *importing)
{
    const MienIoSource *source = importing->take.source;
    for (int i = 0; i < source->take_count; ++i)
        if (source->takes[i].clip->track_count == 0 && source->takes[i].clip->curve_count == 0)
            mieni_import_note(importing, "Nothing moves in the take %s: no clip is created.",
                              source->takes[i].name);
}

static MienStatus import_takes(const MieniImporting *importing)
{
    const MienIoSource *source = importing->take.source;
    MienStatus status = MIEN_OK;
    int count = 0;
    for (int i = 0; i < source->take_count; ++i)
        count += is_clip(importing, i);
    for (int i = 0; i < source->take_count && status == MIEN_OK; ++i) {
        const MienIoTake *take = &source->takes[i];
        char path[MIENI_PATH_ROOM];
        if (!is_clip(importing, i) || !mieni_import_wants(importing, take->name))
            continue;
        status =
            mieni_import_take_path(importing, MIENI_ASSET_CLIP, main_key(take->clip), i, count == 1, path);
        if (status == MIEN_OK)
            status = import_clip(importing, take->clip, take->name, path);
        if (status == MIEN_OK)
            mieni_import_mark_take(importing, take->name);
    }
    return status;
}

MienStatus mieni_import_clips(MieniImporting *importing)
{
    char path[MIENI_PATH_ROOM];
    if (importing->take.has_takes) {
        note_still_takes(importing);
        return import_takes(importing);
    }
    const MienStatus status = mieni_import_path(importing, MIENI_ASSET_CLIP, path);
    return status == MIEN_OK ? import_clip(importing, importing->take.clip, importing->options->take, path)
                             : status;
}
