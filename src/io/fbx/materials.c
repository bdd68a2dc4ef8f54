// SPDX-License-Identifier: MIT
//
// Materials of an FBX file, as far as Mien shows them: names and colours.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/fbx/mesh.h"

#include <stdio.h>

static float saturate(double value) { return value > 0.0 ? value < 1.0 ? (float)value : 1.0f : 0.0f; }

static MienAuthorMaterial read_material(const MieniFbxObject *object, int index, MieniFileNames *names)
{
    char fallback[32];
    double color[3];
    const double factor = mieni_fbx_number(object, "DiffuseFactor", 1.0);
    snprintf(fallback, sizeof fallback, "material_%d", index);
    MienAuthorMaterial material = {.name = mieni_file_names_add(names, object->name, fallback, index),
                                   .base_color = {1.0f, 1.0f, 1.0f, 1.0f},
                                   .roughness = 1.0f,
                                   .image = -1};
    mieni_fbx_vector(object, "DiffuseColor", 0.8, color);
    for (int k = 0; k < 3; ++k)
        material.base_color[k] = saturate(color[k] * factor);
    return material;
}

MienStatus mieni_fbx_mesh_read_materials(MieniFbxMeshing *meshing)
{
    const MieniFbxReader *reader = meshing->reader;
    const MieniFbxScene *scene = &reader->scene;
    int *material_of = mieni_arena_take(reader->scratch, (size_t)scene->object_count, sizeof *material_of);
    if (material_of == NULL)
        return mieni_fbx_read_no_memory(reader);
    int count = 0;
    for (int i = 0; i < scene->object_count; ++i)
        material_of[i] = scene->objects[i].kind == MIENI_FBX_MATERIAL ? count++ : -1;
    if (count > MIEN_MAX_PARTS)
        return mieni_fail(reader->error, MIEN_ERROR_LIMIT, "A file has at most 65535 materials.", "Objects");
    MienAuthorMaterial *materials = mieni_arena_take(reader->arena, (size_t)count, sizeof *materials);
    MieniFileNames names = {.arena = reader->arena};
    if (materials == NULL)
        return mieni_fbx_read_no_memory(reader);
    for (int i = 0; i < scene->object_count; ++i) {
        if (material_of[i] < 0)
            continue;
        materials[material_of[i]] = read_material(&scene->objects[i], material_of[i], &names);
        if (materials[material_of[i]].name == NULL)
            return mieni_fbx_read_no_memory(reader);
    }
    meshing->material_of = material_of;
    meshing->mesh->material_count = count;
    meshing->mesh->materials = materials;
    return MIEN_OK;
}
