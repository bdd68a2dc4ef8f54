// SPDX-License-Identifier: MIT
//
// Finding names by rules. A list is indexed once per level, and a level lets pass
// all that the one before did and one thing more; the first level on which something
// is found decides. What is found is then tried with one rule less at a time, so that
// only the rules it needs are reported.
//
// A numbered prefix is taken off one of two names, never off both: AK_01_x is no
// AK_02_x. Therefore the index has numbered names twice, as they are and without, and
// a name whose own prefix was taken off looks among the former only.

#include "mien_author/resolve.h"

#include "base/names.h"
#include "base/owned.h"
#include "core/internal.h"
#include "core/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 6 };

static const unsigned level_rules[LEVELS] = {
    0,  // the very name
    1,  // prefix
    7,  // case, Unicode
    15, // numbered
    31, // separators
    63, // side
};

typedef struct Entry {
    const char *key;
    int is_stripped; ///< Its numbered prefix was taken off.
    int owner;       ///< What it stands for: equal for equal names, or for spellings of one name.
    int index;
} Entry;

/// Names, sorted by their keys, on every level.
typedef struct Index {
    Entry *entries[LEVELS];
    int counts[LEVELS];
    const char **names; ///< Copies, in the order given.
} Index;

/// A name with a vocabulary's name.
typedef struct Meaning {
    int name;   ///< Of the vocabulary, -1 for none.
    int target; ///< Of the list.
    unsigned rules;
} Meaning;

struct MienAuthorResolver {
    int target_count;
    Index targets;
    Index spellings;   ///< Of the vocabulary's names; empty without one.
    int *spelt;        ///< Per spelling: the name.
    Meaning *meanings; ///< Per target, sorted by the vocabulary's name.
};

