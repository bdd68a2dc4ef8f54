// SPDX-License-Identifier: MIT
//
// The form of a parameter.

#include "studio/panels/graph/parameters.h"

#include <adwaita.h>
#include <string.h>

#include "studio/model/commands/graph_parameters.h"
#include "studio/model/commands/graphs.h"
#include "studio/panels/widgets/widgets.h"

static const char *const titles[] = {"Number", "Integer",    "Boolean",   "Pose name",
                                     "Clip",   "Pose asset", "Bone mask", NULL};

const char *studio_label_of_parameter_type(const char *type)
{
    for (int i = 0; studio_parameter_types[i] != NULL; ++i)
        if (strcmp(studio_parameter_types[i], type) == 0)
            return titles[i];
    return type;
}

static Studio *studio_of(StudioGraphSession *session)
{
    return studio_workspace_studio(studio_graph_session_workspace(session));
}

static char *path_of(StudioGraphSession *session)
{
    const StudioGraphScene *scene = studio_graph_session_scene(session);
    return g_strdup(scene != NULL ? scene->path : "");
}

// What it gives

/// "Rate of clip, Changes of more and 2 others"; NULL: nothing. Free it.
static char *tell_uses(const StudioParameterUses *uses)
{
    enum { TOLD = 3 };
    g_autoptr(GString) text = g_string_new(NULL);
    for (int i = 0; i < uses->count && i < TOLD; ++i) {
        g_autofree char *key = studio_label_of_key(uses->items[i].key);
        g_string_append_printf(text, "%s%s of %s",
                               i == 0                                        ? ""
                               : i == uses->count - 1 && uses->count <= TOLD ? " and "
                                                                             : ", ",
                               key, uses->items[i].id);
    }
    if (uses->count > TOLD)
        g_string_append_printf(text, " and %d other%s", uses->count - TOLD,
                               uses->count - TOLD == 1 ? "" : "s");
    return uses->count > 0 ? g_strdup(text->str) : NULL;
}

/// A machine that asks it, and must be changed before; NULL: none.
static const char *asker(const StudioParameterUses *uses)
{
    for (int i = 0; i < uses->count; ++i)
        if (uses->items[i].is_condition)
            return uses->items[i].id;
    return NULL;
}

// Removing

typedef struct Question {
    StudioGraphSession *session;
    char *path, *name;
} Question;

static void free_question(void *given, GClosure *closure)
{
    (void)closure;
    Question *question = given;
    g_object_unref(question->session);
    g_free(question->path);
    g_free(question->name);
    g_free(question);
}

static void take_out(StudioGraphSession *session, const char *path, const char *name)
{
    MieniProblem problem = {0};
    StudioWorkspace *workspace = studio_graph_session_workspace(session);
    if (!studio_workspace_check(workspace, studio_parameter_remove(studio_of(session), path, name, &problem),
                                &problem))
        return;
    g_autofree char *text = g_strdup_printf("Removed %s", name);
    studio_workspace_toast(workspace, text, "Undo", "win.undo");
}

static void on_response(AdwMessageDialog *dialog, const char *response, Question *question)
{
    (void)dialog;
    if (strcmp(response, "remove") == 0)
        take_out(question->session, question->path, question->name);
}

static void ask(StudioGraphSession *session, const char *path, const char *name,
                const StudioParameterUses *uses, GtkWidget *over)
{
    const char *machine = asker(uses);
    g_autofree char *told = tell_uses(uses), *title = g_strdup_printf("Remove %s?", name), *text = NULL;
    if (machine != NULL)
        text = g_strdup_printf(
            "It sets %s. Conditions of a state machine need a parameter: change the transitions of %s first.",
            told, machine);
    else
        text = g_strdup_printf("It sets %s. These settings keep the parameter’s default value%s.", told,
                               uses->overrides > 0 ? ", and child graphs keep their own values" : "");
    GtkWidget *dialog = adw_message_dialog_new(GTK_WINDOW(gtk_widget_get_root(over)), title, text);
    adw_message_dialog_add_responses(ADW_MESSAGE_DIALOG(dialog), "cancel",
                                     machine != NULL ? "Close" : "Cancel", NULL);
    if (machine == NULL) {
        adw_message_dialog_add_responses(ADW_MESSAGE_DIALOG(dialog), "remove", "Remove", NULL);
        adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(dialog), "remove",
                                                   ADW_RESPONSE_DESTRUCTIVE);
    }
    adw_message_dialog_set_default_response(ADW_MESSAGE_DIALOG(dialog), "cancel");
    adw_message_dialog_set_close_response(ADW_MESSAGE_DIALOG(dialog), "cancel");
    Question *question = g_new0(Question, 1);
    *question = (Question){g_object_ref(session), g_strdup(path), g_strdup(name)};
    g_signal_connect_data(dialog, "response", G_CALLBACK(on_response), question, free_question, 0);
    gtk_window_present(GTK_WINDOW(dialog));
}

