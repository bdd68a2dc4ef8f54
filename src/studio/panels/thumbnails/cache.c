// SPDX-License-Identifier: MIT
//
// Thumbnails on disk. A file is named by a hash of its inputs, so it is never out of date; a note
// beside it lists the files of a face, so that nothing must be opened to compute the hash.

#include "studio/panels/thumbnails/private.h"

#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

/// Of drawing: another number draws everything again.
static const char STYLE[] = "mien pictures 1";
static const gint64 BUDGET = (gint64)200 << 20; ///< Bytes on disk.
enum { SWEEP_EVERY = 512 };                     ///< Pictures between looks at the budget.

static void hash_text(GChecksum *hash, const char *text)
{
    g_checksum_update(hash, (const guchar *)text, (gssize)strlen(text) + 1);
}

static void hash_end(GChecksum *hash, char out[STUDIO_PICTURE_HASH])
{
    g_strlcpy(out, g_checksum_get_string(hash), STUDIO_PICTURE_HASH);
}

/// Free it.
static char *cache_path(const char *name, const char *ending)
{
    g_autofree char *file = g_strconcat(name, ending, NULL);
    return g_build_filename(g_get_user_cache_dir(), "mien", "pictures", file, NULL);
}

static char *note_path(const MieniProject *project, const char *subject)
{
    g_autoptr(GChecksum) hash = g_checksum_new(G_CHECKSUM_SHA256);
    char name[STUDIO_PICTURE_HASH];
    hash_text(hash, STYLE);
    hash_text(hash, project->root);
    hash_text(hash, subject);
    hash_end(hash, name);
    return cache_path(name, ".inputs");
}

static char *picture_path(const char *content, const char *key)
{
    g_autoptr(GChecksum) hash = g_checksum_new(G_CHECKSUM_SHA256);
    char name[STUDIO_PICTURE_HASH];
    hash_text(hash, STYLE);
    hash_text(hash, content);
    hash_text(hash, key);
    hash_end(hash, name);
    return cache_path(name, ".png");
}

/// Adds what a file is now: bytes of assets, whether they are saved or not; of sources, which may be
/// large, how they lie on disk.
static void hash_file(GChecksum *hash, const MieniProject *project, const char *path)
{
    MieniProject quiet = *project;
    MieniBuffer bytes = {0};
    StudioStamp stamp;
    quiet.inputs = NULL;
    hash_text(hash, path);
    if (mieni_asset_kind_of_path(path) != MIENI_ASSET_NONE) {
        if (mieni_project_read(&quiet, path, &bytes, NULL) == MIEN_OK)
            g_checksum_update(hash, (const guchar *)bytes.bytes, (gssize)bytes.size);
        mieni_buffer_release(&bytes);
        return;
    }
    studio_stamp_take(project->root, path, &stamp);
    const int64_t numbers[] = {stamp.is_there, stamp.size, stamp.seconds, stamp.nanoseconds};
    g_checksum_update(hash, (const guchar *)numbers, sizeof numbers);
}

void studio_picture_cache_hash(const MieniProject *project, GPtrArray *inputs,
                               char out_content[STUDIO_PICTURE_HASH])
{
    g_autoptr(GChecksum) hash = g_checksum_new(G_CHECKSUM_SHA256);
    for (guint i = 0; i < inputs->len; ++i)
        hash_file(hash, project, inputs->pdata[i]);
    hash_end(hash, out_content);
}

GPtrArray *studio_picture_cache_inputs(const MieniProject *project, const char *subject,
                                       char out_content[STUDIO_PICTURE_HASH])
{
    g_autofree char *path = note_path(project, subject);
    g_autofree char *text = NULL;
    out_content[0] = '\0';
    if (!g_file_get_contents(path, &text, NULL, NULL))
        return NULL;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GPtrArray *inputs = g_ptr_array_new_with_free_func(g_free);
    for (int i = 1; lines[0] != NULL && lines[i] != NULL; ++i)
        if (lines[i][0] != '\0')
            g_ptr_array_add(inputs, g_strdup(lines[i]));
    if (inputs->len > 0)
        studio_picture_cache_hash(project, inputs, out_content);
    if (inputs->len > 0 && strcmp(lines[0], out_content) == 0)
        return inputs;
    out_content[0] = '\0';
    g_ptr_array_unref(inputs);
    return NULL;
}

