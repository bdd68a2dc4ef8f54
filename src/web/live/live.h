// SPDX-License-Identifier: MIT
//
// The module for live faces: mien_live behind flat functions, which live.mjs names.
//
// Ownership  What *_new and calibrate give is destroyed by its own function, faces before the receiver
//            that they follow.
// Errors     As in web/web.h.

#pragma once

#include "web/web.h"

#include "mien_live/face.h"
#include "mien_live/receiver.h"

typedef struct WebFace WebFace;
typedef struct WebReceiver WebReceiver;

/// A face, and which source of a receiver it follows.
struct WebFace {
    MienLiveFace *face;
    float *values;
    WebReceiver *receiver; ///< NULL: only what the page adds.
    WebFace *next;         ///< Of those that follow the receiver.
    int source;            ///< Of the receiver; -1 until one is followed.
    char wanted[MIEN_LIVE_MAX_SOURCE +
                1]; ///< Id or name of the source to follow; empty: the first that sends.
};

/// A receiver, the last frame of each of its sources, and the faces that follow it.
struct WebReceiver {
    MienLiveReceiver *receiver;
    MienLiveFrame **last; ///< Per source; NULL before the first.
    WebFace *faces;
    uint8_t *buffer; ///< For messages of the page.
    size_t room;
    double now;
};

/// Time never goes back, whatever the page says.
double web_receiver_time(WebReceiver *receiver, double now);
/// Publishes what waits for datagrams that do not come.
void web_receiver_poll(WebReceiver *receiver, double now);

/// Names that follow each other, each with its zero, as a list; free it. NULL without memory.
const char **web_names(const char *names, int count);
