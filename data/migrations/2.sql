-- Experiments: many runs of many settings. Nothing here tells when or in what order it was done, so
-- that one experiment has the same rows however it was run.
CREATE TABLE experiments (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  name        TEXT    NOT NULL UNIQUE,
  command     TEXT    NOT NULL,  -- that makes it again
  seed        INTEGER NOT NULL,
  runs        INTEGER NOT NULL,  -- replicates of each cell
  games       INTEGER NOT NULL,  -- of each replicate
  checkpoints TEXT    NOT NULL   -- JSON: the numbers of games at which replicates are measured
) STRICT;

-- The settings of an experiment, counted from 1. The columns of the rules are those of agents.
CREATE TABLE cells (
  experiment  INTEGER NOT NULL REFERENCES experiments ON DELETE CASCADE,
  cell        INTEGER NOT NULL,
  plays       TEXT    NOT NULL,
  beads_1     INTEGER NOT NULL,
  beads_2     INTEGER NOT NULL,
  beads_3     INTEGER NOT NULL,
  beads_4     INTEGER NOT NULL,
  reward_win  INTEGER NOT NULL,
  reward_draw INTEGER NOT NULL,
  reward_loss INTEGER NOT NULL,
  moves       TEXT    NOT NULL,
  on_empty    TEXT    NOT NULL,
  floor       INTEGER NOT NULL,
  credit      TEXT    NOT NULL,
  opponent    TEXT    NOT NULL,
  PRIMARY KEY (experiment, cell)
) STRICT, WITHOUT ROWID;

-- The machines of a cell, counted from 1, as they were at the end.
CREATE TABLE replicates (
  experiment    INTEGER NOT NULL,
  cell          INTEGER NOT NULL,
  run           INTEGER NOT NULL,
  seed          INTEGER NOT NULL,  -- with which an agent becomes the same machine
  win           INTEGER NOT NULL,  -- games, by result for the machine
  draw          INTEGER NOT NULL,
  loss          INTEGER NOT NULL,
  resigned      INTEGER NOT NULL,  -- of the losses, those that the machine resigned
  games         INTEGER GENERATED ALWAYS AS (win + draw + loss) VIRTUAL,
  bankrupt      INTEGER NOT NULL,  -- the game that made it bankrupt, its last one; or 0
  unbeaten_from INTEGER NOT NULL,  -- one more than the last game that it lost
  PRIMARY KEY (experiment, cell, run),
  FOREIGN KEY (experiment, cell) REFERENCES cells ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Their learning curves. games is the checkpoint; a machine that went bankrupt before has played
-- fewer. The odds are exact.
CREATE TABLE checkpoints (
  experiment   INTEGER NOT NULL,
  cell         INTEGER NOT NULL,
  run          INTEGER NOT NULL,
  games        INTEGER NOT NULL,
  win          INTEGER NOT NULL,
  draw         INTEGER NOT NULL,
  loss         INTEGER NOT NULL,
  resigned     INTEGER NOT NULL,
  random_win   REAL    NOT NULL,
  random_draw  REAL    NOT NULL,
  random_loss  REAL    NOT NULL,
  perfect_win  REAL    NOT NULL,
  perfect_draw REAL    NOT NULL,
  perfect_loss REAL    NOT NULL,
  blocker_win  REAL    NOT NULL,
  blocker_draw REAL    NOT NULL,
  blocker_loss REAL    NOT NULL,
  worst_win    REAL    NOT NULL,
  worst_draw   REAL    NOT NULL,
  worst_loss   REAL    NOT NULL,
  worst_value  REAL    GENERATED ALWAYS AS (worst_win - worst_loss) VIRTUAL,
  PRIMARY KEY (experiment, cell, run, games),
  FOREIGN KEY (experiment, cell, run) REFERENCES replicates ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
