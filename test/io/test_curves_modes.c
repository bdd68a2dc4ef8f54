// SPDX-License-Identifier: MIT
//
// Curves are read the same whatever rounding, flushing and trapping the caller has
// set, and the caller has it again afterwards.

#include "support/curve_files.h"
#include "support/float_modes.h"

#include "mien_io/curves.h"
#include "mien_io/rhubarb.h"

#if CAN_SET
static MienStatus read_any(const char *text, MienAuthorClip **out_clip)
{
    const MienIoCurvesOptions options = {.rate = 30000, .rate_divisor = 1001};
    if (text[0] == 'f')
        return mien_io_curves_csv_read(text, strlen(text), &options, out_clip, NULL, NULL);
    if (text[0] == '{')
        return mien_io_curves_json_read(text, strlen(text), NULL, out_clip, NULL, NULL);
    return mien_io_rhubarb_read(text, strlen(text), NULL, out_clip, NULL, NULL);
}

static bool is_same(const MienAuthorClip *a, const MienAuthorClip *b)
{
    bool is_so = a->curve_count == b->curve_count && a->length == b->length && a->rate == b->rate;
    for (int c = 0; is_so && c < a->curve_count; ++c) {
        is_so = a->curves[c].key_count == b->curves[c].key_count;
        for (int k = 0; is_so && k < a->curves[c].key_count; ++k)
            is_so = memcmp(&a->curves[c].keys[k].time, &b->curves[c].keys[k].time, sizeof(double)) == 0 &&
                    memcmp(&a->curves[c].keys[k].value, &b->curves[c].keys[k].value, sizeof(float)) == 0;
    }
    return is_so;
}
#endif

TEST(whatever_the_caller_has_set)
{
#if CAN_SET
    static const char *const texts[] = {
        "frame,a\n1,0.1\n7,0.2\n11,1e-42\n",
        "{\"fps\": 29.97, \"names\": [\"a\"], \"frames\": [{\"weights\": [0.1]}, {\"weights\": [1e-42]}]}",
        "0.00\tX\n0.07\tA\n0.19\tB\n0.31\tX\n"};
    for (int t = 0; t < 3; ++t) {
        MienAuthorClip *expected = NULL;
        CHECK_STATUS(read_any(texts[t], &expected), MIEN_OK);
        for (size_t m = 0; m < sizeof modes / sizeof modes[0]; ++m) {
            MienAuthorClip *clip = NULL;
            const uint64_t before = get_control();
            set_control(modes[m].control);
            const MienStatus status = read_any(texts[t], &clip);
            const uint64_t after = get_control();
            set_control(before);
            CHECK_STATUS(status, MIEN_OK);
            CHECK((after | FLAG_INEXACT) == (modes[m].control | FLAG_INEXACT));
            if (!is_same(expected, clip))
                printf("text %d, %s\n", t, modes[m].name);
            CHECK(is_same(expected, clip));
            mien_author_clip_destroy(clip);
        }
        mien_author_clip_destroy(expected);
    }
#else
    SKIP("no control word here");
#endif
}

CHECK_MAIN { RUN(whatever_the_caller_has_set); }
