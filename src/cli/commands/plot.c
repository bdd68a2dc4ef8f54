// SPDX-License-Identifier: MIT
//
// mien plot

#include "cli/report/plot.h"

#include "cli/draw/lines.h"
#include "project/files/os.h"

#include <stdlib.h>
#include <string.h>

enum {
    USUAL_WIDTH = 1200,
    LEAST_WIDTH = 320,
    LEAST_HEIGHT = 180,
    MOST_SIDE = 16384,
    USUAL_COLUMNS = 80,
    LEAST_COLUMNS = 40,
    MOST_COLUMNS = 1000,
    TOGETHER_ROWS = 8, ///< What a frame can hold and be read.
};

typedef enum Form {
    FORM_TEXT,
    FORM_SVG,
    FORM_PNG,
} Form;

static const CliArgument arguments[] = {
    {.name = "CLIP",
     .help = "A clip of the project, a packed clip, or a file with a take, such as a Live Link Face CSV; `-` "
             "is a pack from standard input",
     .kind = CLI_FILE},
    {0},
};

static const CliOption options[] = {
    {.name = "curve",
     .letter = 'u',
     .value = "NAME",
     .is_repeated = true,
     .help =
         "This curve, or all that match a pattern with `*` and `?` (default: the twelve that change most)"},
    {.name = "start", .value = "SECONDS", .kind = CLI_NUMBER, .help = "The start time (default: 0)"},
    {.name = "end",
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .help = "The end time (default: the end of the clip)"},
    {.name = "size",
     .value = "WIDTHxHEIGHT",
     .help = "Image size in pixels, or columns and lines of text; WIDTH alone sets the height automatically"},
    {.name = "fit", .help = "Scale each curve individually, from its minimum to its maximum"},
    {.name = "together",
     .excludes = "text",
     .help = "Plot all curves in one frame with a legend instead of one row each"},
    {.name = "text", .help = "Plot as text for a terminal (the default without `--output`)"},
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .kind = CLI_FILE,
     .help = "The image to write, `.svg` or `.png`; `-` is SVG to standard output"},
    CLI_PROJECT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien plot scream", "In the terminal: the curves that change most"},
    {"mien plot scream -o curves.svg", "The same as an image"},
    {"mien plot take.mien --curve 'jaw*' --start 0.5 --end 1 -o jaw.svg", "Half a second of the jaw"},
    {"mien plot takes/line_01.csv --text --size 100x40", "A raw capture, without a project"},
    {"mien plot takes/line_01.csv --together -o line.svg", "All in one frame, to compare them"},
    {0},
};

static bool ends_with(const char *text, const char *end)
{
    const size_t size = strlen(text), wanted = strlen(end);
    return size >= wanted && strcmp(text + size - wanted, end) == 0;
}

static int choose_form(const CliArgs *args, Form *form)
{
    const char *path = cli_value(args, "output", NULL);
    *form = FORM_TEXT;
    if (path == NULL && cli_has(args, "together"))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--together needs an image: use --output FILE.");
    if (path == NULL || cli_has(args, "text"))
        return CLI_EXIT_OK;
    *form = ends_with(path, ".png") ? FORM_PNG : FORM_SVG;
    if (*form == FORM_PNG || ends_with(path, ".svg") || strcmp(path, "-") == 0)
        return CLI_EXIT_OK;
    return cli_fail(args, CLI_EXIT_USAGE, path, NULL,
                    "The output file must end in .svg or .png; or use --text.");
}

/// Digits at *text, which moves behind them; -1 if there are none or too many.
static int read_side(const char **text)
{
    int side = 0, digits = 0;
    for (; **text >= '0' && **text <= '9' && digits < 6; ++*text, ++digits)
        side = side * 10 + (**text - '0');
    return digits > 0 && digits < 6 ? side : -1;
}

static int terminal_columns(void)
{
    const char *columns = getenv("COLUMNS");
    if (columns != NULL && atoi(columns) > 0)
        return atoi(columns);
    const int found = mieni_os_columns();
    return found > 0 ? found : USUAL_COLUMNS;
}

/// Width and height; a height of 0 is as much as it takes.
static int choose_size(const CliArgs *args, Form form, int *width, int *height)
{
    const char *text = cli_value(args, "size", NULL);
    const bool is_text = form == FORM_TEXT;
    *height = 0;
    if (text == NULL) {
        const int columns = is_text ? terminal_columns() : USUAL_WIDTH;
        *width = is_text && columns < LEAST_COLUMNS  ? LEAST_COLUMNS
                 : is_text && columns > MOST_COLUMNS ? MOST_COLUMNS
                                                     : columns;
        return CLI_EXIT_OK;
    }
    const char *at = text;
    *width = read_side(&at);
    if (*at == 'x') {
        ++at;
        *height = read_side(&at);
    }
    if (*width < 0 || *height < 0 || *at != '\0')
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--size is WIDTHxHEIGHT, such as %s: %s.",
                        is_text ? "100x40" : "1200x800", text);
    const int least = is_text ? LEAST_COLUMNS : LEAST_WIDTH, most = is_text ? MOST_COLUMNS : MOST_SIDE;
    const int lowest = is_text ? 6 : LEAST_HEIGHT;
    if (*width < least || *width > most || *height > most || (*height != 0 && *height < lowest))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--size is from %dx%d to %dx%d%s.", least, lowest,
                        most, most, is_text ? " in text" : "");
    return CLI_EXIT_OK;
}

