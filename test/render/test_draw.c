// SPDX-License-Identifier: MIT
//
// What is drawn is where it must be, in the colour it must have, with soft edges; bones,
// wires and heat; what is seen through; several meshes in one picture.

#include "support/render_scenes.h"

#include "support/driver_leaks.h"
#include "support/meshes.h"

static const MieniColor black[2] = {{0, 0, 0, 255}, {0, 0, 0, 255}};

static MieniScene flat_scene(const MieniRenderItem *items, int count, float height)
{
    MieniScene scene = {
        .item_count = count, .items = items, .camera = camera_ahead(height), .light = MIENI_LIGHT_FLAT};
    memcpy(scene.ground, black, sizeof black);
    return scene;
}

TEST(a_context_comes_up)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    MieniRenderer *other = open_renderer(NULL);
    printf("drawn by %s\n", mieni_renderer_name(renderer));
    CHECK(strlen(mieni_renderer_name(renderer)) > 0);
    mieni_renderer_destroy(renderer); // the other one goes on
    const MieniScene scene = flat_scene(NULL, 0, 1);
    MieniPicture picture = take_picture(other, &scene, 5, 3);
    CHECK_INT(picture.width, 5);
    CHECK_PIXEL(&picture, 4, 2, 0, 0, 0, 0);
    mieni_picture_release(&picture);
    mieni_renderer_destroy(other);
    mieni_renderer_destroy(NULL);
}

TEST(a_ball_covers_a_disc_of_its_colour)
{
    enum { SIDE = 200 };
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    Shape ball = {0};
    shape_ball(&ball, (MienVec3){0, 0, 0}, (MienVec3){0.1f, 0.1f, 0.1f}, 96);
    shape_part(&ball, MIENI_SURFACE_SKIN, 1, 0.2140411f, 0.0331048f); // sRGB 255, 128, 51
    for (int i = 0; i < ball.vertex_count; ++i)
        ball.colors[i * 4 + 1] = 32768; // half the green
    MieniRenderMesh *mesh = shape_mesh(renderer, &ball);
    const MieniRenderItem item = shape_item(mesh, &ball);
    MieniScene scene = flat_scene(&item, 1, 0.3f);
    scene.is_transparent = true;
    MieniPicture picture = take_picture(renderer, &scene, SIDE, SIDE);
    CHECK_PIXEL(&picture, SIDE / 2, SIDE / 2, 255, 92, 51, 1);
    CHECK_INT(pixel_at(&picture, 3, 3)[3], 0);

    // Seen from a distance d, a ball of radius r fills a disc of radius r / sqrt(d d - r r).
    double covered = 0;
    for (int i = 0; i < SIDE * SIDE; ++i)
        covered += picture.pixels[i * 4 + 3] / 255.0;
    const double d = (double)scene.camera.eye.z, slope = 0.15 / d;
    const double radius = 0.1 / sqrt(d * d - 0.01) / slope * SIDE / 2;
    CHECK_NEAR(covered / (3.14159265 * radius * radius), 1, 0.005);
    const int edge = (int)(SIDE / 2 + radius);
    CHECK_INT(pixel_at(&picture, edge - 2, SIDE / 2)[3], 255);
    CHECK_INT(pixel_at(&picture, edge + 2, SIDE / 2)[3], 0);
    CHECK_INT(pixel_at(&picture, SIDE / 2, SIDE - 1 - edge - 2 > 0 ? SIDE - 1 - edge - 2 : 0)[3], 0);

    float at[3];
    CHECK(mieni_camera_project(&scene.camera, SIDE, SIDE, (MienVec3){0, 0, 0}, at));
    CHECK_NEAR((double)at[0], SIDE / 2, 0.01);
    CHECK_NEAR((double)at[2], d, 1e-4);
    mieni_picture_release(&picture);
    mieni_render_mesh_destroy(mesh);
    shape_free(&ball);
    mieni_renderer_destroy(renderer);
}

