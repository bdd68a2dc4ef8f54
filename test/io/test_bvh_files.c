// SPDX-License-Identifier: MIT
//
// Files of BVH: a set made to break readers, and real ones. Values are held to a
// second reading by other means: words by strtok, rotations as matrices.
// Skipped without the data.

#include "support/bvh_files.h"

#include <math.h>

enum { MOST_JOINTS = 256 };

/// A file by the second reading.
typedef struct Oracle {
    int joint_count, frame_count;
    char orders[MOST_JOINTS][8]; ///< xyz for positions, XYZ for rotations.
    double offsets[MOST_JOINTS][3];
    double *values;
    int channel_count;
} Oracle;

static char *next_word(void)
{
    char *word = strtok(NULL, " \t\r\n");
    if (word == NULL)
        abort();
    return word;
}

static void read_joint_word(Oracle *oracle, const char *word)
{
    const int j = oracle->joint_count - 1;
    if (strcmp(word, "ROOT") == 0 || strcmp(word, "JOINT") == 0)
        ++oracle->joint_count;
    else if (strcmp(word, "End") == 0)
        for (int i = 0; i < 6; ++i) // Site { OFFSET and three numbers
            next_word();
    else if (strcmp(word, "OFFSET") == 0)
        for (int i = 0; i < 3; ++i)
            oracle->offsets[j][i] = atof(next_word());
    else if (strcmp(word, "CHANNELS") == 0) {
        const int count = atoi(next_word());
        for (int c = 0; c < count; ++c) {
            const char *name = next_word();
            oracle->orders[j][c] = (char)(name[1] == 'p' ? name[0] - 'X' + 'x' : name[0]);
        }
        oracle->channel_count += count;
    }
}

/// Reads a file that is sound and whose names are single words.
static Oracle read_oracle(const MienFile *file)
{
    Oracle oracle = {0};
    const size_t size = mien_file_size(file);
    char *text = calloc(size + 1, 1);
    if (text == NULL)
        abort();
    memcpy(text, mien_file_data(file), size);
    strtok(text, " \t\r\n"); // HIERARCHY
    for (const char *word = next_word(); strcmp(word, "MOTION") != 0; word = next_word())
        read_joint_word(&oracle, word);
    next_word(); // Frames:
    oracle.frame_count = atoi(next_word());
    for (int i = 0; i < 3; ++i) // Frame Time: and the time
        next_word();
    const int count = oracle.frame_count * oracle.channel_count;
    oracle.values = calloc((size_t)count + 1, sizeof *oracle.values);
    for (int v = 0; v < count; ++v)
        oracle.values[v] = atof(next_word());
    free(text);
    return oracle;
}

/// m becomes m * (a turn around an axis).
static void turn(double m[3][3], int axis, double degrees)
{
    double c, s;
    mien_sincos(degrees * (3.14159265358979323846 / 180.0), &s, &c);
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int row = 0; row < 3; ++row) {
        const double a = m[row][u], b = m[row][v];
        m[row][u] = a * c + b * s;
        m[row][v] = b * c - a * s;
    }
}

/// The largest difference between a rotation and a matrix.
static double rotation_error(const MienQuat *q, double m[3][3])
{
    double worst = 0.0;
    for (int column = 0; column < 3; ++column) {
        const MienVec3 unit = {column == 0, column == 1, column == 2}, at = mien_quat_rotate(*q, unit);
        const double got[3] = {at.x, at.y, at.z};
        for (int row = 0; row < 3; ++row)
            worst = fmax(worst, fabs(got[row] - m[row][column]));
    }
    return worst;
}

