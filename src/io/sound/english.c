// SPDX-License-Identifier: MIT
//
// English text to phones. Rules of spelling get names and made-up words; they are right about
// consonants, and about lips, more often than about vowels.

#include "io/sound/english.h"

#include "core/utf8.h"

#include <stdio.h>
#include <string.h>

/// Letters and their phones; ^ is the beginning of a word and $ its end. The longest that fits counts.
// clang-format off
static const struct {
    const char *letters, *phones;
} rules[] = {
    {"a", "AE"}, {"a$", "AH"}, {"ai", "EY"}, {"air", "EH R"}, {"al$", "AH L"}, {"all", "AO L"}, {"alk", "AO K"},
    {"ar", "AA R"}, {"are$", "EH R"}, {"au", "AO"}, {"aw", "AO"}, {"ay", "EY"}, {"age$", "IH JH"},
    {"b", "B"}, {"bb", "B"}, {"mb$", "M"}, {"bt$", "T"},
    {"c", "K"}, {"cc", "K"}, {"ce", "S EH"}, {"ce$", "S"}, {"ch", "CH"}, {"chr", "K R"}, {"ci", "S IH"}, {"cia", "SH AH"},
    {"ck", "K"}, {"cy", "S IY"}, {"sch", "S K"}, {"cious", "SH AH S"},
    {"d", "D"}, {"dd", "D"}, {"dg", "JH"}, {"dge", "JH"}, {"ed$", "D"}, {"ted$", "T AH D"}, {"ded$", "D AH D"},
    {"e", "EH"}, {"e$", ""}, {"ea", "IY"}, {"ear", "IH R"}, {"ee", "IY"}, {"eer", "IH R"}, {"ei", "EY"}, {"er", "ER"},
    {"eu", "Y UW"}, {"ew", "UW"}, {"ey$", "IY"}, {"es$", "Z"}, {"^eu", "Y UW"},
    {"f", "F"}, {"ff", "F"}, {"ful$", "F AH L"},
    {"g", "G"}, {"gg", "G"}, {"ge", "JH EH"}, {"ge$", "JH"}, {"gh", ""}, {"^gh", "G"}, {"gi", "JH IH"}, {"gn$", "N"},
    {"^gn", "N"}, {"gue$", "G"}, {"ough", "AO"}, {"augh", "AO"}, {"igh", "AY"}, {"eigh", "EY"},
    {"h", "HH"}, {"i", "IH"}, {"ie", "IY"}, {"ie$", "IY"}, {"ir", "ER"}, {"ing$", "IH NG"}, {"ine$", "AY N"},
    {"ism$", "IH Z AH M"}, {"i$", "IY"}, {"io", "IY OW"},
    {"j", "JH"}, {"k", "K"}, {"kk", "K"}, {"^kn", "N"},
    {"l", "L"}, {"ll", "L"}, {"le$", "AH L"}, {"ly$", "L IY"},
    {"m", "M"}, {"mm", "M"}, {"^mn", "N"}, {"mn$", "M"},
    {"n", "N"}, {"nn", "N"}, {"ng", "NG G"}, {"ng$", "NG"}, {"nk", "NG K"},
    {"o", "AA"}, {"o$", "OW"}, {"oa", "OW"}, {"oe$", "OW"}, {"oi", "OY"}, {"old", "OW L D"}, {"oo", "UW"}, {"ook", "UH K"},
    {"or", "AO R"}, {"ou", "AW"}, {"ould", "UH D"}, {"our", "AO R"}, {"ous$", "AH S"}, {"ow", "OW"}, {"oy", "OY"},
    {"on$", "AH N"},
    {"p", "P"}, {"pp", "P"}, {"ph", "F"}, {"^ps", "S"}, {"^pn", "N"},
    {"q", "K"}, {"qu", "K W"}, {"que$", "K"},
    {"r", "R"}, {"rr", "R"}, {"^rh", "R"},
    {"s", "S"}, {"ss", "S"}, {"s$", "Z"}, {"ss$", "S"}, {"sh", "SH"}, {"sion$", "ZH AH N"}, {"ssion$", "SH AH N"},
    {"sure$", "ZH ER"}, {"ps$", "P S"}, {"ts$", "T S"}, {"ks$", "K S"}, {"fs$", "F S"}, {"us$", "AH S"}, {"is$", "IH S"},
    {"t", "T"}, {"tt", "T"}, {"tch", "CH"}, {"th", "TH"}, {"^the", "DH EH"}, {"tion", "SH AH N"}, {"ture$", "CH ER"},
    {"tial", "SH AH L"},
    {"u", "AH"}, {"ue$", "UW"}, {"ui", "UW"}, {"ur", "ER"}, {"^u", "Y UW"}, {"^un", "AH N"}, {"u$", "UW"},
    {"v", "V"}, {"ve$", "V"}, {"vv", "V"},
    {"w", "W"}, {"wh", "W"}, {"^wr", "R"}, {"^who", "HH UW"},
    {"x", "K S"}, {"^x", "Z"},
    {"y", "IH"}, {"^y", "Y"}, {"y$", "IY"}, {"z", "Z"}, {"zz", "Z"},
    {"'", ""}, {"'s$", "Z"}, {"'re$", "ER"}, {"n't$", "AH N T"}, {"'ll$", "AH L"}, {"'ve$", "AH V"}, {"'d$", "D"},
};
// clang-format on

