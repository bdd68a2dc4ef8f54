// SPDX-License-Identifier: MIT
//
// Actions at random on an open project: all commands, on what there is and what there
// is not. Most do something; some are refused, which changes nothing.

#pragma once

#include "support/studio_dialogs.h"

#include "studio/model/commands/clips.h"
#include "studio/model/commands/graph_make.h"
#include "studio/model/commands/graph_parameters.h"
#include "studio/model/commands/graphs.h"
#include "support/random.h"

#define PICK(random, list) ((list)[random_below(random, (int)(sizeof(list) / sizeof *(list)))])

static const char *const monkey_names[] = {"jawOpen", "look_L", "look_R", "smile",    "smile_L",
                                           "smile_R", "Pose_3", "brow",   "jawOpen_2"};
static const char *const monkey_poses[] = {"face.poses.json", "other.poses.json", "made.poses.json"};
static const char *const monkey_clips[] = {"talk.clip.json", "raw.clip.json", "new.clip.json"};
static const char *const monkey_graphs[] = {"face.graph.json", "child.graph.json", "new.graph.json"};
static const char *const monkey_ids[] = {"clip",  "face",          "out",          "rest_pose",
                                         "blend", "layered_blend", "modify_curve", "poses"};

/// One of three files, mostly one that is there.
static inline const char *monkey_file(Studio *studio, Random *random, const char *const files[3])
{
    const char *path = files[random_below(random, 3)];
    for (int i = 0; i < 3 && !studio_exists(studio, path) && random_below(random, 5) > 0; ++i)
        path = files[random_below(random, 3)];
    return path;
}

/// A name that rows of an asset have, mostly; otherwise one of those above.
static inline const char *monkey_row(Studio *studio, Random *random, const char *path, const char *list,
                                     const char *key, const char *fallback)
{
    const MieniAsset *asset;
    if (random_below(random, 5) == 0 || studio_asset(studio, path, &asset, NULL) != MIEN_OK)
        return fallback;
    const MieniJson *rows = mieni_json_get(asset->json.root, list);
    if (rows == NULL || rows->count == 0)
        return fallback;
    static char names[8][256]; // the tree goes with the next change
    static int turn;
    char *name = names[turn++ % 8];
    snprintf(name, 256, "%s", mieni_json_get_string(rows->items[random_below(random, rows->count)], key, ""));
    return name;
}

static inline MienStatus monkey_pose(Studio *studio, Random *random)
{
    const char *path = monkey_file(studio, random, monkey_poses);
    const char *names[3] = {PICK(random, monkey_names), PICK(random, monkey_names),
                            PICK(random, monkey_names)};
    names[0] = monkey_row(studio, random, path, "poses", "name", names[0]);
    const int count = 1 + random_below(random, 2);
    const bool flag = random_below(random, 2) == 0;
    const MieniPosedBone bone = {"jaw",
                                 {.rotation = {0, 0, 0, 1},
                                  .translation = {0, (float)random_between(random, 0, 1), 0},
                                  .scale = {1, 1, 1}}};
    StudioPaste paste;
    MienStatus status;
    switch (random_below(random, 18)) {
    case 0:
        return studio_poses_rename(studio, path, names, names + 1, 1, flag, NULL);
    case 1:
        return studio_poses_delete(studio, path, names, count, flag, NULL);
    case 2:
        return studio_poses_move(studio, path, names, 1, flag ? names[1] : NULL, NULL);
    case 3:
        return studio_poses_shift(studio, path, names, count, flag ? 1 : -1, NULL);
    case 4:
        return studio_poses_flip(studio, path, names, count, NULL);
    case 5:
        return studio_poses_duplicate(studio, path, names, count, NULL);
    case 6:
        return flag ? dialog_mirror(studio, path, names[0], names[1], NULL)
                    : dialog_symmetrise(studio, path, names[0], count == 1, NULL);
    case 7:
        return dialog_split(studio, path, names[0], "half_L", "half_R", flag ? 0.4 : 0.0, NULL);
    case 8:
        if (count == 1)
            return studio_poses_set_remap(
                studio, path, names[0],
                &(StudioPoseRemap){(float)random_between(random, -2, 2), flag ? 0.25f : 0, flag, count > 1},
                NULL);
        return studio_poses_set_mode(studio, path, flag, NULL);
    case 9:
        return studio_poses_set_base(studio, path, flag ? names[0] : NULL, NULL);
    case 10:
        return studio_poses_set_range(studio, path, names[0], flag ? -1 : 0,
                                      (float)random_between(random, 0.5, 2), NULL);
    case 11:
        return studio_poses_set_inbetween(studio, path, names[0], flag ? names[1] : NULL, 0.5f, NULL);
    case 12:
        return studio_poses_set_combination(studio, path, names[0], names + 1, flag ? 2 : 0, NULL);
    case 13:
        return studio_poses_set_group(studio, path, "mouth", MIEN_AUTHOR_GROUP_CAP, 1.5f, names, flag ? 1 : 0,
                                      NULL);
    case 14:
        return studio_poses_add(studio, path, flag ? names[0] : NULL, &bone, 1, NULL, NULL);
    case 15:
        return studio_poses_set_bones(studio, path, names[0], &bone, 1, NULL);
    case 16:
        return studio_poses_drop_edits(studio, path, names, 1, NULL);
    default:
        status = studio_paste_read(studio, path, flag ? "a\n#\nb\n" : "smile\nbrow", flag ? 6 : 10, 0, 0,
                                   false, &paste, NULL);
        if (status == MIEN_OK)
            status = dialog_paste(studio, path, &paste, flag, NULL);
        studio_paste_release(&paste);
        return status;
    }
}

