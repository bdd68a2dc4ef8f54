// SPDX-License-Identifier: MIT
//
// Targets of a driver node as JSON.

#include "studio/panels/graph/driver_pose.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// The pose of a face

static MienQuat conjugate(MienQuat q) { return (MienQuat){-q.x, -q.y, -q.z, q.w}; }

/// What a transform is in the frame of another; scale is ignored, as drivers do.
static MienTransform relative(const MienTransform *from, const MienTransform *to)
{
    const MienQuat back = conjugate(from->rotation);
    const MienVec3 a = from->translation, b = to->translation;
    MienTransform out = mien_transform_identity();
    out.rotation = mien_quat_multiply(back, to->rotation);
    out.translation = mien_quat_rotate(back, (MienVec3){b.x - a.x, b.y - a.y, b.z - a.z});
    return out;
}

static MienTransform model_of(const MieniFace *face, const MienTransform *bones, int bone)
{
    MienTransform out = bones[bone];
    for (int parent = face->parents[bone]; parent >= 0; parent = face->parents[parent])
        out = mien_transform_compose(&bones[parent], &out);
    return out;
}

static MienTransform read_bone(const MieniFace *face, const MienTransform *bones, int bone, int space)
{
    if (space < 0)
        return bones[bone];
    const MienTransform from = model_of(face, bones, space), to = model_of(face, bones, bone);
    return relative(&from, &to);
}

static void put_numbers(MieniTextOut *out, const float *values, int count)
{
    mieni_text_put(out, "[");
    for (int i = 0; i < count; ++i) {
        mieni_text_put(out, i > 0 ? ", " : "");
        mieni_text_put_number(out, round((double)values[i] * 1e6) / 1e6); // a millionth is less than is seen
    }
    mieni_text_put(out, "]");
}

static void put_bone(MieniTextOut *out, const char *name, const MienTransform *at, bool is_translation)
{
    const MienQuat q = mien_quat_normalize(at->rotation);
    const float rotation[] = {q.x, q.y, q.z, q.w};
    const float translation[] = {at->translation.x, at->translation.y, at->translation.z};
    mieni_text_put(out, "{\"bone\": ");
    mieni_text_put_string(out, name);
    mieni_text_put(out, is_translation ? ", \"t\": " : ", \"q\": ");
    put_numbers(out, is_translation ? translation : rotation, is_translation ? 3 : 4);
    mieni_text_put(out, "}");
}

const char *studio_driver_put_pose(MieniTextOut *out, const MieniFace *face, const MieniJson *bones,
                                   const StudioDriverReading *reading)
{
    const MienSkeleton *skeleton = face->character->skeleton;
    const int space = reading->space != NULL ? mien_skeleton_find_bone(skeleton, reading->space) : -1;
    if (reading->space != NULL && (space < 0 || space >= face->bone_count))
        return reading->space;
    mieni_text_put(out, "[");
    for (int i = 0; bones != NULL && i < bones->count; ++i) {
        const char *name = bones->items[i]->string;
        const int bone = mien_skeleton_find_bone(skeleton, name);
        if (bone < 0 || bone >= face->bone_count)
            return name;
        MienTransform at = read_bone(face, face->bones, bone, space);
        if (reading->is_from_rest) {
            const MienTransform rest =
                read_bone(face, mieni_character_rest_pose(face->character), bone, space);
            at = relative(&rest, &at);
        }
        mieni_text_put(out, i > 0 ? ", " : "");
        put_bone(out, name, &at, reading->is_translation);
    }
    mieni_text_put(out, "]");
    return NULL;
}

// Lists of targets

static void put_bones_without(MieniTextOut *out, const MieniTargetView *target, const char *lost)
{
    bool is_first = true;
    mieni_text_put(out, "[");
    for (int i = 0; i < mieni_target_target_bone_count(target); ++i) {
        const MieniTargetBoneView *bone = mieni_target_target_bone(target, i);
        if (g_strcmp0(mieni_target_bone_bone(bone), lost) == 0)
            continue;
        mieni_text_put(out, is_first ? "" : ", ");
        mieni_text_put_json(out, mieni_target_bone_json(bone));
        is_first = false;
    }
    mieni_text_put(out, "]");
}

