// SPDX-License-Identifier: MIT
//
// Shards: for each member the cheapest way to a pack that is right.

#include "project/build_shard.h"

#include "project/build_cache.h"
#include "project/build_lists.h"
#include "project/build_stamps.h"
#include "project/depfile.h"
#include "project/os.h"
#include "project/recipes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A file that members have in common, hashed once.
typedef struct Common {
    char *path;
    MieniContentHash hash;
    int64_t size;
} Common;

typedef struct Shard {
    const MieniProject *project;
    const MieniShardOptions *options;
    const char *name;           ///< Of its list, in the project.
    char base[MIENI_PATH_ROOM]; ///< Where its files are, without an ending.
    char head[64];              ///< First line of stamps.
    const char *asset;
    MieniContentHash list_hash;
    MieniStamps stamps_before;
    MieniManifest manifest_before;
    MieniTextOut stamps;
    MieniManifest manifest;
    MieniPaths inputs; ///< Of all members.
    Common *commons;
    int common_count;
    int64_t begin; ///< When nothing was read yet.
    int failed;
    bool has_begun; ///< A pack may differ from what the stamps on disk tell.
} Shard;

static MienStatus no_memory(MieniProblem *problem)
{
    return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, "There is not enough memory.", "%s", "");
}

static bool shard_file(const Shard *shard, const char *ending, char out[MIENI_PATH_ROOM])
{
    return snprintf(out, MIENI_PATH_ROOM, "%s%s", shard->base, ending) < MIENI_PATH_ROOM;
}

static bool hash_file(const Shard *shard, const char *path, MieniContentHash *out_hash, int64_t *out_size)
{
    char full[MIENI_PATH_ROOM];
    return mieni_project_locate(shard->project, path, full) &&
           mieni_content_hash_file(full, out_hash, out_size);
}

/// The hash of a file that is no member, NULL if it cannot be read. Whether it changed since it
/// was hashed is for stamps to see, which look at it later.
static const Common *hash_common(Shard *shard, const char *path)
{
    for (int i = 0; i < shard->common_count; ++i)
        if (strcmp(shard->commons[i].path, path) == 0)
            return &shard->commons[i];
    Common common = {0};
    if (!hash_file(shard, path, &common.hash, &common.size))
        return NULL;
    Common *commons = realloc(shard->commons, sizeof *commons * (size_t)(shard->common_count + 1));
    if (commons == NULL)
        return NULL;
    shard->commons = commons;
    common.path = malloc(strlen(path) + 1);
    if (common.path == NULL)
        return NULL;
    memcpy(common.path, path, strlen(path) + 1);
    commons[shard->common_count] = common;
    return &commons[shard->common_count++];
}

static bool pack_of(const MieniProject *project, const char *member, char out[MIENI_PATH_ROOM])
{
    char name[MIENI_PATH_ROOM], pack[MIENI_PATH_ROOM];
    return mieni_clips_member_name(member, name) && mieni_project_pack_path(project, name, pack) &&
           mieni_project_locate(project, pack, out);
}

static void add_inputs(Shard *shard, const MieniPaths *inputs)
{
    for (int i = 0; i < inputs->count; ++i)
        if (!mieni_paths_add(&shard->inputs, inputs->items[i]))
            shard->stamps.is_out_of_memory = true;
}

/// Whether no file of a member was touched.
static bool keep_untouched(Shard *shard, const char *member)
{
    char pack[MIENI_PATH_ROOM];
    const MieniManifestClip *clip = mieni_manifest_find(&shard->manifest_before, member);
    if (clip == NULL || !pack_of(shard->project, member, pack) || !mieni_file_exists(pack) ||
        !mieni_stamps_keep(&shard->stamps_before, shard->project, member, &shard->stamps, &shard->inputs))
        return false;
    mieni_manifest_adopt(&shard->manifest, &shard->manifest_before, clip);
    return true;
}

