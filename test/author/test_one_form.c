// SPDX-License-Identifier: MIT
//
// One form per pack: in every word of a sound pack bits are turned over, and the word made
// zero, minus zero, nothing, one more and one less, each time with a hash that fits. What
// still loads must read back as another text, or play otherwise between frames: bytes that
// change and say the same would be a second form of one asset.

#include "support/bundles.h"
#include "support/graph/texts.h"
#include "support/hostile.h"
#include "support/meshes.h"

#include "mien_author/pack_text.h"

/// A pack, and what it says.
typedef struct Form {
    const char *name;
    Pack pack;
    MienAuthorText text;
    uint64_t between; ///< What a clip plays between its frames.
    Random random;
    int64_t tried, loaded;
    int same; ///< Changes that have no effect.
} Form;

static bool loads(const Pack *pack)
{
    const MienBundleMember member = {
        .data = pack->data, .size = pack->size, .kind = (MienPackKind)pack_header(pack).kind};
    const MienLoadOptions trusting = {.borrow_data = true, .trust_hash = true};
    MienBundle *bundle = NULL;
    if (member.kind != MIEN_PACK_BUNDLE)
        return load_member(&member, true) == MIEN_OK;
    const MienStatus status = mien_bundle_load(pack->data, pack->size, &trusting, &bundle, NULL);
    mien_bundle_destroy(bundle);
    return status == MIEN_OK;
}

/// The section that a byte is in; empty for header, table and padding.
static MieniSection section_at(const Form *form, size_t place)
{
    for (int i = 0; i < (int)pack_header(&form->pack).section_count; ++i) {
        const MieniSection s = pack_section(&form->pack, i);
        if (place >= s.offset && place < s.offset + s.count * s.stride)
            return s;
    }
    return (MieniSection){.stride = 1};
}

/// What docs/file-format.md says is not checked: how clips pack numbers, of which rounding may
/// hide a step of a post or rotation, and the still form of what is stored whole. Members of bundles have
/// hashes of their own.
static bool is_free(const Form *form, size_t place)
{
    static const char *const tags[] = {"CSCL", "TSCL", "CGRP", "TGRP", "CDAT", "TDAT", "TSTL", "DATA"};
    const MieniSection section = section_at(form, place);
    const bool is_block = memcmp(&section.tag, "CBLK", 4) == 0 || memcmp(&section.tag, "TBLK", 4) == 0;
    bool is_so = is_block && (place - section.offset) % section.stride == offsetof(MieniClipBlock, is_wide);
    for (size_t i = 0; i < sizeof tags / sizeof *tags; ++i)
        is_so = is_so || memcmp(&section.tag, tags[i], 4) == 0;
    return is_so;
}

/// A sum over a clip between its frames, where timing tells; 0 for other packs.
static uint64_t between_frames(const Pack *pack)
{
    static float values[SKETCH_CURVES];
    static MienTransform bones[SKETCH_TRACKS];
    const MienLoadOptions trusting = {.borrow_data = true, .trust_hash = true};
    MienClip *clip = NULL;
    uint64_t sum = 14695981039346656037u;
    if (pack_header(pack).kind != MIEN_PACK_CLIP ||
        mien_clip_load(pack->data, pack->size, &trusting, &clip, NULL) != MIEN_OK)
        return 0;
    const MienClipInfo info = mien_clip_info(clip);
    const size_t size = mien_clip_cursor_size(clip);
    void *memory = aligned_take(size);
    for (int i = 0; i < 3 * info.frame_count && i < 3 * SKETCH_FRAMES; ++i) {
        const MienClipJob job = {.clip = clip,
                                 .cursor = mien_clip_cursor_init(clip, memory, size),
                                 .time = (i / 3 + 0.25 * (i % 3 + 1)) * info.rate_divisor / info.rate,
                                 .out_curves = {.count = info.curve_count, .values = values},
                                 .bone_count = info.track_count,
                                 .out_bones = bones};
        CHECK_STATUS(mien_clip_job_run(&job), MIEN_OK);
        const uint8_t *const outputs[] = {(const uint8_t *)values, (const uint8_t *)bones};
        const size_t sizes[] = {(size_t)info.curve_count * sizeof *values,
                                (size_t)info.track_count * sizeof *bones};
        for (int k = 0; k < 2; ++k) {
            for (size_t b = 0; b < sizes[k]; ++b)
                sum = (sum ^ outputs[k][b]) * 1099511628211u;
        }
    }
    aligned_free(memory);
    mien_clip_destroy(clip);
    return sum;
}

static void try_change(Form *form, size_t place)
{
    ++form->tried;
    if (!loads(&form->pack))
        return;
    ++form->loaded;
    MienAuthorText text = {0};
    pack_seal(&form->pack);
    CHECK_STATUS(mien_author_pack_text(form->pack.data, form->pack.size, NULL, &text, NULL), MIEN_OK);
    if (text.text != NULL && strcmp(text.text, form->text.text) == 0 &&
        between_frames(&form->pack) == form->between && form->same++ < 20) {
        const MieniSection s = section_at(form, place);
        printf("%s, %.4s[%zu], byte %zu: changed, and yet it says the same\n", form->name,
               (const char *)&s.tag, (size_t)((place - s.offset) / s.stride),
               (size_t)((place - s.offset) % s.stride));
    }
    mien_author_text_release(&text);
}

