// SPDX-License-Identifier: MIT
//
// Contact sheets: every pose of a character, or the poses of several side by side.

#include "core/float_rules.h"

#include "cli/draw/grid.h"
#include "cli/draw/lines.h"

#include <string.h>

typedef struct Sheet {
    const CliArgs *args;
    MieniRenderer *renderer;
    CliFace *faces;
    int face_count;
    CliLines names; ///< Of poses, in order.
    float *weights; ///< Of each.
    size_t skip;    ///< Bytes of what all names begin with: "blendShape1." says nothing.
    MieniShot shot;
    CliGrid grid;
    bool is_one_face; ///< Poses fill rows one after another.
    bool is_turned;   ///< A column per character instead of a row.
} Sheet;

static void add_pose(Sheet *sheet, MieniFacePose pose)
{
    sheet->names.items[sheet->names.count] = mieni_face_pose_name(sheet->faces[0].face, pose);
    sheet->weights[sheet->names.count++] = pose.weight;
}

/// The poses that --pose names, or all of the first character.
static int choose_poses(Sheet *sheet)
{
    const CliArgs *args = sheet->args;
    const CliFace *first = &sheet->faces[0];
    const MieniFace *face = first->face;
    const bool is_given = cli_has(args, "pose");
    const size_t most = (size_t)(is_given ? args->given_count : face->pose_count);
    MieniFacePose pose;
    sheet->names.items = mieni_arena_take(args->arena, most, sizeof *sheet->names.items);
    sheet->weights = mieni_arena_take(args->arena, most, sizeof *sheet->weights);
    if (sheet->names.items == NULL || sheet->weights == NULL)
        return cli_fail_memory(args);
    for (int i = 0; !is_given && i < face->pose_count; ++i)
        add_pose(sheet, mieni_face_pose_at(face, i));
    for (int i = 0; i < args->given_count; ++i) {
        if (strcmp(args->given[i].option->name, "pose") != 0)
            continue;
        const int code = cli_face_read_pose(first, args->given[i].value, &pose);
        if (code != CLI_EXIT_OK)
            return code;
        add_pose(sheet, pose);
    }
    if (sheet->names.count == 0)
        return cli_fail(
            sheet->args, CLI_EXIT_INPUT, first->open.character.path, NULL,
            "The character has no poses and no morphs: set a pose asset in its poses or its graph.");
    return CLI_EXIT_OK;
}

/// Finds what all names begin with, up to a dot.
static size_t common_start(const CliLines *names)
{
    size_t same = 0, whole = 0;
    for (bool is_same = names->count > 1; is_same; ++same) {
        const char c = names->items[0][same];
        for (int i = 0; i < names->count; ++i)
            is_same = is_same && c != '\0' && names->items[i][same] == c;
        if (is_same && c == '.')
            whole = same + 1;
    }
    return whole;
}

static const char *name_of_row(const Sheet *sheet, int row)
{
    return sheet->is_turned ? sheet->names.items[row] + sheet->skip : sheet->faces[row].name;
}

/// Rows and columns: about as wide as a screen for one character; a row per character
/// for several, or a column where rows would be longer than the sheet is high.
static int lay_out(Sheet *sheet)
{
    enum { MOST_IN_ROW = 12 };
    const int poses = sheet->names.count, given = cli_integer(sheet->args, "columns", 0);
    CliGrid *grid = &sheet->grid;
    sheet->skip = common_start(&sheet->names);
    sheet->is_one_face = sheet->face_count == 1;
    sheet->is_turned = !sheet->is_one_face && poses > MOST_IN_ROW;
    if (cli_has(sheet->args, "columns") && (given < 1 || given > 1000 || !sheet->is_one_face))
        return cli_fail(sheet->args, CLI_EXIT_USAGE, NULL, NULL,
                        "--columns is from 1 to 1000, and for one character.");
    int columns = 1;
    while (columns * columns * 5 < poses * 8)
        ++columns;
    grid->columns = !sheet->is_one_face ? sheet->is_turned ? sheet->face_count : poses
                    : given > 0         ? given
                                        : columns;
    if (sheet->is_one_face && grid->columns > poses)
        grid->columns = poses;
    grid->rows = sheet->is_one_face ? (poses + grid->columns - 1) / grid->columns
                 : sheet->is_turned ? poses
                                    : sheet->face_count;
    grid->label_room = 1;
    int code = CLI_EXIT_OK;
    for (int r = 0; !sheet->is_one_face && r < grid->rows && code == CLI_EXIT_OK; ++r)
        code = cli_grid_fit(grid, name_of_row(sheet, r));
    return code;
}

