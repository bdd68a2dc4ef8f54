// SPDX-License-Identifier: MIT
//
// Characters of one project that share a performance, for the tests that play it on them.

#pragma once

#include "support/program.h"

#include "base/text_out.h"
#include "project/character/character.h"

/// Writes a file of the project.
static inline void shared_write(const char *name, const MieniTextOut *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", program_folder, name);
    CHECK_STATUS(mieni_file_write(path, text->bytes, text->size, NULL, NULL), MIEN_OK);
}

/// Lets the pack of a clip leave nothing out, so that what is compared is what graphs do.
static inline void shared_sharpen(const MieniProject *project, const char *clip)
{
    MieniAsset asset;
    CHECK_STATUS(mieni_project_load(project, clip, MIENI_ASSET_CLIP, &asset, NULL), MIEN_OK);
    MieniJsonDocument *json = &asset.json;
    MieniJson *error = mieni_json_set(json, json->root, "error", mieni_json_object(json));
    mieni_json_set(json, error, "tracks", mieni_json_number(json, 0.000002));
    CHECK_STATUS(mieni_project_save(project, clip, &asset, NULL), MIEN_OK);
    mieni_asset_release(&asset);
}

/// Opens a character with clips in the places of its graph, that of the body and that of
/// the face; "" is no clip.
static inline bool shared_open(const MieniProject *project, MieniCharacter *character, const char *name,
                               const char *body, const char *face_place, const char *face)
{
    char path[64];
    MieniProblem problem = {0};
    snprintf(path, sizeof path, "%s.character.json", name);
    MienStatus status = mieni_character_open(project, path, character, &problem);
    if (status == MIEN_OK) {
        mieni_character_replace(character, mieni_character_find_asset(character, MIEN_GRAPH_CLIP, "body"),
                                body);
        mieni_character_replace(character, mieni_character_find_asset(character, MIEN_GRAPH_CLIP, face_place),
                                face);
        status = mieni_character_bind(character, NULL, &problem);
    }
    if (status != MIEN_OK)
        printf("%s: %s: %s\n", problem.file, problem.error.location, problem.error.message);
    CHECK_STATUS(status, MIEN_OK);
    return status == MIEN_OK;
}

static inline bool is_same_bone(const MienTransform *a, const MienTransform *b)
{
    return memcmp(&a->rotation, &b->rotation, sizeof a->rotation) == 0 &&
           memcmp(&a->translation, &b->translation, sizeof a->translation) == 0 &&
           memcmp(&a->scale, &b->scale, sizeof a->scale) == 0;
}
