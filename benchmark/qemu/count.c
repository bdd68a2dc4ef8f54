// SPDX-License-Identifier: MIT
//
// A plugin of qemu that counts the instructions of functions, for instruction sets that this
// machine only emulates: their times say nothing.
//
//   gcc -O2 -shared -fPIC -o build/count.so benchmark/qemu/count.c
//   qemu-aarch64 -L /usr/aarch64-linux-gnu -plugin build/count.so,match=clip PROGRAM ...
//
// At the end it prints a line "count FUNCTION" for each function whose name contains what
// `match` gives.

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// What is used of qemu-plugin.h, which distributions do not install; version 1.
typedef uint64_t qemu_plugin_id_t;
typedef struct qemu_info_t qemu_info_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
typedef void (*TranslatedCallback)(qemu_plugin_id_t id, struct qemu_plugin_tb *block);
typedef void (*ExitCallback)(qemu_plugin_id_t id, void *data);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, TranslatedCallback callback);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, ExitCallback callback, void *data);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn, enum qemu_plugin_op op,
                                                void *counter, uint64_t add);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *insn);

int qemu_plugin_version = 1;
int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int count, char **arguments);

enum { MOST_FUNCTIONS = 4096 };
static struct {
    char name[128];
    uint64_t count;
} functions[MOST_FUNCTIONS];
static int function_count;
static char match[64];

static uint64_t *counter_of(const char *name)
{
    for (int i = 0; i < function_count; ++i) {
        if (strncmp(functions[i].name, name, sizeof functions[i].name - 1) == 0)
            return &functions[i].count;
    }
    if (function_count == MOST_FUNCTIONS)
        return NULL;
    snprintf(functions[function_count].name, sizeof functions[0].name, "%s", name);
    return &functions[function_count++].count;
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); ++i) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(block, i);
        const char *name = qemu_plugin_insn_symbol(insn);
        uint64_t *counter = name != NULL && strstr(name, match) != NULL ? counter_of(name) : NULL;
        if (counter != NULL)
            qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, counter, 1);
    }
}

static void print(qemu_plugin_id_t id, void *data)
{
    (void)id;
    (void)data;
    for (int i = 0; i < function_count; ++i)
        fprintf(stderr, "%" PRIu64 " %s\n", functions[i].count, functions[i].name);
}

int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int count, char **arguments)
{
    (void)info;
    for (int i = 0; i < count; ++i) {
        if (strncmp(arguments[i], "match=", 6) == 0)
            snprintf(match, sizeof match, "%s", arguments[i] + 6);
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, print, NULL);
    return 0;
}
