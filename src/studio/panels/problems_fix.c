// SPDX-License-Identifier: MIT
//
// Fixes of findings.

#include "studio/panels/problems_fix.h"

#include <string.h>

#include "studio/model/assets.h"

char *studio_problem_fix_words(const MieniFinding *finding)
{
    if (finding->fix_kind == MIENI_LINT_FIX_NONE || finding->fix == NULL)
        return NULL;
    char *words = g_strdup(finding->fix);
    words[0] = g_ascii_toupper(words[0]);
    if (g_str_has_suffix(words, "."))
        words[strlen(words) - 1] = '\0';
    return words;
}

static bool is_among(const MieniFinding *finding, const char *const *files)
{
    return finding->fix_kind != MIENI_LINT_FIX_NONE &&
           (files == NULL || g_strv_contains(files, finding->file));
}

int studio_problems_fixable(StudioWorkspace *workspace, const char *const *files)
{
    const StudioProblems *problems = studio_workspace_problems(workspace);
    int count = 0;
    for (int i = 0; i < problems->count; ++i)
        count += is_among(problems->items[i].finding, files);
    return count;
}

/// Fixes findings, whose report stays where it is.
static void fix(StudioWorkspace *workspace, MieniFinding *findings, int count)
{
    const MieniLintReport report = {.items = findings, .count = count, .room = count};
    MieniProblem problem = {0};
    int fixed = 0;
    const MienStatus status = studio_fix(studio_workspace_studio(workspace), &report, &fixed, &problem);
    if (!studio_workspace_check(workspace, status, &problem))
        return;
    g_autofree char *text = g_strdup_printf("Fixed %d problem%s", fixed, fixed == 1 ? "" : "s");
    studio_workspace_toast(workspace, text, "Undo", "win.undo");
}

void studio_problems_fix_files(StudioWorkspace *workspace, const char *const *files)
{
    const StudioProblems *problems = studio_workspace_problems(workspace);
    const int count = studio_problems_fixable(workspace, files);
    g_autofree MieniFinding *findings = g_new0(MieniFinding, (gsize)count + 1);
    int at = 0;
    for (int i = 0; i < problems->count; ++i)
        if (is_among(problems->items[i].finding, files))
            findings[at++] = *problems->items[i].finding;
    if (count > 0)
        fix(workspace, findings, count);
}

void studio_problem_fix(StudioWorkspace *workspace, const MieniFinding *finding)
{
    MieniFinding copy = *finding;
    if (copy.fix_kind != MIENI_LINT_FIX_NONE)
        fix(workspace, &copy, 1);
}
