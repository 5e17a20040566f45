package menace_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	machines "menace/minimax/games"
)

// aboutGames lists code that may name games: that of searches, which have games of their own, the example of a command,
// the words by which people call games, and documents.
var aboutGames = []string{internal + "searches/", internal + "words/words.go", internal + "kits/kits.go",
	internal + "machines/machinestest/", internal + "documents/text/"}

// TestNoSwitchOnGames searches the code of the program and its templates, outside the files of the games, for the names of
// games, of their presets and of their machines, and for their rules. Only tic-tac-toe and MENACE may be named.
func TestNoSwitchOnGames(t *testing.T) {
	var names []string
	for _, g := range machines.All()[1:] {
		names = append(names, regexp.QuoteMeta(g.Name))
		for _, p := range g.Presets {
			names = append(names, p.Name)
		}
		for _, m := range g.Machines {
			if m.Name != "MENACE" {
				names = append(names, m.Name)
			}
		}
	}
	named := regexp.MustCompile(`"(` + strings.Join(names, "|") + `)(:[^"]*)?"|games\.(Hexapawn|Sticks|Notakto|Misere)\b`)
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		path = filepath.ToSlash(path)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "language" || path == "minimax" || path == ".git"):
			return fs.SkipDir
		case entry.IsDir() || strings.HasSuffix(path, "_test.go"):
			return nil
		case filepath.Ext(path) != ".go" && filepath.Ext(path) != ".html":
			return nil
		}
		for _, may := range aboutGames {
			if strings.HasPrefix(path, may) {
				return nil
			}
		}
		text, err := os.ReadFile(path)
		if err == nil {
			for _, found := range named.FindAllString(string(text), -1) {
				t.Errorf("%s names a game: %s", path, found)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
