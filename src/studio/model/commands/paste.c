// SPDX-License-Identifier: MIT
//
// Pastes pose names.

#include "studio/model/commands/paste.h"

#include "asset/view.h"
#include "base/names.h"
#include "core/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A piece of text, without blanks at either end.
typedef struct Piece {
    const char *text;
    size_t size;
} Piece;

static Piece trim(Piece piece)
{
    while (piece.size > 0 && strchr(" \t\r\n", piece.text[0]) != NULL && piece.text[0] != '\0') {
        ++piece.text;
        --piece.size;
    }
    while (piece.size > 0 && strchr(" \t\r\n", piece.text[piece.size - 1]) != NULL &&
           piece.text[piece.size - 1] != '\0')
        --piece.size;
    return piece;
}

/// The next line, and what is left behind it.
static Piece next_line(Piece *rest)
{
    const char *end = memchr(rest->text, '\n', rest->size);
    const Piece line = {rest->text, end != NULL ? (size_t)(end - rest->text) : rest->size};
    const size_t used = line.size + (end != NULL);
    rest->text += used;
    rest->size -= used;
    return line;
}

/// A column of a line with tabs.
static Piece column_of(Piece line, int column)
{
    for (;;) {
        const char *tab = memchr(line.text, '\t', line.size);
        const size_t size = tab != NULL ? (size_t)(tab - line.text) : line.size;
        if (column-- == 0)
            return trim((Piece){line.text, size});
        if (tab == NULL)
            return (Piece){line.text, 0};
        line.text += size + 1;
        line.size -= size + 1;
    }
}

/// Empty lines at the end do not count.
static Piece whole_text(const char *text, size_t size)
{
    Piece piece = {text, size};
    while (piece.size > 0 && strchr(" \r\n", piece.text[piece.size - 1]) != NULL &&
           piece.text[piece.size - 1] != '\0')
        --piece.size;
    return piece;
}

/// The poses of an asset, by index and by name.
typedef struct Poses {
    const MieniPoseAssetView *view;
    int count;
    MieniNameEntry *names;
} Poses;

static const char *name_at(const Poses *poses, int pose)
{
    return mieni_text_or_empty(mieni_pose_name(mieni_pose_asset_pose(poses->view, pose)));
}

static MienStatus list_poses(Studio *studio, const char *path, MieniArena *arena, Poses *out_poses,
                             MieniProblem *problem)
{
    const MieniAsset *asset;
    *out_poses = (Poses){0};
    const MienStatus status = studio_asset(studio, path, &asset, problem);
    if (status != MIEN_OK)
        return status;
    out_poses->view = mieni_pose_asset_of(asset);
    out_poses->count = mieni_pose_asset_pose_count(out_poses->view);
    out_poses->names = mieni_arena_take(arena, (size_t)out_poses->count, sizeof *out_poses->names);
    if (out_poses->names == NULL)
        return studio_no_memory(problem, path);
    for (int i = 0; i < out_poses->count; ++i)
        out_poses->names[i] = (MieniNameEntry){name_at(out_poses, i), i};
    mieni_names_sort(out_poses->names, out_poses->count);
    return MIEN_OK;
}

MIENI_PRINTF(2, 3) static const char *say(StudioPaste *paste, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return mieni_arena_text(&paste->memory, text, strlen(text));
}

/// One line onto the pose that it is for.
static void read_row(StudioPaste *paste, const Poses *poses, Piece line, int pose, int column,
                     StudioPasteRow *row)
{
    const Piece old = column_of(line, 0), name = column_of(line, paste->is_by_name ? 1 : column);
    const char *from = mieni_arena_text(&paste->memory, old.text, old.size);
    const char *to = mieni_arena_text(&paste->memory, name.text, name.size);
    const bool is_quiet = name.size == 0 || (name.size == 1 && name.text[0] == '#');
    row->pose = pose;
    if (paste->is_by_name)
        row->pose = from != NULL ? mieni_names_search(poses->names, poses->count, from) : -1;
    const bool is_there = row->pose >= 0 && row->pose < poses->count;
    row->from = is_there ? mieni_arena_text(&paste->memory, name_at(poses, row->pose),
                                            strlen(name_at(poses, row->pose)))
                         : "";
    row->to = is_quiet || to == NULL ? row->from : to;
    if (!is_there) {
        row->pose = -1;
        if (paste->is_by_name && old.size > 0)
            row->error = say(paste, "No pose named “%.100s”", from != NULL ? from : "");
        else if (!is_quiet)
            row->error = say(paste, "The asset has only %d poses", poses->count);
    } else if (!is_quiet && to != NULL && !mieni_name_is_valid(to, strlen(to), NULL)) {
        row->error = say(paste, "“%.100s” is not a valid name", to);
    }
}

