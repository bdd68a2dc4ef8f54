// SPDX-License-Identifier: MIT
//
// OpenBLAS as an anchor, found at run time so that nothing depends on it. Its
// kernels are chosen by OPENBLAS_CORETYPE, which main sets where Debian's build
// would pick a wrong one for a new processor.

#include "bench.h"
#include "library.h"

#include <string.h>

static void *symbol(void *library, const char *name) { return library != NULL ? dlsym(library, name) : NULL; }

bool bench_blas_load(BenchBlas *blas)
{
    void *library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    void *const parts[] = {symbol(library, "cblas_sgemv"), symbol(library, "cblas_sgemm"),
                           symbol(library, "openblas_get_config")};
    void (*set_threads)(int) = NULL;
    void *setter = symbol(library, "openblas_set_num_threads");
    if (parts[0] == NULL || parts[1] == NULL || parts[2] == NULL || setter == NULL)
        return false;
    memcpy(&blas->gemv, &parts[0], sizeof(void *)); // ISO C has no cast from object to function pointers
    memcpy(&blas->gemm, &parts[1], sizeof(void *));
    memcpy(&blas->config, &parts[2], sizeof(void *));
    memcpy(&set_threads, &setter, sizeof(void *));
    set_threads(1);
    return true;
}
