// SPDX-License-Identifier: MIT
//
// Shared texts and splices between them.

#include "studio/model/document/text.h"

#include "core/sha256.h"

#include <stdlib.h>
#include <string.h>

StudioText *studio_text_make(const char *bytes, size_t size)
{
    StudioText *text = size < SIZE_MAX - sizeof *text - 1 ? malloc(sizeof *text + size + 1) : NULL;
    if (text == NULL)
        return NULL;
    *text = (StudioText){.holders = 1, .size = size};
    if (bytes != NULL && size > 0)
        memcpy(text->bytes, bytes, size);
    text->bytes[size] = '\0';
    return text;
}

StudioText *studio_text_hold(StudioText *text)
{
    if (text != NULL)
        ++text->holders;
    return text;
}

void studio_text_drop(StudioText *text)
{
    if (text != NULL && --text->holders == 0)
        free(text);
}

bool studio_text_same(const StudioText *a, const StudioText *b)
{
    if (a == NULL || b == NULL)
        return a == b;
    return a == b || (a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0);
}

uint64_t studio_text_hash(StudioText *text)
{
    if (text == NULL)
        return 0;
    if (!text->is_hashed) {
        MieniSha256 hash;
        uint8_t digest[32];
        mieni_sha256_begin(&hash);
        mieni_sha256_update(&hash, text->bytes, text->size);
        mieni_sha256_end(&hash, digest);
        for (int i = 0; i < 8; ++i)
            text->hash = text->hash << 8 | digest[i];
        text->hash += text->hash == 0;
        text->is_hashed = true;
    }
    return text->hash;
}

bool studio_splice_make(StudioSplice *out_splice, const StudioText *before, const StudioText *after)
{
    static const char empty[1] = "";
    const char *a = before != NULL ? before->bytes : empty, *b = after != NULL ? after->bytes : empty;
    const size_t a_size = before != NULL ? before->size : 0, b_size = after != NULL ? after->size : 0;
    const size_t least = a_size < b_size ? a_size : b_size;
    size_t head = 0, tail = 0;
    while (head < least && a[head] == b[head])
        ++head;
    while (tail < least - head && a[a_size - 1 - tail] == b[b_size - 1 - tail])
        ++tail;
    *out_splice = (StudioSplice){head, a_size - head - tail, b_size - head - tail, NULL};
    out_splice->bytes = malloc(out_splice->removed_size + out_splice->inserted_size + 1);
    if (out_splice->bytes == NULL)
        return false;
    memcpy(out_splice->bytes, a + head, out_splice->removed_size);
    memcpy(out_splice->bytes + out_splice->removed_size, b + head, out_splice->inserted_size);
    return true;
}

void studio_splice_release(StudioSplice *splice)
{
    free(splice->bytes);
    *splice = (StudioSplice){0};
}

MienStatus studio_splice_apply(const StudioSplice *splice, const StudioText *text, bool is_back,
                               StudioText **out_text)
{
    const char *out = splice->bytes + (is_back ? splice->removed_size : 0),
               *in = splice->bytes + (is_back ? 0 : splice->removed_size);
    const size_t out_size = is_back ? splice->inserted_size : splice->removed_size,
                 in_size = is_back ? splice->removed_size : splice->inserted_size;
    const size_t size = text != NULL ? text->size : 0;
    *out_text = NULL;
    if (splice->at > size || out_size > size - splice->at ||
        (out_size > 0 && memcmp(text->bytes + splice->at, out, out_size) != 0))
        return MIEN_ERROR_DATA;
    StudioText *made = studio_text_make(NULL, size - out_size + in_size);
    if (made == NULL)
        return MIEN_ERROR_MEMORY;
    if (splice->at > 0)
        memcpy(made->bytes, text->bytes, splice->at);
    memcpy(made->bytes + splice->at, in, in_size);
    const size_t rest = size - splice->at - out_size;
    if (rest > 0)
        memcpy(made->bytes + splice->at + in_size, text->bytes + splice->at + out_size, rest);
    *out_text = made;
    return MIEN_OK;
}
