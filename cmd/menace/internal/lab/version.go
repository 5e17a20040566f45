package lab

import (
	"cmp"
	"runtime/debug"
)

// tag is the version of a release, which its build sets.
var tag string

// Version returns the version of the program: that of its release, or the commit that it was built from in a clone. It
// is "(devel)" for `go run` and tests, which do not record a commit.
func Version() string {
	built := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		built = info.Main.Version
	}
	return cmp.Or(tag, built, "(devel)")
}

// Made describes how a file was made by a command.
func Made(command string) string { return "menace " + Version() + ": " + command }
