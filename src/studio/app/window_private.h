// SPDX-License-Identifier: MIT
//
// Shared by the sources of the window.

#pragma once

#include "studio/app/window.h"
#include "studio/panels/acceptance/panel.h"
#include "studio/panels/browser/browser.h"
#include "studio/panels/dialogs/dialogs.h"
#include "studio/panels/graph/maker.h"
#include "studio/panels/import/panel.h"
#include "studio/panels/live/panel.h"
#include "studio/panels/playback/playback.h"
#include "studio/panels/problems/panel.h"
#include "studio/panels/solve/solve.h"
#include "studio/panels/thumbnails/thumbnails.h"
#include "studio/panels/transfer/review.h"
#include "studio/panels/viewport/viewport.h"
#include "studio/panels/workspace/jobs_bar.h"
#include "studio/panels/workspace/panels.h"

struct _StudioWindow {
    AdwApplicationWindow parent_instance;
    StudioSettings *settings;
    StudioCommands *commands;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
    StudioDialogs *dialogs;
    GMenu *recent_menu;
    char *wanted_document;     ///< Shown once the project is open.
    GPtrArray *wanted_imports; ///< Absolute paths, to be imported then.
    StudioImporter *importer;
    StudioGraphMaker *graph_maker;
    StudioSolver *solver;
    GCancellable *opening; ///< Of what is being opened or made; NULL: nothing.

    GtkWidget *toasts, *root, *welcome;
    AdwToast *toast; ///< The last one, weak; NULL: it is gone.
    GtkWidget *loading_title, *loading_bar, *loading_spinner;
    GtkWidget *title, *undo, *redo, *go_to, *build;
    GtkWidget *infos, *flap, *browser_box, *browser, *tab_bar;
    AdwTabView *tabs;
    GtkWidget *outer, *top, *left; ///< Panes: wide bottom, side, narrow bottom.
    GtkWidget *stage_box, *viewport, *review, *playback, *side, *narrow, *wide;
    GtkWidget *problems_panel, *problems;
    GtkWidget *acceptance_panel, *acceptance; ///< In place of the problems.
    GtkWidget *live_panel, *live;             ///< The same.
    GtkWidget *status, *status_problems, *status_text, *status_saved, *status_jobs;

    GtkWidget *sides[STUDIO_EDITOR_COUNT], *bottoms[STUDIO_EDITOR_COUNT]; ///< Made when first needed.
    const StudioEditor *editor;                                           ///< Of the active document.
    GtkWidget *unreadable;                                                ///< Made when first needed.
    bool is_unreadable;                                                   ///< The active document.
    int width, height;                                                    ///< Of the content.
    int size_class;     ///< The user's choice, valid until the size class changes.
    bool is_laying_out; ///< The program is changing the positions.
    guint layout_idle, layout_tick;
    guint focus_idle;
    int layout_frames; ///< To wait for until sizes were given out.
    guint tabs_timer;  ///< The tab in front is brought into view.
    GPtrArray *closed; ///< Paths of closed tabs, the last one last.
    gint64 opened_at;
    guint build_timer; ///< Until the button is itself again.
    bool is_syncing_tabs, may_close, is_building;
    bool has_given_size; ///< On the command line, and not to be remembered.
    bool is_sample;      ///< What is opened is the sample cast, made just now.
};

// window_layout.c
void studio_window_build(StudioWindow *window);
/// Fits panes to the window and the active document, soon.
void studio_window_lay_out(StudioWindow *window);
/// Shows the panels that fit, at once.
void studio_window_fold(StudioWindow *window);
void studio_window_show_editor(StudioWindow *window);
/// Call after changes of files: the document in front may be readable now, or no longer.
void studio_window_check_editor(StudioWindow *window);
void studio_window_remember_sizes(StudioWindow *window);

// window_project.c
void studio_window_set_workspace(StudioWindow *window, StudioWorkspace *workspace);
/// Files dropped on the window: describes the effect, and applies it.
char *studio_window_drop_words(void *window, const GSList *files);
void studio_window_dropped(void *window, const GSList *files);
void studio_window_list_recent(StudioWindow *window);
/// Shows an error for something that could not be opened.
void studio_window_refuse(StudioWindow *window, const char *title, const char *text);

/// Shows the progress page, and goes back to the previous one.
void studio_window_show_loading(StudioWindow *window, const char *title, bool has_progress);
void studio_window_end_loading(StudioWindow *window);

// window_sample.c
void studio_window_open_sample(StudioWindow *window);

// window_infos.c
void studio_window_show_infos(StudioWindow *window);
void studio_window_bind_infos(StudioWindow *window);
void studio_window_allow_infos(StudioWindow *window);

// window_build.c
void studio_window_bind_build(StudioWindow *window);
/// Whether a build can start.
void studio_window_allow_build(StudioWindow *window);
/// The command line's program: beside this one, or wherever programs are. Free it.
char *studio_window_find_mien(void);

// window_export.c

void studio_window_bind_export(StudioWindow *window);
void studio_window_allow_export(StudioWindow *window);

// window_actions.c
void studio_window_bind_actions(StudioWindow *window);
/// Updates the availability of commands, and the display of history and files.
void studio_window_update(StudioWindow *window);
/// Asks about unsaved edits before the window closes; false: it may close.
bool studio_window_asks(StudioWindow *window);

// window_tabs.c
void studio_window_bind_tabs(StudioWindow *window);
void studio_window_allow_tabs(StudioWindow *window);
void studio_window_add_tab(StudioWindow *window, StudioDocument *document);
void studio_window_remove_tab(StudioWindow *window, StudioDocument *document);
/// Call after edits and renames, or when the active document changes.
void studio_window_sync_tabs(StudioWindow *window);

// window_help.c
/// Binds Go To, Preferences, History and Help.
void studio_window_bind_help(StudioWindow *window);
