// SPDX-License-Identifier: MIT
//
// The slider of weights.

#include "studio/panels/weight_scale.h"

#include "studio/panels/widgets.h"

struct _StudioWeightScale {
    GtkScale parent_instance;
    bool is_showing;
};

G_DEFINE_TYPE(StudioWeightScale, studio_weight_scale, GTK_TYPE_SCALE)

enum { BEGAN, ASKED, ENDED, SIGNAL_COUNT };
static guint signals[SIGNAL_COUNT];

static void on_value(StudioWeightScale *scale)
{
    if (scale->is_showing)
        return;
    g_signal_emit(scale, signals[BEGAN], 0);
    g_signal_emit(scale, signals[ASKED], 0, gtk_range_get_value(GTK_RANGE(scale)));
    g_signal_emit(scale, signals[ENDED], 0, FALSE);
}

static void studio_weight_scale_class_init(StudioWeightScaleClass *class)
{
    (void)class;
    signals[BEGAN] = g_signal_new("began", STUDIO_TYPE_WEIGHT_SCALE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
    signals[ASKED] = g_signal_new("asked", STUDIO_TYPE_WEIGHT_SCALE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_DOUBLE);
    signals[ENDED] = g_signal_new("ended", STUDIO_TYPE_WEIGHT_SCALE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void studio_weight_scale_init(StudioWeightScale *scale)
{
    gtk_range_set_range(GTK_RANGE(scale), 0.0, 1.0);
    gtk_range_set_increments(GTK_RANGE(scale), 0.01, 0.1);
    studio_ignore_scrolling(GTK_WIDGET(scale));
    g_signal_connect(scale, "value-changed", G_CALLBACK(on_value), NULL);
}

GtkWidget *studio_weight_scale_new(void) { return g_object_new(STUDIO_TYPE_WEIGHT_SCALE, NULL); }

void studio_weight_scale_set_range(StudioWeightScale *scale, double min, double max, double own_min,
                                   double own_max)
{
    (void)own_min, (void)own_max;
    scale->is_showing = true;
    gtk_range_set_range(GTK_RANGE(scale), min, max);
    scale->is_showing = false;
}

void studio_weight_scale_set_values(StudioWeightScale *scale, double asked, double applied)
{
    (void)applied;
    scale->is_showing = true;
    gtk_range_set_value(GTK_RANGE(scale), asked);
    scale->is_showing = false;
}

void studio_weight_scale_set_mark(StudioWeightScale *scale, double value) { (void)scale, (void)value; }

void studio_weight_scale_set_armed(StudioWeightScale *scale, bool is_armed) { (void)scale, (void)is_armed; }
