// SPDX-License-Identifier: MIT
//
// Reads TextGrids of Praat. In its text files only numbers, texts in quotes and flags in
// angle brackets that stand alone count; all else is for readers' eyes. So the long and the
// short form are the same to a program.

#include "core/float_rules.h"

#include "io/speech.h"

#include <stdio.h>
#include <string.h>

typedef enum TokenKind { TOKEN_END = 0, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_FLAG } TokenKind;

typedef struct Token {
    TokenKind kind;
    MieniSpan text; ///< Of a text without its quotes; those inside are still doubled.
    double number;
    int line;
} Token;

typedef struct Tokens {
    MieniSpan rest;
    int line; ///< Of where rest begins, from 1.
} Tokens;

/// A tier, before its intervals are read.
typedef struct Tier {
    MieniSpan name;
    bool has_intervals; ///< Otherwise points.
    int count, line;
    Tokens at; ///< Its first interval.
} Tier;

typedef struct Grid {
    MieniSpeech *speech;
    Tokens tokens;
    double end;
    int tier_count;
    Tier *tiers;
} Grid;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static void advance(Tokens *tokens, size_t size)
{
    for (size_t i = 0; i < size; ++i)
        tokens->line += tokens->rest.at[i] == '\n';
    tokens->rest.at += size;
    tokens->rest.size -= size;
}

/// A text in quotes, where "" is a quote; false if it does not end.
static bool take_text(Tokens *tokens, Token *out)
{
    const MieniSpan rest = tokens->rest;
    size_t end = 1;
    while (end < rest.size && (rest.at[end] != '"' || (end + 1 < rest.size && rest.at[end + 1] == '"')))
        end += rest.at[end] == '"' ? 2 : 1;
    if (end >= rest.size)
        return false;
    *out = (Token){TOKEN_TEXT, {rest.at + 1, end - 1}, 0.0, tokens->line};
    advance(tokens, end + 1);
    return true;
}

/// The next token; a text that does not end is as the end of the file.
static Token next_token(Tokens *tokens)
{
    while (tokens->rest.size > 0) {
        const char first = tokens->rest.at[0];
        Token token = {.line = tokens->line};
        size_t size = 0;
        if (is_blank(first)) {
            advance(tokens, 1);
            continue;
        }
        if (first == '"' && take_text(tokens, &token))
            return token;
        if (first == '"')
            break;
        while (size < tokens->rest.size &&
               (first == '!' ? tokens->rest.at[size] != '\n' : !is_blank(tokens->rest.at[size])))
            ++size;
        token.text = (MieniSpan){tokens->rest.at, size};
        advance(tokens, size);
        if (first == '<')
            token.kind = TOKEN_FLAG;
        else if (mieni_span_number(token.text, &token.number))
            token.kind = TOKEN_NUMBER;
        if (token.kind != TOKEN_END)
            return token;
    }
    return (Token){.line = tokens->line};
}

static MienStatus refuse(const Grid *grid, const Token *token, const char *sentence)
{
    return mieni_speech_refuse(grid->speech, MIEN_ERROR_CORRUPT, token->line, sentence);
}

static MienStatus take_number(Grid *grid, double *out_number, const char *sentence)
{
    const Token token = next_token(&grid->tokens);
    *out_number = token.number;
    return token.kind == TOKEN_NUMBER ? MIEN_OK : refuse(grid, &token, sentence);
}

static MienStatus take_string(Grid *grid, Token *out, const char *sentence)
{
    *out = next_token(&grid->tokens);
    return out->kind == TOKEN_TEXT ? MIEN_OK : refuse(grid, out, sentence);
}

/// How many things follow, each of at least this number of bytes.
static MienStatus take_count(Grid *grid, size_t least, int *out_count)
{
    Token token = next_token(&grid->tokens);
    if (token.kind != TOKEN_NUMBER || !(token.number >= 0.0) ||
        token.number > (double)(grid->tokens.rest.size / least) || token.number != (double)(int)token.number)
        return refuse(grid, &token,
                      "A number of tiers, intervals or points comes here, and the file is as long.");
    *out_count = (int)token.number;
    return MIEN_OK;
}

