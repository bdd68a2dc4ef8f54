// SPDX-License-Identifier: MIT
//
// mien live calibrate

#include "core/float_rules.h"

#include "cli/live/capture.h"

#include "base/number.h"
#include "project/recipes/calibration.h"

#include <string.h>

enum { MOST_FRAMES = 36000 }; // Five minutes at 120 Hz.
static const char usual_rest[] = "0,3";

/// A take of one source, read twice: to count, and to keep its values.
typedef struct Take {
    const CliArgs *args;
    int source; ///< -1 before it is known.
    double time;
    double last; ///< Time of the last frame.
    MieniNameMap found;
    const char *names[MIEN_LIVE_MAX_CURVES];
    int name_count, frame_count;
    double *times; ///< NULL: it is counted.
    float *values;
} Take;

// -- Frames

static bool is_wanted(Take *take, int source, const MienLiveFrame *frame)
{
    const char *wanted = cli_value(take->args, "source", NULL);
    if (!frame->has_face || frame->value_count == 0 ||
        (wanted != NULL && strcmp(frame->name, wanted) != 0 && strcmp(frame->id, wanted) != 0))
        return false;
    if (take->source < 0)
        take->source = source;
    return take->source == source && take->time > take->last;
}

static void add_names(Take *take, const MienLiveFrame *frame)
{
    for (int i = 0; i < frame->value_count && take->name_count < MIEN_LIVE_MAX_CURVES; ++i) {
        const char *name = mien_live_frame_name(frame, i);
        if (!mieni_name_map_add(&take->found, name, (void *)(uintptr_t)(take->name_count + 1)))
            continue;
        take->names[take->name_count++] = cli_text(take->args, "%s", name);
    }
}

/// What a frame lacks keeps its last value.
static void add_values(Take *take, const MienLiveFrame *frame)
{
    const size_t count = (size_t)take->name_count;
    float *row = take->values + (size_t)take->frame_count * count;
    if (take->frame_count > 0)
        memcpy(row, row - count, count * sizeof *row);
    for (int i = 0; i < frame->value_count; ++i) {
        const uintptr_t at = (uintptr_t)mieni_name_map_get(&take->found, mien_live_frame_name(frame, i));
        if (at > 0)
            row[at - 1] = frame->values[i].value;
    }
    take->times[take->frame_count] = take->time;
}

static void add_frame(void *user, int source, const MienLiveFrame *frame)
{
    Take *take = user;
    if (!is_wanted(take, source, frame) || take->frame_count == MOST_FRAMES)
        return;
    if (take->times == NULL)
        add_names(take, frame);
    else
        add_values(take, frame);
    take->last = take->time;
    take->frame_count++;
}

static int read_capture(Take *take)
{
    CliCapture capture;
    MienLiveReceiver *receiver = NULL;
    MienError error = {0};
    bool has_record = true;
    int code = cli_capture_open(take->args, take->args->values[0], &capture);
    if (code == CLI_EXIT_OK &&
        mien_live_receiver_create(&(MienLiveReceiverDesc){0}, &receiver, &error) != MIEN_OK)
        code = cli_fail_error(take->args, capture.path, &error);
    take->source = -1;
    take->last = -1;
    take->frame_count = 0;
    while (code == CLI_EXIT_OK && has_record) {
        code = cli_capture_next(&capture, &has_record);
        if (code != CLI_EXIT_OK || !has_record)
            break;
        take->time = capture.time;
        mien_live_receiver_add(receiver, &capture.from, capture.record.bytes, capture.record.size, take->time,
                               add_frame, take);
        mien_live_receiver_poll(receiver, take->time, add_frame, take);
    }
    mien_live_receiver_destroy(receiver);
    cli_capture_close(&capture);
    return code;
}

