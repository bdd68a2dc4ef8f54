// SPDX-License-Identifier: MIT
//
// Writing expressions: as KHR_character_expression, into VRM 1 and VRM 0, and as VRM
// animations. What is read again is what was given.

#include "support/gltf/sources.h"
#include "support/gltf/writes.h"
#include "support/ledger.h"
#include "support/small_character.h"

#include "base/json.h"
#include "io/gltf/gltf.h"

enum { FACES = 6, FRAMES = FACES + 1 };

/// Expressions of a small character.
typedef struct Faces {
    SmallCharacter character;
    MienIoExpression items[FACES];
    MienIoMask masks[3];
    MienIoExpressions expressions;
    MienTransform samples[FRAMES];
    MienAuthorClipTrack track;
    MienAuthorKey keys[2][FRAMES];
    MienAuthorClipCurve curves[2];
    MienAuthorClipEvent events[FACES];
    MienAuthorClip clip;
} Faces;

/// A smile with an in-between, a vowel that also turns the jaw, two blinks, and a wink that
/// is on or off.
static void make_faces(Faces *f)
{
    static const char *const names[FACES] = {"happy", "happy@0.5", "aa", "blink", "wink", "tongue"};
    static const float open[FRAMES] = {0.25f, 0.25f, 0.25f, 1.0f, 0.25f, 0.25f, 0.5f};
    static const float wide[FRAMES] = {0.0f, 1.0f, 0.25f, 0.0f, 0.5f, 1.0f, 0.0f};
    memset(f, 0, sizeof *f);
    small_character(&f->character);
    f->character.mesh.image_count = 0;
    f->character.materials[1].image = -1;
    for (int i = 0; i < FACES; ++i) {
        f->items[i] = (MienIoExpression){.name = names[i], .on = -1};
        f->events[i] = (MienAuthorClipEvent){names[i], (i + 1) / 30.0};
    }
    f->items[1].on = 0;
    f->items[1].at = 0.5f;
    f->items[4].is_binary = true;
    f->masks[0] = (MienIoMask){2, 0, MIEN_AUTHOR_OVERRIDE_MULTIPLY, 0.5f, 0.0f};
    f->masks[1] = (MienIoMask){3, 0, MIEN_AUTHOR_OVERRIDE_BLOCK, 1.0f, 0.25f};
    f->masks[2] = (MienIoMask){3, 2, MIEN_AUTHOR_OVERRIDE_MULTIPLY, 1.0f, 0.0f};
    f->expressions = (MienIoExpressions){0, FACES, f->items, 3, f->masks};
    for (int k = 0; k < FRAMES; ++k) {
        f->samples[k] = f->character.bones[1].rest;
        f->keys[0][k] = (MienAuthorKey){.time = k / 30.0, .value = open[k]};
        f->keys[1][k] = (MienAuthorKey){.time = k / 30.0, .value = wide[k]};
    }
    f->samples[3].rotation = (MienQuat){0.28f, 0.0f, 0.0f, 0.96f};
    f->track = (MienAuthorClipTrack){.bone = "jaw", .sample_count = FRAMES, .samples = f->samples};
    f->curves[0] = (MienAuthorClipCurve){.name = "open", .key_count = FRAMES, .keys = f->keys[0]};
    f->curves[1] = (MienAuthorClipCurve){.name = "wide", .key_count = FRAMES, .keys = f->keys[1]};
    f->clip = (MienAuthorClip){.rate = 30,
                               .rate_divisor = 1,
                               .length = FACES / 30.0,
                               .track_count = 1,
                               .tracks = &f->track,
                               .curve_count = 2,
                               .curves = f->curves,
                               .events = f->events,
                               .event_count = FACES};
}

/// What was told, one after another.
static void tell(void *user, const char *sentence, const char *of, const char *name)
{
    text_add(user, "%s|%s|%.24s\n", of, name, sentence);
}

