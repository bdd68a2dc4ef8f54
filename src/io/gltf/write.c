// SPDX-License-Identifier: MIT
//
// Writes glTF: checks what is given, then lets the parts write theirs.

#include "core/float_rules.h"

#include "io/gltf/write_base.h"

#include "core/float_env.h"
#include "core/internal.h"
#include "core/utf8.h"
#include "mien_io/gltf_write.h"

#include <string.h>

MienStatus mieni_gltf_sort_cast(MieniGltfWriter *writer)
{
    MieniGltfCast *cast = &writer->cast;
    MieniArena *arena = &writer->out.scratch;
    cast->bones_by_name = mieni_arena_take(arena, (size_t)cast->bone_count, sizeof *cast->bones_by_name);
    cast->morphs_by_name = mieni_arena_take(arena, (size_t)cast->morph_count, sizeof *cast->morphs_by_name);
    if (cast->bones_by_name == NULL || cast->morphs_by_name == NULL)
        return mieni_gltf_write_no_memory(writer);
    for (int b = 0; b < cast->bone_count; ++b)
        cast->bones_by_name[b] = (MieniNameEntry){cast->bones[b].name, b};
    for (int m = 0; m < cast->morph_count; ++m)
        cast->morphs_by_name[m] = (MieniNameEntry){cast->morphs[m], m};
    mieni_names_sort(cast->bones_by_name, cast->bone_count);
    mieni_names_sort(cast->morphs_by_name, cast->morph_count);
    return MIEN_OK;
}

static MienStatus check_animation(const MieniGltfWriter *writer, int index)
{
    const MienIoGltfAnimation *animation = &writer->writing->animations[index];
    const char *why = "A name is missing.";
    MienError error = {0};
    if (animation->name == NULL || !mieni_name_is_valid(animation->name, strlen(animation->name), &why))
        return mieni_fail(writer->error, MIEN_ERROR_DATA, mieni_at("animations[%d].name", index), "%s", why);
    for (int i = 0; i < index; ++i)
        if (strcmp(writer->writing->animations[i].name, animation->name) == 0)
            return mieni_fail(writer->error, MIEN_ERROR_DATA, mieni_at("animations[%d].name", index),
                              "Another animation has this name; give each its own.");
    if (animation->clip == NULL || (unsigned)animation->form > MIEN_IO_GLTF_CURVES)
        return mieni_fail(writer->error, MIEN_ERROR_ARGUMENT, mieni_at("animations[%d]", index),
                          "A clip and a known form must be given.");
    const MienStatus status = mien_author_clip_check(animation->clip, &error);
    if (status != MIEN_OK)
        mieni_fail(writer->error, status, mieni_at("animations[%d].clip.%s", index, error.location), "%s",
                   error.message);
    return status;
}

static MienStatus check_expressions(const MieniGltfWriter *writer)
{
    const MienIoGltfWriting *writing = writer->writing;
    MienError error = {0};
    if (writing->faces == NULL || (unsigned)writing->expression_form > MIEN_IO_GLTF_VRM)
        return mieni_fail(writer->error, MIEN_ERROR_ARGUMENT, mieni_at("faces"),
                          "Expressions need a clip of their faces and a known form.");
    const MienStatus status = mien_author_clip_check(writing->faces, &error);
    if (status != MIEN_OK)
        mieni_fail(writer->error, status, mieni_at("faces.%s", error.location), "%s", error.message);
    return status;
}

static MienStatus check_writing(const MieniGltfWriter *writer)
{
    const MienIoGltfWriting *writing = writer->writing;
    MienStatus status = MIEN_OK;
    if (writing->base != NULL && (writing->skeleton != NULL || writing->mesh != NULL))
        return mieni_fail(writer->error, MIEN_ERROR_ARGUMENT, mieni_at("base"),
                          "Skeleton and mesh are for files without a base.");
    if (writing->mesh != NULL && writing->skeleton == NULL)
        return mieni_fail(writer->error, MIEN_ERROR_ARGUMENT, mieni_at("skeleton"),
                          "A mesh needs the skeleton it is bound to.");
    if (writing->animation_count < 0 || (writing->animation_count > 0 && writing->animations == NULL))
        return mieni_fail(writer->error, MIEN_ERROR_ARGUMENT, mieni_at("animations"),
                          "Animations are counted but not given.");
    for (int i = 0; status == MIEN_OK && i < writing->animation_count; ++i)
        status = check_animation(writer, i);
    if (status == MIEN_OK && writing->mesh != NULL)
        status = mien_author_mesh_check(writing->mesh, writer->error);
    return status == MIEN_OK && writing->expressions != NULL ? check_expressions(writer) : status;
}

static MIENI_APART MienStatus write_file(MieniGltfWriter *writer, MienIoBytes *out_bytes)
{
    const MienIoGltfWriting *writing = writer->writing;
    MienStatus status = check_writing(writer);
    if (status == MIEN_OK)
        status = writing->base != NULL ? mieni_gltf_write_base(writer) : mieni_gltf_write_model(writer);
    if (status == MIEN_OK)
        status = mieni_gltf_sort_cast(writer);
    if (status == MIEN_OK)
        status = mieni_gltf_write_animations(writer);
    if (status == MIEN_OK && writing->expressions != NULL)
        status = writing->expression_form == MIEN_IO_GLTF_KHR ? mieni_gltf_write_khr(writer)
                                                              : mieni_gltf_write_vrm(writer);
    return status == MIEN_OK ? mieni_gltf_out_finish(&writer->out, out_bytes, writer->error) : status;
}

MienStatus mien_io_gltf_write(const MienIoGltfWriting *writing, const MienAllocator *allocator,
                              MienIoBytes *out_bytes, MienError *error)
{
    if (writing == NULL || out_bytes == NULL)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("writing"),
                          "What to write and a place for it must be given.");
    *out_bytes = (MienIoBytes){0};
    MieniGltfWriter writer = {.writing = writing, .error = error};
    const MieniFloatEnv env = mieni_float_env_enter();
    mieni_gltf_out_begin(&writer.out, allocator);
    const MienStatus status = write_file(&writer, out_bytes);
    mieni_gltf_out_release(&writer.out);
    mieni_float_env_leave(env);
    return status;
}
