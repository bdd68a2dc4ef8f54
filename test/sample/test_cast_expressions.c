// SPDX-License-Identifier: MIT
//
// Poses of the cast can be told from rest and from each other in a picture of 200 pixels,
// and teeth and tongue stay where a mouth has them. Measured on pictures that are drawn
// here, in pixels that turn from black to white.

#include "support/cast_drawing.h"

enum { PICTURE_PIXELS = DRAWN_SIZE * DRAWN_SIZE, POSES = 58 };

/// The first vertex of the inner mouth.
static int find_inner(int who)
{
    MieniArena arena = {0};
    MieniCastParts parts;
    int v = 0;
    CHECK(mieni_cast_parts_make(&arena, (MieniCastWho)who, MIENI_CAST_DEFAULT, &parts));
    while (!parts.parts[0].skin[v].is_inner)
        ++v;
    mieni_arena_release(&arena);
    return v;
}

/// All heads at default detail; making them takes longer than to look at them.
static Actor cast[MIENI_CAST_COUNT];
static int inners[MIENI_CAST_COUNT]; ///< By head: the first vertex of the inner mouth.

static void open_cast(void)
{
    for (int who = 0; who < MIENI_CAST_COUNT; ++who) {
        open_actor(&cast[who], who, MIENI_CAST_DEFAULT);
        inners[who] = find_inner(who);
    }
}

static void close_cast(void)
{
    for (int who = 0; who < MIENI_CAST_COUNT; ++who)
        close_actor(&cast[who]);
}

/// Colours as eyes see them, about: three per pixel, 0 to 255.
typedef struct Picture {
    uint8_t pixels[PICTURE_PIXELS][3];
} Picture;

typedef struct Canvas {
    float depth[DRAWN_GRID * DRAWN_GRID];
    float color[DRAWN_GRID * DRAWN_GRID][3];
} Canvas;

static void put_cell(void *user, int cell, double depth, const double color[3])
{
    Canvas *canvas = user;
    if (depth <= (double)canvas->depth[cell])
        return;
    canvas->depth[cell] = (float)depth;
    for (int k = 0; k < 3; ++k)
        canvas->color[cell][k] = (float)color[k];
}

/// A head is 120 pixels high, as in a sheet.
static void draw(const Actor *actor, Canvas *canvas, Picture *out)
{
    const MieniCastHead *head = &actor->head;
    const double chin = head->model->chin[1] * head->model->metre, height = (double)head->height;
    const DrawnView view = {
        .yaw = -16.0, .pitch = 4.0, .middle = {0.0, chin + 0.5 * height, 0.0}, .pixel = height / 120.0};
    for (int k = 0; k < DRAWN_GRID * DRAWN_GRID; ++k) {
        canvas->depth[k] = -1e9f;
        canvas->color[k][0] = canvas->color[k][1] = canvas->color[k][2] = 0.6f;
    }
    drawn_range(actor, &view, 0, head->mesh.index_count, put_cell, canvas);
    for (int y = 0; y < DRAWN_SIZE; ++y)
        for (int x = 0; x < DRAWN_SIZE; ++x)
            for (int k = 0; k < 3; ++k) {
                const int at = 2 * y * DRAWN_GRID + 2 * x;
                const float sum = canvas->color[at][k] + canvas->color[at + 1][k] +
                                  canvas->color[at + DRAWN_GRID][k] + canvas->color[at + DRAWN_GRID + 1][k];
                out->pixels[y * DRAWN_SIZE + x][k] = (uint8_t)(255.0 * sqrt(fmin((double)sum / 4.0, 1.0)));
            }
}

/// How much two images differ, in pixels between black and white. Below a tenth it is not
/// visible.
static double difference(const Picture *a, const Picture *b)
{
    int sum = 0;
    for (int p = 0; p < PICTURE_PIXELS; ++p) {
        int most = 0;
        for (int k = 0; k < 3; ++k) {
            const int off = abs((int)a->pixels[p][k] - (int)b->pixels[p][k]);
            most = off > most ? off : most;
        }
        sum += most > 16 ? most : 0;
    }
    return (double)sum / 255.0;
}

