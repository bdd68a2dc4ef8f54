// SPDX-License-Identifier: MIT
//
// The dialog of new pose assets: what is above and below names and frames, reading, and
// making.

#include "studio/panels/dialogs/make_private.h"

#include "base/source_formats.h"
#include "studio/model/facts/strings.h"

#include <string.h>

// The dialog's life

StudioMake *studio_make_hold(StudioMake *make) { return g_rc_box_acquire(make); }

static void clear(void *given)
{
    StudioMake *make = given;
    studio_frame_names_release(&make->names);
    g_ptr_array_unref(make->origins);
    g_ptr_array_unref(make->entries);
    g_clear_pointer(&make->rows, g_ptr_array_unref);
    g_clear_object(&make->actions);
    g_clear_object(&make->selection);
    g_clear_object(&make->buffer);
    g_object_unref(make->workspace);
    g_free(make->clipboard);
}

void studio_make_drop(void *make) { g_rc_box_release_full(make, clear); }

StudioOrigin *studio_make_shown(const StudioMake *make) { return make->origins->pdata[make->shown]; }

/// The window is gone; jobs may still have the rest.
static void on_destroy(StudioMake *make)
{
    make->is_closed = true;
    g_signal_handlers_disconnect_by_data(adw_style_manager_get_default(), make);
    g_signal_handlers_disconnect_by_data(make->buffer, make);
    g_signal_handlers_disconnect_by_data(make->selection, make);
}

// Reading and measuring, on a worker

static void run_reading(StudioJob *job, void *data)
{
    StudioMake *make = data;
    for (guint i = 0; i < make->origins->len && !studio_job_is_cancelled(job); ++i)
        studio_origin_run(make->origins->pdata[i], job);
}

/// Frame 0 is the base if it is rest.
static void choose_base(StudioMake *make)
{
    const StudioOrigin *origin = studio_make_shown(make);
    if (!make->is_base_chosen)
        make->base =
            origin->count > 0 && origin->facts[0].metres >= 0.0f && origin->facts[0].metres < 1e-4f ? 0 : -1;
    make->base = make->base < origin->count ? make->base : -1;
}

static void propose_names(StudioMake *make)
{
    const Studio *studio = studio_workspace_studio(make->workspace);
    for (guint i = 0; i < make->origins->len; ++i) {
        const StudioOrigin *origin = make->origins->pdata[i];
        GtkEditable *entry = make->entries->pdata[i];
        g_autofree char *name = studio_origin_propose(origin), *folder = g_path_get_dirname(origin->path);
        g_autofree char *proposed = g_strdup(name);
        if (gtk_editable_get_text(entry)[0] != '\0')
            continue;
        for (int n = 2;; ++n) {
            g_autofree char *file = g_strconcat(proposed, ".poses.json", NULL);
            g_autofree char *path =
                strcmp(folder, ".") == 0 ? g_strdup(file) : g_strconcat(folder, "/", file, NULL);
            if (!studio_exists(studio, path))
                break;
            g_free(proposed);
            proposed = g_strdup_printf("%s_%d", name, n);
        }
        gtk_editable_set_text(entry, proposed);
    }
}

static void show_skeleton(StudioMake *make)
{
    char name[STUDIO_LABEL_ROOM];
    const StudioOrigin *origin = studio_make_shown(make);
    gtk_label_set_text(GTK_LABEL(make->skeleton), origin->skeleton != NULL
                                                      ? studio_asset_name(origin->skeleton, name)
                                                      : "from the file");
}

static void done_reading(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    StudioMake *make = data;
    make->is_reading = false;
    if (!make->is_closed && !is_cancelled && make->wants_reading) {
        studio_make_read(make);
    } else if (!make->is_closed && !is_cancelled) {
        choose_base(make);
        propose_names(make);
        show_skeleton(make);
        studio_make_frames_load(make);
        studio_make_measure(make);
    }
    studio_make_drop(make);
}

void studio_make_read(StudioMake *make)
{
    make->wants_reading = make->is_reading || make->is_measuring || make->is_making;
    if (make->wants_reading)
        return;
    make->is_reading = true;
    for (guint i = 0; i < make->origins->len; ++i)
        studio_origin_begin(make->origins->pdata[i], make->workspace, &make->wanted);
    studio_make_frames_load(make);
    studio_workspace_run(make->workspace, &(StudioJobWork){.run = run_reading, .done = done_reading},
                         studio_make_hold(make));
}

static void run_measuring(StudioJob *job, void *data) { studio_origin_measure(studio_make_shown(data), job); }

static void done_measuring(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    StudioMake *make = data;
    make->is_measuring = false;
    if (!make->is_closed && !is_cancelled && make->wants_reading) {
        studio_make_read(make);
    } else if (!make->is_closed && !is_cancelled) {
        studio_make_frames_refresh(make);
        studio_make_measure(make);
    }
    studio_make_drop(make);
}

