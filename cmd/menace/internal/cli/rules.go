package cli

import (
	"menace/menace"
	"menace/menace/option"
)

// RuleFlags returns the flags for the rules of a machine.
func RuleFlags(category string) []Flag {
	return Flags(category, menace.Settings(false), menace.Michie())
}

// Rules reads RuleFlags for one machine, and returns its rules and those that were given. A preset counts as giving all
// rules.
func Rules(c *Context) (rules menace.Rules, given []menace.Rule, err error) {
	rules = menace.Michie()
	names, err := Read(c, menace.Settings(c.IsSet("preset")), &rules)
	if c.IsSet("preset") {
		return rules, menace.Table, err
	}
	return rules, option.Only(menace.Table, names...), err
}

// Setting is an option with the values that were given for it.
type Setting[T any] struct {
	option.Option[T]
	Values []string
}

// Settings reads flags of options that may be given again, and returns those that were given.
func Settings[T any](c *Context, table []option.Option[T]) (given []Setting[T]) {
	for _, o := range table {
		if c.IsSet(o.Name) {
			given = append(given, Setting[T]{o, Given(c, o.Name)})
		}
	}
	return given
}

// Apply sets the option to one of the values.
func (s Setting[T]) Apply(t *T, value string) error {
	return Wrong(option.Wrong(s.Name, s.Set(t, value)))
}
