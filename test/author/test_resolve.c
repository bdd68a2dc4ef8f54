// SPDX-License-Identifier: MIT
//
// Finding names by rules: which rules, what is ambiguous, what must never match.

#include "support/check.h"
#include "support/ledger.h"
#include "support/seconds.h"

#include "base/names.h"
#include "mien_author/resolve.h"
#include "sample/random.h"

static MienAuthorResolver *resolver_of(const char *const *targets, int count, const char *vocabulary_id)
{
    MienAuthorVocabulary *vocabulary = NULL;
    MienAuthorResolver *resolver = NULL;
    if (vocabulary_id != NULL)
        CHECK_STATUS(mien_author_vocabulary_load(vocabulary_id, NULL, &vocabulary, NULL), MIEN_OK);
    CHECK_STATUS(mien_author_resolver_create(targets, count, vocabulary, NULL, &resolver, NULL), MIEN_OK);
    mien_author_vocabulary_destroy(vocabulary);
    return resolver;
}

/// "eyeBlinkLeft by prefix, case", "a or b", or "nothing".
static const char *found(const MienAuthorResolver *resolver, const char *const *targets, const char *name)
{
    static char text[4 * MIEN_MAX_NAME];
    const MienAuthorMatch match = mien_author_resolver_find(resolver, name);
    char rules[64];
    mien_author_name_rules_describe(match.rules, rules, sizeof rules);
    switch (match.kind) {
    case MIEN_AUTHOR_NO_MATCH:
        return "nothing";
    case MIEN_AUTHOR_AMBIGUOUS:
        snprintf(text, sizeof text, "%s or %s", targets[match.target], targets[match.other]);
        return text;
    case MIEN_AUTHOR_MATCH:
        break;
    }
    snprintf(text, sizeof text, "%s by %s", targets[match.target], rules);
    return text;
}

