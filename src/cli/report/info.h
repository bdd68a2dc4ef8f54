// SPDX-License-Identifier: MIT
//
// mien info: the contents of a pack, as text and as JSON.

#pragma once

#include "cli/cli.h"

void cli_info_put_text(const CliArgs *args, MieniTextOut *out, const CliPack *pack, bool with_lists);
/// An object with all that is known.
MieniJson *cli_info_make_json(const CliArgs *args, MieniJsonDocument *document, const CliPack *pack,
                              bool with_lists);
void cli_info_set_graph(MieniJsonDocument *document, MieniJson *root, const MienGraph *graph,
                        bool with_lists);
/// "curve-driven", "in-between", "corrective"
const char *cli_info_role(const MienPoseInfo *pose);
