// SPDX-License-Identifier: MIT
//
// What solving a clip found, in words.

#include "studio/panels/solve/report.h"

#include "studio/model/commands/solve.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/viewport/player.h"
#include "studio/panels/widgets/widgets.h"

#include <string.h>

/// Longer lists are cut.
enum { MOST_NAMES = 6, MOST_RANGES = 100 };

struct _StudioSolveReport {
    GtkBox parent_instance;
    StudioWorkspace *workspace;
    GtkWidget *title, *sentences, *ranges_title, *ranges;
    char *shown; ///< All that is shown, as a text.
};

G_DEFINE_TYPE(StudioSolveReport, studio_solve_report, GTK_TYPE_BOX)

// Sentences

static const char *millimetres(double metres, char out[STUDIO_NUMBER_ROOM])
{
    return studio_number_text(metres * 1000.0, 2, out);
}

/// "a, b and 3 more"
static void put_more(GString *text, int count)
{
    if (count > MOST_NAMES)
        g_string_append_printf(text, " and %d more", count - MOST_NAMES);
}

/// How well the poses express the take. Free it.
static char *say_left(const MieniClipSolved *solved)
{
    char left[STUDIO_NUMBER_ROOM], part[STUDIO_NUMBER_ROOM], most[STUDIO_NUMBER_ROOM];
    const MienSolveReport *r = &solved->report;
    const double percent = r->extent > 0.0 ? 100.0 * r->residual / r->extent : 0.0;
    if (r->most_residual < 0.000005)
        return g_strdup("The poses express all of the take.");
    return g_strdup_printf(
        "The poses leave %s mm of the motion (rms), %s %% of the face’s height; at most %s "
        "mm, in frame %d.",
        millimetres(r->residual, left), studio_number_text(percent, 2, part),
        millimetres(r->most_residual, most), r->worst_frame);
}

/// Where motion is lost; NULL: nowhere. Free it.
static char *say_lost(const MieniClipSolved *solved)
{
    char number[STUDIO_NUMBER_ROOM];
    if (solved->loss_count == 0)
        return NULL;
    GString *text = g_string_new("Most motion is lost at ");
    for (int i = 0; i < solved->loss_count && i < MOST_NAMES; ++i)
        g_string_append_printf(text, "%s%s (%s mm)", i > 0 ? ", " : "", solved->losses[i].name,
                               millimetres((double)solved->losses[i].root_square, number));
    put_more(text, solved->loss_count);
    g_string_append(text, ".");
    return g_string_free(text, FALSE);
}

static char *say_noise(const MieniClipSolved *solved)
{
    char number[STUDIO_NUMBER_ROOM];
    return solved->report.is_smoothed ? g_strdup_printf("The take has %s mm of noise, which was removed.",
                                                        millimetres(solved->report.noise, number))
                                      : NULL;
}

static char *say_unsure(const MieniClipSolved *solved)
{
    char number[STUDIO_NUMBER_ROOM];
    int count = 0;
    g_autoptr(GString) text = g_string_new("Not sure because of noise: ");
    for (int i = 0; i < solved->curve_count; ++i) {
        const MieniSolvedCurve *curve = &solved->curves[i];
        if (strcmp(studio_solved_word(solved, curve), "sure") != 0 && count++ < MOST_NAMES)
            g_string_append_printf(text, "%s%s ±%s", count > 1 ? ", " : "", curve->name,
                                   studio_number_text((double)curve->deviation, 2, number));
    }
    put_more(text, count);
    g_string_append(text, ".");
    return count > 0 ? g_strdup(text->str) : NULL;
}

static char *say_names(const char *words, const char *const *names, int count)
{
    if (count == 0)
        return NULL;
    GString *text = g_string_new(words);
    for (int i = 0; i < count && i < MOST_NAMES; ++i)
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", names[i]);
    put_more(text, count);
    g_string_append(text, ".");
    return g_string_free(text, FALSE);
}

static char *say_kept(const MieniClipSolved *solved)
{
    if (solved->left_tracks + solved->left_curves == 0)
        return NULL;
    return g_strdup_printf("What is left is kept: %d bone track%s and %d curve%s beside those of the poses.",
                           solved->left_tracks, solved->left_tracks == 1 ? "" : "s", solved->left_curves,
                           solved->left_curves == 1 ? "" : "s");
}

/// All sentences of the report. Free it.
static char **say_all(const MieniClipSolved *solved)
{
    char *const all[] = {
        say_left(solved),
        say_lost(solved),
        say_noise(solved),
        say_unsure(solved),
        say_kept(solved),
        say_names("Not seen in the take, so they stay 0: ", solved->unseen, solved->unseen_count),
        say_names("Not in the table: ", solved->missing, solved->missing_count)};
    GPtrArray *said = g_ptr_array_new();
    for (size_t i = 0; i < G_N_ELEMENTS(all); ++i)
        if (all[i] != NULL)
            g_ptr_array_add(said, all[i]);
    g_ptr_array_add(said, NULL);
    return (char **)g_ptr_array_free(said, FALSE);
}

static void add_sentence(StudioSolveReport *report, const char *text)
{
    GtkWidget *label = studio_label_new(text, NULL);
    gtk_label_set_wrap(GTK_LABEL(label), TRUE);
    gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
    gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_NONE);
    gtk_label_set_selectable(GTK_LABEL(label), TRUE);
    gtk_box_append(GTK_BOX(report->sentences), label);
}

static void clear(GtkWidget *box)
{
    GtkWidget *child;
    while ((child = gtk_widget_get_first_child(box)) != NULL)
        if (GTK_IS_LIST_BOX(box))
            gtk_list_box_remove(GTK_LIST_BOX(box), child);
        else
            gtk_box_remove(GTK_BOX(box), child);
}

