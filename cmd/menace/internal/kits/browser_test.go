package kits

import (
	"testing"

	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/site/browsertest"
	"menace/data/datatest"
)

// TestMain ends the browser.
func TestMain(m *testing.M) { browsertest.Main(m) }

// TestBrowserViews checks the form of a kit, narrow and wide, light and dark.
func TestBrowserViews(t *testing.T) {
	browsertest.Launch(t)
	server := site.New(site.Config{Name: "menace"})
	if err := server.Add(Pages(server, datatest.Open(t, ""))); err != nil {
		t.Fatal(err)
	}
	w := browsertest.Serve(t, server.Handler(), func() {})
	w.Look(browsertest.Without, "/kit", "/kit/kit.pdf?box=3&groups=x")
}