static void put_target(MieniTextOut *out, const MieniTargetView *target, const StudioTargetsEdit *edit,
                       bool is_it)
{
    const MieniJson *row = mieni_target_json(target);
    const double *radius = is_it ? edit->radius : NULL;
    const char *bones = is_it ? edit->bones : NULL;
    bool is_first = true;
    mieni_text_put(out, "{");
    for (int k = 0; k < row->count; ++k) {
        const bool is_bones = row->items[k] == mieni_target_bones_json(target);
        if (radius != NULL && row->items[k] == mieni_target_radius_json(target))
            continue;
        mieni_text_put(out, is_first ? "" : ", ");
        is_first = false;
        mieni_text_put_string(out, row->keys[k]);
        mieni_text_put(out, ": ");
        if (is_bones && bones != NULL)
            mieni_text_put(out, bones);
        else if (is_bones && edit->lost != NULL)
            put_bones_without(out, target, edit->lost);
        else
            mieni_text_put_json(out, row->items[k]);
    }
    if (bones != NULL && mieni_target_bones_json(target) == NULL)
        mieni_text_putf(out, ", \"bones\": %s", bones);
    if (radius != NULL && *radius > 0) {
        mieni_text_put(out, ", \"radius\": ");
        mieni_text_put_number(out, *radius);
    }
    mieni_text_put(out, "}");
}

void studio_driver_put_targets(MieniTextOut *out, const MieniJson *rows, const StudioTargetsEdit *edit)
{
    bool is_first = true;
    mieni_text_put(out, "[");
    for (int i = 0; rows != NULL && i < rows->count; ++i) {
        const bool is_it = edit->added == NULL && i == edit->index;
        if (is_it && edit->is_removed)
            continue;
        mieni_text_put(out, is_first ? "" : ", ");
        put_target(out, mieni_target_view(rows->items[i]), edit, is_it);
        is_first = false;
    }
    if (edit->added != NULL) {
        mieni_text_put(out, is_first ? "{\"name\": " : ", {\"name\": ");
        mieni_text_put_string(out, edit->added);
        mieni_text_putf(out, ", \"bones\": %s}", edit->bones);
    }
    mieni_text_put(out, "]");
}

// Words

static double half_radians(double degrees) { return degrees * (3.14159265358979323846 / 360.0); }

/// The angle of a rotation, degrees: of a quaternion, or of turns about X, then Y, then Z.
static double angle_of(const MieniTargetBoneView *bone)
{
    double q[4], turn[3];
    if (!mieni_target_bone_q(bone, q)) {
        MienQuat all = {0, 0, 0, 1};
        if (!mieni_target_bone_turn(bone, turn))
            return 0;
        for (int axis = 0; axis < 3; ++axis) {
            double sine, cosine;
            mien_sincos(half_radians(turn[axis]), &sine, &cosine);
            const MienQuat one = {axis == 0 ? (float)sine : 0, axis == 1 ? (float)sine : 0,
                                  axis == 2 ? (float)sine : 0, (float)cosine};
            all = mien_quat_multiply(one, all);
        }
        q[0] = (double)all.x, q[1] = (double)all.y, q[2] = (double)all.z, q[3] = (double)all.w;
    }
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
    return 2 * mien_atan2(length, fabs(q[3])) * (180.0 / 3.14159265358979323846);
}

char *studio_driver_tell_target(const MieniTargetView *target)
{
    GString *text = g_string_new(NULL);
    for (int i = 0; i < mieni_target_target_bone_count(target); ++i) {
        const MieniTargetBoneView *bone = mieni_target_target_bone(target, i);
        double t[3];
        g_string_append_printf(text, "%s%s ", i > 0 ? ", " : "",
                               mieni_text_or_empty(mieni_target_bone_bone(bone)));
        if (mieni_target_bone_t(bone, t))
            g_string_append_printf(text, "%.1f mm", 1000 * sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]));
        else
            g_string_append_printf(text, "%.1f°", angle_of(bone));
    }
    return g_string_free(text, FALSE);
}
