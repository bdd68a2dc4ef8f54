// SPDX-License-Identifier: MIT
//
// Expressions of VRM 1, VRM 0 and KHR_character_expression in files that are made here,
// and the take that shows them.

#include "support/gltf/files.h"
#include "support/ledger.h"

static const float corners[] = {0, 0, 0, 1, 0, 0, 1, 1, 0};

/// Two nodes with a mesh of four named targets, "n" and "m"; a joint "jaw" below n. The
/// default weight of "c" is 0.5. Accessor 0 has three positions; more is JSON of the root.
static Text make(GltfMaker *maker, const char *more)
{
    Text rest = {0};
    gltf_floats(maker, "VEC3", 3, corners);
    const int own = maker->accessor_count - 1;
    text_add(&rest, "\"meshes\":[");
    for (int m = 0; m < 2; ++m)
        text_add(&rest,
                 "%s{\"weights\":[0,0,0.5,0],\"extras\":{\"targetNames\":[\"a\",\"b\",\"c\",\"%s\"]},"
                 "\"primitives\":["
                 "{\"attributes\":{\"POSITION\":%d},\"targets\":[{\"POSITION\":%d},{\"POSITION\":%d},"
                 "{\"POSITION\":%d},{\"POSITION\":%d}]}]}",
                 m > 0 ? "," : "", m > 0 ? "e" : "d", own, own, own, own, own);
    text_add(&rest, "],\"nodes\":[{\"name\":\"n\",\"mesh\":0,\"children\":[1]},"
                    "{\"name\":\"jaw\",\"mesh\":0,\"translation\":[0,1,0]},{\"name\":\"m\",\"mesh\":1},"
                    "{\"name\":\"out\",\"mesh\":1}],\"scenes\":[{\"nodes\":[0,2]}],");
    gltf_put(&rest, more, strlen(more) + 1);
    Text file = gltf_finish(maker, rest.bytes);
    text_free(&rest);
    return file;
}

static const MienAuthorClip *clip_of(const MienIoSource *source)
{
    CHECK(source->expressions.take >= 0 && source->expressions.take < source->take_count);
    const MienAuthorClip *clip = source->takes[source->expressions.take].clip;
    MienError error = {0};
    CHECK_STATUS(mien_author_clip_check(clip, &error), MIEN_OK);
    CHECK_INT(clip->event_count, source->expressions.count);
    CHECK_NEAR(clip->length, source->expressions.count / 30.0, 0.0);
    for (int e = 0; e < clip->event_count; ++e) {
        CHECK_STR(clip->events[e].name, source->expressions.items[e].name);
        CHECK_NEAR(clip->events[e].time, (e + 1) / 30.0, 0.0);
    }
    return clip;
}

/// What curves and frames of the take are: "a 0 0.5 0" for a curve and its frames.
static void check_curves(const MienIoSource *source, const char *expected)
{
    const MienAuthorClip *clip = clip_of(source);
    Text all = {0};
    text_add(&all, "%s", "");
    for (int c = 0; c < clip->curve_count; ++c) {
        text_add(&all, "%s%s", c > 0 ? "|" : "", clip->curves[c].name);
        for (int f = 0; f <= source->expressions.count; ++f)
            text_add(&all, " %g", (double)mien_author_curve_evaluate(&clip->curves[c], f / 30.0));
    }
    CHECK_STR(all.bytes, expected);
    text_free(&all);
}

static void check_names(const MienIoSource *source, const char *expected)
{
    Text all = {0};
    text_add(&all, "%s", "");
    for (int i = 0; i < source->expressions.count; ++i) {
        const MienIoExpression *item = &source->expressions.items[i];
        text_add(&all, "%s%s%s", i > 0 ? "|" : "", item->name, item->is_binary ? "!" : "");
        if (item->on >= 0)
            text_add(&all, "(%d at %g)", item->on, (double)item->at);
    }
    CHECK_STR(all.bytes, expected);
    text_free(&all);
}

/// "target<source kind amount threshold" for each.
static void check_masks(const MienIoSource *source, const char *expected)
{
    static const char *const kinds[] = {"multiply", "sum", "block"};
    Text all = {0};
    text_add(&all, "%s", "");
    for (int i = 0; i < source->expressions.mask_count; ++i) {
        const MienIoMask *mask = &source->expressions.masks[i];
        text_add(&all, "%s%d<%d %s %g %g", i > 0 ? "|" : "", mask->target, mask->source, kinds[mask->kind],
                 (double)mask->amount, (double)mask->threshold);
    }
    CHECK_STR(all.bytes, expected);
    text_free(&all);
}

