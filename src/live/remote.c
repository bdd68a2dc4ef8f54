// SPDX-License-Identifier: MIT
//
// Remote control of the Live Link Face app, over OSC.

#include "mien_live/live.h"

#include "core/internal.h"
#include "live/osc.h"

static MienStatus end(const MieniOscWriter *osc, size_t *out_size, MienError *error)
{
    *out_size = osc->is_full ? 0 : osc->size;
    return osc->is_full ? mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(),
                                     "The datagram does not fit into %zu bytes.", osc->capacity)
                        : MIEN_OK;
}

MienStatus mien_live_link_face_record_start(const char *slate, int take, void *out_bytes, size_t capacity,
                                            size_t *out_size, MienError *error)
{
    MieniOscWriter osc = mieni_osc_begin(out_bytes, capacity, false);
    mieni_osc_message(&osc, "/RecordStart", "si");
    mieni_osc_text(&osc, slate);
    mieni_osc_int(&osc, take);
    return end(&osc, out_size, error);
}

MienStatus mien_live_link_face_record_stop(void *out_bytes, size_t capacity, size_t *out_size,
                                           MienError *error)
{
    MieniOscWriter osc = mieni_osc_begin(out_bytes, capacity, false);
    mieni_osc_message(&osc, "/RecordStop", "");
    return end(&osc, out_size, error);
}
