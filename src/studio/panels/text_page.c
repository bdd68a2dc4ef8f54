// SPDX-License-Identifier: MIT
//
// A document as text.

#include "studio/panels/text_page.h"

#include <string.h>

#include "studio/model/words.h"
#include "studio/panels/kinds.h"

enum { MOST = 16000 }; ///< Bytes that are shown: more than anyone reads here.

struct _StudioTextPage {
    GtkBox parent_instance;
    StudioWorkspace *workspace;
    GSignalGroup *signals;
    char *path;
    GtkWidget *title, *second, *icon, *text;
};

G_DEFINE_TYPE(StudioTextPage, studio_text_page, GTK_TYPE_BOX)

static void fill(StudioTextPage *page)
{
    char name[STUDIO_LABEL_ROOM];
    Studio *studio = studio_workspace_studio(page->workspace);
    const MieniAsset *asset;
    const char *summary = studio_workspace_summary(page->workspace, page->path);
    gtk_label_set_text(GTK_LABEL(page->title), studio_asset_name(page->path, name));
    gtk_label_set_text(GTK_LABEL(page->second), summary != NULL ? summary : "");
    gtk_image_set_from_icon_name(GTK_IMAGE(page->icon),
                                 studio_kinds[studio_kind_index(mieni_asset_kind_of_path(page->path))].icon);
    MieniProblem problem = {0};
    studio_asset(studio, page->path, &asset, &problem); // one that cannot be read has a text too
    const StudioFile *file = studio_files_find(&studio->files, page->path);
    const StudioText *text = file != NULL ? file->now : NULL;
    const char *bytes = text != NULL ? text->bytes : "";
    const gsize size = text != NULL ? MIN(text->size, (size_t)MOST) : 0;
    const char *end = bytes;
    g_utf8_validate(bytes, (gssize)size, &end);
    g_autofree char *shown = g_strndup(bytes, (gsize)(end - bytes));
    gtk_label_set_text(GTK_LABEL(page->text), shown);
}

static void on_changed(StudioTextPage *page, const char *const *paths)
{
    for (; page->path != NULL && *paths != NULL; ++paths)
        if (strcmp(*paths, page->path) == 0 &&
            studio_exists(studio_workspace_studio(page->workspace), *paths))
            fill(page);
}

static void on_summary(StudioTextPage *page, const char *path)
{
    if (page->path != NULL && strcmp(path, page->path) == 0)
        fill(page);
}

static void studio_text_page_dispose(GObject *object)
{
    StudioTextPage *page = STUDIO_TEXT_PAGE(object);
    g_clear_object(&page->signals);
    g_clear_object(&page->workspace);
    g_clear_pointer(&page->path, g_free);
    G_OBJECT_CLASS(studio_text_page_parent_class)->dispose(object);
}

static void studio_text_page_class_init(StudioTextPageClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_text_page_dispose;
}

static void studio_text_page_init(StudioTextPage *page)
{
    page->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(page->signals, "changed", G_CALLBACK(on_changed), page);
    g_signal_group_connect_swapped(page->signals, "summary", G_CALLBACK(on_summary), page);
}

GtkWidget *studio_text_page_new(StudioCommands *commands)
{
    (void)commands;
    StudioTextPage *page = g_object_new(STUDIO_TYPE_TEXT_PAGE, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
    GtkWidget *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9),
              *texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    page->icon = gtk_image_new();
    gtk_widget_add_css_class(page->icon, "kind-picture");
    page->title = gtk_label_new(NULL);
    page->second = gtk_label_new(NULL);
    gtk_label_set_xalign(GTK_LABEL(page->title), 0.0f);
    gtk_label_set_xalign(GTK_LABEL(page->second), 0.0f);
    gtk_label_set_ellipsize(GTK_LABEL(page->second), PANGO_ELLIPSIZE_END);
    gtk_widget_add_css_class(page->title, "heading");
    gtk_widget_add_css_class(page->second, "caption");
    gtk_widget_add_css_class(page->second, "dim-label");
    gtk_box_append(GTK_BOX(texts), page->title);
    gtk_box_append(GTK_BOX(texts), page->second);
    gtk_widget_add_css_class(top, "panel-top");
    gtk_box_append(GTK_BOX(top), page->icon);
    gtk_box_append(GTK_BOX(top), texts);
    gtk_box_append(GTK_BOX(page), top);
    gtk_box_append(GTK_BOX(page), gtk_separator_new(GTK_ORIENTATION_HORIZONTAL));
    page->text = gtk_label_new(NULL);
    gtk_label_set_selectable(GTK_LABEL(page->text), TRUE);
    gtk_label_set_xalign(GTK_LABEL(page->text), 0.0f);
    gtk_label_set_yalign(GTK_LABEL(page->text), 0.0f);
    gtk_widget_add_css_class(page->text, "monospace");
    gtk_widget_add_css_class(page->text, "asset-text");
    gtk_accessible_update_property(GTK_ACCESSIBLE(page->text), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Text of the asset", -1);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), page->text);
    gtk_box_append(GTK_BOX(page), scrolled);
    return GTK_WIDGET(page);
}

void studio_text_page_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document)
{
    StudioTextPage *page = STUDIO_TEXT_PAGE(part);
    g_set_object(&page->workspace, workspace);
    g_signal_group_set_target(page->signals, workspace);
    g_free(page->path);
    page->path = g_strdup(document != NULL ? document->path : NULL);
    if (page->path != NULL)
        fill(page);
}
