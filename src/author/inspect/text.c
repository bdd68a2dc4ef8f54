// SPDX-License-Identifier: MIT
//
// Packs as text. Names are quoted; numbers are the shortest that read back equal.

#include "core/float_rules.h"

#include "author/inspect/view.h"
#include "author/inspect/view_graph.h"
#include "base/arena.h"
#include "base/text_out.h"
#include "core/clip_format.h"
#include "core/float_env.h"
#include "mien_author/pack_text.h"

#include <string.h>

// Clips as text: 64 frames at a time, a line per curve and per part of a track, so
// that a change shows where it is and memory does not grow with length.

enum { FRAMES = 64 };

typedef struct Table {
    MieniTextOut *out;
    const MienClip *clip;
    MienClipInfo info;
    MieniArena arena;
    MienClipCursor *cursor;
    float *curves;        ///< Curve after curve, FRAMES each.
    MienTransform *bones; ///< Frame after frame.
    float *values;        ///< Of one frame.
} Table;

static bool open_table(Table *table)
{
    MieniArena *arena = &table->arena;
    const size_t curves = (size_t)table->info.curve_count, tracks = (size_t)table->info.track_count;
    const size_t cursor = mien_clip_cursor_size(table->clip);
    void *memory = mieni_arena_take(arena, cursor, 1);
    table->values = mieni_arena_take(arena, curves, sizeof(float));
    table->curves = mieni_arena_take(arena, curves, FRAMES * sizeof(float));
    table->bones = mieni_arena_take(arena, tracks, FRAMES * sizeof(MienTransform));
    if (arena->is_out_of_memory)
        return false;
    table->cursor = mien_clip_cursor_init(table->clip, memory, cursor);
    return true;
}

static void sample(Table *table, int frame, int slot)
{
    const double time = (double)frame * (double)table->info.rate_divisor / (double)table->info.rate;
    const MienClipJob job = {.clip = table->clip,
                             .cursor = table->cursor,
                             .time = time,
                             .out_curves = {.count = table->info.curve_count, .values = table->values},
                             .bone_count = table->info.track_count,
                             .out_bones = table->bones + (size_t)slot * (size_t)table->info.track_count};
    if (mien_clip_job_run(&job) != MIEN_OK)
        return; // the job is ours and in order
    for (int c = 0; c < table->info.curve_count; ++c)
        table->curves[(size_t)c * FRAMES + (size_t)slot] = table->values[c];
}

/// A line of count rows of some floats; a single row if all are the same.
static void put_rows(MieniTextOut *out, const char *word, const char *name, const float *rows, int width,
                     size_t stride, int count)
{
    bool is_still = true;
    for (int r = 1; r < count; ++r)
        is_still = is_still && memcmp(rows + (size_t)r * stride, rows, (size_t)width * sizeof(float)) == 0;
    mieni_text_put(out, word);
    mieni_text_put(out, " ");
    mieni_text_put_string(out, name);
    for (int r = 0; r < (is_still ? 1 : count); ++r) {
        if (r > 0 && width > 1)
            mieni_text_put(out, ",");
        mieni_text_put_floats(out, rows + (size_t)r * stride, width);
    }
    mieni_text_put(out, "\n");
}

static void put_frames(Table *table, int first, int count)
{
    const size_t tracks = (size_t)table->info.track_count, stride = tracks * sizeof(MienTransform) / 4;
    mieni_text_putf(table->out, "frames %d to %d\n", first, first + count - 1);
    for (int f = 0; f < count; ++f)
        sample(table, first + f, f);
    for (int c = 0; c < table->info.curve_count; ++c)
        put_rows(table->out, "  curve", mien_clip_curve_name(table->clip, c),
                 table->curves + (size_t)c * FRAMES, 1, 1, count);
    for (size_t t = 0; t < tracks; ++t) {
        const char *name = mien_clip_track_bone(table->clip, (int)t);
        const float *bone = (const float *)(const void *)&table->bones[t];
        put_rows(table->out, "  track q", name, bone, 4, stride, count);
        put_rows(table->out, "  track t", name, bone + 4, 3, stride, count);
        put_rows(table->out, "  track s", name, bone + 8, 3, stride, count);
    }
}

