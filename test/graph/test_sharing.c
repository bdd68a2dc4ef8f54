// SPDX-License-Identifier: MIT
//
// One scream on five faces: five characters of one skeleton, one graph, four children
// that override its pose asset, one clip of curves and one of bones. Each face shows what
// its own file shows, each body keeps its own bones, and neither disturbs the other.

#define _XOPEN_SOURCE 700 // mkdtemp, realpath

#include "support/shared_faces.h"
#include "support/shown_mesh.h"

enum { CHARACTERS = 5, POSES = 60, BONES = 163, KEYS = 31 };
static const char *const names[CHARACTERS] = {"mh_female_young", "mh_baby", "mh_child_head",
                                              "mh_male_young_head", "mh_old_heavy_head"};
/// How far a vertex may be from where the file has it, in heights of the character.
static const double tolerance = 1e-4;
static const double tau = 6.283185307179586477;

static MieniProject project;

/// The bones of the first character's file that its body clip moves, as they are at rest.
static struct {
    int count;
    char names[BONES][32];
    double rest[BONES][4], root[3];
} body;

/// How the body clip turns a bone.
static void body_turn(int bone, double time, double q[4])
{
    const double half = 0.13 * sin(tau * time + bone), s = sin(half), c = cos(half), *r = body.rest[bone];
    const double t[3] = {bone % 3 == 0 ? s : 0, bone % 3 == 1 ? s : 0, bone % 3 == 2 ? s : 0};
    q[0] = r[3] * t[0] + r[0] * c + r[1] * t[2] - r[2] * t[1];
    q[1] = r[3] * t[1] + r[1] * c + r[2] * t[0] - r[0] * t[2];
    q[2] = r[3] * t[2] + r[2] * c + r[0] * t[1] - r[1] * t[0];
    q[3] = r[3] * c - r[0] * t[0] - r[1] * t[1] - r[2] * t[2];
}

/// How the body clip moves the root, beside where it stands.
static void body_shift(double time, double t[3])
{
    t[0] = 0.1 * sin(tau * time);
    t[1] = 0.05 * sin(2 * tau * time);
    t[2] = 0.2 * cos(tau * time);
}

static void add_body_bones(const Truth *truth, int node)
{
    const MieniJson *object = truth_item(truth, "nodes", node),
                    *children = mieni_json_get(object, "children");
    const char *name = mieni_json_get_string(object, "name", "");
    body.rest[body.count][3] = 1;
    truth_vector(object, "rotation", body.rest[body.count], 4);
    if (body.count == 0)
        truth_vector(object, "translation", body.root, 3);
    snprintf(body.names[body.count++], sizeof body.names[0], "%s", name);
    for (int i = 0; children != NULL && strcmp(name, "head") != 0 && i < children->count; ++i)
        add_body_bones(truth, (int)children->items[i]->number);
}

static int body_bone(const char *name)
{
    for (int i = 0; i < body.count; ++i)
        if (strcmp(body.names[i], name) == 0)
            return i;
    return -1;
}

static void put_floats(MieniTextOut *out, const double *values, int count)
{
    for (int i = 0; i < count; ++i) {
        const float value = (float)values[i];
        mieni_text_put_bytes(out, (const char *)&value, sizeof value);
    }
}

