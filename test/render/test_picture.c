// SPDX-License-Identifier: MIT
//
// Pictures without OpenGL: pasting; cameras; heat colours; text.

#include "support/render_scenes.h"

#include "render/text.h"
#include "support/driver_leaks.h"
#include "support/ledger.h"

static const MieniColor white = {255, 255, 255, 255}, black = {0, 0, 0, 255}, none = {0, 0, 0, 0};

static MieniPicture make(int width, int height, MieniColor color)
{
    MieniPicture picture;
    CHECK_STATUS(mieni_picture_create(width, height, color, NULL, &picture, NULL), MIEN_OK);
    return picture;
}

static void put_pixel(MieniPicture *picture, int x, int y, MieniColor color)
{
    MieniPicture pixel = make(1, 1, color);
    mieni_picture_paste(picture, &pixel, x, y);
    mieni_picture_release(&pixel);
}

TEST(pasting_stays_inside)
{
    MieniPicture sheet = make(8, 6, white), stamp = make(3, 3, black);
    mieni_picture_paste(&sheet, &stamp, -2, -1);
    mieni_picture_paste(&sheet, &stamp, 7, 5);
    mieni_picture_paste(&sheet, &stamp, 100, -100);
    CHECK_PIXEL(&sheet, 0, 1, 0, 0, 0, 0);
    CHECK_PIXEL(&sheet, 1, 0, 255, 255, 255, 0);
    CHECK_PIXEL(&sheet, 0, 2, 255, 255, 255, 0);
    CHECK_PIXEL(&sheet, 7, 5, 0, 0, 0, 0);
    put_pixel(&sheet, 2, 2, (MieniColor){255, 0, 0, 128});
    CHECK_PIXEL(&sheet, 2, 2, 255, 127, 127, 0);
    put_pixel(&sheet, 4, 4, none);
    CHECK_PIXEL(&sheet, 4, 4, 255, 255, 255, 0);
    mieni_picture_release(&sheet);
    mieni_picture_release(&sheet);

    sheet = make(1, 1, none); // over nothing: the colour itself
    put_pixel(&sheet, 0, 0, (MieniColor){10, 20, 30, 128});
    CHECK_PIXEL(&sheet, 0, 0, 10, 20, 30, 0);
    CHECK_INT(sheet.pixels[3], 128);
    put_pixel(&sheet, 0, 0, (MieniColor){10, 20, 30, 128});
    CHECK_INT(sheet.pixels[3], 192);
    mieni_picture_release(&sheet);
    mieni_picture_release(&stamp);
    mieni_picture_release(NULL);
    MienError error;
    CHECK_STATUS(mieni_picture_create(0, 5, white, NULL, &sheet, &error), MIEN_ERROR_LIMIT);
    CHECK_STATUS(mieni_picture_create(40000, 5, white, NULL, &sheet, &error), MIEN_ERROR_LIMIT);
    Ledger ledger = {.fails = 1};
    const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
    CHECK_STATUS(mieni_picture_create(5, 5, white, &allocator, &sheet, &error), MIEN_ERROR_MEMORY);
    CHECK(sheet.pixels == NULL);
}

TEST(cameras_frame_what_they_are_given)
{
    const MienVec3 min = {-0.1f, 1.5f, -0.1f}, max = {0.1f, 1.75f, 0.12f};
    const MieniCamera camera = mieni_camera_frame(min, max, NULL);
    CHECK_NEAR((double)camera.field, 17, 0);
    CHECK(camera.eye.x < -0.1f && camera.eye.y > 1.65f && camera.eye.z > 0.5f); // from its right, from above
    float top[3], foot[3];
    const MienVec3 ends[2] = {{0, 1.75f, 0.01f}, {0, 1.5f, 0.01f}};
    CHECK(mieni_camera_project(&camera, 300, 300, ends[0], top));
    CHECK(mieni_camera_project(&camera, 300, 300, ends[1], foot));
    CHECK_NEAR((double)(foot[1] - top[1]), 240, 2); // 80 of a hundred
    CHECK_NEAR((double)(foot[1] + top[1]), 300, 2);

    // A narrow picture keeps the sides in; a shifted one lifts the head.
    const MieniFraming framing = {.is_turned = true, .aspect = 0.25f, .shift = 0.1f};
    const MieniCamera narrow = mieni_camera_frame(min, max, &framing);
    float left[3], right[3];
    CHECK(mieni_camera_project(&narrow, 100, 400, (MienVec3){-0.1f, 1.6f, 0.01f}, left));
    CHECK(mieni_camera_project(&narrow, 100, 400, (MienVec3){0.1f, 1.6f, 0.01f}, right));
    CHECK(left[0] >= 0 && right[0] <= 100 && right[0] - left[0] > 80);
    CHECK(mieni_camera_project(&narrow, 100, 400, (MienVec3){0, 1.625f, 0.01f}, top));
    CHECK_NEAR((double)top[1], 160, 1);
    CHECK(!mieni_camera_project(&narrow, 100, 400, (MienVec3){0, 1.6f, 100}, top)); // behind
    mieni_bounds(ends, 2, &((MieniCamera *)&camera)->eye, &((MieniCamera *)&camera)->target);
    CHECK_NEAR((double)camera.eye.y, 1.5, 1e-6);
    CHECK_NEAR((double)camera.target.y, 1.75, 1e-6);
}

