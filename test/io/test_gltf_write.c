// SPDX-License-Identifier: MIT
//
// Writing glTF: a small character that is described whole, curves of every kind, and what
// is refused or told.

#include "support/gltf/sources.h"
#include "support/gltf/writes.h"
#include "support/ledger.h"
#include "support/small_character.h"

#include "base/json.h"
#include "io/gltf/gltf.h"

/// What was told.
typedef struct Told {
    int count;
    char last[512];
} Told;

static void tell(void *user, const char *sentence, const char *of, const char *name)
{
    Told *told = user;
    ++told->count;
    snprintf(told->last, sizeof told->last, "%s|%s|%s", of, name, sentence);
}

static MienIoBytes write_sound(const MienIoGltfWriting *writing)
{
    MienIoBytes bytes = {0}, twice = {0};
    MienError error = {0};
    if (mien_io_gltf_write(writing, NULL, &bytes, &error) != MIEN_OK)
        printf("%s: %s\n", error.location, error.message);
    if (bytes.data == NULL)
        abort();
    CHECK_STATUS(mien_io_gltf_write(writing, NULL, &twice, &error), MIEN_OK);
    CHECK(bytes.size == twice.size && memcmp(bytes.data, twice.data, bytes.size) == 0);
    mien_io_bytes_release(&twice);
    return bytes;
}

TEST(a_new_file_is_what_it_was_made_of)
{
    SmallCharacter character;
    small_character(&character);
    Told told = {0};
    const MienIoGltfAnimation animation = {"talk", &character.clip, MIEN_IO_GLTF_BAKED, false};
    const MienIoGltfWriting writing = {.skeleton = &character.skeleton,
                                       .mesh = &character.mesh,
                                       .animations = &animation,
                                       .animation_count = 1,
                                       .losses = {&told, tell}};
    MienIoBytes bytes = write_sound(&writing);
    MienIoSource *source = gltf_read_again(&bytes);
    Compare compare = {.of = "small character", .skips_images = true, .skips_sources = true};
    compare_skeletons(&compare, &character.skeleton, &source->skeleton);
    compare_meshes(&compare, &character.mesh, source->mesh);
    CHECK_INT(source->take_count, 1);
    CHECK_STR(source->takes[0].name, "talk");
    CHECK_INT(source->takes[0].use, MIEN_IO_TAKE_MOTION); // events, but no names of poses
    compare_clips(&compare, &character.clip, source->takes[0].clip);
    CHECK(!compare.is_different);
    CHECK_INT(told.count, 4); // two images that are not at hand, and it is written twice
    MienIoGltf *gltf = gltf_open_again(&bytes);
    const MieniJson *mesh = mieni_gltf_item(gltf, "meshes", 0);
    const MieniJson *names = mieni_json_get(mieni_json_get(mesh, "extras"), "targetNames");
    CHECK(names != NULL && names->count == 2 && strcmp(names->items[1]->string, "wide") == 0);
    const MieniJson *attributes = mieni_json_get(mieni_json_get(mesh, "primitives")->items[0], "attributes");
    const MieniGltfAccessor colors = mieni_gltf_accessor(gltf, mieni_gltf_index(attributes, "COLOR_0"));
    CHECK(colors.component_type == 5123 && colors.is_normalized && colors.components == 4);
    CHECK_INT(colors.count, 4);
    mien_io_gltf_destroy(gltf);
    mien_io_source_destroy(source);
    mien_io_bytes_release(&bytes);
}

