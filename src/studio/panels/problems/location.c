// SPDX-License-Identifier: MIT
//
// Locations of problems.

#include "studio/panels/problems/location.h"

#include <string.h>

#include "asset/view.h"
#include "studio/model/commands/assets.h"
#include "studio/panels/problems/strings.h"

/// The name of the row that a place is in: "poses[3].range" is about the name of the fourth pose.
static const char *name_at(const MieniAsset *asset, const char *place)
{
    static const char *const keys[] = {"name", "curve", "id", "bone"};
    const char *bracket = strchr(place, '[');
    if (bracket == NULL)
        return NULL;
    g_autofree char *list = g_strndup(place, (gsize)(bracket - place));
    const MieniJson *rows = mieni_json_get(asset->json.root, list);
    const int index = (int)g_ascii_strtoll(bracket + 1, NULL, 10);
    if (rows == NULL || rows->type != MIENI_JSON_ARRAY || index >= rows->count)
        return NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(keys); ++i) {
        const char *name = mieni_json_get_string(rows->items[index], keys[i], NULL);
        if (name != NULL)
            return name;
    }
    return NULL;
}

void studio_problem_show(StudioWorkspace *workspace, const MieniFinding *finding)
{
    const MieniAsset *asset;
    MieniProblem problem = {0};
    Studio *studio = studio_workspace_studio(workspace);
    g_autofree char *path = g_strdup(finding->file), *place = g_strdup(finding->place);
    g_autofree char *first = g_strdup(finding->name_count > 0 ? finding->names[0] : NULL);
    if (mieni_asset_kind_of_path(path) <= MIENI_ASSET_PROJECT || !studio_exists(studio, path))
        return;
    StudioDocument *document = studio_workspace_show(workspace, path, false);
    const char *name = studio_asset(studio, path, &asset, &problem) == MIEN_OK ? name_at(asset, place) : NULL;
    if (name == NULL)
        name = first;
    if (name != NULL && studio_selection_only(&document->selection, name))
        studio_workspace_selection_changed(workspace);
}

char *studio_problem_text(const MieniFinding *finding)
{
    return finding->line > 0 ? g_strdup_printf("%s:%d: %s %s", finding->file, finding->line,
                                               mieni_lint_info(finding->code)->code, finding->message)
                             : g_strdup_printf("%s: %s %s", finding->file,
                                               mieni_lint_info(finding->code)->code, finding->message);
}

int studio_problems_ignored(StudioWorkspace *workspace, MieniLintCode out[MIENI_LINT_CODES])
{
    const MieniAsset *asset;
    MieniProblem problem = {0};
    int count = 0;
    if (studio_asset(studio_workspace_studio(workspace), "mien.json", &asset, &problem) != MIEN_OK)
        return 0;
    const MieniLintView *lint = mieni_project_lint(mieni_project_of(asset));
    for (int i = 0; i < mieni_lint_off_count(lint) && count < MIENI_LINT_CODES; ++i) {
        const int code = mieni_lint_find(mieni_lint_off(lint, i));
        if (code > 0)
            out[count++] = (MieniLintCode)code;
    }
    return count;
}

void studio_problem_ignore(StudioWorkspace *workspace, MieniLintCode code, bool is_ignored)
{
    MieniLintCode codes[MIENI_LINT_CODES + 1];
    MieniProblem problem = {0};
    int count = studio_problems_ignored(workspace, codes);
    g_autoptr(GString) json = g_string_new("{\"off\": [");
    if (is_ignored)
        codes[count++] = code;
    bool is_first = true;
    for (int i = 0; i < count; ++i) {
        if (!is_ignored && codes[i] == code)
            continue;
        g_string_append_printf(json, "%s\"%s\"", is_first ? "" : ", ", mieni_lint_info(codes[i])->code);
        is_first = false;
    }
    g_string_append(json, "]}");
    g_autofree char *label =
        g_strdup_printf("%s %s", is_ignored ? "ignore" : "stop ignoring", mieni_lint_info(code)->code);
    const MienStatus status = studio_asset_set(studio_workspace_studio(workspace), "mien.json", "lint",
                                               is_first ? NULL : json->str, label, NULL, &problem);
    g_autofree char *text = g_strdup_printf("“%s” is ignored in this project", studio_problem_title(code));
    if (studio_workspace_check(workspace, status, &problem) && is_ignored)
        studio_workspace_toast(workspace, text, "Undo", "win.undo");
}