static int most_rows(const CliArgs *args, Form form, int height)
{
    const int wanted = cli_has(args, "curve") ? CLI_PLOT_MOST_ROWS : CLI_PLOT_USUAL_ROWS;
    const int room = cli_has(args, "together") ? TOGETHER_ROWS
                     : height == 0             ? wanted
                     : form == FORM_TEXT       ? (height - 4 > 1 ? height - 4 : 1)
                                               : cli_plot_rows_of(height);
    return room < wanted ? room : wanted;
}

static MieniJson *make_json(const CliPlot *plot, MieniJsonDocument *json)
{
    MieniJson *root = mieni_json_object(json);
    cli_json_set_string(json, root, "clip", plot->name);
    cli_json_set_number(json, root, "start", plot->from);
    cli_json_set_number(json, root, "end", plot->to);
    cli_json_set_number(json, root, "length", plot->length);
    cli_json_set_number(json, root, "rate", plot->rate);
    cli_json_set_number(json, root, "more_curves", plot->chosen_count - plot->row_count);
    MieniJson *curves = mieni_json_set(json, root, "curves", mieni_json_array(json));
    for (int r = 0; r < plot->row_count; ++r) {
        MieniJson *row = mieni_json_append(json, curves, mieni_json_object(json));
        cli_json_set_string(json, row, "name", plot->rows[r].name);
        cli_json_set_float(json, row, "least", plot->rows[r].least);
        cli_json_set_float(json, row, "most", plot->rows[r].most);
    }
    MieniJson *events = mieni_json_set(json, root, "events", mieni_json_array(json));
    for (int e = 0; e < plot->event_count; ++e) {
        MieniJson *row = mieni_json_append(json, events, mieni_json_object(json));
        cli_json_set_string(json, row, "name", plot->events[e].name);
        cli_json_set_number(json, row, "time", plot->events[e].time);
    }
    return root;
}

/// After a picture was written: a line about it.
static int tell(const CliPlot *plot, const char *path)
{
    MieniTextOut out = {0};
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    json.root = make_json(plot, &json);
    cli_json_set_string(&json, json.root, "file", path);
    cli_putf(&out, "%s: %s\n", path, cli_plot_about(plot));
    return cli_write_summary(plot->args, &out, &json);
}

static int write_picture(const CliPlot *plot, Form form, int width, int height)
{
    const CliArgs *args = plot->args;
    const char *path = cli_value(args, "output", "-");
    CliDrawing drawing = {.args = args, .width = width, .height = height};
    int code;
    cli_plot_draw(plot, cli_has(args, "together"), &drawing);
    if (args->arena->is_out_of_memory)
        return cli_fail_memory(args);
    if (form == FORM_PNG) {
        code = cli_drawing_write_png(&drawing, path);
    } else {
        MieniTextOut out = {0};
        cli_drawing_put_svg(&drawing, &out);
        code = cli_write_result(args, &out);
    }
    return code == CLI_EXIT_OK && strcmp(path, "-") != 0 ? tell(plot, path) : code;
}

static int write_text(const CliPlot *plot, int width, int height)
{
    MieniTextOut out = {0};
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    if (plot->args->json)
        json.root = make_json(plot, &json);
    else
        cli_plot_put_text(plot, width, height, &out);
    return cli_write_either(plot->args, &out, &json);
}

static int run(const CliArgs *args)
{
    CliClipSource source = {0};
    CliPlot plot;
    Form form;
    int width = 0, height = 0;
    int code = choose_form(args, &form);
    if (code == CLI_EXIT_OK)
        code = choose_size(args, form, &width, &height);
    if (code != CLI_EXIT_OK)
        return code;
    code = cli_clip_source_open(&source, args);
    if (code == CLI_EXIT_OK)
        code = cli_plot_make(&plot, &source, most_rows(args, form, height));
    if (code == CLI_EXIT_OK)
        code =
            form == FORM_TEXT ? write_text(&plot, width, height) : write_picture(&plot, form, width, height);
    cli_clip_source_close(&source);
    return code;
}

const CliCommand cli_cmd_plot = {
    .path = "plot",
    .group = "Inspect",
    .summary = "Plot the curves of a clip over time",
    .description =
        "Plots curves over time: as SVG or PNG, or in the terminal. Each curve has its own row with its "
        "name, scale, minimum and maximum; events are vertical lines. Without `--curve` it shows the twelve "
        "curves that change most, and the number of other curves.\n\n"
        "Curves within 0 to 1 are drawn from 0 to 1, so that heights are comparable; those within -1 to 1 "
        "are drawn from -1 to 1; others, and all with `--fit`, have their own scale. With `--together` up to "
        "eight curves share one frame and one scale; identical curves share a colour.\n\n"
        "A clip of a project is plotted after its modifiers, a packed clip as it plays. If there are more "
        "frames than columns, each column shows its minimum and maximum, so that no peak is lost.\n\n"
        "An SVG has the same bytes on every machine. PNG needs the package `mien-draw`. Text uses Braille "
        "dots, is as wide as the terminal, and needs no colours. With `--json` the result describes the "
        "plot: the range of each curve, and the events.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run,
};
