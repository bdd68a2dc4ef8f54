// SPDX-License-Identifier: MIT
//
// Details of one pose: clips that drive it and are too many to be listed.

#include "studio/panels/poses/details_private.h"

#include "asset/poses.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/browser/many_uses.h"
#include "studio/panels/workspace/kinds.h"

/// "1,100 of en", "3,290 of 3 assets", or why nobody knows; NULL: there are none. Free it.
static char *clips_text(const StudioSearch *answer)
{
    char count[STUDIO_COUNT_ROOM], name[STUDIO_LABEL_ROOM];
    int64_t all = 0;
    int assets = 0;
    for (int i = 0; answer != NULL && i < answer->found_count; ++i) {
        if (answer->found[i].all == 0)
            continue;
        all += answer->found[i].all;
        if (++assets == 1)
            studio_asset_name(answer->found[i].asset, name);
    }
    if (answer == NULL)
        return NULL;
    if (answer->state == STUDIO_CATALOGUE_MISSING)
        return g_strdup("no catalogue yet");
    if (answer->state == STUDIO_CATALOGUE_ABSENT)
        return g_strdup("cannot be searched here");
    const char *note = answer->state == STUDIO_CATALOGUE_OLD ? " · out of date" : "";
    if (all == 0)
        return note[0] != '\0' ? g_strdup("none · out of date") : NULL;
    studio_count_text((int)MIN(all, G_MAXINT), count);
    return assets == 1 ? g_strdup_printf("%s of %s%s", count, name, note)
                       : g_strdup_printf("%s of %d assets%s", count, assets, note);
}

static void on_answered(StudioManyUses *uses, StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    g_autofree char *text = clips_text(studio_many_uses_answer(uses));
    if (text != NULL) {
        gtk_menu_button_set_label(GTK_MENU_BUTTON(details->clips), text);
        studio_describe(details->clips, text);
    }
    studio_details_row_show(details->clips, text != NULL);
}

GtkWidget *studio_details_clips_new(StudioPosesPanel *panel)
{
    StudioPosesDetails *details = panel->details;
    GtkWidget *popover = gtk_popover_new(), *scrolled = gtk_scrolled_window_new();
    details->clips = gtk_menu_button_new();
    details->uses = studio_many_uses_new();
    gtk_widget_add_css_class(details->uses, "side-page");
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), studio_scaled(420));
    gtk_widget_set_size_request(scrolled, studio_scaled(300), -1);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), details->uses);
    gtk_popover_set_child(GTK_POPOVER(popover), scrolled);
    gtk_menu_button_set_popover(GTK_MENU_BUTTON(details->clips), popover);
    gtk_menu_button_set_direction(GTK_MENU_BUTTON(details->clips), GTK_ARROW_UP);
    gtk_widget_set_halign(details->clips, GTK_ALIGN_START);
    gtk_widget_add_css_class(details->clips, "pose-clips");
    gtk_widget_set_tooltip_text(details->clips, "Clips that drive this pose and are too many to be listed");
    studio_name(details->clips, "Clips");
    g_signal_connect(details->uses, "answered", G_CALLBACK(on_answered), panel);
    return details->clips;
}

void studio_details_clips_show(StudioPosesPanel *panel, const MieniPoseView *pose)
{
    const MieniAsset *asset = pose != NULL ? studio_poses_asset(panel) : NULL;
    g_autoptr(GPtrArray) curves = g_ptr_array_new();
    const char *curve;
    for (int i = 0;
         asset != NULL && (curve = mieni_pose_driver(asset->json.root, mieni_pose_json(pose), i)) != NULL;
         ++i)
        g_ptr_array_add(curves, (char *)curve);
    g_ptr_array_add(curves, NULL);
    studio_many_uses_ask(STUDIO_MANY_USES(panel->details->uses), panel->workspace,
                         asset != NULL ? mieni_text_or_empty(mieni_asset_skeleton(asset)) : NULL,
                         (const char *const *)curves->pdata,
                         asset != NULL && mieni_pose_drivers_fold_case(asset->json.root));
}
