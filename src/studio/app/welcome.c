// SPDX-License-Identifier: MIT
//
// The welcome page: four faces, three buttons, recent projects.

#include "studio/app/welcome.h"

#include "studio/panels/widgets/widgets.h"

#include <adwaita.h>
#include <string.h>

typedef struct Welcome {
    GtkWidget *title, *list;
    StudioSettings *settings;
    void (*open)(void *user, const char *path);
    void *user;
} Welcome;

void studio_add_style_buttons(GtkWidget *menu_button)
{
    static const struct {
        const char *action, *class, *words;
    } styles[] = {{"win.style-system", "system", "Follow the system style"},
                  {"win.style-light", "light", "Light style"},
                  {"win.style-dark", "dark", "Dark style"}};
    GtkPopover *popover = gtk_menu_button_get_popover(GTK_MENU_BUTTON(menu_button));
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 18);
    gtk_widget_set_halign(box, GTK_ALIGN_CENTER);
    gtk_widget_add_css_class(box, "style-buttons");
    for (size_t i = 0; i < G_N_ELEMENTS(styles); ++i) {
        GtkWidget *button = gtk_button_new();
        gtk_widget_add_css_class(button, "style-button");
        gtk_widget_add_css_class(button, styles[i].class);
        studio_tip(button, styles[i].words);
        gtk_actionable_set_action_name(GTK_ACTIONABLE(button), styles[i].action);
        gtk_accessible_update_property(GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, styles[i].words,
                                       -1);
        gtk_box_append(GTK_BOX(box), button);
    }
    gtk_popover_menu_add_child(GTK_POPOVER_MENU(popover), box, "style");
}

/// The four heads, drawn when the program was built.
static GtkWidget *make_picture(void)
{
    static const char *const names[] = {"ada", "pip", "bruno", "moss"};
    GtkWidget *card = gtk_overlay_new(), *faces = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    gtk_box_set_homogeneous(GTK_BOX(faces), TRUE);
    gtk_widget_add_css_class(faces, "welcome-picture");
    gtk_widget_set_overflow(faces, GTK_OVERFLOW_HIDDEN);
    for (size_t i = 0; i < G_N_ELEMENTS(names); ++i) {
        g_autofree char *path = g_strdup_printf("/mien/studio/faces/%s.png", names[i]);
        GtkWidget *face = gtk_picture_new_for_resource(path);
        gtk_picture_set_can_shrink(GTK_PICTURE(face), TRUE);
        gtk_widget_set_size_request(face, 220, 280); // narrow enough for the smallest window
        gtk_widget_set_hexpand(face, TRUE);
        gtk_widget_set_valign(face, GTK_ALIGN_END);
        gtk_box_append(GTK_BOX(faces), face);
    }
    gtk_accessible_update_property(GTK_ACCESSIBLE(faces), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Ada, Pip, Bruno and Moss share one performance", -1);
    GtkWidget *line = gtk_label_new("One performance, every face");
    gtk_widget_add_css_class(line, "title-1");
    gtk_widget_set_valign(line, GTK_ALIGN_START);
    gtk_widget_set_margin_top(line, 18);
    gtk_overlay_set_child(GTK_OVERLAY(card), faces);
    gtk_overlay_add_overlay(GTK_OVERLAY(card), line);
    gtk_widget_set_size_request(card, -1, 336);
    return card;
}

static GtkWidget *make_buttons(void)
{
    static const struct {
        const char *label, *action;
    } buttons[] = {{"Open Sample Project", "win.open-sample"},
                   {"New Project…", "win.new-project"},
                   {"Open…", "win.open-project"}};
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
    gtk_widget_set_halign(box, GTK_ALIGN_CENTER);
    for (size_t i = 0; i < G_N_ELEMENTS(buttons); ++i) {
        GtkWidget *button = gtk_button_new_with_label(buttons[i].label);
        gtk_widget_add_css_class(button, "pill");
        if (i == 0)
            gtk_widget_add_css_class(button, "suggested-action");
        gtk_actionable_set_action_name(GTK_ACTIONABLE(button), buttons[i].action);
        gtk_box_append(GTK_BOX(box), button);
    }
    return box;
}

static void on_row(GtkListBox *list, GtkListBoxRow *row, void *user)
{
    (void)list;
    Welcome *welcome = user;
    const char *path = g_object_get_data(G_OBJECT(row), "path");
    if (path != NULL && g_file_test(path, G_FILE_TEST_IS_DIR))
        welcome->open(welcome->user, path);
}

static void on_remove(GtkButton *button, void *user)
{
    GtkWidget *welcome = user;
    Welcome *page = g_object_get_data(G_OBJECT(welcome), "welcome");
    studio_settings_remove_recent(page->settings, g_object_get_data(G_OBJECT(button), "path"));
    studio_welcome_list(welcome, page->settings);
}

static void on_located(GtkNativeDialog *dialog, int response, GtkWidget *welcome)
{
    Welcome *page = g_object_get_data(G_OBJECT(welcome), "welcome");
    g_autoptr(GFile) file = gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog));
    g_autofree char *path = file != NULL ? g_file_get_path(file) : NULL;
    if (response == GTK_RESPONSE_ACCEPT && path != NULL) {
        studio_settings_remove_recent(page->settings, g_object_get_data(G_OBJECT(dialog), "path"));
        page->open(page->user, path); // which notes it again
    }
    g_object_unref(dialog);
}

