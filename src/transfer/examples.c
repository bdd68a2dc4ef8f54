// SPDX-License-Identifier: MIT
//
// Learning from corrected poses. Each bone that they move says by how much what was carried is
// too large or too small; bones around it follow.

#include "core/float_rules.h"

#include "transfer/examples.h"

/// How far away bones follow an example, in heights of the head.
static const double reach = 0.10;
/// What does not move further than this says little: in heights of the head, and in radians.
static const double small_shift = 0.004, small_turn = 2.0 * 3.14159265358979323846 / 180.0;
/// How much is needed to leave what was carried.
static const double doubt = 0.15;
static const double least_gain = 0.25, most_gain = 4.0;

enum { AXES = 3, CHANNELS = 4 }; ///< Three axes of translations, and rotations.

/// Sums of one channel of a bone, over all examples.
typedef struct Sums {
    double products, squares; ///< Of what was carried and what is right; of what was carried.
} Sums;

static void add_example(const MienTransferDesc *desc, const MieniFaces *faces, const MienTransferPin *pin,
                        int bone, Sums *sums)
{
    const MienTransform *pose = desc->source->poses[pin->pose].bones;
    double carried_turn[3], right_turn[3];
    const int from = faces->source_of[bone];
    if (pose == NULL || from < 0 || (pin->has_bone != NULL && !pin->has_bone[bone]))
        return;
    MieniDelta carried = mieni_delta_of(faces, 0, from, &pose[from]);
    const MieniDelta right = mieni_delta_of(faces, 1, bone, &pin->bones[bone]);
    mieni_delta_carry(faces, bone, &carried);
    mieni_turn_vector(carried.turn, carried_turn);
    mieni_turn_vector(right.turn, right_turn);
    for (int k = 0; k < AXES; ++k) {
        sums[k].products += carried.shift[k] * right.shift[k];
        sums[k].squares += carried.shift[k] * carried.shift[k];
        sums[AXES].products += carried_turn[k] * right_turn[k];
        sums[AXES].squares += carried_turn[k] * carried_turn[k];
    }
}

/// What one bone says about a channel: the logarithm of a factor, and how sure it is, 0 to 1.
static double judge(const Sums *sums, double small, double *out_sure)
{
    const double ratio = (sums->products + small) / (sums->squares + small);
    *out_sure = sums->squares / (sums->squares + small);
    return mien_log(ratio < least_gain ? least_gain : ratio > most_gain ? most_gain : ratio);
}

/// Shares what the bones say with those around them.
static void share(const MieniFaces *faces, Sums (*sums)[CHANNELS], MieniGain *gains)
{
    const int count = faces->target->bone_count;
    const double shift = small_shift * faces->heights[1], sigma = reach * faces->heights[1];
    for (int b = 0; b < count; ++b) {
        double total[CHANNELS] = {0.0}, weight[CHANNELS] = {doubt, doubt, doubt, doubt};
        for (int j = 0; sigma > 0.0 && j < count; ++j) {
            double square = 0.0, sure;
            for (int k = 0; k < 3; ++k) {
                const double d = faces->points[1][b][k] - faces->points[1][j][k];
                square += d * d;
            }
            const double near = mien_exp(-square / (2.0 * sigma * sigma));
            for (int c = 0; c < CHANNELS; ++c) {
                if (sums[j][c].squares == 0.0 || (c == AXES && j != b))
                    continue;
                const double size = c == AXES ? small_turn : shift;
                const double said = judge(&sums[j][c], size * size, &sure);
                total[c] += near * sure * said;
                weight[c] += near * sure;
            }
        }
        for (int c = 0; c < CHANNELS; ++c)
            *(c < AXES ? &gains[b].shift[c] : &gains[b].turn) = mien_exp(total[c] / weight[c]);
    }
}

MieniGain *mieni_examples_learn(const MienTransferDesc *desc, const MieniFaces *faces, MieniArena *arena)
{
    const int count = faces->target->bone_count;
    if (desc->pin_count == 0)
        return NULL;
    MieniGain *gains = mieni_arena_take(arena, (size_t)count, sizeof *gains);
    Sums(*sums)[CHANNELS] = mieni_arena_take(arena, (size_t)count, sizeof *sums);
    if (arena->is_out_of_memory)
        return NULL;
    for (int i = 0; i < desc->pin_count; ++i)
        for (int b = 0; b < count; ++b)
            add_example(desc, faces, &desc->pins[i], b, sums[b]);
    share(faces, sums, gains);
    return gains;
}
