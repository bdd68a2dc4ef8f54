// SPDX-License-Identifier: MIT
//
// Where the curves of a plot come from.

#include "core/float_rules.h"

#include "cli/limits.h"
#include "cli/report/plot.h"

#include "project/files/files.h"
#include "project/import/import.h"

#include <string.h>

static bool ends_with(const char *text, const char *end)
{
    const size_t size = strlen(text), wanted = strlen(end);
    return size >= wanted && strcmp(text + size - wanted, end) == 0;
}

static int take_author(CliPlotSource *source, const MienAuthorClip *clip)
{
    const int divisor = clip->rate_divisor > 0 ? clip->rate_divisor : 1;
    source->clip = clip;
    source->length = clip->length;
    source->rate = clip->rate > 0 ? (double)clip->rate / (double)divisor : 30.0;
    source->curve_count = clip->curve_count;
    source->event_count = clip->event_count;
    return CLI_EXIT_OK;
}

static int open_pack(CliPlotSource *source, const char *path)
{
    const int code = cli_pack_open_as(source->args, path, MIEN_PACK_CLIP, &source->pack);
    if (code != CLI_EXIT_OK)
        return code;
    const MienClipInfo info = mien_clip_info(source->pack.clip);
    source->name = source->pack.input.path;
    source->length = info.length;
    source->rate = (double)info.rate / (double)(info.rate_divisor > 0 ? info.rate_divisor : 1);
    source->curve_count = info.curve_count;
    source->event_count = info.event_count;
    source->values = mieni_arena_take(source->args->arena, (size_t)info.curve_count, sizeof(float));
    return source->values != NULL ? CLI_EXIT_OK : cli_fail_memory(source->args);
}

/// A file that some program wrote, without a project.
static int open_loose(CliPlotSource *source, const char *path)
{
    const MieniImportOptions import = {0};
    MieniProblem problem = {0};
    MieniTake take;
    mieni_project_open_loose(&source->project, "");
    source->project.budget = cli_budget();
    if (mieni_sources_read(&source->sources, &source->project, path, &import, &take, &problem) != MIEN_OK)
        return cli_fail_problem(source->args, &problem);
    cli_warn_notes(source->args, path, take.notes);
    if (take.clip == NULL)
        return cli_fail(source->args, CLI_EXIT_INPUT, path, NULL, "There is no motion in this file.");
    return take_author(source, take.clip);
}

static int open_asset(CliPlotSource *source, const char *given)
{
    MieniProblem problem = {0};
    const char *path;
    int code = cli_project_open(source->args, &source->project);
    if (code != CLI_EXIT_OK)
        return code;
    source->has_project = true;
    code = cli_project_asset(source->args, &source->project, given, MIENI_ASSET_CLIP, &path);
    if (code != CLI_EXIT_OK)
        return code;
    source->name = path;
    if (mieni_clip_recipe(&source->project, path, NULL, &source->recipe, &problem) != MIEN_OK)
        return cli_fail_problem(source->args, &problem);
    source->has_recipe = true;
    return take_author(source, source->recipe.clip);
}

int cli_plot_source_open(CliPlotSource *source, const CliArgs *args)
{
    const char *given = args->values[0];
    *source = (CliPlotSource){.args = args, .name = given};
    int code;
    if (strcmp(given, "-") == 0 || (ends_with(given, ".mien") && !cli_has(args, "project")))
        code = open_pack(source, given);
    else if (cli_has(args, "project") || mieni_asset_kind_of_path(given) != MIENI_ASSET_NONE ||
             !mieni_file_exists(given))
        code = open_asset(source, given);
    else
        code = open_loose(source, given);
    if (code == CLI_EXIT_OK && source->curve_count == 0)
        code = cli_fail(args, CLI_EXIT_INPUT, source->name, NULL, "There are no curves in this clip.");
    return code;
}

void cli_plot_source_close(CliPlotSource *source)
{
    if (source->has_recipe)
        mieni_clip_recipe_release(&source->recipe);
    mieni_sources_release(&source->sources);
    if (source->has_project)
        mieni_project_close(&source->project);
    cli_pack_close(&source->pack);
}

const char *cli_plot_source_curve(const CliPlotSource *source, int curve)
{
    return source->clip != NULL ? source->clip->curves[curve].name
                                : mien_clip_curve_name(source->pack.clip, curve);
}

MienClipEvent cli_plot_source_event(const CliPlotSource *source, int event)
{
    if (source->clip == NULL)
        return mien_clip_event(source->pack.clip, event);
    return (MienClipEvent){source->clip->events[event].name, source->clip->events[event].time};
}
