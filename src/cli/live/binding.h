// SPDX-License-Identifier: MIT
//
// Which names of live sources move a face: the answer to "nothing moves".

#pragma once

#include "cli/cli.h"
#include "mien_live/receiver.h"

/// Arguments and options of commands that bind names to faces.
#define CLI_FACES_ARGUMENT                                                                                   \
    {                                                                                                        \
        .name = "FACE", .kind = CLI_FILE, .is_repeated = true, .is_optional = true,                          \
        .help = "Pose assets of the project, or meshes with morphs: names that do not move them are listed"  \
    }

typedef struct CliBinding CliBinding;

/// Opens the faces that are arguments from first on; *out_binding is NULL if there are none. Returns the exit
/// code.
int cli_binding_open(const CliArgs *args, int first, CliBinding **out_binding);
void cli_binding_close(CliBinding *binding); ///< Accepts NULL.
/// Keeps the names of a frame of a source. binding may be NULL. True if they changed.
bool cli_binding_add(CliBinding *binding, int source, const MienLiveFrame *frame);
/// Lines that say which names move which face. binding may be NULL.
void cli_binding_put(const CliArgs *args, const CliBinding *binding, const MienLiveReceiver *receiver,
                     MieniTextOut *out);
/// The same of one source as a line of JSON.
void cli_binding_put_json(const CliBinding *binding, int source, MieniTextOut *out);
