// SPDX-License-Identifier: MIT
//
// Bundles: what goes in comes out, in one form; damaged and forged ones, wrong calls,
// and a million members.

#include "support/bundles.h"
#include "support/hostile.h"
#include "support/ledger.h"

static MienBundle *load_bundle(const Pack *pack)
{
    MienBundle *bundle = NULL;
    MienError error = {0};
    const MienLoadOptions options = {.borrow_data = true};
    CHECK_STATUS(mien_bundle_load(pack->data, pack->size, &options, &bundle, &error), MIEN_OK);
    if (bundle == NULL)
        printf("%s: %s\n", error.location, error.message);
    return bundle;
}

TEST(round_trip)
{
    static const MienPackKind kinds[SMALL_MEMBERS] = {MIEN_PACK_SKELETON, MIEN_PACK_CLIP, MIEN_PACK_CLIP,
                                                      MIEN_PACK_POSE_ASSET, MIEN_PACK_CLIP};
    BundleSketch sketch;
    sketch_bundle(&sketch);
    Pack pack = bundle_pack();
    MienBundle *bundle = load_bundle(&pack);
    CHECK_INT(mien_bundle_count(bundle), SMALL_MEMBERS);
    CHECK_STR(read_bundle(bundle, pack.data, pack.size), NULL);
    for (int i = 0; i < SMALL_MEMBERS; ++i) {
        const MienBundleMember member = mien_bundle_member(bundle, i);
        CHECK_STR(member.name, small_members[i]);
        CHECK_INT(member.kind, kinds[i]);
        CHECK_INT(member.version, kinds[i] == MIEN_PACK_SKELETON ? 1 : 2);
        CHECK_INT(member.size, sketch.members[i].size);
        CHECK(memcmp(member.data, sketch.members[i].data, member.size) == 0);
        CHECK_STATUS(load_member(&member, false), MIEN_OK);
        CHECK_INT(mien_bundle_find(bundle, small_members[i]), i);
    }
    // Equal packs are there once.
    CHECK(mien_bundle_member(bundle, 1).data == mien_bundle_member(bundle, 4).data);
    CHECK_INT(pack_count(&pack, "PART"), SMALL_MEMBERS - 1);
    CHECK_INT(mien_bundle_find(bundle, "Faces/ada.poses"), -1);
    CHECK_INT(mien_bundle_find(bundle, "faces/ada"), -1);
    CHECK_INT(mien_bundle_find(bundle, NULL), -1);
    CHECK_STR(mien_bundle_name(bundle, SMALL_MEMBERS), "");
    CHECK_STR(mien_pack_kind_name(MIEN_PACK_BUNDLE), "bundle");
    mien_bundle_destroy(bundle);
    mien_bundle_destroy(NULL);
    pack_free(&pack);
    bundle_sketch_free(&sketch);
}

