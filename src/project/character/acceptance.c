// SPDX-License-Identifier: MIT
//
// From the names of a face to those of ARKit.

#include "project/character/acceptance.h"

#include "asset/view.h"
#include "project/edit/face_map.h"

#include <math.h>
#include <string.h>

static MienStatus no_memory(const MieniCharacter *character, MieniProblem *problem)
{
    return mieni_project_no_memory(character->project, character->path, problem);
}

/// The pose asset that the character's graph shows; NULL if it has none.
static const MienPoseAsset *poses_of(const MieniCharacter *character)
{
    for (int i = 0; i < character->asset_count; ++i)
        if (character->assets[i].poses != NULL)
            return character->assets[i].poses;
    return NULL;
}

/// Names of poses; without poses those of morph targets.
static int names_of(const MieniCharacter *character, const MienPoseAsset *poses, MieniArena *arena,
                    const char ***out_names)
{
    const int pose_count = poses != NULL ? mien_pose_asset_info(poses).driven_pose_count : 0;
    const int count = pose_count > 0 ? pose_count : mien_mesh_info(character->mesh).morph_count;
    *out_names = mieni_arena_take(arena, (size_t)count, sizeof **out_names);
    for (int i = 0; *out_names != NULL && i < count; ++i)
        (*out_names)[i] = pose_count > 0
                              ? mien_pose_asset_pose(poses, mien_pose_asset_driven_pose(poses, i).pose).name
                              : mien_mesh_morph(character->mesh, i).name;
    return count;
}

/// A role for every name that rows of the map lead from; rows of one name are adjacent.
static bool make_roles(MieniAcceptance *a, const MieniMapView *map)
{
    const int row_count = mieni_map_row_count(map);
    MienAcceptRole *roles = mieni_arena_take(&a->arena, (size_t)row_count, sizeof *roles);
    MienAcceptTerm *terms = mieni_arena_take(&a->arena, (size_t)row_count, sizeof *terms);
    for (int i = 0; i < row_count && !a->arena.is_out_of_memory; ++i) {
        const MieniMapRowView *row = mieni_map_row(map, i);
        const char *from = mieni_map_row_from(row), *to = mieni_map_row_to(row);
        MienAcceptRole *last = a->desc.role_count > 0 ? &roles[a->desc.role_count - 1] : NULL;
        if (last == NULL || strcmp(last->name, from) != 0) {
            last = &roles[a->desc.role_count++];
            *last =
                (MienAcceptRole){.name = mieni_arena_text(&a->arena, from, strlen(from)), .terms = &terms[i]};
        }
        terms[i] = (MienAcceptTerm){.curve = mieni_arena_text(&a->arena, to, strlen(to)),
                                    .weight = (float)mieni_map_row_weight(row, 1.0)};
        ++last->term_count;
    }
    a->desc.roles = roles;
    return !a->arena.is_out_of_memory;
}

static MienStatus find_roles(MieniAcceptance *a, const MieniCharacter *character, MieniProblem *problem)
{
    MienAuthorVocabulary *vocabulary = NULL;
    MieniAsset map = {0};
    MienError error = {0};
    const char **names;
    int count;
    const int name_count = names_of(character, a->desc.poses, &a->arena, &names);
    if (a->arena.is_out_of_memory || mieni_asset_begin(&map, MIENI_ASSET_MAP, NULL) != MIEN_OK)
        return no_memory(character, problem);
    MienStatus status = mien_author_vocabulary_load("arkit", NULL, &vocabulary, &error);
    if (status == MIEN_OK)
        status = mieni_face_map_fill(&map.json, mieni_map_of(&map), vocabulary, names, name_count, NULL,
                                     &count, &error);
    if (status != MIEN_OK)
        mieni_problem_set(problem, character->path, status, mieni_nowhere(), "%s", error.message);
    else if (map.json.arena.is_out_of_memory || !make_roles(a, mieni_map_of(&map)))
        status = no_memory(character, problem);
    mien_author_vocabulary_destroy(vocabulary);
    mieni_asset_release(&map);
    return status;
}

/// Limits that mien.json has. A name that no test has is refused.
static MienStatus read_limits(MieniAcceptance *a, const MieniProject *project, MieniProblem *problem)
{
    const MieniProjectView *settings = mieni_project_of(&project->settings);
    for (int test = 0; test < MIEN_ACCEPT_TESTS; ++test)
        a->limits[test] = NAN;
    a->desc.limits = a->limits;
    for (int i = 0; i < mieni_project_accept_count(settings); ++i) {
        const char *name = mieni_project_accept_name(settings, i);
        const int test = mien_accept_find_test(name);
        if (test < 0)
            return mieni_problem_set(problem, "mien.json", MIEN_ERROR_DATA, mieni_at("accept.%s", name),
                                     "No acceptance test has this name: docs/accept.md lists them.");
        a->limits[test] = (float)mieni_project_accept_value(settings, i);
    }
    return MIEN_OK;
}

MienStatus mieni_acceptance_open(const MieniCharacter *character, MieniAcceptance *out_acceptance,
                                 MieniProblem *problem)
{
    const MienAllocator *allocator = mieni_project_allocator(character->project);
    MieniAcceptance *a = out_acceptance;
    *a = (MieniAcceptance){.arena = {.allocator = allocator}};
    if (character->mesh == NULL)
        return mieni_problem_set(problem, character->path, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "This has no mesh, so there is no face to test.");
    a->desc = (MienAcceptDesc){.skeleton = character->skeleton,
                               .mesh = character->mesh,
                               .poses = poses_of(character),
                               .allocator = allocator};
    MienStatus status = read_limits(a, character->project, problem);
    if (status == MIEN_OK)
        status = find_roles(a, character, problem);
    if (status != MIEN_OK)
        mieni_acceptance_close(a);
    return status;
}

void mieni_acceptance_close(MieniAcceptance *acceptance)
{
    mieni_arena_release(&acceptance->arena);
    *acceptance = (MieniAcceptance){0};
}
