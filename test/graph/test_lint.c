// SPDX-License-Identifier: MIT
//
// What lint says of graphs, of children and of characters.

#include "support/lint_projects.h"

#define GRAPH(rest)     "{\"kind\": \"graph\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", " rest "}"
#define CHILD(of, rest) "{\"kind\": \"graph\", \"version\": 1, \"extends\": \"" of "\", " rest "}"
#define FACE_NODE       "{\"id\": \"face\", \"node\": \"clip\", \"clip\": \"talk.clip.json\"}"
#define OUT_NODE(from)  "{\"id\": \"out\", \"node\": \"output\", \"input\": \"" from "\"}"
#define POSE_NODE(from, rest)                                                                                \
    "{\"id\": \"pose\", \"node\": \"poses\", \"input\": \"" from "\", \"poses\": \"face.poses.json\"" rest "}"
/// A body clip, curves of a face over it, poses, output.
#define ALL_NODES(mask)                                                                                      \
    "\"masks\": [{\"name\": \"part\", \"bones\": [" mask "]}], \"nodes\": ["                                 \
    "{\"id\": \"body\", \"node\": \"clip\", \"clip\": \"body.clip.json\"}, " FACE_NODE ", "                  \
    "{\"id\": \"both\", \"node\": \"layered_blend\", \"base\": \"body\", \"layer\": \"face\", \"mask\": "    \
    "\"part\"}, " POSE_NODE("both", "") ", " OUT_NODE("pose") "]"

#define JAW_OPEN "\"poses\": [{\"name\": \"jawOpen\", \"bones\": [{\"bone\": \"jaw\", \"t\": [0, 0.9, 0]}]}]"

/// A body that turns the root, and the jaw by this many degrees; a face of curves alone.
static void begin_graphs(double jaw)
{
    lint_begin();
    lint_put_bvh("body.bvh", "root", 20, jaw, 0);
    lint_put("body.clip.json", LINT_CLIP("\"tracks\": {\"file\": \"body.bvh\", \"unit\": 1}"));
    lint_put("talk.clip.json", LINT_CLIP("\"keyed\": [" LINT_KEYED("jawOpen", "1") ", " LINT_KEYED(
                                   "look_L", "1") ", " LINT_KEYED("look_R", "1") "]"));
}

static const char *message(int finding)
{
    return finding < lint_report.count ? lint_report.items[finding].message : "";
}

TEST(clean)
{
    begin_graphs(0);
    lint_put("all.graph.json", GRAPH(ALL_NODES("")));
    CHECK_STR(lint_whole(), "");
    lint_put("bo.graph.json", CHILD("all.graph.json", "\"overrides\": [{\"id\": \"body\", \"rate\": 2}]"));
    CHECK_STR(lint_whole(), "");
    CHECK_STR(lint_at("bo.graph.json", MIENI_LINT_INFO), "");
}

