// SPDX-License-Identifier: MIT
//
// The nine properties that blending promises, on random scenes with weights that
// include everything a float can be. MIEN_SEED chooses other scenes, MIEN_CASES
// scales their number.

#include "support/properties.h"

enum { CASES_PER_SCENE = 40 };

/// A scene with in-betweens, combinations, masks and groups more often than not;
/// binary controls, blocks and top groups jump by definition and are left out.
static MienSampleOptions scene_with_rules(uint64_t *random)
{
    MienSampleOptions options = random_scene(random);
    options.has_rules = mien_random_index(random, 4) != 0;
    return options;
}

static void draw_input(const Loaded *l, uint64_t *random, MienTransform *input)
{
    mien_sample_input(random, l->source->skeleton, input);
}

TEST(order_of_poses)
{
    uint64_t random = property_seed(1);
    Tally weights = {.limit = 1e-5}, bones = {.limit = 1e-5}, curves = {.limit = 1e-5};
    for (const int wanted = property_cases(9000); bones.cases < wanted;) {
        const MienSampleOptions options = scene_with_rules(&random);
        Loaded l = load_sample(&options, MIEN_ISA_BEST);
        Permuted other;
        permute(l.source, &random, &other);
        Loaded m = load_source(&other.asset, MIEN_ISA_BEST);
        Oracle oracle = oracle_create(l.source);
        Stage a = stage_create(&l, l.binding), b = stage_create(&m, m.binding);
        draw_input(&l, &random, a.input);
        b.job.input = a.input;
        b.job.curves = a.job.curves;
        for (int i = 0; i < CASES_PER_SCENE; ++i, ++bones.cases) {
            draw_curves(&a, &random, 1 + i % 4);
            for (int c = options.pose_count; c < l.curve_count; ++c)
                a.curves[c] = mien_random_between(&random, -1.0f, 1.0f); // infinities tell nothing
            stage_run(&a);
            stage_run(&b);
            double load = 1.0;
            for (int p = 0; p < options.pose_count; ++p) {
                const double w = a.weights[p], size = fabs(w) > 1.0 ? fabs(w) : 1.0;
                tally(&weights, fabs(w - (double)b.weights[other.place[p]]) / size);
                load += fabs(w);
            }
            for (int k = 0; k < l.bone_count; ++k) {
                const Sizes sizes = sizes_of(&oracle, a.weights, k, &a.input[k]);
                tally(&bones, deviation(&a.out[k], &b.out[k], &sizes));
            }
            for (int c = 0; c < l.curve_count; ++c) {
                if (!same_float(a.out_curves[c], b.out_curves[c])) // those that pass may be infinite
                    tally(&curves, fabs((double)a.out_curves[c] - (double)b.out_curves[c]) / load);
            }
        }
        weights.cases = curves.cases = bones.cases;
        stage_destroy(&a);
        stage_destroy(&b);
        oracle_destroy(&oracle);
        unload(&m);
        unload(&l);
        drop_permuted(&other);
    }
    tally_close(&weights, "1 order of poses, weights");
    tally_close(&bones, "1 order of poses, bones");
    tally_close(&curves, "1 order of poses, curves");
}

static bool same_poses(const MienTransform *a, const MienTransform *b, int count)
{
    for (int i = 0; i < count; ++i) {
        if (!same_transform(&a[i], &b[i]))
            return false;
    }
    return true;
}

static bool same_floats(const float *a, const float *b, int count)
{
    return count == 0 || memcmp(a, b, (size_t)count * sizeof *a) == 0;
}

