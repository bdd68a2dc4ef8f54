// SPDX-License-Identifier: MIT
//
// Clips in large collections that have some curves: the first of each collection, and how many more
// there are. A worker queries the asset index, again when it changes; if it is missing or out of
// date, a note and an update button appear.
//
// Signals  answered   the asset index returned a new result

#pragma once

#include <gtk/gtk.h>

#include "studio/model/facts/catalogue.h"
#include "studio/panels/workspace/workspace.h"

enum { STUDIO_MANY_SHOWN = 100 }; ///< Clips of each asset: making rows is what takes time.

#define STUDIO_TYPE_MANY_USES (studio_many_uses_get_type())
G_DECLARE_FINAL_TYPE(StudioManyUses, studio_many_uses, STUDIO, MANY_USES, GtkBox)

GtkWidget *studio_many_uses_new(void);
/// Requests the clips on a skeleton that have all of these curves; NULL: shows none.
void studio_many_uses_ask(StudioManyUses *uses, StudioWorkspace *workspace, const char *skeleton,
                          const char *const *curves, bool folds_case);
/// The last result, or NULL. Valid until the next signal.
const StudioSearch *studio_many_uses_answer(const StudioManyUses *uses);
/// Puts the focus on the first clip; false if there is none.
bool studio_many_uses_focus(StudioManyUses *uses);

/// "1.2 s · 12 curves". Free it.
char *studio_found_clip_text(const StudioFoundClip *clip);
