// SPDX-License-Identifier: MIT
//
// A small FBX scene, whole: bones, a skinned quad in two materials, shapes with an
// in-between, a take. What is read, what is refused, and memory that runs out.

#include "fbx/posed.h"
#include "support/check.h"
#include "support/ledger.h"

#include "mien_io/fbx.h"

#include <math.h>

#define CUBIC "1032"

/// Parts of the scene, so that tests can put others in their place.
typedef struct Parts {
    const char *settings, *links, *points, *corners, *more;
} Parts;

static const Parts plain = {
    "P: \"UpAxis\", \"int\", \"Integer\", \"\",2\n P: \"UpAxisSign\", \"int\", \"Integer\", \"\",1\n"
    " P: \"FrontAxis\", \"int\", \"Integer\", \"\",1\n P: \"FrontAxisSign\", \"int\", \"Integer\", \"\",-1\n"
    " P: \"CoordAxis\", \"int\", \"Integer\", \"\",0\n P: \"CoordAxisSign\", \"int\", \"Integer\", \"\",1\n"
    " P: \"UnitScaleFactor\", \"double\", \"Number\", \"\",10\n P: \"TimeMode\", \"enum\", \"\", \"\",6\n",
    "", "0,0,0,2,0,0,2,2,0,0,2,0,4,0,0,4,2,0", "0,1,2,-4,1,4,5,-3", ""};

