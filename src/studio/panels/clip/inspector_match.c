// SPDX-License-Identifier: MIT
//
// The bar of a clip most of whose curves drive nothing, because the face has other names for them.

#include "studio/panels/clip/inspector_private.h"

#include "studio/model/commands/clip_match.h"
#include "studio/model/facts/strings.h"

void studio_clip_inspector_match(StudioClipInspector *side)
{
    const StudioClipFacts *facts = &side->facts;
    MieniProblem problem = {0};
    char name[STUDIO_LABEL_ROOM];
    if (facts->match == NULL)
        return;
    g_autofree char *text = g_strdup_printf("%d curves drive %s by a map of names", facts->match_count,
                                            studio_asset_name(facts->match, name));
    const MienStatus status = studio_clip_match(studio_workspace_studio(side->workspace), side->path,
                                                facts->match, facts->curves, facts->source_curves, &problem);
    if (!studio_workspace_check(side->workspace, status, &problem))
        return;
    gtk_widget_set_visible(side->match_bar, FALSE);
    studio_workspace_toast(side->workspace, text, "Undo", "win.undo");
}

void studio_clip_inspector_fill_match(StudioClipInspector *side)
{
    const StudioClipFacts *facts = &side->facts;
    char name[STUDIO_LABEL_ROOM];
    gtk_widget_set_visible(side->match_bar, facts->match != NULL);
    studio_commands_allow(side->commands, "clip.match-names",
                          facts->match != NULL ? NULL : "No face has these curves under other names");
    if (facts->match == NULL)
        return;
    g_autofree char *text =
        g_strdup_printf("%d of %d curves have a pose or morph. By other names, %s has %d.",
                        facts->curve_count - facts->idle_count, facts->curve_count,
                        studio_asset_name(facts->match, name), facts->match_count);
    gtk_label_set_text(GTK_LABEL(side->match_text), text);
}

GtkWidget *studio_clip_inspector_make_match(StudioClipInspector *side)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9),
              *texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3),
              *icon = gtk_image_new_from_icon_name("dialog-information-symbolic"),
              *button = gtk_button_new_with_label("Match");
    side->match_bar = gtk_info_bar_new();
    gtk_info_bar_set_message_type(GTK_INFO_BAR(side->match_bar), GTK_MESSAGE_INFO);
    side->match_text = studio_label_new(NULL, "caption");
    GtkWidget *const labels[] = {studio_label_new("Most curves move nothing", "heading"), side->match_text};
    for (size_t i = 0; i < G_N_ELEMENTS(labels); ++i) {
        gtk_label_set_wrap(GTK_LABEL(labels[i]), TRUE);
        gtk_label_set_ellipsize(GTK_LABEL(labels[i]), PANGO_ELLIPSIZE_NONE);
        gtk_box_append(GTK_BOX(texts), labels[i]);
    }
    gtk_widget_set_hexpand(texts, TRUE);
    gtk_widget_add_css_class(button, "suggested-action");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(button), "clip.match-names");
    studio_tip(button, "Create a map from these names to those of the face");
    studio_name(button, "Match names");
    gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
    GtkWidget *const parts[] = {icon, texts, button};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        gtk_box_append(GTK_BOX(box), parts[i]);
    gtk_widget_set_hexpand(box, TRUE);
    gtk_info_bar_add_child(GTK_INFO_BAR(side->match_bar), box);
    gtk_widget_set_visible(side->match_bar, FALSE);
    return side->match_bar;
}