/// The clip straight into the output: the face stays still, and that is said.
TEST(still_face)
{
    begin_graphs(0);
    lint_put("all.graph.json", GRAPH("\"nodes\": [" FACE_NODE ", " OUT_NODE("face") "]"));
    CHECK_STR(lint_warnings(), "M021 all.graph.json jawOpen,look_L,look_R");
    CHECK_STR(message(0),
              "talk.clip.json goes straight to the output, although face.poses.json has poses with "
              "the names of its curves (jawOpen, look_L and look_R): add a poses node between them, "
              "or the face does not move.");
    CHECK_STR(lint_report.items[0].place, "nodes[1].input");
    // A map on the way to other names, and back.
    lint_put("m.map.json",
             "{\"kind\": \"map\", \"version\": 1, \"from\": \"a\", \"to\": \"b\", \"rows\": ["
             "{\"from\": \"jawOpen\", \"to\": \"mouth\"}], \"unmapped\": [\"look_L\", \"look_R\"]}");
    lint_put("all.graph.json",
             GRAPH("\"nodes\": [" FACE_NODE ", {\"id\": \"named\", \"node\": \"map\", \"input\": \"face\", "
                   "\"map\": \"m.map.json\"}, " OUT_NODE("named") "]"));
    CHECK_STR(lint_warnings(), "");
    // With a pose asset, or with one that a child will say, all is well.
    lint_put("all.graph.json",
             GRAPH("\"nodes\": [" FACE_NODE ", " POSE_NODE("face", "") ", " OUT_NODE("pose") "]"));
    CHECK_STR(lint_warnings(), "");
    lint_put("all.graph.json",
             GRAPH("\"nodes\": [" FACE_NODE
                   ", {\"id\": \"pose\", \"node\": \"poses\", \"input\": \"face\"}, " OUT_NODE("pose") "]"));
    CHECK_STR(lint_warnings(), "");
    // A child that plays another clip there is told so; one that changes something else is not.
    lint_put("all.graph.json", GRAPH("\"nodes\": [{\"id\": \"face\", \"node\": \"clip\", \"clip\": "
                                     "\"body.clip.json\"}, " OUT_NODE("face") "]"));
    lint_put("bo.graph.json",
             CHILD("all.graph.json", "\"overrides\": [{\"id\": \"face\", \"clip\": \"talk.clip.json\"}]"));
    lint_put("eve.graph.json", CHILD("bo.graph.json", "\"overrides\": [{\"id\": \"face\", \"rate\": 2}]"));
    CHECK_STR(lint_warnings(), "M021 bo.graph.json jawOpen,look_L,look_R");
    CHECK_STR(lint_report.items[0].place, "overrides[0].clip");
    CHECK_INT(lint_report.items[0].line, 6);
    // A morph of that name is moved by the curve.
    lint_put("face.mesh.json", "{\"kind\": \"mesh\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", "
                               "\"morphs\": [{\"name\": \"jawOpen\"}, {\"name\": \"look_L\"}, {\"name\": "
                               "\"look_R\"}]}");
    lint_at("bo.graph.json", MIENI_LINT_WARNING);
    CHECK_STR(lint_warnings(), "M002 face.mesh.json jawOpen,look_L,look_R");
}

TEST(double_transform)
{
    begin_graphs(10);
    lint_put("all.graph.json", GRAPH(ALL_NODES("")));
    CHECK_STR(lint_warnings(), "M001 all.graph.json jaw,jawOpen");
    CHECK_STR(
        message(0),
        "jaw is moved twice: by body.clip.json, and by poses of face.poses.json that the curve jawOpen "
        "drives; remove the bones from the clip with the modifier {\"do\": \"remove_bones\", \"names\": "
        "[\"jaw\"]}.");
    CHECK_STR(lint_report.items[0].place, "nodes[3].poses");
    lint_put("mien.json", "{\"kind\": \"project\", \"version\": 1, \"lint\": {\"off\": [\"M001\"]}}");
    CHECK_STR(lint_warnings(), "");
    lint_put("mien.json", "{\"kind\": \"project\", \"version\": 1}");
    // The layer takes the jaw from the face's clip, which does not move it.
    lint_put("all.graph.json", GRAPH(ALL_NODES("{\"bone\": \"jaw\"}")));
    CHECK_STR(lint_warnings(), "");
    lint_put("all.graph.json", GRAPH(ALL_NODES("{\"bone\": \"jaw\", \"depth\": 2}")));
    CHECK_STR(lint_warnings(), "M001 all.graph.json jaw,jawOpen");
    lint_put("all.graph.json",
             GRAPH(ALL_NODES("{\"bone\": \"root\"}, {\"bone\": \"jaw\", \"weight\": -1, \"only\": true}")));
    CHECK_STR(lint_warnings(), "M001 all.graph.json jaw,jawOpen");
    // What the modifier does.
    lint_put("all.graph.json", GRAPH(ALL_NODES("")));
    lint_put("body.clip.json",
             LINT_CLIP("\"tracks\": {\"file\": \"body.bvh\", \"unit\": 1}, \"modifiers\": [{\"do\": "
                       "\"remove_bones\", \"names\": [\"jaw\"]}]"));
    CHECK_STR(lint_warnings(), "");
}

