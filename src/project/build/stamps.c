// SPDX-License-Identifier: MIT
//
// Stamps of the inputs of shards.

#include "project/build/stamps.h"

#include "project/files/derived.h"
#include "project/files/os.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_members(const void *a, const void *b)
{
    return strcmp(((const MieniMemberStamps *)a)->own.path, ((const MieniMemberStamps *)b)->own.path);
}

/// Reads "member STAMP STAMP PATH" or "again STAMP STAMP PATH", and leads to the next line.
static bool read_member(char **at, bool *out_is_again, MieniMemberStamps *out)
{
    char *line = *at, *end = strchr(line, '\n'), *blank, *path;
    *out_is_again = strncmp(line, "again ", 6) == 0;
    if (end == NULL || (!*out_is_again && strncmp(line, "member ", 7) != 0))
        return false;
    *end = '\0';
    *at = end + 1;
    line += *out_is_again ? 6 : 7;
    out->own.stamp = strtoull(line, &blank, 16);
    if (blank != line + 16 || *blank != ' ')
        return false;
    out->pack = strtoull(blank + 1, &path, 16);
    out->own.path = path + 1;
    return path == blank + 17 && *path == ' ' && path[1] != '\0';
}

/// Whether the lines after the first are as we write them.
static bool read_members(MieniStamps *out, char *at)
{
    while (*at != '\0') {
        bool is_again;
        MieniMemberStamps *member = &out->members[out->count];
        if (!read_member(&at, &is_again, member) || (is_again && out->count == 0))
            return false;
        member->first = is_again ? member[-1].first : out->input_count;
        while (strncmp(at, "input ", 6) == 0) {
            MieniStampedPath *input = &out->inputs[out->input_count++];
            if (!mieni_stamp_read(&at, &input->stamp, &input->path))
                return false;
        }
        member->count = is_again ? member[-1].count : out->input_count - member->first;
        if (is_again && out->input_count != member->first + member->count)
            return false; // inputs of its own
        ++out->count;
    }
    return true;
}

void mieni_stamps_read(MieniStamps *out, const MieniProject *project, const char *file, const char *head)
{
    *out = (MieniStamps){0};
    size_t lines = 0;
    if (mieni_derived_read(project, file, &out->text, NULL) != MIEN_OK ||
        strncmp(out->text.bytes, head, strlen(head)) != 0)
        return;
    for (const char *at = out->text.bytes; (at = strchr(at, '\n')) != NULL; ++at)
        ++lines;
    out->members = calloc(lines + 1, sizeof *out->members);
    out->inputs = calloc(lines + 1, sizeof *out->inputs);
    if (out->members == NULL || out->inputs == NULL || !read_members(out, out->text.bytes + strlen(head)))
        out->count = 0;
    if (out->count > 0)
        qsort(out->members, (size_t)out->count, sizeof *out->members, compare_members);
}

void mieni_stamps_release(MieniStamps *stamps)
{
    free(stamps->members);
    free(stamps->inputs);
    mieni_buffer_release(&stamps->text);
    *stamps = (MieniStamps){0};
}

MieniFileStamp mieni_stamp_look(const MieniProject *project, const char *path)
{
    char full[MIENI_PATH_ROOM];
    return mieni_project_locate(project, path, full) ? mieni_file_stamp_own(full) : 0;
}

/// Its digits, and a blank.
static void put_digits(MieniTextOut *out, MieniFileStamp stamp)
{
    static const char digits[] = "0123456789abcdef";
    char text[] = "0123456789abcdef ";
    for (int i = 0; i < 16; ++i)
        text[i] = digits[stamp >> (60 - 4 * i) & 15];
    mieni_text_put_bytes(out, text, sizeof text - 1);
}

void mieni_stamp_put(MieniTextOut *out, MieniFileStamp stamp, const char *path)
{
    mieni_text_put_bytes(out, "input ", 6);
    put_digits(out, stamp);
    mieni_text_put(out, path);
    mieni_text_put_bytes(out, "\n", 1);
}

bool mieni_stamp_read(char **at, MieniFileStamp *out_stamp, const char **out_path)
{
    char *line = *at, *end = strchr(line, '\n'), *blank;
    if (strncmp(line, "input ", 6) != 0)
        return false;
    if (end != NULL)
        *end = '\0';
    *out_stamp = strtoull(line + 6, &blank, 16);
    *out_path = blank + (*blank == ' ');
    *at = end != NULL ? end + 1 : line + strlen(line);
    return blank == line + 22 && (*out_path)[0] != '\0';
}

