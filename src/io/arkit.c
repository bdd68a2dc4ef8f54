// SPDX-License-Identifier: MIT
//
// The curves of ARKit face capture. The names are those of the vocabularies: blend
// shapes as Apple spells them, rotations as Live Link Face does, because Apple has no
// names for them.

#include "io/arkit.h"

#include "mien_author/vocabulary.h"

static const char *const *names_of(const char *vocabulary)
{
    return mien_author_vocabulary_info(mien_author_vocabulary_find(vocabulary)).names;
}

const char *mieni_arkit_name(int curve)
{
    return names_of(curve < MIENI_ARKIT_SHAPES ? "arkit" : "livelink")[curve];
}

int mieni_arkit_find(MieniSpan name)
{
    // Both have the same names in the same order, but for case and the rotations.
    const char *const *names = names_of("livelink");
    for (int i = 0; i < MIENI_ARKIT_CURVES; ++i)
        if (mieni_span_is(name, names[i]))
            return i;
    return -1;
}