/// A curve that a modify node sets is there, one that it scales is only if something gave it.
TEST(double_transform_of_changes)
{
    static const struct {
        const char *change, *said;
    } rows[] = {{"\"do\": \"set\", \"value\": 0.5", "M001 all.graph.json jaw,jawOpen"},
                {"\"do\": \"set\", \"value\": 0", ""},
                {"\"do\": \"scale\", \"value\": 0.5", ""}};
    begin_graphs(10);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char text[1000];
        snprintf(text, sizeof text,
                 GRAPH("\"nodes\": [{\"id\": \"body\", \"node\": \"clip\", \"clip\": \"body.clip.json\"}, "
                       "{\"id\": \"some\", \"node\": \"modify_curve\", \"input\": \"body\", \"changes\": "
                       "[{\"curve\": \"jawOpen\", %s}]}, " POSE_NODE("some", "") ", " OUT_NODE("pose") "]"),
                 rows[i].change);
        lint_put("all.graph.json", text);
        CHECK_STR(lint_warnings(), rows[i].said);
    }
    // Of the curves of the face's clip one is set to 0, and the others stay.
    for (int is_jaw = 0; is_jaw < 2; ++is_jaw) {
        char text[1000];
        snprintf(
            text, sizeof text,
            GRAPH(
                "\"nodes\": [{\"id\": \"body\", \"node\": \"clip\", \"clip\": \"body.clip.json\"}, " FACE_NODE
                ", {\"id\": \"both\", \"node\": \"layered_blend\", \"base\": \"body\", \"layer\": \"face\", "
                "\"mask\": \"part\"}, {\"id\": \"some\", \"node\": \"modify_curve\", \"input\": \"both\", "
                "\"changes\": [{\"curve\": \"%s\", \"do\": \"set\", \"value\": 0}]}, " POSE_NODE(
                    "some", "") ", " OUT_NODE("pose") "], \"masks\": [{\"name\": \"part\", \"bones\": []}]"),
            is_jaw ? "jawOpen" : "look_L");
        lint_put("all.graph.json", text);
        CHECK_STR(lint_warnings(), is_jaw ? "" : "M001 all.graph.json jaw,jawOpen");
    }
}

/// The pose asset of a child moves what the body moves, that of the parent does not.
TEST(double_transform_in_child)
{
    begin_graphs(0);
    lint_put("all.graph.json", GRAPH(ALL_NODES("")));
    lint_put("bo.poses.json",
             LINT_POSES("additive", "\"poses\": [{\"name\": \"jawOpen\", \"bones\": [{\"bone\": \"root\", "
                                    "\"t\": [0, 0.9, 0]}]}]"));
    lint_put("bo.graph.json",
             CHILD("all.graph.json", "\"overrides\": [{\"id\": \"pose\", \"poses\": \"bo.poses.json\"}]"));
    lint_put("eve.graph.json", CHILD("bo.graph.json", "\"overrides\": [{\"id\": \"body\", \"rate\": 2}]"));
    CHECK_STR(lint_warnings(), "M001 bo.graph.json root,jawOpen");
    CHECK_STR(lint_report.items[0].place, "overrides[0].poses");
    CHECK_STR(lint_at("bo.graph.json", MIENI_LINT_WARNING), "M001 bo.graph.json root,jawOpen");
    // Curves that the host gives drive as well.
    lint_put("eve.graph.json",
             GRAPH("\"nodes\": [{\"id\": \"body\", \"node\": \"clip\", \"clip\": "
                   "\"body.clip.json\"}, {\"id\": \"host\", \"node\": \"live_input\", \"input\": "
                   "\"body\", \"names\": [\"jawOpen\"]}, {\"id\": \"pose\", \"node\": "
                   "\"poses\", \"input\": \"host\", \"poses\": \"bo.poses.json\"}, " OUT_NODE("pose") "]"));
    CHECK_STR(lint_at("eve.graph.json", MIENI_LINT_WARNING), "M001 eve.graph.json root,jawOpen");
}

/// One clip with tracks and curves is reported by itself, not again for each graph.
TEST(double_transform_of_clip)
{
    begin_graphs(10);
    lint_put("body.clip.json",
             LINT_CLIP("\"tracks\": {\"file\": \"body.bvh\", \"unit\": 1}, \"keyed\": [" LINT_KEYED(
                 "jawOpen", "1") "]"));
    lint_put(
        "all.graph.json",
        GRAPH("\"nodes\": [{\"id\": \"body\", \"node\": \"clip\", \"clip\": \"body.clip.json\"}, " POSE_NODE(
            "body", "") ", " OUT_NODE("pose") "]"));
    CHECK_STR(lint_warnings(), "M001 body.clip.json jaw,jawOpen fix");
}

