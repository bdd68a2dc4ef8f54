// SPDX-License-Identifier: MIT
//
// Imports into an open project.

#include "core/float_rules.h"

#include "studio/model/import/import.h"

#include "base/source_formats.h"
#include "project/recipes/recipes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Detects whether a clip is a list of poses. Motion is smooth: a frame is close to the middle of
// its neighbours. In a list of poses each frame is independent, so its distance from that middle is
// as large as its distance from the neighbours.

enum {
    LEAST = 5, ///< Frames. With fewer there is nothing to tell.
    MOST = 400,
};

typedef struct Sums {
    double steps; ///< Squares of differences of neighbours.
    double bends; ///< Squares of what frames differ from the middle of theirs, doubled.
} Sums;

static void add_three(Sums *sums, double before, double here, double after)
{
    const double step = here - before, bend = before - 2.0 * here + after;
    sums->steps += step * step;
    sums->bends += bend * bend;
}

static void add_tracks(Sums *sums, const MienAuthorClip *clip, int frames, double rate)
{
    for (int t = 0; t < clip->track_count; ++t) {
        MienTransform rows[3];
        for (int i = 0; i < frames; ++i) {
            rows[i % 3] = mien_author_track_evaluate(clip, t, (double)i / rate);
            if (i < 2)
                continue;
            const MienTransform *a = &rows[(i - 2) % 3], *b = &rows[(i - 1) % 3], *c = &rows[i % 3];
            add_three(sums, (double)a->translation.x, (double)b->translation.x, (double)c->translation.x);
            add_three(sums, (double)a->translation.y, (double)b->translation.y, (double)c->translation.y);
            add_three(sums, (double)a->translation.z, (double)b->translation.z, (double)c->translation.z);
        }
    }
}

/// Rotations count on their own, since metres and turns cannot be added.
static void add_rotations(Sums *sums, const MienAuthorClip *clip, int frames, double rate)
{
    for (int t = 0; t < clip->track_count; ++t) {
        MienTransform rows[3];
        for (int i = 0; i < frames; ++i) {
            rows[i % 3] = mien_author_track_evaluate(clip, t, (double)i / rate);
            if (i < 2)
                continue;
            const MienQuat *a = &rows[(i - 2) % 3].rotation, *b = &rows[(i - 1) % 3].rotation,
                           *c = &rows[i % 3].rotation;
            const double first = (double)(a->x * b->x + a->y * b->y + a->z * b->z + a->w * b->w) < 0 ? -1 : 1;
            const double last = (double)(c->x * b->x + c->y * b->y + c->z * b->z + c->w * b->w) < 0 ? -1 : 1;
            add_three(sums, first * (double)a->x, (double)b->x, last * (double)c->x);
            add_three(sums, first * (double)a->y, (double)b->y, last * (double)c->y);
            add_three(sums, first * (double)a->z, (double)b->z, last * (double)c->z);
        }
    }
}

static void add_curves(Sums *sums, const MienAuthorClip *clip, int frames, double rate)
{
    for (int k = 0; k < clip->curve_count; ++k)
        for (int i = 2; i < frames; ++i)
            add_three(sums, (double)mien_author_curve_evaluate(&clip->curves[k], (double)(i - 2) / rate),
                      (double)mien_author_curve_evaluate(&clip->curves[k], (double)(i - 1) / rate),
                      (double)mien_author_curve_evaluate(&clip->curves[k], (double)i / rate));
}

static bool is_list(const MienAuthorClip *clip)
{
    const double rate = (double)clip->rate / (clip->rate_divisor > 0 ? (double)clip->rate_divisor : 1.0);
    const int frames = rate > 0 && clip->length * rate < MOST ? (int)(clip->length * rate + 0.5) + 1 : 0;
    Sums sums[3] = {{0, 0}, {0, 0}, {0, 0}};
    if (frames < LEAST)
        return false;
    if (clip->event_count >= frames - 1)
        return true; // every frame has a name
    add_tracks(&sums[0], clip, frames, rate);
    add_rotations(&sums[1], clip, frames, rate);
    add_curves(&sums[2], clip, frames, rate);
    for (int i = 0; i < 3; ++i)
        if (sums[i].steps > 1e-8)
            return sums[i].bends > 1.3 * sums[i].steps;
    return false;
}

