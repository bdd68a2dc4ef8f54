// SPDX-License-Identifier: MIT
//
// Selected keys across changes of the clip. A selection names keys by their index, which another key
// before them changes. So keys are noted by their time before the clip is read again, and found by it
// afterwards. For each text that the clip had, the keys that were selected are kept too: Undo and Redo
// select them again, since moved keys have other times.

#include "studio/panels/clip/private.h"

enum { MOST_TEXTS = 256 };

typedef struct Moment {
    const char *curve; ///< Interned.
    double time;
} Moment;

/// What is known of a clip.
typedef struct Kept {
    GHashTable *texts; ///< By the hash of a text: a GArray of Moment.
    GArray *now;       ///< Of Moment, since the clip was left.
    uint64_t text;     ///< Of the view.
    bool is_step;      ///< The text is not one of a group of edits that goes on.
} Kept;

static void free_kept(void *given)
{
    Kept *kept = given;
    g_hash_table_unref(kept->texts);
    g_clear_pointer(&kept->now, g_array_unref);
    g_free(kept);
}

static Kept *kept_of(StudioClip *clip)
{
    if (clip->kept == NULL)
        clip->kept = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_kept);
    Kept *kept = g_hash_table_lookup(clip->kept, clip->path);
    if (kept == NULL) {
        kept = g_new0(Kept, 1);
        kept->texts =
            g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, (GDestroyNotify)g_array_unref);
        g_hash_table_insert(clip->kept, g_strdup(clip->path), kept);
    }
    return kept;
}

static bool is_between(const StudioClip *clip) { return studio_clip_studio(clip)->history.depth > 0; }

static uint64_t text_of(const StudioClip *clip)
{
    const StudioFile *file = studio_files_find(&studio_clip_studio(clip)->files, clip->path);
    return file != NULL && file->now != NULL ? studio_text_hash(file->now) : 0;
}

void studio_clip_keep_keys(StudioClip *clip, bool is_leaving)
{
    if (clip->document == NULL || clip->workspace == NULL ||
        studio_workspace_studio(clip->workspace) == NULL ||
        studio_workspace_find(clip->workspace, clip->path) != clip->document)
        return;
    Kept *kept = kept_of(clip);
    if (kept->text == 0) // nothing was read
        return;
    g_autoptr(GArray) keys = studio_clip_selected_keys(clip);
    g_clear_pointer(&kept->now, g_array_unref);
    kept->now = g_array_sized_new(FALSE, FALSE, sizeof(Moment), keys->len);
    for (guint i = 0; i < keys->len; ++i) {
        const MieniKeyPlace *place = &g_array_index(keys, MieniKeyPlace, i);
        const Moment moment = {g_intern_string(place->curve), studio_clip_key(clip, place)->time};
        g_array_append_val(kept->now, moment);
    }
    const uint64_t text = kept->text;
    if (is_leaving)
        kept->text = 0;
    if (!kept->is_step && is_between(clip))
        return;
    if (g_hash_table_size(kept->texts) >= MOST_TEXTS)
        g_hash_table_remove_all(kept->texts);
    g_hash_table_replace(kept->texts, g_memdup2(&text, sizeof text), g_array_ref(kept->now));
}

/// Selects the keys that are at these moments, unless they are selected already.
static void select_moments(StudioClip *clip, const GArray *moments)
{
    StudioSelection *selection = studio_clip_selection(clip);
    g_autoptr(GArray) places = g_array_new(FALSE, FALSE, sizeof(MieniKeyPlace));
    for (guint i = 0; i < moments->len; ++i) {
        const Moment *moment = &g_array_index(moments, Moment, i);
        const int curve = studio_clip_view_find(&clip->view, moment->curve);
        const MieniKeyPlace place = {
            moment->curve, curve >= 0 ? studio_shown_key_at(&clip->view.curves[curve], moment->time) : -1};
        if (place.key >= 0)
            g_array_append_val(places, place);
    }
    bool is_same = (int)places->len == selection->key_count;
    for (guint i = 0; i < places->len && is_same; ++i) {
        const MieniKeyPlace *place = &g_array_index(places, MieniKeyPlace, i);
        is_same = place->key == selection->keys[i].key && g_str_equal(place->curve, selection->keys[i].curve);
    }
    if (is_same)
        return;
    studio_selection_clear_keys(selection);
    for (guint i = 0; i < places->len; ++i) {
        const MieniKeyPlace *place = &g_array_index(places, MieniKeyPlace, i);
        studio_selection_add_key(selection, place->curve, place->key);
    }
}

void studio_clip_find_keys(StudioClip *clip)
{
    Kept *kept = kept_of(clip);
    const uint64_t text = text_of(clip);
    const GArray *then = studio_workspace_is_undoing(clip->workspace) && text != kept->text
                             ? g_hash_table_lookup(kept->texts, &text)
                             : NULL;
    if (then != NULL)
        select_moments(clip, then);
    else if (kept->now != NULL && studio_clip_selection(clip)->key_count > 0)
        select_moments(clip, kept->now);
    kept->text = text;
    kept->is_step = !is_between(clip);
}