TEST(edges_are_mixed_in_linear_light)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    Shape plate = {0};
    shape_plate(&plate, -1, -1, 0.025f, 1, 0); // ends within the eleventh pixel of twenty
    shape_part(&plate, MIENI_SURFACE_PLAIN, 1, 1, 1);
    MieniRenderMesh *mesh = shape_mesh(renderer, &plate);
    const MieniRenderItem item = shape_item(mesh, &plate);
    MieniScene scene = flat_scene(&item, 1, 1);
    MieniPicture picture;
    MieniRenderReport report;
    CHECK_STATUS(mieni_render_picture(renderer, &scene, 20, 20, &picture, &report, NULL), MIEN_OK);
    CHECK_PIXEL(&picture, 9, 9, 255, 255, 255, 0);
    CHECK_PIXEL(&picture, 11, 9, 0, 0, 0, 0);
    if (report.samples >= 4)
        CHECK_PIXEL(&picture, 10, 9, 188, 188, 188, 2); // half the light, not half of 255
    mieni_picture_release(&picture);

    scene.samples = 1;
    CHECK_STATUS(mieni_render_picture(renderer, &scene, 20, 20, &picture, &report, NULL), MIEN_OK);
    CHECK_INT(report.samples, 1);
    CHECK(!report.is_empty);
    const int hard = pixel_at(&picture, 10, 9)[0];
    CHECK(hard == 0 || hard == 255);
    mieni_picture_release(&picture);

    scene.camera.eye.x = scene.camera.target.x = 100; // and there is nothing
    CHECK_STATUS(mieni_render_picture(renderer, &scene, 20, 20, &picture, &report, NULL), MIEN_OK);
    CHECK(report.is_empty);
    mieni_picture_release(&picture);
    mieni_render_mesh_destroy(mesh);
    shape_free(&plate);
    mieni_renderer_destroy(renderer);
}

TEST(images_and_what_is_seen_through)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    uint8_t pixels[16 * 16 * 4]; // red over green; on the right half there, below nothing at all
    for (int i = 0; i < 16 * 16; ++i) {
        const bool is_right = i % 16 >= 8, is_below = i / 16 >= 8;
        const uint8_t pixel[4] = {is_below ? 0 : 255, is_below ? 255 : 0, 0,
                                  is_right ? (is_below ? 0 : 128) : 255};
        memcpy(pixels + i * 4, pixel, 4);
    }
    const MieniRenderImage image = {16, 16, pixels};
    const MieniRenderMaterial material = {{1, 1, 1, 1}, 0.5f, 0, MIENI_SURFACE_PLAIN, 0};
    Shape plate = {0};
    shape_plate(&plate, -0.5f, -0.5f, 0.5f, 0.5f, 0);
    const MieniRenderMeshSource source = {.vertex_count = 4,
                                          .index_count = 6,
                                          .indices = plate.indices,
                                          .uvs = plate.uvs,
                                          .material_count = 1,
                                          .materials = &material,
                                          .image_count = 1,
                                          .images = &image};
    MieniRenderMesh *mesh = NULL;
    CHECK_STATUS(mieni_render_mesh_create(renderer, &source, &mesh, NULL), MIEN_OK);
    const MieniRenderItem item = shape_item(mesh, &plate);
    const MieniScene scene = flat_scene(&item, 1, 1);
    MieniPicture picture = take_picture(renderer, &scene, 40, 40);
    CHECK_PIXEL(&picture, 9, 9, 255, 0, 0, 2);
    CHECK_PIXEL(&picture, 9, 30, 0, 255, 0, 2);
    CHECK_PIXEL(&picture, 30, 9, 188, 0, 0, 4); // half the light
    CHECK_PIXEL(&picture, 30, 30, 0, 0, 0, 2);
    mieni_picture_release(&picture);
    mieni_render_mesh_destroy(mesh);
    shape_free(&plate);
    mieni_renderer_destroy(renderer);
}

