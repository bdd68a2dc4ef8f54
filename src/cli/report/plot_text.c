// SPDX-License-Identifier: MIT
//
// Plots for terminals. A Braille character is two columns and four rows of dots, exists in
// every font and needs no colour.

#include "core/float_rules.h"

#include "cli/report/plot.h"

#include <string.h>

enum {
    USUAL_ROW_LINES = 3,
    MOST_ROW_LINES = 8,
    MOST_NAME = 24,
    LEAST_TICK = 5,
    LEAST_COLUMNS = 10, ///< Of dots' characters, however narrow the terminal is.
};

/// What stands left of rows, in columns, and lines of a row.
typedef struct Columns {
    int names, ticks, lines;
} Columns;

/// Characters of dots, and the bits that are set in each.
typedef struct Dots {
    int columns, lines;
    unsigned char *cells;
} Dots;

static void set_dot(const Dots *dots, int x, int y)
{
    static const unsigned char bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    if (x >= 0 && y >= 0 && x < dots->columns * 2 && y < dots->lines * 4)
        dots->cells[y / 4 * dots->columns + x / 2] |= bits[y % 4][x % 2];
}

/// Dots of a row: each column from the least to the most that the curve has there.
static void draw_row(const CliPlot *plot, const CliPlotRow *row, const Dots *dots)
{
    const int width = dots->columns * 2, height = dots->lines * 4;
    const double range = plot->to - plot->from;
    int last_x = -1, last_y = 0;
    memset(dots->cells, 0, (size_t)dots->columns * (size_t)dots->lines);
    for (int s = 0; s < row->sample_count; ++s) {
        const CliPlotSample *sample = &row->samples[s];
        const double part = ((double)sample->value - row->low) / (row->high - row->low);
        const double along = range > 0.0 ? (sample->time - plot->from) / range : 0.0;
        const int y = height - 1 - (int)(part * (double)(height - 1) + 0.5);
        const int x = (int)(along * (double)(width - 1) + 0.5);
        for (int between = last_x + 1; last_x >= 0 && between < x; ++between) // few samples, many columns
            set_dot(dots, between, last_y + (y - last_y) * (between - last_x) / (x - last_x));
        const int from = last_x < 0 ? y : last_y + (y > last_y) - (y < last_y);
        for (int at = from; at != y; at += y > at ? 1 : -1)
            set_dot(dots, x, at);
        set_dot(dots, x, y);
        last_x = x;
        last_y = y;
    }
    for (int x = 0; row->sample_count == 1 && x < width; ++x) // of one moment it is level
        set_dot(dots, x, last_y);
}

/// A character of Braille; none where no dot is.
static void put_cell(MieniTextOut *out, unsigned cell)
{
    const char bytes[3] = {(char)0xE2, (char)(0xA0 + (cell >> 6)), (char)(0x80 + (cell & 63))};
    if (cell == 0)
        mieni_text_put(out, " ");
    else
        mieni_text_put_bytes(out, bytes, 3);
}

static void end_line(MieniTextOut *out)
{
    while (out->size > 0 && out->bytes[out->size - 1] == ' ')
        --out->size;
    mieni_text_put(out, "\n");
}

static void put_right(MieniTextOut *out, const char *text, int columns)
{
    const int blanks = columns - cli_text_width(text);
    mieni_text_putf(out, "%*s%s", blanks > 0 ? blanks : 0, "", text);
}

/// The upper and lower end of a scale.
static const char *end_text(const CliPlot *plot, const CliPlotRow *row, bool is_high)
{
    return cli_plot_tick(plot->args, is_high ? row->high : row->low, row->high - row->low);
}

/// What stands left of a line of a row: the name in the middle, the scale at both ends.
static void put_left(const CliPlot *plot, const CliPlotRow *row, int line, const Columns *columns,
                     MieniTextOut *out)
{
    const bool is_first = line == 0, is_last = line + 1 == columns->lines;
    const bool is_middle = line == (columns->lines - 1) / 2;
    put_right(out, is_middle ? cli_text_squeeze(plot->args, row->name, columns->names) : "", columns->names);
    put_right(out, is_first || is_last ? end_text(plot, row, is_first) : "", columns->ticks);
    mieni_text_put(out, is_first || is_last ? " \xE2\x94\xA4" : " \xE2\x94\x82");
}

static void put_row(const CliPlot *plot, int r, const Dots *dots, const Columns *columns, MieniTextOut *out)
{
    static const int colors[] = {36, 33, 32, 35, 34, 31};
    const CliPlotRow *row = &plot->rows[r];
    draw_row(plot, row, dots);
    for (int line = 0; line < dots->lines; ++line) {
        put_left(plot, row, line, columns, out);
        if (plot->args->color_out)
            mieni_text_putf(out, "\x1b[%dm", colors[r % 6]);
        for (int c = 0; c < dots->columns; ++c)
            put_cell(out, dots->cells[line * dots->columns + c]);
        if (plot->args->color_out)
            mieni_text_put(out, "\x1b[0m");
        end_line(out);
    }
}

