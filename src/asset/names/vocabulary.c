// SPDX-License-Identifier: MIT
//
// Vocabularies: those that are built in, and reading any. What is read keeps the
// tree of its text, and its strings are those of the tree.

#include "mien_author/vocabulary.h"

#include "asset/asset.h"
#include "asset/names/embedded.h"
#include "asset/names/vocabulary.h"
#include "base/names.h"
#include "base/owned.h"

#include <string.h>

// clang-format off
static const MieniField name_fields[] = {
    {.key = "name", .type = MIENI_FIELD_NAME, .is_required = true},
    {.key = "aliases", .type = MIENI_FIELD_NAMES},
    {.key = "about", .type = MIENI_FIELD_TEXT},
};
static const MieniSchema name_schema = {.fields = name_fields, .field_count = 3, .unique = "name"};

/// Not a kind of asset: projects have none of these.
static const MieniField vocabulary_fields[] = {
    {.key = "kind", .type = MIENI_FIELD_TEXT, .is_required = true},
    {.key = "version", .type = MIENI_FIELD_INTEGER, .is_required = true, .min = 1, .max = 1},
    {.key = "id", .type = MIENI_FIELD_NAME, .is_required = true},
    {.key = "title", .type = MIENI_FIELD_NAME, .is_required = true},
    {.key = "uri", .type = MIENI_FIELD_NAME, .is_required = true},
    {.key = "names", .type = MIENI_FIELD_ROWS, .is_required = true, .schema = &name_schema},
};
// clang-format on
static const MieniSchema vocabulary_schema = {.fields = vocabulary_fields, .field_count = 6};

/// Reading one. The second list is for finding what stands twice.
typedef struct Reading {
    MieniArena *arena;
    MienError *error;
    int spelling_count;
    MieniNameEntry *spellings;
    const MieniJson **values; ///< Per spelling.
} Reading;

const MieniEmbedded *mieni_embedded_find(const MieniEmbedded *table, int count, const char *id)
{
    for (int i = 0; id != NULL && i < count; ++i) {
        if (strcmp(table[i].id, id) == 0)
            return &table[i];
    }
    return NULL;
}

int mien_author_vocabulary_count(void) { return mieni_vocabularies_count; }

MienAuthorVocabularyInfo mien_author_vocabulary_info(int index)
{
    if (index < 0 || index >= mieni_vocabularies_count)
        return (MienAuthorVocabularyInfo){.id = "", .title = "", .uri = ""};
    const MieniEmbedded *at = &mieni_vocabularies[index];
    return (MienAuthorVocabularyInfo){.id = at->id,
                                      .title = at->fields[0],
                                      .uri = at->fields[1],
                                      .name_count = at->name_count,
                                      .names = at->names};
}

int mien_author_vocabulary_find(const char *id)
{
    const MieniEmbedded *at = mieni_embedded_find(mieni_vocabularies, mieni_vocabularies_count, id);
    return at != NULL ? (int)(at - mieni_vocabularies) : -1;
}

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static void add_spelling(Reading *reading, const MieniJson *value)
{
    const int s = reading->spelling_count++;
    reading->spellings[s] = (MieniNameEntry){value->string, s};
    reading->values[s] = value;
}

static MienStatus read_item(Reading *reading, const MieniJson *item, MienAuthorVocabularyName *out)
{
    const MieniJson *name = mieni_json_get(item, "name"), *list = mieni_json_get(item, "aliases");
    out->name = name->string;
    out->about = mieni_json_get_string(item, "about", NULL);
    add_spelling(reading, name);
    if (list == NULL)
        return MIEN_OK;
    const char **aliases = mieni_arena_take(reading->arena, (size_t)list->count, sizeof *aliases);
    if (aliases == NULL)
        return no_memory(reading->error);
    for (int a = 0; a < list->count; ++a) {
        aliases[a] = list->items[a]->string;
        add_spelling(reading, list->items[a]);
    }
    out->aliases = aliases;
    out->alias_count = list->count;
    return MIEN_OK;
}

/// A name or an alias that means two things means nothing.
static MienStatus check_spellings(const Reading *reading)
{
    mieni_names_sort(reading->spellings, reading->spelling_count);
    for (int s = 1; s < reading->spelling_count; ++s) {
        if (strcmp(reading->spellings[s - 1].name, reading->spellings[s].name) == 0)
            return mieni_fail(reading->error, MIEN_ERROR_DATA,
                              mieni_at_value(reading->values[reading->spellings[s].index], "%.64s",
                                             reading->spellings[s].name),
                              "this name or alias stands twice: remove one");
    }
    return MIEN_OK;
}

