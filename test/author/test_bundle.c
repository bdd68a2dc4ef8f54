// SPDX-License-Identifier: MIT
//
// Cooking bundles: one form whatever the order, places of what is wrong, memory that
// runs out.

#include "support/bundles.h"
#include "support/ledger.h"

TEST(order_does_not_matter)
{
    BundleSketch sketch;
    sketch_bundle(&sketch);
    Pack sound = bundle_pack();
    for (int turn = 0; turn < SMALL_MEMBERS * 2; ++turn) {
        MienAuthorBundleMember members[SMALL_MEMBERS];
        for (int i = 0; i < SMALL_MEMBERS; ++i) {
            const int from = turn < SMALL_MEMBERS ? i + turn : 2 * SMALL_MEMBERS - i - (turn - SMALL_MEMBERS);
            members[i] = sketch.members[from % SMALL_MEMBERS];
        }
        MienAuthorPack pack = {0};
        CHECK_STATUS(mien_author_bundle_cook(&(MienAuthorBundle){SMALL_MEMBERS, members}, NULL, &pack, NULL),
                     MIEN_OK);
        CHECK_INT(pack.size, sound.size);
        CHECK(pack.size == sound.size && memcmp(pack.data, sound.data, sound.size) == 0);
        mien_author_pack_release(&pack);
    }
    pack_free(&sound);
    bundle_sketch_free(&sketch);
}

/// Copies of a pack at different addresses, odd ones too, are one part.
TEST(copies_are_stored_once)
{
    BundleSketch sketch;
    sketch_bundle(&sketch);
    const MienAuthorBundleMember *first = &sketch.members[0];
    uint8_t *copy = malloc(first->size + 1);
    if (copy == NULL)
        abort();
    memcpy(copy + 1, first->data, first->size);
    const MienAuthorBundleMember members[] = {{"b", copy + 1, first->size},
                                              {"c", sketch.members[1].data, sketch.members[1].size},
                                              {"a", first->data, first->size}};
    MienAuthorPack pack = {0};
    CHECK_STATUS(mien_author_bundle_cook(&(MienAuthorBundle){3, members}, NULL, &pack, NULL), MIEN_OK);
    const Pack bytes = {pack.data, pack.size};
    CHECK_INT(pack_count(&bytes, "PART"), 2);
    CHECK_INT(pack_count(&bytes, "DATA"), (first->size + sketch.members[1].size) / 64);
    mien_author_pack_release(&pack);
    free(copy);
    bundle_sketch_free(&sketch);
}

TEST(empty)
{
    MienAuthorPack pack = {0};
    MienBundle *bundle = NULL;
    CHECK_STATUS(mien_author_bundle_cook(&(MienAuthorBundle){0}, NULL, &pack, NULL), MIEN_OK);
    CHECK_STATUS(mien_bundle_load(pack.data, pack.size, NULL, &bundle, NULL), MIEN_OK);
    CHECK_INT(mien_bundle_count(bundle), 0);
    CHECK_STR(read_bundle(bundle, NULL, 0), NULL);
    mien_bundle_destroy(bundle);
    mien_author_pack_release(&pack);
}

static void check_refused(const MienAuthorBundle *bundle, MienStatus status, const char *place)
{
    MienAuthorPack pack = {(uint8_t *)&pack, 1, NULL};
    MienError error = {0};
    CHECK_STATUS(mien_author_bundle_cook(bundle, NULL, &pack, NULL), status);
    CHECK_STATUS(mien_author_bundle_cook(bundle, NULL, &pack, &error), status);
    CHECK(pack.data == NULL && pack.size == 0);
    CHECK_STATUS(error.status, status);
    CHECK_STR(error.location, place);
    CHECK(error.message[0] != '\0');
}

TEST(refused)
{
    BundleSketch sketch;
    sketch_bundle(&sketch);
    MienAuthorBundleMember *member = &sketch.members[3];
    const MienAuthorBundleMember sound = *member;
    check_refused(NULL, MIEN_ERROR_ARGUMENT, "");
    check_refused(&(MienAuthorBundle){1, NULL}, MIEN_ERROR_ARGUMENT, "");
    check_refused(&(MienAuthorBundle){-1, sketch.members}, MIEN_ERROR_LIMIT, "members");
    check_refused(&(MienAuthorBundle){MIEN_MAX_MEMBERS + 1, sketch.members}, MIEN_ERROR_LIMIT, "members");
    CHECK_STATUS(mien_author_bundle_cook(&sketch.bundle, NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
    static const struct {
        const char *name, *place;
    } names[] = {{NULL, "members[3].name"},
                 {"", "members[3].name"},
                 {" faces", "members[3].name"},
                 {"\xFF", "members[3].name"},
                 {"clips/smile.clip", "members[3].name"},
                 {"old/wave.clip", "members[4].name"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
        member->name = names[i].name;
        check_refused(&sketch.bundle, MIEN_ERROR_DATA, names[i].place);
    }
    *member = sound;
    member->data = NULL;
    check_refused(&sketch.bundle, MIEN_ERROR_ARGUMENT, "members[3].data");
    *member = sound;
    member->size -= 64;
    check_refused(&sketch.bundle, MIEN_ERROR_CORRUPT, "members[3].data, header.size");
    *member = sound;
    sketch.scene.poses.data[sound.size - 1] ^= 1;
    check_refused(&sketch.bundle, MIEN_ERROR_HASH, "members[3].data, header.hash");
    sketch.scene.poses.data[sound.size - 1] ^= 1;
    Pack inner = bundle_pack();
    *member = (MienAuthorBundleMember){sound.name, inner.data, inner.size};
    check_refused(&sketch.bundle, MIEN_ERROR_KIND, "members[3].data");
    pack_free(&inner);
    bundle_sketch_free(&sketch);
}

static MienStatus cook_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    MienAuthorPack pack = {(uint8_t *)&pack, 1, NULL};
    const MienStatus status = mien_author_bundle_cook(given, allocator, &pack, error);
    *out_is_empty = pack.data == NULL && pack.size == 0;
    mien_author_pack_release(&pack);
    return status;
}

TEST(memory)
{
    BundleSketch sketch;
    sketch_bundle(&sketch);
    check_call("cooking", cook_with, &sketch.bundle);
    bundle_sketch_free(&sketch);
}

CHECK_MAIN
{
    RUN(order_does_not_matter);
    RUN(copies_are_stored_once);
    RUN(empty);
    RUN(refused);
    RUN(memory);
}
