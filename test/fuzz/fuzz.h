// SPDX-License-Identifier: MIT
//
// What the fuzzers share: making bytes look like a pack from the outside, so
// that its inside is reached, and a mutator that knows sections.

#pragma once

#include "support/evaluate.h"

#include <stdio.h>

// libFuzzer's interface; it has no header for C.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

static inline void fuzz_found(const char *fault)
{
    fprintf(stderr, "found: %s\n", fault);
    abort();
}

/// The bytes as a pack: whole blocks of 64, with the right magic and size.
static inline Pack fuzz_pack(const uint8_t *data, size_t size)
{
    const size_t whole = size < sizeof(MieniPackHeader) ? sizeof(MieniPackHeader) : (size + 63) / 64 * 64;
    const uint64_t known = whole;
    const Pack pack = {aligned_take(whole), whole};
    memset(pack.data, 0, whole);
    memcpy(pack.data, data, size);
    memcpy(pack.data, MIENI_PACK_MAGIC, 8);
    memcpy(pack.data + offsetof(MieniPackHeader, size), &known, sizeof known);
    return pack;
}

/// How to load it: two bytes of the hash, which is computed again anyway, decide.
/// Hashing takes most of the time, so most packs are trusted and few are sealed.
static inline MienLoadOptions fuzz_options(const Pack *pack)
{
    const MienLoadOptions options = {.borrow_data = pack->data[8] % 2 == 0,
                                     .trust_hash = pack->data[9] % 16 != 0};
    if (!options.trust_hash)
        pack_seal(pack);
    return options;
}

/// Bytes that belong together: a section, or header and table.
static inline MieniSection fuzz_choose_section(const Pack *pack, Random *random)
{
    const int count = (int)pack_header(pack).section_count, index = random_below(random, count + 1);
    if (index < count)
        return pack_section(pack, index);
    return (MieniSection){.stride = 4,
                          .offset = MIENI_HASHED_FROM,
                          .count = (sizeof(MieniPackHeader) - MIENI_HASHED_FROM) / 4 +
                                   (uint64_t)count * sizeof(MieniSection) / 4};
}

/// One number of one section becomes an awkward one, or that of a neighbour.
static inline void fuzz_edit_element(const Pack *pack, Random *random)
{
    static const uint32_t awkward[] = {0,          1,          2,          0x7F,       0x80,       0xFF,
                                       0x7FFF,     0xFFFF,     0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x3F800000,
                                       0xBF800000, 0x7F7FFFFF, 0x7FC00000, 0x447A0000};
    const MieniSection section = fuzz_choose_section(pack, random);
    const size_t size = (size_t)(section.count * section.stride);
    size_t width = section.stride % 4 == 0 ? 4 : section.stride % 2 == 0 ? 2 : 1;
    if (random_below(random, 4) == 0)
        width = (size_t)1 << random_below(random, 3);
    if (size < width)
        return;
    uint8_t *bytes = pack->data + section.offset;
    uint8_t *at = bytes + random_bits(random) % (size / width) * width;
    uint32_t value = 0;
    memcpy(&value, at, width);
    switch (random_below(random, 6)) {
    case 0:
        value += random_below(random, 2) == 0 ? 1u : UINT32_MAX;
        break;
    case 1:
        memcpy(&value, bytes + random_bits(random) % (size / width) * width, width);
        break;
    case 2:
        value ^= 1u << random_below(random, (int)(8 * width));
        break;
    default:
        value = awkward[random_below(random, (int)(sizeof awkward / sizeof *awkward))];
        break;
    }
    memcpy(at, &value, width);
}

/// A section gets an element more or less; the rest moves with it.
static inline Pack fuzz_recount(const Pack *pack, Random *random)
{
    const int count = (int)pack_header(pack).section_count;
    char tag[4];
    MieniSection section = pack_section(pack, random_below(random, count));
    memcpy(tag, &section.tag, sizeof tag);
    section = pack_section(pack, pack_find(pack, tag)); // the first of those that are called so
    if (section.stride > 4096)                          // an empty section may claim any
        return pack_copy(pack->data, pack->size);
    const int64_t by = random_below(random, 2) == 0 ? 1 : -1;
    return pack_recount(pack, tag, (int64_t)section.count + by);
}

static inline bool fuzz_has_sections(const Pack *pack)
{
    MienPackInfo info;
    return mien_pack_inspect(pack->data, pack->size, true, &info, NULL) == MIEN_OK &&
           info.section_count > 0 && info.section_count < MIENI_MAX_SECTIONS;
}

static inline size_t fuzz_mutate_pack(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    Random random = {seed};
    Pack pack = fuzz_pack(data, size);
    const int kind = random_below(&random, 8);
    if (kind == 0 || !fuzz_has_sections(&pack)) {
        pack_free(&pack);
        return LLVMFuzzerMutate(data, size, most);
    }
    if (kind <= 2) {
        const Pack other = fuzz_recount(&pack, &random);
        pack_free(&pack);
        pack = other;
    }
    // Mostly one edit: two at once are mostly refused for the first.
    int edits = random_below(&random, 4) == 0 ? 1 + random_below(&random, 4) : 1;
    for (; edits > 0 && fuzz_has_sections(&pack); --edits)
        fuzz_edit_element(&pack, &random);
    pack.data[8] = (uint8_t)random_bits(&random);
    pack.data[9] = (uint8_t)random_bits(&random);
    if (pack.size <= most) {
        size = pack.size;
        memcpy(data, pack.data, size);
    }
    pack_free(&pack);
    return size;
}

#if !defined(FUZZ_OWN_MUTATOR)
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    return fuzz_mutate_pack(data, size, most, seed);
}
#endif

/// A sound pair to run what was found with; made once, never freed.
static inline void fuzz_companions(MienSkeleton **out_skeleton, MienPoseAsset **out_asset)
{
    static MienSkeleton *skeleton;
    static MienPoseAsset *asset;
    if (skeleton == NULL) {
        ScenePacks packs = scene_packs(&small_scenes[0].options);
        if (mien_skeleton_load(packs.skeleton.data, packs.skeleton.size, NULL, &skeleton, NULL) != MIEN_OK ||
            mien_pose_asset_load(packs.poses.data, packs.poses.size, NULL, &asset, NULL) != MIEN_OK)
            fuzz_found("the companions do not load");
        scene_packs_free(&packs);
    }
    *out_skeleton = skeleton;
    *out_asset = asset;
}

/// A refusal that says nothing is a finding too.
static inline void fuzz_check_refusal(MienStatus status, const MienError *error, const void *out)
{
    if (out != NULL || error->status != status || error->message[0] == '\0')
        fuzz_found("refused without status, message or NULL");
}