/// Pictures that differ less look alike.
static const double least_difference = 10.0;

/// A picture per pose, then the face at rest.
static Picture *draw_poses(Actor *actor)
{
    Canvas *canvas = malloc(sizeof *canvas);
    Picture *pictures = malloc((POSES + 1) * sizeof *pictures);
    for (int p = 0; p <= POSES; ++p) {
        show_look(actor, &(Look){"", {{p < POSES ? actor->head.poses.poses[p].name : NULL, 1.0f}}});
        draw(actor, canvas, &pictures[p]);
    }
    free(canvas);
    return pictures;
}

static void check_told_apart(Actor *actor)
{
    CHECK_INT(actor->head.poses.pose_count, POSES);
    Picture *pictures = draw_poses(actor);
    const char *title = actor->head.model->title, *names[POSES + 1];
    for (int p = 0; p <= POSES; ++p)
        names[p] = p < POSES ? actor->head.poses.poses[p].name : "rest";
    double least = 1e9;
    int a = 0, b = 0;
    for (int p = 0; p < POSES; ++p)
        for (int q = p + 1; q <= POSES; ++q) {
            const double off = difference(&pictures[p], &pictures[q]);
            if (off < least_difference)
                printf("%s: %s looks like %s, %.1f pixels\n", title, names[p], names[q], off);
            CHECK(off >= least_difference);
            a = off < least ? p : a;
            b = off < least ? q : b;
            least = fmin(least, off);
        }
    printf("%s: most alike are %s and %s, %.1f pixels\n", title, names[a], names[b], least);
    free(pictures);
}

TEST(poses_are_told_apart)
{
    for (int who = 0; who < MIENI_CAST_COUNT; ++who)
        check_told_apart(&cast[who]);
}

/// What the camera sees of a mouth: how near the face is, without the inner mouth, and a
/// part of what is in it.
typedef struct Mouth {
    float face[DRAWN_GRID * DRAWN_GRID], part[DRAWN_GRID * DRAWN_GRID];
} Mouth;

static void put_nearest(void *user, int cell, double depth, const double color[3])
{
    float *nearest = user;
    (void)color;
    nearest[cell] = fmaxf(nearest[cell], (float)depth);
}

static void clear(float *nearest)
{
    for (int k = 0; k < DRAWN_GRID * DRAWN_GRID; ++k)
        nearest[k] = -1e9f;
}

/// Draws the triangles of the skin that are not of the inner mouth, whose first vertex is
/// given.
static void draw_face(const Actor *actor, const DrawnView *view, int inner, float *nearest)
{
    const MienAuthorSubmesh *skin = drawn_part(actor, "skin");
    clear(nearest);
    for (int i = skin->first_index; i < skin->first_index + skin->index_count; i += 3) {
        const uint32_t *corners = actor->head.mesh.indices + i;
        if ((int)corners[0] < inner && (int)corners[1] < inner && (int)corners[2] < inner)
            drawn_range(actor, view, i, 3, put_nearest, nearest);
    }
}

/// How far a part comes through the face that was drawn, in hundredths of the head's height.
static double poking(const Actor *actor, const DrawnView *view, const char *name, Mouth *mouth)
{
    const MienAuthorSubmesh *part = drawn_part(actor, name);
    clear(mouth->part);
    drawn_range(actor, view, part->first_index, part->index_count, put_nearest, mouth->part);
    double largest = 0.0;
    for (int k = 0; k < DRAWN_GRID * DRAWN_GRID; ++k) {
        const double before = ((double)mouth->part[k] - (double)mouth->face[k]) / (double)actor->head.height;
        if (before < 0.1) // skin further behind is not the lips
            largest = fmax(largest, before);
    }
    return 100.0 * largest;
}

static const char *const inside[] = {"teeth_upper", "teeth_lower", "tongue"};

