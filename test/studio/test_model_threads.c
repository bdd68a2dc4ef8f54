// SPDX-License-Identifier: MIT
//
// Editing goes on while others save, look, lint and cook: they work on what was when they
// began.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/studio_projects.h"

#include "project/uses.h"
#include "studio/model/commands/clips.h"
#include "studio/model/facts/preview.h"
#include "studio/model/facts/problems.h"

#include <pthread.h>

/// What one round of work is given; all of it was begun in the studio's thread.
typedef struct Work {
    StudioSave *save;
    StudioLook *look;
    StudioLint *lint;
    StudioPreview *preview;
    StudioSnapshot *snapshot;
    MieniUses uses;
} Work;

static void *run_save(void *user)
{
    studio_save_run(((Work *)user)->save);
    return NULL;
}

static void *run_look(void *user)
{
    studio_look_run(((Work *)user)->look);
    return NULL;
}

static void *run_lint(void *user)
{
    studio_lint_run(((Work *)user)->lint);
    return NULL;
}

static void *run_preview(void *user)
{
    studio_preview_run(((Work *)user)->preview);
    return NULL;
}

static void *run_uses(void *user)
{
    Work *work = user;
    mieni_uses_make(&work->uses, &work->snapshot->project, MIENI_USES_CLIPS, NULL);
    return NULL;
}

static void edit(Studio *studio, int round)
{
    for (int i = 0; i < 20; ++i)
        STUDIO_OK(studio_clip_set_key(studio, "talk.clip.json", i % 2 == 0 ? "jawOpen" : "look_L",
                                      (i + 1) / 10.0, round / 10.0 + i / 100.0, NULL, &problem));
    for (int i = 0; i < 5; ++i)
        STUDIO_OK(studio_undo(studio, &problem));
}

TEST(others_work_while_editing_goes_on)
{
    void *(*const runs[])(void *) = {run_save, run_look, run_lint, run_preview, run_uses};
    enum { RUNS = sizeof runs / sizeof *runs };
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    for (int round = 0; round < 8; ++round) {
        pthread_t threads[RUNS];
        Work work = {0};
        edit(studio, round);
        STUDIO_OK(studio_save_begin(studio, NULL, &work.save, &problem));
        STUDIO_OK(studio_look_begin(studio, &work.look, &problem));
        STUDIO_OK(studio_lint_begin(studio, NULL, 0, &work.lint, &problem));
        STUDIO_OK(
            studio_preview_begin(studio, "ada.character.json", NULL, NULL, NULL, &work.preview, &problem));
        STUDIO_OK(studio_snapshot_make(&studio->files, &work.snapshot, &problem));
        for (int i = 0; i < RUNS; ++i)
            CHECK_INT(pthread_create(&threads[i], NULL, runs[i], &work), 0);
        edit(studio, round + 1);
        for (int i = 0; i < RUNS; ++i)
            CHECK_INT(pthread_join(threads[i], NULL), 0);
        if (round % 2 == 0) // it saw half of the save, perhaps
            STUDIO_OK(studio_look_end(studio, work.look, NULL, &problem));
        STUDIO_OK(studio_save_end(studio, work.save, &problem));
        if (round % 2 == 1)
            STUDIO_OK(studio_look_end(studio, work.look, NULL, &problem));
        CHECK(!studio_files_find(&studio->files, "talk.clip.json")->is_contested); // no other program wrote
        CHECK_STATUS(work.lint->status, MIEN_OK);
        CHECK_STATUS(work.preview->status, MIEN_OK);
        CHECK(mieni_uses_find(&work.uses, "jawOpen") != NULL);
        studio_lint_destroy(work.lint);
        studio_preview_destroy(work.preview);
        mieni_uses_release(&work.uses);
        studio_snapshot_destroy(work.snapshot);
    }
    STUDIO_OK(studio_look(studio, NULL, &problem));
    CHECK(!studio_files_find(&studio->files, "talk.clip.json")->is_contested); // no other program wrote
    STUDIO_OK(studio_save(studio, &problem));
    CHECK_STR(studio_text_on_disk("talk.clip.json"), studio_text_now(studio, "talk.clip.json"));
    while (studio->history.done_count > 0)
        STUDIO_OK(studio_undo(studio, &problem));
    studio_discard(studio);
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(others_work_while_editing_goes_on);
    studio_folders_end();
}
