// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "render/closed.h"

#include "core/internal.h"

#include <string.h>

/// An edge between two places, and how much more often it is passed upwards than downwards.
typedef struct Edge {
    uint32_t from, to; ///< from < to; both 0: an empty slot.
    int balance;
} Edge;

static uint32_t mix(uint32_t a, uint32_t b)
{
    uint64_t x = ((uint64_t)a << 32 | b) * 0x9E3779B97F4A7C15u;
    x ^= x >> 29;
    x *= 0xBF58476D1CE4E5B9u;
    return (uint32_t)(x >> 32);
}

/// A power of two with room for count entries.
static size_t table_room(size_t count)
{
    size_t room = 64;
    while (room < count * 2)
        room *= 2;
    return room;
}

static uint32_t hash_place(MienVec3 p)
{
    uint32_t bits[3];
    const MienVec3 plain = {p.x + 0.0f, p.y + 0.0f, p.z + 0.0f}; // one zero
    memcpy(bits, &plain, sizeof bits);
    return mix(mix(bits[0], bits[1]), bits[2]);
}

/// Finds the first vertex at each vertex's place, which seams have several of.
static bool weld(MieniClosing *closing)
{
    const size_t room = table_room((size_t)closing->vertex_count);
    uint32_t *slots = mieni_allocate(closing->allocator, room * sizeof *slots, 16);
    if (slots == NULL)
        return false;
    memset(slots, 0xFF, room * sizeof *slots);
    for (uint32_t i = 0; i < (uint32_t)closing->vertex_count; ++i) {
        const MienVec3 p = closing->positions[i];
        size_t slot = hash_place(p) & (room - 1);
        for (; slots[slot] != UINT32_MAX; slot = (slot + 1) & (room - 1)) {
            const MienVec3 q = closing->positions[slots[slot]];
            if (p.x == q.x && p.y == q.y && p.z == q.z)
                break;
        }
        if (slots[slot] == UINT32_MAX)
            slots[slot] = i;
        closing->places[i] = slots[slot];
    }
    mieni_free(closing->allocator, slots, room * sizeof *slots, 16);
    return true;
}

static size_t block_size(int vertex_count)
{
    return (size_t)(vertex_count > 0 ? vertex_count : 1) *
           (2 * sizeof(uint32_t) + sizeof(double) + sizeof(bool));
}

bool mieni_closing_begin(MieniClosing *closing, const MienVec3 *positions, int vertex_count,
                         const MienAllocator *allocator)
{
    *closing = (MieniClosing){.allocator = allocator, .positions = positions, .vertex_count = vertex_count};
    const size_t count = (size_t)(vertex_count > 0 ? vertex_count : 1);
    closing->volumes = mieni_allocate(allocator, block_size(vertex_count), 16);
    if (closing->volumes == NULL)
        return false;
    closing->places = (uint32_t *)(closing->volumes + count);
    closing->parents = closing->places + count;
    closing->are_open = (bool *)(closing->parents + count);
    if (weld(closing))
        return true;
    mieni_closing_end(closing);
    return false;
}

void mieni_closing_end(MieniClosing *closing)
{
    if (closing->volumes != NULL)
        mieni_free(closing->allocator, closing->volumes, block_size(closing->vertex_count), 16);
    *closing = (MieniClosing){0};
}

static uint32_t root_of(uint32_t *parents, uint32_t vertex)
{
    while (parents[vertex] != vertex) {
        parents[vertex] = parents[parents[vertex]];
        vertex = parents[vertex];
    }
    return vertex;
}

static void pass_edge(Edge *edges, size_t room, uint32_t a, uint32_t b)
{
    const uint32_t from = a < b ? a : b, to = a < b ? b : a;
    size_t slot = mix(from, to) & (room - 1);
    while (edges[slot].to != 0 && (edges[slot].from != from || edges[slot].to != to))
        slot = (slot + 1) & (room - 1);
    edges[slot].from = from;
    edges[slot].to = to;
    edges[slot].balance += a < b ? 1 : -1;
}

static double volume_of(const MieniClosing *closing, const uint32_t corner[3])
{
    const MienVec3 *p = closing->positions;
    const MienVec3 a = p[corner[0]], b = p[corner[1]], c = p[corner[2]];
    return (double)a.x * ((double)b.y * (double)c.z - (double)b.z * (double)c.y) +
           (double)a.y * ((double)b.z * (double)c.x - (double)b.x * (double)c.z) +
           (double)a.z * ((double)b.x * (double)c.y - (double)b.y * (double)c.x);
}

/// Joins triangles to surfaces and measures these.
static void find_surfaces(MieniClosing *closing, const uint32_t *indices, int index_count, Edge *edges,
                          size_t room)
{
    uint32_t *parents = closing->parents;
    for (uint32_t i = 0; i < (uint32_t)closing->vertex_count; ++i) {
        parents[i] = i;
        closing->volumes[i] = 0;
        closing->are_open[i] = false;
    }
    for (int i = 0; i < index_count; i += 3) {
        const uint32_t corner[3] = {closing->places[indices[i]], closing->places[indices[i + 1]],
                                    closing->places[indices[i + 2]]};
        for (int c = 0; c < 3; ++c) {
            const uint32_t a = corner[c], b = corner[(c + 1) % 3];
            if (a == b) // of no area, at a pole
                continue;
            pass_edge(edges, room, a, b);
            parents[root_of(parents, a)] = root_of(parents, b);
        }
    }
    for (int i = 0; i < index_count; i += 3)
        closing->volumes[root_of(parents, closing->places[indices[i]])] += volume_of(closing, indices + i);
    for (size_t i = 0; i < room; ++i)
        if (edges[i].balance != 0)
            closing->are_open[root_of(parents, edges[i].to)] = true;
}

int mieni_closing_sort(MieniClosing *closing, uint32_t *indices, int index_count)
{
    if (index_count == 0)
        return 0;
    const size_t room = table_room((size_t)index_count), size = room * sizeof(Edge);
    const size_t rest_size = (size_t)index_count * sizeof(uint32_t);
    Edge *edges = mieni_allocate(closing->allocator, size, 16);
    uint32_t *rest = edges != NULL ? mieni_allocate(closing->allocator, rest_size, 16) : NULL;
    if (rest == NULL) {
        if (edges != NULL)
            mieni_free(closing->allocator, edges, size, 16);
        return -1;
    }
    memset(edges, 0, size);
    find_surfaces(closing, indices, index_count, edges, room);
    int closed = 0, open = 0;
    for (int i = 0; i < index_count; i += 3) {
        const uint32_t root = root_of(closing->parents, closing->places[indices[i]]);
        const bool is_closed = !closing->are_open[root] && closing->volumes[root] > 0;
        memmove(is_closed ? indices + closed : rest + open, indices + i, 3 * sizeof *indices);
        *(is_closed ? &closed : &open) += 3;
    }
    memcpy(indices + closed, rest, (size_t)open * sizeof *indices);
    mieni_free(closing->allocator, rest, rest_size, 16);
    mieni_free(closing->allocator, edges, size, 16);
    return closed;
}