void studio_make_measure(StudioMake *make)
{
    StudioOrigin *origin = studio_make_shown(make);
    if (make->is_reading || make->is_measuring || !origin->is_read || origin->trouble != NULL)
        return;
    if (make->is_base_chosen) // one that is rest anyhow needs no second look
        studio_origin_set_base(origin, make->base);
    if (studio_origin_is_measured(origin))
        return;
    make->is_measuring = true;
    studio_workspace_run(make->workspace,
                         &(StudioJobWork){.is_minor = true, .run = run_measuring, .done = done_measuring},
                         studio_make_hold(make));
}

// What is wrong

const char *studio_make_name_trouble(const StudioMake *make, guint index, char **out_path)
{
    const StudioOrigin *origin = make->origins->pdata[index];
    const char *name = gtk_editable_get_text(make->entries->pdata[index]);
    g_autofree char *folder = g_path_get_dirname(origin->path),
                    *file = g_strconcat(name, ".poses.json", NULL);
    *out_path = strcmp(folder, ".") == 0 ? g_strdup(file) : g_strconcat(folder, "/", file, NULL);
    if (name[0] == '\0')
        return "A pose asset needs a name.";
    if (strpbrk(name, "\\:*?\"<>|") != NULL || name[0] == '.' || name[0] == '/' || strstr(name, "..") != NULL)
        return "This cannot be the name of a file.";
    if (studio_exists(studio_workspace_studio(make->workspace), *out_path))
        return "There is a pose asset of this name already.";
    for (guint i = 0; i < index; ++i)
        if (strcmp(gtk_editable_get_text(make->entries->pdata[i]), name) == 0)
            return "Another clip’s asset has this name.";
    return NULL;
}

static bool check_names(StudioMake *make)
{
    bool is_fine = true;
    for (guint i = 0; i < make->entries->len; ++i) {
        g_autofree char *path = NULL;
        const char *trouble = studio_make_name_trouble(make, i, &path);
        GtkWidget *entry = make->entries->pdata[i];
        if (trouble != NULL && make->origins->len > 0 && ((StudioOrigin *)make->origins->pdata[i])->is_read)
            gtk_widget_add_css_class(entry, "error");
        else
            gtk_widget_remove_css_class(entry, "error");
        gtk_widget_set_tooltip_text(entry, trouble);
        is_fine = is_fine && trouble == NULL;
    }
    return is_fine;
}

static void show_bases(StudioMake *make)
{
    const StudioOrigin *origin = studio_make_shown(make);
    g_autoptr(GPtrArray) labels = g_ptr_array_new_with_free_func(g_free);
    const guint before = g_list_model_get_n_items(G_LIST_MODEL(make->bases));
    g_ptr_array_add(labels, g_strdup(origin->mesh != NULL ? "Mesh’s rest pose" : "Rest pose"));
    for (int i = 0; i < make->names.frame_count; ++i)
        g_ptr_array_add(
            labels,
            g_strdup_printf("Frame %s, %s", origin->labels[i],
                            make->names.frames[i].is_skipped ? "skipped" : make->names.frames[i].name));
    g_ptr_array_add(labels, NULL);
    bool is_same = before + 1 == labels->len;
    for (guint i = 0; i < before && is_same; ++i)
        is_same = strcmp(gtk_string_list_get_string(make->bases, i), labels->pdata[i]) == 0;
    make->is_tying = true;
    if (!is_same)
        gtk_string_list_splice(make->bases, 0, before, (const char *const *)labels->pdata);
    gtk_drop_down_set_selected(GTK_DROP_DOWN(make->base_choice), (guint)(make->base + 1));
    make->is_tying = false;
}

static void show_suggest(StudioMake *make, bool is_fine)
{
    const int poses = make->names.pose_count, assets = (int)make->origins->len;
    g_autofree char *label = assets > 1   ? g_strdup_printf("Create %d Pose Assets", assets)
                             : poses == 1 ? g_strdup("Create 1 Pose")
                                          : g_strdup_printf("Create %d Poses", poses);
    gtk_button_set_label(GTK_BUTTON(make->dialog.suggest), poses > 0 || assets > 1 ? label : "Create");
    gtk_widget_set_sensitive(make->dialog.suggest, is_fine && poses > 0 && !make->is_making);
}

