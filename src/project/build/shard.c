// SPDX-License-Identifier: MIT
//
// Shards: finds the cheapest way to an up-to-date pack for each entry.

#include "project/build/shard.h"

#include "project/build/cache.h"
#include "project/build/lists.h"
#include "project/build/stamps.h"
#include "project/files/derived.h"
#include "project/recipes/recipes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD_ROOM = 96 };

/// A file that members have in common, hashed once.
typedef struct Common {
    char *path;
    MieniContentHash hash;
    int64_t size;
    MieniFileStamp stamp; ///< That it had when it was hashed.
} Common;

typedef struct Shard {
    const MieniProject *project;
    const MieniShardOptions *options;
    const char *name;           ///< Of its list, in the project.
    char base[MIENI_PATH_ROOM]; ///< Where its files are in the project, without an ending.
    char head[64];              ///< First line of stamps.
    const char *asset;
    MieniPathSum list;  ///< What the list comes to.
    MieniPathSum packs; ///< And the packs of its members.
    MieniStamps stamps_before;
    MieniManifest manifest_before;
    MieniStampsOut stamps;
    MieniManifest manifest;
    MieniStampedInputs others; ///< What members were made from beside their own files.
    Common *commons;
    int common_count;
    MieniShardCounts counts;
    bool has_left;   ///< A member that is not wanted is not up to date.
    bool is_unsure;  ///< The stamp of a member may not tell: it changed a moment before it was read.
    bool is_refused; ///< Of the member at hand: its entry of the cache is not signed by our key.
    bool has_begun;  ///< A pack may differ from what the stamps on disk tell.
} Shard;

static MienStatus no_memory(MieniProblem *problem)
{
    return mieni_problem_set(problem, "", MIEN_ERROR_MEMORY, mieni_nowhere(), "Out of memory.");
}

static bool shard_file(const Shard *shard, const char *ending, char out[MIENI_PATH_ROOM])
{
    return snprintf(out, MIENI_PATH_ROOM, "%s%s", shard->base, ending) < MIENI_PATH_ROOM;
}

