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
    return strcmp(((const MieniMemberStamps *)a)->member, ((const MieniMemberStamps *)b)->member);
}

void mieni_stamps_read(MieniStamps *out, const MieniProject *project, const char *file, const char *head)
{
    *out = (MieniStamps){0};
    if (mieni_derived_read(project, file, &out->text, NULL) != MIEN_OK)
        return;
    char *at = out->text.bytes;
    int room = 1;
    for (const char *line = strstr(at, "\nmember "); line != NULL; line = strstr(line + 1, "\nmember "))
        ++room;
    out->members = calloc((size_t)room, sizeof *out->members);
    if (out->members == NULL || strncmp(at, head, strlen(head)) != 0)
        return;
    while ((at = strstr(at, "\nmember ")) != NULL) {
        *at = '\0'; // closes the inputs before
        char *member = at + strlen("\nmember "), *end = strchr(member, '\n');
        if (end == NULL)
            break;
        *end = '\0';
        out->members[out->count++] = (MieniMemberStamps){member, end + 1};
        at = end + 1;
        if (strncmp(at, "member ", 7) == 0) // without inputs: not ours
            break;
    }
    if (out->count > 0)
        qsort(out->members, (size_t)out->count, sizeof *out->members, compare_members);
}

void mieni_stamps_release(MieniStamps *stamps)
{
    free(stamps->members);
    mieni_buffer_release(&stamps->text);
    *stamps = (MieniStamps){0};
}

MieniFileStamp mieni_stamp_look(const MieniProject *project, const char *path)
{
    char full[MIENI_PATH_ROOM];
    return mieni_project_locate(project, path, full) ? mieni_file_stamp_own(full) : 0;
}

void mieni_stamp_put(MieniTextOut *out, MieniFileStamp stamp, const char *path)
{
    static const char digits[] = "0123456789abcdef";
    char text[] = "input 0123456789abcdef ";
    for (int i = 0; i < 16; ++i)
        text[6 + i] = digits[stamp >> (60 - 4 * i) & 15];
    mieni_text_put_bytes(out, text, sizeof text - 1);
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

/// Whether the lines of one member hold; puts them.
static bool keep_inputs(const MieniProject *project, const char *member, const char *pack, char *lines,
                        MieniTextOut *out, MieniStampedInputs *others, MieniFileStamp *out_pack)
{
    bool is_same = lines[0] != '\0'; // every clip has its own file
    *out_pack = 0;
    for (char *at = lines; *at != '\0' && is_same;) {
        MieniFileStamp stamp;
        const char *path;
        is_same =
            mieni_stamp_read(&at, &stamp, &path) && stamp != 0 && stamp == mieni_stamp_look(project, path);
        if (is_same)
            mieni_stamp_put(out, stamp, path);
        if (is_same && strcmp(path, pack) == 0)
            *out_pack = stamp;
        else if (is_same && strcmp(path, member) != 0 && !mieni_stamped_add(others, path, stamp))
            out->is_out_of_memory = true;
    }
    return is_same && *out_pack != 0;
}

bool mieni_stamps_keep(const MieniStamps *stamps, const MieniProject *project, const char *member,
                       const char *pack, MieniTextOut *out, MieniStampedInputs *others, MieniPathSum *packs)
{
    MieniFileStamp stamp;
    const MieniMemberStamps key = {.member = member};
    const MieniMemberStamps *found = stamps->count > 0 ? bsearch(&key, stamps->members, (size_t)stamps->count,
                                                                 sizeof *stamps->members, compare_members)
                                                       : NULL;
    const size_t size = out->size;
    if (found == NULL)
        return false;
    mieni_text_putf(out, "member %s\n", member);
    if (keep_inputs(project, member, pack, found->inputs, out, others, &stamp)) {
        mieni_path_sum_add_file(packs, pack, stamp);
        return true;
    }
    out->size = size; // what was put is taken back
    return false;
}

bool mieni_stamps_put(const char *member, const MieniInputs *inputs, MieniTextOut *out,
                      MieniStampedInputs *others)
{
    bool are_sure = true;
    mieni_text_putf(out, "member %s\n", member);
    for (int i = 0; i < inputs->count; ++i) {
        const MieniInputFile *input = &inputs->items[i];
        mieni_stamp_put(out, input->stamp, input->path);
        if (strcmp(input->path, member) != 0 && !mieni_stamped_add(others, input->path, input->stamp))
            out->is_out_of_memory = true;
        are_sure = are_sure && input->stamp != 0;
    }
    return are_sure;
}
