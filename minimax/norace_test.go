//go:build !race

package minimax_test

const brief = false
