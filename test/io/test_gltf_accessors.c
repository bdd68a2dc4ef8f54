// SPDX-License-Identifier: MIT
//
// Numbers of accessors: every component type, normalised or not, strided, sparse, of
// matrices with gaps, and without any data.

#include "support/gltf/files.h"
#include "support/ledger.h"

#include "io/gltf/gltf.h"
#include "io/gltf/steps.h"

/// An opened file with its bytes, and memory to read into.
typedef struct Subject {
    Text file;
    MienIoGltf *gltf;
    MieniArena arena;
} Subject;

static Subject begin(GltfMaker *maker)
{
    Subject s = {.file = gltf_finish(maker, "")};
    s.gltf = gltf_open(&s.file);
    return s;
}

static void end(Subject *s)
{
    mieni_arena_release(&s->arena);
    mien_io_gltf_destroy(s->gltf);
    text_free(&s->file);
}

static void check_floats(Subject *s, int accessor, const float *expected, int count)
{
    float *values = NULL;
    MienError error = {0};
    const MieniGltfAccessor info = mieni_gltf_accessor(s->gltf, accessor);
    CHECK_INT(info.count * info.components, count);
    if (mieni_gltf_floats(s->gltf, accessor, &s->arena, &values, &error) != MIEN_OK)
        printf("%s: %s\n", error.location, error.message);
    CHECK(values != NULL);
    for (int i = 0; values != NULL && i < count; ++i) {
        if (values[i] != expected[i])
            printf("accessor %d, number %d: %.9g, not %.9g\n", accessor, i, (double)values[i],
                   (double)expected[i]);
        CHECK(values[i] == expected[i]);
    }
}

TEST(component_types)
{
    static const int8_t bytes[4] = {0, 127, -128, -1};
    static const uint8_t ubytes[4] = {0, 255, 1, 128};
    static const int16_t shorts[2] = {-32768, 32767};
    static const uint16_t ushorts[2] = {65535, 1};
    static const uint32_t uints[2] = {16777217, 3};
    static const float floats[2] = {0.1f, -1e30f};
    GltfMaker maker = {0};
    const int types[6] = {5120, 5121, 5122, 5123, 5125, 5126}, counts[6] = {4, 4, 2, 2, 2, 2};
    const void *data[6] = {bytes, ubytes, shorts, ushorts, uints, floats};
    const size_t sizes[6] = {4, 4, 4, 4, 8, 8};
    for (int i = 0; i < 6; ++i) {
        const int view = gltf_view(&maker, data[i], sizes[i], 0);
        for (int is_normalized = 0; is_normalized < (i < 4 ? 2 : 1); ++is_normalized)
            gltf_accessor(&maker,
                          "\"bufferView\":%d,\"componentType\":%d,\"count\":%d,\"type\":\"SCALAR\","
                          "\"normalized\":%s",
                          view, types[i], counts[i], is_normalized ? "true" : "false");
    }
    Subject s = begin(&maker);
    check_floats(&s, 0, (float[]){0, 127, -128, -1}, 4);
    check_floats(&s, 1, (float[]){0, 1, -1, -1.0f / 127.0f}, 4);
    check_floats(&s, 2, (float[]){0, 255, 1, 128}, 4);
    check_floats(&s, 3, (float[]){0, 1, 1.0f / 255.0f, 128.0f / 255.0f}, 4);
    check_floats(&s, 4, (float[]){-32768, 32767}, 2);
    check_floats(&s, 5, (float[]){-1, 1}, 2);
    check_floats(&s, 6, (float[]){65535, 1}, 2);
    check_floats(&s, 7, (float[]){1, 1.0f / 65535.0f}, 2);
    check_floats(&s, 8, (float[]){16777216, 3}, 2);
    check_floats(&s, 9, floats, 2);
    uint32_t *whole = NULL;
    CHECK_STATUS(mieni_gltf_integers(s.gltf, 8, &s.arena, &whole, NULL), MIEN_OK);
    CHECK(whole != NULL && whole[0] == 16777217 && whole[1] == 3);
    CHECK_STATUS(mieni_gltf_integers(s.gltf, 6, &s.arena, &whole, NULL), MIEN_OK);
    CHECK(whole != NULL && whole[0] == 65535 && whole[1] == 1);
    end(&s);
}

