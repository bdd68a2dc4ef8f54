// SPDX-License-Identifier: MIT
//
// Stages for what plays packs alike in C and in JavaScript: a character each, of packs that
// lie in one bundle under the name of the stage.

#pragma once

#include "mien_author/bundle.h"

enum { WEB_STAGE_PACKS = 64 };

/// Packs of a stage, by names such as "skeleton", which in the bundle follow the stage's:
/// "graph_03/skeleton". What a graph plays is named by place: "asset_0".
typedef struct WebStage {
    char name[32];
    int pack_count;
    char pack_names[WEB_STAGE_PACKS][24];
    MienAuthorPack packs[WEB_STAGE_PACKS];
} WebStage;

/// The stages: every sample scene with curves, heads of the cast with clips and meshes, and
/// graphs of all nodes, in order of name. Ends the program if one cannot be made. Returns how
/// many.
int web_stages_make(WebStage **out_stages);
void web_stages_release(WebStage *stages, int count);

/// A pack of a stage; NULL if there is none of this name.
const MienAuthorPack *web_stage_pack(const WebStage *stage, const char *name);
