// SPDX-License-Identifier: MIT
//
// An actor gives the bits of the jobs it is built on, allocates nothing per step, and
// refuses or reports what does not fit.

#include "support/counted_memory.h" // first: it asks for more of the C library

#include "support/actors.h"

enum { LODS = 4 };

static MienActor *make(const Parts *p, const MienActorDesc *desc)
{
    MienActor *actor = NULL;
    MienError error = {0};
    (void)p;
    require_ok(mien_actor_create(desc, &actor, &error), &error, __LINE__);
    return actor;
}

static MienActor *load(const Parts *p, const MienActorMembers *members, const MienActorOptions *options)
{
    MienActor *actor = NULL;
    MienError error = {0};
    require_ok(mien_actor_load(p->bundle, members, options, &actor, &error), &error, __LINE__);
    return actor;
}

static const MienActorMembers all_parts = {.mesh = "ada.mesh", .poses = "ada.poses"};
static const MienActorMembers with_graph = {.mesh = "ada.mesh", .graph = "ada.graph"};

/// The clip, live values over it, the pose asset twice.
static void run_by_hand(ByHand *h, const MienClipBinding *clip, const MienPoseBinding *poses, double time,
                        int lod)
{
    const Parts *p = h->parts;
    const int bones = mien_skeleton_bone_count_at(p->skeleton, lod);
    memcpy(h->bones, h->rest, (size_t)p->bone_count * sizeof *h->bones);
    mien_curve_set_clear(&h->curves);
    if (clip != NULL)
        CHECK_STATUS(mien_clip_job_run(&(MienClipJob){.clip = p->clip,
                                                      .binding = clip,
                                                      .time = time,
                                                      .out_curves = h->curves,
                                                      .bone_count = bones,
                                                      .out_bones = h->bones}),
                     MIEN_OK);
    for (int c = 0; c < p->curve_count; ++c)
        if (mien_curve_set_has(&h->inputs, c))
            mien_curve_set_put(&h->curves, c, h->inputs.values[c]);
    for (int i = 0; i < 2; ++i)
        CHECK_STATUS(mien_pose_job_run(&(MienPoseJob){.asset = p->poses,
                                                      .binding = poses,
                                                      .lod = lod,
                                                      .bone_count = bones,
                                                      .input = h->bones,
                                                      .out_bones = h->bones,
                                                      .curves = h->curves,
                                                      .out_curves = h->curves,
                                                      .out_weights = h->weights,
                                                      .scratch = h->scratch,
                                                      .scratch_size = h->scratch_size}),
                     MIEN_OK);
    by_hand_mesh(h, lod);
}

/// Gives the actor and the jobs the same live values, some of them, now and then none.
static void draw_inputs(MienActor *actor, ByHand *h, uint64_t *random)
{
    const MienCurveSet inputs = mien_actor_inputs(actor);
    mien_curve_set_clear(&inputs);
    mien_curve_set_clear(&h->inputs);
    for (int c = 0; c < h->inputs.count; ++c) {
        const float value = mien_random_between(random, -0.5f, 1.5f);
        if (mien_random_index(random, 4) != 0)
            continue;
        mien_curve_set_put(&h->inputs, c, value);
        if (c % 2 == 0)
            CHECK_STATUS(mien_actor_set_curve(actor, c, value), MIEN_OK);
        else
            CHECK_STATUS(
                mien_actor_set_curve_named(actor, mien_skeleton_curve_name(h->parts->skeleton, c), value),
                MIEN_OK);
    }
}