/// Weights of 0 in every spelling; inputs of any bits at all.
TEST(nothing_at_weight_0)
{
    static const float zeros[] = {0.0f, -0.0f, NAN};
    uint64_t random = property_seed(2);
    Tally t = {.limit = 0.0};
    for (const int wanted = property_cases(16000); t.cases < wanted;) {
        const MienSampleOptions options = scene_with_rules(&random);
        Loaded l = load_sample(&options, MIEN_ISA_BEST);
        Stage s = stage_create(&l, l.binding);
        MienPoseWeight *list = calloc((size_t)options.pose_count, sizeof *list);
        for (int i = 0; i < CASES_PER_SCENE; ++i, ++t.cases) {
            for (int b = 0; b < l.bone_count; ++b) {
                float bits[12];
                for (int k = 0; k < 12; ++k)
                    bits[k] = random_weight(&random);
                memcpy(&s.input[b], bits, sizeof bits);
            }
            draw_curves(&s, &random, 2);
            for (int p = 0; p < options.pose_count; ++p)
                list[p] = (MienPoseWeight){p, zeros[mien_random_index(&random, 3)]};
            for (int c = 0; c < options.pose_count && i % 2 == 0 && !options.has_rules; ++c)
                s.curves[c] = zeros[mien_random_index(&random, 3)];
            s.job.layout = (MienPoseLayout)(i % 3);
            memset(s.out, 0xA5, (size_t)l.bone_count * sizeof *s.out);
            if (i % 2 == 0 && !options.has_rules)
                stage_run(&s);
            else
                stage_run_list(&s, list, mien_random_index(&random, options.pose_count + 1));
            tally(&t, same_poses(s.out, s.input, l.bone_count) ? 0.0 : 1.0);
            tally(&t, same_floats(s.out_curves, s.curves, l.curve_count) ? 0.0 : 1.0);
            const size_t words = (size_t)mien_curve_set_words(l.curve_count) * sizeof(uint32_t);
            tally(&t, memcmp(s.out_present, s.present, words) == 0 ? 0.0 : 1.0);
        }
        free(list);
        stage_destroy(&s);
        unload(&l);
    }
    tally_close(&t, "2 all weights 0");
}

TEST(one_pose_at_weight_1)
{
    uint64_t random = property_seed(3);
    Tally t = {.limit = 1.0}, dropped = {.limit = 1.0};
    for (const int wanted = property_cases(16000); t.cases < wanted;) {
        MienSampleOptions options = scene_with_rules(&random);
        MienSample *sample = mien_sample_create(&options);
        MienAuthorPoseAsset source = *mien_sample_asset(sample);
        const size_t bones = (size_t)options.bone_count, poses = (size_t)options.pose_count;
        MienTransform *base = calloc(bones, sizeof *base), *posed = calloc(poses * bones, sizeof *posed);
        MienAuthorPose *list = calloc(poses, sizeof *list);
        if (mien_random_index(&random, 2) == 0) { // a base other than the reference pose
            mien_sample_input(&random, source.skeleton, base);
            source.base = base;
        }
        nudge(&source, &random, posed);
        for (size_t p = 0; p < poses; ++p) {
            list[p] = source.poses[p];
            list[p].bones = posed + p * bones;
        }
        source.poses = list;
        Loaded l = load_source(&source, MIEN_ISA_BEST);
        Oracle oracle = oracle_create(&source);
        Stage s = stage_create(&l, l.binding);
        for (int b = 0; b < options.bone_count; ++b)
            s.input[b] = *oracle_base(&source, b);
        for (int p = 0; p < options.pose_count; ++p, ++t.cases) {
            const MienPoseWeight one = {p, 1.0f};
            if (options.has_rules)
                stage_run_list(&s, &one, 1);
            else
                stage_run_curve(&s, p, 1.0f);
            for (int b = 0; b < options.bone_count; ++b) {
                const bool is_kept = oracle_entry(&oracle, p, b)->moves;
                tally(is_kept ? &t : &dropped,
                      off_authored(&s.out[b], &list[p].bones[b], !is_kept, (double)l.info.extent));
            }
        }
        dropped.cases += l.report.dropped;
        stage_destroy(&s);
        oracle_destroy(&oracle);
        unload(&l);
        free(base);
        free(posed);
        free(list);
        mien_sample_destroy(sample);
    }
    tally_close(&t, "3 one pose at weight 1");
    tally_close(&dropped, "3 entries that were dropped");
}

