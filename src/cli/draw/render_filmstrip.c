// SPDX-License-Identifier: MIT
//
// Film strips: times of a clip in a row, one row per character.

#include "core/float_rules.h"

#include "cli/draw/grid.h"
#include "cli/draw/lines.h"
#include "cli/draw/moments.h"

enum { MOST_FRAMES = 500, USUAL_FRAMES = 8 };

typedef struct Strip {
    const CliArgs *args;
    MieniRenderer *renderer;
    CliFace *faces;
    int face_count;
    double times[MOST_FRAMES];
    int frame_count;
    MieniShot shot;
    CliGrid grid;
} Strip;

/// --times, in order.
static int read_times(Strip *strip)
{
    const int code = cli_numbers_split(strip->args, "times", cli_value(strip->args, "times", ""),
                                       strip->times, MOST_FRAMES, &strip->frame_count);
    for (int i = 0; code == CLI_EXIT_OK && i < strip->frame_count; ++i)
        if (!(strip->times[i] >= (i > 0 ? strip->times[i - 1] : 0.0) && strip->times[i] <= 86400.0))
            return cli_fail(strip->args, CLI_EXIT_USAGE, NULL, NULL,
                            "--times are from 0 to 86400 seconds, in ascending order.");
    return code;
}

/// Those that differ most on the first character, or of the same distance from the first
/// to the last of the longest clip.
static int choose_times(Strip *strip)
{
    double length = 0.0;
    int code = CLI_EXIT_OK;
    if (cli_has(strip->args, "times"))
        return read_times(strip);
    strip->frame_count = cli_integer(strip->args, "count", USUAL_FRAMES);
    if (strip->frame_count < 1 || strip->frame_count > MOST_FRAMES)
        return cli_fail(strip->args, CLI_EXIT_USAGE, NULL, NULL, "--count is from 1 to %d.", MOST_FRAMES);
    for (int f = 0; f < strip->face_count; ++f) {
        const double own = mieni_character_length(&strip->faces[f].open.character);
        length = own > length ? own : length;
    }
    if (length == 0.0)
        return cli_fail(strip->args, CLI_EXIT_USAGE, NULL, NULL,
                        "No clip sets the duration: use --clip or --times.");
    if (!cli_has(strip->args, "count"))
        code = cli_moments_choose(strip->args, strip->args->values[0], length, USUAL_FRAMES, strip->times,
                                  &strip->frame_count);
    if (code != CLI_EXIT_OK || (!cli_has(strip->args, "count") && strip->frame_count > 1))
        return code;
    strip->frame_count = cli_integer(strip->args, "count", USUAL_FRAMES); // also of clips without curves
    for (int i = 0; i < strip->frame_count; ++i)
        strip->times[i] =
            strip->frame_count > 1 ? length * (double)i / (double)(strip->frame_count - 1) : 0.0;
    return CLI_EXIT_OK;
}

/// "emotions" of the clip that says how long the strip is, or of the command line.
static const char *title_of(const Strip *strip)
{
    const MieniCharacter *character = &strip->faces[0].open.character;
    const double length = mieni_character_length(character);
    const char *given = cli_value(strip->args, "clip", NULL);
    for (int i = 0; i < character->asset_count; ++i)
        if (character->assets[i].clip != NULL && mien_clip_info(character->assets[i].clip).length == length)
            return cli_short_name(strip->args, character->assets[i].path);
    return given != NULL ? given : strip->faces[0].name;
}

/// Rows of one moment would be a column of faces, which is hard to compare.
static bool is_one_moment(const Strip *strip) { return strip->frame_count == 1 && strip->face_count > 1; }

static const char *moment_text(const Strip *strip, int frame)
{
    return cli_text(strip->args, "%s s", cli_fixed_text(strip->args, strip->times[frame], 2));
}

static int draw_row(Strip *strip, int row)
{
    CliFace *face = &strip->faces[row];
    const bool is_turned = is_one_moment(strip);
    int code = is_turned ? CLI_EXIT_OK : cli_grid_name_row(&strip->grid, row, face->name);
    for (int i = 0; i < strip->frame_count && code == CLI_EXIT_OK; ++i) {
        MieniPicture picture = {0};
        code = cli_character_go(&face->open, strip->times[i]);
        if (code == CLI_EXIT_OK)
            code = cli_face_draw(face, strip->renderer, &strip->shot, NULL, 0, &picture);
        if (code == CLI_EXIT_OK)
            code = cli_grid_put(&strip->grid, is_turned ? row : i, is_turned ? 0 : row, &picture,
                                is_turned ? face->name : moment_text(strip, i));
        mieni_picture_release(&picture);
    }
    return code;
}

static int draw(Strip *strip)
{
    CliGrid *grid = &strip->grid;
    int code = choose_times(strip);
    const bool is_turned = code == CLI_EXIT_OK && is_one_moment(strip);
    grid->columns = is_turned ? strip->face_count : strip->frame_count;
    grid->rows = is_turned ? 1 : strip->face_count;
    grid->label_room = 1;
    for (int f = 0; f < strip->face_count && !is_turned && code == CLI_EXIT_OK; ++f)
        code = cli_grid_fit(grid, strip->faces[f].name);
    const char *frames = cli_many_text(strip->args, strip->frame_count, "frame");
    if (code == CLI_EXIT_OK)
        code = cli_grid_begin(grid, cli_text(strip->args, "%s: %s", title_of(strip),
                                             is_turned ? moment_text(strip, 0) : frames));
    for (int f = 0; f < strip->face_count && code == CLI_EXIT_OK; ++f)
        code = draw_row(strip, f);
    return cli_grid_end(grid, code,
                        cli_text(strip->args, "%s%s, %s", strip->face_count > 0 ? strip->faces[0].name : "",
                                 strip->face_count > 1 ? " and others" : "", frames));
}

int cli_filmstrip_run(const CliArgs *args)
{
    Strip *strip = mieni_arena_take(args->arena, 1, sizeof *strip);
    if (strip == NULL)
        return cli_fail_memory(args);
    *strip = (Strip){.args = args, .face_count = args->value_count, .grid = {.args = args}};
    CliGrid *grid = &strip->grid;
    int code = cli_picture_check(args);
    if (code == CLI_EXIT_OK)
        code = cli_grid_cell(args, &grid->cell);
    if (code == CLI_EXIT_OK)
        code = cli_shot_options(args, grid->cell, grid->cell, MIENI_FRAME_HEAD, &strip->shot);
    strip->shot.quality = cli_shot_quality(grid->cell);
    grid->is_transparent = strip->shot.is_transparent;
    if (code == CLI_EXIT_OK)
        code = cli_renderer_open(args, &strip->renderer);
    if (code == CLI_EXIT_OK)
        code = cli_faces_open(args, strip->renderer, &strip->faces);
    if (code == CLI_EXIT_OK)
        code = draw(strip);
    cli_faces_close(args, strip->faces);
    mieni_renderer_destroy(strip->renderer);
    return code;
}
