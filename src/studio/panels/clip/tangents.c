// SPDX-License-Identifier: MIT
//
// Tangents of selected keys, and the key menu.

#include "studio/panels/clip/private.h"

#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

#include <math.h>
#include <stdio.h>

StudioTangent studio_clip_tangent_of(const MienAuthorKey *key)
{
    if (key->interpolation == MIEN_AUTHOR_CONSTANT)
        return STUDIO_TANGENT_STEP;
    if (key->interpolation == MIEN_AUTHOR_LINEAR)
        return STUDIO_TANGENT_LINEAR;
    return key->is_auto ? STUDIO_TANGENT_AUTO : STUDIO_TANGENT_SMOOTH;
}

/// The slope between two keys of a curve; 0 where one is missing.
static float slope_between(const MienAuthorClipCurve *curve, int from, int to)
{
    if (from < 0 || to >= curve->key_count || from >= to)
        return 0.0f;
    const double step = curve->keys[to].time - curve->keys[from].time;
    return step > 0 ? (float)(((double)curve->keys[to].value - (double)curve->keys[from].value) / step)
                    : 0.0f;
}

static MieniKeyShape shape_of(const MienAuthorClipCurve *curve, int key, StudioTangent tangent)
{
    MieniKeyShape shape = {.type = "cubic", .has_slopes = true};
    switch (tangent) {
    case STUDIO_TANGENT_AUTO:
        shape.is_auto = true;
        break;
    case STUDIO_TANGENT_LINEAR:
        shape.type = "linear";
        break;
    case STUDIO_TANGENT_STEP:
        shape.type = "constant";
        break;
    case STUDIO_TANGENT_SMOOTH: {
        const int from = key > 0 ? key - 1 : key, to = key + 1 < curve->key_count ? key + 1 : key;
        shape.arrive = shape.leave = slope_between(curve, from, to);
        break;
    }
    case STUDIO_TANGENT_BREAK:
        shape.arrive = slope_between(curve, key - 1, key);
        shape.leave = slope_between(curve, key, key + 1);
        break;
    case STUDIO_TANGENT_FLAT:
    default:
        break;
    }
    return shape;
}

void studio_clip_set_tangents(StudioClip *clip, StudioTangent tangent)
{
    MieniProblem problem = {0};
    Studio *studio = studio_clip_studio(clip);
    g_autoptr(GArray) places = studio_clip_selected_keys(clip),
                      keys = g_array_new(FALSE, FALSE, sizeof(StudioKey));
    for (guint i = 0; i < places->len; ++i) {
        const MieniKeyPlace *place = &g_array_index(places, MieniKeyPlace, i);
        const int curve = studio_clip_view_find(&clip->view, place->curve);
        StudioKey key = studio_clip_whole_key(clip, place);
        key.shape = shape_of(&clip->view.curves[curve].keyed, place->key, tangent);
        g_array_append_val(keys, key);
    }
    char label[STUDIO_LABEL_ROOM];
    snprintf(label, sizeof label, "change tangents of %u key%s", keys->len, keys->len == 1 ? "" : "s");
    if (keys->len == 0 || !studio_clip_check(clip, studio_group_begin(studio, label, &problem), &problem))
        return;
    studio_clip_check(clip,
                      studio_clip_paste_keys(studio, clip->path, (const StudioKey *)(void *)keys->data,
                                             (int)keys->len, 0, NULL, &problem),
                      &problem);
    studio_clip_check(clip, studio_group_end(studio, &problem), &problem);
    studio_clip_selected(clip);
}

// The menu

static const char *const tangents[] = {"clip.tangent-auto", "clip.tangent-smooth", "clip.tangent-linear",
                                       "clip.tangent-step", "clip.tangent-break",  "clip.tangent-flat"};

static void append(GMenu *menu, const StudioClip *clip, const char *action, const char *key)
{
    g_autoptr(GMenuItem) item = g_menu_item_new(studio_commands_label(clip->commands, action), action);
    if (key != NULL)
        g_menu_item_set_attribute(item, "accel", "s", key);
    g_menu_append_item(menu, item);
}

static gboolean on_digit(GtkWidget *popover, GVariant *arguments, void *user)
{
    (void)arguments;
    gtk_popover_popdown(GTK_POPOVER(popover));
    gtk_widget_activate_action(gtk_widget_get_parent(popover), user, NULL);
    return TRUE;
}

void studio_clip_tangent_menu(StudioClip *clip, GtkWidget *over, double x, double y)
{
    g_autoptr(GMenu) menu = g_menu_new(), shapes = g_menu_new(), others = g_menu_new();
    GtkEventController *digits = gtk_shortcut_controller_new();
    for (size_t i = 0; i < G_N_ELEMENTS(tangents); ++i) {
        g_autofree char *key = g_strdup_printf("%zu", i + 1);
        append(shapes, clip, tangents[i], key);
        gtk_shortcut_controller_add_shortcut(
            GTK_SHORTCUT_CONTROLLER(digits),
            gtk_shortcut_new(gtk_keyval_trigger_new(GDK_KEY_1 + (guint)i, 0),
                             gtk_callback_action_new(on_digit, (void *)tangents[i], NULL)));
    }
    static const char *const more[] = {"win.copy", "win.paste", "clip.delete-keys", "clip.snap-selected"};
    for (size_t i = 0; i < G_N_ELEMENTS(more); ++i)
        append(others, clip, more[i], NULL);
    g_menu_append_section(menu, NULL, G_MENU_MODEL(shapes));
    g_menu_append_section(menu, NULL, G_MENU_MODEL(others));
    GtkWidget *popover = gtk_popover_menu_new_from_model(G_MENU_MODEL(menu));
    gtk_popover_set_pointing_to(GTK_POPOVER(popover), &(GdkRectangle){(int)x, (int)y, 1, 1});
    gtk_popover_set_has_arrow(GTK_POPOVER(popover), FALSE);
    gtk_widget_add_controller(popover, digits);
    studio_popup_once(popover, over);
}
