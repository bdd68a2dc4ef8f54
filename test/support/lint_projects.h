// SPDX-License-Identifier: MIT
//
// Small projects for lint: files written in their canonical form, and findings as one
// line of text.

#pragma once

#include "support/check.h"
#include "support/temporary.h"

#include "project/build/cook.h"
#include "project/lint/lint.h"

static char lint_folder[64];
static MieniProject lint_project;
static MieniLintReport lint_report;
static char lint_said[4000];

static inline void lint_put_raw(const char *path, const char *text)
{
    char full[MIENI_PATH_ROOM];
    snprintf(full, sizeof full, "%s/%s", lint_folder, path);
    CHECK_STATUS(mieni_file_write(full, text, strlen(text), NULL, NULL), MIEN_OK);
}

/// An asset, in its canonical form whatever the text is.
static inline void lint_put(const char *path, const char *text)
{
    MieniAsset asset;
    MieniTextOut out = {0};
    MienError error = {0};
    const MienStatus status =
        mieni_asset_read(&asset, mieni_asset_kind_of_path(path), text, strlen(text), NULL, &error);
    if (status != MIEN_OK)
        printf("%s: %s: %s\n", path, error.location, error.message);
    CHECK_STATUS(status, MIEN_OK);
    if (status != MIEN_OK)
        return;
    mieni_asset_write(&asset, &out);
    lint_put_raw(path, out.bytes);
    mieni_text_release(&out);
    mieni_asset_release(&asset);
}

/// A take of root, jaw, eye_L and eye_R: two frames, the second given in degrees about X.
static inline void lint_put_bvh(const char *path, const char *jaw_parent, double root, double jaw,
                                double left)
{
    char text[2000];
    const bool is_flat = strcmp(jaw_parent, "root") == 0;
    snprintf(
        text, sizeof text,
        "HIERARCHY\nROOT root\n{\nOFFSET 0 0 0\nCHANNELS 3 Xrotation Yrotation Zrotation\n"
        "JOINT eye_L\n{\nOFFSET 1 1 0\nCHANNELS 3 Xrotation Yrotation Zrotation\n%s"
        "JOINT jaw\n{\nOFFSET 0 1 0\nCHANNELS 3 Xrotation Yrotation Zrotation\nEnd Site\n{\nOFFSET 0 0 "
        "1\n}\n}\n%s"
        "JOINT eye_R\n{\nOFFSET -1 1 0\nCHANNELS 3 Xrotation Yrotation Zrotation\nEnd Site\n{\nOFFSET 0 0 "
        "1\n}\n}\n}\n"
        "MOTION\nFrames: 2\nFrame Time: 0.04\n0 0 0 0 0 0 0 0 0 0 0 0\n%d 0 0 %d 0 0 %d 0 0 0 0 0\n",
        is_flat ? "End Site\n{\nOFFSET 0 0 1\n}\n}\n" : "", is_flat ? "" : "}\n", (int)root, (int)left,
        (int)jaw);
    lint_put_raw(path, text);
}

#define LINT_SKELETON                                                                                        \
    "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [{\"name\": \"root\"}, "                            \
    "{\"name\": \"eye_L\", \"parent\": \"root\", \"t\": [1, 1, 0]}, "                                        \
    "{\"name\": \"jaw\", \"parent\": \"root\", \"t\": [0, 1, 0]}, "                                          \
    "{\"name\": \"eye_R\", \"parent\": \"root\", \"t\": [-1, 1, 0]}], \"curves\": ["
#define LINT_POSES(mode, rest)                                                                               \
    "{\"kind\": \"poses\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", \"mode\": \"" mode          \
    "\", " rest "}"
#define LINT_CLIP(rest) "{\"kind\": \"clip\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", " rest "}"
/// A curve that goes from 0 to a value.
#define LINT_KEYED(name, value)                                                                              \
    "{\"curve\": \"" name "\", \"keys\": [{\"time\": 0, \"value\": 0}, {\"time\": 0.04, \"value\": " value   \
    "}]}"

/// An empty project with a skeleton and the poses jawOpen, look_L and look_R.
static inline void lint_begin(void)
{
    temporary_empty(lint_folder);
    lint_put("mien.json", "{\"kind\": \"project\", \"version\": 1}");
    lint_put("face.skeleton.json", LINT_SKELETON "]}");
    lint_put("face.poses.json",
             LINT_POSES(
                 "additive",
                 "\"poses\": [{\"name\": \"jawOpen\", \"bones\": [{\"bone\": \"jaw\", \"t\": [0, 0.9, 0]}]}, "
                 "{\"name\": \"look_L\", \"bones\": [{\"bone\": \"eye_L\", \"t\": [1, 1.1, 0]}]}, "
                 "{\"name\": \"look_R\", \"bones\": [{\"bone\": \"eye_R\", \"t\": [-1, 1.1, 0]}]}]"));
}

