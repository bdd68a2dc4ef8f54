// SPDX-License-Identifier: MIT
//
// Videos and turntables: characters side by side, frame by frame.

#include "core/float_rules.h"

#include "cli/draw/frames.h"
#include "cli/draw/grid.h"
#include "view/follow.h"

#include <string.h>

typedef struct Film {
    const CliArgs *args;
    MieniRenderer *renderer;
    CliFace *faces;
    int face_count;
    int columns, rows;
    MieniShot shot;
    CliFrames frames;
    bool is_turning;
    double from, to;                             ///< Of a film, seconds of its clip.
    double at, turns;                            ///< Of a turntable: the moment that turns, and how often.
    MieniFacePose (*poses)[CLI_FACE_MOST_POSES]; ///< Of a turntable, per face.
    int *pose_counts;
    MienVec3 *shifts; ///< Of the camera, per face and frame; of a turntable per face.
    bool shows_any;   ///< A frame so far showed something of a character.
} Film;

/// As many columns as make the faces largest.
static int lay_out(Film *film)
{
    const int given = cli_integer(film->args, "columns", 0);
    double most = 0.0;
    if (cli_has(film->args, "columns") && (given < 1 || given > film->face_count))
        return cli_fail(film->args, CLI_EXIT_USAGE, NULL, NULL,
                        "--columns is from 1 to the number of characters.");
    for (int columns = 1; columns <= film->face_count; ++columns) {
        const int rows = (film->face_count + columns - 1) / columns;
        const double width = (double)film->frames.width / columns,
                     height = (double)film->frames.height / rows;
        const double side = width < height ? width : height;
        if (given > 0 ? columns == given : side > most) {
            most = side;
            film->columns = columns;
            film->rows = rows;
        }
    }
    if (film->frames.width / film->columns >= 16 && film->frames.height / film->rows >= 16)
        return CLI_EXIT_OK;
    return cli_fail(film->args, CLI_EXIT_USAGE, NULL, NULL,
                    "The characters would be smaller than 16 pixels: use a larger --size.");
}

static double time_of(const Film *film, int frame) { return film->from + (double)frame / film->frames.rate; }

/// Draws a face where it belongs in the frame.
static int draw_cell(Film *film, int index, MienVec3 shift, MieniPicture *frame)
{
    const int column = index % film->columns, row = index / film->columns;
    const int x = film->frames.width * column / film->columns, y = film->frames.height * row / film->rows;
    MieniShot shot = film->shot;
    MieniPicture picture = {0};
    bool is_empty = true;
    shot.width = film->frames.width * (column + 1) / film->columns - x;
    shot.height = film->frames.height * (row + 1) / film->rows - y;
    shot.quality = cli_shot_quality(shot.height);
    shot.shift = shift;
    const int code = cli_face_try(&film->faces[index], film->renderer, &shot,
                                  film->poses != NULL ? film->poses[index] : NULL,
                                  film->poses != NULL ? film->pose_counts[index] : 0, &picture, &is_empty);
    film->shows_any = film->shows_any || !is_empty;
    if (film->face_count == 1) { // it is the frame
        mieni_picture_release(frame);
        *frame = picture;
        return code;
    }
    if (code == CLI_EXIT_OK)
        mieni_picture_paste(frame, &picture, x, y);
    mieni_picture_release(&picture);
    return code;
}

static int draw_frame(Film *film, int index, MieniPicture *frame)
{
    int code = CLI_EXIT_OK;
    const double part = (double)index / (double)film->frames.count;
    if (film->is_turning) {
        const double turned = film->turns * part;
        film->shot.framing.yaw = (float)(cli_number(film->args, "yaw", 0.0) + 360.0 * (turned - (int)turned));
    }
    for (int f = 0; f < film->face_count && code == CLI_EXIT_OK; ++f) {
        if (!film->is_turning)
            code = cli_character_go(&film->faces[f].open, time_of(film, index));
        if (code == CLI_EXIT_OK)
            code = draw_cell(film, f, film->shifts[film->is_turning ? f : f * film->frames.count + index],
                             frame);
    }
    return code;
}

