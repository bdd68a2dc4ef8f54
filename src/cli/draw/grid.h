// SPDX-License-Identifier: MIT
//
// Contact sheets: images of one size in rows and columns, with a title above and a label
// below each image or beside each row.

#pragma once

#include "cli/draw/face.h"
#include "cli/report/progress.h"

typedef struct CliGrid {
    const CliArgs *args;
    int columns, rows;
    int cell;       ///< Pixels of a picture's sides.
    int row_room;   ///< Pixels for words to the left of rows; 0: none.
    int label_room; ///< Pixels for words under each picture; 0: none.
    bool is_transparent;
    // Worked out by cli_grid_begin.
    int gap, title_room;
    float letters; ///< Pixels of a label's letters.
    MieniPicture picture;
    CliProgress progress;
    int done;
} CliGrid;

/// Makes room for words beside rows, before the sheet is opened.
int cli_grid_fit(CliGrid *grid, const char *name);
/// Opens the sheet and writes the title. Says what is wrong and returns the exit code.
int cli_grid_begin(CliGrid *grid, const char *title);
/// Puts the picture of a cell, releases it, and writes words under it (NULL: none). Tells
/// the progress; fails once the work is cancelled.
int cli_grid_put(CliGrid *grid, int column, int row, MieniPicture *picture, const char *label);
/// Writes words beside a row.
int cli_grid_name_row(CliGrid *grid, int row, const char *name);
/// Writes the sheet if code is fine, and closes it in any case.
int cli_grid_end(CliGrid *grid, int code, const char *what);

/// --cell, from 32 to 1024; 200 if not given.
int cli_grid_cell(const CliArgs *args, int *out_cell);
/// Opens all characters that the command line names. Close them in any case.
int cli_faces_open(const CliArgs *args, MieniRenderer *renderer, CliFace **out_faces);
void cli_faces_close(const CliArgs *args, CliFace *faces);
