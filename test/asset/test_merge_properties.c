// SPDX-License-Identifier: MIT
//
// What holds for every merge, on random assets with random edits.

#include "support/cases.h"
#include "support/random_assets.h"

#include "asset/merge/diff.h"
#include "asset/merge/merge.h"

/// Three assets and their texts.
typedef struct Sides {
    MieniAsset base, ours, theirs;
    MieniTextOut texts[3]; ///< In this order.
    MieniTextOut removed;  ///< Ids of poses that a side removed.
    int fresh;             ///< How many poses were ever named.
} Sides;

static void write_texts(Sides *sides)
{
    mieni_asset_write(&sides->base, &sides->texts[0]);
    mieni_asset_write(&sides->ours, &sides->texts[1]);
    mieni_asset_write(&sides->theirs, &sides->texts[2]);
}

static Sides make_sides(Random *random, bool is_clip)
{
    Sides sides = {.fresh = 100};
    const int edits = 1 + random_below(random, 8);
    sides.base = is_clip ? make_clip(random, random_below(random, 30))
                         : make_poses(random, random_below(random, 9), random_below(random, 20));
    sides.ours = copy_asset(&sides.base);
    sides.theirs = copy_asset(&sides.base);
    for (int i = 0; i < edits; ++i) {
        if (is_clip) {
            edit_clip(&sides.ours, random);
            edit_clip(&sides.theirs, random);
        } else {
            edit_poses(&sides.ours, random, &sides.fresh, &sides.removed);
            edit_poses(&sides.theirs, random, &sides.fresh, &sides.removed);
        }
    }
    write_texts(&sides);
    return sides;
}

static void release(Sides *sides)
{
    mieni_asset_release(&sides->base);
    mieni_asset_release(&sides->ours);
    mieni_asset_release(&sides->theirs);
    for (int i = 0; i < 3; ++i)
        mieni_text_release(&sides->texts[i]);
    mieni_text_release(&sides->removed);
}

static MieniMerge merge(const MieniAsset *base, const MieniAsset *ours, const MieniAsset *theirs)
{
    MieniMerge result;
    MienError error = {0};
    CHECK_STATUS(mieni_asset_merge(&result, base, ours, theirs, NULL, &error), MIEN_OK);
    if (error.status != MIEN_OK)
        printf("%s: %s\n", error.location, error.message);
    return result;
}

static void check_clean(const MieniAsset *base, const MieniAsset *ours, const MieniAsset *theirs,
                        const char *expected)
{
    MieniMerge result = merge(base, ours, theirs);
    CHECK_INT(result.count, 0);
    CHECK_STR(result.text.bytes, expected);
    mieni_asset_merge_release(&result);
}

TEST(nothing_on_one_side)
{
    Random random = {property_seed(1)};
    for (int i = 0; i < property_cases(400); ++i) {
        Sides sides = make_sides(&random, i % 2 == 1);
        check_clean(&sides.base, &sides.base, &sides.theirs, sides.texts[2].bytes);
        check_clean(&sides.base, &sides.ours, &sides.base, sides.texts[1].bytes);
        check_clean(&sides.base, &sides.ours, &sides.ours, sides.texts[1].bytes);
        check_clean(NULL, &sides.ours, &sides.ours, sides.texts[1].bytes);
        release(&sides);
    }
}

/// One side as a person would take it who keeps one part between all markers, and fixes
/// the comma before a bracket and the empty list.
static char *take_side(const char *text, int side)
{
    char *out = calloc(1, strlen(text) + 1);
    size_t size = 0;
    int part = -1; // outside
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n") + 1;
        if (strncmp(text, "<<<<<<<", 7) == 0) {
            part = 0;
        } else if (strncmp(text, "|||||||", 7) == 0) {
            part = 1;
        } else if (strncmp(text, "=======", 7) == 0) {
            part = 2;
        } else if (strncmp(text, ">>>>>>>", 7) == 0) {
            part = -1;
        } else if (part < 0 || part == side) {
            const size_t indent = strspn(text, " ");
            if (text[indent] == ']' && size >= 2 && out[size - 2] == '[') { // nothing is left between
                memcpy(out + size - 1, text + indent, length - indent);
                size += length - indent - 1;
                text += length;
                continue;
            }
            if ((text[indent] == ']' || text[indent] == '}') && size >= 2 && out[size - 2] == ',') {
                out[size - 2] = '\n';
                --size;
            }
            memcpy(out + size, text, length);
            size += length;
        }
        text += length;
    }
    return out;
}

/// That a result can be read: as it is, or with any side taken everywhere.
static void check_readable(MieniAssetKind kind, const MieniMerge *result)
{
    for (int side = 0; side < 3; side += 2) {
        char *text = take_side(result->text.bytes, side);
        MieniAsset asset;
        MieniTextOut again = {0};
        MienError error = {0};
        CHECK_STATUS(mieni_asset_read(&asset, kind, text, strlen(text), NULL, &error), MIEN_OK);
        if (asset.json.root != NULL) {
            mieni_asset_write(&asset, &again);
            CHECK_STR(again.bytes, text);
        } else {
            printf("%s: %s\n%s\n", error.location, error.message, result->text.bytes);
        }
        mieni_text_release(&again);
        mieni_asset_release(&asset);
        free(text);
    }
}

