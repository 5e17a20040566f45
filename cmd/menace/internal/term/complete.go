package term

import (
	"slices"
	"strings"
)

// Complete returns the possible completions of the last word typed after the program's name: commands, flags or values.
// It calls known for values that no option lists, such as the names of agents. Their kind is that of
// [option.Option.Complete], or the name of the word in the command's Args, in lower case.
func Complete(p *Program, typed []string, known func(kind string) []string) (found []string) {
	last := len(typed) - 1
	if last < 0 {
		return nil
	}
	l := p.split(typed[:last])
	kinds := strings.Fields(l.command.Args)
	for range l.words {
		if len(kinds) > 0 && !strings.HasSuffix(kinds[0], "…") {
			kinds = kinds[1:]
		}
	}
	var pending *Flag // whose value comes next
	if n := len(l.typed); n > 0 && !l.typed[n-1].hasValue {
		if f := l.flagNamed(l.typed[n-1].name); f != nil && !f.Switch {
			pending = f
		}
	}
	switch {
	case pending != nil && pending.Choices != nil:
		found = pending.Choices
	case pending != nil:
		found = known(pending.Complete)
	case strings.HasPrefix(typed[last], "-"):
		for _, f := range slices.Concat(l.flags, p.Flags, []Flag{helpFlag}) {
			found = append(found, "--"+f.Name)
		}
	case l.command.Action == nil && len(l.words) == 0:
		found = commandNames(l.command.Commands)
	case len(kinds) > 0 && strings.Contains(kinds[0], "|"):
		found = strings.Split(kinds[0], "|")
	case len(kinds) > 0:
		found = known(strings.ToLower(strings.Trim(kinds[0], "[]…")))
	}
	return slices.DeleteFunc(slices.Clone(found), func(f string) bool { return !strings.HasPrefix(f, typed[last]) })
}
