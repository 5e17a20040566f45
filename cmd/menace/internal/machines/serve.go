package machines

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"menace/cmd/menace/internal/database"
	"menace/cmd/menace/internal/site"
	"menace/cmd/menace/internal/term"
	"menace/data"
	"menace/menace/option"
)

type serveOptions struct {
	Addr  string
	Agent string // agent whose page is shown first, or ""
	Open  bool   // open the page in a browser

	Embed    []string // origins of sites that may show searches in a frame
	ReadOnly bool     // show only the public pages
}

func (m *Machines) serveCommand(con *term.IO) *term.Command {
	return &term.Command{
		Name:   "serve",
		Flags:  func() []term.Flag { return term.Flags("", new(serveOptions).options()) },
		Action: database.ActionInMode(con, serveOptions.mode, parseServe, m.runServe),
	}
}

// localAddress is the usual address to listen on, which only this computer can reach.
const localAddress = "localhost:1961"

func (o *serveOptions) options() []option.Option {
	return []option.Option{
		{Name: "addr", Meaning: "listen on `HOST:PORT`; port 0 takes any free port", Default: localAddress,
			Value: option.Checked(option.Word(&o.Addr), CheckAddress)},
		{Name: "machine", Short: "m", Aliases: []string{"agent", "a"},
			Meaning: "show the machine `NAME` first", Default: "all machines",
			Complete: "machine", Value: option.Checked(option.Word(&o.Agent), data.CheckName)},
		{Name: "open", Meaning: "open the page in a browser, on another port if " + localAddress + " is in use",
			Value: option.Switch(&o.Open)},
		{Name: "embed", Default: "no other site",
			Meaning: "let pages of this `ORIGIN`, as in https://example.org, show searches and exercises in frames",
			Value:   option.Checked(option.Words(&o.Embed), checkOrigin)},
		{Name: "read-only",
			Meaning: "for the open net: show searches, the course and figures to everybody, and nothing else",
			Value:   option.Switch(&o.ReadOnly)},
	}
}

// CheckAddress returns an error unless addr is HOST:PORT with a port in decimal digits.
func CheckAddress(addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if n, notNumber := strconv.ParseUint(port, 10, 16); err != nil || notNumber != nil ||
		strconv.FormatUint(n, 10) != port {
		return fmt.Errorf("%q is not HOST:PORT, as in localhost:1961, with a port from 0 to 65535", addr)
	}
	return nil
}

// checkOrigin returns an error unless a text is an origin: a scheme and a host, and possibly a port.
func checkOrigin(text string) error {
	at, err := url.Parse(text)
	if err != nil || at.Scheme != "https" && at.Scheme != "http" || at.Host == "" ||
		at.Scheme+"://"+at.Host != text || strings.ContainsAny(text, "; '*") {
		return fmt.Errorf("%q is not an origin, as in https://example.org", text)
	}
	return nil
}

func parseServe(c *term.Invocation) (serveOptions, error) {
	o, err := term.Parse((*serveOptions).options, serveOptions{})(c)
	o.Addr = cmp.Or(o.Addr, localAddress)
	return o, err
}

func (o serveOptions) mode() data.Mode {
	if o.Agent != "" {
		return data.Write // the agent must exist
	}
	return data.Create
}

func (m *Machines) runServe(ctx context.Context, con *term.IO, db *data.DB, o serveOptions) error {
	m.store.Use(db)
	if o.Agent != "" {
		if _, err := db.Load(ctx, o.Agent); err != nil {
			return err
		}
	}
	listener, err := Listen(ctx, o.Addr)
	if o.Open && o.Addr == localAddress && errors.Is(err, ErrInUse) {
		listener, err = Listen(ctx, "localhost:0")
	}
	if err != nil {
		return err
	}
	m.config = site.Config{Embed: o.Embed, ReadOnly: o.ReadOnly}
	host, _, _ := net.SplitHostPort(o.Addr)
	return m.Serve(ctx, con, listener, func() error {
		page := printAddress(con, o, listener.Addr().(*net.TCPAddr))
		for _, begin := range m.begins {
			page = cmp.Or(begin(ctx), page)
		}
		if o.Open {
			OpenBrowser(con, page)
		}
		return nil
	}, host)
}

// watchDatabase prints a notice when the database is no longer at its path. The pages show it too.
func watchDatabase(ctx context.Context, con *term.IO, db *data.DB) {
	for range time.Tick(time.Second) {
		if ctx.Err() != nil {
			return
		}
		if err := db.CheckNotReplaced(); err != nil {
			con.Note("%v", err)
			return
		}
	}
}

// ErrInUse reports that another program is listening on an address.
var ErrInUse = errors.New("is already in use, perhaps by MENACE itself")

