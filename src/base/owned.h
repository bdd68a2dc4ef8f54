// SPDX-License-Identifier: MIT
//
// Structs that own what they point at: made empty, filled from an arena of their own,
// freed at once.

#pragma once

#include "base/arena.h"
#include "base/budget.h"

/// A zeroed struct of size bytes, or NULL without memory. The allocator's struct is
/// copied.
void *mieni_owned_create(size_t size, const MienAllocator *allocator);
/// The same, whose arena keeps to a budget until it leaves it, which it must before the
/// budget ends; what it holds is freed where the budget has it from.
void *mieni_owned_create_within(size_t size, MieniBudget *budget);
void mieni_owned_leave_budget(void *owned);
/// Where everything that a created struct points at is taken from.
MieniArena *mieni_owned_arena(void *owned);
/// Frees a created struct and its arena. NULL is fine.
void mieni_owned_destroy(void *owned);
