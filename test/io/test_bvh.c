// SPDX-License-Identifier: MIT
//
// Reading BVH: hierarchies, channels in any order, times, what is refused and where.

#include "support/bvh_files.h"
#include "support/ledger.h"

#include <math.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

static const double half_root = 0.70710678118654752; // of a turn by 90 degrees

#define MOTION_OF(frames, time) "MOTION\nFrames: " frames "\nFrame Time: " time "\n"

static const char small[] = "HIERARCHY\n"
                            "ROOT Hips\n"
                            "{\n"
                            "  OFFSET 1 2 3\n"
                            "  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
                            "  JOINT mixamorig:Spine 1\n"
                            "  {\n"
                            "    OFFSET 0 10.5 -4\n"
                            "    CHANNELS 2 Yrotation Zposition\n"
                            "    End Site\n"
                            "    {\n"
                            "      OFFSET 0 1 0\n"
                            "    }\n"
                            "  }\n"
                            "  JOINT Still\n"
                            "  {\n"
                            "    OFFSET 0 0 1\n"
                            "  }\n"
                            "}\n"
                            "MOTION\n"
                            "Frames: 2\n"
                            "Frame Time: 0.0333333\n"
                            "0 0 0 0 0 0 0 7\n"
                            "4 5 6 90 0 0 90 -8\n";

static MienIoSource *read_text(const char *text, const MienIoBvhOptions *options, MienIoBvhReport *out_report)
{
    return read_bvh(text, strlen(text), options, out_report);
}

static void check_vector(MienVec3 v, double x, double y, double z)
{
    CHECK_NEAR(v.x, x, 1e-6);
    CHECK_NEAR(v.y, y, 1e-6);
    CHECK_NEAR(v.z, z, 1e-6);
}

static void check_rotation(MienQuat q, double x, double y, double z, double w)
{
    CHECK_NEAR(q.x, x, 1e-7);
    CHECK_NEAR(q.y, y, 1e-7);
    CHECK_NEAR(q.z, z, 1e-7);
    CHECK_NEAR(q.w, w, 1e-7);
}

TEST(hierarchy_and_motion)
{
    MienIoBvhReport report;
    MienIoSource *source = read_text(small, &(MienIoBvhOptions){.source = "small.bvh"}, &report);
    const MienAuthorSkeleton *skeleton = &source->skeleton;
    CHECK_INT(skeleton->bone_count, 3);
    CHECK_STR(skeleton->bones[0].name, "Hips");
    CHECK_STR(skeleton->bones[1].name, "mixamorig:Spine 1");
    CHECK_STR(skeleton->bones[2].name, "Still");
    CHECK_INT(skeleton->bones[0].parent, -1);
    CHECK_INT(skeleton->bones[1].parent, 0);
    CHECK_INT(skeleton->bones[2].parent, 0);
    for (int b = 0; b < 3; ++b) {
        CHECK_INT(skeleton->bones[b].max_lod, MIEN_ALL_LODS);
        check_rotation(skeleton->bones[b].rest.rotation, 0, 0, 0, 1);
        check_vector(skeleton->bones[b].rest.scale, 1, 1, 1);
    }
    check_vector(skeleton->bones[1].rest.translation, 0, 10.5, -4);
    CHECK_INT(source->take_count, 1);
    CHECK_STR(source->takes[0].name, "");
    const MienAuthorClip *clip = source->takes[0].clip;
    CHECK_STR(clip->source, "small.bvh");
    CHECK_INT(clip->track_count, 2);
    CHECK(find_track(source, "Still") == NULL);
    CHECK_INT(clip->rate, 30);
    CHECK_NEAR(clip->length, 1.0 / 30.0, 1e-15);
    const MienTransform *hips = find_track(source, "Hips")->samples;
    check_vector(hips[0].translation, 0, 0, 0); // positions take the place of the offset
    check_vector(hips[1].translation, 4, 5, 6);
    check_rotation(hips[1].rotation, 0, 0, half_root, half_root);
    const MienTransform *spine = find_track(source, "mixamorig:Spine 1")->samples;
    check_vector(spine[0].translation, 0, 10.5, 7); // one of three
    check_vector(spine[1].translation, 0, 10.5, -8);
    check_rotation(spine[1].rotation, 0, half_root, 0, half_root);
    check_vector(spine[1].scale, 1, 1, 1);
    CHECK_INT(report.joint_count, 3);
    CHECK_INT(report.root_count, 1);
    CHECK_INT(report.end_site_count, 1);
    CHECK_INT(report.channel_count, 8);
    CHECK_INT(report.frame_count, 2);
    CHECK_NEAR(report.frame_time, 0.0333333, 0.0);
    CHECK(report.rate_is_snapped);
    CHECK(report.unit_is_kept);
    mien_io_source_destroy(source);
    mien_io_source_destroy(NULL);
}

