//go:build race

package minimax_test

// brief leaves out the largest searches under the race detector, which makes them ten times slower
// and has nothing to find in a search of one goroutine.
const brief = true