static int compare_entries(const void *a, const void *b)
{
    const Entry *x = a, *y = b;
    const int order = strcmp(x->key, y->key);
    if (order != 0)
        return order;
    if (x->is_stripped != y->is_stripped)
        return x->is_stripped - y->is_stripped;
    if (x->owner != y->owner)
        return x->owner < y->owner ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static bool is_valid(const char *name) { return mieni_name_is_valid(name, strlen(name), NULL); }

/// The key of a name on a level, with its numbered prefix or without.
static void level_key(const char *name, unsigned rules, bool strip, char out[MIENI_NAME_ROOM])
{
    mieni_name_key(name, strip ? rules : rules & ~(unsigned)MIEN_AUTHOR_NAME_NUMBERED, out);
}

static bool can_strip(const char *name, unsigned rules)
{
    return (rules & MIEN_AUTHOR_NAME_NUMBERED) != 0 && mieni_name_is_numbered(name);
}

/// Copies the names, and finds which are equal.
static bool index_names(Index *index, MieniArena *arena, const char *const *names, const int *owners,
                        int count)
{
    index->names = mieni_arena_take(arena, (size_t)count, sizeof *index->names);
    Entry *entries = index->entries[0] = mieni_arena_take(arena, (size_t)count, sizeof *entries);
    size_t room = 0;
    for (int i = 0; i < count; ++i)
        room += strlen(names[i]) + 1;
    char *text = mieni_arena_take(arena, room, 1);
    if (index->names == NULL || entries == NULL || text == NULL)
        return false;
    for (int i = 0; i < count; ++i) {
        const size_t size = strlen(names[i]) + 1;
        memcpy(text, names[i], size);
        index->names[i] = text;
        entries[i] = (Entry){.key = text, .owner = owners != NULL ? owners[i] : 0, .index = i};
        text += size;
    }
    if (count > 0)
        qsort(entries, (size_t)count, sizeof *entries, compare_entries);
    for (int i = 1; owners == NULL && i < count; ++i)
        entries[i].owner = entries[i - 1].owner + (strcmp(entries[i - 1].key, entries[i].key) != 0);
    index->counts[0] = count;
    return true;
}

static bool index_level(Index *index, MieniArena *arena, int level)
{
    const int count = index->counts[0];
    const unsigned rules = level_rules[level];
    // A key is a name and notes of its sides, which take less than the name.
    size_t room = 0;
    for (int i = 0; i < count; ++i)
        room += 2 * (2 * strlen(index->names[i]) + 4);
    Entry *entries = mieni_arena_take(arena, 2 * (size_t)count, sizeof *entries);
    char *text = mieni_arena_take(arena, room, 1);
    if (entries == NULL || text == NULL)
        return false;
    int filled = 0;
    for (int e = 0; e < count; ++e) {
        const Entry *from = &index->entries[0][e];
        const char *name = index->names[from->index];
        if (!is_valid(name))
            continue;
        const int ways = can_strip(name, rules) ? 2 : 1;
        for (int way = 0; way < ways; ++way) {
            char key[MIENI_NAME_ROOM];
            level_key(name, rules, way == 1, key);
            const size_t size = strlen(key) + 1;
            memcpy(text, key, size);
            entries[filled++] = (Entry){text, way, from->owner, from->index};
            text += size;
        }
    }
    if (filled > 0)
        qsort(entries, (size_t)filled, sizeof *entries, compare_entries);
    index->entries[level] = entries;
    index->counts[level] = filled;
    return true;
}

static bool index_make(Index *index, MieniArena *arena, const char *const *names, const int *owners,
                       int count)
{
    bool is_made = index_names(index, arena, names, owners, count);
    for (int level = 1; is_made && level < LEVELS; ++level)
        is_made = index_level(index, arena, level);
    return is_made;
}

/// The first entry of a level that does not come before.
static int first_from(const Index *index, int level, const char *key, int is_stripped, int owner)
{
    const Entry wanted = {key, is_stripped, owner, -1};
    int low = 0, high = index->counts[level];
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (compare_entries(&index->entries[level][middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/// What was found on a level.
typedef struct Found {
    const Entry *first, *other;
    bool has_owners; ///< More than one.
} Found;

static void note(Found *found, const Entry *entry)
{
    if (found->first == NULL) {
        found->first = entry;
    } else if (entry != found->first) {
        const bool is_new = entry->owner != found->first->owner;
        if (found->other == NULL || (is_new && !found->has_owners))
            found->other = entry;
        found->has_owners = found->has_owners || is_new;
    }
}

/// Notes the outermost entries of a key, but for those of one owner; entries of a key
/// are sorted by owner, so that these tell whether there are several.
static void look(const Index *index, int level, const char *key, int is_stripped, int skip, Found *found)
{
    const int begin = first_from(index, level, key, is_stripped, -1);
    const int end = first_from(index, level, key, is_stripped + 1, -1);
    const int ends[2][2] = {
        {begin, skip < 0 ? end : first_from(index, level, key, is_stripped, skip)},
        {skip < 0 ? end : first_from(index, level, key, is_stripped, skip + 1), end},
    };
    for (int i = 0; i < 2; ++i) {
        if (ends[i][0] < ends[i][1]) {
            note(found, &index->entries[level][ends[i][0]]);
            note(found, &index->entries[level][ends[i][1] - 1]);
        }
    }
}

/// Whether two valid names have one key; a numbered prefix is taken off one at most.
static bool is_same(const char *a, const char *b, unsigned rules)
{
    static const bool ways[3][2] = {{false, false}, {true, false}, {false, true}};
    const int count = can_strip(a, rules) || can_strip(b, rules) ? 3 : 1;
    for (int w = 0; w < count; ++w) {
        char x[MIENI_NAME_ROOM], y[MIENI_NAME_ROOM];
        level_key(a, rules, ways[w][0], x);
        level_key(b, rules, ways[w][1], y);
        if (strcmp(x, y) == 0)
            return true;
    }
    return false;
}

/// Of rules by which two names are the same, those that are needed.
static unsigned needed(const char *a, const char *b, unsigned rules)
{
    for (unsigned rule = MIEN_AUTHOR_NAME_SIDE; rule > 0; rule /= 2) {
        if ((rules & rule) != 0 && is_same(a, b, rules & ~rule))
            rules &= ~rule;
    }
    return rules;
}

/// Looks on every level until something is found. by_owner: entries of one owner are
/// not ambiguous. skip is an owner that does not count, or -1.
static MienAuthorMatch find(const Index *index, const char *name, bool by_owner, int skip)
{
    MienAuthorMatch match = {.target = -1, .other = -1};
    const int levels = is_valid(name) ? LEVELS : 1;
    Found found = {0};
    int level = 0;
    look(index, 0, name, 0, skip, &found);
    while (found.first == NULL && ++level < levels) {
        char key[MIENI_NAME_ROOM];
        level_key(name, level_rules[level], false, key);
        look(index, level, key, 0, skip, &found);
        look(index, level, key, 1, skip, &found);
        if (found.first == NULL && can_strip(name, level_rules[level])) {
            level_key(name, level_rules[level], true, key);
            look(index, level, key, 0, skip, &found);
        }
    }
    if (found.first == NULL)
        return match;
    match.kind = MIEN_AUTHOR_MATCH;
    match.target = found.first->index;
    if (by_owner ? found.has_owners : found.other != NULL) {
        match.kind = MIEN_AUTHOR_AMBIGUOUS;
        match.other = found.other->index;
    }
    match.rules = level > 0 ? needed(name, index->names[match.target], level_rules[level]) : 0;
    return match;
}

static int compare_meanings(const void *a, const void *b)
{
    const Meaning *x = a, *y = b;
    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    return (x->target > y->target) - (x->target < y->target);
}

/// Which name of the vocabulary a name is.
static Meaning meaning_of(const MienAuthorResolver *resolver, const char *name, int target)
{
    const MienAuthorMatch match = find(&resolver->spellings, name, true, -1);
    const bool is_known = match.kind == MIEN_AUTHOR_MATCH;
    return (Meaning){is_known ? resolver->spelt[match.target] : -1, target, match.rules};
}

/// Indexes all spellings, and finds what every target means.
static bool add_vocabulary(MienAuthorResolver *resolver, const MienAuthorVocabulary *vocabulary)
{
    size_t count = 0;
    for (int n = 0; n < vocabulary->name_count; ++n)
        count += 1 + (size_t)vocabulary->names[n].alias_count;
    MieniArena *arena = mieni_owned_arena(resolver);
    const char **spellings = mieni_arena_take(arena, count, sizeof *spellings);
    resolver->spelt = mieni_arena_take(arena, count, sizeof *resolver->spelt);
    resolver->meanings = mieni_arena_take(arena, (size_t)resolver->target_count, sizeof(Meaning));
    if (spellings == NULL || resolver->spelt == NULL || resolver->meanings == NULL)
        return false;
    int filled = 0;
    for (int n = 0; n < vocabulary->name_count; ++n) {
        const MienAuthorVocabularyName *name = &vocabulary->names[n];
        for (int a = -1; a < name->alias_count; ++a) {
            spellings[filled] = a < 0 ? name->name : name->aliases[a];
            resolver->spelt[filled++] = n;
        }
    }
    if (!index_make(&resolver->spellings, arena, spellings, resolver->spelt, filled))
        return false;
    for (int t = 0; t < resolver->target_count; ++t)
        resolver->meanings[t] = meaning_of(resolver, resolver->targets.names[t], t);
    if (resolver->target_count > 0)
        qsort(resolver->meanings, (size_t)resolver->target_count, sizeof(Meaning), compare_meanings);
    return true;
}

static MienStatus check_arguments(const char *const *targets, int count,
                                  const MienAuthorVocabulary *vocabulary, MienError *error)
{
    if (count < 0 || (count > 0 && targets == NULL))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("targets"),
                          "the names that are counted must be given");
    for (int t = 0; t < count; ++t) {
        if (targets[t] == NULL)
            return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("targets[%d]", t), "a name is missing");
    }
    size_t spellings = 0;
    for (int n = 0; vocabulary != NULL && n < vocabulary->name_count; ++n)
        spellings += 1 + (size_t)vocabulary->names[n].alias_count;
    if (count > INT32_MAX / 4 || spellings > INT32_MAX / 4)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("targets"),
                          "these are more names than can be looked in");
    return MIEN_OK;
}

MienStatus mien_author_resolver_create(const char *const *targets, int target_count,
                                       const MienAuthorVocabulary *vocabulary, const MienAllocator *allocator,
                                       MienAuthorResolver **out, MienError *error)
{
    if (out == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("out"),
                          "there must be a place for the resolver");
    *out = NULL;
    const MienStatus status = check_arguments(targets, target_count, vocabulary, error);
    if (status != MIEN_OK)
        return status;
    MienAuthorResolver *resolver = mieni_owned_create(sizeof *resolver, allocator);
    if (resolver != NULL) {
        resolver->target_count = target_count;
        if (index_make(&resolver->targets, mieni_owned_arena(resolver), targets, NULL, target_count) &&
            (vocabulary == NULL || add_vocabulary(resolver, vocabulary))) {
            *out = resolver;
            return MIEN_OK;
        }
    }
    mien_author_resolver_destroy(resolver);
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

void mien_author_resolver_destroy(MienAuthorResolver *resolver) { mieni_owned_destroy(resolver); }

/// The first target that means a name of the vocabulary or a later one.
static int first_meaning(const MienAuthorResolver *resolver, int name)
{
    int low = 0, high = resolver->target_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (resolver->meanings[middle].name < name)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static MienAuthorMatch find_by_alias(const MienAuthorResolver *resolver, const char *name)
{
    MienAuthorMatch match = {.target = -1, .other = -1};
    const Meaning meaning = meaning_of(resolver, name, -1);
    if (meaning.name < 0)
        return match;
    const int begin = first_meaning(resolver, meaning.name), end = first_meaning(resolver, meaning.name + 1);
    if (begin == end)
        return match;
    match.kind = end - begin > 1 ? MIEN_AUTHOR_AMBIGUOUS : MIEN_AUTHOR_MATCH;
    match.target = resolver->meanings[begin].target;
    match.other = end - begin > 1 ? resolver->meanings[begin + 1].target : -1;
    match.rules = MIEN_AUTHOR_NAME_ALIAS | meaning.rules | resolver->meanings[begin].rules;
    return match;
}

MienAuthorMatch mien_author_resolver_find(const MienAuthorResolver *resolver, const char *name)
{
    if (resolver == NULL || name == NULL)
        return (MienAuthorMatch){.target = -1, .other = -1};
    const MienAuthorMatch match = find(&resolver->targets, name, false, -1);
    if (match.kind != MIEN_AUTHOR_NO_MATCH || resolver->meanings == NULL)
        return match;
    return find_by_alias(resolver, name);
}

MienAuthorMatch mien_author_resolver_near_miss(const MienAuthorResolver *resolver, const char *name)
{
    if (resolver == NULL || name == NULL)
        return (MienAuthorMatch){.target = -1, .other = -1};
    Found itself = {0};
    look(&resolver->targets, 0, name, 0, -1, &itself);
    return find(&resolver->targets, name, true, itself.first != NULL ? itself.first->owner : -1);
}

int mien_author_name_near_miss(const char *name, const char *other)
{
    if (name == NULL || other == NULL)
        return -1;
    if (strcmp(name, other) == 0)
        return 0;
    if (!is_valid(name) || !is_valid(other))
        return -1;
    for (int level = 1; level < LEVELS; ++level) {
        if (is_same(name, other, level_rules[level]))
            return (int)needed(name, other, level_rules[level]);
    }
    return -1;
}

void mien_author_name_rules_describe(unsigned rules, char *text, size_t size)
{
    static const char *const words[] = {"prefix",     "case", "unicode", "numbered",
                                        "separators", "side", "alias"};
    char whole[64] = "";
    for (int r = 0; r < 7; ++r) {
        if ((rules >> r & 1) != 0) {
            strcat(whole, whole[0] != '\0' ? ", " : "");
            strcat(whole, words[r]);
        }
    }
    if (text != NULL && size > 0)
        snprintf(text, size, "%s", whole[0] != '\0' ? whole : "exact");
}