static const char vrm1[] =
    "\"extensionsUsed\":[\"VRMC_vrm\"],\"extensions\":{\"VRMC_vrm\":{\"specVersion\":\"1.0\",\"expressions\":"
    "{"
    "\"preset\":{"
    "\"happy\":{\"morphTargetBinds\":[{\"node\":0,\"index\":0,\"weight\":0.5},{\"node\":2,\"index\":0,"
    "\"weight\":0.25},"
    "{\"node\":0,\"index\":2,\"weight\":-1}],\"overrideBlink\":\"blend\",\"overrideMouth\":\"block\","
    "\"materialColorBinds\":[{\"material\":0}],\"textureTransformBinds\":[{},{}]},"
    "\"aa\":{\"morphTargetBinds\":[{\"node\":2,\"index\":3,\"weight\":0.75},{\"node\":2,\"index\":3,"
    "\"weight\":0.25}],\"isBinary\":false},"
    "\"blink\":{\"isBinary\":true,\"overrideBlink\":\"block\"},"
    "\"blinkLeft\":{\"morphTargetBinds\":[{\"node\":0,\"index\":1,\"weight\":1}]},"
    "\"lookUp\":{\"morphTargetBinds\":[{\"node\":3,\"index\":3,\"weight\":1},{\"node\":0,\"index\":4,"
    "\"weight\":1},"
    "{\"node\":99,\"index\":0,\"weight\":1},{\"node\":0,\"index\":0.5,\"weight\":1},7]}},"
    "\"custom\":{\"happy\":{\"overrideLookAt\":\"blend\"},\" tongue\":{\"overrideLookAt\":\"none\"}}}}}";

TEST(vrm_1_is_read)
{
    GltfMaker maker = {0};
    Text file = make(&maker, vrm1);
    MienIoGltfReport report = {0};
    MienIoSource *source = gltf_read(&file, NULL, &report);
    CHECK_INT(source->take_count, 1);
    CHECK_STR(source->takes[0].name, "expressions");
    check_names(source, "happy|aa|blink!|blinkLeft|lookUp|happy-2|tongue");
    CHECK_INT(report.renamed_count, 2);
    // Two nodes share "a" and are bound together: the first counts. What is bound twice to
    // one target of one node adds up. "c" rests at 0.5.
    check_curves(source, "a 0 0.5 0 0 0 0 0 0|b 0 0 0 0 1 0 0 0|c 0.5 -0.5 0.5 0.5 0.5 0.5 0.5 0.5|"
                         "e 0 0 1 0 0 0 0 0");
    CHECK_INT(clip_of(source)->track_count, 0);
    check_masks(source, "1<0 block 1 0|2<0 block 1 0|3<0 sum 1 0|3<2 block 1 0|4<5 sum 1 0");
    // Three of materials, five binds that lead nowhere.
    CHECK(strstr(report.note, "8 things") != NULL);
    mien_io_source_destroy(source);
    text_free(&file);
}

static const char vrm0[] =
    "\"extensionsUsed\":[\"VRM\"],\"extensions\":{\"VRM\":{\"blendShapeMaster\":{\"blendShapeGroups\":["
    "{\"name\":\"Joy\",\"presetName\":\"joy\",\"binds\":[{\"mesh\":0,\"index\":0,\"weight\":50},"
    "{\"mesh\":1,\"index\":3,\"weight\":100}]},"
    "{\"name\":\"Blink_L\",\"presetName\":\"blink_l\",\"isBinary\":true,\"binds\":[{\"mesh\":0,\"index\":1,"
    "\"weight\":100}],\"materialValues\":[{}]},"
    "{\"name\":\"Wink\",\"presetName\":\"unknown\"},{\"presetName\":\"other\"},"
    "{\"name\":\"happy\",\"presetName\":\"unknown\",\"binds\":[{\"mesh\":7,\"index\":0,\"weight\":1}]},{}]}}"
    "}";

TEST(vrm_0_gets_the_names_of_vrm_1)
{
    GltfMaker maker = {0};
    Text file = make(&maker, vrm0);
    MienIoGltfReport report = {0};
    MienIoSource *source = gltf_read(&file, NULL, &report);
    check_names(source, "happy|blinkLeft!|Wink|other|happy-2|expression_5");
    CHECK_INT(report.renamed_count, 2);
    check_curves(source, "a 0 0.5 0 0 0 0 0|b 0 0 1 0 0 0 0|e 0 1 0 0 0 0 0");
    check_masks(source, "");
    CHECK(strstr(report.note, "2 things") != NULL);
    mien_io_source_destroy(source);
    text_free(&file);
}

