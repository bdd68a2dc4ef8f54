// SPDX-License-Identifier: MIT
//
// One performance on the sample cast, as `mien sample cast` writes it: one graph, three
// children that override its pose asset, one clip of curves and one of bones. Each face
// shows what its own poses show, each body keeps its own bones, neither disturbs the
// other, and the same curves reach every head.

#define _XOPEN_SOURCE 700 // mkdtemp

#include "support/shared_faces.h"
#include "support/shown_mesh.h"

#include "project/build/cook.h"
#include "sample/cast.h"

enum { POSES = 58, BONES = 68, IDLE_RATE = 30 };
/// How far a vertex may be from where the head's own poses have it, in heights of the head.
static const double tolerance = 1e-4;

static MieniProject project;
static MieniCastHead heads[MIENI_CAST_COUNT];
static MieniArena arena;
static MienAuthorClip idle; ///< On the bones of the first head.

/// A clip that goes through poses, one each tenth of a second.
typedef struct Tour {
    const char *file;
    int count, poses[POSES + 1]; ///< From 1 on.
} Tour;

/// Poses of the face, and those that turn neck and head, which are the body's bones.
static Tour faces = {.file = "tour.clip.json"}, gestures = {.file = "gestures.clip.json"};

static const char *name_of(int who) { return heads[who].model->name; }

static const char *pose_name(const Tour *tour, int moment)
{
    return heads[0].poses.poses[tour->poses[moment]].name;
}

static void write_tour(Tour *tour, bool wants_gestures)
{
    MieniTextOut out = {0};
    mieni_text_put(&out, "{\"kind\": \"clip\", \"version\": 1, \"skeleton\": \"ada.skeleton.json\", "
                         "\"rate\": 30, \"keyed\": [");
    for (int p = 0; p < POSES; ++p)
        if ((strncmp(heads[0].poses.poses[p].name, "head", 4) == 0) == wants_gestures)
            tour->poses[++tour->count] = p;
    for (int m = 1; m <= tour->count; ++m)
        mieni_text_putf(&out,
                        "%s{\"curve\": \"%s\", \"keys\": [{\"time\": %d.%d, \"value\": 0}, {\"time\": %d.%d, "
                        "\"value\": 1}, {\"time\": %d.%d, \"value\": 0}]}",
                        m > 1 ? ", " : "", pose_name(tour, m), (m - 1) / 10, (m - 1) % 10, m / 10, m % 10,
                        (m + 1) / 10, (m + 1) % 10);
    mieni_text_put(&out, "], \"error\": {\"curves\": 0.0002}}");
    shared_write(tour->file, &out);
    mieni_text_release(&out);
}

TEST(the_program_writes_a_project)
{
    MieniBuffer text;
    CHECK(program_run(NULL, "mien sample cast -q . && mien build"));
    CHECK(program_run(&text, "mien lint"));
    CHECK_STR(text.bytes, "0 errors, 0 warnings\n");
    mieni_buffer_release(&text);
    CHECK_STATUS(mieni_project_open(&project, program_folder, NULL), MIEN_OK);
    for (int who = 0; who < MIENI_CAST_COUNT; ++who)
        CHECK_STATUS(mieni_cast_make((MieniCastWho)who, MIENI_CAST_DEFAULT, NULL, &heads[who], NULL),
                     MIEN_OK);
    CHECK_INT(heads[0].poses.pose_count, POSES);
    CHECK(mieni_cast_idle(heads[0].skeleton, &arena, &idle));
    write_tour(&faces, false);
    write_tour(&gestures, true);
    CHECK_INT(gestures.count, 3);
    shared_sharpen(&project, "idle.clip.json");
}

TEST(the_body_comes_back_to_rest)
{
    for (int t = 0; t < idle.track_count; ++t) {
        const MienAuthorClipTrack *track = &idle.tracks[t];
        CHECK_INT(track->sample_count, IDLE_RATE * 8 + 1);
        CHECK_NEAR((double)track->samples[0].rotation.w, 1.0, 0.0); // no bone is turned at rest
        CHECK_NEAR((double)track->samples[track->sample_count - 1].rotation.w, 1.0, 1e-7);
        CHECK((double)track->samples[IDLE_RATE * 2].rotation.w < 1.0 - 1e-5);
    }
}

/// A pose asset by itself: what a face looks like without any graph.
typedef struct Alone {
    MienAuthorPack pack;
    MienPoseAsset *asset;
    MienPoseBinding *binding;
    MienTransform bones[BONES];
    MienCurveSet curves;
    float *morphs;
    void *scratch;
} Alone;

