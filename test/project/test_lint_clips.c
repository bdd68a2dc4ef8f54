// SPDX-License-Identifier: MIT
//
// What lint says of clips and the poses that they drive.

#include "support/lint_projects.h"

#define TRACKS "\"tracks\": {\"file\": \"body.bvh\", \"unit\": 1}"
#define OTHERS LINT_KEYED("look_L", "1") ", " LINT_KEYED("look_R", "1")

/// A clip of a body that also moves the jaw, and of curves.
static void begin_talk(const char *clip)
{
    lint_begin();
    lint_put_bvh("body.bvh", "root", 20, 10, 0);
    lint_put("talk.clip.json", clip);
}

TEST(double_transform)
{
    begin_talk(LINT_CLIP("\"preview\": \"face.poses.json\", " TRACKS
                         ", \"keyed\": [" LINT_KEYED("jawOpen", "1") ", " OTHERS "]"));
    CHECK_STR(lint_whole(), "M001 talk.clip.json jaw,jawOpen fix");
    CHECK_INT(lint_report.items[0].line, 6);
    CHECK_STR(lint_report.items[0].place, "tracks");
    CHECK_STR(lint_report.items[0].message,
              "jaw is moved twice: by the clip's tracks, and by poses that its curve jawOpen drives.");
    CHECK_STR(lint_report.items[0].fix,
              "add to the modifiers: {\"do\": \"remove_bones\", \"names\": [\"jaw\"]}");
    // The same without a preview: every pose asset of the skeleton. And alone.
    lint_put("talk.clip.json", LINT_CLIP(TRACKS ", \"keyed\": [" LINT_KEYED("jawOpen", "1") ", " OTHERS "]"));
    CHECK_STR(lint_whole(), "M001 talk.clip.json jaw,jawOpen fix");
    CHECK_STR(lint_at("talk.clip.json", MIENI_LINT_WARNING), "M001 talk.clip.json jaw,jawOpen fix");
}

TEST(double_transform_silent)
{
    // The curve is 0 all the time; the track stays as the reference; the track is gone.
    begin_talk(LINT_CLIP(TRACKS ", \"keyed\": [" LINT_KEYED("jawOpen", "0") "]"));
    CHECK_STR(lint_warnings(), "");
    lint_put("talk.clip.json", LINT_CLIP(TRACKS ", \"keyed\": [" LINT_KEYED("jawOpen", "1") "]"));
    CHECK_STR(lint_warnings(), "M001 talk.clip.json jaw,jawOpen fix");
    lint_put_bvh("body.bvh", "root", 20, 0, 10);
    CHECK_STR(lint_warnings(), "");
    lint_put_bvh("body.bvh", "root", 20, 10, 10);
    lint_put("talk.clip.json",
             LINT_CLIP(TRACKS ", \"modifiers\": [{\"do\": \"remove_bones\", \"names\": [\"j*\"]}], "
                              "\"keyed\": [" LINT_KEYED("jawOpen", "1") "]"));
    CHECK_STR(lint_warnings(), "");
    // A modifier that silences the curve does as well.
    lint_put(
        "talk.clip.json",
        LINT_CLIP(TRACKS
                  ", \"modifiers\": [{\"do\": \"scale_curves\", \"names\": [\"jawOpen\"], \"gain\": 0}], "
                  "\"keyed\": [" LINT_KEYED("jawOpen", "1") "]"));
    CHECK_STR(lint_warnings(), "");
}

