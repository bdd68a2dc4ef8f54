// SPDX-License-Identifier: MIT
//
// The widget of small pictures: an icon, and in its place the picture once it is there.

#include "studio/panels/thumbnails/private.h"

#include "studio/panels/widgets/widgets.h"

#include <string.h>

enum { REST = 400 }; ///< Milliseconds that the pointer rests until a picture grows.

G_DEFINE_TYPE(StudioPicture, studio_picture, GTK_TYPE_WIDGET)

static StudioPictures *pictures_of(const StudioPicture *picture)
{
    return picture->workspace != NULL ? studio_pictures_of(picture->workspace) : NULL;
}

static void show_icon(StudioPicture *picture)
{
    gtk_image_set_from_icon_name(GTK_IMAGE(picture->image), picture->icon);
    gtk_image_set_pixel_size(GTK_IMAGE(picture->image), picture->size >= 64 ? 32 : 16);
}

// Under no path, a sealed draft has what tells it from others.
static const char SEAL[] = "";

GHashTable *studio_picture_draft_new(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_bytes_unref);
}

void studio_picture_draft_seal(GHashTable *draft)
{
    g_autoptr(GChecksum) hash = g_checksum_new(G_CHECKSUM_SHA256);
    g_autoptr(GList) paths = g_list_sort(g_hash_table_get_keys(draft), (GCompareFunc)strcmp);
    for (const GList *at = paths; at != NULL; at = at->next) {
        gsize size = 0;
        const void *bytes = g_bytes_get_data(g_hash_table_lookup(draft, at->data), &size);
        g_checksum_update(hash, at->data, (gssize)strlen(at->data) + 1);
        g_checksum_update(hash, bytes, (gssize)size);
    }
    const char *text = g_checksum_get_string(hash);
    g_hash_table_insert(draft, g_strdup(SEAL), g_bytes_new(text, strlen(text) + 1));
}

static const char *seal_of(GHashTable *draft)
{
    GBytes *seal = draft != NULL ? g_hash_table_lookup(draft, SEAL) : NULL;
    return seal != NULL ? g_bytes_get_data(seal, NULL) : "";
}

void studio_picture_take(StudioPicture *picture, GdkTexture *texture)
{
    picture->is_waiting = false;
    if (texture == NULL) {
        show_icon(picture);
        return;
    }
    gtk_image_set_from_paintable(GTK_IMAGE(picture->image), GDK_PAINTABLE(texture));
    gtk_image_set_pixel_size(GTK_IMAGE(picture->image), picture->size);
}

/// Gets into the queue if there is something to show to somebody.
static void enter(StudioPicture *picture)
{
    StudioPictures *pictures = pictures_of(picture);
    if (pictures != NULL && picture->subject != NULL && gtk_widget_get_mapped(GTK_WIDGET(picture)))
        studio_pictures_add(pictures, picture);
}

static void leave(StudioPicture *picture)
{
    StudioPictures *pictures = pictures_of(picture);
    if (pictures != NULL)
        studio_pictures_remove(pictures, picture);
    picture->is_waiting = false;
}

static void forget(StudioPicture *picture)
{
    leave(picture);
    g_clear_pointer(&picture->subject, g_free);
    g_clear_pointer(&picture->key, g_free);
    g_clear_pointer(&picture->asset, g_free);
    g_clear_pointer(&picture->on, g_free);
    g_clear_pointer(&picture->pose, g_free);
    g_clear_pointer(&picture->icon, g_free);
    g_clear_pointer(&picture->draft, g_hash_table_unref);
    g_clear_weak_pointer(&picture->workspace);
}

/// Kinds that can be drawn.
static bool is_drawable(const StudioPictureOf *of)
{
    const MieniAssetKind kind =
        of != NULL && of->asset != NULL ? mieni_asset_kind_of_path(of->asset) : MIENI_ASSET_NONE;
    return kind == MIENI_ASSET_CHARACTER || kind == MIENI_ASSET_POSES || kind == MIENI_ASSET_MESH ||
           kind == MIENI_ASSET_CLIP;
}

static bool is_same(const StudioPicture *picture, StudioWorkspace *workspace, const StudioPictureOf *of,
                    const char *icon)
{
    return picture->subject != NULL && picture->workspace == workspace &&
           strcmp(picture->asset, of->asset) == 0 && g_strcmp0(picture->on, of->on) == 0 &&
           g_strcmp0(picture->pose, of->pose) == 0 && g_strcmp0(picture->icon, icon) == 0 &&
           picture->draft == of->draft && !(picture->time < of->time) && !(picture->time > of->time);
}

void studio_picture_show(GtkWidget *widget, StudioWorkspace *workspace, const StudioPictureOf *of,
                         const char *icon)
{
    StudioPicture *picture = STUDIO_PICTURE(widget);
    const bool has_picture = workspace != NULL && is_drawable(of);
    if (has_picture && is_same(picture, workspace, of, icon))
        return;
    forget(picture);
    picture->icon = g_strdup(icon);
    if (has_picture) {
        g_set_weak_pointer(&picture->workspace, workspace);
        picture->asset = g_strdup(of->asset);
        picture->on = g_strdup(of->on);
        picture->pose = g_strdup(of->pose);
        picture->time = of->time;
        picture->draft = of->draft != NULL ? g_hash_table_ref(of->draft) : NULL;
        picture->subject =
            g_strdup_printf("%s\n%s\n%s", of->asset, of->on != NULL ? of->on : "", seal_of(of->draft));
        picture->key = g_strdup_printf("%d %" G_GINT64_FORMAT "\n%s\n%s\n%s", 2 * picture->size,
                                       (gint64)(of->time * 1e6), of->asset, of->on != NULL ? of->on : "",
                                       of->pose != NULL ? of->pose : "");
    }
    StudioPictures *pictures = has_picture ? pictures_of(picture) : NULL;
    GdkTexture *texture = pictures != NULL ? studio_pictures_find(pictures, picture) : NULL;
    if (texture == NULL)
        show_icon(picture);
    else
        studio_picture_take(picture, texture);
    enter(picture);
    studio_picture_enlarge(widget, false);
}

