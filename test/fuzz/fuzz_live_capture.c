// SPDX-License-Identifier: MIT
//
// Fuzzes captures of live data, and the faces that their datagrams drive: curves must stay numbers.

#include "mien_live/capture.h"
#include "mien_live/face.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void found(const char *fault)
{
    fprintf(stderr, "found: %s\n", fault);
    abort();
}

static void drive(MienLiveFace *face, const MienLiveRecord *record)
{
    static MienLiveFrame frame;
    const double arrival = (double)(record->arrival % 100000000000u) * 1e-9;
    float values[3];
    if (mien_live_link_face_read(record->bytes, record->size, &frame, NULL) == MIEN_OK)
        mien_live_face_add(face, record->port & 1, &frame, arrival);
    mien_live_face_sample(face, arrival, values);
    for (int c = 0; c < 3; ++c)
        if (!(values[c] >= -2000 && values[c] <= 2000))
            found("a curve is not a number, or beyond what was sent");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const curves[] = {"jawOpen", "eyeBlinkLeft", "HeadYaw"};
    MienLiveFace *face = NULL;
    const MienLiveFaceDesc desc = {
        .curves = curves, .curve_count = 3, .source_count = 2, .delay = size % 2 ? 0.05f : 0};
    if (mien_live_face_create(&desc, &face, NULL) != MIEN_OK)
        return 0;
    mien_live_face_set_writer(face, 1, 1);
    MienLiveRecord record;
    size_t offset = 0;
    bool has_record = true;
    while (mien_live_capture_read(data, size, &offset, &record, &has_record, NULL) == MIEN_OK && has_record) {
        if (offset > size)
            found("a record ends behind the file");
        drive(face, &record);
    }
    mien_live_face_destroy(face);
    return 0;
}
