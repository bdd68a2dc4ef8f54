// SPDX-License-Identifier: MIT
//
// Messages of FMV3 that come in parts, in any order, some of them twice.

#include "live/fmv3_message.h"

#include "live/bytes.h"

#include <string.h>

#define FRAME_SECONDS  0.25 // Messages whose parts do not come within these are dropped.
#define SCHEMA_SECONDS 3.0

enum { PART_AT = 32, COMMON = 36 };

static void expire(MienLiveFmv3 *fmv3, double now)
{
    for (int s = 0; s < MIEN_LIVE_FMV3_SETS; ++s) {
        MienLiveFmv3Set *set = &fmv3->sets[s];
        const double most = set->header[4] == MIENI_FMV3_SCHEMA ? SCHEMA_SECONDS : FRAME_SECONDS;
        if (now - set->since >= most)
            set->is_used = false;
    }
}

void mieni_fmv3_forget_parts(MienLiveFmv3 *fmv3)
{
    for (int s = 0; s < MIEN_LIVE_FMV3_SETS; ++s)
        fmv3->sets[s].is_used = false;
}

/// Whether two parts are of one message: type, session, schema and sequence.
static bool is_same(const uint8_t *a, const uint8_t *b)
{
    return a[4] == b[4] && memcmp(a + 8, b + 8, 16) == 0;
}

/// The set of a message: the one it has, an empty one, or the oldest.
static MienLiveFmv3Set *find_set(MienLiveFmv3 *fmv3, const uint8_t *common, double now)
{
    MienLiveFmv3Set *best = NULL;
    for (int s = 0; s < MIEN_LIVE_FMV3_SETS; ++s) {
        MienLiveFmv3Set *set = &fmv3->sets[s];
        if (set->is_used && is_same(set->header, common))
            return set;
        if (best == NULL || (best->is_used && (!set->is_used || set->since < best->since)))
            best = set;
    }
    best->is_used = true;
    best->since = now;
    best->part_count = 0;
    best->size = 0;
    memcpy(best->header, common, COMMON);
    memset(best->lengths, 0, sizeof best->lengths);
    return best;
}

/// Adds a part; false if it contradicts what has come.
static bool add_part(MienLiveFmv3Set *set, const uint8_t *common, int part, uint32_t whole,
                     const uint8_t *bytes, size_t size)
{
    if (memcmp(set->header, common, COMMON) != 0 || size == 0)
        return false;
    if (set->lengths[part] > 0)
        return set->lengths[part] == size && memcmp(set->bytes + set->starts[part], bytes, size) == 0;
    if (size > whole - set->size)
        return false;
    memcpy(set->bytes + set->size, bytes, size);
    set->starts[part] = (uint16_t)set->size;
    set->lengths[part] = (uint16_t)size;
    set->size += size;
    set->part_count++;
    return true;
}

MieniFmv3Body mieni_fmv3_join(MienLiveFmv3 *fmv3, const MieniFmv3Header *header, const uint8_t *datagram,
                              size_t size, double now)
{
    const MieniFmv3Body none = {NULL, 0};
    const uint8_t *bytes = datagram + MIENI_FMV3_HEADER;
    size -= MIENI_FMV3_HEADER;
    if (header->parts == 1)
        return (MieniFmv3Body){bytes, size};
    uint8_t common[COMMON];
    memcpy(common, datagram, COMMON);
    memset(common + PART_AT, 0, 2);
    expire(fmv3, now);
    MienLiveFmv3Set *set = find_set(fmv3, common, now);
    if (!add_part(set, common, header->part, header->size, bytes, size)) {
        set->is_used = false;
        return none;
    }
    if (set->part_count < header->parts)
        return none;
    set->is_used = false;
    if (set->size != header->size)
        return none;
    size_t at = 0;
    for (int p = 0; p < header->parts; ++p) {
        memcpy(fmv3->joined + at, set->bytes + set->starts[p], set->lengths[p]);
        at += set->lengths[p];
    }
    return (MieniFmv3Body){fmv3->joined, at};
}