/// Writes a file of the cache. One that cannot be written is drawn again another time.
static void write_cached(const char *path, const void *bytes, gsize size)
{
    g_autofree char *folder = g_path_get_dirname(path);
    g_mkdir_with_parents(folder, 0700);
    g_file_set_contents_full(path, bytes, (gssize)size, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL);
}

void studio_picture_cache_note(const MieniProject *project, const char *subject, GPtrArray *inputs)
{
    char content[STUDIO_PICTURE_HASH];
    g_autofree char *path = note_path(project, subject);
    studio_picture_cache_hash(project, inputs, content);
    g_autoptr(GString) text = g_string_new(content);
    for (guint i = 0; i < inputs->len; ++i) {
        if (strchr(inputs->pdata[i], '\n') != NULL) // a line cannot hold it
            return;
        g_string_append_printf(text, "\n%s", (const char *)inputs->pdata[i]);
    }
    write_cached(path, text->str, text->len);
}

GdkTexture *studio_picture_cache_find(const char *content, const char *key, int pixels)
{
    g_autofree char *path = picture_path(content, key);
    char *bytes = NULL;
    gsize size = 0;
    if (!g_file_get_contents(path, &bytes, &size, NULL))
        return NULL;
    g_autoptr(GBytes) given = g_bytes_new_take(bytes, size);
    GdkTexture *texture = gdk_texture_new_from_bytes(given, NULL);
    if (texture != NULL &&
        (gdk_texture_get_width(texture) != pixels || gdk_texture_get_height(texture) != pixels))
        g_clear_object(&texture);
    if (texture == NULL)
        g_unlink(path);
    else
        utime(path, NULL); // what was used last goes last
    return texture;
}

typedef struct CachedFile {
    char *path;
    gint64 time, size;
} CachedFile;

static int compare_files(const void *a, const void *b)
{
    const CachedFile *one = a, *other = b;
    return (one->time > other->time) - (one->time < other->time);
}

static void clear_file(void *file) { g_free(((CachedFile *)file)->path); }

/// Deletes what was not used longest, down to nine tenths of the budget.
static void sweep(const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    g_autoptr(GArray) files = g_array_new(FALSE, FALSE, sizeof(CachedFile));
    g_array_set_clear_func(files, clear_file);
    gint64 sum = 0;
    for (const char *name = dir != NULL ? g_dir_read_name(dir) : NULL; name != NULL;
         name = g_dir_read_name(dir)) {
        GStatBuf about;
        CachedFile file = {.path = g_build_filename(folder, name, NULL)};
        if (g_stat(file.path, &about) == 0) {
            file.time = (gint64)about.st_mtime;
            file.size = (gint64)about.st_size;
        }
        sum += file.size;
        g_array_append_val(files, file);
    }
    if (sum <= BUDGET)
        return;
    g_array_sort(files, compare_files);
    for (guint i = 0; i < files->len && sum > BUDGET / 10 * 9; ++i) {
        const CachedFile *file = &g_array_index(files, CachedFile, i);
        sum -= file->size;
        g_unlink(file->path);
    }
}

void studio_picture_cache_keep(const char *content, const char *key, GdkTexture *texture)
{
    static gint kept; // of all windows; they share the folder
    g_autofree char *path = picture_path(content, key);
    g_autoptr(GBytes) bytes = gdk_texture_save_to_png_bytes(texture);
    if (bytes == NULL)
        return;
    write_cached(path, g_bytes_get_data(bytes, NULL), g_bytes_get_size(bytes));
    if (g_atomic_int_add(&kept, 1) % SWEEP_EVERY == 0) {
        g_autofree char *folder = g_path_get_dirname(path);
        sweep(folder);
    }
}
