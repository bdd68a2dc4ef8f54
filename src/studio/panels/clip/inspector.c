// SPDX-License-Identifier: MIT
//
// The inspector of a clip: contents, updates and commands.

#include "studio/model/facts/strings.h"
#include "studio/panels/clip/inspector_private.h"
#include "studio/panels/solve/report.h"
#include "studio/panels/workspace/live.h"

#include <string.h>

enum { LOOK_DELAY = 120 }; ///< Milliseconds after the last change: keys are dragged meanwhile.

G_DEFINE_TYPE(StudioClipInspector, studio_clip_inspector, GTK_TYPE_BOX)

// The face that moves twice

/// What lint says of this clip's double transform; NULL: nothing.
static const MieniFinding *doubled(StudioClipInspector *side)
{
    if (side->path == NULL)
        return NULL;
    const StudioProblems *problems = studio_workspace_problems(side->workspace);
    for (int i = 0; i < problems->count; ++i)
        if (problems->items[i].finding->code == MIENI_LINT_DOUBLE_TRANSFORM &&
            strcmp(problems->items[i].finding->file, side->path) == 0)
            return problems->items[i].finding;
    return NULL;
}

/// The bones that it is about: names are those of bones, then of curves.
static GPtrArray *doubled_bones(StudioClipInspector *side, const MieniFinding *finding)
{
    GPtrArray *bones = g_ptr_array_new();
    const MieniAsset *skeleton;
    const MieniClipView *clip = studio_clip_inspector_clip(side);
    if (clip == NULL ||
        studio_asset(studio_workspace_studio(side->workspace), mieni_text_or_empty(mieni_clip_skeleton(clip)),
                     &skeleton, NULL) != MIEN_OK)
        return bones;
    for (int i = 0; i < finding->name_count; ++i)
        if (mieni_skeleton_find_bone(mieni_skeleton_of(skeleton), finding->names[i]) >= 0)
            g_ptr_array_add(bones, (void *)finding->names[i]);
    return bones;
}

/// The pose asset that moves them too: the clip's own, or whatever is on its skeleton.
static char *mover(StudioClipInspector *side)
{
    char name[STUDIO_LABEL_ROOM];
    const MieniClipView *clip = studio_clip_inspector_clip(side);
    if (clip == NULL)
        return g_strdup("poses");
    const char *preview = mieni_clip_preview(clip);
    return preview != NULL ? g_strdup(studio_asset_name(preview, name)) : g_strdup("poses of its skeleton");
}

/// The modifier that would fix it and is switched off; -1: there is none.
static int sleeping_fix(StudioClipInspector *side, const MieniFinding *finding)
{
    const MieniClipView *clip = studio_clip_inspector_clip(side);
    const MieniModifierView *fix = mieni_modifier_view(finding->fix_row);
    const char *what = mieni_modifier_do(fix);
    for (int i = 0; what != NULL && i < mieni_clip_modifier_count(clip); ++i) {
        const MieniModifierView *modifier = mieni_clip_modifier(clip, i);
        if (mieni_modifier_off(modifier) && g_strcmp0(mieni_modifier_do(modifier), what) == 0 &&
            mieni_json_equal(mieni_modifier_names_json(modifier), mieni_modifier_names_json(fix)))
            return i;
    }
    return -1;
}

static void run_fix(StudioClipInspector *side)
{
    const MieniFinding *finding = doubled(side);
    MieniProblem problem = {0};
    int count = 0;
    if (finding == NULL)
        return;
    Studio *studio = studio_workspace_studio(side->workspace);
    const int asleep = sleeping_fix(side, finding);
    const MieniLintReport report = {.items = (MieniFinding *)finding, .count = 1}; // only read
    const MienStatus status = asleep >= 0
                                  ? studio_modifier_set_off(studio, side->path, asleep, false, &problem)
                                  : studio_fix(studio, &report, &count, &problem);
    if (!studio_workspace_check(side->workspace, status, &problem))
        return;
    side->is_fixed = true;
    gtk_widget_set_visible(side->bar, FALSE);
    studio_commands_allow(side->commands, "clip.fix-double", "No double transforms in this clip");
    studio_live_mark(studio_live_of(side->workspace), NULL, 0);
}

