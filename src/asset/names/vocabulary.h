// SPDX-License-Identifier: MIT
//
// Which vocabulary names are of.

#pragma once

/// Id of the built-in vocabulary that has most of count names, of several the first; NULL if none
/// has any.
const char *mieni_vocabulary_of(const char *const *names, int count);