/// Holds the face of an expression to what it was.
static void check_face(const Faces *f, int index, const MienIoSource *source)
{
    const char *name = f->items[index].name;
    int found = -1;
    for (int i = 0; i < source->expressions.count; ++i)
        if (strcmp(source->expressions.items[i].name, name) == 0)
            found = i;
    CHECK(found >= 0);
    if (found < 0)
        return;
    const MienIoExpression *a = &f->items[index], *b = &source->expressions.items[found];
    CHECK(a->is_binary == b->is_binary);
    CHECK_INT(a->on < 0, b->on < 0);
    CHECK(a->at == b->at);
    const MienAuthorClip *clip = source->takes[source->expressions.take].clip;
    const double from = (index + 1) / 30.0, to = (found + 1) / 30.0;
    for (int c = 0; c < clip->curve_count; ++c) {
        const int own = strcmp(clip->curves[c].name, "open") == 0 ? 0 : 1;
        CHECK(mien_author_curve_evaluate(&f->curves[own], from) ==
              mien_author_curve_evaluate(&clip->curves[c], to));
    }
    for (int t = 0; t < clip->track_count; ++t) {
        const MienTransform x = mien_author_track_evaluate(&f->clip, 0, from),
                            y = mien_author_track_evaluate(clip, t, to);
        CHECK_STR(clip->tracks[t].bone, "jaw");
        CHECK(memcmp(&x, &y, sizeof x) == 0);
    }
}

static void check_faces(const Faces *f, const MienIoSource *source)
{
    for (int i = 0; i < FACES; ++i)
        check_face(f, i, source);
}

/// Which channels an entry says that it has of a kind: "0 1".
static void check_channels(const MieniJson *entry, const char *extension, const char *expected)
{
    const MieniJson *list =
        mieni_json_get(mieni_json_get(mieni_json_get(entry, "extensions"), extension), "channels");
    Text text = {0};
    text_add(&text, "%s", "");
    for (int i = 0; list != NULL && i < list->count; ++i)
        text_add(&text, i > 0 ? " %g" : "%g", list->items[i]->number);
    CHECK_STR(text.bytes, expected);
    text_free(&text);
}

/// The vowel turns the jaw and moves one of two meshes; the smile moves both.
static void check_kinds(const MienIoBytes *bytes)
{
    MienIoGltf *gltf = gltf_open_again(bytes);
    const MieniJson *khr = mieni_gltf_extension(gltf->json.root, "KHR_character_expression");
    const MieniJson *entries = mieni_json_get(khr, "expressions");
    const int vowel = mieni_json_find(entries, "expression", "aa");
    const int smile = mieni_json_find(entries, "expression", "happy");
    CHECK(vowel >= 0 && smile >= 0);
    check_channels(entries->items[vowel], "KHR_character_expression_joint", "0");
    check_channels(entries->items[vowel], "KHR_character_expression_morphtarget", "1");
    check_channels(entries->items[smile], "KHR_character_expression_joint", "");
    check_channels(entries->items[smile], "KHR_character_expression_morphtarget", "0 1");
    mien_io_gltf_destroy(gltf);
}

TEST(khr_expressions)
{
    Faces f;
    make_faces(&f);
    Text told = {0};
    MienIoBytes bytes = {0}, twice = {0};
    MienIoGltfWriting writing = {.skeleton = &f.character.skeleton,
                                 .mesh = &f.character.mesh,
                                 .expressions = &f.expressions,
                                 .faces = &f.clip,
                                 .losses = {&told, tell}};
    CHECK_STATUS(mien_io_gltf_write(&writing, NULL, &bytes, NULL), MIEN_OK);
    CHECK(told.size == 0);
    check_kinds(&bytes);
    MienIoSource *source = gltf_read_again(&bytes);
    CHECK_INT(source->expressions.count, FACES);
    check_faces(&f, source);
    Compare compare = {.of = "khr"};
    compare_expressions(&compare, &f.expressions, &source->expressions);
    CHECK(!compare.is_different);
    CHECK_INT(source->take_count, 6); // five animations and the faces
    for (int t = 0; t < 6; ++t)
        CHECK_INT(source->takes[t].use, t < 5 ? MIEN_IO_TAKE_EXPRESSION : MIEN_IO_TAKE_POSES);
    mien_io_source_destroy(source);
    // Into that file again, with another face: it takes the place of the old one.
    MienIoGltf *gltf = gltf_open_again(&bytes);
    f.keys[1][1].value = 0.75f;
    writing.base = gltf;
    writing.skeleton = NULL;
    writing.mesh = NULL;
    CHECK_STATUS(mien_io_gltf_write(&writing, NULL, &twice, NULL), MIEN_OK);
    source = gltf_read_again(&twice);
    CHECK_INT(source->take_count, 6);
    CHECK_INT(source->expressions.count, FACES);
    check_faces(&f, source);
    mien_io_source_destroy(source);
    mien_io_gltf_destroy(gltf);
    mien_io_bytes_release(&bytes);
    mien_io_bytes_release(&twice);
    text_free(&told);
}

