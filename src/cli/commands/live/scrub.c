// SPDX-License-Identifier: MIT
//
// mien live scrub

#include "cli/live/capture.h"

#include "mien_live/scrub.h"
#include "project/files/files.h"
#include "project/files/os.h"

#include <errno.h>
#include <string.h>

typedef struct Scrub {
    const CliArgs *args;
    const char *path;      ///< The capture that is made,
    const char *temporary; ///< and where it is written first.
    int descriptor;        ///< -1: not open.
    CliCapture capture;
    MienLiveScrubber *scrubber;
    int kept_count, dropped_count;
} Scrub;

static int fail_write(const Scrub *scrub)
{
    return cli_fail(scrub->args, CLI_EXIT_WRITE, scrub->path, NULL, "Cannot write the file: %s.",
                    strerror(errno));
}

static int open_files(Scrub *scrub)
{
    const CliArgs *args = scrub->args;
    MienError error = {0};
    uint8_t header[MIEN_LIVE_CAPTURE_HEADER];
    scrub->path = cli_value(args, "output", NULL);
    if (scrub->path == NULL || strcmp(scrub->path, "-") == 0)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "Name the capture to write: --output FILE.");
    int code = cli_check_output(args);
    if (code == CLI_EXIT_OK)
        code = cli_capture_open(args, args->values[0], &scrub->capture);
    if (code != CLI_EXIT_OK)
        return code;
    if (mien_live_scrubber_create(NULL, &scrub->scrubber, &error) != MIEN_OK)
        return cli_fail_error(args, NULL, &error);
    scrub->temporary = cli_text(args, "%s.%ld.tmp", scrub->path, mieni_os_process());
    scrub->descriptor = mieni_os_open(NULL, scrub->temporary, MIENI_OS_PRIVATE);
    mien_live_capture_begin(header);
    return scrub->descriptor >= 0 && mieni_file_append(scrub->descriptor, header, sizeof header)
               ? CLI_EXIT_OK
               : fail_write(scrub);
}

static int scrub_record(Scrub *scrub)
{
    static uint8_t bytes[MIEN_LIVE_CAPTURE_LARGEST + MIEN_LIVE_CAPTURE_EXTRA];
    MienLiveRecord record;
    MienError error = {0};
    bool is_kept = false;
    size_t size = 0;
    if (mien_live_scrubber_run(scrub->scrubber, &scrub->capture.record, &record, &is_kept, &error) !=
            MIEN_OK ||
        (is_kept && mien_live_capture_write(&record, bytes, sizeof bytes, &size, &error) != MIEN_OK))
        return cli_fail_error(scrub->args, scrub->capture.path, &error);
    scrub->kept_count += is_kept;
    scrub->dropped_count += !is_kept;
    return mieni_file_append(scrub->descriptor, bytes, size) ? CLI_EXIT_OK : fail_write(scrub);
}

static int scrub_all(Scrub *scrub)
{
    bool has_record = true;
    int code = CLI_EXIT_OK;
    while (code == CLI_EXIT_OK && has_record) {
        code = cli_capture_next(&scrub->capture, &has_record);
        if (code == CLI_EXIT_OK && has_record)
            code = scrub_record(scrub);
    }
    return code;
}

/// Puts the capture in its place, if all is well; otherwise removes it.
static int close_files(Scrub *scrub, int code)
{
    cli_capture_close(&scrub->capture);
    mien_live_scrubber_destroy(scrub->scrubber);
    if (scrub->descriptor < 0)
        return code;
    const bool is_written = mieni_os_sync(scrub->descriptor);
    if ((!mieni_os_close(scrub->descriptor) || !is_written) && code == CLI_EXIT_OK)
        code = fail_write(scrub);
    if (code == CLI_EXIT_OK && !mieni_os_replace(NULL, scrub->temporary, scrub->path))
        code = fail_write(scrub);
    if (code != CLI_EXIT_OK)
        (void)mieni_os_remove(NULL, scrub->temporary);
    return code;
}

static int tell(const Scrub *scrub)
{
    const CliArgs *args = scrub->args;
    MieniTextOut out = {0};
    MieniJsonDocument json;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_string(&json, json.root, "file", scrub->path);
    cli_json_set_number(&json, json.root, "datagrams", scrub->kept_count);
    cli_json_set_number(&json, json.root, "dropped", scrub->dropped_count);
    cli_putf(&out, "%s: %s", scrub->path, cli_many_text(args, scrub->kept_count, "datagram"));
    if (scrub->dropped_count > 0)
        cli_putf(&out, "; %d that could not be read are dropped", scrub->dropped_count);
    mieni_text_put(&out, ". It still holds a face in motion.\n");
    return cli_write_summary(args, &out, &json);
}

static int run(const CliArgs *args)
{
    Scrub scrub = {.args = args, .descriptor = -1};
    int code = open_files(&scrub);
    if (code == CLI_EXIT_OK)
        code = scrub_all(&scrub);
    code = close_files(&scrub, code);
    return code == CLI_EXIT_OK ? tell(&scrub) : code;
}

static const CliArgument arguments[] = {
    {.name = "CAPTURE", .help = "A capture by `mien live record`", .kind = CLI_FILE},
    {0},
};
static const CliOption options[] = {
    {.name = "output",
     .letter = 'o',
     .value = "FILE",
     .kind = CLI_FILE,
     .help = "The capture to write; it may be the same file"},
    {0},
};
static const CliExample examples[] = {
    {"mien live scrub take1.mienlive -o shared.mienlive", "A capture without names and addresses"},
    {0},
};

const CliCommand cli_cmd_live_scrub = {
    .path = "live scrub",
    .group = "Live",
    .summary = "Remove names and addresses from a capture",
    .description =
        "Writes a capture in which ids and names of devices, names of actors, network addresses, ports, "
        "dates and notes are replaced or removed. Values and times of all frames stay, and so does what "
        "tells sources apart. Of each datagram only the parts that Mien reads are kept; datagrams that it "
        "cannot read are dropped. The file is replaced when all of it is written, and only you may read "
        "it.\n\n"
        "A scrubbed capture still holds a face in motion, which can identify a person, the names of shapes "
        "as the sender spells them, and the sender's clock, which may be the time of day.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run,
};