TEST(double_transform_fix)
{
    begin_talk(LINT_CLIP(TRACKS ", \"keyed\": [" LINT_KEYED("jawOpen", "1") ", " OTHERS "]"));
    MieniBuffer text, pack;
    lint_whole();
    lint_cook("talk.clip.json", "first.mien");
    text = lint_read("talk.clip.json");
    pack = lint_read("first.mien");
    CHECK_INT(lint_fix(), 1);
    CHECK_STR(lint_whole(), "");
    CHECK_INT(lint_fix(), 0);
    // Exactly that: the asset is the old one with one modifier, and only the jaw's track is gone.
    MieniAsset before, after;
    MieniClipRecipe recipe;
    CHECK_STATUS(mieni_asset_read(&before, MIENI_ASSET_CLIP, text.bytes, text.size, NULL, NULL), MIEN_OK);
    CHECK_STATUS(mieni_project_load(&lint_project, "talk.clip.json", MIENI_ASSET_CLIP, &after, NULL),
                 MIEN_OK);
    const MieniJson *rows = mieni_json_get(after.json.root, "modifiers");
    CHECK(rows != NULL && rows->count == 1 && rows->items[0]->count == 2);
    CHECK(mieni_json_unset(after.json.root, "modifiers") &&
          mieni_json_equal(before.json.root, after.json.root));
    CHECK_STATUS(mieni_clip_recipe(&lint_project, "talk.clip.json", NULL, &recipe, NULL), MIEN_OK);
    CHECK_INT(recipe.clip->track_count, 3);
    CHECK_STR(recipe.clip->tracks[0].bone, "root");
    mieni_clip_recipe_release(&recipe);
    lint_cook("talk.clip.json", "second.mien");
    CHECK(!lint_is_same("second.mien", &pack));
    // Without the modifier all is as it was, text and pack.
    CHECK_STATUS(mieni_project_save(&lint_project, "talk.clip.json", &after, NULL), MIEN_OK);
    lint_cook("talk.clip.json", "third.mien");
    CHECK(lint_is_same("talk.clip.json", &text) && lint_is_same("third.mien", &pack));
    mieni_asset_release(&before);
    mieni_asset_release(&after);
    mieni_buffer_release(&text);
    mieni_buffer_release(&pack);
}

/// In-betweens move bones with their control, combinations only while all they need is there.
TEST(double_transform_dependent)
{
    begin_talk(LINT_CLIP(TRACKS ", \"keyed\": [" LINT_KEYED("look_L", "1") "]"));
    lint_put(
        "face.poses.json",
        LINT_POSES(
            "additive",
            "\"poses\": [{\"name\": \"look_L\", \"bones\": [{\"bone\": \"eye_L\", \"t\": [1, 1.1, 0]}]}, "
            "{\"name\": \"look_R\", \"bones\": [{\"bone\": \"eye_R\", \"t\": [-1, 1.1, 0]}]}, "
            "{\"name\": \"half\", \"target\": \"look_L\", \"position\": 0.5, "
            "\"bones\": [{\"bone\": \"eye_L\", \"t\": [1, 1.2, 0]}]}, "
            "{\"name\": \"both\", \"corrective\": [\"look_L\", \"look_R\"], "
            "\"bones\": [{\"bone\": \"jaw\", \"t\": [0, 0.9, 0]}]}]"));
    CHECK_STR(lint_warnings(), "");
    lint_put("talk.clip.json",
             LINT_CLIP(TRACKS ", \"keyed\": [" LINT_KEYED("look_L", "1") ", " LINT_KEYED("look_R", "1") "]"));
    CHECK_STR(lint_warnings(), "M001 talk.clip.json jaw,look_L,look_R fix");
    // The in-between alone has the jaw.
    lint_put(
        "face.poses.json",
        LINT_POSES(
            "additive",
            "\"poses\": [{\"name\": \"look_L\", \"bones\": [{\"bone\": \"eye_L\", \"t\": [1, 1.1, 0]}]}, "
            "{\"name\": \"half\", \"target\": \"look_L\", \"position\": 0.5, "
            "\"bones\": [{\"bone\": \"jaw\", \"t\": [0, 0.9, 0]}]}]"));
    CHECK_STR(lint_at("talk.clip.json", MIENI_LINT_WARNING), "M001 talk.clip.json jaw,look_L fix");
    // A curve of a dependent pose's name drives nothing and is told.
    lint_put("talk.clip.json", LINT_CLIP(TRACKS ", \"keyed\": [" LINT_KEYED("half", "1") "]"));
    CHECK_STR(lint_warnings(), "M018 talk.clip.json half");
}