/// One joint with these channels and one frame of these values.
static MienTransform sample_of(const char *channels, const char *values, const MienIoBvhOptions *options)
{
    char text[512];
    snprintf(text, sizeof text, "HIERARCHY ROOT a\n{ OFFSET 1 2 3 CHANNELS %s }\n" MOTION_OF("1", "1") "%s\n",
             channels, values);
    MienIoSource *source = read_text(text, options, NULL);
    const MienAuthorClipTrack *track = find_track(source, "a");
    CHECK(track != NULL && track->sample_count == 1);
    const MienTransform sample = track != NULL ? track->samples[0] : mien_transform_identity();
    mien_io_source_destroy(source);
    return sample;
}

/// The first channel is the outermost: 90 degrees around X after 90 around Y take
/// the Z axis to X, and the other way round to -Y.
TEST(order_of_rotations)
{
    const MienVec3 z = {0, 0, 1};
    MienTransform a = sample_of("3 Xrotation Yrotation Zrotation", "90 90 0", NULL);
    check_vector(mien_quat_rotate(a.rotation, z), 1, 0, 0);
    a = sample_of("3 Yrotation Xrotation Zrotation", "90 90 0", NULL);
    check_vector(mien_quat_rotate(a.rotation, z), 0, -1, 0);
    a = sample_of("4 Yrotation Zposition Xrotation Xposition", "90 7 90 8", NULL);
    check_vector(mien_quat_rotate(a.rotation, z), 0, -1, 0);
    check_vector(a.translation, 8, 2, 7);
    a = sample_of("1 zROTATION", "-30", NULL);
    check_rotation(a.rotation, 0, 0, -0.25881904510252074, 0.9659258262890683);
    check_vector(a.translation, 1, 2, 3);
}

static bool is_minus_zero(float f) { return f == 0.0f && signbit(f) != 0; }

/// An angle, and the size of w and of the axis' part.
typedef struct Angle {
    const char *degrees;
    double w, part;
} Angle;

TEST(sign_and_turns)
{
    static const Angle angles[] = {{"0", 1.0, 0.0},
                                   {"-0", 1.0, 0.0},
                                   {"180", 0.0, 1.0},
                                   {"-180", 0.0, 1.0},
                                   {"190", 0.08715574274765824, 0.9961946980917455},
                                   {"-190", 0.08715574274765824, 0.9961946980917455},
                                   {"359", 0.9999619230641713, 0.008726535498374403},
                                   {"360", 1.0, 0.0},
                                   {"-360", 1.0, 0.0},
                                   {"540", 0.0, 1.0},
                                   {"720", 1.0, 0.0},
                                   {"1e6", 0.7660444431189779, 0.6427876096865395},
                                   {"-123456.789", 0.9795559429913727, 0.20117195269292054},
                                   {"1e9", 0.7660444431189779, 0.6427876096865395},
                                   {"-1e9", 0.7660444431189779, 0.6427876096865395}};
    for (size_t i = 0; i < sizeof angles / sizeof angles[0]; ++i) {
        for (int z_up = 0; z_up < 2; ++z_up) {
            const MienTransform a = sample_of("1 Yrotation", angles[i].degrees,
                                              &(MienIoBvhOptions){.up = z_up ? MIEN_IO_UP_Z : 0});
            CHECK(a.rotation.w >= 0.0f);
            CHECK_NEAR(a.rotation.w, angles[i].w, 6e-8);
            CHECK_NEAR(fabs((double)(z_up ? a.rotation.z : a.rotation.y)), angles[i].part, 6e-8);
            CHECK(!is_minus_zero(a.rotation.x) && !is_minus_zero(a.rotation.y) &&
                  !is_minus_zero(a.rotation.z) && !is_minus_zero(a.rotation.w));
        }
    }
    // Rounded once: the nearest floats to sine and cosine of 5 degrees.
    const MienTransform a = sample_of("1 Xrotation", "10", NULL);
    CHECK(a.rotation.x == (float)0.08715574274765817);
    CHECK(a.rotation.w == (float)0.9961946980917455);
    const MienTransform b = sample_of("1 Xposition", "-0.0", NULL);
    CHECK(!is_minus_zero(b.translation.x));
}

