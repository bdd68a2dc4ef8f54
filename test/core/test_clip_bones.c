// SPDX-License-Identifier: MIT
//
// Sampling and binding tracks: the same bits in every way, nothing written beyond
// the bones given, and bone lengths of the mesh (rule A13).

#include "core/clip_sampling.h"
#include "mien/pose_job.h"
#include "support/cases.h"
#include "support/clips.h"
#include "support/random_motions.h"

enum { MOMENTS = 30, AROUND = 4 };

/// Bones with guard bones around them that must not change.
typedef struct GuardedBones {
    MienTransform all[MOST_BONES + 2 * AROUND];
    MienTransform *bones;
} GuardedBones;

static void guard(GuardedBones *g)
{
    memset(g->all, 0xA5, sizeof g->all);
    g->bones = g->all + AROUND;
}

static bool is_untouched(const MienTransform *bone)
{
    uint8_t bytes[sizeof *bone];
    memset(bytes, 0xA5, sizeof bytes);
    return memcmp(bone, bytes, sizeof bytes) == 0;
}

/// The ten floats that count.
static bool same_bone(const MienTransform *a, const MienTransform *b)
{
    return memcmp(&a->rotation, &b->rotation, sizeof a->rotation) == 0 &&
           memcmp(&a->translation, &b->translation, sizeof a->translation) == 0 &&
           memcmp(&a->scale, &b->scale, sizeof a->scale) == 0;
}

static bool same_bones(const GuardedBones *a, const GuardedBones *b)
{
    for (int i = 0; i < MOST_BONES + 2 * AROUND; ++i) {
        if (!same_bone(&a->all[i], &b->all[i]))
            return false;
    }
    return true;
}

static void run_job(const MienClip *clip, const MienClipBinding *binding, MienClipCursor *cursor, double time,
                    int bone_count, GuardedBones *out)
{
    guard(out);
    const MienClipJob job = {.clip = clip,
                             .binding = binding,
                             .cursor = cursor,
                             .time = time,
                             .bone_count = bone_count,
                             .out_bones = out->bones};
    CHECK_STATUS(mien_clip_job_run(&job), MIEN_OK);
}

static MienSkeleton *load_skeleton(const MienAuthorSkeleton *source)
{
    MienAuthorPack pack = {0};
    MienSkeleton *skeleton = NULL;
    CHECK_STATUS(mien_author_skeleton_cook(source, NULL, &pack, NULL), MIEN_OK);
    CHECK_STATUS(mien_skeleton_load(pack.data, pack.size, NULL, &skeleton, NULL), MIEN_OK);
    mien_author_pack_release(&pack);
    return skeleton;
}

static void check_isa(const PackedClip *p, MienIsa isa, Random *random, Tally *t)
{
    const MienLoadOptions options[2] = {{.isa = MIEN_ISA_SCALAR}, {.isa = isa}};
    MienClip *clips[2] = {NULL, NULL};
    for (int i = 0; i < 2; ++i)
        CHECK_STATUS(mien_clip_load(p->pack.data, p->pack.size, &options[i], &clips[i], NULL), MIEN_OK);
    const size_t size = mien_clip_cursor_size(clips[1]);
    void *memory = mieni_allocate(NULL, size, 64);
    MienClipCursor *cursor = mien_clip_cursor_init(clips[1], memory, size);
    GuardedBones out[3];
    for (int i = 0; i < MOMENTS; ++i, ++t->cases) {
        const double time = i % 3 == 0 ? packed_clip_time(p, random_below(random, p->info.frame_count))
                                       : random_between(random, -0.1, p->info.length + 0.1);
        run_job(clips[0], NULL, NULL, time, p->info.track_count, &out[0]);
        run_job(clips[1], NULL, NULL, time, p->info.track_count, &out[1]);
        run_job(clips[1], NULL, cursor, time, p->info.track_count, &out[2]);
        tally(t, same_bones(&out[0], &out[1]) && same_bones(&out[0], &out[2]) ? 0.0 : 1.0);
        if (i == MOMENTS / 2)
            cursor = mien_clip_cursor_init(clips[1], memory, size);
    }
    mieni_free(NULL, memory, size, 64);
    mien_clip_destroy(clips[0]);
    mien_clip_destroy(clips[1]);
}

