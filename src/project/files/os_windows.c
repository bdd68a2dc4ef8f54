// SPDX-License-Identifier: MIT
//
// The operating system interface for Windows. Its C library takes paths in the system's code
// page, so this file calls the wide functions.

#define WIN32_LEAN_AND_MEAN
#define _WIN32_WINNT 0x0602

#include "project/files/os.h"

#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

#include <shellapi.h> // which needs the one above

enum { WIDE_ROOM = 2048 };

/// Between 1601, when Windows begins, and 1970, in its unit of 100 ns.
static const int64_t begin_1970 = 116444736000000000;

static int64_t nanoseconds_of(FILETIME time)
{
    return (((int64_t)time.dwHighDateTime << 32 | time.dwLowDateTime) - begin_1970) * 100;
}

static FILETIME file_time_of(int64_t nanoseconds)
{
    const int64_t time = nanoseconds / 100 + begin_1970;
    return (FILETIME){.dwLowDateTime = (DWORD)time, .dwHighDateTime = (DWORD)(time >> 32)};
}

/// Why the last call failed, as the C library says it.
static void set_reason(void)
{
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
    case ERROR_BAD_NETPATH:
        errno = ENOENT;
        return;
    case ERROR_FILE_EXISTS:
    case ERROR_ALREADY_EXISTS:
        errno = EEXIST;
        return;
    case ERROR_DISK_FULL:
    case ERROR_HANDLE_DISK_FULL:
        errno = ENOSPC;
        return;
    case ERROR_NOT_ENOUGH_MEMORY:
        errno = ENOMEM;
        return;
    default:
        errno = EACCES;
    }
}

/// A path for the system; "C:" is the root there, not where somebody was last.
static bool widen(const char *path, wchar_t out[WIDE_ROOM])
{
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, out, WIDE_ROOM - 1) == 0) {
        errno = ENOENT;
        return false;
    }
    if (out[0] != 0 && out[1] == L':' && out[2] == 0)
        wcscpy(out + 2, L"\\");
    return true;
}

/// UTF-8 with slashes, for free().
static char *narrow(const wchar_t *wide)
{
    const int size = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = size > 0 ? malloc((size_t)size) : NULL;
    if (text != NULL)
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, size, NULL, NULL);
    return text;
}

