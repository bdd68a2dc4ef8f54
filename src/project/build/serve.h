// SPDX-License-Identifier: MIT
//
// The protocol between a build and its workers: one line per request, so that workers may be
// separate processes. Requests:
//
//   cook ASSET
//   shard MOST LIST        ends after MOST failures, unless that is 0; after the list, the members to
//                          cook may follow, with a tab before each
//
// A response is lines of JSON, the last of which has "end":
//
//   {"changed": true, "cached": false, "kept": false, "refused": false, "file": "takes/a.csv"}
//   {"warning": {"file": "…", "message": "…"}}
//   {"error": {"file": "…", "location": "…", "line": 12, "column": 0, "message": "…", "status": "…", "write":
//   false}}
//   {"note": "step 1 …"}     the note about the pack, see notes.h
//   {"untried": 12}          members of a shard after the last failure
//   {"end": true}

#pragma once

#include "base/text_out.h"
#include "project/files/hmac.h"
#include "project/project.h"

typedef struct MieniServeOptions {
    const char *cache;                ///< Folder of cooked clips, or NULL.
    const MieniHmacKey *cache_key;    ///< That its entries are signed by, or NULL.
    bool (*is_cancelled)(void *user); ///< Or NULL.
    /// Takes lines of the answer.
    void (*answer)(void *user, const char *lines, size_t size);
    void *user;
} MieniServeOptions;

/// Does what one line asks for, and answers.
void mieni_serve_request(const MieniProject *project, const char *request, const MieniServeOptions *options);
