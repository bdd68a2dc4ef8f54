// SPDX-License-Identifier: MIT
//
// How translations of one skeleton become another's.

#include "core/float_rules.h"

#include "core/translation.h"

#include "core/float_env.h"
#include "core/skeleton_format.h"
#include "core/square_root.h"

#include <string.h>

float mieni_length(MienVec3 v) { return mieni_sqrtf((v.x * v.x + v.y * v.y) + v.z * v.z); }

float mieni_translation_factor(MienVec3 mesh, MienVec3 own, float extent)
{
    const float own_length = mieni_length(own);
    if (memcmp(&mesh, &own, sizeof mesh) == 0 || own_length == 0.0f || own_length < 1e-6f * extent)
        return 1.0f;
    const float factor = mieni_length(mesh) / own_length;
    // Stored lengths bound the quotient except where both are next to nothing.
    return factor <= 1e18f ? factor : 1.0f;
}

/// A caller's transform, whatever it left in the reserved floats.
static bool is_sane(MienTransform transform)
{
    transform.reserved0 = transform.reserved1 = 0.0f;
    return mieni_transform_is_sane(&transform);
}

MienStatus mieni_check_mesh_rest_pose(const MienTransform *reference, int count, MienError *error)
{
    const MieniFloatEnv env = mieni_float_env_enter();
    int bone = 0;
    while (reference != NULL && bone < count && is_sane(reference[bone]))
        ++bone;
    mieni_float_env_leave(env);
    if (reference == NULL || bone == count)
        return MIEN_OK;
    return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("mesh_rest_pose[%d]", bone),
                      "a reference transform needs a rotation of length 1 and finite, sane lengths");
}