static const char *const scene_text =
    "; FBX 7.4.0 project file\n"
    "GlobalSettings: {\n Properties70: {\n%s }\n}\n"
    "Definitions: {\n ObjectType: \"Model\" {\n  PropertyTemplate: \"FbxNode\" {\n   Properties70: {\n"
    "    P: \"RotationActive\", \"bool\", \"\", \"\",1\n    P: \"InheritType\", \"enum\", \"\", \"\",1\n "
    "}}}}\n"
    "Objects: {\n"
    " Model: 1, \"Model::root\", \"LimbNode\" {\n  Properties70: {\n"
    "   P: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",1,2,3\n"
    "   P: \"smile\", \"Number\", \"\", \"A+U\",0.25\n  }\n }\n"
    " Model: 2, \"Model::tip\", \"LimbNode\" {\n  Properties70: {\n"
    "   P: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",0,0,4\n"
    "   P: \"PreRotation\", \"Vector3D\", \"Vector\", \"\",0,0,90\n  }\n }\n"
    " Model: 3, \"Model::quad\", \"Mesh\" {\n  Properties70: {\n"
    "   P: \"GeometricTranslation\", \"Vector3D\", \"Vector\", \"\",0,0,1\n  }\n }\n"
    " Geometry: 4, \"Geometry::\", \"Mesh\" {\n"
    "  Vertices: *18 {\n a: %s\n }\n"
    "  PolygonVertexIndex: *8 {\n a: %s\n }\n"
    "  LayerElementNormal: 0 {\n   MappingInformationType: \"AllSame\"\n   ReferenceInformationType: "
    "\"Direct\"\n"
    "   Normals: *3 {\n a: 0,0,2\n }\n  }\n"
    "  LayerElementUV: 0 {\n   MappingInformationType: \"ByPolygonVertex\"\n"
    "   ReferenceInformationType: \"IndexToDirect\"\n   UV: *4 {\n a: 0,0,0.5,0.25\n }\n"
    "   UVIndex: *8 {\n a: 0,0,0,0,1,1,1,1\n }\n  }\n"
    "  LayerElementMaterial: 0 {\n   MappingInformationType: \"ByPolygon\"\n"
    "   ReferenceInformationType: \"IndexToDirect\"\n   Materials: *2 {\n a: 1,0\n }\n  }\n }\n"
    " Material: 5, \"Material::red\", \"\" {\n  Properties70: {\n"
    "   P: \"DiffuseColor\", \"Color\", \"\", \"A\",1,0,0\n  }\n }\n"
    " Material: 6, \"Material::blue\", \"\" {\n }\n"
    " Deformer: 7, \"Deformer::\", \"Skin\" {\n }\n"
    " Deformer: 8, \"SubDeformer::\", \"Cluster\" {\n  Indexes: *4 {\n a: 0,1,2,3\n }\n"
    "  Weights: *4 {\n a: 1,1,0.5,0.5\n }\n"
    "  Transform: *16 {\n a: 1,0,0,0,0,1,0,0,0,0,1,0,-1,-2,-3,1\n }\n }\n"
    " Deformer: 9, \"SubDeformer::\", \"Cluster\" {\n  Indexes: *2 {\n a: 2,4\n }\n"
    "  Weights: *2 {\n a: 1.5,0.75\n }\n }\n"
    " Deformer: 10, \"Deformer::\", \"BlendShape\" {\n }\n"
    " Deformer: 11, \"SubDeformer::Key.up\", \"BlendShapeChannel\" {\n"
    "  DeformPercent: 50\n  FullWeights: *1 {\n a: 100\n }\n }\n"
    " Geometry: 12, \"Geometry::up\", \"Shape\" {\n  Indexes: *2 {\n a: 3,0\n }\n"
    "  Vertices: *6 {\n a: 0,0,1,0,0,2\n }\n  Normals: *6 {\n a: 0,1,0,0.5,0,0\n }\n }\n"
    " Deformer: 13, \"SubDeformer::Key.side\", \"BlendShapeChannel\" {\n"
    "  FullWeights: *2 {\n a: 100,50\n }\n }\n"
    " Geometry: 14, \"Geometry::all\", \"Shape\" {\n  Indexes: *1 {\n a: 0\n }\n  Vertices: *3 {\n a: "
    "1,0,0\n }\n }\n"
    " Geometry: 15, \"Geometry::half\", \"Shape\" {\n  Indexes: *1 {\n a: 0\n }\n  Vertices: *3 {\n a: "
    "0,1,0\n }\n }\n"
    " AnimationStack: 20, \"AnimStack::go\", \"\" {\n  Properties70: {\n"
    "   P: \"LocalStart\", \"KTime\", \"Time\", \"\",46186158000\n"
    "   P: \"LocalStop\", \"KTime\", \"Time\", \"\",92372316000\n  }\n }\n"
    " AnimationLayer: 21, \"AnimLayer::base\", \"\" {\n }\n"
    " AnimationCurveNode: 22, \"AnimCurveNode::T\", \"\" {\n }\n"
    " AnimationCurveNode: 23, \"AnimCurveNode::DeformPercent\", \"\" {\n }\n"
    " AnimationCurveNode: 24, \"AnimCurveNode::smile\", \"\" {\n }\n"
    " AnimationCurveNode: 25, \"AnimCurveNode::Visibility\", \"\" {\n }\n"
    " AnimationCurve: 26, \"AnimCurve::\", \"\" {\n"
    "  KeyTime: *2 {\n a: 46186158000,92372316000\n }\n  KeyValueFloat: *2 {\n a: 1,3\n }\n"
    "  KeyAttrFlags: *1 {\n a: 4\n }\n  KeyAttrDataFloat: *4 {\n a: 0,0,0,0\n }\n"
    "  KeyAttrRefCount: *1 {\n a: 2\n }\n }\n"
    " AnimationCurve: 27, \"AnimCurve::\", \"\" {\n"
    "  KeyTime: *2 {\n a: 46186158000,92372316000\n }\n  KeyValueFloat: *2 {\n a: 0,100\n }\n"
    "  KeyAttrFlags: *1 {\n a: " CUBIC
    "\n }\n  KeyAttrDataFloat: *4 {\n a: 1120403456,1128792064,218434821,0\n }\n"
    "  KeyAttrRefCount: *1 {\n a: 2\n }\n }\n"
    "%s}\n"
    "Connections: {\n C: \"OO\",1,0\n C: \"OO\",2,1\n C: \"OO\",3,0\n C: \"OO\",4,3\n C: \"OO\",5,3\n C: "
    "\"OO\",6,3\n"
    " C: \"OO\",7,4\n C: \"OO\",8,7\n C: \"OO\",9,7\n C: \"OO\",1,8\n C: \"OO\",2,9\n C: \"OO\",10,4\n"
    " C: \"OO\",11,10\n C: \"OO\",12,11\n C: \"OO\",13,10\n C: \"OO\",14,13\n C: \"OO\",15,13\n C: "
    "\"OO\",21,20\n"
    " C: \"OO\",22,21\n C: \"OO\",23,21\n C: \"OO\",24,21\n C: \"OO\",25,21\n"
    " C: \"OP\",22,1, \"Lcl Translation\"\n C: \"OP\",23,11, \"DeformPercent\"\n C: \"OP\",24,1, \"smile\"\n"
    " C: \"OP\",25,1, \"Visibility\"\n C: \"OP\",26,22, \"d|X\"\n C: \"OP\",27,23, \"d|DeformPercent\"\n"
    " C: \"OP\",26,24, \"d|smile\"\n C: \"OP\",26,25, \"d|Visibility\"\n%s}\n";

typedef struct Text {
    char *bytes;
    size_t size;
} Text;

