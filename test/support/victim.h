// SPDX-License-Identifier: MIT
//
// Texts from anyone: whole, and damaged in every way that all readers must stand.
// What is read must be sound, what is not a sound refusal.

#pragma once

#include "support/check.h"

#include "sample/random.h"

#include <stdarg.h>

/// Text that grows.
typedef struct Text {
    char *bytes;
    size_t size, room;
} Text;

/// Adds at most 511 bytes.
static inline void text_add(Text *text, const char *format, ...)
{
    if (text->room - text->size < 512) {
        text->room = 2 * text->room + 4096;
        text->bytes = realloc(text->bytes, text->room);
        if (text->bytes == NULL)
            abort();
    }
    va_list arguments;
    va_start(arguments, format);
    text->size += (size_t)vsnprintf(text->bytes + text->size, 512, format, arguments);
    va_end(arguments);
}

static inline void text_free(Text *text)
{
    free(text->bytes);
    *text = (Text){0};
}

/// A copy of this very size, so that sanitizers see its end; free it.
static inline char *exact_copy(const void *bytes, size_t size)
{
    char *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL)
        abort();
    if (size > 0)
        memcpy(copy, bytes, size);
    return copy;
}

/// Checks what an error says, and that it says part of a sentence.
static inline void check_error(const MienError *error, MienStatus status, const char *place, const char *part)
{
    CHECK_STATUS(error->status, status);
    CHECK_STR(error->location, place);
    if (strstr(error->message, part) == NULL)
        CHECK_STR(error->message, part);
    CHECK(strlen(error->message) < sizeof error->message - 1); // not cut
}

/// What is wrong with a refusal, or NULL. out is what the reader gave; its places begin
/// with such a word.
static inline const char *judge_refusal(MienStatus status, const MienError *error, const void *out,
                                        const char *word)
{
    return out != NULL || error->status != status || error->location[0] == '\0' ||
                   strncmp(error->location, word, strlen(word)) != 0 || error->message[0] == '\0'
               ? "refused without status, place, message or NULL"
               : NULL;
}

/// Reads bytes in one of a reader's ways; returns what is wrong with the result, or
/// NULL if that is sound.
typedef const char *(*Judge)(const void *bytes, size_t size, int way, MienStatus *out_status);

/// A text under attack, in every one of its ways.
typedef struct Victim {
    const char *name, *text;
    size_t size;
    Judge judge;
    int ways;
    const char *others; ///< Characters to put in place of each.
    int read_count, refused_count;
} Victim;

/// Reads the bytes in every way. The place is for the person who looks for it.
static inline void victim_try(Victim *v, const char *bytes, size_t size, int place)
{
    for (int way = 0; way < v->ways; ++way) {
        MienStatus status;
        const char *fault = v->judge(bytes, size, way, &status);
        if (fault != NULL)
            printf("%s, place %d, way %d: %s\n", v->name, place, way, fault);
        CHECK(fault == NULL);
        ++*(status == MIEN_OK ? &v->read_count : &v->refused_count);
    }
}

/// Ends an attack. Some texts must have been refused, and if is_some_read others read.
static inline void victim_close(Victim *v, const char *attack, bool is_some_read)
{
    printf("%s, %s: %d read, %d refused\n", v->name, attack, v->read_count, v->refused_count);
    CHECK(v->refused_count > 0);
    CHECK(v->read_count > 0 || !is_some_read);
    v->read_count = v->refused_count = 0;
}

static inline void victim_cut(Victim *v, char *text)
{
    for (size_t size = 0; size < v->size; ++size)
        victim_try(v, text, size, (int)size);
    victim_close(v, "cut", false);
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
    victim_close(v, "changed", true);
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
    victim_close(v, "lost and doubled", true);
}

static inline void victim_shuffle(Victim *v, char *text)
{
    uint64_t random = 4711;
    const int size = (int)v->size;
    for (int round = 0; round < 4000; ++round) {
        memcpy(text, v->text, v->size);
        for (int edits = 1 + round % 4; edits > 0; --edits) {
            const int from = mien_random_index(&random, size), to = mien_random_index(&random, size);
            text[to] = v->text[from]; // what occurs in such texts gets further than noise
        }
        const bool is_cut = mien_random_index(&random, 8) == 0;
        victim_try(v, text, (size_t)(is_cut ? mien_random_index(&random, size + 1) : size), round);
    }
    victim_close(v, "random", true);
}

/// Cut at every byte, every byte changed, lost and doubled, several at random.
static inline void victim_attack(Victim *v)
{
    MienStatus status;
    CHECK(v->judge(v->text, v->size, 0, &status) == NULL);
    CHECK_STATUS(status, MIEN_OK);
    char *text = malloc(v->size + 2);
    if (text == NULL)
        abort();
    memcpy(text, v->text, v->size);
    victim_cut(v, text);
    victim_change(v, text);
    victim_lose(v, text);
    victim_shuffle(v, text);
    free(text);
}

/// A text that is one thing over and over, after a head that gets it going.
static inline void victim_repeat(Victim *v, const char *head, const char *filler)
{
    Text text = {0};
    text_add(&text, "%s", head);
    for (int i = 0; i < 3000; ++i)
        text_add(&text, "%s", filler);
    victim_try(v, text.bytes, text.size, 0);
    text_free(&text);
}
