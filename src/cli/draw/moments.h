// SPDX-License-Identifier: MIT
//
// Picks the times of a performance that are worth an image.

#pragma once

#include "cli/character.h"

/// Chooses at most most moments from the start to length whose curves differ most, the
/// first among them, in order of time; one if nothing changes. given is the character, as
/// the command line opens it. Says what is wrong and returns the exit code.
int cli_moments_choose(const CliArgs *args, const char *given, double length, int most, double *out_times,
                       int *out_count);
