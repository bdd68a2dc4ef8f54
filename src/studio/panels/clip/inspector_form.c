// SPDX-License-Identifier: MIT
//
// The form of a modifier: its bones or curves, and its numbers.

#include "studio/panels/clip/inspector_private.h"

#include <string.h>

#include "base/names.h"
#include "base/text_out.h"
#include "studio/model/facts/strings.h"

enum { NUMBERS = 2 };

/// What a kind asks for.
typedef struct Kind {
    const char *what;
    bool has_bones, has_children, has_to;
    struct {
        const char *key, *title;
        double min, max, fallback, unit; ///< unit: what 1 in the form is in the file.
        bool is_optional;
    } numbers[NUMBERS];
} Kind;

static const Kind kinds[] = {
    {.what = "remove_bones", .has_bones = true, .has_children = true},
    {.what = "keep_bones", .has_bones = true, .has_children = true},
    {.what = "resample_tracks",
     .has_bones = true,
     .numbers = {{"rate", "Frames per second", 1, 1000, 30, 1, true}}},
    {.what = "remove_curves"},
    {.what = "keep_curves"},
    {.what = "rename_curves", .has_to = true},
    {.what = "scale_curves",
     .numbers = {{"gain", "Gain", -1000, 1000, 1, 1, false}, {"offset", "Offset", -1000, 1000, 0, 1, false}}},
    {.what = "clamp_curves",
     .numbers = {{"min", "Minimum", -1e9, 1e9, 0, 1, false}, {"max", "Maximum", -1e9, 1e9, 1, 1, false}}},
    {.what = "smooth_curves",
     .numbers = {{"time_constant", "Time constant (ms)", 0, 3600000, 50, 0.001, false}}},
    {.what = "resample_curves", .numbers = {{"rate", "Frames per second", 1, 1000, 30, 1, true}}},
};

typedef struct Form {
    StudioClipInspector *side;
    char *path;
    const Kind *kind;
    int index;
    GtkWidget *window, *suggest, *names, *to, *children, *numbers[NUMBERS], *error, *counted;
    GPtrArray *known;  ///< Names that can be chosen.
    GArray *parents;   ///< Of bones, by their index; -1: none.
    GPtrArray *checks; ///< Check buttons that show a name now.
    bool is_filling;
} Form;

static void free_form(void *given)
{
    Form *form = given;
    g_object_unref(form->side);
    g_ptr_array_unref(form->known);
    g_ptr_array_unref(form->checks);
    g_array_unref(form->parents);
    g_free(form->path);
    g_free(form);
}

/// Names between commas, without blanks around; ended by NULL.
static GStrv split(GtkWidget *entry)
{
    GStrv parts = g_strsplit(gtk_editable_get_text(GTK_EDITABLE(entry)), ",", -1);
    int count = 0;
    for (int i = 0; parts[i] != NULL; ++i) {
        g_strstrip(parts[i]);
        if (parts[i][0] == '\0')
            g_free(parts[i]);
        else
            parts[count++] = parts[i];
    }
    parts[count] = NULL;
    return parts;
}

static bool is_chosen(GStrv names, const char *name)
{
    for (char **at = names; *at != NULL; ++at)
        if (mieni_name_matches(*at, name))
            return true;
    return false;
}

/// How many of the known names are meant, with what is below them if that is wanted.
static int count_chosen(Form *form, GStrv names)
{
    const bool with_children = form->children != NULL && gtk_switch_get_active(GTK_SWITCH(form->children));
    g_autofree bool *is_in = g_new0(bool, form->known->len + 1);
    int count = 0;
    for (guint i = 0; i < form->known->len; ++i) {
        const int parent = i < form->parents->len ? g_array_index(form->parents, int, i) : -1;
        is_in[i] = is_chosen(names, form->known->pdata[i]) || (with_children && parent >= 0 && is_in[parent]);
        count += is_in[i];
    }
    return count;
}

static bool read_number(const Form *form, int i, double *out_number, bool *out_is_given)
{
    const char *text = gtk_editable_get_text(GTK_EDITABLE(form->numbers[i]));
    *out_is_given = text[0] != '\0';
    if (!*out_is_given)
        return form->kind->numbers[i].is_optional;
    return studio_number_read(text, form->kind->numbers[i].fallback, form->kind->numbers[i].min,
                              form->kind->numbers[i].max, out_number) &&
           *out_number >= form->kind->numbers[i].min && *out_number <= form->kind->numbers[i].max;
}

