// SPDX-License-Identifier: MIT
//
// The four characters: every number that makes one different from another.

#include "sample/cast/parts.h"

// clang-format off
#define BALL(x, y, z, rx, ry, rz, k) {.at = {x, y, z}, .size = {rx, ry, rz}, .blend = k}
#define BALLS(x, y, z, rx, ry, rz, k) {.is_pair = true, .at = {x, y, z}, .size = {rx, ry, rz}, .blend = k}
#define ROD(x, y, z, x2, y2, z2, r, r2, k) \
    {.is_capsule = true, .at = {x, y, z}, .size = {x2, y2, z2}, .ends = {r, r2}, .blend = k}
#define RODS(x, y, z, x2, y2, z2, r, r2, k) \
    {.is_capsule = true, .is_pair = true, .at = {x, y, z}, .size = {x2, y2, z2}, .ends = {r, r2}, .blend = k}
// clang-format on

#define ADA_ALWAYS(lift, ear_x)                                                                              \
    .who = MIENI_CAST_ADA, .name = "ada", .title = "Ada", .metre = 0.105, .centre = {0, -0.20, 0.10},        \
    .nose_count = 3,                                                                                         \
    .nose = {ROD(0, 0.10, 0.74, 0, -0.22, 0.94, 0.055, 0.085, 0.13),                                         \
             BALL(0, -0.25, 0.95, 0.098, 0.085, 0.095, 0.07),                                                \
             BALLS(0.088, -0.275, 0.885, 0.062, 0.052, 0.075, 0.05)},                                        \
    .nostril = {0.052, -0.325, 0.915, 0.026}, .nose_tip = {0, -0.25, 1.03},                                  \
    .nose_wing = {0.11, -0.28, 0.91},                                                                        \
    .eye = {.x = 0.325,                                                                                      \
            .y = 0.03,                                                                                       \
            .z = 0.605,                                                                                      \
            .radius = 0.235,                                                                                 \
            .dish = {1.22, 1.00, 0.60},                                                                      \
            .dish_y = lift,                                                                                  \
            .rim = 0.06,                                                                                     \
            .up = 27,                                                                                        \
            .low = 25,                                                                                       \
            .tilt = 6,                                                                                       \
            .iris = 29,                                                                                      \
            .pupil = 12.5,                                                                                   \
            .toe = 2.5},                                                                                     \
    .mouth = {.y = -0.60,                                                                                    \
              .half_width = 0.265,                                                                           \
              .upper = 0.085,                                                                                \
              .lower = 0.105,                                                                                \
              .bulge = 0.060,                                                                                \
              .curve = 0.030,                                                                                \
              .bow = 0.22,                                                                                   \
              .bag = 0.22},                                                                                  \
    .jaw = {0, -0.34, -0.08}, .jaw_open = 22,                                                                \
    .brow = {.points = {{-0.62, 1.34}, {-0.12, 1.52}, {0.38, 1.54}, {0.88, 1.30}},                           \
             .height = 0.044,                                                                                \
             .thickness = 0.040,                                                                             \
             .taper = {0.85, 1.0, 0.30}},                                                                    \
    .ear = {.at = {ear_x, -0.05, -0.08}, .radii = {0.09, 0.22, 0.145}, .yaw = 22},                           \
    .neck = {.radius = 0.34, .base_radius = 0.40, .z = -0.16, .top = -0.45, .base = -1.75},                  \
    .bust = {.width = 0.98, .drop = -2.02, .depth = 0.44}, .teeth = {.count = 10, .height = 0.085},          \
    .blush = 0.35, .lash = 1.0,                                                                              \
    .colours = {.skin = 0xab6d4f,                                                                            \
                .lip = 0xa8474a,                                                                             \
                .blush = 0xb04a35,                                                                           \
                .hair = 0x2b1d22,                                                                            \
                .brow = 0x2b1a1a,                                                                            \
                .iris = 0x4a7440,                                                                            \
                .iris2 = 0x93a552,                                                                           \
                .shirt = 0x1f8a85,                                                                           \
                .shirt2 = 0xf2c14e,                                                                          \
                .lash = 0x1c1214,                                                                            \
                .teeth = 0xfbf4e6,                                                                           \
                .tongue = 0xcf5f62,                                                                          \
                .bag = 0x5a1a22,                                                                             \
                .sclera = 0xfbf6ef,                                                                          \
                .ground = {0xf6e7d6, 0xe6c9ae}}

