// SPDX-License-Identifier: MIT
//
// The operating system interface of projects and the program: os_posix.c and os_windows.c have
// the same functions, and a build uses one of them. Paths are UTF-8 with slashes on both.
// Failures set errno.
//
// Functions that change or open something take a root and a path. With a root, the path is
// below that folder, and no part of it may be a link: errno is ELOOP if one is, EXDEV if the
// path leads outside. Without a root (NULL) the path is used unchanged, and links are followed.

#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum MieniOsKind {
    MIENI_OS_FILE = 1,
    MIENI_OS_FOLDER,
    MIENI_OS_OTHER, ///< A pipe, a device.
} MieniOsKind;

typedef struct MieniOsInfo {
    MieniOsKind kind;
    int64_t size;
    int64_t time;    ///< When it was written, in nanoseconds since 1970.
    int64_t changed; ///< When it or, in a folder, a name in it changed; programs cannot set it. 0: unknown.
    uint64_t number; ///< Of the file in its file system; 0: not known. Another file has another one.
} MieniOsInfo;

/// What is at a path, or where a link there leads to.
bool mieni_os_look(const char *path, MieniOsInfo *out);
/// What is at a path; false, with ELOOP, for a link.
bool mieni_os_look_itself(const char *path, MieniOsInfo *out);
/// The same of an open file.
bool mieni_os_look_open(int descriptor, MieniOsInfo *out);
/// Whether what is at a path belongs to the user who runs the program. If not, out_owner is
/// that user's name or number.
bool mieni_os_is_own(const char *path, char out_owner[64]);
/// The whole path of what is there, all links followed, for free(); or NULL.
char *mieni_os_real_path(const char *path);
/// Whether a path begins at a root, or at a drive.
bool mieni_os_is_absolute(const char *path);
/// A path as a person gave it, with slashes; in place.
void mieni_os_tidy_path(char *path);

bool mieni_os_make_folder(const char *root, const char *path);   ///< Errno is EEXIST if something is there.
bool mieni_os_remove(const char *root, const char *path);        ///< A file, or a link itself.
bool mieni_os_remove_folder(const char *root, const char *path); ///< If it is empty.
/// Moves a file over another one in the same folder, at once. A link there is replaced itself.
bool mieni_os_replace(const char *root, const char *from, const char *to);
bool mieni_os_set_time(const char *path, int64_t time);        ///< Nanoseconds since 1970.
bool mieni_os_make_link(const char *target, const char *path); ///< A symbolic one.
/// Waits until the names in the folder of a file are on the disk.
bool mieni_os_sync_folder_of(const char *root, const char *path);

typedef struct MieniOsFolder MieniOsFolder;
MieniOsFolder *mieni_os_folder_open(const char *root, const char *path);
/// The next name in no particular order, which lives until the next call; NULL at the end.
const char *mieni_os_folder_next(MieniOsFolder *folder);
/// What the last name is: 0 for a link to a folder, and for what is neither file nor folder.
MieniOsKind mieni_os_folder_kind(const MieniOsFolder *folder);
void mieni_os_folder_close(MieniOsFolder *folder);

typedef enum MieniOsOpen {
    MIENI_OS_TO_READ,  ///< A file. Opening a pipe or a device does not wait.
    MIENI_OS_NEW,      ///< A file that must not be there yet.
    MIENI_OS_PRIVATE,  ///< The same, which only the user may read.
    MIENI_OS_EMPTIED,  ///< A new one, or one whose bytes go.
    MIENI_OS_IN_PLACE, ///< What is there, such as a device.
    MIENI_OS_TO_APPEND ///< A file that is there; what is written comes last.
} MieniOsOpen;

/// Opens a file, to write unless how says otherwise; a descriptor, or -1.
int mieni_os_open(const char *root, const char *path, MieniOsOpen how);
/// Reads up to size bytes: returns how many were read, 0 at the end, -1 on failure.
int64_t mieni_os_read(int descriptor, void *bytes, size_t size);
int64_t mieni_os_write(int descriptor, const void *bytes, size_t size);
bool mieni_os_sync(int descriptor);
bool mieni_os_close(int descriptor);
/// Gives a new file, which is still empty, the mode, owner, group and attributes of the one at a
/// path, as far as that is there, no link, and allowed. Where the group cannot be kept, it may do no more
/// than everybody.
void mieni_os_keep_owner(int descriptor, const char *root, const char *path);
/// Waits until the disk has all that was written to the file system of a file, if the
/// system can be asked that.
bool mieni_os_sync_disk(int descriptor);

/// Opens a file to lock it; a descriptor, or -1. Programs that are started inherit it.
int mieni_os_lock_open(const char *root, const char *path);
/// Locks, alone or with others that share it; waits, or fails at once. Waiting may end
/// with EINTR: ask again.
bool mieni_os_lock(int descriptor, bool is_shared, bool is_waiting);

int64_t mieni_os_time(void);   ///< Nanoseconds since 1970.
double mieni_os_seconds(void); ///< Since some time, going on evenly.
void mieni_os_sleep(int64_t nanoseconds);
int mieni_os_processors(void); ///< How many there are, at least 1.
long mieni_os_process(void);   ///< The number of this process.
/// The name of this machine, or "".
void mieni_os_host(char out[64]);
/// What tells one run of the machine from the next, and a line end; "unknown\n" if nothing does.
void mieni_os_boot(char out[64]);

/// What main begins with: gives it words in UTF-8, and its streams no other line ends
/// than those that are written. No file gets the number of a stream that is closed.
void mieni_os_begin(int *count, char ***words);
/// Sets a variable of the environment, which programs that are started inherit.
bool mieni_os_set_variable(const char *name, const char *value);
/// Where this program lies; false if that is not known.
bool mieni_os_program(char *out, size_t size);
/// Runs a program found by its name, with words that end in NULL, and waits for it: its
/// exit code, or -1.
int mieni_os_run(const char *const *words);
/// Calls a function, in a signal or another thread, when a person or the system wants the
/// program to stop. Waiting for input then ends. If the program still runs this many
/// seconds later, calls late in the same way, and again every 50 ms.
void mieni_os_catch_stops(void (*stop)(int), void (*late)(void), double seconds);
/// From here until as many calls of mieni_os_let_stop late is not called: what is being
/// written is whole first. From any thread.
void mieni_os_hold_stop(void);
void mieni_os_let_stop(void);
/// From here on both are those of another program, which this one is a module of.
void mieni_os_follow_stops(void (*hold)(void), void (*let)(void));
void mieni_os_ignore_pipes(void); ///< Writing to a pipe without a reader fails instead of ending the program.
bool mieni_os_is_terminal(int descriptor);
int mieni_os_columns(void); ///< Of the terminal on standard output; 0 if it is none.
