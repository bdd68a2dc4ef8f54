// SPDX-License-Identifier: MIT
//
// The table of node types for people: complete, and of keys that there are. How poses
// and deltas flow.

#include "support/check.h"

#include "asset/graph/edit.h"
#include "asset/graph/node_types.h"
#include "asset/schema_fields.h"

#include <stdio.h>
#include <string.h>

static const MieniSchema *schema_of(const char *type)
{
    const MieniField *nodes = mieni_schema_find(&mieni_graph_schema, "nodes");
    for (int i = 0; i < nodes->schema->variant_count; ++i)
        if (strcmp(nodes->schema->variants[i].value, type) == 0)
            return nodes->schema->variants[i].schema;
    return NULL;
}

TEST(every_type_has_words)
{
    for (unsigned type = 1; type < MIENI_NODE_TYPES; ++type) {
        const char *name = mieni_node_type(type)->name;
        const MieniNodeWords *words = mieni_node_words_of(name);
        if (strcmp(words->type, name) != 0)
            fprintf(stderr, "%s has no words\n", name);
        CHECK_STR(words->type, name);
        CHECK(words->title[0] != '\0' && words->hint[0] != '\0' && words->family < MIENI_FAMILIES);
        CHECK(schema_of(name) != NULL);
    }
    CHECK_STR(mieni_node_words_of("blender")->title, "Unknown node");
}

TEST(rows_show_keys_of_the_type)
{
    for (int i = 0; i < MIENI_NODE_WORDS; ++i) {
        const MieniNodeWords *words = &mieni_node_words[i];
        CHECK(words->rows[0].kind != 0);
        for (int r = 0; r < MIENI_NODE_ROWS && words->rows[r].kind != 0; ++r) {
            const MieniNodeRow *row = &words->rows[r];
            if (row->kind != MIENI_ROW_INPUTS && row->kind != MIENI_ROW_LIVE)
                CHECK(mieni_schema_find(schema_of(words->type), row->key) != NULL);
        }
    }
}

static const MieniNodeTypeInfo *type_of(MieniNodeType type) { return mieni_node_type((unsigned)type); }

TEST(poses_and_deltas_flow)
{
    enum { ANY = MIENI_FLOWS_ANY, POSE = MIENI_FLOWS_POSE, DELTA = MIENI_FLOWS_DELTA };
    static const struct {
        MieniNodeType type;
        int input, own, other, takes, gives; ///< gives: with other as its first input.
    } cases[] = {
        {MIENI_NODE_CLIP, 0, POSE, ANY, POSE, POSE},
        {MIENI_NODE_POSES, 0, POSE, DELTA, POSE, POSE},
        {MIENI_NODE_OUTPUT, 0, POSE, DELTA, POSE, POSE},
        {MIENI_NODE_POSE, 0, DELTA, ANY, POSE, DELTA},
        {MIENI_NODE_POSE, 0, POSE, ANY, POSE, POSE},
        {MIENI_NODE_APPLY_ADDITIVE, 0, POSE, DELTA, POSE, POSE},
        {MIENI_NODE_APPLY_ADDITIVE, 1, POSE, POSE, DELTA, POSE},
        {MIENI_NODE_BLEND, 1, POSE, DELTA, DELTA, DELTA},
        {MIENI_NODE_BLEND, 0, POSE, POSE, POSE, POSE},
        {MIENI_NODE_BLEND, 0, POSE, ANY, ANY, POSE},
        {MIENI_NODE_MODIFY_CURVE, 0, POSE, ANY, ANY, POSE},
        {MIENI_NODE_STATE_MACHINE, 3, POSE, DELTA, DELTA, DELTA},
        {MIENI_NODE_INPUT_POSE, 0, DELTA, ANY, DELTA, DELTA},
        {MIENI_NODE_INPUT_POSE, 0, POSE, DELTA, POSE, POSE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const MieniNodeTypeInfo *type = type_of(cases[i].type);
        CHECK_INT(mieni_node_takes(type, cases[i].input, (MieniFlow)cases[i].own, (MieniFlow)cases[i].other),
                  cases[i].takes);
        CHECK_INT(mieni_node_gives(type, (MieniFlow)cases[i].own, (MieniFlow)cases[i].other), cases[i].gives);
    }
}

CHECK_MAIN
{
    RUN(every_type_has_words);
    RUN(rows_show_keys_of_the_type);
    RUN(poses_and_deltas_flow);
}
