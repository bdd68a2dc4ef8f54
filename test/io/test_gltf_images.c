// SPDX-License-Identifier: MIT
//
// Materials and images of glTF files: what they are, what they are called, where their
// bytes are.

#include "support/gltf/files.h"
#include "support/ledger.h"

static const float corners[] = {0, 0, 0, 1, 0, 0, 1, 1, 0};
static const float first[] = {0, 0, 0, 0.5f, 0, 1}, second[] = {1, 1, 2, 1, 1, 3};

/// A buffer view, a data URI, a file beside, one with escapes, and something unknown.
static const char images[] =
    "\"images\":[{\"bufferView\":%d,\"mimeType\":\"image/png\"},{\"uri\":\"data:image/png;base64,QUJDRA==\"},"
    "{\"uri\":\"skin.png\"},{\"uri\":\"tex/r%%C3%%B6%%20t.jpg\"}],\"textures\":[{\"source\":3},{}],";

static Text make(void)
{
    GltfMaker maker = {0};
    Text rest = {0};
    gltf_floats(&maker, "VEC3", 3, corners);
    gltf_floats(&maker, "VEC2", 3, first);
    gltf_floats(&maker, "VEC2", 3, second);
    text_add(&rest, images, gltf_view(&maker, "12345", 5, 0));
    text_add(
        &rest,
        "\"materials\":[{\"name\":\"skin\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,0.25,1,0.75],"
        "\"roughnessFactor\":0.3,\"metallicFactor\":0,\"baseColorTexture\":{\"index\":0,\"texCoord\":1}}},"
        "{\"name\":\"skin\"},{\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":1,\"texCoord\":1,"
        "\"extensions\":{\"KHR_texture_transform\":{\"texCoord\":0}}}}}],");
    text_add(&rest, "\"extensionsUsed\":[\"KHR_texture_transform\"],\"meshes\":[{\"primitives\":[");
    for (int m = 0; m < 3; ++m)
        text_add(&rest,
                 "%s{\"attributes\":{\"POSITION\":0,\"TEXCOORD_0\":1,\"TEXCOORD_1\":2},\"material\":%d}",
                 m > 0 ? "," : "", m);
    text_add(&rest, "]}],\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}]");
    Text file = gltf_finish(&maker, rest.bytes);
    text_free(&rest);
    return file;
}

/// Gives a file for one path, and refuses others.
static MienStatus read_beside(void *user, const char *path, const void **out_data, size_t *out_size,
                              MienError *error)
{
    *out_data = "nothing";
    *out_size = 3;
    if (strcmp(path, user) != 0) // the written file must not be read
        return mieni_fail(error, MIEN_ERROR_FILE, mieni_at("%s", path), "There is no such file.");
    *out_data = "picture";
    *out_size = 7;
    return MIEN_OK;
}

TEST(materials_are_read)
{
    Text file = make();
    MienIoGltfReport report = {0};
    MienIoSource *source = gltf_read(&file, NULL, &report);
    const MienAuthorMesh *mesh = source->mesh;
    const MienAuthorMaterial *m = mesh->materials;
    CHECK_INT(mesh->material_count, 3);
    CHECK_STR(m[0].name, "skin");
    CHECK_NEAR(m[0].base_color[1], 0.25, 0.0);
    CHECK_NEAR(m[0].base_color[3], 0.75, 0.0);
    CHECK_NEAR(m[0].roughness, 0.3f, 0.0);
    CHECK_NEAR(m[0].metallic, 0.0, 0.0);
    CHECK_INT(m[0].image, 3);
    CHECK_STR(m[1].name, "skin-2");
    CHECK_NEAR(m[1].base_color[0], 1.0, 0.0);
    CHECK_NEAR(m[1].roughness, 1.0, 0.0);
    CHECK_NEAR(m[1].metallic, 1.0, 0.0);
    CHECK_INT(m[1].image, -1);
    CHECK_STR(m[2].name, "material_2");
    CHECK_INT(m[2].image, -1); // a texture without an image
    CHECK_STR(report.note,
              "1 material has an image with KHR_texture_transform, which is kept but not shown.");
    CHECK_INT(report.renamed_count, 1); // of the node: materials are not looked up by name
    // Coordinates are those of the image; primitives that differ in them share no vertices.
    CHECK_INT(mesh->vertex_count, 6);
    CHECK_NEAR(mesh->uvs[2], 2.0, 0.0);
    CHECK_NEAR(mesh->uvs[6 + 2], 0.5 - 0.5, 0.0);
    CHECK_NEAR(mesh->uvs[6 + 3], 0.5, 0.0);
    CHECK_INT(mesh->indices[6], 3);
    mien_io_source_destroy(source);
    text_free(&file);
}

