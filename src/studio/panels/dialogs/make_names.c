// SPDX-License-Identifier: MIT
//
// The names of frames as text, a line per frame.

#include "studio/panels/dialogs/make_private.h"

#include "asset/view.h"
#include "mien_author/vocabulary.h"
#include "studio/panels/dialogs/lines.h"

#include <string.h>

enum { MOST_CLIPBOARD = 1 << 20, MOST_FILE = 1 << 24 }; ///< Bytes of text that is taken for names.

static const char HINT[] = "One name per line, one line per frame.\nBlank keeps the default. "
                           "<b>#</b> alone skips the frame.";

char *studio_make_text(const StudioMake *make)
{
    GtkTextIter start, end;
    gtk_text_buffer_get_bounds(make->buffer, &start, &end);
    return gtk_text_buffer_get_text(make->buffer, &start, &end, TRUE);
}

/// Replaces all lines; Ctrl+Z in the text takes it back.
static void set_text(StudioMake *make, const char *text)
{
    GtkTextIter start, end;
    gtk_text_buffer_begin_user_action(make->buffer);
    gtk_text_buffer_get_bounds(make->buffer, &start, &end);
    gtk_text_buffer_delete(make->buffer, &start, &end);
    gtk_text_buffer_insert(make->buffer, &start, text, -1);
    gtk_text_buffer_end_user_action(make->buffer);
    gtk_text_buffer_get_start_iter(make->buffer, &start);
    gtk_text_buffer_place_cursor(make->buffer, &start);
    gtk_widget_grab_focus(GTK_WIDGET(make->text));
}

/// Lines of what may be a list of names, or MakeHuman's JSON; NULL: it is no text. Free it.
static char *lines_of(const StudioMake *make, const char *bytes, gsize size)
{
    const StudioOrigin *origin = studio_make_shown(make);
    MienAuthorNameList *list = NULL;
    gsize at = 0;
    if (!g_utf8_validate(bytes, (gssize)size, NULL))
        return NULL;
    while (at < size && g_ascii_isspace(bytes[at]))
        ++at;
    if (at < size && bytes[at] == '{' &&
        mieni_read_names(bytes, size, origin->count, "", &list, NULL) == MIEN_OK) {
        GString *lines = g_string_new(NULL);
        for (int i = 0; i < list->frame_count; ++i)
            g_string_append_printf(lines, "%s\n",
                                   list->frames[i].is_skipped   ? "#"
                                   : list->frames[i].is_default ? ""
                                                                : list->frames[i].name);
        mien_author_name_list_destroy(list);
        return g_string_free(lines, FALSE);
    }
    g_autofree char *copy = g_strndup(bytes, size);
    g_auto(GStrv) parts = g_strsplit(copy, "\r\n", -1); // of other systems
    return g_strjoinv("\n", parts);
}

static void use_text(StudioMake *make, const char *bytes, gsize size)
{
    g_autofree char *lines = lines_of(make, bytes, size);
    if (lines == NULL)
        return;
    g_strchomp(lines);
    set_text(make, lines);
    if (make->names.error_count > 0) // what is wrong is shown first
        studio_make_go_to_line(make, make->names.errors[0].line - 1, false);
}

static int count_lines(const char *text)
{
    int lines = 0, said = 0;
    for (; *text != '\0'; ++text) {
        said += !g_ascii_isspace(*text);
        if (*text == '\n' || text[1] == '\0') {
            ++lines;
        }
    }
    return said > 0 ? lines : 0;
}

// What the menu does

static void on_pasted(GObject *source, GAsyncResult *result, void *user)
{
    StudioMake *make = user;
    g_autofree char *text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(source), result, NULL);
    if (text != NULL && !make->is_closed)
        use_text(make, text, strlen(text));
    studio_make_drop(make);
}

static void do_paste(StudioMake *make)
{
    gdk_clipboard_read_text_async(gtk_widget_get_clipboard(GTK_WIDGET(make->text)), NULL, on_pasted,
                                  studio_make_hold(make));
}

