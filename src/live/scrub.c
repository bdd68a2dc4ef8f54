// SPDX-License-Identifier: MIT
//
// Scrubbing: each protocol is copied in the parts that readers know, with names in place of names.

#include "core/float_rules.h"

#include "mien_live/scrub.h"

#include "base/name_map.h"
#include "core/internal.h"
#include "live/bytes.h"
#include "live/json.h"
#include "live/osc.h"
#include "live/text.h"
#include "mien_live/live.h"

#include <stdio.h>

enum { NAME_ROOM = 40, KEY_ROOM = 64 };

/// What is numbered, each by itself.
typedef enum Numbered { ADDRESSES, PORTS, IDS, NAMES, NUMBERED } Numbered;

struct MienLiveScrubber {
    const MienAllocator *allocator;
    MieniNameMap maps[NUMBERED];
    bool has_first, is_full;
    uint64_t first;
    size_t size; ///< Of the datagram that is made.
    bool is_too_large;
    MienLiveFrame frame;
    uint8_t bytes[MIEN_LIVE_MAX_DATAGRAM];
};

MienStatus mien_live_scrubber_create(const MienAllocator *allocator, MienLiveScrubber **out_scrubber,
                                     MienError *error)
{
    *out_scrubber = mieni_allocate(allocator, sizeof **out_scrubber, _Alignof(MienLiveScrubber));
    if (*out_scrubber == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    memset(*out_scrubber, 0, sizeof **out_scrubber);
    (*out_scrubber)->allocator = allocator;
    return MIEN_OK;
}

void mien_live_scrubber_destroy(MienLiveScrubber *scrubber)
{
    if (scrubber == NULL)
        return;
    for (int m = 0; m < NUMBERED; ++m)
        mieni_name_map_release(&scrubber->maps[m]);
    mieni_free(scrubber->allocator, scrubber, sizeof *scrubber, _Alignof(MienLiveScrubber));
}

// -- Numbers in place of names

/// The number of a name, from 1; 0 if there are too many, or without memory.
static unsigned number_of(MienLiveScrubber *scrubber, Numbered kind, const char *name)
{
    MieniNameMap *map = &scrubber->maps[kind];
    const uintptr_t known = (uintptr_t)mieni_name_map_get(map, name);
    if (known != 0)
        return (unsigned)known;
    scrubber->is_full = scrubber->is_full || map->count >= MIEN_LIVE_SCRUB_NAMES;
    if (scrubber->is_full || !mieni_name_map_add(map, name, (void *)(uintptr_t)(map->count + 1)))
        return 0;
    return (unsigned)map->count;
}

/// Bytes as a name of a map, which end at no zero.
static void put_key(char out[KEY_ROOM], const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; ++i)
        snprintf(out + 2 * i, KEY_ROOM - 2 * i, "%02x", bytes[i]);
}

static void scrub_address(MienLiveScrubber *scrubber, const MienLiveRecord *record, MienLiveRecord *out)
{
    static const uint8_t documentation[4] = {0x20, 0x01, 0x0d, 0xb8};
    uint8_t both[18];
    char key[KEY_ROOM];
    memcpy(both, record->address, 16);
    both[16] = (uint8_t)(record->port >> 8);
    both[17] = (uint8_t)record->port;
    put_key(key, both, 16);
    memset(out->address, 0, sizeof out->address);
    memcpy(out->address, documentation, sizeof documentation);
    mieni_put_u32_be(out->address + 12, number_of(scrubber, ADDRESSES, key));
    put_key(key, both, sizeof both);
    out->port = (uint16_t)number_of(scrubber, PORTS, key);
}

static void put_id(MienLiveScrubber *scrubber, const char *id, char out[NAME_ROOM])
{
    snprintf(out, NAME_ROOM, "00000000-0000-4000-8000-%012u", number_of(scrubber, IDS, id));
}

static void put_name(MienLiveScrubber *scrubber, const char *name, char out[NAME_ROOM])
{
    snprintf(out, NAME_ROOM, "Actor %u", number_of(scrubber, NAMES, name));
}

// -- The datagram that is made

static void put(MienLiveScrubber *scrubber, const void *bytes, size_t size)
{
    scrubber->is_too_large = scrubber->is_too_large || size > sizeof scrubber->bytes - scrubber->size;
    if (scrubber->is_too_large || size == 0)
        return;
    memcpy(scrubber->bytes + scrubber->size, bytes, size);
    scrubber->size += size;
}

