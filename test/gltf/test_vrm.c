// SPDX-License-Identifier: MIT
//
// Every VRM of the data sets: expressions, what they are bound to and what they hold back,
// each compared with what the file says.

#include "support/gltf/files.h"

#include "io/gltf/gltf.h"

/// A file that is looked at from both sides.
typedef struct Subject {
    GltfFolder folder;
    MienIoGltf *gltf;
    MienIoSource *source;
    MienIoGltfReport report;
} Subject;

static bool open_subject(const char *relative, Subject *subject)
{
    const char *path = check_data_path(relative);
    MienError error = {0};
    *subject = (Subject){.gltf = NULL};
    if (path == NULL)
        return false;
    CHECK_STATUS(gltf_open_path(path, &subject->folder, &subject->gltf, &error), MIEN_OK);
    CHECK_STATUS(mien_io_gltf_read(subject->gltf, NULL, &subject->source, &subject->report, &error), MIEN_OK);
    if (error.status != MIEN_OK)
        printf("%s: %s: %s\n", relative, error.location, error.message);
    return subject->source != NULL;
}

static void close_subject(Subject *subject)
{
    mien_io_source_destroy(subject->source);
    mien_io_gltf_destroy(subject->gltf);
    gltf_folder_close(&subject->folder);
}

static const MieniJson *at(const MieniJson *object, const char *key, const char *next)
{
    const MieniJson *value = mieni_json_get(object, key);
    return next != NULL ? mieni_json_get(value, next) : value;
}

static bool is_shared(const Subject *subject, int mesh)
{
    int count = 0;
    for (int n = 0; n < mieni_gltf_count(subject->gltf, "nodes"); ++n)
        count += mieni_gltf_index(mieni_gltf_item(subject->gltf, "nodes", n), "mesh") == mesh;
    return count > 1;
}

/// The name that a target of a mesh must have come to, as the node shows it.
static void name_target(const Subject *subject, int mesh, int node, int target, char out[256])
{
    const MieniJson *json = mieni_gltf_item(subject->gltf, "meshes", mesh);
    const MieniJson *names = at(json, "extras", "targetNames");
    if (names == NULL)
        names = at(mieni_json_get(json, "primitives")->items[0], "extras", "targetNames");
    if (names != NULL)
        snprintf(out, 256, "%s", names->items[target]->string);
    else
        snprintf(
            out, 256, "%s.%d",
            mieni_json_get_string(
                is_shared(subject, mesh) ? mieni_gltf_item(subject->gltf, "nodes", node) : json, "name", ""),
            target);
}

enum { MOST_BINDS = 64 };

/// What one expression must do to morphs.
typedef struct Expected {
    int count;
    char names[MOST_BINDS][256];
    double weights[MOST_BINDS];
} Expected;

/// What several binds say of one morph adds up. (No file here has nodes that share one.)
static void expect(Expected *expected, const char *name, double weight)
{
    int i = 0;
    while (i < expected->count && strcmp(expected->names[i], name) != 0)
        ++i;
    if (i == expected->count) {
        ++expected->count;
        memcpy(expected->names[i], name, strlen(name) + 1);
        expected->weights[i] = 0.0;
    }
    expected->weights[i] += weight;
}

/// That the take moves exactly these curves at the frame of an expression.
static void check_frame(const Subject *subject, int expression, const Expected *expected)
{
    const MienAuthorClip *clip = subject->source->takes[subject->source->expressions.take].clip;
    int moved = 0, found = 0;
    for (int c = 0; c < clip->curve_count; ++c) {
        const double rest = mien_author_curve_evaluate(&clip->curves[c], 0.0);
        const double value = mien_author_curve_evaluate(&clip->curves[c], clip->events[expression].time);
        double weight = 0.0;
        for (int i = 0; i < expected->count; ++i)
            if (strcmp(expected->names[i], clip->curves[c].name) == 0) {
                weight = expected->weights[i];
                ++found;
            }
        CHECK_NEAR(rest, 0.0, 0.0);
        CHECK_NEAR(value, (float)weight, 1e-7);
        moved += value != 0.0;
    }
    CHECK_INT(found, expected->count);
    CHECK_INT(moved, expected->count);
    CHECK_STR(clip->events[expression].name, subject->source->expressions.items[expression].name);
}

static int length_of(const MieniJson *list) { return list != NULL ? list->count : 0; }

/// Compares all expressions of VRM 1 with the file.
static void check_vrm1(const Subject *subject)
{
    const MieniJson *expressions =
        at(mieni_gltf_extension(subject->gltf->json.root, "VRMC_vrm"), "expressions", NULL);
    const MieniJson *lists[2] = {at(expressions, "preset", NULL), at(expressions, "custom", NULL)};
    const MienIoExpressions *read = &subject->source->expressions;
    int count = 0;
    for (int l = 0; l < 2; ++l)
        for (int i = 0; i < length_of(lists[l]); ++i, ++count) {
            const MieniJson *json = lists[l]->items[i], *binds = at(json, "morphTargetBinds", NULL);
            Expected expected = {.count = 0};
            for (int b = 0; b < length_of(binds); ++b) {
                char name[256];
                const int node = mieni_gltf_index(binds->items[b], "node");
                name_target(subject, mieni_gltf_index(mieni_gltf_item(subject->gltf, "nodes", node), "mesh"),
                            node, mieni_gltf_index(binds->items[b], "index"), name);
                expect(&expected, name, mieni_json_get_number(binds->items[b], "weight", 0.0));
            }
            CHECK_STR(read->items[count].name, lists[l]->keys[i]);
            CHECK(read->items[count].is_binary == mieni_json_get_bool(json, "isBinary", false));
            CHECK_INT(read->items[count].on, -1);
            check_frame(subject, count, &expected);
        }
    CHECK_INT(read->count, count);
    CHECK(count > 0);
}

