// Package version knows which version of the program this is.
package version

import (
	"cmp"
	"runtime/debug"
)

// tag is the version of a release. The build of the release sets it.
var tag string

// String returns the version of the release, the commit from which the program was built, or "(devel)" without either.
func String() string {
	built := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		built = info.Main.Version
	}
	return cmp.Or(tag, built, "(devel)")
}

// Made formats a note on how a command made a file.
func Made(command string) string { return "menace " + String() + ": " + command }
