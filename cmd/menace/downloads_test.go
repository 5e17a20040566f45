//go:build !js

package main

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"debug/buildinfo"
	"debug/macho"
	"debug/pe"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"
)

// packed is a file in an archive.
type packed struct {
	text []byte
	mode fs.FileMode
	at   time.Time
}

// unpack returns the files of an archive, by their paths.
func unpack(t *testing.T, file string) map[string]packed {
	t.Helper()
	files := map[string]packed{}
	add := func(name string, in io.Reader, info fs.FileInfo) {
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = packed{text, info.Mode(), info.ModTime()}
	}
	if strings.HasSuffix(file, ".zip") {
		archive, err := zip.OpenReader(file)
		if err != nil {
			t.Fatal(err)
		}
		defer archive.Close()
		for _, f := range archive.File {
			in, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			add(f.Name, in, f.FileInfo())
		}
		return files
	}
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	compressed, err := gzip.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	archive := tar.NewReader(compressed)
	for header, err := archive.Next(); err != io.EOF; header, err = archive.Next() {
		if err != nil {
			t.Fatal(err)
		}
		add(header.Name, archive, header.FileInfo())
	}
	return files
}

// release builds archives and returns their names and the text of their checksums, which it checks.
func release(t *testing.T, folder string, platforms ...string) (names []string, sums string) {
	t.Helper()
	command := exec.Command("bash", append([]string{"../../.ci/release", folder}, platforms...)...)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	text, err := os.ReadFile(filepath.Join(folder, "SHA256SUMS"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		archive, err := os.ReadFile(filepath.Join(folder, name))
		if actual := sha256.Sum256(archive); err != nil || hex.EncodeToString(actual[:]) != sum {
			t.Errorf("the checksum of %s is wrong, %v", name, err)
		}
		if !strings.HasSuffix(name, ".cdx.json") {
			names = append(names, name)
		}
	}
	return names, string(text)
}

// firstSteps is the page with the first steps, whose name says so in four languages.
const firstSteps = "First steps - Erste Schritte - Premiers pas - Primeros pasos.html"

// TestDownloads builds the archives of one platform of each kind, checks that a second build gives the same bytes,
// inspects the archives, and starts the program for Linux as its user would.
func TestDownloads(t *testing.T) {
	needs(t, "class")
	if os.Getenv("MENACE_DOWNLOADS") != "required" {
		t.Skip("takes minutes; runs only if MENACE_DOWNLOADS requires it")
	}
	folder := t.TempDir()
	platforms := []string{"linux/" + runtime.GOARCH, "darwin/arm64", "windows/amd64"}
	names, sums := release(t, folder, platforms...)
	if _, again := release(t, t.TempDir(), platforms...); again != sums || len(names) != len(platforms) {
		t.Errorf("two builds have different checksums\n%s\n%s", sums, again)
	}
	checkManifests(t, folder, names, sums)
	var documents []string
	for _, pattern := range []string{"../../*.md", "../../docs/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) < 4 {
			t.Fatalf("found the documents %q, %v", found, err)
		}
		for _, document := range found {
			name := strings.TrimSuffix(filepath.Base(document), ".md")
			if !slices.Contains([]string{"README", "MANUAL", "TEACHING"}, name) {
				documents = append(documents, "Documents/"+name+".html")
			}
		}
	}
	for i, kind := range []struct{ system, program, start, explains string }{
		{"linux", "menace", "Start MENACE.sh", "Run as a Program"},
		{"macos", "menace", "Start MENACE.command", "Open Anyway"},
		{"windows", "menace.exe", "Start MENACE.cmd", "More info"},
	} {
		files := unpack(t, filepath.Join(folder, names[i]))
		top := strings.TrimSuffix(strings.TrimSuffix(names[i], ".zip"), ".tar.gz")
		want := []string{firstSteps, "LICENSE.txt", "Manual.html", "README.html",
			"Teaching with matchboxes.html", "Teaching with matchboxes (de).html", "Teaching with matchboxes (es).html",
			"Teaching with matchboxes (fr).html", kind.program, kind.start}
		want = append(want, documents...)
		for j := range want {
			want[j] = top + "/" + want[j]
		}
		slices.Sort(want)
		if got := slices.Sorted(maps.Keys(files)); !slices.Equal(got, slices.Compact(want)) {
			t.Fatalf("%s contains %q, want %q", names[i], got, want)
		}
		file := func(name string) packed { return files[top+"/"+name] }
		text := func(name string) string { return string(file(name).text) }
		for name, f := range files {
			runs := !strings.HasSuffix(name, ".html") && !strings.HasSuffix(name, ".txt")
			if runs && kind.system != "windows" && f.mode != 0o755 || !runs && f.mode != 0o644 ||
				!f.at.Equal(file("LICENSE.txt").at) {
				t.Errorf("%s: %s has mode %v and time %v", names[i], name, f.mode, f.at)
			}
		}
		for _, other := range []string{"linux", "macos", "windows"} {
			if strings.Contains(text(firstSteps), `class="`+other+`"`) != (other == kind.system) {
				t.Errorf("%s: the first steps are not only those for %s", names[i], kind.system)
			}
		}
		for _, part := range []string{kind.explains, "hotspot", "menace.db", "firewall", kind.start[:6]} {
			if !strings.Contains(strings.ToLower(text(firstSteps)), strings.ToLower(part)) {
				t.Errorf("%s: the first steps do not mention %q", names[i], part)
			}
		}
		info, err := buildinfo.Read(bytes.NewReader(file(kind.program).text))
		if err != nil {
			t.Fatal(err)
		}
		checkParts(t, filepath.Join(folder, top+".cdx.json"), info)
		for _, module := range info.Deps {
			if !strings.Contains(text("LICENSE.txt"), "==== "+module.Path+" ====") {
				t.Errorf("%s: the licence of %s is missing", names[i], module.Path)
			}
		}
		switch kind.system {
		case "linux":
			starts(t, files, top)
		case "macos":
			if f, err := macho.NewFile(bytes.NewReader(file("menace").text)); err != nil || f.Cpu != macho.CpuArm64 {
				t.Errorf("the program for macOS: %v", err)
			}
		case "windows":
			f, err := pe.NewFile(bytes.NewReader(file("menace.exe").text))
			if err != nil || f.Machine != pe.IMAGE_FILE_MACHINE_AMD64 || f.Section(".rsrc") == nil {
				t.Fatalf("the program for Windows has no resources, %v", err)
			}
			resources, err := f.Section(".rsrc").Data()
			for _, part := range []string{"MENACE", "matchboxes that learn", strings.Split(names[i], "-")[1]} {
				if !bytes.Contains(resources, wide(part)) || err != nil {
					t.Errorf("the resources for Windows do not mention %q, %v", part, err)
				}
			}
			if icon, err := os.ReadFile("../../.ci/download/icon.png"); err != nil || len(resources) < len(icon) {
				t.Errorf("the resources for Windows, %d bytes, have no icon, %v", len(resources), err)
			}
		}
	}
}

