-- A class that plays against an agent. state holds everything that only the program reads: its people, settings and
-- tokens, as JSON.
CREATE TABLE classes (
  id    INTEGER PRIMARY KEY AUTOINCREMENT,
  agent INTEGER NOT NULL UNIQUE REFERENCES agents ON DELETE CASCADE,
  state TEXT    NOT NULL
) STRICT;

-- The unfinished games of its pupils. The seed and the moves are all it takes to go on.
CREATE TABLE class_games (
  class INTEGER NOT NULL REFERENCES classes ON DELETE CASCADE,
  pupil INTEGER NOT NULL,
  seed  INTEGER NOT NULL,
  moves TEXT    NOT NULL,
  PRIMARY KEY (class, pupil)
) STRICT, WITHOUT ROWID;

-- The class and the pupil that played a game, or 0. So a finished game and its score are stored at the same time.
ALTER TABLE games ADD COLUMN class INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN pupil INTEGER NOT NULL DEFAULT 0;
