// SPDX-License-Identifier: MIT
//
// Bones, weights and poses of the cast are sound, symmetric, and those of the heads
// that were drawn by hand before, which are read from files where there are some.

#include "support/gltf/files.h"
#include "support/ledger.h"

#include "sample/cast.h"
#include "sample/cast/rig.h"

#include <math.h>

static MieniCastHead make_head(int who, MieniCastDetail detail)
{
    MieniCastHead head;
    MienError error = {0};
    CHECK_STATUS(mieni_cast_make((MieniCastWho)who, detail, NULL, &head, &error), MIEN_OK);
    return head;
}

/// The weight of a bone on a vertex, 0 if it has none.
static double weight_of(const MienAuthorMesh *mesh, int vertex, const char *bone)
{
    double weight = 0.0;
    const size_t first = (size_t)vertex * (size_t)mesh->influence_count;
    for (size_t k = first; k < first + (size_t)mesh->influence_count; ++k)
        if (strcmp(mesh->joints[mesh->vertex_joints[k]].bone, bone) == 0)
            weight += (double)mesh->vertex_weights[k];
    return weight;
}

/// The same bone on the other side, or a name as it is.
static const char *mirror_name(const char *name)
{
    static char other[32];
    snprintf(other, sizeof other, "%s", name);
    const size_t size = strlen(name);
    if (size > 2 && name[size - 2] == '_' && (name[size - 1] == 'L' || name[size - 1] == 'R'))
        other[size - 1] = name[size - 1] == 'L' ? 'R' : 'L';
    return other;
}

static double distance(MienVec3 a, MienVec3 b)
{
    const double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y, z = (double)a.z - (double)b.z;
    return sqrt(x * x + y * y + z * z);
}

