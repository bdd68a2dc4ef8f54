// SPDX-License-Identifier: MIT
//
// Paths: joined, matched and listed. Projects can have a million of them, so this code avoids
// formatting and sorting.

#include "project/files/files.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool mieni_path_put(char out[MIENI_PATH_ROOM], size_t *used, const char *text, size_t size)
{
    if (size >= MIENI_PATH_ROOM - *used)
        return false;
    memcpy(out + *used, text, size);
    *used += size;
    out[*used] = '\0';
    return true;
}

bool mieni_path_join(char out[MIENI_PATH_ROOM], const char *a, const char *b)
{
    const bool is_alone = a[0] == '\0' || strcmp(a, ".") == 0;
    size_t used = 0;
    return (is_alone || (mieni_path_put(out, &used, a, strlen(a)) && mieni_path_put(out, &used, "/", 1))) &&
           mieni_path_put(out, &used, b, strlen(b));
}

enum { MOST_WORDS = MIENI_PATH_ROOM / 64 + 1 };

/// A pattern as places between which a path's characters lead, a bit each. A star is a place
/// that characters lead back to and that may be left at any time; "**/" is one of those, which
/// "/" leaves, and that may be passed by where a part of the path begins.
typedef struct Places {
    int count, words;
    uint64_t steps[256][MOST_WORDS]; ///< By character: places that it leads on from.
    uint64_t stars[MOST_WORDS], deep[MOST_WORDS], folders[MOST_WORDS];
} Places;

static void put_bit(uint64_t *bits, int place) { bits[place / 64] |= (uint64_t)1 << place % 64; }

/// Whether this is "**/"; "****/" says no more.
static bool is_folders(const char *pattern)
{
    const size_t stars = strspn(pattern, "*");
    return stars > 0 && stars % 2 == 0 && pattern[stars] == '/';
}

/// Reads a pattern; false if it is too long.
static bool read_pattern(const char *pattern, Places *places)
{
    const size_t size = strlen(pattern);
    if (size >= MIENI_PATH_ROOM - 2)
        return false;
    places->count = 0;
    places->words = (int)(size / 64) + 1;
    const size_t used = sizeof(uint64_t) * (size_t)places->words;
    for (int c = 0; c < 256; ++c)
        memset(places->steps[c], 0, used);
    memset(places->stars, 0, used);
    memset(places->deep, 0, used);
    memset(places->folders, 0, used);
    while (*pattern != '\0') {
        const int place = places->count++;
        const size_t stars = strspn(pattern, "*");
        if (is_folders(pattern)) {
            put_bit(places->folders, place);
            put_bit(places->deep, place);
            put_bit(places->steps['/'], place);
            while (is_folders(pattern)) // again is no more
                pattern += strspn(pattern, "*") + 1;
        } else if (stars > 0) {
            put_bit(places->stars, place);
            if (stars > 1)
                put_bit(places->deep, place);
            pattern += stars;
        } else if (*pattern == '?') {
            for (int c = 1; c < 256; ++c)
                if (c != '/')
                    put_bit(places->steps[c], place);
            ++pattern;
        } else {
            put_bit(places->steps[(unsigned char)*pattern++], place);
        }
    }
    return true;
}

/// Adds what comes after the chosen ones of the places that were reached.
static void pass_by(uint64_t *reached, const uint64_t *chosen, int words)
{
    uint64_t carry = 0;
    for (int w = 0; w < words; ++w) {
        const uint64_t left = reached[w] & chosen[w];
        reached[w] |= left << 1 | carry;
        carry = left >> 63;
    }
}

/// All places that the path so far can have led to at once: time grows with the length of the
/// path and a 64th of that of the pattern, whatever they are.
static bool matches(const char *pattern, const char *path, bool is_part_start)
{
    Places places;
    uint64_t reached[MOST_WORDS] = {1};
    if (!read_pattern(pattern, &places))
        return false;
    for (;; ++path) {
        if (is_part_start)
            pass_by(reached, places.folders, places.words);
        pass_by(reached, places.stars, places.words);
        if (*path == '\0')
            return (reached[places.count / 64] >> places.count % 64 & 1) != 0;
        const uint64_t *step = places.steps[(unsigned char)*path], *stay = places.deep;
        uint64_t carry = 0, any = 0;
        is_part_start = *path == '/';
        for (int w = 0; w < places.words; ++w) {
            const uint64_t next = reached[w] & step[w];
            const uint64_t back = reached[w] & (is_part_start ? stay[w] : stay[w] | places.stars[w]);
            reached[w] = next << 1 | carry | back;
            carry = next >> 63;
            any |= reached[w];
        }
        if (any == 0)
            return false;
    }
}

bool mieni_path_matches(const char *pattern, const char *path)
{
    // What is before the first star decides for nearly all paths, and for the rest of
    // "takes/**/*.csv", which is how most clips are named, the ending does.
    const size_t plain = strcspn(pattern, "*?");
    if (strncmp(pattern, path, plain) != 0)
        return false;
    const bool is_part_start = plain == 0 || pattern[plain - 1] == '/';
    pattern += plain;
    path += plain;
    if (is_part_start && strncmp(pattern, "**/*", 4) == 0 && strpbrk(pattern + 4, "*?/") == NULL) {
        const size_t size = strlen(path), ending = strlen(pattern + 4);
        return size >= ending && strcmp(path + size - ending, pattern + 4) == 0 &&
               memchr(path + size - ending, '/', ending) == NULL;
    }
    return matches(pattern, path, is_part_start);
}

