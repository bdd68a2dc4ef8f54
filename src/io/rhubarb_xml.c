// SPDX-License-Identifier: MIT
//
// Rhubarb's XML: the elements that Rhubarb writes, in the depth it writes them, and
// nothing else. Entities are the five that XML has; there are no document types, so
// nothing expands and nothing is fetched.

#include "core/float_rules.h"

#include "io/rhubarb.h"

#include "core/internal.h"

#include <string.h>

enum { MOST_ATTRIBUTES = 2 };

typedef struct Xml {
    MieniRhubarb *rhubarb;
    MieniSpan rest;
    const char *mark; ///< What a refusal is about.
} Xml;

typedef struct Attribute {
    MieniSpan name, value;
} Attribute;

/// A start tag.
typedef struct Tag {
    MieniSpan name;
    int attribute_count;
    Attribute attributes[MOST_ATTRIBUTES];
    bool is_empty; ///< It is its own end: <name/>.
} Tag;

/// Refuses at the mark, as line and column, in bytes.
static MienStatus refuse(const Xml *xml, MienStatus status, const char *sentence)
{
    int line = 1, column = 1;
    for (const char *at = xml->rhubarb->bytes; at < xml->mark; ++at) {
        column = *at == '\n' ? 1 : column + 1;
        line += *at == '\n';
    }
    return mieni_fail(xml->rhubarb->error, status, sentence, "line %d, column %d", line, column);
}

static MienStatus refuse_here(Xml *xml, const char *sentence)
{
    xml->mark = xml->rest.at;
    return refuse(xml, MIEN_ERROR_CORRUPT, sentence);
}

static MienStatus refuse_at(Xml *xml, const char *mark, MieniRefusal refusal)
{
    xml->mark = mark;
    return refuse(xml, refusal.status, refusal.sentence);
}

static void skip(Xml *xml, size_t size)
{
    xml->rest.at += size;
    xml->rest.size -= size;
}

static bool is_next(const Xml *xml, const char *text)
{
    const size_t size = strlen(text);
    return xml->rest.size >= size && memcmp(xml->rest.at, text, size) == 0;
}

static bool take(Xml *xml, const char *text)
{
    if (!is_next(xml, text))
        return false;
    skip(xml, strlen(text));
    return true;
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static void skip_spaces(Xml *xml)
{
    while (xml->rest.size > 0 && is_space(xml->rest.at[0]))
        skip(xml, 1);
}

/// Everything up to a text and the text itself; false if it does not come.
static bool take_until(Xml *xml, const char *text)
{
    for (; xml->rest.size > 0; skip(xml, 1))
        if (take(xml, text))
            return true;
    return false;
}

/// White space and comments between elements.
static MienStatus skip_between(Xml *xml)
{
    for (;;) {
        skip_spaces(xml);
        const Xml before = *xml;
        if (take(xml, "<!--")) {
            if (take_until(xml, "--") && take(xml, ">"))
                continue;
            *xml = before;
            return refuse_here(xml, "A comment ends with --> and has no other -- inside.");
        }
        if (is_next(xml, "<!"))
            return refuse_here(xml, "Document types and CDATA are not read; take them out.");
        if (is_next(xml, "<?"))
            return refuse_here(xml, "Processing instructions are not read; take them out.");
        return MIEN_OK;
    }
}

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.' || c == ':';
}

static MieniSpan take_name(Xml *xml)
{
    MieniSpan name = {xml->rest.at, 0};
    while (name.size < xml->rest.size && is_name(name.at[name.size]))
        ++name.size;
    skip(xml, name.size);
    return name;
}

static bool span_equals(MieniSpan span, const char *text)
{
    return span.size == strlen(text) && memcmp(span.at, text, span.size) == 0;
}