// checkParts checks that a CycloneDX list names the modules in a program, with their versions.
func checkParts(t *testing.T, file string, info *buildinfo.BuildInfo) {
	t.Helper()
	var list struct {
		BOMFormat  string
		Components []struct{ Name, Version, PURL string }
	}
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	if err != nil || list.BOMFormat != "CycloneDX" {
		t.Fatalf("%s: %v", file, err)
	}
	got, want := map[string]string{}, map[string]string{"std": info.GoVersion}
	for _, c := range list.Components {
		got[c.Name] = c.Version
	}
	for _, module := range info.Deps {
		want[module.Path] = module.Version
	}
	if !maps.Equal(got, want) {
		t.Errorf("%s lists %v, want %v", file, got, want)
	}
}

// checkManifests checks that the manifests of a release name its archives, with their checksums and the programs in
// them.
func checkManifests(t *testing.T, folder string, names []string, sums string) {
	t.Helper()
	version, _, _ := strings.Cut(strings.TrimPrefix(names[0], "menace-"), "-linux-")
	all := offers(t, folder, strings.TrimPrefix(version, "v"))
	offered := map[string]bool{}
	for manager, o := range all {
		name := path.Base(o.url)
		offered[name] = true
		if !strings.HasSuffix(o.url, "/releases/download/"+version+"/"+name) ||
			!strings.Contains(sums, o.sum+"  "+name+"\n") {
			t.Errorf("%s gets %s, whose checksum should be %s", manager, o.url, o.sum)
		}
		if _, found := unpack(t, filepath.Join(folder, name))[o.program]; !found && o.program != "" {
			t.Errorf("%s finds no %s in %s", manager, o.program, name)
		}
	}
	if len(offered) != len(names) {
		t.Errorf("the manifests offer %v, want %v", slices.Collect(maps.Keys(offered)), names)
	}
}

// wide returns a text in UTF-16, as in Windows resources.
func wide(text string) (bytes []byte) {
	for _, u := range utf16.Encode([]rune(text)) {
		bytes = append(bytes, byte(u), byte(u>>8))
	}
	return bytes
}

// starts unpacks the files of an archive and double-clicks the one that starts the page. This must open the browser,
// where a machine can be created and played against, and the machine must be stored in the same folder when the program
// ends.
func starts(t *testing.T, files map[string]packed, top string) {
	t.Helper()
	home, elsewhere := t.TempDir(), t.TempDir()
	for name, f := range files {
		put(t, filepath.Join(home, name), string(f.text), f.mode)
	}
	opened := filepath.Join(elsewhere, "opened")
	browser := fmt.Sprintf("#!/bin/sh\necho \"$1\" >%q.part && mv %[1]q.part %[1]q\n", opened)
	if err := os.WriteFile(filepath.Join(elsewhere, "xdg-open"), []byte(browser), 0o755); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(filepath.Join(home, top, "Start MENACE.sh"))
	command.Dir = elsewhere
	command.Env = []string{"PATH=" + elsewhere + ":" + os.Getenv("PATH"), "HOME=" + elsewhere}
	out, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer command.Process.Kill()
	line, err := bufio.NewReader(out).ReadString('\n')
	_, address, found := strings.Cut(strings.TrimSpace(line), "The laboratory is at ")
	if !found {
		t.Fatalf("got %q, %v", line, err)
	}
	reply, err := http.PostForm(address, map[string][]string{"seed": {"7"}})
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	page, err := io.ReadAll(reply.Body)
	if reply.Request.URL.Path != "/agents/menace" || !bytes.Contains(page, []byte(`class="x last"`)) {
		t.Errorf("Play redirects to %s, %v: %s", reply.Request.URL, err, page)
	}
	for shown, err := os.ReadFile(opened); string(shown) != address+"\n"; shown, err = os.ReadFile(opened) {
		if err == nil {
			t.Fatalf("the browser shows %q, %v", shown, err)
		}
		time.Sleep(time.Millisecond)
	}
	command.Process.Signal(os.Interrupt)
	if err := command.Wait(); err != nil {
		t.Errorf("the program ends with %v", err)
	}
	stored := prints(t, "--db", filepath.Join(home, top, "menace.db"), "agents", "list")
	if !strings.Contains(stored, "\nmenace ") {
		t.Errorf("the machine is not stored: %s", stored)
	}
}
