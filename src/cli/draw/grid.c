// SPDX-License-Identifier: MIT
//
// Contact sheets, assembled cell by cell.

#include "core/float_rules.h"

#include "cli/draw/grid.h"

#include "mien_io/image.h"

static const MieniColor paper = {246, 246, 248, 255};
static const MieniColor ink = {32, 34, 40, 255};
static const MieniColor faint = {96, 100, 110, 255};

int cli_grid_cell(const CliArgs *args, int *out_cell)
{
    *out_cell = cli_integer(args, "cell", 200);
    if (*out_cell >= 32 && *out_cell <= 1024)
        return CLI_EXIT_OK;
    return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--cell is from 32 to 1024 pixels.");
}

/// Where a cell's picture begins.
static int left_of(const CliGrid *grid, int column)
{
    return grid->gap + grid->row_room + column * (grid->cell + grid->gap);
}

static int top_of(const CliGrid *grid, int row)
{
    return grid->title_room + row * (grid->cell + grid->label_room + grid->gap);
}

static void choose_sizes(CliGrid *grid)
{
    grid->letters = grid->cell < 110 ? 11.0f : grid->cell < 400 ? 0.065f * (float)grid->cell + 2.0f : 28.0f;
    grid->gap = grid->cell < 96 ? 4 : grid->cell / 24;
}

int cli_grid_fit(CliGrid *grid, const char *name)
{
    MienError error = {0};
    MieniTextSize size;
    choose_sizes(grid);
    const MieniTextStyle style = {.size = grid->letters, .color = ink};
    const int most = 2 * grid->cell;
    if (mieni_text_measure(name, &style, &size, &error) != MIEN_OK)
        return cli_fail_error(grid->args, NULL, &error);
    const int room = (size.width < most ? size.width : most) + 2 * grid->gap;
    grid->row_room = room > grid->row_room ? room : grid->row_room;
    return CLI_EXIT_OK;
}

int cli_grid_begin(CliGrid *grid, const char *title)
{
    MienError error = {0};
    choose_sizes(grid);
    grid->title_room = (int)(grid->letters * 2.8f) + grid->gap;
    if (grid->label_room != 0)
        grid->label_room = (int)(grid->letters * 1.7f);
    const int64_t width = left_of(grid, grid->columns), height = top_of(grid, grid->rows);
    if (width > MIEN_IO_IMAGE_MAX_SIDE || height > MIEN_IO_IMAGE_MAX_SIDE ||
        width * height > MIEN_IO_IMAGE_MAX_PIXELS)
        return cli_fail(grid->args, CLI_EXIT_USAGE, NULL, NULL,
                        "The image would be %d by %d pixels: use a smaller --cell, or fewer poses or times.",
                        (int)width, (int)height);
    cli_progress_begin(&grid->progress, grid->args);
    const MieniColor none = {0};
    if (mieni_picture_create((int)width, (int)height, grid->is_transparent ? none : paper, NULL,
                             &grid->picture, &error) != MIEN_OK)
        return cli_fail_error(grid->args, NULL, &error);
    const MieniTextStyle style = {
        .size = grid->letters * 1.5f, .color = ink, .is_bold = true, .width = (int)width - 2 * grid->gap};
    if (mieni_text_draw(&grid->picture, title, &style, grid->gap, grid->gap, &error) != MIEN_OK)
        return cli_fail_error(grid->args, NULL, &error);
    return CLI_EXIT_OK;
}

int cli_grid_put(CliGrid *grid, int column, int row, MieniPicture *picture, const char *label)
{
    MienError error = {0};
    MienStatus status = MIEN_OK;
    const int x = left_of(grid, column), y = top_of(grid, row);
    mieni_picture_paste(&grid->picture, picture, x, y);
    mieni_picture_release(picture);
    if (label != NULL && grid->label_room > 0) {
        const MieniTextStyle style = {
            .size = grid->letters, .color = faint, .align = MIENI_ALIGN_CENTER, .width = grid->cell};
        status =
            mieni_text_draw(&grid->picture, label, &style, x, y + grid->cell + grid->label_room / 8, &error);
    }
    if (status != MIEN_OK || cli_is_cancelled())
        cli_progress_pause(&grid->progress);
    if (status != MIEN_OK)
        return cli_fail_error(grid->args, NULL, &error);
    if (cli_is_cancelled())
        return cli_fail_cancelled(grid->args);
    cli_progress_part(&grid->progress, cli_value(grid->args, "output", "-"),
                      (double)++grid->done / ((double)grid->columns * (double)grid->rows));
    return CLI_EXIT_OK;
}

int cli_grid_name_row(CliGrid *grid, int row, const char *name)
{
    MienError error = {0};
    const MieniTextStyle style = {
        .size = grid->letters, .color = ink, .align = MIENI_ALIGN_RIGHT, .width = grid->row_room - grid->gap};
    const int y = top_of(grid, row) + grid->cell / 2 - (int)(grid->letters * 0.7f);
    return mieni_text_draw(&grid->picture, name, &style, grid->gap, y, &error) == MIEN_OK
               ? CLI_EXIT_OK
               : cli_fail_error(grid->args, NULL, &error);
}

int cli_grid_end(CliGrid *grid, int code, const char *what)
{
    if (grid->progress.args != NULL)
        cli_progress_end(&grid->progress, code == CLI_EXIT_OK);
    if (code == CLI_EXIT_OK)
        code = cli_picture_write(grid->args, &grid->picture, what);
    mieni_picture_release(&grid->picture);
    return code;
}

int cli_faces_open(const CliArgs *args, MieniRenderer *renderer, CliFace **out_faces)
{
    CliFace *faces = mieni_arena_take(args->arena, (size_t)args->value_count, sizeof *faces);
    int code = CLI_EXIT_OK;
    *out_faces = faces;
    if (faces == NULL)
        return cli_fail_memory(args);
    CliArgs one = *args;
    one.value_count = 1; // what is behind it is no curve
    for (int i = 0; i < args->value_count && code == CLI_EXIT_OK; ++i)
        code = cli_is_cancelled() ? cli_fail_cancelled(args)
                                  : cli_face_open(&faces[i], &one, renderer, args->values[i]);
    return code;
}

void cli_faces_close(const CliArgs *args, CliFace *faces)
{
    for (int i = 0; faces != NULL && i < args->value_count; ++i)
        cli_face_close(&faces[i]);
}
