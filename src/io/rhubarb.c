// SPDX-License-Identifier: MIT
//
// Reads mouth cues of Rhubarb: recognises the format, checks and joins cues, and
// makes curves of them.

#include "core/float_rules.h"

#include "mien_io/rhubarb.h"

#include "author/clip/memory.h"
#include "base/json.h"
#include "core/float_env.h"
#include "core/internal.h"
#include "core/utf8.h"
#include "io/formats.h"
#include "io/text.h"

#include <string.h>

/// The mouth shapes A to H and X, in this order.
enum { MIENI_SHAPES = 9, MIENI_NO_SHAPE = -1 };

/// A time with one shape, or with none.
typedef struct MieniCue {
    double start, end;
    int shape;
} MieniCue;

/// What reading knows and needs.
typedef struct MieniRhubarb {
    const void *bytes;
    size_t size;
    const MienIoRhubarbOptions *options;
    MienError *error;
    MienAuthorClip *clip;
    MieniArena scratch; ///< Freed when reading ends.
    MieniCue *cues;     ///< One after the other from time 0, each lasting, neighbours differing.
    int cue_count;
    double duration; ///< Of the sound, 0 if the file does not say.
    MienIoRhubarbReport report;
} MieniRhubarb;

/// Why something is refused; without a sentence it is not.
typedef struct MieniRefusal {
    MienStatus status;
    const char *sentence;
} MieniRefusal;

static const double day = 86400.0, longest_blend = 10.0;

static const char *const shape_names[MIENI_SHAPES] = {"A", "B", "C", "D", "E", "F", "G", "H", "X"};

