// SPDX-License-Identifier: MIT
//
// Packs as text: skeletons, pose assets and bundles; clips are in clip_text.c,
// meshes in pack_text_mesh.c, graphs in pack_text_graph.c. Names are quoted, numbers are the shortest that
// read back equal.

#include "core/float_rules.h"

#include "author/inspect/text.h"

#include "core/float_env.h"

static void put_named(MieniTextOut *out, const char *word, const char *name)
{
    mieni_text_put(out, word);
    mieni_text_put(out, " ");
    mieni_text_put_string(out, name);
}

static void put_level(MieniTextOut *out, int level)
{
    if (level == MIEN_ALL_LEVELS)
        mieni_text_put(out, " level all");
    else
        mieni_text_putf(out, " level %d", level);
}

static void put_transform(MieniTextOut *out, const MienTransform *transform)
{
    mieni_text_put(out, " q");
    mieni_text_put_floats(out, &transform->rotation.x, 4);
    mieni_text_put(out, " t");
    mieni_text_put_floats(out, &transform->translation.x, 3);
    mieni_text_put(out, " s");
    mieni_text_put_floats(out, &transform->scale.x, 3);
}

static void put_skeleton(MieniTextOut *out, const MienSkeleton *skeleton)
{
    for (int b = 0; b < mien_skeleton_bone_count(skeleton); ++b) {
        const int parent = mien_skeleton_bone_parent(skeleton, b);
        put_named(out, "bone", mien_skeleton_bone_name(skeleton, b));
        if (parent >= 0)
            put_named(out, " parent", mien_skeleton_bone_name(skeleton, parent));
        put_level(out, mien_skeleton_bone_last_level(skeleton, b));
        put_transform(out, &mien_skeleton_reference(skeleton)[b]);
        mieni_text_put(out, "\n");
    }
    for (int c = 0; c < mien_skeleton_curve_count(skeleton); ++c) {
        put_named(out, "curve", mien_skeleton_curve_name(skeleton, c));
        put_level(out, mien_skeleton_curve_last_level(skeleton, c));
        mieni_text_put(out, "\n");
    }
}

static void put_whole(MieniTextOut *out, const MieniPackPoseView *p)
{
    mieni_text_put(out, p->is_additive ? "additive" : "absolute");
    mieni_text_put(out, p->is_unreal ? " unreal" : "");
    mieni_text_put(out, p->has_scale ? " scale" : "");
    mieni_text_put(out, " extent");
    mieni_text_put_floats(out, &p->info->extent, 1);
    if (p->info->base_pose >= 0)
        put_named(out, " base", mieni_view_pose_name(p, p->info->base_pose));
    mieni_text_put(out, "\n");
    for (int b = 0; b < (int)p->info->bone_count; ++b) {
        put_named(out, "bone", mien_pose_asset_bone_name(p->asset, b));
        put_level(out, p->bone_levels[b]);
        put_transform(out, &p->base[b]);
        mieni_text_put(out, " reference");
        mieni_text_put_floats(out, p->reference + 3 * (size_t)b, 3);
        mieni_text_put(out, "\n");
    }
    for (int c = 0; c < (int)p->info->curve_count; ++c) {
        put_named(out, "curve", mien_pose_asset_curve_name(p->asset, c));
        put_level(out, p->curve_levels[c]);
        mieni_text_put(out, " base");
        mieni_text_put_floats(out, &p->curve_base[c], 1);
        mieni_text_put(out, "\n");
    }
}

static void put_control(MieniTextOut *out, const MieniPackPoseView *p, int control)
{
    mieni_text_put(out, " control from");
    mieni_text_put_floats(out, &p->min[control], 1);
    mieni_text_put(out, " to");
    mieni_text_put_floats(out, &p->max[control], 1);
    mieni_text_put(out, " gain");
    mieni_text_put_floats(out, &p->gain[control], 1);
    mieni_text_put(out, " offset");
    mieni_text_put_floats(out, &p->offset[control], 1);
    mieni_text_put(out, p->remap[control] == MIENI_CONTROL_SMOOTH   ? " smooth"
                        : p->remap[control] == MIENI_CONTROL_BINARY ? " binary"
                                                                    : "");
}

static void put_role(MieniTextOut *out, const MieniPackPoseView *p, int pose)
{
    const MieniPoseRole *role = &p->roles[pose];
    const MieniCombination *combination = mieni_view_combination(p, pose);
    put_named(out, "pose", mieni_view_pose_name(p, pose));
    if (role->role == MIENI_ROLE_CONTROL)
        put_control(out, p, role->control);
    if (role->role == MIENI_ROLE_INBETWEEN) {
        put_named(out, " in-between of", mieni_view_control_name(p, (uint32_t)role->control));
        mieni_text_put(out, " at");
        mieni_text_put_floats(out, &role->position, 1);
    }
    for (uint32_t i = 0; combination != NULL && i < combination->count; ++i)
        put_named(out, i == 0 ? " combination of" : "",
                  mieni_view_input_name(p, &p->inputs[combination->first + i]));
    mieni_text_put(out, "\n");
}

