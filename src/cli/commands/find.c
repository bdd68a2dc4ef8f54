// SPDX-License-Identifier: MIT
//
// mien find curve, pose, clip

#include "cli/report/find.h"

#define ALL_OPTION                                                                                           \
    {                                                                                                        \
        .name = "all", .help = "List all results, not only the first 20 of each"                             \
    }
#define UPDATE_OPTION                                                                                        \
    {                                                                                                        \
        .name = "update", .help = "Update the asset index first (default: only if there is none)"            \
    }
#define EXITS (CLI_MAY(CLI_EXIT_FINDINGS) | CLI_MAY_READ_AND_WRITE)
#define AS_OF_THE_LAST_BUILD                                                                                 \
    "\n\n"                                                                                                   \
    "Results are as of the last build and come from the asset index, `.mien/catalogue.db`, which every "     \
    "`mien build` updates: no clip is read. You can delete it; the next command creates it again."

static const CliOption options[] = {ALL_OPTION, UPDATE_OPTION, CLI_PROJECT_OPTION, CLI_OUTPUT_OPTION, {0}};

static const CliArgument curve_arguments[] = {{.name = "CURVE", .help = "The curve's name"}, {0}};
static const CliExample curve_examples[] = {
    {"mien find curve jawOpen", "All uses of this curve"},
    {"mien find curve jawOpen --all --json", "All uses, as JSON"},
    {0},
};

const CliCommand cli_cmd_find_curve = {
    .path = "find curve",
    .group = "Projects",
    .summary = "Find uses of a curve: poses, morphs, maps, clips",
    .description = "Lists the poses and morphs that the curve drives, poses that define it, skeletons that "
                   "list it, maps from and to it, and the clips that contain it.\n\n"
                   "The exit code is 1 if nothing has the name." AS_OF_THE_LAST_BUILD,
    .arguments = curve_arguments,
    .options = options,
    .examples = curve_examples,
    .exits = EXITS,
    .run = cli_find_curve_run,
};

static const CliArgument pose_arguments[] = {{.name = "POSE", .help = "The pose's name"}, {0}};
static const CliExample pose_examples[] = {
    {"mien find pose jawOpen", "Faces that have the pose, faces that lack it, and clips that use it"},
    {0},
};

const CliCommand cli_cmd_find_pose = {
    .path = "find pose",
    .group = "Projects",
    .summary = "Find which assets have a pose, and which lack it",
    .description = "Lists the pose assets that have a pose with this name, the characters that lack it, and "
                   "the clips that use it: clips with the curve that drives it, or for a corrective with all "
                   "of its curves. A character has the pose if one of its pose assets does, its own or in "
                   "its graph, or if its mesh has a morph with that name.\n\n"
                   "The exit code is 1 if no pose asset has the pose." AS_OF_THE_LAST_BUILD,
    .arguments = pose_arguments,
    .options = options,
    .examples = pose_examples,
    .exits = EXITS,
    .run = cli_find_pose_run,
};

static const CliArgument clip_arguments[] = {
    {.name = "PATTERN",
     .help = "A path within the project; `*` and `?` match letters of a name, `**` matches folders"},
    {0}};
static const CliExample clip_examples[] = {
    {"mien find clip takes/line_01.csv", "Curves, length and size of one clip"},
    {"mien find clip 'takes/**'", "All clips in a folder and below"},
    {"mien find clip '**/*line*'", "Clips by part of their names, in any folder"},
    {0},
};

const CliCommand cli_cmd_find_clip = {
    .path = "find clip",
    .group = "Projects",
    .summary = "Find clips by path: curves, length, size",
    .description = "Lists the clips whose paths match: clip assets, and files of clip collections. A pattern "
                   "that begins with a folder is fastest. For a single clip the curves are listed too.\n\n"
                   "The exit code is 1 if no clip matches." AS_OF_THE_LAST_BUILD,
    .arguments = clip_arguments,
    .options = options,
    .examples = clip_examples,
    .exits = EXITS,
    .run = cli_find_clip_run,
};