/// The hash of a file that is no member, NULL if it cannot be read.
static const Common *hash_common(Shard *shard, const char *path)
{
    for (int i = 0; i < shard->common_count; ++i)
        if (strcmp(shard->commons[i].path, path) == 0)
            return &shard->commons[i];
    Common common = {0};
    if (!mieni_project_hash(shard->project, path, &common.hash, &common.size, &common.stamp))
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

/// A member and what was found of it now.
typedef struct Member {
    const char *path;
    MieniContentHash hash; ///< "" if it cannot be read.
    int64_t size;
    MieniFileStamp stamp;
    char pack[MIENI_PATH_ROOM];
} Member;

/// Puts the stamps of a member that was made from these inputs.
static void put_stamps(Shard *shard, const Member *member, const MieniInputs *inputs)
{
    const MieniFileStamp pack = mieni_stamp_look(shard->project, member->pack);
    if (!mieni_stamps_put(member->path, inputs, pack, &shard->stamps, &shard->others))
        shard->is_unsure = true;
    mieni_path_sum_add_file(&shard->packs, member->pack, pack);
}

/// Whether no file of a member was touched.
static bool keep_untouched(Shard *shard, const Member *member)
{
    MieniOsInfo info;
    const MieniManifestClip *clip = mieni_manifest_find(&shard->manifest_before, member->path);
    if (clip == NULL || !mieni_derived_look(shard->project, member->pack, &info) ||
        info.size != clip->pack_size ||
        !mieni_stamps_keep(&shard->stamps_before, shard->project, member->path, member->pack, &shard->stamps,
                           &shard->others, &shard->packs))
        return false;
    mieni_manifest_adopt(&shard->manifest, &shard->manifest_before, clip);
    return true;
}

static bool add_input(MieniInputs *inputs, const char *path, const MieniContentHash *hash, int64_t size,
                      MieniFileStamp stamp)
{
    inputs->has_no_hashes = true; // it is known
    if (!mieni_inputs_add(inputs, path, "", 0, stamp))
        return false;
    inputs->items[inputs->count - 1].hash = *hash;
    inputs->items[inputs->count - 1].size = size;
    return true;
}

/// Whether the further inputs of a clip hold what they held. Gives all of them.
static bool are_same(Shard *shard, const Member *member, const MieniManifest *manifest,
                     const MieniManifestClip *clip, MieniInputs *inputs)
{
    bool is_same = add_input(inputs, member->path, &member->hash, member->size, member->stamp);
    for (int i = 0; i < clip->input_count && is_same; ++i) {
        const MieniManifestInput *input = &manifest->inputs[clip->inputs[i]];
        const Common *common = hash_common(shard, input->path);
        is_same = common != NULL && mieni_content_hash_equal(&common->hash, &input->hash) &&
                  add_input(inputs, input->path, &common->hash, common->size, common->stamp);
    }
    mieni_inputs_sort(inputs);
    return is_same;
}

static void tell_kept(const Shard *shard, const char *member, MieniCookResult result)
{
    if (shard->options->cooked != NULL && !shard->options->is_dry)
        shard->options->cooked(shard->options->user, member, &result);
}

/// Whether all files of a member, and its pack, hold what the manifest says: then it
/// was touched only, as by a checkout, or stamps were lost.
static bool keep_unchanged(Shard *shard, const Member *member)
{
    MieniContentHash pack_hash;
    int64_t size;
    MieniInputs inputs = {0};
    const MieniManifest *before = &shard->manifest_before;
    const MieniManifestClip *clip = mieni_manifest_find(before, member->path);
    const bool is_same = clip != NULL && before->rule == shard->manifest.rule &&
                         mieni_content_hash_equal(&clip->hash, &member->hash) &&
                         are_same(shard, member, before, clip, &inputs) &&
                         mieni_derived_hash(shard->project, member->pack, &pack_hash, &size) &&
                         mieni_content_hash_equal(&pack_hash, &clip->pack_hash);
    if (is_same) {
        put_stamps(shard, member, &inputs);
        mieni_manifest_adopt(&shard->manifest, before, clip);
        tell_kept(shard, member->path, (MieniCookResult){.is_kept = true, .size = (size_t)size});
    }
    mieni_inputs_release(&inputs);
    return is_same;
}

/// From here on packs change. Should we be killed, contents are to be looked at.
static void begin_changing(Shard *shard)
{
    char file[MIENI_PATH_ROOM];
    if (!shard->has_begun && shard_file(shard, ".stamps", file))
        mieni_derived_remove(shard->project, file);
    shard->has_begun = true;
}

/// Takes the pack of a member from the cache.
static bool take_cached(Shard *shard, const Member *member, MieniProblem *problem)
{
    MieniCached cached;
    MieniInputs inputs = {0};
    bool is_changed;
    const Common *asset = hash_common(shard, shard->asset);
    if (shard->options->cache == NULL || asset == NULL)
        return false;
    const MieniCacheKey key = {shard->manifest.rule, shard->asset, &asset->hash, member->path, &member->hash};
    const MieniCache cache = {shard->options->cache, shard->options->cache_key};
    if (!mieni_cache_find(&cache, &key, &cached)) {
        shard->is_refused = cached.is_refused;
        return false;
    }
    const MieniManifestClip *clip = cached.manifest.clips;
    const bool is_taken = are_same(shard, member, &cached.manifest, clip, &inputs) &&
                          mieni_derived_write(shard->project, member->pack, cached.pack, cached.pack_size,
                                              &is_changed, problem) == MIEN_OK;
    if (is_taken) {
        put_stamps(shard, member, &inputs);
        mieni_manifest_adopt(&shard->manifest, &cached.manifest, clip);
        tell_kept(shard, member->path,
                  (MieniCookResult){.is_changed = is_changed, .is_cached = true, .size = cached.pack_size});
    }
    mieni_inputs_release(&inputs);
    mieni_cached_release(&cached);
    return is_taken;
}

/// What was read of a file, or NULL.
static const MieniInputFile *find_input(const MieniInputs *inputs, const char *path)
{
    for (int i = 0; i < inputs->count; ++i)
        if (strcmp(inputs->items[i].path, path) == 0)
            return &inputs->items[i];
    return NULL;
}

/// Notes a member that was cooked in a manifest, by what was read of its files; false if one of
/// them changed while it was read.
static bool note_clip(MieniManifest *manifest, const char *member, const MieniCookResult *result)
{
    const MieniInputFile *own = find_input(&result->inputs, member);
    int *inputs = mieni_arena_take(&manifest->arena, (size_t)result->inputs.count, sizeof *inputs);
    if (own == NULL || own->hash.hex[0] == '\0' || inputs == NULL)
        return false;
    MieniManifestClip clip = {.member = member,
                              .hash = own->hash,
                              .size = own->size,
                              .pack_hash = result->hash,
                              .pack_size = (int64_t)result->size,
                              .seconds = result->clip.seconds,
                              .track_count = result->clip.track_count};
    for (int i = 0; i < result->inputs.count; ++i) {
        const MieniInputFile *input = &result->inputs.items[i];
        if (input == own)
            continue;
        if (input->hash.hex[0] == '\0')
            return false;
        inputs[clip.input_count++] = mieni_manifest_input(manifest, input->path, &input->hash, input->size);
    }
    clip.inputs = inputs;
    clip.set = mieni_manifest_set(manifest, result->clip.curves, result->clip.curve_count);
    mieni_manifest_add(manifest, &clip);
    return true;
}

/// Gives what was cooked to others.
static void keep_cached(Shard *shard, const Member *member, const MieniCookResult *result)
{
    MieniBuffer pack;
    const MieniInputFile *asset = find_input(&result->inputs, shard->asset);
    const MieniInputFile *own = find_input(&result->inputs, member->path);
    MieniManifest manifest = {
        .program = shard->manifest.program, .rule = shard->manifest.rule, .asset = shard->asset};
    if (asset != NULL && own != NULL && note_clip(&manifest, member->path, result) &&
        mieni_derived_read(shard->project, member->pack, &pack, NULL) == MIEN_OK) {
        const MieniContentHash pack_hash = mieni_content_hash(pack.bytes, pack.size);
        const MieniCacheKey key = {shard->manifest.rule, shard->asset, &asset->hash, member->path,
                                   &own->hash};
        const MieniCache cache = {shard->options->cache, shard->options->cache_key};
        if (mieni_content_hash_equal(&pack_hash, &result->hash))
            mieni_cache_keep(&cache, &key, &manifest, pack.bytes, pack.size);
        mieni_buffer_release(&pack);
    }
    mieni_manifest_release(&manifest);
}

static MienStatus fail_member(Shard *shard, MienStatus status, const MieniProblem *problem)
{
    if (status == MIEN_ERROR_CANCELLED || problem->is_write) // which would fail for all others too
        return status;
    shard->counts.failed++;
    if (shard->options->failed != NULL)
        shard->options->failed(shard->options->user, problem);
    return MIEN_OK;
}

static MienStatus cook_member(Shard *shard, const Member *member, MieniProblem *problem)
{
    const MieniShardOptions *options = shard->options;
    const MieniCookOptions cooking = {.member = member->path, .note = options->note, .user = options->user};
    MieniCookResult result;
    const MienStatus status = mieni_cook(shard->project, shard->asset, &cooking, &result, problem);
    if (status != MIEN_OK)
        return fail_member(shard, status, problem);
    result.is_refused = shard->is_refused;
    if (options->cooked != NULL)
        options->cooked(options->user, member->path, &result);
    put_stamps(shard, member, &result.inputs);
    if (note_clip(&shard->manifest, member->path, &result) && options->cache != NULL)
        keep_cached(shard, member, &result);
    mieni_cook_result_release(&result);
    return MIEN_OK;
}

/// In a dry run, tells of a member that would be cooked.
static MienStatus list_member(const Shard *shard, const char *path)
{
    shard->options->cooked(shard->options->user, path, &(MieniCookResult){0});
    return MIEN_OK;
}

static MienStatus bring_member(Shard *shard, const char *path, MieniProblem *problem)
{
    Member member = {.path = path};
    if (!mieni_cook_pack_path(shard->project, shard->asset, path, member.pack)) {
        mieni_problem_set(problem, path, MIEN_ERROR_LIMIT, mieni_nowhere(), "This path is too long.");
        return fail_member(shard, MIEN_ERROR_LIMIT, problem);
    }
    if (shard->options->is_everything)
        return list_member(shard, path);
    if (keep_untouched(shard, &member))
        return MIEN_OK;
    shard->is_refused = false;
    if (mieni_project_hash(shard->project, path, &member.hash, &member.size, &member.stamp)) {
        if (keep_unchanged(shard, &member)) // if it cannot be read, cooking says why
            return MIEN_OK;
        if (shard->options->is_dry)
            return list_member(shard, path);
        begin_changing(shard);
        if (take_cached(shard, &member, problem))
            return MIEN_OK;
    }
    if (shard->options->is_dry)
        return list_member(shard, path);
    begin_changing(shard);
    return cook_member(shard, &member, problem);
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
        is_found = mieni_manifest_read(shard->project, file, &shard->manifest_before);
        snprintf(strrchr(file, '.'), sizeof ".stamps", ".stamps");
        if (is_found)
            mieni_stamps_read(&shard->stamps_before, shard->project, file, shard->head);
    }
}

