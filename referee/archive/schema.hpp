// The archive's tables. docs/archive.md explains them; a change here is a new schema_version.
#pragma once

namespace sparring::referee {

/// "Spar": tells an archive from other SQLite files.
inline constexpr int kApplicationId = 0x53706172;

inline constexpr const char* kSchema = R"sql(
CREATE TABLE run (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  configuration TEXT NOT NULL,
  game TEXT NOT NULL,
  version TEXT NOT NULL,
  stop INTEGER
);
CREATE TABLE engines (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  command TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  limits TEXT NOT NULL,
  options TEXT NOT NULL,
  id_name TEXT NOT NULL DEFAULT '',
  id_author TEXT NOT NULL DEFAULT ''
);
CREATE TABLE openings (
  number INTEGER PRIMARY KEY,
  fen TEXT NOT NULL,
  moves TEXT NOT NULL
);
CREATE TABLE pairs (
  number INTEGER PRIMARY KEY,
  round INTEGER NOT NULL,
  player INTEGER NOT NULL REFERENCES engines(number),
  opponent INTEGER NOT NULL REFERENCES engines(number),
  opening INTEGER NOT NULL REFERENCES openings(number)
);
CREATE TABLE games (
  number INTEGER PRIMARY KEY,
  round INTEGER NOT NULL,
  pair INTEGER NOT NULL REFERENCES pairs(number),
  opening INTEGER NOT NULL REFERENCES openings(number),
  first INTEGER NOT NULL REFERENCES engines(number),
  second INTEGER NOT NULL REFERENCES engines(number),
  result TEXT NOT NULL,
  reason TEXT NOT NULL,
  detail TEXT NOT NULL,
  offender INTEGER,
  margin INTEGER,
  started TEXT NOT NULL,
  ended TEXT NOT NULL,
  cpu_first_ns INTEGER NOT NULL,
  cpu_second_ns INTEGER NOT NULL,
  plies INTEGER NOT NULL,
  sides TEXT NOT NULL,
  moves TEXT NOT NULL,
  elapsed_ns TEXT NOT NULL,
  clock_ns TEXT NOT NULL,
  score TEXT NOT NULL,
  depth TEXT NOT NULL,
  nodes TEXT NOT NULL,
  engine_ms TEXT NOT NULL
);
CREATE TABLE events (
  number INTEGER PRIMARY KEY,
  time TEXT NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL
);
CREATE VIEW moves AS
  SELECT games.number AS game, m.key + 1 AS ply,
         CAST(substr(games.sides, m.key + 1, 1) AS INTEGER) AS side, m.value AS move,
         json_extract(games.elapsed_ns, '$[' || m.key || ']') / 1e6 AS ms,
         json_extract(games.clock_ns, '$[' || m.key || ']') / 1e6 AS clock_ms,
         json_extract(games.score, '$[' || m.key || ']') AS score,
         json_extract(games.depth, '$[' || m.key || ']') AS depth,
         json_extract(games.nodes, '$[' || m.key || ']') AS nodes
  FROM games, json_each(games.moves) AS m;
)sql";

}  // namespace sparring::referee
