// SPDX-License-Identifier: MIT
//
// How a document's tree is put together: what its reader and its builder share.

#pragma once

#include "base/json.h"

/// Zeroed bytes that live as long as the document, or NULL. alignment: 1 or 8.
void *mieni_json_take(MieniJsonDocument *document, size_t size, size_t alignment);
/// A string value around text that the document owns already.
MieniJson *mieni_json_string_of(MieniJsonDocument *document, const char *text);
/// Adds at the end, without looking whether the key is there; key is NULL for arrays
/// and belongs to the document. False without memory.
bool mieni_json_push(MieniJsonDocument *document, MieniJson *container, const char *key, MieniJson *item);