static void on_show_bones(StudioClipInspector *side)
{
    const MieniFinding *finding = doubled(side);
    if (finding == NULL)
        return;
    g_autoptr(GPtrArray) bones = doubled_bones(side, finding);
    studio_live_mark(studio_live_of(side->workspace), (const char *const *)bones->pdata, (int)bones->len);
    if (!studio_commands_state(side->commands, "viewport.bones"))
        studio_commands_run(side->commands, "viewport.bones");
}

static void fill_bar(StudioClipInspector *side)
{
    const MieniFinding *finding = side->is_fixed ? NULL : doubled(side);
    gtk_widget_set_visible(side->bar, finding != NULL);
    studio_commands_allow(side->commands, "clip.fix-double",
                          finding == NULL            ? "No double transforms in this clip"
                          : finding->fix_row == NULL ? finding->message
                                                     : NULL);
    if (finding == NULL)
        return;
    g_autoptr(GPtrArray) bones = doubled_bones(side, finding);
    g_autofree char *poses = mover(side);
    g_autofree char *text =
        bones->len == 1
            ? g_strdup_printf("%s has a track here and is also moved by %s.", (char *)bones->pdata[0], poses)
            : g_strdup_printf("%d bones have tracks here and are also moved by %s.", (int)bones->len, poses);
    g_autofree char *tooltip =
        finding->fix_row == NULL
            ? g_strdup(finding->message)
            : g_strdup_printf("Remove the tracks of %d bones from this clip; the source file does not change",
                              (int)bones->len);
    gtk_label_set_text(GTK_LABEL(side->bar_text), text);
    studio_tip(side->bar_fix, tooltip);
}

static GtkWidget *make_bar(StudioClipInspector *side)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9),
              *texts = gtk_box_new(GTK_ORIENTATION_VERTICAL, 3),
              *buttons = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6),
              *icon = gtk_image_new_from_icon_name("dialog-warning-symbolic"),
              *show = gtk_button_new_with_label("Show"), *solve = gtk_button_new_with_label("Solve…");
    side->bar = gtk_info_bar_new();
    gtk_info_bar_set_message_type(GTK_INFO_BAR(side->bar), GTK_MESSAGE_WARNING);
    gtk_widget_set_name(side->bar, "double-bar");
    side->bar_text = studio_label_new(NULL, "caption");
    gtk_label_set_wrap(GTK_LABEL(side->bar_text), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(side->bar_text), PANGO_ELLIPSIZE_NONE);
    GtkWidget *title = studio_label_new("This face moves twice", "heading");
    gtk_label_set_wrap(GTK_LABEL(title), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(title), PANGO_ELLIPSIZE_NONE);
    gtk_box_append(GTK_BOX(texts), title);
    gtk_box_append(GTK_BOX(texts), side->bar_text);
    gtk_widget_set_hexpand(texts, TRUE);
    side->bar_fix = gtk_button_new_with_label("Fix");
    gtk_widget_add_css_class(side->bar_fix, "suggested-action");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(side->bar_fix), "clip.fix-double");
    studio_name(side->bar_fix, "Fix: Remove Bone Tracks");
    studio_name(show, "Show the bones with double transforms");
    studio_tip(show, "Show these bones in the viewport");
    g_signal_connect_swapped(show, "clicked", G_CALLBACK(on_show_bones), side);
    gtk_box_append(GTK_BOX(buttons), side->bar_fix);
    studio_name(solve, "Solve the bone tracks of this clip");
    studio_tip(solve, "Turn the bone tracks into curves of the poses, as a new clip");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(solve), "clip.solve");
    gtk_box_append(GTK_BOX(buttons), solve);
    gtk_box_append(GTK_BOX(buttons), show);
    gtk_widget_set_valign(buttons, GTK_ALIGN_CENTER);
    gtk_box_append(GTK_BOX(box), icon);
    gtk_box_append(GTK_BOX(box), texts);
    gtk_box_append(GTK_BOX(box), buttons);
    gtk_widget_set_hexpand(box, TRUE);
    gtk_info_bar_add_child(GTK_INFO_BAR(side->bar), box);
    return side->bar;
}

