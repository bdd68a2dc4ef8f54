// SPDX-License-Identifier: MIT
//
// Expressions of the VRM that the base is. Only weights of morphs can be said there, and
// overrides of whole groups. What else the file says of an expression stays.

#include "core/float_rules.h"

#include "base/number.h"
#include "core/internal.h"
#include "io/gltf/vrm_names.h"
#include "io/gltf/write_faces.h"

#include <string.h>

typedef struct Vrm {
    MieniGltfWriter *writer;
    const MienIoExpressions *expressions;
    const MienAuthorClip *faces;
    MieniJson *preset, *custom; ///< VRM 1: expressions by their names.
    MieniJson *added_to;        ///< VRM 1: what custom was put into here, or NULL if it was there.
    MieniJson *groups;          ///< VRM 0.
    MieniJson **rows;           ///< Per expression: what was written, or NULL.
} Vrm;

static void lose(const Vrm *vrm, const char *sentence, int of, const char *name)
{
    mieni_gltf_lose(&vrm->writer->writing->losses, sentence, vrm->expressions->items[of].name, name);
}

/// Whether an expression is weights of morphs and nothing else. Says why not.
static bool can_say(const Vrm *vrm, int expression)
{
    const MienAuthorClip *faces = vrm->faces;
    const MieniGltfCast *cast = &vrm->writer->cast;
    for (int t = 0; t < faces->track_count; ++t)
        if (mieni_face_moves(faces, t, expression + 1)) {
            lose(vrm, "This expression moves bones, which VRM cannot say; it is left out.", expression,
                 faces->tracks[t].bone);
            return false;
        }
    bool is_any = false;
    for (int c = 0; c < faces->curve_count; ++c) {
        if (mieni_face_amount(faces, c, expression + 1) == 0.0)
            continue;
        if (mieni_names_search(cast->morphs_by_name, cast->morph_count, faces->curves[c].name) >= 0)
            is_any = true;
        else
            lose(vrm, "This curve is no morph of the file; the expression is without it.", expression,
                 faces->curves[c].name);
    }
    return is_any;
}

/// Where a bind of VRM 0 or 1 is, and the number that is 1.
static void put_bind(const Vrm *vrm, MieniJson *binds, const MieniGltfFace *face, int target, double amount)
{
    MieniGltfOut *out = &vrm->writer->out;
    MieniJson *bind = mieni_json_append(&out->json, binds, mieni_json_object(&out->json));
    const bool is_old = vrm->groups != NULL;
    const MieniJson *node = mieni_json_get(out->json.root, "nodes")->items[face->node];
    // The shortest text of the float, so that reading gives the same one.
    const double weight = mieni_number_of_float((float)amount) * (is_old ? 100.0 : 1.0);
    if (is_old)
        mieni_gltf_set_int(out, bind, "mesh", mieni_gltf_index(node, "mesh"));
    else
        mieni_gltf_set_int(out, bind, "node", face->node);
    mieni_gltf_set_int(out, bind, "index", target);
    mieni_json_set(&out->json, bind, "weight", mieni_json_number(&out->json, weight));
}

/// Whether another face before this one shows the same mesh, which VRM 0 names instead of
/// nodes.
static bool is_repeated(const Vrm *vrm, int face)
{
    const MieniJson *nodes = mieni_json_get(vrm->writer->out.json.root, "nodes");
    const MieniGltfFace *faces = vrm->writer->cast.faces;
    const int mesh = mieni_gltf_index(nodes->items[faces[face].node], "mesh");
    for (int f = 0; f < face && vrm->groups != NULL; ++f)
        if (mieni_gltf_index(nodes->items[faces[f].node], "mesh") == mesh)
            return true;
    return false;
}

