// SPDX-License-Identifier: MIT
//
// What a whole FBX file keeps to: axes, unit, rate.

#include "core/float_rules.h"

#include "io/fbx/scene.h"
#include "io/rate.h"

#include <string.h>

/// Frames per second of the time modes, rate and divisor. 14 has a rate of its own.
static const int time_modes[][2] = {{24, 1}, {120, 1}, {100, 1},      {60, 1},       {50, 1},
                                    {48, 1}, {30, 1},  {30, 1},       {30000, 1001}, {30000, 1001},
                                    {25, 1}, {24, 1},  {1000, 1},     {24000, 1001}, {24, 1},
                                    {96, 1}, {72, 1},  {60000, 1001}, {120000, 1001}};
enum { TIME_MODES = sizeof time_modes / sizeof *time_modes, CUSTOM_MODE = 14, OLD_RATE = 30 };

int mieni_fbx_time_mode(int rate, int divisor)
{
    // Not the default, nor those that drop numbers of frames or count milliseconds.
    static const int modes[] = {1, 2, 3, 4, 5, 6, 9, 10, 11, 13, 15, 16, 17, 18};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; ++i)
        if (time_modes[modes[i]][0] == rate && time_modes[modes[i]][1] == divisor)
            return modes[i];
    return CUSTOM_MODE;
}

/// The settings' own node: of the file, or in old files among the objects.
static MieniFbxObject find_settings(const MieniFbxScene *scene)
{
    const MieniFbxNode *root = &scene->file->root;
    const MieniFbxNode *node = mieni_fbx_child(root, "GlobalSettings");
    if (node == NULL)
        node = mieni_fbx_child(mieni_fbx_child(root, "Objects"), "GlobalSettings");
    const MieniFbxNode *properties = mieni_fbx_child(node, "Properties70");
    if (properties == NULL)
        properties = mieni_fbx_child(node, "Properties60");
    return (MieniFbxObject){.name = "", .type = "", .node = node, .properties = properties};
}

static int axis_of(const MieniFbxObject *settings, const char *name, int fallback)
{
    const double axis = mieni_fbx_number(settings, name, (double)fallback);
    return axis == 0.0 || axis == 1.0 || axis == 2.0 ? (int)axis : fallback;
}

static int sign_of(const MieniFbxObject *settings, const char *name)
{
    return mieni_fbx_number(settings, name, 1.0) < 0.0 ? -1 : 1;
}

static int64_t time_of(const MieniFbxObject *settings, const char *name)
{
    int first;
    const MieniFbxNode *node = mieni_fbx_property(settings, name, &first);
    return mieni_fbx_integer(node, first, 0);
}

/// The oldest files say their rate elsewhere, or not at all.
static void old_rate(const MieniFbxScene *scene, MieniFbxSettings *settings)
{
    const MieniFbxNode *old = mieni_fbx_child(mieni_fbx_child(&scene->file->root, "Version5"), "Settings");
    const char *text = mieni_fbx_text(mieni_fbx_child(old, "FrameRate"), 0, "");
    int rate = 0;
    for (; *text >= '0' && *text <= '9' && rate < 10000; ++text)
        rate = 10 * rate + (*text - '0');
    settings->rate = rate > 0 && rate <= 1000 ? rate : OLD_RATE;
    settings->rate_divisor = 1;
}

MieniFbxSettings mieni_fbx_settings(const MieniFbxScene *scene)
{
    const MieniFbxObject from = find_settings(scene);
    MieniFbxSettings out = {.up = axis_of(&from, "UpAxis", 1),
                            .up_sign = sign_of(&from, "UpAxisSign"),
                            .front = axis_of(&from, "FrontAxis", 2),
                            .front_sign = sign_of(&from, "FrontAxisSign"),
                            .coord = axis_of(&from, "CoordAxis", 0),
                            .coord_sign = sign_of(&from, "CoordAxisSign"),
                            .unit = mieni_fbx_number(&from, "UnitScaleFactor", 1.0),
                            .span_start = time_of(&from, "TimeSpanStart"),
                            .span_stop = time_of(&from, "TimeSpanStop")};
    if (out.up == out.front || out.up == out.coord || out.front == out.coord) {
        out.up = 1;
        out.front = 2;
        out.coord = 0;
    }
    if (!(out.unit >= 1e-6 && out.unit <= 1e6))
        out.unit = 1.0;
    if (from.properties == NULL) {
        old_rate(scene, &out);
        return out;
    }
    const double mode = mieni_fbx_number(&from, "TimeMode", 0.0);
    const int index = mode >= 0.0 && mode < (double)TIME_MODES ? (int)mode : 0;
    out.rate = time_modes[index][0];
    out.rate_divisor = time_modes[index][1];
    int rate, divisor;
    if (index == CUSTOM_MODE &&
        mieni_rate_of_number(mieni_fbx_number(&from, "CustomFrameRate", 0.0), &rate, &divisor)) {
        out.rate = rate;
        out.rate_divisor = divisor;
    }
    return out;
}

bool mieni_fbx_turn(const MieniFbxSettings *settings, double q[4])
{
    // Rows of the matrix that turns: what becomes x, y and z.
    double m[12] = {0.0};
    m[settings->coord] = (double)settings->coord_sign;
    m[4 + settings->up] = (double)settings->up_sign;
    m[8 + settings->front] = (double)settings->front_sign;
    const bool is_mirrored = mieni_fbx_determinant(m) < 0.0;
    if (is_mirrored) // up and front stay; right becomes left
        m[settings->coord] = -m[settings->coord];
    // A rotation by quarters and thirds of a turn: of 24, the one with this matrix.
    static const double angles[4] = {0.0, 90.0, 180.0, -90.0};
    for (int i = 0; i < 64; ++i) {
        const double degrees[3] = {angles[i % 4], angles[i / 4 % 4], angles[i / 16]};
        const MieniFbxLocal none = {.s = {1.0, 1.0, 1.0}};
        MieniFbxLocal local = none;
        double own[12], off = 0.0;
        mieni_fbx_rotation(degrees, 0, local.q);
        mieni_fbx_matrix(&local, own);
        for (int k = 0; k < 12; ++k)
            off += (own[k] - m[k]) * (own[k] - m[k]);
        if (off < 1e-6) {
            memcpy(q, local.q, sizeof local.q);
            break;
        }
    }
    return !is_mirrored;
}
