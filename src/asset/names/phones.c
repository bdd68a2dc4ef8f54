// SPDX-License-Identifier: MIT
//
// Phone sets: those that are built in, and reading any. A set keeps the tree of its
// text, and its strings are those of the tree.

#include "mien_author/phones.h"

#include "asset/asset.h"
#include "asset/names/embedded.h"
#include "base/names.h"
#include "base/owned.h"
#include "mien_author/vocabulary.h"

#include <string.h>

// clang-format off
static const MieniField phone_fields[] = {
    {.key = "visemes", .type = MIENI_FIELD_NAMES, .is_required = true},
    {.key = "names", .type = MIENI_FIELD_NAMES, .is_required = true},
};
static const MieniSchema phone_schema = {.fields = phone_fields, .field_count = 2};

/// Not a kind of asset: projects have none of these.
static const MieniField set_fields[] = {
    {.key = "kind", .type = MIENI_FIELD_TEXT, .is_required = true},
    {.key = "version", .type = MIENI_FIELD_INTEGER, .is_required = true, .min = 1, .max = 1},
    {.key = "id", .type = MIENI_FIELD_NAME, .is_required = true},
    {.key = "title", .type = MIENI_FIELD_NAME, .is_required = true},
    {.key = "any_case", .type = MIENI_FIELD_BOOL},
    {.key = "joined", .type = MIENI_FIELD_BOOL},
    {.key = "ignored", .type = MIENI_FIELD_NAMES},
    {.key = "phones", .type = MIENI_FIELD_ROWS, .is_required = true, .schema = &phone_schema},
};
// clang-format on
static const MieniSchema set_schema = {.fields = set_fields, .field_count = 8};

enum { MOST_PHONES = 65535, LONGEST_PHONE = MIEN_MAX_NAME };

/// One or two visemes; a diphthong spends a little more time on its first.
typedef struct Row {
    int count;
    MienAuthorViseme visemes[2];
} Row;

struct MienAuthorPhoneSet {
    bool is_any_case; ///< A to Z are as a to z, in which names are kept.
    bool is_joined;   ///< Names may stand together without blanks.
    const MieniJson *ignored;
    Row *rows; ///< Per name.
    int name_count;
    MieniNameEntry *names; ///< Sorted; their index is the row's.
    size_t longest;        ///< Bytes of the longest name.
};

static const double first_share = 0.55; ///< Of a diphthong.

int mien_author_phone_set_count(void) { return mieni_phone_sets_count; }

MienAuthorPhoneSetInfo mien_author_phone_set_info(int index)
{
    if (index < 0 || index >= mieni_phone_sets_count)
        return (MienAuthorPhoneSetInfo){.id = "", .title = ""};
    return (MienAuthorPhoneSetInfo){.id = mieni_phone_sets[index].id,
                                    .title = mieni_phone_sets[index].fields[0]};
}

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// A viseme by its name in the vocabulary oculus, which has them in the order of the enum; -1: none.
static int find_viseme(const char *name)
{
    const MienAuthorVocabularyInfo visemes =
        mien_author_vocabulary_info(mien_author_vocabulary_find("oculus"));
    for (int v = 0; v < visemes.name_count; ++v)
        if (strcmp(visemes.names[v], name) == 0)
            return v;
    return -1;
}

static MienStatus read_visemes(const MieniJson *list, int index, Row *out, MienError *error)
{
    if (list->count < 1 || list->count > 2)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at_value(list, "phones[%d].visemes", index),
                          "A phone has one viseme, or two if it is a diphthong.");
    out->count = list->count;
    for (int v = 0; v < list->count; ++v) {
        const int viseme = find_viseme(list->items[v]->string);
        if (viseme < 0)
            return mieni_fail(error, MIEN_ERROR_DATA,
                              mieni_at_value(list->items[v], "phones[%d].visemes[%d]", index, v),
                              "Not a viseme of the vocabulary oculus, such as PP or aa.");
        out->visemes[v] = (MienAuthorViseme)viseme;
    }
    return MIEN_OK;
}

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static MienStatus add_names(MienAuthorPhoneSet *set, const MieniJson *names, Row row, MieniArena *arena,
                            MienError *error)
{
    for (int n = 0; n < names->count; ++n) {
        char *name = mieni_arena_text(arena, names->items[n]->string, strlen(names->items[n]->string));
        if (name == NULL)
            return no_memory(error);
        for (char *c = name; set->is_any_case && *c != '\0'; ++c)
            *c = lower(*c);
        const size_t length = strlen(name);
        set->longest = length > set->longest ? length : set->longest;
        set->rows[set->name_count] = row;
        set->names[set->name_count] = (MieniNameEntry){name, set->name_count};
        ++set->name_count;
    }
    return MIEN_OK;
}

/// A name that means two things means nothing.
static MienStatus sort_names(MienAuthorPhoneSet *set, const MieniJson *list, MienError *error)
{
    mieni_names_sort(set->names, set->name_count);
    for (int n = 1; n < set->name_count; ++n)
        if (strcmp(set->names[n - 1].name, set->names[n].name) == 0)
            return mieni_fail(error, MIEN_ERROR_DATA,
                              mieni_at_value(list, "phones, %.64s", set->names[n].name),
                              "This name occurs twice: remove one.");
    return MIEN_OK;
}

