-- The contents of the boxes that the agent opened in a game, before it drew: the boxes in order, separated by spaces,
-- and in each the beads of its moves in the order of the table beads, separated by commas, as in "4,4,4 3,3,3,2,3".
-- Empty for games stored by earlier versions.
ALTER TABLE games ADD COLUMN boxes TEXT NOT NULL DEFAULT '';
