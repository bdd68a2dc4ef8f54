// SPDX-License-Identifier: MIT
//
// Lips meet on every p, b and m of a sentence, seen on the mesh of each face, and on nothing
// else that is said.

#include "support/humans.h"
#include "support/victim.h"

#include "accept/accepting.h"
#include "mien_author/map.h"
#include "mien_io/speech.h"

/// "Bob may move my lamp before sheep": phones of ARPAbet with their hundredths of a second.
static const struct {
    const char *name;
    int length;
} phones[] = {
    {"", 30},    {"B", 7},    {"AA1", 14}, {"B", 8},    {"M", 9}, {"EY1", 15}, {"M", 6},
    {"UW1", 14}, {"V", 8},    {"M", 7},    {"AY1", 16}, {"L", 7}, {"AE1", 12}, {"M", 6},
    {"P", 8},    {"sp", 9},   {"B", 3},    {"IH0", 9},  {"F", 9}, {"AO1", 13}, {"R", 7},
    {"SH", 12},  {"IY1", 14}, {"P", 6},    {"sil", 30},
};
enum { PHONES = sizeof phones / sizeof *phones };

/// The lips count as closed up to this much beyond their rest, percent of the head's height.
static const double closed_percent = 0.3;

static bool is_one_of(int phone, const char *names)
{
    const char *name = phones[phone].name;
    return name[0] != '\0' && name[1] == '\0' && strchr(names, name[0]) != NULL;
}

static bool is_silent(int phone)
{
    return phones[phone].name[0] == '\0' || strncmp(phones[phone].name, "s", 1) == 0;
}

static MienAuthorClip *read_sentence(void)
{
    Text text = {0};
    MienAuthorClip *clip = NULL;
    MienError error = {0};
    int at = 0;
    for (int p = 0; p < PHONES; ++p)
        at += phones[p].length;
    text_add(&text, "\"ooTextFile\" \"TextGrid\" 0 %d.%02d <exists> 1 \"IntervalTier\" \"phones\" 0 1 %d\n",
             at / 100, at % 100, PHONES);
    at = 0;
    for (int p = 0; p < PHONES; at += phones[p++].length)
        text_add(&text, "%d.%02d %d.%02d \"%s\"\n", at / 100, at % 100, (at + phones[p].length) / 100,
                 (at + phones[p].length) % 100, phones[p].name);
    require_ok(mien_io_textgrid_read(text.bytes, text.size, NULL, &clip, NULL, &error), &error, __LINE__);
    text_free(&text);
    return clip;
}

/// The opening of the mouth at a frame, percent of the head's height beyond its rest.
static double gap_at(MieniAccepting *a, const MienAuthorClip *clip, int frame)
{
    MieniCurveValue values[16];
    int count = 0;
    for (int c = 0; c < clip->curve_count && count < 16; ++c) {
        const int curve = mien_skeleton_find_curve(a->face.skeleton, clip->curves[c].name);
        if (curve >= 0)
            values[count++] =
                (MieniCurveValue){curve, mien_author_curve_evaluate(&clip->curves[c], frame / 100.0)};
    }
    CHECK(count > 4);
    CHECK_STATUS(mieni_shown_face_curves(&a->face, values, count), MIEN_OK);
    return mieni_accept_percent(a, mieni_mouth_gap(&a->mouth, &a->face, &a->parts) - a->mouth_at_rest.gap);
}

/// Pixels of half of the head's height.
enum { PIXELS = 640 };

/// Whether lips are closed for 40 ms on a phone: within it, or if it is shorter around its middle.
static bool is_closed(MieniAccepting *a, const MienAuthorClip *clip, int start, int length)
{
    const int from = start + (length - 4) / 2;
    for (int f = from; f <= from + 4; f += 4) {
        const double gap = gap_at(a, clip, f);
        if (gap > closed_percent) {
            printf("lips are %.3f %% of the head's height apart at frame %d\n", gap, f);
            return false;
        }
    }
    return true;
}

