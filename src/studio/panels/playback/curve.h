// SPDX-License-Identifier: MIT
//
// The slider of the curve selected in a skeleton, for all preview characters.

#pragma once

#include <gtk/gtk.h>

#include "studio/panels/workspace/workspace.h"

GtkWidget *studio_curve_slider_new(void);
void studio_curve_slider_set_workspace(GtkWidget *slider, StudioWorkspace *workspace);
/// Shows the weight of the selected curve; hides where none is.
void studio_curve_slider_show(GtkWidget *slider);