static Text make(const Parts *parts)
{
    const size_t room = 16384 + strlen(parts->links) + strlen(parts->more);
    Text text = {malloc(room), 0};
    text.size = (size_t)snprintf(text.bytes, room, scene_text, parts->settings, parts->points, parts->corners,
                                 parts->more, parts->links);
    return text;
}

static MienIoSource *read(const Parts *parts, const MienIoFbxOptions *options, MienIoFbxReport *report)
{
    Text text = make(parts);
    MienIoSource *source = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_io_fbx_read(text.bytes, text.size, options, &source, report, &error), MIEN_OK);
    if (source == NULL)
        printf("%s: %s\n", error.location, error.message);
    free(text.bytes);
    return source;
}

TEST(bones_stand_in_our_space)
{
    MienIoFbxReport report;
    MienIoSource *source = read(&plain, NULL, &report);
    if (source == NULL)
        return;
    CHECK_INT(report.version, 7400);
    CHECK(!report.is_binary);
    CHECK_STR(report.up, "+Z");
    CHECK_STR(report.front, "-Y");
    CHECK_NEAR(report.metres_per_unit, 0.1, 1e-12);
    CHECK_INT(report.skipped_curve_count, 1); // the visibility
    CHECK_INT(source->skeleton.bone_count, 3);
    const MienAuthorBone *bones = source->skeleton.bones;
    CHECK_STR(bones[0].name, "root");
    CHECK_STR(bones[1].name, "tip");
    CHECK_INT(bones[1].parent, 0);
    CHECK_STR(bones[2].name, "quad"); // one vertex is bound to nothing else
    CHECK_NEAR(bones[0].rest.translation.x, 0.1, 1e-7);
    CHECK_NEAR(bones[0].rest.translation.y, 0.3, 1e-7);
    CHECK_NEAR(bones[0].rest.translation.z, -0.2, 1e-7);
    CHECK_NEAR(bones[0].rest.rotation.x, -sqrt(0.5), 1e-7);
    CHECK_NEAR(bones[1].rest.translation.z, 0.4, 1e-7);
    CHECK_NEAR(bones[1].rest.rotation.z, sqrt(0.5), 1e-7);
    CHECK_NEAR(bones[0].rest.scale.x, 1, 0);
    mien_io_source_destroy(source);
}

TEST(scaled_groups_become_lengths)
{
    const MienIoFbxOptions keep = {.keep_axes = true};
    Parts parts = plain;
    parts.links = " C: \"OO\",1,40\n C: \"OO\",3,40\n";
    parts.more = " Model: 40, \"Model::group\", \"Null\" {\n  Properties70: {\n"
                 "   P: \"Lcl Scaling\", \"Lcl Scaling\", \"\", \"A\",100,100,100\n  }\n }\n";
    MienIoSource *sources[2] = {read(&parts, &keep, NULL), read(&parts, NULL, NULL)};
    double(*posed[2])[3] = {NULL, NULL};
    for (int i = 0; i < 2 && sources[i] != NULL; ++i) {
        const MienAuthorBone *bones = sources[i]->skeleton.bones;
        PosedSkin skin = posed_skin(sources[i], sources[i]->takes[0].clip, 0.5);
        posed_palette(sources[i], &skin);
        posed[i] = posed_mesh(sources[i]->mesh, &skin, false);
        posed_release(&skin);
        CHECK_INT(sources[i]->skeleton.bone_count, 4);
        CHECK_STR(bones[0].name, "group");
        CHECK_NEAR(bones[0].rest.scale.x, i == 0 ? 100 : 1, 0);
        CHECK_NEAR(bones[1].rest.translation.y, i == 0 ? 2 : 20, 1e-5);
        CHECK_NEAR(bones[1].rest.scale.x, 1, 0);
    }
    for (int v = 0; posed[0] != NULL && posed[1] != NULL && v < sources[0]->mesh->vertex_count; ++v) {
        CHECK_NEAR(posed[1][v][0], posed[0][v][0] / 10, 1e-4);
        CHECK_NEAR(posed[1][v][1], posed[0][v][2] / 10, 1e-4);
        CHECK_NEAR(posed[1][v][2], -posed[0][v][1] / 10, 1e-4);
    }
    for (int i = 0; i < 2; ++i) {
        free(posed[i]);
        mien_io_source_destroy(sources[i]);
    }
}

