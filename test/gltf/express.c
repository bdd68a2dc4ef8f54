// SPDX-License-Identifier: MIT
//
// What Mien makes of the expressions of a VRM: gltf-express FILE INPUTS
//
// A line of INPUTS is a name and a value, and so on, with tabs between. Prints a line
// per expression, then for each line of INPUTS the weights of all expressions after
// masks and the weights of all morphs, in the same form.

#include "support/gltf/scene.h"

/// Expressions as a pose asset, sampled from their take as an import does it.
typedef struct Face {
    Scene scene;
    MienAuthorPose *poses;
    MienAuthorCurveValue *values;
    MienAuthorOverride *masks;
    MienAuthorCurve *curves;
    MienAuthorPack pack;
    MienPoseAsset *asset;
} Face;

static void describe_pose(Face *face, const MienAuthorClip *clip, int expression)
{
    const MienIoExpression *item = &face->scene.source->expressions.items[expression];
    MienAuthorCurveValue *values = face->values + (size_t)expression * (size_t)clip->curve_count;
    int count = 0;
    for (int c = 0; c < clip->curve_count; ++c) {
        const float value = mien_author_curve_evaluate(&clip->curves[c], (expression + 1) / 30.0);
        if (value != mien_author_curve_evaluate(&clip->curves[c], 0.0))
            values[count++] = (MienAuthorCurveValue){c, value};
    }
    face->poses[expression] = (MienAuthorPose){.name = item->name,
                                               .curves = values,
                                               .curve_count = count,
                                               .driven_settings = {.is_binary = item->is_binary}};
}

static MienStatus make_asset(Face *face, MienError *error)
{
    const MienIoSource *source = face->scene.source;
    const MienIoExpressions *expressions = &source->expressions;
    const MienAuthorClip *clip = source->takes[expressions->take].clip;
    face->poses = calloc((size_t)expressions->count + 1, sizeof *face->poses);
    face->values = calloc((size_t)expressions->count * (size_t)clip->curve_count + 1, sizeof *face->values);
    face->masks = calloc((size_t)expressions->mask_count + 1, sizeof *face->masks);
    face->curves = calloc((size_t)clip->curve_count + 1, sizeof *face->curves);
    for (int c = 0; c < clip->curve_count; ++c)
        face->curves[c] = (MienAuthorCurve){clip->curves[c].name, MIEN_ALL_LODS};
    for (int i = 0; i < expressions->count; ++i)
        describe_pose(face, clip, i);
    for (int i = 0; i < expressions->mask_count; ++i) {
        const MienIoMask *mask = &expressions->masks[i];
        face->masks[i] =
            (MienAuthorOverride){mask->target, mask->source, mask->kind, mask->amount, mask->threshold};
    }
    const MienAuthorPoseAsset asset = {.skeleton = &source->skeleton,
                                       .pose_count = expressions->count,
                                       .poses = face->poses,
                                       .curve_count = clip->curve_count,
                                       .curves = face->curves,
                                       .override_count = expressions->mask_count,
                                       .overrides = face->masks};
    MienStatus status = mien_author_pose_asset_cook(&asset, NULL, &face->pack, NULL, error);
    if (status == MIEN_OK)
        status = mien_pose_asset_load(face->pack.data, face->pack.size, NULL, &face->asset, error);
    return status;
}

static void print_row(const char *what, int count, const char *(*name)(const Face *, int), const Face *face,
                      const float *values)
{
    printf("%s", what);
    for (int i = 0; i < count; ++i)
        printf("\t%s\t%.9g", name(face, i), (double)values[i]);
    printf("\n");
}

static const char *control_name(const Face *face, int control)
{
    return mien_pose_asset_pose(face->asset, mien_pose_asset_driven_pose(face->asset, control).pose).name;
}

static const char *curve_name(const Face *face, int curve)
{
    return mien_pose_asset_curve_name(face->asset, curve);
}

/// One line of inputs, which is taken apart.
static MienStatus express(const Face *face, char *line)
{
    const MienPoseAssetInfo info = mien_pose_asset_info(face->asset);
    const int count = info.driven_pose_count + info.curve_count;
    float *values = calloc((size_t)count + 1, sizeof *values);
    float *applied = calloc((size_t)info.driven_pose_count + 1, sizeof *applied);
    uint32_t *present = calloc((size_t)mien_curve_set_words(count) + 1, sizeof *present);
    MienTransform *bones = calloc((size_t)info.bone_count + 1, sizeof *bones);
    const MienCurveSet set = {count, values, present};
    if (info.bone_count > 0)
        memcpy(bones, mien_pose_asset_base(face->asset), sizeof *bones * (size_t)info.bone_count);
    for (char *name = strtok(line, "\t\n"); name != NULL; name = strtok(NULL, "\t\n")) {
        const char *value = strtok(NULL, "\t\n");
        const int control = mien_pose_asset_find_driven_pose(face->asset, name);
        if (value != NULL && control >= 0)
            mien_curve_set_put(&set, control, strtof(value, NULL));
    }
    const size_t scratch_size = mien_pose_job_scratch_size(face->asset);
    void *scratch = mieni_allocate(NULL, scratch_size, 64);
    const MienPoseJob job = {.asset = face->asset,
                             .bone_count = info.bone_count,
                             .input = bones,
                             .out_bones = bones,
                             .curves = set,
                             .out_curves = set,
                             .out_final_weights = applied,
                             .scratch = scratch,
                             .scratch_size = scratch_size};
    const MienStatus status = mien_pose_job_run(&job);
    print_row("applied", info.driven_pose_count, control_name, face, applied);
    print_row("morphs", info.curve_count, curve_name, face, values + info.driven_pose_count);
    mieni_free(NULL, scratch, scratch_size, 64);
    free(bones);
    free(present);
    free(applied);
    free(values);
    return status;
}

static MienStatus run(Face *face, const char *path, FILE *inputs, MienError *error)
{
    char line[4096];
    MienStatus status = scene_open(&face->scene, path, error);
    if (status == MIEN_OK && face->scene.source->expressions.take < 0)
        return MIEN_OK; // there are none
    if (status == MIEN_OK)
        status = make_asset(face, error);
    const MienIoExpressions *expressions = &face->scene.source->expressions;
    for (int i = 0; status == MIEN_OK && i < expressions->count; ++i)
        printf("expression\t%s\t%d\n", expressions->items[i].name, expressions->items[i].is_binary);
    while (status == MIEN_OK && fgets(line, sizeof line, inputs) != NULL)
        status = express(face, line);
    return status;
}

int main(int count, char **arguments)
{
    Face face = {0};
    MienError error = {0};
    FILE *inputs = count == 3 ? fopen(arguments[2], "r") : NULL;
    if (inputs == NULL) {
        fprintf(stderr, "usage: gltf-express FILE INPUTS\n");
        return 2;
    }
    const MienStatus status = run(&face, arguments[1], inputs, &error);
    if (status != MIEN_OK)
        fprintf(stderr, "%s: %s: %s\n", arguments[1], error.location, error.message);
    mien_pose_asset_destroy(face.asset);
    mien_author_pack_release(&face.pack);
    free(face.poses);
    free(face.values);
    free(face.masks);
    free(face.curves);
    scene_close(&face.scene);
    fclose(inputs);
    return status != MIEN_OK;
}
