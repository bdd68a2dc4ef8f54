// SPDX-License-Identifier: MIT
//
// The thumbnail widget: an icon until the thumbnail is ready.

#include "studio/panels/thumbnails/thumbnails.h"

#include "studio/panels/thumbnails/private.h"
#include "studio/panels/widgets/widgets.h"

#include <string.h>

static StudioPictures *studio_pictures_of(StudioWorkspace *workspace);

/// Thumbnails have one size, so that a new one is drawn without a layout of the window.
static void show_texture(StudioPicture *picture, GdkTexture *texture)
{
    if (g_set_object(&picture->texture, texture))
        gtk_widget_queue_draw(GTK_WIDGET(picture));
}

static void show_icon(StudioPicture *picture)
{
    show_texture(picture, NULL);
    if (g_strcmp0(gtk_image_get_icon_name(GTK_IMAGE(picture->image)), picture->icon) == 0)
        return;
    gtk_image_set_from_icon_name(GTK_IMAGE(picture->image), picture->icon);
    gtk_image_set_pixel_size(GTK_IMAGE(picture->image), picture->size >= 64 ? 32 : 16);
}

/// For the queue: here it is; NULL: there will be none.
static void picture_take(StudioPicture *picture, GdkTexture *texture)
{
    picture->is_waiting = false;
    if (texture == NULL)
        show_icon(picture);
    else
        show_texture(picture, texture);
}

// The thumbnail queue: visible ones first, one at a time, never while the viewport is loading. The
// input files of a thumbnail are known after drawing, so an edit concerns only what shows that file,
// and an undo finds the old one. Of those, only pictures that look different now are drawn again.

enum {
    MOST_OPENED = 4, ///< Faces that stay open between pictures.
    CALM = 500,      ///< Milliseconds without anything moving until what is not to be seen is drawn.
    BATCH = 50000,   ///< Microseconds within which wishes belong together.
};

/// Whom pictures show: one face, and what it is made of.
typedef struct Subject {
    char *key, *asset, *on;
    GPtrArray *inputs; ///< Files; NULL until something was drawn.
    char content[STUDIO_PICTURE_HASH];
    guint revision;
} Subject;

struct StudioPictures {
    StudioWorkspace *workspace; ///< Which owns this.
    GHashTable *subjects;       ///< By key.
    StudioTextures *textures;   ///< What was drawn in this session.
    GHashTable *widgets;        ///< Mapped ones that show a picture; a set.
    GPtrArray *opened, *closed;
    StudioDrawer drawer;
    guint64 clock, batch;
    gint64 batch_time;
    guint calm_timer;
    bool is_calm, is_drawing, is_closed;
};

static void begin(StudioPictures *pictures);

static void free_subject(void *given)
{
    Subject *subject = given;
    g_clear_pointer(&subject->inputs, g_ptr_array_unref);
    g_free(subject->key);
    g_free(subject->asset);
    g_free(subject->on);
    g_free(subject);
}

/// What is left of a face once its worker's part is closed.
static void free_opened(void *given)
{
    StudioOpened *opened = given;
    studio_preview_destroy(opened->preview);
    g_free(opened->subject);
    g_free(opened);
}

static Subject *subject_of(StudioPictures *pictures, const StudioPicture *picture)
{
    Subject *subject = g_hash_table_lookup(pictures->subjects, picture->subject);
    if (subject == NULL) {
        subject = g_new0(Subject, 1);
        subject->key = g_strdup(picture->subject);
        subject->asset = g_strdup(picture->asset);
        subject->on = g_strdup(picture->on);
        g_hash_table_insert(pictures->subjects, subject->key, subject);
    }
    return subject;
}

/// The texture if it is there and still what it was drawn of.
static GdkTexture *pictures_find(StudioPictures *pictures, const StudioPicture *picture)
{
    const Subject *subject = g_hash_table_lookup(pictures->subjects, picture->subject);
    return subject != NULL ? studio_textures_find(pictures->textures, subject->content, picture->key) : NULL;
}

// Which one is next