/// Whether the further inputs of a clip hold what they held. Gives the paths of all.
static bool are_same(Shard *shard, const MieniManifest *manifest, const MieniManifestClip *clip,
                     MieniPaths *paths)
{
    bool is_same = mieni_paths_add(paths, clip->member);
    for (int i = 0; i < clip->input_count && is_same; ++i) {
        const MieniManifestInput *input = &manifest->inputs[clip->inputs[i]];
        const Common *common = hash_common(shard, input->path);
        is_same = common != NULL && mieni_content_hash_equal(&common->hash, &input->hash) &&
                  mieni_paths_add(paths, input->path);
    }
    mieni_paths_sort(paths);
    return is_same;
}

static void tell_kept(const Shard *shard, const char *member, MieniCookResult result)
{
    if (shard->options->cooked != NULL)
        shard->options->cooked(shard->options->user, member, &result);
}

/// Whether all files of a member, and its pack, hold what the manifest says: then it
/// was touched only, as by a checkout, or stamps were lost.
static bool keep_unchanged(Shard *shard, const char *member, const MieniContentHash *hash, int64_t begin)
{
    char pack[MIENI_PATH_ROOM];
    MieniContentHash pack_hash;
    int64_t size;
    MieniPaths paths = {0};
    const MieniManifest *before = &shard->manifest_before;
    const MieniManifestClip *clip = mieni_manifest_find(before, member);
    const bool is_same = clip != NULL && before->rule == shard->manifest.rule &&
                         mieni_content_hash_equal(&clip->hash, hash) &&
                         are_same(shard, before, clip, &paths) && pack_of(shard->project, member, pack) &&
                         mieni_content_hash_file(pack, &pack_hash, &size) &&
                         mieni_content_hash_equal(&pack_hash, &clip->pack_hash);
    if (is_same) {
        mieni_stamps_put(shard->project, member, &paths, begin, &shard->stamps);
        add_inputs(shard, &paths);
        mieni_manifest_adopt(&shard->manifest, before, clip);
        tell_kept(shard, member, (MieniCookResult){.is_kept = true, .size = (size_t)size});
    }
    mieni_paths_release(&paths);
    return is_same;
}

/// From here on packs change. Should we be killed, contents are to be looked at.
static void begin_changing(Shard *shard)
{
    char file[MIENI_PATH_ROOM];
    if (!shard->has_begun && shard_file(shard, ".stamps", file))
        mieni_os_remove(file);
    shard->has_begun = true;
}

static MieniCacheKey key_of(const Shard *shard, const Common *asset, const char *member,
                            const MieniContentHash *hash)
{
    return (MieniCacheKey){shard->manifest.rule, shard->asset, &asset->hash, member, hash};
}

/// Takes the pack of a member from the cache.
static bool take_cached(Shard *shard, const char *member, const MieniContentHash *hash, int64_t begin,
                        MieniProblem *problem)
{
    char pack[MIENI_PATH_ROOM];
    MieniCached cached;
    MieniPaths paths = {0};
    bool is_changed;
    const Common *asset = hash_common(shard, shard->asset);
    if (shard->options->cache == NULL || asset == NULL)
        return false;
    const MieniCacheKey key = key_of(shard, asset, member, hash);
    if (!mieni_cache_find(shard->options->cache, &key, &cached))
        return false;
    const MieniManifestClip *clip = cached.manifest.clips;
    const bool is_taken =
        are_same(shard, &cached.manifest, clip, &paths) && pack_of(shard->project, member, pack) &&
        mieni_file_write_derived(pack, cached.pack, cached.pack_size, &is_changed, problem) == MIEN_OK;
    if (is_taken) {
        mieni_stamps_put(shard->project, member, &paths, begin, &shard->stamps);
        add_inputs(shard, &paths);
        mieni_manifest_adopt(&shard->manifest, &cached.manifest, clip);
        tell_kept(shard, member,
                  (MieniCookResult){.is_changed = is_changed, .is_cached = true, .size = cached.pack_size});
    }
    mieni_paths_release(&paths);
    mieni_cached_release(&cached);
    return is_taken;
}

