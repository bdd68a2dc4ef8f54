// SPDX-License-Identifier: MIT
//
// Curves of one vocabulary to another: what a map makes of a clip, its node makes of
// curves.

#include "support/graph/slots.h"

#include "mien_author/clip.h"

enum { MOST_ROWS = 40, MOST_UNMAPPED = 8 };

/// A map between the curves of the skeleton. Points into itself.
typedef struct RandomMap {
    MienAuthorMap map;
    MienAuthorMapRow rows[MOST_ROWS];
    const char *unmapped[MOST_UNMAPPED];
    int from[MOST_ROWS], to[MOST_ROWS];
    bool is_source[GIVEN_CURVES], is_target[GIVEN_CURVES], is_unmapped[GIVEN_CURVES];
} RandomMap;

static void draw_map(RandomMap *m, const GivenSkeleton *s, uint64_t *random)
{
    memset(m, 0, sizeof *m);
    m->map = (MienAuthorMap){.from = "x", .to = "y", .rows = m->rows, .unmapped = m->unmapped};
    const int wanted = 1 + mien_random_index(random, MOST_ROWS);
    for (int r = 0; r < wanted; ++r) {
        const int from = mien_random_index(random, 24), to = 16 + mien_random_index(random, 12);
        bool is_new = true;
        for (int k = 0; k < m->map.row_count; ++k)
            is_new = is_new && (m->from[k] != from || m->to[k] != to);
        if (!is_new)
            continue;
        const int k = m->map.row_count++;
        m->from[k] = from;
        m->to[k] = to;
        m->is_source[from] = m->is_target[to] = true;
        const float weight =
            mien_random_index(random, 3) == 0 ? 1.0f : mien_random_between(random, -1.0f, 2.0f);
        m->rows[k] = (MienAuthorMapRow){s->names[from], s->names[to], weight};
    }
    for (int u = 0; u < MOST_UNMAPPED; ++u) {
        const int c = 28 + u;
        m->unmapped[m->map.unmapped_count++] = s->names[c];
        m->is_unmapped[c] = true;
    }
}

/// A clip that holds the curves of a set.
static MienAuthorClip still_clip(const Given *given, const GivenSkeleton *s, MienAuthorKey *keys,
                                 MienAuthorClipCurve *curves)
{
    int count = 0;
    for (int c = 0; c < GIVEN_CURVES; ++c) {
        if (!mien_curve_set_has(&given->curves, c))
            continue;
        keys[count] = (MienAuthorKey){.value = given->values[c], .interpolation = MIEN_AUTHOR_LINEAR};
        curves[count] = (MienAuthorClipCurve){.name = s->names[c], .keys = &keys[count], .key_count = 1};
        ++count;
    }
    return (MienAuthorClip){.rate = 30, .length = 1.0, .curves = curves, .curve_count = count};
}

static void make(GraphRig *g, const GivenSkeleton *s, const MienAuthorMap *map, bool keep_unmapped,
                 bool drop_unknown)
{
    char text[1024];
    snprintf(text, sizeof text,
             GRAPH("{'id': 'a', 'node': 'input_pose'}, {'id': 'm', 'node': 'map', 'input': 'a',"
                   " 'map': 'own.map.json', 'keep_unmapped': %s, 'drop_unknown': %s},"
                   "{'id': 'out', 'node': 'output', 'input': 'm'}"),
             keep_unmapped ? "true" : "false", drop_unknown ? "true" : "false");
    graph_begin(g, &s->skeleton);
    g->map = map;
    graph_make(g, text);
}

/// The node and the tool for clips give the same, to the bit.
TEST(as_for_clips)
{
    GivenSkeleton s;
    given_skeleton(&s);
    uint64_t random = property_seed(131);
    const int cases = property_cases(300);
    for (int i = 0; i < cases; ++i) {
        RandomMap m;
        GraphRig g;
        Given a, out;
        MienAuthorKey keys[GIVEN_CURVES];
        MienAuthorClipCurve curves[GIVEN_CURVES];
        MienAuthorClip *mapped = NULL;
        draw_map(&m, &s, &random);
        given_random(&a, &random, false);
        for (int c = 0; c < GIVEN_CURVES; ++c) { // where fed, clips refuse it
            if (m.is_target[c] && !m.is_source[c])
                mien_curve_set_remove(&a.curves, c);
        }
        const MienAuthorMapOptions options = {.keep_unmapped = mien_random_index(&random, 2) == 0,
                                              .drop_unknown = mien_random_index(&random, 2) == 0};
        const MienAuthorClip clip = still_clip(&a, &s, keys, curves);
        CHECK_STATUS(mien_author_map_apply(&clip, &m.map, &options, &mapped, NULL, NULL), MIEN_OK);
        make(&g, &s, &m.map, options.keep_unmapped, options.drop_unknown);
        given_to_slot(&g, "a", &a);
        step_both_ways(&g, 0.0, &out);
        CHECK(same_bones(&out, &a));
        int present = 0;
        for (int c = 0; c < GIVEN_CURVES; ++c)
            present += mien_curve_set_has(&out.curves, c);
        CHECK_INT(present, mapped != NULL ? mapped->curve_count : -1);
        for (int c = 0; mapped != NULL && c < mapped->curve_count; ++c) {
            const int curve = mien_skeleton_find_curve(g.skeleton, mapped->curves[c].name);
            CHECK(mien_curve_set_has(&out.curves, curve));
            CHECK(same_float(out.values[curve], mien_author_curve_evaluate(&mapped->curves[c], 0.0)));
        }
        mien_author_clip_destroy(mapped);
        graph_end(&g);
    }
    printf("map: %d maps\n", cases);
}

