//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"
)

// copyOf copies files of the repository into a temporary folder, and returns that.
func copyOf(t *testing.T, names ...string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for _, name := range names {
		text, mode := read(t, name), os.FileMode(0o666)
		if strings.HasPrefix(text, "#!") {
			mode = 0o777
		}
		put(t, filepath.Join(folder, name), text, mode)
	}
	return folder
}

// put writes a file, and makes the folders that it needs.
func put(t *testing.T, name, text string, mode os.FileMode) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(name), 0o777)
	if err == nil {
		err = os.WriteFile(name, []byte(text), mode)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// script runs a script, which must have an exit status, and returns what it prints.
func script(t *testing.T, status int, name string, args ...string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	command := exec.Command(name, args...)
	out, _ := command.CombinedOutput()
	if got := command.ProcessState.ExitCode(); got != status {
		t.Fatalf("%s %v: exit status %d, want %d: %s", name, args, got, status, out)
	}
	return string(out)
}

// decode reads a file of a folder as YAML, to which JSON belongs.
func decode(t *testing.T, path string) (content map[string]any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err == nil && strings.HasSuffix(path, ".json") && !json.Valid(text) {
		t.Errorf("%s is not JSON", path)
	}
	if err == nil {
		err = yaml.Unmarshal(text, &content)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return content
}

// wants compares values at the top of a document, as text, with those that are wanted.
func wants(t *testing.T, path string, content map[string]any, want map[string]string) {
	t.Helper()
	for key, value := range want {
		if got := fmt.Sprint(content[key]); content[key] == nil || got != value {
			t.Errorf("%s: %s is %s, want %s", filepath.Base(path), key, got, value)
		}
	}
}

var metadata = []string{".ci/metadata", ".ci/names", "CHANGELOG.md", "CITATION.cff", "codemeta.json", ".zenodo.json",
	"SECURITY.md", "README.md"}

// TestMetadata checks that the files in the repository are those that .ci/metadata writes, and that none of them prints
// an example of an address as if it were real.
func TestMetadata(t *testing.T) {
	folder := copyOf(t, metadata...)
	script(t, 0, filepath.Join(folder, ".ci/metadata"))
	for _, name := range metadata[2:] {
		if text, err := os.ReadFile(filepath.Join(folder, name)); err != nil || string(text) != read(t, name) {
			t.Errorf("%s is not what .ci/metadata writes, %v:\n%s", name, err, text)
		} else if strings.Contains(string(text), "example.org") {
			t.Errorf("%s has an example of an address", name)
		}
	}
}

// filled is what a person may write into .ci/names.
const filled = `authors="O'Hara, Ann Mary; The Matchbox Club; Li, Wei"
repository="https://git.example.com/club/menace"
contact="holes@example.com"
publisher="MatchboxClub"
doi="10.5281/zenodo.123"
orcids="0000-0002-1825-0097; -; "
site="https://play.example.com/menace/"
`

// TestBeginRelease checks that a release does not begin without the names, and that it writes names, version and date
// into the files read by forges and archives, in the prescribed forms.
func TestBeginRelease(t *testing.T) {
	folder := copyOf(t, append(slices.Clone(metadata), ".ci/release")...)
	in := func(name string) string { return filepath.Join(folder, name) }
	script(t, 0, "git", "init", "-q", folder)
	begin := func(status int, version string) string { return script(t, status, in(".ci/release"), version) }
	write := func(name, text string) {
		if err := os.WriteFile(in(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(".ci/names", filled+"authors=Somebody # FILL IN\n")
	if said := begin(1, "v1.2.3"); !strings.Contains(said, "authors=Somebody # FILL IN\n") {
		t.Errorf("without a name it says %s", said)
	}
	write(".ci/names", filled+"authors='Donald \"Don\" Michie'\n") // would break JSON
	script(t, 2, in(".ci/metadata"))
	write(".ci/names", filled+"orcids='0000-0002-1825'\n")
	script(t, 2, in(".ci/metadata"))
	write(".ci/names", filled)
	begin(2, "v1.2")
	write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\nNew.\n\n## 1.0.0, 2026-12-01\n\nFirst.\n")
	before := time.Now().UTC()
	begin(0, "v1.2.3")
	date := time.Now().UTC().Format(time.DateOnly)
	changes, _ := os.ReadFile(in("CHANGELOG.md"))
	if strings.Contains(string(changes), before.Format(time.DateOnly)) {
		date = before.Format(time.DateOnly) // midnight may be between the two
	}
	want := "# Changelog\n\n## 1.2.3, " + date + "\n\nNew.\n\n## 1.0.0, 2026-12-01\n\nFirst.\n"
	if string(changes) != want {
		t.Errorf("CHANGELOG.md is now %s", changes)
	}
	if said := begin(1, "v1.2.4"); !strings.Contains(said, "nothing above the release 1.2.3") {
		t.Errorf("a second release says %s", said)
	}

	citation := decode(t, in("CITATION.cff"))
	wants(t, "CITATION.cff", citation, map[string]string{
		"cff-version": "1.2.0", "type": "software", "version": "1.2.3", "date-released": date, "license": "MIT",
		"doi": "10.5281/zenodo.123", "repository-code": "https://git.example.com/club/menace",
		"authors": "[map[family-names:O'Hara given-names:Ann Mary orcid:https://orcid.org/0000-0002-1825-0097] map[name:The Matchbox Club] " +
			"map[family-names:Li given-names:Wei]]",
	})
	for _, key := range []string{"message", "title", "abstract", "keywords", "references"} { // of the schema 1.2.0
		if citation[key] == nil {
			t.Errorf("CITATION.cff has no %s", key)
		}
	}
	wants(t, "codemeta.json", decode(t, in("codemeta.json")), map[string]string{
		"@context": "https://w3id.org/codemeta/3.0", "@type": "SoftwareSourceCode", "name": "menace", "version": "1.2.3",
		"datePublished": date, "license": "https://spdx.org/licenses/MIT", "programmingLanguage": "Go",
		"codeRepository": "https://git.example.com/club/menace", "identifier": "https://doi.org/10.5281/zenodo.123",
		"author": "[map[@id:https://orcid.org/0000-0002-1825-0097 @type:Person familyName:O'Hara givenName:Ann Mary] " +
			"map[@type:Organization name:The Matchbox Club] map[@type:Person familyName:Li givenName:Wei]]",
		"description": fmt.Sprint(citation["abstract"]), "keywords": fmt.Sprint(citation["keywords"]),
	})
	wants(t, ".zenodo.json", decode(t, in(".zenodo.json")), map[string]string{
		"upload_type": "software", "access_right": "open", "license": "MIT", "version": "1.2.3", "publication_date": date,
		"title": fmt.Sprint(citation["title"]), "description": fmt.Sprint(citation["abstract"]),
		"creators": "[map[name:O'Hara, Ann Mary orcid:0000-0002-1825-0097] map[name:The Matchbox Club] map[name:Li, Wei]]",
		"keywords": fmt.Sprint(citation["keywords"]),
	})
	readme, _ := os.ReadFile(in("README.md"))
	for _, door := range []string{"[play now](https://play.example.com/menace/)",
		"[get it](https://git.example.com/club/menace/releases)"} {
		if !strings.Contains(string(readme), door) {
			t.Errorf("README.md has no %s", door)
		}
	}
	security, _ := os.ReadFile(in("SECURITY.md"))
	if !strings.Contains(string(security), "\nPlease report a security hole to holes@example.com and not ") {
		t.Errorf("SECURITY.md is now %s", security)
	}
}
