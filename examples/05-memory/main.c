// SPDX-License-Identifier: MIT
//
// Controls all memory: maps a bundle and uses it in place, loads from an arena that
// counts allocations, and runs a character after the arena is sealed.

#define _POSIX_C_SOURCE 200809L

#include "mien/mien.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/// Memory from one block, given back all at once. Games have one per level.
typedef struct Arena {
    unsigned char *block;
    size_t size, used;
    int allocations, refusals;
    bool is_sealed;
} Arena;

static void *arena_allocate(void *user, size_t size, size_t alignment)
{
    Arena *arena = user;
    const size_t start = (arena->used + alignment - 1) / alignment * alignment; // the block itself is aligned
    if (arena->is_sealed || start > arena->size || size > arena->size - start) {
        ++arena->refusals;
        return NULL; // an ordinary error for the library: MIEN_ERROR_MEMORY
    }
    arena->used = start + size;
    ++arena->allocations;
    return arena->block + start;
}

/// Only what was given out last is reused: loading frees its temporaries in that order.
static void arena_free(void *user, void *memory, size_t size, size_t alignment)
{
    Arena *arena = user;
    (void)alignment;
    if (memory != NULL && (unsigned char *)memory + size == arena->block + arena->used)
        arena->used -= size;
}

static _Alignas(64) unsigned char block[1 << 20];

/// A file in memory without a copy: pages are read when they are touched, and shared by
/// all processes. mien_file_open does the same wherever there is such a thing.
typedef struct Mapping {
    const unsigned char *data;
    size_t size;
} Mapping;

static bool map_file(const char *path, Mapping *out)
{
    struct stat about;
    const int file = open(path, O_RDONLY);
    if (file < 0)
        return false;
    void *data = MAP_FAILED;
    if (fstat(file, &about) == 0 && about.st_size > 0)
        data = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file); // the mapping stays
    if (data == MAP_FAILED)
        return false;
    *out = (Mapping){data, (size_t)about.st_size};
    return true;
}

static bool lies_in(const Mapping *mapping, const void *pointer)
{
    const uintptr_t at = (uintptr_t)pointer, start = (uintptr_t)mapping->data;
    return at >= start && at < start + mapping->size;
}

/// Everything that Pip needs. All of it is in the arena or in the mapped file.
typedef struct Character {
    MienBundle *bundle;
    MienSkeleton *skeleton;
    MienMesh *mesh;
    MienMeshBinding *mesh_binding;
    MienPoseAsset *poses;
    MienPoseBinding *binding;
    MienTransform *bones;
    MienCurveSet curves;
    void *scratch;
    size_t scratch_size;
} Character;

static MienStatus load(Character *pip, const Mapping *mapping, const MienAllocator *allocator,
                       MienError *error)
{
    const MienLoadOptions bundle_options = {.allocator = allocator, .borrow_data = true};
    const MienLoadOptions options = {.allocator = allocator, .borrow_data = true, .trust_hash = true};
    MienStatus status = mien_bundle_load(mapping->data, mapping->size, &bundle_options, &pip->bundle, error);
    MienBundleMember m;
    if (status == MIEN_OK)
        status = mien_bundle_get(pip->bundle, "ada.skeleton", &m, error);
    if (status == MIEN_OK)
        status = mien_skeleton_load(m.data, m.size, &options, &pip->skeleton, error);
    if (status == MIEN_OK)
        status = mien_bundle_get(pip->bundle, "pip.mesh", &m, error);
    if (status == MIEN_OK)
        status = mien_mesh_load(m.data, m.size, &options, &pip->mesh, error);
    if (status == MIEN_OK)
        status = mien_bundle_get(pip->bundle, "pip.poses", &m, error);
    if (status == MIEN_OK)
        status = mien_pose_asset_load(m.data, m.size, &options, &pip->poses, error);
    if (status == MIEN_OK)
        status = mien_mesh_binding_create(pip->mesh, pip->skeleton,
                                          &(MienMeshBindingOptions){.allocator = allocator},
                                          &pip->mesh_binding, error);
    if (status == MIEN_OK)
        status = mien_pose_binding_create(
            pip->poses, pip->skeleton,
            &(MienPoseBindingOptions){.allocator = allocator,
                                      .mesh_rest_pose = mien_mesh_binding_rest_pose(pip->mesh_binding)},
            &pip->binding, error);
    return status;
}