/// Whether a clip is rather a list of faces: neighbouring frames have nothing to do with each other.
static bool clip_is_list(const MieniProject *project, const char *path)
{
    MieniClipRecipe recipe;
    if (mieni_clip_recipe(project, path, NULL, &recipe, NULL) != MIEN_OK)
        return false;
    const bool is = is_list(&recipe.assembled);
    mieni_clip_recipe_release(&recipe);
    return is;
}

// Import reports.

const StudioReportSection studio_report_sections[STUDIO_REPORT_SECTIONS] = {
    {"created", "Created"},     {"matched", "Matched"},       {"dropped", "Skipped"},
    {"converted", "Converted"}, {"needs", "Needs attention"},
};

/// Where the report of a source lies: one file for each, whatever folder that is in.
static bool report_path(const MieniProject *project, const char *file, char out[MIENI_PATH_ROOM])
{
    char name[MIENI_PATH_ROOM], within[MIENI_PATH_ROOM];
    size_t used = 0;
    for (const char *c = file; *c != '\0' && used + 8 < 200; ++c) {
        name[used++] = *c == '/' ? '~' : *c;
    }
    name[used] = '\0';
    snprintf(within, sizeof within, "%.600s/imports/%.400s.json", project->build, name);
    return mieni_project_locate(project, within, out);
}

static void put_text(MieniJsonDocument *json, MieniJson *object, const char *key, const char *text)
{
    if (object != NULL)
        mieni_json_set(json, object, key, mieni_json_string(json, text));
}

static void put_row(MieniJsonDocument *json, const char *section, const char *what, const char *detail)
{
    MieniJson *list = mieni_json_get(json->root, section);
    MieniJson *row = list != NULL ? mieni_json_append(json, list, mieni_json_object(json)) : NULL;
    put_text(json, row, "what", what);
    put_text(json, row, "detail", detail);
}

/// Where a sentence of the importer belongs.
static const char *section_of(const MieniImportNote *note)
{
    static const char *const dropped[] = {"omitted", "was removed", "no clip is created", "were kept",
                                          "lacks"};
    static const char *const converted[] = {"sampled at", "read as metres", "replaced", "frames are missing"};
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; ++i)
        if (strstr(note->text, dropped[i]) != NULL)
            return "dropped";
    for (size_t i = 0; i < sizeof converted / sizeof *converted; ++i)
        if (strstr(note->text, converted[i]) != NULL)
            return "converted";
    return note->is_remark ? "converted" : "needs";
}

static void put_bones(MieniJsonDocument *json, const MieniImportReport *report)
{
    static const struct {
        const char *what, *section, *detail;
    } kinds[] = {{"missing", "matched", "bone missing in the file; it stays in the rest pose"},
                 {"extra", "dropped", "bone missing in the skeleton"},
                 {"moved", "needs", "bone with a different parent in the file"}};
    for (const MieniImportBone *bone = report->bones; bone != NULL; bone = bone->next)
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i)
            if (strcmp(bone->what, kinds[i].what) == 0)
                put_row(json, kinds[i].section, bone->name, kinds[i].detail);
}

static void put_stamp(MieniJsonDocument *json, const StudioImport *import)
{
    StudioStamp stamp;
    studio_stamp_take(import->edit.project->root, import->file, &stamp);
    MieniJson *row = mieni_json_set(json, json->root, "stamp", mieni_json_object(json));
    mieni_json_set(json, row, "size", mieni_json_number(json, (double)stamp.size));
    mieni_json_set(json, row, "seconds", mieni_json_number(json, (double)stamp.seconds));
    mieni_json_set(json, row, "nanoseconds", mieni_json_number(json, (double)stamp.nanoseconds));
}