/// What no draft has a word for.
TEST(khr_losses)
{
    Faces f;
    make_faces(&f);
    Text told = {0};
    MienIoBytes bytes = {0};
    f.items[1].at = -0.5f;
    f.masks[0].kind = f.masks[2].kind = MIEN_AUTHOR_OVERRIDE_SUM;
    f.masks[0].target = 3;
    f.masks[1].target = 2;
    f.keys[0][6].value = 0.25f; // the tongue does nothing now
    const MienIoGltfWriting writing = {.skeleton = &f.character.skeleton,
                                       .mesh = &f.character.mesh,
                                       .expressions = &f.expressions,
                                       .faces = &f.clip,
                                       .losses = {&told, tell}};
    CHECK_STATUS(mien_io_gltf_write(&writing, NULL, &bytes, NULL), MIEN_OK);
    CHECK_STR(told.bytes, "happy|happy@0.5|An in-between that is no\n"
                          "tongue||This expression moves no\n"
                          "happy|blink|Overrides that add up ar\n"
                          "aa|blink|Overrides that add up ar\n");
    mien_io_bytes_release(&bytes);
    text_free(&told);
}

/// A small character as VRM: the file that is written, with more in its root.
static Text make_vrm(const Faces *f, const char *extension)
{
    MienIoBytes bytes = {0};
    CHECK_STATUS(mien_io_gltf_write(
                     &(MienIoGltfWriting){.skeleton = &f->character.skeleton, .mesh = &f->character.mesh},
                     NULL, &bytes, NULL),
                 MIEN_OK);
    uint32_t size;
    memcpy(&size, bytes.data + 12, sizeof size);
    Text json = {0};
    gltf_put(&json, bytes.data + 20, size);
    while (json.bytes[json.size - 1] != '}')
        --json.size;
    --json.size;
    gltf_put(&json, extension, strlen(extension));
    gltf_put(&json, "}", 2);
    const Text file = gltf_glb(json.bytes, bytes.data + 28 + size, bytes.size - 28 - size);
    text_free(&json);
    mien_io_bytes_release(&bytes);
    return file;
}

/// Faces without what VRM cannot say.
static void make_plain(Faces *f)
{
    make_faces(f);
    f->samples[3] = f->samples[0];
    f->items[1] = (MienIoExpression){.name = "smirk", .on = -1};
    f->masks[0] = (MienIoMask){2, 0, MIEN_AUTHOR_OVERRIDE_SUM, 1.0f, 0.0f};
    f->masks[1] = (MienIoMask){3, 4, MIEN_AUTHOR_OVERRIDE_BLOCK, 1.0f, 0.0f};
    f->expressions.mask_count = 2;
}

/// Expressions written into a VRM.
typedef struct Vrm {
    Text file;
    MienIoGltf *base;
    Text told;
    MienIoBytes bytes;
} Vrm;

/// f must stand as it is to be written; free with free_vrm.
static Vrm write_vrm(const Faces *f, const char *extension)
{
    Vrm vrm = {.file = make_vrm(f, extension)};
    vrm.base = gltf_open(&vrm.file);
    const MienIoGltfWriting writing = {.base = vrm.base,
                                       .expressions = &f->expressions,
                                       .faces = &f->clip,
                                       .expression_form = MIEN_IO_GLTF_VRM,
                                       .losses = {&vrm.told, tell}};
    CHECK_STATUS(mien_io_gltf_write(&writing, NULL, &vrm.bytes, NULL), MIEN_OK);
    return vrm;
}

static void free_vrm(Vrm *vrm)
{
    mien_io_gltf_destroy(vrm->base);
    mien_io_bytes_release(&vrm->bytes);
    text_free(&vrm->file);
    text_free(&vrm->told);
}