static const MieniCastModel ada = {
    ADA_ALWAYS(0.24, 0.80),
    .skull_count = 6,
    .skull = {BALL(0, 0.30, -0.10, 0.80, 0.86, 0.92, 0.10), BALL(0, -0.30, 0.20, 0.60, 0.80, 0.60, 0.30),
              BALLS(0.33, -0.26, 0.47, 0.27, 0.25, 0.25, 0.22),
              RODS(0.45, -0.50, 0.05, 0.10, -0.98, 0.52, 0.17, 0.15, 0.22),
              BALL(0, -0.99, 0.59, 0.19, 0.15, 0.15, 0.20), BALL(0, -0.56, 0.62, 0.27, 0.24, 0.19, 0.18)},
    .chin = {0, -1.02, 0.72},
};

/// With a firmer chin and a finer jaw. A dish that lies higher leaves less of the lower
/// lid, on all heads.
static const MieniCastModel ada_from_all_sides = {
    ADA_ALWAYS(0.38, 0.83),
    .skull_count = 6,
    .skull = {BALL(0, 0.30, -0.10, 0.80, 0.86, 0.92, 0.10), BALL(0, -0.30, 0.20, 0.59, 0.78, 0.60, 0.30),
              BALLS(0.34, -0.25, 0.47, 0.27, 0.25, 0.25, 0.22),
              RODS(0.42, -0.50, 0.05, 0.09, -0.97, 0.53, 0.165, 0.13, 0.22),
              BALL(0, -0.985, 0.62, 0.17, 0.145, 0.15, 0.20), BALL(0, -0.56, 0.62, 0.27, 0.24, 0.19, 0.18)},
    .chin = {0, -1.02, 0.75},
};

#define PIP_ALWAYS(lift)                                                                                     \
    .who = MIENI_CAST_PIP, .name = "pip", .title = "Pip", .metre = 0.088, .centre = {0, -0.15, 0.08},        \
    .skull_count = 5,                                                                                        \
    .skull = {BALL(0, 0.30, -0.08, 0.97, 0.90, 0.98, 0.10), BALL(0, -0.34, 0.18, 0.76, 0.56, 0.64, 0.34),    \
              BALLS(0.44, -0.42, 0.40, 0.34, 0.30, 0.30, 0.24),                                              \
              BALL(0, -0.76, 0.52, 0.22, 0.16, 0.18, 0.24), BALL(0, -0.52, 0.66, 0.26, 0.20, 0.16, 0.20)},   \
    .nose_count = 1, .nose = {BALL(0, -0.235, 0.875, 0.115, 0.098, 0.115, 0.12)},                            \
    .nose_tip = {0, -0.24, 0.99}, .nose_wing = {0.10, -0.27, 0.89}, .chin = {0, -0.80, 0.68},                \
    .eye = {.x = 0.375,                                                                                      \
            .y = 0.00,                                                                                       \
            .z = 0.625,                                                                                      \
            .radius = 0.285,                                                                                 \
            .dish = {1.20, 1.06, 0.64},                                                                      \
            .dish_y = lift,                                                                                  \
            .rim = 0.03,                                                                                     \
            .up = 38,                                                                                        \
            .low = 33,                                                                                       \
            .tilt = 2,                                                                                       \
            .iris = 34,                                                                                      \
            .pupil = 16,                                                                                     \
            .toe = 3},                                                                                       \
    .mouth = {.y = -0.545,                                                                                   \
              .half_width = 0.225,                                                                           \
              .upper = 0.060,                                                                                \
              .lower = 0.075,                                                                                \
              .bulge = 0.042,                                                                                \
              .curve = 0.035,                                                                                \
              .bow = 0.15,                                                                                   \
              .bag = 0.20},                                                                                  \
    .jaw = {0, -0.30, -0.08}, .jaw_open = 22,                                                                \
    .brow = {.points = {{-0.46, 1.26}, {-0.08, 1.40}, {0.32, 1.40}, {0.70, 1.22}},                           \
             .height = 0.044,                                                                                \
             .thickness = 0.045,                                                                             \
             .taper = {0.8, 1.0, 0.5}},                                                                      \
    .ear = {.at = {0.97, -0.06, -0.02}, .radii = {0.10, 0.24, 0.19}, .yaw = 48},                             \
    .neck = {.radius = 0.27, .base_radius = 0.32, .z = -0.10, .top = -0.40, .base = -1.30},                  \
    .bust = {.width = 0.76, .drop = -1.58, .depth = 0.40}, .teeth = {.count = 8, .height = 0.075},           \
    .blush = 0.85, .lash = 0.55, .freckle_count = 6,                                                         \
    .freckles = {{0.30, -0.345, 0.017}, {0.38, -0.315, 0.014}, {0.44, -0.365, 0.018},                        \
                 {0.36, -0.395, 0.013}, {0.52, -0.330, 0.013}, {0.24, -0.385, 0.012}},                       \
    .colours = {.skin = 0xecb38f,                                                                            \
                .lip = 0xcf6f63,                                                                             \
                .blush = 0xe8674c,                                                                           \
                .hair = 0xd9652b,                                                                            \
                .brow = 0xb2501f,                                                                            \
                .iris = 0x3f7fb5,                                                                            \
                .iris2 = 0x7fc0dc,                                                                           \
                .shirt = 0xf0b429,                                                                           \
                .shirt2 = 0xfff1d0,                                                                          \
                .lash = 0x5b2c1a,                                                                            \
                .teeth = 0xfffaf0,                                                                           \
                .tongue = 0xdc6f70,                                                                          \
                .bag = 0x6a1f28,                                                                             \
                .sclera = 0xfdfaf5,                                                                          \
                .ground = {0xdff0f2, 0xb5d9de}}