TEST(parts_are_the_jobs)
{
    Parts p;
    ByHand h;
    uint64_t random = 9;
    parts_begin(&p);
    by_hand_begin(&h, &p, mien_pose_job_scratch_size(p.poses));
    MienPoseBinding *poses = NULL;
    MienClipBinding *clip = NULL;
    CHECK_STATUS(mien_pose_binding_create(p.poses, p.skeleton,
                                          &(MienPoseBindingOptions){.mesh_rest_pose = h.rest}, &poses, NULL),
                 MIEN_OK);
    CHECK_STATUS(mien_clip_binding_create(p.clip, p.skeleton,
                                          &(MienClipBindingOptions){.mesh_rest_pose = h.rest}, &clip, NULL),
                 MIEN_OK);
    const MienPoseAsset *const twice[] = {p.poses, p.poses};
    MienActor *actor =
        make(&p, &(MienActorDesc){
                     .skeleton = p.skeleton, .mesh = p.mesh, .pose_asset_count = 2, .pose_assets = twice});
    CHECK(mien_skeleton_bone_count_at(p.skeleton, 1) < p.bone_count); // or levels show nothing
    CHECK_STATUS(mien_actor_set_clip(actor, p.clip, &(MienActorClipOptions){.loops = true}, NULL), MIEN_OK);
    double time = 0.0;
    for (int i = 0; i < 200; ++i) {
        const int lod = i / 7 % LODS;
        const bool has_clip = i % 50 < 40;
        if (i % 50 == 40)
            CHECK_STATUS(mien_actor_set_clip(actor, NULL, NULL, NULL), MIEN_OK);
        if (i > 0 && i % 50 == 0) {
            const MienActorClipOptions options = {.loops = true, .time = 0.5};
            CHECK_STATUS(mien_actor_set_clip(actor, p.clip, &options, NULL), MIEN_OK);
            time = 0.5;
        }
        draw_inputs(actor, &h, &random);
        mien_actor_set_lod(actor, lod);
        CHECK_INT(mien_actor_bone_count(actor), mien_skeleton_bone_count_at(p.skeleton, lod));
        CHECK_STATUS(mien_actor_step(actor, 0.0625), MIEN_OK);
        time += 0.0625;
        time -= time >= 1.0 ? 1.0 : 0.0;
        CHECK(!has_clip || mien_actor_time(actor) == time);
        run_by_hand(&h, has_clip ? clip : NULL, poses, time, lod);
        check_same_actor(actor, &h);
        CHECK(memcmp(mien_actor_weights(actor, 1), h.weights,
                     (size_t)mien_pose_asset_info(p.poses).pose_count * sizeof(float)) == 0);
    }
    CHECK(mien_actor_weights(actor, 2) == NULL && mien_actor_weights(actor, -1) == NULL);
    mien_actor_destroy(actor);
    mien_clip_binding_destroy(clip);
    mien_pose_binding_destroy(poses);
    by_hand_end(&h);
    parts_end(&p);
}

