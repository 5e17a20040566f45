//go:build !windows

package main

// ownsConsole reports false: where a double click starts no programs for the terminal, there is a file that does.
func ownsConsole() bool { return false }
