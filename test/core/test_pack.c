// SPDX-License-Identifier: MIT
//
// The container (inspecting, order, gaps, padding, names) and what skeletons
// read out of it.

#include "support/check.h"
#include "support/packs.h"
#include "support/random.h"

#include "core/skeleton_format.h"

/// Bones over three levels, and curves.
static const MienTransform at_rest = {
    .rotation.w = 1.0f, .translation = {1.0f, 0.0f, 0.0f}, .scale = {1, 1, 1}};

static Pack cook(const MienAuthorSkeleton *skeleton)
{
    MienAuthorPack pack = {0};
    MienError error = {0};
    CHECK_STATUS(mien_author_skeleton_cook(skeleton, NULL, &pack, &error), MIEN_OK);
    if (pack.data == NULL)
        printf("%s: %s\n", error.location, error.message);
    return (Pack){pack.data, pack.size};
}

enum { BONES = 6, CURVES = 4 };

typedef struct Parts {
    MienAuthorBone bones[BONES];
    MienAuthorCurve curves[CURVES];
} Parts;

static Parts parts(void)
{
    return (Parts){.bones = {{"root", -1, at_rest, MIEN_ALL_LODS},
                             {"head", 0, at_rest, MIEN_ALL_LODS},
                             {"jaw", 1, at_rest, 2},
                             {"lip", 2, at_rest, 0},
                             {"brow", 1, at_rest, 2},
                             {"Äuglein", 1, at_rest, MIEN_ALL_LODS}},
                   .curves = {{"smile", MIEN_ALL_LODS}, {"blink", 1}, {"Blink", MIEN_ALL_LODS}, {"a", 0}}};
}

static MienAuthorSkeleton skeleton_of(const Parts *p)
{
    return (MienAuthorSkeleton){BONES, p->bones, CURVES, p->curves};
}

static Pack small_pack(void)
{
    const Parts p = parts();
    const MienAuthorSkeleton source = skeleton_of(&p);
    return cook(&source);
}

static MienSkeleton *load(const Pack *pack)
{
    MienSkeleton *skeleton = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_skeleton_load(pack->data, pack->size, NULL, &skeleton, &error), MIEN_OK);
    if (skeleton == NULL)
        printf("%s: %s\n", error.location, error.message);
    return skeleton;
}

