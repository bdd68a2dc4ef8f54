// SPDX-License-Identifier: MIT
//
// Opening glTF files: the container, URIs, versions and extensions, memory, and what is
// wrong with files by its place.

#include "support/gltf/files.h"
#include "support/ledger.h"

#include "io/gltf/gltf.h"

/// Opens a text; the place of what is wrong, or "".
static const char *place_of(const char *text, MienStatus *out_status)
{
    static MienError error;
    MienIoGltf *gltf = NULL;
    error = (MienError){0};
    char *copy = exact_copy(text, strlen(text));
    *out_status = mien_io_gltf_open(copy, strlen(text), NULL, &gltf, &error);
    mien_io_gltf_destroy(gltf);
    free(copy);
    return error.location;
}

typedef struct Row {
    const char *rest, *place;
} Row;

/// Files of asset and a rest: what is wrong with each is told with its place.
static void check_rows(const Row *rows, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        Text text = {0};
        MienStatus status;
        gltf_put(&text, "{\"asset\":{\"version\":\"2.0\"},", 27);
        gltf_put(&text, rows[i].rest, strlen(rows[i].rest));
        gltf_put(&text, "}", 2);
        const char *place = place_of(text.bytes, &status);
        if (strcmp(place, rows[i].place) != 0)
            printf("in %s\n", rows[i].rest);
        CHECK_STR(place, rows[i].place);
        CHECK((status == MIEN_OK) == (rows[i].place[0] == '\0'));
        text_free(&text);
    }
}

TEST(container)
{
    static const char json[] = "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":5}]}";
    Text glb = gltf_glb(json, "abcde", 5);
    MienIoGltf *gltf = gltf_open(&glb);
    CHECK(gltf != NULL && gltf->is_binary && gltf->buffers[0].size == 5 &&
          memcmp(gltf->buffers[0].data, "abcde", 5) == 0);
    mien_io_gltf_destroy(gltf);

    // Unknown chunks follow, and bytes after the end.
    const size_t size = glb.size;
    gltf_put_number(&glb, 4);
    gltf_put(&glb, "what1234rest", 12);
    const uint8_t length[4] = {(uint8_t)(size + 12), (uint8_t)((size + 12) >> 8), 0, 0};
    memcpy(glb.bytes + 8, length, 4);
    gltf = gltf_open(&glb);
    mien_io_gltf_destroy(gltf);
    text_free(&glb);

    static const struct {
        size_t at;
        const char *bytes;
        size_t size;
        const char *place;
        MienStatus status;
    } rows[] = {
        {4, "\3", 1, "byte 4", MIEN_ERROR_VERSION},
        {8, "\377\377", 2, "byte 92", MIEN_ERROR_CORRUPT},
        {8, "\23\0", 2, "byte 8", MIEN_ERROR_CORRUPT},
        {12, "\75", 1, "byte 12", MIEN_ERROR_CORRUPT},
        {12, "\377\377\377\0", 4, "byte 12", MIEN_ERROR_CORRUPT},
        {16, "BIN\0", 4, "byte 16", MIEN_ERROR_CORRUPT},
        {20, "\357\273\277", 3, "byte 20", MIEN_ERROR_CORRUPT},
        {80, "JSON", 4, "byte 76", MIEN_ERROR_CORRUPT},
        {80, "what", 4, "buffers[0]", MIEN_ERROR_CORRUPT},
        {76, "\0", 1, "byte 84", MIEN_ERROR_CORRUPT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        MienError error = {0};
        Text file = gltf_glb(json, "abcde", 5);
        memcpy(file.bytes + rows[i].at, rows[i].bytes, rows[i].size);
        CHECK_STATUS(mien_io_gltf_open(file.bytes, file.size, NULL, &gltf, &error), rows[i].status);
        CHECK_STR(error.location, rows[i].place);
        CHECK(gltf == NULL);
        text_free(&file);
    }
}