TEST(overrides)
{
    begin_graphs(0);
    lint_put("all.graph.json",
             GRAPH("\"parameters\": [{\"name\": \"speed\", \"type\": \"float\", \"value\": 1}], "
                   "\"masks\": [{\"name\": \"part\", \"bones\": []}], "
                   "\"nodes\": [{\"id\": \"face\", \"node\": \"clip\", \"clip\": "
                   "\"talk.clip.json\", \"rate\": {\"parameter\": \"speed\"}}, " POSE_NODE(
                       "face", "") ", " OUT_NODE("pose") "]"));
    lint_put_raw("bo.graph.json",
                 CHILD("all.graph.json", "\"overrides\": [{\"id\": \"pos\", \"consume\": true},\n"
                                         "{\"id\": \"pose\", \"consum\": true},\n"
                                         "{\"parameter\": \"sped\", \"value\": 2}]"));
    CHECK_STR(lint_at("bo.graph.json", MIENI_LINT_ERROR),
              "M014 bo.graph.json pos; M014 bo.graph.json consum; M014 bo.graph.json sped");
    CHECK_STR(message(0), "all.graph.json has no node pos; did you mean pose?");
    CHECK_STR(message(1), "all.graph.json has no poses node with a setting consum; did you mean consume?");
    CHECK_STR(message(2), "all.graph.json has no parameter sped; did you mean speed?");
    CHECK_INT(lint_report.items[2].line, 3);
    // What changes nothing: the same value, the default, the same mask.
    lint_put("bo.graph.json",
             CHILD("all.graph.json",
                   "\"masks\": [{\"name\": \"part\", \"bones\": []}], \"overrides\": [{\"id\": \"pose\", "
                   "\"poses\": \"face.poses.json\", \"consume\": false}, {\"id\": \"face\", \"loop\": true}, "
                   "{\"parameter\": \"speed\", \"value\": 2}]"));
    lint_put("eve.graph.json",
             CHILD("bo.graph.json", "\"overrides\": [{\"parameter\": \"speed\", \"value\": 2}]"));
    CHECK_STR(lint_at("bo.graph.json", MIENI_LINT_INFO),
              "M020 bo.graph.json part; M020 bo.graph.json pose; M020 bo.graph.json pose; M020 bo.graph.json "
              "face");
    CHECK_STR(lint_at("eve.graph.json", MIENI_LINT_INFO), "M020 eve.graph.json speed");
    CHECK_STR(message(0), "The value of speed is already the same in bo.graph.json.");
    CHECK_STR(lint_warnings(), "");
}

TEST(chain)
{
    begin_graphs(0);
    lint_put("all.graph.json", GRAPH(ALL_NODES("")));
    lint_put("bo.graph.json", CHILD("al.graph.json", "\"overrides\": []"));
    CHECK_STR(lint_warnings(), "M014 bo.graph.json al.graph.json");
    CHECK_STR(message(0), "No file named al.graph.json; did you mean all.graph.json?");
    // In a circle: once.
    lint_put("bo.graph.json", CHILD("eve.graph.json", "\"overrides\": []"));
    lint_put("eve.graph.json", CHILD("bo.graph.json", "\"overrides\": []"));
    CHECK_STR(lint_warnings(), "M000 eve.graph.json eve.graph.json");
    CHECK_STR(message(0), "Graphs extend in a cycle: bo.graph.json, eve.graph.json, bo.graph.json.");
    // What is wrong with a parent is told with the parent, and once.
    lint_put_raw("all.graph.json", "{\"kind\": \"graph\", \"version\": 1, \"nodes\": []}\n");
    lint_put("bo.graph.json", CHILD("all.graph.json", "\"overrides\": []"));
    CHECK_STR(lint_at(NULL, MIENI_LINT_ERROR), "M000 all.graph.json all.graph.json");
    CHECK_STR(lint_at("bo.graph.json", MIENI_LINT_ERROR), "M000 all.graph.json all.graph.json");
    // Results that do not fit each other.
    lint_put(
        "all.graph.json",
        GRAPH("\"nodes\": [{\"id\": \"one\", \"node\": \"pose\", \"poses\": \"face.poses.json\", \"pose\": "
              "\"jawOpen\"}, " OUT_NODE("one") "]"));
    CHECK_STR(lint_at(NULL, MIENI_LINT_ERROR), "M000 all.graph.json all.graph.json");
}

