// SPDX-License-Identifier: MIT
//
// Commands on clips, graphs, characters, curves and files.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/studio_dialogs.h"

#include "studio/model/commands/assets.h"
#include "studio/model/commands/clips.h"
#include "studio/model/commands/graph_make.h"
#include "studio/model/commands/graph_parameters.h"
#include "studio/model/commands/graphs.h"
#include "studio/model/facts/summary.h"

static const char CLIP[] = "raw.clip.json", GRAPH[] = "face.graph.json", CHILD[] = "child.graph.json";

static bool has(Studio *studio, const char *path, const char *text)
{
    const bool is_there = strstr(studio_text_now(studio, path), text) != NULL;
    if (!is_there)
        printf("%s\n", studio_text_now(studio, path));
    return is_there;
}

TEST(keys_and_back_to_the_very_bytes)
{
    MieniKeyPlace keys[] = {{"jawOpen", 0}, {"jawOpen", 1}};
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_clip_add_curve(studio, CLIP, "brow", &problem));
    STUDIO_OK(studio_clip_set_key(studio, CLIP, "jawOpen", 1.36, 0.5, NULL, &problem));
    CHECK_STR(studio_undo_label(studio), "key jawOpen at 1.36 s");
    STUDIO_OK(studio_clip_set_key(studio, CLIP, "jawOpen", 1.36, 0.75, NULL, &problem)); // one gesture
    STUDIO_OK(studio_clip_move_keys(studio, CLIP, keys, 2, &(MieniKeyMove){.time = 0.5}, &problem));
    CHECK_STR(studio_undo_label(studio), "move 2 keys");
    CHECK(keys[0].key == 0 && keys[1].key == 2);
    const MieniKeyShape smooth = {.type = "cubic", .is_auto = true};
    const StudioKey shaped[] = {{"jawOpen", 0.5, 0, smooth}, {"jawOpen", 1.5, 1, smooth}};
    STUDIO_OK(studio_clip_paste_keys(studio, CLIP, shaped, 2, 0, NULL, &problem)); // as tangents are set
    CHECK(has(studio, CLIP, "{\"time\": 1.5, \"value\": 1, \"type\": \"cubic\", \"auto\": true}"));
    STUDIO_OK(studio_clip_delete_keys(studio, CLIP, keys, 1, &problem));
    STUDIO_OK(studio_clip_paste_keys(
        studio, CLIP, (const StudioKey[]){{"jawOpen", 0, 1, {.type = "constant"}}}, 1, 2, "brow", &problem));
    CHECK(has(studio, CLIP, "{\"time\": 2, \"value\": 1, \"type\": \"constant\"}"));
    CHECK(has(studio, CLIP, "\"note\": \"ours\""));
    STUDIO_OK(studio_clip_remove_curve(studio, CLIP, "jawOpen", &problem));
    CHECK_INT(studio->history.done_count, 7);
    STUDIO_OK(studio_save(studio, &problem));
    while (studio->history.done_count > 0)
        STUDIO_OK(studio_undo(studio, &problem));
    CHECK_STR(studio_text_now(studio, CLIP), STUDIO_RAW_CLIP);
    STUDIO_OK(studio_save(studio, &problem));
    CHECK_STR(studio_text_on_disk(CLIP), STUDIO_RAW_CLIP);
    studio_close(studio);
}

TEST(names_that_were_meant)
{
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const MieniLintRename clip = {"jawOpen", "jaw_open"}, pose = {"jawOpen", "JawOpen"};
    STUDIO_OK(studio_rename_meant(studio, &(MieniFinding){.file = CLIP}, &clip, &problem));
    CHECK_STR(studio_undo_label(studio), "rename jawOpen to jaw_open");
    CHECK(has(studio, CLIP, "\"do\": \"rename_curves\", \"names\": [\"jawOpen\"], \"to\": [\"jaw_open\"]"));
    CHECK(has(studio, "face.poses.json", "\"jawOpen\"")); // of this clip alone
    STUDIO_OK(studio_undo(studio, &problem));
    STUDIO_OK(studio_rename_meant(studio, &(MieniFinding){.file = "face.poses.json"}, &pose, &problem));
    CHECK(has(studio, "face.poses.json", "\"JawOpen\"") && has(studio, CLIP, "\"JawOpen\""));
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK_STR(studio_text_now(studio, CLIP), STUDIO_RAW_CLIP);
    studio_close(studio);
}

