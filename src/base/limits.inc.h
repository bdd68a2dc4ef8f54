// SPDX-License-Identifier: MIT
//
// The limits that users can set: LIMIT(field of MienAuthorLimits, option, environment
// variable, value, help). The program's options, its environment variables and the table in
// SECURITY.md come from here.

LIMIT(memory, "max-memory", "MIEN_MAX_MEMORY", "SIZE",
      "Limit memory use, such as `2G` (default: 40 MiB and 18 bytes per byte of the input files)")
LIMIT(values, "max-values", "MIEN_MAX_VALUES", "N",
      "Limit the frames times channels of a clip (default: one per 24 bytes of memory)")
LIMIT(vertices, "max-vertices", "MIEN_MAX_VERTICES", "N",
      "Limit the vertices of a mesh, plus those that morphs move (default: one per 32 bytes of memory)")
LIMIT(seconds, "max-seconds", "MIEN_MAX_SECONDS", "SECONDS",
      "Limit the CPU time for reading and cooking (default: no limit)")
