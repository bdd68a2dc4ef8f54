// SPDX-License-Identifier: MIT
//
// Trees of FBX files: every kind of value in every version and form, and how text may
// be written.

#include "support/fbx/trees.h"

#include <math.h>

static void make_values(FbxMaker *maker)
{
    fbx_begin(maker);
    fbx_open(maker, "Head");
    fbx_close(maker);
    fbx_open(maker, "Objects");
    fbx_integer(maker, 'I', -7);
    fbx_open(maker, "Numbers");
    fbx_integer(maker, 'Y', -300);
    fbx_integer(maker, 'I', -70000);
    fbx_integer(maker, 'L', -1234567890123456789);
    fbx_real(maker, 'F', 0.1);
    fbx_real(maker, 'D', -2.75e-30);
    fbx_integer(maker, 'C', 'W');
    fbx_close(maker);
    fbx_open(maker, "Texts");
    fbx_string(maker, "");
    fbx_string(maker, "Gr\xC3\xBC\xC3\x9F"
                      "e; {not: a node}");
    fbx_open(maker, "Deep");
    fbx_open(maker, "Deeper");
    fbx_close(maker);
    fbx_close(maker);
    fbx_close(maker);
    fbx_node_integer(maker, "Numbers", 5);
    fbx_close(maker);
    fbx_open(maker, "Last");
    fbx_close(maker);
    fbx_end(maker);
}

TEST(values)
{
    for (int f = 0; f < FORMS; ++f) {
        FbxMaker maker = forms[f];
        Opened opened;
        make_values(&maker);
        open_bytes(&opened, maker.bytes, maker.size);
        CHECK_STATUS(opened.status, MIEN_OK);
        CHECK_INT(opened.file.version, maker.version);
        CHECK(opened.file.is_binary == !maker.is_text && opened.file.is_big_endian == maker.is_big_endian);
        const MieniFbxNode *objects = mieni_fbx_child(&opened.file.root, "Objects");
        const MieniFbxNode *numbers = mieni_fbx_child(objects, "Numbers");
        const MieniFbxNode *texts = mieni_fbx_child(objects, "Texts");
        CHECK_INT(mieni_fbx_integer(objects, 0, 0), -7);
        CHECK_INT(numbers->value_count, 6);
        CHECK_INT(mieni_fbx_integer(numbers, 0, 0), -300);
        CHECK_NEAR(mieni_fbx_real(numbers, 0, 0), -300.0, 0.0);
        CHECK_INT(mieni_fbx_integer(numbers, 1, 0), -70000);
        CHECK_INT(mieni_fbx_integer(numbers, 2, 0), -1234567890123456789);
        CHECK_NEAR(mieni_fbx_real(numbers, 3, 0), maker.is_text ? 0.1 : (double)0.1f, 0.0);
        CHECK_INT(mieni_fbx_integer(numbers, 3, 1), 0);
        CHECK_NEAR(mieni_fbx_real(numbers, 4, 0), -2.75e-30, 0.0);
        CHECK_INT(mieni_fbx_integer(numbers, 5, 0), 'W');
        CHECK_INT(mieni_fbx_integer(numbers, 6, 99), 99);
        CHECK_INT(mieni_fbx_integer(numbers, -1, 99), 99);
        CHECK_STR(mieni_fbx_text(numbers, 0, "none"), "none");
        CHECK_STR(mieni_fbx_text(texts, 0, NULL), "");
        CHECK_STR(mieni_fbx_text(texts, 1, NULL), "Gr\xC3\xBC\xC3\x9F"
                                                  "e; {not: a node}");
        CHECK_NEAR(mieni_fbx_real(texts, 1, 3.0), 3.0, 0.0);
        CHECK(mieni_fbx_child(mieni_fbx_child(texts, "Deep"), "Deeper") != NULL);
        CHECK_INT(mieni_fbx_integer(mieni_fbx_next(numbers, "Numbers"), 0, 0), 5);
        CHECK(mieni_fbx_next(mieni_fbx_next(numbers, "Numbers"), "Numbers") == NULL);
        CHECK(mieni_fbx_child(&opened.file.root, "Deep") == NULL);
        CHECK_STR(opened.file.root.first_child->next->next->name, "Last");
        CHECK(opened.file.root.first_child->next->next->next == NULL);
        close_file(&opened);
        fbx_free(&maker);
    }
}