/// Where every pose holds the face at rest, tracks of the body are not offered for removal.
TEST(double_transform_without_base)
{
    begin_talk(LINT_CLIP(TRACKS ", \"keyed\": [" LINT_KEYED("jawOpen", "1") "]"));
    const char *const poses =
        "\"poses\": [{\"name\": \"Neutral\", \"bones\": [{\"bone\": \"root\", \"t\": [0, 1, 0]}]}, "
        "{\"name\": \"jawOpen\", \"bones\": [{\"bone\": \"root\", \"t\": [0, 1, 0]}, "
        "{\"bone\": \"jaw\", \"t\": [0, 0.9, 0]}]}]";
    char text[500];
    snprintf(text, sizeof text, LINT_POSES("additive", "%s"), poses);
    lint_put("face.poses.json", text);
    CHECK_STR(lint_warnings(), "M008 face.poses.json Neutral; M001 talk.clip.json root,jaw,jawOpen");
    snprintf(text, sizeof text, LINT_POSES("additive", "\"base\": \"Neutral\", %s"), poses);
    lint_put("face.poses.json", text);
    CHECK_STR(lint_warnings(), "M001 talk.clip.json jaw,jawOpen fix");
}

TEST(members)
{
    begin_talk(LINT_CLIP("\"keyed\": []"));
    lint_put(
        "moves.clips.json",
        "{\"kind\": \"clips\", \"version\": 1, \"skeleton\": \"face.skeleton.json\", \"files\": [\"*.bvh\"], "
        "\"settings\": {\"unit\": 1}}");
    CHECK_STR(lint_warnings(), ""); // no curves: nothing is driven
    // Of a file that a pattern finds, the fix is that file's alone.
    lint_put("lines.clips.json", "{\"kind\": \"clips\", \"version\": 1, \"skeleton\": "
                                 "\"face.skeleton.json\", \"files\": [\"*.csv\"]}");
    lint_put_raw("a.csv", "time,JawOpen\n0,0\n1,1\n");
    lint_put_raw("b.csv", "time,jawOpen\n0,0\n1,1\n");
    CHECK_STR(lint_warnings(), "M005 lines.clips.json JawOpen,jawOpen fix");
    CHECK_STR(lint_report.items[0].member, "a.csv");
    CHECK_INT(lint_fix(), 1);
    CHECK_STR(lint_warnings(), "");
    MieniAsset asset;
    CHECK_STATUS(mieni_project_load(&lint_project, "lines.clips.json", MIENI_ASSET_CLIPS, &asset, NULL),
                 MIEN_OK);
    const MieniJson *except = mieni_json_get(asset.json.root, "except");
    CHECK(except != NULL && except->count == 1 && mieni_json_get(asset.json.root, "modifiers") == NULL);
    CHECK_STR(mieni_json_get_string(except->items[0], "file", ""), "a.csv");
    mieni_asset_release(&asset);
    // A row that the file has already gets it.
    lint_put("lines.clips.json", "{\"kind\": \"clips\", \"version\": 1, \"skeleton\": "
                                 "\"face.skeleton.json\", \"files\": [\"*.csv\"], \"except\": "
                                 "[{\"file\": \"a.csv\", \"offset\": 0.5}]}");
    CHECK_STR(lint_warnings(), "M005 lines.clips.json JawOpen,jawOpen fix");
    CHECK_INT(lint_fix(), 1);
    CHECK_STR(lint_warnings(), "");
    CHECK_STATUS(mieni_project_load(&lint_project, "lines.clips.json", MIENI_ASSET_CLIPS, &asset, NULL),
                 MIEN_OK);
    except = mieni_json_get(asset.json.root, "except");
    CHECK(except != NULL && except->count == 1 && mieni_json_get(except->items[0], "modifiers") != NULL);
    mieni_asset_release(&asset);
    lint_put("none.clips.json", "{\"kind\": \"clips\", \"version\": 1, \"files\": [\"*.none\"]}");
    CHECK_STR(lint_warnings(), "M014 none.clips.json");
}