TEST(a_target_is_there_if_a_source_is)
{
    GivenSkeleton s;
    given_skeleton(&s);
    const MienAuthorMapRow rows[] = {{"c1", "c10", 0.5f}, {"c2", "c10", 2.0f}, {"c10", "c3", 1.0f}};
    const char *const unmapped[] = {"c4"};
    const MienAuthorMap map = {"x", "y", 3, rows, 1, unmapped};
    GraphRig g;
    Given a, out;
    make(&g, &s, &map, false, false);
    given_nothing(&a, false);
    mien_curve_set_put(&a.curves, 3, 0.1f); // a target that nothing feeds: not known as a source
    mien_curve_set_put(&a.curves, 4, 0.2f); // unmapped
    mien_curve_set_put(&a.curves, 5, 0.3f); // unknown
    given_to_slot(&g, "a", &a);
    step_both_ways(&g, 0.0, &out);
    CHECK(same_float(out.values[3], 0.1f) && !mien_curve_set_has(&out.curves, 4));
    CHECK(same_float(out.values[5], 0.3f));
    CHECK(!mien_curve_set_has(&out.curves, 10));
    mien_curve_set_put(&a.curves, 1, 0.0f); // present, though 0
    step_both_ways(&g, 0.0, &out);
    CHECK(mien_curve_set_has(&out.curves, 10) && out.values[10] == 0.0f);
    CHECK(!mien_curve_set_has(&out.curves, 1));
    mien_curve_set_put(&a.curves, 2, 0.25f);
    mien_curve_set_put(&a.curves, 10, 0.75f); // a source and a target: reads come first
    step_both_ways(&g, 0.0, &out);
    CHECK_NEAR(out.values[10], 0.5, 0.0);
    CHECK_NEAR(out.values[3], 0.75, 0.0);
    graph_end(&g);
}

/// What follows the list of unmapped curves in the pack, here a state's name, is none of
/// them.
TEST(unmapped_curves_end)
{
    GivenSkeleton s;
    given_skeleton(&s);
    const MienAuthorMapRow rows[] = {{"c1", "c2", 1.0f}};
    const char *const unmapped[] = {"c4"};
    const MienAuthorMap map = {"x", "y", 1, rows, 1, unmapped};
    GraphRig g;
    Given a, out;
    graph_begin(&g, &s.skeleton);
    g.map = &map;
    graph_make(&g, GRAPH("{'id': 'a', 'node': 'input_pose'},"
                         "{'id': 'm', 'node': 'map', 'input': 'a', 'map': 'own.map.json',"
                         " 'keep_unmapped': false, 'drop_unknown': false},"
                         "{'id': 'mood', 'node': 'state_machine', 'states': [{'name': 'c5', 'input': 'm'}]},"
                         "{'id': 'out', 'node': 'output', 'input': 'mood'}"));
    given_nothing(&a, false);
    mien_curve_set_put(&a.curves, 4, 0.25f);
    mien_curve_set_put(&a.curves, 5, 0.5f);
    given_to_slot(&g, "a", &a);
    step_both_ways(&g, 0.0, &out);
    CHECK(!mien_curve_set_has(&out.curves, 4));
    CHECK(mien_curve_set_has(&out.curves, 5) && out.values[5] == 0.5f);
    graph_end(&g);
}

TEST(missing_curves_are_reported_once)
{
    GivenSkeleton s;
    given_skeleton(&s);
    const MienAuthorMapRow rows[] = {{"gone", "c1", 1.0f}, {"gone", "c2", 1.0f}, {"c3", "lost", 1.0f}};
    const char *const unmapped[] = {"elsewhere"};
    const MienAuthorMap map = {"x", "y", 3, rows, 1, unmapped};
    GraphRig g;
    Given a, out;
    make(&g, &s, &map, false, false);
    CHECK_INT(mien_graph_binding_report_count(g.binding), 2);
    CHECK_STR(mien_graph_binding_report(g.binding, 0).name, "gone");
    CHECK_STR(mien_graph_binding_report(g.binding, 1).name, "lost");
    given_nothing(&a, false);
    mien_curve_set_put(&a.curves, 3, 1.0f);
    given_to_slot(&g, "a", &a);
    step_both_ways(&g, 0.0, &out);
    CHECK(!mien_curve_set_has(&out.curves, 3));
    graph_end(&g);
}

/// A target that is gone at a level is not made there.
TEST(levels)
{
    GivenSkeleton s;
    given_skeleton(&s);
    s.curves[2].max_lod = 0;
    const MienAuthorMapRow rows[] = {{"c1", "c2", 1.0f}, {"c1", "c3", 1.0f}};
    const MienAuthorMap map = {.from = "x", .to = "y", .row_count = 2, .rows = rows};
    GraphRig g;
    Given a, out;
    make(&g, &s, &map, false, false);
    given_nothing(&a, false);
    mien_curve_set_put(&a.curves, mien_skeleton_find_curve(g.skeleton, "c1"), 1.0f);
    given_to_slot(&g, "a", &a);
    for (int level = 0; level < 2; ++level) {
        g.job.lod = level;
        step_both_ways(&g, 0.0, &out);
        CHECK(graph_has_curve(&g, "c2") == (level == 0));
        CHECK(graph_has_curve(&g, "c3"));
    }
    graph_end(&g);
}

CHECK_MAIN
{
    RUN(as_for_clips);
    RUN(a_target_is_there_if_a_source_is);
    RUN(unmapped_curves_end);
    RUN(missing_curves_are_reported_once);
    RUN(levels);
}
