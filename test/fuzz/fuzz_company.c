// SPDX-License-Identifier: MIT
//
// Fuzzes packs that meet: up to one skeleton, pose asset, clip, mesh and graph, one after
// another in the input, each as hostile as the others. What loads is bound to what loaded,
// or to a sound one where there is none, and run.

#define FUZZ_OWN_MUTATOR

#include "fuzz/fuzz.h"
#include "support/graph/play.h"
#include "support/mesh_run.h"
#include "support/play.h"

enum { MOST_PARTS = 5, MOST_ROOM = 1 << 24 };

/// All that loaded; NULL where nothing did.
typedef struct Company {
    Pack packs[MOST_PARTS];
    int count;
    MienSkeleton *skeleton;
    MienPoseAsset *poses;
    MienClip *clip;
    MienGraph *graph;
    Pack mesh; ///< One of the packs.
} Company;

/// The bytes that belong to the pack at the beginning: as many as its header says, or all.
static size_t part_size(const uint8_t *data, size_t size)
{
    uint64_t said = 0;
    if (size > sizeof(MieniPackHeader))
        memcpy(&said, data + offsetof(MieniPackHeader, size), sizeof said);
    return said >= sizeof(MieniPackHeader) && said < size ? (size_t)said : size;
}

static void check(MienStatus status, const MienError *error, const void *out)
{
    if (status != MIEN_OK)
        fuzz_check_refusal(status, error, out);
}

static void take(Company *c, const uint8_t *data, size_t size)
{
    Pack *pack = &c->packs[c->count++];
    MienError error = {0};
    *pack = fuzz_pack(data, size);
    const MienLoadOptions options = fuzz_options(pack);
    const uint32_t kind = pack_header(pack).kind;
    if (kind == MIEN_PACK_SKELETON && c->skeleton == NULL)
        check(mien_skeleton_load(pack->data, pack->size, &options, &c->skeleton, &error), &error,
              c->skeleton);
    if (kind == MIEN_PACK_POSE_ASSET && c->poses == NULL)
        check(mien_pose_asset_load(pack->data, pack->size, &options, &c->poses, &error), &error, c->poses);
    if (kind == MIEN_PACK_CLIP && c->clip == NULL)
        check(mien_clip_load(pack->data, pack->size, &options, &c->clip, &error), &error, c->clip);
    if (kind == MIEN_PACK_GRAPH && c->graph == NULL)
        check(mien_graph_load(pack->data, pack->size, &options, &c->graph, &error), &error, c->graph);
    if (kind == MIEN_PACK_MESH)
        c->mesh = *pack;
}

/// Some steps in memory of just the size.
static const char *run_graph(const MienGraph *graph, const MienSkeleton *skeleton,
                             const MienGraphBinding *binding)
{
    const int bones = mien_skeleton_bone_count(skeleton), curves = mien_skeleton_curve_count(skeleton);
    const size_t size = mien_graph_instance_size(binding), scratch = mien_graph_job_scratch_size(binding);
    if (size > MOST_ROOM || scratch > MOST_ROOM)
        return NULL;
    void *memory = aligned_take(size), *room = aligned_take(scratch);
    MienTransform *out = aligned_take((size_t)bones * sizeof *out);
    float *values = aligned_take((size_t)curves * sizeof *values);
    uint32_t *present = aligned_take((size_t)mien_curve_set_words(curves) * sizeof *present);
    MienGraphInstance *instance = mien_graph_instance_init(binding, memory, size);
    const MienGraphInfo info = mien_graph_info(graph);
    const char *fault = instance == NULL ? "no instance" : NULL;
    for (int s = 0; s < PLAY_STEPS && fault == NULL; ++s) {
        for (int p = 0; s == 1 && p < info.parameter_count; ++p) {
            mien_graph_instance_set_number(instance, p, 1.0f);
            mien_graph_instance_set_text(instance, p, "smile");
        }
        const MienGraphJob job = {.binding = binding,
                                  .instance = instance,
                                  .step = s == 3 ? 1e9 : 0.15 * s,
                                  .bone_count = bones,
                                  .out_bones = out,
                                  .out_curves = {curves, values, present},
                                  .scratch = room,
                                  .scratch_size = scratch};
        if (mien_graph_job_run(&job) != MIEN_OK)
            fault = "a job of a graph fails";
    }
    aligned_free(memory);
    aligned_free(room);
    aligned_free(out);
    aligned_free(values);
    aligned_free(present);
    return fault;
}

