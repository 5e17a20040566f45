package data

import "menace/data/sqlite"

// steps bring older databases up to date: the first one leads from schema 1 to schema 2. A step that has been released
// never changes. ARCHITECTURE.md says how to add one.
var steps = []sqlite.Step{
	{}, // 2: levels up to 63
}