/// File type, class, times, number of tiers.
static MienStatus read_head(Grid *grid)
{
    static const char wrong[] =
        "A TextGrid begins with \"ooTextFile\" and \"TextGrid\"; save it as a text file "
        "in Praat.";
    Token token;
    double start;
    MienStatus status = take_string(grid, &token, wrong);
    if (status == MIEN_OK && !mieni_span_is(token.text, "ooTextFile") &&
        !mieni_span_is(token.text, "ooTextFile short"))
        return refuse(grid, &token, wrong);
    if (status == MIEN_OK)
        status = take_string(grid, &token, wrong);
    if (status == MIEN_OK && !mieni_span_is(token.text, "TextGrid"))
        return refuse(grid, &token, wrong);
    if (status == MIEN_OK)
        status = take_number(grid, &start, "The start of the TextGrid comes here.");
    if (status == MIEN_OK)
        status = take_number(grid, &grid->end, "The end of the TextGrid comes here.");
    if (status != MIEN_OK)
        return status;
    token = next_token(&grid->tokens);
    if (token.kind != TOKEN_FLAG || !mieni_span_is(token.text, "<exists>"))
        return refuse(grid, &token, "A TextGrid without tiers has no phones.");
    status = take_count(grid, 8, &grid->tier_count);
    if (status == MIEN_OK && grid->tier_count > MIEN_IO_SPEECH_MAX_TIERS)
        return mieni_speech_refuse(grid->speech, MIEN_ERROR_LIMIT, token.line,
                                   "A TextGrid has at most 4096 tiers.");
    return status;
}

/// A tier's head; its intervals or points are passed over.
static MienStatus read_tier(Grid *grid, Tier *tier)
{
    static const char wrong[] = "An interval has a start, an end and a text, a point a time and a text.";
    Token token;
    double ignored;
    MienStatus status = take_string(grid, &token, "A tier begins with \"IntervalTier\" or \"TextTier\".");
    tier->has_intervals = mieni_span_is(token.text, "IntervalTier");
    if (status == MIEN_OK && !tier->has_intervals && !mieni_span_is(token.text, "TextTier"))
        return refuse(grid, &token, "A tier begins with \"IntervalTier\" or \"TextTier\".");
    tier->line = token.line;
    if (status == MIEN_OK)
        status = take_string(grid, &token, "The name of a tier comes here.");
    tier->name = token.text;
    for (int i = 0; i < 2 && status == MIEN_OK; ++i)
        status = take_number(grid, &ignored, "The start and the end of a tier come here.");
    if (status == MIEN_OK)
        status = take_count(grid, 4, &tier->count);
    tier->at = grid->tokens;
    for (int i = 0; i < tier->count && status == MIEN_OK; ++i) {
        for (int n = tier->has_intervals ? 2 : 1; n > 0 && status == MIEN_OK; --n)
            status = take_number(grid, &ignored, wrong);
        if (status == MIEN_OK)
            status = take_string(grid, &token, wrong);
    }
    return status;
}

// Which tier --------------------------------------------------------------------------------------

static bool is_phones(MieniSpan name)
{
    static const char *const names[] = {"phones", "phone", "phonemes", "phoneme", "segments", "MAU"};
    static const char suffix[] = " - phones"; // of aligners that name the speaker
    const size_t size = sizeof suffix - 1;
    for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
        if (mieni_span_is(name, names[i]))
            return true;
    return name.size > size && mieni_span_is((MieniSpan){name.at + name.size - size, size}, suffix);
}

/// Names of the tiers for a message.
static void list_tiers(const Grid *grid, char out[160])
{
    size_t used = 0;
    out[0] = '\0';
    for (int t = 0; t < grid->tier_count; ++t) {
        const MieniSpan name = grid->tiers[t].name;
        if (used + name.size + 6 > 160)
            return;
        used += (size_t)snprintf(out + used, 160 - used, "%s\"%.*s\"", used > 0 ? ", " : "", (int)name.size,
                                 name.at);
    }
}