static void check_sentence(MieniAccepting *a, const MienAuthorClip *clip, const char *who)
{
    int start = 0, closures = 0, held = 0, false_closures = 0;
    for (int p = 0; p < PHONES; start += phones[p++].length) {
        if (is_one_of(p, "PBM")) {
            ++closures;
            held += is_closed(a, clip, start, phones[p].length);
        } else if (!is_silent(p) && !is_one_of(p, "FV")) {
            false_closures += gap_at(a, clip, start + phones[p].length / 2) <= closed_percent;
        }
    }
    printf("%s: %d of %d closures, %d false\n", who, held, closures, false_closures);
    CHECK_INT(held, closures);
    CHECK_INT(false_closures, 0);
}

/// Opens the mouth's view, finer than tests of faces have it, on the face at rest.
static void open_mouth(MieniAccepting *a)
{
    const double height = mieni_mouth_height(&a->face, &a->parts, a->chin[1] + 0.17 * a->height);
    const MieniFaceView view = {
        .centre = {a->middle, height - 0.03 * a->height, a->chin[2]}, .side = 0.5 * a->height, .cosine = 1.0};
    const MieniAcceptPose *jaw = mieni_accept_role(a, "jawOpen");
    CHECK(jaw != NULL);
    CHECK(mieni_mouth_open(&a->mouth, &a->face, &a->parts, &view, PIXELS, &a->arena));
    CHECK(mieni_accept_show_one(a, jaw, 1.0f));
    mieni_mouth_find(&a->mouth, &a->face, &a->parts);
    mieni_mouth_crop(&a->mouth);
    CHECK(mieni_accept_show(a, NULL, 0));
    a->mouth_at_rest.gap = mieni_mouth_gap(&a->mouth, &a->face, &a->parts);
}

static void check_face(Actor *actor, const char *jaw, const MienAuthorClip *clip, const char *who)
{
    MienError error = {0};
    const MienAcceptTerm term = {.curve = jaw, .weight = 1.0f};
    const MienAcceptRole role = {.name = "jawOpen", .term_count = 1, .terms = &term};
    const MienAcceptDesc desc = {.skeleton = actor->loaded.skeleton,
                                 .mesh = actor->mesh,
                                 .poses = actor->loaded.asset,
                                 .role_count = 1,
                                 .roles = &role};
    MieniAccepting a = {.desc = &desc};
    require_ok(mieni_accept_open(&a, &error), &error, __LINE__);
    open_mouth(&a);
    check_sentence(&a, clip, who);
    mieni_accept_close(&a);
}

TEST(lips_meet_on_the_cast)
{
    static const char *const names[] = {"Ada", "Pip", "Bruno", "Moss"};
    MienAuthorClip *clip = read_sentence();
    for (int who = 0; who < MIENI_CAST_COUNT; ++who) {
        Actor actor;
        open_actor(&actor, who, MIENI_CAST_DEFAULT);
        check_face(&actor, "jawOpen", clip, names[who]);
        close_actor(&actor);
    }
    mien_author_clip_destroy(clip);
}

TEST(lips_meet_on_makehuman_heads)
{
    static const int files[] = {0, 3};
    MienAuthorClip *clip = read_sentence(), *mapped = NULL;
    MienAuthorMap *map = NULL;
    MienError error = {0};
    require_ok(mien_author_map_load("arkit-to-makehuman", NULL, &map, &error), &error, __LINE__);
    require_ok(mien_author_map_apply(clip, map, NULL, &mapped, NULL, &error), &error, __LINE__);
    for (int i = 0; i < 2; ++i) {
        Human human;
        if (!open_human(&human, human_files[files[i]]))
            continue;
        check_face(&human.actor, "JawDrop", mapped, human_files[files[i]]);
        close_human(&human);
    }
    mien_author_clip_destroy(mapped);
    mien_author_clip_destroy(clip);
    mien_author_map_destroy(map);
}

CHECK_MAIN
{
    RUN(lips_meet_on_the_cast);
    RUN(lips_meet_on_makehuman_heads);
}