static MienStatus read_set(const MieniJson *root, MienAuthorPhoneSet *set, MieniArena *arena,
                           MienError *error)
{
    const MieniJson *list = mieni_json_get(root, "phones");
    size_t count = 0;
    for (int i = 0; i < list->count; ++i)
        count += (size_t)mieni_json_get(list->items[i], "names")->count;
    if (count > MOST_PHONES)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at_value(list, "phones"),
                          "A set has at most 65535 phones.");
    set->is_any_case = mieni_json_get_bool(root, "any_case", false);
    set->is_joined = mieni_json_get_bool(root, "joined", false);
    set->ignored = mieni_json_get(root, "ignored");
    set->rows = mieni_arena_take(arena, count + 1, sizeof *set->rows);
    set->names = mieni_arena_take(arena, count + 1, sizeof *set->names);
    if (set->rows == NULL || set->names == NULL)
        return no_memory(error);
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < list->count; ++i) {
        Row row = {0};
        status = read_visemes(mieni_json_get(list->items[i], "visemes"), i, &row, error);
        if (status == MIEN_OK)
            status = add_names(set, mieni_json_get(list->items[i], "names"), row, arena, error);
    }
    return status == MIEN_OK ? sort_names(set, list, error) : status;
}

MienStatus mien_author_phone_set_read(const void *bytes, size_t size, const MienAllocator *allocator,
                                      MienAuthorPhoneSet **out, MienError *error)
{
    if (out == NULL || (bytes == NULL && size > 0))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "There must be bytes and a place for the set.");
    *out = NULL;
    MienAuthorPhoneSet *set = mieni_owned_create(sizeof *set, allocator);
    if (set == NULL)
        return no_memory(error);
    MieniArena *arena = mieni_owned_arena(set);
    MieniJsonDocument document;
    MienStatus status = mieni_json_read(&document, bytes, size, arena->allocator, error);
    if (status == MIEN_OK)
        status = mieni_schema_check(&set_schema, "phones", &document, error);
    mieni_arena_join(arena, &document.arena);
    if (status == MIEN_OK)
        status = read_set(document.root, set, arena, error);
    if (status == MIEN_OK)
        *out = set;
    else
        mien_author_phone_set_destroy(set);
    return status;
}

MienStatus mien_author_phone_set_load(const char *id, const MienAllocator *allocator,
                                      MienAuthorPhoneSet **out, MienError *error)
{
    if (out != NULL)
        *out = NULL;
    const MieniEmbedded *at = mieni_embedded_find(mieni_phone_sets, mieni_phone_sets_count, id);
    if (at == NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%.64s", id != NULL ? id : ""),
                          "No phone set of this name is built in.");
    return mien_author_phone_set_read(at->bytes, at->size, allocator, out, error);
}

void mien_author_phone_set_destroy(MienAuthorPhoneSet *set) { mieni_owned_destroy(set); }

// Finding -----------------------------------------------------------------------------------------

/// How many bytes of a text are a mark that the set ignores; 0: none.
static size_t ignored_at(const MienAuthorPhoneSet *set, const char *text, size_t size)
{
    for (int i = 0; set->ignored != NULL && i < set->ignored->count; ++i) {
        const char *mark = set->ignored->items[i]->string;
        const size_t length = strlen(mark);
        if (length <= size && memcmp(mark, text, length) == 0)
            return length;
    }
    return 0;
}

/// False if there is no space for it.
static bool append_row(MienAuthorPhoneVisemes *out, const Row *row)
{
    if (out->count + row->count > MIEN_AUTHOR_PHONE_MAX_VISEMES)
        return false;
    for (int v = 0; v < row->count; ++v) {
        out->visemes[out->count] = row->visemes[v];
        out->shares[out->count++] = row->count == 1 ? 1.0 : v == 0 ? first_share : 1.0 - first_share;
    }
    return true;
}

/// Splits a text into phones, at each place the longest; nothing if it cannot be split.
static MienAuthorPhoneVisemes split(const MienAuthorPhoneSet *set, const char *text, size_t size)
{
    MienAuthorPhoneVisemes found = {0};
    int parts = 0;
    for (size_t at = 0; at < size; ++parts) {
        char part[LONGEST_PHONE + 1];
        size_t length = size - at < set->longest ? size - at : set->longest;
        int name = -1;
        for (; name < 0 && length > 0; length -= name < 0) {
            memcpy(part, text + at, length);
            part[length] = '\0';
            name = mieni_names_search(set->names, set->name_count, part);
        }
        if (name < 0 || !append_row(&found, &set->rows[name]))
            return (MienAuthorPhoneVisemes){0};
        at += length;
    }
    for (int v = 0; v < found.count; ++v)
        found.shares[v] /= parts;
    return found;
}

MienAuthorPhoneVisemes mien_author_phone_set_find(const MienAuthorPhoneSet *set, const char *phone,
                                                  size_t size)
{
    MienAuthorPhoneVisemes found = {0};
    char name[LONGEST_PHONE + 1];
    size_t kept = 0;
    if (size > LONGEST_PHONE)
        return found;
    for (size_t i = 0; i < size; ++i)
        name[i] = set->is_any_case ? lower(phone[i]) : phone[i];
    name[size] = '\0';
    const int whole = size > 0 ? mieni_names_search(set->names, set->name_count, name) : -1;
    if (whole >= 0) {
        append_row(&found, &set->rows[whole]);
        return found;
    }
    for (size_t i = 0; i < size;) {
        const size_t ignored = ignored_at(set, phone + i, size - i);
        if (ignored == 0)
            name[kept++] = set->is_any_case ? lower(phone[i]) : phone[i];
        i += ignored > 0 ? ignored : 1;
    }
    name[kept] = '\0';
    const int row = kept > 0 ? mieni_names_search(set->names, set->name_count, name) : -1;
    if (row >= 0)
        append_row(&found, &set->rows[row]);
    else if (set->is_joined && kept > 0)
        found = split(set, name, kept);
    return found;
}