TEST(graphs_are_the_jobs)
{
    Parts p;
    ByHand h;
    uint64_t random = 10;
    parts_begin(&p);
    const int assets = mien_graph_info(p.graph).asset_slot_count;
    MienGraphAsset places[4] = {{0}};
    CHECK_INT(assets, 3);
    for (int i = 0; i < assets; ++i) {
        const MienGraphAssetSlot place = mien_graph_asset_slot(p.graph, i);
        if (strcmp(place.path, "ada.clip.json") == 0)
            places[i].clip = p.clip;
        else if (strcmp(place.path, "ada.poses.json") == 0)
            places[i].poses = p.poses;
    }
    by_hand_begin(&h, &p, 0);
    const MienGraphBindingOptions options = {
        .mesh_rest_pose = h.rest, .asset_count = assets, .assets = places};
    MienGraphBinding *binding = NULL;
    CHECK_STATUS(mien_graph_binding_create(p.graph, p.skeleton, &options, &binding, NULL), MIEN_OK);
    const size_t size = mien_graph_instance_size(binding),
                 scratch_size = mien_graph_job_scratch_size(binding);
    void *memory = aligned_take(size), *scratch = aligned_take(scratch_size);
    MienGraphInstance *instance = mien_graph_instance_init(binding, memory, size);
    CHECK_STATUS(mien_graph_instance_set_live_input(instance, 0, &h.inputs), MIEN_OK);
    MienGraphEvent events[4];
    int crossed = 0, kept = 0, all = 0;
    const MienActorOptions how = {.event_capacity = 4, .has_trace = true};
    MienActor *actors[2] = {load(&p, &with_graph, &how), make(&p, &(MienActorDesc){.skeleton = p.skeleton,
                                                                                   .mesh = p.mesh,
                                                                                   .graph = p.graph,
                                                                                   .asset_count = assets,
                                                                                   .assets = places,
                                                                                   .options = how})};
    for (int i = 0; i < 200; ++i) {
        const int lod = i / 7 % LODS, bones = mien_skeleton_bone_count_at(p.skeleton, lod);
        const double step = i == 0 ? 0.0 : 0.05;
        draw_inputs(actors[i % 2], &h, &random);
        const MienCurveSet inputs = mien_actor_inputs(actors[i % 2]),
                           same = mien_actor_inputs(actors[1 - i % 2]);
        memcpy(same.values, inputs.values, (size_t)inputs.count * sizeof(float));
        memcpy(same.present, inputs.present, (size_t)mien_curve_set_words(inputs.count) * sizeof(uint32_t));
        const float amount = mien_random_unit(&random);
        mien_graph_instance_set_number(instance, mien_graph_find_parameter(p.graph, "amount"), amount);
        memcpy(h.bones + bones, h.rest + bones, (size_t)(p.bone_count - bones) * sizeof *h.bones);
        CHECK_STATUS(mien_graph_job_run(&(MienGraphJob){.binding = binding,
                                                        .instance = instance,
                                                        .step = step,
                                                        .lod = lod,
                                                        .bone_count = bones,
                                                        .out_bones = h.bones,
                                                        .out_curves = h.curves,
                                                        .event_capacity = 4,
                                                        .out_events = events,
                                                        .out_event_count = &crossed,
                                                        .scratch = scratch,
                                                        .scratch_size = scratch_size}),
                     MIEN_OK);
        by_hand_mesh(&h, lod);
        for (int k = 0; k < 2; ++k) {
            mien_actor_set_lod(actors[k], lod);
            CHECK_STATUS(mien_actor_set_number(actors[k], "amount", amount), MIEN_OK);
            mien_actor_set_tracing(actors[k], i % 3 == 0);
            CHECK_STATUS(mien_actor_step(actors[k], step), MIEN_OK);
            check_same_actor(actors[k], &h);
            const MienGraphEvent *row = mien_actor_events(actors[k], &kept);
            CHECK_INT(kept, crossed);
            for (int e = 0; e < kept; ++e)
                CHECK(row[e].node == events[e].node && strcmp(row[e].name, events[e].name) == 0);
        }
        all += crossed;
        const MienGraphNodeTrace out = mien_graph_trace_node(mien_actor_trace(actors[0]), 5);
        CHECK(out.is_live && (i % 3 != 0 || same_transform(&out.bones[0], &h.bones[0])));
    }
    CHECK(all > 10);
    for (int k = 0; k < 2; ++k) {
        mien_actor_restart(actors[k]);
        CHECK(mien_graph_instance_time(mien_actor_instance(actors[k]), 0) == 0.0);
        CHECK_STATUS(mien_actor_set_number(actors[k], "no such", 1.0f), MIEN_ERROR_ARGUMENT);
        CHECK_STATUS(mien_actor_set_text(actors[k], "mood", "no such pose"), MIEN_ERROR_ARGUMENT);
        CHECK_STATUS(mien_actor_set_clip(actors[k], p.clip, NULL, NULL), MIEN_ERROR_ARGUMENT);
        mien_actor_destroy(actors[k]);
    }
    aligned_free(memory);
    aligned_free(scratch);
    mien_graph_binding_destroy(binding);
    by_hand_end(&h);
    parts_end(&p);
}