static void try_word(Form *form, size_t place)
{
    uint32_t before;
    memcpy(&before, form->pack.data + place, sizeof before);
    const uint32_t values[] = {0,
                               0x80000000u,
                               UINT32_MAX,
                               before + 1,
                               before - 1,
                               before ^ 0x80000000u,
                               before ^ 1u << random_below(&form->random, 8),
                               before ^ 256u << random_below(&form->random, 8),
                               before ^ 65536u << random_below(&form->random, 8),
                               before ^ 16777216u << random_below(&form->random, 8)};
    for (size_t i = 0; i < sizeof values / sizeof *values; ++i) {
        if (values[i] == before)
            continue;
        memcpy(form->pack.data + place, &values[i], sizeof before);
        try_change(form, place);
    }
    memcpy(form->pack.data + place, &before, sizeof before);
}

/// Frees the pack.
static void check_form(const char *name, Pack pack)
{
    Form form = {.name = name, .pack = pack};
    const bool is_whole = pack.size < 2500 || getenv("MIEN_HOSTILE_STRIDE") != NULL;
    const int step = (int)stride() * (is_whole ? 1 : 5);
    form.random = (Random){pack.size};
    form.between = between_frames(&pack);
    CHECK_STATUS(mien_author_pack_text(pack.data, pack.size, NULL, &form.text, NULL), MIEN_OK);
    for (size_t place = MIENI_HASHED_FROM; place + 4 <= pack.size; place += 4) {
        // Chosen at random: a stride could miss the same field of every element.
        if (random_below(&form.random, step) == 0 && !is_free(&form, place))
            try_word(&form, place);
    }
    printf("%s: %zu bytes, %lld changes, %lld load\n", name, pack.size, (long long)form.tried,
           (long long)form.loaded);
    CHECK(form.loaded > 0 || stride() > 1);
    CHECK_INT(form.same, 0);
    mien_author_text_release(&form.text);
    pack_free(&pack);
}

TEST(skeletons_and_poses)
{
    for (int i = 0; i < SMALL_SCENES; ++i) {
        ScenePacks packs = scene_packs(&small_scenes[i].options);
        if (i == 0)
            check_form("skeleton", pack_copy(packs.skeleton.data, packs.skeleton.size));
        check_form(small_scenes[i].name, pack_copy(packs.poses.data, packs.poses.size));
        scene_packs_free(&packs);
    }
}

TEST(clips)
{
    for (int i = 0; i < SMALL_CLIPS; ++i)
        check_form(small_clips[i].name, clip_pack(&small_clips[i]));
}

TEST(bundles) { check_form("bundle", bundle_pack()); }

TEST(meshes) { check_form("mesh", mesh_pack(&small_body, &small_mesh)); }

/// What every_node leaves out: a driver of curves, numbers of targets, open inputs.
static const char more_nodes[] = HEAD
    "'skeleton': 'rig.skeleton.json', 'parameters': [{'name': 'who', 'type': 'name'},"
    "{'name': 'part', 'type': 'mask'}, {'name': 'few', 'type': 'int'}, {'name': 'on', 'type': 'bool'}],"
    "'nodes': [{'id': 'in', 'node': 'live_input', 'names': []}, {'id': 'gap', 'node': 'input_pose', 'type': "
    "'absolute'},"
    "{'id': 'mix', 'node': 'layered_blend', 'base': 'in', 'layer': 'gap', 'mask': {'parameter': 'part'}},"
    "{'id': 'pose', 'node': 'poses', 'input': 'mix'},"
    "{'id': 'drive', 'node': 'driver', 'input': 'pose', 'bones': ['arm'], 'drives': 'curves',"
    " 'solver': 'additive', 'mode': 'unreal', 'radius': 40, 'targets': ["
    "  {'name': 'up', 'bones': [{'bone': 'arm', 'turn': [0, 0, 90]}], 'curve': [[0, 0], [1, 0.5]]},"
    "  {'name': 'down'}]}," OUT("drive") "]}";

static void check_graph(const char *name, const char *text)
{
    MienAuthorPack pack = {0};
    MienError error = {0};
    CHECK_STATUS(cook_text(text, &pack, &error), MIEN_OK);
    if (pack.data == NULL)
        printf("%s: %s\n", error.location, error.message);
    else
        check_form(name, (Pack){pack.data, pack.size});
}

TEST(graphs)
{
    check_graph("every node", every_node);
    check_graph("more nodes", more_nodes);
}

CHECK_MAIN
{
    RUN(skeletons_and_poses);
    RUN(clips);
    RUN(bundles);
    RUN(meshes);
    RUN(graphs);
}
