// SPDX-License-Identifier: MIT
//
// What the user typed for an asset: a path, a name with its kind, or a name alone.

#pragma once

#include "cli/input.h"
#include "cli/project.h"

/// Kinds that a command accepts, the preferred first; ends with MIENI_ASSET_NONE.
typedef const MieniAssetKind *CliKinds;

extern const MieniAssetKind cli_kinds_any[];       ///< Every kind.
extern const MieniAssetKind cli_kinds_cooked[];    ///< Those that have packs.
extern const MieniAssetKind cli_kinds_character[]; ///< What can be shown as a character.
extern const MieniAssetKind cli_kinds_face[];      ///< What a clip can be previewed on.

/// "pose asset"
const char *cli_kind_text(MieniAssetKind kind);

/// The asset of the project that was typed: "faces/ada.poses.json", "ada.poses" or "ada". A name
/// that is not one of the current folder may be that of any folder, if only one asset has it.
/// Notes which one it is unless that is plain. On failure says what comes near and returns the
/// exit code.
int cli_find_asset(const CliArgs *args, const MieniProject *project, const char *given, CliKinds kinds,
                   const char **out_path);
/// The same for one kind.
int cli_find_asset_as(const CliArgs *args, const MieniProject *project, const char *given,
                      MieniAssetKind kind, const char **out_path);
/// The same for a clip, which may also be an entry of a clip collection: by its source file, or by
/// the name that its own asset would have.
int cli_find_clip(const CliArgs *args, const MieniProject *project, const char *given, const char **out_path);
/// An asset of any kind, or a source file, of which a clip collection may make a clip.
int cli_find_target(const CliArgs *args, const MieniProject *project, const char *given,
                    const char **out_path);
/// A map: a built-in one, or a map asset if there is a project (may be NULL).
int cli_find_map(const CliArgs *args, const MieniProject *project, const char *given, const char **out_name);

/// Whether a word of the command line is a pack or another file rather than an asset of a project:
/// standard input, a name that ends in .mien, a file that is there and is not an asset, or
/// anything outside of projects. With --project it is only the first.
bool cli_is_file(const CliArgs *args, const char *given);
/// Whether a word of the command line is a pack: standard input, or a name that ends in .mien.
bool cli_is_pack_word(const char *given);
/// Opens a pack that a file is, or the asset that was typed, which is cooked in memory.
int cli_find_pack(const CliArgs *args, const char *given, CliKinds kinds, CliPack *out_pack);
/// Opens an asset of a project, which is cooked in memory.
int cli_pack_cook(const CliArgs *args, const MieniProject *project, const char *path, CliPack *out_pack);
