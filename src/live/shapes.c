// SPDX-License-Identifier: MIT

#include "live/frames.h"

#include "mien_author/vocabulary.h"

#include <stdint.h>
#include <string.h>

/// The places of the shapes in ARKit's order, sorted by name without case.
static const uint8_t sorted[MIEN_LIVE_ARKIT_COUNT] = {
    41, 42, 43, 44, 45, 46, 47, 48, 0,  7,  1,  8,  2,  9,  3,  10, 4,  11, 5,  12, 6,  13, 14, 15, 17, 16,
    18, 27, 28, 25, 26, 19, 21, 37, 38, 35, 36, 20, 22, 31, 32, 33, 34, 23, 24, 29, 30, 39, 40, 49, 50, 51,
};

const char *const *mieni_live_shape_names(void)
{
    return mien_author_vocabulary_info(mien_author_vocabulary_find("arkit")).names;
}

const char *mien_live_arkit_name(int index)
{
    return index >= 0 && index < MIEN_LIVE_ARKIT_COUNT ? mieni_live_shape_names()[index] : "";
}

static int lower(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : (unsigned char)c; }

/// Compares a name and the side that follows it with a shape, without case.
static int compare(const char *name, size_t size, const char *side, const char *shape)
{
    for (size_t i = 0; i < size; ++i) {
        const int difference = lower(name[i]) - lower(shape[i]);
        if (difference != 0 || shape[i] == '\0')
            return difference != 0 ? difference : 1;
    }
    shape += size;
    while (*side != '\0' && lower(*side) == lower(*shape))
        ++side, ++shape;
    return lower(*side) - lower(*shape);
}

int mieni_live_find_shape(const char *name, size_t size)
{
    const char *const *names = mieni_live_shape_names(), *side = "";
    int low = 0, high = MIEN_LIVE_ARKIT_COUNT;
    if (size > 2 && name[size - 2] == '_' && (name[size - 1] == 'L' || name[size - 1] == 'R')) {
        side = name[size - 1] == 'L' ? "Left" : "Right";
        size -= 2;
    }
    while (low < high) {
        const int middle = (low + high) / 2;
        const int difference = compare(name, size, side, names[sorted[middle]]);
        if (difference == 0)
            return sorted[middle];
        if (difference < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return -1;
}

int mien_live_arkit_find(const char *name) { return mieni_live_find_shape(name, strlen(name)); }