static MienStatus rhubarb_no_memory(const MieniRhubarb *rhubarb)
{
    return mieni_fail(rhubarb->error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

/// Room for that many cues, with the times between them.
static MienStatus rhubarb_take(MieniRhubarb *rhubarb, int count)
{
    // Before each cue, and after the last, there may be a time without one.
    rhubarb->cues = mieni_arena_take(&rhubarb->scratch, 2 * (size_t)count + 1, sizeof *rhubarb->cues);
    return rhubarb->cues != NULL ? MIEN_OK : rhubarb_no_memory(rhubarb);
}

/// Whether a number is a time.
static MieniRefusal rhubarb_check_time(double time)
{
    if (time < 0.0)
        return (MieniRefusal){MIEN_ERROR_DATA, "A time is not negative."};
    if (time > day)
        return (MieniRefusal){MIEN_ERROR_LIMIT, "Mouth cues last at most a day; split the sound."};
    return (MieniRefusal){0};
}

/// A time in seconds.
static MieniRefusal rhubarb_time(MieniSpan text, double *out_time)
{
    if (!mieni_span_number(text, out_time))
        return (MieniRefusal){MIEN_ERROR_CORRUPT, "A time is a decimal number of seconds, such as 0.25."};
    return rhubarb_check_time(*out_time);
}

static MieniRefusal rhubarb_shape(MieniSpan text, int *out_shape)
{
    for (int s = 0; s < MIENI_SHAPES; ++s)
        if (text.size == 1 && text.at[0] == shape_names[s][0]) {
            *out_shape = s;
            return (MieniRefusal){0};
        }
    return (MieniRefusal){MIEN_ERROR_CORRUPT, "A mouth shape is one of the letters A to H, or X."};
}

/// The path of the sound; its bytes are copied.
static MieniRefusal rhubarb_sound(MieniRhubarb *rhubarb, MieniSpan path)
{
    if (path.size > MIEN_IO_RHUBARB_MAX_PATH)
        return (MieniRefusal){MIEN_ERROR_LIMIT, "The path of the sound has at most 4096 bytes."};
    for (size_t i = 0, taken = 0; i < path.size; i += taken) {
        const int32_t character = mieni_utf8_decode(path.at + i, path.size - i, &taken);
        if (character < 0x20 || character == 0x7F)
            return (MieniRefusal){MIEN_ERROR_DATA,
                                  "The path of the sound is UTF-8 without control characters."};
    }
    if (path.size == 0)
        return (MieniRefusal){0};
    rhubarb->clip->sound = mieni_arena_text(mieni_clip_arena(rhubarb->clip), path.at, path.size);
    if (rhubarb->clip->sound == NULL)
        return (MieniRefusal){MIEN_ERROR_MEMORY, "Out of memory."};
    return (MieniRefusal){0};
}

static double last_end(const MieniRhubarb *rhubarb)
{
    return rhubarb->cue_count > 0 ? rhubarb->cues[rhubarb->cue_count - 1].end : 0.0;
}

/// Appends a time that begins where the last one ends, or makes that one longer.
static void append(MieniRhubarb *rhubarb, double end, int shape)
{
    MieniCue *last = rhubarb->cue_count > 0 ? &rhubarb->cues[rhubarb->cue_count - 1] : NULL;
    if (last != NULL && last->shape == shape)
        last->end = end;
    else
        rhubarb->cues[rhubarb->cue_count++] = (MieniCue){last != NULL ? last->end : 0.0, end, shape};
}

static void append_gap(MieniRhubarb *rhubarb, double end)
{
    append(rhubarb, end, MIENI_NO_SHAPE);
    ++rhubarb->report.gap_count;
}

/// Adds the next cue, of checked times.
static MieniRefusal rhubarb_add(MieniRhubarb *rhubarb, double start, double end, int shape)
{
    if (end < start)
        return (MieniRefusal){MIEN_ERROR_DATA, "A cue ends after it begins."};
    if (start < last_end(rhubarb))
        return (MieniRefusal){MIEN_ERROR_DATA, "A cue does not begin before the one before it ends."};
    ++rhubarb->report.cue_count;
    if (start == end) {
        ++rhubarb->report.empty_count;
        return (MieniRefusal){0};
    }
    if (start > last_end(rhubarb))
        append_gap(rhubarb, start);
    append(rhubarb, end, shape);
    return (MieniRefusal){0};
}

// Rhubarb's TSV and JSON.

static MienStatus refuse_cell(const MieniRhubarb *rhubarb, MieniRefusal refusal, int line, int column)
{
    return mieni_fail(rhubarb->error, refusal.status, mieni_at_column(line, column), "%s", refusal.sentence);
}

/// A line of TSV: when a shape begins. The shape of the last line says nothing: there
/// the sound ends.
static MienStatus read_line(const MieniRhubarb *rhubarb, MieniSpan line, int number, double *out_time,
                            int *out_shape)
{
    static const MieniRefusal wrong = {MIEN_ERROR_CORRUPT,
                                       "Mouth cues are XML, JSON, or lines of a time, a tab and a shape."};
    MieniCells cells = {.rest = line, .separator = '\t'};
    MieniSpan time, shape;
    if (!mieni_cells_next(&cells, &time) || !mieni_cells_next(&cells, &shape) || !cells.is_over)
        return refuse_cell(rhubarb, wrong, number, cells.number > 1 ? 3 : 2);
    MieniRefusal refusal = rhubarb_time(time, out_time);
    if (refusal.sentence != NULL)
        return refuse_cell(rhubarb, refusal, number, 1);
    refusal = rhubarb_shape(shape, out_shape);
    if (refusal.sentence != NULL)
        return refuse_cell(rhubarb, refusal, number, 2);
    return MIEN_OK;
}

/// Each fills in the cues, duration and sound.
static MienStatus rhubarb_tsv(MieniRhubarb *rhubarb)
{
    MieniLines lines = mieni_lines_of(rhubarb->bytes, rhubarb->size);
    MieniSpan line;
    int count = 0, shape = 0, before = 0;
    double time = 0.0, start = 0.0;
    for (MieniLines counting = lines; mieni_lines_next(&counting, &line); ++count)
        if (count == MIEN_IO_RHUBARB_MAX_CUES)
            return mieni_fail(rhubarb->error, MIEN_ERROR_LIMIT, mieni_at_line(counting.number),
                              "There are at most 8640000 mouth cues.");
    MienStatus status = rhubarb_take(rhubarb, count);
    for (int i = 0; status == MIEN_OK && mieni_lines_next(&lines, &line); ++i) {
        status = read_line(rhubarb, line, lines.number, &time, &shape);
        if (status != MIEN_OK)
            return status;
        const MieniRefusal refusal = i > 0 ? rhubarb_add(rhubarb, start, time, before) : (MieniRefusal){0};
        if (refusal.sentence != NULL)
            return refuse_cell(rhubarb, refusal, lines.number, 1);
        start = time;
        before = shape;
    }
    if (status == MIEN_OK && count < 2)
        return mieni_fail(rhubarb->error, MIEN_ERROR_CORRUPT, mieni_at_line(lines.number),
                          "There are at least two lines; the last one says where the sound ends.");
    return status;
}

/// A time of JSON, which some programs write as a string.
static MieniRefusal json_time(const MieniJson *value, double *out_time)
{
    if (value != NULL && value->type == MIENI_JSON_NUMBER) {
        *out_time = value->number;
        return rhubarb_check_time(value->number);
    }
    const char *text = value != NULL && value->type == MIENI_JSON_STRING ? value->string : "";
    return rhubarb_time((MieniSpan){text, strlen(text)}, out_time);
}

static MieniSpan json_text(const MieniJson *object, const char *key)
{
    const char *text = mieni_json_get_string(object, key, "");
    return (MieniSpan){text, strlen(text)};
}

static MienStatus read_json_cue(MieniRhubarb *rhubarb, const MieniJson *cue, int index)
{
    double start = 0.0, end = 0.0;
    int shape = 0;
    const char *field = ".start";
    MieniRefusal refusal = json_time(mieni_json_get(cue, "start"), &start);
    if (refusal.sentence == NULL) {
        field = ".end";
        refusal = json_time(mieni_json_get(cue, "end"), &end);
    }
    if (refusal.sentence == NULL) {
        field = ".value";
        refusal = rhubarb_shape(json_text(cue, "value"), &shape);
    }
    if (refusal.sentence == NULL) {
        field = "";
        refusal = rhubarb_add(rhubarb, start, end, shape);
    }
    if (refusal.sentence == NULL)
        return MIEN_OK;
    return mieni_fail(rhubarb->error, refusal.status,
                      mieni_in_line(cue->line, "mouthCues[%d]%s", index, field), "%s", refusal.sentence);
}

static MienStatus read_json_metadata(MieniRhubarb *rhubarb, const MieniJson *metadata)
{
    const MieniJson *duration = mieni_json_get(metadata, "duration");
    const MieniJson *sound = mieni_json_get(metadata, "soundFile");
    if (duration != NULL) {
        const MieniRefusal refusal = json_time(duration, &rhubarb->duration);
        if (refusal.sentence != NULL)
            return mieni_fail(rhubarb->error, refusal.status,
                              mieni_in_line(duration->line, "metadata.duration"), "%s", refusal.sentence);
    }
    const MieniRefusal refusal = rhubarb_sound(rhubarb, json_text(metadata, "soundFile"));
    if (refusal.sentence != NULL)
        return mieni_fail(rhubarb->error, refusal.status, mieni_in_line(sound->line, "metadata.soundFile"),
                          "%s", refusal.sentence);
    return MIEN_OK;
}

static MienStatus read_document(MieniRhubarb *rhubarb, const MieniJson *root)
{
    const MieniJson *cues = mieni_json_get(root, "mouthCues");
    if (cues == NULL || cues->type != MIENI_JSON_ARRAY)
        return mieni_fail(rhubarb->error, MIEN_ERROR_CORRUPT, mieni_at_line(root->line),
                          "Mouth cues in JSON are an object with metadata and a list mouthCues.");
    if (cues->count > MIEN_IO_RHUBARB_MAX_CUES)
        return mieni_fail(rhubarb->error, MIEN_ERROR_LIMIT, mieni_in_line(cues->line, "mouthCues"),
                          "There are at most 8640000 mouth cues.");
    MienStatus status = read_json_metadata(rhubarb, mieni_json_get(root, "metadata"));
    if (status == MIEN_OK)
        status = rhubarb_take(rhubarb, cues->count);
    for (int i = 0; status == MIEN_OK && i < cues->count; ++i)
        status = read_json_cue(rhubarb, cues->items[i], i);
    return status;
}

static MienStatus rhubarb_json(MieniRhubarb *rhubarb)
{
    MieniJsonDocument document;
    MienStatus status =
        mieni_json_read(&document, rhubarb->bytes, rhubarb->size, rhubarb->scratch.allocator, rhubarb->error);
    if (status != MIEN_OK)
        return status;
    status = read_document(rhubarb, document.root);
    mieni_json_release(&document);
    return status;
}

// Rhubarb's XML: the elements that Rhubarb writes, in the depth it writes them, and
// nothing else. Entities are the five that XML has; there are no document types, so
// nothing expands and nothing is fetched.

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
    return mieni_fail(xml->rhubarb->error, status, mieni_at_column(line, column), "%s", sentence);
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
        return rhubarb_no_memory(xml->rhubarb);
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
    const MieniRefusal refusal = rhubarb_sound(xml->rhubarb, (MieniSpan){path, size});
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

static MienStatus read_xml_metadata(Xml *xml)
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
            const MieniRefusal refusal =
                status == MIEN_OK ? rhubarb_time(trim(text), &xml->rhubarb->duration) : (MieniRefusal){0};
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
static MienStatus read_xml_cue(Xml *xml)
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
        const MieniRefusal refusal = rhubarb_time(trim(attribute->value), &times[which]);
        if (refusal.sentence != NULL)
            return refuse_at(xml, attribute->value.at, refusal);
    }
    if (!has_time[0] || !has_time[1])
        return refuse_at(xml, start, (MieniRefusal){MIEN_ERROR_CORRUPT, "A mouthCue has start and end."});
    status = read_text(xml, &tag, "mouthCue", &text);
    if (status != MIEN_OK)
        return status;
    MieniRefusal refusal = rhubarb_shape(trim(text), &shape);
    if (refusal.sentence != NULL)
        return refuse_at(xml, text.at, refusal);
    refusal = rhubarb_add(xml->rhubarb, times[0], times[1], shape);
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
    return rhubarb_take(xml->rhubarb, count);
}

