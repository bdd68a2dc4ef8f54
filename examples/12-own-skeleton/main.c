// SPDX-License-Identifier: MIT
//
// An engine with bones and curves of its own plays a face, without a cooked skeleton.

#include "mien/mien.h"

#include <stdio.h>
#include <string.h>

#define MOST 128

/// What this engine has in its own files: bones in its own order, a few of its own, and the
/// curves that its gameplay sets. Here the rest pose is taken from the sample's skeleton.
typedef struct Engine {
    int bone_count;
    const char *names[MOST];
    int parents[MOST];
    MienTransform rest_pose[MOST];
} Engine;

static const char *const curve_names[] = {"wind", "mouthSmileLeft", "jawOpen", "eyeBlinkLeft"};
enum { CURVE_WIND, CURVE_SMILE, CURVE_JAW, CURVE_BLINK, CURVE_COUNT };

static int add_bone(Engine *engine, const char *name, int parent, MienTransform rest)
{
    engine->names[engine->bone_count] = name;
    engine->parents[engine->bone_count] = parent;
    engine->rest_pose[engine->bone_count] = rest;
    return engine->bone_count++;
}

/// The children of a bone, the last first, each with its own: another order than the pack's.
static void add_children(Engine *engine, const MienSkeleton *model, int bone, int parent)
{
    for (int b = mien_skeleton_bone_count(model) - 1; b >= 0 && engine->bone_count < MOST - 2; --b) {
        const char *name = mien_skeleton_bone_name(model, b);
        if (mien_skeleton_bone_parent(model, b) != bone || strcmp(name, "tongue_root") == 0)
            continue; // this engine's model has no tongue
        const int own = add_bone(engine, name, parent, mien_skeleton_rest_pose(model)[b]);
        if (strcmp(name, "head") == 0)
            add_bone(engine, "hat", own, mien_transform_identity());
        add_children(engine, model, b, own);
    }
}

/// Evaluates three curves on an actor.
static MienStatus evaluate(MienActor *actor)
{
    MienStatus status = mien_actor_set_curve_named(actor, "jawOpen", 0.7f);
    if (status == MIEN_OK)
        status = mien_actor_set_curve_named(actor, "mouthSmileLeft", 1.0f);
    if (status == MIEN_OK)
        status = mien_actor_set_curve_named(actor, "eyeBlinkLeft", 0.4f);
    return status == MIEN_OK ? mien_actor_step(actor, 0.0) : status;
}

/// Compares the bones that both have, bit by bit.
static void compare(const MienActor *own, const MienActor *cooked)
{
    const MienSkeleton *skeleton = mien_actor_skeleton(own);
    int shared = 0, same = 0;
    for (int b = 0; b < mien_skeleton_bone_count(skeleton); ++b) {
        const int other =
            mien_skeleton_find_bone(mien_actor_skeleton(cooked), mien_skeleton_bone_name(skeleton, b));
        if (other < 0)
            continue;
        ++shared;
        same +=
            memcmp(&mien_actor_bones(own)[b], &mien_actor_bones(cooked)[other], sizeof(MienTransform)) == 0;
    }
    printf("%d of %d shared bones have the same bits as with the cooked skeleton\n", same, shared);
}

static void print_report(const MienActor *actor)
{
    int missing_bones = 0, missing_curves = 0;
    const char *bone = "", *curve = "";
    for (int row = 0; row < mien_actor_report_count(actor); ++row) {
        const MienFinding finding = mien_actor_report(actor, row);
        if (finding.kind == MIEN_FINDING_MISSING_BONE && ++missing_bones == 1)
            bone = finding.name;
        if (finding.kind != MIEN_FINDING_MISSING_BONE && finding.kind != MIEN_FINDING_SCALED_BONE &&
            ++missing_curves == 1)
            curve = finding.name;
    }
    printf("bones of the face that the engine lacks: %d, the first is %s\n", missing_bones, bone);
    printf("curves of the face that the engine lacks: %d, the first is %s\n", missing_curves, curve);
}

/// The engine's face beside the same face on the cooked skeleton.
static MienStatus run(const MienSkeleton *cooked, const MienPoseAsset *poses, MienError *error)
{
    Engine engine = {0};
    add_children(&engine, cooked, -1, -1);
    const MienSkeletonDesc desc = {.bone_count = engine.bone_count,
                                   .bone_names = engine.names,
                                   .bone_parents = engine.parents,
                                   .rest_pose = engine.rest_pose,
                                   .curve_count = CURVE_COUNT,
                                   .curve_names = curve_names};
    MienSkeleton *own = NULL;
    MienActor *actor = NULL, *other = NULL;
    MienStatus status = mien_skeleton_create(&desc, &own, error);
    const MienActorDesc parts = {.skeleton = own, .pose_asset_count = 1, .pose_assets = &poses};
    const MienActorDesc other_parts = {.skeleton = cooked, .pose_asset_count = 1, .pose_assets = &poses};
    if (status == MIEN_OK)
        status = mien_actor_create(&parts, &actor, error);
    if (status == MIEN_OK)
        status = mien_actor_create(&other_parts, &other, error);
    if (status == MIEN_OK)
        status = evaluate(actor);
    if (status == MIEN_OK)
        status = evaluate(other);
    if (status == MIEN_OK) {
        printf("the engine has %d bones; jaw is bone %d here, %d in the pack\n", engine.bone_count,
               mien_skeleton_find_bone(own, "jaw"), mien_skeleton_find_bone(cooked, "jaw"));
        print_report(actor);
        compare(actor, other);
    }
    mien_actor_destroy(actor);
    mien_actor_destroy(other);
    mien_skeleton_destroy(own);
    return status;
}

int main(int argc, char **argv)
{
    const MienLoadOptions in_place = {.borrow_data = true};
    MienFile *file = NULL;
    MienBundle *bundle = NULL;
    MienSkeleton *skeleton = NULL;
    MienPoseAsset *poses = NULL;
    MienError error = {0};
    MienStatus status = mien_file_open(argc > 1 ? argv[1] : "cast.mien", NULL, &file, &error);
    if (status == MIEN_OK)
        status = mien_bundle_load(mien_file_data(file), mien_file_size(file), &in_place, &bundle, &error);
    MienBundleMember member = {0};
    if (status == MIEN_OK)
        status = mien_bundle_get(bundle, "ada.skeleton", &member, &error);
    if (status == MIEN_OK)
        status = mien_skeleton_load(member.data, member.size, &in_place, &skeleton, &error);
    if (status == MIEN_OK)
        status = mien_bundle_get(bundle, "ada.poses", &member, &error);
    if (status == MIEN_OK)
        status = mien_pose_asset_load(member.data, member.size, &in_place, &poses, &error);
    if (status == MIEN_OK)
        status = run(skeleton, poses, &error);
    if (status != MIEN_OK)
        fprintf(stderr, "%s %s: %s\n", mien_status_name(status), error.location, error.message);
    mien_pose_asset_destroy(poses);
    mien_skeleton_destroy(skeleton);
    mien_bundle_destroy(bundle);
    mien_file_close(file);
    return status == MIEN_OK ? 0 : 1;
}
