package figures

import (
	"menace/data"
	"menace/menace/option"
)

// Options lists the options of the figure.
func (o *Options) Options() []option.Option {
	return option.Only([]option.Option{
		{Name: "agent", Short: "a", Meaning: "the machine's `NAME`", Default: "default", Complete: "agent",
			Value: option.Checked(option.Words(&o.Agents), data.CheckName)},
		{Name: "against", Meaning: "show rates against this `OPPONENT`, or people", Complete: "people",
			Default: "those it trained with", Value: option.Words(&o.Against)},
		{Name: "michie", Meaning: "add every game of Michie's tournament of 1961",
			Value: option.Switch(&o.Michie)},
		{Name: "position", Short: "p", Default: "the opening",
			Meaning: "the box of `POSITION`, in any orientation, such as X.O/.../... or BBB/W../.WW",
			Value:   option.Word(&o.Position)},
		{Name: "share", Meaning: "show chances instead of beads", Value: option.Switch(&o.Share)},
		{Name: "log", Meaning: "use a logarithmic axis of games, which spreads out the early ones",
			Value: option.Switch(&o.Log)},
	}, map[string][]string{
		"learning": {"agent", "against", "log"},
		"score":    {"agent", "michie"},
		"strength": {"agent", "log"},
		"beads":    {"agent", "position", "share", "log"},
	}[o.Figure]...)
}

// Default returns the default options of a figure.
func Default(figure string) Options {
	return Options{Figure: figure}
}

// Check returns an [option.Error] if the options cannot be combined. It reads nothing from the database.
func (o Options) Check() error {
	for _, name := range o.Against {
		if err := checkTrainer(name); err != nil {
			return option.Wrong("against", err)
		}
	}
	return nil
}
