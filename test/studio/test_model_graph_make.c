// SPDX-License-Identifier: MIT
//
// Nodes that come as a group: copied, pasted, and as the template of a face.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/studio_projects.h"

#include "studio/model/commands/graph_check.h"
#include "studio/model/commands/graph_make.h"

static const char GRAPH[] = "face.graph.json";

static bool has(Studio *studio, const char *path, const char *text)
{
    const bool is_there = strstr(studio_text_now(studio, path), text) != NULL;
    if (!is_there)
        printf("%s\n", studio_text_now(studio, path));
    return is_there;
}

static bool is_whole(Studio *studio, const char *path)
{
    StudioSnapshot *snapshot = NULL;
    MieniProblem problem = {0};
    const bool is_fine = studio_snapshot_make(&studio->files, &snapshot, &problem) == MIEN_OK &&
                         studio_graph_check(&snapshot->project, path, &problem) == MIEN_OK;
    studio_snapshot_destroy(snapshot);
    return is_fine;
}

TEST(copies_keep_wires_among_themselves)
{
    static const char *const ids[] = {"clip", "face", "out"};
    MieniTextOut text = {0};
    MieniPaths made = {0};
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t before = studio_hash_of(studio);
    STUDIO_OK(studio_graph_copy_nodes(studio, GRAPH, ids, 3, &text, &problem));
    CHECK(strstr(text.bytes, "\"output\"") == NULL); // a graph has one
    STUDIO_OK(studio_graph_paste_nodes(studio, GRAPH, text.bytes, text.size, 22, 44, NULL, &made, &problem));
    CHECK_STR(studio_undo_label(studio), "paste 2 nodes");
    CHECK_INT(made.count, 2);
    CHECK_STR(made.items[0], "clip_2");
    CHECK(has(studio, GRAPH,
              "\"id\": \"face_2\", \"node\": \"poses\", \"position\": [22, 44], \"input\": \"clip_2\""));
    CHECK(is_whole(studio, GRAPH));
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == before);
    mieni_paths_release(&made);
    mieni_text_release(&text);
    studio_discard(studio);
}

TEST(what_leads_nowhere_comes_from_the_reference_pose)
{
    static const char foreign[] = "{\"kind\": \"graph\", \"version\": 1, \"nodes\": [{\"id\": \"mix\", "
                                  "\"node\": \"layered_blend\", \"base\": "
                                  "\"elsewhere\", \"layer\": \"clip\", \"mask\": \"gone\"}, {\"id\": "
                                  "\"pick\", \"node\": \"blend_by_int\", "
                                  "\"inputs\": [\"elsewhere\", \"mix\"]}]}";
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(
        studio_graph_paste_nodes(studio, GRAPH, foreign, strlen(foreign), 0, 0, "paste", NULL, &problem));
    CHECK(has(studio, GRAPH, "\"base\": \"rest_pose\", \"layer\": \"clip\""));
    CHECK(has(studio, GRAPH, "\"inputs\": [\"mix\"]"));
    CHECK(is_whole(studio, GRAPH));
    studio_discard(studio);
}

TEST(what_is_pasted_is_checked_like_a_file)
{
    static const char *const texts[] = {
        "",
        "{\"nodes\": 3}",
        "{\"kind\": \"graph\", \"version\": 1}",
        "{\"kind\": \"graph\", \"version\": 1, \"nodes\": [{\"id\": 5, \"node\": \"clip\"}]}",
        "{\"kind\": \"graph\", \"version\": 1, \"nodes\": [{\"id\": \"x\", \"node\": \"blend_by_int\", "
        "\"inputs\": "
        "[1]}]}",
        ("{\"kind\": \"graph\", \"version\": 1, \"nodes\": [{\"id\": \"x\", \"node\": \"output\", "
         "\"input\": \"clip\"}]}"),
    };
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t before = studio_hash_of(studio);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        MieniProblem problem = {0};
        CHECK(studio_graph_paste_nodes(studio, GRAPH, texts[i], strlen(texts[i]), 0, 0, NULL, NULL,
                                       &problem) != MIEN_OK);
        CHECK(problem.error.message[0] != '\0');
    }
    const char *fine =
        "{\"kind\": \"graph\", \"version\": 1, \"nodes\": [{\"id\": \"x\", \"node\": \"clip\"}]}";
    CHECK(studio_graph_paste_nodes(studio, "child.graph.json", fine, strlen(fine), 0, 0, NULL, NULL, NULL) !=
          MIEN_OK); // nodes of a child are its parent's
    CHECK(studio_hash_of(studio) == before);
    CHECK_INT(studio->history.done_count, 0);
    studio_discard(studio);
}

TEST(the_template_of_a_face)
{
    const StudioFaceGraph face = {"face.poses.json", "talk.clip.json", NULL};
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t before = studio_hash_of(studio);
    STUDIO_OK(studio_graph_make_face(studio, "new.graph.json", "face.skeleton.json", "ada.character.json",
                                     &face, &problem));
    CHECK_STR(studio_undo_label(studio), "create new (6 nodes)");
    CHECK_INT(studio->history.done_count, 1);
    CHECK(has(studio, "ada.character.json", "\"graph\": \"new.graph.json\""));
    CHECK(has(studio, "new.graph.json",
              "\"node\": \"poses\", \"input\": \"live\", \"poses\": \"face.poses.json\""));
    CHECK(is_whole(studio, "new.graph.json"));
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == before);
    MieniProblem problem = {0}; // the name is taken: nothing of it happens, the character stays
    CHECK(studio_graph_make_face(studio, GRAPH, "face.skeleton.json", "ada.character.json", &face,
                                 &problem) != MIEN_OK);
    CHECK(studio_graph_fill_face(studio, "child.graph.json", &face, &problem) != MIEN_OK);
    CHECK(studio_hash_of(studio) == before);
    studio_discard(studio);
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(copies_keep_wires_among_themselves);
    RUN(what_leads_nowhere_comes_from_the_reference_pose);
    RUN(what_is_pasted_is_checked_like_a_file);
    RUN(the_template_of_a_face);
    studio_folders_end();
}
