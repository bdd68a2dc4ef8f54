// SPDX-License-Identifier: MIT
//
// Names for the frames of an animation.

#include "studio/model/commands/frame_names.h"

#include "base/name_map.h"
#include "core/internal.h"
#include "core/utf8.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/// Names that are taken: from name to the line that has it, or minus the frame and one whose default
/// it is, each as a pointer.
typedef struct Reading {
    StudioFrameNames *names;
    const char *const *defaults;
    const char *what;
    MieniNameMap lines, default_names;
    int room; ///< Of errors.
} Reading;

static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

MIENI_PRINTF(2, 3) static const char *say(StudioFrameNames *names, const char *format, ...)
{
    char text[700];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return mieni_arena_text(&names->memory, text, strlen(text));
}

static StudioNameError *add_error(Reading *reading, int line, int frame, StudioNameTrouble trouble)
{
    StudioFrameNames *names = reading->names;
    if (names->error_count >= reading->room) // as many as lines, and one
        return NULL;
    StudioNameError *error = &names->errors[names->error_count++];
    *error = (StudioNameError){.line = line, .frame = frame, .trouble = trouble};
    if (frame >= 0)
        names->frames[frame].error = names->error_count - 1;
    return error;
}

/// The frame whose default name this is, or -1.
static int default_frame(const Reading *reading, const char *name)
{
    const intptr_t found = (intptr_t)mieni_name_map_get(&reading->default_names, name);
    return (int)found - 1;
}

static void read_name(Reading *reading, int frame, const char *start, size_t size)
{
    StudioFrameNames *names = reading->names;
    StudioFrameName *of = &names->frames[frame];
    const char *why = "", *name = mieni_arena_text(&names->memory, start, size);
    const int line = frame + 1;
    StudioNameError *error = NULL;
    if (name == NULL)
        return;
    of->name = name;
    of->is_default = false;
    ++names->named_count;
    const int before = (int)(intptr_t)mieni_name_map_get(&reading->lines, name);
    const int other = default_frame(reading, name);
    if (!mieni_name_is_valid(start, size, &why)) {
        error = add_error(reading, line, frame, STUDIO_NAME_REFUSED);
        if (error != NULL) {
            error->sentence = say(names, " is not a valid name. %s", why);
            error->remark = why;
        }
    } else if (before > 0) {
        error = add_error(reading, line, frame, STUDIO_NAME_REPEATED);
        if (error != NULL) {
            error->other = before;
            error->sentence =
                say(names, " repeats “%s” from line %d. Pose names must be unique.", name, before);
            error->remark = say(names, "same name as line %d", before);
        }
    } else if (other >= 0 && other != frame) {
        error = add_error(reading, line, frame, STUDIO_NAME_DEFAULT);
        if (error != NULL) {
            error->sentence = say(names, ": “%s” is the default name of frame %d.", name, other);
            error->remark = say(names, "default name of frame %d", other);
        }
    }
    if (before == 0)
        mieni_name_map_add(&reading->lines, name, (void *)(intptr_t)line);
}

/// Reads a line without blanks around it.
static void read_line(Reading *reading, int line, const char *start, size_t size)
{
    StudioFrameNames *names = reading->names;
    if (size == 0)
        return;
    names->line_count = line;
    if (line > names->frame_count)
        return;
    if (size == 1 && start[0] == '#') {
        names->frames[line - 1].is_skipped = true;
        ++names->skipped_count;
        return;
    }
    read_name(reading, line - 1, start, size);
}

static void read_lines(Reading *reading, const char *text, size_t size)
{
    const char *const end = text + size;
    int first_extra = 0;
    for (int line = 1; text < end; ++line) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        const char *start = text, *last = stop != NULL ? stop : end;
        text = stop != NULL ? stop + 1 : end;
        while (start < last && is_blank(*start))
            ++start;
        while (last > start && is_blank(last[-1]))
            --last;
        if (first_extra == 0 && line > reading->names->frame_count && last > start)
            first_extra = line;
        read_line(reading, line, start, (size_t)(last - start));
    }
    StudioNameError *error = first_extra > 0 ? add_error(reading, first_extra, -1, STUDIO_NAME_EXTRA) : NULL;
    if (error == NULL)
        return;
    StudioFrameNames *names = reading->names;
    error->other = names->line_count - names->frame_count;
    error->remark = "no such frame";
    error->sentence = error->other == 1 ? say(names, ": %s has %d frames. Remove the last line.",
                                              reading->what, names->frame_count)
                                        : say(names, ": %s has %d frames. Remove the last %d lines.",
                                              reading->what, names->frame_count, error->other);
}

/// Proposes an unused name with a number at its end: "jaw_open_2".
static void find_fixes(Reading *reading)
{
    StudioFrameNames *names = reading->names;
    for (int i = 0; i < names->error_count; ++i) {
        StudioNameError *error = &names->errors[i];
        char room[MIEN_MAX_NAME + 1];
        if (error->trouble != STUDIO_NAME_REPEATED && error->trouble != STUDIO_NAME_DEFAULT)
            continue;
        for (int n = 2; error->fix == NULL && n < 10000; ++n) {
            const int size = snprintf(room, sizeof room, "%s_%d", names->frames[error->frame].name, n);
            if (size >= (int)sizeof room)
                break;
            if (mieni_name_map_has(&reading->lines, room) || default_frame(reading, room) >= 0)
                continue;
            mieni_name_map_add(&reading->lines, room, (void *)(intptr_t)error->line); // once only
            error->fix = mieni_arena_text(&names->memory, room, (size_t)size);
        }
    }
}

bool studio_frame_names_read(StudioFrameNames *out_names, const char *text, size_t size,
                             const char *const *defaults, int frame_count, const char *what)
{
    const size_t mark = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    *out_names = (StudioFrameNames){.frame_count = frame_count};
    Reading reading = {.names = out_names, .defaults = defaults, .what = what, .room = frame_count + 1};
    MieniArena *memory = &out_names->memory;
    out_names->frames = mieni_arena_take(memory, (size_t)frame_count, sizeof *out_names->frames);
    out_names->errors = mieni_arena_take(memory, (size_t)frame_count + 1, sizeof *out_names->errors);
    bool is_fine = out_names->frames != NULL && out_names->errors != NULL;
    for (int f = 0; f < frame_count && is_fine; ++f) {
        out_names->frames[f] =
            (StudioFrameName){.name = mieni_arena_text(memory, defaults[f], strlen(defaults[f])),
                              .is_default = true,
                              .error = -1};
        mieni_name_map_add(&reading.default_names, defaults[f], (void *)(intptr_t)(f + 1));
    }
    if (is_fine) {
        read_lines(&reading, text + mark, size - mark);
        find_fixes(&reading);
        out_names->pose_count = frame_count - out_names->skipped_count;
    }
    is_fine = is_fine && !memory->is_out_of_memory && !reading.lines.is_out_of_memory &&
              !reading.default_names.is_out_of_memory;
    mieni_name_map_release(&reading.lines);
    mieni_name_map_release(&reading.default_names);
    return is_fine;
}

void studio_frame_names_release(StudioFrameNames *names)
{
    mieni_arena_release(&names->memory);
    *names = (StudioFrameNames){0};
}