/// An animation of weights and a joint, and entries of KHR_character_expression: the part
/// of their JSON after the animation.
static Text make_khr(const char *entries)
{
    static const float ends[] = {0, 2}, three[] = {0, 1, 2}, five[] = {0, 0.5f, 1, 1.5f, 2};
    static const float weights[] = {0, 0, 0.5f, 0, /**/ 0.25f, 0, 0.5f, 0, /**/ 1, 0, 0.75f, 0};
    static const float one[] = {0, 0.4f, 0.5f, 0.75f, 1};
    static const float turns[] = {0, 0, 0, 1, 0, 0, 0.06f, 0.9981984f}, moves[] = {0, 1, 0, 0, 2, 0};
    GltfMaker maker = {0};
    gltf_floats(&maker, "SCALAR", 2, ends);
    gltf_floats(&maker, "SCALAR", 3, three);
    gltf_floats(&maker, "SCALAR", 5, five);
    gltf_floats(&maker, "SCALAR", 12, weights);
    gltf_floats(&maker, "SCALAR", 5, one);
    gltf_floats(&maker, "VEC4", 2, turns);
    gltf_floats(&maker, "VEC3", 2, moves);
    Text more = {0};
    text_add(&more,
             "\"extensionsUsed\":[\"KHR_character_expression\",\"KHR_animation_pointer\"],\"animations\":[{"
             "\"name\":\"expressions\",\"samplers\":[{\"input\":1,\"output\":3},{\"input\":2,\"output\":4},"
             "{\"input\":0,\"output\":5},{\"input\":0,\"output\":6}],\"channels\":["
             "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"weights\"}},");
    text_add(&more,
             "{\"sampler\":1,\"target\":{\"path\":\"pointer\",\"extensions\":{\"KHR_animation_pointer\":"
             "{\"pointer\":\"/nodes/2/weights/3\"}}}},"
             "{\"sampler\":2,\"target\":{\"node\":1,\"path\":\"rotation\"}},"
             "{\"sampler\":3,\"target\":{\"node\":1,\"path\":\"translation\"}}]},");
    text_add(&more, "{\"name\":\"jump\",\"samplers\":[{\"input\":1,\"output\":1,\"interpolation\":\"STEP\"}],"
                    "\"channels\":[{\"sampler\":0,\"target\":{\"path\":\"pointer\",\"extensions\":"
                    "{\"KHR_animation_pointer\":{\"pointer\":\"/nodes/2/weights/1\"}}}}]}],");
    text_add(&more, "\"extensions\":{\"KHR_character_expression\":{\"expressions\":[");
    gltf_put(&more, entries, strlen(entries));
    gltf_put(&more, "]}}", 4);
    Text file = make(&maker, more.bytes);
    text_free(&more);
    return file;
}

#define JOINT(list)   "\"KHR_character_expression_joint\":{\"channels\":[" list "]}"
#define MORPH(list)   "\"KHR_character_expression_morphtarget\":{\"channels\":[" list "]}"
#define MASKS(list)   "\"KHR_character_expression_mask\":{\"masks\":[" list "]}"
#define ENTRY(n, ext) "{\"expression\":\"" n "\",\"animation\":0,\"extensions\":{" ext "}}"

TEST(khr_expressions_are_moments_of_animations)
{
    Text file = make_khr(ENTRY("smile", MORPH("0")) "," ENTRY("pucker", MORPH("1")) "," ENTRY(
        "open", JOINT("2")) ","
                            "{\"expression\":\"all\",\"animation\":0}," ENTRY("odd",
                                                                              MORPH("9,-1") "," JOINT("3")));
    MienIoGltfReport report = {0};
    MienIoSource *source = gltf_read(&file, NULL, &report);
    CHECK_INT(source->take_count, 3);
    CHECK_STR(source->takes[2].name, "expressions-2");
    CHECK_INT(source->expressions.take, 2);
    // Half way "a" is at 0.25 and not at 0.5: an in-between. From there on "e" goes
    // straight, though there is a key.
    check_names(source, "smile|smile@0.5(0 at 0.5)|pucker|pucker@0.25(2 at 0.25)|pucker@0.5(2 at 0.5)|open|"
                        "all|all@0.25(6 at 0.25)|all@0.5(6 at 0.5)|odd");
    check_curves(source, "a 0 1 0.25 0 0 0 0 1 0.125 0.25 0|c 0.5 0.75 0.5 0.5 0.5 0.5 0.5 0.75 0.5 0.5 0.5|"
                         "e 0 0 0 1 0.4 0.5 0 1 0.4 0.5 0");
    CHECK(strstr(report.note, "2 things") != NULL);
    const MienAuthorClip *clip = clip_of(source);
    CHECK_INT(clip->track_count, 1);
    CHECK_STR(clip->tracks[0].bone, "jaw");
    static const double turned[] = {0, 0, 0, 0, 0, 0, 0.06, 0.06, 0.0150085, 0.0300135, 0},
                        moved[] = {1, 1, 1, 1, 1, 1, 1, 2, 1.25, 1.5, 2};
    for (int f = 0; f <= 10; ++f) {
        const MienTransform t = mien_author_track_evaluate(clip, 0, f / 30.0);
        CHECK_NEAR(t.rotation.z, turned[f], 1e-5);
        CHECK_NEAR(t.translation.y, moved[f], 1e-6);
    }
    mien_io_source_destroy(source);
    text_free(&file);
}