/// How far each part comes through the face, from wherever it does most.
static void measure_poking(const Actor *actor, int inner, Mouth *mouth, double out[3])
{
    static const double from[][2] = {{-30, 4}, {0, -15}, {30, 20}};
    const MieniCastModel *model = actor->head.model;
    for (int k = 0; k < 3; ++k)
        out[k] = 0.0;
    for (size_t v = 0; v < sizeof from / sizeof *from; ++v) {
        const DrawnView view = {.yaw = from[v][0],
                                .pitch = from[v][1],
                                .middle = {0.0, model->mouth.y * model->metre, 0.0},
                                .pixel = (double)actor->head.height / 300.0};
        draw_face(actor, &view, inner, mouth->face);
        for (int k = 0; k < 3; ++k)
            out[k] = fmax(out[k], poking(actor, &view, inside[k], mouth));
    }
}

/// Whether a point is within the flesh: a ray to the front leaves the skin, which is closed,
/// an odd number of times.
static bool is_in_flesh(const Actor *actor, MieniPoint p)
{
    const MienAuthorSubmesh *skin = drawn_part(actor, "skin");
    const MieniPoint way = {0.0131, 0.0277, 1.0};
    bool is_in = false;
    for (int i = skin->first_index; i < skin->first_index + skin->index_count; i += 3) {
        const uint32_t *corners = actor->head.mesh.indices + i;
        const MieniPoint a = drawn_point(actor->positions[corners[0]]);
        const MieniPoint u = mieni_minus(drawn_point(actor->positions[corners[1]]), a);
        const MieniPoint v = mieni_minus(drawn_point(actor->positions[corners[2]]), a);
        const MieniPoint across = mieni_cross(way, v), to = mieni_minus(p, a), q = mieni_cross(to, u);
        const double area = mieni_dot(u, across);
        const double s = mieni_dot(to, across) / area, t = mieni_dot(way, q) / area;
        is_in ^= s >= 0.0 && t >= 0.0 && s + t <= 1.0 && mieni_dot(v, q) / area > 0.0;
    }
    return is_in;
}

/// How deep the front of the tongue is in the lips, in hundredths of the head's height.
static double tongue_in_lips(const Actor *actor)
{
    const MieniCastModel *model = actor->head.model;
    const MienAuthorSubmesh *tongue = drawn_part(actor, "tongue");
    const double front = (double)actor->positions[actor->head.slit_count / 4].z - 0.10 * model->metre;
    double deepest = 0.0;
    for (int i = tongue->first_index; i < tongue->first_index + tongue->index_count; i += 6) {
        const MieniPoint p = drawn_point(actor->positions[actor->head.mesh.indices[i]]);
        if (p.z < front || !is_in_flesh(actor, p))
            continue;
        double nearest = 1e9;
        for (int v = 0; v < actor->head.slit_count * 30; ++v)
            nearest = fmin(nearest, mieni_length(mieni_minus(drawn_point(actor->positions[v]), p)));
        deepest = fmax(deepest, nearest);
    }
    return 100.0 * deepest / (double)actor->head.height;
}

/// How many pixels show teeth, of the 300 that a head is high.
static double shown_teeth(const Actor *actor, Mouth *mouth)
{
    const MieniCastModel *model = actor->head.model;
    const DrawnView view = {.yaw = -16.0,
                            .pitch = 4.0,
                            .middle = {0.0, model->mouth.y * model->metre, 0.0},
                            .pixel = (double)actor->head.height / 300.0};
    static const char *const others[] = {"skin", "tongue"};
    int count = 0;
    clear(mouth->face);
    clear(mouth->part);
    for (int k = 0; k < 2; ++k) {
        const MienAuthorSubmesh *other = drawn_part(actor, others[k]), *teeth = drawn_part(actor, inside[k]);
        drawn_range(actor, &view, other->first_index, other->index_count, put_nearest, mouth->face);
        drawn_range(actor, &view, teeth->first_index, teeth->index_count, put_nearest, mouth->part);
    }
    for (int k = 0; k < DRAWN_GRID * DRAWN_GRID; ++k)
        count += mouth->part[k] > mouth->face[k];
    return (double)count / 4.0;
}

