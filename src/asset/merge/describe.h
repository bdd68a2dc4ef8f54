// SPDX-License-Identifier: MIT
//
// Rows and values of assets in the words of those who edit them: "pose jaw_open",
// "key at 0.5 s", "(0, 0.1, 0)".

#pragma once

#include "asset/asset.h"

/// What a row is called. index is its place in its list, from 0.
void mieni_words_put_row(MieniTextOut *out, const MieniField *list, const MieniJson *row, int index);
/// Whether rows of this list have no name and are better told by what they hold.
bool mieni_words_row_is_nameless(const MieniField *list);
/// A value, short: what is long is cut. NULL is "nothing".
void mieni_words_put_value(MieniTextOut *out, const MieniField *field, const MieniJson *value);
/// A modifier in brief: "remove_bones head with children".
void mieni_words_put_modifier(MieniTextOut *out, const MieniJson *row);
/// How far it is from one rotation to another: "+2.1" and a degree sign. Less, with a
/// minus, where b turns less than a. NULL is no rotation.
void mieni_words_put_turn(MieniTextOut *out, const MieniJson *a, const MieniJson *b);
