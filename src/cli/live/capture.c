// SPDX-License-Identifier: MIT

#include "core/float_rules.h"

#include "cli/live/capture.h"

#include "project/files/os.h"

#include <string.h>

bool cli_is_capture(const char *path)
{
    static const char end[] = ".mienlive";
    const size_t size = strlen(path);
    return size >= sizeof end && strcmp(path + size - (sizeof end - 1), end) == 0;
}

int cli_capture_open(const CliArgs *args, const char *path, CliCapture *capture)
{
    MienError error = {0};
    *capture = (CliCapture){.args = args, .path = path};
    return mien_file_open(path, NULL, &capture->file, &error) == MIEN_OK ? CLI_EXIT_OK
                                                                         : cli_fail_error(args, path, &error);
}

void cli_capture_close(CliCapture *capture)
{
    mien_file_close(capture->file);
    capture->file = NULL;
}

static int take_record(CliCapture *capture)
{
    const MienLiveRecord *record = &capture->record;
    if (!capture->has_first)
        capture->first = record->arrival;
    capture->has_first = true;
    if (record->arrival < capture->first)
        return cli_fail(capture->args, CLI_EXIT_INPUT, capture->path, NULL,
                        "The times of the capture go back.");
    memcpy(capture->from.bytes, record->address, sizeof capture->from.bytes);
    capture->from.port = record->port;
    capture->time = (double)(record->arrival - capture->first) * 1e-9;
    return CLI_EXIT_OK;
}

int cli_capture_next(CliCapture *capture, bool *out_has_record)
{
    const size_t size = mien_file_size(capture->file);
    MienError error = {0};
    do {
        if (cli_is_cancelled())
            return cli_fail_cancelled(capture->args);
        if (mien_live_capture_read(mien_file_data(capture->file), size, &capture->offset, &capture->record,
                                   out_has_record, &error) != MIEN_OK)
            return cli_fail_error(capture->args, capture->path, &error);
    } while (*out_has_record && capture->record.kind != MIEN_LIVE_RECORD_DATAGRAM);
    if (*out_has_record)
        return take_record(capture);
    if (capture->offset < size)
        cli_warn(capture->args, capture->path, NULL,
                 "The last %zu bytes are not a whole record: it was not closed.", size - capture->offset);
    return CLI_EXIT_OK;
}

bool cli_wait_until(double time)
{
    for (double left = time - mieni_os_seconds(); left > 0 && !cli_is_cancelled();
         left = time - mieni_os_seconds())
        mieni_os_sleep((int64_t)((left < 0.05 ? left : 0.05) * 1e9));
    return !cli_is_cancelled();
}
