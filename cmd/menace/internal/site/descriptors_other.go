//go:build !unix

package site

import "math"

// descriptors returns how many files and connections the program can have open: the system sets no limit.
func descriptors() int { return math.MaxInt32 }
