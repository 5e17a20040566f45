-- What the boxes held that the agent opened in a game, before it drew: those of its turns in order, separated by spaces, and
-- of each the beads of its moves in the order of beads, separated by commas, as in "4,4,4 3,3,3,2,3". Nothing for a game
-- of before this was stored.
ALTER TABLE games ADD COLUMN boxes TEXT NOT NULL DEFAULT '';
