// SPDX-License-Identifier: MIT
//
// Small widgets shared by all panels, so that they look and behave alike.

#pragma once

#include <adwaita.h>
#include <stdbool.h>

/// Scrolling over a slider or a spin button scrolls the list, not the value.
void studio_ignore_scrolling(GtkWidget *widget);
/// Opens a popover, unless what it points at is not to be seen: then it would be nowhere.
void studio_popup(GtkWidget *popover);
/// The same for one that was made for this time: over gets it, and it goes once it is closed, or
/// with over. False if it was not opened: then it is gone already.
bool studio_popup_once(GtkWidget *popover, GtkWidget *over);
/// Shows new rows of a list, which were hidden when they were made, before anything asked for their styles,
/// and lets go of them. GTK computes the styles of all that is below a new visible row again.
void studio_show_rows(GPtrArray *rows);
/// The accessible name of a widget, also used by tests. Costs nothing if it has this name already; so do
/// the next two.
void studio_name(GtkWidget *widget, const char *name);
void studio_describe(GtkWidget *widget, const char *description);
/// The tooltip, or NULL for none. It becomes the accessible description too. GTK's own setter hides the
/// tooltip that is shown, of any widget, and shows it again, which computes the styles of the whole window.
void studio_tip(GtkWidget *widget, const char *text);
/// The label of a button; the same one again costs nothing.
void studio_set_label(GtkWidget *button, const char *label);
/// Fills a text field or an editable label. Ctrl+Z in it comes back to this text and no further. While
/// a field of the window has this text, Ctrl+Z undoes the last step of the project.
void studio_fill(GtkWidget *field, const char *text);
/// The same with the text that it has: what was typed is taken, or editing begins.
void studio_fill_again(GtkWidget *field);
/// A label, from the left, ellipsised at its end; classes: with blanks between, or NULL.
GtkWidget *studio_label_new(const char *text, const char *classes);
/// Scales pixels by the text size of the desktop; unchanged at normal size.
int studio_scaled(int pixels);
/// A toggle in a row of choices; group NULL: the first of them.
GtkWidget *studio_chip_new(const char *text, GtkWidget *group);
/// What a list shows where it has nothing: compact, with up to two buttons that do commands.
GtkWidget *studio_empty_new(const char *icon, const char *title, const char *text, const char *label,
                            const char *action, const char *second_label, const char *second_action);

/// A dialog: Cancel at the start, what is suggested at the end, Escape cancels.
typedef struct StudioDialog {
    AdwWindow *window;
    AdwWindowTitle *title;
    GtkWidget *body;    ///< A vertical box without margins.
    GtkWidget *suggest; ///< The suggested button, of class suggested-action.
} StudioDialog;
/// Shown by gtk_window_present; destroyed when it is closed. parent: any widget of the window.
StudioDialog studio_dialog_new(GtkWidget *parent, const char *name, const char *title, const char *subtitle,
                               const char *suggest, int width, int height);

enum { STUDIO_NUMBER_ROOM = 32 };
/// "−0.50", with a real minus sign. Returns out.
const char *studio_number_text(double number, int decimals, char out[STUDIO_NUMBER_ROOM]);

/// A boxed list of facts without selection, with an accessible name.
GtkWidget *studio_facts_new(const char *name);
/// A row with a title; gives the label of its value, right-aligned.
GtkWidget *studio_facts_add(GtkWidget *list, const char *title);
/// A link row: icon, name, second line (may be NULL) and an arrow.
GtkWidget *studio_link_row_new(const char *icon, const char *name, const char *second);

/// Makes a list these strings, ended by NULL; one that has them already is left alone, since a
/// drop-down may be in the midst of choosing one.
void studio_strings_set(GtkStringList *list, const char *const *strings);