TEST(the_mesh_has_what_the_file_says)
{
    const MienIoFbxOptions options = {.keep_axes = true};
    MienIoSource *source = read(&plain, &options, NULL);
    if (source == NULL)
        return;
    const MienAuthorMesh *mesh = source->mesh;
    CHECK_STATUS(mien_author_mesh_check(mesh, NULL), MIEN_OK);
    CHECK_INT(mesh->vertex_count, 8); // two points have two texture coordinates
    CHECK_INT(mesh->index_count, 12);
    CHECK_INT(mesh->submesh_count, 2);
    CHECK_STR(mesh->materials[mesh->submeshes[0].material].name, "red");
    CHECK_STR(mesh->materials[mesh->submeshes[1].material].name, "blue");
    CHECK_NEAR(mesh->materials[0].base_color[1], 0, 0);
    CHECK_NEAR(mesh->positions[0].z, 1, 0); // where the geometric translation puts it
    CHECK_NEAR(mesh->normals[0].z, 1, 0);
    CHECK_NEAR(mesh->uvs[1], 1, 0);
    // Red is the second quad: points 1, 4, 5 and 2.
    CHECK_NEAR(mesh->positions[mesh->indices[1]].x, 4, 0);
    CHECK_INT(mesh->influence_count, 2);
    int split = 0;
    for (int v = 0; v < mesh->vertex_count; ++v) {
        const float *weights = &mesh->vertex_weights[2 * v];
        const char *bone = mesh->joints[mesh->vertex_joints[2 * v]].bone;
        CHECK_NEAR(weights[0] + weights[1], 1, 1e-6);
        if (weights[1] > 0) {
            CHECK_NEAR(weights[1], 0.75, 1e-6);
            ++split;
        }
        if (mesh->positions[v].x == 4 && mesh->positions[v].y == 2)
            CHECK_STR(bone, "quad");
    }
    CHECK_INT(split, 2);
    mien_io_source_destroy(source);
}

TEST(shapes_become_morphs_and_expressions)
{
    const MienIoFbxOptions options = {.keep_axes = true};
    MienIoSource *source = read(&plain, &options, NULL);
    if (source == NULL)
        return;
    const MienAuthorMesh *mesh = source->mesh;
    CHECK_INT(mesh->morph_count, 3);
    CHECK_STR(mesh->morphs[0].name, "Key.up");
    CHECK_STR(mesh->morphs[1].name, "half"); // by their full weights
    CHECK_STR(mesh->morphs[2].name, "all");
    CHECK_NEAR(mesh->morphs[0].weight, 0.5, 0);
    CHECK_INT(mesh->morphs[0].count, 2);
    CHECK_NEAR(mesh->morphs[0].positions[0].z, 2, 0);
    CHECK(mesh->morphs[0].normals != NULL);
    if (mesh->morphs[0].normals != NULL) {
        CHECK_NEAR(mesh->morphs[0].normals[0].x, 0.5, 0);
        CHECK_NEAR(mesh->morphs[0].normals[1].y, 1, 0);
    }
    CHECK_INT(source->expressions.count, 2);
    CHECK_INT(source->expressions.take, 1);
    CHECK_STR(source->expressions.items[0].name, "Key.side");
    CHECK_INT(source->expressions.items[0].on, -1);
    CHECK_STR(source->expressions.items[1].name, "half");
    CHECK_INT(source->expressions.items[1].on, 0);
    CHECK_NEAR(source->expressions.items[1].at, 0.5, 0);
    const MienAuthorClip *clip = source->takes[1].clip;
    CHECK_INT(clip->curve_count, 2);
    CHECK_STATUS(mien_author_clip_check(clip, NULL), MIEN_OK);
    CHECK_NEAR(mien_author_curve_evaluate(&clip->curves[0], 2 / 30.0), 1, 1e-6); // half, on its frame
    CHECK_NEAR(mien_author_curve_evaluate(&clip->curves[0], 1 / 30.0), 0, 1e-6);
    CHECK_NEAR(mien_author_curve_evaluate(&clip->curves[1], 1 / 30.0), 1, 1e-6);
    mien_io_source_destroy(source);
}

