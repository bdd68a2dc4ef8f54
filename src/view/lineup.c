// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "view/lineup.h"

#include "view/vectors.h"

static MienMatrix34 stand(const MieniFace *face, MienVec3 at)
{
    const float way = face->looks_back ? -1.0f : 1.0f;
    return (MienMatrix34){{way, 0, 0, at.x, 0, 1, 0, at.y, 0, 0, way, at.z}};
}

/// The width of all boxes together, without gaps.
static MienStatus add_widths(MieniFace *const *faces, int count, MieniFrame frame, float *out_width)
{
    MienStatus status = MIEN_OK;
    *out_width = 0.0f;
    for (int i = 0; i < count && status == MIEN_OK; ++i) {
        MieniBox box;
        status = mieni_face_box(faces[i], frame, &box);
        *out_width += box.max.x - box.min.x;
    }
    return status;
}

MienStatus mieni_lineup(MieniFace *const *faces, int count, MieniFrame frame, float gap,
                        MienMatrix34 *out_models, MieniBox *out_box)
{
    float width;
    MieniBox first = {0};
    *out_box = (MieniBox){0};
    const MienStatus status = add_widths(faces, count, frame, &width);
    if (status != MIEN_OK || count < 1)
        return status;
    const float between = gap * width / (float)count;
    float left = -0.5f * (width + between * (float)(count - 1));
    for (int i = 0; i < count; ++i) {
        MieniBox box;
        MienVec3 at = {0.0f, 0.0f, 0.0f};
        mieni_face_box(faces[i], frame, &box); // measured above
        first = i == 0 ? box : first;
        if (count > 1) {
            at.x = left - box.min.x;
            at.z = first.max.z - box.max.z; // faces in one plane
            if (frame != MIENI_FRAME_BODY)
                at.y = 0.5f * (first.min.y + first.max.y - box.min.y - box.max.y);
        }
        left += box.max.x - box.min.x + between;
        out_models[i] = stand(faces[i], at);
        box_grow(out_box, (MienVec3){box.min.x + at.x, box.min.y + at.y, box.min.z + at.z});
        box_grow(out_box, (MienVec3){box.max.x + at.x, box.max.y + at.y, box.max.z + at.z});
    }
    return MIEN_OK;
}