static void on_file_read(GObject *source, GAsyncResult *result, void *user)
{
    StudioMake *make = user;
    char *bytes = NULL;
    gsize size = 0;
    if (g_file_load_contents_finish(G_FILE(source), result, &bytes, &size, NULL, NULL) && size <= MOST_FILE &&
        !make->is_closed)
        use_text(make, bytes, size);
    g_free(bytes);
    studio_make_drop(make);
}

static void on_file_chosen(GtkNativeDialog *chooser, int answer, void *user)
{
    StudioMake *make = user;
    if (answer == GTK_RESPONSE_ACCEPT) {
        g_autoptr(GFile) file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(chooser));
        g_file_load_contents_async(file, NULL, on_file_read, studio_make_hold(make));
    }
    g_object_unref(chooser);
    studio_make_drop(make);
}

static void do_file(StudioMake *make)
{
    GtkFileChooserNative *chooser = gtk_file_chooser_native_new(
        "Names from a File", GTK_WINDOW(make->dialog.window), GTK_FILE_CHOOSER_ACTION_OPEN, "Use", "Cancel");
    g_signal_connect(chooser, "response", G_CALLBACK(on_file_chosen), studio_make_hold(make));
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(chooser));
}

static void do_markers(StudioMake *make)
{
    g_autofree char *text = g_strjoinv("\n", studio_make_shown(make)->markers);
    set_text(make, text);
}

/// The pose asset that is selected in the browser, or in front; NULL: none.
static const char *chosen_poses(const StudioMake *make)
{
    const char *selected = studio_workspace_selected_of(make->workspace, MIENI_ASSET_POSES);
    const StudioDocument *active = studio_workspace_active(make->workspace);
    return selected != NULL                                      ? selected
           : active != NULL && active->kind == MIENI_ASSET_POSES ? active->path
                                                                 : NULL;
}

static void do_selected(StudioMake *make)
{
    const MieniAsset *asset;
    MieniProblem problem = {0};
    const char *path = chosen_poses(make);
    if (path == NULL ||
        studio_asset(studio_workspace_studio(make->workspace), path, &asset, &problem) != MIEN_OK)
        return;
    const MieniPoseAssetView *poses = mieni_pose_asset_of(asset);
    g_autoptr(GString) text = g_string_new(NULL);
    for (int i = 0; i < mieni_pose_asset_pose_count(poses); ++i)
        g_string_append_printf(text, "%s%s", i > 0 ? "\n" : "",
                               mieni_text_or_empty(mieni_pose_name(mieni_pose_asset_pose(poses, i))));
    set_text(make, text->str);
}

static void do_vocabulary(StudioMake *make, int index)
{
    const MienAuthorVocabularyInfo info = mien_author_vocabulary_info(index);
    g_autoptr(GString) text = g_string_new(NULL);
    for (int i = 0; i < info.name_count; ++i)
        g_string_append_printf(text, "%s%s", i > 0 ? "\n" : "", info.names[i]);
    set_text(make, text->str);
}

static void on_action(GSimpleAction *action, GVariant *parameter, void *user)
{
    (void)parameter;
    StudioMake *make = user;
    const char *name = g_action_get_name(G_ACTION(action));
    if (strcmp(name, "paste") == 0)
        do_paste(make);
    else if (strcmp(name, "file") == 0)
        do_file(make);
    else if (strcmp(name, "markers") == 0)
        do_markers(make);
    else if (strcmp(name, "selected") == 0)
        do_selected(make);
    else if (strcmp(name, "clear") == 0)
        set_text(make, "");
    else if (g_str_has_prefix(name, "vocabulary-"))
        do_vocabulary(make, mien_author_vocabulary_find(name + strlen("vocabulary-")));
}

static void add_action(StudioMake *make, const char *name)
{
    g_autoptr(GSimpleAction) action = g_simple_action_new(name, NULL);
    g_signal_connect(action, "activate", G_CALLBACK(on_action), make);
    g_action_map_add_action(G_ACTION_MAP(make->actions), G_ACTION(action));
}