TEST(every_instruction_set_and_cursors)
{
    Random random = {property_seed(61)};
    Tally t = {.limit = 0.0};
    RandomMotion m;
    for (int i = 0; i < property_cases(40); ++i) {
        random_motion(&random, &m);
        PackedClip p = packed_clip(&m.clip, &m.options);
        for (int isa = MIEN_ISA_SCALAR; p.clip != NULL && isa <= MIEN_ISA_WASM128; ++isa) {
            if (mien_isa_is_available((MienIsa)isa))
                check_isa(&p, (MienIsa)isa, &random, &t);
        }
        packed_clip_free(&p);
        random_motion_free(&m);
    }
    tally_close(&t, "tracks in every way");
}

TEST(another_rounding)
{
    if (!round_upwards(false))
        SKIP("rounding cannot be chosen here");
    Random random = {62};
    RandomMotion m;
    for (int i = 0; i < 10; ++i) {
        random_motion(&random, &m);
        PackedClip p = packed_clip(&m.clip, &m.options), q;
        GuardedBones a, b;
        const double time = 0.43 * m.clip.length;
        round_upwards(true);
        q = packed_clip(&m.clip, &m.options);
        run_job(q.clip, NULL, NULL, time, p.info.track_count, &b);
        round_upwards(false);
        run_job(p.clip, NULL, NULL, time, p.info.track_count, &a);
        CHECK(p.pack.size == q.pack.size && memcmp(p.pack.data, q.pack.data, p.pack.size) == 0);
        CHECK(same_bones(&a, &b));
        packed_clip_free(&p);
        packed_clip_free(&q);
        random_motion_free(&m);
    }
}

/// Fewer bones than tracks, bound and not: only the bones that exist are written.
TEST(nothing_beyond_the_bones)
{
    Random random = {63};
    RandomMotion m;
    for (int i = 0; i < 12; ++i) {
        random_motion(&random, &m);
        PackedClip p = packed_clip(&m.clip, &m.options);
        MienSkeleton *skeleton = load_skeleton(&m.skeleton);
        MienClipBinding *binding = NULL;
        CHECK_STATUS(mien_clip_binding_create(p.clip, skeleton, NULL, &binding, NULL), MIEN_OK);
        GuardedBones all, some;
        int wrong = 0;
        for (int count = 0; count <= m.skeleton.bone_count; ++count) {
            for (int bound = 0; bound < 2; ++bound) {
                const MienClipBinding *with = bound != 0 ? binding : NULL;
                run_job(p.clip, with, NULL, 0.3, m.skeleton.bone_count, &all);
                run_job(p.clip, with, NULL, 0.3, count, &some);
                for (int b = -AROUND; b < MOST_BONES + AROUND; ++b)
                    wrong += b >= 0 && b < count ? !same_bone(&some.bones[b], &all.bones[b])
                                                 : !is_untouched(&some.bones[b]);
            }
        }
        CHECK_INT(wrong, 0);
        mien_clip_binding_destroy(binding);
        mien_skeleton_destroy(skeleton);
        packed_clip_free(&p);
        random_motion_free(&m);
    }
}

static double length_of(MienVec3 v)
{
    // Newton's way to the root: no library has to.
    const double square = (double)v.x * (double)v.x + (double)v.y * (double)v.y + (double)v.z * (double)v.z;
    double root = square > 1.0 ? square : 1.0;
    for (int i = 0; square > 0.0 && i < 200; ++i)
        root = 0.5 * (root + square / root);
    return square > 0.0 ? root : 0.0;
}

