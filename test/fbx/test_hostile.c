// SPDX-License-Identifier: MIT
//
// Real FBX files of every version and form, cut, with bits flipped, numbers of records
// replaced, and with memory that runs out; and small ones that are damaged everywhere.
// The result must be a valid tree or a valid error, and memory use must stay within the
// limit.

#include "support/fbx/files.h"
#include "support/hostile.h"
#include "support/ledger.h"

enum { LIMIT = 64 << 20 };

static const char *const names[] = {
    "fbx-ufbx/good/max7_blend_cube_5000_binary.fbx",
    "fbx-ufbx/good/maya_blend_shape_cube_6100_ascii.fbx",
    "fbx-ufbx/good/maya_blend_shape_cube_6100_binary.fbx",
    "fbx-ufbx/good/blender_279_shape_weights_7400_binary.fbx",
    "fbx-ufbx/good/maya_cube_big_endian_7500_binary.fbx",
    "fbx-ufbx/good/maya_blend_inbetween_7500_ascii.fbx",
    "fbx-ufbx/good/maya_user_props_7700_binary.fbx",
};
enum { NAMES = sizeof names / sizeof names[0] };

/// A file under attack.
typedef struct Prey {
    const char *name;
    uint8_t *bytes;
    size_t size;
    int read_count, refused_count, array_refusals;
    int source_count; ///< Trees that could also be read.
} Prey;

static bool prey_open(Prey *prey, const char *relative)
{
    const char *path = check_data_path(relative);
    MienFile *file = NULL;
    if (path == NULL || mien_file_open(path, NULL, &file, NULL) != MIEN_OK)
        return false;
    *prey = (Prey){.name = strrchr(relative, '/') + 1,
                   .bytes = (uint8_t *)exact_copy(mien_file_data(file), mien_file_size(file)),
                   .size = mien_file_size(file)};
    mien_file_close(file);
    return true;
}

static void prey_try(Prey *prey, size_t size, size_t place)
{
    FbxCensus census;
    MienStatus status;
    MienError error;
    const char *fault = judge_fbx(prey->bytes, size, LIMIT, NULL, &census, &status, &error);
    MienStatus read_status = status;
    if (fault == NULL && status == MIEN_OK)
        fault = judge_fbx_read(prey->bytes, size, (int)(place % FBX_WAYS), LIMIT, &read_status);
    if (fault != NULL)
        printf("%s, byte %zu: %s\n", prey->name, place, fault);
    CHECK(fault == NULL);
    ++*(status == MIEN_OK ? &prey->read_count : &prey->refused_count);
    prey->array_refusals += census.refused_arrays;
    prey->source_count += read_status == MIEN_OK;
}

static void prey_close(Prey *prey, const char *attack)
{
    printf("%s, %s: %d parsed, %d of them read, %d refused, %d arrays refused\n", prey->name, attack,
           prey->read_count, prey->source_count, prey->refused_count, prey->array_refusals);
    CHECK(prey->refused_count > 0);
    prey->read_count = prey->refused_count = prey->array_refusals = prey->source_count = 0;
}

static void cut(Prey *prey, size_t step)
{
    for (size_t size = 0; size < prey->size; size += step)
        prey_try(prey, size, size);
    prey_close(prey, "cut");
}

static void flip(Prey *prey, size_t step)
{
    for (size_t i = 0; i < prey->size; i += step) {
        const uint8_t before = prey->bytes[i];
        prey->bytes[i] ^= (uint8_t)(1 << i / step % 8);
        prey_try(prey, prey->size, i);
        prey->bytes[i] = before;
    }
    CHECK(prey->read_count > 0);
    // Without zlib a file whose arrays are all deflated parses but never becomes a source.
    CHECK(prey->source_count > 0 || !fbx_can_deflate());
    prey_close(prey, "flipped");
}

/// Four bytes at once become what counts and sizes are afraid of.
static void forge(Prey *prey, size_t step)
{
    static const uint32_t awkward[] = {0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFF0, 0x10000000};
    for (size_t i = 0, turn = 0; i + 4 <= prey->size; i += step, ++turn) {
        uint8_t before[4];
        memcpy(before, prey->bytes + i, 4);
        memcpy(prey->bytes + i, &awkward[turn % 7], 4);
        prey_try(prey, prey->size, i);
        memcpy(prey->bytes + i, before, 4);
    }
    prey_close(prey, "forged");
}

TEST(real_files)
{
    const size_t step = 5 * stride();
    for (int i = 0; i < NAMES; ++i) {
        Prey prey;
        if (!prey_open(&prey, names[i]))
            SKIP("no test data");
        cut(&prey, step);
        flip(&prey, step);
        forge(&prey, step);
        free(prey.bytes);
    }
}

/// Reads the numbers of all arrays below a node.
static MienStatus read_arrays(const MieniFbxFile *file, const MieniFbxNode *node, MieniArena *arena,
                              MienError *error)
{
    MienStatus status = MIEN_OK;
    for (node = node->first_child; status == MIEN_OK && node != NULL; node = node->next) {
        double *reals;
        size_t count;
        if (node->value_count > 0 && node->values[0].type == MIENI_FBX_ARRAY)
            status = mieni_fbx_reals(file, node, arena, &reals, &count, error);
        if (status == MIEN_OK)
            status = read_arrays(file, node, arena, error);
    }
    return status;
}