static void put_binds(const Vrm *vrm, MieniJson *row, int expression)
{
    MieniGltfOut *out = &vrm->writer->out;
    const MieniGltfCast *cast = &vrm->writer->cast;
    MieniJson *binds = mieni_json_set(&out->json, row, vrm->groups != NULL ? "binds" : "morphTargetBinds",
                                      mieni_json_array(&out->json));
    for (int c = 0; c < vrm->faces->curve_count; ++c) {
        const double amount = mieni_face_amount(vrm->faces, c, expression + 1);
        const int morph =
            mieni_names_search(cast->morphs_by_name, cast->morph_count, vrm->faces->curves[c].name);
        if (amount == 0.0 || morph < 0)
            continue;
        if (!(amount >= 0.0 && amount <= 1.0))
            lose(vrm, "The weight is beyond 0 to 1; applications may clamp it.", expression,
                 vrm->faces->curves[c].name);
        for (int f = 0; f < cast->face_count; ++f)
            for (int t = 0; t < cast->faces[f].target_count && !is_repeated(vrm, f); ++t)
                if (cast->faces[f].morphs[t] == morph)
                    put_bind(vrm, binds, &cast->faces[f], t, amount);
    }
}

/// The object of an expression by its name, which may be new.
static MieniJson *claim_row(const Vrm *vrm, const char *name)
{
    MieniGltfOut *out = &vrm->writer->out;
    const MieniVrmPreset *preset = mieni_vrm_preset(name);
    if (vrm->groups == NULL)
        return mieni_gltf_out_object(out, preset != NULL ? vrm->preset : vrm->custom, name);
    const char *before = preset != NULL ? preset->name_before : NULL;
    int index = before != NULL ? mieni_json_find(vrm->groups, "presetName", before) : -1;
    if (before == NULL)
        index = mieni_json_find(vrm->groups, "name", name);
    if (index >= 0)
        return vrm->groups->items[index];
    MieniJson *group = mieni_json_append(&out->json, vrm->groups, mieni_json_object(&out->json));
    mieni_gltf_set_text(out, group, "name", name);
    mieni_gltf_set_text(out, group, "presetName", before != NULL ? before : "unknown");
    return group;
}

static void put_expression(Vrm *vrm, int index)
{
    MieniGltfOut *out = &vrm->writer->out;
    const MienIoExpression *item = &vrm->expressions->items[index];
    if (!mieni_face_is_control(vrm->expressions, index)) {
        lose(vrm, "VRM has no in-betweens; it is left out.", item->on, item->name);
        return;
    }
    if (!can_say(vrm, index))
        return;
    MieniJson *row = claim_row(vrm, item->name);
    if (row == NULL)
        return;
    vrm->rows[index] = row;
    put_binds(vrm, row, index);
    if (item->is_binary || mieni_json_get(row, "isBinary") != NULL)
        mieni_json_set(&out->json, row, "isBinary", mieni_json_bool(&out->json, item->is_binary));
}

/// The mask between two expressions, or NULL.
static const MienIoMask *mask_of(const MienIoExpressions *all, int source, int target)
{
    for (int i = 0; i < all->mask_count; ++i)
        if (all->masks[i].source == source && all->masks[i].target == target)
            return &all->masks[i];
    return NULL;
}

/// What overrides a group: "none", "blend", "block", or NULL if no word says it. A binary
/// expression is off in both ways, so that its mask blocks.
static const char *override_of(const Vrm *vrm, int source, MieniVrmGroup group)
{
    const MienIoExpressions *all = vrm->expressions;
    int target_count = 0, mask_count = 0, block_count = 0, sum_count = 0;
    for (int i = 0; i < all->count; ++i) {
        const MieniVrmPreset *preset = mieni_vrm_preset(all->items[i].name);
        if (preset == NULL || preset->group != group || i == source)
            continue;
        const MienIoMask *mask = mask_of(all, source, i);
        ++target_count;
        if (mask == NULL)
            continue;
        if (mask->amount != 1.0f || mask->threshold != 0.0f)
            return NULL;
        ++mask_count;
        block_count += mask->kind == MIEN_AUTHOR_OVERRIDE_BLOCK && !all->items[i].is_binary;
        sum_count += mask->kind != MIEN_AUTHOR_OVERRIDE_BLOCK;
    }
    if (mask_count == 0)
        return "none";
    if (mask_count < target_count || (block_count > 0 && sum_count > 0))
        return NULL;
    return sum_count > 0 ? "blend" : "block";
}

