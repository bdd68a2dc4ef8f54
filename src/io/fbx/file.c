// SPDX-License-Identifier: MIT
//
// The tree of an FBX file: how it grows while a file is read, and how to walk it.

#include "core/float_rules.h"

#include "io/fbx/file.h"

#include "core/internal.h"

#include <string.h>

enum {
    FIRST_BLOCK = 4096,
    LARGEST_BLOCK = 1 << 20,
    REPORT_EVERY = 1 << 20, ///< Bytes between two calls of progress.
    OLDEST = 5000,
    NEWEST = 7999, ///< 8000 would be another format.
};

void *mieni_fbx_tree_take(MieniFbxTree *tree, size_t size)
{
    if (size > (size_t)LARGEST_BLOCK / 4)
        return mieni_arena_take(tree->file->arena, size, 1);
    size = (size + 7) & ~(size_t)7;
    if (size > tree->block_left) {
        const size_t next = tree->block_size == 0              ? FIRST_BLOCK
                            : tree->block_size < LARGEST_BLOCK ? 2 * tree->block_size
                                                               : tree->block_size;
        tree->block_size = next > size ? next : size;
        tree->block = mieni_arena_take(tree->file->arena, tree->block_size, 1);
        tree->block_left = tree->block != NULL ? tree->block_size : 0;
        if (tree->block == NULL)
            return NULL;
    }
    void *taken = tree->block;
    tree->block += size;
    tree->block_left -= size;
    return taken;
}

char *mieni_fbx_tree_text(MieniFbxTree *tree, const void *text, size_t size)
{
    char *copy = mieni_fbx_tree_take(tree, size + 1);
    if (copy != NULL && size > 0)
        memcpy(copy, text, size);
    return copy;
}

MienStatus mieni_fbx_tree_refuse(const MieniFbxTree *tree, size_t place, MienStatus status,
                                 const char *sentence)
{
    return mieni_fail(tree->error, status, sentence, tree->file->is_binary ? "byte %zu" : "line %zu", place);
}

MienStatus mieni_fbx_tree_no_memory(const MieniFbxTree *tree, size_t place)
{
    return mieni_fbx_tree_refuse(tree, place, MIEN_ERROR_MEMORY, "There is not enough memory for the file.");
}

static MienStatus report(MieniFbxTree *tree, size_t place, size_t at)
{
    if (tree->options->progress == NULL || at - tree->reported < REPORT_EVERY)
        return MIEN_OK;
    tree->reported = at;
    if (tree->options->progress(tree->options->user, MIENI_FBX_PARSE_PART * (double)at / (double)tree->size))
        return MIEN_OK;
    return mieni_fbx_tree_refuse(tree, place, MIEN_ERROR_CANCELLED, "Reading was cancelled.");
}

MienStatus mieni_fbx_tree_open(MieniFbxTree *tree, const void *name, size_t size, size_t place, size_t at)
{
    if (tree->depth == MIENI_FBX_MAX_DEPTH)
        return mieni_fbx_tree_refuse(tree, place, MIEN_ERROR_LIMIT, "Nodes are nested more than 64 deep.");
    if (tree->node_count == MIENI_FBX_MAX_NODES)
        return mieni_fbx_tree_refuse(tree, place, MIEN_ERROR_LIMIT,
                                     "The file has more than 16777216 nodes; split it.");
    MieniFbxNode *node = mieni_fbx_tree_take(tree, sizeof *node);
    char *own_name = mieni_fbx_tree_text(tree, name, size);
    if (node == NULL || own_name == NULL)
        return mieni_fbx_tree_no_memory(tree, place);
    *node = (MieniFbxNode){.name = own_name, .place = place};
    if (tree->open[tree->depth].last_child != NULL)
        tree->open[tree->depth].last_child->next = node;
    else
        tree->open[tree->depth].node->first_child = node;
    tree->open[tree->depth].last_child = node;
    tree->open[++tree->depth].node = node;
    tree->open[tree->depth].last_child = NULL;
    ++tree->node_count;
    return report(tree, place, at);
}

