// SPDX-License-Identifier: MIT
//
// Labels for node types and settings.

#include "studio/panels/graph/strings.h"

#include <string.h>

#include "asset/view.h"
#include "studio/model/facts/strings.h"
#include "studio/panels/widgets/widgets.h"

char *studio_label_of_key(const char *key)
{
    static const char *const words[][2] = {
        {"poses", "Pose asset"},
        {"clip", "Clip"},
        {"input", "Pose"},
        {"consume", "Consume curves"},
        {"always", "Update when not visible"},
        {"a", "A"},
        {"b", "B"},
        {"max_lod", "Max LOD"},
        {"from_rest_pose", "From rest pose"},
        {"keep_unmapped", "Keep unmapped"},
        {"drop_unknown", "Drop unknown"},
        {"names", "Limit to curves"},
        {"only", "Limit to bones"},
        {"value", "Default value"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(words); ++i)
        if (strcmp(words[i][0], key) == 0)
            return g_strdup(words[i][1]);
    const char *bracket = strchr(key, '[');
    if (bracket != NULL) // people count from 1, but these are chosen by their number
        return g_strdup_printf("%s %d", g_str_has_prefix(key, "states") ? "State" : "Input",
                               (int)g_ascii_strtoll(bracket + 1, NULL, 10));
    char *text = g_strdelimit(g_strdup(key), "_", ' ');
    text[0] = g_ascii_toupper(text[0]);
    return text;
}

static char *choice_of(const char *choices, int place)
{
    g_auto(GStrv) words = g_strsplit(choices, "|", -1);
    return g_strdup(place >= 0 && place < (int)g_strv_length(words) ? words[place] : "");
}

static char *number_text(double number)
{
    char out[STUDIO_NUMBER_ROOM];
    return g_strdup(studio_number_text(number, 2, out));
}

static char *default_of(const MieniField *field)
{
    if (field == NULL)
        return g_strdup("None");
    switch (field->type) {
    case MIENI_FIELD_NUMBER:
        return number_text(field->fallback);
    case MIENI_FIELD_INTEGER:
        return g_strdup_printf("%d", (int)field->fallback);
    case MIENI_FIELD_BOOL:
        return g_strdup(field->fallback != 0.0 ? "On" : "Off");
    case MIENI_FIELD_CHOICE:
        return choice_of(field->choices, (int)field->fallback);
    case MIENI_FIELD_NAMES:
        return g_strdup("all");
    default:
        return g_strdup("None");
    }
}

char *studio_label_of_value(const MieniField *field, const MieniJson *value)
{
    char name[STUDIO_LABEL_ROOM];
    const char *parameter = mieni_value_parameter(value);
    if (value == NULL)
        return default_of(field);
    if (parameter != NULL)
        return g_strdup_printf("parameter %s", parameter);
    switch (value->type) {
    case MIENI_JSON_BOOL:
        return g_strdup(value->boolean ? "On" : "Off");
    case MIENI_JSON_NUMBER:
        return field != NULL && field->type == MIENI_FIELD_INTEGER ? g_strdup_printf("%d", (int)value->number)
                                                                   : number_text(value->number);
    case MIENI_JSON_STRING:
        return g_strdup(strstr(value->string, ".json") != NULL ? studio_asset_name(value->string, name)
                                                               : value->string);
    case MIENI_JSON_ARRAY:
        return g_strdup_printf("%d", value->count);
    default:
        return g_strdup("");
    }
}
