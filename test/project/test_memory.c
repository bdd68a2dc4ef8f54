// SPDX-License-Identifier: MIT
//
// Memory that runs out: every allocation of work on a project fails once. It ends by itself, with
// an error that reports it or with success, and leaks nothing.

#if !defined(_WIN32)
#define _GNU_SOURCE // posix_memalign
#endif

#include "support/lint_projects.h"

#include "project/build/plan.h"
#include "project/character/character.h"
#include "project/export/export.h"
#include "project/import/import.h"
#include "project/rename/rename.h"
#include "support/failing_memory.h"

#define GRAPH(rest) "{\"kind\": \"graph\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", " rest "}"
#define TAILED                                                                                               \
    "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [{\"name\": \"root\"}, {\"name\": \"jaw\", "        \
    "\"parent\": \"root\"}, {\"name\": \"tail\", \"parent\": \"root\"}]}"
#define TAILLESS                                                                                             \
    "{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{\"name\": \"root\", \"children\": [1]}, {\"name\": "   \
    "\"jaw\"}], "                                                                                            \
    "\"skins\": [{\"joints\": [0, 1]}], \"scenes\": [{\"nodes\": [0]}], \"scene\": 0}"

static void begin_project(void)
{
    lint_begin();
    lint_put_bvh("body.bvh", "root", 20, 10, 0);
    lint_put("body.clip.json", LINT_CLIP("\"tracks\": {\"file\": \"body.bvh\", \"unit\": 1}"));
    lint_put("talk.clip.json", LINT_CLIP("\"keyed\": [" LINT_KEYED("jawOpen", "1") "]"));
    lint_put("m.map.json", "{\"kind\": \"map\", \"version\": 1, \"from\": \"a\", \"to\": \"b\", \"rows\": ["
                           "{\"from\": \"jawOpen\", \"to\": \"look_L\"}], \"unmapped\": [\"look_R\"]}");
    lint_put("all.graph.json",
             GRAPH("\"masks\": [{\"name\": \"part\", \"bones\": [{\"bone\": \"jaw\"}]}], \"nodes\": ["
                   "{\"id\": \"body\", \"node\": \"clip\", \"clip\": \"body.clip.json\"}, "
                   "{\"id\": \"talk\", \"node\": \"clip\", \"clip\": \"talk.clip.json\"}, "
                   "{\"id\": \"both\", \"node\": \"layered_blend\", \"base\": \"body\", \"layer\": \"talk\", "
                   "\"mask\": \"part\"}, "
                   "{\"id\": \"pose\", \"node\": \"poses\", \"input\": \"both\", \"poses\": "
                   "\"face.poses.json\"}, {\"id\": \"out\", \"node\": \"output\", \"input\": \"pose\"}]"));
    lint_put("ada.character.json",
             "{\"kind\": \"character\", \"version\": 1, \"graph\": \"all.graph.json\"}");
    lint_put_raw("takes/a.csv", "time,jawOpen\n0,0\n1,1\n");
    lint_put("lines.clips.json", "{\"kind\": \"clips\", \"version\": 1, \"skeleton\": "
                                 "\"face.skeleton.json\", \"files\": [\"takes/*.csv\"]}");
}

typedef MienStatus Work(const MieniProject *project, MieniProblem *problem);

static MienStatus lint(const MieniProject *project, MieniProblem *problem)
{
    const MieniLintOptions options = {.level = MIENI_LINT_INFO};
    MieniLintReport report = {0};
    const MienStatus status = mieni_lint(project, &options, &report, problem);
    mieni_lint_report_release(&report);
    return status;
}

static MienStatus plan(const MieniProject *project, MieniProblem *problem)
{
    MieniBuildPlan made;
    const MienStatus status = mieni_build_plan(project, &made, problem);
    if (status == MIEN_OK)
        mieni_build_plan_release(&made);
    return status;
}

static MienStatus cook(const MieniProject *project, const char *path, const char *member,
                       MieniProblem *problem)
{
    MienAuthorPack pack = {0};
    const MienStatus status = mieni_cook_pack(project, path, member, &pack, problem);
    mien_author_pack_release(&pack);
    return status;
}

static MienStatus cook_skeleton_file(const MieniProject *project, MieniProblem *problem)
{
    MieniCookResult result;
    const MienStatus status = mieni_cook(project, "face.skeleton.json", NULL, &result, problem);
    if (status == MIEN_OK)
        mieni_cook_result_release(&result);
    return status;
}

static MienStatus cook_clip(const MieniProject *project, MieniProblem *problem)
{
    return cook(project, "body.clip.json", NULL, problem);
}