TEST(takes_keep_keys)
{
    MienIoFbxReport report;
    MienIoSource *source = read(&plain, NULL, &report);
    if (source == NULL)
        return;
    const MienAuthorClip *clip = source->takes[0].clip;
    CHECK_STR(source->takes[0].name, "go");
    CHECK_INT(clip->rate, 30);
    CHECK_NEAR(clip->length, 1, 1e-12);
    CHECK_INT(clip->track_count, 1);
    CHECK_INT(clip->tracks[0].sample_count, 31);
    CHECK(clip->tracks[0].times == NULL); // one per frame
    CHECK_NEAR(mien_author_track_evaluate(clip, 0, 0.5).translation.x, 0.2, 1e-6);
    CHECK_NEAR(mien_author_track_evaluate(clip, 0, 0.5).translation.y, 0.3, 1e-6);
    CHECK_INT(clip->curve_count, 2);
    CHECK_STR(clip->curves[0].name, "Key.up");
    CHECK_STR(clip->curves[1].name, "smile");
    CHECK_INT(clip->curves[0].key_count, 2);
    CHECK_INT(clip->curves[0].keys[0].interpolation, MIEN_AUTHOR_CUBIC);
    CHECK_NEAR(clip->curves[0].keys[0].leave, 1, 1e-6);
    CHECK_NEAR(clip->curves[0].keys[1].arrive, 2, 1e-6);
    CHECK_NEAR(clip->curves[1].keys[1].value, 3, 0);
    CHECK(strstr(report.note, "frame 30") != NULL);
    mien_io_source_destroy(source);
    const MienIoFbxOptions options = {.rate = 60, .skip_mesh = true, .source = "scene.fbx"};
    source = read(&plain, &options, NULL);
    CHECK(source != NULL && source->mesh == NULL && source->skeleton.bone_count == 3);
    CHECK(source != NULL && source->takes[0].clip->tracks[0].sample_count == 61);
    CHECK_STR(source != NULL ? source->takes[0].clip->source : "", "scene.fbx");
    mien_io_source_destroy(source);
}

/// A channel of a shape, with what it says of itself.
#define CHANNEL(id, name, words)                                                                             \
    " Deformer: " id ", \"SubDeformer::" name "\", \"BlendShapeChannel\" {\n" words " }\n"
#define SHAPE(id, name)                                                                                      \
    " Geometry: " id ", \"Geometry::" name                                                                   \
    "\", \"Shape\" {\n  Indexes: *1 {\n a: 0\n }\n  Vertices: *3 {\n a: 1,0,0\n }\n }\n"

static const MienAuthorMorph *find_morph(const MienAuthorMesh *mesh, const char *name)
{
    static const MienAuthorMorph none = {.weight = -1};
    for (int m = 0; m < mesh->morph_count; ++m)
        if (strcmp(mesh->morphs[m].name, name) == 0)
            return &mesh->morphs[m];
    return &none;
}

TEST(weights_keep_within_bounds)
{
    Parts parts = plain;
    parts.more = CHANNEL("40", "none", "  DeformPercent: nan\n") SHAPE("50", "none")
        CHANNEL("41", "low", "  DeformPercent: -1e9\n") SHAPE("51", "low")
            CHANNEL("42", "high", "  DeformPercent: 1e9\n") SHAPE("52", "high")
                CHANNEL("43", "far", "  FullWeights: *3 {\n a: 100,100000,100001\n }\n") SHAPE("53", "one")
                    SHAPE("54", "most") SHAPE("55", "more") CHANNEL("44", "last", "") SHAPE("56", "last1")
                        SHAPE("57", "last2");
    parts.links = " C: \"OO\",40,10\n C: \"OO\",50,40\n C: \"OO\",41,10\n C: \"OO\",51,41\n"
                  " C: \"OO\",42,10\n C: \"OO\",52,42\n C: \"OO\",43,10\n C: \"OO\",53,43\n"
                  " C: \"OO\",54,43\n C: \"OO\",55,43\n C: \"OO\",44,10\n C: \"OO\",56,44\n"
                  " C: \"OO\",57,44\n";
    MienIoSource *source = read(&parts, NULL, NULL);
    if (source == NULL)
        return;
    CHECK_NEAR(find_morph(source->mesh, "none")->weight, 0, 0);
    CHECK_NEAR(find_morph(source->mesh, "low")->weight, -1000, 0);
    CHECK_NEAR(find_morph(source->mesh, "high")->weight, 1000, 0);
    CHECK_INT(source->expressions.count, 5);
    CHECK_STR(source->expressions.items[2].name, "far");
    CHECK_STR(source->expressions.items[3].name, "most");
    CHECK_INT(source->expressions.items[3].on, 2);
    CHECK_NEAR(source->expressions.items[3].at, 1000, 0);
    mien_io_source_destroy(source);
}

TEST(properties_of_one_name)
{
    Parts parts = plain;
    parts.more = " Model: 40, \"Model::other\", \"LimbNode\" {\n  Properties70: {\n"
                 "   P: \"smile\", \"Number\", \"\", \"A+U\",0.5\n  }\n }\n";
    parts.links = " C: \"OO\",40,1\n C: \"OP\",24,40, \"smile\"\n";
    MienIoSource *source = read(&parts, NULL, NULL);
    if (source == NULL)
        return;
    const MienAuthorClip *clip = source->takes[0].clip;
    CHECK_INT(clip->curve_count, 3);
    CHECK_STR(clip->curves[1].name, "root.smile");
    CHECK_STR(clip->curves[2].name, "other.smile");
    mien_io_source_destroy(source);
}

