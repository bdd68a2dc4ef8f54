// SPDX-License-Identifier: MIT
//
// Channels at any time, as glTF has it: STEP, LINEAR with rotations along the arc,
// CUBICSPLINE; and how finely they must be cut to be followed by straight lines.

#include "core/float_rules.h"

#include "base/transform.h"
#include "core/square_root.h"
#include "io/gltf/takes.h"

#include <string.h>

/// Quaternions whose angle is below this, in radians, are followed by normalised lines
/// within a millionth. A line between two at angle a is off by a^3 u (1 - u)(1 - 2u) / 6
/// at u, which is 0.0160 a^3 at most.
static const double widest_line = 0.0397;
/// Where more is cut, parts are smaller, so that after rounding none is cut again.
static const double widest_part = 0.0380;

enum { MOST_PIECES = 1024 };

const float *mieni_gltf_key_value(const MieniGltfSampled *s, int key)
{
    const size_t width = (size_t)s->width, k = (size_t)key;
    return s->values + (s->interpolation == MIEN_AUTHOR_CUBIC ? (3 * k + 1) * width : k * width);
}

static void load(const float *values, int width, double out[4])
{
    for (int c = 0; c < width; ++c)
        out[c] = (double)values[c];
}

/// The angle between two quaternions of length 1, the shorter of both ways; turns b so
/// that it is that way.
static double angle_between(const double a[4], double b[4])
{
    double dot = 0.0, apart = 0.0, together = 0.0;
    for (int c = 0; c < 4; ++c)
        dot += a[c] * b[c];
    for (int c = 0; c < 4; ++c) {
        b[c] = dot < 0.0 ? -b[c] : b[c];
        apart += (a[c] - b[c]) * (a[c] - b[c]);
        together += (a[c] + b[c]) * (a[c] + b[c]);
    }
    return 2.0 * mien_atan2(mieni_sqrt(apart), mieni_sqrt(together));
}

static void slerp(double a[4], double b[4], double u, double out[4])
{
    mieni_normalize4(a);
    mieni_normalize4(b);
    const double angle = angle_between(a, b);
    double sine, low, high, unused, from = 1.0 - u, to = u;
    if (angle > 1e-5) {
        mien_sincos(angle, &sine, &unused);
        mien_sincos(from * angle, &low, &unused);
        mien_sincos(to * angle, &high, &unused);
        // Half a turn of rotation, a quarter of one here, is the most: the sine is not small.
        from = low / sine;
        to = high / sine;
    }
    for (int c = 0; c < 4; ++c)
        out[c] = from * a[c] + to * b[c];
    mieni_normalize4(out);
}

/// Within the segment after a key, u from 0 to 1.
static void cubic_at(const MieniGltfSampled *s, int key, double u, double out[4])
{
    const size_t width = (size_t)s->width;
    const float *from = mieni_gltf_key_value(s, key), *to = mieni_gltf_key_value(s, key + 1);
    const float *leave = from + width, *arrive = to - width;
    const double step = (double)s->times[key + 1] - (double)s->times[key];
    const double u2 = u * u, u3 = u2 * u;
    for (int c = 0; c < s->width; ++c) {
        const double p0 = from[c], p1 = to[c], m0 = step * (double)leave[c], m1 = step * (double)arrive[c];
        out[c] = ((2.0 * u3 - 3.0 * u2 + 1.0) * p0 + (u3 - 2.0 * u2 + u) * m0) +
                 ((3.0 * u2 - 2.0 * u3) * p1 + (u3 - u2) * m1);
    }
    if (s->is_rotation)
        mieni_normalize4(out);
}

static void segment_at(const MieniGltfSampled *s, int key, double u, double out[4])
{
    double a[4], b[4];
    if (s->interpolation == MIEN_AUTHOR_CUBIC) {
        cubic_at(s, key, u, out);
        return;
    }
    load(mieni_gltf_key_value(s, key), s->width, a);
    load(mieni_gltf_key_value(s, key + 1), s->width, b);
    if (s->is_rotation) {
        slerp(a, b, u, out);
        return;
    }
    for (int c = 0; c < s->width; ++c)
        out[c] = (1.0 - u) * a[c] + u * b[c];
}

