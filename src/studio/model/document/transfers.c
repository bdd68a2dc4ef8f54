// SPDX-License-Identifier: MIT
//
// A cache of transfers.

#include "studio/model/document/transfers.h"

#include "project/recipes/poses_transfer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16 }; ///< Results; the one that was not used longest goes first.

typedef struct Kept {
    char *path; ///< NULL: unused.
    MieniContentHash key;
    MieniInputs inputs;
    MieniArena memory;
    MieniPosesTransfer made; ///< In the memory.
    uint64_t used;           ///< By a counter.
} Kept;

struct StudioTransfers {
    MieniTransferStore store;
    pthread_mutex_t mutex;
    Kept kept[MOST];
    uint64_t clock;
    int found_count, made_count;
};

static void release(Kept *kept)
{
    free(kept->path);
    mieni_inputs_release(&kept->inputs);
    mieni_arena_release(&kept->memory);
    *kept = (Kept){0};
}

/// Whether all files are as they were.
static bool is_current(const Kept *kept, const MieniProject *project)
{
    for (int i = 0; i < kept->inputs.count; ++i) {
        const MieniInputFile *input = &kept->inputs.items[i];
        MieniContentHash hash;
        int64_t size;
        MieniFileStamp stamp;
        if (!mieni_project_hash(project, input->path, &hash, &size, &stamp) ||
            strcmp(hash.hex, input->hash.hex) != 0)
            return false;
    }
    return true;
}

static bool note_inputs(const Kept *kept, MieniInputs *inputs)
{
    bool is_whole = true;
    for (int i = 0; inputs != NULL && i < kept->inputs.count && is_whole; ++i) {
        const MieniInputFile *input = &kept->inputs.items[i];
        is_whole = mieni_inputs_add(inputs, input->path, "", 0, input->stamp);
        if (is_whole)
            inputs->items[inputs->count - 1].hash = input->hash;
    }
    return is_whole;
}

static bool find(void *user, const MieniProject *project, const char *path, const MieniContentHash *key,
                 MieniPosesTransfer *transfer)
{
    StudioTransfers *transfers = user;
    bool is_found = false;
    pthread_mutex_lock(&transfers->mutex);
    for (int i = 0; i < MOST && !is_found; ++i) {
        Kept *kept = &transfers->kept[i];
        if (kept->path == NULL || strcmp(kept->path, path) != 0 || strcmp(kept->key.hex, key->hex) != 0 ||
            !is_current(kept, project))
            continue;
        is_found = note_inputs(kept, project->inputs) && mieni_poses_transfer_copy(&kept->made, transfer);
        kept->used = ++transfers->clock;
        transfers->found_count += is_found;
    }
    pthread_mutex_unlock(&transfers->mutex);
    return is_found;
}

/// Copies all that a result consists of; false if out of memory.
static bool fill(Kept *kept, const char *path, const MieniContentHash *key, const MieniInputs *inputs,
                 const MieniPosesTransfer *transfer)
{
    *kept = (Kept){.key = *key, .path = malloc(strlen(path) + 1)};
    if (kept->path == NULL)
        return false;
    memcpy(kept->path, path, strlen(path) + 1);
    for (int i = 0; i < inputs->count; ++i) {
        if (!mieni_inputs_add(&kept->inputs, inputs->items[i].path, "", 0, inputs->items[i].stamp))
            return false;
        kept->inputs.items[i].hash = inputs->items[i].hash;
    }
    kept->made.arena = &kept->memory;
    return mieni_poses_transfer_copy(transfer, &kept->made);
}

static void keep(void *user, const char *path, const MieniContentHash *key, const MieniInputs *inputs,
                 const MieniPosesTransfer *transfer)
{
    StudioTransfers *transfers = user;
    pthread_mutex_lock(&transfers->mutex);
    int oldest = 0;
    for (int i = 1; i < MOST; ++i)
        if (transfers->kept[i].used < transfers->kept[oldest].used)
            oldest = i;
    Kept *kept = &transfers->kept[oldest];
    release(kept);
    if (fill(kept, path, key, inputs, transfer))
        kept->used = ++transfers->clock;
    else
        release(kept); // it is made again next time
    ++transfers->made_count;
    pthread_mutex_unlock(&transfers->mutex);
}

StudioTransfers *studio_transfers_create(void)
{
    StudioTransfers *transfers = calloc(1, sizeof *transfers);
    if (transfers == NULL || pthread_mutex_init(&transfers->mutex, NULL) != 0) {
        free(transfers);
        return NULL;
    }
    transfers->store = (MieniTransferStore){transfers, find, keep};
    return transfers;
}

void studio_transfers_destroy(StudioTransfers *transfers)
{
    if (transfers == NULL)
        return;
    for (int i = 0; i < MOST; ++i)
        release(&transfers->kept[i]);
    pthread_mutex_destroy(&transfers->mutex);
    free(transfers);
}

const MieniTransferStore *studio_transfers_store(const StudioTransfers *transfers)
{
    return transfers != NULL ? &transfers->store : NULL;
}

void studio_transfers_count(StudioTransfers *transfers, int *out_found, int *out_made)
{
    pthread_mutex_lock(&transfers->mutex);
    *out_found = transfers->found_count;
    *out_made = transfers->made_count;
    pthread_mutex_unlock(&transfers->mutex);
}