/// Whether a widget that is mapped is really to be seen: lists keep rows beyond their view.
static bool is_in_view(GtkWidget *widget)
{
    GtkWidget *view = gtk_widget_get_ancestor(widget, GTK_TYPE_SCROLLED_WINDOW);
    graphene_rect_t bounds;
    if (view == NULL)
        return true;
    if (!gtk_widget_compute_bounds(widget, view, &bounds))
        return false;
    return bounds.origin.y + bounds.size.height > 0.0f && bounds.origin.x + bounds.size.width > 0.0f &&
           bounds.origin.y < (float)gtk_widget_get_height(view) &&
           bounds.origin.x < (float)gtk_widget_get_width(view);
}

static bool is_before(const StudioPicture *a, const StudioPicture *b)
{
    return a->batch != b->batch ? a->batch > b->batch : a->place < b->place;
}

/// The picture to draw next, and whether it is to be seen.
static StudioPicture *next_of(StudioPictures *pictures, bool *out_is_seen)
{
    StudioPicture *best = NULL;
    GHashTableIter each;
    void *given;
    *out_is_seen = false;
    g_hash_table_iter_init(&each, pictures->widgets);
    while (g_hash_table_iter_next(&each, &given, NULL)) {
        StudioPicture *picture = given;
        if (!picture->is_waiting)
            continue;
        const bool is_seen = is_in_view(GTK_WIDGET(picture));
        if (best == NULL || is_seen > *out_is_seen || (is_seen == *out_is_seen && is_before(picture, best))) {
            best = picture;
            *out_is_seen = is_seen;
        }
    }
    return best;
}

bool studio_pictures_are_pending(StudioWorkspace *workspace)
{
    bool is_seen;
    StudioPictures *pictures = studio_pictures_of(workspace);
    if (pictures == NULL || pictures->drawer.is_hopeless)
        return false;
    return next_of(pictures, &is_seen) != NULL && is_seen;
}

// Drawing

/// A job's drawing, and where it came from.
typedef struct Work {
    StudioPictures *pictures;
    StudioDrawing drawing;
} Work;

static void free_work(void *given)
{
    Work *work = given;
    StudioDrawing *drawing = &work->drawing;
    g_clear_pointer(&drawing->draft, g_hash_table_unref);
    g_clear_pointer(&drawing->characters, g_ptr_array_unref);
    g_clear_pointer(&drawing->inputs, g_ptr_array_unref);
    g_clear_pointer(&drawing->looks, g_ptr_array_unref);
    g_clear_pointer(&drawing->known, g_hash_table_unref);
    g_clear_object(&drawing->texture);
    g_free(drawing->subject);
    g_free(drawing->asset);
    g_free(drawing->on);
    g_free(drawing->pose);
    g_free(drawing->key);
    g_free(work);
}

static void run(StudioJob *job, void *data)
{
    Work *work = data;
    if (!studio_job_is_cancelled(job))
        studio_drawing_run(&work->drawing, &work->pictures->drawer);
}

/// A face that is open and up to date, or NULL.
static StudioOpened *find_opened(const StudioPictures *pictures, const char *subject)
{
    for (guint i = 0; i < pictures->opened->len; ++i) {
        StudioOpened *opened = pictures->opened->pdata[i];
        if (strcmp(opened->subject, subject) == 0)
            return opened;
    }
    return NULL;
}

/// The worker closes it next time; it has the context.
static void let_go(StudioPictures *pictures, StudioOpened *opened)
{
    guint index;
    if (g_ptr_array_find(pictures->opened, opened, &index))
        g_ptr_array_add(pictures->closed, g_ptr_array_steal_index_fast(pictures->opened, index));
}

static void keep_opened(StudioPictures *pictures, StudioOpened *opened, bool is_current)
{
    g_ptr_array_add(pictures->opened, opened);
    opened->used = ++pictures->clock;
    if (!is_current || opened->face == NULL)
        let_go(pictures, opened);
    while (pictures->opened->len > MOST_OPENED) {
        StudioOpened *oldest = pictures->opened->pdata[0];
        for (guint i = 1; i < pictures->opened->len; ++i) {
            StudioOpened *other = pictures->opened->pdata[i];
            oldest = other->used < oldest->used ? other : oldest;
        }
        let_go(pictures, oldest);
    }
}

