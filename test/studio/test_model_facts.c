// SPDX-License-Identifier: MIT
//
// What panels say about assets: what modifiers do to a clip and what remains of it.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "studio_projects.h"

#include "studio/model/assets.h"
#include "studio/model/clip_facts.h"
#include "studio/model/clips.h"

static StudioClipFacts facts_of(Studio *studio, const char *path)
{
    StudioSnapshot *snapshot;
    StudioClipFacts facts;
    STUDIO_OK(studio_snapshot_make(&studio->files, &snapshot, &problem));
    CHECK_STATUS(studio_clip_facts_make(&facts, snapshot, path), MIEN_OK);
    studio_snapshot_destroy(snapshot);
    return facts;
}

TEST(what_modifiers_do_to_a_clip)
{
    static const char *const paths[] = {"talk.clip.json"};
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_clip_set_key(studio, paths[0], "tail", 0, 1, NULL, &problem));
    STUDIO_OK(studio_modifier_add(studio, paths, 1, -1,
                                  "{\"do\": \"scale_curves\", \"names\": [\"*\"], \"gain\": 1.5, "
                                  "\"offset\": -0.25}",
                                  &problem));
    STUDIO_OK(studio_modifier_add(studio, paths, 1, -1,
                                  "{\"do\": \"remove_curves\", \"names\": [\"jaw*\", \"none\"]}", &problem));
    STUDIO_OK(studio_modifier_set_off(studio, paths[0], 1, true, &problem));
    StudioClipFacts facts = facts_of(studio, paths[0]);
    CHECK(facts.is_made);
    CHECK_INT(facts.row_count, 2);
    CHECK_STR(facts.rows[0], "× 1.5 − 0.25 · 2 of 2 curves");
    CHECK_STR(facts.rows[1], "jaw*, none · 1 of 2 curves; not found: none"); // what it would do
    CHECK_INT(facts.curve_count, 2);
    CHECK_INT(facts.idle_count, 1);
    CHECK_STR(facts.idle[0], "tail");
    CHECK_INT(facts.rate, 30);
    CHECK_INT(facts.users.count, 1);
    CHECK_STR(facts.users.items[0], "face.graph.json");
    CHECK(facts.poses.count == 2);
    studio_clip_facts_release(&facts);
    STUDIO_OK(studio_modifier_set_off(studio, paths[0], 1, false, &problem));
    facts = facts_of(studio, paths[0]);
    CHECK_INT(facts.curve_count, 1);
    CHECK_INT(facts.source_curves, 2);
    studio_clip_facts_release(&facts);
    studio_discard(studio);
}

TEST(a_clip_that_cannot_be_put_together)
{
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    STUDIO_OK(studio_asset_set(studio, "talk.clip.json", "tracks", "{\"file\": \"gone.glb\"}", "x", NULL,
                               &problem));
    StudioClipFacts facts = facts_of(studio, "talk.clip.json");
    CHECK(!facts.is_made && facts.problem.error.message[0] != '\0');
    CHECK_INT(facts.users.count, 1);
    CHECK_INT(facts.poses.count, 2);
    studio_clip_facts_release(&facts);
    studio_discard(studio);
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(what_modifiers_do_to_a_clip);
    RUN(a_clip_that_cannot_be_put_together);
    studio_folders_end();
}
