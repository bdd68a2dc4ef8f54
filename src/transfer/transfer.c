// SPDX-License-Identifier: MIT
//
// Transferring a pose asset: checks, poses, results.

#include "core/float_rules.h"

#include "mien_transfer/transfer.h"

#include "core/float_env.h"
#include "core/internal.h"
#include "transfer/closure.h"
#include "transfer/examples.h"
#include "transfer/faces.h"
#include "transfer/lips.h"

#include <string.h>

struct MienTransfer {
    MieniArena arena; ///< Has all that follows.
    MienAuthorPoseAsset poses;
    MienAuthorPose *made;
    MienTransferPose *reports;
};

static MienStatus no_memory(MienError *error)
{
    return mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static bool is_finite_transform(const MienTransform *transform)
{
    const float numbers[] = {transform->rotation.x,    transform->rotation.y,    transform->rotation.z,
                             transform->rotation.w,    transform->translation.x, transform->translation.y,
                             transform->translation.z, transform->scale.x,       transform->scale.y,
                             transform->scale.z};
    for (int i = 0; i < 10; ++i)
        if (!(numbers[i] >= -1e9f && numbers[i] <= 1e9f))
            return false;
    return true;
}

static MienStatus check_skeleton(const MienAuthorSkeleton *skeleton, const char *whose, MienError *error)
{
    if (skeleton == NULL || skeleton->bone_count < 0 || skeleton->bone_count > MIEN_MAX_BONES)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("%s", whose), "A skeleton is needed.");
    for (int b = 0; b < skeleton->bone_count; ++b) {
        const MienAuthorBone *bone = &skeleton->bones[b];
        if (bone->name == NULL || bone->parent < -1 || bone->parent >= b)
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s.bones[%d]", whose, b),
                              "A bone needs a name, and its parent comes before it.");
        if (!is_finite_transform(&bone->rest))
            return mieni_fail(error, MIEN_ERROR_DATA, mieni_at("%s.bones[%d].rest", whose, b),
                              "A transform has a number that is infinite, too large or none.");
    }
    return MIEN_OK;
}

static MienStatus check_bones(const MienTransform *bones, int count, MieniLocation place, MienError *error)
{
    for (int b = 0; bones != NULL && b < count; ++b)
        if (!is_finite_transform(&bones[b]))
            return mieni_fail(error, MIEN_ERROR_DATA, place,
                              "The transform of bone %d has a number that is infinite, too large or none.",
                              b);
    return MIEN_OK;
}

static MienStatus check(const MienTransferDesc *desc, MienError *error)
{
    const MienAuthorPoseAsset *source = desc->source;
    if (source == NULL || source->pose_count < 0 || source->pose_count > MIEN_MAX_POSES ||
        desc->pin_count < 0)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("source"), "Poses are needed.");
    MienStatus status = check_skeleton(source->skeleton, "source", error);
    if (status == MIEN_OK)
        status = check_skeleton(desc->target, "target", error);
    const int count = status == MIEN_OK ? source->skeleton->bone_count : 0;
    if (status == MIEN_OK)
        status = check_bones(source->base, count, mieni_at("source.base"), error);
    for (int p = 0; status == MIEN_OK && p < source->pose_count; ++p)
        status = check_bones(source->poses[p].bones, count, mieni_at("source.poses[%d]", p), error);
    for (int i = 0; status == MIEN_OK && i < desc->pin_count; ++i) {
        const MienTransferPin *pin = &desc->pins[i];
        status = pin->pose < 0 || pin->pose >= source->pose_count || pin->bones == NULL
                     ? mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("pins[%d]", i),
                                  "A pin names a pose of the source and gives its bones.")
                     : check_bones(pin->bones, desc->target->bone_count, mieni_at("pins[%d]", i), error);
    }
    return status;
}

/// What a pose is on the target, before pins.
static void carry_pose(const MieniFaces *faces, const MieniGain *gains, const MienTransform *pose,
                       MienTransform *out)
{
    for (int b = 0; b < faces->target->bone_count; ++b) {
        const int from = faces->source_of[b];
        out[b] = faces->base[1][b];
        if (from < 0 || memcmp(&pose[from], &faces->base[0][from], sizeof *pose) == 0)
            continue;
        MieniDelta delta = mieni_delta_of(faces, 0, from, &pose[from]);
        mieni_delta_carry(faces, b, &delta);
        for (int k = 0; gains != NULL && k < 3; ++k)
            delta.shift[k] *= gains[b].shift[k];
        if (gains != NULL)
            mieni_turn_scale(delta.turn, gains[b].turn);
        out[b] = mieni_delta_apply(faces, 1, b, &delta);
    }
}

