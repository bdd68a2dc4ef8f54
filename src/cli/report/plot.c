// SPDX-License-Identifier: MIT
//
// Selects the curves of a clip to plot, and samples them.

#include "core/float_rules.h"

#include "cli/report/plot.h"

#include "base/names.h"
#include "cli/character.h"

#include <stdlib.h>
#include <string.h>

enum {
    FEWEST_SAMPLES = 1000, ///< Keys may lie between the frames of a short clip.
    MOST_SAMPLES = 2400,   ///< What is more becomes the least and the most of each part.
    PARTS = MOST_SAMPLES / 2,
};

/// Moments: frames of the clip and as many between as make enough, and both ends.
typedef struct Times {
    double from, to, step;
    long long first; ///< Step after from.
    long long count;
} Times;

static Times times_of(const CliPlot *plot)
{
    Times times = {.from = plot->from, .to = plot->to, .step = 1.0 / plot->rate};
    const double frames = (plot->to - plot->from) * plot->rate;
    if (frames > 0.0 && frames < FEWEST_SAMPLES)
        times.step /= (double)(long long)((double)FEWEST_SAMPLES / frames + 1.0);
    const double slip = times.step * 1e-6; // an end that is a frame counts once
    times.first = (long long)((times.from + slip) / times.step) + 1;
    const double last = (times.to - slip) / times.step;
    times.count = last < 0.0 ? 0 : (long long)last - times.first + 1;
    times.count = (times.count > 0 ? times.count : 0) + (times.to > times.from ? 2 : 1);
    return times;
}

static double time_at(const Times *times, long long sample)
{
    return sample == 0                  ? times->from
           : sample + 1 == times->count ? times->to
                                        : (double)(times->first + sample - 1) * times->step;
}

static const char *curve_name(const void *of, int index) { return cli_clip_source_curve(of, index); }

/// A row without samples for each curve that is named, once, in the order they are named.
static int choose_named(CliPlot *plot, const CliClipSource *source)
{
    const CliArgs *args = plot->args;
    bool *taken = mieni_arena_take(args->arena, (size_t)source->curve_count, sizeof *taken);
    if (taken == NULL)
        return cli_fail_memory(args);
    for (int g = 0; g < args->given_count; ++g) {
        if (strcmp(args->given[g].option->name, "curve") != 0)
            continue;
        const char *given = args->given[g].value;
        const CliNames names = {"curve", source->name, source->curve_count,
                                source,  curve_name,   ": --curve '*' shows all curves."};
        const int one = cli_names_search(&names, given);
        int found = 0;
        for (int c = 0; c < source->curve_count; ++c) {
            const char *name = cli_clip_source_curve(source, c);
            if (c != one && !mieni_name_matches(given, name))
                continue;
            if (!taken[c])
                plot->rows[plot->chosen_count++] = (CliPlotRow){.name = name, .curve = c};
            taken[c] = true;
            ++found;
        }
        if (found == 0)
            return cli_names_fail(args, &names, given);
    }
    return CLI_EXIT_OK;
}

static int choose_all(CliPlot *plot, const CliClipSource *source)
{
    for (int c = 0; c < source->curve_count; ++c)
        plot->rows[c] = (CliPlotRow){.name = cli_clip_source_curve(source, c), .curve = c};
    plot->chosen_count = source->curve_count;
    return CLI_EXIT_OK;
}

/// The least and the most of every row.
static int measure(CliPlot *plot, CliClipSource *source, const Times *times)
{
    for (long long s = 0; s < times->count; ++s) {
        const double time = time_at(times, s);
        const int code =
            cli_is_cancelled() ? cli_fail_cancelled(plot->args) : cli_clip_source_go(source, time);
        if (code != CLI_EXIT_OK)
            return code;
        for (int r = 0; r < plot->chosen_count; ++r) {
            CliPlotRow *row = &plot->rows[r];
            const float value = cli_clip_source_value(source, row->curve, time);
            row->least = s == 0 || value < row->least ? value : row->least;
            row->most = s == 0 || value > row->most ? value : row->most;
        }
    }
    return CLI_EXIT_OK;
}

/// Those that change most come first; of the same, as in the clip.
static int by_change(const void *a, const void *b)
{
    const CliPlotRow *x = a, *y = b;
    const float change_x = x->most - x->least, change_y = y->most - y->least;
    if (change_x != change_y)
        return change_x > change_y ? -1 : 1;
    return x->curve < y->curve ? -1 : 1;
}

