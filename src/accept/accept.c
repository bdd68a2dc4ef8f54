// SPDX-License-Identifier: MIT
//
// Getting a face ready for the tests: its poses and roles, the size of its head, its mouth.

#include "core/float_rules.h"

#include "accept/accepting.h"
#include "core/square_root.h"

#include <string.h>

enum { MOST_SAMPLED = 20000 };

/// A report and its memory.
typedef struct Kept {
    MienAcceptReport report;
    MieniArena arena;
    const MienAllocator *allocator;
} Kept;

static bool add_value(const MieniAccepting *a, MieniAcceptPose *pose, const char *curve, float weight)
{
    const int index = mien_skeleton_find_curve(a->desc->skeleton, curve);
    MieniCurveValue *values = (MieniCurveValue *)pose->values;
    if (index >= 0)
        values[pose->value_count++] = (MieniCurveValue){.curve = index, .value = weight};
    return index >= 0;
}

/// Adds a pose that a curve of the skeleton drives.
static void add_pose(MieniAccepting *a, const char *name, MieniCurveValue *values)
{
    MieniAcceptPose *pose = &a->poses[a->pose_count];
    *pose = (MieniAcceptPose){.name = name, .values = values + a->pose_count};
    a->pose_count += add_value(a, pose, name, 1.0f);
}

/// The poses of the asset; without one, or if it has none, the morph targets.
static bool list_poses(MieniAccepting *a)
{
    const MienPoseAsset *asset = a->desc->poses;
    const int driven = asset != NULL ? mien_pose_asset_info(asset).driven_pose_count : 0;
    const int count = driven > 0 ? driven : mien_mesh_info(a->desc->mesh).morph_count;
    MieniCurveValue *values = mieni_arena_take(&a->arena, (size_t)count, sizeof *values);
    a->poses = mieni_arena_take(&a->arena, (size_t)count, sizeof *a->poses);
    for (int i = 0; !a->arena.is_out_of_memory && i < count; ++i)
        add_pose(a,
                 driven > 0 ? mien_pose_asset_pose(asset, mien_pose_asset_driven_pose(asset, i).pose).name
                            : mien_mesh_morph(a->desc->mesh, i).name,
                 values);
    return !a->arena.is_out_of_memory;
}

static const char *const role_names[] = {
    "eyeBlinkLeft",      "eyeLookDownLeft",    "eyeLookInLeft",
    "eyeLookOutLeft",    "eyeLookUpLeft",      "eyeSquintLeft",
    "eyeWideLeft",       "eyeBlinkRight",      "eyeLookDownRight",
    "eyeLookInRight",    "eyeLookOutRight",    "eyeLookUpRight",
    "eyeSquintRight",    "eyeWideRight",       "jawForward",
    "jawLeft",           "jawRight",           "jawOpen",
    "mouthClose",        "mouthFunnel",        "mouthPucker",
    "mouthLeft",         "mouthRight",         "mouthSmileLeft",
    "mouthSmileRight",   "mouthFrownLeft",     "mouthFrownRight",
    "mouthDimpleLeft",   "mouthDimpleRight",   "mouthStretchLeft",
    "mouthStretchRight", "mouthRollLower",     "mouthRollUpper",
    "mouthShrugLower",   "mouthShrugUpper",    "mouthPressLeft",
    "mouthPressRight",   "mouthLowerDownLeft", "mouthLowerDownRight",
    "mouthUpperUpLeft",  "mouthUpperUpRight",  "browDownLeft",
    "browDownRight",     "browInnerUp",        "browOuterUpLeft",
    "browOuterUpRight",  "cheekPuff",          "cheekSquintLeft",
    "cheekSquintRight",  "noseSneerLeft",      "noseSneerRight",
    "tongueOut",
};
enum { ROLES = sizeof role_names / sizeof *role_names };