/// What one character changes while it runs, and the scratch that all of a thread share.
static MienStatus prepare(Character *pip, Arena *arena)
{
    const int bone_count = mien_skeleton_bone_count(pip->skeleton);
    const int curve_count = mien_skeleton_curve_count(pip->skeleton);
    pip->bones = arena_allocate(arena, (size_t)bone_count * sizeof *pip->bones, 64);
    pip->curves.count = curve_count;
    pip->curves.values = arena_allocate(arena, (size_t)curve_count * sizeof(float), 64);
    pip->scratch_size = mien_pose_job_scratch_size(pip->poses);
    pip->scratch = arena_allocate(arena, pip->scratch_size, 64);
    if (pip->bones == NULL || pip->curves.values == NULL || pip->scratch == NULL)
        return MIEN_ERROR_MEMORY;
    mien_curve_set_clear(&pip->curves);
    return MIEN_OK;
}

static MienStatus evaluate(Character *pip, float value)
{
    const int bone_count = mien_skeleton_bone_count(pip->skeleton);
    mien_curve_set_put(&pip->curves, mien_skeleton_find_curve(pip->skeleton, "jawOpen"), value);
    return mien_pose_job_run(&(MienPoseJob){.asset = pip->poses,
                                            .binding = pip->binding,
                                            .bone_count = bone_count,
                                            .input = mien_mesh_binding_rest_pose(pip->mesh_binding),
                                            .out_bones = pip->bones,
                                            .curves = pip->curves,
                                            .scratch = pip->scratch,
                                            .scratch_size = pip->scratch_size});
}

static MienStatus run(Character *pip, const Mapping *mapping, Arena *arena, MienError *error)
{
    const MienAllocator allocator = {arena, arena_allocate, arena_free};
    MienStatus status = load(pip, mapping, &allocator, error);
    if (status == MIEN_OK)
        printf("loading and binding: %d allocations, %zu KB of arena for %.0f MB of file\n",
               arena->allocations, arena->used / 1024, (double)mapping->size / 1048576.0);
    if (status == MIEN_OK)
        status = prepare(pip, arena);
    if (status != MIEN_OK)
        return status;
    printf("vertices lie in the file: %s, base pose: %s, names: %s\n",
           lies_in(mapping, mien_mesh_positions(pip->mesh)) ? "yes" : "no",
           lies_in(mapping, mien_pose_asset_base(pip->poses)) ? "yes" : "no",
           lies_in(mapping, mien_pose_asset_pose(pip->poses, 0).name) ? "yes" : "no");

    arena->is_sealed = true; // from now on every allocation fails
    const int allocations = arena->allocations;
    const size_t used = arena->used;
    for (int frame = 0; frame < 1000 && status == MIEN_OK; ++frame)
        status = evaluate(pip, (float)frame / 999.0f);
    if (status != MIEN_OK)
        return status;
    const MienQuat jaw = pip->bones[mien_skeleton_find_bone(pip->skeleton, "jaw")].rotation;
    printf("1000 frames: %d allocations, %d refused, %zu bytes\n", arena->allocations - allocations,
           arena->refusals, arena->used - used);
    printf("jaw at the end: (%.6f %.6f %.6f %.6f)\n", (double)jaw.x, (double)jaw.y, (double)jaw.z,
           (double)jaw.w);

    MienPoseBinding *another;
    const MienPoseBindingOptions options = {.allocator = &allocator};
    const MienStatus refused = mien_pose_binding_create(pip->poses, pip->skeleton, &options, &another, error);
    printf("binding once more: %s, %d refused\n", mien_status_name(refused), arena->refusals);
    return refused == MIEN_ERROR_MEMORY ? MIEN_OK : MIEN_ERROR_ARGUMENT;
}

int main(int argc, char **argv)
{
    Mapping mapping;
    if (argc != 2 || !map_file(argv[1], &mapping)) {
        fprintf(stderr, "usage: %s BUNDLE, a file that can be read\n", argv[0]);
        return 2;
    }
    Arena arena = {.block = block, .size = sizeof block};
    Character pip = {0};
    MienError error = {.message = "the job was refused"}; // a job gives a status and no sentence
    const MienStatus status = run(&pip, &mapping, &arena, &error);
    if (status != MIEN_OK)
        fprintf(stderr, "%s %s: %s\n", mien_status_name(status), error.location, error.message);
    // Nothing to destroy one by one: all that was made is memory of the arena.
    munmap((void *)mapping.data, mapping.size);
    return status == MIEN_OK ? 0 : 1;
}
