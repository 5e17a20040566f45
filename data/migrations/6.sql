-- The exact odds against the reply that beats the machine most often. NULL where an earlier version stored the row: in
-- curve they are computed again from the boxes, in checkpoints they remain unknown.
ALTER TABLE curve ADD COLUMN most_losses_win  REAL;
ALTER TABLE curve ADD COLUMN most_losses_draw REAL;
ALTER TABLE curve ADD COLUMN most_losses_loss REAL;
ALTER TABLE checkpoints ADD COLUMN most_losses_win  REAL;
ALTER TABLE checkpoints ADD COLUMN most_losses_draw REAL;
ALTER TABLE checkpoints ADD COLUMN most_losses_loss REAL;
