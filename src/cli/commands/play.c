// SPDX-License-Identifier: MIT
//
// mien play

#include "core/float_rules.h"

#include "cli/character.h"
#include "cli/draw/lines.h"
#include "cli/nearest.h"
#include "cli/report/difference.h"

#include "base/number.h"

#include <string.h>

static const CliArgument arguments[] = {CLI_CHARACTER_ARGUMENT, CLI_CHARACTER_VALUES, {0}};

static const CliOption options[] = {
    CLI_CHARACTER_CLIP_OPTION,
    CLI_CHARACTER_SET_OPTION,
    CLI_CHARACTER_LOD_OPTION,
    {.name = "rate", .value = "RATE", .help = "Frames per second: 30 or 30000/1001 (default: 30)"},
    {.name = "start",
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .help = "The time of the first frame (default: 0)"},
    {.name = "end",
     .value = "SECONDS",
     .kind = CLI_NUMBER,
     .excludes = "count",
     .help = "The time of the last frame (default: the end of the longest clip, or of those in --clip)"},
    {.name = "count", .value = "N", .kind = CLI_INTEGER, .help = "Number of frames"},
    {.name = "bones",
     .letter = 'b',
     .value = "WHICH",
     .help =
         "The bones to print with `--json`: `moved` (default), `all`, `none`, or names separated by commas"},
    CLI_PROJECT_OPTION,
    {0},
};

static const CliExample examples[] = {
    {"mien play faces/ada --clip scream", "One line per frame: the largest motion"},
    {"mien play faces/ada --clip scream --json > scream.jsonl", "Every frame as JSON, one per line"},
    {"mien play faces/cy --clip face=scream --rate 60 --start 1 --count 30 --json | head -1",
     "Half a second from the middle, and only its first frame"},
    {0},
};

/// Frames to play: from + frame / rate.
typedef struct Frames {
    double from, rate;
    int count;
} Frames;

typedef struct Play {
    const CliArgs *args;
    CliCharacter *open;
    const MieniCharacter *character;
    int frame;
    const bool *shown; ///< Bones to print; NULL: those that differ from the rest pose.
} Play;

/// Which frames the command line means.
static int choose_frames(const CliArgs *args, const MieniCharacter *character, Frames *frames)
{
    enum { MOST_FRAMES = 100000000 };
    int rate, divisor, count = cli_integer(args, "count", 0);
    double to;
    int code = cli_rate(args, &rate, &divisor);
    if (code == CLI_EXIT_OK)
        code = cli_seconds(args, "start", 0.0, &frames->from);
    if (code == CLI_EXIT_OK)
        code = cli_seconds(args, "end", mieni_character_length(character), &to);
    if (code != CLI_EXIT_OK)
        return code;
    frames->rate = rate > 0 ? (double)rate / (double)divisor : CLI_CHARACTER_RATE;
    if (cli_has(args, "count") && count < 1)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--count is 1 or more.");
    if (!cli_has(args, "count") && !cli_has(args, "end") && to == 0.0)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL,
                        "No clip sets the duration: use --clip, --end or --count.");
    const double last = (to - frames->from) * frames->rate + 1e-6; // 0.3 * 30 is a little less than 9
    if (count == 0 && last < 0.0)
        return cli_fail(args, CLI_EXIT_USAGE, NULL, NULL, "--start is after %s.",
                        cli_has(args, "end") ? "--end" : "the end of the clip");
    frames->count = count > 0 ? count : last < (double)MOST_FRAMES ? (int)last + 1 : MOST_FRAMES;
    return CLI_EXIT_OK;
}

static int fail_no_bone(const Play *play, const char *name)
{
    MieniNearest nearest = {.given = name};
    for (int b = 0; b < play->character->bone_count; ++b)
        mieni_nearest_try(&nearest, mien_skeleton_bone_name(play->character->skeleton, b));
    const char *hint = cli_nearest_hint(play->args, &nearest, "");
    return cli_fail(play->args, CLI_EXIT_INPUT, play->character->path, name, "No bone with this name%s",
                    hint[0] != '\0' ? hint : ".");
}

/// Reads --bones.
static int choose_bones(Play *play)
{
    const CliArgs *args = play->args;
    const char *wish = cli_value(args, "bones", "moved");
    CliLines names = {0};
    if (strcmp(wish, "moved") == 0)
        return CLI_EXIT_OK;
    const bool is_all = strcmp(wish, "all") == 0;
    bool *shown = mieni_arena_take(args->arena, (size_t)play->character->bone_count, sizeof *shown);
    if (shown == NULL)
        return cli_fail_memory(args);
    play->shown = shown;
    for (int b = 0; b < play->character->bone_count; ++b)
        shown[b] = is_all;
    int code = is_all || strcmp(wish, "none") == 0 ? CLI_EXIT_OK : cli_lines_split(args, wish, &names);
    for (int i = 0; i < names.count && code == CLI_EXIT_OK; ++i) {
        const int bone = mien_skeleton_find_bone(play->character->skeleton, names.items[i]);
        if (bone >= 0)
            shown[bone] = true;
        else
            code = fail_no_bone(play, names.items[i]);
    }
    return code;
}