TEST(both_sides)
{
    Random random = {property_seed(2)};
    int clean = 0, conflicts = 0, notes = 0;
    for (int i = 0; i < property_cases(2000); ++i) {
        Sides sides = make_sides(&random, i % 2 == 1);
        MieniMerge result = merge(&sides.base, &sides.ours, &sides.theirs);
        CHECK((result.conflict_count > 0) == (strstr(result.text.bytes, "<<<<<<< ours\n") != NULL));
        check_readable(sides.base.kind, &result);
        clean += result.conflict_count == 0;
        conflicts += result.conflict_count;
        notes += result.count - result.conflict_count;
        // no pose is lost that neither side removed
        const MieniAsset *const all[] = {&sides.base, &sides.ours, &sides.theirs};
        for (int a = 0; a < 3; ++a) {
            const MieniJson *poses = mieni_json_get(all[a]->json.root, "poses");
            for (int p = 0; poses != NULL && p < poses->count; ++p) {
                char id[64];
                snprintf(id, sizeof id, "\"%s\"", mieni_json_get_string(poses->items[p], "id", ""));
                CHECK(strstr(result.text.bytes, id) != NULL ||
                      (sides.removed.bytes != NULL && strstr(sides.removed.bytes, id) != NULL));
            }
        }
        mieni_asset_merge_release(&result);
        release(&sides);
    }
    printf("%d clean, %d conflicts, %d notes\n", clean, conflicts, notes);
    CHECK(clean > 0 && conflicts > 0 && notes > 0);
}

/// Does edits to the poses of one parity, found by id, and either removes some or adds
/// others behind them: both at one place would be a matter of order.
static void edit_half(MieniAsset *asset, Random random, int half, int count, bool removes)
{
    MieniJson *poses = mieni_json_get(asset->json.root, "poses");
    for (int i = 0; i < count; ++i) {
        char id[32];
        snprintf(id, sizeof id, "i%d", 2 * random_below(&random, 5) + half);
        const int index = mieni_json_find(poses, "id", id), what = random_below(&random, 8);
        Random own = {random_bits(&random)};
        if (index >= 0 && what == 0 && removes)
            mieni_json_remove(poses, index);
        else if (index >= 0 && what == 1)
            mieni_json_set(&asset->json, poses->items[index], "name", text_value(asset, half ? "x" : "y", i));
        else if (index >= 0 && what == 2 && !removes && index + 1 < poses->count)
            mieni_json_insert(&asset->json, poses, index + 1, make_pose(asset, 100 + 2 * i + half));
        else if (index >= 0)
            edit_pose(asset, poses->items[index], &own);
    }
}

TEST(apart)
{
    Random random = {property_seed(3)};
    for (int i = 0; i < property_cases(500); ++i) {
        MieniAsset base = make_poses(&random, 10, 0);
        for (int e = 0; e < 20; ++e) {
            Random own = {random_bits(&random)};
            edit_pose(&base, mieni_json_get(base.json.root, "poses")->items[random_below(&random, 10)], &own);
        }
        MieniAsset ours = copy_asset(&base), theirs = copy_asset(&base), both = copy_asset(&base);
        const Random first = {random_bits(&random)}, second = {random_bits(&random)};
        MieniTextOut expected = {0};
        edit_half(&ours, first, 0, 6, i % 2 == 0);
        edit_half(&theirs, second, 1, 6, i % 2 == 0);
        edit_half(&both, first, 0, 6, i % 2 == 0);
        edit_half(&both, second, 1, 6, i % 2 == 0);
        mieni_asset_write(&both, &expected);
        check_clean(&base, &ours, &theirs, expected.bytes);
        check_clean(&base, &theirs, &ours, expected.bytes);
        mieni_text_release(&expected);
        mieni_asset_release(&base);
        mieni_asset_release(&ours);
        mieni_asset_release(&theirs);
        mieni_asset_release(&both);
    }
}

TEST(differences)
{
    Random random = {property_seed(4)};
    for (int i = 0; i < property_cases(500); ++i) {
        Sides sides = make_sides(&random, i % 2 == 1);
        MieniAssetDiff diff;
        CHECK_STATUS(mieni_asset_diff(&diff, &sides.base, &sides.ours, NULL, NULL), MIEN_OK);
        CHECK((diff.count == 0) == (strcmp(sides.texts[0].bytes, sides.texts[1].bytes) == 0));
        mieni_asset_diff_release(&diff);
        CHECK_STATUS(mieni_asset_diff(&diff, &sides.ours, &sides.ours, NULL, NULL), MIEN_OK);
        CHECK_INT(diff.count, 0);
        mieni_asset_diff_release(&diff);
        release(&sides);
    }
}

/// 10,000 poses: turned round by one side, every one changed by the other.
TEST(many_rows)
{
    Random random = {1};
    const int count = 10000;
    MieniAsset base = make_poses(&random, count, 0), ours = copy_asset(&base), theirs = copy_asset(&base);
    MieniJson *poses = mieni_json_get(ours.json.root, "poses");
    MieniAssetDiff diff;
    for (int i = 0; i < count / 2; ++i) {
        MieniJson *pose = poses->items[i];
        poses->items[i] = poses->items[count - 1 - i];
        poses->items[count - 1 - i] = pose;
    }
    poses = mieni_json_get(theirs.json.root, "poses");
    for (int i = 0; i < count; ++i)
        mieni_json_set(&theirs.json, poses->items[i], "name", text_value(&theirs, "new", i));
    MieniMerge result = merge(&base, &ours, &theirs);
    CHECK_INT(result.count, 0);
    CHECK(strstr(result.text.bytes, "\"new9999\"") < strstr(result.text.bytes, "\"new0\""));
    CHECK_STATUS(mieni_asset_diff(&diff, &ours, &theirs, NULL, NULL), MIEN_OK);
    CHECK_INT(diff.count, count + 1);
    mieni_asset_diff_release(&diff);
    mieni_asset_merge_release(&result);
    mieni_asset_release(&base);
    mieni_asset_release(&ours);
    mieni_asset_release(&theirs);
}

CHECK_MAIN
{
    RUN(nothing_on_one_side);
    RUN(both_sides);
    RUN(apart);
    RUN(differences);
    RUN(many_rows);
}
