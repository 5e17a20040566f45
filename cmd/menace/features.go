//go:build !js

package main

import (
	"fmt"
	"runtime"

	"menace/cmd/menace/internal/app"
	"menace/cmd/menace/internal/classroom"
	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/documents"
	"menace/cmd/menace/internal/exhibit"
	"menace/cmd/menace/internal/experiments"
	"menace/cmd/menace/internal/kits"
	"menace/cmd/menace/internal/machines"
	"menace/cmd/menace/internal/searches"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/version"
)

// features returns the features of the program. Each can be taken out: delete its line here, and its folder.
func features(db *database.Store) *app.App {
	a := &app.App{}
	m := machines.New(a, db)
	a.Add(m.Feature())
	a.Add(classroom.Feature(m, db))
	a.Add(exhibit.Feature(m, db))
	a.Add(kits.Feature(db))
	a.Add(searches.Feature())
	a.Add(experiments.Feature(db))
	a.Add(documents.Feature())
	a.Add(database.Commands())
	return a
}

// program describes the program: its version, the Go version that built it, and the platform.
func program(con *term.IO) (*term.Program, error) {
	db := &database.Store{}
	built := func() string {
		return fmt.Sprintf("%s %s %s/%s", version.String(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	}
	p, err := features(db).Program(con, built)
	if err != nil {
		return nil, err
	}
	return db.Extend(con, p), nil
}