/// Bytes are given where they are, texts with zeros inside whole.
TEST(bytes)
{
    FbxMaker maker = {.version = 7400};
    Opened opened;
    fbx_begin(&maker);
    fbx_open(&maker, "Content");
    fbx_text(&maker, 'R', "\0\1\2", 3);
    fbx_text(&maker, 'S', "pCube1\0\1Model", 13);
    fbx_close(&maker);
    fbx_end(&maker);
    open_bytes(&opened, maker.bytes, maker.size);
    CHECK_STATUS(opened.status, MIEN_OK);
    const MieniFbxNode *node = opened.file.root.first_child;
    CHECK_INT(node->values[0].type, MIENI_FBX_BYTES);
    CHECK_INT(node->values[0].size, 3);
    CHECK((const uint8_t *)node->values[0].text > maker.bytes &&
          (const uint8_t *)node->values[0].text < maker.bytes + maker.size);
    CHECK_STR(mieni_fbx_text(node, 0, "none"), "none");
    CHECK_STR(mieni_fbx_text(node, 1, NULL), "pCube1");
    CHECK_INT(node->values[1].size, 13);
    CHECK(memcmp(node->values[1].text, "pCube1\0\1Model", 14) == 0);
    close_file(&opened);
    fbx_free(&maker);
}

static void check_numbers(const Opened *opened, const MieniFbxNode *node, const double *numbers, size_t count,
                          bool is_float)
{
    MieniArena arena = {.allocator = NULL};
    double *reals;
    int64_t *integers;
    size_t real_count, integer_count;
    MienError error = {0};
    CHECK_STATUS(mieni_fbx_reals(&opened->file, node, &arena, &reals, &real_count, &error), MIEN_OK);
    CHECK_STATUS(mieni_fbx_integers(&opened->file, node, &arena, &integers, &integer_count, &error), MIEN_OK);
    CHECK_INT(real_count, count);
    CHECK_INT(integer_count, count);
    int wrong = 0;
    for (size_t i = 0; i < count && i < real_count && i < integer_count; ++i)
        wrong += reals[i] != (is_float ? (double)(float)numbers[i] : numbers[i]) ||
                 integers[i] != (int64_t)numbers[i];
    CHECK_INT(wrong, 0);
    mieni_arena_release(&arena);
}

TEST(arrays)
{
    enum { COUNT = 20000 }; // more than one piece
    static const char types[] = "bcilfd";
    double *numbers = malloc(COUNT * sizeof *numbers);
    for (int f = 0; numbers != NULL && f < FORMS; ++f)
        for (int t = 0; t < 6; ++t)
            for (int way = 0; way < 4; ++way) {
                const bool is_packed = way % 2 != 0, is_real = t > 3;
                const size_t count = way < 2 ? COUNT : (size_t)(way - 2);
                if (is_packed && !fbx_can_deflate())
                    continue;
                for (int i = 0; i < COUNT; ++i)
                    numbers[i] = t < 2     ? i % 256
                                 : is_real ? i / 7.0 - 9.5
                                           : (i - 5000) * (t == 3 ? 1e11 : 3.0);
                FbxMaker maker = forms[f];
                Opened opened;
                fbx_begin(&maker);
                fbx_open(&maker, "Array");
                fbx_array(&maker, types[t], numbers, count, is_packed);
                fbx_close(&maker);
                fbx_node_integer(&maker, "After", 1);
                fbx_end(&maker);
                open_bytes(&opened, maker.bytes, maker.size);
                CHECK_STATUS(opened.status, MIEN_OK);
                CHECK_INT(opened.file.root.first_child->value_count, 1);
                CHECK_INT(opened.file.root.first_child->values[0].size, count);
                check_numbers(&opened, opened.file.root.first_child, numbers, count,
                              t == 4 && !maker.is_text);
                CHECK_STR(opened.file.root.first_child->next->name, "After");
                close_file(&opened);
                fbx_free(&maker);
            }
    free(numbers);
}

