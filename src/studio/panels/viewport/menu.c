// SPDX-License-Identifier: MIT
//
// The context menu of the viewport, and saving and copying images.

#include "studio/panels/viewport/private.h"

#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

// Pictures

/// A picture as it is seen, without what lies over it; NULL if there is none. Unreference it.
static GdkTexture *take_picture(StudioViewport *viewport)
{
    MieniPicture picture = {0};
    if (viewport->renderer == NULL)
        return NULL;
    gtk_gl_area_make_current(GTK_GL_AREA(viewport->area));
    if (!studio_viewport_render(viewport, &picture))
        return NULL;
    g_autoptr(GBytes) bytes = g_bytes_new(picture.pixels, (gsize)picture.width * (gsize)picture.height * 4);
    GdkTexture *texture = gdk_memory_texture_new(picture.width, picture.height, GDK_MEMORY_R8G8B8A8, bytes,
                                                 (gsize)picture.width * 4);
    mieni_picture_release(&picture);
    return texture;
}

void studio_viewport_copy_picture(StudioViewport *viewport)
{
    g_autoptr(GdkTexture) texture = take_picture(viewport);
    if (texture == NULL)
        return;
    gdk_clipboard_set_texture(gtk_widget_get_clipboard(viewport->area), texture);
    studio_workspace_toast(viewport->workspace, "Copied the image", NULL, NULL);
}

typedef struct Saving {
    StudioWorkspace *workspace;
    GBytes *bytes;
} Saving;

static void on_saved(GObject *source, GAsyncResult *result, void *user)
{
    Saving *saving = user;
    g_autoptr(GError) error = NULL;
    g_autofree char *name = g_file_get_basename(G_FILE(source));
    const bool is_saved = g_file_replace_contents_finish(G_FILE(source), result, NULL, &error);
    g_autofree char *text = is_saved ? g_strdup_printf("Saved the image as %s", name)
                                     : g_strdup_printf("Could not save the image: %s", error->message);
    studio_workspace_toast(saving->workspace, text, NULL, NULL);
    g_object_unref(saving->workspace);
    g_bytes_unref(saving->bytes);
    g_free(saving);
}

static void on_response(GtkNativeDialog *dialog, int response, StudioViewport *viewport)
{
    g_autoptr(GFile) file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
    g_autoptr(GdkTexture) texture =
        response == GTK_RESPONSE_ACCEPT && viewport->workspace != NULL ? take_picture(viewport) : NULL;
    if (texture != NULL && file != NULL) {
        Saving *saving = g_new0(Saving, 1);
        saving->workspace = g_object_ref(viewport->workspace);
        saving->bytes = gdk_texture_save_to_png_bytes(texture);
        g_file_replace_contents_bytes_async(file, saving->bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                            on_saved, saving);
    }
    g_object_unref(dialog);
}

void studio_viewport_save_picture(StudioViewport *viewport)
{
    char name[STUDIO_LABEL_ROOM] = "viewport";
    GtkFileChooserNative *dialog =
        gtk_file_chooser_native_new("Save Image", GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(viewport))),
                                    GTK_FILE_CHOOSER_ACTION_SAVE, "Save", "Cancel");
    if (viewport->actors->len > 0)
        studio_asset_name(((StudioActor *)viewport->actors->pdata[0])->role.path, name);
    g_autofree char *file = g_strconcat(name, ".png", NULL);
    gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), file);
    gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
    g_signal_connect_object(dialog, "response", G_CALLBACK(on_response), viewport, 0);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

// The menu

static void append(const StudioViewport *viewport, GMenu *menu, const char *name)
{
    const StudioAction *action = studio_commands_find(viewport->commands, name);
    g_autoptr(GMenuItem) item = g_menu_item_new(studio_commands_label(viewport->commands, name), name);
    if (action != NULL && action->keys != NULL) {
        g_auto(GStrv) keys = g_strsplit(action->keys, " ", 2);
        g_menu_item_set_attribute(item, "accel", "s", keys[0]);
    }
    g_menu_append_item(menu, item);
}

static GMenu *make_menu(const StudioViewport *viewport)
{
    static const char *const grounds[] = {"viewport.background-style", "viewport.background-dark",
                                          "viewport.background-light", "viewport.background-chequered"};
    GMenu *menu = g_menu_new();
    g_autoptr(GMenu) pictures = g_menu_new();
    g_autoptr(GMenu) ground = g_menu_new();
    g_autoptr(GMenu) look = g_menu_new();
    append(viewport, pictures, "viewport.copy-image");
    append(viewport, pictures, "viewport.save-image");
    for (size_t i = 0; i < G_N_ELEMENTS(grounds); ++i)
        append(viewport, ground, grounds[i]);
    g_menu_append_submenu(pictures, "Background", G_MENU_MODEL(ground));
    append(viewport, look, "viewport.frame");
    append(viewport, look, "viewport.reset-camera");
    append(viewport, look, "viewport.compare-take");
    append(viewport, look, "poses.reset-all");
    g_menu_append_section(menu, NULL, G_MENU_MODEL(pictures));
    g_menu_append_section(menu, NULL, G_MENU_MODEL(look));
    return menu;
}

void studio_viewport_popup(StudioViewport *viewport, double x, double y)
{
    if (viewport->workspace == NULL)
        return;
    g_autoptr(GMenu) menu = make_menu(viewport);
    if (viewport->menu != NULL)
        gtk_widget_unparent(viewport->menu);
    viewport->menu = gtk_popover_menu_new_from_model(G_MENU_MODEL(menu));
    gtk_widget_set_parent(viewport->menu, GTK_WIDGET(viewport));
    gtk_popover_set_has_arrow(GTK_POPOVER(viewport->menu), FALSE);
    gtk_widget_set_halign(viewport->menu, GTK_ALIGN_START);
    gtk_popover_set_pointing_to(GTK_POPOVER(viewport->menu), &(GdkRectangle){(int)x, (int)y, 1, 1});
    studio_popup(viewport->menu);
}