/// Holds every sample of a file to the second reading; returns how many there are.
static int check_values(const MienIoSource *source, const Oracle *oracle)
{
    const MienAuthorClip *clip = source->takes[0].clip;
    double worst = 0.0;
    int track = 0, first = 0;
    for (int j = 0; j < oracle->joint_count; ++j) {
        const char *order = oracle->orders[j];
        const MienVec3 offset = source->skeleton.bones[j].rest.translation;
        CHECK(offset.x == (float)oracle->offsets[j][0] && offset.y == (float)oracle->offsets[j][1] &&
              offset.z == (float)oracle->offsets[j][2]);
        if (order[0] == '\0')
            continue;
        CHECK_STR(clip->tracks[track].bone, source->skeleton.bones[j].name);
        for (int f = 0; f < oracle->frame_count; ++f) {
            const MienTransform *sample = &clip->tracks[track].samples[f];
            double m[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
            double t[3] = {oracle->offsets[j][0], oracle->offsets[j][1], oracle->offsets[j][2]};
            for (int c = 0; order[c] != '\0'; ++c) {
                const double value = oracle->values[f * oracle->channel_count + first + c];
                if (order[c] >= 'x')
                    t[order[c] - 'x'] = value;
                else
                    turn(m, order[c] - 'X', value);
            }
            worst = fmax(worst, rotation_error(&sample->rotation, m));
            const MienVec3 at = sample->translation;
            CHECK(at.x == (float)t[0] && at.y == (float)t[1] && at.z == (float)t[2]);
        }
        first += (int)strlen(order);
        ++track;
    }
    CHECK_INT(track, clip->track_count);
    CHECK_NEAR(worst, 0.0, 5e-7);
    return track * oracle->frame_count;
}

/// Opens a file of the data and reads it; NULL if it is refused.
static MienIoSource *read_file(const char *path, MienFile **out_file, MienIoBvhReport *out_report,
                               MienError *error)
{
    MienIoSource *source = NULL;
    *out_file = NULL;
    CHECK_STATUS(mien_file_open(path, NULL, out_file, error), MIEN_OK);
    if (*out_file != NULL)
        mien_io_bvh_read(mien_file_data(*out_file), mien_file_size(*out_file), NULL, &source, out_report,
                         error);
    return source;
}

typedef struct Expected {
    const char *name;
    int joints, channels, frames, rate;
} Expected;

/// False if the data is not there.
static bool check_file(const char *folder, const Expected *expected)
{
    char relative[256];
    snprintf(relative, sizeof relative, "%s/%s.bvh", folder, expected->name);
    const char *path = check_data_path(relative);
    if (path == NULL)
        return false;
    MienFile *file = NULL;
    MienIoBvhReport report = {0};
    MienError error = {0};
    MienIoSource *source = read_file(path, &file, &report, &error);
    if (source == NULL) {
        printf("%s: %s: %s\n", relative, error.location, error.message);
        CHECK(source != NULL);
        mien_file_close(file);
        return true;
    }
    Oracle oracle = read_oracle(file);
    CHECK(judge_source(source, &report) == NULL);
    CHECK_INT(report.joint_count, expected->joints);
    CHECK_INT(report.channel_count, expected->channels);
    CHECK_INT(report.frame_count, expected->frames);
    CHECK_INT(oracle.joint_count, expected->joints);
    CHECK_INT(oracle.channel_count, expected->channels);
    CHECK_INT(source->takes[0].clip->rate, expected->rate);
    CHECK_INT(source->takes[0].clip->rate_divisor, 1);
    CHECK(report.unit_is_kept);
    const int before = check_state.faults;
    const int samples = check_values(source, &oracle);
    if (check_state.faults > before)
        printf("in %s\n", relative);
    printf("%s: %d samples\n", expected->name, samples);
    free(oracle.values);
    mien_io_source_destroy(source);
    mien_file_close(file);
    return true;
}

TEST(made_files_load)
{
    static const Expected files[] = {{"ok_baseline", 6, 21, 4, 24},
                                     {"ok_blank_lines_trailing_ws", 6, 21, 4, 24},
                                     {"ok_bom", 6, 21, 4, 24},
                                     {"ok_cr_only", 6, 21, 4, 24},
                                     {"ok_crlf", 6, 21, 4, 24},
                                     {"ok_gimbal_and_wrap", 6, 21, 4, 24},
                                     {"ok_lowercase_end_site", 6, 21, 4, 24},
                                     {"ok_no_trailing_newline", 6, 21, 4, 24},
                                     {"ok_order_yzx", 6, 21, 4, 24},
                                     {"ok_order_zxy", 6, 21, 4, 24},
                                     {"ok_scientific_notation", 6, 21, 4, 24},
                                     {"ok_single_frame", 6, 21, 1, 24},
                                     {"ok_six_channels_all_joints", 6, 36, 4, 24},
                                     {"ok_spaces_indent", 6, 21, 4, 24},
                                     {"ok_tabs_in_rows", 6, 21, 4, 24},
                                     {"ok_unicode_names", 6, 21, 4, 24},
                                     {"ok_values_wrapped_over_lines", 6, 21, 4, 24},
                                     {"ok_zero_channels_joint", 6, 18, 4, 24}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i)
        if (!check_file("bvh-torture", &files[i]))
            SKIP("no bvh-torture");
}

TEST(real_files_load)
{
    static const Expected bodies[] = {{"benchmark", 163, 891, 1, 24},
                                      {"fight01", 163, 978, 1, 24},
                                      {"run01", 163, 891, 1, 24},
                                      {"sit01", 163, 978, 1, 24},
                                      {"tpose", 173, 951, 1, 24}};
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; ++i)
        if (!check_file("makehuman/bvh", &bodies[i]))
            SKIP("no makehuman");
    if (!check_file("makehuman/poseunits", &(Expected){"face-poseunits", 163, 492, 60, 24}))
        SKIP("no makehuman");
    if (!check_file("assimp-testmodels/bvh", &(Expected){"cmu_01_01_first480", 31, 96, 480, 120}))
        SKIP("no assimp-testmodels");
}