TEST(heat_has_the_colours_of_the_legend)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    Shape plate = {0};
    for (int i = 0; i < 5; ++i)
        shape_plate(&plate, -0.5f + 0.2f * (float)i, -0.5f, -0.3f + 0.2f * (float)i, 0.5f, 0);
    shape_part(&plate, MIENI_SURFACE_PLAIN, 0, 0, 1);
    float heat[20];
    for (int i = 0; i < 20; ++i)
        heat[i] = 0.001f * (float)(i / 4);
    MieniRenderMesh *mesh = shape_mesh(renderer, &plate);
    MieniRenderItem item = shape_item(mesh, &plate);
    item.heat = heat;
    MieniScene scene = flat_scene(&item, 1, 1);
    for (int turn = 0; turn < 2; ++turn) {
        MieniPicture picture;
        MieniRenderReport report;
        scene.heat_range = turn == 0 ? 0 : 0.002f;
        CHECK_STATUS(mieni_render_picture(renderer, &scene, 50, 10, &picture, &report, NULL), MIEN_OK);
        CHECK_NEAR((double)report.heat_most, 0.004, 1e-9);
        CHECK_NEAR((double)report.heat_range, turn == 0 ? 0.004 : 0.002, 1e-9);
        for (int i = 0; i < 5; ++i) {
            const MieniColor color = mieni_heat_color((float)i / (turn == 0 ? 4 : 2));
            CHECK_PIXEL(&picture, 21 + 2 * i, 5, color.r, color.g, color.b, 2);
        }
        mieni_picture_release(&picture);
    }
    // In light the colours stay near the legend's.
    scene.light = MIENI_LIGHT_STUDIO;
    scene.heat_range = 0;
    MieniPicture picture = take_picture(renderer, &scene, 50, 10);
    const MieniColor hot = mieni_heat_color(1);
    CHECK_PIXEL(&picture, 29, 5, hot.r, hot.g, hot.b, 30);
    mieni_picture_release(&picture);
    heat[7] = NAN;
    MienError error;
    CHECK_STATUS(mieni_render_picture(renderer, &scene, 50, 10, &picture, NULL, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "items[0].heat[7]");
    mieni_render_mesh_destroy(mesh);
    shape_free(&plate);
    mieni_renderer_destroy(renderer);
}

TEST(clay_and_normals_take_the_place_of_materials)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    Shape plate = {0};
    shape_plate(&plate, -0.5f, -0.5f, 0.5f, 0.5f, 0);
    shape_part(&plate, MIENI_SURFACE_PLAIN, 0, 0, 1);
    MieniRenderMesh *mesh = shape_mesh(renderer, &plate);
    MieniRenderItem item = shape_item(mesh, &plate);
    MieniScene scene = flat_scene(&item, 1, 1);
    MieniPicture picture = take_picture(renderer, &scene, 20, 20);
    CHECK_PIXEL(&picture, 10, 10, 0, 0, 255, 1);
    mieni_picture_release(&picture);
    scene.paint = MIENI_PAINT_CLAY;
    picture = take_picture(renderer, &scene, 20, 20);
    CHECK_PIXEL(&picture, 10, 10, 174, 170, 166, 2);
    mieni_picture_release(&picture);
    scene.paint = MIENI_PAINT_NORMALS; // of light there is none, whichever is asked for
    scene.light = MIENI_LIGHT_STUDIO;
    picture = take_picture(renderer, &scene, 20, 20);
    CHECK_PIXEL(&picture, 10, 10, 128, 128, 255, 1);
    mieni_picture_release(&picture);
    mieni_render_mesh_destroy(mesh);
    shape_free(&plate);
    mieni_renderer_destroy(renderer);
}

static bool is_same_picture(const MieniPicture *a, const MieniPicture *b)
{
    return a->width == b->width && a->height == b->height &&
           memcmp(a->pixels, b->pixels, (size_t)a->width * (size_t)a->height * 4) == 0;
}

/// Draws a scene afresh, and with the light of what was drawn before it.
static bool light_is_kept(MieniRenderer *renderer, const MieniScene *before, const MieniScene *scene)
{
    MieniScene fresh = *scene, kept = *scene;
    fresh.keeps_light = false;
    kept.keeps_light = true;
    MieniPicture first = take_picture(renderer, &fresh, 60, 60),
                 other = take_picture(renderer, before, 60, 60);
    mieni_picture_release(&other);
    other = take_picture(renderer, &kept, 60, 60);
    const bool is_kept = !is_same_picture(&first, &other);
    mieni_picture_release(&first);
    mieni_picture_release(&other);
    return is_kept;
}

