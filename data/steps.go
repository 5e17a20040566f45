package data

import "menace/data/sqlite"

// steps bring older databases up to date: the first one leads from schema 1 to schema 2. A step that has been released
// never changes. ARCHITECTURE.md says how to add one.
var steps = []sqlite.Step{
	{ // 2: digests of agents, revisions of classes
		SQL: `
			ALTER TABLE agents ADD COLUMN digest BLOB NOT NULL DEFAULT x'';
			ALTER TABLE classes ADD COLUMN revision INTEGER NOT NULL DEFAULT 1`,
		Then: storeDigests,
	},
	{Then: hashKeys}, // 3: hashes of the keys of teachers and pupils
	{ // 4: summaries of agents
		SQL: `
			ALTER TABLE agents ADD COLUMN total_beads INTEGER NOT NULL DEFAULT -1;
			ALTER TABLE agents ADD COLUMN bankrupt INTEGER NOT NULL DEFAULT 0;
			ALTER TABLE agents ADD COLUMN random_win REAL NOT NULL DEFAULT 0;
			ALTER TABLE agents ADD COLUMN perfect_loss REAL NOT NULL DEFAULT 0;
			ALTER TABLE agents ADD COLUMN boxes BLOB NOT NULL DEFAULT x''`,
		Then: storeSummaries,
	},
	{}, // 5: levels up to 63, for Nim
	{ // 6: stored machines that are opponents have one spelling
		SQL: "UPDATE sessions SET opponent = 'machine:' || substr(opponent, 7) WHERE opponent GLOB 'agent:*'",
	},
	{ // 7: pupils in rows of their own
		SQL:  "CREATE TABLE pupils (class INTEGER NOT NULL, pupil INTEGER NOT NULL, state TEXT NOT NULL)",
		Then: movePupils,
	},
}
