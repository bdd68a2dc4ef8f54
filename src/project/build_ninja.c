// SPDX-License-Identifier: MIT
//
// build.ninja as text.

#include "project/build_ninja.h"

#include "project/cook.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A path where Ninja expects paths.
static void put_path(MieniTextOut *out, const char *path)
{
    for (const char *at = path; *at != '\0'; ++at) {
        if (*at == '$' || *at == ' ' || *at == ':')
            mieni_text_put(out, "$");
        mieni_text_put_bytes(out, at, 1);
    }
}

/// A path as a word of a shell's command line.
static void put_word(MieniTextOut *out, const char *path)
{
    mieni_text_put(out, "'");
    for (const char *at = path; *at != '\0'; ++at) {
        if (*at == '\'')
            mieni_text_put(out, "'\\'");
        if (*at == '$')
            mieni_text_put(out, "$");
        mieni_text_put_bytes(out, at, 1);
    }
    mieni_text_put(out, "'");
}

/// Shards tell their version in their lists, because workers cook them without Ninja (build_worker.h):
/// what they have done it must believe without a note of its own, which a generator's is.
static void put_shard_rule(MieniTextOut *out)
{
    mieni_text_put(out, "rule shard\n"
                        "  command = exec \"$${MIEN:-mien}\" cook --json --shard $in\n"
                        "  depfile = $out.d\n"
                        "  generator = 1\n"
                        "  restat = 1\n"
                        "  description = $out\n");
}

/// The version of a kind's cooking is in the command, so that a new one rebuilds this
/// kind and no other. Members of clips are told by a variable of the step.
static void put_rule(MieniTextOut *out, MieniAssetKind kind, const char *name, const char *rest)
{
    mieni_text_putf(out,
                    "rule %s\n"
                    "  command = exec \"$${MIEN:-mien}\" cook --json --rule %d --depfile $out.d %s\n"
                    "  depfile = $out.d\n"
                    "  deps = gcc\n"
                    "  restat = 1\n"
                    "  description = $out\n",
                    name, mieni_cook_version(kind), rest);
}

static void put_rules(MieniTextOut *out)
{
    for (int kind = MIENI_ASSET_NONE + 1; kind < MIENI_ASSET_KINDS; ++kind) {
        const char *name = mieni_asset_kind_name((MieniAssetKind)kind);
        if (kind == MIENI_ASSET_CLIPS) {
            put_rule(out, kind, name, "--member $member $in");
            put_shard_rule(out);
        } else if (mieni_cook_has_pack((MieniAssetKind)kind)) {
            put_rule(out, kind, name, "$in");
        }
    }
}

/// Steps wait for the skeletons that they might read: those of clips are known, of
/// others it may be any. They depend on the notes of bones alone, through depfiles.
static void put_waiting(const MieniProject *project, const MieniBuildPlan *plan, MieniTextOut *out,
                        const MieniBuildClips *clips)
{
    char pack[MIENI_PATH_ROOM];
    if (clips == NULL && plan->skeleton_count > 0) {
        mieni_text_put(out, " || skeletons");
    } else if (clips != NULL && clips->skeleton != NULL &&
               mieni_project_pack_path(project, clips->skeleton, pack) &&
               mieni_build_plan_find(plan, pack) != NULL) {
        mieni_text_put(out, " || ");
        put_path(out, pack);
    }
    mieni_text_put(out, "\n");
}

/// Graphs wait for the pose assets whose modes they ask for, and read no skeleton.
static void put_waiting_for_poses(const MieniProject *project, const MieniBuildPlan *plan, MieniTextOut *out,
                                  const MieniBuildStep *step)
{
    char pack[MIENI_PATH_ROOM];
    bool has_one = false;
    for (int i = 0; i < step->pose_count; ++i) {
        if (!mieni_project_pack_path(project, step->poses[i], pack) ||
            mieni_build_plan_find(plan, pack) == NULL)
            continue;
        mieni_text_put(out, has_one ? " " : " || ");
        put_path(out, pack);
        has_one = true;
    }
    mieni_text_put(out, "\n");
}

