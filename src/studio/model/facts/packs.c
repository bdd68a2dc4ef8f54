// SPDX-License-Identifier: MIT
//
// A cache of packs.

#include "studio/model/facts/packs.h"

#include "core/internal.h"

#include <stdlib.h>
#include <string.h>

static const size_t DEFAULT_BUDGET = (size_t)256 << 20;

static uint64_t mix(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; ++i)
        hash = (hash ^ at[i]) * 1099511628211u;
    return hash;
}

/// How much of a text others than its own pack depend on. Of a skeleton that is all but its
/// table of curves, as in builds; it stands last in the canonical form.
static size_t counted_size(const char *path, const char *bytes, size_t size)
{
    const char *table =
        mieni_asset_kind_of_path(path) == MIENI_ASSET_SKELETON ? strstr(bytes, "\n  \"curves\": [") : NULL;
    return table != NULL ? (size_t)(table - bytes) : size;
}

/// What a file of a project is now, as a number, for the pack of another one.
static uint64_t state_of(const MieniProject *project, const char *path, const char *of)
{
    const uint64_t start = 14695981039346656037u;
    const char *bytes;
    size_t size;
    StudioStamp stamp;
    const MieniOverlaid overlaid = project->overlay != NULL
                                       ? project->overlay->find(project->overlay->user, path, &bytes, &size)
                                       : MIENI_OVERLAID_NOT;
    if (overlaid == MIENI_OVERLAID_THERE)
        return mix(start, bytes, strcmp(path, of) != 0 ? counted_size(path, bytes, size) : size);
    if (overlaid == MIENI_OVERLAID_GONE)
        return 0;
    studio_stamp_take(project->root, path, &stamp);
    const uint64_t numbers[] = {
        stamp.is_there, (uint64_t)stamp.size, (uint64_t)stamp.seconds, (uint64_t)stamp.nanoseconds,
        stamp.device,   stamp.inode};
    return mix(start, numbers, sizeof numbers);
}

static void release_pack(StudioPack *pack)
{
    for (int i = 0; i < pack->input_count; ++i)
        free(pack->inputs[i].path);
    free(pack->inputs);
    free(pack->path);
    free(pack->member);
    free(pack->data);
}

static void remove_pack(StudioPacks *packs, int index)
{
    packs->size -= packs->items[index].size;
    release_pack(&packs->items[index]);
    packs->items[index] = packs->items[--packs->count];
}

static bool is_same(const char *a, const char *b)
{
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static bool is_current(const StudioPack *pack, const MieniProject *project)
{
    for (int i = 0; i < pack->input_count; ++i)
        if (state_of(project, pack->inputs[i].path, pack->path) != pack->inputs[i].state)
            return false;
    return true;
}

static bool find(void *user, const MieniProject *project, const char *path, const char *member,
                 MienAuthorPack *out_pack)
{
    StudioPacks *packs = user;
    for (int i = 0; i < packs->count; ++i) {
        StudioPack *pack = &packs->items[i];
        if (strcmp(pack->path, path) != 0 || !is_same(pack->member, member) || !is_current(pack, project))
            continue;
        uint8_t *copy = mieni_allocate(NULL, pack->size, 64);
        if (copy == NULL)
            return false; // cooking will report it
        memcpy(copy, pack->data, pack->size);
        *out_pack = (MienAuthorPack){.data = copy, .size = pack->size};
        pack->used = ++packs->clock;
        ++packs->found_count;
        return true;
    }
    return false;
}

static char *copy_text(const char *text)
{
    const size_t size = text != NULL ? strlen(text) + 1 : 0;
    char *copy = text != NULL ? malloc(size) : NULL;
    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

/// A whole entry; false if out of memory: then there is none.
static bool make_pack(StudioPack *out_pack, const MieniProject *project, const char *path, const char *member,
                      const MieniInputs *inputs, const MienAuthorPack *pack)
{
    *out_pack = (StudioPack){.path = copy_text(path),
                             .member = copy_text(member),
                             .inputs = calloc((size_t)inputs->count + 1, sizeof *out_pack->inputs),
                             .data = malloc(pack->size + 1),
                             .size = pack->size};
    bool is_whole = out_pack->path != NULL && (member == NULL || out_pack->member != NULL) &&
                    out_pack->inputs != NULL && out_pack->data != NULL;
    for (int i = 0; i < inputs->count && is_whole; ++i) {
        StudioPackInput *input = &out_pack->inputs[out_pack->input_count++];
        *input = (StudioPackInput){copy_text(inputs->items[i].path),
                                   state_of(project, inputs->items[i].path, path)};
        is_whole = input->path != NULL;
    }
    if (is_whole)
        memcpy(out_pack->data, pack->data, pack->size);
    else
        release_pack(out_pack);
    return is_whole;
}

static void keep(void *user, const MieniProject *project, const char *path, const char *member,
                 const MieniInputs *inputs, const MienAuthorPack *pack)
{
    StudioPacks *packs = user;
    StudioPack made;
    if (packs->count == packs->room) {
        const int room = packs->room > 0 ? 2 * packs->room : 32;
        StudioPack *items = realloc(packs->items, sizeof *items * (size_t)room);
        if (items == NULL)
            return; // it is cooked again next time
        packs->items = items;
        packs->room = room;
    }
    if (!make_pack(&made, project, path, member, inputs, pack))
        return;
    made.used = ++packs->clock;
    packs->items[packs->count++] = made;
    packs->size += made.size;
    while (packs->size > packs->budget && packs->count > 1) {
        int oldest = 0;
        for (int i = 1; i < packs->count; ++i)
            if (packs->items[i].used < packs->items[oldest].used)
                oldest = i;
        remove_pack(packs, oldest);
    }
}

MienStatus studio_packs_make(StudioPacks **out_packs, size_t budget)
{
    StudioPacks *packs = calloc(1, sizeof *packs);
    *out_packs = packs;
    if (packs == NULL)
        return MIEN_ERROR_MEMORY;
    packs->budget = budget > 0 ? budget : DEFAULT_BUDGET;
    packs->store = (MieniPackStore){packs, find, keep};
    return MIEN_OK;
}

void studio_packs_destroy(StudioPacks *packs)
{
    if (packs == NULL)
        return;
    while (packs->count > 0)
        remove_pack(packs, packs->count - 1);
    free(packs->items);
    free(packs);
}
