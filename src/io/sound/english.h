// SPDX-License-Identifier: MIT
//
// English text as a grammar of phones: each word by the pronunciations of a dictionary, or by rules of
// spelling, with optional silence between words.

#pragma once

#include "base/arena.h"
#include "base/text_out.h"
#include "io/formats.h"

enum { MIENI_ENGLISH_MOST_WORDS = 2000, MIENI_ENGLISH_LONGEST_WORD = 60 };

/// Writes a grammar in JSGF whose words are phones of ARPAbet and SIL. dictionary is the text of one, a line
/// per pronunciation, as CMUdict. notes may be NULL. Refuses texts without words, and those that hold digits
/// or letters of other alphabets.
MienStatus mieni_english_grammar(const char *text, const char *dictionary, size_t size, MieniArena *arena,
                                 MieniTextOut *out, MieniSourceNotes *notes, MienError *error);
/// The phones of a word of a-z and ', by rules of spelling, each after a blank.
void mieni_english_spell(const char *word, MieniTextOut *out);
