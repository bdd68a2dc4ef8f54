// SPDX-License-Identifier: MIT
//
// Inputs: files, standard input, and the packs in them.

#pragma once

#include "cli/args.h"
#include "mien/mien.h"

/// A whole input in memory, aligned for packs.
typedef struct CliInput {
    const char *path; ///< As messages name it.
    const void *data;
    size_t size;
    MienFile *file; ///< Private: of a file.
    void *memory;   ///< Private: of standard input.
    size_t room;
} CliInput;

/// Reads a file, or standard input if path is "-". Says what is wrong and returns the
/// exit code; 0 if all is well, then the caller closes it.
int cli_input_open(const CliArgs *args, const char *path, CliInput *out_input);
void cli_input_close(CliInput *input);

/// A loaded pack: one of the six is there, by kind, and borrows the input.
typedef struct CliPack {
    CliInput input;
    MienPackInfo info;
    MienSkeleton *skeleton;
    MienPoseAsset *poses;
    MienClip *clip;
    MienBundle *bundle;
    MienMesh *mesh;
    MienGraph *graph;
} CliPack;

/// Reads and loads a pack of any kind. Says what is wrong and returns the exit code.
int cli_pack_open(const CliArgs *args, const char *path, CliPack *out_pack);
/// The same for bytes that are in memory, which are copied; path is what messages call them.
int cli_pack_copy(const CliArgs *args, const char *path, const void *data, size_t size, CliPack *out_pack);
/// Refuses another kind than the one that is wanted, and closes it.
int cli_pack_check_kind(const CliArgs *args, CliPack *pack, MienPackKind kind);
void cli_pack_close(CliPack *pack);