/// One bone bound in two ways, in two parts: as many skins, and the binds as they were.
TEST(several_skins)
{
    SmallCharacter character;
    small_character(&character);
    character.binds[2].bone = "jaw";
    character.binds[2].inverse[3] = -7.0f;
    for (int i = 0; i < CHARACTER_INFLUENCES; ++i)
        character.vertex_joints[0][i] = 1;
    for (int v = 4; v < CHARACTER_VERTICES; ++v)
        for (int i = 0; i < CHARACTER_INFLUENCES; ++i) {
            character.vertex_joints[v][i] = i == 0 ? 2 : 0;
            character.vertex_weights[v][i] = i == 0 ? 1.0f : 0.0f;
        }
    MienIoBytes bytes =
        write_sound(&(MienIoGltfWriting){.skeleton = &character.skeleton, .mesh = &character.mesh});
    MienIoSource *source = gltf_read_again(&bytes);
    Compare compare = {.of = "several skins", .skips_images = true};
    compare_skeletons(&compare, &character.skeleton, &source->skeleton);
    compare_meshes(&compare, &character.mesh, source->mesh);
    CHECK(!compare.is_different);
    MienIoGltf *gltf = gltf_open_again(&bytes);
    CHECK(mieni_gltf_count(gltf, "skins") >= 2);
    mien_io_gltf_destroy(gltf);
    mien_io_source_destroy(source);
    mien_io_bytes_release(&bytes);
    // Within one part glTF has no word for it.
    MienError error = {0};
    character.vertex_joints[0][0] = 2;
    character.vertex_weights[0][0] = 1.0f;
    for (int i = 1; i < CHARACTER_INFLUENCES; ++i)
        character.vertex_weights[0][i] = 0.0f;
    CHECK_STATUS(
        mien_io_gltf_write(&(MienIoGltfWriting){.skeleton = &character.skeleton, .mesh = &character.mesh},
                           NULL, &bytes, &error),
        MIEN_ERROR_DATA);
    check_error(&error, MIEN_ERROR_DATA, "mesh.parts[0]", "two ways");
    CHECK(bytes.data == NULL && bytes.size == 0);
}

/// Two shapes, of which the first has the second morph: readers find the morphs in their order.
TEST(morphs_in_another_order)
{
    SmallCharacter character;
    small_character(&character);
    uint16_t binds[CHARACTER_VERTICES];
    float weights[CHARACTER_VERTICES];
    for (int v = 0; v < CHARACTER_VERTICES; ++v) {
        binds[v] = v < 4 ? 1 : 2;
        weights[v] = 1.0f;
    }
    character.mesh.influence_count = 1;
    character.mesh.vertex_joints = binds;
    character.mesh.vertex_weights = weights;
    character.binds[2].bone = "jaw"; // bound in two ways, so as two meshes
    character.binds[2].inverse[3] = -7.0f;
    static const uint32_t moved[2][2] = {{4, 6}, {1, 2}};
    static const MienVec3 offsets[2][2] = {{{1, 2, 3}, {4, 5, 6}}, {{-1, 0, 0}, {0, -2, 0}}};
    character.morphs[0] = (MienAuthorMorph){"open", 0.25f, 2, moved[0], offsets[0], NULL};
    character.morphs[1] = (MienAuthorMorph){"wide", 0.5f, 2, moved[1], offsets[1], NULL};
    MienIoBytes bytes =
        write_sound(&(MienIoGltfWriting){.skeleton = &character.skeleton, .mesh = &character.mesh});
    MienIoSource *source = gltf_read_again(&bytes);
    Compare compare = {.of = "morphs in another order", .skips_images = true};
    compare_meshes(&compare, &character.mesh, source->mesh);
    CHECK(!compare.is_different);
    MienIoGltf *gltf = gltf_open_again(&bytes);
    CHECK_INT(mieni_gltf_count(gltf, "meshes"), 2);
    mien_io_gltf_destroy(gltf);
    mien_io_source_destroy(source);
    mien_io_bytes_release(&bytes);
}

/// A clip of one curve, read back in the form that has every curve.
static MienIoSource *curve_again(const MienAuthorClipCurve *curve, double length, Told *told)
{
    *told = (Told){0};
    const MienAuthorClip clip = {
        .rate = 10, .rate_divisor = 1, .length = length, .curves = curve, .curve_count = 1};
    const MienIoGltfAnimation animation = {"one", &clip, MIEN_IO_GLTF_CURVES, false};
    const MienIoGltfWriting writing = {
        .animations = &animation, .animation_count = 1, .losses = {told, tell}};
    MienIoBytes bytes = write_sound(&writing);
    CHECK_INT(told->count % 2, 0); // it was written twice
    told->count /= 2;
    MienIoSource *source = gltf_read_again(&bytes);
    mien_io_bytes_release(&bytes);
    CHECK_INT(source->take_count, 1);
    CHECK_INT(source->takes[0].clip->rate, 10);
    CHECK_INT(source->takes[0].clip->curve_count, 1);
    return source;
}

/// Holds the values of two curves together at many moments, but for those at a jump.
static void check_values(const MienAuthorClipCurve *a, const MienAuthorClipCurve *b, double length)
{
    for (int i = 0; i <= 1000; ++i) {
        const double time = (i + 0.37) * length / 1001.0;
        CHECK_NEAR(mien_author_curve_evaluate(b, time), mien_author_curve_evaluate(a, time), 2e-6);
    }
    CHECK_NEAR(mien_author_curve_evaluate(b, length), mien_author_curve_evaluate(a, length), 2e-6);
}

