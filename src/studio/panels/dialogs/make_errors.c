// SPDX-License-Identifier: MIT
//
// What is wrong with names, told below them, with buttons that mend it.

#include "studio/panels/dialogs/make_private.h"

#include <string.h>

char *studio_make_other_trouble(const StudioMake *make, const char *text)
{
    for (guint i = 0; i < make->origins->len; ++i) {
        const StudioOrigin *origin = make->origins->pdata[i];
        StudioFrameNames names;
        char *sentence = NULL;
        if ((int)i == make->shown)
            continue;
        if (origin->trouble != NULL)
            return g_strdup_printf("%s: %s", origin->title, origin->trouble);
        if (!origin->is_read)
            continue;
        studio_frame_names_read(&names, text, strlen(text), (const char *const *)origin->names, origin->count,
                                origin->title);
        if (names.error_count > 0 && names.line_count > origin->count)
            sentence = g_strdup_printf("%s has %d frames, the list has %d lines.", origin->title,
                                       origin->count, names.line_count);
        else if (names.error_count > 0)
            sentence = g_strdup_printf("%s: line %d%s", origin->title, names.errors[0].line,
                                       names.errors[0].sentence);
        studio_frame_names_release(&names);
        if (sentence != NULL)
            return sentence;
    }
    return NULL;
}

void studio_make_show_errors(StudioMake *make, const char *other)
{
    const StudioFrameNames *names = &make->names;
    gtk_widget_set_visible(make->bar, names->error_count > 0 || other != NULL);
    gtk_widget_set_visible(make->fix, FALSE);
    gtk_widget_set_visible(make->remove, FALSE);
    gtk_widget_set_visible(make->next, names->error_count > 0);
    if (names->error_count == 0) {
        gtk_label_set_text(GTK_LABEL(make->bar_label), other != NULL ? other : "");
        return;
    }
    make->error = CLAMP(make->error, 0, names->error_count - 1);
    const StudioNameError *error = &names->errors[make->error];
    g_autofree char *count = names->error_count > 1 ? g_strdup_printf("%d errors, %s: ", names->error_count,
                                                                      make->error == 0 ? "first" : "this")
                                                    : g_strdup("");
    g_autofree char *sentence = g_markup_escape_text(error->sentence, -1);
    g_autofree char *markup = g_strdup_printf("%s<b>Line %d</b>%s", count, error->line, sentence);
    gtk_label_set_markup(GTK_LABEL(make->bar_label), markup);
    gtk_button_set_label(GTK_BUTTON(make->next), names->error_count > 1 ? "Next" : "Show");
    gtk_widget_set_visible(make->remove, error->trouble == STUDIO_NAME_EXTRA);
    if (error->fix != NULL) {
        g_autofree char *label = g_strdup_printf("Rename to %s", error->fix);
        gtk_button_set_label(GTK_BUTTON(make->fix), label);
        gtk_widget_set_visible(make->fix, TRUE);
    }
}

static void on_next(StudioMake *make)
{
    const StudioFrameNames *names = &make->names;
    GtkTextIter at;
    if (names->error_count == 0)
        return;
    gtk_text_buffer_get_iter_at_mark(make->buffer, &at, gtk_text_buffer_get_insert(make->buffer));
    const bool is_there = gtk_text_iter_get_line(&at) == names->errors[make->error].line - 1;
    if (is_there) // the first press shows it
        make->error = (make->error + 1) % names->error_count;
    studio_make_show_errors(make, NULL);
    studio_make_go_to_line(make, names->errors[make->error].line - 1, false);
    gtk_widget_grab_focus(GTK_WIDGET(make->text));
}

static void on_fix(StudioMake *make)
{
    const StudioNameError *error =
        make->error < make->names.error_count ? &make->names.errors[make->error] : NULL;
    if (error == NULL || error->fix == NULL)
        return;
    g_autofree char *fix = g_strdup(error->fix); // the error goes with it
    studio_make_set_line(make, error->line - 1, fix);
}

static void on_remove(StudioMake *make)
{
    const StudioNameError *error =
        make->error < make->names.error_count ? &make->names.errors[make->error] : NULL;
    if (error != NULL)
        studio_make_cut_lines(make, error->line - 1);
}

GtkWidget *studio_make_errors_new(StudioMake *make)
{
    GtkWidget *icon = gtk_image_new_from_icon_name("dialog-error-symbolic");
    make->bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9);
    make->bar_label = studio_label_new("", NULL);
    gtk_label_set_wrap(GTK_LABEL(make->bar_label), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(make->bar_label), PANGO_ELLIPSIZE_NONE);
    gtk_widget_set_hexpand(make->bar_label, TRUE);
    make->fix = gtk_button_new_with_label("");
    make->remove = gtk_button_new_with_label("Remove Them");
    make->next = gtk_button_new_with_label("Show");
    gtk_widget_add_css_class(make->next, "flat");
    gtk_widget_add_css_class(make->bar, "error-bar");
    gtk_widget_add_css_class(icon, "error");
    gtk_widget_set_name(make->bar, "make-errors");
    GtkWidget *const parts[] = {icon, make->bar_label, make->fix, make->remove, make->next};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i) {
        gtk_box_append(GTK_BOX(make->bar), parts[i]);
        gtk_widget_set_valign(parts[i], GTK_ALIGN_CENTER);
    }
    gtk_widget_set_visible(make->bar, FALSE);
    g_signal_connect_swapped(make->fix, "clicked", G_CALLBACK(on_fix), make);
    g_signal_connect_swapped(make->remove, "clicked", G_CALLBACK(on_remove), make);
    g_signal_connect_swapped(make->next, "clicked", G_CALLBACK(on_next), make);
    return make->bar;
}