/// The page of what solving found is there for clips that are solved.
static void fill_report(StudioClipInspector *side)
{
    GtkStackPage *page = gtk_stack_get_page(GTK_STACK(side->pages),
                                            gtk_widget_get_ancestor(side->report, GTK_TYPE_SCROLLED_WINDOW));
    const StudioClipFacts *facts = &side->facts;
    const bool was_shown = gtk_stack_page_get_visible(page);
    gtk_stack_page_set_visible(page, facts->solved_with != NULL);
    if (facts->solved_with == NULL)
        return;
    studio_solve_report_fill(STUDIO_SOLVE_REPORT(side->report), side->workspace, facts->solved_with,
                             &facts->solved);
    if (!was_shown)
        gtk_stack_set_visible_child_name(GTK_STACK(side->pages), "solve");
}

// Looking at the resulting clip

typedef struct Look {
    StudioClipInspector *side;
    char *path;
    StudioSnapshot *snapshot;
    StudioClipFacts facts;
} Look;

static void run_look(StudioJob *job, void *data)
{
    Look *look = data;
    if (!studio_job_is_cancelled(job))
        studio_clip_facts_make(&look->facts, look->snapshot, look->path);
}

static void begin_look(StudioClipInspector *side);

static void end_look(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Look *look = data;
    StudioClipInspector *side = look->side;
    studio_snapshot_destroy(g_steal_pointer(&look->snapshot));
    side->is_looking = false;
    if (side->workspace == workspace && g_strcmp0(side->path, look->path) == 0 && !is_cancelled) {
        studio_clip_facts_release(&side->facts);
        side->facts = look->facts;
        look->facts = (StudioClipFacts){0};
        studio_clip_inspector_fill_modifiers(side);
        studio_clip_inspector_fill_details(side);
        studio_clip_inspector_fill_match(side);
        fill_report(side);
    }
    if (side->looks_again)
        begin_look(side);
}

static void free_look(void *data)
{
    Look *look = data;
    studio_clip_facts_release(&look->facts);
    g_object_unref(look->side);
    g_free(look->path);
    g_free(look);
}

static void begin_look(StudioClipInspector *side)
{
    StudioSnapshot *snapshot;
    side->looks_again = side->is_looking;
    if (side->path == NULL || side->is_looking ||
        studio_snapshot_make(&studio_workspace_studio(side->workspace)->files, &snapshot, NULL) != MIEN_OK)
        return;
    Look *look = g_new0(Look, 1);
    *look = (Look){.side = g_object_ref(side), .path = g_strdup(side->path), .snapshot = snapshot};
    side->is_looking = true;
    studio_workspace_run(
        side->workspace,
        &(StudioJobWork){.is_minor = true, .run = run_look, .done = end_look, .free_data = free_look}, look);
}

static gboolean on_look_timer(void *user)
{
    StudioClipInspector *side = user;
    side->look_timer = 0;
    begin_look(side);
    return G_SOURCE_REMOVE;
}

void studio_clip_inspector_look_soon(StudioClipInspector *side)
{
    g_clear_handle_id(&side->look_timer, g_source_remove);
    side->look_timer = g_timeout_add(LOOK_DELAY, on_look_timer, side);
}

// Commands

/// What needs a modifier that is selected, and what needs one above or below it.
static void allow(StudioClipInspector *side)
{
    static const char *const names[] = {"clip.remove-modifier", "clip.toggle-modifier"};
    const int count = mieni_clip_modifier_count(studio_clip_inspector_clip(side));
    const char *none = side->path == NULL ? "Open a clip first" : NULL;
    const char *unchosen = none != NULL ? none : side->chosen < 0 ? "Select a modifier first" : NULL;
    studio_commands_allow(side->commands, "clip.remove-bone-tracks", none);
    studio_commands_allow(side->commands, "clip.add-modifier", none);
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_allow(side->commands, names[i], unchosen);
    studio_commands_allow(side->commands, "clip.modifier-up",
                          unchosen != NULL    ? unchosen
                          : side->chosen == 0 ? "This modifier is the first"
                                              : NULL);
    studio_commands_allow(side->commands, "clip.modifier-down",
                          unchosen != NULL            ? unchosen
                          : side->chosen + 1 >= count ? "This modifier is the last"
                                                      : NULL);
}