TEST(keys_of_several_kinds)
{
    const MienAuthorKey keys[] = {
        {0.25, 0.5f, MIEN_AUTHOR_LINEAR, 0, 0, false},       {0.5, 1.0f, MIEN_AUTHOR_CONSTANT, 0, 0, false},
        {0.75, -1.0f, MIEN_AUTHOR_CUBIC, 3.0f, 2.0f, false}, {1.0, 0.0f, MIEN_AUTHOR_LINEAR, -4.0f, 0, false},
        {1.0, 0.75f, MIEN_AUTHOR_LINEAR, 0, 0, false},       {1.5, 0.25f, MIEN_AUTHOR_LINEAR, 0, 0, false}};
    Told told;
    for (int first = 0; first < 5; ++first)
        for (int count = 1; first + count <= 6; ++count) {
            const MienAuthorClipCurve curve = {.name = "c", .key_count = count, .keys = keys + first};
            MienIoSource *source = curve_again(&curve, 1.5, &told);
            CHECK_INT(told.count, 0);
            CHECK_NEAR(source->takes[0].clip->length, 1.5, 0.0);
            check_values(&curve, &source->takes[0].clip->curves[0], 1.5);
            mien_io_source_destroy(source);
        }
}

TEST(keys_of_one_kind_stay)
{
    for (int kind = MIEN_AUTHOR_CONSTANT; kind <= MIEN_AUTHOR_CUBIC; ++kind) {
        MienAuthorKey keys[4];
        for (int k = 0; k < 4; ++k)
            keys[k] = (MienAuthorKey){.time = 0.5 * k,
                                      .value = (float)(k * k) - 1.0f,
                                      .interpolation = (MienAuthorInterpolation)kind,
                                      .arrive = kind == MIEN_AUTHOR_CUBIC ? (float)k : 0.0f,
                                      .leave = kind == MIEN_AUTHOR_CUBIC ? (float)-k : 0.0f};
        Told told;
        const MienAuthorClipCurve curve = {.name = "c", .key_count = 4, .keys = keys};
        MienIoSource *source = curve_again(&curve, 1.5, &told);
        Compare compare = {.of = "keys"};
        compare_curve(&compare, &curve, &source->takes[0].clip->curves[0], kind);
        CHECK(!compare.is_different);
        CHECK_INT(told.count, 0);
        mien_io_source_destroy(source);
    }
}

/// What glTF cannot say is sampled, and told.
TEST(curves_that_are_sampled)
{
    MienAuthorKey keys[] = {{-0.5, 0.0f, MIEN_AUTHOR_LINEAR, 0, 0, false},
                            {0.5, 1.0f, MIEN_AUTHOR_LINEAR, 0, 0, false}};
    Told told;
    MienAuthorClipCurve curve = {.name = "c", .key_count = 2, .keys = keys};
    MienIoSource *source = curve_again(&curve, 0.45, &told);
    CHECK_INT(told.count, 1);
    CHECK(strstr(told.last, "one|c|The keys of this curve") == told.last);
    check_values(&curve, &source->takes[0].clip->curves[0], 0.45);
    CHECK_INT(source->takes[0].clip->curves[0].key_count, 6); // five frames and the end
    mien_io_source_destroy(source);
    keys[0].time = 0.1;
    curve.after = MIEN_AUTHOR_OSCILLATE;
    source = curve_again(&curve, 2.0, &told);
    CHECK_INT(told.count, 1);
    CHECK_INT(source->takes[0].clip->curves[0].key_count, 21);
    mien_io_source_destroy(source);
    curve = (MienAuthorClipCurve){.name = "none"};
    source = curve_again(&curve, 1.0, &told); // without keys a curve is 0, which is no loss
    CHECK_INT(told.count, 0);
    CHECK_NEAR(mien_author_curve_evaluate(&source->takes[0].clip->curves[0], 0.5), 0.0, 0.0);
    mien_io_source_destroy(source);
}

