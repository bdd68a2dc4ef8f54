// SPDX-License-Identifier: MIT
//
// The inputs of a result.

#include "project/build/inputs.h"

#include <stdlib.h>
#include <string.h>

static bool reserve(MieniInputs *inputs, int more)
{
    if (inputs->room - inputs->count >= more)
        return true;
    const int room = 2 * inputs->room + more + 7;
    MieniInputFile *items = realloc(inputs->items, sizeof *items * (size_t)room);
    if (items == NULL)
        return false;
    inputs->items = items;
    inputs->room = room;
    return true;
}

bool mieni_inputs_add(MieniInputs *inputs, const char *path, const void *bytes, size_t size,
                      MieniFileStamp stamp)
{
    if (!reserve(inputs, 1))
        return false;
    MieniInputFile *input = &inputs->items[inputs->count];
    *input = (MieniInputFile){.path = malloc(strlen(path) + 1), .size = (int64_t)size, .stamp = stamp};
    if (input->path == NULL)
        return false;
    memcpy(input->path, path, strlen(path) + 1);
    if (!inputs->has_no_hashes)
        input->hash = mieni_content_hash(bytes, size);
    inputs->count++;
    return true;
}

bool mieni_inputs_take(MieniInputs *inputs, MieniInputs *from)
{
    if (!reserve(inputs, from->count))
        return false;
    if (from->count > 0)
        memcpy(inputs->items + inputs->count, from->items, sizeof *from->items * (size_t)from->count);
    inputs->count += from->count;
    from->count = 0;
    mieni_inputs_release(from);
    return true;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(((const MieniInputFile *)a)->path, ((const MieniInputFile *)b)->path);
}

void mieni_inputs_sort(MieniInputs *inputs)
{
    int kept = 0;
    if (inputs->count > 0)
        qsort(inputs->items, (size_t)inputs->count, sizeof *inputs->items, compare_paths);
    for (int i = 0; i < inputs->count; ++i) {
        MieniInputFile *input = &inputs->items[i], *last = kept > 0 ? &inputs->items[kept - 1] : NULL;
        if (last == NULL || strcmp(last->path, input->path) != 0) {
            inputs->items[kept++] = *input;
            continue;
        }
        if (!mieni_content_hash_equal(&last->hash, &input->hash))
            last->hash.hex[0] = '\0';
        if (last->stamp == 0) // of one that was not looked at again
            last->stamp = input->stamp;
        else if (input->stamp != 0 && last->stamp != input->stamp)
            last->stamp = 0;
        free(input->path);
    }
    inputs->count = kept;
}

void mieni_inputs_release(MieniInputs *inputs)
{
    for (int i = 0; i < inputs->count; ++i)
        free(inputs->items[i].path);
    free(inputs->items);
    *inputs = (MieniInputs){0};
}
