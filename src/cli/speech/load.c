// SPDX-License-Identifier: MIT
//
// Loads the module that aligns speech.

#include "cli/speech/speech.h"

#include "cli/cli.h"
#include "project/files/os.h"

#include <string.h>

static MienStatus align(void *user, const MieniAligning *aligning, MienError *error)
{
    static CliSpeechEntry *entry;
    if (entry == NULL) {
        const CliModule module = cli_module_load(user, MIEN_SPEECH_PATH, CLI_SPEECH_ENTRY);
        if (module.symbol == NULL)
            return mieni_fail(error, MIEN_ERROR_HOST, mieni_nowhere(),
                              "Cannot load what aligns speech: %.120s.",
                              module.why != NULL ? module.why : "the file is missing, install mien again");
        memcpy(&entry, &module.symbol, sizeof entry);
    }
    return entry(aligning, error);
}

const MieniAligner *cli_aligner(const CliArgs *args)
{
    static MieniAligner aligner;
    aligner = (MieniAligner){.align = align, .user = (void *)(uintptr_t)args};
    return &aligner;
}

const char *cli_aligner_reads(const CliArgs *args, int index)
{
    // The module with its libraries, and the model.
    static const char *const paths[] = {NULL,   "/etc/ld.so.cache", "/usr/lib",       "/usr/local/lib",
                                        "/lib", "/lib64",           MIEN_SPEECH_MODEL};
    MieniOsInfo info;
    const char *module = cli_module_path(args, MIEN_SPEECH_PATH);
    if (module == NULL || !mieni_os_look(module, &info) || index >= (int)(sizeof paths / sizeof *paths))
        return NULL;
    return index == 0 ? module : paths[index];
}