/// Gives the picture to all widgets that wait for it.
static void hand_out(StudioPictures *pictures, const StudioDrawing *drawing)
{
    GHashTableIter each;
    void *given;
    g_autoptr(GPtrArray) waiting = g_ptr_array_new_with_free_func(g_object_unref);
    g_hash_table_iter_init(&each, pictures->widgets);
    while (g_hash_table_iter_next(&each, &given, NULL)) {
        const StudioPicture *picture = given;
        if (picture->is_waiting && strcmp(picture->subject, drawing->subject) == 0 &&
            strcmp(picture->key, drawing->key) == 0)
            g_ptr_array_add(waiting, g_object_ref(given));
    }
    for (guint i = 0; i < waiting->len; ++i)
        picture_take(waiting->pdata[i], drawing->texture);
}

/// Pictures that look as some that were drawn before, under whatever name, are these.
static void hand_out_looks(StudioPictures *pictures, const Subject *subject, const StudioDrawing *drawing)
{
    g_autoptr(GHashTable) found = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GPtrArray) waiting = g_ptr_array_new_with_free_func(g_object_unref);
    GHashTableIter each;
    void *given;
    for (guint i = 0; i < drawing->looks->len; ++i) {
        StudioLook *look = drawing->looks->pdata[i];
        GdkTexture *texture = studio_textures_find_look(pictures->textures, look);
        if (texture == NULL)
            continue;
        studio_textures_keep(pictures->textures, subject->content, look->key, texture);
        g_hash_table_insert(found, look->key, texture);
    }
    g_hash_table_iter_init(&each, pictures->widgets);
    while (g_hash_table_iter_next(&each, &given, NULL)) {
        const StudioPicture *picture = given;
        if (picture->is_waiting && strcmp(picture->subject, drawing->subject) == 0 &&
            g_hash_table_contains(found, picture->key))
            g_ptr_array_add(waiting, g_object_ref(given));
    }
    for (guint i = 0; i < waiting->len; ++i)
        picture_take(waiting->pdata[i], g_hash_table_lookup(found, STUDIO_PICTURE(waiting->pdata[i])->key));
}

static void done(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    Work *work = data;
    StudioPictures *pictures = work->pictures;
    StudioDrawing *drawing = &work->drawing;
    Subject *subject = g_hash_table_lookup(pictures->subjects, drawing->subject);
    const bool is_current = subject != NULL && subject->revision == drawing->revision;
    pictures->is_drawing = false;
    studio_preview_destroy(g_steal_pointer(&drawing->preview));
    if (is_cancelled) { // perhaps before faces were closed
        g_ptr_array_extend_and_steal(pictures->closed, g_steal_pointer(&drawing->closed));
        pictures->is_closed = true;
    } else {
        g_ptr_array_set_free_func(drawing->closed, free_opened);
        g_clear_pointer(&drawing->closed, g_ptr_array_unref);
    }
    if (drawing->is_new && drawing->opened != NULL)
        keep_opened(pictures, drawing->opened, is_current);
    if (is_cancelled || !is_current) // it is drawn again, of what it is now
        return;
    if (drawing->inputs != NULL) {
        g_clear_pointer(&subject->inputs, g_ptr_array_unref);
        subject->inputs = g_steal_pointer(&drawing->inputs);
    }
    g_strlcpy(subject->content, drawing->content, sizeof subject->content);
    studio_textures_keep_look(pictures->textures, drawing->looks->pdata[0], drawing->texture);
    if (drawing->is_new)
        hand_out_looks(pictures, subject, drawing);
    if (drawing->is_known)
        return;
    studio_textures_keep(pictures->textures, subject->content, drawing->key, drawing->texture);
    hand_out(pictures, drawing);
}

/// Paths of all characters.
static GPtrArray *characters_of(const Studio *studio)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    for (int i = 0; i < studio->files.count; ++i)
        if (studio->files.items[i]->kind == MIENI_ASSET_CHARACTER &&
            studio_file_is_there(studio->files.items[i]))
            g_ptr_array_add(paths, g_strdup(studio->files.items[i]->path));
    return paths;
}

