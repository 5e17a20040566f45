package main

import (
	classroom "menace/cmd/menace/internal/classroom/unavailable"
	"menace/cmd/menace/internal/kits"
	"menace/cmd/menace/internal/machines/live"
	"menace/cmd/menace/internal/machines/pages"
	"menace/cmd/menace/internal/searches"
	"menace/cmd/menace/internal/site"
	"menace/data"
)

// features returns the pages of the features in a browser. It does not use the list in features.go, because that would
// link the commands and their libraries into the program that browsers have to load. Each feature can be taken out in
// the same way.
func features(s *site.Server, db *data.DB, program string) (all []site.Pages) {
	all = append(all, pages.New(s, db, live.NewMachines(db)).Pages())
	all = append(all, classroom.Pages(s, program))
	all = append(all, kits.Pages(s, db))
	all = append(all, searches.Pages(s))
	return all
}
