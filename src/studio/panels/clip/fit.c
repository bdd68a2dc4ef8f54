// SPDX-License-Identifier: MIT
//
// Fit Keys: converts a source curve to a keyed curve with few keys, within an error limit. The
// source file does not change; deleting the curve restores the samples.

#include "studio/panels/clip/private.h"

#include "studio/model/commands/fit_keys.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

#include <stdio.h>

typedef struct Fitting {
    StudioClip *clip;
    GtkWidget *editor; ///< Keeps the above.
    char *path, *curve;
    float *values;
    int count;
    double rate;
    MienAuthorKey *keys;
    int key_count;
    GtkWidget *scale, *told;
    StudioDialog dialog;
} Fitting;

static void free_fitting(void *given)
{
    Fitting *fitting = given;
    g_object_unref(fitting->editor);
    g_free(fitting->path);
    g_free(fitting->curve);
    g_free(fitting->values);
    g_free(fitting->keys);
    g_free(fitting);
}

static void on_error(Fitting *fitting)
{
    const double error = gtk_range_get_value(GTK_RANGE(fitting->scale));
    char number[STUDIO_NUMBER_ROOM];
    fitting->key_count =
        studio_fit_keys(fitting->values, fitting->count, fitting->rate, (float)error, fitting->keys);
    g_autofree char *text =
        g_strdup_printf("%d samples become %d keys with an error of at most %s.", fitting->count,
                        fitting->key_count, studio_number_text(error, 3, number));
    gtk_label_set_text(GTK_LABEL(fitting->told), text);
    g_autofree char *label = g_strdup_printf("Fit %d Keys", fitting->key_count);
    gtk_button_set_label(GTK_BUTTON(fitting->dialog.suggest), label);
}

static void on_fit(Fitting *fitting)
{
    StudioClip *clip = fitting->clip;
    MieniProblem problem = {0};
    char label[STUDIO_LABEL_ROOM];
    g_autofree StudioKey *keys = g_new0(StudioKey, fitting->key_count);
    for (int i = 0; i < fitting->key_count; ++i)
        keys[i] = (StudioKey){.curve = fitting->curve,
                              .time = fitting->keys[i].time,
                              .value = (double)fitting->keys[i].value,
                              .shape = studio_clip_shape(&fitting->keys[i])};
    snprintf(label, sizeof label, "fit %d keys to %.300s", fitting->key_count, fitting->curve);
    if (clip->document != NULL && g_strcmp0(clip->path, fitting->path) == 0 && studio_clip_can_edit(clip) &&
        studio_clip_check(clip, studio_group_begin(studio_clip_studio(clip), label, &problem), &problem)) {
        studio_clip_check(clip,
                          studio_clip_paste_keys(studio_clip_studio(clip), clip->path, keys,
                                                 fitting->key_count, 0, NULL, &problem),
                          &problem);
        studio_clip_check(clip, studio_group_end(studio_clip_studio(clip), &problem), &problem);
    }
    gtk_window_close(GTK_WINDOW(fitting->dialog.window));
}

void studio_clip_fit_dialog(StudioClip *clip, const char *curve)
{
    const int index = studio_clip_view_find(&clip->view, curve);
    if (index < 0 || !clip->view.curves[index].is_sampled || !studio_clip_can_edit(clip))
        return;
    Fitting *fitting = g_new0(Fitting, 1);
    const StudioSamples *samples = clip->view.samples;
    g_autofree char *subtitle = g_strdup_printf("%s comes from the source file", curve);
    fitting->clip = clip;
    fitting->editor = g_object_ref(clip->editor);
    fitting->path = g_strdup(clip->path);
    fitting->curve = g_strdup(curve);
    fitting->count = samples->sample_count;
    fitting->rate = samples->rate;
    fitting->values =
        g_memdup2(clip->view.curves[index].sampled->values, sizeof(float) * (gsize)fitting->count);
    fitting->keys = g_new0(MienAuthorKey, fitting->count + 1);
    fitting->dialog =
        studio_dialog_new(clip->editor, "fit-dialog", "Fit Keys", subtitle, "Fit Keys", 420, -1);
    fitting->scale = gtk_scale_new_with_range(GTK_ORIENTATION_HORIZONTAL, 0.001, 0.1, 0.001);
    fitting->told = studio_label_new("", NULL);
    gtk_range_set_value(GTK_RANGE(fitting->scale), 0.01);
    gtk_scale_set_draw_value(GTK_SCALE(fitting->scale), FALSE);
    studio_ignore_scrolling(fitting->scale);
    studio_name(fitting->scale, "Largest error");
    gtk_label_set_ellipsize(GTK_LABEL(fitting->told), PANGO_ELLIPSIZE_NONE);
    gtk_label_set_wrap(GTK_LABEL(fitting->told), TRUE);
    GtkWidget *body = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    gtk_widget_set_margin_start(body, 18);
    gtk_widget_set_margin_end(body, 18);
    gtk_widget_set_margin_top(body, 12);
    gtk_widget_set_margin_bottom(body, 18);
    gtk_box_append(GTK_BOX(body), studio_label_new("Largest error", "heading"));
    gtk_box_append(GTK_BOX(body), fitting->scale);
    gtk_box_append(GTK_BOX(body), fitting->told);
    gtk_box_append(
        GTK_BOX(body),
        studio_label_new("The source file does not change. Delete the curve to restore the samples.",
                         "dim-label caption"));
    gtk_box_append(GTK_BOX(fitting->dialog.body), body);
    g_object_set_data_full(G_OBJECT(fitting->dialog.window), "fitting", fitting, free_fitting);
    g_signal_connect_swapped(fitting->scale, "value-changed", G_CALLBACK(on_error), fitting);
    g_signal_connect_swapped(fitting->dialog.suggest, "clicked", G_CALLBACK(on_fit), fitting);
    on_error(fitting);
    gtk_window_present(GTK_WINDOW(fitting->dialog.window));
}