static void free_look(void *given)
{
    StudioLook *look = given;
    g_free(look->pose);
    g_free(look->key);
    g_free(look);
}

static void add_look(GPtrArray *looks, const StudioPicture *picture)
{
    StudioLook *look = g_new0(StudioLook, 1);
    *look = (StudioLook){g_strdup(picture->pose), g_strdup(picture->key), 2 * picture->size, ""};
    g_ptr_array_add(looks, look);
}

/// A picture; if its face is to be opened, also others of its subject that wait.
static GPtrArray *looks_of(const StudioPictures *pictures, const StudioPicture *picture, bool is_open)
{
    GPtrArray *looks = g_ptr_array_new_with_free_func(free_look);
    GHashTableIter each;
    void *given;
    add_look(looks, picture);
    if (is_open)
        return looks;
    g_hash_table_iter_init(&each, pictures->widgets);
    while (g_hash_table_iter_next(&each, &given, NULL)) {
        const StudioPicture *other = given;
        if (other != picture && other->is_waiting && strcmp(other->subject, picture->subject) == 0)
            add_look(looks, other);
    }
    return looks;
}

static void draw(StudioPictures *pictures, const StudioPicture *picture)
{
    Studio *studio = studio_workspace_studio(pictures->workspace);
    const Subject *subject = subject_of(pictures, picture);
    MieniProblem problem = {0};
    Work *work = g_new0(Work, 1);
    StudioDrawing *drawing = &work->drawing;
    work->pictures = pictures;
    *drawing = (StudioDrawing){.subject = g_strdup(picture->subject),
                               .asset = g_strdup(picture->asset),
                               .on = g_strdup(picture->on),
                               .pose = g_strdup(picture->pose),
                               .key = g_strdup(picture->key),
                               .draft = picture->draft != NULL ? g_hash_table_ref(picture->draft) : NULL,
                               .time = picture->time,
                               .pixels = 2 * picture->size,
                               .revision = subject->revision,
                               .closed = g_steal_pointer(&pictures->closed),
                               .opened = find_opened(pictures, picture->subject)};
    drawing->looks = looks_of(pictures, picture, drawing->opened != NULL);
    if (drawing->opened == NULL)
        drawing->known = studio_textures_looks(pictures->textures);
    pictures->closed = g_ptr_array_new();
    g_strlcpy(drawing->content, subject->content, sizeof drawing->content);
    if (drawing->opened != NULL)
        drawing->opened->used = ++pictures->clock;
    else
        studio_preview_begin(studio, picture->asset, NULL, NULL, NULL, &drawing->preview, &problem);
    if (picture->on == NULL && mieni_asset_kind_of_path(picture->asset) == MIENI_ASSET_CLIP)
        drawing->characters = characters_of(studio);
    pictures->is_drawing = true;
    studio_workspace_run(pictures->workspace,
                         &(StudioJobWork){.is_minor = true, .run = run, .done = done, .free_data = free_work},
                         work);
}

static gboolean on_calm(void *user)
{
    StudioPictures *pictures = user;
    pictures->calm_timer = 0;
    pictures->is_calm = true;
    begin(pictures);
    return G_SOURCE_REMOVE;
}

/// Something moves: only what is to be seen is drawn for a while.
static void on_moved(StudioPictures *pictures)
{
    pictures->is_calm = false;
    if (pictures->calm_timer != 0) {
        g_source_remove(pictures->calm_timer);
        pictures->calm_timer = g_timeout_add(CALM, on_calm, pictures);
    }
}

static void begin(StudioPictures *pictures)
{
    bool is_seen;
    if (pictures->is_drawing || pictures->is_closed || pictures->drawer.is_hopeless ||
        studio_workspace_studio(pictures->workspace) == NULL)
        return;
    if (studio_workspace_is_working(pictures->workspace)) // faces in the viewport come first
        return;
    const StudioPicture *picture = next_of(pictures, &is_seen);
    if (picture == NULL)
        return;
    if (is_seen || pictures->is_calm)
        draw(pictures, picture);
    else if (pictures->calm_timer == 0)
        pictures->calm_timer = g_timeout_add(CALM, on_calm, pictures);
}