/// The tier that is asked for, or the only one that holds phones.
static const Tier *find_tier(const Grid *grid, int *out_count)
{
    const char *asked = grid->speech->options->tier;
    const Tier *found = NULL, *only = NULL;
    int intervals = 0;
    *out_count = 0;
    for (int t = 0; t < grid->tier_count; ++t) {
        const Tier *tier = &grid->tiers[t];
        intervals += tier->has_intervals;
        only = tier->has_intervals ? tier : only;
        if (!tier->has_intervals || !(asked != NULL ? tier->name.size == strlen(asked) &&
                                                          memcmp(tier->name.at, asked, tier->name.size) == 0
                                                    : is_phones(tier->name)))
            continue;
        found = found == NULL ? tier : found;
        ++*out_count;
    }
    if (found == NULL && asked == NULL && intervals == 1) {
        *out_count = 1;
        return only;
    }
    return found;
}

static MienStatus choose_tier(const Grid *grid, const Tier **out_tier)
{
    char names[160];
    int count;
    *out_tier = find_tier(grid, &count);
    if (count == 1)
        return MIEN_OK;
    list_tiers(grid, names);
    return mieni_fail(grid->speech->error, MIEN_ERROR_DATA, mieni_at("tiers"),
                      count == 0 ? "No interval tier has phones: choose one with --take or \"take\" (%s)."
                                 : "Several tiers have phones: choose one with --take or \"take\" (%s).",
                      names);
}

/// A text with single quotes in place of double ones.
static MienStatus plain_text(const Grid *grid, MieniSpan *text)
{
    char *plain;
    size_t size = 0;
    if (memchr(text->at, '"', text->size) == NULL)
        return MIEN_OK;
    plain = mieni_arena_take(&grid->speech->scratch, text->size, 1);
    if (plain == NULL)
        return mieni_speech_no_memory(grid->speech);
    for (size_t i = 0; i < text->size; ++i) {
        plain[size++] = text->at[i];
        i += text->at[i] == '"';
    }
    *text = (MieniSpan){plain, size};
    return MIEN_OK;
}

static MienStatus read_intervals(Grid *grid, const Tier *tier)
{
    MieniSpeech *speech = grid->speech;
    MienStatus status = mieni_speech_take_phones(speech, (size_t)tier->count);
    grid->tokens = tier->at;
    for (int i = 0; i < tier->count && status == MIEN_OK; ++i) {
        const double start = next_token(&grid->tokens).number, end = next_token(&grid->tokens).number;
        Token label = next_token(&grid->tokens);
        status = plain_text(grid, &label.text);
        if (status == MIEN_OK)
            status = mieni_speech_add_phone(speech, start, end, label.text, label.line);
    }
    return status;
}

static MienStatus read_grid(MieniSpeech *speech)
{
    Grid grid = {.speech = speech, .tokens = {.line = 1}};
    const Tier *tier = NULL;
    MienStatus status = mieni_speech_text(speech, &grid.tokens.rest);
    if (status == MIEN_OK)
        status = read_head(&grid);
    if (status == MIEN_OK)
        grid.tiers = mieni_arena_take(&speech->scratch, (size_t)grid.tier_count + 1, sizeof *grid.tiers);
    if (status == MIEN_OK && grid.tiers == NULL)
        status = mieni_speech_no_memory(speech);
    for (int t = 0; t < grid.tier_count && status == MIEN_OK; ++t)
        status = read_tier(&grid, &grid.tiers[t]);
    if (status == MIEN_OK)
        status = choose_tier(&grid, &tier);
    if (status == MIEN_OK && !(grid.end >= 0.0 && grid.end <= 86400.0))
        status =
            mieni_speech_refuse(speech, MIEN_ERROR_LIMIT, 1, "Speech lasts at most a day; split the sound.");
    speech->length = grid.end;
    return status == MIEN_OK ? read_intervals(&grid, tier) : status;
}

MienStatus mien_io_textgrid_read(const void *bytes, size_t size, const MienIoSpeechOptions *options,
                                 MienAuthorClip **out_clip, MienIoSpeechReport *out_report, MienError *error)
{
    return mieni_speech_read(read_grid, bytes, size, options, out_clip, out_report, error);
}

static MienStatus read_format(const MieniReading *reading, MieniRead *out, MienError *error)
{
    return mieni_speech_read_format(read_grid, reading, out, error);
}

const MieniFormat mieni_format_textgrid = {.read = read_format};