/// The least and the most of a part of many samples, in the order of time.
typedef struct Part {
    CliPlotSample low, high;
} Part;

static void end_part(CliPlotRow *row, const Part *part)
{
    const bool is_rising = part->low.time <= part->high.time;
    row->samples[row->sample_count++] = is_rising ? part->low : part->high;
    if (part->low.time != part->high.time)
        row->samples[row->sample_count++] = is_rising ? part->high : part->low;
}

static int sample_rows(CliPlot *plot, CliClipSource *source, const Times *times)
{
    MieniArena *arena = plot->args->arena;
    const long long size = times->count <= MOST_SAMPLES ? 1 : (times->count + PARTS - 1) / PARTS;
    Part *parts = mieni_arena_take(arena, (size_t)plot->row_count, sizeof *parts);
    for (int r = 0; r < plot->row_count; ++r)
        plot->rows[r].samples = mieni_arena_take(arena, MOST_SAMPLES, sizeof(CliPlotSample));
    if (arena->is_out_of_memory)
        return cli_fail_memory(plot->args);
    for (long long s = 0; s < times->count; ++s) {
        const double time = time_at(times, s);
        const int code =
            cli_is_cancelled() ? cli_fail_cancelled(plot->args) : cli_clip_source_go(source, time);
        if (code != CLI_EXIT_OK)
            return code;
        for (int r = 0; r < plot->row_count; ++r) {
            const CliPlotSample sample = {time, cli_clip_source_value(source, plot->rows[r].curve, time)};
            Part *part = &parts[r];
            part->low = s % size == 0 || sample.value < part->low.value ? sample : part->low;
            part->high = s % size == 0 || sample.value > part->high.value ? sample : part->high;
            if ((s + 1) % size == 0 || s + 1 == times->count)
                end_part(&plot->rows[r], part);
        }
    }
    return CLI_EXIT_OK;
}

/// Weights are all on 0 to 1, so that heights compare; what leaves that, and with --fit
/// everything, has a scale of its own.
static void scale_row(CliPlotRow *row, bool fits)
{
    const double least = (double)row->least, most = (double)row->most;
    row->low = 0.0;
    row->high = 1.0;
    const double slack = 0.01; // trackers go a little beyond
    if (!fits && least >= -slack && most <= 1.0 + slack)
        return;
    if (!fits && least >= -1.0 - slack && most <= 1.0 + slack) {
        row->low = -1.0;
        return;
    }
    const double low = fits || least < 0.0 ? least : 0.0, high = fits || most > 0.0 ? most : 0.0;
    if (low == high) { // still
        row->low = low - 0.5;
        row->high = high + 0.5;
        return;
    }
    const double step = cli_plot_step(high - low, 4);
    long long down = (long long)(low / step), up = (long long)(high / step);
    down -= (double)down * step > low + step * 1e-9;
    up += (double)up * step < high - step * 1e-9;
    row->low = (double)down * step;
    row->high = (double)up * step;
}

static int by_time(const void *a, const void *b)
{
    const MienClipEvent *x = a, *y = b;
    return x->time != y->time ? (x->time < y->time ? -1 : 1) : strcmp(x->name, y->name);
}

static void take_events(CliPlot *plot, const CliClipSource *source)
{
    plot->events = mieni_arena_take(plot->args->arena, (size_t)source->event_count, sizeof *plot->events);
    for (int e = 0; plot->events != NULL && e < source->event_count; ++e) {
        const MienClipEvent event = cli_clip_source_event(source, e);
        if (event.time >= plot->from && event.time <= plot->to)
            plot->events[plot->event_count++] = event;
    }
    if (plot->event_count > 1)
        qsort(plot->events, (size_t)plot->event_count, sizeof *plot->events, by_time);
}

static int choose_times(CliPlot *plot)
{
    int code = cli_seconds(plot->args, "start", 0.0, &plot->from);
    if (code == CLI_EXIT_OK)
        code = cli_seconds(plot->args, "end", plot->length, &plot->to);
    if (code != CLI_EXIT_OK || plot->from < plot->to || (plot->from == plot->to && plot->length == 0.0))
        return code;
    return cli_fail(plot->args, CLI_EXIT_USAGE, NULL, NULL, "--start must be before %s.",
                    cli_has(plot->args, "end") ? "--end" : "the end of the clip");
}

