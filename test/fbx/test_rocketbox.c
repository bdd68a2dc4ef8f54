// SPDX-License-Identifier: MIT
//
// Characters of one make, with 81 bones and 175 shapes each: one skeleton, shapes and
// bones by name, a captured take on all of them with every side where it belongs, and
// a body under a face without moving anything twice.

#define _XOPEN_SOURCE 700 // mkdtemp, realpath

#include "support/program.h"

#include "base/json.h"

#include <math.h>

enum { CHARACTERS = 4, BONES = 81, FEW_BONES = 54, SHAPES = 175, CAPTURED = 52, SIDED = 40, FRAMES = 120 };
static const char *const names[CHARACTERS] = {"Female_Adult_10_facial", "Female_Child_02_facial",
                                              "Male_Adult_18_facial", "Male_Child_01_facial"};
static const char few[] = "Female_Adult_16_facial", prefix[] = "blendShape1.AK_";

/// A JSON file of the project; release it.
static MieniJson *open_json(const char *name, MieniJsonDocument *out_json)
{
    char path[160];
    MieniBuffer text;
    snprintf(path, sizeof path, "%s/%s", program_folder, name);
    *out_json = (MieniJsonDocument){0};
    CHECK_STATUS(mieni_file_read(path, &text, NULL), MIEN_OK);
    CHECK_STATUS(mieni_json_read(out_json, text.bytes, text.size, NULL, NULL), MIEN_OK);
    mieni_buffer_release(&text);
    return out_json->root;
}

static const char *row_name(const MieniJson *rows, int row)
{
    return mieni_json_get_string(rows->items[row], "name", "");
}

TEST(four_characters_share_one_skeleton)
{
    MieniBuffer text;
    MieniJsonDocument first_json, json;
    for (int c = 0; c < CHARACTERS; ++c)
        CHECK(program_run(NULL, "mien import %s.fbx --no-clips", names[c]));
    CHECK(program_run(&text, "ls *.skeleton.json"));
    CHECK_STR(text.bytes, "Female_Adult_10_facial.skeleton.json\n");
    mieni_buffer_release(&text);
    const MieniJson *bones =
        mieni_json_get(open_json("Female_Adult_10_facial.skeleton.json", &json), "bones");
    CHECK_INT(bones->count, BONES);
    CHECK(mieni_json_find(bones, "name", "Bip01 MJaw") >= 0);
    CHECK(mieni_json_find(bones, "name", "Bip01 L Finger02") >= 0);
    mieni_json_release(&json);
    const MieniJson *first =
        mieni_json_get(open_json("Female_Adult_10_facial.mesh.json", &first_json), "morphs");
    CHECK_INT(first->count, SHAPES);
    for (int c = 1; c < CHARACTERS; ++c) {
        char file[64];
        snprintf(file, sizeof file, "%s.mesh.json", names[c]);
        const MieniJson *rows = mieni_json_get(open_json(file, &json), "morphs");
        CHECK_INT(rows->count, SHAPES);
        for (int i = 0; i < rows->count; ++i)
            CHECK(mieni_json_find(first, "name", row_name(rows, i)) >= 0);
        mieni_json_release(&json);
    }
    mieni_json_release(&first_json);
    CHECK(program_run(
        &text, "mien import *_facial.fbx --no-clips --skeleton Female_Adult_10_facial | grep -v read"));
    CHECK(strstr(text.bytes, "updated") == NULL);
    mieni_buffer_release(&text);
}

