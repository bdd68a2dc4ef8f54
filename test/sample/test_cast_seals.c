// SPDX-License-Identifier: MIT
//
// Eyes and mouths of the cast close where poses close them, after all steps of an engine:
// poses applied, mesh skinned. Gaps are in hundredths of the head's height.

#include "support/cast_actor.h"

#include "sample/cast/speech.h"
#include "sample/cast/vectors.h"

/// The largest distance between vertices of the slit that lie on each other at rest.
static double twin_gap(const Actor *actor)
{
    double largest = 0.0;
    const int count = actor->head.slit_count;
    for (int k = 1; k < count / 2; ++k) {
        const MienVec3 a = actor->positions[k], b = actor->positions[count - k];
        const double x = (double)a.x - (double)b.x, y = (double)a.y - (double)b.y,
                     z = (double)a.z - (double)b.z;
        largest = fmax(largest, sqrt(x * x + y * y + z * z));
    }
    return 100.0 * largest / (double)actor->head.height;
}

/// y of the lip's edge at x; of vertices 0 to count / 2 above or below the slit.
static double edge_at(const Actor *actor, bool is_upper, double x)
{
    const int count = actor->head.slit_count;
    for (int k = 0; k < count / 2; ++k) {
        const int next = k + 1;
        const MienVec3 a = actor->positions[is_upper ? k : (count - k) % count];
        const MienVec3 b = actor->positions[is_upper ? next : (count - next) % count];
        const double from = (double)a.x, to = (double)b.x;
        if ((from - x) * (to - x) <= 0.0 && from != to)
            return (double)a.y + ((double)b.y - (double)a.y) * (x - from) / (to - from);
    }
    return NAN;
}

/// How far the mouth is open as seen from the front; lips that overlap are closed.
static double front_gap(const Actor *actor)
{
    const double left = (double)actor->positions[0].x;
    const double right = (double)actor->positions[actor->head.slit_count / 2].x;
    double largest = 0.0;
    for (int k = 5; k <= 95; ++k) {
        const double x = left + (right - left) * (double)k / 100.0;
        const double gap = edge_at(actor, true, x) - edge_at(actor, false, x);
        CHECK(!isnan(gap));
        largest = fmax(largest, gap);
    }
    return 100.0 * largest / (double)actor->head.height;
}

/// Whether a ray from a point meets a triangle.
static bool ray_meets(MieniPoint from, MieniPoint way, const MieniPoint corners[3])
{
    const MieniPoint u = mieni_minus(corners[1], corners[0]), v = mieni_minus(corners[2], corners[0]);
    const MieniPoint p = mieni_cross(way, v);
    const double area = mieni_dot(u, p);
    if (mieni_size(area) < 1e-15)
        return false;
    const MieniPoint to = mieni_minus(from, corners[0]), q = mieni_cross(to, u);
    const double a = mieni_dot(to, p) / area, b = mieni_dot(way, q) / area;
    return a >= 0.0 && b >= 0.0 && a + b <= 1.0 && mieni_dot(v, q) / area > 0.0;
}

static MieniPoint point_at(const Actor *actor, uint32_t vertex)
{
    const MienVec3 p = actor->positions[vertex];
    return mieni_point((double)p.x, (double)p.y, (double)p.z);
}

static bool is_covered(const Actor *actor, MieniPoint eye, MieniPoint way)
{
    const MienAuthorMesh *mesh = &actor->head.mesh;
    for (int p = 0; p < mesh->submesh_count; ++p) {
        const MienAuthorSubmesh *part = &mesh->submeshes[p];
        if (strncmp(part->name, "lid_", 4) != 0)
            continue;
        for (int i = part->first_index; i < part->first_index + part->index_count; i += 3) {
            const MieniPoint corners[3] = {point_at(actor, mesh->indices[i]),
                                           point_at(actor, mesh->indices[i + 1]),
                                           point_at(actor, mesh->indices[i + 2])};
            if (ray_meets(eye, way, corners))
                return true;
        }
    }
    return false;
}

