// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "cli/live/binding.h"

#include "cli/find_asset.h"
#include "live/curves.h"
#include "project/edit/face_map.h"
#include "project/live/report.h"

#include <string.h>

enum { MOST_FACES = 16, MOST_SOURCES = 64 };

typedef struct Face {
    const char *path;
    MieniLiveCurves curves;
} Face;

struct CliBinding {
    MieniArena arena;
    Face faces[MOST_FACES];
    int face_count;
    MienLiveFrame *frames[MOST_SOURCES]; ///< The last of each source with other names than the one before.
};

static int open_face(const CliArgs *args, const MieniProject *project, const char *given, CliBinding *binding)
{
    Face *face = &binding->faces[binding->face_count];
    MieniProblem problem = {0};
    MieniAsset asset;
    const char **names = NULL;
    const int code = cli_find_asset(args, project, given, cli_kinds_face, &face->path);
    if (code != CLI_EXIT_OK)
        return code;
    if (mieni_project_load(project, face->path, mieni_asset_kind_of_path(face->path), &asset, &problem) !=
        MIEN_OK)
        return cli_fail_problem(args, &problem);
    const int count = mieni_face_names(&asset, NULL, &binding->arena, &names);
    mieni_live_curves_fill(&binding->arena, names, count, &face->curves);
    mieni_asset_release(&asset);
    binding->face_count++;
    return binding->arena.is_out_of_memory ? cli_fail_memory(args) : CLI_EXIT_OK;
}

int cli_binding_open(const CliArgs *args, int first, CliBinding **out_binding)
{
    MieniProject project;
    *out_binding = NULL;
    if (args->value_count <= first)
        return CLI_EXIT_OK;
    if (args->value_count - first > MOST_FACES)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "At most %d faces are compared.", (int)MOST_FACES);
    CliBinding *binding = mieni_arena_take(args->arena, 1, sizeof *binding);
    if (binding == NULL)
        return cli_fail_memory(args);
    int code = cli_project_open(args, &project);
    if (code != CLI_EXIT_OK)
        return code;
    for (int i = first; i < args->value_count && code == CLI_EXIT_OK; ++i)
        code = open_face(args, &project, args->values[i], binding);
    mieni_project_close(&project);
    *out_binding = binding;
    return code;
}

void cli_binding_close(CliBinding *binding)
{
    if (binding != NULL)
        mieni_arena_release(&binding->arena);
}

bool cli_binding_add(CliBinding *binding, int source, const MienLiveFrame *frame)
{
    if (binding == NULL || source >= MOST_SOURCES || !frame->has_face)
        return false;
    MienLiveFrame **last = &binding->frames[source];
    if (*last == NULL)
        *last = mieni_arena_take(&binding->arena, 1, sizeof **last);
    if (*last == NULL ||
        ((*last)->value_count == frame->value_count && (*last)->text_size == frame->text_size &&
         memcmp((*last)->text, frame->text, (size_t)frame->text_size) == 0))
        return false;
    memcpy(*last, frame, sizeof *frame);
    return true;
}

static void put_face(const Face *face, const MienLiveFrame *frame, const char *source, MieniTextOut *out)
{
    bool is_bound[MIEN_LIVE_MAX_VALUES];
    const int bound = mieni_live_find_bound(&face->curves, frame, is_bound);
    cli_putf(out, "%s: ", face->path);
    mieni_live_put_bound(frame, is_bound, source, out);
    mieni_text_put(out, "\n");
    if (bound > 0)
        return;
    cli_putf(out, "  %s has ", face->path);
    mieni_live_put_names(&face->curves, out);
    mieni_text_put(out, ": translate with a map, see mien map list\n");
}

void cli_binding_put(const CliArgs *args, const CliBinding *binding, const MienLiveReceiver *receiver,
                     MieniTextOut *out)
{
    (void)args;
    for (int s = 0; binding != NULL && s < MOST_SOURCES; ++s) {
        const MienLiveSourceInfo *info = mien_live_receiver_source(receiver, s);
        if (binding->frames[s] == NULL || info == NULL || !info->is_used)
            continue;
        const char *name = mieni_live_source_label(info);
        for (int f = 0; f < binding->face_count; ++f)
            put_face(&binding->faces[f], binding->frames[s], name, out);
    }
}

void cli_binding_put_json(const CliBinding *binding, int source, MieniTextOut *out)
{
    const MienLiveFrame *frame = binding->frames[source];
    cli_putf(out, "{\"source\": %d, \"unbound\": {", source);
    for (int f = 0; f < binding->face_count; ++f) {
        const Face *face = &binding->faces[f];
        bool is_bound[MIEN_LIVE_MAX_VALUES], is_first = true;
        mieni_live_find_bound(&face->curves, frame, is_bound);
        mieni_text_put(out, f > 0 ? ", " : "");
        mieni_text_put_string(out, face->path);
        mieni_text_put(out, ": [");
        for (int i = 0; i < frame->value_count; ++i)
            if (!is_bound[i]) {
                mieni_text_put(out, is_first ? "" : ", ");
                mieni_text_put_string(out, mien_live_frame_name(frame, i));
                is_first = false;
            }
        mieni_text_put(out, "]");
    }
    mieni_text_put(out, "}}\n");
}
