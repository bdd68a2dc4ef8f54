// SPDX-License-Identifier: MIT
//
// PNG that is written is read back pixel by pixel, with the same bytes every time, and
// memory that runs out leaves nothing behind.

#include "support/ledger.h"

#include "io/png_write.h"

enum { WIDTH = 211, HEIGHT = 97 };

static MienIoImage make_image(uint8_t *pixels, bool is_opaque)
{
    for (int i = 0; i < WIDTH * HEIGHT * 4; ++i)
        pixels[i] = i % 4 == 3 && is_opaque
                        ? 255
                        : (uint8_t)(((unsigned)i / WIDTH + (unsigned)i * (unsigned)i / 7) * 31u >> 2);
    return (MienIoImage){WIDTH, HEIGHT, pixels};
}

TEST(what_is_written_is_read_back)
{
    static uint8_t pixels[WIDTH * HEIGHT * 4];
    if (!mien_io_image_is_supported())
        SKIP("this build has no libpng");
    for (int opaque = 0; opaque < 2; ++opaque) {
        const MienIoImage image = make_image(pixels, opaque == 1);
        MienIoBytes bytes, again;
        MienIoImage *back = NULL;
        CHECK_STATUS(mieni_png_write(&image, NULL, &bytes, NULL), MIEN_OK);
        CHECK_STATUS(mieni_png_write(&image, NULL, &again, NULL), MIEN_OK);
        CHECK_INT(bytes.size, again.size);
        CHECK(bytes.size == again.size && memcmp(bytes.data, again.data, bytes.size) == 0);
        CHECK_INT(bytes.data[25], opaque ? 2 : 6); // IHDR's colour type
        CHECK_STATUS(mien_io_image_read(bytes.data, bytes.size, NULL, &back, NULL), MIEN_OK);
        CHECK(back != NULL && back->width == WIDTH && back->height == HEIGHT &&
              memcmp(back->pixels, pixels, sizeof pixels) == 0);
        mien_io_image_destroy(back);
        mien_io_bytes_release(&bytes);
        mien_io_bytes_release(&again);
    }
}

TEST(sizes_beyond_reading_are_refused)
{
    if (!mien_io_image_is_supported())
        SKIP("this build has no libpng");
    static const int sides[][2] = {{0, 5}, {5, -1}, {16385, 1}, {16384, 16384}};
    for (int i = 0; i < 4; ++i) {
        const MienIoImage image = {sides[i][0], sides[i][1], NULL};
        MienIoBytes bytes;
        MienError error;
        CHECK_STATUS(mieni_png_write(&image, NULL, &bytes, &error), MIEN_ERROR_LIMIT);
        CHECK(bytes.data == NULL);
    }
}

TEST(memory_that_runs_out)
{
    static uint8_t pixels[WIDTH * HEIGHT * 4];
    if (!mien_io_image_is_supported())
        SKIP("this build has no libpng");
    const MienIoImage image = make_image(pixels, true);
    int fails = 1;
    for (bool is_done = false; !is_done && fails < 100; ++fails) {
        Ledger ledger = {.fails = fails};
        const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
        MienIoBytes bytes;
        MienError error = {0};
        const MienStatus status = mieni_png_write(&image, &allocator, &bytes, &error);
        is_done = ledger.allocations < fails;
        CHECK_STATUS(status, is_done ? MIEN_OK : MIEN_ERROR_MEMORY);
        mien_io_bytes_release(&bytes);
        CHECK_INT(ledger.live, 0);
        CHECK(!ledger.is_broken);
    }
    printf("%d allocations failed in turn\n", fails - 2);
    CHECK(fails > 5);
}

CHECK_MAIN
{
    RUN(what_is_written_is_read_back);
    RUN(sizes_beyond_reading_are_refused);
    RUN(memory_that_runs_out);
}