static int draw_frames(Film *film)
{
    static const MieniColor empty = {0}, ground = {214, 215, 218, 255};
    MieniPicture frame = {0};
    MienError error = {0};
    int code = CLI_EXIT_OK;
    for (int i = 0; i < film->frames.count && code == CLI_EXIT_OK; ++i) {
        if (film->face_count > 1 &&
            mieni_picture_create(film->frames.width, film->frames.height,
                                 film->shot.is_transparent ? empty : ground, NULL, &frame, &error) != MIEN_OK)
            code = cli_fail_error(film->args, NULL, &error);
        if (code == CLI_EXIT_OK)
            code = draw_frame(film, i, &frame);
        if (code == CLI_EXIT_OK)
            code = cli_frames_put(&film->frames, &frame);
        mieni_picture_release(&frame);
    }
    return code == CLI_EXIT_OK && !film->shows_any ? cli_face_fail_empty(&film->faces[0]) : code;
}

/// The file of a clip's sound, which the project or the clip's own folder has; "" if
/// neither does.
static const char *find_sound(const Film *film, const MieniCharacterAsset *asset, const char *sound)
{
    const MieniProject *project = &film->faces[0].open.project;
    char path[MIENI_PATH_ROOM];
    const char *slash = strrchr(asset->path, '/');
    if (sound[0] == '/')
        return mieni_file_exists(sound) ? sound : "";
    if (mieni_project_locate(project, sound, path) && mieni_file_exists(path))
        return cli_text(film->args, "%s", path);
    const char *beside = cli_text(film->args, "%.*s%s", slash != NULL ? (int)(slash + 1 - asset->path) : 0,
                                  asset->path, sound);
    if (mieni_project_locate(project, beside, path) && mieni_file_exists(path))
        return cli_text(film->args, "%s", path);
    return "";
}

/// The sound of the first character's first clip that has one.
static const char *choose_sound(const Film *film, double *out_delay)
{
    const MieniCharacter *character = &film->faces[0].open.character;
    if (film->is_turning || !film->frames.is_video || !cli_video_has_sound(film->frames.path) ||
        cli_has(film->args, "mute"))
        return NULL;
    for (int i = 0; i < character->asset_count; ++i) {
        const MieniCharacterAsset *asset = &character->assets[i];
        if (asset->clip == NULL || mien_clip_info(asset->clip).sound[0] == '\0')
            continue;
        const MienClipInfo info = mien_clip_info(asset->clip);
        const char *path = find_sound(film, asset, info.sound);
        *out_delay = info.sound_offset - film->from;
        if (path[0] != '\0')
            return path;
        cli_warn(film->args, asset->path, info.sound, "The sound file is missing: the video has no sound.");
    }
    return NULL;
}

/// From what moment to what, and so how many frames.
static int choose_times(Film *film)
{
    double length = 0.0;
    for (int f = 0; f < film->face_count; ++f) {
        const double own = mieni_character_length(&film->faces[f].open.character);
        length = own > length ? own : length;
    }
    if (length == 0.0 && !cli_has(film->args, "end"))
        return cli_fail(film->args, CLI_EXIT_USAGE, NULL, NULL,
                        "No clip sets the duration: use --clip or --end.");
    int code = cli_seconds(film->args, "start", 0.0, &film->from);
    if (code == CLI_EXIT_OK)
        code = cli_seconds(film->args, "end", length, &film->to);
    if (code == CLI_EXIT_OK && !(film->to > film->from))
        code = cli_fail(film->args, CLI_EXIT_USAGE, NULL, NULL,
                        "--end must be later than --start; the clip ends at %s s.",
                        cli_fixed_text(film->args, length, 2));
    return code == CLI_EXIT_OK ? cli_frames_count(&film->frames, film->to - film->from) : code;
}

/// A turntable's faces stand at one moment, with poses over it.
static int pose_faces(Film *film)
{
    double seconds;
    const size_t count = (size_t)film->face_count;
    film->poses = mieni_arena_take(film->args->arena, count, sizeof *film->poses);
    film->pose_counts = mieni_arena_take(film->args->arena, count, sizeof *film->pose_counts);
    if (film->poses == NULL || film->pose_counts == NULL)
        return cli_fail_memory(film->args);
    int code = cli_seconds(film->args, "at", 0.0, &film->at);
    if (code == CLI_EXIT_OK)
        code = cli_seconds(film->args, "length", 6.0, &seconds);
    if (code == CLI_EXIT_OK && !(film->turns >= -100.0 && film->turns <= 100.0))
        code = cli_fail(film->args, CLI_EXIT_USAGE, NULL, NULL, "--turns is from -100 to 100.");
    for (int f = 0; f < film->face_count && code == CLI_EXIT_OK; ++f) {
        code = cli_face_read_poses(&film->faces[f], film->poses[f], &film->pose_counts[f]);
        if (code == CLI_EXIT_OK)
            code = cli_character_go(&film->faces[f].open, film->at);
    }
    return code == CLI_EXIT_OK ? cli_frames_count(&film->frames, seconds) : code;
}