TEST(versions_and_extensions)
{
    static const struct {
        const char *text, *place;
        MienStatus status;
    } rows[] = {
        {"{\"asset\":{\"version\":\"2.0\"}}", "", MIEN_OK},
        {"\357\273\277 {\"asset\":{\"version\":\"2.1\"}}", "", MIEN_OK},
        {"{\"asset\":{\"version\":\"2.1\",\"minVersion\":\"2.0\"}}", "", MIEN_OK},
        {"{\"asset\":{\"version\":\"2.1\",\"minVersion\":\"2.1\"}}", "asset.minVersion", MIEN_ERROR_VERSION},
        {"{\"asset\":{\"version\":\"1.0\"}}", "asset.version", MIEN_ERROR_VERSION},
        {"{\"asset\":{\"version\":\"2\"}}", "asset.version", MIEN_ERROR_VERSION},
        {"{\"asset\":{\"version\":2.0}}", "asset.version", MIEN_ERROR_DATA},
        {"{\"asset\":{}}", "asset.version", MIEN_ERROR_DATA},
        {"{}", "asset", MIEN_ERROR_DATA},
        {"[]", "the root", MIEN_ERROR_DATA},
        {"", "line 1, column 1", MIEN_ERROR_CORRUPT},
        {"{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"KHR_mesh_quantization\",\"VRMC_vrm\","
         "\"KHR_materials_unlit\"]}",
         "", MIEN_OK},
        {"{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"VRM\",\"KHR_draco_mesh_compression\"]}",
         "extensionsRequired[1]", MIEN_ERROR_VERSION},
        {"{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"EXT_meshopt_compression\"]}",
         "extensionsRequired[0]", MIEN_ERROR_VERSION},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        MienStatus status;
        CHECK_STR(place_of(rows[i].text, &status), rows[i].place);
        CHECK_STATUS(status, rows[i].status);
    }
    MienIoGltf *gltf = NULL;
    MienError error = {0};
    static const char *const told[][2] = {
        {"KHR_draco_mesh_compression",
         "requires KHR_draco_mesh_compression, which is not read: export without Draco"},
        {"EXT_meshopt_compression", "is not read: export without meshopt compression."},
        {"KHR_texture_basisu", "is not read: export images as PNG or JPEG."},
        {"EXT_mine", "requires EXT_mine, which is not read: export without it."},
    };
    for (size_t i = 0; i < sizeof told / sizeof *told; ++i) {
        char text[128];
        const int size =
            snprintf(text, sizeof text, "{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"%s\"]}",
                     told[i][0]);
        CHECK_STATUS(mien_io_gltf_open(text, (size_t)size, NULL, &gltf, &error), MIEN_ERROR_VERSION);
        check_error(&error, MIEN_ERROR_VERSION, "extensionsRequired[0]", told[i][1]);
    }
}

#define AT_TWO                                                                                               \
    "\"buffers\":[{\"byteLength\":64}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":64}],"                  \
    "\"accessors\":[{\"bufferView\":0,\"byteOffset\":2,\"count\":1,"