static void put_pose(MieniTextOut *out, const MieniPackPoseView *p, int pose)
{
    put_role(out, p, pose);
    for (size_t e = (size_t)p->group_first[pose] * 4; e < (size_t)p->group_first[pose + 1] * 4; ++e) {
        if (p->group_bones[e] >= p->info->bone_count)
            continue;
        put_named(out, "  bone", mien_pose_asset_bone_name(p->asset, p->group_bones[e]));
        mieni_text_put(out, " q");
        if (p->is_additive && !p->is_unreal) { // stored without the one of w
            mieni_text_put_floats(out, p->turn + e * MIENI_TURN, 3);
            mieni_text_put(out, " ");
            mieni_text_put_number(out, mieni_view_entry(p, e).q[3]);
        } else {
            mieni_text_put_floats(out, p->turn + e * MIENI_TURN, 4);
        }
        mieni_text_put(out, " t");
        mieni_text_put_floats(out, p->turn + e * MIENI_TURN + 4, 3);
        if (p->has_scale) {
            mieni_text_put(out, " s");
            mieni_text_put_floats(out, p->scale + e * MIENI_SCALE, 3);
        }
        mieni_text_put(out, "\n");
    }
    for (uint32_t e = p->curve_first[pose]; e < p->curve_first[pose + 1]; ++e) {
        put_named(out, "  curve", mien_pose_asset_curve_name(p->asset, p->curve_ids[e]));
        mieni_text_put_floats(out, &p->curve_values[e], 1);
        mieni_text_put(out, "\n");
    }
}

static void put_rules(MieniTextOut *out, const MieniPackPoseView *p)
{
    static const char *const masks[] = {" multiply", " sum", " block"};
    static const char *const groups[] = {"group cap", "group normalise", "group top"};
    for (int m = 0; m < p->mask_count; ++m) {
        const MieniMask *mask = &p->masks[m];
        put_named(out, "mask", mieni_view_control_name(p, mask->target));
        put_named(out, " by", mieni_view_control_name(p, mask->source));
        mieni_text_put(out, masks[mask->kind]);
        mieni_text_put_floats(out, &mask->amount, 1);
        if (mask->kind == MIENI_MASK_BLOCK) {
            mieni_text_put(out, " above");
            mieni_text_put_floats(out, &mask->threshold, 1);
        }
        mieni_text_put(out, "\n");
    }
    for (int g = 0; g < p->group_count; ++g) {
        const MieniGroup *group = &p->groups[g];
        mieni_text_put(out, groups[group->kind]);
        if (group->kind == MIENI_GROUP_TOP)
            mieni_text_putf(out, " %u", (unsigned)group->keep);
        else
            mieni_text_put_floats(out, &group->limit, 1);
        for (uint32_t i = 0; i < group->count; ++i)
            put_named(out, i == 0 ? " of" : "", mieni_view_control_name(p, p->members[group->first + i]));
        mieni_text_put(out, "\n");
    }
}

static void put_poses(MieniTextOut *out, const MieniPackView *view)
{
    const MieniPackPoseView p = mieni_view_poses(view);
    put_whole(out, &p);
    for (int pose = 0; pose < (int)p.info->pose_count && !out->is_out_of_memory; ++pose)
        put_pose(out, &p, pose);
    put_rules(out, &p);
}

static void put_bundle(MieniTextOut *out, const MienBundle *bundle)
{
    for (int i = 0; i < mien_bundle_count(bundle); ++i) {
        const MienBundleMember member = mien_bundle_member(bundle, i);
        const MieniPackHeader *header = member.data;
        put_named(out, "member", member.name);
        mieni_text_putf(out, " %s %u, %zu bytes, ", mien_pack_kind_name(member.kind),
                        (unsigned)member.version, member.size);
        for (int k = 0; k < 32; ++k)
            mieni_text_putf(out, "%02x", header->hash[k]);
        mieni_text_put(out, "\n");
    }
}

void mien_author_text_release(MienAuthorText *text)
{
    if (text == NULL)
        return;
    if (text->text != NULL)
        mieni_free(text->allocator, text->text, text->room, 1);
    *text = (MienAuthorText){0};
}

/// false without memory.
static bool put_pack(MieniTextOut *out, const MieniPackView *view)
{
    bool has_memory = true;
    mieni_text_putf(out, "mien %s %u\n", mien_pack_kind_name(view->info.kind), (unsigned)view->info.version);
    switch (view->info.kind) {
    case MIEN_PACK_SKELETON:
        put_skeleton(out, view->skeleton);
        break;
    case MIEN_PACK_POSE_ASSET:
        put_poses(out, view);
        break;
    case MIEN_PACK_CLIP:
        has_memory = mieni_put_clip(out, view);
        break;
    case MIEN_PACK_BUNDLE:
        put_bundle(out, view->bundle);
        break;
    case MIEN_PACK_MESH:
        mieni_put_mesh(out, view->mesh);
        break;
    case MIEN_PACK_GRAPH:
        mieni_put_graph(out, view);
        break;
    }
    return has_memory && !out->is_out_of_memory;
}

MienStatus mien_author_pack_text(const void *data, size_t size, const MienAllocator *allocator,
                                 MienAuthorText *out_text, MienError *error)
{
    if (out_text != NULL)
        *out_text = (MienAuthorText){0};
    if (data == NULL || out_text == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, "data and out_text must be given", "%s", "");
    const MieniFloatEnv env = mieni_float_env_enter();
    MieniPackView view;
    MieniTextOut out = {.allocator = allocator};
    MienStatus status = mieni_view_open(&view, data, size, "", allocator, error);
    if (status == MIEN_OK && !put_pack(&out, &view))
        status = mieni_fail(error, MIEN_ERROR_MEMORY, "no memory for the text", "%s", "");
    mieni_view_close(&view);
    mieni_float_env_leave(env);
    if (status != MIEN_OK) {
        mieni_text_release(&out);
        return status;
    }
    *out_text = (MienAuthorText){out.bytes, out.size, out.room, allocator};
    return MIEN_OK;
}
