// Package machines holds the commands that work with single machines, each in one or a few files: its options, how they
// are parsed from flags, and what it prints.
package machines

import "menace/cmd/menace/internal/term"

// Commands describes the commands.
func Commands(con *term.IO) []*term.Command {
	return []*term.Command{
		trainCommand(con), playCommand(con), serveCommand(con), evalCommand(con), boxesCommand(con), agentsCommand(con),
		plotCommand(con), exportCommand(con),
	}
}
