// SPDX-License-Identifier: MIT
//
// Cooks for a build.

#include "project/build/serve.h"

#include "project/build/cook.h"
#include "project/build/notes.h"
#include "project/build/shard.h"
#include "project/build/stamps.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Serving {
    const MieniProject *project;
    const MieniServeOptions *options;
} Serving;

/// Hands out a line; without memory the whole request is lost, which is noticed.
static void send_line(const Serving *serving, MieniTextOut *line)
{
    mieni_text_put(line, "\n");
    if (!line->is_out_of_memory)
        serving->options->answer(serving->options->user, line->bytes, line->size);
    mieni_text_release(line);
}

static void put_field(MieniTextOut *out, const char *name, const char *text)
{
    mieni_text_putf(out, "\"%s\": ", name);
    mieni_text_put_string(out, text);
}

static void answer_cooked(void *user, const char *file, const MieniCookResult *result)
{
    MieniTextOut line = {0};
    mieni_text_putf(&line, "{\"changed\": %s, \"cached\": %s, \"kept\": %s, \"refused\": %s, ",
                    result->is_changed ? "true" : "false", result->is_cached ? "true" : "false",
                    result->is_kept ? "true" : "false", result->is_refused ? "true" : "false");
    put_field(&line, "file", file);
    mieni_text_put(&line, "}");
    send_line(user, &line);
}

static void answer_failed(void *user, const MieniProblem *problem)
{
    MieniTextOut line = {0};
    mieni_text_put(&line, "{\"error\": {");
    put_field(&line, "file", problem->file);
    mieni_text_put(&line, ", ");
    put_field(&line, "location", problem->error.location);
    mieni_text_putf(&line, ", \"line\": %d, \"column\": %d, ", problem->error.line, problem->error.column);
    put_field(&line, "message", problem->error.message);
    mieni_text_put(&line, ", ");
    put_field(&line, "status", mien_status_name(problem->error.status));
    mieni_text_putf(&line, ", \"write\": %s}}", problem->is_write ? "true" : "false");
    send_line(user, &line);
}

static void answer_note(void *user, const char *file, const char *sentence)
{
    MieniTextOut line = {0};
    mieni_text_put(&line, "{\"warning\": {");
    put_field(&line, "file", file);
    mieni_text_put(&line, ", ");
    put_field(&line, "message", sentence);
    mieni_text_put(&line, "}}");
    send_line(user, &line);
}

static bool is_cancelled(void *user)
{
    const MieniServeOptions *options = ((const Serving *)user)->options;
    return options->is_cancelled != NULL && options->is_cancelled(options->user);
}

/// What to note of a pack that was made.
static void answer_inputs(const Serving *serving, const char *asset, const MieniCookResult *result)
{
    char pack[MIENI_PATH_ROOM];
    MieniTextOut note = {0}, line = {0};
    if (!mieni_cook_pack_path(serving->project, asset, NULL, pack))
        return;
    mieni_note_put_cooked(&note, pack, mieni_cook_version(mieni_asset_kind_of_path(asset)), &result->hash,
                          mieni_stamp_look(serving->project, pack), &result->inputs);
    if (note.size > 0 && !note.is_out_of_memory) {
        mieni_text_put_bytes(&note, "", 1);
        mieni_text_put(&line, "{");
        put_field(&line, "note", note.is_out_of_memory ? "" : note.bytes);
        mieni_text_put(&line, "}");
        send_line(serving, &line);
    }
    mieni_text_release(&note);
}

static void serve_cook(Serving *serving, const char *asset)
{
    const MieniCookOptions cooking = {.note = answer_note, .user = serving};
    MieniCookResult result;
    MieniProblem problem = {0};
    if (mieni_cook(serving->project, asset, &cooking, &result, &problem) != MIEN_OK) {
        answer_failed(serving, &problem);
        return;
    }
    answer_inputs(serving, asset, &result);
    answer_cooked(serving, asset, &result);
    mieni_cook_result_release(&result);
}

static void serve_shard(Serving *serving, int failures, const char *request)
{
    const char *members = strchr(request, '\t');
    char list[MIENI_PATH_ROOM];
    snprintf(list, sizeof list, "%.*s", (int)strcspn(request, "\t"), request);
    const MieniShardOptions shard = {.cache = serving->options->cache,
                                     .cache_key = serving->options->cache_key,
                                     .cooked = answer_cooked,
                                     .failed = answer_failed,
                                     .members = members,
                                     .failures = failures,
                                     .is_cancelled = is_cancelled,
                                     .note = answer_note,
                                     .user = serving};
    MieniProblem problem = {0};
    MieniShardCounts counts;
    MieniTextOut line = {0};
    if (mieni_cook_shard(serving->project, list, &shard, &counts, &problem) != MIEN_OK) {
        answer_failed(serving, &problem);
    } else if (counts.untried > 0) {
        mieni_text_putf(&line, "{\"untried\": %d}", counts.untried);
        send_line(serving, &line);
    }
}

void mieni_serve_request(const MieniProject *project, const char *request, const MieniServeOptions *options)
{
    Serving serving = {project, options};
    MieniTextOut end = {0};
    char *list = NULL;
    const long failures = strncmp(request, "shard ", 6) == 0 ? strtol(request + 6, &list, 10) : 0;
    if (strncmp(request, "cook ", 5) == 0) {
        serve_cook(&serving, request + 5);
    } else if (list != NULL && *list == ' ' && failures >= 0 && failures <= INT_MAX) {
        serve_shard(&serving, (int)failures, list + 1);
    } else {
        MieniProblem problem = {0};
        mieni_problem_set(&problem, "", MIEN_ERROR_DATA, mieni_nowhere(), "Not a build request.");
        answer_failed(&serving, &problem);
    }
    mieni_text_put(&end, "{\"end\": true}");
    send_line(&serving, &end);
}