static double largest_turn(MienQuat a, MienQuat b)
{
    const double product = (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z +
                           (double)a.w * (double)b.w;
    const double sign = product < 0.0 ? -1.0 : 1.0;
    const double parts[4] = {(double)a.x - sign * (double)b.x, (double)a.y - sign * (double)b.y,
                             (double)a.z - sign * (double)b.z, (double)a.w - sign * (double)b.w};
    double largest = 0.0;
    for (int k = 0; k < 4; ++k)
        largest = fabs(parts[k]) > largest ? fabs(parts[k]) : largest;
    return largest;
}

/// Packs come of every description, and names are as they should be.
static void check_description(const MieniCastHead *head)
{
    MienAuthorPack packs[3] = {0};
    MienError error = {0};
    CHECK_STATUS(mien_author_skeleton_cook(head->skeleton, NULL, &packs[0], &error), MIEN_OK);
    CHECK_STATUS(mien_author_mesh_cook(&head->mesh, NULL, &packs[1], &error), MIEN_OK);
    CHECK_STR(error.message, "");
    CHECK_STATUS(mien_author_pose_asset_cook(&head->poses, NULL, &packs[2], NULL, &error), MIEN_OK);
    for (int k = 0; k < 3; ++k)
        mien_author_pack_release(&packs[k]);
    CHECK_INT(head->skeleton->bone_count, 68);
    CHECK_INT(head->poses.pose_count, 58);
    int moving = 0;
    for (int p = 0; p < head->poses.pose_count; ++p) {
        bool moves = false;
        for (int b = 0; b < MIENI_BONE_COUNT; ++b)
            moves = moves || memcmp(&head->poses.poses[p].bones[b], &head->skeleton->bones[b].rest,
                                    sizeof(MienTransform)) != 0;
        moving += moves;
        CHECK_STR(head->skeleton->curves[p].name, head->poses.poses[p].name);
    }
    CHECK_INT(moving, 58);
}

/// Sums are 1, and every vertex has a bone.
static void check_sums(const MienAuthorMesh *mesh)
{
    double largest = 0.0;
    for (int v = 0; v < mesh->vertex_count; ++v) {
        double sum = 0.0;
        for (int k = 0; k < mesh->influence_count; ++k)
            sum += (double)mesh->vertex_weights[v * mesh->influence_count + k];
        largest = fabs(sum - 1.0) > largest ? fabs(sum - 1.0) : largest;
    }
    CHECK_NEAR(largest, 0.0, 1e-6);
}

/// A vertex of the slit has on the lower lip what its twin has on the upper.
static void check_twins(const MieniCastHead *head)
{
    for (int k = 0; k < head->slit_count; ++k) {
        const int twin = (head->slit_count - k) % head->slit_count;
        CHECK_NEAR(distance(head->mesh.positions[k], head->mesh.positions[twin]), 0.0, 1e-7);
        double sum = 0.0;
        for (int lip = 0; lip < MIENI_CAST_LIP_COUNT; ++lip) {
            const int other = (MIENI_CAST_LIP_COUNT - lip) % MIENI_CAST_LIP_COUNT;
            const double weight = weight_of(&head->mesh, k, mieni_cast_bones[MIENI_BONE_LIPS + lip].name);
            CHECK_NEAR(weight, weight_of(&head->mesh, twin, mieni_cast_bones[MIENI_BONE_LIPS + other].name),
                       1e-6);
            sum += weight;
        }
        CHECK_NEAR(sum, 1.0, 1e-6); // no other bone
    }
}

/// A vertex of the skin and its mirror image have mirrored weights. The triangles are not
/// symmetric, so the images are made.
static void check_symmetry(int who)
{
    MieniArena arena = {0};
    MieniCastParts parts;
    MieniCastRig rig;
    CHECK(mieni_cast_parts_make(&arena, (MieniCastWho)who, MIENI_CAST_DEFAULT, &parts));
    mieni_cast_rig(&parts, &rig);
    const MieniCastPart *skin = &parts.parts[0];
    double largest = 0.0;
    for (int v = 0; v < skin->vertex_count; ++v) {
        MieniCastSkinPoint point = skin->skin[v];
        point.cosine = -point.cosine;
        point.angle = point.angle <= MIENI_PI ? MIENI_PI - point.angle : 3.0 * MIENI_PI - point.angle;
        double at[1][3] = {{-skin->positions[v][0], skin->positions[v][1], skin->positions[v][2]}};
        const MieniCastPart image = {.kind = MIENI_CAST_SKIN, .positions = at, .skin = &point};
        double own[MIENI_BONE_COUNT], other[MIENI_BONE_COUNT];
        mieni_cast_weigh_skin(&rig, skin, v, own);
        mieni_cast_weigh_skin(&rig, &image, 0, other);
        for (int b = 0; b < MIENI_BONE_COUNT; ++b) {
            const char *name = mirror_name(mieni_cast_bones[b].name);
            const double off = fabs(own[b] - other[mieni_cast_find_bone(name, strlen(name))]);
            largest = off > largest ? off : largest;
        }
    }
    CHECK_NEAR(largest, 0.0, 1e-6);
    mieni_arena_release(&arena);
}

TEST(weights_are_symmetric)
{
    for (int who = 0; who < MIENI_CAST_COUNT; ++who)
        check_symmetry(who);
}

/// A morph is driven by a pose, moves vertices in order and by a hand's width at most, and is
/// called like no pose.
static void check_morph(const MieniCastHead *head, int index)
{
    const MienAuthorMorph *morph = &head->mesh.morphs[index];
    int driven = 0;
    double largest = 0.0;
    CHECK_STR(morph->name, mieni_cast_morphs[index]);
    CHECK_STR(head->poses.curves[index].name, morph->name);
    CHECK_STR(head->skeleton->curves[MIENI_CAST_POSE_COUNT + index].name, morph->name);
    for (int p = 0; p < head->poses.pose_count; ++p) {
        const MienAuthorPose *pose = &head->poses.poses[p];
        CHECK(strcmp(pose->name, morph->name) != 0);
        for (int k = 0; k < pose->curve_count; ++k)
            driven += pose->curves[k].curve == index && pose->curves[k].value > 0.0f;
    }
    for (int k = 0; k < morph->count; ++k)
        largest = fmax(largest, distance(morph->positions[k], (MienVec3){0, 0, 0}));
    CHECK(driven > 0);
    CHECK(morph->count > 30 && morph->count < head->mesh.vertex_count / 2);
    CHECK(largest > 0.01 * (double)head->height && largest < 0.15 * (double)head->height);
}

/// What a left morph does to a vertex of the skin, the right one does to its mirror image.
static void check_morph_symmetry(int who)
{
    MieniArena arena = {0};
    MieniCastParts parts;
    MieniCastRig rig;
    CHECK(mieni_cast_parts_make(&arena, (MieniCastWho)who, MIENI_CAST_DEFAULT, &parts));
    mieni_cast_rig(&parts, &rig);
    const MieniCastPart *skin = &parts.parts[0];
    const int columns = parts.column_count;
    double(*left)[3] = mieni_arena_take(&arena, (size_t)skin->vertex_count, sizeof *left);
    double(*right)[3] = mieni_arena_take(&arena, (size_t)skin->vertex_count, sizeof *right);
    double largest = 0.0;
    for (int m = 0; m < MIENI_MORPH_COUNT; ++m) {
        const char *name = mirror_name(mieni_cast_morphs[m]);
        mieni_cast_morph_skin(&rig, skin, columns, (MieniMorph)m, left);
        mieni_cast_morph_skin(&rig, skin, columns, (MieniMorph)mieni_cast_find_morph(name, strlen(name)),
                              right);
        for (int v = 0; !skin->skin[v + 1].is_inner; ++v) { // all of the face but its pole
            const int j = v % columns, twin = v - j + (columns / 2 - j + columns) % columns;
            largest = fmax(largest, fabs(left[v][0] + right[twin][0]));
            largest =
                fmax(largest, fmax(fabs(left[v][1] - right[twin][1]), fabs(left[v][2] - right[twin][2])));
        }
    }
    CHECK_NEAR(largest, 0.0, 1e-9);
    mieni_arena_release(&arena);
}

TEST(morphs_are_symmetric)
{
    for (int who = 0; who < MIENI_CAST_COUNT; ++who)
        check_morph_symmetry(who);
}

static int find_pose(const MieniCastHead *head, const char *name)
{
    for (int p = 0; p < head->poses.pose_count; ++p)
        if (strcmp(head->poses.poses[p].name, name) == 0)
            return p;
    return -1;
}

/// A right pose is the mirror image of the left one, bone by bone.
static int check_mirrored(const MieniCastHead *head, const MienAuthorPose *left)
{
    char name[32];
    const size_t size = strlen(left->name);
    if (size < 4 || strcmp(left->name + size - 4, "Left") != 0)
        return 0;
    snprintf(name, sizeof name, "%.*sRight", (int)size - 4, left->name);
    const int right = find_pose(head, name);
    CHECK(right >= 0);
    for (int b = 0; right >= 0 && b < MIENI_BONE_COUNT; ++b) {
        const char *bone = mirror_name(mieni_cast_bones[b].name);
        const MienTransform *other =
            &head->poses.poses[right].bones[mieni_cast_find_bone(bone, strlen(bone))];
        const MienTransform *own = &left->bones[b];
        const MienVec3 at = {-own->translation.x, own->translation.y, own->translation.z};
        const MienQuat turn = {own->rotation.x, -own->rotation.y, -own->rotation.z, own->rotation.w};
        CHECK_NEAR(distance(at, other->translation), 0.0, 1e-6);
        CHECK_NEAR(largest_turn(turn, other->rotation), 0.0, 1e-6);
        CHECK_NEAR(distance(own->scale, other->scale), 0.0, 0.0);
    }
    return 1;
}

static void check_head(int who, MieniCastDetail detail)
{
    MieniCastHead head = make_head(who, detail);
    check_description(&head);
    check_sums(&head.mesh);
    check_twins(&head);
    int pairs = 0;
    for (int p = 0; p < head.poses.pose_count; ++p)
        pairs += check_mirrored(&head, &head.poses.poses[p]);
    CHECK_INT(pairs, 20);
    CHECK_INT(head.mesh.morph_count, MIENI_MORPH_COUNT);
    for (int m = 0; m < head.mesh.morph_count; ++m)
        check_morph(&head, m);
    mieni_cast_release(&head);
}

/// Nothing but the poses sets refined heads apart from those that were drawn.
TEST(drawn_heads_have_no_morphs)
{
    MieniCastHead drawn = make_head(MIENI_CAST_ADA, MIENI_CAST_DRAWN);
    MieniCastHead full = make_head(MIENI_CAST_ADA, MIENI_CAST_FULL);
    CHECK_INT(drawn.mesh.morph_count, 0);
    CHECK_INT(drawn.poses.curve_count, 0);
    CHECK_INT(drawn.skeleton->curve_count, MIENI_CAST_POSE_COUNT);
    CHECK_INT(drawn.mesh.vertex_count, full.mesh.vertex_count);
    CHECK(memcmp(drawn.mesh.positions, full.mesh.positions,
                 sizeof *full.mesh.positions * (size_t)full.mesh.vertex_count) == 0);
    mieni_cast_release(&drawn);
    mieni_cast_release(&full);
}

TEST(heads_are_sound_at_default_detail)
{
    for (int who = 0; who < MIENI_CAST_COUNT; ++who)
        check_head(who, MIENI_CAST_DEFAULT);
}

TEST(heads_are_sound_at_full_detail)
{
    for (int who = 0; who < MIENI_CAST_COUNT; ++who)
        check_head(who, MIENI_CAST_FULL);
}

/// Clips for the cast drive its poses and nothing else, within their range, and end at rest.
TEST(scripts_drive_poses)
{
    MieniCastHead head = make_head(MIENI_CAST_PIP, MIENI_CAST_DEFAULT);
    MieniArena arena = {0};
    for (int which = 0; which < MIENI_CAST_SCRIPT_COUNT; ++which) {
        MienAuthorClip clip;
        MienError error = {0};
        CHECK(mieni_cast_script((MieniCastScript)which, &arena, &clip));
        CHECK_STATUS(mien_author_clip_check(&clip, &error), MIEN_OK);
        CHECK_STR(error.message, "");
        CHECK(clip.curve_count > 10 && clip.length > 2.0);
        for (int c = 0; c < clip.curve_count; ++c) {
            const MienAuthorClipCurve *curve = &clip.curves[c];
            float most = 0.0f;
            CHECK(find_pose(&head, curve->name) >= 0);
            for (int k = 0; k < curve->key_count; ++k) {
                CHECK(curve->keys[k].value >= 0.0f && curve->keys[k].value <= 1.0f);
                most = curve->keys[k].value > most ? curve->keys[k].value : most;
            }
            CHECK(most > 0.0f);
            CHECK_NEAR((double)curve->keys[curve->key_count - 1].value, 0.0, 0.0);
        }
    }
    mieni_arena_release(&arena);
    mieni_cast_release(&head);
}

/// Whichever allocation fails, making a head reports it and leaks nothing.
TEST(memory_runs_out)
{
    Ledger ledger = {0};
    const MienAllocator allocator = {&ledger, ledger_allocate, ledger_free};
    MieniCastHead head;
    MienError error = {0};
    CHECK_STATUS(mieni_cast_make(MIENI_CAST_PIP, MIENI_CAST_DEFAULT, &allocator, &head, &error), MIEN_OK);
    mieni_cast_release(&head);
    CHECK_INT(ledger.live, 0);
    const int count = ledger.allocations;
    CHECK(count > 4);
    // The first ones, those in between by larger and larger steps, and from the last on back.
    for (int step = 1; step <= count; step *= 2)
        for (int end = 0; end < 2; ++end) {
            ledger = (Ledger){.fails = end == 0 ? step : count + 1 - step};
            CHECK_STATUS(mieni_cast_make(MIENI_CAST_PIP, MIENI_CAST_DEFAULT, &allocator, &head, &error),
                         MIEN_ERROR_MEMORY);
            CHECK_STR(error.location, "pip");
            CHECK(head.skeleton == NULL && head.mesh.vertex_count == 0);
            CHECK_INT(ledger.live, 0);
            CHECK(!ledger.is_broken);
        }
}

/// What differs most from the file, in metres and as numbers.
typedef struct Differences {
    double bones, moves, turns, scales, weights;
    int compared;
} Differences;

static void keep(double *largest, double value) { *largest = value > *largest ? value : *largest; }

static const MienAuthorClipTrack *find_track(const MienAuthorClip *clip, const char *bone)
{
    for (int t = 0; t < clip->track_count; ++t)
        if (strcmp(clip->tracks[t].bone, bone) == 0)
            return &clip->tracks[t];
    return NULL;
}

/// Second k of the file's animation is pose k - 1.
static void compare_poses(const MieniCastHead *head, const MienAuthorClip *clip, Differences *out)
{
    for (int b = 0; b < MIENI_BONE_COUNT; ++b) {
        const MienAuthorClipTrack *track = find_track(clip, mieni_cast_bones[b].name);
        for (int p = 0; p < head->poses.pose_count; ++p) {
            const MienTransform *own = &head->poses.poses[p].bones[b];
            const MienTransform *theirs = track == NULL
                                              ? &head->skeleton->bones[b].rest
                                              : &track->samples[track->sample_count > p + 1 ? p + 1 : 0];
            keep(&out->moves, distance(own->translation, theirs->translation));
            keep(&out->turns, largest_turn(own->rotation, theirs->rotation));
            keep(&out->scales, distance(own->scale, theirs->scale));
            out->compared += track != NULL && track->sample_count == head->poses.pose_count + 1;
        }
    }
}

/// The skin goes first in both, vertex by vertex.
static void compare_weights(const MieniCastHead *head, const MienAuthorMesh *mesh, Differences *out)
{
    for (int v = 0; v < 10000; ++v)
        for (int b = 0; b < MIENI_BONE_COUNT; ++b)
            keep(&out->weights, fabs(weight_of(&head->mesh, v, mieni_cast_bones[b].name) -
                                     weight_of(mesh, v, mieni_cast_bones[b].name)));
}

static void compare_head(int who, const MienIoSource *source, Differences *out)
{
    MieniCastHead head = make_head(who, MIENI_CAST_DRAWN);
    int found = 0;
    for (int b = 0; b < source->skeleton.bone_count; ++b) {
        const MienAuthorBone *bone = &source->skeleton.bones[b];
        const int own = mieni_cast_find_bone(bone->name, strlen(bone->name));
        if (own < 0)
            continue; // the node of the mesh
        ++found;
        const int parent = mieni_cast_bones[own].parent;
        CHECK_STR(parent < 0 ? "" : mieni_cast_bones[parent].name,
                  bone->parent < 0 ? "" : source->skeleton.bones[bone->parent].name);
        keep(&out->bones, distance(bone->rest.translation, head.skeleton->bones[own].rest.translation));
    }
    CHECK_INT(found, MIENI_BONE_COUNT);
    CHECK_INT(source->take_count, 1);
    compare_poses(&head, source->takes[0].clip, out);
    compare_weights(&head, source->mesh, out);
    mieni_cast_release(&head);
}

TEST(heads_are_those_that_were_drawn)
{
    for (int who = 0; who < MIENI_CAST_COUNT; ++who) {
        char name[64];
        snprintf(name, sizeof name, "../cast/%s.glb", mieni_cast_model((MieniCastWho)who)->name);
        const char *path = check_data_path(name);
        if (path == NULL)
            SKIP("no drawn heads");
        MienIoSource *source = NULL;
        MienError error = {0};
        const MienIoGltfReading reading = {.rate = 1, .rate_divisor = 1};
        CHECK_STATUS(gltf_read_path(path, &reading, &source, NULL, &error), MIEN_OK);
        if (source == NULL)
            return;
        Differences differences = {0};
        compare_head(who, source, &differences);
        printf("%s: bones %.2g m, moves %.2g m, turns %.2g, scales %.2g, weights %.2g; %d keys compared\n",
               name, differences.bones, differences.moves, differences.turns, differences.scales,
               differences.weights, differences.compared);
        CHECK_NEAR(differences.bones, 0.0, 1e-5);
        CHECK_NEAR(differences.moves, 0.0, 1e-5);
        CHECK_NEAR(differences.turns, 0.0, 1e-6);
        CHECK_NEAR(differences.scales, 0.0, 1e-6);
        CHECK_NEAR(differences.weights, 0.0, 0.02);
        CHECK(differences.compared > 50 * 58);
        mien_io_source_destroy(source);
    }
}

CHECK_MAIN
{
    RUN(heads_are_sound_at_default_detail);
    RUN(heads_are_sound_at_full_detail);
    RUN(weights_are_symmetric);
    RUN(morphs_are_symmetric);
    RUN(drawn_heads_have_no_morphs);
    RUN(scripts_drive_poses);
    RUN(memory_runs_out);
    RUN(heads_are_those_that_were_drawn);
}