/// Oklab of a colour, computed independently.
static void oklab(MieniColor color, double out[3])
{
    const double parts[3] = {color.r / 255.0, color.g / 255.0, color.b / 255.0};
    double l[3], lms[3];
    for (int i = 0; i < 3; ++i)
        l[i] = parts[i] <= 0.04045 ? parts[i] / 12.92 : pow((parts[i] + 0.055) / 1.055, 2.4);
    lms[0] = cbrt(0.4122214708 * l[0] + 0.5363325363 * l[1] + 0.0514459929 * l[2]);
    lms[1] = cbrt(0.2119034982 * l[0] + 0.6806995451 * l[1] + 0.1073969566 * l[2]);
    lms[2] = cbrt(0.0883024619 * l[0] + 0.2817188376 * l[1] + 0.6299787005 * l[2]);
    out[0] = 0.2104542553 * lms[0] + 0.7936177850 * lms[1] - 0.0040720468 * lms[2];
    out[1] = 1.9779984951 * lms[0] - 2.4285922050 * lms[1] + 0.4505937099 * lms[2];
    out[2] = 0.0259040371 * lms[0] + 0.7827717662 * lms[1] - 0.8086757660 * lms[2];
}

TEST(heat_rises_in_even_steps)
{
    double last[3], least = 1, most = 0;
    oklab(mieni_heat_color(0), last);
    for (int i = 1; i <= 16; ++i) {
        double now[3], sum = 0;
        oklab(mieni_heat_color((float)i / 16), now);
        CHECK(now[0] < last[0]); // ever darker
        for (int c = 0; c < 3; ++c)
            sum += (now[c] - last[c]) * (now[c] - last[c]);
        least = sqrt(sum) < least ? sqrt(sum) : least;
        most = sqrt(sum) > most ? sqrt(sum) : most;
        memcpy(last, now, sizeof last);
    }
    printf("steps from %.4f to %.4f\n", least, most);
    CHECK(most < 1.25 * least); // corners are cut, colours are rounded and leave no gamut
    const MieniColor first = mieni_heat_color(0), end = mieni_heat_color(1);
    const MieniColor wrong[3] = {mieni_heat_color(-5), mieni_heat_color(NAN), mieni_heat_color(INFINITY)};
    CHECK_INT(memcmp(&wrong[0], &first, 4), 0);
    CHECK_INT(memcmp(&wrong[1], &first, 4), 0);
    CHECK_INT(memcmp(&wrong[2], &end, 4), 0);
}

TEST(legends_have_round_values)
{
    const MieniHeatLegend legend = mieni_heat_legend(0.0037f);
    CHECK_INT(legend.count, 4);
    for (int i = 0; i < legend.count; ++i)
        CHECK_NEAR((double)legend.ticks[i], 0.001 * i, 1e-9);
    for (float range = 1e-6f; range < 1e6f; range *= 1.37f) {
        const MieniHeatLegend any = mieni_heat_legend(range);
        CHECK(any.count >= 3 && any.count <= MIENI_HEAT_TICKS);
        CHECK(any.ticks[any.count - 1] <= range * 1.001f && any.ticks[any.count - 1] > range * 0.5f);
    }
    CHECK_INT(mieni_heat_legend(0).count, 1);
    CHECK_INT(mieni_heat_legend(NAN).count, 1);
}

/// Pixels that are not white, and the box around them.
static int ink(const MieniPicture *picture, int box[4])
{
    int count = 0;
    box[0] = picture->width;
    box[1] = picture->height;
    box[2] = box[3] = -1;
    for (int i = 0; i < picture->width * picture->height; ++i) {
        if (picture->pixels[i * 4] > 200)
            continue;
        const int x = i % picture->width, y = i / picture->width;
        box[0] = x < box[0] ? x : box[0];
        box[1] = y < box[1] ? y : box[1];
        box[2] = x > box[2] ? x : box[2];
        box[3] = y > box[3] ? y : box[3];
        ++count;
    }
    return count;
}

