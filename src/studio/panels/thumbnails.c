// SPDX-License-Identifier: MIT
//
// Small pictures. The renderer has a context of its own and is handed from job to job.

#include "studio/panels/thumbnails.h"

#include <string.h>

#include "view/shot.h"

struct _StudioThumbnails {
    GObject parent_instance;
    StudioWorkspace *workspace; ///< Which has this object, and outlives it.
    MieniRenderer *renderer;    ///< Made by the first job.
    GHashTable *pictures;       ///< From path to GdkTexture, or NULL for one that cannot be drawn.
    GPtrArray *queue;           ///< Of paths, the next one last.
    bool is_drawing, is_hopeless;
};

G_DEFINE_TYPE(StudioThumbnails, studio_thumbnails, G_TYPE_OBJECT)

static guint thumbnail_signal;

typedef struct Drawing {
    StudioThumbnails *thumbnails;
    char *path;
    StudioPreview *preview;
    MieniPicture picture;
} Drawing;

static void free_drawing(void *given)
{
    Drawing *drawing = given;
    mieni_picture_release(&drawing->picture);
    g_object_unref(drawing->thumbnails);
    g_free(drawing->path);
    g_free(drawing);
}

static void draw(Drawing *drawing)
{
    MieniRenderer *renderer = drawing->thumbnails->renderer;
    MieniRenderMesh *mesh = NULL;
    MieniFace *face = NULL;
    MieniProblem problem = {0};
    const MieniShot shot = {.width = STUDIO_THUMBNAIL_SIZE,
                            .height = STUDIO_THUMBNAIL_SIZE,
                            .framing = {.yaw = -10.0f, .pitch = 2.0f, .is_turned = true, .fill = 0.92f},
                            .quality = MIENI_QUALITY_LIVE,
                            .is_transparent = true,
                            .is_rest = true};
    if (mieni_face_make(&drawing->preview->character, NULL, &face, &problem) == MIEN_OK &&
        mieni_face_attach(face, renderer, &mesh, NULL) == MIEN_OK && mesh != NULL)
        mieni_shot_picture(face, mesh, renderer, &shot, NULL, 0, &drawing->picture, NULL, NULL);
    mieni_render_mesh_destroy(mesh);
    mieni_face_close(face);
}

static void run(StudioJob *job, void *data)
{
    Drawing *drawing = data;
    StudioThumbnails *thumbnails = drawing->thumbnails;
    if (thumbnails->renderer == NULL && mieni_renderer_create(NULL, &thumbnails->renderer, NULL) != MIEN_OK) {
        thumbnails->is_hopeless = true;
        return;
    }
    if (studio_job_is_cancelled(job))
        return;
    studio_workspace_make_preview(thumbnails->workspace, drawing->preview);
    if (drawing->preview->is_made)
        draw(drawing);
}

static void begin(StudioThumbnails *thumbnails);

static void done(StudioWorkspace *workspace, void *data, bool is_cancelled)
{
    (void)workspace;
    Drawing *drawing = data;
    StudioThumbnails *thumbnails = drawing->thumbnails;
    const MieniPicture *picture = &drawing->picture;
    studio_preview_destroy(drawing->preview);
    thumbnails->is_drawing = false;
    if (is_cancelled)
        return;
    GdkTexture *texture = NULL;
    if (picture->pixels != NULL) {
        g_autoptr(GBytes) bytes =
            g_bytes_new(picture->pixels, (gsize)picture->width * (gsize)picture->height * 4);
        texture = gdk_memory_texture_new(picture->width, picture->height, GDK_MEMORY_R8G8B8A8, bytes,
                                         (gsize)picture->width * 4);
    }
    g_hash_table_replace(thumbnails->pictures, g_strdup(drawing->path), texture);
    g_signal_emit(thumbnails, thumbnail_signal, 0, drawing->path);
    begin(thumbnails);
}