TEST(expressions_of_vrm_1)
{
    Faces f;
    make_plain(&f);
    Vrm vrm = write_vrm(
        &f, ",\"extensionsUsed\":[\"VRMC_vrm\"],\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\","
            "\"expressions\":{\"preset\":{\"happy\":{\"isBinary\":true,\"overrideBlink\":\"block\","
            "\"materialColorBinds\":[{\"material\":1}]},\"sad\":{\"extras\":7}}}}}");
    CHECK(vrm.told.size == 0);
    MienIoSource *source = gltf_read_again(&vrm.bytes);
    CHECK_INT(source->expressions.count, FACES + 1); // sad stays
    check_faces(&f, source);
    CHECK_INT(source->expressions.mask_count, 2);
    for (int i = 0; i < source->expressions.mask_count; ++i) {
        const MienIoMask *mask = &source->expressions.masks[i];
        const bool is_vowel = strcmp(source->expressions.items[mask->target].name, "aa") == 0;
        CHECK_INT(mask->kind, is_vowel ? MIEN_AUTHOR_OVERRIDE_SUM : MIEN_AUTHOR_OVERRIDE_BLOCK);
        CHECK_STR(source->expressions.items[mask->source].name, is_vowel ? "happy" : "wink");
    }
    MienIoGltf *other = gltf_open_again(&vrm.bytes);
    const MieniJson *list = mieni_json_get(mieni_gltf_extension(other->json.root, "VRMC_vrm"), "expressions");
    const MieniJson *happy = mieni_json_get(mieni_json_get(list, "preset"), "happy");
    CHECK(mieni_json_get(happy, "materialColorBinds") != NULL);
    CHECK_STR(mieni_json_get_string(happy, "overrideBlink", ""), "none");
    CHECK(mieni_json_get(mieni_json_get(list, "custom"), "smirk") != NULL);
    CHECK_NEAR(mieni_json_get_number(mieni_json_get(mieni_json_get(list, "preset"), "sad"), "extras", 0), 7.0,
               0);
    mien_io_gltf_destroy(other);
    mien_io_source_destroy(source);
    free_vrm(&vrm);
}

TEST(vrm_losses)
{
    Faces f;
    make_faces(&f);
    f.keys[1][1].value = 1.5f;
    f.curves[0].name = "blush"; // is no morph
    Vrm vrm = write_vrm(&f, ",\"extensionsUsed\":[\"VRMC_vrm\"],\"extensions\":{\"VRMC_vrm\":{"
                            "\"specVersion\":\"1.0\"}}");
    CHECK_STR(vrm.told.bytes, "happy|wide|The weight is beyond 0 t\n"
                              "happy|happy@0.5|VRM has no in-betweens; \n"
                              "aa|jaw|This expression moves bo\n"
                              "tongue|blush|This curve is no morph o\n"
                              "happy|overrideMouth|Masks of only some of a \n"
                              "happy|overrideBlink|Masks of only some of a \n");
    free_vrm(&vrm);
}

TEST(expressions_of_vrm_0)
{
    Faces f;
    make_plain(&f);
    f.expressions.mask_count = 1;
    Vrm vrm = write_vrm(
        &f,
        ",\"extensionsUsed\":[\"VRM\"],\"extensions\":{\"VRM\":{\"blendShapeMaster\":{\"blendShapeGroups\":["
        "{\"name\":\"Joy\",\"presetName\":\"joy\",\"binds\":[],\"materialValues\":[]},"
        "{\"name\":\"smirk\",\"presetName\":\"unknown\",\"binds\":[]}]}}}");
    CHECK_STR(vrm.told.bytes, "happy|aa|VRM can only override mo\n");
    MienIoSource *source = gltf_read_again(&vrm.bytes);
    CHECK_INT(source->expressions.count, FACES);
    check_faces(&f, source);
    MienIoGltf *other = gltf_open_again(&vrm.bytes);
    const MieniJson *joy =
        mieni_json_get(mieni_json_get(mieni_gltf_extension(other->json.root, "VRM"), "blendShapeMaster"),
                       "blendShapeGroups")
            ->items[0];
    CHECK_STR(mieni_json_get_string(joy, "name", ""), "Joy");
    CHECK(mieni_json_get(joy, "materialValues") != NULL);
    CHECK_NEAR(mieni_json_get_number(mieni_json_get(joy, "binds")->items[0], "weight", 0), 100.0, 0.0);
    mien_io_gltf_destroy(other);
    mien_io_source_destroy(source);
    free_vrm(&vrm);
}

