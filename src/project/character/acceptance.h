// SPDX-License-Identifier: MIT
//
// Acceptance tests of a character: its poses by the names that ARKit has for them, and the limits of the
// project.

#pragma once

#include "mien_accept/accept.h"
#include "project/character/character.h"

/// A face ready for mien_accept_run and mien_accept_draw. Zeroed if it could not be opened.
typedef struct MieniAcceptance {
    MienAcceptDesc desc;
    float limits[MIEN_ACCEPT_TESTS];
    MieniArena arena; ///< Private.
} MieniAcceptance;

/// Prepares a character that is bound and outlives the acceptance.
MienStatus mieni_acceptance_open(const MieniCharacter *character, MieniAcceptance *out_acceptance,
                                 MieniProblem *problem);
void mieni_acceptance_close(MieniAcceptance *acceptance);