/// Shows what is chosen, and whether it can be done.
static void on_edited(Form *form)
{
    g_auto(GStrv) names = split(form->names);
    bool is_fine = names[0] != NULL, is_given;
    double number;
    if (form->is_filling)
        return;
    for (int i = 0; i < NUMBERS; ++i) {
        if (form->numbers[i] == NULL)
            continue;
        const bool is_number = read_number(form, i, &number, &is_given);
        (is_number ? gtk_widget_remove_css_class : gtk_widget_add_css_class)(form->numbers[i], "error");
        is_fine = is_fine && is_number;
    }
    if (form->to != NULL) {
        g_auto(GStrv) to = split(form->to);
        is_fine = is_fine && g_strv_length(to) == g_strv_length(names);
    }
    g_autofree char *text = g_strdup_printf("%d of %u %s", count_chosen(form, names), form->known->len,
                                            form->kind->has_bones ? "bones" : "curves");
    gtk_label_set_text(GTK_LABEL(form->counted), text);
    gtk_widget_set_sensitive(form->suggest, is_fine);
    form->is_filling = true;
    for (guint i = 0; i < form->checks->len; ++i) {
        GtkCheckButton *check = form->checks->pdata[i];
        gtk_check_button_set_active(check, is_chosen(names, gtk_check_button_get_label(check)));
    }
    form->is_filling = false;
}

// What can be chosen

/// A name is put at the end of those that were typed, or taken out of them.
static void on_check(GtkCheckButton *check, void *user)
{
    Form *form = user;
    if (form->is_filling)
        return;
    const char *name = gtk_check_button_get_label(check);
    g_auto(GStrv) names = split(form->names);
    g_autoptr(GString) text = g_string_new(NULL);
    for (char **at = names; *at != NULL; ++at)
        if (strcmp(*at, name) != 0 && strcmp(*at, "*") != 0) // choosing one is no longer all
            g_string_append_printf(text, "%s%s", text->len > 0 ? ", " : "", *at);
    if (gtk_check_button_get_active(check))
        g_string_append_printf(text, "%s%s", text->len > 0 ? ", " : "", name);
    studio_fill(form->names, text->str);
}

static void on_setup(GtkListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)factory;
    GtkWidget *check = gtk_check_button_new();
    g_signal_connect(check, "toggled", G_CALLBACK(on_check), user);
    gtk_list_item_set_child(item, check);
    gtk_list_item_set_activatable(item, FALSE);
}

static void on_bind(GtkListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)factory;
    Form *form = user;
    GtkCheckButton *check = GTK_CHECK_BUTTON(gtk_list_item_get_child(item));
    const char *name = gtk_string_object_get_string(gtk_list_item_get_item(item));
    g_auto(GStrv) names = split(form->names);
    form->is_filling = true;
    gtk_check_button_set_label(check, name);
    gtk_check_button_set_active(check, is_chosen(names, name));
    form->is_filling = false;
    g_ptr_array_add(form->checks, check);
}

static void on_unbind(GtkListItemFactory *factory, GtkListItem *item, void *user)
{
    (void)factory;
    g_ptr_array_remove(((Form *)user)->checks, gtk_list_item_get_child(item));
}

static gboolean matches(void *item, void *entry)
{
    return studio_filter_matches(gtk_editable_get_text(GTK_EDITABLE(entry)),
                                 gtk_string_object_get_string(item));
}

static void on_filter(GtkFilter *filter) { gtk_filter_changed(filter, GTK_FILTER_CHANGE_DIFFERENT); }

