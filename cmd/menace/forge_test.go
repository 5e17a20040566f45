//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWorkflows checks that the workflows of a forge run existing scripts, in a container with a patch release of the
// Go version in go.mod, the same as in the Containerfile, and that the only action is the one for attestation, pinned
// by its commit and run on GitHub only. .ci/run checks the syntax of the workflows.
func TestWorkflows(t *testing.T) {
	from := regexp.MustCompile(`(?m)^FROM golang:((\d+\.\d+)\.\d+)(?:@sha256:[0-9a-f]{64})? AS build$`).FindStringSubmatch(
		read(t, "docs/hosting/Containerfile"))
	if from == nil {
		t.Fatal("the Containerfile names no patch of Go")
	}
	if !regexp.MustCompile(`(?m)^go ` + regexp.QuoteMeta(from[2]) + `\.`).MatchString(read(t, "go.mod")) {
		t.Errorf("go.mod has another Go than %s", from[2])
	}
	for name, runs := range map[string]string{
		"test": ".ci/run", "site": ".ci/names .ci/site", "release": ".ci/release .ci/publish",
	} {
		jobs, _ := decode(t, "../../.github/workflows/"+name+".yml")["jobs"].(map[string]any)
		said := ""
		for kind, j := range jobs {
			job := j.(map[string]any)
			container := fmt.Sprint(job["container"])
			attests := kind == "attest" && job["if"] == "github.server_url == 'https://github.com'"
			if !attests && container != "golang:"+from[1]+"-bookworm" {
				t.Errorf("the workflow %s runs in %s, the Containerfile has Go %s", name, container, from[1])
			}
			for _, s := range job["steps"].([]any) {
				step := s.(map[string]any)
				said += fmt.Sprintln(step["run"])
				action, isAction := step["uses"].(string)
				if isAction && (!attests || !regexp.MustCompile(`^actions/attest@[0-9a-f]{40}$`).MatchString(action)) {
					t.Errorf("the workflow %s uses %s", name, action)
				}
			}
		}
		scripts := regexp.MustCompile(`\.ci/\w+`).FindAllString(said, -1)
		if got := strings.Join(scripts, " "); got != runs {
			t.Errorf("the workflow %s runs %s, want %s", name, got, runs)
		}
		for _, script := range scripts {
			read(t, script)
		}
	}
}

// TestPublish publishes a release on servers that answer like GitHub and like Forgejo. They must receive every file and
// the notes.
func TestPublish(t *testing.T) {
	for _, tool := range []string{"curl", "jq"} {
		if _, err := exec.LookPath(tool); err != nil {
			if os.Getenv("MENACE_DOWNLOADS") == "required" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
	for _, forge := range []string{"https://github.com", "https://git.example.org"} {
		folder := copyOf(t, ".ci/publish")
		want := map[string]string{"SHA256SUMS": "sums", "menace-v1.2.3-linux-amd64.tar.gz": "archive",
			"menace-v1.2.3-linux-amd64.cdx.json": "parts", "menace.rb": "formula"}
		for name, text := range map[string]string{"dist/SHA256SUMS": want["SHA256SUMS"],
			"dist/menace-v1.2.3-linux-amd64.tar.gz":   want["menace-v1.2.3-linux-amd64.tar.gz"],
			"dist/menace-v1.2.3-linux-amd64.cdx.json": want["menace-v1.2.3-linux-amd64.cdx.json"],
			"dist/manifests/homebrew/menace.rb":       want["menace.rb"], "dist/menace-v1.2.2-linux-amd64.tar.gz": "old",
			"CHANGELOG.md": "# Changelog\n\n## 1.2.3, 2026-12-24\n\nA \"new\" box.\n\n## 1.0.0, 2026-12-01\n\nFirst.\n",
		} {
			put(t, filepath.Join(folder, name), text, 0o666)
		}
		got, notes := map[string]string{}, ""
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "token secret" || r.Method != "POST" {
				http.Error(w, "who?", http.StatusForbidden)
				return
			}
			switch r.URL.Path {
			case "/api/repos/club/menace/releases":
				var release struct {
					Tag  string `json:"tag_name"`
					Body string
				}
				if err := json.NewDecoder(r.Body).Decode(&release); err != nil || release.Tag != "v1.2.3" {
					t.Errorf("%s: the release is %v, %v", forge, release, err)
				}
				notes = strings.TrimSpace(release.Body)
				fmt.Fprintf(w, `{"id": 7, "upload_url": "http://%s/uploads/7/assets{?name,label}"}`, r.Host)
			case "/uploads/7/assets": // GitHub takes the file as the body
				text, _ := io.ReadAll(r.Body)
				got[r.URL.Query().Get("name")] = string(text)
			case "/api/repos/club/menace/releases/7/assets": // Forgejo takes a form
				file, header, err := r.FormFile("attachment")
				if err != nil {
					t.Errorf("%s: %v", forge, err)
					return
				}
				text, _ := io.ReadAll(file)
				got[header.Filename] = string(text)
			default:
				http.NotFound(w, r)
			}
		}))
		defer server.Close()
		for name, value := range map[string]string{"GITHUB_SERVER_URL": forge, "GITHUB_API_URL": server.URL + "/api",
			"GITHUB_REPOSITORY": "club/menace", "GITHUB_REF_NAME": "v1.2.3", "TOKEN": "secret"} {
			t.Setenv(name, value)
		}
		script(t, 0, filepath.Join(folder, ".ci/publish"))
		if !maps.Equal(got, want) || notes != `A "new" box.` {
			t.Errorf("%s got %v with the notes %q", forge, got, notes)
		}
		t.Setenv("TOKEN", "wrong")
		script(t, 22, filepath.Join(folder, ".ci/publish")) // the status of curl
	}
}
