// SPDX-License-Identifier: MIT
//
// Takes: one per stack of an FBX file.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/fbx/takes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Shared {
    const char *property;
    int object;
} Shared;

static int compare_shared(const void *a, const void *b)
{
    const Shared *x = a, *y = b;
    const int names = strcmp(x->property, y->property);
    return names != 0 ? names : (x->object > y->object) - (x->object < y->object);
}

MienStatus mieni_fbx_find_shared(MieniFbxReader *reader)
{
    const MieniFbxScene *scene = &reader->scene;
    Shared *list = mieni_arena_take(reader->scratch, (size_t)scene->link_count, sizeof *list);
    const char **names = mieni_arena_take(reader->scratch, (size_t)scene->link_count, sizeof *names);
    if (list == NULL || names == NULL)
        return mieni_fbx_read_no_memory(reader);
    size_t count = 0;
    for (int i = 0; i < scene->link_count; ++i) {
        const MieniFbxLink *link = &scene->links[i];
        if (link->property != NULL && scene->objects[link->child].kind == MIENI_FBX_CURVE_NODE)
            list[count++] = (Shared){link->property, link->parent};
    }
    if (count > 0)
        qsort(list, count, sizeof *list, compare_shared);
    for (size_t i = 1; i < count; ++i) {
        if (strcmp(list[i].property, list[i - 1].property) != 0 || list[i].object == list[i - 1].object)
            continue;
        if (reader->shared_count == 0 || strcmp(names[reader->shared_count - 1], list[i].property) != 0)
            names[reader->shared_count++] = list[i].property;
    }
    reader->shared = names;
    return MIEN_OK;
}

bool mieni_fbx_is_shared(const MieniFbxReader *reader, const char *property)
{
    int low = 0, high = reader->shared_count;
    while (low < high) {
        const int middle = low + (high - low) / 2, order = strcmp(reader->shared[middle], property);
        if (order == 0)
            return true;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

static void note_start(const MieniFbxTake *take, const char *name)
{
    MienIoFbxReport *report = take->reader->report;
    const double frame = (double)take->start / mieni_fbx_frame(take);
    const long long first = (long long)(frame + (frame < 0.0 ? -0.5 : 0.5));
    if (first != 0 && report->note[0] == '\0')
        snprintf(report->note, sizeof report->note,
                 "The take %.60s begins at frame %lld of the file, which is frame 0 of the clip.", name,
                 first);
}

static MienStatus read_take(MieniFbxTake *take, const char *name)
{
    MieniFbxReader *reader = take->reader;
    MienAuthorClip *clip = take->clip;
    MienError error = {0};
    clip->rate = reader->options->rate > 0 ? reader->options->rate : reader->settings.rate;
    clip->rate_divisor = reader->options->rate > 0
                             ? (reader->options->rate_divisor > 0 ? reader->options->rate_divisor : 1)
                             : reader->settings.rate_divisor;
    MienStatus status = mieni_fbx_take_open(take);
    if (status != MIEN_OK)
        return status;
    clip->length = (double)(take->stop - take->start) / (double)MIENI_FBX_SECOND;
    note_start(take, name);
    status = mieni_fbx_take_tracks(take);
    if (status == MIEN_OK)
        status = mieni_fbx_take_curves(take);
    if (status != MIEN_OK)
        return status;
    status = mien_author_clip_check(clip, &error);
    return status == MIEN_OK
               ? MIEN_OK
               : mieni_fail(reader->error, status, error.message, "take %.40s, %.50s", name, error.place);
}

MienStatus mieni_fbx_read_takes(MieniFbxReader *reader)
{
    const MieniFbxScene *scene = &reader->scene;
    size_t count = 0;
    for (int i = 0; i < scene->object_count; ++i)
        count += scene->objects[i].kind == MIENI_FBX_STACK;
    MienIoTake *takes = mieni_arena_take(reader->arena, count, sizeof *takes);
    MienAuthorClip *clips = mieni_arena_take(reader->arena, count, sizeof *clips);
    const char *given = reader->options->source != NULL ? reader->options->source : "";
    const char *source = mieni_arena_text(reader->arena, given, strlen(given));
    MieniFileNames names = {.arena = reader->arena};
    if (takes == NULL || clips == NULL || source == NULL)
        return mieni_fbx_read_no_memory(reader);
    MienStatus status = mieni_fbx_find_shared(reader);
    int made = 0;
    for (int i = 0; status == MIEN_OK && i < scene->object_count; ++i) {
        if (scene->objects[i].kind != MIENI_FBX_STACK)
            continue;
        MieniFbxTake take = {.reader = reader,
                             .stack = i,
                             .temp = {.allocator = reader->scratch->allocator},
                             .clip = &clips[made]};
        char fallback[32];
        snprintf(fallback, sizeof fallback, "take_%d", made);
        takes[made] = (MienIoTake){mieni_file_names_add(&names, scene->objects[i].name, fallback, made),
                                   &clips[made], MIEN_IO_TAKE_MOTION};
        clips[made].source = source;
        status =
            takes[made].name != NULL ? read_take(&take, takes[made].name) : mieni_fbx_read_no_memory(reader);
        mieni_arena_release(&take.temp);
        ++made;
        if (status == MIEN_OK)
            status = mieni_fbx_progress(reader, 0.7 + 0.3 * (double)made / (double)count);
    }
    reader->report->renamed_count += names.renamed_count;
    reader->source->take_count = made;
    reader->source->takes = takes;
    return status;
}