static void put_text(MienLiveScrubber *scrubber, const char *text) { put(scrubber, text, strlen(text)); }

static void put_u32(MienLiveScrubber *scrubber, uint32_t value)
{
    uint8_t bytes[4];
    mieni_put_u32_be(bytes, value);
    put(scrubber, bytes, sizeof bytes);
}

// -- Live Link Face: id and name are replaced

static bool scrub_link_face(MienLiveScrubber *scrubber, const uint8_t *bytes, size_t size)
{
    char id[NAME_ROOM], name[NAME_ROOM];
    if (mien_live_link_face_read(bytes, size, &scrubber->frame, NULL) != MIEN_OK)
        return false;
    const size_t id_size = mieni_get_u32_be(bytes + 1), name_size = mieni_get_u32_be(bytes + 5 + id_size);
    const size_t rest = 9 + id_size + name_size;
    put_id(scrubber, scrubber->frame.id, id);
    put_name(scrubber, scrubber->frame.name, name);
    put(scrubber, bytes, 1);
    put_u32(scrubber, (uint32_t)strlen(id));
    put_text(scrubber, id);
    put_u32(scrubber, (uint32_t)strlen(name));
    put_text(scrubber, name);
    put(scrubber, bytes + rest, size - rest);
    return true;
}

// -- VMC: messages that are read stay, in one bundle

static bool are_numbers(const MieniOscMessage *message, int first)
{
    for (int i = first; i < message->count; ++i)
        if (!message->arguments[i].is_number)
            return false;
    return true;
}

/// Whether readers know a message, with these arguments and no others.
static bool is_known(const MieniOscMessage *message)
{
    static const char value[] = "/VMC/Ext/Blend/Val/";
    const char *address = message->address;
    const bool has_name = message->count > 0 && message->arguments[0].tag == 's';
    if (strcmp(address, "/VMC/Ext/Blend/Apply") == 0)
        return message->count == 0;
    if (strcmp(address, "/VMC/Ext/T") == 0 || strncmp(address, value, sizeof value - 1) == 0)
        return message->count == 1 && are_numbers(message, 0);
    if (strcmp(address, "/VMC/Ext/OK") == 0)
        return message->count <= 4 && are_numbers(message, 0);
    if (strcmp(address, "/VMC/Ext/Blend/Val") == 0)
        return has_name && message->count == 2 && are_numbers(message, 1);
    return strcmp(address, "/VMC/Ext/Bone/Pos") == 0 && has_name && message->count == 8 &&
           are_numbers(message, 1);
}

static void keep_message(void *user, const MieniOscMessage *message)
{
    MienLiveScrubber *scrubber = user;
    if (!is_known(message))
        return;
    put_u32(scrubber, (uint32_t)message->size);
    put(scrubber, message->bytes, message->size);
}

static bool scrub_vmc(MienLiveScrubber *scrubber, const uint8_t *bytes, size_t size)
{
    static const uint8_t bundle[16] = {'#', 'b', 'u', 'n', 'd', 'l', 'e', 0, 0, 0, 0, 0, 0, 0, 0, 1};
    put(scrubber, bundle, sizeof bundle);
    return mieni_osc_read(bytes, size, keep_message, scrubber, NULL) == MIEN_OK &&
           scrubber->size > sizeof bundle;
}

// -- Text: fields that are read stay

static void keep_field(void *user, const char *bytes, size_t size)
{
    MienLiveScrubber *scrubber = user;
    put(scrubber, bytes, size);
    put(scrubber, "|", 1);
}

// -- JSON: texts that are values are replaced

/// The end of a text whose first quote is at *at; the byte behind its last quote.
static const char *text_end(const char *at, const char *end)
{
    for (++at; at < end && *at != '"'; ++at)
        if (*at == '\\')
            ++at;
    return at < end ? at + 1 : end;
}

static bool is_key(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n'))
        ++at;
    return at < end && *at == ':';
}