static void on_locate(GtkButton *button, void *user)
{
    GtkWidget *welcome = user;
    GtkFileChooserNative *chooser =
        gtk_file_chooser_native_new("Locate Project", GTK_WINDOW(gtk_widget_get_root(welcome)),
                                    GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, "Open", "Cancel");
    gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(chooser), TRUE);
    g_object_set_data_full(G_OBJECT(chooser), "path", g_strdup(g_object_get_data(G_OBJECT(button), "path")),
                           g_free);
    g_signal_connect(chooser, "response", G_CALLBACK(on_located), welcome);
    gtk_native_dialog_show(GTK_NATIVE_DIALOG(chooser));
}

char *studio_welcome_picture_path(const char *project)
{
    g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, project, -1);
    g_autofree char *name = g_strdup_printf("%.16s.png", hash);
    return g_build_filename(g_get_user_cache_dir(), "mien", "recent", name, NULL);
}

/// What the viewport showed when the project was closed, or an icon.
static GtkWidget *make_face(const char *project)
{
    g_autofree char *path = studio_welcome_picture_path(project);
    if (!g_file_test(path, G_FILE_TEST_EXISTS)) {
        GtkWidget *icon = gtk_image_new_from_icon_name("avatar-default-symbolic");
        gtk_widget_add_css_class(icon, "kind-picture");
        return icon;
    }
    GtkWidget *picture = gtk_picture_new_for_filename(path);
    gtk_picture_set_can_shrink(GTK_PICTURE(picture), TRUE);
    gtk_widget_set_size_request(picture, 48, 48);
    gtk_widget_set_valign(picture, GTK_ALIGN_CENTER);
    gtk_widget_set_overflow(picture, GTK_OVERFLOW_HIDDEN);
    gtk_widget_add_css_class(picture, "kind-picture");
    return picture;
}

static void add_missing(GtkWidget *row, GtkWidget *welcome, const char *path)
{
    static const struct {
        const char *label;
        GCallback react;
    } buttons[] = {{"Locate…", G_CALLBACK(on_locate)}, {"Remove", G_CALLBACK(on_remove)}};
    GtkWidget *words = gtk_label_new("not found");
    gtk_widget_add_css_class(words, "caption");
    adw_action_row_add_suffix(ADW_ACTION_ROW(row), words);
    for (size_t i = 0; i < G_N_ELEMENTS(buttons); ++i) {
        GtkWidget *button = gtk_button_new_with_label(buttons[i].label);
        gtk_widget_set_valign(button, GTK_ALIGN_CENTER);
        g_object_set_data_full(G_OBJECT(button), "path", g_strdup(path), g_free);
        g_signal_connect(button, "clicked", buttons[i].react, welcome);
        adw_action_row_add_suffix(ADW_ACTION_ROW(row), button);
    }
    gtk_widget_add_css_class(row, "dim-label");
}

static char *when_text(gint64 time)
{
    g_autoptr(GDateTime) then = g_date_time_new_from_unix_local(time), now = g_date_time_new_now_local();
    const int days = then != NULL ? g_date_time_get_day_of_year(now) - g_date_time_get_day_of_year(then) +
                                        366 * (g_date_time_get_year(now) - g_date_time_get_year(then))
                                  : 1000;
    return days == 0   ? g_strdup("Today")
           : days == 1 ? g_strdup("Yesterday")
                       : g_date_time_format(then, "%e %b");
}

static char *home_text(const char *path)
{
    const char *home = g_get_home_dir();
    return g_str_has_prefix(path, home) ? g_strconcat("~", path + strlen(home), NULL) : g_strdup(path);
}

