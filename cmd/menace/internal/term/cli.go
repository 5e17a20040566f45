// Package term is the terminal. It describes commands, parses their flags, runs them and reports mistakes. It also
// provides the flags that commands share, and output: [IO] holds the streams of the program, with styles, tables, a
// progress bar, lines of input, and files that are written completely or not at all.
//
// A command has an Options struct, a parse function that fills it from the flags, and a run function that knows no
// flags and that tests can call; [Action] joins them. The package contains nothing that belongs to a single command.
package term

import "context"

// Run runs a command line of a program. args[0] is the program's name.
func Run(ctx context.Context, con *IO, p *Program, args []string) error {
	l := p.split(args[min(1, len(args)):])
	err := p.app(con, l, nil).RunContext(ctx, l.arranged())
	if err != nil && p.Explain != nil {
		err = p.Explain(err)
	}
	return err
}

// Action returns the action of a command, made of its parse and run functions.
func Action[O any](con *IO, parse func(*Invocation) (O, error),
	run func(context.Context, *IO, O) error) ActionFunc {
	return func(ctx context.Context, c *Invocation) error {
		o, err := parse(c)
		if err != nil {
			return err
		}
		return run(ctx, con, o)
	}
}
