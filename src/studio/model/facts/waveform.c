// SPDX-License-Identifier: MIT
//
// The waveform of a sound.

#include "core/float_rules.h"

#include "studio/model/facts/waveform.h"

#include "io/wav_read.h"

#include <stdlib.h>
#include <sys/stat.h>

enum { PIECES_AT_ONCE = 8 }; ///< That a question may look at.

static StudioPeak join(StudioPeak a, StudioPeak b)
{
    return (StudioPeak){a.min < b.min ? a.min : b.min, a.max > b.max ? a.max : b.max};
}

static bool make_first(StudioWaveform *waveform, const MieniWav *wav)
{
    StudioWaveLevel *level = &waveform->levels[0];
    level->count = (wav->frame_count + STUDIO_WAVEFORM_FRAMES - 1) / STUDIO_WAVEFORM_FRAMES;
    level->seconds = (double)STUDIO_WAVEFORM_FRAMES / (double)wav->rate;
    level->peaks = malloc(sizeof *level->peaks * ((size_t)level->count + 1));
    for (int i = 0; level->peaks != NULL && i < level->count; ++i)
        mieni_wav_peaks(wav, i * STUDIO_WAVEFORM_FRAMES, STUDIO_WAVEFORM_FRAMES, &level->peaks[i].min,
                        &level->peaks[i].max);
    waveform->level_count = level->peaks != NULL;
    return level->peaks != NULL;
}

static bool make_next(StudioWaveform *waveform)
{
    const StudioWaveLevel *below = &waveform->levels[waveform->level_count - 1];
    StudioWaveLevel *level = &waveform->levels[waveform->level_count];
    level->count = (below->count + 1) / 2;
    level->seconds = 2 * below->seconds;
    level->peaks = malloc(sizeof *level->peaks * (size_t)level->count);
    if (level->peaks == NULL)
        return false;
    for (int i = 0; i < level->count; ++i)
        level->peaks[i] = 2 * i + 1 < below->count ? join(below->peaks[2 * i], below->peaks[2 * i + 1])
                                                   : below->peaks[2 * i];
    ++waveform->level_count;
    return true;
}

StudioWaveform *studio_waveform_read(const char *path)
{
    MieniBuffer buffer = {0};
    MieniWav wav;
    StudioWaveform *waveform = NULL;
    struct stat about;
    if (stat(path, &about) != 0 || about.st_size > STUDIO_WAVEFORM_BYTES ||
        mieni_file_read(path, &buffer, NULL) != MIEN_OK)
        return NULL;
    if (mieni_wav_read(buffer.bytes, buffer.size, &wav, NULL) == MIEN_OK)
        waveform = calloc(1, sizeof *waveform);
    bool is_made = waveform != NULL && make_first(waveform, &wav);
    while (is_made && waveform->levels[waveform->level_count - 1].count > 1 &&
           waveform->level_count < STUDIO_WAVEFORM_LEVELS)
        is_made = make_next(waveform);
    if (is_made)
        waveform->length = (double)wav.frame_count / (double)wav.rate;
    mieni_buffer_release(&buffer);
    if (is_made)
        return waveform;
    studio_waveform_free(waveform);
    return NULL;
}

void studio_waveform_free(StudioWaveform *waveform)
{
    for (int i = 0; waveform != NULL && i < waveform->level_count; ++i)
        free(waveform->levels[i].peaks);
    free(waveform);
}

bool studio_waveform_peak(const StudioWaveform *waveform, double from, double to, StudioPeak *out_peak)
{
    const double start = from > 0 ? from : 0, end = to < waveform->length ? to : waveform->length;
    int which = 0;
    if (!(end >= start) || waveform->level_count == 0)
        return false;
    while (which + 1 < waveform->level_count &&
           (end - start) / waveform->levels[which].seconds > PIECES_AT_ONCE)
        ++which;
    const StudioWaveLevel *level = &waveform->levels[which];
    const int first = (int)(start / level->seconds);
    int last = (int)(end / level->seconds);
    if (first >= level->count)
        return false;
    last = last < level->count ? last : level->count - 1;
    *out_peak = level->peaks[first];
    for (int i = first + 1; i <= last; ++i)
        *out_peak = join(*out_peak, level->peaks[i]);
    return true;
}
