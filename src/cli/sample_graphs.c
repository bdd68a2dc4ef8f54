// SPDX-License-Identifier: MIT
//
// Graphs of the sample project: what all heads share is written once, and a child says
// whose face it is.

#include "cli/sample.h"

#include "sample/cast.h"

#include <string.h>

void cli_tell(CliTelling *telling, const char *path, const char *detail)
{
    MieniJson *row = mieni_json_append(&telling->json, telling->list, mieni_json_object(&telling->json));
    cli_json_set_string(&telling->json, row, "path", path);
    cli_json_set_string(&telling->json, row, "detail", detail);
    mieni_text_putf(&telling->text, "%s: made, %s\n", path, detail);
}

#define MASTER "cast.graph.json"

/// The clip of the face has curves alone and the mask takes no bones, so that a bone is
/// moved by the body or by the pose asset and never by both. What is played is a
/// parameter, for it is what others want to change.
static const char master[] =
    "{\"kind\": \"graph\", \"version\": 1, \"skeleton\": \"ada.skeleton.json\", \"parameters\": ["
    "{\"name\": \"performance\", \"type\": \"clip\", \"value\": \"emotions.clip.json\"}, "
    "{\"name\": \"pace\", \"type\": \"float\", \"value\": 1}], "
    "\"masks\": [{\"name\": \"no_bones\", \"bones\": []}], \"nodes\": ["
    "{\"id\": \"body\", \"node\": \"clip\", \"clip\": \"idle.clip.json\", \"rate\": {\"parameter\": "
    "\"pace\"}}, "
    "{\"id\": \"face\", \"node\": \"clip\", \"clip\": {\"parameter\": \"performance\"}, \"loop\": false}, "
    "{\"id\": \"both\", \"node\": \"layer\", \"base\": \"body\", \"layer\": \"face\", \"mask\": "
    "\"no_bones\"}, "
    "{\"id\": \"live\", \"node\": \"source\", \"input\": \"both\"}, "
    "{\"id\": \"pose\", \"node\": \"poses\", \"input\": \"live\", \"poses\": \"ada.poses.json\"}, "
    "{\"id\": \"out\", \"node\": \"output\", \"input\": \"pose\"}]}";

static int write_graph(const CliArgs *args, const MieniProject *project, const char *path, const char *text)
{
    MieniAsset asset;
    MieniProblem problem = {0};
    MienError error = {0};
    MienStatus status = mieni_asset_read(&asset, MIENI_ASSET_GRAPH, text, strlen(text), NULL, &error);
    if (status == MIEN_OK)
        status = mieni_project_save(project, path, &asset, &problem);
    else
        mieni_problem_set(&problem, path, status, error.message, "%s", error.place);
    mieni_asset_release(&asset);
    return status == MIEN_OK ? CLI_EXIT_OK : cli_fail_problem(args, &problem);
}

const char *cli_sample_graph_path(const CliArgs *args, int who)
{
    return who == MIENI_CAST_ADA ? MASTER
                                 : cli_text(args, "%s.graph.json", mieni_cast_model((MieniCastWho)who)->name);
}

int cli_sample_graphs(const CliArgs *args, const MieniProject *project, CliTelling *telling)
{
    int code = write_graph(args, project, MASTER, master);
    if (code == CLI_EXIT_OK)
        cli_tell(telling, MASTER, "a body, a face over it, and Ada's poses");
    for (int who = MIENI_CAST_ADA + 1; who < MIENI_CAST_COUNT && code == CLI_EXIT_OK; ++who) {
        const char *name = mieni_cast_model((MieniCastWho)who)->name;
        const char *path = cli_sample_graph_path(args, who);
        code = write_graph(args, project, path,
                           cli_text(args,
                                    "{\"kind\": \"graph\", \"version\": 1, \"extends\": \"" MASTER "\", "
                                    "\"overrides\": [{\"id\": \"pose\", \"poses\": \"%s.poses.json\"}]}",
                                    name));
        if (code == CLI_EXIT_OK)
            cli_tell(telling, path, "a child of " MASTER);
    }
    return code;
}
