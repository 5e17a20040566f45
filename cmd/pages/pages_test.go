package main

import (
	"flag"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"menace/cmd/internal/language"
)

var update = flag.Bool("update", false, "write the guides into the kit")

// TestGuide checks that the guide of the kit in each language is made of its document, and that its pictures exist.
func TestGuide(t *testing.T) {
	for _, tag := range language.Tags {
		source, err := os.ReadFile("../../" + guideOf(tag))
		if err != nil {
			t.Fatal(err)
		}
		made, err := guide(source)
		if err != nil {
			t.Fatal(err)
		}
		file := "../../" + guides + "/" + tag + "/guide.html"
		keep(t, file, guideOf(tag), made)
		for _, found := range regexp.MustCompile(`<img src="([^"]*)"`).FindAllStringSubmatch(made, -1) {
			if _, err := os.Stat("../menace/internal/kits/sheet/pictures/" + found[1]); err != nil {
				t.Error(err)
			}
		}
		checkAnchors(t, file, made, map[string]string{"": made})
	}
}

// TestCourse checks that the course of the program in each language is made of its document.
func TestCourse(t *testing.T) {
	for tag, document := range courses {
		source, err := os.ReadFile("../../" + document)
		if err != nil {
			t.Fatal(err)
		}
		made, err := course(source)
		if err != nil {
			t.Fatal(err)
		}
		file := "../../" + lessons + "/" + tag + ".html"
		keep(t, file, document, made)
		checkAnchors(t, file, made, map[string]string{"": made})
	}
}

// TestTexts checks that the documents of the program are those of the folder docs.
func TestTexts(t *testing.T) {
	entries, err := os.ReadDir("../../docs")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		name, isDocument := strings.CutSuffix(entry.Name(), ".md")
		if !isDocument {
			continue
		}
		source, err := os.ReadFile("../../docs/" + entry.Name())
		if err != nil {
			t.Fatal(err)
		}
		made, err := document("../..", source)
		if err != nil {
			t.Fatal(err)
		}
		keep(t, "../../"+texts+"/"+name+".html", entry.Name(), made)
	}
}

// keep compares a file that the program has with what is made of its document, or writes it.
func keep(t *testing.T, file, document, made string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(made), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if stored, err := os.ReadFile(file); err != nil || string(stored) != made {
		t.Errorf("%s is not %s as it is now, %v: go test ./cmd/pages -update writes it", file, document, err)
	}
}

// checkAnchors checks that each link in a page leads to another page, or to a heading of it.
func checkAnchors(t *testing.T, name, page string, all map[string]string) {
	t.Helper()
	links := regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(page, -1)
	if len(links) == 0 {
		t.Errorf("%s has no links", name)
	}
	for _, link := range links {
		to, err := url.Parse(link[1])
		if err != nil || to.Host != "" {
			continue
		}
		target, ok := all[path.Join(path.Dir(name), to.Path)]
		if to.Path == "" {
			target, ok = page, true
		}
		if link[1] == "" || !ok || to.Fragment != "" && !strings.Contains(target, `id="`+to.Fragment+`"`) {
			t.Errorf("%s: the link %s leads nowhere", name, link[1])
		}
	}
}

// TestPages checks that the pages of a download need no other files, and that no link leads nowhere.
func TestPages(t *testing.T) {
	pages, err := book("../..")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for document, name := range pages {
		page, err := makePage("../..", document, pages)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(page)
	}
	for name, page := range all {
		checkAnchors(t, name, page, all)
		for _, found := range regexp.MustCompile(`(?:src|srcset)="([^"]{1,5})`).FindAllStringSubmatch(page, -1) {
			if found[1] != "data:" {
				t.Errorf("%s needs the file %s…", name, found[1])
			}
		}
		if slices.Contains([]string{"", "#"}, page[:1]) || !strings.Contains(page, "<h1") {
			t.Errorf("%s begins with %.80s", name, page)
		}
	}
}