/// A take that ends before it begins, and has no keys to say otherwise.
TEST(takes_that_end_before_they_begin)
{
    Parts parts = plain;
    parts.more = " AnimationStack: 40, \"AnimStack::back\", \"\" {\n  Properties70: {\n"
                 "   P: \"LocalStart\", \"KTime\", \"Time\", \"\",92372316000\n"
                 "   P: \"LocalStop\", \"KTime\", \"Time\", \"\",46186158000\n  }\n }\n";
    MienIoSource *source = read(&parts, NULL, NULL);
    if (source == NULL)
        return;
    CHECK_STR(source->takes[1].name, "back");
    CHECK_NEAR(source->takes[1].clip->length, 0, 0);
    mien_io_source_destroy(source);
}

/// A track goes on to the end of the take where a curve repeats, though its keys end before.
TEST(tracks_that_repeat)
{
    Parts parts = plain;
    parts.more = " AnimationCurveNode: 40, \"AnimCurveNode::T\", \"\" {\n }\n"
                 " AnimationCurve: 41, \"AnimCurve::\", \"\" {\n"
                 "  KeyTime: *2 {\n a: 46186158000,69279237000\n }\n  KeyValueFloat: *2 {\n a: 4,6\n }\n"
                 "  KeyAttrFlags: *1 {\n a: 4\n }\n  KeyAttrDataFloat: *4 {\n a: 0,0,0,0\n }\n"
                 "  KeyAttrRefCount: *1 {\n a: 2\n }\n  Post-Extrapolation: {\n   Type: \"R\"\n  }\n }\n";
    parts.links = " C: \"OO\",40,21\n C: \"OP\",40,2, \"Lcl Translation\"\n C: \"OP\",41,40, \"d|Z\"\n";
    MienIoSource *source = read(&parts, NULL, NULL);
    if (source == NULL)
        return;
    const MienAuthorClip *clip = source->takes[0].clip;
    CHECK_INT(clip->track_count, 2);
    CHECK_STR(clip->tracks[1].bone, "tip");
    CHECK_NEAR(mien_author_track_evaluate(clip, 1, 0.25).translation.z, 0.5, 1e-6);
    CHECK_NEAR(mien_author_track_evaluate(clip, 1, 0.75).translation.z, 0.5, 1e-6);
    CHECK_NEAR(mien_author_track_evaluate(clip, 1, 0.9).translation.z, 0.56, 1e-6);
    mien_io_source_destroy(source);
}

/// Reads a triangle with these layers, and with more objects and links.
static MienIoSource *read_triangle(const char *layers, const char *links)
{
    char text[2048];
    MienIoSource *source = NULL;
    MienError error = {0};
    const int size =
        snprintf(text, sizeof text,
                 "; FBX 7.4.0 project file\nObjects: {\n Model: 1, \"Model::m\", \"Mesh\" {\n }\n"
                 " Geometry: 2, \"Geometry::\", \"Mesh\" {\n  Vertices: *9 {\n a: 0,0,0,1,0,0,0,1,0\n }\n"
                 "  PolygonVertexIndex: *3 {\n a: 0,1,-3\n }\n%s }\n}\n"
                 "Connections: {\n C: \"OO\",1,0\n C: \"OO\",2,1\n C: \"OO\",4,3\n C: \"OO\",2,5\n%s}\n",
                 layers, links);
    CHECK_STATUS(mien_io_fbx_read(text, (size_t)size, NULL, &source, NULL, &error), MIEN_OK);
    CHECK(source != NULL && source->mesh != NULL);
    if (source == NULL)
        printf("%s: %s\n", error.location, error.message);
    return source;
}

TEST(layers_that_are_not_there)
{
    // A layer without values is none, whatever its indices are.
    static const char *const layers[] = {
        "", "  LayerElementUV: 0 {\n   UVIndex: *1 {\n a: x\n }\n  }\n  LayerElementNormal: 0 {\n }\n"};
    for (int i = 0; i < 2; ++i) {
        MienIoSource *source = read_triangle(layers[i], "");
        if (source != NULL)
            CHECK(source->mesh->uvs == NULL && source->mesh->normals == NULL);
        mien_io_source_destroy(source);
    }
}

