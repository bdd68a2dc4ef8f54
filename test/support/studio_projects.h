// SPDX-License-Identifier: MIT
//
// A small project, open in a studio: a skeleton, two pose assets, clips, a graph with a
// child, a map; one file not in its canonical form.

#pragma once

#include "support/lint_projects.h"

#include "studio/model/commands/assets.h"
#include "studio/model/document/disk.h"
#include "studio/model/document/edit.h"
#include "studio/model/document/recover.h"
#include "studio/model/document/save.h"

#include <unistd.h>

static char studio_state[80];
static int64_t studio_clock = 1000000;

static inline int64_t studio_tick(void *user)
{
    (void)user;
    return studio_clock;
}

/// Not canonical: undoing everything must give exactly this.
#define STUDIO_RAW_CLIP                                                                                      \
    "{ \"kind\":\"clip\",\n\t\"version\": 1, \"note\": \"ours\",\n\"keyed\": [{\"curve\": \"jawOpen\", "     \
    "\"keys\": [\n{\"time\": 0.00, \"value\": 0}, {\"time\": 1.0, \"value\": 1e0}]}]}\r\n\r\n"

static inline void studio_put_project(void)
{
    lint_begin();
    lint_put("face.skeleton.json", LINT_SKELETON "{\"name\": \"jawOpen\"}, {\"name\": \"look_L\"}]}");
    lint_put("other.poses.json",
             LINT_POSES("additive", "\"poses\": [{\"name\": \"jawOpen\", \"id\": \"aa\", \"bones\": "
                                    "[{\"bone\": \"jaw\", \"t\": [0, 0.8, 0]}]}]"));
    lint_put("talk.clip.json",
             LINT_CLIP(
                 "\"rate\": 30, \"keyed\": [{\"curve\": \"jawOpen\", \"keys\": [{\"time\": 0, \"value\": 0}, "
                 "{\"time\": 1, \"value\": 1}]}]"));
    lint_put_raw("raw.clip.json", STUDIO_RAW_CLIP);
    lint_put("face.graph.json",
             "{\"kind\": \"graph\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", \"nodes\": ["
             "{\"id\": \"clip\", \"node\": \"clip\", \"clip\": \"talk.clip.json\"}, {\"id\": \"face\", "
             "\"node\": \"poses\", \"input\": \"clip\", \"poses\": \"face.poses.json\"}, {\"id\": \"out\", "
             "\"node\": \"output\", \"input\": \"face\"}]}");
    lint_put("child.graph.json",
             "{\"kind\": \"graph\", \"version\": 1, \"extends\": \"face.graph.json\", \"overrides\": "
             "[{\"id\": \"face\", \"poses\": \"other.poses.json\"}]}");
    lint_put("ada.character.json", "{\"kind\": \"character\", \"version\": 1, \"skeleton\": "
                                   "\"face.skeleton.json\", \"graph\": \"child.graph.json\"}");
    lint_put("ours.map.json", "{\"kind\": \"map\", \"version\": 1, \"rows\": [{\"from\": \"open\", \"to\": "
                              "\"jawOpen\"}]}");
}

static inline void studio_say(MienStatus status, const MieniProblem *problem)
{
    if (status != MIEN_OK)
        printf("%s: %s: %s\n", problem->file, problem->error.location, problem->error.message);
}

#define STUDIO_OK(call)                                                                                      \
    do {                                                                                                     \
        MieniProblem problem = {0};                                                                          \
        const MienStatus studio_status = (call);                                                             \
        studio_say(studio_status, &problem);                                                                 \
        CHECK_STATUS(studio_status, MIEN_OK);                                                                \
    } while (0)

static inline Studio *studio_begin(StudioListener *listener, void *user)
{
    Studio *studio = NULL;
    const StudioOptions options = {
        .state_folder = studio_state, .listener = listener, .user = user, .clock = studio_tick};
    STUDIO_OK(studio_open(&studio, lint_folder, &options, &problem));
    return studio;
}

/// Saves all that is edited, at once.
static inline MienStatus studio_save(Studio *studio, MieniProblem *problem)
{
    StudioSave *save;
    const MienStatus status = studio_save_begin(studio, NULL, &save, problem);
    if (status != MIEN_OK)
        return status;
    studio_save_run(save);
    return studio_save_end(studio, save, problem);
}

/// Looks at the disk, at once. out_looked may be NULL.
static inline MienStatus studio_look(Studio *studio, StudioLooked *out_looked, MieniProblem *problem)
{
    StudioLook *look;
    const MienStatus status = studio_look_begin(studio, &look, problem);
    if (status != MIEN_OK)
        return status;
    studio_look_run(look);
    return studio_look_end(studio, look, out_looked, problem);
}

/// The text of a file now; "(gone)" if it is not there.
static inline const char *studio_text_now(Studio *studio, const char *path)
{
    StudioFile *file = studio_files_find(&studio->files, path);
    if (file == NULL || studio_file_know(&studio->files, file, NULL) != MIEN_OK || file->now == NULL)
        return "(gone)";
    return file->now->bytes;
}

/// The text of a file on disk.
static inline const char *studio_text_on_disk(const char *path)
{
    static char text[20000];
    char full[MIENI_PATH_ROOM];
    MieniBuffer buffer;
    snprintf(full, sizeof full, "%s/%s", lint_folder, path);
    if (!mieni_file_exists(full) || mieni_file_read(full, &buffer, NULL) != MIEN_OK)
        return "(gone)";
    snprintf(text, sizeof text, "%s", buffer.bytes);
    mieni_buffer_release(&buffer);
    return text;
}

static inline uint64_t studio_hash_of(Studio *studio)
{
    uint64_t hash = 0;
    STUDIO_OK(studio_hash(studio, &hash, &problem));
    return hash;
}

/// A change that any asset can have.
static inline MienStatus studio_set_note(void *user, MieniAsset *asset, MienError *error)
{
    (void)error;
    mieni_json_set(&asset->json, asset->json.root, "note", mieni_json_string(&asset->json, user));
    return MIEN_OK;
}

static inline MienStatus studio_note(Studio *studio, const char *path, const char *note, const char *key,
                                     MieniProblem *problem)
{
    char label[200];
    snprintf(label, sizeof label, "note %.100s", note);
    return studio_change(studio, path, studio_set_note, (void *)(uintptr_t)note, label, key, problem);
}

/// Puts a curve into the skeleton's list at an index.
static inline MienStatus studio_put_curve(Studio *studio, int index, const char *row, MieniProblem *problem)
{
    char place[32];
    snprintf(place, sizeof place, "curves[%d]", index);
    return studio_asset_set(studio, "face.skeleton.json", place, row, "set curve", NULL, problem);
}

static inline void studio_folders_begin(void)
{
    snprintf(lint_folder, sizeof lint_folder, "/tmp/mien-studio-XXXXXX");
    CHECK(mkdtemp(lint_folder) != NULL);
    snprintf(studio_state, sizeof studio_state, "%s-state", lint_folder);
}

static inline void studio_forget_state(void)
{
    char command[200];
    snprintf(command, sizeof command, "rm -rf '%s'", studio_state);
    CHECK_INT(system(command), 0);
}

static inline void studio_folders_end(void)
{
    char command[200];
    studio_forget_state();
    snprintf(command, sizeof command, "rm -rf '%s'", lint_folder);
    CHECK_INT(system(command), 0);
}