TEST(a_drag_begins_where_it_began)
{
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_clip_set_key(studio, "talk.clip.json", "jawOpen", 0.5, 0.5, NULL, &problem));
    const uint64_t start = studio_hash_of(studio);
    STUDIO_OK(studio_group_begin(studio, "move 1 key", &problem));
    for (int i = 1; i <= 12; ++i) { // over the key at 1, which must not be swallowed
        MieniKeyPlace key = {"jawOpen", 1};
        STUDIO_OK(studio_group_rewind(studio, &problem));
        STUDIO_OK(studio_clip_move_keys(studio, "talk.clip.json", &key, 1, &(MieniKeyMove){.time = i / 10.0},
                                        &problem));
    }
    STUDIO_OK(studio_group_end(studio, &problem));
    CHECK(
        has(studio, "talk.clip.json", "{\"time\": 1, \"value\": 1},\n      {\"time\": 1.7, \"value\": 0.5}"));
    CHECK_INT(studio->history.done_count, 2);
    STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start);
    studio_discard(studio);
}

TEST(modifiers_of_many_clips)
{
    static const char *const clips[] = {"talk.clip.json", "raw.clip.json"};
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_clips_remove_tracks(studio, clips, 2, &problem));
    CHECK_STR(studio_undo_label(studio), "remove bone tracks in 2 clips");
    CHECK(has(studio, clips[0], "remove_all_tracks") && has(studio, clips[1], "remove_all_tracks"));
    STUDIO_OK(studio_clips_remove_tracks(studio, clips, 2, &problem)); // there already
    CHECK_INT(studio->history.done_count, 1);
    STUDIO_OK(studio_modifier_add(studio, clips, 1, 0,
                                  "{\"do\": \"smooth_curves\", \"names\": [\"*\"], \"time_constant\": 0.1}",
                                  &problem));
    CHECK_STR(studio_undo_label(studio), "add modifier Smooth curves");
    STUDIO_OK(studio_modifier_set_off(studio, clips[0], 0, true, &problem));
    CHECK_STR(studio_undo_label(studio), "turn off Smooth curves");
    STUDIO_OK(studio_modifier_move(studio, clips[0], 0, 1, &problem));
    STUDIO_OK(studio_modifier_remove(studio, clips[0], 0, &problem));
    CHECK_STR(studio_undo_label(studio), "remove modifier Remove all bone tracks");
    CHECK_STATUS(studio_modifier_add(studio, clips, 1, 0, "{\"do\": \"fly\"}", NULL), MIEN_ERROR_DATA);
    CHECK_STATUS(studio_modifier_add(studio, clips, 1, 0, "nonsense", NULL), MIEN_ERROR_CORRUPT);
    studio_discard(studio);
}