/// The body clip as a glTF file: a second of motion on the bones of a character, the face
/// left out.
static void write_body(Truth *truth)
{
    MieniTextOut text = {0}, bytes = {0};
    double numbers[4];
    add_body_bones(truth, 0);
    for (int k = 0; k < KEYS; ++k)
        put_floats(&bytes, &(double){k / 30.0}, 1);
    for (int i = 0; i <= body.count; ++i)
        for (int k = 0; k < KEYS; ++k) {
            if (i < body.count)
                body_turn(i, k / 30.0, numbers);
            else
                body_shift(k / 30.0, numbers);
            for (int c = 0; i == body.count && c < 3; ++c)
                numbers[c] += body.root[c];
            put_floats(&bytes, numbers, i < body.count ? 4 : 3);
        }
    mieni_text_putf(&text,
                    "{\"asset\": {\"version\": \"2.0\"}, \"scenes\": [{\"nodes\": [0]}], \"buffers\": "
                    "[{\"uri\": \"sway.bin\", \"byteLength\": %zu}], \"bufferViews\": [",
                    bytes.size);
    for (int i = -1, at = 0; i <= body.count; ++i) {
        const int size = 4 * KEYS * (i < 0 ? 1 : i < body.count ? 4 : 3);
        mieni_text_putf(&text, "%s{\"buffer\": 0, \"byteOffset\": %d, \"byteLength\": %d}",
                        i >= 0 ? ", " : "", at, size);
        at += size;
    }
    mieni_text_put(&text, "], \"accessors\": [");
    for (int i = -1; i <= body.count; ++i)
        mieni_text_putf(&text,
                        "%s{\"bufferView\": %d, \"componentType\": 5126, \"count\": %d, \"type\": \"%s\"%s}",
                        i >= 0 ? ", " : "", i + 1, KEYS,
                        i < 0            ? "SCALAR"
                        : i < body.count ? "VEC4"
                                         : "VEC3",
                        i < 0 ? ", \"min\": [0], \"max\": [1]" : "");
    mieni_text_put(&text, "], \"animations\": [{\"samplers\": [");
    for (int i = 0; i <= body.count; ++i)
        mieni_text_putf(&text, "%s{\"input\": 0, \"output\": %d}", i > 0 ? ", " : "", i + 1);
    mieni_text_put(&text, "], \"channels\": [");
    MieniJson *nodes = mieni_json_get(truth->json.root, "nodes");
    for (int n = 0; n < nodes->count; ++n) {
        const int i = body_bone(mieni_json_get_string(nodes->items[n], "name", ""));
        if (i >= 0)
            mieni_text_putf(&text, "%s{\"sampler\": %d, \"target\": {\"node\": %d, \"path\": \"rotation\"}}",
                            n > 0 ? ", " : "", i, n);
    }
    mieni_text_putf(
        &text, ", {\"sampler\": %d, \"target\": {\"node\": 0, \"path\": \"translation\"}}]}], \"nodes\": [",
        body.count);
    for (int n = 0; n < nodes->count; ++n) {
        mieni_json_unset(nodes->items[n], "mesh");
        mieni_json_unset(nodes->items[n], "skin");
        mieni_text_put(&text, n > 0 ? ", " : "");
        mieni_text_put_json(&text, nodes->items[n]);
    }
    mieni_text_put(&text, "]}");
    shared_write("sway.gltf", &text);
    shared_write("sway.bin", &bytes);
    mieni_text_release(&text);
    mieni_text_release(&bytes);
}

/// A clip that goes through all poses of a face, one each tenth of a second.
static void write_scream(const Truth *truth)
{
    MieniTextOut out = {0};
    mieni_text_put(&out,
                   "{\"kind\": \"clip\", \"version\": 1, \"skeleton\": \"mh_female_young.skeleton.json\", "
                   "\"rate\": 30, \"keyed\": [");
    for (int p = 1; p < POSES; ++p)
        mieni_text_putf(&out,
                        "%s{\"curve\": \"%s\", \"keys\": [{\"time\": %d.%d, \"value\": 0}, {\"time\": %d.%d, "
                        "\"value\": 1}, {\"time\": %d.%d, \"value\": 0}]}",
                        p > 1 ? ", " : "", truth_pose_name(truth, p), (p - 1) / 10, (p - 1) % 10, p / 10,
                        p % 10, (p + 1) / 10, (p + 1) % 10);
    mieni_text_put(&out, "], \"error\": {\"curves\": 0.0002}}");
    shared_write("scream.clip.json", &out);
    mieni_text_release(&out);
}

