// SPDX-License-Identifier: MIT
//
// The user's settings, read on demand, once or twice per run.

#include "project/user_settings.h"

#include "base/json.h"
#include "project/files/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
static const char separator[] = ";", home_variable[] = "APPDATA", home_folder[] = "";
#else
static const char separator[] = ":", home_variable[] = "HOME", home_folder[] = "/.config";
#endif

void mieni_user_settings_path(char out[MIENI_PATH_ROOM])
{
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv(home_variable);
    int size = 0;
    out[0] = '\0';
    if (folder != NULL && mieni_os_is_absolute(folder))
        size = snprintf(out, MIENI_PATH_ROOM, "%s/mien/settings.json", folder);
    else if (home != NULL && mieni_os_is_absolute(home))
        size = snprintf(out, MIENI_PATH_ROOM, "%s%s/mien/settings.json", home, home_folder);
    if (size >= MIENI_PATH_ROOM)
        out[0] = '\0';
}

/// Reads the settings; false if there are none that can be read.
static bool read_settings(MieniJsonDocument *out)
{
    char path[MIENI_PATH_ROOM];
    MieniBuffer text;
    mieni_user_settings_path(path);
    if (path[0] == '\0' || mieni_file_read(path, &text, NULL) != MIEN_OK)
        return false;
    const bool is_read = mieni_json_read(out, text.bytes, text.size, NULL, NULL) == MIEN_OK;
    mieni_buffer_release(&text);
    return is_read;
}

/// Whether a folder is the given one or lies in it, all links followed.
static bool is_in(const char *folder, const char *given)
{
    char *whole = mieni_os_real_path(folder), *outer = mieni_os_real_path(given);
    size_t size = outer != NULL ? strlen(outer) : 0;
    if (size > 0 && outer[size - 1] == '/')
        --size; // the root of all
    const bool is_within = whole != NULL && outer != NULL && strncmp(whole, outer, size) == 0 &&
                           (whole[size] == '\0' || whole[size] == '/');
    free(whole);
    free(outer);
    return is_within;
}

static bool is_trusted_by_environment(const char *folder)
{
    const char *given = getenv("MIEN_TRUST");
    char *list = given != NULL ? malloc(strlen(given) + 1) : NULL, *rest = NULL;
    bool is_trusted = false;
    if (list == NULL)
        return false;
    memcpy(list, given, strlen(given) + 1);
    for (char *item = strtok_r(list, separator, &rest); item != NULL && !is_trusted;
         item = strtok_r(NULL, separator, &rest))
        is_trusted = strcmp(item, "*") == 0 || is_in(folder, item);
    free(list);
    return is_trusted;
}

bool mieni_user_trusts(const char *folder)
{
    MieniJsonDocument settings;
    bool is_trusted = is_trusted_by_environment(folder);
    if (is_trusted || !read_settings(&settings))
        return is_trusted;
    const MieniJson *list = mieni_json_get(settings.root, "trusted");
    for (int i = 0; list != NULL && list->type == MIENI_JSON_ARRAY && i < list->count && !is_trusted; ++i)
        is_trusted = list->items[i]->type == MIENI_JSON_STRING &&
                     (strcmp(list->items[i]->string, "*") == 0 || is_in(folder, list->items[i]->string));
    mieni_json_release(&settings);
    return is_trusted;
}

bool mieni_user_setting(const char *key, char out[MIENI_PATH_ROOM])
{
    MieniJsonDocument settings;
    out[0] = '\0';
    if (!read_settings(&settings))
        return false;
    const MieniJson *value = mieni_json_get(settings.root, key);
    const bool is_there = value != NULL && value->type == MIENI_JSON_STRING &&
                          snprintf(out, MIENI_PATH_ROOM, "%s", value->string) < MIENI_PATH_ROOM;
    if (!is_there)
        out[0] = '\0';
    mieni_json_release(&settings);
    return is_there;
}
