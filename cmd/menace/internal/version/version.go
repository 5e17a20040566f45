// Package version knows which version of the program this is.
package version

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"sync"
)

// tag is the version of a release. The build of the release sets it.
var tag string

// String returns the version of the release, or the commit from which the program was built. Neither identifies a
// program built by go run, or from files that were changed after the commit. Then the version ends in a hash of the
// executable, so that results of different programs are never mistaken for results of one.
var String = sync.OnceValue(func() string {
	if tag != "" {
		return tag
	}
	built := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		built = info.Main.Version
	}
	if built == "(devel)" || strings.HasSuffix(built, "+dirty") {
		return identify(built, hash())
	}
	return built
})

// identify adds the hash of the executable to a version that does not identify the program.
func identify(built, hash string) string {
	if hash == "" {
		return built
	}
	if built == "(devel)" {
		return "devel-" + hash
	}
	if strings.HasSuffix(built, "+dirty") {
		return built + "." + hash
	}
	return built
}

// hash returns the first 12 hexadecimal digits of the SHA-256 of the executable, or "" if it cannot be read, as in a
// browser.
func hash() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))[:12]
}

// Made formats a note on how a command made a file.
func Made(command string) string { return "menace " + String() + ": " + command }
