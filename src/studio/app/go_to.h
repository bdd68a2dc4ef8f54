// SPDX-License-Identifier: MIT
//
// The Go To window: find assets, their contents and commands by name.

#pragma once

#include "studio/app/window.h"

/// Opens the search window.
void studio_go_to(StudioWindow *window);
