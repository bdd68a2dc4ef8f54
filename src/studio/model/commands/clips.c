// SPDX-License-Identifier: MIT
//
// Commands on clips.

#include "core/float_rules.h"

#include "studio/model/commands/clips.h"

#include "asset/view.h"
#include "studio/model/facts/strings.h"

#include <stdio.h>
#include <string.h>

/// What a command is given; each uses some of it.
typedef struct Given {
    const char *curve;
    double time, value;
    const MieniKeyShape *shape;
    MieniKeyPlace *keys;
    const MieniKeyMove *move;
    const StudioKey *pasted;
    const MieniJson *row;
    int count, index, to;
    bool is_off;
} Given;

static MienStatus add_curve(void *user, MieniAsset *asset, MienError *error)
{
    return mieni_clip_add_curve(asset, ((const Given *)user)->curve, error);
}

static MienStatus remove_curve(void *user, MieniAsset *asset, MienError *error)
{
    return mieni_clip_remove_curve(asset, ((const Given *)user)->curve, error);
}

MienStatus studio_clip_add_curve(Studio *studio, const char *path, const char *curve, MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM];
    Given given = {.curve = curve};
    snprintf(label, sizeof label, "add curve %.300s", curve);
    return studio_change(studio, path, add_curve, &given, label, NULL, problem);
}

MienStatus studio_clip_remove_curve(Studio *studio, const char *path, const char *curve,
                                    MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM];
    Given given = {.curve = curve};
    snprintf(label, sizeof label, "delete curve %.300s", curve);
    return studio_change(studio, path, remove_curve, &given, label, NULL, problem);
}

static MienStatus set_key(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    return mieni_clip_set_key(asset, given->curve, given->time, given->value, given->shape, NULL, error);
}

/// "1.36": hundredths of a second, whatever the locale.
static void put_seconds(double time, char out[32])
{
    const long hundredths = (long)(time * 100 + (time < 0 ? -0.5 : 0.5));
    const long size = hundredths < 0 ? -hundredths : hundredths;
    snprintf(out, 32, "%s%ld.%02ld", hundredths < 0 ? "-" : "", size / 100, size % 100);
}

MienStatus studio_clip_set_key(Studio *studio, const char *path, const char *curve, double time, double value,
                               const MieniKeyShape *shape, MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM], seconds[32];
    Given given = {.curve = curve, .time = time, .value = value, .shape = shape};
    put_seconds(time, seconds);
    snprintf(label, sizeof label, "key %.300s at %s s", curve, seconds);
    return studio_change(studio, path, set_key, &given, label, label, problem);
}

static const char *count_keys(char label[STUDIO_LABEL_ROOM], const char *verb, int count)
{
    snprintf(label, STUDIO_LABEL_ROOM, "%s %d key%s", verb, count, count == 1 ? "" : "s");
    return label;
}

static MienStatus delete_keys(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    return mieni_clip_delete_keys(asset, given->keys, given->count, error);
}

MienStatus studio_clip_delete_keys(Studio *studio, const char *path, const MieniKeyPlace *keys, int count,
                                   MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM];
    Given given = {.keys = (MieniKeyPlace *)keys, .count = count}; // only read
    return studio_change(studio, path, delete_keys, &given, count_keys(label, "delete", count), NULL,
                         problem);
}

static MienStatus move_keys(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    return mieni_clip_move_keys(asset, given->keys, given->count, given->move, error);
}

MienStatus studio_clip_move_keys(Studio *studio, const char *path, MieniKeyPlace *keys, int count,
                                 const MieniKeyMove *move, MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM];
    Given given = {.keys = keys, .count = count, .move = move};
    count_keys(label, "move", count);
    return studio_change(studio, path, move_keys, &given, label, label, problem);
}

static MienStatus paste_keys(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    MienStatus status = MIEN_OK;
    for (int i = 0; i < given->count && status == MIEN_OK; ++i) {
        const StudioKey *key = &given->pasted[i];
        status = mieni_clip_set_key(asset, given->curve != NULL ? given->curve : key->curve,
                                    key->time + given->time, key->value, &key->shape, NULL, error);
    }
    return status;
}

MienStatus studio_clip_paste_keys(Studio *studio, const char *path, const StudioKey *keys, int count,
                                  double offset, const char *onto, MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM];
    Given given = {.pasted = keys, .count = count, .time = offset, .curve = onto};
    return studio_change(studio, path, paste_keys, &given, count_keys(label, "paste", count), NULL, problem);
}

static MienStatus add_modifier(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    return mieni_modifiers_add(asset, given->index, given->row, error);
}

const char *studio_modifier_title(const MieniJson *row, char title[STUDIO_LABEL_ROOM])
{
    static const char *const words[][2] = {{"remove_all_tracks", "Remove all bone tracks"},
                                           {"remove_bones", "Remove bone tracks"},
                                           {"keep_bones", "Keep only bone tracks"},
                                           {"keep_curves", "Keep only curves"},
                                           {"resample_tracks", "Resample bone tracks"}};
    const MieniModifierView *modifier = mieni_modifier_view(row);
    const char *what = mieni_modifier_do(modifier);
    if (what == NULL)
        return studio_asset_name(mieni_text_or_empty(mieni_modifier_list(modifier)), title);
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        if (strcmp(words[i][0], what) == 0) {
            snprintf(title, STUDIO_LABEL_ROOM, "%s", words[i][1]);
            return title;
        }
    snprintf(title, STUDIO_LABEL_ROOM, "%s", what);
    for (char *at = title; *at != '\0'; ++at)
        if (*at == '_')
            *at = ' ';
    if (title[0] >= 'a' && title[0] <= 'z')
        title[0] = (char)(title[0] - 'a' + 'A');
    return title;
}