/// Notes a member that was cooked in a manifest; false if a file of it is gone by now.
static bool note_clip(Shard *shard, MieniManifest *manifest, const char *member, const MieniContentHash *hash,
                      int64_t size, const MieniCookResult *result)
{
    MieniManifestClip clip = {.member = member,
                              .hash = *hash,
                              .size = size,
                              .pack_hash = result->hash,
                              .pack_size = (int64_t)result->size,
                              .seconds = result->clip.seconds,
                              .track_count = result->clip.track_count};
    int *inputs = mieni_arena_take(&manifest->arena, (size_t)result->inputs.count, sizeof *inputs);
    for (int i = 0; inputs != NULL && i < result->inputs.count; ++i) {
        const char *path = result->inputs.items[i];
        if (strcmp(path, member) == 0)
            continue;
        const Common *common = hash_common(shard, path);
        if (common == NULL)
            return false;
        inputs[clip.input_count++] = mieni_manifest_input(manifest, path, &common->hash, common->size);
    }
    clip.inputs = inputs;
    clip.set = mieni_manifest_set(manifest, result->clip.curves, result->clip.curve_count);
    mieni_manifest_add(manifest, &clip);
    return true;
}

/// Gives what was cooked to others.
static void keep_cached(Shard *shard, const char *member, const MieniContentHash *hash, int64_t size,
                        const MieniCookResult *result)
{
    char path[MIENI_PATH_ROOM];
    MieniBuffer pack;
    const Common *asset = hash_common(shard, shard->asset);
    MieniManifest manifest = {
        .program = shard->manifest.program, .rule = shard->manifest.rule, .asset = shard->asset};
    if (asset != NULL && note_clip(shard, &manifest, member, hash, size, result) &&
        pack_of(shard->project, member, path) && mieni_file_read(path, &pack, NULL) == MIEN_OK) {
        const MieniContentHash pack_hash = mieni_content_hash(pack.bytes, pack.size);
        const MieniCacheKey key = key_of(shard, asset, member, hash);
        if (mieni_content_hash_equal(&pack_hash, &result->hash))
            mieni_cache_keep(shard->options->cache, &key, &manifest, pack.bytes, pack.size);
        mieni_buffer_release(&pack);
    }
    mieni_manifest_release(&manifest);
}

static MienStatus fail_member(Shard *shard, MienStatus status, const MieniProblem *problem)
{
    if (status == MIEN_ERROR_MEMORY || problem->is_write) // which would fail for all others too
        return status;
    shard->failed++;
    if (shard->options->failed != NULL)
        shard->options->failed(shard->options->user, problem);
    return MIEN_OK;
}

/// Whether a member holds what it held before it was cooked, so that it is what was cooked.
static bool is_still(const Shard *shard, const char *member, const MieniContentHash *hash)
{
    MieniContentHash now;
    int64_t size;
    return hash_file(shard, member, &now, &size) && mieni_content_hash_equal(&now, hash);
}

static MienStatus cook_member(Shard *shard, const char *member, const MieniContentHash *hash, int64_t size,
                              int64_t begin, MieniProblem *problem)
{
    const MieniShardOptions *options = shard->options;
    const MieniCookOptions cooking = {.member = member, .note = options->note, .user = options->user};
    MieniCookResult result;
    const MienStatus status = mieni_cook(shard->project, shard->asset, &cooking, &result, problem);
    if (status != MIEN_OK)
        return fail_member(shard, status, problem);
    if (options->cooked != NULL)
        options->cooked(options->user, member, &result);
    const bool is_sure = mieni_stamps_put(shard->project, member, &result.inputs, begin, &shard->stamps);
    add_inputs(shard, &result.inputs);
    if ((is_sure || is_still(shard, member, hash)) &&
        note_clip(shard, &shard->manifest, member, hash, size, &result) && is_sure && options->cache != NULL)
        keep_cached(shard, member, hash, size, &result);
    mieni_cook_result_release(&result);
    return MIEN_OK;
}

