// SPDX-License-Identifier: MIT
//
// Picks the times that differ most. Candidates are times at which curves are constant or
// reverse. The next pick is the one farthest from all earlier picks, so that each held
// expression appears once, and no transition between them.

#include "core/float_rules.h"

#include "cli/draw/moments.h"

#include <string.h>

enum { MOST_FRAMES = 3000 };             ///< Of longer performances, fewer a second.
static const double least_square = 0.01; ///< Changes of a curve by less than a tenth are not visible.

/// Curves of a character over time.
typedef struct Course {
    int frame_count, curve_count;
    double step;     ///< Seconds between frames.
    float *values;   ///< Per frame and curve.
    double *nearest; ///< Per frame: square of the distance to the nearest chosen one.
    bool *is_passed; ///< Per frame: curves are on their way to somewhere else.
} Course;

/// Plays the character and notes what its curves are. Of its own: the one that is drawn
/// cannot go back.
static int note_curves(const CliArgs *args, const char *given, Course *course)
{
    CliArgs own = *args;
    CliCharacter open;
    own.value_count = 1;
    own.no_warnings = own.quiet = true; // all was printed when it was opened before
    int code = cli_character_open(&open, &own, given, false);
    if (code == CLI_EXIT_OK)
        code = cli_character_put_curves(&open);
    if (code == CLI_EXIT_OK) {
        course->curve_count = open.character.curves.count;
        course->values = mieni_arena_take(
            args->arena, (size_t)course->frame_count * (size_t)course->curve_count, sizeof *course->values);
        code = course->values != NULL || course->curve_count == 0 ? CLI_EXIT_OK : cli_fail_memory(args);
    }
    for (int f = 0; f < course->frame_count && code == CLI_EXIT_OK; ++f) {
        float *row = course->values + (ptrdiff_t)f * course->curve_count;
        code = cli_character_go(&open, (double)f * course->step);
        for (int c = 0; c < course->curve_count; ++c)
            row[c] = mien_curve_set_value(&open.character.curves, c);
    }
    cli_character_close(&open);
    return code;
}

/// Curves in degrees or percent count no more than others.
static void level(Course *course)
{
    for (int c = 0; c < course->curve_count; ++c) {
        float *values = course->values + c, most = 1.0f;
        for (ptrdiff_t f = 0; f < course->frame_count; ++f) {
            const float value = values[f * course->curve_count];
            most = value > most ? value : -value > most ? -value : most;
        }
        for (ptrdiff_t f = 0; f < course->frame_count; ++f)
            values[f * course->curve_count] /= most;
    }
}

static double square_between(const Course *course, int a, int b)
{
    const float *of_a = course->values + (ptrdiff_t)a * course->curve_count;
    const float *of_b = course->values + (ptrdiff_t)b * course->curve_count;
    double sum = 0.0;
    for (int c = 0; c < course->curve_count; ++c) {
        const double far = (double)of_a[c] - (double)of_b[c];
        sum += far * far;
    }
    return sum;
}

/// Square of how far curves go from the frame before to the one behind.
static double square_of_speed(const Course *course, int frame)
{
    return square_between(course, frame > 0 ? frame - 1 : 0,
                          frame < course->frame_count - 1 ? frame + 1 : frame);
}

/// A frame is passed if curves move clearly less at a frame near it.
static void find_passed(Course *course)
{
    enum { NEAR = 4 };
    static const double clearly = 1.1, still = 0.0004; // a curve that goes a fiftieth is still
    for (int f = 0; f < course->frame_count; ++f) {
        const double own = square_of_speed(course, f);
        for (int k = f - NEAR; k <= f + NEAR; ++k)
            if (k >= 0 && k < course->frame_count)
                course->is_passed[f] =
                    course->is_passed[f] || own > clearly * square_of_speed(course, k) + still;
    }
}

/// Puts a time in order.
static void insert(double *times, int count, double time)
{
    int at = count;
    for (; at > 0 && times[at - 1] > time; --at)
        times[at] = times[at - 1];
    times[at] = time;
}

int cli_moments_choose(const CliArgs *args, const char *given, double length, int most, double *out_times,
                       int *out_count)
{
    const double frames = length * CLI_CHARACTER_RATE + 1.0;
    Course course = {.frame_count = frames < MOST_FRAMES ? (int)frames : MOST_FRAMES};
    course.step = course.frame_count < MOST_FRAMES ? 1.0 / CLI_CHARACTER_RATE : length / (MOST_FRAMES - 1);
    course.nearest = mieni_arena_take(args->arena, (size_t)course.frame_count, sizeof *course.nearest);
    course.is_passed = mieni_arena_take(args->arena, (size_t)course.frame_count, sizeof *course.is_passed);
    int code = course.nearest != NULL && course.is_passed != NULL ? note_curves(args, given, &course)
                                                                  : cli_fail_memory(args);
    if (code != CLI_EXIT_OK)
        return code;
    level(&course);
    find_passed(&course);
    *out_count = 0;
    for (int next = 0; next >= 0 && *out_count < most;) {
        const int chosen = next;
        double farthest = least_square;
        insert(out_times, (*out_count)++, (double)chosen * course.step);
        next = -1;
        for (int f = 0; f < course.frame_count; ++f) {
            const double square = square_between(&course, chosen, f);
            if (*out_count == 1 || square < course.nearest[f])
                course.nearest[f] = square;
            if (!course.is_passed[f] &&
                course.nearest[f] > farthest * 1.01) { // of a held expression, where it begins
                farthest = course.nearest[f];
                next = f;
            }
        }
    }
    return CLI_EXIT_OK;
}