TEST(clips_run_and_loop)
{
    Parts p;
    parts_begin(&p);
    MienActor *actor = load(&p, &all_parts, NULL);
    const MienActorClipOptions loops = {.time = 0.5, .speed = 2.0, .loops = true};
    CHECK_STATUS(mien_actor_load_clip(actor, p.bundle, "ada.clip", &loops, NULL), MIEN_OK);
    CHECK(mien_actor_clip(actor) != NULL && mien_actor_time(actor) == 0.5);
    mien_actor_step(actor, 0.125);
    CHECK(mien_actor_time(actor) == 0.75);
    mien_actor_step(actor, 0.25);
    CHECK(mien_actor_time(actor) == 0.25);
    mien_actor_step(actor, -0.25);
    CHECK(mien_actor_time(actor) == 0.75);
    mien_actor_step(actor, 1e300 * 1e300);
    CHECK(mien_actor_time(actor) == 0.75);
    mien_actor_set_time(actor, 1e30);
    CHECK(mien_actor_time(actor) == 0.0);
    mien_actor_set_time(actor, -4.25);
    CHECK(mien_actor_time(actor) == 0.75);
    CHECK_STATUS(mien_actor_load_clip(actor, p.bundle, "ada.clip", NULL, NULL), MIEN_OK);
    mien_actor_step(actor, 3.0);
    CHECK(mien_actor_time(actor) == 3.0); // and the clip holds its end
    const float end = mien_actor_curves(actor).values[0];
    mien_actor_set_time(actor, 1.0);
    mien_actor_step(actor, 0.0);
    CHECK(mien_actor_curves(actor).values[0] == end);
    mien_actor_restart(actor);
    CHECK(mien_actor_time(actor) == 0.0);
    MienError error = {0};
    CHECK_STATUS(mien_actor_load_clip(actor, p.bundle, "ada.mesh", NULL, &error), MIEN_ERROR_KIND);
    CHECK(strncmp(error.location, "ada.mesh", 8) == 0);
    CHECK_STATUS(mien_actor_load_clip(actor, p.bundle, "no such", NULL, NULL), MIEN_ERROR_DATA);
    CHECK(mien_actor_clip(actor) != NULL); // what it played
    CHECK_STATUS(mien_actor_step(actor, 0.1), MIEN_OK);
    mien_actor_destroy(actor);
    parts_end(&p);
}

TEST(steps_do_not_allocate)
{
    Parts p;
    if (!CAN_COUNT)
        SKIP("allocation cannot be watched here");
    parts_begin(&p);
    MienActor *actors[2] = {
        load(&p, &all_parts, NULL),
        load(&p, &with_graph, &(MienActorOptions){.has_trace = true, .event_capacity = 2})};
    CHECK_STATUS(mien_actor_load_clip(actors[0], p.bundle, "ada.clip", NULL, NULL), MIEN_OK);
    for (int i = 0; i < 2; ++i) {
        int count;
        begin_counting();
        for (int s = 0; s < 50; ++s) {
            mien_actor_set_lod(actors[i], s % LODS);
            mien_actor_set_curve_named(actors[i], mien_skeleton_curve_name(p.skeleton, 0), 0.5f);
            mien_actor_set_number(actors[i], "amount", 0.25f);
            mien_actor_step(actors[i], 0.05);
            mien_actor_palette(actors[i]);
            mien_actor_events(actors[i], &count);
            mien_actor_report_count(actors[i]);
            if (s == 30)
                mien_actor_restart(actors[i]);
        }
        CHECK_INT(end_counting(), 0);
        mien_actor_destroy(actors[i]);
    }
    parts_end(&p);
}

/// Loads, plays and destroys with an allocator.
static MienStatus live_once(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                            MienError *error)
{
    const Parts *p = given;
    const MienActorOptions options = {.allocator = allocator, .event_capacity = 3, .has_trace = true};
    MienActor *actor = NULL, *graph = NULL;
    MienStatus status = mien_actor_load(p->bundle, &all_parts, &options, &actor, error);
    *out_is_empty = actor == NULL;
    if (status == MIEN_OK)
        status = mien_actor_load_clip(actor, p->bundle, "ada.clip", NULL, error);
    if (status == MIEN_OK)
        status = mien_actor_load(p->bundle, &with_graph, &options, &graph, error);
    if (status == MIEN_OK)
        status = mien_actor_step(actor, 0.1);
    if (status == MIEN_OK)
        status = mien_actor_step(graph, 0.1);
    mien_actor_destroy(actor);
    mien_actor_destroy(graph);
    *out_is_empty = status != MIEN_OK;
    return status;
}

TEST(memory_runs_out)
{
    Parts p;
    parts_begin(&p);
    check_call("an actor", live_once, &p);
    parts_end(&p);
}

TEST(ten_thousand_leave_nothing)
{
    Parts p;
    Ledger ledger = {0};
    const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
    bool is_empty;
    parts_begin(&p);
    CHECK_STATUS(live_once(&p, &allocator, &is_empty, NULL), MIEN_OK);
    const int once = ledger.allocations;
    int other = 0;
    for (int i = 1; i < 10000; ++i) {
        other += live_once(&p, &allocator, &is_empty, NULL) != MIEN_OK;
        other += ledger.live != 0 || ledger.allocations != (i + 1) * once;
    }
    CHECK_INT(other, 0);
    CHECK(!ledger.is_broken);
    parts_end(&p);
}