TEST(the_fifth_names_its_missing_bones)
{
    MieniJsonDocument whole_json, few_json, json;
    // One that is nearly the same is for people to decide.
    CHECK(program_run(NULL, "rm -f %s.*.json; ! mien import %s.fbx --json > refused.json", few, few));
    CHECK(program_run(NULL, "mien import %s.fbx --no-clips --skeleton %s --json > used.json", few, names[0]));
    CHECK(program_run(NULL, "mien import %s.fbx --no-clips --no-meshes --new-skeleton --name few", few));
    const MieniJson *whole =
        mieni_json_get(open_json("Female_Adult_10_facial.skeleton.json", &whole_json), "bones");
    const MieniJson *has = mieni_json_get(open_json("few.skeleton.json", &few_json), "bones");
    CHECK_INT(has->count, FEW_BONES);
    for (int turn = 0; turn < 2; ++turn) {
        const MieniJson *root = open_json(turn == 0 ? "refused.json" : "used.json", &json);
        const MieniJson *bones = mieni_json_get(mieni_json_get(root, "imported")->items[0], "bones");
        const MieniJson *missing = mieni_json_get(bones, "missing");
        int wanted = 0, found = 0;
        for (int b = 0; b < whole->count; ++b) {
            if (mieni_json_find(has, "name", row_name(whole, b)) >= 0)
                continue;
            ++wanted;
            for (int i = 0; missing != NULL && i < missing->count; ++i)
                found += strcmp(missing->items[i]->string, row_name(whole, b)) == 0;
        }
        CHECK_INT(wanted, BONES - FEW_BONES);
        CHECK_INT(found, wanted);
        CHECK_INT(missing != NULL ? missing->count : 0, wanted);
        CHECK(mieni_json_get(bones, "extra") == NULL && mieni_json_get(bones, "moved") == NULL);
        mieni_json_release(&json);
    }
    mieni_json_release(&whole_json);
    mieni_json_release(&few_json);
    CHECK(program_run(NULL, "rm few.skeleton.json"));
}

/// The take's table: names of columns, and a row of numbers per frame.
static struct {
    char columns[CAPTURED][48];
    double values[FRAMES][CAPTURED];
    int frames;
} take;

static void read_take(void)
{
    MieniBuffer text;
    CHECK(program_run(&text, "cat take.csv"));
    char *line = text.bytes;
    for (int row = -1; line != NULL && *line != '\0' && row < FRAMES; ++row) {
        char *end = strchr(line, '\n'), *cell = line;
        for (int column = 0; column < CAPTURED + 2; ++column) {
            const size_t size = strcspn(cell, ",\r\n");
            if (row < 0 && column >= 2)
                snprintf(take.columns[column - 2], sizeof *take.columns, "%.*s", (int)size, cell);
            else if (column >= 2)
                take.values[row][column - 2] = strtod(cell, NULL);
            cell += size + 1;
        }
        take.frames = row + 1;
        line = end != NULL ? end + 1 : NULL;
    }
    mieni_buffer_release(&text);
    CHECK_INT(take.frames, FRAMES);
}

static MienMesh *load_mesh(const char *name, MienFile **out_file)
{
    char path[96];
    MienMesh *mesh = NULL;
    snprintf(path, sizeof path, "%s.mesh", name);
    *out_file = program_pack(path);
    if (*out_file != NULL)
        CHECK_STATUS(mien_mesh_load(mien_file_data(*out_file), mien_file_size(*out_file), NULL, &mesh, NULL),
                     MIEN_OK);
    return mesh;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t size = strlen(text), end_size = strlen(end);
    return size >= end_size && strcmp(text + size - end_size, end) == 0;
}

/// The morph of a captured curve: "blendShape1.AK_09_EyeBlinkLeft" of "EyeBlinkLeft".
static int find_shape(const MienMesh *mesh, const char *captured)
{
    const int count = mien_mesh_info(mesh).morph_count;
    for (int m = 0; m < count; ++m) {
        const char *name = mien_mesh_morph(mesh, m).name;
        if (strncmp(name, prefix, strlen(prefix)) == 0 && strcmp(name + strlen(prefix) + 3, captured) == 0)
            return m;
    }
    return -1;
}

static void *aligned(size_t size) { return aligned_alloc(64, (size + 64) / 64 * 64); }

/// A character at rest, ready to be shown with morphs.
typedef struct Shown {
    const MienMesh *mesh;
    MienMeshInfo info;
    MienMatrix34 *palette;
    float *weights;
    MienVec3 *rest, *moved;
} Shown;