static GtkWidget *make_list(Form *form, GtkWidget *entry)
{
    GtkStringList *strings = gtk_string_list_new(NULL);
    for (guint i = 0; i < form->known->len; ++i)
        gtk_string_list_append(strings, form->known->pdata[i]);
    GtkCustomFilter *filter = gtk_custom_filter_new(matches, entry, NULL);
    g_signal_connect_object(entry, "search-changed", G_CALLBACK(on_filter), filter, G_CONNECT_SWAPPED);
    GtkFilterListModel *shown = gtk_filter_list_model_new(G_LIST_MODEL(strings), GTK_FILTER(filter));
    GtkListItemFactory *factory = gtk_signal_list_item_factory_new();
    g_signal_connect(factory, "setup", G_CALLBACK(on_setup), form);
    g_signal_connect(factory, "bind", G_CALLBACK(on_bind), form);
    g_signal_connect(factory, "unbind", G_CALLBACK(on_unbind), form);
    GtkWidget *view =
        gtk_list_view_new(GTK_SELECTION_MODEL(gtk_no_selection_new(G_LIST_MODEL(shown))), factory);
    GtkWidget *scrolled = gtk_scrolled_window_new();
    studio_name(view, form->kind->has_bones ? "Bones" : "Curves");
    gtk_widget_add_css_class(view, "checks");
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), view);
    gtk_widget_set_vexpand(scrolled, TRUE);
    gtk_widget_add_css_class(scrolled, "card");
    return scrolled;
}

/// Bones come from the skeleton, because children go even of bones without a track.
static void find_known(Form *form, const MieniClipView *clip)
{
    Studio *studio = studio_workspace_studio(form->side->workspace);
    const StudioClipFacts *facts = &form->side->facts;
    const MieniAsset *asset;
    const char *path = mieni_clip_skeleton(clip);
    const MieniSkeletonView *skeleton =
        form->kind->has_bones && path != NULL && studio_asset(studio, path, &asset, NULL) == MIEN_OK
            ? mieni_skeleton_of(asset)
            : NULL;
    for (int i = 0; i < mieni_skeleton_bone_count(skeleton); ++i) {
        const MieniBoneView *bone = mieni_skeleton_bone(skeleton, i);
        const int parent = mieni_skeleton_find_bone(skeleton, mieni_text_or_empty(mieni_bone_parent(bone)));
        g_ptr_array_add(form->known, g_strdup(mieni_text_or_empty(mieni_bone_name(bone))));
        g_array_append_val(form->parents, parent);
    }
    if (mieni_skeleton_bones_json(skeleton) != NULL)
        return;
    const int count = form->kind->has_bones ? facts->source_tracks : facts->source_curves;
    for (int i = 0; i < count; ++i)
        g_ptr_array_add(form->known, g_strdup(form->kind->has_bones ? facts->bones[i] : facts->curves[i]));
}

// What is done

static MieniJson *strings_of(MieniJsonDocument *json, GStrv names)
{
    MieniJson *list = mieni_json_array(json);
    for (char **name = names; *name != NULL; ++name)
        mieni_json_append(json, list, mieni_json_string(json, *name));
    return list;
}

/// The row as the form has it, over the one that is there; free it.
static char *make_row(const Form *form)
{
    MieniJsonDocument json;
    const MieniModifierView *old = studio_clip_inspector_modifier(form->side, form->index);
    mieni_json_begin(&json, NULL);
    MieniJson *row =
        old != NULL ? mieni_json_copy(&json, mieni_modifier_json(old)) : mieni_json_object(&json);
    MieniModifierView *modifier = (MieniModifierView *)row;
    g_auto(GStrv) names = split(form->names);
    mieni_modifier_set_do(&json, modifier, form->kind->what);
    mieni_modifier_set_names_json(&json, modifier, strings_of(&json, names));
    if (form->to != NULL) {
        g_auto(GStrv) to = split(form->to);
        mieni_modifier_set_to_json(&json, modifier, strings_of(&json, to));
    }
    if (form->children != NULL && gtk_switch_get_active(GTK_SWITCH(form->children)))
        mieni_modifier_set_with_children(&json, modifier, true);
    else
        mieni_modifier_unset_with_children(modifier);
    for (int i = 0; i < NUMBERS; ++i) {
        double number = 0;
        bool is_given = false;
        if (form->numbers[i] == NULL)
            continue;
        if (read_number(form, i, &number, &is_given) && is_given)
            mieni_json_set(&json, row, form->kind->numbers[i].key,
                           mieni_json_float(&json, (float)(number * form->kind->numbers[i].unit)));
        else
            mieni_json_unset(row, form->kind->numbers[i].key);
    }
    char *text = studio_clip_inspector_row_text(modifier);
    mieni_json_release(&json);
    return text;
}

