package documents

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/site/sitetest"
)

// TestDocuments follows the links of every document: each leads to a document, a heading, or a picture that exists.
func TestDocuments(t *testing.T) {
	s := site.New(site.Config{Name: "menace"})
	if err := s.Add(Pages(s)); err != nil {
		t.Fatal(err)
	}
	server := sitetest.Site{T: t, Handler: s.Handler()}
	get := func(path string) (int, string) {
		w := server.Ask("GET", path, nil)
		return w.Code, w.Body.String()
	}
	status, list := get("/docs")
	names := regexp.MustCompile(`<dt><a href="(/docs/[^"]*)"`).FindAllStringSubmatch(list, -1)
	if status != http.StatusOK || len(names) < 12 {
		t.Fatalf("the list has status %d and %d documents:\n%.400s", status, len(names), list)
	}
	for _, name := range names {
		status, page := get(name[1])
		if status != http.StatusOK || !strings.Contains(page, "<h1>") {
			t.Errorf("%s has status %d", name[1], status)
		}
		body := page[strings.Index(page, "<article"):]
		for _, link := range regexp.MustCompile(`(href|src)="([^"]*)"`).FindAllStringSubmatch(body, -1) {
			file, anchor, _ := strings.Cut(link[2], "#")
			if strings.Contains(file, "//") || strings.HasPrefix(file, "/") {
				continue // outside, or the frame of the page
			}
			target := page
			if file != "" {
				if status, target = get("/docs/" + file); status != http.StatusOK {
					t.Errorf("%s: %s has status %d", name[1], link[2], status)
				}
			}
			if anchor != "" && !strings.Contains(target, `id="`+anchor+`"`) {
				t.Errorf("%s: %s leads to no heading", name[1], link[2])
			}
		}
	}
}
