// SPDX-License-Identifier: MIT
//
// What the sources that write the sample project share.

#pragma once

#include "cli/lines.h"
#include "cli/project.h"

/// What was made, told at the end.
typedef struct CliTelling {
    MieniTextOut text;
    MieniJsonDocument json;
    MieniJson *list;
} CliTelling;

void cli_tell(CliTelling *telling, const char *path, const char *detail);

/// The graph that a head of the cast is moved by: "cast.graph.json" for the first.
const char *cli_sample_graph_path(const CliArgs *args, int who);
/// Writes the graph that the cast shares, and a child of it for each other head.
int cli_sample_graphs(const CliArgs *args, const MieniProject *project, CliTelling *telling);