TEST(structure)
{
    static const Row rows[] = {
        {"\"nodes\":[{}],\"scenes\":[{\"nodes\":[0]}],\"scene\":0", ""},
        {"\"nodes\":{}", "nodes"},
        {"\"nodes\":[]", "nodes"},
        {"\"nodes\":[{\"mesh\":0}]", "nodes[0].mesh"},
        {"\"nodes\":[{\"name\":3}]", "nodes[0].name"},
        {"\"nodes\":[{\"children\":[0.5]}]", "nodes[0].children[0]"},
        {"\"nodes\":[{\"children\":[-1]}]", "nodes[0].children[0]"},
        {"\"nodes\":[{\"children\":[1e300]}]", "nodes[0].children[0]"},
        {"\"nodes\":[{\"extensions\":{\"A\":1}}]", "nodes[0].extensions.A"},
        {"\"nodes\":[{\"translation\":[1,2]}]", "nodes[0].translation"},
        {"\"nodes\":[{\"translation\":[1,2,1e7]}]", "nodes[0].translation"},
        {"\"nodes\":[{\"rotation\":[0,0,0,0]}]", "nodes[0].rotation"},
        {"\"nodes\":[{\"scale\":[1,1,1],\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}]", "nodes[0].scale"},
        {"\"nodes\":[{\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,2]}]", "nodes[0].matrix"},
        {"\"nodes\":[{\"children\":[0]}]", "nodes[0].children"},
        {"\"nodes\":[{\"children\":[1]},{\"children\":[2]},{\"children\":[0]}]", "nodes[0].children"},
        {"\"nodes\":[{\"children\":[2]},{\"children\":[2]},{}]", "nodes[1].children[0]"},
        {"\"nodes\":[{\"children\":[1]},{}],\"scenes\":[{\"nodes\":[1]}]", "scenes[0].nodes[0]"},
        {"\"nodes\":[{}],\"scenes\":[{\"nodes\":[0,0]}]", "scenes[0].nodes[1]"},
        {"\"nodes\":[{}],\"skins\":[{\"joints\":[0,0]}]", "skins[0].joints[1]"},
        {"\"nodes\":[{},{}],\"skins\":[{\"joints\":[0],\"skeleton\":1}]", "skins[0].skeleton"},
        {"\"bufferViews\":[{\"buffer\":0,\"byteLength\":1}]", "bufferViews[0].buffer"},
        {"\"buffers\":[{\"byteLength\":4}],\"bufferViews\":[{\"buffer\":0,\"byteOffset\":4,\"byteLength\":1}"
         "]",
         "bufferViews[0].byteLength"},
        {"\"buffers\":[{\"byteLength\":4}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":4,\"byteStride\":6}"
         "]",
         "bufferViews[0].byteStride"},
        {"\"buffers\":[{\"byteLength\":9007199254740992}],\"bufferViews\":[{\"buffer\":0,\"byteOffset\":"
         "9007199254740992,\"byteLength\":9007199254740992}]",
         "bufferViews[0].byteLength"},
        {"\"accessors\":[{\"componentType\":5126,\"count\":1,\"type\":\"VEC3\",\"byteOffset\":4}]",
         "accessors[0].byteOffset"},
        {"\"accessors\":[{\"componentType\":5126,\"count\":1,\"type\":\"VEC3\",\"normalized\":true}]",
         "accessors[0].normalized"},
        {"\"accessors\":[{\"componentType\":5126,\"count\":1,\"type\":\"VEC3\",\"min\":[1]}]",
         "accessors[0].min"},
        {"\"accessors\":[{\"componentType\":5126,\"count\":100000,\"type\":\"VEC3\"}]", "accessors[0].count"},
        {"\"accessors\":[{\"componentType\":5126,\"count\":1,\"type\":\"VEC9\"}]", ""},
        {AT_TWO "\"componentType\":5123,\"type\":\"SCALAR\"}]", ""},
        {AT_TWO "\"componentType\":5126,\"type\":\"SCALAR\"}]", "accessors[0]"},
        {AT_TWO "\"componentType\":5121,\"type\":\"MAT2\"}]", "accessors[0]"},
    };
    check_rows(rows, sizeof rows / sizeof *rows);
}

/// Files with accessors to refer to: 0 positions, 1 times, 2 rotations, 3 joints, 4 weights,
/// 5 indices, 6 times that stand still, 7 two vectors, 8 four numbers, 9 matrices.
static void check_parts(const Row *rows, size_t count)
{
    static const float vectors[6] = {0, 0, 0, 1, 0, 0}, still[2] = {1, 1}, four[4] = {0, 1, 0, 1};
    static const float matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    for (size_t i = 0; i < count; ++i) {
        GltfMaker maker = {0};
        MienIoGltf *gltf = NULL;
        MienError error = {0};
        gltf_triangle(&maker);
        gltf_floats(&maker, "SCALAR", 2, still);
        gltf_floats(&maker, "VEC3", 2, vectors);
        gltf_floats(&maker, "SCALAR", 4, four);
        gltf_floats(&maker, "MAT4", 1, matrix);
        Text file = gltf_finish(&maker, rows[i].rest);
        const MienStatus status = mien_io_gltf_open(file.bytes, file.size, NULL, &gltf, &error);
        if (strcmp(error.location, rows[i].place) != 0)
            printf("in %s: %s\n", rows[i].rest, error.message);
        CHECK_STR(error.location, rows[i].place);
        CHECK((status == MIEN_OK) == (rows[i].place[0] == '\0'));
        mien_io_gltf_destroy(gltf);
        text_free(&file);
    }
}

