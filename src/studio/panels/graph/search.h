// SPDX-License-Identifier: MIT
//
// The search for a new node: all types, or those that fit a dragged connection.

#pragma once

#include "studio/panels/graph/edits.h"
#include "studio/panels/graph/list.h"

GtkWidget *studio_graph_search_new(const StudioGraphScene *scene, StudioLooseWire wire,
                                   StudioListChosen *found, void *user, GDestroyNotify free_user);
