package cli

import (
	"os"

	urfave "github.com/urfave/cli/v2"

	"menace/data"
	"menace/menace/option"
)

// DefaultAgent is the agent that a command uses if none is named.
const DefaultAgent = "default"

// DBFlag names the database.
func DBFlag() Flag {
	f := &urfave.StringFlag{Name: "db", Usage: "the database `FILE`", Value: "menace.db",
		EnvVars: []string{"MENACE_DB"}}
	if os.Getenv("MENACE_DB") == "" {
		f.EnvVars = nil // the library would use the empty name as the database
	}
	return f
}

// JSON is the option that asks for JSON.
func JSON[O any](at func(*O) *bool) option.Option[O] {
	return option.Option[O]{
		Name: "json", Meaning: "print one JSON document", In: func(o *O) option.Value { return option.Switch(at(o)) },
	}
}

// Agent is the option that names an agent.
func Agent[O any](at func(*O) *string) option.Option[O] {
	return option.Option[O]{
		Name: "agent", Short: "a", Meaning: "the agent's `NAME`", Complete: "agent",
		In: func(o *O) option.Value { return option.Checked(option.Word(at(o)), data.CheckName) },
	}
}
