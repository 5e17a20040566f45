-- The version of the program that trained a replicate, and of the one that ran a session: a release or a commit.
ALTER TABLE replicates ADD COLUMN version TEXT NOT NULL DEFAULT 'unknown';
ALTER TABLE sessions   ADD COLUMN version TEXT NOT NULL DEFAULT 'unknown';