#define PRIMITIVE(members) "\"meshes\":[{\"primitives\":[{" members "}]}]"
#define SKINNED            "\"attributes\":{\"POSITION\":0,\"JOINTS_0\":3,\"WEIGHTS_0\":4}"

TEST(meshes)
{
    static const Row rows[] = {
        {PRIMITIVE(SKINNED ",\"indices\":5,\"targets\":[{\"POSITION\":0}]"), ""},
        {PRIMITIVE("\"attributes\":{}"), "meshes[0].primitives[0].attributes"},
        {PRIMITIVE("\"attributes\":{\"POSITION\":2}"), "meshes[0].primitives[0].attributes.POSITION"},
        {PRIMITIVE("\"attributes\":{\"POSITION\":99}"), "meshes[0].primitives[0].attributes.POSITION"},
        {PRIMITIVE("\"attributes\":{\"POSITION\":0,\"NORMAL\":7}"),
         "meshes[0].primitives[0].attributes.NORMAL"},
        {PRIMITIVE("\"attributes\":{\"POSITION\":0,\"MINE\":0}"), "meshes[0].primitives[0].attributes.MINE"},
        {PRIMITIVE("\"attributes\":{\"POSITION\":0,\"_MINE\":0}"), ""},
        {PRIMITIVE("\"attributes\":{\"POSITION\":0,\"JOINTS_0\":3}"), "meshes[0].primitives[0].attributes"},
        {PRIMITIVE("\"attributes\":{\"POSITION\":0,\"JOINTS_1\":3,\"WEIGHTS_1\":4}"),
         "meshes[0].primitives[0].attributes.JOINTS_"},
        {PRIMITIVE("\"attributes\":{\"POSITION\":0,\"JOINTS_00\":3}"),
         "meshes[0].primitives[0].attributes.JOINTS_00"},
        {PRIMITIVE("\"attributes\":{\"POSITION\":0,\"WEIGHTS_0\":3}"),
         "meshes[0].primitives[0].attributes.WEIGHTS_0"},
        {PRIMITIVE(SKINNED ",\"indices\":1"), "meshes[0].primitives[0].indices"},
        {PRIMITIVE(SKINNED ",\"mode\":7"), "meshes[0].primitives[0].mode"},
        {PRIMITIVE(SKINNED ",\"targets\":[{\"NORMAL\":0}]"), "meshes[0].primitives[0].targets.NORMAL"},
        {PRIMITIVE(SKINNED ",\"targets\":[{\"POSITION\":7}]"), "meshes[0].primitives[0].targets.POSITION"},
        {PRIMITIVE(SKINNED "},{" SKINNED ",\"targets\":[{\"POSITION\":0}]"),
         "meshes[0].primitives[1].targets"},
        {"\"meshes\":[{\"weights\":[1],\"primitives\":[{" SKINNED "}]}]", "meshes[0].weights"},
        {PRIMITIVE("\"attributes\":{\"POSITION\":0}") ",\"nodes\":[{\"mesh\":0,\"skin\":0}],\"skins\":[{"
                                                      "\"joints\":[0]}]",
         "nodes[0].skin"},
        {PRIMITIVE(SKINNED) ",\"nodes\":[{\"mesh\":0,\"weights\":[1]}]", "nodes[0].weights"},
        {PRIMITIVE(SKINNED) ",\"nodes\":[{},{}],\"skins\":[{\"joints\":[0,1],\"inverseBindMatrices\":9}]",
         "skins[0].inverseBindMatrices"},
        {"\"nodes\":[{}],\"skins\":[{\"joints\":[0],\"inverseBindMatrices\":9}]", ""},
        {"\"nodes\":[{}],\"skins\":[{\"joints\":[0],\"inverseBindMatrices\":2}]",
         "skins[0].inverseBindMatrices"},
    };
    check_parts(rows, sizeof rows / sizeof *rows);
}

#define ANIMATION(path, sampler)                                                                             \
    "\"nodes\":[{}],\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"" path   \
    "\"}}],\"samplers\":[{" sampler "}]}]"