TEST(assets)
{
    begin_graphs(0);
    lint_put_raw("takes/a.csv", "time,jawOpen\n0,0\n1,1\n");
    lint_put("lines.clips.json", "{\"kind\": \"clips\", \"version\": 1, \"files\": [\"takes/*.csv\"]}");
    lint_put(
        "all.graph.json",
        GRAPH("\"parameters\": [{\"name\": \"line\", \"type\": \"clip\", \"value\": \"takes/a.clip.json\"}], "
              "\"nodes\": [{\"id\": \"face\", \"node\": \"clip\", \"clip\": {\"parameter\": \"line\"}}, "
              "{\"id\": \"out\", \"node\": \"output\", \"input\": \"face\"}]"));
    CHECK_STR(lint_warnings(), "M021 all.graph.json jawOpen");
    lint_put(
        "all.graph.json",
        GRAPH("\"parameters\": [{\"name\": \"line\", \"type\": \"clip\", \"value\": \"takes/b.clip.json\"}], "
              "\"nodes\": [{\"id\": \"face\", \"node\": \"clip\", \"clip\": {\"parameter\": "
              "\"line\"}}, " POSE_NODE(
                  "face", "") ", {\"id\": \"named\", \"node\": \"map\", \"input\": \"pose\", \"map\": "
                              "\"nothing\"}, " OUT_NODE("named") "]"));
    CHECK_STR(lint_warnings(), "M014 all.graph.json nothing");
    lint_put(
        "all.graph.json",
        GRAPH("\"parameters\": [{\"name\": \"line\", \"type\": \"clip\", \"value\": \"takes/b.clip.json\"}], "
              "\"nodes\": [{\"id\": \"face\", \"node\": \"clip\", \"clip\": {\"parameter\": \"line\"}}, "
              "{\"id\": \"pose\", \"node\": \"poses\", \"input\": \"face\", \"poses\": "
              "\"faec.poses.json\"}, " OUT_NODE("pose") "]"));
    CHECK_STR(lint_warnings(), "M014 all.graph.json faec.poses.json");
    CHECK_STR(message(0), "No file named faec.poses.json; did you mean face.poses.json?");
    // Its children do not report it again.
    lint_put("bo.graph.json", CHILD("all.graph.json", "\"overrides\": [{\"id\": \"face\", \"rate\": 2}]"));
    CHECK_STR(lint_warnings(), "M014 all.graph.json faec.poses.json");
    lint_put("bo.graph.json",
             CHILD("all.graph.json", "\"overrides\": [{\"id\": \"pose\", \"poses\": \"face.poses.json\"}, "
                                     "{\"parameter\": \"line\", \"value\": \"talk.clip.json\"}]"));
    CHECK_STR(lint_at("bo.graph.json", MIENI_LINT_WARNING), "");
    lint_put(
        "all.graph.json",
        GRAPH("\"parameters\": [{\"name\": \"line\", \"type\": \"clip\", \"value\": \"tlak.clip.json\"}], "
              "\"nodes\": [{\"id\": \"face\", \"node\": \"clip\", \"clip\": {\"parameter\": "
              "\"line\"}}, " POSE_NODE("face", "") ", " OUT_NODE("pose") "]"));
    CHECK_STR(lint_warnings(), "M014 all.graph.json tlak.clip.json");
    CHECK_STR(message(0), "No file named tlak.clip.json; did you mean talk.clip.json?");
}

