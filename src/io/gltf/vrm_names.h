// SPDX-License-Identifier: MIT
//
// Expressions that VRM defines, by their names in both versions, and which of them
// others may override together.

#pragma once

typedef enum MieniVrmGroup {
    MIENI_VRM_NO_GROUP = 0,
    MIENI_VRM_MOUTH,
    MIENI_VRM_BLINK,
    MIENI_VRM_LOOK,
    MIENI_VRM_GROUP_COUNT,
} MieniVrmGroup;

typedef struct MieniVrmPreset {
    const char *name;
    const char *name_before; ///< In VRM 0, or NULL.
    MieniVrmGroup group;
} MieniVrmPreset;

enum { MIENI_VRM_PRESETS = 18 }; ///< How many there are.

/// The preset of a name in VRM 1, or NULL.
const MieniVrmPreset *mieni_vrm_preset(const char *name);
/// The preset of a name in VRM 0, or NULL.
const MieniVrmPreset *mieni_vrm_preset_before(const char *name);