int cli_plot_make(CliPlot *plot, CliClipSource *source, int most_rows)
{
    const CliArgs *args = source->args;
    const bool is_named = cli_has(args, "curve");
    *plot = (CliPlot){.args = args,
                      .name = source->name,
                      .length = source->length,
                      .rate = source->rate,
                      .curve_count = source->curve_count};
    int code = choose_times(plot);
    if (code != CLI_EXIT_OK)
        return code;
    plot->rows = mieni_arena_take(args->arena, (size_t)source->curve_count, sizeof *plot->rows);
    if (plot->rows == NULL)
        return cli_fail_memory(args);
    code = is_named ? choose_named(plot, source) : choose_all(plot, source);
    const Times times = times_of(plot);
    if (code == CLI_EXIT_OK)
        code = measure(plot, source, &times);
    if (code != CLI_EXIT_OK)
        return code;
    if (!is_named)
        qsort(plot->rows, (size_t)plot->chosen_count, sizeof *plot->rows, by_change);
    plot->row_count = plot->chosen_count < most_rows ? plot->chosen_count : most_rows;
    for (int r = 0; r < plot->row_count; ++r)
        scale_row(&plot->rows[r], cli_has(args, "fit"));
    take_events(plot, source);
    return sample_rows(plot, source, &times);
}

double cli_plot_step(double range, int count)
{
    static const double factors[] = {1.0, 2.0, 5.0};
    double power = 1e-9;
    if (!(range > 0.0))
        return 1.0;
    while (power < 1e30) {
        for (int i = 0; i < 3; ++i)
            if (range / (factors[i] * power) <= (double)count)
                return factors[i] * power;
        power *= 10.0;
    }
    return range;
}

static bool is_whole(double value)
{
    const double size = value < 0.0 ? -value : value, off = size - (double)(long long)(size + 0.5);
    return size > 1e15 || (off < 1e-5 && off > -1e-5);
}

const char *cli_plot_tick(const CliArgs *args, double value, double step)
{
    int decimals = 0;
    for (double power = 1.0; decimals < 9 && !(is_whole(value * power) && is_whole(step * power));
         power *= 10.0)
        ++decimals;
    return cli_fixed_text(args, value, decimals);
}

const char *cli_plot_more(const CliPlot *plot)
{
    const int more = plot->chosen_count - plot->row_count;
    return more > 0 ? cli_text(plot->args, "and %s", cli_many_text(plot->args, more, "more curve")) : "";
}

/// At most three decimals, and no zeros behind them.
static const char *plain_text(const CliArgs *args, double value)
{
    const char *text = cli_fixed_text(args, value, 3);
    size_t size = strlen(text);
    while (size > 0 && text[size - 1] == '0')
        --size;
    return cli_text(args, "%.*s", (int)(size > 0 && text[size - 1] == '.' ? size - 1 : size), text);
}

const char *cli_plot_about(const CliPlot *plot)
{
    const CliArgs *args = plot->args;
    const char *shown =
        plot->row_count < plot->curve_count
            ? cli_text(args, "%d of %s", plot->row_count, cli_many_text(args, plot->curve_count, "curve"))
            : cli_many_text(args, plot->curve_count, "curve");
    if (plot->length == 0.0)
        return cli_text(args, "%s, one frame", shown);
    return cli_text(args, "%s, %s to %s s, %s fps", shown, plain_text(args, plot->from),
                    plain_text(args, plot->to), plain_text(args, plot->rate));
}

const char *cli_plot_range(const CliArgs *args, const CliPlotRow *row)
{
    const double size = (double)row->most - (double)row->least;
    const double most = row->most > -row->least ? (double)row->most : -(double)row->least;
    int decimals = most >= 100.0 ? 0 : most >= 10.0 ? 1 : 2;
    for (double unit = 0.01; (size > 0.0 ? size : most) < unit && most > 0.0 && decimals < 7; unit *= 0.1)
        ++decimals;
    const char *least = cli_fixed_text(args, (double)row->least, decimals);
    return row->least == row->most ? least
                                   : cli_text(args, "%s \xE2\x80\xA6 %s", least,
                                              cli_fixed_text(args, (double)row->most, decimals));
}
