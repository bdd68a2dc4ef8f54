// SPDX-License-Identifier: MIT
//
// Shared by the sources of the clip inspector.

#pragma once

#include "asset/view.h"
#include "studio/model/commands/assets.h"
#include "studio/model/commands/clips.h"
#include "studio/model/facts/clip_facts.h"
#include "studio/panels/clip/inspector.h"
#include "studio/panels/widgets/widgets.h"

enum { STUDIO_REMAINS = 3 }; ///< Bone tracks, curves, curves that drive nothing.

struct _StudioClipInspector {
    GtkBox parent_instance;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
    char *path; ///< NULL: no clip.

    StudioClipFacts facts; ///< Of the clip as it was last looked at; empty until then.
    bool is_looking, looks_again;
    guint look_timer;

    GtkWidget *bar, *bar_text, *bar_fix;
    GtkWidget *match_bar, *match_text;
    GtkWidget *pages, *report; ///< The pages, and that of what solving found.
    bool is_fixed;             ///< A fix was applied, and lint has not run since.

    GtkWidget *add, *states, *list, *sentence, *remains[STUDIO_REMAINS];
    GPtrArray *rows; ///< Of widgets, one per modifier.
    int chosen;      ///< The selected modifier; -1: none.

    GtkWidget *source, *take, *length, *rate, *markers, *sound, *preview, *users, *users_title;
    GtkStringList *previews;  ///< What can be chosen, and
    GPtrArray *preview_paths; ///< their paths; NULL for none.
    bool is_filling;          ///< Widgets are set by us.
};

/// The clip as it is now; NULL: none, or it cannot be read.
const MieniClipView *studio_clip_inspector_clip(StudioClipInspector *side);
/// Its modifier at an index; NULL: there is none.
const MieniModifierView *studio_clip_inspector_modifier(StudioClipInspector *side, int index);
/// Updates the resulting clip, soon.
void studio_clip_inspector_look_soon(StudioClipInspector *side);

/// The bar that offers to match the curves to a face that has other names for them.
GtkWidget *studio_clip_inspector_make_match(StudioClipInspector *side);
void studio_clip_inspector_fill_match(StudioClipInspector *side);
void studio_clip_inspector_match(StudioClipInspector *side);

/// The page of modifiers.
GtkWidget *studio_clip_inspector_make_modifiers(StudioClipInspector *side);
void studio_clip_inspector_fill_modifiers(StudioClipInspector *side);
/// The page of details.
GtkWidget *studio_clip_inspector_make_details(StudioClipInspector *side);
void studio_clip_inspector_fill_details(StudioClipInspector *side);

/// Asks for what a modifier of a kind ("smooth_curves") needs and adds it; one that needs nothing
/// is added at once. index 0 or above: changes the modifier there instead.
void studio_clip_inspector_ask(StudioClipInspector *side, const char *what, int index);
/// Asks which clips get the modifier at an index too.
void studio_clip_inspector_spread(StudioClipInspector *side, int index);

/// A modifier as JSON; free it.
char *studio_clip_inspector_row_text(const MieniModifierView *modifier);