static MienStatus read_xml_cues(Xml *xml)
{
    MienStatus status = take_room(xml);
    while (status == MIEN_OK) {
        status = skip_between(xml);
        if (status == MIEN_OK && take_end(xml, "mouthCues"))
            return MIEN_OK;
        if (status == MIEN_OK)
            status = read_xml_cue(xml);
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
            status = tag.is_empty ? MIEN_OK : read_xml_metadata(xml);
        } else if (span_equals(tag.name, "mouthCues") && !has_cues) {
            has_cues = true;
            status = tag.is_empty ? MIEN_OK : read_xml_cues(xml);
        } else {
            xml->mark = start;
            return refuse(xml, MIEN_ERROR_CORRUPT, "rhubarbResult has metadata and mouthCues, each once.");
        }
        if (status != MIEN_OK)
            return status;
    }
}

static MienStatus rhubarb_xml(MieniRhubarb *rhubarb)
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

/// How long cue i - 1 passes into cue i: with at most half of either, each cue is
/// whole for at least half of its time.
static double passing(MieniRhubarb *rhubarb, int i)
{
    const MieniCue *cue = &rhubarb->cues[i];
    const double before = 0.5 * (cue[-1].end - cue[-1].start), after = 0.5 * (cue->end - cue->start);
    const double wanted = rhubarb->options->blend > 0.0 ? rhubarb->options->blend : MIEN_IO_RHUBARB_BLEND;
    double width = before < after ? before : after;
    if (width < wanted)
        ++rhubarb->report.shortened_count;
    else
        width = wanted;
    return width;
}