/// Z up becomes Y up: what turned around Z turns around Y, and translations follow.
TEST(up_and_unit)
{
    const MienIoBvhOptions options = {.up = MIEN_IO_UP_Z, .unit = 0.01};
    MienIoBvhReport report;
    MienTransform a = sample_of("3 Xposition Yposition Zposition", "100 200 300", &options);
    check_vector(a.translation, 1, 3, -2);
    a = sample_of("1 Zrotation", "90", &options);
    check_rotation(a.rotation, 0, half_root, 0, half_root);
    a = sample_of("1 Yrotation", "90", &options);
    check_rotation(a.rotation, 0, 0, -half_root, half_root);
    // Turning the result is the result of turning: for any rotation and point.
    a = sample_of("3 Xrotation Yrotation Zrotation", "10 20 30", &options);
    const MienTransform plain = sample_of("3 Xrotation Yrotation Zrotation", "10 20 30", NULL);
    const MienVec3 p = {1, 2, 3}, at = mien_quat_rotate(plain.rotation, p);
    const MienVec3 turned = mien_quat_rotate(a.rotation, (MienVec3){p.x, p.z, -p.y});
    check_vector(turned, (double)at.x, (double)at.z, -(double)at.y);
    MienIoSource *source = read_text(small, &options, &report);
    check_vector(source->skeleton.bones[1].rest.translation, 0, -0.04, -0.105);
    CHECK(!report.unit_is_kept);
    mien_io_source_destroy(source);
}

/// Braces and colons need no blanks, words no lines; keywords are words in any case.
TEST(loose_writing)
{
    static const char *const texts[] = {
        "hierarchy root a{offset 0 0 0 channels 1 xROTATION joint b c {offset 1 2 3}}motion frames:1 frame "
        "time:0.5\r5",
        "\xEF\xBB\xBFHIERARCHY\r\n\r\nROOT \ta \r\n{\r\nCHANNELS 1 Xrotation\r\nOFFSET 0 0\r\n0\r\nJOINT b "
        "c\r\n"
        "{\r\nOFFSET 1 2 3\r\nCHANNELS 0\r\nEnd Site {OFFSET 1 1 1} End Site {OFFSET 1 1 "
        "1}\r\n}\r\n}\r\nMOTION "
        "Frames : 1\r\nFrame Time : 5e-1\r\n\r\n  +5.0  \r\n\r\n"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        MienIoBvhReport report;
        MienIoSource *source = read_text(texts[i], NULL, &report);
        CHECK_INT(find_bone(source, "a"), 0);
        CHECK_INT(find_bone(source, "b c"), 1);
        CHECK_INT(source != NULL ? source->takes[0].clip->rate : 0, 2);
        CHECK(!report.rate_is_snapped);
        mien_io_source_destroy(source);
    }
}

/// A frame begins on a line of its own and may go on over lines.
TEST(frames_over_lines)
{
#define ONE "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n}\n"
    MienIoSource *source = read_text(ONE MOTION_OF("3", "1") "1 2\n3\n\n4 5 6\n7\n8\n9", NULL, NULL);
    const MienTransform *samples = source->takes[0].clip->tracks[0].samples;
    check_vector(samples[0].translation, 1, 2, 3);
    check_vector(samples[1].translation, 4, 5, 6);
    check_vector(samples[2].translation, 7, 8, 9);
    CHECK_NEAR(source->takes[0].clip->length, 2.0, 0.0);
    mien_io_source_destroy(source);
}