static MienStatus write_file(const Shard *shard, const char *ending, const MieniTextOut *text,
                             MieniProblem *problem)
{
    char file[MIENI_PATH_ROOM];
    if (text->is_out_of_memory)
        return no_memory(problem);
    return shard_file(shard, ending, file)
               ? mieni_derived_write(shard->project, file, text->bytes, text->size, NULL, problem)
               : MIEN_OK;
}

/// The first line of a mark: the version of cooking, and what the list came to.
static void put_head(char out[HEAD_ROOM], const MieniPathSum *list)
{
    snprintf(out, HEAD_ROOM, "done by rule %d: %" PRId64 " %016" PRIx64 "\n",
             mieni_cook_version(MIENI_ASSET_CLIPS), list->count, list->sum);
}

/// The second line: what its packs come to.
static void put_packs(char out[HEAD_ROOM], const MieniPathSum *packs)
{
    snprintf(out, HEAD_ROOM, "packs %016" PRIx64 "\n", packs->sum);
}

/// That all is done: what the list came to, and what members were made from beside their own
/// files. If a member changed a moment before it was read, its list may not tell, and contents
/// are compared the next time.
static MienStatus mark_done(Shard *shard, MieniProblem *problem)
{
    MieniTextOut done = {0};
    char head[HEAD_ROOM];
    if (shard->is_unsure)
        mieni_text_put(&done, "unsure\n");
    put_head(head, &shard->list);
    mieni_text_put(&done, head);
    put_packs(head, &shard->packs);
    mieni_text_put(&done, head);
    for (int i = 0; i < shard->others.count; ++i)
        mieni_stamp_put(&done, shard->others.stamps[i], shard->others.paths[i]);
    const MienStatus status = write_file(shard, ".done", &done, problem);
    mieni_text_release(&done);
    return status;
}

