// SPDX-License-Identifier: MIT
//
// mien-bench skin: from a pose to vertices, against copying the vertices.

#include "skin_workload.h"

#include "sample/meshes.h"
#include "sample/random.h"
#include "workload.h"

#include <stdlib.h>
#include <string.h>

enum { MORPHS = 57, INFLUENCES = 4, VARIANTS = 4, ISAS = MIEN_ISA_WASM128 + 1 };

/// A face with vertex_count vertices on the bones of scene r1.
typedef struct SkinWorkload {
    const char *name;
    int vertex_count;
    MienSample *sample;
    MienAuthorPack skeleton_pack, pack;
    MienSkeleton *skeleton;
    MienMesh *meshes[ISAS];
    MienMeshBinding *binding;
    MienMeshInfo info;
    int bone_count;
    MienTransform *pose;
    MienMatrix34 *model, *palette;
    float *weights[VARIANTS];
    void *scratch;
    size_t scratch_size;
    MienVec3 *work, *out; ///< Positions, then normals.
} SkinWorkload;

/// What is skinned: how many morphs are active, and whether normals are wanted.
static const struct Variant {
    const char *name;
    int active;
    bool with_normals;
} variants[VARIANTS] = {
    {"positions", 0, false}, {"normals too", 0, true}, {"8 morphs", 8, true}, {"57 morphs", 57, true}};

typedef struct SkinCase {
    const SkinWorkload *w;
    const struct Variant *variant;
    MienIsa isa;
    const BenchFloor *floor;
} SkinCase;

static void open_workload(SkinWorkload *w)
{
    const MienSampleScene *scene = mien_sample_find_scene("r1");
    w->sample = mien_sample_create(&scene->options);
    const MienAuthorSkeleton *skeleton = mien_sample_asset(w->sample)->skeleton;
    const MienSampleMeshOptions options = {
        .seed = 1, .vertex_count = w->vertex_count, .influence_count = INFLUENCES, .morph_count = MORPHS};
    MienSampleMesh *mesh = mien_sample_mesh_create(&options, skeleton);
    if (mesh == NULL || mien_author_skeleton_cook(skeleton, NULL, &w->skeleton_pack, NULL) != MIEN_OK ||
        mien_author_mesh_cook(mien_sample_mesh(mesh), NULL, &w->pack, NULL) != MIEN_OK ||
        mien_skeleton_load(w->skeleton_pack.data, w->skeleton_pack.size, NULL, &w->skeleton, NULL) != MIEN_OK)
        bench_fail("make a mesh");
    mien_sample_mesh_destroy(mesh);
    for (int isa = MIEN_ISA_SCALAR; isa < ISAS; ++isa) {
        const MienLoadOptions load = {.borrow_data = true, .trust_hash = true, .isa = (MienIsa)isa};
        if (mien_isa_is_available((MienIsa)isa) &&
            mien_mesh_load(w->pack.data, w->pack.size, &load, &w->meshes[isa], NULL) != MIEN_OK)
            bench_fail("load a mesh");
    }
    const MienMesh *plain = w->meshes[MIEN_ISA_SCALAR];
    if (mien_mesh_binding_create(plain, w->skeleton, NULL, &w->binding, NULL) != MIEN_OK)
        bench_fail("bind a mesh");
    w->info = mien_mesh_info(plain);
    w->bone_count = mien_skeleton_bone_count(w->skeleton);
    w->pose = bench_allocate((size_t)w->bone_count * sizeof *w->pose);
    w->model = bench_allocate((size_t)w->bone_count * sizeof *w->model);
    w->palette = bench_allocate((size_t)w->info.joint_count * sizeof *w->palette);
    w->scratch_size = mien_skin_job_scratch_size(plain);
    w->scratch = bench_allocate(w->scratch_size);
    w->work = bench_allocate(2 * ((size_t)w->vertex_count + 16) * sizeof *w->work);
    w->out = bench_allocate(2 * ((size_t)w->vertex_count + 16) * sizeof *w->out);
    uint64_t random = 5;
    mien_sample_input(&random, skeleton, w->pose);
    for (int v = 0; v < VARIANTS; ++v) {
        w->weights[v] = bench_allocate(MORPHS * sizeof(float));
        if (variants[v].active > 0)
            mien_sample_weights(&random, MORPHS, variants[v].active, 0.1f, 1.0f, w->weights[v]);
    }
}

