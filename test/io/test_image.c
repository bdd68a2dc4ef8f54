// SPDX-License-Identifier: MIT
//
// PNG of every kind, pixel by pixel; JPEG near what went in; limits before memory;
// memory that runs out; bytes that are cut, changed and forged.

#include "support/ledger.h"
#include "support/pictures.h"

static MienIoImage *read_image(const Text *file, const MienIoImageOptions *options, MienError *error)
{
    MienIoImage *image = NULL;
    const MienStatus status = mien_io_image_read(file->bytes, file->size, options, &image, error);
    CHECK((status == MIEN_OK) == (image != NULL));
    return image;
}

static void check_picture(const Picture *picture)
{
    Text file = make_png(picture);
    MienError error = {0};
    MienIoImage *image = read_image(&file, NULL, &error);
    int wrong = 0;
    if (image == NULL)
        printf("type %d, depth %d: %s: %s\n", picture->type, picture->depth, error.location, error.message);
    CHECK(image != NULL);
    if (image != NULL) {
        CHECK_INT(image->width, picture->width);
        CHECK_INT(image->height, picture->height);
        for (int i = 0; i < picture->width * picture->height; ++i) {
            int pixel[4];
            picture_pixel(picture, i % picture->width, i / picture->width, pixel);
            for (int c = 0; c < 4; ++c)
                wrong += image->pixels[4 * i + c] != pixel[c];
        }
    }
    if (wrong > 0)
        printf("type %d, depth %d, interlaced %d, transparent %d: %d wrong\n", picture->type, picture->depth,
               picture->is_interlaced, picture->is_transparent, wrong);
    CHECK_INT(wrong, 0);
    mien_io_image_destroy(image);
    text_free(&file);
}

TEST(png_of_every_kind)
{
    static const int types[] = {0, 2, 3, 4, 6}, sides[][2] = {{1, 1}, {3, 5}, {17, 9}, {300, 120}};
    int count = 0;
    for (int i = 0; i < 5 * 5 * 4 * 4; ++i) {
        const int *side = sides[i / 4 % 4];
        const Picture picture = {side[0], side[1], 1 << i / 16 % 5, types[i / 80], i & 1, i & 2, NULL};
        const bool is_legal = picture.type == 0   ? true
                              : picture.type == 3 ? picture.depth == 4 || picture.depth == 8
                                                  : picture.depth >= 8;
        if (!is_legal || (picture.is_transparent && picture.type & 4))
            continue;
        check_picture(&picture);
        ++count;
    }
    printf("%d kinds\n", count);
}

TEST(what_a_png_says_beside_its_pixels_is_passed_over)
{
    static const char *const names[] = {"gAMA", "cHRM", "iCCP", "sRGB", "zTXt", "iTXt",
                                        "sPLT", "eXIf", "tIME", "bKGD", "prVt", "acTL"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i)
        check_picture(&(Picture){5, 4, 8, 2, false, false, names[i]});
    const Picture picture = {5, 4, 8, 2, false, false, "CRIT"}; // must be understood, and is not
    Text file = make_png(&picture);
    MienError error = {0};
    CHECK(read_image(&file, NULL, &error) == NULL);
    CHECK_STATUS(error.status, MIEN_ERROR_CORRUPT);
    text_free(&file);
}

#if defined(MIEN_IMAGES)
static void check_jpeg(int width, int height, int components, Scans how)
{
    Text file = make_jpeg(width, height, components, how);
    MienError error = {0};
    MienIoImage *image = read_image(&file, NULL, &error);
    int worst = 0;
    if (image == NULL)
        printf("%s: %s\n", error.location, error.message);
    CHECK(image != NULL);
    for (int i = 0; image != NULL && i < width * height; ++i) {
        const int across = 255 * (i % width) / width, down = 255 * (i / width) / height;
        const int wanted[4] = {across, components == 1 ? across : down, components == 1 ? across : 128, 255};
        for (int c = 0; c < 4; ++c) {
            const int off = image->pixels[4 * i + c] - wanted[c];
            worst = off > worst ? off : -off > worst ? -off : worst;
        }
    }
    printf("%d x %d, %d components: at most %d off\n", width, height, components, worst);
    CHECK(worst <= 8);
    CHECK(image == NULL || (image->width == width && image->height == height && image->pixels[3] == 255));
    mien_io_image_destroy(image);
    text_free(&file);
}

TEST(jpeg)
{
    for (Scans how = BASELINE; how <= PROGRESSIVE; ++how) {
        check_jpeg(97, 61, 3, how);
        check_jpeg(97, 61, 1, how);
        check_jpeg(64, 1, 1, how);
    }
}

