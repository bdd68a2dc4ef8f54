// SPDX-License-Identifier: MIT
//
// Trees of FBX files for tests: every form there is, and a file held while a test
// looks at it.

#pragma once

#include "support/fbx/files.h"

static const FbxMaker forms[] = {
    {.version = 7400},
    {.version = 7500},
    {.version = 7700, .is_big_endian = true},
    {.version = 7400, .is_big_endian = true},
    {.version = 6100},
    {.version = 7400, .is_text = true},
    {.version = 6100, .is_text = true},
};
enum { FORMS = sizeof forms / sizeof forms[0] };

/// A file that was read, for as long as a test looks at it.
typedef struct Opened {
    MieniArena arena;
    MieniFbxFile file;
    MienStatus status;
    MienError error;
} Opened;

static inline void open_bytes(Opened *opened, const void *bytes, size_t size)
{
    *opened = (Opened){.arena = {.allocator = NULL}};
    opened->status = mieni_fbx_parse(bytes, size, &opened->arena, NULL, &opened->file, &opened->error);
}

static inline const MieniFbxNode *open_text(Opened *opened, const char *text)
{
    open_bytes(opened, text, strlen(text));
    if (opened->status != MIEN_OK)
        printf("%s: %s\n", opened->error.location, opened->error.message);
    CHECK_STATUS(opened->status, MIEN_OK);
    return &opened->file.root;
}

static inline void close_file(Opened *opened) { mieni_arena_release(&opened->arena); }