TEST(small_steps)
{
    uint64_t random = property_seed(4);
    Tally t = {.limit = 1e-5};
    for (const int wanted = property_cases(12000); t.cases < wanted;) {
        const MienSampleOptions options = scene_with_rules(&random);
        Loaded l = load_sample(&options, MIEN_ISA_BEST);
        Oracle oracle = oracle_create(l.source);
        Stage a = stage_create(&l, l.binding), b = stage_create(&l, l.binding);
        draw_input(&l, &random, a.input);
        b.job.input = a.input;
        for (int i = 0; i < CASES_PER_SCENE; ++i, ++t.cases) {
            const float size = i % 4 == 0 ? 1.0f : i % 4 == 1 ? 0.1f : i % 4 == 2 ? 1e-3f : 1e-6f;
            draw_curves(&a, &random, 1 + i % 3);
            for (int c = 0; c < options.pose_count; ++c)
                b.curves[c] = a.curves[c] + size * mien_random_between(&random, -1.0f, 1.0f);
            stage_run(&a);
            stage_run(&b);
            for (int k = 0; k < l.bone_count; ++k)
                tally(&t, unexplained(&oracle, &a, &b, k));
        }
        stage_destroy(&a);
        stage_destroy(&b);
        oracle_destroy(&oracle);
        unload(&l);
    }
    tally_close(&t, "4 small steps of weights");
}

TEST(a_pose_in_two_halves)
{
    uint64_t random = property_seed(5);
    Tally t = {.limit = 1e-5};
    for (const int wanted = property_cases(14000); t.cases < wanted;) {
        const MienSampleOptions options = random_scene(&random);
        Loaded l = load_sample(&options, MIEN_ISA_BEST);
        const int count = options.pose_count, twice = mien_random_index(&random, count);
        Doubled both = doubled(l.source, twice);
        Loaded m = load_source(&both.asset, MIEN_ISA_BEST);
        Oracle oracle = oracle_create(l.source);
        Stage a = stage_create(&l, l.binding), b = stage_create(&m, m.binding);
        MienPoseWeight *list = calloc((size_t)count + 1, sizeof *list);
        draw_input(&l, &random, a.input);
        b.job.input = a.input;
        b.job.curves = a.job.curves;
        for (int i = 0; i < CASES_PER_SCENE; ++i, ++t.cases) {
            for (int p = 0; p < count; ++p) {
                const float w = random_weight(&random);
                list[p] = (MienPoseWeight){p, w == INFINITY ? 3.0f : w == -INFINITY ? -2.0f : w};
            }
            for (int c = 0; c < options.curve_count; ++c)
                a.curves[count + c] = mien_random_between(&random, -1.0f, 1.0f);
            stage_run_list(&a, list, count);
            list[twice].weight *= 0.5f;
            list[count] = (MienPoseWeight){count, list[twice].weight};
            stage_run_list(&b, list, count + 1);
            double load = 1.0;
            for (int p = 0; p < count; ++p)
                load += fabs((double)a.weights[p]);
            for (int k = 0; k < l.bone_count; ++k) {
                const Sizes sizes = sizes_of(&oracle, a.weights, k, &a.input[k]);
                tally(&t, deviation(&a.out[k], &b.out[k], &sizes));
            }
            for (int c = count; c < l.curve_count; ++c)
                tally(&t, fabs((double)a.out_curves[c] - (double)b.out_curves[c]) / load);
        }
        free(list);
        stage_destroy(&a);
        stage_destroy(&b);
        oracle_destroy(&oracle);
        unload(&m);
        unload(&l);
        free(both.poses);
    }
    tally_close(&t, "5 a pose in two halves");
}