static void show(const Shown *shown, MienVec3 *out_positions)
{
    const size_t size = mien_skin_job_scratch_size(shown->mesh);
    void *scratch = aligned(size);
    const MienSkinJob job = {.mesh = shown->mesh,
                             .joint_count = shown->info.joint_count,
                             .palette = shown->palette,
                             .morph_count = shown->info.morph_count,
                             .weights = shown->weights,
                             .vertex_count = shown->info.vertex_count,
                             .out_positions = out_positions,
                             .scratch = scratch,
                             .scratch_size = size};
    CHECK_STATUS(mien_skin_job_run(&job), MIEN_OK);
    free(scratch);
}

static void show_begin(Shown *shown, const MienMesh *mesh, const MienSkeleton *skeleton)
{
    const int bones = mien_skeleton_bone_count(skeleton);
    MienMeshBinding *binding = NULL;
    MienMatrix34 *model = aligned((size_t)bones * sizeof *model);
    *shown = (Shown){.mesh = mesh, .info = mien_mesh_info(mesh)};
    shown->palette = aligned((size_t)shown->info.joint_count * sizeof *shown->palette);
    shown->weights = calloc((size_t)shown->info.morph_count + 1, sizeof *shown->weights);
    shown->rest = calloc((size_t)shown->info.vertex_count + 1, sizeof *shown->rest);
    shown->moved = calloc((size_t)shown->info.vertex_count + 1, sizeof *shown->moved);
    CHECK_STATUS(mien_mesh_binding_create(mesh, skeleton, NULL, &binding, NULL), MIEN_OK);
    const MienModelJob place = {.skeleton = skeleton,
                                .bone_count = bones,
                                .local_count = bones,
                                .local = mien_mesh_binding_rest_pose(binding),
                                .out_model = model};
    CHECK_STATUS(mien_model_job_run(&place), MIEN_OK);
    const MienPaletteJob bind = {.binding = binding,
                                 .bone_count = bones,
                                 .model = model,
                                 .joint_count = shown->info.joint_count,
                                 .out_palette = shown->palette};
    CHECK_STATUS(mien_palette_job_run(&bind), MIEN_OK);
    show(shown, shown->rest);
    mien_mesh_binding_destroy(binding);
    free(model);
}

static void show_end(Shown *shown)
{
    free(shown->palette);
    free(shown->weights);
    free(shown->rest);
    free(shown->moved);
}

/// How far to the left the vertices lie that a morph moves, weighed by how far it moves
/// them; of a morph that moves all sideways, how far that is.
static double side_of(const Shown *shown, int morph, bool is_sideways)
{
    double sum = 0, all = 0;
    shown->weights[morph] = 1;
    show(shown, shown->moved);
    shown->weights[morph] = 0;
    for (int v = 0; v < shown->info.vertex_count; ++v) {
        const double x = (double)shown->moved[v].x - shown->rest[v].x,
                     y = (double)shown->moved[v].y - shown->rest[v].y,
                     z = (double)shown->moved[v].z - shown->rest[v].z, far = sqrt(x * x + y * y + z * z);
        sum += is_sideways ? x : far * (double)shown->rest[v].x;
        all += far;
    }
    return all > 0 ? sum / all : 0;
}

/// Every shape with a side moves that side. The face looks along +Z, so left is +X.
static int count_swapped(const MienMesh *mesh, const MienSkeleton *skeleton, int *out_checked)
{
    Shown shown;
    int swapped = 0;
    show_begin(&shown, mesh, skeleton);
    for (int c = 0; c < CAPTURED; ++c) {
        const char *name = take.columns[c];
        const bool is_left = ends_with(name, "Left"), is_right = ends_with(name, "Right");
        const int morph = find_shape(mesh, name);
        if (!is_left && !is_right)
            continue;
        const bool is_sideways =
            strncmp(name, "Jaw", 3) == 0 || strcmp(name, "MouthLeft") == 0 || strcmp(name, "MouthRight") == 0;
        const double side = morph >= 0 ? side_of(&shown, morph, is_sideways) : 0;
        ++*out_checked;
        if (is_left ? !(side > 0) : !(side < 0)) {
            printf("%s is at %g\n", name, side);
            ++swapped;
        }
    }
    show_end(&shown);
    return swapped;
}