void mieni_fbx_tree_close(MieniFbxTree *tree) { --tree->depth; }

MienStatus mieni_fbx_tree_store(MieniFbxTree *tree, MieniFbxValue *value, const MieniFbxStorage *storage,
                                size_t count)
{
    MieniFbxStorage *own = mieni_fbx_tree_take(tree, sizeof *own);
    if (own == NULL)
        return mieni_fbx_tree_no_memory(tree, tree->open[tree->depth].node->place);
    *own = *storage;
    *value = (MieniFbxValue){.type = MIENI_FBX_ARRAY, .size = count, .storage = own};
    return MIEN_OK;
}

/// A value with a text of its own.
static MienStatus keep_value(MieniFbxTree *tree, const MieniFbxValue *value, MieniFbxValue *own)
{
    *own = *value;
    if (own->text == NULL || own->type == MIENI_FBX_BYTES)
        return MIEN_OK;
    char *text = mieni_fbx_tree_text(tree, value->text, value->size);
    if (text == NULL)
        return mieni_fbx_tree_no_memory(tree, tree->open[tree->depth].node->place);
    if (!tree->file->is_binary && own->type == MIENI_FBX_TEXT) {
        own->size = mieni_fbx_unescape(text, own->size);
        text[own->size] = '\0';
    }
    own->text = text;
    return MIEN_OK;
}

/// Room for values of the open node.
static MieniFbxValue *take_values(MieniFbxTree *tree, size_t count)
{
    MieniFbxNode *node = tree->open[tree->depth].node;
    MieniFbxValue *values = mieni_fbx_tree_take(tree, count * sizeof *values);
    node->values = values;
    node->value_count = values != NULL ? (int)count : 0;
    return values;
}

MienStatus mieni_fbx_tree_keep(MieniFbxTree *tree, const MieniFbxValue *values, int count)
{
    MieniFbxValue *own = take_values(tree, (size_t)count);
    MienStatus status =
        own != NULL ? MIEN_OK : mieni_fbx_tree_no_memory(tree, tree->open[tree->depth].node->place);
    for (int i = 0; status == MIEN_OK && i < count; ++i)
        status = keep_value(tree, &values[i], &own[i]);
    return status;
}

MienStatus mieni_fbx_tree_list(MieniFbxTree *tree, const MieniFbxStorage *list, size_t count)
{
    const size_t place = tree->open[tree->depth].node->place;
    MieniFbxCursor cursor = mieni_fbx_list_cursor(tree->file, list);
    MieniFbxValue value;
    mieni_fbx_list_next(tree->file, &cursor, &value); // as all that follow, it was seen before
    if (value.type != MIENI_FBX_TEXT) {
        const MienStatus status = mieni_fbx_tree_store(tree, &value, list, count);
        return status == MIEN_OK ? mieni_fbx_tree_keep(tree, &value, 1) : status;
    }
    if (count > MIENI_FBX_MAX_NODES)
        return mieni_fbx_tree_refuse(tree, place, MIEN_ERROR_LIMIT,
                                     "The node has more than 16777216 values.");
    MieniFbxValue *own = take_values(tree, count);
    MienStatus status = own != NULL ? MIEN_OK : mieni_fbx_tree_no_memory(tree, place);
    for (size_t i = 0; status == MIEN_OK && i < count; ++i) {
        status = keep_value(tree, &value, &own[i]);
        if (i + 1 < count)
            mieni_fbx_list_next(tree->file, &cursor, &value);
    }
    return status;
}

MieniFbxCursor mieni_fbx_list_cursor(const MieniFbxFile *file, const MieniFbxStorage *list)
{
    const size_t at = (size_t)(list->data - (const uint8_t *)file->data);
    return (MieniFbxCursor){.data = file->data,
                            .at = at,
                            .end = at + list->size,
                            .line = list->line,
                            .is_big_endian = file->is_big_endian};
}

bool mieni_fbx_list_next(const MieniFbxFile *file, MieniFbxCursor *cursor, MieniFbxValue *out_value)
{
    MieniFbxStorage none;
    return file->is_binary ? mieni_fbx_next_binary(cursor, out_value, &none)
                           : mieni_fbx_next_text(cursor, out_value);
}

