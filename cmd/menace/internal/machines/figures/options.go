package figures

import (
	"slices"

	"menace/data"
	"menace/menace/option"
)

type figureOption = option.Option[Options]

// Schema lists the options of all figures. Each has the names of the figures that take it.
var Schema = []struct {
	figures []string
	figureOption
}{
	{Names, figureOption{
		Name: "agent", Short: "a", Meaning: "the machine's `NAME`", Default: "default", Complete: "agent",
		In: func(o *Options) option.Value { return option.Checked(option.Words(&o.Agents), data.CheckName) },
	}},
	{[]string{"learning"}, figureOption{
		Name: "against", Meaning: "show rates against this `OPPONENT`, or people", Default: "those it trained with",
		Complete: "people",
		In:       func(o *Options) option.Value { return option.Words(&o.Against) },
	}},
	{[]string{"score"}, figureOption{
		Name: "michie", Meaning: "add what Michie published: five points of his tournament of 1961",
		In: func(o *Options) option.Value { return option.Switch(&o.Michie) },
	}},
	{[]string{"beads"}, figureOption{Name: "position", Short: "p", Default: "the opening",
		Meaning: "the box of `POSITION`, in any orientation, such as X.O/.../... or BBB/W../.WW",
		In:      func(o *Options) option.Value { return option.Word(&o.Position) }}},
	{[]string{"beads"}, figureOption{Name: "share", Meaning: "show chances instead of beads",
		In: func(o *Options) option.Value { return option.Switch(&o.Share) }}},
	{[]string{"learning", "strength", "beads"}, figureOption{
		Name: "log", Meaning: "use a logarithmic axis of games, which spreads out the early ones",
		In: func(o *Options) option.Value { return option.Switch(&o.Log) },
	}},
}

// Default returns the default options of a figure.
func Default(figure string) Options {
	return Options{Figure: figure}
}

// OptionsOf returns the options of a figure.
func OptionsOf(figure string) (own []option.Option[Options]) {
	for _, o := range Schema {
		if slices.Contains(o.figures, figure) {
			own = append(own, o.figureOption)
		}
	}
	return own
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