static bool open_alone(Alone *alone, const MieniCharacter *character, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "%s.poses.json", name);
    *alone = (Alone){.curves = {.count = mien_skeleton_curve_count(character->skeleton)}};
    CHECK_STATUS(mieni_cook_pack(&project, path, NULL, &alone->pack, NULL), MIEN_OK);
    CHECK_STATUS(mien_pose_asset_load(alone->pack.data, alone->pack.size, NULL, &alone->asset, NULL),
                 MIEN_OK);
    const MienPoseBindingOptions options = {.mesh_rest_pose = mieni_character_rest_pose(character)};
    if (alone->asset == NULL)
        return false;
    CHECK_STATUS(mien_pose_binding_create(alone->asset, character->skeleton, &options, &alone->binding, NULL),
                 MIEN_OK);
    alone->curves.values = calloc((size_t)alone->curves.count, sizeof(float));
    alone->curves.present = calloc((size_t)mien_curve_set_words(alone->curves.count), sizeof(uint32_t));
    alone->morphs = calloc((size_t)character->morph_count + 1, sizeof(float));
    alone->scratch = shown_memory(mien_pose_job_scratch_size(alone->asset));
    return alone->binding != NULL;
}

static void close_alone(Alone *alone)
{
    mien_pose_binding_destroy(alone->binding);
    mien_pose_asset_destroy(alone->asset);
    mien_author_pack_release(&alone->pack);
    free(alone->curves.values);
    free(alone->curves.present);
    free(alone->morphs);
    free(alone->scratch);
}

/// One curve at 1 and nothing else, on the bones that are there.
static void pose_alone(Alone *alone, const MieniCharacter *character, const char *curve)
{
    memset(alone->curves.values, 0, (size_t)alone->curves.count * sizeof(float));
    memset(alone->curves.present, 0,
           (size_t)mien_curve_set_words(alone->curves.count) * sizeof *alone->curves.present);
    const int index = mien_skeleton_find_curve(character->skeleton, curve);
    CHECK(index >= 0);
    mien_curve_set_put(&alone->curves, index, 1.0f);
    CHECK_STATUS(mien_pose_job_run(&(MienPoseJob){.asset = alone->asset,
                                                  .binding = alone->binding,
                                                  .bone_count = character->bone_count,
                                                  .input = alone->bones,
                                                  .out_bones = alone->bones,
                                                  .curves = alone->curves,
                                                  .out_curves = alone->curves,
                                                  .scratch = alone->scratch,
                                                  .scratch_size = mien_pose_job_scratch_size(alone->asset)}),
                 MIEN_OK);
    CHECK_STATUS(mien_morph_job_run(&(MienMorphJob){.binding = character->mesh_binding,
                                                    .curves = alone->curves,
                                                    .morph_count = character->morph_count,
                                                    .out_weights = alone->morphs}),
                 MIEN_OK);
}

/// A bone of a head as the code that makes it counts it.
static int made_bone(int who, const MieniCharacter *character, int bone)
{
    const char *name = mien_skeleton_bone_name(character->skeleton, bone);
    for (int b = 0; b < heads[who].skeleton->bone_count; ++b)
        if (strcmp(heads[who].skeleton->bones[b].name, name) == 0)
            return b;
    return -1;
}

static const MienAuthorClipTrack *idle_track(const MieniCharacter *character, int bone)
{
    for (int t = 0; t < idle.track_count; ++t)
        if (strcmp(idle.tracks[t].bone, mien_skeleton_bone_name(character->skeleton, bone)) == 0)
            return &idle.tracks[t];
    return NULL;
}

/// How far two transforms are apart: metres, and one minus the cosine of half the angle.
static double apart(const MienTransform *a, const MienTransform *b)
{
    const double x = (double)a->translation.x - (double)b->translation.x,
                 y = (double)a->translation.y - (double)b->translation.y,
                 z = (double)a->translation.z - (double)b->translation.z;
    const double dot =
        (double)a->rotation.x * (double)b->rotation.x + (double)a->rotation.y * (double)b->rotation.y +
        (double)a->rotation.z * (double)b->rotation.z + (double)a->rotation.w * (double)b->rotation.w;
    return fmax(sqrt(x * x + y * y + z * z), 1 - fabs(dot));
}

