// SPDX-License-Identifier: MIT
//
// Every FBX file of the data sets is read whole, or refused for a reason that stands here;
// and so are files whose numbers were changed.

#include "support/check.h"
#include "support/data_files.h"
#include "support/fbx/files.h"
#include "support/random.h"

#include "mien/mien.h"

static const struct {
    const char *name; ///< Of the file, within its folder.
    MienStatus status;
} refusals[] = {
    {"synthetic_bad_inf_nan_7700_ascii.fbx", MIEN_ERROR_CORRUPT},
    {"synthetic_bad_inf_nan_fail_7700_ascii.fbx", MIEN_ERROR_CORRUPT},
    {"synthetic_cube_nan_7400_ascii.fbx", MIEN_ERROR_LIMIT},
    {"synthetic_inf_nan_7700_ascii.fbx", MIEN_ERROR_LIMIT},
    {"synthetic_node_cycle_fail_7700_ascii.fbx", MIEN_ERROR_DATA},
    {"synthetic_node_depth_fail_7400_binary.fbx", MIEN_ERROR_CORRUPT},
    {"synthetic_node_depth_fail_7500_ascii.fbx", MIEN_ERROR_LIMIT},
    {"synthetic_truncated_quot_fail_7500_ascii.fbx", MIEN_ERROR_CORRUPT},
    {"synthetic_unsupported_cube_fail_2000_binary.fbx", MIEN_ERROR_VERSION},
    {"synthetic_unsupported_cube_fail_8000_ascii.fbx", MIEN_ERROR_VERSION},
};
enum { REFUSALS = sizeof refusals / sizeof refusals[0] };

static int refused_count;
static bool is_any_refused; ///< Files that were made to be wrong need not stand above.

static void judge(const void *data, size_t size, const char *relative, MienStatus *out_status)
{
    const char *fault = judge_fbx_read(data, size, 0, 256 << 20, out_status);
    if (fault != NULL)
        printf("%s: %s\n", relative, fault);
    CHECK(fault == NULL);
}

static void visit(const char *path, const char *relative)
{
    MienFile *file = NULL;
    MienStatus status = MIEN_OK;
    CHECK_STATUS(mien_file_open(path, NULL, &file, NULL), MIEN_OK);
    judge(mien_file_data(file), mien_file_size(file), relative, &status);
    mien_file_close(file);
    const char *slash = strrchr(relative, '/'), *name = slash != NULL ? slash + 1 : relative;
    int row = 0;
    while (row < REFUSALS && strcmp(refusals[row].name, name) != 0)
        ++row;
    refused_count += status != MIEN_OK;
    if (is_any_refused)
        return;
    CHECK_STATUS(status, row < REFUSALS ? refusals[row].status : MIEN_OK);
    if (status != (row < REFUSALS ? refusals[row].status : MIEN_OK))
        printf("%s\n", relative);
}

TEST(every_file)
{
    if (!fbx_can_deflate())
        SKIP("built without zlib");
    static const char *const sets[] = {"fbx-ufbx/good/", "fbx-ufbx/synthetic/", "rocketbox/", "facecap/",
                                       "assimp-testmodels/"};
    static const char *const ends[] = {".fbx"};
    for (size_t i = 0; i < sizeof sets / sizeof *sets; ++i)
        if (each_data_file(sets[i], ends, 1, visit) < 0)
            SKIP("no test data");
    CHECK_INT(refused_count, REFUSALS);
}

/// What another reader's fuzzer found.
TEST(found_by_fuzzing)
{
    static const char *const ends[] = {".fbx"};
    is_any_refused = true;
    refused_count = 0;
    const int count = each_data_file("fbx-ufbx/fuzz/", ends, 1, visit);
    if (count < 0)
        SKIP("no test data");
    printf("%d of %d refused\n", refused_count, count);
}

static int changed_count, changed_refused;

/// Texts with other digits in some places, which trees do not mind.
static void change(const char *path, const char *relative)
{
    MienFile *file = NULL;
    CHECK_STATUS(mien_file_open(path, NULL, &file, NULL), MIEN_OK);
    const size_t size = mien_file_size(file);
    if (size > 150000) {
        mien_file_close(file);
        return;
    }
    for (int i = 0; i < 12; ++i) {
        char *bytes = malloc(size);
        MienStatus status;
        Random random = {size * 1000 + (uint64_t)i};
        memcpy(bytes, mien_file_data(file), size);
        for (int changes = 0; changes < 40; ++changes) {
            const int at = random_below(&random, (int)size);
            if (bytes[at] >= '0' && bytes[at] <= '9')
                bytes[at] = "0123456789-9"[random_below(&random, 12)];
        }
        judge(bytes, size, relative, &status);
        changed_refused += status != MIEN_OK;
        ++changed_count;
        free(bytes);
    }
    mien_file_close(file);
}

TEST(other_numbers)
{
    static const char *const ends[] = {"_ascii.fbx", "_combined.fbx"};
    if (each_data_file("fbx-ufbx/good/", ends, 2, change) < 0)
        SKIP("no test data");
    printf("%d changed files, %d refused\n", changed_count, changed_refused);
    CHECK(changed_count > 100 && changed_refused < changed_count);
}

CHECK_MAIN
{
    RUN(every_file);
    RUN(found_by_fuzzing);
    RUN(other_numbers);
}