static void close_workload(SkinWorkload *w)
{
    mien_mesh_binding_destroy(w->binding);
    for (int isa = 0; isa < ISAS; ++isa)
        mien_mesh_destroy(w->meshes[isa]);
    mien_skeleton_destroy(w->skeleton);
    mien_author_pack_release(&w->pack);
    mien_author_pack_release(&w->skeleton_pack);
    mien_sample_destroy(w->sample);
    void *const memory[] = {w->pose, w->model, w->palette, w->scratch, w->work, w->out};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; ++i)
        free(memory[i]);
    for (int v = 0; v < VARIANTS; ++v)
        free(w->weights[v]);
}

static void run_matrices(void *context)
{
    const SkinWorkload *w = ((const SkinCase *)context)->w;
    const MienModelJob model = {.skeleton = w->skeleton,
                                .bone_count = w->bone_count,
                                .local_count = w->bone_count,
                                .local = w->pose,
                                .out_model = w->model};
    const MienPaletteJob palette = {.binding = w->binding,
                                    .bone_count = w->bone_count,
                                    .model = w->model,
                                    .joint_count = w->info.joint_count,
                                    .out_palette = w->palette};
    if (mien_model_job_run(&model) != MIEN_OK || mien_palette_job_run(&palette) != MIEN_OK)
        bench_fail("make matrices");
}

static void run_skin(void *context)
{
    const SkinCase *c = context;
    const SkinWorkload *w = c->w;
    const MienSkinJob job = {.mesh = w->meshes[c->isa],
                             .joint_count = w->info.joint_count,
                             .palette = w->palette,
                             .morph_count = MORPHS,
                             .weights = w->weights[c->variant - variants],
                             .vertex_count = w->vertex_count,
                             .out_positions = w->out,
                             .out_normals = c->variant->with_normals ? w->out + w->vertex_count : NULL,
                             .scratch = w->scratch,
                             .scratch_size = w->scratch_size};
    if (mien_skin_job_run(&job) != MIEN_OK)
        bench_fail("skin a mesh");
}

static void run_plain(void *context)
{
    const SkinCase *c = context;
    const SkinWorkload *w = c->w;
    const PlainSkin skin = {.mesh = w->meshes[MIEN_ISA_SCALAR],
                            .info = w->info,
                            .palette = w->palette,
                            .weights = w->weights[c->variant - variants],
                            .positions = w->work,
                            .normals = w->work + w->vertex_count,
                            .out_positions = w->out,
                            .out_normals = w->out + w->vertex_count};
    plain_skin_run(&skin);
}

static void run_copy(void *context)
{
    const SkinCase *c = context;
    const size_t vectors = (size_t)c->w->vertex_count * (c->variant->with_normals ? 2 : 1);
    c->floor->copy(&c->w->work->x, &c->w->out->x, (vectors * 3 + 15) / 16 * 16);
}

static void print_row(const BenchOptions *options, const SkinWorkload *w, const char *isa, const char *what,
                      const BenchCase *one, const BenchCase *floor, const char *hash)
{
    const double ns = bench_min(one, options->rounds);
    const double bound = floor != NULL ? bench_min(floor, options->rounds) : 0.0;
    if (options->json)
        printf(
            "{\"row\": \"skin\", \"workload\": \"%s\", \"vertices\": %d, \"bones\": %d, \"isa\": \"%s\", "
            "\"what\": \"%s\", \"ns_min\": %.1f, \"ns_median\": %.1f, \"ns_per_vertex\": %.3f, "
            "\"copy_ns_min\": %.1f, \"ratio_of_minima\": %.2f, \"median_ratio\": %.2f, \"hash\": \"%s\"}\n",
            w->name, w->vertex_count, w->bone_count, isa, what, ns, bench_median(one, options->rounds),
            ns / w->vertex_count, bound, floor != NULL ? ns / bound : 0.0,
            floor != NULL ? bench_median_ratio(one, floor, options->rounds) : 0.0, hash);
    else
        printf("%-8s %-7s %-12s %9.1f us (median %9.1f), %6.2f ns per vertex, %5.2f x copy\n", w->name, isa,
               what, ns / 1e3, bench_median(one, options->rounds) / 1e3, ns / w->vertex_count,
               floor != NULL ? ns / bound : 0.0);
}