TEST(vrm_animations)
{
    Faces f;
    make_faces(&f);
    Text told = {0};
    MienIoBytes bytes = {0};
    Text file =
        make_vrm(&f, ",\"extensionsUsed\":[\"VRMC_vrm\"],\"extensions\":{\"VRMC_vrm\":{\"specVersion\":"
                     "\"1.0\",\"humanoid\":{\"humanBones\":{\"hips\":{\"node\":0},\"jaw\":{\"node\":1},"
                     "\"leftEye\":{\"node\":2}}}}}");
    MienIoGltf *gltf = gltf_open(&file);
    MienAuthorClip *clip = &f.character.clip;
    MienAuthorClipTrack tracks[3] = {f.character.tracks[0], f.character.tracks[0], f.character.tracks[0]};
    tracks[0].bone = "head";
    tracks[2].bone = "eye";
    clip->tracks = tracks;
    clip->track_count = 3;
    f.character.curves[0].name = "happy";
    f.character.keys[1][2].value = 1.5f;
    const MienIoVrmaWriting writing = {.base = gltf, .name = "talk", .clip = clip, .losses = {&told, tell}};
    CHECK_STATUS(mien_io_vrma_write(&writing, NULL, &bytes, NULL), MIEN_OK);
    CHECK_STR(told.bytes, "talk|jaw|Only the hips may move i\n"
                          "talk|eye|Eyes have no tracks in a\n"
                          "talk|wide|Weights of expressions a\n");
    MienIoSource *source = gltf_read_again(&bytes);
    const MienAuthorClip *again = source->takes[0].clip;
    CHECK_STR(source->takes[0].name, "talk");
    CHECK_INT(again->track_count, 2);
    CHECK(memcmp(&again->tracks[0].samples[3].translation, &tracks[0].samples[3].translation,
                 sizeof(MienVec3)) == 0);
    CHECK(memcmp(&again->tracks[1].samples[3].rotation, &tracks[1].samples[3].rotation, sizeof(MienQuat)) ==
          0);
    CHECK(memcmp(&again->tracks[1].samples[3].translation, &f.character.bones[1].rest.translation,
                 sizeof(MienVec3)) == 0);
    CHECK_INT(again->curve_count, 2);
    CHECK_STR(again->curves[0].name, "happy");
    CHECK_NEAR(again->curves[1].keys[1].value, 0.5, 0.0);
    CHECK_NEAR(again->curves[1].keys[2].value, 1.0, 0.0);
    MienIoGltf *other = gltf_open_again(&bytes);
    const MieniJson *extension = mieni_gltf_extension(other->json.root, "VRMC_vrm_animation");
    const MieniJson *lists = mieni_json_get(extension, "expressions");
    CHECK(mieni_json_get(mieni_json_get(lists, "preset"), "happy") != NULL);
    CHECK(mieni_json_get(mieni_json_get(lists, "custom"), "wide") != NULL);
    CHECK(mieni_json_get(mieni_json_get(mieni_json_get(extension, "humanoid"), "humanBones"), "leftEye") ==
          NULL);
    // Readers clamp; what is in the file is within 0 to 1 already.
    MieniArena arena = {0};
    float *values = NULL;
    const int last = mieni_gltf_count(other, "accessors") - 1;
    CHECK_STATUS(mieni_gltf_floats(other, last, &arena, &values, NULL), MIEN_OK);
    CHECK_NEAR(values[6], 1.0, 0.0);
    mieni_arena_release(&arena);
    mien_io_gltf_destroy(other);
    mien_io_source_destroy(source);
    mien_io_gltf_destroy(gltf);
    mien_io_bytes_release(&bytes);
    // Nothing that could be said.
    MienError error = {0};
    const MienAuthorClip empty = {.rate = 30, .length = 1.0, .tracks = tracks, .track_count = 1};
    CHECK_STATUS(mien_io_vrma_write(&(MienIoVrmaWriting){.clip = &empty}, NULL, &bytes, &error),
                 MIEN_ERROR_DATA);
    check_error(&error, MIEN_ERROR_DATA, "clip", "nothing that a VRM animation can say");
    text_free(&file);
    text_free(&told);
}

