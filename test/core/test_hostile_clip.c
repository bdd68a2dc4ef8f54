// SPDX-License-Identifier: MIT
//
// Damaged and forged clip packs: by the rules of every pack, and by those of channels
// in groups, blocks and segments. What loads is played with every instruction set.

#include "support/clip_packs.h"
#include "support/clips.h"
#include "support/forge.h"
#include "support/hostile.h"
#include "support/play.h"

static MienStatus load(Subject *s, const Pack *pack, const MienLoadOptions *options, size_t place)
{
    MienSkeleton *skeleton = s->user;
    MienClip *clip = (MienClip *)(void *)skeleton; // not NULL, to see that it becomes so
    MienError error = {0};
    MienPackInfo info;
    const MienStatus status = mien_clip_load(pack->data, pack->size, options, &clip, &error);
    if (!subject_count(s, status, &error, clip, place)) {
        if (error.location[0] == '\0')
            complain(s, "refused without a place", place);
        return status;
    }
    const bool is_borrowed = (uintptr_t)pack->data % MIEN_PACK_ALIGNMENT == 0;
    const char *fault = is_borrowed ? read_clip(clip) : play_clip(clip, skeleton, place, NULL);
    mien_clip_destroy(clip);
    if (fault == NULL && mien_pack_inspect(pack->data, pack->size, true, &info, NULL) != MIEN_OK)
        fault = "it loads, but cannot be inspected";
    if (fault == NULL && is_borrowed)
        fault = play_everywhere(pack, skeleton, place, true, NULL);
    if (fault != NULL)
        complain(s, fault, place);
    return status;
}

/// Every number of a section becomes awkward, in every width it may have; single bytes
/// are attacked anyway.
static void attack_section(Subject *s, const char *tag, size_t step)
{
    const int found = pack_find(&s->pack, tag);
    CHECK(found >= 0);
    if (found < 0)
        return;
    const MieniSection section = pack_section(&s->pack, found);
    const size_t end = (size_t)(section.offset + section.count * section.stride);
    for (size_t width = 2; width <= 8; width *= 2) {
        for (size_t place = (size_t)section.offset; place + width <= end; place += width * step)
            attack_field(s, place, width);
    }
}

/// Every width of rows, in every segment, becomes every other.
static void attack_widths(Subject *s, const char *blocks, const char *groups, const char *segments,
                          const char *data, size_t step)
{
    size_t post_size = 0;
    for (int g = 0; g < pack_count(&s->pack, groups); ++g) {
        MieniClipGroup group;
        memcpy(&group, pack_at(&s->pack, groups, g), sizeof group);
        post_size += group.width;
    }
    for (int segment = 0; segment + 1 < pack_count(&s->pack, segments); ++segment) {
        uint32_t start;
        memcpy(&start, pack_at(&s->pack, segments, segment), sizeof start);
        const uint8_t *widths = pack_at(&s->pack, data, (int)start) + post_size;
        for (int b = 0; b < pack_count(&s->pack, blocks); ++b) {
            MieniClipBlock block;
            memcpy(&block, pack_at(&s->pack, blocks, b), sizeof block);
            const size_t size = mieni_widths_size(&block), rows = MIENI_ROWS * mieni_row_size(widths);
            for (size_t i = 0; i < size; ++i) {
                for (int value = 0; value < 256; value += (int)step)
                    attack_byte(s, (size_t)(widths - s->pack.data) + i, (uint8_t)value);
            }
            widths += size + rows;
        }
    }
}

TEST(small_clips_attacked)
{
    static const char *const sections[] = {"EVNT", "CBLK", "CGRP", "CSCL", "CSEG", "CRTM",
                                           "TBLK", "TGRP", "TSEG", "TSET", "TRTK"};
    const size_t step = stride();
    for (int i = 0; i < SMALL_CLIPS; ++i) {
        Subject s = {.name = small_clips[i].name,
                     .pack = clip_pack(&small_clips[i]),
                     .load = load,
                     .user = clip_skeleton(&small_clips[i])};
        attack_all(&s);
        for (size_t k = 0; k < sizeof sections / sizeof *sections; ++k)
            attack_section(&s, sections[k], step);
        attack_widths(&s, "CBLK", "CGRP", "CSEG", "CDAT", i == 0 && step < 7 ? 1 : 7 * step);
        attack_widths(&s, "TBLK", "TGRP", "TSEG", "TDAT", 15 * step);
        report(&s);
        mien_skeleton_destroy(s.user);
        pack_free(&s.pack);
    }
}