/// Names that two rows want, or that a pose has which no row renames.
static MienStatus find_clashes(StudioPaste *paste, const Poses *poses)
{
    MieniNameEntry *wanted = mieni_arena_take(&paste->memory, (size_t)paste->count, sizeof *wanted);
    bool *is_renamed = mieni_arena_take(&paste->memory, (size_t)poses->count, sizeof *is_renamed);
    int count = 0;
    if (wanted == NULL || is_renamed == NULL)
        return MIEN_ERROR_MEMORY;
    for (int i = 0; i < paste->count; ++i)
        if (paste->rows[i].pose >= 0 && paste->rows[i].error == NULL &&
            strcmp(paste->rows[i].from, paste->rows[i].to) != 0) { // a line that says nothing renames nothing
            is_renamed[paste->rows[i].pose] = true;
            wanted[count++] = (MieniNameEntry){paste->rows[i].to, i};
        }
    mieni_names_sort(wanted, count);
    for (int i = 0; i < count; ++i) {
        StudioPasteRow *row = &paste->rows[wanted[i].index];
        if (i > 0 && strcmp(wanted[i].name, wanted[i - 1].name) == 0) {
            const int first = mieni_names_first(wanted, count, wanted[i].name);
            row->error = say(paste, "“%.100s” is also in line %d. Pose names must be unique.", row->to,
                             paste->rows[wanted[first].index].line);
            continue;
        }
        const int holder = mieni_names_search(poses->names, poses->count, row->to);
        if (holder >= 0 && holder != row->pose && !is_renamed[holder])
            row->error = say(paste, "“%.100s” is already the name of pose %d", row->to, holder + 1);
    }
    return MIEN_OK;
}

MienStatus studio_paste_read(Studio *studio, const char *path, const char *text, size_t size, int first,
                             int column, bool by_name, StudioPaste *out_paste, MieniProblem *problem)
{
    Poses poses;
    Piece rest = whole_text(text, size);
    int count = rest.size > 0;
    *out_paste = (StudioPaste){.is_by_name = by_name};
    MienStatus status = list_poses(studio, path, &out_paste->memory, &poses, problem);
    if (status != MIEN_OK)
        return status;
    for (size_t i = 0; i < rest.size; ++i)
        count += rest.text[i] == '\n';
    out_paste->rows = mieni_arena_take(&out_paste->memory, (size_t)count, sizeof *out_paste->rows);
    if (out_paste->rows == NULL)
        return studio_no_memory(problem, path);
    for (int i = 0; i < count; ++i) {
        StudioPasteRow *row = &out_paste->rows[out_paste->count++];
        *row = (StudioPasteRow){.line = i + 1};
        read_row(out_paste, &poses, next_line(&rest), first + i, column, row);
    }
    status = find_clashes(out_paste, &poses);
    for (int i = 0; i < count; ++i) {
        const StudioPasteRow *row = &out_paste->rows[i];
        out_paste->error_count += row->error != NULL;
        out_paste->changed_count += row->error == NULL && row->pose >= 0 && strcmp(row->from, row->to) != 0;
        out_paste->unchanged_count += row->error == NULL && row->pose >= 0 && strcmp(row->from, row->to) == 0;
    }
    return status == MIEN_OK && !out_paste->memory.is_out_of_memory ? MIEN_OK
                                                                    : studio_no_memory(problem, path);
}

void studio_paste_release(StudioPaste *paste)
{
    mieni_arena_release(&paste->memory);
    *paste = (StudioPaste){0};
}

bool studio_paste_is_by_name(Studio *studio, const char *path, const char *text, size_t size)
{
    MieniArena arena = {0};
    Poses poses;
    Piece rest = whole_text(text, size);
    int lines = 0, known = 0;
    const bool is_listed = list_poses(studio, path, &arena, &poses, NULL) == MIEN_OK;
    while (rest.size > 0 && is_listed) {
        const Piece line = next_line(&rest), old = column_of(line, 0);
        const char *name = mieni_arena_text(&arena, old.text, old.size);
        lines += memchr(line.text, '\t', line.size) != NULL;
        known += name != NULL && mieni_names_search(poses.names, poses.count, name) >= 0;
    }
    mieni_arena_release(&arena);
    return lines > 0 && 2 * known >= lines;
}