void mieni_gltf_sampled_at(const MieniGltfSampled *s, double time, int *cursor, double out[4])
{
    while (*cursor + 1 < s->count && (double)s->times[*cursor + 1] <= time)
        ++*cursor;
    const int key = *cursor;
    const double from = (double)s->times[key];
    if (key + 1 == s->count || time <= from || s->interpolation == MIEN_AUTHOR_CONSTANT)
        load(mieni_gltf_key_value(s, key), s->width, out);
    else
        segment_at(s, key, (time - from) / ((double)s->times[key + 1] - from), out);
}

/// Lines through a cubic are off by an eighth of its second derivative, at most, over the
/// square of their number. That derivative is a line itself: its ends are its largest.
static double cubic_bend(const MieniGltfSampled *s, int key)
{
    const size_t width = (size_t)s->width;
    const float *from = mieni_gltf_key_value(s, key), *to = mieni_gltf_key_value(s, key + 1);
    const float *leave = from + width, *arrive = to - width;
    const double step = (double)s->times[key + 1] - (double)s->times[key];
    double first = 0.0, last = 0.0;
    for (int c = 0; c < s->width; ++c) {
        const double rise = (double)to[c] - (double)from[c];
        const double m0 = step * (double)leave[c], m1 = step * (double)arrive[c];
        const double a = 6.0 * rise - 4.0 * m0 - 2.0 * m1, b = -6.0 * rise + 2.0 * m0 + 4.0 * m1;
        first += a * a;
        last += b * b;
    }
    return mieni_sqrt(first > last ? first : last);
}

static int pieces_for(double bend, double tolerance)
{
    const double wanted = mieni_sqrt(bend / (8.0 * tolerance));
    return wanted >= (double)MOST_PIECES ? MOST_PIECES : wanted > 1.0 ? (int)wanted + 1 : 1;
}

/// Whether so many normalised lines follow a cubic of rotations, and none is too wide to
/// be read again as an arc.
static bool follows(const MieniGltfSampled *s, int key, int pieces, double tolerance)
{
    double a[4], b[4], at[4];
    segment_at(s, key, 0.0, a);
    for (int i = 0; i < pieces; ++i) {
        segment_at(s, key, (double)(i + 1) / (double)pieces, b);
        double turned[4];
        memcpy(turned, b, sizeof turned);
        if (angle_between(a, turned) > widest_part)
            return false;
        for (int part = 1; part <= 3; ++part) {
            const double u = (double)part / 4.0;
            double line[4], off = 0.0;
            for (int c = 0; c < 4; ++c)
                line[c] = (1.0 - u) * a[c] + u * turned[c];
            mieni_normalize4(line);
            segment_at(s, key, ((double)i + u) / (double)pieces, at);
            angle_between(line, at); // turns it to the nearer side
            for (int c = 0; c < 4; ++c)
                off += (line[c] - at[c]) * (line[c] - at[c]);
            if (off > tolerance * tolerance)
                return false;
        }
        memcpy(a, b, sizeof a);
    }
    return true;
}

int mieni_gltf_pieces(const MieniGltfSampled *s, int key, double tolerance)
{
    if (s->interpolation == MIEN_AUTHOR_CONSTANT || key + 1 >= s->count)
        return 1;
    if (s->interpolation == MIEN_AUTHOR_CUBIC) {
        int pieces = pieces_for(cubic_bend(s, key), tolerance);
        while (s->is_rotation && pieces < MOST_PIECES && !follows(s, key, pieces, tolerance))
            pieces = pieces < 8 ? pieces + 1 : pieces + pieces / 4;
        return pieces < MOST_PIECES ? pieces : MOST_PIECES;
    }
    if (!s->is_rotation)
        return 1;
    double a[4], b[4];
    load(mieni_gltf_key_value(s, key), 4, a);
    load(mieni_gltf_key_value(s, key + 1), 4, b);
    mieni_normalize4(a);
    mieni_normalize4(b);
    const double angle = angle_between(a, b);
    return angle <= widest_line ? 1 : (int)(angle / widest_part) + 1;
}
