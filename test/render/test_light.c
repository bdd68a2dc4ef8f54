// SPDX-License-Identifier: MIT
//
// Light falls from where the lamps are, shadows and corners are dark, pictures look as
// they did (golden ones, by llvmpipe only), and how long they take is printed.

#define _POSIX_C_SOURCE 200809L // clock_gettime, under -std=c17

#include "support/render_scenes.h"

#include "render/srgb.h"
#include "support/driver_leaks.h"

#include <time.h>

TEST(the_key_shines_from_the_upper_left)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    Shape ball = {0};
    shape_ball(&ball, (MienVec3){0, 0, 0}, (MienVec3){0.1f, 0.1f, 0.1f}, 64);
    shape_part(&ball, MIENI_SURFACE_SKIN, 0.5f, 0.3f, 0.2f);
    MieniRenderMesh *mesh = shape_mesh(renderer, &ball);
    const MieniRenderItem item = shape_item(mesh, &ball);
    MieniScene scene = {.item_count = 1, .items = &item, .camera = camera_ahead(0.25f)};
    MieniPicture picture = take_picture(renderer, &scene, 100, 100);
    CHECK(brightness(&picture, 35, 35) > brightness(&picture, 65, 65) + 150);
    // Where light fades, skin is redder than where it shines.
    const uint8_t *bright = pixel_at(&picture, 40, 40), *dim = pixel_at(&picture, 68, 62);
    CHECK(dim[0] * bright[2] > bright[0] * dim[2]);
    mieni_picture_release(&picture);

    // From behind it is dark, unless lamps follow.
    scene.camera.eye.z = -scene.camera.eye.z;
    picture = take_picture(renderer, &scene, 100, 100);
    const int behind = brightness(&picture, 35, 35);
    mieni_picture_release(&picture);
    scene.light_follows = true;
    picture = take_picture(renderer, &scene, 100, 100);
    CHECK(brightness(&picture, 35, 35) > behind + 100);
    CHECK(brightness(&picture, 35, 35) > brightness(&picture, 65, 65) + 150);
    mieni_picture_release(&picture);
    mieni_render_mesh_destroy(mesh);
    shape_free(&ball);
    mieni_renderer_destroy(renderer);
}

TEST(what_stands_in_the_light_throws_a_shadow)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    Shape shapes[2] = {{0}, {0}};
    for (int i = 0; i < 40 * 40; ++i) { // a wall of many plates, so that it has vertices for the sky
        const float x = (float)(i % 40) * 0.025f - 0.5f, y = (float)(i / 40) * 0.025f - 0.5f;
        shape_plate(&shapes[0], x, y, x + 0.025f, y + 0.025f, 0);
    }
    shape_part(&shapes[0], MIENI_SURFACE_PLAIN, 0.5f, 0.5f, 0.5f);
    // The key comes along (-0.55, 0.72, 0.8): from 0.2 before the wall its shadow falls
    // 0.1375 to the right and 0.18 below.
    shape_ball(&shapes[1], (MienVec3){-0.1375f, 0.18f, 0.2f}, (MienVec3){0.08f, 0.08f, 0.08f}, 32);
    shape_part(&shapes[1], MIENI_SURFACE_PLAIN, 0.5f, 0.5f, 0.5f);
    MieniRenderMesh *meshes[2] = {shape_mesh(renderer, &shapes[0]), shape_mesh(renderer, &shapes[1])};
    MieniRenderItem items[2] = {shape_item(meshes[0], &shapes[0]), shape_item(meshes[1], &shapes[1])};
    const MieniScene scene = {.item_count = 2, .items = items, .camera = camera_ahead(1)};
    for (int quality = MIENI_QUALITY_STILL; quality <= MIENI_QUALITY_DRAFT; ++quality) {
        MieniScene now = scene;
        now.quality = (MieniQuality)quality;
        items[1].is_hidden = false;
        MieniPicture with = take_picture(renderer, &now, 100, 100);
        items[1].is_hidden = true;
        MieniPicture without = take_picture(renderer, &now, 100, 100);
        CHECK(brightness(&with, 50, 50) < brightness(&without, 50, 50) - 100);
        CHECK_NEAR(brightness(&with, 80, 80), brightness(&without, 80, 80), 12);
        // The edge is soft: somewhere between the middle and the open.
        int between = 0;
        for (int x = 50; x < 75; ++x)
            between += brightness(&with, x, 50) > brightness(&with, 50, 50) + 25 &&
                       brightness(&with, x, 50) < brightness(&without, 50, 50) - 25;
        CHECK(between >= 2);
        mieni_picture_release(&with);
        mieni_picture_release(&without);
    }
    for (int i = 0; i < 2; ++i) {
        mieni_render_mesh_destroy(meshes[i]);
        shape_free(&shapes[i]);
    }
    mieni_renderer_destroy(renderer);
}

