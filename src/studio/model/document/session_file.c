// SPDX-License-Identifier: MIT
//
// Session files: small JSON. Values that cannot be read are ignored.

#include "studio/model/document/session.h"

#include <stdio.h>
#include <string.h>

static MieniJson *put_object(MieniJsonDocument *json, const char *key)
{
    return mieni_json_set(json, json->root, key, mieni_json_object(json));
}

static void put_number(MieniJsonDocument *json, MieniJson *object, const char *key, double value)
{
    if (object != NULL && value - value == 0) // finite
        mieni_json_set(json, object, key, mieni_json_number(json, value));
}

static void put_paths(MieniJsonDocument *json, const char *key, const MieniPaths *paths)
{
    MieniJson *list = mieni_json_set(json, json->root, key, mieni_json_array(json));
    for (int i = 0; list != NULL && i < paths->count; ++i)
        mieni_json_append(json, list, mieni_json_string(json, paths->items[i]));
}

static void put_session(MieniJsonDocument *json, const StudioSession *session)
{
    MieniJson *weights = put_object(json, "weights"), *camera = NULL, *numbers = put_object(json, "numbers");
    MieniJson *solo = mieni_json_set(json, json->root, "solo", mieni_json_array(json));
    for (int i = 0; i < session->weight_count; ++i) {
        put_number(json, weights, session->weights[i].name, (double)session->weights[i].value);
        if (session->weights[i].is_solo && solo != NULL)
            mieni_json_append(json, solo, mieni_json_string(json, session->weights[i].name));
    }
    for (int i = 0; i < session->number_count; ++i)
        put_number(json, numbers, session->numbers[i].name, session->numbers[i].value);
    put_number(json, json->root, "time", session->time);
    put_number(json, json->root, "rate", session->rate);
    put_number(json, json->root, "loop_start", session->loop_start);
    put_number(json, json->root, "loop_end", session->loop_end);
    put_number(json, json->root, "active_tab", session->active_tab);
    mieni_json_set(json, json->root, "loops", mieni_json_bool(json, session->loops));
    mieni_json_set(json, json->root, "beyond", mieni_json_bool(json, session->is_beyond));
    mieni_json_set(json, json->root, "clip", mieni_json_string(json, session->clip));
    put_paths(json, "tabs", &session->tabs);
    put_paths(json, "cast", &session->cast);
    if (session->has_camera)
        camera = put_object(json, "camera");
    put_number(json, camera, "x", (double)session->camera.target[0]);
    put_number(json, camera, "y", (double)session->camera.target[1]);
    put_number(json, camera, "z", (double)session->camera.target[2]);
    put_number(json, camera, "yaw", (double)session->camera.yaw);
    put_number(json, camera, "pitch", (double)session->camera.pitch);
    put_number(json, camera, "distance", (double)session->camera.distance);
}

MienStatus studio_session_save(const Studio *studio, const StudioSession *session, MieniProblem *problem)
{
    MieniJsonDocument json;
    MieniTextOut out = {0};
    char path[MIENI_PATH_ROOM];
    if (!studio_state_path(studio, "session", ".json", path))
        return MIEN_OK;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    if (json.root != NULL)
        put_session(&json, session);
    if (!json.arena.is_out_of_memory)
        mieni_text_put_json(&out, json.root);
    const MienStatus status = json.arena.is_out_of_memory || out.is_out_of_memory
                                  ? studio_no_memory(problem, path)
                                  : mieni_file_write_derived(path, out.bytes, out.size, NULL, problem);
    mieni_text_release(&out);
    mieni_json_release(&json);
    return status;
}

static void get_paths(const MieniJson *list, MieniPaths *paths)
{
    for (int i = 0; list != NULL && list->type == MIENI_JSON_ARRAY && i < list->count; ++i)
        if (list->items[i]->type == MIENI_JSON_STRING && mieni_path_is_valid(list->items[i]->string))
            mieni_paths_add(paths, list->items[i]->string);
}

static void get_session(const MieniJson *root, StudioSession *session)
{
    const MieniJson *weights = mieni_json_get(root, "weights"), *solo = mieni_json_get(root, "solo"),
                    *numbers = mieni_json_get(root, "numbers"), *camera = mieni_json_get(root, "camera");
    for (int i = 0; weights != NULL && weights->type == MIENI_JSON_OBJECT && i < weights->count; ++i)
        studio_session_set_weight(session, weights->keys[i],
                                  (float)mieni_json_get_number(weights, weights->keys[i], 0));
    for (int i = 0; solo != NULL && solo->type == MIENI_JSON_ARRAY && i < solo->count; ++i)
        if (solo->items[i]->type == MIENI_JSON_STRING)
            studio_session_set_solo(session, solo->items[i]->string, true);
    for (int i = 0; numbers != NULL && numbers->type == MIENI_JSON_OBJECT && i < numbers->count; ++i)
        studio_session_set_number(session, numbers->keys[i],
                                  mieni_json_get_number(numbers, numbers->keys[i], 0));
    session->time = mieni_json_get_number(root, "time", 0);
    session->rate = mieni_json_get_number(root, "rate", 0);
    session->loop_start = mieni_json_get_number(root, "loop_start", 0);
    session->loop_end = mieni_json_get_number(root, "loop_end", 0);
    session->loops = mieni_json_get_bool(root, "loops", false);
    session->is_beyond = mieni_json_get_bool(root, "beyond", false);
    snprintf(session->clip, sizeof session->clip, "%s", mieni_json_get_string(root, "clip", ""));
    get_paths(mieni_json_get(root, "tabs"), &session->tabs);
    get_paths(mieni_json_get(root, "cast"), &session->cast);
    const double active = mieni_json_get_number(root, "active_tab", 0);
    session->active_tab = active >= 0 && active < session->tabs.count ? (int)active : 0;
    session->has_camera = camera != NULL;
    session->camera = (StudioCamera){{(float)mieni_json_get_number(camera, "x", 0),
                                      (float)mieni_json_get_number(camera, "y", 0),
                                      (float)mieni_json_get_number(camera, "z", 0)},
                                     (float)mieni_json_get_number(camera, "yaw", 0),
                                     (float)mieni_json_get_number(camera, "pitch", 0),
                                     (float)mieni_json_get_number(camera, "distance", 0)};
}

void studio_session_load(const Studio *studio, StudioSession *out_session)
{
    MieniJsonDocument json;
    MieniBuffer buffer;
    char path[MIENI_PATH_ROOM];
    *out_session = (StudioSession){0};
    if (!studio_state_path(studio, "session", ".json", path) || !mieni_file_exists(path) ||
        mieni_file_read(path, &buffer, NULL) != MIEN_OK)
        return;
    if (mieni_json_read(&json, buffer.bytes, buffer.size, NULL, NULL) == MIEN_OK) {
        if (json.root->type == MIENI_JSON_OBJECT)
            get_session(json.root, out_session);
        mieni_json_release(&json);
    }
    mieni_buffer_release(&buffer);
}
