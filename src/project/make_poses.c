// SPDX-License-Identifier: MIT
//
// Making a pose asset from a source.

#include "project/make_poses.h"

#include "author/poses_parts.h"
#include "mien_io/makehuman.h"

#include <stdlib.h>

/// How many moments of the take become poses or are skipped.
static int moment_count(const MieniMakePosesOptions *options, const MienAuthorClip *clip)
{
    if (options->from == MIENI_POSES_TIMES)
        return options->time_count;
    if (options->from == MIENI_POSES_MARKERS)
        return clip->event_count;
    if (options->count > 0)
        return options->count;
    const int frames = mieni_take_frame_count(clip);
    return frames > options->first ? frames - options->first : 0;
}

MienStatus mieni_read_names(const void *bytes, size_t size, int count, const char *file,
                            MienAuthorNameList **out_list, MieniProblem *problem)
{
    MienError error = {0};
    const char *text = bytes;
    size_t at = 0;
    while (at < size && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == '\n'))
        ++at;
    const MienStatus status = (at < size && text[at] == '{'
                                   ? mien_io_makehuman_names_read
                                   : mien_author_name_list_read)(bytes, size, count, NULL, out_list, &error);
    return status == MIEN_OK ? MIEN_OK
                             : mieni_problem_set(problem, file, status, error.message, "%s", error.place);
}

static MienStatus make_named(const MieniMakePosesOptions *options, MieniPosesPlan *plan,
                             MieniAsset *out_asset, MieniProblem *problem)
{
    MienAuthorNameList *list = NULL;
    MienError error = {0};
    const int count = moment_count(options, plan->take.clip);
    const char **names = calloc((size_t)count + 1, sizeof *names);
    bool *is_skipped = calloc((size_t)count + 1, sizeof *is_skipped);
    MienStatus status = MIEN_OK;
    if (names == NULL || is_skipped == NULL)
        status = mieni_problem_set(problem, plan->take.file, MIEN_ERROR_MEMORY, "There is not enough memory.",
                                   "%s", "");
    if (status == MIEN_OK && options->names != NULL)
        status =
            mieni_read_names(options->names, options->names_size, count, options->names_file, &list, problem);
    if (status == MIEN_OK) {
        for (int i = 0; list != NULL && i < count; ++i) {
            names[i] = list->frames[i].is_default ? NULL : list->frames[i].name;
            is_skipped[i] = list->frames[i].is_skipped;
        }
        plan->names = names;
        plan->is_skipped = is_skipped;
        plan->name_count = list != NULL ? count : 0;
        status = mieni_poses_make(out_asset, options->skeleton, options->is_absolute, options->base, plan,
                                  NULL, &error);
        if (status != MIEN_OK)
            mieni_problem_set(problem, plan->take.file, status, error.message, "%s", error.place);
    }
    mien_author_name_list_destroy(list);
    free(names);
    free(is_skipped);
    return status;
}

MienStatus mieni_make_poses(const MieniProject *project, const char *file,
                            const MieniMakePosesOptions *options, MieniSources *sources,
                            MieniAsset *out_asset, MieniTake *out_take, MieniProblem *problem)
{
    const char *take = options->import.take != NULL ? options->import.take : "";
    MienStatus status = mieni_sources_read(sources, project, file, &options->import, out_take, problem);
    if (status != MIEN_OK)
        return status;
    // Morphs are curves, so in glTF curves alone are faces too.
    if (out_take->clip == NULL || (out_take->clip->track_count == 0 && out_take->source == NULL))
        return mieni_problem_set(problem, file, MIEN_ERROR_DATA,
                                 "There is no bone motion in this file to make poses of.", "%s", "");
    if (options->from == MIENI_POSES_MARKERS && out_take->clip->event_count == 0)
        return mieni_problem_set(problem, file, MIEN_ERROR_DATA,
                                 "There are no markers in this take: use --frames or --times.", "%s", "");
    MieniPosesPlan plan = {.take = {file, take, out_take->clip},
                           .from = options->from,
                           .first = options->first,
                           .count = options->count,
                           .times = options->times,
                           .time_count = options->time_count};
    status = make_named(options, &plan, out_asset, problem);
    if (status == MIEN_OK)
        mieni_json_set(&out_asset->json, out_asset->json.root, "source",
                       mieni_import_source(&out_asset->json, file, &options->import));
    return status;
}
