-- Agents with their rules and records. Beads, rewards and counts are whole numbers; times are
-- UTC, in RFC 3339.
CREATE TABLE agents (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  name     TEXT    NOT NULL UNIQUE,
  plays    TEXT    NOT NULL,  -- first or second
  beads_1  INTEGER NOT NULL,  -- beads of each move in a fresh box, at the machine's own move 1 to 4
  beads_2  INTEGER NOT NULL,
  beads_3  INTEGER NOT NULL,
  beads_4  INTEGER NOT NULL,
  reward_win  INTEGER NOT NULL,
  reward_draw INTEGER NOT NULL,
  reward_loss INTEGER NOT NULL,
  moves    TEXT    NOT NULL,  -- distinct or all
  on_empty TEXT    NOT NULL,  -- resign, restock or random
  floor    INTEGER NOT NULL,
  credit   TEXT    NOT NULL,  -- all or last
  seed     INTEGER NOT NULL,  -- of the generator that plays on
  random   BLOB    NOT NULL,  -- its state
  win      INTEGER NOT NULL,  -- games so far, by result for the agent
  draw     INTEGER NOT NULL,
  loss     INTEGER NOT NULL,
  resigned INTEGER NOT NULL,  -- of the losses, those that the agent resigned
  games    INTEGER GENERATED ALWAYS AS (win + draw + loss) VIRTUAL,
  revision INTEGER NOT NULL,  -- grows with every save, so that two at once are noticed
  created  TEXT    NOT NULL,
  changed  TEXT    NOT NULL
) STRICT;

-- The boxes, as a hash table keyed by the number of moves played. code is that of the box's
-- canonical position in base 3 (X 2, O 1, empty 0; the last square is the units digit).
CREATE TABLE beads (
  agent  INTEGER NOT NULL REFERENCES agents ON DELETE CASCADE,
  moves  INTEGER NOT NULL CHECK (moves BETWEEN 0 AND 7),
  code   INTEGER NOT NULL CHECK (code BETWEEN 0 AND 19682),
  square INTEGER NOT NULL CHECK (square BETWEEN 1 AND 9),
  count  INTEGER NOT NULL CHECK (count >= 0),
  PRIMARY KEY (agent, moves, code, square)
) STRICT, WITHOUT ROWID;

-- Runs of training.
CREATE TABLE sessions (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  agent      INTEGER NOT NULL REFERENCES agents ON DELETE CASCADE,
  opponent   TEXT    NOT NULL,
  both_learn INTEGER NOT NULL CHECK (both_learn IN (0, 1)),
  seed       INTEGER NOT NULL,
  start      INTEGER NOT NULL,  -- games that the agent had played before
  win        INTEGER NOT NULL,  -- games of this session
  draw       INTEGER NOT NULL,
  loss       INTEGER NOT NULL,
  resigned   INTEGER NOT NULL,
  started    TEXT    NOT NULL,
  seconds    REAL    NOT NULL
) STRICT;
CREATE INDEX sessions_agent ON sessions (agent);

-- Learning curves. win to resigned count the games so far; the odds are exact.
CREATE TABLE curve (
  agent        INTEGER NOT NULL REFERENCES agents ON DELETE CASCADE,
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
  worst_win    REAL    NOT NULL,
  worst_draw   REAL    NOT NULL,
  worst_loss   REAL    NOT NULL,
  worst_value  REAL    GENERATED ALWAYS AS (worst_win - worst_loss) VIRTUAL,
  beads        INTEGER NOT NULL,  -- in all boxes
  opening      TEXT    NOT NULL,  -- JSON: of each opening box, the beads by square
  boxes        BLOB    NOT NULL,  -- every count in the order of the table beads, as varints
  PRIMARY KEY (agent, games)
) STRICT;

-- Games that people played.
CREATE TABLE games (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  agent    INTEGER NOT NULL REFERENCES agents ON DELETE CASCADE,
  moves    TEXT    NOT NULL,  -- the squares in the order of play, as in 519
  result   TEXT    NOT NULL CHECK (result IN ('win', 'draw', 'loss')),  -- for the agent
  resigned TEXT    NOT NULL CHECK (resigned IN ('', 'agent', 'person')),
  learned  INTEGER NOT NULL CHECK (learned IN (0, 1)),
  seed     INTEGER NOT NULL,
  played   TEXT    NOT NULL
) STRICT;
CREATE INDEX games_agent ON games (agent);
