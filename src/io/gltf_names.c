// SPDX-License-Identifier: MIT
//
// Names of a glTF file made names of Mien.

#include "io/gltf_names.h"

#include "core/utf8.h"

#include <stdio.h>
#include <string.h>

/// A taken name, and the next number to try for others that want it.
struct MieniGltfNameSlot {
    const char *name; ///< NULL: free.
    int next;
};

enum { SUFFIX_ROOM = 12 }; ///< "-2147483647" and a zero.

static uint32_t hash_of(const char *name)
{
    uint32_t hash = 2166136261u; // FNV-1a
    for (; *name != '\0'; ++name)
        hash = (hash ^ (uint8_t)*name) * 16777619u;
    return hash;
}

/// Where a name is, or would be.
static MieniGltfNameSlot *find(const MieniGltfNames *names, const char *name)
{
    uint32_t at = hash_of(name) & (uint32_t)(names->room - 1);
    while (names->slots[at].name != NULL && strcmp(names->slots[at].name, name) != 0)
        at = (at + 1) & (uint32_t)(names->room - 1);
    return &names->slots[at];
}

static bool grow(MieniGltfNames *names)
{
    if (2 * names->count < names->room)
        return true;
    MieniGltfNames larger = *names;
    larger.room = names->room > 0 ? 2 * names->room : 64;
    larger.slots = mieni_arena_take(names->arena, (size_t)larger.room, sizeof *larger.slots);
    if (larger.slots == NULL)
        return false;
    for (int i = 0; i < names->room; ++i)
        if (names->slots[i].name != NULL)
            *find(&larger, names->slots[i].name) = names->slots[i];
    *names = larger;
    return true;
}

/// The name without what no name has; returns its length.
static size_t clean(const char *wanted, char out[MIEN_MAX_NAME + 1])
{
    size_t size = 0, end = 0; // end: after the last character that is not white
    const size_t length = strlen(wanted);
    for (size_t at = 0, taken = 1; at < length; at += taken) {
        const int32_t character = mieni_utf8_decode(wanted + at, length - at, &taken);
        if (character < 0) {
            taken = 1;
            continue;
        }
        if (character < 0x20 || (character >= 0x7F && character <= 0x9F))
            continue;
        // A character that is no name alone may only stand inside one.
        const bool is_white = !mieni_name_is_valid(wanted + at, taken, NULL);
        if (is_white && size == 0)
            continue;
        if (size + taken > MIEN_MAX_NAME)
            break;
        memcpy(out + size, wanted + at, taken);
        size += taken;
        end = is_white ? end : size;
    }
    out[end] = '\0';
    return end;
}

/// The first so many bytes of a name at most, without half a character or a blank at the end.
static void cut(char *name, size_t most)
{
    char whole[MIEN_MAX_NAME + 1];
    if (strlen(name) <= most)
        return;
    while (((unsigned char)name[most] & 0xC0) == 0x80)
        --most;
    name[most] = '\0';
    memcpy(whole, name, most + 1);
    clean(whole, name);
}

const char *mieni_gltf_name(MieniGltfNames *names, const char *wanted, const char *word, int number)
{
    char name[MIEN_MAX_NAME + SUFFIX_ROOM + 1];
    if (!grow(names))
        return NULL;
    if (wanted == NULL || clean(wanted, name) == 0)
        snprintf(name, sizeof name, "%.200s_%d", word, number);
    MieniGltfNameSlot *slot = find(names, name);
    if (slot->name != NULL) {
        MieniGltfNameSlot *const first = slot;
        cut(name, MIEN_MAX_NAME - SUFFIX_ROOM);
        const size_t size = strlen(name);
        while (slot->name != NULL) {
            first->next = first->next < 2 ? 2 : first->next + 1;
            snprintf(name + size, SUFFIX_ROOM, "-%d", first->next);
            slot = find(names, name);
        }
    }
    char *kept = mieni_arena_text(names->arena, name, strlen(name));
    if (kept == NULL)
        return NULL;
    names->renamed_count += wanted == NULL || strcmp(kept, wanted) != 0;
    *slot = (MieniGltfNameSlot){.name = kept};
    ++names->count;
    return kept;
}