/// Normals go by the inverse transpose, and meshes without any get those of their triangles.
TEST(normals_stand_on_surfaces)
{
    MienIoSource *source = read_triangle(
        "  LayerElementNormal: 0 {\n   MappingInformationType: \"AllSame\"\n   Normals: *3 {\n a: 3,4,0\n }\n"
        "  }\n }\n Model: 3, \"Model::n\", \"Mesh\" {\n }\n Geometry: 4, \"Geometry::\", \"Mesh\" {\n"
        "  Vertices: *9 {\n a: 0,0,0,4,0,0,0,3,-4\n }\n  PolygonVertexIndex: *3 {\n a: 0,1,-3\n }\n }\n"
        " Model: 5, \"Model::o\", \"Mesh\" {\n  Properties70: {\n"
        "   P: \"GeometricScaling\", \"Vector3D\", \"Vector\", \"\",1,2,1\n"
        "   P: \"GeometricRotation\", \"Vector3D\", \"Vector\", \"\",0,0,90\n  }\n",
        "");
    if (source == NULL)
        return;
    static const float expected[3][3] = {
        {0.6f, 0.8f, 0.0f}, {0.0f, 0.8f, 0.6f}, {-0.5547002f, 0.8320503f, 0.0f}};
    CHECK_INT(source->mesh->vertex_count, 9);
    for (int v = 0; v < source->mesh->vertex_count && source->mesh->vertex_count == 9; ++v) {
        const MienVec3 n = source->mesh->normals[v];
        CHECK_NEAR(n.x, expected[v / 3][0], 1e-6);
        CHECK_NEAR(n.y, expected[v / 3][1], 1e-6);
        CHECK_NEAR(n.z, expected[v / 3][2], 1e-6);
    }
    mien_io_source_destroy(source);
}

/// A channel that a take names but gives no curve is as it is in the file.
TEST(channels_without_curves)
{
    MienIoSource *source = read_triangle(
        " }\n Deformer: 10, \"Deformer::\", \"BlendShape\" {\n }\n"
        " Deformer: 11, \"SubDeformer::up\", \"BlendShapeChannel\" {\n  DeformPercent: 50\n }\n"
        " Geometry: 12, \"Geometry::up\", \"Shape\" {\n  Indexes: *1 {\n a: 0\n }\n  Vertices: *3 {\n a: "
        "1,0,0\n"
        " }\n }\n AnimationStack: 20, \"AnimStack::go\", \"\" {\n  Properties70: {\n"
        "   P: \"LocalStart\", \"KTime\", \"Time\", \"\",0\n"
        "   P: \"LocalStop\", \"KTime\", \"Time\", \"\",46186158000\n  }\n }\n"
        " AnimationLayer: 21, \"AnimLayer::base\", \"\" {\n }\n"
        " AnimationCurveNode: 22, \"AnimCurveNode::DeformPercent\", \"\" {\n",
        " C: \"OO\",10,2\n C: \"OO\",11,10\n C: \"OO\",12,11\n C: \"OO\",21,20\n C: \"OO\",22,21\n"
        " C: \"OP\",22,11, \"DeformPercent\"\n");
    if (source == NULL)
        return;
    const MienAuthorClip *clip = source->takes[0].clip;
    CHECK_INT(clip->curve_count, 1);
    if (clip->curve_count == 1) {
        CHECK_STR(clip->curves[0].name, "up");
        CHECK_NEAR(mien_author_curve_evaluate(&clip->curves[0], 0.5), 0.5, 1e-7);
    }
    mien_io_source_destroy(source);
}

TEST(texture_coordinates_keep_within_bounds)
{
    MienIoSource *source =
        read_triangle("  LayerElementUV: 0 {\n   MappingInformationType: \"ByVertice\"\n"
                      "   UV: *6 {\n a: 1000000,1000001,-1000000,-999999,-1000001,-1000000\n }\n  }\n",
                      "");
    if (source == NULL)
        return;
    CHECK_STATUS(mien_author_mesh_check(source->mesh, NULL), MIEN_OK);
    static const float expected[6] = {1e6f, 1.0f, -1e6f, 1e6f, 0.0f, 1.0f}; // 1 - v
    for (int i = 0; i < 6; ++i)
        CHECK_NEAR(source->mesh->uvs[i], expected[i], 0);
    mien_io_source_destroy(source);
}

static void refuse(const Parts *parts, MienStatus expected, const char *place)
{
    Text text = make(parts);
    MienIoSource *source = NULL;
    MienError error = {0};
    CHECK_STATUS(mien_io_fbx_read(text.bytes, text.size, NULL, &source, NULL, &error), expected);
    CHECK(source == NULL);
    CHECK(strstr(error.location, place) != NULL);
    CHECK(error.message[0] != '\0');
    if (strstr(error.location, place) == NULL)
        printf("%s: %s\n", error.location, error.message);
    free(text.bytes);
}