TEST(strides_and_offsets)
{
    // Two attributes that take turns: three floats, then two bytes and two of nothing.
    uint8_t bytes[48];
    for (int i = 0; i < 3; ++i) {
        const float v[3] = {(float)i, (float)i + 0.5f, -(float)i};
        const uint8_t b[4] = {(uint8_t)(10 + i), (uint8_t)(20 + i), 77, 77};
        memcpy(bytes + 16 * i, v, 12);
        memcpy(bytes + 16 * i + 12, b, 4);
    }
    GltfMaker maker = {0};
    const int view = gltf_view(&maker, bytes, 46, 16); // the last gap is not there
    gltf_accessor(&maker, "\"bufferView\":%d,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"", view);
    gltf_accessor(&maker,
                  "\"bufferView\":%d,\"byteOffset\":12,\"componentType\":5121,\"count\":3,\"type\":\"VEC2\"",
                  view);
    Subject s = begin(&maker);
    check_floats(&s, 0, (float[]){0, 0.5f, 0, 1, 1.5f, -1, 2, 2.5f, -2}, 9);
    check_floats(&s, 1, (float[]){10, 20, 11, 21, 12, 22}, 6);
    const uint8_t *data;
    size_t size;
    mieni_gltf_view(s.gltf, view, &data, &size);
    CHECK(size == 46 && memcmp(data, bytes, 46) == 0);
    end(&s);
}

/// Columns of matrices begin at multiples of four bytes.
TEST(matrices)
{
    static const uint8_t two[8] = {1, 2, 99, 99, 3, 4, 99, 99};
    static const uint8_t three[12] = {1, 2, 3, 99, 4, 5, 6, 99, 7, 8, 9, 99};
    static const uint16_t wide[12] = {1, 2, 3, 99, 4, 5, 6, 99, 7, 8, 9, 99};
    float four[16];
    for (int i = 0; i < 16; ++i)
        four[i] = (float)i;
    GltfMaker maker = {0};
    const int views[3] = {gltf_view(&maker, two, 6, 0), gltf_view(&maker, three, 11, 0),
                          gltf_view(&maker, wide, 22, 0)};
    static const char *const kinds[3] = {"MAT2", "MAT3", "MAT3"};
    for (int i = 0; i < 3; ++i)
        gltf_accessor(&maker, "\"bufferView\":%d,\"componentType\":%d,\"count\":1,\"type\":\"%s\"", views[i],
                      i < 2 ? 5121 : 5123, kinds[i]);
    gltf_floats(&maker, "MAT4", 1, four);
    Subject s = begin(&maker);
    check_floats(&s, 0, (float[]){1, 2, 3, 4}, 4);
    check_floats(&s, 1, (float[]){1, 2, 3, 4, 5, 6, 7, 8, 9}, 9);
    check_floats(&s, 2, (float[]){1, 2, 3, 4, 5, 6, 7, 8, 9}, 9);
    check_floats(&s, 3, four, 16);
    end(&s);
}

/// Adds a sparse accessor; base: a view, or -1.
static void add_sparse(GltfMaker *maker, int base, int count, const char *kind, int index_type, int indices,
                       int values, int sparse_count)
{
    char own[64] = "";
    if (base >= 0)
        snprintf(own, sizeof own, "\"bufferView\":%d,", base);
    gltf_accessor(maker,
                  "%s%s,\"count\":%d,\"sparse\":{\"count\":%d,\"indices\":{\"bufferView\":%d,"
                  "\"componentType\":%d},\"values\":{\"bufferView\":%d}}",
                  own, kind, count, sparse_count, indices, index_type, values);
}

TEST(sparse)
{
    static const float base[5] = {1, 2, 0, 4, 5}, values[2] = {-2, 0};
    static const uint8_t places[2] = {1, 4}, norms[2] = {255, 51};
    static const uint16_t wide[2] = {1, 4};
    static const uint32_t wider[2] = {1, 4};
    static const float vectors[6] = {0, 0, 0, 0, 0, 7};
    static const char scalar[] = "\"componentType\":5126,\"type\":\"SCALAR\"";
    GltfMaker maker = {0};
    const int own = gltf_view(&maker, base, sizeof base, 0), v = gltf_view(&maker, values, sizeof values, 0);
    const int p[3] = {gltf_view(&maker, places, 2, 0), gltf_view(&maker, wide, 4, 0),
                      gltf_view(&maker, wider, 8, 0)};
    const int n = gltf_view(&maker, norms, 2, 0), vec = gltf_view(&maker, vectors, sizeof vectors, 0);
    static const int types[3] = {5121, 5123, 5125};
    for (int i = 0; i < 3; ++i)
        add_sparse(&maker, own, 5, scalar, types[i], p[i], v, 2);
    add_sparse(&maker, -1, 6, scalar, 5121, p[0], v, 2);
    add_sparse(&maker, -1, 5, "\"componentType\":5121,\"normalized\":true,\"type\":\"SCALAR\"", 5121, p[0], n,
               2);
    add_sparse(&maker, -1, 50000, "\"componentType\":5126,\"type\":\"VEC3\"", 5121, p[0], vec, 2);
    gltf_accessor(&maker, "\"componentType\":5126,\"count\":2,\"type\":\"VEC2\"");
    Subject s = begin(&maker);
    for (int i = 0; i < 3; ++i)
        check_floats(&s, i, (float[]){1, -2, 0, 4, 0}, 5);
    check_floats(&s, 3, (float[]){0, -2, 0, 0, 0, 0}, 6);
    check_floats(&s, 4, (float[]){0, 1, 0, 0, 0.2f}, 5);
    check_floats(&s, 6, (float[]){0, 0, 0, 0}, 4);
    CHECK(!mieni_gltf_accessor(s.gltf, 0).is_only_sparse && mieni_gltf_accessor(s.gltf, 3).is_only_sparse);
    CHECK_INT(mieni_gltf_accessor(s.gltf, 5).sparse_count, 2);

    uint32_t *elements = NULL;
    float *found = NULL;
    int count = 0;
    CHECK_STATUS(mieni_gltf_nonzero(s.gltf, 0, &s.arena, &elements, &found, &count, NULL), MIEN_OK);
    CHECK(count == 3 && elements[0] == 0 && elements[1] == 1 && elements[2] == 3);
    CHECK(count == 3 && found[0] == 1 && found[1] == -2 && found[2] == 4);
    CHECK_STATUS(mieni_gltf_nonzero(s.gltf, 5, &s.arena, &elements, &found, &count, NULL), MIEN_OK);
    CHECK(count == 1 && elements[0] == 4 && found[0] == 0 && found[2] == 7);
    CHECK_STATUS(mieni_gltf_nonzero(s.gltf, 6, &s.arena, &elements, &found, &count, NULL), MIEN_OK);
    CHECK_INT(count, 0);
    end(&s);
}

/// More elements than are read at a time, strided, with sparse ones at both sides of where blocks end.
TEST(many)
{
    enum { COUNT = 2 * MIENI_GLTF_BLOCK + 45, SPARSE = 4 };
    static const uint32_t places[SPARSE] = {0, MIENI_GLTF_BLOCK - 1, MIENI_GLTF_BLOCK, COUNT - 1};
    static const float values[2 * SPARSE] = {-1, 1, -2, 2, 0, 0, -4, 4};
    static const char kind[] = "\"componentType\":5126,\"type\":\"VEC2\"";
    float base[3 * COUNT], expected[2 * COUNT];
    for (int i = 0; i < COUNT; ++i) {
        base[3 * i] = expected[2 * i] = (float)(i + 1);
        base[3 * i + 1] = expected[2 * i + 1] = base[3 * i + 2] = 0.5f;
    }
    for (int i = 0; i < SPARSE; ++i)
        memcpy(expected + 2 * places[i], values + 2 * i, 2 * sizeof *values);
    GltfMaker maker = {0};
    const int own = gltf_view(&maker, base, sizeof base, 12), p = gltf_view(&maker, places, sizeof places, 0);
    add_sparse(&maker, own, COUNT, kind, 5125, p, gltf_view(&maker, values, sizeof values, 0), SPARSE);
    Subject s = begin(&maker);
    check_floats(&s, 0, expected, 2 * COUNT);
    uint32_t *elements = NULL;
    float *found = NULL;
    int count = 0;
    CHECK_STATUS(mieni_gltf_nonzero(s.gltf, 0, &s.arena, &elements, &found, &count, NULL), MIEN_OK);
    CHECK_INT(count, COUNT - 1);
    for (int i = 0; i < count; ++i) {
        const int element = i + (i >= MIENI_GLTF_BLOCK);
        CHECK_INT((int)elements[i], element);
        CHECK(memcmp(found + 2 * i, expected + 2 * element, 2 * sizeof *found) == 0);
    }
    end(&s);
}

/// One accessor of a file that must be refused, where, and part of why.
static void check_refused(GltfMaker *maker, const char *place, const char *part)
{
    Text file = gltf_finish(maker, "");
    MienIoGltf *gltf = NULL;
    MienError error = {0};
    CHECK(mien_io_gltf_open(file.bytes, file.size, NULL, &gltf, &error) != MIEN_OK);
    check_error(&error, error.status, place, part);
    mien_io_gltf_destroy(gltf);
    text_free(&file);
}

TEST(refused)
{
    static const float numbers[4] = {0, 1, 2, 3};
    static const uint32_t not_finite[4] = {0, 0x7F800000, 0, 0x7FC00000};
    static const uint8_t places[4] = {1, 1, 2, 9};
    static const char *const rows[][2] = {
        {"\"componentType\":5126,\"count\":5,\"type\":\"SCALAR\"", "accessors[0]"},
        {"\"componentType\":5126,\"count\":2,\"type\":\"VEC3\"", "accessors[0]"},
        {"\"componentType\":5126,\"count\":4,\"type\":\"SCALAR\",\"byteOffset\":4", "accessors[0]"},
        {"\"componentType\":5126,\"count\":1,\"type\":\"SCALAR\",\"byteOffset\":2", "accessors[0]"},
        {"\"componentType\":5126,\"count\":1,\"type\":\"SCALAR\",\"byteOffset\":9007199254740992",
         "accessors[0]"},
        {"\"componentType\":5126,\"count\":4,\"type\":\"SCALAR\",\"max\":[2.5]}", "accessors[0], element 3"},
        {"\"componentType\":5126,\"count\":4,\"type\":\"SCALAR\",\"min\":[0.5]}", "accessors[0], element 0"},
        {"\"componentType\":5126,\"count\":134217728,\"type\":\"MAT4\"", "accessors[0].count"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        GltfMaker maker = {0};
        const int view = gltf_view(&maker, numbers, sizeof numbers, 0);
        gltf_accessor(&maker, "\"bufferView\":%d,%.*s", view, (int)strcspn(rows[i][0], "}"), rows[i][0]);
        check_refused(&maker, rows[i][1], "");
    }
    GltfMaker maker = {0};
    gltf_accessor(&maker, "\"bufferView\":%d,\"componentType\":5126,\"count\":4,\"type\":\"SCALAR\"",
                  gltf_view(&maker, not_finite, sizeof not_finite, 0));
    check_refused(&maker, "accessors[0], element 1", "infinite");
    for (int i = 0; i < 2; ++i) { // the same index twice; one beyond the end
        const int indices = gltf_view(&maker, places + 2 * i, 2, 0);
        add_sparse(&maker, -1, 5, "\"componentType\":5126,\"type\":\"SCALAR\"", 5121, indices,
                   gltf_view(&maker, numbers, 8, 0), 2);
        check_refused(&maker, "accessors[0].sparse.indices, element 1", "ascend");
    }
}

/// A buffer that the file gives no data hurts only those who read it.
TEST(missing_data)
{
    static const char text[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":64}],\"bufferViews\":[{\"buffer\":0,"
        "\"byteLength\":64}],\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":"
        "\"SCALAR\"},{\"componentType\":5126,\"count\":4,\"type\":\"SCALAR\",\"sparse\":{\"count\":1,"
        "\"indices\":{\"bufferView\":0,\"componentType\":5121},\"values\":{\"bufferView\":0}}}]}";
    Text file = {0};
    gltf_put(&file, text, sizeof text - 1);
    Subject s = {.file = file, .gltf = gltf_open(&file)};
    for (int a = 0; a < 2; ++a) {
        MienError error = {0};
        float *values = NULL;
        uint32_t *whole = NULL;
        int count = 0;
        CHECK_STATUS(mieni_gltf_floats(s.gltf, a, &s.arena, &values, &error), MIEN_ERROR_DATA);
        CHECK_STATUS(mieni_gltf_integers(s.gltf, a, &s.arena, &whole, &error), MIEN_ERROR_DATA);
        CHECK_STATUS(mieni_gltf_nonzero(s.gltf, a, &s.arena, &whole, &values, &count, &error),
                     MIEN_ERROR_DATA);
        CHECK(strstr(error.message, "no data") != NULL);
    }
    end(&s);
}

CHECK_MAIN
{
    RUN(component_types);
    RUN(strides_and_offsets);
    RUN(matrices);
    RUN(sparse);
    RUN(many);
    RUN(refused);
    RUN(missing_data);
}