static void pin_pose(const MienTransferPin *pin, int bone_count, MienTransform *out)
{
    for (int b = 0; b < bone_count; ++b)
        if (pin->has_bone == NULL || pin->has_bone[b])
            out[b] = pin->bones[b];
}

/// Bones that a pose moves and that the target lacks.
static int count_lost(const MieniFaces *faces, const bool *is_shared, const MienTransform *pose)
{
    int lost = 0;
    for (int b = 0; pose != NULL && b < faces->source->bone_count; ++b)
        lost += !is_shared[b] && memcmp(&pose[b], &faces->base[0][b], sizeof *pose) != 0;
    return lost;
}

/// Bones by their index in the target; those that it lacks are left out.
static bool carry_hold(const MieniFaces *faces, MieniArena *arena, MienAuthorPose *pose)
{
    int *hold = mieni_arena_take(arena, (size_t)pose->hold_count, sizeof *hold), count = 0;
    if (hold == NULL)
        return false;
    for (int i = 0; i < pose->hold_count; ++i)
        for (int b = 0; b < faces->target->bone_count; ++b)
            if (faces->source_of[b] == pose->hold[i])
                hold[count++] = b;
    pose->hold = hold;
    pose->hold_count = count;
    return true;
}

/// What poses are made by.
typedef struct Carrying {
    MieniFaces faces;
    const MieniGain *gains;
    MieniClosure closure;
    bool has_closure;
} Carrying;

static bool make_pose(const MienTransferDesc *desc, Carrying *carrying, int p, MienTransfer *transfer)
{
    const MieniFaces *faces = &carrying->faces;
    const MienTransform *source = desc->source->poses[p].bones;
    MienAuthorPose *made = &transfer->made[p];
    *made = desc->source->poses[p];
    if (made->hold_count > 0 && !carry_hold(faces, &transfer->arena, made))
        return false;
    made->bones = NULL;
    for (int i = 0; i < desc->pin_count; ++i)
        transfer->reports[p].is_pinned = transfer->reports[p].is_pinned || desc->pins[i].pose == p;
    if (source == NULL && !transfer->reports[p].is_pinned)
        return true;
    MienTransform *bones =
        mieni_arena_take(&transfer->arena, (size_t)faces->target->bone_count, sizeof *bones);
    if (bones == NULL)
        return false;
    carry_pose(faces, carrying->gains, source != NULL ? source : faces->base[0], bones);
    if (carrying->has_closure && !transfer->reports[p].is_pinned)
        mieni_closure_close_lids(&carrying->closure, p, bones);
    for (int i = 0; i < desc->pin_count; ++i)
        if (desc->pins[i].pose == p)
            pin_pose(&desc->pins[i], faces->target->bone_count, bones);
    made->bones = bones;
    return true;
}

/// Measures both faces, learns from pins, and opens the meshes.
static MienStatus begin(const MienTransferDesc *desc, MieniArena *scratch, Carrying *out, MienError *error)
{
    *out = (Carrying){0};
    if (!mieni_faces_measure(desc, scratch, &out->faces))
        return no_memory(error);
    out->gains = mieni_examples_learn(desc, &out->faces, scratch);
    if (scratch->is_out_of_memory)
        return no_memory(error);
    if (desc->source_mesh == NULL || desc->target_mesh == NULL)
        return MIEN_OK;
    const MienStatus status = mieni_closure_open(&out->closure, desc, &out->faces, error);
    out->has_closure = status == MIEN_OK;
    return status;
}

static bool *find_shared(const MieniFaces *faces, MieniArena *arena)
{
    bool *is_shared = mieni_arena_take(arena, (size_t)faces->source->bone_count, sizeof *is_shared);
    for (int b = 0; is_shared != NULL && b < faces->target->bone_count; ++b)
        if (faces->source_of[b] >= 0)
            is_shared[faces->source_of[b]] = true;
    return is_shared;
}

