// SPDX-License-Identifier: MIT
//
// Structs that own what they point at. The owner stands before the struct, so that
// those who read the struct see nothing of it.

#include "base/owned.h"

#include "core/internal.h"

#include <string.h>

typedef struct Owner {
    _Alignas(64) MieniArena arena; // what follows an owner is aligned as it is
    MienAllocator allocator;
    size_t size; ///< Of the owner and the struct.
} Owner;

static Owner *owner_of(void *owned) { return (Owner *)owned - 1; }

void *mieni_owned_create(size_t size, const MienAllocator *allocator)
{
    Owner *owner = mieni_allocate(allocator, sizeof *owner + size, _Alignof(Owner));
    if (owner == NULL)
        return NULL;
    memset(owner, 0, sizeof *owner + size);
    owner->size = sizeof *owner + size;
    if (allocator != NULL) {
        owner->allocator = *allocator;
        owner->arena.allocator = &owner->allocator;
    }
    return owner + 1;
}

void *mieni_owned_create_within(size_t size, MieniBudget *budget)
{
    void *owned = mieni_owned_create(size, budget->from);
    if (owned != NULL)
        mieni_owned_arena(owned)->allocator = &budget->allocator;
    return owned;
}

void mieni_owned_leave_budget(void *owned)
{
    Owner *owner = owner_of(owned);
    owner->arena.allocator = owner->allocator.allocate != NULL ? &owner->allocator : NULL;
}

MieniArena *mieni_owned_arena(void *owned) { return &owner_of(owned)->arena; }

void mieni_owned_destroy(void *owned)
{
    if (owned == NULL)
        return;
    Owner *owner = owner_of(owned);
    const MienAllocator allocator = owner->allocator; // outlives the block that it stands in
    const bool is_given = allocator.allocate != NULL;
    mieni_arena_release(&owner->arena);
    mieni_free(is_given ? &allocator : NULL, owner, owner->size, _Alignof(Owner));
}
