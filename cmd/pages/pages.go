// Pages turns all documents into HTML pages, for people whose computers do not show Markdown: in the folder of a
// download, and on the page without a server.
//
//	go run ./cmd/pages DIR
package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html/template"
	"log"
	"mime"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"

	"menace/cmd/internal/language"
)

// book returns the names of a repository's pages, by document. Pages that people look for first are beside the program;
// the others are in the folder Documents.
func book(root string) (map[string]string, error) {
	all := map[string]string{"README.md": "README.html", "docs/MANUAL.md": "Manual.html"}
	for _, tag := range language.Tags {
		all[guideOf(tag)] = "Teaching with matchboxes (" + tag + ").html"
	}
	all[guideOf("en")] = "Teaching with matchboxes.html"
	for _, folder := range []string{".", "docs"} {
		entries, err := os.ReadDir(filepath.Join(root, folder))
		if err != nil {
			return nil, err
		}
		for _, entry := range entries {
			document := path.Join(folder, entry.Name())
			if name, isDocument := strings.CutSuffix(entry.Name(), ".md"); isDocument && all[document] == "" {
				all[document] = "Documents/" + name + ".html"
			}
		}
	}
	return all, nil
}

// guides is the folder with the guides in languages other than English, and with all guides in the form for the kit.
const guides = "cmd/menace/internal/kits/sheet/language"

// guideOf returns the document with the guide for teachers in a language.
func guideOf(tag string) string {
	if tag == language.English.Tag {
		return "docs/TEACHING.md"
	}
	return path.Join(guides, tag, "teaching.md")
}

// courses are the sources of the course about searches, by language. In the program they are pages beside its pictures
// of trees.
var courses = map[string]string{"en": "docs/SEARCH.md", "fr": lessons + "/fr.md"}

// lessons is the folder of the course in the form for the program.
const lessons = "cmd/menace/internal/searches/course"

// course converts a course for the program: to HTML, with links only within the course and to the network.
func course(source []byte) (string, error) {
	return render(source, func(target string) string {
		if strings.HasPrefix(target, "#") || strings.Contains(target, "://") || path.Ext(target) == ".svg" {
			return target
		}
		return ""
	})
}

// texts is the folder of the documents in the form for the program.
const texts = "cmd/menace/internal/documents/text"