TEST(one_rule_and_several)
{
    static const struct {
        const char *name, *target, *rules; ///< Rules NULL: must not match.
    } rows[] = {
        {"jawOpen", "jawOpen", "exact"},
        {"BS_node.eyeBlinkLeft", "eyeBlinkLeft", "prefix"},
        {"eyeBlinkLeft", "BS_node.eyeBlinkLeft", "prefix"},
        {"blendShape1.jawOpen", "blendShape2.jawOpen", "prefix"},
        {"CTRL_expressions.jawOpen", "jawOpen", "prefix"},
        {"Geometry::jawOpen", "jawOpen", "prefix"},
        {"RootGroup|face:jawOpen", "jawOpen", "prefix"},
        {"EyeBlinkLeft", "eyeBlinkLeft", "case"},
        {"eyeblinkleft", "eyeBlinkLeft", "case"},
        {"shapes.EYEBLINKLEFT", "eyeBlinkLeft", "prefix, case"},
        {"caf\xC3\xA9", "cafe\xCC\x81", "unicode"},
        {"\xE3\x81\x8C", "\xE3\x81\x8B\xE3\x82\x99", "unicode"}, // ga, and ka with its mark
        {"\xC5\xA0um", "s\xCC\x8Cum", NULL},                     // case only of A to Z
        {"Caf\xC3\xA9", "cafe\xCC\x81", "case, unicode"},
        {"AK_09_EyeBlinkLeft", "EyeBlinkLeft", "numbered"},
        {"blendShape1.AK_09_EyeBlinkLeft", "eyeBlinkLeft", "prefix, case, numbered"},
        {"AA_VI_00_Sil", "sil", "case, numbered"},
        {"SR_34_Mouth_Smile_Left", "mouthSmileLeft", "numbered, separators"},
        {"ARM_01_bend", "ARM_02_bend", NULL}, // two of a kind
        {"AK_01_bend", "BS_02_bend", NULL},
        {"eye_01_left", "left", NULL}, // not a list's prefix
        {"LEFT_01_eye", "eye", NULL},
        {"AK_01_", "AK_01", "separators"},
        {"eye_blink_left", "eyeBlinkLeft", "separators"},
        {"Eye Blink-Left", "eyeBlinkLeft", "separators"},
        {"EYE_BLINK_LEFT", "eyeBlinkLeft", "case, separators"},
        {"eyeBlink_L", "eyeBlinkLeft", "side"},
        {"eyeBlink.L", "eyeBlinkLeft", "side"},
        {"L_eyeBlink", "eyeBlinkLeft", "side"},
        {"eyeBlinkL", "eyeBlink_l", "separators"},
        {"Blink_R", "blinkRight", "case, side"},
        {"leftEye", "eye.L", "case, side"},
        {"shapes.eyeBlink_L", "eyeBlinkLeft", "prefix, side"},
        {"AU_02_L_OuterBrowRaiser", "outerBrowRaiserL", "case, numbered, side"},
        {"brow_lower_l", "browLowerL", "separators"},
        {"eye.L.001", "eye_L.001", "separators"},
        {"eye.L.001", "eye.L", NULL},
        {"Eye_Left_Right", "eyeLeft_R", "case, side"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        MienAuthorResolver *resolver = resolver_of(&rows[i].target, 1, NULL);
        char expected[300] = "nothing", rules[64] = "none";
        if (rows[i].rules != NULL)
            snprintf(expected, sizeof expected, "%s by %s", rows[i].target, rows[i].rules);
        CHECK_STR(found(resolver, &rows[i].target, rows[i].name), expected);
        const int near = mien_author_name_near_miss(rows[i].name, rows[i].target);
        CHECK_INT(near, mien_author_name_near_miss(rows[i].target, rows[i].name));
        if (near >= 0)
            mien_author_name_rules_describe((unsigned)near, rules, sizeof rules);
        CHECK_STR(rules, rows[i].rules != NULL ? rows[i].rules : "none");
        mien_author_resolver_destroy(resolver);
    }
}

/// Text that does not fit is cut; without room nothing is written.
TEST(rules_in_words)
{
    char text[8] = "before";
    mien_author_name_rules_describe(0, NULL, sizeof text);
    mien_author_name_rules_describe(0, text, 0);
    CHECK_STR(text, "before");
    mien_author_name_rules_describe(0, text, sizeof text);
    CHECK_STR(text, "exact");
    mien_author_name_rules_describe(0, text, 3);
    CHECK_STR(text, "ex");
}

TEST(sides_never_swap)
{
    static const char *const forms[][3] = {
        {"eyeBlinkLeft", "eyeBlinkRight", "eyeBlink"},
        {"eyeBlink_L", "eyeBlink_R", "eye_blink"},
        {"L_EyeBlink", "R_EyeBlink", "EyeBlink"},
        {"EYE_BLINK_LEFT", "EYE_BLINK_RIGHT", "EYE_BLINK"},
        {"a.eyeBlink.l", "a.eyeBlink.r", "a.eyeBlink"},
        {"Left.eyeBlink", "Right.eyeBlink", "Middle.eyeBlink"},
        {"AK_01_eyeBlinkL", "AK_02_eyeBlinkR", "AK_03_eyeBlink"},
        {"eye blink l", "eye blink r", "eye blink"},
        {"L:eyeBlink", "R:eyeBlink", ":eyeBlink"},
        {"eyeLeftBlink", "eyeRightBlink", "eyeblink"},
        {"leftEyeBlink", "rightEyeBlink", "eYEbLINK"},
        {"Left_eyeBlink", "Right_eyeBlink", "_eyeBlink"},
    };
    enum { FORMS = sizeof forms / sizeof forms[0] };
    int matches = 0;
    for (int a = 0; a < FORMS; ++a) {
        for (int b = 0; b < FORMS; ++b) {
            for (int side = 0; side < 9; ++side) {
                const int x = side / 3, y = side % 3;
                const int near = mien_author_name_near_miss(forms[a][x], forms[b][y]);
                if (x != y && near >= 0)
                    printf("%s is %s\n", forms[a][x], forms[b][y]);
                CHECK(x == y || near < 0);
                matches += near >= 0;
            }
        }
    }
    printf("%d of %d pairs match\n", matches, 3 * FORMS * FORMS);
    CHECK(matches > FORMS * FORMS);
    CHECK_INT(mien_author_name_near_miss("tail_l", "taill"), -1);
    CHECK_INT(mien_author_name_near_miss("L_R", "R_L"), -1);
    CHECK_INT(mien_author_name_near_miss("LeftEyeturnRight", "RightEyeturnLeft"), -1);
    CHECK_INT(mien_author_name_near_miss("Left", "Right"), -1);
    CHECK_INT(mien_author_name_near_miss("L", "R"), -1);
    CHECK_INT(mien_author_name_near_miss("_", "__"), -1);
}

TEST(better_rules_win)
{
    static const char *const targets[] = {"JawOpen", "face.jawOpen", "jaw_open", "eyeBlink_L",
                                          "eyeBlinkLeft"};
    MienAuthorResolver *resolver = resolver_of(targets, 5, NULL);
    CHECK_STR(found(resolver, targets, "jawOpen"), "face.jawOpen by prefix");
    CHECK_STR(found(resolver, targets, "JawOpen"), "JawOpen by exact");
    CHECK_STR(found(resolver, targets, "EyeBlinkLeft"), "eyeBlinkLeft by case");
    CHECK_STR(found(resolver, targets, "eyeBlink_Left"), "eyeBlinkLeft by separators");
    CHECK_STR(found(resolver, targets, "eyeBlinkRight"), "nothing");
    mien_author_resolver_destroy(resolver);
}

TEST(ambiguous_is_not_guessed)
{
    static const char *const targets[] = {"face.jawOpen", "teeth.jawOpen", "mouthClose",  "MouthClose",
                                          "twice",        "twice",         "AK_01_smile", "SR_09_smile"};
    MienAuthorResolver *resolver = resolver_of(targets, 8, NULL);
    CHECK_STR(found(resolver, targets, "jawOpen"), "face.jawOpen or teeth.jawOpen");
    CHECK_STR(found(resolver, targets, "face.jawOpen"), "face.jawOpen by exact");
    CHECK_STR(found(resolver, targets, "mouthClose"), "mouthClose by exact");
    CHECK_STR(found(resolver, targets, "mouthclose"), "MouthClose or mouthClose");
    CHECK_STR(found(resolver, targets, "twice"), "twice or twice");
    CHECK_STR(found(resolver, targets, "smile"), "AK_01_smile or SR_09_smile");
    CHECK_STR(found(resolver, targets, "AK_01_Smile"), "AK_01_smile by case");
    mien_author_resolver_destroy(resolver);
}

TEST(aliases)
{
    static const char *const vowels[] = {"\xE3\x81\x82", "\xE3\x81\x84", "Fcl_MTH_U", "body.Fcl_EYE_Close_L"};
    MienAuthorResolver *resolver = resolver_of(vowels, 4, "vrm1");
    CHECK_STR(found(resolver, vowels, "aa"), "\xE3\x81\x82 by alias");
    CHECK_STR(found(resolver, vowels, "IH"), "\xE3\x81\x84 by case, alias");
    CHECK_STR(found(resolver, vowels, "\xE3\x82\xA6"), "Fcl_MTH_U by alias");
    CHECK_STR(found(resolver, vowels, "blink_L"), "body.Fcl_EYE_Close_L by prefix, side, alias");
    CHECK_STR(found(resolver, vowels, "blink_R"), "nothing");
    CHECK_STR(found(resolver, vowels, "blink"), "nothing");
    CHECK_INT(mien_author_resolver_find(resolver, "blink").target, -1);
    CHECK_INT(mien_author_resolver_find(resolver, "blink").other, -1);
    CHECK_INT(mien_author_resolver_find(resolver, "missing").target, -1);
    CHECK_INT(mien_author_resolver_near_miss(resolver, "aa").kind, MIEN_AUTHOR_NO_MATCH);
    mien_author_resolver_destroy(resolver);

    static const char *const both[] = {"viseme_PP", "v_PP"};
    resolver = resolver_of(both, 2, "oculus");
    CHECK_STR(found(resolver, both, "PP"), "viseme_PP or v_PP");
    CHECK_STR(found(resolver, both, "vrc.v_pp"), "v_PP by prefix, case");
    mien_author_resolver_destroy(resolver);
    resolver = resolver_of(both, 2, NULL);
    CHECK_STR(found(resolver, both, "PP"), "nothing");
    mien_author_resolver_destroy(resolver);

    static const char *const units[] = {"AU1", "AU2L", "AU2R", "AU2"};
    resolver = resolver_of(units, 4, "facs");
    CHECK_STR(found(resolver, units, "AU01"), "AU1 by alias");
    CHECK_STR(found(resolver, units, "AU_02_L_OuterBrowRaiser"), "AU2L by numbered, side, alias");
    CHECK_STR(found(resolver, units, "AU_02_OuterBrowRaiser"), "AU2 by numbered, alias");
    mien_author_resolver_destroy(resolver);
}

TEST(near_misses_in_one_list)
{
    static const char *const names[] = {"jawOpen", "JawOpen", "twice", "twice", "alone", "eye_L", "eye.L"};
    MienAuthorResolver *resolver = resolver_of(names, 7, NULL);
    CHECK_INT(mien_author_resolver_near_miss(resolver, "jawOpen").target, 1);
    CHECK_INT(mien_author_resolver_near_miss(resolver, "jawOpen").rules, MIEN_AUTHOR_NAME_CASE);
    CHECK_INT(mien_author_resolver_near_miss(resolver, "JawOpen").target, 0);
    CHECK_INT(mien_author_resolver_near_miss(resolver, "jaw_open").kind, MIEN_AUTHOR_AMBIGUOUS);
    CHECK_INT(mien_author_resolver_near_miss(resolver, "twice").kind, MIEN_AUTHOR_NO_MATCH);
    CHECK_INT(mien_author_resolver_near_miss(resolver, "Twice").kind, MIEN_AUTHOR_MATCH);
    CHECK_INT(mien_author_resolver_near_miss(resolver, "alone").kind, MIEN_AUTHOR_NO_MATCH);
    CHECK_INT(mien_author_resolver_near_miss(resolver, "eye_L").target, 6);
    CHECK_INT(mien_author_resolver_near_miss(resolver, NULL).kind, MIEN_AUTHOR_NO_MATCH);
    mien_author_resolver_destroy(resolver);
}

TEST(names_that_are_none)
{
    char longest[2 * MIEN_MAX_NAME], tall[3 * MIEN_MAX_NAME + 1];
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    for (int i = 0; i < MIEN_MAX_NAME; ++i)
        memcpy(tall + 2 * i, "l_", 3);
    tall[MIEN_MAX_NAME] = '\0'; // 128 sides
    const char *const targets[] = {"", longest, "a\tb", "\xFF", tall, "ok"};
    MienAuthorResolver *resolver = resolver_of(targets, 6, "arkit");
    for (int t = 0; t < 6; ++t) {
        CHECK_INT(mien_author_resolver_find(resolver, targets[t]).target, t);
        CHECK_INT(mien_author_resolver_find(resolver, targets[t]).rules, 0);
    }
    CHECK_STR(found(resolver, targets, "A\tb"), "nothing");
    CHECK_STR(found(resolver, targets, "Ok"), "ok by case");
    CHECK_STR(found(resolver, targets, "x."), "nothing");
    mien_author_resolver_destroy(resolver);
    resolver = resolver_of(NULL, 0, "arkit");
    CHECK_STR(found(resolver, targets, "jawOpen"), "nothing");
    mien_author_resolver_destroy(resolver);
    const char *const missing[] = {"a", NULL};
    MienError error = {0};
    CHECK_STATUS(mien_author_resolver_create(missing, 2, NULL, NULL, &resolver, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STR(error.location, "targets[1]");
    CHECK(resolver == NULL);
}

TEST(letters_and_marks)
{
    static const char *const rows[][2] = {
        {"cafe\xCC\x81", "caf\xC3\xA9"},
        {"\xE3\x81\x8B\xE3\x82\x99", "\xE3\x81\x8C"},
        {"\xE3\x83\x8F\xE3\x82\x9A", "\xE3\x83\x91"},
        {"\xCC\x81", "\xCC\x81"}, // a mark alone
        {"\xF0\x9F\x98\x80\xCC\x81", "\xF0\x9F\x98\x80\xCC\x81"},
        {"A\xCC\x8Ang\xCC\x81", "\xC3\x85ng\xCC\x81"}, // g with acute is beyond the table
        {"plain", "plain"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        char out[MIENI_NAME_ROOM];
        mieni_name_compose(rows[i][0], out);
        CHECK_STR(out, rows[i][1]);
    }
}

/// The index must find what comparing with everything finds.
TEST(same_as_comparing_all)
{
    static const char *const parts[] = {"eye",       "Eye",      "_",      ".",  "Left",  "L",
                                        "_l",        "Right",    "AK_01_", "a:", "blink", "Blink",
                                        "e\xCC\x81", "\xC3\xA9", " ",      "1"};
    enum { TARGETS = 12 };
    uint64_t random = 11;
    int matches = 0, ambiguous = 0;
    for (int round = 0; round < 2000; ++round) {
        static char texts[TARGETS + 1][64];
        const char *targets[TARGETS];
        for (int t = 0; t <= TARGETS; ++t) {
            texts[t][0] = '\0';
            for (int n = 1 + mien_random_index(&random, 4); n > 0; --n)
                strcat(texts[t], parts[mien_random_index(&random, 16)]);
            if (t < TARGETS)
                targets[t] = texts[t];
        }
        MienAuthorResolver *resolver = resolver_of(targets, TARGETS, NULL);
        for (int n = 0; n <= TARGETS; ++n) {
            const MienAuthorMatch match = mien_author_resolver_find(resolver, texts[n]);
            int equal = 0, near = 0;
            for (int t = 0; t < TARGETS; ++t) {
                equal += strcmp(texts[n], texts[t]) == 0;
                near += mien_author_name_near_miss(texts[n], texts[t]) > 0;
            }
            CHECK((match.kind != MIEN_AUTHOR_NO_MATCH) == (equal + near > 0));
            if (match.kind == MIEN_AUTHOR_MATCH)
                CHECK(mien_author_name_near_miss(texts[n], texts[match.target]) >= 0);
            CHECK(match.kind != MIEN_AUTHOR_AMBIGUOUS || equal + near > 1);
            CHECK(equal <= 1 || match.kind == MIEN_AUTHOR_AMBIGUOUS);
            const MienAuthorMatch miss = mien_author_resolver_near_miss(resolver, texts[n]);
            CHECK((miss.kind != MIEN_AUTHOR_NO_MATCH) == (near > 0));
            if (miss.kind != MIEN_AUTHOR_NO_MATCH)
                CHECK(mien_author_name_near_miss(texts[n], texts[miss.target]) > 0);
            matches += match.kind == MIEN_AUTHOR_MATCH && match.rules != 0;
            ambiguous += match.kind == MIEN_AUTHOR_AMBIGUOUS;
        }
        mien_author_resolver_destroy(resolver);
    }
    printf("%d matches by rules, %d ambiguous\n", matches, ambiguous);
    CHECK(matches > 100 && ambiguous > 100);
}

/// Names of a list of any size: e17Blink12Left and the like.
static void fill(char (*texts)[32], const char **names, int count, const char *format)
{
    for (int i = 0; i < count; ++i) {
        snprintf(texts[i], sizeof texts[i], format, i % 97, i);
        names[i] = texts[i];
    }
}

static double milliseconds(void) { return 1e3 * test_seconds(); }

TEST(many_names)
{
    enum { MANY = 10000 };
    static char targets[MANY][32], names[MANY][32];
    static const char *target_names[MANY], *looked_for[MANY];
    for (int count = 1000; count <= MANY; count += MANY - 1000) {
        fill(targets, target_names, count, "e%dBlink%dLeft");
        fill(names, looked_for, count, "bs.E%d_blink%d_L");
        const double start = milliseconds();
        MienAuthorResolver *resolver = resolver_of(target_names, count, "arkit");
        const double made = milliseconds();
        int right = 0;
        for (int n = 0; n < count; ++n)
            right += mien_author_resolver_find(resolver, looked_for[n]).target == n;
        const double end = milliseconds();
        mien_author_resolver_destroy(resolver);
        CHECK_INT(right, count);
        printf("%d names in %d: made in %.1f ms, found in %.1f ms\n", count, count, made - start, end - made);
        CHECK(end - start < 60000.0); // comparing all pairs of the larger takes minutes
    }
}

static MienStatus make(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                       MienError *error)
{
    static const char *const targets[] = {"jawOpen", "AK_01_x"};
    MienAuthorResolver *resolver = NULL;
    const MienStatus status = mien_author_resolver_create(targets, 2, given, allocator, &resolver, error);
    *out_is_empty = resolver == NULL;
    mien_author_resolver_destroy(resolver);
    return status;
}

TEST(no_memory)
{
    MienAuthorVocabulary *vocabulary = NULL;
    CHECK_STATUS(mien_author_vocabulary_load("vrm0", NULL, &vocabulary, NULL), MIEN_OK);
    check_call("resolver", make, vocabulary);
    mien_author_vocabulary_destroy(vocabulary);
}

CHECK_MAIN
{
    RUN(one_rule_and_several);
    RUN(rules_in_words);
    RUN(sides_never_swap);
    RUN(better_rules_win);
    RUN(ambiguous_is_not_guessed);
    RUN(aliases);
    RUN(near_misses_in_one_list);
    RUN(names_that_are_none);
    RUN(letters_and_marks);
    RUN(same_as_comparing_all);
    RUN(many_names);
    RUN(no_memory);
}
