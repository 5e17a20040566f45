package machines

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"

	"menace/cmd/menace/internal/machines/agents"
	"menace/cmd/menace/internal/mistake"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace"
)

// checkSite returns an error unless a text is the address of a site that can open links to machines.
func checkSite(text string) error {
	at, err := url.Parse(text)
	if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" || at.Fragment != "" {
		return fmt.Errorf("%q is not the address of a page, as in https://example.org/menace/", text)
	}
	return nil
}

// shareAgent prints a link that contains a machine, or draws its QR code.
func shareAgent(ctx context.Context, con *term.IO, db *data.DB, o manageOptions) error {
	a, err := db.Load(ctx, o.Words[0])
	if err != nil {
		return err
	}
	link, err := agents.Link(a.Machine, a.Career.Tally)
	if err != nil {
		return err
	}
	link = o.Site + link
	if !strings.EqualFold(filepath.Ext(o.Out), ".png") {
		return con.WriteFile(ctx, o.Out, func(w io.Writer) error {
			_, err := fmt.Fprintln(w, link)
			return err
		})
	}
	picture, err := site.QR(link)
	if err != nil {
		return mistake.Refused("the link has %s, too many for a QR code: send it as a text", words.Plural(len(link),
			"character"))
	}
	if err = con.WriteFile(ctx, o.Out, func(w io.Writer) error {
		_, err := w.Write(picture)
		return err
	}); err == nil {
		con.Say("wrote %s", term.Printable(o.Out))
	}
	return err
}

// mergeAgents creates a machine that combines what others have learned. Each of them is stored, a file or a link.
func mergeAgents(ctx context.Context, con *term.IO, db *data.DB, o manageOptions) error {
	if len(o.Words) < 3 {
		return mistake.Errorf("merge takes the name of the new machine and at least two machines")
	}
	var docs []*data.Document
	for _, word := range o.Words[1:] {
		doc, err := toMerge(ctx, con, db, word)
		if err != nil {
			return err
		}
		docs = append(docs, doc)
	}
	m, err := agents.Merge(ctx, db, o.Words[0], docs...)
	if err != nil {
		return err
	}
	con.Say("%s has learned what %s have learned: %s", term.Bold(m.Agent.Name), words.Plural(len(docs), "machine"),
		words.Plural(m.Agent.Career.Tally.Games(), "game"))
	if m.Emptied > 0 {
		con.Say("boxes that were empty in one of them or more: %s; empty now: %s", words.Count(m.Emptied),
			words.Count(m.Empty))
	}
	return nil
}

// toMerge reads a stored machine or, if there is none with that name, the machine in a file or a link.
func toMerge(ctx context.Context, con *term.IO, db *data.DB, word string) (*data.Document, error) {
	var missing *data.NotFoundError
	if !agents.IsLink(word) {
		doc, err := db.Export(ctx, word)
		if !errors.As(err, &missing) {
			return doc, err
		}
	}
	text := word
	if missing != nil {
		var err error
		if text, err = con.ReadFile(ctx, word); err != nil {
			return nil, missing
		}
	}
	i, err := agents.Read(text, "", menace.Michie(), nil)
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", nameOf(word), err)
	}
	return i.Document()
}
