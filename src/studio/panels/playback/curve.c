// SPDX-License-Identifier: MIT
//
// The slider of a skeleton's curve.

#include "studio/panels/playback/curve.h"

#include <string.h>

#include "asset/view.h"
#include "studio/panels/widgets/weight_scale.h"
#include "studio/panels/widgets/widgets.h"
#include "studio/panels/workspace/preferences.h"

enum { LETTERS = 14 }; ///< Of a name and its weight that are never cut.

typedef struct Slider {
    GtkWidget *box, *scale, *label;
    StudioWorkspace *workspace;
    char *curve; ///< NULL: none.
} Slider;

static Slider *slider_of(GtkWidget *box) { return g_object_get_data(G_OBJECT(box), "slider"); }

static void free_slider(void *given)
{
    Slider *slider = given;
    g_clear_object(&slider->workspace);
    g_free(slider->curve);
    g_free(slider);
}

static void on_began(Slider *slider)
{
    if (slider->workspace != NULL)
        studio_session_mark(studio_workspace_session(slider->workspace));
}

static void on_asked(StudioWeightScale *scale, double value, Slider *slider)
{
    (void)scale;
    if (slider->workspace == NULL || slider->curve == NULL)
        return;
    studio_session_set_weight(studio_workspace_session(slider->workspace), slider->curve, (float)value);
    studio_workspace_session_changed(slider->workspace);
}

GtkWidget *studio_curve_slider_new(void)
{
    Slider *slider = g_new0(Slider, 1);
    slider->box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6);
    gtk_widget_set_visible(slider->box, FALSE);
    g_object_set_data_full(G_OBJECT(slider->box), "slider", slider, free_slider);
    return slider->box;
}

/// Once there is a curve to show.
static void make(Slider *slider)
{
    slider->scale = studio_weight_scale_new();
    slider->label = studio_label_new("", "numeric");
    gtk_label_set_ellipsize(GTK_LABEL(slider->label), PANGO_ELLIPSIZE_MIDDLE);
    gtk_label_set_max_width_chars(GTK_LABEL(slider->label), 24);
    gtk_widget_set_hexpand(slider->scale, TRUE);
    gtk_widget_set_size_request(slider->scale, 72, -1);
    gtk_box_append(GTK_BOX(slider->box), slider->scale);
    gtk_box_append(GTK_BOX(slider->box), slider->label);
    g_signal_connect_swapped(slider->scale, "began", G_CALLBACK(on_began), slider);
    g_signal_connect(slider->scale, "asked", G_CALLBACK(on_asked), slider);
}

void studio_curve_slider_set_workspace(GtkWidget *box, StudioWorkspace *workspace)
{
    Slider *slider = slider_of(box);
    g_set_object(&slider->workspace, workspace);
    g_clear_pointer(&slider->curve, g_free);
    gtk_widget_set_visible(box, FALSE);
}

static void put_curve(Slider *slider, const char *name)
{
    if (g_strcmp0(slider->curve, name) == 0)
        return;
    g_autofree char *called = g_strdup_printf("%s weight", name);
    g_free(slider->curve);
    slider->curve = g_strdup(name);
    studio_name(slider->scale, called);
}

/// The curve of a skeleton that is selected; NULL: none, or a bone is.
static const char *selected_curve(StudioWorkspace *workspace)
{
    const StudioDocument *document = studio_workspace_active(workspace);
    const MieniAsset *asset;
    if (document == NULL || document->kind != MIENI_ASSET_SKELETON || document->selection.names.count == 0 ||
        studio_asset(studio_workspace_studio(workspace), document->path, &asset, NULL) != MIEN_OK)
        return NULL;
    const char *name = document->selection.names.items[0];
    return mieni_skeleton_find_curve(mieni_skeleton_of(asset), name) >= 0 ? name : NULL;
}

void studio_curve_slider_show(GtkWidget *box)
{
    Slider *slider = slider_of(box);
    const char *curve = slider->workspace != NULL ? selected_curve(slider->workspace) : NULL;
    const bool is_shown = curve != NULL;
    gtk_widget_set_visible(box, is_shown);
    if (!is_shown)
        return;
    if (slider->scale == NULL)
        make(slider);
    const StudioSession *session = studio_workspace_session(slider->workspace);
    put_curve(slider, curve);
    const double asked = (double)studio_session_weight(session, slider->curve);
    const int beyond = session->is_beyond ? studio_prefers(STUDIO_PREFER_BEYOND) : 0;
    const double least = -beyond, most = 1 + beyond;
    char number[STUDIO_NUMBER_ROOM];
    g_autofree char *text = g_strdup_printf("%s %s", slider->curve, studio_number_text(asked, 2, number));
    studio_weight_scale_set_range(STUDIO_WEIGHT_SCALE(slider->scale), MIN(least, asked), MAX(most, asked),
                                  0.0, 1.0);
    studio_weight_scale_set_values(STUDIO_WEIGHT_SCALE(slider->scale), asked, asked);
    if (g_strcmp0(gtk_label_get_text(GTK_LABEL(slider->label)), text) == 0)
        return;
    // Names are shorter than this unless they are meant to be cut.
    gtk_label_set_width_chars(GTK_LABEL(slider->label), MIN((int)g_utf8_strlen(text, -1), LETTERS));
    gtk_label_set_text(GTK_LABEL(slider->label), text);
}
