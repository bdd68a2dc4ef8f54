// SPDX-License-Identifier: MIT
//
// Plots as images: one row per curve, or all curves in one frame with a legend.

#include "core/float_rules.h"

#include "cli/report/plot.h"

#include <string.h>

enum {
    TITLE_HEIGHT = 62,
    EVENTS_HEIGHT = 34, ///< Two lines of names.
    AXIS_HEIGHT = 52,
    LEAST_ROW_HEIGHT = 18,
    LABEL_HEIGHT = 26, ///< Rows that are lower have no room for two numbers.
    ROW_GAP = 6,
    FRAME_HEIGHT = 420, ///< Of all in one.
    EDGE = 24,
    TICK_GAP = 18, ///< Of names to numbers, and numbers to frames.
    RANGE_GAP = 12,
    NARROW = 480,   ///< Pictures of less have no ranges at the right.
    MOST_NAME = 28, ///< Columns.
};

static const double column_width = 7.8; // of letters of 13 pixels, about
static const double small_width = 6.4;  // of 11 and 10 pixels

// Told apart by those who see no red or green too: they differ in lightness, or in blue.
static const unsigned palette[] = {0x0068B5, 0xD55E00, 0x00916A, 0x7B2D6B,
                                   0xC08A00, 0x3C9FDB, 0xC76B9E, 0x3A4450};

/// What is where.
typedef struct Layout {
    const CliPlot *plot;
    CliDrawing *drawing;
    double left, right, top, bottom; ///< Of all rows.
    double row_height, gap;
    double ticks;    ///< Width of numbers of scales.
    bool has_ranges; ///< At the right.
    int names;       ///< Columns that names may take.
    MieniColor ink, soft, grid, band;
} Layout;

/// Where values from low to high are drawn.
typedef struct Frame {
    double top, height, low, high;
} Frame;

static MieniColor color_of(int row) { return cli_color(palette[row % 8]); }

static int name_columns(const CliPlot *plot, int width)
{
    int most = 6;
    for (int r = 0; r < plot->row_count; ++r) {
        const int wanted = cli_text_width(plot->rows[r].name);
        most = wanted > most ? wanted : most;
    }
    most = most < MOST_NAME ? most : MOST_NAME;
    const int room = (int)((double)width / 3.0 / column_width);
    return most < room ? most : room;
}

static double x_of(const Layout *layout, double time)
{
    const CliPlot *plot = layout->plot;
    const double range = plot->to - plot->from;
    return layout->left + (range > 0.0 ? (time - plot->from) / range : 0.0) * (layout->right - layout->left);
}

static double y_of(const Frame *frame, double value)
{
    return frame->top + frame->height * (1.0 - (value - frame->low) / (frame->high - frame->low));
}

/// Leaves out what is on a line between others, to a twentieth of a pixel. x ascends.
static int thin(CliPoint *points, int count)
{
    const double slack = 0.05;
    int kept = 1;
    double low = -1e30, high = 1e30;
    for (int i = 1; i < count; ++i) {
        const CliPoint anchor = points[kept - 1], here = points[i];
        const double slope = (here.y - anchor.y) / (here.x - anchor.x);
        if (i > 1 && (slope < low || slope > high)) { // keep the last one, and start again there
            points[kept++] = points[i - 1];
            low = -1e30;
            high = 1e30;
        }
        const CliPoint from = points[kept - 1];
        const double least = (here.y - slack - from.y) / (here.x - from.x);
        const double most = (here.y + slack - from.y) / (here.x - from.x);
        low = least > low ? least : low;
        high = most < high ? most : high;
    }
    if (count > 1)
        points[kept++] = points[count - 1];
    return kept;
}

/// The line of a row within a frame, and how many points it has. Of one moment it is level.
static CliPoint *line_of(const Layout *layout, const CliPlotRow *row, const Frame *frame, int *out_count)
{
    const bool is_moment = row->sample_count == 1;
    CliPoint *points =
        mieni_arena_take(layout->drawing->args->arena, (size_t)row->sample_count + 1, sizeof *points);
    *out_count = 0;
    if (points == NULL)
        return NULL;
    for (int s = 0; s < row->sample_count; ++s)
        points[s] =
            (CliPoint){x_of(layout, row->samples[s].time), y_of(frame, (double)row->samples[s].value)};
    if (is_moment)
        points[1] = (CliPoint){layout->right, points[0].y};
    *out_count = thin(points, row->sample_count + is_moment);
    return points;
}