static const MieniCastModel pip = {PIP_ALWAYS(0.20)};
static const MieniCastModel pip_from_all_sides = {PIP_ALWAYS(0.34)};

#define BRUNO_ALWAYS(lift, open_up, open_down)                                                               \
    .who = MIENI_CAST_BRUNO, .name = "bruno", .title = "Bruno", .metre = 0.115, .centre = {0, -0.25, 0.05},  \
    .skull_count = 8,                                                                                        \
    .skull = {BALL(0, 0.30, -0.10, 0.80, 0.80, 0.88, 0.10),                                                  \
              BALL(0, -0.38, 0.14, 0.82, 0.78, 0.68, 0.34),                                                  \
              BALLS(0.50, -0.60, 0.26, 0.42, 0.42, 0.42, 0.26),                                              \
              BALL(0, -0.98, 0.30, 0.56, 0.34, 0.46, 0.24),                                                  \
              BALL(0, -0.93, 0.70, 0.22, 0.17, 0.17, 0.14),                                                  \
              BALLS(0.36, -0.22, 0.58, 0.27, 0.22, 0.22, 0.20),                                              \
              RODS(0.02, 0.23, 0.66, 0.45, 0.22, 0.52, 0.16, 0.13, 0.16),                                    \
              BALL(0, -0.58, 0.68, 0.34, 0.26, 0.20, 0.20)},                                                 \
    .nose_count = 3,                                                                                         \
    .nose = {ROD(0, 0.10, 0.80, 0, -0.14, 0.98, 0.09, 0.14, 0.14),                                           \
             BALL(0, -0.20, 1.02, 0.205, 0.170, 0.175, 0.10),                                                \
             BALLS(0.185, -0.24, 0.90, 0.105, 0.092, 0.11, 0.07)},                                           \
    .nostril = {0.095, -0.345, 0.955, 0.042}, .nose_tip = {0, -0.20, 1.18},                                  \
    .nose_wing = {0.24, -0.25, 0.93}, .chin = {0, -0.95, 0.87},                                              \
    .eye = {.x = 0.320,                                                                                      \
            .y = 0.075,                                                                                      \
            .z = 0.640,                                                                                      \
            .radius = 0.190,                                                                                 \
            .dish = {1.25, 1.00, 0.58},                                                                      \
            .dish_y = lift,                                                                                  \
            .rim = 0.10,                                                                                     \
            .up = open_up,                                                                                   \
            .low = open_down,                                                                                \
            .tilt = -4,                                                                                      \
            .iris = 33,                                                                                      \
            .pupil = 14,                                                                                     \
            .toe = 2.5},                                                                                     \
    .mouth = {.y = -0.605,                                                                                   \
              .half_width = 0.330,                                                                           \
              .upper = 0.075,                                                                                \
              .lower = 0.105,                                                                                \
              .bulge = 0.062,                                                                                \
              .curve = 0.020,                                                                                \
              .bow = 0.10,                                                                                   \
              .bag = 0.24},                                                                                  \
    .jaw = {0, -0.45, -0.15}, .jaw_open = 17,                                                                \
    .brow = {.points = {{-0.95, 1.48}, {-0.25, 1.74}, {0.45, 1.76}, {1.15, 1.36}},                           \
             .height = 0.080,                                                                                \
             .thickness = 0.075,                                                                             \
             .taper = {0.95, 1.0, 0.62}},                                                                    \
    .ear = {.at = {0.86, -0.08, -0.06}, .radii = {0.10, 0.25, 0.17}, .yaw = 30},                             \
    .neck = {.radius = 0.50, .base_radius = 0.70, .z = -0.18, .top = -0.55, .base = -1.66},                  \
    .bust = {.width = 1.42, .drop = -2.02, .depth = 0.66}, .teeth = {.count = 10, .height = 0.090},          \
    .blush = 0.75, .stubble = 0.42, .nose_red = 0.55, .lash = 0.45,                                          \
    .colours = {.skin = 0xdd9672,                                                                            \
                .lip = 0xc0625a,                                                                             \
                .blush = 0xd2573f,                                                                           \
                .hair = 0x5a3a2a,                                                                            \
                .brow = 0x4a2c1e,                                                                            \
                .iris = 0x6b4a2c,                                                                            \
                .iris2 = 0xa87840,                                                                           \
                .shirt = 0xc58a2c,                                                                           \
                .shirt2 = 0xf0e4c8,                                                                          \
                .lash = 0x3a211a,                                                                            \
                .teeth = 0xf6ecd6,                                                                           \
                .tongue = 0xc9585c,                                                                          \
                .bag = 0x571a20,                                                                             \
                .sclera = 0xfbf5ec,                                                                          \
                .cap = 0x2f6b4c,                                                                             \
                .cap2 = 0x3d8360,                                                                            \
                .stubble = 0x8a7266,                                                                         \
                .ground = {0xe2e8ee, 0xb3c1cf}}

