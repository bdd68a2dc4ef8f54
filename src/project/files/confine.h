// SPDX-License-Identifier: MIT
//
// Drops privileges before untrusted files are read, so that a faulty reader can do little harm.
// Uses Landlock and seccomp on Linux; does nothing elsewhere.

#pragma once

#include <stdbool.h>

/// What the system confines.
enum {
    MIENI_CONFINED_FILES = 1, ///< Files can be read and written only where it was said.
    MIENI_CONFINED_CALLS = 2, ///< No network, no other programs, no rights of files changed by name.
};

/// A file or a folder with all below it. What is not there is passed over.
typedef struct MieniConfinedPath {
    const char *path;
    bool is_written; ///< And read. Files can be made, replaced and removed in a folder.
} MieniConfinedPath;

/// What this system can confine.
unsigned mieni_os_can_confine(void);
/// From here on this thread, and all threads and programs that it starts, reads and writes files
/// only at these paths, has no network and starts no program. What is open stays open. Cannot be
/// undone. Returns what is confined, as far as the system can.
unsigned mieni_os_confine(const MieniConfinedPath *paths, int count);
