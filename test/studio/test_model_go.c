// SPDX-License-Identifier: MIT
//
// Going to things by name: all that has a name is found, and what fits best comes first.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/studio_projects.h"

#include "studio/model/facts/go_index.h"

static int count_of(const StudioGoIndex *index, StudioGoKind kind, const char *name, const char *path)
{
    int count = 0;
    for (int i = 0; i < index->count; ++i)
        count += index->items[i].kind == kind && strcmp(index->items[i].name, name) == 0 &&
                 strcmp(index->items[i].path, path) == 0;
    return count;
}

TEST(all_that_has_a_name_is_found)
{
    StudioGoIndex index = {0};
    StudioSnapshot *snapshot;
    studio_put_project();
    lint_put_raw("broken.poses.json", "{");
    Studio *studio = studio_begin(NULL, NULL);
    CHECK(studio_go_index_assets(&index, &studio->files));
    CHECK_INT(count_of(&index, STUDIO_GO_ASSET, "other", "other.poses.json"), 1);
    CHECK_INT(count_of(&index, STUDIO_GO_ASSET, "broken", "broken.poses.json"), 1);
    STUDIO_OK(studio_snapshot_make(&studio->files, &snapshot, &problem));
    CHECK(studio_go_index_inside(&index, snapshot, NULL, NULL));
    CHECK_INT(count_of(&index, STUDIO_GO_POSE, "jawOpen", "other.poses.json"), 1);
    CHECK_INT(count_of(&index, STUDIO_GO_CURVE, "look_L", "face.skeleton.json"), 1);
    CHECK_INT(count_of(&index, STUDIO_GO_BONE, "jaw", "face.skeleton.json"), 1);
    CHECK_INT(count_of(&index, STUDIO_GO_NODE, "out", "face.graph.json"), 1);
    studio_snapshot_destroy(snapshot);
    studio_go_index_release(&index);
    studio_close(studio);
}

TEST(what_fits_best_comes_first)
{
    static const char *const by_fit[] = {"jaw",       "jawOpen", "jaw_open_more_and_more", "upperJaw",
                                         "upper_jaw", "locjaws", "just_a_window"};
    for (size_t i = 0; i + 1 < sizeof by_fit / sizeof *by_fit; ++i) {
        const int here = studio_go_fit("jaw", by_fit[i], NULL),
                  next = studio_go_fit("jaw", by_fit[i + 1], NULL);
        if (here < next || next == 0) {
            printf("%s %d, %s %d\n", by_fit[i], here, by_fit[i + 1], next);
            CHECK(false);
        }
    }
    CHECK_INT(studio_go_fit("jaw", "brow", NULL), 0);
    CHECK(studio_go_fit("open jaw", "jawOpen", NULL) > 0 && studio_go_fit("JAW", "jawOpen", NULL) > 0);
    CHECK_INT(studio_go_fit("open brow", "jawOpen", NULL), 0);
    CHECK(studio_go_fit("", "jawOpen", NULL) > 0);
    CHECK(studio_go_fit("jaw ada", "jawOpen", "ada.poses.json") > 0);
    CHECK(studio_go_fit("jaw", "jawOpen", "ada.poses.json") >
          studio_go_fit("ada", "jawOpen", "ada.poses.json"));
    CHECK_INT(studio_go_fit("jaw pip", "jawOpen", "ada.poses.json"), 0);
    CHECK_INT(studio_go_fit("jp", "jaw_open", NULL), 0); // two letters anywhere fit too much
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(all_that_has_a_name_is_found);
    RUN(what_fits_best_comes_first);
    studio_folders_end();
}
