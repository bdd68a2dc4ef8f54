// SPDX-License-Identifier: MIT
//
// What a modifier did, in one line for a person.

#include "mien_author/modifiers.h"

#include <stdio.h>
#include <string.h>

typedef struct Text {
    char *bytes;
    size_t size, used; ///< used counts without the closing zero.
    bool is_full;
} Text;

/// Adds what fits. What is cut is cut before the character that does not fit, and
/// nothing follows it.
static void add(Text *text, const char *more)
{
    const size_t room = text->size - text->used - 1;
    size_t length = strlen(more);
    if (text->is_full)
        return;
    if (length > room) {
        text->is_full = true;
        length = room;
        while (length > 0 && ((unsigned char)more[length] & 0xC0) == 0x80)
            --length;
    }
    memcpy(text->bytes + text->used, more, length);
    text->used += length;
    text->bytes[text->used] = '\0';
}

static void add_number(Text *text, int number)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%d", number);
    add(text, digits);
}

/// The first three names of a list, and how many more there are; which says which
/// ones, or is NULL for all.
static void add_names(Text *text, const char *const *names, const int *which, int count)
{
    const int shown = count < 3 ? count : 3;
    for (int i = 0; i < shown; ++i) {
        add(text, i > 0 ? ", " : "");
        add(text, names[which != NULL ? which[i] : i]);
    }
    if (count > shown) {
        add(text, " and ");
        add_number(text, count - shown);
        add(text, " more");
    }
}

static void add_part(Text *text, const char *before, int touched, int count, const char *what)
{
    add(text, before);
    add_number(text, touched);
    add(text, " of ");
    add_number(text, count);
    add(text, what);
}

void mien_author_modifier_describe(const MienAuthorModifier *modifier, const MienAuthorModifierReport *report,
                                   char *bytes, size_t size)
{
    if (bytes == NULL || size == 0)
        return;
    bytes[0] = '\0';
    if (modifier == NULL || report == NULL)
        return;
    Text text = {.bytes = bytes, .size = size};
    const MienAuthorModifierKind kind = modifier->kind;
    if (modifier->is_off) {
        add(&text, "off");
        return;
    }
    if (kind == MIEN_AUTHOR_REMOVE_ALL_TRACKS) {
        add_part(&text, "all bone tracks: ", report->tracks_touched, report->track_count, " tracks");
        return;
    }
    if (kind == MIEN_AUTHOR_MIRROR_SIDES) {
        add_part(&text, "both sides: ", report->tracks_touched, report->track_count, " tracks");
        add_part(&text, ", ", report->curves_touched, report->curve_count, " curves");
        return;
    }
    if (kind == MIEN_AUTHOR_KEEP_BONES || kind == MIEN_AUTHOR_KEEP_CURVES)
        add(&text, "all but ");
    const bool is_called = kind == MIEN_AUTHOR_CALLBACK_CURVES || kind == MIEN_AUTHOR_CALLBACK_TRACKS;
    if (is_called && modifier->title != NULL) {
        add(&text, modifier->title);
        add(&text, " of ");
    }
    add_names(&text, modifier->names, NULL, modifier->names != NULL ? modifier->name_count : 0);
    if (kind == MIEN_AUTHOR_REMOVE_BONES || kind == MIEN_AUTHOR_KEEP_BONES) {
        add(&text, modifier->with_children ? " and children" : "");
        add_part(&text, ": ", report->tracks_touched, report->track_count, " tracks");
    } else if (kind == MIEN_AUTHOR_RESAMPLE_TRACKS || kind == MIEN_AUTHOR_CALLBACK_TRACKS) {
        add_part(&text, ": ", report->tracks_touched, report->track_count, " tracks");
    } else {
        add_part(&text, ": ", report->curves_touched, report->curve_count, " curves");
    }
    if (report->missing_count > 0) {
        add(&text, "; not found: ");
        add_names(&text, modifier->names, report->missing, report->missing_count);
    }
}
