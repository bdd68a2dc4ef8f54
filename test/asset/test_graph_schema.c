// SPDX-License-Identifier: MIT
//
// The schema of graphs against core's table of node types: what the text of a node may
// hold is what its type takes, key by key.

#include "support/check.h"

#include "asset/asset.h"
#include "core/graph/nodes.h"
#include "mien/pack.h"

static const MieniSchema *rows_of(const char *list)
{
    return mieni_schema_find(mieni_asset_schema(MIENI_ASSET_GRAPH), list)->schema;
}

static const MieniSchema *schema_of(const char *list, const char *value)
{
    const MieniSchema *rows = rows_of(list);
    for (int i = 0; i < rows->variant_count; ++i)
        if (strcmp(rows->variants[i].value, value) == 0)
            return rows->variants[i].schema;
    return NULL;
}

/// Whether a field's values are what a setting of that kind is made of.
static bool fits(const MieniField *field, const MieniSettingType *setting)
{
    switch (setting->kind) {
    case MIENI_SETTING_FLOAT:
        return field->type == MIENI_FIELD_NUMBER;
    case MIENI_SETTING_INT: // states are named in the text
        return field->type == MIENI_FIELD_INTEGER ||
               (field->type == MIENI_FIELD_NAME && !field->may_be_parameter);
    case MIENI_SETTING_BOOL:
        return field->type == MIENI_FIELD_BOOL;
    case MIENI_SETTING_CHOICE:
        return field->type == MIENI_FIELD_CHOICE && strcmp(field->choices, setting->choices) == 0 &&
               !field->may_be_parameter;
    case MIENI_SETTING_NAME:
        return field->type == MIENI_FIELD_NAME;
    case MIENI_SETTING_CLIP:
    case MIENI_SETTING_POSES:
        return field->type == MIENI_FIELD_PATH && field->may_be_parameter;
    case MIENI_SETTING_MASK:
        return field->type == MIENI_FIELD_NAME && field->may_be_parameter;
    case MIENI_SETTING_NUMBERS:
        return field->type == MIENI_FIELD_VECTOR || field->type == MIENI_FIELD_POINTS;
    default:
        return false;
    }
}

