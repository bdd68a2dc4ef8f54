// SPDX-License-Identifier: MIT
//
// What playing needs: how long clips are, their keys and sounds, also of texts that are
// not saved; and times as people read and type them.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/studio_projects.h"

#include "studio/model/commands/clips.h"
#include "studio/model/facts/play_facts.h"
#include "studio/model/facts/times.h"
#include "studio/model/facts/waveform.h"

#include "io/wav_write.h"

static StudioPlayFacts *facts_of(Studio *studio, const char *path)
{
    StudioPlayFacts *facts = NULL;
    STUDIO_OK(studio_play_facts_begin(studio, path, &facts, &problem));
    studio_play_facts_run(facts);
    studio_play_facts_end(facts);
    return facts;
}

TEST(facts_are_those_of_the_text_as_it_is_now)
{
    double time = -1;
    studio_put_project();
    Studio *studio = studio_begin(NULL, NULL);
    StudioPlayFacts *facts = facts_of(studio, "talk.clip.json");
    CHECK_STATUS(facts->status, MIEN_OK);
    CHECK_NEAR(facts->length, 1, 0);
    CHECK_NEAR(facts->rate, 30, 0);
    CHECK(facts->curve_count == 1 && facts->key_count == 2);
    CHECK(facts->sound[0] == '\0' && facts->sound_file[0] == '\0');
    studio_play_facts_destroy(facts);

    STUDIO_OK(studio_clip_set_key(studio, "talk.clip.json", "look_L", 2.5, 1, NULL, &problem));
    STUDIO_OK(studio_clip_set_key(studio, "talk.clip.json", "look_L", 1, 0, NULL, &problem));
    facts = facts_of(studio, "talk.clip.json");
    CHECK_NEAR(facts->length, 2.5, 0);
    CHECK_INT(facts->key_count, 3); // two curves have one at 1
    CHECK(studio_play_facts_after(facts, 0, &time) && time == 1);
    CHECK(studio_play_facts_after(facts, 1, &time) && time == 2.5);
    CHECK(!studio_play_facts_after(facts, 2.5, &time));
    CHECK(studio_play_facts_before(facts, 2.5, &time) && time == 1);
    CHECK(studio_play_facts_before(facts, 0.5, &time) && time == 0);
    CHECK(!studio_play_facts_before(facts, 0, &time));
    studio_play_facts_destroy(facts);
    studio_close(studio);
}

TEST(sounds_are_found_beside_the_clip_or_not_at_all)
{
    studio_put_project();
    lint_put_raw("line.wav", "RIFF");
    lint_put("loud.clip.json", LINT_CLIP("\"keyed\": [], \"length\": 2, \"sound\": {\"file\": \"line.wav\", "
                                         "\"offset\": 0.25}"));
    lint_put("lost.clip.json", LINT_CLIP("\"keyed\": [], \"length\": 2, \"sound\": {\"file\": \"no.wav\"}"));
    lint_put_raw("broken.clip.json", "{\"kind\": \"clip\", \"version\": 1, \"keyed\": 3}");
    Studio *studio = studio_begin(NULL, NULL);
    StudioPlayFacts *facts = facts_of(studio, "loud.clip.json");
    CHECK(strcmp(facts->sound, "line.wav") == 0 && strstr(facts->sound_file, "/line.wav") != NULL);
    CHECK_NEAR(facts->sound_offset, 0.25, 0);
    CHECK(facts->key_count == 0 && facts->length == 2);
    studio_play_facts_destroy(facts);
    facts = facts_of(studio, "lost.clip.json");
    CHECK(strcmp(facts->sound, "no.wav") == 0 && facts->sound_file[0] == '\0');
    studio_play_facts_destroy(facts);
    facts = facts_of(studio, "broken.clip.json");
    CHECK(facts->status != MIEN_OK && facts->problem.error.message[0] != '\0' && facts->length == 0);
    studio_play_facts_destroy(facts);
    studio_close(studio);
}

static void check_text(double time, double rate, StudioTimeForm form, const char *wanted)
{
    char text[STUDIO_TIME_ROOM];
    if (strcmp(studio_time_text(time, rate, form, text), wanted) != 0) {
        printf("%s, not %s\n", text, wanted);
        CHECK(false);
    }
}

TEST(times_have_three_forms)
{
    char text[2 * STUDIO_TIME_ROOM];
    check_text(1.36, 30, STUDIO_TIME_SECONDS, "1.36");
    check_text(0, 30, STUDIO_TIME_SECONDS, "0.00");
    check_text(1.366666, 30, STUDIO_TIME_FRAMES, "41");
    check_text(41.0 / 30, 30, STUDIO_TIME_FRAMES, "41"); // whatever was rounded
    check_text(1.366667, 30, STUDIO_TIME_CODE, "00:01:11");
    check_text(3725.5, 24, STUDIO_TIME_CODE, "01:02:05:12");
    CHECK(strcmp(studio_time_of(1.36, 3.2, 30, STUDIO_TIME_SECONDS, text), "1.36 / 3.20 s") == 0);
    CHECK(strcmp(studio_time_of(1.4, 3.2, 30, STUDIO_TIME_FRAMES, text), "42 / 96") == 0);
}