/// How far a pose asset by itself is from what the code that makes the head says.
static double compare_with_made(const Alone *alone, const MieniCharacter *character, int who, int pose)
{
    double worst = 0;
    const MienTransform *bones = heads[who].poses.poses[pose].bones;
    for (int b = 0; b < character->bone_count; ++b) {
        const int made = made_bone(who, character, b);
        CHECK(made >= 0);
        worst = fmax(worst, apart(&alone->bones[b],
                                  bones != NULL ? &bones[made] : &heads[who].skeleton->bones[made].rest));
    }
    return worst;
}

static double largest_distance(const MienVec3 *a, const MienVec3 *b, int count, double height)
{
    double largest = 0;
    for (int v = 0; v < count; ++v) {
        const double x = (double)a[v].x - (double)b[v].x, y = (double)a[v].y - (double)b[v].y,
                     z = (double)a[v].z - (double)b[v].z;
        largest = fmax(largest, sqrt(x * x + y * y + z * z));
    }
    return largest / height;
}

/// What comparing a head with its own poses came to.
typedef struct Comparison {
    double far;   ///< Of a vertex of the graph from the pose asset by itself, in heights.
    double made;  ///< Of a bone of the pose asset by itself from the code.
    double least; ///< How much the least pose moves, in heights.
} Comparison;

/// The bones at rest, or as the body has them at a moment of a tour.
static void place_bones(Alone *alone, const MieniCharacter *character, bool has_body, int moment)
{
    memcpy(alone->bones, mieni_character_rest_pose(character), sizeof alone->bones);
    for (int b = 0; b < character->bone_count && has_body; ++b) {
        const MienAuthorClipTrack *track = idle_track(character, b);
        if (track != NULL)
            alone->bones[b].rotation = track->samples[moment * IDLE_RATE / 10].rotation;
    }
}

/// Goes through all poses of a tour with or without the body.
static Comparison compare(MieniCharacter *character, Alone *alone, int who, const Tour *tour, bool has_body)
{
    const size_t vertices = (size_t)mien_mesh_info(character->mesh).vertex_count;
    const double height = (double)heads[who].height;
    MienVec3 *shown[3];
    Comparison result = {.least = 1e9};
    for (int i = 0; i < 3; ++i)
        shown[i] = calloc(vertices, sizeof(MienVec3));
    show_mesh(character->skeleton, character->mesh, character->mesh_binding,
              mieni_character_rest_pose(character), shown[2]);
    for (int m = 1; m <= tour->count; ++m) {
        CHECK_STATUS(mieni_character_go(character, m / 10.0, 30.0, NULL), MIEN_OK);
        show_morphed(character->skeleton, character->mesh, character->mesh_binding, character->bones,
                     character->morphs, shown[0]);
        place_bones(alone, character, has_body, m);
        pose_alone(alone, character, pose_name(tour, m));
        if (!has_body)
            result.made = fmax(result.made, compare_with_made(alone, character, who, tour->poses[m]));
        show_morphed(character->skeleton, character->mesh, character->mesh_binding, alone->bones,
                     alone->morphs, shown[1]);
        result.far = fmax(result.far, largest_distance(shown[0], shown[1], (int)vertices, height));
        result.least = fmin(result.least, largest_distance(shown[1], shown[2], (int)vertices, height));
    }
    for (int i = 0; i < 3; ++i)
        free(shown[i]);
    return result;
}

TEST(every_face_is_its_own)
{
    for (int who = 0; who < MIENI_CAST_COUNT; ++who) {
        MieniCharacter character;
        Alone alone;
        if (!shared_open(&project, &character, name_of(who), "", "performance", faces.file) ||
            !open_alone(&alone, &character, name_of(who)))
            continue;
        CHECK_INT(character.report_count, 1); // the place that is empty
        const Comparison is = compare(&character, &alone, who, &faces, false);
        printf("%s: at most %.3g of its height from its own poses, which are %.3g from the code; every pose "
               "moves %.3g at least\n",
               name_of(who), is.far, is.made, is.least);
        CHECK(is.far <= tolerance);
        CHECK(is.made <= 1e-6);
        CHECK(is.least > 5 * is.far);
        close_alone(&alone);
        mieni_character_close(&character);
    }
}

