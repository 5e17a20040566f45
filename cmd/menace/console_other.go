//go:build !windows && !js

package main

// ownsConsole returns false: only Windows opens a console for a program that is double-clicked. The archives for other
// systems contain a script for that.
func ownsConsole() bool { return false }