static double read_time(const char *text, StudioTimeForm form)
{
    double time = -1;
    return studio_time_read(text, 1, 4, 30, form, &time) ? time : -1;
}

TEST(times_are_typed_in_many_ways)
{
    CHECK_NEAR(read_time("1.5", STUDIO_TIME_SECONDS), 1.5, 0);
    CHECK_NEAR(read_time(" ,5 s", STUDIO_TIME_SECONDS), 0.5, 0);
    CHECK_NEAR(read_time("f45", STUDIO_TIME_SECONDS), 1.5, 1e-12);
    CHECK_NEAR(read_time("45", STUDIO_TIME_FRAMES), 1.5, 1e-12);
    CHECK_NEAR(read_time("1.5s", STUDIO_TIME_FRAMES), 1.5, 1e-12);
    CHECK_NEAR(read_time("0:01:15", STUDIO_TIME_SECONDS), 1.5, 1e-12);
    CHECK_NEAR(read_time("1:15", STUDIO_TIME_CODE), 1.5, 1e-12);
    CHECK_NEAR(read_time("+=0.5", STUDIO_TIME_SECONDS), 1.5, 1e-12);
    CHECK_NEAR(read_time("-=15", STUDIO_TIME_FRAMES), 0.5, 1e-12);
    CHECK_NEAR(read_time("50%", STUDIO_TIME_SECONDS), 2, 1e-12);
    CHECK_NEAR(read_time("50%", STUDIO_TIME_FRAMES), 2, 1e-12);
    CHECK_NEAR(read_time("max", STUDIO_TIME_FRAMES), 4, 1e-12);
    const char *const wrong[] = {"", "x", "f", "1:", ":5", "1:2:3:4:5", "1:x", "1.2.3", "s", "12345678:1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i)
        CHECK_NEAR(read_time(wrong[i], STUDIO_TIME_SECONDS), -1, 0);
}

TEST(sounds_have_an_outline)
{
    enum { RATE = 8000, COUNT = 3 * RATE };
    static int16_t samples[COUNT];
    MienIoBytes bytes;
    StudioPeak peak;
    char path[200];
    for (int i = 0; i < COUNT; ++i) // silence, then one loud second, then a quiet one
        samples[i] = (int16_t)(i < RATE ? 0 : (i % 2 == 0 ? 16384 : -8192) / (i < 2 * RATE ? 1 : 4));
    samples[300] = 24576; // a click in the second piece, which longer pieces must keep
    CHECK_STATUS(mieni_wav_write(samples, COUNT, RATE, NULL, &bytes, NULL), MIEN_OK);
    lint_begin();
    snprintf(path, sizeof path, "%s/line.wav", lint_folder);
    CHECK_STATUS(mieni_file_write(path, bytes.data, bytes.size, NULL, NULL), MIEN_OK);
    mien_io_bytes_release(&bytes);
    StudioWaveform *waveform = studio_waveform_read(path);
    CHECK(waveform != NULL);
    CHECK_NEAR(waveform->length, 3, 0);
    CHECK(waveform->levels[waveform->level_count - 1].count == 1);
    CHECK(studio_waveform_peak(waveform, 0.1, 0.5, &peak) && peak.min == 0 && peak.max == 0);
    CHECK(studio_waveform_peak(waveform, 0, 0.9, &peak) && peak.max == 0.75f);
    CHECK(studio_waveform_peak(waveform, 1.2, 1.21, &peak) && peak.min == -0.25f && peak.max == 0.5f);
    CHECK(studio_waveform_peak(waveform, 2.5, 2.9, &peak) && peak.max == 0.125f);
    CHECK(studio_waveform_peak(waveform, -10, 10, &peak) && peak.min == -0.25f && peak.max == 0.75f);
    CHECK(!studio_waveform_peak(waveform, 3.5, 4, &peak) && !studio_waveform_peak(waveform, -2, -1, &peak));
    studio_waveform_free(waveform);
    CHECK(studio_waveform_read("/nowhere/line.wav") == NULL);
}

CHECK_MAIN
{
    studio_folders_begin();
    RUN(facts_are_those_of_the_text_as_it_is_now);
    RUN(sounds_are_found_beside_the_clip_or_not_at_all);
    RUN(times_have_three_forms);
    RUN(times_are_typed_in_many_ways);
    RUN(sounds_have_an_outline);
    studio_folders_end();
}
