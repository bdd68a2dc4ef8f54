// SPDX-License-Identifier: MIT
//
// JSON as a tree: what is read, what is refused and where, changing, writing.

#include "support/check.h"
#include "support/ledger.h"

#include "base/json.h"
#include "base/text_out.h"

#include <locale.h>

static MienStatus read_json(const char *text, MieniJsonDocument *out_document, MienError *error)
{
    return mieni_json_read(out_document, text, strlen(text), NULL, error);
}

/// Reads and writes; "" if it is refused.
static const char *rewritten(const char *text)
{
    static char result[1024];
    MieniJsonDocument document;
    MieniTextOut out = {0};
    result[0] = '\0';
    if (read_json(text, &document, NULL) != MIEN_OK)
        return result;
    mieni_text_put_json(&out, document.root);
    snprintf(result, sizeof result, "%s", out.bytes);
    mieni_text_release(&out);
    mieni_json_release(&document);
    return result;
}

TEST(values)
{
    CHECK_STR(rewritten(" { \"b\" : [1, -0.50, 1E3, true,false , null] ,\r\n\t\"a\":{} } "),
              "{\"b\": [1, -0.5, 1000, true, false, null], \"a\": {}}");
    CHECK_STR(rewritten("\xEF\xBB\xBF[]"), "[]");
    CHECK_STR(rewritten("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00\""),
              "\"a\\\"\\\\/\\b\\f\\n\\r\\t\xC3\xA9\xF0\x9F\x98\x80\"");
    CHECK_STR(rewritten("\"\\u0001\\u007f\""), "\"\\u0001\\u007f\"");
    CHECK_STR(rewritten("\"\\ud800\\udc00\\udbff\\udfff\""), "\"\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\"");
    // The first and last characters of each length in bytes.
    CHECK_STR(rewritten("\"\\u007e\\u0080\\u07ff\\u0800\\uffff\""),
              "\"~\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\"");
    CHECK_STR(rewritten("0.1"), "0.1");
}

/// Whole numbers that no double says keep their digits; what a double says is written
/// from it.
TEST(large_whole_numbers)
{
    static const char *const kept[] = {"9007199254740993", "-9007199254740993", "18446744073709551615",
                                       "123456789012345678901234567890"};
    static const char *const plain[] = {"9007199254740992", "-9007199254740992", "123456789012345",
                                        "18446744073709552000"};
    for (int i = 0; i < 4; ++i) {
        MieniJsonDocument document;
        CHECK_STR(rewritten(kept[i]), kept[i]);
        CHECK_STR(rewritten(plain[i]), plain[i]);
        CHECK_STATUS(read_json(plain[i], &document, NULL), MIEN_OK);
        CHECK(document.root->string == NULL);
        mieni_json_release(&document);
    }
    CHECK_STR(rewritten("0.1000000000000000000000001"), "0.1");

    MieniJsonDocument document;
    CHECK_STATUS(read_json("[9007199254740993, 9007199254740992, 9007199254740993, 9007199254740995]",
                           &document, NULL),
                 MIEN_OK);
    MieniJson *const *items = document.root->items;
    CHECK(!mieni_json_equal(items[0], items[1]) && !mieni_json_equal(items[1], items[0]));
    CHECK(mieni_json_equal(items[0], items[2]) && !mieni_json_equal(items[0], items[3]));
    const MieniJson *copy = mieni_json_copy(&document, document.root);
    CHECK(mieni_json_equal(copy, document.root));
    CHECK(copy->items[0]->string != items[0]->string);
    MieniTextOut out = {0};
    mieni_text_put_dense_json(&out, copy);
    CHECK_STR(out.bytes, "[9007199254740993,9007199254740992,9007199254740993,9007199254740995]");
    mieni_text_release(&out);
    mieni_json_release(&document);
}

TEST(dense)
{
    MieniJsonDocument document;
    MieniTextOut out = {0};
    CHECK_STATUS(read_json("{ \"a b\" : [1, {\"c\": \", \"}, null], \"d\": {} }", &document, NULL), MIEN_OK);
    mieni_text_put_dense_json(&out, document.root);
    CHECK_STR(out.bytes, "{\"a b\":[1,{\"c\":\", \"},null],\"d\":{}}");
    mieni_text_release(&out);
    mieni_json_release(&document);
}