static MienStatus parse_all(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const Prey *prey = given;
    MieniArena arena = {.allocator = allocator};
    MieniFbxFile file;
    MienStatus status = mieni_fbx_parse(prey->bytes, prey->size, &arena, NULL, &file, error);
    if (status == MIEN_OK)
        status = read_arrays(&file, &file.root, &arena, error);
    *out_is_empty = status != MIEN_OK;
    mieni_arena_release(&arena);
    return status;
}

static MienStatus read_all(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                           MienError *error)
{
    const Prey *prey = given;
    MienIoSource *source = NULL;
    const MienStatus status = mien_io_fbx_read(
        prey->bytes, prey->size, &(MienIoFbxOptions){.allocator = allocator}, &source, NULL, error);
    *out_is_empty = source == NULL;
    mien_io_source_destroy(source);
    return status;
}

TEST(memory_runs_out)
{
    if (!fbx_can_deflate())
        SKIP("built without zlib");
    for (int i = 0; i < NAMES; i += 3) {
        Prey prey;
        if (!prey_open(&prey, names[i]))
            SKIP("no test data");
        check_call(prey.name, parse_all, &prey);
        check_call("as a source", read_all, &prey);
        free(prey.bytes);
    }
}

/// A little of everything.
static void make_all(FbxMaker *maker)
{
    static const double numbers[] = {1, 2, 3, 4};
    fbx_begin(maker);
    fbx_open(maker, "Objects");
    fbx_open(maker, "Model");
    fbx_integer(maker, 'L', 12345);
    fbx_string(maker, "Model::a &quot;b");
    fbx_real(maker, 'F', 0.5);
    fbx_close(maker);
    fbx_open(maker, "A");
    fbx_array(maker, 'd', numbers, 4, false);
    fbx_close(maker);
    fbx_open(maker, "B");
    fbx_array(maker, 'i', numbers, 4, fbx_can_deflate());
    fbx_close(maker);
    fbx_node_keys(maker);
    fbx_close(maker);
    fbx_end(maker);
}

static const char *judge(const void *bytes, size_t size, int way, MienStatus *out_status)
{
    FbxCensus census;
    MienError error;
    (void)way;
    return judge_fbx(bytes, size, LIMIT, NULL, &census, out_status, &error);
}

TEST(small_files)
{
    static const FbxMaker forms[] = {{.version = 7400},
                                     {.version = 7500, .is_big_endian = true},
                                     {.version = 7400, .is_text = true},
                                     {.version = 6100, .is_text = true}};
    for (int f = 0; f < 4; ++f) {
        FbxMaker maker = forms[f];
        make_all(&maker);
        Victim victim = {.name = maker.is_text ? "text" : "binary",
                         .text = (const char *)maker.bytes,
                         .size = maker.is_text ? maker.size : maker.size - 29, // without the footer
                         .judge = judge,
                         .ways = 1,
                         .others = maker.is_text ? "\n\"{}:;,*.-09ean \xFF" : "\1\xFFSRCDILdilfbc"};
        victim_attack(&victim);
        fbx_free(&maker);
    }
}

TEST(nothing_but)
{
    static const char *const fillers[] = {"\n", "{",  "}",  ":",    "a:", "a:{", ",",       "\"",    "*",
                                          "1,", "1 ", "; ", "*1 {", "e",  "nan", "\"&quot", "a: 1\n"};
    Victim victim = {.name = "nothing but", .judge = judge, .ways = 1};
    for (size_t f = 0; f < sizeof fillers / sizeof fillers[0]; ++f) {
        victim_repeat(&victim, "", fillers[f]);
        victim_repeat(&victim, "; FBX 7.4.0\n", fillers[f]);
        victim_repeat(&victim, "; FBX 7.4.0\na: {b: 1,", fillers[f]);
        victim_repeat(&victim, "; FBX 7.4.0\na: *3000 {a: ", fillers[f]);
    }
    victim_close(&victim, "repeated", true);
}

/// Times of keys that are none are no keys.
TEST(odd_times)
{
    static const char head[] = "; FBX 6.1.0\nObjects: {Model: \"Model::a\", \"LimbNode\" {}}\n"
                               "Takes: {Take: \"t\" {LocalTime: 0,46186158000\n Model: \"Model::a\" {\n"
                               "Channel: \"Transform\" {Channel: \"T\" {Channel: \"X\" {\n"
                               "KeyVer: 4005\nKeyCount: 3\nKey: 0,1,L,%s,2,L,46186158000,3,L\n}}}}}}\n";
    static const char *const times[] = {
        "nan", "inf", "-inf", "1e300", "9223372036854775807", "-9223372036854775808", "23093079000"};
    for (int i = 0; i < 7; ++i) {
        char text[512];
        MienIoSource *source = NULL;
        MienError error = {0};
        const int size = snprintf(text, sizeof text, head, times[i]);
        CHECK_STATUS(mien_io_fbx_read(text, (size_t)size, NULL, &source, NULL, &error), MIEN_OK);
        CHECK(source != NULL && judge_read_source(source) == NULL && source->take_count == 1);
        mien_io_source_destroy(source);
    }
}

CHECK_MAIN
{
    RUN(odd_times);
    RUN(small_files);
    RUN(nothing_but);
    RUN(real_files);
    RUN(memory_runs_out);
}