static void fill(MieniJsonDocument *json, const StudioImport *import)
{
    char text[400], summary[200];
    const char *slash = strrchr(import->file, '/');
    json->root = mieni_json_object(json);
    put_text(json, json->root, "source", import->file);
    put_text(json, json->root, "summary", studio_import_summary(&import->report, summary));
    mieni_json_set(json, json->root, "time", mieni_json_number(json, (double)time(NULL)));
    put_stamp(json, import);
    for (int i = 0; i < STUDIO_REPORT_SECTIONS; ++i)
        mieni_json_set(json, json->root, studio_report_sections[i].key, mieni_json_array(json));
    for (const MieniImportLine *line = import->report.lines; line != NULL; line = line->next) {
        const bool is_used = strcmp(line->what, "used") == 0;
        snprintf(text, sizeof text, "%s, %.160s", is_used ? "all bones by name" : line->what, line->detail);
        put_row(json, is_used ? "matched" : "created", line->path, text);
    }
    put_bones(json, &import->report);
    for (const MieniImportNote *note = import->report.notes; note != NULL; note = note->next)
        put_row(json, section_of(note), slash != NULL ? slash + 1 : import->file, note->text);
}

/// Keeps the report of an import that ran well. What cannot be written is not kept.
static void report_write(const StudioImport *import)
{
    char path[MIENI_PATH_ROOM];
    MieniJsonDocument json;
    MieniTextOut out = {0};
    mieni_json_begin(&json, NULL);
    fill(&json, import);
    if (!json.arena.is_out_of_memory && report_path(import->edit.project, import->file, path)) {
        mieni_text_put_json(&out, json.root);
        if (!out.is_out_of_memory)
            (void)mieni_file_write_derived(path, out.bytes, out.size, NULL, NULL);
        mieni_text_release(&out);
    }
    mieni_json_release(&json);
}

bool studio_report_read(const MieniProject *project, const char *file, MieniJsonDocument *out_report)
{
    char path[MIENI_PATH_ROOM];
    MieniBuffer buffer = {0};
    if (!report_path(project, file, path) || !mieni_file_exists(path) ||
        mieni_file_read(path, &buffer, NULL) != MIEN_OK)
        return false;
    const MienStatus status = mieni_json_read(out_report, buffer.bytes, buffer.size, NULL, NULL);
    mieni_buffer_release(&buffer);
    return status == MIEN_OK;
}

void studio_report_put(const MieniJsonDocument *report, MieniTextOut *out)
{
    mieni_text_putf(out, "%s: %s\n", mieni_json_get_string(report->root, "source", ""),
                    mieni_json_get_string(report->root, "summary", ""));
    for (int i = 0; i < STUDIO_REPORT_SECTIONS; ++i) {
        const MieniJson *rows = mieni_json_get(report->root, studio_report_sections[i].key);
        if (rows == NULL || rows->type != MIENI_JSON_ARRAY || rows->count == 0)
            continue;
        mieni_text_putf(out, "\n%s\n", studio_report_sections[i].title);
        for (int r = 0; r < rows->count; ++r)
            mieni_text_putf(out, "  %s: %s\n", mieni_json_get_string(rows->items[r], "what", ""),
                            mieni_json_get_string(rows->items[r], "detail", ""));
    }
}

// States of sources

/// Whether the file is unchanged since it was imported; true if that is unknown.
static bool is_as_imported(const MieniProject *project, const char *file)
{
    MieniJsonDocument report;
    StudioStamp stamp;
    if (!studio_report_read(project, file, &report))
        return true;
    studio_stamp_take(project->root, file, &stamp);
    const MieniJson *row = mieni_json_get(report.root, "stamp");
    const bool is_same = mieni_json_get_number(row, "size", -1) == (double)stamp.size &&
                         mieni_json_get_number(row, "seconds", -1) == (double)stamp.seconds &&
                         mieni_json_get_number(row, "nanoseconds", -1) == (double)stamp.nanoseconds;
    mieni_json_release(&report);
    return is_same;
}

/// Marks the sources that a text names. Assets are canonical texts, which is faster to look
/// through than to read.
static void mark_named(const char *text, const MieniPaths *files, StudioSourceState *states)
{
    static const char key[] = "\"file\": \"";
    for (const char *at = strstr(text, key); at != NULL; at = strstr(at, key)) {
        at += sizeof key - 1;
        const char *end = strchr(at, '"');
        if (end == NULL)
            return;
        for (int low = 0, high = files->count; low < high;) {
            const int middle = (low + high) / 2;
            const size_t size = strlen(files->items[middle]);
            int order = strncmp(at, files->items[middle], (size_t)(end - at));
            if (order == 0)
                order = (size_t)(end - at) < size ? -1 : (size_t)(end - at) > size;
            if (order == 0) {
                states[middle] = STUDIO_SOURCE_IMPORTED;
                break;
            }
            if (order < 0)
                high = middle;
            else
                low = middle + 1;
        }
    }
}

