// SPDX-License-Identifier: MIT

#include "live/osc.h"

#include "live/bytes.h"

#include "core/internal.h"

/// A part of a datagram: all of it, or an element of a bundle.
typedef struct Part {
    const uint8_t *start; ///< Of the datagram, for locations.
    const uint8_t *at, *end;
} Part;

typedef struct Walk {
    void (*visit)(void *user, const MieniOscMessage *message); ///< NULL: only check.
    void *user;
    MienError *error;
    MieniOscMessage message;
} Walk;

static MienStatus refuse(const Walk *walk, const Part *part, const char *why)
{
    return mieni_fail(walk->error, MIEN_ERROR_CORRUPT, mieni_at_byte((size_t)(part->at - part->start)),
                      "Invalid OSC: %s.", why);
}

static size_t left(const Part *part) { return (size_t)(part->end - part->at); }

static size_t padded(size_t size) { return (size + 3) / 4 * 4; }

/// A string and its zeros; NULL if it has no end.
static const char *take_text(Part *part, size_t *out_size)
{
    const char *text = (const char *)part->at;
    const uint8_t *zero = left(part) > 0 ? memchr(part->at, 0, left(part)) : NULL;
    if (zero == NULL)
        return NULL;
    *out_size = (size_t)(zero - part->at);
    if (padded(*out_size + 1) > left(part))
        return NULL;
    part->at += padded(*out_size + 1);
    return text;
}

static bool take_blob(Part *part, MieniOscArgument *argument)
{
    if (left(part) < 4)
        return false;
    argument->size = mieni_get_u32_be(part->at);
    if (argument->size > left(part) - 4 || padded(argument->size) > left(part) - 4)
        return false;
    argument->text = (const char *)part->at + 4;
    part->at += 4 + padded(argument->size);
    return true;
}

static double number_at(char tag, const uint8_t *at)
{
    switch (tag) {
    case 'i':
        return (double)(int32_t)mieni_get_u32_be(at);
    case 'f':
        return (double)mieni_get_f32_be(at);
    case 'h':
        return (double)(int64_t)mieni_get_u64_be(at);
    case 'd':
        return mieni_double_of(mieni_get_u64_be(at));
    default:
        return tag == 'T' ? 1.0 : 0.0;
    }
}

/// Whether the tag is known; *out_is_inside: whether its argument is inside the message.
static bool take_argument(Part *part, MieniOscArgument *argument, bool *out_is_inside)
{
    static const char tags[] = "ifhdtTFNI";
    static const uint8_t sizes[] = {4, 4, 8, 8, 8, 0, 0, 0, 0};
    *out_is_inside = true;
    if (argument->tag == 's' || argument->tag == 'S') {
        argument->text = take_text(part, &argument->size);
        *out_is_inside = argument->text != NULL;
        return true;
    }
    if (argument->tag == 'b') {
        *out_is_inside = take_blob(part, argument);
        return true;
    }
    const char *known = strchr(tags, argument->tag);
    if (known == NULL)
        return false;
    const size_t size = sizes[known - tags];
    *out_is_inside = size <= left(part);
    if (*out_is_inside) {
        argument->is_number = strchr("ifhdTF", argument->tag) != NULL;
        argument->number = argument->is_number ? number_at(argument->tag, part->at) : 0.0;
        part->at += size;
    }
    return true;
}

static MienStatus read_message(Walk *walk, Part part)
{
    size_t size = 0;
    MieniOscMessage *message = &walk->message;
    const uint8_t *begin = part.at;
    if (left(&part) == 0 || *part.at != '/')
        return refuse(walk, &part, "an address must begin with '/'");
    message->address = take_text(&part, &size);
    if (message->address == NULL)
        return refuse(walk, &part, "an address has no end");
    if (left(&part) == 0 || *part.at != ',')
        return refuse(walk, &part, "a message has no type tags");
    const char *tags = take_text(&part, &size);
    if (tags == NULL)
        return refuse(walk, &part, "type tags have no end");
    if (size - 1 > MIENI_OSC_MAX_ARGUMENTS)
        return refuse(walk, &part, "a message has more than 256 arguments");
    message->count = (int)size - 1;
    for (int i = 0; i < message->count; ++i) {
        bool is_inside = true;
        message->arguments[i] = (MieniOscArgument){.tag = tags[i + 1]};
        if (!take_argument(&part, &message->arguments[i], &is_inside))
            return MIEN_OK; // of an unknown size: the rest is not readable, and others are
        if (!is_inside)
            return refuse(walk, &part, "an argument is longer than its message");
    }
    message->bytes = begin;
    message->size = (size_t)(part.at - begin);
    if (walk->visit != NULL)
        walk->visit(walk->user, message);
    return MIEN_OK;
}