static int draw_cell(Sheet *sheet, int face_index, int pose_index)
{
    CliFace *face = &sheet->faces[face_index];
    CliGrid *grid = &sheet->grid;
    MieniFacePose pose;
    MieniPicture picture = {0};
    const char *name = sheet->names.items[pose_index];
    if (!cli_face_find_pose(face, name, &pose)) { // another character's: its place stays empty
        cli_progress_pause(&grid->progress);
        cli_warn(sheet->args, face->open.character.path, name, "No pose with this name.");
        return CLI_EXIT_OK;
    }
    pose.weight = sheet->weights[pose_index];
    const int code = cli_face_draw(face, sheet->renderer, &sheet->shot, &pose, 1, &picture);
    name += sheet->skip;
    if (code != CLI_EXIT_OK)
        return code;
    if (sheet->is_one_face)
        return cli_grid_put(grid, pose_index % grid->columns, pose_index / grid->columns, &picture, name);
    return sheet->is_turned ? cli_grid_put(grid, face_index, pose_index, &picture, face->name)
                            : cli_grid_put(grid, pose_index, face_index, &picture, name);
}

/// "58 poses", or "57 morphs" of a face that only these move.
static const char *how_many(const Sheet *sheet)
{
    return cli_many_text(sheet->args, sheet->names.count,
                         sheet->faces[0].face->shows_morphs ? "morph" : "pose");
}

static int draw(Sheet *sheet)
{
    int code = choose_poses(sheet);
    if (code == CLI_EXIT_OK)
        code = lay_out(sheet);
    const char *what = cli_text(sheet->args, "%s%s, %s", sheet->faces[0].name,
                                sheet->face_count > 1 ? " and others" : "", how_many(sheet));
    const char *title = sheet->faces[0].name;
    for (int i = 1; i < sheet->face_count; ++i)
        title = cli_text(sheet->args, "%s, %s", title, sheet->faces[i].name);
    title = cli_text(sheet->args, "%s: %s", title, how_many(sheet));
    if (code == CLI_EXIT_OK)
        code = cli_grid_begin(&sheet->grid, title);
    for (int f = 0; f < sheet->face_count && code == CLI_EXIT_OK; ++f)
        for (int p = 0; p < sheet->names.count && code == CLI_EXIT_OK; ++p)
            code = draw_cell(sheet, f, p);
    for (int r = 0; !sheet->is_one_face && r < sheet->grid.rows && code == CLI_EXIT_OK; ++r)
        code = cli_grid_name_row(&sheet->grid, r, name_of_row(sheet, r));
    return cli_grid_end(&sheet->grid, code, what);
}

int cli_sheet_run(const CliArgs *args)
{
    Sheet sheet = {.args = args, .face_count = args->value_count, .grid = {.args = args}};
    CliGrid *grid = &sheet.grid;
    int code = cli_picture_check(args);
    if (code == CLI_EXIT_OK)
        code = cli_grid_cell(args, &grid->cell);
    if (code == CLI_EXIT_OK)
        code = cli_shot_options(args, grid->cell, grid->cell, MIENI_FRAME_FACE, &sheet.shot);
    sheet.shot.is_rest = true;
    sheet.shot.follows = false; // poses turn heads, and stay to be compared
    sheet.shot.quality = cli_shot_quality(grid->cell);
    grid->is_transparent = sheet.shot.is_transparent;
    if (code == CLI_EXIT_OK)
        code = cli_renderer_open(args, &sheet.renderer);
    if (code == CLI_EXIT_OK)
        code = cli_faces_open(args, sheet.renderer, &sheet.faces);
    if (code == CLI_EXIT_OK)
        code = draw(&sheet);
    cli_faces_close(args, sheet.faces);
    mieni_renderer_destroy(sheet.renderer);
    return code;
}
