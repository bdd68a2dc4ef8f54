// SPDX-License-Identifier: MIT
//
// The context menu of the viewport, and saving and copying images.

#include "studio/panels/viewport/private.h"

#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

// Pictures

/// A picture as it is seen, without what lies over it; NULL if there is none. Unreference it.
static GdkTexture *take_picture(StudioStage *stage)
{
    MieniPicture picture = {0};
    if (stage->renderer == NULL)
        return NULL;
    gtk_gl_area_make_current(GTK_GL_AREA(stage->area));
    if (!studio_stage_render(stage, &picture))
        return NULL;
    g_autoptr(GBytes) bytes = g_bytes_new(picture.pixels, (gsize)picture.width * (gsize)picture.height * 4);
    GdkTexture *texture = gdk_memory_texture_new(picture.width, picture.height, GDK_MEMORY_R8G8B8A8, bytes,
                                                 (gsize)picture.width * 4);
    mieni_picture_release(&picture);
    return texture;
}

void studio_stage_copy_picture(StudioStage *stage)
{
    g_autoptr(GdkTexture) texture = take_picture(stage);
    if (texture == NULL)
        return;
    gdk_clipboard_set_texture(gtk_widget_get_clipboard(stage->area), texture);
    studio_workspace_toast(stage->workspace, "Copied the image", NULL, NULL);
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

static void on_response(GtkNativeDialog *dialog, int response, StudioStage *stage)
{
    g_autoptr(GFile) file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
    g_autoptr(GdkTexture) texture =
        response == GTK_RESPONSE_ACCEPT && stage->workspace != NULL ? take_picture(stage) : NULL;
    if (texture != NULL && file != NULL) {
        Saving *saving = g_new0(Saving, 1);
        saving->workspace = g_object_ref(stage->workspace);
        saving->bytes = gdk_texture_save_to_png_bytes(texture);
        g_file_replace_contents_bytes_async(file, saving->bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                            on_saved, saving);
    }
    g_object_unref(dialog);
}

void studio_stage_save_picture(StudioStage *stage)
{
    char name[STUDIO_LABEL_ROOM] = "stage";
    GtkFileChooserNative *dialog =
        gtk_file_chooser_native_new("Save Image", GTK_WINDOW(gtk_widget_get_root(GTK_WIDGET(stage))),
                                    GTK_FILE_CHOOSER_ACTION_SAVE, "Save", "Cancel");
    if (stage->actors->len > 0)
        studio_asset_name(((StudioActor *)stage->actors->pdata[0])->role.path, name);
    g_autofree char *file = g_strconcat(name, ".png", NULL);
    gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), file);
    gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
    g_signal_connect_object(dialog, "response", G_CALLBACK(on_response), stage, 0);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

// The menu

static void append(const StudioStage *stage, GMenu *menu, const char *name)
{
    const StudioAction *action = studio_commands_find(stage->commands, name);
    g_autoptr(GMenuItem) item = g_menu_item_new(studio_commands_label(stage->commands, name), name);
    if (action != NULL && action->keys != NULL) {
        g_auto(GStrv) keys = g_strsplit(action->keys, " ", 2);
        g_menu_item_set_attribute(item, "accel", "s", keys[0]);
    }
    g_menu_append_item(menu, item);
}

static GMenu *make_menu(const StudioStage *stage)
{
    static const char *const grounds[] = {"stage.ground-style", "stage.ground-dark", "stage.ground-light",
                                          "stage.ground-chequered"};
    GMenu *menu = g_menu_new();
    g_autoptr(GMenu) pictures = g_menu_new();
    g_autoptr(GMenu) ground = g_menu_new();
    g_autoptr(GMenu) look = g_menu_new();
    append(stage, pictures, "stage.copy-picture");
    append(stage, pictures, "stage.save-picture");
    for (size_t i = 0; i < G_N_ELEMENTS(grounds); ++i)
        append(stage, ground, grounds[i]);
    g_menu_append_submenu(pictures, "Background", G_MENU_MODEL(ground));
    append(stage, look, "stage.frame");
    append(stage, look, "stage.reset-camera");
    append(stage, look, "poses.reset-all");
    g_menu_append_section(menu, NULL, G_MENU_MODEL(pictures));
    g_menu_append_section(menu, NULL, G_MENU_MODEL(look));
    return menu;
}

void studio_stage_popup(StudioStage *stage, double x, double y)
{
    if (stage->workspace == NULL)
        return;
    g_autoptr(GMenu) menu = make_menu(stage);
    if (stage->menu != NULL)
        gtk_widget_unparent(stage->menu);
    stage->menu = gtk_popover_menu_new_from_model(G_MENU_MODEL(menu));
    gtk_widget_set_parent(stage->menu, GTK_WIDGET(stage));
    gtk_popover_set_has_arrow(GTK_POPOVER(stage->menu), FALSE);
    gtk_widget_set_halign(stage->menu, GTK_ALIGN_START);
    gtk_popover_set_pointing_to(GTK_POPOVER(stage->menu), &(GdkRectangle){(int)x, (int)y, 1, 1});
    studio_popup(stage->menu);
}