/// What a step leaves beside its pack, for others to depend on.
static bool note_path(const MieniProject *project, const MieniBuildStep *step, char out[MIENI_PATH_ROOM])
{
    return (step->kind == MIENI_ASSET_SKELETON && mieni_project_bones_path(project, step->asset, out)) ||
           (step->kind == MIENI_ASSET_POSES && mieni_project_mode_path(project, step->asset, out));
}

static void put_step(const MieniProject *project, const MieniBuildPlan *plan, MieniTextOut *out,
                     const MieniBuildStep *step)
{
    char note[MIENI_PATH_ROOM];
    mieni_text_put(out, "build ");
    put_path(out, step->pack);
    if (note_path(project, step, note)) {
        mieni_text_put(out, " | ");
        put_path(out, note);
    }
    mieni_text_putf(out, ": %s ", mieni_asset_kind_name(step->kind));
    put_path(out, step->asset);
    if (step->member != NULL) {
        mieni_text_put(out, " | ");
        put_path(out, step->member);
    }
    if (step->kind == MIENI_ASSET_SKELETON)
        mieni_text_put(out, "\n");
    else if (step->kind == MIENI_ASSET_GRAPH)
        put_waiting_for_poses(project, plan, out, step);
    else
        put_waiting(project, plan, out, step->clips >= 0 ? &plan->clips[step->clips] : NULL);
    if (step->member != NULL) {
        mieni_text_put(out, "  member = ");
        put_word(out, step->member);
        mieni_text_put(out, "\n");
    }
}

static void put_skeletons(const MieniBuildPlan *plan, MieniTextOut *out)
{
    if (plan->skeleton_count == 0)
        return;
    mieni_text_put(out, "build skeletons: phony");
    for (int i = 0; i < plan->step_count; ++i) {
        if (plan->steps[i].kind != MIENI_ASSET_SKELETON)
            continue;
        mieni_text_put(out, " ");
        put_path(out, plan->steps[i].pack);
    }
    mieni_text_put(out, "\n");
}

/// A clips asset as a whole, by its name in the build folder.
static void put_clips(const MieniProject *project, const MieniBuildPlan *plan, MieniTextOut *out, int index)
{
    const MieniBuildClips *clips = &plan->clips[index];
    char path[MIENI_PATH_ROOM];
    for (int i = 0; i < clips->shard_count; ++i) {
        if (!mieni_build_shard_path(project, clips->asset, clips->shard_count, i, "", path))
            continue;
        mieni_text_put(out, "build ");
        put_path(out, path);
        mieni_text_put(out, ".done: shard ");
        put_path(out, path);
        mieni_text_put(out, ".list");
        put_waiting(project, plan, out, clips);
    }
    if (!mieni_project_pack_path(project, clips->asset, path))
        return;
    mieni_text_put(out, "build ");
    put_path(out, path);
    mieni_text_put(out, ": phony");
    for (int i = 0; i < clips->shard_count; ++i) {
        if (!mieni_build_shard_path(project, clips->asset, clips->shard_count, i, ".done", path))
            continue;
        mieni_text_put(out, " ");
        put_path(out, path);
    }
    for (int i = 0; i < clips->member_count && clips->shard_count == 0; ++i) {
        mieni_text_put(out, " ");
        put_path(out, plan->steps[clips->members[i]].pack);
    }
    mieni_text_put(out, "\n");
}

void mieni_ninja_text(const MieniProject *project, const MieniBuildPlan *plan, MieniTextOut *out)
{
    mieni_text_put(out, "# Made by mien build, which makes it again.\n"
                        "ninja_required_version = 1.8\n"
                        "builddir = ");
    put_path(out, project->build);
    mieni_text_put(out, "\n");
    put_rules(out);
    put_skeletons(plan, out);
    for (int i = 0; i < plan->step_count; ++i)
        if (plan->steps[i].shard < 0)
            put_step(project, plan, out, &plan->steps[i]);
    for (int i = 0; i < plan->clips_count; ++i)
        put_clips(project, plan, out, i);
}
