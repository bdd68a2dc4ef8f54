// SPDX-License-Identifier: MIT
//
// What finds phones in recorded speech is a module, because of the libraries of its own.

#pragma once

#include "cli/module/load.h"
#include "io/formats.h"

/// The one function that the module shows, by this name.
#define CLI_SPEECH_ENTRY "mien_speech"
typedef MienStatus CliSpeechEntry(const MieniAligning *aligning, MienError *error);

/// Loads the module when the first sound is read. Valid until the program ends.
const MieniAligner *cli_aligner(const CliArgs *args);
enum { CLI_ALIGNER_READS = 8 };
/// The folders and files that the module reads, which are not of a project, at most CLI_ALIGNER_READS;
/// NULL after the last, and if there is no module.
const char *cli_aligner_reads(const CliArgs *args, int index);