static GtkWidget *make_row(GtkWidget *welcome, const StudioRecent *recent)
{
    const bool is_there = g_file_test(recent->path, G_FILE_TEST_IS_DIR);
    g_autofree char *path = home_text(recent->path), *when = when_text(recent->time);
    g_autofree char *title = g_markup_escape_text(recent->title, -1);
    g_autofree char *plain =
        g_strdup_printf("%s%s%s", path, recent->counts != NULL && recent->counts[0] != '\0' ? " · " : "",
                        recent->counts != NULL ? recent->counts : "");
    g_autofree char *subtitle = g_markup_escape_text(is_there ? plain : path, -1);
    GtkWidget *row = adw_action_row_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), title);
    adw_action_row_set_subtitle(ADW_ACTION_ROW(row), subtitle);
    adw_action_row_add_prefix(ADW_ACTION_ROW(row), make_face(recent->path));
    if (is_there) {
        GtkWidget *label = gtk_label_new(when);
        gtk_widget_add_css_class(label, "caption");
        gtk_widget_add_css_class(label, "dim-label");
        adw_action_row_add_suffix(ADW_ACTION_ROW(row), label);
        adw_action_row_add_suffix(ADW_ACTION_ROW(row), gtk_image_new_from_icon_name("go-next-symbolic"));
    } else {
        add_missing(row, welcome, recent->path);
    }
    gtk_list_box_row_set_activatable(GTK_LIST_BOX_ROW(row), is_there);
    g_object_set_data_full(G_OBJECT(row), "path", g_strdup(recent->path), g_free);
    return row;
}

void studio_welcome_list(GtkWidget *welcome, StudioSettings *settings)
{
    Welcome *page = g_object_get_data(G_OBJECT(welcome), "welcome");
    g_autoptr(GPtrArray) recent = studio_settings_recent(settings);
    GtkWidget *child;
    page->settings = settings;
    while ((child = gtk_widget_get_first_child(page->list)) != NULL)
        gtk_list_box_remove(GTK_LIST_BOX(page->list), child);
    for (guint i = 0; i < recent->len; ++i)
        gtk_list_box_append(GTK_LIST_BOX(page->list), make_row(welcome, recent->pdata[i]));
    gtk_widget_set_visible(page->title, recent->len > 0);
    gtk_widget_set_visible(page->list, recent->len > 0);
}

static GtkWidget *make_recent(Welcome *page)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6);
    page->title = gtk_label_new("Recent");
    gtk_label_set_xalign(GTK_LABEL(page->title), 0.0f);
    gtk_widget_add_css_class(page->title, "heading");
    page->list = gtk_list_box_new();
    gtk_list_box_set_selection_mode(GTK_LIST_BOX(page->list), GTK_SELECTION_NONE);
    gtk_widget_add_css_class(page->list, "boxed-list");
    gtk_accessible_update_property(GTK_ACCESSIBLE(page->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                   "Recent projects", -1);
    g_signal_connect(page->list, "row-activated", G_CALLBACK(on_row), page);
    gtk_box_append(GTK_BOX(box), page->title);
    gtk_box_append(GTK_BOX(box), page->list);
    GtkWidget *clamp = adw_clamp_new();
    adw_clamp_set_maximum_size(ADW_CLAMP(clamp), 640);
    adw_clamp_set_child(ADW_CLAMP(clamp), box);
    return clamp;
}

GtkWidget *studio_welcome_new(GMenuModel *menu, void (*open)(void *user, const char *path), void *user)
{
    Welcome *page = g_new0(Welcome, 1);
    page->open = open;
    page->user = user;
    GtkWidget *welcome = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), *header = adw_header_bar_new();
    GtkWidget *button = gtk_menu_button_new(), *column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 22);
    g_object_set_data_full(G_OBJECT(welcome), "welcome", page, g_free);
    adw_header_bar_set_title_widget(ADW_HEADER_BAR(header), adw_window_title_new("Mien Studio", ""));
    gtk_menu_button_set_icon_name(GTK_MENU_BUTTON(button), "open-menu-symbolic");
    gtk_menu_button_set_menu_model(GTK_MENU_BUTTON(button), menu);
    gtk_menu_button_set_primary(GTK_MENU_BUTTON(button), TRUE);
    studio_tip(button, "Main menu (F10)");
    studio_add_style_buttons(button);
    adw_header_bar_pack_end(ADW_HEADER_BAR(header), button);
    gtk_widget_add_css_class(header, "flat");
    gtk_box_append(GTK_BOX(welcome), header);
    GtkWidget *hint =
        gtk_label_new("or drop a project folder, or FBX, glTF, VRM, BVH or CSV files to start one");
    gtk_widget_add_css_class(hint, "caption");
    gtk_widget_add_css_class(hint, "dim-label");
    GtkWidget *const parts[] = {make_picture(), make_buttons(), make_recent(page), hint};
    for (size_t i = 0; i < G_N_ELEMENTS(parts); ++i)
        gtk_box_append(GTK_BOX(column), parts[i]);
    gtk_widget_add_css_class(column, "welcome");
    gtk_widget_set_valign(column, GTK_ALIGN_CENTER); // so that a large screen is not grey below it
    GtkWidget *clamp = adw_clamp_new(), *scrolled = gtk_scrolled_window_new();
    adw_clamp_set_maximum_size(ADW_CLAMP(clamp), 996); // 960 and its padding, so that heads reach the edge
    adw_clamp_set_tightening_threshold(ADW_CLAMP(clamp), 996);
    adw_clamp_set_child(ADW_CLAMP(clamp), column);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), clamp);
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_box_append(GTK_BOX(welcome), scrolled);
    return welcome;
}