TEST(absurd_scenes_are_refused_with_a_place)
{
    Parts parts = plain;
    parts.links = " C: \"OO\",3,2\n C: \"OO\",1,3\n"; // round and round
    refuse(&parts, MIEN_ERROR_DATA, "Model");
    parts = plain;
    parts.corners = "0,1,2,-4,1,4,99,-3";
    refuse(&parts, MIEN_ERROR_DATA, "PolygonVertexIndex");
    parts = plain;
    parts.points = "0,0,0,2,0,0,2,2,0,0,2,0,4,0,0,4,nan,0";
    refuse(&parts, MIEN_ERROR_LIMIT, "Vertices");
    parts.points = "0,0,0,2,0,0,2,2,0,0,2,0,4,0,0,4,1e30,0";
    refuse(&parts, MIEN_ERROR_LIMIT, "Vertices");
}

TEST(odd_links_do_no_harm)
{
    Parts parts = plain;
    // Everything is linked to everything; numbers that do not exist; the same link again.
    parts.links =
        " C: \"OO\",8,8\n C: \"OO\",4,11\n C: \"OO\",10,12\n C: \"OO\",7,8\n C: \"OP\",20,20,\"x\"\n"
        " C: \"OO\",999,1\n C: \"OO\",12,11\n C: \"OP\",26,22,\"d|X\"\n C: \"PP\",1,\"a\",2,\"b\"\n C: "
        "\"OO\"\n";
    parts.more =
        " Model: 1, \"Model::twice\", \"Null\" {\n }\n Deformer: 30, \"Deformer::\", \"Cluster\" {\n }\n"
        " Geometry: 31, \"Geometry::\", \"Mesh\" {\n }\n AnimationStack: 32, \"AnimStack::\", \"\" {\n }\n"
        " Model: {\n }\n";
    MienIoSource *source = read(&parts, NULL, NULL);
    CHECK(source != NULL && source->take_count == 3);
    CHECK(source == NULL || mien_author_mesh_check(source->mesh, NULL) == MIEN_OK);
    mien_io_source_destroy(source);
    source = NULL;
    CHECK_STATUS(mien_io_fbx_read(NULL, 0, NULL, &source, NULL, NULL), MIEN_ERROR_ARGUMENT);
    CHECK_STATUS(mien_io_fbx_read("x", 1, NULL, NULL, NULL, NULL), MIEN_ERROR_ARGUMENT);
}

static bool stop_late(void *user, double done)
{
    *(double *)user = done;
    return done < 0.5;
}

TEST(reading_can_be_cancelled)
{
    double done = 0;
    const MienIoFbxOptions options = {.progress = stop_late, .user = &done};
    Text text = make(&plain);
    MienIoSource *source = NULL;
    CHECK_STATUS(mien_io_fbx_read(text.bytes, text.size, &options, &source, NULL, NULL),
                 MIEN_ERROR_CANCELLED);
    CHECK(source == NULL && done >= 0.5 && done <= 1);
    const MienIoFbxOptions small = {.limits.memory = 20000};
    CHECK_STATUS(mien_io_fbx_read(text.bytes, text.size, &small, &source, NULL, NULL), MIEN_ERROR_LIMIT);
    free(text.bytes);
}

static MienStatus call(const void *given, const MienAllocator *allocator, bool *out_is_empty,
                       MienError *error)
{
    const Text *text = given;
    MienIoSource *source = NULL;
    const MienStatus status = mien_io_fbx_read(
        text->bytes, text->size, &(MienIoFbxOptions){.allocator = allocator}, &source, NULL, error);
    *out_is_empty = source == NULL;
    mien_io_source_destroy(source);
    return status;
}

TEST(memory_may_run_out_anywhere)
{
    Text text = make(&plain);
    check_call("mien_io_fbx_read", call, &text);
    free(text.bytes);
}

CHECK_MAIN
{
    RUN(bones_stand_in_our_space);
    RUN(scaled_groups_become_lengths);
    RUN(the_mesh_has_what_the_file_says);
    RUN(shapes_become_morphs_and_expressions);
    RUN(takes_keep_keys);
    RUN(weights_keep_within_bounds);
    RUN(properties_of_one_name);
    RUN(takes_that_end_before_they_begin);
    RUN(tracks_that_repeat);
    RUN(layers_that_are_not_there);
    RUN(normals_stand_on_surfaces);
    RUN(channels_without_curves);
    RUN(texture_coordinates_keep_within_bounds);
    RUN(absurd_scenes_are_refused_with_a_place);
    RUN(odd_links_do_no_harm);
    RUN(reading_can_be_cancelled);
    RUN(memory_may_run_out_anywhere);
}