static int read_take(Take *take)
{
    const CliArgs *args = take->args;
    const char *path = args->values[0];
    int code = read_capture(take);
    if (code != CLI_EXIT_OK)
        return code;
    if (take->frame_count == 0)
        return cli_fail(args, CLI_EXIT_INPUT, path, NULL, "No frames with a face%s.",
                        cli_has(args, "source") ? " of this source" : "");
    if (take->frame_count == MOST_FRAMES)
        return cli_fail(args, CLI_EXIT_INPUT, path, NULL,
                        "The take has more than %d frames: record about 20 seconds.", (int)MOST_FRAMES);
    take->times = mieni_arena_take(args->arena, (size_t)take->frame_count, sizeof *take->times);
    take->values = mieni_arena_take(args->arena, (size_t)take->frame_count * (size_t)take->name_count,
                                    sizeof *take->values);
    if (args->arena->is_out_of_memory || take->found.is_out_of_memory)
        return cli_fail_memory(args);
    CliArgs quiet = *args; // what was said once
    quiet.no_warnings = true;
    take->args = &quiet;
    code = read_capture(take);
    take->args = args;
    return code;
}

// -- What the options say

/// "3,4.5"
static bool read_range(const char *text, double *begin, double *end)
{
    const char *comma = strchr(text, ',');
    return comma != NULL && mieni_number_read(text, (size_t)(comma - text), begin) &&
           mieni_number_read(comma + 1, strlen(comma + 1), end) && *begin >= 0 && *end > *begin;
}

static int read_prompt(const Take *take, const char *text, MienLivePrompt *prompt)
{
    const char *equals = strrchr(text, '=');
    if (equals == NULL || !read_range(equals + 1, &prompt->begin, &prompt->end))
        return cli_fail(take->args, CLI_EXIT_USAGE, NULL, text,
                        "--prompt is NAME=BEGIN,END, such as jawOpen=4,5: seconds of the capture.");
    const char *name = cli_text(take->args, "%.*s", (int)(equals - text), text);
    prompt->curve = (int)(uintptr_t)mieni_name_map_get(&take->found, name) - 1;
    return prompt->curve >= 0 ? CLI_EXIT_OK
                              : cli_fail(take->args, CLI_EXIT_INPUT, take->args->values[0], NULL,
                                         "The take has no value %s, which --prompt names.", name);
}

static int read_options(const Take *take, MienLiveCalibrationTake *desc)
{
    const CliArgs *args = take->args;
    const char *rest = cli_value(args, "rest", usual_rest);
    MienLivePrompt *prompts = mieni_arena_take(args->arena, (size_t)args->given_count, sizeof *prompts);
    int code = CLI_EXIT_OK;
    if (prompts == NULL)
        return cli_fail_memory(args);
    if (!read_range(rest, &desc->neutral_begin, &desc->neutral_end))
        return cli_fail(args, CLI_EXIT_USAGE, NULL, rest,
                        "--rest is BEGIN,END, such as 0,3: seconds of the capture.");
    for (int i = 0; i < args->given_count && code == CLI_EXIT_OK; ++i)
        if (strcmp(args->given[i].option->name, "prompt") == 0)
            code = read_prompt(take, args->given[i].value, &prompts[desc->prompt_count++]);
    desc->prompts = prompts;
    return code;
}

// -- The asset

/// Curves that keep the range up to 1 because they did not move.
static void tell_still(const CliArgs *args, const MienLiveCalibrationDesc *desc)
{
    MieniTextOut names = {0};
    int count = 0;
    for (int c = 0; c < desc->curve_count; ++c)
        if (desc->curves[c].full == 1.0f && count++ < 8)
            cli_putf(&names, "%s%s", count > 1 ? ", " : "", desc->curves[c].name);
    if (count > 0)
        cli_inform(args, "%s did not move and %s the range up to 1: %.*s%s.",
                   cli_many_text(args, count, "curve"), count == 1 ? "keeps" : "keep", (int)names.size,
                   names.bytes, count > 8 ? ", …" : "");
    mieni_text_release(&names);
}

