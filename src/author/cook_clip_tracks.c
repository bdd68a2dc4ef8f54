#include "author/cook_clip.h"
#include "core/float_rules.h"
MienStatus mieni_cook_clip_tracks(MieniClipCook *cook)
{
    (void)cook;
    return MIEN_OK;
}