TEST(four_inks_are_refused)
{
    Text file = make_jpeg(16, 16, 4, BASELINE);
    MienError error = {0};
    CHECK(read_image(&file, NULL, &error) == NULL);
    CHECK_STATUS(error.status, MIEN_ERROR_DATA);
    CHECK(strncmp(error.location, "byte ", 5) == 0 && strstr(error.message, "RGB") != NULL);
    text_free(&file);
}

/// Progressive files are decoded as a whole, which counts before it is taken.
TEST(coefficients_are_memory)
{
    const MienIoImageOptions options = {.limits.memory = 64 * 64 * 4 + 64 * 64};
    for (Scans how = BASELINE; how <= PROGRESSIVE; ++how) {
        Text file = make_jpeg(64, 64, 3, how);
        MienError error = {0};
        MienIoImage *image = read_image(&file, &options, &error);
        CHECK((image != NULL) == (how == BASELINE));
        CHECK(image != NULL || error.status == MIEN_ERROR_LIMIT);
        mien_io_image_destroy(image);
        text_free(&file);
    }
}

/// Each scan walks the whole image: thousands of them are an attack, not a picture.
TEST(too_many_scans)
{
    Text file = make_jpeg(64, 64, 1, FAR_TOO_MANY);
    MienError error = {0};
    CHECK(read_image(&file, NULL, &error) == NULL);
    CHECK_STATUS(error.status, MIEN_ERROR_CORRUPT);
    CHECK(strstr(error.message, "100 scans") != NULL);
    text_free(&file);
}
#endif

TEST(limits_come_before_memory)
{
    Text files[3] = {make_png(&(Picture){.width = 40, .height = 30, .depth = 8, .type = 6})};
#if defined(MIEN_IMAGES)
    files[1] = make_jpeg(40, 30, 3, BASELINE);
    files[2] = make_jpeg(40, 30, 3, PROGRESSIVE);
#endif
    static const struct {
        MienIoImageOptions options;
        bool is_read;
    } cases[] = {{{.max_side = 40}, true},           {{.max_side = 39}, false},
                 {{.max_pixels = 1200}, true},       {{.max_pixels = 1199}, false},
                 {{.limits.memory = 1000000}, true}, {{.limits.memory = 4799}, false}};
    for (size_t i = 0; i < 3 * (sizeof cases / sizeof cases[0]); ++i) {
        MienError error = {0};
        MienIoImage *image = read_image(&files[i % 3], &cases[i / 3].options, &error);
        CHECK((image != NULL) == cases[i / 3].is_read);
        CHECK(image != NULL ||
              (error.status == MIEN_ERROR_LIMIT && strncmp(error.location, "byte ", 5) == 0));
        mien_io_image_destroy(image);
    }
    for (int i = 0; i < 3; ++i)
        text_free(&files[i]);
}

/// A few bytes that claim to be 16384 x 16384 cost nothing but a look.
TEST(bombs)
{
    static const uint32_t sides[][2] = {{16384, 16384}, {16385, 1},       {1, 65536},
                                        {0, 5},         {0x80000000u, 1}, {0xFFFFFFFFu, 0xFFFFFFFFu}};
    Text file = make_png(&(Picture){.width = 8, .height = 8, .depth = 8, .type = 0});
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; ++i) {
        for (int b = 0; b < 8; ++b)
            file.bytes[16 + b] = (char)(sides[i][b / 4] >> (24 - b % 4 * 8));
        size_t total = 0;
        const MienAllocator allocator = {&total, counting_allocate, counting_free};
        MienIoImage *image = NULL;
        MienError error = {0};
        CHECK_STATUS(mien_io_image_read(file.bytes, file.size, &(MienIoImageOptions){.allocator = &allocator},
                                        &image, &error),
                     sides[i][0] == 0 ? MIEN_ERROR_CORRUPT : MIEN_ERROR_LIMIT);
        CHECK_STR(error.location, "byte 16");
        CHECK(total < 4096);
    }
    text_free(&file);
}