/// A member that is asked for by its name, and one that is missing, which is named.
TEST(by_name)
{
    Pack pack = bundle_pack();
    MienBundle *bundle = load_bundle(&pack);
    MienBundleMember member = {0};
    MienError error = {0};
    for (int i = 0; i < SMALL_MEMBERS; ++i) {
        CHECK_STATUS(mien_bundle_get(bundle, small_members[i], &member, &error), MIEN_OK);
        CHECK(member.data == mien_bundle_member(bundle, i).data);
        CHECK_STR(member.name, small_members[i]);
    }
    CHECK_STATUS(mien_bundle_get(bundle, "faces/eve.poses", &member, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "faces/eve.poses");
    CHECK_STR(error.message, "the bundle has no member of this name: name it when bundling");
    CHECK(member.data == NULL && member.size == 0);
    CHECK_STATUS(mien_bundle_get(bundle, "faces/eve.poses", &member, NULL), MIEN_ERROR_DATA);
    CHECK_STATUS(mien_bundle_get(bundle, NULL, &member, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_bundle_get(NULL, "faces/ada.poses", &member, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_bundle_get(bundle, "faces/ada.poses", NULL, &error), MIEN_ERROR_ARGUMENT);
    mien_bundle_destroy(bundle);
    pack_free(&pack);
}

/// All that says where members are stands before the first of them.
TEST(table_comes_first)
{
    Pack pack = bundle_pack();
    MienBundle *bundle = load_bundle(&pack);
    const int data = pack_find(&pack, "DATA");
    CHECK_INT(data, (int)pack_header(&pack).section_count - 1);
    const uint8_t *begin = pack.data + pack_section(&pack, data).offset;
    for (int i = 0; i < SMALL_MEMBERS; ++i)
        CHECK((const uint8_t *)mien_bundle_member(bundle, i).data >= begin);
    mien_bundle_destroy(bundle);
    pack_free(&pack);
}

static MienStatus load_hostile(Subject *s, const Pack *pack, const MienLoadOptions *options, size_t place)
{
    MienBundle *bundle = (MienBundle *)(void *)s; // not NULL, to see that it becomes so
    MienError error = {0};
    const MienStatus status = mien_bundle_load(pack->data, pack->size, options, &bundle, &error);
    if (!subject_count(s, status, &error, bundle, place))
        return status;
    const bool borrows = options != NULL && options->borrow_data;
    const char *fault = read_bundle(bundle, borrows ? pack->data : NULL, pack->size);
    if (fault != NULL)
        complain(s, fault, place);
    mien_bundle_destroy(bundle);
    return status;
}

TEST(hostile)
{
    Subject s = {.name = "bundle", .pack = bundle_pack(), .load = load_hostile};
    attack_all(&s);
    report(&s);
    pack_free(&s.pack);
}

/// A bundle with one number changed, and what that must be refused for.
typedef struct Forgery {
    const char *tag;
    int index;
    size_t field; ///< Bytes from the start of the element.
    uint32_t value;
    MienStatus status;
    const char *place;
} Forgery;

static void check_forged(const Pack *sound, const Forgery *forgery)
{
    Pack pack = pack_copy(sound->data, sound->size);
    MienBundle *bundle = NULL;
    MienError error = {0};
    uint8_t *at = pack_at(&pack, forgery->tag, forgery->index);
    CHECK(at != NULL);
    if (at != NULL)
        memcpy(at + forgery->field, &forgery->value, sizeof forgery->value);
    pack_seal(&pack);
    CHECK_STATUS(mien_bundle_load(pack.data, pack.size, NULL, &bundle, &error), forgery->status);
    CHECK(refusal_is_sound(forgery->status, &error, bundle));
    CHECK_STR(error.location, forgery->place);
    mien_bundle_destroy(bundle);
    pack_free(&pack);
}

TEST(forged)
{
    Pack pack = bundle_pack();
    MieniBundlePart parts[SMALL_MEMBERS - 1];
    memcpy(parts, pack_at(&pack, "PART", 0), sizeof parts);
    const size_t first = 64, kind = offsetof(MieniPackHeader, kind), size = offsetof(MieniPackHeader, size);
    CHECK(pack_at(&pack, "DATA", 0) == pack.data + parts[0].offset && first <= parts[0].size);
    const Forgery forgeries[] = {
        {"INFO", 0, 0, MIEN_MAX_MEMBERS + 1, MIEN_ERROR_LIMIT, "INFO[0]"},
        {"INFO", 0, 4, SMALL_MEMBERS + 1, MIEN_ERROR_LIMIT, "INFO[0]"},
        {"INFO", 0, 0, SMALL_MEMBERS - 1, MIEN_ERROR_CORRUPT, "section MNAM"},
        {"INFO", 0, 4, SMALL_MEMBERS - 2, MIEN_ERROR_CORRUPT, "section PART"},
        {"MSRT", 1, 0, 0, MIEN_ERROR_CORRUPT, "MNAM[1]"},
        {"MPRT", 0, 0, 1, MIEN_ERROR_CORRUPT, "MPRT[0]"},
        {"MPRT", 2, 0, 3, MIEN_ERROR_CORRUPT, "MPRT[2]"},
        {"MPRT", 4, 0, 4, MIEN_ERROR_CORRUPT, "MPRT[4]"},
        {"MPRT", 3, 0, 2, MIEN_ERROR_CORRUPT, "PART[3]"}, // then part 3 is unused
        {"PART", 0, 0, parts[0].offset + 64, MIEN_ERROR_CORRUPT, "PART[0]"},
        {"PART", 1, 0, parts[0].offset, MIEN_ERROR_CORRUPT, "PART[1]"},
        {"PART", 1, 4, 0, MIEN_ERROR_CORRUPT, "PART[1]"},
        {"PART", 1, 4, parts[1].size + 1, MIEN_ERROR_CORRUPT, "PART[1]"},
        {"PART", 1, 4, parts[1].size + 64, MIEN_ERROR_CORRUPT, "PART[1]"},
        {"PART", 3, 4, parts[3].size + 64, MIEN_ERROR_CORRUPT, "PART[3]"},
        {"PART", 3, 4, UINT32_MAX - 63, MIEN_ERROR_CORRUPT, "PART[3]"},
        {"PART", 2, 8, MIEN_PACK_SKELETON, MIEN_ERROR_CORRUPT, "PART[2]"},
        {"PART", 2, 12, 3, MIEN_ERROR_CORRUPT, "PART[2]"},
        {"DATA", 0, 0, 0, MIEN_ERROR_CORRUPT, "PART[0]"},
        {"DATA", 0, kind, MIEN_PACK_CLIP, MIEN_ERROR_CORRUPT, "PART[0]"},
        {"DATA", 0, size, 64, MIEN_ERROR_CORRUPT, "PART[0]"},
        {"DATA", 0, offsetof(MieniPackHeader, flags), 1, MIEN_ERROR_CORRUPT, "PART[0]"},
    };
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; ++i)
        check_forged(&pack, &forgeries[i]);
    // A bundle in a bundle, of one mind about it.
    const uint32_t bundle = MIEN_PACK_BUNDLE;
    memcpy(pack_at(&pack, "DATA", 0) + kind, &bundle, sizeof bundle);
    check_forged(&pack, &(Forgery){"PART", 0, 8, bundle, MIEN_ERROR_CORRUPT, "PART[0]"});
    // Of a kind that does not exist yet it may be: only who loads it needs to know.
    const uint32_t later = 77;
    memcpy(pack_at(&pack, "DATA", 0) + kind, &later, sizeof later);
    memcpy(pack_at(&pack, "PART", 0) + 8, &later, sizeof later);
    pack_seal(&pack);
    MienBundle *loaded = load_bundle(&pack);
    CHECK_INT(mien_bundle_member(loaded, 0).kind, 77);
    mien_bundle_destroy(loaded);
    // Blocks that belong to no part, and text to no name.
    Pack longer = pack_recount(&pack, "DATA", pack_count(&pack, "DATA") + 1);
    check_forged(&longer, &(Forgery){"INFO", 0, 0, SMALL_MEMBERS, MIEN_ERROR_CORRUPT, "DATA[4]"});
    pack_free(&longer);
    pack_free(&pack);
}

/// Sizes that table and part agree on.
TEST(wrong_sizes)
{
    Pack sound = bundle_pack();
    MieniBundlePart parts[SMALL_MEMBERS - 1];
    memcpy(parts, pack_at(&sound, "PART", 0), sizeof parts);
    const struct {
        int part;
        uint32_t size;
    } sizes[] = {{0, 0}, {0, parts[0].size + 32}, {3, parts[3].size + 64}, {3, UINT32_MAX - 63}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        Pack pack = pack_copy(sound.data, sound.size);
        const uint64_t size = sizes[i].size;
        char place[16];
        snprintf(place, sizeof place, "PART[%d]", sizes[i].part);
        memcpy(pack.data + parts[sizes[i].part].offset + offsetof(MieniPackHeader, size), &size, sizeof size);
        check_forged(&pack, &(Forgery){"PART", sizes[i].part, offsetof(MieniBundlePart, size), sizes[i].size,
                                       MIEN_ERROR_CORRUPT, place});
        pack_free(&pack);
    }
    pack_free(&sound);
}

/// Members that can be found, but do not stand in the order of their names.
TEST(another_order)
{
    BundleSketch sketch;
    sketch_bundle(&sketch);
    MienAuthorBundleMember members[] = {sketch.members[0], sketch.members[1]};
    members[0].name = "a";
    members[1].name = "b";
    MienAuthorPack cooked = {0};
    CHECK_STATUS(mien_author_bundle_cook(&(MienAuthorBundle){2, members}, NULL, &cooked, NULL), MIEN_OK);
    const Pack pack = {cooked.data, cooked.size};
    const uint32_t order[] = {1, 0};
    memcpy(pack_at(&pack, "TEXT", 0), "b\0a", 3);
    memcpy(pack_at(&pack, "MSRT", 0), order, sizeof order);
    check_forged(&pack, &(Forgery){"INFO", 0, 0, 2, MIEN_ERROR_CORRUPT, "MSRT[0]"});
    mien_author_pack_release(&cooked);
    bundle_sketch_free(&sketch);
}

TEST(unused_text)
{
    Pack pack = bundle_pack();
    Pack longer = pack_recount(&pack, "TEXT", pack_count(&pack, "TEXT") + 1);
    MienBundle *bundle = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_bundle_load(longer.data, longer.size, NULL, &bundle, &error), MIEN_ERROR_CORRUPT);
    CHECK(strncmp(error.location, "TEXT[", 5) == 0);
    pack_free(&longer);
    pack_free(&pack);
}

TEST(wrong_calls)
{
    Pack pack = bundle_pack();
    ScenePacks other = scene_packs(&small_scenes[4].options);
    MienError error = {0};
    MienBundle *bundle = (MienBundle *)(void *)&error;
    CHECK_STATUS(mien_bundle_load(NULL, pack.size, NULL, &bundle, &error), MIEN_ERROR_ARGUMENT);
    CHECK(refusal_is_sound(MIEN_ERROR_ARGUMENT, &error, bundle));
    CHECK_STATUS(mien_bundle_load(pack.data, pack.size, NULL, NULL, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_bundle_load(other.skeleton.data, other.skeleton.size, NULL, &bundle, NULL),
                 MIEN_ERROR_KIND);
    MienSkeleton *skeleton = NULL;
    CHECK_STATUS(mien_skeleton_load(pack.data, pack.size, NULL, &skeleton, NULL), MIEN_ERROR_KIND);
    const uint32_t version = MIENI_BUNDLE_VERSION + 1;
    memcpy(pack.data + offsetof(MieniPackHeader, version), &version, sizeof version);
    CHECK_STATUS(mien_bundle_load(pack.data, pack.size, NULL, &bundle, NULL), MIEN_ERROR_VERSION);
    scene_packs_free(&other);
    pack_free(&pack);
}

static MienStatus load_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const Pack *pack = given;
    const MienLoadOptions options = {.allocator = allocator};
    MienBundle *bundle = (MienBundle *)(uintptr_t)given;
    const MienStatus status = mien_bundle_load(pack->data, pack->size, &options, &bundle, error);
    *out_is_empty = bundle == NULL;
    mien_bundle_destroy(bundle);
    return status;
}

TEST(memory)
{
    Pack pack = bundle_pack();
    check_call("loading", load_with, &pack);
    pack_free(&pack);
}

/// Names in no order, packs of three kinds of bytes.
TEST(a_million_members)
{
#if defined(NDEBUG) && defined(__x86_64__) && !__has_feature(address_sanitizer)
    enum { COUNT = 1000000 };
#else
    enum { COUNT = 20000 };
#endif
    BundleSketch sketch;
    sketch_bundle(&sketch);
    MienAuthorBundleMember *members = calloc(COUNT, sizeof *members);
    char(*names)[24] = calloc(COUNT, sizeof *names);
    CHECK(members != NULL && names != NULL);
    for (int i = 0; members != NULL && names != NULL && i < COUNT; ++i) {
        snprintf(names[i], sizeof names[i], "clips/%08x.clip", (unsigned)i * 2654435761u);
        members[i] = sketch.members[i % 3];
        members[i].name = names[i];
    }
    MienAuthorPack cooked = {0};
    CHECK_STATUS(mien_author_bundle_cook(&(MienAuthorBundle){COUNT, members}, NULL, &cooked, NULL), MIEN_OK);
    const Pack pack = {cooked.data, cooked.size};
    MienBundle *bundle = load_bundle(&pack);
    CHECK_INT(mien_bundle_count(bundle), COUNT);
    CHECK_INT(pack_count(&pack, "PART"), 3);
    for (int i = 0; i < COUNT; i += 997) {
        const MienBundleMember member = mien_bundle_member(bundle, mien_bundle_find(bundle, names[i]));
        CHECK_INT(member.size, members[i].size);
        CHECK(member.data != NULL && memcmp(member.data, members[i].data, members[i].size) == 0);
    }
    mien_bundle_destroy(bundle);
    mien_author_pack_release(&cooked);
    free(members);
    free(names);
    bundle_sketch_free(&sketch);
}

CHECK_MAIN
{
    RUN(round_trip);
    RUN(by_name);
    RUN(table_comes_first);
    RUN(hostile);
    RUN(forged);
    RUN(wrong_sizes);
    RUN(another_order);
    RUN(unused_text);
    RUN(wrong_calls);
    RUN(memory);
    RUN(a_million_members);
}
