// SPDX-License-Identifier: MIT
//
// Curves of a clip over time: read, selected, and plotted as an image or as text.

#pragma once

#include "cli/clip_source.h"
#include "cli/draw/drawing.h"

enum {
    CLI_PLOT_USUAL_ROWS = 12, ///< Without a choice of curves.
    CLI_PLOT_MOST_ROWS = 400, ///< With one.
};

typedef struct CliPlotSample {
    double time;
    float value;
} CliPlotSample;

/// What is drawn of one curve. The scale is what the height of its row stands for.
typedef struct CliPlotRow {
    const char *name;
    int curve; ///< Of the source.
    float least, most;
    double low, high;
    int sample_count;
    CliPlotSample *samples;
} CliPlotRow;

typedef struct CliPlot {
    const CliArgs *args;
    const char *name;
    double from, to;
    double length, rate; ///< Of the clip.
    int curve_count;     ///< Of the clip.
    int chosen_count;    ///< Which could be shown: all, or those that were named.
    int row_count;
    CliPlotRow *rows;
    int event_count;
    MienClipEvent *events; ///< Of the shown time, in order.
} CliPlot;

/// Chooses curves and samples them: those of --curve, or the most active ones, at most
/// most_rows. Says what is wrong and returns the exit code.
int cli_plot_make(CliPlot *plot, CliClipSource *source, int most_rows);

/// Steps of 1, 2 or 5 times a power of ten, so that at most count of them are in a range.
double cli_plot_step(double range, int count);
/// A tick of such steps, without needless decimals.
const char *cli_plot_tick(const CliArgs *args, double value, double step);
/// "0.00 … 0.76", or one value if it stays, with decimals that tell something.
const char *cli_plot_range(const CliArgs *args, const CliPlotRow *row);
/// "and 40 more curves", "" if all are shown.
const char *cli_plot_more(const CliPlot *plot);
/// "52 curves, 60 frames a second, 0 to 12.3 s"
const char *cli_plot_about(const CliPlot *plot);

/// A picture of the plot; the height is made to fit if it is 0.
void cli_plot_draw(const CliPlot *plot, bool is_together, CliDrawing *drawing);
/// How many rows a picture of this height has room for.
int cli_plot_rows_of(int height);
/// The plot as text, at most this many columns wide; lines: its height, 0 for the usual.
void cli_plot_put_text(const CliPlot *plot, int columns, int lines, MieniTextOut *out);
