package main

import (
	"testing"

	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/store"
)

// TestFeaturesFit checks that no two features claim the same command or address of a page.
func TestFeaturesFit(t *testing.T) {
	described(t)
	server := site.New(site.Config{})
	for _, pages := range features(&store.Store{}).Pages() {
		if err := server.Add(pages(server)); err != nil {
			t.Error(err)
		}
	}
}