static GMenuModel *make_menu(StudioMake *make)
{
    static const char *const names[] = {"paste", "file", "markers", "selected", "clear"};
    g_autoptr(GMenu) first = g_menu_new(), last = g_menu_new(), words = g_menu_new();
    GMenu *menu = g_menu_new();
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i)
        add_action(make, names[i]);
    g_menu_append(first, "Paste", "names.paste");
    g_menu_append(first, "From File…", "names.file");
    g_menu_append(first, "From the Clip’s Markers", "names.markers");
    for (int i = 0; i < mien_author_vocabulary_count(); ++i) {
        const MienAuthorVocabularyInfo info = mien_author_vocabulary_info(i);
        g_autofree char *name = g_strconcat("vocabulary-", info.id, NULL);
        g_autofree char *full = g_strconcat("names.", name, NULL);
        g_autofree char *label = g_strdup_printf("%s, %d", info.title, info.name_count);
        add_action(make, name);
        g_menu_append(words, label, full);
    }
    g_menu_append_submenu(first, "From Vocabulary", G_MENU_MODEL(words));
    g_menu_append(first, "From the Selected Pose Asset", "names.selected");
    g_menu_append(last, "Clear", "names.clear");
    g_menu_append_section(menu, NULL, G_MENU_MODEL(first));
    g_menu_append_section(menu, NULL, G_MENU_MODEL(last));
    return G_MENU_MODEL(menu);
}

static void allow(StudioMake *make, const char *name, bool is_allowed)
{
    g_simple_action_set_enabled(
        G_SIMPLE_ACTION(g_action_map_lookup_action(G_ACTION_MAP(make->actions), name)), is_allowed);
}

// The clipboard's offer

static void on_chip(StudioMake *make)
{
    g_autofree char *text = g_steal_pointer(&make->clipboard);
    gtk_widget_set_visible(make->chip, FALSE);
    if (text != NULL)
        use_text(make, text, strlen(text));
}

static void on_offered(GObject *source, GAsyncResult *result, void *user)
{
    StudioMake *make = user;
    g_autofree char *text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(source), result, NULL);
    if (text != NULL && !make->is_closed && strlen(text) <= MOST_CLIPBOARD) {
        g_strchomp(text);
        const int lines = count_lines(text);
        g_autofree char *label = g_strdup_printf("Use %d lines from the clipboard", lines);
        if (lines >= 2 && gtk_text_buffer_get_char_count(make->buffer) == 0) {
            make->clipboard = g_steal_pointer(&text);
            gtk_button_set_label(GTK_BUTTON(make->chip), label);
            gtk_widget_set_visible(make->chip, TRUE);
        }
    }
    studio_make_drop(make);
}

// Lines

void studio_make_set_line(StudioMake *make, int line, const char *text)
{
    GtkTextIter start, end;
    gtk_text_buffer_get_iter_at_line(make->buffer, &start, line);
    end = start;
    if (!gtk_text_iter_ends_line(&end))
        gtk_text_iter_forward_to_line_end(&end);
    gtk_text_buffer_begin_user_action(make->buffer);
    gtk_text_buffer_delete(make->buffer, &start, &end);
    gtk_text_buffer_insert(make->buffer, &start, text, -1);
    gtk_text_buffer_end_user_action(make->buffer);
    gtk_text_buffer_place_cursor(make->buffer, &start);
}

void studio_make_cut_lines(StudioMake *make, int first)
{
    GtkTextIter start, end;
    gtk_text_buffer_get_iter_at_line(make->buffer, &start, first);
    gtk_text_iter_backward_char(&start); // the line break before them
    gtk_text_buffer_get_end_iter(make->buffer, &end);
    gtk_text_buffer_begin_user_action(make->buffer);
    gtk_text_buffer_delete(make->buffer, &start, &end);
    gtk_text_buffer_end_user_action(make->buffer);
}

void studio_make_go_to_line(StudioMake *make, int line, bool is_editing)
{
    GtkTextIter at, end;
    const int lines = gtk_text_buffer_get_line_count(make->buffer);
    if (line >= lines && is_editing) {
        g_autofree char *breaks = g_strnfill((gsize)(line - lines + 1), '\n');
        gtk_text_buffer_get_end_iter(make->buffer, &end);
        gtk_text_buffer_insert(make->buffer, &end, breaks, -1);
    }
    gtk_text_buffer_get_iter_at_line(make->buffer, &at, line);
    end = at;
    if (!gtk_text_iter_ends_line(&end))
        gtk_text_iter_forward_to_line_end(&end);
    gtk_text_buffer_select_range(make->buffer, &end, is_editing ? &at : &end);
    gtk_text_view_scroll_to_iter(make->text, &at, 0.1, FALSE, 0.0, 0.0);
    if (is_editing)
        gtk_widget_grab_focus(GTK_WIDGET(make->text));
}

