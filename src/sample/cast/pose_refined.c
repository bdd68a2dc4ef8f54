// SPDX-License-Identifier: MIT
//
// What poses have that they were not drawn with: so much that each can be told from all
// others in a picture of 200 pixels, morphs where bones do badly, and teeth that stay
// behind lips. Rows of a lip and its twin move alike, or the mouth would open. All poses
// together must leave every bone some size, so lips are made thin by little and by morphs.

#include "sample/cast/rig.h"

#include <stddef.h>

#define ROWS(...)                                                                                            \
    (const MieniCastRow[])                                                                                   \
    {                                                                                                        \
        __VA_ARGS__, { .bone = NULL }                                                                        \
    }

#define ONLY(who) (1u << MIENI_CAST_##who)

/// Lips that are closed, above and below alike: both rows of a twin.
#define TWINS(name, ...)                                                                                     \
    {"lip_upper_" name, __VA_ARGS__}, { "lip_lower_" name, __VA_ARGS__ }

const MieniCastRefinement mieni_cast_refinements[] = {
    // Jaw: lower lip and chin come forward and grow, as they do for who looks from the front.
    {.pose = "jawForward",
     .rows = ROWS(
         {"jaw", .move = {0.0, -0.012, 0.115}, .turn = {-3.0, 0.0, 0.0}},
         {"chin", .move = {0.0, 0.012, 0.03}, .scale = {1.22, 1.12, 1.2}},
         {"lip_lower_mid", .scale = {1.0, 1.4, 1.1}}, {"lip_lower_inner_*", .scale = {1.0, 1.4, 1.1}},
         {"lip_lower_outer_*", .scale = {1.0, 1.3, 1.1}}, {"lip_upper_mid", .scale = {1.0, 0.8, 1.1}},
         {"lip_upper_inner_*", .scale = {1.0, 0.8, 1.1}}, {"lip_upper_outer_*", .scale = {1.0, 0.85, 1.1}})},
    {.pose = "jawLeft",
     .rows =
         ROWS({"jaw", .move = {0.17, 0.0, 0.0}, .turn = {0.0, 4.0, 2.0}}, {"chin", .move = {0.05, 0.0, 0.0}},
              {"jowl_L", .move = {0.03, 0.0, 0.0}}, {"jowl_R", .move = {0.03, 0.0, 0.0}})},
    // A round and dark opening: teeth go up, down and back.
    {.pose = "mouthFunnel",
     .rows = ROWS({"jaw", .share = 0.2}, {"lip_corner_*", .move = {-0.17, -0.01, 0.034}},
                  {"lip_upper_mid", .move = {0.0, 0.05, 0.07}, .turn = {-18.0, 0.0, 0.0}},
                  {"lip_upper_inner_*", .move = {-0.075, 0.03, 0.062}, .turn = {-16.0, 0.0, 0.0}},
                  {"lip_upper_outer_*", .move = {-0.14, -0.02, 0.046}, .turn = {-8.0, 0.0, 0.0}},
                  {"lip_lower_mid", .move = {0.0, -0.054, 0.062}, .turn = {18.0, 0.0, 0.0}},
                  {"lip_lower_inner_*", .move = {-0.075, -0.04, 0.056}, .turn = {16.0, 0.0, 0.0}},
                  {"lip_lower_outer_*", .move = {-0.14, 0.014, 0.042}, .turn = {8.0, 0.0, 0.0}},
                  {"teeth_upper", .move = {0.0, 0.09, -0.08}}, {"teeth_lower", .move = {0.0, -0.15, -0.11}},
                  {"tongue_root", .move = {0.0, -0.05, -0.06}})},
    {.pose = "mouthFunnel",
     .heads = ONLY(MOSS),
     .rows = ROWS({"lip_corner_*", .move = {-0.22, -0.01, 0.034}},
                  {"lip_upper_inner_*", .move = {-0.095, 0.03, 0.062}, .turn = {-16.0, 0.0, 0.0}},
                  {"lip_upper_outer_*", .move = {-0.18, -0.02, 0.046}, .turn = {-8.0, 0.0, 0.0}},
                  {"lip_lower_inner_*", .move = {-0.095, -0.04, 0.056}, .turn = {16.0, 0.0, 0.0}},
                  {"lip_lower_outer_*", .move = {-0.18, 0.014, 0.042}, .turn = {8.0, 0.0, 0.0}})},
    {.pose = "mouthPucker",
     .rows = ROWS({"teeth_upper", .move = {0.0, 0.09, -0.08}}, {"teeth_lower", .move = {0.0, -0.15, -0.11}},
                  {"tongue_root", .move = {0.0, -0.05, -0.06}})},
    {.pose = "mouthSmileLeft",
     .rows =
         ROWS({"lip_corner_L", .move = {0.165, 0.165, -0.05}}, TWINS("outer_L", .move = {0.105, 0.08, -0.02}),
              TWINS("inner_L", .move = {0.036, 0.018, -0.008}), {"nasolabial_L", .move = {0.06, 0.08, 0.03}},
              {"cheek_L", .move = {0.05, 0.09, 0.04}}, {"cheek_upper_L", .move = {0.008, 0.045, 0.022}},
              {"jowl_L", .move = {0.03, 0.035, 0.0}}, {"lid_lower_L", .share = 0.35},
              {"cheek_raise_L", .share = 0.6}, {"smile_fold_L", .share = 0.8})},
    {.pose = "mouthSmileLeft",
     .heads = ONLY(PIP),
     .rows = ROWS({"smile_fold_L", .share = 0.2})}, // he is young
    {.pose = "mouthFrownLeft",
     .rows =
         ROWS({"lip_corner_L", .move = {0.02, -0.165, -0.03}},
              TWINS("outer_L", .move = {0.008, -0.085, -0.008}), TWINS("inner_L", .move = {0.0, -0.012, 0.0}),
              {"nasolabial_L", .move = {0.0, -0.04, -0.006}}, {"cheek_L", .move = {0.0, -0.03, 0.0}},
              {"jowl_L", .move = {0.01, -0.03, 0.016}}, {"chin", .move = {0.0, 0.02, 0.014}})},
    {.pose = "mouthDimpleLeft",
     .rows = ROWS({"lip_corner_L", .move = {0.18, 0.045, -0.07}},
                  TWINS("outer_L", .move = {0.115, 0.02, -0.034}, .scale = {1.0, 0.75, 1.0}),
                  TWINS("inner_L", .move = {0.04, 0.002, -0.008}, .scale = {1.0, 0.9, 1.0}),
                  {"nasolabial_L", .move = {0.05, 0.02, 0.02}}, {"cheek_L", .move = {0.07, 0.02, 0.04}},
                  {"dimple_L", .share = 0.8})},
    {.pose = "mouthStretchLeft",
     .rows = ROWS({"lip_corner_L", .move = {0.22, -0.04, -0.06}},
                  TWINS("outer_L", .move = {0.145, -0.026, -0.026}, .scale = {1.0, 0.8, 1.0}),
                  TWINS("inner_L", .move = {0.06, -0.008, -0.008}, .scale = {1.0, 0.9, 1.0}),
                  TWINS("mid", .move = {0.02, 0.0, 0.0}), {"jowl_L", .move = {0.1, -0.05, 0.016}},
                  {"nasolabial_L", .move = {0.03, -0.02, -0.006}})},
    // Rolls are morphs.
    {.pose = "mouthRollLower",
     .is_whole = true,
     .rows = ROWS({"lip_roll_lower_*", .share = 1.0}, {"chin", .move = {0.0, 0.022, 0.012}})},
    {.pose = "mouthRollUpper",
     .is_whole = true,
     .rows = ROWS({"lip_roll_upper_*", .share = 1.0}, {"nasolabial_*", .move = {0.0, -0.012, 0.006}})},
    // Shrugs: the lip that pushes swells, the other one gives way.
    {.pose = "mouthShrugLower",
     .rows =
         ROWS({"lip_upper_mid", .move = {0.0, 0.07, 0.03}, .scale = {1.0, 0.75, 1.15}},
              {"lip_lower_mid", .move = {0.0, 0.07, 0.03}, .scale = {1.0, 1.3, 1.15}},
              {"lip_upper_inner_*", .move = {0.0, 0.056, 0.026}, .scale = {1.0, 0.75, 1.15}},
              {"lip_lower_inner_*", .move = {0.0, 0.056, 0.026}, .scale = {1.0, 1.3, 1.15}},
              TWINS("outer_*", .move = {0.0, 0.004, 0.004}), {"lip_corner_*", .move = {0.0, -0.04, -0.01}},
              {"chin", .move = {0.0, 0.085, 0.034}}, {"jowl_*", .move = {0.0, -0.01, 0.0}})},
    {.pose = "mouthShrugUpper",
     .rows = ROWS({"lip_upper_mid", .move = {0.0, 0.062, 0.05}, .scale = {1.0, 1.35, 1.15}},
                  {"lip_lower_mid", .move = {0.0, 0.062, 0.05}, .scale = {1.0, 0.7, 1.15}},
                  {"lip_upper_inner_*", .move = {-0.02, 0.054, 0.042}, .scale = {1.0, 1.35, 1.15}},
                  {"lip_lower_inner_*", .move = {-0.02, 0.054, 0.042}, .scale = {1.0, 0.7, 1.15}},
                  TWINS("outer_*", .move = {-0.03, 0.02, 0.012}), {"lip_corner_*", .move = {-0.03, 0.0, 0.0}},
                  {"nasolabial_*", .move = {0.0, 0.03, 0.02}}, {"nostril_*", .move = {0.008, 0.012, 0.0}})},
    {.pose = "mouthPressLeft",
     .rows = ROWS(TWINS("outer_L", .move = {0.03, 0.0, -0.016}, .scale = {1.0, 0.8, 0.9}),
                  TWINS("inner_L", .move = {0.02, 0.0, -0.014}, .scale = {1.0, 0.8, 0.9}),
                  {"lip_corner_L", .move = {0.06, 0.012, -0.03}}, {"lip_roll_upper_L", .share = 0.75},
                  {"lip_roll_lower_L", .share = 0.75}, {"nasolabial_L", .move = {0.02, 0.012, 0.014}},
                  {"jowl_L", .move = {0.02, 0.006, 0.014}})},
    {.pose = "browOuterUpLeft",
     .rows = ROWS({"brow_out_L", .move = {0.02, 0.62, -0.04}}, {"brow_mid_L", .move = {0.006, 0.6, 0.0}},
                  {"brow_in_L", .move = {0.0, 0.22, 0.0}}, {"lid_upper_L", .turn = {-7.0, 0.0, 6.0}})},
    // Large eyes, and little forehead over them.
    {.pose = "browOuterUpLeft",
     .heads = ONLY(PIP) | ONLY(MOSS),
     .rows = ROWS({"brow_out_L", .move = {0.01, 0.42, -0.02}}, {"brow_mid_L", .move = {0.004, 0.48, 0.0}},
                  {"brow_in_L", .move = {0.0, 0.18, 0.0}})},
    {.pose = "cheekPuff",
     .is_whole = true,
     .rows = ROWS({"cheek_puff", .share = 1.0}, {"lip_corner_*", .move = {-0.09, 0.0, 0.01}},
                  TWINS("outer_*", .move = {-0.07, 0.0, 0.02}, .scale = {1.0, 1.08, 1.0}),
                  TWINS("inner_*", .move = {-0.04, 0.0, 0.024}, .scale = {1.0, 1.1, 1.05}),
                  TWINS("mid", .move = {0.0, 0.0, 0.026}, .scale = {1.0, 1.1, 1.05}))},
    {.pose = "cheekSquintLeft",
     .rows = ROWS({"cheek_upper_L", .move = {0.0, 0.07, 0.02}}, {"cheek_L", .move = {0.004, 0.05, 0.02}},
                  {"nasolabial_L", .move = {0.0, 0.03, 0.012}}, {"lid_lower_L", .share = 1.0},
                  {"lid_upper_L", .share = 0.1}, {"cheek_raise_L", .share = 1.0})},
    {.pose = "noseSneerLeft",
     .rows = ROWS({"nostril_L", .move = {0.03, 0.085, 0.0}}, {"sneer_L", .move = {0.0, 0.11, 0.05}},
                  {"nasolabial_L", .move = {0.01, 0.09, 0.04}}, {"nose_tip", .move = {0.006, 0.024, 0.0}},
                  TWINS("inner_L", .move = {0.0, 0.03, 0.008}), TWINS("outer_L", .move = {0.0, 0.034, 0.004}),
                  {"brow_in_L", .move = {-0.03, -0.36, 0.16}}, {"brow_mid_L", .move = {-0.01, -0.14, 0.06}},
                  {"lid_lower_L", .share = 0.5}, {"cheek_upper_L", .move = {0.0, 0.04, 0.02}})},
    {.pose = "pupilDilate", .rows = ROWS({"pupil_*", .scale = {1.55, 1.55, 1.0}})},
    {.pose = "pupilDilate", .heads = ONLY(PIP), .rows = ROWS({"pupil_*", .scale = {1.4, 1.4, 1.0}})},
    {.pose = "pupilDilate", .heads = ONLY(MOSS), .rows = ROWS({"pupil_*", .scale = {2.2, 1.2, 1.0}})},
    {.pose = "earsUp",
     .rows = ROWS({"ear_*", .move = {0.02, 0.05, 0.0}, .turn = {0.0, 0.0, 22.0}},
                  {"ear_tip_*", .turn = {0.0, 0.0, 16.0}})},
    {.pose = "tongueOut",
     .rows = ROWS({"tongue_front", .move = {0.0, 0.0, 0.12}, .turn = {14.0, 0.0, 0.0}},
                  {"tongue_tip", .move = {0.0, 0.0, 0.08}, .turn = {24.0, 0.0, 0.0}})},
    {.pose = "tongueOut",
     .heads = ONLY(PIP),
     .rows = ROWS({"tongue_root", .move = {0.0, 0.19, 0.17}},
                  {"tongue_mid", .move = {0.0, 0.02, 0.14}, .turn = {3.0, 0.0, 0.0}},
                  {"tongue_front", .move = {0.0, 0.0, 0.15}, .turn = {14.0, 0.0, 0.0}},
                  {"tongue_tip", .move = {0.0, 0.0, 0.1}, .turn = {24.0, 0.0, 0.0}})},
    // The tip shows in front of the upper teeth.
    {.pose = "tongueUp",
     .rows = ROWS({"jaw", .share = 0.6}, {"lip_corner_*", .move = {-0.026, -0.072, -0.016}},
                  {"lip_upper_mid", .move = {0.0, 0.03, 0.008}},
                  {"lip_upper_inner_*", .move = {0.0, 0.026, 0.008}},
                  {"tongue_root", .move = {0.0, 0.1, 0.12}}, {"tongue_mid", .turn = {-12.0, 0.0, 0.0}},
                  {"tongue_front", .move = {0.0, 0.0, 0.03}, .turn = {-26.0, 0.0, 0.0}},
                  {"tongue_tip", .move = {0.0, 0.01, 0.02}, .turn = {-42.0, 0.0, 0.0}})},
    // Ear rings would fly.
    {.pose = "earsUp",
     .heads = ONLY(ADA),
     .rows = ROWS({"ear_*", .move = {0.01, 0.055, 0.0}, .turn = {0.0, 0.0, 10.0}})},
    // So wide a mouth needs more height.
    {.pose = "mouthFrownLeft",
     .heads = ONLY(MOSS),
     .rows =
         ROWS({"lip_corner_L", .move = {0.02, -0.23, -0.03}},
              TWINS("outer_L", .move = {0.008, -0.12, -0.008}), TWINS("inner_L", .move = {0.0, -0.02, 0.0}))},
    // Its slit is so curved that twins part where one lip swells much more than the other.
    {.pose = "mouthShrugLower",
     .heads = ONLY(MOSS),
     .rows = ROWS({"lip_upper_mid", .move = {0.0, 0.07, 0.03}, .scale = {1.0, 0.9, 1.15}},
                  {"lip_lower_mid", .move = {0.0, 0.07, 0.03}, .scale = {1.0, 1.2, 1.15}},
                  {"lip_upper_inner_*", .move = {0.0, 0.056, 0.026}, .scale = {1.0, 0.9, 1.15}},
                  {"lip_lower_inner_*", .move = {0.0, 0.056, 0.026}, .scale = {1.0, 1.2, 1.15}})},
    {.pose = "mouthShrugUpper",
     .heads = ONLY(MOSS),
     .rows = ROWS({"lip_upper_mid", .move = {0.0, 0.062, 0.05}, .scale = {1.0, 1.2, 1.15}},
                  {"lip_lower_mid", .move = {0.0, 0.062, 0.05}, .scale = {1.0, 0.85, 1.15}},
                  {"lip_upper_inner_*", .move = {-0.02, 0.054, 0.042}, .scale = {1.0, 1.2, 1.15}},
                  {"lip_lower_inner_*", .move = {-0.02, 0.054, 0.042}, .scale = {1.0, 0.85, 1.15}})},
    {.pose = "jawForward",
     .heads = ONLY(MOSS),
     .rows = ROWS(
         {"lip_lower_mid", .scale = {1.0, 1.25, 1.1}}, {"lip_lower_inner_*", .scale = {1.0, 1.25, 1.1}},
         {"lip_lower_outer_*", .scale = {1.0, 1.15, 1.1}}, {"lip_upper_mid", .scale = {1.0, 0.85, 1.1}},
         {"lip_upper_inner_*", .scale = {1.0, 0.85, 1.1}}, {"lip_upper_outer_*", .scale = {1.0, 0.9, 1.1}})},
    {.pose = NULL},
};
