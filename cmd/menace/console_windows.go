package main

import (
	"syscall"
	"unsafe"
)

// ownsConsole reports whether no other program uses the console, so that the program was not started from a shell.
func ownsConsole() bool {
	var processes [2]uint32
	list := syscall.NewLazyDLL("kernel32.dll").NewProc("GetConsoleProcessList")
	n, _, _ := list.Call(uintptr(unsafe.Pointer(&processes[0])), uintptr(len(processes)))
	return n == 1
}
