// SPDX-License-Identifier: MIT
//
// Reads files, standard input and packs.

#include "cli/input.h"

#include "cli/messages.h"
#include "project/files/os.h"

#include <errno.h>
#include <string.h>

/// Twice the room, or NULL.
static void *grow(void *memory, size_t size, size_t room)
{
    void *larger = room <= SIZE_MAX / 2 ? mieni_allocate(NULL, 2 * room, MIEN_PACK_ALIGNMENT) : NULL;
    if (larger != NULL && size > 0)
        memcpy(larger, memory, size);
    mieni_free(NULL, memory, room, MIEN_PACK_ALIGNMENT);
    return larger;
}

static int read_stdin(const CliArgs *args, CliInput *input)
{
    input->path = "standard input";
    input->room = (size_t)1 << 16;
    input->memory = mieni_allocate(NULL, input->room, MIEN_PACK_ALIGNMENT);
    while (input->memory != NULL && !cli_is_cancelled()) {
        if (input->size == input->room) {
            input->memory = grow(input->memory, input->size, input->room);
            input->room *= 2;
            continue;
        }
        const int64_t taken =
            mieni_os_read(0, (char *)input->memory + input->size, input->room - input->size);
        if (taken == 0) {
            input->data = input->memory;
            return CLI_EXIT_OK;
        }
        if (taken < 0 && errno != EINTR)
            return cli_fail(args, CLI_EXIT_INPUT, input->path, NULL, "Cannot read it: %s.", strerror(errno));
        input->size += taken > 0 ? (size_t)taken : 0;
    }
    return input->memory == NULL ? cli_fail_memory(args) : cli_fail_cancelled(args);
}

int cli_input_open(const CliArgs *args, const char *path, CliInput *out_input)
{
    *out_input = (CliInput){.path = path};
    if (cli_is_cancelled())
        return cli_fail_cancelled(args);
    if (strcmp(path, "-") == 0) {
        const int code = read_stdin(args, out_input);
        if (code != CLI_EXIT_OK)
            cli_input_close(out_input);
        return code;
    }
    // A copy: a mapped file that someone cuts short would end the program.
    MienError error;
    const MienStatus status =
        mien_file_open(path, &(MienFileOptions){.copy = true}, &out_input->file, &error);
    if (status != MIEN_OK)
        return cli_fail_error(args, path, &error);
    out_input->data = mien_file_data(out_input->file);
    out_input->size = mien_file_size(out_input->file);
    cli_note(args, path, "%zu bytes read.", out_input->size);
    return CLI_EXIT_OK;
}

void cli_input_close(CliInput *input)
{
    mien_file_close(input->file);
    if (input->memory != NULL)
        mieni_free(NULL, input->memory, input->room, MIEN_PACK_ALIGNMENT);
    *input = (CliInput){0};
}

/// Loads what the input holds.
static int load(const CliArgs *args, CliPack *out_pack)
{
    const CliInput *input = &out_pack->input;
    const MienLoadOptions options = {.borrow_data = true, .trust_hash = true}; // inspecting compares it
    MienError error = {0};
    MienStatus status = mien_pack_inspect(input->data, input->size, false, &out_pack->info, &error);
    if (status == MIEN_OK) {
        switch (out_pack->info.kind) {
        case MIEN_PACK_SKELETON:
            status = mien_skeleton_load(input->data, input->size, &options, &out_pack->skeleton, &error);
            break;
        case MIEN_PACK_POSE_ASSET:
            status = mien_pose_asset_load(input->data, input->size, &options, &out_pack->poses, &error);
            break;
        case MIEN_PACK_CLIP:
            status = mien_clip_load(input->data, input->size, &options, &out_pack->clip, &error);
            break;
        case MIEN_PACK_BUNDLE:
            status = mien_bundle_load(input->data, input->size, &options, &out_pack->bundle, &error);
            break;
        case MIEN_PACK_MESH:
            status = mien_mesh_load(input->data, input->size, &options, &out_pack->mesh, &error);
            break;
        case MIEN_PACK_GRAPH:
            status = mien_graph_load(input->data, input->size, &options, &out_pack->graph, &error);
            break;
        default:
            status = mieni_fail(&error, MIEN_ERROR_KIND, mieni_at("header.kind"),
                                "Unknown kind of pack; a newer version may support it.");
        }
    }
    if (status == MIEN_OK)
        return CLI_EXIT_OK;
    const int failed = cli_fail_error(args, input->path, &error);
    cli_pack_close(out_pack);
    return failed;
}

int cli_pack_open(const CliArgs *args, const char *path, CliPack *out_pack)
{
    *out_pack = (CliPack){0};
    const int code = cli_input_open(args, path, &out_pack->input);
    return code == CLI_EXIT_OK ? load(args, out_pack) : code;
}

int cli_pack_copy(const CliArgs *args, const char *path, const void *data, size_t size, CliPack *out_pack)
{
    *out_pack = (CliPack){.input = {.path = path, .size = size, .room = size}};
    CliInput *input = &out_pack->input;
    input->memory = mieni_allocate(NULL, size, MIEN_PACK_ALIGNMENT);
    if (input->memory == NULL)
        return cli_fail_memory(args);
    memcpy(input->memory, data, size);
    input->data = input->memory;
    return load(args, out_pack);
}

int cli_pack_check_kind(const CliArgs *args, CliPack *pack, MienPackKind kind)
{
    if (pack->info.kind == kind)
        return CLI_EXIT_OK;
    const int failed =
        cli_fail(args, CLI_EXIT_INPUT, pack->input.path, NULL, "This is a %s, but a %s is needed.",
                 mien_pack_kind_name(pack->info.kind), mien_pack_kind_name(kind));
    cli_pack_close(pack);
    return failed;
}

void cli_pack_close(CliPack *pack)
{
    mien_skeleton_destroy(pack->skeleton);
    mien_pose_asset_destroy(pack->poses);
    mien_clip_destroy(pack->clip);
    mien_bundle_destroy(pack->bundle);
    mien_mesh_destroy(pack->mesh);
    mien_graph_destroy(pack->graph);
    cli_input_close(&pack->input);
    *pack = (CliPack){0};
}