void studio_graph_parameter_remove(StudioGraphSession *session, const char *name, GtkWidget *over)
{
    MieniProblem problem = {0};
    StudioParameterUses uses;
    g_autofree char *path = path_of(session), *kept = g_strdup(name);
    const MienStatus status = studio_parameter_uses(studio_of(session), path, kept, &uses, &problem);
    if (studio_workspace_check(studio_graph_session_workspace(session), status, &problem)) {
        if (uses.count > 0)
            ask(session, path, kept, &uses, over);
        else
            take_out(session, path, kept);
    }
    studio_parameter_uses_release(&uses);
}

// The form

typedef struct Form {
    StudioGraphSession *session;
    char *path, *name, *type; ///< name NULL: of a new one.
    GtkWidget *popover, *entry, *types, *text;
} Form;

static void free_form(void *given)
{
    Form *form = given;
    g_object_unref(form->session);
    g_free(form->path);
    g_free(form->name);
    g_free(form->type);
    g_free(form);
}

static void say(const Form *form, const char *text, bool is_wrong)
{
    gtk_label_set_text(GTK_LABEL(form->text), text);
    gtk_widget_set_visible(form->text, text[0] != '\0');
    (is_wrong ? gtk_widget_add_css_class : gtk_widget_remove_css_class)(form->text, "error");
    (is_wrong ? gtk_widget_remove_css_class : gtk_widget_add_css_class)(form->text, "dim-label");
}

/// Name and type at once, as one step.
static MienStatus change(const Form *form, const char *name, const char *type, MieniProblem *problem)
{
    Studio *studio = studio_of(form->session);
    const bool is_renamed = strcmp(name, form->name) != 0, is_retyped = strcmp(type, form->type) != 0;
    MienStatus status = MIEN_OK;
    if (is_renamed && !is_retyped)
        return studio_graph_rename(studio, form->path, MIENI_GRAPH_PARAMETERS, form->name, name, problem);
    if (is_retyped && !is_renamed)
        return studio_parameter_set_type(studio, form->path, name, type, problem);
    if (!is_retyped)
        return MIEN_OK;
    g_autofree char *label = g_strdup_printf("change parameter %s", form->name);
    status = studio_group_begin(studio, label, problem);
    if (status != MIEN_OK)
        return status;
    status = studio_parameter_set_type(studio, form->path, form->name, type, problem);
    if (status == MIEN_OK)
        status = studio_graph_rename(studio, form->path, MIENI_GRAPH_PARAMETERS, form->name, name, problem);
    if (status == MIEN_OK)
        return studio_group_end(studio, problem);
    studio_group_cancel(studio, NULL);
    return status;
}

static void on_apply(GtkWidget *widget, Form *form)
{
    (void)widget;
    MieniProblem problem = {0};
    g_autofree char *name = g_strstrip(g_strdup(gtk_editable_get_text(GTK_EDITABLE(form->entry))));
    const char *type = studio_parameter_types[gtk_drop_down_get_selected(GTK_DROP_DOWN(form->types))];
    const MienStatus status = form->name != NULL ? change(form, name, type, &problem)
                                                 : studio_parameter_add(studio_of(form->session), form->path,
                                                                        type, name, NULL, NULL, &problem);
    if (status != MIEN_OK)
        say(form, problem.error.message, true);
    else
        gtk_popover_popdown(GTK_POPOVER(form->popover));
}

static void on_remove(GtkWidget *widget, Form *form)
{
    (void)widget;
    GtkWidget *over = gtk_widget_get_parent(form->popover);
    gtk_popover_popdown(GTK_POPOVER(form->popover));
    studio_graph_parameter_remove(form->session, form->name, over);
}

static void add_line(GtkWidget *grid, int line, const char *title, GtkWidget *control, const char *name)
{
    GtkWidget *label = studio_label_new(title, "dim-label");
    gtk_label_set_xalign(GTK_LABEL(label), 1.0f);
    gtk_grid_attach(GTK_GRID(grid), label, 0, line, 1, 1);
    gtk_widget_set_hexpand(control, TRUE);
    gtk_grid_attach(GTK_GRID(grid), control, 1, line, 1, 1);
    studio_name(control, name);
}