bool mieni_stamped_add(MieniStampedInputs *inputs, const char *path, MieniFileStamp stamp)
{
    for (int i = 0; i < inputs->count; ++i) // they are few
        if (strcmp(inputs->paths[i], path) == 0) {
            if (inputs->stamps[i] != stamp)
                inputs->stamps[i] = 0;
            return true;
        }
    if (inputs->count == inputs->room) {
        const int room = 2 * inputs->room + 8;
        char **paths = realloc(inputs->paths, sizeof *paths * (size_t)room);
        if (paths != NULL)
            inputs->paths = paths;
        MieniFileStamp *stamps = realloc(inputs->stamps, sizeof *stamps * (size_t)room);
        if (stamps != NULL)
            inputs->stamps = stamps;
        if (paths == NULL || stamps == NULL)
            return false;
        inputs->room = room;
    }
    char *copy = malloc(strlen(path) + 1);
    if (copy == NULL)
        return false;
    memcpy(copy, path, strlen(path) + 1);
    inputs->paths[inputs->count] = copy;
    inputs->stamps[inputs->count++] = stamp;
    return true;
}

void mieni_stamped_release(MieniStampedInputs *inputs)
{
    for (int i = 0; i < inputs->count; ++i)
        free(inputs->paths[i]);
    free(inputs->paths);
    free(inputs->stamps);
    *inputs = (MieniStampedInputs){0};
}

/// Puts a member; its inputs only if they are not those of the one before.
static void put_member(MieniStampsOut *out, const MieniStampedPath *own, MieniFileStamp pack,
                       const MieniTextOut *inputs)
{
    MieniTextOut *text = &out->text;
    text->is_out_of_memory |= inputs->is_out_of_memory;
    if (text->is_out_of_memory)
        return;
    const bool is_again =
        out->has_members && inputs->size == out->inputs_size &&
        (inputs->size == 0 || memcmp(text->bytes + out->inputs_at, inputs->bytes, inputs->size) == 0);
    mieni_text_put(text, is_again ? "again " : "member ");
    put_digits(text, own->stamp);
    put_digits(text, pack);
    mieni_text_put(text, own->path);
    mieni_text_put_bytes(text, "\n", 1);
    if (is_again)
        return;
    out->has_members = true;
    out->inputs_at = text->size;
    out->inputs_size = inputs->size;
    mieni_text_put_bytes(text, inputs->bytes, inputs->size);
}

static bool is_as_it_was(const MieniProject *project, const char *path, MieniFileStamp stamp)
{
    return stamp != 0 && stamp == mieni_stamp_look(project, path);
}

bool mieni_stamps_keep(const MieniStamps *stamps, const MieniProject *project, const char *member,
                       const char *pack, MieniStampsOut *out, MieniStampedInputs *others, MieniPathSum *packs)
{
    const MieniMemberStamps key = {.own = {.path = member}};
    const MieniMemberStamps *found = stamps->count > 0 ? bsearch(&key, stamps->members, (size_t)stamps->count,
                                                                 sizeof *stamps->members, compare_members)
                                                       : NULL;
    if (found == NULL || (found->own.stamp == 0 && found->count == 0) ||
        (found->own.stamp != 0 && !is_as_it_was(project, member, found->own.stamp)))
        return false;
    const MieniStampedPath *inputs = &stamps->inputs[found->first];
    for (int i = 0; i < found->count; ++i)
        if (!is_as_it_was(project, inputs[i].path, inputs[i].stamp))
            return false;
    if (!is_as_it_was(project, pack, found->pack))
        return false;
    MieniTextOut lines = {0};
    for (int i = 0; i < found->count; ++i) {
        mieni_stamp_put(&lines, inputs[i].stamp, inputs[i].path);
        if (!mieni_stamped_add(others, inputs[i].path, inputs[i].stamp))
            out->text.is_out_of_memory = true;
    }
    put_member(out, &found->own, found->pack, &lines);
    mieni_text_release(&lines);
    mieni_path_sum_add_file(packs, pack, found->pack);
    return true;
}

bool mieni_stamps_put(const char *member, const MieniInputs *inputs, MieniFileStamp pack, MieniStampsOut *out,
                      MieniStampedInputs *others)
{
    bool are_sure = true;
    MieniTextOut lines = {0};
    MieniStampedPath own = {.path = member};
    for (int i = 0; i < inputs->count; ++i) {
        const MieniInputFile *input = &inputs->items[i];
        are_sure = are_sure && input->stamp != 0;
        if (strcmp(input->path, member) == 0) {
            own.stamp = input->stamp;
            continue;
        }
        mieni_stamp_put(&lines, input->stamp, input->path);
        if (!mieni_stamped_add(others, input->path, input->stamp))
            out->text.is_out_of_memory = true;
    }
    if (are_sure)
        put_member(out, &own, pack, &lines);
    mieni_text_release(&lines);
    return are_sure;
}