// Listen listens on an address. It returns [ErrInUse] if that is taken.
func Listen(ctx context.Context, addr string) (net.Listener, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", addr)
	var name *net.DNSError
	switch {
	case errors.Is(err, syscall.EADDRINUSE), errors.Is(err, syscall.Errno(10048)): // WSAEADDRINUSE on Windows
		free := "localhost:0"
		if strings.HasPrefix(addr, ":") {
			free = ":0"
		}
		return nil, fmt.Errorf("%s %w; --addr %s takes any free port", addr, ErrInUse, free)
	case errors.As(err, &name):
		return nil, fmt.Errorf("cannot listen on %s: there is no host %s", addr, name.Name)
	case err != nil:
		return nil, fmt.Errorf("cannot listen on %s: %w", addr, term.Reason(err))
	}
	return listener, nil
}

// HostOf returns the host and the port by which a browser on this computer reaches a server that listens on addr and
// was bound to at. For an unspecified host it is localhost.
func HostOf(addr string, at net.Addr) string {
	host, _, _ := net.SplitHostPort(addr)
	if ip := net.ParseIP(host); host == "" || ip.IsUnspecified() {
		host = "localhost"
	}
	_, port, _ := net.SplitHostPort(at.String())
	return net.JoinHostPort(host, port)
}

// printAddress prints the address of the page, and returns it.
func printAddress(con *term.IO, o serveOptions, at *net.TCPAddr) string {
	page := url.URL{Scheme: "http", Host: HostOf(o.Addr, at), Path: "/"}
	if o.Agent != "" {
		page.Path = "/agents/" + o.Agent
	}
	con.Say("The laboratory is at %s", term.Bold(page.String()))
	con.Note("Ctrl-C ends it")
	switch {
	case o.ReadOnly:
		con.Note("anyone who can reach %s can see searches, the course and figures, and change nothing", at)
	case !at.IP.IsLoopback():
		con.Note("anyone who can reach %s can do everything there that you can", at)
	}
	return page.String()
}

// Serve serves the pages of all features until the context ends, and then stops everything that is running. When
// everything is ready, before the first answer, it calls begin. The site has the given host names in addition to those
// of this computer.
func (m *Machines) Serve(ctx context.Context, con *term.IO, listener net.Listener, begin func() error,
	hosts ...string) error {
	defer listener.Close()
	go watchDatabase(ctx, con, m.store.Opened())
	hosts = append(hosts, hostNames()...)
	m.network = &network{listener: listener, failed: make(chan error, 1)} // pages of features ask for its address
	config := m.config
	config.Hosts, config.Note, config.Status, config.Explain = hosts, con.Note, database.HTTPStatus, database.Explain
	pages, err := m.app.Site(config)
	if err != nil {
		return err
	}
	return m.serve(ctx, pages, pages.Handler(), begin)
}

// ServeSite is like [Machines.Serve], but serves another site with its own handler.
func (m *Machines) ServeSite(ctx context.Context, con *term.IO, listener net.Listener, pages *site.Server,
	handler http.Handler, begin func() error) error {
	defer listener.Close()
	go watchDatabase(ctx, con, m.store.Opened())
	m.network = &network{listener: listener, failed: make(chan error, 1)}
	return m.serve(ctx, pages, handler, begin)
}

func (m *Machines) serve(ctx context.Context, pages *site.Server, handler http.Handler, begin func() error) error {
	var err error
	server := &m.network.server // streams of events set their own write deadline
	server.Handler, server.MaxHeaderBytes = handler, 1<<16
	server.ReadHeaderTimeout, server.ReadTimeout = 5*time.Second, time.Minute
	server.WriteTimeout, server.IdleTimeout = time.Minute, 2*time.Minute
	server.RegisterOnShutdown(pages.EndStreams)
	if err = begin(); err == nil {
		m.network.serve(m.network.listener)
		select {
		case err = <-m.network.failed:
		case <-ctx.Done():
		}
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second) // for answering pending requests
	defer cancel()
	if errors.Is(server.Shutdown(ending), context.DeadlineExceeded) {
		server.Close()
	}
	pages.EndStreams()
	m.Live().Close() // after all requests, because they may start training
	for _, end := range m.ends {
		end()
	}
	return err
}

// OpenBrowser opens a page in the default browser of this computer, or prints why it cannot.
func OpenBrowser(con *term.IO, page string) {
	name, args := "xdg-open", []string{page}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", page}
	}
	command := exec.Command(name, args...)
	if err := command.Start(); err != nil {
		con.Note("cannot open a browser: %s", term.Reason(err))
		return
	}
	go command.Wait()
}