/// What only packs have, because it is computed or copied when cooked.
static bool is_computed(const char *node, const char *key)
{
    static const struct {
        const char *node, *key;
    } rows[] = {{"driver", "inverse"}, {"driver", "health"}, {"driver", "at"},
                {"map", "rows"},       {"map", "unmapped"},  {"state_machine", "conditions"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        if (strcmp(rows[i].node, node) == 0 && strcmp(rows[i].key, key) == 0)
            return true;
    return false;
}

/// What only text has, because something else is made of it.
static bool is_source(const char *node, const char *key)
{
    return strcmp(key, "id") == 0 || strcmp(key, "node") == 0 || strcmp(key, "position") == 0 ||
           (strcmp(node, "map") == 0 && strcmp(key, "map") == 0);
}

static void check_settings(const char *node, const MieniSchema *schema, const MieniSettingType *settings,
                           int count)
{
    for (int i = 0; i < count; ++i) {
        const MieniField *field = mieni_schema_find(schema, settings[i].key);
        const bool is_right =
            is_computed(node, settings[i].key) ? field == NULL : field != NULL && fits(field, &settings[i]);
        if (!is_right)
            printf("%s: %s is missing, or of another type\n", node, settings[i].key);
        CHECK(is_right);
    }
}

static void check_list(const char *node, const MieniSchema *schema, const MieniListType *list)
{
    const MieniField *field = mieni_schema_find(schema, list->key);
    if (is_computed(node, list->key)) {
        CHECK(field == NULL);
        return;
    }
    CHECK(field != NULL);
    if (field != NULL && field->type == MIENI_FIELD_ROWS) {
        check_settings(node, field->schema, list->columns, list->column_count);
        CHECK(!list->has_links || mieni_schema_find(field->schema, "input") != NULL);
    } else if (field != NULL) { // names, or ids of inputs
        CHECK(list->column_count == (list->has_links ? 0 : 1));
        CHECK(field->type == (list->has_links ? MIENI_FIELD_TEXTS : MIENI_FIELD_NAMES));
    }
}

static bool type_has(const MieniNodeTypeInfo *type, const char *key)
{
    for (int i = 0; i < type->input_count; ++i)
        if (strcmp(type->inputs[i], key) == 0)
            return true;
    for (int i = 0; i < type->setting_count; ++i)
        if (strcmp(type->settings[i].key, key) == 0)
            return true;
    for (int i = 0; i < type->list_count; ++i)
        if (strcmp(type->lists[i].key, key) == 0)
            return true;
    return false;
}

TEST(nodes_are_those_of_core)
{
    CHECK_INT(rows_of("nodes")->variant_count, MIENI_NODE_TYPES - 1);
    for (unsigned t = 1; t < MIENI_NODE_TYPES; ++t) {
        const MieniNodeTypeInfo *type = mieni_node_type(t);
        const MieniSchema *schema = schema_of("nodes", type->name);
        CHECK(schema != NULL);
        if (schema == NULL)
            continue;
        check_settings(type->name, schema, type->settings, type->setting_count);
        for (int i = 0; i < type->list_count; ++i)
            check_list(type->name, schema, &type->lists[i]);
        for (int i = 0; i < type->input_count; ++i) {
            const MieniField *field = mieni_schema_find(schema, type->inputs[i]);
            CHECK(field != NULL && field->type == MIENI_FIELD_NAME);
            CHECK(field != NULL && field->is_required == !(i == 0 && type->is_open_allowed));
        }
        for (int i = 0; i < schema->field_count; ++i) {
            const char *key = schema->fields[i].key;
            if (!is_source(type->name, key) && !type_has(type, key))
                printf("%s: core knows no %s\n", type->name, key);
            CHECK(is_source(type->name, key) || type_has(type, key));
        }
    }
}

/// What a child may override is what nodes have, in one table: none missing, none of
/// another type.
TEST(overrides_are_those_of_nodes)
{
    const MieniSchema *overrides = rows_of("overrides");
    for (unsigned t = 1; t < MIENI_NODE_TYPES; ++t) {
        const MieniNodeTypeInfo *type = mieni_node_type(t);
        const MieniSchema *schema = schema_of("nodes", type->name);
        for (int i = 0; i < schema->field_count; ++i) {
            const MieniField *field = &schema->fields[i];
            const MieniField *other = mieni_schema_find(overrides, field->key);
            bool is_input = strcmp(field->key, "states") == 0 || strcmp(field->key, "inputs") == 0;
            for (int k = 0; k < type->input_count; ++k)
                is_input = is_input || strcmp(type->inputs[k], field->key) == 0;
            if (is_input || strcmp(field->key, "id") == 0 || strcmp(field->key, "node") == 0 ||
                strcmp(field->key, "position") == 0)
                continue;
            if (other == NULL || other->type != field->type)
                printf("overrides: no %s as of %s\n", field->key, type->name);
            CHECK(other != NULL && other->type == field->type && other->schema == field->schema &&
                  other->may_be_parameter == field->may_be_parameter && other->count == field->count &&
                  other->min <= field->min && other->max >= field->max &&
                  (field->choices == NULL || strcmp(field->choices, other->choices) == 0));
        }
    }
}

TEST(every_choice_is_a_variant)
{
    static const char *const lists[] = {"nodes", "parameters"};
    for (int i = 0; i < 2; ++i) {
        const MieniSchema *rows = rows_of(lists[i]);
        const char *at = mieni_schema_find(rows, rows->variant_key)->choices;
        for (int v = 0; v < rows->variant_count; ++v) {
            const size_t size = strlen(rows->variants[v].value);
            CHECK(strncmp(at, rows->variants[v].value, size) == 0);
            CHECK(at[size] == (v + 1 < rows->variant_count ? '|' : '\0'));
            at += size + (at[size] == '|');
        }
    }
}

/// "rate (float), loop (bool)"
static void put_settings(MieniTextOut *out, const MieniSettingType *settings, int count)
{
    static const char *const kinds[] = {"",     "float", "int",  "bool",      "choice", "name",
                                        "clip", "poses", "mask", "parameter", "numbers"};
    for (int i = 0; i < count; ++i)
        mieni_text_putf(out, "%s%s (%s)", i > 0 ? ", " : "", settings[i].key, kinds[settings[i].kind]);
}

static void put_type(MieniTextOut *out, unsigned number)
{
    const MieniNodeTypeInfo *type = mieni_node_type(number);
    mieni_text_putf(out, "\n| %u | `%s` | ", number, type->name);
    for (int i = 0; i < type->input_count; ++i)
        mieni_text_putf(out, "%s%s%s", i > 0 ? ", " : "", type->inputs[i],
                        i == 0 && type->is_open_allowed ? " (or none)" : "");
    mieni_text_put(out, type->input_count > 0 ? " | " : "| ");
    put_settings(out, type->settings, type->setting_count);
    mieni_text_put(out, type->setting_count > 0 ? " | " : "| ");
    for (int i = 0; i < type->list_count; ++i) {
        const MieniListType *list = &type->lists[i];
        mieni_text_putf(out, "%s%s%s%s", i > 0 ? "; " : "", list->key,
                        list->has_links ? ", each with an input" : "", list->column_count > 0 ? ": " : "");
        put_settings(out, list->columns, list->column_count);
    }
    mieni_text_put(out, type->list_count > 0 ? " |\n" : "|\n");
}

/// What docs/graphs.md says of every type, to the letter.
TEST(the_page_has_every_type)
{
    MienFile *file = NULL;
    CHECK_STATUS(mien_file_open(MIEN_TEST_DIR "/../docs/graphs.md", NULL, &file, NULL), MIEN_OK);
    MieniTextOut page = {0};
    mieni_text_put_bytes(&page, mien_file_data(file), mien_file_size(file));
    for (unsigned t = 1; t < MIENI_NODE_TYPES; ++t) {
        MieniTextOut row = {0};
        put_type(&row, t);
        if (strstr(page.bytes, row.bytes) == NULL)
            printf("docs/graphs.md has no line%s", row.bytes);
        CHECK(strstr(page.bytes, row.bytes) != NULL);
        mieni_text_release(&row);
    }
    mieni_text_release(&page);
    mien_file_close(file);
}

CHECK_MAIN
{
    RUN(nodes_are_those_of_core);
    RUN(overrides_are_those_of_nodes);
    RUN(every_choice_is_a_variant);
    RUN(the_page_has_every_type);
}
