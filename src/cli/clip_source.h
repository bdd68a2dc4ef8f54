// SPDX-License-Identifier: MIT
//
// The curves of a clip that the first argument of a command names: an asset of a project, a file of some
// program, or a pack.

#pragma once

#include "cli/project.h"
#include "project/recipes/recipes.h"

/// Where curves come from: an asset of a project, a source file, or a pack.
typedef struct CliClipSource {
    const CliArgs *args;
    const char *name; ///< As messages say it.
    double length, rate;
    int frame_rate, rate_divisor; ///< The rate as a fraction.
    int curve_count, event_count;
    MieniProject project;
    bool has_project, has_recipe;
    MieniClipRecipe recipe;
    MieniSources sources;
    CliPack pack;
    const MienAuthorClip *clip; ///< NULL: the pack's.
    float *values;              ///< Of the pack at one time.
} CliClipSource;

/// Opens what the first argument names. Says what is wrong and returns the exit code.
/// Close it in any case.
int cli_clip_source_open(CliClipSource *source, const CliArgs *args);
void cli_clip_source_close(CliClipSource *source);

const char *cli_clip_source_curve(const CliClipSource *source, int curve);
/// An event, in no order.
MienClipEvent cli_clip_source_event(const CliClipSource *source, int event);
/// Makes a moment the one that the next function tells of. Returns the exit code.
int cli_clip_source_go(CliClipSource *source, double time);
float cli_clip_source_value(const CliClipSource *source, int curve, double time);