TEST(inspecting)
{
    Pack pack = small_pack();
    MienPackInfo info = {0}, untouched = {0};
    MienError error = {0};
    CHECK_STATUS(mien_pack_inspect(pack.data, pack.size, false, &info, &error), MIEN_OK);
    CHECK_INT(error.status, 0);
    CHECK_INT(info.version, 1);
    CHECK_INT(info.kind, MIEN_PACK_SKELETON);
    CHECK_INT(info.size, pack.size);
    CHECK_INT(info.section_count, pack_header(&pack).section_count);
    uint8_t hash[32];
    mien_sha256(pack.data + 40, pack.size - 40, hash);
    CHECK(memcmp(hash, info.hash, 32) == 0);

    CHECK_STATUS(mien_pack_inspect(NULL, pack.size, false, &info, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_pack_inspect(pack.data, pack.size, false, NULL, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_pack_inspect(pack.data, 10, false, &untouched, &error), MIEN_ERROR_CORRUPT);
    pack.data[pack.size - 1] ^= 1; // padding: its hash, and then itself, betray it
    CHECK_STATUS(mien_pack_inspect(pack.data, pack.size, false, &untouched, &error), MIEN_ERROR_HASH);
    CHECK_STATUS(mien_pack_inspect(pack.data, pack.size, true, &untouched, &error), MIEN_ERROR_CORRUPT);
    CHECK_STR(error.message, "padding is not zero");
    CHECK_INT(untouched.version + untouched.size + (uint64_t)untouched.section_count, 0);
    pack_free(&pack);
}

TEST(inspecting_any_kind_and_version)
{
    Pack pack = small_pack();
    MieniPackHeader header = pack_header(&pack);
    header.kind = 77;
    header.version = 9;
    memcpy(pack.data, &header, sizeof header);
    pack_seal(&pack);
    MienPackInfo info = {0};
    CHECK_STATUS(mien_pack_inspect(pack.data, pack.size, false, &info, NULL), MIEN_OK);
    CHECK_INT(info.version, 9);
    CHECK_STR(mien_pack_kind_name(info.kind), "unknown");
    pack_free(&pack);
}

TEST(kind_names)
{
    CHECK_STR(mien_pack_kind_name(MIEN_PACK_SKELETON), "skeleton");
    CHECK_STR(mien_pack_kind_name(MIEN_PACK_POSE_ASSET), "pose asset");
    CHECK_STR(mien_pack_kind_name((MienPackKind)0), "unknown");
}

/// A copy in which width bytes at a place are another number, sealed.
static Pack forged(const Pack *pack, size_t place, uint64_t value, size_t width)
{
    Pack copy = pack_copy(pack->data, pack->size);
    memcpy(copy.data + place, &value, width);
    pack_seal(&copy);
    return copy;
}

static void check_refused(const Pack *pack, MienStatus status, const char *place)
{
    MienError error = {0};
    MienSkeleton *skeleton = NULL;
    CHECK_STATUS(mien_skeleton_load(pack->data, pack->size, NULL, &skeleton, &error), status);
    CHECK(skeleton == NULL);
    CHECK_STR(error.location, place);
    mien_skeleton_destroy(skeleton);
}

static void check_forged(const Pack *pack, size_t place, uint64_t value, size_t width, MienStatus status,
                         const char *where)
{
    Pack copy = forged(pack, place, value, width);
    check_refused(&copy, status, where);
    pack_free(&copy);
}

TEST(headers)
{
    Pack pack = small_pack();
    check_forged(&pack, offsetof(MieniPackHeader, magic), 0, 1, MIEN_ERROR_CORRUPT, "header.magic");
    check_forged(&pack, offsetof(MieniPackHeader, version), 0, 4, MIEN_ERROR_VERSION,
                 "header.version 0, not 1");
    check_forged(&pack, offsetof(MieniPackHeader, kind), 3, 4, MIEN_ERROR_KIND, "header.kind");
    check_forged(&pack, offsetof(MieniPackHeader, size), pack.size - 64, 8, MIEN_ERROR_CORRUPT,
                 "header.size");
    check_forged(&pack, offsetof(MieniPackHeader, flags), 1, 4, MIEN_ERROR_CORRUPT, "header.flags");
    check_forged(&pack, offsetof(MieniPackHeader, section_count), 257, 4, MIEN_ERROR_CORRUPT,
                 "header.section_count");
    check_forged(&pack, offsetof(MieniPackHeader, section_count), 200, 4, MIEN_ERROR_CORRUPT,
                 "header.section_count");
    // A block more than the sections need, though it is empty.
    Pack long_pack = {aligned_take(pack.size + 64), pack.size + 64};
    const uint64_t longer = long_pack.size;
    memset(long_pack.data, 0, long_pack.size);
    memcpy(long_pack.data, pack.data, pack.size);
    memcpy(long_pack.data + offsetof(MieniPackHeader, size), &longer, sizeof longer);
    pack_seal(&long_pack);
    check_refused(&long_pack, MIEN_ERROR_CORRUPT, "header.size");
    pack_free(&long_pack);
    // A size that is right but no multiple of 64.
    Pack odd = pack_copy(pack.data, pack.size);
    const uint64_t size = pack.size - 1;
    memcpy(odd.data + offsetof(MieniPackHeader, size), &size, sizeof size);
    odd.size = size;
    pack_seal(&odd);
    check_refused(&odd, MIEN_ERROR_LIMIT, "header.size");
    pack_free(&odd);
    pack_free(&pack);
}

static size_t entry_at(int section, size_t field)
{
    return sizeof(MieniPackHeader) + (size_t)section * sizeof(MieniSection) + field;
}

TEST(sections_have_one_order_and_no_gaps)
{
    Pack pack = small_pack();
    const int last = (int)pack_header(&pack).section_count - 1;
    const MieniSection third = pack_section(&pack, 3), end = pack_section(&pack, last);
    const size_t offset = offsetof(MieniSection, offset), count = offsetof(MieniSection, count);
    const size_t width = offsetof(MieniSection, stride), tag = offsetof(MieniSection, tag);
    check_forged(&pack, entry_at(3, offset), third.offset + 64, 8, MIEN_ERROR_CORRUPT, "sections[3].offset");
    check_forged(&pack, entry_at(3, offset), third.offset - 64, 8, MIEN_ERROR_CORRUPT, "sections[3].offset");
    check_forged(&pack, entry_at(3, offset), third.offset + 4, 8, MIEN_ERROR_CORRUPT, "sections[3].offset");
    check_forged(&pack, entry_at(3, count), UINT64_MAX, 8, MIEN_ERROR_CORRUPT, "sections[3].count");
    check_forged(&pack, entry_at(3, count), pack.size, 8, MIEN_ERROR_CORRUPT, "sections[3].count");
    check_forged(&pack, entry_at(3, width), 0, 4, MIEN_ERROR_CORRUPT, "sections[3].count");
    check_forged(&pack, entry_at(last, count), end.count + 64, 8, MIEN_ERROR_CORRUPT, "sections[9].count");
    // Two elements less: what followed them is no padding.
    char place[32];
    snprintf(place, sizeof place, "byte %llu", (unsigned long long)end.offset + 2);
    check_forged(&pack, entry_at(last, count), 2, 8, MIEN_ERROR_CORRUPT, place);
    check_forged(&pack, entry_at(2, tag), MIENI_SKELETON_PARENTS, 4, MIEN_ERROR_CORRUPT, "section BNAM");
    // The same bytes as twice as many halves.
    Pack halves = forged(&pack, entry_at(2, width), 2, 4);
    check_forged(&halves, entry_at(2, count), 2 * BONES, 8, MIEN_ERROR_CORRUPT, "section BNAM");
    pack_free(&halves);
    pack_free(&pack);
}

TEST(sections_are_all_there_and_no_more)
{
    Pack pack = small_pack();
    static const struct {
        const char *tag;
        const char *place;
    } missing[] = {{"INFO", "section INFO"}, {"BNAM", "section BNAM"}, {"CLVL", "section CLVL"}};
    for (size_t i = 0; i < sizeof missing / sizeof *missing; ++i) {
        Pack less = pack_recount(&pack, missing[i].tag, -1);
        check_refused(&less, MIEN_ERROR_CORRUPT, missing[i].place);
        pack_free(&less);
    }
    static const struct {
        const char *tag;
        int by;
        const char *place;
    } resized[] = {{"INFO", 1, "section INFO"}, {"BNAM", -1, "section BNAM"}, {"BSRT", 1, "section BSRT"},
                   {"BPAR", 1, "section BPAR"}, {"BREF", -1, "section BREF"}, {"BLVL", 1, "section BLVL"},
                   {"CNAM", 1, "section CNAM"}, {"CLVL", -1, "section CLVL"}, {"TEXT", 1, "TEXT[52]"}};
    for (size_t i = 0; i < sizeof resized / sizeof *resized; ++i) {
        Pack other = pack_recount(&pack, resized[i].tag, pack_count(&pack, resized[i].tag) + resized[i].by);
        check_refused(&other, MIEN_ERROR_CORRUPT, resized[i].place);
        pack_free(&other);
    }
    Pack more = pack_recount(&pack, "MORE", 0);
    check_refused(&more, MIEN_ERROR_CORRUPT, "sections");
    pack_free(&more);
    // One that is counted but not there moves all the others.
    check_forged(&pack, offsetof(MieniPackHeader, section_count), pack_header(&pack).section_count + 1, 4,
                 MIEN_ERROR_CORRUPT, "sections[0].offset");
    pack_free(&pack);
}

TEST(padding_is_zero)
{
    Pack pack = small_pack();
    int gaps = 0;
    size_t end = entry_at((int)pack_header(&pack).section_count, 0);
    for (int i = 0; i < (int)pack_header(&pack).section_count; ++i) {
        const MieniSection section = pack_section(&pack, i);
        for (size_t at = end; at < section.offset; at += 7) {
            char place[32];
            snprintf(place, sizeof place, "byte %zu", end);
            check_forged(&pack, at, 1, 1, MIEN_ERROR_CORRUPT, place);
            ++gaps;
        }
        end = (size_t)(section.offset + section.count * section.stride);
    }
    CHECK(gaps > 20);
    pack_free(&pack);
}

static void check_byte(const Pack *pack, const char *tag, int index, size_t field, uint64_t value,
                       size_t width, const char *place)
{
    uint8_t *at = pack_at(pack, tag, index);
    CHECK(at != NULL);
    if (at != NULL)
        check_forged(pack, (size_t)(at - pack->data) + field, value, width, MIEN_ERROR_CORRUPT, place);
}

TEST(names)
{
    Pack pack = small_pack();
    // The text is: root head Äuglein jaw brow lip, then the curves.
    check_byte(&pack, "BNAM", 1, 0, 6, 4, "BNAM[1]");
    check_byte(&pack, "BNAM", 5, 0, UINT32_MAX, 4, "BNAM[5]");
    check_byte(&pack, "TEXT", 4, 0, 'x', 1, "BNAM[1]");   // root and head run together
    check_byte(&pack, "TEXT", 0, 0, 0, 1, "BNAM[0]");     // empty
    check_byte(&pack, "TEXT", 0, 0, ' ', 1, "BNAM[0]");   // begins with white space
    check_byte(&pack, "TEXT", 3, 0, ' ', 1, "BNAM[0]");   // ends with it
    check_byte(&pack, "TEXT", 1, 0, '\n', 1, "BNAM[0]");  // control character
    check_byte(&pack, "TEXT", 10, 0, 0xFF, 1, "BNAM[2]"); // not UTF-8
    check_byte(&pack, "TEXT", 51, 0, 'x', 1, "CNAM[3]");  // no end
    check_byte(&pack, "BSRT", 0, 0, BONES, 4, "BNAM[0]"); // no such bone
    check_byte(&pack, "BSRT", 5, 0, 0, 4, "BNAM[5]");     // out of order
    check_byte(&pack, "CSRT", 1, 0, 1, 4, "CNAM[1]");     // twice
    Pack cut = pack_recount(&pack, "TEXT", pack_count(&pack, "TEXT") - 2);
    check_refused(&cut, MIEN_ERROR_CORRUPT, "CNAM[3]"); // begins where the text ends
    pack_free(&cut);
    // Names that differ in case only are different here.
    Pack same = pack_copy(pack.data, pack.size);
    MienSkeleton *skeleton = load(&same);
    CHECK(mien_skeleton_find_curve(skeleton, "blink") != mien_skeleton_find_curve(skeleton, "Blink"));
    mien_skeleton_destroy(skeleton);
    pack_free(&same);
    pack_free(&pack);
}

TEST(skeleton_values)
{
    Pack pack = small_pack();
    const float wild[] = {2.0f, -1.0f};
    uint32_t two, nan = 0x7FC00000u, minus_zero = 0x80000000u, large;
    const float beyond = 1.1e6f;
    memcpy(&two, &wild[0], 4);
    memcpy(&large, &beyond, 4);
    check_byte(&pack, "BPAR", 0, 0, 0, 4, "BPAR[0]");
    check_byte(&pack, "BPAR", 3, 0, 3, 4, "BPAR[3]");
    check_byte(&pack, "BPAR", 3, 0, (uint32_t)-2, 4, "BPAR[3]");
    check_byte(&pack, "BREF", 2, offsetof(MienTransform, rotation.w), two, 4, "BREF[2]");
    check_byte(&pack, "BREF", 2, offsetof(MienTransform, rotation.x), nan, 4, "BREF[2]");
    check_byte(&pack, "BREF", 2, offsetof(MienTransform, translation.z), large, 4, "BREF[2]");
    check_byte(&pack, "BREF", 2, offsetof(MienTransform, scale.x), nan, 4, "BREF[2]");
    check_byte(&pack, "BREF", 2, offsetof(MienTransform, reserved0), minus_zero, 4, "BREF[2]");
    check_byte(&pack, "BREF", 2, offsetof(MienTransform, reserved1), 1, 4, "BREF[2]");
    check_byte(&pack, "BLVL", 2, 0, 16, 1, "BLVL[0]");
    check_byte(&pack, "BLVL", 0, 0, 1, 1, "BLVL[0]");
    check_byte(&pack, "CLVL", 1, 0, 254, 1, "CLVL[0]");
    check_byte(&pack, "CLVL", 3, 0, 9, 1, "CLVL[0]");
    uint8_t *info = pack_at(&pack, "INFO", 0);
    check_forged(&pack, (size_t)(info - pack.data), 65536, 4, MIEN_ERROR_LIMIT, "INFO[0]");
    check_forged(&pack, (size_t)(info - pack.data) + 4, 65536, 4, MIEN_ERROR_LIMIT, "INFO[0]");
    pack_free(&pack);
}

TEST(readers)
{
    Pack pack = small_pack();
    MienSkeleton *skeleton = load(&pack);
    CHECK_INT(mien_skeleton_bone_count(skeleton), BONES);
    CHECK_INT(mien_skeleton_curve_count(skeleton), CURVES);
    // By descending max LOD, otherwise as given.
    static const char *const bones[] = {"root", "head", "Äuglein", "jaw", "brow", "lip"};
    static const int parents[] = {-1, 0, 1, 1, 1, 3};
    static const int levels[] = {MIEN_ALL_LODS, MIEN_ALL_LODS, MIEN_ALL_LODS, 2, 2, 0};
    for (int b = 0; b < BONES; ++b) {
        CHECK_STR(mien_skeleton_bone_name(skeleton, b), bones[b]);
        CHECK_INT(mien_skeleton_bone_parent(skeleton, b), parents[b]);
        CHECK_INT(mien_skeleton_bone_max_lod(skeleton, b), levels[b]);
        CHECK_INT(mien_skeleton_find_bone(skeleton, bones[b]), b);
        CHECK(memcmp(&mien_skeleton_rest_pose(skeleton)[b], &at_rest, sizeof at_rest) == 0);
    }
    static const char *const curves[] = {"smile", "Blink", "blink", "a"};
    static const int curve_levels[] = {MIEN_ALL_LODS, MIEN_ALL_LODS, 1, 0};
    for (int c = 0; c < CURVES; ++c) {
        CHECK_STR(mien_skeleton_curve_name(skeleton, c), curves[c]);
        CHECK_INT(mien_skeleton_curve_max_lod(skeleton, c), curve_levels[c]);
        CHECK_INT(mien_skeleton_find_curve(skeleton, curves[c]), c);
    }
    static const int counts[] = {6, 5, 5, 3, 3};
    for (int level = 0; level < 5; ++level)
        CHECK_INT(mien_skeleton_bone_count_at(skeleton, level), counts[level]);
    CHECK_INT(mien_skeleton_bone_count_at(skeleton, MIEN_MAX_LODS), 3);
    CHECK_INT(mien_skeleton_bone_count_at(skeleton, -1), 6);

    static const int bad[] = {-1, BONES, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        CHECK_STR(mien_skeleton_bone_name(skeleton, bad[i]), "");
        CHECK_STR(mien_skeleton_curve_name(skeleton, bad[i]), "");
        CHECK_INT(mien_skeleton_bone_parent(skeleton, bad[i]), -1);
        CHECK_INT(mien_skeleton_bone_max_lod(skeleton, bad[i]), 0);
        CHECK_INT(mien_skeleton_curve_max_lod(skeleton, bad[i]), 0);
    }
    static const char *const absent[] = {"", "Root", "roo", "roots", "zzz", "~", NULL};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; ++i) {
        CHECK_INT(mien_skeleton_find_bone(skeleton, absent[i]), -1);
        CHECK_INT(mien_skeleton_find_curve(skeleton, absent[i]), -1);
    }
    mien_skeleton_destroy(skeleton);
    pack_free(&pack);
}

TEST(empty_skeleton)
{
    const MienAuthorSkeleton nothing = {0};
    Pack pack = cook(&nothing);
    MienSkeleton *skeleton = load(&pack);
    CHECK_INT(mien_skeleton_bone_count(skeleton), 0);
    CHECK_INT(mien_skeleton_bone_count_at(skeleton, 0), 0);
    CHECK_INT(mien_skeleton_find_bone(skeleton, "a"), -1);
    mien_skeleton_destroy(skeleton);
    pack_free(&pack);
}

static void interface_of(const Parts *p, uint8_t out_hash[32])
{
    const MienAuthorSkeleton source = skeleton_of(p);
    Pack pack = cook(&source);
    MienSkeleton *skeleton = load(&pack);
    mien_skeleton_interface_hash(skeleton, out_hash);
    mien_skeleton_destroy(skeleton);
    pack_free(&pack);
}

TEST(interface_hash)
{
    Parts p = parts();
    uint8_t own[32], other[32];
    interface_of(&p, own);
    for (int change = 0; change < 8; ++change) {
        p = parts();
        bool is_same = true;
        switch (change) {
        case 0:
            p.curves[0].name = "frown";
            break;
        case 1:
            p.curves[0].max_lod = 3;
            break;
        case 2:
            p.bones[1].rest.translation.y = 4.0f;
            break;
        case 3:
            p.bones[3].max_lod = 1; // the order stays
            break;
        case 4:
            p.bones[1].name = "Head";
            is_same = false;
            break;
        case 5:
            p.bones[4].parent = 0;
            is_same = false;
            break;
        case 6:
            p.bones[3].max_lod = 2; // another order
            is_same = false;
            break;
        default:
            p.bones[2].parent = -1;
            is_same = false;
            break;
        }
        interface_of(&p, other);
        if ((memcmp(own, other, 32) == 0) != is_same)
            printf("change %d\n", change);
        CHECK((memcmp(own, other, 32) == 0) == is_same);
    }
}

/// The ends are out.
TEST(rotations_are_near_unit_length)
{
    const float q[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    int at_ends = 0;
    CHECK(mieni_is_near_unit(q));
    for (int end = 0; end < 2; ++end) {
        const float limit = end == 0 ? 0.99f : 1.01f;
        for (int x = 1; x < 2000; ++x) { // until the sum is the limit to the bit
            const float near[4] = {(float)x * 1e-5f, 0.0f, 0.0f, end == 0 ? 0.99498f : 1.00498f};
            const float sum =
                (near[0] * near[0] + near[1] * near[1]) + (near[2] * near[2] + near[3] * near[3]);
            CHECK_INT(mieni_is_near_unit(near), end == 0 ? sum > limit : sum < limit);
            at_ends += sum == limit;
        }
    }
    CHECK(at_ends > 0);
}

CHECK_MAIN
{
    RUN(rotations_are_near_unit_length);
    RUN(inspecting);
    RUN(inspecting_any_kind_and_version);
    RUN(kind_names);
    RUN(headers);
    RUN(sections_have_one_order_and_no_gaps);
    RUN(sections_are_all_there_and_no_more);
    RUN(padding_is_zero);
    RUN(names);
    RUN(skeleton_values);
    RUN(readers);
    RUN(empty_skeleton);
    RUN(interface_hash);
}