TEST(nothing_moves)
{
    MienIoBvhReport report;
    MienIoSource *source = read_text(ONE MOTION_OF("0", "0.04"), NULL, &report);
    CHECK_INT(source->take_count, 0);
    CHECK_INT(source->skeleton.bone_count, 1);
    mien_io_source_destroy(source);
    source = read_text("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\n" MOTION_OF("26", "0.04"), NULL, &report);
    CHECK_INT(source->take_count, 1);
    CHECK_INT(source->takes[0].clip->track_count, 0);
    CHECK_NEAR(source->takes[0].clip->length, 1.0, 1e-15);
    mien_io_source_destroy(source);
}

static void check_refused(const char *text, MienStatus expected, const char *place, const char *part)
{
    MienIoSource other, *source = &other;
    MienError error = {0};
    MienIoBvhReport report = {.joint_count = 77};
    const MienStatus status = mien_io_bvh_read(text, strlen(text), NULL, &source, &report, &error);
    CHECK_STATUS(status, expected);
    check_error(&error, expected, place, part);
    CHECK(source == NULL);
    CHECK_INT(report.joint_count, 77);
}

TEST(refused_hierarchies)
{
#define IN(inside) "HIERARCHY\nROOT a\n{\n" inside "\n}\n" MOTION_OF("0", "1")
    check_refused("", MIEN_ERROR_CORRUPT, "line 1, column 1", "no text");
    check_refused("\n \n", MIEN_ERROR_CORRUPT, "line 3, column 1", "no text");
    check_refused("\xFE\xFF\nH", MIEN_ERROR_CORRUPT, "line 1, column 1", "UTF-16");
    check_refused("HIERARCHY\r\n\r\rROOT a\n\r\nX", MIEN_ERROR_CORRUPT, "line 6, column 1", "{");
    check_refused("HIERARCHYX", MIEN_ERROR_CORRUPT, "line 1, column 1", "begins with");
    check_refused("HIERARCHY\nMOTION", MIEN_ERROR_CORRUPT, "line 2, column 1", "ROOT");
    check_refused("HIERARCHY\nROOT\n{", MIEN_ERROR_DATA, "line 2, column 5", "empty");
    check_refused("HIERARCHY\nROOT a\xFF\n{", MIEN_ERROR_DATA, "line 2, column 6", "UTF-8");
    check_refused("HIERARCHY\nROOT a", MIEN_ERROR_CORRUPT, "line 2, column 7", "cut short");
    check_refused("HIERARCHY\nROOT a\nOFFSET", MIEN_ERROR_CORRUPT, "line 3, column 1", "{");
    check_refused(IN(""), MIEN_ERROR_CORRUPT, "line 2, column 6", "no OFFSET");
    check_refused(IN("OFFSET 0 0 0x"), MIEN_ERROR_CORRUPT, "line 4, column 12", "number");
    check_refused(IN("OFFSET 0 0 2e6"), MIEN_ERROR_DATA, "line 4, column 12", "million metres");
    check_refused(IN("OFFSET 0 0 1e999"), MIEN_ERROR_DATA, "line 4, column 12", "million metres");
    check_refused(IN("OFFSET 0 0 0\nOFFSET 0 0 0"), MIEN_ERROR_CORRUPT, "line 5, column 1", "one OFFSET");
    check_refused(IN("OFFSET 0 0 0 0"), MIEN_ERROR_CORRUPT, "line 4, column 14", "In a joint");
    check_refused(IN("OFFSET 0 0 0\nCHANNELS 0\nCHANNELS 0"), MIEN_ERROR_CORRUPT, "line 6, column 1",
                  "one CHANNELS");
    check_refused(IN("OFFSET 0 0 0\nJOINT b\n{\nOFFSET 0 0 0\n}\nCHANNELS 1 Xrotation"), MIEN_ERROR_CORRUPT,
                  "line 9, column 1", "before the joints below");
    check_refused(IN("JOINT b\n{\nOFFSET 0 0 0\n}\nOFFSET 0 0 0"), MIEN_ERROR_CORRUPT, "line 8, column 1",
                  "before the joints below");
    check_refused(IN("CHANNELS 7"), MIEN_ERROR_CORRUPT, "line 4, column 10", "0 to 6");
    check_refused(IN("CHANNELS -1"), MIEN_ERROR_CORRUPT, "line 4, column 10", "0 to 6");
    check_refused(IN("CHANNELS 2 Xrotation\n"), MIEN_ERROR_CORRUPT, "line 6, column 1", "As many channels");
    check_refused(IN("CHANNELS 1 Xrotation Yrotation\n"), MIEN_ERROR_CORRUPT, "line 4, column 22",
                  "In a joint");
    check_refused(IN("CHANNELS 2 Xrotation XRotation\n"), MIEN_ERROR_DATA, "line 4, column 22", "already");
    check_refused(IN("End {"), MIEN_ERROR_CORRUPT, "line 4, column 5", "Site");
    check_refused(IN("End Site OFFSET"), MIEN_ERROR_CORRUPT, "line 4, column 10", "{");
    check_refused(IN("End Site {}"), MIEN_ERROR_CORRUPT, "line 4, column 11", "OFFSET");
    check_refused(IN("End Site {OFFSET 0 0 0 CHANNELS"), MIEN_ERROR_CORRUPT, "line 4, column 24", "then a }");
    check_refused(IN("ROOT b"), MIEN_ERROR_CORRUPT, "line 4, column 1", "In a joint");
    check_refused(IN("OFFSET 0 0 0\nJOINT b\n{\nOFFSET 0 0 0\n}\nJOINT a\n{\nOFFSET 0 0 0\n}"),
                  MIEN_ERROR_DATA, "line 9, and line 2", "same name");
#define LEAF(name) "JOINT " name " {OFFSET 0 0 0}\n"
    check_refused(IN("OFFSET 0 0 0\n" LEAF("b") LEAF("c") LEAF("b") LEAF("c") LEAF("b")), MIEN_ERROR_DATA,
                  "line 7, and line 5", "same name"); // the first of several
}