// Widgets

static void wish(StudioPictures *pictures, StudioPicture *picture)
{
    const gint64 now = g_get_monotonic_time();
    if (now - pictures->batch_time > BATCH)
        ++pictures->batch;
    pictures->batch_time = now;
    picture->batch = pictures->batch;
    picture->place = ++pictures->clock;
    picture->is_waiting = true;
}

/// A widget is mapped and shows a picture: gets it now, or when it is drawn.
static void pictures_add(StudioPictures *pictures, StudioPicture *picture)
{
    GdkTexture *texture = pictures_find(pictures, picture);
    const Subject *subject = subject_of(pictures, picture);
    g_hash_table_add(pictures->widgets, picture);
    picture->is_waiting = false;
    if (texture != NULL) {
        picture_take(picture, texture);
    } else if (!studio_textures_has_failed(pictures->textures, subject->content, picture->key)) {
        wish(pictures, picture);
        begin(pictures);
    }
}

static void pictures_remove(StudioPictures *pictures, StudioPicture *picture)
{
    g_hash_table_remove(pictures->widgets, picture);
    picture->is_waiting = false;
}

static bool shows(const Subject *subject, const char *const *paths)
{
    for (; *paths != NULL; ++paths)
        if (strcmp(*paths, subject->asset) == 0 || g_strcmp0(*paths, subject->on) == 0 ||
            (subject->inputs != NULL &&
             g_ptr_array_find_with_equal_func(subject->inputs, *paths, g_str_equal, NULL)))
            return true;
    return false;
}

/// Draws again what shows a file that changed; until then it shows what it did.
static void on_changed(StudioPictures *pictures, const char *const *paths)
{
    GHashTableIter each;
    void *given;
    on_moved(pictures);
    g_hash_table_iter_init(&each, pictures->subjects);
    while (g_hash_table_iter_next(&each, NULL, &given)) {
        Subject *subject = given;
        StudioOpened *opened;
        if (!shows(subject, paths))
            continue;
        ++subject->revision;
        subject->content[0] = '\0';
        if ((opened = find_opened(pictures, subject->key)) != NULL)
            let_go(pictures, opened);
    }
    g_hash_table_iter_init(&each, pictures->widgets);
    while (g_hash_table_iter_next(&each, &given, NULL)) {
        const Subject *subject = subject_of(pictures, given);
        if (subject->content[0] == '\0' && !STUDIO_PICTURE(given)->is_waiting)
            wish(pictures, given);
    }
    begin(pictures);
}

// Those of a workspace

/// Contexts of the worker must not become current here, where GTK has its own.
static void *release_on_thread(void *given)
{
    StudioPictures *pictures = given;
    for (guint i = 0; i < pictures->opened->len; ++i)
        studio_opened_close(pictures->opened->pdata[i]);
    for (guint i = 0; i < pictures->closed->len; ++i)
        studio_opened_close(pictures->closed->pdata[i]);
    studio_drawer_release(&pictures->drawer);
    return NULL;
}

static void free_pictures(void *given)
{
    StudioPictures *pictures = given;
    g_thread_join(g_thread_new("pictures", release_on_thread, pictures));
    g_ptr_array_set_free_func(pictures->opened, free_opened);
    g_ptr_array_set_free_func(pictures->closed, free_opened);
    g_ptr_array_unref(pictures->opened);
    g_ptr_array_unref(pictures->closed);
    g_clear_handle_id(&pictures->calm_timer, g_source_remove);
    g_signal_handlers_disconnect_by_data(pictures->workspace, pictures);
    g_hash_table_unref(pictures->widgets);
    studio_textures_free(pictures->textures);
    g_hash_table_unref(pictures->subjects);
    g_free(pictures);
}

