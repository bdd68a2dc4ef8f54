// SPDX-License-Identifier: MIT
//
// Curves and names of FBX files: user properties with their keys, blend shapes of faces,
// shared skeletons, and motion between keys of all kinds.

#include "posed.h"
#include "read_files.h"

static const MienAuthorClipCurve *find_curve(const MienAuthorClip *clip, const char *name)
{
    for (int c = 0; c < clip->curve_count; ++c)
        if (strcmp(clip->curves[c].name, name) == 0)
            return &clip->curves[c];
    return NULL;
}

TEST(user_properties_become_curves_with_their_keys)
{
    if (!fbx_can_inflate())
        SKIP("built without zlib");
    static const char *const files[] = {"maya_user_props_6100_ascii", "maya_user_props_7700_ascii",
                                        "maya_user_props_7700_binary"};
    static const struct {
        const char *name;
        float first, last;
        MienAuthorInterpolation interpolation;
    } expected[] = {{"User_Vector.x", 0.1f, -0.1f, MIEN_AUTHOR_CUBIC},
                    {"User_Vector.y", 0.2f, 0.4f, MIEN_AUTHOR_CUBIC},
                    {"User_Vector.z", 0.3f, -0.6f, MIEN_AUTHOR_CUBIC},
                    {"User_Int_Unbounded", 1, 2, MIEN_AUTHOR_CUBIC},
                    {"User_Int_Lower", 2, 3, MIEN_AUTHOR_CUBIC},
                    {"User_Int_Upper", 3, 4, MIEN_AUTHOR_CUBIC},
                    {"User_Int_Bounded", 4, 5, MIEN_AUTHOR_CUBIC},
                    {"User_Float_Unbounded", 0.1f, 1, MIEN_AUTHOR_CUBIC},
                    {"User_Float_Lower", 0.2f, 2, MIEN_AUTHOR_CUBIC},
                    {"User_Float_Upper", 0.3f, -1, MIEN_AUTHOR_CUBIC},
                    {"User_Float_Bounded", 0.4f, 0.5f, MIEN_AUTHOR_CUBIC},
                    {"User_Bool", 1, 0, MIEN_AUTHOR_CONSTANT},
                    {"User_Enum", 1, 2, MIEN_AUTHOR_CONSTANT}};
    enum { COUNT = sizeof expected / sizeof *expected };
    for (size_t f = 0; f < sizeof files / sizeof *files; ++f) {
        char path[128];
        MienIoFbxReport report;
        snprintf(path, sizeof path, "fbx-ufbx/good/%s.fbx", files[f]);
        MienIoSource *source = fbx_read(path, NULL, &report);
        if (source == NULL)
            SKIP("there is no fbx-ufbx");
        CHECK_INT(source->take_count, 1);
        const MienAuthorClip *clip = source->takes[0].clip;
        CHECK_INT(clip->curve_count, COUNT);
        CHECK_INT(report.sampled_curve_count, 0);
        for (int i = 0; i < COUNT; ++i) {
            const MienAuthorClipCurve *curve = find_curve(clip, expected[i].name);
            CHECK(curve != NULL && curve->key_count == 2);
            if (curve == NULL || curve->key_count != 2)
                continue;
            CHECK_NEAR(curve->keys[0].time, 0, 0); // the take begins at its first key
            CHECK_NEAR(curve->keys[1].time, 9.0 / 24, 1e-12);
            CHECK_NEAR(curve->keys[0].value, expected[i].first, 1e-7);
            CHECK_NEAR(curve->keys[1].value, expected[i].last, 1e-7);
            CHECK_INT(curve->keys[0].interpolation, expected[i].interpolation);
        }
        mien_io_source_destroy(source);
    }
}

static bool has_morph(const MienAuthorMesh *mesh, const char *end)
{
    for (int m = 0; m < mesh->morph_count; ++m) {
        const char *name = mesh->morphs[m].name, *dot = strrchr(name, '.');
        if (strcmp(dot != NULL ? dot + 1 : name, end) == 0)
            return true;
    }
    return false;
}