TEST(names_that_come_near)
{
    begin_talk(LINT_CLIP("\"keyed\": [" LINT_KEYED("jawOpne", "1") ", " OTHERS "]"));
    CHECK_STR(lint_whole(), "M003 talk.clip.json jawOpne"); // no fix: a person has to choose
    CHECK(lint_report.items[0].rename_count == 1);
    CHECK_STR(lint_report.items[0].renames[0].from, "jawOpne");
    CHECK_STR(lint_report.items[0].renames[0].to, "jawOpen");
    begin_talk(LINT_CLIP("\"keyed\": [" LINT_KEYED("jawOpen", "1") ", " LINT_KEYED("lookl", "1") "]"));
    CHECK_STR(lint_whole(), "M003 talk.clip.json lookl");
    CHECK_STR(lint_report.items[0].renames[0].to, "look_L");
    // A clip that has the curve already would lose one of both.
    begin_talk(
        LINT_CLIP("\"keyed\": [" LINT_KEYED("jawOpne", "1") ", " LINT_KEYED("jawOpen", "1") ", " OTHERS "]"));
    CHECK_STR(lint_whole(), "M003 talk.clip.json jawOpne");
    CHECK_INT(lint_report.items[0].rename_count, 0);
}

TEST(curves_without_poses)
{
    begin_talk(
        LINT_CLIP("\"keyed\": [" LINT_KEYED("jawOpen", "1") ", " LINT_KEYED("sparkle", "1") ", " OTHERS "]"));
    CHECK_STR(lint_whole(), "M003 talk.clip.json sparkle");
    CHECK_INT(lint_report.items[0].rename_count, 0); // nothing comes near
    lint_put("face.skeleton.json", LINT_SKELETON "{\"name\": \"sparkle\"}]}");
    CHECK_STR(lint_whole(), ""); // the table knows it
    lint_put("talk.clip.json", LINT_CLIP("\"keyed\": [" LINT_KEYED("jawOpen", "1") ", " OTHERS "]"));
    CHECK_STR(lint_whole(), "M010 face.skeleton.json sparkle");
    lint_put("talk.clip.json", LINT_CLIP("\"keyed\": [" LINT_KEYED("jawOpen", "1") "]"));
    lint_put("face.skeleton.json", LINT_SKELETON "{\"name\": \"look_L\"}]}");
    lint_wants_curves = true;
    CHECK_STR(lint_whole(), "M004 face.skeleton.json jawOpen,look_R fix");
    CHECK_INT(lint_fix(), 1);
    CHECK_STR(lint_whole(), "");
    lint_wants_curves = false;
}

TEST(near_misses)
{
    begin_talk(LINT_CLIP("\"keyed\": [" LINT_KEYED("JawOpen", "1") ", " OTHERS "]"));
    CHECK_STR(lint_warnings(), "M005 talk.clip.json JawOpen,jawOpen fix");
    CHECK_STR(lint_report.items[0].message,
              "The curve JawOpen drives nothing, but differs from the pose jawOpen only by case.");
    CHECK_INT(lint_fix(), 1);
    CHECK_STR(lint_whole(), "");
    MieniClipRecipe recipe;
    CHECK_STATUS(mieni_clip_recipe(&lint_project, "talk.clip.json", NULL, &recipe, NULL), MIEN_OK);
    CHECK_STR(recipe.clip->curves[0].name, "jawOpen");
    CHECK_INT(recipe.clip->curve_count, 3);
    mieni_clip_recipe_release(&recipe);
    // Words set apart otherwise may mean something; two may not become one.
    lint_put("talk.clip.json", LINT_CLIP("\"keyed\": [" LINT_KEYED("jaw_open", "1") "]"));
    CHECK_STR(lint_warnings(), "M005 talk.clip.json jaw_open,jawOpen");
    lint_put("talk.clip.json",
             LINT_CLIP("\"keyed\": [" LINT_KEYED("JawOpen", "1") ", " LINT_KEYED("JAWOPEN", "1") "]"));
    CHECK_STR(lint_warnings(), "M005 talk.clip.json JAWOPEN,jawOpen; M005 talk.clip.json JawOpen,jawOpen");
    lint_put("talk.clip.json",
             LINT_CLIP("\"keyed\": [" LINT_KEYED("JawOpen", "1") ", " LINT_KEYED("jawOpen", "1") "]"));
    CHECK_STR(lint_warnings(), "M005 talk.clip.json JawOpen,jawOpen");
    lint_put("talk.clip.json", LINT_CLIP("\"keyed\": [" LINT_KEYED("JawOpen", "0") "]"));
    CHECK_STR(lint_warnings(), ""); // 0 all the time
}

