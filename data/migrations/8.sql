-- What became of the opponent that learns too: the game that made it bankrupt, or 0, and its exact odds at the
-- checkpoints. These are NULL where there is no rival, and where an earlier version stored the row.
ALTER TABLE replicates ADD COLUMN rival_bankrupt INTEGER NOT NULL DEFAULT 0;
ALTER TABLE checkpoints ADD COLUMN rival_random_win REAL;
ALTER TABLE checkpoints ADD COLUMN rival_random_draw REAL;
ALTER TABLE checkpoints ADD COLUMN rival_random_loss REAL;
ALTER TABLE checkpoints ADD COLUMN rival_perfect_win REAL;
ALTER TABLE checkpoints ADD COLUMN rival_perfect_draw REAL;
ALTER TABLE checkpoints ADD COLUMN rival_perfect_loss REAL;
ALTER TABLE checkpoints ADD COLUMN rival_worst_win REAL;
ALTER TABLE checkpoints ADD COLUMN rival_worst_draw REAL;
ALTER TABLE checkpoints ADD COLUMN rival_worst_loss REAL;
ALTER TABLE checkpoints ADD COLUMN rival_most_losses_win REAL;
ALTER TABLE checkpoints ADD COLUMN rival_most_losses_draw REAL;
ALTER TABLE checkpoints ADD COLUMN rival_most_losses_loss REAL;
