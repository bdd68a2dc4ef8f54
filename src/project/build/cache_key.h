// SPDX-License-Identifier: MIT
//
// The key by which a user's entries of the cache are signed.

#pragma once

#include "project/files/files.h"
#include "project/files/hmac.h"

enum { MIENI_CACHE_KEY_LEAST = 32, MIENI_CACHE_KEY_MOST = 4096 }; ///< Bytes of a key file.

/// Reads the key from the file that the environment names by MIEN_CACHE_KEY_FILE, or
/// the user's settings by cache_key_file. *out_has_key is
/// false if it names none: the cache is then trusted. A relative path, or a file that
/// cannot be read or is too short, is a problem. Nothing in a project can change the key.
MienStatus mieni_cache_key(MieniHmacKey *out_key, bool *out_has_key, MieniProblem *problem);