static const MieniCastModel bruno = {BRUNO_ALWAYS(0.20, 22, 20)};
/// A little more awake.
static const MieniCastModel bruno_from_all_sides = {BRUNO_ALWAYS(0.38, 25, 22)};

#define MOSS_ALWAYS(lift, wide, flesh, tucked)                                                               \
    .who = MIENI_CAST_MOSS, .name = "moss", .title = "Moss", .metre = 0.100, .centre = {0, -0.10, 0.05},     \
    .eye = {.x = 0.455,                                                                                      \
            .y = 0.30,                                                                                       \
            .z = 0.50,                                                                                       \
            .radius = 0.315,                                                                                 \
            .dish = {wide, 1.12, 0.68},                                                                      \
            .dish_y = lift,                                                                                  \
            .rim = flesh,                                                                                    \
            .up = 34,                                                                                        \
            .low = 28,                                                                                       \
            .tilt = 7,                                                                                       \
            .iris = 38,                                                                                      \
            .pupil = 15,                                                                                     \
            .toe = 3,                                                                                        \
            .slit = 0.42,                                                                                    \
            .tuck = tucked},                                                                                 \
    .mouth = {.y = -0.41,                                                                                    \
              .half_width = 0.50,                                                                            \
              .upper = 0.060,                                                                                \
              .lower = 0.075,                                                                                \
              .bulge = 0.045,                                                                                \
              .curve = 0.055,                                                                                \
              .bow = -0.10,                                                                                  \
              .bag = 0.22},                                                                                  \
    .jaw = {0, -0.22, -0.12}, .jaw_open = 22,                                                                \
    .ear = {.at = {0.90, 0.02, -0.14}, .radii = {0.10, 0.62, 0.22}, .yaw = 35, .is_leaf = true},             \
    .neck = {.radius = 0.36, .base_radius = 0.46, .z = -0.18, .top = -0.30, .base = -1.25},                  \
    .bust = {.width = 0.90, .drop = -1.55, .depth = 0.46},                                                   \
    .teeth = {.count = 10, .height = 0.075, .has_tusks = true}, .lash = 0.8,                                 \
    .colours = {.skin = 0x5fb08f,                                                                            \
                .lip = 0x3b7f72,                                                                             \
                .blush = 0xe0a04e,                                                                           \
                .hair = 0xf4e3c0,                                                                            \
                .brow = 0x24594f,                                                                            \
                .iris = 0xf2a91e,                                                                            \
                .iris2 = 0xffe27a,                                                                           \
                .shirt = 0x6b4a8c,                                                                           \
                .shirt2 = 0xe9c65b,                                                                          \
                .lash = 0x1d3f3a,                                                                            \
                .teeth = 0xfff6dd,                                                                           \
                .tongue = 0xd8627a,                                                                          \
                .bag = 0x5c1c3c,                                                                             \
                .sclera = 0xfffbe8,                                                                          \
                .belly = 0xcfe3a4,                                                                           \
                .horn = 0xf0d9ae,                                                                            \
                .horn2 = 0xb9764c,                                                                           \
                .ground = {0xe7e0f2, 0xbfaedb}}