static bool is_bundle(const Part *part) { return left(part) >= 8 && memcmp(part->at, "#bundle", 8) == 0; }

/// Depth first, by a list of open bundles instead of recursion.
static MienStatus walk_parts(Walk *walk, Part whole)
{
    const uint8_t *ends[MIENI_OSC_MAX_DEPTH];
    int depth = 0;
    if (!is_bundle(&whole))
        return read_message(walk, whole);
    Part part = whole;
    for (;;) {
        if (is_bundle(&part)) {
            if (depth == MIENI_OSC_MAX_DEPTH)
                return refuse(walk, &part, "bundles are nested more than 8 deep");
            if (left(&part) < 16)
                return refuse(walk, &part, "a bundle has no time tag");
            ends[depth++] = part.end;
            part.end = part.at += 16;
        } else {
            const MienStatus status = read_message(walk, part);
            if (status != MIEN_OK)
                return status;
        }
        part.at = part.end;
        while (depth > 0 && part.at == ends[depth - 1])
            --depth;
        if (depth == 0)
            return MIEN_OK;
        part.end = ends[depth - 1];
        const uint32_t size = left(&part) >= 4 ? mieni_get_u32_be(part.at) : UINT32_MAX;
        if (size % 4 != 0 || size == 0 || size > left(&part) - 4)
            return refuse(walk, &part, "the size of an element is 0, not a multiple of 4, or too large");
        part.at += 4;
        part.end = part.at + size;
    }
}

MienStatus mieni_osc_read(const void *bytes, size_t size,
                          void (*visit)(void *user, const MieniOscMessage *message), void *user,
                          MienError *error)
{
    Walk walk;
    walk.visit = NULL;
    walk.user = user;
    walk.error = error;
    const Part whole = {bytes, bytes, (const uint8_t *)bytes + size};
    if (size % 4 != 0)
        return refuse(&walk, &whole, "the size of the datagram is not a multiple of 4");
    const MienStatus status = walk_parts(&walk, whole);
    if (status != MIEN_OK || visit == NULL)
        return status;
    walk.visit = visit;
    return walk_parts(&walk, whole);
}

/// Room for more bytes, zeroed, or NULL.
static uint8_t *grow(MieniOscWriter *writer, size_t size)
{
    if (writer->is_full || size > writer->capacity - writer->size) {
        writer->is_full = true;
        return NULL;
    }
    uint8_t *at = writer->bytes + writer->size;
    memset(at, 0, size);
    writer->size += size;
    if (writer->is_bundle && writer->element > 0)
        mieni_put_u32_be(writer->bytes + writer->element, (uint32_t)(writer->size - writer->element - 4));
    return at;
}

MieniOscWriter mieni_osc_begin(void *bytes, size_t capacity, bool is_bundle)
{
    MieniOscWriter writer = {.bytes = bytes, .capacity = capacity, .is_bundle = is_bundle};
    uint8_t *at = is_bundle ? grow(&writer, 16) : NULL;
    if (at != NULL) {
        memcpy(at, "#bundle", 8);
        at[15] = 1; // now
    }
    return writer;
}

void mieni_osc_message(MieniOscWriter *writer, const char *address, const char *tags)
{
    if (writer->is_bundle) {
        writer->element = 0;
        const size_t element = writer->size;
        if (grow(writer, 4) == NULL)
            return;
        writer->element = element;
    }
    mieni_osc_text(writer, address);
    const size_t size = strlen(tags);
    uint8_t *at = grow(writer, padded(size + 2));
    if (at != NULL) {
        at[0] = ',';
        memcpy(at + 1, tags, size);
    }
}

void mieni_osc_int(MieniOscWriter *writer, int32_t value)
{
    uint8_t *at = grow(writer, 4);
    if (at != NULL)
        mieni_put_u32_be(at, (uint32_t)value);
}

void mieni_osc_float(MieniOscWriter *writer, float value)
{
    mieni_osc_int(writer, (int32_t)mieni_bits_of(value));
}

void mieni_osc_text(MieniOscWriter *writer, const char *text)
{
    const size_t size = strlen(text);
    uint8_t *at = grow(writer, padded(size + 1));
    if (at != NULL)
        memcpy(at, text, size);
}

void mieni_osc_blob(MieniOscWriter *writer, const void *bytes, size_t size)
{
    mieni_osc_int(writer, (int32_t)size);
    uint8_t *at = grow(writer, padded(size));
    if (at != NULL)
        memcpy(at, bytes, size);
}
