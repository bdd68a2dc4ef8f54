// SPDX-License-Identifier: MIT
//
// zstd, found at run time: only figures need it.

#include "bench.h"
#include "library.h"

#include <string.h>

size_t bench_zstd_size(const void *data, size_t size, void *room, size_t room_size)
{
    static size_t (*compress)(void *, size_t, const void *, size_t, int);
    static unsigned (*is_error)(size_t);
    if (compress == NULL) {
        void *library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
        void *const parts[2] = {library != NULL ? dlsym(library, "ZSTD_compress") : NULL,
                                library != NULL ? dlsym(library, "ZSTD_isError") : NULL};
        if (parts[0] == NULL || parts[1] == NULL)
            return 0;
        memcpy(&compress, &parts[0], sizeof compress); // as in blas.c
        memcpy(&is_error, &parts[1], sizeof is_error);
    }
    const size_t packed = compress(room, room_size, data, size, 19);
    return is_error(packed) ? 0 : packed;
}
