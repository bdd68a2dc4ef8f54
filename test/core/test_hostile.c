// SPDX-License-Identifier: MIT
//
// Damaged and forged packs of skeletons and pose assets, calls that are wrong, and
// memory that runs out.

#include "support/evaluate.h"
#include "support/hostile.h"

#include "core/pose_format.h"

/// What a pack is run with.
typedef struct Company {
    MienPackKind kind;
    MienSkeleton *skeleton;   ///< What a pose asset is bound to.
    MienPoseAsset *companion; ///< What is bound to a skeleton.
} Company;

/// Loads bytes and runs the result; returns the status.
static MienStatus load(Subject *s, const Pack *pack, const MienLoadOptions *options, size_t place)
{
    const Company *company = s->user;
    MienSkeleton *skeleton = company->skeleton; // not NULL, to see that it becomes so
    MienPoseAsset *asset = company->companion;
    MienError error = {0};
    MienPackInfo info;
    const char *fault = NULL;
    const bool is_skeleton = company->kind == MIEN_PACK_SKELETON;
    const MienStatus status = is_skeleton
                                  ? mien_skeleton_load(pack->data, pack->size, options, &skeleton, &error)
                                  : mien_pose_asset_load(pack->data, pack->size, options, &asset, &error);
    if (!subject_count(s, status, &error, is_skeleton ? (void *)skeleton : (void *)asset, place))
        return status;
    if (mien_pack_inspect(pack->data, pack->size, true, &info, NULL) != MIEN_OK)
        fault = "it loads, but cannot be inspected";
    if (fault == NULL && is_skeleton)
        fault = read_skeleton(skeleton);
    if (fault == NULL)
        fault = is_skeleton ? evaluate(company->companion, skeleton, place, NULL)
                            : evaluate(asset, company->skeleton, place, NULL);
    if (fault != NULL)
        complain(s, fault, place);
    if (is_skeleton)
        mien_skeleton_destroy(skeleton);
    else
        mien_pose_asset_destroy(asset);
    return status;
}

static Subject subject_of(const char *name, MienPackKind kind, const ScenePacks *packs, Company *company)
{
    *company = (Company){.kind = kind};
    CHECK_STATUS(
        mien_skeleton_load(packs->skeleton.data, packs->skeleton.size, NULL, &company->skeleton, NULL),
        MIEN_OK);
    CHECK_STATUS(mien_pose_asset_load(packs->poses.data, packs->poses.size, NULL, &company->companion, NULL),
                 MIEN_OK);
    return (Subject){.name = name,
                     .pack = kind == MIEN_PACK_SKELETON ? packs->skeleton : packs->poses,
                     .load = load,
                     .user = company};
}

static void company_free(Company *company)
{
    mien_skeleton_destroy(company->skeleton);
    mien_pose_asset_destroy(company->companion);
}

TEST(small_packs)
{
    for (int i = 0; i < SMALL_SCENES; ++i) {
        ScenePacks packs = scene_packs(&small_scenes[i].options);
        Company company;
        Subject s = subject_of(small_scenes[i].name, MIEN_PACK_POSE_ASSET, &packs, &company);
        attack_all(&s);
        report(&s);
        company_free(&company);
        scene_packs_free(&packs);
    }
}

TEST(small_skeleton)
{
    ScenePacks packs = scene_packs(&small_scenes[0].options);
    Company company;
    Subject s = subject_of("skeleton", MIEN_PACK_SKELETON, &packs, &company);
    attack_all(&s);
    report(&s);
    company_free(&company);
    scene_packs_free(&packs);
}

