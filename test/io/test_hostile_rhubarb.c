// SPDX-License-Identifier: MIT
//
// Damaged and forged mouth cues in three formats.

#include "support/curve_files.h"

#include "mien_io/rhubarb.h"

static MienStatus read_cues(const void *bytes, size_t size, int way, const MienAllocator *allocator,
                            MienAuthorClip **out_clip, MienError *error)
{
    static const MienIoRhubarbOptions ways[] = {{0}, {.is_stepped = true, .source = "there"}, {.blend = 9.5}};
    MienIoRhubarbOptions options = ways[way];
    options.allocator = allocator;
    return mien_io_rhubarb_read(bytes, size, &options, out_clip, NULL, error);
}

static const char *judge_cues(const void *bytes, size_t size, int way, MienStatus *out_status)
{
    return judge_file(bytes, size, read_cues, way, out_status);
}

static const char tsv[] = "\xEF\xBB\xBF"
                          "0.00\tX\r\n0.20\tD\r\n0.60\tC\r\n0.60\tB\r\n1e0\tX\r\n1.25\tX\r\n";
static const char xml[] = "\xEF\xBB\xBF<?xml version=\"1.0\"?>\n"
                          "<rhubarbResult><metadata><soundFile>a\\&quot;&lt;b.wav</soundFile>"
                          "<duration>1.5</duration></metadata><!-- c -->\n"
                          "<mouthCues><mouthCue start=\"0.00\" end=\"0.20\">X</mouthCue>\n"
                          "<mouthCue end='0.60' start='0.30' >D</mouthCue></mouthCues></rhubarbResult>\n";
static const char json[] = "{\"metadata\":{\"soundFile\":\"a\\\\b\",\"duration\":\"1.5\"},\"mouthCues\":[\n"
                           "{\"start\":0,\"end\":\"0.2\",\"value\":\"X\"},"
                           "{\"start\":0.3,\"end\":1,\"value\":\"D\"},"
                           "{\"start\":1,\"end\":1.25,\"value\":\"D\"}]}";

TEST(damaged)
{
    const char *const texts[] = {tsv, xml, json}, *const names[] = {"TSV", "XML", "JSON"};
    for (int i = 0; i < 3; ++i) {
        Victim victim = {.name = names[i],
                         .text = texts[i],
                         .size = strlen(texts[i]),
                         .judge = judge_cues,
                         .ways = 3,
                         .others = "\n\r\t\"'<>/&;=!-.09eX{}[],: \xFF"};
        victim_attack(&victim);
    }
}

TEST(nothing_but)
{
    static const char *const fillers[] = {"\n", "<", "0\tX\n", " ", "\"", "<mouthCue>", "<!---->", "&",
                                          "[",  "{", "/",      ">", "-",  "<!--",       "</",      "<a>"};
    static const char *const heads[] = {"",
                                        "<rhubarbResult>",
                                        "<rhubarbResult><mouthCues>",
                                        "<rhubarbResult><metadata><soundFile>",
                                        "{\"mouthCues\":[",
                                        "<?xml ",
                                        "0.00\tX\n1.00\t"};
    Victim victim = {.name = "nothing but", .judge = judge_cues, .ways = 3};
    for (size_t f = 0; f < sizeof fillers / sizeof fillers[0]; ++f)
        for (size_t h = 0; h < sizeof heads / sizeof heads[0]; ++h)
            victim_repeat(&victim, heads[h], fillers[f]);
    victim_close(&victim, "repeated", false);
}

static void check_limit(Text *take, const char *place)
{
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    CHECK_STATUS(read_cues(take->bytes, take->size, 0, NULL, &clip, &error), MIEN_ERROR_LIMIT);
    CHECK_STR(error.location, place);
    CHECK(clip == NULL);
    text_free(take);
}

TEST(too_much)
{
    Text take = {0};
    text_add(&take, "<rhubarbResult><metadata><soundFile>");
    for (int i = 0; i <= MIEN_IO_RHUBARB_MAX_PATH; ++i)
        text_add(&take, "p");
    text_add(&take, "</soundFile></metadata></rhubarbResult>");
    check_limit(&take, "line 1, column 37");
    for (int i = 0; i <= MIEN_IO_RHUBARB_MAX_CUES; ++i)
        text_add(&take, "x\n");
    check_limit(&take, "line 8640001");
    text_add(&take, "<rhubarbResult><mouthCues>");
    for (int i = 0; i <= MIEN_IO_RHUBARB_MAX_CUES; ++i)
        text_add(&take, "<mouthCue");
    check_limit(&take, "line 1, column 77760027");
}

CHECK_MAIN
{
    RUN(damaged);
    RUN(nothing_but);
    RUN(too_much);
}
