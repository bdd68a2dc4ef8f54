// SPDX-License-Identifier: MIT
//
// How light meets materials: one row of numbers per surface.

#include "render/renderer.h"

#include <string.h>

typedef struct Surface {
    float wrap[3];   ///< How far light reaches round, per colour: red goes deepest into skin.
    float soften[3]; ///< Lets the colour into the edge of shadows.
    float bleed[3];  ///< Of itself where the sky is hidden: light that came through.
    float rough, facing_shine, edge_shine, shine, sheen;
    float key_lift, sky_lift; ///< Towards being in the open.
    float rim, gain;
    int glint; ///< 1: lamps are mirrored.
} Surface;

#define EVERYWHERE(x)                                                                                        \
    {                                                                                                        \
        x, x, x                                                                                              \
    }

static const Surface surfaces[] = {
    [MIENI_SURFACE_PLAIN] = {.wrap = EVERYWHERE(0.08f),
                             .soften = EVERYWHERE(0),
                             .rough = 0.45f,
                             .facing_shine = 0.04f,
                             .edge_shine = 0.55f,
                             .shine = 2.6f,
                             .sheen = 0.9f,
                             .rim = 1,
                             .gain = 1},
    [MIENI_SURFACE_SKIN] = {.wrap = {0.38f, 0.17f, 0.11f},
                            .soften = {0.45f, 0.05f, -0.05f},
                            .bleed = {0.077f, 0.021f, 0.0105f},
                            .rough = 0.42f,
                            .facing_shine = 0.04f,
                            .edge_shine = 0.55f,
                            .shine = 2.6f,
                            .sheen = 0.55f,
                            .rim = 1,
                            .gain = 1},
    [MIENI_SURFACE_EYE] = {.wrap = EVERYWHERE(0.08f),
                           .soften = EVERYWHERE(0),
                           .rough = 0.45f,
                           .facing_shine = 0.04f,
                           .edge_shine = 0.55f,
                           .sheen = 0.9f,
                           .rim = 1,
                           .gain = 1,
                           .glint = 1},
    [MIENI_SURFACE_MOUTH] = {.wrap = EVERYWHERE(0.08f),
                             .soften = EVERYWHERE(0),
                             .rough = 0.22f,
                             .facing_shine = 0.04f,
                             .edge_shine = 0.55f,
                             .shine = 2.6f,
                             .sheen = 0.9f,
                             .key_lift = 0.30f,
                             .sky_lift = 0.35f,
                             .rim = 1,
                             .gain = 1},
    [MIENI_SURFACE_HAIR] = {.wrap = EVERYWHERE(0.08f),
                            .soften = EVERYWHERE(0),
                            .rough = 0.38f,
                            .facing_shine = 0.04f,
                            .edge_shine = 0.55f,
                            .shine = 2.6f,
                            .sheen = 0.9f,
                            .rim = 1,
                            .gain = 1},
    [MIENI_SURFACE_CLOTH] = {.wrap = EVERYWHERE(0.08f),
                             .soften = EVERYWHERE(0),
                             .rough = 0.8f,
                             .facing_shine = 0.02f,
                             .edge_shine = 0.25f,
                             .shine = 2.6f,
                             .sheen = 0.15f,
                             .rim = 0.6f,
                             .gain = 1},
    [MIENI_SURFACE_HOLLOW] = {.wrap = EVERYWHERE(0.08f),
                              .soften = EVERYWHERE(0),
                              .rough = 0.45f,
                              .facing_shine = 0.04f,
                              .edge_shine = 0.55f,
                              .shine = 2.6f,
                              .sheen = 0.9f,
                              .rim = 1,
                              .gain = 0.75f},
};

static void set(GLuint program, const char *name, float value)
{
    glUniform1f(glGetUniformLocation(program, name), value);
}

