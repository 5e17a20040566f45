-- The database of menace. Its tables hold machines (from agents to teacher) and experiments (from experiments on).
-- Beads, rewards and counts of games are whole numbers, probabilities lie between 0 and 1, and times are UTC, in
-- RFC 3339. A move is a square, 1 to 9, the squares from and to (7-4, as a number 74), or a number of sticks.

-- Machines with their rules and records.
CREATE TABLE agents (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  name        TEXT    NOT NULL UNIQUE,
  game        TEXT    NOT NULL,
  plays       TEXT    NOT NULL,  -- first or second
  beads_1     INTEGER NOT NULL,  -- beads of each move in a fresh box, at the machine's own move 1 to 4
  beads_2     INTEGER NOT NULL,
  beads_3     INTEGER NOT NULL,
  beads_4     INTEGER NOT NULL,
  reward_win  INTEGER NOT NULL,  -- beads added to each colour drawn in the game; negative: taken away
  reward_draw INTEGER NOT NULL,
  reward_loss INTEGER NOT NULL,
  moves       TEXT    NOT NULL,  -- that get beads: distinct or all
  on_empty    TEXT    NOT NULL,  -- resign or restock
  credit      TEXT    NOT NULL,  -- boxes that learn from a game: all or last
  seed        INTEGER NOT NULL,  -- of the random generator
  random      BLOB    NOT NULL,  -- its state
  win         INTEGER NOT NULL,  -- games so far, by result for the machine
  draw        INTEGER NOT NULL,
  loss        INTEGER NOT NULL,
  resigned    INTEGER NOT NULL,  -- of the losses, those that the machine resigned
  games       INTEGER GENERATED ALWAYS AS (win + draw + loss) VIRTUAL,
  revision    INTEGER NOT NULL,  -- grows with every save, so that concurrent saves are detected
  created     TEXT    NOT NULL,
  changed     TEXT    NOT NULL,
  digest      BLOB    NOT NULL,  -- SHA-256 of rules, record, generator and beads; empty after a change from outside
  total_beads INTEGER NOT NULL,  -- in all boxes; this and what follows is for lists, -1 if nobody has counted them
  bankrupt    INTEGER NOT NULL CHECK (bankrupt IN (0, 1)),  -- its opening boxes are empty
  random_win   REAL   NOT NULL,  -- exact probability of winning against random play
  perfect_loss REAL   NOT NULL,  -- and of losing to perfect play
  boxes       BLOB    NOT NULL   -- every count in the order of the table beads, as varints
) STRICT;
CREATE INDEX agents_changed ON agents (changed);

-- The boxes, as a hash table keyed by the number of moves played, the largest one after which the position arises. On a
-- board, position_code is the box's canonical position in base 3: a piece of the first player 2, of the second 1, an
-- empty square 0; the last square is the units digit. In Nim it is twice the number of sticks that are gone, plus 1 if
-- the second player is to move.
CREATE TABLE beads (
  agent         INTEGER NOT NULL REFERENCES agents ON DELETE CASCADE,
  moves_played  INTEGER NOT NULL CHECK (moves_played BETWEEN 0 AND 63),
  position_code INTEGER NOT NULL CHECK (position_code BETWEEN 0 AND 19682),
  move          INTEGER NOT NULL CHECK (move BETWEEN 1 AND 98),
  beads         INTEGER NOT NULL CHECK (beads >= 0),
  PRIMARY KEY (agent, moves_played, position_code, move)
) STRICT, WITHOUT ROWID;

-- Runs of training.
CREATE TABLE sessions (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  agent      INTEGER NOT NULL REFERENCES agents ON DELETE CASCADE,
  version    TEXT    NOT NULL,  -- of the program: a release or a commit
  opponent   TEXT    NOT NULL,
  both_learn INTEGER NOT NULL CHECK (both_learn IN (0, 1)),
  seed       INTEGER NOT NULL,
  start      INTEGER NOT NULL,  -- games that the machine had played before
  win        INTEGER NOT NULL,  -- games of this session
  draw       INTEGER NOT NULL,
  loss       INTEGER NOT NULL,
  resigned   INTEGER NOT NULL,
  started    TEXT    NOT NULL,
  seconds    REAL    NOT NULL
) STRICT;
CREATE INDEX sessions_agent ON sessions (agent);