TEST(refused_motions)
{
    check_refused(ONE, MIEN_ERROR_CORRUPT, "line 7, column 1", "before MOTION");
    check_refused(ONE "}", MIEN_ERROR_CORRUPT, "line 7, column 1", "closes nothing");
    check_refused(ONE "MOTION\n", MIEN_ERROR_CORRUPT, "line 8, column 1", "cut short");
    check_refused(ONE "MOTION\nFrames 1\n", MIEN_ERROR_CORRUPT, "line 8, column 8", "colon");
    check_refused(ONE "MOTION\nFrames: 1.0\n", MIEN_ERROR_CORRUPT, "line 8, column 9", "whole number");
    check_refused(ONE "MOTION\nFrames: 1000000000\n", MIEN_ERROR_CORRUPT, "line 8, column 9", "whole number");
    check_refused(ONE "MOTION\nFrames: 1\nFrame Tim: 1\n0", MIEN_ERROR_CORRUPT, "line 9, column 7", "Time");
    check_refused(ONE MOTION_OF("1", "0.000009") "0 0 0", MIEN_ERROR_DATA, "line 9, column 13", "frame time");
    check_refused(ONE MOTION_OF("1", "86401") "0 0 0", MIEN_ERROR_DATA, "line 9, column 13", "frame time");
    check_refused(ONE MOTION_OF("1", "inf") "0 0 0", MIEN_ERROR_CORRUPT, "line 9, column 13", "number");
    check_refused(ONE MOTION_OF("3", "86400") "0 0 0\n0 0 0\n0 0 0\n", MIEN_ERROR_LIMIT, "line 9, column 13",
                  "a day");
    check_refused(ONE "MOTION\nFrames: 1\nFrame Time: 1 0 0 0\n", MIEN_ERROR_CORRUPT, "line 9, column 15",
                  "on the next");
    check_refused(ONE MOTION_OF("0", "1") "0", MIEN_ERROR_CORRUPT, "line 10, column 1", "more lines");
    check_refused(ONE "MOTION\nFrames: 2\nFrame Time: 1\n0 0 0\n", MIEN_ERROR_CORRUPT, "line 11, frame 1",
                  "cut short");
    check_refused(ONE MOTION_OF("2", "1") "0 0 0\n0 0", MIEN_ERROR_CORRUPT, "line 11, frame 1", "cut short");
    check_refused(ONE MOTION_OF("20", "1") "0 0 0\n0 0", MIEN_ERROR_CORRUPT, "line 8, column 9", "too short");
    check_refused(ONE MOTION_OF("2", "1") "0 0 0 0\n0 0 0", MIEN_ERROR_CORRUPT, "line 10, column 7",
                  "more values");
    check_refused(ONE MOTION_OF("2", "1") "0 0 0\n0 0 0 0", MIEN_ERROR_CORRUPT, "line 11, column 7",
                  "more values");
    check_refused(ONE MOTION_OF("2", "1") "0 0\n0 0 0\n0", MIEN_ERROR_CORRUPT, "line 10, frame 0", "too few");
    check_refused(ONE MOTION_OF("2", "1") "0 0 0\n0 0\n0 0 0", MIEN_ERROR_CORRUPT, "line 11, frame 1",
                  "too few");
    check_refused(ONE MOTION_OF("1", "1") "0 0,5 0\n", MIEN_ERROR_CORRUPT, "line 10, column 3", "point");
    check_refused(ONE MOTION_OF("1", "1") "0 0 -2e6\n", MIEN_ERROR_DATA, "line 10, frame 0",
                  "million metres");
    check_refused("HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n}\n" MOTION_OF("1", "1") "1.1e9",
                  MIEN_ERROR_DATA, "line 10, frame 0", "degrees");
}