TEST(one_block)
{
    Parts p;
    Ledger all = {0}, bindings = {0};
    const MienAllocator allocator = {&all, ledger_allocate, ledger_free},
                        other = {&bindings, ledger_allocate, ledger_free};
    parts_begin(&p);
    const MienPoseAsset *const poses[] = {p.poses};
    MienActor *actor = make(&p, &(MienActorDesc){.skeleton = p.skeleton,
                                                 .mesh = p.mesh,
                                                 .pose_asset_count = 1,
                                                 .pose_assets = poses,
                                                 .options = {.allocator = &allocator}});
    MienMeshBinding *mesh = NULL;
    MienPoseBinding *pose = NULL;
    mien_mesh_binding_create(p.mesh, p.skeleton, &(MienMeshBindingOptions){.allocator = &other}, &mesh, NULL);
    mien_pose_binding_create(
        p.poses, p.skeleton,
        &(MienPoseBindingOptions){.allocator = &other, .mesh_rest_pose = mien_mesh_binding_rest_pose(mesh)},
        &pose, NULL);
    CHECK_INT(all.allocations, bindings.allocations + 1);
    mien_actor_destroy(actor);
    mien_pose_binding_destroy(pose);
    mien_mesh_binding_destroy(mesh);
    CHECK_INT(all.live, 0);
    parts_end(&p);
}

static void refuse(const MienActorDesc *desc, MienStatus status)
{
    MienActor *actor = (MienActor *)desc;
    MienError error = {0};
    CHECK_STATUS(mien_actor_create(desc, &actor, &error), status);
    CHECK(actor == NULL && error.status == status && error.message[0] != '\0');
}

static void refuse_members(const Parts *p, const MienActorMembers *members, MienStatus status,
                           const char *place)
{
    MienActor *actor = (MienActor *)p;
    MienError error = {0};
    CHECK_STATUS(mien_actor_load(p->bundle, members, NULL, &actor, &error), status);
    CHECK(actor == NULL && error.message[0] != '\0');
    CHECK(strncmp(error.location, place, strlen(place)) == 0);
}

TEST(wrong_parts_are_refused)
{
    Parts p;
    parts_begin(&p);
    const MienPoseAsset *const poses[] = {p.poses, NULL};
    MienTransform *rest = stage_array(p.bone_count, sizeof *rest); // rotations of length 0
    refuse(NULL, MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_actor_create(&(MienActorDesc){.skeleton = p.skeleton}, NULL, NULL),
                 MIEN_ERROR_ARGUMENT);
    refuse(&(MienActorDesc){.mesh = p.mesh}, MIEN_ERROR_ARGUMENT);
    refuse(&(MienActorDesc){.skeleton = p.skeleton, .pose_asset_count = 1}, MIEN_ERROR_ARGUMENT);
    refuse(&(MienActorDesc){.skeleton = p.skeleton, .pose_asset_count = -1}, MIEN_ERROR_ARGUMENT);
    refuse(&(MienActorDesc){.skeleton = p.skeleton, .pose_asset_count = 2, .pose_assets = poses},
           MIEN_ERROR_ARGUMENT);
    refuse(
        &(MienActorDesc){
            .skeleton = p.skeleton, .pose_asset_count = 1, .pose_assets = poses, .graph = p.graph},
        MIEN_ERROR_ARGUMENT);
    refuse(&(MienActorDesc){.skeleton = p.skeleton, .options = {.lod = -1}}, MIEN_ERROR_ARGUMENT);
    refuse(&(MienActorDesc){.skeleton = p.skeleton, .options = {.event_capacity = -1}}, MIEN_ERROR_ARGUMENT);
    refuse(&(MienActorDesc){.skeleton = p.skeleton, .options = {.event_capacity = 65537}},
           MIEN_ERROR_ARGUMENT);
    refuse(&(MienActorDesc){.skeleton = p.skeleton, .options = {.rest_pose = rest}}, MIEN_ERROR_DATA);
    refuse(&(MienActorDesc){.skeleton = p.skeleton, .graph = p.graph, .asset_count = 1}, MIEN_ERROR_ARGUMENT);
    refuse_members(&p, &(MienActorMembers){.mesh = "bob.mesh"}, MIEN_ERROR_DATA, "bob.mesh");
    refuse_members(&p, &(MienActorMembers){.mesh = "ada.poses"}, MIEN_ERROR_KIND, "ada.poses");
    refuse_members(&p, &(MienActorMembers){.poses = "ada.graph"}, MIEN_ERROR_KIND, "ada.graph");
    refuse_members(&p, &(MienActorMembers){.graph = "ada.clip"}, MIEN_ERROR_KIND, "ada.clip");
    refuse_members(&p, &(MienActorMembers){.skeleton = "ada.clip"}, MIEN_ERROR_KIND, "ada.clip");
    refuse_members(&p, NULL, MIEN_ERROR_ARGUMENT, "");
    MienActor *actor = load(&p, &all_parts, NULL);
    CHECK_STATUS(mien_actor_set_curve(actor, -1, 1.0f), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_actor_set_curve(actor, p.curve_count, 1.0f), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_actor_set_curve_named(actor, "no such", 1.0f), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_actor_set_number(actor, "amount", 1.0f), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_actor_step(NULL, 0.1), MIEN_ERROR_ARGUMENT);
    mien_actor_destroy(actor);
    mien_actor_destroy(NULL);
    free(rest);
    parts_end(&p);
}

