// SPDX-License-Identifier: MIT
//
// Menus and the shortcuts window, made from the table of actions.

#include "studio/app/actions.h"

#include "asset/asset.h"

#include <string.h>

void studio_menu_add(GMenu *menu, const char *name, const char *label)
{
    const StudioAction *action = studio_action_find(name);
    g_autoptr(GMenuItem) item = g_menu_item_new(label != NULL ? label : action->label, name);
    if (action->keys != NULL && action->places != STUDIO_KEYS_APP) { // GTK shows its own keys itself
        g_auto(GStrv) keys = g_strsplit(action->keys, " ", 2);
        g_menu_item_set_attribute(item, "accel", "s", keys[0]);
    }
    g_menu_append_item(menu, item);
}

void studio_menu_add_section(GMenu *menu, const char *const *names)
{
    g_autoptr(GMenu) section = g_menu_new();
    for (; *names != NULL; ++names)
        studio_menu_add(section, *names, NULL);
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
}

#define SECTION(menu, ...) studio_menu_add_section(menu, (const char *const[]){__VA_ARGS__, NULL})

static void add_submenu(GMenu *menu, const char *label, const char *const *names)
{
    g_autoptr(GMenu) inner = g_menu_new();
    for (; *names != NULL; ++names)
        studio_menu_add(inner, *names, NULL);
    g_menu_append_submenu(menu, label, G_MENU_MODEL(inner));
}

GMenuModel *studio_main_menu(GMenuModel *recent)
{
    static const char *const new_items[] = {"win.new-project",   "win.new-poses", "win.new-transfer",
                                            "win.new-clip",      "win.new-graph", "win.new-child",
                                            "win.new-character", "win.new-map",   NULL};
    static const char *const view_items[] = {
        "win.show-browser",      "win.show-inspector",  "win.show-editor",
        "win.show-problems",     "win.show-acceptance", "win.show-live",
        "win.maximize-viewport", "win.fullscreen",      NULL};
    GMenu *menu = g_menu_new();
    g_autoptr(GMenu) first = g_menu_new(), view = g_menu_new();
    add_submenu(first, "New", new_items);
    studio_menu_add(first, "win.open-project", NULL);
    studio_menu_add(first, "win.open-sample", NULL);
    g_menu_append_submenu(first, "Open Recent", recent);
    g_menu_append_section(menu, NULL, G_MENU_MODEL(first));
    SECTION(menu, "win.save", "win.revert");
    SECTION(menu, "win.share-face", "accept.selected", "win.export", "win.export-film", "win.build",
            "win.import-report");
    add_submenu(view, "View", view_items);
    g_autoptr(GMenuItem) style = g_menu_item_new(NULL, NULL);
    g_menu_item_set_attribute(style, "custom", "s", "style");
    g_menu_append_item(view, style);
    g_menu_append_section(menu, NULL, G_MENU_MODEL(view));
    SECTION(menu, "win.preferences", "win.shortcuts", "win.help", "win.about");
    return G_MENU_MODEL(menu);
}

/// Items between lines, labelled as their commands are now.
static void add_current(GMenu *menu, const StudioCommands *commands, const char *const *names)
{
    g_autoptr(GMenu) section = g_menu_new();
    for (; *names != NULL; ++names)
        studio_menu_add(section, *names, studio_commands_label(commands, *names));
    g_menu_append_section(menu, NULL, G_MENU_MODEL(section));
}

#define CURRENT(menu, ...) add_current(menu, commands, (const char *const[]){__VA_ARGS__, NULL})

/// What is done with an asset of a kind and no other.
static void add_of_kind(GMenu *menu, const StudioCommands *commands, int kind)
{
    switch (kind) {
    case MIENI_ASSET_CLIP:
        CURRENT(menu, "browser.make-poses", "browser.solve", "browser.remove-bone-tracks",
                "browser.update-from-source");
        break;
    case MIENI_ASSET_POSES:
        CURRENT(menu, "win.new-transfer", "poses.make-additive", "poses.make-absolute",
                "poses.update-from-source", "poses.paste-names");
        break;
    case MIENI_ASSET_CHARACTER:
        CURRENT(menu, "win.share-face", "win.new-child", "win.new-transfer", "accept.selected");
        break;
    case MIENI_ASSET_GRAPH:
        CURRENT(menu, "win.new-child", "win.share-face");
        break;
    case MIENI_ASSET_MESH:
        CURRENT(menu, "win.new-character", "win.new-transfer", "browser.update-from-source");
        break;
    case MIENI_ASSET_SKELETON:
        CURRENT(menu, "browser.update-from-source");
        break;
    default:
        break;
    }
}

GMenuModel *studio_asset_menu(const StudioCommands *commands, int kind, int count)
{
    GMenu *menu = g_menu_new();
    if (count == 0) {
        SECTION(menu, "win.new-poses", "win.new-transfer", "win.new-clip", "win.new-graph", "win.new-child",
                "win.new-character", "win.new-map");
        SECTION(menu, "win.new-project");
    } else if (kind == MIENI_ASSET_NONE) { // a source
        CURRENT(menu, "win.import-again", "win.import-report");
        CURRENT(menu, "browser.show-in-files", "browser.copy-path");
    } else if (count > 1) {
        CURRENT(menu, "browser.open", "browser.open-in-background");
        if (kind == MIENI_ASSET_CLIP)
            CURRENT(menu, "browser.make-poses", "browser.remove-bone-tracks");
        if (kind == MIENI_ASSET_CHARACTER)
            CURRENT(menu, "win.share-face");
        if (kind == MIENI_ASSET_MESH)
            CURRENT(menu, "win.new-character");
        CURRENT(menu, "browser.fix", "browser.update-from-source");
        CURRENT(menu, "win.duplicate", "win.delete", "browser.copy-path");
    } else {
        CURRENT(menu, "browser.open", "browser.open-in-background", "browser.peek");
        add_of_kind(menu, commands, kind);
        CURRENT(menu, "win.rename", "win.duplicate", "win.delete");
        CURRENT(menu, "browser.show-uses", "browser.show-in-files", "browser.copy-path");
    }
    return G_MENU_MODEL(menu);
}

