package main

import (
	"fmt"
	"runtime"

	"menace/cmd/menace/internal/app"
	"menace/cmd/menace/internal/experiments"
	"menace/cmd/menace/internal/kits"
	"menace/cmd/menace/internal/machines"
	"menace/cmd/menace/internal/searches"
	"menace/cmd/menace/internal/store"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/version"
)

// features lists the parts of the program. Each can be taken out: delete its line here, and its folder.
func features(db *store.Store) []app.Feature {
	return []app.Feature{
		machines.Feature(db),
		kits.Feature(),
		searches.Feature(),
		experiments.Feature(db),
	}
}

// program describes the program, with its version, that of the Go that built it, and the platform.
func program(con *term.IO) (*term.Program, error) {
	db := &store.Store{}
	built := fmt.Sprintf("%s %s %s/%s", version.String(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	p, err := app.Program(con, built, features(db))
	if err != nil {
		return nil, err
	}
	return db.Extend(con, p), nil
}