bool mieni_paths_add(MieniPaths *paths, const char *path)
{
    if (paths->count == paths->room) {
        const int room = paths->room > 0 ? 2 * paths->room : 64;
        char **items = realloc(paths->items, sizeof *items * (size_t)room);
        if (items == NULL)
            return false;
        paths->items = items;
        paths->room = room;
    }
    const size_t size = strlen(path) + 1;
    char *copy = malloc(size);
    if (copy == NULL)
        return false;
    memcpy(copy, path, size);
    paths->items[paths->count++] = copy;
    return true;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/// A path and the eight bytes of it that are compared first, as a number.
typedef struct Keyed {
    uint64_t key;
    char *path;
} Keyed;

static bool is_before(const Keyed *one, const Keyed *other)
{
    return one->key != other->key ? one->key < other->key : strcmp(one->path, other->path) < 0;
}

/// Sorts by merging, with as much room beside. The standard sort takes three times as long, as it
/// knows neither what it moves nor how that is compared.
static void sort_keyed(Keyed *all, Keyed *beside, int count)
{
    if (count < 2)
        return;
    const int half = count / 2;
    sort_keyed(all, beside, half);
    sort_keyed(all + half, beside, count - half);
    memcpy(beside, all, sizeof *all * (size_t)half);
    for (int i = 0, one = 0, other = half; one < half; ++i)
        all[i] = other < count && is_before(&all[other], &beside[one]) ? all[other++] : beside[one++];
}

/// How many bytes all paths begin with in common.
static size_t common_size(const MieniPaths *paths)
{
    size_t size = strlen(paths->items[0]);
    for (int i = 1; i < paths->count; ++i)
        if (strncmp(paths->items[0], paths->items[i], size) != 0)
            for (size = 0; paths->items[0][size] == paths->items[i][size];)
                ++size;
    return size;
}

/// Files of one folder begin alike, so that comparing them as they are takes long; where they
/// begin to differ, a number nearly always decides. False without memory.
static bool sort_by_keys(MieniPaths *paths)
{
    Keyed *all = malloc(sizeof *all * (size_t)paths->count * 3 / 2);
    if (all == NULL)
        return false;
    const size_t common = common_size(paths);
    for (int i = 0; i < paths->count; ++i) {
        const char *at = paths->items[i] + common;
        uint64_t key = 0;
        for (int byte = 0; byte < 8; ++byte) {
            key = key << 8 | (unsigned char)*at;
            at += *at != '\0';
        }
        all[i] = (Keyed){key, paths->items[i]};
    }
    sort_keyed(all, all + paths->count, paths->count);
    for (int i = 0; i < paths->count; ++i)
        paths->items[i] = all[i].path;
    free(all);
    return true;
}

void mieni_paths_sort(MieniPaths *paths)
{
    bool is_sorted = true;
    for (int i = 1; i < paths->count && is_sorted; ++i)
        is_sorted = strcmp(paths->items[i - 1], paths->items[i]) < 0;
    if (is_sorted)
        return;
    if (!sort_by_keys(paths))
        qsort(paths->items, (size_t)paths->count, sizeof *paths->items, compare_paths);
    int kept = 1;
    for (int i = 1; i < paths->count; ++i) {
        if (strcmp(paths->items[kept - 1], paths->items[i]) == 0)
            free(paths->items[i]);
        else
            paths->items[kept++] = paths->items[i];
    }
    paths->count = kept;
}

bool mieni_paths_has(const MieniPaths *paths, const char *path)
{
    return paths->count > 0 &&
           bsearch(&path, paths->items, (size_t)paths->count, sizeof *paths->items, compare_paths) != NULL;
}

void mieni_paths_release(MieniPaths *paths)
{
    for (int i = 0; i < paths->count; ++i)
        free(paths->items[i]);
    free(paths->items);
    *paths = (MieniPaths){0};
}

/// Mixes a number thoroughly: one bit of it changes half of the result's.
static uint64_t mix(uint64_t mixed)
{
    mixed = (mixed ^ mixed >> 33) * 0xff51afd7ed558ccdu;
    mixed = (mixed ^ mixed >> 33) * 0xc4ceb9fe1a85ec53u;
    return mixed ^ mixed >> 33;
}

static uint64_t mix_path(uint64_t mixed, const char *path, size_t size)
{
    for (uint64_t word; size > 0; path += sizeof word) { // eight bytes at a time; the last ones with zeros
        const size_t used = size < sizeof word ? size : sizeof word;
        word = 0;
        memcpy(&word, path, used);
        mixed = (mixed ^ word) * 0x9e3779b97f4a7c15u;
        mixed ^= mixed >> 29;
        size -= used;
    }
    return mix(mixed);
}

void mieni_path_sum_add(MieniPathSum *sum, const char *path, size_t size)
{
    sum->sum += mix_path(size, path, size);
    sum->count++;
}

void mieni_path_sum_add_file(MieniPathSum *sum, const char *path, MieniFileStamp stamp)
{
    const size_t length = strlen(path);
    sum->sum += mix_path(mix(stamp + length), path, length);
    sum->count++;
}

void mieni_path_sum_join(MieniPathSum *sum, const MieniPathSum *other)
{
    sum->sum += other->sum;
    sum->count += other->count;
}

bool mieni_path_sum_equal(const MieniPathSum *a, const MieniPathSum *b)
{
    return a->sum == b->sum && a->count == b->count;
}