TEST(one_pose_as_unreal)
{
    uint64_t random = property_seed(6);
    Tally t = {.limit = 1e-4};
    for (const int wanted = property_cases(14000); t.cases < wanted;) {
        MienSampleOptions options = random_scene(&random);
        options.is_absolute = false;
        Loaded l = load_sample(&options, MIEN_ISA_BEST);
        options.is_unreal = true;
        Loaded m = load_sample(&options, MIEN_ISA_BEST);
        Stage a = stage_create(&l, l.binding), b = stage_create(&m, m.binding);
        draw_input(&l, &random, a.input);
        b.job.input = a.input;
        for (int i = 0; i < CASES_PER_SCENE; ++i, ++t.cases) {
            const float w = mien_random_between(&random, 1e-4f, 1.0f - 1e-4f);
            const MienPoseWeight one = {mien_random_index(&random, options.pose_count), w};
            stage_run_list(&a, &one, 1);
            stage_run_list(&b, &one, 1);
            for (int k = 0; k < l.bone_count; ++k) {
                tally(&t, distance(&a.out[k].rotation.x, &b.out[k].rotation.x, 4));
                tally(&t, distance(&a.out[k].translation.x, &b.out[k].translation.x, 3));
                tally(&t, distance(&a.out[k].scale.x, &b.out[k].scale.x, 3));
            }
            for (int c = 0; c < l.curve_count; ++c)
                tally(&t, fabs((double)a.out_curves[c] - (double)b.out_curves[c]));
        }
        stage_destroy(&a);
        stage_destroy(&b);
        unload(&m);
        unload(&l);
    }
    tally_close(&t, "6 one pose, as unreal");
}

/// Absent, present with the value 0, and not in the table at all.
TEST(absent_is_0)
{
    uint64_t random = property_seed(7);
    Tally t = {.limit = 0.0};
    for (const int wanted = property_cases(14000); t.cases < wanted;) {
        MienSampleOptions options = scene_with_rules(&random);
        options.has_jumps = true;
        Loaded l = load_sample(&options, MIEN_ISA_BEST);
        // A mesh that has only the last curves.
        const int kept = mien_random_index(&random, l.curve_count + 1), first = l.curve_count - kept;
        MienAuthorSkeleton fewer = *l.source->skeleton;
        fewer.curve_count = kept;
        fewer.curves = l.source->skeleton->curves + first;
        const MienAuthorPoseAsset on_fewer = {.skeleton = &fewer};
        Loaded m = load_source(&on_fewer, MIEN_ISA_BEST);
        MienPoseBinding *binding;
        CHECK_STATUS(mien_pose_binding_create(l.asset, m.skeleton, NULL, &binding, NULL), MIEN_OK);
        Stage a = stage_create(&l, l.binding), b = stage_create(&l, l.binding);
        draw_input(&l, &random, a.input);
        b.job.input = a.input;
        for (int i = 0; i < CASES_PER_SCENE; i += 2, t.cases += 2) {
            draw_curves(&a, &random, 2);
            for (int c = 0; c < first; ++c)
                mien_curve_set_remove(&a.job.curves, c);
            memcpy(b.curves, a.curves, (size_t)l.curve_count * sizeof(float));
            b.job.binding = l.binding;
            b.job.curves.count = b.job.out_curves.count = l.curve_count;
            for (int c = 0; c < l.curve_count; ++c) {
                mien_curve_set_remove(&b.job.curves, c);
                if (mien_curve_set_has(&a.job.curves, c) || mien_random_index(&random, 2) == 0)
                    mien_curve_set_put(&b.job.curves, c, 0.0f);
                b.curves[c] = a.curves[c];
            }
            stage_run(&a);
            stage_run(&b);
            tally(&t, same_poses(a.out, b.out, l.bone_count) ? 0.0 : 1.0);
            tally(&t, same_floats(a.weights, b.weights, options.pose_count) ? 0.0 : 1.0);
            tally(&t, same_floats(a.out_curves, b.out_curves, l.curve_count) ? 0.0 : 1.0);
            b.job.binding = binding;
            b.job.curves.count = b.job.out_curves.count = kept;
            memmove(b.curves, a.curves + first, (size_t)kept * sizeof(float));
            stage_run(&b);
            tally(&t, same_poses(a.out, b.out, l.bone_count) ? 0.0 : 1.0);
            tally(&t, same_floats(a.weights, b.weights, options.pose_count) ? 0.0 : 1.0);
        }
        stage_destroy(&a);
        stage_destroy(&b);
        mien_pose_binding_destroy(binding);
        unload(&m);
        unload(&l);
    }
    tally_close(&t, "7 absent is 0");
}

