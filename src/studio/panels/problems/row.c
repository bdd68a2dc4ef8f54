// SPDX-License-Identifier: MIT
//
// Rows of the drawer of problems: what is wrong, where, and what mends it.

#include "studio/panels/problems/private.h"

#include "studio/model/facts/strings.h"
#include "studio/panels/problems/fix.h"
#include "studio/panels/problems/place.h"
#include "studio/panels/problems/strings.h"
#include "studio/panels/widgets/widgets.h"

static const char *const icons[] = {"dialog-information-symbolic", "dialog-warning-symbolic",
                                    "dialog-error-symbolic"};
static const char *const classes[] = {"dim-label", "warning", "error"};

static void on_fix(GtkButton *button, StudioProblemsDrawer *drawer)
{
    GtkWidget *row = gtk_widget_get_ancestor(GTK_WIDGET(button), GTK_TYPE_LIST_BOX_ROW);
    gtk_list_box_select_row(GTK_LIST_BOX(drawer->list), GTK_LIST_BOX_ROW(row));
    const bool is_ignored = drawer->chip == STUDIO_PROBLEMS_IGNORED;
    const MieniFinding *finding = studio_problems_chosen(drawer);
    if (is_ignored)
        studio_commands_run(drawer->commands, "problems.ignore");
    else if (finding != NULL && finding->fix_kind != MIENI_LINT_FIX_NONE)
        studio_commands_run(drawer->commands, "problems.fix");
    else
        studio_commands_run(drawer->commands, "problems.show");
}

static void on_link(GtkButton *button, StudioProblemsDrawer *drawer)
{
    GtkWidget *row = gtk_widget_get_ancestor(GTK_WIDGET(button), GTK_TYPE_LIST_BOX_ROW);
    gtk_list_box_select_row(GTK_LIST_BOX(drawer->list), GTK_LIST_BOX_ROW(row));
    studio_commands_run(drawer->commands, "problems.show");
}

static GtkWidget *make_texts(MieniLintCode code, const char *sentence)
{
    GtkWidget *texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0),
              *line = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    GtkWidget *title = studio_label_new(studio_problem_title(code), NULL),
              *number = studio_label_new(mieni_lint_info(code)->code, "dim-label caption"),
              *message = studio_label_new(sentence, "dim-label caption");
    studio_describe(title, sentence);
    gtk_widget_set_tooltip_text(message, sentence);
    gtk_widget_set_hexpand(texts, TRUE);
    gtk_box_append(GTK_BOX(line), title);
    gtk_box_append(GTK_BOX(line), number);
    gtk_box_append(GTK_BOX(texts), line);
    gtk_box_append(GTK_BOX(texts), message);
    return texts;
}

static GtkWidget *make_button(StudioProblemsDrawer *drawer, const char *words, const char *name)
{
    GtkWidget *button = gtk_button_new_with_label(words);
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    gtk_widget_add_css_class(button, "problem-button");
    studio_name(button, name);
    gtk_size_group_add_widget(drawer->buttons, button);
    g_signal_connect(button, "clicked", G_CALLBACK(on_fix), drawer);
    return button;
}

static GtkWidget *put_row(GtkWidget *box, const char *key)
{
    GtkWidget *row = gtk_list_box_row_new();
    gtk_widget_add_css_class(box, "problem-row");
    gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
    g_object_set_data_full(G_OBJECT(row), "key", g_strdup(key), g_free);
    return row;
}

GtkWidget *studio_problems_row(StudioProblemsDrawer *drawer, const MieniFinding *finding)
{
    const int severity = CLAMP((int)finding->severity - (int)MIENI_LINT_ERROR + 2, 0, 2);
    char name[STUDIO_LABEL_ROOM];
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12),
              *icon = gtk_image_new_from_icon_name(icons[severity]),
              *link = gtk_button_new_with_label(studio_asset_name(finding->file, name));
    g_autofree char *words = studio_problem_fix_words(finding), *key = studio_problem_text(finding);
    g_autofree char *label =
        words != NULL ? g_strdup_printf("Fix: %s", words) : g_strdup_printf("Show %s", name);
    gtk_widget_add_css_class(icon, classes[severity]);
    gtk_widget_add_css_class(link, "flat");
    gtk_widget_add_css_class(link, "problem-link");
    gtk_widget_set_valign(link, GTK_ALIGN_CENTER);
    gtk_widget_set_tooltip_text(link, finding->file);
    gtk_size_group_add_widget(drawer->links, link);
    g_signal_connect(link, "clicked", G_CALLBACK(on_link), drawer);
    gtk_box_append(GTK_BOX(box), icon);
    gtk_box_append(GTK_BOX(box), make_texts(finding->code, finding->message));
    gtk_box_append(GTK_BOX(box), link);
    GtkWidget *button = make_button(drawer, words != NULL ? words : "Show", label);
    if (words == NULL)
        gtk_widget_add_css_class(button, "flat");
    gtk_box_append(GTK_BOX(box), button);
    return put_row(box, key);
}

GtkWidget *studio_problems_ignored_row(StudioProblemsDrawer *drawer, MieniLintCode code)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    gtk_box_append(GTK_BOX(box), gtk_image_new_from_icon_name("dialog-information-symbolic"));
    gtk_box_append(GTK_BOX(box), make_texts(code, "Nobody looks for it in this project."));
    g_autofree char *name = g_strdup_printf("Look again: %s", studio_problem_title(code));
    gtk_box_append(GTK_BOX(box), make_button(drawer, "Look Again", name));
    return put_row(box, mieni_lint_info(code)->code);
}
