// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "cli/clip_source.h"

#include "cli/character.h"
#include "cli/limits.h"
#include "project/import/import.h"

enum { USUAL_RATE = 30 };

static void set_rate(CliClipSource *source, int rate, int divisor)
{
    source->frame_rate = rate > 0 ? rate : USUAL_RATE;
    source->rate_divisor = rate > 0 && divisor > 0 ? divisor : 1;
    source->rate = (double)source->frame_rate / (double)source->rate_divisor;
}

static int take_author(CliClipSource *source, const MienAuthorClip *clip)
{
    source->clip = clip;
    source->length = clip->length;
    set_rate(source, clip->rate, clip->rate_divisor);
    source->curve_count = clip->curve_count;
    source->event_count = clip->event_count;
    return CLI_EXIT_OK;
}

static int open_pack(CliClipSource *source, const char *path)
{
    int code = cli_pack_open(source->args, path, &source->pack);
    if (code == CLI_EXIT_OK)
        code = cli_pack_check_kind(source->args, &source->pack, MIEN_PACK_CLIP);
    if (code != CLI_EXIT_OK)
        return code;
    const MienClipInfo info = mien_clip_info(source->pack.clip);
    source->name = source->pack.input.path;
    source->length = info.length;
    set_rate(source, info.rate, info.rate_divisor);
    source->curve_count = info.curve_count;
    source->event_count = info.event_count;
    source->values = mieni_arena_take(source->args->arena, (size_t)info.curve_count, sizeof(float));
    return source->values != NULL ? CLI_EXIT_OK : cli_fail_memory(source->args);
}

/// A file that some program wrote, without a project.
static int open_loose(CliClipSource *source, const char *path)
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
        return cli_fail(source->args, CLI_EXIT_INPUT, path, NULL, "No motion in this file.");
    return take_author(source, take.clip);
}

static int open_asset(CliClipSource *source, const char *given)
{
    MieniProblem problem = {0};
    const char *path;
    int code = cli_project_open(source->args, &source->project);
    if (code != CLI_EXIT_OK)
        return code;
    source->has_project = true;
    code = cli_find_asset_as(source->args, &source->project, given, MIENI_ASSET_CLIP, &path);
    if (code != CLI_EXIT_OK)
        return code;
    source->name = path;
    if (mieni_clip_recipe(&source->project, path, NULL, &source->recipe, &problem) != MIEN_OK)
        return cli_fail_problem(source->args, &problem);
    source->has_recipe = true;
    return take_author(source, source->recipe.clip);
}

int cli_clip_source_open(CliClipSource *source, const CliArgs *args)
{
    const char *given = args->values[0];
    *source = (CliClipSource){.args = args, .name = given};
    int code;
    if (!cli_is_file(args, given))
        code = open_asset(source, given);
    else if (cli_is_pack_word(given))
        code = open_pack(source, given);
    else
        code = open_loose(source, given);
    if (code == CLI_EXIT_OK && source->curve_count == 0)
        code = cli_fail(args, CLI_EXIT_INPUT, source->name, NULL, "This clip has no curves.");
    return code;
}

void cli_clip_source_close(CliClipSource *source)
{
    if (source->has_recipe)
        mieni_clip_recipe_release(&source->recipe);
    mieni_sources_release(&source->sources);
    if (source->has_project)
        mieni_project_close(&source->project);
    cli_pack_close(&source->pack);
}

const char *cli_clip_source_curve(const CliClipSource *source, int curve)
{
    return source->clip != NULL ? source->clip->curves[curve].name
                                : mien_clip_curve_name(source->pack.clip, curve);
}

MienClipEvent cli_clip_source_event(const CliClipSource *source, int event)
{
    if (source->clip == NULL)
        return mien_clip_event(source->pack.clip, event);
    return (MienClipEvent){source->clip->events[event].name, source->clip->events[event].time};
}

int cli_clip_source_go(CliClipSource *source, double time)
{
    if (source->clip != NULL)
        return CLI_EXIT_OK;
    const MienClipJob job = {
        .clip = source->pack.clip, .time = time, .out_curves = {source->curve_count, source->values, NULL}};
    return mien_clip_job_run(&job) == MIEN_OK
               ? CLI_EXIT_OK
               : cli_fail(source->args, CLI_EXIT_INTERNAL, source->name, NULL, "The job was refused.");
}

float cli_clip_source_value(const CliClipSource *source, int curve, double time)
{
    return source->clip != NULL ? mien_author_curve_evaluate(&source->clip->curves[curve], time)
                                : source->values[curve];
}