/// Each byte of each member in turn: the bundle takes members whose own hash is right, the
/// actor refuses them or runs.
TEST(hostile_members)
{
    Parts p;
    uint64_t random = 11;
    int refused = 0, ran = 0;
    parts_begin(&p);
    for (int round = 0; round < 400; ++round) {
        MienAuthorPack *pack = &p.packs[round % PARTS_MEMBERS];
        const Pack bytes = {pack->data, pack->size};
        const int place = 64 + mien_random_index(&random, (int)pack->size - 64);
        const uint8_t before = bytes.data[place];
        MienAuthorPack bundle_pack = {0};
        MienActor *actor = NULL;
        MienError error = {0};
        bytes.data[place] ^= (uint8_t)(1 + mien_random_index(&random, 255));
        pack_seal(&bytes);
        MienAuthorBundleMember members[PARTS_MEMBERS];
        MienBundle *bundle = NULL;
        for (int i = 0; i < PARTS_MEMBERS; ++i)
            members[i] = (MienAuthorBundleMember){parts_members[i], p.packs[i].data, p.packs[i].size};
        const MienAuthorBundle whole = {PARTS_MEMBERS, members};
        if (mien_author_bundle_cook(&whole, NULL, &bundle_pack, NULL) == MIEN_OK &&
            mien_bundle_load(bundle_pack.data, bundle_pack.size, NULL, &bundle, NULL) == MIEN_OK) {
            const MienStatus status = mien_actor_load(
                bundle, round / PARTS_MEMBERS % 2 ? &all_parts : &with_graph, NULL, &actor, &error);
            CHECK((status == MIEN_OK) == (actor != NULL));
            CHECK(status == MIEN_OK || (error.location[0] != '\0' && error.message[0] != '\0'));
            refused += status != MIEN_OK;
            if (actor != NULL && mien_actor_graph(actor) == NULL)
                mien_actor_load_clip(actor, bundle, "ada.clip", NULL, NULL);
            for (int s = 0; actor != NULL && s < 3; ++s)
                ran += mien_actor_step(actor, 0.3) == MIEN_OK && mien_actor_palette(actor) != NULL;
        }
        mien_actor_destroy(actor);
        mien_bundle_destroy(bundle);
        mien_author_pack_release(&bundle_pack);
        bytes.data[place] = before;
        pack_seal(&bytes);
    }
    CHECK(refused > 20 && ran > 100);
    parts_end(&p);
}

/// Rows of a kind and a name.
static int reported(const MienActor *actor, MienFindingKind kind, const char *name)
{
    int count = 0;
    for (int i = 0; i < mien_actor_report_count(actor); ++i) {
        const MienFinding row = mien_actor_report(actor, i);
        CHECK(row.kind != 0 && row.name[0] != '\0');
        count += row.kind == kind && strcmp(row.name, name) == 0;
    }
    CHECK_INT(mien_actor_report(actor, mien_actor_report_count(actor)).kind, 0);
    CHECK_INT(mien_actor_report(actor, -1).kind, 0);
    return count;
}

