package searches

import (
	"menace/cmd/menace/internal/app"
	"menace/cmd/menace/internal/term"
)

// Feature describes the feature.
func Feature() app.Feature {
	return app.Feature{
		Name:     "searches",
		Commands: func(con *term.IO) []*term.Command { return []*term.Command{Command(con)} },
		Pages:    Pages,
		Examples: []app.Example{{Line: "search tictactoe", Meaning: "compare the searches behind perfect play"}},
	}
}