static void begin(StudioThumbnails *thumbnails)
{
    MieniProblem problem = {0};
    StudioPreview *preview;
    if (thumbnails->is_drawing || thumbnails->is_hopeless || thumbnails->queue->len == 0)
        return;
    if (studio_workspace_is_working(thumbnails->workspace)) // faces on the stage come first
        return;
    g_autofree char *path = g_ptr_array_steal_index(thumbnails->queue, thumbnails->queue->len - 1);
    if (studio_preview_begin(studio_workspace_studio(thumbnails->workspace), path, NULL, NULL,
                             studio_workspace_packs(thumbnails->workspace), &preview, &problem) != MIEN_OK)
        return;
    Drawing *drawing = g_new0(Drawing, 1);
    drawing->thumbnails = g_object_ref(thumbnails);
    drawing->path = g_steal_pointer(&path);
    drawing->preview = preview;
    thumbnails->is_drawing = true;
    studio_workspace_run(
        thumbnails->workspace,
        &(StudioJobWork){.is_minor = true, .run = run, .done = done, .free_data = free_drawing}, drawing);
}

/// What changed is drawn again when it is asked for again.
static void on_changed(StudioThumbnails *thumbnails, const char *const *paths)
{
    for (; *paths != NULL; ++paths)
        g_hash_table_remove(thumbnails->pictures, *paths);
}

static void free_texture(void *texture) { g_clear_object(&texture); }

static void studio_thumbnails_finalize(GObject *object)
{
    StudioThumbnails *thumbnails = STUDIO_THUMBNAILS(object);
    mieni_renderer_destroy(thumbnails->renderer);
    g_hash_table_unref(thumbnails->pictures);
    g_ptr_array_unref(thumbnails->queue);
    G_OBJECT_CLASS(studio_thumbnails_parent_class)->finalize(object);
}

static void studio_thumbnails_class_init(StudioThumbnailsClass *class)
{
    G_OBJECT_CLASS(class)->finalize = studio_thumbnails_finalize;
    thumbnail_signal = g_signal_new("thumbnail", STUDIO_TYPE_THUMBNAILS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                    NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void studio_thumbnails_init(StudioThumbnails *thumbnails)
{
    thumbnails->pictures = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_texture);
    thumbnails->queue = g_ptr_array_new_with_free_func(g_free);
}

StudioThumbnails *studio_thumbnails_of(StudioWorkspace *workspace)
{
    StudioThumbnails *thumbnails = g_object_get_data(G_OBJECT(workspace), "thumbnails");
    if (thumbnails == NULL) {
        thumbnails = g_object_new(STUDIO_TYPE_THUMBNAILS, NULL);
        thumbnails->workspace = workspace;
        g_signal_connect_object(workspace, "jobs", G_CALLBACK(begin), thumbnails, G_CONNECT_SWAPPED);
        g_signal_connect_object(workspace, "changed", G_CALLBACK(on_changed), thumbnails, G_CONNECT_SWAPPED);
        g_object_set_data_full(G_OBJECT(workspace), "thumbnails", thumbnails, g_object_unref);
    }
    return thumbnails;
}

GdkPaintable *studio_thumbnails_get(StudioThumbnails *thumbnails, const char *path)
{
    void *picture = NULL;
    const MieniAssetKind kind = mieni_asset_kind_of_path(path);
    if (kind != MIENI_ASSET_CHARACTER && kind != MIENI_ASSET_POSES && kind != MIENI_ASSET_MESH)
        return NULL;
    if (g_hash_table_lookup_extended(thumbnails->pictures, path, NULL, &picture))
        return picture != NULL ? GDK_PAINTABLE(picture) : NULL;
    for (guint i = 0; i < thumbnails->queue->len; ++i)
        if (strcmp(thumbnails->queue->pdata[i], path) == 0)
            return NULL;
    g_ptr_array_insert(thumbnails->queue, 0, g_strdup(path));
    begin(thumbnails);
    return NULL;
}