-- Learning curves: win to resigned count the games so far; the probabilities are exact.
CREATE TABLE curve (
  agent            INTEGER NOT NULL REFERENCES agents ON DELETE CASCADE,
  games            INTEGER NOT NULL,
  win              INTEGER NOT NULL,
  draw             INTEGER NOT NULL,
  loss             INTEGER NOT NULL,
  resigned         INTEGER NOT NULL,
  random_win       REAL    NOT NULL,  -- against random play
  random_draw      REAL    NOT NULL,
  random_loss      REAL    NOT NULL,
  perfect_win      REAL    NOT NULL,  -- against perfect play
  perfect_draw     REAL    NOT NULL,
  perfect_loss     REAL    NOT NULL,
  worst_win        REAL    NOT NULL,  -- against the reply with the lowest value for the machine
  worst_draw       REAL    NOT NULL,
  worst_loss       REAL    NOT NULL,
  worst_value      REAL    GENERATED ALWAYS AS (worst_win - worst_loss) VIRTUAL,
  most_losses_win  REAL    NOT NULL,  -- against the reply that beats the machine most often
  most_losses_draw REAL    NOT NULL,
  most_losses_loss REAL    NOT NULL,
  beads            INTEGER NOT NULL,  -- in all boxes
  opening          TEXT    NOT NULL,  -- JSON: the beads of each opening box by move
  boxes            BLOB    NOT NULL,  -- every count in the order of the table beads, as varints
  PRIMARY KEY (agent, games)
) STRICT;

-- Games that people played.
CREATE TABLE games (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  agent       INTEGER NOT NULL REFERENCES agents ON DELETE CASCADE,
  moves       TEXT    NOT NULL,  -- in the order of play, as in 519 or 7-4 2-4
  result      TEXT    NOT NULL CHECK (result IN ('win', 'draw', 'loss')),  -- for the machine
  resigned_by TEXT    NOT NULL CHECK (resigned_by IN ('', 'agent', 'person')),
  learned     INTEGER NOT NULL CHECK (learned IN (0, 1)),
  seed        INTEGER NOT NULL,
  played      TEXT    NOT NULL,
  boxes       TEXT    NOT NULL,  -- each opened box before the draw, in the order of the table beads: 4,4,4 3,3,3,2,3
  class       INTEGER NOT NULL,  -- id of the class whose pupil played it, or 0
  pupil       INTEGER NOT NULL
) STRICT;
CREATE INDEX games_agent ON games (agent);

-- Classes, each of which plays against a machine of its own. state is JSON that only the program reads: settings.
CREATE TABLE classes (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  name     TEXT    NOT NULL UNIQUE,
  agent    INTEGER NOT NULL UNIQUE REFERENCES agents ON DELETE CASCADE,
  code     TEXT    NOT NULL UNIQUE,  -- digits with which pupils join
  open     INTEGER NOT NULL CHECK (open IN (0, 1)),  -- nobody has closed it since it was opened
  state    TEXT    NOT NULL,
  revision INTEGER NOT NULL   -- grows with every save, so that concurrent saves are detected
) STRICT;

-- The pupils of a class, numbered from 1 in the order of joining. state is JSON that only the program reads: nicknames,
-- hashes of keys, and unfinished games.
CREATE TABLE pupils (
  class INTEGER NOT NULL REFERENCES classes ON DELETE CASCADE,
  pupil INTEGER NOT NULL,
  state TEXT    NOT NULL,
  PRIMARY KEY (class, pupil)
) STRICT, WITHOUT ROWID;

-- The keys of the browsers that are the teacher's of all classes, as hashes: SHA-256, in hexadecimal.
CREATE TABLE teacher (
  key TEXT NOT NULL
) STRICT;