/// Opens what is at a path, or where a link there leads to, without touching it. Folders need
/// the flag of backups.
static HANDLE open_any(const wchar_t *path, DWORD access)
{
    return CreateFileW(path, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                       OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
}

/// The same of what a link leads to.
static bool look_behind(const wchar_t *path, WIN32_FILE_ATTRIBUTE_DATA *data)
{
    BY_HANDLE_FILE_INFORMATION found;
    const HANDLE handle = open_any(path, 0);
    if (handle == INVALID_HANDLE_VALUE)
        return false;
    const bool is_found = GetFileInformationByHandle(handle, &found);
    CloseHandle(handle);
    if (!is_found)
        return false;
    data->dwFileAttributes = found.dwFileAttributes;
    data->nFileSizeHigh = found.nFileSizeHigh;
    data->nFileSizeLow = found.nFileSizeLow;
    data->ftLastWriteTime = found.ftLastWriteTime;
    return true;
}

bool mieni_os_look(const char *path, MieniOsInfo *out)
{
    wchar_t wide[WIDE_ROOM];
    WIN32_FILE_ATTRIBUTE_DATA data;
    if (!widen(path, wide))
        return false;
    if (!GetFileAttributesExW(wide, GetFileExInfoStandard, &data)) {
        set_reason();
        return false;
    }
    if ((data.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0 && !look_behind(wide, &data)) {
        set_reason();
        return false;
    }
    out->kind = (data.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? MIENI_OS_FOLDER
                : (data.dwFileAttributes & FILE_ATTRIBUTE_DEVICE) != 0  ? MIENI_OS_OTHER
                                                                        : MIENI_OS_FILE;
    out->size = (int64_t)data.nFileSizeHigh << 32 | data.nFileSizeLow;
    out->time = nanoseconds_of(data.ftLastWriteTime);
    out->changed = 0; // of folders on FAT the time stays as it was
    out->number = 0;  // a file would have to be opened for it
    return true;
}

static bool is_link(const wchar_t *path)
{
    const DWORD attributes = GetFileAttributesW(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
}

bool mieni_os_look_itself(const char *path, MieniOsInfo *out)
{
    wchar_t wide[WIDE_ROOM];
    if (!widen(path, wide))
        return false;
    if (is_link(wide)) {
        errno = ELOOP;
        return false;
    }
    return mieni_os_look(path, out);
}

bool mieni_os_look_open(int descriptor, MieniOsInfo *out)
{
    BY_HANDLE_FILE_INFORMATION found;
    const HANDLE handle = (HANDLE)_get_osfhandle(descriptor);
    *out = (MieniOsInfo){.kind = MIENI_OS_OTHER};
    if (GetFileType(handle) != FILE_TYPE_DISK)
        return true;
    if (!GetFileInformationByHandle(handle, &found)) {
        set_reason();
        return false;
    }
    out->kind = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? MIENI_OS_FOLDER : MIENI_OS_FILE;
    out->size = (int64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow;
    out->time = nanoseconds_of(found.ftLastWriteTime);
    return true;
}

bool mieni_os_is_own(const char *path, char out_owner[64])
{
    (void)path; // folders of others cannot be written here, unless somebody allowed it
    out_owner[0] = '\0';
    return true;
}

/// The whole path of what is below a root, for the system. Links, junctions too, are looked for
/// part by part, in the last part only if the file is to be opened.
static bool find_below(const char *root, const char *path, bool is_opened, wchar_t out[WIDE_ROOM])
{
    char whole[WIDE_ROOM];
    if (root == NULL)
        return widen(path, out);
    const int begin =
        snprintf(whole, sizeof whole, "%s%s", root[0] != '\0' ? root : ".", path[0] != '\0' ? "/" : "");
    if (mieni_os_is_absolute(path) || strstr(path, "..") == path || strstr(path, "/..") != NULL) {
        errno = EXDEV;
        return false;
    }
    if (snprintf(whole + begin, sizeof whole - (size_t)begin, "%s", path) >= (int)sizeof whole - begin) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (char *at = whole + begin; *at != '\0'; ++at) {
        if (*at != '/')
            continue;
        *at = '\0';
        const bool is_bad = widen(whole, out) && is_link(out);
        *at = '/';
        if (is_bad) {
            errno = ELOOP;
            return false;
        }
    }
    if (!widen(whole, out))
        return false;
    errno = ELOOP;
    return !is_opened || !is_link(out);
}

char *mieni_os_real_path(const char *path)
{
    wchar_t wide[WIDE_ROOM], whole[WIDE_ROOM];
    if (!widen(path, wide))
        return NULL;
    const HANDLE handle = open_any(wide, 0);
    if (handle == INVALID_HANDLE_VALUE) {
        set_reason();
        return NULL;
    }
    const DWORD size = GetFinalPathNameByHandleW(handle, whole, WIDE_ROOM, FILE_NAME_NORMALIZED);
    CloseHandle(handle);
    if (size == 0 || size >= WIDE_ROOM) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    wchar_t *begin = whole;
    if (wcsncmp(begin, L"\\\\?\\UNC\\", 8) == 0) // another machine's
        *(begin += 6) = L'\\';
    else if (wcsncmp(begin, L"\\\\?\\", 4) == 0)
        begin += 4;
    char *text = narrow(begin);
    if (text == NULL)
        return NULL;
    mieni_os_tidy_path(text);
    const size_t length = strlen(text);
    if (length > 0 && text[length - 1] == '/') // of a drive
        text[length - 1] = '\0';
    return text;
}

bool mieni_os_is_absolute(const char *path)
{
    return path[0] == '/' || path[0] == '\\' || (path[0] != '\0' && path[1] == ':');
}

void mieni_os_tidy_path(char *path)
{
    for (; *path != '\0'; ++path)
        if (*path == '\\')
            *path = '/';
}

bool mieni_os_make_folder(const char *root, const char *path)
{
    wchar_t wide[WIDE_ROOM];
    if (!find_below(root, path, true, wide))
        return false;
    if (_wmkdir(wide) == 0)
        return true;
    if (errno == EACCES && GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES) // as of a drive
        errno = EEXIST;
    return false;
}

bool mieni_os_remove(const char *root, const char *path)
{
    wchar_t wide[WIDE_ROOM];
    return find_below(root, path, false, wide) && _wunlink(wide) == 0;
}

bool mieni_os_remove_folder(const char *root, const char *path)
{
    wchar_t wide[WIDE_ROOM];
    return find_below(root, path, false, wide) && _wrmdir(wide) == 0;
}

bool mieni_os_replace(const char *root, const char *from, const char *to)
{
    wchar_t wide_from[WIDE_ROOM], wide_to[WIDE_ROOM];
    if (!find_below(root, from, false, wide_from) || !find_below(root, to, false, wide_to))
        return false;
    for (int tries = 0; tries < 20; ++tries) { // a reader locks it, but not for long
        if (MoveFileExW(wide_from, wide_to, MOVEFILE_REPLACE_EXISTING))
            return true;
        const DWORD reason = GetLastError();
        if (reason != ERROR_SHARING_VIOLATION && reason != ERROR_ACCESS_DENIED)
            break;
        Sleep(10);
        SetLastError(reason);
    }
    set_reason();
    return false;
}

bool mieni_os_set_time(const char *path, int64_t time)
{
    wchar_t wide[WIDE_ROOM];
    if (!widen(path, wide))
        return false;
    const HANDLE handle = open_any(wide, FILE_WRITE_ATTRIBUTES);
    const FILETIME date = file_time_of(time);
    const bool is_set = handle != INVALID_HANDLE_VALUE && SetFileTime(handle, NULL, &date, &date);
    if (!is_set)
        set_reason();
    if (handle != INVALID_HANDLE_VALUE)
        CloseHandle(handle);
    return is_set;
}

bool mieni_os_make_link(const char *target, const char *path)
{
    wchar_t wide[WIDE_ROOM], wide_target[WIDE_ROOM];
    if (!widen(path, wide) || !widen(target, wide_target))
        return false;
    for (wchar_t *at = wide_target; *at != 0; ++at)
        if (*at == L'/')
            *at = L'\\';
    const DWORD unprivileged = 2; // headers of this age have no name for it
    if (CreateSymbolicLinkW(wide, wide_target, unprivileged))
        return true;
    set_reason();
    return false;
}

bool mieni_os_sync_folder_of(const char *root, const char *path)
{
    (void)root, (void)path;
    return true; // NTFS keeps a journal of names
}

struct MieniOsFolder {
    HANDLE handle;
    WIN32_FIND_DATAW data;
    bool is_first;
    char name[4 * MAX_PATH];
};

MieniOsFolder *mieni_os_folder_open(const char *root, const char *path)
{
    wchar_t wide[WIDE_ROOM];
    MieniOsFolder *folder = malloc(sizeof *folder);
    if (folder == NULL || !find_below(root, path, true, wide) || wcslen(wide) + 3 > WIDE_ROOM) {
        free(folder);
        return NULL;
    }
    wcscat(wide, L"/*");
    folder->is_first = true;
    folder->handle = FindFirstFileW(wide, &folder->data);
    if (folder->handle != INVALID_HANDLE_VALUE)
        return folder;
    set_reason();
    free(folder);
    return NULL;
}

const char *mieni_os_folder_next(MieniOsFolder *folder)
{
    if (!folder->is_first && !FindNextFileW(folder->handle, &folder->data))
        return NULL;
    folder->is_first = false;
    WideCharToMultiByte(CP_UTF8, 0, folder->data.cFileName, -1, folder->name, sizeof folder->name, NULL,
                        NULL);
    return folder->name;
}

MieniOsKind mieni_os_folder_kind(const MieniOsFolder *folder)
{
    const DWORD attributes = folder->data.dwFileAttributes;
    const bool is_folder = (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    if ((attributes & FILE_ATTRIBUTE_DEVICE) != 0)
        return 0;
    if (is_folder && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0) // it might create a cycle
        return 0;
    return is_folder ? MIENI_OS_FOLDER : MIENI_OS_FILE;
}

void mieni_os_folder_close(MieniOsFolder *folder)
{
    FindClose(folder->handle);
    free(folder);
}

int mieni_os_open(const char *root, const char *path, MieniOsOpen how)
{
    static const int flags[] = {
        [MIENI_OS_TO_READ] = _O_RDONLY,
        [MIENI_OS_NEW] = _O_WRONLY | _O_CREAT | _O_EXCL,
        [MIENI_OS_PRIVATE] = _O_WRONLY | _O_CREAT | _O_EXCL, // as its folder says
        [MIENI_OS_EMPTIED] = _O_WRONLY | _O_CREAT | _O_TRUNC,
        [MIENI_OS_IN_PLACE] = _O_WRONLY,
        [MIENI_OS_TO_APPEND] = _O_WRONLY | _O_APPEND,
    };
    wchar_t wide[WIDE_ROOM];
    if (!find_below(root, path, how != MIENI_OS_NEW && how != MIENI_OS_PRIVATE, wide))
        return -1;
    const int descriptor = _wopen(wide, flags[how] | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
    const DWORD attributes = descriptor < 0 ? GetFileAttributesW(wide) : 0;
    if (descriptor < 0 && attributes != INVALID_FILE_ATTRIBUTES &&
        (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0)
        errno = EISDIR;
    return descriptor;
}

static unsigned at_once(size_t size) { return size < (1u << 20) ? (unsigned)size : 1u << 20; }

int64_t mieni_os_read(int descriptor, void *bytes, size_t size)
{
    return _read(descriptor, bytes, at_once(size));
}

int64_t mieni_os_write(int descriptor, const void *bytes, size_t size)
{
    const int wrote = _write(descriptor, bytes, at_once(size));
    if (wrote < 0 && errno == EINVAL) // a pipe without a reader
        errno = EPIPE;
    return wrote;
}

bool mieni_os_sync(int descriptor) { return _commit(descriptor) == 0; }

bool mieni_os_close(int descriptor) { return _close(descriptor) == 0; }

bool mieni_os_sync_disk(int descriptor)
{
    (void)descriptor;
    return true; // only administrators may ask for it
}

void mieni_os_keep_owner(int descriptor, const char *root, const char *path)
{
    (void)descriptor, (void)root, (void)path; // a new file has the rights of its folder
}

int mieni_os_lock_open(const char *root, const char *path)
{
    wchar_t wide[WIDE_ROOM];
    return find_below(root, path, true, wide)
               ? _wopen(wide, _O_RDWR | _O_BINARY | _O_CREAT, _S_IREAD | _S_IWRITE)
               : -1;
}

bool mieni_os_lock(int descriptor, bool is_shared, bool is_waiting)
{
    OVERLAPPED place = {0};
    const DWORD flags = LOCKFILE_FAIL_IMMEDIATELY | (is_shared ? 0 : LOCKFILE_EXCLUSIVE_LOCK);
    if (LockFileEx((HANDLE)_get_osfhandle(descriptor), flags, 0, 1, 0, &place))
        return true;
    if (is_waiting)
        Sleep(100);
    errno = is_waiting ? EINTR : EAGAIN; // so that the waiting caller can be stopped
    return false;
}

int64_t mieni_os_time(void)
{
    FILETIME now;
    GetSystemTimePreciseAsFileTime(&now);
    return nanoseconds_of(now);
}

double mieni_os_seconds(void)
{
    LARGE_INTEGER now, rate;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&rate);
    return (double)now.QuadPart / (double)rate.QuadPart;
}

void mieni_os_sleep(int64_t nanoseconds) { Sleep((DWORD)((nanoseconds + 999999) / 1000000)); }

int mieni_os_processors(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return (int)info.dwNumberOfProcessors;
}

long mieni_os_process(void) { return (long)GetCurrentProcessId(); }

void mieni_os_host(char out[64])
{
    DWORD size = 64;
    if (!GetComputerNameA(out, &size))
        out[0] = '\0';
}

void mieni_os_boot(char out[64]) { snprintf(out, 64, "%s", "unknown\n"); }

static UINT console_before;

static void restore_console(void) { SetConsoleOutputCP(console_before); }

/// Lets a console show UTF-8 and colours.
static void prepare_console(void)
{
    static const DWORD streams[] = {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    const DWORD colours = 0x0004; // ENABLE_VIRTUAL_TERMINAL_PROCESSING
    DWORD mode;
    bool is_console = false;
    for (int i = 0; i < 2; ++i) {
        const HANDLE handle = GetStdHandle(streams[i]);
        if (GetConsoleMode(handle, &mode)) {
            SetConsoleMode(handle, mode | colours);
            is_console = true;
        }
    }
    console_before = GetConsoleOutputCP();
    if (is_console && console_before != CP_UTF8 && SetConsoleOutputCP(CP_UTF8))
        atexit(restore_console);
}

void mieni_os_begin(int *count, char ***words)
{
    for (int stream = 0; stream < 3; ++stream)
        _setmode(stream, _O_BINARY);
    prepare_console();
    int wide_count = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &wide_count);
    char **made = wide != NULL ? calloc((size_t)wide_count + 1, sizeof *made) : NULL;
    bool is_whole = made != NULL;
    for (int i = 0; is_whole && i < wide_count; ++i)
        is_whole = (made[i] = narrow(wide[i])) != NULL;
    if (is_whole) { // otherwise there is no memory, and main has its own
        *count = wide_count;
        *words = made;
    }
    LocalFree(wide);
}

bool mieni_os_set_variable(const char *name, const char *value) { return _putenv_s(name, value) == 0; }

bool mieni_os_program(char *out, size_t size)
{
    wchar_t wide[WIDE_ROOM];
    const DWORD length = GetModuleFileNameW(NULL, wide, WIDE_ROOM);
    if (length == 0 || length >= WIDE_ROOM ||
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, out, (int)size, NULL, NULL) == 0)
        return false;
    mieni_os_tidy_path(out);
    return true;
}

/// A word as programs take a command line apart: in quotes, with backslashes doubled before them.
static wchar_t *quote(const char *word)
{
    wchar_t wide[WIDE_ROOM], *out = malloc(sizeof *out * (2 * WIDE_ROOM + 3)), *to = out;
    if (out == NULL || MultiByteToWideChar(CP_UTF8, 0, word, -1, wide, WIDE_ROOM) == 0) {
        free(out);
        return NULL;
    }
    *to++ = L'"';
    for (const wchar_t *at = wide; *at != 0; ++at) {
        const wchar_t *after = at + wcsspn(at, L"\\");
        if (*at == L'"' || (*at == L'\\' && (*after == L'"' || *after == 0)))
            *to++ = L'\\';
        *to++ = *at;
    }
    *to++ = L'"';
    *to = 0;
    return out;
}

int mieni_os_run(const char *const *words)
{
    enum { MOST = 32 };
    wchar_t *quoted[MOST + 1] = {0}, program[WIDE_ROOM];
    int count = 0, code = -1;
    bool is_whole = widen(words[0], program);
    for (; is_whole && words[count] != NULL && count < MOST; ++count)
        is_whole = (quoted[count] = quote(words[count])) != NULL;
    if (is_whole)
        code = (int)_wspawnvp(_P_WAIT, program, (const wchar_t *const *)quoted);
    for (int i = 0; i < count; ++i)
        free(quoted[i]);
    return code;
}

static void (*stop_function)(int);
static void (*late_function)(void);
static DWORD late_milliseconds;
static atomic_int holds;

/// Runs in a thread of its own, which may wait.
static BOOL WINAPI handle_stop(DWORD kind)
{
    stop_function((int)kind);
    Sleep(late_milliseconds);
    while (atomic_load(&holds) != 0)
        Sleep(50);
    late_function(); // ends the program
    return TRUE;
}

void mieni_os_catch_stops(void (*stop)(int), void (*late)(void), double seconds)
{
    stop_function = stop;
    late_function = late;
    late_milliseconds = (DWORD)(1000 * seconds);
    SetConsoleCtrlHandler(handle_stop, TRUE);
}

void mieni_os_hold_stop(void) { atomic_fetch_add(&holds, 1); }

void mieni_os_let_stop(void) { atomic_fetch_sub(&holds, 1); }

void mieni_os_follow_stops(void (*hold)(void), void (*let)(void))
{
    (void)hold, (void)let;
} // no modules here

void mieni_os_ignore_pipes(void) {} // no signals here

bool mieni_os_is_terminal(int descriptor)
{
    DWORD mode; // unlike _isatty, not for NUL
    return GetConsoleMode((HANDLE)_get_osfhandle(descriptor), &mode) != 0;
}

int mieni_os_columns(void)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    return GetConsoleScreenBufferInfo(GetStdHandle(STD_OUTPUT_HANDLE), &info)
               ? info.srWindow.Right - info.srWindow.Left + 1
               : 0;
}