TEST(text_is_where_and_as_large_as_asked)
{
    MieniTextStyle style = {.size = 20, .color = black};
    MieniTextSize size, bold, wide;
    int box[4];
    CHECK_STATUS(mieni_text_measure("Hxg", &style, &size, NULL), MIEN_OK);
    CHECK(size.width > 25 && size.width < 60 && size.height >= 20 && size.height < 36);
    CHECK(size.baseline > 12 && size.baseline < size.height);
    MieniPicture picture = make(200, 60, white);
    CHECK_STATUS(mieni_text_draw(&picture, "Hxg", &style, 30, 10, NULL), MIEN_OK);
    CHECK(ink(&picture, box) > 60);
    CHECK(box[0] >= 29 && box[2] <= 31 + size.width && box[1] >= 10 && box[3] <= 10 + size.height);
    mieni_picture_release(&picture);

    style.width = 200; // at the right edge, in blue
    style.align = MIENI_ALIGN_RIGHT;
    style.color = (MieniColor){0, 0, 200, 255};
    picture = make(200, 60, white);
    CHECK_STATUS(mieni_text_draw(&picture, "Hxg", &style, 0, 0, NULL), MIEN_OK);
    CHECK(ink(&picture, box) > 60);
    CHECK(box[0] > 130 && box[2] > 190);
    CHECK(pixel_at(&picture, box[0] + 1, (box[1] + 12))[2] >= 200);
    mieni_picture_release(&picture);

    style = (MieniTextStyle){.size = 20, .color = black, .is_bold = true};
    CHECK_STATUS(mieni_text_measure("Hxg", &style, &bold, NULL), MIEN_OK);
    CHECK(bold.width > size.width);
    style.width = 60;
    CHECK_STATUS(mieni_text_measure("many words that do not fit", &style, &wide, NULL), MIEN_OK);
    CHECK(wide.width <= 60 && wide.height == size.height); // an ellipsis
    style.lines = 3;
    CHECK_STATUS(mieni_text_measure("many words that do not fit", &style, &wide, NULL), MIEN_OK);
    CHECK(wide.width <= 60 && wide.height > 2 * size.height);
}

TEST(text_of_any_kind)
{
    const MieniTextStyle style = {.color = black};
    MieniTextSize size;
    // Greek, Cyrillic, Arabic, an umlaut of two characters; bytes that are no text.
    static const char *const texts[] = {
        "",           "\u03b1\u03b2\u03b3", "\u0434\u0430", "\u0645\u0631\u062d\u0628\u0627",
        "u\u0308ber", "a\xff\xfe\xc3",      "two\nlines"};
    for (int i = 0; i < 7; ++i) {
        CHECK_STATUS(mieni_text_measure(texts[i], &style, &size, NULL), MIEN_OK);
        CHECK(i == 0 ? size.width == 0 : size.width > 10);
        MieniPicture picture = make(120, 30, white);
        int box[4];
        CHECK_STATUS(mieni_text_draw(&picture, texts[i], &style, 4, 4, NULL), MIEN_OK);
        CHECK_STATUS(mieni_text_draw(&picture, texts[i], &style, -50000, 4, NULL), MIEN_OK);
        CHECK((ink(&picture, box) > 5) == (i > 0));
        mieni_picture_release(&picture);
    }
    const MieniTextStyle huge = {.size = 1e9f};
    CHECK_STATUS(mieni_text_measure("a", &huge, &size, NULL), MIEN_ERROR_ARGUMENT);
}

TEST(lines_have_round_ends)
{
    const MieniPathPoint ends[] = {{5, 10}, {35, 10}}, none_such[] = {{NAN, 0}, {300, 0}};
    MieniPicture picture = make(40, 20, white);
    int box[4];
    CHECK_STATUS(mieni_path_draw(&picture, ends, 2, 4, black, NULL), MIEN_OK);
    CHECK(ink(&picture, box) > 100);
    CHECK_INT(box[1], 8);
    CHECK_INT(box[3], 11);
    CHECK(box[0] >= 2 && box[0] <= 4 && box[2] >= 35 && box[2] <= 37);
    CHECK_STATUS(mieni_path_draw(&picture, none_such, 2, 1, black, NULL), MIEN_ERROR_ARGUMENT);
    mieni_picture_release(&picture);
}

TEST(paths_are_lines_or_areas)
{
    const MieniPathPoint bend[] = {{5, 5}, {35, 5}, {35, 15}}, far[] = {{0, 0}, {1e9f, 0}};
    MieniPicture line = make(40, 20, white), area = make(40, 20, white);
    int box[4];
    CHECK_STATUS(mieni_path_draw(&line, bend, 3, 2, black, NULL), MIEN_OK);
    const int thin = ink(&line, box);
    CHECK(thin > 60 && thin < 130); // 40 pixels long, 2 wide
    CHECK_STATUS(mieni_path_draw(&area, bend, 3, 0, black, NULL), MIEN_OK);
    CHECK(ink(&area, box) > 140); // half of 30 by 10
    CHECK(box[0] >= 5 && box[1] >= 5 && box[2] <= 34 && box[3] <= 14);
    CHECK_STATUS(mieni_path_draw(&area, far, 2, 1, black, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mieni_path_draw(&area, bend, 3, -1, black, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mieni_path_draw(&area, NULL, 0, 1, black, NULL), MIEN_OK);
    mieni_picture_release(&line);
    mieni_picture_release(&area);
}

CHECK_MAIN
{
    RUN(pasting_stays_inside);
    RUN(cameras_frame_what_they_are_given);
    RUN(heat_rises_in_even_steps);
    RUN(legends_have_round_values);
    RUN(text_is_where_and_as_large_as_asked);
    RUN(text_of_any_kind);
    RUN(lines_have_round_ends);
    RUN(paths_are_lines_or_areas);
}
