// SPDX-License-Identifier: MIT
//
// Fuzzes inspecting, on bytes as they are and dressed up as a pack. What the
// section table promises must lie inside.

#include "fuzz/fuzz.h"

static void inspect(const uint8_t *data, size_t size, bool trust_hash)
{
    MienPackInfo info, untouched;
    MienError error = {0};
    memset(&info, 0x5A, sizeof info);
    memset(&untouched, 0x5A, sizeof untouched);
    const MienStatus status = mien_pack_inspect(data, size, trust_hash, &info, &error);
    if (status != MIEN_OK) {
        fuzz_check_refusal(status, &error, NULL);
        if (memcmp(&info, &untouched, sizeof info) != 0)
            fuzz_found("refused, but something was written");
        return;
    }
    const Pack pack = {(uint8_t *)(uintptr_t)data, size};
    uint64_t end = sizeof(MieniPackHeader) + (uint64_t)info.section_count * sizeof(MieniSection);
    for (int i = 0; i < info.section_count; ++i) {
        const MieniSection section = pack_section(&pack, i);
        if (section.offset < end || section.offset % 64 != 0)
            fuzz_found("a section overlaps what is before it");
        if (section.stride == 0 || section.count > size / section.stride)
            fuzz_found("a section is larger than the pack");
        end = section.offset + section.count * section.stride;
    }
    if (info.size != size || end > size)
        fuzz_found("sections reach beyond the pack");
    const bool is_known = info.kind >= MIEN_PACK_SKELETON && info.kind <= MIEN_PACK_GRAPH;
    if (is_known != (strcmp(mien_pack_kind_name(info.kind), "unknown") != 0))
        fuzz_found("a kind has no name, or no kind has one");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Pack exact = pack_copy(data, size), dressed = fuzz_pack(data, size);
    inspect(exact.data, exact.size, false);
    inspect(exact.data, exact.size, true);
    inspect(dressed.data, dressed.size, fuzz_options(&dressed).trust_hash);
    pack_free(&exact);
    pack_free(&dressed);
    return 0;
}
