// SPDX-License-Identifier: MIT
//
// Thumbnails drawn in this session, by their inputs.

#include "studio/panels/thumbnails/private.h"

static const gsize MOST_BYTES = (gsize)64 << 20;

typedef struct Kept {
    GdkTexture *texture;
    guint64 used;
} Kept;

struct StudioTextures {
    GHashTable *kept;     ///< From content and key to Kept.
    GHashTable *failures; ///< Content and key of what cannot be drawn; a set.
    gsize bytes;
    guint64 clock;
};

static void free_kept(void *given)
{
    Kept *kept = given;
    g_object_unref(kept->texture);
    g_free(kept);
}

StudioTextures *studio_textures_new(void)
{
    StudioTextures *textures = g_new0(StudioTextures, 1);
    textures->kept = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_kept);
    textures->failures = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    return textures;
}

void studio_textures_free(StudioTextures *textures)
{
    g_hash_table_unref(textures->kept);
    g_hash_table_unref(textures->failures);
    g_free(textures);
}

static char *name_of(const char *content, const char *key) { return g_strconcat(content, " ", key, NULL); }

static gsize size_of(GdkTexture *texture)
{
    return (gsize)gdk_texture_get_width(texture) * (gsize)gdk_texture_get_height(texture) * 4;
}

/// Lets go of the half that was used longest ago; widgets hold what they show.
static void shed(StudioTextures *textures)
{
    GHashTableIter each;
    void *given;
    const guint64 middle = textures->clock - g_hash_table_size(textures->kept) / 2;
    g_hash_table_iter_init(&each, textures->kept);
    while (g_hash_table_iter_next(&each, NULL, &given)) {
        const Kept *kept = given;
        if (kept->used >= middle)
            continue;
        textures->bytes -= size_of(kept->texture);
        g_hash_table_iter_remove(&each);
    }
}

void studio_textures_keep(StudioTextures *textures, const char *content, const char *key, GdkTexture *texture)
{
    g_autofree char *name = name_of(content, key);
    const Kept *before = g_hash_table_lookup(textures->kept, name);
    if (texture == NULL) {
        g_hash_table_add(textures->failures, g_steal_pointer(&name));
        return;
    }
    if (before != NULL)
        textures->bytes -= size_of(before->texture);
    Kept *kept = g_new0(Kept, 1);
    *kept = (Kept){g_object_ref(texture), ++textures->clock};
    g_hash_table_replace(textures->kept, g_steal_pointer(&name), kept);
    textures->bytes += size_of(texture);
    if (textures->bytes > MOST_BYTES)
        shed(textures);
}

GdkTexture *studio_textures_find(StudioTextures *textures, const char *content, const char *key)
{
    g_autofree char *name = name_of(content, key);
    Kept *kept = content[0] != '\0' ? g_hash_table_lookup(textures->kept, name) : NULL;
    if (kept == NULL)
        return NULL;
    kept->used = ++textures->clock;
    return kept->texture;
}

char *studio_look_name(const StudioLook *look) { return g_strdup_printf("%d %s", look->pixels, look->hash); }

static const char LOOK[] = "look"; ///< In place of the hash of inputs.

void studio_textures_keep_look(StudioTextures *textures, const StudioLook *look, GdkTexture *texture)
{
    g_autofree char *name = studio_look_name(look);
    if (texture != NULL && look->hash[0] != '\0')
        studio_textures_keep(textures, LOOK, name, texture);
}

GdkTexture *studio_textures_find_look(StudioTextures *textures, const StudioLook *look)
{
    g_autofree char *name = studio_look_name(look);
    return look->hash[0] != '\0' ? studio_textures_find(textures, LOOK, name) : NULL;
}

GHashTable *studio_textures_looks(const StudioTextures *textures)
{
    GHashTable *looks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GHashTableIter each;
    void *name;
    g_hash_table_iter_init(&each, textures->kept);
    while (g_hash_table_iter_next(&each, &name, NULL))
        if (g_str_has_prefix(name, LOOK))
            g_hash_table_add(looks, g_strdup((const char *)name + sizeof LOOK)); // behind the blank
    return looks;
}

bool studio_textures_has_failed(const StudioTextures *textures, const char *content, const char *key)
{
    g_autofree char *name = name_of(content, key);
    return content[0] != '\0' && g_hash_table_contains(textures->failures, name);
}
