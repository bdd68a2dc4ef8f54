// SPDX-License-Identifier: MIT
//
// Checks the text of a single asset: unknown keys, the canonical form, nearly identical names,
// and references.

#include "project/lint/graph.h"

#include "base/nearest.h"
#include "mien_author/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACE_ROOM = 200 };

typedef struct Leads {
    MieniLint *lint;
    const char *path; ///< Of the asset.
    int broken;
    char last[MIENI_PATH_ROOM]; ///< A file that is there, because poses name one many times.
} Leads;

static void complain(Leads *leads, const MieniJson *at, const char *place, const char *name,
                     const char *sentence)
{
    ++leads->broken;
    mieni_lint_say(leads->lint, MIENI_LINT_BROKEN_REFERENCE, leads->path, at, place, name, sentence);
}

/// Whether a key may lead to assets of another kind than its own: clips are previewed on poses or morphs.
static bool is_other_kind(const char *key, MieniAssetKind kind)
{
    return strcmp(key, "preview") == 0 && kind == MIENI_ASSET_MESH;
}

/// The kind that a key leads to; none: any file.
static MieniAssetKind kind_of_key(const char *key)
{
    static const struct {
        const char *key;
        MieniAssetKind kind;
    } rows[] = {{"skeleton", MIENI_ASSET_SKELETON}, {"preview", MIENI_ASSET_POSES},
                {"poses", MIENI_ASSET_POSES},       {"mesh", MIENI_ASSET_MESH},
                {"graph", MIENI_ASSET_GRAPH},       {"list", MIENI_ASSET_MODIFIERS},
                {"extends", MIENI_ASSET_GRAPH},     {"clip", MIENI_ASSET_CLIP}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        if (strcmp(rows[i].key, key) == 0)
            return rows[i].kind;
    return MIENI_ASSET_NONE;
}

/// A file that is not there, with the nearest asset of the kind that is.
static void complain_missing(Leads *leads, const MieniJson *value, MieniAssetKind kind, const char *place)
{
    MieniLint *lint = leads->lint;
    MieniNearest nearest = {.given = value->string};
    const MieniPaths *files = mieni_lint_files(lint);
    for (int i = 0; kind != MIENI_ASSET_NONE && i < files->count; ++i)
        if (mieni_asset_kind_of_path(files->items[i]) == kind)
            mieni_nearest_try(&nearest, files->items[i]);
    complain(leads, value, place, value->string,
             nearest.name != NULL
                 ? mieni_lint_text(lint, "No file named %s; did you mean %s?", value->string, nearest.name)
                 : mieni_lint_text(lint, "No file named %s.", value->string));
}

static void check_path(Leads *leads, const MieniJson *value, const char *key, const char *place)
{
    const char *asset, *member;
    const MieniAssetKind kind = kind_of_key(key);
    if (kind != MIENI_ASSET_NONE && mieni_asset_kind_of_path(value->string) != kind &&
        !is_other_kind(key, mieni_asset_kind_of_path(value->string)))
        complain(leads, value, place, value->string,
                 mieni_lint_text(leads->lint, "%s is not a %s asset: its name would end in .%s.json.",
                                 value->string, mieni_asset_kind_name(kind), mieni_asset_kind_name(kind)));
    else if (strcmp(value->string, leads->last) == 0)
        return;
    else if (!mieni_project_exists(&leads->lint->project, value->string) &&
             (kind != MIENI_ASSET_CLIP || !mieni_lint_member(leads->lint, value->string, &asset, &member)))
        complain_missing(leads, value, kind, place);
    else
        snprintf(leads->last, sizeof leads->last, "%s", value->string);
}

static void check_map(Leads *leads, const MieniJson *value, const char *place)
{
    if (mieni_asset_kind_of_path(value->string) == MIENI_ASSET_MAP) {
        check_path(leads, value, "map", place);
        return;
    }
    for (int i = 0; i < mien_author_map_count(); ++i)
        if (strcmp(mien_author_map_info(i).id, value->string) == 0)
            return;
    complain(leads, value, place, value->string,
             mieni_lint_text(leads->lint, "No map named %s: use a file.map.json or a built-in map.",
                             value->string));
}

static void walk(Leads *leads, const MieniSchema *schema, const MieniJson *object, const char *path);

static void walk_value(Leads *leads, const MieniField *field, const MieniJson *value, const char *place)
{
    char item[PLACE_ROOM];
    if (field->type == MIENI_FIELD_PATH && strcmp(field->key, "value") == 0)
        return; // of a graph's parameter: looked at with the graph, which knows its type
    if (field->type == MIENI_FIELD_PATH)
        check_path(leads, value, field->key, place);
    else if (field->type == MIENI_FIELD_TEXT && strcmp(field->key, "map") == 0)
        check_map(leads, value, place);
    else if (field->type == MIENI_FIELD_OBJECT)
        walk(leads, field->schema, value, place);
    for (int i = 0; field->type == MIENI_FIELD_ROWS && i < value->count; ++i) {
        snprintf(item, sizeof item, "%.150s[%d]", place, i);
        walk(leads, field->schema, value->items[i], item);
    }
}

/// Every value of an object that leads to a file or a map.
static void walk(Leads *leads, const MieniSchema *schema, const MieniJson *object, const char *path)
{
    char place[PLACE_ROOM];
    for (int i = 0; i < object->count; ++i) {
        const MieniField *field = mieni_schema_find(mieni_schema_of(schema, object), object->keys[i]);
        if (field == NULL || (field->may_be_parameter && object->items[i]->type == MIENI_JSON_OBJECT))
            continue;
        snprintf(place, sizeof place, "%.120s%s%.60s", path, path[0] != '\0' ? "." : "", object->keys[i]);
        walk_value(leads, field, object->items[i], place);
    }
}

typedef struct PoseNames {
    Leads *leads;
    MieniNameEntry *entries;
    int count;
    const MieniLintSkeleton *skeleton; ///< Or NULL.
} PoseNames;

static void check_pose(PoseNames *names, const MieniJson *value, const char *list, int index, const char *key)
{
    char place[PLACE_ROOM];
    if (value == NULL || mieni_names_search(names->entries, names->count, value->string) >= 0)
        return;
    if (list != NULL)
        snprintf(place, sizeof place, "%s[%d].%s", list, index, key);
    else
        snprintf(place, sizeof place, "%s", key);
    complain(names->leads, value, place, value->string,
             mieni_lint_text(names->leads->lint, "No pose named %s in this asset.", value->string));
}

static void check_bone(PoseNames *names, const MieniJson *value, int pose, const char *key)
{
    char place[PLACE_ROOM];
    if (names->skeleton == NULL || value == NULL || mieni_lint_bone(names->skeleton, value->string) >= 0)
        return;
    snprintf(place, sizeof place, "poses[%d].%s", pose, key);
    complain(names->leads, value, place, value->string,
             mieni_lint_text(names->leads->lint, "The skeleton has no bone %s.", value->string));
}

static void check_pose_row(PoseNames *names, const MieniPoseView *pose, int p)
{
    check_pose(names, mieni_pose_target_json(pose), "poses", p, "target");
    for (int i = 0; i < mieni_pose_corrective_count(pose); ++i)
        check_pose(names, mieni_pose_corrective_json(pose)->items[i], "poses", p, "corrective");
    for (int i = 0; i < mieni_pose_placed_bone_count(pose); ++i)
        check_bone(names, mieni_placed_bone_bone_json(mieni_pose_placed_bone(pose, i)), p, "bones");
    for (int i = 0; i < mieni_pose_hold_count(pose); ++i)
        check_bone(names, mieni_pose_hold_json(pose)->items[i], p, "hold");
}

/// Poses that others name, and bones of the skeleton.
static void check_poses(Leads *leads, const MieniPoseAssetView *poses)
{
    MieniArena scratch = {0};
    PoseNames names = {.leads = leads, .count = mieni_pose_asset_pose_count(poses)};
    names.entries = mieni_arena_take(&scratch, (size_t)names.count, sizeof *names.entries);
    if (names.entries == NULL) {
        leads->lint->status = MIEN_ERROR_MEMORY;
        return;
    }
    for (int p = 0; p < names.count; ++p)
        names.entries[p] = (MieniNameEntry){mieni_pose_name(mieni_pose_asset_pose(poses, p)), p};
    mieni_names_sort(names.entries, names.count);
    if (leads->broken == 0)
        names.skeleton = mieni_lint_skeleton(leads->lint, mieni_pose_asset_skeleton(poses));
    check_pose(&names, mieni_pose_asset_base_json(poses), NULL, 0, "base");
    for (int p = 0; p < names.count; ++p)
        check_pose_row(&names, mieni_pose_asset_pose(poses, p), p);
    for (int i = 0; i < mieni_pose_asset_pose_override_count(poses); ++i) {
        const MieniPoseOverrideView *mask = mieni_pose_asset_pose_override(poses, i);
        check_pose(&names, mieni_pose_override_target_json(mask), "overrides", i, "target");
        check_pose(&names, mieni_pose_override_source_json(mask), "overrides", i, "source");
    }
    for (int i = 0; i < mieni_pose_asset_group_count(poses); ++i) {
        const MieniGroupView *group = mieni_pose_asset_group(poses, i);
        for (int m = 0; m < mieni_group_members_count(group); ++m)
            check_pose(&names, mieni_group_members_json(group)->items[m], "groups", i, "members");
    }
    mieni_lint_release(leads->lint, &scratch);
}

int mieni_lint_path(MieniLint *lint, const char *path, const MieniJson *value, const char *key,
                    const char *place)
{
    Leads leads = {.lint = lint, .path = path};
    check_path(&leads, value, key, place);
    return leads.broken;
}

int mieni_lint_references(MieniLint *lint, const char *path, const MieniAsset *asset)
{
    Leads leads = {.lint = lint, .path = path};
    const MieniLintView *settings = mieni_project_lint(mieni_project_of(asset));
    char place[PLACE_ROOM];
    if (asset->kind != MIENI_ASSET_PROJECT) {
        walk(&leads, mieni_asset_schema(asset->kind), asset->json.root, "");
        if (asset->kind == MIENI_ASSET_POSES)
            check_poses(&leads, mieni_pose_asset_of(asset));
        return leads.broken;
    }
    for (int i = 0; i < mieni_lint_off_count(settings); ++i) {
        const char *code = mieni_lint_off(settings, i);
        if (mieni_lint_find(code) > 0)
            continue;
        snprintf(place, sizeof place, "lint.off[%d]", i);
        complain(&leads, mieni_lint_off_json(settings)->items[i], place, code,
                 mieni_lint_text(lint, "No code named %s that can be disabled.", code));
    }
    return leads.broken;
}

typedef struct Keys {
    MieniLint *lint;
    const char *path;
} Keys;

static void found_key(void *user, const char *place, int line)
{
    const Keys *keys = user;
    const char *dot = strrchr(place, '.');
    if (mieni_lint_is_full(keys->lint, MIENI_LINT_UNKNOWN_KEY, keys->path))
        return;
    MieniFinding *finding =
        mieni_lint_add(keys->lint, MIENI_LINT_UNKNOWN_KEY, mieni_lint_info(MIENI_LINT_UNKNOWN_KEY)->severity,
                       keys->path, line, place,
                       mieni_lint_text(keys->lint, "The key %s has no meaning here and is kept.",
                                       dot != NULL ? dot + 1 : place));
    const char *name = dot != NULL ? dot + 1 : place;
    mieni_lint_name(keys->lint, finding, &name, 1);
}

void mieni_lint_lines(MieniLint *lint, const char *path, const MieniAsset *asset, const MieniBuffer *text)
{
    Keys keys = {lint, path};
    if (mieni_lint_wants(lint, MIENI_LINT_UNKNOWN_KEY))
        mieni_asset_unknown_keys(asset, found_key, &keys);
    if (!mieni_lint_wants(lint, MIENI_LINT_NOT_CANONICAL))
        return;
    MieniTextOut out = {0};
    mieni_asset_write(asset, &out);
    if (out.is_out_of_memory)
        lint->status = MIEN_ERROR_MEMORY;
    else if (out.size != text->size || memcmp(out.bytes, text->bytes, out.size) != 0) {
        size_t same = 0;
        int line = 1;
        for (; same < out.size && same < text->size && out.bytes[same] == text->bytes[same]; ++same)
            line += text->bytes[same] == '\n';
        MieniFinding *finding = mieni_lint_add(lint, MIENI_LINT_NOT_CANONICAL,
                                               mieni_lint_info(MIENI_LINT_NOT_CANONICAL)->severity, path,
                                               line, "", "The text is not in canonical form from here on.");
        if (finding != NULL) {
            finding->fix = "rewrite the asset in canonical form";
            finding->fix_kind = MIENI_LINT_FIX_REWRITE;
        }
    }
    mieni_text_release(&out);
}

void mieni_lint_duplicates(MieniLint *lint, const char *path, const char *list, const MieniJson *rows,
                           MieniLintSeverity severity)
{
    const int count = rows != NULL ? rows->count : 0;
    MieniArena scratch = {0};
    MieniNameEntry *entries = mieni_arena_take(&scratch, (size_t)count, sizeof *entries);
    char(*keys)[MIENI_NAME_ROOM] = mieni_arena_take(&scratch, (size_t)count, sizeof *keys);
    if (scratch.is_out_of_memory)
        lint->status = MIEN_ERROR_MEMORY;
    for (int i = 0; !scratch.is_out_of_memory && i < count; ++i) {
        mieni_name_key(mieni_row_name(rows, i), MIEN_AUTHOR_NAME_CASE | MIEN_AUTHOR_NAME_UNICODE, keys[i]);
        entries[i] = (MieniNameEntry){keys[i], i};
    }
    if (!scratch.is_out_of_memory)
        mieni_names_sort(entries, count);
    for (int i = 1; !scratch.is_out_of_memory && i < count; ++i) {
        if (strcmp(entries[i - 1].name, entries[i].name) != 0)
            continue;
        const MieniJson *row = rows->items[entries[i].index], *first = rows->items[entries[i - 1].index];
        const char *names[2] = {mieni_row_name(rows, entries[i - 1].index),
                                mieni_row_name(rows, entries[i].index)};
        char place[PLACE_ROOM], rules[96];
        const int by = mien_author_name_near_miss(names[0], names[1]);
        mien_author_name_rules_describe(by > 0 ? (unsigned)by : 0, rules, sizeof rules);
        snprintf(place, sizeof place, "%s[%d].name", list, entries[i].index);
        mieni_lint_name(lint,
                        mieni_lint_add(lint, MIENI_LINT_DUPLICATE_NAME, severity, path, row->line, place,
                                       mieni_lint_text(lint, "%s and %s in line %d differ only by %s.",
                                                       names[1], names[0], first->line, rules)),
                        names, 2);
    }
    mieni_lint_release(lint, &scratch);
}
