// SPDX-License-Identifier: MIT
//
// What the steps of reading an FBX scene share: failing, progress, and a limit on work.

#include "core/float_rules.h"

#include "io/fbx/reading.h"

#include "core/internal.h"
#include "mien_io/fbx.h"

MienStatus mieni_fbx_read_no_memory(const MieniFbxReader *reader)
{
    return mieni_fail(reader->error, MIEN_ERROR_MEMORY, mieni_at("Objects"), "Out of memory.");
}

MienStatus mieni_fbx_progress(const MieniFbxReader *reader, double done)
{
    const MienIoFbxOptions *options = reader->options;
    if (options->progress == NULL ||
        options->progress(options->user, MIENI_FBX_PARSE_PART + (1.0 - MIENI_FBX_PARSE_PART) * done))
        return MIEN_OK;
    return mieni_fail(reader->error, MIEN_ERROR_CANCELLED, mieni_at("Objects"), "Reading was cancelled.");
}

MienStatus mieni_fbx_work(MieniFbxReader *reader, uint64_t numbers)
{
    static const uint64_t most = UINT64_C(1) << 33;
    reader->work += numbers < most ? numbers : most;
    if (reader->work <= most)
        return MIEN_OK;
    return mieni_fail(reader->error, MIEN_ERROR_LIMIT, mieni_at("Connections"),
                      "The file links the same arrays too often to be read.");
}
