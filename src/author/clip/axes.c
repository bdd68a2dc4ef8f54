// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "author/clip/axes.h"

#include "base/name_map.h"
#include "core/square_root.h"

#include <string.h>

static const double most_degrees = 30.0, most_part = 0.25;

static double length_of(MienVec3 v)
{
    const double x = (double)v.x, y = (double)v.y, z = (double)v.z;
    return mieni_sqrt(x * x + y * y + z * z);
}

static double degrees_between(MienVec3 a, MienVec3 b)
{
    const double ax = (double)a.x, ay = (double)a.y, az = (double)a.z;
    const double bx = (double)b.x, by = (double)b.y, bz = (double)b.z;
    const double x = ay * bz - az * by, y = az * bx - ax * bz, z = ax * by - ay * bx;
    return mien_atan2(mieni_sqrt(x * x + y * y + z * z), ax * bx + ay * by + az * bz) *
           (180.0 / 3.14159265358979323846);
}

/// Where bones of the skeleton are in the file, and sums over them.
typedef struct Pairs {
    int *places;    ///< 0, 1, 2 …, for the map to point at.
    bool *is_moved; ///< Per bone of the file: the clip has a track for it.
    MieniNameMap map;
    double length, length_off; ///< Of all bones, of those that are off.
    double most;               ///< Length times angle.
} Pairs;

static bool pair(Pairs *pairs, const MienAuthorClip *clip, const MienAuthorSkeleton *file,
                 MieniArena *scratch)
{
    pairs->places = mieni_arena_take(scratch, (size_t)file->bone_count, sizeof *pairs->places);
    pairs->is_moved = mieni_arena_take(scratch, (size_t)file->bone_count, sizeof *pairs->is_moved);
    if (pairs->places == NULL || pairs->is_moved == NULL)
        return false;
    for (int b = 0; b < file->bone_count; ++b) {
        pairs->places[b] = b;
        mieni_name_map_add(&pairs->map, file->bones[b].name, &pairs->places[b]);
    }
    for (int t = 0; t < clip->track_count; ++t) {
        const int *place = mieni_name_map_get(&pairs->map, clip->tracks[t].bone);
        if (place != NULL)
            pairs->is_moved[*place] = true;
    }
    return !pairs->map.is_out_of_memory;
}

/// Compares a bone's place in its parent, if the clip turns that and it is the same one.
static void compare(MieniAxes *axes, Pairs *pairs, const MienAuthorSkeleton *file,
                    const MienAuthorSkeleton *skeleton, int bone)
{
    const MienAuthorBone *mine = &skeleton->bones[bone];
    const int *place = mieni_name_map_get(&pairs->map, mine->name);
    const MienAuthorBone *theirs = place != NULL ? &file->bones[*place] : NULL;
    if (theirs == NULL || mine->parent < 0 || theirs->parent < 0 || !pairs->is_moved[theirs->parent] ||
        strcmp(file->bones[theirs->parent].name, skeleton->bones[mine->parent].name) != 0)
        return;
    const double length = length_of(mine->rest.translation);
    if (!(length > 1e-6) || !(length_of(theirs->rest.translation) > 1e-6))
        return; // it points nowhere
    const double degrees = degrees_between(mine->rest.translation, theirs->rest.translation);
    ++axes->bone_count;
    pairs->length += length;
    if (!(degrees > most_degrees))
        return;
    ++axes->off_count;
    pairs->length_off += length;
    if (degrees * length > pairs->most) {
        pairs->most = degrees * length;
        axes->degrees = degrees;
        axes->bone = skeleton->bones[mine->parent].name;
    }
}

MieniAxes mieni_clip_axes(const MienAuthorClip *clip, const MienAuthorSkeleton *file,
                          const MienAuthorSkeleton *skeleton, MieniArena *scratch)
{
    MieniAxes axes = {.fit = true};
    Pairs pairs = {0};
    if (clip->track_count > 0 && file != skeleton && pair(&pairs, clip, file, scratch)) {
        for (int b = 0; b < skeleton->bone_count; ++b)
            compare(&axes, &pairs, file, skeleton, b);
        axes.fit = !(pairs.length_off > most_part * pairs.length);
    }
    mieni_name_map_release(&pairs.map);
    return axes;
}