/// The master graph; straight: without its pose asset, the clips plugged into the output.
static void write_graph(const char *name, bool is_straight)
{
    MieniTextOut out = {0};
    mieni_text_put(&out,
                   "{\"kind\": \"graph\", \"version\": 1, \"skeleton\": \"mh_female_young.skeleton.json\", "
                   "\"masks\": [{\"name\": \"face\", \"bones\": [{\"bone\": \"head\"}, {\"bone\": \"head\", "
                   "\"weight\": -1, \"only\": true}]}], \"nodes\": ["
                   "{\"id\": \"body\", \"node\": \"clip\", \"clip\": \"sway.clip.json\"}, "
                   "{\"id\": \"scream\", \"node\": \"clip\", \"clip\": \"scream.clip.json\"}, "
                   "{\"id\": \"both\", \"node\": \"layered_blend\", \"base\": \"body\", \"layer\": "
                   "\"scream\", \"mask\": "
                   "\"face\"}, ");
    if (!is_straight)
        mieni_text_put(&out, "{\"id\": \"face\", \"node\": \"poses\", \"input\": \"both\", \"poses\": "
                             "\"mh_female_young.poses.json\"}, ");
    mieni_text_putf(&out, "{\"id\": \"out\", \"node\": \"output\", \"input\": \"%s\"}]}",
                    is_straight ? "both" : "face");
    shared_write(name, &out);
    mieni_text_release(&out);
}

/// A character with its graph: the master, or a child that has its own pose asset.
static void write_character(int c)
{
    MieniTextOut out = {0};
    char name[64];
    if (c > 0) {
        mieni_text_putf(&out,
                        "{\"kind\": \"graph\", \"version\": 1, \"extends\": \"mh_female_young.graph.json\", "
                        "\"overrides\": [{\"id\": \"face\", \"poses\": \"%s.poses.json\"}]}",
                        names[c]);
        snprintf(name, sizeof name, "%s.graph.json", names[c]);
        shared_write(name, &out);
        out.size = 0;
    }
    mieni_text_putf(&out,
                    "{\"kind\": \"character\", \"version\": 1, \"mesh\": \"%s.mesh.json\", \"graph\": "
                    "\"%s.graph.json\"}",
                    names[c], names[c]);
    snprintf(name, sizeof name, "%s.character.json", names[c]);
    shared_write(name, &out);
    mieni_text_release(&out);
}

TEST(five_files_become_one_project)
{
    Truth truth;
    char path[128];
    CHECK(program_run(NULL, "mien import %s.glb %s.glb %s.glb %s.glb %s.glb", names[0], names[1], names[2],
                      names[3], names[4]));
    snprintf(path, sizeof path, "%s/%s.glb", program_folder, names[0]);
    CHECK(truth_open(&truth, path));
    write_scream(&truth);
    write_body(&truth);
    truth_close(&truth);
    CHECK_INT(body.count, 104);
    CHECK(program_run(NULL, "mien import sway.gltf --skeleton %s", names[0]));
    write_graph("mh_female_young.graph.json", false);
    for (int c = 0; c < CHARACTERS; ++c)
        write_character(c);
    CHECK_STATUS(mieni_project_open(&project, program_folder, NULL), MIEN_OK);
    shared_sharpen(&project, "sway.clip.json");
}

TEST(lint_finds_nothing)
{
    MieniBuffer text;
    CHECK(program_run(&text, "mien lint --fix > /dev/null; mien lint"));
    CHECK_STR(text.bytes, "0 errors, 0 warnings\n");
    mieni_buffer_release(&text);
}

/// Where A13 puts the root of a body, whose mesh has it at t.
static void root_of(double time, double t[3])
{
    double square = 0, own = 0, shift[3];
    for (int k = 0; k < 3; ++k) {
        own += t[k] * t[k];
        square += body.root[k] * body.root[k];
    }
    const bool is_same = (float)t[0] == (float)body.root[0] && (float)t[1] == (float)body.root[1] &&
                         (float)t[2] == (float)body.root[2];
    body_shift(time, shift);
    for (int k = 0; k < 3; ++k)
        t[k] += (is_same ? 1.0 : sqrt(own / square)) * shift[k];
}

/// Puts the bones of a file where the body clip has them.
static void place_body(void *user, const char *name, double t[3], double q[4])
{
    const double time = *(const double *)user;
    const int bone = body_bone(name);
    if (bone >= 0)
        body_turn(bone, time, q);
    if (bone == 0)
        root_of(time, t);
}

