// SPDX-License-Identifier: MIT
//
// The background by the processor, and what is mixed with it. Light is linear, 65535 is 1.

#include "render/renderer.h"

#include "render/srgb.h"
#include "render/visible.h"

#include <string.h>

void mieni_ground_colors(const MieniScene *scene, float out[6])
{
    static const MieniColor neutral[2] = {{236, 236, 238, 255}, {196, 198, 204, 255}};
    const bool is_given = memcmp(scene->ground, (MieniColor[2]){{0}, {0}}, sizeof neutral) != 0;
    const MieniColor *ground = is_given ? scene->ground : neutral;
    for (int i = 0; i < 2; ++i) {
        out[i * 3] = mieni_srgb_decode(ground[i].r);
        out[i * 3 + 1] = mieni_srgb_decode(ground[i].g);
        out[i * 3 + 2] = mieni_srgb_decode(ground[i].b);
    }
}

/// As MIENI_PROGRAM_RESOLVE does it.
static void light_at(const MieniGround *ground, int x, int y, uint32_t out[3])
{
    const float dx = ((float)x + 0.5f) / (float)ground->width - 0.5f;
    const float dy = (1 - ((float)y + 0.5f) / (float)ground->height - 0.56f) * 0.95f;
    float share = (mieni_sqrtf(dx * dx + dy * dy) - 0.05f) / 0.8f;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    share = share * share * (3 - 2 * share);
    for (int c = 0; c < 3; ++c) {
        const float light = ground->colors[c] + (ground->colors[3 + c] - ground->colors[c]) * share;
        out[c] = (uint32_t)(light * 65535 + 0.5f);
    }
}

/// sRGB of every linear value, found by where each of its steps begins.
static const uint8_t *codes(MieniRenderer *renderer, MienError *error)
{
    const bool is_made = renderer->rooms[ROOM_CODES].memory != NULL;
    uint8_t *all = mieni_room(renderer, ROOM_CODES, 65536, error);
    if (all == NULL || is_made)
        return all;
    int from = 0;
    for (int code = 0; code < 256; ++code) {
        const double edge = (code + 0.5) / 255;
        const double linear = edge <= 0.04045 ? edge / 12.92 : mien_pow((edge + 0.055) / 1.055, 2.4);
        const int end = code < 255 ? (int)(linear * 65535) + 1 : 65536;
        memset(all + from, code, (size_t)(end - from));
        from = end;
    }
    return all;
}

static void fill(const MieniGround *ground, const uint8_t *code, uint8_t *pixels)
{
    for (int y = 0; y < ground->height; ++y)
        for (int x = 0; x < ground->width; ++x, pixels += 4) {
            uint32_t light[3];
            light_at(ground, x, y, light);
            for (int c = 0; c < 3; ++c)
                pixels[c] = code[light[c]];
            pixels[3] = 255;
        }
}

MienStatus mieni_ground_begin(MieniDrawing *drawing, MieniPicture *picture, MienError *error)
{
    MieniRenderer *renderer = drawing->renderer;
    const size_t size = (size_t)picture->width * (size_t)picture->height * 4;
    MieniGround ground = {.width = picture->width, .height = picture->height};
    drawing->codes = codes(renderer, error);
    if (drawing->codes == NULL)
        return MIEN_ERROR_MEMORY;
    if (drawing->scene->is_transparent)
        return MIEN_OK; // the picture is empty
    mieni_ground_colors(drawing->scene, ground.colors);
    const bool is_same = memcmp(&ground, &renderer->ground, sizeof ground) == 0;
    renderer->ground = (MieniGround){0};
    uint8_t *pixels = mieni_room(renderer, ROOM_GROUND, size, error);
    if (pixels == NULL)
        return MIEN_ERROR_MEMORY;
    if (!is_same)
        fill(&ground, drawing->codes, pixels);
    renderer->ground = ground;
    memcpy(picture->pixels, pixels, size);
    return MIEN_OK;
}

void mieni_ground_mix(const MieniDrawing *drawing, int x, int y, const uint32_t sum[3], uint32_t samples,
                      uint8_t *pixel)
{
    const uint32_t all = MIENI_VISIBLE_SAMPLES, rest = all - samples;
    const bool is_transparent = drawing->scene->is_transparent;
    uint32_t behind[3] = {0, 0, 0};
    if (rest > 0 && !is_transparent)
        light_at(&drawing->renderer->ground, x, y, behind);
    const uint32_t whole = is_transparent ? samples : all;
    for (int c = 0; c < 3; ++c)
        pixel[c] = drawing->codes[(sum[c] + behind[c] * rest + whole / 2) / whole];
    pixel[3] = is_transparent ? (uint8_t)((samples * 255 + all / 2) / all) : 255;
}