/// How far an eye is open: rays from its middle, a degree apart, that no lid stops.
static double lid_gap(const Actor *actor, int side)
{
    const MieniCastModel *model = actor->head.model;
    const MieniCastEye *shape = &model->eye;
    const MieniPoint eye =
        mieni_times(mieni_point((double)side * shape->x, shape->y, shape->z), model->metre);
    int most = 0;
    for (int column = -9; column <= 9; ++column) {
        const double x = (double)column / 10.0, rest = sqrt(1.0 - x * x);
        int open = 0;
        for (int degree = -50; degree <= 50; ++degree) {
            const double angle = mieni_radians((double)degree + 0.37);
            open += !is_covered(actor, eye, mieni_point(x, rest * sin(angle), rest * cos(angle)));
        }
        most = open > most ? open : most;
    }
    return 100.0 * mieni_radians((double)most) * shape->radius * model->metre / (double)actor->head.height;
}

static const Look neutral = {"neutral", {{NULL, 0}}};

static const Look closed_mouths[] = {
    {"neutral", {{NULL, 0}}},
    {"close", {{"jawOpen", 1}, {"mouthClose", 1}}},
    {"half close", {{"jawOpen", 0.5f}, {"mouthClose", 0.5f}}},
    {"pucker", {{"mouthPucker", 1}}},
    {"smile", {{"mouthSmileLeft", 1}, {"mouthSmileRight", 1}}},
    {"smile left", {{"mouthSmileLeft", 1}}},
    {"frown", {{"mouthFrownLeft", 1}, {"mouthFrownRight", 1}}},
    {"dimple", {{"mouthDimpleLeft", 1}, {"mouthDimpleRight", 1}}},
    {"press", {{"mouthPressLeft", 1}, {"mouthPressRight", 1}}},
    {"shrug lower", {{"mouthShrugLower", 1}}},
    {"shrug upper", {{"mouthShrugUpper", 1}}},
    {"puff", {{"cheekPuff", 1}}},
    {"left", {{"mouthLeft", 1}}},
    {"right", {{"mouthRight", 1}}},
    {"jaw left", {{"jawLeft", 1}}},
    {"jaw right", {{"jawRight", 1}}},
    {"jaw forward", {{"jawForward", 1}}},
};
/// Here one lip slides behind the other: closed from the front only.
static const Look rolled_mouths[] = {
    {"roll upper", {{"mouthRollUpper", 1}}},
    {"roll lower", {{"mouthRollLower", 1}}},
    {"roll", {{"mouthRollUpper", 1}, {"mouthRollLower", 1}}},
};
static const Look open_mouth = {"open", {{"jawOpen", 1}}};
static const Look blinks[] = {
    {"blink", {{"eyeBlinkLeft", 1}, {"eyeBlinkRight", 1}}},
    {"blink left", {{"eyeBlinkLeft", 1}}},
    {"blink right", {{"eyeBlinkRight", 1}}},
};

enum { CLOSED_COUNT = sizeof closed_mouths / sizeof *closed_mouths, ROLLED_COUNT = 3, BLINK_COUNT = 3 };

static void check_lips(Actor *actor, const char *name)
{
    double largest = 0.0, rolled = 0.0;
    for (int k = 0; k < CLOSED_COUNT; ++k) {
        show_look(actor, &closed_mouths[k]);
        const double gap = twin_gap(actor);
        if (!(gap < 1.0))
            printf("%s, %s:\n", name, closed_mouths[k].name);
        CHECK(gap < 1.0);
        CHECK(front_gap(actor) < 1.0);
        largest = fmax(largest, gap);
    }
    for (int k = 0; k < ROLLED_COUNT; ++k) {
        show_look(actor, &rolled_mouths[k]);
        const double gap = front_gap(actor);
        CHECK(gap < 1.0);
        rolled = fmax(rolled, gap);
    }
    show_look(actor, &open_mouth);
    CHECK(twin_gap(actor) > 5.0 && front_gap(actor) > 5.0);
    printf("%s: lips at most %.3f %% apart where closed, %.3f %% rolled, %.1f %% with the jaw open\n", name,
           largest, rolled, front_gap(actor));
}