static MienStatus toggle(StudioClipInspector *side, Studio *studio, MieniProblem *problem)
{
    const MieniModifierView *modifier = studio_clip_inspector_modifier(side, side->chosen);
    if (modifier == NULL)
        return MIEN_OK;
    return studio_modifier_set_off(studio, side->path, side->chosen, !mieni_modifier_off(modifier), problem);
}

static void run(void *user, const char *name)
{
    StudioClipInspector *side = user;
    MieniProblem problem = {0};
    MienStatus status = MIEN_OK;
    if (side->path == NULL)
        return;
    Studio *studio = studio_workspace_studio(side->workspace);
    const char *const paths[] = {side->path};
    if (strcmp(name, "clip.fix-double") == 0)
        run_fix(side);
    else if (strcmp(name, "clip.match-names") == 0)
        studio_clip_inspector_match(side);
    else if (strcmp(name, "clip.remove-bone-tracks") == 0)
        status = studio_clips_remove_tracks(studio, paths, 1, &problem);
    else if (strcmp(name, "clip.add-modifier") == 0)
        gtk_menu_button_popup(GTK_MENU_BUTTON(side->add));
    else if (strcmp(name, "clip.remove-modifier") == 0)
        status = studio_modifier_remove(studio, side->path, side->chosen, &problem);
    else if (strcmp(name, "clip.toggle-modifier") == 0)
        status = toggle(side, studio, &problem);
    else if (strcmp(name, "clip.modifier-up") == 0)
        status = studio_modifier_move(studio, side->path, side->chosen, side->chosen - 1, &problem);
    else if (strcmp(name, "clip.modifier-down") == 0)
        status = studio_modifier_move(studio, side->path, side->chosen, side->chosen + 1, &problem);
    if (!studio_workspace_check(side->workspace, status, &problem))
        return;
    const int by = strcmp(name, "clip.modifier-up") == 0 ? -1 : strcmp(name, "clip.modifier-down") == 0;
    if (by != 0)
        gtk_list_box_select_row(
            GTK_LIST_BOX(side->list),
            gtk_list_box_get_row_at_index(GTK_LIST_BOX(side->list), side->chosen + by)); // it stays selected
}

// Widget

static void on_changed(StudioClipInspector *side, const char *const *paths)
{
    bool is_own = false, is_near = false;
    for (; side->path != NULL && *paths != NULL; ++paths) {
        is_own = is_own || strcmp(*paths, side->path) == 0;
        is_near = is_near || mieni_asset_kind_of_path(*paths) != MIENI_ASSET_CLIP;
    }
    if (is_own && studio_exists(studio_workspace_studio(side->workspace), side->path)) {
        studio_clip_inspector_fill_modifiers(side);
        studio_clip_inspector_fill_details(side);
        allow(side);
    }
    if (is_own || is_near)
        studio_clip_inspector_look_soon(side);
}

static void on_problems(StudioClipInspector *side)
{
    side->is_fixed = false;
    fill_bar(side);
}

static void on_row(StudioClipInspector *side, GtkListBoxRow *row)
{
    side->chosen = row != NULL ? gtk_list_box_row_get_index(row) : -1;
    allow(side);
}

static void studio_clip_inspector_dispose(GObject *object)
{
    StudioClipInspector *side = STUDIO_CLIP_INSPECTOR(object);
    g_clear_handle_id(&side->look_timer, g_source_remove);
    g_clear_object(&side->signals);
    g_clear_object(&side->workspace);
    g_clear_object(&side->commands);
    g_clear_pointer(&side->path, g_free);
    g_clear_pointer(&side->rows, g_ptr_array_unref);
    g_clear_pointer(&side->preview_paths, g_ptr_array_unref);
    studio_clip_facts_release(&side->facts);
    G_OBJECT_CLASS(studio_clip_inspector_parent_class)->dispose(object);
}

