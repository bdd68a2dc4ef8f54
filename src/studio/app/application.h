// SPDX-License-Identifier: MIT
//
// The program: its command line, style, keys and windows.

#pragma once

/// Runs the program; gives its exit code.
int studio_run(int count, char **arguments);