static void put_key(MienAuthorClipCurve *curve, MienAuthorKey *keys, double time, float value,
                    MienAuthorInterpolation interpolation)
{
    keys[curve->key_count++] = (MienAuthorKey){.time = time, .value = value, .interpolation = interpolation};
}

/// The keys of a shape where it becomes value, at the start of cue i.
static void put_change(const MieniRhubarb *rhubarb, MienAuthorClipCurve *curve, MienAuthorKey *keys, int i,
                       double width, float value)
{
    const double at = rhubarb->cues[i].start;
    if (!rhubarb->options->is_stepped) {
        put_key(curve, keys, at - 0.5 * width, 1.0f - value, MIEN_AUTHOR_LINEAR);
        put_key(curve, keys, at + 0.5 * width, value, MIEN_AUTHOR_LINEAR);
        return;
    }
    if (curve->key_count == 0) // before its first key a curve holds that key's value
        put_key(curve, keys, 0.0, 0.0f, MIEN_AUTHOR_CONSTANT);
    put_key(curve, keys, at, value, MIEN_AUTHOR_CONSTANT);
}

static MienStatus make_curves(MieniRhubarb *rhubarb)
{
    MienAuthorClip *clip = rhubarb->clip;
    MieniArena *arena = mieni_clip_arena(clip);
    int counts[MIENI_SHAPES] = {0}, curve_of[MIENI_SHAPES] = {0};
    MienAuthorKey *keys_of[MIENI_SHAPES] = {0};
    for (int i = 0; i < rhubarb->cue_count; ++i)
        if (rhubarb->cues[i].shape != MIENI_NO_SHAPE)
            ++counts[rhubarb->cues[i].shape];
    MienAuthorClipCurve *curves = mieni_arena_take(arena, MIENI_SHAPES, sizeof *curves);
    MienAuthorKey *keys = mieni_arena_take(arena, 4 * (size_t)rhubarb->cue_count, sizeof *keys);
    if (curves == NULL || keys == NULL)
        return rhubarb_no_memory(rhubarb);
    for (int s = 0; s < MIENI_SHAPES; ++s) {
        if (counts[s] == 0)
            continue;
        curve_of[s] = clip->curve_count++;
        curves[curve_of[s]] = (MienAuthorClipCurve){.name = shape_names[s], .keys = keys};
        keys_of[s] = keys;
        keys += 4 * (size_t)counts[s];
    }
    clip->curves = curves;
    for (int i = 0; i < rhubarb->cue_count; ++i) {
        const int before = i > 0 ? rhubarb->cues[i - 1].shape : MIENI_NO_SHAPE, now = rhubarb->cues[i].shape;
        const double width = i > 0 && !rhubarb->options->is_stepped ? passing(rhubarb, i) : 0.0;
        if (before != MIENI_NO_SHAPE)
            put_change(rhubarb, &curves[curve_of[before]], keys_of[before], i, width, 0.0f);
        if (now != MIENI_NO_SHAPE && i > 0)
            put_change(rhubarb, &curves[curve_of[now]], keys_of[now], i, width, 1.0f);
        else if (now != MIENI_NO_SHAPE)
            put_key(&curves[curve_of[now]], keys_of[now], 0.0, 1.0f,
                    rhubarb->options->is_stepped ? MIEN_AUTHOR_CONSTANT : MIEN_AUTHOR_LINEAR);
    }
    rhubarb->report.curve_count = clip->curve_count;
    return MIEN_OK;
}

