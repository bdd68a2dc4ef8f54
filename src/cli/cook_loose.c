// SPDX-License-Identifier: MIT
//
// Cooks a source file directly. Uses the functions for projects, on assets that are never
// written.

#include "cli/cook_loose.h"
#include "cli/limits.h"

#include "cli/confine.h"
#include "mien_author/cook_clip.h"
#include "mien_author/map.h"

#include <string.h>

/// What was cooked, in words.
typedef struct Cooked {
    MienAuthorPack pack;
    const char *what;
} Cooked;

static int cook_skeleton(const CliArgs *args, const char *file, const MieniTake *take, Cooked *cooked)
{
    MienError error = {0};
    if (take->skeleton == NULL)
        return cli_fail(args, CLI_EXIT_INPUT, file, NULL, "This file has no bones.");
    if (mien_author_skeleton_cook(take->skeleton, NULL, &cooked->pack, &error) != MIEN_OK)
        return cli_fail_error(args, file, &error);
    cooked->what = cli_text(args, "%d bones", take->skeleton->bone_count);
    return CLI_EXIT_OK;
}

/// The mesh alone: its bones all lie as in the skeleton of the same file.
static int cook_mesh(const CliArgs *args, const char *file, const MieniTake *take, Cooked *cooked)
{
    MienError error = {0};
    if (take->source == NULL || take->source->mesh == NULL)
        return cli_fail(args, CLI_EXIT_INPUT, file, NULL, "No mesh in this file.");
    MienAuthorMesh mesh = *take->source->mesh;
    mesh.bone_count = 0;
    if (mien_author_mesh_cook(&mesh, NULL, &cooked->pack, &error) != MIEN_OK)
        return cli_fail_error(args, file, &error);
    cooked->what = cli_text(args, "%d vertices, %d morphs", mesh.vertex_count, mesh.morph_count);
    return CLI_EXIT_OK;
}

static int cook_clip(const CliArgs *args, const char *file, const MieniTake *take, Cooked *cooked)
{
    const MienAuthorClipOptions options = {.skeleton = take->skeleton};
    const char *id = cli_value(args, "map", NULL);
    MienAuthorMap *map = NULL;
    MienAuthorClip *mapped = NULL;
    MienError error = {0};
    int code = CLI_EXIT_OK;
    if (take->clip == NULL)
        return cli_fail(args, CLI_EXIT_INPUT, file, NULL, "No motion in this file.");
    if (id != NULL && mien_author_map_load(id, NULL, &map, &error) != MIEN_OK)
        return cli_fail_error(args, id, &error);
    if (map != NULL && mien_author_map_apply(take->clip, map, NULL, &mapped, NULL, &error) != MIEN_OK)
        code = cli_fail_error(args, file, &error);
    const MienAuthorClip *clip = mapped != NULL ? mapped : take->clip;
    if (code == CLI_EXIT_OK && mien_author_clip_cook(clip, &options, &cooked->pack, NULL, &error) != MIEN_OK)
        code = cli_fail_error(args, file, &error);
    cooked->what = cli_text(args, "%d curves, %d bone tracks, %s s", clip->curve_count, clip->track_count,
                            cli_fixed_text(args, clip->length, 3));
    mien_author_clip_destroy(mapped);
    mien_author_map_destroy(map);
    return code;
}

static int cook_poses(const CliArgs *args, const char *file, const MieniAsset *asset, const MieniTake *take,
                      Cooked *cooked)
{
    MieniArena arena = {0};
    MienAuthorPoseAsset poses;
    MienAuthorCookReport report;
    MienError error = {0};
    const MieniPosesTake from = {file, cli_value(args, "take", ""), take->clip};
    int code = CLI_EXIT_OK;
    if (take->skeleton == NULL)
        return cli_fail(args, CLI_EXIT_INPUT, file, NULL, "This file has no bones for poses.");
    if (mieni_poses_describe(asset, take->skeleton, &from, 1, &arena, &poses, NULL, &error) != MIEN_OK ||
        mien_author_pose_asset_cook(&poses, NULL, &cooked->pack, &report, &error) != MIEN_OK)
        code = cli_fail_error(args, file, &error);
    else
        cooked->what = cli_text(args, "%d poses, %d pose and bone pairs that move, %d dropped",
                                poses.pose_count, report.entries, report.dropped);
    mieni_arena_release(&arena);
    return code;
}

/// The source as poses, or with its own take as a clip or skeleton.
static int cook_source(const CliArgs *args, const char *file, Cooked *cooked)
{
    MieniProject project;
    MieniSources sources = {.wants_mesh = strcmp(cli_value(args, "as", ""), "mesh") == 0};
    MieniMakePosesOptions making;
    MieniProblem problem = {0};
    MieniAsset asset = {0};
    MieniTake take;
    CliInput names;
    mieni_project_open_loose(&project, "");
    project.budget = cli_budget();
    int code = cli_pose_source_options(args, &making, &names);
    making.skeleton = "source.skeleton.json"; // never written: the bones are the file's own
    if (code == CLI_EXIT_OK &&
        mieni_sources_read(&sources, &project, file, &making.import, &take, &problem) != MIEN_OK)
        code = cli_fail_problem(args, &problem);
    if (code == CLI_EXIT_OK) {
        const char *as = cli_value(args, "as", take.skeleton != NULL ? "poses" : "clip");
        cli_warn_notes(args, file, take.notes);
        if (strcmp(as, "skeleton") == 0)
            code = cook_skeleton(args, file, &take, cooked);
        else if (strcmp(as, "mesh") == 0)
            code = cook_mesh(args, file, &take, cooked);
        else if (strcmp(as, "clip") == 0)
            code = cook_clip(args, file, &take, cooked);
        else if (mieni_make_poses(&project, file, &making, &sources, &asset, &take, &problem) != MIEN_OK)
            code = cli_fail_problem(args, &problem);
        else
            code = cook_poses(args, file, &asset, &take, cooked);
    }
    mieni_asset_release(&asset);
    mieni_sources_release(&sources);
    cli_input_close(&names);
    return code;
}

int cli_cook_loose(const CliArgs *args)
{
    const char *file = cli_value(args, "from", ""), *output = cli_value(args, "output", NULL);
    Cooked cooked = {0};
    if (output == NULL)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--from needs --output FILE for the pack.");
    cli_confine(args, NULL, CLI_WRITES_NOTHING);
    int code = cook_source(args, file, &cooked);
    if (code == CLI_EXIT_OK)
        code = cli_write_file(args, output, cooked.pack.data, cooked.pack.size);
    if (code == CLI_EXIT_OK && strcmp(output, "-") != 0) {
        MieniTextOut out = {0};
        MieniJsonDocument json;
        mieni_json_begin(&json, NULL);
        json.root = mieni_json_object(&json);
        cli_json_set_string(&json, json.root, "file", output);
        cli_json_set_string(&json, json.root, "did", cooked.what);
        cli_json_set_number(&json, json.root, "size", (double)cooked.pack.size);
        cli_putf(&out, "%s: %s, %zu bytes\n", output, cooked.what, cooked.pack.size);
        code = cli_write_summary(args, &out, &json);
    }
    mien_author_pack_release(&cooked.pack);
    return code;
}