/// Closes the lips of all poses, which are made, and reports what is seen of both faces.
static bool seal_lips(const MienTransferDesc *desc, Carrying *carrying, MienTransfer *transfer)
{
    MieniLips lips;
    bool has_lips = false;
    if (!carrying->has_closure)
        return true;
    const bool is_open = mieni_lips_open(&lips, &carrying->closure, transfer->made, &has_lips);
    for (int p = 0; is_open && p < desc->source->pose_count; ++p) {
        MienTransform *bones = (MienTransform *)transfer->made[p].bones;
        MienTransferPose *report = &transfer->reports[p];
        if (bones == NULL || desc->source->poses[p].bones == NULL)
            continue;
        const bool is_shown = has_lips && mieni_lips_seal(&lips, p, bones, report->is_pinned, report);
        mieni_closure_report(&carrying->closure, p, bones, is_shown, report);
    }
    mieni_lips_close(&lips);
    return is_open;
}

static MienStatus make_poses(const MienTransferDesc *desc, Carrying *carrying, MieniArena *scratch,
                             MienTransfer *transfer, MienError *error)
{
    const int count = desc->source->pose_count;
    const bool *is_shared = find_shared(&carrying->faces, scratch);
    transfer->made = mieni_arena_take(&transfer->arena, (size_t)count, sizeof *transfer->made);
    transfer->reports = mieni_arena_take(&transfer->arena, (size_t)count, sizeof *transfer->reports);
    if (is_shared == NULL || transfer->arena.is_out_of_memory)
        return no_memory(error);
    for (int p = 0; p < count; ++p) {
        if (desc->progress != NULL && !desc->progress(desc->user, (double)p / (double)count))
            return mieni_fail(error, MIEN_ERROR_CANCELLED, mieni_nowhere(), "Cancelled.");
        if (!make_pose(desc, carrying, p, transfer))
            return no_memory(error);
        transfer->reports[p].lost_bones =
            count_lost(&carrying->faces, is_shared, desc->source->poses[p].bones);
    }
    transfer->poses.poses = transfer->made;
    return seal_lips(desc, carrying, transfer) ? MIEN_OK : no_memory(error);
}

static MienStatus make_base(const MienTransferDesc *desc, const MieniFaces *faces, MienTransfer *transfer,
                            MienError *error)
{
    const size_t count = (size_t)desc->target->bone_count;
    if (desc->source->base == NULL)
        return MIEN_OK;
    MienTransform *base = mieni_arena_take(&transfer->arena, count, sizeof *base);
    if (base == NULL)
        return no_memory(error);
    if (count > 0)
        memcpy(base, faces->base[1], count * sizeof *base);
    transfer->poses.base = base;
    return MIEN_OK;
}

static MienStatus make(const MienTransferDesc *desc, MienTransfer *transfer, MienError *error)
{
    MieniArena scratch = {.allocator = desc->allocator};
    Carrying carrying;
    MienStatus status = begin(desc, &scratch, &carrying, error);
    if (status == MIEN_OK)
        status = make_poses(desc, &carrying, &scratch, transfer, error);
    if (status == MIEN_OK)
        status = make_base(desc, &carrying.faces, transfer, error);
    if (carrying.has_closure)
        mieni_closure_close(&carrying.closure);
    mieni_arena_release(&scratch);
    return status;
}

static MIENI_APART MienStatus run(const MienTransferDesc *desc, MienTransfer **out_transfer, MienError *error)
{
    MienStatus status = check(desc, error);
    if (status != MIEN_OK)
        return status;
    MieniArena arena = {.allocator = desc->allocator};
    MienTransfer *transfer = mieni_arena_take(&arena, 1, sizeof *transfer);
    if (transfer == NULL) {
        mieni_arena_release(&arena);
        return no_memory(error);
    }
    transfer->arena = arena;
    transfer->poses = *desc->source;
    transfer->poses.skeleton = desc->target;
    status = make(desc, transfer, error);
    if (status == MIEN_OK)
        *out_transfer = transfer;
    else
        mien_transfer_destroy(transfer);
    return status;
}

MienStatus mien_transfer_run(const MienTransferDesc *desc, MienTransfer **out_transfer, MienError *error)
{
    *out_transfer = NULL;
    const MieniFloatEnv env = mieni_float_env_enter();
    const MienStatus status = run(desc, out_transfer, error);
    mieni_float_env_leave(env);
    return status;
}

void mien_transfer_destroy(MienTransfer *transfer)
{
    if (transfer == NULL)
        return;
    MieniArena arena = transfer->arena; // which has the transfer itself
    mieni_arena_release(&arena);
}

const MienAuthorPoseAsset *mien_transfer_poses(const MienTransfer *transfer) { return &transfer->poses; }

MienTransferPose mien_transfer_pose(const MienTransfer *transfer, int pose)
{
    return transfer->reports[pose];
}