TEST(animations)
{
    static const Row rows[] = {
        {ANIMATION("rotation", "\"input\":1,\"output\":2"), ""},
        {ANIMATION("whatever", "\"input\":1,\"output\":2"), ""},
        {ANIMATION("rotation", "\"input\":6,\"output\":2"), "accessors[6], element 1"},
        {ANIMATION("rotation", "\"input\":2,\"output\":2"), "animations[0].samplers[0].input"},
        {ANIMATION("rotation", "\"input\":5,\"output\":2"), "animations[0].samplers[0].input"},
        {ANIMATION("rotation", "\"input\":1,\"output\":2,\"interpolation\":\"BEZIER\""),
         "animations[0].samplers[0].interpolation"},
        {ANIMATION("rotation", "\"input\":1,\"output\":7"), "animations[0].channels[0].sampler"},
        {ANIMATION("rotation", "\"input\":1,\"output\":4"), "animations[0].channels[0].sampler"},
        {ANIMATION("rotation", "\"input\":1,\"output\":2,\"interpolation\":\"CUBICSPLINE\""),
         "animations[0].channels[0].sampler"},
        {ANIMATION("weights", "\"input\":1,\"output\":1"), "animations[0].channels[0].target.node"},
        {"\"nodes\":[{\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}],\"animations\":[{\"channels\":[{"
         "\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}}],\"samplers\":[{\"input\":1,\"output\":7}"
         "]}]",
         "animations[0].channels[0].target.node"},
        {PRIMITIVE("\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":0}]") // stands, and is weighed
         ",\"nodes\":[{\"mesh\":0,\"matrix\":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}],\"animations\":[{"
         "\"channels\":"
         "[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"weights\"}}],\"samplers\":[{\"input\":1,"
         "\"output\":1}]}]",
         ""},
        {"\"nodes\":[{}],\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":"
         "\"scale\"}},{"
         "\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}}],\"samplers\":[{\"input\":1,\"output\":7}"
         "]}]",
         "animations[0].channels[1].target"},
        {"\"nodes\":[{}],\"animations\":[{\"channels\":[{\"sampler\":1,\"target\":{\"node\":0,\"path\":"
         "\"scale\"}}],"
         "\"samplers\":[{\"input\":1,\"output\":7}]}]",
         "animations[0].channels[0].sampler"},
    };
    check_parts(rows, sizeof rows / sizeof *rows);
}

/// Objects of very many keys, in which every look would take long.
TEST(many_keys)
{
    Text text = {0};
    MienIoGltf *gltf = NULL;
    MienError error = {0};
    text_add(&text, "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{");
    for (int i = 0; i < 300; ++i)
        text_add(&text, "%s\"k%d\":0", i > 0 ? "," : "", i);
    text_add(&text, "}]}");
    CHECK_STATUS(mien_io_gltf_open(text.bytes, text.size, NULL, &gltf, &error), MIEN_ERROR_LIMIT);
    check_error(&error, MIEN_ERROR_LIMIT, "nodes[0]", "at most 256 keys");
    text_free(&text);
}

TEST(data_uris)
{
    static const Row rows[] = {
        {"\"buffers\":[{\"byteLength\":3,\"uri\":\"data:application/octet-stream;base64,YWJj\"}]", ""},
        {"\"buffers\":[{\"byteLength\":2,\"uri\":\"data:application/gltf-buffer;base64,YWI=\"}]", ""},
        {"\"buffers\":[{\"byteLength\":1,\"uri\":\"DATA:;base64,YQ\"}]", ""},
        {"\"buffers\":[{\"byteLength\":3,\"uri\":\"data:,a%20b\"}]", ""},
        {"\"buffers\":[{\"byteLength\":3,\"uri\":\"data:,a%2\"}]", "buffers[0].uri"},
        {"\"buffers\":[{\"byteLength\":4,\"uri\":\"data:;base64,YWJj\"}]", "buffers[0].byteLength"},
        {"\"buffers\":[{\"byteLength\":1,\"uri\":\"data:;base64,Y\"}]", "buffers[0].uri"},
        {"\"buffers\":[{\"byteLength\":1,\"uri\":\"data:;base64,YW J\"}]", "buffers[0].uri"},
        {"\"buffers\":[{\"byteLength\":1,\"uri\":\"data:text/plain;base64,YWJj\"}]", "buffers[0].uri"},
        {"\"buffers\":[{\"byteLength\":1,\"uri\":\"data:;;base64,YWJj\"}]", "buffers[0].uri"},
        {"\"buffers\":[{\"byteLength\":1,\"uri\":\"data:\"}]", "buffers[0].uri"},
        {"\"images\":[{\"uri\":\"data:image/png;base64,YWJj\"}]", ""},
        {"\"images\":[{\"uri\":\"data:image/png;base64,Y*Jj\"}]", "images[0].uri"},
    };
    check_rows(rows, sizeof rows / sizeof *rows);
    static const char text[] = "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":6,\"uri\":"
                               "\"data:;base64,AP+/-_8A\"}],\"images\":[{\"uri\":\"data:,%00%fFx\"}]}";
    MienIoGltf *gltf = NULL;
    CHECK_STATUS(mien_io_gltf_open(text, sizeof text - 1, NULL, &gltf, NULL), MIEN_OK);
    CHECK(gltf != NULL && memcmp(gltf->buffers[0].data, "\x00\xFF\xBF\xFB\xFF\x00", 6) == 0);
    CHECK(gltf != NULL && gltf->images[0].size == 3 && memcmp(gltf->images[0].data, "\x00\xFFx", 3) == 0);
    mien_io_gltf_destroy(gltf);
}