/// Adds a role of these terms, as far as the skeleton has their curves.
static void add_role(MieniAccepting *a, const char *name, const MienAcceptTerm *terms, int term_count,
                     MieniCurveValue *values)
{
    MieniAcceptPose *role = &a->roles[a->role_count];
    *role = (MieniAcceptPose){.name = name, .values = values};
    for (int i = 0; i < term_count; ++i) {
        if (!add_value(a, role, terms[i].curve, terms[i].weight))
            continue;
        for (int p = 0; p < a->pose_count; ++p)
            a->poses[p].is_role = a->poses[p].is_role || strcmp(a->poses[p].name, terms[i].curve) == 0;
    }
    a->role_count += role->value_count > 0;
}

static const MienAcceptRole *find_role(const MienAcceptDesc *desc, const char *name)
{
    for (int r = 0; r < desc->role_count; ++r)
        if (strcmp(desc->roles[r].name, name) == 0)
            return &desc->roles[r];
    return NULL;
}

static bool list_roles(MieniAccepting *a)
{
    int term_count = ROLES;
    for (int r = 0; r < a->desc->role_count && a->desc->roles != NULL; ++r)
        term_count += a->desc->roles[r].term_count;
    MieniCurveValue *values = mieni_arena_take(&a->arena, (size_t)term_count, sizeof *values);
    a->roles = mieni_arena_take(&a->arena, ROLES, sizeof *a->roles);
    for (int i = 0; !a->arena.is_out_of_memory && i < ROLES; ++i) {
        const MienAcceptTerm same = {.curve = role_names[i], .weight = 1.0f};
        const MienAcceptRole *given = a->desc->roles != NULL ? find_role(a->desc, role_names[i]) : NULL;
        const int count = given != NULL ? given->term_count : a->desc->roles == NULL;
        add_role(a, role_names[i], given != NULL ? given->terms : &same, count, values);
        values += count;
    }
    return !a->arena.is_out_of_memory;
}

/// The component of the skin with the most triangles that are seen: the face itself.
static bool find_face(MieniAccepting *a)
{
    int *seen = mieni_arena_take(&a->arena, (size_t)a->parts.component_count, sizeof *seen);
    a->is_seen = mieni_arena_take(&a->arena, (size_t)a->face.vertex_count, sizeof *a->is_seen);
    if (a->arena.is_out_of_memory)
        return false;
    for (int t = 0; t < a->face.triangle_count; ++t) {
        const uint32_t *corner = a->face.indices + 3 * t;
        const int component = a->parts.component[corner[0]];
        if (!a->parts.is_outer[t])
            continue;
        for (int i = 0; i < 3; ++i)
            a->is_seen[corner[i]] = true;
        seen[component] += a->parts.of_triangle[t] == MIENI_PART_SKIN;
        a->face_component = seen[component] > seen[a->face_component] ? component : a->face_component;
    }
    return true;
}

/// The head: from the lowest skin near the middle that is seen and that opening the jaw moves well, to the
/// top of the skin.
static bool measure_head(MieniAccepting *a)
{
    const MieniAcceptPose *jaw = mieni_accept_role(a, "jawOpen");
    double most = 0.0, top = -1e300, low = 1e300;
    if (!mieni_accept_show_one(a, jaw, 1.0f))
        return false;
    for (int v = 0; v < a->face.vertex_count; ++v) {
        const double moved = mieni_accept_moved(a, v), y = (double)a->face.rest[v].y;
        if (a->parts.of_vertex[v] != MIENI_PART_SKIN)
            continue;
        most = moved > most ? moved : most;
        top = y > top ? y : top;
    }
    for (int v = 0; v < a->face.vertex_count; ++v) {
        const MienVec3 p = a->face.rest[v];
        const double aside = (double)p.x - a->middle;
        if (a->parts.of_vertex[v] != MIENI_PART_SKIN || !a->is_seen[v] ||
            mieni_accept_moved(a, v) < 0.7 * most || (double)p.y >= low ||
            aside > 0.15 * (top - (double)p.y) || aside < -0.15 * (top - (double)p.y))
            continue;
        low = (double)p.y;
        a->chin[0] = (double)p.x;
        a->chin[1] = low;
        a->chin[2] = (double)p.z;
    }
    a->height = top - low;
    return a->height > 0.0 && a->height < 1e6;
}