MienStatus studio_sources_look(const StudioSnapshot *snapshot, const MieniPaths *files,
                               StudioSourceState *out_states, MieniProblem *problem)
{
    MieniPaths all = {0};
    const MieniProject *project = &snapshot->project;
    for (int i = 0; i < files->count; ++i)
        out_states[i] = STUDIO_SOURCE_NEW;
    const MienStatus status = mieni_project_files(project, &all, problem);
    for (int i = 0; i < all.count && status == MIEN_OK; ++i) {
        MieniBuffer buffer = {0};
        const MieniAssetKind kind = mieni_asset_kind_of_path(all.items[i]);
        if (kind <= MIENI_ASSET_PROJECT ||
            mieni_project_read(project, all.items[i], &buffer, NULL) != MIEN_OK)
            continue; // lint tells
        mark_named(buffer.bytes, files, out_states);
        mieni_buffer_release(&buffer);
    }
    for (int i = 0; i < files->count && status == MIEN_OK; ++i)
        if (out_states[i] == STUDIO_SOURCE_IMPORTED && !is_as_imported(project, files->items[i]))
            out_states[i] = STUDIO_SOURCE_CHANGED;
    mieni_paths_release(&all);
    return status;
}

enum { MOST_NAMES = 1000 }; ///< That are tried before giving up.

bool studio_is_source(const char *path)
{
    const MieniSourceFormat *format = mieni_source_format_of_path(path);
    // Most sounds of a project are played by clips, not read as speech.
    return mieni_asset_kind_of_path(path) == MIENI_ASSET_NONE && format != NULL &&
           strcmp(format->id, "wav") != 0;
}

/// Where a file from elsewhere goes.
static void place_source(StudioImport *import, int number)
{
    mieni_copy_place(import->given, number, import->file);
}

/// Assets of what lies among the sources go to the project's own folder, unless they lie
/// beside it already.
static bool goes_to_root(const Studio *studio, const char *file)
{
    if (strncmp(file, MIENI_SOURCES "/", sizeof MIENI_SOURCES) != 0)
        return false;
    const char *slash = strrchr(file, '/'), *dot = strrchr(slash, '.');
    const size_t stem = dot != NULL ? (size_t)(dot - file) : strlen(file);
    for (int i = studio_files_search(&studio->files, MIENI_SOURCES "/"); i < studio->files.count; ++i) {
        const char *path = studio->files.items[i]->path;
        if (strncmp(path, MIENI_SOURCES "/", sizeof MIENI_SOURCES) != 0)
            break;
        if (strncmp(path, file, stem) == 0 && (path[stem] == '.' || path[stem] == '-') &&
            studio_exists(studio, path))
            return false;
    }
    return true;
}

MienStatus studio_import_begin(Studio *studio, const char *given, StudioImport **out_import,
                               MieniProblem *problem)
{
    StudioImport *import = calloc(1, sizeof *import);
    MieniProject project;
    *out_import = NULL;
    if (import == NULL)
        return studio_no_memory(problem, given);
    if (strlen(given) >= sizeof import->given / 2) {
        free(import);
        return mieni_problem_set(problem, "", MIEN_ERROR_DATA, mieni_nowhere(), "Path too long");
    }
    snprintf(import->given, sizeof import->given, "%s", given);
    studio_disk_open(&studio->files.disk, &project);
    import->is_outside = !mieni_project_relate(&project, given, import->file, NULL);
    if (import->is_outside)
        place_source(import, 1);
    const MienStatus status = studio_edit_begin(&import->edit, studio, problem);
    if (status != MIEN_OK) {
        free(import);
        return status;
    }
    if (goes_to_root(studio, import->file))
        import->options.folder = "";
    *out_import = import;
    return MIEN_OK;
}

/// Names the copy so that it replaces nothing.
static void keep_both(StudioImport *import)
{
    char full[MIENI_PATH_ROOM];
    for (int n = 2; n < MOST_NAMES; ++n) {
        place_source(import, n);
        if (!mieni_project_locate(import->edit.project, import->file, full) || !mieni_file_exists(full))
            return;
    }
}