static MienStatus finish(MieniRhubarb *rhubarb)
{
    MienAuthorClip *clip = rhubarb->clip;
    const MienIoRhubarbOptions *options = rhubarb->options;
    if (rhubarb->report.cue_count == rhubarb->report.empty_count)
        return mieni_fail(rhubarb->error, MIEN_ERROR_DATA, mieni_at("mouthCues"),
                          "There are no mouth cues that last.");
    if (rhubarb->duration > last_end(rhubarb))
        append_gap(rhubarb, rhubarb->duration);
    clip->length = last_end(rhubarb);
    clip->rate = options->rate > 0 ? options->rate : 100;
    clip->rate_divisor = options->rate > 0 && options->rate_divisor > 0 ? options->rate_divisor : 1;
    if (options->source != NULL) {
        clip->source = mieni_arena_text(mieni_clip_arena(clip), options->source, strlen(options->source));
        if (clip->source == NULL)
            return rhubarb_no_memory(rhubarb);
    }
    return make_curves(rhubarb);
}

static MIENI_APART MienStatus read_cues(MieniRhubarb *rhubarb)
{
    MieniLines lines = mieni_lines_of(rhubarb->bytes, rhubarb->size);
    MieniSpan line;
    if (!mieni_lines_next(&lines, &line))
        return mieni_fail(rhubarb->error, MIEN_ERROR_CORRUPT, mieni_at("line 1"),
                          "There is no text, so there are no mouth cues.");
    const char first = mieni_span_trim(line).at[0];
    MienStatus status;
    if (first == '<') {
        rhubarb->report.format = MIEN_IO_RHUBARB_XML;
        status = rhubarb_xml(rhubarb);
    } else if (first == '{') {
        rhubarb->report.format = MIEN_IO_RHUBARB_JSON;
        status = rhubarb_json(rhubarb);
    } else {
        rhubarb->report.format = MIEN_IO_RHUBARB_TSV;
        status = rhubarb_tsv(rhubarb);
    }
    return status == MIEN_OK ? finish(rhubarb) : status;
}