void studio_make_refresh(StudioMake *make)
{
    const StudioOrigin *origin = studio_make_shown(make);
    g_autofree char *text = studio_make_text(make);
    const bool is_there = origin->is_read && origin->trouble == NULL;
    const bool was_tying = make->is_tying;
    studio_frame_names_release(&make->names);
    studio_frame_names_read(&make->names, text, strlen(text), (const char *const *)origin->names,
                            is_there ? origin->count : 0, "the clip");
    if (!is_there) // nothing is wrong with lines for frames that are not known
        make->names.error_count = 0;
    if (make->base >= 0 &&
        (make->base >= make->names.frame_count || make->names.frames[make->base].is_skipped))
        make->base = is_there ? -1 : make->base;
    g_autofree char *other = is_there ? studio_make_other_trouble(make, text) : NULL;
    studio_make_names_refresh(make);
    studio_make_frames_refresh(make);
    studio_make_show_errors(make, other);
    show_bases(make);
    make->is_tying = was_tying;
    const bool has_name = check_names(make);
    show_suggest(make,
                 is_there && !make->is_reading && make->names.error_count == 0 && other == NULL && has_name);
}

// Widgets

static void on_base(StudioMake *make)
{
    const guint chosen = gtk_drop_down_get_selected(GTK_DROP_DOWN(make->base_choice));
    if (make->is_tying || chosen == GTK_INVALID_LIST_POSITION || (int)chosen - 1 == make->base)
        return;
    make->base = (int)chosen - 1;
    make->is_base_chosen = true;
    studio_make_refresh(make);
    studio_make_measure(make);
}

static void add_labelled(GtkWidget *box, const char *label, GtkWidget *widget)
{
    GtkWidget *words = gtk_label_new(label), *pair = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9);
    gtk_widget_add_css_class(words, "dim-label");
    gtk_box_append(GTK_BOX(pair), words);
    gtk_box_append(GTK_BOX(pair), widget);
    gtk_box_append(GTK_BOX(box), pair);
    gtk_widget_set_valign(widget, GTK_ALIGN_CENTER);
}

static GtkWidget *new_entry(StudioMake *make, const StudioOrigin *origin)
{
    GtkWidget *entry = gtk_entry_new();
    g_autofree char *name =
        make->origins->len > 1 ? g_strdup_printf("Name for %s", origin->title) : g_strdup("Name");
    studio_name(entry, name);
    gtk_editable_set_width_chars(GTK_EDITABLE(entry), 16);
    gtk_entry_set_activates_default(GTK_ENTRY(entry), TRUE);
    g_signal_connect_swapped(entry, "changed", G_CALLBACK(studio_make_refresh), make);
    g_ptr_array_add(make->entries, entry);
    return entry;
}

static GtkWidget *make_blend(StudioMake *make)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    make->additive = gtk_toggle_button_new_with_label("Additive");
    make->absolute = gtk_toggle_button_new_with_label("Absolute");
    gtk_toggle_button_set_group(GTK_TOGGLE_BUTTON(make->absolute), GTK_TOGGLE_BUTTON(make->additive));
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(make->additive), TRUE);
    gtk_widget_set_tooltip_text(make->additive, "Poses are added to what comes in");
    gtk_widget_set_tooltip_text(make->absolute, "Poses replace what comes in");
    gtk_widget_add_css_class(box, "linked");
    gtk_box_append(GTK_BOX(box), make->additive);
    gtk_box_append(GTK_BOX(box), make->absolute);
    return box;
}

static GtkWidget *make_top(StudioMake *make)
{
    GtkWidget *top = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 18);
    gtk_widget_add_css_class(top, "make-top");
    make->skeleton = gtk_label_new("…");
    make->bases = gtk_string_list_new(NULL);
    make->base_choice = gtk_drop_down_new(G_LIST_MODEL(make->bases), NULL);
    gtk_drop_down_set_enable_search(GTK_DROP_DOWN(make->base_choice), TRUE);
    gtk_drop_down_set_expression(GTK_DROP_DOWN(make->base_choice),
                                 gtk_property_expression_new(GTK_TYPE_STRING_OBJECT, NULL, "string"));
    studio_name(make->base_choice, "Base");
    studio_name(make->skeleton, "Skeleton");
    gtk_widget_set_tooltip_text(make->skeleton, "The skeleton is the clip’s");
    if (make->origins->len == 1)
        add_labelled(top, "Name", new_entry(make, make->origins->pdata[0]));
    add_labelled(top, "Skeleton", make->skeleton);
    add_labelled(top, "Blend", make_blend(make));
    add_labelled(top, "Base", make->base_choice);
    g_signal_connect_swapped(make->base_choice, "notify::selected", G_CALLBACK(on_base), make);
    return top;
}

