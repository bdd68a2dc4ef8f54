// SPDX-License-Identifier: MIT
//
// What every fuzzer with an address sanitizer is linked with: an input may not take memory
// out of proportion to its size. Allocations are counted from one input to the next.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int mieni_fuzz_one_input(const uint8_t *data, size_t size); ///< The target, which has another name here.
size_t __sanitizer_get_allocated_size(const volatile void *memory);
void __sanitizer_malloc_hook(const volatile void *memory, size_t size);
void __sanitizer_free_hook(const volatile void *memory);

/// What any input may take, companions and texts of errors included, and what each byte adds.
#define MEMORY_FLOOR    ((int64_t)64 << 20)
#define MEMORY_PER_BYTE ((int64_t)256)

static int64_t live, peak;
static bool is_counting;

void __sanitizer_malloc_hook(const volatile void *memory, size_t size)
{
    (void)memory;
    if (is_counting) {
        live += (int64_t)size;
        peak = live > peak ? live : peak;
    }
}

void __sanitizer_free_hook(const volatile void *memory)
{
    if (is_counting && memory != NULL)
        live -= (int64_t)__sanitizer_get_allocated_size(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    live = peak = 0;
    is_counting = true;
    const int result = mieni_fuzz_one_input(data, size);
    is_counting = false;
    if (peak > MEMORY_FLOOR + MEMORY_PER_BYTE * (int64_t)size) {
        fprintf(stderr, "found: %lld bytes of memory for %zu of input\n", (long long)peak, size);
        abort();
    }
    return result;
}
