// SPDX-License-Identifier: MIT
//
// Examples of text assets in the documentation: each block that names its file is
// read as what its name says, and is what writing gives.

#include "support/check.h"

#include "asset/asset.h"
#include "mien/mien.h"
#include "mien_author/graph.h"

static bool seen[MIENI_ASSET_KINDS];

/// The whole page, closed by a zero, or NULL; free it.
static char *read_page(const char *path)
{
    MienFile *file = NULL;
    char *text = NULL;
    if (mien_file_open(path, NULL, &file, NULL) == MIEN_OK)
        text = malloc(mien_file_size(file) + 1);
    if (text != NULL) {
        memcpy(text, mien_file_data(file), mien_file_size(file));
        text[mien_file_size(file)] = '\0';
    }
    mien_file_close(file);
    return text;
}

static void found_key(void *user, const char *place, int line)
{
    printf("%s: line %d of the example: there is no key %s\n", (const char *)user, line, place);
    ++check_state.faults;
}

static void check_example(const char *name, const char *text, size_t size)
{
    const MieniAssetKind kind = mieni_asset_kind_of_path(name);
    MieniAsset asset;
    MieniTextOut out = {0};
    MienError error = {0};
    CHECK(kind != MIENI_ASSET_NONE);
    if (mieni_asset_read(&asset, kind, text, size, NULL, &error) != MIEN_OK) {
        printf("%s: %s: %s\n", name, error.location, error.message);
        ++check_state.faults;
        return;
    }
    seen[kind] = true;
    mieni_asset_unknown_keys(&asset, found_key, (void *)name);
    mieni_asset_write(&asset, &out);
    if (out.size != size || memcmp(out.bytes, text, size) != 0) {
        printf("%s: the canonical form is\n%s", name, out.bytes);
        ++check_state.faults;
    }
    mieni_text_release(&out);
    mieni_asset_release(&asset);
    if (kind == MIENI_ASSET_GRAPH) { // also what its names lead to
        MienAuthorGraph *graph = NULL;
        CHECK_STATUS(mien_author_graph_read(text, size, NULL, &graph, &error), MIEN_OK);
        CHECK_STR(error.message, "");
        mien_author_graph_destroy(graph);
    }
}

/// A node alone, as part of a graph.
static void check_node(const char *text, size_t size)
{
    static const char head[] = "{\"kind\": \"graph\", \"version\": 1, \"nodes\": [";
    char graph[2048];
    MieniAsset asset;
    MienError error = {0};
    const int whole = snprintf(graph, sizeof graph, "%s%.*s]}", head, (int)size, text);
    CHECK(whole < (int)sizeof graph);
    if (mieni_asset_read(&asset, MIENI_ASSET_GRAPH, graph, (size_t)whole, NULL, &error) != MIEN_OK) {
        printf("%.*s%s: %s\n", (int)size, text, error.location, error.message);
        ++check_state.faults;
        return;
    }
    mieni_asset_unknown_keys(&asset, found_key, (void *)"a node");
    mieni_asset_release(&asset);
}

/// Every block that begins with ```json and the id of a node; how many there are.
static int check_nodes(const char *path)
{
    static const char opening[] = "\n```json\n{\"id\": ", closing[] = "\n```\n";
    char *page = read_page(path);
    int count = 0;
    for (char *at = page != NULL ? strstr(page, opening) : NULL; at != NULL; at = strstr(at, opening)) {
        char *text = at + strlen("\n```json\n"), *end = strstr(text, closing);
        CHECK(end != NULL);
        if (end == NULL)
            break;
        check_node(text, (size_t)(end - text));
        at = end;
        ++count;
    }
    free(page);
    return count;
}

/// Every block that begins with ```json and a file's name; how many there are.
static int check_page(const char *path)
{
    static const char opening[] = "\n```json ", closing[] = "\n```\n";
    char *page = read_page(path);
    int count = 0;
    CHECK(page != NULL);
    for (char *at = page != NULL ? strstr(page, opening) : NULL; at != NULL; at = strstr(at, opening)) {
        char *name = at + sizeof opening - 1, *text = strchr(name, '\n') + 1, *end = strstr(text, closing);
        CHECK(end != NULL);
        if (end == NULL)
            break;
        text[-1] = '\0';
        check_example(name, text, (size_t)(end + 1 - text));
        at = end;
        ++count;
    }
    free(page);
    return count;
}

TEST(every_kind_has_a_canonical_example)
{
    CHECK(check_page(MIEN_TEST_DIR "/../docs/assets.md") >= MIENI_ASSET_KINDS - 1);
    for (int kind = MIENI_ASSET_NONE + 1; kind < MIENI_ASSET_KINDS; ++kind)
        if (!seen[kind]) {
            printf("docs/assets.md has no example of %s\n", mieni_asset_kind_name((MieniAssetKind)kind));
            ++check_state.faults;
        }
}

TEST(examples_of_other_pages_are_canonical)
{
    CHECK_INT(check_page(MIEN_TEST_DIR "/../docs/poses.md"), 1);
    CHECK_INT(check_page(MIEN_TEST_DIR "/../docs/names.md"), 1);
    CHECK_INT(check_page(MIEN_TEST_DIR "/../docs/graphs.md"), 2);
}

TEST(every_node_has_an_example)
{
    CHECK_INT(check_nodes(MIEN_TEST_DIR "/../docs/graphs.md"), 16);
    CHECK_INT(check_nodes(MIEN_TEST_DIR "/../docs/drivers.md"), 1);
}

CHECK_MAIN
{
    RUN(every_kind_has_a_canonical_example);
    RUN(examples_of_other_pages_are_canonical);
    RUN(every_node_has_an_example);
}
