// SPDX-License-Identifier: MIT
//
// Shared by the sources of thumbnails: the queue on the main thread, drawing on a worker, and the
// cache on disk.

#pragma once

#include "studio/model/facts/preview.h"
#include "studio/panels/thumbnails/thumbnails.h"
#include "view/shot.h"

enum {
    STUDIO_PICTURE_HASH = 33, ///< 16 bytes in hexadecimal, and the closing zero.
    STUDIO_PICTURE_LARGE = 240,
};

/// A face that is open for drawing: opening takes longer than a picture of it.
typedef struct StudioOpened {
    char *subject; ///< The key of whom it shows.
    StudioPreview *preview;
    MieniFace *face;
    MieniRenderMesh *mesh;
    char parts[STUDIO_PICTURE_HASH]; ///< Its files without those that only move it.
    guint64 used;
} StudioOpened;

/// A picture by what it shows, however the pose is called and wherever it comes from: most edits of
/// a pose asset change few of its pictures.
typedef struct StudioLook {
    char *pose, *key; ///< As in a drawing.
    int pixels;
    char hash[STUDIO_PICTURE_HASH]; ///< Set by the worker; "" if it is not known.
} StudioLook;

/// One picture on its way. Filled by the queue, drawn on a worker.
typedef struct StudioDrawing {
    // What is wanted.
    char *subject, *asset, *on, *pose, *key; ///< key: of the picture among those of the subject.
    GHashTable *draft;
    double time;
    int pixels;
    GPtrArray *characters;  ///< Paths, for a clip that says not on whom.
    guint revision;         ///< Of the subject when the drawing began.
    StudioPreview *preview; ///< A snapshot to open a face from; NULL if one is open.
    StudioOpened *opened;   ///< The open face; the worker makes one if need be.
    bool is_new;            ///< It did.
    GPtrArray *closed;      ///< Faces that are not needed any more.
    GPtrArray *looks;       ///< Of StudioLook: this picture, then others of the subject that wait too.
    GHashTable *known;      ///< Looks that have textures, by studio_look_name; a set. NULL: draw anyway.

    // What became of it.
    char content[STUDIO_PICTURE_HASH]; ///< What it was drawn of, "" if that is not known.
    GPtrArray *inputs;                 ///< Files that it was drawn of; NULL if they are known.
    GdkTexture *texture;               ///< NULL: it cannot be drawn.
    bool is_known;                     ///< There is a texture of its look, so it was not drawn.
} StudioDrawing;

/// Among textures. Free it.
char *studio_look_name(const StudioLook *look);

/// What stays with the worker from drawing to drawing.
typedef struct StudioDrawer {
    MieniRenderer *renderer;
    StudioPacks *packs;
    bool is_hopeless; ///< There is no OpenGL.
} StudioDrawer;

/// On a worker: makes the texture, from disk or by drawing.
void studio_drawing_run(StudioDrawing *drawing, StudioDrawer *drawer);
/// On a worker: closes what belongs to the renderer. Its preview is the main thread's.
void studio_opened_close(StudioOpened *opened);
void studio_drawer_release(StudioDrawer *drawer);

// Pictures on disk, in the user's cache folder. Whatever is wrong with one, it is not there.

/// The files and what they were when something was drawn last, found by whom it shows; "" and
/// NULL if they are others now.
GPtrArray *studio_picture_cache_inputs(const MieniProject *project, const char *subject,
                                       char out_content[STUDIO_PICTURE_HASH]);
void studio_picture_cache_note(const MieniProject *project, const char *subject, GPtrArray *inputs);
/// What files are now, by their bytes; sources by their size and time.
void studio_picture_cache_hash(const MieniProject *project, GPtrArray *inputs,
                               char out_content[STUDIO_PICTURE_HASH]);
GdkTexture *studio_picture_cache_find(const char *content, const char *key, int pixels);
void studio_picture_cache_keep(const char *content, const char *key, GdkTexture *texture);

// Pictures in memory. Those of the files as they are now are found; others are forgotten in time.

typedef struct StudioTextures StudioTextures;
StudioTextures *studio_textures_new(void);
void studio_textures_free(StudioTextures *textures);
/// texture NULL: it cannot be drawn.
void studio_textures_keep(StudioTextures *textures, const char *content, const char *key,
                          GdkTexture *texture);
GdkTexture *studio_textures_find(StudioTextures *textures, const char *content, const char *key);
/// The same by look. A look that is not known is neither kept nor found.
void studio_textures_keep_look(StudioTextures *textures, const StudioLook *look, GdkTexture *texture);
GdkTexture *studio_textures_find_look(StudioTextures *textures, const StudioLook *look);
/// Names of all looks; a set.
GHashTable *studio_textures_looks(const StudioTextures *textures);
bool studio_textures_has_failed(const StudioTextures *textures, const char *content, const char *key);

// The queue of a workspace. Widgets that are mapped and want a picture are in it.

typedef struct StudioPictures StudioPictures;
#define STUDIO_TYPE_PICTURE (studio_picture_get_type())
G_DECLARE_FINAL_TYPE(StudioPicture, studio_picture, STUDIO, PICTURE, GtkWidget)

struct _StudioPicture {
    GtkWidget parent_instance;
    GtkWidget *image, *popover, *large;
    GdkTexture *texture; ///< NULL: the icon is shown.
    int size;
    StudioWorkspace *workspace; ///< A weak pointer.
    char *subject, *key;        ///< Of the picture; NULL: an icon only.
    char *asset, *on, *pose, *icon;
    GHashTable *draft;
    double time;
    bool is_waiting;  ///< Its picture is to be drawn.
    guint64 batch;    ///< Later ones are drawn first, as a list that was scrolled shows them now.
    guint64 place;    ///< Within a batch, earlier ones.
    guint rest_timer; ///< Until the pointer rests.
    bool is_enlarging;
};