/// Whether what members were made from beside their own files is as it was.
static bool are_others_same(const MieniProject *project, char *at)
{
    while (*at != '\0') {
        MieniFileStamp stamp;
        const char *path;
        if (!mieni_stamp_read(&at, &stamp, &path) || stamp == 0 || stamp != mieni_stamp_look(project, path))
            return false;
    }
    return true;
}

bool mieni_shard_is_done(const MieniProject *project, const char *done, const MieniPathSum *list,
                         const MieniPathSum *packs)
{
    MieniBuffer text;
    char head[HEAD_ROOM], second[HEAD_ROOM];
    if (mieni_derived_read(project, done, &text, NULL) != MIEN_OK)
        return false;
    put_head(head, list);
    put_packs(second, packs != NULL ? packs : &(MieniPathSum){0});
    const size_t size = strlen(head), more = strlen(second);
    const bool is_done = strncmp(text.bytes, head, size) == 0 && text.size >= size + more &&
                         (packs == NULL || memcmp(text.bytes + size, second, more) == 0) &&
                         are_others_same(project, text.bytes + size + more);
    mieni_buffer_release(&text);
    return is_done;
}

/// Writes what is known, stamps after what they speak for, and that all is done if it is.
static MienStatus end_shard(Shard *shard, MieniProblem *problem)
{
    MieniTextOut manifest = {0};
    mieni_manifest_sort(&shard->manifest);
    mieni_manifest_put(&shard->manifest, &manifest);
    MienStatus status = write_file(shard, ".manifest", &manifest, problem);
    if (status == MIEN_OK)
        status = write_file(shard, ".stamps", &shard->stamps.text, problem);
    if (status == MIEN_OK && shard->counts.failed == 0 && shard->counts.untried == 0 && !shard->has_left)
        status = mark_done(shard, problem);
    mieni_text_release(&manifest);
    return status;
}

