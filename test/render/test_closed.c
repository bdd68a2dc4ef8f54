// SPDX-License-Identifier: MIT
//
// Closed surfaces are found, those with holes and those inside out are not taken for such,
// and leaving out backs changes no picture.

#include "support/render_scenes.h"

#include "render/closed.h"
#include "support/driver_leaks.h"
#include "support/ledger.h"

static int closed_indices(Shape *shape)
{
    MieniClosing closing;
    CHECK(mieni_closing_begin(&closing, shape->positions, shape->vertex_count, NULL));
    const int count = mieni_closing_sort(&closing, shape->indices, shape->index_count);
    mieni_closing_end(&closing);
    return count;
}

static void add_ball(Shape *shape, float x)
{
    shape_ball(shape, (MienVec3){x, 0, 0}, (MienVec3){0.1f, 0.1f, 0.1f}, 16);
}

TEST(closed_surfaces_are_found)
{
    Shape shape = {0};
    add_ball(&shape, 0); // has a seam and poles, where several vertices are at one place
    CHECK_INT(closed_indices(&shape), shape.index_count);
    for (int i = 0; i < shape.index_count; i += 3) { // inside out
        const uint32_t corner = shape.indices[i];
        shape.indices[i] = shape.indices[i + 1];
        shape.indices[i + 1] = corner;
    }
    CHECK_INT(closed_indices(&shape), 0);
    shape_free(&shape);

    add_ball(&shape, 0);
    const int ball = shape.index_count;
    shape_plate(&shape, -1, -1, 1, 1, -1e6f); // apart from it, and open
    memmove(shape.indices + 6, shape.indices, (size_t)ball * sizeof *shape.indices);
    const uint32_t plate = (uint32_t)shape.vertex_count - 4;
    memcpy(shape.indices, (uint32_t[6]){plate, plate + 1, plate + 2, plate, plate + 2, plate + 3}, 24);
    CHECK_INT(closed_indices(&shape), ball);
    for (int i = 0; i < ball + 6; ++i)
        CHECK((shape.indices[i] >= plate) == (i >= ball)); // the plate went to the end
    shape.index_count = ball - 3;                          // a hole
    CHECK_INT(closed_indices(&shape), 0);
    shape_free(&shape);
}

TEST(memory_that_runs_out)
{
    Shape shape = {0};
    add_ball(&shape, 0);
    for (int fails = 1; fails <= 5; ++fails) {
        Ledger ledger = {.fails = fails};
        const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
        MieniClosing closing;
        const bool is_begun = mieni_closing_begin(&closing, shape.positions, shape.vertex_count, &allocator);
        CHECK(is_begun == (fails > 2));
        if (is_begun) {
            CHECK((mieni_closing_sort(&closing, shape.indices, shape.index_count) < 0) == (fails < 5));
            mieni_closing_end(&closing);
        }
        CHECK_INT(ledger.live, 0);
        CHECK(!ledger.is_broken);
    }
    shape_free(&shape);
}

/// A picture of a shape, with closed surfaces or with all backs.
static MieniPicture draw_shape(MieniRenderer *renderer, const Shape *shape, bool finds_closed,
                               const MienMatrix34 *model)
{
    const MieniRenderMeshSource source = {.vertex_count = shape->vertex_count,
                                          .index_count = shape->index_count,
                                          .indices = shape->indices,
                                          .positions = finds_closed ? shape->positions : NULL};
    MieniRenderMesh *mesh = NULL;
    CHECK_STATUS(mieni_render_mesh_create(renderer, &source, &mesh, NULL), MIEN_OK);
    MieniRenderItem item = shape_item(mesh, shape);
    item.model = model;
    const MieniScene scene = {
        .item_count = 1, .items = &item, .camera = camera_ahead(0.6f), .is_transparent = true};
    MieniPicture picture = take_picture(renderer, &scene, 64, 64);
    mieni_render_mesh_destroy(mesh);
    return picture;
}

TEST(backs_that_are_left_out_change_nothing)
{
    MieniRenderer *renderer = open_renderer(NULL);
    if (renderer == NULL)
        SKIP(no_renderer);
    const MienMatrix34 mirror = {{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}};
    Shape shape = toy_head(32);
    CHECK_INT(closed_indices(&shape), shape.index_count);
    shape_plate(&shape, 0.29f, -0.2f, 0.15f, 0.2f, 0); // seen from behind
    for (int mirrored = 0; mirrored < 2; ++mirrored) {
        const MienMatrix34 *model = mirrored ? &mirror : NULL;
        MieniPicture all = draw_shape(renderer, &shape, false, model);
        MieniPicture fronts = draw_shape(renderer, &shape, true, model);
        int wrong = 0;
        for (int i = 0; i < 64 * 64 * 4; ++i)
            wrong += abs(all.pixels[i] - fronts.pixels[i]) > 2;
        CHECK(wrong <= 16);                                          // samples at the very edge
        CHECK_INT(pixel_at(&fronts, mirrored ? 8 : 55, 32)[3], 255); // the plate
        CHECK_INT(pixel_at(&fronts, 32, 32)[3], 255);
        CHECK_INT(pixel_at(&fronts, 2, 2)[3], 0);
        mieni_picture_release(&all);
        mieni_picture_release(&fronts);
    }
    shape_free(&shape);
    mieni_renderer_destroy(renderer);
}

CHECK_MAIN
{
    RUN(closed_surfaces_are_found);
    RUN(memory_that_runs_out);
    RUN(backs_that_are_left_out_change_nothing);
}