// Spelling ----------------------------------------------------------------------------------------

/// How many letters of the word at a place a rule takes; 0: it does not fit.
static size_t fit(const char *letters, const char *word, size_t at)
{
    const bool is_first = letters[0] == '^';
    letters += is_first;
    const size_t length = strlen(letters), bare = length - (letters[length - 1] == '$');
    if ((is_first && at > 0) || strncmp(word + at, letters, bare) != 0 ||
        (bare < length && word[at + bare] != '\0'))
        return 0;
    return bare;
}

static bool is_vowel(char c) { return c != '\0' && strchr("aeiouy", c) != NULL; }

/// The vowel before a consonant and a last e is long: "name".
static const char *long_vowel(const char *word, size_t at)
{
    static const char *const phones[] = {"EY", "IY", "AY", "OW", "UW", "AY"};
    const char *found = strchr("aeiouy", word[at]);
    const bool is_long = found != NULL && (at == 0 || !is_vowel(word[at - 1])) && word[at + 1] != '\0' &&
                         !is_vowel(word[at + 1]) && word[at + 1] != 'x' && word[at + 1] != 'r' &&
                         word[at + 2] == 'e' && (word[at + 3] == '\0' || strcmp(word + at + 3, "s") == 0);
    return is_long ? phones[found - "aeiouy"] : NULL;
}

void mieni_english_spell(const char *word, MieniTextOut *out)
{
    for (size_t at = 0; word[at] != '\0';) {
        const char *phones = long_vowel(word, at);
        size_t most = 1, score = 0;
        for (size_t r = 0; phones == NULL && r < sizeof rules / sizeof *rules; ++r)
            if (fit(rules[r].letters, word, at) > 0 && strlen(rules[r].letters) > score)
                score = strlen(rules[r].letters);
        for (size_t r = 0; phones == NULL && r < sizeof rules / sizeof *rules; ++r)
            if (strlen(rules[r].letters) == score && fit(rules[r].letters, word, at) > 0) {
                phones = rules[r].phones;
                most = fit(rules[r].letters, word, at);
            }
        if (phones != NULL && phones[0] != '\0') {
            mieni_text_put(out, " ");
            mieni_text_put(out, phones);
        }
        at += most;
    }
}

// Words -------------------------------------------------------------------------------------------

enum { MOST_PRONUNCIATIONS = 6, BUCKETS = 4096 };

/// A word of the text, and where the dictionary has its phones.
typedef struct Word {
    char text[MIENI_ENGLISH_LONGEST_WORD + 1];
    const char *phones[MOST_PRONUNCIATIONS]; ///< They end at the end of the line.
    int phone_count;
    int next; ///< Another word of the same bucket, or -1.
    int same; ///< The first word of this text; itself if it is the first.
} Word;

typedef struct Words {
    Word *items;
    int count;
    int buckets[BUCKETS];
} Words;

static unsigned bucket_of(const char *text, size_t size)
{
    unsigned hash = 2166136261u;
    for (size_t i = 0; i < size; ++i)
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    return hash % BUCKETS;
}

static Word *find(Words *words, const char *text, size_t size)
{
    for (int w = words->buckets[bucket_of(text, size)]; w >= 0; w = words->items[w].next)
        if (strncmp(words->items[w].text, text, size) == 0 && words->items[w].text[size] == '\0')
            return &words->items[w];
    return NULL;
}

/// Letters with marks, from U+00C0 on, without them; a blank: no letter.
static char plain_letter(int32_t character)
{
    static const char letters[] = "aaaaaaaceeeeiiiidnooooo ouuuuyts";
    if (character < 0xC0 || character > 0xFF)
        return 0;
    const char letter = character == 0xFF ? 'y' : letters[(character - 0xC0) % 32];
    return letter;
}

/// A character of a word in its plain form; 0: between words; -1: nothing that can be said by rules.
static int plain(int32_t character)
{
    if (character >= 'A' && character <= 'Z')
        return character - 'A' + 'a';
    if ((character >= 'a' && character <= 'z') || character == '\'')
        return character;
    if (character == 0x2019)
        return '\'';
    if (character < 0 || (character >= '0' && character <= '9'))
        return -1;
    if (plain_letter(character) > ' ')
        return plain_letter(character);
    return character < 0xC0 || character == 0xD7 || character == 0xF7 ||
                   (character >= 0x2000 && character < 0x2070) || character == 0xFEFF
               ? 0
               : -1;
}

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static MienStatus end_word(Words *words, char *text, size_t size, MienError *error)
{
    while (size > 0 && text[size - 1] == '\'')
        --size;
    while (size > 0 && text[0] == '\'')
        memmove(text, text + 1, --size);
    text[size] = '\0';
    if (size == 0)
        return MIEN_OK;
    if (words->count == MIENI_ENGLISH_MOST_WORDS)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("transcript"),
                          "A line has at most 2000 words: split the sound.");
    Word *word = &words->items[words->count], *before = find(words, text, size);
    memcpy(word->text, text, size + 1);
    word->next = -1;
    word->same = before != NULL ? (int)(before - words->items) : words->count;
    if (before == NULL) {
        const unsigned bucket = bucket_of(text, size);
        word->next = words->buckets[bucket];
        words->buckets[bucket] = words->count;
    }
    ++words->count;
    return MIEN_OK;
}