static inline MienStatus monkey_clip(Studio *studio, Random *random)
{
    const char *path = monkey_file(studio, random, monkey_clips), *curve = PICK(random, monkey_names);
    MieniKeyPlace keys[3];
    const int count = 1 + random_below(random, 3);
    const MieniKeyShape shapes[] = {{.type = "linear"},
                                    {.type = "constant"},
                                    {.type = "cubic", .is_auto = true},
                                    {.type = "cubic", .has_slopes = true, .arrive = 1, .leave = -1}};
    const MieniKeyShape *shape = &shapes[random_below(random, 4)];
    const MieniKeyMove move = {.time = random_below(random, 20) / 10.0 - 1,
                               .value = random_below(random, 3) / 10.0,
                               .scale = random_below(random, 3)};
    const StudioKey pasted = {curve, 0.25, 0.75, *shape};
    for (int i = 0; i < 3; ++i)
        keys[i] = (MieniKeyPlace){monkey_row(studio, random, path, "keyed", "curve", curve),
                                  random_below(random, 2)};
    switch (random_below(random, 12)) {
    case 0:
        return studio_clip_add_curve(studio, path, curve, NULL);
    case 1:
        return studio_clip_remove_curve(studio, path, curve, NULL);
    case 2:
    case 3:
        return studio_clip_set_key(studio, path, curve, random_below(random, 30) / 30.0,
                                   random_between(random, -1, 2), random_below(random, 2) ? shape : NULL,
                                   NULL);
    case 4:
        return studio_clip_delete_keys(studio, path, keys, count, NULL);
    case 5:
        return studio_clip_move_keys(studio, path, keys, count, &move, NULL);
    case 6:
        return studio_clip_paste_keys(studio, path, &pasted, 1, 0, NULL, NULL);
    case 7:
        return studio_clip_paste_keys(studio, path, &pasted, 1, 0.1, random_below(random, 2) ? "brow" : NULL,
                                      NULL);
    case 8:
        return studio_modifier_add(studio, monkey_clips, 1 + random_below(random, 2), -1,
                                   "{\"do\": \"scale_curves\", \"names\": [\"*\"], \"gain\": 0.5}", NULL);
    case 9:
        return studio_modifier_remove(studio, path, random_below(random, 3), NULL);
    case 10:
        return random_below(random, 2)
                   ? studio_modifier_move(studio, path, 0, 1, NULL)
                   : studio_modifier_set_off(studio, path, 0, random_below(random, 2) == 0, NULL);
    default:
        return studio_clips_remove_tracks(studio, monkey_clips, 1 + random_below(random, 3), NULL);
    }
}

/// Parameters of any type, used and not, and what children say of them.
static inline MienStatus monkey_parameter(Studio *studio, Random *random, const char *path, const char *id)
{
    static const char *const names[] = {"near", "far", "loop", "rate"};
    static const char *const values[] = {"0.5", "true", "2", NULL};
    path = random_below(random, 4) ? "face.graph.json" : path; // children have none
    const char *name = monkey_row(studio, random, path, "parameters", "name", PICK(random, names));
    const char *type = studio_parameter_types[random_below(random, random_below(random, 2) ? 7 : 2)];
    id = random_below(random, 2) ? "clip" : id;
    char given[300];
    snprintf(given, sizeof given, "{\"parameter\": \"%s\"}", name);
    switch (random_below(random, 8)) {
    case 0:
        return studio_graph_set_parameter(studio, path, name, "float", PICK(random, values), NULL);
    case 1:
        return studio_parameter_remove(studio, path, name, NULL);
    case 2:
        return studio_parameter_add(studio, path, type, random_below(random, 2) ? PICK(random, names) : NULL,
                                    random_below(random, 3) ? NULL : PICK(random, values), NULL, NULL);
    case 3:
        return studio_parameter_add_for(studio, path, id, "rate", random_below(random, 4) ? "float" : "bool",
                                        NULL, NULL);
    case 4:
        return studio_parameter_set_type(studio, path, name, type, NULL);
    case 5:
        return studio_graph_rename(studio, path, MIENI_GRAPH_PARAMETERS, name, PICK(random, names), NULL);
    default:
        return studio_graph_set(studio, path, id, "rate", given, NULL);
    }
}