/// Puts the file where it belongs, unless it is there.
static bool copy_source(StudioImport *import, MieniSourceProgress progress, void *user)
{
    MieniProject project; // copies are no step that can be undone
    studio_disk_open(&import->edit.studio->files.disk, &project);
    const MieniCopying copying = {.project = &project,
                                  .given = import->given,
                                  .file = import->file,
                                  .is_replacing = true,
                                  .progress = progress,
                                  .user = user};
    MieniCopyState state;
    import->status = mieni_copy_compare(&copying, &state, &import->problem);
    if (import->status != MIEN_OK)
        return false;
    if (state == MIENI_COPY_DIFFERENT && !import->is_replacing) {
        import->ask = STUDIO_IMPORT_ASKS_COPY;
        import->status = mieni_problem_set(&import->problem, import->file, MIEN_ERROR_DATA, mieni_nowhere(),
                                           "A source file with this name already exists");
        return false;
    }
    if (state != MIENI_COPY_SAME)
        import->status = mieni_copy_all(&copying, &import->copies, &import->problem);
    return import->status == MIEN_OK;
}

/// Another name for the assets if that of the file belongs to another source.
static bool rename_assets(StudioImport *import)
{
    const char *slash = strrchr(import->file, '/'), *base = slash != NULL ? slash + 1 : import->file;
    const char *dot = strrchr(base, '.');
    if (import->options.name != NULL || strstr(import->problem.error.message, "--name") == NULL)
        return false;
    for (int n = 2; n < MOST_NAMES; ++n) {
        bool is_free = true;
        snprintf(import->name, sizeof import->name, "%.*s_%d", dot != NULL ? (int)(dot - base) : 200, base,
                 n);
        for (int kind = MIENI_ASSET_PROJECT + 1; kind < MIENI_ASSET_KINDS && is_free; ++kind) {
            char path[MIENI_PATH_ROOM];
            snprintf(path, sizeof path, "%.600s.%s.json", import->name,
                     mieni_asset_kind_name((MieniAssetKind)kind));
            is_free = !mieni_project_exists(import->edit.project, path);
        }
        if (is_free)
            break;
    }
    import->options.name = import->name;
    return true;
}

/// The skeleton that sentences are about: the first whose name one of them has.
static void find_near(StudioImport *import)
{
    MieniPaths files = {0};
    if (mieni_project_files(import->edit.project, &files, NULL) != MIEN_OK)
        return;
    for (int i = 0; i < files.count && import->near[0] == '\0'; ++i) {
        if (mieni_asset_kind_of_path(files.items[i]) != MIENI_ASSET_SKELETON)
            continue;
        for (const MieniImportNote *note = import->report.notes; note != NULL; note = note->next)
            if (strstr(note->text, files.items[i]) != NULL)
                snprintf(import->near, sizeof import->near, "%s", files.items[i]);
    }
    mieni_paths_release(&files);
}

static void look_for_poses(StudioImport *import)
{
    for (const MieniImportLine *line = import->report.lines; line != NULL; line = line->next)
        if (line->kind == MIENI_ASSET_CLIP && strcmp(line->what, "created") == 0 &&
            import->poses[0] == '\0' && clip_is_list(import->edit.project, line->path))
            snprintf(import->poses, sizeof import->poses, "%s", line->path);
}

/// Whether somebody should say which takes are wanted: there are several clips, and not all of
/// them are in the project already.
static bool asks_takes(const StudioImport *import)
{
    int clips = 0, made = 0;
    for (const MieniImportLine *line = import->report.lines; line != NULL; line = line->next) {
        const bool is_clip = line->kind == MIENI_ASSET_CLIP && line->take[0] != '\0';
        clips += is_clip;
        made += is_clip && strcmp(line->what, "created") == 0;
    }
    return import->may_ask_takes && !import->has_takes && clips > 1 && made > 0;
}

bool studio_import_choose_takes(StudioImport *import, const char *const *names, int count)
{
    mieni_paths_release(&import->takes);
    import->has_takes = true;
    for (int i = 0; i < count; ++i)
        if (!mieni_paths_add(&import->takes, names[i]))
            return false;
    return true;
}

