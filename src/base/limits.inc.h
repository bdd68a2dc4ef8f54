// SPDX-License-Identifier: MIT
//
// The limits that people can set: LIMIT(field of MienAuthorLimits, option, environment,
// what it takes, help). The options of the program, its environment and the table in
// SECURITY.md come from here.

LIMIT(
    memory, "max-memory", "MIEN_MAX_MEMORY", "SIZE",
    "Refuse what needs more memory than this at a time, such as `2G`; if not given, 40 MiB and 18 bytes per "
    "byte of the files that are read")
LIMIT(values, "max-values", "MIEN_MAX_VALUES", "N",
      "Refuse clips of more frames times channels than this; if not given, one per 24 bytes of memory")
LIMIT(vertices, "max-vertices", "MIEN_MAX_VERTICES", "N",
      "Refuse meshes of more vertices than this, those that morphs move counted again; if not given, one per "
      "32 "
      "bytes of memory")
LIMIT(seconds, "max-seconds", "MIEN_MAX_SECONDS", "SECONDS",
      "End reading and cooking after so much time of the processor; no limit if not given")
