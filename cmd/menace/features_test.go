//go:build !js

package main

import (
	"testing"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/site"
)

// TestFeaturesFit checks that no two features claim the same command or address of a page.
func TestFeaturesFit(t *testing.T) {
	described(t)
	if _, err := features(&database.Store{}).Site(site.Config{}); err != nil {
		t.Error(err)
	}
}