static bool shows_bone(const Play *play, int bone)
{
    if (play->shown != NULL)
        return play->shown[bone];
    return cli_differs(&mieni_character_rest_pose(play->character)[bone], &play->character->bones[bone]);
}

/// A float as JSON, null if it is not finite. Written as it comes: a stream has thousands
/// in a frame.
static void put_float(MieniTextOut *out, float value)
{
    char text[MIENI_NUMBER_ROOM];
    const bool is_finite = value - value == 0.0f;
    mieni_text_put_bytes(out, is_finite ? text : "null",
                         is_finite ? mieni_number_write_float(value, text) : 4);
}

static void put_floats(MieniTextOut *out, const char *key, const float *values, int count)
{
    cli_putf(out, ", \"%s\": [", key);
    for (int i = 0; i < count; ++i) {
        mieni_text_put(out, i > 0 ? ", " : "");
        put_float(out, values[i]);
    }
    mieni_text_put(out, "]");
}

/// The beginning of a row of a list, of which *count were put before.
static void put_row(MieniTextOut *out, int *count, const char *name)
{
    mieni_text_put(out, (*count)++ > 0 ? ", {\"name\": " : "{\"name\": ");
    mieni_text_put_string(out, name);
}

static void put_named(MieniTextOut *out, int *count, const char *name, const char *key, float value)
{
    put_row(out, count, name);
    cli_putf(out, ", \"%s\": ", key);
    put_float(out, value);
    mieni_text_put(out, "}");
}

static void put_bones(const Play *play, MieniTextOut *out)
{
    const MieniCharacter *character = play->character;
    int count = 0;
    for (int b = 0; b < character->bone_count; ++b) {
        if (!shows_bone(play, b))
            continue;
        const MienTransform *bone = &character->bones[b];
        put_row(out, &count, mien_skeleton_bone_name(character->skeleton, b));
        put_floats(out, "rotation", &bone->rotation.x, 4);
        put_floats(out, "translation", &bone->translation.x, 3);
        put_floats(out, "scale", &bone->scale.x, 3);
        mieni_text_put(out, "}");
    }
}

static void put_events(const Play *play, MieniTextOut *out)
{
    const MieniCharacter *character = play->character;
    int count = 0;
    for (int e = 0; e < character->event_count && e < MIENI_CHARACTER_EVENTS; ++e) {
        const MienGraphEvent *event = &character->events[e];
        put_row(out, &count, event->name);
        mieni_text_put(out, ", \"node\": ");
        mieni_text_put_string(out, mien_graph_node(character->graph, event->node).id);
        mieni_text_put(out, ", \"weight\": ");
        put_float(out, event->weight);
        mieni_text_put(out, "}");
    }
}

/// A frame as one line of JSON.
static void put_json(const Play *play, MieniTextOut *out)
{
    const MieniCharacter *character = play->character;
    int curves = 0, morphs = 0;
    cli_putf(out, "{\"frame\": %d, \"time\": ", play->frame);
    mieni_text_put_number(out, character->time);
    mieni_text_put(out, ", \"bones\": [");
    put_bones(play, out);
    mieni_text_put(out, "], \"curves\": [");
    for (int c = 0; c < character->curves.count; ++c)
        if (mien_curve_set_has(&character->curves, c))
            put_named(out, &curves, mien_skeleton_curve_name(character->skeleton, c), "value",
                      mien_curve_set_value(&character->curves, c));
    mieni_text_put(out, "], \"morphs\": [");
    for (int m = 0; m < character->morph_count; ++m)
        put_named(out, &morphs, mien_mesh_morph(character->mesh, m).name, "weight", character->morphs[m]);
    mieni_text_put(out, "], \"events\": [");
    put_events(play, out);
    mieni_text_put(out, "]");
    if (character->event_count > MIENI_CHARACTER_EVENTS)
        cli_putf(out, ", \"more_events\": %d", character->event_count - MIENI_CHARACTER_EVENTS);
    mieni_text_put(out, "}\n");
}

/// The names with the largest amounts, in order.
typedef struct Most {
    const char *names[3];
    double amounts[3];
    int count; ///< Of all.
} Most;

static void most_try(Most *most, const char *name, double amount)
{
    int at = most->count < 3 ? most->count : 3;
    ++most->count;
    while (at > 0 && amount * amount > most->amounts[at - 1] * most->amounts[at - 1])
        --at;
    for (int i = 2; i > at; --i) {
        most->names[i] = most->names[i - 1];
        most->amounts[i] = most->amounts[i - 1];
    }
    if (at < 3) {
        most->names[at] = name;
        most->amounts[at] = amount;
    }
}

