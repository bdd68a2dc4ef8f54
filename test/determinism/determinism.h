// SPDX-License-Identifier: MIT
//
// What the parts of the determinism program share.

#pragma once

#include "core/sha256.h"
#include "mien/mien.h"

/// Sets the control word as a careless host would, and back. Only the library's calls
/// run so.
void enter_host(void);
void leave_host(void);
void hash_bones(MieniSha256 *sha, const MienTransform *bones, int count);

/// Graphs of all nodes, each for this many steps of a crowd, one by one and as a batch (graphs.c).
/// Returns how many characters were stepped.
long hash_graphs(MienIsa isa, long steps, uint64_t *random, MieniSha256 *sha);

/// The first heads of the sample cast (cast.c).
void hash_cast(int count, MieniSha256 *sha);

/// Solved curves (solve.c).
void hash_solve(uint64_t *random, MieniSha256 *sha);

/// Transferred poses (transfer.c).
void hash_transfer(MieniSha256 *sha);

/// Curves of a live face, from datagrams of several protocols (live.c).
void hash_live(MieniSha256 *sha);

/// Curves and events of life generators (life.c).
void hash_life(MieniSha256 *sha);