// Growing

void studio_picture_enlarge(GtkWidget *widget, bool is_large)
{
    StudioPicture *picture = STUDIO_PICTURE(widget);
    g_clear_handle_id(&picture->rest_timer, g_source_remove);
    if (!is_large || picture->subject == NULL) {
        if (picture->popover != NULL)
            gtk_popover_popdown(GTK_POPOVER(picture->popover));
        return;
    }
    if (picture->popover == NULL) {
        picture->popover = gtk_popover_new();
        picture->large = studio_picture_new(STUDIO_PICTURE_LARGE);
        gtk_popover_set_child(GTK_POPOVER(picture->popover), picture->large);
        gtk_popover_set_position(GTK_POPOVER(picture->popover), GTK_POS_RIGHT);
        gtk_popover_set_autohide(GTK_POPOVER(picture->popover), FALSE); // it takes no focus
        gtk_widget_set_can_focus(picture->popover, FALSE);
        gtk_widget_set_can_target(picture->popover, FALSE);
        gtk_widget_set_parent(picture->popover, widget);
    }
    const StudioPictureOf of = {picture->asset, picture->on, picture->pose, picture->time, picture->draft};
    studio_picture_show(picture->large, picture->workspace, &of, picture->icon);
    studio_popup(picture->popover);
}

static gboolean on_rested(void *user)
{
    StudioPicture *picture = user;
    picture->rest_timer = 0;
    studio_picture_enlarge(GTK_WIDGET(picture), true);
    return G_SOURCE_REMOVE;
}

static void on_enter(StudioPicture *picture)
{
    g_clear_handle_id(&picture->rest_timer, g_source_remove);
    if (picture->is_enlarging)
        picture->rest_timer = g_timeout_add(REST, on_rested, picture);
}

static void on_leave(StudioPicture *picture) { studio_picture_enlarge(GTK_WIDGET(picture), false); }

void studio_picture_set_enlarges(GtkWidget *picture, bool is_enlarging)
{
    STUDIO_PICTURE(picture)->is_enlarging = is_enlarging;
    if (!is_enlarging)
        studio_picture_enlarge(picture, false);
}

// The widget

static void studio_picture_map(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(studio_picture_parent_class)->map(widget);
    enter(STUDIO_PICTURE(widget));
}

static void studio_picture_unmap(GtkWidget *widget)
{
    studio_picture_enlarge(widget, false);
    leave(STUDIO_PICTURE(widget));
    GTK_WIDGET_CLASS(studio_picture_parent_class)->unmap(widget);
}

static void studio_picture_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                                   int *natural, int *minimum_baseline, int *natural_baseline)
{
    (void)orientation, (void)for_size;
    *minimum = *natural = STUDIO_PICTURE(widget)->size; // an icon takes as much room as a picture
    *minimum_baseline = *natural_baseline = -1;
}

static void studio_picture_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    StudioPicture *picture = STUDIO_PICTURE(widget);
    gtk_widget_allocate(picture->image, width, height, baseline, NULL);
    if (picture->popover != NULL)
        gtk_popover_present(GTK_POPOVER(picture->popover));
}

static void studio_picture_dispose(GObject *object)
{
    StudioPicture *picture = STUDIO_PICTURE(object);
    g_clear_handle_id(&picture->rest_timer, g_source_remove);
    g_clear_pointer(&picture->popover, gtk_widget_unparent);
    forget(picture);
    g_clear_pointer(&picture->image, gtk_widget_unparent);
    G_OBJECT_CLASS(studio_picture_parent_class)->dispose(object);
}

static void studio_picture_class_init(StudioPictureClass *class)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = studio_picture_dispose;
    widget_class->map = studio_picture_map;
    widget_class->unmap = studio_picture_unmap;
    widget_class->measure = studio_picture_measure;
    widget_class->size_allocate = studio_picture_size_allocate;
    gtk_widget_class_set_css_name(widget_class, "small-picture");
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void studio_picture_init(StudioPicture *picture)
{
    GtkEventController *motion = gtk_event_controller_motion_new();
    picture->image = gtk_image_new();
    gtk_widget_set_parent(picture->image, GTK_WIDGET(picture));
    gtk_widget_set_overflow(GTK_WIDGET(picture), GTK_OVERFLOW_HIDDEN);
    gtk_widget_set_halign(GTK_WIDGET(picture), GTK_ALIGN_CENTER);
    gtk_widget_set_valign(GTK_WIDGET(picture), GTK_ALIGN_CENTER);
    g_signal_connect_swapped(motion, "enter", G_CALLBACK(on_enter), picture);
    g_signal_connect_swapped(motion, "leave", G_CALLBACK(on_leave), picture);
    gtk_widget_add_controller(GTK_WIDGET(picture), motion);
}

GtkWidget *studio_picture_new(int size)
{
    StudioPicture *picture = g_object_new(STUDIO_TYPE_PICTURE, NULL);
    picture->size = size;
    gtk_image_set_pixel_size(GTK_IMAGE(picture->image), 16);
    return GTK_WIDGET(picture);
}