/// Rule A13 for one bone: what is expected of a translation.
static void check_translation(MienVec3 own, MienVec3 from, MienVec3 to, double extent, MienVec3 bound)
{
    const bool is_same = memcmp(&from, &to, sizeof from) == 0;
    if (is_same) {
        CHECK(memcmp(&own, &bound, sizeof own) == 0);
        return;
    }
    const double factor = length_of(from) < 1e-6 * extent ? 1.0 : length_of(to) / length_of(from);
    const double scale = 1e-6 * (1.0 + factor) * (1.0 + length_of(own) + length_of(from) + length_of(to));
    CHECK_NEAR(bound.x, to.x + factor * ((double)own.x - (double)from.x), scale);
    CHECK_NEAR(bound.y, to.y + factor * ((double)own.y - (double)from.y), scale);
    CHECK_NEAR(bound.z, to.z + factor * ((double)own.z - (double)from.z), scale);
}

/// A mesh with other bone lengths, some the same to the bit, some next to nothing.
TEST(bone_lengths_of_the_mesh)
{
    Random random = {64};
    RandomMotion m;
    for (int i = 0; i < 30; ++i) {
        random_motion(&random, &m);
        const int count = m.skeleton.bone_count;
        m.options.skeleton = &m.skeleton;
        if (i % 2 == 0)
            m.bones[count - 1].rest.translation = (MienVec3){1e-9f, 0.0f, 0.0f};
        PackedClip p = packed_clip(&m.clip, &m.options);
        MienSkeleton *skeleton = load_skeleton(&m.skeleton);
        MienTransform mesh[MOST_BONES];
        double extent = 0.0;
        for (int b = 0; b < count; ++b) {
            mesh[b] = m.bones[b].rest;
            const float factor = draw_float(&random, 0.5, 2.0);
            if (random_below(&random, 3) != 0)
                mesh[b].translation.y = mesh[b].translation.y * factor + 0.01f;
            const double length = length_of(m.bones[b].rest.translation);
            extent = m.track_of[b] >= 0 && length > extent ? length : extent;
        }
        const MienClipBindingOptions options = {.mesh_rest_pose = mesh};
        MienClipBinding *binding = NULL;
        CHECK_STATUS(mien_clip_binding_create(p.clip, skeleton, &options, &binding, NULL), MIEN_OK);
        GuardedBones own, bound;
        run_job(p.clip, NULL, NULL, 0.7 * m.clip.length, count, &own);
        run_job(p.clip, binding, NULL, 0.7 * m.clip.length, count, &bound);
        for (int b = 0; b < count; ++b) {
            const int track = mien_clip_find_track(p.clip, m.names[b]);
            const int bone = mien_skeleton_find_bone(skeleton, m.names[b]);
            CHECK_INT(track >= 0, m.track_of[b] >= 0);
            if (track < 0) {
                CHECK(is_untouched(&bound.bones[bone]));
                continue;
            }
            CHECK_INT(mien_clip_binding_bone(binding, track), bone);
            const MienTransform *a = &own.bones[track], *c = &bound.bones[bone];
            CHECK(memcmp(&a->rotation, &c->rotation, sizeof a->rotation) == 0);
            CHECK(memcmp(&a->scale, &c->scale, sizeof a->scale) == 0);
            check_translation(a->translation, m.bones[b].rest.translation, mesh[bone].translation, extent,
                              c->translation);
        }
        mien_clip_binding_destroy(binding);
        mien_skeleton_destroy(skeleton);
        packed_clip_free(&p);
        random_motion_free(&m);
    }
}

