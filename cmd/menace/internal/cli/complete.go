package cli

import (
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// Complete returns the possible completions of the last word typed after the program's name: commands, flags or values.
// It calls known for values that no option lists, such as the names of agents. Their kind is that of
// [option.Option.Complete], or the command's name for the word, in lower case.
func Complete(app *App, typed []string, known func(kind string) []string) (found []string) {
	last := len(typed) - 1
	if last < 0 {
		return nil
	}
	commands, flags, kinds := app.Commands, app.Flags, []string(nil)
	var pending Flag // whose value comes next
	for _, arg := range typed[:last] {
		switch c := command(commands, arg); {
		case pending != nil:
			pending = nil
		case isFlag(arg):
			if f, _, joined := find(slices.Concat(flags, below(commands)), arg); !joined && takesValue(f) {
				pending = f
			}
		case c != nil:
			commands, flags, kinds = c.Subcommands, slices.Concat(c.Flags, app.Flags), strings.Fields(c.ArgsUsage)
		default:
			commands = nil
			if len(kinds) > 0 && !strings.HasSuffix(kinds[0], "…") {
				kinds = kinds[1:]
			}
		}
	}
	switch {
	case pending != nil:
		if g, ok := pending.(*urfave.GenericFlag); ok {
			t := g.Value.(*texts)
			if found = t.choices; found == nil {
				found = known(t.complete)
			}
		}
	case strings.HasPrefix(typed[last], "-"):
		for _, f := range flags {
			found = append(found, "--"+f.Names()[0])
		}
		found = append(found, "--help")
	case len(commands) > 0:
		for _, c := range commands {
			if !c.Hidden {
				found = append(found, c.Name)
			}
		}
	case len(kinds) > 0 && strings.Contains(kinds[0], "|"):
		found = strings.Split(kinds[0], "|")
	case len(kinds) > 0:
		found = known(strings.ToLower(strings.Trim(kinds[0], "[]…")))
	}
	return slices.DeleteFunc(slices.Clone(found), func(f string) bool { return !strings.HasPrefix(f, typed[last]) })
}
