// SPDX-License-Identifier: MIT
//
// Styles of speech: those that are built in, and reading any.

#include "mien_author/speech.h"

#include "asset/asset.h"
#include "asset/names/embedded.h"
#include "asset/schema_fields.h"

// clang-format off
/// Not a kind of asset: projects have none of these.
static const MieniField style_fields[] = {
    {.key = "kind", .type = MIENI_FIELD_TEXT, .is_required = true},
    {.key = "version", .type = MIENI_FIELD_INTEGER, .is_required = true, .min = 1, .max = 1},
    NEEDED_NAME("id"),
    NEEDED_NAME("title"),
    NUMBER("jaw", 0.01, 4), NUMBER("lips", 0.01, 4),
    NUMBER("jaw_before", 0.005, 0.5), NUMBER("jaw_after", 0.005, 0.5),
    NUMBER("lips_before", 0.005, 0.5), NUMBER("lips_after", 0.005, 0.5),
    NUMBER("jaw_cutoff", 1, 50), NUMBER("lips_cutoff", 1, 50),
    NUMBER("hold", 0.04, 0.1),
};
// clang-format on
static const MieniSchema style_schema = {.fields = style_fields,
                                         .field_count = sizeof style_fields / sizeof *style_fields};

static MienAuthorSpeechStyle style_of(const MieniJson *root)
{
    return (MienAuthorSpeechStyle){.jaw = mieni_json_get_number(root, "jaw", 0.0),
                                   .lips = mieni_json_get_number(root, "lips", 0.0),
                                   .jaw_before = mieni_json_get_number(root, "jaw_before", 0.0),
                                   .jaw_after = mieni_json_get_number(root, "jaw_after", 0.0),
                                   .lips_before = mieni_json_get_number(root, "lips_before", 0.0),
                                   .lips_after = mieni_json_get_number(root, "lips_after", 0.0),
                                   .jaw_cutoff = mieni_json_get_number(root, "jaw_cutoff", 0.0),
                                   .lips_cutoff = mieni_json_get_number(root, "lips_cutoff", 0.0),
                                   .hold = mieni_json_get_number(root, "hold", 0.0)};
}

MienStatus mien_author_speech_style_read(const void *bytes, size_t size, const MienAllocator *allocator,
                                         MienAuthorSpeechStyle *out_style, MienError *error)
{
    if (out_style == NULL || (bytes == NULL && size > 0))
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(),
                          "There must be bytes and a place for the style.");
    *out_style = (MienAuthorSpeechStyle){0};
    MieniJsonDocument document;
    MienStatus status = mieni_json_read(&document, bytes, size, allocator, error);
    if (status == MIEN_OK)
        status = mieni_schema_check(&style_schema, "speech_style", &document, error);
    if (status == MIEN_OK)
        *out_style = style_of(document.root);
    mieni_json_release(&document);
    return status;
}

MienStatus mien_author_speech_style_load(const char *id, const MienAllocator *allocator,
                                         MienAuthorSpeechStyle *out_style, MienError *error)
{
    if (out_style != NULL)
        *out_style = (MienAuthorSpeechStyle){0};
    const MieniEmbedded *at = mieni_embedded_find(mieni_speech_styles, mieni_speech_styles_count, id);
    if (at == NULL)
        return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%.64s", id != NULL ? id : ""),
                          "No style of speech of this name is built in.");
    return mien_author_speech_style_read(at->bytes, at->size, allocator, out_style, error);
}
