// SPDX-License-Identifier: MIT
//
// JSON of a datagram, read in place and in order, without memory. The first mistake sets has_failed;
// after that nothing is found any more.
//
//     mieni_live_json_enter(&json, '{');
//     while (mieni_live_json_key(&json, &key))
//         ... exactly one value: a number, a text, a bool, enter, or skip

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Bytes of a datagram; no closing zero.
typedef struct MieniLiveText {
    const char *bytes;
    size_t size;
} MieniLiveText;

typedef struct MieniLiveJson {
    const char *start, *at, *end;
    bool has_failed;
    bool is_first; ///< Of the object or array that was entered last.
    int depth;
} MieniLiveJson;

MieniLiveJson mieni_live_json_begin(const void *bytes, size_t size);
/// Enters an object '{' or an array '['; any other value is skipped, and false.
bool mieni_live_json_enter(MieniLiveJson *json, char open);
/// The next key of the object. False at its end, which is left.
bool mieni_live_json_key(MieniLiveJson *json, MieniLiveText *out_key);
/// Whether the array has one more item. False at its end, which is left.
bool mieni_live_json_item(MieniLiveJson *json);
/// Values. Those of another type are skipped, and false.
bool mieni_live_json_number(MieniLiveJson *json, double *out_number);
bool mieni_live_json_bool(MieniLiveJson *json, bool *out_bool);
/// The bytes between the quotes, with escapes as they are.
bool mieni_live_json_text(MieniLiveJson *json, MieniLiveText *out_text);
void mieni_live_json_skip(MieniLiveJson *json);
/// Whether all was read without a mistake, to the end of the datagram.
bool mieni_live_json_is_done(MieniLiveJson *json);

/// What a text of JSON means: its bytes without escapes, and how many there are. 0: it is empty, does not fit
/// into room, has control characters, or an escape that is not valid.
size_t mieni_live_json_decode(MieniLiveText text, char *out, size_t room);

bool mieni_live_text_is(MieniLiveText text, const char *wanted);
