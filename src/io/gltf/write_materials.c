// SPDX-License-Identifier: MIT
//
// Materials of a file made of skeleton and mesh, with the images that are at hand.

#include "core/float_rules.h"

#include "io/gltf/write_base.h"

/// The texture of an image, made if it is the first to ask; -1 if the image is not there.
static int texture_of(MieniGltfWriter *writer, int *textures, int image)
{
    MieniGltfOut *out = &writer->out;
    if (textures[image] != 0)
        return textures[image] - 1;
    int texture;
    MieniJson *json = mieni_gltf_out_add(out, "textures", &texture);
    mieni_gltf_set_int(out, json, "source", image);
    textures[image] = texture + 1;
    return texture;
}

/// All images keep their numbers, so all must be at hand, or none is written.
static bool put_images(MieniGltfWriter *writer)
{
    const MienAuthorMesh *mesh = writer->writing->mesh;
    const MienIoGltfImage *images = writer->writing->images;
    MieniGltfOut *out = &writer->out;
    bool are_there = mesh->image_count > 0;
    for (int i = 0; i < mesh->image_count; ++i)
        if (images == NULL || mieni_gltf_image_type(images[i].data, images[i].size) == NULL) {
            are_there = false;
            mieni_gltf_lose(&writer->writing->losses,
                            "This image is not at hand as PNG or JPEG; no images are written.", "",
                            mesh->images[i].name);
        }
    for (int i = 0; i < mesh->image_count && are_there; ++i) {
        int index;
        MieniJson *json = mieni_gltf_out_add(out, "images", &index);
        mieni_gltf_set_text(out, json, "name", mesh->images[i].name);
        mieni_gltf_put_image(out, json, images[i].data, images[i].size);
    }
    return are_there;
}

void mieni_gltf_write_materials(MieniGltfWriter *writer)
{
    const MienAuthorMesh *mesh = writer->writing->mesh;
    MieniGltfOut *out = &writer->out;
    const bool has_images = put_images(writer);
    int *textures = mieni_arena_take(&out->scratch, (size_t)mesh->image_count, sizeof *textures);
    for (int m = 0; m < mesh->material_count && textures != NULL; ++m) {
        const MienAuthorMaterial *material = &mesh->materials[m];
        int index;
        MieniJson *json = mieni_gltf_out_add(out, "materials", &index);
        mieni_gltf_set_text(out, json, "name", material->name);
        MieniJson *surface = mieni_gltf_out_object(out, json, "pbrMetallicRoughness");
        mieni_gltf_set_floats(out, surface, "baseColorFactor", material->base_color, 4);
        mieni_json_set(&out->json, surface, "metallicFactor",
                       mieni_json_float(&out->json, material->metallic));
        mieni_json_set(&out->json, surface, "roughnessFactor",
                       mieni_json_float(&out->json, material->roughness));
        if (has_images && material->image >= 0)
            mieni_gltf_set_int(out, mieni_gltf_out_object(out, surface, "baseColorTexture"), "index",
                               texture_of(writer, textures, material->image));
        if (material->base_color[3] < 1.0f)
            mieni_gltf_set_text(out, json, "alphaMode", "BLEND");
    }
}
