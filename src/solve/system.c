// SPDX-License-Identifier: MIT
//
// What all systems share.

#include "core/float_rules.h"

#include "solve/system.h"

bool mieni_system_create(MieniArena *arena, int pose_count, MieniSystem *out_system)
{
    const size_t n = (size_t)pose_count;
    out_system->pose_count = pose_count;
    out_system->gram = mieni_arena_take(arena, n * n, sizeof *out_system->gram);
    out_system->right = mieni_arena_take(arena, n, sizeof *out_system->right);
    return !arena->is_out_of_memory;
}

double mieni_system_error(MieniSystem *system, const double *weights)
{
    const int n = system->pose_count;
    if (system->linearise != NULL)
        return system->linearise(system, weights);
    double error = system->constant;
    for (int j = 0; j < n; ++j) {
        const double *row = system->gram + (size_t)j * (size_t)n;
        double sum = -2.0 * system->right[j];
        if (weights[j] == 0.0)
            continue;
        for (int k = 0; k < n; ++k)
            sum += row[k] * weights[k];
        error += sum * weights[j];
    }
    return error > 0.0 ? error : 0.0;
}
