package term

import (
	"context"
	"io"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// Complete returns the possible completions of the last word typed after the program's name: commands, flags or values.
// known supplies values that only a feature knows, such as stored names. Their kind is that of
// [option.Option.Complete], or the name of the word in the command's Args, in lower case.
//
// The library finds the command from the preceding words. Its own script for Bash cannot be used, because it evaluates
// what was typed.
func Complete(ctx context.Context, p *Program, typed []string, known func(kind string) []string) (found []string) {
	last := len(typed) - 1
	if last < 0 {
		return nil
	}
	l := p.split(typed[:last])
	for i := range l.words {
		l.words[i] = "-" // a word that cannot be a flag; only the number of words matters
	}
	args := slices.DeleteFunc(l.arranged(), func(arg string) bool { return arg == "--" }) // it would end completion
	con := New(nil, io.Discard, io.Discard)
	p.app(con, l, func(u *urfave.Context) {
		for _, f := range l.candidates(u, typed[last], known) {
			if strings.HasPrefix(f, typed[last]) {
				found = append(found, f)
			}
		}
	}).RunContext(ctx, append(args, "--"+urfave.BashCompletionFlag.Names()[0]))
	return found
}

// candidates returns the words of a kind that may come next, given the beginning of the last word.
func (l *line) candidates(u *urfave.Context, last string, known func(kind string) []string) (found []string) {
	if n := len(l.typed); n > 0 && !l.typed[n-1].hasValue {
		if f := l.flagNamed(l.typed[n-1].name); f != nil && !f.Switch { // its value comes next
			if f.Choices != nil {
				return f.Choices
			}
			return known(f.Complete)
		}
	}
	kinds := strings.Fields(u.Command.ArgsUsage)
	for range u.NArg() {
		if len(kinds) > 0 && !strings.HasSuffix(kinds[0], "…") {
			kinds = kinds[1:]
		}
	}
	switch {
	case strings.HasPrefix(last, "-"):
		for _, f := range append(u.Command.VisibleFlags(), flags(l.program.Flags)...) {
			if name := "--" + f.Names()[0]; !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
	case len(u.Command.Subcommands) > 0 && u.NArg() == 0:
		for _, c := range u.Command.VisibleCommands() {
			found = append(found, c.Name)
		}
	case len(kinds) > 0 && strings.Contains(kinds[0], "|"):
		found = strings.Split(kinds[0], "|")
	case len(kinds) > 0:
		found = known(strings.ToLower(strings.Trim(kinds[0], "[]…")))
	}
	return found
}