/// Small clips have all there is: otherwise the attacks miss something.
TEST(small_clips_have_everything)
{
    Pack pack = clip_pack(&small_clips[0]);
    bool has_wide = false, has_held = false, has_pair = false, has_partial = false;
    for (int b = 0; b < pack_count(&pack, "CBLK"); ++b) {
        MieniClipBlock block;
        memcpy(&block, pack_at(&pack, "CBLK", b), sizeof block);
        has_wide = has_wide || block.is_wide != 0;
        has_held = has_held || block.timing == MIENI_HELD;
    }
    for (int g = 0; g < pack_count(&pack, "CGRP"); ++g) {
        MieniClipGroup group;
        memcpy(&group, pack_at(&pack, "CGRP", g), sizeof group);
        has_pair = has_pair || group.reference != MIENI_ALONE;
        has_partial = has_partial || (group.count < MIENI_LANES && group.width > 0);
    }
    CHECK(has_wide && has_held && has_pair && has_partial);
    static const char *const sections[] = {"TEXT", "CNAM", "ENAM", "EVNT", "SNDF", "SRCE",
                                           "CSEG", "CDAT", "CRAW", "CRTM", "CSTL"};
    for (size_t i = 0; i < sizeof sections / sizeof *sections; ++i)
        CHECK(pack_count(&pack, sections[i]) > 0);
    CHECK(pack_count(&pack, "TBLK") > 0 && pack_count(&pack, "TSET") > 0);
    pack_free(&pack);
    pack = clip_pack(&small_clips[2]);
    CHECK(pack_count(&pack, "TRTK") > 0);
    pack_free(&pack);
}

/// Clips that no cook would make: any layout, widths and numbers.
TEST(forged_channels)
{
    const int count = 6000 / (int)stride();
    for (int i = 0; i < 3; ++i) {
        Pack pack = clip_pack(&small_clips[i]);
        MienSkeleton *skeleton = clip_skeleton(&small_clips[i]);
        int faults = 0;
        for (int seed = 0; seed < count && faults < 5; ++seed) {
            Pack forged = forge_clip(&pack, (uint64_t)seed);
            MienClip *clip = NULL;
            MienError error = {0};
            const MienStatus status = mien_clip_load(forged.data, forged.size, NULL, &clip, &error);
            const char *fault = status != MIEN_OK
                                    ? error.message
                                    : play_everywhere(&forged, skeleton, (uint64_t)seed, false, NULL);
            if (fault != NULL)
                printf("%s, seed %d: %s %s\n", small_clips[i].name, seed, error.location, fault);
            faults += fault != NULL;
            mien_clip_destroy(clip);
            pack_free(&forged);
        }
        CHECK_INT(faults, 0);
        mien_skeleton_destroy(skeleton);
        pack_free(&pack);
    }
}

/// One byte or number of one section, and what is said about it.
typedef struct Forgery {
    const char *tag;
    int index, offset; ///< Element, and byte of it.
    int width;
    uint64_t value;
    const char *place; ///< NULL: it loads.
} Forgery;

static void check_forgery(const Pack *good, const Forgery *f)
{
    Pack pack = pack_copy(good->data, good->size);
    uint8_t *at = pack_at(&pack, f->tag, f->index);
    MienClip *clip = NULL;
    MienError error = {0};
    CHECK(at != NULL);
    if (at != NULL) {
        CHECK(memcmp(at + f->offset, &f->value, (size_t)f->width) != 0); // or nothing is forged
        memcpy(at + f->offset, &f->value, (size_t)f->width);
        pack_seal(&pack);
        CHECK_STATUS(mien_clip_load(pack.data, pack.size, NULL, &clip, &error),
                     f->place != NULL ? MIEN_ERROR_CORRUPT : MIEN_OK);
        CHECK_STR(error.location, f->place != NULL ? f->place : "");
    }
    mien_clip_destroy(clip);
    pack_free(&pack);
}

