// SPDX-License-Identifier: MIT
//
// Damaged and forged packs of meshes.

#include "support/hostile.h"
#include "support/mesh_run.h"

static MienStatus load(Subject *s, const Pack *pack, const MienLoadOptions *options, size_t place)
{
    MienMesh *mesh = (MienMesh *)(void *)s; // not NULL, to see that it becomes so
    MienError error = {0};
    const MienStatus status = mien_mesh_load(pack->data, pack->size, options, &mesh, &error);
    if (!subject_count(s, status, &error, mesh, place)) {
        if (error.location[0] == '\0')
            complain(s, "refused without a place", place);
        return status;
    }
    mien_mesh_destroy(mesh);
    const char *fault = run_mesh_everywhere(pack, s->user, place);
    if (fault != NULL)
        complain(s, fault, place);
    return status;
}

static MienSkeleton *small_skeleton(void)
{
    ScenePacks packs = scene_packs(&small_body);
    MienSkeleton *skeleton = NULL;
    CHECK_STATUS(mien_skeleton_load(packs.skeleton.data, packs.skeleton.size, NULL, &skeleton, NULL),
                 MIEN_OK);
    scene_packs_free(&packs);
    return skeleton;
}

TEST(small_meshes)
{
    static const MienSampleMeshOptions options[] = {
        {.seed = 1,
         .vertex_count = 21,
         .influence_count = 3,
         .morph_count = 5,
         .has_colors = true,
         .has_own_rest_pose = true},
        {.seed = 2, .vertex_count = 17, .influence_count = 6, .morph_count = 1, .is_bare = true},
    };
    MienSkeleton *skeleton = small_skeleton();
    for (int i = 0; i < 2; ++i) {
        Subject s = {.name = i == 0 ? "mesh" : "bare mesh",
                     .pack = mesh_pack(&small_body, &options[i]),
                     .load = load,
                     .user = skeleton};
        attack_all(&s);
        report(&s);
        pack_free(&s.pack);
    }
    mien_skeleton_destroy(skeleton);
}

/// One change of a sound pack, and where it must be noticed.
typedef struct Forgery {
    const char *tag;
    int element;
    size_t offset;
    uint32_t value;
    const char *place;
} Forgery;

#define FLOAT_NAN 0x7FC00000u
#define FLOAT_INF 0x7F800000u
#define FLOAT_ONE 0x3F800000u