static void on_suggest(Form *form)
{
    StudioClipInspector *side = form->side;
    MieniProblem problem = {0};
    MienStatus status;
    const char *const paths[] = {form->path};
    if (side->workspace == NULL || side->path == NULL)
        return;
    Studio *studio = studio_workspace_studio(side->workspace);
    g_autofree char *row = make_row(form);
    if (form->index < 0) {
        status = studio_modifier_add(studio, paths, 1, -1, row, &problem);
    } else {
        g_autofree char *place = g_strdup_printf("modifiers[%d]", form->index);
        g_autofree char *label =
            g_strdup_printf("change modifier %s", gtk_window_get_title(GTK_WINDOW(form->window)));
        status = studio_asset_set(studio, form->path, place, row, label, NULL, &problem);
    }
    if (status == MIEN_OK) {
        gtk_window_destroy(GTK_WINDOW(form->window));
        return;
    }
    gtk_label_set_text(GTK_LABEL(form->error), problem.error.message);
    gtk_widget_set_visible(form->error, TRUE);
}

// Widgets

static GtkWidget *add_entry(Form *form, GtkWidget *list, const char *title, const char *text)
{
    GtkWidget *row = adw_entry_row_new();
    adw_preferences_row_set_title(ADW_PREFERENCES_ROW(row), title);
    studio_fill(row, text);
    studio_name(GTK_WIDGET(gtk_editable_get_delegate(GTK_EDITABLE(row))), title);
    gtk_list_box_append(GTK_LIST_BOX(list), row);
    g_signal_connect_swapped(row, "changed", G_CALLBACK(on_edited), form);
    return row;
}

/// "a, b" of a list of texts; free it.
static char *joined(const MieniJson *list, const char *fallback)
{
    g_autoptr(GString) text = g_string_new(list == NULL ? fallback : NULL);
    for (int i = 0; list != NULL && i < list->count; ++i)
        g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", list->items[i]->string);
    return g_strdup(text->str);
}

static void add_numbers(Form *form, GtkWidget *list, const MieniModifierView *modifier)
{
    const MieniJson *row = mieni_modifier_json(modifier);
    for (int i = 0; i < NUMBERS && form->kind->numbers[i].key != NULL; ++i) {
        MieniTextOut out = {0};
        const double number =
            mieni_json_get_number(row, form->kind->numbers[i].key, form->kind->numbers[i].fallback);
        const bool is_given = row == NULL ? !form->kind->numbers[i].is_optional
                                          : mieni_json_get(row, form->kind->numbers[i].key) != NULL ||
                                                !form->kind->numbers[i].is_optional;
        const double unit = row == NULL || mieni_json_get(row, form->kind->numbers[i].key) == NULL
                                ? 1
                                : form->kind->numbers[i].unit;
        mieni_text_put_number(&out, (double)(float)(number / unit));
        form->numbers[i] = add_entry(form, list, form->kind->numbers[i].title,
                                     is_given && out.bytes != NULL ? out.bytes : "");
        mieni_text_release(&out);
    }
}

static void add_fields(Form *form, GtkWidget *list, const MieniModifierView *modifier)
{
    g_autofree char *names = joined(mieni_modifier_names_json(modifier), form->kind->has_bones ? "" : "*");
    g_autofree char *to = joined(mieni_modifier_to_json(modifier), "");
    form->names = add_entry(form, list,
                            form->kind->has_bones ? "Bones, separated by commas; * matches any text"
                                                  : "Curves, separated by commas; * matches any text",
                            names);
    if (form->kind->has_to)
        form->to = add_entry(form, list, "New names, one per curve", to);
    if (form->kind->has_children) {
        GtkWidget *action = adw_action_row_new();
        form->children = gtk_switch_new();
        gtk_widget_set_valign(form->children, GTK_ALIGN_CENTER);
        gtk_switch_set_active(GTK_SWITCH(form->children),
                              modifier == NULL || mieni_modifier_with_children(modifier));
        adw_preferences_row_set_title(ADW_PREFERENCES_ROW(action), "Include children");
        adw_action_row_add_suffix(ADW_ACTION_ROW(action), form->children);
        adw_action_row_set_activatable_widget(ADW_ACTION_ROW(action), form->children);
        studio_name(form->children, "Include children");
        gtk_list_box_append(GTK_LIST_BOX(list), action);
        g_signal_connect_swapped(form->children, "notify::active", G_CALLBACK(on_edited), form);
    }
    add_numbers(form, list, modifier);
}