/// Arrays of old versions are values: few are there, many are left in the file.
TEST(lists)
{
    for (int f = 0; f < FORMS; ++f)
        for (int count = 15; count < 19; ++count) {
            FbxMaker maker = forms[f];
            Opened opened;
            double numbers[20];
            fbx_begin(&maker);
            fbx_open(&maker, "Vertices");
            for (int i = 0; i < count; ++i) {
                numbers[i] = i % 2 == 0 ? 10 * i - 100 : i / 8.0;
                if (i % 2 == 0)
                    fbx_integer(&maker, 'I', (int64_t)numbers[i]);
                else
                    fbx_real(&maker, 'D', numbers[i]);
            }
            fbx_close(&maker);
            fbx_open(&maker, "Key");
            for (int i = 0; i < count; ++i)
                if (i % 3 == 2)
                    fbx_string(&maker, "t");
                else
                    fbx_integer(&maker, i % 3 == 1 ? 'C' : 'L', i % 3 == 1 ? 'n' : INT64_MAX - i);
            fbx_close(&maker);
            fbx_open(&maker, "Children");
            for (int i = 0; i < count; ++i)
                fbx_string(&maker, i % 2 == 0 ? "even" : "odd");
            fbx_close(&maker);
            fbx_end(&maker);
            open_bytes(&opened, maker.bytes, maker.size);
            CHECK_STATUS(opened.status, MIEN_OK);
            const MieniFbxNode *node = opened.file.root.first_child, *key = node->next;
            CHECK_INT(node->value_count, count > 16 ? 1 : count);
            check_numbers(&opened, node, numbers, (size_t)count, false);
            const MieniFbxValue *values;
            size_t value_count;
            MienError error = {0};
            CHECK_STATUS(mieni_fbx_values(&opened.file, key, &opened.arena, &values, &value_count, &error),
                         MIEN_OK);
            CHECK_INT(value_count, count);
            CHECK_INT(values[0].integer, INT64_MAX);
            CHECK_INT(values[4].integer, 'n');
            CHECK_STR(values[14].text, "t");
            double *reals;
            CHECK_STATUS(mieni_fbx_reals(&opened.file, key, &opened.arena, &reals, &value_count, &error),
                         MIEN_ERROR_CORRUPT);
            CHECK(reals == NULL && strstr(error.message, "text") != NULL);
            CHECK_INT(key->next->value_count, count);
            CHECK_STR(mieni_fbx_text(key->next, count - 1, ""), count % 2 == 0 ? "odd" : "even");
            close_file(&opened);
            fbx_free(&maker);
        }
}