/// Of a member that is not wanted, after a cancellation or after too many failures: what is cooked
/// stays noted. Gives whether it is up to date.
static bool pass_member(Shard *shard, const char *path)
{
    Member member = {.path = path};
    return mieni_cook_pack_path(shard->project, shard->asset, path, member.pack) &&
           keep_untouched(shard, &member);
}

static bool is_wanted(const Shard *shard, const char *path)
{
    const char *at = shard->options->members;
    const size_t size = strlen(path);
    for (; at != NULL && at[0] == '\t'; at += 1 + strcspn(at + 1, "\t"))
        if (strncmp(at + 1, path, size) == 0 && (at[1 + size] == '\t' || at[1 + size] == '\0'))
            return true;
    return shard->options->members == NULL;
}

static bool is_over(const Shard *shard)
{
    const MieniShardOptions *options = shard->options;
    return (options->failures > 0 && shard->counts.failed >= options->failures) ||
           (options->is_cancelled != NULL && options->is_cancelled(options->user));
}

static MienStatus bring_members(Shard *shard, char *list, MieniProblem *problem)
{
    MienStatus status = MIEN_OK;
    char *rest = NULL;
    const MieniShardOptions *options = shard->options;
    const char *rule = strtok_r(list, "\n", &rest);
    shard->asset = strtok_r(NULL, "\n", &rest);
    if (rule == NULL || strncmp(rule, "rule ", 5) != 0 || shard->asset == NULL)
        return mieni_problem_set(problem, shard->name, MIEN_ERROR_DATA, mieni_nowhere(), "Not a shard list.");
    if (atoi(rule + 5) != mieni_cook_version(MIENI_ASSET_CLIPS))
        return mieni_problem_set(problem, shard->name, MIEN_ERROR_DATA, mieni_nowhere(),
                                 "This build is from another version of mien: run \"mien build\" again.");
    shard->manifest.program = mien_version();
    shard->manifest.rule = mieni_cook_version(MIENI_ASSET_CLIPS);
    shard->manifest.asset = shard->asset;
    snprintf(shard->head, sizeof shard->head, "stamps of entries and rule %d\n", shard->manifest.rule);
    mieni_text_put(&shard->stamps.text, shard->head);
    find_before(shard);
    for (const char *line; status == MIEN_OK && (line = strtok_r(NULL, "\n", &rest)) != NULL;) {
        if (!mieni_build_list_sum(line, &shard->list))
            shard->is_unsure = true; // a list that is not ours is never done
        const char *member = mieni_build_list_member(line);
        if (!is_wanted(shard, member))
            shard->has_left |= !pass_member(shard, member);
        else if (is_over(shard))
            shard->counts.untried += !pass_member(shard, member);
        else
            status = bring_member(shard, member, problem);
    }
    return status == MIEN_OK && !options->is_dry ? end_shard(shard, problem) : status;
}

static void release(Shard *shard)
{
    for (int i = 0; i < shard->common_count; ++i)
        free(shard->commons[i].path);
    free(shard->commons);
    mieni_stamps_release(&shard->stamps_before);
    mieni_manifest_release(&shard->manifest_before);
    mieni_manifest_release(&shard->manifest);
    mieni_stamped_release(&shard->others);
    mieni_text_release(&shard->stamps.text);
}

MienStatus mieni_cook_shard(const MieniProject *project, const char *list, const MieniShardOptions *options,
                            MieniShardCounts *out_counts, MieniProblem *problem)
{
    Shard shard = {.project = project, .options = options, .name = list};
    MieniBuffer text;
    *out_counts = (MieniShardCounts){0};
    MienStatus status = mieni_derived_read(project, list, &text, problem);
    if (status != MIEN_OK)
        return status;
    const size_t size = strlen(list), end = strlen(".list");
    if (size <= end || size >= sizeof shard.base || strcmp(list + size - end, ".list") != 0)
        status = mieni_problem_set(problem, list, MIEN_ERROR_DATA, mieni_nowhere(), "Not a shard list.");
    else
        snprintf(shard.base, sizeof shard.base, "%.*s", (int)(size - end), list);
    if (status == MIEN_OK)
        status = bring_members(&shard, text.bytes, problem);
    *out_counts = shard.counts;
    release(&shard);
    mieni_buffer_release(&text);
    return status;
}
