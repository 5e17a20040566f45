//go:build !js

package main

import (
	"testing"

	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/store"
)

// TestFeaturesFit checks that no two features claim the same command or address of a page.
func TestFeaturesFit(t *testing.T) {
	described(t)
	if _, err := features(&store.Store{}).Site(site.Config{}); err != nil {
		t.Error(err)
	}
}
