// SPDX-License-Identifier: MIT
//
// What lint says of pose assets, meshes, characters, references and texts.

#include "support/lint_projects.h"

#define JAW "\"bones\": [{\"bone\": \"jaw\", \"t\": [0, 0.9, 0]}]"

TEST(clean)
{
    lint_begin();
    CHECK_STR(lint_whole(), "");
    CHECK_INT(lint_report.counts[MIENI_LINT_ERROR] + lint_report.counts[MIENI_LINT_WARNING], 0);
}

TEST(codes)
{
    for (int i = 0; i < MIENI_LINT_CODES; ++i) {
        const MieniLintInfo *info = mieni_lint_info((MieniLintCode)i);
        char code[8];
        snprintf(code, sizeof code, "M%03d", i);
        CHECK_STR(info->code, code);
        CHECK_INT(mieni_lint_find(info->code), i);
        CHECK_INT(mieni_lint_find(info->name), i);
    }
    CHECK_INT(mieni_lint_find("M999"), -1);
}

TEST(idle_poses)
{
    lint_begin();
    lint_put("face.poses.json",
             LINT_POSES("additive", "\"base\": \"calm\", \"poses\": [{\"name\": \"calm\"}, "
                                    "{\"name\": \"jawOpen\", " JAW "}, {\"name\": \"nothing\"}, "
                                    "{\"name\": \"glow\", \"curves\": {\"skin\": 1}}]"));
    CHECK_STR(lint_warnings(), "M011 face.poses.json nothing");
    CHECK_INT(lint_report.items[0].line, 10);
    CHECK_STR(lint_report.items[0].place, "poses[2]");
    lint_put("face.poses.json",
             LINT_POSES("absolute", "\"poses\": [{\"name\": \"still\", \"hold\": [\"jaw\"]}]"));
    CHECK_STR(lint_warnings(), "");
}

TEST(duplicates)
{
    lint_begin();
    lint_put("face.poses.json",
             LINT_POSES("additive", "\"poses\": [{\"name\": \"jawOpen\", " JAW
                                    "}, {\"name\": \"JawOpen\", " JAW "}, {\"name\": \"jaw\", " JAW "}]"));
    CHECK_STR(lint_warnings(), "M006 face.poses.json jawOpen,JawOpen");
    CHECK_INT(lint_report.items[0].severity, MIENI_LINT_WARNING);
    CHECK_STR(lint_report.items[0].message, "JawOpen and jawOpen in line 7 differ only by case.");
    lint_put("face.poses.json",
             LINT_POSES("additive", "\"blending\": \"unreal\", \"poses\": [{\"name\": \"jawOpen\", " JAW
                                    "}, {\"name\": \"JawOpen\", " JAW "}]"));
    lint_warnings();
    CHECK(lint_report.count == 1 && lint_report.items[0].severity == MIENI_LINT_ERROR);
    lint_begin();
    lint_put("face.skeleton.json", LINT_SKELETON "{\"name\": \"jawOpen\"}, {\"name\": \"JAWOPEN\"}]}");
    CHECK_STR(lint_warnings(), "M006 face.skeleton.json jawOpen,JAWOPEN");
}

TEST(near_the_table)
{
    lint_begin();
    lint_put("face.skeleton.json", LINT_SKELETON "{\"name\": \"JawOpen\"}]}");
    CHECK_STR(lint_warnings(), "M005 face.poses.json jawOpen");
    CHECK(lint_report.items[0].rename_count == 1 &&
          strcmp(lint_report.items[0].renames[0].to, "JawOpen") == 0);
    lint_put("face.skeleton.json", LINT_SKELETON "{\"name\": \"JawOpen\"}, {\"name\": \"jawOpen\"}]}");
    CHECK_STR(lint_warnings(), "M006 face.skeleton.json JawOpen,jawOpen");
}

TEST(scales)
{
    lint_begin();
    const char *const shrink =
        LINT_POSES("additive", "\"poses\": [{\"name\": \"a\", \"bones\": [{\"bone\": \"jaw\", "
                               "\"s\": [1, 0.5, 1]}]}, {\"name\": \"b\", \"range\": [0, %s], "
                               "\"bones\": [{\"bone\": \"jaw\", \"s\": [1, 0.6, 1]}]}]");
    char text[600];
    snprintf(text, sizeof text, shrink, "1");
    lint_put("face.poses.json", text);
    CHECK_STR(lint_warnings(), "");
    snprintf(text, sizeof text, shrink, "1.5"); // 1 - 0.5 - 0.4 * 1.5
    lint_put("face.poses.json", text);
    CHECK_STR(lint_warnings(), "M012 face.poses.json jaw");
}