/// Files that one asked for.
typedef struct Asked {
    char path[256];
    int count;
} Asked;

static MienStatus give(void *user, const char *path, const void **out_data, size_t *out_size,
                       MienError *error)
{
    Asked *asked = user;
    ++asked->count;
    snprintf(asked->path, sizeof asked->path, "%s", path);
    if (strcmp(path, "missing.bin") == 0) {
        *error = (MienError){.status = MIEN_ERROR_FILE, .location = "there", .message = "It is not here."};
        return MIEN_ERROR_FILE;
    }
    *out_data = "abcd";
    *out_size = 4;
    return MIEN_OK;
}

/// Opens a file whose buffer is at a URI.
static MienStatus open_uri(const char *uri, Asked *asked, MienError *error)
{
    Text text = {0};
    MienIoGltf *gltf = NULL;
    const MienIoGltfOptions options = {.files = {asked, asked != NULL ? give : NULL}};
    text_add(&text, "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":4,\"uri\":\"%s\"}]}", uri);
    const MienStatus status = mien_io_gltf_open(text.bytes, text.size, &options, &gltf, error);
    CHECK((gltf != NULL) == (status == MIEN_OK));
    mien_io_gltf_destroy(gltf);
    text_free(&text);
    return status;
}

TEST(files_beside)
{
    static const char *const inside[][2] = {{"a.bin", "a.bin"},
                                            {"a%20b.bin", "a b.bin"},
                                            {"./deep/er/a.bin", "./deep/er/a.bin"},
                                            {"%E2%9D%A4.bin", "\xE2\x9D\xA4.bin"},
                                            {"..a/b..c", "..a/b..c"},
                                            {"100%25.bin", "100%.bin"}};
    static const char *const outside[] = {
        "../a.bin", "/etc/passwd",   "a/../b.bin",   "a/..",       "..",     ".",
        "%2e%2e/a", "a/%2E./b",      "..%2Fa",       "a%5C..%5Cb", "a\\\\b", "C:/a.bin",
        "c%3A/a",   "file:///etc/a", "http://a.b/c", "//host/a",   "a//b",   "",
        "a%00.bin", "a%0A.bin",      "a%zz",         "a%2",        "a?b",    "a#b",
        "%FF.bin",  "a/... /b",      "a/. ./b",      "a/",         ":",      "a:b",
        "%2fetc/p", "a\\u000ab",     "a/./../b"};
    Asked asked = {0};
    MienError error = {0};
    for (size_t i = 0; i < sizeof inside / sizeof *inside; ++i) {
        CHECK_STATUS(open_uri(inside[i][0], &asked, &error), MIEN_OK);
        CHECK_STR(asked.path, inside[i][1]);
    }
    asked.count = 0;
    for (size_t i = 0; i < sizeof outside / sizeof *outside; ++i) {
        const MienStatus status = open_uri(outside[i], &asked, &error);
        if (status != MIEN_ERROR_DATA)
            printf("%s was not refused\n", outside[i]);
        CHECK_STATUS(status, MIEN_ERROR_DATA);
        CHECK_STR(error.location, "buffers[0].uri");
    }
    CHECK_INT(asked.count, 0);
    CHECK_STATUS(open_uri("missing.bin", &asked, &error), MIEN_ERROR_FILE);
    check_error(&error, MIEN_ERROR_FILE, "buffers[0].uri", "It is not here.");
    CHECK_STATUS(open_uri("a.bin", NULL, &error), MIEN_ERROR_FILE);
    check_error(&error, MIEN_ERROR_FILE, "buffers[0].uri", "no folder");
}