/// Vertices to compare poses by: skin, eyes and tongue above the neck, each place once.
static bool sample(MieniAccepting *a)
{
    int count = 0, seen = 0;
    a->sampled = mieni_arena_take(&a->arena, MOST_SAMPLED, sizeof *a->sampled);
    if (a->sampled == NULL)
        return false;
    for (int pass = 0; pass < 2; ++pass) {
        const int step = 1 + count / MOST_SAMPLED;
        seen = 0;
        for (int v = 0; v < a->face.vertex_count; ++v) {
            if (a->parts.twin[v] != v || a->parts.of_vertex[v] == MIENI_PART_OTHER ||
                (double)a->face.rest[v].y < a->chin[1] - 0.15 * a->height)
                continue;
            if (pass == 0)
                ++count;
            else if (seen++ % step == 0 && a->sampled_count < MOST_SAMPLED)
                a->sampled[a->sampled_count++] = v;
        }
    }
    return true;
}

/// Shows each pose once and keeps what the tests compare.
static void measure_pose(MieniAccepting *a, MieniAcceptPose *pose, float *moved)
{
    double square = 0.0;
    int moving = 0;
    if (!mieni_accept_show_one(a, pose, 1.0f))
        return;
    for (int v = 0; v < a->face.vertex_count; ++v) {
        const double distance = mieni_accept_moved(a, v);
        const int part = a->parts.of_vertex[v];
        pose->any_largest =
            distance > pose->any_largest || !(distance == distance) ? distance : pose->any_largest;
        if (part == MIENI_PART_SKIN || part == MIENI_PART_EYE || part == MIENI_PART_TEETH)
            pose->largest = distance > pose->largest || !(distance == distance) ? distance : pose->largest;
    }
    for (int i = 0; i < a->sampled_count; ++i) {
        const MienVec3 p = a->face.positions[a->sampled[i]], q = a->face.rest[a->sampled[i]];
        moved[3 * i] = p.x - q.x;
        moved[3 * i + 1] = p.y - q.y;
        moved[3 * i + 2] = p.z - q.z;
        for (int k = 0; k < 3; ++k)
            square += (double)moved[3 * i + k] * (double)moved[3 * i + k];
        moving += mieni_accept_moved(a, a->sampled[i]) > 0.003 * a->height;
    }
    pose->moved = moved;
    pose->size = mieni_sqrt(square);
    pose->turns_head = 10 * moving > 8 * a->sampled_count;
}

static bool prepare(MieniAccepting *a)
{
    const size_t triangles = (size_t)a->face.triangle_count;
    a->is_in = mieni_arena_take(&a->arena, triangles, sizeof *a->is_in);
    a->is_moved = mieni_arena_take(&a->arena, triangles, sizeof *a->is_moved);
    a->crosses_at_rest = mieni_arena_take(&a->arena, triangles, sizeof *a->crosses_at_rest);
    if (a->arena.is_out_of_memory || !mieni_face_parts_find(&a->face, &a->arena, &a->parts) ||
        !find_face(a) || !list_poses(a) || !list_roles(a) ||
        !mieni_raster_open(&a->raster, MIENI_ACCEPT_PIXELS, a->face.vertex_count, &a->arena) ||
        !mieni_raster_open(&a->behind, MIENI_ACCEPT_PIXELS, a->face.vertex_count, &a->arena) ||
        !mieni_crossings_open(&a->crossings, a->face.indices, a->face.triangle_count, a->parts.twin,
                              &a->arena))
        a->status = MIEN_ERROR_MEMORY;
    if (a->parts.has_eyes)
        a->middle = 0.5 * (a->parts.eyes[0].centre[0] + a->parts.eyes[1].centre[0]);
    return a->status == MIEN_OK;
}

