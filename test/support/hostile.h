// SPDX-License-Identifier: MIT
//
// Damaging and forging packs of any kind. Every byte of a small pack is changed in
// several ways, and every field of header, section table and INFO is set to awkward
// values: once as it is, which must be refused, and once as if the hash had been
// recomputed, so that structure alone decides. What loads is run.
//
// Slow builds look at every n-th place only; MIEN_HOSTILE_STRIDE sets n.

#pragma once

#include "support/check.h"
#include "support/packs.h"
#include "support/random.h"

#if !defined(__has_feature)
#define __has_feature(feature) 0
#endif

static inline size_t stride(void)
{
    const char *given = getenv("MIEN_HOSTILE_STRIDE");
    if (given != NULL && atoi(given) > 0)
        return (size_t)atoi(given);
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
    return 16;
#elif defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
    return 6;
#elif defined(__wasm__)
    return 2;
#elif defined(__aarch64__)
    return 12; // under an emulator, mostly
#elif !defined(NDEBUG)
    return 16; // not optimised, or counting lines
#else
    return 1;
#endif
}

typedef struct Subject Subject;

/// Loads bytes and runs the result; returns the status. Reports what is wrong with either
/// by complaining about a place.
typedef MienStatus (*SubjectLoad)(Subject *s, const Pack *pack, const MienLoadOptions *options, size_t place);

/// One pack under attack.
struct Subject {
    const char *name;
    Pack pack; ///< Changed and restored in place.
    SubjectLoad load;
    void *user; ///< What load needs besides.
    int64_t tried, refused, loaded;
    int complaints;
};

static inline void complain(Subject *s, const char *what, size_t place)
{
    if (s->complaints++ < 10)
        printf("%s, byte %zu: %s\n", s->name, place, what);
}

static inline bool refusal_is_sound(MienStatus status, const MienError *error, const void *out)
{
    return status != MIEN_OK && out == NULL && error->status == status && error->message[0] != '\0';
}

/// Counts a load; true if it went well and the result is to be run. A refusal needs a
/// status, a sentence, and NULL instead of a result.
static inline bool subject_count(Subject *s, MienStatus status, const MienError *error, const void *out,
                                 size_t place)
{
    ++s->tried;
    if (status == MIEN_OK) {
        ++s->loaded;
        return true;
    }
    ++s->refused;
    if (!refusal_is_sound(status, error, out))
        complain(s, "refused without status, message or NULL", place);
    return false;
}

/// A changed pack, as it is and as if it had been sealed. Every so often it
/// really is sealed, which must come to the same.
static inline void attack(Subject *s, size_t place)
{
    const MienLoadOptions as_is = {.borrow_data = true};
    const MienLoadOptions trusting = {.borrow_data = true, .trust_hash = true};
    const MienStatus status = s->load(s, &s->pack, &as_is, place);
    if (status == MIEN_OK)
        complain(s, "changed, and yet it loads", place);
    if (place >= sizeof(MieniPackHeader) && status != MIEN_ERROR_HASH)
        complain(s, "refused, but not for its hash", place);
    if (place >= offsetof(MieniPackHeader, hash) && place < MIENI_HASHED_FROM)
        return; // sealing would undo it
    const MienStatus trusted = s->load(s, &s->pack, &trusting, place);
    if (s->tried % 64 < 2) {
        uint8_t hash[32];
        memcpy(hash, s->pack.data + 8, sizeof hash);
        pack_seal(&s->pack);
        if (s->load(s, &s->pack, &as_is, place) != trusted)
            complain(s, "sealing and trusting differ", place);
        memcpy(s->pack.data + 8, hash, sizeof hash);
    }
}

static inline void attack_byte(Subject *s, size_t place, uint8_t value)
{
    uint8_t *at = s->pack.data + place;
    const uint8_t before = *at;
    if (value == before)
        return;
    *at = value;
    attack(s, place);
    *at = before;
}