TEST(names)
{
    begin_graphs(0);
    lint_put(
        "all.graph.json",
        GRAPH("\"masks\": [{\"name\": \"part\", \"bones\": [{\"bone\": \"jow\"}]}], \"nodes\": ["
              "{\"id\": \"body\", \"node\": \"rest_pose\"}, "
              "{\"id\": \"host\", \"node\": \"live_input\", \"input\": \"body\", \"names\": [\"JawOpen\", "
              "\"wink\"]}, "
              "{\"id\": \"less\", \"node\": \"modify_curve\", \"input\": \"host\", \"changes\": [{\"curve\": "
              "\"jaw_open\", \"do\": \"scale\", \"value\": 0.5}, {\"curve\": \"look_L\", \"do\": \"add\", "
              "\"value\": 0}]}, "
              "{\"id\": \"one\", \"node\": \"pose\", \"poses\": \"face.poses.json\", \"pose\": \"lok_L\"}, "
              "{\"id\": \"add\", \"node\": \"apply_additive\", \"base\": \"less\", \"delta\": \"one\"}, "
              "{\"id\": \"near\", \"node\": \"driver\", \"input\": \"add\", \"poses\": \"face.poses.json\", "
              "\"radius\": 10, \"bones\": [\"eye_l\"], \"targets\": [{\"name\": \"jawOpn\", \"bones\": "
              "[{\"bone\": "
              "\"eye_l\"}]}]}, " OUT_NODE("near") "]"));
    CHECK_STR(lint_at("all.graph.json", MIENI_LINT_INFO),
              "M014 all.graph.json jow; M003 all.graph.json wink; M005 all.graph.json JawOpen,jawOpen; M005 "
              "all.graph.json jaw_open,jawOpen; M014 all.graph.json lok_L; M014 all.graph.json eye_l; M014 "
              "all.graph.json jawOpn; M014 all.graph.json eye_l");
    CHECK_STR(message(0), "face.skeleton.json has no bone jow; did you mean jaw?");
    CHECK_STR(message(4), "face.poses.json has no pose lok_L; did you mean look_L?");
    CHECK_STR(message(5), "face.skeleton.json has no bone eye_l; did you mean eye_L?");
    // A side that is written elsewhere is near, though not by its letters.
    lint_put("all.graph.json", GRAPH(ALL_NODES("{\"bone\": \"left_eye\"}")));
    CHECK_STR(lint_warnings(), "M014 all.graph.json left_eye");
    CHECK_STR(message(0), "face.skeleton.json has no bone left_eye; did you mean eye_L?");
    // A child's pose asset that lacks what its parent names.
    lint_put(
        "all.graph.json",
        GRAPH(
            "\"nodes\": [{\"id\": \"body\", \"node\": \"rest_pose\"}, {\"id\": \"one\", \"node\": \"pose\", "
            "\"poses\": \"face.poses.json\", \"pose\": \"look_L\"}, {\"id\": \"add\", \"node\": "
            "\"apply_additive\", \"base\": \"body\", \"delta\": \"one\"}, " OUT_NODE("add") "]"));
    lint_put("bo.poses.json",
             LINT_POSES("additive", "\"poses\": [{\"name\": \"jawOpen\", \"bones\": [{\"bone\": \"jaw\", "
                                    "\"t\": [0, 0.9, 0]}]}]"));
    lint_put("bo.graph.json",
             CHILD("all.graph.json", "\"overrides\": [{\"id\": \"one\", \"poses\": \"bo.poses.json\"}]"));
    CHECK_STR(lint_warnings(), "M014 bo.graph.json look_L");
    CHECK_STR(lint_report.items[0].place, "overrides[0].poses");
}

/// A pose of an absolute asset is a pose, that of an additive one a delta, which no output takes.
TEST(modes_of_poses)
{
    begin_graphs(0);
    lint_put(
        "all.graph.json",
        GRAPH("\"nodes\": [{\"id\": \"one\", \"node\": \"pose\", \"poses\": \"bo.poses.json\", \"pose\": "
              "\"jawOpen\"}, " OUT_NODE("one") "]"));
    lint_put("bo.poses.json", LINT_POSES("absolute", JAW_OPEN));
    CHECK_STR(lint_at("all.graph.json", MIENI_LINT_WARNING), "");
    lint_put("bo.poses.json", LINT_POSES("additive", JAW_OPEN));
    CHECK_STR(lint_at("all.graph.json", MIENI_LINT_WARNING), "M000 all.graph.json all.graph.json");
    CHECK_STR(message(0), "A delta cannot go into input: put an apply node between them.");
}