TEST(what_each_check_refuses)
{
    static const Forgery forgeries[] = {
        {"INFO", 0, 8, 0, "INFO[0]"},                     // influence_count
        {"INFO", 0, 8, 9, "INFO[0]"},                     //
        {"INFO", 0, 8, 2, "INFO[0]"},                     // fewer than there are
        {"INFO", 0, 12, 15, "INFO[0]"},                   // flags
        {"INFO", 0, 12, 3, "section VCOL"},               // colours that it says it has not
        {"INFO", 0, 12, 5, "section VTEX"},               //
        {"INFO", 0, 0, MIEN_MAX_VERTICES + 1, "INFO[0]"}, //
        {"INFO", 0, 4, MIEN_MAX_INDICES + 1, "INFO[0]"},  //
        {"INFO", 0, 24, 10, "INFO[0]"},                   // more references than bones
        {"INFO", 0, 48, FLOAT_ONE, "INFO[0]"},            // bounds
        {"VPOS", 3, 4, FLOAT_NAN, "VPOS[3]"},             //
        {"VPOS", 3, 4, 0x49742410, "VPOS[3]"},            // 1,000,001
        {"VNRM", 2, 8, FLOAT_INF, "VNRM[2]"},             //
        {"VNRM", 0, 0, FLOAT_NAN, "VNRM[0]"},             // the first
        {"VTEX", 0, 0, FLOAT_NAN, "VTEX[0]"},             //
        {"VTEX", 1, 4, FLOAT_NAN, "VTEX[1]"},             //
        {"VWGT", 4, 0, FLOAT_ONE, "VWGT[4]"},             // together not 1
        {"VWGT", 4, 0, 0xBF800000, "VWGT[4]"},            // below 0
        {"VWGT", 4, 12, 0x80000000, "VWGT[4]"},           // -0
        {"VBND", 4, 0, 0xFFFFFFFF, "VWGT[4]"},            // no such bind
        {"VBND", 4, 4, 0x00070007, "VWGT[4]"},            // unused, not the first
        {"INDX", 5, 0, 37, "INDX[5]"},                    //
        {"PART", 1, 4, 2, "PART[1]"},                     // material
        {"PART", 1, 8, 0, "PART[1]"},                     // first index
        {"PART", 2, 12, 3, "PART[3]"},                    // not to the end
        {"PART", 1, 0, 4, "PART[1]"},                     // a name before its turn
        {"MATL", 1, 4, 1, "MATL[1]"},                     // image
        {"MATL", 1, 8, FLOAT_NAN, "MATL[1]"},             //
        {"IMAG", 0, 0, 9, "IMAG[0]"},                     //
        {"BBON", 3, 0, 9, "BBON[3]"},                     //
        {"BBON", 2, 0, 5, "BBON[2]"},                     // a bone before its turn
        {"BBON", 8, 0, 3, "BNAM[8]"},                     // a bone that nothing uses
        {"BINV", 3, 20, FLOAT_INF, "BINV[3]"},            //
        {"BINV", 0, 0, FLOAT_NAN, "BINV[0]"},             //
        {"BREF", 1, 12, FLOAT_NAN, "BREF[1]"},            //
        {"MORF", 2, 0, 0, "MORF[2]"},                     // first
        {"MORF", 2, 4, 0x7FFFFFFF, "MORF[2]"},            // count
        {"MORF", 2, 8, 0, "MORF[2]"},                     // first_normal
        {"MORF", 2, 12, 0x447A4000, "MORF[2]"},           // 1001
        {"MVTX", 1, 0, 0, "MVTX[1]"},                     // do not ascend
        {"MVTX", 1, 0, 37, "MVTX[1]"},                    //
        {"MPOS", 1, 8, FLOAT_NAN, "MPOS[1]"},             //
        {"MNRM", 1, 0, FLOAT_INF, "MNRM[1]"},             //
    };
    Pack sound = mesh_pack(&small_body, &small_mesh);
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; ++i) {
        const Forgery *f = &forgeries[i];
        Pack pack = pack_copy(sound.data, sound.size);
        MienMesh *mesh = NULL;
        MienError error = {0};
        memcpy(pack_at(&pack, f->tag, f->element) + f->offset, &f->value, sizeof f->value);
        pack_seal(&pack);
        const MienStatus status = mien_mesh_load(pack.data, pack.size, NULL, &mesh, &error);
        if (status == MIEN_OK || strcmp(error.location, f->place) != 0)
            printf("forgery %zu, %s: %s\n", i, f->tag, error.message);
        CHECK(status == MIEN_ERROR_CORRUPT || status == MIEN_ERROR_LIMIT);
        CHECK_STR(error.location, f->place);
        CHECK(mesh == NULL);
        mien_mesh_destroy(mesh);
        pack_free(&pack);
    }
    pack_free(&sound);
}

TEST(a_vertex_moves_once)
{
    Pack pack = mesh_pack(&small_body, &small_mesh);
    MienMesh *mesh = NULL;
    MienError error = {0};
    memcpy(pack_at(&pack, "MVTX", 1), pack_at(&pack, "MVTX", 0), sizeof(uint32_t));
    pack_seal(&pack);
    CHECK_STATUS(mien_mesh_load(pack.data, pack.size, NULL, &mesh, &error), MIEN_ERROR_CORRUPT);
    CHECK_STR(error.location, "MVTX[1]");
    pack_free(&pack);
}

TEST(text_that_no_name_uses)
{
    Pack sound = mesh_pack(&small_body, &small_mesh);
    const int size = pack_count(&sound, "TEXT");
    Pack pack = pack_recount(&sound, "TEXT", size + 1);
    MienMesh *mesh = NULL;
    MienError error = {0};
    char place[32];
    snprintf(place, sizeof place, "TEXT[%d]", size);
    CHECK_STATUS(mien_mesh_load(pack.data, pack.size, NULL, &mesh, &error), MIEN_ERROR_CORRUPT);
    CHECK_STR(error.location, place);
    CHECK_STR(error.message, "text that no name uses");
    pack_free(&pack);
    pack_free(&sound);
}

CHECK_MAIN
{
    RUN(small_meshes);
    RUN(what_each_check_refuses);
    RUN(a_vertex_moves_once);
    RUN(text_that_no_name_uses);
}