/// How far what is framed of a face is from its place, as it stands now.
static int note_way(Film *film, int index, MienVec3 *out_way)
{
    MieniFace *face = film->faces[index].face;
    const MieniFacePose *poses = film->poses != NULL ? film->poses[index] : NULL;
    if (mieni_shot_pose(face, &film->shot, poses, poses != NULL ? film->pose_counts[index] : 0) != MIEN_OK)
        return cli_fail(film->args, CLI_EXIT_INTERNAL, film->faces[index].open.character.path, NULL,
                        "The job was refused.");
    *out_way = mieni_face_way(face, film->shot.frame);
    return CLI_EXIT_OK;
}

/// Plays a face once, to know where the camera goes, and back.
static int find_shifts(Film *film, int index, MienVec3 *ways)
{
    CliFace *face = &film->faces[index];
    const int count = film->is_turning ? 1 : film->frames.count;
    const float leash = mieni_shot_leash(face->face, &film->shot);
    int code = CLI_EXIT_OK;
    for (int i = 0; i < count && code == CLI_EXIT_OK; ++i) {
        if (!film->is_turning)
            code = cli_character_go(&face->open, time_of(film, i));
        if (code == CLI_EXIT_OK)
            code = note_way(film, index, &ways[i]);
    }
    mieni_follow(ways, count, film->frames.rate, leash, film->shifts + (ptrdiff_t)index * count);
    if (!film->is_turning)
        mieni_character_restart(&face->open.character);
    return code;
}

static int follow(Film *film)
{
    const size_t count = film->is_turning ? 1 : (size_t)film->frames.count;
    MienVec3 *ways = mieni_arena_take(film->args->arena, count, sizeof *ways);
    film->shifts =
        mieni_arena_take(film->args->arena, count * (size_t)film->face_count, sizeof *film->shifts);
    if (ways == NULL || film->shifts == NULL)
        return cli_fail_memory(film->args);
    int code = CLI_EXIT_OK;
    for (int f = 0; f < film->face_count && code == CLI_EXIT_OK; ++f)
        code = find_shifts(film, f, ways);
    film->shot.follows = false; // the shifts do
    return code;
}

static const char *what_it_shows(const Film *film)
{
    const char *names = film->faces[0].name;
    for (int f = 1; f < film->face_count; ++f)
        names = cli_text(film->args, "%s, %s", names, film->faces[f].name);
    return names;
}

static int draw(Film *film)
{
    double delay = 0.0;
    int code = film->is_turning ? pose_faces(film) : choose_times(film);
    if (code == CLI_EXIT_OK)
        code = follow(film);
    if (code == CLI_EXIT_OK) {
        const char *sound = choose_sound(film, &delay);
        code = cli_frames_begin(&film->frames, sound, delay);
    }
    if (code == CLI_EXIT_OK)
        code = draw_frames(film);
    return cli_frames_end(&film->frames, code, what_it_shows(film));
}

static int run(Film *film, int width, int height)
{
    const CliArgs *args = film->args;
    film->face_count = args->value_count;
    int code = cli_frames_options(&film->frames, args, width, height);
    if (code == CLI_EXIT_OK)
        code = lay_out(film);
    if (code == CLI_EXIT_OK)
        code = cli_shot_options(args, film->frames.width, film->frames.height, MIENI_FRAME_HEAD, &film->shot);
    film->shot.light_follows = film->is_turning; // the table turns: lamps stay with the camera
    if (code == CLI_EXIT_OK)
        code = cli_renderer_open(args, &film->renderer);
    if (code == CLI_EXIT_OK)
        code = cli_faces_open(args, film->renderer, &film->faces);
    if (code == CLI_EXIT_OK)
        code = draw(film);
    cli_faces_close(args, film->faces);
    mieni_renderer_destroy(film->renderer);
    return code;
}

int cli_video_run(const CliArgs *args)
{
    Film film = {.args = args};
    return run(&film, 1280, 720);
}

int cli_turntable_run(const CliArgs *args)
{
    Film film = {.args = args, .is_turning = true, .turns = cli_number(args, "turns", 1.0)};
    return run(&film, 720, 720);
}
