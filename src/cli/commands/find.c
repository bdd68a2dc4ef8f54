// SPDX-License-Identifier: MIT
//
// mien find curve, pose, clip

#include "cli/report/find.h"

#define ALL_OPTION                                                                                           \
    {                                                                                                        \
        .name = "all", .help = "List everything, not only the first 20 of each"                              \
    }
#define UPDATE_OPTION                                                                                        \
    {                                                                                                        \
        .name = "update", .help = "Look first for what changed since the last build; by default only if "    \
                                  "there is no catalogue"                                                    \
    }
#define EXITS (CLI_MAY(CLI_EXIT_FINDINGS) | CLI_MAY_READ_AND_WRITE)
#define AS_OF_THE_LAST_BUILD                                                                                 \
    "\n\nThe answer is as of the last build and comes from the catalogue, `.mien/catalogue.db`, which "      \
    "every "                                                                                                 \
    "`mien build` brings up to date: no clip is read. It may be deleted; the next command makes it again."

static const CliOption options[] = {ALL_OPTION, UPDATE_OPTION, CLI_PROJECT_OPTION, CLI_OUTPUT_OPTION, {0}};

static const CliArgument curve_arguments[] = {{.name = "CURVE", .help = "The curve's name"}, {0}};
static const CliExample curve_examples[] = {
    {"mien find curve jawOpen", "Who uses this curve"},
    {"mien find curve jawOpen --all --json", "Everyone who does, for a program"},
    {0},
};

const CliCommand cli_cmd_find_curve = {
    .path = "find curve",
    .group = "Projects",
    .summary = "Find who uses a curve: poses, morphs, maps, clips",
    .description = "Lists the poses and morphs that the curve drives, poses that define it, skeletons that "
                   "list it, maps from and to it, and the clips that have it.\n\n"
                   "Ends with 1 if nothing has the name." AS_OF_THE_LAST_BUILD,
    .arguments = curve_arguments,
    .options = options,
    .examples = curve_examples,
    .exits = EXITS,
    .run = cli_find_curve_run,
};

static const CliArgument pose_arguments[] = {{.name = "POSE", .help = "The pose's name"}, {0}};
static const CliExample pose_examples[] = {
    {"mien find pose jawOpen", "Which faces have it, which lack it, and which clips touch it"},
    {0},
};

const CliCommand cli_cmd_find_pose = {
    .path = "find pose",
    .group = "Projects",
    .summary = "Find who has a pose, who lacks it, and which clips touch it",
    .description =
        "Lists the pose assets that have a pose of this name, the characters that lack it, and the "
        "clips that touch it: those that have the curve that drives it, for a combination all of "
        "its curves. A character has it if one of its pose assets does, by itself or by its graph, "
        "or if its mesh has a morph of that name.\n\n"
        "Ends with 1 if no pose asset has the pose." AS_OF_THE_LAST_BUILD,
    .arguments = pose_arguments,
    .options = options,
    .examples = pose_examples,
    .exits = EXITS,
    .run = cli_find_pose_run,
};

static const CliArgument clip_arguments[] = {
    {.name = "PATTERN",
     .help =
         "A path within the project, in which `*` and `?` stand for letters of a name and `**` for folders"},
    {0}};
static const CliExample clip_examples[] = {
    {"mien find clip takes/line_01.csv", "Curves, length and size of one clip"},
    {"mien find clip 'takes/**'", "All clips below a folder"},
    {"mien find clip '**/*line*'", "Clips by a part of their names, in any folder"},
    {0},
};

const CliCommand cli_cmd_find_clip = {
    .path = "find clip",
    .group = "Projects",
    .summary = "Find clips by their paths: curves, length, size",
    .description = "Lists the clips whose paths fit: clip assets, and files of clips assets. A pattern that "
                   "begins with a folder is found fastest. Of a single clip the curves are listed too.\n\n"
                   "Ends with 1 if there is no such clip." AS_OF_THE_LAST_BUILD,
    .arguments = clip_arguments,
    .options = options,
    .examples = clip_examples,
    .exits = EXITS,
    .run = cli_find_clip_run,
};
