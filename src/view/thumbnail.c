// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "view/thumbnail.h"

#include "core/internal.h"

static const float least_part = 0.4f; ///< Of the head: closer, the position on the face is unclear.
static const float room = 1.15f;      ///< Around what moves.

static float larger(float a, float b) { return a > b ? a : b; }

/// The middle of a crop of a size that stays within a range, or is in its middle if it is larger.
static float middle_within(float middle, float size, float min, float max)
{
    if (size >= max - min)
        return 0.5f * (min + max);
    if (middle - 0.5f * size < min)
        return min + 0.5f * size;
    return middle + 0.5f * size > max ? max - 0.5f * size : middle;
}

MienStatus mieni_thumbnail_box(MieniFace *face, const MieniPosing *posing, MieniBox *out_box)
{
    MieniBox head;
    MienStatus status = mieni_face_box(face, MIENI_FRAME_HEAD, &head);
    if (status == MIEN_OK)
        status = mieni_face_pose(face, posing);
    if (status != MIEN_OK)
        return status;
    MieniBox box = mieni_face_moved(face);
    if (!box.is_known)
        box = head;
    const float whole = larger(head.max.x - head.min.x, head.max.y - head.min.y);
    const bool is_apart =
        box.max.x < head.min.x || box.min.x > head.max.x || box.max.y < head.min.y || box.min.y > head.max.y;
    float size = larger(box.max.x - box.min.x, box.max.y - box.min.y) * room;
    size = size < least_part * whole ? least_part * whole : size > whole ? whole : size;
    float x = 0.5f * (box.min.x + box.max.x), y = 0.5f * (box.min.y + box.max.y);
    if (!is_apart) {
        x = middle_within(x, size, head.min.x, head.max.x);
        y = middle_within(y, size, head.min.y, head.max.y);
    }
    const float z = 0.5f * (box.min.z + box.max.z);
    *out_box = (MieniBox){{x - 0.5f * size, y - 0.5f * size, z}, {x + 0.5f * size, y + 0.5f * size, z}, true};
    return MIEN_OK;
}

MienStatus mieni_thumbnail_draw(MieniFace *face, const MieniRenderMesh *mesh, MieniRenderer *renderer,
                                const MieniPosing *posing, int size, MieniPicture *out_picture,
                                MienError *error)
{
    MieniBox box;
    const MieniShot shot = {.width = size,
                            .height = size,
                            .framing = {.is_turned = true, .fill = 1.0f},
                            .box = &box,
                            .quality = MIENI_QUALITY_DRAFT, // at this size more is not visible
                            .samples = 4,
                            .is_transparent = true};
    const MienStatus status = mieni_thumbnail_box(face, posing, &box);
    *out_picture = (MieniPicture){0};
    if (status != MIEN_OK)
        return mieni_fail(error, status, mieni_nowhere(), "The job was refused.");
    MieniCamera camera;
    mieni_shot_camera(face, &shot, &camera); // of a box that is known
    const MieniRenderItem item = mieni_shot_item(face, mesh, &shot, NULL);
    const MieniScene scene = mieni_shot_scene(&shot, camera, &item, 1);
    return mieni_render_picture(renderer, &scene, size, size, out_picture, NULL, error);
}
