// SPDX-License-Identifier: MIT
//
// Real files cut short and with flipped bits, memory that runs out at every step, and
// small files that ask for much. What is read must be sound, what is not a sound refusal,
// and memory stays within the limit. Skipped without the data where it needs files.
//
// Slow builds look at every n-th place only; MIEN_HOSTILE_STRIDE sets n.

#include "support/gltf/files.h"
#include "support/hostile.h"
#include "support/ledger.h"

#include "sample/random.h"

/// Files of every kind, none of them large.
static const char *const paths[] = {"khronos/AnimatedMorphCube/glTF-Binary/AnimatedMorphCube.glb",
                                    "khronos/SimpleSkin/glTF-Embedded/SimpleSkin.gltf",
                                    "khronos/SimpleSparseAccessor/glTF-Embedded/SimpleSparseAccessor.gltf",
                                    "khronos/SimpleMorph/glTF/SimpleMorph.gltf",
                                    "khronos/BoxAnimated/glTF-Binary/BoxAnimated.glb",
                                    "gltf-asset-generator/Animation_NodeMisc/Animation_NodeMisc_04.gltf",
                                    "gltf-asset-generator/Animation_SkinType/Animation_SkinType_01.gltf",
                                    "vrm/three-vrm/cube.gltf",
                                    "vrm/three-vrm/test.vrma",
                                    "vrm/vrm-specification/VRMC_vrm_expressions_isBinary_Overrides.vrm"};
enum { PATHS = sizeof paths / sizeof *paths, LIMIT = 16 << 20 };

/// Tries bytes; reports what is wrong with the result.
static void try_bytes(const char *bytes, size_t size, GltfFolder *folder, size_t place, int counts[2])
{
    const MienIoFiles files = {folder, gltf_folder_read};
    const MienIoGltfReading reading = {0};
    MienStatus status;
    char *copy = exact_copy(bytes, size);
    const char *fault = judge_gltf(copy, size, &files, &reading, LIMIT, &status);
    free(copy);
    gltf_folder_close(folder);
    if (fault != NULL)
        printf("byte %zu: %s\n", place, fault);
    CHECK(fault == NULL);
    ++counts[status == MIEN_OK];
}

static void attack_file(const char *path)
{
    GltfFolder folder = {.count = 0};
    MienFile *file = NULL;
    const char *slash = strrchr(path, '/');
    int counts[2] = {0, 0};
    snprintf(folder.path, sizeof folder.path, "%.*s", (int)(slash - path) + 1, path);
    CHECK_STATUS(mien_file_open(path, NULL, &file, NULL), MIEN_OK);
    if (file == NULL)
        return;
    const size_t size = mien_file_size(file), step = 4 * stride() + 1;
    char *bytes = exact_copy(mien_file_data(file), size);
    mien_file_close(file);
    try_bytes(bytes, size, &folder, 0, counts);
    CHECK_INT(counts[1], 1);
    for (size_t cut = 0; cut < size; cut += step)
        try_bytes(bytes, cut, &folder, cut, counts);
    CHECK(counts[1] <= 2); // the end of the last line may be missing
    uint64_t random = size;
    for (size_t i = 0; i < size; i += step) {
        const size_t at = i + (size_t)mien_random_index(&random, (int)step);
        if (at >= size)
            break;
        const char before = bytes[at];
        bytes[at] = (char)(before ^ (char)(1 << mien_random_index(&random, 8)));
        try_bytes(bytes, size, &folder, at, counts);
        bytes[at] = before;
    }
    printf("%s: %zu bytes, %d refused, %d read\n", slash + 1, size, counts[0], counts[1]);
    CHECK(counts[0] > 0 && (counts[1] > 1 || step > 50)); // with long steps no harmless byte may be met
    free(bytes);
}

TEST(cut_and_flipped)
{
    if (check_data_path("SHA256SUMS") == NULL)
        SKIP("no test data");
    for (int i = 0; i < PATHS; ++i) {
        const char *path = check_data_path(paths[i]);
        CHECK(path != NULL);
        if (path != NULL)
            attack_file(path);
    }
}

static MienStatus read_once(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const Text *file = given;
    MienIoGltf *gltf = NULL;
    MienIoSource *source = NULL;
    MienStatus status = mien_io_gltf_open(file->bytes, file->size,
                                          &(MienIoGltfOptions){.allocator = allocator}, &gltf, error);
    if (status == MIEN_OK)
        status = mien_io_gltf_read(gltf, &(MienIoGltfReading){.allocator = allocator}, &source, NULL, error);
    *out_is_empty = source == NULL;
    mien_io_source_destroy(source);
    mien_io_gltf_destroy(gltf);
    return status;
}

TEST(memory_runs_out)
{
    Text file = gltf_whole_file();
    check_call("opening and reading", read_once, &file);
    text_free(&file);
}

TEST(limits)
{
    Text file = gltf_whole_file();
    const MienIoFiles files = {NULL, NULL};
    const MienIoGltfReading reading = {0};
    int counts[2] = {0, 0};
    for (uint64_t limit = 1000; limit < 200000; limit += 1000) {
        MienStatus status;
        const char *fault = judge_gltf(file.bytes, file.size, &files, &reading, limit, &status);
        if (fault != NULL)
            printf("limit %d: %s\n", (int)limit, fault);
        CHECK(fault == NULL);
        CHECK(status == MIEN_OK || status == MIEN_ERROR_LIMIT);
        ++counts[status == MIEN_OK];
    }
    CHECK(counts[0] > 10 && counts[1] > 10);
    text_free(&file);
}

/// Small files that would become large: zeros that are not stored, long pauses between
/// keys, cubics that turn wildly.
TEST(much_of_little)
{
    static const float times[2] = {0, 86400}, moves[6] = {0, 0, 0, 1, 1, 1};
    static const float wild[24] = {0,    0,    0,    0,    0, 0, 0, 1, 1e9f, -1e9f, 1e9f, 1,
                                   1e9f, 1e9f, 1e9f, 1e9f, 0, 0, 1, 0, 0,    0,     0,    0};
    static const char *const bodies[] = {
        "\"path\":\"translation\"}}],\"samplers\":[{\"input\":0,\"output\":1}]}]",
        "\"path\":\"rotation\"}}],\"samplers\":[{\"input\":0,\"output\":2,"
        "\"interpolation\":\"CUBICSPLINE\"}]}]"};
    for (int i = 0; i < 2; ++i) {
        GltfMaker maker = {0};
        Text rest = {0};
        gltf_floats(&maker, "SCALAR", 2, times);
        gltf_floats(&maker, "VEC3", 2, moves);
        gltf_floats(&maker, "VEC4", 6, wild);
        text_add(&rest,
                 "\"nodes\":[{}],\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,%s",
                 bodies[i]);
        Text file = gltf_finish(&maker, rest.bytes);
        size_t total = 0;
        const MienAllocator allocator = {&total, counting_allocate, counting_free};
        MienError error = {0};
        bool is_empty = false;
        CHECK_STATUS(read_once(&file, &allocator, &is_empty, &error), MIEN_OK);
        printf("%zu bytes took %zu\n", file.size, total);
        CHECK(total < 400000);
        text_free(&rest);
        text_free(&file);
    }
}

CHECK_MAIN
{
    RUN(cut_and_flipped);
    RUN(memory_runs_out);
    RUN(limits);
    RUN(much_of_little);
}
