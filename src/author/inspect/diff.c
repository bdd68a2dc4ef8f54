// SPDX-License-Identifier: MIT
//
// What the comparisons of all kinds share: the list and the words.

#include "core/float_rules.h"

#include "author/inspect/diff.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void mieni_diff_begin(MieniDiff *diff, const char *noun, const char *name)
{
    diff->subject = diff->text.size;
    mieni_text_putf(&diff->text, "%s%s%s", noun, noun[0] != '\0' ? " " : "", name);
    mieni_text_put_bytes(&diff->text, "", 1);
    diff->begin = diff->text.size;
}

void mieni_diff_end(MieniDiff *diff, MienAuthorDifferenceKind kind, double magnitude)
{
    const MieniDiffItem item = {kind, diff->subject, diff->begin, magnitude};
    char bytes[sizeof item];
    memcpy(bytes, &item, sizeof item);
    mieni_text_put_bytes(&diff->text, "", 1);
    mieni_text_put_bytes(&diff->items, bytes, sizeof bytes);
    ++diff->count;
}

void mieni_diff_say(MieniDiff *diff, MienAuthorDifferenceKind kind, const char *noun, const char *name,
                    const char *format, ...)
{
    char text[3 * MIEN_MAX_NAME + 128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    mieni_diff_begin(diff, noun, name);
    mieni_text_put(&diff->text, text);
    mieni_diff_end(diff, kind, 0.0);
}

static double absolute(double value) { return value < 0.0 ? -value : value; }

/// Whether a difference is told; small ones are counted.
static bool is_told(MieniDiff *diff, double size, double least)
{
    if (size > 0.0 && size <= least)
        ++diff->below_count;
    return size > least;
}

void mieni_diff_value(MieniDiff *diff, const char *noun, const char *name, const char *what, double first,
                      double second)
{
    const double size = absolute(second - first);
    if (!is_told(diff, size, MIENI_LEAST_DIFFERENCE))
        return;
    const int decimals = mieni_decimals_of(size) + 1;
    mieni_diff_begin(diff, noun, name);
    mieni_text_putf(&diff->text, "%s ", what);
    mieni_say_fixed(&diff->text, second, decimals < 9 ? decimals : 9);
    mieni_text_put(&diff->text, ", was ");
    mieni_say_fixed(&diff->text, first, decimals < 9 ? decimals : 9);
    mieni_diff_end(diff, MIEN_AUTHOR_DIFFERENCE_VALUE, size);
}

static void say_scale(MieniTextOut *out, const double first[3], const double second[3])
{
    double by[3];
    bool is_ratio = true;
    for (int k = 0; k < 3; ++k) {
        is_ratio = is_ratio && absolute(first[k]) >= 1e-6;
        by[k] = is_ratio ? second[k] / first[k] : 0.0;
    }
    const bool is_uniform = is_ratio && absolute(by[0] - by[1]) <= 1e-4 && absolute(by[0] - by[2]) <= 1e-4;
    mieni_text_put(out, is_ratio ? "scales x " : "scale becomes ");
    for (int k = 0; k < (is_uniform ? 1 : 3); ++k) {
        mieni_text_put(out, is_uniform ? "" : k == 0 ? "(" : ", ");
        mieni_say_fixed(out, is_ratio ? by[k] : second[k], 4);
    }
    mieni_text_put(out, is_uniform ? "" : ")");
}

void mieni_diff_places(MieniDiff *diff, const char *noun, const char *name, const char *what,
                       const MieniPlace *first, const MieniPlace *second, double extent)
{
    const double inverse[4] = {-first->q[0], -first->q[1], -first->q[2], first->q[3]};
    const double shift[3] = {second->t[0] - first->t[0], second->t[1] - first->t[1],
                             second->t[2] - first->t[2]};
    double turn[4], grown = 0.0;
    mieni_multiply4(second->q, inverse, turn);
    mieni_normalize4(turn);
    // The product of a quaternion and its own inverse need not be exactly 1.
    const bool is_turned = memcmp(first->q, second->q, sizeof first->q) != 0;
    if (is_turned && is_told(diff, mieni_length3(turn), MIENI_LEAST_DIFFERENCE)) {
        mieni_diff_begin(diff, noun, name);
        mieni_text_putf(&diff->text, "%srotates ", what);
        mieni_say_turn(&diff->text, turn);
        mieni_diff_end(diff, MIEN_AUTHOR_DIFFERENCE_ROTATED, mieni_degrees_of(turn));
    }
    if (is_told(diff, mieni_length3(shift), MIENI_LEAST_DIFFERENCE * extent)) {
        mieni_diff_begin(diff, noun, name);
        mieni_text_putf(&diff->text, "%smoves ", what);
        mieni_say_shift(&diff->text, shift);
        mieni_diff_end(diff, MIEN_AUTHOR_DIFFERENCE_MOVED, mieni_length3(shift));
    }
    for (int k = 0; k < 3; ++k) {
        const double by = absolute(second->s[k] - first->s[k]);
        grown = by > grown ? by : grown;
    }
    if (is_told(diff, grown, MIENI_LEAST_DIFFERENCE)) {
        mieni_diff_begin(diff, noun, name);
        mieni_text_put(&diff->text, what);
        say_scale(&diff->text, first->s, second->s);
        mieni_diff_end(diff, MIEN_AUTHOR_DIFFERENCE_SCALED, grown);
    }
}

void mieni_diff_level(MieniDiff *diff, const char *noun, const char *name, int first, int second)
{
    char levels[2][8] = {"all", "all"};
    if (first == second)
        return;
    if (first != MIEN_ALL_LODS)
        snprintf(levels[0], sizeof levels[0], "%d", first);
    if (second != MIEN_ALL_LODS)
        snprintf(levels[1], sizeof levels[1], "%d", second);
    mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, noun, name, "max LOD %s, was %s", levels[1],
                   levels[0]);
}

int *mieni_diff_names(MieniDiff *diff, const MieniDiffNames *names)
{
    int *to_second = mieni_arena_take(&diff->arena, (size_t)names->first_count, sizeof *to_second);
    for (int i = 0; to_second != NULL && i < names->first_count; ++i) {
        const char *name = names->name(names->first, i);
        to_second[i] = names->find(names->second, name);
        if (to_second[i] < 0)
            mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_REMOVED, names->noun, name, "removed");
    }
    for (int i = 0; to_second != NULL && i < names->second_count; ++i) {
        const char *name = names->name(names->second, i);
        if (names->find(names->first, name) < 0)
            mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_ADDED, names->noun, name, "added");
    }
    return to_second;
}

void mieni_diff_order(MieniDiff *diff, const int *to_second, int count, const char *what)
{
    for (int i = 0, last = -1; to_second != NULL && i < count; ++i) {
        if (to_second[i] < 0)
            continue;
        if (to_second[i] < last) {
            mieni_diff_say(diff, MIEN_AUTHOR_DIFFERENCE_CHANGED, "", "", "%s are in another order", what);
            return;
        }
        last = to_second[i];
    }
}
