// SPDX-License-Identifier: MIT
//
// Faces behind flat functions: frames of a receiver or of the page in, values of curves out.

#include "web/live/live.h"

#include <stdlib.h>
#include <string.h>

const char **web_names(const char *names, int count)
{
    const char **list = calloc((size_t)count + 1, sizeof *list);
    for (int i = 0; list != NULL && i < count; ++i) {
        list[i] = names;
        names += strlen(names) + 1;
    }
    return list;
}

/// ARKit's shapes, for the curves of a face for which the page names none.
WEB_EXPORT(shape_count) int web_shape_count(void) { return MIEN_LIVE_ARKIT_COUNT; }
WEB_EXPORT(shape_name) const char *web_shape_name(int i) { return mien_live_arkit_name(i); }

WEB_EXPORT(face_destroy) void web_face_destroy(WebFace *face)
{
    if (face == NULL)
        return;
    for (WebFace **at = face->receiver != NULL ? &face->receiver->faces : NULL; at != NULL && *at != NULL;
         at = &(*at)->next)
        if (*at == face) {
            *at = face->next;
            break;
        }
    mien_live_face_destroy(face->face);
    free(face->values);
    free(face);
}

static WebFace *fill(WebFace *face, const MienLiveFaceDesc *desc)
{
    if (face == NULL || desc->curves == NULL ||
        (face->values = calloc((size_t)desc->curve_count + 1, sizeof *face->values)) == NULL) {
        web_refuse(MIEN_ERROR_MEMORY, "The page has no more memory for a face.");
    } else if (mien_live_face_create(desc, &face->face, &web_error) == MIEN_OK) {
        return face;
    }
    web_face_destroy(face);
    return NULL;
}

/// A face of curves. names: one after the other, each with its zero. receiver: what it follows, or 0, and
/// there the source of this id or name, "": the first that sends. Times as in MienLiveFaceDesc.
WEB_EXPORT(face_new)
WebFace *web_face_new(const char *names, int count, WebReceiver *receiver, const char *source, float delay,
                      float hold, float fade, float rejoin, int is_raw)
{
    const char **curves = web_names(names, count);
    const MienLiveFaceDesc desc = {.curves = curves,
                                   .curve_count = count,
                                   .filter = {.is_off = is_raw != 0},
                                   .delay = delay,
                                   .hold = hold,
                                   .fade = fade,
                                   .rejoin = rejoin};
    WebFace *face = fill(calloc(1, sizeof *face), &desc);
    free(curves);
    if (face == NULL)
        return NULL;
    face->source = -1;
    strncpy(face->wanted, source, sizeof face->wanted - 1);
    if (receiver != NULL) {
        face->receiver = receiver;
        face->next = receiver->faces;
        receiver->faces = face;
    }
    return face;
}

/// 0: none, as before the first call.
WEB_EXPORT(face_calibrate) int web_face_calibrate(WebFace *face, const MienLiveCalibration *calibration)
{
    return mien_live_face_set_calibration(face->face, 0, calibration, &web_error) == MIEN_OK;
}

/// The values of all curves at a time, which never goes back.
WEB_EXPORT(face_sample) const float *web_face_sample(WebFace *face, double now)
{
    if (face->receiver != NULL) {
        web_receiver_poll(face->receiver, now);
        now = web_receiver_time(face->receiver, now);
    }
    mien_live_face_sample(face->face, now, face->values);
    return face->values;
}

// What the page itself knows, such as the scores of a tracker in the page: begin, set each, add.

static MienLiveFrame own;

WEB_EXPORT(own_begin) void web_own_begin(void) { mien_live_frame_clear(&own, MIEN_LIVE_UNKNOWN); }
/// Shapes by any spelling, and HeadYaw and so on; 0 if it is none that a frame can have.
WEB_EXPORT(own_set) int web_own_set(const char *name, float value)
{
    return mien_live_frame_set_curve(&own, name, value);
}
/// time: of the sender's clock, negative: none. Returns MienLiveAdded.
WEB_EXPORT(face_add) int web_face_add(WebFace *face, int has_face, double time, double now)
{
    own.has_face = has_face != 0;
    own.has_time = time >= 0;
    own.time = time;
    if (face->receiver != NULL)
        now = web_receiver_time(face->receiver, now);
    return (int)mien_live_face_add(face->face, 0, &own, now);
}

// What came

static MienLiveSourceState state_of(const WebFace *face) { return mien_live_face_source(face->face, 0); }
WEB_EXPORT(face_source) int web_face_source(const WebFace *face) { return face->source; }
WEB_EXPORT(face_frames) int web_face_frames(const WebFace *face) { return state_of(face).frame_count; }
WEB_EXPORT(face_bound) int web_face_bound(const WebFace *face) { return state_of(face).bound_count; }
WEB_EXPORT(face_unbound) int web_face_unbound(const WebFace *face) { return state_of(face).unbound_count; }
WEB_EXPORT(face_rate) float web_face_rate(const WebFace *face) { return state_of(face).rate; }
WEB_EXPORT(face_last) double web_face_last(const WebFace *face) { return state_of(face).last_face; }
