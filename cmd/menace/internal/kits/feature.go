package kits

import (
	"menace/cmd/menace/internal/app"
	"menace/cmd/menace/internal/term"
)

// Feature describes the feature.
func Feature() app.Feature {
	return app.Feature{
		Name:     "kits",
		Commands: func(con *term.IO) []*term.Command { return []*term.Command{Command(con)} },
		Examples: []app.Example{{Line: "print --preset her", Meaning: "print a kit for 19 boxes that learn hexapawn"}},
	}
}