static MienStatus bring_member(Shard *shard, const char *member, MieniProblem *problem)
{
    MieniContentHash hash = {""};
    int64_t size;
    if (keep_untouched(shard, member))
        return MIEN_OK;
    const int64_t begin = mieni_stamp_now();
    if (hash_file(shard, member, &hash, &size)) { // otherwise cooking says why
        if (keep_unchanged(shard, member, &hash, begin))
            return MIEN_OK;
        begin_changing(shard);
        if (take_cached(shard, member, &hash, begin, problem))
            return MIEN_OK;
    }
    begin_changing(shard);
    return cook_member(shard, member, &hash, size, begin, problem);
}

/// What the shard knew before; or, if it is new, the shard that it was split from:
/// 16-11 comes from 8-3, and that from 4-3.
static void find_before(Shard *shard)
{
    char file[MIENI_PATH_ROOM], *slash = strrchr(shard->base, '/'), *dash;
    if (slash == NULL || (dash = strchr(slash, '-')) == NULL)
        return;
    const long index = strtol(dash + 1, NULL, 10);
    bool is_found = false;
    for (long count = strtol(slash + 1, NULL, 10); count > 0 && !is_found; count /= 2) {
        const int size = snprintf(file, sizeof file, "%.*s/%ld-%ld.manifest", (int)(slash - shard->base),
                                  shard->base, count, index & (count - 1));
        if (size >= (int)sizeof file)
            return;
        is_found = mieni_manifest_read(file, &shard->manifest_before);
        snprintf(strrchr(file, '.'), sizeof ".stamps", ".stamps");
        if (is_found)
            mieni_stamps_read(&shard->stamps_before, file, shard->head);
    }
}

static MienStatus write_file(const Shard *shard, const char *ending, const MieniTextOut *text,
                             MieniProblem *problem)
{
    char file[MIENI_PATH_ROOM];
    if (text->is_out_of_memory)
        return no_memory(problem);
    return shard_file(shard, ending, file)
               ? mieni_file_write_derived(file, text->bytes, text->size, NULL, problem)
               : MIEN_OK;
}

/// Gives the mark that a shard is done the time of the youngest file it speaks for, as of when the
/// shard began: what changes later, be it in the same moment as the mark is written, is younger.
static void date_mark(const Shard *shard, const MieniPaths *others)
{
    char file[MIENI_PATH_ROOM];
    int64_t size, time, latest = 0;
    mieni_stamp_look(shard->project, shard->name, &size, &latest);
    for (int i = 0; i < others->count; ++i)
        if (mieni_stamp_look(shard->project, others->items[i], &size, &time)) {
            time = time < shard->begin ? time : shard->begin;
            latest = latest > time ? latest : time;
        }
    if (shard_file(shard, ".done", file))
        mieni_os_set_time(file, latest);
}

/// That all is done. A depfile has what Ninja cannot see in the list: what members were made
/// from beside their own file.
static MienStatus mark_done(Shard *shard, MieniProblem *problem)
{
    char file[MIENI_PATH_ROOM], target[MIENI_PATH_ROOM];
    MieniPaths others = {0};
    MieniTextOut done = {0};
    MienStatus status = MIEN_OK;
    snprintf(target, sizeof target, "%.*s.done", (int)(strlen(shard->name) - strlen(".list")), shard->name);
    mieni_paths_sort(&shard->inputs);
    for (int i = 0; i < shard->inputs.count && status == MIEN_OK; ++i)
        if (mieni_manifest_find(&shard->manifest, shard->inputs.items[i]) == NULL &&
            !mieni_paths_add(&others, shard->inputs.items[i]))
            status = no_memory(problem);
    if (status == MIEN_OK && shard_file(shard, ".done.d", file))
        status = mieni_depfile_write(shard->project, file, target, &others, problem);
    mieni_text_putf(&done, "done %s\n", shard->list_hash.hex);
    if (status == MIEN_OK)
        status = write_file(shard, ".done", &done, problem);
    if (status == MIEN_OK)
        date_mark(shard, &others);
    mieni_text_release(&done);
    mieni_paths_release(&others);
    return status;
}

