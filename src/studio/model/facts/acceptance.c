// SPDX-License-Identifier: MIT
//
// Acceptance tests of a face, for the editor.

#include "studio/model/facts/acceptance.h"

#include "asset/view.h"
#include "project/rename/references.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PICTURES = 24 }; ///< Per test.

// Inputs

static uint64_t hash_of(Studio *studio, const char *path)
{
    StudioFile *file = studio_files_find(&studio->files, path);
    if (file == NULL || studio_file_know(&studio->files, file, NULL) != MIEN_OK || file->now == NULL)
        return 0;
    return studio_text_hash(file->now);
}

static bool has_input(const StudioAcceptance *acceptance, const char *path)
{
    for (int i = 0; i < acceptance->input_count; ++i)
        if (strcmp(acceptance->inputs[i].path, path) == 0)
            return true;
    return false;
}

static bool add_input(StudioAcceptance *acceptance, Studio *studio, const char *path)
{
    if (acceptance->input_count == acceptance->input_room) {
        const int room = acceptance->input_room > 0 ? 2 * acceptance->input_room : 16;
        StudioAcceptInput *inputs = realloc(acceptance->inputs, sizeof *inputs * (size_t)room);
        if (inputs == NULL)
            return false;
        acceptance->inputs = inputs;
        acceptance->input_room = room;
    }
    const char *copy = mieni_arena_text(&acceptance->memory, path, strlen(path));
    if (copy != NULL)
        acceptance->inputs[acceptance->input_count++] = (StudioAcceptInput){copy, hash_of(studio, path)};
    return copy != NULL;
}

typedef struct Walk {
    StudioAcceptance *acceptance;
    Studio *studio;
    bool is_whole;
} Walk;

/// Clips move a face, but are no part of it.
static bool on_reference(void *user, MieniJson *object, const char *key, const char *path)
{
    Walk *walk = user;
    const MieniAssetKind kind = mieni_asset_kind_of_path(path);
    (void)object, (void)key;
    if (kind != MIENI_ASSET_NONE && kind != MIENI_ASSET_CLIP && !has_input(walk->acceptance, path))
        walk->is_whole = add_input(walk->acceptance, walk->studio, path);
    return walk->is_whole;
}

/// The face, all that it refers to, and the project's limits.
static bool add_inputs(StudioAcceptance *acceptance, Studio *studio)
{
    Walk walk = {acceptance, studio, add_input(acceptance, studio, acceptance->path)};
    for (int i = 0; i < acceptance->input_count && walk.is_whole; ++i) {
        const MieniAsset *asset;
        if (studio_asset(studio, acceptance->inputs[i].path, &asset, NULL) == MIEN_OK)
            mieni_references(asset, on_reference, &walk);
    }
    return walk.is_whole && add_input(acceptance, studio, "mien.json");
}

MienStatus studio_acceptance_begin(StudioAcceptance *out_acceptance, Studio *studio, const char *path,
                                   MieniProblem *problem)
{
    *out_acceptance = (StudioAcceptance){0};
    snprintf(out_acceptance->path, sizeof out_acceptance->path, "%s", path);
    return add_inputs(out_acceptance, studio) ? MIEN_OK : studio_no_memory(problem, path);
}

bool studio_acceptance_is_stale(const StudioAcceptance *acceptance, Studio *studio)
{
    for (int i = 0; i < acceptance->input_count; ++i)
        if (hash_of(studio, acceptance->inputs[i].path) != acceptance->inputs[i].hash)
            return true;
    return false;
}

// What a finding shows

static void add_curve(StudioAcceptance *acceptance, StudioAcceptView *view, const char *name, float weight)
{
    const char *copy = mieni_arena_text(&acceptance->memory, name, strlen(name));
    if (copy != NULL && view->curve_count < STUDIO_ACCEPT_MOST_SHOWN)
        view->curves[view->curve_count++] = (StudioAcceptCurve){copy, weight};
}

static const MienAcceptRole *find_role(const MienAcceptDesc *desc, const char *name)
{
    for (int i = 0; i < desc->role_count; ++i)
        if (strcmp(desc->roles[i].name, name) == 0)
            return &desc->roles[i];
    return NULL;
}

/// A pose of the face by its own name, or the curves of a role.
static void add_shown(StudioAcceptance *acceptance, const MienAcceptDesc *desc, StudioAcceptView *view,
                      const char *name)
{
    const MienAcceptRole *role = find_role(desc, name);
    for (int i = 0; role != NULL && i < role->term_count; ++i)
        add_curve(acceptance, view, role->terms[i].curve, role->terms[i].weight);
    if (role == NULL)
        add_curve(acceptance, view, name, 1.0f);
}

/// Lips are closed over an open jaw.
static bool needs_jaw(const MienAcceptDesc *desc, const StudioAcceptView *view)
{
    const MienAcceptRole *close = find_role(desc, "mouthClose");
    return close != NULL && close->term_count == 1 && view->curve_count == 1 &&
           strcmp(view->curves[0].name, close->terms[0].curve) == 0;
}

