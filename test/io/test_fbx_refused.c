// SPDX-License-Identifier: MIT
//
// Trees of FBX files: what is refused and where, memory that ends, and progress.

#include "support/fbx/trees.h"
#include "support/ledger.h"

TEST(refused_text)
{
    static const struct {
        const char *text;
        MienStatus status;
        const char *place, *part;
    } rows[] = {
        {"", MIEN_ERROR_CORRUPT, "line 1", "no FBX"},
        {"solid cube\n", MIEN_ERROR_CORRUPT, "line 1", "no FBX"},
        {"\n{\"asset\": {}}", MIEN_ERROR_CORRUPT, "line 2", "no FBX"},
        {"A: 1\nB: 2\n", MIEN_ERROR_CORRUPT, "line 1", "version"},
        {"; FBX 8.0.0 project file\n", MIEN_ERROR_VERSION, "line 1", "5.0 to 7.7"},
        {"; FBX 4.0.0 project file\n", MIEN_ERROR_VERSION, "line 1", "5.0 to 7.7"},
        {"FBXHeaderExtension: {FBXVersion: 9000\n}", MIEN_ERROR_VERSION, "line 1", "5.0 to 7.7"},
        {"; FBX 7.4.0\nA: {\n\n", MIEN_ERROR_CORRUPT, "line 4", "within a node"},
        {"; FBX 7.4.0\nA: {\n; no line end", MIEN_ERROR_CORRUPT, "line 3", "within a node"},
        {"; FBX 7.4.0\n}\n", MIEN_ERROR_CORRUPT, "line 2", "name and a colon"},
        {"; FBX 7.4.0\nA: 1\n}", MIEN_ERROR_CORRUPT, "line 3", "name and a colon"},
        {"; FBX 7.4.0\nA: 1 2\n", MIEN_ERROR_CORRUPT, "line 2", "name and a colon"},
        {"; FBX 7.4.0\nA: 1\n\nB", MIEN_ERROR_CORRUPT, "line 4", "name and a colon"},
        {"; FBX 7.4.0\nA: \"one\n\ntwo", MIEN_ERROR_CORRUPT, "line 2", "closing quote"},
        {"; FBX 7.4.0\nA: 1,\n 1.2.3\n", MIEN_ERROR_CORRUPT, "line 3", "neither"},
        {"; FBX 7.4.0\nA: 1.#INDIE\n", MIEN_ERROR_CORRUPT, "line 2", "neither"},
        {"; FBX 7.4.0\nA: *2 {\na: 1\n}\n", MIEN_ERROR_CORRUPT, "line 4", "another number"},
        {"; FBX 7.4.0\nA: *2 {\na: 1,2,3\n}\n", MIEN_ERROR_CORRUPT, "line 4", "another number"},
        {"; FBX 7.4.0\nA: *1 {\na: 1\n", MIEN_ERROR_CORRUPT, "line 4", "closing brace"},
        {"; FBX 7.4.0\nA: *1 {\na: \"x\"}\n", MIEN_ERROR_CORRUPT, "line 3", "closing brace"},
        {"; FBX 7.4.0\nA: *x {\na: 1}\n", MIEN_ERROR_CORRUPT, "line 2", "its count"},
        {"; FBX 7.4.0\nA: *-1 {\na: 1}\n", MIEN_ERROR_CORRUPT, "line 2", "its count"},
        {"; FBX 7.4.0\nA: *1 {\nb: 1}\n", MIEN_ERROR_CORRUPT, "line 3", "its count"},
        {"; FBX 7.4.0\nA: *99999999999999999999999 {\na: 1}\n", MIEN_ERROR_CORRUPT, "line 2", "its count"},
        {"; FBX 7.4.0\nA: 1\x01\n", MIEN_ERROR_CORRUPT, "line 2", "name and a colon"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        Opened opened;
        open_bytes(&opened, rows[i].text, strlen(rows[i].text));
        CHECK_STATUS(opened.status, rows[i].status);
        check_error(&opened.error, rows[i].status, rows[i].place, rows[i].part);
        CHECK(opened.file.root.first_child == NULL);
        close_file(&opened);
    }
}

TEST(versions_of_texts)
{
    static const int versions[] = {5900, 6090, 6190, 7090, 7190};
    for (size_t i = 0; i < sizeof versions / sizeof *versions; ++i) {
        char text[64];
        Opened opened;
        snprintf(text, sizeof text, "; FBX %d.%d.%d project file\nA: 1\n", versions[i] / 1000,
                 versions[i] / 100 % 10, versions[i] / 10 % 10);
        open_text(&opened, text);
        CHECK_INT(opened.file.version, versions[i]);
        close_file(&opened);
    }
}

TEST(nothing_at_all)
{
    Opened opened;
    open_bytes(&opened, NULL, 0);
    check_error(&opened.error, MIEN_ERROR_CORRUPT, "line 1", "no FBX");
    CHECK_STATUS(mieni_fbx_fail(&opened.file, NULL, MIEN_ERROR_DATA, "No.", &opened.error), MIEN_ERROR_DATA);
    CHECK_STR(opened.error.location, "line 1");
    double *reals;
    size_t count = 1;
    CHECK_STATUS(mieni_fbx_reals(&opened.file, NULL, &opened.arena, &reals, &count, NULL), MIEN_OK);
    CHECK(reals == NULL && count == 0 && mieni_fbx_child(NULL, "a") == NULL);
    CHECK(mieni_fbx_next(NULL, "a") == NULL && mieni_fbx_integer(NULL, 0, 3) == 3);
    close_file(&opened);
}

/// Numbers are read when they are asked for, and then told their line.
TEST(refused_numbers)
{
    static const struct {
        const char *text, *place, *part;
    } rows[] = {
        {"; FBX 7.4.0\nA: *3 {\na: 1,\n2,\nx1\n}\n", "line 5, A", "text"},
        {"; FBX 7.4.0\nA: *3 {\na: 1,\n1-2\n,3\n}\n", "line 4, A", "neither"},
        {"; FBX 6.1.0\nKey: 1,2,3,4,5,6,7,8,9,\n10,11,12,13,14,15,\"x\",17,18\n", "line 3, Key", "text"},
        {"; FBX 6.1.0\nKey: 1,\"x\"\n", "line 2, Key", "text"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        Opened opened;
        MienError error = {0};
        double *reals;
        size_t count;
        const MieniFbxNode *root = open_text(&opened, rows[i].text);
        CHECK_STATUS(mieni_fbx_reals(&opened.file, root->first_child, &opened.arena, &reals, &count, &error),
                     MIEN_ERROR_CORRUPT);
        check_error(&error, MIEN_ERROR_CORRUPT, rows[i].place, rows[i].part);
        close_file(&opened);
    }
}

/// A file with one node of two values and a child, for changes.
static void make_small(FbxMaker *maker)
{
    fbx_begin(maker);
    fbx_open(maker, "Node");
    fbx_integer(maker, 'I', 1);
    fbx_string(maker, "ab");
    fbx_open(maker, "Child");
    fbx_array(maker, 'i', (const double[]){1, 2}, 2, false);
    fbx_close(maker);
    fbx_close(maker);
    fbx_end(maker);
}

TEST(refused_bytes)
{
    // Of version 7400: the header is 27 bytes, a record 13 and its name. Node's values are
    // at 44 (I) and 49 (S), Child's record at 56 and its array at 74.
    static const struct {
        size_t at;
        uint8_t byte;
        const char *place, *part;
    } rows[] = {
        {22, 2, "byte 22", "order of bytes"},
        {27, 200, "byte 27", "cut short"},
        {27, 40, "byte 27", "within its name or its values"},
        {27, 30, "byte 27", "outside"},
        {31, 1, "byte 49", "more values"},
        {31, 3, "byte 56", "fewer values"},
        {35, 13, "byte 56", "more values"},
        {35, 255, "byte 27", "within its name or its values"},
        {44, 'x', "byte 44", "type"},
        {44, 0, "byte 44", "type"},
        {49, 'D', "byte 49", "within a number"},
        {50, 3, "byte 49", "text is longer"},
        {53, 1, "byte 49", "text is longer"},
        {56, 120, "byte 56", "outside"},
        {56, 94, "byte 56", "within its name"},
        {79, 2, "byte 74", "way that is not known"},
        {75, 1, "byte 74", "another number"},
        {83, 9, "byte 74", "longer than the values"},
        {83, 7, "byte 74", "another number"},
    };
    FbxMaker maker = {.version = 7400};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        Opened opened;
        make_small(&maker);
        maker.bytes[rows[i].at] = rows[i].byte;
        open_bytes(&opened, maker.bytes, maker.size);
        CHECK_STATUS(opened.status, MIEN_ERROR_CORRUPT);
        check_error(&opened.error, MIEN_ERROR_CORRUPT, rows[i].place, rows[i].part);
        if (opened.status != MIEN_ERROR_CORRUPT)
            printf("byte %zu\n", rows[i].at);
        close_file(&opened);
    }
    fbx_free(&maker);
}

TEST(versions)
{
    static const struct {
        int header, inner, version; ///< version 0: refused.
    } rows[] = {{2000, 5000, 0}, {3000, 5000, 5000}, {3300, 5800, 5800}, {3000, 0, 0}, {3000, 4000, 0},
                {5000, 0, 5000}, {7100, 7500, 7100}, {8000, 7500, 0},    {99999, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        FbxMaker maker = {.version = rows[i].header};
        Opened opened;
        fbx_begin(&maker);
        fbx_open(&maker, "FBXHeaderExtension");
        if (rows[i].inner > 0)
            fbx_node_integer(&maker, "FBXVersion", rows[i].inner);
        fbx_close(&maker);
        fbx_end(&maker);
        open_bytes(&opened, maker.bytes, maker.size);
        CHECK_STATUS(opened.status, rows[i].version > 0 ? MIEN_OK : MIEN_ERROR_VERSION);
        if (rows[i].version > 0)
            CHECK_INT(opened.file.version, rows[i].version);
        else
            CHECK_STR(opened.error.location, "byte 23");
        close_file(&opened);
        fbx_free(&maker);
    }
}

TEST(depth)
{
    for (int f = 0; f < FORMS; ++f)
        for (int depth = 63; depth < 67; ++depth) {
            FbxMaker maker = forms[f];
            Opened opened;
            fbx_begin(&maker);
            for (int i = 0; i < depth; ++i)
                fbx_open(&maker, "N");
            for (int i = 0; i < depth; ++i)
                fbx_close(&maker);
            fbx_end(&maker);
            open_bytes(&opened, maker.bytes, maker.size);
            CHECK_STATUS(opened.status, depth <= 64 ? MIEN_OK : MIEN_ERROR_LIMIT);
            if (depth > 64)
                CHECK(strstr(opened.error.message, "64 deep") != NULL);
            close_file(&opened);
            fbx_free(&maker);
        }
}

static MienStatus parse_all(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const FbxMaker *maker = given;
    MieniArena arena = {.allocator = allocator};
    MieniFbxFile file;
    MienStatus status = mieni_fbx_parse(maker->bytes, maker->size, &arena, NULL, &file, error);
    for (const MieniFbxNode *node = file.root.first_child; status == MIEN_OK && node != NULL;
         node = node->next) {
        double *reals;
        const MieniFbxValue *values;
        size_t count;
        status = mieni_fbx_values(&file, node, &arena, &values, &count, error);
        if (status == MIEN_OK && node->values[0].type == MIENI_FBX_ARRAY)
            status = mieni_fbx_reals(&file, node, &arena, &reals, &count, error);
    }
    *out_is_empty = status != MIEN_OK;
    mieni_arena_release(&arena);
    return status;
}

TEST(memory_runs_out)
{
    for (int f = 0; f < FORMS; ++f) {
        FbxMaker maker = forms[f];
        double numbers[300] = {0};
        char name[64];
        fbx_begin(&maker);
        for (int n = 0; n < 200; ++n) {
            snprintf(name, sizeof name, "Node%d", n);
            fbx_open(&maker, name);
            for (int i = 0; i < 10; ++i)
                fbx_string(&maker, "value");
            fbx_close(&maker);
        }
        fbx_open(&maker, "Array");
        fbx_array(&maker, 'd', numbers, 300, fbx_can_deflate());
        fbx_close(&maker);
        fbx_open(&maker, "List");
        for (int i = 0; i < 20; ++i)
            fbx_integer(&maker, 'C', 'n');
        fbx_close(&maker);
        fbx_end(&maker);
        check_call(maker.is_text ? "text" : "binary", parse_all, &maker);
        fbx_free(&maker);
    }
}

/// Memory is asked for by what is there.
TEST(memory_follows_the_bytes)
{
    for (int f = 0; f < FORMS; ++f) {
        FbxMaker maker = forms[f];
        size_t total = 0;
        const MienAllocator allocator = {&total, counting_allocate, counting_free};
        MieniArena arena = {.allocator = &allocator};
        MieniFbxFile file;
        fbx_begin(&maker);
        fbx_open(&maker, "List");
        for (int i = 0; i < 300000; ++i)
            fbx_integer(&maker, 'C', 'n');
        fbx_close(&maker);
        fbx_end(&maker);
        CHECK_STATUS(mieni_fbx_parse(maker.bytes, maker.size, &arena, NULL, &file, NULL), MIEN_OK);
        printf("%zu bytes took %zu\n", maker.size, total);
        CHECK(total < 8192);
        mieni_arena_release(&arena);
        fbx_free(&maker);
    }
}

typedef struct Watch {
    int calls, stop_at;
    double last;
    bool is_backwards;
} Watch;

static bool watch(void *user, double done)
{
    Watch *w = user;
    w->is_backwards = w->is_backwards || done < w->last || done > MIENI_FBX_PARSE_PART;
    w->last = done;
    return ++w->calls != w->stop_at;
}

TEST(progress)
{
    static double numbers[100000];
    for (int f = 0; f < FORMS; ++f) {
        FbxMaker maker = forms[f];
        fbx_begin(&maker);
        for (int n = 0; n < 60; ++n) {
            fbx_open(&maker, "Array");
            fbx_array(&maker, 'd', numbers, 100000, false);
            fbx_close(&maker);
        }
        fbx_end(&maker);
        for (int stop_at = 0; stop_at < 3; ++stop_at) {
            Watch w = {.stop_at = stop_at};
            const MienIoFbxOptions options = {.progress = watch, .user = &w};
            MieniArena arena = {.allocator = NULL};
            MieniFbxFile file;
            MienError error = {0};
            const MienStatus status =
                mieni_fbx_parse(maker.bytes, maker.size, &arena, &options, &file, &error);
            CHECK_STATUS(status, stop_at > 0 ? MIEN_ERROR_CANCELLED : MIEN_OK);
            CHECK(!w.is_backwards && w.calls >= 3 - (stop_at > 0 ? 3 - stop_at : 0));
            CHECK(stop_at == 0 || w.calls == stop_at);
            mieni_arena_release(&arena);
        }
        fbx_free(&maker);
    }
}

CHECK_MAIN
{
    RUN(refused_text);
    RUN(versions_of_texts);
    RUN(nothing_at_all);
    RUN(refused_numbers);
    RUN(refused_bytes);
    RUN(versions);
    RUN(depth);
    RUN(memory_runs_out);
    RUN(memory_follows_the_bytes);
    RUN(progress);
}