// Frames without a pose

static void on_range(GtkWidget *list, GtkListBoxRow *row, StudioSolveReport *report)
{
    (void)list;
    const double *time = g_object_get_data(G_OBJECT(row), "time");
    if (report->workspace != NULL && time != NULL)
        studio_player_seek(studio_player_of(report->workspace), *time);
}

static void add_range(StudioSolveReport *report, int first, int last, double rate)
{
    char from[STUDIO_NUMBER_ROOM], to[STUDIO_NUMBER_ROOM];
    g_autofree char *name =
        first == last ? g_strdup_printf("Frame %d", first) : g_strdup_printf("Frames %d to %d", first, last);
    g_autofree char *second = first == last
                                  ? g_strdup_printf("%s s", studio_number_text(first / rate, 2, from))
                                  : g_strdup_printf("%s to %s s", studio_number_text(first / rate, 2, from),
                                                    studio_number_text(last / rate, 2, to));
    GtkWidget *row = studio_link_row_new("dialog-warning-symbolic", name, second);
    const double time = (double)((first + last) / 2) / rate;
    g_object_set_data_full(G_OBJECT(row), "time", g_memdup2(&time, sizeof time), g_free);
    gtk_list_box_append(GTK_LIST_BOX(report->ranges), row);
}

/// All ranges, as a key. Free it.
static char *say_flags(const MieniClipSolved *solved)
{
    GString *text = g_string_new(NULL);
    int first, last;
    for (int at = 0; studio_solved_next(solved, at, &first, &last); at = last + 1)
        g_string_append_printf(text, "\n%d %d", first, last);
    return g_string_free(text, FALSE);
}

static void fill_ranges(StudioSolveReport *report, const MieniClipSolved *solved)
{
    int first, last, count = 0;
    clear(report->ranges);
    for (int at = 0; count < MOST_RANGES && studio_solved_next(solved, at, &first, &last); at = last + 1) {
        add_range(report, first, last, solved->rate);
        ++count;
    }
    gtk_widget_set_visible(report->ranges, count > 0);
    gtk_widget_set_visible(report->ranges_title, count > 0);
}

void studio_solve_report_fill(StudioSolveReport *report, StudioWorkspace *workspace, const char *poses,
                              const MieniClipSolved *solved)
{
    char name[STUDIO_LABEL_ROOM];
    g_auto(GStrv) said = say_all(solved);
    g_autofree char *words = g_strjoinv("\n", said), *flags = say_flags(solved),
                    *title = g_strdup_printf("Solved with %s", studio_asset_name(poses, name)),
                    *shown = g_strconcat(title, words, flags, NULL);
    g_set_object(&report->workspace, workspace);
    if (g_strcmp0(shown, report->shown) == 0)
        return; // the focus stays where it is
    g_free(report->shown);
    report->shown = g_steal_pointer(&shown);
    gtk_label_set_text(GTK_LABEL(report->title), title);
    clear(report->sentences);
    for (char **sentence = said; *sentence != NULL; ++sentence)
        add_sentence(report, *sentence);
    fill_ranges(report, solved);
}

// Widget

static void studio_solve_report_dispose(GObject *object)
{
    StudioSolveReport *report = STUDIO_SOLVE_REPORT(object);
    g_clear_object(&report->workspace);
    g_clear_pointer(&report->shown, g_free);
    G_OBJECT_CLASS(studio_solve_report_parent_class)->dispose(object);
}

static void studio_solve_report_class_init(StudioSolveReportClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_solve_report_dispose;
}

static void studio_solve_report_init(StudioSolveReport *report)
{
    GtkWidget *again = gtk_button_new_with_label("Solve Again…"),
              *compare = gtk_toggle_button_new_with_label("Compare with Take"),
              *heat = gtk_toggle_button_new_with_label("Heat Map"),
              *propose = gtk_button_new_with_label("Propose Poses…"),
              *buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *more = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    report->title = studio_label_new("", "heading");
    report->sentences = gtk_box_new(GTK_ORIENTATION_VERTICAL, 9);
    report->ranges_title = studio_label_new("Frames without a pose", "heading");
    report->ranges = studio_facts_new("Frames without a pose");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(again), "clip.solve");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(compare), "viewport.compare-take");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(heat), "viewport.heat-map");
    studio_tip(compare, "Show the take and the result side by side");
    studio_tip(heat, "Colour the result by its distance from the take");
    gtk_box_append(GTK_BOX(buttons), compare);
    gtk_box_append(GTK_BOX(buttons), heat);
    gtk_actionable_set_action_name(GTK_ACTIONABLE(propose), "clip.propose-poses");
    studio_tip(propose, "Find poses that the take would need");
    gtk_box_append(GTK_BOX(more), again);
    gtk_box_append(GTK_BOX(more), propose);
    studio_tip(again, "Change the settings of the solve");
    g_signal_connect(report->ranges, "row-activated", G_CALLBACK(on_range), report);
    GtkWidget *const parts[] = {report->title,        report->sentences, buttons,
                                report->ranges_title, report->ranges,    more};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        gtk_box_append(GTK_BOX(report), parts[i]);
}

GtkWidget *studio_solve_report_new(void)
{
    GtkWidget *report =
        g_object_new(STUDIO_TYPE_SOLVE_REPORT, "orientation", GTK_ORIENTATION_VERTICAL, "spacing", 9, NULL);
    gtk_widget_add_css_class(report, "inspector-page");
    return report;
}
