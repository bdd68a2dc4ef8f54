// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "view/follow.h"

#include "view/vectors.h"

static const double half_window = 0.5; ///< Seconds: the steps of a walk are even over a second.
static const float jump = 6.0f;        ///< Leashes in one frame.

static bool is_within(MienVec3 way, float leash) { return dot(way, way) <= leash * leash; }

/// A way of a part of the path, continued beyond its ends as it began and ended.
static void way_at(const MienVec3 *ways, int count, int index, double out[3])
{
    const int last = count - 1, end = index < 0 ? 0 : last;
    const bool is_beyond = index < 0 || index > last;
    const MienVec3 at = ways[is_beyond ? 2 * end - index : index], turn = ways[end];
    out[0] = is_beyond ? 2.0 * (double)turn.x - (double)at.x : (double)at.x;
    out[1] = is_beyond ? 2.0 * (double)turn.y - (double)at.y : (double)at.y;
    out[2] = is_beyond ? 2.0 * (double)turn.z - (double)at.z : (double)at.z;
}

/// The mean of the ways around one, nearer ones count more.
static MienVec3 mean_around(const MienVec3 *ways, int count, int index, int half)
{
    double sum[3] = {0.0, 0.0, 0.0}, weights = 0.0;
    for (int k = -half; k <= half; ++k) {
        const double weight = (double)(half + 1 - (k < 0 ? -k : k));
        double at[3];
        way_at(ways, count, index + k, at);
        for (int axis = 0; axis < 3; ++axis)
            sum[axis] += weight * at[axis];
        weights += weight;
    }
    return (MienVec3){(float)(sum[0] / weights), (float)(sum[1] / weights), (float)(sum[2] / weights)};
}

static void smooth(const MienVec3 *ways, int count, int half, float leash, MienVec3 *out_shifts)
{
    half = half < count ? half : count - 1;
    for (int i = 0; i < count; ++i) {
        const MienVec3 mean = mean_around(ways, count, i, half), lag = minus(ways[i], mean);
        const float far = mieni_sqrtf(dot(lag, lag)), part = far > leash ? 1.0f - leash / far : 0.0f;
        out_shifts[i] = plus(mean, (MienVec3){lag.x * part, lag.y * part, lag.z * part});
    }
}

void mieni_follow(const MienVec3 *ways, int count, double rate, float leash, MienVec3 *out_shifts)
{
    const int half = rate < 10000.0 ? (int)(half_window * rate) : 5000;
    bool stays = true;
    for (int i = 0; i < count; ++i) {
        out_shifts[i] = (MienVec3){0.0f, 0.0f, 0.0f};
        stays = stays && is_within(ways[i], leash);
    }
    for (int first = 0, next; first < count && !stays; first = next) {
        for (next = first + 1; next < count && is_within(minus(ways[next], ways[next - 1]), jump * leash);)
            ++next;
        smooth(ways + first, next - first, half, leash, out_shifts + first);
    }
}