static MienStatus check_arguments(const MieniRhubarb *rhubarb)
{
    const MienIoRhubarbOptions *options = rhubarb->options;
    if (rhubarb->bytes == NULL && rhubarb->size > 0)
        return mieni_fail(rhubarb->error, MIEN_ERROR_ARGUMENT, mieni_at("bytes"), "The bytes must be given.");
    if (!(options->blend >= 0.0 && options->blend <= longest_blend) ||
        (options->is_stepped && options->blend > 0.0))
        return mieni_fail(rhubarb->error, MIEN_ERROR_ARGUMENT, mieni_at("options.blend"),
                          "A blend is 0 to 10 seconds, and 0 if the curves are stepped.");
    if (options->rate < 0 || options->rate_divisor < 0)
        return mieni_fail(rhubarb->error, MIEN_ERROR_ARGUMENT, mieni_at("options.rate"),
                          "A rate is above 0, or 0 for 100.");
    if (rhubarb->size > MIEN_IO_RHUBARB_MAX_SIZE)
        return mieni_fail(rhubarb->error, MIEN_ERROR_LIMIT, mieni_at("byte %d", MIEN_IO_RHUBARB_MAX_SIZE),
                          "Mouth cues have at most 256 MiB of text.");
    return MIEN_OK;
}

MienStatus mien_io_rhubarb_read(const void *bytes, size_t size, const MienIoRhubarbOptions *options,
                                MienAuthorClip **out_clip, MienIoRhubarbReport *out_report, MienError *error)
{
    static const MienIoRhubarbOptions defaults = {0};
    if (out_clip == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("out_clip"),
                          "A place for the clip must be given.");
    *out_clip = NULL;
    MieniRhubarb rhubarb = {
        .bytes = bytes, .size = size, .options = options != NULL ? options : &defaults, .error = error};
    MienStatus status = check_arguments(&rhubarb);
    if (status != MIEN_OK)
        return status;
    MieniBudget budget;
    mieni_budget_begin(&budget, rhubarb.options->allocator, &rhubarb.options->limits, size);
    rhubarb.scratch.allocator = &budget.allocator;
    rhubarb.clip = mieni_clip_create_within(&budget);
    if (rhubarb.clip == NULL)
        return mieni_budget_status(&budget, rhubarb_no_memory(&rhubarb), error);
    const MieniFloatEnv env = mieni_float_env_enter();
    status = read_cues(&rhubarb);
    mieni_float_env_leave(env);
    mieni_arena_release(&rhubarb.scratch);
    mieni_clip_leave_budget(rhubarb.clip);
    if (status != MIEN_OK) {
        mien_author_clip_destroy(rhubarb.clip);
        return mieni_budget_status(&budget, status, error);
    }
    *out_clip = rhubarb.clip;
    if (out_report != NULL)
        *out_report = rhubarb.report;
    return MIEN_OK;
}

static MienStatus read_format(const MieniReading *reading, MieniRead *out, MienError *error)
{
    const MienIoRhubarbOptions options = {.source = reading->file,
                                          .blend = reading->blend,
                                          .is_stepped = reading->is_stepped,
                                          .rate = reading->rate,
                                          .rate_divisor = reading->rate_divisor,
                                          .allocator = reading->allocator};
    return mien_io_rhubarb_read(reading->bytes, reading->size, &options, &out->clip, NULL, error);
}

const MieniFormat mieni_format_rhubarb = {.read = read_format};
