// SPDX-License-Identifier: MIT
//
// Replaces the aligner in a program that was built without pocketsphinx.

#include "cli/speech/speech.h"

static MienStatus align(void *user, const MieniAligning *aligning, MienError *error)
{
    (void)user, (void)aligning;
    return mieni_fail(error, MIEN_ERROR_HOST, mieni_nowhere(),
                      "This mien was built without an aligner: build it with MIEN_SPEECH, which needs "
                      "pocketsphinx.");
}

const MieniAligner *cli_aligner(const CliArgs *args)
{
    static const MieniAligner aligner = {.align = align};
    (void)args;
    return &aligner;
}

const char *cli_aligner_reads(const CliArgs *args, int index)
{
    (void)args, (void)index;
    return NULL;
}
