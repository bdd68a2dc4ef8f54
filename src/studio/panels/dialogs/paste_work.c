// SPDX-License-Identifier: MIT
//
// What the lines of pasted names come to: changes elsewhere are counted on a worker while the
// dialog is open, and made on one when somebody says yes.

#include "studio/panels/dialogs/paste_private.h"

#include "studio/model/facts/uses.h"

#include <string.h>

/// Old and new names of rows that change, as arrays that end with NULL. Free with g_strfreev.
static int list_changes(const StudioPaste *lines, char ***out_from, char ***out_to)
{
    GPtrArray *from = g_ptr_array_new(), *to = g_ptr_array_new();
    for (int i = 0; i < lines->count; ++i) {
        const StudioPasteRow *row = &lines->rows[i];
        if (row->pose < 0 || row->error != NULL || strcmp(row->from, row->to) == 0)
            continue;
        g_ptr_array_add(from, g_strdup(row->from));
        g_ptr_array_add(to, g_strdup(row->to));
    }
    const int count = (int)from->len;
    g_ptr_array_add(from, NULL);
    g_ptr_array_add(to, NULL);
    *out_from = (char **)g_ptr_array_free(from, FALSE);
    *out_to = (char **)g_ptr_array_free(to, FALSE);
    return count;
}

// Counting, on a worker

typedef struct Counting {
    StudioPasting *paste;
    StudioEdit edit;
    char **from, **to;
    int count;
    GHashTable *uses; ///< Wanted with the first counting only.
    GPtrArray *files;
    MienStatus status;
    MieniProblem problem;
} Counting;

static void note_file(void *user, const char *file, int places)
{
    (void)places;
    g_ptr_array_add(user, g_strdup(file));
}

static void count_uses(Counting *counting)
{
    StudioUses uses;
    MieniProblem problem = {0};
    if (studio_uses_make(&uses, counting->edit.snapshot, false, &problem) == MIEN_OK) {
        for (int i = 0; i < uses.curve_count; ++i)
            g_hash_table_insert(counting->uses, g_strdup(uses.curves[i].name),
                                GINT_TO_POINTER(uses.curves[i].count));
    }
    studio_uses_release(&uses);
}

static void run_counting(StudioJob *job, void *data)
{
    Counting *counting = data;
    if (counting->uses != NULL)
        count_uses(counting);
    if (!studio_job_is_cancelled(job) && counting->count > 0)
        counting->status =
            studio_poses_rename_in(&counting->edit, counting->paste->path,
                                   (const char *const *)counting->from, (const char *const *)counting->to,
                                   counting->count, true, note_file, counting->files, &counting->problem);
}

static void done_counting(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    Counting *counting = data;
    StudioPasting *paste = counting->paste;
    studio_edit_drop(&counting->edit); // it was for counting only
    paste->is_counting = false;
    if (!paste->is_closed && !is_cancelled) {
        g_ptr_array_unref(paste->files);
        paste->files = g_steal_pointer(&counting->files);
        if (counting->uses != NULL) {
            paste->uses = g_steal_pointer(&counting->uses);
            studio_pasting_show_rows(paste);
        }
        studio_pasting_show_where(paste);
        if (paste->wants_counting)
            studio_pasting_count(paste);
    }
    g_clear_pointer(&counting->files, g_ptr_array_unref);
    g_clear_pointer(&counting->uses, g_hash_table_unref);
    g_strfreev(counting->from);
    g_strfreev(counting->to);
    g_free(counting);
    studio_pasting_drop(paste);
}

void studio_pasting_count(StudioPasting *paste)
{
    MieniProblem problem = {0};
    StudioEdit edit;
    paste->wants_counting = paste->is_counting;
    if (paste->is_counting ||
        studio_edit_begin(&edit, studio_workspace_studio(paste->workspace), &problem) != MIEN_OK)
        return;
    Counting *counting = g_new0(Counting, 1);
    counting->paste = studio_pasting_hold(paste);
    counting->edit = edit;
    counting->count = list_changes(&paste->lines, &counting->from, &counting->to);
    counting->files = g_ptr_array_new_with_free_func(g_free);
    if (paste->uses == NULL)
        counting->uses = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    paste->is_counting = true;
    studio_workspace_run(paste->workspace,
                         &(StudioJobWork){.is_minor = true, .run = run_counting, .done = done_counting},
                         counting);
}

// Renaming

typedef struct Renaming {
    StudioPasting *paste;
    StudioEdit edit;
    char **from, **to;
    int count;
    bool is_everywhere;
    MienStatus status;
    MieniProblem problem;
} Renaming;

static void run_renaming(StudioJob *job, void *data)
{
    (void)job;
    Renaming *renaming = data;
    renaming->status =
        studio_poses_rename_in(&renaming->edit, renaming->paste->path, (const char *const *)renaming->from,
                               (const char *const *)renaming->to, renaming->count, renaming->is_everywhere,
                               NULL, NULL, &renaming->problem);
}

static void done_renaming(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    Renaming *renaming = data;
    StudioPasting *paste = renaming->paste;
    const int count = renaming->count;
    MienStatus status = renaming->status;
    paste->is_renaming = false;
    if (is_cancelled)
        studio_edit_drop(&renaming->edit);
    else if (count == 1)
        status = studio_edit_endf(&renaming->edit, status, &renaming->problem, NULL,
                                  "rename %.150s to %.150s", renaming->from[0], renaming->to[0]);
    else
        status =
            studio_edit_endf(&renaming->edit, status, &renaming->problem, NULL, "rename %d poses", count);
    if (!is_cancelled && studio_workspace_check(workspace, status, &renaming->problem)) {
        g_autofree char *text =
            count == 1 ? g_strdup("Renamed 1 pose") : g_strdup_printf("Renamed %d poses", count);
        if (!paste->is_closed)
            gtk_window_destroy(GTK_WINDOW(paste->dialog.window));
        studio_workspace_toast(workspace, text, "Undo", "win.undo");
    } else if (!paste->is_closed) {
        studio_pasting_show_suggest(paste);
    }
    g_strfreev(renaming->from);
    g_strfreev(renaming->to);
    g_free(renaming);
    studio_pasting_drop(paste);
}

void studio_pasting_rename(StudioPasting *paste)
{
    MieniProblem problem = {0};
    StudioEdit edit;
    if (!studio_workspace_check(paste->workspace,
                                studio_edit_begin(&edit, studio_workspace_studio(paste->workspace), &problem),
                                &problem))
        return;
    Renaming *renaming = g_new0(Renaming, 1);
    renaming->paste = studio_pasting_hold(paste);
    renaming->edit = edit;
    renaming->count = list_changes(&paste->lines, &renaming->from, &renaming->to);
    renaming->is_everywhere = gtk_switch_get_active(GTK_SWITCH(paste->everywhere));
    paste->is_renaming = true;
    studio_pasting_show_suggest(paste);
    studio_workspace_run(paste->workspace,
                         &(StudioJobWork){.name = "Rename poses", .run = run_renaming, .done = done_renaming},
                         renaming);
}
