// SPDX-License-Identifier: MIT
//
// Lint: likely mistakes in a project. Every diagnostic has a stable code, a location and a
// sentence, and a fix where one is safe. docs/lint.md describes each.

#pragma once

#include "project/project.h"

typedef enum MieniLintSeverity {
    MIENI_LINT_INFO = 0, ///< Good to know.
    MIENI_LINT_WARNING,  ///< Probably not what is wanted.
    MIENI_LINT_ERROR,    ///< Does not work.
} MieniLintSeverity;

/// Numbers are those of the codes: DOUBLE_TRANSFORM is M001. They are never reused.
typedef enum MieniLintCode {
    MIENI_LINT_UNREADABLE = 0,
    MIENI_LINT_DOUBLE_TRANSFORM,
    MIENI_LINT_POSE_AND_MORPH,
    MIENI_LINT_CURVE_WITHOUT_POSE,
    MIENI_LINT_POSE_WITHOUT_CURVE,
    MIENI_LINT_NEAR_MISS,
    MIENI_LINT_DUPLICATE_NAME,
    MIENI_LINT_OUT_OF_RANGE,
    MIENI_LINT_BASE_NOT_NEUTRAL,
    MIENI_LINT_SKELETON_MISMATCH,
    MIENI_LINT_UNUSED_CURVE,
    MIENI_LINT_IDLE_POSE,
    MIENI_LINT_SCALE_INVERTS,
    MIENI_LINT_STALE_PACK,
    MIENI_LINT_BROKEN_REFERENCE,
    MIENI_LINT_ASYMMETRY,
    MIENI_LINT_UNKNOWN_KEY,
    MIENI_LINT_NOT_CANONICAL,
    MIENI_LINT_DEPENDENT_CURVE,
    MIENI_LINT_DRIVEN_BASE,
    MIENI_LINT_IDLE_OVERRIDE,
    MIENI_LINT_STILL_FACE,
    MIENI_LINT_UNREACHABLE_NODE,
    MIENI_LINT_UNUSED_PARAMETER,
    MIENI_LINT_MISSED_KEY,
    MIENI_LINT_BONE_AXES,
    MIENI_LINT_UNREACHED_FACE,
    MIENI_LINT_CODES,
} MieniLintCode;

/// A row of the table of codes.
typedef struct MieniLintInfo {
    const char *code;           ///< "M001"
    const char *name;           ///< "double-transform"
    MieniLintSeverity severity; ///< Unless a finding says otherwise.
} MieniLintInfo;

const MieniLintInfo *mieni_lint_info(MieniLintCode code);
/// The code that is called so, "M001" or "double-transform"; -1 for none.
int mieni_lint_find(const char *word);
/// "info", "warning", "error".
const char *mieni_lint_severity_name(MieniLintSeverity severity);

/// What --fix does to a file.
typedef enum MieniLintFix {
    MIENI_LINT_FIX_NONE = 0,
    MIENI_LINT_FIX_MODIFIER, ///< Adds fix_row to the modifiers: the asset's or, of a clips asset, the
                             ///< member's.
    MIENI_LINT_FIX_REWRITE,  ///< Writes the same asset in its canonical form.
    MIENI_LINT_FIX_CURVES,   ///< Adds the names to the curves of a skeleton.
} MieniLintFix;

/// A name that was probably meant instead of another.
typedef struct MieniLintRename {
    const char *from, *to;
} MieniLintRename;

typedef struct MieniFinding {
    MieniLintCode code;
    MieniLintSeverity severity;
    const char *file;         ///< Within the project.
    int line;                 ///< 0: the file as a whole.
    const char *place;        ///< "poses[3].name", or "".
    const char *message;      ///< One sentence.
    const char *const *names; ///< What it is about: bones, curves, poses, keys, files.
    int name_count;
    const char *fix; ///< What --fix does, or NULL.
    MieniLintFix fix_kind;
    const MieniJson *fix_row;
    /// Of a curve of a clip or a pose that nothing fits: names it could get. A person has to choose, so
    /// --fix does none of them.
    const MieniLintRename *renames;
    int rename_count;
    bool is_rest;       ///< It stands for those of its code that are not listed; last of its file.
    const char *member; ///< Of a clips asset: the file that it is about, or NULL.
} MieniFinding;

/// Findings by file, line and code. Zero-initialise; release when done.
typedef struct MieniLintReport {
    MieniFinding *items;
    int count, room;
    int counts[MIENI_LINT_ERROR + 1]; ///< Per severity.
    bool is_unreadable;               ///< Something could not be read.
    MieniJsonDocument memory;         ///< Private: what findings point at.
} MieniLintReport;

/// Zero-initialise and fill.
typedef struct MieniLintOptions {
    const char *const *files; ///< Assets to look at, as the project names them; none: the whole project.
    int file_count;
    MieniLintSeverity level; ///< Less is not reported, nor looked for.
    bool off[MIENI_LINT_CODES];
    const MieniPaths *all_files; ///< Every file of the project, if the caller knows; or NULL.
    /// Or NULL: whether to look at the files of a clips asset at all. If not, all_files may lack them.
    bool (*wants_members)(void *user, const char *asset);
    /// Or NULL: whether to look at a file of a clips asset.
    bool (*wants_member)(void *user, const char *member);
    /// Or NULL. Hears of every asset, and every file of clips assets, that was looked at, and
    /// whether it brought no finding.
    void (*looked_at)(void *user, const char *path, bool is_clean);
    void *user;
} MieniLintOptions;

/// Looks for everything that the level asks for and that is off neither here nor in
/// mien.json. Fails only where nothing can be said at all; what cannot be read is a
/// finding. Some codes compare all assets with each other and are found only when
/// no files are given.
MienStatus mieni_lint(const MieniProject *project, const MieniLintOptions *options,
                      MieniLintReport *out_report, MieniProblem *problem);
void mieni_lint_report_release(MieniLintReport *report);

/// Applies the fixes of a report, file by file, each file whole or not at all, and
/// calls fixed for every one. *out_count is how many there were.
typedef void MieniLintFixed(void *user, const MieniFinding *finding);
MienStatus mieni_lint_fix(const MieniProject *project, const MieniLintReport *report, MieniLintFixed *fixed,
                          void *user, int *out_count, MieniProblem *problem);
