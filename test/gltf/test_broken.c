// SPDX-License-Identifier: MIT
//
// Files that were made to be refused, each beside the list of what the official validator
// finds. Where it finds errors the file is refused with a place; where it finds none the
// file is opened and read. What differs is listed here, and why. Skipped without the data.

#include "support/gltf/files.h"

#include "base/json.h"

/// What is not as the validator has it.
static const struct {
    const char *path;
    bool opens, reads;
} others[] = {
    // Joints without a common root: real files have them, and nothing here needs the root.
    {"gltf-broken/validator/skin/no_common_root.gltf", true, true},
    // An absolute address: only a warning there, but nothing outside of the folder is read.
    {"gltf-broken/validator/buffer/non_relative_uri.gltf", false, false},
    // Times without data, which are all 0: the validator does not look at data that is not there.
    {"gltf-broken/validator/animation/valid.gltf", true, false},
    {"gltf-broken/validator/skin/ignored_animated_transform.gltf", true, false},
    // Sound, although they stand among the broken.
    {"assimp-testmodels/gltf-broken/simple_skin/simple_skin.gltf", true, true},
    {"assimp-testmodels/gltf-broken/TestNoRootNode/SceneWithoutNodes.gltf", true, true},
};

/// Whether the validator's report lists an error; files without one are broken.
static bool has_error(const char *path)
{
    char name[1024];
    MienFile *file = NULL;
    MieniJsonDocument report;
    snprintf(name, sizeof name, "%s.report.json", path);
    if (mien_file_open(name, NULL, &file, NULL) != MIEN_OK)
        return true;
    bool has = false;
    CHECK_STATUS(mieni_json_read(&report, mien_file_data(file), mien_file_size(file), NULL, NULL), MIEN_OK);
    const MieniJson *messages = mieni_json_get(mieni_json_get(report.root, "issues"), "messages");
    for (int i = 0; messages != NULL && i < messages->count; ++i)
        has = has || mieni_json_get_number(messages->items[i], "severity", -1.0) == 0.0;
    mieni_json_release(&report);
    mien_file_close(file);
    return has;
}

static int refused_count, read_count;

static void check_refusal(MienStatus status, const MienError *error, const void *out, const char *relative)
{
    const char *fault = judge_refusal(status, error, out, "");
    if (fault != NULL)
        printf("%s: %s\n", relative, fault);
    CHECK(fault == NULL);
}

static void check_file(const char *path, const char *relative)
{
    bool opens = !has_error(path), reads = opens;
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i)
        if (strcmp(others[i].path, relative) == 0) {
            opens = others[i].opens;
            reads = others[i].reads;
        }
    GltfFolder folder;
    MienIoGltf *gltf = NULL;
    MienIoSource *source = NULL;
    MienError error = {0};
    MienStatus status = gltf_open_path(path, &folder, &gltf, &error);
    const bool is_open = status == MIEN_OK;
    if (is_open)
        status = mien_io_gltf_read(gltf, NULL, &source, NULL, &error);
    // Some errors are found only by reading, which is as good.
    const bool is_right = (status == MIEN_OK) == reads && (!opens || is_open);
    if (!is_right)
        printf("%s: %s, %s: %s\n", relative, is_open ? "opened" : "not opened", error.location,
               error.message);
    CHECK(is_right);
    if (status != MIEN_OK)
        check_refusal(status, &error, is_open ? (const void *)source : (const void *)gltf, relative);
    ++*(status == MIEN_OK ? &read_count : &refused_count);
    mien_io_source_destroy(source);
    mien_io_gltf_destroy(gltf);
    gltf_folder_close(&folder);
}

/// Checks every file of a data set, and their number; false without it.
static bool check_files(const char *folder, int expected)
{
    static const char *const ends[] = {".gltf", ".glb"};
    refused_count = read_count = 0;
    const int count = each_data_file(folder, ends, 2, check_file);
    if (count < 0)
        return false;
    printf("%d files: %d refused, %d read\n", count, refused_count, read_count);
    CHECK_INT(count, expected);
    return true;
}

TEST(as_the_validator)
{
    if (!check_files("gltf-broken/", 162))
        SKIP("no test data");
}

TEST(those_of_assimp)
{
    if (!check_files("assimp-testmodels/", 16))
        SKIP("no test data");
}

CHECK_MAIN
{
    RUN(as_the_validator);
    RUN(those_of_assimp);
}
