// SPDX-License-Identifier: MIT
//
// Clips that are too many to be listed and have some curves: the first of each asset, and
// how many more there are. The catalogue is asked on a worker, and again when it changes;
// where it is missing or old, this says so and has the button that updates it.
//
// Signals  answered   the catalogue was asked, and what it says is another

#pragma once

#include <gtk/gtk.h>

#include "studio/model/facts/catalogue.h"
#include "studio/panels/workspace/workspace.h"

enum { STUDIO_MANY_SHOWN = 100 }; ///< Clips of each asset: making rows is what takes time.

#define STUDIO_TYPE_MANY_USES (studio_many_uses_get_type())
G_DECLARE_FINAL_TYPE(StudioManyUses, studio_many_uses, STUDIO, MANY_USES, GtkBox)

GtkWidget *studio_many_uses_new(void);
/// Asks for clips on a skeleton that have all of these curves; with NULL, shows none.
void studio_many_uses_ask(StudioManyUses *uses, StudioWorkspace *workspace, const char *skeleton,
                          const char *const *curves, bool folds_case);
/// The last answer, or NULL. Lives until the next signal.
const StudioSearch *studio_many_uses_answer(const StudioManyUses *uses);
/// Puts the focus on the first clip; false if there is none.
bool studio_many_uses_focus(StudioManyUses *uses);

/// "1.2 s · 12 curves". Free it.
char *studio_found_clip_text(const StudioFoundClip *clip);