/// "jaw 12.4°, head 3.2° and 5 more bones"
static void put_most(const CliArgs *args, const Most *most, int decimals, const char *unit, const char *noun,
                     MieniTextOut *out)
{
    const int shown = most->count < 3 ? most->count : 3;
    for (int i = 0; i < shown; ++i)
        cli_putf(out, "%s%s %s%s", i > 0 ? ", " : "", most->names[i],
                 cli_fixed_text(args, most->amounts[i], decimals), unit);
    if (most->count > shown)
        cli_putf(out, " and %s", cli_many_text(args, most->count - shown, noun));
}

/// A frame as a line for people.
static void put_line(const Play *play, MieniTextOut *out)
{
    const MieniCharacter *character = play->character;
    const CliArgs *args = play->args;
    Most bones = {0}, curves = {0};
    for (int b = 0; b < character->bone_count; ++b) {
        const CliDifference change =
            cli_difference(&mieni_character_rest_pose(character)[b], &character->bones[b]);
        if (change.is_any)
            most_try(&bones, mien_skeleton_bone_name(character->skeleton, b), change.turned);
    }
    for (int c = 0; c < character->curves.count; ++c) {
        const float value = mien_curve_set_value(&character->curves, c);
        if (value >= 0.005f || value <= -0.005f) // less would show as 0
            most_try(&curves, mien_skeleton_curve_name(character->skeleton, c), (double)value);
    }
    cli_putf(out, "%9s s  ", cli_fixed_text(args, character->time, 3));
    if (bones.count > 0)
        put_most(args, &bones, 1, "\xC2\xB0", "more bone", out);
    else
        mieni_text_put(out, "all bones are in the rest pose");
    if (curves.count > 0) {
        mieni_text_put(out, "; ");
        put_most(args, &curves, 2, "", "more curve", out);
    }
    for (int e = 0; e < character->event_count && e < MIENI_CHARACTER_EVENTS; ++e)
        cli_putf(out, "%s%s", e > 0 ? ", " : "; event ", character->events[e].name);
    mieni_text_put(out, "\n");
}

/// Goes to a frame and tells of it; what that takes is given back.
static int play_frame(const Play *play, const Frames *frames, MieniTextOut *out, bool *out_is_over)
{
    MieniArena arena = {0};
    CliArgs args = *play->args;
    Play one = *play;
    args.arena = &arena;
    one.args = &args;
    const double time = frames->from + (double)play->frame / frames->rate;
    const MienStatus status =
        play->frame == 0 ? mieni_character_go(&play->open->character, time, frames->rate, cli_is_cancelled)
                         : mieni_character_step(&play->open->character, time);
    int code = CLI_EXIT_OK;
    if (status != MIEN_OK)
        code = cli_fail(play->args, CLI_EXIT_INTERNAL, play->character->path, NULL, "The job was refused.");
    else if (cli_is_cancelled())
        code = cli_fail_cancelled(play->args);
    else if (play->args->json)
        put_json(&one, out);
    else
        put_line(&one, out);
    if (code == CLI_EXIT_OK)
        code = cli_write_next(&args, out, out_is_over);
    mieni_arena_release(&arena);
    return code;
}

static int run(const CliArgs *args)
{
    CliCharacter open;
    Frames frames = {0};
    MieniTextOut out = {0};
    bool is_over = false;
    cli_survive_pipes();
    int code = cli_character_open(&open, args, args->values[0], false);
    if (code == CLI_EXIT_OK)
        code = cli_character_put_curves(&open);
    if (code == CLI_EXIT_OK)
        code = choose_frames(args, &open.character, &frames);
    Play play = {.args = args, .open = &open, .character = &open.character};
    if (code == CLI_EXIT_OK)
        code = choose_bones(&play);
    for (; code == CLI_EXIT_OK && !is_over && play.frame < frames.count; ++play.frame)
        code = play_frame(&play, &frames, &out, &is_over);
    mieni_text_release(&out);
    cli_character_close(&open);
    return code;
}

const CliCommand cli_cmd_play = {
    .path = "play",
    .group = "Inspect",
    .summary = "Play a character, frame by frame",
    .description =
        "Runs the graph of a character as a game does, from the start, and prints every frame as soon as it "
        "is evaluated. Without `--json` each line shows the bones farthest from the rest pose, the largest "
        "curves, and events.\n\n"
        "With `--json` each line is an object: `frame`, `time` in seconds, `bones` with local rotation (x y "
        "z w), translation in metres and scale, for bones that differ from the mesh's rest pose or for all "
        "bones with `--bones all`; `curves` that are present; `morphs` with their weights; `events` that the "
        "frame "
        "crosses, with the node whose clip has them and its weight in the output. Numbers parse back to "
        "exactly the floats that were computed.\n\n"
        "Before `--start` the graph runs without output, so that fades and states are as in playback. It "
        "ends "
        "when its output is closed, and on Ctrl-C; every printed line is complete.",
    .arguments = arguments,
    .options = options,
    .examples = examples,
    .exits = CLI_MAY_READ_AND_WRITE | CLI_MAY(CLI_EXIT_CANCELLED),
    .run = run,
};