TEST(how_text_may_be_written)
{
    static const char text[] = "\xEF\xBB\xBF; FBX 7.4.0 project file\r\n"
                               "; -----\r\n"
                               "FBXHeaderExtension:  {\r\n"
                               "\t@Stamp:  {\r\n"
                               "\t}\r\n"
                               "}\r\n"
                               "Empty: \r\n"
                               "Word: T ; a comment\r\n"
                               "Words: Y, Linear,W\r\n"
                               "Many: 1,2, ; some\r\n"
                               "\t3\r\n"
                               "\t,-4.5e3\r\n"
                               "Content: , \"data\"\r\n"
                               "Escaped: \"say &quot;a&lf;b&cr;c&amp;&quo\", \"two\r\nlines\"\r\n"
                               "None: *0 {\r\n\t\ta: \r\n\t}\r\n"
                               "Three: *3 {\r\n\t\ta: 1, ; one\r\n;\r\n\r\n 2\r\n,3 ; three\r\n\t} \r\n"
                               "Big: 9223372036854775807,-9223372036854775808,9223372036854775808,1e300\r\n"
                               "Odd: inf,-INFINITY,nan,-nan(ind),1.#INF,-1.#IND00,+7\r\n"
                               "Tight:1{A:2}B:\"x\"C:3,{D:4,}";
    Opened opened;
    const MieniFbxNode *root = open_text(&opened, text);
    CHECK_INT(opened.file.version, 7400);
    CHECK(mieni_fbx_child(mieni_fbx_child(root, "FBXHeaderExtension"), "@Stamp") != NULL);
    CHECK_INT(mieni_fbx_child(root, "Empty")->value_count, 0);
    const MieniFbxNode *word = mieni_fbx_child(root, "Word"), *words = mieni_fbx_child(root, "Words");
    CHECK_INT(word->value_count, 1);
    CHECK_INT(mieni_fbx_integer(word, 0, 0), 'T');
    CHECK_STR(word->values[0].text, "T");
    CHECK_INT(words->value_count, 3);
    CHECK_STR(mieni_fbx_text(words, 1, ""), "Linear");
    const MieniFbxNode *many = mieni_fbx_child(root, "Many");
    CHECK_INT(many->value_count, 4);
    CHECK_INT(mieni_fbx_integer(many, 3, 0), -4500);
    CHECK_INT(many->place, 10);
    CHECK_STR(mieni_fbx_text(mieni_fbx_child(root, "Content"), 0, ""), "data");
    const MieniFbxNode *escaped = mieni_fbx_child(root, "Escaped");
    CHECK_STR(mieni_fbx_text(escaped, 0, ""), "say \"a\nb\rc&amp;&quo");
    CHECK_INT(escaped->values[0].size, strlen("say \"a\nb\rc&amp;&quo"));
    CHECK_STR(mieni_fbx_text(escaped, 1, ""), "two\r\nlines");
    check_numbers(&opened, mieni_fbx_child(root, "None"), NULL, 0, false);
    check_numbers(&opened, mieni_fbx_child(root, "Three"), (const double[]){1, 2, 3}, 3, false);
    const MieniFbxNode *big = mieni_fbx_child(root, "Big"), *odd = mieni_fbx_child(root, "Odd");
    CHECK_INT(big->place, 26);
    CHECK_INT(mieni_fbx_integer(big, 0, 0), INT64_MAX);
    CHECK_INT(mieni_fbx_integer(big, 1, 0), INT64_MIN);
    CHECK_INT(big->values[2].type, MIENI_FBX_REAL);
    CHECK_INT(mieni_fbx_integer(big, 2, 0), INT64_MAX);
    CHECK_INT(mieni_fbx_integer(big, 3, 0), INT64_MAX);
    CHECK(mieni_fbx_real(odd, 0, 0) == INFINITY && mieni_fbx_real(odd, 1, 0) == -INFINITY);
    CHECK(isnan(mieni_fbx_real(odd, 2, 0)) && isnan(mieni_fbx_real(odd, 3, 0)));
    CHECK_INT(mieni_fbx_integer(odd, 2, 5), 0);
    CHECK_INT(mieni_fbx_integer(odd, 1, 5), INT64_MIN);
    CHECK(mieni_fbx_real(odd, 4, 0) == INFINITY && isnan(mieni_fbx_real(odd, 5, 0)));
    CHECK_INT(mieni_fbx_integer(odd, 6, 0), 7);
    CHECK_INT(mieni_fbx_integer(mieni_fbx_child(mieni_fbx_child(root, "Tight"), "A"), 0, 0), 2);
    CHECK_STR(mieni_fbx_text(mieni_fbx_child(root, "B"), 0, ""), "x");
    CHECK_INT(mieni_fbx_integer(mieni_fbx_child(mieni_fbx_child(root, "C"), "D"), 0, 0), 4);
    close_file(&opened);
}

