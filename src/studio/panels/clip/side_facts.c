// SPDX-License-Identifier: MIT
//
// What the parts of the clip inspector read: the clip, its modifiers and the text of one.

#include "base/text_out.h"
#include "studio/panels/clip/inspector_private.h"

char *studio_clip_inspector_row_text(const MieniModifierView *modifier)
{
    MieniTextOut out = {0};
    mieni_text_put_json(&out, mieni_modifier_json(modifier));
    char *text = g_strdup(out.bytes != NULL ? out.bytes : "{}");
    mieni_text_release(&out);
    return text;
}

const MieniClipView *studio_clip_inspector_clip(StudioClipInspector *side)
{
    const MieniAsset *asset;
    if (side->path == NULL ||
        studio_asset(studio_workspace_studio(side->workspace), side->path, &asset, NULL) != MIEN_OK)
        return NULL;
    return mieni_clip_of(asset);
}

const MieniModifierView *studio_clip_inspector_modifier(StudioClipInspector *side, int index)
{
    const MieniClipView *clip = studio_clip_inspector_clip(side);
    return index >= 0 && index < mieni_clip_modifier_count(clip) ? mieni_clip_modifier(clip, index) : NULL;
}