/// What is read or refused, and where and why.
typedef struct Verdict {
    const char *name;
    MienStatus status;
    const char *place, *part;
} Verdict;

static const Verdict refused[] = {
    {"bad_binary_garbage", MIEN_ERROR_CORRUPT, "line 2, column 1", "begins with"},
    {"bad_channel_count_mismatch", MIEN_ERROR_CORRUPT, "line 9, column 12", "0 to 6"},
    {"bad_duplicate_channel", MIEN_ERROR_DATA, "line 5, column 53", "already"},
    {"bad_empty", MIEN_ERROR_CORRUPT, "line 1, column 1", "no text"},
    {"bad_extra_brace", MIEN_ERROR_CORRUPT, "line 44, column 1", "closes nothing"},
    {"bad_fewer_rows", MIEN_ERROR_CORRUPT, "line 45, column 9", "too short"},
    {"bad_huge_frame_count", MIEN_ERROR_CORRUPT, "line 45, column 9", "whole number"},
    {"bad_long_row", MIEN_ERROR_CORRUPT, "line 48, column 205", "more values"},
    {"bad_nan_frame_time", MIEN_ERROR_CORRUPT, "line 46, column 13", "number"},
    {"bad_nan_inf", MIEN_ERROR_CORRUPT, "line 48, column 1", "number"},
    {"bad_negative_frame_time", MIEN_ERROR_DATA, "line 46, column 13", "frame time"},
    {"bad_negative_frames", MIEN_ERROR_CORRUPT, "line 45, column 9", "whole number"},
    {"bad_offset_two_values", MIEN_ERROR_CORRUPT, "line 9, column 3", "number"},
    {"bad_only_hierarchy", MIEN_ERROR_CORRUPT, "line 44, column 1", "before MOTION"},
    {"bad_only_motion", MIEN_ERROR_CORRUPT, "line 1, column 1", "begins with"},
    {"bad_overflow_frames", MIEN_ERROR_CORRUPT, "line 45, column 9", "whole number"},
    {"bad_short_row", MIEN_ERROR_CORRUPT, "line 48, frame 1", "too few"},
    {"bad_text_in_row", MIEN_ERROR_CORRUPT, "line 48, column 1", "number"},
    {"bad_truncated_mid_hierarchy", MIEN_ERROR_CORRUPT, "line 13, column 15", "As many channels"},
    {"bad_truncated_mid_number", MIEN_ERROR_CORRUPT, "line 50, frame 3", "ends before"},
    {"bad_unclosed_brace", MIEN_ERROR_CORRUPT, "line 43, column 1", "still open"},
    {"bad_unknown_channel", MIEN_ERROR_CORRUPT, "line 5, column 63", "Xrotation"},
    {"bad_zero_frame_time", MIEN_ERROR_DATA, "line 46, column 13", "frame time"},
    {"edge_comma_decimals", MIEN_ERROR_CORRUPT, "line 4, column 18", "with a point"},
    {"edge_duplicate_names", MIEN_ERROR_DATA, "line 14, and line 10", "same name"},
    {"edge_long_name", MIEN_ERROR_DATA, "line 2, column 6", "255"},
    {"edge_missing_offset", MIEN_ERROR_CORRUPT, "line 6, column 8", "no OFFSET"},
    {"edge_more_rows_than_declared", MIEN_ERROR_CORRUPT, "line 51, column 1", "more lines"},
    {"edge_nul_bytes", MIEN_ERROR_DATA, "line 10, column 9", "control"},
    {"edge_utf16le", MIEN_ERROR_CORRUPT, "line 1, column 1", "UTF-16"},
};

TEST(bad_files_are_refused)
{
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; ++i) {
        const Verdict *verdict = &refused[i];
        char relative[256];
        snprintf(relative, sizeof relative, "bvh-torture/%s.bvh", verdict->name);
        const char *path = check_data_path(relative);
        if (path == NULL)
            SKIP("no bvh-torture");
        MienFile *file = NULL;
        MienError error = {0};
        MienIoSource *source = read_file(path, &file, NULL, &error);
        const int before = check_state.faults;
        CHECK(source == NULL);
        CHECK_STATUS(error.status, verdict->status);
        CHECK_STR(error.location, verdict->place);
        if (strstr(error.message, verdict->part) == NULL)
            CHECK_STR(error.message, verdict->part);
        if (check_state.faults > before)
            printf("in %s: %s\n", verdict->name, error.message);
        mien_io_source_destroy(source);
        mien_file_close(file);
    }
}

