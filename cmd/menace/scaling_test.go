//go:build !js

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestScalingRecipes checks that docs/SCALING.md shows the recipes that .ci/scaling runs.
func TestScalingRecipes(t *testing.T) {
	needs(t, "experiment")
	page := read(t, "docs/SCALING.md")
	files, err := os.ReadDir("../../docs/scaling")
	if err != nil || len(files) < 5 {
		t.Fatalf("got %d recipes, %v", len(files), err)
	}
	for _, file := range files {
		recipe := read(t, filepath.Join("docs/scaling", file.Name()))
		if !strings.Contains(page, "\n"+recipe+"```\n") {
			t.Errorf("docs/SCALING.md does not show docs/scaling/%s exactly", file.Name())
		}
		if !strings.Contains(page, "]("+"scaling/"+file.Name()+")") {
			t.Errorf("docs/SCALING.md does not link to docs/scaling/%s", file.Name())
		}
	}
}