/// Writes what is known, stamps after what they speak for, and that all is done if it is.
static MienStatus end_shard(Shard *shard, MieniProblem *problem)
{
    MieniTextOut manifest = {0};
    mieni_manifest_sort(&shard->manifest);
    mieni_manifest_put(&shard->manifest, &manifest);
    MienStatus status = write_file(shard, ".manifest", &manifest, problem);
    if (status == MIEN_OK)
        status = write_file(shard, ".stamps", &shard->stamps, problem);
    if (status == MIEN_OK && shard->failed == 0)
        status = mark_done(shard, problem);
    mieni_text_release(&manifest);
    return status;
}

static MienStatus bring_members(Shard *shard, char *list, MieniProblem *problem)
{
    MienStatus status = MIEN_OK;
    char *rest = NULL;
    const MieniShardOptions *options = shard->options;
    const char *rule = strtok_r(list, "\n", &rest);
    shard->asset = strtok_r(NULL, "\n", &rest);
    if (rule == NULL || strncmp(rule, "rule ", 5) != 0 || shard->asset == NULL)
        return mieni_problem_set(problem, shard->name, MIEN_ERROR_DATA, "This is no list of a shard.", "%s",
                                 "");
    if (atoi(rule + 5) != mieni_cook_version(MIENI_ASSET_CLIPS))
        return mieni_problem_set(problem, shard->name, MIEN_ERROR_DATA,
                                 "This build is of another version of mien: run \"mien build\" again.", "%s",
                                 "");
    shard->manifest.program = mien_version();
    shard->manifest.rule = mieni_cook_version(MIENI_ASSET_CLIPS);
    shard->manifest.asset = shard->asset;
    snprintf(shard->head, sizeof shard->head, "stamps of rule %d\n", shard->manifest.rule);
    mieni_text_put(&shard->stamps, shard->head);
    find_before(shard);
    for (const char *line; status == MIEN_OK && (line = strtok_r(NULL, "\n", &rest)) != NULL;) {
        if (options->is_cancelled != NULL && options->is_cancelled(options->user))
            shard->failed +=
                !keep_untouched(shard, mieni_build_list_member(line)); // what is cooked stays noted
        else
            status = bring_member(shard, mieni_build_list_member(line), problem);
    }
    return status == MIEN_OK ? end_shard(shard, problem) : status;
}

static void release(Shard *shard)
{
    for (int i = 0; i < shard->common_count; ++i)
        free(shard->commons[i].path);
    free(shard->commons);
    mieni_stamps_release(&shard->stamps_before);
    mieni_manifest_release(&shard->manifest_before);
    mieni_manifest_release(&shard->manifest);
    mieni_paths_release(&shard->inputs);
    mieni_text_release(&shard->stamps);
}

MienStatus mieni_cook_shard(const MieniProject *project, const char *list, const MieniShardOptions *options,
                            int *out_failed, MieniProblem *problem)
{
    Shard shard = {.project = project, .options = options, .name = list, .begin = mieni_stamp_now()};
    MieniBuffer text;
    *out_failed = 0;
    MienStatus status = mieni_project_read(project, list, &text, problem);
    if (status != MIEN_OK)
        return status;
    const size_t size = strlen(list), end = strlen(".list");
    if (size <= end || strcmp(list + size - end, ".list") != 0 ||
        !mieni_project_locate(project, list, shard.base))
        status = mieni_problem_set(problem, list, MIEN_ERROR_DATA, "This is no list of a shard.", "%s", "");
    else
        shard.base[strlen(shard.base) - end] = '\0';
    shard.list_hash = mieni_content_hash(text.bytes, text.size);
    if (status == MIEN_OK)
        status = bring_members(&shard, text.bytes, problem);
    *out_failed = shard.failed;
    release(&shard);
    mieni_buffer_release(&text);
    return status;
}