/// Plays the clip on a character; the largest difference between a morph's weight and
/// the table.
static double play(const MienMesh *mesh, const MienSkeleton *skeleton, const MienClip *clip, int *out_idle)
{
    const int count = mien_skeleton_curve_count(skeleton), morphs = mien_mesh_info(mesh).morph_count;
    MienCurveSet curves = {count, calloc((size_t)count + 1, sizeof(float)),
                           calloc((size_t)mien_curve_set_words(count) + 1, sizeof(uint32_t))};
    float *weights = calloc((size_t)morphs + 1, sizeof *weights);
    MienMeshBinding *binding = NULL;
    MienClipBinding *clip_binding = NULL;
    bool is_moved[CAPTURED] = {false};
    double largest = 0;
    CHECK_STATUS(mien_mesh_binding_create(mesh, skeleton, NULL, &binding, NULL), MIEN_OK);
    CHECK_STATUS(mien_clip_binding_create(clip, skeleton, NULL, &clip_binding, NULL), MIEN_OK);
    for (int f = 0; f < FRAMES; ++f) {
        mien_curve_set_clear(&curves);
        const MienClipJob job = {
            .clip = clip, .binding = clip_binding, .time = f / 30.0, .out_curves = curves};
        CHECK_STATUS(mien_clip_job_run(&job), MIEN_OK);
        const MienMorphJob morph = {
            .binding = binding, .curves = curves, .morph_count = morphs, .out_weights = weights};
        CHECK_STATUS(mien_morph_job_run(&morph), MIEN_OK);
        for (int c = 0; c < CAPTURED; ++c) {
            const int m = find_shape(mesh, take.columns[c]);
            const double off = m >= 0 ? fabs((double)weights[m] - take.values[f][c]) : 1;
            largest = off > largest ? off : largest;
            is_moved[c] = is_moved[c] || take.values[f][c] > 0.01;
        }
    }
    for (int c = 0; c < CAPTURED; ++c)
        *out_idle += !is_moved[c];
    mien_mesh_binding_destroy(binding);
    mien_clip_binding_destroy(clip_binding);
    free(curves.values);
    free(curves.present);
    free(weights);
    return largest;
}

TEST(a_captured_take_plays_on_all)
{
    MieniBuffer text;
    MienSkeleton *skeleton = NULL;
    MienClip *clip = NULL;
    CHECK(
        program_run(&text, "mien map create arkit %s.mesh.json --only AK_ -o rocketbox.map.json", names[0]));
    CHECK_STR(text.bytes, "rocketbox.map.json: created, 52 of 52\n");
    mieni_buffer_release(&text);
    CHECK(program_run(NULL, "mien import take.csv --map rocketbox.map.json --skeleton %s", names[0]));
    CHECK(program_run(NULL, "mien build"));
    read_take();
    MienFile *skeleton_file = program_pack("Female_Adult_10_facial.skeleton"),
             *clip_file = program_pack("take.clip");
    if (skeleton_file == NULL || clip_file == NULL)
        SKIP("there is no clip");
    CHECK_STATUS(mien_skeleton_load(mien_file_data(skeleton_file), mien_file_size(skeleton_file), NULL,
                                    &skeleton, NULL),
                 MIEN_OK);
    CHECK_STATUS(mien_clip_load(mien_file_data(clip_file), mien_file_size(clip_file), NULL, &clip, NULL),
                 MIEN_OK);
    for (int c = 0; c <= CHARACTERS; ++c) { // the fifth lacks bones, but no names of shapes
        MienFile *file;
        const char *name = c < CHARACTERS ? names[c] : few;
        MienMesh *mesh = load_mesh(name, &file);
        int checked = 0, idle = 0;
        const double off = mesh != NULL ? play(mesh, skeleton, clip, &idle) : 1;
        // Its shapes move one vertex, the same in all of them: there is no side to look at.
        const int swapped = mesh != NULL && c < CHARACTERS ? count_swapped(mesh, skeleton, &checked) : 0;
        printf("%s: weights at most %.5f off, %d of %d curves idle; %d of %d sides swapped\n", name, off,
               idle, CAPTURED, swapped, checked);
        CHECK(off <= 0.0011);
        CHECK_INT(checked, c < CHARACTERS ? SIDED : 0);
        CHECK_INT(swapped, 0);
        mien_mesh_destroy(mesh);
        mien_file_close(file);
    }
    mien_clip_destroy(clip);
    mien_skeleton_destroy(skeleton);
    mien_file_close(clip_file);
    mien_file_close(skeleton_file);
}