static void put_value(MienLiveScrubber *scrubber, MieniLiveText key, MieniLiveText value)
{
    char text[MIEN_LIVE_MAX_SOURCE + 1], made[NAME_ROOM] = "";
    if (mieni_live_text_is(key, "k") || mieni_live_text_is(key, "version")) { // names of shapes
        put(scrubber, value.bytes, value.size);
        return;
    }
    const size_t size = value.size < sizeof text ? value.size : sizeof text - 1;
    memcpy(text, value.bytes, size);
    text[size] = '\0';
    if (mieni_live_text_is(key, "faceId"))
        put_id(scrubber, text, made);
    else if (mieni_live_text_is(key, "profileName") || mieni_live_text_is(key, "name"))
        put_name(scrubber, text, made);
    put_text(scrubber, "\"");
    put_text(scrubber, made);
    put_text(scrubber, "\"");
}

static bool scrub_json(MienLiveScrubber *scrubber, const char *bytes, size_t size)
{
    const char *end = bytes + size;
    MieniLiveText key = {"", 0};
    for (const char *at = bytes, *next; at < end; at = next) {
        if (*at != '"') {
            next = memchr(at, '"', (size_t)(end - at));
            next = next != NULL ? next : end;
            put(scrubber, at, (size_t)(next - at));
            continue;
        }
        next = text_end(at, end);
        if (is_key(next, end)) {
            key = (MieniLiveText){at + 1, (size_t)(next - at) - 2};
            put(scrubber, at, (size_t)(next - at));
        } else {
            put_value(scrubber, key, (MieniLiveText){at, (size_t)(next - at)});
        }
    }
    return true;
}

static void ignore(void *user, const MienLiveFrame *frame)
{
    (void)user;
    (void)frame;
}

/// False: the datagram cannot be read.
static bool scrub(MienLiveScrubber *scrubber, const void *bytes, size_t size)
{
    MienLiveFrame *frame = &scrubber->frame;
    switch (mien_live_sniff(bytes, size)) {
    case MIEN_LIVE_LINK_FACE:
        return scrub_link_face(scrubber, bytes, size);
    case MIEN_LIVE_VMC:
        return scrub_vmc(scrubber, bytes, size);
    case MIEN_LIVE_IFACIALMOCAP:
    case MIEN_LIVE_FACEMOTION3D:
        mieni_live_text_known(bytes, size, keep_field, scrubber);
        return scrubber->size > 0;
    case MIEN_LIVE_VTUBE_STUDIO:
        return mien_live_vtube_studio_read(bytes, size, frame, NULL) == MIEN_OK &&
               scrub_json(scrubber, bytes, size);
    case MIEN_LIVE_ROKOKO:
        return mien_live_rokoko_read(bytes, size, frame, ignore, NULL, NULL) == MIEN_OK &&
               scrub_json(scrubber, bytes, size);
    case MIEN_LIVE_OPENSEEFACE: // numbers alone
        put(scrubber, bytes, size);
        return mien_live_openseeface_read(bytes, size, frame, ignore, NULL, NULL) == MIEN_OK;
    default:
        return false;
    }
}

MienStatus mien_live_scrubber_run(MienLiveScrubber *scrubber, const MienLiveRecord *record,
                                  MienLiveRecord *out_record, bool *out_is_kept, MienError *error)
{
    *out_record = *record;
    *out_is_kept = false;
    if (!scrubber->has_first)
        scrubber->first = record->arrival;
    scrubber->has_first = true;
    scrubber->size = 0;
    scrubber->is_too_large = false;
    if (record->kind == MIEN_LIVE_RECORD_DATAGRAM && record->size <= MIEN_LIVE_MAX_DATAGRAM)
        *out_is_kept =
            scrub(scrubber, record->bytes, record->size) && !scrubber->is_too_large &&
            mien_live_sniff(scrubber->bytes, scrubber->size) == mien_live_sniff(record->bytes, record->size);
    out_record->date = record->arrival > scrubber->first ? record->arrival - scrubber->first : 0;
    out_record->bytes = scrubber->bytes;
    out_record->size = scrubber->size;
    scrub_address(scrubber, record, out_record);
    if (scrubber->is_full)
        return mieni_fail(error, MIEN_ERROR_LIMIT, mieni_nowhere(),
                          "The capture has more than %d different names or addresses.",
                          MIEN_LIVE_SCRUB_NAMES);
    for (int m = 0; m < NUMBERED; ++m)
        if (scrubber->maps[m].is_out_of_memory)
            return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    return MIEN_OK;
}
