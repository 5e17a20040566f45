//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// offer is what a manifest tells a package manager to download.
type offer struct{ url, sum, program string } // program is the path in the archive

var download = regexp.MustCompile(`on_(\w+) do\n *url "(.*)"\n *sha256 "(.*)"\n *end`) // in a formula

// offers returns the downloads in the manifests of a release, by the name of the package manager and the platform.
// They must have the fields that package managers require.
func offers(t *testing.T, folder, version string) map[string]offer {
	t.Helper()
	all := map[string]offer{}
	formula, err := os.ReadFile(filepath.Join(folder, "manifests/homebrew/menace.rb"))
	if err != nil || !strings.HasPrefix(string(formula), "class Menace < Formula\n") ||
		!strings.Contains(string(formula), "\n  version \""+version+"\"\n") {
		t.Errorf("the formula of Homebrew, %v: %s", err, formula)
	}
	opened := len(regexp.MustCompile(`(?m)^ *(class|def)\b| do$`).FindAll(formula, -1))
	if ends := len(regexp.MustCompile(`(?m)^ *end$`).FindAll(formula, -1)); ends != opened {
		t.Errorf("the formula of Homebrew has %d ends of %d blocks", ends, opened)
	}
	for system, block := range map[string]string{"macos": "on_macos", "linux": "on_linux"} {
		_, text, _ := strings.Cut(string(formula), "  "+block+" do\n")
		text, _, _ = strings.Cut(text, "\n  end\n")
		for _, m := range download.FindAllStringSubmatch(text, -1) {
			all["homebrew "+system+" "+m[1]] = offer{url: m[2], sum: m[3]}
		}
	}

	var scoop struct {
		Version, Description, Homepage, License, Bin string
		Architecture                                 map[string]struct {
			URL, Hash  string
			ExtractDir string `json:"extract_dir"`
		}
	}
	text, err := os.ReadFile(filepath.Join(folder, "manifests/scoop/menace.json"))
	if err == nil {
		err = json.Unmarshal(text, &scoop)
	}
	if err != nil || scoop.Version != version || scoop.License != "MIT" || scoop.Description == "" ||
		scoop.Homepage == "" {
		t.Errorf("the manifest of Scoop, %v: %+v", err, scoop)
	}
	for cpu, o := range scoop.Architecture {
		all["scoop windows "+cpu] = offer{o.URL, o.Hash, o.ExtractDir + "/" + scoop.Bin}
	}

	kinds := map[string][]string{ // and what schema 1.6.0 requires of each
		"version": {"DefaultLocale"}, "installer": {"Installers", "InstallerType"},
		"defaultLocale": {"PackageLocale", "Publisher", "PackageName", "License", "ShortDescription"},
	}
	files, err := filepath.Glob(filepath.Join(folder, "manifests/winget/*.yaml"))
	if err != nil || len(files) != len(kinds) {
		t.Fatalf("winget needs %d files, got %q, %v", len(kinds), files, err)
	}
	for _, file := range files {
		content := decode(t, file)
		kind := fmt.Sprint(content["ManifestType"])
		for _, key := range kinds[kind] {
			if content[key] == nil {
				t.Errorf("%s has no %s", file, key)
			}
		}
		delete(kinds, kind)
		identifier := fmt.Sprint(content["PackageIdentifier"])
		if !regexp.MustCompile(`^[^.\s]{1,32}\.Menace$`).MatchString(identifier) ||
			!strings.HasPrefix(filepath.Base(file), identifier+".") {
			t.Errorf("%s is about %s", file, identifier)
		}
		wants(t, file, content, map[string]string{"PackageVersion": version, "ManifestVersion": "1.6.0"})
		installers, _ := content["Installers"].([]any)
		for _, i := range installers {
			installer := i.(map[string]any)
			nested := installer["NestedInstallerFiles"].([]any)[0].(map[string]any)
			all["winget windows "+fmt.Sprint(installer["Architecture"])] = offer{
				fmt.Sprint(installer["InstallerUrl"]), strings.ToLower(fmt.Sprint(installer["InstallerSha256"])),
				strings.ReplaceAll(fmt.Sprint(nested["RelativeFilePath"]), `\`, "/"),
			}
		}
	}
	if len(kinds) > 0 {
		t.Errorf("winget lacks %v", slices.Collect(maps.Keys(kinds)))
	}
	return all
}

// TestManifests checks that each manifest names the archives of its platforms with their checksums.
func TestManifests(t *testing.T) {
	folder := copyOf(t, ".ci/manifests")
	if err := os.WriteFile(filepath.Join(folder, ".ci/names"), []byte(filled), 0o666); err != nil {
		t.Fatal(err)
	}
	want, sums := map[string]offer{}, ""
	for i, c := range []struct{ file, program, managers string }{
		{"linux-amd64.tar.gz", "", "homebrew linux intel"}, {"linux-arm64.tar.gz", "", "homebrew linux arm"},
		{"macos-intel.zip", "", "homebrew macos intel"}, {"macos-apple.zip", "", "homebrew macos arm"},
		{"windows-amd64.zip", "menace-v1.2.3-windows-amd64/menace.exe", "scoop windows 64bit, winget windows x64"},
		{"windows-arm64.zip", "menace-v1.2.3-windows-arm64/menace.exe", "scoop windows arm64, winget windows arm64"},
	} {
		name, sum := "menace-v1.2.3-"+c.file, strings.Repeat(fmt.Sprintf("%dcafe%d%d", i, i, i), 8)
		sums += sum + "  " + name + "\n" + strings.Repeat("b", 64) + "  menace-v1.2.3-" +
			strings.SplitN(c.file, ".", 2)[0] + ".cdx.json\n"
		for _, manager := range strings.Split(c.managers, ", ") {
			want[manager] = offer{"https://git.example.com/club/menace/releases/download/v1.2.3/" + name, sum, c.program}
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "SHA256SUMS"), []byte(sums), 0o666); err != nil {
		t.Fatal(err)
	}
	script(t, 0, filepath.Join(folder, ".ci/manifests"), folder, "v1.2.3")
	if got := offers(t, folder, "1.2.3"); !maps.Equal(got, want) {
		t.Errorf("got\n%v, want\n%v", got, want)
	}
}