/// Weights of one node share their keys: the curves' own only if they agree.
TEST(weights_that_do_not_agree)
{
    SmallCharacter character;
    small_character(&character);
    Told told = {0};
    character.keys[1][1].time = 0.4;
    const MienIoGltfAnimation animation = {"talk", &character.clip, MIEN_IO_GLTF_BAKED, false};
    MienIoBytes bytes = {0};
    const MienIoGltfWriting writing = {.skeleton = &character.skeleton,
                                       .mesh = &character.mesh,
                                       .animations = &animation,
                                       .animation_count = 1,
                                       .losses = {&told, tell}};
    character.mesh.image_count = 0;
    for (int m = 0; m < character.mesh.material_count; ++m)
        character.materials[m].image = -1;
    CHECK_STATUS(mien_io_gltf_write(&writing, NULL, &bytes, NULL), MIEN_OK);
    CHECK_INT(told.count, 2);
    MienIoSource *source = gltf_read_again(&bytes);
    const MienAuthorClip *clip = source->takes[0].clip;
    CHECK_INT(clip->curve_count, 2);
    for (int c = 0; c < 2; ++c)
        for (int f = 0; f <= 10; ++f)
            CHECK_NEAR(mien_author_curve_evaluate(&clip->curves[c], f / 10.0),
                       mien_author_curve_evaluate(&character.clip.curves[c], f / 10.0), 2e-6);
    mien_io_source_destroy(source);
    mien_io_bytes_release(&bytes);
}

/// Targets without names get those that readers gave them once something drives them.
TEST(names_of_targets)
{
    static const float corners[] = {0, 0, 0, 1, 0, 0, 1, 1, 0};
    GltfMaker maker = {0};
    gltf_floats(&maker, "VEC3", 3, corners);
    Text file = gltf_finish(&maker, "\"meshes\":[{\"name\":\"face\",\"primitives\":[{\"attributes\":{"
                                    "\"POSITION\":0},\"targets\":[{\"POSITION\":0}]}]}],"
                                    "\"nodes\":[{\"name\":\"n\",\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}]");
    MienIoGltf *gltf = gltf_open(&file);
    const MienAuthorKey key = {.value = 0.5f, .interpolation = MIEN_AUTHOR_LINEAR};
    const MienAuthorClipCurve curve = {.name = "face.0", .key_count = 1, .keys = &key};
    const MienAuthorClip clip = {.rate = 30, .rate_divisor = 1, .curves = &curve, .curve_count = 1};
    for (int form = MIEN_IO_GLTF_BAKED; form <= MIEN_IO_GLTF_CURVES; ++form) {
        const MienIoGltfAnimation animation = {"one", &clip, (MienIoGltfForm)form, false};
        MienIoBytes bytes =
            write_sound(&(MienIoGltfWriting){.base = gltf, .animations = &animation, .animation_count = 1});
        MienIoGltf *again = gltf_open_again(&bytes);
        const MieniJson *names =
            mieni_json_get(mieni_json_get(mieni_gltf_item(again, "meshes", 0), "extras"), "targetNames");
        CHECK(names != NULL && names->count == 1 && strcmp(names->items[0]->string, "face.0") == 0);
        mien_io_gltf_destroy(again);
        mien_io_bytes_release(&bytes);
    }
    MienIoBytes untouched = write_sound(&(MienIoGltfWriting){.base = gltf});
    MienIoGltf *again = gltf_open_again(&untouched);
    CHECK(mieni_json_get(mieni_gltf_item(again, "meshes", 0), "extras") == NULL);
    mien_io_gltf_destroy(again);
    mien_io_bytes_release(&untouched);
    mien_io_gltf_destroy(gltf);
    text_free(&file);
}

/// What is said of a buffer stays, although all become one.
TEST(words_of_buffers)
{
#define FOUR_BYTES "\"byteLength\":4,\"uri\":\"data:application/octet-stream;base64,AAAAAA==\""
    Text file = {0};
    text_add(&file, "%s",
             "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{" FOUR_BYTES "},{" FOUR_BYTES
             ",\"name\":\"more\"}],\"nodes\":[{\"name\":\"n\"}],\"scenes\":[{\"nodes\":[0]}]}");
    MienIoGltf *gltf = gltf_open(&file);
    MienIoBytes bytes = write_sound(&(MienIoGltfWriting){.base = gltf});
    MienIoGltf *again = gltf_open_again(&bytes);
    CHECK_STR(mieni_json_get_string(mieni_gltf_item(again, "buffers", 0), "name", ""), "more");
    mien_io_gltf_destroy(again);
    mien_io_bytes_release(&bytes);
    mien_io_gltf_destroy(gltf);
    text_free(&file);
}

