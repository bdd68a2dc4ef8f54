// SPDX-License-Identifier: MIT
//
// Location of the installed documentation pages.

#pragma once

/// The file of a page ("studio/playback.md"): beside the program where it is installed, or in the
/// tree that it was built in. NULL: it is not there. Free it.
char *studio_help_find(const char *page);