/// What is between a line and 0.
static void fill_curve(const Layout *layout, const CliPoint *points, int count, const Frame *frame,
                       MieniColor color)
{
    const double zero = frame->low > 0.0 ? frame->low : frame->high < 0.0 ? frame->high : 0.0;
    const double foot = y_of(frame, zero);
    const MieniColor pale = {color.r, color.g, color.b, 38};
    CliPoint *area = cli_draw_path(layout->drawing, count + 2, 0.0, pale);
    if (area != NULL) {
        memcpy(area, points, (size_t)count * sizeof *area);
        area[count] = (CliPoint){points[count - 1].x, foot};
        area[count + 1] = (CliPoint){points[0].x, foot};
    }
}

static void draw_curve(const Layout *layout, const CliPlotRow *row, const Frame *frame, MieniColor color,
                       double thickness, bool is_filled)
{
    int count;
    const CliPoint *points = line_of(layout, row, frame, &count);
    if (points == NULL)
        return;
    if (is_filled)
        fill_curve(layout, points, count, frame, color);
    CliPoint *line = cli_draw_path(layout->drawing, count, thickness, color);
    if (line != NULL)
        memcpy(line, points, (size_t)count * sizeof *line);
}

/// Lines at round times through all rows, and what they stand for.
static void draw_time(const Layout *layout)
{
    const CliPlot *plot = layout->plot;
    const CliArgs *args = plot->args;
    const int most = (int)((layout->right - layout->left) / 76.0);
    const double step = cli_plot_step(plot->to - plot->from, most > 2 ? most : 2);
    long long tick = (long long)(plot->from / step);
    tick += (double)tick * step < plot->from - step * 1e-6;
    for (; (double)tick * step <= plot->to + step * 1e-6; ++tick) {
        const double x = x_of(layout, (double)tick * step);
        cli_draw_line(layout->drawing, (CliPoint){x, layout->top}, (CliPoint){x, layout->bottom + 4.0}, 1.0,
                      layout->grid);
        cli_draw_text(layout->drawing, x, layout->bottom + 18.0,
                      cli_text(args, "%s s", cli_plot_tick(args, (double)tick * step, step)), 11.0,
                      CLI_ANCHOR_MIDDLE, layout->soft);
    }
    cli_draw_text(layout->drawing, layout->left, layout->bottom + 38.0, cli_plot_more(plot), 11.0,
                  CLI_ANCHOR_START, layout->soft);
}

/// Lines through all rows, with names in two lines above, as far as there is room.
static void draw_events(const Layout *layout)
{
    const CliPlot *plot = layout->plot;
    const MieniColor color = cli_color(0xB91C1C), pale = {color.r, color.g, color.b, 110};
    double free_from[2] = {0.0, 0.0};
    for (int e = 0; e < plot->event_count; ++e) {
        const char *name = cli_text_cut(plot->args, plot->events[e].name, MOST_NAME);
        const double x = x_of(layout, plot->events[e].time), width = cli_text_width(name) * 6.2 + 10.0;
        const bool is_late = x + width > (double)layout->drawing->width; // then it stands before its line
        const double begin = is_late ? x - width : x;
        const int lane = begin >= free_from[0] ? 0 : begin >= free_from[1] ? 1 : -1;
        const double y = layout->top - 8.0 - (double)(lane > 0 ? 14 : 0);
        cli_draw_line(layout->drawing, (CliPoint){x, lane < 0 ? layout->top : y - 8.0},
                      (CliPoint){x, layout->bottom}, 1.0, pale);
        if (lane < 0)
            continue;
        free_from[lane] = begin + width;
        cli_draw_text(layout->drawing, is_late ? x - 4.0 : x + 4.0, y, name, 11.0,
                      is_late ? CLI_ANCHOR_END : CLI_ANCHOR_START, color);
    }
}