enum {
    AT_LENGTH = offsetof(MieniClipHeader, length),
    AT_OFFSET = offsetof(MieniClipHeader, sound_offset),
    AT_RATE = offsetof(MieniClipHeader, rate),
    AT_FRAMES = offsetof(MieniClipHeader, frame_count),
    AT_RESERVED = offsetof(MieniClipHeader, reserved),
};

static const uint64_t minus_zero = (uint64_t)1 << 63, minus_zero_float = 0x80000000u;

/// A pack has one form: what could be written in two ways is refused in all but one.
TEST(other_forms_are_refused)
{
    const Forgery forgeries[] = {
        {"INFO", 0, AT_LENGTH, 8, 0x3FF4CCCCCCCCCCCD, "INFO[0]"}, // 1.3 s, a frame more
        {"INFO", 0, AT_OFFSET, 8, minus_zero, "INFO[0]"},
        {"INFO", 0, AT_OFFSET, 8, 0x3FF0000000000000, NULL}, // another value
        {"INFO", 0, AT_RATE, 4, 31, "INFO[0]"},
        {"INFO", 0, AT_FRAMES, 4, 40, "INFO[0]"},
        {"INFO", 0, AT_RESERVED, 4, 1, "INFO[0]"},
        {"EVNT", 1, offsetof(MieniClipEvent, time), 8, minus_zero, "EVNT[1]"}, // was 0
        {"EVNT", 0, offsetof(MieniClipEvent, reserved), 4, 1, "EVNT[0]"},
        {"EVNT", 0, offsetof(MieniClipEvent, name), 4, 3, "EVNT[0]"},
        {"EVNT", 4, offsetof(MieniClipEvent, name), 4, 0, "ENAM[2]"}, // nothing has that name now
        {"ESRT", 0, 0, 4, 1, "ENAM[1]"},
        {"SNDF", 0, 0, 1, 0, "SNDF[0]"},
        {"SRCE", 4, 0, 1, ' ', NULL},
        {"CSTL", 0, 0, 4, minus_zero_float, "CSTL[0]"},
        {"CRAW", 0, 0, 4, minus_zero_float, "CRAW[0]"},
        {"CRTM", 0, 0, 1, MIENI_NEAREST, "CRTM[0]"},
        {"CBLK", 0, offsetof(MieniClipBlock, timing), 1, MIENI_NEAREST, "CBLK[0]"},
        {"CBLK", 0, offsetof(MieniClipBlock, reserved), 1, 1, "CBLK[0]"},
        {"CBLK", 0, offsetof(MieniClipBlock, is_wide), 1, 2, "CBLK[0]"},
        {"CGRP", 0, offsetof(MieniClipGroup, reserved), 1, 1, "CGRP[0]"},
        {"CGRP", 0, offsetof(MieniClipGroup, reference), 1, 0, "CGRP[0]"},
        {"CGRP", 0, offsetof(MieniClipGroup, width), 1, MIENI_MAX_NARROW + 1, "CGRP[0]"},
        {"CSCL", 0, 0, 4, 0, "CSCL[0]"}, // a step of nothing
        {"CSCL", 0, 0, 4, minus_zero_float, "CSCL[0]"},
        {"CSCL", 0, 0, 4, 0x2B7FFFFF, "CSCL[0]"}, // a little less than the least
        {"CSCL", 0, 0, 4, 0x2B800000, NULL},
        {"CSEG", 0, 0, 4, 1, "CDAT[0]"},
        {"CSEG", 1, 0, 4, 1, "CSEG[0]"},
    };
    Pack pack = clip_pack(&small_clips[0]);
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; ++i)
        check_forgery(&pack, &forgeries[i]);
    const int last = pack_count(&pack, "CGRP") - 1;
    char scales[32];
    snprintf(scales, sizeof scales, "CSCL[%d]", last);
    check_forgery(&pack, &(Forgery){"CSCL", last, 28, 4, 0x3F800000, scales}); // an unused lane's step
    check_forgery(&pack, &(Forgery){"CSCL", last, 60, 4, 0x3F800000, scales}); // and base
    check_forgery(&pack, &(Forgery){"CSCL", 0, 32, 4, minus_zero_float, "CSCL[0]"});
    check_forgery(&pack, &(Forgery){"CSCL", 0, 32, 4, 0xAB7FFFFF, "CSCL[0]"});
    pack_free(&pack);
}