static GtkWidget *make_buttons(Form *form)
{
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6),
              *apply = gtk_button_new_with_label(form->name != NULL ? "Apply" : "Add");
    if (form->name != NULL) {
        GtkWidget *remove = gtk_button_new_with_label("Remove…");
        studio_name(remove, "Remove parameter");
        gtk_widget_add_css_class(remove, "destructive-action");
        g_signal_connect(remove, "clicked", G_CALLBACK(on_remove), form);
        gtk_box_append(GTK_BOX(box), remove);
    }
    studio_name(apply, form->name != NULL ? "Edit parameter" : "Add parameter");
    gtk_widget_add_css_class(apply, "suggested-action");
    gtk_widget_set_hexpand(apply, TRUE);
    gtk_widget_set_halign(apply, GTK_ALIGN_END);
    g_signal_connect(apply, "clicked", G_CALLBACK(on_apply), form);
    gtk_box_append(GTK_BOX(box), apply);
    return box;
}

/// What there is to know about it before anything is changed.
static void tell(Form *form)
{
    StudioParameterUses uses = {0};
    if (form->name == NULL ||
        studio_parameter_uses(studio_of(form->session), form->path, form->name, &uses, NULL) != MIEN_OK) {
        say(form, form->name == NULL ? "Your program sets it while the graph runs." : "", false);
        studio_parameter_uses_release(&uses);
        return;
    }
    g_autofree char *told = tell_uses(&uses),
                    *text = told != NULL ? g_strdup_printf("Sets %s.", told) : g_strdup("Not used yet.");
    say(form, text, false);
    studio_parameter_uses_release(&uses);
}

/// What a parameter has as its type in the graph in front.
static char *type_of(StudioGraphSession *session, const char *path, const char *name)
{
    StudioGraphChain chain;
    if (studio_graph_chain_read(studio_of(session), path, &chain, NULL) != MIEN_OK)
        return g_strdup("float");
    const MieniGraphView *graph = studio_graph_root(&chain.texts[0]);
    const int row = mieni_graph_find_parameter(graph, name);
    const char *type = row >= 0 ? mieni_parameter_type(mieni_graph_parameter(graph, row)) : NULL;
    return g_strdup(type != NULL ? type : "float");
}

GtkWidget *studio_graph_parameter_form(StudioGraphSession *session, const char *name)
{
    Form *form = g_new0(Form, 1);
    GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 9), *grid = gtk_grid_new();
    *form = (Form){.session = g_object_ref(session), .path = path_of(session), .name = g_strdup(name)};
    form->type = name != NULL ? type_of(session, form->path, name) : g_strdup("float");
    form->popover = gtk_popover_new();
    gtk_widget_set_halign(form->popover, GTK_ALIGN_END); // it stands at the right edge of the window
    form->entry = gtk_entry_new();
    form->types = gtk_drop_down_new_from_strings(titles);
    form->text = studio_label_new("", "caption");
    studio_fill(form->entry, name != NULL ? name : "");
    g_object_set(form->entry, "placeholder-text", "near", NULL);
    gtk_editable_set_width_chars(GTK_EDITABLE(form->entry), 18);
    for (guint i = 0; studio_parameter_types[i] != NULL; ++i)
        if (strcmp(studio_parameter_types[i], form->type) == 0)
            gtk_drop_down_set_selected(GTK_DROP_DOWN(form->types), i);
    g_signal_connect(form->entry, "activate", G_CALLBACK(on_apply), form);
    gtk_grid_set_row_spacing(GTK_GRID(grid), 6);
    gtk_grid_set_column_spacing(GTK_GRID(grid), 9);
    add_line(grid, 0, "Name", form->entry, "Parameter name");
    add_line(grid, 1, "Type", form->types, "Parameter type");
    gtk_label_set_wrap(GTK_LABEL(form->text), TRUE);
    gtk_label_set_ellipsize(GTK_LABEL(form->text), PANGO_ELLIPSIZE_NONE);
    gtk_label_set_width_chars(GTK_LABEL(form->text), 32);
    gtk_label_set_max_width_chars(GTK_LABEL(form->text), 32);
    gtk_box_append(GTK_BOX(box), grid);
    gtk_box_append(GTK_BOX(box), form->text);
    gtk_box_append(GTK_BOX(box), make_buttons(form));
    gtk_popover_set_child(GTK_POPOVER(form->popover), box);
    g_object_set_data_full(G_OBJECT(form->popover), "form", form, free_form);
    tell(form);
    return form->popover;
}