// document converts a document of the folder docs for the program, with links to the others and to the network.
func document(root string, source []byte) (string, error) {
	return render(source, func(target string) string {
		file, _, _ := strings.Cut(target, "#")
		if file == "" || strings.Contains(target, "://") {
			return target
		}
		_, err := os.Stat(filepath.Join(root, "docs", file))
		if err != nil || path.Base(file) != file || !slices.Contains(append(pictures, ".md"), path.Ext(file)) {
			return ""
		}
		return target
	})
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go run ./cmd/pages DIR, in the folder of the repository")
	}
	if err := makeBook(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

// makeBook writes all pages of the repository in the current folder.
func makeBook(folder string) error {
	all, err := book(".")
	if err != nil {
		return err
	}
	for document, name := range all {
		page, err := makePage(".", document, all)
		if err != nil {
			return err
		}
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, page, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// markdown supports the syntax that the documents use.
var markdown = goldmark.New(goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()), goldmark.WithRendererOptions(html.WithUnsafe()))

// render converts a document to HTML. The function change returns the new target of each link or picture, or "" to keep
// only the text of a link.
func render(source []byte, change func(target string) string) (string, error) {
	document := markdown.Parser().Parse(text.NewReader(source))
	var cut []ast.Node
	err := ast.Walk(document, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Link:
			if !entering {
				break
			}
			n.Destination = []byte(change(string(n.Destination)))
			if len(n.Destination) == 0 {
				cut = append(cut, n)
			}
		case *ast.Image:
			if entering {
				n.Destination = []byte(change(string(n.Destination)))
			}
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return "", err
	}
	for _, link := range cut {
		for link.FirstChild() != nil {
			link.Parent().InsertBefore(link.Parent(), link, link.FirstChild())
		}
		link.Parent().RemoveChild(link.Parent(), link)
	}
	var written strings.Builder
	err = markdown.Renderer().Render(&written, source, document)
	return written.String(), err
}

var (
	figure   = regexp.MustCompile(`<p><img src="([^"]*)" alt="([^"]*)"></p>`)
	between  = regexp.MustCompile(`>\n+<`)
	headRow  = regexp.MustCompile(`<thead><tr>`)
	bodyRow  = regexp.MustCompile(`<tr><td`)
	contents = regexp.MustCompile(`<ul><li><a href="#`)
)

// guide converts the guide for teachers for the kit: with the classes that package sheet paints, with pictures by their
// names, and with links only within the guide.
func guide(source []byte) (string, error) {
	all, err := render(source, func(target string) string {
		switch {
		case strings.HasPrefix(target, "#"):
			return target
		case path.Ext(target) == ".png":
			return path.Base(target)
		}
		return ""
	})
	all = figure.ReplaceAllString(all,
		`<figure class="screen"><img src="$1" alt="$2"><figcaption>$2</figcaption></figure>`)
	all = between.ReplaceAllString(all, "><")
	all = strings.ReplaceAll(all, "<table>", `<table class="plan">`)
	all = headRow.ReplaceAllString(all, `<thead><tr class="head">`)
	all = bodyRow.ReplaceAllString(all, `<tr class="part"><td`)
	all = contents.ReplaceAllString(all, `<ul class="contents"><li><a href="#`)
	return strings.ReplaceAll(all, "><h2", ">\n<h2"), err
}

// pictures are the kinds of files that are embedded in a page.
var pictures = []string{".png", ".svg"}

// sources finds the pictures in a page.
var sources = regexp.MustCompile(`(src|srcset)="([^":]+)"`)

// makePage converts a document of a repository to a page that needs no other files. Links lead to the other pages of
// the book; other links become plain text.
func makePage(root, document string, book map[string]string) ([]byte, error) {
	source, err := os.ReadFile(filepath.Join(root, document))
	if err != nil {
		return nil, err
	}
	up := strings.Repeat("../", strings.Count(book[document], "/"))
	var failed error
	body, err := render(source, func(target string) string {
		file, anchor, _ := strings.Cut(target, "#")
		name := book[path.Join(path.Dir(document), file)]
		switch {
		case file == "" || strings.Contains(target, "://") || slices.Contains(pictures, path.Ext(file)):
			return target
		case name == "":
			if _, err := os.Stat(filepath.Join(root, path.Dir(document), file)); err != nil {
				failed = fmt.Errorf("%s has a link to a file that does not exist: %w", document, err)
			}
			return ""
		case anchor != "":
			name += "#" + anchor
		}
		return up + strings.ReplaceAll(name, " ", "%20")
	})
	if err != nil {
		return nil, err
	}
	body = sources.ReplaceAllStringFunc(body, func(found string) string {
		part := sources.FindStringSubmatch(found)
		picture, err := os.ReadFile(filepath.Join(root, path.Dir(document), part[2]))
		if err != nil {
			failed = err
		}
		return fmt.Sprintf(`%s="data:%s;base64,%s"`, part[1], mime.TypeByExtension(path.Ext(part[2])),
			base64.StdEncoding.EncodeToString(picture))
	})
	if failed != nil {
		return nil, failed
	}
	title, _, _ := strings.Cut(strings.TrimPrefix(string(source), "# "), "\n")
	var page bytes.Buffer
	lang := language.English.Tag
	if folder, ok := strings.CutPrefix(path.Dir(document), guides+"/"); ok {
		lang = folder
	}
	err = frame.Execute(&page, map[string]any{"Lang": lang, "Title": title, "Up": up, "Body": template.HTML(body)})
	return page.Bytes(), err
}

var frame = template.Must(template.New("").Parse(`<!doctype html>
<html lang="{{.Lang}}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{.Title}}</title>
<style>
  :root { color-scheme: light dark; }
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1.05rem/1.5 system-ui, sans-serif; }
  h1, h2, h3 { line-height: 1.2; }
  img { max-width: 100%; height: auto; }
  pre { overflow-x: auto; padding: .6rem .8rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
  code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
  table { border-collapse: collapse; display: block; overflow-x: auto; }
  th, td { padding: .25rem .6rem; text-align: left; vertical-align: top;
    border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }
  @media print { body { max-width: none; margin: 0; font-size: 10pt; } h2, h3 { break-after: avoid; }
    img, pre, tr { break-inside: avoid; } img { max-height: 10cm; } }
</style>
{{if .Up}}<nav><a href="{{.Up}}README.html">All documents</a></nav>
{{end}}{{.Body}}
</html>
`))