-- Experiments: many runs of many settings. Nothing here depends on when or in which order they ran, so the same
-- experiment always has the same rows.
CREATE TABLE experiments (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  name        TEXT    NOT NULL UNIQUE,
  command     TEXT    NOT NULL,  -- command line that repeats it
  seed        INTEGER NOT NULL,
  runs        INTEGER NOT NULL,  -- replicates of each cell
  games       INTEGER NOT NULL,  -- of each replicate
  checkpoints TEXT    NOT NULL   -- JSON: the numbers of games at which replicates are measured
) STRICT;

-- The settings of an experiment, numbered from 1: the rules as in agents, and the opponent.
CREATE TABLE cells (
  experiment  INTEGER NOT NULL REFERENCES experiments ON DELETE CASCADE,
  cell        INTEGER NOT NULL,
  game        TEXT    NOT NULL,
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
  credit      TEXT    NOT NULL,
  opponent    TEXT    NOT NULL,
  learner     TEXT    NOT NULL,  -- '' for beads, or a method, as in q:alpha=0.3, which uses only game and plays
  PRIMARY KEY (experiment, cell)
) STRICT, WITHOUT ROWID;

-- The machines of a cell, numbered from 1, as they were at the end.
CREATE TABLE replicates (
  experiment          INTEGER NOT NULL,
  cell                INTEGER NOT NULL,
  run                 INTEGER NOT NULL,
  version             TEXT    NOT NULL,  -- of the program: a release or a commit
  seed                INTEGER NOT NULL,  -- an agent trained with this seed becomes the same machine
  win                 INTEGER NOT NULL,  -- games, by result for the machine
  draw                INTEGER NOT NULL,
  loss                INTEGER NOT NULL,
  resigned            INTEGER NOT NULL,  -- of the losses, those that the machine resigned
  games               INTEGER GENERATED ALWAYS AS (win + draw + loss) VIRTUAL,
  bankrupt_game       INTEGER NOT NULL,  -- the game that made it bankrupt, its last one; or 0
  unbeaten_from_game  INTEGER NOT NULL,  -- one more than the last game that it lost
  rival_bankrupt_game INTEGER NOT NULL,  -- the game that made an opponent that learns too bankrupt; or 0
  PRIMARY KEY (experiment, cell, run),
  FOREIGN KEY (experiment, cell) REFERENCES cells ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Their learning curves, as in the table curve. games is the checkpoint; a bankrupt machine has played fewer. The
-- probabilities against a blocker are 0 in a game without one. Those of a rival, an opponent that learns too, are NULL
-- if there is none.
CREATE TABLE checkpoints (
  experiment             INTEGER NOT NULL,
  cell                   INTEGER NOT NULL,
  run                    INTEGER NOT NULL,
  games                  INTEGER NOT NULL,
  win                    INTEGER NOT NULL,
  draw                   INTEGER NOT NULL,
  loss                   INTEGER NOT NULL,
  resigned               INTEGER NOT NULL,
  random_win             REAL    NOT NULL,
  random_draw            REAL    NOT NULL,
  random_loss            REAL    NOT NULL,
  perfect_win            REAL    NOT NULL,
  perfect_draw           REAL    NOT NULL,
  perfect_loss           REAL    NOT NULL,
  blocker_win            REAL    NOT NULL,
  blocker_draw           REAL    NOT NULL,
  blocker_loss           REAL    NOT NULL,
  worst_win              REAL    NOT NULL,
  worst_draw             REAL    NOT NULL,
  worst_loss             REAL    NOT NULL,
  worst_value            REAL    GENERATED ALWAYS AS (worst_win - worst_loss) VIRTUAL,
  most_losses_win        REAL    NOT NULL,
  most_losses_draw       REAL    NOT NULL,
  most_losses_loss       REAL    NOT NULL,
  rival_random_win       REAL,
  rival_random_draw      REAL,
  rival_random_loss      REAL,
  rival_perfect_win      REAL,
  rival_perfect_draw     REAL,
  rival_perfect_loss     REAL,
  rival_worst_win        REAL,
  rival_worst_draw       REAL,
  rival_worst_loss       REAL,
  rival_most_losses_win  REAL,
  rival_most_losses_draw REAL,
  rival_most_losses_loss REAL,
  PRIMARY KEY (experiment, cell, run, games),
  FOREIGN KEY (experiment, cell, run) REFERENCES replicates ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