/// Curves that a map takes are known, those of its rows and those that it leaves unmapped.
TEST(mapped_names)
{
    static const struct {
        const char *unmapped, *said;
    } rows[] = {{"", "M003 all.graph.json wink"},
                {", \"unmapped\": [\"wink\"]", ""},
                {", \"unmapped\": [\"a\", \"b\", \"c\", \"d\"]", "M003 all.graph.json wink"}};
    begin_graphs(0);
    lint_put(
        "all.graph.json",
        GRAPH(
            "\"nodes\": [{\"id\": \"body\", \"node\": \"rest_pose\"}, {\"id\": \"host\", \"node\": "
            "\"live_input\", "
            "\"input\": \"body\", \"names\": [\"wink\", \"blink\"]}, {\"id\": \"named\", \"node\": \"map\", "
            "\"input\": \"host\", \"map\": \"m.map.json\"}, " POSE_NODE("named",
                                                                        "") ", " OUT_NODE("pose") "]"));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char text[400];
        snprintf(text, sizeof text,
                 "{\"kind\": \"map\", \"version\": 1, \"from\": \"a\", \"to\": \"b\", \"rows\": ["
                 "{\"from\": \"blink\", \"to\": \"jawOpen\"}]%s}",
                 rows[i].unmapped);
        lint_put("m.map.json", text);
        CHECK_STR(lint_at("all.graph.json", MIENI_LINT_INFO), rows[i].said);
    }
}

TEST(unused)
{
    begin_graphs(0);
    lint_put(
        "all.graph.json",
        GRAPH("\"parameters\": [{\"name\": \"near\", \"type\": \"bool\"}, {\"name\": \"far\", \"type\": "
              "\"float\"}], \"nodes\": [" FACE_NODE ", {\"id\": \"lost\", \"node\": \"rest_pose\"}, "
              "{\"id\": \"which\", \"node\": \"blend_by_int\", \"inputs\": [\"face\", \"face\"], \"index\": "
              "{\"parameter\": \"near\"}}, " POSE_NODE("which", "") ", " OUT_NODE("pose") "]"));
    CHECK_STR(lint_whole(), "M023 all.graph.json far; M022 all.graph.json lost");
    lint_put("bo.graph.json", CHILD("all.graph.json", "\"overrides\": [{\"id\": \"face\", \"rate\": 2}]"));
    CHECK_STR(lint_whole(), "M023 all.graph.json far; M022 all.graph.json lost");
    CHECK_STR(lint_warnings(), "");
}

