// SPDX-License-Identifier: MIT
//
// Shared by commands on pose assets: options for sources and names.

#pragma once

#include "asset/edit/poses.h"
#include "cli/asset.h"
#include "project/import/make_poses.h"

/// The argument that every command on a pose asset begins with.
#define CLI_POSES_ARGUMENT                                                                                   \
    {                                                                                                        \
        .name = "ASSET", .help = "A pose asset of the project", .kind = CLI_FILE                             \
    }

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
         .choices = "bvh|gltf|fbx",                                                                          \
         .help = "The file format, if the file name does not determine it"},                                 \
        {.name = "unit",                                                                                     \
         .value = "METRES",                                                                                  \
         .kind = CLI_NUMBER,                                                                                 \
         .help = "Metres per unit in the file, for BVH"},                                                    \
        {.name = "up",                                                                                       \
         .value = "AXIS",                                                                                    \
         .kind = CLI_CHOICE,                                                                                 \
         .choices = "y|z",                                                                                   \
         .help = "The up axis of the file, for BVH"},                                                        \
        {.name = "frames",                                                                                   \
         .value = "FIRST[,COUNT]",                                                                           \
         .excludes = "times markers",                                                                        \
         .help = "Only these frames (default: all)"},                                                        \
        {.name = "times",                                                                                    \
         .value = "SECONDS,...",                                                                             \
         .excludes = "frames markers",                                                                       \
         .help = "Poses at these times instead of one per frame"},                                           \
        {.name = "markers",                                                                                  \
         .excludes = "frames times",                                                                         \
         .help = "Poses at the take's markers, with their names"},                                           \
        {.name = "additive", .excludes = "absolute", .help = "Poses are added to the input pose"},           \
        {.name = "absolute", .excludes = "additive", .help = "Poses replace the input pose (the default)"},  \
    {                                                                                                        \
        .name = "base", .value = "POSE", .help = "The base pose of additive poses (default: the rest pose)"  \
    }

/// Reads those options. The input holds the names; close it when the poses are made.
int cli_pose_source_options(const CliArgs *args, MieniMakePosesOptions *out_options, CliInput *out_names);
