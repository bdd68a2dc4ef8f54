// SPDX-License-Identifier: MIT
//
// Graphs of the sample project: what all heads share is written once, and a child says
// whose face it is.

#include "demo/making.h"

#define MASTER "cast.graph.json"

/// The clip of the face has curves alone and the mask takes no bones, so that a bone is
/// moved by the body or by the pose asset and never by both. What is played is a
/// parameter, for it is what others want to change.
static const char master[] =
    "{\"kind\": \"graph\", \"version\": 1, \"skeleton\": \"%s\", \"parameters\": ["
    "{\"name\": \"performance\", \"type\": \"clip\", \"value\": \"%s\"}, "
    "{\"name\": \"pace\", \"type\": \"float\", \"value\": 1}], "
    "\"masks\": [{\"name\": \"no_bones\", \"bones\": []}], \"nodes\": ["
    "{\"id\": \"body\", \"node\": \"clip\", \"clip\": \"%s\", \"rate\": {\"parameter\": "
    "\"pace\"}}, "
    "{\"id\": \"face\", \"node\": \"clip\", \"clip\": {\"parameter\": \"performance\"}, \"loop\": false}, "
    "{\"id\": \"both\", \"node\": \"layer\", \"base\": \"body\", \"layer\": \"face\", \"mask\": "
    "\"no_bones\"}, "
    "{\"id\": \"live\", \"node\": \"source\", \"input\": \"both\"}, "
    "{\"id\": \"pose\", \"node\": \"poses\", \"input\": \"live\", \"poses\": \"%s\"}, "
    "{\"id\": \"out\", \"node\": \"output\", \"input\": \"pose\"}]}";

void mieni_cast_put_master(MieniTextOut *out, const MieniCastGraph *graph)
{
    mieni_text_putf(out, master, graph->skeleton, graph->performance, graph->body, graph->poses);
}

void mieni_cast_put_child(MieniTextOut *out, const char *parent, const char *poses)
{
    mieni_text_putf(out,
                    "{\"kind\": \"graph\", \"version\": 1, \"extends\": \"%s\", "
                    "\"overrides\": [{\"id\": \"pose\", \"poses\": \"%s\"}]}",
                    parent, poses);
}

/// Takes the text with it.
static MienStatus write_graph(const MieniCastMaking *making, const char *path, MieniTextOut *text)
{
    MieniAsset asset = {0};
    MienError error = {0};
    if (text->is_out_of_memory) {
        mieni_text_release(text);
        return mieni_cast_no_memory(making);
    }
    MienStatus status = mieni_asset_read(&asset, MIENI_ASSET_GRAPH, text->bytes, text->size, NULL, &error);
    if (status == MIEN_OK)
        status = mieni_project_save(&making->project, path, &asset, making->problem);
    else
        mieni_problem_set(making->problem, path, status, error.message, "%s", error.place);
    mieni_asset_release(&asset);
    mieni_text_release(text);
    return status;
}

const char *mieni_cast_graph(char out[MIENI_CAST_NAME_ROOM], int who)
{
    return who == MIENI_CAST_ADA ? MASTER : mieni_cast_file(out, who, ".graph.json");
}

MienStatus mieni_cast_graphs_make(const MieniCastMaking *making)
{
    static const MieniCastGraph graph = {.skeleton = "ada.skeleton.json",
                                         .performance = "emotions.clip.json",
                                         .body = "idle.clip.json",
                                         .poses = "ada.poses.json"};
    char name[MIENI_CAST_NAME_ROOM], poses[MIENI_CAST_NAME_ROOM];
    MieniTextOut text = {0};
    mieni_cast_put_master(&text, &graph);
    MienStatus status = write_graph(making, MASTER, &text);
    if (status == MIEN_OK)
        mieni_cast_tell(making, MASTER, "a body, a face over it, and Ada's poses");
    for (int who = MIENI_CAST_ADA + 1; who < MIENI_CAST_COUNT && status == MIEN_OK; ++who) {
        const char *path = mieni_cast_graph(name, who);
        mieni_cast_put_child(&text, MASTER, mieni_cast_file(poses, who, ".poses.json"));
        status = write_graph(making, path, &text);
        if (status == MIEN_OK)
            mieni_cast_tell(making, path, "a child of " MASTER);
    }
    return status;
}