static inline MienStatus monkey_duplicate(Studio *studio, const char *path, const char *id)
{
    MieniTextOut text = {0};
    MienStatus status = studio_graph_copy_nodes(studio, path, &id, 1, &text, NULL);
    if (status == MIEN_OK)
        status = studio_graph_paste_nodes(studio, path, text.bytes, text.size, 8, 8, NULL, NULL, NULL);
    mieni_text_release(&text);
    return status;
}

static inline MienStatus monkey_graph(Studio *studio, Random *random)
{
    static const char *const types[] = {"clip",  "blend",        "layered_blend", "modify_curve",
                                        "poses", "blend_by_int", "state_machine", "input_pose"};
    const char *path = monkey_file(studio, random, monkey_graphs), *id = PICK(random, monkey_ids),
               *other = PICK(random, monkey_ids);
    id = monkey_row(studio, random, path, "nodes", "id", id);
    other = monkey_row(studio, random, path, "nodes", "id", other);
    const StudioNodePlace place = {id, random_below(random, 500), random_below(random, 500)};
    const StudioShared share = {"ada.character.json", "other.poses.json", "shared.graph.json"};
    switch (random_below(random, 12)) {
    case 0:
    case 1:
        return studio_graph_add_node(studio, path, PICK(random, types), NULL, 11, 22, NULL, NULL);
    case 2:
        return studio_graph_remove_nodes(studio, path, &id, 1, NULL);
    case 3:
        return monkey_duplicate(studio, path, id);
    case 4:
        return studio_graph_place_nodes(studio, path, &place, 1, NULL);
    case 5:
    case 6:
        return studio_graph_connect(studio, path, id, random_below(random, 2) ? "input" : "a",
                                    random_below(random, 4) ? other : NULL, NULL);
    case 7:
        return studio_graph_set(studio, path, id, "poses",
                                random_below(random, 3) ? "\"face.poses.json\"" : NULL, NULL);
    case 8:
    case 9:
        return monkey_parameter(studio, random, path, id);
    case 10:
        return studio_graph_rename(studio, path, MIENI_GRAPH_NODES, id, "renamed", NULL);
    default:
        return random_below(random, 2) ? studio_graph_make_child(studio, "new.graph.json", "face.graph.json",
                                                                 "other.poses.json", NULL)
                                       : studio_graph_share(studio, "face.graph.json", &share, 1, NULL);
    }
}

static inline MienStatus monkey_asset(Studio *studio, Random *random)
{
    const char *from[1] = {PICK(random, monkey_names)}, *to[1] = {PICK(random, monkey_names)};
    const char *clip = PICK(random, monkey_clips), *other = PICK(random, monkey_clips);
    char row[100];
    switch (random_below(random, 12)) {
    case 0:
        return studio_asset_make(studio, random_below(random, 2) ? "new.clip.json" : "new.graph.json",
                                 "face.skeleton.json", NULL);
    case 1:
        return studio_asset_move(studio, clip, other, NULL, NULL);
    case 2:
        return studio_asset_copy(studio, clip, other, NULL);
    case 3:
        return studio_assets_delete(studio, &clip, 1, NULL);
    case 4:
        return dialog_rename_curve(studio, from[0], to[0], true, NULL, NULL);
    case 5:
        snprintf(row, sizeof row, "{\"name\": \"%s\"}", from[0]);
        return studio_put_curve(studio, random_below(random, 4), row, NULL);
    case 6:
        return studio_curves_delete(studio, "face.skeleton.json", from, 1, random_below(random, 2) == 0,
                                    NULL);
    case 7:
        return studio_asset_set(studio, "face.skeleton.json", "curves[0].max_lod",
                                random_below(random, 2) ? "1" : NULL, "set max LOD", NULL, NULL);
    case 8:
        return studio_asset_set(studio, "ada.character.json", "curves.jawOpen",
                                random_below(random, 2) ? "0.5" : NULL, "set curve", NULL, NULL);
    case 9:
        return dialog_import(studio, "take.bvh", "made", "face.skeleton.json", NULL);
    case 10:
        return dialog_make(studio, "made.poses.json", "take.bvh",
                           &(MieniMakePosesOptions){.import = {.skeleton = "face.skeleton.json"}}, NULL,
                           NULL);
    default:
        return dialog_update(studio, "made.poses.json", NULL, NULL);
    }
}

/// One action; how it went.
static inline MienStatus monkey_act(Studio *studio, Random *random)
{
    const int what = random_below(random, 10);
    return what < 4   ? monkey_pose(studio, random)
           : what < 7 ? monkey_clip(studio, random)
           : what < 9 ? monkey_graph(studio, random)
                      : monkey_asset(studio, random);
}

static inline void monkey_put_project(void)
{
    studio_put_project();
    lint_put_bvh("take.bvh", "root", 5, 20, 10);
}
