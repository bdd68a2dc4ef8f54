// SPDX-License-Identifier: MIT
//
// Removes from captures what names a person, a device or a network: ids, names, addresses, dates and notes.
// Frames keep their values and times, and sources stay apart.
//
// Ids become 00000000-0000-4000-8000-000000000001 and so on, names "Actor 1", addresses 2001:db8::1, by the
// order in which they come. Only parts of a datagram that this library reads are kept; a datagram that
// cannot be read is dropped.
//
// Ownership A scrubbed record refers to memory of the scrubber, until the next one.
// Memory    Grows by the number of names, at most MIEN_LIVE_SCRUB_NAMES.
// Threads   Use a scrubber from one thread at a time.
// Errors    Input is untrusted.

#pragma once

#include "mien_live/capture.h"

#ifdef __cplusplus
extern "C" {
#endif

#define MIEN_LIVE_SCRUB_NAMES 65535 ///< Different ids, names, addresses or ports of a capture.

typedef struct MienLiveScrubber MienLiveScrubber;

/// Creates a scrubber for one capture. On failure *out_scrubber is NULL.
MIEN_API MienStatus mien_live_scrubber_create(const MienAllocator *allocator, MienLiveScrubber **out_scrubber,
                                              MienError *error);
MIEN_API void mien_live_scrubber_destroy(MienLiveScrubber *scrubber); ///< Accepts NULL.
/// Scrubs the next record. *out_is_kept is false if it is dropped: a note, a record of another kind, or a
/// datagram that cannot be read. The arrival stays; the date becomes the time since the first record.
/// Fails with MIEN_ERROR_LIMIT if there are too many names.
MIEN_API MienStatus mien_live_scrubber_run(MienLiveScrubber *scrubber, const MienLiveRecord *record,
                                           MienLiveRecord *out_record, bool *out_is_kept, MienError *error);

#ifdef __cplusplus
}
#endif