TEST(arguments)
{
    MienIoSource other, *source = &other;
    MienError error = {0};
    CHECK_STATUS(mien_io_bvh_read(small, sizeof small - 1, NULL, NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_io_bvh_read(NULL, 5, NULL, &source, NULL, &error), MIEN_ERROR_ARGUMENT);
    CHECK(source == NULL);
    CHECK_STATUS(mien_io_bvh_read(NULL, 0, NULL, &source, NULL, &error), MIEN_ERROR_CORRUPT);
    static const MienIoBvhOptions wrong[] = {
        {.unit = -1.0}, {.unit = 1e-10}, {.unit = 1e10}, {.unit = NAN}, {.up = (MienIoUp)2}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        error = (MienError){0};
        CHECK_STATUS(mien_io_bvh_read(small, sizeof small - 1, &wrong[i], &source, NULL, &error),
                     MIEN_ERROR_ARGUMENT);
        CHECK(strncmp(error.location, "options.", 8) == 0);
    }
#if SIZE_MAX > 0xFFFFFFFF
    CHECK_STATUS(mien_io_bvh_read(small, (size_t)5 << 30, NULL, &source, NULL, &error), MIEN_ERROR_LIMIT);
#endif
}

TEST(rounding_of_the_caller)
{
#if defined(__SSE2__)
    const MienIoBvhOptions options = {.unit = 0.01};
    MienIoSource *expected = read_text(small, &options, NULL), *source = NULL;
    const unsigned control = _mm_getcsr();
    _mm_setcsr((control & ~0x6000u) | 0x6000u); // toward zero
    const MienStatus status = mien_io_bvh_read(small, sizeof small - 1, &options, &source, NULL, NULL);
    const unsigned after = _mm_getcsr();
    _mm_setcsr(control);
    CHECK_STATUS(status, MIEN_OK);
    CHECK_INT(after & 0x6000u, 0x6000u);
    for (int t = 0; t < 2; ++t)
        CHECK(memcmp(source->takes[0].clip->tracks[t].samples, expected->takes[0].clip->tracks[t].samples,
                     2 * sizeof(MienTransform)) == 0);
    mien_io_source_destroy(source);
    mien_io_source_destroy(expected);
#else
    SKIP("no control word here");
#endif
}

static MienStatus read_call(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    MienIoSource other, *source = &other;
    const MienIoBvhOptions options = {.source = "here", .allocator = allocator};
    const MienStatus status = mien_io_bvh_read(given, strlen(given), &options, &source, NULL, error);
    *out_is_empty = source == NULL;
    mien_io_source_destroy(source);
    return status;
}

TEST(each_allocation_fails_once) { check_call("bvh", read_call, small); }

CHECK_MAIN
{
    RUN(hierarchy_and_motion);
    RUN(order_of_rotations);
    RUN(sign_and_turns);
    RUN(up_and_unit);
    RUN(loose_writing);
    RUN(frames_over_lines);
    RUN(nothing_moves);
    RUN(refused_hierarchies);
    RUN(refused_motions);
    RUN(arguments);
    RUN(rounding_of_the_caller);
    RUN(each_allocation_fails_once);
}