static bool make_views(StudioAcceptance *acceptance, const MienAcceptDesc *desc)
{
    const MienAcceptReport *report = acceptance->report;
    acceptance->views = calloc((size_t)report->finding_count + 1, sizeof *acceptance->views);
    if (acceptance->views == NULL)
        return false;
    for (int i = 0; i < report->finding_count; ++i) {
        const MienAcceptFinding *finding = &report->findings[i];
        StudioAcceptView *view = &acceptance->views[i];
        for (int k = 0; k < 3 && finding->poses[k] != NULL; ++k)
            add_shown(acceptance, desc, view, finding->poses[k]);
        if (needs_jaw(desc, view))
            add_shown(acceptance, desc, view, "jawOpen");
    }
    return !acceptance->memory.is_out_of_memory;
}

// The tests

typedef struct Drawing {
    StudioAcceptance *acceptance;
    bool (*progress)(void *user, double done);
    void *user;
} Drawing;

/// Tests take most of the time.
static const double TESTS = 0.9;

static bool on_progress(void *user, double done)
{
    const Drawing *drawing = user;
    return drawing->progress(drawing->user, TESTS * done);
}

static bool on_picture(void *user, int finding, const uint8_t *pixels)
{
    const Drawing *drawing = user;
    StudioAcceptance *acceptance = drawing->acceptance;
    const MienAcceptRow *row = &acceptance->report->rows[acceptance->report->findings[finding].test];
    const size_t size = (size_t)STUDIO_ACCEPT_PIXELS * STUDIO_ACCEPT_PIXELS * 8;
    uint8_t *picture = finding - row->first < MOST_PICTURES ? malloc(size) : NULL;
    if (picture != NULL)
        memcpy(picture, pixels, size);
    acceptance->views[finding].picture = picture;
    const double part = (double)(finding + 1) / (double)acceptance->report->finding_count;
    return drawing->progress(drawing->user, TESTS + (1.0 - TESTS) * part);
}

static void test(StudioAcceptance *acceptance, MieniAcceptance *opened, Drawing *drawing)
{
    const MienAcceptPictures pictures = {.pixels = STUDIO_ACCEPT_PIXELS, .user = drawing, .take = on_picture};
    MienError error = {0};
    for (int i = 0; i < MIEN_ACCEPT_TESTS; ++i) {
        const float own = opened->limits[i];
        acceptance->limits[i] = (double)(own == own ? own : mien_accept_test_info(i).limit);
    }
    opened->desc.user = drawing;
    opened->desc.progress = on_progress;
    acceptance->status = mien_accept_run(&opened->desc, &acceptance->report, &error);
    if (acceptance->status == MIEN_OK && !make_views(acceptance, &opened->desc))
        acceptance->status = studio_no_memory(&acceptance->problem, acceptance->path);
    if (acceptance->status == MIEN_OK)
        acceptance->status = mien_accept_draw(&opened->desc, acceptance->report, &pictures, &error);
    if (acceptance->status != MIEN_OK && acceptance->problem.error.message[0] == '\0')
        mieni_problem_set(&acceptance->problem, acceptance->path, acceptance->status, mieni_nowhere(), "%s",
                          error.message);
}

static void release_report(StudioAcceptance *acceptance)
{
    for (int i = 0; acceptance->views != NULL && i < acceptance->report->finding_count; ++i)
        free(acceptance->views[i].picture);
    free(acceptance->views);
    mien_accept_report_destroy(acceptance->report);
    acceptance->views = NULL;
    acceptance->report = NULL;
}

void studio_acceptance_run(StudioAcceptance *acceptance, const StudioPreview *preview,
                           bool (*progress)(void *user, double done), void *user)
{
    const MieniCharacter *character = &preview->character;
    Drawing drawing = {acceptance, progress, user};
    MieniAcceptance opened;
    if (!preview->is_made) {
        acceptance->status = preview->status != MIEN_OK ? preview->status : MIEN_ERROR_ARGUMENT;
        acceptance->problem = preview->problem;
        return;
    }
    const char *poses = NULL;
    for (int i = 0; i < character->asset_count && poses == NULL; ++i)
        poses = character->assets[i].poses != NULL ? character->assets[i].path : NULL;
    snprintf(acceptance->edited, sizeof acceptance->edited, "%s",
             poses != NULL ? poses : mieni_text_or_empty(character->mesh_path));
    acceptance->status = mieni_acceptance_open(character, &opened, &acceptance->problem);
    if (acceptance->status != MIEN_OK)
        return;
    test(acceptance, &opened, &drawing);
    mieni_acceptance_close(&opened);
    if (acceptance->status != MIEN_OK)
        release_report(acceptance);
}

void studio_acceptance_release(StudioAcceptance *acceptance)
{
    release_report(acceptance);
    free(acceptance->inputs);
    mieni_arena_release(&acceptance->memory);
    *acceptance = (StudioAcceptance){0};
}
