// The run file's tables. docs/tuner.md explains them; a change here is a new RunStore::version.
#pragma once

namespace sparring::tuner {

inline constexpr const char* kSchema = R"sql(
CREATE TABLE run (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  configuration TEXT NOT NULL,
  version TEXT NOT NULL,
  warnings TEXT NOT NULL
);
CREATE TABLE engines (
  name TEXT PRIMARY KEY,
  command TEXT NOT NULL,
  sha256 TEXT NOT NULL
);
CREATE TABLE parameters (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  min REAL NOT NULL,
  max REAL NOT NULL,
  start REAL NOT NULL,
  step REAL NOT NULL,
  codec TEXT NOT NULL,
  bits INTEGER NOT NULL,
  fixed INTEGER NOT NULL,
  words TEXT NOT NULL
);
CREATE TABLE openings (
  number INTEGER PRIMARY KEY,
  role TEXT NOT NULL,
  fen TEXT NOT NULL,
  moves TEXT NOT NULL
);
CREATE TABLE individuals (
  id INTEGER PRIMARY KEY,
  born INTEGER NOT NULL,
  mother INTEGER,
  father INTEGER,
  point TEXT NOT NULL
);
CREATE TABLE batches (
  number INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  generation INTEGER NOT NULL,
  stage INTEGER NOT NULL,
  hash TEXT NOT NULL,
  started TEXT NOT NULL,
  ended TEXT,
  notes TEXT
);
CREATE TABLE candidates (
  batch INTEGER NOT NULL REFERENCES batches(number),
  number INTEGER NOT NULL,
  individual INTEGER,
  label TEXT NOT NULL,
  point TEXT NOT NULL,
  PRIMARY KEY (batch, number)
) WITHOUT ROWID;
CREATE TABLE encounters (
  batch INTEGER NOT NULL REFERENCES batches(number),
  number INTEGER NOT NULL,
  a INTEGER NOT NULL,
  b INTEGER,
  opponent TEXT NOT NULL,
  pairs INTEGER NOT NULL,
  PRIMARY KEY (batch, number)
) WITHOUT ROWID;
CREATE TABLE games (
  batch INTEGER NOT NULL REFERENCES batches(number),
  encounter INTEGER NOT NULL,
  pair INTEGER NOT NULL,
  first INTEGER NOT NULL,
  opening INTEGER NOT NULL REFERENCES openings(number),
  score REAL,
  reason TEXT NOT NULL,
  plies INTEGER NOT NULL,
  decided INTEGER NOT NULL,
  nodes_a INTEGER NOT NULL,
  nodes_b INTEGER NOT NULL,
  cpu_us INTEGER NOT NULL,
  cached INTEGER NOT NULL,
  PRIMARY KEY (batch, encounter, pair, first)
) WITHOUT ROWID;
CREATE TABLE answers (
  batch INTEGER PRIMARY KEY REFERENCES batches(number),
  champion INTEGER,
  champion_point TEXT NOT NULL,
  mean_point TEXT NOT NULL,
  selection_score REAL NOT NULL,
  games INTEGER NOT NULL,
  nodes INTEGER NOT NULL
);
CREATE TABLE events (
  number INTEGER PRIMARY KEY,
  time TEXT NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL
);
)sql";

}  // namespace sparring::tuner