/// What jumps is on or off: it has no in-betweens, whatever keys there are.
TEST(khr_expressions_that_jump_are_binary)
{
    Text file =
        make_khr("{\"expression\":\"wink\",\"animation\":1},{\"expression\":\"lost\",\"animation\":2}");
    MienIoGltfReport report = {0};
    MienIoSource *source = gltf_read(&file, NULL, &report);
    check_names(source, "wink!|lost");
    check_curves(source, "b 0 2 0");
    CHECK(strstr(report.note, "1 thing ") != NULL);
    mien_io_source_destroy(source);
    text_free(&file);
}

TEST(khr_masks_name_their_target_or_number_it)
{
    Text file = make_khr(ENTRY(
        "a",
        MORPH("0") "," MASKS(
            "{\"target\":\"b\",\"type\":\"blend\",\"amount\":0.5},"
            "{\"target\":2,\"name\":\"c\",\"type\":\"block\",\"threshold\":0.25},"
            "{\"target\":\"a\",\"type\":\"blend\"},"
            "{\"target\":\"b\",\"type\":\"block\"},"
            "{\"target\":7,\"type\":\"block\"},"
            "{\"target\":\"x\",\"type\":\"block\"},"
            "{\"target\":1,\"type\":\"ACME_curve\"},"
            "{\"target\":2,\"type\":\"blend\",\"amount\":2}")) "," ENTRY("b",
                                                                         MASKS(
                                                                             "{\"target\":0},{\"target\":2,"
                                                                             "\"type\":"
                                                                             "\"ACME_curve\"}")) "," ENTRY("c",
                                                                                                           MASKS(
                                                                                                               "{\"target\":0,\"amount\":2}")));
    MienIoGltfReport report = {0};
    MienIoSource *source = gltf_read(&file, NULL, &report);
    check_names(source, "a|a@0.5(0 at 0.5)|b|b@0.25(2 at 0.25)|b@0.5(2 at 0.5)|"
                        "c|c@0.25(5 at 0.25)|c@0.5(5 at 0.5)");
    check_masks(source, "2<0 multiply 0.5 0|5<0 block 1 0.25|0<2 multiply 1 0");
    CHECK(strstr(report.note, "8 things") != NULL);
    mien_io_source_destroy(source);
    text_free(&file);
}

TEST(files_without_expressions_have_none)
{
    GltfMaker maker = {0};
    Text file = make(&maker, "\"extras\":{}");
    MienIoSource *source = gltf_read(&file, NULL, NULL);
    CHECK_INT(source->expressions.take, -1);
    CHECK_INT(source->expressions.count, 0);
    CHECK_INT(source->take_count, 0);
    mien_io_source_destroy(source);
    text_free(&file);
}

static MienStatus read_file(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    MienIoSource *source = NULL;
    const MienIoGltfReading reading = {.skip_mesh = true, .allocator = allocator};
    const MienStatus status = mien_io_gltf_read(given, &reading, &source, NULL, error);
    *out_is_empty = source == NULL;
    mien_io_source_destroy(source);
    return status;
}

TEST(memory_may_run_out_anywhere)
{
    GltfMaker maker = {0};
    Text files[3] = {
        make(&maker, vrm1), make(&maker, vrm0),
        make_khr(ENTRY("smile", MORPH("0") "," MASKS("{\"target\":1}")) "," ENTRY("open", JOINT("2,3")))};
    for (int i = 0; i < 3; ++i) {
        MienIoGltf *gltf = gltf_open(&files[i]);
        check_call(i == 0 ? "vrm 1" : i == 1 ? "vrm 0" : "khr", read_file, gltf);
        mien_io_gltf_destroy(gltf);
        text_free(&files[i]);
    }
}

CHECK_MAIN
{
    RUN(vrm_1_is_read);
    RUN(vrm_0_gets_the_names_of_vrm_1);
    RUN(khr_expressions_are_moments_of_animations);
    RUN(khr_expressions_that_jump_are_binary);
    RUN(khr_masks_name_their_target_or_number_it);
    RUN(files_without_expressions_have_none);
    RUN(memory_may_run_out_anywhere);
}
