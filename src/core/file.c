// SPDX-License-Identifier: MIT
//
// Files: mapped where the system maps files, otherwise read into memory. Either
// way the bytes start on a 64-byte boundary, so that packs can be borrowed.

#define _POSIX_C_SOURCE   200809L // open, fstat, mmap and strerror_r, under -std=c17
#define _FILE_OFFSET_BITS 64      // large files on 32-bit systems

#include "internal.h"
#include "mien/pack.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <io.h>
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#if !defined(__wasm__)
#define CAN_MAP 1
#include <sys/mman.h>
#endif
#endif

#if !defined(CAN_MAP)
#define CAN_MAP 0
#endif

struct MienFile {
    const MienAllocator *allocator;
    const void *data;
    size_t size;
    bool mapped;
};

// A file that is read lies behind its MienFile, in the same block.
enum { HEAD_SIZE = MIEN_PACK_ALIGNMENT };
_Static_assert(sizeof(MienFile) <= HEAD_SIZE, "a MienFile fits before its bytes");

static const uint64_t largest_file = (uint64_t)4 << 30;

/// The system's reason, as the second half of a sentence. For errors that the
/// system itself reports every C library's strerror returns constants, so that
/// threads do not get into each other's way.
static MienStatus fail_with_reason(MienError *error, const char *path, const char *what, int reason)
{
    char sentence[160];
    snprintf(sentence, sizeof sentence, "The file cannot be %s: %s.", what, strerror(reason));
    return mieni_fail(error, MIEN_ERROR_FILE, mieni_at("%s", path), "%s", sentence);
}

static MienStatus refuse_kind(MienError *error, const char *path, bool is_folder)
{
    return mieni_fail(error, MIEN_ERROR_FILE, mieni_at("%s", path), "%s",
                      is_folder ? "The file cannot be opened: it is a folder."
                                : "The file cannot be opened: it is a pipe or a device.");
}

#if defined(_WIN32)

typedef FILE *Handle;

static MienStatus open_handle(const char *path, Handle *out_handle, uint64_t *out_size, MienError *error)
{
    wchar_t wide[1024]; // paths are UTF-8 here; fopen would take them for the system's code page
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, 1024) == 0)
        return fail_with_reason(error, path, "opened", ENOENT);
    const DWORD attributes = GetFileAttributesW(wide);
    if (attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0)
        return refuse_kind(error, path, true);
    const Handle handle = _wfopen(wide, L"rb");
    if (!handle)
        return fail_with_reason(error, path, "opened", errno);
    if (GetFileType((HANDLE)_get_osfhandle(_fileno(handle))) != FILE_TYPE_DISK) {
        fclose(handle);
        return refuse_kind(error, path, false);
    }
    int64_t size = -1;
    if (_fseeki64(handle, 0, SEEK_END) == 0)
        size = _ftelli64(handle);
    if (size < 0 || _fseeki64(handle, 0, SEEK_SET) != 0) {
        const int reason = errno;
        fclose(handle);
        return fail_with_reason(error, path, "opened", reason);
    }
    *out_handle = handle;
    *out_size = (uint64_t)size;
    return MIEN_OK;
}

/// Bytes read, 0 at the end, below 0 on failure with the reason negated.
static int64_t read_some(Handle handle, void *memory, size_t size)
{
    const size_t taken = fread(memory, 1, size, handle);
    return taken == 0 && ferror(handle) ? -(int64_t)errno : (int64_t)taken;
}

static void close_handle(Handle handle) { fclose(handle); }

#else

typedef int Handle;

static MienStatus open_handle(const char *path, Handle *out_handle, uint64_t *out_size, MienError *error)
{
    int flags = O_RDONLY;
#if defined(O_CLOEXEC)
    flags |= O_CLOEXEC;
#endif
#if defined(O_NONBLOCK)
    flags |= O_NONBLOCK; // so that opening a pipe comes back and can be refused
#endif
    Handle handle;
    do
        handle = open(path, flags);
    while (handle < 0 && errno == EINTR);
    if (handle < 0)
        return fail_with_reason(error, path, "opened", errno);
    struct stat about;
    if (fstat(handle, &about) != 0) {
        const int reason = errno;
        close(handle);
        return fail_with_reason(error, path, "opened", reason);
    }
    if (!S_ISREG(about.st_mode)) {
        close(handle);
        return refuse_kind(error, path, S_ISDIR(about.st_mode));
    }
    *out_handle = handle;
    *out_size = (uint64_t)about.st_size;
    return MIEN_OK;
}

