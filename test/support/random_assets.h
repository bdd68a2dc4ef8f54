// SPDX-License-Identifier: MIT
//
// Random pose assets and clips as people might edit them: a tree is made, and edits
// are done to it by number, so that the same edit can be done to another copy.

#pragma once

#include "support/check.h"
#include "support/random.h"

#include "asset/asset.h"

static inline MieniAsset read_asset(MieniAssetKind kind, const char *text)
{
    MieniAsset asset;
    MienError error = {0};
    CHECK_STATUS(mieni_asset_read(&asset, kind, text, strlen(text), NULL, &error), MIEN_OK);
    if (asset.json.root == NULL) {
        printf("%s: %s\n%s\n", error.location, error.message, text);
        exit(1);
    }
    return asset;
}

static inline MieniAsset copy_asset(const MieniAsset *asset)
{
    MieniTextOut text = {0};
    mieni_asset_write(asset, &text);
    const MieniAsset copy = read_asset(asset->kind, text.bytes);
    mieni_text_release(&text);
    return copy;
}

/// A short number, as people write them.
static inline MieniJson *random_number(MieniAsset *asset, Random *random)
{
    return mieni_json_number(&asset->json, random_below(random, 200) * 0.125);
}

static inline MieniJson *random_vector(MieniAsset *asset, Random *random, int count)
{
    MieniJson *vector = mieni_json_array(&asset->json);
    for (int i = 0; i < count; ++i)
        mieni_json_append(&asset->json, vector,
                          mieni_json_number(&asset->json, random_below(random, 9) * 0.25));
    return vector;
}

static inline MieniJson *list_of(MieniAsset *asset, MieniJson *object, const char *key)
{
    MieniJson *list = mieni_json_get(object, key);
    return list != NULL ? list : mieni_json_set(&asset->json, object, key, mieni_json_array(&asset->json));
}

static inline MieniJson *text_value(MieniAsset *asset, const char *prefix, int number)
{
    char text[48];
    snprintf(text, sizeof text, "%s%d", prefix, number);
    return mieni_json_string(&asset->json, text);
}

/// A pose called p<number> of the id i<number>.
static inline MieniJson *make_pose(MieniAsset *asset, int number)
{
    MieniJson *pose = mieni_json_object(&asset->json);
    mieni_json_set(&asset->json, pose, "name", text_value(asset, "p", number));
    mieni_json_set(&asset->json, pose, "id", text_value(asset, "i", number));
    return pose;
}

/// Changes one member of a pose, or of a bone of it; the same random state makes the
/// same change.
static inline void edit_pose(MieniAsset *asset, MieniJson *pose, Random *random)
{
    MieniJsonDocument *json = &asset->json;
    switch (random_below(random, 8)) {
    case 0:
        mieni_json_set(json, pose, "range", random_vector(asset, random, 2));
        break;
    case 1:
        mieni_json_set(json, pose, "gain", random_number(asset, random));
        break;
    case 2:
        mieni_json_set(json, pose, "smooth", mieni_json_bool(json, random_below(random, 2) == 0));
        break;
    case 3: {
        MieniJson *bones = list_of(asset, pose, "bones"), *bone = mieni_json_object(json);
        char name[16];
        snprintf(name, sizeof name, "b%d", random_below(random, 4));
        const int index = mieni_json_find(bones, "bone", name);
        mieni_json_set(json, bone, "bone", mieni_json_string(json, name));
        bone = index >= 0 ? bones->items[index] : mieni_json_append(json, bones, bone);
        mieni_json_set(json, bone, random_below(random, 2) == 0 ? "t" : "s", random_vector(asset, random, 3));
        break;
    }
    case 4: {
        MieniJson *curves = mieni_json_get(pose, "curves");
        char name[16];
        snprintf(name, sizeof name, "c%d", random_below(random, 4));
        if (curves == NULL)
            curves = mieni_json_set(json, pose, "curves", mieni_json_object(json));
        mieni_json_set(json, curves, name, random_number(asset, random));
        break;
    }
    case 5:
        mieni_json_unset(pose, random_below(random, 2) == 0 ? "gain" : "bones");
        break;
    case 6: {
        MieniJson *hold = list_of(asset, pose, "hold"),
                  *name = text_value(asset, "h", random_below(random, 5));
        for (int i = 0; i < hold->count; ++i)
            if (strcmp(hold->items[i]->string, name->string) == 0) {
                mieni_json_remove(hold, i);
                return;
            }
        mieni_json_insert(json, hold, random_below(random, hold->count + 1), name);
        break;
    }
    default:
        mieni_json_set(json, pose, "note", random_number(asset, random)); // not in the schema
        break;
    }
}