static void studio_clip_inspector_class_init(StudioClipInspectorClass *class)
{
    G_OBJECT_CLASS(class)->dispose = studio_clip_inspector_dispose;
}

static void studio_clip_inspector_init(StudioClipInspector *side)
{
    side->chosen = -1;
    side->rows = g_ptr_array_new();
    side->preview_paths = g_ptr_array_new_with_free_func(g_free);
    side->signals = g_signal_group_new(STUDIO_TYPE_WORKSPACE);
    g_signal_group_connect_swapped(side->signals, "changed", G_CALLBACK(on_changed), side);
    g_signal_group_connect_swapped(side->signals, "problems", G_CALLBACK(on_problems), side);
}

/// A page that scrolls.
static GtkWidget *scrolled(GtkWidget *page)
{
    GtkWidget *window = gtk_scrolled_window_new();
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(window), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(window), page);
    gtk_widget_set_vexpand(window, TRUE);
    return window;
}

GtkWidget *studio_clip_inspector_new(StudioCommands *commands)
{
    static const char *const names[] = {
        "clip.match-names",     "clip.fix-double",      "clip.remove-bone-tracks", "clip.add-modifier",
        "clip.remove-modifier", "clip.toggle-modifier", "clip.modifier-up",        "clip.modifier-down"};
    StudioClipInspector *side =
        g_object_new(STUDIO_TYPE_CLIP_INSPECTOR, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
    GtkWidget *stack = gtk_stack_new(), *switcher = gtk_stack_switcher_new();
    side->commands = g_object_ref(commands);
    gtk_widget_set_name(GTK_WIDGET(side), "clip-inspector");
    side->pages = stack;
    side->report = studio_solve_report_new();
    gtk_stack_add_titled(GTK_STACK(stack), scrolled(studio_clip_inspector_make_modifiers(side)), "modifiers",
                         "Modifiers");
    gtk_stack_add_titled(GTK_STACK(stack), scrolled(studio_clip_inspector_make_details(side)), "details",
                         "Details");
    gtk_stack_page_set_visible(
        gtk_stack_add_titled(GTK_STACK(stack), scrolled(side->report), "solve", "Solve"), FALSE);
    gtk_stack_switcher_set_stack(GTK_STACK_SWITCHER(switcher), GTK_STACK(stack));
    gtk_widget_add_css_class(switcher, "inspector-switcher");
    gtk_box_append(GTK_BOX(side), make_bar(side));
    gtk_box_append(GTK_BOX(side), studio_clip_inspector_make_match(side));
    gtk_box_append(GTK_BOX(side), switcher);
    gtk_box_append(GTK_BOX(side), stack);
    g_signal_connect_swapped(side->list, "row-selected", G_CALLBACK(on_row), side);
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        studio_commands_bind(commands, names[i], run, side);
    allow(side);
    return GTK_WIDGET(side);
}

void studio_clip_inspector_show(GtkWidget *part, StudioWorkspace *workspace, StudioDocument *document)
{
    StudioClipInspector *side = STUDIO_CLIP_INSPECTOR(part);
    if (side->workspace != NULL && side->path != NULL &&
        (document == NULL || strcmp(document->path, side->path) != 0)) {
        int count;
        studio_live_marked(studio_live_of(side->workspace), &count);
        if (count > 0)
            studio_live_mark(studio_live_of(side->workspace), NULL, 0);
    }
    g_clear_handle_id(&side->look_timer, g_source_remove);
    g_set_object(&side->workspace, workspace);
    g_signal_group_set_target(side->signals, workspace);
    g_free(side->path);
    side->path = g_strdup(document != NULL ? document->path : NULL);
    side->is_fixed = false;
    studio_clip_facts_release(&side->facts);
    gtk_list_box_unselect_all(GTK_LIST_BOX(side->list));
    side->chosen = -1;
    if (side->path != NULL) {
        studio_clip_inspector_fill_modifiers(side);
        studio_clip_inspector_fill_details(side);
        begin_look(side);
    }
    fill_bar(side);
    allow(side);
}
