// SPDX-License-Identifier: MIT
//
// The application: command line, style, keys and windows.

#pragma once

/// Runs the application; returns its exit code.
int studio_run(int count, char **arguments);