/// A skeleton that lacks bones: those tracks go nowhere.
TEST(missing_bones)
{
    Random random = {65};
    RandomMotion m;
    for (int i = 0; i < 10; ++i) {
        random_motion(&random, &m);
        PackedClip p = packed_clip(&m.clip, &m.options);
        MienAuthorSkeleton fewer = m.skeleton;
        fewer.bone_count = 1 + fewer.bone_count / 2;
        MienSkeleton *skeleton = load_skeleton(&fewer);
        MienClipBinding *binding = NULL;
        CHECK_STATUS(mien_clip_binding_create(p.clip, skeleton, NULL, &binding, NULL), MIEN_OK);
        for (int t = 0; t < p.info.track_count; ++t)
            CHECK_INT(mien_clip_binding_bone(binding, t),
                      mien_skeleton_find_bone(skeleton, mien_clip_track_bone(p.clip, t)));
        GuardedBones out;
        run_job(p.clip, binding, NULL, 0.2, MOST_BONES, &out);
        int wrong = 0;
        for (int b = -AROUND; b < MOST_BONES + AROUND; ++b) {
            const bool has_track = b >= 0 && b < fewer.bone_count && m.track_of[b] >= 0;
            wrong += has_track == is_untouched(&out.bones[b]);
        }
        CHECK_INT(wrong, 0);
        mien_clip_binding_destroy(binding);
        mien_skeleton_destroy(skeleton);
        packed_clip_free(&p);
        random_motion_free(&m);
    }
}

/// Bones of one clip for sixteen characters at once: the same bits as one by one.
static void check_tile(const PackedClip *p, const MienSkeleton *skeleton, const MienTransform *mesh,
                       MienIsa isa, Random *random)
{
    const MienLoadOptions load = {.isa = isa};
    const MienClipBindingOptions options = {.mesh_rest_pose = mesh};
    MienClip *clip = NULL;
    MienClipBinding *binding = NULL;
    CHECK_STATUS(mien_clip_load(p->pack.data, p->pack.size, &load, &clip, NULL), MIEN_OK);
    CHECK_STATUS(mien_clip_binding_create(clip, skeleton, &options, &binding, NULL), MIEN_OK);
    const int count = mien_skeleton_bone_count(skeleton), some = random_below(random, count + 1);
    const size_t size = mien_tile_size(MOST_BONES) * sizeof(float);
    float *tile = mieni_allocate(NULL, size, 64);
    double times[MIEN_TILE];
    memset(tile, 0xA5, size);
    for (int k = 0; k < MIEN_TILE; ++k)
        times[k] = random_between(random, -0.1, p->info.length + 0.1);
    const MieniClipTile run = {clip, binding, some, tile};
    mieni_clip_run_tile(&run, times);
    int wrong = 0;
    for (int k = 0; k < MIEN_TILE; ++k) {
        GuardedBones one;
        MienTransform bones[MOST_BONES];
        run_job(clip, binding, NULL, times[k], some, &one);
        mien_tile_read(tile, MOST_BONES, k, bones);
        for (int b = 0; b < MOST_BONES; ++b)
            wrong += !same_bone(&bones[b], &one.bones[b]);
    }
    CHECK_INT(wrong, 0);
    mieni_free(NULL, tile, size, 64);
    mien_clip_binding_destroy(binding);
    mien_clip_destroy(clip);
}

TEST(tiles)
{
    Random random = {66};
    RandomMotion m;
    int raw = 0;
    for (int i = 0; i < 40; ++i) {
        random_motion(&random, &m);
        m.options.skeleton = &m.skeleton;
        PackedClip p = packed_clip(&m.clip, &m.options);
        MienSkeleton *skeleton = load_skeleton(&m.skeleton);
        MienTransform mesh[MOST_BONES];
        for (int b = 0; b < m.skeleton.bone_count; ++b) {
            mesh[b] = m.bones[b].rest;
            mesh[b].translation.y *= b % 2 == 0 ? 1.0f : 1.5f;
        }
        raw += (int)p.clip->info.raw_tracks;
        for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
            if (mien_isa_is_available((MienIsa)isa))
                check_tile(&p, skeleton, mesh, (MienIsa)isa, &random);
        }
        mien_skeleton_destroy(skeleton);
        packed_clip_free(&p);
        random_motion_free(&m);
    }
    CHECK(raw > 0);
}

CHECK_MAIN
{
    RUN(every_instruction_set_and_cursors);
    RUN(another_rounding);
    RUN(nothing_beyond_the_bones);
    RUN(bone_lengths_of_the_mesh);
    RUN(missing_bones);
    RUN(tiles);
}