TEST(no_skin_burns_out)
{
    static const float skins[4][3] = {
        {0.80f, 0.62f, 0.52f}, {0.92f, 0.80f, 0.72f}, {0.30f, 0.12f, 0.05f}, {0.18f, 0.55f, 0.38f}};
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    for (int i = 0; i < 4; ++i) {
        Shape ball = {0};
        shape_ball(&ball, (MienVec3){0, 0, 0}, (MienVec3){0.1f, 0.1f, 0.1f}, 64);
        shape_part(&ball, MIENI_SURFACE_SKIN, skins[i][0], skins[i][1], skins[i][2]);
        MieniRenderMesh *mesh = shape_mesh(renderer, &ball);
        const MieniRenderItem item = shape_item(mesh, &ball);
        const MieniScene scene = {.item_count = 1, .items = &item, .camera = camera_ahead(0.25f)};
        MieniPicture picture = take_picture(renderer, &scene, 100, 100);
        int white = 0, of = 0;
        for (int y = 20; y < 80; ++y) {
            for (int x = 20; x < 80; ++x, ++of) {
                const uint8_t *p = pixel_at(&picture, x, y);
                white += p[0] > 246 && p[1] > 236 && p[2] > 226;
            }
        }
        const uint8_t *lit = pixel_at(&picture, 36, 46);
        printf("skin %d: %d, %d, %d in the light, %.1f %% nearly white\n", i, lit[0], lit[1], lit[2],
               100.0 * white / of);
        CHECK(white * 50 < of);                                                  // highlights may be
        CHECK(brightness(&picture, 36, 46) > brightness(&picture, 70, 70) + 90); // the form is seen
        // What is painted in one colour keeps it where it is lit: the least of three stays the least by far.
        const int most = lit[0] > lit[1] ? lit[0] : lit[1], least = lit[0] < lit[2] ? lit[0] : lit[2];
        CHECK(most - least >= 22);
        mieni_picture_release(&picture);
        mieni_render_mesh_destroy(mesh);
        shape_free(&ball);
    }
    mieni_renderer_destroy(renderer);
}

enum { GOLDEN_STEP = 4, GOLDEN_SIDE = 24, DRAWN_SIDE = GOLDEN_SIDE * GOLDEN_STEP };

/// A picture of DRAWN_SIDE as one of GOLDEN_SIDE: averages of squares, in linear light.
static MieniPicture shrink(const MieniPicture *picture)
{
    MieniPicture small;
    CHECK_STATUS(mieni_picture_create(GOLDEN_SIDE, GOLDEN_SIDE, (MieniColor){0}, NULL, &small, NULL),
                 MIEN_OK);
    for (int i = 0; i < GOLDEN_SIDE * GOLDEN_SIDE; ++i) {
        double sums[3] = {0};
        const int x = i % GOLDEN_SIDE * GOLDEN_STEP, y = i / GOLDEN_SIDE * GOLDEN_STEP;
        for (int k = 0; k < GOLDEN_STEP * GOLDEN_STEP; ++k)
            for (int c = 0; c < 3; ++c)
                sums[c] +=
                    (double)mieni_srgb_decode(pixel_at(picture, x + k % GOLDEN_STEP, y + k / GOLDEN_STEP)[c]);
        for (int c = 0; c < 3; ++c)
            small.pixels[i * 4 + c] = mieni_srgb_encode((float)(sums[c] / (GOLDEN_STEP * GOLDEN_STEP)));
    }
    return small;
}

/// Rows of RRGGBB, small enough to be read in a diff.
static void write_golden(const char *path, const MieniPicture *picture)
{
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    for (int i = 0; file != NULL && i < GOLDEN_SIDE * GOLDEN_SIDE; ++i) {
        const uint8_t *p = picture->pixels + (size_t)i * 4;
        fprintf(file, "%02x%02x%02x%c", p[0], p[1], p[2], i % GOLDEN_SIDE == GOLDEN_SIDE - 1 ? '\n' : ' ');
    }
    if (file != NULL)
        fclose(file);
}

static void compare_golden(const char *name, const MieniPicture *picture)
{
    char path[512];
    snprintf(path, sizeof path, "%s/render/golden/%s.txt", MIEN_TEST_DIR, name);
    if (getenv("MIEN_WRITE_GOLDEN") != NULL)
        write_golden(path, picture);
    FILE *file = fopen(path, "r");
    CHECK(file != NULL);
    int most = 0;
    double sum = 0;
    for (int i = 0; file != NULL && i < GOLDEN_SIDE * GOLDEN_SIDE; ++i) {
        unsigned word = 0;
        CHECK_INT(fscanf(file, "%6x", &word), 1);
        for (int c = 0; c < 3; ++c) {
            const int off = abs((int)(word >> (16 - 8 * c) & 255) - picture->pixels[i * 4 + c]);
            most = off > most ? off : most;
            sum += off;
        }
    }
    if (file != NULL)
        fclose(file);
    const double mean = sum / (GOLDEN_SIDE * GOLDEN_SIDE * 3);
    printf("%s: off by %.3f of 255 on average, %d at most\n", name, mean, most);
    CHECK(mean <= 0.5);
    CHECK(most <= 8);
}