TEST(faces_have_all_their_shapes)
{
    if (!fbx_can_inflate())
        SKIP("built without zlib");
    MienIoSource *generic = fbx_read("facecap/FaceCapHeadGeneric.fbx", NULL, NULL);
    MienIoSource *avatar = fbx_read("facecap/FaceCapLiveModeAvatar.fbx", NULL, NULL);
    if (generic == NULL || avatar == NULL) {
        mien_io_source_destroy(generic);
        mien_io_source_destroy(avatar);
        SKIP("there is no facecap");
    }
    CHECK_INT(generic->mesh->morph_count, 52);
    CHECK_INT(avatar->mesh->morph_count, 51);
    CHECK_INT(avatar->skeleton.bone_count, 6);
    CHECK(has_morph(generic->mesh, "tongueOut") && !has_morph(avatar->mesh, "tongueOut"));
    int missing = 0;
    for (int m = 0; m < generic->mesh->morph_count; ++m)
        missing += !has_morph(avatar->mesh, strrchr(generic->mesh->morphs[m].name, '.') + 1);
    CHECK_INT(missing, 1);
    // A head is between a tenth of a metre and a metre high, whatever the file's unit.
    for (int i = 0; i < 2; ++i) {
        const MienIoSource *source = i == 0 ? generic : avatar;
        PosedSkin skin = posed_skin(source, NULL, 0);
        posed_palette(source, &skin);
        double(*posed)[3] = posed_mesh(source->mesh, &skin, false), low = posed[0][1], high = low;
        for (int v = 0; v < source->mesh->vertex_count; ++v) {
            low = fmin(low, posed[v][1]);
            high = fmax(high, posed[v][1]);
        }
        CHECK(high - low > 0.1 && high - low < 1);
        free(posed);
        posed_release(&skin);
    }
    mien_io_source_destroy(generic);
    mien_io_source_destroy(avatar);
}

TEST(characters_share_bones_and_shapes)
{
    if (!fbx_can_inflate())
        SKIP("built without zlib");
    static const char *const names[] = {"Female_Adult_10", "Female_Child_02", "Male_Adult_18",
                                        "Male_Child_01"};
    MienIoSource *sources[4] = {NULL, NULL, NULL, NULL};
    for (int i = 0; i < 4; ++i) {
        char path[128];
        snprintf(path, sizeof path, "rocketbox/facial/%s_facial.fbx", names[i]);
        sources[i] = fbx_read(path, NULL, NULL);
    }
    bool is_here = true;
    for (int i = 0; i < 4; ++i)
        is_here = is_here && sources[i] != NULL && sources[i]->mesh != NULL;
    for (int i = 0; is_here && i < 4; ++i) {
        CHECK_INT(sources[i]->skeleton.bone_count, 81);
        CHECK_INT(sources[i]->mesh->morph_count, 175);
        for (int b = 0; b < 81 && sources[i]->skeleton.bone_count == 81; ++b) {
            CHECK_STR(sources[i]->skeleton.bones[b].name, sources[0]->skeleton.bones[b].name);
            CHECK_INT(sources[i]->skeleton.bones[b].parent, sources[0]->skeleton.bones[b].parent);
        }
        for (int m = 0; m < 175 && sources[i]->mesh->morph_count == 175; ++m)
            CHECK_STR(sources[i]->mesh->morphs[m].name, sources[0]->mesh->morphs[m].name);
        CHECK(has_morph(sources[i]->mesh, "AK_01_BrowDownLeft"));
        CHECK_STATUS(mien_author_mesh_check(sources[i]->mesh, NULL), MIEN_OK);
    }
    for (int i = 0; i < 4; ++i)
        mien_io_source_destroy(sources[i]);
    if (!is_here)
        SKIP("there is no rocketbox");
    MienIoSource *fifth = fbx_read("rocketbox/facial/Female_Adult_16_facial.fbx", NULL, NULL);
    CHECK(fifth != NULL && fifth->skeleton.bone_count == 54 && fifth->mesh->morph_count == 175);
    mien_io_source_destroy(fifth);
}

