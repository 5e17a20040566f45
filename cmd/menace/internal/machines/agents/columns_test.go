package agents_test

import (
	"testing"

	"menace/cmd/menace/internal/machines/agents"
	"menace/menace/tidy/tidytest"
)

// TestColumns checks that docs/COLUMNS.md explains the columns of the exports of machines, in their order.
func TestColumns(t *testing.T) {
	const document = "../../../../../docs/COLUMNS.md"
	db := laboratory(t)
	tidytest.CheckColumns(t, document, "export curve", agents.Curves(t.Context(), db, nil))
	tidytest.CheckColumns(t, document, "export beads", agents.Beads(t.Context(), db, nil))
	tidytest.CheckColumns(t, document, "export games", agents.Games(t.Context(), db, nil))
}