static void attack_large(const char *scene)
{
    ScenePacks packs = scene_packs(&mien_sample_find_scene(scene)->options);
    Company company;
    Subject s = subject_of(scene, MIEN_PACK_POSE_ASSET, &packs, &company);
    const MienLoadOptions as_is = {.borrow_data = true};
    const MienLoadOptions trusting = {.borrow_data = true, .trust_hash = true};
    Random random = {packs.poses.size};
    const int places = 10000 / (int)stride();
    for (int i = 0; i < places; ++i) {
        static const uint8_t values[] = {0x00, 0x7F, 0x80, 0xFF};
        const size_t place = (size_t)random_below(&random, (int)packs.poses.size);
        uint8_t *at = packs.poses.data + place;
        const uint8_t before = *at;
        const int kind = random_below(&random, 8);
        *at = kind < 4 ? values[kind] : (uint8_t)(before ^ 1 << random_below(&random, 8));
        if (*at != before) {
            // Hashing this much is slow; small packs show that it is done.
            if (i % 64 == 0 && load(&s, &packs.poses, &as_is, place) == MIEN_OK)
                complain(&s, "changed, and yet it loads", place);
            load(&s, &packs.poses, &trusting, place);
        }
        *at = before;
    }
    report(&s);
    company_free(&company);
    scene_packs_free(&packs);
}

TEST(large_packs)
{
    attack_large("sparse58");
    attack_large("mh");
}

enum { EXTREME_POSES = 60, EXTREME_BONES = 3 };

/// Cooks the largest of everything that an asset may hold, onto one bone.
static Pack cook_extremes(const MienAuthorSkeleton *skeleton, int mode)
{
    static MienTransform posed[EXTREME_POSES][EXTREME_BONES];
    static MienAuthorPose poses[EXTREME_POSES];
    static char names[EXTREME_POSES][8];
    static const MienAuthorCurve curve = {"curve", MIEN_ALL_LODS};
    static const MienAuthorCurveValue value = {0, MIEN_MAX_CURVE / 2.0f};
    const bool is_absolute = mode % 2 == 1, is_unreal = mode >= 2;
    for (int p = 0; p < EXTREME_POSES; ++p) {
        snprintf(names[p], sizeof names[p], "p%02d", p);
        for (int b = 0; b < EXTREME_BONES; ++b)
            posed[p][b] = skeleton->bones[b].rest;
        posed[p][1].translation = (MienVec3){9e5f, -9e5f, 9e5f};
        posed[p][1].rotation = (MienQuat){1.0f, 0.0f, 0.0f, 0.0f};
        posed[p][1].scale = (MienVec3){9e5f, -9e5f, 0.0f};
        poses[p] = (MienAuthorPose){.name = names[p], .bones = posed[p], .curves = &value, .curve_count = 1};
        poses[p].driven_settings = (MienAuthorDrivenPose){
            .has_range = true, .min = is_absolute ? 0.0f : -MIEN_MAX_WEIGHT, .max = MIEN_MAX_WEIGHT};
        if (p % 2 == 1 && !is_unreal) { // as near to the control's own pose as is allowed
            poses[p].role = MIEN_AUTHOR_INBETWEEN;
            poses[p].driven_pose = p - 1;
            poses[p].position = 1.0f - MIENI_MIN_KNOT_GAP;
        }
    }
    const MienAuthorPoseAsset asset = {.skeleton = skeleton,
                                       .is_absolute = is_absolute,
                                       .is_unreal = is_unreal,
                                       .pose_count = EXTREME_POSES,
                                       .poses = poses,
                                       .curve_count = 1,
                                       .curves = &curve};
    MienAuthorPack pack = {0};
    MienError error = {0};
    CHECK_STATUS(mien_author_pose_asset_cook(&asset, NULL, &pack, NULL, &error), MIEN_OK);
    if (pack.data == NULL)
        printf("%s: %s\n", error.location, error.message);
    return (Pack){pack.data, pack.size};
}