/// Makes a node with an array as given, and reads its numbers within a limit.
static MienStatus read_packed(uint32_t count, const void *bytes, size_t size, uint64_t limit,
                              MienError *error)
{
    FbxMaker maker = {.version = 7400};
    MieniBudget memory;
    mieni_budget_begin(&memory, NULL, &(MienAuthorLimits){.memory = limit}, 0);
    MieniArena arena = {.allocator = &memory.allocator};
    MieniFbxFile file;
    double *reals;
    size_t real_count;
    *error = (MienError){0};
    fbx_begin(&maker);
    fbx_open(&maker, "Vertices");
    fbx_raw_array(&maker, 'd', count, 1, bytes, size);
    fbx_close(&maker);
    fbx_end(&maker);
    MienStatus status = mieni_fbx_parse(maker.bytes, maker.size, &arena, NULL, &file, error);
    if (status == MIEN_OK)
        status = mieni_fbx_reals(&file, file.root.first_child, &arena, &reals, &real_count, error);
    mieni_arena_release(&arena);
    CHECK(memory.taken == 0);
    fbx_free(&maker);
    return mieni_budget_status(&memory, status, error);
}

TEST(compressed)
{
    enum { COUNT = 100000 };
    if (!fbx_can_deflate())
        SKIP("built without zlib");
    uint8_t *zeros = calloc(COUNT, 8);
    size_t size = 0;
    uint8_t *packed = fbx_deflate(zeros, 8 * COUNT, &size);
    MienError error;
    printf("%d zeros in %zu bytes\n", 8 * COUNT, size);
    CHECK_STATUS(read_packed(COUNT, packed, size, 0, &error), MIEN_OK);
    CHECK_STATUS(read_packed(COUNT - 1, packed, size, 0, &error), MIEN_ERROR_CORRUPT);
    check_error(&error, MIEN_ERROR_CORRUPT, "byte 27, Vertices", "damaged");
    CHECK_STATUS(read_packed(COUNT + 1, packed, size, 0, &error), MIEN_ERROR_CORRUPT);
    CHECK_STATUS(read_packed(COUNT, packed, size - 1, 0, &error), MIEN_ERROR_CORRUPT);
    packed[size - 1] ^= 1; // the checksum
    CHECK_STATUS(read_packed(COUNT, packed, size, 0, &error), MIEN_ERROR_CORRUPT);
    packed[size - 1] ^= 1;
    packed[0] ^= 1;
    CHECK_STATUS(read_packed(COUNT, packed, size, 0, &error), MIEN_ERROR_CORRUPT);
    packed[0] ^= 1;
    uint8_t *longer = malloc(size + 1);
    memcpy(longer, packed, size);
    longer[size] = 0;
    CHECK_STATUS(read_packed(COUNT, longer, size + 1, 0, &error), MIEN_ERROR_CORRUPT);
    // What cannot be is refused before memory is taken, what can be within the limit.
    CHECK_STATUS(read_packed(UINT32_MAX, packed, size, 16384, &error), MIEN_ERROR_CORRUPT);
    check_error(&error, MIEN_ERROR_CORRUPT, "byte 48", "another number");
    CHECK_STATUS(read_packed(COUNT, packed, size, 8 * COUNT, &error), MIEN_ERROR_LIMIT);
    CHECK_STATUS(read_packed(COUNT, packed, size, 8 * COUNT + 120000, &error), MIEN_OK);
    CHECK_STATUS(read_packed(0, "", 0, 0, &error), MIEN_OK);
    free(longer);
    free(packed);
    free(zeros);
}

TEST(without_zlib)
{
    MienError error;
    if (fbx_can_deflate())
        SKIP("built with zlib");
    CHECK_STATUS(read_packed(1, "????????", 8, 0, &error), MIEN_ERROR_VERSION);
    check_error(&error, MIEN_ERROR_VERSION, "byte 27, Vertices", "no compressed arrays");
}

CHECK_MAIN
{
    RUN(values);
    RUN(bytes);
    RUN(arrays);
    RUN(lists);
    RUN(how_text_may_be_written);
    RUN(compressed);
    RUN(without_zlib);
}
