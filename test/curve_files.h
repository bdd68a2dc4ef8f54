// SPDX-License-Identifier: MIT
//
// Files of curves for tests: whole, and damaged in every way that all their
// readers must stand. What is read must be a sound clip, what is not a sound
// refusal.

#pragma once

#include "ledger.h"
#include "live_link_takes.h"

#include "sample/random.h"

/// A reader under test; way chooses among its options.
typedef MienStatus (*ReadCurves)(const void *bytes, size_t size, int way, const MienAllocator *allocator,
                                 MienAuthorClip **out_clip, MienError *error);

/// Opens and reads a file, or NULL.
static inline MienAuthorClip *read_curve_file(const char *path, ReadCurves read, int way)
{
    MienFile *file = NULL;
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    if (mien_file_open(path, NULL, &file, &error) != MIEN_OK ||
        read(mien_file_data(file), mien_file_size(file), way, NULL, &clip, &error) != MIEN_OK)
        printf("%s, %s: %s\n", path, error.place, error.message);
    mien_file_close(file);
    CHECK(clip != NULL);
    if (clip != NULL)
        CHECK_STATUS(mien_author_clip_check(clip, NULL), MIEN_OK);
    return clip;
}

/// What is wrong with a clip that was read, or NULL.
static inline const char *judge_curves(const MienAuthorClip *clip)
{
    if (mien_author_clip_check(clip, NULL) != MIEN_OK)
        return "a clip that its own check refuses";
    if (clip->rate < 1 || clip->rate_divisor < 1 || clip->track_count != 0)
        return "a clip without a rate, or with tracks";
    for (int c = 0; c < clip->curve_count; ++c) {
        const MienAuthorClipCurve *curve = &clip->curves[c];
        for (int k = 0; k < curve->key_count; ++k)
            if (curve->keys[k].time < 0.0 || curve->keys[k].time > clip->length)
                return "a key outside the clip";
        for (int i = -1; c < 8 && i <= 5; ++i) {
            const float value = mien_author_curve_evaluate(curve, clip->length * i / 4.0);
            if (!(value >= -MIEN_MAX_CURVE && value <= MIEN_MAX_CURVE))
                return "a curve beyond all bounds";
        }
    }
    for (int e = 0; e < clip->event_count; ++e)
        if (clip->events[e].time < 0.0 || clip->events[e].time > clip->length)
            return "an event outside the clip";
    return NULL;
}

/// Reads bytes that may be anything; returns what is wrong with what came of it, or
/// NULL if that is sound.
static inline const char *judge_file(const void *bytes, size_t size, ReadCurves read, int way,
                                     MienStatus *out_status)
{
    MienAuthorClip other, *clip = &other; // not NULL, to see that it becomes so
    MienError error = {0};
    uint8_t *copy = malloc(size > 0 ? size : 1); // of this very size, for the sanitizers
    if (copy == NULL)
        abort();
    if (size > 0)
        memcpy(copy, bytes, size);
    *out_status = read(copy, size, way, NULL, &clip, &error);
    free(copy);
    if (*out_status != MIEN_OK)
        return clip != NULL || error.status != *out_status || error.place[0] == '\0' ||
                       error.message[0] == '\0'
                   ? "refused without status, place, message or NULL"
                   : NULL;
    const char *fault = judge_curves(clip);
    mien_author_clip_destroy(clip);
    return fault;
}

/// A file under attack, in every one of its ways.
typedef struct Victim {
    const char *name, *text;
    size_t size;
    ReadCurves read;
    int ways;
    const char *others; ///< Characters to put in place of each.
    int read_count, refused_count;
} Victim;

/// Reads the bytes in every way. The place is for the person who looks for it.
static inline void victim_try(Victim *v, const char *bytes, size_t size, int place)
{
    for (int way = 0; way < v->ways; ++way) {
        MienStatus status;
        const char *fault = judge_file(bytes, size, v->read, way, &status);
        if (fault != NULL)
            printf("%s, place %d, way %d: %s\n", v->name, place, way, fault);
        CHECK(fault == NULL);
        ++*(status == MIEN_OK ? &v->read_count : &v->refused_count);
    }
}

static inline void victim_close(Victim *v, const char *attack)
{
    printf("%s, %s: %d read, %d refused\n", v->name, attack, v->read_count, v->refused_count);
    CHECK(v->refused_count > 0);
    v->read_count = v->refused_count = 0;
}

static inline void victim_change(Victim *v, char *text)
{
    for (size_t i = 0; i < v->size; ++i) {
        for (size_t o = 0; o < strlen(v->others) + 1; ++o) { // with the closing zero
            text[i] = v->others[o];
            victim_try(v, text, v->size, (int)i);
        }
        for (int bit = 0; bit < 8; ++bit) {
            text[i] = (char)(v->text[i] ^ (char)(1 << bit));
            victim_try(v, text, v->size, (int)i);
        }
        text[i] = v->text[i];
    }
    victim_close(v, "changed");
}

static inline void victim_lose(Victim *v, char *text)
{
    for (size_t i = 0; i < v->size; ++i) {
        memcpy(text, v->text, i);
        memcpy(text + i, v->text + i + 1, v->size - 1 - i);
        victim_try(v, text, v->size - 1, (int)i);
        memcpy(text + i, v->text + i, 1);
        memcpy(text + i + 1, v->text + i, v->size - i);
        victim_try(v, text, v->size + 1, (int)i);
    }
    victim_close(v, "lost and doubled");
}

static inline void victim_shuffle(Victim *v, char *text)
{
    uint64_t random = 4711;
    for (int round = 0; round < 2000; ++round) {
        memcpy(text, v->text, v->size);
        for (int edits = 1 + round % 4; edits > 0; --edits) {
            const int from = mien_random_index(&random, (int)v->size);
            const int to = mien_random_index(&random, (int)v->size);
            text[to] = v->text[from]; // what occurs in such files gets further than noise
        }
        victim_try(v, text, v->size, round);
    }
    victim_close(v, "random");
}

/// Cut at every byte, every byte changed, lost and doubled, several at random.
static inline void victim_attack(Victim *v)
{
    MienStatus status;
    CHECK(judge_file(v->text, v->size, v->read, 0, &status) == NULL);
    CHECK_STATUS(status, MIEN_OK);
    char *text = malloc(2 * v->size + 2);
    if (text == NULL)
        abort();
    memcpy(text, v->text, v->size);
    for (size_t size = 0; size < v->size; ++size)
        victim_try(v, text, size, (int)size);
    victim_close(v, "cut");
    victim_change(v, text);
    victim_lose(v, text);
    victim_shuffle(v, text);
    free(text);
}

/// Files that are one thing over and over, after a head that gets them going.
static inline void victim_repeat(Victim *v, const char *head, const char *filler)
{
    Take take = {0};
    take_add(&take, "%s", head);
    for (int i = 0; i < 3000; ++i)
        take_add(&take, "%s", filler);
    victim_try(v, take.bytes, take.size, 0);
    take_free(&take);
}

/// Gives memory and counts its bytes.
static inline void *counting_allocate(void *user, size_t size, size_t alignment)
{
    *(size_t *)user += size;
    return mieni_allocate(NULL, size, alignment);
}

static inline void counting_free(void *user, void *memory, size_t size, size_t alignment)
{
    (void)user;
    mieni_free(NULL, memory, size, alignment);
}
