// SPDX-License-Identifier: MIT
//
// Fuzzes reading packs back: whatever loads has a text, and can be compared with a
// sound pack of its kind, both ways round.

#include "fuzz/fuzz.h"
#include "support/bundles.h"
#include "support/graph/texts.h"
#include "support/meshes.h"

#include "mien_author/pack_diff.h"
#include "mien_author/pack_text.h"

/// One sound pack of a kind, made once, never freed; NULL data for unknown kinds.
static Pack sound_pack(uint32_t kind)
{
    static ScenePacks scene;
    static Pack clip, bundle, mesh;
    static MienAuthorPack graph;
    if (clip.data == NULL) {
        scene = scene_packs(&small_scenes[0].options);
        clip = clip_pack(&small_clips[0]);
        bundle = bundle_pack();
        mesh = mesh_pack(&small_body, &small_mesh);
        if (cook_text(every_node, &graph, NULL) != MIEN_OK)
            fuzz_found("the sound graph is not cooked");
    }
    const Pack packs[] = {scene.skeleton, scene.poses, clip, bundle, mesh, {graph.data, graph.size}};
    return kind >= MIEN_PACK_SKELETON && kind <= MIEN_PACK_GRAPH ? packs[kind - 1] : (Pack){0};
}

/// Clips of many frames say nothing new and take long.
static bool is_long(const Pack *pack)
{
    MienClip *clip = NULL;
    const MienLoadOptions options = {.trust_hash = true, .borrow_data = true};
    if (mien_clip_load(pack->data, pack->size, &options, &clip, NULL) != MIEN_OK)
        return false;
    const bool is_so = mien_clip_info(clip).frame_count > 1000;
    mien_clip_destroy(clip);
    return is_so;
}

static void compare(const Pack *first, const Pack *second)
{
    MienAuthorPackDiff *diff = NULL;
    const MienAuthorPackPair packs = {first->data, first->size, second->data, second->size};
    if (mien_author_pack_diff(&packs, NULL, &diff, NULL) != MIEN_OK)
        fuzz_found("has a text, but cannot be compared");
    for (int i = 0; i < diff->count; ++i) {
        if (diff->items[i].text[0] == '\0' || !(diff->items[i].magnitude >= 0.0))
            fuzz_found("a difference without a text or size");
    }
    mien_author_pack_diff_destroy(diff);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Pack pack = fuzz_pack(data, size);
    pack_seal(&pack);
    const Pack sound = sound_pack(pack_header(&pack).kind);
    MienAuthorText text = {0};
    MienError error = {0};
    if (!is_long(&pack)) {
        const MienStatus status = mien_author_pack_text(pack.data, pack.size, NULL, &text, &error);
        if (status != MIEN_OK) {
            fuzz_check_refusal(status, &error, text.text);
        } else {
            if (strlen(text.text) != text.size)
                fuzz_found("a text with a zero in it");
            compare(&pack, &sound);
            compare(&sound, &pack);
        }
    }
    mien_author_text_release(&text);
    pack_free(&pack);
    return 0;
}