static int write_asset(const CliArgs *args, const MienLiveCalibration *calibration)
{
    const MienLiveCalibrationDesc desc = mien_live_calibration_desc(calibration);
    const char *path = cli_value(args, "output", "-");
    MieniAsset asset;
    MieniTextOut text = {0}, out = {0};
    MieniJsonDocument json;
    MienError error = {0};
    int code = CLI_EXIT_OK;
    if (mieni_calibration_begin(calibration, NULL, &asset, &error) != MIEN_OK)
        code = cli_fail_error(args, NULL, &error);
    if (code == CLI_EXIT_OK)
        mieni_asset_write(&asset, &text);
    mieni_asset_release(&asset);
    if (code == CLI_EXIT_OK)
        code =
            text.is_out_of_memory ? cli_fail_memory(args) : cli_write_file(args, path, text.bytes, text.size);
    mieni_text_release(&text);
    if (code != CLI_EXIT_OK)
        return code;
    tell_still(args, &desc);
    if (strcmp(path, "-") == 0)
        return CLI_EXIT_OK;
    mieni_json_begin(&json, NULL);
    json.root = mieni_json_object(&json);
    cli_json_set_string(&json, json.root, "file", path);
    cli_json_set_number(&json, json.root, "curves", desc.curve_count);
    cli_json_set_number(&json, json.root, "poses", desc.pose_count);
    cli_putf(&out, "%s: %s, %s\n", path, cli_many_text(args, desc.curve_count, "curve"),
             cli_many_text(args, desc.pose_count, "pose"));
    return cli_write_summary(args, &out, &json);
}

static int run(const CliArgs *args)
{
    Take *take = mieni_arena_take(args->arena, 1, sizeof *take);
    MienLiveCalibrationTake desc = {0};
    MienLiveCalibration *calibration = NULL;
    MienError error = {0};
    if (take == NULL)
        return cli_fail_memory(args);
    take->args = args;
    int code = cli_check_output(args);
    if (code == CLI_EXIT_OK)
        code = read_take(take);
    if (code == CLI_EXIT_OK)
        code = read_options(take, &desc);
    desc.names = take->names;
    desc.curve_count = take->name_count;
    desc.times = take->times;
    desc.values = take->values;
    desc.frame_count = take->frame_count;
    if (code == CLI_EXIT_OK && mien_live_calibrate(&desc, &calibration, &error) != MIEN_OK)
        code = cli_fail_error(args, args->values[0], &error);
    if (code == CLI_EXIT_OK)
        code = write_asset(args, calibration);
    mien_live_calibration_destroy(calibration);
    mieni_name_map_release(&take->found);
    return code;
}

static const CliArgument arguments[] = {
    {.name = "CAPTURE", .help = "A capture by `mien live record`", .kind = CLI_FILE},
    {0},
};
static const CliOption options[] = {
    {.name = "rest",
     .value = "BEGIN,END",
     .help = "When the face rests, in seconds of the capture; blinks may occur (default: `0,3`)"},
    {.name = "prompt",
     .value = "NAME=BEGIN,END",
     .is_repeated = true,
     .help = "When the actor makes this shape as far as it goes; repeat it for several"},
    {.name = "source",
     .value = "NAME",
     .help = "The source with this name or id (default: the first with a face)"},
    CLI_OUTPUT_OPTION,
    {0},
};
static const CliExample examples[] = {
    {"mien live calibrate take1.mienlive -o ada.calibration.json", "From a guided take of about 20 seconds"},
    {"mien live calibrate take1.mienlive --rest 0,2 --prompt jawOpen=4,5 --prompt mouthSmileLeft=5,6 -o "
     "ada.calibration.json",
     "From shapes made one after another"},
    {0},
};

const CliCommand cli_cmd_live_calibrate = {
    .path = "live calibrate",
    .group = "Live",
    .summary = "Calibrate a tracker to an actor",
    .description =
        "Makes a calibration from a capture: the value of each curve on the resting face, on the full shape, "
        "a dead zone and the noise. Record the actor who rests for three seconds, blinking as usual, and "
        "then "
        "makes each shape as far as it goes, in any order, within about 20 seconds. A shape that only one "
        "side made sets the other side too. Lids are measured by their blinks, so that every blink closes "
        "the "
        "eye.\n\n"
        "With `--prompt` the shapes of the actor are also told apart: if a smile raises the cheeks in the "
        "tracker's values, only the smile becomes 1. The second half of each prompt is measured.\n\n"
        "`mien live listen`, `replay`, `relay` and `send` apply it with `--calibration`.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run,
};