TEST(cube_blinks)
{
    Subject subject;
    if (!open_subject("vrm/three-vrm/cube.gltf", &subject))
        SKIP("no data");
    const MienIoSource *source = subject.source;
    check_vrm1(&subject);
    CHECK_INT(source->expressions.count, 4);
    CHECK_INT(source->expressions.mask_count, 0);
    CHECK_INT(source->mesh->morph_count, 18 * 2); // without names, so each node has its own
    CHECK_INT(source->mesh->submesh_count, 18);
    CHECK_INT(source->mesh->vertex_count, 18 * 24);
    close_subject(&subject);
}

/// Happy holds blinking back; either of them is only on or off.
static void check_override(const char *relative, bool is_happy_binary, MienAuthorOverrideKind kind)
{
    Subject subject;
    if (!open_subject(relative, &subject))
        SKIP("no data");
    const MienIoExpressions *expressions = &subject.source->expressions;
    check_vrm1(&subject);
    CHECK_INT(expressions->count, 2);
    CHECK(expressions->items[0].is_binary == is_happy_binary);
    CHECK(expressions->items[1].is_binary != is_happy_binary);
    CHECK_INT(expressions->mask_count, 1);
    CHECK_INT(expressions->masks[0].source, 0);
    CHECK_INT(expressions->masks[0].target, 1);
    CHECK_INT(expressions->masks[0].kind, kind);
    CHECK_NEAR(expressions->masks[0].amount, 1.0, 0.0);
    CHECK_NEAR(expressions->masks[0].threshold, 0.0, 0.0);
    CHECK(subject.report.note[0] != '\0'); // of textures that are moved
    close_subject(&subject);
}

TEST(what_is_binary_is_held_back_whole)
{
    check_override("vrm/vrm-specification/VRMC_vrm_expressions_isBinary_Overridden.vrm", false,
                   MIEN_AUTHOR_OVERRIDE_BLOCK);
}

TEST(what_is_binary_holds_back)
{
    check_override("vrm/vrm-specification/VRMC_vrm_expressions_isBinary_Overrides.vrm", true,
                   MIEN_AUTHOR_OVERRIDE_SUM);
}

TEST(godette_has_the_expressions_of_vrm_0)
{
    static const char *const names[] = {"neutral",   "aa",        "ih",       "ou",       "ee",
                                        "oh",        "blink",     "happy",    "angry",    "sad",
                                        "relaxed",   "lookUp",    "lookDown", "lookLeft", "lookRight",
                                        "blinkLeft", "blinkRight"};
    Subject subject;
    if (!open_subject("vrm/godot-vrm/Godette_vrm_v4.vrm", &subject))
        SKIP("no data");
    const MienIoSource *source = subject.source;
    const MieniJson *groups =
        at(mieni_gltf_extension(subject.gltf->json.root, "VRM"), "blendShapeMaster", "blendShapeGroups");
    CHECK_INT(source->expressions.count, 17);
    CHECK_INT(length_of(groups), 17);
    for (int i = 0; i < 17; ++i) {
        const MieniJson *binds = at(groups->items[i], "binds", NULL);
        Expected expected = {.count = 0};
        for (int b = 0; b < length_of(binds); ++b) {
            char name[256];
            name_target(&subject, mieni_gltf_index(binds->items[b], "mesh"), -1,
                        mieni_gltf_index(binds->items[b], "index"), name);
            expect(&expected, name, mieni_json_get_number(binds->items[b], "weight", 0.0) / 100.0);
        }
        CHECK_STR(source->expressions.items[i].name, names[i]);
        CHECK(source->expressions.items[i].is_binary == (i >= 15));
        check_frame(&subject, i, &expected);
    }
    CHECK_INT(source->expressions.mask_count, 0);
    CHECK_INT(source->mesh->morph_count, 15);
    CHECK_INT(source->mesh->joint_count, 68);
    CHECK_INT(source->skeleton.bone_count, 68);
    CHECK_INT(length_of(at(mieni_gltf_item(subject.gltf, "skins", 0), "joints", NULL)), 68);
    // Three primitives of the body share their vertices, which count once.
    const MieniJson *body = at(mieni_gltf_item(subject.gltf, "meshes", 1), "primitives", NULL);
    int each = 0, shared = 0;
    for (int p = 0; p < length_of(body); ++p) {
        const int positions = mieni_gltf_index(at(body->items[p], "attributes", NULL), "POSITION");
        each += mieni_gltf_accessor(subject.gltf, positions).count;
        shared = mieni_gltf_accessor(subject.gltf, positions).count;
    }
    CHECK_INT(length_of(body), 3);
    CHECK_INT(source->mesh->vertex_count + each - shared, 8067);
    close_subject(&subject);
}

/// Motion for VRM has curves in its takes, no expressions of its own.
TEST(vrma_has_no_expressions)
{
    static const char *const files[] = {"vrm/three-vrm/test.vrma",
                                        "vrm/vrm-addon-for-blender/hips_spine_twisting.vrma"};
    for (int f = 0; f < 2; ++f) {
        Subject subject;
        if (!open_subject(files[f], &subject))
            SKIP("no data");
        CHECK_INT(subject.source->expressions.take, -1);
        CHECK_INT(subject.source->expressions.count, 0);
        CHECK(subject.source->mesh == NULL);
        close_subject(&subject);
    }
}

CHECK_MAIN
{
    RUN(cube_blinks);
    RUN(what_is_binary_is_held_back_whole);
    RUN(what_is_binary_holds_back);
    RUN(godette_has_the_expressions_of_vrm_0);
    RUN(vrma_has_no_expressions);
}