static inline void attack_bytes(Subject *s, size_t step)
{
    Random random = {s->pack.size};
    // Strides that share no factor with the layout reach every kind of field.
    step = step > 1 ? step | 1 : 1;
    for (size_t i = 0; i < s->pack.size; i += step) {
        const uint8_t before = s->pack.data[i];
        attack_byte(s, i, 0x00);
        attack_byte(s, i, 0x7F);
        attack_byte(s, i, 0x80);
        attack_byte(s, i, 0xFF);
        attack_byte(s, i, (uint8_t)(before ^ 0xFF));
        attack_byte(s, i, (uint8_t)(before ^ 1 << random_below(&random, 8)));
    }
}

/// Cuts, as they are and with a header that knows; neither may load. Copied
/// rather than borrowed, so that sanitizers see the new end.
static inline void attack_length(Subject *s, size_t step)
{
    const MienLoadOptions trusting = {.trust_hash = true};
    for (size_t size = 0; size < s->pack.size; size += step) {
        Pack cut = pack_copy(s->pack.data, size);
        if (s->load(s, &cut, NULL, size) == MIEN_OK)
            complain(s, "cut short, and yet it loads", size);
        if (size >= sizeof(MieniPackHeader)) {
            const uint64_t known = size;
            memcpy(cut.data + offsetof(MieniPackHeader, size), &known, sizeof known);
            if (s->load(s, &cut, &trusting, size) == MIEN_OK)
                complain(s, "cut short and forged, and yet it loads", size);
        }
        pack_free(&cut);
    }
}

static inline void attack_field(Subject *s, size_t place, size_t width)
{
    uint64_t own = 0;
    uint8_t before[8];
    memcpy(before, s->pack.data + place, width);
    memcpy(&own, before, width);
    const uint64_t values[] = {0,
                               1,
                               UINT64_MAX,
                               UINT64_MAX >> 1,
                               (uint64_t)1 << (8 * width - 1),
                               own - 1,
                               own + 1,
                               own * 2,
                               s->pack.size - 1,
                               s->pack.size,
                               s->pack.size + 1};
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
        if (memcmp(before, &values[i], width) == 0)
            continue;
        memcpy(s->pack.data + place, &values[i], width);
        attack(s, place);
        memcpy(s->pack.data + place, before, width);
    }
}

/// Header, table and the first section, which is INFO in every kind.
static inline void attack_fields(Subject *s, size_t step)
{
    const MieniSection info = pack_section(&s->pack, 0);
    const size_t table_end =
        sizeof(MieniPackHeader) + pack_header(&s->pack).section_count * sizeof(MieniSection);
    const size_t info_end = (size_t)(info.offset + info.count * info.stride);
    for (size_t width = 2; width <= 8; width *= 2) {
        for (size_t place = 0; place + width <= info_end; place += width * step) {
            if (place < table_end || place >= info.offset)
                attack_field(s, place, width);
        }
    }
}

static inline void attack_all(Subject *s)
{
    const size_t step = stride();
    const uint8_t *const bytes = s->pack.data;
    Pack before = pack_copy(bytes, s->pack.size);
    const MienLoadOptions options = {.borrow_data = true};
    CHECK_STATUS(s->load(s, &s->pack, &options, 0), MIEN_OK);
    CHECK(s->pack.size <= 48 * 1024);
    attack_bytes(s, step);
    attack_length(s, step);
    attack_fields(s, step > 4 ? 4 : step);
    CHECK(memcmp(before.data, s->pack.data, before.size) == 0);
    pack_free(&before);
}

static inline void report(const Subject *s)
{
    printf("%s: %zu bytes, %lld variants, %lld refused, %lld loaded and run\n", s->name, s->pack.size,
           (long long)s->tried, (long long)s->refused, (long long)s->loaded);
    CHECK(s->refused > s->loaded && s->loaded > 0);
    CHECK_INT(s->complaints, 0);
}
