// Package version identifies the version of this program: call [String].
package version

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"regexp"
	"runtime/debug"
	"strings"
	"sync"
)

// tag is the version of a release, set when the release is built.
var tag string

// String returns the version of the release, or the commit that the program was built from. Neither identifies a
// program built by go run, or from files that were changed after the commit. In these cases the version ends in a hash
// of the executable, so that results of different programs are never mistaken for results of one.
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

// hash returns 12 hexadecimal digits that identify the executable, or "" if it cannot be read, as in a browser. They
// are a hash of its build ID, in which the go command stores a hash of the whole executable: hashing its 40 MB again
// would take longer than everything else that most commands do. An executable without a build ID is hashed as a whole.
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
	var identity io.Reader = file
	if id := buildID(file); id != nil {
		identity = bytes.NewReader(id)
	} else if _, err := file.Seek(0, io.SeekStart); err != nil {
		return ""
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, identity); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))[:12]
}

// buildIDs matches the build ID of an executable: hashes of its inputs, of its main package, and of itself. It is
// described in buildid.go of the go command.
var buildIDs = regexp.MustCompile(`^[\w-]{20}/[\w-]{20}/[\w-]{20}/[\w-]{20}$`)

// buildID returns the build ID of an executable, or nil. It is in the first kilobytes: in a note of an ELF file, and
// elsewhere at the beginning of the code.
func buildID(executable io.Reader) []byte {
	start, err := io.ReadAll(io.LimitReader(executable, 64<<10))
	if err != nil {
		return nil
	}
	for slash := 20; slash+63 <= len(start); slash++ { // takes a fiftieth of the time of the expression
		if id := start[slash-20 : slash+63]; id[20] == '/' && id[41] == '/' && id[62] == '/' && buildIDs.Match(id) {
			return id
		}
	}
	return nil
}

// Made formats a note about the command that made a file.
func Made(command string) string { return "menace " + String() + ": " + command }