/// A buffer that the file gives no data stays a buffer of its own, and its views with it.
TEST(buffers_without_data)
{
    Text file = {0};
    text_add(&file, "%s",
             "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":8},{" FOUR_BYTES
             "},{\"byteLength\":16}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":8},{\"buffer\":1,"
             "\"byteLength\":4},{\"buffer\":2,\"byteLength\":16}]}");
    MienIoGltf *gltf = gltf_open(&file);
    MienIoBytes bytes = write_sound(&(MienIoGltfWriting){.base = gltf});
    MienIoGltf *again = gltf_open_again(&bytes);
    static const int buffers[3] = {1, 0, 2}, lengths[3] = {4, 8, 16};
    CHECK_INT(mieni_gltf_count(again, "buffers"), 3);
    for (int i = 0; i < 3; ++i) {
        CHECK_INT(mieni_gltf_index(mieni_gltf_item(again, "bufferViews", i), "buffer"), buffers[i]);
        CHECK_NEAR(mieni_json_get_number(mieni_gltf_item(again, "buffers", i), "byteLength", 0), lengths[i],
                   0);
    }
    mien_io_gltf_destroy(again);
    mien_io_bytes_release(&bytes);
    mien_io_gltf_destroy(gltf);
    text_free(&file);
}

/// Bounds of morphs that move all vertices of a part, or some.
TEST(bounds_of_morphs)
{
    SmallCharacter character;
    small_character(&character);
    static const uint32_t all[4] = {0, 1, 2, 3};
    static const MienVec3 far[4] = {{3, -2, 5}, {2, -1, 5}, {4, -3, 5}, {3, -2, 5}};
    character.morphs[0] = (MienAuthorMorph){"open", 0.0f, 4, all, far, NULL};
    MienIoBytes bytes =
        write_sound(&(MienIoGltfWriting){.skeleton = &character.skeleton, .mesh = &character.mesh});
    MienIoGltf *gltf = gltf_open_again(&bytes);
    static const double bounds[2][2][3] = {{{2, -3, 5}, {4, -1, 5}}, {{0, 0, 0}, {0.5, 0, 0.125}}};
    const MieniJson *primitives = mieni_json_get(mieni_gltf_item(gltf, "meshes", 0), "primitives");
    const MieniJson *targets = mieni_json_get(primitives->items[0], "targets");
    CHECK_INT(targets->count, 2);
    for (int t = 0; t < 2; ++t)
        for (int k = 0; k < 2; ++k) {
            const MieniJson *list = mieni_json_get(
                mieni_gltf_item(gltf, "accessors", mieni_gltf_index(targets->items[t], "POSITION")),
                k == 0 ? "min" : "max");
            for (int c = 0; c < 3; ++c)
                CHECK_NEAR(list->items[c]->number, bounds[t][k][c], 0);
        }
    mien_io_gltf_destroy(gltf);
    mien_io_bytes_release(&bytes);
}

/// A track that steps without times shows the nearest sample; with times before 0 it
/// begins where it is at 0.
TEST(tracks_of_other_times)
{
    SmallCharacter character;
    small_character(&character);
    MienAuthorClipTrack track = character.tracks[0];
    MienAuthorClip clip = {.rate = 10, .rate_divisor = 1, .length = 1.0, .tracks = &track, .track_count = 1};
    const MienIoGltfAnimation animation = {"t", &clip, MIEN_IO_GLTF_BAKED, false};
    const MienIoGltfWriting writing = {
        .skeleton = &character.skeleton, .animations = &animation, .animation_count = 1};
    double times[CHARACTER_FRAMES];
    for (int way = 0; way < 2; ++way) {
        track.is_stepped = way == 0;
        for (int i = 0; i < CHARACTER_FRAMES; ++i)
            times[i] = i * 0.1 - 0.23;
        track.times = way == 0 ? NULL : times;
        MienIoBytes bytes = write_sound(&writing);
        MienIoSource *source = gltf_read_again(&bytes);
        const MienAuthorClip *again = source->takes[0].clip;
        CHECK_NEAR(again->length, 1.0, 0.0);
        for (int i = 0; i < 500; ++i) {
            const double time = (i + 0.5) / 500.0;
            const MienTransform a = mien_author_track_evaluate(&clip, 0, time),
                                b = mien_author_track_evaluate(again, 0, time);
            CHECK_NEAR(a.rotation.x, b.rotation.x, 5e-6);
            CHECK_NEAR(a.translation.y, b.translation.y, 5e-6);
        }
        mien_io_source_destroy(source);
        mien_io_bytes_release(&bytes);
    }
}