/// An "oo" is a dark opening, not a grin.
TEST(round_mouths_hide_teeth)
{
    static const Look looks[] = {{"open", {{"jawOpen", 0.5f}}},
                                 {"funnel", {{"mouthFunnel", 1}}},
                                 {"pucker", {{"jawOpen", 0.4f}, {"mouthPucker", 1}}}};
    Mouth *mouth = malloc(sizeof *mouth);
    for (int who = 0; who < MIENI_CAST_COUNT; ++who) {
        double shown[3];
        for (int k = 0; k < 3; ++k) {
            show_look(&cast[who], &looks[k]);
            shown[k] = shown_teeth(&cast[who], mouth);
        }
        printf("%s: %.0f pixels of teeth in an open mouth, %.0f in a funnel, %.0f in a pucker\n",
               cast[who].head.model->title, shown[0], shown[1], shown[2]);
        CHECK(shown[0] > 100.0);
        CHECK(shown[1] < 0.05 * shown[0] && shown[2] < 0.05 * shown[0]);
    }
    free(mouth);
}

static const Look mixed_mouths[] = {
    {"jawOpen and mouthFunnel", {{"jawOpen", 1}, {"mouthFunnel", 1}}},
    {"jawOpen and mouthPucker", {{"jawOpen", 1}, {"mouthPucker", 1}}},
    {"jawOpen and smiles", {{"jawOpen", 1}, {"mouthSmileLeft", 1}, {"mouthSmileRight", 1}}},
    {"jawOpen and mouthClose", {{"jawOpen", 1}, {"mouthClose", 1}}},
    {"rolls", {{"mouthRollUpper", 1}, {"mouthRollLower", 1}}},
    {"jawOpen and tongueOut", {{"jawOpen", 1}, {"tongueOut", 1}}},
};

enum { MIXED_COUNT = sizeof mixed_mouths / sizeof *mixed_mouths };

/// Poses that have nothing to do with a mouth.
static bool is_elsewhere(const char *name)
{
    return strncmp(name, "eye", 3) == 0 || strncmp(name, "brow", 4) == 0 || strncmp(name, "head", 4) == 0 ||
           strcmp(name, "pupilDilate") == 0 || strcmp(name, "earsUp") == 0;
}

static void check_mouth(Actor *actor, const Look *look, int inner, Mouth *mouth)
{
    double out[3];
    show_look(actor, look);
    measure_poking(actor, inner, mouth, out);
    const bool is_out = strstr(look->name, "tongueOut") != NULL;
    const double in_lips = strstr(look->name, "tongue") != NULL ? tongue_in_lips(actor) : 0.0;
    if (out[0] >= 0.1 || out[1] >= 0.1 || (out[2] >= 0.1) != is_out || in_lips >= 1.0)
        printf("%s, %s: teeth come out by %.2f %% and %.2f %%, the tongue by %.2f %%, in lips %.2f %%\n",
               actor->head.model->title, look->name, out[0], out[1], out[2], in_lips);
    CHECK(out[0] < 0.1);
    CHECK(out[1] < 0.1);
    CHECK(is_out ? out[2] > 3.0 : out[2] < 0.1);
    CHECK(in_lips < 1.0);
}

TEST(teeth_and_tongue_stay_in_mouths)
{
    Mouth *mouth = malloc(sizeof *mouth);
    for (int who = 0; who < MIENI_CAST_COUNT; ++who)
        for (int p = 0; p < POSES + MIXED_COUNT; ++p) {
            const char *name = p < POSES ? cast[who].head.poses.poses[p].name : mixed_mouths[p - POSES].name;
            const Look single = {name, {{name, 1.0f}}};
            if (!is_elsewhere(name))
                check_mouth(&cast[who], p < POSES ? &single : &mixed_mouths[p - POSES], inners[who], mouth);
        }
    free(mouth);
}

CHECK_MAIN
{
    open_cast();
    RUN(poses_are_told_apart);
    RUN(round_mouths_hide_teeth);
    RUN(teeth_and_tongue_stay_in_mouths);
    close_cast();
}
