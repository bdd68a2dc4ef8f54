// SPDX-License-Identifier: MIT
//
// Materials and images of a file, as far as Mien shows them. The rest stays in the tree.

#include "core/float_rules.h"

#include "core/internal.h"
#include "io/gltf/mesh.h"

#include <stdio.h>
#include <string.h>

static float saturate(double value) { return value > 0.0 ? value < 1.0 ? (float)value : 1.0f : 0.0f; }

/// The image of a texture, or -1 if it has none that Mien reads.
static int image_of(const MienIoGltf *gltf, const MieniJson *texture_info)
{
    const int texture = mieni_gltf_index(texture_info, "index");
    return texture >= 0 ? mieni_gltf_index(mieni_gltf_item(gltf, "textures", texture), "source") : -1;
}

static MienAuthorMaterial read_material(const MienIoGltf *gltf, int index, MieniFileNames *names)
{
    const MieniJson *json = mieni_gltf_item(gltf, "materials", index);
    const MieniJson *surface = mieni_json_get(json, "pbrMetallicRoughness");
    const MieniJson *color = mieni_json_get(surface, "baseColorFactor");
    MienAuthorMaterial material = {
        .name = mieni_file_name(names, mieni_json_get_string(json, "name", NULL), "material", index),
        .base_color = {1.0f, 1.0f, 1.0f, 1.0f},
        .roughness = saturate(mieni_json_get_number(surface, "roughnessFactor", 1.0)),
        .metallic = saturate(mieni_json_get_number(surface, "metallicFactor", 1.0)),
        .image = image_of(gltf, mieni_json_get(surface, "baseColorTexture"))};
    for (int i = 0; color != NULL && color->type == MIENI_JSON_ARRAY && i < color->count && i < 4; ++i)
        if (color->items[i]->type == MIENI_JSON_NUMBER)
            material.base_color[i] = saturate(color->items[i]->number);
    return material;
}

/// A file beside this one, by the path that this one has; what is within this one by its
/// number.
static MienStatus name_image(const MieniGltfMeshing *meshing, int index, const char **out_name)
{
    const MieniGltfReader *reader = meshing->reader;
    const MienIoGltf *gltf = reader->gltf;
    const char *uri = mieni_json_get_string(mieni_gltf_item(gltf, "images", index), "uri", NULL);
    const char *slash = strrchr(gltf->source, '/'), *path = NULL;
    size_t size = strlen(gltf->source);
    char number[32], place[40];
    snprintf(number, sizeof number, "#images/%d", index);
    snprintf(place, sizeof place, "images[%d].uri", index);
    const char *rest = number;
    if (uri != NULL && gltf->images[index].data == NULL) {
        const MienStatus status = mieni_gltf_path(uri, place, reader->scratch, &path, reader->error);
        if (status != MIEN_OK)
            return status;
        size = slash != NULL ? (size_t)(slash - gltf->source) + 1 : 0;
        rest = path;
    }
    char *whole = mieni_arena_take(reader->scratch, size + strlen(rest) + 1, 1);
    if (whole == NULL)
        return mieni_gltf_mesh_no_memory(meshing);
    memcpy(whole, gltf->source, size);
    memcpy(whole + size, rest, strlen(rest));
    char clean[MIEN_MAX_NAME + 1];
    const char *name = mieni_file_name_clean(whole, clean) ? clean : number;
    *out_name = mieni_arena_text(reader->arena, name, strlen(name));
    return *out_name != NULL ? MIEN_OK : mieni_gltf_mesh_no_memory(meshing);
}

/// Images that are turned or repeated by a material are shown as if they were not.
static void note_transforms(const MieniGltfReader *reader, int count)
{
    int turned = 0;
    for (int m = 0; m < count; ++m) {
        const MieniJson *surface =
            mieni_json_get(mieni_gltf_item(reader->gltf, "materials", m), "pbrMetallicRoughness");
        turned += mieni_gltf_extension(mieni_json_get(surface, "baseColorTexture"),
                                       "KHR_texture_transform") != NULL;
    }
    if (turned > 0 && reader->report->note[0] == '\0')
        snprintf(reader->report->note, sizeof reader->report->note,
                 "%d material%s an image with KHR_texture_transform, which is kept but not shown.", turned,
                 turned == 1 ? " has" : "s have");
}

MienStatus mieni_gltf_mesh_read_materials(MieniGltfMeshing *meshing)
{
    const MieniGltfReader *reader = meshing->reader;
    MienAuthorMesh *mesh = meshing->mesh;
    mesh->material_count = mieni_gltf_count(reader->gltf, "materials");
    mesh->image_count = mieni_gltf_count(reader->gltf, "images");
    if (mesh->material_count > MIEN_MAX_PARTS || mesh->image_count > MIEN_MAX_PARTS)
        return mieni_fail(reader->error, MIEN_ERROR_LIMIT, "A file has at most 65535 materials and images.",
                          "%s", mesh->material_count > MIEN_MAX_PARTS ? "materials" : "images");
    MienAuthorMaterial *materials =
        mieni_arena_take(reader->arena, (size_t)mesh->material_count, sizeof *materials);
    MienAuthorImage *images = mieni_arena_take(reader->arena, (size_t)mesh->image_count, sizeof *images);
    mesh->materials = materials;
    mesh->images = images;
    MieniFileNames names = {.arena = reader->arena};
    MienStatus status = MIEN_OK;
    for (int m = 0; materials != NULL && m < mesh->material_count; ++m)
        materials[m] = read_material(reader->gltf, m, &names);
    for (int i = 0; status == MIEN_OK && images != NULL && i < mesh->image_count; ++i)
        status = name_image(meshing, i, &images[i].name);
    note_transforms(reader, mesh->material_count);
    if (status == MIEN_OK && reader->arena->is_out_of_memory)
        status = mieni_gltf_mesh_no_memory(meshing);
    return status;
}
