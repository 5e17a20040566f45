-- Learners other than beads in experiments: the name of a method with its parameters, as in q:alpha=0.3, or nothing for
-- beads. Of the rules of such a cell only game and plays count.
ALTER TABLE cells ADD COLUMN learner TEXT NOT NULL DEFAULT '';