static MienStatus cook_member(const MieniProject *project, MieniProblem *problem)
{
    return cook(project, "lines.clips.json", "takes/a.csv", problem);
}

static MienStatus cook_poses(const MieniProject *project, MieniProblem *problem)
{
    return cook(project, "face.poses.json", NULL, problem);
}

static MienStatus cook_graph(const MieniProject *project, MieniProblem *problem)
{
    return cook(project, "all.graph.json", NULL, problem);
}

static MienStatus play(const MieniProject *project, MieniProblem *problem)
{
    MieniCharacter character;
    MienStatus status = mieni_character_open(project, "ada.character.json", &character, problem);
    if (status == MIEN_OK)
        status = mieni_character_bind(&character, NULL, problem);
    mieni_character_close(&character);
    return status;
}

static MienStatus export_clip(const MieniProject *project, MieniProblem *problem)
{
    MieniExportOptions options = {.poses = "face.poses.json"};
    MieniExportReport report;
    MienIoBytes bytes = {0};
    const MienStatus status = mieni_export(project, "body.clip.json", &options, &bytes, &report, problem);
    CHECK(status == MIEN_OK || bytes.data == NULL);
    mien_io_bytes_release(&bytes);
    return status;
}

static MienStatus rename_all(const MieniProject *project, MieniProblem *problem)
{
    static const char *const from[] = {"jawOpen"}, *const to[] = {"jaw_open"};
    return mieni_rename_everywhere(project, from, to, 1, NULL, NULL, problem);
}

static MienStatus import_take(const MieniProject *project, MieniProblem *problem)
{
    const MieniImportOptions options = {.folder = "made"};
    MieniImportReport report;
    const MienStatus status = mieni_import(project, "body.bvh", &options, &report, problem);
    mieni_import_report_release(&report);
    return status;
}

/// For a skeleton with a bone that the file lacks. Reports are read even if importing failed.
static MienStatus import_without_tail(const MieniProject *project, MieniProblem *problem)
{
    const MieniImportOptions options = {.folder = "made", .skeleton = "tail.skeleton.json"};
    MieniImportReport report;
    const MienStatus status = mieni_import(project, "tailless.gltf", &options, &report, problem);
    CHECK(status != MIEN_OK || report.bones != NULL);
    for (const MieniImportBone *bone = report.bones; bone != NULL; bone = bone->next)
        CHECK_STR(bone->name != NULL ? bone->name : "(nothing)", "tail");
    mieni_import_report_release(&report);
    return status;
}

/// Works with one allocation after the other failing, then with none.
static void try_all(Work *work, const char *name, bool writes)
{
    int failed = 0;
    mieni_project_close(&lint_project);
    CHECK_STATUS(mieni_project_open(&lint_project, lint_folder, NULL), MIEN_OK);
    for (int turn = 1;; ++turn) {
        MieniProblem problem = {0};
        const long before = balance;
        left = turn;
        const MienStatus status = work(&lint_project, &problem);
        const bool is_reached = left == 0;
        left = 0;
        if (balance != before)
            printf("%s leaves %ld blocks after allocation %d\n", name, balance - before, turn);
        CHECK(balance == before);
        if (status != MIEN_OK && !is_reached)
            printf("%s: %s: %s\n", name, problem.file, problem.error.message);
        CHECK(status == MIEN_OK || is_reached);
        failed += status != MIEN_OK;
        if (!is_reached)
            break;
        if (writes && status == MIEN_OK)
            begin_project();
    }
    CHECK(failed > 0);
}

TEST(every_allocation)
{
    if (!CAN_FAIL)
        SKIP("allocations of this C library cannot be replaced");
    begin_project();
    try_all(lint, "lint", false);
    try_all(plan, "plan", false);
    try_all(cook_skeleton_file, "cook_skeleton_file", false);
    try_all(cook_clip, "cook_clip", false);
    try_all(cook_member, "cook_member", false);
    try_all(cook_poses, "cook_poses", false);
    try_all(cook_graph, "cook_graph", false);
    try_all(play, "play", false);
    try_all(export_clip, "export", false);
    try_all(import_take, "import", true);
    begin_project();
    lint_put("tail.skeleton.json", TAILED);
    lint_put_raw("tailless.gltf", TAILLESS);
    try_all(import_without_tail, "import_without_tail", false);
    begin_project();
    try_all(rename_all, "rename", true);
}

CHECK_MAIN
{
    lint_open();
    RUN(every_allocation);
    lint_close();
}