/// name="value", with either quote.
static MienStatus read_attribute(Xml *xml, Tag *tag)
{
    const char *start = xml->rest.at;
    Attribute attribute = {.name = take_name(xml)};
    skip_spaces(xml);
    const bool is_assigned = attribute.name.size > 0 && take(xml, "=");
    skip_spaces(xml);
    if (!is_assigned || (!is_next(xml, "\"") && !is_next(xml, "'")))
        return refuse_here(xml, "After a name comes > or attributes, each as name=\"value\".");
    const char quote = xml->rest.at[0];
    skip(xml, 1);
    attribute.value.at = xml->rest.at;
    while (xml->rest.size > 0 && xml->rest.at[0] != quote && xml->rest.at[0] != '<')
        skip(xml, 1);
    attribute.value.size = (size_t)(xml->rest.at - attribute.value.at);
    if (xml->rest.size == 0 || xml->rest.at[0] != quote)
        return refuse_here(xml, "The value of an attribute ends with the quote it began with.");
    skip(xml, 1);
    if (tag->attribute_count == MOST_ATTRIBUTES) {
        xml->mark = start;
        return refuse(xml, MIEN_ERROR_CORRUPT, "Only mouthCue has attributes: start and end, each once.");
    }
    tag->attributes[tag->attribute_count++] = attribute;
    return MIEN_OK;
}

/// A start tag, from < to >.
static MienStatus read_tag(Xml *xml, Tag *out_tag)
{
    *out_tag = (Tag){0};
    if (!take(xml, "<"))
        return refuse_here(xml, "An element comes here, such as <mouthCue>.");
    out_tag->name = take_name(xml);
    if (out_tag->name.size == 0)
        return refuse_here(xml, "The name of an element comes after <.");
    for (;;) {
        const bool is_apart = xml->rest.size > 0 && is_space(xml->rest.at[0]);
        skip_spaces(xml);
        out_tag->is_empty = take(xml, "/");
        if (take(xml, ">"))
            return MIEN_OK;
        if (out_tag->is_empty || !is_apart)
            return refuse_here(xml, "A tag ends with >.");
        const MienStatus status = read_attribute(xml, out_tag);
        if (status != MIEN_OK)
            return status;
    }
}

/// A start tag without attributes.
static MienStatus read_plain_tag(Xml *xml, Tag *out_tag)
{
    const MienStatus status = read_tag(xml, out_tag);
    if (status == MIEN_OK && out_tag->attribute_count > 0)
        return refuse_at(xml, out_tag->attributes[0].name.at,
                         (MieniRefusal){MIEN_ERROR_CORRUPT, "Only mouthCue has attributes."});
    return status;
}

static bool take_end(Xml *xml, const char *name)
{
    const Xml before = *xml;
    if (take(xml, "</") && span_equals(take_name(xml), name)) {
        skip_spaces(xml);
        if (take(xml, ">"))
            return true;
    }
    *xml = before;
    return false;
}

/// The text of an element and its end tag.
static MienStatus read_text(Xml *xml, const Tag *tag, const char *name, MieniSpan *out_text)
{
    *out_text = (MieniSpan){xml->rest.at, 0};
    if (tag->is_empty)
        return MIEN_OK;
    while (xml->rest.size > 0 && xml->rest.at[0] != '<')
        skip(xml, 1);
    out_text->size = (size_t)(xml->rest.at - out_text->at);
    if (!take_end(xml, name))
        return refuse_here(xml, "Nothing but text comes before the end of this element.");
    return MIEN_OK;
}