TEST(light_is_kept_if_that_is_wanted)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    Shape wall = {0}, ball = {0}, moved = {0};
    for (int i = 0; i < 64; ++i) {
        const float x = -0.5f + 0.125f * (float)(i % 8), y = -0.5f + 0.125f * (float)(i / 8);
        shape_plate(&wall, x, y, x + 0.125f, y + 0.125f, 0);
    }
    shape_part(&wall, MIENI_SURFACE_PLAIN, 0.5f, 0.5f, 0.5f);
    shape_ball(&ball, (MienVec3){-0.1f, 0.2f, 0.2f}, (MienVec3){0.1f, 0.1f, 0.1f}, 24);
    shape_part(&ball, MIENI_SURFACE_PLAIN, 0.5f, 0.5f, 0.5f);
    shape_ball(&moved, (MienVec3){0.3f, -0.3f, 0.2f}, (MienVec3){0.1f, 0.1f, 0.1f}, 24);
    MieniRenderMesh *meshes[2] = {shape_mesh(renderer, &wall), shape_mesh(renderer, &ball)};
    MieniRenderItem items[2] = {shape_item(meshes[0], &wall), shape_item(meshes[1], &ball)}, others[2];
    memcpy(others, items, sizeof items);
    others[1].positions = moved.positions;
    MieniScene scene = flat_scene(items, 2, 1), turned = scene, changed = scene, fewer = scene;
    scene.light = turned.light = changed.light = fewer.light = MIENI_LIGHT_STUDIO;
    scene.quality = turned.quality = changed.quality = fewer.quality = MIENI_QUALITY_DRAFT;
    turned.camera.eye.x += 0.2f;
    changed.items = others;
    fewer.item_count = 1;
    CHECK(!light_is_kept(renderer, &scene, &turned)); // it is the same light
    CHECK(light_is_kept(renderer, &scene, &changed)); // the shadow is where it was
    CHECK(!light_is_kept(renderer, &scene, &fewer));  // none is kept for this vertex count
    changed.quality = MIENI_QUALITY_LIVE;             // pixels look at shadows themselves
    CHECK(!light_is_kept(renderer, &scene, &changed));
    for (int i = 0; i < 2; ++i)
        mieni_render_mesh_destroy(meshes[i]);
    shape_free(&wall);
    shape_free(&ball);
    shape_free(&moved);
    mieni_renderer_destroy(renderer);
}

TEST(bones_and_wires_lie_over_the_mesh)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    Shape ball = {0};
    shape_ball(&ball, (MienVec3){0, 0, 0}, (MienVec3){0.4f, 0.4f, 0.4f}, 12);
    shape_part(&ball, MIENI_SURFACE_PLAIN, 1, 1, 1);
    MieniRenderMesh *mesh = shape_mesh(renderer, &ball);
    MieniRenderItem item = shape_item(mesh, &ball);
    const MieniScene scene = flat_scene(&item, 1, 1);
    MienMatrix34 bones[3];
    for (int i = 0; i < 3; ++i)
        bones[i] = (MienMatrix34){{1, 0, 0, 0.2f * (float)i - 0.2f, 0, 1, 0, 0.1f, 0, 0, 1, 0}};
    static const int parents[3] = {-1, 0, 1};
    static const bool marks[3] = {false, false, true};
    item.bone_count = 3;
    item.bones = bones;
    item.bone_parents = parents;
    item.bone_marks = marks;
    MieniPicture picture = take_picture(renderer, &scene, 200, 200);
    for (int i = 0; i < 3; ++i) {
        float at[3];
        mieni_camera_project(&scene.camera, 200, 200, (MienVec3){0.2f * (float)i - 0.2f, 0.1f, 0}, at);
        const uint8_t *p = pixel_at(&picture, (int)at[0], (int)at[1]);
        CHECK(i < 2 ? p[2] > p[0] + 40 : p[0] > p[2] + 40); // blue, or orange if marked
    }
    int stick = 0; // between two bones, thin
    for (int y = 76; y < 84; ++y)
        stick += pixel_at(&picture, 69, y)[2] > pixel_at(&picture, 69, y)[0] + 40;
    CHECK(stick >= 1 && stick <= 4);
    CHECK_PIXEL(&picture, 100, 130, 255, 255, 255, 0);
    mieni_picture_release(&picture);

    item.bone_count = 0;
    item.has_wires = true;
    picture = take_picture(renderer, &scene, 200, 200);
    int dark = 0;
    for (int i = 0; i < 200 * 200; ++i)
        dark += picture.pixels[i * 4] > 0 && picture.pixels[i * 4] < 230;
    CHECK(dark > 1000 && dark < 9000); // lines, not surfaces
    mieni_picture_release(&picture);
    item.is_hidden = true;
    memcpy(((MieniScene *)&scene)->ground, (MieniColor[2]){{255, 255, 255, 255}, {255, 255, 255, 255}}, 8);
    picture = take_picture(renderer, &scene, 200, 200);
    CHECK_PIXEL(&picture, 104, 96, 255, 255, 255, 0); // between wires there is nothing
    mieni_picture_release(&picture);
    mieni_render_mesh_destroy(mesh);
    shape_free(&ball);
    mieni_renderer_destroy(renderer);
}

