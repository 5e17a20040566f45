package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"menace/data"
)

func (p *program) exportAgent(c *cli.Context, db *data.DB, names []string) error {
	doc, err := db.Export(c.Context, names[0])
	if err != nil {
		return err
	}
	out := c.String("out")
	if out == "-" {
		return json.NewEncoder(p.stdout).Encode(doc)
	}
	if err := writeFile(out, func(w io.Writer) error { return json.NewEncoder(w).Encode(doc) }); err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "%s is in %s\n", names[0], out)
	return nil
}

func (p *program) importAgent(c *cli.Context) error {
	if c.NArg() != 1 {
		return usagef("%s takes one file, not %d; see `%s --help`", commandLine(c), c.NArg(), commandLine(c))
	}
	name := c.String("name")
	if c.IsSet("name") {
		if err := data.CheckName(name); err != nil {
			return asUsage(err)
		}
	}
	file := c.Args().First()
	doc, err := p.readDocument(file)
	if err != nil {
		return fmt.Errorf("cannot import %s: %w", file, err)
	}
	if err := doc.Check(name); err != nil {
		return fmt.Errorf("cannot import %s: %w", file, err)
	}
	db, err := p.open(c, data.Create)
	if err != nil {
		return err
	}
	defer db.Close()
	a, err := importInto(c.Context, db, doc, name)
	if err != nil {
		return fmt.Errorf("cannot import %s: %w", file, err)
	}
	fmt.Fprintf(p.stdout, "%s has played %s\n", bold.Render(a.Name), plural(a.Career.Tally.Games(), "game"))
	return nil
}

// importInto stores a document; if the name is taken, it says what to do.
func importInto(ctx context.Context, db *data.DB, doc *data.Document, name string) (*data.Agent, error) {
	a, err := db.Import(ctx, doc, name)
	if errors.Is(err, data.ErrExists) {
		err = fmt.Errorf("%w; --name NAME stores it under another name", err)
	}
	return a, err
}

// readDocument reads an exported agent from a file, or from standard input.
func (p *program) readDocument(file string) (*data.Document, error) {
	in := p.stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, reason(err)
		}
		defer f.Close()
		in = f
	}
	doc := &data.Document{}
	if err := json.NewDecoder(in).Decode(doc); err != nil {
		return nil, fmt.Errorf("not JSON as menace exports it: %w", err)
	}
	return doc, nil
}