static MienStatus split(Words *words, const char *text, MienError *error)
{
    char word[MIENI_ENGLISH_LONGEST_WORD + 1];
    size_t size = 0, taken = 0;
    MienStatus status = MIEN_OK;
    for (size_t left = strlen(text); left > 0 && status == MIEN_OK; text += taken, left -= taken) {
        const int32_t character = mieni_utf8_decode(text, left, &taken);
        const int letter = plain(character);
        if (letter < 0)
            return mieni_fail(
                error, MIEN_ERROR_DATA, mieni_at("transcript"),
                "The aligner knows English in Latin letters. Write numbers and the like as words: "
                "\"%.*s\" cannot be read aloud.",
                character < 0 ? 0 : (int)taken, text);
        if (letter == 0) {
            status = end_word(words, word, size, error);
            size = 0;
        } else if (size == MIENI_ENGLISH_LONGEST_WORD) {
            return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("transcript"),
                              "A word has at most 60 letters.");
        } else {
            word[size++] = (char)letter;
        }
    }
    if (status == MIEN_OK)
        status = end_word(words, word, size, error);
    return status == MIEN_OK && words->count == 0
               ? mieni_fail(error, MIEN_ERROR_DATA, mieni_at("transcript"), "The transcript has no words.")
               : status;
}

/// One pass over the dictionary finds the pronunciations of all words.
static void look_up(Words *words, const char *dictionary, size_t size)
{
    for (const char *line = dictionary, *end = dictionary + size; line < end;) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        const size_t length = newline != NULL ? (size_t)(newline - line) : (size_t)(end - line);
        const char *blank = memchr(line, ' ', length);
        if (blank != NULL) {
            const char *bracket = memchr(line + 1, '(', (size_t)(blank - line) - (blank > line));
            Word *word = find(words, line, (size_t)((bracket != NULL ? bracket : blank) - line));
            if (word != NULL && word->phone_count < MOST_PRONUNCIATIONS)
                word->phones[word->phone_count++] = blank;
        }
        line += length + 1;
    }
}

// The grammar -------------------------------------------------------------------------------------

static void put_word(const Words *words, int index, MieniTextOut *out)
{
    const Word *word = &words->items[words->items[index].same];
    mieni_text_put(out, " (");
    for (int p = 0; p < word->phone_count; ++p) {
        const size_t length = strcspn(word->phones[p], "\r\n#");
        mieni_text_put(out, p > 0 ? " |" : "");
        mieni_text_put_bytes(out, word->phones[p], length);
    }
    const size_t before = out->size;
    if (word->phone_count == 0)
        mieni_english_spell(word->text, out);
    if (word->phone_count == 0 && out->size == before)
        mieni_text_put(out, " AH"); // a word that is all silent letters
    mieni_text_put(out, " ) [SIL]");
}

static void note_spelt(const Words *words, MieniSourceNotes *notes)
{
    char list[100] = "";
    int count = 0;
    for (int w = 0; w < words->count; ++w) {
        const Word *word = &words->items[w];
        if (word->same != w || word->phone_count > 0)
            continue;
        const size_t used = strlen(list);
        ++count;
        if (used + strlen(word->text) + 3 < sizeof list)
            snprintf(list + used, sizeof list - used, "%s%s", used > 0 ? ", " : "", word->text);
    }
    if (count > 0 && notes != NULL)
        mieni_source_remark(notes, "by spelling: %s", list);
}

MienStatus mieni_english_grammar(const char *text, const char *dictionary, size_t size, MieniArena *arena,
                                 MieniTextOut *out, MieniSourceNotes *notes, MienError *error)
{
    Words *words = mieni_arena_take(arena, 1, sizeof *words);
    if (words != NULL)
        words->items = mieni_arena_take(arena, MIENI_ENGLISH_MOST_WORDS, sizeof *words->items);
    if (words == NULL || words->items == NULL)
        return no_memory(error);
    for (int b = 0; b < BUCKETS; ++b)
        words->buckets[b] = -1;
    const MienStatus status = split(words, text, error);
    if (status != MIEN_OK)
        return status;
    look_up(words, dictionary, size);
    note_spelt(words, notes);
    mieni_text_put(out, "#JSGF V1.0;\ngrammar line;\npublic <line> = [SIL]");
    for (int w = 0; w < words->count; ++w)
        put_word(words, w, out);
    mieni_text_put(out, ";\n");
    return out->is_out_of_memory ? no_memory(error) : MIEN_OK;
}