/// Names of several assets, beside those of their clips.
static GtkWidget *make_column(StudioMake *make)
{
    GtkWidget *grid = gtk_grid_new(), *scrolled = gtk_scrolled_window_new();
    gtk_grid_set_row_spacing(GTK_GRID(grid), 6);
    gtk_grid_set_column_spacing(GTK_GRID(grid), 9);
    gtk_widget_add_css_class(grid, "make-column");
    for (guint i = 0; i < make->origins->len; ++i) {
        const StudioOrigin *origin = make->origins->pdata[i];
        GtkWidget *entry = new_entry(make, origin);
        gtk_widget_set_hexpand(entry, TRUE);
        gtk_grid_attach(GTK_GRID(grid), studio_label_new(origin->title, NULL), 0, (int)i, 1, 1);
        gtk_grid_attach(GTK_GRID(grid), gtk_image_new_from_icon_name("go-next-symbolic"), 1, (int)i, 1, 1);
        gtk_grid_attach(GTK_GRID(grid), entry, 2, (int)i, 1, 1);
    }
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), grid);
    gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scrolled), TRUE);
    gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scrolled), 176);
    return scrolled;
}

static void fill(StudioMake *make)
{
    GtkWidget *body = make->dialog.body, *halves = gtk_paned_new(GTK_ORIENTATION_HORIZONTAL);
    gtk_box_append(GTK_BOX(body), make_top(make));
    if (make->origins->len > 1)
        gtk_box_append(GTK_BOX(body), make_column(make));
    GtkWidget *names = studio_make_names_new(make), *frames = studio_make_frames_new(make);
    gtk_widget_set_size_request(names, 240, -1);
    gtk_widget_set_size_request(frames, 420, -1);
    gtk_paned_set_start_child(GTK_PANED(halves), names);
    gtk_paned_set_end_child(GTK_PANED(halves), frames);
    gtk_paned_set_position(GTK_PANED(halves), studio_scaled(290));
    gtk_paned_set_resize_start_child(GTK_PANED(halves), FALSE);
    gtk_paned_set_shrink_start_child(GTK_PANED(halves), FALSE);
    gtk_paned_set_shrink_end_child(GTK_PANED(halves), FALSE);
    gtk_widget_set_vexpand(halves, TRUE);
    gtk_widget_add_css_class(halves, "make-halves");
    gtk_box_append(GTK_BOX(body), halves);
    gtk_box_append(GTK_BOX(body), studio_make_errors_new(make));
}

static bool has_bones(const char *path)
{
    const MieniSourceFormat *format = mieni_source_format_of_path(path);
    return format != NULL && format->kind != MIENI_SOURCE_CURVES;
}

static bool is_origin(const char *path)
{
    return mieni_asset_kind_of_path(path) == MIENI_ASSET_CLIP ||
           (mieni_asset_kind_of_path(path) == MIENI_ASSET_NONE && has_bones(path));
}

const char *studio_make_poses_reason(const MieniPaths *paths)
{
    for (int i = 0; i < paths->count; ++i)
        if (is_origin(paths->items[i]))
            return NULL;
    return "Select a clip in the browser first.";
}

void studio_make_poses_open(GtkWidget *parent, StudioWorkspace *workspace, const MieniPaths *paths)
{
    StudioMake *make = g_rc_box_new0(StudioMake);
    make->workspace = g_object_ref(workspace);
    make->origins = g_ptr_array_new_with_free_func((GDestroyNotify)studio_origin_free);
    make->entries = g_ptr_array_new();
    make->base = -1;
    make->wanted.step = 1;
    for (int i = 0; i < paths->count; ++i)
        if (is_origin(paths->items[i]))
            g_ptr_array_add(make->origins, studio_origin_new(paths->items[i]));
    if (make->origins->len == 0) {
        studio_make_drop(make);
        return;
    }
    const bool is_one = make->origins->len == 1;
    const StudioOrigin *first = make->origins->pdata[0];
    const bool is_clip = mieni_asset_kind_of_path(first->path) == MIENI_ASSET_CLIP;
    g_autofree char *subtitle = is_one ? g_strdup_printf(is_clip ? "from clip %s" : "from %s", first->title)
                                       : g_strdup_printf("from %u clips", make->origins->len);
    make->dialog = studio_dialog_new(parent, "create-dialog", is_one ? "New Pose Asset" : "New Pose Assets",
                                     subtitle, "Create", 900, 700);
    gtk_widget_set_size_request(GTK_WIDGET(make->dialog.window), 760, 520);
    fill(make);
    g_signal_connect_swapped(make->dialog.suggest, "clicked", G_CALLBACK(studio_make_create), make);
    g_signal_connect_swapped(make->dialog.window, "destroy", G_CALLBACK(on_destroy), make);
    g_signal_connect_swapped(adw_style_manager_get_default(), "notify::dark",
                             G_CALLBACK(studio_make_names_style), make);
    g_object_set_data_full(G_OBJECT(make->dialog.window), "make", make, studio_make_drop);
    studio_make_names_style(make);
    studio_make_read(make);
    gtk_window_present(GTK_WINDOW(make->dialog.window));
    gtk_widget_grab_focus(GTK_WIDGET(make->text));
}