TEST(images_are_found)
{
    Text file = make();
    MienIoGltf *gltf = NULL;
    MienIoSource *source = NULL;
    MienError error = {0};
    char path[] = "tex/r\xC3\xB6 t.jpg";
    const MienIoGltfOptions options = {.source = "faces/ada.glb", .files = {path, read_beside}};
    CHECK_STATUS(mien_io_gltf_open(file.bytes, file.size, &options, &gltf, &error), MIEN_OK);
    CHECK_STATUS(mien_io_gltf_read(gltf, NULL, &source, NULL, &error), MIEN_OK);
    CHECK_INT(source->mesh->image_count, 4);
    CHECK_STR(source->mesh->images[0].name, "faces/ada.glb#images/0");
    CHECK_STR(source->mesh->images[1].name, "faces/ada.glb#images/1");
    CHECK_STR(source->mesh->images[2].name, "faces/skin.png");
    CHECK_STR(source->mesh->images[3].name, "faces/tex/r\xC3\xB6 t.jpg");
    const void *data = NULL;
    size_t size = 0;
    CHECK_STATUS(mien_io_gltf_image(gltf, 0, &data, &size, &error), MIEN_OK);
    CHECK(size == 5 && memcmp(data, "12345", 5) == 0);
    CHECK_STATUS(mien_io_gltf_image(gltf, 1, &data, &size, &error), MIEN_OK);
    CHECK(size == 4 && memcmp(data, "ABCD", 4) == 0);
    CHECK_STATUS(mien_io_gltf_image(gltf, 3, &data, &size, &error), MIEN_OK);
    CHECK(size == 7 && memcmp(data, "picture", 7) == 0);
    CHECK_STATUS(mien_io_gltf_image(gltf, 2, &data, &size, &error), MIEN_ERROR_FILE);
    check_error(&error, MIEN_ERROR_FILE, "images[2].uri", "no such file");
    CHECK(data == NULL && size == 0);
    CHECK_STATUS(mien_io_gltf_image(gltf, 4, &data, &size, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_io_gltf_image(gltf, -1, &data, &size, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_io_gltf_image(NULL, 0, &data, &size, &error), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_io_gltf_image(gltf, 0, NULL, &size, &error), MIEN_ERROR_ARGUMENT);
    mien_io_source_destroy(source);
    mien_io_gltf_destroy(gltf);
    text_free(&file);
}

/// Fails without a word.
static MienStatus read_nothing(void *user, const char *path, const void **out_data, size_t *out_size,
                               MienError *error)
{
    (void)user, (void)path, (void)out_data, (void)out_size, (void)error;
    return MIEN_ERROR_FILE;
}

TEST(images_that_cannot_be_read)
{
    Text file = make();
    MienIoGltf *gltf = NULL;
    MienError error = {0};
    const void *data = "";
    size_t size = 1;
    const MienIoGltfOptions options = {.files = {NULL, read_nothing}};
    CHECK_STATUS(mien_io_gltf_open(file.bytes, file.size, &options, &gltf, &error), MIEN_OK);
    CHECK_STATUS(mien_io_gltf_image(gltf, 2, &data, &size, &error), MIEN_ERROR_FILE);
    check_error(&error, MIEN_ERROR_FILE, "images[2].uri", "The image cannot be read.");
    mien_io_gltf_destroy(gltf);
    text_free(&file);
}

TEST(images_beside_need_a_folder)
{
    Text file = make();
    MienIoGltf *gltf = gltf_open(&file);
    MienIoSource *source = gltf_read(&file, NULL, NULL);
    MienError error = {0};
    const void *data = "";
    size_t size = 1;
    CHECK_STR(source->mesh->images[0].name, "#images/0");
    CHECK_STR(source->mesh->images[2].name, "skin.png");
    CHECK_STATUS(mien_io_gltf_image(gltf, 2, &data, &size, &error), MIEN_ERROR_FILE);
    check_error(&error, MIEN_ERROR_FILE, "images[2].uri", "no folder");
    CHECK(data == NULL && size == 0);
    mien_io_source_destroy(source);
    mien_io_gltf_destroy(gltf);
    text_free(&file);
}

CHECK_MAIN
{
    RUN(materials_are_read);
    RUN(images_are_found);
    RUN(images_that_cannot_be_read);
    RUN(images_beside_need_a_folder);
}