/// Numbers and lines of a scale at the left of a frame: round ones where there is room for
/// several, otherwise both ends, or none.
static void draw_scale(const Layout *layout, const Frame *frame)
{
    const int most = (int)(frame->height / 44.0);
    const double low = frame->low, high = frame->high;
    const double step = most > 1 ? cli_plot_step(high - low, most) : high - low;
    const double first = most > 1 ? (double)(long long)(low / step) * step : low;
    const bool has_numbers = frame->height >= (double)LABEL_HEIGHT;
    for (long long tick = 0; first + (double)tick * step <= high + step * 1e-6; ++tick) {
        const double value = first + (double)tick * step;
        const double y = y_of(frame, value);
        if (value < low - step * 1e-6)
            continue;
        cli_draw_line(layout->drawing, (CliPoint){layout->left, y}, (CliPoint){layout->right, y}, 1.0,
                      layout->grid);
        const double shift = most > 1    ? 3.5
                             : tick == 0 ? 0.0
                                         : 7.5; // rows below each other have no room between
        if (has_numbers)
            cli_draw_text(layout->drawing, layout->left - 6.0, y + shift,
                          cli_plot_tick(layout->plot->args, value, step), 10.0, CLI_ANCHOR_END, layout->soft);
    }
}

static void draw_rows(const Layout *layout)
{
    const CliPlot *plot = layout->plot;
    CliDrawing *drawing = layout->drawing;
    for (int r = 0; r < plot->row_count; ++r) {
        const double top = layout->top + (double)r * (layout->row_height + layout->gap);
        cli_draw_box(drawing, layout->left, top, layout->right - layout->left, layout->row_height,
                     layout->band);
    }
    draw_time(layout);
    for (int r = 0; r < plot->row_count; ++r) {
        const CliPlotRow *row = &plot->rows[r];
        const double top = layout->top + (double)r * (layout->row_height + layout->gap);
        const double middle = top + layout->row_height * 0.5 + 4.5;
        const Frame frame = {top, layout->row_height, row->low, row->high};
        draw_scale(layout, &frame);
        draw_curve(layout, row, &frame, color_of(r), 1.5, true);
        cli_draw_text(drawing, layout->left - layout->ticks, middle,
                      cli_text_squeeze(plot->args, row->name, layout->names), 13.0, CLI_ANCHOR_END,
                      layout->ink);
        if (layout->has_ranges)
            cli_draw_text(drawing, layout->right + RANGE_GAP, middle, cli_plot_range(plot->args, row), 11.0,
                          CLI_ANCHOR_START, layout->soft);
    }
}

/// The first row with the same line as this one: left and right often are, and one would
/// hide the other.
static int twin_of(const CliPlot *plot, int r)
{
    const CliPlotRow *row = &plot->rows[r];
    for (int q = 0; q < r; ++q) {
        const CliPlotRow *other = &plot->rows[q];
        int s = 0;
        while (s < row->sample_count && s < other->sample_count &&
               row->samples[s].value == other->samples[s].value)
            ++s;
        if (s == row->sample_count && s == other->sample_count)
            return q;
    }
    return r;
}

/// The frame that all rows share.
static Frame shared_frame(const CliPlot *plot)
{
    Frame frame = {.low = plot->rows[0].low, .high = plot->rows[0].high};
    for (int r = 1; r < plot->row_count; ++r) {
        const CliPlotRow *row = &plot->rows[r];
        frame.low = row->low < frame.low ? row->low : frame.low;
        frame.high = row->high > frame.high ? row->high : frame.high;
    }
    return frame;
}

static void draw_together(const Layout *layout)
{
    const CliPlot *plot = layout->plot;
    CliDrawing *drawing = layout->drawing;
    Frame frame = shared_frame(plot);
    frame.top = layout->top;
    frame.height = layout->bottom - layout->top;
    cli_draw_box(drawing, layout->left, frame.top, layout->right - layout->left, frame.height, layout->band);
    draw_time(layout);
    draw_scale(layout, &frame);
    for (int r = plot->row_count - 1; r >= 0; --r) // the first one above all
        if (twin_of(plot, r) == r)
            draw_curve(layout, &plot->rows[r], &frame, color_of(r), 1.8, false);
    for (int r = 0; r < plot->row_count; ++r) {
        const double x = layout->right + 16.0, y = layout->top + 12.0 + 22.0 * (double)r;
        cli_draw_line(drawing, (CliPoint){x, y - 4.0}, (CliPoint){x + 16.0, y - 4.0}, 3.0,
                      color_of(twin_of(plot, r)));
        cli_draw_text(drawing, x + 24.0, y, cli_text_squeeze(plot->args, plot->rows[r].name, layout->names),
                      13.0, CLI_ANCHOR_START, layout->ink);
    }
}

