// SPDX-License-Identifier: MIT
//
// Images as results.

#include "cli/draw/pictures.h"

#include "base/number.h"
#include "cli/draw/lines.h"
#include "io/png_write.h"
#include "render/picture.h"

#include <string.h>

enum { LEAST_SIDE = 16, MOST_SIDE = 8192 };

int cli_picture_check(const CliArgs *args)
{
    const char *path = cli_value(args, "output", NULL);
    if (path == NULL)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "Specify the image file: -o picture.png.");
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash != NULL ? slash : path, '.');
    const bool is_png = dot == NULL || strcmp(dot, ".png") == 0 || strcmp(dot, ".PNG") == 0;
    return is_png
               ? CLI_EXIT_OK // a name without an ending promises nothing
               : cli_fail(args, CLI_EXIT_USAGE, path, NULL, "Images are PNG: use a name that ends in .png.");
}

static bool read_side(const char *text, size_t size, int *out_side)
{
    double number;
    if (!mieni_number_read(text, size, &number) || !(number >= LEAST_SIDE && number <= MOST_SIDE))
        return false;
    *out_side = (int)number;
    return (double)*out_side == number;
}

int cli_picture_size(const CliArgs *args, int *width, int *height)
{
    const char *text = cli_value(args, "size", NULL);
    if (text == NULL)
        return CLI_EXIT_OK;
    const char *by = strchr(text, 'x'), *second = by != NULL ? by + 1 : text;
    if (read_side(text, by != NULL ? (size_t)(by - text) : strlen(text), width) &&
        read_side(second, strlen(second), height))
        return CLI_EXIT_OK;
    return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                    "--size is WIDTHxHEIGHT or one number, each from %d to %d pixels.", LEAST_SIDE,
                    MOST_SIDE);
}

/// To standard output, unless the picture went there.
static int tell(const CliArgs *args, const MieniPicture *picture, const char *path, const char *what)
{
    MieniTextOut text = {0};
    MieniJsonDocument json;
    if (strcmp(path, "-") == 0)
        return CLI_EXIT_OK;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_string(&json, json.root, "file", path);
    cli_json_set_number(&json, json.root, "width", (double)picture->width);
    cli_json_set_number(&json, json.root, "height", (double)picture->height);
    cli_json_set_string(&json, json.root, "shows", what);
    cli_putf(&text, "%s: %s, %d by %d pixels\n", path, what, picture->width, picture->height);
    return cli_write_summary(args, &text, &json);
}

int cli_picture_write(const CliArgs *args, const MieniPicture *picture, const char *what)
{
    const char *path = cli_value(args, "output", "-");
    const MienIoImage image = {picture->width, picture->height, picture->pixels};
    MienIoBytes bytes = {0};
    MienError error = {0};
    if (mieni_png_write(&image, NULL, &bytes, &error) != MIEN_OK)
        return cli_fail_error(args, path, &error);
    const int code = cli_write_file(args, path, bytes.data, bytes.size);
    mien_io_bytes_release(&bytes);
    return code == CLI_EXIT_OK ? tell(args, picture, path, what) : code;
}