static const char *bind_graph(const Company *c, const MienSkeleton *skeleton, const MienPoseAsset *poses,
                              const MienClip *clip)
{
    const MienGraphInfo info = mien_graph_info(c->graph);
    MienGraphAsset *assets = calloc((size_t)info.asset_slot_count + 1, sizeof *assets);
    MienGraphBinding *binding = NULL;
    MienError error = {0};
    if (assets == NULL)
        abort();
    for (int a = 0; a < info.asset_slot_count; ++a) {
        const MienGraphAssetSlot place = mien_graph_asset_slot(c->graph, a);
        assets[a].clip = place.type == MIEN_GRAPH_CLIP ? clip : NULL;
        assets[a].poses = place.type == MIEN_GRAPH_POSES ? poses : NULL;
    }
    const MienGraphBindingOptions options = {.asset_count = info.asset_slot_count, .assets = assets};
    const MienStatus status = mien_graph_binding_create(c->graph, skeleton, &options, &binding, &error);
    const char *fault = NULL;
    if (status != MIEN_OK)
        check(status, &error, binding);
    else if (info.node_count <= PLAY_LONGEST)
        fault = run_graph(c->graph, skeleton, binding);
    mien_graph_binding_destroy(binding);
    free(assets);
    return fault;
}

/// What is wrong, or NULL.
static const char *meet(const Company *c, uint64_t seed)
{
    const PlayCast *cast = play_cast();
    const MienSkeleton *skeleton = c->skeleton != NULL ? c->skeleton : cast->skeleton;
    const MienPoseAsset *poses = c->poses != NULL ? c->poses : cast->additive;
    const MienClip *clip = c->clip != NULL ? c->clip : cast->clip;
    const char *fault = NULL;
    if (c->skeleton != NULL || c->poses != NULL)
        fault = evaluate(poses, skeleton, seed, NULL);
    if (fault == NULL && c->clip != NULL && mien_clip_cursor_size(clip) <= MOST_ROOM)
        fault = play_clip(clip, skeleton, seed, NULL);
    if (fault == NULL && c->graph != NULL && mien_clip_cursor_size(clip) <= MOST_ROOM)
        fault = bind_graph(c, skeleton, poses, clip);
    MienMesh *mesh = NULL;
    const MienLoadOptions trusting = {.trust_hash = true, .borrow_data = true};
    if (fault == NULL && c->mesh.data != NULL &&
        mien_mesh_load(c->mesh.data, c->mesh.size, &trusting, &mesh, NULL) == MIEN_OK)
        fault = run_mesh_everywhere(&c->mesh, skeleton, seed);
    mien_mesh_destroy(mesh);
    return fault;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Company c = {0};
    for (size_t at = 0; at < size && c.count < MOST_PARTS;) {
        const size_t own = c.count + 1 < MOST_PARTS ? part_size(data + at, size - at) : size - at;
        take(&c, data + at, own);
        at += own;
    }
    const char *fault = meet(&c, size);
    if (fault != NULL)
        fuzz_found(fault);
    mien_graph_destroy(c.graph);
    mien_clip_destroy(c.clip);
    mien_pose_asset_destroy(c.poses);
    mien_skeleton_destroy(c.skeleton);
    for (int i = 0; i < c.count; ++i)
        pack_free(&c.packs[i]);
    return 0;
}

/// Mutates one of the packs; the others stay and move.
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    Random random = {seed};
    size_t places[MOST_PARTS + 1] = {0};
    int count = 0;
    while (places[count] < size && count < MOST_PARTS) {
        places[count + 1] = places[count] + part_size(data + places[count], size - places[count]);
        ++count;
    }
    if (count == 0 || random_below(&random, 64) == 0)
        return LLVMFuzzerMutate(data, size, most);
    const int chosen = random_below(&random, count);
    const size_t from = places[chosen], own = places[chosen + 1] - from, rest = size - places[chosen + 1];
    const size_t room = most - (size - own);
    uint8_t *part = aligned_take(room + 1);
    memcpy(part, data + from, own);
    const size_t now = fuzz_mutate_pack(part, own, room, (unsigned)random_bits(&random));
    memmove(data + from + now, data + from + own, rest);
    memcpy(data + from, part, now);
    aligned_free(part);
    return from + now + rest;
}