static void put_text(MieniTextOut *out, const char *word, const char *text)
{
    if (text[0] == '\0')
        return;
    mieni_text_put(out, word);
    mieni_text_put(out, " ");
    mieni_text_put_string(out, text);
    mieni_text_put(out, "\n");
}

/// Where the skeleton has the bones: what binding to other proportions goes by.
static void put_references(MieniTextOut *out, const MieniPackView *view, int track_count)
{
    const float *reference = mieni_view_section(view, MIENI_CLIP_TRACK_REFERENCE, NULL);
    for (int t = 0; t < track_count; ++t) {
        mieni_text_put(out, "reference ");
        mieni_text_put_string(out, mien_clip_track_bone(view->clip, t));
        mieni_text_put_floats(out, reference + 3 * (size_t)t, 3);
        mieni_text_put(out, "\n");
    }
}

/// The lines of a clip; false without memory.
static bool put_clip(MieniTextOut *out, const MieniPackView *view)
{
    const MienClip *clip = view->clip;
    Table table = {
        .out = out, .clip = clip, .info = mien_clip_info(clip), .arena = {.allocator = out->allocator}};
    const MienClipInfo *info = &table.info;
    mieni_text_putf(out, "rate %d/%d frames %d seconds ", info->rate, info->rate_divisor, info->frame_count);
    mieni_text_put_number(out, info->length);
    mieni_text_put(out, "\n");
    put_text(out, "sound", info->sound);
    if (info->sound[0] != '\0') {
        mieni_text_put(out, "sound begins ");
        mieni_text_put_number(out, info->sound_offset);
        mieni_text_put(out, "\n");
    }
    put_text(out, "source", info->source);
    for (int e = 0; e < info->event_count; ++e) {
        const MienClipEvent event = mien_clip_event(clip, e);
        mieni_text_put(out, "event ");
        mieni_text_put_string(out, event.name);
        mieni_text_put(out, " ");
        mieni_text_put_number(out, event.time);
        mieni_text_put(out, "\n");
    }
    put_references(out, view, info->track_count);
    const bool has_memory = open_table(&table);
    for (int f = 0; has_memory && f < info->frame_count && !out->is_out_of_memory; f += FRAMES)
        put_frames(&table, f, info->frame_count - f < FRAMES ? info->frame_count - f : FRAMES);
    mieni_arena_release(&table.arena);
    return has_memory;
}

// Graphs as text: a line per parameter, mask and node, and below it one per setting and
// row.

static void put_named(MieniTextOut *out, const char *word, const char *name)
{
    mieni_text_put(out, word);
    mieni_text_put(out, " ");
    mieni_text_put_string(out, name);
}

static void put_node(MieniTextOut *out, const MieniPackGraphView *view, int node)
{
    const MienGraphNodeInfo info = mien_graph_node(view->graph, node);
    const MieniNodeTypeInfo *type = mieni_view_node_type(view, node);
    put_named(out, "node", info.id);
    mieni_text_putf(out, " %s%s", info.type, info.is_delta ? " delta" : "");
    for (int i = 0; i < type->input_count; ++i) {
        const char *input = mieni_view_input(view, node, i);
        mieni_text_putf(out, " %s ", type->inputs[i]);
        if (input != NULL)
            mieni_text_put_string(out, input);
        else
            mieni_text_put(out, "open");
    }
    mieni_text_put(out, "\n");
    for (int i = 0; i < type->setting_count; ++i) {
        mieni_text_putf(out, "  %s ", type->settings[i].key);
        mieni_view_put_setting(out, view, &view->settings[view->nodes[node].first_setting + (uint32_t)i],
                               &type->settings[i]);
        mieni_text_put(out, "\n");
    }
    for (int l = 0; l < type->list_count; ++l) {
        const uint32_t rows = view->lists[view->nodes[node].first_list + (uint32_t)l].row_count;
        for (uint32_t r = 0; r < rows && !out->is_out_of_memory; ++r) {
            mieni_text_putf(out, "  %s", type->lists[l].key);
            mieni_view_put_row(out, view, node, l, (int)r);
            mieni_text_put(out, "\n");
        }
    }
}