/// Nothing overflows, even where bones are as much longer as they can be.
TEST(extreme_values)
{
    MienAuthorBone bones[EXTREME_BONES] = {{"root", -1, mien_transform_identity(), MIEN_ALL_LODS},
                                           {"tiny", 0, mien_transform_identity(), MIEN_ALL_LODS},
                                           {"huge", 0, mien_transform_identity(), MIEN_ALL_LODS}};
    MienAuthorCurve curves[EXTREME_POSES + 1] = {{"curve", MIEN_ALL_LODS}};
    char names[EXTREME_POSES][8];
    for (int p = 0; p < EXTREME_POSES; ++p) {
        snprintf(names[p], sizeof names[p], "p%02d", p);
        curves[p + 1] = (MienAuthorCurve){names[p], MIEN_ALL_LODS};
    }
    const MienAuthorSkeleton own = {EXTREME_BONES, bones, EXTREME_POSES + 1, curves};
    MienAuthorBone longer[EXTREME_BONES];
    memcpy(longer, bones, sizeof longer);
    longer[1].rest.translation.x = MIEN_MAX_LENGTH;
    const MienAuthorSkeleton other = {EXTREME_BONES, longer, EXTREME_POSES + 1, curves};
    bones[1].rest.translation.x = 1e-12f; // bones this close have no extent to be measured against
    MienAuthorPack pack = {0};
    MienSkeleton *skeleton = NULL;
    CHECK_STATUS(mien_author_skeleton_cook(&other, NULL, &pack, NULL), MIEN_OK);
    CHECK_STATUS(mien_skeleton_load(pack.data, pack.size, NULL, &skeleton, NULL), MIEN_OK);
    for (int mode = 0; mode < 4; ++mode) {
        Pack poses = cook_extremes(&own, mode);
        MienPoseAsset *asset = NULL;
        MienPoseBinding *binding = NULL;
        CHECK_STATUS(mien_pose_asset_load(poses.data, poses.size, NULL, &asset, NULL), MIEN_OK);
        CHECK_STATUS(mien_pose_binding_create(asset, skeleton, NULL, &binding, NULL), MIEN_OK);
        float factor = 0.0f;
        for (int row = 0; row < mien_pose_binding_report_count(binding); ++row) {
            const MienFinding report = mien_pose_binding_report(binding, row);
            factor = report.kind == MIEN_FINDING_SCALED_BONE ? report.factor : factor;
        }
        CHECK(factor > 9e17f && factor <= 1e18f);
        mien_pose_binding_destroy(binding);
        for (int seed = 0; seed < 40; ++seed)
            CHECK_STR(evaluate(asset, skeleton, (uint64_t)seed, NULL), NULL);
        mien_pose_asset_destroy(asset);
        pack_free(&poses);
    }
    mien_skeleton_destroy(skeleton);
    mien_author_pack_release(&pack);
}

/// Memory that is counted, and fails when told to.
typedef struct Account {
    int calls, fail_at; ///< fail_at: the call that fails, 0 for none.
    int64_t bytes;
    struct {
        void *memory;
        size_t size, alignment;
    } blocks[16];
} Account;

static void *account_allocate(void *user, size_t size, size_t alignment)
{
    Account *account = user;
    if (++account->calls == account->fail_at)
        return NULL;
    for (size_t i = 0; i < sizeof account->blocks / sizeof *account->blocks; ++i) {
        if (account->blocks[i].memory != NULL)
            continue;
        void *memory = mieni_allocate(NULL, size, alignment);
        account->blocks[i].memory = memory;
        account->blocks[i].size = size;
        account->blocks[i].alignment = alignment;
        account->bytes += (int64_t)size;
        return memory;
    }
    CHECK(!"more blocks than foreseen");
    return NULL;
}

static void account_free(void *user, void *memory, size_t size, size_t alignment)
{
    Account *account = user;
    for (size_t i = 0; i < sizeof account->blocks / sizeof *account->blocks; ++i) {
        if (account->blocks[i].memory != memory)
            continue;
        CHECK_INT(account->blocks[i].size, size);
        CHECK_INT(account->blocks[i].alignment, alignment);
        account->bytes -= (int64_t)size;
        account->blocks[i].memory = NULL;
        mieni_free(NULL, memory, size, alignment);
        return;
    }
    CHECK(!"freed what was not allocated");
}

static void check_no_memory(MienStatus status, const MienError *error, const void *out,
                            const Account *account)
{
    CHECK_STATUS(status, MIEN_ERROR_MEMORY);
    CHECK(refusal_is_sound(status, error, out));
    CHECK_INT(account->bytes, 0);
}

