// SPDX-License-Identifier: MIT
//
// Finding errors of a clip's curves that keep the skin of faces within a distance: errors with which
// each curve by itself moves the skin by one distance. Cooks the clip with them, plays it beside
// exact curves, and scales the distance by what that gave.

#include "core/float_rules.h"

#include "project/character/skin_error.h"

#include "base/budget.h"
#include "base/number.h"
#include "mien_author/cook_clip.h"
#include "project/build/cook.h"
#include "project/character/skin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TRIES = 6,          ///< Of scaling the distance.
    TRIED_FRAMES = 400, ///< Spread over the clip, for all but the last measurement.
    SETTLING = 8,       ///< Tries with all frames.
};
static const double least_error = 1e-6, most_error = 0.1;
/// Curves that move the skin about as far have one error, so that they can be packed as pairs.
static const double alike = 1.15;
static const double still = 1e-6; ///< What moves less is still, metres.

/// A clip that was cooked with an error.
typedef struct Cooked {
    MienAuthorPack pack;
    MienClip *clip;
} Cooked;

typedef struct Face {
    MieniSkin skin;
    MienClipBinding *exact; ///< Of exact curves.
    MienVec3 *positions;    ///< With them, or with all curves at 0.
    bool *is_moved;
    int moved_count;
} Face;

/// A curve of the clip and how far it moves the skin from 0 to 1: root mean square of all vertices that
/// the clip moves, metres.
typedef struct Reach {
    int curve;
    double distance;
} Reach;

typedef struct Finding {
    const MieniProject *project;
    const MieniSkinErrorDesc *desc;
    MieniProblem *problem;
    MieniArena arena;
    MieniClipRecipe recipe;
    Cooked exact;
    Face *faces;
    MieniDistances *distances;
    Reach *reaches; ///< Of those curves that move a face, the furthest first.
    int reach_count;
    float *errors; ///< Per curve of the clip.
} Finding;