TEST(what_is_refused)
{
    SmallCharacter character;
    small_character(&character);
    MienIoBytes bytes = {0};
    MienError error = {0};
    MienIoGltfAnimation animations[2] = {{"a", &character.clip, MIEN_IO_GLTF_BAKED, false},
                                         {"a", &character.clip, MIEN_IO_GLTF_CURVES, false}};
    MienIoGltfWriting writing = {
        .skeleton = &character.skeleton, .animations = animations, .animation_count = 2};
    CHECK_STATUS(mien_io_gltf_write(&writing, NULL, &bytes, &error), MIEN_ERROR_DATA);
    check_error(&error, MIEN_ERROR_DATA, "animations[1].name", "Another animation has this name");
    animations[1].name = " b";
    CHECK_STATUS(mien_io_gltf_write(&writing, NULL, &bytes, &error), MIEN_ERROR_DATA);
    animations[1] = (MienIoGltfAnimation){"b", NULL, MIEN_IO_GLTF_BAKED, false};
    CHECK_STATUS(mien_io_gltf_write(&writing, NULL, &bytes, &error), MIEN_ERROR_ARGUMENT);
    animations[1] = (MienIoGltfAnimation){"b", &(MienAuthorClip){.length = -1.0}, MIEN_IO_GLTF_BAKED, false};
    CHECK_STATUS(mien_io_gltf_write(&writing, NULL, &bytes, &error), MIEN_ERROR_DATA);
    check_error(&error, MIEN_ERROR_DATA, "animations[1].clip.length", "length");
    writing.animation_count = 0;
    writing.skeleton = NULL;
    writing.mesh = &character.mesh;
    CHECK_STATUS(mien_io_gltf_write(&writing, NULL, &bytes, &error), MIEN_ERROR_ARGUMENT);
    check_error(&error, MIEN_ERROR_ARGUMENT, "skeleton", "needs the skeleton");
    writing.skeleton = &character.skeleton;
    character.binds[1].bone = "nose";
    CHECK_STATUS(mien_io_gltf_write(&writing, NULL, &bytes, &error), MIEN_ERROR_DATA);
    check_error(&error, MIEN_ERROR_DATA, "mesh.binds[1].bone", "no bone of this name");
    writing = (MienIoGltfWriting){.expressions = &(MienIoExpressions){0}};
    CHECK_STATUS(mien_io_gltf_write(&writing, NULL, &bytes, &error), MIEN_ERROR_ARGUMENT);
    writing.faces = &character.clip;
    writing.expression_form = MIEN_IO_GLTF_VRM;
    CHECK_STATUS(mien_io_gltf_write(&writing, NULL, &bytes, &error), MIEN_ERROR_DATA);
    check_error(&error, MIEN_ERROR_DATA, "base", "need a base that is a VRM");
    CHECK_STATUS(mien_io_gltf_write(NULL, NULL, &bytes, &error), MIEN_ERROR_ARGUMENT);
    CHECK(bytes.data == NULL);
    mien_io_bytes_release(NULL);
}

TEST(memory_that_runs_out)
{
    SmallCharacter character;
    small_character(&character);
    MienIoGltfAnimation animation = {"talk", &character.clip, MIEN_IO_GLTF_BAKED, false};
    MienIoGltfWriting writing = {.skeleton = &character.skeleton,
                                 .mesh = &character.mesh,
                                 .animations = &animation,
                                 .animation_count = 1};
    check_call("a new file", gltf_write_once, &writing);
    MienIoBytes bytes = write_sound(&writing);
    MienIoGltf *gltf = gltf_open_again(&bytes);
    animation.form = MIEN_IO_GLTF_CURVES;
    writing = (MienIoGltfWriting){.base = gltf, .animations = &animation, .animation_count = 1};
    check_call("into a file", gltf_write_once, &writing);
    mien_io_gltf_destroy(gltf);
    mien_io_bytes_release(&bytes);
}

CHECK_MAIN
{
    RUN(a_new_file_is_what_it_was_made_of);
    RUN(several_skins);
    RUN(morphs_in_another_order);
    RUN(keys_of_several_kinds);
    RUN(keys_of_one_kind_stay);
    RUN(curves_that_are_sampled);
    RUN(weights_that_do_not_agree);
    RUN(names_of_targets);
    RUN(words_of_buffers);
    RUN(buffers_without_data);
    RUN(bounds_of_morphs);
    RUN(tracks_of_other_times);
    RUN(what_is_refused);
    RUN(memory_that_runs_out);
}