static void check_lids(Actor *actor, const char *name)
{
    show_look(actor, &neutral);
    const double rest = lid_gap(actor, 1);
    CHECK(rest > 5.0 && lid_gap(actor, -1) > 5.0);
    double closed = 0.0;
    for (int k = 0; k < BLINK_COUNT; ++k) {
        show_look(actor, &blinks[k]);
        const bool is_left = k != 2, is_right = k != 1;
        const double left = lid_gap(actor, 1), right = lid_gap(actor, -1);
        CHECK(is_left ? left < 1.0 : left > 5.0);
        CHECK(is_right ? right < 1.0 : right > 5.0);
        closed = fmax(closed, is_left ? left : right);
    }
    printf("%s: lids at most %.3f %% apart where closed, %.1f %% at rest\n", name, closed, rest);
}

static void check_cast(MieniCastDetail detail)
{
    for (int who = 0; who < MIENI_CAST_COUNT; ++who) {
        Actor actor;
        open_actor(&actor, who, detail);
        check_lips(&actor, actor.head.model->title);
        check_lids(&actor, actor.head.model->title);
        close_actor(&actor);
    }
}

TEST(seals_hold_at_default_detail) { check_cast(MIENI_CAST_DEFAULT); }

TEST(seals_hold_at_full_detail) { check_cast(MIENI_CAST_FULL); }

/// How far the mouth is open at a moment of a clip.
static double gap_at(Actor *actor, const MienAuthorClip *clip, double time)
{
    mien_curve_set_clear(&actor->stage.job.curves);
    for (int c = 0; c < clip->curve_count; ++c)
        mien_curve_set_put(&actor->stage.job.curves,
                           mien_skeleton_find_curve(actor->loaded.skeleton, clip->curves[c].name),
                           mien_author_curve_evaluate(&clip->curves[c], time));
    stage_run(&actor->stage);
    show_mesh(actor->loaded.skeleton, actor->mesh, actor->binding, actor->stage.out, actor->positions);
    return front_gap(actor);
}

/// Lips are together from the first to the last moment in which p and b are silent, and
/// apart three ticks before and behind.
TEST(lips_close_for_as_long_as_nothing_is_heard)
{
    MieniArena arena = {0};
    MienAuthorClip clip;
    Actor actor;
    CHECK(mieni_cast_script(MIENI_CAST_SENTENCE, &arena, &clip));
    for (int who = 0; who < MIENI_CAST_COUNT; ++who) {
        double closed = 0.0, open = 100.0;
        open_actor(&actor, who, MIENI_CAST_DEFAULT);
        for (int s = 0; s < mieni_speech_count; ++s) {
            const double begin = (double)mieni_speech_begin(s), end = (double)mieni_speech_begin(s + 1);
            if (!mieni_speech_is_sealed(&mieni_speech[s]))
                continue;
            for (double tick = begin; tick <= end; tick += 0.25)
                closed = fmax(closed, gap_at(&actor, &clip, tick / MIENI_SPEECH_RATE));
            open = fmin(open, gap_at(&actor, &clip, (begin - 3.0) / MIENI_SPEECH_RATE));
            open = fmin(open, gap_at(&actor, &clip, (end + 3.0) / MIENI_SPEECH_RATE));
        }
        printf("%s: lips at most %.3f %% apart in p and b, at least %.3f %% around them\n",
               actor.head.model->title, closed, open);
        CHECK(closed < 1.0);
        CHECK(open > 2.0 * closed && open > 1.0);
        close_actor(&actor);
    }
    mieni_arena_release(&arena);
}

CHECK_MAIN
{
    RUN(seals_hold_at_default_detail);
    RUN(seals_hold_at_full_detail);
    RUN(lips_close_for_as_long_as_nothing_is_heard);
}