TEST(every_allocation_fails_once)
{
    ScenePacks packs = scene_packs(&small_scenes[0].options), others = scene_packs(&small_scenes[2].options);
    Account account = {0};
    const MienAllocator allocator = {&account, account_allocate, account_free};
    const MienPoseBindingOptions bind = {.allocator = &allocator};
    MienSkeleton *stranger = NULL;
    MienPoseAsset *loaded = NULL;
    CHECK_STATUS(mien_skeleton_load(others.skeleton.data, others.skeleton.size, NULL, &stranger, NULL),
                 MIEN_OK);
    CHECK_STATUS(mien_pose_asset_load(packs.poses.data, packs.poses.size, NULL, &loaded, NULL), MIEN_OK);
    for (int what = 0; what < 5; ++what) {
        const MienLoadOptions options = {.allocator = &allocator, .borrow_data = what % 2 == 1};
        MienStatus status = MIEN_ERROR_MEMORY;
        int failures = 0;
        for (int n = 1; status != MIEN_OK && n < 10; ++n) {
            MienSkeleton *skeleton = stranger; // not NULL, to see that it becomes so
            MienPoseAsset *asset = loaded;
            MienPoseBinding *binding = (MienPoseBinding *)(void *)&account;
            MienError error = {0};
            account.calls = 0;
            account.fail_at = n;
            if (what < 2)
                status =
                    mien_skeleton_load(packs.skeleton.data, packs.skeleton.size, &options, &skeleton, &error);
            else if (what < 4)
                status = mien_pose_asset_load(packs.poses.data, packs.poses.size, &options, &asset, &error);
            else
                status = mien_pose_binding_create(loaded, stranger, &bind, &binding, &error);
            if (status != MIEN_OK) {
                check_no_memory(status, &error,
                                what < 2   ? (void *)skeleton
                                : what < 4 ? (void *)asset
                                           : (void *)binding,
                                &account);
                ++failures;
            } else if (what < 2) {
                mien_skeleton_destroy(skeleton);
            } else if (what < 4) {
                mien_pose_asset_destroy(asset);
            } else {
                CHECK(mien_pose_binding_report_count(binding) > 0); // so the report was allocated too
                mien_pose_binding_destroy(binding);
            }
        }
        CHECK_STATUS(status, MIEN_OK);
        CHECK(failures > 0);
        CHECK_INT(account.bytes, 0);
    }
    mien_skeleton_destroy(stranger);
    mien_pose_asset_destroy(loaded);
    scene_packs_free(&packs);
    scene_packs_free(&others);
}

/// A load that must be refused, by both loaders.
static void check_refused(const void *data, size_t size, const MienLoadOptions *options, MienPackKind kind,
                          MienStatus status, const char *place)
{
    MienError error = {0};
    MienSkeleton *skeleton = (MienSkeleton *)(void *)&error; // not NULL, to see that it becomes so
    MienPoseAsset *asset = (MienPoseAsset *)(void *)&error;
    if (kind == MIEN_PACK_SKELETON) {
        CHECK_STATUS(mien_skeleton_load(data, size, options, &skeleton, NULL), status);
        CHECK_STATUS(mien_skeleton_load(data, size, options, &skeleton, &error), status);
        CHECK(refusal_is_sound(status, &error, skeleton));
    } else {
        CHECK_STATUS(mien_pose_asset_load(data, size, options, &asset, NULL), status);
        CHECK_STATUS(mien_pose_asset_load(data, size, options, &asset, &error), status);
        CHECK(refusal_is_sound(status, &error, asset));
    }
    CHECK_STR(error.location, place);
}