static void put_overrides(const Vrm *vrm, int source)
{
    static const char *const keys[] = {NULL, "overrideMouth", "overrideBlink", "overrideLookAt"};
    MieniGltfOut *out = &vrm->writer->out;
    MieniJson *row = vrm->rows[source];
    for (int g = MIENI_VRM_MOUTH; g < MIENI_VRM_GROUP_COUNT; ++g) {
        const char *word = override_of(vrm, source, (MieniVrmGroup)g);
        if (word == NULL)
            lose(vrm, "Masks of only some of a group, or of parts, cannot be said; this one is left out.",
                 source, keys[g]);
        if (word != NULL && (strcmp(word, "none") != 0 || mieni_json_get(row, keys[g]) != NULL))
            mieni_gltf_set_text(out, row, keys[g], word);
    }
}

/// Masks of what is in no group.
static void tell_of_masks(const Vrm *vrm)
{
    const MienIoExpressions *all = vrm->expressions;
    for (int i = 0; i < all->mask_count; ++i) {
        const MieniVrmPreset *preset = mieni_vrm_preset(all->items[all->masks[i].target].name);
        if (vrm->groups != NULL || preset == NULL || preset->group == MIENI_VRM_NO_GROUP)
            lose(vrm, "VRM can only override mouth, blink and look of version 1; this override is left out.",
                 all->masks[i].source, all->items[all->masks[i].target].name);
    }
}

/// Finds where expressions are; false if the base is no VRM.
static bool find_places(Vrm *vrm)
{
    MieniGltfOut *out = &vrm->writer->out;
    MieniJson *extensions = mieni_json_get(out->json.root, "extensions");
    MieniJson *one = mieni_json_get(extensions, "VRMC_vrm"), *zero = mieni_json_get(extensions, "VRM");
    if (one != NULL) {
        MieniJson *expressions = mieni_gltf_out_object(out, one, "expressions");
        vrm->preset = mieni_gltf_out_object(out, expressions, "preset");
        vrm->added_to = mieni_json_get(expressions, "custom") == NULL ? expressions : NULL;
        vrm->custom = mieni_gltf_out_object(out, expressions, "custom");
        return vrm->preset != NULL && vrm->custom != NULL;
    }
    MieniJson *master = zero != NULL ? mieni_gltf_out_object(out, zero, "blendShapeMaster") : NULL;
    vrm->groups = mieni_json_get(master, "blendShapeGroups");
    if (vrm->groups == NULL && master != NULL)
        vrm->groups = mieni_json_set(&out->json, master, "blendShapeGroups", mieni_json_array(&out->json));
    return vrm->groups != NULL && vrm->groups->type == MIENI_JSON_ARRAY;
}

MienStatus mieni_gltf_write_vrm(MieniGltfWriter *writer)
{
    Vrm vrm = {
        .writer = writer, .expressions = writer->writing->expressions, .faces = writer->writing->faces};
    vrm.rows = mieni_arena_take(&writer->out.scratch, (size_t)vrm.expressions->count, sizeof *vrm.rows);
    if (vrm.rows == NULL)
        return mieni_gltf_write_no_memory(writer);
    if (!find_places(&vrm))
        return writer->out.json.arena.is_out_of_memory
                   ? mieni_gltf_write_no_memory(writer)
                   : mieni_fail(writer->error, MIEN_ERROR_DATA, mieni_at("base"),
                                "Expressions of VRM need a base that is a VRM; write them in another form.");
    for (int i = 0; i < vrm.expressions->count; ++i)
        put_expression(&vrm, i);
    for (int i = 0; i < vrm.expressions->count && vrm.groups == NULL; ++i)
        if (vrm.rows[i] != NULL)
            put_overrides(&vrm, i);
    tell_of_masks(&vrm);
    if (vrm.added_to != NULL && vrm.custom->count == 0)
        mieni_json_unset(vrm.added_to, "custom");
    return MIEN_OK;
}
