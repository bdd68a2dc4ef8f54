// SPDX-License-Identifier: MIT
//
// The table of all actions. Buttons, menus and keys are made from its rows only.

#include "studio/app/actions.h"

#include <string.h>

#define BROWSER   STUDIO_KEYS_BROWSER
#define VIEWPORT  STUDIO_KEYS_VIEWPORT
#define INSPECTOR STUDIO_KEYS_INSPECTOR
#define EDITOR    STUDIO_KEYS_EDITOR
#define WINDOW    STUDIO_KEYS_WINDOW
#define PROBLEMS  STUDIO_KEYS_PROBLEMS

// clang-format off
const StudioAction studio_actions[] = {
    {.name = "app.quit", .label = "Quit", .keys = "<Control>q"},
    {.name = "win.new-project", .label = "New Project…", .keys = "<Control><Shift>n", .icon = "folder-new-symbolic"},
    {.name = "win.open-project", .label = "Open…", .keys = "<Control>o", .icon = "document-open-symbolic"},
    {.name = "win.open-sample", .label = "Open Sample Project", .icon = "avatar-default-symbolic"},
    {.name = "win.preferences", .label = "Preferences", .keys = "<Control>comma"},
    {.name = "win.shortcuts", .label = "Keyboard Shortcuts", .keys = "<Control>question"},
    {.name = "win.help", .label = "Help", .keys = "F1"},
    {.name = "win.about", .label = "About Mien Studio"},
    {.name = "win.style-system", .label = "Follow System Style"},
    {.name = "win.style-light", .label = "Light Style"},
    {.name = "win.style-dark", .label = "Dark Style"},
    {.name = "win.save", .label = "Save All", .keys = "<Control>s", .icon = "document-save-symbolic"},
    {.name = "win.revert", .label = "Revert File…"},
    {.name = "win.close-window", .label = "Close Window", .keys = "<Control><Shift>w"},
    {.name = "win.undo", .label = "Undo", .keys = "<Control>z", .places = WINDOW, .icon = "edit-undo-symbolic"},
    {.name = "win.redo", .label = "Redo", .keys = "<Control><Shift>z", .places = WINDOW, .icon = "edit-redo-symbolic"},
    {.name = "win.history", .label = "History"},
    {.name = "win.cut", .label = "Cut", .keys = "<Control>x", .places = WINDOW, .icon = "edit-cut-symbolic"},
    {.name = "win.copy", .label = "Copy", .keys = "<Control>c", .places = WINDOW, .icon = "edit-copy-symbolic"},
    {.name = "win.paste", .label = "Paste", .keys = "<Control>v", .places = WINDOW, .icon = "edit-paste-symbolic"},
    {.name = "win.delete", .label = "Delete", .keys = "Delete", .places = WINDOW, .icon = "edit-delete-symbolic"},
    {.name = "win.select-all", .label = "Select All", .keys = "<Control>a", .places = WINDOW},
    {.name = "win.select-none", .label = "Select None", .keys = "<Control><Shift>a", .places = WINDOW},
    {.name = "win.invert-selection", .label = "Invert Selection"},
    {.name = "win.rename", .label = "Rename", .keys = "F2"},
    {.name = "win.duplicate", .label = "Duplicate", .keys = "<Control>d", .places = WINDOW},
    {.name = "win.import", .label = "Import…", .keys = "<Control>i", .icon = "folder-download-symbolic"},
    {.name = "win.import-folder", .label = "Import Folder…"},
    {.name = "win.import-again", .label = "Import Again", .keys = "F5", .icon = "view-refresh-symbolic"},
    {.name = "win.import-show", .label = "Show Imported Assets"},
    {.name = "win.import-poses", .label = "Create Pose Asset from Import…"},
    {.name = "win.import-report", .label = "Import Report"},
    {.name = "win.export", .label = "Export…", .keys = "<Control>e"},
    {.name = "win.build", .label = "Build", .keys = "<Control>b"},
    {.name = "win.cancel-job", .label = "Cancel", .icon = "process-stop-symbolic"},
    {.name = "win.go-to", .label = "Go To…", .keys = "<Control>k", .icon = "edit-find-symbolic"},
    {.name = "win.find", .label = "Filter", .keys = "<Control>f"},
    {.name = "win.open-text", .label = "Open in Text Editor"},
    {.name = "win.show-browser", .label = "Browser", .keys = "F9", .icon = "sidebar-show-symbolic", .is_toggle = true},
    {.name = "win.show-inspector", .label = "Inspector", .keys = "<Shift>F9", .icon = "sidebar-show-right-symbolic", .is_toggle = true},
    {.name = "win.show-editor", .label = "Editor", .keys = "F7", .is_toggle = true},
    {.name = "win.show-problems", .label = "Problems", .keys = "<Control><Shift>m", .icon = "dialog-warning-symbolic", .is_toggle = true},
    {.name = "win.maximize-viewport", .label = "Maximize Viewport", .keys = "<Shift>F11", .is_toggle = true},
    {.name = "win.fullscreen", .label = "Full Screen", .keys = "F11", .icon = "view-fullscreen-symbolic", .is_toggle = true},
    {.name = "win.tab-next", .label = "Next Tab", .keys = "<Control>Page_Down"},
    {.name = "win.tab-previous", .label = "Previous Tab", .keys = "<Control>Page_Up"},
    {.name = "win.tab-1", .label = "Tab 1", .keys = "<Alt>1"},
    {.name = "win.tab-2", .label = "Tab 2", .keys = "<Alt>2"},
    {.name = "win.tab-3", .label = "Tab 3", .keys = "<Alt>3"},
    {.name = "win.tab-4", .label = "Tab 4", .keys = "<Alt>4"},
    {.name = "win.tab-5", .label = "Tab 5", .keys = "<Alt>5"},
    {.name = "win.tab-6", .label = "Tab 6", .keys = "<Alt>6"},
    {.name = "win.tab-7", .label = "Tab 7", .keys = "<Alt>7"},
    {.name = "win.tab-8", .label = "Tab 8", .keys = "<Alt>8"},
    {.name = "win.tab-9", .label = "Tab 9", .keys = "<Alt>9"},
    {.name = "win.tab-close", .label = "Close", .keys = "<Control>w"},
    {.name = "win.tab-close-others", .label = "Close Others"},
    {.name = "win.tab-reopen", .label = "Reopen Closed Tab", .keys = "<Control><Shift>t"},
    {.name = "win.tab-pin", .label = "Pin"},
    {.name = "win.tab-reveal", .label = "Show in Browser"},
    {.name = "win.focus-next", .label = "Next Panel", .keys = "F6"},
    {.name = "win.focus-previous", .label = "Previous Panel", .keys = "<Shift>F6"},
    {.name = "win.new", .label = "New", .keys = "<Control>n"},
    {.name = "win.new-poses", .label = "New Pose Asset…", .icon = "face-smile-big-symbolic"},
    {.name = "win.new-clip", .label = "New Clip…", .icon = "video-x-generic-symbolic"},
    {.name = "win.new-graph", .label = "New Graph…", .icon = "emblem-shared-symbolic"},
    {.name = "win.new-child", .label = "New Child Graph", .icon = "emblem-shared-symbolic"},
    {.name = "win.new-character", .label = "New Character…", .icon = "avatar-default-symbolic"},
    {.name = "win.new-map", .label = "New Map…", .icon = "accessories-character-map-symbolic"},
    {.name = "win.share-face", .label = "Share Face Graph…"},
    {.name = "win.restore", .label = "Restore"},
    {.name = "win.discard-recovered", .label = "Discard"},
    {.name = "win.take-over", .label = "Take Over"},
    {.name = "win.show-recovered", .label = "Show…"},
    {.name = "win.show-differences", .label = "Show Differences"},
    {.name = "win.save-copy", .label = "Save Copy…"},
    {.name = "win.keep-mine", .label = "Keep Mine"},
    {.name = "win.load-theirs", .label = "Load Theirs"},
    {.name = "browser.open", .label = "Open", .keys = "Return KP_Enter", .places = BROWSER},
    {.name = "browser.open-in-background", .label = "Open in Background", .keys = "<Control>Return", .places = BROWSER},
    {.name = "browser.peek", .label = "Show in Viewport", .keys = "<Shift>Return", .places = BROWSER},
    {.name = "browser.show-in-files", .label = "Show in Files"},
    {.name = "browser.copy-path", .label = "Copy Path"},
    {.name = "browser.make-poses", .label = "New Pose Asset…"},
    {.name = "browser.solve", .label = "Solve…"},
    {.name = "browser.remove-bone-tracks", .label = "Remove Bone Tracks"},
    {.name = "browser.update-from-source", .label = "Update from Source"},
    {.name = "browser.show-uses", .label = "Show Uses"},
    {.name = "browser.fix", .label = "Fix Problems"},
    {.name = "browser.clear-filter", .label = "Clear Filter"},
    {.name = "browser.update-asset-index",
     .label = "Update Asset Index",
     .icon = "view-refresh-symbolic"},
    {.name = "browser.list", .label = "List", .icon = "view-list-symbolic"},
    {.name = "browser.grid", .label = "Grid", .icon = "view-grid-symbolic"},
    {.name = "viewport.frame", .label = "Frame Characters", .keys = "f", .places = VIEWPORT, .icon = "zoom-fit-best-symbolic"},
    {.name = "viewport.front", .label = "Front", .keys = "1 KP_1", .places = VIEWPORT},
    {.name = "viewport.side", .label = "Side", .keys = "3 KP_3", .places = VIEWPORT},
    {.name = "viewport.three-quarter", .label = "Three-Quarter", .keys = "7 KP_7", .places = VIEWPORT},
    {.name = "viewport.reset-camera", .label = "Reset Camera", .keys = "Home", .places = VIEWPORT},
    {.name = "viewport.bones", .label = "Bones", .keys = "b", .places = VIEWPORT, .is_toggle = true},
    {.name = "viewport.explain", .label = "Why Is This Bone Here?", .keys = "y", .places = VIEWPORT},
    {.name = "viewport.wireframe", .label = "Wireframe", .keys = "w", .places = VIEWPORT, .is_toggle = true},
    {.name = "viewport.heat-map", .label = "Displacement Heat Map", .keys = "h", .places = VIEWPORT, .is_toggle = true},
    {.name = "viewport.lit", .label = "Lit"},
    {.name = "viewport.clay", .label = "Clay"},
    {.name = "viewport.flat", .label = "Flat"},
    {.name = "viewport.normals", .label = "Normals"},
    {.name = "viewport.compare-rest", .label = "Compare with Rest Pose (Hold)", .keys = "c", .places = VIEWPORT},
    {.name = "viewport.copy-image", .label = "Copy Image", .keys = "<Control><Shift>c"},
    {.name = "viewport.save-image", .label = "Save Image…"},
    {.name = "viewport.background-style", .label = "Follow Style"},
    {.name = "viewport.background-dark", .label = "Dark"},
    {.name = "viewport.background-light", .label = "Light"},
    {.name = "viewport.background-chequered", .label = "Chequered"},
    {.name = "viewport.next-character", .label = "Next Character", .keys = "Page_Down", .places = VIEWPORT},
    {.name = "viewport.previous-character", .label = "Previous Character", .keys = "Page_Up", .places = VIEWPORT},
    {.name = "viewport.all-characters", .label = "All Characters"},
    {.name = "play.toggle", .label = "Play", .keys = "space", .places = VIEWPORT | EDITOR, .icon = "media-playback-start-symbolic"},
    {.name = "play.loop", .label = "Loop", .keys = "<Control>l", .icon = "media-playlist-repeat-symbolic", .is_toggle = true},
    {.name = "play.start", .label = "Go to Start", .keys = "<Control>Home", .places = WINDOW},
    {.name = "play.end", .label = "Go to End", .keys = "<Control>End", .places = WINDOW},
    {.name = "play.next-frame", .label = "Next Frame", .keys = "period", .places = VIEWPORT | EDITOR},
    {.name = "play.previous-frame", .label = "Previous Frame", .keys = "comma", .places = VIEWPORT | EDITOR},
    {.name = "play.next-key", .label = "Next Key", .keys = "bracketright", .places = VIEWPORT | EDITOR, .icon = "media-skip-forward-symbolic"},
    {.name = "play.previous-key", .label = "Previous Key", .keys = "bracketleft", .places = VIEWPORT | EDITOR, .icon = "media-skip-backward-symbolic"},
    {.name = "play.range-in", .label = "Loop Range Start", .keys = "i", .places = VIEWPORT | EDITOR},
    {.name = "play.range-out", .label = "Loop Range End", .keys = "o", .places = VIEWPORT | EDITOR},
    {.name = "play.reverse", .label = "Play Backwards", .keys = "j", .places = VIEWPORT | EDITOR},
    {.name = "play.pause", .label = "Pause", .keys = "k", .places = VIEWPORT | EDITOR, .icon = "media-playback-pause-symbolic"},
    {.name = "play.forward", .label = "Play Forwards", .keys = "l", .places = VIEWPORT | EDITOR},
    {.name = "play.every-frame", .label = "Play Every Frame", .is_toggle = true},
    {.name = "play.rate-quarter", .label = "0.25×", .is_toggle = true},
    {.name = "play.rate-half", .label = "0.5×", .is_toggle = true},
    {.name = "play.rate-normal", .label = "1×", .is_toggle = true},
    {.name = "play.rate-double", .label = "2×", .is_toggle = true},
    {.name = "play.fps-clip", .label = "Clip Frame Rate", .is_toggle = true},
    {.name = "play.fps-24", .label = "24 Frames per Second", .is_toggle = true},
    {.name = "play.fps-25", .label = "25 Frames per Second", .is_toggle = true},
    {.name = "play.fps-30", .label = "30 Frames per Second", .is_toggle = true},
    {.name = "play.fps-50", .label = "50 Frames per Second", .is_toggle = true},
    {.name = "play.fps-60", .label = "60 Frames per Second", .is_toggle = true},
    {.name = "poses.add-from-viewport", .label = "Add Pose from Viewport", .keys = "Insert", .places = INSPECTOR, .icon = "list-add-symbolic"},
    {.name = "poses.add-from-frame", .label = "From Clip Frame…"},
    {.name = "poses.add-empty", .label = "Empty Pose"},
    {.name = "poses.add-corrective", .label = "Corrective of Selected Poses"},
    {.name = "poses.add-inbetween", .label = "In-Between…"},
    {.name = "poses.paste-names", .label = "Paste Names…", .keys = "<Control><Shift>v", .icon = "edit-paste-symbolic"},
    {.name = "poses.copy-names", .label = "Copy Names"},
    {.name = "poses.mirror", .label = "Mirror…", .keys = "m", .places = INSPECTOR, .icon = "object-flip-horizontal-symbolic"},
    {.name = "poses.flip", .label = "Flip"},
    {.name = "poses.symmetrise", .label = "Symmetrise"},
    {.name = "poses.split", .label = "Split Left and Right…"},
    {.name = "poses.make-additive", .label = "Make Additive"},
    {.name = "poses.make-absolute", .label = "Make Absolute"},
    {.name = "poses.set-base", .label = "Set as Base Pose"},
    {.name = "poses.update-pose", .label = "Update from Viewport"},
    {.name = "poses.update-from-source", .label = "Update from Source…"},
    {.name = "poses.discard-edits", .label = "Discard Edits"},
    {.name = "poses.reset", .label = "Reset Weight", .keys = "0", .places = INSPECTOR},
    {.name = "poses.reset-all", .label = "Reset All Weights", .keys = "<Control>0", .icon = "edit-clear-all-symbolic"},
    {.name = "poses.solo", .label = "Solo", .keys = "s", .places = INSPECTOR},
    {.name = "poses.solo-clear", .label = "Clear Solo", .keys = "Escape", .places = INSPECTOR},
    {.name = "poses.active-only", .label = "Active Poses Only", .keys = "a", .places = INSPECTOR, .is_toggle = true},
    {.name = "poses.beyond", .label = "Allow Values beyond Range", .is_toggle = true},
    {.name = "poses.set-max-here", .label = "Set Maximum to Current Weight"},
    {.name = "poses.set-min-here", .label = "Set Minimum to Current Weight"},
    {.name = "poses.weights-back", .label = "Restore Previous Weights", .keys = "<Control><Alt>z"},
    {.name = "poses.move-up", .label = "Move Up", .keys = "<Alt>Up", .places = INSPECTOR},
    {.name = "poses.move-down", .label = "Move Down", .keys = "<Alt>Down", .places = INSPECTOR},
    {.name = "poses.group-new", .label = "New Group…", .keys = "<Control>g"},
    {.name = "poses.group-remove", .label = "Remove from Group"},
    {.name = "poses.sort-source", .label = "Sort by Source Order", .is_toggle = true},
    {.name = "poses.sort-name", .label = "Sort by Name", .is_toggle = true},
    {.name = "poses.sort-strength", .label = "Sort by Strength", .is_toggle = true},
    {.name = "poses.thumbnails-small", .label = "Small Thumbnails", .is_toggle = true},
    {.name = "poses.thumbnails-large", .label = "Large Thumbnails", .is_toggle = true},
    {.name = "poses.thumbnails-off", .label = "No Thumbnails", .is_toggle = true},
    {.name = "poses.column-solo", .label = "Show Solo Buttons", .is_toggle = true},
    {.name = "poses.clear-filter", .label = "Clear Filter"},
    {.name = "poses.show-source", .label = "Show Source Frame"},
    {.name = "poses.show-uses", .label = "Show Uses"},
    {.name = "clip.add-curve", .label = "Add Curve…", .keys = "Insert", .places = EDITOR, .icon = "list-add-symbolic"},
    {.name = "clip.key", .label = "Add Key", .keys = "Return", .places = EDITOR},
    {.name = "clip.auto-key", .label = "Auto Key", .keys = "r", .places = EDITOR, .icon = "media-record-symbolic", .is_toggle = true},
    {.name = "clip.delete-keys", .label = "Delete Keys", .keys = "Delete", .places = EDITOR, .icon = "edit-delete-symbolic"},
    {.name = "clip.delete-curve", .label = "Delete Curve"},
    {.name = "clip.snap-selected", .label = "Snap Keys to Frames"},
    {.name = "clip.dope", .label = "Dope Sheet", .keys = "d", .places = EDITOR},
    {.name = "clip.graph", .label = "Graph View", .keys = "g", .places = EDITOR},
    {.name = "clip.tangent-auto", .label = "Auto Tangents"},
    {.name = "clip.tangent-smooth", .label = "Smooth Tangents"},
    {.name = "clip.tangent-linear", .label = "Linear Tangents"},
    {.name = "clip.tangent-step", .label = "Step Tangents"},
    {.name = "clip.tangent-break", .label = "Break Tangents"},
    {.name = "clip.tangent-flat", .label = "Flat Tangents"},
    {.name = "clip.tangents", .label = "Tangents", .keys = "t", .places = EDITOR},
    {.name = "clip.fit", .label = "Fit All", .keys = "a", .places = EDITOR, .icon = "zoom-fit-best-symbolic"},
    {.name = "clip.fit-selection", .label = "Fit Selection", .keys = "<Shift>a", .places = EDITOR},
    {.name = "clip.snap-frames", .label = "Snap to Frames"},
    {.name = "clip.snap-keys", .label = "Snap to Keys"},
    {.name = "clip.snap-off", .label = "No Snapping"},
    {.name = "clip.fit-keys", .label = "Fit Keys…"},
    {.name = "clip.solve", .label = "Solve…"},
    {.name = "clip.remove-bone-tracks", .label = "Remove All Bone Tracks"},
    {.name = "clip.add-modifier", .label = "Add Modifier", .icon = "list-add-symbolic"},
    {.name = "clip.remove-modifier", .label = "Remove Modifier", .icon = "list-remove-symbolic"},
    {.name = "clip.toggle-modifier", .label = "Toggle Modifier"},
    {.name = "clip.modifier-up", .label = "Move Modifier Up"},
    {.name = "clip.modifier-down", .label = "Move Modifier Down"},
    {.name = "clip.fix-double", .label = "Fix Double Transform"},
    {.name = "clip.match-names", .label = "Match Names to Face"},
    {.name = "skeleton.rename-curve", .label = "Rename Curve…"},
    {.name = "skeleton.delete-curve", .label = "Delete Curve", .keys = "Delete", .places = EDITOR},
    {.name = "skeleton.delete-unused", .label = "Delete Unused Curves"},
    {.name = "skeleton.show-uses", .label = "Show Uses"},
    {.name = "map.match", .label = "Match by Rules"},
    {.name = "map.add-row", .label = "Add Row", .keys = "Insert", .places = EDITOR, .icon = "list-add-symbolic"},
    {.name = "map.delete-row", .label = "Delete Row", .keys = "Delete", .places = EDITOR, .icon = "list-remove-symbolic"},
    {.name = "graph.add-node", .label = "Add Node…", .keys = "Insert", .places = EDITOR, .icon = "list-add-symbolic"},
    {.name = "graph.add-face", .label = "Add Face Graph", .icon = "emblem-shared-symbolic"},
    {.name = "graph.delete", .label = "Delete Nodes", .keys = "Delete", .places = EDITOR, .icon = "edit-delete-symbolic"},
    {.name = "graph.add-parameter", .label = "Add Parameter…", .icon = "list-add-symbolic"},
    {.name = "graph.edit-parameter", .label = "Edit Parameter…"},
    {.name = "graph.remove-parameter", .label = "Remove Parameter…", .icon = "list-remove-symbolic"},
    {.name = "graph.add-bone", .label = "Add Bone to Driver…"},
    {.name = "graph.add-target", .label = "Add Target from Current Pose…"},
    {.name = "graph.override", .label = "Override"},
    {.name = "graph.reset-override", .label = "Reset Override"},
    {.name = "graph.open-parent", .label = "Open Parent", .keys = "<Control>Up", .places = EDITOR},
    {.name = "graph.tidy", .label = "Tidy Up", .keys = "q", .places = EDITOR},
    {.name = "graph.live", .label = "Live Values", .is_toggle = true},
    {.name = "graph.fit", .label = "Fit Graph", .keys = "a", .places = EDITOR, .icon = "zoom-fit-best-symbolic"},
    {.name = "graph.zoom-in", .label = "Zoom In", .keys = "<Control>plus", .icon = "zoom-in-symbolic"},
    {.name = "graph.zoom-out", .label = "Zoom Out", .keys = "<Control>minus", .icon = "zoom-out-symbolic"},
    {.name = "problems.fix", .label = "Fix"},
    {.name = "problems.solve", .label = "Solve…"},
    {.name = "problems.fix-all", .label = "Fix All Safe Problems"},
    {.name = "problems.show", .label = "Show", .keys = "Return", .places = PROBLEMS},
    {.name = "problems.copy", .label = "Copy"},
    {.name = "problems.ignore", .label = "Ignore in This Project"},
    {.name = "problems.explain", .label = "Explain Problem"},
    {.name = "problems.next", .label = "Next Problem", .keys = "F4"},
    {.name = "problems.previous", .label = "Previous Problem", .keys = "<Shift>F4"},
};
// clang-format on