TEST(several_meshes_stand_where_they_are_put)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    Shape balls[2] = {{0}, {0}};
    MieniRenderMesh *meshes[2];
    for (int i = 0; i < 2; ++i) {
        shape_ball(&balls[i], (MienVec3){0, 0, 0}, (MienVec3){0.1f, 0.1f, 0.1f}, 24);
        shape_part(&balls[i], MIENI_SURFACE_PLAIN, i == 0, i == 1, 0);
        meshes[i] = shape_mesh(renderer, &balls[i]);
    }
    const MienMatrix34 left = {{1, 0, 0, -0.3f, 0, 1, 0, 0, 0, 0, 1, 0}};
    const MienMatrix34 right = {{2, 0, 0, 0.2f, 0, 2, 0, 0.1f, 0, 0, 2, 0}};
    MieniRenderItem items[2] = {shape_item(meshes[0], &balls[0]), shape_item(meshes[1], &balls[1])};
    items[0].model = &left;
    items[1].model = &right;
    items[1].normals = NULL; // made from the triangles
    MieniScene scene = flat_scene(items, 2, 1);
    MieniPicture picture = take_picture(renderer, &scene, 100, 100);
    CHECK_PIXEL(&picture, 20, 50, 255, 0, 0, 0);
    CHECK_PIXEL(&picture, 70, 40, 0, 255, 0, 0);
    CHECK_PIXEL(&picture, 70, 24, 0, 255, 0, 0); // twice as large
    CHECK_PIXEL(&picture, 20, 36, 0, 0, 0, 0);
    mieni_picture_release(&picture);
    scene.light = MIENI_LIGHT_EVEN;
    picture = take_picture(renderer, &scene, 100, 100);
    CHECK(pixel_at(&picture, 70, 40)[1] > 120 && pixel_at(&picture, 70, 40)[0] < 90);
    mieni_picture_release(&picture);
    for (int i = 0; i < 2; ++i) {
        mieni_render_mesh_destroy(meshes[i]);
        shape_free(&balls[i]);
    }
    mieni_renderer_destroy(renderer);
}

/// A picture of the mesh as it rests, by its own materials.
static MieniPicture draw_packed(MieniRenderer *renderer, const MienMesh *mesh)
{
    MieniRenderMesh *drawn = NULL;
    MienError error = {0};
    CHECK_STATUS(mieni_render_mesh_from(renderer, mesh, NULL, &drawn, &error), MIEN_OK);
    const MieniRenderItem item = {
        .mesh = drawn, .positions = mien_mesh_positions(mesh), .normals = mien_mesh_normals(mesh)};
    const MienMeshInfo info = mien_mesh_info(mesh);
    MieniScene scene = flat_scene(&item, 1, 1);
    scene.camera = mieni_camera_frame(info.min, info.max, NULL);
    MieniPicture picture = take_picture(renderer, &scene, 80, 80);
    mieni_render_mesh_destroy(drawn);
    return picture;
}

