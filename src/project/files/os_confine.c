// SPDX-License-Identifier: MIT
//
// Confinement. Landlock limits paths but not all calls, seccomp limits calls but not paths: each
// covers the gaps of the other. System headers may be older than the kernel, so the numbers of
// Landlock's stable interface are repeated here.

#define _GNU_SOURCE // O_PATH, syscall

#include "project/files/confine.h"

#include <stddef.h>
#include <stdint.h>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HAS_SANITIZER 1
#endif

// Landlock. The same numbers on every architecture.
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, RULE_PATH_BENEATH = 1, ASK_VERSION = 1 };

#define EXECUTE       (UINT64_C(1) << 0)
#define WRITE_FILE    (UINT64_C(1) << 1)
#define READ_FILE     (UINT64_C(1) << 2)
#define READ_FOLDER   (UINT64_C(1) << 3)
#define REMOVE_FOLDER (UINT64_C(1) << 4)
#define REMOVE_FILE   (UINT64_C(1) << 5)
#define MAKE_FOLDER   (UINT64_C(1) << 7)
#define MAKE_FILE     (UINT64_C(1) << 8)
#define MAKE_LINK     (UINT64_C(1) << 12)
#define REFER         (UINT64_C(1) << 13) // from version 2: to move from folder to folder
#define TRUNCATE      (UINT64_C(1) << 14) // from version 3
#define ALL_OF_1      ((UINT64_C(1) << 13) - 1)
#define SCOPES        ((UINT64_C(1) << 0) | (UINT64_C(1) << 1)) // from version 6: sockets without a file, signals

typedef struct Ruleset {
    uint64_t files, network, scopes;
} Ruleset;

typedef struct PathRule {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed)) PathRule;

static int landlock_version(void)
{
    const long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
    return version > 0 ? (int)version : 0;
}

/// All that this version of Landlock can take away.
static Ruleset all_of(int version)
{
    Ruleset all = {.files = ALL_OF_1};
    all.files |= version >= 2 ? REFER : 0;
    all.files |= version >= 3 ? TRUNCATE : 0;
    all.network = version >= 4 ? 3 : 0; // to bind and to connect
    all.scopes = version >= 6 ? SCOPES : 0;
    return all;
}

static int create_ruleset(Ruleset *all, int version)
{
    // What older kernels do not know is not in their struct.
    const size_t size = version >= 6 ? sizeof *all : version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
    int ruleset = (int)syscall(CREATE_RULESET, all, size, 0);
    if (ruleset < 0 && all->scopes != 0) { // some kernels say 6 and have no scopes
        all->scopes = 0;
        ruleset = (int)syscall(CREATE_RULESET, all, 2 * sizeof(uint64_t), 0);
    }
    return ruleset;
}

static void allow(int ruleset, const Ruleset *all, const char *path, bool is_written)
{
    const uint64_t of_files = READ_FILE | (is_written ? WRITE_FILE | TRUNCATE : 0);
    const uint64_t of_folders =
        READ_FOLDER |
        (is_written ? REMOVE_FOLDER | REMOVE_FILE | MAKE_FOLDER | MAKE_FILE | MAKE_LINK | REFER : 0);
    struct stat status;
    int descriptor;
    do
        descriptor = open(path, O_PATH | O_CLOEXEC);
    while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0)
        return;
    if (fstat(descriptor, &status) == 0) {
        const PathRule rule = {.allowed =
                                   (of_files | (S_ISDIR(status.st_mode) ? of_folders : 0)) & all->files,
                               .parent = descriptor};
        (void)syscall(ADD_RULE, ruleset, RULE_PATH_BENEATH, &rule, 0); // pipes need none
    }
    close(descriptor);
}

static bool confine_files(const MieniConfinedPath *paths, int count)
{
    const int version = landlock_version();
    Ruleset all = all_of(version);
    const int ruleset = version > 0 ? create_ruleset(&all, version) : -1;
    if (ruleset < 0)
        return false;
    for (int i = 0; i < count; ++i)
        allow(ruleset, &all, paths[i].path[0] != '\0' ? paths[i].path : ".", paths[i].is_written);
    allow(ruleset, &all, "/dev/urandom", false); // SQLite's
#if defined(HAS_SANITIZER)
    allow(ruleset, &all, "/proc/self", false); // looks for leaks there
#endif
    const bool is_confined = syscall(RESTRICT_SELF, ruleset, 0) == 0;
    close(ruleset);
    return is_confined;
}

