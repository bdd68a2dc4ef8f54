// SPDX-License-Identifier: MIT
//
// Formats and parses times.

#include "core/float_rules.h"

#include "studio/model/facts/times.h"

#include "studio/model/facts/strings.h"

#include <stdio.h>
#include <string.h>

enum { MINUTE = 60, HOUR = 3600 }; ///< Seconds.

int studio_time_frame(double time, double rate)
{
    const double frame = time * rate + 1e-4; // what a frame begins at belongs to it, whatever was rounded
    return frame <= 0 ? 0 : frame > 1e9 ? 1000000000 : (int)frame;
}

/// How many frames timecode counts in a second.
static int whole_rate(double rate)
{
    const int whole = (int)(rate + 0.5);
    return whole > 0 ? whole : 1;
}

/// Without printf's own digits, which follow the locale.
static void put_seconds(double time, char out[STUDIO_TIME_ROOM])
{
    const bool is_negative = time < 0;
    const double hundredths = (is_negative ? -time : time) * 100.0 + 0.5;
    const int count = hundredths > 1e9 ? 1000000000 : (int)hundredths;
    snprintf(out, STUDIO_TIME_ROOM, "%s%d.%02d", is_negative && count > 0 ? "−" : "", count / 100,
             count % 100);
}

const char *studio_time_text(double time, double rate, StudioTimeForm form, char out[STUDIO_TIME_ROOM])
{
    if (form == STUDIO_TIME_SECONDS) {
        put_seconds(time, out);
        return out;
    }
    const int frame = studio_time_frame(time, rate), fps = whole_rate(rate), seconds = frame / fps;
    if (form == STUDIO_TIME_FRAMES)
        snprintf(out, STUDIO_TIME_ROOM, "%d", frame);
    else if (seconds >= HOUR)
        snprintf(out, STUDIO_TIME_ROOM, "%02d:%02d:%02d:%02d", seconds / HOUR, seconds / MINUTE % MINUTE,
                 seconds % MINUTE, frame % fps);
    else
        snprintf(out, STUDIO_TIME_ROOM, "%02d:%02d:%02d", seconds / MINUTE, seconds % MINUTE, frame % fps);
    return out;
}

const char *studio_time_of(double time, double length, double rate, StudioTimeForm form,
                           char out[2 * STUDIO_TIME_ROOM])
{
    char now[STUDIO_TIME_ROOM], all[STUDIO_TIME_ROOM];
    snprintf(out, 2 * STUDIO_TIME_ROOM, "%s / %s%s", studio_time_text(time, rate, form, now),
             studio_time_text(length, rate, form, all), form == STUDIO_TIME_SECONDS ? " s" : "");
    return out;
}

/// "1:02:11" to frames; the last part is frames, those before it count 60 each.
static bool read_code(const char *text, int fps, int *out_frame)
{
    int parts[4] = {0}, seconds = 0;
    int count = 0, digits = 0;
    for (; *text != '\0'; ++text) {
        if (*text == ':' && digits > 0 && count < 3) {
            ++count;
            digits = 0;
        } else if (*text >= '0' && *text <= '9' && ++digits < 7) {
            parts[count] = parts[count] * 10 + (*text - '0');
        } else if (*text != ' ') {
            return false;
        }
    }
    if (count == 0 || digits == 0)
        return false;
    for (int i = 0; i < count; ++i)
        seconds = seconds * MINUTE + parts[i];
    *out_frame = seconds * fps + parts[count];
    return true;
}

bool studio_time_read(const char *text, double before, double length, double rate, StudioTimeForm form,
                      double *out_time)
{
    char number_text[64];
    double number;
    int frame;
    while (*text == ' ')
        ++text;
    const size_t size = strcspn(text, "sS");
    const bool has_unit = size > 0 && text[size] != '\0';
    const bool is_frame = text[0] == 'f' || text[0] == 'F';
    if (strchr(text, ':') != NULL) {
        if (!read_code(text, whole_rate(rate), &frame))
            return false;
        *out_time = (double)frame / rate;
        return true;
    }
    if (size >= sizeof number_text)
        return false;
    snprintf(number_text, sizeof number_text, "%.*s", (int)size, text);
    const bool counts_frames = is_frame || (form != STUDIO_TIME_SECONDS && !has_unit);
    const double scale = counts_frames ? rate : 1.0;
    if (!studio_number_read(number_text + is_frame, before * scale, 0, length * scale, &number))
        return false;
    *out_time = strchr(number_text, '%') != NULL && strchr(number_text, '=') == NULL ? number * length
                                                                                     : number / scale;
    return true;
}