TEST(nodes_and_wires)
{
    char id[256];
    MieniProblem refused = {0};
    const StudioNodePlace places[] = {{"face", 100, 50}, {"clip", 0, 50}};
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    STUDIO_OK(studio_graph_add_node(studio, GRAPH, "layered_blend", NULL, 11, 22, id, &problem));
    CHECK_STR(id, "layered_blend");
    CHECK(has(
        studio, GRAPH,
        "\"position\": [11, 22], \"base\": \"rest_pose\", \"layer\": \"rest_pose\", \"mask\": \"no_bones\""));
    STUDIO_OK(studio_graph_connect(studio, GRAPH, "layered_blend", "base", "clip", &problem));
    CHECK_STR(studio_undo_label(studio), "connect clip to layered_blend");
    STUDIO_OK(studio_graph_connect(studio, GRAPH, "out", "input", "layered_blend", &problem));
    CHECK_STATUS(studio_graph_connect(studio, GRAPH, "layered_blend", "base", "out", &refused),
                 MIEN_ERROR_DATA);
    STUDIO_OK(studio_graph_place_nodes(studio, GRAPH, places, 2, &problem));
    CHECK_STR(studio_undo_label(studio), "move 2 nodes");
    static const char *const copied[] = {"layered_blend"};
    MieniTextOut text = {0};
    MieniPaths ids = {0};
    STUDIO_OK(studio_graph_copy_nodes(studio, GRAPH, copied, 1, &text, &problem));
    STUDIO_OK(studio_graph_paste_nodes(studio, GRAPH, text.bytes, text.size, 8, 8, NULL, &ids, &problem));
    CHECK(ids.count == 1 && strcmp(ids.items[0], "layered_blend_2") == 0);
    mieni_text_release(&text);
    mieni_paths_release(&ids);
    STUDIO_OK(studio_graph_remove_nodes(
        studio, GRAPH, (const char *const[]){"layered_blend", "layered_blend_2"}, 2, &problem));
    CHECK(has(studio, GRAPH, "{\"id\": \"out\", \"node\": \"output\", \"input\": \"clip\"}"));
    STUDIO_OK(studio_graph_set_parameter(studio, GRAPH, "speed", "float", "1", &problem));
    STUDIO_OK(studio_graph_set(studio, GRAPH, "clip", "rate", "{\"parameter\": \"speed\"}", &problem));
    CHECK_STATUS(studio_graph_set(studio, GRAPH, "clip", "rate", "{\"parameter\": \"none\"}", &refused),
                 MIEN_ERROR_DATA);
    CHECK_STATUS(studio_graph_set(studio, GRAPH, "clip", "rate", "\"fast\"", &refused), MIEN_ERROR_DATA);
    STUDIO_OK(studio_graph_set(studio, GRAPH, "clip", "rate", NULL, &problem));
    STUDIO_OK(studio_parameter_remove(studio, GRAPH, "speed", &problem));
    STUDIO_OK(studio_graph_rename(studio, GRAPH, MIENI_GRAPH_NODES, "face", "head", &problem));
    CHECK(has(studio, CHILD, "\"id\": \"head\""));
    while (studio->history.done_count > 0)
        STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start);
    studio_discard(studio);
}

TEST(children)
{
    MieniProblem refused = {0};
    const StudioShared share = {"ada.character.json", "face.poses.json", "ada.graph.json"};
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_graph_set(studio, CHILD, "clip", "rate", "0.5", &problem));
    CHECK_STR(studio_undo_label(studio), "override clip in child");
    CHECK(has(studio, CHILD, "{\"id\": \"clip\", \"rate\": 0.5}"));
    CHECK_STATUS(studio_graph_set(studio, CHILD, "none", "rate", "0.5", &refused), MIEN_ERROR_DATA);
    CHECK_STATUS(studio_graph_set(studio, CHILD, "face", "rate", "0.5", &refused), MIEN_ERROR_DATA);
    STUDIO_OK(studio_graph_set(studio, CHILD, "clip", "rate", NULL, &problem));
    CHECK_STR(studio_undo_label(studio), "reset clip in child");
    CHECK_STATUS(studio_graph_connect(studio, CHILD, "out", "input", "clip", &refused), MIEN_ERROR_DATA);
    STUDIO_OK(studio_graph_make_child(studio, "new.graph.json", GRAPH, "other.poses.json", &problem));
    CHECK(has(studio, "new.graph.json", "{\"id\": \"face\", \"poses\": \"other.poses.json\"}"));
    STUDIO_OK(studio_graph_share(studio, CHILD, &share, 1, &problem)); // a child of a child
    CHECK_STR(studio_undo_label(studio), "share child with 1 character");
    CHECK(has(studio, "ada.graph.json", "{\"id\": \"face\", \"poses\": \"face.poses.json\"}"));
    CHECK(has(studio, "ada.character.json", "\"graph\": \"ada.graph.json\""));
    STUDIO_OK(studio_character_make(studio, "eve.character.json", NULL, "face.skeleton.json", CHILD, NULL,
                                    &problem));
    CHECK(has(studio, "eve.character.json", "\"graph\": \"child.graph.json\""));
    studio_discard(studio);
}

