// SPDX-License-Identifier: MIT
//
// mien-bench: the command line.

#define _POSIX_C_SOURCE 200809L

#include "bench.h"

#include <stdlib.h>
#include <string.h>

static const char help[] =
    "Usage: mien-bench eval [--json] [--rounds N] [--workload NAME] [--isa NAME]\n"
    "       mien-bench clip [--json] [--rounds N] [--workload NAME] [--isa NAME]\n"
    "       mien-bench skin [--json] [--rounds N] [--workload NAME] [--isa NAME]\n"
    "       mien-bench graph [--json] [--rounds N] [--workload NAME] [--isa NAME]\n"
    "       mien-bench live [--json] [--rounds N] [--workload NAME]\n"
    "\n"
    "eval times pose-asset evaluation through the public jobs, beside the floor (copy\n"
    "of input to output plus reading the deltas), a plain C loop of the same rules and\n"
    "OpenBLAS, all in the same run.\n"
    "\n"
    "clip gives sizes of packed clips, beside zstd -19 of the rounded differences, and\n"
    "times sampling them, beside clips that are not compressed: at random times, one\n"
    "after another at 90 Hz, and at random over 64 clips. Real takes are found under\n"
    "MIEN_TEST_DATA.\n"
    "\n"
    "skin times morphs and skinning of faces, beside copying their vertices and plain C.\n"
    "\n"
    "graph times a step of a graph, one character at a time and 10,000 in batches of 256,\n"
    "beside its clips and poses run bare, and says where the time goes.\n"
    "\n"
    "live times datagrams of face trackers from their bytes to the curves of a face, one by\n"
    "one, counts allocations, and receives 10,000 faces at once.\n"
    "\n"
    "  --json           one JSON object per row instead of a table\n"
    "  --rounds N       rounds per figure, 3 to 401 (61)\n"
    "  --workload NAME  only dense58, sparse58, sparse58-noscale, mh, mh-noscale, r1, r2, r3;\n"
    "                   only clean, gated, noisy, take3, take4, body, tremble, face;\n"
    "                   only face5k, face25k; only r1, r2, body, chain200;\n"
    "                   only link-face, vmc, ifacialmocap, facemotion3d, vtube-studio, rokoko,\n"
    "                   openseeface, crowd\n"
    "  --isa NAME       only scalar, sse2, avx2, avx512, neon or wasm128\n"
    "  --help           this text\n";

static int usage(const char *what, const char *argument)
{
    fprintf(stderr, "mien-bench: %s: %s\nTry 'mien-bench --help'.\n", what, argument);
    return 2;
}

static bool has_isa(const BenchOptions *options)
{
    for (int isa = MIEN_ISA_SCALAR; isa <= MIEN_ISA_WASM128; ++isa) {
        if (bench_measures(options, (MienIsa)isa))
            return true;
    }
    return false;
}

int main(int count, char **arguments)
{
    BenchOptions options = {.rounds = 61};
    const char *command = NULL;
    // Debian's OpenBLAS takes new processors for very old ones.
    setenv("OPENBLAS_CORETYPE", mien_isa_is_available(MIEN_ISA_AVX512) ? "SkylakeX" : "Haswell", 0);
    for (int i = 1; i < count; ++i) {
        if (strcmp(arguments[i], "--help") == 0 || strcmp(arguments[i], "-h") == 0) {
            fputs(help, stdout);
            return 0;
        }
        if (strcmp(arguments[i], "--json") == 0) {
            options.json = true;
        } else if (strcmp(arguments[i], "--rounds") == 0 && i + 1 < count) {
            options.rounds = atoi(arguments[++i]);
        } else if (strcmp(arguments[i], "--workload") == 0 && i + 1 < count) {
            options.workload = arguments[++i];
        } else if (strcmp(arguments[i], "--isa") == 0 && i + 1 < count) {
            options.isa = arguments[++i];
        } else if (command == NULL && arguments[i][0] != '-') {
            command = arguments[i];
        } else {
            return usage("unknown option", arguments[i]);
        }
    }
    if (options.rounds < 3 || options.rounds > BENCH_MAX_ROUNDS)
        return usage("rounds must be 3 to 401", "--rounds");
    if (!has_isa(&options))
        return usage("not an instruction set of this machine", options.isa);
    if (command == NULL) {
        fputs(help, stderr);
        return 2;
    }
    if (strcmp(command, "clip") == 0)
        return bench_clip(&options);
    if (strcmp(command, "skin") == 0)
        return bench_skin(&options);
    if (strcmp(command, "graph") == 0)
        return bench_graph(&options);
    if (strcmp(command, "live") == 0)
        return bench_live(&options);
    return strcmp(command, "eval") == 0 ? bench_eval(&options) : usage("unknown command", command);
}
