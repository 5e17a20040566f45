package lab

import (
	"cmp"
	"runtime/debug"
)

// tag is the version of a release. The build of the release sets it.
var tag string

// Version returns the version of the program: that of its release or, if it was built in a clone, the commit. It is
// "(devel)" for `go run` and tests, which do not record a commit.
func Version() string {
	built := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		built = info.Main.Version
	}
	return cmp.Or(tag, built, "(devel)")
}

// Made formats a note on how a command made a file.
func Made(command string) string { return "menace " + Version() + ": " + command }