TEST(missing_names_are_reported)
{
    Parts p;
    parts_begin(&p);
    MienActor *actor = load(&p, &all_parts, NULL);
    const char *morph = NULL;
    for (int m = 0; m < mien_mesh_info(p.mesh).morph_count; ++m)
        if (mien_skeleton_find_curve(p.skeleton, mien_mesh_morph(p.mesh, m).name) < 0)
            morph = mien_mesh_morph(p.mesh, m).name;
    CHECK(morph != NULL);
    CHECK_INT(reported(actor, MIEN_FINDING_MISSING_MORPH_CURVE, morph), 1);
    CHECK_INT(reported(actor, MIEN_FINDING_MISSING_CURVE, "nowhere"), 0);
    const int before = mien_actor_report_count(actor);
    CHECK_STATUS(mien_actor_set_clip(actor, p.clip, NULL, NULL), MIEN_OK);
    CHECK_INT(reported(actor, MIEN_FINDING_MISSING_CURVE, "nowhere"), 1);
    CHECK_INT(reported(actor, MIEN_FINDING_MISSING_BONE, "nobone"), 1);
    CHECK(mien_actor_report_count(actor) > before);
    CHECK_STATUS(mien_actor_set_clip(actor, NULL, NULL, NULL), MIEN_OK);
    CHECK_INT(mien_actor_report_count(actor), before);
    MienActor *graph = load(&p, &with_graph, NULL);
    CHECK_INT(reported(graph, MIEN_FINDING_MISSING_ASSET, "gone.clip.json"), 1);
    CHECK_INT(reported(graph, MIEN_FINDING_MISSING_CURVE, "nowhere"), 1);
    mien_actor_destroy(graph);
    mien_actor_destroy(actor);
    parts_end(&p);
}

/// A skeleton alone is an actor too.
TEST(few_parts)
{
    Parts p;
    parts_begin(&p);
    MienTransform *rest = stage_array(p.bone_count, sizeof *rest);
    memcpy(rest, mien_skeleton_rest_pose(p.skeleton), (size_t)p.bone_count * sizeof *rest);
    rest[1].translation.y += 0.5f;
    MienActor *actor = make(&p, &(MienActorDesc){.skeleton = p.skeleton, .options = {.rest_pose = rest}});
    rest[1].translation.y = 0.0f; // the actor has a copy
    CHECK_STATUS(mien_actor_step(actor, 0.1), MIEN_OK);
    CHECK(mien_actor_bones(actor)[1].translation.y ==
          mien_skeleton_rest_pose(p.skeleton)[1].translation.y + 0.5f);
    CHECK(mien_actor_palette(actor) == NULL && mien_actor_morphs(actor) == NULL);
    CHECK(mien_actor_model(actor) != NULL && mien_actor_trace(actor) == NULL);
    CHECK(mien_actor_mesh(actor) == NULL && mien_actor_graph(actor) == NULL &&
          mien_actor_clip(actor) == NULL);
    CHECK(mien_actor_instance(actor) == NULL && mien_actor_pose_asset(actor, 0) == NULL);
    CHECK_INT(mien_actor_report_count(actor), 0);
    CHECK_STATUS(mien_actor_set_curve(actor, 0, 0.5f), MIEN_OK);
    CHECK_STATUS(mien_actor_step(actor, 0.1), MIEN_OK);
    CHECK(
        mien_curve_set_value(&(MienCurveSet){mien_actor_curves(actor).count, mien_actor_curves(actor).values,
                                             mien_actor_curves(actor).present},
                             0) == 0.5f);
    mien_actor_destroy(actor);
    free(rest);
    parts_end(&p);
}

CHECK_MAIN
{
    RUN(counting_counts);
    RUN(parts_are_the_jobs);
    RUN(graphs_are_the_jobs);
    RUN(clips_run_and_loop);
    RUN(steps_do_not_allocate);
    RUN(memory_runs_out);
    RUN(ten_thousand_leave_nothing);
    RUN(one_block);
    RUN(wrong_parts_are_refused);
    RUN(hostile_members);
    RUN(missing_names_are_reported);
    RUN(few_parts);
}