const int studio_action_count = (int)G_N_ELEMENTS(studio_actions);

const StudioAction *studio_action_find(const char *name)
{
    for (int i = 0; i < studio_action_count; ++i)
        if (strcmp(studio_actions[i].name, name) == 0)
            return &studio_actions[i];
    return NULL;
}

void studio_actions_set_accels(GtkApplication *application)
{
    for (int i = 0; i < studio_action_count; ++i) {
        const StudioAction *action = &studio_actions[i];
        if (action->keys == NULL || action->places != STUDIO_KEYS_APP)
            continue;
        g_auto(GStrv) keys = g_strsplit(action->keys, " ", 4);
        gtk_application_set_accels_for_action(application, action->name, (const char *const *)keys);
    }
}

void studio_actions_add_keys(GtkWidget *widget, int places)
{
    GtkEventController *controller = gtk_shortcut_controller_new();
    gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_BUBBLE);
    for (int i = 0; i < studio_action_count; ++i) {
        const StudioAction *action = &studio_actions[i];
        if (action->keys == NULL || (action->places & places) == 0)
            continue;
        g_auto(GStrv) keys = g_strsplit(action->keys, " ", 4);
        for (int k = 0; keys[k] != NULL; ++k)
            gtk_shortcut_controller_add_shortcut(GTK_SHORTCUT_CONTROLLER(controller),
                                                 gtk_shortcut_new(gtk_shortcut_trigger_parse_string(keys[k]),
                                                                  gtk_named_action_new(action->name)));
    }
    gtk_widget_add_controller(widget, controller);
}

void studio_actions_print(void)
{
    for (int i = 0; i < studio_action_count; ++i)
        g_print("%s\t%s\t%s\n", studio_actions[i].name, studio_actions[i].label,
                studio_actions[i].keys != NULL ? studio_actions[i].keys : "");
}
