// SPDX-License-Identifier: MIT
//
// Fixes of diagnostics.

#include "studio/panels/problems/fix.h"

#include <string.h>

#include "asset/view.h"
#include "studio/model/commands/assets.h"

char *studio_problem_fix_words(const MieniFinding *finding)
{
    if (finding->fix_kind == MIENI_LINT_FIX_NONE || finding->fix == NULL)
        return NULL;
    const MieniModifierView *modifier = mieni_modifier_view(finding->fix_row);
    const char *act = mieni_text_or_empty(mieni_modifier_do(modifier));
    if (finding->fix_kind == MIENI_LINT_FIX_REWRITE)
        return g_strdup("Rewrite File");
    if (finding->fix_kind == MIENI_LINT_FIX_CURVES)
        return g_strdup("Add Curves");
    if (strcmp(act, "remove_bones") == 0)
        return g_strdup("Remove Bone Tracks");
    if (strcmp(act, "rename_curves") == 0 && mieni_modifier_to_count(modifier) == 1)
        return g_strdup_printf("Rename to %s", mieni_modifier_to(modifier, 0));
    return g_strdup(strcmp(act, "rename_curves") == 0 ? "Rename Curves" : "Add Modifier");
}

/// The files as a set, since all of a large project may be selected; NULL: all files.
static GHashTable *set_of(const char *const *files)
{
    if (files == NULL)
        return NULL;
    GHashTable *set = g_hash_table_new(g_str_hash, g_str_equal);
    for (; *files != NULL; ++files)
        g_hash_table_add(set, (void *)*files);
    return set;
}

static bool is_among(const MieniFinding *finding, GHashTable *set)
{
    return finding->fix_kind != MIENI_LINT_FIX_NONE &&
           (set == NULL || g_hash_table_contains(set, finding->file));
}

int studio_problems_fixable(StudioWorkspace *workspace, const char *const *files)
{
    const StudioProblems *problems = studio_workspace_problems(workspace);
    g_autoptr(GHashTable) set = set_of(files);
    int count = 0;
    for (int i = 0; i < problems->count; ++i)
        count += is_among(problems->items[i].finding, set);
    return count;
}

/// Fixes diagnostics, whose report stays where it is.
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
    g_autoptr(GHashTable) set = set_of(files);
    const int count = studio_problems_fixable(workspace, files);
    g_autofree MieniFinding *findings = g_new0(MieniFinding, (gsize)count + 1);
    int at = 0;
    for (int i = 0; i < problems->count; ++i)
        if (is_among(problems->items[i].finding, set))
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