/// A fix that brings another finding to light: it is found, and fixed, the next time.
TEST(fix_after_fix)
{
    begin_talk(LINT_CLIP(TRACKS ", \"keyed\": [" LINT_KEYED("JawOpen", "1") "]"));
    CHECK_STR(lint_warnings(), "M005 talk.clip.json JawOpen,jawOpen fix");
    CHECK_INT(lint_fix(), 1);
    CHECK_STR(lint_warnings(), "M001 talk.clip.json jaw,jawOpen fix");
    CHECK_INT(lint_fix(), 1);
    CHECK_STR(lint_warnings(), "");
}

TEST(ranges)
{
    begin_talk(LINT_CLIP("\"keyed\": [" LINT_KEYED("jawOpen", "1.5") ", " LINT_KEYED(
        "look_L", "-1") ", " LINT_KEYED("look_R", "1") "]"));
    CHECK_STR(lint_whole(), "M007 talk.clip.json jawOpen,look_L");
    CHECK_STR(lint_report.items[0].message,
              "look_L reaches -1.000 and is clamped outside 0.00 to 1.00, and so are 1 more curves.");
    lint_put(
        "face.poses.json",
        LINT_POSES(
            "additive",
            "\"poses\": [{\"name\": \"jawOpen\", \"range\": [0, 2], "
            "\"bones\": [{\"bone\": \"jaw\", \"t\": [0, 0.9, 0]}]}, "
            "{\"name\": \"look_L\", \"offset\": 1, \"bones\": [{\"bone\": \"eye_L\", \"t\": [1, 1.1, 0]}]}, "
            "{\"name\": \"look_R\", \"bones\": [{\"bone\": \"eye_R\", \"t\": [-1, 1.1, 0]}]}]"));
    CHECK_STR(lint_whole(), "");
}

/// Where case does not count, another case is no near miss.
TEST(unreal)
{
    begin_talk(LINT_CLIP(TRACKS ", \"keyed\": [" LINT_KEYED("JAWOPEN", "1") "]"));
    lint_put("face.poses.json",
             LINT_POSES("additive", "\"blending\": \"unreal\", \"poses\": [{\"name\": \"jawOpen\", "
                                    "\"bones\": [{\"bone\": \"jaw\", \"t\": [0, 0.9, 0]}]}]"));
    CHECK_STR(lint_whole(), "M001 talk.clip.json jaw,JAWOPEN fix");
}

TEST(bases)
{
    begin_talk(LINT_CLIP("\"keyed\": [" LINT_KEYED("rest", "1") "]"));
    const char *const bones =
        "\"poses\": [{\"name\": \"rest\", \"bones\": [{\"bone\": \"jaw\", \"t\": [0, 0.9, 0]}]}]";
    char text[400];
    snprintf(text, sizeof text, LINT_POSES("additive", "%s"), bones);
    lint_put("face.poses.json", text);
    CHECK_STR(lint_whole(), "M008 face.poses.json rest");
    snprintf(text, sizeof text, LINT_POSES("additive", "\"base\": \"rest\", %s"), bones);
    lint_put("face.poses.json", text);
    CHECK_STR(lint_whole(), "M019 talk.clip.json rest");
    lint_put("talk.clip.json", LINT_CLIP("\"keyed\": []"));
    CHECK_STR(lint_whole(), "");
}

