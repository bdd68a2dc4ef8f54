// SPDX-License-Identifier: MIT
//
// The parts of faces, and what is seen of them.

#include "support/cast_actor.h"

#include "face/parts.h"
#include "face/raster.h"

typedef struct Opened {
    Actor actor;
    MieniShownFace face;
    MieniFaceParts parts;
    MieniArena arena;
} Opened;

static void open_face(Opened *opened, int who)
{
    MienError error = {0};
    *opened = (Opened){0};
    open_actor(&opened->actor, who, MIENI_CAST_DEFAULT);
    require_ok(mieni_shown_face_open(&(MieniShownFaceDesc){.skeleton = opened->actor.loaded.skeleton,
                                                           .mesh = opened->actor.mesh,
                                                           .poses = opened->actor.loaded.asset},
                                     &opened->face, &error),
               &error, __LINE__);
    CHECK(mieni_face_parts_find(&opened->face, &opened->arena, &opened->parts));
}

static void close_face(Opened *opened)
{
    mieni_shown_face_close(&opened->face);
    mieni_arena_release(&opened->arena);
    close_actor(&opened->actor);
}

static int count_part(const Opened *opened, MieniFacePart part)
{
    int count = 0;
    for (int v = 0; v < opened->face.vertex_count; ++v)
        count += opened->parts.of_vertex[v] == part;
    return count;
}

/// Pixels of a part that are seen of a place of the face.
static int seen(const Opened *opened, const double centre[3], double side, MieniFacePart part)
{
    enum { PIXELS = 240 };
    const MieniFaceView view = {.centre = {centre[0], centre[1], centre[2]}, .side = side, .cosine = 1.0};
    MieniArena arena = {0};
    MieniRaster raster;
    int count = 0;
    CHECK(mieni_raster_open(&raster, PIXELS, opened->face.vertex_count, &arena));
    mieni_raster_draw(&raster, &(MieniRasterDesc){.view = &view,
                                                  .positions = opened->face.positions,
                                                  .vertex_count = opened->face.vertex_count,
                                                  .indices = opened->face.indices,
                                                  .triangle_count = opened->face.triangle_count,
                                                  .kinds = opened->parts.of_triangle,
                                                  .shown = MIENI_PARTS_SOLID});
    for (int p = 0; p < PIXELS * PIXELS; ++p)
        count += raster.triangles[p] >= 0 && opened->parts.of_triangle[raster.triangles[p]] == part;
    mieni_arena_release(&arena);
    return count;
}

static void show(Opened *opened, const char *curve, float value)
{
    const MieniCurveValue values[] = {{mien_skeleton_find_curve(opened->face.skeleton, curve), value}};
    CHECK_STATUS(mieni_shown_face_curves(&opened->face, values, 1), MIEN_OK);
}

TEST(parts_of_the_cast_are_found)
{
    for (int who = 0; who < MIENI_CAST_COUNT; ++who) {
        Opened opened;
        open_face(&opened, who);
        const MieniFaceParts *parts = &opened.parts;
        CHECK(parts->has_eyes);
        CHECK(parts->eyes[0].centre[0] > 0.0 && parts->eyes[1].centre[0] < 0.0);
        CHECK(parts->eyes[0].radius > 0.05 * (double)opened.actor.head.height &&
              parts->eyes[0].radius < 0.2 * (double)opened.actor.head.height);
        CHECK(count_part(&opened, MIENI_PART_EYE) == 1260);
        CHECK(count_part(&opened, MIENI_PART_TEETH) == 2 * 488);
        CHECK(count_part(&opened, MIENI_PART_TONGUE) == 320);
        close_face(&opened);
    }
}

TEST(a_blink_hides_the_eye)
{
    Opened opened;
    open_face(&opened, MIENI_CAST_ADA);
    const MieniEyeball *eye = &opened.parts.eyes[0];
    show(&opened, "eyeBlinkLeft", 0.0f);
    const int open = seen(&opened, eye->centre, 3.0 * eye->radius, MIENI_PART_EYE);
    show(&opened, "eyeBlinkLeft", 0.5f);
    const int half = seen(&opened, eye->centre, 3.0 * eye->radius, MIENI_PART_EYE);
    show(&opened, "eyeBlinkLeft", 1.0f);
    const int closed = seen(&opened, eye->centre, 3.0 * eye->radius, MIENI_PART_EYE);
    printf("eye seen: open %d, half %d, closed %d pixels\n", open, half, closed);
    CHECK(open > 2000 && half < open * 3 / 4 && half > open / 5 && closed == 0);
    close_face(&opened);
}

CHECK_MAIN
{
    RUN(parts_of_the_cast_are_found);
    RUN(a_blink_hides_the_eye);
}
