# SPDX-License-Identifier: MIT
"""The description of the C API: what it reads, and what it refuses. test_headers.py BINDINGS"""

import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv.pop())
import headers  # noqa: E402

REFUSED = {
    "#define MIEN_ADD(a, b) ((a) + (b))\n": "x.h:1: a directive",
    "MIEN_API int mien_a(long value);\n": "x.h:1: unknown type long",
    "MIEN_API int other(int value);\n": "other does not start with mien_",
    "MIEN_API int mien_a(int);\n": "expected a name",
    "int mien_a(void);\n": "neither a typedef nor MIEN_API",
    "typedef union MienA { int a; } MienA;\n": "typedef of union",
    "typedef struct MienA { int a : 3; } MienA;\n": "x.h:1: unexpected ':",
    "typedef struct MienA { int *a, b; } MienA;\n": "a pointer and a value",
    "typedef struct MienA { struct { int b; } c; } MienA;\n": "unknown type struct",
    "typedef struct MienA MienA;\nMIEN_API int mien_a_load(MienA **out_a);\n": "mien_a_load gives a MienA, which no",
    "typedef struct MienA MienA;\nMIEN_API int mien_a_load(MienA **out_a);\nMIEN_API void mien_a_destroy(MienA *a);\n":
        "add to KEEPS",
}


class Headers(unittest.TestCase):
    def setUp(self):
        self.keeps, headers.KEEPS = headers.KEEPS, {}
        self.addCleanup(setattr, headers, "KEEPS", self.keeps)

    def describe(self, text):
        return headers.Description([("x.h", text)]).as_json()

    def test_refuses_what_it_does_not_understand(self):
        for text, reason in REFUSED.items():
            with self.subTest(text), self.assertRaises(headers.Refused) as refused:
                self.describe(text)
            self.assertIn(reason, str(refused.exception))

    def test_reads_declarations_with_their_comments(self):
        api = self.describe("/// Not of the next one.\n\n/// A size.\ntypedef struct MienA {\n    int x, y; ///< Sides.\n"
                            "    const char *const *names; ///< Of the sides,\n                              ///< sorted.\n"
                            "    void *(*get)(void *user, size_t size);\n} MienA;\n"
                            "/// Gets one.\nMIEN_API MIEN_EXPERIMENTAL const MienA *mien_a_get(const MienA *a, int i); ///< Or NULL.\n")
        struct, function = api["structs"][0], api["functions"][0]
        self.assertEqual(struct["doc"], "A size.")
        self.assertEqual([(row["name"], row["type"], row["doc"]) for row in struct["fields"]],
                         [("x", "int", "Sides."), ("y", "int", "Sides."),
                          ("names", "const char *const *", "Of the sides, sorted."), ("get", "function", "")])
        self.assertEqual(function["doc"], "Gets one. Or NULL.")
        self.assertEqual((function["result"], function["lifetime"], function["experimental"]),
                         ("const MienA *", "a", True))

    def test_counts_values_of_enums(self):
        api = self.describe("typedef enum MienE {\n    MIEN_A = 4, ///< First.\n    MIEN_B,\n} MienE;\n")
        self.assertEqual([(row["name"], row["value"]) for row in api["enums"][0]["values"]], [("MIEN_A", 4), ("MIEN_B", 5)])

    def test_every_function_of_the_headers_is_documented_and_owned(self):
        headers.KEEPS = self.keeps
        api = headers.describe()
        self.assertGreater(len(api["functions"]), 190)
        for row in api["functions"]:
            self.assertTrue(row["doc"], row["name"])
            if "*" in row["result"]:
                self.assertTrue(row.keys() & {"creates", "lifetime"}, row["name"])


unittest.main()