TEST(files_move_and_references_follow)
{
    int count = 0;
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    STUDIO_OK(studio_asset_move(studio, "other.poses.json", "faces/pip.poses.json", &count, &problem));
    CHECK_INT(count, 1);
    CHECK(has(studio, CHILD, "\"poses\": \"faces/pip.poses.json\"") &&
          !studio_exists(studio, "other.poses.json"));
    CHECK_STR(studio_undo_label(studio), "rename other to pip");
    STUDIO_OK(studio_asset_move(studio, "face.skeleton.json", "rig.skeleton.json", &count, &problem));
    CHECK_INT(count, 5); // two pose assets, a clip, a graph, a character
    CHECK_STATUS(studio_asset_move(studio, CLIP, "raw.poses.json", NULL, NULL), MIEN_ERROR_DATA);
    CHECK_STATUS(studio_asset_move(studio, CLIP, "talk.clip.json", NULL, NULL), MIEN_ERROR_DATA);
    STUDIO_OK(studio_asset_copy(studio, CLIP, "copy.clip.json", &problem));
    CHECK_STR(studio_text_now(studio, "copy.clip.json"), STUDIO_RAW_CLIP);
    STUDIO_OK(studio_assets_delete(studio, (const char *const[]){"copy.clip.json", CLIP}, 2, &problem));
    CHECK_STR(studio_undo_label(studio), "delete 2 assets");
    STUDIO_OK(studio_asset_make(studio, "new.graph.json", "rig.skeleton.json", &problem));
    STUDIO_OK(studio_asset_make(studio, "new.poses.json", "rig.skeleton.json", &problem));
    CHECK_STATUS(studio_asset_make(studio, "new.poses.json", "rig.skeleton.json", NULL), MIEN_ERROR_DATA);
    CHECK_STATUS(studio_asset_make(studio, "../new.clip.json", NULL, NULL), MIEN_ERROR_DATA);
    STUDIO_OK(
        studio_asset_set(studio, "talk.clip.json", "sound.file", "\"a.wav\"", "set sound", NULL, &problem));
    CHECK(has(studio, "talk.clip.json", "\"sound\": {\"file\": \"a.wav\"}"));
    STUDIO_OK(studio_asset_set(studio, "talk.clip.json", "keyed[0].keys[2]", "{\"time\": 2, \"value\": 0}",
                               "x", NULL, &problem));
    CHECK_STATUS(studio_asset_set(studio, "talk.clip.json", "keyed[7].curve", "\"x\"", "x", NULL, NULL),
                 MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(studio_asset_set(studio, "talk.clip.json", "rate", "\"x\"", "x", NULL, NULL),
                 MIEN_ERROR_DATA);
    while (studio->history.done_count > 0)
        STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start);
    studio_discard(studio);
}

TEST(names_of_curves)
{
    static const char *const many[] = {"look_L", "jaw_open"};
    int counts[2];
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    const uint64_t start = studio_hash_of(studio);
    STUDIO_OK(dialog_rename_curve(studio, "jawOpen", "jaw_open", false, counts, &problem));
    CHECK(counts[0] == 6 && counts[1] == 6 && studio_hash_of(studio) == start);
    STUDIO_OK(dialog_rename_curve(studio, "jawOpen", "jaw_open", true, counts, &problem));
    CHECK(counts[0] == 6 && studio_hash_of(studio) != start);
    STUDIO_OK(studio_curves_delete(studio, "face.skeleton.json", many, 2, true, &problem));
    CHECK(strstr(studio_text_now(studio, "talk.clip.json"), "keyed") == NULL);
    CHECK_STATUS(studio_curves_delete(studio, "face.skeleton.json", many, 2, true, NULL), MIEN_ERROR_DATA);
    for (int i = 0; i < 2; ++i)
        STUDIO_OK(studio_undo(studio, &problem));
    CHECK(studio_hash_of(studio) == start);
    studio_discard(studio);
}

TEST(summaries)
{
    static const struct {
        const char *path, *text;
    } rows[] = {{"face.poses.json", "3 poses · additive"},
                {"face.skeleton.json", "4 bones · 2 curves"},
                {"talk.clip.json", "1.0 s · 1 keyed curve"},
                {"face.graph.json", "3 nodes"},
                {"child.graph.json", "child of face · overrides 1"},
                {"ada.character.json", "face · child"},
                {"ours.map.json", "1 row"}};
    char text[STUDIO_SUMMARY_ROOM];
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        const MieniAsset *asset;
        STUDIO_OK(studio_asset(studio, rows[i].path, &asset, &problem));
        CHECK_STR(studio_summary(asset, text), rows[i].text);
    }
    studio_discard(studio);
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(keys_and_back_to_the_very_bytes);
    RUN(names_that_were_meant);
    RUN(a_drag_begins_where_it_began);
    RUN(modifiers_of_many_clips);
    RUN(nodes_and_wires);
    RUN(children);
    RUN(files_move_and_references_follow);
    RUN(names_of_curves);
    RUN(summaries);
    studio_folders_end();
}
