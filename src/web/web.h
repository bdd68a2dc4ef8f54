// SPDX-License-Identifier: MIT
//
// The WebAssembly module: libmien behind flat functions of numbers and addresses, which
// mien.mjs gives names that JavaScript likes. Nothing is imported; memory is the module's.
//
// Ownership  What load, bundle_member and actor_new give is destroyed by its own function,
//            actors before what they were made of.
// Errors     What fails returns 0; error_status, error_location and error_message say why.

#pragma once

#include "mien/mien.h"

#define WEB_EXPORT(name) __attribute__((export_name(#name), used))

/// Of the last call that failed.
extern MienError web_error;

/// Remembers an error that has no place in a file.
void *web_refuse(MienStatus status, const char *message);

/// Memory on a 64-byte boundary; NULL without any.
void *web_reserve(size_t size);