static MienStatus no_memory(const Finding *f)
{
    return mieni_problem_set(f->problem, f->desc->clip, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static MienStatus fail(const Finding *f, MienStatus status, MienError *error)
{
    status = mieni_project_status(f->project, status, error);
    mieni_problem_set(f->problem, f->desc->clip, status, mieni_at_error(error), "%s", error->message);
    return status;
}

static void release_cooked(Cooked *cooked)
{
    mien_clip_destroy(cooked->clip);
    mien_author_pack_release(&cooked->pack);
    *cooked = (Cooked){0};
}

/// Cooks with the recipe's errors.
static MienStatus cook(Finding *f, Cooked *out_cooked)
{
    MienError error = {0};
    const MienLoadOptions options = {.borrow_data = true, .trust_hash = true};
    *out_cooked = (Cooked){0};
    MienStatus status = mieni_cook_clip_recipe(&f->recipe, &out_cooked->pack, &error);
    if (status == MIEN_OK)
        status =
            mien_clip_load(out_cooked->pack.data, out_cooked->pack.size, &options, &out_cooked->clip, &error);
    return status == MIEN_OK ? MIEN_OK : fail(f, status, &error);
}

/// Shows the curves that the character's live input has.
static MienStatus show_given(Finding *f, Face *face)
{
    MieniCharacter *character = &face->skin.character;
    mieni_character_restart(character);
    MienStatus status = mieni_character_step(character, 0.0);
    if (status == MIEN_OK)
        status = mieni_skin_show(&face->skin);
    if (status == MIEN_OK && !mieni_budget_goes_on(mieni_project_allocator(f->project)))
        status = MIEN_ERROR_CANCELLED;
    return status == MIEN_OK ? MIEN_OK
                             : mieni_problem_set(f->problem, character->path, status, mieni_nowhere(),
                                                 "The face could not be shown.");
}

/// Shows a frame of a clip.
static MienStatus show(Finding *f, Face *face, const Cooked *cooked, const MienClipBinding *binding,
                       int frame)
{
    const MieniCharacter *character = &face->skin.character;
    const MienClipInfo info = mien_clip_info(cooked->clip);
    const MienClipJob job = {.clip = cooked->clip,
                             .binding = binding,
                             .time = (double)frame * (double)info.rate_divisor / (double)info.rate,
                             .out_curves = character->given};
    const MienStatus status = mien_clip_job_run(&job);
    return status == MIEN_OK ? show_given(f, face) : status;
}

static MienStatus bind(const Finding *f, const Face *face, const Cooked *cooked,
                       MienClipBinding **out_binding)
{
    MienError error = {0};
    const MienStatus status =
        mien_clip_binding_create(cooked->clip, face->skin.character.skeleton, NULL, out_binding, &error);
    return status == MIEN_OK ? MIEN_OK : fail(f, status, &error);
}

/// Marks the vertices that exact curves move at some frames.
static MienStatus mark_moved(Finding *f, Face *face, int stride)
{
    const MienVec3 *rest = mien_mesh_positions(face->skin.character.mesh);
    const int frame_count = mien_clip_info(f->exact.clip).frame_count;
    for (int frame = 0; frame < frame_count; frame += stride) {
        const MienStatus status = show(f, face, &f->exact, face->exact, frame);
        if (status != MIEN_OK)
            return status;
        for (int v = 0; v < face->skin.vertex_count; ++v) {
            if (face->is_moved[v] || mieni_distance(face->skin.positions[v], rest[v]) <= still)
                continue;
            face->is_moved[v] = true;
            ++face->moved_count;
        }
    }
    return face->moved_count > 0
               ? MIEN_OK
               : mieni_problem_set(f->problem, face->skin.character.path, MIEN_ERROR_DATA, mieni_nowhere(),
                                   "The clip moves nothing of this face: name faces that have its curves.");
}

static MienStatus open_face(Finding *f, const char *poses, int stride, Face *face)
{
    MieniCharacter *character = &face->skin.character;
    MieniCharacterParts parts;
    MienStatus status = mieni_skin_parts(f->project, poses, &f->arena, &parts, f->problem);
    parts.poses = poses;
    if (status == MIEN_OK)
        status = mieni_character_open_parts(f->project, poses, &parts, character, f->problem);
    if (status == MIEN_OK)
        status = mieni_character_bind(character, NULL, f->problem);
    if (status != MIEN_OK)
        return status;
    const size_t vertices = (size_t)mien_mesh_info(character->mesh).vertex_count;
    face->positions = mieni_arena_take(&f->arena, vertices, sizeof *face->positions);
    face->is_moved = mieni_arena_take(&f->arena, vertices, sizeof *face->is_moved);
    if (!mieni_skin_prepare(&face->skin, &f->arena))
        return no_memory(f);
    status = bind(f, face, &f->exact, &face->exact);
    return status == MIEN_OK ? mark_moved(f, face, stride) : status;
}

/// How far a clip's skin is from that of exact curves.
static MienStatus measure_face(Finding *f, Face *face, const Cooked *cooked, int stride,
                               MieniSkinErrorFace *out_face)
{
    const int frame_count = mien_clip_info(f->exact.clip).frame_count;
    MienClipBinding *binding = NULL;
    MienStatus status = bind(f, face, cooked, &binding);
    memset(f->distances, 0, sizeof *f->distances);
    for (int frame = 0; status == MIEN_OK && frame < frame_count; frame += stride) {
        status = show(f, face, &f->exact, face->exact, frame);
        memcpy(face->positions, face->skin.positions,
               (size_t)face->skin.vertex_count * sizeof *face->positions);
        if (status == MIEN_OK)
            status = show(f, face, cooked, binding, frame);
        for (int v = 0; status == MIEN_OK && v < face->skin.vertex_count; ++v) {
            if (face->is_moved[v])
                mieni_distances_add(f->distances,
                                    mieni_distance(face->skin.positions[v], face->positions[v]));
        }
    }
    mien_clip_binding_destroy(binding);
    *out_face = (MieniSkinErrorFace){.vertex_count = face->moved_count,
                                     .within = mieni_distances_but_one_in(f->distances, 100),
                                     .most = f->distances->most};
    return status;
}

/// Rounded down to two digits.
static double round_down(double error)
{
    double unit = 1e-9;
    while (unit * 100.0 <= error)
        unit *= 10.0;
    const int64_t digits = (int64_t)(error / unit + 1e-9);
    // From the decimal fraction, so that its text is short.
    int64_t divisor = 1;
    while (unit * (double)divisor < 0.99)
        divisor *= 10;
    return (double)digits / (double)divisor;
}

/// How far a curve moves a face. Others are at 0, with which positions were made.
static MienStatus reach_of(Finding *f, Face *face, int curve, double *out_distance)
{
    const MienCurveSet *given = &face->skin.character.given;
    const int own = mien_clip_binding_curve(face->exact, curve);
    *out_distance = 0.0;
    if (own < 0)
        return MIEN_OK;
    mien_curve_set_put(given, own, 1.0f);
    const MienStatus status = show_given(f, face);
    mien_curve_set_put(given, own, 0.0f);
    double sum = 0.0;
    for (int v = 0; status == MIEN_OK && v < face->skin.vertex_count; ++v) {
        const double distance = mieni_distance(face->skin.positions[v], face->positions[v]);
        sum += distance > still ? distance * distance : 0.0;
    }
    *out_distance = sqrt(sum / face->moved_count);
    return status;
}

/// Shows a face with all curves at 0 and keeps it.
static MienStatus show_zero(Finding *f, Face *face)
{
    const MienCurveSet *given = &face->skin.character.given;
    for (int c = 0; c < given->count; ++c)
        mien_curve_set_put(given, c, 0.0f);
    const MienStatus status = show_given(f, face);
    memcpy(face->positions, face->skin.positions, (size_t)face->skin.vertex_count * sizeof *face->positions);
    return status;
}

static int by_distance(const void *a, const void *b)
{
    const Reach *x = a, *y = b;
    if (x->distance != y->distance)
        return x->distance > y->distance ? -1 : 1;
    return x->curve - y->curve;
}

/// How far each curve moves the face that it moves furthest.
static MienStatus find_reaches(Finding *f)
{
    const MienAuthorClip *clip = f->recipe.clip;
    MienStatus status = MIEN_OK;
    for (int i = 0; status == MIEN_OK && i < f->desc->face_count; ++i)
        status = show_zero(f, &f->faces[i]);
    for (int c = 0; status == MIEN_OK && c < clip->curve_count; ++c) {
        const int packed = mien_clip_find_curve(f->exact.clip, clip->curves[c].name);
        Reach reach = {.curve = c};
        for (int i = 0; status == MIEN_OK && packed >= 0 && i < f->desc->face_count; ++i) {
            double distance;
            status = reach_of(f, &f->faces[i], packed, &distance);
            reach.distance = distance > reach.distance ? distance : reach.distance;
        }
        if (reach.distance > 0.0)
            f->reaches[f->reach_count++] = reach;
    }
    qsort(f->reaches, (size_t)f->reach_count, sizeof *f->reaches, by_distance);
    if (status == MIEN_OK && f->reach_count == 0)
        status = mieni_problem_set(f->problem, f->desc->clip, MIEN_ERROR_DATA, mieni_nowhere(),
                                   "No curve of the clip moves a face by itself, so none gets an error.");
    return status;
}

/// Errors with which each curve moves the skin by a distance. Curves that move none keep theirs.
static void set_errors(Finding *f, double distance)
{
    double furthest = 0.0;
    for (int i = 0; i < f->reach_count; ++i) {
        const Reach reach = f->reaches[i];
        furthest = reach.distance * alike < furthest || i == 0 ? reach.distance : furthest;
        double error = distance / furthest;
        error = error > least_error ? error : least_error;
        f->errors[reach.curve] = (float)round_down(error < most_error ? error : most_error);
    }
    f->recipe.curve_errors = f->errors;
}

/// Cooks with errors for a distance and measures all faces. *out_within is that of the worst.
static MienStatus measure(Finding *f, double distance, int stride, MieniSkinErrorFace *out_faces,
                          double *out_within, size_t *out_size)
{
    Cooked cooked;
    set_errors(f, distance);
    MienStatus status = cook(f, &cooked);
    *out_within = 0.0;
    for (int i = 0; status == MIEN_OK && i < f->desc->face_count; ++i) {
        status = measure_face(f, &f->faces[i], &cooked, stride, &out_faces[i]);
        *out_within = out_faces[i].within > *out_within ? out_faces[i].within : *out_within;
    }
    *out_size = cooked.pack.size;
    release_cooked(&cooked);
    return status;
}

/// The largest distance that some of the frames allow.
static MienStatus search(Finding *f, int stride, MieniSkinErrorFace *faces, double *out_distance)
{
    double distance = 0.5 * f->desc->within, best = 0.0, within = 0.0;
    size_t size;
    for (int i = 0; i < TRIES; ++i) {
        const MienStatus status = measure(f, distance, stride, faces, &within, &size);
        if (status != MIEN_OK)
            return status;
        const bool fits = within <= f->desc->within;
        best = fits && distance > best ? distance : best;
        if (fits && within > 0.95 * f->desc->within)
            break;
        const double factor = within > 0.0 ? 0.98 * f->desc->within / within : 4.0;
        distance *= factor < 4.0 ? factor : 4.0;
    }
    *out_distance = best > 0.0 ? best : distance;
    return MIEN_OK;
}

/// The same for all frames: a little less, until it fits.
static MienStatus settle(Finding *f, double distance, MieniSkinError *out_error,
                         MieniSkinErrorFace *out_faces)
{
    double within = 0.0;
    for (int i = 0; i < SETTLING; ++i, distance *= 0.95) {
        const MienStatus status = measure(f, distance, 1, out_faces, &within, &out_error->size);
        if (status != MIEN_OK || within <= f->desc->within)
            return status;
    }
    return mieni_problem_set(f->problem, f->desc->clip, MIEN_ERROR_DATA, mieni_nowhere(),
                             "No errors keep the skin within this distance: allow a larger one.");
}

static MienStatus give(Finding *f, MieniSkinError *out_error)
{
    MieniArena *arena = f->desc->arena;
    const size_t count = (size_t)f->reach_count;
    out_error->curves = mieni_arena_take(arena, count, sizeof *out_error->curves);
    out_error->errors = mieni_arena_take(arena, count, sizeof *out_error->errors);
    if (arena->is_out_of_memory)
        return no_memory(f);
    for (int i = 0; i < f->reach_count; ++i) {
        const char *name = f->recipe.clip->curves[f->reaches[i].curve].name;
        out_error->curves[i] = mieni_arena_text(arena, name, strlen(name));
        out_error->errors[i] = mieni_number_of_float(f->errors[f->reaches[i].curve]);
    }
    out_error->curve_count = f->reach_count;
    return arena->is_out_of_memory ? no_memory(f) : MIEN_OK;
}

/// Cooks as the asset is, and with exact curves.
static MienStatus cook_both(Finding *f, MieniSkinError *out_error)
{
    Cooked before;
    MienStatus status = cook(f, &before);
    const float given = f->recipe.curve_error;
    out_error->size_before = before.pack.size;
    release_cooked(&before);
    f->recipe.curve_error = MIEN_AUTHOR_EXACT;
    f->recipe.curve_errors = NULL;
    if (status == MIEN_OK)
        status = cook(f, &f->exact);
    f->recipe.curve_error = given;
    return status;
}

static MienStatus find(Finding *f, MieniSkinError *out_error, MieniSkinErrorFace *out_faces)
{
    const MieniSkinErrorDesc *desc = f->desc;
    MienStatus status = mieni_clip_recipe(f->project, desc->clip, NULL, &f->recipe, f->problem);
    if (status != MIEN_OK)
        return status;
    const size_t curves = (size_t)f->recipe.clip->curve_count;
    f->faces = mieni_arena_take(&f->arena, (size_t)desc->face_count, sizeof *f->faces);
    f->distances = mieni_arena_take(&f->arena, 1, sizeof *f->distances);
    f->reaches = mieni_arena_take(&f->arena, curves, sizeof *f->reaches);
    f->errors = mieni_arena_take(&f->arena, curves, sizeof *f->errors);
    if (f->arena.is_out_of_memory)
        return no_memory(f);
    status = cook_both(f, out_error);
    if (status != MIEN_OK)
        return status;
    const int stride = (mien_clip_info(f->exact.clip).frame_count + TRIED_FRAMES - 1) / TRIED_FRAMES;
    double distance = 0.0;
    for (int i = 0; status == MIEN_OK && i < desc->face_count; ++i)
        status = open_face(f, desc->faces[i], stride, &f->faces[i]);
    if (status == MIEN_OK)
        status = find_reaches(f);
    if (status == MIEN_OK)
        status = search(f, stride, out_faces, &distance);
    if (status == MIEN_OK)
        status = settle(f, distance, out_error, out_faces);
    return status == MIEN_OK ? give(f, out_error) : status;
}

MienStatus mieni_skin_error_find(const MieniProject *project, const MieniSkinErrorDesc *desc,
                                 MieniSkinError *out_error, MieniSkinErrorFace *out_faces,
                                 MieniProblem *problem)
{
    Finding f = {.project = project,
                 .desc = desc,
                 .problem = problem,
                 .arena = {.allocator = mieni_project_allocator(project)}};
    *out_error = (MieniSkinError){0};
    const MienStatus status = find(&f, out_error, out_faces);
    for (int i = 0; f.faces != NULL && i < desc->face_count; ++i) {
        mien_clip_binding_destroy(f.faces[i].exact);
        mieni_character_close(&f.faces[i].skin.character);
    }
    release_cooked(&f.exact);
    mieni_clip_recipe_release(&f.recipe);
    mieni_arena_release(&f.arena);
    return status;
}
