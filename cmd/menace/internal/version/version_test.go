package version

import (
	"regexp"
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
