// SPDX-License-Identifier: MIT
//
// Graphs of the sample project: what all heads share is written once, and a child says
// whose face it is.

#include "demo/making.h"

#include <stdio.h>
#include <string.h>

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

static MienStatus write_graph(const MieniCastMaking *making, const char *path, const char *text)
{
    MieniAsset asset;
    MienError error = {0};
    MienStatus status = mieni_asset_read(&asset, MIENI_ASSET_GRAPH, text, strlen(text), NULL, &error);
    if (status == MIEN_OK)
        status = mieni_project_save(&making->project, path, &asset, making->problem);
    else
        mieni_problem_set(making->problem, path, status, error.message, "%s", error.place);
    mieni_asset_release(&asset);
    return status;
}

const char *mieni_cast_graph(char out[MIENI_CAST_NAME_ROOM], int who)
{
    return who == MIENI_CAST_ADA ? MASTER : mieni_cast_file(out, who, ".graph.json");
}

MienStatus mieni_cast_graphs_make(const MieniCastMaking *making)
{
    char name[MIENI_CAST_NAME_ROOM], text[256];
    MienStatus status = write_graph(making, MASTER, master);
    if (status == MIEN_OK)
        mieni_cast_tell(making, MASTER, "a body, a face over it, and Ada's poses");
    for (int who = MIENI_CAST_ADA + 1; who < MIENI_CAST_COUNT && status == MIEN_OK; ++who) {
        const char *path = mieni_cast_graph(name, who);
        snprintf(text, sizeof text,
                 "{\"kind\": \"graph\", \"version\": 1, \"extends\": \"" MASTER "\", "
                 "\"overrides\": [{\"id\": \"pose\", \"poses\": \"%s.poses.json\"}]}",
                 mieni_cast_model((MieniCastWho)who)->name);
        status = write_graph(making, path, text);
        if (status == MIEN_OK)
            mieni_cast_tell(making, path, "a child of " MASTER);
    }
    return status;
}
