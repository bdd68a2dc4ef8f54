// SPDX-License-Identifier: MIT
//
// Selects the bones to print and computes how far each of them moved.

#include "core/float_rules.h"

#include "cli/report/eval.h"

#include <string.h>

CliDifference cli_eval_difference(const CliEval *eval, int bone)
{
    if (eval->before == NULL)
        return (CliDifference){.is_any = true};
    return cli_difference(&eval->before[bone], &eval->after[bone]);
}

static int find_bone(const CliEval *eval, const char *name)
{
    if (eval->skeleton.skeleton != NULL)
        return mien_skeleton_find_bone(eval->skeleton.skeleton, name);
    if (eval->poses.poses != NULL)
        return mien_pose_asset_find_bone(eval->poses.poses, name);
    return mien_clip_find_track(eval->clip.clip, name);
}

static const char *path_of_names(const CliEval *eval)
{
    return eval->skeleton.skeleton != NULL ? eval->skeleton.input.path
           : eval->poses.poses != NULL     ? eval->poses.input.path
                                           : eval->clip.input.path;
}

static int show_bone(CliEval *eval, const char *name)
{
    const int bone = find_bone(eval, name);
    if (bone >= 0) {
        eval->shown_bones[bone] = true;
        return CLI_EXIT_OK;
    }
    MieniNearest nearest = {.given = name};
    for (int b = 0; b < eval->bone_count; ++b)
        mieni_nearest_try(&nearest, cli_eval_bone_name(eval, b));
    const char *hint = cli_nearest_hint(eval->args, &nearest, "");
    return cli_fail(eval->args, CLI_EXIT_INPUT, path_of_names(eval), name, "No bone with this name%s",
                    hint[0] != '\0' ? hint : ".");
}

int cli_eval_choose_bones(CliEval *eval)
{
    const char *wish = cli_value(eval->args, "bones", "moved");
    const bool is_moved = strcmp(wish, "moved") == 0, is_all = strcmp(wish, "all") == 0;
    eval->shown_bones = mieni_arena_take(eval->args->arena, (size_t)eval->bone_count, sizeof(bool));
    if (eval->shown_bones == NULL)
        return cli_fail_memory(eval->args);
    for (int b = 0; b < eval->bone_count; ++b)
        eval->shown_bones[b] = is_all || (is_moved && cli_eval_difference(eval, b).is_any);
    if (is_moved || is_all || strcmp(wish, "none") == 0)
        return CLI_EXIT_OK;
    for (const char *name = wish; name != NULL;) {
        const char *end = strchr(name, ',');
        const int length = end != NULL ? (int)(end - name) : (int)strlen(name);
        const int code = show_bone(eval, cli_text(eval->args, "%.*s", length, name));
        if (code != CLI_EXIT_OK)
            return code;
        name = end != NULL ? end + 1 : NULL;
    }
    return CLI_EXIT_OK;
}