/// Curves into a VRM animation, whose first node is an expression.
TEST(curves_into_vrm_animations)
{
    GltfMaker maker = {0};
    static const float none[3] = {0};
    gltf_floats(&maker, "VEC3", 1, none);
    Text file = gltf_finish(&maker, "\"nodes\":[{\"name\":\"n\"}],\"scenes\":[{\"nodes\":[0]}],"
                                    "\"extensionsUsed\":[\"VRMC_vrm_animation\"],\"extensions\":{"
                                    "\"VRMC_vrm_animation\":{\"specVersion\":\"1.0\",\"expressions\":{"
                                    "\"preset\":{\"happy\":{\"node\":0}}}}}");
    MienIoGltf *gltf = gltf_open(&file);
    Faces f;
    make_faces(&f);
    MienIoBytes bytes = {0};
    f.character.curves[0].name = "happy";
    const MienAuthorClip clip = {
        .rate = 30, .rate_divisor = 1, .length = 1.0, .curves = f.character.curves, .curve_count = 1};
    const MienIoGltfAnimation animation = {"talk", &clip, MIEN_IO_GLTF_CURVES, false};
    const MienIoGltfWriting writing = {.base = gltf, .animations = &animation, .animation_count = 1};
    CHECK_STATUS(mien_io_gltf_write(&writing, NULL, &bytes, NULL), MIEN_OK);
    MienIoGltf *other = gltf_open_again(&bytes);
    const MieniJson *channels = mieni_json_get(mieni_gltf_item(other, "animations", 0), "channels");
    CHECK_INT(channels->count, 1);
    const MieniJson *target = mieni_json_get(channels->items[0], "target");
    CHECK_STR(mieni_json_get_string(target, "path", ""), "translation");
    CHECK_INT(mieni_gltf_index(target, "node"), 0);
    mien_io_gltf_destroy(other);
    MienIoSource *source = gltf_read_again(&bytes);
    CHECK_INT(source->takes[0].clip->curve_count, 1);
    CHECK_STR(source->takes[0].clip->curves[0].name, "happy");
    CHECK_NEAR(source->takes[0].clip->curves[0].keys[1].value, 0.25, 0);
    f.character.curves[0].after = MIEN_AUTHOR_OSCILLATE; // which is sampled
    check_call("curves into a VRM animation", gltf_write_once, &writing);
    mien_io_source_destroy(source);
    mien_io_bytes_release(&bytes);
    mien_io_gltf_destroy(gltf);
    text_free(&file);
}

static MienStatus write_vrma_with(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                                  MienError *error)
{
    MienIoBytes bytes = {0};
    const MienStatus status = mien_io_vrma_write(given, allocator, &bytes, error);
    *out_is_empty = bytes.data == NULL && bytes.size == 0;
    mien_io_bytes_release(&bytes);
    return status;
}

TEST(memory_that_runs_out)
{
    Faces f;
    make_faces(&f);
    MienIoGltfWriting writing = {.skeleton = &f.character.skeleton,
                                 .mesh = &f.character.mesh,
                                 .expressions = &f.expressions,
                                 .faces = &f.clip};
    check_call("khr", gltf_write_once, &writing);
    Text file =
        make_vrm(&f, ",\"extensionsUsed\":[\"VRMC_vrm\"],\"extensions\":{\"VRMC_vrm\":{\"specVersion\":"
                     "\"1.0\",\"humanoid\":{\"humanBones\":{\"hips\":{\"node\":0}}}}}");
    MienIoGltf *gltf = gltf_open(&file);
    writing = (MienIoGltfWriting){
        .base = gltf, .expressions = &f.expressions, .faces = &f.clip, .expression_form = MIEN_IO_GLTF_VRM};
    check_call("vrm", gltf_write_once, &writing);
    f.character.tracks[0].bone = "head";
    check_call("vrma", write_vrma_with, &(MienIoVrmaWriting){.base = gltf, .clip = &f.character.clip});
    f.character.curves[0].after = MIEN_AUTHOR_OSCILLATE; // which is sampled
    check_call("vrma", write_vrma_with, &(MienIoVrmaWriting){.base = gltf, .clip = &f.character.clip});
    mien_io_gltf_destroy(gltf);
    text_free(&file);
}

CHECK_MAIN
{
    RUN(khr_expressions);
    RUN(khr_losses);
    RUN(expressions_of_vrm_1);
    RUN(vrm_losses);
    RUN(expressions_of_vrm_0);
    RUN(vrm_animations);
    RUN(curves_into_vrm_animations);
    RUN(memory_that_runs_out);
}
