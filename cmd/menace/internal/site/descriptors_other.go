//go:build !unix

package site

import "math"

// descriptors returns the number of files and connections that the program can have open; this system sets no limit.
func descriptors() int { return math.MaxInt32 }
