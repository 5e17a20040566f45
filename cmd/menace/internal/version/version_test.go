package version

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestIdentify checks that only a version that does not identify the program gets the hash.
func TestIdentify(t *testing.T) {
	for _, c := range []struct{ built, hash, want string }{
		{"v1.2.0", "0123456789ab", "v1.2.0"},
		{"v0.0.0-20261126231729-f15f3d02aaaa", "0123456789ab", "v0.0.0-20261126231729-f15f3d02aaaa"},
		{"v0.0.0-20261126231729-f15f3d02aaaa+dirty", "0123456789ab",
			"v0.0.0-20261126231729-f15f3d02aaaa+dirty.0123456789ab"},
		{"(devel)", "0123456789ab", "devel-0123456789ab"},
		{"(devel)", "", "(devel)"},
	} {
		if got := identify(c.built, c.hash); got != c.want {
			t.Errorf("%s with %s: got %s, want %s", c.built, c.hash, got, c.want)
		}
	}
}

// TestString checks that a test, which is built like a program of go run, has the hash in its version.
func TestString(t *testing.T) {
	if got := String(); !regexp.MustCompile(`^devel-[0-9a-f]{12}$`).MatchString(got) {
		t.Errorf("got %s", got)
	}
}

// TestBuildID compares the build IDs of two executables, this test and Go's own tool, with those that the tool prints.
func TestBuildID(t *testing.T) {
	test, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip(err)
	}
	root, err := exec.Command(tool, "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{test, filepath.Join(strings.TrimSpace(string(root)), "bin", filepath.Base(tool))} {
		want, err := exec.Command(tool, "tool", "buildid", path).Output()
		if err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if got := buildID(file); string(got) != strings.TrimSpace(string(want)) {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
	if got := buildID(strings.NewReader("#!/bin/sh")); got != nil {
		t.Errorf("a script has the build ID %s", got)
	}
}