/// Those of a workspace, made with the first call; NULL once its project is closed.
static StudioPictures *studio_pictures_of(StudioWorkspace *workspace)
{
    StudioPictures *pictures = g_object_get_data(G_OBJECT(workspace), "pictures");
    if (pictures == NULL && studio_workspace_studio(workspace) != NULL) {
        pictures = g_new0(StudioPictures, 1);
        pictures->workspace = workspace;
        pictures->subjects = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, free_subject);
        pictures->textures = studio_textures_new();
        pictures->widgets = g_hash_table_new(NULL, NULL);
        pictures->opened = g_ptr_array_new();
        pictures->closed = g_ptr_array_new();
        g_signal_connect_swapped(workspace, "job-ended", G_CALLBACK(begin), pictures);
        g_signal_connect_swapped(workspace, "changed", G_CALLBACK(on_changed), pictures);
        g_signal_connect_swapped(workspace, "session", G_CALLBACK(on_moved), pictures);
        g_object_set_data_full(G_OBJECT(workspace), "pictures", pictures, free_pictures);
    }
    return pictures;
}

enum { REST = 400 }; ///< Milliseconds that the pointer rests until a picture grows.

G_DEFINE_TYPE(StudioPicture, studio_picture, GTK_TYPE_WIDGET)

static StudioPictures *pictures_of(const StudioPicture *picture)
{
    return picture->workspace != NULL ? studio_pictures_of(picture->workspace) : NULL;
}

// Under no path, a sealed draft has what tells it from others.
static const char SEAL[] = "";

GHashTable *studio_picture_draft_new(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_bytes_unref);
}

void studio_picture_draft_seal(GHashTable *draft)
{
    g_autoptr(GChecksum) hash = g_checksum_new(G_CHECKSUM_SHA256);
    g_autoptr(GList) paths = g_list_sort(g_hash_table_get_keys(draft), (GCompareFunc)strcmp);
    for (const GList *at = paths; at != NULL; at = at->next) {
        gsize size = 0;
        const void *bytes = g_bytes_get_data(g_hash_table_lookup(draft, at->data), &size);
        g_checksum_update(hash, at->data, (gssize)strlen(at->data) + 1);
        g_checksum_update(hash, bytes, (gssize)size);
    }
    const char *text = g_checksum_get_string(hash);
    g_hash_table_insert(draft, g_strdup(SEAL), g_bytes_new(text, strlen(text) + 1));
}

static const char *seal_of(GHashTable *draft)
{
    GBytes *seal = draft != NULL ? g_hash_table_lookup(draft, SEAL) : NULL;
    return seal != NULL ? g_bytes_get_data(seal, NULL) : "";
}

/// Gets into the queue if there is something to show to somebody.
static void enter(StudioPicture *picture)
{
    StudioPictures *pictures = pictures_of(picture);
    if (pictures != NULL && picture->subject != NULL && gtk_widget_get_mapped(GTK_WIDGET(picture)))
        pictures_add(pictures, picture);
}

static void leave(StudioPicture *picture)
{
    StudioPictures *pictures = pictures_of(picture);
    if (pictures != NULL)
        pictures_remove(pictures, picture);
    picture->is_waiting = false;
}

static void forget(StudioPicture *picture)
{
    leave(picture);
    g_clear_pointer(&picture->subject, g_free);
    g_clear_pointer(&picture->key, g_free);
    g_clear_pointer(&picture->asset, g_free);
    g_clear_pointer(&picture->on, g_free);
    g_clear_pointer(&picture->pose, g_free);
    g_clear_pointer(&picture->icon, g_free);
    g_clear_pointer(&picture->draft, g_hash_table_unref);
    g_clear_weak_pointer(&picture->workspace);
}

/// Kinds that can be drawn.
static bool is_drawable(const StudioPictureOf *of)
{
    const MieniAssetKind kind =
        of != NULL && of->asset != NULL ? mieni_asset_kind_of_path(of->asset) : MIENI_ASSET_NONE;
    return kind == MIENI_ASSET_CHARACTER || kind == MIENI_ASSET_POSES || kind == MIENI_ASSET_MESH ||
           kind == MIENI_ASSET_CLIP;
}