TEST(characters)
{
    begin_graphs(0);
    lint_put("all.graph.json", GRAPH(ALL_NODES("")));
    lint_put("ada.mesh.json", "{\"kind\": \"mesh\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", "
                              "\"morphs\": [{\"name\": \"jawOpen\"}, {\"name\": \"wink\"}]}");
    lint_put("ada.character.json", "{\"kind\": \"character\", \"version\": 1, \"mesh\": \"ada.mesh.json\", "
                                   "\"graph\": \"all.graph.json\"}");
    CHECK_STR(lint_warnings(), "M002 ada.character.json jawOpen");
    CHECK_STR(message(0), "jawOpen is a pose and a morph of ada.mesh.json: the curve of that name does both, "
                          "unless the node pose consumes it.");
    // The node takes the curve away: the morph stays still, the pose moves.
    lint_put("bo.graph.json",
             CHILD("all.graph.json", "\"overrides\": [{\"id\": \"pose\", \"consume\": true}]"));
    lint_put("ada.character.json", "{\"kind\": \"character\", \"version\": 1, \"mesh\": \"ada.mesh.json\", "
                                   "\"graph\": \"bo.graph.json\"}");
    CHECK_STR(lint_warnings(), "");
    // What is wrong with its graph is told once, with the graph.
    lint_put("bo.graph.json",
             CHILD("all.graph.json", "\"overrides\": [{\"id\": \"pos\", \"consume\": true}]"));
    CHECK_STR(lint_at(NULL, MIENI_LINT_ERROR), "M014 bo.graph.json pos");
    CHECK_STR(lint_at("ada.character.json", MIENI_LINT_ERROR), "M000 bo.graph.json bo.graph.json");
    // The same where the pose asset names the mesh: only if every graph takes it away.
    lint_put("face.poses.json",
             LINT_POSES("additive",
                        "\"mesh\": \"ada.mesh.json\", \"poses\": [{\"name\": \"jawOpen\", \"bones\": "
                        "[{\"bone\": \"jaw\", \"t\": [0, 0.9, 0]}]}]"));
    CHECK_STR(lint_at("face.poses.json", MIENI_LINT_WARNING), "M002 face.poses.json jawOpen");
    lint_put("all.graph.json", GRAPH("\"nodes\": [" FACE_NODE ", " POSE_NODE(
                                   "face", ", \"consume\": true") ", " OUT_NODE("pose") "]"));
    lint_put("bo.graph.json", CHILD("all.graph.json", "\"overrides\": [{\"id\": \"face\", \"rate\": 2}]"));
    CHECK_STR(lint_at("face.poses.json", MIENI_LINT_WARNING), "");
    // A node that nothing leads to takes nothing away, and leaves nothing.
    lint_put("all.graph.json",
             GRAPH("\"nodes\": [{\"id\": \"lost\", \"node\": \"poses\", \"input\": \"face\", \"poses\": "
                   "\"face.poses.json\"}, " FACE_NODE
                   ", " POSE_NODE("face", ", \"consume\": true") ", " OUT_NODE("pose") "]"));
    CHECK_STR(lint_at("face.poses.json", MIENI_LINT_WARNING), "");
    // Parts on other skeletons.
    lint_put(
        "other.skeleton.json",
        "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [{\"name\": \"root\"}, {\"name\": \"tail\", "
        "\"parent\": \"root\"}]}");
    lint_put("ada.mesh.json", "{\"kind\": \"mesh\", \"version\": 1, \"skeleton\": \"other.skeleton.json\"}");
    lint_put("face.poses.json", LINT_POSES("additive", "\"poses\": [{\"name\": \"jawOpen\", \"bones\": "
                                                       "[{\"bone\": \"jaw\", \"t\": [0, 0.9, 0]}]}]"));
    CHECK_STR(lint_at("ada.character.json", MIENI_LINT_WARNING),
              "M009 ada.character.json eye_L,jaw,eye_R,tail");
    CHECK_STR(lint_report.items[0].place, "graph");
    // A face of another skeleton: what the graph's lacks counts, what only that has does not.
    lint_put("bo.poses.json",
             "{\"kind\": \"poses\", \"version\": 1, \"skeleton\": \"other.skeleton.json\", \"mode\": "
             "\"additive\", \"poses\": [{\"name\": \"jawOpen\", \"bones\": [{\"bone\": \"tail\", \"t\": [0, "
             "1, 0]}]}]}");
    lint_put("bo.graph.json",
             CHILD("all.graph.json", "\"overrides\": [{\"id\": \"pose\", \"poses\": \"bo.poses.json\"}]"));
    lint_put("eve.graph.json", CHILD("bo.graph.json", "\"overrides\": [{\"id\": \"face\", \"rate\": 2}]"));
    CHECK_STR(lint_at("bo.graph.json", MIENI_LINT_WARNING), "M009 bo.graph.json tail");
    CHECK_STR(lint_at("eve.graph.json", MIENI_LINT_WARNING), "");
}

/// Texts that others extend are read once, however many do.
TEST(many_children)
{
    enum { CHILDREN = 200 };
    begin_graphs(0);
    lint_put("all.graph.json", GRAPH(ALL_NODES("")));
    for (int i = 0; i < CHILDREN; ++i) {
        char path[64], text[300];
        snprintf(path, sizeof path, "c%03d.graph.json", i);
        snprintf(text, sizeof text,
                 CHILD("%s.graph.json", "\"overrides\": [{\"id\": \"body\", \"rate\": %d}]"), "all", i + 2);
        if (i > 0)
            snprintf(text, sizeof text,
                     CHILD("c%03d.graph.json", "\"overrides\": [{\"id\": \"body\", \"rate\": %d}]"), i - 1,
                     i + 2);
        lint_put(path, text);
    }
    CHECK_STR(lint_whole(), "");
    lint_put("c000.graph.json", CHILD("all.graph.json", "\"overrides\": [{\"id\": \"bdy\", \"rate\": 2}]"));
    CHECK_STR(lint_whole(), "M014 c000.graph.json bdy");
}

CHECK_MAIN
{
    lint_open();
    RUN(clean);
    RUN(still_face);
    RUN(double_transform);
    RUN(double_transform_of_changes);
    RUN(double_transform_in_child);
    RUN(double_transform_of_clip);
    RUN(overrides);
    RUN(chain);
    RUN(assets);
    RUN(names);
    RUN(modes_of_poses);
    RUN(mapped_names);
    RUN(unused);
    RUN(characters);
    RUN(many_children);
    lint_close();
}