/// Bytes read, 0 at the end, below 0 on failure with the reason negated.
static int64_t read_some(Handle handle, void *memory, size_t size)
{
    const size_t most = (size_t)1 << 20; // some systems refuse much more at once
    ssize_t taken;
    do
        taken = read(handle, memory, size < most ? size : most);
    while (taken < 0 && errno == EINTR);
    return taken < 0 ? -(int64_t)errno : (int64_t)taken;
}

static void close_handle(Handle handle) { close(handle); }

#endif

/// The mapped bytes, or NULL, as for empty files: then reading may still do.
static const void *map(Handle handle, size_t size)
{
#if CAN_MAP
    void *data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, handle, 0);
    return data == MAP_FAILED ? NULL : data;
#else
    (void)handle;
    (void)size;
    return NULL;
#endif
}

static void unmap(const void *data, size_t size)
{
#if CAN_MAP
    munmap((void *)(uintptr_t)data, size);
#else
    (void)data;
    (void)size;
#endif
}

static MienStatus read_all(Handle handle, uint8_t *bytes, size_t size, const char *path, MienError *error)
{
    for (size_t done = 0; done < size;) {
        const int64_t taken = read_some(handle, bytes + done, size - done);
        if (taken < 0)
            return fail_with_reason(error, path, "read", (int)-taken);
        if (taken == 0)
            return mieni_fail(error, MIEN_ERROR_FILE, mieni_at("%s", path),
                              "The file became shorter while it was read.");
        done += (size_t)taken;
    }
    return MIEN_OK;
}

/// The size of the block that holds a MienFile and, unless they are mapped, its bytes.
static size_t block_size(bool mapped, size_t size) { return HEAD_SIZE + (mapped ? 0 : size); }

static MienStatus load(Handle handle, size_t size, const char *path, const MienFileOptions *options,
                       MienFile **out_file, MienError *error)
{
    const void *data = options->copy ? NULL : map(handle, size);
    const bool mapped = data != NULL;
    const size_t block = block_size(mapped, size);
    MienFile *file = (MienFile *)mieni_allocate(options->allocator, block, MIEN_PACK_ALIGNMENT);
    MienStatus status = MIEN_OK;
    if (!file)
        status = mieni_fail(error, MIEN_ERROR_MEMORY, mieni_at("%s", path), "Out of memory.");
    else if (!mapped)
        status = read_all(handle, (uint8_t *)file + HEAD_SIZE, size, path, error);
    if (status != MIEN_OK) {
        if (mapped)
            unmap(data, size);
        mieni_free(options->allocator, file, block, MIEN_PACK_ALIGNMENT);
        return status;
    }
    file->allocator = options->allocator;
    file->data = mapped ? data : (uint8_t *)file + HEAD_SIZE;
    file->size = size;
    file->mapped = mapped;
    *out_file = file;
    return MIEN_OK;
}

MienStatus mien_file_open(const char *path, const MienFileOptions *options, MienFile **out_file,
                          MienError *error)
{
    static const MienFileOptions defaults = {0};
    if (out_file)
        *out_file = NULL;
    if (!path || !out_file)
        return mieni_fail(error, MIEN_ERROR_ARGUMENT, mieni_at("%s", path ? "out_file" : "path"),
                          "A path and a place for the file are needed.");
    Handle handle = (Handle)0;
    uint64_t size = 0;
    MienStatus status = open_handle(path, &handle, &size, error);
    if (status != MIEN_OK)
        return status;
    if (size > largest_file || size > SIZE_MAX - HEAD_SIZE)
        status = mieni_fail(error, MIEN_ERROR_LIMIT, mieni_at("%s", path), "The file is larger than 4 GiB.");
    else
        status = load(handle, (size_t)size, path, options ? options : &defaults, out_file, error);
    close_handle(handle); // a mapping stays
    return status;
}

const void *mien_file_data(const MienFile *file) { return file ? file->data : NULL; }

size_t mien_file_size(const MienFile *file) { return file ? file->size : 0; }

void mien_file_close(MienFile *file)
{
    if (!file)
        return;
    if (file->mapped)
        unmap(file->data, file->size);
    mieni_free(file->allocator, file, block_size(file->mapped, file->size), MIEN_PACK_ALIGNMENT);
}