bool mieni_fbx_knows(int version) { return version >= OLDEST && version <= NEWEST; }

int64_t mieni_fbx_truncate(double real)
{
    if (!(real > -0x1p63))
        return real == real ? INT64_MIN : 0;
    return real < 0x1p63 ? (int64_t)real : INT64_MAX;
}

uint32_t mieni_fbx_load32(const uint8_t *b, bool is_big_endian)
{
    return is_big_endian ? (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3]
                         : (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
}

uint64_t mieni_fbx_load64(const uint8_t *b, bool is_big_endian)
{
    const uint64_t first = mieni_fbx_load32(b, is_big_endian),
                   second = mieni_fbx_load32(b + 4, is_big_endian);
    return is_big_endian ? first << 32 | second : second << 32 | first;
}

MienStatus mieni_fbx_parse(const void *data, size_t size, MieniArena *arena, const MienIoFbxOptions *options,
                           MieniFbxFile *out_file, MienError *error)
{
    static const MienIoFbxOptions defaults = {0};
    static const char magic[] = "Kaydara FBX Binary  "; // and its closing zero
    data = data != NULL ? data : "";                    // then size is 0
    *out_file = (MieniFbxFile){.arena = arena, .data = data, .root = {.name = ""}};
    MieniFbxTree tree = {.file = out_file,
                         .options = options != NULL ? options : &defaults,
                         .error = error,
                         .data = data,
                         .size = size};
    tree.open[0].node = &out_file->root;
    out_file->is_binary = size >= sizeof magic && memcmp(data, magic, sizeof magic) == 0;
    const MienStatus status = (out_file->is_binary ? mieni_fbx_parse_binary : mieni_fbx_parse_text)(&tree);
    if (status != MIEN_OK)
        out_file->root = (MieniFbxNode){.name = ""};
    return status;
}

static const MieniFbxNode *find(const MieniFbxNode *node, const char *name)
{
    while (node != NULL && strcmp(node->name, name) != 0)
        node = node->next;
    return node;
}

const MieniFbxNode *mieni_fbx_child(const MieniFbxNode *node, const char *name)
{
    return node != NULL ? find(node->first_child, name) : NULL;
}

const MieniFbxNode *mieni_fbx_next(const MieniFbxNode *node, const char *name)
{
    return node != NULL ? find(node->next, name) : NULL;
}

static const MieniFbxValue *value_of(const MieniFbxNode *node, int value)
{
    return node != NULL && value >= 0 && value < node->value_count ? &node->values[value] : NULL;
}

int64_t mieni_fbx_integer(const MieniFbxNode *node, int value, int64_t fallback)
{
    const MieniFbxValue *found = value_of(node, value);
    return found != NULL && found->type <= MIENI_FBX_REAL ? found->integer : fallback;
}

double mieni_fbx_real(const MieniFbxNode *node, int value, double fallback)
{
    const MieniFbxValue *found = value_of(node, value);
    return found != NULL && found->type <= MIENI_FBX_REAL ? found->real : fallback;
}

const char *mieni_fbx_text(const MieniFbxNode *node, int value, const char *fallback)
{
    const MieniFbxValue *found = value_of(node, value);
    return found != NULL && found->type == MIENI_FBX_TEXT ? found->text : fallback;
}

MienStatus mieni_fbx_fail(const MieniFbxFile *file, const MieniFbxNode *node, MienStatus status,
                          const char *sentence, MienError *error)
{
    char name[33] = "";
    node = node != NULL ? node : &file->root;
    for (int i = 0; i < 32 && node->name[i] != '\0'; ++i)
        name[i] = node->name[i] > 0x20 && node->name[i] < 0x7F ? node->name[i] : '?';
    const char *unit = file->is_binary ? "byte" : "line";
    const size_t place = file->is_binary || node->place > 0 ? node->place : 1;
    return mieni_fail(error, status, sentence, name[0] != '\0' ? "%s %zu, %s" : "%s %zu", unit, place, name);
}