static void fill_window(Form *form, GtkWidget *body, const MieniModifierView *modifier)
{
    GtkWidget *list = studio_facts_new("Modifier"), *filter = gtk_search_entry_new();
    form->error = studio_label_new(NULL, "error");
    form->counted = studio_label_new(NULL, "caption dim-label numeric");
    gtk_label_set_ellipsize(GTK_LABEL(form->error), PANGO_ELLIPSIZE_NONE);
    gtk_label_set_wrap(GTK_LABEL(form->error), TRUE);
    gtk_widget_set_visible(form->error, FALSE);
    g_object_set(filter, "placeholder-text", form->kind->has_bones ? "Filter bones" : "Filter curves", NULL);
    studio_name(filter, form->kind->has_bones ? "Filter bones" : "Filter curves");
    gtk_widget_add_css_class(body, "form");
    gtk_box_set_spacing(GTK_BOX(body), 9);
    form->is_filling = true;
    add_fields(form, list, modifier);
    form->is_filling = false;
    gtk_box_append(GTK_BOX(body), list);
    gtk_box_append(GTK_BOX(body), form->error);
    gtk_box_append(GTK_BOX(body), form->counted);
    gtk_box_append(GTK_BOX(body), filter);
    gtk_box_append(GTK_BOX(body), make_list(form, filter));
}

static const Kind *find_kind(const char *what)
{
    for (size_t i = 0; i < G_N_ELEMENTS(kinds); ++i)
        if (strcmp(kinds[i].what, what) == 0)
            return &kinds[i];
    return NULL;
}

/// What needs no names is added without a question.
static void add_plain(StudioClipInspector *side, const char *what)
{
    MieniProblem problem = {0};
    const char *const paths[] = {side->path};
    g_autofree char *row = g_strdup_printf("{\"do\": \"%s\"}", what);
    studio_workspace_check(
        side->workspace,
        studio_modifier_add(studio_workspace_studio(side->workspace), paths, 1, -1, row, &problem), &problem);
}

void studio_clip_inspector_ask(StudioClipInspector *side, const char *what, int index)
{
    const Kind *kind = find_kind(what);
    const MieniClipView *clip = studio_clip_inspector_clip(side);
    char title[STUDIO_LABEL_ROOM], name[STUDIO_LABEL_ROOM];
    if (clip == NULL)
        return;
    if (kind == NULL) {
        if (index < 0)
            add_plain(side, what);
        else
            studio_workspace_toast(side->workspace, "This modifier has no settings", NULL, NULL);
        return;
    }
    const MieniModifierView *modifier = studio_clip_inspector_modifier(side, index);
    Form *form = g_new0(Form, 1);
    *form = (Form){.side = g_object_ref(side),
                   .path = g_strdup(side->path),
                   .kind = kind,
                   .index = modifier != NULL ? index : -1,
                   .known = g_ptr_array_new_with_free_func(g_free),
                   .checks = g_ptr_array_new(),
                   .parents = g_array_new(FALSE, FALSE, sizeof(int))};
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    MieniModifierView *example = mieni_modifier_new(&json);
    mieni_modifier_set_do(&json, example, what);
    studio_modifier_title(mieni_modifier_json(example), title);
    mieni_json_release(&json);
    StudioDialog dialog =
        studio_dialog_new(GTK_WIDGET(side), "modifier-dialog", title, studio_asset_name(side->path, name),
                          modifier != NULL ? "Change" : "Add", 440, 560);
    form->window = GTK_WIDGET(dialog.window);
    form->suggest = dialog.suggest;
    g_object_set_data_full(G_OBJECT(dialog.window), "form", form, free_form);
    find_known(form, clip);
    fill_window(form, dialog.body, modifier);
    on_edited(form);
    g_signal_connect_swapped(dialog.suggest, "clicked", G_CALLBACK(on_suggest), form);
    gtk_window_present(GTK_WINDOW(dialog.window));
}