TEST(bodies_keep_their_own_bones)
{
    for (int who = 0; who < MIENI_CAST_COUNT; ++who) {
        MieniCharacter character;
        double worst = 0, moved = 0;
        if (!shared_open(&project, &character, name_of(who), "idle.clip.json", "performance", ""))
            continue;
        for (int f = 0; f < idle.tracks[0].sample_count - 1; f += 6) { // the last frame is the first again
            CHECK_STATUS(mieni_character_go(&character, (double)f / IDLE_RATE, 30.0, NULL), MIEN_OK);
            for (int b = 0; b < character.bone_count; ++b) {
                const MienTransform *reference = &mieni_character_rest_pose(&character)[b];
                const MienAuthorClipTrack *track = idle_track(&character, b);
                MienTransform want = *reference; // lengths are the head's, turns are the clip's
                if (track != NULL)
                    want.rotation = track->samples[f].rotation;
                worst = fmax(worst, apart(&character.bones[b], &want));
                moved = fmax(moved, apart(&want, reference));
            }
        }
        printf("%s: bones at most %.3g from rule A13\n", name_of(who), worst);
        CHECK(worst < 1e-6);
        CHECK(moved > 100 * worst);
        mieni_character_close(&character);
    }
}

TEST(nothing_is_moved_twice)
{
    for (int who = 0; who < MIENI_CAST_COUNT; ++who) {
        MieniCharacter both, face, body;
        if (!shared_open(&project, &both, name_of(who), "idle.clip.json", "performance", faces.file) ||
            !shared_open(&project, &face, name_of(who), "", "performance", faces.file) ||
            !shared_open(&project, &body, name_of(who), "idle.clip.json", "performance", ""))
            continue;
        int wrong = 0, touched = 0, moved = 0;
        for (int m = 0; m <= faces.count; ++m) {
            CHECK_STATUS(mieni_character_go(&both, m / 10.0, 30.0, NULL), MIEN_OK);
            CHECK_STATUS(mieni_character_go(&face, m / 10.0, 30.0, NULL), MIEN_OK);
            CHECK_STATUS(mieni_character_go(&body, m / 10.0, 30.0, NULL), MIEN_OK);
            for (int b = 0; b < both.bone_count; ++b) {
                const MienTransform *rest = &mieni_character_rest_pose(&both)[b];
                const bool is_body = idle_track(&both, b) != NULL;
                wrong += !is_same_bone(&both.bones[b], is_body ? &body.bones[b] : &face.bones[b]);
                touched += !is_same_bone(rest, is_body ? &face.bones[b] : &body.bones[b]);
                moved += !is_same_bone(&both.bones[b], rest);
            }
        }
        CHECK_INT(wrong, 0);
        CHECK_INT(touched, 0); // no pose reaches the body, no track the face
        CHECK(moved > faces.count * 7);
        mieni_character_close(&both);
        mieni_character_close(&face);
        mieni_character_close(&body);
    }
}

/// A gesture of the head comes on top of what the body does with it.
TEST(body_and_face_are_together_what_they_should_be)
{
    const Tour *const tours[] = {&faces, &gestures};
    for (int i = 0; i < 2 * MIENI_CAST_COUNT; ++i) {
        const int who = i % MIENI_CAST_COUNT;
        const Tour *tour = tours[i / MIENI_CAST_COUNT];
        MieniCharacter character;
        Alone alone;
        if (!shared_open(&project, &character, name_of(who), "idle.clip.json", "performance", tour->file) ||
            !open_alone(&alone, &character, name_of(who)))
            continue;
        const Comparison is = compare(&character, &alone, who, tour, true);
        printf("%s: with its body at most %.3g of its height from what it should be, %d poses\n",
               name_of(who), is.far, tour->count);
        CHECK(is.far <= tolerance);
        close_alone(&alone);
        mieni_character_close(&character);
    }
}

/// How many curves of poses are not to the bit what the first head has. Curves of morphs
/// are made by pose assets, and so each face's own.
static int different_curves(const MieniCharacter *character, const MieniCharacter *first, int *out_present)
{
    int count = 0;
    for (int p = 0; p < POSES; ++p) {
        const int c = mien_skeleton_find_curve(first->skeleton, heads[0].poses.poses[p].name);
        const float a = mien_curve_set_value(&character->curves, c);
        const float b = mien_curve_set_value(&first->curves, c);
        *out_present += mien_curve_set_has(&character->curves, c);
        count += mien_skeleton_find_curve(character->skeleton, heads[0].poses.poses[p].name) != c ||
                 mien_curve_set_has(&character->curves, c) != mien_curve_set_has(&first->curves, c) ||
                 memcmp(&a, &b, sizeof a) != 0;
    }
    return count;
}

