//go:build unix

package site

import (
	"math"
	"syscall"
)

// descriptors returns how many files and connections the program can have open. The Go runtime has raised the limit as
// far as the system lets it.
func descriptors() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0
	}
	return int(min(uint64(limit.Cur), math.MaxInt32)) // Cur is signed on some systems
}