TEST(packed_meshes_keep_their_colours)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    MienSampleMeshOptions options = small_mesh;
    options.vertex_count = 2000;
    double sums[2][3] = {{0}}, wanted[3] = {0};
    for (int turn = 0; turn < 2; ++turn) {
        options.has_colors = turn == 0;
        BoundMesh bound = bound_mesh(&small_body, &options, MIEN_ISA_BEST);
        MieniPicture picture = draw_packed(renderer, bound.mesh);
        const uint16_t *colors = mien_mesh_colors(bound.mesh);
        int covered = 0;
        for (int i = 0; i < 80 * 80; ++i) {
            const uint8_t *p = picture.pixels + (size_t)i * 4;
            covered += p[0] + p[1] + p[2] > 0;
            for (int c = 0; c < 3; ++c)
                sums[turn][c] += pow(p[c] / 255.0, 2.2);
        }
        CHECK(covered > 500);
        CHECK((colors != NULL) == (turn == 0));
        for (int i = 0; colors != NULL && i < bound.info.vertex_count * 4; ++i)
            if (i % 4 < 3)
                wanted[i % 4] += colors[i] / 65535.0 / bound.info.vertex_count;
        mieni_picture_release(&picture);
        bound_mesh_free(&bound);
    }
    for (int c = 0; c < 3; ++c) // darker by about what the colours are on average
        CHECK_NEAR(sums[0][c] / sums[1][c], wanted[c], 0.25);
    mieni_renderer_destroy(renderer);
}

/// Mean and largest difference of two pictures.
static double difference(const MieniPicture *a, const MieniPicture *b, int *out_most)
{
    const int count = a->width * a->height * 4;
    double sum = 0;
    *out_most = 0;
    for (int i = 0; i < count; ++i) {
        const int off = abs(a->pixels[i] - b->pixels[i]);
        sum += off;
        *out_most = off > *out_most ? off : *out_most;
    }
    return sum / count;
}

TEST(software_finds_what_is_visible_as_opengl_does)
{
    static const MienMatrix34 mirror = {{-1, 0, 0, 0.1f, 0, 1, 0, 0, 0, 0, 1, -0.15f}};
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    Shape head = toy_head(40), plate = {0};
    shape_plate(&plate, -0.5f, -0.5f, 0.5f, 0.5f, -0.3f); // large triangles, and open ones
    shape_part(&plate, MIENI_SURFACE_PLAIN, 0.2f, 0.5f, 0.8f);
    float *heat = calloc((size_t)head.vertex_count, sizeof *heat);
    for (int i = 0; i < head.vertex_count; ++i)
        heat[i] = (float)(i % 100) * 0.01f;
    MieniRenderMesh *meshes[2] = {shape_mesh(renderer, &head), shape_mesh(renderer, &plate)};
    MieniRenderItem items[3] = {shape_item(meshes[0], &head), shape_item(meshes[0], &head),
                                shape_item(meshes[1], &plate)};
    items[1].model = &mirror;
    MieniScene scene = {.item_count = 3, .items = items, .camera = camera_ahead(0.4f)};
    for (int turn = 0; turn < 5; ++turn) {
        int most;
        scene.is_transparent = turn == 1;
        items[0].heat = turn == 2 ? heat : NULL;
        scene.camera.eye.x = turn == 3 ? -0.8f : 0;
        const int width = turn == 4 ? 900 : 120, height = turn == 4 ? 700 : 90; // needs several bands
        scene.samples = 0;
        MieniPicture deferred = take_picture(renderer, &scene, width, height);
        scene.samples = 8; // only OpenGL has other numbers than 4
        MieniPicture whole = take_picture(renderer, &scene, width, height);
        const double mean = difference(&deferred, &whole, &most);
        printf("turn %d: off by %.3f of 255, at most %d\n", turn, mean, most);
        CHECK(mean < 1);
        mieni_picture_release(&deferred);
        mieni_picture_release(&whole);
    }
    free(heat);
    for (int i = 0; i < 2; ++i)
        mieni_render_mesh_destroy(meshes[i]);
    shape_free(&head);
    shape_free(&plate);
    mieni_renderer_destroy(renderer);
}

CHECK_MAIN
{
    RUN(a_context_comes_up);
    RUN(a_ball_covers_a_disc_of_its_colour);
    RUN(edges_are_mixed_in_linear_light);
    RUN(images_and_what_is_seen_through);
    RUN(heat_has_the_colours_of_the_legend);
    RUN(clay_and_normals_take_the_place_of_materials);
    RUN(light_is_kept_if_that_is_wanted);
    RUN(bones_and_wires_lie_over_the_mesh);
    RUN(several_meshes_stand_where_they_are_put);
    RUN(packed_meshes_keep_their_colours);
    RUN(software_finds_what_is_visible_as_opengl_does);
}