static int column_of(const CliPlot *plot, double time, int columns)
{
    const double range = plot->to - plot->from;
    return range > 0.0 ? (int)((time - plot->from) / range * (double)(columns - 1) + 0.5) : 0;
}

/// The axis, with a mark where each number stands, and the numbers.
static void put_axis(const CliPlot *plot, int columns, int indent, MieniTextOut *out)
{
    const int most = columns / 12 > 1 ? columns / 12 : 1;
    const double step = cli_plot_step(plot->to - plot->from, most);
    long long first = (long long)(plot->from / step);
    first += (double)first * step < plot->from - step * 1e-6;
    mieni_text_putf(out, "%*s\xE2\x94\x94", indent - 1, "");
    long long tick = first;
    for (int c = 0; c < columns; ++c) {
        const bool is_tick = column_of(plot, (double)tick * step, columns) == c;
        mieni_text_put(out, is_tick ? "\xE2\x94\xB4" : "\xE2\x94\x80");
        tick += is_tick;
    }
    mieni_text_putf(out, "\n%*s", indent - 1, "");
    int at = -1;
    for (tick = first; (double)tick * step <= plot->to + step * 1e-6; ++tick) {
        const char *text = cli_text(plot->args, "%s s", cli_plot_tick(plot->args, (double)tick * step, step));
        const int width = cli_text_width(text), place = column_of(plot, (double)tick * step, columns);
        const int wanted = place + width > columns ? columns - width : place;
        if (wanted <= at)
            continue;
        mieni_text_putf(out, "%*s%s", wanted - at, "", text);
        at = wanted + width;
    }
    end_line(out);
}

/// A line of flags above the rows, and a list of what they are below.
static void put_event_flags(const CliPlot *plot, int columns, int indent, MieniTextOut *out)
{
    if (plot->event_count == 0)
        return;
    mieni_text_putf(out, "%*s", indent, "");
    for (int c = 0, e = 0; c < columns; ++c) {
        bool is_here = false;
        for (; e < plot->event_count && column_of(plot, plot->events[e].time, columns) == c; ++e)
            is_here = true;
        mieni_text_put(out, is_here ? "\xE2\x96\xBC" : " ");
    }
    end_line(out);
}

static void put_event_list(const CliPlot *plot, MieniTextOut *out)
{
    enum { MOST_EVENTS = 12 };
    for (int e = 0; e < plot->event_count && e < MOST_EVENTS; ++e)
        mieni_text_putf(out, "\xE2\x96\xBC %s s  %s\n", cli_fixed_text(plot->args, plot->events[e].time, 3),
                        plot->events[e].name);
    if (plot->event_count > MOST_EVENTS)
        mieni_text_putf(out, "and %s\n",
                        cli_many_text(plot->args, plot->event_count - MOST_EVENTS, "more event"));
}

/// As wide as names and numbers are, but dots get two thirds.
static Columns choose_columns(const CliPlot *plot, int columns, int lines)
{
    Columns chosen = {.names = 1, .ticks = LEAST_TICK};
    for (int r = 0; r < plot->row_count; ++r) {
        const CliPlotRow *row = &plot->rows[r];
        const int widths[3] = {cli_text_width(row->name), cli_text_width(end_text(plot, row, true)) + 1,
                               cli_text_width(end_text(plot, row, false)) + 1};
        chosen.names = widths[0] > chosen.names ? widths[0] : chosen.names;
        for (int i = 1; i < 3; ++i)
            chosen.ticks = widths[i] > chosen.ticks ? widths[i] : chosen.ticks;
    }
    chosen.names = chosen.names < MOST_NAME ? chosen.names : MOST_NAME;
    if (chosen.names > columns / 3)
        chosen.names = columns / 3;
    chosen.lines = lines > 0 ? (lines - 4) / plot->row_count : USUAL_ROW_LINES;
    chosen.lines = chosen.lines < 1 ? 1 : chosen.lines > MOST_ROW_LINES ? MOST_ROW_LINES : chosen.lines;
    return chosen;
}

void cli_plot_put_text(const CliPlot *plot, int columns, int lines, MieniTextOut *out)
{
    const Columns left = choose_columns(plot, columns, lines);
    const int indent = left.names + left.ticks + 2;
    Dots dots = {.columns = columns - indent > LEAST_COLUMNS ? columns - indent : LEAST_COLUMNS,
                 .lines = left.lines};
    dots.cells = mieni_arena_take(plot->args->arena, (size_t)dots.columns, (size_t)dots.lines);
    if (dots.cells == NULL)
        return;
    cli_put_heading(plot->args, out, plot->name);
    mieni_text_putf(out, "\n%s\n", cli_text_cut(plot->args, cli_plot_about(plot), columns));
    put_event_flags(plot, dots.columns, indent, out);
    for (int r = 0; r < plot->row_count; ++r)
        put_row(plot, r, &dots, &left, out);
    put_axis(plot, dots.columns, indent, out);
    if (cli_plot_more(plot)[0] != '\0')
        mieni_text_putf(out, "%s\n", cli_plot_more(plot));
    put_event_list(plot, out);
}
