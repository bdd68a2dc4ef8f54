// SPDX-License-Identifier: MIT
//
// Values of node settings on the command line.

#pragma once

#include "cli/asset.h"

#include "asset/schema.h"

/// A value as a setting or parameter wants it: a path is an asset by its name, `a,b` a list of names or
/// numbers, JSON what it says. Without a field it is a string: that there is no such setting is
/// said later. where is what messages begin with.
int cli_graph_value(const CliArgs *args, CliAsset *graph, const MieniField *field, const char *key,
                    const char *text, const char *where, MieniJson **out_value);