/// The lines of a graph.
static void put_graph(MieniTextOut *out, const MieniPackView *pack)
{
    const MieniPackGraphView view = mieni_view_graph(pack);
    for (int p = 0; p < (int)view.info->parameter_count; ++p) {
        put_named(out, "parameter", view.text + view.parameter_names[p]);
        mieni_text_put(out, " ");
        mieni_view_put_parameter(out, &view, p);
        mieni_text_put(out, "\n");
    }
    for (uint32_t m = 0; m < view.info->mask_count; ++m) {
        const MieniGraphMask *mask = &view.masks[m];
        put_named(out, "mask", view.text + view.mask_names[m]);
        mieni_text_put(out, "\n");
        for (uint32_t r = 0; r < mask->row_count && !out->is_out_of_memory; ++r) {
            mieni_text_put(out, "  ");
            mieni_view_put_mask_row(out, &view, mask->first_row + r);
            mieni_text_put(out, "\n");
        }
    }
    for (int n = 0; n < (int)view.info->node_count && !out->is_out_of_memory; ++n)
        put_node(out, &view, n);
}

// Meshes as text: a line per bone, bind, part, material, vertex and triangle, and per
// vertex that a morph moves.

static void put_floats(MieniTextOut *out, const char *word, const float *values, int count)
{
    mieni_text_put(out, word);
    mieni_text_put_floats(out, values, count);
}

static void put_bones(MieniTextOut *out, const MienMesh *mesh, const MienMeshInfo *info)
{
    for (int b = 0; b < info->bone_count; ++b) {
        put_named(out, "bone", mien_mesh_bone_name(mesh, b));
        if (b < info->rest_pose_count) {
            const MienTransform *reference = &mien_mesh_rest_pose(mesh)[b];
            put_floats(out, " q", &reference->rotation.x, 4);
            put_floats(out, " t", &reference->translation.x, 3);
            put_floats(out, " s", &reference->scale.x, 3);
        }
        mieni_text_put(out, "\n");
    }
    for (int b = 0; b < info->joint_count; ++b) {
        const MienMeshJoint bind = mien_mesh_joint(mesh, b);
        put_named(out, "bind", mien_mesh_bone_name(mesh, bind.bone));
        mieni_text_put_floats(out, bind.inverse.m, 12);
        mieni_text_put(out, "\n");
    }
}

static void put_materials(MieniTextOut *out, const MienMesh *mesh, const MienMeshInfo *info)
{
    for (int i = 0; i < info->image_count; ++i) {
        put_named(out, "image", mien_mesh_image_name(mesh, i));
        mieni_text_put(out, "\n");
    }
    for (int m = 0; m < info->material_count; ++m) {
        const MienMeshMaterial material = mien_mesh_material(mesh, m);
        put_named(out, "material", material.name);
        put_floats(out, " color", material.base_color, 4);
        put_floats(out, " roughness", &material.roughness, 1);
        put_floats(out, " metallic", &material.metallic, 1);
        if (material.image >= 0)
            put_named(out, " image", mien_mesh_image_name(mesh, material.image));
        mieni_text_put(out, "\n");
    }
}

static void put_vertices(MieniTextOut *out, const MienMesh *mesh, const MienMeshInfo *info)
{
    const size_t stride = (size_t)info->influence_stride;
    for (size_t v = 0; v < (size_t)info->vertex_count && !out->is_out_of_memory; ++v) {
        const float *weights = mien_mesh_vertex_weights(mesh) + v * stride;
        put_floats(out, "vertex", &mien_mesh_positions(mesh)[v].x, 3);
        if (info->has_normals)
            put_floats(out, " normal", &mien_mesh_normals(mesh)[v].x, 3);
        if (info->has_uvs)
            put_floats(out, " uv", mien_mesh_uvs(mesh) + 2 * v, 2);
        if (info->has_colors) {
            const uint16_t *color = mien_mesh_colors(mesh) + 4 * v;
            mieni_text_putf(out, " color %u %u %u %u", (unsigned)color[0], (unsigned)color[1],
                            (unsigned)color[2], (unsigned)color[3]);
        }
        for (size_t i = 0; i < stride && weights[i] > 0.0f; ++i) {
            mieni_text_putf(out, " bind %u", (unsigned)mien_mesh_vertex_joints(mesh)[v * stride + i]);
            mieni_text_put_floats(out, &weights[i], 1);
        }
        mieni_text_put(out, "\n");
    }
}

