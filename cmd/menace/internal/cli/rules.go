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

// Setting is an option of a machine, with the values that were given for it.
type Setting struct {
	Name   string
	Values []string
	rule   menace.Rule
}

// Settings reads RuleFlags that may be repeated, and returns those that were given.
func Settings(c *Context) (given []Setting) {
	for _, rule := range menace.Settings(c.IsSet("preset")) {
		if c.IsSet(rule.Name) {
			given = append(given, Setting{rule.Name, Given(c, rule.Name), rule})
		}
	}
	return given
}

// Apply sets the rule, or all rules of a preset.
func (s Setting) Apply(rules *menace.Rules, value string) error {
	return Wrong(option.Wrong(s.Name, s.rule.Set(rules, value)))
}
