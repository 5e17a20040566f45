//go:build unix

package site

import (
	"math"
	"syscall"
)

// descriptors returns the number of files and connections that the program can have open. The Go runtime has already
// raised the limit as far as the system allows.
func descriptors() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 0
	}
	return int(min(uint64(limit.Cur), math.MaxInt32)) // Cur is signed on some systems
}