/// Without a binding, an asset's own order of bones and curves.
TEST(bound_to_the_authoring_mesh)
{
    uint64_t random = property_seed(8);
    Tally t = {.limit = 0.0};
    for (const int wanted = property_cases(14000); t.cases < wanted;) {
        MienSampleOptions options = scene_with_rules(&random);
        options.has_jumps = options.has_levels = true;
        Loaded l = load_sample(&options, MIEN_ISA_BEST);
        const int controls = l.info.driven_pose_count, curves = l.info.curve_count;
        Stage a = stage_create(&l, l.binding), b = stage_create(&l, NULL);
        int *bone = calloc((size_t)l.info.bone_count + 1, sizeof *bone);
        int *curve = calloc((size_t)(controls + curves) + 1, sizeof *curve);
        for (int i = 0; i < l.info.bone_count; ++i)
            bone[i] = mien_skeleton_find_bone(l.skeleton, mien_pose_asset_bone_name(l.asset, i));
        for (int c = 0; c < controls + curves; ++c) {
            const char *name = mien_pose_asset_curve_name(l.asset, c - controls);
            if (c < controls)
                name = mien_pose_asset_pose(l.asset, mien_pose_asset_driven_pose(l.asset, c).pose).name;
            curve[c] = mien_skeleton_find_curve(l.skeleton, name);
        }
        draw_input(&l, &random, a.input);
        for (int i = 0; i < l.info.bone_count; ++i)
            b.input[i] = a.input[bone[i]];
        for (int i = 0; i < CASES_PER_SCENE; ++i, ++t.cases) {
            draw_curves(&a, &random, 1 + i % 4);
            for (int c = 0; c < controls + curves; ++c)
                b.curves[c] = a.curves[curve[c]];
            b.job.curves.present = NULL;
            a.job.lod = b.job.lod = mien_random_index(&random, 5);
            stage_run(&a);
            stage_run(&b);
            for (int k = 0; k < l.info.bone_count; ++k)
                tally(&t, same_transform(&a.out[bone[k]], &b.out[k]) ? 0.0 : 1.0);
            for (int c = 0; c < controls + curves; ++c)
                tally(&t, same_float(a.out_curves[curve[c]], b.out_curves[c]) ? 0.0 : 1.0);
            tally(&t, same_floats(a.weights, b.weights, options.pose_count) ? 0.0 : 1.0);
        }
        free(bone);
        free(curve);
        stage_destroy(&a);
        stage_destroy(&b);
        unload(&l);
    }
    tally_close(&t, "8 bound to the authoring mesh");
}

/// Sixteen characters at once against each by itself.
static void check_crowd(const Loaded *l, const Stage *characters, Tally *t)
{
    const size_t sizes[] = {
        mien_tile_size(l->bone_count) * sizeof(float), (size_t)l->curve_count * MIEN_TILE * sizeof(float),
        (size_t)l->curve_count * MIEN_TILE * sizeof(float),
        (size_t)l->info.pose_count * MIEN_TILE * sizeof(float), mien_crowd_job_scratch_size(l->asset)};
    float *memory[5];
    for (int i = 0; i < 5; ++i)
        memory[i] = mieni_allocate(NULL, sizes[i], 64);
    MienTransform *out = calloc((size_t)l->bone_count, sizeof *out);
    memset(memory[4], 0xA5, sizes[4]);
    for (int k = 0; k < MIEN_TILE; ++k) {
        mien_tile_write(memory[0], l->bone_count, k, characters[k].input);
        for (int c = 0; c < l->curve_count; ++c)
            memory[1][c * MIEN_TILE + k] = characters[k].curves[c];
    }
    const MienCrowdJob job = {.asset = l->asset,
                              .binding = l->binding,
                              .lod = characters[0].job.lod,
                              .character_count = MIEN_TILE,
                              .bone_count = l->bone_count,
                              .input = memory[0],
                              .out_bones = memory[0],
                              .curve_count = l->curve_count,
                              .curves = memory[1],
                              .out_curves = memory[2],
                              .out_weights = memory[3],
                              .scratch = memory[4],
                              .scratch_size = sizes[4]};
    CHECK_STATUS(mien_crowd_job_run(&job), MIEN_OK);
    for (int k = 0; k < MIEN_TILE; ++k, ++t->cases) {
        mien_tile_read(memory[0], l->bone_count, k, out);
        tally(t, same_poses(out, characters[k].out, l->bone_count) ? 0.0 : 1.0);
        for (int c = 0; c < l->curve_count; ++c)
            tally(t, same_float(memory[2][c * MIEN_TILE + k], characters[k].out_curves[c]) ? 0.0 : 1.0);
        for (int p = 0; p < l->info.pose_count; ++p)
            tally(t, same_float(memory[3][p * MIEN_TILE + k], characters[k].weights[p]) ? 0.0 : 1.0);
    }
    free(out);
    for (int i = 0; i < 5; ++i)
        mieni_free(NULL, memory[i], sizes[i], 64);
}

