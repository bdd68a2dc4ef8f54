// SPDX-License-Identifier: MIT
//
// A project of 20,000 clips and 1,000 characters: how long listing, looking, summing up
// and renaming take. Limits are on processor time, so that a busy machine fails nothing.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/studio_projects.h"

#include "studio/model/commands/assets.h"
#include "studio/model/commands/clips.h"
#include "studio/model/facts/problems.h"
#include "studio/model/facts/summary.h"

#include <time.h>

enum { CLIPS = 20000, CHARACTERS = 1000 };

static clock_t started;
static double seconds(void) { return (double)(clock() - started) / CLOCKS_PER_SEC; }

static void put_raw(const char *format, int number, const char *text)
{
    char name[100], full[MIENI_PATH_ROOM];
    snprintf(name, sizeof name, format, number / 500, number);
    snprintf(full, sizeof full, "%s/%s", lint_folder, name);
    CHECK_STATUS(mieni_file_write_derived(full, text, strlen(text), NULL, NULL), MIEN_OK);
}

static void put_many(void)
{
    static const char clip[] =
        "{\n  \"kind\": \"clip\",\n  \"version\": 1,\n  \"preview\": \"face.poses.json\",\n"
        "  \"curves\": {\"file\": \"takes/line.csv\"}\n}\n",
                      character[] = "{\n  \"kind\": \"character\",\n  \"version\": 1,\n  \"skeleton\": "
                                    "\"face.skeleton.json\",\n  \"graph\": \"child.graph.json\"\n}\n";
    studio_put_project();
    for (int i = 0; i < CLIPS; ++i)
        put_raw("lines/%02d/%05d.clip.json", i, clip);
    for (int i = 0; i < CHARACTERS; ++i)
        put_raw("cast/%02d/%05d.character.json", i, character);
}

TEST(a_large_project_opens_at_once)
{
    Studio *studio = NULL;
    int clips = 0;
    char text[STUDIO_SUMMARY_ROOM];
    put_many();
    started = clock();
    studio = studio_begin(NULL, NULL);
    const double opened = seconds();
    for (int i = 0; i < studio->files.count; ++i)
        clips += studio->files.items[i]->kind == MIENI_ASSET_CLIP;
    CHECK_INT(clips, CLIPS + 2);
    started = clock();
    STUDIO_OK(studio_look(studio, NULL, &problem));
    const double looked = seconds();
    started = clock();
    for (int i = 0; i < studio->files.count; ++i) {
        const MieniAsset *asset;
        STUDIO_OK(studio_asset(studio, studio->files.items[i]->path, &asset, &problem));
        studio_summary(asset, text);
    }
    const double summed = seconds();
    started = clock();
    for (int i = 0; i < 100; ++i)
        STUDIO_OK(studio_note(studio, "talk.clip.json", i % 2 ? "a" : "b", NULL, &problem));
    const double edited = seconds() / 100;
    printf("%d assets: list %.3f s, look again %.3f s, sum all up %.3f s, an edit with all known %.2f ms\n",
           studio->files.count, opened, looked, summed, edited * 1000);
    CHECK(opened < 1 && looked < 1 && summed < 10 && edited < 0.1);
    studio_discard(studio);
}

/// The longest text that is likely to be keyed by hand: 250 curves of 40 keys.
TEST(keys_of_a_large_clip)
{
    MieniTextOut text = {0};
    studio_put_project();
    mieni_text_put(&text, "{\"kind\": \"clip\", \"version\": 1, \"keyed\": [");
    for (int c = 0; c < 250; ++c) {
        mieni_text_putf(&text, "%s{\"curve\": \"curve_%d\", \"keys\": [", c > 0 ? ", " : "", c);
        for (int k = 0; k < 40; ++k)
            mieni_text_putf(&text, "%s{\"time\": %d.%02d, \"value\": 0.%d}", k > 0 ? ", " : "", k / 4,
                            25 * (k % 4), 1 + (7 * k + c) % 97);
        mieni_text_put(&text, "]}");
    }
    mieni_text_put(&text, "]}");
    lint_put("large.clip.json", text.bytes);
    Studio *studio = studio_begin(NULL, NULL);
    started = clock();
    STUDIO_OK(studio_group_begin(studio, "drag", &problem));
    for (int i = 1; i <= 50; ++i) {
        MieniKeyPlace key = {"curve_100", 20};
        const MieniAsset *asset;
        STUDIO_OK(studio_group_rewind(studio, &problem));
        STUDIO_OK(studio_clip_move_keys(studio, "large.clip.json", &key, 1,
                                        &(MieniKeyMove){.value = i / 100.0}, &problem));
        STUDIO_OK(studio_asset(studio, "large.clip.json", &asset, &problem)); // what the views read
    }
    STUDIO_OK(studio_group_end(studio, &problem));
    const double moved = seconds() / 50;
    const size_t kept = studio->history.size;
    started = clock();
    STUDIO_OK(studio_undo(studio, &problem));
    const double undone = seconds();
    printf("%zu KB of keys: a move %.1f ms, undo %.2f ms, history %zu bytes\n", text.size / 1024,
           moved * 1000, undone * 1000, kept);
    CHECK(undone < 0.1 && moved < 1);
    mieni_text_release(&text);
    studio_discard(studio);
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(keys_of_a_large_clip);
    RUN(a_large_project_opens_at_once);
    studio_folders_end();
}