/// A clip of one frame may have any rate but none, and nothing in it moves.
TEST(a_still_clip)
{
    const Forgery forgeries[] = {
        {"INFO", 0, AT_RATE, 4, 1, NULL},
        {"INFO", 0, AT_RATE, 4, 0, "INFO[0]"},
        {"INFO", 0, offsetof(MieniClipHeader, rate_divisor), 4, 2, NULL},
        {"INFO", 0, offsetof(MieniClipHeader, rate_divisor), 4, 0, "INFO[0]"},
        {"INFO", 0, offsetof(MieniClipHeader, packed_curves), 4, 1, "INFO[0]"},
        {"INFO", 0, offsetof(MieniClipHeader, raw_curves), 4, 1, "INFO[0]"},
        {"INFO", 0, offsetof(MieniClipHeader, set_count), 4, 1, "INFO[0]"},
        {"INFO", 0, offsetof(MieniClipHeader, raw_tracks), 4, 1, "INFO[0]"},
    };
    Pack pack = clip_pack(&small_clips[3]);
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; ++i)
        check_forgery(&pack, &forgeries[i]);
    pack_free(&pack);
}

TEST(more_than_a_clip_may_have)
{
    static const struct {
        size_t offset;
        uint32_t value;
    } rows[] = {
        {offsetof(MieniClipHeader, packed_curves), MIEN_MAX_CURVES + 1},
        {offsetof(MieniClipHeader, still_curves), UINT32_MAX},
        {offsetof(MieniClipHeader, track_count), MIEN_MAX_BONES + 1},
        {offsetof(MieniClipHeader, frame_count), MIENI_MOST_FRAMES + 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        Pack pack = clip_pack(&small_clips[0]);
        MienClip *clip = NULL;
        MienError error = {0};
        memcpy(pack_at(&pack, "INFO", 0) + rows[i].offset, &rows[i].value, sizeof rows[i].value);
        pack_seal(&pack);
        CHECK_STATUS(mien_clip_load(pack.data, pack.size, NULL, &clip, &error), MIEN_ERROR_LIMIT);
        CHECK_STR(error.location, "INFO[0]");
        pack_free(&pack);
    }
}

/// The first group with lanes that no channel has and posts of some bits; where its
/// posts begin in *out_posts.
static int find_partial(const Pack *pack, int *out_posts)
{
    *out_posts = 0;
    for (int g = 0; g < pack_count(pack, "CGRP"); ++g) {
        MieniClipGroup group;
        memcpy(&group, pack_at(pack, "CGRP", g), sizeof group);
        if (group.count < MIENI_LANES && group.width > 0)
            return g;
        *out_posts += group.width;
    }
    return -1;
}

/// Bits that sampling never looks at are zero.
TEST(unused_bits_are_zero)
{
    Pack pack = clip_pack(&small_clips[0]);
    int posts;
    const int partial = find_partial(&pack, &posts), segments = pack_count(&pack, "CSEG") - 1;
    MieniClipGroup group;
    memcpy(&group, pack_at(&pack, "CGRP", partial), sizeof group);
    CHECK(partial >= 0 && segments == 3);
    for (int s = 0; s <= segments; ++s) {
        uint32_t start;
        char place[32];
        memcpy(&start, pack_at(&pack, "CSEG", s), sizeof start);
        snprintf(place, sizeof place, "CDAT[%u]", (unsigned)start);
        uint8_t *top = pack_at(&pack, "CDAT", (int)start + posts + group.width - 1);
        check_forgery(&pack, &(Forgery){"CDAT", (int)(top - pack_at(&pack, "CDAT", 0)), 0, 1,
                                        (uint64_t)*top | 0x80, place});
    }
    // The last segment has frames 32 to 38; what is its last byte is of row 15.
    uint32_t end;
    memcpy(&end, pack_at(&pack, "CSEG", segments), sizeof end);
    CHECK_INT(*pack_at(&pack, "CDAT", (int)end - 1), 0);
    check_forgery(&pack, &(Forgery){"CDAT", (int)end - 1, 0, 1, 1, "CSEG[2]"});
    const int size = pack_count(&pack, "CDAT");
    char place[32];
    snprintf(place, sizeof place, "CDAT[%d]", size);
    check_forgery(&pack, &(Forgery){"CDAT", size - 1, 0, 1, 1, place});
    check_forgery(&pack, &(Forgery){"CDAT", size - MIENI_DATA_SLACK, 0, 1, 1, place});
    pack_free(&pack);
}

/// What a track does is said once: in one set, or whole.
TEST(parts_of_tracks_are_there_once)
{
    Pack pack = clip_pack(&small_clips[2]);
    uint32_t first;
    memcpy(&first, pack_at(&pack, "TRTK", 1), sizeof first); // as many numbers as the next
    check_forgery(&pack, &(Forgery){"TRTK", 2, 0, sizeof first, first, "TRTK[2]"});
    check_forgery(&pack, &(Forgery){"TRTK", 0, 0, 2, 0xFFFF, "TRTK[0]"});
    check_forgery(&pack, &(Forgery){"TRAW", 0, 0, 4, minus_zero_float, "TRAW[0]"});
    check_forgery(&pack, &(Forgery){"TSTL", 1, 16, 4, minus_zero_float, "TSTL[1]"});
    check_forgery(&pack, &(Forgery){"TREF", 3, 0, 4, 0x7FC00000, "TREF[1]"});
    pack_free(&pack);
    pack = clip_pack(&small_clips[0]);
    int repeated = 0;
    for (int n = 1; n < pack_count(&pack, "TSET"); ++n) {
        MieniTrackSet set, before;
        memcpy(&set, pack_at(&pack, "TSET", n), sizeof set);
        memcpy(&before, pack_at(&pack, "TSET", 0), sizeof before);
        char place[32];
        snprintf(place, sizeof place, "TSET[%d]", n);
        if (set.part != before.part || before.tracks[0] == set.tracks[0])
            continue;
        check_forgery(&pack,
                      &(Forgery){"TSET", n, offsetof(MieniTrackSet, tracks), 2, before.tracks[0], place});
        ++repeated;
    }
    CHECK(repeated > 0);
    pack_free(&pack);
}

/// Rounding to coarse steps may leave the range of curves; the pack loads all the same.
TEST(the_largest_curve)
{
    MienAuthorKey keys[33];
    for (int f = 0; f < 33; ++f)
        keys[f] = (MienAuthorKey){.time = (double)f / 30.0,
                                  .value = f % 16 == 0 ? MIEN_MAX_CURVE : MIEN_MAX_CURVE * 0.9f,
                                  .interpolation = MIEN_AUTHOR_LINEAR};
    const MienAuthorClipCurve curve = {.name = "curve", .key_count = 33, .keys = keys};
    const MienAuthorClip clip = {.rate = 30, .length = 32.0 / 30.0, .curve_count = 1, .curves = &curve};
    const MienAuthorClipOptions options = {.curve_error = 1e6f};
    MienAuthorPack cooked = {0};
    MienClip *loaded = NULL;
    CHECK_STATUS(mien_author_clip_cook(&clip, &options, &cooked, NULL, NULL), MIEN_OK);
    CHECK_STATUS(mien_clip_load(cooked.data, cooked.size, NULL, &loaded, NULL), MIEN_OK);
    mien_clip_destroy(loaded);
    mien_author_pack_release(&cooked);
}

/// The example of docs/file-format.md, byte by byte.
TEST(the_documented_bytes)
{
    static const int smile[17] = {0, 1, 2, 1, 0, -1, -2, -1}, blink[17] = {0, 0, 0, 0, -2, -2};
    static const uint8_t bytes[37] = {0x30, 0, 0, 0, 0, 0, 1,    0,    0x03, 0x02, 0,
                                      0,    0, 0, 0, 0, 1, 0x02, 0x01, 0x10, 0x17, 0x06,
                                      7,    0, 0, 0, 0, 0, 0,    0,    0,    0x10};
    MienAuthorKey keys[2][17];
    for (int f = 0; f < 17; ++f) {
        const MienAuthorKey key = {.time = (double)f / 30.0, .interpolation = MIEN_AUTHOR_LINEAR};
        keys[0][f] = keys[1][f] = key;
        keys[0][f].value = 0.001998f * (float)(100 + 2 * f + smile[f]);
        keys[1][f].value = 0.001998f * (float)(10 + blink[f]);
    }
    const MienAuthorClipCurve curves[] = {{.name = "smile", .key_count = 17, .keys = keys[0]},
                                          {.name = "blink", .key_count = 17, .keys = keys[1]}};
    const MienAuthorClip clip = {.rate = 30, .length = 16.0 / 30.0, .curve_count = 2, .curves = curves};
    MienAuthorPack cooked = {0};
    CHECK_STATUS(mien_author_clip_cook(&clip, NULL, &cooked, NULL, NULL), MIEN_OK);
    const Pack pack = {cooked.data, cooked.size};
    CHECK_INT(pack_count(&pack, "CDAT"), sizeof bytes + MIENI_DATA_SLACK);
    CHECK(memcmp(pack_at(&pack, "CDAT", 0), bytes, sizeof bytes) == 0);
    CHECK_INT(pack_header(&pack).section_count, 29);
    mien_author_pack_release(&cooked);
}

/// A length of 20,736,000 and a half frames is one too many, for the cook as for the
/// loader.
TEST(the_most_frames)
{
    CHECK_INT(mieni_clip_frame_count(0.0, 30, 1), 1);
    CHECK_INT(mieni_clip_frame_count(1.0, 30, 1), 31);
    CHECK_INT(mieni_clip_frame_count(1.01, 30, 1), 32);
    CHECK_INT(mieni_clip_frame_count(0.1 * 3.0, 10, 1), 4); // the product is not quite 3
    CHECK_INT(mieni_clip_frame_count(86400.0, 240, 1), MIENI_MOST_FRAMES);
    CHECK_INT(mieni_clip_frame_count(41472001.0 / 512.0, 256, 1), 0);
    CHECK_INT(mieni_clip_frame_count(86400.0, INT32_MAX, 1), 0);
    const MienAuthorClip clip = {.rate = 256, .length = 41472001.0 / 512.0};
    MienAuthorPack pack = {0};
    MienError error = {0};
    CHECK_STATUS(mien_author_clip_cook(&clip, NULL, &pack, NULL, &error), MIEN_ERROR_LIMIT);
    CHECK_STR(error.location, "length");
}

TEST(every_allocation_fails_once)
{
    Pack pack = clip_pack(&small_clips[0]);
    MienSkeleton *skeleton = clip_skeleton(&small_clips[0]);
    MienStatus status = MIEN_ERROR_MEMORY;
    int failures = 0;
    for (int n = 1; status != MIEN_OK && n < 20; ++n) {
        Ledger ledger = {.fails = n};
        const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
        const MienLoadOptions options = {.allocator = &allocator};
        const MienClipBindingOptions bind = {.allocator = &allocator};
        MienClip *clip = (MienClip *)(void *)&ledger;
        MienClipBinding *binding = NULL;
        MienError error = {0};
        status = mien_clip_load(pack.data, pack.size, &options, &clip, &error);
        if (status != MIEN_OK) {
            CHECK(refusal_is_sound(MIEN_ERROR_MEMORY, &error, clip));
        } else {
            binding = (MienClipBinding *)(void *)&ledger;
            status = mien_clip_binding_create(clip, skeleton, &bind, &binding, &error);
            CHECK(status == MIEN_OK || refusal_is_sound(MIEN_ERROR_MEMORY, &error, binding));
        }
        failures += status != MIEN_OK;
        mien_clip_binding_destroy(binding);
        mien_clip_destroy(clip);
        CHECK_INT(ledger.live, 0);
    }
    CHECK_STATUS(status, MIEN_OK);
    CHECK_INT(failures, 5); // clip, bytes, marks of events and tracks, binding
    mien_skeleton_destroy(skeleton);
    pack_free(&pack);
}

/// Jobs and calls that are refused before anything is written.
TEST(wrong_calls)
{
    Pack packs[] = {clip_pack(&small_clips[0]), clip_pack(&small_clips[1])};
    MienSkeleton *skeleton = clip_skeleton(&small_clips[0]);
    MienClip *clips[2] = {NULL, NULL}, *none = (MienClip *)(void *)packs;
    MienClipBinding *binding = NULL;
    MienError error = {0};
    for (int i = 0; i < 2; ++i)
        CHECK_STATUS(mien_clip_load(packs[i].data, packs[i].size, NULL, &clips[i], NULL), MIEN_OK);
    CHECK_STATUS(mien_clip_load(NULL, 64, NULL, &none, &error), MIEN_ERROR_ARGUMENT);
    CHECK(refusal_is_sound(MIEN_ERROR_ARGUMENT, &error, none));
    CHECK_STATUS(mien_clip_load(packs[0].data, packs[0].size, NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_clip_binding_create(clips[0], NULL, NULL, &binding, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_clip_binding_create(clips[0], skeleton, NULL, &binding, NULL), MIEN_OK);
    const size_t size = mien_clip_cursor_size(clips[0]);
    uint8_t *memory = aligned_take(size + 64);
    CHECK(mien_clip_cursor_init(clips[0], memory, size - 1) == NULL);
    CHECK(mien_clip_cursor_init(clips[0], memory + 4, size) == NULL);
    MienClipCursor *cursor = mien_clip_cursor_init(clips[0], memory, size);
    float value = 7.0f;
    const MienCurveSet one = {1, &value, NULL}, nowhere = {1, NULL, NULL}, fewer = {-1, &value, NULL};
    const MienClipJob jobs[] = {
        {.clip = NULL, .out_curves = one},
        {.clip = clips[1], .binding = binding, .out_curves = one},
        {.clip = clips[1], .cursor = cursor, .out_curves = one},
        {.clip = clips[0], .out_curves = nowhere},
        {.clip = clips[0], .out_curves = fewer},
        {.clip = clips[0], .out_curves = one, .bone_count = -1},
    };
    CHECK_STATUS(mien_clip_job_run(NULL), MIEN_ERROR_ARGUMENT);
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; ++i)
        CHECK_STATUS(mien_clip_job_run(&jobs[i]), MIEN_ERROR_ARGUMENT);
    CHECK(value == 7.0f);
    mien_clip_binding_destroy(binding);
    mien_clip_binding_destroy(NULL);
    mien_clip_destroy(NULL);
    aligned_free(memory);
    for (int i = 0; i < 2; ++i) {
        mien_clip_destroy(clips[i]);
        pack_free(&packs[i]);
    }
    mien_skeleton_destroy(skeleton);
}

CHECK_MAIN
{
    RUN(small_clips_attacked);
    RUN(small_clips_have_everything);
    RUN(forged_channels);
    RUN(other_forms_are_refused);
    RUN(a_still_clip);
    RUN(more_than_a_clip_may_have);
    RUN(unused_bits_are_zero);
    RUN(parts_of_tracks_are_there_once);
    RUN(the_largest_curve);
    RUN(the_documented_bytes);
    RUN(the_most_frames);
    RUN(every_allocation_fails_once);
    RUN(wrong_calls);
}