/// Text with characters in place of entities, in the clip's memory.
static MienStatus read_sound(Xml *xml, MieniSpan text)
{
    static const struct {
        const char *entity;
        char character;
    } entities[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    char *path = mieni_arena_take(&xml->rhubarb->scratch, text.size + 1, 1);
    if (path == NULL)
        return mieni_rhubarb_no_memory(xml->rhubarb);
    const Xml after = *xml;
    size_t size = 0;
    xml->rest = text;
    while (xml->rest.size > 0) {
        char character = xml->rest.at[0];
        size_t length = 1;
        for (size_t e = 0; character == '&' && e < sizeof entities / sizeof entities[0]; ++e)
            if (is_next(xml, entities[e].entity)) {
                character = entities[e].character;
                length = strlen(entities[e].entity);
            }
        if (character == '&' && length == 1)
            return refuse_here(xml, "An & begins &lt; &gt; &amp; &quot; or &apos;, and no other is read.");
        path[size++] = character;
        skip(xml, length);
    }
    *xml = after;
    const MieniRefusal refusal = mieni_rhubarb_sound(xml->rhubarb, (MieniSpan){path, size});
    return refusal.sentence != NULL ? refuse_at(xml, text.at, refusal) : MIEN_OK;
}

static MieniSpan trim(MieniSpan span)
{
    while (span.size > 0 && is_space(span.at[0])) {
        ++span.at;
        --span.size;
    }
    while (span.size > 0 && is_space(span.at[span.size - 1]))
        --span.size;
    return span;
}

static MienStatus read_metadata(Xml *xml)
{
    bool has_sound = false, has_duration = false;
    for (;;) {
        Tag tag;
        MieniSpan text;
        MienStatus status = skip_between(xml);
        if (status != MIEN_OK || take_end(xml, "metadata"))
            return status;
        const char *start = xml->rest.at;
        status = read_plain_tag(xml, &tag);
        if (status != MIEN_OK)
            return status;
        if (span_equals(tag.name, "soundFile") && !has_sound) {
            has_sound = true;
            status = read_text(xml, &tag, "soundFile", &text);
            if (status == MIEN_OK)
                status = read_sound(xml, text);
        } else if (span_equals(tag.name, "duration") && !has_duration) {
            has_duration = true;
            status = read_text(xml, &tag, "duration", &text);
            const MieniRefusal refusal = status == MIEN_OK
                                             ? mieni_rhubarb_time(trim(text), &xml->rhubarb->duration)
                                             : (MieniRefusal){0};
            if (refusal.sentence != NULL)
                return refuse_at(xml, text.at, refusal);
        } else {
            xml->mark = start;
            return refuse(xml, MIEN_ERROR_CORRUPT, "metadata has soundFile and duration, each at most once.");
        }
        if (status != MIEN_OK)
            return status;
    }
}

/// A whole cue: <mouthCue start="0.00" end="0.05">X</mouthCue>.
static MienStatus read_cue(Xml *xml)
{
    const char *start = xml->rest.at;
    Tag tag;
    MieniSpan text;
    double times[2] = {0.0, 0.0};
    bool has_time[2] = {false, false};
    int shape = 0;
    MienStatus status = read_tag(xml, &tag);
    if (status != MIEN_OK)
        return status;
    if (!span_equals(tag.name, "mouthCue"))
        return refuse_at(xml, start,
                         (MieniRefusal){MIEN_ERROR_CORRUPT, "mouthCues has nothing but mouthCue."});
    for (int a = 0; a < tag.attribute_count; ++a) {
        const Attribute *attribute = &tag.attributes[a];
        const int which = span_equals(attribute->name, "end");
        if (has_time[which] || (which == 0 && !span_equals(attribute->name, "start")))
            return refuse_at(xml, attribute->name.at,
                             (MieniRefusal){MIEN_ERROR_CORRUPT, "A mouthCue has start and end, each once."});
        has_time[which] = true;
        const MieniRefusal refusal = mieni_rhubarb_time(trim(attribute->value), &times[which]);
        if (refusal.sentence != NULL)
            return refuse_at(xml, attribute->value.at, refusal);
    }
    if (!has_time[0] || !has_time[1])
        return refuse_at(xml, start, (MieniRefusal){MIEN_ERROR_CORRUPT, "A mouthCue has start and end."});
    status = read_text(xml, &tag, "mouthCue", &text);
    if (status != MIEN_OK)
        return status;
    MieniRefusal refusal = mieni_rhubarb_shape(trim(text), &shape);
    if (refusal.sentence != NULL)
        return refuse_at(xml, text.at, refusal);
    refusal = mieni_rhubarb_add(xml->rhubarb, times[0], times[1], shape);
    return refusal.sentence != NULL ? refuse_at(xml, start, refusal) : MIEN_OK;
}

/// Room by the cues that there can be: as many as their name is written after <.
static MienStatus take_room(Xml *xml)
{
    static const char tag[] = "<mouthCue";
    MieniSpan rest = xml->rest;
    int count = 0;
    while (rest.size >= sizeof tag - 1) {
        const char *at = memchr(rest.at, '<', rest.size - (sizeof tag - 2));
        if (at == NULL)
            break;
        rest.size -= (size_t)(at + 1 - rest.at);
        rest.at = at + 1;
        if (memcmp(at, tag, sizeof tag - 1) == 0 && ++count > MIEN_IO_RHUBARB_MAX_CUES) {
            xml->mark = at;
            return refuse(xml, MIEN_ERROR_LIMIT, "There are at most 8640000 mouth cues.");
        }
    }
    return mieni_rhubarb_take(xml->rhubarb, count);
}

static MienStatus read_cues(Xml *xml)
{
    MienStatus status = take_room(xml);
    while (status == MIEN_OK) {
        status = skip_between(xml);
        if (status == MIEN_OK && take_end(xml, "mouthCues"))
            return MIEN_OK;
        if (status == MIEN_OK)
            status = read_cue(xml);
    }
    return status;
}

/// What is inside rhubarbResult.
static MienStatus read_result(Xml *xml)
{
    bool has_metadata = false, has_cues = false;
    for (;;) {
        Tag tag;
        MienStatus status = skip_between(xml);
        if (status != MIEN_OK || take_end(xml, "rhubarbResult"))
            return status;
        const char *start = xml->rest.at;
        status = read_plain_tag(xml, &tag);
        if (status != MIEN_OK)
            return status;
        if (span_equals(tag.name, "metadata") && !has_metadata) {
            has_metadata = true;
            status = tag.is_empty ? MIEN_OK : read_metadata(xml);
        } else if (span_equals(tag.name, "mouthCues") && !has_cues) {
            has_cues = true;
            status = tag.is_empty ? MIEN_OK : read_cues(xml);
        } else {
            xml->mark = start;
            return refuse(xml, MIEN_ERROR_CORRUPT, "rhubarbResult has metadata and mouthCues, each once.");
        }
        if (status != MIEN_OK)
            return status;
    }
}

MienStatus mieni_rhubarb_xml(MieniRhubarb *rhubarb)
{
    Xml xml = {rhubarb, mieni_lines_of(rhubarb->bytes, rhubarb->size).rest, rhubarb->bytes};
    Tag tag;
    skip_spaces(&xml);
    const char *start = xml.rest.at;
    if (take(&xml, "<?xml") && (xml.rest.size == 0 || !is_space(xml.rest.at[0]) || !take_until(&xml, "?>")))
        return refuse_at(&xml, start, (MieniRefusal){MIEN_ERROR_CORRUPT, "The declaration ends with ?>."});
    MienStatus status = skip_between(&xml);
    start = xml.rest.at;
    if (status == MIEN_OK)
        status = read_plain_tag(&xml, &tag);
    if (status != MIEN_OK)
        return status;
    if (!span_equals(tag.name, "rhubarbResult") || tag.is_empty)
        return refuse_at(&xml, start,
                         (MieniRefusal){MIEN_ERROR_CORRUPT, "Mouth cues in XML are in a rhubarbResult."});
    status = read_result(&xml);
    if (status == MIEN_OK)
        status = skip_between(&xml);
    if (status == MIEN_OK && xml.rest.size > 0)
        return refuse_here(&xml, "Nothing comes after the end of rhubarbResult.");
    return status;
}
