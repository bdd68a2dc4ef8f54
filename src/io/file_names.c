// SPDX-License-Identifier: MIT
//
// Names from files that may hold any text. They are kept in a tree that branches where
// bits differ, whose depth no choice of names can raise above the bits of one name.

#include "io/file_names.h"

#include "core/utf8.h"

#include <stdio.h>
#include <string.h>

enum { NODES_AT_ONCE = 64, SUFFIX_ROOM = 12 };

/// A name and, except for the first one, a branch: bit is where the names below differ
/// first, counted from the first byte's highest. Bits grow on the way down; a link to
/// one that does not grow leads to a name.
struct MieniFileNameNode {
    const char *name;
    size_t length;
    int number;
    int next; ///< The least suffix that was not tried yet for this name, from 2.
    int bit;
    struct MieniFileNameNode *below[2];
};

/// Where a name begins and ends without the white space around it.
static void trim(const char **begin, const char **end)
{
    const char *why = NULL;
    size_t taken = 0;
    char edge[6] = "x";
    // What may not begin or end a name is what makes one wrong beside a letter.
    while (*begin < *end && mieni_utf8_decode(*begin, (size_t)(*end - *begin), &taken) >= 0) {
        memcpy(edge + 1, *begin, taken);
        if (mieni_name_is_valid(edge, taken + 1, &why))
            break;
        *begin += taken;
    }
    while (*begin < *end) {
        const char *last = *end - 1;
        while (last > *begin && ((unsigned char)*last & 0xC0) == 0x80)
            --last;
        taken = (size_t)(*end - last);
        if (taken > 4)
            break; // no UTF-8: the names that come of it end before
        memcpy(edge + 1, last, taken);
        if (mieni_name_is_valid(edge, taken + 1, &why))
            break;
        *end = last;
    }
}

bool mieni_file_name_clean(const char *text, char out[MIEN_MAX_NAME + 1])
{
    const size_t length = strlen(text);
    size_t used = 0;
    const char *begin = text, *end = text + length;
    trim(&begin, &end);
    for (size_t taken = 0; begin < end && used < MIEN_MAX_NAME; begin += taken) {
        const int32_t character = mieni_utf8_decode(begin, (size_t)(end - begin), &taken);
        if (character < 0 || used + taken > MIEN_MAX_NAME)
            break;
        if (character < 0x20 || (character >= 0x7F && character <= 0x9F))
            continue;
        memcpy(out + used, begin, taken);
        used += taken;
    }
    // Cutting and leaving out may have brought white space to the end.
    const char *from = out, *to = out + used;
    trim(&from, &to);
    used = (size_t)(to - from);
    memmove(out, from, used);
    out[used] = '\0';
    return used > 0;
}

static bool bit_of(const char *name, size_t length, int bit)
{
    const size_t byte = (size_t)bit >> 3;
    return byte < length && ((unsigned char)name[byte] >> (7 - (bit & 7)) & 1) != 0;
}

/// The only name of the tree that may be this one.
static MieniFileNameNode *closest(const MieniFileNames *names, const char *name, size_t length)
{
    MieniFileNameNode *node = names->root;
    for (int before = -1; node != NULL && node->bit > before;) {
        before = node->bit;
        node = node->below[bit_of(name, length, before)];
    }
    return node;
}

static MieniFileNameNode *find(const MieniFileNames *names, const char *name)
{
    const size_t length = strlen(name);
    MieniFileNameNode *node = closest(names, name, length);
    return node != NULL && node->length == length && memcmp(node->name, name, length) == 0 ? node : NULL;
}

int mieni_file_names_find(const MieniFileNames *names, const char *name)
{
    const MieniFileNameNode *node = find(names, name);
    return node != NULL ? node->number : -1;
}

static MieniFileNameNode *make(MieniFileNames *names, const char *name, size_t length, int number)
{
    if (names->free_count == 0) {
        names->free = mieni_arena_take(names->arena, NODES_AT_ONCE, sizeof *names->free);
        names->free_count = names->free != NULL ? NODES_AT_ONCE : 0;
    }
    const char *copy = mieni_arena_text(names->arena, name, length);
    if (names->free_count == 0 || copy == NULL)
        return NULL;
    MieniFileNameNode *node = names->free++;
    --names->free_count;
    *node = (MieniFileNameNode){.name = copy, .length = length, .number = number, .next = 2};
    return node;
}

/// The first bit in which two different names differ; names hold no zero bytes, so that
/// zeros may follow the shorter one.
static int difference(const MieniFileNameNode *a, const MieniFileNameNode *b)
{
    int bit = 0;
    while ((size_t)(bit >> 3) < a->length && (size_t)(bit >> 3) < b->length &&
           a->name[bit >> 3] == b->name[bit >> 3])
        bit += 8;
    while (bit_of(a->name, a->length, bit) == bit_of(b->name, b->length, bit))
        ++bit;
    return bit;
}

static const char *insert(MieniFileNames *names, MieniFileNameNode *node)
{
    if (names->root == NULL) {
        node->bit = -1; // the first name branches nowhere, so that every other one can be a branch
        names->root = node;
        return node->name;
    }
    const MieniFileNameNode *other = closest(names, node->name, node->length);
    node->bit = difference(node, other);
    MieniFileNameNode **at = &names->root;
    for (int before = -1; (*at)->bit > before && (*at)->bit < node->bit;) {
        before = (*at)->bit;
        at = &(*at)->below[bit_of(node->name, node->length, before)];
    }
    const bool side = bit_of(node->name, node->length, node->bit);
    node->below[side] = node;
    node->below[!side] = *at;
    *at = node;
    return node->name;
}

const char *mieni_file_names_put(MieniFileNames *names, const char *name, int number)
{
    MieniFileNameNode *node = make(names, name, strlen(name), number);
    return node != NULL ? insert(names, node) : NULL;
}

const char *mieni_file_names_add(MieniFileNames *names, const char *text, const char *fallback, int number)
{
    char clean[MIEN_MAX_NAME + 1], suffixed[MIEN_MAX_NAME + 1 + SUFFIX_ROOM];
    if (text == NULL || !mieni_file_name_clean(text, clean))
        memcpy(clean, fallback, strlen(fallback) + 1);
    memcpy(suffixed, clean, strlen(clean) + 1);
    MieniFileNameNode *base = find(names, clean);
    while (base != NULL && find(names, suffixed) != NULL) { // a suffix is never tried twice
        char suffix[SUFFIX_ROOM];
        const size_t size = (size_t)snprintf(suffix, sizeof suffix, "-%d", base->next++);
        size_t length = strlen(clean);
        while (length + size > MIEN_MAX_NAME || ((unsigned char)clean[length] & 0xC0) == 0x80)
            --length;
        memcpy(suffixed, clean, length);
        memcpy(suffixed + length, suffix, size + 1);
    }
    names->renamed_count += text == NULL || strcmp(text, suffixed) != 0;
    return mieni_file_names_put(names, suffixed, number);
}

const char *mieni_file_name(MieniFileNames *names, const char *wanted, const char *word, int number)
{
    char fallback[MIEN_MAX_NAME + 1];
    snprintf(fallback, sizeof fallback, "%.200s_%d", word, number);
    return mieni_file_names_add(names, wanted, fallback, number);
}
