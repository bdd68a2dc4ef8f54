// SPDX-License-Identifier: MIT
//
// Texts of imports.

#pragma once

#include "project/files/files.h"

/// Why a file was not imported: "Byte 81,204: the file ends too early." Without what only the
/// command line knows. Free it.
char *studio_import_refusal(const MieniProblem *problem);