TEST(the_same_curves_reach_every_head)
{
    static const char *const clips[] = {"tour.clip.json", "emotions.clip.json", "sentence.clip.json"};
    for (int k = 0; k < 3; ++k) {
        MieniCharacter cast[MIENI_CAST_COUNT];
        int wrong = 0, present = 0, bones_alike = 0;
        for (int who = 0; who < MIENI_CAST_COUNT; ++who)
            if (!shared_open(&project, &cast[who], name_of(who), "idle.clip.json", "performance", clips[k]))
                return;
        for (int i = 0; i < cast[0].asset_count; ++i) // what is performed has no bones of its own
            if (cast[0].assets[i].clip != NULL && strcmp(cast[0].assets[i].path, clips[k]) == 0)
                CHECK_INT(mien_clip_info(cast[0].assets[i].clip).track_count, 0);
        for (int f = 0; f < 80; ++f)
            for (int who = 0; who < MIENI_CAST_COUNT; ++who) {
                CHECK_STATUS(mieni_character_go(&cast[who], f / 30.0, 30.0, NULL), MIEN_OK);
                wrong += different_curves(&cast[who], &cast[0], &present);
                bones_alike += who > 0 && f > 10 &&
                               memcmp(cast[who].bones, cast[0].bones, BONES * sizeof(MienTransform)) == 0;
            }
        CHECK_INT(wrong, 0);
        CHECK(present > 0);
        CHECK_INT(bones_alike, 0); // and each makes another face of them
        for (int who = 0; who < MIENI_CAST_COUNT; ++who)
            mieni_character_close(&cast[who]);
    }
}

TEST(without_poses_the_face_is_still)
{
    MieniTextOut out = {0};
    MieniBuffer text;
    MieniCharacter straight, body;
    mieni_text_put(&out, "{\"kind\": \"character\", \"version\": 1, \"mesh\": \"pip.mesh.json\", \"graph\": "
                         "\"straight.graph.json\"}");
    shared_write("straight.character.json", &out);
    mieni_text_release(&out);
    CHECK(program_run(NULL, "sed -e 's/\"input\": \"pose\"/\"input\": \"both\"/' -e '/\"id\": \"pose\"/d' -e "
                            "'/\"id\": \"live\"/d' cast.graph.json > straight.graph.json"));
    if (shared_open(&project, &straight, "straight", "idle.clip.json", "performance", faces.file) &&
        shared_open(&project, &body, "pip", "idle.clip.json", "performance", "")) {
        int wrong = 0;
        for (int m = 0; m <= faces.count; ++m) {
            CHECK_STATUS(mieni_character_go(&straight, m / 10.0, 30.0, NULL), MIEN_OK);
            CHECK_STATUS(mieni_character_go(&body, m / 10.0, 30.0, NULL), MIEN_OK);
            for (int b = 0; b < straight.bone_count; ++b)
                wrong += !is_same_bone(&straight.bones[b], &body.bones[b]);
            const int curve = m > 0 ? mien_skeleton_find_curve(straight.skeleton, pose_name(&faces, m)) : -1;
            if (m > 0) // it is there, and moves nothing
                CHECK_NEAR(mien_curve_set_value(&straight.curves, curve), 1.0, 0.001);
        }
        CHECK_INT(wrong, 0);
    }
    mieni_character_close(&straight);
    mieni_character_close(&body);
    program_run(&text, "mien lint straight.graph.json || true");
    CHECK(strstr(text.bytes, "M021 still-face: emotions.clip.json goes straight to the output") != NULL);
    CHECK(strstr(text.bytes, "0 errors, 1 warning\n") != NULL);
    mieni_buffer_release(&text);
}

CHECK_MAIN
{
    snprintf(program_folder, sizeof program_folder, "/tmp/mien-test-XXXXXX");
    if (mkdtemp(program_folder) == NULL) {
        printf("there is no folder to work in\n");
        exit(1);
    }
    RUN(the_program_writes_a_project);
    RUN(the_body_comes_back_to_rest);
    RUN(every_face_is_its_own);
    RUN(bodies_keep_their_own_bones);
    RUN(nothing_is_moved_twice);
    RUN(body_and_face_are_together_what_they_should_be);
    RUN(the_same_curves_reach_every_head);
    RUN(without_poses_the_face_is_still);
    for (int who = 0; who < MIENI_CAST_COUNT; ++who)
        mieni_cast_release(&heads[who]);
    mieni_arena_release(&arena);
    mieni_project_close(&project);
    program_end();
}