/// Changes something of the asset: rows come, go, move and are renamed. fresh counts
/// names that are given out; removed, if given, learns the ids of what was removed.
static inline void edit_poses(MieniAsset *asset, Random *random, int *fresh, MieniTextOut *removed)
{
    MieniJsonDocument *json = &asset->json;
    MieniJson *root = json->root, *poses = list_of(asset, root, "poses");
    const int index = poses->count > 0 ? random_below(random, poses->count) : -1;
    MieniJson *pose = index >= 0 ? poses->items[index] : NULL;
    const int what = pose != NULL ? random_below(random, 12) : 0;
    switch (what) {
    case 0:
        mieni_json_insert(json, poses, random_below(random, poses->count + 1), make_pose(asset, (*fresh)++));
        break;
    case 1:
        mieni_text_putf(removed, "\"%s\"", mieni_json_get_string(pose, "id", ""));
        mieni_json_remove(poses, index);
        break;
    case 2:
        mieni_json_remove(poses, index);
        mieni_json_insert(json, poses, random_below(random, poses->count + 1), pose);
        break;
    case 3:
        mieni_json_set(json, pose, "name", text_value(asset, "q", (*fresh)++));
        break;
    case 4:
        mieni_json_set(json, root, "base", mieni_json_copy(json, mieni_json_get(pose, "name")));
        break;
    case 5: {
        MieniJson *masks = list_of(asset, root, "overrides"), *mask = mieni_json_object(json);
        mieni_json_set(json, mask, "target", mieni_json_copy(json, mieni_json_get(pose, "name")));
        mieni_json_set(json, mask, "source", mieni_json_copy(json, mieni_json_get(poses->items[0], "name")));
        mieni_json_set(json, mask, "amount", mieni_json_number(json, random_below(random, 5) * 0.25));
        mieni_json_insert(json, masks, random_below(random, masks->count + 1), mask);
        break;
    }
    case 6: {
        MieniJson *groups = list_of(asset, root, "groups"), *group = mieni_json_object(json);
        MieniJson *members = mieni_json_array(json);
        mieni_json_append(json, members, mieni_json_copy(json, mieni_json_get(pose, "name")));
        mieni_json_set(json, group, "kind",
                       mieni_json_string(json, random_below(random, 2) == 0 ? "cap" : "top"));
        mieni_json_set(json, group, "members", members);
        if (random_below(random, 3) > 0 || groups->count == 0)
            mieni_json_insert(json, groups, random_below(random, groups->count + 1), group);
        else
            mieni_json_remove(groups, random_below(random, groups->count));
        break;
    }
    default:
        edit_pose(asset, pose, random);
        break;
    }
}

static inline MieniAsset make_poses(Random *random, int count, int edits)
{
    MieniAsset asset = read_asset(MIENI_ASSET_POSES, "{\"kind\": \"poses\", \"version\": 1, \"skeleton\": "
                                                     "\"a.skeleton.json\", \"mode\": \"additive\"}");
    MieniJson *poses = list_of(&asset, asset.json.root, "poses");
    int fresh = 1000000;
    MieniTextOut removed = {0};
    for (int i = 0; i < count; ++i)
        mieni_json_append(&asset.json, poses, make_pose(&asset, i));
    for (int i = 0; i < edits; ++i)
        edit_poses(&asset, random, &fresh, &removed);
    mieni_text_release(&removed);
    return asset;
}

/// Changes something of a clip: modifiers, keys, events.
static inline void edit_clip(MieniAsset *asset, Random *random)
{
    static const char *const deeds[] = {"remove_bones", "keep_bones", "scale_curves", "mirror_sides"};
    MieniJsonDocument *json = &asset->json;
    MieniJson *root = json->root, *row = mieni_json_object(json);
    if (random_below(random, 3) == 0) {
        MieniJson *modifiers = list_of(asset, root, "modifiers");
        const int index = random_below(random, modifiers->count + 1), what = random_below(random, 4);
        mieni_json_set(json, row, "do", mieni_json_string(json, deeds[random_below(random, 4)]));
        mieni_json_set(json, row, "gain", mieni_json_number(json, random_below(random, 4)));
        if (index == modifiers->count || what == 0)
            mieni_json_insert(json, modifiers, index, row);
        else if (what == 1)
            mieni_json_remove(modifiers, index);
        else if (what == 2)
            mieni_json_set(json, modifiers->items[index], "gain", random_number(asset, random));
        else
            mieni_json_insert(json, modifiers, 0,
                              mieni_json_copy(json, modifiers->items[index])); // the same twice
        return;
    }
    if (random_below(random, 3) == 0) {
        MieniJson *events = list_of(asset, root, "events");
        mieni_json_set(json, row, "name", text_value(asset, "e", random_below(random, 3)));
        mieni_json_set(json, row, "time", random_number(asset, random));
        if (events->count > 0 && random_below(random, 3) == 0)
            mieni_json_remove(events, random_below(random, events->count));
        else
            mieni_json_insert(json, events, random_below(random, events->count + 1), row);
        return;
    }
    MieniJson *keyed = list_of(asset, root, "keyed");
    char name[16];
    snprintf(name, sizeof name, "c%d", random_below(random, 4));
    int index = mieni_json_find(keyed, "curve", name);
    if (index < 0) {
        mieni_json_set(json, row, "curve", mieni_json_string(json, name));
        mieni_json_insert(json, keyed, index = random_below(random, keyed->count + 1), row);
    }
    MieniJson *keys = list_of(asset, keyed->items[index], "keys"), *key = mieni_json_object(json);
    const double time = random_below(random, 8) * 0.5;
    mieni_json_set(json, key, "time", mieni_json_number(json, time));
    mieni_json_set(json, key, "value", random_number(asset, random));
    int place = 0;
    while (place < keys->count && mieni_json_get_number(keys->items[place], "time", 0) < time)
        ++place;
    const bool is_there = place < keys->count && mieni_json_get_number(keys->items[place], "time", 0) == time;
    if (is_there && random_below(random, 2) == 0)
        mieni_json_remove(keys, place);
    else if (is_there)
        keys->items[place] = key;
    else
        mieni_json_insert(json, keys, place, key);
    if (random_below(random, 6) == 0)
        mieni_json_set(json, keyed->items[index], "after",
                       mieni_json_string(json, random_below(random, 2) == 0 ? "cycle" : "hold"));
}

static inline MieniAsset make_clip(Random *random, int edits)
{
    MieniAsset asset = read_asset(MIENI_ASSET_CLIP, "{\"kind\": \"clip\", \"version\": 1}");
    for (int i = 0; i < edits; ++i)
        edit_clip(&asset, random);
    return asset;
}