static MienStatus open_once(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const Text *file = given;
    MienIoGltf *gltf = NULL;
    const MienIoGltfOptions options = {.source = "face.glb", .allocator = allocator};
    const MienStatus status = mien_io_gltf_open(file->bytes, file->size, &options, &gltf, error);
    *out_is_empty = gltf == NULL;
    mien_io_gltf_destroy(gltf);
    return status;
}

/// A file with one of each.
static Text small_file(void)
{
    static const float positions[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0}, times[2] = {0, 1};
    static const float turns[8] = {0, 0, 0, 1, 0, 0, 1, 0};
    GltfMaker maker = {0};
    gltf_floats(&maker, "VEC3", 3, positions);
    gltf_floats(&maker, "SCALAR", 2, times);
    gltf_floats(&maker, "VEC4", 2, turns);
    return gltf_finish(&maker,
                       "\"nodes\":[{\"mesh\":0,\"children\":[1]},{}],\"scenes\":[{\"nodes\":[0]}],"
                       "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],"
                       "\"skins\":[{\"joints\":[0,1],\"skeleton\":0}],"
                       "\"images\":[{\"uri\":\"data:image/png;base64,YWJj\"}],"
                       "\"animations\":[{\"channels\":[{\"sampler\":0,\"target\":{\"node\":1,\"path\":"
                       "\"rotation\"}}],\"samplers\":[{\"input\":1,\"output\":2}]}]");
}

TEST(memory)
{
    Text file = small_file();
    check_call("opening", open_once, &file);
    MienIoGltf *gltf = NULL;
    MienError error = {0};
    MienIoGltfOptions options = {.limits.memory = 4000};
    CHECK_STATUS(mien_io_gltf_open(file.bytes, file.size, &options, &gltf, &error), MIEN_ERROR_LIMIT);
    check_error(&error, MIEN_ERROR_LIMIT, "limits.memory", "more memory than the limit");
    CHECK(gltf == NULL);
    options.limits.memory = 100000;
    CHECK_STATUS(mien_io_gltf_open(file.bytes, file.size, &options, &gltf, &error), MIEN_OK);
    mien_io_gltf_destroy(gltf);
    text_free(&file);
}

TEST(arguments)
{
    MienIoGltf *gltf = NULL;
    CHECK_STATUS(mien_io_gltf_open("", 0, NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_io_gltf_open(NULL, 1, NULL, &gltf, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_io_gltf_open(NULL, 0, NULL, &gltf, NULL), MIEN_ERROR_CORRUPT);
    mien_io_gltf_destroy(NULL);
}

/// Nodes below each other to any depth, and many of them, take no stack and no squares.
TEST(deep_nodes)
{
    enum { COUNT = 200000 };
    Text text = {0};
    MienIoGltf *gltf = NULL;
    text_add(&text, "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[");
    for (int i = 0; i < COUNT; ++i)
        text_add(&text, i + 1 < COUNT ? "{\"children\":[%d]}," : "{}", i + 1);
    text_add(&text, "]}");
    CHECK_STATUS(mien_io_gltf_open(text.bytes, text.size, NULL, &gltf, NULL), MIEN_OK);
    CHECK(gltf != NULL && gltf->parents[COUNT - 1] == COUNT - 2);
    mien_io_gltf_destroy(gltf);
    text_free(&text);
}

CHECK_MAIN
{
    RUN(container);
    RUN(versions_and_extensions);
    RUN(structure);
    RUN(meshes);
    RUN(animations);
    RUN(many_keys);
    RUN(data_uris);
    RUN(files_beside);
    RUN(memory);
    RUN(arguments);
    RUN(deep_nodes);
}
