// SPDX-License-Identifier: MIT
//
// Transfers of poses that were made before, valid while all their inputs are unchanged. The editor reads a
// pose asset many times after an edit: for the viewport, lint, thumbnails and each command.
//
// Threads  Any number at a time.

#pragma once

#include "project/project.h"

typedef struct StudioTransfers StudioTransfers;

StudioTransfers *studio_transfers_create(void);            ///< NULL if out of memory.
void studio_transfers_destroy(StudioTransfers *transfers); ///< May be NULL.
/// For MieniProject; NULL for NULL.
const MieniTransferStore *studio_transfers_store(const StudioTransfers *transfers);
/// How often transferring was saved, and how often it was not.
void studio_transfers_count(StudioTransfers *transfers, int *out_found, int *out_made);