static inline const char *lint_say(void)
{
    size_t size = 0;
    lint_said[0] = '\0';
    for (int i = 0; i < lint_report.count && size < sizeof lint_said - 300; ++i) {
        const MieniFinding *finding = &lint_report.items[i];
        size += (size_t)snprintf(lint_said + size, sizeof lint_said - size, "%s%s %s", size > 0 ? "; " : "",
                                 mieni_lint_info(finding->code)->code, finding->file);
        for (int n = 0; n < finding->name_count; ++n)
            size += (size_t)snprintf(lint_said + size, sizeof lint_said - size, "%s%s", n > 0 ? "," : " ",
                                     finding->names[n]);
        if (finding->fix_kind != MIENI_LINT_FIX_NONE)
            size += (size_t)snprintf(lint_said + size, sizeof lint_said - size, " fix");
    }
    return lint_said;
}

/// Lints one file, or with NULL the whole project, at a level. What it found, as text:
/// Whether poses without a curve in the skeleton are looked for: most projects here have no table.
static bool lint_wants_curves;

/// "M001 talk.clip.json jaw,jawOpen fix; M004 ...". The report stays until the next.
static inline const char *lint_at(const char *file, MieniLintSeverity level)
{
    MieniProblem problem = {0};
    mieni_lint_report_release(&lint_report);
    mieni_project_close(&lint_project);
    CHECK_STATUS(mieni_project_open(&lint_project, lint_folder, &problem), MIEN_OK);
    const MieniLintOptions options = {.files = &file,
                                      .file_count = file != NULL,
                                      .level = level,
                                      .off = {[MIENI_LINT_POSE_WITHOUT_CURVE] = !lint_wants_curves}};
    CHECK_STATUS(mieni_lint(&lint_project, &options, &lint_report, &problem), MIEN_OK);
    return lint_say();
}

static inline const char *lint_whole(void) { return lint_at(NULL, MIENI_LINT_INFO); }
static inline const char *lint_warnings(void) { return lint_at(NULL, MIENI_LINT_WARNING); }

static inline void lint_count_fix(void *user, const MieniFinding *finding)
{
    (void)finding;
    ++*(int *)user;
}

/// Applies the fixes of the last report; how many there were.
static inline int lint_fix(void)
{
    int heard = 0, count = 0;
    MieniProblem problem = {0};
    CHECK_STATUS(mieni_lint_fix(&lint_project, &lint_report, lint_count_fix, &heard, &count, &problem),
                 MIEN_OK);
    CHECK_INT(heard, count);
    return count;
}

static inline void lint_cook(const char *path, const char *output)
{
    char full[MIENI_PATH_ROOM];
    MieniCookResult result;
    MieniProblem problem = {0};
    snprintf(full, sizeof full, "%s/%s", lint_folder, output != NULL ? output : "");
    const MieniCookOptions options = {.output = output != NULL ? full : NULL};
    const MienStatus status = mieni_cook(&lint_project, path, &options, &result, &problem);
    if (status != MIEN_OK)
        printf("%s: %s\n", problem.file, problem.error.message);
    CHECK_STATUS(status, MIEN_OK);
    if (status == MIEN_OK)
        mieni_cook_result_release(&result);
}

/// What a file of the project holds; the caller releases it.
static inline MieniBuffer lint_read(const char *path)
{
    MieniBuffer buffer;
    CHECK_STATUS(mieni_project_read(&lint_project, path, &buffer, NULL), MIEN_OK);
    return buffer;
}

static inline bool lint_is_same(const char *path, const MieniBuffer *as)
{
    MieniBuffer now = lint_read(path);
    const bool is_same = now.size == as->size && memcmp(now.bytes, as->bytes, as->size) == 0;
    mieni_buffer_release(&now);
    return is_same;
}

static inline void lint_open(void) { CHECK(temporary_make(lint_folder, "lint")); }

static inline void lint_close(void)
{
    mieni_lint_report_release(&lint_report);
    mieni_project_close(&lint_project);
    temporary_remove(lint_folder);
}