/// Every layout, in place and out of place, against the first run.
static void check_layouts(const Loaded *l, const Stage *first, Tally *t)
{
    Stage s = stage_create(l, l->binding);
    for (int variant = 0; variant < 6; ++variant, ++t->cases) {
        const bool in_place = variant >= 3;
        memcpy(s.input, first->input, (size_t)l->bone_count * sizeof *s.input);
        s.job.curves = (MienCurveSet){l->curve_count, first->curves, first->present};
        s.job.out_bones = in_place ? s.input : s.out;
        s.job.layout = (MienPoseLayout)(variant % 3);
        s.job.lod = first->job.lod;
        stage_run(&s);
        tally(t, same_poses(s.job.out_bones, first->out, l->bone_count) ? 0.0 : 1.0);
        tally(t, same_floats(s.out_curves, first->out_curves, l->curve_count) ? 0.0 : 1.0);
        tally(t, same_floats(s.weights, first->weights, l->info.pose_count) ? 0.0 : 1.0);
    }
    stage_destroy(&s);
}

TEST(same_bits_in_every_way)
{
    uint64_t random = property_seed(9);
    Tally t = {.limit = 0.0};
    for (const int wanted = property_cases(20000); t.cases < wanted;) {
        MienSampleOptions options = scene_with_rules(&random);
        options.has_jumps = true;
        options.has_levels = mien_random_index(&random, 2) == 0;
        Loaded scalar = load_sample(&options, MIEN_ISA_SCALAR);
        Stage characters[MIEN_TILE];
        const int level = mien_random_index(&random, 4);
        for (int k = 0; k < MIEN_TILE; ++k) {
            Stage *s = &characters[k];
            *s = stage_create(&scalar, scalar.binding);
            draw_input(&scalar, &random, s->input);
            draw_curves(s, &random, 1 + k % 4);
            s->job.lod = level;
            s->job.layout = MIEN_LAYOUT_POSES;
            stage_run(s);
        }
        for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
            if (!mien_isa_is_available((MienIsa)isa))
                continue;
            Loaded l = load_sample(&options, (MienIsa)isa);
            for (int k = 0; k < 4; ++k)
                check_layouts(&l, &characters[mien_random_index(&random, MIEN_TILE)], &t);
            check_crowd(&l, characters, &t);
            unload(&l);
        }
        for (int k = 0; k < MIEN_TILE; ++k)
            stage_destroy(&characters[k]);
        unload(&scalar);
    }
    tally_close(&t, "9 the same bits in every way");
}

CHECK_MAIN
{
    RUN(order_of_poses);
    RUN(nothing_at_weight_0);
    RUN(one_pose_at_weight_1);
    RUN(small_steps);
    RUN(a_pose_in_two_halves);
    RUN(one_pose_as_unreal);
    RUN(absent_is_0);
    RUN(bound_to_the_authoring_mesh);
    RUN(same_bits_in_every_way);
}