TEST(a_body_under_a_face_moves_nothing_twice)
{
    // One take has tracks of the brows, the other of the jaw alone.
    static const struct {
        const char *file, *found, *gone;
    } bodies[] = {
        {"m_run_fast_02",
         "M001 double-transform: Bip01 MJaw, Bip01 RInnerEyebrow and Bip01 LInnerEyebrow are moved twice",
         "< Bip01 LInnerEyebrow\n< Bip01 MJaw\n< Bip01 RInnerEyebrow\n"},
        {"f_walk_fast_02", "M001 double-transform: Bip01 MJaw is moved twice", "< Bip01 MJaw\n"},
    };
    CHECK(
        program_run(NULL,
                    "printf 'rest\\njawOpen\\nbrowInnerUp\\n' > list && mien poses create face --from %s.fbx "
                    "--skeleton %s --mesh %s --names list --frames 0,3 --additive --base rest",
                    names[0], names[0], names[0]));
    CHECK(program_run(NULL, "mien poses bone face jawOpen 'Bip01 MJaw.q=0,0,0.8,0.6'"));
    CHECK(program_run(NULL, "mien poses bone face browInnerUp 'Bip01 LInnerEyebrow.t=0.14,0.1,0.03' "
                            "'Bip01 RInnerEyebrow.t=0.14,0.1,-0.03'"));
    for (int b = 0; b < 2; ++b) {
        MieniBuffer text;
        CHECK(program_run(NULL,
                          "mien clip create both%d --tracks %s.fbx --curves take.csv --skeleton %s "
                          "--preview face",
                          b, bodies[b].file, names[0]));
        CHECK(program_run(&text, "mien lint both%d.clip.json --off M009 || true", b));
        CHECK(strstr(text.bytes, bodies[b].found) != NULL);
        printf("%s", text.bytes);
        mieni_buffer_release(&text);
        CHECK(program_run(NULL, "mien cook both%d.clip.json -o before.mien", b));
        CHECK(program_run(NULL, "mien lint both%d.clip.json --off M009 --fix", b));
        CHECK(program_run(&text, "mien lint both%d.clip.json --off M009", b));
        CHECK_STR(text.bytes, "0 errors, 0 warnings\n");
        mieni_buffer_release(&text);
        // The body keeps all else.
        CHECK(program_run(NULL, "mien cook both%d.clip.json -o after.mien", b));
        CHECK(program_run(&text,
                          "for i in before after; do mien info $i.mien | sed -n '/^track/,$p' > $i; done; "
                          "diff before after | grep '^[<>]' | sort"));
        CHECK_STR(text.bytes, bodies[b].gone);
        mieni_buffer_release(&text);
    }
}

CHECK_MAIN
{
    program_begin_with("rocketbox/NOTICE.txt",
                       "cp \"$data\"/rocketbox/facial/*.fbx \"$data\"/rocketbox/anim/*.fbx . && "
                       "cp \"$data\"/curves/livelinkface/alex_rom_3_first120.csv take.csv && chmod u+w *");
    RUN(four_characters_share_one_skeleton);
    RUN(the_fifth_names_its_missing_bones);
    RUN(a_captured_take_plays_on_all);
    RUN(a_body_under_a_face_moves_nothing_twice);
    program_end();
}