/// Files that others might refuse and that are read here.
TEST(odd_files_load)
{
    static const Expected files[] = {{"edge_depth_2000", 2000, 6000, 1, 24},
                                     {"edge_lowercase_keywords", 6, 21, 4, 24},
                                     {"edge_names_with_spaces", 6, 21, 4, 24},
                                     {"edge_two_roots", 12, 42, 4, 24},
                                     {"edge_zero_frames", 6, 21, 0, 24}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; ++i) {
        char relative[256];
        snprintf(relative, sizeof relative, "bvh-torture/%s.bvh", files[i].name);
        const char *path = check_data_path(relative);
        if (path == NULL)
            SKIP("no bvh-torture");
        MienFile *file = NULL;
        MienIoBvhReport report = {0};
        MienError error = {0};
        MienIoSource *source = read_file(path, &file, &report, &error);
        if (source == NULL)
            printf("%s: %s: %s\n", relative, error.location, error.message);
        CHECK(source != NULL && judge_source(source, &report) == NULL);
        CHECK_INT(report.joint_count, files[i].joints);
        CHECK_INT(report.channel_count, files[i].channels);
        CHECK_INT(report.frame_count, files[i].frames);
        if (strcmp(files[i].name, "edge_names_with_spaces") == 0) {
            CHECK_INT(find_bone(source, "my root"), 0);
            CHECK_INT(find_bone(source, "tongue 00"), 3);
        }
        if (strcmp(files[i].name, "edge_two_roots") == 0) {
            CHECK_INT(report.root_count, 2);
            CHECK_INT(source ? source->skeleton.bones[6].parent : 0, -1);
        }
        mien_io_source_destroy(source);
        mien_file_close(file);
    }
}

/// Frame 0 of the pose units is at rest: what the other frames are measured from.
TEST(pose_units_rest)
{
    const char *path = check_data_path("makehuman/poseunits/face-poseunits.bvh");
    if (path == NULL)
        SKIP("no makehuman");
    MienFile *file = NULL;
    MienError error = {0};
    MienIoSource *source = read_file(path, &file, NULL, &error);
    int moving = 0;
    double rest = 0.0;
    for (int t = 0; source != NULL && t < source->takes[0].clip->track_count; ++t) {
        const MienAuthorClipTrack *track = &source->takes[0].clip->tracks[t];
        bool moves = false;
        rest = fmax(rest, 1.0 - (double)track->samples[0].rotation.w);
        for (int i = 1; i < track->sample_count; ++i)
            moves =
                moves || fabs((double)(track->samples[i].rotation.x - track->samples[0].rotation.x)) +
                                 fabs((double)(track->samples[i].rotation.y - track->samples[0].rotation.y)) +
                                 fabs((double)(track->samples[i].rotation.z - track->samples[0].rotation.z)) >
                             1e-4;
        moving += moves;
    }
    CHECK_NEAR(rest, 0.0, 1e-7);
    CHECK_INT(moving, 55);
    mien_io_source_destroy(source);
    mien_file_close(file);
}

/// MakeHuman has decimetres and Z up: by that the skeleton is a person who stands.
TEST(pose_units_stand)
{
    const char *path = check_data_path("makehuman/poseunits/face-poseunits.bvh");
    if (path == NULL)
        SKIP("no makehuman");
    MienFile *file = NULL;
    MienIoSource *source = NULL;
    const MienIoBvhOptions options = {.unit = 0.1, .up = MIEN_IO_UP_Z};
    CHECK_STATUS(mien_file_open(path, NULL, &file, NULL), MIEN_OK);
    source = read_bvh(mien_file_data(file), mien_file_size(file), &options, NULL);
    double places[MOST_JOINTS][3] = {{0}}, low[3] = {0}, high[3] = {0};
    for (int b = 0; source != NULL && b < source->skeleton.bone_count; ++b) {
        const MienAuthorBone *bone = &source->skeleton.bones[b];
        const MienVec3 t = bone->rest.translation;
        const double own[3] = {t.x, t.y, t.z};
        for (int i = 0; i < 3; ++i) {
            places[b][i] = own[i] + (bone->parent >= 0 ? places[bone->parent][i] : 0.0);
            low[i] = fmin(low[i], places[b][i]);
            high[i] = fmax(high[i], places[b][i]);
        }
    }
    printf("%.3f by %.3f by %.3f m\n", high[0] - low[0], high[1] - low[1], high[2] - low[2]);
    CHECK(high[1] - low[1] > 1.4 && high[1] - low[1] < 1.8);
    CHECK(high[2] - low[2] < 0.5);
    mien_io_source_destroy(source);
    mien_file_close(file);
}

CHECK_MAIN
{
    RUN(made_files_load);
    RUN(real_files_load);
    RUN(bad_files_are_refused);
    RUN(odd_files_load);
    RUN(pose_units_rest);
    RUN(pose_units_stand);
}
