// SPDX-License-Identifier: MIT
//
// Every real file that can be read, written and read again: into itself, into itself with
// its own motion rewritten, and as a new file. What Mien works with is the same to the
// bit each time; with a base the rest of the tree is the same as JSON. Skipped without the
// data. MIEN_KEEP_WRITTEN names a folder that everything written is kept in, for other
// programs to look at.

#include "support/gltf/files.h"
#include "support/gltf/sources.h"

#include "base/json.h"
#include "io/gltf/gltf.h"
#include "mien_io/gltf_write.h"

static int read_count;

/// Keys whose values tell where bytes are. Their lengths stay.
static bool is_bookkeeping(const char *key)
{
    static const char *const keys[] = {"buffers", "bufferViews"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return false;
}

/// Whether two trees are the same but for where bytes are, and what the bytes are.
static void compare_trees(Compare *compare, const MienIoGltf *a, const MienIoGltf *b)
{
    const MieniJson *x = a->json.root, *y = b->json.root;
    compare_int(compare, x->count, y->count, "keys of the root", 0);
    for (int i = 0; i < x->count; ++i) {
        const MieniJson *other = mieni_json_get(y, x->keys[i]);
        if (!is_bookkeeping(x->keys[i]))
            compare_tell(compare, other != NULL && mieni_json_equal(x->items[i], other), x->keys[i], i, 0);
    }
    const int count = mieni_gltf_count(a, "bufferViews");
    compare_int(compare, count, mieni_gltf_count(b, "bufferViews"), "views", 0);
    for (int v = 0; v < count && v < mieni_gltf_count(b, "bufferViews"); ++v) {
        const uint8_t *p, *q;
        size_t p_size, q_size;
        mieni_gltf_view(a, v, &p, &p_size);
        mieni_gltf_view(b, v, &q, &q_size);
        compare_tell(compare, p_size == q_size && (p == NULL || memcmp(p, q, p_size) == 0), "view's bytes", v,
                     0);
    }
}

static void tell(void *user, const char *sentence, const char *of, const char *name)
{
    printf("%s: %s: %s: %s\n", (const char *)user, of, name, sentence);
    CHECK(false);
}

static void keep(const MienIoBytes *bytes)
{
    static int count;
    const char *folder = getenv("MIEN_KEEP_WRITTEN");
    char path[1024];
    snprintf(path, sizeof path, "%s/written_%03d.glb", folder != NULL ? folder : "", count++);
    FILE *file = folder != NULL ? fopen(path, "wb") : NULL;
    if (file == NULL)
        return;
    CHECK_INT(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
    fclose(file);
}

/// Writes and opens again; NULL, and a failed check, if that does not work.
static MienIoGltf *write_and_open(const char *of, const MienIoGltfWriting *writing, const char *source,
                                  MienIoBytes *bytes)
{
    MienError error = {0};
    MienIoGltf *gltf = NULL;
    const MienIoGltfOptions options = {.source = source};
    MienStatus status = mien_io_gltf_write(writing, NULL, bytes, &error);
    keep(bytes);
    if (status == MIEN_OK)
        status = mien_io_gltf_open(bytes->data, bytes->size, &options, &gltf, &error);
    if (status != MIEN_OK)
        printf("%s: %s: %s\n", of, error.location, error.message);
    CHECK_STATUS(status, MIEN_OK);
    return gltf;
}

static MienIoSource *read_again(const char *of, const MienIoGltf *gltf)
{
    MienIoSource *source = NULL;
    MienError error = {0};
    if (gltf != NULL && mien_io_gltf_read(gltf, NULL, &source, NULL, &error) != MIEN_OK)
        printf("%s: %s: %s\n", of, error.location, error.message);
    CHECK(source != NULL);
    return source;
}

/// The takes of a source as animations, without the one that shows expressions.
static int animations_of(const MienIoSource *source, MienIoGltfForm form, MienIoGltfAnimation *out)
{
    int count = 0;
    for (int t = 0; t < source->take_count; ++t)
        if (source->expressions.count == 0 || t != source->expressions.take)
            out[count++] = (MienIoGltfAnimation){source->takes[t].name, source->takes[t].clip, form,
                                                 source->takes[t].use == MIEN_IO_TAKE_POSES};
    return count;
}

/// Reads what was written and holds it to the source.
static void check_again(Compare *compare, const MienIoGltf *again, const MienIoSource *source,
                        bool has_expressions)
{
    MienIoSource *other = read_again(compare->of, again);
    if (other != NULL) {
        compare_skeletons(compare, &source->skeleton, &other->skeleton);
        compare_meshes(compare, source->mesh, other->mesh);
        compare_takes(compare, source, other);
        if (has_expressions)
            compare_expressions(compare, &source->expressions, &other->expressions);
    }
    CHECK(!compare->is_different);
    mien_io_source_destroy(other);
}

/// Into itself: nothing changes.
static void check_untouched(const char *relative, const MienIoGltf *gltf, const MienIoSource *source)
{
    MienIoBytes bytes = {0}, twice = {0};
    Compare compare = {.of = relative};
    const MienIoGltfWriting writing = {.base = gltf, .losses = {(void *)relative, tell}};
    MienIoGltf *again = write_and_open(relative, &writing, gltf->source, &bytes);
    if (again != NULL) {
        compare_trees(&compare, gltf, again);
        check_again(&compare, again, source, true);
        CHECK_STATUS(mien_io_gltf_write(&(MienIoGltfWriting){.base = again}, NULL, &twice, NULL), MIEN_OK);
        CHECK(twice.size == bytes.size && memcmp(twice.data, bytes.data, bytes.size) == 0);
    }
    mien_io_gltf_destroy(again);
    mien_io_bytes_release(&bytes);
    mien_io_bytes_release(&twice);
}

/// Into itself, with its motion rewritten in either form.
static void check_rewritten(const char *relative, const MienIoGltf *gltf, const MienIoSource *source,
                            MienIoGltfForm form)
{
    MienIoBytes bytes = {0};
    MienIoGltfAnimation animations[64];
    Compare compare = {.of = relative};
    MienIoGltfWriting writing = {.base = gltf, .animations = animations, .losses = {(void *)relative, tell}};
    writing.animation_count = animations_of(source, form, animations);
    MienIoGltf *again = write_and_open(relative, &writing, gltf->source, &bytes);
    if (again != NULL)
        check_again(&compare, again, source, true);
    mien_io_gltf_destroy(again);
    mien_io_bytes_release(&bytes);
}

/// As a new file of skeleton, mesh and motion.
static void check_new(const char *relative, const MienIoSource *source, const MienIoGltfImage *images,
                      MienIoGltfForm form)
{
    MienIoBytes bytes = {0};
    MienIoGltfAnimation animations[64];
    Compare compare = {.of = relative, .skips_images = true};
    MienIoGltfWriting writing = {.skeleton = &source->skeleton,
                                 .mesh = source->mesh,
                                 .images = images,
                                 .animations = animations,
                                 .losses = {(void *)relative, tell}};
    writing.animation_count = animations_of(source, form, animations);
    MienIoGltf *again = write_and_open(relative, &writing, strrchr(relative, '/') + 1, &bytes);
    if (again != NULL)
        check_again(&compare, again, source, false);
    mien_io_gltf_destroy(again);
    mien_io_bytes_release(&bytes);
}

/// Whether all curves are morphs, which alone can be baked into a new file.
static bool has_only_morphs(const MienIoSource *source)
{
    for (int t = 0; t < source->take_count; ++t)
        for (int c = 0; c < source->takes[t].clip->curve_count; ++c) {
            bool is_morph = false;
            for (int m = 0; source->mesh != NULL && m < source->mesh->morph_count && !is_morph; ++m)
                is_morph = strcmp(source->mesh->morphs[m].name, source->takes[t].clip->curves[c].name) == 0;
            if (!is_morph)
                return false;
        }
    return true;
}

static void check_file(const char *path, const char *relative)
{
    GltfFolder folder;
    MienIoGltf *gltf = NULL;
    MienIoSource *source = NULL;
    MienError error = {0};
    if (gltf_open_path(path, &folder, &gltf, &error) == MIEN_OK &&
        mien_io_gltf_read(gltf, NULL, &source, NULL, &error) == MIEN_OK) {
        MienIoGltfImage images[64] = {{0}};
        ++read_count;
        for (int i = 0; source->mesh != NULL && i < source->mesh->image_count; ++i)
            CHECK_STATUS(mien_io_gltf_image(gltf, i, &images[i].data, &images[i].size, NULL), MIEN_OK);
        check_untouched(relative, gltf, source);
        for (int form = MIEN_IO_GLTF_BAKED; form <= MIEN_IO_GLTF_CURVES; ++form) {
            check_rewritten(relative, gltf, source, (MienIoGltfForm)form);
            if (form != MIEN_IO_GLTF_BAKED || has_only_morphs(source))
                check_new(relative, source, images, (MienIoGltfForm)form);
        }
    }
    mien_io_source_destroy(source);
    mien_io_gltf_destroy(gltf);
    gltf_folder_close(&folder);
}

static int check_set(const char *beginning)
{
    static const char *const ends[] = {".gltf", ".glb", ".vrm", ".vrma"};
    read_count = 0;
    return each_data_file(beginning, ends, 4, check_file);
}

TEST(khronos)
{
    if (check_set("khronos/") < 0)
        SKIP("no test data");
    CHECK(read_count >= 20);
}

TEST(asset_generator)
{
    if (check_set("gltf-asset-generator/") < 0)
        SKIP("no test data");
    CHECK(read_count >= 40);
}

TEST(characters)
{
    if (check_set("makehuman-derived/") < 0)
        SKIP("no test data");
    CHECK_INT(read_count, 5);
    check_set("ict-facekit/");
    CHECK_INT(read_count, 3);
    check_set("threejs/");
    CHECK_INT(read_count, 2);
}

TEST(vrm)
{
    if (check_set("vrm/") < 0)
        SKIP("no test data");
    CHECK_INT(read_count, 6);
}

CHECK_MAIN
{
    RUN(khronos);
    RUN(asset_generator);
    RUN(characters);
    RUN(vrm);
}
