// SPDX-License-Identifier: MIT
//
// Expressions that VRM defines.

#include "io/gltf/vrm_names.h"

#include <stddef.h>
#include <string.h>

static const MieniVrmPreset presets[MIENI_VRM_PRESETS] = {
    {"happy", "joy", MIENI_VRM_NO_GROUP},
    {"angry", "angry", MIENI_VRM_NO_GROUP},
    {"sad", "sorrow", MIENI_VRM_NO_GROUP},
    {"relaxed", "fun", MIENI_VRM_NO_GROUP},
    {"surprised", NULL, MIENI_VRM_NO_GROUP},
    {"aa", "a", MIENI_VRM_MOUTH},
    {"ih", "i", MIENI_VRM_MOUTH},
    {"ou", "u", MIENI_VRM_MOUTH},
    {"ee", "e", MIENI_VRM_MOUTH},
    {"oh", "o", MIENI_VRM_MOUTH},
    {"blink", "blink", MIENI_VRM_BLINK},
    {"blinkLeft", "blink_l", MIENI_VRM_BLINK},
    {"blinkRight", "blink_r", MIENI_VRM_BLINK},
    {"lookUp", "lookup", MIENI_VRM_LOOK},
    {"lookDown", "lookdown", MIENI_VRM_LOOK},
    {"lookLeft", "lookleft", MIENI_VRM_LOOK},
    {"lookRight", "lookright", MIENI_VRM_LOOK},
    {"neutral", "neutral", MIENI_VRM_NO_GROUP},
};

const MieniVrmPreset *mieni_vrm_preset(const char *name)
{
    for (int i = 0; i < MIENI_VRM_PRESETS; ++i)
        if (strcmp(presets[i].name, name) == 0)
            return &presets[i];
    return NULL;
}

const MieniVrmPreset *mieni_vrm_preset_before(const char *name)
{
    for (int i = 0; i < MIENI_VRM_PRESETS; ++i)
        if (presets[i].name_before != NULL && strcmp(presets[i].name_before, name) == 0)
            return &presets[i];
    return NULL;
}