static void set_surface(GLuint program, const Surface *surface)
{
    glUniform3fv(glGetUniformLocation(program, "wrap"), 1, surface->wrap);
    glUniform3fv(glGetUniformLocation(program, "soften"), 1, surface->soften);
    glUniform3fv(glGetUniformLocation(program, "bleed"), 1, surface->bleed);
    set(program, "rough", surface->rough);
    set(program, "facing_shine", surface->facing_shine);
    set(program, "edge_shine", surface->edge_shine);
    set(program, "shine", surface->shine);
    set(program, "sheen", surface->sheen);
    set(program, "key_lift", surface->key_lift);
    set(program, "sky_lift", surface->sky_lift);
    set(program, "rim", surface->rim);
    set(program, "gain", surface->gain);
    glUniform1i(glGetUniformLocation(program, "glint"), surface->glint);
}

void mieni_surface_use(GLuint program, const MieniRenderMaterial *material)
{
    Surface surface = surfaces[material->surface];
    const float metallic = material->surface == MIENI_SURFACE_PLAIN ? material->metallic : 0;
    if (material->surface == MIENI_SURFACE_PLAIN) {
        const float rough = material->roughness < 0.2f ? 0.2f
                            : material->roughness > 1  ? 1
                                                       : material->roughness;
        surface.rough = rough;
        surface.sheen = 1.35f * (1 - rough) + 0.1f;
        surface.edge_shine = 0.85f - 0.6f * rough;
    }
    set_surface(program, &surface);
    set(program, "metallic", metallic);
    glUniform4fv(glGetUniformLocation(program, "base"), 1, material->base_color);
}

void mieni_surface_use_plain(GLuint program)
{
    static const float white[4] = {1, 1, 1, 1};
    Surface surface = surfaces[MIENI_SURFACE_CLOTH];
    surface.rim = 0;
    set_surface(program, &surface);
    set(program, "metallic", 0);
    glUniform4fv(glGetUniformLocation(program, "base"), 1, white);
}

/// A word that a material's name may hold, in small letters, and what it promises. The
/// first that is found counts: "eyelash" before "eye".
typedef struct Promise {
    const char *word;
    MieniSurface surface;
} Promise;

static const Promise promises[] = {
    {"lash", MIENI_SURFACE_HAIR},       {"brow", MIENI_SURFACE_HAIR},     {"eyelid", MIENI_SURFACE_SKIN},
    {"cornea", MIENI_SURFACE_EYE},      {"iris", MIENI_SURFACE_EYE},      {"sclera", MIENI_SURFACE_EYE},
    {"hair", MIENI_SURFACE_HAIR},       {"beard", MIENI_SURFACE_HAIR},    {"teeth", MIENI_SURFACE_MOUTH},
    {"tooth", MIENI_SURFACE_MOUTH},     {"tongue", MIENI_SURFACE_MOUTH},  {"gum", MIENI_SURFACE_MOUTH},
    {"wet", MIENI_SURFACE_MOUTH},       {"cloth", MIENI_SURFACE_CLOTH},   {"shirt", MIENI_SURFACE_CLOTH},
    {"outfit", MIENI_SURFACE_CLOTH},    {"sweater", MIENI_SURFACE_CLOTH}, {"fabric", MIENI_SURFACE_CLOTH},
    {"mouthbag", MIENI_SURFACE_HOLLOW}, {"bag", MIENI_SURFACE_HOLLOW},    {"eye", MIENI_SURFACE_EYE},
    {"skin", MIENI_SURFACE_SKIN},       {"head", MIENI_SURFACE_SKIN},     {"face", MIENI_SURFACE_SKIN},
    {"body", MIENI_SURFACE_SKIN},       {"lip", MIENI_SURFACE_SKIN},
};

MieniSurface mieni_surface_named(const char *name)
{
    char small[MIEN_MAX_NAME + 1];
    size_t length = 0;
    for (; name != NULL && name[length] != '\0' && length < MIEN_MAX_NAME; ++length) {
        const char c = name[length];
        small[length] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    small[length] = '\0';
    for (size_t i = 0; i < sizeof promises / sizeof *promises; ++i)
        if (strstr(small, promises[i].word) != NULL)
            return promises[i].surface;
    return MIENI_SURFACE_PLAIN;
}