TEST(golden_pictures)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    if (strncmp(mieni_renderer_name(renderer), "llvmpipe", 8) != 0) {
        mieni_renderer_destroy(renderer);
        SKIP("golden pictures are llvmpipe's, and another driver draws here");
    }
    Shape head = toy_head(48);
    MieniRenderMesh *mesh = shape_mesh(renderer, &head);
    MieniRenderItem item = shape_item(mesh, &head);
    MienVec3 min, max;
    mieni_bounds(head.positions, head.vertex_count, &min, &max);
    MieniScene scene = {.item_count = 1, .items = &item, .camera = mieni_camera_frame(min, max, NULL)};
    float *heat = calloc((size_t)head.vertex_count, sizeof *heat);
    for (int i = 0; heat != NULL && i < head.vertex_count; ++i)
        heat[i] = head.positions[i].x > 0 ? head.positions[i].x : 0;
    static const char *const names[] = {"studio", "live", "even", "flat", "heat", "wires", "draft"};
    for (int i = 0; i < 7; ++i) {
        scene.light = i == 2 ? MIENI_LIGHT_EVEN : i == 3 ? MIENI_LIGHT_FLAT : MIENI_LIGHT_STUDIO;
        scene.quality = i == 1 ? MIENI_QUALITY_LIVE : i == 6 ? MIENI_QUALITY_DRAFT : MIENI_QUALITY_STILL;
        item.heat = i == 4 ? heat : NULL;
        item.has_wires = i == 5;
        MieniPicture picture = take_picture(renderer, &scene, DRAWN_SIDE, DRAWN_SIDE);
        MieniPicture small = shrink(&picture);
        compare_golden(names[i], &small);
        MieniPicture again = take_picture(renderer, &scene, DRAWN_SIDE, DRAWN_SIDE);
        CHECK_INT(memcmp(picture.pixels, again.pixels, (size_t)DRAWN_SIDE * DRAWN_SIDE * 4), 0);
        mieni_picture_release(&picture);
        mieni_picture_release(&again);
        mieni_picture_release(&small);
    }
    free(heat);
    mieni_render_mesh_destroy(mesh);
    shape_free(&head);
    mieni_renderer_destroy(renderer);
}

static double milliseconds(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

TEST(how_long_a_head_of_25000_vertices_takes)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    Shape head = toy_head(156);
    MieniRenderMesh *mesh = shape_mesh(renderer, &head);
    const MieniRenderItem item = shape_item(mesh, &head);
    MienVec3 min, max;
    mieni_bounds(head.positions, head.vertex_count, &min, &max);
    MieniScene scene = {.item_count = 1, .items = &item, .camera = mieni_camera_frame(min, max, NULL)};
    CHECK(head.vertex_count >= 25000);
    static const char *const names[] = {"still", "live", "draft"};
    double least[3] = {1e9, 1e9, 1e9};
    for (int quality = MIENI_QUALITY_STILL; quality <= MIENI_QUALITY_DRAFT; ++quality) {
        scene.quality = (MieniQuality)quality;
        for (int turn = 0; turn < 4; ++turn) { // the first one makes programs
            const double wall = milliseconds(CLOCK_MONOTONIC), busy = milliseconds(CLOCK_PROCESS_CPUTIME_ID);
            MieniPicture picture = take_picture(renderer, &scene, 800, 600);
            const double took = milliseconds(CLOCK_PROCESS_CPUTIME_ID) - busy;
            printf("%d vertices, 800 x 600, %s: %.0f ms, %.0f ms of processor\n", head.vertex_count,
                   names[quality], milliseconds(CLOCK_MONOTONIC) - wall, took);
            least[quality] = took < least[quality] ? took : least[quality];
            mieni_picture_release(&picture);
        }
    }
    // Of processor time, so that it matters less what else runs. In fact half.
    CHECK(least[MIENI_QUALITY_DRAFT] < 0.75 * least[MIENI_QUALITY_STILL]);
    CHECK(least[MIENI_QUALITY_LIVE] < 0.95 * least[MIENI_QUALITY_STILL]);
    mieni_render_mesh_destroy(mesh);
    shape_free(&head);
    mieni_renderer_destroy(renderer);
}

CHECK_MAIN
{
    RUN(the_key_shines_from_the_upper_left);
    RUN(what_stands_in_the_light_throws_a_shadow);
    RUN(no_skin_burns_out);
    RUN(golden_pictures);
    RUN(how_long_a_head_of_25000_vertices_takes);
}
