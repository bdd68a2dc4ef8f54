// SPDX-License-Identifier: MIT

#include "live/frames.h"

#include "mien_author/vocabulary.h"

#include <string.h>

static MienAuthorVocabularyInfo arkit(void)
{
    return mien_author_vocabulary_info(mien_author_vocabulary_find("arkit"));
}

const char *mien_live_arkit_name(int index)
{
    const MienAuthorVocabularyInfo shapes = arkit();
    return index >= 0 && index < shapes.name_count ? shapes.names[index] : "";
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/// Whether the name is this shape, whose last bytes may be a side that the name has as _L or _R.
static bool is_shape(const char *shape, const char *name, size_t size, const char *side)
{
    const size_t length = strlen(shape), side_length = strlen(side);
    if (length != size + side_length || memcmp(shape + size, side, side_length) != 0)
        return false;
    for (size_t i = 0; i < size; ++i) {
        if (lower(shape[i]) != lower(name[i]))
            return false;
    }
    return true;
}

int mieni_live_find_shape(const char *name, size_t size)
{
    const char *side = "";
    if (size > 2 && name[size - 2] == '_' && (name[size - 1] == 'L' || name[size - 1] == 'R')) {
        side = name[size - 1] == 'L' ? "Left" : "Right";
        size -= 2;
    }
    const MienAuthorVocabularyInfo shapes = arkit();
    for (int i = 0; i < shapes.name_count; ++i) {
        if (is_shape(shapes.names[i], name, size, side))
            return i;
    }
    return -1;
}

int mien_live_arkit_find(const char *name) { return mieni_live_find_shape(name, strlen(name)); }