/// One change of several assets as one step.
static MienStatus change_all(Studio *studio, const char *const *paths, int path_count,
                             StudioChangeAsset *change, void *user, const char *label, MieniProblem *problem)
{
    StudioEdit edit;
    MienStatus status = studio_edit_begin(&edit, studio, problem);
    for (int i = 0; i < path_count && status == MIEN_OK; ++i) {
        MieniAsset asset;
        MienError error = {0};
        status = studio_edit_load(&edit, paths[i], &asset, problem);
        if (status == MIEN_OK)
            status = studio_edit_save(&edit, paths[i], &asset, change(user, &asset, &error), &error, problem);
    }
    return studio_edit_end(&edit, status, label, NULL, problem);
}

MienStatus studio_modifier_add(Studio *studio, const char *const *paths, int path_count, int index,
                               const char *row, MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM], title[STUDIO_LABEL_ROOM];
    MieniJsonDocument json;
    MienError error = {0};
    MienStatus status = mieni_json_read(&json, row, strlen(row), NULL, &error);
    if (status != MIEN_OK)
        return mieni_problem_set(problem, "", status, mieni_at_error(&error), "%s", error.message);
    Given given = {.row = json.root, .index = index};
    studio_modifier_title(json.root, title);
    if (path_count == 1)
        snprintf(label, sizeof label, "add modifier %.300s", title);
    else
        snprintf(label, sizeof label, "add modifier %.300s to %d clips", title, path_count);
    status = change_all(studio, paths, path_count, add_modifier, &given, label, problem);
    mieni_json_release(&json);
    return status;
}

/// What the modifier at an index is called; "" if there is none.
static const char *title_at(Studio *studio, const char *path, int index, char title[STUDIO_LABEL_ROOM])
{
    const MieniAsset *asset;
    title[0] = '\0';
    if (studio_asset(studio, path, &asset, NULL) != MIEN_OK)
        return title;
    const MieniJson *rows = mieni_asset_modifiers_json(asset);
    return index >= 0 && index < mieni_view_count(rows) ? studio_modifier_title(rows->items[index], title)
                                                        : title;
}

static MienStatus remove_modifier(void *user, MieniAsset *asset, MienError *error)
{
    return mieni_modifiers_remove(asset, ((const Given *)user)->index, error);
}

MienStatus studio_modifier_remove(Studio *studio, const char *path, int index, MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM], title[STUDIO_LABEL_ROOM];
    Given given = {.index = index};
    snprintf(label, sizeof label, "remove modifier %.300s", title_at(studio, path, index, title));
    return studio_change(studio, path, remove_modifier, &given, label, NULL, problem);
}

static MienStatus move_modifier(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    return mieni_modifiers_move(asset, given->index, given->to, error);
}

MienStatus studio_modifier_move(Studio *studio, const char *path, int from, int to, MieniProblem *problem)
{
    Given given = {.index = from, .to = to};
    return studio_change(studio, path, move_modifier, &given, "reorder modifiers", NULL, problem);
}

static MienStatus set_off(void *user, MieniAsset *asset, MienError *error)
{
    const Given *given = user;
    return mieni_modifiers_set_off(asset, given->index, given->is_off, error);
}

MienStatus studio_modifier_set_off(Studio *studio, const char *path, int index, bool is_off,
                                   MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM], title[STUDIO_LABEL_ROOM];
    Given given = {.index = index, .is_off = is_off};
    snprintf(label, sizeof label, "turn %s %.300s", is_off ? "off" : "on",
             title_at(studio, path, index, title));
    return studio_change(studio, path, set_off, &given, label, NULL, problem);
}

static MienStatus remove_tracks(void *user, MieniAsset *asset, MienError *error)
{
    const int row = mieni_asset_find_modifier(asset, "remove_all_tracks");
    (void)user;
    if (row >= 0)
        return mieni_modifiers_set_off(asset, row, false, error);
    const MieniJson *made = mieni_modifiers_row(&asset->json, "remove_all_tracks", NULL, 0, false);
    return made != NULL ? mieni_modifiers_add(asset, -1, made, error) : MIEN_ERROR_MEMORY;
}

MienStatus studio_clips_remove_tracks(Studio *studio, const char *const *paths, int path_count,
                                      MieniProblem *problem)
{
    char label[STUDIO_LABEL_ROOM], name[STUDIO_LABEL_ROOM];
    if (path_count == 1)
        snprintf(label, sizeof label, "remove bone tracks in %.300s", studio_asset_name(paths[0], name));
    else
        snprintf(label, sizeof label, "remove bone tracks in %d clips", path_count);
    return change_all(studio, paths, path_count, remove_tracks, NULL, label, problem);
}