TEST(bones_differ)
{
    begin_talk(LINT_CLIP(TRACKS));
    CHECK_STR(lint_warnings(), "");
    lint_put_bvh("body.bvh", "eye_L", 20, 10, 0);
    CHECK_STR(lint_warnings(), "M009 talk.clip.json jaw");
    CHECK_STR(lint_report.items[0].message,
              "body.bvh does not fit the bones of face.skeleton.json: different parents for jaw.");
    lint_put_bvh("body.bvh", "root", 20, 10, 0);
    lint_put("face.skeleton.json",
             "{\"kind\": \"skeleton\", \"version\": 1, \"bones\": [{\"name\": \"root\"}, "
             "{\"name\": \"jaw\", \"parent\": \"root\"}]}");
    lint_put("face.poses.json", LINT_POSES("additive", "\"poses\": []"));
    CHECK_STR(lint_warnings(), "M009 talk.clip.json eye_L,eye_R");
    lint_put("talk.clip.json",
             LINT_CLIP(TRACKS ", \"modifiers\": [{\"do\": \"remove_bones\", \"names\": [\"eye_*\"]}]"));
    CHECK_STR(lint_warnings(), "");
    // A preview of another skeleton.
    lint_put("other.skeleton.json", LINT_SKELETON "]}");
    lint_put("other.poses.json",
             "{\"kind\": \"poses\", \"version\": 1, \"skeleton\": \"other.skeleton.json\", "
             "\"mode\": \"additive\", \"poses\": []}");
    lint_put("talk.clip.json", LINT_CLIP("\"preview\": \"other.poses.json\""));
    CHECK_STR(lint_warnings(), "M009 talk.clip.json eye_L,eye_R");
}

TEST(packs)
{
    begin_talk(LINT_CLIP("\"keyed\": [" LINT_KEYED("jawOpen", "1") ", " OTHERS "]"));
    CHECK_STR(lint_whole(), ""); // there is no pack yet
    lint_cook("talk.clip.json", NULL);
    lint_cook("face.poses.json", NULL);
    lint_cook("face.skeleton.json", NULL);
    CHECK_STR(lint_whole(), "");
    lint_put("talk.clip.json", LINT_CLIP("\"keyed\": [" LINT_KEYED("jawOpen", "0.5") ", " OTHERS "]"));
    CHECK_STR(lint_whole(), "M013 talk.clip.json .mien/packs/talk.clip.mien");
    CHECK_STR(lint_warnings(), "");
    lint_put("face.skeleton.json", LINT_SKELETON "{\"name\": \"jawOpen\"}]}");
    CHECK_STR(lint_whole(), "M013 face.skeleton.json .mien/packs/face.skeleton.mien; "
                            "M013 talk.clip.json .mien/packs/talk.clip.mien");
    lint_put("face.poses.json",
             LINT_POSES(
                 "additive",
                 "\"poses\": [{\"name\": \"jawOpen\", \"bones\": [{\"bone\": \"jaw\", \"t\": [0, 0.8, 0]}]}, "
                 "{\"name\": \"look_L\", \"bones\": [{\"bone\": \"eye_L\", \"t\": [1, 1.1, 0]}]}, "
                 "{\"name\": \"look_R\", \"bones\": [{\"bone\": \"eye_R\", \"t\": [-1, 1.1, 0]}]}]"));
    CHECK_STR(lint_at("face.poses.json", MIENI_LINT_INFO),
              "M013 face.poses.json .mien/packs/face.poses.mien");
}

CHECK_MAIN
{
    lint_open();
    RUN(double_transform);
    RUN(double_transform_silent);
    RUN(double_transform_fix);
    RUN(double_transform_dependent);
    RUN(double_transform_without_base);
    RUN(members);
    RUN(names_that_come_near);
    RUN(curves_without_poses);
    RUN(near_misses);
    RUN(fix_after_fix);
    RUN(ranges);
    RUN(unreal);
    RUN(bases);
    RUN(bones_differ);
    RUN(packs);
    lint_close();
}
