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

static const char *path_of_names(const CliEval *eval)
{
    return eval->skeleton.skeleton != NULL ? eval->skeleton.input.path
           : eval->poses.poses != NULL     ? eval->poses.input.path
                                           : eval->clip.input.path;
}

static const char *bone_name(const void *of, int index) { return cli_eval_bone_name(of, index); }

static int show_bone(CliEval *eval, const char *name)
{
    const CliNames names = {"bone", path_of_names(eval), eval->bone_count, eval, bone_name, NULL};
    int bone;
    const int code = cli_names_find(eval->args, &names, name, &bone);
    if (code == CLI_EXIT_OK)
        eval->shown_bones[bone] = true;
    return code;
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
