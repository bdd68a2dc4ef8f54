// SPDX-License-Identifier: MIT
//
// Going to anything by name: assets, what is in them, and commands.

#pragma once

#include "studio/app/window.h"

/// Opens the small window of a search.
void studio_go_to(StudioWindow *window);