TEST(sides)
{
    lint_begin();
    lint_put("face.poses.json", LINT_POSES("additive", "\"poses\": [{\"name\": \"look_L\", " JAW "}]"));
    CHECK_STR(lint_whole(), "M015 face.poses.json look_L");
    CHECK_STR(lint_report.items[0].message, "look_L has no other side: no pose is named look_R.");
    lint_put("face.poses.json",
             LINT_POSES("additive",
                        "\"poses\": [{\"name\": \"look_L\", \"bones\": [{\"bone\": \"eye_L\", \"t\": [1, 2, "
                        "0]}]}, {\"name\": \"look_R\", " JAW "}]"));
    CHECK_STR(lint_whole(), "M015 face.poses.json look_L");
    CHECK_STR(lint_warnings(), "");
}

TEST(morphs)
{
    lint_begin();
    lint_put("face.mesh.json", "{\"kind\": \"mesh\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", "
                               "\"morphs\": [{\"name\": \"jawOpen\"}, {\"name\": \"wrinkle\"}]}");
    CHECK_STR(lint_warnings(), "M002 face.mesh.json jawOpen"); // no character says otherwise
    lint_put("ada.character.json",
             "{\"kind\": \"character\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", "
             "\"mesh\": \"face.mesh.json\", \"poses\": \"face.poses.json\"}");
    CHECK_STR(lint_warnings(), "M002 ada.character.json jawOpen");
    CHECK_STR(lint_at("ada.character.json", MIENI_LINT_WARNING), "M002 ada.character.json jawOpen");
    lint_put("ada.character.json",
             "{\"kind\": \"character\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", "
             "\"mesh\": \"face.mesh.json\"}");
    CHECK_STR(lint_warnings(), "");
    lint_put("face.mesh.json", "{\"kind\": \"mesh\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", "
                               "\"rest_pose\": [{\"bone\": \"nose\"}, {\"bone\": \"jaw\"}]}");
    CHECK_STR(lint_warnings(), "M009 face.mesh.json nose");
}

TEST(skeleton_sources)
{
    lint_begin();
    lint_put_bvh("face.bvh", "root", 0, 0, 0);
    const char *const skeleton =
        "{\"kind\": \"skeleton\", \"version\": 1, \"source\": {\"file\": \"face.bvh\", "
        "\"unit\": 1}, \"bones\": [{\"name\": \"root\"}, {\"name\": \"jaw\", \"parent\": "
        "\"root\"}, {\"name\": \"eye_L\", \"parent\": \"root\"}, {\"name\": \"%s\", "
        "\"parent\": \"root\"}]}";
    char text[500];
    lint_put("face.poses.json", LINT_POSES("additive", "\"poses\": []"));
    snprintf(text, sizeof text, skeleton, "eye_R");
    lint_put("face.skeleton.json", text);
    CHECK_STR(lint_warnings(), "");
    snprintf(text, sizeof text, skeleton, "nose");
    lint_put("face.skeleton.json", text);
    CHECK_STR(lint_warnings(), "M009 face.skeleton.json eye_R,nose");
    // Poses from a take of other bones.
    lint_put("face.skeleton.json", LINT_SKELETON "]}");
    lint_put_bvh("face.bvh", "eye_L", 0, 10, 0);
    lint_put("face.poses.json", LINT_POSES("additive", "\"source\": {\"file\": \"face.bvh\", \"unit\": 1}, "
                                                       "\"poses\": [{\"name\": \"open\", \"frame\": 1}]"));
    CHECK_STR(lint_warnings(), "M009 face.poses.json jaw");
    lint_put_bvh("face.bvh", "root", 0, 10, 0);
    CHECK_STR(lint_warnings(), "");
}