static void draw_title(const Layout *layout)
{
    CliDrawing *drawing = layout->drawing;
    const CliPlot *plot = layout->plot;
    const int columns = (int)(((double)drawing->width - 2.0 * EDGE) / 10.0);
    const char *slash = strrchr(plot->name, '/');
    const char *name = slash != NULL ? slash + 1 : plot->name;
    cli_draw_text(drawing, EDGE, 30.0, cli_text_cut(plot->args, name, columns), 17.0, CLI_ANCHOR_START,
                  layout->ink);
    if (drawing->mark_count > 0)
        drawing->marks[drawing->mark_count - 1].is_bold = true;
    cli_draw_text(drawing, EDGE, 49.0,
                  cli_text_cut(plot->args, cli_plot_about(plot),
                               (int)(((double)drawing->width - 2.0 * EDGE) / (small_width + 0.2))),
                  12.0, CLI_ANCHOR_START, layout->soft);
}

int cli_plot_rows_of(int height)
{
    const int rows = (height - TITLE_HEIGHT - EVENTS_HEIGHT - AXIS_HEIGHT) / LEAST_ROW_HEIGHT;
    return rows > 1 ? rows : 1;
}

/// As high as curves can be told by, so that many of them fit a page.
static int usual_pitch(int rows) { return rows <= 24 ? 52 : rows <= 64 ? 40 : 24; }

/// Pixels of the widest number of all scales.
static double tick_width(const CliPlot *plot, bool is_together)
{
    int most = 3;
    const Frame shared = shared_frame(plot);
    for (int r = 0; r < plot->row_count; ++r) {
        const CliPlotRow *row = &plot->rows[r];
        const double ends[2] = {is_together ? shared.low : row->low, is_together ? shared.high : row->high};
        const double step = is_together ? cli_plot_step(ends[1] - ends[0], 8) : ends[1] - ends[0];
        for (int i = 0; i < 2; ++i) {
            const int width = cli_text_width(cli_plot_tick(plot->args, ends[i], step));
            most = width > most ? width : most;
        }
    }
    return (double)most * small_width + TICK_GAP;
}

static double range_width(const CliPlot *plot)
{
    int most = 0;
    for (int r = 0; r < plot->row_count; ++r) {
        const int width = cli_text_width(cli_plot_range(plot->args, &plot->rows[r]));
        most = width > most ? width : most;
    }
    return (double)most * small_width;
}

void cli_plot_draw(const CliPlot *plot, bool is_together, CliDrawing *drawing)
{
    const int columns = name_columns(plot, drawing->width);
    const double names = (double)columns * column_width;
    const int rows = plot->row_count;
    const int top = TITLE_HEIGHT + (plot->event_count > 0 ? EVENTS_HEIGHT : 0);
    const int axis = cli_plot_more(plot)[0] != '\0' ? AXIS_HEIGHT : AXIS_HEIGHT - 18;
    if (drawing->height == 0)
        drawing->height = top + axis + (is_together ? FRAME_HEIGHT : rows * usual_pitch(rows));
    drawing->background = cli_color(0xFFFFFF);
    Layout layout = {.plot = plot,
                     .drawing = drawing,
                     .top = (double)top,
                     .bottom = (double)(drawing->height - axis),
                     .names = columns,
                     .ticks = tick_width(plot, is_together),
                     .has_ranges = !is_together && drawing->width >= NARROW,
                     .ink = cli_color(0x1F2933),
                     .soft = cli_color(0x5B6774),
                     .grid = cli_color(0xDDE2E8),
                     .band = cli_color(0xF6F7F9)};
    const double pitch = (layout.bottom - layout.top) / (double)rows;
    layout.gap = pitch >= (double)(4 * ROW_GAP) ? (double)ROW_GAP : 2.0;
    layout.row_height = pitch - layout.gap;
    layout.left = EDGE + layout.ticks + (is_together ? 0.0 : names);
    layout.right = (double)drawing->width - EDGE -
                   (is_together         ? names + 40.0
                    : layout.has_ranges ? RANGE_GAP + range_width(plot)
                                        : 0.0);
    draw_title(&layout);
    if (is_together)
        draw_together(&layout);
    else
        draw_rows(&layout);
    draw_events(&layout);
}
