-- Machines of other games than tic-tac-toe.
ALTER TABLE agents ADD COLUMN game TEXT NOT NULL DEFAULT 'tic-tac-toe';
ALTER TABLE cells  ADD COLUMN game TEXT NOT NULL DEFAULT 'tic-tac-toe';

-- The boxes, as a hash table keyed by the number of moves played. code is that of the box's canonical
-- position in base 3 (a piece of the first player 2, of the second 1, an empty square 0; the last square
-- is the units digit). move is the square that is taken, 1 to 9, or the squares from and to, as in 74.
ALTER TABLE beads RENAME TO beads_2;
CREATE TABLE beads (
  agent INTEGER NOT NULL REFERENCES agents ON DELETE CASCADE,
  moves INTEGER NOT NULL CHECK (moves BETWEEN 0 AND 7),
  code  INTEGER NOT NULL CHECK (code BETWEEN 0 AND 19682),
  move  INTEGER NOT NULL CHECK (move BETWEEN 1 AND 98),
  count INTEGER NOT NULL CHECK (count >= 0),
  PRIMARY KEY (agent, moves, code, move)
) STRICT, WITHOUT ROWID;
INSERT INTO beads SELECT agent, moves, code, square, count FROM beads_2;
DROP TABLE beads_2;

-- Elsewhere too a square is now a move: opening in curve has the beads by move, as in 5 or 7-4, and moves in
-- games the moves in the order of play, as in 519 or 7-4 2-4. In a game without a player who blocks, the
-- odds against one in checkpoints are 0, 0 and 0.