static void tag_line(StudioMake *make, GtkTextTag *tag, int line)
{
    GtkTextIter start, end;
    gtk_text_buffer_get_iter_at_line(make->buffer, &start, line);
    end = start;
    gtk_text_iter_forward_line(&end);
    gtk_text_buffer_apply_tag(make->buffer, tag, &start, &end);
}

static void show_hint(StudioMake *make)
{
    const StudioFrameNames *names = &make->names;
    if (names->named_count == 0 || names->line_count >= names->frame_count) {
        gtk_label_set_markup(GTK_LABEL(make->hint), HINT);
        return;
    }
    const int kept = names->frame_count - names->named_count - names->skipped_count;
    g_autofree char *text = g_strdup_printf(kept == 1 ? "%d names, %d frames: %d keeps its default name."
                                                      : "%d names, %d frames: %d keep default names.",
                                            names->named_count, names->frame_count, kept);
    gtk_label_set_text(GTK_LABEL(make->hint), text);
}

void studio_make_names_refresh(StudioMake *make)
{
    const StudioFrameNames *names = &make->names;
    const StudioOrigin *origin = studio_make_shown(make);
    GtkTextIter start, end;
    gtk_text_buffer_get_bounds(make->buffer, &start, &end);
    gtk_text_buffer_remove_all_tags(make->buffer, &start, &end);
    for (int i = 0; i < names->frame_count; ++i)
        if (names->frames[i].is_skipped)
            tag_line(make, make->skip_tag, i);
    for (int i = 0; i < names->error_count; ++i)
        for (int k = 0; k < (names->errors[i].frame < 0 ? names->errors[i].other : 1); ++k)
            tag_line(make, make->error_tag, names->errors[i].line - 1 + k);
    show_hint(make);
    if (gtk_text_iter_get_offset(&end) > 0)
        gtk_widget_set_visible(make->chip, FALSE);
    allow(make, "markers", origin->markers != NULL && origin->markers[0] != NULL);
    allow(make, "selected", chosen_poses(make) != NULL);
    allow(make, "clear", gtk_text_iter_get_offset(&end) > 0);
    const int lines = names->line_count;
    g_autofree char *about = names->error_count > 0
                                 ? g_strdup_printf("%d lines, error in line %d", lines, names->errors[0].line)
                                 : g_strdup_printf(lines == 1 ? "%d line" : "%d lines", lines);
    studio_describe(GTK_WIDGET(make->text), about);
}

/// Colours follow the style; tags know no names of colours.
void studio_make_names_style(StudioMake *make)
{
    GtkStyleContext *context = gtk_widget_get_style_context(GTK_WIDGET(make->text));
    GdkRGBA color;
    if (gtk_style_context_lookup_color(context, "error_color", &color))
        g_object_set(make->error_tag, "foreground-rgba", &color, NULL);
    if (gtk_style_context_lookup_color(context, "error_bg_color", &color)) {
        color.alpha = 0.2f;
        g_object_set(make->error_tag, "paragraph-background-rgba", &color, NULL);
    }
    gtk_style_context_get_color(context, &color);
    color.alpha *= 0.5f;
    g_object_set(make->skip_tag, "foreground-rgba", &color, NULL);
}

static void on_cursor(StudioMake *make)
{
    GtkTextIter at;
    if (make->is_tying)
        return;
    gtk_text_buffer_get_iter_at_mark(make->buffer, &at, gtk_text_buffer_get_insert(make->buffer));
    make->is_tying = true;
    studio_make_go_to_frame(make, gtk_text_iter_get_line(&at));
    make->is_tying = false;
}

