// SPDX-License-Identifier: MIT
//
// What commands on pose assets share: opening one to change it, saving what became
// of it, and how sources and names are given.

#pragma once

#include "author/poses_edit.h"
#include "cli/lines.h"
#include "cli/project.h"
#include "project/make_poses.h"

/// The argument that every command on a pose asset begins with.
#define CLI_POSES_ARGUMENT                                                                                   \
    {                                                                                                        \
        .name = "ASSET", .help = "A pose asset of the project", .kind = CLI_FILE                             \
    }

/// A pose asset on its way from file to file.
typedef struct CliPoses {
    MieniProject project;
    const char *path;
    MieniAsset asset;
} CliPoses;

/// Opens the asset that the first argument names. Says what is wrong and returns the
/// exit code; 0 if all is well, then the caller ends it.
int cli_poses_open(const CliArgs *args, CliPoses *out_poses);
/// Saves the asset if status is fine, says what is wrong otherwise, and closes all.
/// The result is one line: "faces/ada.poses.json: " and what was done.
int cli_poses_end(const CliArgs *args, CliPoses *poses, MienStatus status, const MienError *error,
                  const char *format, ...) MIENI_PRINTF(5, 6);
/// Closes without saving.
void cli_poses_close(CliPoses *poses);

/// Options that say how a source is read and which moments of it are poses.
#define CLI_POSE_SOURCE_OPTIONS                                                                              \
    {.name = "names",                                                                                        \
     .value = "FILE",                                                                                        \
     .kind = CLI_FILE,                                                                                       \
     .help = "Names for the frames, one per line, or MakeHuman's JSON; `-` is standard input"},              \
        {.name = "take", .value = "NAME", .help = "The take to use, if the file has several"},               \
        {.name = "format",                                                                                   \
         .value = "FORMAT",                                                                                  \
         .kind = CLI_CHOICE,                                                                                 \
         .choices = "bvh",                                                                                   \
         .help = "What the file is, if its name does not say"},                                              \
        {.name = "unit", .value = "METRES", .kind = CLI_NUMBER, .help = "Metres per unit of the file"},      \
        {.name = "up",                                                                                       \
         .value = "AXIS",                                                                                    \
         .kind = CLI_CHOICE,                                                                                 \
         .choices = "y|z",                                                                                   \
         .help = "Which way is up in the file"},                                                             \
        {.name = "frames",                                                                                   \
         .value = "FIRST[,COUNT]",                                                                           \
         .excludes = "times markers",                                                                        \
         .help = "Only these frames; all if not given"},                                                     \
        {.name = "times",                                                                                    \
         .value = "SECONDS,...",                                                                             \
         .excludes = "frames markers",                                                                       \
         .help = "Poses at these times instead of one per frame"},                                           \
        {.name = "markers",                                                                                  \
         .excludes = "frames times",                                                                         \
         .help = "Poses at the take's markers, by their names"},                                             \
        {.name = "additive", .excludes = "absolute", .help = "Poses are added to what comes in"},            \
        {.name = "absolute", .excludes = "additive", .help = "Poses replace what comes in (the default)"},   \
    {                                                                                                        \
        .name = "base", .value = "POSE",                                                                     \
        .help = "What additive poses are relative to; the reference pose if not given"                       \
    }

/// Reads those options. The input holds the names; close it when the poses are made.
int cli_pose_source_options(const CliArgs *args, MieniMakePosesOptions *out_options, CliInput *out_names);