static bool is_same(const StudioPicture *picture, StudioWorkspace *workspace, const StudioPictureOf *of,
                    const char *icon)
{
    return picture->subject != NULL && picture->workspace == workspace &&
           strcmp(picture->asset, of->asset) == 0 && g_strcmp0(picture->on, of->on) == 0 &&
           g_strcmp0(picture->pose, of->pose) == 0 && g_strcmp0(picture->icon, icon) == 0 &&
           picture->draft == of->draft && !(picture->time < of->time) && !(picture->time > of->time);
}

void studio_picture_show(GtkWidget *widget, StudioWorkspace *workspace, const StudioPictureOf *of,
                         const char *icon)
{
    StudioPicture *picture = STUDIO_PICTURE(widget);
    const bool has_picture = workspace != NULL && is_drawable(of);
    if (has_picture && is_same(picture, workspace, of, icon))
        return;
    forget(picture);
    picture->icon = g_strdup(icon);
    if (has_picture) {
        g_set_weak_pointer(&picture->workspace, workspace);
        picture->asset = g_strdup(of->asset);
        picture->on = g_strdup(of->on);
        picture->pose = g_strdup(of->pose);
        picture->time = of->time;
        picture->draft = of->draft != NULL ? g_hash_table_ref(of->draft) : NULL;
        picture->subject =
            g_strdup_printf("%s\n%s\n%s", of->asset, of->on != NULL ? of->on : "", seal_of(of->draft));
        picture->key = g_strdup_printf("%d %" G_GINT64_FORMAT "\n%s\n%s\n%s", 2 * picture->size,
                                       (gint64)(of->time * 1e6), of->asset, of->on != NULL ? of->on : "",
                                       of->pose != NULL ? of->pose : "");
    }
    StudioPictures *pictures = has_picture ? pictures_of(picture) : NULL;
    GdkTexture *texture = pictures != NULL ? pictures_find(pictures, picture) : NULL;
    if (texture == NULL)
        show_icon(picture);
    else
        picture_take(picture, texture);
    enter(picture);
    studio_picture_enlarge(widget, false);
}

// Growing

void studio_picture_enlarge(GtkWidget *widget, bool is_large)
{
    StudioPicture *picture = STUDIO_PICTURE(widget);
    g_clear_handle_id(&picture->rest_timer, g_source_remove);
    if (!is_large || picture->subject == NULL) {
        if (picture->popover != NULL)
            gtk_popover_popdown(GTK_POPOVER(picture->popover));
        return;
    }
    if (picture->popover == NULL) {
        picture->popover = gtk_popover_new();
        picture->large = studio_picture_new(STUDIO_PICTURE_LARGE);
        gtk_popover_set_child(GTK_POPOVER(picture->popover), picture->large);
        gtk_popover_set_position(GTK_POPOVER(picture->popover), GTK_POS_RIGHT);
        gtk_popover_set_autohide(GTK_POPOVER(picture->popover), FALSE); // it takes no focus
        gtk_widget_set_can_focus(picture->popover, FALSE);
        gtk_widget_set_can_target(picture->popover, FALSE);
        gtk_widget_set_parent(picture->popover, widget);
    }
    const StudioPictureOf of = {picture->asset, picture->on, picture->pose, picture->time, picture->draft};
    studio_picture_show(picture->large, picture->workspace, &of, picture->icon);
    studio_popup(picture->popover);
}

static gboolean on_rested(void *user)
{
    StudioPicture *picture = user;
    picture->rest_timer = 0;
    studio_picture_enlarge(GTK_WIDGET(picture), true);
    return G_SOURCE_REMOVE;
}

static void on_enter(StudioPicture *picture)
{
    g_clear_handle_id(&picture->rest_timer, g_source_remove);
    if (picture->is_enlarging)
        picture->rest_timer = g_timeout_add(REST, on_rested, picture);
}

static void on_leave(StudioPicture *picture) { studio_picture_enlarge(GTK_WIDGET(picture), false); }

void studio_picture_set_enlarges(GtkWidget *picture, bool is_enlarging)
{
    STUDIO_PICTURE(picture)->is_enlarging = is_enlarging;
    if (!is_enlarging)
        studio_picture_enlarge(picture, false);
}

// The widget

static void studio_picture_map(GtkWidget *widget)
{
    GTK_WIDGET_CLASS(studio_picture_parent_class)->map(widget);
    enter(STUDIO_PICTURE(widget));
}

