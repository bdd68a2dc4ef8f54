// SPDX-License-Identifier: MIT
//
// Names as real faces have them, found by rules. Needs the large test data.

#include "support/check.h"

#include "base/json.h"
#include "mien/pack.h"
#include "mien_author/resolve.h"

/// A file of the test data, or NULL.
static MienFile *open_data(const char *path)
{
    const char *found = check_data_path(path);
    MienFile *file = NULL;
    if (found != NULL)
        CHECK_STATUS(mien_file_open(found, NULL, &file, NULL), MIEN_OK);
    return file;
}

static MienAuthorResolver *resolver_of(const char *id, bool has_aliases)
{
    const MienAuthorVocabularyInfo info = mien_author_vocabulary_info(mien_author_vocabulary_find(id));
    MienAuthorVocabulary *vocabulary = NULL;
    MienAuthorResolver *resolver = NULL;
    if (has_aliases)
        CHECK_STATUS(mien_author_vocabulary_load(id, NULL, &vocabulary, NULL), MIEN_OK);
    CHECK_STATUS(mien_author_resolver_create(info.names, info.name_count, vocabulary, NULL, &resolver, NULL),
                 MIEN_OK);
    mien_author_vocabulary_destroy(vocabulary);
    return resolver;
}

TEST(makehuman_pose_units)
{
    MienFile *file = open_data("makehuman/poseunits/face-poseunits.json");
    if (file == NULL)
        SKIP("no pose units of MakeHuman");
    MieniJsonDocument document;
    CHECK_STATUS(mieni_json_read(&document, mien_file_data(file), mien_file_size(file), NULL, NULL), MIEN_OK);
    const MieniJson *names = mieni_json_get(document.root, "framemapping");
    const MienAuthorVocabularyInfo info =
        mien_author_vocabulary_info(mien_author_vocabulary_find("makehuman"));
    CHECK(names != NULL && names->count == info.name_count);
    for (int n = 0; names != NULL && n < names->count && n < info.name_count; ++n)
        CHECK_STR(names->items[n]->string, info.names[n]);
    mieni_json_release(&document);
    mien_file_close(file);
}

TEST(ict_face_kit)
{
    MienFile *file = open_data("ict-facekit/expression_names.json");
    if (file == NULL)
        SKIP("no names of ICT Face Kit");
    MieniJsonDocument document;
    CHECK_STATUS(mieni_json_read(&document, mien_file_data(file), mien_file_size(file), NULL, NULL), MIEN_OK);
    const MieniJson *names = document.root;
    MienAuthorResolver *resolver = resolver_of("arkit", false);
    int exact = 0, by_side = 0, none = 0;
    for (int n = 0; names != NULL && n < names->count; ++n) {
        const MienAuthorMatch match = mien_author_resolver_find(resolver, names->items[n]->string);
        exact += match.kind == MIEN_AUTHOR_MATCH && match.rules == 0;
        by_side += match.kind == MIEN_AUTHOR_MATCH && match.rules == MIEN_AUTHOR_NAME_SIDE;
        none += match.kind == MIEN_AUTHOR_NO_MATCH;
    }
    // Without partner: inner brows, puffed cheeks, raised cheeks and pupils by sides.
    CHECK_INT(exact, 13);
    CHECK_INT(by_side, 36);
    CHECK_INT(none, 8);
    mien_author_resolver_destroy(resolver);
    mieni_json_release(&document);
    mien_file_close(file);
}

/// The next "blendShape1.<name>" in bytes, or NULL.
static const char *next_shape(const char *at, const char *end, char name[MIEN_MAX_NAME + 1])
{
    static const char prefix[] = "blendShape1.";
    const size_t length = sizeof prefix - 1;
    for (; at + length < end; ++at) {
        if (memcmp(at, prefix, length) != 0)
            continue;
        size_t size = length;
        while (at + size < end && size < MIEN_MAX_NAME && (unsigned char)at[size] > ' ' && at[size] < 127)
            ++size;
        memcpy(name, at, size);
        name[size] = '\0';
        return at + size;
    }
    return NULL;
}

TEST(rocketbox_shapes)
{
    MienFile *file = open_data("rocketbox/facial/Female_Adult_10_facial.fbx");
    if (file == NULL)
        SKIP("no face of Rocketbox");
    MienAuthorResolver *arkit = resolver_of("arkit", false), *oculus = resolver_of("oculus", true);
    const MienAuthorVocabularyInfo names = mien_author_vocabulary_info(mien_author_vocabulary_find("arkit"));
    bool is_found[64] = {false};
    int found = 0, visemes = 0;
    char name[MIEN_MAX_NAME + 1];
    const char *at = mien_file_data(file), *end = at + mien_file_size(file);
    while ((at = next_shape(at, end, name)) != NULL) {
        const bool is_arkit = strncmp(name, "blendShape1.AK_", 15) == 0;
        MienAuthorMatch match = mien_author_resolver_find(arkit, name);
        CHECK(match.kind != MIEN_AUTHOR_AMBIGUOUS);
        if (is_arkit) {
            CHECK(match.kind == MIEN_AUTHOR_MATCH);
            CHECK_INT(match.rules,
                      MIEN_AUTHOR_NAME_PREFIX | MIEN_AUTHOR_NAME_CASE | MIEN_AUTHOR_NAME_NUMBERED);
            CHECK(match.target >= 0 && strcmp(names.names[match.target] + 1, name + 19) == 0);
            if (match.target >= 0)
                is_found[match.target] = true;
        }
        match = mien_author_resolver_find(oculus, name);
        visemes += strncmp(name, "blendShape1.AA_VI_", 18) == 0 && match.kind == MIEN_AUTHOR_MATCH;
    }
    for (int n = 0; n < names.name_count; ++n)
        found += is_found[n];
    printf("%d ARKit shapes, %d times a viseme\n", found, visemes);
    CHECK_INT(found, 52);
    CHECK(visemes >= 15 && visemes % 15 == 0);
    mien_author_resolver_destroy(arkit);
    mien_author_resolver_destroy(oculus);
    mien_file_close(file);
}

CHECK_MAIN
{
    RUN(makehuman_pose_units);
    RUN(ict_face_kit);
    RUN(rocketbox_shapes);
}
