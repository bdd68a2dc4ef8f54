// SPDX-License-Identifier: MIT
//
// Fuzzes reading point maps.

#define FUZZ_OWN_MUTATOR
#include "fuzz/fuzz.h"

#include "io/point_map.h"

/// Names are names, one per point, and numbers are within bounds.
static void check_points(const MieniMappedPoint *points, int count)
{
    for (int i = 0; i < count; ++i) {
        const MieniMappedPoint *point = &points[i];
        if (point->name[0] == '\0' || (point->bone != NULL && point->bone[0] == '\0'))
            fuzz_found("a name that is none");
        if (point->vertex > 999999999 || !(point->weight >= 0.0f && point->weight <= 1e6f) || point->line < 2)
            fuzz_found("a point beyond all bounds");
        if (i > 0 && point->line <= points[i - 1].line)
            fuzz_found("points that are not in the order of lines");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MieniArena arena = {0};
    const MieniMappedPoint *points = NULL;
    int count = 0;
    MienError error = {0};
    const MienStatus status = mieni_point_map_read(data, size, &arena, &points, &count, &error);
    if (status == MIEN_OK)
        check_points(points, count);
    else
        fuzz_check_refusal(status, &error, points);
    mieni_arena_release(&arena);
    return 0;
}