// seccomp. What is not in this list is allowed: lists of what is allowed break with each new C
// library. Numbers are calls that headers may not have yet, the same on every architecture.
// clang-format off
static const uint16_t refused[] = {
    // the network
    SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_sendto, SYS_sendmsg, SYS_sendmmsg,
    // other programs
    SYS_execve, SYS_execveat,
    // rights of files by name, which Landlock does not know; 452 is fchmodat2
    SYS_fchmodat, SYS_fchownat, 452, SYS_setxattr, SYS_lsetxattr, SYS_removexattr, SYS_lremovexattr,
#if defined(__x86_64__)
    SYS_chmod, SYS_chown, SYS_lchown,
#endif
    // other processes; sanitizers look for leaks by ptrace
#if !defined(HAS_SANITIZER)
    SYS_ptrace,
#endif
    SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp,
    // files without paths, and other places for paths: open_tree, move_mount, fsopen, fsconfig, fsmount,
    // fspick, mount_setattr
    SYS_open_by_handle_at, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns,
    428, 429, 430, 431, 432, 433, 442,
    // io_uring, whose work is not seen here
    425, 426, 427,
    // large parts of the kernel that nothing here needs
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_keyctl, SYS_add_key, SYS_request_key,
};
// clang-format on
enum { REFUSED_COUNT = sizeof refused / sizeof *refused, STEP_ROOM = 2 * REFUSED_COUNT + 24 };

#if defined(__x86_64__)
#define OUR_ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define OUR_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/// The filter, as instructions for the kernel: how many.
static int write_filter(struct sock_filter out[STEP_ROOM])
{
    enum { NUMBER = offsetof(struct seccomp_data, nr), WHICH = offsetof(struct seccomp_data, arch) };
    enum { REQUEST = offsetof(struct seccomp_data, args) + sizeof(uint64_t) }; // its low half
    const struct sock_filter refuse = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    int n = 0;
    // Calls of another architecture have other numbers.
    out[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, WHICH);
    out[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, OUR_ARCHITECTURE, 1, 0);
    out[n++] = refuse;
    out[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, NUMBER);
#if defined(__x86_64__)
    out[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1); // x32
    out[n++] = refuse;
#endif
    for (int i = 0; i < REFUSED_COUNT; ++i) {
        out[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, refused[i], 0, 1);
        out[n++] = refuse;
    }
    // Terminals take input from programs too, which the next shell would run.
    out[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, 4);
    out[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, REQUEST);
    out[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, TIOCSTI, 1, 0);
    out[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0x541C, 0, 1); // TIOCLINUX
    out[n++] = refuse;
    out[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    return n;
}

static bool confine_calls(void)
{
    struct sock_filter steps[STEP_ROOM];
    const struct sock_fprog program = {.len = (unsigned short)write_filter(steps), .filter = steps};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

unsigned mieni_os_can_confine(void)
{
    unsigned can = landlock_version() > 0 ? MIENI_CONFINED_FILES : 0;
    // Without a filter the kernel says whether it would take one: the address is wrong.
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) != 0 && errno == EFAULT)
        can |= MIENI_CONFINED_CALLS;
    return can;
}

unsigned mieni_os_confine(const MieniConfinedPath *paths, int count)
{
    unsigned confined = 0;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) // both ask for it
        return 0;
    if (confine_files(paths, count))
        confined |= MIENI_CONFINED_FILES;
    if (confine_calls())
        confined |= MIENI_CONFINED_CALLS;
    return confined;
}

#else

unsigned mieni_os_can_confine(void) { return 0; }

unsigned mieni_os_confine(const MieniConfinedPath *paths, int count)
{
    (void)paths, (void)count;
    return 0;
}

#endif