static void studio_picture_unmap(GtkWidget *widget)
{
    studio_picture_enlarge(widget, false);
    leave(STUDIO_PICTURE(widget));
    GTK_WIDGET_CLASS(studio_picture_parent_class)->unmap(widget);
}

static void studio_picture_measure(GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                                   int *natural, int *minimum_baseline, int *natural_baseline)
{
    (void)orientation, (void)for_size;
    *minimum = *natural = STUDIO_PICTURE(widget)->size; // an icon takes as much room as a picture
    *minimum_baseline = *natural_baseline = -1;
}

static void studio_picture_size_allocate(GtkWidget *widget, int width, int height, int baseline)
{
    StudioPicture *picture = STUDIO_PICTURE(widget);
    gtk_widget_allocate(picture->image, width, height, baseline, NULL);
    if (picture->popover != NULL)
        gtk_popover_present(GTK_POPOVER(picture->popover));
}

static void studio_picture_snapshot(GtkWidget *widget, GtkSnapshot *snapshot)
{
    StudioPicture *picture = STUDIO_PICTURE(widget);
    if (picture->texture == NULL) {
        gtk_widget_snapshot_child(widget, picture->image, snapshot);
        return;
    }
    double width, height;
    gdk_paintable_compute_concrete_size(GDK_PAINTABLE(picture->texture), 0, 0, picture->size, picture->size,
                                        &width, &height);
    gtk_snapshot_save(snapshot);
    gtk_snapshot_translate(snapshot,
                           &GRAPHENE_POINT_INIT((float)((gtk_widget_get_width(widget) - width) / 2),
                                                (float)((gtk_widget_get_height(widget) - height) / 2)));
    gdk_paintable_snapshot(GDK_PAINTABLE(picture->texture), snapshot, width, height);
    gtk_snapshot_restore(snapshot);
}

static void studio_picture_dispose(GObject *object)
{
    StudioPicture *picture = STUDIO_PICTURE(object);
    g_clear_handle_id(&picture->rest_timer, g_source_remove);
    g_clear_pointer(&picture->popover, gtk_widget_unparent);
    forget(picture);
    g_clear_object(&picture->texture);
    g_clear_pointer(&picture->image, gtk_widget_unparent);
    G_OBJECT_CLASS(studio_picture_parent_class)->dispose(object);
}

static void studio_picture_class_init(StudioPictureClass *class)
{
    GtkWidgetClass *widget_class = GTK_WIDGET_CLASS(class);
    G_OBJECT_CLASS(class)->dispose = studio_picture_dispose;
    widget_class->map = studio_picture_map;
    widget_class->unmap = studio_picture_unmap;
    widget_class->measure = studio_picture_measure;
    widget_class->size_allocate = studio_picture_size_allocate;
    widget_class->snapshot = studio_picture_snapshot;
    gtk_widget_class_set_css_name(widget_class, "small-picture");
    gtk_widget_class_set_accessible_role(widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void studio_picture_init(StudioPicture *picture)
{
    GtkEventController *motion = gtk_event_controller_motion_new();
    picture->image = gtk_image_new();
    gtk_widget_set_parent(picture->image, GTK_WIDGET(picture));
    gtk_widget_set_overflow(GTK_WIDGET(picture), GTK_OVERFLOW_HIDDEN);
    gtk_widget_set_halign(GTK_WIDGET(picture), GTK_ALIGN_CENTER);
    gtk_widget_set_valign(GTK_WIDGET(picture), GTK_ALIGN_CENTER);
    g_signal_connect_swapped(motion, "enter", G_CALLBACK(on_enter), picture);
    g_signal_connect_swapped(motion, "leave", G_CALLBACK(on_leave), picture);
    gtk_widget_add_controller(GTK_WIDGET(picture), motion);
}

GtkWidget *studio_picture_new(int size)
{
    StudioPicture *picture = g_object_new(STUDIO_TYPE_PICTURE, NULL);
    picture->size = size;
    gtk_image_set_pixel_size(GTK_IMAGE(picture->image), 16);
    return GTK_WIDGET(picture);
}