static GtkWidget *make_head(StudioMake *make)
{
    GtkWidget *head = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *label = studio_label_new("Names", "heading"),
              *optional = studio_label_new("(optional)", "dim-label"), *paste = gtk_button_new(),
              *menu = gtk_menu_button_new(), *content = adw_button_content_new();
    gtk_widget_add_css_class(head, "make-head");
    gtk_widget_set_hexpand(optional, TRUE);
    adw_button_content_set_icon_name(ADW_BUTTON_CONTENT(content), "edit-paste-symbolic");
    adw_button_content_set_label(ADW_BUTTON_CONTENT(content), "Paste");
    gtk_button_set_child(GTK_BUTTON(paste), content);
    gtk_widget_set_tooltip_text(paste, "Replace all names by the text on the clipboard");
    gtk_actionable_set_action_name(GTK_ACTIONABLE(paste), "names.paste");
    studio_name(paste, "Paste");
    g_autoptr(GMenuModel) model = make_menu(make);
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(menu), model);
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(menu), "pan-down-symbolic");
    gtk_widget_add_css_class(menu, "flat");
    gtk_widget_set_tooltip_text(menu, "Names from elsewhere");
    studio_name(menu, "Names from");
    GtkWidget *const parts[] = {label, optional, paste, menu};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        gtk_box_append(GTK_BOX(head), parts[i]);
    return head;
}

static GtkWidget *make_text(StudioMake *make)
{
    GtkWidget *view = gtk_text_view_new(), *scrolled = gtk_scrolled_window_new(),
              *overlay = gtk_overlay_new();
    make->text = GTK_TEXT_VIEW(view);
    make->buffer = g_object_ref(gtk_text_view_get_buffer(make->text));
    make->error_tag = gtk_text_buffer_create_tag(make->buffer, NULL, NULL);
    make->skip_tag = gtk_text_buffer_create_tag(make->buffer, NULL, NULL);
    gtk_text_buffer_set_enable_undo(make->buffer, TRUE);
    gtk_text_view_set_monospace(make->text, TRUE);
    gtk_text_view_set_accepts_tab(make->text, FALSE); // Tab goes on to the frames
    gtk_text_view_set_top_margin(make->text, 6);
    gtk_text_view_set_bottom_margin(make->text, 6);
    gtk_text_view_set_pixels_above_lines(make->text, 3);
    gtk_text_view_set_pixels_below_lines(make->text, 3);
    gtk_widget_add_css_class(view, "names-text");
    studio_name(view, "Pose names");
    studio_lines_add(make->text);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
    gtk_widget_set_vexpand(scrolled, TRUE);
    make->chip = gtk_button_new_with_label("");
    gtk_widget_add_css_class(make->chip, "pill");
    gtk_widget_add_css_class(make->chip, "clipboard-chip");
    gtk_widget_set_halign(make->chip, GTK_ALIGN_CENTER);
    gtk_widget_set_valign(make->chip, GTK_ALIGN_CENTER);
    gtk_widget_set_visible(make->chip, FALSE);
    g_signal_connect_swapped(make->chip, "clicked", G_CALLBACK(on_chip), make);
    gtk_overlay_set_child(GTK_OVERLAY(overlay), scrolled);
    gtk_overlay_add_overlay(GTK_OVERLAY(overlay), make->chip);
    g_signal_connect_swapped(make->buffer, "changed", G_CALLBACK(studio_make_refresh), make);
    g_signal_connect_swapped(make->buffer, "notify::cursor-position", G_CALLBACK(on_cursor), make);
    return overlay;
}

GtkWidget *studio_make_names_new(StudioMake *make)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
    make->actions = g_simple_action_group_new();
    gtk_widget_insert_action_group(GTK_WIDGET(make->dialog.window), "names", G_ACTION_GROUP(make->actions));
    gtk_box_append(GTK_BOX(box), make_head(make));
    gtk_box_append(GTK_BOX(box), make_text(make));
    make->hint = studio_label_new("", "caption dim-label");
    gtk_label_set_markup(GTK_LABEL(make->hint), HINT);
    gtk_label_set_wrap(GTK_LABEL(make->hint), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(make->hint), PANGO_ELLIPSIZE_NONE);
    gtk_widget_add_css_class(make->hint, "make-hint");
    gtk_box_append(GTK_BOX(box), make->hint);
    gdk_clipboard_read_text_async(gtk_widget_get_clipboard(GTK_WIDGET(make->dialog.window)), NULL, on_offered,
                                  studio_make_hold(make));
    return box;
}