/// What the tests compare with: the face at rest, and what each pose moves.
static void measure(MieniAccepting *a)
{
    const bool is_sampled = sample(a);
    const size_t room = 3 * (size_t)a->sampled_count;
    float *moved = mieni_arena_take(&a->arena, (size_t)a->pose_count, room * sizeof *moved);
    a->status = is_sampled && moved != NULL ? a->status : MIEN_ERROR_MEMORY;
    for (int i = 0; i < a->pose_count && mieni_accept_goes_on(a, 0.2 * (double)i / (double)a->pose_count);
         ++i)
        measure_pose(a, &a->poses[i], moved + room * (size_t)i);
    mieni_accept_find_mouth(a);
    if (!mieni_accept_show(a, NULL, 0))
        return;
    for (int eye = 0; eye < 2 && a->parts.has_eyes; ++eye)
        a->eye_at_rest[eye] = mieni_accept_eye(a, eye);
    if (a->has_mouth)
        a->mouth_at_rest = mieni_accept_mouth(a);
    mieni_accept_crossed(a, true);
    memcpy(a->crosses_at_rest, a->crossings.is_crossing,
           (size_t)a->face.triangle_count * sizeof *a->crosses_at_rest);
}

static void run_tests(MieniAccepting *a)
{
    measure(a);
    if (mieni_accept_goes_on(a, 0.2))
        mieni_accept_test_poses(a);
    if (mieni_accept_goes_on(a, 0.25))
        mieni_accept_test_eyes(a);
    if (mieni_accept_goes_on(a, 0.28))
        mieni_accept_test_mouth(a);
    if (mieni_accept_goes_on(a, 0.3))
        mieni_accept_test_crossings(a);
    if (a->status == MIEN_OK && a->arena.is_out_of_memory)
        a->status = MIEN_ERROR_MEMORY;
    if (a->status == MIEN_OK)
        mieni_accept_finish(a);
}

MienStatus mieni_accept_fail(const MieniAccepting *a, MienError *error)
{
    return mieni_fail(error, a->status, mieni_nowhere(),
                      a->status == MIEN_ERROR_MEMORY      ? "Out of memory."
                      : a->status == MIEN_ERROR_CANCELLED ? "Cancelled."
                                                          : "The face cannot be shown.");
}

MienStatus mieni_accept_open(MieniAccepting *a, MienError *error)
{
    const MienAcceptDesc *desc = a->desc;
    const MieniShownFaceDesc face = {
        .skeleton = desc->skeleton, .mesh = desc->mesh, .poses = desc->poses, .allocator = desc->allocator};
    a->status = mieni_shown_face_open(&face, &a->face, error);
    if (a->status != MIEN_OK)
        return a->status;
    if (prepare(a) && !measure_head(a) && a->status == MIEN_OK)
        return a->status = mieni_fail(error, MIEN_ERROR_DATA, mieni_nowhere(),
                                      "The mesh has no height: is it a face?");
    return a->status == MIEN_OK ? MIEN_OK : mieni_accept_fail(a, error);
}

void mieni_accept_close(MieniAccepting *a)
{
    mieni_shown_face_close(&a->face);
    mieni_arena_release(&a->arena);
}

static MienStatus run(MieniAccepting *a, MienError *error)
{
    const MienStatus status = mieni_accept_open(a, error);
    if (status != MIEN_OK)
        return status;
    a->report->head_height = a->height;
    run_tests(a);
    return a->status == MIEN_OK ? MIEN_OK : mieni_accept_fail(a, error);
}

MienStatus mien_accept_run(const MienAcceptDesc *desc, MienAcceptReport **out_report, MienError *error)
{
    Kept *kept = mieni_allocate(desc->allocator, sizeof *kept, _Alignof(Kept));
    *out_report = NULL;
    if (kept == NULL)
        return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    *kept = (Kept){.arena = {.allocator = desc->allocator}, .allocator = desc->allocator};
    MieniAccepting a = {
        .desc = desc, .arena = {.allocator = desc->allocator}, .report = &kept->report, .kept = &kept->arena};
    const MienStatus status = run(&a, error);
    mieni_accept_close(&a);
    if (status == MIEN_OK)
        *out_report = &kept->report;
    else
        mien_accept_report_destroy(&kept->report);
    return status;
}

void mien_accept_report_destroy(MienAcceptReport *report)
{
    Kept *kept = (Kept *)(void *)report;
    if (kept == NULL)
        return;
    const MienAllocator *allocator = kept->allocator;
    mieni_arena_release(&kept->arena);
    mieni_free(allocator, kept, sizeof *kept, _Alignof(Kept));
}