TEST(references)
{
    static const struct {
        const char *path, *text, *says;
    } rows[] = {
        {"a.clip.json", LINT_CLIP("\"preview\": \"none.poses.json\""), "M014 a.clip.json none.poses.json"},
        {"a.clip.json", LINT_CLIP("\"preview\": \"face.skeleton.json\""),
         "M014 a.clip.json face.skeleton.json"},
        {"a.clip.json", LINT_CLIP("\"tracks\": {\"file\": \"none.bvh\"}"), "M014 a.clip.json none.bvh"},
        {"a.clip.json", LINT_CLIP("\"map\": \"none-to-none\""), "M014 a.clip.json none-to-none"},
        {"a.clip.json", LINT_CLIP("\"map\": \"none.map.json\""), "M014 a.clip.json none.map.json"},
        {"a.clip.json", LINT_CLIP("\"map\": \"livelink-to-arkit\""), ""},
        {"a.clip.json", LINT_CLIP("\"modifiers\": [{\"list\": \"none.modifiers.json\"}]"),
         "M014 a.clip.json none.modifiers.json"},
        {"a.clip.json", LINT_CLIP("\"sound\": {\"file\": \"none.wav\"}"), "M014 a.clip.json none.wav"},
        {"a.clip.json", "{\"kind\": \"clip\", \"version\": 1, \"skeleton\": \"none.skeleton.json\"}",
         "M014 a.clip.json none.skeleton.json"},
        {"a.mesh.json", "{\"kind\": \"mesh\", \"version\": 1, \"skeleton\": \"none.skeleton.json\"}",
         "M014 a.mesh.json none.skeleton.json"},
        {"a.character.json", "{\"kind\": \"character\", \"version\": 1, \"graph\": \"none.graph.json\"}",
         "M014 a.character.json none.graph.json"},
        {"a.character.json",
         "{\"kind\": \"character\", \"version\": 1, \"mesh\": \"none.mesh.json\", \"poses\": "
         "\"none.poses.json\"}",
         "M014 a.character.json none.mesh.json; M014 a.character.json none.poses.json"},
        {"a.character.json", "{\"kind\": \"character\", \"version\": 1, \"poses\": \"face.skeleton.json\"}",
         "M014 a.character.json face.skeleton.json"},
        {"a.skeleton.json",
         "{\"kind\": \"skeleton\", \"version\": 1, \"source\": {\"file\": \"none.bvh\"}, "
         "\"bones\": [{\"name\": \"root\"}]}",
         "M014 a.skeleton.json none.bvh"},
        {"a.poses.json",
         LINT_POSES("additive", "\"base\": \"none\", \"poses\": [{\"name\": \"open\", " JAW "}]"),
         "M014 a.poses.json none"},
        {"a.poses.json",
         LINT_POSES("additive", "\"poses\": [{\"name\": \"open\", \"target\": \"none\", \"position\": 0.5}]"),
         "M014 a.poses.json none"},
        {"a.poses.json",
         LINT_POSES("additive", "\"poses\": [{\"name\": \"open\", \"corrective\": [\"none\"]}]"),
         "M014 a.poses.json none"},
        {"a.poses.json",
         LINT_POSES("additive", "\"poses\": [{\"name\": \"open\", \"bones\": [{\"bone\": \"none\"}]}]"),
         "M014 a.poses.json none"},
        {"a.poses.json",
         LINT_POSES("additive", "\"poses\": [{\"name\": \"open\", " JAW "}], \"overrides\": [{\"target\": "
                                "\"open\", \"source\": \"none\"}]"),
         "M014 a.poses.json none"},
        {"a.poses.json",
         LINT_POSES("additive", "\"poses\": [{\"name\": \"open\", " JAW "}], \"groups\": [{\"kind\": "
                                "\"cap\", \"members\": [\"open\", \"none\"]}]"),
         "M014 a.poses.json none"},
        {"a.poses.json",
         LINT_POSES("additive", "\"poses\": [{\"name\": \"open\", \"file\": \"none.bvh\", \"frame\": "
                                "0}]"),
         "M014 a.poses.json none.bvh"},
        // Lists of four fill their room: what comes behind them is not looked at.
        {"a.poses.json",
         LINT_POSES(
             "additive",
             "\"poses\": [{\"name\": \"a\", " JAW "}, {\"name\": \"b\", " JAW "}, {\"name\": \"c\", " JAW
             "}, {\"name\": \"d\", " JAW
             "}, {\"name\": \"all\", \"corrective\": [\"a\", \"b\", \"c\", \"d\"], "
             "\"hold\": [\"root\", \"jaw\", \"eye_L\", \"eye_R\"], "
             "\"bones\": [{\"bone\": \"root\"}, {\"bone\": \"jaw\"}, {\"bone\": \"eye_L\"}, "
             "{\"bone\": \"eye_R\"}]}], \"overrides\": [{\"target\": \"a\", \"source\": \"b\"}, "
             "{\"target\": \"b\", \"source\": \"c\"}, {\"target\": \"c\", \"source\": \"d\"}, "
             "{\"target\": \"d\", \"source\": \"none\"}], \"groups\": [{\"kind\": \"cap\", \"members\": "
             "[\"a\", \"b\", \"c\", \"d\"]}]"),
         "M014 a.poses.json none"},
        {"mien.json",
         "{\"kind\": \"project\", \"version\": 1, \"lint\": {\"off\": [\"M011\", \"M012\", \"M013\", "
         "\"M999\"]}}",
         "M014 mien.json M999"},
        {"a.clips.json",
         "{\"kind\": \"clips\", \"version\": 1, \"files\": [\"*.json\"], \"except\": [{\"file\": "
         "\"none.csv\", \"skip\": true}]}",
         "M014 a.clips.json none.csv"},
        {"mien.json", "{\"kind\": \"project\", \"version\": 1, \"lint\": {\"off\": [\"M999\"]}}",
         "M014 mien.json M999"},
        {"mien.json", "{\"kind\": \"project\", \"version\": 1, \"build\": \"not-yet\"}", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        lint_begin();
        lint_put(rows[i].path, rows[i].text);
        CHECK_STR(lint_warnings(), rows[i].says);
    }
}

TEST(texts)
{
    lint_begin();
    lint_put("a.clip.json", LINT_CLIP("\"colour\": 1, \"keyed\": []"));
    CHECK_STR(lint_warnings(), "M016 a.clip.json colour");
    lint_begin();
    lint_put_raw("a.clip.json", "{\"version\": 1, \"kind\": \"clip\", \"length\": 1}");
    CHECK_STR(lint_warnings(), "M017 a.clip.json fix");
    CHECK_INT(lint_fix(), 1);
    CHECK_STR(lint_warnings(), "");
    MieniBuffer text = lint_read("a.clip.json");
    CHECK_STR(text.bytes, "{\n  \"kind\": \"clip\",\n  \"version\": 1,\n  \"length\": 1\n}\n");
    mieni_buffer_release(&text);
}

TEST(unreadable)
{
    lint_begin();
    lint_put_raw("a.clip.json", "{\"kind\": ");
    lint_put_raw("b.csv", "time,jawOpen\n0,x\n");
    lint_put("b.clip.json", LINT_CLIP("\"curves\": {\"file\": \"b.csv\"}"));
    lint_put("c.clip.json", LINT_CLIP("\"curves\": {\"file\": \"b.csv\"}"));
    CHECK_STR(lint_whole(), "M000 a.clip.json a.clip.json; M000 b.csv b.csv");
    CHECK(lint_report.is_unreadable);
    CHECK_INT(lint_report.items[1].line, 2);
    // A skeleton that cannot be read is said once, however many use it.
    lint_begin();
    lint_put_raw("face.skeleton.json", "{}");
    lint_put("a.clip.json", LINT_CLIP("\"keyed\": []"));
    CHECK_STR(lint_whole(), "M000 face.skeleton.json face.skeleton.json");
    CHECK_STR(lint_at("a.clip.json", MIENI_LINT_ERROR), "M000 face.skeleton.json face.skeleton.json");
    lint_put("face.mesh.json", "{\"kind\": \"mesh\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", "
                               "\"rest_pose\": [{\"bone\": \"nose\"}]}");
    CHECK_STR(lint_at("face.mesh.json", MIENI_LINT_INFO), "M000 face.skeleton.json face.skeleton.json");
}

TEST(switched_off)
{
    lint_begin();
    lint_put("face.poses.json",
             LINT_POSES("additive", "\"poses\": [{\"name\": \"first\"}, {\"name\": \"nothing\"}]"));
    CHECK_STR(lint_whole(), "M011 face.poses.json nothing");
    lint_put("mien.json", "{\"kind\": \"project\", \"version\": 1, \"lint\": {\"off\": [\"M011\"]}}");
    CHECK_STR(lint_whole(), "");
    lint_put("mien.json", "{\"kind\": \"project\", \"version\": 1, \"lint\": {\"off\": [\"idle-pose\"]}}");
    CHECK_STR(lint_whole(), "");
    lint_put("mien.json", "{\"kind\": \"project\", \"version\": 1}");
    lint_whole();
    const MieniLintOptions options = {
        .off = {[MIENI_LINT_IDLE_POSE] = true, [MIENI_LINT_POSE_WITHOUT_CURVE] = true}};
    mieni_lint_report_release(&lint_report);
    CHECK_STATUS(mieni_lint(&lint_project, &options, &lint_report, NULL), MIEN_OK);
    CHECK_INT(lint_report.count, 0);
}

/// Of a project with broken files, named ones are found clean: the others are not read.
TEST(named_files)
{
    lint_begin();
    lint_put_raw("broken.poses.json", "{");
    lint_put_raw("broken.clip.json", "{");
    lint_put("a.clip.json", LINT_CLIP("\"preview\": \"face.poses.json\""));
    CHECK_STR(lint_at("a.clip.json", MIENI_LINT_INFO), "");
    CHECK_STR(lint_at("face.poses.json", MIENI_LINT_INFO), "");
    CHECK_STR(lint_at("face.skeleton.json", MIENI_LINT_INFO), "");
    CHECK_STR(lint_at("broken.clip.json", MIENI_LINT_INFO), "M000 broken.clip.json broken.clip.json");
}

CHECK_MAIN
{
    lint_open();
    RUN(clean);
    RUN(codes);
    RUN(idle_poses);
    RUN(duplicates);
    RUN(near_the_table);
    RUN(scales);
    RUN(sides);
    RUN(morphs);
    RUN(skeleton_sources);
    RUN(references);
    RUN(texts);
    RUN(unreadable);
    RUN(switched_off);
    RUN(named_files);
    lint_close();
}