/// The largest distance of a character from its file through all poses, with or without
/// the body; *out_least gets how much the least pose moves.
static double compare_with_file(MieniCharacter *character, const char *name, bool has_body, double *out_least)
{
    Truth truth;
    char path[128];
    double largest = 0, time;
    snprintf(path, sizeof path, "%s/%s.glb", program_folder, name);
    if (!truth_open(&truth, path))
        return 1e9;
    truth.place = has_body ? place_body : NULL;
    truth.user = &time;
    CHECK_INT(mien_mesh_info(character->mesh).vertex_count, truth.vertex_count);
    MienVec3 *rest = calloc((size_t)truth.vertex_count, sizeof *rest);
    MienVec3 *shown = calloc((size_t)truth.vertex_count, sizeof *shown);
    show_mesh(character->skeleton, character->mesh, character->mesh_binding,
              mieni_character_rest_pose(character), rest);
    *out_least = 1e9;
    for (int p = 1; p < POSES; ++p) {
        time = p / 10.0;
        CHECK_STATUS(mieni_character_go(character, time, 30.0, NULL), MIEN_OK);
        show_mesh(character->skeleton, character->mesh, character->mesh_binding, character->bones, shown);
        truth_pose(&truth, p);
        const double far = truth_distance(&truth, shown), moved = truth_distance(&truth, rest);
        largest = far > largest ? far : largest;
        *out_least = moved < *out_least ? moved : *out_least;
    }
    free(rest);
    free(shown);
    truth_close(&truth);
    return largest;
}

TEST(every_face_is_that_of_its_own_file)
{
    for (int c = 0; c < CHARACTERS; ++c) {
        MieniCharacter character;
        double least;
        if (!shared_open(&project, &character, names[c], "", "scream", "scream.clip.json"))
            continue;
        CHECK_INT(character.report_count, 1); // the place that is empty
        const double far = compare_with_file(&character, names[c], false, &least);
        printf("%s: at most %.3g of its height from its file; every pose moves %.3g at least\n", names[c],
               far, least);
        CHECK(far <= tolerance);
        CHECK(least > 5 * far);
        mieni_character_close(&character);
    }
}

TEST(bodies_keep_their_own_bones)
{
    for (int c = 0; c < CHARACTERS; ++c) {
        MieniCharacter character;
        double worst = 0, turned = 0;
        if (!shared_open(&project, &character, names[c], "sway.clip.json", "scream", ""))
            continue;
        const MienTransform *reference = mieni_character_rest_pose(&character);
        for (int f = 0; f <= 10; ++f) {
            CHECK_STATUS(mieni_character_go(&character, f / 10.0, 30.0, NULL), MIEN_OK);
            for (int b = 0; b < character.bone_count; ++b) {
                const MienVec3 t = character.bones[b].translation, r = reference[b].translation;
                double want[3] = {(double)r.x, (double)r.y, (double)r.z}, q[4];
                const int bone = body_bone(mien_skeleton_bone_name(character.skeleton, b));
                if (bone == 0)
                    root_of(f / 10.0, want);
                const double x = (double)t.x - want[0], y = (double)t.y - want[1], z = (double)t.z - want[2];
                worst = fmax(worst, sqrt(x * x + y * y + z * z));
                if (bone < 0)
                    continue;
                const MienQuat is = character.bones[b].rotation;
                body_turn(bone, f / 10.0, q);
                turned = fmax(turned, 1 - fabs((double)is.x * q[0] + (double)is.y * q[1] +
                                               (double)is.z * q[2] + (double)is.w * q[3]));
            }
        }
        printf("%s: bones at most %.3g m from rule A13\n", names[c], worst);
        CHECK(worst < 1e-6);
        CHECK(turned < 1e-6);
        mieni_character_close(&character);
    }
}