TEST(wrong_calls)
{
    ScenePacks packs = scene_packs(&small_scenes[0].options);
    Pack shifted = {aligned_take(packs.poses.size + packs.skeleton.size + 8), 0};
    const MienLoadOptions borrow = {.borrow_data = true}, trust = {.trust_hash = true};
    const MienPackKind kinds[] = {MIEN_PACK_SKELETON, MIEN_PACK_POSE_ASSET};
    for (int i = 0; i < 2; ++i) {
        const MienPackKind kind = kinds[i];
        const Pack *own = i == 0 ? &packs.skeleton : &packs.poses;
        const Pack *other = i == 0 ? &packs.poses : &packs.skeleton;
        check_refused(NULL, own->size, NULL, kind, MIEN_ERROR_ARGUMENT, "");
        check_refused(own->data, 0, NULL, kind, MIEN_ERROR_CORRUPT, "header");
        check_refused(own->data, 63, &borrow, kind, MIEN_ERROR_CORRUPT, "header");
        check_refused(other->data, other->size, NULL, kind, MIEN_ERROR_KIND, "header.kind");
        memcpy(shifted.data + 8, own->data, own->size);
        check_refused(shifted.data + 8, own->size, &borrow, kind, MIEN_ERROR_ARGUMENT, "data");

        // Copied, the same bytes are fine wherever they lie.
        MienSkeleton *skeleton = NULL;
        MienPoseAsset *asset = NULL;
        CHECK_STATUS(i == 0 ? mien_skeleton_load(shifted.data + 8, own->size, NULL, &skeleton, NULL)
                            : mien_pose_asset_load(shifted.data + 8, own->size, NULL, &asset, NULL),
                     MIEN_OK);
        mien_skeleton_destroy(skeleton);
        mien_pose_asset_destroy(asset);

        // A wrong hash counts unless it is trusted.
        own->data[8] ^= 1;
        check_refused(own->data, own->size, &borrow, kind, MIEN_ERROR_HASH, "header.hash");
        CHECK_STATUS(i == 0 ? mien_skeleton_load(own->data, own->size, &trust, &skeleton, NULL)
                            : mien_pose_asset_load(own->data, own->size, &trust, &asset, NULL),
                     MIEN_OK);
        mien_skeleton_destroy(skeleton);
        mien_pose_asset_destroy(asset);
        own->data[8] ^= 1;
    }
    MienError error = {0};
    CHECK_STATUS(mien_skeleton_load(packs.skeleton.data, packs.skeleton.size, NULL, NULL, &error),
                 MIEN_ERROR_ARGUMENT);
    CHECK(error.message[0] != '\0');
    CHECK_STATUS(mien_pose_asset_load(packs.poses.data, packs.poses.size, NULL, NULL, NULL),
                 MIEN_ERROR_ARGUMENT);
    mien_skeleton_destroy(NULL);
    mien_pose_asset_destroy(NULL);
    mien_pose_binding_destroy(NULL);
    aligned_free(shifted.data);
    scene_packs_free(&packs);
}

TEST(wrong_bindings)
{
    ScenePacks packs = scene_packs(&small_scenes[0].options);
    Company company;
    subject_of("rules", MIEN_PACK_POSE_ASSET, &packs, &company);
    MienError error = {0};
    MienPoseBinding *binding = (MienPoseBinding *)(void *)&error;
    CHECK_STATUS(mien_pose_binding_create(company.companion, company.skeleton, NULL, NULL, &error),
                 MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_pose_binding_create(NULL, company.skeleton, NULL, &binding, &error),
                 MIEN_ERROR_ARGUMENT);
    CHECK(refusal_is_sound(MIEN_ERROR_ARGUMENT, &error, binding));
    binding = (MienPoseBinding *)(void *)&error;
    CHECK_STATUS(mien_pose_binding_create(company.companion, NULL, NULL, &binding, &error),
                 MIEN_ERROR_ARGUMENT);
    CHECK(refusal_is_sound(MIEN_ERROR_ARGUMENT, &error, binding));

    const int bones = mien_skeleton_bone_count(company.skeleton);
    MienTransform *mesh = stage_array((size_t)bones, sizeof *mesh);
    const MienPoseBindingOptions options = {.mesh_rest_pose = mesh};
    for (int b = 0; b < bones; ++b) {
        memcpy(mesh, mien_skeleton_rest_pose(company.skeleton), (size_t)bones * sizeof *mesh);
        memset(&mesh[b].translation.y, 0xFF, sizeof(float)); // NaN
        binding = (MienPoseBinding *)(void *)&error;
        CHECK_STATUS(
            mien_pose_binding_create(company.companion, company.skeleton, &options, &binding, &error),
            MIEN_ERROR_DATA);
        CHECK(refusal_is_sound(MIEN_ERROR_DATA, &error, binding));
        char place[32];
        snprintf(place, sizeof place, "mesh_rest_pose[%d]", b);
        CHECK_STR(error.location, place);
    }
    aligned_free(mesh);
    company_free(&company);
    scene_packs_free(&packs);
}

CHECK_MAIN
{
    RUN(small_packs);
    RUN(small_skeleton);
    RUN(large_packs);
    RUN(extreme_values);
    RUN(every_allocation_fails_once);
    RUN(wrong_calls);
    RUN(wrong_bindings);
}