/// Bytes that are not what they claim, each with what must be said of them.
TEST(refusals)
{
    Text file = make_png(&(Picture){.width = 8, .height = 8, .depth = 8, .type = 0});
    MienIoImage *image = NULL;
    MienError error = {0};
    mien_io_image_read("GIF89a", 6, NULL, &image, &error);
    check_error(&error, MIEN_ERROR_CORRUPT, "byte 0", "PNG or a JPEG");
    mien_io_image_read(NULL, 0, NULL, &image, &error);
    check_error(&error, MIEN_ERROR_CORRUPT, "byte 0", "PNG or a JPEG");
    mien_io_image_read(file.bytes, file.size - 1, NULL, &image, &error);
    char place[32];
    snprintf(place, sizeof place, "byte %zu", file.size - 1);
    check_error(&error, MIEN_ERROR_CORRUPT, place, "ends too early");
    file.bytes[file.size - 13] ^= 1; // of the last IDAT's sum
    mien_io_image_read(file.bytes, file.size, NULL, &image, &error);
    snprintf(place, sizeof place, "byte %zu", file.size - 12);
    check_error(&error, MIEN_ERROR_CORRUPT, place, "CRC");
    CHECK_STATUS(mien_io_image_read(NULL, 1, NULL, &image, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_io_image_read(file.bytes, 1, NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
    const MienIoImageOptions wide = {.max_side = 65536};
    CHECK_STATUS(mien_io_image_read(file.bytes, 1, &wide, &image, NULL), MIEN_ERROR_ARGUMENT);
    mien_io_image_destroy(NULL);
    text_free(&file);
}

static MienStatus read_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const Text *file = given;
    MienIoImage *image = NULL;
    const MienStatus status = mien_io_image_read(
        file->bytes, file->size, &(MienIoImageOptions){.allocator = allocator}, &image, error);
    *out_is_empty = image == NULL;
    mien_io_image_destroy(image);
    return status;
}

TEST(memory_runs_out)
{
    Text file = make_png(&(Picture){.width = 30, .height = 20, .depth = 8, .type = 3, .is_interlaced = true});
    check_call("png", read_with, &file);
    text_free(&file);
#if defined(MIEN_IMAGES)
    file = make_jpeg(30, 20, 3, PROGRESSIVE);
    check_call("jpeg", read_with, &file);
    text_free(&file);
#endif
}

/// libpng's own memory counts as well.
TEST(memory_limit_at_every_step)
{
    Text file =
        make_png(&(Picture){.width = 30, .height = 20, .depth = 16, .type = 6, .is_interlaced = true});
    int refused = 0;
    MienIoImage *image = NULL;
    for (uint64_t limit = 1; image == NULL && limit < 1000000; limit += 97) {
        const MienIoImageOptions options = {.limits.memory = limit};
        MienError error = {0};
        image = read_image(&file, &options, &error);
        refused += image == NULL;
        CHECK(image != NULL || error.status == MIEN_ERROR_LIMIT);
    }
    printf("refused %d times\n", refused);
    CHECK(image != NULL && refused > 30);
    mien_io_image_destroy(image);
    text_free(&file);
}

static const char *judge(const void *bytes, size_t size, int way, MienStatus *out_status)
{
    (void)way;
    const MienIoImageOptions options = {.max_side = 64};
    return judge_image(bytes, size, &options, out_status);
}

static void attack_image(const char *name, Text file)
{
    Victim victim = {
        .name = name, .text = file.bytes, .size = file.size, .judge = judge, .ways = 1, .others = "\xFF\x7F"};
    victim_attack(&victim);
    int read_count = 0; // of what is cut short nothing is shown, not even what is there
    for (size_t size = 0; size < file.size; ++size) {
        MienStatus status;
        judge(file.bytes, size, 0, &status);
        read_count += status == MIEN_OK;
    }
    CHECK_INT(read_count, 0);
    text_free(&file);
}

TEST(damaged)
{
    attack_image("grey",
                 make_png(&(Picture){.width = 5, .height = 4, .depth = 2, .type = 0, .extra = "tEXt"}));
    attack_image("palette", make_png(&(Picture){.width = 9,
                                                .height = 9,
                                                .depth = 4,
                                                .type = 3,
                                                .is_interlaced = true,
                                                .is_transparent = true,
                                                .extra = "gAMA"}));
#if defined(MIEN_IMAGES)
    attack_image("baseline", make_jpeg(12, 9, 3, BASELINE));
    attack_image("progressive", make_jpeg(12, 9, 1, PROGRESSIVE));
#endif
}

TEST(builds_without_decoders_say_so)
{
    Text file = make_png(&(Picture){.width = 2, .height = 2, .depth = 8, .type = 0});
    MienError error = {0};
    MienIoImage *image = read_image(&file, NULL, &error);
    CHECK(mien_io_image_is_supported() == (image != NULL));
    CHECK(image != NULL || error.status == MIEN_ERROR_VERSION);
    mien_io_image_destroy(image);
    text_free(&file);
}

CHECK_MAIN
{
    RUN(builds_without_decoders_say_so);
    if (!mien_io_image_is_supported())
        return;
    RUN(png_of_every_kind);
    RUN(what_a_png_says_beside_its_pixels_is_passed_over);
#if defined(MIEN_IMAGES)
    RUN(jpeg);
    RUN(four_inks_are_refused);
    RUN(coefficients_are_memory);
    RUN(too_many_scans);
#endif
    RUN(limits_come_before_memory);
    RUN(bombs);
    RUN(refusals);
    RUN(memory_runs_out);
    RUN(memory_limit_at_every_step);
    RUN(damaged);
}