TEST(nothing_is_moved_twice)
{
    for (int c = 0; c < CHARACTERS; ++c) {
        MieniCharacter both, face, only;
        if (!shared_open(&project, &both, names[c], "sway.clip.json", "scream", "scream.clip.json") ||
            !shared_open(&project, &face, names[c], "", "scream", "scream.clip.json") ||
            !shared_open(&project, &only, names[c], "sway.clip.json", "scream", ""))
            continue;
        int wrong = 0, moved = 0;
        for (int p = 0; p < POSES; ++p) {
            CHECK_STATUS(mieni_character_go(&both, p / 10.0, 30.0, NULL), MIEN_OK);
            CHECK_STATUS(mieni_character_go(&face, p / 10.0, 30.0, NULL), MIEN_OK);
            CHECK_STATUS(mieni_character_go(&only, p / 10.0, 30.0, NULL), MIEN_OK);
            for (int b = 0; b < both.bone_count; ++b) {
                const bool is_body = body_bone(mien_skeleton_bone_name(both.skeleton, b)) >= 0;
                wrong += !is_same_bone(&both.bones[b], is_body ? &only.bones[b] : &face.bones[b]);
                moved += !is_same_bone(&both.bones[b], &mieni_character_rest_pose(&both)[b]);
            }
        }
        CHECK_INT(wrong, 0);
        CHECK(moved > POSES * 100);
        mieni_character_close(&both);
        mieni_character_close(&face);
        mieni_character_close(&only);
    }
}

TEST(body_and_face_are_together_what_they_should_be)
{
    for (int c = 0; c < CHARACTERS; ++c) {
        MieniCharacter character;
        double least;
        if (!shared_open(&project, &character, names[c], "sway.clip.json", "scream", "scream.clip.json"))
            continue;
        const double far = compare_with_file(&character, names[c], true, &least);
        printf("%s: with its body at most %.3g of its height from what it should be\n", names[c], far);
        CHECK(far <= tolerance);
        mieni_character_close(&character);
    }
}

TEST(without_poses_the_face_is_still)
{
    MieniTextOut out = {0};
    MieniBuffer text;
    MieniCharacter straight, only;
    mieni_text_put(&out,
                   "{\"kind\": \"character\", \"version\": 1, \"mesh\": \"mh_baby.mesh.json\", \"graph\": "
                   "\"straight.graph.json\"}");
    shared_write("straight.character.json", &out);
    mieni_text_release(&out);
    write_graph("straight.graph.json", true);
    if (shared_open(&project, &straight, "straight", "sway.clip.json", "scream", "scream.clip.json") &&
        shared_open(&project, &only, names[1], "sway.clip.json", "scream", "")) {
        int wrong = 0;
        const int curve = mien_skeleton_find_curve(straight.skeleton, "JawDrop");
        for (int p = 0; p < POSES; ++p) {
            CHECK_STATUS(mieni_character_go(&straight, p / 10.0, 30.0, NULL), MIEN_OK);
            CHECK_STATUS(mieni_character_go(&only, p / 10.0, 30.0, NULL), MIEN_OK);
            for (int b = 0; b < straight.bone_count; ++b)
                wrong += !is_same_bone(&straight.bones[b], &only.bones[b]);
            if (p == 39)
                CHECK_NEAR(mien_curve_set_value(&straight.curves, curve), 1.0, 0.001);
        }
        CHECK_INT(wrong, 0);
    }
    mieni_character_close(&straight);
    mieni_character_close(&only);
    program_run(&text, "mien lint --fix > /dev/null; mien lint straight.graph.json || true");
    CHECK(strstr(text.bytes, "M021 still-face: scream.clip.json goes straight to the output") != NULL);
    CHECK(strstr(text.bytes, "0 errors, 1 warning\n") != NULL);
    mieni_buffer_release(&text);
}

CHECK_MAIN
{
    program_begin_with("makehuman-derived/mh_baby.glb",
                       "cp \"$data\"/makehuman-derived/*.glb . && chmod u+w *.glb");
    RUN(five_files_become_one_project);
    RUN(lint_finds_nothing);
    RUN(every_face_is_that_of_its_own_file);
    RUN(bodies_keep_their_own_bones);
    RUN(nothing_is_moved_twice);
    RUN(body_and_face_are_together_what_they_should_be);
    RUN(without_poses_the_face_is_still);
    mieni_project_close(&project);
    program_end();
}