void studio_import_run(StudioImport *import, MieniSourceProgress progress, void *user)
{
    import->ask = STUDIO_IMPORT_ASKS_NOTHING;
    if (import->is_outside && !import->is_copied && !copy_source(import, progress, user))
        return;
    import->is_copied = import->is_outside;
    import->options.progress = progress;
    import->options.user = user;
    import->options.takes = import->has_takes ? &import->takes : NULL;
    import->status =
        mieni_import(import->edit.project, import->file, &import->options, &import->report, &import->problem);
    if (import->status == MIEN_ERROR_DATA && rename_assets(import)) {
        import->ask = STUDIO_IMPORT_ASKS_AGAIN;
    } else if (import->status == MIEN_ERROR_DATA && import->report.bones != NULL) {
        import->ask = STUDIO_IMPORT_ASKS_SKELETON;
        find_near(import);
    }
    if (import->status == MIEN_OK && asks_takes(import)) {
        import->ask = STUDIO_IMPORT_ASKS_TAKES;
    } else if (import->status == MIEN_OK) {
        look_for_poses(import);
        report_write(import);
    }
}

MienStatus studio_import_again(StudioImport *import, MieniProblem *problem)
{
    Studio *studio = import->edit.studio;
    mieni_import_report_release(&import->report);
    import->problem = (MieniProblem){0};
    import->status = MIEN_OK;
    import->poses[0] = import->near[0] = '\0';
    if (import->ask == STUDIO_IMPORT_ASKS_COPY && !import->is_replacing)
        keep_both(import);
    import->ask = STUDIO_IMPORT_ASKS_NOTHING;
    studio_edit_drop(&import->edit);
    const MienStatus status = studio_edit_begin(&import->edit, studio, problem);
    import->edit.studio = studio;
    return status;
}

/// Takes away what was copied, and puts back what was replaced.
static void take_back(StudioImport *import)
{
    MieniProject project;
    studio_disk_open(&import->edit.studio->files.disk, &project);
    mieni_copies_undo(&project, &import->copies);
    mieni_copies_release(&import->copies);
    import->is_copied = false;
}

MienStatus studio_import_end(StudioImport *import, MieniProblem *problem)
{
    Studio *studio = import->edit.studio;
    const char *slash = strrchr(import->file, '/');
    MienStatus status = import->status;
    if (status != MIEN_OK && problem != NULL)
        *problem = import->problem;
    status = studio_edit_endf(&import->edit, status, problem, NULL, "import %.300s",
                              slash != NULL ? slash + 1 : import->file);
    import->edit.studio = studio;
    if (status != MIEN_OK)
        take_back(import);
    mieni_copies_release(&import->copies);
    return status;
}

void studio_import_destroy(StudioImport *import)
{
    if (import == NULL)
        return;
    if (import->edit.studio != NULL && import->edit.snapshot != NULL) // it never ended
        take_back(import);
    mieni_copies_release(&import->copies);
    mieni_paths_release(&import->takes);
    mieni_import_report_release(&import->report);
    studio_edit_drop(&import->edit);
    free(import);
}

const char *studio_import_summary(const MieniImportReport *report, char out[200])
{
    static const struct {
        MieniAssetKind kind;
        const char *one, *many;
    } rows[] = {{MIENI_ASSET_SKELETON, "skeleton", "skeletons"},
                {MIENI_ASSET_MESH, "mesh", "meshes"},
                {MIENI_ASSET_POSES, "pose asset", "pose assets"},
                {MIENI_ASSET_CLIP, "clip", "clips"}};
    int used = 0, unchanged = 0;
    out[0] = '\0';
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        int count = 0;
        for (const MieniImportLine *line = report->lines; line != NULL; line = line->next) {
            if (line->kind != rows[i].kind || strcmp(line->what, "used") == 0)
                continue;
            count += strcmp(line->what, "unchanged") != 0;
            unchanged += strcmp(line->what, "unchanged") == 0;
        }
        if (count > 0)
            used += snprintf(out + used, 200 - (size_t)used, "%s%d %s", used > 0 ? ", " : "", count,
                             count == 1 ? rows[i].one : rows[i].many);
    }
    if (used == 0)
        snprintf(out, 200, unchanged > 0 ? "nothing changed" : "nothing to import");
    return out;
}
