// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "render/camera.h"

#include "render/camera_axes.h"

static const double radians = 3.14159265358979323846 / 180;

static float tangent(float degrees)
{
    double sine, cosine;
    mien_sincos((double)degrees * radians, &sine, &cosine);
    return (float)(sine / cosine);
}

MieniCamera mieni_camera_frame(MienVec3 min, MienVec3 max, const MieniFraming *framing)
{
    const MieniFraming wish = framing != NULL ? *framing : (MieniFraming){0};
    const float field = wish.field > 0 ? wish.field : 17, aspect = wish.aspect > 0 ? wish.aspect : 1;
    const float fill = wish.fill > 0 ? wish.fill : 0.8f;
    double sine_yaw, cosine_yaw, sine_pitch, cosine_pitch;
    mien_sincos((wish.is_turned ? (double)wish.yaw : -16) * radians, &sine_yaw, &cosine_yaw);
    mien_sincos((wish.is_turned ? (double)wish.pitch : 4) * radians, &sine_pitch, &cosine_pitch);
    const MienVec3 back =
        vec((float)(sine_yaw * cosine_pitch), (float)sine_pitch, (float)(cosine_yaw * cosine_pitch));

    const MienVec3 size = vec_sub(max, min);
    const float depth = size.x > size.z ? size.x : size.z;
    float visible = (size.y > 0 ? size.y : 1e-6f) / fill; // metres from the picture's foot to its top
    if (depth / aspect > visible * 0.98f)                 // nothing is cut off at the sides
        visible = depth / aspect / 0.98f;
    MieniCamera camera = {.field = field};
    camera.target = vec_scale(vec_add(min, max), 0.5f);
    camera.target.y -= wish.shift * visible;
    camera.eye = vec_add(camera.target, vec_scale(back, visible / 2 / tangent(field / 2)));
    return camera;
}

void mieni_bounds(const MienVec3 *positions, int count, MienVec3 *out_min, MienVec3 *out_max)
{
    MienVec3 min = count > 0 ? positions[0] : vec(0, 0, 0), max = min;
    for (int i = 1; i < count; ++i) {
        const MienVec3 p = positions[i];
        min = vec(p.x < min.x ? p.x : min.x, p.y < min.y ? p.y : min.y, p.z < min.z ? p.z : min.z);
        max = vec(p.x > max.x ? p.x : max.x, p.y > max.y ? p.y : max.y, p.z > max.z ? p.z : max.z);
    }
    *out_min = min;
    *out_max = max;
}

bool mieni_camera_axes(const MieniCamera *camera, Axes *out_axes, float *out_distance, float *out_slope)
{
    const MienVec3 back = vec_sub(camera->eye, camera->target);
    *out_distance = vec_length(back);
    if (!vec_is_finite(camera->eye) || !vec_is_finite(back) || !(*out_distance > 1e-9f) ||
        !(camera->field > 0) || !(camera->field < 170))
        return false;
    *out_axes = axes_along(vec_scale(back, 1 / *out_distance));
    *out_slope = tangent(camera->field / 2);
    return true;
}

bool mieni_camera_project(const MieniCamera *camera, int width, int height, MienVec3 point, float out[3])
{
    Axes axes;
    float distance, slope;
    if (!mieni_camera_axes(camera, &axes, &distance, &slope))
        return false;
    const MienVec3 d = vec_sub(point, camera->eye);
    const float away = -vec_dot(d, axes.z), half = (float)height / 2;
    if (!(away > 1e-9f))
        return false;
    out[0] = (float)width / 2 + vec_dot(d, axes.x) / away / slope * half;
    out[1] = half - vec_dot(d, axes.y) / away / slope * half;
    out[2] = away;
    return true;
}

bool mieni_camera_ray(const MieniCamera *camera, int width, int height, float x, float y,
                      MienVec3 *out_origin, MienVec3 *out_direction)
{
    Axes axes;
    float distance, slope;
    if (width < 1 || height < 1 || !mieni_camera_axes(camera, &axes, &distance, &slope))
        return false;
    const float half = (float)height / 2;
    const float right = (x - (float)width / 2) / half * slope, up = (half - y) / half * slope;
    const MienVec3 across = vec_add(vec_scale(axes.x, right), vec_scale(axes.y, up));
    *out_origin = camera->eye;
    *out_direction = vec_normal(vec_sub(across, axes.z), vec_scale(axes.z, -1));
    return true;
}
