package classroom

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	"menace/cmd/menace/internal/machines"
	"menace/cmd/menace/internal/store"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
)

type classOptions struct {
	Addr string
	Open bool // open the teacher's page in a browser
}

func (f *feature) command(con *term.IO) *term.Command {
	return &term.Command{
		Name:   "class",
		Flags:  func() []term.Flag { return term.Flags("", usualClass.options()) },
		Action: store.Action(con, data.Create, term.Parse((*classOptions).options, usualClass), f.run),
	}
}

// usualClass listens on the network.
var usualClass = classOptions{Addr: ":1961"}

func (o *classOptions) options() []option.Option {
	return []option.Option{
		{Name: "addr", Meaning: "listen on `HOST:PORT`; port 0 takes any free port",
			Value: option.Checked(option.Word(&o.Addr), machines.CheckAddress)},
		{Name: "open", Meaning: "open the teacher's page in a browser", Value: option.Switch(&o.Open)},
	}
}

func (f *feature) run(ctx context.Context, con *term.IO, db *data.DB, o classOptions) error {
	f.store.Use(db)
	listener, err := machines.Listen(ctx, o.Addr)
	host, port, _ := net.SplitHostPort(o.Addr)
	if errors.Is(err, machines.ErrInUse) {
		err = fmt.Errorf("%w; the classes may already be open at http://localhost:%s/class", err, port)
	}
	if err != nil {
		return err
	}
	f.host = host
	if ip := net.ParseIP(host); ip.IsUnspecified() {
		f.host = ""
	}
	return f.machines.Serve(ctx, con, listener, func() error { return f.begin(ctx, con, o) }, host)
}

// begin opens the classes that were open when the program ended, and prints the addresses for the teacher and the
// pupils.
func (f *feature) begin(ctx context.Context, con *term.IO, o classOptions) error {
	key, err := f.all().Restrict(ctx)
	if err != nil {
		return err
	}
	opened, err := f.classes.OpenAgain(ctx, f.page(), func(err error) { con.Note("%v", err) })
	if err != nil {
		return err
	}
	for _, c := range opened {
		con.Say("The class %s goes on, with %s. Its code is %s.", term.Bold(c.Name()),
			words.Plural(len(c.Standing(false).Pupils), "pupil"), term.Bold(showCode(c.Code())))
	}
	if err := f.printLinks(ctx); err != nil {
		return err
	}
	con.Note("Ctrl-C ends it")
	const alone = "only this computer can reach %s; for phones, %s"
	if at := f.machines.Address(); f.host != "" && at.IP.IsLoopback() {
		con.Note(alone, f.host, "leave out --addr")
	} else if strings.HasPrefix(f.addresses()[0], "localhost:") {
		con.Note(alone, "localhost", "join a Wi-Fi or a hotspot")
	}
	if o.Open {
		machines.OpenBrowser(con, teacherLink(f.here(), key))
	}
	return nil
}