/// The x of a bone's translation, in the file's unit.
static double x_at(const MienIoSource *source, const char *bone, double time)
{
    const MienAuthorClip *clip = source->takes[0].clip;
    for (int t = 0; t < clip->track_count; ++t)
        if (strcmp(clip->tracks[t].bone, bone) == 0)
            return (double)mien_author_track_evaluate(clip, t, time).translation.x;
    return NAN;
}

TEST(tracks_follow_every_kind_of_key)
{
    if (!fbx_can_inflate())
        SKIP("built without zlib");
    // Frames of the file and what Maya shows there; just after the frame, because of steps.
    static const double shown[][2] = {{1, -8.653366},  {5, -8.00075},   {11, -6.490576}, {16, -6.160368},
                                      {21, -6.113196}, {30, -4.820146}, {36, -3.958113}, {42, -5.126832},
                                      {47, -5.767788}, {50, -4.83559},  {56, -4.865979}, {60, -5.359269},
                                      {65, -5.33535},  {70, -4.124978}, {75, -3.875225}, {85, -2.942738},
                                      {89, -1.243537}, {96, 5.603338},  {119, 5.603338}};
    static const char *const files[] = {"maya_interpolation_modes_7500_ascii",
                                        "maya_interpolation_modes_7500_binary"};
    const MienIoFbxOptions options = {.keep_axes = true};
    for (int f = 0; f < 2; ++f) {
        char path[128];
        snprintf(path, sizeof path, "fbx-ufbx/good/%s.fbx", files[f]);
        MienIoSource *source = fbx_read(path, &options, NULL);
        if (source == NULL)
            SKIP("there is no fbx-ufbx");
        for (size_t i = 0; i < sizeof shown / sizeof *shown; ++i)
            CHECK_NEAR(x_at(source, "pCube1", (shown[i][0] - 1) / 24 + 2e-6), shown[i][1], 1e-3);
        mien_io_source_destroy(source);
    }
}

TEST(converted_scenes_stand_upright_in_metres)
{
    if (!fbx_can_inflate())
        SKIP("built without zlib");
    const MienIoFbxOptions keep = {.keep_axes = true};
    MienIoFbxReport report;
    MienIoSource *file = fbx_read("fbx-ufbx/good/max_transformed_skin_7500_binary.fbx", &keep, NULL);
    MienIoSource *ours = fbx_read("fbx-ufbx/good/max_transformed_skin_7500_binary.fbx", NULL, &report);
    if (file == NULL || ours == NULL)
        SKIP("there is no fbx-ufbx");
    CHECK_STR(report.up, "+Z");
    CHECK_STR(report.front, "-Y");
    CHECK_NEAR(report.metres_per_unit, 0.01, 0);
    CHECK_INT(ours->skeleton.bone_count, file->skeleton.bone_count);
    for (int b = 0; b < ours->skeleton.bone_count; ++b) {
        const MienTransform *a = &file->skeleton.bones[b].rest, *c = &ours->skeleton.bones[b].rest;
        if (ours->skeleton.bones[b].parent >= 0) {
            CHECK_NEAR(c->translation.x, a->translation.x / 100, 1e-6);
            CHECK_NEAR(c->rotation.x, a->rotation.x, 1e-6);
        } else { // (x, y, z) becomes (x, z, -y)
            CHECK_NEAR(c->translation.x, a->translation.x / 100, 1e-6);
            CHECK_NEAR(c->translation.y, a->translation.z / 100, 1e-6);
            CHECK_NEAR(c->translation.z, -a->translation.y / 100, 1e-6);
        }
        CHECK_NEAR(c->scale.x, a->scale.x, 1e-6);
    }
    mien_io_source_destroy(file);
    mien_io_source_destroy(ours);
}

CHECK_MAIN
{
    RUN(user_properties_become_curves_with_their_keys);
    RUN(faces_have_all_their_shapes);
    RUN(characters_share_bones_and_shapes);
    RUN(tracks_follow_every_kind_of_key);
    RUN(converted_scenes_stand_upright_in_metres);
}
