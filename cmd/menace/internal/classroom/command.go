package classroom

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/machines"
	"menace/cmd/menace/internal/term"
	"menace/cmd/menace/internal/words"
	"menace/data"
	"menace/menace/option"
)

type classOptions struct {
	Addr string
	Open bool // open the teacher's page in a browser

	Public  string // the public address of the site behind a proxy, or ""
	Proxies string // trusted proxies
}

func (f *feature) command(con *term.IO) *term.Command {
	return &term.Command{
		Name:   "class",
		Flags:  func() []term.Flag { return term.Flags("", usualClass.options()) },
		Action: database.Action(con, data.Create, parseClass, f.run),
	}
}

// usualClass listens on the network.
var usualClass = classOptions{Addr: ":1961", Proxies: "127.0.0.1,::1"}

// behindProxy is the listen address behind a local reverse proxy.
const behindProxy = "localhost:1961"

func (o *classOptions) options() []option.Option {
	return []option.Option{
		{Name: "addr", Meaning: "listen on `HOST:PORT`; port 0 takes any free port",
			Value: option.Checked(option.Word(&o.Addr), machines.CheckAddress)},
		{Name: "open", Meaning: "open the teacher's page in a browser", Value: option.Switch(&o.Open)},
		{Name: "public", Group: atProxy, Meaning: "the `ADDRESS` of the site at a proxy with encryption",
			Default: "none; with it, listen on " + behindProxy,
			Value:   option.Checked(option.Word(&o.Public), checkPublic)},
		{Name: "proxy", Group: atProxy, Meaning: "believe what these `PROXIES` say about their clients",
			Value: option.Checked(option.Word(&o.Proxies), checkProxies)},
	}
}

// atProxy is the heading of the options for a proxy.
const atProxy = "On a server"

func checkProxies(list string) error {
	_, err := readProxies(list)
	return err
}

func parseClass(c *term.Invocation) (classOptions, error) {
	o, err := term.Parse((*classOptions).options, usualClass)(c)
	switch {
	case err != nil:
		return o, err
	case o.Public == "" && o.Proxies != usualClass.Proxies:
		return o, term.Usagef("--proxy needs --public")
	case o.Public != "" && o.Addr == usualClass.Addr:
		o.Addr = behindProxy
	}
	o.Public = strings.TrimSuffix(o.Public, "/")
	return o, nil
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
	hosts := []string{host}
	if f.public = o.Public; o.Public != "" {
		f.proxies, _ = readProxies(o.Proxies) // was checked before
		hosts = append(hosts, hostOf(o.Public))
	}
	return f.machines.Serve(ctx, con, listener, func() error { return f.begin(ctx, con, o) }, hosts...)
}

// begin opens the classes that were open when the program last ended, and prints the addresses for the teacher and the
// pupils.
func (f *feature) begin(ctx context.Context, con *term.IO, o classOptions) error {
	f.allClasses().Restrict()
	if _, err := f.goOn(ctx); err != nil {
		return err
	}
	f.printLinks()
	con.Note("Ctrl-C ends it")
	const alone = "only this computer can reach %s; for phones, %s"
	if at := f.machines.Address(); f.public != "" {
		con.Note("the proxy passes requests on to %s", at)
	} else if f.host != "" && at.IP.IsLoopback() {
		con.Note(alone, f.host, "leave out --addr")
	} else if isLocal(f.address()) {
		con.Note(alone, "localhost", "join a Wi-Fi or a hotspot")
	}
	if o.Open {
		machines.OpenBrowser(con, f.linkOnce())
	}
	return nil
}

// goOn opens the classes that were open when the program last ended, and prints their codes.
func (f *feature) goOn(ctx context.Context) (opened []*Class, err error) {
	opened, err = f.allClasses().OpenAgain(ctx, f.listAddress(), func(err error) { f.con.Note("%v", err) })
	for _, c := range opened {
		f.con.Say("The class %s goes on, with %s. Its code is %s.", term.Bold(c.Name()),
			words.Plural(len(c.Standing(false).Pupils), "pupil"), term.Bold(formatCode(c.Code())))
	}
	return opened, err
}

// beginAgain opens the classes that were open when the command serve last ended, if any, so that their pupils, panel
// and projector continue by themselves. If there are any, it returns a link for the teacher.
func (f *feature) beginAgain(ctx context.Context) (link string) {
	opened, err := f.goOn(ctx)
	if err == nil && len(opened) > 0 {
		link, err = f.linkOnce(), f.openToNetwork(ctx)
	}
	if err != nil {
		f.con.Note("%v", err)
	}
	return link
}