static void measure(const BenchOptions *options, const SkinWorkload *w)
{
    static BenchCase cases[2 * VARIANTS + 1];
    static char expected[VARIANTS][17];
    SkinCase matrices = {.w = w};
    BenchCase timed = {.run = run_matrices, .context = &matrices, .units = 1};
    bench_rounds(&timed, 1, options->rounds);
    print_row(options, w, "all", "matrices", &timed, NULL, "");
    for (int isa = MIEN_ISA_SCALAR; isa < ISAS; ++isa) {
        SkinCase contexts[2 * VARIANTS + 1];
        char hash[17];
        if (!bench_measures(options, (MienIsa)isa))
            continue;
        for (int v = 0; v < VARIANTS; ++v) {
            contexts[v] = (SkinCase){w, &variants[v], (MienIsa)isa, bench_floor((MienIsa)isa)};
            cases[v] = (BenchCase){.run = run_skin, .context = &contexts[v], .units = 1};
            contexts[VARIANTS + v] = contexts[v];
            cases[VARIANTS + v] =
                (BenchCase){.run = run_copy, .context = &contexts[VARIANTS + v], .units = 1};
            memset(w->out, 0, 2 * (size_t)w->vertex_count * sizeof *w->out);
            run_skin(&contexts[v]);
            bench_hash(&w->out->x, (size_t)w->vertex_count * 6, hash);
            if (isa == MIEN_ISA_SCALAR)
                memcpy(expected[v], hash, sizeof hash);
            if (memcmp(expected[v], hash, sizeof hash) != 0)
                bench_fail("skin to the same bits with every instruction set");
        }
        bench_rounds(cases, 2 * VARIANTS, options->rounds);
        for (int v = 0; v < VARIANTS; ++v)
            print_row(options, w, mien_isa_name((MienIsa)isa), variants[v].name, &cases[v],
                      &cases[VARIANTS + v], expected[v]);
    }
    for (int v = 1; v < VARIANTS; ++v) {
        SkinCase plain = {w, &variants[v], MIEN_ISA_SCALAR, bench_floor(MIEN_ISA_SCALAR)};
        cases[0] = (BenchCase){.run = run_plain, .context = &plain, .units = 1};
        cases[1] = (BenchCase){.run = run_copy, .context = &plain, .units = 1};
        bench_rounds(cases, 2, options->rounds);
        print_row(options, w, "plain-c", variants[v].name, &cases[0], &cases[1], "");
    }
    fflush(stdout);
}

int bench_skin(const BenchOptions *options)
{
    static SkinWorkload workloads[] = {{.name = "face5k", .vertex_count = 5000},
                                       {.name = "face25k", .vertex_count = 25000}};
    bool found = false;
    fprintf(stderr, "mien-bench %s, %d rounds\n", mien_version(), options->rounds);
    for (size_t i = 0; i < sizeof workloads / sizeof *workloads; ++i) {
        if (options->workload != NULL && strcmp(options->workload, workloads[i].name) != 0)
            continue;
        found = true;
        open_workload(&workloads[i]);
        measure(options, &workloads[i]);
        close_workload(&workloads[i]);
    }
    if (!found)
        fprintf(stderr, "mien-bench: no workload called %s\n", options->workload);
    return found ? 0 : 2;
}