static const MieniCastModel moss = {
    MOSS_ALWAYS(0.12, 1.20, 0.04, 0.0),
    .brow = {.points = {{-0.52, 1.20}, {-0.10, 1.36}, {0.34, 1.38}, {0.76, 1.18}},
             .height = 0.060,
             .thickness = 0.060,
             .taper = {1.0, 1.0, 0.5}},
    .skull_count = 5,
    .skull = {BALL(0, 0.22, -0.10, 0.92, 0.70, 0.82, 0.10), BALL(0, -0.36, 0.24, 0.86, 0.50, 0.66, 0.34),
              BALLS(0.50, -0.36, 0.42, 0.36, 0.28, 0.34, 0.22), BALL(0, -0.66, 0.46, 0.42, 0.24, 0.34, 0.24),
              BALLS(0.46, 0.26, 0.34, 0.37, 0.36, 0.36, 0.16)},
    .nose_count = 2,
    .nose = {BALL(0, -0.04, 0.86, 0.17, 0.10, 0.10, 0.16),
             BALLS(0.10, -0.055, 0.92, 0.068, 0.055, 0.06, 0.08)},
    .nostril = {0.085, -0.075, 0.965, 0.030},
    .nose_tip = {0, -0.03, 0.98},
    .nose_wing = {0.14, -0.06, 0.94},
    .chin = {0, -0.72, 0.76},
};

/// With a snout, and brows that keep to the front.
static const MieniCastModel moss_from_all_sides = {
    MOSS_ALWAYS(0.22, 1.38, -0.03, 0.85),
    .brow = {.points = {{-0.76, 1.09}, {-0.34, 1.26}, {0.06, 1.25}, {0.44, 1.10}},
             .height = 0.060,
             .thickness = 0.060,
             .taper = {1.0, 1.0, 0.5}},
    .skull_count = 7,
    .skull = {BALL(0, 0.22, -0.10, 0.92, 0.70, 0.82, 0.10), BALL(0, -0.36, 0.24, 0.86, 0.50, 0.66, 0.34),
              BALLS(0.50, -0.36, 0.42, 0.36, 0.28, 0.34, 0.22), BALL(0, -0.66, 0.46, 0.42, 0.24, 0.34, 0.24),
              BALLS(0.46, 0.25, 0.33, 0.355, 0.34, 0.345, 0.16), BALL(0, -0.27, 0.62, 0.40, 0.25, 0.34, 0.30),
              BALL(0, -0.60, 0.56, 0.34, 0.16, 0.24, 0.22)},
    .nose_count = 2,
    .nose = {BALL(0, -0.05, 0.96, 0.17, 0.10, 0.10, 0.16),
             BALLS(0.10, -0.065, 1.02, 0.068, 0.055, 0.06, 0.08)},
    .nostril = {0.085, -0.080, 1.032, 0.030},
    .nose_tip = {0, -0.04, 1.08},
    .nose_wing = {0.14, -0.07, 1.04},
    .chin = {0, -0.72, 0.82},
};

const MieniCastModel *mieni_cast_model_at(MieniCastWho who, MieniCastDetail detail)
{
    static const MieniCastModel *const models[MIENI_CAST_COUNT][2] = {{&ada_from_all_sides, &ada},
                                                                      {&pip_from_all_sides, &pip},
                                                                      {&bruno_from_all_sides, &bruno},
                                                                      {&moss_from_all_sides, &moss}};
    return models[who][detail != MIENI_CAST_DEFAULT];
}

const MieniCastModel *mieni_cast_model(MieniCastWho who) { return mieni_cast_model_at(who, MIENI_CAST_FULL); }
