// SPDX-License-Identifier: MIT
//
// Keys on the clipboard.

#include "studio/panels/clip/private.h"

#include "studio/model/commands/keys_text.h"

#include <string.h>

#define KEYS_TYPE "application/x-mien-keys+json"

static GdkContentProvider *offer(const char *type, MieniTextOut *out)
{
    g_autoptr(GBytes) bytes = g_bytes_new(out->bytes != NULL ? out->bytes : "", out->size);
    mieni_text_release(out);
    return gdk_content_provider_new_for_bytes(type, bytes);
}

void studio_clip_copy(StudioClip *clip)
{
    g_autoptr(GArray) places = studio_clip_selected_keys(clip),
                      keys = g_array_new(FALSE, FALSE, sizeof(StudioKey));
    for (guint i = 0; i < places->len; ++i) {
        const StudioKey key = studio_clip_whole_key(clip, &g_array_index(places, MieniKeyPlace, i));
        g_array_append_val(keys, key);
    }
    const StudioKey *items = (const StudioKey *)(void *)keys->data;
    const int count = (int)keys->len;
    MieniTextOut json = {0}, comma = {0}, tab = {0}, plain = {0};
    if (count == 0)
        return;
    studio_keys_write_json(items, count, &json);
    studio_keys_write_table(items, count, ',', &comma);
    studio_keys_write_table(items, count, '\t', &tab);
    studio_keys_write_table(items, count, '\t', &plain);
    GdkContentProvider *offers[] = {offer(KEYS_TYPE, &json), offer("text/csv", &comma),
                                    offer("text/plain", &tab), offer("text/plain;charset=utf-8", &plain)};
    g_autoptr(GdkContentProvider) all = gdk_content_provider_new_union(offers, G_N_ELEMENTS(offers));
    gdk_clipboard_set_content(gtk_widget_get_clipboard(clip->editor), all);
    g_autofree char *text = g_strdup_printf("Copied %d key%s", count, count == 1 ? "" : "s");
    studio_workspace_toast(clip->workspace, text, NULL, NULL);
}

/// Selects what was pasted.
static void select_pasted(StudioClip *clip, const StudioKeys *keys, double offset, const char *onto)
{
    StudioSelection *selection = studio_clip_selection(clip);
    studio_selection_clear_keys(selection);
    for (int i = 0; i < keys->count; ++i) {
        const char *curve = onto != NULL ? onto : keys->items[i].curve;
        const int index = studio_clip_view_find(&clip->view, curve);
        const int key =
            index >= 0 ? studio_shown_key_at(&clip->view.curves[index], keys->items[i].time + offset) : -1;
        if (key >= 0)
            studio_selection_add_key(selection, curve, key);
        if (index >= 0 && !studio_selection_has(selection, curve))
            studio_selection_add(selection, curve);
    }
    studio_clip_selected(clip);
}

static void paste_text(StudioClip *clip, const char *text, size_t size)
{
    StudioKeys keys;
    MieniProblem problem = {0};
    g_autoptr(GPtrArray) names = studio_clip_curves(clip);
    MienStatus status = studio_keys_read(&keys, text, size, &problem);
    // keys of one curve go onto the selected one; of several, each onto its own
    g_autofree char *onto = keys.is_one_curve && names->len == 1 ? g_strdup(names->pdata[0]) : NULL;
    const double offset = studio_clip_time(clip);
    if (status == MIEN_OK && keys.count > 0)
        status = studio_clip_paste_keys(studio_clip_studio(clip), clip->path, keys.items, keys.count, offset,
                                        onto, &problem);
    if (studio_clip_check(clip, status, &problem) && keys.count > 0)
        select_pasted(clip, &keys, offset, onto);
    studio_keys_release(&keys);
}

typedef struct Pasting {
    StudioClip *clip;
    GtkWidget *editor;
    char *path;
} Pasting;

static void free_pasting(Pasting *pasting)
{
    g_object_unref(pasting->editor);
    g_free(pasting->path);
    g_free(pasting);
}

static void on_spliced(GObject *source, GAsyncResult *result, void *user)
{
    Pasting *pasting = user;
    StudioClip *clip = pasting->clip;
    if (g_output_stream_splice_finish(G_OUTPUT_STREAM(source), result, NULL) >= 0 && clip->document != NULL &&
        g_strcmp0(clip->path, pasting->path) == 0) {
        g_autoptr(GBytes) bytes = g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(source));
        gsize size;
        const char *text = g_bytes_get_data(bytes, &size);
        paste_text(clip, text != NULL ? text : "", size);
    }
    free_pasting(pasting);
}

static void on_read(GObject *source, GAsyncResult *result, void *user)
{
    Pasting *pasting = user;
    const char *type;
    g_autoptr(GInputStream) stream = gdk_clipboard_read_finish(GDK_CLIPBOARD(source), result, &type, NULL);
    if (stream == NULL) {
        if (pasting->clip->workspace != NULL)
            studio_workspace_toast(pasting->clip->workspace, "No keys on the clipboard", NULL, NULL);
        free_pasting(pasting);
        return;
    }
    g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable();
    g_output_stream_splice_async(memory, stream,
                                 G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
                                 G_PRIORITY_DEFAULT, NULL, on_spliced, pasting);
}

void studio_clip_paste(StudioClip *clip)
{
    static const char *types[] = {KEYS_TYPE, "text/csv", "text/plain;charset=utf-8", "text/plain", NULL};
    Pasting *pasting = g_new0(Pasting, 1);
    pasting->clip = clip;
    pasting->editor = g_object_ref(clip->editor);
    pasting->path = g_strdup(clip->path);
    gdk_clipboard_read_async(gtk_widget_get_clipboard(clip->editor), types, G_PRIORITY_DEFAULT, NULL, on_read,
                             pasting);
}
