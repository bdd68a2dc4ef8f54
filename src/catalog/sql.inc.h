// SPDX-License-Identifier: MIT
//
// Every SQL statement, by name. Values are always bound, never inserted into the text.

// Sources, and what is known of them.
STATEMENT(SOURCES, "SELECT id, path, kind, size, time FROM source")
STATEMENT(ANY_SOURCE, "SELECT count(*) FROM (SELECT 1 FROM source LIMIT 1)")
STATEMENT(ADD_SOURCE, "INSERT INTO source(id, path, kind, asset, size, time) VALUES(?1, ?2, ?3, ?4, ?5, ?6)")
STATEMENT(DROP_SOURCE, "DELETE FROM source WHERE id = ?1")
STATEMENT(DROP_MENTIONS, "DELETE FROM mention WHERE source = ?1")
STATEMENT(DROP_REFERENCES, "DELETE FROM reference WHERE source = ?1")
STATEMENT(SETS_OF_CLIPS, "SELECT curve_set, count(*) FROM clip WHERE id BETWEEN ?1 AND ?2 GROUP BY curve_set")
STATEMENT(DROP_CLIPS, "DELETE FROM clip WHERE id BETWEEN ?1 AND ?2")
STATEMENT(ADD_LISTING, "INSERT INTO listing(source, paths) VALUES(?1, ?2)")
STATEMENT(DROP_LISTING, "DELETE FROM listing WHERE source = ?1")
STATEMENT(ADD_MENTION, "INSERT OR IGNORE INTO mention(source, what, name, other) VALUES(?1, ?2, ?3, ?4)")
STATEMENT(ADD_REFERENCE, "INSERT OR IGNORE INTO reference(source, path) VALUES(?1, ?2)")
STATEMENT(ADD_CLIP,
          "INSERT INTO clip(id, path, curve_set, seconds, bytes, tracks) VALUES(?1, ?2, ?3, ?4, ?5, ?6)")

// Curves and sets of them.
STATEMENT(FIND_CURVE, "SELECT id FROM curve WHERE name = ?1")
STATEMENT(FIND_CURVE_FOLDED, "SELECT id FROM curve WHERE name = ?1 COLLATE NOCASE")
STATEMENT(ADD_CURVE, "INSERT INTO curve(name) VALUES(?1)")
STATEMENT(FIND_SET, "SELECT id FROM curve_set WHERE hash = ?1")
STATEMENT(ADD_SET, "INSERT INTO curve_set(hash, size, clips) VALUES(?1, ?2, 0)")
STATEMENT(ADD_SET_CURVE, "INSERT OR IGNORE INTO curve_in_set(curve, curve_set) VALUES(?1, ?2)")
STATEMENT(CHANGE_SET, "UPDATE curve_set SET clips = clips + ?2 WHERE id = ?1")
STATEMENT(SETS_WITH, "SELECT curve_set FROM curve_in_set WHERE curve = ?1 ORDER BY curve_set")
STATEMENT(CLIPS_OF_SET, "SELECT clips FROM curve_set WHERE id = ?1")
STATEMENT(ALL_CLIPS, "SELECT ifnull(sum(clips), 0) FROM curve_set")

// Clips. The columns are those of read_clip.
STATEMENT(FIRST_OF_SET, "SELECT path, id FROM clip WHERE curve_set = ?1 AND path < ?2 ORDER BY path LIMIT ?3")
STATEMENT(FIRST_OF_SET_OPEN, "SELECT path, id FROM clip WHERE curve_set = ?1 ORDER BY path LIMIT ?2")
STATEMENT(CLIPS_BY_PATH, "SELECT path, seconds, bytes, tracks, id, curve_set FROM clip ORDER BY path")
STATEMENT(PATHS_FROM, "SELECT path, id FROM clip WHERE path >= ?1 ORDER BY path")
STATEMENT(SOURCES_OF, "SELECT id FROM source WHERE asset = ?1")
STATEMENT(SOURCE_LIKE, "SELECT size, time FROM source WHERE path = ?1")
STATEMENT(ALL_PATHS, "SELECT path, id FROM clip ORDER BY path")
STATEMENT(CURVES_IN_SETS, "SELECT c.name, s.curve_set FROM curve_in_set s JOIN curve c ON c.id = s.curve "
                          "ORDER BY c.name")
STATEMENT(COUNT_PATHS, "SELECT count(*) FROM (SELECT 1 FROM clip WHERE path >= ?1 AND path < ?2 LIMIT ?3)")
STATEMENT(LISTINGS, "SELECT source, paths FROM listing")
STATEMENT(CLIP_BY_ID, "SELECT path, seconds, bytes, tracks, id, curve_set FROM clip WHERE id = ?1")
STATEMENT(SIZE_OF_SET, "SELECT size FROM curve_set WHERE id = ?1")
STATEMENT(ASSET_OF_SOURCE, "SELECT asset FROM source WHERE id = ?1")
STATEMENT(CURVES_OF_CLIP,
          "SELECT name FROM curve WHERE id IN (SELECT curve FROM curve_in_set WHERE curve_set = "
          "(SELECT curve_set FROM clip WHERE path = ?1)) ORDER BY name")

// Names.
STATEMENT(MENTIONS,
          "SELECT m.what, s.path, m.other FROM mention m JOIN source s ON s.id = m.source "
          "WHERE m.name = ?1 COLLATE NOCASE AND (m.name = ?1 OR m.what = 3) ORDER BY m.what, s.path, m.other")
STATEMENT(
    POSES_CALLED,
    "SELECT source FROM mention WHERE name = ?1 COLLATE NOCASE AND name = ?1 AND what = 1 ORDER BY source")
STATEMENT(DRIVERS_OF,
          "SELECT what, name FROM mention WHERE source = ?1 AND what IN (2, 3) AND other = ?2 ORDER BY name")
STATEMENT(CURVES, "SELECT name FROM curve UNION SELECT name FROM mention WHERE what <> 1 ORDER BY 1")
STATEMENT(POSES, "SELECT DISTINCT name FROM mention WHERE what = 1 ORDER BY 1")
STATEMENT(CHARACTERS, "SELECT count(*) FROM source WHERE kind = ?1")
// Assets with a pose or morph of the name, the assets that name one of them, and the
// assets that name one of those: a character names a graph, which names pose assets.
STATEMENT(LACKING,
          "WITH holder(path) AS (SELECT s.path FROM mention m JOIN source s ON s.id = m.source "
          "WHERE m.name = ?1 COLLATE NOCASE AND m.name = ?1 AND m.what IN (1, 5)), "
          "moving(path) AS (SELECT path FROM holder UNION SELECT s.path FROM holder h JOIN reference r "
          "ON r.path = h.path JOIN source s ON s.id = r.source) "
          "SELECT path FROM source WHERE kind = ?2 AND id NOT IN "
          "(SELECT r.source FROM moving m JOIN reference r ON r.path = m.path) ORDER BY path")

// What lint found clean.
STATEMENT(LINTED, "SELECT path, stamp, own, refers FROM linted ORDER BY path")
STATEMENT(PUT_LINTED, "INSERT OR REPLACE INTO linted(path, stamp, own, refers) VALUES(?1, ?2, ?3, ?4)")
STATEMENT(DROP_LINTED, "DELETE FROM linted WHERE path = ?1")
