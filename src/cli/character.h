// SPDX-License-Identifier: MIT
//
// Shared by commands on characters: options, opening and binding.

#pragma once

#include "cli/find_asset.h"
#include "project/character/character.h"

/// What every command on characters begins with.
#define CLI_CHARACTER_ARGUMENT                                                                               \
    {                                                                                                        \
        .name = "CHARACTER",                                                                                 \
        .help = "A character, pose asset or mesh of the project, or a clip, which plays on its preview: "    \
                "`ada` finds ada.character.json",                                                            \
        .kind = CLI_FILE                                                                                     \
    }

#define CLI_CHARACTER_VALUES                                                                                 \
    {                                                                                                        \
        .name = "NAME=VALUE", .help = "A curve and its value, applied at a `live_input` node of the graph",  \
        .is_optional = true, .is_repeated = true                                                             \
    }

/// Options of every command on characters; --clip and CLI_PROJECT_OPTION belong to them.
#define CLI_CHARACTER_CLIP_OPTION                                                                            \
    {                                                                                                        \
        .name = "clip", .letter = 'c', .value = "CLIP", .kind = CLI_FILE, .is_repeated = true,               \
        .help = "The clip for the clip node or clip parameter of the graph; `NODE=CLIP` if there are "       \
                "several, where NODE is a node or a parameter"                                               \
    }
#define CLI_CHARACTER_SET_OPTION                                                                             \
    {                                                                                                        \
        .name = "set", .letter = 's', .value = "NAME=VALUE", .is_repeated = true,                            \
        .help = "Set a graph parameter or a curve: a number, true or false, a name, or a path"               \
    }
#define CLI_CHARACTER_LOD_OPTION                                                                             \
    {                                                                                                        \
        .name = "lod", .value = "N", .kind = CLI_INTEGER,                                                    \
        .help = "LOD of a character (default: 0, full detail)"                                               \
    }

enum { CLI_CHARACTER_RATE = 30 }; ///< Frames per second on the way to a moment.

typedef struct CliCharacter {
    const CliArgs *args;
    MieniProject project;
    bool has_project;
    MieniCharacter character;
} CliCharacter;

/// Opens a character with what --clip, --set and --lod say, and warns of what
/// does not fit. Says what is wrong and returns the exit code. Close it in any case.
int cli_character_open(CliCharacter *character, const CliArgs *args, const char *given, bool wants_trace);
void cli_character_close(CliCharacter *character);

/// Sets the curves that follow the character on the command line, as NAME=VALUE.
int cli_character_put_curves(CliCharacter *character);
/// Moves on to a moment; says what is wrong and returns the exit code.
int cli_character_go(CliCharacter *character, double time);

/// Seconds of an option, from 0 to a day.
int cli_seconds(const CliArgs *args, const char *option, double fallback, double *out_seconds);

/// "missing_bone"
const char *cli_finding_name(MieniCharacterFinding finding);