TEST(lines)
{
    MieniJsonDocument document;
    CHECK_STATUS(read_json("{\n\"a\":\n [1,\n2]}", &document, NULL), MIEN_OK);
    const MieniJson *array = mieni_json_get(document.root, "a");
    CHECK_INT(document.root->line, 1);
    CHECK_INT(array->line, 3);
    CHECK_INT(array->items[1]->line, 4);
    mieni_json_release(&document);
}

TEST(refused)
{
    static const struct {
        const char *text, *place;
        MienStatus status;
    } rows[] = {
        {"", "line 1, column 1", MIEN_ERROR_CORRUPT},
        {"[1,]", "line 1, column 4", MIEN_ERROR_CORRUPT},
        {"[1\n 2]", "line 2, column 2", MIEN_ERROR_CORRUPT},
        {"{\"a\" 1}", "line 1, column 6", MIEN_ERROR_CORRUPT},
        {"{a: 1}", "line 1, column 2", MIEN_ERROR_CORRUPT},
        {"{\"a\": 1,\n\"a\": 2}", "line 2, a", MIEN_ERROR_DATA},
        {"[01]", "line 1, column 2", MIEN_ERROR_CORRUPT},
        {"[1.]", "line 1, column 2", MIEN_ERROR_CORRUPT},
        {"[.5]", "line 1, column 2", MIEN_ERROR_CORRUPT},
        {"[+1]", "line 1, column 2", MIEN_ERROR_CORRUPT},
        {"[1e]", "line 1, column 2", MIEN_ERROR_CORRUPT},
        {"[1e999]", "line 1, column 2", MIEN_ERROR_LIMIT},
        {"[NaN]", "line 1, column 2", MIEN_ERROR_CORRUPT},
        {"[nul]", "line 1, column 2", MIEN_ERROR_CORRUPT},
        {"\"abc", "line 1, column 1", MIEN_ERROR_CORRUPT},
        {"\"a\nb\"", "line 1, column 3", MIEN_ERROR_CORRUPT},
        {"\"\\x\"", "line 1, column 2", MIEN_ERROR_CORRUPT},
        {"\"\\u0000\"", "line 1, column 2", MIEN_ERROR_CORRUPT},
        {"\"\\ud800\"", "line 1, column 2", MIEN_ERROR_CORRUPT},
        {"\"\\udc00\"", "line 1, column 2", MIEN_ERROR_CORRUPT},
        {"\"\\u12g4\"", "line 1, column 2", MIEN_ERROR_CORRUPT},
        {"\"\\", "line 1, column 1", MIEN_ERROR_CORRUPT},
        {"\"\xC0\x80\"", "line 1, column 2", MIEN_ERROR_CORRUPT},
        {"[] []", "line 1, column 4", MIEN_ERROR_CORRUPT},
        {"// no\n[]", "line 1, column 1", MIEN_ERROR_CORRUPT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        MieniJsonDocument document;
        MienError error = {0};
        const MienStatus status = read_json(rows[i].text, &document, &error);
        if (status != rows[i].status || strcmp(error.location, rows[i].place) != 0)
            printf("in %s\n", rows[i].text);
        CHECK_STATUS(status, rows[i].status);
        CHECK_STR(error.location, rows[i].place);
        CHECK(document.root == NULL);
    }
}

TEST(depth)
{
    char text[2 * MIENI_JSON_MAX_DEPTH + 8];
    MieniJsonDocument document;
    for (int depth = MIENI_JSON_MAX_DEPTH; depth <= MIENI_JSON_MAX_DEPTH + 1; ++depth) {
        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        const MienStatus status = mieni_json_read(&document, text, 2 * (size_t)depth, NULL, NULL);
        CHECK_STATUS(status, depth > MIENI_JSON_MAX_DEPTH ? MIEN_ERROR_LIMIT : MIEN_OK);
        mieni_json_release(&document);
    }
}

TEST(changing)
{
    MieniJsonDocument document;
    CHECK_STATUS(read_json("{\"poses\": [{\"name\": \"a\"}, {\"name\": \"b\"}], \"x\": 1}", &document, NULL),
                 MIEN_OK);
    MieniJson *poses = mieni_json_get(document.root, "poses");
    CHECK_INT(mieni_json_find(poses, "name", "b"), 1);
    CHECK_INT(mieni_json_find(poses, "name", "c"), -1);
    MieniJson *copy = mieni_json_copy(&document, poses->items[0]);
    CHECK(mieni_json_equal(copy, poses->items[0]));
    mieni_json_set(&document, copy, "name", mieni_json_string(&document, "c"));
    CHECK(!mieni_json_equal(copy, poses->items[0]));
    mieni_json_set(&document, copy, "w", mieni_json_float(&document, 0.1f));
    mieni_json_insert(&document, poses, 1, copy);
    mieni_json_append(&document, poses, mieni_json_null(&document));
    mieni_json_remove(poses, 0);
    CHECK(mieni_json_unset(document.root, "x"));
    CHECK(!mieni_json_unset(document.root, "x"));
    MieniTextOut out = {0};
    mieni_text_put_json(&out, document.root);
    CHECK_STR(out.bytes, "{\"poses\": [{\"name\": \"c\", \"w\": 0.1}, {\"name\": \"b\"}, null]}");
    mieni_text_release(&out);
    mieni_json_release(&document);
}

TEST(reading_members)
{
    MieniJsonDocument document;
    CHECK_STATUS(read_json("{\"s\": \"t\", \"n\": 2, \"b\": true}", &document, NULL), MIEN_OK);
    CHECK_STR(mieni_json_get_string(document.root, "s", "-"), "t");
    CHECK_STR(mieni_json_get_string(document.root, "n", "-"), "-");
    CHECK(mieni_json_get_number(document.root, "n", 0) == 2 && mieni_json_get_number(NULL, "n", 5) == 5);
    CHECK(mieni_json_get_bool(document.root, "b", false) && mieni_json_get_bool(document.root, "z", true));
    mieni_json_release(&document);
}

TEST(many_keys)
{
    MieniTextOut text = {0};
    mieni_text_put(&text, "{");
    for (int i = 0; i < 200000; ++i)
        mieni_text_putf(&text, "\"k%d\": %d,\n", i, i);
    mieni_text_put(&text, "\"k77\": 0}");
    MieniJsonDocument document;
    MienError error = {0};
    CHECK_STATUS(mieni_json_read(&document, text.bytes, text.size, NULL, &error), MIEN_ERROR_DATA);
    CHECK_STR(error.location, "line 200001, k77");
    mieni_text_release(&text);
}

TEST(without_memory)
{
    static const char text[] = "{\"a\": [1, 2, 3, 4, 5, {\"b\": \"c\"}], \"d\": 1}";
    for (int fails = 1;; ++fails) {
        Ledger ledger = {.fails = fails};
        const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
        MieniJsonDocument document;
        const MienStatus status = mieni_json_read(&document, text, sizeof text - 1, &allocator, NULL);
        if (status == MIEN_OK)
            mieni_json_release(&document);
        else
            CHECK_STATUS(status, MIEN_ERROR_MEMORY);
        CHECK_INT(ledger.live, 0);
        CHECK(!ledger.is_broken);
        if (status == MIEN_OK) {
            CHECK(fails > 1);
            return;
        }
    }
}

TEST(cut_and_broken)
{
    static const char text[] = "{\"a\\u00e9\": [1.5e-3, \"\xC3\xA9\", true, null], \"b\": {\"c\": -2}}";
    char bytes[sizeof text];
    for (size_t size = 0; size < sizeof text - 1; ++size) {
        MieniJsonDocument document;
        CHECK(mieni_json_read(&document, text, size, NULL, NULL) != MIEN_OK);
    }
    for (size_t at = 0; at < sizeof text - 1; ++at)
        for (int value = 0; value < 256; ++value) {
            MieniJsonDocument document;
            memcpy(bytes, text, sizeof text);
            bytes[at] = (char)value;
            if (mieni_json_read(&document, bytes, sizeof text - 1, NULL, NULL) == MIEN_OK)
                mieni_json_release(&document);
        }
}

CHECK_MAIN
{
    RUN(values);
    RUN(large_whole_numbers);
    RUN(dense);
    RUN(lines);
    RUN(refused);
    RUN(depth);
    RUN(changing);
    RUN(reading_members);
    RUN(many_keys);
    RUN(without_memory);
    RUN(cut_and_broken);
}
