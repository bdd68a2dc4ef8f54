// SPDX-License-Identifier: MIT
//
// Every FBX file of the data sets is parsed, all its arrays with it, or refused for a
// reason that stands here; what is parsed is read.

#include "support/fbx/files.h"

#include "support/data_files.h"

static const struct {
    const char *name; ///< Of the file, within its folder.
    MienStatus status;
    const char *place, *part;
} refusals[] = {
    {"synthetic_node_depth_fail_7400_binary.fbx", MIEN_ERROR_CORRUPT, "byte 152", "cut short"},
    {"synthetic_node_depth_fail_7500_ascii.fbx", MIEN_ERROR_LIMIT, "line 7", "64 deep"},
    {"synthetic_truncated_quot_fail_7500_ascii.fbx", MIEN_ERROR_CORRUPT, "line 358", "closing quote"},
    {"synthetic_unsupported_cube_fail_2000_binary.fbx", MIEN_ERROR_VERSION, "byte 23", "5.0 to 7.7"},
    {"synthetic_unsupported_cube_fail_8000_ascii.fbx", MIEN_ERROR_VERSION, "line 1", "5.0 to 7.7"},
};
enum { REFUSALS = sizeof refusals / sizeof refusals[0] };

enum { LIMIT = 1 << 30 };

static int read_count, refused_count, array_refusals;
static bool is_any_refused; ///< Files that were made to be wrong need not stand above.

static void visit(const char *path, const char *relative)
{
    MienFile *file = NULL;
    MienStatus status = MIEN_OK;
    MienError error = {0};
    FbxCensus census;
    CHECK_STATUS(mien_file_open(path, NULL, &file, &error), MIEN_OK);
    const char *fault =
        judge_fbx(mien_file_data(file), mien_file_size(file), 0, NULL, &census, &status, &error);
    mien_file_close(file);
    const char *slash = strrchr(relative, '/'), *name = slash != NULL ? slash + 1 : relative;
    int row = 0;
    while (row < REFUSALS && strcmp(refusals[row].name, name) != 0)
        ++row;
    if (fault != NULL)
        printf("%s: %s\n", relative, fault);
    CHECK(fault == NULL);
    if (status == MIEN_OK) {
        printf("%-52s %6d nodes %5d arrays %8.0f numbers\n", name, census.nodes, census.arrays,
               census.numbers);
        ++read_count;
        array_refusals += census.refused_arrays;
        CHECK(is_any_refused || row == REFUSALS);
        CHECK(is_any_refused || census.nodes > 100);
        return;
    }
    ++refused_count;
    if (row < REFUSALS)
        check_error(&error, refusals[row].status, refusals[row].place, refusals[row].part);
    else if (!is_any_refused)
        printf("%s: %s: %s\n", relative, error.location, error.message);
    CHECK(is_any_refused || row < REFUSALS);
}

TEST(every_file)
{
    static const struct {
        const char *set;
        int files, refused, refused_arrays;
    } sets[] = {
        {"fbx-ufbx/good/", 47, 0, 0},    {"fbx-ufbx/synthetic/", 30, REFUSALS, 2}, // infinities that are none
        {"rocketbox/", 9, 0, 0},         {"facecap/", 2, 0, 0},
        {"assimp-testmodels/", 3, 0, 0},
    };
    static const char *const ends[] = {".fbx"};
    if (!fbx_can_deflate())
        SKIP("built without zlib");
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; ++i) {
        read_count = refused_count = array_refusals = 0;
        const int count = each_data_file(sets[i].set, ends, 1, visit);
        if (count < 0)
            SKIP("no test data");
        CHECK_INT(count, sets[i].files);
        CHECK_INT(refused_count, sets[i].refused);
        CHECK_INT(array_refusals, sets[i].refused_arrays);
    }
}

/// What another reader's fuzzer found.
TEST(found_by_fuzzing)
{
    static const char *const ends[] = {".fbx"};
    is_any_refused = true;
    read_count = refused_count = 0;
    if (each_data_file("fbx-ufbx/fuzz/", ends, 1, visit) < 0)
        SKIP("no test data");
    printf("%d read, %d refused\n", read_count, refused_count);
    CHECK_INT(read_count + refused_count, 60);
    CHECK(refused_count >= 55);
}

CHECK_MAIN
{
    RUN(every_file);
    RUN(found_by_fuzzing);
}