GMenuModel *studio_tab_menu(void)
{
    GMenu *menu = g_menu_new();
    SECTION(menu, "win.tab-close", "win.tab-close-others", "win.tab-pin");
    SECTION(menu, "win.revert", "win.tab-reveal");
    return G_MENU_MODEL(menu);
}

GMenuModel *studio_import_menu(void)
{
    GMenu *menu = g_menu_new();
    SECTION(menu, "win.import", "win.import-folder", "win.import-again", "win.import-report");
    return G_MENU_MODEL(menu);
}

/// Under which title the shortcuts window has an action: the first row that its name begins with.
static const struct {
    const char *begin, *title;
} titles[] = {
    {"app.", "Program"},
    {"win.preferences", "Program"},
    {"win.shortcuts", "Program"},
    {"win.help", "Program"},
    {"win.go-to", "Program"},
    {"win.find", "Program"},
    {"win.close", "Program"},
    {"win.focus-", "Program"},
    {"win.new", "Project"},
    {"win.open", "Project"},
    {"win.save", "Project"},
    {"win.import", "Project"},
    {"win.build", "Project"},
    {"win.show-", "View"},
    {"win.maximize-", "View"},
    {"win.fullscreen", "View"},
    {"win.tab-", "Tabs"},
    {"win.", "Editing"},
    {"browser.", "Browser"},
    {"viewport.", "Viewport"},
    {"play.", "Playback"},
    {"poses.", "Poses"},
    {"clip.", "Clip"},
    {"skeleton.", "Skeleton"},
    {"map.", "Map"},
    {"graph.", "Graph"},
    {"problems.", "Problems"},
    {"accept.", "Acceptance"},
    {"live.", "Live"},
    {"transfer.", "Transfer"},
};

/// Sections of the window and the groups of each, which fill two columns: more would be a second
/// page, which GTK 4.8 shows before the first one.
static const struct {
    const char *title, *groups[4];
} sections[] = {
    {"Window", {"Program", "Browser", "View", "Tabs"}},
    {"Project", {"Project", "Problems", "Acceptance", "Editing"}},
    {"Viewport", {"Viewport", "Playback", "Live"}},
    {"Poses and Curves", {"Poses", "Transfer", "Skeleton", "Map"}},
    {"Clips and Graphs", {"Clip", "Graph"}},
};
enum { COLUMN = 16 }; ///< Rows of a column at most, with titles.

static const char *title_of(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(titles); ++i)
        if (g_str_has_prefix(name, titles[i].begin))
            return titles[i].title;
    return "";
}

static void put_row(GString *text, const char *label, const char *keys)
{
    g_autofree char *first = g_strndup(keys, strcspn(keys, " ")); // others are for keys that mean the same
    g_autofree char *row = g_markup_printf_escaped(
        "<child><object class=\"GtkShortcutsShortcut\"><property name=\"title\">%s</property>"
        "<property name=\"accelerator\">%s</property></object></child>",
        label, first);
    g_string_append(text, row);
}

static void put_group(GString *text, const char *title)
{
    g_string_append_printf(
        text, "<child><object class=\"GtkShortcutsGroup\"><property name=\"title\">%s</property>", title);
    for (int i = 0; i < studio_action_count; ++i) {
        const StudioAction *action = &studio_actions[i];
        if (action->keys == NULL || strcmp(title_of(action->name), title) != 0)
            continue;
        if (strcmp(action->name, "win.tab-1") == 0)
            put_row(text, "Tabs 1 to 9", "<Alt>1...9"); // nine rows would say no more
        else if (strncmp(action->keys, "<Alt>", 5) != 0 || !g_ascii_isdigit(action->keys[5]))
            put_row(text, action->label, action->keys);
    }
    g_string_append(text, "</object></child>");
}

static void put_section(GString *text, size_t index)
{
    g_string_append_printf(text,
                           "<child><object class=\"GtkShortcutsSection\"><property name=\"section-name\">"
                           "section-%zu</property><property name=\"title\">%s</property>"
                           "<property name=\"max-height\">%d</property>",
                           index, sections[index].title, COLUMN);
    for (size_t i = 0; i < G_N_ELEMENTS(sections[index].groups) && sections[index].groups[i] != NULL; ++i)
        put_group(text, sections[index].groups[i]);
    g_string_append(text, "</object></child>");
}

GtkWidget *studio_shortcuts_window(GtkWindow *parent)
{
    // These widgets can be put together by a description only.
    g_autoptr(GString) text = g_string_new("<interface><object class=\"GtkShortcutsWindow\" id=\"window\">"
                                           "<property name=\"modal\">1</property>");
    for (size_t i = 0; i < G_N_ELEMENTS(sections); ++i)
        put_section(text, i);
    g_string_append(text, "</object></interface>");
    g_autoptr(GtkBuilder) builder = gtk_builder_new_from_string(text->str, (gssize)text->len);
    GtkWidget *window = GTK_WIDGET(gtk_builder_get_object(builder, "window"));
    gtk_window_set_transient_for(GTK_WINDOW(window), parent);
    g_object_set(window, "section-name", "section-0", NULL);
    return window;
}