static void put_parts(MieniTextOut *out, const MienMesh *mesh, const MienMeshInfo *info)
{
    const uint32_t *index = mien_mesh_indices(mesh);
    for (int p = 0; p < info->submesh_count; ++p) {
        const MienSubmesh part = mien_mesh_submesh(mesh, p);
        put_named(out, "part", part.name);
        if (part.material >= 0)
            mieni_text_putf(out, " material %d", part.material);
        mieni_text_put(out, "\n");
        for (int i = 0; i < part.index_count && !out->is_out_of_memory; i += 3, index += 3)
            mieni_text_putf(out, "  triangle %u %u %u\n", (unsigned)index[0], (unsigned)index[1],
                            (unsigned)index[2]);
    }
}

static void put_morphs(MieniTextOut *out, const MienMesh *mesh, const MienMeshInfo *info)
{
    for (int m = 0; m < info->morph_count; ++m) {
        const MienMorph morph = mien_mesh_morph(mesh, m);
        put_named(out, "morph", morph.name);
        put_floats(out, " weight", &morph.weight, 1);
        mieni_text_put(out, "\n");
        for (int i = 0; i < morph.vertex_count && !out->is_out_of_memory; ++i) {
            mieni_text_putf(out, "  vertex %u", (unsigned)morph.vertices[i]);
            mieni_text_put_floats(out, &morph.positions[i].x, 3);
            if (morph.normals != NULL)
                put_floats(out, " normal", &morph.normals[i].x, 3);
            mieni_text_put(out, "\n");
        }
    }
}

/// The lines of a mesh.
static void put_mesh(MieniTextOut *out, const MienMesh *mesh)
{
    const MienMeshInfo info = mien_mesh_info(mesh);
    mieni_text_putf(out, "vertices %d triangles %d influences %d\n", info.vertex_count, info.index_count / 3,
                    info.influence_count);
    put_bones(out, mesh, &info);
    put_materials(out, mesh, &info);
    put_vertices(out, mesh, &info);
    put_parts(out, mesh, &info);
    put_morphs(out, mesh, &info);
}

static void put_level(MieniTextOut *out, int level)
{
    if (level == MIEN_ALL_LODS)
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
        put_level(out, mien_skeleton_bone_max_lod(skeleton, b));
        put_transform(out, &mien_skeleton_rest_pose(skeleton)[b]);
        mieni_text_put(out, "\n");
    }
    for (int c = 0; c < mien_skeleton_curve_count(skeleton); ++c) {
        put_named(out, "curve", mien_skeleton_curve_name(skeleton, c));
        put_level(out, mien_skeleton_curve_max_lod(skeleton, c));
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
        mieni_text_put(out, " q");
        mieni_text_put_floats(out, &p->rest[b].own.x, 4);
        mieni_text_put(out, " parent q");
        mieni_text_put_floats(out, &p->rest[b].parent.x, 4);
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
    mieni_text_put(out, " curve-driven from");
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
        put_named(out, i == 0 ? " corrective of" : "",
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
        has_memory = put_clip(out, view);
        break;
    case MIEN_PACK_BUNDLE:
        put_bundle(out, view->bundle);
        break;
    case MIEN_PACK_MESH:
        put_mesh(out, view->mesh);
        break;
    case MIEN_PACK_GRAPH:
        put_graph(out, view);
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
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_nowhere(), "data and out_text must be given");
    const MieniFloatEnv env = mieni_float_env_enter();
    MieniPackView view;
    MieniTextOut out = {.allocator = allocator};
    MienStatus status = mieni_view_open(&view, data, size, "", allocator, error);
    if (status == MIEN_OK && !put_pack(&out, &view))
        status = mieni_fail(error, MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
    mieni_view_close(&view);
    mieni_float_env_leave(env);
    if (status != MIEN_OK) {
        mieni_text_release(&out);
        return status;
    }
    *out_text = (MienAuthorText){out.bytes, out.size, out.room, allocator};
    return MIEN_OK;
}