static MienStatus read_names(const MieniJson *root, MienAuthorVocabulary *out, MieniArena *arena,
                             MienError *error)
{
    const MieniJson *list = mieni_json_get(root, "names");
    if (list->count > MIEN_MAX_CURVES)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at_value(list, "names"),
                          "a vocabulary has at most 65535 names");
    size_t room = 0;
    for (int i = 0; i < list->count; ++i) {
        const MieniJson *aliases = mieni_json_get(list->items[i], "aliases");
        room += 1 + (aliases != NULL ? (size_t)aliases->count : 0);
    }
    Reading reading = {.arena = arena, .error = error};
    MieniArena scratch = {.allocator = arena->allocator};
    reading.spellings = mieni_arena_take(&scratch, room, sizeof *reading.spellings);
    reading.values = mieni_arena_take(&scratch, room, sizeof *reading.values);
    MienAuthorVocabularyName *names = mieni_arena_take(arena, (size_t)list->count, sizeof *names);
    MienStatus status = MIEN_OK;
    if (reading.spellings == NULL || reading.values == NULL || names == NULL)
        status = no_memory(error);
    for (int i = 0; status == MIEN_OK && i < list->count; ++i)
        status = read_item(&reading, list->items[i], &names[i]);
    if (status == MIEN_OK)
        status = check_spellings(&reading);
    mieni_arena_release(&scratch);
    out->id = mieni_json_get_string(root, "id", "");
    out->title = mieni_json_get_string(root, "title", "");
    out->uri = mieni_json_get_string(root, "uri", "");
    out->names = names;
    out->name_count = list->count;
    return status;
}

MienStatus mien_author_vocabulary_read(const void *bytes, size_t size, const MienAllocator *allocator,
                                       MienAuthorVocabulary **out, MienError *error)
{
    if (out == NULL || (bytes == NULL && size > 0))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "there must be bytes and a place for the vocabulary");
    *out = NULL;
    MienAuthorVocabulary *vocabulary = mieni_owned_create(sizeof *vocabulary, allocator);
    if (vocabulary == NULL)
        return no_memory(error);
    MieniArena *arena = mieni_owned_arena(vocabulary);
    MieniJsonDocument document;
    MienStatus status = mieni_json_read(&document, bytes, size, arena->allocator, error);
    if (status == MIEN_OK)
        status = mieni_schema_check(&vocabulary_schema, "vocabulary", &document, error);
    mieni_arena_join(arena, &document.arena);
    if (status == MIEN_OK)
        status = read_names(document.root, vocabulary, arena, error);
    if (status == MIEN_OK)
        *out = vocabulary;
    else
        mien_author_vocabulary_destroy(vocabulary);
    return status;
}

MienStatus mien_author_vocabulary_load(const char *id, const MienAllocator *allocator,
                                       MienAuthorVocabulary **out, MienError *error)
{
    if (out != NULL)
        *out = NULL;
    const MieniEmbedded *at = mieni_embedded_find(mieni_vocabularies, mieni_vocabularies_count, id);
    if (at == NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%.64s", id != NULL ? id : ""),
                          "no vocabulary of this name is built in");
    return mien_author_vocabulary_read(at->bytes, at->size, allocator, out, error);
}

void mien_author_vocabulary_destroy(MienAuthorVocabulary *vocabulary) { mieni_owned_destroy(vocabulary); }

static int count_shared(const MieniEmbedded *vocabulary, const char *const *names, int count)
{
    int shared = 0;
    for (int n = 0; n < count; ++n)
        for (int i = 0; i < vocabulary->name_count; ++i)
            shared += strcmp(vocabulary->names[i], names[n]) == 0;
    return shared;
}

const char *mieni_vocabulary_of(const char *const *names, int count)
{
    const char *best = NULL;
    int most = 0;
    for (int v = 0; v < mieni_vocabularies_count; ++v) {
        const int shared = count_shared(&mieni_vocabularies[v], names, count);
        best = shared > most ? mieni_vocabularies[v].id : best;
        most = shared > most ? shared : most;
    }
    return best;
}
